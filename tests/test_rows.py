"""Rows of three to seven hands, in every form that they come in: the values of single solves."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import dask.dataframe as dd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import manni
from rows import TOLD, Answer, OwnFrame, Record, columns_from, rows_of, text_of

from manni import solve_arrays, solve_frame, solve_many
from manni.solver.cards import CARDS, seats_of
from manni.solver.errors import DealError, SolverError
from manni.solver.files.questions import columns_of
from manni.solver.rules.games import get_variant
from manni.solver.values.solve import Solver

GAMES = ("", "hornafjordur+ace-low", "dix-sept-3", "manille-3", "encheres-sans", "envers-3")
GAMES += ("encheres-petite+nt+miseres", "manille-4", "envers-4", "envers-5")
GAMES += tuple(f"encheres-{players}" for players in range(4, 8))


# The doors: questions as lines of JSON in, answers out ----------------------------------------


def in_columns(rows: Sequence[Record]) -> list[Answer]:
    """Return what columns of answers say of each row."""

    def number(value: Any) -> float | None:
        return None if value in (None, "") or value != value else float(value)

    found = []
    for row in rows:
        count = sum(name.startswith("hand_") for name in row)
        answer = {
            name: tuple(number(row[column]) for column in columns_of(name, count)) for name in TOLD
        }
        missing = row["error"] in (None, "") or row["error"] != row["error"]
        found.append(answer | {"error": None if missing else row["error"]})
    return found


def as_lines(records: Sequence[Record], *options: str) -> list[Answer]:
    told = manni("batch", "-", "--share", *options, text=text_of(records)).stdout.splitlines()
    found = []
    for record, answer in zip(records, map(json.loads, told), strict=True):
        assert answer.items() >= record.items()
        letters = [str(seat) for seat in seats_of(len(record["hands"]))]
        values = {name: tuple(map((answer.get(name) or {}).get, letters)) for name in TOLD}
        found.append(values | {"error": answer.get("error")})
    return found


def as_sheet(records: Sequence[Record], folder: Path) -> list[Answer]:
    text, target = pd.DataFrame(columns_from(records)).to_csv(index=False), folder / "out.csv"
    manni("batch", "-", "--share", "-o", target, text=text)
    return in_columns([*csv.DictReader(io.StringIO(target.read_text(encoding="utf-8")))])


def as_parquet(records: Sequence[Record], folder: Path) -> list[Answer]:
    first, again, parts = (folder / name for name in ("a.parquet", "b.parquet", "parts"))
    manni("batch", "-", "-o", first, "--share", "--partition", "5", text=text_of(records))
    # What was written can be asked again, in pieces of another length, and in lines.
    manni("batch", first, "-o", f"{parts}/", "--share", "--partition", "7")
    manni("batch", parts, "-o", again, "--share", "--time", "60")
    found = pq.read_table(again).to_pylist()
    for row in (row for row in found if row["error"] is None):
        for low, sure in zip(("lower_F", "upper_D"), ("guarantee_F", "guarantee_D"), strict=True):
            assert row.pop(low) == row[sure]
    whole = in_columns(pq.read_table(first).to_pylist())
    told = manni("batch", parts, "--share").stdout.splitlines()
    for line, own in zip(map(json.loads, told), whole, strict=True):
        assert [*(line.get("guarantee") or {}).values()] == [
            each for each in own["guarantee"] if each is not None
        ]
    assert in_columns(found) == whole
    assert pq.read_table(parts) == pq.read_table(first)
    return whole


class OwnTable(pl.DataFrame):
    """A table of somebody's own in polars."""


def as_frame(make: Callable[[Any], Any], records: Sequence[Record], folder: Path) -> list[Answer]:
    columns = columns_from(records)
    given = make(columns)
    solved = solve_frame(given, share=True, memory_mb=16, threads=2)
    kinds = (OwnFrame, OwnTable)  # of which a new table is the library's own
    assert isinstance(given, kinds) or type(solved) is type(given)
    for finish in ("compute", "collect", "to_arrow"):
        solved = getattr(solved, finish, lambda own=solved: own)()
    rows = solved.to_pylist() if hasattr(solved, "to_pylist") else solved.to_dict("records")
    assert {*columns} < {*rows[0]}
    return in_columns(rows)


FRAMES = {
    "pandas": OwnFrame,
    "dask": lambda columns: dd.from_pandas(pd.DataFrame(columns), npartitions=3),
    "polars": OwnTable,
    "lazy": pl.LazyFrame,
    "arrow": pa.table,
}
DOORS = {
    "lines": lambda records, _folder: as_lines(records),
    "lines, in time": lambda records, _folder: as_lines(records, "--jobs", "2", "--time", "60"),
    "sheet": as_sheet,
    "parquet": as_parquet,
    **{name: partial(as_frame, make) for name, make in FRAMES.items()},
}


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("door", DOORS)
def test_values_are_those_of_single_solves(door: str, code: str, tmp_path: Path) -> None:
    rows = rows_of(code, 12 if code else 150)
    found = DOORS[door]([row.record for row in rows], tmp_path)
    for row, answer in zip(rows, found, strict=True):
        error = answer.pop("error")
        assert (row.right["error"] or "") in (error or "")
        assert (error is None) == (row.right["error"] is None)
        for name, own in answer.items():
            right = row.right[name] or (None,) * len(own)
            assert own == tuple(None if value is None else float(value) for value in right), row


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("whole", [False, True])
def test_arrays(code: str, whole: bool) -> None:
    rows = rows_of(code, 12 if code else 150 if whole else 1000, on_table=0, wrong=False)
    positions = [row.position for row in rows if row.position is not None]
    names = {"contract", "leader", "declarer", "ace_low"} & rows[0].record.keys()
    given = {name: [getattr(own, name) for own in positions] for name in names}
    given |= {"hands": np.array([own.hands for own in positions], np.uint64), "memory_mb": 16}
    given |= {"variant": code} if code else {}
    seats = [Random(row).randrange(len(own.seats)) for row, own in enumerate(positions)]
    more = {"cards": True, "line": seats} if whole else {}
    solver, longest = Solver(16), CARDS // len(positions[0].hands) * len(positions[0].hands)
    for threads in (1, 3):
        found = solve_arrays(**given, **more, threads=threads)
        assert (solve_many(**given, threads=threads) == found.guarantee).all()
        for number, (row, own) in enumerate(zip(rows, positions, strict=True)):
            assert tuple(found.guarantee[number]) == row.right["guarantee"]
            assert tuple(found.best_case[number]) == row.right["best_case"]
            share = row.right["share"] or (np.nan,) * len(own.seats)
            assert np.array_equal(found.share[number], [*map(float, share)], equal_nan=True)
            if found.cards is not None and found.line is not None:
                solution = solver.solve(own, cards=True, line=own.seats(seats[number]))
                expected = np.full((CARDS, len(own.seats)), -1)
                for value in solution.cards:
                    expected[value.card] = value.guarantee
                assert (found.cards[number] == expected).all()
                played = [*solution.line]
                assert found.line[number].tolist() == played + [-1] * (longest - len(played))
    assert (found.cards is not None, found.line is not None) == (whole, whole)
    arrays = (found.guarantee, found.best_case, found.share)
    assert [array.dtype for array in arrays] == [np.int8, np.int8, np.float64]


@pytest.mark.parametrize("code", GAMES[3:])
def test_another_number_of_hands_or_another_seat_is_refused(code: str) -> None:
    count = get_variant(code).players
    frame = pd.DataFrame(columns_from([row.record for row in rows_of(code, 2, wrong=False)]))
    if count != 3:  # a number may be meant for a letter
        told = solve_frame(frame.assign(leader=0))["error"].fillna("")
        assert told.str.contains("a string").all()
    with pytest.raises(DealError, match=r"no column is called 'hand_\w'|the column hand_\w is"):
        solve_frame(frame.rename(columns={"hand_D": "hand_M" if count > 3 else "hand_6"}))
    with pytest.raises(SolverError, match=r"row 0: \d hands: "):
        solve_many(np.zeros((1, 9 - count), np.uint64), "S", variant=code)
