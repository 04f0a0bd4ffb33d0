"""Solving puzzles in the terminal: ``manni puzzle train``."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import manni

from manni.cli.board.shelf import samples
from manni.solver.cards import card_name
from manni.solver.files.dealfile import parse_deals
from manni.solver.puzzles.verify import keeping_cards, puzzle_of, reply
from manni.solver.values.solve import Solver

SHIPPED = parse_deals(samples()["puzzles"])
MISSED = """[Deal "F:A2... K3... Q4..."]
[Contract "NT"]
[Goal "F 2+"]
"""


def train(*args: str | Path, answers: str = "") -> str:
    """Return what is said; it goes to stderr."""
    result = manni("puzzle", "train", *args, text=answers)
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    return result.stderr


def solution(number: int) -> list[str]:
    """Return right answers to all questions of a shipped puzzle."""
    puzzle = puzzle_of(SHIPPED[number - 1])
    assert puzzle is not None
    solver, position, need = Solver(16), puzzle.position, puzzle.goal
    cards = []
    while need.met_by_count(position) is not True:
        if not need.is_solver(position):
            card = reply(position, need, solver)
        else:
            card = min(keeping_cards(position, need, solver))
            if len(position.equivalent_cards()) > 1:
                cards.append(card_name(card))
        position = position.play(card)
        need = need.after(position)
    return cards


@pytest.mark.parametrize("number", [1, 25, 41, 81, 90])
def test_right_cards_solve_a_puzzle(number: int) -> None:
    answers = solution(number)
    said = train("--deal", str(number), answers="\n".join(answers) + "\n")
    assert said.endswith("Solved at once.\n\n")
    assert said.count(" plays: ") == len(answers)


def test_a_wrong_card_is_refuted_and_another_asked_for() -> None:
    said = train("--deal", "25", answers="H2\nCA\n?\n?\nDT\n" + "C2\nC2\nCA\n")
    assert "middlehand does not hold H2" in said
    assert (
        "♣A fails: middlehand takes no more than 1 of the tricks left and 2 are needed: M" in said
    )
    assert "Look at diamonds." in said
    assert "Right is ♦T." in said
    assert "Solved, with 3 wrong cards or hints." in said


def test_puzzles_are_skipped_and_left() -> None:
    said = train("--grade", "1", answers="skip\nskip\nquit\n")
    assert said.count("Skipped.") == 2
    assert said.endswith("0 of 3 puzzles solved, 0 at once.\n")
    headings = [line for line in said.splitlines() if line.startswith("Puzzle ")]
    assert len(headings) == 3
    assert all(line.endswith(", grade 1") for line in headings)
    assert train(answers="").endswith("0 of 1 puzzles solved, 0 at once.\n")


def test_only_puzzles_of_a_theme() -> None:
    number = sum("duck" in dict(deal.tags).get("Theme", "") for deal in SHIPPED)
    said = train("--theme", "duck", answers="skip\n" * number)
    assert said.count("Skipped.") == number


def test_what_cannot_be_solved(tmp_path: Path) -> None:
    file = tmp_path / "missed.manni"
    file.write_text(MISSED + '\n[Deal "F:A... K... Q..."]\n', encoding="utf-8")
    assert "The goal cannot be reached: manni puzzle check tells more." in train(file)
    no_puzzle = tmp_path / "no_puzzle.manni"
    no_puzzle.write_text('[Deal "F:A... K... Q..."]\n', encoding="utf-8")
    for args, message in (
        ((file, "--deal", "2"), "deal 2 is no puzzle: a puzzle has a [Goal]"),
        (("--deal", "999"), f"there are {len(SHIPPED)} puzzles: there is no deal 999"),
        ((file, "--grade", "3"), "missed.manni: no puzzle of grade 3, by the tags Grade and Theme"),
        ((no_puzzle,), "no_puzzle.manni: it holds no puzzle: a puzzle has a [Goal]"),
        ((tmp_path / "none.manni",), "no such file or directory"),
    ):
        result = manni("puzzle", "train", *args)
        assert result.exit_code in (1, 2)
        assert message in result.stderr


@pytest.mark.parametrize(
    ("variant", "deal", "ranks"),
    [
        ("hornafjordur", "F:AQ... K4... J3...", "A K Q J T 9 … 2, such as HT"),
        ("manille-3", "F:TK... AQ... J9...", "T A K Q J 9 8 7, such as HT"),
    ],
)
def test_a_card_misspelt_is_told_the_ranks_of_the_game(
    variant: str, deal: str, ranks: str, tmp_path: Path
) -> None:
    file = tmp_path / "misspelt.manni"
    file.write_text(
        f'[Variant "{variant}"]\n[Deal "{deal}"]\n[Contract "H"]\n[Leader "F"]\n[Goal "F 1+"]\n',
        encoding="utf-8",
    )
    assert ranks in " ".join(train(file, answers="zz\nquit\n").split())
