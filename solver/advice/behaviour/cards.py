"""Which cards a seat puts down, and so how many.

Each card goes with odds by its margin over a card not seen, in the rule of thumb, given that
the rules allow so many: one to one where it makes no difference, e to one for every ``SCALE``
of a trick. So every set of cards that may be put down is chosen with a chance in proportion to
exp(- sum of their margins / SCALE).

Of the scales looked at, this one makes what the fitted rule (``fitted_discards``) puts down
likeliest, in NT, trump contracts and NULLO alike: ``benchmarks/fit_beliefs.py``. That rule
knows more than the rule of thumb, as players do.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log
from typing import TYPE_CHECKING

from solver import checks
from solver.advice.thumb_discards import card_margins
from solver.cards import card_name, cards_in, hand_of
from solver.errors import DealError
from solver.rules.contract import Contract

if TYPE_CHECKING:
    import numpy as np

SCALE = 0.15
"""In tricks."""


def log_chance(
    contract: Contract,
    hand: int,
    down: int,
    sizes: Sequence[int],
    ace_low: bool = False,
    scale: float = SCALE,
) -> float:
    """Return the logarithm of the chance that just these cards of a hand are put down.

    ``sizes`` are the numbers of cards that may be.
    """
    margins = card_margins(contract, hand, ace_low)
    scale = checks.amount(scale, "scale")
    ways = _ways([exp(-margin / scale) for margin in margins.values()])
    gone = _checked_down(down, hand)
    total = fsum(ways[size] for size in _checked_sizes(sizes, len(margins)))
    return -fsum(margins[card] for card in cards_in(gone)) / scale - log(total)


def chosen(
    contract: Contract,
    hand: int,
    sizes: Sequence[int],
    rng: np.random.Generator,
    ace_low: bool = False,
) -> int:
    """Return the cards that a seat puts down, drawn by their chances."""
    import numpy as np

    checks.instance(rng, np.random.Generator, "rng")
    margins = card_margins(contract, hand, ace_low)
    odds = {card: exp(-margin / SCALE) for card, margin in margins.items()}
    ways = _ways(list(odds.values()))
    sizes = _checked_sizes(sizes, len(odds))
    weights = [ways[size] for size in sizes]
    size = sizes[_drawn(weights, rng)]
    left, gone = list(odds), []
    for still in range(size, 0, -1):
        # The first card goes or stays by the ways to choose the rest.
        while True:
            card = left.pop(0)
            rest = _ways([odds[other] for other in left])
            with_it = odds[card] * rest[still - 1]
            without = rest[still] if still <= len(left) else 0.0
            if _drawn([with_it, without], rng) == 0:
                gone.append(card)
                break
    return hand_of(gone)


def _checked_sizes(sizes: Sequence[int], cards: int) -> list[int]:
    found = [checks.number(size, "sizes", 0, cards) for size in checks.several(sizes, "sizes")]
    if not found:
        raise DealError("sizes: none is given, expected at least one number of cards")
    return found


def _checked_down(down: int, hand: int) -> int:
    for card in cards_in(checks.hand(down, "down") & ~hand):
        raise DealError(f"{card_name(card)} is put down and not in the hand")
    return down


def _ways(odds: Sequence[float]) -> list[float]:
    """Return for every number of cards the odds of all choices of so many, added up."""
    ways = [1.0] + [0.0] * len(odds)
    for seen, own in enumerate(odds, 1):
        for size in range(seen, 0, -1):
            ways[size] += own * ways[size - 1]
    return ways


def _drawn(weights: Sequence[float], rng: np.random.Generator) -> int:
    """Return an index, drawn by weights."""
    at = float(rng.random()) * sum(weights)
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    return len(weights) - 1
