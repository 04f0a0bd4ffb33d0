"""The commands in games for points: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import error, json_of, output
from test_schemas import strict

from manni.solver.files.reading import read_deals
from manni.solver.puzzles.verify import puzzle_of
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE

HANDS = "K.K.J. ..TA7. T.98.."
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
    told = error("puzzle", "find", *asked, "--goal", "2", code=2)
    assert told.endswith("tricks: 2 is no goal in NULLO: one trick loses a misère.")


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


# Contracts that a game does not have -----------------------------------------------------

NO_NULLO = "manille-3 has no NULLO: its contracts are S H D C"


def test_rows_and_deals_of_a_contract_that_the_game_does_not_have(tmp_path: Path) -> None:
    record = {"hands": HANDS.split(), "contract": "NULLO", "variant": "manille-3"}
    source, target = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_text(json.dumps(record), encoding="utf-8")
    for more in ([], ["-o", target]):
        assert error("batch", source, *more) == f"{source}: line 1: {NO_NULLO}"
    asked = ("--variant", "manille-3", "--contract", "NULLO", "-o", target)
    assert error("deal", *asked) == NO_NULLO
    assert error("puzzle", "find", *asked[:2], "--contracts", "NT", code=2).endswith("have NT.")
