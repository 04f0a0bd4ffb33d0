"""Positions of Manille, from a seed."""

from __future__ import annotations

from random import Random

from solver.cards import CARDS, SEATS, Seat, card_name, hand_of
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, ENVERS, MANILLE, MISERE
from solver.rules.trick import TrickRules

GAMES = (
    (MANILLE, Contract.H),
    (ENVERS, Contract.D),
    (ENCHERES, Contract.C),
    (ENCHERES, Contract.NT),
    (MISERE, Contract.NULLO),
)
"""Rules and a contract."""

PACK = [card for card in range(CARDS) if card_name(card)[1] in "TAKQJ987"]


def random_manille(
    rng: Random, cards: int, rules: TrickRules, contract: Contract, on_table: int | None = None
) -> Position:
    """Return a position of cards from seven up, with 0 to 2 of them on the table."""
    dealt = rng.sample(PACK, SEATS * cards)
    position = Position(
        [hand_of(dealt[seat::SEATS]) for seat in Seat],
        contract,
        rng.choice(list(Seat)),
        rules=rules,
        declarer=rng.choice(list(Seat)) if rules.partners else None,
    )
    for _ in range(rng.randrange(SEATS) if on_table is None else on_table):
        position = position.play(rng.choice(position.legal()))
    return position
