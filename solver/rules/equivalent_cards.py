"""Equivalent cards: with none of another seat between them it does not matter which is played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from manni.solver.cards import SUITS, card_of, rank_of, suit_of, suit_ranks
from manni.solver.rules.trick import TrickRules


def low_first(rules: TrickRules, card: int) -> tuple[int, int]:
    """Return a sort key: lowest rank first, suits S H D C within a rank."""
    return rules.height(card), suit_of(card)


def touching_cards(held: int, others: int, rules: TrickRules) -> Iterator[list[int]]:
    """Yield the cards held in runs with none of the others between them, lowest first."""
    for suit in range(SUITS):
        if not suit_ranks(held, suit):
            continue
        run: list[int] = []
        for card in (card_of(suit, rank) for rank in rules.ranks):
            if held >> card & 1:
                run.append(card)
            elif others >> card & 1 and run:
                yield run
                run = []
        if run:
            yield run


def equivalent_cards(held: int, others: int, rules: TrickRules) -> tuple[tuple[int, ...], ...]:
    """Return the cards held in groups of equivalent ones, sorted from the lowest card up.

    The ``others`` are the cards that separate: those of other seats, and those on the table, which
    can beat or be beaten in this trick. Equivalent cards are worth the same.
    """
    groups = (
        tuple(group)
        for run in touching_cards(held, others, rules)
        for _, group in groupby(run, key=lambda card: rules.card_points[rank_of(card)])
    )
    return tuple(sorted(groups, key=lambda group: low_first(rules, group[0])))
