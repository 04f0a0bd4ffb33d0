"""The exchange as the page shows it: all cards open, or with one hand seen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic
from typing import Annotated, Any, NamedTuple, NotRequired, TypedDict

from ...solver.advice.answer import DiscardChoice, ExchangeAdvice, PutAwayAdvice
from ...solver.advice.exchange import advise_exchange
from ...solver.advice.observation import ExchangeObservation, PutAwayObservation
from ...solver.advice.put_away import advise_put_away
from ...solver.cards import BySeat, Contract, Seat, card_name, hand_of
from ...solver.engine import Engine, Pool
from ...solver.errors import SolverError
from ...solver.exchange.open_cards import (
    ExchangeValue,
    OpenExchangeSearch,
    before_exchange,
)
from ...solver.exchange.surprise import (
    PutAway,
    PutAwaySearch,
    best_put_away,
    check_trump,
    recorded_in,
    taken_up,
)
from ...solver.fields import text_of
from ...solver.notation import parse_contract, parse_seat
from ...solver.report.advice import report_of
from ...solver.report.exchange import (
    cost_text,
    discards_table,
    open_sentence,
    put_away_cost,
    surprise_sentence,
    surprise_table,
)
from ...solver.report.text import Table, join
from ...solver.rules.exchange import check_discard
from ...solver.run import Run
from ...solver.schema import Card, maybe
from ...solver.table.place import place_of
from ...solver.table.view import VIEW, figures, minus
from .requests import PART, Cards, DealAsked, Flag, Problem, problem_of
from .searches import Standing

_BETWEEN = 0.5
"""Seconds between two looks at what is found so far."""


class ExchangeRow(TypedDict):
    """of the table of choices

    Attributes:
        cards: put down, or away
        contract: the trump named with them
    """

    cards: list[Card]
    contract: str | None
    cells: list[str]


class ExchangeFound(TypedDict):
    """what may be put down

    Attributes:
        heads: of the table of choices
        verdict: of the trial, where it is known
        problem: why the cards put down cannot be tried
    """

    heads: list[str]
    rows: list[ExchangeRow]
    trial: ExchangeRow | None
    exact: bool
    text: str
    verdict: str
    problem: NotRequired[Problem]


@dataclass(eq=False, kw_only=True)
class Exchange(Standing):
    """What a seat had best put down, or away of hand and surprise, and what comes of a trial.

    A trial that is not allowed is only told of.
    """

    answers = (PART, maybe("view", VIEW), maybe("exchange", ExchangeFound))

    deal: DealAsked
    seat: Annotated[Seat, text_of(parse_seat)]
    open: Flag = True
    discards: Cards | None = None
    contract: Annotated[Contract, text_of(parse_contract)] | None = None

    _way: _Way = field(init=False)
    _notes: dict[str, Any] = field(default_factory=dict)
    _shown_at = -inf

    def prepare(self, older: Standing | None) -> bool:
        """Take over what was found of the same exchange. Raise SolverError if there is none."""
        limits, game = self.page.shelf.limits, self.deal.rules
        if not self.open:
            self.seconds = min(limits.seconds, limits.blind_seconds)
        away = game is not None and game.exchange.picks_up
        self.sliced = self.open and not away
        self._way = way = (_Away if away else _Down)(self)
        place = place_of(self.deal)
        view = place.before_exchange(self.seat, way.hands, way.pile, is_open=self.open)
        self.answer({"view": VIEW.localized(view), "done": False})
        try:
            if self.discards is not None and self._way.may_be_tried(self.discards):
                self._way.trial = self.discards
        except SolverError as error:
            self._notes = {"problem": problem_of(error)}
        if isinstance(older, Exchange) and older._way.about == self._way.about:
            self._way.known = older._way.known
        return True

    def search(self, engine: Engine, run: Run) -> dict[str, Any] | None:
        """Value the trial, and find the best; blind unless what is known speaks of the trial."""
        way = self._way
        if self.open:
            return self.found() if way.search(engine, run) else None
        if way.known is None or (
            way.trial is not None and not any(map(way.is_trial, way.shown().choices))
        ):
            pool = Pool.of(engine)
            way.known = self.within_its_time(lambda run: way.advise(pool, run), run)
        return self.found()

    def found(self) -> dict[str, Any]:
        """Return what is found so far."""
        if self._way.known is None:
            return {}
        found = self._way.shown()
        table = figures(found.table, found.names)
        rows: dict[Any, dict[str, Any]] = {}
        trial = None
        for choice, cells in zip(found.choices, table["rows"], strict=True):
            cards, alike, contract = _parts(choice)
            row = {
                "cards": list(map(card_name, cards)),
                "contract": None if contract is None else contract.name,
                "cells": cells,
            }
            row = rows.setdefault((alike, contract), row)
            if trial is None and self._way.is_trial(choice):
                trial = row
        told = {
            "heads": table["heads"],
            "rows": list(rows.values()),
            "trial": trial,
            "exact": found.exact,
            "text": found.text,
            "verdict": found.verdict,
        }
        return {"exchange": told | self._notes}

    def came_on(self, done: int, total: int | None) -> None:
        """Tell now and then what is found so far, in between only how much."""
        if monotonic() - self._shown_at < _BETWEEN:
            self.tell_part(done, total)
        else:
            self._shown_at = monotonic()
            self.tell(self.found())


def _parts(choice: Any) -> tuple[Sequence[int], Iterable[int], Contract | None]:
    """Return the cards of a choice, all that come to the same, and the trump named with them."""
    if isinstance(choice, ExchangeValue | DiscardChoice):
        return choice.discards, choice.alike, None
    return choice.cards, (hand_of(choice.cards),), choice.contract


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


class _Way(ABC):
    """A way to exchange: ``about`` is what it depends on, ``known`` what is found.

    The ``hands`` are those before it, the ``pile`` what then lies aside.

    With all cards open that is searched for, with one hand seen it is advice.
    """

    about: object
    hands: BySeat[int]
    pile: Sequence[int] = ()
    known: Any = None
    trial: tuple[int, ...] | None = None

    def __init__(self, request: Exchange) -> None:
        self.request = request

    @abstractmethod
    def may_be_tried(self, cards: Cards) -> bool:
        """Return whether cards are a trial. Raises SolverError if they may not be put down."""

    @abstractmethod
    def search(self, engine: Engine, run: Run) -> bool:
        """Search until the run is over; return whether all is found."""

    @abstractmethod
    def advise(self, pool: Pool, run: Run) -> Any:
        """Return advice to the seat, by no more than it sees."""

    def is_trial(self, choice: Any) -> bool:
        """Return whether a choice is the trial."""
        _, alike, contract = _parts(choice)
        is_named = None in (contract, self.request.contract) or contract is self.request.contract
        return self.trial is not None and is_named and hand_of(self.trial) in alike

    def shown(self) -> _Found:
        """Return what is to be shown of what is found."""
        if self.request.open:
            return self.shown_open()
        own = report_of(self.known)
        text = join(" ", [own.sentence, *own.every_note])
        return _Found(own.table, own.rows, False, minus(str(text)))

    @abstractmethod
    def shown_open(self) -> _Found:
        """Return that of a search."""


class _Down(_Way):
    """Cards put down, before others are drawn."""

    def __init__(self, request: Exchange) -> None:
        super().__init__(request)
        self.before = before_exchange(request.deal, request.seat)
        self.about = request.open, self.before
        state = self.before.exchange
        self.hands, self.pile = state.hands, state.manni[state.drawn :]

    def may_be_tried(self, cards: Cards) -> bool:
        self.before.exchange.discard(cards)
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        search = self.known = self.known or OpenExchangeSearch(self.before, engine)
        if self.trial is not None:
            search.value(self.trial)
        search.work(engine, run)
        return bool(search.is_whole)

    def advise(self, pool: Pool, run: Run) -> ExchangeAdvice:
        before = self.before
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
        also = [] if self.trial is None else [hand_of(self.trial)]
        return advise_exchange(seen, also=also, pool=pool, run=run)

    def shown_open(self) -> _Found:
        found = self.known.found(self.trial)
        tried = [found.recorded] * (found.recorded is not None)
        return _Found(
            discards_table(found, "asked"),
            [*found.best, found.stand, *tried],
            found.exact,
            open_sentence(found),
            cost_text(found) if tried and found.exact else "",
            ("rank", "discard", "guarantee", "share", "points", "draw"),
        )


class _Away(_Way):
    """Cards put away of hand and surprise, with the trump named or the best."""

    _value: PutAway | None = None

    def __init__(self, request: Exchange) -> None:
        super().__init__(request)
        self.taken = taken_up(request.deal, declarer=request.seat)
        if request.contract is not None:
            check_trump(self.taken.variant, request.contract)
        self.made = recorded_in(request.deal, self.taken)
        self.about = request.open, self.taken, self.made
        hands, seat = self.taken.hands, self.taken.declarer
        self.hands = (*hands[:seat], self.taken.held, *hands[seat + 1 :])

    def may_be_tried(self, cards: Cards) -> bool:
        taken, size = self.taken, len(self.taken.pile)
        if len(cards) < size:
            return False  # the page is not done with putting away
        hand, pile = taken.hands[taken.declarer], hand_of(taken.pile)
        check_discard(taken.declarer, hand, cards, (size,), pile, taken.variant.pile)
        return True

    def search(self, engine: Engine, run: Run) -> bool:
        if self.known is None or not self.known.exact:
            self.known = best_put_away(self.taken, recorded=self.made, engine=engine, run=run)
        if self.trial is None:
            return bool(self.known.exact)
        named, search = self.request.contract, PutAwaySearch(self.taken, engine, run)
        trumps = self.taken.variant.trumps if named is None else (named,)
        tried = [search.value_of(trump, self.trial) for trump in trumps]
        self._value = max(tried, key=lambda own: own.bounds[0])
        return self.known.exact and search.exact

    def advise(self, pool: Pool, run: Run) -> PutAwayAdvice:
        taken, seat = self.taken, self.taken.declarer
        seen = PutAwayObservation.of(taken.hands[seat], taken.variant, seat, taken.pile, taken.bid)
        also = [] if self.trial is None else [self.trial]
        return advise_put_away(seen, also=also, pool=pool, run=run)

    def shown_open(self) -> _Found:
        asked = replace(self.known, recorded=self._value)
        return _Found(
            surprise_table(asked, "asked"),
            [*asked.best, *[self._value] * (self._value is not None)],
            asked.exact,
            surprise_sentence(self.known),
            put_away_cost(asked),
        )
