"""The plain search: tries every card of every position, with no bounds and no pruning.

It gives the true values of small positions, against which the compiled search is
checked. The two share no code.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver import checks
from solver.cards import SEATS, by_seat, cards_in, triple
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import after_card, legal_cards

Hands = tuple[int, int, int]
Guarantees = tuple[int, int, int]


@dataclass
class _Game:
    """What is the same throughout the play, and the values found so far."""

    contract: Contract
    ace_low: bool
    seat: int
    known: dict[tuple[Hands, int, tuple[int, ...]], int]

    def value(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        """Return the tricks ``seat`` gets from here on against the two others."""
        key = (hands, leader, table)
        if key not in self.known:
            self.known[key] = self._search(hands, leader, table)
        return self.known[key]

    def _search(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        mover = (leader + len(table)) % SEATS
        legal = legal_cards(hands[mover], table)
        values = [self.after(hands, leader, table, card) for card in cards_in(legal)]
        if not values:
            return 0
        # The seat wants many tricks, or few in NULLO; the two others the reverse.
        wants_many = (mover == self.seat) != self.contract.avoids
        return max(values) if wants_many else min(values)

    def after(self, hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
        """Return the value once ``card`` is played, its own trick counted."""
        left = after_card(hands, leader, table, card, self.contract, self.ace_low)
        _, winner, on_table = left
        return (not on_table and winner == self.seat) + self.value(*left)


def _game(position: Position, seat: int) -> _Game:
    return _Game(position.contract, position.ace_low, seat, {})


def guarantee(position: Position, seat: int) -> int:
    """Return the tricks ``seat`` is sure of (NULLO: at most takes) against the two others.

    Tricks count from the position on, the trick in progress included.
    """
    checks.instance(position, Position, "position")
    return _game(position, checks.seat(seat)).value(position.hands, position.leader, position.table)


def guarantees(position: Position) -> Guarantees:
    """Return every seat's guarantee, by seat F, M, D."""
    return by_seat(lambda seat: guarantee(position, seat))


def card_values(position: Position) -> dict[int, Guarantees]:
    """Return the three guarantees after each legal card, in the order of ``legal()``.

    Tricks count from ``position`` on: a trick the card completes is counted.
    """
    checks.instance(position, Position, "position")
    games = by_seat(lambda seat: _game(position, seat))
    root = position.hands, position.leader, position.table
    return {card: triple(game.after(*root, card) for game in games) for card in position.legal()}
