"""Which of a seat's cards are equal: no card of another seat lies between them."""

from __future__ import annotations

from solver.cards import RANKS, card_of, rank_of, suit_of
from solver.position import Position
from solver.rules.trick import strength


def low_first(position: Position, card: int) -> tuple[int, int]:
    """Return a sort key: lowest rank first, suits S H D C within a rank."""
    return strength(rank_of(card), position.ace_low), suit_of(card)


def equal_groups(position: Position) -> list[list[int]]:
    """Return the legal cards in groups of equals, sorted from the lowest card up.

    Which card of a group is played makes no difference. Cards on the table still
    separate: they can beat or be beaten in this trick.
    """
    mover = position.to_play
    others = 0
    for seat, hand in enumerate(position.dealt):
        others |= hand if seat != mover else hand & ~position.hands[mover]
    ranks = sorted(range(RANKS), key=lambda rank: strength(rank, position.ace_low))
    legal = set(position.legal())
    groups: list[list[int]] = []
    for suit in sorted({suit_of(card) for card in legal}):
        group: list[int] = []
        for card in (card_of(suit, rank) for rank in ranks):
            if card in legal:
                group.append(card)
            elif others >> card & 1 and group:
                groups.append(group)
                group = []
        if group:
            groups.append(group)
    return sorted(groups, key=lambda group: low_first(position, group[0]))
