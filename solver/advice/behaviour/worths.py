"""The margins of the rule of thumb as tables, for the compiled sampler.

They are read off ``card_margins``, so that the two cannot differ.
"""

from __future__ import annotations

from functools import cache

from solver import checks
from solver.advice.thumb_discards import card_margins
from solver.cards import CARDS, RANKS, SUITS, card_of, hand_of
from solver.rules.contract import Contract
from solver.rules.trick import strength

_MOST_UNDER = 3

Worths = tuple[bool, list[float], list[float], list[list[float]], list[int]]
"""Whether tricks are avoided; the margin of every card alone in its suit and, by suit, what a
further card adds; in nullo the margin by height and number of lower cards held; the heights of
the ranks."""


def worths(ace_low: bool = False) -> tuple[Worths, ...]:
    """Return the tables of every contract."""
    return _all_worths(checks.flag(ace_low, "ace_low"))


@cache
def _all_worths(ace_low: bool) -> tuple[Worths, ...]:
    return tuple(_worths(contract, ace_low) for contract in Contract)


def _worths(contract: Contract, ace_low: bool) -> Worths:
    low = ace_low and contract.avoids
    ranks = sorted(range(RANKS), key=lambda rank: strength(rank, low))
    if contract.avoids:
        burden = [
            [_alone_over(contract, ranks, height, under, low) for under in range(_MOST_UNDER + 1)]
            for height in range(RANKS)
        ]
        heights = [ranks.index(rank) for rank in range(RANKS)]
        return True, [0.0] * CARDS, [0.0] * SUITS, burden, heights
    alone = [card_margins(contract, 1 << card)[card] for card in range(CARDS)]
    two = [card_margins(contract, hand_of((card_of(s, 0), card_of(s, 1)))) for s in range(SUITS)]
    each = [two[suit][card_of(suit, 0)] - alone[card_of(suit, 0)] for suit in range(SUITS)]
    return False, alone, each, [[0.0] * (_MOST_UNDER + 1)] * RANKS, list(range(RANKS))


def _alone_over(
    contract: Contract, ranks: list[int], height: int, under: int, ace_low: bool
) -> float:
    """Return the margin in nullo of the card of a height over so many of its suit."""
    card = card_of(0, ranks[height])
    held = [card_of(0, rank) for rank in ranks[: min(height, under)]]
    return card_margins(contract, hand_of([card, *held]), ace_low)[card]
