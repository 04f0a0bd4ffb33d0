"""Solving puzzles in the terminal: ``manni puzzle train``."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import manni

from manni.cli.board.shelf import samples
from manni.solver.files.dealfile import parse_deals

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


PUZZLES = [
    (
        'Variant "manille-4"]\n[Deal "F:.9.8.J TA8... KQ...7 .J7.9."]\n[Contract "C"]\n'
        '[Leader "F"]\n[Goal "F 12+"',
        "D8",
        "forehand and seat 3 take at least 12 points",
    ),
    (
        'Variant "encheres-5"]\n[Deal "F:T.Q.J. 9..A7. J.K..8 AK...J ..8.Q7"]\n'
        '[Contract "D"]\n[Declarer "F"]\n[Goal "F 7+"',
        "DJ",
        "forehand takes at least 7 points",
    ),
    (
        'Variant "decouverte"]\n[Deal "F:A7...T K..J.9"]\n'
        '[Piles "SA CT, S7, -, - / SK C9, DJ, -, -"]\n[Contract "S"]\n[Goal "F 13+"',
        "SA",
        "forehand takes at least 13 points",
    ),
]
"""Puzzles of other tables: their tags, their key, and what they ask for."""

SAID = [
    (
        "CJ D8 SK C7",
        "♣J fails: forehand and seat 3 take no more than 2 of the points left, with 12 needed:"
        "|Seat 2 plays ♠T|Seat 3 plays: ♠K fails:"
        "|Goal: forehand and seat 3 take at least 6 points",
    ),
    (
        "? ? DJ HQ",
        "Look at diamonds|Right is ♦J|Seat 4 plays ♠A|Solved, with 2 wrong cards or hints.",
    ),
    (
        "S7 CT SA CT",
        "♠7 fails:|forehand's CT lies under another card|Dealer plays ♠K|Solved, with 1 wrong card",
    ),
]


@pytest.mark.parametrize(("puzzle", "answers"), [*zip(PUZZLES, SAID, strict=True)])
def test_hands_of_other_tables_are_trained(
    puzzle: tuple[str, str, str], answers: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.manni"
    file.write_text(f"[{puzzle[0]}]\n", encoding="utf-8")
    told = " ".join(train(file, answers="\n".join(answers[0].split())).split())
    for each in (f"Goal: {puzzle[2]}", *answers[1].split("|")):
        assert each in told


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
