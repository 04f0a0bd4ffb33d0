"""Laws that values obey, on deals of 12 cards, where no plain search can say the truth."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from positions import GAMES, manille_position, random_position

from manni.solver.cards import (
    SEATS,
    SUITS,
    Contract,
    Seat,
    card_of,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from manni.solver.position import Position, won_in
from manni.solver.rules.trick import TrickRules
from manni.solver.values.solve import Solver

CONTRACTS = list(Contract)


def fresh() -> Solver:
    """A solver that has not seen the deal in its other form."""
    return Solver(memory_mb=32)


@pytest.fixture(params=["few", pytest.param("many", marks=pytest.mark.slow)])
def many(request: pytest.FixtureRequest) -> bool:
    """Whether to try many deals."""
    return bool(request.param == "many")


def positions(kind: Contract | TrickRules, many: bool) -> list[Position]:
    """Return deals to try: NULLO takes the time of ten others; of Manille they are shorter."""
    if isinstance(kind, TrickRules):
        rng = Random(10)
        return [manille_position(rng, 7, (kind,), on_table=0) for _ in range(12 if many else 3)]
    rng = Random(f"laws 9 {kind.name}")
    number = (2 if many else 1) if kind.avoids else (8 if many else 2)
    return [random_position(rng, 12, kind) for _ in range(number)]


def renamed(position: Position, suits: tuple[int, ...]) -> Position:
    """Return the position with every suit renamed."""
    trump = position.contract.trump

    def new(card: int) -> int:
        return card_of(suits[suit_of(card)], rank_of(card))

    return replace(
        position,
        hands=[hand_of(map(new, cards_in(hand))) for hand in position.hands],
        contract=position.contract if trump is None else Contract(suits[trump]),
        table=tuple(map(new, position.table)),
    )


def turned(position: Position) -> Position:
    """Return the position with everybody a seat further."""
    *others, last = position.hands
    leader = Seat((position.leader + 1) % SEATS)
    declarers = [(seat + 1) % SEATS for seat in position.declarers]
    return replace(position, hands=(last, *others), leader=leader, declarers=declarers)


@pytest.mark.parametrize("kind", [*CONTRACTS, *GAMES])
def test_names_of_suits_and_seats_change_nothing(kind: Contract | TrickRules, many: bool) -> None:
    rng = Random(f"suits {kind}")
    for position in positions(kind, many):
        *others, last = guarantee = fresh().solve(position).guarantee
        suits = rng.choice(list(permutations(range(SUITS)))[1:])
        assert fresh().solve(renamed(position, suits)).guarantee == guarantee, suits
        assert fresh().solve(turned(position)).guarantee == (last, *others), position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_guarantees_cards_and_lines_fit_together(contract: Contract, many: bool) -> None:
    solver = Solver(memory_mb=128)
    for position in positions(contract, many):
        solution = solver.solve(position, cards=True)
        total, mover = sum(solution.guarantee), position.to_play
        assert (total - position.tricks) * contract.sign <= 0
        assert sum(solution.share) == position.tricks
        # No card betters the mover's guarantee and one keeps it: each is searched afresh, so
        # that nothing is taken from the position itself.
        engine, after = fresh().engine, {}
        for card in position.legal():
            child = position.play(card)
            won = not child.table and child.leader == mover
            after[card] = won + engine.value(child, mover)
        best = min(after.values()) if contract.avoids else max(after.values())
        assert best == solution.guarantee[mover], position
        assert {one.card: one.guarantee[mover] for one in solution.cards} == after
        for seat in Seat:
            line = solver.solve(position, line=seat).line
            assert won_in(position.follow(line))[seat] == solution.guarantee[seat], position


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_line_does_not_depend_on_what_was_solved_before(contract: Contract) -> None:
    one = positions(contract, False)[0]
    used = fresh()
    used.solve(random_position(Random("another"), 12, contract), line="M")
    assert used.solve(one, line="F").line == fresh().solve(one, line="F").line
