"""The commands in games for points: what they print, and what they refuse."""

import re
from pathlib import Path

import pytest
from commands import json_of, output
from test_schemas import strict

from manni.solver.files.reading import read_deals
from manni.solver.puzzles.verify import puzzle_of
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE

# Puzzles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant", ["manille-3", "envers-3", "encheres-sans", "encheres-sans+miseres"]
)
def test_a_puzzle_that_is_found_is_sound(variant: str) -> None:
    found = output("puzzle", "find", "--variant", variant, "--length", "4", "--seed", "5")
    check = ("puzzle", "check", "-", "--strict", "--certify", "--tree")
    data = json_of(*check, text=found)
    strict("verify").validate(data)
    assert (data["verdict"], data["certified"]) == ("sound", True)
    assert ("declarer" in data) == variant.startswith("encheres")
    output(*check, text=found)


@pytest.mark.parametrize(("more", "goal"), [((), "F 0-"), (("--against", "F"), "F 1+")])
def test_one_trick_loses_a_misere_in_a_puzzle(more: tuple[str, ...], goal: str) -> None:
    asked = ("--variant", "encheres-sans+miseres", "--contracts", "NULLO", "--length", "4", *more)
    found = output("puzzle", "find", *asked, "-n", "2", "--seed", "1")
    assert re.findall(r'Goal "(.*)"', found) == [goal] * 2


def test_the_sample_puzzles_are_sound_and_of_every_kind(root: Path) -> None:
    path = root / "data" / "sample_deals" / "manille-puzzles.manni"
    assert "17 puzzles: 17 sound, 17 strictly sound" in output("puzzle", "check", path, "--strict")
    puzzles = [puzzle for deal in read_deals(path) if (puzzle := puzzle_of(deal)) is not None]
    kinds = {(puzzle.position.rules, puzzle.goal.seat in puzzle.side) for puzzle in puzzles}
    both = {(rules, own) for rules in (ENCHERES, MISERE) for own in (True, False)}
    assert kinds == {(MANILLE, True), (ENVERS, True)} | both
    of_miseres = {
        (puzzle.goal.tricks, puzzle.goal.at_least)
        for puzzle in puzzles
        if puzzle.position.rules == MISERE
    }
    assert of_miseres == {(0, False), (1, True)}, "one trick loses a misère"
