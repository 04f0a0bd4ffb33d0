"""The plain search: tries every card of every position, with no bounds and no pruning.

It gives the true values of small positions, against which all others are checked. Values are
tricks, or points, from the position on, in the trick in progress too.
"""

from __future__ import annotations

from manni.solver.cards import BySeat, Seat
from manni.solver.position import Position

Known = dict[object, int]


def _value(position: Position, side: tuple[Seat, ...], known: Known) -> int:
    """Return what a side gets from here on against all others."""
    place = position.hands, position.leader, position.table
    if place not in known:
        values = [_after(position, card, side, known) for card in position.legal()]
        # The side wants much, or little in NULLO and the like; the others the reverse.
        wants_much = (position.to_play in side) != position.avoids
        known[place] = (max if wants_much else min)(values, default=0)
    return known[place]


def _after(position: Position, card: int, side: tuple[Seat, ...], known: Known) -> int:
    """Return the value once a card is played, its own trick counted."""
    after = position._after(card)
    return after.taken * (after.taken_by in side) + _value(after, side, known)


def guarantee(position: Position, seat: int) -> int:
    """Return what a seat, with its partners, is sure of; what is avoided it takes at most."""
    return _value(position, position.side(seat), {})


def guarantees(position: Position) -> BySeat[int]:
    """Return every seat's guarantee, in playing order."""
    return tuple(guarantee(position, seat) for seat in position.seats)


def card_values(position: Position) -> dict[int, BySeat[int]]:
    """Return every seat's guarantee after each legal card, in the order of ``legal()``."""
    every: list[tuple[tuple[Seat, ...], Known]]
    every = [(position.side(seat), {}) for seat in position.seats]
    return {card: tuple(_after(position, card, *own) for own in every) for card in position.legal()}
