"""Messages of the page, checked: whatever JSON comes, a request or an error that says why."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from solver.advice.opponents import Strength
from solver.checks import quote
from solver.deal import Deal
from solver.errors import NotationError, SolverError
from solver.files.fields import cards_of, each_once, echo, flag_of, read_field, text_of
from solver.files.jsonfile import deal_from_json
from solver.notation import parse_card, parse_contract, parse_seat

MOST_NUMBER = 2**53 - 1
"""The largest number that every reader of JSON tells apart from its neighbours."""

Reader = Callable[[Any], Any]


@dataclass(frozen=True)
class Request:
    """A message with a number: what is asked, and what it is asked with."""

    number: int
    ask: str
    given: dict[str, Any]

    def fields(self) -> dict[str, Any]:
        """Return what was given, read as the kind of request wants it. Raises SolverError."""
        wanted = FIELDS[self.ask]
        for name in self.given:
            if name not in wanted:
                there = " ".join(wanted) or "none"
                raise NotationError(f"no field is called {quote(name)}: there are {there}")
        found = {}
        for name, (reader, default) in wanted.items():
            value = self.given.get(name)
            if name == "deal" and value is not None:
                found[name] = reader(value)  # its errors name its own fields, cards and seats
            elif value is not None:
                found[name] = read_field(name, value, reader)
            elif default is _NEEDED:
                raise NotationError(f'the field "{name}" is missing')
            else:
                found[name] = default
        return found


def read_message(text: str, most_bytes: int) -> dict[str, Any]:
    """Return the object that a message is. Raises NotationError."""
    # No character is less than a byte: most messages need not be encoded to be measured.
    if len(text) > most_bytes or len(text.encode("utf-8", "surrogatepass")) > most_bytes:
        raise NotationError(f"a message of more than {most_bytes:,} bytes: none is read")
    try:
        data = json.loads(text, object_pairs_hook=each_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NotationError(f"no JSON: {error.msg}", column=error.pos + 1) from None
    except NotationError:
        raise
    except (ValueError, RecursionError):  # figures without end, brackets without end
        raise NotationError("no JSON that can be a message") from None
    if not isinstance(data, dict):
        raise NotationError(f"{echo(data)} is no message: expected an object")
    return data


def _no_number(name: str) -> NoReturn:
    raise NotationError(f"no JSON: {name} is no number")


def number_of(data: dict[str, Any], before: int) -> int:
    """Return the number of a message, which must be higher than the one ``before``."""
    number = data.get("number")
    if type(number) is not int or not 1 <= number <= MOST_NUMBER:
        raise NotationError(f'field "number": {echo(number)}, expected a whole number from 1 up')
    if number <= before:
        raise NotationError(f'field "number": {number} after {before}, expected a higher one')
    return number


def kind_of(data: dict[str, Any]) -> str:
    """Return what a message asks for."""
    ask = data.get("ask")
    if not isinstance(ask, str) or ask not in FIELDS:
        raise NotationError(f'field "ask": {echo(ask)}, expected one of {" ".join(FIELDS)}')
    return ask


def request_of(data: dict[str, Any], number: int, ask: str) -> Request:
    """Return the request in a message whose number and kind have been read."""
    given = {name: value for name, value in data.items() if name not in ("number", "ask")}
    return Request(number, ask, given)


_NEEDED: Any = object()

_text = text_of(str)
_card = text_of(parse_card)
_seat = text_of(parse_seat)
_contract = text_of(parse_contract)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise NotationError(f"{echo(value)}: expected a whole number")
    return value


def _strength(value: Any) -> Strength:
    try:
        return Strength(value)
    except ValueError:
        names = " ".join(each.value for each in Strength)
        raise NotationError(f"{echo(value)}: expected one of {names}") from None


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotationError(f"{echo(value)} is no deal: expected an object with its hands")
    return value


def _deal_list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f"{echo(value)}: expected an array of deals")
    return value


def _deal(value: Any) -> Deal:
    """Return a deal, without its play if that cannot be followed: it is not asked about."""
    try:
        return deal_from_json(value)
    except SolverError:
        if isinstance(value, dict) and value.get("play") is not None:
            return deal_from_json({**value, "play": None})
        raise


FIELDS: dict[str, dict[str, tuple[Reader, Any]]] = {
    "open": {
        "text": (_text, None),
        "name": (_text, None),
        "sample": (_text, None),
        "file": (_text, None),
        "address": (_text, None),
    },
    "paste": {"text": (_text, _NEEDED)},
    "random": {"variant": (_text, _NEEDED), "seed": (_whole, None)},
    "adopt": {"deal": (_object, _NEEDED)},
    "save": {"deals": (_deal_list, _NEEDED), "name": (_text, None)},
    "picture": {"deal": (_deal, _NEEDED), "played": (cards_of, ()), "values": (flag_of, False)},
    "puzzles": {},
    "puzzle": {"id": (_text, _NEEDED)},
    "go_on": {"of": (_whole, _NEEDED)},
    "stop": {"of": (_whole, _NEEDED)},
    "position": {"deal": (_deal, _NEEDED), "played": (cards_of, ()), "values": (flag_of, True)},
    "move": {
        "deal": (_deal, _NEEDED),
        "played": (cards_of, ()),
        "strength": (_strength, None),
    },
    "exchange": {
        "deal": (_deal, _NEEDED),
        "seat": (_seat, _NEEDED),
        "open": (flag_of, True),
        "discards": (cards_of, None),
        "contract": (_contract, None),
    },
    "review": {"deal": (deal_from_json, _NEEDED)},
    "train": {"deal": (_deal, _NEEDED), "played": (cards_of, ()), "card": (_card, _NEEDED)},
}
"""The fields of each kind of request: how each is read, and what stands for one left out."""

STANDING = ("position", "move", "exchange", "review", "train")
"""The kinds that search; of each a tab has one at a time."""
