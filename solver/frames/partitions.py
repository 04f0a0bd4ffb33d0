"""A run cut into partitions: some thousand rows in their order, from Parquet or JSON lines.

A partition is read and checked here; all that is left to do elsewhere is the search.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from solver.cards import Seat
from solver.errors import SolverError
from solver.fields import read_bid
from solver.files.parquet import ParquetSource, arrow, named
from solver.frames.columns import HANDS, asking, check_columns, fingerprint, questions_of
from solver.frames.questions import Questions
from solver.notation import format_cards, parse_seat
from solver.values.batch import Line, Question, at_line, parse_line, question_of
from solver.values.solve import ALL_SEATS

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Partition:
    """Rows of the input: the ``number``-th lot, what it asks, what is wrong with it.

    ``first`` is the number of its first row, from 1. ``fingerprint`` is the same only for the
    same rows; ``size`` is how much of the input they are, for those who show progress.
    """

    number: int
    first: int
    table: pa.Table
    questions: Questions
    errors: dict[int, str]
    fingerprint: str
    size: int

    def __len__(self) -> int:
        return len(self.questions)

    def __str__(self) -> str:
        return f"partition {self.number} (rows {self.first:,} to {self.first + len(self) - 1:,})"


def partitions_of_parquet(source: ParquetSource, rows: int) -> Iterator[Partition]:
    """Return the rows of Parquet files in lots; errors count rows from 1."""
    with named(source.path):
        check_columns(source.schema.names)
    return _lots(source, rows)


def _lots(source: ParquetSource, rows: int) -> Iterator[Partition]:
    first = 1
    for number, whole in enumerate(source.tables(rows)):
        table = asking(whole)
        with named(source.path):
            questions, errors = questions_of(table)
        placed = {row: f"row {first + row}: {error}" for row, error in sorted(errors.items())}
        yield Partition(number, first, table, questions, placed, fingerprint(table), len(table))
        first += len(table)


def partitions_of_lines(lines: Iterable[Line], rows: int) -> Iterator[Partition]:
    """Yield lines of JSON in lots, with empty columns for what no line of a lot has."""
    rest = iter(lines)
    number = 0
    while lot := list(islice(rest, rows)):
        yield _of_lines(number, number * rows + 1, lot)
        number += 1


def _of_lines(number: int, first: int, lines: list[Line]) -> Partition:
    questions = Questions.blank(len(lines))
    errors: dict[int, str] = {}
    records = []
    digest = hashlib.blake2b(digest_size=8)
    for row, line in enumerate(lines):
        digest.update(line.text.rstrip(b"\r\n") + b"\n")
        record: dict[str, Any] = {}
        try:
            record = parse_line(line.text)
            question = question_of(record)
            questions.enter(row, *question)
        except SolverError as error:
            errors[row] = str(at_line(error, line.number))
            records.append({"id": _id(record.get("id"))})
        else:
            records.append(_row(record, question))
    table = arrow().Table.from_pylist(records, schema=_schema())
    size = sum(line.size for line in lines)
    return Partition(number, first, table, questions, errors, digest.hexdigest(), size)


def _schema() -> pa.Schema:
    pa = arrow()
    return pa.schema(
        [(name, pa.uint64()) for name in HANDS]
        + [(name, pa.string()) for name in ("contract", "leader", "declarer", "variant", "bid")]
        + [("ace_low", pa.bool_())]
        + [(name, pa.string()) for name in ("played", "seats", "id")]
    )


def _row(record: dict[str, Any], question: Question) -> dict[str, Any]:
    """Return the columns of a question. An id that is no text is the text JSON has for it."""
    position, seats = question
    return {
        **dict(zip(HANDS, position.hands, strict=True)),
        "contract": position.contract.name,
        "leader": Seat(position.leader).letter,
        "declarer": parse_seat(record["declarer"]).letter if "declarer" in record else None,
        "variant": record.get("variant"),
        "bid": read_bid(record["bid"]) if "bid" in record else None,
        "ace_low": position.ace_low,
        "played": format_cards(position.table) or None,
        "seats": None if seats == ALL_SEATS else " ".join(seat.letter for seat in seats),
        "id": _id(record.get("id")),
    }


def _id(key: Any) -> str | None:
    """Return an id as text: a text as it is, anything else as JSON has it."""
    if key is None:
        return None
    text = key if isinstance(key, str) else json.dumps(key)
    return text.encode("utf-8", "backslashreplace").decode()
