"""The plain search: every card of every position, remembered, nothing cut off.

The truth for small positions that the compiled search is checked against. It
shares no code with it: only what is legal and who wins a trick.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.cards import SEATS, cards_in, suit_of
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import legal_cards, trick_winner

Guarantees = tuple[int, int, int]


@dataclass
class _Game:
    """What does not change during the play, and the values found so far."""

    contract: Contract
    ace_low: bool
    seat: int
    known: dict[tuple[tuple[int, ...], int, tuple[int, ...]], int]

    def value(self, hands: tuple[int, ...], leader: int, table: tuple[int, ...]) -> int:
        """Return the tricks ``seat`` gets from here on against the two others."""
        key = (hands, leader, table)
        if key not in self.known:
            self.known[key] = self._search(hands, leader, table)
        return self.known[key]

    def _search(self, hands: tuple[int, ...], leader: int, table: tuple[int, ...]) -> int:
        mover = (leader + len(table)) % SEATS
        legal = legal_cards(hands[mover], suit_of(table[0]) if table else None)
        values = [self.after(hands, leader, table, card) for card in cards_in(legal)]
        if not values:
            return 0
        # The seat wants many tricks, or few in NULLO; the two others the reverse.
        wants_many = (mover == self.seat) != self.contract.avoids
        return max(values) if wants_many else min(values)

    def after(self, hands: tuple[int, ...], leader: int, table: tuple[int, ...], card: int) -> int:
        """Return the value once ``card`` is played, its own trick counted."""
        left = tuple(hand & ~(1 << card) for hand in hands)
        table = (*table, card)
        if len(table) < SEATS:
            return self.value(left, leader, table)
        winner = (leader + trick_winner(table, self.contract, self.ace_low)) % SEATS
        return (winner == self.seat) + self.value(left, winner, ())


def _games(position: Position) -> list[_Game]:
    return [_Game(position.contract, position.ace_low, seat, {}) for seat in range(SEATS)]


def guarantee(position: Position, seat: int) -> int:
    """Return the tricks ``seat`` is sure of (NULLO: at most takes) against the two others.

    Tricks count from the position on, the trick in progress included.
    """
    return _games(position)[seat].value(position.hands, position.leader, position.table)


def guarantees(position: Position) -> Guarantees:
    """Return every seat's guarantee, by seat F, M, D."""
    return guarantee(position, 0), guarantee(position, 1), guarantee(position, 2)


def card_values(position: Position) -> dict[int, Guarantees]:
    """Return the three guarantees after each legal card, in the order of ``legal()``.

    Tricks count from ``position`` on: a trick the card completes is counted.
    """
    games = _games(position)
    values = {}
    for card in position.legal():
        forehand, middlehand, dealer = (
            game.after(position.hands, position.leader, position.table, card) for game in games
        )
        values[card] = (forehand, middlehand, dealer)
    return values
