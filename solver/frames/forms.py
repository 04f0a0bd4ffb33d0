"""The forms that rows come in, a thin reader and a thin writer each: lines and tables of pyarrow.

Lines are of JSON or CSV; tables are Parquet, frames, and lines that are to be Parquet, which come
in lots of some thousand. Random deals are written as such rows too.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..cards import FULL_PACK, Contract, Seat, card_name, seats_of
from ..deal import Deal
from ..engine import Pool
from ..errors import DealError, NotationError, SolverError
from ..files.parquet import ParquetSource, arrow
from ..files.questions import (
    ANSWERING,
    BESIDES,
    VALUES,
    Line,
    PositionQuestion,
    Record,
    column_meant,
    columns_of,
    csv_line,
    hand_count,
    hand_of_cell,
    question_columns,
    question_fields,
    question_of,
    record_of,
)
from ..notation import format_cards, parse_hand
from ..rules.variant import Variant
from ..run import Run
from .arrays import NO_VALUE, Array, Errors, Rows, Values

if TYPE_CHECKING:
    import pyarrow as pa

_ROWS = 4096
"""Rows read at a time that become lines."""
_DEALT = 1 << 14
"""Rows made at a time."""

_kept = local()


# Lines ---------------------------------------------------------------------------------


def batches_of(lines: Iterable[Line], most: int = 256, whole: bool = False) -> Iterator[list[Line]]:
    """Yield lots of lines: ``whole`` ones, or of as many hands and waiting for no line to come."""
    lot: list[Line] = []
    for line in lines:
        if lot and len(lot[0].hands) != len(line.hands) and not whole:
            yield lot
            lot = []
        lot.append(line)
        if len(lot) == most or not (line.more_buffered or whole):
            yield lot
            lot = []
    if lot:
        yield lot


def rows_of_lines(lines: Sequence[Line], count: int) -> Rows:
    """Return lines as rows of so many hands."""
    for line in lines:
        if line.error is None and len(line.hands) != count:
            line.error = f"line {line.number}: {len(line.hands)} hands: the first line has {count}"
    hands = [(0,) * count if line.error else line.hands for line in lines]
    return Rows(
        np.array(hands, np.uint64),
        (line.asked for line in lines),
        lambda asked: question_of(asked, count),
        {row: line.error for row, line in enumerate(lines) if line.error},
        lambda row: f"line {lines[row].number}: ",
    )


def row_of(line: Line, count: int) -> Record:
    """Return what a line says as columns have it; what they cannot have of a wrong one is empty."""
    record, hands = line.record, line.hands
    if line.error is not None:
        texts = record.get("hands")
        texts = texts.split() if isinstance(texts, str) else texts
        hands = tuple(map(_hand, texts if isinstance(texts, list) else ()))
    row: Record = {name: _text(record.get(name)) for name in question_columns(count)[count:]}
    row["ace_low"] = record["ace_low"] if isinstance(record.get("ace_low"), bool) else None
    return row | dict(zip(columns_of("hand", count), hands, strict=False))


def _hand(text: Any) -> Any:
    with suppress(NotationError, DealError):
        return parse_hand(text)
    return None


def _text(value: Any) -> str | None:
    """Return a value of a line: a text as it is, words in one, anything else as JSON has it."""
    if value is None:
        return None
    if isinstance(value, list) and {*map(type, value)} <= {str}:
        value = " ".join(value)
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "backslashreplace").decode()


def answers_in(
    values: Values, part: slice, share: bool, more: Callable[[Any], Record]
) -> Iterator[Record]:
    """Yield what a line of JSON says of the values of rows, ``more`` of whole solutions."""
    shares = values.best_and_share(part) if share else ()
    arrays = values.lower[part], values.upper[part], *shares
    numbers = zip(*(map(tuple, array.tolist()) for array in arrays), strict=True)
    for row, figures in enumerate(numbers, part.start):
        error, whole = values.rows.error_text(row), values.solutions.pop(row, None)
        if error is not None:
            yield {"error": error}
            continue
        answer = _answer(values.rows.question(row).unit, *figures)
        yield answer if whole is None else answer | more(whole)


@lru_cache(maxsize=1 << 14)
def _answer(unit: str, lower: Any, upper: Any, *shares: Any) -> Record:
    letters = [seat.letter for seat in seats_of(len(lower))]
    bounds = {
        letter: [low, high]
        for letter, low, high in zip(letters, lower, upper, strict=True)
        if low != NO_VALUE
    }
    sure = {letter: low if low == high else None for letter, (low, high) in bounds.items()}
    answer: Record = {} if unit == "tricks" else {"unit": unit}
    answer |= {"guarantee": sure} | ({"bounds": bounds} if None in sure.values() else {})
    for key, values in zip(VALUES[3:], shares, strict=False):
        known = values[0] == values[0] != NO_VALUE  # it is no number where there is none
        answer[key] = dict(zip(letters, values, strict=True)) if known else None
    return answer


def csv_texts(
    values: Values, part: slice, lines: Sequence[Line], head: bool, *asked: bool
) -> Iterator[bytes]:
    """Yield lines of CSV: what those have in columns, and the answers; with a ``head`` first."""
    names = [name for name in lines[0].cells or () if name not in ANSWERING]
    delimiter, named = lines[0].delimiter, values.named_columns(part, *asked)
    columns = chain.from_iterable(columns_of(name, values.lower.shape[1]) for name in named)
    text = csv_line([*names, *columns, "error"], delimiter) if head else b""
    cells = (
        np.where(known, numbers.astype(object), "").tolist() for numbers, known in named.values()
    )
    for row, answers in enumerate(zip(*cells, strict=True), part.start):
        given = map((lines[row].cells or {}).get, names)
        yield text + csv_line([*given, *chain(*answers), values.rows.error_text(row)], delimiter)
        text = b""


# Tables --------------------------------------------------------------------------------


class Lot(NamedTuple):
    """The ``number``-th lot: a table and what its rows ask; ``size`` is how much of the input."""

    number: int
    table: pa.Table
    rows: Rows
    size: int


def answers_to(
    rows: Rows,
    *,
    memory_mb: float,
    threads: int = 1,
    seconds: float | None = None,
    share: bool = False,
) -> pa.Table:
    """Return the columns of answers; ``seconds`` limits each row and adds bounds."""
    values = Values(rows, seconds)
    deque(values.solve(_kept_pool(memory_mb, threads), Run()), 0)
    columns = {
        column: _column(numbers[:, seat], known[:, seat])
        for name, (numbers, known) in values.named_columns(
            slice(None), share, seconds is not None
        ).items()
        for seat, column in enumerate(columns_of(name, numbers.shape[1]))
    }
    errors = arrow().nulls(len(rows.hands), "string")
    if rows.errors:
        errors = arrow().array([*map(rows.error_text, range(len(rows.hands)))], "string")
    return arrow().table(columns | {"error": errors})


def _kept_pool(memory_mb: float, threads: int) -> Pool:
    """Return engines that share ``memory_mb``; a thread keeps those that it has last asked for.

    Making one clears a large table, which would cost more than many a partition.
    """
    if getattr(_kept, "asked", None) != (memory_mb, threads):
        _kept.asked = _kept.pool = None  # there is memory for one lot of them
        _kept.pool = Pool(memory_mb, threads)
        _kept.asked = (memory_mb, threads)
    pool: Pool = _kept.pool
    return pool


# ``pyarrow.array`` loads pandas, which takes longer than the search of some thousand rows.


def _column(values: Array, known: Array) -> pa.Array:
    """Return numbers as a column, empty where they are not known."""
    pa = arrow()
    buffers = [np.packbits(known, bitorder="little"), values.copy()]
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [*map(pa.py_buffer, buffers)])


def rows_of(table: pa.Table, errors: Errors | None = None, first: int = 0) -> Rows:
    """Return the rows of a table of columns that ask, of which some have ``errors`` already.

    They give the number of a row where that of the ``first`` is known. Raises DealError for a
    column of another kind.
    """
    table = table.rename_columns([*map(column_meant, table.column_names)])
    count = hand_count(tuple(table.column_names))
    names = [name for name in BESIDES if name in table.column_names]
    errors = errors or {}
    hands = [_hands(table.column(name), name, errors) for name in columns_of("hand", count)]

    def read(cells: tuple[Any, ...]) -> PositionQuestion:
        if cells[0] is None:
            raise DealError("the column contract is empty")
        return question_of(question_fields(dict(zip(names, cells, strict=True)), count), count)

    return Rows(
        np.stack(hands, axis=1),
        zip(*(table.column(name).to_pylist() for name in names), strict=True),
        read,
        errors,
        lambda row: f"row {first + row}: " * bool(first),
    )


def _hands(column: pa.ChunkedArray, name: str, errors: Errors) -> Array:
    """Return a column of hands, 0 where there is none, which is put down as an error."""
    types = arrow().types
    if types.is_floating(column.type):  # as pandas has them beside an empty place
        with suppress(arrow().ArrowInvalid):  # a fraction, or too large
            column = column.cast("int64")
    if types.is_integer(column.type) and not column.null_count:
        numbers = np.from_dlpack(column.combine_chunks())
        if not len(numbers) or 0 <= numbers.min() <= numbers.max() <= FULL_PACK:
            return numbers.astype(np.uint64)
    cells = column.to_pylist()
    if any(cell is not None and type(cell) not in (int, str) for cell in cells):
        raise DealError(
            f"column {name} is of type {column.type}: whole numbers or texts are wanted"
        )
    hands = np.zeros(len(cells), np.uint64)
    for row, cell in enumerate(cells):
        try:
            hands[row] = hand_of_cell(cell, name)
        except SolverError as error:
            errors.setdefault(row, error)
    return hands


def without_answers(table: pa.Table) -> pa.Table:
    """Return a table without the columns of answers."""
    return table.select([name for name in table.column_names if name not in ANSWERING])


def append_columns(table: pa.Table, answers: pa.Table) -> pa.Table:
    """Return a table with the columns of answers behind its own."""
    for name in answers.column_names:
        table = table.append_column(name, answers.column(name))
    return table


# Lots ----------------------------------------------------------------------------------


def lots_of_parquet(source: ParquetSource, rows: int, first: int = 0) -> Iterator[Lot]:
    """Yield the lots of Parquet files from the ``first``-th on."""
    for start in range(first * rows, source.rows, rows):
        whole = source.read(start, rows)
        messages = whole["error"].to_pylist() if "error" in whole.column_names else ()
        # A line that was refused may ask for something else by what columns can have of it.
        errors: Errors = {row: str(error) for row, error in enumerate(messages) if error}
        table = without_answers(whole)
        try:
            yield Lot(start // rows, table, rows_of(table, errors, start + 1), len(table))
        except SolverError as error:
            raise NotationError(str(error), file=source.path) from None


def lots_of_lines(lines: Iterable[Line], rows: int) -> Iterator[Lot]:
    """Yield lines in lots, with empty columns for what no line of a lot has."""
    pa, count = arrow(), 0
    for number, lot in enumerate(batches_of(lines, rows, whole=True)):
        count = count or len(lot[0].hands)
        kinds = dict.fromkeys(question_columns(count), pa.string()) | {"ace_low": pa.bool_()}
        kinds |= dict.fromkeys(columns_of("hand", count), pa.uint64())
        asked = [row_of(line, count) for line in lot]
        table = pa.Table.from_pylist(asked, schema=pa.schema(kinds))
        yield Lot(number, table, rows_of_lines(lot, count), sum(line.size for line in lot))


def lines_of_parquet(source: ParquetSource) -> Iterator[Line]:
    """Yield one line per row, numbered from 1; each counts as one."""
    for lot in lots_of_parquet(source, _ROWS):
        for row, cells in enumerate(lot.table.to_pylist()):
            problem = lot.rows.errors.get(row)
            record = record_of(cells, lot.rows.hands.shape[1])
            error = problem if isinstance(problem, str) else None
            yield Line(record, lot.number * _ROWS + row + 1, 1, True, error)


# Random deals --------------------------------------------------------------------------


def deal_tables(
    deals: Iterable[Deal],
    variant: Variant,
    contract: Contract | None,
    declarer: Seat | None,
) -> Iterator[pa.Table]:
    """Yield deals of a game as rows, numbered from 1.

    ``contract`` and ``declarer`` are those of every row; without a contract a row has the
    deal's own, none where one of the players calls it.
    """
    pa, numbered, hands = arrow(), enumerate(deals, 1), columns_of("hand", variant.players)

    def row(number: int, deal: Deal) -> Record:
        asked, declares = contract or deal.contract, declarer or deal.declarer
        return {
            "id": number,
            **dict(zip(hands, deal.dealt, strict=True)),
            "contract": asked and asked.name,
            "leader": asked and deal.leader_under(declares).letter,
            "declarer": declares and declares.letter,
            "variant": variant.code,
            "ace_low": asked is not None and variant.ace_low(asked),
            "manni": format_cards(deal.manni) or None,
            "cut": None if deal.cut is None else card_name(deal.cut),
        }

    while rows := [row(*dealt) for dealt in islice(numbered, _DEALT)]:
        kinds = {"id": pa.int64(), "ace_low": pa.bool_(), **dict.fromkeys(hands, pa.uint64())}
        schema = pa.schema(dict.fromkeys(rows[0], pa.string()) | kinds)
        yield pa.Table.from_pylist(rows, schema=schema)
