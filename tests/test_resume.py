"""A batch that is stopped and goes on: nothing is lost, doubled or solved again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
from commands import error, installed, manni, output, run
from positions import ENDLESS, random_position

from solver.engine import Engine
from solver.errors import SolverError
from solver.files.parquet import ParquetSource
from solver.frames.partitions import Partition, partitions_of_parquet
from solver.frames.parts import Parts, Settings
from solver.frames.runs import Solve, solve_here, solve_partitions
from solver.notation import format_hand
from solver.pool import Pool
from solver.position import Position
from solver.run import Run

ROWS, PARTITION = 90, 20


def line(position: Position, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "hands": [format_hand(hand) for hand in position.hands],
        "contract": position.contract.name,
        "leader": position.leader.letter,
    }


def easy(seed: int = 1, rows: int = ROWS) -> list[dict[str, Any]]:
    rng = Random(seed)
    return [line(random_position(rng, 4, on_table=0), number) for number in range(rows)]


def written(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a Parquet file of positions that are solved at once."""
    target = tmp_path / "in.parquet"
    output("batch", written(tmp_path / "made.jsonl", easy()), "-o", target)
    return target


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.parquet"


def only(most: int, names: list[int]) -> Solve:
    """Return what solves so many partitions and then fails; names those it solves."""
    here = solve_here(Pool.of(Engine(8)), None, Run())

    def solve(partitions: Iterator[Partition]) -> Any:
        for partition, answers in here(partitions):
            if len(names) == most:
                raise KeyboardInterrupt
            names.append(partition.number)
            yield partition, answers

    return solve


def solve_some(source: Path, target: Path, most: int = 1000) -> list[int]:
    """Solve so many partitions at most; return the numbers of those that were solved."""
    names: list[int] = []
    parts = Parts(str(target), Settings(PARTITION), resume=True)
    partitions = partitions_of_parquet(ParquetSource(str(source)), PARTITION)
    try:
        for _ in solve_partitions(partitions, parts, only(most, names)):
            pass
    except KeyboardInterrupt:
        pass
    finally:
        parts.close()
    return names


def resume(source: Path, target: Path, *more: str) -> list[dict[str, Any]]:
    output("batch", source, "-o", target, "--partition", str(PARTITION), "--resume", *more)
    found: list[dict[str, Any]] = pq.read_table(target).to_pylist()
    assert not Path(f"{target}.part").exists()
    return found


def straight(source: Path, tmp_path: Path) -> list[dict[str, Any]]:
    """Return what an unbroken run makes of it."""
    target = tmp_path / "straight.parquet"
    output("batch", source, "-o", target)
    found: list[dict[str, Any]] = pq.read_table(target).to_pylist()
    return found


def small_disk() -> None:
    """Let this process write files of a few thousand bytes only, as on a full disk."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8000, 8000))


# Partitions ---------------------------------------------------------------------------


def test_what_is_there_is_not_solved_again(source: Path, target: Path, tmp_path: Path) -> None:
    assert solve_some(source, target, 2) == [0, 1]
    assert solve_some(source, target, 1) == [2]
    parts = sorted(Path(f"{target}.part").glob("part-*"))
    stamps = [part.stat().st_mtime_ns for part in parts]
    assert solve_some(source, target) == [3, 4]
    assert [part.stat().st_mtime_ns for part in parts] == stamps
    assert solve_some(source, target) == []
    assert not target.exists()
    assert resume(source, target) == straight(source, tmp_path)


def test_a_partition_that_is_missing_is_solved(source: Path, target: Path, tmp_path: Path) -> None:
    solve_some(source, target)
    for part in sorted(Path(f"{target}.part").glob("part-*"))[1::2]:
        part.unlink()
    assert solve_some(source, target, 1) == [1]
    assert resume(source, target) == straight(source, tmp_path)


def test_a_run_is_not_taken_up_unasked(source: Path, target: Path) -> None:
    solve_some(source, target, 1)
    assert error("batch", source, "-o", target) == (
        f"{target}.part holds a run that was stopped: --resume goes on with it"
    )


def test_a_changed_input_is_noticed(source: Path, target: Path, tmp_path: Path) -> None:
    solve_some(source, target, 3)
    changed = easy()
    changed[25]["leader"] = "M" if changed[25]["leader"] == "F" else "F"
    again = tmp_path / "again.parquet"
    output("batch", written(tmp_path / "changed.jsonl", changed), "-o", again)
    asked = ("batch", again, "-o", target, "--partition", str(PARTITION), "--resume")
    message = error(*asked)
    assert message.startswith(f"{target}.part/part-0000001-")
    assert "the input has changed" in message
    # Rows at the end that the input does not have any more.
    output("batch", written(tmp_path / "short.jsonl", easy()[:40]), "-o", again)
    assert "answers rows that the input does not have any more" in error(*asked)
    # Rows that have come to it are solved.
    output("batch", written(tmp_path / "long.jsonl", easy(rows=ROWS)), "-o", again)
    assert len(resume(again, target)) == ROWS


def test_another_run_is_noticed(source: Path, target: Path) -> None:
    solve_some(source, target, 2)
    asked = ("batch", source, "-o", target, "--resume")
    assert error(*asked) == (
        f"{target}.part is a run with 20 rows a partition, this is one with 10,000 rows a partition"
    )
    assert "20 rows a partition and 3 s a row" in error(*asked, "--partition", "20", "--time", "3")
    assert "20 rows a partition and shares" in error(*asked, "--partition", "20", "--share")
    with pytest.raises(SolverError, match="is a run of another version: remove it first"):
        Parts(str(target), Settings(PARTITION, form=3), resume=True)
    parts = Parts(str(target), Settings(PARTITION), resume=True)
    with pytest.raises(SolverError, match="another run is writing there"):
        Parts(str(target), Settings(PARTITION), resume=True)
    parts.close()


def test_torn_and_foreign_parts_are_noticed(source: Path, target: Path, tmp_path: Path) -> None:
    solve_some(source, target, 3)
    folder = Path(f"{target}.part")
    asked = ("batch", source, "-o", target, "--partition", str(PARTITION), "--resume")
    first, second, _ = sorted(folder.glob("part-*"))
    whole = first.read_bytes()
    for torn in (whole[:-30], whole[:4], b"", b"x" * len(whole), whole[:100] + whole[140:]):
        first.write_bytes(torn)
        message = error(*asked)
        assert message.startswith(f"{first}: ")
        assert "torn" in message
        assert "remove it, and it is solved again" in message
    first.write_bytes(second.read_bytes())
    assert "is not of this run: remove it" in error(*asked)
    first.write_bytes(whole)
    for name in ("notes.txt", first.name.replace("-0000000-", "-0000009-")[:-8]):
        (folder / name).write_text("mine")
        assert error(*asked) == f"{folder / name} is not of this run: remove it first"
        (folder / name).unlink()
    settings = (folder / "_run.json").read_bytes()
    (folder / "_run.json").write_bytes(settings[:10])
    assert error(*asked) == f"{folder / '_run.json'}: torn, or not that of a run"
    (folder / "_run.json").write_bytes(settings)
    # What a killed run had begun to write is nothing.
    (folder / f".{first.name}.12345.tmp").write_bytes(whole[:50])
    first.unlink()
    assert resume(source, target) == straight(source, tmp_path)


def test_a_folder_of_something_else_is_left_alone(source: Path, target: Path) -> None:
    folder = Path(f"{target}.part")
    folder.mkdir()
    (folder / "mine").touch()
    for more in ((), ("--resume",)):
        assert "holds something else than a run" in error("batch", source, "-o", target, *more)
    assert [path.name for path in folder.iterdir()] == ["mine"]


def test_nothing_is_left_to_resume(source: Path, target: Path) -> None:
    assert len(resume(source, target)) == ROWS  # nor was anything before
    whole = f"{target} is there as a whole: there is nothing to resume"
    assert error("batch", source, "-o", target, "--resume") == whole
    output("batch", source, "-o", target)


@pytest.mark.skipif(os.name == "nt", reason="no such limit there")
def test_a_full_disk_leaves_whole_parts(source: Path, target: Path, tmp_path: Path) -> None:
    big = tmp_path / "big.parquet"
    output("batch", written(tmp_path / "big.jsonl", easy(2, 600)), "-o", big)
    # Two partitions are small enough for the disk, the file of all is not.
    asked = ("batch", big, "-o", target, "--partition", "40", "--resume")
    ran = run(*asked, preexec_fn=small_disk)
    assert ran.returncode == 1
    told, last = ran.stderr.splitlines()
    assert told == f"{target}.part holds what was done, 15 partitions: --resume goes on"
    assert last == f"Error: {target}: file too large"
    assert sorted(path.name for path in tmp_path.iterdir() if "out" in path.name) == [
        "out.parquet.part"
    ]
    ran = run("batch", big, "-o", f"{tmp_path / 'whole'}/", preexec_fn=small_disk)
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"Error: {tmp_path / 'whole'}.part/part-0000000-")
    assert ran.stderr.endswith(".parquet: file too large\n")
    assert not Path(f"{tmp_path / 'whole'}.part").exists()
    output(*asked)
    assert pq.read_table(target).to_pylist() == straight(big, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_run_is_stopped_in_the_middle(tmp_path: Path, number: int, code: int, jobs: str) -> None:
    target = tmp_path / "out.parquet"
    stops = [line(ENDLESS, 0)] * 4
    source = written(tmp_path / "in.jsonl", [*easy(rows=60), *stops])
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
        assert noise.decode() == told
    # The rest is made easy, for the test's sake; the first three are as they were.
    written(source, [*easy(rows=60), *easy(5, 4)])
    output(*command, "--resume")
    found = [row["id"] for row in pq.read_table(target).to_pylist()]
    assert found == [str(number) for number in [*range(60), *range(4)]]


# Lines --------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> tuple[Path, Path, bytes]:
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
    begun: tuple[Path, Path, bytes], kept: int, torn: int
) -> None:
    source, target, whole = begun
    lines = whole.splitlines(keepends=True)
    left = b"".join(lines[:kept])
    Path(f"{target}.part").write_bytes(left + b"".join(lines[kept:])[:torn])
    result = manni("batch", source, "-o", target, "--resume", "--json")
    assert json.loads(result.stdout) == {"lines": 15, "errors": 2}
    assert "2 of 15 lines are wrong; the first: line 11: " in result.stderr
    assert target.read_bytes() == whole
    assert not Path(f"{target}.part").exists()


def test_lines_that_are_there_are_not_solved_again(
    begun: tuple[Path, Path, bytes], tmp_path: Path
) -> None:
    _, target, _ = begun
    source = written(tmp_path / "hard.jsonl", [line(ENDLESS, 0), *easy(rows=2)])
    first = line(ENDLESS, 0) | {"guarantee": {"F": 1, "M": 2, "D": 3}}
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
    begun: tuple[Path, Path, bytes], text: bytes, message: str
) -> None:
    source, target, whole = begun
    part = Path(f"{target}.part")
    left = whole.splitlines(keepends=True)[0] + text
    part.write_bytes(left)
    assert error("batch", source, "-o", target, "--resume").startswith(f"{part}: {message}")
    assert part.read_bytes() == left


def test_lines_of_another_run_are_noticed(begun: tuple[Path, Path, bytes]) -> None:
    source, target, whole = begun
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


def test_lines_of_standard_input_and_of_parquet_go_on(
    begun: tuple[Path, Path, bytes], source: Path
) -> None:
    lines, target, whole = begun
    part = Path(f"{target}.part")
    part.write_bytes(whole[:1000])
    assert manni("batch", "-", "-o", target, "--resume", text=lines.read_bytes()).exit_code == 1
    assert target.read_bytes() == whole
    target.unlink()
    found = output("batch", source).encode()
    part.write_bytes(found[:1000])
    output("batch", source, "-o", target, "--resume")
    assert target.read_bytes() == found
