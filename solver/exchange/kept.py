"""The hands worth keeping out of more cards, in games where cards have points."""

from __future__ import annotations

from collections.abc import Iterator

from manni.solver.cards import hand_of, rank_of
from manni.solver.rules.equivalent_cards import touching_cards
from manni.solver.rules.trick import TrickRules


def kept_hands(
    held: int, others: int, size: int, rules: TrickRules, *, dearest: bool = True
) -> list[int]:
    """Return the hands of ``size`` cards that may be the best to keep of the cards ``held``.

    Of cards with none of the ``others`` between them it does not matter to the play which are
    kept, only how many. It is best to keep the dearest: they add points to tricks that their
    holder takes, and cost him nothing in the rest. Where the cards put away count for him, it is
    best to keep the cheapest (``dearest`` False), since the others' points are then sure.
    """
    groups = [
        sorted(group, key=lambda card: rules.card_points[rank_of(card)], reverse=dearest)
        for group in touching_cards(held, others, rules)
    ]
    hands: dict[int, list[int]] = {0: [0]}  # by number of cards
    for left, group in zip(_cards_after(groups), groups, strict=True):
        parts = [hand_of(group[:count]) for count in range(len(group) + 1)]
        further: dict[int, list[int]] = {}
        for already, smaller in hands.items():
            for count, part in enumerate(parts):
                if already + count <= size <= already + count + left:
                    further.setdefault(already + count, []).extend(hand | part for hand in smaller)
        hands = further
    return hands[size]


def _cards_after(groups: list[list[int]]) -> Iterator[int]:
    """Yield for each group how many cards those after it have."""
    left = sum(map(len, groups))
    for group in groups:
        left -= len(group)
        yield left
