"""The fields of a deal, each defined once: its tag, its key in JSON, how it is read and written.

Readers of JSON raise errors that name the field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import checks, schema
from .cards import CARDS, TABLES, BySeat, Seat, by_seat, card_name, seats_of
from .checks import quote
from .errors import DealError, NotationError, SolverError
from .goal import checked_goal, format_goal
from .notation import (
    as_card,
    as_cards,
    as_keys,
    as_seen_cards,
    as_seen_hands,
    format_cards,
    is_covered,
    parse_card,
    parse_cards,
    parse_contract,
    parse_hands,
    parse_seat,
)
from .rules.auction import bid_name, said_name
from .schema import Reader, Schema, T, list_of

if TYPE_CHECKING:
    from .piles import SeenPiles

MOST_TAKEN = 70
"""The most points that a seat can take in a deal of any game."""

_MOST_CALLS = 250  # of an auction: no ladder has as many
_WORD = r"[^\s\[\]{};]+"
_RESULT = r"([A-Za-z]++|[2-6])\s*+:\s*+([0-9]{1,9})"
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}

Shown: TypeAlias = tuple[Any, ...]
"""Cards in order, each a number, or None for one that lies covered."""


def table_of(variant: object) -> type[Seat]:
    """Return the seats of the game with a code, three seats if there is no such game."""
    if not isinstance(variant, str):
        return Seat
    from .rules.games import VARIANTS  # here: most positions belong to no game

    code = variant.partition("+")[0].strip().lower()
    return VARIANTS[code].seats if code in VARIANTS else Seat


def read_field(name: str, value: Any, reader: Reader[T]) -> T:
    """Return a field's value as ``reader`` reads it. Raises NotationError naming the field."""
    try:
        return reader(value)
    except SolverError as error:
        # A column would count from the beginning of the field, which the file does not show.
        problem = error.message if isinstance(error, NotationError) else error
        raise NotationError(f'field "{name}": {problem}') from None


def unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raises NotationError for a field given twice.

    ``json`` itself would silently keep the last one.
    """
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise NotationError(f"the field {quote(name)} is given twice")
        fields[name] = value
    return fields


def echo(value: object) -> str:
    """Return a JSON value as errors quote it."""
    kinds = {dict: "an object", list: "an array", type(None): "null", bool: "false"}
    return "true" if value is True else kinds.get(type(value)) or quote(value)


def text_of(parse: Callable[[str], T]) -> Reader[T]:
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
    return tuple(map(text_of(parse_card), _array(value)))


def _array(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise NotationError(f'{echo(value)}: expected an array of cards, such as ["SA", "S3"]')
    return value


def _read_seen(value: Any) -> tuple[int | None, ...]:
    """Return cards as ``cards_of`` does, None for each null or question mark."""
    if isinstance(value, str):
        return as_seen_cards(value)
    read = text_of(parse_card)
    return tuple(None if is_covered(card) else read(card) for card in _array(value))


def hands_of(value: Any, table: type[Seat] = Seat, *, covered: bool = False) -> BySeat[Any]:
    """Return the hands of a table, from one text or from an array.

    Each item of the array is a text or an array of cards. If hands may be ``covered``, null stands
    for an unknown one, which becomes None.
    """
    items = value if isinstance(value, list) else [value]
    cards = [card for item in items for card in (item if isinstance(item, list) else [item])]
    kinds = {str, type(None)} if covered and value is not None else {str}
    if not {*map(type, cards)} <= kinds:
        expected = (
            f"expected an array of {len(table)} hands, forehand first, texts or arrays of cards"
        )
        raise NotationError(f"{echo(value)}: {expected}")
    return as_seen_hands(value, table) if covered else parse_hands(value, table)


def flag_of(value: Any) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise NotationError(f"{echo(value)}: expected true or false")
    return value


def whole_of(value: Any) -> int:
    """Return a whole number."""
    if type(value) is not int:
        raise NotationError(f"{echo(value)}: expected a whole number")
    return value


def _each_seat(value: Any, read: Reader[T], table: type[Seat]) -> BySeat[T | None]:
    """Return the values of an object by seat, None for a seat that it leaves out."""
    if not isinstance(value, Mapping):
        letters = ", ".join(f'"{seat.letter}"' for seat in table)
        raise NotationError(f"{echo(value)}: expected an object with the seats {letters}")
    values: dict[Seat, T] = {}
    for name in value:
        seat = parse_seat(name, table)
        if seat in values:
            raise NotationError(f"{seat.word} comes twice")
        values[seat] = read_field(seat.letter, value[name], read)
    return by_seat(values.get, table)


# Python values are taken (_take), JSON is read (_read), tags are parsed (_parse) -----------


def _take_auction(value: object) -> tuple[str, ...]:
    return tuple(map(said_name, checks.several(value, "auction", _MOST_CALLS)))


def _parse_auction(value: str) -> tuple[str, ...]:
    calls = []
    for match in re.finditer(_WORD, value):
        try:
            calls.append(said_name(match[0]))
        except NotationError as error:
            raise NotationError(error.message, column=match.start() + 1) from None
    return tuple(calls)


def read_bid(value: Any) -> str:
    """Return the name of a bid, in JSON a text or a number. Raises NotationError."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return text_of(bid_name)(value)


def parse_yes(value: str) -> bool:
    """Return whether a text says yes. Raises NotationError where it says neither."""
    answer = _YES_NO.get(value.strip().lower())
    if answer is None:
        raise NotationError(f"{quote(value)}: expected yes or no")
    return answer


def put_down(value: Any, read: Reader[Shown]) -> Shown:
    """Return cards put down, as many None as there are cards if only their number is known."""
    if isinstance(value, str) and value.strip().isdecimal():
        value = int(value.strip().lstrip("0")[:4] or 0)  # more digits are too many all the same
    if type(value) is int:
        if not 0 <= value <= CARDS:
            raise NotationError(f"of cards put down there are 0 to {CARDS}")
        return (None,) * value
    return read(value)


def put_down_text(cards: Shown) -> str:
    """Return cards put down as a tag has them: a number if nothing else is known."""
    return str(len(cards)) if {*cards} == {None} else format_cards(cards) or "-"


def _take_discards(value: object, table: type[Seat]) -> tuple[Shown | None, ...]:
    seats = checks.several(value, "discards", len(TABLES) + 1)
    if not any(cards is not None for cards in seats):
        return (None,) * len(table)
    if len(seats) != len(table):
        raise DealError(f"discards of {len(seats)} seats: expected {len(table)}")
    read = partial(as_seen_cards, name="discards")
    return tuple(None if cards is None else put_down(cards, read) for cards in seats)


def _read_discards(value: Any, table: type[Seat]) -> tuple[Shown | None, ...]:
    return _each_seat(value, partial(put_down, read=_read_seen), table)


def _take_piles(value: object) -> BySeat[SeenPiles]:
    if value == ():
        return ()
    from .piles import as_seen_piles  # here: hardly any hands lie in piles

    return as_seen_piles(value)


def _read_piles(value: Any) -> BySeat[SeenPiles]:
    if isinstance(value, str):
        return _take_piles(value)
    two = seats_of(2)
    piles = _each_seat(value, lambda hand: [*map(_read_seen, checks.several(hand, "piles"))], two)
    return _take_piles([hand or () for hand in piles])


def _piles_text(piles: BySeat[SeenPiles]) -> str:
    from .piles import format_piles

    return format_piles(piles)


def _take_result(value: object, table: type[Seat]) -> BySeat[int]:
    tricks = checks.several(value, "result", len(TABLES) + 1)
    if len(tricks) != len(table):
        raise DealError(f"a result of {len(tricks)} seats: expected {len(table)}")
    return tuple(checks.number(count, "result", -MOST_TAKEN) for count in tricks)


def _read_result(value: Any, table: type[Seat]) -> BySeat[int]:
    tricks = tuple(count for count in _each_seat(value, whole_of, table) if count is not None)
    if len(tricks) != len(table):
        raise NotationError(f"expected the tricks of all {len(table)} seats")
    return tricks


def _parse_result(value: str, table: type[Seat]) -> BySeat[int]:
    tricks: dict[Seat, int] = {}
    for match in re.finditer(_RESULT, value):
        tricks[parse_seat(match[1], table)] = int(match[2])
    many = len(table)
    if len(tricks) != many or re.sub(_RESULT, "", value, count=many).strip(" \t,"):
        example = "F:5 M:4 D:3" if table is Seat else " ".join(f"{seat}:4" for seat in table)
        raise NotationError(f'{quote(value)}: expected tricks a seat, such as "{example}"')
    return by_seat(tricks.__getitem__, table)


def _result_text(result: BySeat[int]) -> str:
    seats = seats_of(len(result))
    return " ".join(f"{seat.letter}:{count}" for seat, count in zip(seats, result, strict=True))


def _take_tags(value: object) -> tuple[tuple[str, str], ...]:
    tags = []
    for pair in checks.several(value, "tags"):
        parts = checks.several(pair, "tag", 2)
        if len(parts) != 2:
            raise DealError(f"tag: {quote(pair)}, expected a name and a value")
        tags.append((parts[0], parts[1]))
    return tuple(tags)


def _read_tags(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
        for pair in value
    ):
        raise NotationError('expected pairs of strings, such as [["Event", "Sunday"]]')
    return tuple((name, text) for name, text in value)


# The fields --------------------------------------------------------------------------------


class DealField(NamedTuple):
    """A field of a deal, the tag that carries it, and how it is read and written.

    ``convert`` takes a value of Python. It also takes the texts of JSON and tags, unless the field
    has ``reads`` for JSON (described by ``schema``) or ``parses`` for tags. A ``seated`` field is
    read for the seats of a table. ``default`` is the value if unknown. ``other_tags`` are further
    tags for the field, by names that some games use. ``json_key`` is its key in JSON if not its
    name.
    """

    name: str
    tag: str
    doc: str
    schema: Schema
    convert: Callable[..., Any]
    reads: Callable[..., Any] | None = None
    parses: Callable[..., Any] | None = None
    write: Reader[str] = str
    default: Any = None
    other_tags: tuple[str, ...] = ()
    json_key: str = ""
    seated: bool = False

    @property
    def key(self) -> str:
        """Its key in JSON."""
        return self.json_key or self.name

    def _at(self, table: type[Seat], read: Callable[..., Any]) -> Reader[Any]:
        return partial(read, table=table) if self.seated else read

    def read(self, value: Any, table: type[Seat] = Seat) -> Any:
        """Return a value of JSON as the field's own kind, for the seats of a table."""
        read = self._at(table, self.reads or self.convert)
        return (read if self.reads else text_of(read))(value)

    def parse(self, value: str, table: type[Seat] = Seat) -> Any:
        """Return the value of a tag as the field's own kind, for the seats of a table."""
        return self._at(table, self.parses or self.convert)(value)

    def take(self, value: Any, table: type[Seat] = Seat) -> Any:
        """Return a value of Python as the field's own kind. Raises SolverError for a wrong one."""
        if value is None and self.default is None:
            return None
        return self._at(table, self.convert)(value)

    def known(self, deal: Any) -> Any:
        """Return the value that a deal has, None where it is unknown."""
        value = getattr(deal, self.name)
        unsaid = self.name == "discards" and not any(cards is not None for cards in value)
        return None if unsaid or value == self.default else value


FIELDS = (
    DealField(
        "variant",
        "Variant",
        "The code of the game.",
        schema.TEXT,
        lambda value: checks.text(value, "variant"),
    ),
    DealField(
        "hands",
        "Deal",
        "The hands when the record starts, forehand's first; null: not known.",
        list_of(schema.nullable(schema.HAND), least=TABLES[0], most=TABLES[-1]),
        as_seen_hands,
        partial(hands_of, covered=True),
        default=(),
        seated=True,
    ),
    DealField(
        "piles",
        "Piles",
        "The hands as they lie in open piles, forehand's first, the top card of each first.",
        schema.SEEN_PILES,
        _take_piles,
        _read_piles,
        write=_piles_text,
        default=(),
    ),
    DealField(
        "manni",
        "Manni",
        "What lies on the table (talon, surprise); null: a covered card.",
        schema.SHOWN,
        as_seen_cards,
        _read_seen,
        write=format_cards,
        default=(),
        other_tags=("Talon", "Surprise"),
    ),
    DealField(
        "cut",
        "Cut",
        "The card cut (turned).",
        schema.CARD,
        as_card,
        write=card_name,
        other_tags=("Turned",),
    ),
    DealField(
        "auction",
        "Auction",
        "What was said, from forehand on.",
        list_of(schema.TEXT),
        _take_auction,
        _take_auction,
        _parse_auction,
        " ".join,
        (),
    ),
    DealField("bid", "Bid", "The last bid.", schema.TEXT, bid_name, read_bid),
    DealField("contract", "Contract", "The contract.", schema.CONTRACT, parse_contract),
    DealField(
        "great",
        "Contract",
        "Whether the contract is a great one.",
        schema.FLAG,
        lambda value: checks.flag(value, "great"),
        flag_of,
        default=False,
    ),
    DealField(
        "declarer",
        "Declarer",
        "Who declares.",
        schema.SEAT,
        parse_seat,
        write=attrgetter("letter"),
        seated=True,
    ),
    DealField(
        "leader",
        "Leader",
        "Who leads to the first trick.",
        schema.SEAT,
        parse_seat,
        write=attrgetter("letter"),
        seated=True,
    ),
    DealField(
        "ace_low",
        "AceLow",
        "Whether the ace is the lowest of its suit.",
        schema.FLAG,
        lambda value: checks.flag(value, "ace_low"),
        flag_of,
        parse_yes,
        lambda value: "yes" if value else "no",
    ),
    DealField(
        "discards",
        "Discard",
        "What was put down, or how many cards; none: stood pat.",
        schema.by_seat(schema.PUT_DOWN, required=False),
        _take_discards,
        _read_discards,
        default=(),
        json_key="discard",
        seated=True,
    ),
    DealField(
        "play",
        "Play",
        "The cards played, in order.",
        schema.CARDS,
        as_cards,
        cards_of,
        write=format_cards,
        default=(),
    ),
    DealField(
        "result",
        "Result",
        "What each seat took.",
        schema.by_seat(schema.integer(unit="tricks or points")),
        _take_result,
        _read_result,
        _parse_result,
        _result_text,
        seated=True,
    ),
    DealField(
        "goal",
        "Goal",
        "The goal of a puzzle, such as F 4+.",
        Schema({"type": "string"}, format_goal),
        checked_goal,
        write=format_goal,
        seated=True,
    ),
    DealField(
        "keys",
        "Key",
        "The card that is said to reach the goal; also several.",
        Schema({"type": "string"}, format_cards),
        as_keys,
        cards_of,
        write=format_cards,
        default=(),
        json_key="key",
    ),
    DealField(
        "tags",
        "tags",
        "The other tags, those without a meaning here.",
        list_of(list_of(schema.TEXT, least=2, most=2)),
        _take_tags,
        _read_tags,
        default=(),
    ),
)
"""The fields of a deal in the order in which a file is written."""

KNOWN_TAGS = tuple(
    dict.fromkeys(tag for field in FIELDS[:-1] for tag in (field.tag, *field.other_tags))
)
"""The tags with a field of their own, in the order in which a file is written."""
