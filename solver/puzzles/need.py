"""What the solver of a puzzle still needs to reach the goal, and whether it can be had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from solver.cards import Seat
from solver.position import Position
from solver.run import Run


class Oracle(Protocol):
    """Whoever knows whether a seat takes so many tricks: the engine, or a plain search."""

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        """Return whether the guarantee of ``seat`` is ``tricks`` or more."""
        ...


@dataclass(frozen=True)
class Need:
    """At least, or at most, ``tricks`` of those still to come for ``seat``, the solver.

    It is what a goal comes to in a later position: ``tricks`` may be less than none and more
    than there are, then it is settled.
    """

    seat: Seat
    tricks: int
    at_least: bool

    def after(self, child: Position) -> Need:
        """Return what is needed after the card that led to ``child``."""
        if child.taken_by is not self.seat:
            return self
        return replace(self, tricks=self.tricks - 1)

    def one_better(self) -> Need:
        """Return the need to do one trick better."""
        return replace(self, tricks=self.tricks + (1 if self.at_least else -1))

    def settled(self, position: Position) -> bool | None:
        """Return whether it is met, or is not, by count alone; None where play decides."""
        return settled(self.tricks, position.tricks, self.at_least)

    def is_reached(self, oracle: Oracle, position: Position, run: Run | None = None) -> bool:
        """Return whether the solver reaches it against any play of the two others."""
        by_count = self.settled(position)
        if by_count is not None:
            return by_count
        if self.at_least:
            return oracle.reaches(position, self.seat, self.tricks, run=run)
        return not oracle.reaches(position, self.seat, self.tricks + 1, run=run)


def settled(needed: int, left: int, at_least: bool) -> bool | None:
    """Return whether ``needed`` of the tricks left is met by count alone, None if play decides."""
    if at_least:
        return True if needed <= 0 else False if needed > left else None
    return False if needed < 0 else True if needed >= left else None
