"""Many positions as lines of JSON: one in, one out, a bad one spoiling only itself."""

from __future__ import annotations

import json
from typing import Any

from solver.checks import quote
from solver.errors import NotationError
from solver.notation import parse_cards, parse_contract, parse_hands, parse_seat
from solver.position import Position
from solver.values.solve import ALL_SEATS, Solution, Solver

MAX_LINE = 1 << 20
"""The longest line read, in bytes: no position needs more."""

_INPUT = ("hands", "contract", "leader", "ace_low", "played", "seats", "id")
_OUTPUT = ("guarantee", "bounds", "error")


def parse_line(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line. Raises NotationError."""
    if len(line) > MAX_LINE:
        raise NotationError(f"longer than {MAX_LINE} bytes")
    try:
        record = json.loads(line.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(record, allow_nan=False)  # a number such as 1e999 cannot be written again
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON: {error.msg}", column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise NotationError(f"{quote(json.dumps(record))} is not a JSON object")
    # What an earlier run has put in says nothing about the position.
    return {key: value for key, value in record.items() if key not in _OUTPUT}


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def position_of(record: dict[str, Any]) -> Position:
    """Return the position a record describes. Raises SolverError."""
    for key in record:
        if key not in _INPUT:
            raise NotationError(f"unknown key {quote(key)}: expected {' '.join(_INPUT)}")
    for key in ("hands", "contract"):
        if key not in record:
            raise NotationError(f"{key} is missing")
    ace_low = record.get("ace_low", False)
    if not isinstance(ace_low, bool):
        raise NotationError(f"ace_low: {quote(json.dumps(ace_low))} is not true or false")
    return Position(
        hands=parse_hands(_text_or_list(record, "hands")),
        contract=parse_contract(_text(record, "contract")),
        leader=parse_seat(_text(record, "leader", "F")),
        table=parse_cards(" ".join(_texts(record, "played", []))),
        ace_low=ace_low,
    )


def solve_record(record: dict[str, Any], solver: Solver, seconds: float | None = None) -> Solution:
    """Return the guarantees of the seats a record asks for. Raises SolverError."""
    position = position_of(record)
    seats = [parse_seat(text) for text in _texts(record, "seats", [s.letter for s in ALL_SEATS])]
    return solver.solve(position, seats=seats, seconds=seconds)


def _text(record: dict[str, Any], key: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise NotationError(f"{key}: {quote(json.dumps(value))} is not a text")
    return value


def _texts(record: dict[str, Any], key: str, default: list[str]) -> list[str]:
    value = _text_or_list(record, key, default)
    return value.split() if isinstance(value, str) else value


def _text_or_list(
    record: dict[str, Any], key: str, default: list[str] | None = None
) -> str | list[str]:
    value = record.get(key, default)
    if isinstance(value, str):
        return value
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise NotationError(f"{key}: {quote(json.dumps(value))} is not a list of texts")
    return value
