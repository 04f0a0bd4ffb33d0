"""What the JSON of a command means: JSON Schemas, draft 2020-12.

Each is a file in ``solver/data/schemas``; what several of them refer to is in ``common.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from solver import checks
from solver.described import Kind, json_schema
from solver.errors import NotationError

SCHEMAS = (
    "solve", "exchange", "exchange-replies", "exchange-surprise", "exchange-hand",
    "exchange-surprise-hand", "contract", "contract-bids", "play", "review", "verify",
    "puzzle-find", "table",
)  # fmt: skip
"""What there is a schema of: a command, or one way in which it is called."""

_REFERENCE = "#/$defs/"


def answers() -> dict[str, Kind]:
    """Return the descriptions of all answers that have a schema, by its name."""
    from solver.report import exchange, puzzle, review, surprise, values

    described = (
        values.SOLUTION,
        exchange.OPEN_EXCHANGE,
        exchange.REPLIED_EXCHANGE,
        surprise.SURPRISE_EXCHANGE,
        review.REVIEW,
        puzzle.VERIFICATION,
        puzzle.FIND,
        values.TABLE,
    )
    return {each.name: each for each in described}


def schema(name: str) -> dict[str, Any]:
    """Return a schema, which needs no other. Raises NotationError for a name there is not."""
    if checks.text(name, "name") not in SCHEMAS:
        raise NotationError(f"no schema {checks.quote(name)}: there are {', '.join(SCHEMAS)}")
    described = answers()
    if name in described:
        return json_schema(described[name])
    found = _read(name)
    own = {**_read("common")["$defs"], **found.pop("$defs", {})}
    found["$defs"] = {each: own[each] for each in _needed(found, own)}
    return found


def _read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_text(name))
    return data


@cache
def _text(name: str) -> str:
    return files("solver").joinpath("data", "schemas", f"{name}.json").read_text(encoding="utf-8")


def _needed(data: object, own: dict[str, Any]) -> list[str]:
    """Return the definitions that a schema refers to, those included that these refer to."""
    found: dict[str, None] = {}
    left = list(_references(data))
    while left:
        name = left.pop()
        if name not in found:
            found[name] = None
            left += _references(own[name])
    return sorted(found)


def _references(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "$ref":
                yield value.removeprefix(_REFERENCE)
            else:
                yield from _references(value)
    elif isinstance(data, list):
        for value in data:
            yield from _references(value)
