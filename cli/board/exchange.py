"""The exchange as the page shows it: all cards open, or with one hand seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

from manni.cli.board.requests import Cards, DealAsked, Flag, problem_of
from manni.cli.board.searches import Standing
from manni.solver.advice.answer import DiscardChoice, ExchangeAdvice, PutAwayAdvice, PutAwayChoice
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.observation import Moment
from manni.solver.advice.observe import observe
from manni.solver.advice.put_away import advise_put_away
from manni.solver.cards import Seat, hand_of
from manni.solver.engine import Engine
from manni.solver.errors import SolverError, StoppedError
from manni.solver.exchange.open_cards import (
    ExchangeTurn,
    ExchangeValue,
    OpenExchangeSearch,
    before_exchange,
)
from manni.solver.exchange.surprise import (
    PutAway,
    SurpriseExchange,
    TakenUp,
    best_put_away,
    check_trump,
    taken_up,
    trumps_of,
)
from manni.solver.fields import text_of
from manni.solver.notation import parse_contract, parse_seat
from manni.solver.pool import Pool
from manni.solver.report.advice import CHOICE, DISCARD, away_notes, discard_notes
from manni.solver.report.exchange import (
    EXCHANGED,
    PUT_AWAY,
    discard_text,
    open_sentence,
    surprise_sentence,
)
from manni.solver.report.text import hand_text
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import check_discard
from manni.solver.run import Run
from manni.solver.schema import Schema

_BETWEEN = 0.5
"""Seconds between two looks at what is found so far."""


@dataclass(eq=False, kw_only=True)
class Exchange(Standing):
    """What a seat had best put down, or away of hand and surprise, and what comes of a trial.

    A trial that is not allowed is only told of.
    """

    deal: DealAsked
    seat: Annotated[Seat, text_of(parse_seat)]
    open: Flag = True
    discards: Cards | None = None
    contract: Annotated[Contract, text_of(parse_contract)] | None = None

    _asked: _Asked[Any] = field(init=False)
    _notes: dict[str, Any] = field(init=False)
    _shown_at = -inf

    def prepare(self, older: Standing | None) -> bool:
        """Take over what was found of the same exchange. Raise SolverError if there is none."""
        limits, game = self.page.shelf.limits, self.deal.rules
        if not self.open:
            self.seconds = min(limits.seconds, limits.blind_seconds)
        self.sliced = self.open
        if game is not None and game.exchange.picks_up:
            taken = taken_up(self.deal, declarer=self.seat)
            if self.contract is not None:
                check_trump(taken.variant, self.contract)
            self.sliced = False
            self._asked = (_OpenAway if self.open else _BlindAway)(self, taken)
        else:
            before = before_exchange(self.deal, self.seat)
            self._asked = (_OpenDown if self.open else _BlindDown)(self, before)
        self._notes = {}
        try:
            self._asked.try_out(self.discards)
        except SolverError as error:
            self._notes = {"problem": problem_of(error)}
        if isinstance(older, Exchange):
            self._asked.take_over(older._asked)
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        """Value the trial, and find the best."""
        return self._asked.search(engine, run)

    def found(self) -> dict[str, Any]:
        """Return what is found so far."""
        covered = [] if self.open else [seat.letter for seat in Seat if seat is not self.seat]
        return {"exchange": self._asked.json() | {"covered": covered, **self._notes}}

    def came_on(self, done: int, total: int | None) -> None:
        """Tell now and then what is found so far, in between only how much."""
        if monotonic() - self._shown_at < _BETWEEN:
            self.tell_part(done, total)
        else:
            self._shown_at = monotonic()
            self.tell(self.found())


_Answer = TypeVar("_Answer")


class _Shown(NamedTuple):
    """What is known of an exchange: choices, the best first, and what to say of them."""

    best: Sequence[Any]
    stand: Any
    trial: Any
    exact: bool
    text: str


class _Asked(ABC, Generic[_Answer]):
    """A way to look at an exchange: ``about`` is what it depends on, ``known`` what is found.

    ``choice`` describes one of its choices.
    """

    choice: ClassVar[Schema]
    about: object
    known: _Answer | None = None

    def __init__(self, request: Exchange) -> None:
        self.request = request
        self.trial: Cards | None = None

    def take_over(self, older: _Asked[Any]) -> None:
        """Take over what was found before, if it was about the same."""
        if type(older) is type(self) and older.about == self.about:
            self.known = older.known

    @abstractmethod
    def try_out(self, cards: Cards | None) -> None:
        """Make cards the trial. Raises SolverError if they may not be put down."""

    @abstractmethod
    def search(self, engine: Engine, run: Run) -> bool:
        """Search until the run is over; return whether all is found."""

    def tried(self, answer: _Answer) -> Any:
        """Return what is known of the trial, None if that is nothing."""

    def advised(self, engine: Engine, run: Run, advise: Callable[[Pool, Run], _Answer]) -> bool:
        """Take advice until the time is up, unless what is known speaks of the trial."""
        if self.known is None or (self.trial is not None and self.tried(self.known) is None):
            pool = Pool.of(engine)
            self.known = self.request.within_its_time(lambda run: advise(pool, run), run)
        return True

    @abstractmethod
    def shown(self, answer: _Answer) -> _Shown:
        """Return what is to be shown of what is found."""

    @abstractmethod
    def words(self, own: Any) -> str:
        """Return the cards of a choice as a text."""

    def json(self) -> dict[str, Any]:
        """Return what is found so far. Raises StoppedError where that is nothing."""
        if self.known is None:
            raise StoppedError("nothing was found in the time given: allow more")

        def row(own: Any) -> dict[str, Any] | None:
            return None if own is None else self.choice.json(own) | {"text": self.words(own)}

        shown = self.shown(self.known)
        return {
            "best": list(map(row, shown.best)),
            "stand": row(shown.stand),
            "trial": row(shown.trial),
            "exact": shown.exact,
            "text": shown.text,
        }


class _Down(_Asked[_Answer]):
    """Cards put down, before others are drawn."""

    def __init__(self, request: Exchange, before: ExchangeTurn) -> None:
        super().__init__(request)
        self.before = self.about = before

    def try_out(self, cards: Cards | None) -> None:
        if cards is not None:
            self.before.exchange.discard(cards)
            self.trial = cards

    def words(self, own: ExchangeValue | DiscardChoice) -> str:
        return str(discard_text(own.alike))


class _OpenDown(_Down[OpenExchangeSearch]):
    """All cards open."""

    choice = EXCHANGED

    def search(self, engine: Engine, run: Run) -> bool:
        if self.known is None:
            self.known = OpenExchangeSearch(self.before, engine)
        if self.trial is not None:
            self.known.value(self.trial)
        self.known.work(engine, run)
        return self.known.is_whole

    def shown(self, found: OpenExchangeSearch) -> _Shown:
        known = found.found(self.trial)
        return _Shown(known.best, known.stand, known.recorded, known.exact, open_sentence(known))


class _BlindDown(_Down[ExchangeAdvice]):
    """The seat's own hand alone seen."""

    choice = DISCARD

    def search(self, engine: Engine, run: Run) -> bool:
        before, also = self.before, [] if self.trial is None else [hand_of(self.trial)]
        state = before.exchange
        seen = observe(
            state.hands[before.seat],
            before.variant,
            before.contract,
            before.seat,
            taken=[len(cards) for cards in state.discards],
            declarer=state.declarer,
            great=before.great,
        )
        return self.advised(
            engine, run, lambda pool, run: advise_exchange(seen, also=also, pool=pool, run=run)
        )

    def tried(self, answer: ExchangeAdvice) -> DiscardChoice | None:
        cards = None if self.trial is None else hand_of(self.trial)
        known = (*answer.best, answer.stand, answer.thumb, *answer.also)
        return next((own for own in known if cards is not None and cards in own.alike), None)

    def shown(self, answer: ExchangeAdvice) -> _Shown:
        text = " ".join(discard_notes(answer))
        return _Shown(answer.best, answer.stand, self.tried(answer), False, text)


class _Away(_Asked[_Answer]):
    """Cards put away of hand and surprise, with the trump named or the best."""

    def __init__(self, request: Exchange, taken: TakenUp) -> None:
        super().__init__(request)
        self.taken = self.about = taken

    def try_out(self, cards: Cards | None) -> None:
        taken, size = self.taken, len(self.taken.pile)
        if cards is None or len(cards) < size:
            return  # the page is not done with putting away
        hand, pile = taken.hands[taken.declarer], hand_of(taken.pile)
        check_discard(taken.declarer, hand, cards, (size,), pile, taken.variant.pile)
        self.trial = cards

    def words(self, own: PutAway | PutAwayChoice) -> str:
        return str(hand_text(hand_of(own.cards), self.taken.variant.rules))


class _OpenAway(_Away[SurpriseExchange]):
    """All cards open."""

    choice = PUT_AWAY
    _value: PutAway | None = None

    def __init__(self, request: Exchange, taken: TakenUp) -> None:
        super().__init__(request, taken)
        deal = request.deal
        away = deal.discards[taken.declarer] if taken.declarer is deal.declarer else None
        self._made = None if deal.contract is None or away is None else (deal.contract, away)
        self.about = taken, self._made

    def search(self, engine: Engine, run: Run) -> bool:
        if self.known is None or not self.known.exact:
            self.known = best_put_away(self.taken, recorded=self._made, engine=engine, run=run)
        if self.trial is not None:
            named = self.request.contract
            trumps = trumps_of(self.taken.variant) if named is None else (named,)
            tried = [self._valued(trump, self.trial, engine, run) for trump in trumps]
            self._value = max(tried, key=lambda own: own.bounds[0])
        return self.known.exact

    def _valued(self, trump: Contract, cards: Cards, engine: Engine, run: Run) -> PutAway:
        made = (trump, cards)
        answer = best_put_away(self.taken, contract=trump, recorded=made, engine=engine, run=run)
        assert answer.recorded is not None
        return answer.recorded

    def shown(self, answer: SurpriseExchange) -> _Shown:
        return _Shown(answer.best, None, self._value, answer.exact, surprise_sentence(answer))


class _BlindAway(_Away[PutAwayAdvice]):
    """The declarer's hand and the surprise alone seen."""

    choice = CHOICE

    def __init__(self, request: Exchange, taken: TakenUp) -> None:
        super().__init__(request, taken)
        seat = taken.declarer
        self._seen = self.about = observe(
            taken.hands[seat],
            taken.variant,
            seat=seat,
            surprise=taken.pile,
            bid=taken.bid,
            moment=Moment.PUT_AWAY,
        )

    def search(self, engine: Engine, run: Run) -> bool:
        seen, also = self._seen, [] if self.trial is None else [self.trial]
        return self.advised(
            engine, run, lambda pool, run: advise_put_away(seen, also=also, pool=pool, run=run)
        )

    def tried(self, answer: PutAwayAdvice) -> PutAwayChoice | None:
        away, named = hand_of(self.trial or ()), self.request.contract
        known = (own for own in (*answer.also, *answer.best) if hand_of(own.cards) == away)
        return next((own for own in known if named in (None, own.contract)), None)

    def shown(self, answer: PutAwayAdvice) -> _Shown:
        shown = {own.contract for own in answer.best}
        best = [*answer.best, *(own for own in answer.trumps if own.contract not in shown)]
        return _Shown(best, None, self.tried(answer), False, " ".join(away_notes(answer)))
