"""A position as the places of its cards: how each suit lies in the three hands."""

from __future__ import annotations

from manni.solver.analysis.comparisons import Known, Layout, numbers
from manni.solver.cards import SEATS, SUITS, BySeat, cards_in, hand_of, suit_of, triple
from manni.solver.position import Position

Layouts = tuple[Layout, ...]
"""How the suits S H D C lie: a deal, up to which cards are in play."""

Region = tuple[Known, ...]
"""What is known of each suit: a set of deals."""


class Places:
    """A position as the suits of its hands lie, the cards on the table among those of their hands.

    ``lengths`` and ``layouts`` are by suit, ``cards`` by suit and number of a card, as ``Known``
    numbers them; ``table`` has suit and number of the cards on it.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        in_play, lengths, layouts, cards = [], [], [], []
        for suit in range(SUITS):
            owner = {
                card: seat
                for seat, hand in enumerate(position.dealt)
                for card in cards_in(hand)
                if suit_of(card) == suit
            }
            order = sorted(owner, key=position.rules.height, reverse=True)
            layout = tuple(owner[card] for card in order)
            length = triple(layout.count(seat) for seat in range(SEATS))
            placed = dict(zip(numbers(length, layout), order, strict=True))
            in_play.append(order)
            layouts.append(layout)
            lengths.append(length)
            cards.append(tuple(placed[number] for number in range(len(order))))
        self.in_play = in_play
        """By suit the cards from the top down."""
        self.lengths = tuple(lengths)
        self.layouts: Layouts = tuple(layouts)
        self.cards = tuple(cards)
        self.table = tuple(map(self.number, position.table))

    def number(self, card: int) -> tuple[int, int]:
        """Return the suit of a card in play and its number there."""
        suit = suit_of(card)
        return suit, self.cards[suit].index(card)

    def numbers_in(self, cards: int) -> tuple[int, ...]:
        """Return by suit the numbers of some of the cards in play, as sets of bits."""
        return tuple(
            sum(1 << number for number, card in enumerate(own) if cards >> card & 1)
            for own in self.cards
        )

    def dealt(self, layouts: Layouts) -> BySeat[int]:
        """Return the hands, those on the table included, if the suits lay otherwise."""
        hands = [0] * SEATS
        for order, layout in zip(self.in_play, layouts, strict=True):
            for card, seat in zip(order, layout, strict=True):
                hands[seat] |= 1 << card
        return triple(hands)

    def played(self, layouts: Layouts) -> tuple[int, ...]:
        """Return the cards that are on the table then: those in the same places."""
        return tuple(
            self.in_play[suit][numbers(self.lengths[suit], layouts[suit]).index(number)]
            for suit, number in self.table
        )

    def at(self, layouts: Layouts) -> Position:
        """Return the position if the suits lay otherwise."""
        table = self.played(layouts)
        left = ~hand_of(table)
        here = self.position
        return Position(
            [hand & left for hand in self.dealt(layouts)],
            here.contract,
            here.leader,
            table,
            rules=here.rules,
            declarer=here.declarer,
        )

    def is_in(self, region: Region) -> bool:
        """Return whether the deal is one of a set of its lengths, whatever is on the table."""
        return all(map(Known.agrees, region, self.layouts))
