"""Rows of Parquet or lines of JSON in lots of some thousand, and rows as lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from manni.solver.errors import NotationError, SolverError
from manni.solver.fields import read_bid
from manni.solver.files.jsonlines import ALL_SEATS, Line, SolveRequest
from manni.solver.files.parquet import ParquetSource, arrow
from manni.solver.frames.columns import (
    BESIDES,
    HANDS,
    check_columns,
    question_columns,
    record_of,
    whole_hands,
)
from manni.solver.frames.lines import Question, read_question
from manni.solver.notation import format_cards, parse_hand, parse_seat

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS = 4096
"""Rows read at a time that become lines."""


class Lot(NamedTuple):
    """The ``number``-th lot: a table that asks, the number of its first row, from 1.

    ``errors`` has, by row, what is known to be wrong; ``size`` is how much of the input it is.
    """

    number: int
    table: pa.Table
    first: int
    errors: dict[int, str]
    size: int


def lots_of_parquet(source: ParquetSource, rows: int, first: int = 0) -> Iterator[Lot]:
    """Yield the lots of Parquet files from the ``first``-th on."""
    for start in range(first * rows, source.rows, rows):
        whole = source.read(start, rows)
        try:
            check_columns(whole.column_names)
            table = whole_hands(question_columns(whole))
        except SolverError as error:
            raise NotationError(str(error), file=source.path) from None
        told = whole["error"].to_pylist() if "error" in whole.column_names else ()
        # A line that was refused may ask for something else by what columns can have of it.
        errors = {row: str(error) for row, error in enumerate(told) if error}
        yield Lot(start // rows, table, start + 1, errors, len(table))


def lots_of_lines(lines: Iterable[Line], rows: int) -> Iterator[Lot]:
    """Yield lines of JSON in lots, with empty columns for what no line of a lot has."""
    leads: dict[str, SolveRequest] = {}
    rest, number = iter(lines), 0
    while lot := [read_question(line, leads) for line in islice(rest, rows)]:
        table = arrow().Table.from_pylist([*map(_row, lot)], schema=_schema())
        errors = {row: each.error for row, each in enumerate(lot) if each.error is not None}
        size = sum(each.line.size for each in lot)
        yield Lot(number, table, number * rows + 1, errors, size)
        number += 1


def _schema() -> pa.Schema:
    pa = arrow()
    kinds = {**dict.fromkeys(HANDS, pa.uint64()), **dict.fromkeys(BESIDES, pa.string())}
    return pa.schema(kinds | {"ace_low": pa.bool_(), "id": pa.string()})


def _row(question: Question) -> dict[str, Any]:
    record, request = question.record, question.request
    if request is None:
        return _as_said(record)
    position, seats, _ = request
    return {
        **dict(zip(HANDS, question.hands, strict=True)),
        "contract": position.contract.name,
        "leader": position.leader.letter,
        "declarer": parse_seat(record["declarer"]).letter if "declarer" in record else None,
        "variant": record.get("variant"),
        "bid": read_bid(record["bid"]) if "bid" in record else None,
        "ace_low": position.ace_low,
        "played": format_cards(position.table) or None,
        "seats": None if seats == ALL_SEATS else " ".join(seat.letter for seat in seats),
        "id": _text(record.get("id")),
    }


def _as_said(record: dict[str, Any]) -> dict[str, Any]:
    """Return what a line that is wrong says, as far as columns can have it."""
    row: dict[str, Any] = {name: _text(record.get(name)) for name in (*BESIDES, "id")}
    row["ace_low"] = record["ace_low"] if isinstance(record.get("ace_low"), bool) else None
    hands = record.get("hands")
    texts = hands.split() if isinstance(hands, str) else hands
    for name, text in zip(HANDS, texts if isinstance(texts, list) else (), strict=False):
        with suppress(SolverError):
            row[name] = parse_hand(text)
    return row


def _text(value: Any) -> str | None:
    """Return a value of a line: a text as it is, anything else as JSON has it."""
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "backslashreplace").decode()


def lines_of_parquet(source: ParquetSource) -> Iterator[Line]:
    """Yield one line per row, numbered from 1; each counts as one."""
    for lot in lots_of_parquet(source, _ROWS):
        for place, row in enumerate(lot.table.to_pylist()):
            record = {**({"id": row["id"]} if "id" in row else {}), **record_of(row)}
            text = json.dumps(record, ensure_ascii=False, default=str)
            data = text.encode("utf-8", "backslashreplace")
            yield Line(lot.first + place, data, 1, error=lot.errors.get(place))
