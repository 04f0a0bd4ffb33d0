"""Which of a seat's cards are equal: no card of another seat lies between them."""

from __future__ import annotations

from manni.solver.cards import RANKS, card_of, rank_of, suit_of
from manni.solver.position import Position


def low_first(position: Position, card: int) -> tuple[int, int]:
    """Return a sort key: lowest rank first, suits S H D C within a rank."""
    return position.rules.heights[rank_of(card)], suit_of(card)


def equal_groups(position: Position) -> list[list[int]]:
    """Return the legal cards in groups of equals, sorted from the lowest card up.

    Which card of a group is played makes no difference. Cards on the table still
    separate: they can beat or be beaten in this trick. Equal cards are worth the same.
    """
    mover, heights, worth = position.to_play, position.rules.heights, position.rules.card_points
    others = 0
    for seat, hand in enumerate(position.dealt):
        others |= hand if seat != mover else hand & ~position.hands[mover]
    ranks = sorted(range(RANKS), key=lambda rank: heights[rank])
    legal = set(position.legal())
    groups: list[list[int]] = []
    for suit in sorted({suit_of(card) for card in legal}):
        group: list[int] = []
        for card in (card_of(suit, rank) for rank in ranks):
            if card in legal:
                if group and worth[rank_of(card)] != worth[rank_of(group[0])]:
                    groups.append(group)
                    group = []
                group.append(card)
            elif others >> card & 1 and group:
                groups.append(group)
                group = []
        if group:
            groups.append(group)
    return sorted(groups, key=lambda group: low_first(position, group[0]))
