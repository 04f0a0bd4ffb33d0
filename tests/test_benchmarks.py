"""The programs in benchmarks/ run and say what they should, on small work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver import _search

DATA = Path(solver.__file__).parent / "data"


def run(root: Path, program: str, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
    """Run a program of benchmarks/ and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-P", str(root / "benchmarks" / program), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=root,
        # As without -P, one may import from another.
        env=os.environ | {"PYTHONPATH": os.pathsep.join([*sys.path, str(root / "benchmarks")])},
    )
    assert done.returncode in codes, done.stderr
    return done.stdout


def test_bars_as_json(root: Path) -> None:
    # A loaded machine may miss a bar: that is exit code 1.
    found = run(
        root, "bars.py", "--rows", "nt10of32", "-n", "3", "--no-dds", "--json", codes=(0, 1)
    )
    (row,) = json.loads(found)
    assert (row["row"], row["count"]) == ("nt10of32", 3)
    assert row["mean"] > 0


def test_bars_as_a_table(root: Path) -> None:
    found = run(root, "bars.py", "--rows", "nt10of32", "-n", "3", "--no-dds", codes=(0, 1))
    assert found.splitlines()[2].startswith("| 10 cards of 32, NT | nt10of32 | 3 |")


def test_the_signature_program_agrees_with_what_is_stored(root: Path) -> None:
    for line in run(root, "signature.py").splitlines():
        now, stored = (
            line.rpartition("nodes ")[2]
            .removeprefix("of the search for points ")
            .split(", stored ")
        )
        assert int(now.replace(",", "")) == int(stored.replace(",", "")) > 0


@pytest.mark.parametrize(
    ("program", "arguments", "lines"),
    [
        ("techniques.py", ["--cards", "5", "-n", "4"], ["| everything on |", "| without table |"]),
        (
            "techniques.py",
            ["--points", "--cards", "5", "-n", "4"],
            ["| everything on |", "| without slack |"],
        ),
        ("guess_points.py", ["-n", "2"], ["many, trump: {", "few, trump: {"]),
        ("selfish.py", ["--cards", "4", "-n", "2"], ["| 4 | NT | 2 |", "| 4 | NULLO | 2 |"]),
        ("why.py", ["--deals", "2", "--cards", "4"], ["| NT | ", "| NULLO | "]),
        ("grades.py", ["-n", "2", "--cards", "4"], ["| 4 | ", "| found | "]),
        pytest.param(
            "batch.py",
            ["--cards", "4", "-n", "50"],
            ["| parquet to parquet |", "| parquet to jsonl |"],
            marks=pytest.mark.slow,
        ),
        (
            "threads.py",
            ["-n", "2", "--seconds", "0.1"],
            ["| one thread takes |", "| under 10 ms |"],
        ),
        (
            "turn_about.py",
            [_search.__file__, "--rows", "nt10of32", "-n", "3", "--rounds", "1"],
            ["| nt10of32 | 3 | "],
        ),
        ("claims.py", ["--hands", "2", "--worlds", "4"], ["| advised |"]),
        ("deal_files.py", ["-n", "9"], ["| deal, .parquet |", "| read, .json |", "| show deal 9,"]),
        ("memory.py", ["--cards", "6", "-n", "3", "--caps", "1", "4"], ["| NT |", "| NULLO |"]),
    ],
)
def test_tables_have_their_lines(
    root: Path, program: str, arguments: list[str], lines: list[str]
) -> None:
    found = run(root, program, *arguments).splitlines()
    for start in lines:
        assert any(line.startswith(start) for line in found), found


@pytest.mark.slow
def test_what_advice_is_worth(root: Path, tmp_path: Path) -> None:
    lines = tmp_path / "hands.jsonl"
    found = run(
        root,
        "advice.py",
        "--hands",
        "3",
        "--deals",
        "1",
        "--worlds",
        "2",
        "--raced",
        "2",
        "--kinds",
        "NT",
        "--json",
        "-o",
        str(lines),
    )
    data = json.loads(found)
    assert (data["kind"], data["hands"]) == ("NT", 3)
    assert data["thumb - stand"][0] == pytest.approx(data["thumb"][0] - data["stand"][0])
    assert run(root, "advice.py", "--from", str(lines), "--json") == found
    text = run(root, "advice.py", "--from", str(lines))
    assert text.startswith("NT, 3 hands, ")
    assert "advice - thumb" in text


def test_what_advice_on_a_surprise_is_worth(root: Path) -> None:
    found = run(
        root, "advice.py", "--kinds", "petite", "--hands", "2", "--deals", "2", "--worlds", "2",
        "--json",
    )  # fmt: skip
    data = json.loads(found)
    assert (data["kind"], data["hands"]) == ("petite", 2)
    assert data["open cards"][0] >= max(data["thumb"][0], data["advice"][0])


@pytest.mark.slow
def test_the_values_of_sets_are_made(root: Path, tmp_path: Path) -> None:
    made = tmp_path / "values.json"
    rows = [str(tmp_path / f"{kind}.jsonl") for kind in ("NT", "trump", "NULLO")]
    for path in rows:
        kind = Path(path).stem
        run(root, "solved_deals.py", "--kind", kind, "--deals", "3", "-o", path)
    run(root, "set_values.py", "--rows", *rows, "--hands", "20", "--samples", "3", "-o", str(made))
    stored = DATA / "set_values.json"
    found, expected = (json.loads(path.read_text(encoding="utf-8")) for path in (made, stored))
    assert found["fits"]["NT"]["deals"] == 3
    for own, other in zip(found["games"], expected["games"], strict=True):
        assert (own["game"], own["slots"]) == (other["game"], other["slots"])
        assert own["values"].keys() == other["values"].keys() == own["errors"].keys()


@pytest.mark.slow
def test_a_file_cut_off_is_taken_up_again(root: Path, tmp_path: Path) -> None:
    rows = tmp_path / "nt.jsonl"
    asked = ("solved_deals.py", "--kind", "NT", "--deals", "3", "-o", str(rows))
    run(root, *asked)
    whole = rows.read_text(encoding="utf-8")
    rows.write_text(whole[:-20], encoding="utf-8")
    run(root, *asked)
    assert rows.read_text(encoding="utf-8") == whole
    # In two parts the deals are the same.
    rows.write_text("", encoding="utf-8")
    run(root, *asked, "--first", "2")
    lines = rows.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[0] == whole.splitlines(keepends=True)[2]
    assert [json.loads(line)["number"] for line in lines] == [2, 3, 4]


@pytest.mark.slow
def test_coverage_is_counted(root: Path, tmp_path: Path) -> None:
    rows = tmp_path / "coverage.jsonl"
    asked = ("--cards", "12", "--worlds", "2", "--raced", "2", "--reference", "3", "-o", str(rows))
    found = run(root, "coverage.py", *asked, "--hands", "1")
    assert {line.split()[2] for line in found.splitlines()} == {"NT", "trump", "NULLO"}
    assert run(root, "coverage.py", "--from", str(rows)) == found
    # A file there is is taken up again.
    run(root, "coverage.py", *asked, "--hands", "2")
    assert [json.loads(line)["number"] for line in rows.read_text().splitlines()] == [0, 1]


@pytest.mark.slow
def test_regret_is_measured(root: Path, tmp_path: Path) -> None:
    rows = tmp_path / "regret.jsonl"
    asked = ("--kinds", "trump", "--hands", "1", "--worlds", "2", "--raced", "2", "--pool", "5")
    asked += ("--first", "1", "--kept", "2", "--second", "2", "--reference", "3", "-o", str(rows))
    found = run(root, "regret.py", *asked)
    assert found.startswith("12 cards trump     1 hands, regret ")
    # A file there is is taken up again.
    assert run(root, "regret.py", *asked) == found
    assert run(root, "regret.py", "--from", str(rows)) == found
    (row,) = map(json.loads, rows.read_text(encoding="utf-8").splitlines())
    assert row["regret"] == 0 or row["advised"] != row["best"]


def test_the_rule_for_discards_is_made(root: Path, tmp_path: Path) -> None:
    rows, made = tmp_path / "nt.csv", tmp_path / "values.json"
    run(
        root,
        "fit_exchange.py",
        "solve",
        "NT",
        "--deals",
        "6",
        "--candidates",
        "4",
        "-o",
        str(rows),
    )
    run(root, "fit_exchange.py", "fit", str(rows), "-o", str(made))
    found = json.loads(made.read_text(encoding="utf-8"))
    stored = DATA / "exchange_values.json"
    assert found["fits"]["NT"]["deals"] == 6
    assert (
        found["weights"]["NT"].keys()
        <= json.loads(stored.read_text(encoding="utf-8"))["weights"]["NT"].keys()
    )


@pytest.mark.slow
def test_how_long_an_exchange_takes(root: Path) -> None:
    data = json.loads(run(root, "exchange.py", "-n", "2", "--rows", "nt12", "--all", "1", "--json"))
    assert data["row"] == "nt12"
    assert [len(data[what]) for what in ("best", "ten", "all")] == [2, 2, 1]
    lines = run(root, "exchange.py", "-n", "1", "--rows", "nt12").splitlines()
    assert lines[2].startswith("| nt12 | 1 | ")


@pytest.mark.slow
def test_a_cluster_against_threads(root: Path) -> None:
    found = run(root, "cluster.py", "--cards", "4", "-n", "40", "--rows", "10", "--empty", "2", "1")
    assert "| 2 workers |" in found
    assert "| 20,000 rows | 1 |" in found
