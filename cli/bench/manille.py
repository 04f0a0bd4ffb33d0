"""Manille as work to measure: seeded positions and exchanges with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from solver.cards import (
    CARDS,
    RANKS,
    SEATS,
    SUITS,
    Seat,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
    triple,
)
from solver.engine import Engine
from solver.exchange.kept import kept_hands
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, ENVERS, MANILLE, MISERE
from solver.rules.trick import TrickRules

Task = tuple[Position, Seat]

PACK_32 = tuple(13 * suit + rank for suit in range(SUITS) for rank in range(5, RANKS))
TRUMPS = (Contract.S, Contract.H, Contract.D, Contract.C)
RULES = {"à trois": MANILLE, "à l'envers": ENVERS, "enchères": ENCHERES, "misère": MISERE}
"""The games by name; one trick by misère is one too many."""


def crude_worths(contract: Contract, rules: TrickRules = ENCHERES) -> list[int]:
    """Return how good each card looks: its points, and 3 for a trump, 5 for the highest."""
    return [
        rules.card_points[rank_of(card)]
        + (suit_of(card) == contract.trump) * (5 if rules.heights[rank_of(card)] == 12 else 3)
        for card in range(CARDS)
    ]


def crude_worth(hand: int, worths: list[int]) -> int:
    """Return how good a hand looks."""
    return sum(worths[card] for card in cards_in(hand))


def best_suit(hand: int, rules: TrickRules = ENCHERES) -> Contract:
    """Return the trump for which a hand looks best."""
    return max(TRUMPS, key=lambda trump: crude_worth(hand, crude_worths(trump, rules)))


def manille_tasks(
    game: str, cards: int = 10, *, trumps: bool = True
) -> Callable[[int], Iterator[Task]]:
    """Return a function that yields, for a seed, positions of a game and the seat that counts.

    In enchères that is the declarer, who leads and has named the suit that looks best for
    him; elsewhere trump and seat are drawn and forehand leads. Each is dealt from 32 cards.
    """
    rules = RULES[game]

    def tasks(seed: int) -> Iterator[Task]:
        rng = Random(f"{seed} {game} {cards} {trumps}")
        while True:
            dealt = rng.sample(PACK_32, SEATS * cards)
            hands = triple(hand_of(dealt[seat::SEATS]) for seat in range(SEATS))
            seat = Seat(rng.randrange(SEATS))
            contract = Contract(rng.randrange(SUITS))
            if rules.partners:
                contract = best_suit(hands[seat]) if trumps else Contract.NT
            if rules is MISERE:
                contract = Contract.NULLO
            leader = seat if rules.partners else Seat.FOREHAND
            yield Position(hands, contract, leader, rules=rules, declarer=seat), seat

    return tasks


def surprise_of(position: Position) -> int:
    """Return the cards nobody holds: what the declarer takes up."""
    return hand_of(PACK_32) & ~sum(position.hands)


def best_exchange(engine: Engine, position: Position, *, each: bool = False) -> int:
    """Return the most points of a declarer who takes up the surprise and names trump.

    ``each`` finds the best for every trump, not only the best of all.
    """
    import numpy as np

    declarer, rules = position.leader, position.rules
    others = [position.hands[(declarer + k) % SEATS] for k in (1, 2)]
    held = position.hands[declarer] | surprise_of(position)
    rows = kept_hands(held, others[0] | others[1], position.tricks, rules)
    looks = {trump: crude_worths(trump, rules) for trump in TRUMPS}
    best = -1
    for trump in sorted(TRUMPS, key=lambda trump: -crude_worth(held, looks[trump])):
        rows.sort(key=lambda hand: -crude_worth(hand, looks[trump]))
        hands = np.array([[hand, *others] for hand in rows], dtype=np.uint64)
        least = -1 if each else best
        points, _ = engine.best_row(hands, trump, 0, 0, rules, least=least)
        best = max(best, points)
    return best
