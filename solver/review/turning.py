"""Which cards of a play decided it, and the lines that the right cards would have led to."""

from __future__ import annotations

from fractions import Fraction

from manni.solver.review.valued_play import Play
from manni.solver.values.share import Tricks

MOST_TURNS = 3
"""More would be a list of losses, which the table already is."""


def turning_points(play: Play, start: int, targets: Tricks | None, great: bool) -> list[int]:
    """Return the indices of the cards that decided a play, the dearest first.

    They are at most ``MOST_TURNS`` from ``start`` on. Each cost some of the guarantee and either
    a whole trick of its player's share or the target; of equally dear ones the first comes first.
    """
    # A smaller loss of share is of a trick that no other seat is sure of yet. Where cards have
    # points, the mean worth of a trick.
    first = play.positions[0]
    a_trick = Fraction(first.worth, max(1, first.tricks))
    dear = {}
    for index in range(start, len(play.cards)):
        if play.loss(index):
            cost = play.cost(index)
            if cost >= a_trick or misses_target(play, index, targets, great):
                dear[index] = cost
    return sorted(dear, key=lambda index: (-dear[index], index))[:MOST_TURNS]


def misses_target(play: Play, index: int, targets: Tricks | None, great: bool) -> bool:
    """Return whether the player's share reached his target before a card and not after it.

    A ``great`` contract pays for tricks that are won, not shares: there it is the guarantee.
    """
    if targets is None:
        return False
    seat, sign = play.positions[index].to_play, play.positions[index].sign
    figures = play.totals if great else play.shares
    before, after = (
        sign * (figures(number)[seat] - targets[seat]) for number in (index, index + 1)
    )
    return before >= 0 > after
