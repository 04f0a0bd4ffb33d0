"""The plain search: tries every card of every position, with no bounds and no pruning.

It gives the true values of small positions, against which the compiled search is
checked. The two share no code.
"""

from __future__ import annotations

from dataclasses import dataclass

from manni.solver.cards import BySeat, Contract, Seat, by_seat, cards_in, seats_from, triple
from manni.solver.position import Position
from manni.solver.rules.trick import TrickRules, after_card, legal_cards, trick_worth

Hands = BySeat[int]
Guarantees = BySeat[int]


@dataclass
class _Game:
    """What is the same throughout the play, and the values found so far."""

    contract: Contract
    rules: TrickRules
    declarer: Seat | None
    avoids: bool
    seat: int
    known: dict[tuple[Hands, int, tuple[int, ...]], int]

    def value(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        """Return what ``seat`` gets from here on against the two others."""
        key = (hands, leader, table)
        if key not in self.known:
            self.known[key] = self._search(hands, leader, table)
        return self.known[key]

    def _search(self, hands: Hands, leader: int, table: tuple[int, ...]) -> int:
        mover = seats_from(leader)[len(table)]
        legal = legal_cards(hands[mover], table, self.contract, self.rules, mover, self.declarer)
        values = [self.after(hands, leader, table, card) for card in cards_in(legal)]
        if not values:
            return 0
        # The seat wants much, or little in NULLO and the like; the two others the reverse.
        wants_much = (mover == self.seat) != self.avoids
        return max(values) if wants_much else min(values)

    def after(self, hands: Hands, leader: int, table: tuple[int, ...], card: int) -> int:
        """Return the value once ``card`` is played, its own trick counted."""
        left = after_card(hands, leader, table, card, self.contract, self.rules)
        _, winner, on_table = left
        taken = not on_table and winner == self.seat
        return taken * trick_worth((*table, card), self.rules) + self.value(*left)


def _game(position: Position, seat: int) -> _Game:
    rules, declarer = position.rules, position.declarer
    return _Game(position.contract, rules, declarer, position.avoids, seat, {})


def _searched_seat(position: Position, seat: int) -> int:
    """Return the seat to search for: of two partners, the one against them."""
    return seat if position.declarer is None else position.declarer


def _of_seat(position: Position, seat: int, value: int) -> int:
    """Return a seat's value from that of the seat that was searched for."""
    return value if _searched_seat(position, seat) == seat else position.worth - value


def guarantee(position: Position, seat: int) -> int:
    """Return what ``seat`` is sure of against the two others: tricks, or points.

    Where it is to be avoided, what the seat takes at most. What counts is won from the
    position on, in the trick in progress too. Of a seat that has a partner, what the two
    get together.
    """
    game = _game(position, _searched_seat(position, seat))
    value = game.value(position.hands, position.leader, position.table)
    return _of_seat(position, seat, value)


def guarantees(position: Position) -> Guarantees:
    """Return every seat's guarantee, by seat F, M, D."""
    return by_seat(lambda seat: guarantee(position, seat))


def card_values(position: Position) -> dict[int, Guarantees]:
    """Return the three guarantees after each legal card, in the order of ``legal()``.

    They count from ``position`` on: a trick the card completes is counted.
    """
    root = position.hands, position.leader, position.table
    games = by_seat(lambda seat: _game(position, _searched_seat(position, seat)))
    found = {}
    for card in position.legal():
        values = triple(game.after(*root, card) for game in games)
        found[card] = triple(_of_seat(position, seat, values[seat]) for seat in Seat)
    return found
