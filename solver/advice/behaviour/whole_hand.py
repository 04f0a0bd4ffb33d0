"""Whether a seat swaps its whole hand, where it may do that or nothing.

It swaps with odds by the sum of the margins of its cards over cards not seen, in the rule of
thumb: one to one where that is nothing, e to one for every ``SCALE`` tricks that it is worse.

The scale was fitted to random hands of forehand, each swapped and kept in some deals that were
solved with open cards: so often the swap that the sum speaks for is the better one
(``benchmarks/fit_beliefs.py``).
"""

from __future__ import annotations

from math import exp, fsum, log1p

from solver import checks
from solver.advice.thumb_discards import card_margins
from solver.rules.contract import Contract

SCALE = 1.0
"""In tricks."""


def log_chance(contract: Contract, hand: int, swaps: bool) -> float:
    """Return the logarithm of the chance that a seat swaps its hand, or keeps it."""
    total = fsum(card_margins(contract, hand).values())
    return -log1p(exp((total if checks.flag(swaps, "swaps") else -total) / SCALE))
