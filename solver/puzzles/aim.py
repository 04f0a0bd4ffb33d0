"""What the solver of a puzzle still needs, and whether it can be had."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from solver.cards import Seat
from solver.position import Position


class Oracle(Protocol):
    """Whoever knows whether a seat takes so many tricks: the engine, or a plain search."""

    def reaches(self, position: Position, seat: int, tricks: int) -> bool:
        """Return whether the guarantee of ``seat`` is ``tricks`` or more."""
        ...


@dataclass(frozen=True)
class Aim:
    """At least, or at most, ``tricks`` of those still to come for ``seat``, the solver.

    ``tricks`` may be less than none and more than there are: then it is settled.
    """

    seat: Seat
    tricks: int
    at_least: bool

    def after(self, child: Position) -> Aim:
        """Return what is needed after the card that led to ``child``."""
        if child.table or child.leader != self.seat:
            return self
        return replace(self, tricks=self.tricks - 1)

    def better(self) -> Aim:
        """Return the aim to do one trick better."""
        return replace(self, tricks=self.tricks + (1 if self.at_least else -1))

    def met(self, position: Position) -> bool:
        """Return whether the count alone says that it can no longer be missed."""
        return self.tricks <= 0 if self.at_least else self.tricks >= position.tricks

    def missed(self, position: Position) -> bool:
        """Return whether the count alone says that it can no longer be reached."""
        return self.tricks > position.tricks if self.at_least else self.tricks < 0

    def reached(self, oracle: Oracle, position: Position) -> bool:
        """Return whether the solver reaches it against any play of the two others."""
        if self.met(position):
            return True
        if self.missed(position):
            return False
        if self.at_least:
            return oracle.reaches(position, self.seat, self.tricks)
        return not oracle.reaches(position, self.seat, self.tricks + 1)
