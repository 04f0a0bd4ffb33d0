"""Laws that values obey, on deals of 12 cards, where no plain search can say the truth."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from positions import finish, random_position

from solver.cards import RANKS, SEATS, SUIT_MASK, SUITS, Seat, card_of, rank_of, suit_of
from solver.position import Position
from solver.rules.contract import Contract
from solver.values.solve import Solver

CONTRACTS = list(Contract)


@pytest.fixture(params=["few", pytest.param("many", marks=pytest.mark.slow)])
def many(request: pytest.FixtureRequest) -> bool:
    """Whether to try many deals."""
    return bool(request.param == "many")


def deals(contract: Contract, many: bool) -> int:
    """Return how many deals to try: NULLO takes the time of ten others."""
    return (2 if many else 1) if contract.avoids else (8 if many else 2)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(memory_mb=128)


def fresh() -> Solver:
    """A solver that has not seen the deal in its other form."""
    return Solver(memory_mb=32)


def positions(contract: Contract, many: bool) -> list[Position]:
    rng = Random(f"laws 9 {contract.name}")
    return [random_position(rng, 12, contract) for _ in range(deals(contract, many))]


def mapped(position: Position, suits: tuple[int, ...]) -> Position:
    """Return the position with every suit renamed."""

    def card_for(card: int) -> int:
        return card_of(suits[suit_of(card)], rank_of(card))

    hands = [0] * SEATS
    for seat in range(SEATS):
        for suit in range(SUITS):
            ranks = position.hands[seat] >> RANKS * suit & SUIT_MASK
            hands[seat] |= ranks << RANKS * suits[suit]
    contract = position.contract
    return Position(
        (hands[0], hands[1], hands[2]),
        contract if contract.trump is None else Contract(suits[contract.trump]),
        position.leader,
        tuple(card_for(card) for card in position.table),
        position.ace_low,
    )


@pytest.mark.parametrize("contract", CONTRACTS)
def test_relabelling_suits_changes_nothing(solver: Solver, contract: Contract, many: bool) -> None:
    rng = Random(f"suits {contract.name}")
    for position in positions(contract, many):
        expected = solver.solve(position).guarantee
        suits = rng.choice(list(permutations(range(SUITS)))[1:])
        other = mapped(position, suits)
        assert fresh().solve(other).guarantee == expected, (position, suits)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_turning_the_seats_turns_the_values(solver: Solver, contract: Contract, many: bool) -> None:
    for position in positions(contract, many):
        first, second, third = solver.solve(position).guarantee
        hands = position.hands
        turned = replace(
            position,
            hands=(hands[2], hands[0], hands[1]),
            leader=Seat((position.leader + 1) % SEATS),
        )
        assert fresh().solve(turned).guarantee == (third, first, second), position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_guarantees_fit_into_the_tricks(solver: Solver, contract: Contract, many: bool) -> None:
    for position in positions(contract, many):
        solution = solver.solve(position)
        total = sum(tricks or 0 for tricks in solution.guarantee)
        if contract.avoids:
            assert total >= position.tricks
        else:
            assert total <= position.tricks
        assert solution.share is not None
        assert sum(solution.share) == position.tricks


@pytest.mark.parametrize("contract", CONTRACTS)
def test_no_card_betters_the_movers_guarantee_and_one_keeps_it(
    solver: Solver, contract: Contract, many: bool
) -> None:
    """Searched afresh for every card, so that nothing is taken from the position itself."""
    for position in positions(contract, many):
        mover = position.to_play
        value = solver.engine.value(position, mover)
        engine = fresh().engine
        after = {}
        for card in position.legal():
            child = position.play(card)
            won = not child.table and child.leader == mover
            after[card] = won + engine.value(child, mover)
        best = min(after.values()) if contract.avoids else max(after.values())
        assert best == value, position
        solution = solver.solve(position, cards=True)
        assert solution.cards is not None
        assert {one.card: one.guarantee[mover] for one in solution.cards} == after


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_lines_result_is_the_guarantee(solver: Solver, contract: Contract, many: bool) -> None:
    for position in positions(contract, many):
        for seat in Seat:
            solution = solver.solve(position, line=seat)
            assert solution.line is not None
            assert finish(position, solution.line)[seat] == solution.guarantee[seat], position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_line_does_not_depend_on_what_was_solved_before(contract: Contract) -> None:
    one = positions(contract, False)[0]
    other = random_position(Random("another"), 12, contract)
    used = fresh()
    used.solve(other, line="M")
    assert used.solve(one, line="F").line == fresh().solve(one, line="F").line
