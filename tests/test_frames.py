"""Tables of pandas, pyarrow and dask: the values that every other way gives."""

from __future__ import annotations

from random import Random
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from positions import game_position, random_position

from solver import solve_frame
from solver.cards import Seat
from solver.errors import ArgumentError, DealError, RuleError
from solver.frames.columns import GUARANTEES, HANDS
from solver.frames.questions import Answers, Questions, answer
from solver.frames.worker import kept_engines, solve_questions
from solver.notation import format_cards, parse_hands
from solver.position import Position
from solver.rules.trick import TrickRules
from solver.run import Run
from solver.values.solve import ALL_SEATS, Solver, solve

ROWS = 60
GOOD = parse_hands("AQ.3.. K2.A.. 43..5.")


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Return first leads as pandas holds them, under an index of their own."""
    rng = Random(5)
    positions = [random_position(rng, rng.randrange(6), on_table=0) for _ in range(ROWS)]
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
def right() -> list[tuple[int | None, ...]]:
    rng = Random(5)
    positions = [random_position(rng, rng.randrange(6), on_table=0) for _ in range(ROWS)]
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


def test_pyarrow(frame: pd.DataFrame, right: list[Any]) -> None:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    solved = solve_frame(table, memory_mb=16, threads=2)
    columns = (solved[name].to_pylist() for name in GUARANTEES)
    assert [*zip(*columns, strict=True)] == right


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


def test_shares(frame: pd.DataFrame) -> None:
    solved = solve_frame(frame, memory_mb=16, share=True)
    for row in range(0, ROWS, 7):
        position = Position(
            [int(frame[name].iloc[row]) for name in HANDS],
            frame["contract"].iloc[row],
            int(frame["leader"].iloc[row]),
            ace_low=bool(frame["ace_low"].iloc[row]),
        )
        found = solve(position)
        assert found.best_case is not None
        assert found.share is not None
        for name, right in (("best_case", found.best_case), ("share", found.share)):
            told = [float(solved[f"{name}_{seat.letter}"].iloc[row]) for seat in Seat]
            assert told == [float(value) for value in right]


def test_limited_time_adds_bounds(frame: pd.DataFrame) -> None:
    solved = solve_frame(frame, memory_mb=16, seconds=60)
    assert (solved["lower_M"] == solved["guarantee_M"]).all()
    assert (solved["upper_M"] == solved["guarantee_M"]).all()


def test_stretches_of_first_leads_and_others_mix() -> None:
    rng = Random(6)
    questions = Questions.blank(50)
    positions = [random_position(rng, rng.randrange(1, 6)) for _ in range(50)]
    positions[10:16] = [game_position(rng, "encheres-sans+miseres", 4) for _ in range(6)]
    for row, position in enumerate(positions):
        seats = ALL_SEATS if rng.random() < 0.7 else ALL_SEATS[: rng.randrange(3)]
        questions.enter(row, position, seats)
    solver = Solver(16)
    answers = Answers.blank(50)
    answer(solver.engine, questions, answers, range(3, 47), Run())
    for row, position in enumerate(positions):
        right = solver.solve(position).guarantee
        for seat in ALL_SEATS:
            asked = 3 <= row < 47 and int(questions.seats[row]) >> seat & 1
            wanted = right[seat] if asked else -1
            assert (answers.lower[row, seat], answers.upper[row, seat]) == (wanted, wanted)
        assert questions.position(row) == position


def test_what_no_search_knows_is_refused() -> None:
    position = Position(GOOD, "NT", rules=TrickRules(trick_points=2))
    with pytest.raises(RuleError, match=r"H3 .*: the search for points knows the 8 highest cards"):
        Questions.blank(1).enter(0, position, ALL_SEATS)


def test_engines_are_kept() -> None:
    with kept_engines(2, 8) as pool:
        first = pool.engines
        with kept_engines(2, 8) as other:  # while those are out
            assert not {*map(id, other.engines)} & {*map(id, first)}
    with kept_engines(1, 4) as pool:
        assert pool.engines[0] in first + other.engines
    with kept_engines(1, 3) as pool:
        assert pool.engines[0] not in first
    questions = Questions.blank(0)
    assert len(solve_questions(questions, memory_mb=3).lower) == 0
