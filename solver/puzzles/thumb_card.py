"""The card a rule of thumb plays: what a puzzle's key should not be.

It sees all hands, as a reader who solves a puzzle does. At a table, where they are hidden, the
rule of thumb is ``solver/advice/card_policy.py``.

Where tricks are wanted:

* leading: a master (no other seat holds a higher card of the suit) from the longest suit
  that has one, the highest; without one the lowest card of the longest suit;
* second to the trick: low; last: win as cheaply as possible, else low;
* void: ruff as low as takes the lead in the trick, else the lowest card of the longest
  suit that is not trump.

In NULLO:

* leading: the lowest card of all;
* following: the highest card that stays below the one that is winning; where there is
  none, the last seat plays its highest and the second its lowest;
* void: the highest card of all.

Lengths and ranks that tie go to the first suit in the order S H D C.
"""

from __future__ import annotations

from manni.solver.cards import SEATS, suit_of, suit_ranks
from manni.solver.errors import DealError
from manni.solver.position import Position
from manni.solver.rules.equivalent_cards import low_first


def thumb_card(position: Position) -> int:
    """Return the card the rule of thumb plays. Raises DealError where no card is left."""
    legal = position.legal()
    if not legal:
        raise DealError("no card is left to play")
    if position.avoids:
        return _avoiding(position, legal)
    if not position.table:
        return _lead(position, legal)
    follows = suit_of(legal[0]) == suit_of(position.table[0])
    winners = [card for card in legal if position.takes_lead(card)]
    is_last = len(position.table) == SEATS - 1
    if winners and (is_last or not follows):
        return _lowest(position, winners)
    if follows:
        return _lowest(position, legal)
    plain = [card for card in legal if suit_of(card) != position.contract.trump]
    return _from_longest(position, plain or list(legal))


def _lead(position: Position, legal: tuple[int, ...]) -> int:
    masters = [card for card in legal if position.is_master(card)]
    if not masters:
        return _from_longest(position, list(legal))
    longest = max(masters, key=lambda card: (_length(position, card), -suit_of(card)))
    suit = [card for card in masters if suit_of(card) == suit_of(longest)]
    return max(suit, key=lambda card: position.rules.height(card))


def _avoiding(position: Position, legal: tuple[int, ...]) -> int:
    if not position.table:
        return _lowest(position, legal)
    highest = max(legal, key=lambda card: (position.rules.height(card), -suit_of(card)))
    if suit_of(legal[0]) != suit_of(position.table[0]):
        return highest
    below = [card for card in legal if not position.takes_lead(card)]
    if below:
        return max(below, key=lambda card: position.rules.height(card))
    return highest if len(position.table) == SEATS - 1 else _lowest(position, legal)


def _from_longest(position: Position, cards: list[int]) -> int:
    longest = max(cards, key=lambda card: (_length(position, card), -suit_of(card)))
    return _lowest(position, [card for card in cards if suit_of(card) == suit_of(longest)])


def _lowest(position: Position, cards: tuple[int, ...] | list[int]) -> int:
    return min(cards, key=lambda card: low_first(position.rules, card))


def _length(position: Position, card: int) -> int:
    return suit_ranks(position.hands[position.to_play], suit_of(card)).bit_count()
