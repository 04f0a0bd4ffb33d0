"""What a deal is worth to a seat that knows a view of it: points, and marks it reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from time import monotonic

from solver.advice.worlds import View
from solver.cards import SEATS
from solver.engine import Engine
from solver.rules.points import point_table, targets
from solver.run import Run
from solver.values.share import best_case, share

Outcome = tuple[float, tuple[bool, ...]]
"""Points, and for each mark whether it is reached."""


class Value(Enum):
    """Which number a world's tricks are: the fair share, or what the seat is sure of."""

    SHARE = "share"
    GUARANTEE = "guarantee"


class Stopped(Exception):
    """Time passed, or the caller called it off."""


class Worth:
    """From guarantees to the points of a seat and the marks it reaches, remembered."""

    def __init__(self, known: View, value: Value) -> None:
        variant, contract = known.variant, known.contract
        self.contract, self.seat = contract, known.seat
        self.tricks = variant.tricks
        self.target = targets(variant, contract, known.great, known.declarer)[known.seat]
        table = point_table(variant, contract, known.great, known.declarer)[known.seat]
        self.least = [pair[0] for pair in table]
        self.most = [pair[1] for pair in table]
        self.bonuses = known.great
        self.marks: tuple[int, ...] = (self.target,)
        if known.great and known.seat is known.declarer:
            self.marks = tuple(range(self.target, self.tricks + 1))
        self.by_share = value is Value.SHARE
        self.known: dict[tuple[int, ...], Outcome] = {}

    def of(self, guarantees: tuple[int, ...]) -> Outcome:
        """Return points and marks of the three guarantees, or of the seat's alone."""
        if guarantees not in self.known:
            self.known[guarantees] = self._of(guarantees)
        return self.known[guarantees]

    def _of(self, guarantees: tuple[int, ...]) -> Outcome:
        sign = self.contract.sign
        if not self.by_share:
            (tricks,) = guarantees
            reached = tuple(sign * (tricks - mark) >= 0 for mark in self.marks)
            return float(self.least[tricks]), reached
        own = share(guarantees, self.tricks, self.contract)[self.seat]
        reached = tuple(sign * (own - mark) >= 0 for mark in self.marks)
        if not self.bonuses:
            return float(sign * (own - self.target)), reached
        # Not linear in tricks: as far between the points as the share between the tricks.
        sure = guarantees[self.seat]
        best = best_case(guarantees, self.tricks, self.contract)[self.seat]
        best = min(max(best, 0), self.tricks)  # beyond only where not all was proved
        way = (own - sure) / (best - sure) if best != sure else 0
        return float(self.least[sure] + way * (self.most[best] - self.least[sure])), reached


class Evaluator:
    """Searches deals of a view; raises Stopped once it is time or it is called off."""

    def __init__(
        self,
        known: View,
        value: Value,
        deadline: float = 0.0,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.known = known
        self.worth = Worth(known, value)
        self.deadline = deadline
        self.cancelled = cancelled
        self.seats = range(SEATS) if self.worth.by_share else (known.seat,)

    def over(self) -> bool:
        """Return whether it is time or it has been called off."""
        if self.cancelled is not None and self.cancelled():
            return True
        return bool(self.deadline) and monotonic() >= self.deadline

    def first_guess(self) -> list[int]:
        """Return tricks to look outward from, by seat."""
        return [self.known.variant.tricks // SEATS] * SEATS

    def outcome(self, engine: Engine, hands: Sequence[int], near: list[int]) -> Outcome:
        """Return what hands after the exchange are worth.

        ``near`` are tricks by seat to look outward from and becomes those found.
        """
        return self.outcome_by(engine, hands, near, 0.0)[0]

    def outcome_by(
        self, engine: Engine, hands: Sequence[int], near: list[int], until: float
    ) -> tuple[Outcome, bool]:
        """Return what hands are worth, and whether all of it was proved.

        After ``until``, where it is not 0, the nearest tricks not ruled out go for those
        not found.
        """
        proved = True
        for done, seat in enumerate(self.seats):
            stop = 0.0
            if until:
                now = monotonic()
                stop = now + max(0.0, until - now) / (len(self.seats) - done)
            near[seat], found = self._guarantee(engine, hands, seat, near[seat], stop)
            proved = proved and found
        return self.worth.of(tuple(near[seat] for seat in self.seats)), proved

    def _guarantee(
        self, engine: Engine, hands: Sequence[int], seat: int, near: int, until: float
    ) -> tuple[int, bool]:
        if self.over():
            raise Stopped
        run = Run(cancelled=self.cancelled)
        run.deadline = min(filter(None, (until, self.deadline)), default=None)
        known = self.known
        low, high = engine.lead_bounds(
            hands, known.contract, known.leader, seat, ace_low=known.ace_low, run=run, guess=near
        )
        if low == high:
            return low, True
        if self.over():
            raise Stopped
        return min(max(near, low), high), False
