"""Whether a seat has the same guarantee in all deals of a set: proved, or a deal without it.

A set of deals is a ``Region``. The search says of a deal what its two proofs rest on, that the
seat takes so many tricks and that it does not take one more: all deals that agree in that are a
``cell`` with the same guarantee. ``Prover.holds`` takes one cell after the other out of a region,
until nothing is left or a deal has another guarantee.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from solver.analysis.comparisons import known_from
from solver.analysis.places import Layouts, Places, Region
from solver.cards import SUITS, Seat, hand_of
from solver.engine import Engine
from solver.errors import StoppedError
from solver.run import Run

_DRAWN = 60
"""Deals of a region drawn to find one without the guarantee, before it is gone through."""


class Prover:
    """Says of sets of deals if ``seat`` takes ``value`` tricks in all of them, and no more.

    Its work is counted in ``searches``, of one deal each.
    """

    def __init__(self, engine: Engine, places: Places, seat: Seat, value: int, run: Run) -> None:
        self.engine, self.places, self.seat, self.value = engine, places, seat, value
        self.run = run
        self.searches = 0
        self._most: int | None = None
        self._rng = Random(0)

    def limit(self, searches: int | None, run: Run) -> None:
        """Say at how many searches in all to stop, None for no limit, and with which run."""
        self._most, self.run = searches, run

    def cell(self, layouts: Layouts) -> Region | None:
        """Return a set of deals with the guarantee about one of them; None if this has another.

        Raises StoppedError at the limit.
        """
        used = self._proved(layouts)
        if used is None:
            return None
        each = zip(self.places.lengths, layouts, used, strict=True)
        return tuple(known_from(lengths, lies, self.seat, mask) for lengths, lies, mask in each)

    def _proved(self, layouts: Layouts) -> list[int] | None:
        """Return what the proofs for a deal use, a mask a suit; None if it has another value."""
        self.run.check()
        if self._most is not None and self.searches >= self._most:
            raise StoppedError("no more searches")
        self.searches += 1
        here = self.places.position
        table = self.places.played(layouts)
        left = ~hand_of(table)
        hands = [hand & left for hand in self.places.dealt(layouts)]
        used = [0] * SUITS
        for target, expected in ((self.value, True), (self.value + 1, False)):
            reached, masks = self.engine.lead_proof(
                hands,
                here.contract,
                here.leader,
                self.seat,
                target,
                table=table,
                ace_low=here.ace_low,
                run=self.run,
            )
            if reached is not expected:
                return None
            used = [one | other for one, other in zip(used, masks, strict=True)]
        return used

    def counterexample(self, region: Region) -> Layouts | None:
        """Return a deal of a region with another guarantee if one of those drawn is one."""
        for _ in range(_DRAWN):
            layouts = tuple(known.any(self._rng) for known in region)
            if self._proved(layouts) is None:
                return layouts
        return None

    def holds(self, region: Region, most: int) -> Layouts | bool:
        """Return whether all deals of a region have the guarantee, or one that has not.

        False where ``most`` searches do not tell. There is an end to it: each search takes a
        deal at least out of what is left. Raises StoppedError.
        """
        waiting = [region]
        while waiting:
            if most == 0:
                return False
            most -= 1
            region = waiting.pop()
            layouts = tuple(
                known.nearest(lies) for known, lies in zip(region, self.places.layouts, strict=True)
            )
            cell = self.cell(layouts)
            if cell is None:
                return layouts
            waiting += outside(region, cell)
        return True


def outside(region: Region, cell: Region) -> Iterator[Region]:
    """Yield sets of deals, no two with one in common, that make up a region outside of a cell.

    In each the first so many of the comparisons that the cell follows from are as in the cell,
    and the next is turned round. Region and cell must have a deal in common.
    """
    for suit, known in enumerate(cell):
        for high, low in known.covers:
            before, here, after = region[:suit], region[suit], region[suit + 1 :]
            if not here.has((high, low)):
                yield (*before, here.adding((low, high)), *after)
                region = (*before, here.adding((high, low)), *after)
