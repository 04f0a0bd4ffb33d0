"""Rows of Parquet as the lines of JSON that ask the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from solver.cards import FULL_PACK, Seat
from solver.files.parquet import ParquetSource, named
from solver.frames.columns import ASKING, HANDS, asking, check_columns
from solver.notation import format_hand
from solver.rules.contract import Contract
from solver.values.batch import Line

_ROWS = 4096
"""Rows read at a time."""


def lines_of_parquet(source: ParquetSource) -> Iterator[Line]:
    """Return one line per row, numbered from 1; each counts as one."""
    with named(source.path):
        check_columns(source.schema.names)
    return _lines(source)


def _lines(source: ParquetSource) -> Iterator[Line]:
    number = 0
    for table in source.tables(_ROWS):
        for row in asking(table).to_pylist():
            number += 1
            text = json.dumps(_record(row), ensure_ascii=False, default=str)
            yield Line(number, text.encode("utf-8", "backslashreplace"), 1)


def _record(row: dict[str, Any]) -> dict[str, Any]:
    record = {"id": row["id"]} if "id" in row else {}
    record["hands"] = [_hand(row[name]) for name in HANDS]
    for name in ASKING[len(HANDS) :]:
        if row.get(name) is not None:
            record[name] = row[name]
    if record.get("contract") in list(Contract):
        record["contract"] = Contract(record["contract"]).name
    for name in ("leader", "declarer"):
        if record.get(name) in list(Seat):
            record[name] = Seat(record[name]).letter
    return record


def _hand(hand: Any) -> Any:
    """Return a hand as text; what is none as it is, for the reader of the line to refuse."""
    return format_hand(hand) if isinstance(hand, int) and 0 <= hand <= FULL_PACK else hand
