"""Whether a seat takes every trick that is left, some helping it: where every duty binds.

Whoever can beat a card must. So once the claimer is on lead, his card alone decides the trick: he
takes it if no other seat holds a higher card of the suit, and none that is void in it a trump. What
is left to choose is what the others shed:

* His highest card of a suit stands for all that win: no card of another seat lies between them.
* A higher card of another seat in place of a lower one of the same suit never helps the claimer,
  since the same cards may be played and fewer leads win. So of each suit helpers shed their
  highest card, those against him their lowest.

Until he is on lead, in the trick that is being played, every card is tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

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
from .notation import SeatLike
from .piles import PilePosition
from .position import Position
from .rules.trick import EVERY_DUTY, after_card, legal_cards, touching_cards, trick_winner

_SUITS = [SUIT_MASK << RANKS * suit for suit in range(SUITS)]


def is_decided_by_leads(position: Position, seat: SeatLike) -> bool:
    """Return whether ``takes_all`` answers for a seat, which has every duty bind on whole hands."""
    rules, piles = position.rules, isinstance(position, PilePosition)
    alone = len(position.side(seat)) == 1 and not rules.spares_partner
    return alone and rules.duties == EVERY_DUTY and rules.trick_points > 0 and not piles


def takes_all(position: Position, seat: Seat, helpers: Collection[Seat] = ()) -> bool:
    """Return whether a seat is sure of every trick, the one in progress included.

    The ``helpers`` play for it, all others against it.
    """
    heights = position.rules.heights

    def by_height(card: int) -> int:
        return card - card % RANKS + heights[card % RANKS]

    search = _Search(position, seat, {seat, *helpers})
    hands = tuple(hand_of(map(by_height, cards_in(hand))) for hand in position.hands)
    return search.takes_trick(hands, position.leader, tuple(map(by_height, position.table)))


class _Search:
    """The search from one position on, and what it has found. Ranks stand by height."""

    def __init__(self, position: Position, claimer: Seat, friends: Collection[Seat]) -> None:
        self.claimer, self.friends = claimer, friends
        self.others = seats_from(claimer)[1:]
        self.contract, self.rules = position.contract, replace(position.rules, order=RANK_LETTERS)
        self.trumps = 0 if position.contract.trump is None else _SUITS[position.contract.trump]
        self.known: dict[BySeat[int], bool] = {}

    def takes_trick(self, hands: BySeat[int], leader: int, table: tuple[int, ...]) -> bool:
        """Return whether the claimer takes this trick, begun or not, and all that follow."""
        if not table and leader == self.claimer:
            return self.takes_rest(hands)
        order = seats_from(leader)
        seat, at = order[len(table)], order.index(self.claimer)
        legal = legal_cards(hands[seat], table, self.contract, self.rules)
        held_by_others = sum(hands) - hands[seat] | hand_of(table)
        for card, *_ in touching_cards(legal, held_by_others, self.rules):
            after = after_card(hands, leader, table, card, self.contract, self.rules)
            beaten = len(table) >= at != trick_winner((*table, card), self.contract, self.rules)
            takes = not beaten and self.takes_trick(*after)
            if takes is (seat in self.friends):
                return takes
        return seat not in self.friends

    def takes_rest(self, hands: BySeat[int]) -> bool:
        """Return whether the claimer, on lead, takes all that is left."""
        if not hands[self.claimer]:
            return True
        takes = self.known.get(hands)
        if takes is None:
            takes = self.known[hands] = any(
                self.takes_after(_without(hands, self.claimer, highest), suit, self.others)
                for suit in _SUITS
                for highest in [1 << (hands[self.claimer] & suit).bit_length() >> 1]
                if self.wins(hands, suit)
            )
        return takes

    def wins(self, hands: BySeat[int], suit: int) -> bool:
        """Return whether the highest card of a suit takes the trick that it leads."""
        led = hands[self.claimer] & suit
        return led > 0 and all(
            held < led if (held := hands[seat] & suit) else not hands[seat] & self.trumps
            for seat in self.others
        )

    def takes_after(self, hands: BySeat[int], suit: int, to_play: tuple[Seat, ...]) -> bool:
        """Return whether he does once some have still to play to his card."""
        if not to_play:
            return self.takes_rest(hands)
        seat, *rest = to_play
        after = (
            self.takes_after(_without(hands, seat, card), suit, tuple(rest))
            for card in self.cards_to_shed(hands, seat, suit)
        )
        return any(after) if seat in self.friends else all(after)

    def cards_to_shed(self, hands: BySeat[int], seat: Seat, led: int) -> Iterator[int]:
        """Yield the cards, as hands, of which a seat sheds one to a trick that it cannot take."""
        hand = hands[seat]
        for suit in [led] if hand & led else _SUITS:
            if cards := hand & suit:
                yield 1 << cards.bit_length() - 1 if seat in self.friends else cards & -cards


def _without(hands: BySeat[int], seat: Seat, card: int) -> BySeat[int]:
    """Return the hands when a seat has played a card, given as a hand."""
    return (*hands[:seat], hands[seat] ^ card, *hands[seat + 1 :])
