"""What the models of ``solver.advice.opponent_model`` say, plainly, to compare the sampler with."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, log1p

from manni.solver.advice.hand_policy import card_margins
from manni.solver.advice.opponent_model import DISCARD_SCALE, SWAP_SCALE
from manni.solver.cards import Contract, cards_in


def discard_log_chance(
    contract: Contract,
    hand: int,
    down: int,
    sizes: Sequence[int],
    ace_low: bool = False,
    scale: float = DISCARD_SCALE,
) -> float:
    """Return the logarithm of the chance that just these cards of a hand are put down.

    ``sizes`` are the numbers of cards that may be.
    """
    margins = card_margins(contract, hand, ace_low)
    totals = odds_by_size([exp(-margin / scale) for margin in margins.values()])
    total = fsum(totals[size] for size in sizes)
    return -fsum(margins[card] for card in cards_in(down)) / scale - log(total)


def odds_by_size(odds: Sequence[float]) -> list[float]:
    """Return by number of cards the sum over all sets of so many of the product of their odds."""
    totals = [1.0] + [0.0] * len(odds)
    for count, card_odds in enumerate(odds, 1):
        for size in range(count, 0, -1):
            totals[size] += card_odds * totals[size - 1]
    return totals


def swap_log_chance(contract: Contract, hand: int, swaps: bool) -> float:
    """Return the logarithm of the chance that a seat swaps its hand, or keeps it."""
    total = fsum(card_margins(contract, hand).values())
    return -log1p(exp((total if swaps else -total) / SWAP_SCALE))
