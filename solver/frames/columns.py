"""The columns of a table of positions, those that ask and those that answer; a row as a line."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from manni.solver.cards import CARDS, FULL_PACK, Contract, Seat
from manni.solver.checks import quote
from manni.solver.errors import DealError
from manni.solver.files.jsonlines import SolveRequest, solve_request
from manni.solver.files.parquet import arrow
from manni.solver.notation import format_hand

if TYPE_CHECKING:
    import pyarrow as pa

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
