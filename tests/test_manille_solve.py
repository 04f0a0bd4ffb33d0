"""The values of Manille positions, in points, against the plain search."""

from __future__ import annotations

from random import Random

import pytest
from manille import GAMES, random_manille

from solver import reference
from solver.cards import Seat
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, ENVERS, MANILLE
from solver.rules.trick import PLAIN, TrickRules
from solver.run import Run
from solver.values.gradual import Gradual
from solver.values.solve import Solver

F, M, D = Seat


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(16)


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_every_value_is_that_of_the_plain_search(
    solver: Solver, rules: TrickRules, contract: Contract
) -> None:
    rng = Random(f"values {rules} {contract:d}")
    for _ in range(15):
        position = random_manille(rng, 4, rules, contract)
        found = solver.solve(position, cards=True, line=rng.choice(list(Seat)))
        guarantees = reference.guarantees(position)
        assert found.guarantee == guarantees
        assert found.cards is not None
        after = reference.card_values(position)
        assert {one.card: one.guarantee for one in found.cards} == after
        mover = position.to_play
        for one in found.cards:
            worse = guarantees[mover] - after[one.card][mover]
            assert one.loss == (-worse if position.avoids else worse)
        if position.declarer is None:
            assert found.share is not None
            assert sum(found.share) == position.worth
            assert all(one.share is not None and sum(one.share) == position.worth
                       for one in found.cards)  # fmt: skip
        else:
            assert (found.share, found.best_case) == (None, guarantees)


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_a_line_comes_to_the_guarantee(
    solver: Solver, rules: TrickRules, contract: Contract
) -> None:
    rng = Random(f"lines {rules} {contract:d}")
    for _ in range(10):
        position = random_manille(rng, 5, rules, contract)
        for seat in Seat:
            found = solver.solve(position, line=seat)
            assert found.line is not None
            at, won = position, 0
            for card in found.line:
                at = at.play(card)
                won += sum(map(at.gain, position.side(seat)))
            assert won == found.guarantee[seat]


@pytest.mark.parametrize(("rules", "contract"), GAMES)
def test_values_found_gradually_are_the_same(
    solver: Solver, rules: TrickRules, contract: Contract
) -> None:
    position = random_manille(Random(f"gradual {rules}"), 6, rules, contract)
    gradual = Gradual(position)
    whole = solver.solve(position, cards=True)
    while not gradual.is_whole:
        gradual.work(solver.engine, Run())
    assert gradual.solution() == whole
    for card in position.legal():
        assert gradual.after(card) == solver.solve(position.play(card)).bounds


def test_one_solver_takes_positions_of_every_game(solver: Solver) -> None:
    for rules in (ENCHERES, MANILLE, ENVERS, PLAIN, MANILLE):
        position = Position.parse("A..7.A .K.Q8. T.A7..", "S", rules=rules, declarer="F")
        assert solver.solve(position).guarantee == reference.guarantees(position)
