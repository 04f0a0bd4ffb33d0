"""Messages of the page, read: whatever JSON comes, a typed request or an error that says why.

A kind of request is a class with the fields that a message of it has; their types say how they
are read. An error is one sentence and, where they are known, the places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, cached_property
from typing import (
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    NotRequired,
    Self,
    TypedDict,
    dataclass_transform,
    get_args,
    get_type_hints,
)

from ...solver.advice.choices import Strength
from ...solver.cards import TABLES, Seat, seats_of
from ...solver.checks import quote
from ...solver.deal import Deal
from ...solver.errors import IllegalPlayError, NotationError, SolverError, one_line
from ...solver.fields import cards_of, echo, flag_of, read_field, text_of, unique_fields, whole_of
from ...solver.files.jsonfile import deal_from_json
from ...solver.i18n import composed
from ...solver.report.text import error_text
from ...solver.schema import Card, Count, Field, maybe, number, schema_of
from ...solver.table.place import Place, place_of

_FIELD = re.compile('^field "[^"]*": ')
_OPTION = re.compile(r" \(--[a-z-]+\)")
"""What a message tells users of the command line alone."""

Data = dict[str, Any]
"""A JSON object: a message, an answer, or a part of one."""

PART = maybe("part", number(0, 1), "searched of all")


class Problem(TypedDict):
    message: str
    deal: NotRequired[Count]
    line: NotRequired[Count]
    seat: NotRequired[Seat]
    card: NotRequired[Card]


def problem(message: str, *, seat: int | None = None, **where: int | None) -> Data:
    """Return an error of the page and the places known; deals and lines count from 1."""
    data: Data = schema_of(Problem).json({"message": one_line(message), "seat": seat, **where})
    return data


def problem_of(error: Exception, *, deal: int | None = None, line: int | None = None) -> Data:
    """Return what the page shows of an error, of the library or not the user's."""
    if isinstance(error, MemoryError):
        return problem("there is not enough memory for this; the board goes on without it")
    if not isinstance(error, SolverError):
        return problem("internal error: this could not be answered")
    message = _OPTION.sub("", error_text(error))
    if isinstance(error, NotationError):
        deal = error.deal if deal is None else deal
        line = error.line if line is None else line
    seat = _seat_named(str(error)) if error.seat is None else error.seat
    return problem(message, deal=deal, line=line, seat=seat, card=error.card)


def problem_of_draft(error: SolverError) -> Data:
    """Return what is wrong with a deal in the making: its fields are no words of the page."""
    message = _FIELD.sub("", str(error))
    return problem(message, seat=_seat_named(message), card=error.card)


_SEAT = {seat.word: seat for table in TABLES for seat in seats_of(table)}
_NAMED = re.compile(rf"({'|'.join(_SEAT)}) (?!and )")


def _seat_named(message: str) -> Seat | None:
    """Return the seat of a message that begins with its name, None if it is about no one seat.

    Of the tables at which there is a seat of that name it is that of any.
    """
    named = _NAMED.match(message)
    return _SEAT[named[1]] if named else None


# Messages -----------------------------------------------------------------------------

Reader = Callable[[Any], Any]

MOST_NUMBER = 2**53 - 1
"""The largest number that every reader of JSON tells apart from its neighbours."""


def read_message(text: str, most_bytes: int) -> Data:
    """Return the object that a message is. Raises NotationError."""
    # No character is less than a byte: most messages need not be encoded to be measured.
    if len(text) > most_bytes or len(text.encode("utf-8", "surrogatepass")) > most_bytes:
        raise NotationError(f"a message of more than {most_bytes:,} bytes: none is read")
    try:
        data = json.loads(
            composed(text), object_pairs_hook=unique_fields, parse_constant=_no_number
        )
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


def kind_of(data: Data, kinds: Iterable[str]) -> str:
    """Return which of the kinds of requests a message asks for."""
    ask = data.get("ask")
    if not isinstance(ask, str) or ask not in kinds:
        raise NotationError(f'field "ask": {echo(ask)}, expected one of {" ".join(kinds)}')
    return ask


def number_of(data: Data, before: int) -> int:
    """Return the number of a message, which must be higher than the one ``before``."""
    number = data.get("number")
    if type(number) is not int or not 1 <= number <= MOST_NUMBER:
        raise NotationError(f'field "number": {echo(number)}, expected a whole number from 1 up')
    if number <= before:
        raise NotationError(f'field "number": {number} after {before}, expected a higher one')
    return number


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
@dataclass(eq=False, kw_only=True)
class Request:
    """A message: its number and what it asks for; a kind of request has fields of its own."""

    answers: ClassVar[tuple[Field, ...]] = ()
    """What an answer may have besides its number and kind, and how far the search is."""

    number: int
    ask: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(eq=False, kw_only=True)(cls)

    @classmethod
    @cache
    def wanted(cls) -> dict[str, tuple[Reader, Any]]:
        """Return what a message may give: how each field is read, and what stands for none."""
        types = get_type_hints(cls, include_extras=True)
        return {
            member.name: (reader, member.default)
            for member in fields(cls)
            for part in (types[member.name], *get_args(types[member.name]))
            for reader in getattr(part, "__metadata__", ())
        }

    @classmethod
    def from_message(cls, data: Data) -> Self:
        """Return the request in a message whose number and kind are right. Raises SolverError."""
        wanted = cls.wanted()
        for name in data:
            if name not in wanted and name not in ("number", "ask"):
                there = " ".join(wanted) or "none"
                raise NotationError(f"no field is called {quote(name)}: there are {there}")
        values = {}
        for name, (reader, default) in wanted.items():
            value = data.get(name)
            if value is None and default is MISSING:
                raise NotationError(f'the field "{name}" is missing')
            if value is None:
                values[name] = default
            elif name == "deal":
                values[name] = reader(value)  # its errors name its own fields, cards and seats
            else:
                values[name] = read_field(name, value, reader)
        return cls(number=data["number"], ask=data["ask"], **values)


def _deal(value: Any) -> Deal:
    """Return a deal, without its play if that cannot be followed: it is not asked about."""
    try:
        return deal_from_json(value)
    except IllegalPlayError:
        return deal_from_json({**value, "play": None})


def _strength(value: Any) -> Strength:
    try:
        return Strength(value)
    except ValueError:
        names = " ".join(strength.value for strength in Strength)
        raise NotationError(f"{echo(value)}: expected one of {names}") from None


Text = Annotated[str, text_of(str)]
Number = Annotated[int, whole_of]
Flag = Annotated[bool, flag_of]
StrengthAsked = Annotated[Strength, _strength]
Cards = Annotated[tuple[int, ...], cards_of]
DealAsked = Annotated[Deal, _deal]
"""A deal that is asked about at some place: its own play does not matter."""


class AtPlace(Request):
    """A request about a place in a deal."""

    deal: DealAsked
    played: Cards = ()

    @cached_property
    def place(self) -> Place:
        """The place. Raises DealError or IllegalPlayError."""
        return place_of(self.deal, self.played)
