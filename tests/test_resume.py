"""A batch that is stopped and goes on: nothing is lost, doubled or solved again."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from commands import error, installed, manni, output, run, small_disk
from positions import ENDLESS
from rows import easy, record_of, written


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a Parquet file of positions that are solved at once."""
    target = tmp_path / "in.parquet"
    output("batch", written(tmp_path / "made.jsonl", easy()), "-o", target)
    return target


@pytest.fixture
def begun(source: Path, tmp_path: Path) -> tuple[list[str], Path, list[Path]]:
    """Return a command with ``--resume``, where it writes, and the parts of a stopped run."""
    target, folder = tmp_path / "out.parquet", tmp_path / "out.parquet.part"
    asked = ["batch", str(source), "-o", str(target), "--partition", "20"]
    output("batch", source, "-o", f"{tmp_path / 'whole'}/", "--partition", "20")
    os.replace(tmp_path / "whole", folder)
    parts = sorted(folder.iterdir())
    parts.pop().unlink()
    parts.pop(1).unlink()
    return [*asked, "--resume"], target, parts


def straight(source: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Return what an unbroken run makes of it."""
    target = tmp_path / "straight.parquet"
    output("batch", source, "-o", target)
    return pq.read_table(target).to_pylist()


# Parts --------------------------------------------------------------------------------

Begun = tuple[list[str], Path, list[Path]]


def test_parts_that_are_there_are_not_solved_again(
    begun: Begun, source: Path, tmp_path: Path
) -> None:
    asked, target, parts = begun
    for left in (parts[1].with_name(f".{parts[1].name}.123.tmp"), tmp_path / f".{target.name}.tmp"):
        left.write_text("what a killed run had begun")
    # A value that no search would give shows that nothing is searched for.
    first = pq.read_table(parts[0])
    place = first.column_names.index("guarantee_F")
    wrong = first.set_column(place, first.field(place), [pq.read_table(parts[0])["guarantee_M"]])
    pq.write_table(wrong, parts[0])
    output(*asked)
    right = straight(source, tmp_path)
    rows = pq.read_table(target).to_pylist()
    assert rows[20:] == right[20:]
    assert rows[:20] == wrong.to_pylist() != right[:20]
    assert not parts[0].parent.exists()
    assert error(*asked) == f"{target} is there as a whole: there is nothing to resume"
    output(*asked[:-1])


def test_a_run_is_not_taken_up_unasked(begun: Begun) -> None:
    asked, target, _ = begun
    assert error(*asked[:-1]) == (
        f"{target}.part holds a run that was stopped: --resume goes on with it"
    )


@pytest.mark.parametrize("change", ["rows", "fewer", "length", "time", "share"])
def test_another_run_is_noticed(begun: Begun, source: Path, tmp_path: Path, change: str) -> None:
    asked, _, parts = begun
    before = [path.read_bytes() for path in parts]
    records = easy()
    if change == "rows":
        records[45]["leader"] = "M" if records[45]["leader"] == "F" else "F"
    elif change == "fewer":
        del records[40:]
    output("batch", written(tmp_path / "made.jsonl", records), "-o", source)
    more = {"length": ("--partition", "30"), "time": ("--time", "3"), "share": ("--share",)}
    *_, said = manni(*asked, *more.get(change, ())).stderr.splitlines()
    bad = parts[0] if change in more else parts[1]
    if change == "fewer":
        assert said == f"Error: {bad} is not of this run: remove it first"
    else:
        assert said == (
            f"Error: {bad} answers other rows than the input has there now, or something else "
            f"was asked of them; remove {bad.parent} to start again"
        )
    assert [path.read_bytes() for path in parts] == before


def test_torn_and_foreign_parts_are_noticed(begun: Begun, source: Path, tmp_path: Path) -> None:
    asked, target, (first, *_) = begun
    whole = first.read_bytes()
    for torn in (whole[:-30], whole[:4], b"", b"x" * len(whole), whole[:100] + whole[140:]):
        first.write_bytes(torn)
        *_, said = manni(*asked).stderr.splitlines()
        assert said.startswith(f"Error: {first}: ")
        assert "torn" in said
        assert said.endswith("; remove it, and it is solved again")
    first.unlink()
    mine = first.with_name("notes.txt")
    mine.touch()
    assert f"Error: {mine} is not of this run: remove it first" in manni(*asked).stderr
    mine.unlink()
    output(*asked)
    assert pq.read_table(target).to_pylist() == straight(source, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no such limit there")
def test_a_full_disk_leaves_whole_parts(tmp_path: Path) -> None:
    big, target, whole = (tmp_path / name for name in ("big.parquet", "out.parquet", "whole"))
    output("batch", written(tmp_path / "big.jsonl", easy(2, 600)), "-o", big)
    # Two partitions are small enough for the disk, the file of all is not.
    asked = ("batch", big, "-o", target, "--partition", "40", "--resume")
    ran = run(*asked, preexec_fn=small_disk)
    assert (ran.returncode, ran.stderr.splitlines()) == (
        1,
        [
            f"{target}.part holds what was done, 15 partitions: --resume goes on",
            f"Error: {target}: file too large",
        ],
    )
    assert not target.exists()
    ran = run("batch", big, "-o", f"{whole}/", preexec_fn=small_disk)
    assert ran.returncode == 1
    assert ran.stderr == f"Error: {whole}.part/part-0000000.parquet: file too large\n"
    assert not Path(f"{whole}.part").exists()
    output(*asked)
    assert pq.read_table(target).to_pylist() == straight(big, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_run_is_stopped_in_the_middle(tmp_path: Path, number: int, code: int, jobs: str) -> None:
    target = tmp_path / "out.parquet"
    source = written(tmp_path / "in.jsonl", [*easy(rows=60), *[record_of(ENDLESS, id=0)] * 4])
    command = ["batch", str(source), "-o", str(target), "--partition", "20", "--jobs", jobs]
    with subprocess.Popen([installed(), *command], stderr=subprocess.PIPE) as process:
        while len(list(tmp_path.glob("out.parquet.part/part-*"))) < 3:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        _, noise = process.communicate(timeout=60)
    assert process.returncode == code
    if code == 130:
        told = f"{target}.part holds what was done, 3 partitions: --resume goes on\n"
        assert noise.decode().endswith(told)
    # The rest is made easy, for the test's sake; the first three are as they were.
    written(source, [*easy(rows=60), *easy(5, 4)])
    output(*command, "--resume")
    found = [row["id"] for row in pq.read_table(target).to_pylist()]
    assert found == [str(number) for number in [*range(60), *range(4)]]


# Lines --------------------------------------------------------------------------------


@pytest.fixture
def lines(tmp_path: Path) -> tuple[Path, Path, bytes]:
    """Return lines, where their answers go, and these as an unbroken run writes them."""
    source = written(
        tmp_path / "in.jsonl", [*easy(rows=10), {"id": "é\ud800"}, "what?", *easy(3, 3)]
    )
    result = manni("batch", source)
    assert result.exit_code == 1
    return source, tmp_path / "out.jsonl", result.stdout_bytes


@pytest.mark.parametrize("kept", [0, 1, 4, 11, 12, 15])
@pytest.mark.parametrize("torn", [0, 1, 30])
def test_a_torn_last_line_is_solved_again(
    lines: tuple[Path, Path, bytes], kept: int, torn: int
) -> None:
    source, target, whole = lines
    told = whole.splitlines(keepends=True)
    left = b"".join(told[:kept])
    Path(f"{target}.part").write_bytes(left + b"".join(told[kept:])[:torn])
    result = manni("batch", source, "-o", target, "--resume", "--json")
    assert json.loads(result.stdout) == {"lines": 15, "errors": 2}
    assert "2 of 15 lines are wrong; the first: line 11: " in result.stderr
    assert target.read_bytes() == whole
    assert not Path(f"{target}.part").exists()


def test_lines_that_are_there_are_not_solved_again(
    lines: tuple[Path, Path, bytes], tmp_path: Path
) -> None:
    _, target, _ = lines
    source = written(tmp_path / "hard.jsonl", [record_of(ENDLESS, id=0), *easy(rows=2)])
    first = record_of(ENDLESS, id=0) | {"guarantee": {"F": 1, "M": 2, "D": 3}}
    written(Path(f"{target}.part"), [first])
    output("batch", source, "-o", target, "--resume")
    assert json.loads(target.read_text().splitlines()[0]) == first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"mine\n", "line 2: not of this run: not JSON"),
        (b"[]\n", "line 2: not of this run: not JSON"),
        (b"mine", "line 2: not of this run: not the beginning of an answer"),
        (b'{"id": 7, "error": "x"}\n', "line 2: not of this run: it answers another line"),
    ],
)
def test_lines_of_another_file_are_noticed(
    lines: tuple[Path, Path, bytes], text: bytes, message: str
) -> None:
    source, target, whole = lines
    part = Path(f"{target}.part")
    left = whole.splitlines(keepends=True)[0] + text
    part.write_bytes(left)
    assert error("batch", source, "-o", target, "--resume").startswith(f"{part}: {message}")
    assert part.read_bytes() == left


def test_lines_of_another_run_are_noticed(lines: tuple[Path, Path, bytes]) -> None:
    source, target, whole = lines
    part = Path(f"{target}.part")
    part.write_bytes(whole)
    asked = ("batch", source, "-o", target, "--resume")
    for option in (("--share",), ("--cards",), ("--line", "F")):
        what = "line 1: not of this run: something else was asked"
        if option[0] != "--line":
            assert error(*asked, *option) == f"{part}: {what}"
    written(source, easy(rows=5))
    assert error(*asked) == f"{part}: line 6: not of this run: the input has no such line"
    written(source, easy(7))
    assert "it answers another line than the input has there" in error(*asked)
    part.unlink()
    target.write_bytes(b"")
    assert "is there as a whole" in error(*asked)


def test_lines_of_games_with_points_go_on(tmp_path: Path) -> None:
    hands = {"hands": ["AQ.T..", "K9.A..", "JT..K."], "contract": "S", "variant": "dix-sept-3"}
    source, target = written(tmp_path / "in.jsonl", [hands] * 3), tmp_path / "out.jsonl"
    whole = manni("batch", source, "--share").stdout_bytes
    assert b'"unit": "points"' in whole
    Path(f"{target}.part").write_bytes(whole[: len(whole) // 2])
    output("batch", source, "-o", target, "--share", "--resume")
    assert target.read_bytes() == whole


def test_lines_of_standard_input_and_of_parquet_go_on(
    lines: tuple[Path, Path, bytes], source: Path
) -> None:
    given, target, whole = lines
    part = Path(f"{target}.part")
    part.write_bytes(whole[:1000])
    assert manni("batch", "-", "-o", target, "--resume", text=given.read_bytes()).exit_code == 1
    assert target.read_bytes() == whole
    target.unlink()
    found = output("batch", source).encode()
    part.write_bytes(found[:1000])
    output("batch", source, "-o", target, "--resume")
    assert target.read_bytes() == found
