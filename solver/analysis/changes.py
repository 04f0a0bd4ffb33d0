"""What it would take for another guarantee: the smallest exchanges of two cards that change it.

Of a claim that a seat is sure of so many tricks, or of no more, those that make it false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from manni.solver.analysis.places import Places
from manni.solver.analysis.proofs import Claim
from manni.solver.cards import Seat
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.position import Position
from manni.solver.run import Run


@dataclass(frozen=True)
class Swap:
    """Two cards of a suit that change hands: ``high`` of one seat, ``low`` of another.

    ``steps`` says how far they are apart: 1 if no card in play lies between them. ``value`` is
    the guarantee then.
    """

    high: int
    low: int
    high_seat: Seat
    low_seat: Seat
    steps: int
    value: int

    def swapped(self, position: Position) -> Position:
        """Return a position in which the two cards have changed hands."""
        both = 1 << self.high | 1 << self.low
        seats = (self.high_seat, self.low_seat)
        return Position(
            [hand ^ both if seat in seats else hand for seat, hand in enumerate(position.hands)],
            position.contract,
            position.leader,
            position.table,
            rules=position.rules,
            declarer=position.declarer,
        )


@dataclass(frozen=True)
class Changes:
    """The smallest exchanges of two cards of a suit after which a seat has another guarantee.

    ``more`` are those of the fewest steps that give it more tricks, ``fewer`` those of the
    fewest that take some away. All exchanges of up to ``steps`` steps were tried, and where it
    is ``complete`` that was enough: what is not there, no exchange of two cards does.
    """

    more: tuple[Swap, ...]
    fewer: tuple[Swap, ...]
    steps: int
    complete: bool


def swaps(places: Places, value: int) -> Iterator[Swap]:
    """Yield all exchanges of two cards of a suit in different hands, with this value, in no order.

    Cards on the table stay where they are.
    """
    table = places.position.table
    for order, layout in zip(places.in_play, places.layouts, strict=True):
        for lower, low in enumerate(order):
            for upper, high in enumerate(order[:lower]):
                if layout[upper] != layout[lower] and high not in table and low not in table:
                    seats = Seat(layout[upper]), Seat(layout[lower])
                    yield Swap(high, low, *seats, lower - upper, value)


def find_changes(
    engine: Engine,
    places: Places,
    claim: Claim,
    value: int,
    is_true: Callable[[Position], bool],
    run: Run,
) -> Changes:
    """Return the smallest exchanges that make a claim false, each found by a search.

    ``value`` is the guarantee. ``is_true`` may say that the claim is known to be true of a
    position; what it denies is searched.
    """
    position = places.position
    rises = claim.most is not None and claim.most < position.tricks
    falls = claim.least is not None and claim.least > 0
    more: list[Swap] = []
    fewer: list[Swap] = []
    steps = 0
    by_steps = sorted(swaps(places, value), key=lambda each: each.steps)
    for size, group in groupby(by_steps, key=lambda each: each.steps):
        if (more or not rises) and (fewer or not falls):
            break
        found = []
        try:
            for each in group:
                after = each.swapped(position)
                if not is_true(after):
                    now = engine.value(after, claim.seat, run=run, guess=value)
                    found.append(Swap(*_cards_of(each), now))
        except StoppedError:
            return Changes(tuple(more), tuple(fewer), steps, False)
        steps = size
        false = [each for each in found if not claim.holds(each.value)]
        more = more or [each for each in false if each.value > value]
        fewer = fewer or [each for each in false if each.value < value]
    return Changes(tuple(more), tuple(fewer), steps, True)


def _cards_of(each: Swap) -> tuple[int, int, Seat, Seat, int]:
    return each.high, each.low, each.high_seat, each.low_seat, each.steps
