"""Many positions as lines of JSON: what a line may ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from manni.solver.cards import Seat
from manni.solver.checks import quote
from manni.solver.errors import NotationError, SolverError, cannot_be_read
from manni.solver.fields import (
    cards_of,
    each_once,
    echo,
    flag_of,
    hands_of,
    read_bid,
    read_field,
    text_of,
)
from manni.solver.notation import parse_contract, parse_seat
from manni.solver.position import Position
from manni.solver.rules.rule_options import leader_for, rules_said
from manni.solver.values.solve import ALL_SEATS

if TYPE_CHECKING:
    from manni.solver.rules.variant import Variant

MAX_LINE = 1 << 20
"""The longest line read, in bytes: no position needs more."""

OUTPUT = ("unit", "worth", "guarantee", "bounds", "best_case", "share", "cards", "line", "error")
"""The keys an answer may add. In a question they are skipped: an earlier run wrote them."""


class Line(NamedTuple):
    """A line: its number from 1, its bytes, how long it was before it was cut short."""

    number: int
    text: bytes
    size: int


class SolveRequest(NamedTuple):
    """A position and the seats whose guarantees are asked for."""

    position: Position
    seats: tuple[Seat, ...]


def read_lines(stream: BinaryIO, name: str) -> Iterator[Line]:
    """Yield the lines that are not blank; one that is too long is cut short.

    Raises NotationError, which calls the stream by its ``name``.
    """
    number = 0
    while text := _read(stream, MAX_LINE + 2, name):
        number += 1
        size = len(text)
        while not text.endswith(b"\n") and (rest := _read(stream, MAX_LINE, name)):
            size += len(rest)
            if rest.endswith(b"\n"):
                break
        if number == 1 and b"\0" in text:
            raise NotationError("holds binary data, not JSON lines", file=name)
        if text.strip():
            yield Line(number, text, size)


def _read(stream: BinaryIO, limit: int, name: str) -> bytes:
    try:
        return stream.readline(limit)
    except OSError as error:
        raise cannot_be_read(name, error) from None


def parse_line(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line without the keys of answers. Raises NotationError."""
    if len(line) > MAX_LINE:
        raise NotationError(f"longer than {MAX_LINE} bytes")
    try:
        record = json.loads(
            line.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=each_once
        )
        json.dumps(record, allow_nan=False)  # a number such as 1e999 cannot be written again
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON: {error.msg}", column=error.colno) from None
    except NotationError:
        raise
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise NotationError(f"{quote(json.dumps(record))} is not a JSON object")
    return {key: value for key, value in record.items() if key not in OUTPUT}


def at_line(error: SolverError, number: int) -> NotationError:
    """Return the error of a line with the line's number."""
    if isinstance(error, NotationError):
        return NotationError(error.message, line=number, column=error.column)
    return NotationError(str(error), line=number)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def solve_request(record: dict[str, Any]) -> SolveRequest:
    """Return what a record asks. Raises SolverError."""
    for key in record:
        if key not in _READERS:
            raise NotationError(f"no field is called {quote(key)}: there are {' '.join(_READERS)}")
    for key in ("hands", "contract"):
        if key not in record:
            raise NotationError(f'the field "{key}" is missing')
    fields = {key: read_field(key, value, _READERS[key]) for key, value in record.items()}
    contract, declarer, variant = fields["contract"], fields.get("declarer"), fields.get("variant")
    bid = fields.get("bid")
    position = Position(
        fields["hands"],
        contract,
        fields.get("leader", leader_for(declarer, variant)),
        fields.get("played", ()),
        rules=rules_said(contract, fields.get("ace_low"), variant, declarer, bid),
        declarer=declarer,
    )
    if variant is not None:
        from manni.solver.deal import Deal  # here: most positions belong to no game

        # Refuses what no such deal can be.
        Deal(position.dealt, variant.code, declarer=declarer, bid=bid)
    return SolveRequest(position, fields.get("seats", ALL_SEATS))


def _seats_of(value: Any) -> tuple[Seat, ...]:
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, list):
        raise NotationError(f'{echo(value)}: expected an array of seats, such as ["F"]')
    return tuple(map(text_of(parse_seat), value))


def _variant(code: str) -> Variant:
    from manni.solver.rules.registry import get_variant  # here: most positions belong to no game

    return get_variant(code)


_READERS: dict[str, Callable[[Any], Any]] = {
    "hands": hands_of,
    "contract": text_of(parse_contract),
    "leader": text_of(parse_seat),
    "declarer": text_of(parse_seat),
    "variant": text_of(_variant),
    "bid": read_bid,
    "ace_low": flag_of,
    "played": cards_of,
    "seats": _seats_of,
    "id": lambda value: value,
}
