"""The card to play: the best by its player's own guarantee, then by its share."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction

from manni.solver.engine import Bounds
from manni.solver.errors import DealError
from manni.solver.values.solution import CardValue, Solution


def loss_bounds(solution: Solution, value: CardValue) -> Bounds:
    """Return the least and the most that a card costs its player's guarantee."""
    mover = solution.position.to_play
    whole, bounds = solution.bounds[mover], value.bounds[mover]
    assert whole is not None
    assert bounds is not None
    better, worse = (bounds, whole) if solution.position.avoids else (whole, bounds)
    return max(0, better[0] - worse[1]), max(0, better[1] - worse[0])


def best_card(solution: Solution, among: Container[int] | None = None) -> tuple[int, bool]:
    """Return the best card for its player, and whether it is proved to be.

    Of cards with the same guarantee the one with the best share is best, of equal shares the
    lowest, suits in the order S H D C. ``among`` are the cards to choose from, by default
    all that are legal; the solution must be one with cards. Raises DealError where there is
    none to choose.
    """
    position = solution.position
    sign = position.sign
    values = {value.card: value for value in solution.cards or ()}
    choice = [
        values[card]
        for group in position.equivalent_cards()
        for card in [next((card for card in group if among is None or card in among), None)]
        if card in values
    ]
    if not choice:
        raise DealError("no card is left to play")
    losses = [loss_bounds(solution, value) for value in choice]
    least = min(high for _, high in losses)
    # Proved bounds rule out every other card as the best.
    candidates = [
        (value, loss) for value, loss in zip(choice, losses, strict=True) if loss[0] <= least
    ]

    def merit(candidate: tuple[CardValue, Bounds]) -> tuple[int, int, Fraction]:
        value, (low, high) = candidate
        share = Fraction(0) if value.share is None else value.share[position.to_play]
        return high, low, -sign * share

    best, loss = min(candidates, key=merit)
    settled = position.declarer is not None  # between two sides there is nothing to share
    proved = len(candidates) == 1 or all(
        (settled or value.share is not None) and bounds == loss and bounds[0] == bounds[1]
        for value, bounds in candidates
    )
    return best.card, proved
