"""Goals against a seat, which the two others reach together: verdicts, proofs, published ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from positions import random_position, worth

from manni.solver.cards import CARDS, SEATS, Contract, Seat, card_name
from manni.solver.errors import ArgumentError, DealError
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.jsonfile import format_json, json_entries
from manni.solver.files.reading import read_deals
from manni.solver.goal import Goal, parse_goal
from manni.solver.position import Position
from manni.solver.puzzles.check import certify
from manni.solver.puzzles.find import Wish, find
from manni.solver.puzzles.verify import Puzzle, Verdict, Verification, puzzle_of, tries, verify
from manni.solver.rules.trick import after_card, legal_cards
from manni.solver.values.solve import Solver

MISERE = Path(__file__).parent.parent / "data" / "sample_deals" / "misere.manni"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


# The plain reference: a side reaches a goal if one card of it does, or all of the other side.


def forces(position: Position, side: set[Seat], goal: Goal) -> bool:
    """Return whether a side reaches a goal, whatever the other seats play."""

    @cache
    def visit(hands: tuple[int, int, int], leader: int, table: tuple[int, ...], won: int) -> bool:
        mover = (leader + len(table)) % SEATS
        legal = legal_cards(hands[mover], table)
        if not legal:
            return won >= goal.tricks if goal.at_least else won <= goal.tricks
        outcomes = []
        for card in range(CARDS):
            if legal >> card & 1:
                after = after_card(hands, leader, table, card, position.contract, position.rules)
                takes = not after[2] and after[1] == goal.seat
                outcomes.append(visit(*after, won + takes))
        return any(outcomes) if mover in side else all(outcomes)

    return visit(position.hands, position.leader, position.table, 0)


def expected(puzzle: Puzzle, side: set[Seat]) -> tuple[Verdict, set[int]]:
    """Return the verdict by its definition, and the first cards that work."""
    position, goal = puzzle.position, puzzle.goal
    better = goal._replace(tricks=goal.tricks + (1 if goal.at_least else -1))
    works = set()
    if position.to_play in side:
        for card in position.legal():
            child = position.play(card)
            taken = child.taken_by == goal.seat
            if forces(child, side, goal._replace(tricks=goal.tricks - taken)):
                works.add(card)
    if not forces(position, side, goal) or puzzle.key not in (None, *works):
        return Verdict.BUSTED, works
    if forces(position, side, better):
        return Verdict.MODEST, works
    if puzzle.key is not None:
        equal = next(group for group in position.equivalent_cards() if puzzle.key in group)
        if works - set(equal):
            return Verdict.COOKED, works
    return Verdict.SOUND, works


def against(seed: int, count: int, cards: int) -> Iterator[tuple[Puzzle, set[Seat]]]:
    """Yield puzzles of two seats against the third, and the two."""
    rng = random.Random(seed)
    for number in range(count):
        position = random_position(rng, cards, Contract(number % 6))
        seat = Seat(rng.randrange(SEATS))
        side = set(Seat) - {seat}
        goal = Goal(seat, rng.randrange(cards + 1), position.contract.avoids)
        key = rng.choice((None, *position.legal())) if position.to_play in side else None
        yield Puzzle(position, goal, key), side


def test_verdicts_and_tries_are_those_of_the_plain_reference(solver: Solver) -> None:
    seen: list[Verdict] = []
    for puzzle, side in (*against(1, 240, 3), *against(2, 120, 4)):
        verdict, works = expected(puzzle, side)
        found = verify(puzzle, solver)
        assert found.verdict is verdict, puzzle
        assert set(puzzle.side) == side
        assert {card for group in found.works for card in group} == works
        seat, worse = puzzle.goal.seat, 1 if puzzle.goal.at_least else -1
        for attempt in tries(puzzle, solver):
            assert not works & set(attempt.cards)
            assert worth(puzzle.position, attempt.line, seat) == attempt.tricks
            assert worse * (puzzle.goal.tricks - attempt.tricks) > 0
        seen.append(verdict)
    assert min(seen.count(verdict) for verdict in set(seen)) >= 10
    assert len(set(seen)) == 4


def test_every_verdict_is_certified_and_no_wrong_one(solver: Solver) -> None:
    for puzzle, _ in against(3, 90, 4):
        found = verify(puzzle, solver, strict=True)
        proof = certify(found, solver.engine)
        assert proof.proved, (puzzle, proof.failed)
        for wrong in other_verdicts(found):
            assert not certify(wrong, solver.engine).proved, wrong


def other_verdicts(found: Verification) -> Iterator[Verification]:
    if found.verdict is Verdict.SOUND:
        yield replace(found, verdict=Verdict.BUSTED, works=())
    if found.verdict is Verdict.MODEST:
        yield replace(found, verdict=Verdict.SOUND)
    if found.verdict is Verdict.BUSTED and not found.works:
        everything = tuple((card,) for card in found.puzzle.position.legal())
        yield replace(found, verdict=Verdict.SOUND, works=everything)


def test_either_partner_may_have_the_key_and_nobody_else() -> None:
    position = Position.parse("AK.2.. .AQ3.. JT.K..", "NT")
    for leader, key in ((Seat.MIDDLEHAND, 13 + 12), (Seat.DEALER, 13 + 11)):
        there = replace(position, leader=leader)
        assert Puzzle(there, parse_goal("F 2-"), key).is_solver_to_play
    with pytest.raises(DealError, match="forehand is to play, not middlehand or dealer"):
        Puzzle(position, parse_goal("F 2-"), 12)


# The published problems.


def misere(name: str) -> Puzzle:
    deal = next(deal for deal in read_deals(MISERE) if ("Name", name) in deal.tags)
    puzzle = puzzle_of(deal)
    assert puzzle is not None
    return puzzle


@pytest.mark.parametrize(
    ("name", "works"),
    [
        ("Kovalevskaya", [["DQ", "DK", "DA"]]),
        ("Lasker", [["DT", "DJ", "DQ"], ["CK"], ["DA"]]),
    ],
)
def test_a_published_problem(solver: Solver, name: str, works: list[list[str]]) -> None:
    puzzle = misere(name)
    found = verify(puzzle, solver)
    assert found.verdict is Verdict.SOUND
    assert found.tricks == 2
    assert [list(map(card_name, group)) for group in found.works] == works
    for attempt in tries(puzzle, solver):
        assert worth(puzzle.position, attempt.line, Seat.FOREHAND) == attempt.tricks < 2


def test_the_files_keep_a_goal_against_a_seat() -> None:
    deals = read_deals(MISERE)
    assert parse_deals(format_deals(deals)) == deals
    assert [entry.deal for entry in json_entries(format_json(deals))] == deals


# Found ones.


@pytest.mark.parametrize("contract", [Contract.NULLO, Contract.NT])
def test_what_is_found_against_a_seat(solver: Solver, contract: Contract) -> None:
    wish = Wish((contract,), (4,), seat=Seat.DEALER, against=Seat.FOREHAND)
    found = next(each for each in find(wish, 3, solver) if each is not None)
    puzzle = found.puzzle
    assert puzzle.position.to_play is Seat.DEALER
    assert puzzle.goal.seat is Seat.FOREHAND
    assert puzzle.side == (Seat.MIDDLEHAND, Seat.DEALER)
    verdict, works = expected(puzzle, {Seat.MIDDLEHAND, Seat.DEALER})
    assert verdict is Verdict.SOUND
    assert puzzle.key in works
    assert [puzzle_of(deal) for deal in parse_deals(format_deals([found.deal()]))] == [puzzle]


def test_nobody_plays_against_itself() -> None:
    with pytest.raises(ArgumentError, match="dealer is to play, so not against itself"):
        Wish(seat=Seat.DEALER, against=Seat.DEALER)
