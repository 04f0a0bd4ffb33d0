"""The smallest changes that make a puzzle sound: those of the plain search, and no others."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import manni, output
from test_puzzle import claims, expected

from solver.cards import Seat, cards_in, hand_of, rank_of, suit_of
from solver.errors import SolverError, StoppedError
from solver.puzzles.cure import cures
from solver.puzzles.verify import Puzzle, Verdict
from solver.values.solve import Solver


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(64)


def changed(puzzle: Puzzle, hands: list[set[int]]) -> Puzzle | None:
    try:
        return replace(puzzle, position=replace(puzzle.position, hands=tuple(map(hand_of, hands))))
    except SolverError:
        return None


def small_changes(puzzle: Puzzle, spare: set[int], most: int) -> dict[tuple[int, ...], int]:
    """Return the hands after every change within a suit and its size, by plain enumeration."""
    position = puzzle.position
    own = [set(cards_in(hand)) for hand in position.hands]
    in_play = {card for hand in position.dealt for card in cards_in(hand)}
    stay = {*puzzle.keys, *position.table}
    height = position.rules.heights

    def between(one: int, other: int) -> int:
        low, high = sorted((height[rank_of(one)], height[rank_of(other)]))
        suit = [card for card in in_play if suit_of(card) == suit_of(one)]
        return len([card for card in suit if low < height[rank_of(card)] < high])

    found = {}
    for seat in Seat:
        for old in own[seat] - stay:
            for new in spare - in_play:
                if suit_of(old) == suit_of(new) and between(old, new):
                    hands = list(own)
                    hands[seat] = own[seat] - {old} | {new}
                    found[tuple(map(hand_of, hands))] = between(old, new)
            for other in Seat:
                for new in own[other] - stay:
                    if other > seat and suit_of(old) == suit_of(new):
                        hands = list(own)
                        hands[seat] = own[seat] - {old} | {new}
                        hands[other] = own[other] - {new} | {old}
                        found[tuple(map(hand_of, hands))] = 1 + between(old, new)
    return {hands: size for hands, size in found.items() if size <= most}


def test_they_are_the_smallest_by_the_plain_search(solver: Solver) -> None:
    cured = 0
    for number, puzzle in enumerate(claims(9, 60, 3)):
        if expected(puzzle) is Verdict.SOUND:
            continue
        spare = set(range(number % 5, 52, 3))
        found = cures(puzzle, solver, spare=hand_of(spare))
        for cure in found:
            assert expected(cure.puzzle) is Verdict.SOUND
            assert cure.puzzle.keys == puzzle.keys
            assert cure.puzzle.position.table == puzzle.position.table
        assert len({cure.size for cure in found}) <= 1
        in_suit = [cure for cure in found if suit_of(cure.old) == suit_of(cure.new)]
        most = in_suit[0].size if in_suit else 99
        smaller = {
            hands
            for hands in small_changes(puzzle, spare, most)
            if (other := changed(puzzle, [set(cards_in(hand)) for hand in hands])) is not None
            and expected(other) is Verdict.SOUND
        }
        assert smaller == {cure.puzzle.position.hands for cure in in_suit}
        cured += bool(found)
    assert cured > 15


COOKED = (
    '[Deal "F:8.T987.987.98 AT9.KQ.K.AQJT J7.AJ.AQJT.K7"]\n[Contract "NULLO"]\n[Leader "D"]\n'
    '[Goal "F 2+"]\n[Key "CK DA"]\n'
)


def test_what_cures_a_cooked_puzzle_makes_it_sound(tmp_path: Path) -> None:
    result = manni("puzzle", "check", "-", "--cure", text=COOKED)
    assert result.exit_code == 1
    assert "\n  sound if ♦K (middlehand) and ♦T (dealer) change hands\n" in result.stdout
    deal = result.stdout.splitlines()[-1].strip()
    text = deal + COOKED[COOKED.index("\n") :]
    assert output("puzzle", "check", "-", text=text).startswith("stdin: deal 1: sound")
    data = manni("puzzle", "check", "-", "--cure", "--json", text=COOKED).stdout
    (cure,) = json.loads(data)["cures"]
    assert (cure["old"], cure["new"], cure["seat"], cure["other"]) == ("DK", "DT", "M", "D")
    assert f"F:{' '.join(cure['hands'])}" in deal


def test_where_there_is_none() -> None:
    text = COOKED.replace("CK DA", "CK SJ")
    told = manni("puzzle", "check", "-", "--cure", text=text).stdout
    assert "  no cure: no other card of a suit and no exchange of two cards makes it" in told
    sound = COOKED.replace("CK DA", "CK DA DT")
    assert "cure" not in output("puzzle", "check", "-", "--cure", text=sound)


def test_a_search_cut_off_says_so(solver: Solver) -> None:
    (puzzle, *_) = (each for each in claims(9, 20, 3) if expected(each) is Verdict.BUSTED)
    with pytest.raises(StoppedError):
        cures(puzzle, solver, seconds=1e-9)
