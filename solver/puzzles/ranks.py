"""A card in its position: its height, whether it takes the lead, whether it is a master."""

from __future__ import annotations

from manni.solver.position import Position
from manni.solver.rules.trick import takes_lead


def height(position: Position, card: int) -> int:
    """Return how high a card stands in its suit, 0 lowest to 12 highest."""
    return position.rules.height(card)


def takes_the_lead(position: Position, card: int) -> bool:
    """Return whether ``card``, played now, would be winning the trick."""
    return takes_lead(card, position.table, position.contract, position.rules)


def is_master(position: Position, card: int) -> bool:
    """Return whether no other seat holds, or has on the table, a higher card of the suit."""
    held = position.dealt[0] | position.dealt[1] | position.dealt[2]
    others = held & ~position.hands[position.to_play]
    return not others & position.rules.higher(card)
