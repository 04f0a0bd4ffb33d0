"""Certificates: every shipped puzzle proved by plain walks, and what is wrong is not."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from positions import random_position

from manni.solver import reference
from manni.solver.cards import SEATS, Contract, Seat, hand_of
from manni.solver.deal import Deal
from manni.solver.errors import DealError
from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal
from manni.solver.position import Position
from manni.solver.puzzles.check import MAX_CARDS, Certificate, PuzzleCheck, certify
from manni.solver.puzzles.check_certificate import check
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.verify import Puzzle, Verdict, Verification, puzzle_of, verify
from manni.solver.report.puzzle import VERIFICATION
from manni.solver.run import Run
from manni.solver.values.solve import Solver

PUZZLES = Path(__file__).parent.parent / "data" / "sample_deals" / "puzzles.manni"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def certified(deals: list[Deal], solver: Solver) -> None:
    for deal in deals:
        puzzle = puzzle_of(deal)
        assert puzzle is not None
        certificate = certify(verify(puzzle, solver, strict=True), solver.engine)
        assert certificate.proved, (deal.tags, certificate.failed)
        check(certificate.data)


SHORT = 5  # cards: the certificates of longer puzzles are for the slow run


def test_the_short_shipped_puzzles_are_certified(solver: Solver) -> None:
    deals = [deal for deal in read_deals(PUZZLES) if deal.hands[0].bit_count() <= SHORT]
    assert len(deals) > 10
    certified(deals, solver)


@pytest.mark.slow
def test_every_shipped_puzzle_is_certified(solver: Solver) -> None:
    certified(read_deals(PUZZLES), solver)


def positions(seed: int, count: int, cards: int) -> list[Position]:
    rng = random.Random(seed)
    return [random_position(rng, cards, Contract(number % 6)) for number in range(count)]


def any_puzzle(position: Position, rng: random.Random) -> Puzzle:
    seat = Seat(rng.randrange(SEATS)) if rng.random() < 0.3 else position.to_play
    tricks = reference.guarantee(position, seat) + rng.choice((-1, 0, 0, 1))
    key = rng.choice((None, *position.legal())) if seat is position.to_play else None
    goal = Goal(seat, min(max(tricks, 0), position.tricks), not position.contract.avoids)
    return Puzzle(position, goal, key)


def test_every_verdict_of_random_puzzles_is_certified(solver: Solver) -> None:
    rng = random.Random(1)
    seen = set()
    for position in positions(2, 80, 4):
        found = verify(any_puzzle(position, rng), solver, strict=True)
        certificate = certify(found, solver.engine)
        assert certificate.proved, (found.puzzle, certificate.failed)
        seen.add(found.verdict)
    assert seen == set(Verdict) - {Verdict.INVALID, Verdict.UNDECIDED}


class Liar:
    """An oracle whose answers are turned round."""

    def __init__(self, solver: Solver) -> None:
        self.engine = solver.engine

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        return not self.engine.reaches(position, seat, tricks, run=run)


class Guesser:
    """An oracle that knows nothing: it says yes to whatever may be."""

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        return tricks <= position.tricks


@pytest.mark.parametrize("kind", ["liar", "guesser"])
def test_bad_strategies_prove_nothing_false(solver: Solver, kind: str) -> None:
    """A strategy can be bad, but then the walk fails: no wrong verdict is ever proved."""
    oracle = Liar(solver) if kind == "liar" else Guesser()
    failures = 0
    for position in positions(3, 40, 4):
        puzzle = any_puzzle(position, random.Random(1))
        found = verify(puzzle, solver)
        failures += not certify(found, oracle).proved
        for wrong in wrong_verdicts(found):
            assert not certify(wrong, oracle).proved, wrong
            assert not certify(wrong, solver.engine).proved, wrong
    assert failures > 5


def wrong_verdicts(found: Verification) -> list[Verification]:
    """Return the verdict with something else claimed: another verdict, works or tricks."""
    wrong = []
    everything = tuple((card,) for card in found.puzzle.position.legal())
    if found.verdict is Verdict.BUSTED and not found.works:
        wrong.append(replace(found, verdict=Verdict.SOUND, works=everything))
    if found.verdict is Verdict.SOUND:
        wrong.append(replace(found, verdict=Verdict.BUSTED, works=()))
    if found.verdict is Verdict.MODEST:
        wrong.append(replace(found, verdict=Verdict.SOUND))
        for tricks in (found.tricks - 1, found.tricks + 1):
            wrong.append(replace(found, tricks=tricks))
    if len(found.works) > 1:
        wrong.append(replace(found, verdict=Verdict.COOKED, works=found.works[1:]))
    return wrong


def test_a_tree_of_another_puzzle_is_found_out(solver: Solver) -> None:
    first, second = (
        puzzle for deal in read_deals(PUZZLES)[:2] if (puzzle := puzzle_of(deal)) is not None
    )
    tree = Tree(solver.engine, second.position, second.goal)
    found = replace(verify(first, solver, strict=True), tree=tree)
    assert not certify(found, solver.engine).proved


def test_a_tree_that_hides_a_dual_is_found_out(solver: Solver) -> None:
    hidden = 0
    for position in positions(4, 60, 4):
        seat = position.to_play
        goal = Goal(seat, reference.guarantee(position, seat), not position.contract.avoids)
        found = verify(Puzzle(position, goal), solver, strict=True)
        assert found.tree is not None
        dual = found.tree.first_dual
        if dual is not None:
            dual.good = dual.good[:1]
            hidden += 1
            assert not certify(found, solver.engine).proved
    assert hidden > 5


def test_json_says_that_a_claim_without_its_proof_does_not_hold(solver: Solver) -> None:
    puzzle = puzzle_of(read_deals(PUZZLES)[0])
    assert puzzle is not None
    found = verify(puzzle, solver)
    for failed in ((), ("not proved",)):
        told = PuzzleCheck(found, Certificate({}, 1, failed))
        assert VERIFICATION.json(told, file="", deal=1)["holds"] is told.holds is (not failed)


def test_long_hands_are_not_certified(solver: Solver) -> None:
    cards = MAX_CARDS + 1
    position = Position(
        (hand_of(range(cards)), hand_of(range(13, 13 + cards)), hand_of(range(26, 26 + cards))),
        Contract.NT,
    )
    found = verify(Puzzle(position, Goal(Seat.FOREHAND, cards, True)), solver)
    with pytest.raises(DealError, match="13 cards a hand: certified are up to 12"):
        certify(found, solver.engine)
