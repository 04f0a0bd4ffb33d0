"""What the models of ``solver.advice.behaviour`` say, plainly, to compare the sampler with."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, log1p

import numpy as np

from solver.advice.behaviour import DISCARD_SCALE, SWAP_SCALE
from solver.advice.thumb_hand import card_margins
from solver.cards import cards_in, hand_of
from solver.rules.contract import Contract


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


def drawn_discard(
    contract: Contract,
    hand: int,
    sizes: Sequence[int],
    rng: np.random.Generator,
    ace_low: bool = False,
) -> int:
    """Return the cards that a seat puts down, drawn by their chances."""
    margins = card_margins(contract, hand, ace_low)
    odds = {card: exp(-margin / DISCARD_SCALE) for card, margin in margins.items()}
    totals = odds_by_size(list(odds.values()))
    size = sizes[_drawn([totals[size] for size in sizes], rng)]
    left, gone = list(odds), []
    for still in range(size, 0, -1):
        # The first card goes or stays by the ways to choose the rest.
        while True:
            card = left.pop(0)
            rest = odds_by_size([odds[other] for other in left])
            with_it = odds[card] * rest[still - 1]
            without = rest[still] if still <= len(left) else 0.0
            if _drawn([with_it, without], rng) == 0:
                gone.append(card)
                break
    return hand_of(gone)


def _drawn(weights: Sequence[float], rng: np.random.Generator) -> int:
    """Return an index, drawn by weights."""
    at = float(rng.random()) * sum(weights)
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    return len(weights) - 1
