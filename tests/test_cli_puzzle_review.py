"""manni puzzle check and find and manni review: what they print, exit codes, bad files."""

import builtins
import json
import os
import re
import signal
import subprocess
import threading
import time
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import error, installed, manni, output

from manni.solver.errors import StoppedError
from manni.solver.files.dealfile import parse_deals
from manni.solver.files.reading import read_deals
from manni.solver.puzzles import check
from manni.solver.puzzles.verify import Puzzle, Verification, puzzle_of, verify
from manni.solver.review import review
from manni.solver.run import Run
from manni.solver.values.solve import Solver

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
PLAYED = SAMPLES / "played.manni"

# Forehand must cash its spades before it gives up the lead to the long hearts.
START = '[Deal "F:AK.2.. .AQ3.. JT.K.."]\n[Contract "NT"]\n[Leader "F"]\n'
# Three winners in any order.
THREE = '[Deal "F:A.A.A. K.K.K. Q.Q.Q."]\n[Contract "NT"]\n[Leader "F"]\n[Goal "F 3+"]\n'
CLAIMS = {
    "sound": START + '[Goal "F 2+"]\n[Key "SK"]\n',
    "cooked": THREE + '[Key "SA"]\n',
    "busted": START + '[Goal "F 3+"]\n',
    "modest": START + '[Goal "F 1+"]\n[Key "SA"]\n',
    "invalid": START + '[Goal "F 2+"]\n[Key "S2"]\n',
}


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.manni"
    path.write_text("\n".join(CLAIMS.values()), encoding="utf-8")
    return path


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# verify ------------------------------------------------------------------------------


def test_a_bad_file_is_one_line_and_the_other_files_go_on(tmp_path: Path, claims: Path) -> None:
    path = tmp_path / "bad.manni"
    path.write_text(START, encoding="utf-8")
    result = manni("puzzle", "check", path, tmp_path, tmp_path / "none", claims, "--deal", "1")
    assert result.exit_code == 1
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 3
    assert errors[0] == f"Error: {path}: deal 1 is no puzzle: a puzzle has a [Goal]"
    assert "sound: F 2+" in result.stdout


def test_what_was_not_finished_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*args: object, **named: object) -> None:
        raise StoppedError("no answer in the time given")

    text = CLAIMS["sound"]
    for name, missing in (("certify", "certificate"), ("Tree", "tree"), ("tries", "tree")):
        with monkeypatch.context() as patch:
            patch.setattr(check, name, stopped)
            result = manni("puzzle", "check", "-", "--certify", "--tree", text=text)
            assert result.exit_code == 1
            assert "sound: F 2+" in result.stdout
            assert f"\n  stopped before the {missing} was complete\n" in result.stdout
            (data,) = lines(
                manni("puzzle", "check", "-", "--certify", "--tree", "--json", text=text).stdout
            )
            assert (data["verdict"], data["holds"], data["missing"]) == ("sound", False, missing)


def test_the_name_of_a_file_gives_no_orders(tmp_path: Path) -> None:
    path = tmp_path / "x\x9b2J.manni"
    path.write_text(THREE, encoding="utf-8")
    said = manni("puzzle", "check", path).stdout
    assert "\x9b" not in said
    assert "x\\x9b2J.manni': deal 1: " in said


# puzzle find -------------------------------------------------------------------------


def test_what_is_found_can_be_appended(tmp_path: Path) -> None:
    options = ("--contracts", "NULLO", "--length", "4", "-n", "2")
    found = output("puzzle", "find", *options)
    assert found.startswith("[Deal ")
    assert found.endswith('"]\n\n')
    # A file that ends without a blank line keeps its last deal as it is.
    path = tmp_path / "all.manni"
    path.write_text(THREE + found + found, encoding="utf-8")
    deals = read_deals(path)
    assert deals[0] == parse_deals(THREE)[0]
    assert deals[1:3] == deals[3:] == parse_deals(found)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_has_been_found_is_printed_at_once(number: signal.Signals) -> None:
    with subprocess.Popen(
        [installed(), "puzzle", "find", "--contracts", "NULLO", "--length", "4", "-n", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        first = process.stdout.readline()
        process.send_signal(number)
        stdout, stderr = first + process.stdout.read(), process.stderr.read()
    assert process.returncode == 130
    assert re.search(r"\d+ of 100000 found in [\d,]+ positions\nstopped\n$", stderr)
    assert "Traceback" not in stderr
    assert [puzzle_of(deal) is not None for deal in parse_deals(stdout)].count(True) >= 1


# review ------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_plot_is_drawn(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"play.{suffix}"
    output("review", PLAYED, "--deal", "1", "--picture", path)
    if suffix == "png":
        assert path.read_bytes().startswith(b"\x89PNG")
        return
    first = path.read_bytes()
    root = ElementTree.fromstring(first)
    words = {element.text for element in root.iter() if element.text}
    assert (root.get("lang"), root[0].text) == ("en", "Deal 1, NT")
    assert {"F forehand", "M middlehand", "D dealer", "♣J", "lost 2", "12", "share"} <= words
    output("review", PLAYED, "--deal", "1", "--picture", path)
    assert path.read_bytes() == first


def test_a_plot_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    message = error("review", PLAYED, "--deal", "1", "--picture", tmp_path / "a.svg")
    assert (
        message == "a picture needs matplotlib, which is not installed: pip install 'manni[plots]'"
    )


@pytest.mark.parametrize("more", [("--json",), ("--certify",), ("--page", "-")])
def test_verify_says_the_same_for_any_number_of_jobs(
    claims: Path, tmp_path: Path, more: tuple[str, ...]
) -> None:
    args = "puzzle", "check", claims, PLAYED, tmp_path / "none", claims, "--strict", "--tree", *more
    one, *others = (manni(*args, "--jobs", jobs) for jobs in ("1", "2", "5"))
    assert "passed over" in one.stderr
    for other in others:
        assert (other.stdout, other.stderr) == (one.stdout, one.stderr)
        assert other.exit_code == one.exit_code == 1


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_ctrl_c_ends_verify_with_the_verdicts_found(
    monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    first_done, others = threading.Event(), count()

    def interrupted(puzzle: Puzzle, solver: Solver, *, strict: bool, run: Run) -> Verification:
        if puzzle.goal.tricks == 3:
            found = verify(puzzle, solver, strict=strict, run=run)
            first_done.set()
            return found
        first_done.wait()
        if next(others) == 0:
            os.kill(os.getpid(), signal.SIGINT)
        while not run.is_cancelled():
            time.sleep(0.001)
        run.check()
        raise AssertionError("a run that was called off")

    monkeypatch.setattr(check, "verify", interrupted)
    text = CLAIMS["busted"] + 7 * ("\n" + CLAIMS["sound"])
    result = manni("puzzle", "check", "-", "--jobs", jobs, text=text)
    told = [line for line in result.stdout.splitlines() if line.startswith("stdin: ")]
    summary = result.stdout.splitlines()[-1]
    undecided = [line for line in told if "undecided: called off before there was an" in line]
    assert told[0].startswith("stdin: deal 1: busted")
    assert undecided == told[1:] != []
    assert summary == f"{1 + len(undecided)} puzzles: 1 busted, {len(undecided)} undecided"
    left = len(undecided) + 2
    assert result.stderr == f"stdin: not looked at from deal {left} on\nstopped\n"
    assert result.exit_code == 130


@pytest.mark.parametrize(
    "wish",
    [("--length", "5", "--no-strict"), ("--length", "12")],  # one after the other, side by side
)
def test_the_same_puzzles_for_any_number_of_jobs(wish: tuple[str, ...]) -> None:
    args = "puzzle", "find", *wish, "--seed", "3", "--tries", "60"
    one, three = (manni(*args, "-n", "9", "--jobs", jobs) for jobs in ("1", "3"))
    assert (one.stdout, one.exit_code) == (three.stdout, three.exit_code)
    assert "of 9 found in 60 positions" in one.stderr


def test_ctrl_c_ends_review_with_the_deals_that_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count(1)

    def interrupted(*args: Any, **named: Any) -> Any:
        if next(asked) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return review(*args, **named)

    first = output("review", PLAYED, "--deal", "1", "--json")
    monkeypatch.setattr("manni.solver.review.review", interrupted)
    result = manni("review", PLAYED, "--json")
    assert (result.stdout, result.stderr, result.exit_code) == (first, "stopped\n", 130)
