"""The plain search: tries every card of every position, with no bounds and no pruning.

It gives the true values of small positions, against which the compiled search is
checked. The two share no code.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import BySeat, Contract, Seat, cards_in, seats_from
from .position import Position
from .rules.trick import TrickRules, after_card, legal_cards, trick_worth

Hands = BySeat[int]
Guarantees = BySeat[int]


@dataclass
class _Game:
    """What is the same throughout the play, and the values found so far."""

    contract: Contract
    rules: TrickRules
    declarers: frozenset[Seat]
    avoids: bool
    side: tuple[Seat, ...]
    known: dict[tuple[Hands, int, tuple[int, ...]], int]

    def value(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        """Return what the side gets from here on against all others."""
        key = (hands, leader, table)
        if key not in self.known:
            self.known[key] = self._search(hands, leader, table)
        return self.known[key]

    def _search(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        mover = seats_from(leader)[len(table)]
        legal = legal_cards(hands[mover], table, self.contract, self.rules, mover, self.declarers)
        values = [self.after(hands, leader, table, card) for card in cards_in(legal)]
        if not values:
            return 0
        # The side wants much, or little in NULLO and the like; the others the reverse.
        wants_much = (mover in self.side) != self.avoids
        return max(values) if wants_much else min(values)

    def after(self, hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
        """Return the value once ``card`` is played, its own trick counted."""
        left = after_card(hands, leader, table, card, self.contract, self.rules)
        _, winner, on_table = left
        taken = not on_table and winner in self.side
        return taken * trick_worth((*table, card), self.rules) + self.value(*left)


def _game(position: Position, seat: int) -> _Game:
    rules, declarers = position.rules, position.declarers
    return _Game(position.contract, rules, declarers, position.avoids, position.side(seat), {})


def guarantee(position: Position, seat: int) -> int:
    """Return what ``seat`` is sure of against all others: tricks, or points.

    Where it is to be avoided, what the seat takes at most. What counts is won from the
    position on, in the trick in progress too. Of a seat that has partners, what they get
    together.
    """
    return _game(position, seat).value(position.hands, position.leader, position.table)


def guarantees(position: Position) -> Guarantees:
    """Return every seat's guarantee, in playing order."""
    return tuple(guarantee(position, seat) for seat in position.seats)


def card_values(position: Position) -> dict[int, Guarantees]:
    """Return every seat's guarantee after each legal card, in the order of ``legal()``.

    They count from ``position`` on: a trick the card completes is counted.
    """
    root = position.hands, position.leader, position.table
    games = [_game(position, seat) for seat in position.seats]
    return {card: tuple(game.after(*root, card) for game in games) for card in position.legal()}
