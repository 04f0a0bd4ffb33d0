"""What comes of a card, by the plain search: its line, its answers, the marks on it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from commands import manni
from positions import random_position
from test_solution import MISERE, PUZZLES, solved

from manni.solver import reference
from manni.solver.cards import Contract, Seat
from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal, parse_goal
from manni.solver.position import Position
from manni.solver.puzzles.puzzle_solution import PuzzleSolution, solution_of
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.verify import Puzzle, Try, Verdict, attempt, puzzle_of, verify
from manni.solver.report.puzzle import solution_text
from manni.solver.run import Run
from manni.solver.values.solve import Solver


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def is_met(position: Position, need: Goal) -> bool:
    """Return whether a need is met in best play, by the plain search."""
    taken = reference.guarantee(position, need.seat) if position.tricks else 0
    return taken >= need.tricks if need.at_least else taken <= need.tricks


def check(position: Position, need: Goal, found: Try) -> int:
    """Hold a try against the plain search at every card; return how many marks it has."""
    first = is_first = None
    only, decided = [], None
    assert found.line[: len(found.cards[:1])] == found.cards[:1]
    for index, card in enumerate(found.line):
        if (index or not found.cards) and need.is_solver(position) is found.is_met:
            keep, lose = [], []
            for group in position.equivalent_cards():
                child = position.play(group[0])
                (keep if is_met(child, need.after(child)) is found.is_met else lose).append(group)
            assert any(card in group for group in keep)
            if first is None:
                first, is_first = tuple(keep), not lose
            if lose:
                decided = card
                only += [card] * (len(keep) == 1)
        position = position.play(card)
        need = need.after(position)
        assert index in (0, len(found.line) - 1) or need.met_by_count(position) is None
    assert need.met_by_count(position) is found.is_met
    if first is not None:
        assert (found.answers, found.is_any) == (first, is_first)
    assert (found.only, found.decided) == (tuple(only), decided)
    return len(only)


def places(count: int) -> Iterator[tuple[Position, Goal, random.Random]]:
    """Yield random positions of four cards with a need that may or may not be met."""
    rng = random.Random(85)
    for number in range(count):
        position = random_position(rng, 4, Contract(number % 6))
        seat = rng.choice(tuple(Seat))
        yield position, Goal(seat, rng.randint(1, 3), rng.random() < 0.5), rng


def test_the_marks_are_those_of_the_plain_search(solver: Solver) -> None:
    marks = missed = 0
    for position, need, rng in places(240):
        group = tuple(rng.choice([*position.equivalent_cards(), []]))
        found = attempt(position, need, group, solver, Run(), won=2)
        child = position.play(group[0]) if group else position
        gained = child.gain(need.seat) if group else 0
        assert found.tricks == 2 + gained + reference.guarantee(child, need.seat)
        marks += check(position, need, found)
        missed += not found.is_met
    assert marks > 60
    assert 60 < missed < 180


def test_gifts_are_all_replies_with_which_the_solver_does_better(solver: Solver) -> None:
    """Every reply of the main line either still fights or is a gift, and comes to that much."""
    turns = 0
    for deal in read_deals(PUZZLES)[:40]:
        puzzle = puzzle_of(deal)
        assert puzzle is not None
        seat, wanted, at_least = puzzle.goal
        won = 0
        for step in solved(puzzle, solver).main:
            gifts = {card for gift in step.gifts for card in gift.cards}
            if step.is_solver or not (step.good or step.bad):
                assert not gifts
            else:
                turns += bool(gifts)
                for group in step.position.equivalent_cards():
                    child = step.position.play(group[0])
                    taken = won + child.gain(seat) + solver.engine.value(child, seat)
                    better = taken > wanted if at_least else taken < wanted
                    assert gifts.issuperset(group) if better else gifts.isdisjoint(group)
                for gift in step.gifts:
                    left = Goal(seat, wanted - won, at_least).one_better()
                    assert gift.is_met
                    if step.position.tricks <= 4:
                        check(step.position, left, gift)
            won += step.position.play(step.card).gain(seat)
    assert turns > 50


def test_with_all_defences_branches_name_the_rest(solver: Solver) -> None:
    """Each card of the defence in the tree is played there or named as not played."""
    for deal in read_deals(PUZZLES)[:20]:
        puzzle = puzzle_of(deal)
        assert puzzle is not None
        tree = Tree(solver.engine, puzzle.position, puzzle.goal)
        whole: PuzzleSolution = solution_of(puzzle, tree, solver, all_defences=True)
        for each in whole.branchings:
            node = next(node for node in tree.nodes if node.line == each.line)
            assert each.gifts == node.bad
        text = str(solution_text(whole))
        assert "left out" not in text
        named = sum(len(group) for each in whole.branchings for group in each.gifts)
        assert text.count("(not ") >= bool(named)


def test_reasons_that_were_stopped_are_told() -> None:
    result = manni("puzzle", "check", MISERE, "--deal", "1", "--why", "--total-time", "1e-3")
    assert result.exit_code == 1
    assert "undecided" in result.stdout or "stopped before the reasons were" in result.stdout


def test_a_cooked_puzzle_shows_the_card_that_cooks_it(solver: Solver) -> None:
    position = Position.parse(
        "8.T987.987.98 AT9.KQ.K.AQJT J7.AJ.AQJT.K7", contract="NULLO", leader="D"
    )
    puzzle = Puzzle(position, parse_goal("F 2+"), "DA")
    found = verify(puzzle, solver)
    assert found.verdict is Verdict.COOKED
    assert [each.cards for each in found.cooks] == list(found.others)
    assert all(each.is_met and each.tricks == 2 for each in found.cooks)
    tree = Tree(solver.engine, position, puzzle.goal, key=puzzle.key)
    assert solution_of(puzzle, tree, solver).main[0].card == puzzle.key
