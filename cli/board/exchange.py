"""The exchange as the page shows it: all cards open, or with one hand seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from manni.cli.board.figures import figures
from manni.cli.board.requests import PART, PROBLEM, Cards, DealAsked, Flag, problem_of
from manni.cli.board.searches import Standing
from manni.cli.board.view import minus
from manni.solver.advice.answer import DiscardChoice, ExchangeAdvice, PutAwayAdvice, PutAwayChoice
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.observation import ExchangeObservation, PutAwayObservation
from manni.solver.advice.put_away import advise_put_away
from manni.solver.cards import Contract, Seat, card_name, hand_of
from manni.solver.engine import Engine, Pool
from manni.solver.errors import SolverError
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
    recorded_in,
    taken_up,
)
from manni.solver.fields import text_of
from manni.solver.notation import parse_contract, parse_seat
from manni.solver.report.advice import FORMATS, answer_table
from manni.solver.report.exchange import (
    cost_text,
    discards_table,
    open_sentence,
    put_away_cost,
    surprise_sentence,
    surprise_table,
)
from manni.solver.report.tables import Table
from manni.solver.report.text import join
from manni.solver.rules.exchange import check_discard
from manni.solver.run import Run
from manni.solver.schema import CARD, FLAG, TEXT, given, list_of, maybe, nullable, record

_BETWEEN = 0.5
"""Seconds between two looks at what is found so far."""


EXCHANGE_ROW = record(
    given("cards", list_of(CARD), "put down, or away"),
    given("contract", nullable(TEXT), "the trump named with them"),
    given("cells", list_of(TEXT)),
    name="ExchangeRow",
)

EXCHANGE_FOUND = record(
    given("heads", list_of(TEXT), "of the table of choices"),
    given("rows", list_of(EXCHANGE_ROW)),
    given("trial", nullable(EXCHANGE_ROW)),
    given("exact", FLAG),
    given("text", TEXT),
    given("verdict", TEXT, "of the trial, where it is known"),
    maybe("problem", PROBLEM, "why the cards put down cannot be tried"),
    name="ExchangeFound",
)


@dataclass(eq=False, kw_only=True)
class Exchange(Standing):
    """What a seat had best put down, or away of hand and surprise, and what comes of a trial.

    A trial that is not allowed is only told of.
    """

    answers = (PART, maybe("exchange", EXCHANGE_FOUND))

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

    def search(self, engine: Engine, run: Run) -> dict[str, Any] | None:
        """Value the trial, and find the best."""
        return self.found() if self._asked.search(engine, run) else None

    def found(self) -> dict[str, Any]:
        """Return what is found so far."""
        known = self._asked.known
        return {} if known is None else {"exchange": self._asked.json(known) | self._notes}

    def came_on(self, done: int, total: int | None) -> None:
        """Tell now and then what is found so far, in between only how much."""
        if monotonic() - self._shown_at < _BETWEEN:
            self.tell_part(done, total)
        else:
            self._shown_at = monotonic()
            self.tell(self.found())


_Answer = TypeVar("_Answer")


class _Found(NamedTuple):
    """What is known of an exchange: a table, the choice of each row, and what to say of them.

    Of its columns the ``names`` are shown. The ``verdict`` is of the trial.
    """

    table: Table
    choices: Sequence[Any]
    exact: bool
    text: str
    verdict: str = ""
    names: Sequence[str] | None = None


class _Asked(ABC, Generic[_Answer]):
    """A way to look at an exchange: ``about`` is what it depends on, ``known`` what is found."""

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

    @abstractmethod
    def is_trial(self, choice: Any) -> bool:
        """Return whether a choice is the trial."""

    def advised(self, engine: Engine, run: Run, advise: Callable[[Pool, Run], _Answer]) -> bool:
        """Take advice until the time is up, unless what is known speaks of the trial."""
        known = None if self.known is None else self.shown(self.known).choices
        if known is None or (self.trial is not None and not any(map(self.is_trial, known))):
            pool = Pool.of(engine)
            self.known = self.request.within_its_time(lambda run: advise(pool, run), run)
        return True

    @abstractmethod
    def shown(self, answer: _Answer) -> _Found:
        """Return what is to be shown of what is found."""

    @abstractmethod
    def cards(self, choice: Any) -> Iterable[int]:
        """Return the cards of a choice."""

    def json(self, known: _Answer) -> dict[str, Any]:
        """Return what is known as the page is told it."""
        found = self.shown(known)
        trial = next(filter(self.is_trial, found.choices), None)
        table = figures(found.table, found.names)
        rows: dict[Any, dict[str, Any]] = {}
        for choice, cells in zip(found.choices, table["rows"], strict=True):
            named = getattr(choice, "contract", None)
            row = {
                "cards": list(map(card_name, self.cards(choice))),
                "contract": None if named is None else named.name,
                "cells": cells,
            }
            rows.setdefault(self.same(choice), row)
        return {
            "heads": table["heads"],
            "rows": list(rows.values()),
            "trial": None if trial is None else rows[self.same(trial)],
            "exact": found.exact,
            "text": found.text,
            "verdict": found.verdict,
        }

    def same(self, choice: Any) -> object:
        """Return what choices have in common that come to the same."""
        return hand_of(self.cards(choice)), getattr(choice, "contract", None)


class _Down(_Asked[_Answer]):
    """Cards put down, before others are drawn."""

    def __init__(self, request: Exchange, before: ExchangeTurn) -> None:
        super().__init__(request)
        self.before = self.about = before

    def try_out(self, cards: Cards | None) -> None:
        if cards is not None:
            self.before.exchange.discard(cards)
            self.trial = cards

    def is_trial(self, choice: ExchangeValue | DiscardChoice) -> bool:
        return self.trial is not None and hand_of(self.trial) in choice.alike

    def cards(self, choice: ExchangeValue | DiscardChoice) -> Cards:
        return choice.discards

    def same(self, choice: ExchangeValue | DiscardChoice) -> object:
        return choice.alike


class _OpenDown(_Down[OpenExchangeSearch]):
    """All cards open."""

    def search(self, engine: Engine, run: Run) -> bool:
        if self.known is None:
            self.known = OpenExchangeSearch(self.before, engine)
        if self.trial is not None:
            self.known.value(self.trial)
        self.known.work(engine, run)
        return self.known.is_whole

    def shown(self, answer: OpenExchangeSearch) -> _Found:
        found = answer.found(self.trial)
        tried = [found.recorded] * (found.recorded is not None)
        return _Found(
            discards_table(found, "asked"),
            [*found.best, found.stand, *tried],
            found.exact,
            open_sentence(found),
            cost_text(found) if tried and found.exact else "",
            ("rank", "discard", "guarantee", "share", "points", "draw"),
        )


class _BlindDown(_Down[ExchangeAdvice]):
    """The seat's own hand alone seen."""

    def search(self, engine: Engine, run: Run) -> bool:
        before, also = self.before, [] if self.trial is None else [hand_of(self.trial)]
        state = before.exchange
        seen = ExchangeObservation.of(
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

    def shown(self, answer: ExchangeAdvice) -> _Found:
        return _advice(answer)


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

    def is_trial(self, choice: PutAway | PutAwayChoice) -> bool:
        is_named = self.request.contract in (None, choice.contract)
        return self.trial is not None and is_named and hand_of(self.trial) == hand_of(choice.cards)

    def cards(self, choice: PutAway | PutAwayChoice) -> Iterable[int]:
        return choice.cards


class _OpenAway(_Away[SurpriseExchange]):
    """All cards open."""

    _value: PutAway | None = None

    def __init__(self, request: Exchange, taken: TakenUp) -> None:
        super().__init__(request, taken)
        self._made = recorded_in(request.deal, taken)
        self.about = taken, self._made

    def search(self, engine: Engine, run: Run) -> bool:
        if self.known is None or not self.known.exact:
            self.known = best_put_away(self.taken, recorded=self._made, engine=engine, run=run)
        if self.trial is not None:
            named = self.request.contract
            trumps = self.taken.variant.trumps if named is None else (named,)
            tried = [self._valued(trump, self.trial, engine, run) for trump in trumps]
            self._value = max(tried, key=lambda own: own.bounds[0])
        return self.known.exact

    def _valued(self, trump: Contract, cards: Cards, engine: Engine, run: Run) -> PutAway:
        made = (trump, cards)
        answer = best_put_away(self.taken, contract=trump, recorded=made, engine=engine, run=run)
        assert answer.recorded is not None
        return answer.recorded

    def shown(self, answer: SurpriseExchange) -> _Found:
        asked = replace(answer, recorded=self._value)
        return _Found(
            surprise_table(asked, "asked"),
            [*answer.best, *[self._value] * (self._value is not None)],
            answer.exact,
            surprise_sentence(answer),
            put_away_cost(asked),
        )


class _BlindAway(_Away[PutAwayAdvice]):
    """The declarer's hand and the surprise alone seen."""

    def __init__(self, request: Exchange, taken: TakenUp) -> None:
        super().__init__(request, taken)
        seat = taken.declarer
        self._seen = self.about = PutAwayObservation.of(
            taken.hands[seat], taken.variant, seat, taken.pile, taken.bid
        )

    def search(self, engine: Engine, run: Run) -> bool:
        seen, also = self._seen, [] if self.trial is None else [self.trial]
        return self.advised(
            engine, run, lambda pool, run: advise_put_away(seen, also=also, pool=pool, run=run)
        )

    def shown(self, answer: PutAwayAdvice) -> _Found:
        return _advice(answer)


def _advice(answer: ExchangeAdvice | PutAwayAdvice) -> _Found:
    form = FORMATS[type(answer)]
    text = join(" ", [form.sentence(answer), *form.notes(answer)])
    return _Found(answer_table(answer), form.rows(answer), False, minus(str(text)))
