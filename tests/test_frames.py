"""Tables of pandas, polars, pyarrow and dask: of which types they may be, and what is kept."""

from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from rows import OwnFrame, columns_from, rows_of

from manni import solve_frame
from manni.solver.errors import ArgumentError, DealError
from manni.solver.files.questions import columns_of
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.values.solve import solve

HANDS, GUARANTEES = columns_of("hand", 3), columns_of("guarantee", 3)
GOOD = parse_hands("AQ.3.. K2.A.. 43..5.")


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Return first leads as pandas holds them, under an index of their own."""
    rows = rows_of("", 30, on_table=0, wrong=False)
    columns = columns_from([row.record for row in rows])
    return pd.DataFrame(columns, index=range(100, 100 + len(rows)))


@pytest.fixture(scope="module")
def right() -> list[tuple[int | None, ...]]:
    return [row.right["guarantee"] for row in rows_of("", 30, on_table=0, wrong=False)]


def guarantees(frame: Any) -> list[tuple[int | None, ...]]:
    columns = ([None if each != each else each for each in frame[name]] for name in GUARANTEES)
    return [*zip(*columns, strict=True)]


def test_pandas(frame: pd.DataFrame, right: list[Any]) -> None:
    solved = solve_frame(frame, memory_mb=16)
    assert guarantees(solved) == right
    assert [*solved.index] == [*frame.index]
    assert [*solved.columns] == [*frame.columns, *GUARANTEES, "error"]
    assert solved["error"].isna().all()
    assert {str(solved[name].dtype) for name in GUARANTEES} == {"Int8"}
    pd.testing.assert_frame_equal(solve_frame(solved, memory_mb=16, threads=1), solved)
    tables = solve_frame(dd.from_pandas(frame, npartitions=4), memory_mb=16)
    assert tables.npartitions == 4
    assert {*map(str, tables.dtypes[[*GUARANTEES]])} == {"Int8"}
    for scheduler in ("synchronous", "threads"):
        with dask.config.set(scheduler=scheduler):
            pd.testing.assert_frame_equal(tables.compute(), solved, check_dtype=False)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    whole, empty = (solve_frame(each, memory_mb=16) for each in (table, table.slice(0, 0)))
    assert (empty.schema, empty.num_rows) == (whole.schema, 0)


def test_polars(frame: pd.DataFrame, right: list[Any]) -> None:
    table = pl.DataFrame(frame.to_dict("list"))
    solved = solve_frame(table, memory_mb=16)
    assert solved.schema["guarantee_F"] == pl.Int8
    assert solved.drop(*solved.columns[len(table.columns) :]).equals(table)
    written = table.with_columns(
        pl.Series("seats", [["F", "D"]] * len(right)),
        pl.Series("played", [None] * len(right), dtype=pl.Null),
        pl.col("contract").cast(pl.Categorical),
    )
    found = solve_frame(written, memory_mb=16).select(GUARANTEES).rows()
    assert found == [(first, None, last) for first, _, last in right]
    with pytest.raises(DealError, match=r"cannot be read as a table: .*nope"):
        solve_frame(table.lazy().filter(pl.col("nope")))
    with pytest.raises(DealError, match="column hand_F holds objects"):
        solve_frame(table.with_columns(pl.Series("hand_F", [*table["hand_F"]], dtype=pl.Object)))


SMALL = ["int8", "uint8", "int16", "uint16", "int32", "uint32"]
WIDE = ["int64", "uint64", "Int64", "float64", "int64[pyarrow]", object]


@pytest.mark.parametrize(
    "kind", [*SMALL, *WIDE, pl.Int64, pl.UInt64, pl.Int128, pl.Float64], ids=str
)
def test_numbers_of_any_type(kind: Any) -> None:
    """Where a place is empty pandas makes numbers of a column floats."""
    hands = (1, 2, 4) if kind in SMALL else GOOD
    named, rest = zip(HANDS, hands, strict=True), {"contract": [5] * 3, "leader": [1, None, 2]}
    if kind in SMALL:
        given = pa.table({name: pa.array([hand] * 3, kind) for name, hand in named} | rest)
    elif kind in WIDE:
        given = pd.DataFrame({name: pd.Series([hand] * 3, dtype=kind) for name, hand in named})
        given = given.assign(**rest)
    else:
        given = pl.DataFrame({name: pl.Series([hand] * 3, dtype=kind) for name, hand in named})
        given = given.with_columns(**{name: pl.Series(values) for name, values in rest.items()})
    right = [solve(Position(hands, "NULLO", leader)).guarantee for leader in "MFD"]
    found = solve_frame(given, memory_mb=16)
    assert guarantees(found.to_pandas() if kind in SMALL else found) == right


@pytest.mark.parametrize("kind", ["object", "string", "category", "string[pyarrow]"])
def test_hands_as_text(frame: pd.DataFrame, right: list[Any], kind: str) -> None:
    """A table read from a sheet has its hands as text."""
    solved = solve_frame(frame.astype(dict.fromkeys(HANDS, kind)), memory_mb=16)
    assert guarantees(solved) == right


def test_a_bad_row_spoils_only_itself() -> None:
    """Of cells alone: what else is wrong with rows ``golden/told/batch.txt`` has."""
    hands = ([*map(str, (hand, hand, 1 << 52, hand))] for hand in GOOD)
    columns = dict(zip(HANDS, map(list, hands), strict=True))
    columns |= {"contract": ["NT", None, "NT", "NT"], "played": [None, None, None, [1]]}
    columns["hand_M"][0] = None
    found = solve_frame(pa.table(columns), memory_mb=16).to_pylist()
    assert [row["error"] for row in found[:2]] == [
        "the column hand_M is empty",
        "the column contract is empty",
    ]
    assert found[2]["error"].startswith("column hand_F: '4503599627370496' is no hand")
    assert found[3]["error"] == 'field "played": 1: expected a string'
    assert {row[name] for row in found for name in GUARANTEES} == {None}


def test_fractions_are_no_numbers() -> None:
    table = pd.DataFrame([[0.5, 1.0, 2.0]], columns=[*HANDS]).assign(contract="NT")
    with pytest.raises(DealError, match="column hand_F is of type double"):
        solve_frame(table)
    strange = pl.from_pandas(table).with_columns(hand_F=pl.lit(2**80, dtype=pl.Int128))
    with pytest.raises(DealError, match="the frame cannot be read as a table: conversion"):
        solve_frame(strange)


def test_columns_of_ones_own_are_kept(frame: pd.DataFrame, right: list[Any]) -> None:
    own = frame.assign(**{"trump": "x", "Hand": 1.5, "guarantee_F": 99})
    own[7] = [(1j, None)] * len(right)
    solved = solve_frame(own, memory_mb=16)
    assert guarantees(solved) == right
    assert [*solved.columns] == [*own.columns.drop("guarantee_F"), *GUARANTEES, "error"]
    assert [*solved[7]] == [*own[7]]
    del own[7]
    tables = solve_frame(dd.from_pandas(own, npartitions=2), memory_mb=16)
    assert [*tables.compute(scheduler="synchronous")["trump"]] == ["x"] * len(right)
    arrow = solve_frame(pa.Table.from_pandas(own, preserve_index=False), memory_mb=16)
    assert arrow.column_names == [*own.columns.drop("guarantee_F"), *GUARANTEES, "error"]


def test_columns_are_read_in_whatever_case(frame: pd.DataFrame, right: list[Any]) -> None:
    frame = frame.rename(columns=str.lower).rename(columns={"contract": "Contract"})
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    for table in (frame, pl.DataFrame(frame.to_dict("list")), arrow):
        solved = solve_frame(table, memory_mb=16)
        solved = solved if table is frame else solved.to_pandas()
        assert guarantees(solved) == right
        assert [*solved][: len(frame.columns)] == [*frame]


def test_bad_columns(frame: pd.DataFrame) -> None:
    for slip, meant in (("leaders", "leader"), ("seat", "seats"), ("hands_F", "hand_F")):
        for table in (frame, dd.from_pandas(frame, npartitions=2)):
            with pytest.raises(DealError, match=f"no column is called '{slip}': is {meant} meant"):
                solve_frame(table.assign(**{slip: 1}))
    with pytest.raises(DealError, match="the column hand_D is missing"):
        solve_frame(frame.drop(columns="hand_D"))
    for wrong in (None, 3, [frame], frame["contract"], "x", object()):
        with pytest.raises(ArgumentError, match=r"frame: .*expected a table"):
            solve_frame(wrong)


@pytest.mark.parametrize("column", [np.array([1 + 2j]), [object()]], ids=["complex", "object"])
def test_a_column_that_no_table_holds(column: Any) -> None:
    frame = pd.DataFrame([GOOD], columns=[*HANDS], dtype="uint64").assign(contract="NT")
    kept = solve_frame(frame.assign(own=column), memory_mb=1)
    assert kept["own"].tolist() == list(column)
    with pytest.raises(DealError, match="the frame cannot be read as a table"):
        solve_frame(frame.assign(leader=column), memory_mb=1)


def test_what_else_a_table_of_pandas_has_is_kept(frame: pd.DataFrame) -> None:
    own = OwnFrame(frame.rename_axis(columns="what").rename_axis("night"))
    own.attrs, own.flags.allows_duplicate_labels = {"source": {"club": 1}}, False
    for solved in (solve_frame(own, memory_mb=16), solve_frame(own[:0], memory_mb=16)):
        assert solved.attrs == own.attrs
        assert (solved.columns.name, solved.index.name) == ("what", "night")
        assert not solved.flags.allows_duplicate_labels
        solved.attrs["source"]["club"] = 2
    assert own.attrs == {"source": {"club": 1}}
    tables = solve_frame(dd.from_pandas(own, npartitions=2), memory_mb=16)
    assert tables.compute(scheduler="synchronous").columns.name == "what"
