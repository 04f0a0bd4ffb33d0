"""Tables of pandas, polars, pyarrow and dask: the values that every other way gives."""

from __future__ import annotations

from random import Random
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from positions import game_position, random_position

from manni import solve_frame
from manni.solver.cards import Seat
from manni.solver.errors import ArgumentError, DealError
from manni.solver.files.questions import columns_of
from manni.solver.notation import format_cards, format_hand, parse_hands
from manni.solver.position import Position
from manni.solver.values.solve import solve

ROWS = 60
HANDS, GUARANTEES = columns_of("hand", 3), columns_of("guarantee", 3)
GOOD = parse_hands("AQ.3.. K2.A.. 43..5.")


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    rng = Random(5)
    return [random_position(rng, rng.randrange(6), on_table=0) for _ in range(ROWS)]


@pytest.fixture(scope="module")
def frame(positions: list[Position]) -> pd.DataFrame:
    """Return first leads as pandas holds them, under an index of their own."""
    columns: dict[str, Any] = {
        name: np.array([position.hands[seat] for position in positions], dtype=np.uint64)
        for seat, name in enumerate(HANDS)
    }
    columns |= {
        "contract": [position.contract.name for position in positions],
        "leader": [int(position.leader) for position in positions],
        "ace_low": [position.ace_low for position in positions],
    }
    return pd.DataFrame(columns, index=range(100, 100 + ROWS))


@pytest.fixture(scope="module")
def right(positions: list[Position]) -> list[tuple[int | None, ...]]:
    return [solve(position).guarantee for position in positions]


def guarantees(frame: pd.DataFrame) -> list[tuple[int | None, ...]]:
    columns = ([*map(int, frame[name])] for name in GUARANTEES)
    return [*zip(*columns, strict=True)]


def test_pandas(frame: pd.DataFrame, right: list[Any]) -> None:
    solved = solve_frame(frame, memory_mb=16)
    assert guarantees(solved) == right
    assert [*solved.index] == [*frame.index]
    assert [*solved.columns] == [*frame.columns, *GUARANTEES, "error"]
    assert solved["error"].isna().all()
    assert {str(solved[name].dtype) for name in GUARANTEES} == {"Int8"}
    again = solve_frame(solved, memory_mb=16, threads=1)
    pd.testing.assert_frame_equal(again, solved)


def test_tables_and_batches_of_arrow(frame: pd.DataFrame, right: list[Any]) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    (batch,) = table.to_batches()
    for given, threads in ((table, 2), (batch, 1)):
        solved = solve_frame(given, memory_mb=16, threads=threads)
        assert type(solved) is type(given)
        assert [*zip(*(solved[name].to_pylist() for name in GUARANTEES), strict=True)] == right
        empty = solve_frame(given.slice(0, 0), memory_mb=16, threads=1)
        assert (empty.schema, empty.num_rows) == (solved.schema, 0)


class Frame(pd.DataFrame):
    """A table of somebody's own, as that of geopandas is."""


def test_tables_of_other_kinds(frame: pd.DataFrame, right: list[Any]) -> None:
    class Own(pl.DataFrame):
        """So in polars."""

    assert guarantees(solve_frame(Frame(frame), memory_mb=16)) == right
    found = solve_frame(Own(frame.to_dict("list")), memory_mb=16)
    assert found.select(GUARANTEES).rows() == right
    with pytest.raises(DealError, match=r"cannot be read as a table: .*nope"):
        solve_frame(pl.LazyFrame(frame.to_dict("list")).filter(pl.col("nope")))


def test_polars(frame: pd.DataFrame, right: list[Any]) -> None:
    table = pl.from_arrow(pa.Table.from_pandas(frame, preserve_index=False))
    assert isinstance(table, pl.DataFrame)
    solved = solve_frame(table, memory_mb=16, threads=2, share=True)
    assert isinstance(solved, pl.DataFrame)
    assert solved.select(GUARANTEES).rows() == right
    assert solved.schema["guarantee_F"] == pl.Int8
    assert solved["error"].is_null().all()
    assert solved["share_F"].to_list() == [*solve_frame(frame, share=True)["share_F"]]
    assert solved.drop(*solved.columns[len(table.columns) :]).equals(table)
    lazy = solve_frame(solved.lazy(), memory_mb=16, threads=1)
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(solved.select(lazy.collect().columns))
    written = table.with_columns(
        pl.Series("seats", [["F", "D"]] * ROWS),
        pl.Series("played", [None] * ROWS, dtype=pl.Null),
        pl.col("contract").cast(pl.Categorical),
    )
    found = solve_frame(written, memory_mb=16).select(GUARANTEES).rows()
    assert found == [(first, None, last) for first, _, last in right]


@pytest.mark.parametrize(
    "kind", [pl.Int64, pl.UInt64, pl.Int128, pl.Float64, pl.Object], ids=lambda kind: str(kind)
)
def test_numbers_of_any_type_in_polars(kind: Any) -> None:
    hands = {name: pl.Series([GOOD[seat], None], dtype=kind) for seat, name in enumerate(HANDS)}
    table = pl.DataFrame({**hands, "contract": [4, 4]})
    if kind == pl.Object:
        with pytest.raises(DealError, match="column hand_F holds objects"):
            solve_frame(table)
        return
    solved = solve_frame(table, memory_mb=16)
    assert solved.select(GUARANTEES).rows() == [solve(Position(GOOD, "NT")).guarantee, (None,) * 3]
    assert solved["error"].to_list() == [None, "the column hand_F is empty"]


@pytest.mark.parametrize("kind", ["int64", "uint64", "Int64", "float64", "int64[pyarrow]", object])
def test_numbers_of_any_type_in_pandas(kind: Any) -> None:
    """Where a place is empty pandas makes numbers of a column floats."""
    hands = {name: pd.Series([GOOD[seat]] * 2, dtype=kind) for seat, name in enumerate(HANDS)}
    table = pd.DataFrame({**hands, "contract": [5, 5], "leader": [1, None]})
    right = [solve(Position(GOOD, "NULLO", leader)).guarantee for leader in "MF"]
    assert guarantees(solve_frame(table, memory_mb=16)) == right


@pytest.mark.parametrize("kind", ["int8", "uint8", "int16", "uint16", "int32", "uint32"])
def test_small_numbers_hold_small_hands(kind: str) -> None:
    table = pa.table(
        {name: pa.array([1 << seat], kind) for seat, name in enumerate(HANDS)}
        | {"contract": pa.array([0], kind), "leader": pa.array([2], kind)}
    )
    assert solve_frame(table, memory_mb=16)["guarantee_D"].to_pylist() == [1]


def test_fractions_are_no_numbers() -> None:
    table = pd.DataFrame([[0.5, 1.0, 2.0]], columns=[*HANDS]).assign(contract="NT")
    with pytest.raises(DealError, match="column hand_F is of type double"):
        solve_frame(table)
    strange = pl.from_pandas(table).with_columns(hand_F=pl.lit(2**80, dtype=pl.Int128))
    with pytest.raises(DealError, match="the frame cannot be read as a table: conversion"):
        solve_frame(strange)


def test_columns_of_ones_own_are_kept(frame: pd.DataFrame, right: list[Any]) -> None:
    own = frame.assign(**{"trump": "x", "Hand": 1.5, "guarantee_F": 99}, id=range(ROWS))
    own[7] = [(1j, None)] * ROWS
    solved = solve_frame(own, memory_mb=16)
    assert guarantees(solved) == right
    assert [*solved.columns] == [*own.columns.drop("guarantee_F"), *GUARANTEES, "error"]
    assert [*solved[7]] == [*own[7]]
    del own[7]
    tables = solve_frame(dd.from_pandas(own, npartitions=2), memory_mb=16)
    assert [*tables.compute(scheduler="synchronous")["trump"]] == ["x"] * ROWS
    arrow = solve_frame(pa.Table.from_pandas(own, preserve_index=False), memory_mb=16)
    assert arrow.column_names == [*own.columns.drop("guarantee_F"), *GUARANTEES, "error"]
    for slip, meant in (("Leader", "leader"), ("seat", "seats"), ("hand_f", "hand_F")):
        with pytest.raises(DealError, match=f"no column is called '{slip}': is {meant} meant"):
            solve_frame(frame.assign(**{slip: 1}))


def test_dask(frame: pd.DataFrame, right: list[Any]) -> None:
    solved = solve_frame(dd.from_pandas(frame, npartitions=4), memory_mb=16)
    assert solved.npartitions == 4
    for scheduler in ("synchronous", "threads"):
        with dask.config.set(scheduler=scheduler):
            whole = solved.compute()
        assert guarantees(whole) == right
        assert [*whole.index] == [*frame.index]
    assert {*map(str, solved.dtypes[[*GUARANTEES]])} == {"Int8"}
    assert solved["guarantee_F"].sum().compute(scheduler="synchronous") == sum(
        row[0] or 0 for row in right
    )


def test_a_game_with_points() -> None:
    rng = Random(7)
    positions = [game_position(rng, "encheres-petite", 6) for _ in range(8)]
    columns = {name: [each.hands[seat] for each in positions] for seat, name in enumerate(HANDS)}
    frame = pd.DataFrame(columns, dtype=np.uint64).assign(
        variant=pd.Categorical(["encheres-petite"] * 8),
        contract=[each.contract.name for each in positions],
        leader=[each.leader.letter for each in positions],
        declarer=[int(each.declarer or 0) for each in positions],
        played=[format_cards(each.table) for each in positions],
    )
    points = [solve(position).guarantee for position in positions]
    assert guarantees(solve_frame(frame, memory_mb=16)) == points
    with dask.config.set(scheduler="threads"):
        tables = solve_frame(dd.from_pandas(frame, npartitions=2), memory_mb=16)
        assert guarantees(tables.compute()) == points


def test_bad_rows_and_columns(frame: pd.DataFrame) -> None:
    bad = frame.copy()
    bad.loc[103, "contract"] = "X"
    solved = solve_frame(bad, memory_mb=16)
    assert solved["error"].dropna().to_dict() == {
        103: "field \"contract\": 'X' is no contract: expected one of S H D C NT NULLO"
    }
    assert pd.isna(solved.loc[103, "guarantee_F"])
    with pytest.raises(DealError, match="the column hand_D is missing"):
        solve_frame(frame.drop(columns="hand_D"))
    with pytest.raises(DealError, match="no column is called 'leadr'"):
        solve_frame(dd.from_pandas(frame.assign(leadr="F"), npartitions=2))
    for wrong in (None, 3, [frame], frame["contract"], "x", object()):
        with pytest.raises(ArgumentError, match=r"frame: .*expected a table"):
            solve_frame(wrong)
    for name, value in (("seconds", 0), ("threads", 0), ("memory_mb", -1), ("seconds", "x")):
        with pytest.raises(ArgumentError):
            solve_frame(frame, **{name: value})


@pytest.mark.parametrize("seconds", [None, 60])
def test_shares_and_bounds(
    frame: pd.DataFrame, positions: list[Position], seconds: float | None
) -> None:
    solved = solve_frame(frame, memory_mb=16, share=True, seconds=seconds)
    for name in () if seconds is None else ("lower_M", "upper_M"):
        assert (solved[name] == solved["guarantee_M"]).all()
    for row in range(0, ROWS, 7):
        found = solve(positions[row])
        assert found.best_case is not None
        assert found.share is not None
        for name, right in (("best_case", found.best_case), ("share", found.share)):
            told = [float(solved[f"{name}_{seat.letter}"].iloc[row]) for seat in Seat]
            assert told == [float(value) for value in right]


@pytest.mark.parametrize("column", [np.array([1 + 2j]), [object()]], ids=["complex", "object"])
def test_a_column_that_no_table_holds(column: Any) -> None:
    frame = pd.DataFrame([GOOD], columns=[*HANDS], dtype="uint64")
    frame["contract"] = ["NT"]
    kept = solve_frame(frame.assign(own=column), memory_mb=1)
    assert kept["own"].tolist() == list(column)
    with pytest.raises(DealError, match="the frame cannot be read as a table"):
        solve_frame(frame.assign(leader=column), memory_mb=1)


def test_what_else_a_table_of_pandas_has_is_kept(frame: pd.DataFrame) -> None:
    own = Frame(frame.rename_axis(columns="what").rename_axis("night"))
    own.attrs, own.flags.allows_duplicate_labels = {"source": {"club": 1}}, False
    for solved in (solve_frame(own, memory_mb=16), solve_frame(own[:0], memory_mb=16)):
        assert solved.attrs == own.attrs
        assert (solved.columns.name, solved.index.name) == ("what", "night")
        assert not solved.flags.allows_duplicate_labels
        solved.attrs["source"]["club"] = 2
    assert own.attrs == {"source": {"club": 1}}
    tables = solve_frame(dd.from_pandas(own, npartitions=2), memory_mb=16)
    assert tables.compute(scheduler="synchronous").columns.name == "what"


@pytest.mark.parametrize("kind", ["object", "string", "category", "string[pyarrow]", "polars"])
def test_hands_as_text(positions: list[Position], right: list[Any], kind: str) -> None:
    """A table read from a sheet has its hands as text, and is answered as lines are."""
    hands = ([format_hand(own.hands[seat]) for own in positions] for seat in Seat)
    texts = dict(zip(HANDS, hands, strict=True))
    texts["hand_F"][3], texts["hand_M"][5] = "AK.", "♠A"
    rest = {name: [getattr(own, name) for own in positions] for name in ("leader", "ace_low")}
    rest["contract"] = [str(own.contract) for own in positions]
    given: Any = pl.DataFrame({**texts, **rest})
    if kind != "polars":
        given = pd.DataFrame({**texts, **rest}).astype(dict.fromkeys(HANDS, kind))
    solved = solve_frame(given, memory_mb=16)
    told = solved["error"].to_list() if kind == "polars" else [*solved["error"].astype(object)]
    assert told[3].startswith("column hand_F: 2 suits in 'AK.': expected spades.hearts")
    assert told[5].startswith(("the hands differ in length", "forehand and ", "middlehand and "))
    found = [*zip(*(solved[name].to_list() for name in GUARANTEES), strict=True)]
    good = [row for row in range(ROWS) if row not in (3, 5)]
    assert [found[row] for row in good] == [right[row] for row in good]
