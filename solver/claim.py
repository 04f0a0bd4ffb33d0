"""Whether a seat takes every trick that is left, some helping it: where every duty binds.

Whoever can beat a card must. So once the claimer is on lead, his card alone decides the trick: he
takes it if no other seat holds a higher card of the suit, and none that is void in it a trump. What
is left to choose is what the others shed:

* His highest card of a suit stands for all that win: no card of another seat lies between them.
* A higher card of another seat in place of a lower one of the same suit never helps the claimer,
  since the same cards may be played and fewer leads win. So of each suit helpers shed their
  highest card, those against him their lowest.
* Who sheds a card of another suit than the one led has no trump, and so will never ruff. A card
  that beats none of the claimer's is harmless from then on. A seat against him that holds harmless
  cards alone in a suit sheds one of these first. Had it shed another card, x, and kept the harmless
  one, h, it could have done no better: with x in place of h it plays as it would with h, but that
  it sheds x where it would shed h or follow with it as its last card of that suit, and follows with
  x where it would shed a card instead, which then stands for x. Of a seat that holds harmless cards
  alone one stands for all.
* A seat against him takes a trick if it holds more cards of a suit than the claimer has higher than
  all of these, n, and he has a lower one: it sheds other cards as long as it can. All his cards
  have to be led. While he holds the lower one and n higher, each hand has n + 1 cards at least; and
  to each of the n that is led the seat follows, keeping its highest card.

Until he is on lead, in the trick that is being played, every card is tried.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from .cards import (
    RANK_LETTERS,
    RANKS,
    SUIT_MASK,
    SUITS,
    BySeat,
    Seat,
    cards_in,
    hand_of,
    seats_from,
)
from .piles import PilePosition
from .position import Position
from .rules.trick import EVERY_DUTY, after_card, legal_cards, touching_cards, trick_winner

_SUITS = [SUIT_MASK << RANKS * suit for suit in range(SUITS)]


def is_decided_by_leads(position: Position, seat: int) -> bool:
    """Return whether ``takes_all`` answers for a seat, which has every duty bind on whole hands."""
    rules, piles = position.rules, isinstance(position, PilePosition)
    alone = len(position.side(seat)) == 1 and not rules.spares_partner
    return alone and rules.duties == EVERY_DUTY and rules.trick_points > 0 and not piles


def takes_all(position: Position, seat: Seat, helpers: Collection[Seat] = ()) -> bool:
    """Return whether a seat is sure of every trick, the one in progress included.

    The ``helpers`` play for it, all others against it.
    """
    friends, others = {seat, *helpers}, seats_from(seat)[1:]
    foes = [other for other in others if other not in friends]
    contract, heights = position.contract, position.rules.heights
    rules = replace(position.rules, order=RANK_LETTERS)  # from here on ranks stand by height
    trumps = 0 if contract.trump is None else _SUITS[contract.trump]

    def by_height(card: int) -> int:
        return card - card % RANKS + heights[card % RANKS]

    def takes_trick(hands: BySeat[int], leader: int, table: tuple[int, ...]) -> bool:
        """Return whether the claimer takes this trick, begun or not, and all that follow."""
        if not table and leader == seat:
            return takes_rest(hands)
        order = seats_from(leader)
        player, at = order[len(table)], order.index(seat)
        legal = legal_cards(hands[player], table, contract, rules)
        held_by_others = sum(hands) - hands[player] | hand_of(table)
        for card, *_ in touching_cards(legal, held_by_others, rules):
            after = after_card(hands, leader, table, card, contract, rules)
            beaten = len(table) >= at != trick_winner((*table, card), contract, rules)
            takes = not beaten and takes_trick(*after)
            if takes is (player in friends):
                return takes
        return player not in friends

    @cache
    def takes_rest(hands: BySeat[int]) -> bool:
        """Return whether the claimer, on lead, takes all that is left."""
        if has_guard(hands):
            return False
        return not hands[seat] or any(
            takes_after(without(hands, seat, highest(hands[seat] & suit)), suit, others)
            for suit in _SUITS
            if wins(hands, suit)
        )

    def has_guard(hands: BySeat[int]) -> bool:
        """Return whether one against the claimer keeps a card that will beat one of his."""
        return any(
            beats(guard := hands[foe] & suit, led := hands[seat] & suit)
            and guard.bit_count() > (led >> guard.bit_length()).bit_count()
            for foe in foes
            for suit in _SUITS
        )

    def wins(hands: BySeat[int], suit: int) -> bool:
        """Return whether the claimer's highest card of a suit takes the trick that it leads."""
        led = hands[seat] & suit
        return led > 0 and all(
            held < led if (held := hands[other] & suit) else not hands[other] & trumps
            for other in others
        )

    def takes_after(hands: BySeat[int], led: int, to_play: tuple[Seat, ...]) -> bool:
        """Return whether he takes all once some have still to shed a card to the one he led."""
        if not to_play:
            return takes_rest(hands)
        player, *later = to_play
        hand, helps = hands[player], player in friends
        suits = [led] if hand & led else [suit for suit in _SUITS if hand & suit]
        harmless = [suit for suit in suits if not beats(hand & suit, hands[seat] & suit)]
        if harmless and (not helps or len(harmless) == len(suits)):
            suits = harmless[:1]
        after = (
            takes_after(
                without(hands, player, highest(cards) if helps else cards & -cards),
                led,
                tuple(later),
            )
            for suit in suits
            for cards in [hand & suit]
        )
        return any(after) if helps else all(after)

    def beats(cards: int, led: int) -> bool:
        """Return whether one of the cards of a suit beats one of the claimer's."""
        return 0 < led & -led < cards

    def highest(cards: int) -> int:
        return 1 << cards.bit_length() - 1

    def without(hands: BySeat[int], player: Seat, card: int) -> BySeat[int]:
        """Return the hands when a seat has played a card, given as a hand."""
        return (*hands[:player], hands[player] ^ card, *hands[player + 1 :])

    hands = tuple(hand_of(map(by_height, cards_in(hand))) for hand in position.hands)
    return takes_trick(hands, position.leader, tuple(map(by_height, position.table)))
