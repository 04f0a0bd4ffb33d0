"""Whether a claim of a seat's guarantee is true in all deals of a set: proved, or a deal without.

A set of deals is a ``Region``. The search says of a deal what its proofs rest on: that the seat
takes so many tricks, or that it does not take one more, or both. All deals that agree in that are
a ``cell`` in which the claim is true. ``Prover.holds`` takes one cell after the other out of a
region, until nothing is left or the claim is false in a deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from manni.solver.analysis.comparisons import known_from
from manni.solver.analysis.places import Layouts, Places, Region
from manni.solver.cards import SUITS, Seat, hand_of
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.run import Run

_DRAWN = 60
"""Deals of a region drawn to find one without the guarantee, before it is gone through."""


@dataclass(frozen=True)
class Claim:
    """That a seat is sure of ``least`` tricks or of no more than ``most``; None: is not claimed.

    Where tricks are avoided: that it can be made to take so many, and no more.
    """

    seat: Seat
    least: int | None
    most: int | None

    def holds(self, value: int) -> bool:
        """Return whether it is true where the guarantee has this value."""
        return (self.least is None or self.least <= value) and (
            self.most is None or value <= self.most
        )

    @property
    def questions(self) -> list[tuple[int, bool]]:
        """The targets to ask the search, each with the answer that makes the claim true."""
        return [
            *([] if self.least is None else [(self.least, True)]),
            *([] if self.most is None else [(self.most + 1, False)]),
        ]


class Prover:
    """Says of sets of deals if a claim is true in all of them.

    Its work is counted in ``searches``, of one deal each.
    """

    def __init__(self, engine: Engine, places: Places, claim: Claim, run: Run) -> None:
        self.engine, self.places, self.claim = engine, places, claim
        self.run = run
        self.searches = 0
        self._most: int | None = None
        self._rng = Random(0)

    def limit(self, searches: int | None, run: Run) -> None:
        """Say at how many searches in all to stop, None for no limit, and with which run."""
        self._most, self.run = searches, run

    def cell(self, layouts: Layouts) -> Region | None:
        """Return a set of deals about one, in all of which the claim is true; None if it is false.

        Raises StoppedError at the limit.
        """
        used = self._proved(layouts)
        if used is None:
            return None
        each = zip(self.places.lengths, layouts, used, strict=True)
        return tuple(
            known_from(lengths, lies, self.claim.seat, mask) for lengths, lies, mask in each
        )

    def _proved(self, layouts: Layouts) -> list[int] | None:
        """Return what the proofs for a deal use, a mask a suit; None if it is false."""
        self.run.check()
        if self._most is not None and self.searches >= self._most:
            raise StoppedError("no more searches")
        self.searches += 1
        here = self.places.position
        table = self.places.played(layouts)
        left = ~hand_of(table)
        hands = [hand & left for hand in self.places.dealt(layouts)]
        used = [0] * SUITS
        for target, expected in self.claim.questions:
            reached, masks = self.engine.lead_proof(
                hands,
                here.contract,
                here.leader,
                self.claim.seat,
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
        """Return a deal of a region in which it is false if one of those drawn is one."""
        for _ in range(_DRAWN):
            layouts = tuple(known.any(self._rng) for known in region)
            if self._proved(layouts) is None:
                return layouts
        return None

    def holds(self, region: Region, most: int) -> Layouts | bool:
        """Return whether the claim is true in all deals of a region, or one in which it is not.

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
