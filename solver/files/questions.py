"""Questions about positions: what a row asks, the one place that says what its columns mean.

A row is a line of JSON or of CSV, a row of Parquet, of a frame or of arrays. It has hands, and what
``BESIDES`` names; rows of one table have as many hands, and a letter for each. ``manni batch``
reads lines as they come; one may be read as a deal too.
"""

from __future__ import annotations

import csv
import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache, partial
from io import BufferedIOBase, BytesIO, StringIO
from itertools import chain, zip_longest
from math import isinf
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import FULL_PACK, SEATS, TABLES, BySeat, Contract, Seat, check_count, seats_of
from ..checks import ECHO, quote
from ..deal import Deal
from ..errors import DealError, NotationError, SolverError, cannot_be_read, one_line
from ..fields import (
    FIELDS,
    cards_of,
    echo,
    hands_of,
    parse_yes,
    read_field,
    table_of,
    text_of,
    unique_fields,
)
from ..notation import format_hand, parse_hand
from ..position import Position, leader_for, rules_if_legal, side_for
from ..rules.trick import TrickRules
from .dealfile import UTF_16, decode, format_of, not_text, placed, plain_text

if TYPE_CHECKING:
    from ..rules.variant import Variant

Record = dict[str, Any]
"""A row as a line of JSON says it, or by the names of its columns."""

BESIDES = ("contract", "leader", "declarer", "variant", "bid", "ace_low", "played", "seats")
"""What a row asks besides its hands; only the contract must be there."""

ASKED = dict.fromkeys(("hands", *BESIDES, "id"))
"""The fields of a line of JSON."""

CARRIED = ("id", "manni", "cut")
"""The columns that are carried along: what ``manni deal`` writes besides, and a key."""

VALUES = ("guarantee", "lower", "upper", "best_case", "share")
"""What is told of each seat in columns: ``guarantee_F`` and so on."""


class PositionQuestion(NamedTuple):
    """What rows ask besides their hands."""

    contract: Contract
    leader: Seat
    rules: TrickRules
    table: tuple[int, ...]
    declarer: Seat | None
    variant: Variant | None
    bid: str | None
    seats: tuple[Seat, ...]
    unit: str

    def position(self, hands: BySeat[int]) -> Position:
        """Return the position of hands. Raises SolverError where there can be none."""
        game, declarer = self.variant, self.declarer
        position = Position.checked(
            hands,
            self.contract,
            self.leader,
            self.table,
            self.rules,
            declarers=side_for(declarer, game),
        )
        if game is not None:
            # Refuses what no such deal can be.
            Deal.checked(hands=position.dealt, variant=game.code, declarer=declarer, bid=self.bid)
        return position

    @property
    def pairs(self) -> bool:
        """Whether two pairs play, who have what they get together."""
        return self.variant is not None and bool(self.variant.partners)

    @property
    def first_lead_pack(self) -> int:
        """The pack, if all guarantees are asked for at a first lead of a plain game for three."""
        plain = self.rules.is_plain and type(self.leader) is Seat and not self.table
        if not plain or len({*self.seats}) < SEATS:
            return 0
        return FULL_PACK if self.variant is None else self.variant.pack


def question_of(asked: Mapping[str, Any], count: int) -> PositionQuestion:
    """Return what is asked of so many hands. Raises SolverError that names the column."""
    readers = _readers(count)
    given = {name: read_field(name, value, readers[name]) for name, value in asked.items()}
    contract, declarer, variant = given["contract"], given.get("declarer"), given.get("variant")
    bid = given.get("bid")
    check_count(count, variant)
    rules = rules_if_legal(contract, given.get("ace_low"), variant, declarer, bid)
    return PositionQuestion(
        contract,
        given.get("leader", leader_for(declarer, variant)),
        rules,
        given.get("played", ()),
        declarer,
        variant,
        bid,
        given.get("seats", tuple(seats_of(count))),
        rules.unit,
    )


def hands_and_rest(record: Mapping[str, Any]) -> tuple[BySeat[int], Record]:
    """Return the hands of a line of JSON and what it asks besides. Raises NotationError."""
    for name in record:
        if name not in ASKED:
            there = f"there are {' '.join(ASKED)}; manni convert makes lines of deals"
            raise NotationError(f"no field is called {quote(name)}: {there}")
    for name in ("hands", "contract"):
        if name not in record:
            raise NotationError(f'the field "{name}" is missing')
    reader = partial(hands_of, table=table_of(record.get("variant")))
    rest = {name: value for name, value in record.items() if name not in ("hands", "id")}
    return read_field("hands", record["hands"], reader), rest


def hand_text(cell: Any) -> str:
    """Return a hand in a column, a number or a text, as a text."""
    if isinstance(cell, str) and cell.isdecimal():
        cell = int(cell[:ECHO])
    if type(cell) is int and 0 <= cell <= FULL_PACK:
        return format_hand(cell)
    return "" if cell is None else str(cell)


def hand_of_cell(cell: Any, column: str) -> int:
    """Return the hand in a column. Raises DealError for what is none."""
    if cell is None:
        raise DealError(f"the column {column} is empty")
    try:
        return parse_hand(hand_text(cell), f"column {column}")
    except NotationError as error:
        raise DealError(error.message) from None


def name_of(column: str, value: Any, seats: Iterable[Seat]) -> Any:
    """Return a value, for a number the name of the contract or of the seat that it stands for."""
    seated = seats if column in ("leader", "declarer", "line") else ()
    members: Iterable[Any] = Contract if column == "contract" else seated
    if not (names := [*map(str, members)]):
        return value
    if isinstance(value, str) and value.isdecimal() and value not in names:  # as CSV has numbers
        value = int(value[:ECHO])
    if type(value) not in (int, float):
        return value
    return dict(enumerate(names)).get(value, str(value))


@lru_cache(maxsize=len(TABLES))
def _readers(count: int) -> dict[str, Callable[[Any], Any]]:
    """Return what reads each column of a table of so many hands."""
    table = seats_of(count)
    readers = {
        field.name: partial(field.read, table=table) for field in FIELDS if field.name in BESIDES
    }
    seats = partial(_seats, readers["leader"])
    return {**readers, "variant": text_of(_variant), "played": cards_of, "seats": seats}


def _seats(seat: Callable[[Any], Seat], value: Any) -> tuple[Seat, ...]:
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list):
        raise NotationError(f'{echo(value)}: expected an array of seats, such as ["F"]')
    return tuple(map(seat, value))


def _variant(code: str) -> Variant:
    from ..rules.games import get_variant  # here: most positions belong to no game

    return get_variant(code)


# The names of columns --------------------------------------------------------------------


def columns_of(name: str, count: int) -> list[str]:
    """Return the columns of what is told of each of so many seats: ``hand_F``, ``hand_M``, …"""
    return [f"{name}_{seat.letter}" for seat in seats_of(count)]


def question_columns(count: int) -> list[str]:
    """Return the columns of a question, and of what the row is known by."""
    return [*columns_of("hand", count), *BESIDES, "id"]


_HANDS = {count: columns_of("hand", count) for count in TABLES}

ANSWERING = {
    column for name in VALUES for count in TABLES for column in columns_of(name, count)
} | {"error"}
"""The columns of answers. In a question they are skipped: an earlier run wrote them."""


_COLUMNS = {name.lower(): name for name in (*chain(*_HANDS.values()), *BESIDES, "id", *ANSWERING)}


def column_meant(name: str) -> str:
    """Return the name of a column that asks or answers, whatever its case, or another as it is."""
    return _COLUMNS.get(name.lower(), name)


@lru_cache(maxsize=16)
def hand_count(names: tuple[str, ...], *, others: bool = False) -> int:
    """Return of how many hands the columns are. Raises DealError where they cannot ask.

    There may be ``others`` beside them, but for one that is nearly called as a column that asks:
    were it a slip, the answers would be those to another question.
    """
    held = {*chain(*_HANDS.values())}.intersection(names)
    count = next((count for count in TABLES if held and held <= {*_HANDS[count]}), SEATS)
    asking = [*_HANDS[count], *BESIDES]
    known, meant = [*asking, *CARRIED], {name.lower(): name for name in asking}
    for name in (column for column in names if column not in known and column not in ANSWERING):
        there = f"there are {' '.join(known)}"
        if others and name not in held:
            near = get_close_matches(name.lower(), meant, 1, 0.85)
            there = f"is {meant[near[0]]} meant?" if near else ""
        if there:
            raise DealError(f"no column is called {quote(name)}: {there}")
    for name in asking[: count + 1]:
        if name not in names:
            raise DealError(f"the column {name} is missing")
    if len({*names}) < len(names):
        raise DealError("two columns have the same name")
    return count


# Lines -----------------------------------------------------------------------------------

MAX_LINE = 1 << 20
"""The longest line read, in bytes: no position needs more."""
_BLOCK = 1 << 16
"""Bytes that are read at a time, fewer where no more are there."""

# How deals begin in another file than one of lines: a tag, a comment, JSON on several lines.
_DEALS = re.compile(r'\s*(?:\[\s*(?:\w+\s*"|[{\]]|$)|\{\s*$|[%;#])')
_HEADER = re.compile(r'(?i)"?(?:sep=|(?:\w[^{\[]*)?hand_)')
_SEPARATOR = re.compile(r'(?i)"?sep=(.)"?\s*\n')

CSV = (".csv", ".tsv")
"""How the names of files of CSV end; with tabs between the columns, in the second."""

WHOLE = frozenset(("to_play", "tricks", "table", "won", "features"))
"""By one of these an answer that has a deal of its own is known, whatever else is in it."""
ANSWERED = "guarantee"
"""By this, one that has its question: what stands beside that an earlier run wrote."""


@dataclass(eq=False, repr=False)
class Line:
    """A line as it was read, ``content``: its ``number`` from 1, how long it is, what it says as
    one of JSON, its hands and what it asks besides; or an ``error``, perhaps known before it is
    read.

    ``more_buffered`` says that others behind it need not be waited for. A row of CSV has ``cells``
    by the names of columns, and a ``delimiter`` between them.
    """

    content: bytes | Record
    number: int
    size: int
    more_buffered: bool = True
    error: str | None = None
    cells: Record | None = None
    delimiter: str = ","

    def __post_init__(self) -> None:
        """Read a line of JSON, or take in one that has been read."""
        content = self.content
        self.record: Record = {} if isinstance(content, bytes) else content
        self.hands: BySeat[int] = (0,) * len(self.record.get("hands", "FMD"))
        self.asked: Record = {}
        try:
            if isinstance(content, bytes):
                self.record = parse_line(content)
            if self.error is None:
                self.hands, self.asked = hands_and_rest(self.record)
        except SolverError as problem:
            self.error = one_line(str(placed(problem, line=self.number)))


def read_lines(stream: BufferedIOBase, name: str, *, others: bool = False) -> Iterator[Line]:
    """Yield the lines that are not blank, as they come; one that is too long is cut short.

    CSV may have ``others`` beside the columns that ask. Raises NotationError, which calls the
    stream by its ``name``.
    """
    longest = MAX_LINE + 2
    begun, data = b"", _read(stream.readline, longest, name)
    if data.startswith(UTF_16) or b"\r" in data.rstrip():
        plain = decode(data + _read(stream.read, -1, name), name).encode()
        yield from read_lines(BytesIO(plain), name, others=others)
        return
    if b"\0" in data:
        raise NotationError(not_text(data, "JSON lines"), file=name)
    begins = plain_text(data.decode("utf-8", "replace"))
    if name.lower().endswith(CSV) or _HEADER.match(begins):
        yield from _csv_lines(decode(data + _read(stream.read, -1, name), name), name, others)
        return
    if _DEALS.match(begins) or format_of(begins) == "hands":
        advice = "manni convert IN --to jsonl makes them"
        if re.search(
            r'\[\s*Piles\b|"piles"',
            begins + _read(stream.read, _BLOCK, name).decode(errors="replace"),
        ):
            advice = "they do not say how piles lie: manni solve IN --json answers"
        advice = f"holds deals, not lines of JSON: {advice}"
        raise NotationError(advice, file=name)
    number = cut = 0
    while data or begun:
        lines = BytesIO(begun + data).readlines()
        begun = lines.pop() if data and not lines[-1].endswith(b"\n") else b""
        there = [numbered for numbered in enumerate(lines, number + 1) if numbered[1].strip()]
        for left, (place, text) in enumerate(there, 1 - len(there)):
            yield Line(text[:longest], place, len(text) + cut, left < 0)
            cut = 0
        number += len(lines)
        cut += max(0, len(begun) - longest)
        begun = begun[:longest]
        data = _read(stream.read1, _BLOCK, name)


def _read(read: Callable[[int], bytes], limit: int, name: str) -> bytes:
    try:
        return read(limit)
    except OSError as error:
        raise cannot_be_read(name, error) from None


# Lines of CSV --------------------------------------------------------------------------


def _csv_lines(text: str, name: str, others: bool) -> Iterator[Line]:
    """Yield the rows under a header, which are numbered as lines and need not be waited for."""
    separator = _SEPARATOR.match(text)  # as Excel writes it
    delimiter = separator[1] if separator else max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(StringIO(text), delimiter=delimiter)
    try:
        if separator:
            next(rows)
        names = [column_meant(cell.strip()) for cell in next(rows, [])]
        line = rows.line_num + 1
        count = hand_count(tuple(filter(None, names)), others=others)
        for row in rows:
            cells = dict(zip_longest(names, (cell.strip() or None for cell in row)))
            if any(cells.values()):
                more = cells.pop(None, None)
                error = f"line {line}: more cells than the header has" if more else None
                size, asked = len(delimiter.join(row)) + 1, record_of(cells, count)
                yield Line(asked, line, size, True, error, cells, delimiter)
            line = rows.line_num + 1
    except (csv.Error, SolverError) as error:
        raise NotationError(str(error), line=rows.line_num or 1, file=name) from None


def csv_line(cells: Iterable[Any], delimiter: str) -> bytes:
    """Return a line of CSV."""
    text = StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "backslashreplace")


# What a line says ----------------------------------------------------------------------


def record_of(cells: Record, count: int) -> Record:
    """Return a row of a table of so many hands as a line of JSON."""
    record = {"id": json.loads(json.dumps(cells["id"], default=str))} if "id" in cells else {}
    hands = [hand_text(cells[column]) for column in columns_of("hand", count)]
    return record | {"hands": hands} | question_fields(cells, count)


def question_fields(cells: Record, count: int) -> Record:
    """Return what a row asks besides its hands, as a line of JSON says it.

    Numbers stand for seats where there are three: of others a number may be meant for a letter.
    """
    asked = {
        name: name_of(name, cells[name], Seat if count == SEATS else ())
        for name in BESIDES
        if cells.get(name) is not None
    }
    if isinstance(low := asked.get("ace_low"), str):
        with suppress(NotationError):  # what is neither is told where a flag is read
            asked["ace_low"] = parse_yes(low)
    return asked


# Lines of JSON -------------------------------------------------------------------------


def parse_line(line: bytes) -> Record:
    """Return the JSON object of a line without the keys of answers. Raises NotationError."""
    if len(line) > MAX_LINE:
        raise NotationError(f"longer than {MAX_LINE} bytes")
    try:
        record = _DECODER.decode(line.removeprefix(BOM_UTF8).decode())
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON: {error.msg}", column=error.colno) from None
    except NotationError:
        raise
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise NotationError(f"{quote(json.dumps(record))} is not a JSON object")
    is_answer = ANSWERED in record and WHOLE.isdisjoint(record)
    skipped = record.keys() - ASKED.keys() if is_answer else {"error"}
    return {key: value for key, value in record.items() if key not in skipped}


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):  # it could not be written again
        raise ValueError("Out of range float values are not JSON compliant")
    return number


_DECODER = json.JSONDecoder(
    parse_constant=_no_number, parse_float=_finite, object_pairs_hook=unique_fields
)
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def json_line(record: Record) -> bytes:
    """Return a line of output."""
    # What UTF-8 cannot carry (half a surrogate pair) goes out as the escape it came in as.
    text = _ENCODER.encode(record)
    return text.encode("utf-8", "backslashreplace") + b"\n"


# Answers that a stopped run has left ---------------------------------------------------


def done_lines(
    answers: Iterable[bytes], lines: Iterator[Line], asked: frozenset[str], name: str
) -> Iterator[tuple[int, int, str | None]]:
    """Yield of lines that are done how long the answer is, and the line; and the error if any.

    ``lines`` goes on behind them; ``asked`` are the keys asked for. Raises NotationError, which
    calls the answers by their ``name``, for a line that is not the answer to its question.
    """
    for number, text in enumerate(answers, 1):
        line = next(lines, None) if text.endswith(b"\n") else None
        if line is None:
            if text.endswith(b"\n"):
                raise _other_run_error(name, number, "the input has no such line")
            if not text.startswith(b"{"):
                raise _other_run_error(name, number, "not the beginning of an answer")
            return
        try:
            answer = json.loads(text)
            added = answer.keys() - line.record.keys()
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise _other_run_error(name, number, "not JSON") from None
        if not answer.items() >= line.record.items() or added & ASKED.keys():
            raise _other_run_error(name, number, "it answers another line than the input has there")
        error = answer.get("error")
        given = added - {"bounds", "unit"}
        # A line is left out if time was up.
        if error is None and not (given | {"line"} == asked | {"line"} and given <= asked):
            raise _other_run_error(name, number, "something else was asked")
        yield len(text), line.size, error


def _other_run_error(name: str, number: int, why: str) -> NotationError:
    return NotationError(f"not of this run: {why}", file=name, line=number)
