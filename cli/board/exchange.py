"""The exchange as the page shows it: all cards open, or with one hand seen."""

from __future__ import annotations

from abc import abstractmethod
from math import inf
from time import monotonic
from typing import Any

from cli.board.problems import problem_of
from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.advice.answer import DiscardAdvice, ExchangeAdvice
from solver.advice.exchange import advise_exchange
from solver.advice.view import view
from solver.cards import Seat, hand_of
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import SolverError
from solver.exchange.before import Before, before_exchange
from solver.exchange.open_cards import ExchangeValue, OpenExchange, OpenSearch
from solver.pool import Pool
from solver.report.advice import advice_notes, span
from solver.report.exchange import discard_text, names, open_sentence
from solver.report.tables import decimal_text, points_text
from solver.report.values import by_letter
from solver.run import Run

_BETWEEN = 0.5
"""Seconds between two looks at what is found so far."""

Trial = tuple[int, ...] | None
"""Cards that the page has put down to see what comes of it."""


def exchange_search(
    page: Page, request: Request, deal: Deal, seat: Seat, open: bool, discards: Trial
) -> ExchangeSearch:
    """Return the search for the best exchange of a seat. Raises SolverError if it has none."""
    before = before_exchange(deal, seat)
    kind = OpenExchangeSearch if open else BlindExchangeSearch
    return kind(page, request, before, discards)


class ExchangeSearch(Standing):
    """The best exchanges of a seat, and a trial; one that is not allowed is only told of."""

    def __init__(
        self, page: Page, request: Request, before: Before, trial: Trial, seconds: float
    ) -> None:
        super().__init__(page, request, seconds)
        self.before = before
        self.trial = trial
        self._notes: dict[str, Any] = {}
        if trial is not None:
            try:
                before.exchange.discard(trial)
            except SolverError as error:
                self.trial = None
                self._notes = {"problem": problem_of(error)}

    @abstractmethod
    def take_over(self, older: Standing | None) -> None:
        """Take over what the search before found, if it was for the same exchange."""


class OpenExchangeSearch(ExchangeSearch):
    """The exchange with all cards open."""

    def __init__(self, page: Page, request: Request, before: Before, trial: Trial) -> None:
        super().__init__(page, request, before, trial, page.limits.seconds)
        self._search: OpenSearch | None = None
        self._shown_at = -inf

    def take_over(self, older: Standing | None) -> None:
        """Go on where the search before was left."""
        if isinstance(older, OpenExchangeSearch) and older.before == self.before:
            self._search = older._search

    def search(self, engine: Engine, run: Run) -> bool:
        """Value the trial, then find the best exchanges."""
        if self._search is None:
            self._search = OpenSearch(self.before, engine)
        if self.trial is not None:
            self._search.value(self.trial)
        self._search.work(engine, run.within(None, progress=self._tell_more))
        return self._search.is_whole

    def _tell_more(self, done: int, total: int | None) -> None:
        """Tell now and then what is found so far, in between only how much."""
        if monotonic() - self._shown_at < _BETWEEN:
            self.tell_part(done, total)
        else:
            self._shown_at = monotonic()
            self.tell(self.found())

    def found(self) -> dict[str, Any]:
        """Return the exchanges as far as they are found."""
        assert self._search is not None
        found = self._search.found(self.trial)
        return {
            "exchange": {
                "ranked": [_value_json(value, found) for value in found.best],
                "stand": _value_json(found.stand, found),
                "trial": None if found.recorded is None else _value_json(found.recorded, found),
                "exact": found.exact,
                "text": open_sentence(found),
                "covered": [],
                **self._notes,
            }
        }


def _value_json(value: ExchangeValue, found: OpenExchange) -> dict[str, Any]:
    behind = found.share_behind(value)
    return {
        "discards": names(value.discards),
        "alike": len(value.alike),
        "text": str(discard_text(value.alike)),
        "drawn": names(value.drawn),
        "guarantee": value.solution.bounds[value.seat],
        "guarantees": by_letter(value.solution.bounds),
        "share": None if value.share is None else decimal_text(value.share),
        "points": None if value.points is None else points_text(value.points),
        "behind": None if behind is None else decimal_text(behind),
    }


class BlindExchangeSearch(ExchangeSearch):
    """The exchange of a seat that sees its own hand alone."""

    sliced = False

    def __init__(self, page: Page, request: Request, before: Before, trial: Trial) -> None:
        seconds = min(page.limits.seconds, page.limits.blind_seconds)
        super().__init__(page, request, before, trial, seconds)
        state = before.exchange
        self._known = view(
            state.hands[before.seat],
            before.variant,
            before.contract,
            before.seat,
            taken=[len(cards) for cards in state.discards],
            declarer=state.declarer,
            great=before.great,
        )
        self._advice: ExchangeAdvice | None = None

    def take_over(self, older: Standing | None) -> None:
        """Take over the advice found before, if it speaks of the trial."""
        if isinstance(older, BlindExchangeSearch) and older.before == self.before:
            advice = older._advice
            if advice is not None and (self.trial is None or _advised(advice, self.trial)):
                self._advice = advice

    def search(self, engine: Engine, run: Run) -> bool:
        """Compare discards over worlds until the time is up."""
        if self._advice is not None:
            return True
        also = [] if self.trial is None else [hand_of(self.trial)]
        pool = Pool.of(engine)
        self._advice = self.within_its_time(
            lambda run: advise_exchange(self._known, also=also, pool=pool, run=run), run
        )
        return True

    def found(self) -> dict[str, Any]:
        """Return the advice."""
        advice = self._advice
        assert advice is not None
        trial = None if self.trial is None else _advised(advice, self.trial)
        return {
            "exchange": {
                "ranked": [_advised_json(own) for own in advice.best],
                "stand": _advised_json(advice.stand),
                "trial": None if trial is None else _advised_json(trial),
                "exact": False,
                "text": " ".join(advice_notes(advice)),
                "covered": [seat.letter for seat in Seat if seat is not self.before.seat],
                **self._notes,
            }
        }


def _advised(advice: ExchangeAdvice, trial: tuple[int, ...]) -> DiscardAdvice | None:
    """Return what an advice says of a discard, None if it says nothing."""
    cards = hand_of(trial)
    known = (*advice.best, advice.stand, advice.thumb, *advice.also)
    return next((own for own in known if cards in own.alike), None)


def _advised_json(own: DiscardAdvice) -> dict[str, Any]:
    return {
        "discards": names(own.discards),
        "alike": len(own.alike),
        "text": str(discard_text(own.alike)),
        "drawn": None,
        "guarantee": None,
        "share": None,
        "points": f"{own.points:+z.2f}",
        "interval": span(own.interval),
        "behind": f"{own.behind:z.2f}",
        "told_apart": own.told_apart,
    }
