"""Positions: random ones, from a seed, and one that takes long."""

from __future__ import annotations

from random import Random

from solver.cards import CARDS, SEATS, Seat, hand_of
from solver.position import Position
from solver.rules.contract import Contract

ENDLESS = Position.parse(
    "A983.QJ65.KT74.A983 KT74.A983.QJ65.KT74 QJ65.KT74.A983.QJ65", contract="NULLO", leader="F"
)
"""Takes ten seconds and more for each seat: no test waits for its end."""


def random_position(
    rng: Random,
    cards: int,
    contract: Contract | None = None,
    ace_low: bool | None = None,
    on_table: int | None = None,
) -> Position:
    """Return a position of ``cards`` a hand out of 52, with 0 to 2 of them on the table.

    What is None is drawn too.
    """
    dealt = rng.sample(range(CARDS), SEATS * cards)
    forehand, middlehand, dealer = (hand_of(dealt[seat::SEATS]) for seat in range(SEATS))
    position = Position(
        (forehand, middlehand, dealer),
        Contract(rng.randrange(len(Contract))) if contract is None else contract,
        Seat(rng.randrange(SEATS)),
        ace_low=rng.random() < 0.3 if ace_low is None else ace_low,
    )
    for _ in range(rng.randrange(SEATS) if on_table is None else on_table):
        if cards:
            position = position.play(rng.choice(position.legal()))
    return position


def finish(position: Position, cards: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the tricks each seat wins in a line from a position."""
    won = [0] * SEATS
    for card in cards:
        position = position.play(card)
        if position.taken_by is not None:
            won[position.taken_by] += 1
    return won[0], won[1], won[2]
