"""What commands ask of puzzles and reviews: an answer, or a SolverError that says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import pytest

from solver.cards import Seat
from solver.deal import Deal
from solver.errors import SolverError, StoppedError
from solver.goal import Goal
from solver.position import Position
from solver.puzzles.any_play import AnyPlay
from solver.puzzles.certify import certify
from solver.puzzles.find import Wish, find
from solver.puzzles.grade import features
from solver.puzzles.need import Need
from solver.puzzles.puzzle_solution import branchings_of, solution_of
from solver.puzzles.ranks import height, is_master, takes_the_lead
from solver.puzzles.themes import may_begin, theme_exists, themes
from solver.puzzles.thumb_card import thumb_card
from solver.puzzles.tree import Tree, main_line
from solver.puzzles.verify import Puzzle, puzzle_of, tries, verify
from solver.review.search import review
from solver.rules.contract import Contract
from solver.run import Run
from solver.values.solve import Solver, best_line

POSITION = Position.parse("AK.2.. .AQ3.. JT.K..", "NT")
KEY = 12
GOAL = Goal(Seat.FOREHAND, 2, True)
PUZZLE = Puzzle(POSITION, GOAL, KEY)
NEED = Need(*GOAL)
SOLVER = Solver(16)
TREE = Tree(SOLVER.engine, POSITION, NEED)
DEAL = Deal(
    POSITION.hands,
    contract=Contract.NT,
    leader=Seat.FOREHAND,
    play=(12, 25, 8),
    goal=GOAL,
    keys=KEY,
)


def first_finds(**given: Any) -> list[object]:
    return list(islice(find(**given), 2))


class Door(NamedTuple):
    """A function and arguments that it takes."""

    call: Callable[..., object]
    given: dict[str, Any]

    def __str__(self) -> str:
        return getattr(self.call, "__qualname__", str(self.call))


ENDS = {"seconds": None, "run": None}
DOORS = (
    Door(Need, {"seat": Seat.FOREHAND, "tricks": 2, "at_least": True}),
    Door(GOAL.side, {"contract": Contract.NT}),
    Door(NEED.side, {"position": POSITION}),
    Door(NEED.is_solver, {"position": POSITION}),
    Door(NEED.after, {"child": POSITION.play(KEY)}),
    Door(NEED.met_by_count, {"position": POSITION}),
    Door(NEED.is_reached, {"oracle": SOLVER.engine, "position": POSITION, "run": None}),
    Door(AnyPlay, {"position": POSITION, "need": NEED, "run": None}),
    Door(AnyPlay(POSITION, NEED).can_miss, {"position": POSITION, "need": NEED}),
    Door(height, {"position": POSITION, "card": KEY}),
    Door(takes_the_lead, {"position": POSITION, "card": KEY}),
    Door(is_master, {"position": POSITION, "card": KEY}),
    Door(thumb_card, {"position": POSITION}),
    Door(Puzzle, {"position": POSITION, "goal": GOAL, "keys": KEY}),
    Door(puzzle_of, {"deal": replace(DEAL, play=())}),
    Door(verify, {"puzzle": PUZZLE, "solver": SOLVER, "strict": False, **ENDS}),
    Door(tries, {"puzzle": PUZZLE, "solver": SOLVER, **ENDS}),
    Door(best_line, {"position": POSITION, "seat": Seat.DEALER, "solver": SOLVER, "run": Run()}),
    Door(
        Tree,
        {
            "oracle": SOLVER.engine,
            "position": POSITION,
            "need": NEED,
            "until_dual": True,
            **ENDS,
        },
    ),
    Door(solution_of, {"puzzle": PUZZLE, "tree": TREE, "solver": SOLVER, **ENDS}),
    Door(solution_of(PUZZLE, TREE, SOLVER).down_to, {"depth": 2}),
    Door(certify, {"verification": verify(PUZZLE, SOLVER), "oracle": SOLVER.engine, **ENDS}),
    Door(main_line, {"tree": TREE}),
    Door(themes, {"puzzle": PUZZLE, "tree": TREE, "solver": SOLVER, **ENDS}),
    Door(theme_exists, {"theme": "ruff", "contract": Contract.NT}),
    Door(may_begin, {"position": POSITION, "theme": "ruff"}),
    Door(branchings_of, {"tree": TREE}),
    Door(features, {"puzzle": PUZZLE, "tree": TREE, "solver": SOLVER, **ENDS}),
    Door(
        Wish,
        {
            "contracts": (Contract.NT,),
            "cards": (3,),
            "tricks": None,
            "seat": Seat.FOREHAND,
            "strict": False,
            "ace_low": False,
            "against": Seat.DEALER,
            "theme": "squeeze",
        },
    ),
    Door(first_finds, {"wish": Wish(cards=(2,)), "seed": 1, "solver": SOLVER, **ENDS}),
    Door(
        review,
        {
            "deal": DEAL,
            "solver": SOLVER,
            "first_trick": 1,
            "exchanges": False,
            "seen": None,
            **ENDS,
        },
    ),
)


@pytest.mark.parametrize("door", DOORS, ids=str)
def test_what_a_door_takes_it_answers(door: Door) -> None:
    door.call(**door.given)


EMPTY = Position((0, 0, 0), Contract.NT)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Wish(cards=(0,)), "cards: 0, expected 1 to 17"),
        (lambda: Wish(cards=()), "a wish needs a contract and a number of cards"),
        (lambda: Wish(contracts=()), "a wish needs a contract and a number of cards"),
        (lambda: Wish(theme="coup"), "theme: 'coup' is none of ruff"),
        (lambda: Wish((Contract.NT,), theme="ruff"), "theme: there is no ruff in NT"),
        (lambda: Wish((Contract.NT,), tricks=0), "tricks: 0 is no goal in NT"),
        (lambda: Wish(cards=(4,), tricks=5), "tricks: 5, expected 0 to 4"),
        (lambda: find(Wish(), -1, SOLVER), "seed: -1, expected at least 0"),
        (lambda: thumb_card(EMPTY), "no card is left to play"),
        (lambda: features(Puzzle(POSITION, GOAL), TREE, SOLVER), "without a key has no grade"),
        (lambda: review(DEAL, SOLVER, first_trick=0), "first_trick: 0, expected at least 1"),
        (lambda: review(DEAL, SOLVER, first_trick=-3), "first_trick: -3, expected at least 1"),
        (lambda: review(DEAL, SOLVER, first_trick=2), "there is no trick 2"),
        (lambda: review(replace(DEAL, play=()), SOLVER), "no play is recorded"),
        (lambda: review(DEAL, SOLVER, seconds=0), "seconds: 0, expected a number above 0"),
    ],
)
def test_what_a_door_does_not_take_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(SolverError, match=message):
        call()


# Work that ends before there is an answer.


def called_off() -> Run:
    run = Run()
    run.cancel()
    return run


@pytest.mark.parametrize("door", [door for door in DOORS if "seconds" in door.given], ids=str)
def test_work_that_is_called_off_or_late_is_no_answer(door: Door) -> None:
    # Another solver: what is known already costs no time.
    fresh = {"solver": Solver(1), "oracle": Solver(1).engine}
    given = door.given | {name: fresh[name] for name in fresh.keys() & door.given.keys()}
    with pytest.raises(StoppedError, match="called off"):
        door.call(**given | {"run": called_off()})
    with pytest.raises(StoppedError, match="allow more"):
        door.call(**given | {"seconds": 1e-9})
    with pytest.raises(SolverError, match="give one of the two"):
        door.call(**given | {"seconds": 1, "run": Run()})


@pytest.mark.parametrize("asked", range(12))
def test_a_verdict_that_is_called_off_anywhere_is_no_verdict(asked: int) -> None:
    """However far it got: either there is no verdict or it is the true one."""
    whole = verify(PUZZLE, Solver(1), strict=True)
    times = 0

    def cancelled() -> bool:
        nonlocal times
        times += 1
        return times > 5 * asked

    try:
        found = verify(PUZZLE, Solver(1), strict=True, run=Run(cancelled=cancelled))
    except StoppedError:
        return
    assert found.verdict is whole.verdict
    assert found.works == whole.works
    assert [node.line for node in found.tree.nodes] == [node.line for node in whole.tree.nodes]
