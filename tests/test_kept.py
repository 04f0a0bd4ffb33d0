"""The hands worth keeping."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from positions import SHORT_PACK

from manni.solver.cards import Contract, Seat, cards_in, hand_of, rank_of
from manni.solver.engine import Engine
from manni.solver.exchange.discards import kept_hands
from manni.solver.notation import format_hand, parse_hand
from manni.solver.position import Position
from manni.solver.rules.games.manille import ENCHERES

M = Seat.MIDDLEHAND
CONTRACTS = (Contract.S, Contract.H, Contract.NT)


def kept(held: str, others: str, size: int, *, dearest: bool = True) -> list[str]:
    hands = kept_hands(parse_hand(held), parse_hand(others), size, ENCHERES, dearest=dearest)
    return sorted(map(format_hand, hands))


def test_of_neighbours_the_dearest_are_kept() -> None:
    assert kept("TAK...", "Q...", 2) == ["AT..."]
    assert kept("TK9...", "A...", 2) == ["K9...", "KT..."]
    assert kept("TK9...", "A...", 2, dearest=False) == ["K9...", "T9..."]
    assert kept("A.A..", "K...", 2) == ["A.A.."]
    assert kept("A...", "...", 0) == ["..."]


@pytest.mark.parametrize("counts", [False, True], ids=["pile lost", "pile counts"])
def test_no_other_hand_would_be_better(counts: bool) -> None:
    """Whatever is kept of seven cards, by brute force."""
    rng = Random(21)
    engine = Engine(16)
    for _ in range(6):
        pack = rng.sample([card for card in SHORT_PACK if card < 26 or card > 38], 17)
        held, second, third = hand_of(pack[:7]), hand_of(pack[7:12]), hand_of(pack[12:])
        contract = rng.choice(CONTRACTS)

        def value(
            kept_cards: int,
            rest: tuple[int, int] = (second, third),
            contract: Contract = contract,
        ) -> int:
            position = Position(
                (rest[1], kept_cards, rest[0]), contract, M, rules=ENCHERES, declarer=M
            )
            return engine.value(position, M)

        def more(kept_cards: int, held: int = held) -> int:
            away = cards_in(held & ~kept_cards)
            return counts * sum(ENCHERES.card_points[rank_of(card)] for card in away)

        every = [hand_of(cards) for cards in combinations(cards_in(held), 5)]
        best = max(value(hand) + more(hand) for hand in every)
        rows = kept_hands(held, second | third, 5, ENCHERES, dearest=not counts)
        assert set(rows) <= set(every)
        assert max(value(hand) + more(hand) for hand in rows) == best
