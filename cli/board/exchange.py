"""The exchange as the page shows it: all cards open, or with one hand seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from math import inf
from time import monotonic
from typing import Annotated, Any, NotRequired, TypedDict

from ...solver.advice.answer import ExchangeAdvice, PutAwayAdvice, PutAwayChoice
from ...solver.advice.exchange import advise_exchange
from ...solver.advice.observation import observation_from
from ...solver.advice.put_away import advise_put_away
from ...solver.cards import Contract, Seat, card_name, hand_of
from ...solver.engine import Engine, Pool
from ...solver.errors import SolverError
from ...solver.exchange.open_cards import (
    ExchangeTurn,
    OpenExchangeSearch,
    before_exchange,
    check_trump,
)
from ...solver.fields import text_of
from ...solver.notation import parse_contract, parse_seat
from ...solver.report.advice import report_of
from ...solver.report.exchange import cost_text, discards_table, exchange_sentence
from ...solver.report.text import join
from ...solver.run import Run
from ...solver.schema import Card, maybe
from ...solver.table.place import place_of
from ...solver.table.view import VIEW, figures, with_minus_signs
from .requests import PART, Cards, Data, DealAsked, Flag, Problem, problem_of
from .searches import SearchRequest

_SHOWN = "rank", "discard", "guarantee", "share", "points", "draw"
"""The columns of discards that the page shows."""

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


class ExchangeRequest(SearchRequest):
    """What a seat had best put down, or away of hand and surprise, and what comes of a trial.

    A trial that is not allowed is only told of.
    """

    answers = (PART, maybe("view", VIEW), maybe("exchange", ExchangeFound))

    deal: DealAsked
    seat: Annotated[Seat, text_of(parse_seat)]
    open: Flag = True
    discards: Cards | None = None
    contract: Annotated[Contract, text_of(parse_contract)] | None = None

    before: ExchangeTurn = field(init=False)
    analysis: Any = field(init=False, default=None)
    """What is found: a search with all cards open, else the advice."""
    trial: tuple[int, ...] | None = field(init=False, default=None)
    _notes: Data = field(default_factory=dict)
    _shown_at = -inf

    def prepare(self) -> bool:
        """Raise SolverError if there is no such exchange."""
        limits = self.page.shelf.limits
        if not self.open:
            self.seconds = min(limits.seconds, limits.blind_seconds)
        self.sliced = self.open
        before = self.before = before_exchange(self.deal, self.seat)
        if self.contract is not None:
            check_trump(before.variant, self.contract)
        hands, seat = before.exchange.hands, before.seat
        hands = (*hands[:seat], before.held, *hands[seat + 1 :])
        pile = () if before.takes_up else before.pile
        view = place_of(self.deal).before_exchange(self.seat, hands, pile, is_open=self.open)
        self.answer({"view": VIEW.localized(view), "done": False})
        try:
            cards = self.discards
            # The page may not be done with putting away.
            if cards is not None and len(cards) >= before.sizes[0]:
                before.exchange.discard(cards)
                self.trial = cards
        except SolverError as error:
            self._notes = {"problem": problem_of(error)}
        return True

    def take_over(self, older: SearchRequest | None) -> None:
        """Take what was found of the same exchange."""
        if isinstance(older, ExchangeRequest) and older._cache_key == self._cache_key:
            self.analysis = older.analysis

    @property
    def _recorded_discard(self) -> tuple[int, ...] | None:
        """What the deal records that was put away."""
        return self.before.recorded_in(self.deal) if self.before.takes_up else None

    @property
    def _cache_key(self) -> object:
        """What an answer depends on."""
        return self.open, self.before, self._recorded_discard

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Value the trial, and find the best; blind unless what is known speaks of the trial."""
        if self.open:
            search = self.analysis = self.analysis or OpenExchangeSearch(self.before, engine)
            for cards, trump in (
                (self.trial, self.contract),
                (self._recorded_discard, self.before.named),
            ):
                if cards is not None:
                    search.value(cards, trump)
            search.work(engine, run)
            return self.result() if search.is_whole else None
        if self.analysis is None or (
            self.trial is not None and not any(map(self._is_trial, report_of(self.analysis).rows))
        ):
            pool = Pool.of(engine)
            self.analysis = self.within_its_time(lambda run: self._advice(pool, run), run)
        return self.result()

    def _advice(self, pool: Pool, run: Run) -> ExchangeAdvice | PutAwayAdvice:
        """Return advice to the seat, by no more than it sees."""
        before, state = self.before, self.before.exchange
        also = [] if self.trial is None else [self.trial]
        if before.takes_up:
            seen = observation_from(
                "away", before.held, before.variant, seat=before.seat, bid=before.bid
            )
            return advise_put_away(seen, also=also, pool=pool, run=run)
        seen = observation_from(
            "exchange",
            before.held,
            before.variant,
            before.contract,
            before.seat,
            taken=[len(cards) for cards in state.discards],
            declarer=state.declarer,
            great=before.great,
        )
        return advise_exchange(seen, also=list(map(hand_of, also)), pool=pool, run=run)

    def result(self) -> Data:
        """Return what is found so far."""
        if self.analysis is None:
            return {}
        choices: Sequence[Any]
        if self.open:
            search, trial, takes_up = self.analysis, self.trial, self.before.takes_up
            best = search.result(self._recorded_discard, self.before.named)
            value = None if trial is None else search.value_of(trial, self.contract)
            asked = replace(best, recorded=value)
            names = None if takes_up else _SHOWN
            table, choices = figures(discards_table(asked, "asked"), names), asked.rows
            texts = asked.exact, exchange_sentence(best), cost_text(asked)
        else:
            report = report_of(self.analysis)
            table, choices = figures(report.table), report.rows
            texts = False, with_minus_signs(join(" ", [report.sentence, *report.every_note])), ""
        rows: dict[Any, Data] = {}
        tried = None
        for choice, cells in zip(choices, table["rows"], strict=True):
            cards, alike, contract = self._parts(choice)
            row = {
                "cards": list(map(card_name, cards)),
                "contract": None if contract is None else contract.name,
                "cells": cells,
            }
            row = rows.setdefault((alike, contract), row)
            if tried is None and self._is_trial(choice):
                tried = row
        answer = {"heads": table["heads"], "rows": list(rows.values()), "trial": tried}
        answer |= zip(("exact", "text", "verdict"), texts, strict=True)
        return {"exchange": answer | self._notes}

    def _parts(self, choice: Any) -> tuple[Sequence[int], Iterable[int], Contract | None]:
        """Return the cards of a choice, all that come to the same, and the trump with them."""
        away = isinstance(choice, PutAwayChoice)
        cards = choice.cards if away else choice.discards
        alike = (hand_of(cards),) if away else choice.alike
        return cards, alike, choice.contract if self.before.takes_up else None

    def _is_trial(self, choice: Any) -> bool:
        """Return whether a choice is the trial."""
        _, alike, contract = self._parts(choice)
        is_named = None in (contract, self.contract) or contract is self.contract
        return self.trial is not None and is_named and hand_of(self.trial) in alike

    def report_progress(self, done: int, total: int | None) -> None:
        """Tell now and then what is found so far, in between only how much."""
        if monotonic() - self._shown_at < _BETWEEN:
            self.tell_part(done, total)
        else:
            self._shown_at = monotonic()
            self.tell(self.result())
