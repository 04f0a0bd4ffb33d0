"""manni solve and manni table: what they print, as text and as JSON."""

import json
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import manni, output
from positions import random_position

from manni.cli.options import JOBS, MEGABYTES
from manni.solver.cards import Contract, Seat
from manni.solver.engine import MOST_MEMORY_MB, Engine
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import MOST_THREADS
from manni.solver.values.solve import Solver, all_exact, solve_table

HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"
GAME = """\
; two deals of a game
[Name "Whole"]
[Comment "Nobody has played yet"]
[Variant "basic"]
[Deal "F:J5.86.J98.AT864 QT76.K3.Q5.KQ53 AK83.AJ5.AT64.7"]
[Manni "HT D7 S4 HQ H7 DK H9 H4 C9 S9 CJ D3"]
[Contract "H"]
[Leader "F"]

[Deal "F:AQ.3.. K2.A.. 43..5."]
[Contract "NT"]
[Play "M"]
HA D5 H3
S2
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.manni"
    path.write_text(GAME, encoding="utf-8")
    return path


def solve(*args: str | Path) -> dict[str, Any]:
    """Return the one line of JSON about the deal asked for."""
    (line,) = output("solve", *args, "--json").splitlines()
    return json.loads(line)


# solve -------------------------------------------------------------------------------


def test_limited_time_gives_bounds() -> None:
    args = ("--hands", HANDS, "--contract", "NULLO", "--time", "0.000001", "--cards", "--line", "F")
    data = solve(*args)
    assert data["guarantee"] == {"F": None, "M": None, "D": None}
    assert data["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}
    assert "Time is up" in output("solve", *args)


NT = ("--hands", HANDS, "--contract", "NT")


def test_limits_are_those_of_the_library() -> None:
    assert (MEGABYTES.max, JOBS.max) == (MOST_MEMORY_MB, MOST_THREADS)


# table -------------------------------------------------------------------------------


def test_every_entry_of_a_table_is_what_the_solver_says() -> None:
    rng = Random(3)
    solver, shared = Solver(16), Solver(16, 3)
    for _ in range(12):
        hands = random_position(rng, rng.randrange(8), on_table=0).hands
        values = solve_table(hands, ace_low=[Contract.NULLO, Contract.S], solver=shared)
        assert list(values) == [(contract, leader) for contract in Contract for leader in Seat]
        for (contract, leader), bounds in values.items():
            low = contract in (Contract.NULLO, Contract.S)
            assert bounds == solver.solve(Position(hands, contract, leader, ace_low=low)).bounds


def test_a_table_out_of_time_has_bounds_everywhere() -> None:
    hands = random_position(Random(4), 16, on_table=0).hands
    values = solve_table(hands, ["NULLO"], ["F"], ["M", "D"], seconds=1e-6)
    assert values == {(Contract.NULLO, Seat.FOREHAND): (None, (0, 16), (0, 16))}
    assert not all_exact(values)


# Side by side, and Ctrl-C --------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "5"])
def test_jobs_change_nothing_that_is_printed(game: Path, jobs: str) -> None:
    for args in (
        ("solve", game, "--cards", "--line", "M"),
        ("solve", "--hands", HANDS, "--contract", "NULLO", "--cards", "--json"),
        ("table", game, "--json"),
    ):
        assert output(*args, "--jobs", jobs) == output(*args, "--jobs", "2")


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed as soon as a search begins."""
    whole = Engine.bounds

    def bounds(self: Engine, *args: Any, run: Run, **more: Any) -> Any:
        if not run.is_cancelled():
            signal.raise_signal(signal.SIGINT)
        return whole(self, *args, run=run, **more)

    monkeypatch.setattr(Engine, "bounds", bounds)


@pytest.mark.usefixtures("pressed")
@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (("solve", "--cards", "--line", "M"), ("0..12", "not found in time")),
        (("table",), ("0..12 0..12 0..12",)),
    ],
)
def test_ctrl_c_shows_what_is_proved_and_says_so(
    game: Path, call: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    result = manni(call[0], game, "--jobs", "1", *call[1:])
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "stopped at deal 1"
    for said in (*shown, "Stopped: 3..5 means"):
        assert said in result.stdout
    assert "Deal 2" not in result.stdout


@pytest.mark.usefixtures("pressed")
def test_ctrl_c_leaves_json_whole() -> None:
    result = manni("solve", *NT, "--json", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (130, "stopped\n")
    assert json.loads(result.stdout)["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}
