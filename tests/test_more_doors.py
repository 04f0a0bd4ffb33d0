"""Doors beside those of ``test_doors``: methods of positions and engines, files, clusters.

Whatever they are given they answer, or say in one line what was wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pyarrow as pa
import pyarrow.parquet
import pytest
from commands import error
from hypothesis import given, settings
from hypothesis import strategies as st
from test_doors import ANYTHING, DEAL, HANDS, POSITION, knock

from solver.advice.question import MOST_WORLDS
from solver.engine import Engine
from solver.errors import SolverError
from solver.frames.frame import solve_frame
from solver.notation import parse_cards
from solver.run import Run
from solver.values.gradual import Gradual

ENGINE = Engine(1)
DOORS: dict[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    "Position.side": (POSITION.side, {"seat": "F"}),
    "Position.follow": (POSITION.follow, {"cards": parse_cards("SA S2 S3")}),
    "Deal.rules_in": (DEAL.rules_in, {"contract": "NT"}),
    "Engine beside": (lambda beside: Engine(1, beside=beside), {"beside": ENGINE}),
    "Gradual": (Gradual, {"position": POSITION, "first_slice": 0.02}),
    "Gradual.work": (
        lambda engine, run: Gradual(POSITION).work(engine, run),
        {"engine": ENGINE, "run": Run()},
    ),
}


@pytest.mark.parametrize("name", DOORS)
def test_what_is_right_passes(name: str) -> None:
    door, right = DOORS[name]
    door(**right)


@pytest.mark.parametrize(
    ("name", "argument"), [(name, each) for name, (_, right) in DOORS.items() for each in right]
)
@settings(max_examples=25)
@given(value=ANYTHING)
def test_one_argument_wrong(name: str, argument: str, value: object) -> None:
    door, right = DOORS[name]
    knock(door, {**right, argument: value})


@settings(max_examples=10)
@given(worlds=st.integers(MOST_WORLDS + 1, 2**70))
def test_worlds_without_end_are_refused(worlds: int) -> None:
    message = error(
        "advise", "exchange", "--hand", "AKJ.K52.AQ97.K3", "--variant", "hornafjordur",
        "--seat", "F", "--contract", "NT", "--worlds", str(worlds), "--seed", "1",
    )  # fmt: skip
    assert f"expected 2 to {MOST_WORLDS}" in message


@pytest.mark.parametrize("column", [np.array([1 + 2j]), [object()]], ids=["complex", "object"])
def test_a_column_that_no_table_holds(column: Any) -> None:
    frame = pandas.DataFrame([HANDS], columns=["hand_F", "hand_M", "hand_D"], dtype="uint64")
    frame["contract"] = ["NT"]
    kept = solve_frame(frame.assign(own=column), memory_mb=1)
    assert kept["own"].tolist() == list(column)
    with pytest.raises(SolverError, match="the frame cannot be read as a table"):
        solve_frame(frame.assign(leader=column), memory_mb=1)


def rows(**more: Any) -> pa.Table:
    hands = {
        f"hand_{seat}": pa.array([hand], pa.uint64())
        for seat, hand in zip("FMD", HANDS, strict=True)
    }
    return pa.table({**hands, "contract": ["NT"], **more})


def test_parquet_need_not_be_utf_8(tmp_path: Path) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "b.parquet"
    wrong = pa.Array.from_buffers(
        pa.string(), 1, [None, pa.py_buffer(np.array([0, 2], np.int32)), pa.py_buffer(b"\xff\xfe")]
    )
    pa.parquet.write_table(rows(id=wrong), path)
    assert "no Parquet file, or torn" in error("batch", path, "-o", out)
    pa.parquet.write_table(rows(mine=["x"]), path)
    path.write_bytes(path.read_bytes().replace(b"mine", b"\xff\xfe\xfd\xfc"))
    assert "no Parquet file, or torn" in error("batch", path, "-o", out)
    assert not out.exists()


def test_a_folder_is_called_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pa.parquet.write_table(rows(), "a.parquet")
    for target in (".", "./", ".."):
        if target == "..":
            pa.parquet.write_table(rows(), tmp_path.parent / "a.parquet")
        message = error("batch", "a.parquet", "-o", target)
        assert message == f"{target}: a file or folder to write is called by its own name"
