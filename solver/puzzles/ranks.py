"""A card in its position: its height, whether it takes the lead, whether it is a master."""

from __future__ import annotations

from manni.solver.cards import cards_in, rank_of, suit_of
from manni.solver.position import Position
from manni.solver.rules.trick import trick_winner


def height(position: Position, card: int) -> int:
    """Return how high a card stands in its suit, 0 lowest to 12 highest."""
    return position.rules.heights[rank_of(card)]


def takes_the_lead(position: Position, card: int) -> bool:
    """Return whether ``card``, played now, would be winning the trick."""
    table = (*position.table, card)
    return trick_winner(table, position.contract, position.rules) == len(table) - 1


def is_master(position: Position, card: int) -> bool:
    """Return whether no other seat holds, or has on the table, a higher card of the suit."""
    own_height = height(position, card)
    held = position.dealt[0] | position.dealt[1] | position.dealt[2]
    return not any(
        height(position, other) > own_height
        for other in cards_in(held & ~position.hands[position.to_play])
        if suit_of(other) == suit_of(card)
    )
