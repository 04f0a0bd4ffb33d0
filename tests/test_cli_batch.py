"""manni batch: order, errors that spoil one line only, streaming, Ctrl-C."""

import csv
import io
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import error, installed, manni
from positions import ENDLESS, random_position
from rows import record_of, rows_of, text_of

from manni.solver.cards import Contract
from manni.solver.files.questions import MAX_LINE, read_lines
from manni.solver.report.values import SOLUTION
from manni.solver.values.solve import Solver

HANDS = ["AKQ.T9.432.5432", "J98.AK.AK5.9876", "T76.8765.T9.KQJ"]
GOOD = {"hands": HANDS, "contract": "NT", "leader": "F"}


def answers(text: str | bytes, *args: str, code: int = 0) -> list[dict[str, Any]]:
    result = manni("batch", "-", *args, text=text)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_every_line_is_answered_in_its_order_as_solve_does(jobs: str) -> None:
    keys = ("guarantee", "best_case", "share", "cards", "line")
    rows, solver = rows_of("", 100, on_table=0, wrong=False), Solver(16)
    records = [row.record for row in rows]
    found = answers(text_of(records), "--jobs", jobs, "--share", "--cards", "--line", "M")
    for one, row in zip(found, rows, strict=True):
        whole = SOLUTION.json(solver.solve(row.position, cards=True, line="M"), won=(0, 0, 0))
        assert one == row.record | {key: whole[key] for key in keys}
        assert list(one) == [*row.record, *keys]


def test_a_line_out_of_time_says_so() -> None:
    hard = record_of(random_position(Random(3), 14, Contract.NULLO, on_table=0))
    (found,) = answers(text_of([hard]), "--time", "0.000001", "--share", "--cards", "--line", "M")
    assert found["guarantee"] == {"F": None, "M": None, "D": None}
    assert found["bounds"]["M"] == [0, 14]
    assert found["best_case"] is found["share"] is None
    assert all(card["loss"] is None and card["bounds"] for card in found["cards"])
    assert "line" not in found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": 1e999}', "not JSON"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_line_spoils_only_itself(line: str, message: str) -> None:
    text = text_of([GOOD]) + line + "\n" + text_of([GOOD])
    before, bad, after = answers(text, "--jobs", "1", code=1)
    assert before == after == GOOD | {"guarantee": {"F": 3, "M": 5, "D": 4}}
    assert message in bad["error"]
    assert "guarantee" not in bad


def test_the_errors_are_summed_up_at_the_end(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(text_of([GOOD]) + "\n{}\n", encoding="utf-8")
    result = manni("batch", source, "-o", target, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"lines": 2, "errors": 1}
    assert result.stderr == f'Error: {source}: line 3: the field "hands" is missing\n'
    found = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [list(one)[-1] for one in found] == ["guarantee", "error"]


def test_other_spellings_byte_order_marks_and_windows_lines() -> None:
    spelt = {"hands": " ".join(HANDS), "contract": "grand", "leader": "forehand"}
    text = b"\xef\xbb\xbf" + text_of([GOOD, spelt]).rstrip().replace("\n", "\r\n").encode()
    first, second = answers(text)
    assert first["guarantee"] == second["guarantee"] == {"F": 3, "M": 5, "D": 4}


# CSV ---------------------------------------------------------------------------------

SHEET = [
    ["Night", "hand_F", "hand_M", "hand_D", "contract", "leader", "ace_low", "seats", "note"],
    ["1", *HANDS, "NT", "F", "", "", 'says "no";\nthen, yes'],
    ["2", *HANDS, "nolo", "M", "TRUE", "F D", "♠"],
    ["", "", "", "", "", "", "", "", ""],
    ["3", "AK...", "", "QJ...", "NT", "", "", "", ""],
    ["4", *HANDS, "NT", "N", "", "", ""],
]


def sheet(rows: list[list[str]], delimiter: str = ",", ends: str = "\r\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=ends).writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_sheet_keeps_its_columns(
    tmp_path: Path, delimiter: str, encoding: str, ends: str
) -> None:
    target = tmp_path / "out.csv"
    data = sheet(SHEET, delimiter, ends).encode(encoding)
    ran = manni("batch", "-", "-o", target, "--share", text=data)
    bad = "field \"hands\": middlehand: '' is no hand: expected"
    assert ran.stderr.startswith(f"Error: stdin: 2 of 4 lines are wrong; the first: line 6: {bad}")
    head, *rows = csv.reader(io.StringIO(target.read_text(encoding="utf-8")), delimiter=delimiter)
    assert head[: len(SHEET[0])] == SHEET[0]
    assert head[len(SHEET[0]) :: 3] == ["guarantee_F", "best_case_F", "share_F", "error"]
    assert [row[: len(SHEET[0])] for row in rows] == [SHEET[row] for row in (1, 2, 4, 5)]
    found = [dict(zip(head, row, strict=True)) for row in rows]
    records = [GOOD, GOOD | {"contract": "NULLO", "leader": "M", "ace_low": True}]
    for row, record in zip(found, records, strict=False):
        (right,) = answers(text_of([record]), "--share")
        for seat in "FMD":
            asked = row["seats"] == "" or seat in row["seats"]
            assert row[f"guarantee_{seat}"] == (str(right["guarantee"][seat]) if asked else "")
            assert row[f"share_{seat}"] == ("" if row["seats"] else str(right["share"][seat]))
    assert [row["error"][:8] for row in found] == ["", "", "line 6: ", "line 7: "]
    assert "'N' is no seat" in found[3]["error"]
    again = tmp_path / "again.csv"
    manni("batch", target, "-o", again, "--share")
    read = [*csv.reader(io.StringIO(again.read_text(encoding="utf-8")), delimiter=delimiter)]
    assert [row[:-1] for row in read] == [row[:-1] for row in (head, *rows)]


def test_a_sheet_of_another_encoding_is_told_by_its_line(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(sheet(SHEET).encode("latin-1", "replace").replace(b"?", b"\xe9"))
    assert error("batch", source, "-o", target) == f"{source}: line 4: byte 0xe9 is not UTF-8"
    assert [*tmp_path.iterdir()] == [source]


# Streams -----------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["\ufeff{}".format, lambda text: text.replace("\n", "\r")])
def test_lines_of_other_programs(written: Callable[[str], str]) -> None:
    text = written(text_of([GOOD] * 3))
    right = [GOOD | {"guarantee": {"F": 3, "M": 5, "D": 4}}] * 3
    for encoding in ("utf-8", "utf-16"):
        assert answers(text.encode(encoding)) == right


def test_lines_of_another_kind_are_all_read_however_many() -> None:
    text = (json.dumps(GOOD) + "\r") * 20_000
    for data in (text.encode(), text.encode("utf-16")):
        assert len(data) > MAX_LINE
        assert len(list(read_lines(io.BytesIO(data), "in"))) == 20_000


def test_lines_too_long_are_not_kept() -> None:
    stream = io.BytesIO(b"x" * (10 << 20) + b"\n" + b"{}\n" + b"y" * (MAX_LINE + 2))
    lines = list(read_lines(stream, "in"))
    assert [line.number for line in lines] == [1, 2, 3]
    assert [line.size for line in lines] == [(10 << 20) + 1, 3, MAX_LINE + 2]
    assert [line.error for line in lines][::2] == [
        f"line {n}: longer than {MAX_LINE} bytes" for n in (1, 3)
    ]


def test_a_line_is_answered_before_the_next_one_comes() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(
        [installed(), "batch", "-", "--jobs", "1"], text=True, **pipes
    ) as process:
        for number in range(3):
            process.stdin.write(text_of([GOOD | {"id": number}]) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT to send here")
@pytest.mark.parametrize(("jobs", "out"), [("1", "out"), ("2", "out"), ("1", "-")])
def test_ctrl_c_leaves_whole_lines(tmp_path: Path, jobs: str, out: str) -> None:
    source, target, part = (tmp_path / name for name in ("in.jsonl", "out", "out.part"))
    hard = [record_of(ENDLESS)] * 4
    source.write_text(text_of([GOOD] * 40 + hard), encoding="utf-8")
    with (
        open(part if out == "-" else os.devnull, "wb") as stdout,
        subprocess.Popen(
            [installed(), "batch", str(source), "-o", out, "--jobs", jobs],
            cwd=tmp_path,
            stdout=stdout,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        while not part.exists() or part.read_bytes().count(b"\n") < 40:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, noise = process.communicate(timeout=60)
    assert process.returncode == 130
    told = "stopped: 40 lines are answered" if out == "-" else "out.part holds what was done"
    assert noise.decode() == f"{told}\n"
    assert not target.exists()
    written = part.read_bytes()
    assert written.endswith(b"\n")
    assert all("guarantee" in json.loads(line) for line in written.splitlines())
