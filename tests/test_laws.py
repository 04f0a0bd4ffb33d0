"""Laws that values obey, on deals of 12 cards, where no plain search can say the truth."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from positions import random_position

from manni.solver.cards import (
    RANKS,
    SEATS,
    SUIT_MASK,
    SUITS,
    Contract,
    Seat,
    card_of,
    rank_of,
    suit_of,
)
from manni.solver.position import Position, won_in
from manni.solver.values.solve import Solver

CONTRACTS = list(Contract)


def fresh() -> Solver:
    """A solver that has not seen the deal in its other form."""
    return Solver(memory_mb=32)


@pytest.fixture(params=["few", pytest.param("many", marks=pytest.mark.slow)])
def many(request: pytest.FixtureRequest) -> bool:
    """Whether to try many deals."""
    return bool(request.param == "many")


def positions(contract: Contract, many: bool) -> list[Position]:
    """Return deals to try: NULLO takes the time of ten others."""
    rng = Random(f"laws 9 {contract.name}")
    number = (2 if many else 1) if contract.avoids else (8 if many else 2)
    return [random_position(rng, 12, contract) for _ in range(number)]


def renamed(position: Position, suits: tuple[int, ...]) -> Position:
    """Return the position with every suit renamed."""
    hands = [
        sum((hand >> RANKS * suit & SUIT_MASK) << RANKS * suits[suit] for suit in range(SUITS))
        for hand in position.hands
    ]
    trump = position.contract.trump
    return Position(
        (hands[0], hands[1], hands[2]),
        position.contract if trump is None else Contract(suits[trump]),
        position.leader,
        tuple(card_of(suits[suit_of(card)], rank_of(card)) for card in position.table),
        position.ace_low,
    )


def turned(position: Position) -> Position:
    """Return the position with everybody a seat further."""
    first, second, third = position.hands
    leader = Seat((position.leader + 1) % SEATS)
    return replace(position, hands=(third, first, second), leader=leader)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_names_of_suits_and_seats_change_nothing(contract: Contract, many: bool) -> None:
    rng = Random(f"suits {contract.name}")
    for position in positions(contract, many):
        first, second, third = fresh().solve(position).guarantee
        suits = rng.choice(list(permutations(range(SUITS)))[1:])
        assert fresh().solve(renamed(position, suits)).guarantee == (first, second, third), suits
        assert fresh().solve(turned(position)).guarantee == (third, first, second), position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_guarantees_cards_and_lines_fit_together(contract: Contract, many: bool) -> None:
    solver = Solver(memory_mb=128)
    for position in positions(contract, many):
        solution = solver.solve(position, cards=True)
        total, mover = sum(tricks or 0 for tricks in solution.guarantee), position.to_play
        assert (total - position.tricks) * contract.sign <= 0
        assert sum(solution.share or ()) == position.tricks
        # No card betters the mover's guarantee and one keeps it: each is searched afresh, so
        # that nothing is taken from the position itself.
        engine, after = fresh().engine, {}
        for card in position.legal():
            child = position.play(card)
            won = not child.table and child.leader == mover
            after[card] = won + engine.value(child, mover)
        best = min(after.values()) if contract.avoids else max(after.values())
        assert best == solution.guarantee[mover], position
        assert {one.card: one.guarantee[mover] for one in solution.cards or ()} == after
        for seat in Seat:
            line = solver.solve(position, line=seat).line
            assert line is not None
            assert won_in(position.follow(line))[seat] == solution.guarantee[seat], position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_line_does_not_depend_on_what_was_solved_before(contract: Contract) -> None:
    one = positions(contract, False)[0]
    used = fresh()
    used.solve(random_position(Random("another"), 12, contract), line="M")
    assert used.solve(one, line="F").line == fresh().solve(one, line="F").line
