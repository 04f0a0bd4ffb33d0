"""Reading the fields of JSON objects, with errors that name the field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from solver.cards import SEATS
from solver.checks import quote
from solver.errors import NotationError, SolverError
from solver.notation import parse_card, parse_cards, parse_hands

T = TypeVar("T")


def read_field(name: str, value: Any, reader: Callable[[Any], T]) -> T:
    """Return a field's value as ``reader`` reads it. Raises NotationError naming the field."""
    try:
        return reader(value)
    except SolverError as error:
        # A column would count from the beginning of the field, which the file does not show.
        problem = error.message if isinstance(error, NotationError) else error
        raise NotationError(f'field "{name}": {problem}') from None


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, of which ``json`` itself would take the last of equal fields."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NotationError(f"the field {quote(name)} is given twice")
        found[name] = value
    return found


def echo(value: object) -> str:
    """Return a JSON value as an error repeats it."""
    kinds = {dict: "an object", list: "an array", bool: "true or false", type(None): "null"}
    return kinds.get(type(value)) or quote(value)


def text_of(parse: Callable[[str], T]) -> Callable[[Any], T]:
    """Return a reader of strings."""

    def read(value: Any) -> T:
        if not isinstance(value, str):
            raise NotationError(f"{echo(value)}: expected a string")
        return parse(value)

    return read


def cards_of(value: Any) -> tuple[int, ...]:
    """Return cards in their order, from an array or one text."""
    if isinstance(value, str):
        return parse_cards(value)
    if not isinstance(value, list):
        raise NotationError(f'{echo(value)}: expected an array of cards, such as ["SA", "S3"]')
    return tuple(map(text_of(parse_card), value))


def hands_of(value: Any) -> tuple[int, int, int]:
    """Return three hands, from an array or one text."""
    if not isinstance(value, str) and not (
        isinstance(value, list) and all(isinstance(hand, str) for hand in value)
    ):
        raise NotationError(f"{echo(value)}: expected an array of {SEATS} hands, forehand first")
    return parse_hands(value)


def flag_of(value: Any) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise NotationError(f"{echo(value)}: expected true or false")
    return value
