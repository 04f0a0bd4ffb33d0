"""Who deals first: each player draws a card, and the lowest deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manni.solver.cards import SEATS, cards_in
from manni.solver.rules.shuffle import shuffled
from manni.solver.rules.variant import Variant

if TYPE_CHECKING:
    import numpy as np

Drawn = dict[int, int]
"""The card that each player drew, in the order in which they play; who did not draw is left out."""


def draw_dealer(variant: Variant, rng: np.random.Generator) -> tuple[int, tuple[Drawn, ...]]:
    """Return the player who deals first, and what was drawn for it.

    Each of the three draws from the whole pack of the variant, spread face down. Ranks are
    those of its tricks, in NULLO too; suits do not count. Players whose cards are lowest alike
    draw again, from the whole pack again, until one is alone.
    """
    cards = sorted(cards_in(variant.pack))
    height = variant.rules.height
    drawn: list[Drawn] = []
    lowest = list(range(SEATS))
    while len(lowest) > 1:
        found = dict(zip(lowest, shuffled(cards, rng), strict=False))
        drawn.append(found)
        least = min(map(height, found.values()))
        lowest = [player for player in found if height(found[player]) == least]
    return lowest[0], tuple(drawn)
