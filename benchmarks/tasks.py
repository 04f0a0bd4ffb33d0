"""Work to measure: random positions that a seed determines, for tricks and of Manille."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from manni.solver.cards import (
    CARDS,
    RANKS,
    SEATS,
    SUITS,
    Contract,
    Seat,
    hand_of,
    rank_of,
    suit_ranks,
)
from manni.solver.position import Position
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE

Task = tuple[Position, Seat]
Tasks = Callable[[int], Iterator[Task]]
"""For a seed, positions without end and the seat whose tricks or points count."""

PACK_52 = tuple(range(CARDS))
PACK_32 = tuple(card for card in PACK_52 if rank_of(card) >= 5)  # sevens to aces
NT = (Contract.NT,)
NULLO = (Contract.NULLO,)
TRUMP = (Contract.S, Contract.H, Contract.D, Contract.C)

RULES = {"à trois": MANILLE, "à l'envers": ENVERS, "enchères": ENCHERES, "misère": MISERE}
"""The games of Manille by name; one trick by misère is one too many."""


def dealt_hands(rng: Random, pack: Sequence[int], cards: int) -> tuple[int, ...]:
    """Return three hands of ``cards`` cards of a pack."""
    dealt = rng.sample(pack, SEATS * cards)
    return tuple(hand_of(dealt[seat::SEATS]) for seat in range(SEATS))


def random_position(
    rng: Random, cards: int, contracts: Sequence[Contract], pack: Sequence[int] = PACK_52
) -> Position:
    """Return a position with hands of ``cards`` cards; contract and leader are drawn too."""
    hands = dealt_hands(rng, pack, cards)
    return Position(hands, rng.choice(contracts), Seat(rng.randrange(SEATS)))


def random_tasks(cards: int, contracts: Sequence[Contract], pack: Sequence[int] = PACK_52) -> Tasks:
    """Return positions for tricks by seed."""

    def tasks(seed: int) -> Iterator[Task]:
        rng = Random(f"{seed} {cards}")
        while True:
            yield random_position(rng, cards, contracts, pack), Seat(rng.randrange(SEATS))

    return tasks


def best_suit(hand: int) -> Contract:
    """Return the trump for which a hand looks best: a card of it counts 3, the highest 5."""

    def worth(trump: Contract) -> int:
        ranks = suit_ranks(hand, trump)
        return 3 * ranks.bit_count() + 2 * (ranks >> ENCHERES.heights.index(RANKS - 1) & 1)

    return max(TRUMP, key=worth)


def manille_tasks(game: str, *, trumps: bool = True) -> Tasks:
    """Return positions of a game of Manille by seed, ten cards a hand of 32.

    In enchères the seat is the declarer, who leads and has named the suit that looks best for
    him; elsewhere trump and seat are drawn and forehand leads.
    """
    rules = RULES[game]

    def tasks(seed: int) -> Iterator[Task]:
        rng = Random(f"{seed} {game} 10 {trumps}")
        while True:
            hands = dealt_hands(rng, PACK_32, 10)
            seat = Seat(rng.randrange(SEATS))
            contract = Contract(rng.randrange(SUITS))
            if rules.partners:
                contract = best_suit(hands[seat]) if trumps else Contract.NT
            leader = seat if rules.partners else Seat.FOREHAND
            yield Position(hands, contract, leader, rules=rules, declarer=seat), seat

    return tasks
