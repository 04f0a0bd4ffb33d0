"""What to put away of hand and surprise, as the page shows it: all cards open, or one hand seen."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from cli.board.problems import problem_of
from cli.board.requests import Request
from cli.board.searches import Page, Standing
from solver.advice.answer import PutAwayAdvice, PutAwayChoice
from solver.advice.put_away import advise_put_away
from solver.advice.view import holding
from solver.cards import Seat, hand_of
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import SolverError, StoppedError
from solver.exchange.surprise import (
    PutAway,
    SurpriseExchange,
    TakenUp,
    best_put_away,
    check_trump,
    taken_up,
    trumps_of,
)
from solver.pool import Pool
from solver.report.advice import span
from solver.report.cards import hand_text
from solver.report.exchange import names
from solver.report.put_away import put_away_notes
from solver.report.surprise import surprise_sentence
from solver.rules.contract import Contract
from solver.rules.exchange import check_discard
from solver.run import Run

Trial = tuple[int, ...] | None
"""Cards that the page has put away to see what comes of it."""


def put_away_search(
    page: Page,
    request: Request,
    deal: Deal,
    seat: Seat,
    open: bool,
    discards: Trial,
    contract: Contract | None,
) -> PutAwaySearch:
    """Return the search for what a declarer had best put away. Raises SolverError if nothing is."""
    taken = taken_up(deal, declarer=seat)
    if contract is not None:
        check_trump(taken.variant, contract)
    kind = OpenPutAwaySearch if open else BlindPutAwaySearch
    return kind(page, request, taken, deal, trial=discards, contract=contract)


class PutAwaySearch(Standing):
    """The best cards to put away with every trump, and a trial with the trump named or the best."""

    sliced = False

    def __init__(
        self,
        page: Page,
        request: Request,
        taken: TakenUp,
        trial: Trial,
        contract: Contract | None,
        seconds: float,
    ) -> None:
        super().__init__(page, request, seconds)
        self.taken, self.trial, self.contract = taken, trial, contract
        self._notes: dict[str, Any] = {}
        size = len(taken.pile)
        if trial is not None and len(trial) < size:
            self.trial = None  # the page is not done with putting away
        elif trial is not None:
            try:
                hand, pile = taken.hands[taken.declarer], hand_of(taken.pile)
                check_discard(taken.declarer, hand, trial, (size,), pile)
            except SolverError as error:
                self.trial = None
                self._notes = {"problem": problem_of(error)}

    @abstractmethod
    def take_over(self, older: Standing | None) -> None:
        """Take over what the search before found, if it was for the same deal."""

    def _named(self, contract: Contract, cards: tuple[int, ...]) -> dict[str, Any]:
        """Return a row of the ranking but for what it comes to."""
        rules = self.taken.variant.rules
        return {
            "contract": contract.name,
            "discards": names(cards),
            "alike": 1,
            "text": str(hand_text(hand_of(cards), rules)),
            "drawn": None,
            "guarantee": None,
            "share": None,
            "points": None,
            "behind": None,
        }


class OpenPutAwaySearch(PutAwaySearch):
    """The best with every trump, all cards open."""

    def __init__(
        self, page: Page, request: Request, taken: TakenUp, deal: Deal, **asked: Any
    ) -> None:
        super().__init__(page, request, taken, seconds=page.limits.seconds, **asked)
        away = deal.discards[taken.declarer] if taken.declarer is deal.declarer else None
        self._recorded = None if deal.contract is None or away is None else (deal.contract, away)
        self._found: SurpriseExchange | None = None
        self._trial: PutAway | None = None

    def take_over(self, older: Standing | None) -> None:
        """Take over what was found before of the same deal."""
        if not isinstance(older, OpenPutAwaySearch):
            return
        if (older.taken, older._recorded) == (self.taken, self._recorded):
            self._found = older._found

    def search(self, engine: Engine, run: Run) -> bool:
        """Find the best with every trump, and value the trial."""
        if self._found is None or not self._found.exact:
            self._found = best_put_away(self.taken, recorded=self._recorded, engine=engine, run=run)
        if self.trial is not None:
            tried = [self._tried(trump, self.trial, engine, run) for trump in self._trumps()]
            self._trial = max(tried, key=lambda own: own.bounds[0])
        return self._found.exact

    def _trumps(self) -> tuple[Contract, ...]:
        return trumps_of(self.taken.variant) if self.contract is None else (self.contract,)

    def _tried(self, trump: Contract, trial: tuple[int, ...], engine: Engine, run: Run) -> PutAway:
        made = (trump, trial)
        found = best_put_away(self.taken, contract=trump, recorded=made, engine=engine, run=run)
        assert found.recorded is not None
        return found.recorded

    def found(self) -> dict[str, Any]:
        """Return what is found so far."""
        found = self._found
        if found is None:
            raise StoppedError("nothing was found in the time given: allow more")
        return {
            "exchange": {
                "ranked": [self._row(own) for own in found.best],
                "stand": None,
                "trial": None if self._trial is None else self._row(self._trial),
                "exact": found.exact,
                "text": surprise_sentence(found),
                "covered": [],
                **self._notes,
            }
        }

    def _row(self, own: PutAway) -> dict[str, Any]:
        return self._named(own.contract, own.cards) | {"guarantee": own.bounds}


class BlindPutAwaySearch(PutAwaySearch):
    """The advice to a declarer who sees his own hand and the surprise alone."""

    def __init__(
        self, page: Page, request: Request, taken: TakenUp, deal: Deal, **asked: Any
    ) -> None:
        seconds = min(page.limits.seconds, page.limits.blind_seconds)
        super().__init__(page, request, taken, seconds=seconds, **asked)
        seat = taken.declarer
        self._known = holding(
            taken.hands[seat], taken.variant, taken.pile, seat=seat, bid=taken.bid
        )
        self._advice: PutAwayAdvice | None = None

    def take_over(self, older: Standing | None) -> None:
        """Take over the advice found before, if it speaks of the trial."""
        if isinstance(older, BlindPutAwaySearch) and older._known == self._known:
            advice = older._advice
            if advice is not None and (self.trial is None or self._advised(advice) is not None):
                self._advice = advice

    def search(self, engine: Engine, run: Run) -> bool:
        """Compare choices over worlds until the time is up."""
        if self._advice is not None:
            return True
        also = [] if self.trial is None else [self.trial]
        pool = Pool.of(engine)
        self._advice = self.within_its_time(
            lambda run: advise_put_away(self._known, also=also, pool=pool, run=run), run
        )
        return True

    def found(self) -> dict[str, Any]:
        """Return the advice."""
        advice = self._advice
        assert advice is not None
        trial = None if self.trial is None else self._advised(advice)
        shown = {own.contract for own in advice.best}
        rows = [*advice.best, *(own for own in advice.trumps if own.contract not in shown)]
        return {
            "exchange": {
                "ranked": [self._row(own) for own in rows],
                "stand": None,
                "trial": None if trial is None else self._row(trial),
                "exact": False,
                "text": " ".join(put_away_notes(advice)),
                "covered": [seat.letter for seat in Seat if seat is not self.taken.declarer],
                **self._notes,
            }
        }

    def _advised(self, advice: PutAwayAdvice) -> PutAwayChoice | None:
        """Return the best that an advice says of the trial, None if it says nothing."""
        away = hand_of(self.trial or ())
        known = (own for own in (*advice.also, *advice.best) if hand_of(own.cards) == away)
        return next((own for own in known if self.contract in (None, own.contract)), None)

    def _row(self, own: PutAwayChoice) -> dict[str, Any]:
        return self._named(own.contract, own.cards) | {
            "points": f"{own.points:.2f}",
            "interval": span(own.interval, ""),
            "made": None if own.chance is None else f"{own.chance:.0%}",
            "behind": f"{own.behind:z.2f}",
            "told_apart": own.told_apart,
        }
