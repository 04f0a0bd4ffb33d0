"""Work to measure: random positions that a seed determines, for tricks and of Manille.

Of Manille there are tables of three to six hands too, for the compiled search alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from manni.solver._points import PointsSearch
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
from manni.solver.piles import PILES, PilePosition
from manni.solver.position import Position
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.searches import order_and_points

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


def dealt_hands(
    rng: Random, pack: Sequence[int], cards: int, count: int = SEATS
) -> tuple[int, ...]:
    """Return so many hands of ``cards`` cards of a pack."""
    dealt = rng.sample(pack, count * cards)
    return tuple(hand_of(dealt[seat::count]) for seat in range(count))


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


def manille_tasks(game: str, cards: int = 10, *, trumps: bool = True) -> Tasks:
    """Return positions of a game of Manille by seed, each dealt from 32 cards.

    In enchères the seat is the declarer, who leads and has named the suit that looks best for
    him; elsewhere trump and seat are drawn and forehand leads.
    """
    rules = RULES[game]

    def tasks(seed: int) -> Iterator[Task]:
        rng = Random(f"{seed} {game} {cards} {trumps}")
        while True:
            hands = dealt_hands(rng, PACK_32, cards)
            seat = Seat(rng.randrange(SEATS))
            contract = Contract(rng.randrange(SUITS))
            if rules.partners:
                contract = best_suit(hands[seat]) if trumps else Contract.NT
            leader = seat if rules.partners else Seat.FOREHAND
            yield Position(hands, contract, leader, rules=rules, declarer=seat), seat

    return tasks


def open_piles(seed: int) -> Iterator[Task]:
    """Yield deals of la manille découverte by seed, with a seat."""
    rng = Random(f"{seed} open piles")
    while True:
        piles = tuple(zip(*[iter(rng.sample(PACK_32, 32))] * PILES, strict=True))
        trump = Contract(rng.randrange(SUITS))
        yield PilePosition((piles[:PILES], piles[PILES:]), trump), Seat.FOREHAND


QUESTIONS = ("pairs", "trump", "NT", "each", "few")
"""Two sides of partners; a declarer with his longest suit, or none; each for himself, for many
points or few."""

SIZES = {3: 10, 4: 8, 5: 6, 6: 5}
"""Cards a hand by number of hands."""


Table = tuple[list[int], int, int, int]
"""A deal of Manille: hands, trump, leader, and a bit for each seat whose points are asked for."""


def play_by(search: PointsSearch, question: str) -> None:
    """Have a search play by the rules of a question."""
    search.play_by(
        *order_and_points(MANILLE),
        MANILLE.trick_points,
        MANILLE.duties,
        question not in ("each", "few"),
        question == "few",
    )


def tables(question: str, hands: int, seed: int) -> Iterator[Table]:
    """Yield tables by seed."""
    rng = Random(f"{question} {hands} {seed}")
    while True:
        held = [*dealt_hands(rng, PACK_32, SIZES[hands], hands)]
        leader, one, trump = rng.randrange(hands), rng.randrange(hands), rng.randrange(SUITS)
        counted = 1 << one
        if question == "pairs":
            counted = sum(1 << seat for seat in range(one % 2, hands, 2))
        elif question in ("trump", "NT"):
            leader = one
            trump = max(range(SUITS), key=lambda suit: suit_ranks(held[one], suit).bit_count())
        yield held, -1 if question == "NT" else trump, leader, counted
