"""Lines of JSON and rows of tables that ask for positions, and random deals as such rows.

First leads of the plain games, nearly all lines of nearly all files, never become positions: what
a line asks besides its hands is looked at once, and the hands of a part are searched in one call.
Rows of Parquet, or lines that are to be Parquet, come in lots of some thousand.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, Any, NamedTuple

from ..cards import CARDS, FULL_PACK, MAX_CARDS, SEATS, BySeat, Contract, Seat, card_name
from ..checks import quote
from ..deal import Deal
from ..engine import Engine
from ..errors import DealError, NotationError, SolverError, one_line
from ..fields import read_bid
from ..files.dealfile import placed
from ..files.jsonfile import ALL_SEATS, Line, SolveRequest, parse_line, solve_request
from ..files.parquet import ParquetSource, arrow
from ..notation import format_cards, format_hand, parse_hand, parse_hands, parse_seat
from ..position import Position
from ..rules.variant import Variant
from ..run import Run

if TYPE_CHECKING:
    import pyarrow as pa


_SHORT = 12
"""Cards a hand of which a search takes less than a moment."""

_MOST = 32
"""Lines that an engine solves at a time, so that several are done together."""


class Question(NamedTuple):
    """A line, what it says, its hands and what it asks, or what is wrong with it.

    A request for a ``lead`` is that of the first line which asks the same of its own hands.
    """

    line: Line
    record: dict[str, Any]
    hands: BySeat[int] = (0, 0, 0)
    request: SolveRequest | None = None
    lead: Position | None = None
    error: str | None = None

    @property
    def is_short(self) -> bool:
        """Whether it is answered in no time."""
        if self.lead is None:
            return self.request is None
        return self.hands[0].bit_count() <= _SHORT


def read_question(line: Line, leads: dict[str, SolveRequest] | None) -> Question:
    """Return what a line asks; ``leads`` are those known by what is asked besides the hands.

    None if a lead is a position as any other.
    """
    record: dict[str, Any] = {}
    try:
        record = parse_line(line.text)
        if line.error is not None:
            return Question(line, record, error=line.error)
        besides = repr({key: record[key] for key in record if key not in ("hands", "id")})
        request = leads.get(besides) if leads else None
        if request and (hands := _hands_of(request.pack, record.get("hands"))):
            return Question(line, record, hands, request, request.position)
        request = solve_request(record)
    except SolverError as error:
        return Question(line, record, error=one_line(str(placed(error, line=line.number))))
    position = request.position
    if leads is None or not request.is_lead:
        return Question(line, record, position.hands, request)
    leads[besides] = request
    return Question(line, record, position.hands, request, position)


def _hands_of(pack: int, value: Any) -> BySeat[int] | None:
    """Return hands out of a pack, None for what is none: what is wrong is said by others."""
    try:
        hands = first, second, third = parse_hands(value)
    except SolverError:
        return None
    held, size = first | second | third, first.bit_count()
    if held & ~pack or held.bit_count() != SEATS * size:
        return None
    return hands if size == second.bit_count() == third.bit_count() <= MAX_CARDS else None


def parts_of(questions: Iterable[Question]) -> Iterator[list[Question]]:
    """Yield questions in parts that are worth a task; none waits for lines that are yet to come.

    What may take long is a part by itself, with what follows of the same deal.
    """
    part: list[Question] = []
    for question in questions:
        if part and not (len(part) < _MOST and _go_together(part[-1], question)):
            yield part
            part = []
        part.append(question)
        if not question.line.more:
            yield part
            part = []
    if part:
        yield part


def _go_together(before: Question, question: Question) -> bool:
    if before.is_short and question.is_short:
        return True
    return [*map(eq, before.hands, question.hands)].count(True) >= SEATS - 1


def lead_guarantees(engine: Engine, part: list[Question], run: Run) -> list[list[int]]:
    """Return the guarantees at the leads of a part. Raises StoppedError if the run was over."""
    hands, asked = array("Q"), array("b")
    for question in part:
        if (lead := question.lead) is not None:
            hands.extend(question.hands)
            asked.extend((lead.contract, lead.leader, lead.ace_low))
    rows = len(hands) // SEATS
    if not rows:
        return []
    cards = memoryview(hands).cast("B").cast("Q", (rows, SEATS))
    values = memoryview(bytearray(len(hands))).cast("b", (rows, SEATS))
    contracts, leaders, ace_low = (memoryview(asked[column::3]) for column in range(3))
    engine.fill_rows(cards, contracts, leaders, ace_low, values, range(rows), run)
    found: list[list[int]] = values.tolist()  # type: ignore[assignment]  # of two dimensions
    return found


HANDS = tuple(f"hand_{seat.letter}" for seat in Seat)
GUARANTEES = tuple(f"guarantee_{seat.letter}" for seat in Seat)
LOWER = tuple(f"lower_{seat.letter}" for seat in Seat)
UPPER = tuple(f"upper_{seat.letter}" for seat in Seat)

BEST_CASES = tuple(f"best_case_{seat.letter}" for seat in Seat)
SHARES = tuple(f"share_{seat.letter}" for seat in Seat)

BESIDES = ("contract", "leader", "declarer", "variant", "bid", "ace_low", "played", "seats")
"""What a row asks besides its hands, under the names that a line of JSON has for it."""

ASKING = (*HANDS, *BESIDES)
"""The columns of a question; only hands and contract must be there."""

CARRIED = ("id", "manni", "cut")
"""The columns that are carried along: what ``manni deal`` writes besides, and a key."""

ANSWERING = (*GUARANTEES, *LOWER, *UPPER, *BEST_CASES, *SHARES, "error")
"""The columns of an answer. In a question they are skipped: an earlier run wrote them."""


_SEATS = {seat.value: seat.letter for seat in Seat}
_NUMBERED: dict[str, dict[Any, str]] = {
    "contract": {contract.value: contract.name for contract in Contract},
    "leader": _SEATS,
    "declarer": _SEATS,
}


def check_columns(names: list[str], *, others: bool = False) -> None:
    """Raise DealError unless the columns ask for positions, and there are no ``others`` beside.

    Of those that may be there, one that is nearly called as a column that asks is refused: were
    it a slip, the answers would be those to another question.
    """
    known = ASKING + CARRIED + ANSWERING
    for name in (each for each in names if each not in known):
        if not others:
            possible = " ".join(ASKING + CARRIED)
            raise DealError(f"no column is called {quote(name)}: there are {possible}")
        near = get_close_matches(name.lower(), {each.lower() for each in ASKING}, 1, 0.85)
        for meant in (each for each in ASKING if near == [each.lower()]):
            raise DealError(f"no column is called {quote(name)}: is {meant} meant?")
    for name in (*HANDS, "contract"):
        if name not in names:
            raise DealError(f"the column {name} is missing")
    if len(set(names)) < len(names):
        raise DealError("two columns have the same name")


def question_columns(table: pa.Table) -> pa.Table:
    """Return a table without the columns of answers."""
    return table.select([name for name in table.column_names if name not in ANSWERING])


def append_columns(table: pa.Table, answers: pa.Table) -> pa.Table:
    """Return a table with the columns of answers behind its own."""
    for name in answers.column_names:
        table = table.append_column(name, answers.column(name))
    return table


def whole_hands(table: pa.Table) -> pa.Table:
    """Return a table with hands as whole numbers: beside an empty place pandas has floats.

    Raises DealError for a column of hands that are no numbers.
    """
    types = arrow().types
    for place, name in enumerate(table.column_names):
        if name in HANDS:
            column = table.column(name)
            if types.is_floating(column.type):
                with suppress(arrow().ArrowInvalid):  # a fraction, or too large
                    column = column.cast("int64")
            if not types.is_integer(column.type):
                raise DealError(f"column {name} is of type {column.type}: uint64 is wanted")
            table = table.set_column(place, name, column)
    return table


def request_in(row: dict[str, Any]) -> SolveRequest:
    """Return what a row asks. Raises SolverError where that is no position."""
    for name in (*HANDS, "contract"):
        if row[name] is None:
            raise DealError(f"the column {name} is empty")
    for name in HANDS:
        if not 0 <= row[name] <= FULL_PACK:
            raise DealError(f"column {name}: {row[name]} is no hand of the pack of {CARDS}")
    return solve_request(record_of(row))


def record_of(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row as the record of a line. What is no hand stays for its reader to refuse."""
    hands = [row[name] for name in HANDS]
    known = [isinstance(hand, int) and 0 <= hand <= FULL_PACK for hand in hands]
    told = [format_hand(hand) if good else hand for hand, good in zip(hands, known, strict=True)]
    return {"hands": told, **fields_beside_hands(row)}


def fields_beside_hands(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a row asks besides its hands, with names for numbers."""
    record = {name: row[name] for name in BESIDES if row.get(name) is not None}
    for name, names in _NUMBERED.items():
        if type(value := record.get(name)) in (int, float):
            record[name] = names.get(value, str(value))
    return record


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


_DEALT = 1 << 14
"""Rows made at a time."""


def deal_schema() -> pa.Schema:
    """Return the columns of dealt rows: a question, the deal's number, what was not dealt out."""
    pa = arrow()
    texts = dict.fromkeys(("contract", "leader", "declarer", "variant"), pa.string())
    others = {"ace_low": pa.bool_(), "manni": pa.string(), "cut": pa.string()}
    return pa.schema({"id": pa.int64(), **dict.fromkeys(HANDS, pa.uint64()), **texts, **others})


def deal_tables(
    deals: Iterable[Deal],
    variant: Variant,
    contract: Contract | None = None,
    declarer: Seat | None = None,
) -> Iterator[pa.Table]:
    """Yield deals of a game as rows, numbered from 1.

    ``contract`` and ``declarer`` are those of every row; without a contract a row has the
    deal's own, none where one of the players calls it.
    """
    numbered = enumerate(deals, 1)
    while rows := [
        _dealt_row(*each, variant, contract, declarer) for each in islice(numbered, _DEALT)
    ]:
        yield arrow().Table.from_pylist(rows, schema=deal_schema())


def _dealt_row(
    number: int, deal: Deal, variant: Variant, asked: Contract | None, declarer: Seat | None
) -> dict[str, Any]:
    contract = deal.contract if asked is None else asked
    declarer = deal.declarer if declarer is None else declarer
    return {
        "id": number,
        **dict(zip(HANDS, deal.hands, strict=True)),
        "contract": None if contract is None else contract.name,
        "leader": None if contract is None else deal.leader_under(declarer).letter,
        "declarer": None if declarer is None else declarer.letter,
        "variant": variant.code,
        "ace_low": contract is not None and variant.ace_low(contract),
        "manni": format_cards(deal.manni) or None,
        "cut": None if deal.cut is None else card_name(deal.cut),
    }
