"""Values and answers described once, for JSON, JSON Schema, tables, the page and the reference.

A ``Schema`` says what a value may be and how it is written. The fields of an answer are described
where its class declares them. The type of a field gives its schema. The ``Attributes:`` of the
class's docstring document it; a property is documented by the first paragraph of its own docstring.
A ``record`` names, in order, the fields that an object in JSON has.
"""

# Annotations are not postponed: a ``NamedTuple`` would compile each of them at start-up.

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from inspect import cleandoc
from itertools import chain
from operator import attrgetter, itemgetter, methodcaller
from types import NoneType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NotRequired,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from . import i18n
from .cards import TABLES, Contract, Seat, card_name, cards_in, seats_of
from .notation import format_hand

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


SEAT_LETTERS = ["F", "M", *(seat.letter for seat in tuple(seats_of(TABLES[-1]))[1:])]
"""The letters of the seats of all tables."""

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], T]
"""What reads something of a value, or of a record."""

LEFT_OUT = object()
"""The value of an optional field that is left out."""


class Field(NamedTuple):
    """A field of a record. ``get`` reads its value; if None, the value is given to ``Schema.json``.

    ``column`` is its name in CSV, "" if CSV leaves it out.
    """

    key: str
    schema: "Schema"
    doc: str
    get: Reader[Any] | None
    optional: bool
    column: str = ""

    @property
    def columns(self) -> list[str]:
        """The names of its columns in CSV: an interval and values by seat have several."""
        return [self.column + end for end in self.schema.ends] if self.column else []


def field(
    spec: str,
    schema: "Schema | type",
    doc: str | Reader[Any] = "",
    of: str | Reader[Any] | None = "",
    *,
    optional: bool = False,
) -> Field:
    """Return a field, ``key``, or ``key?=path: What it is.``, as ``record`` takes it.

    The path of an attribute says how it is read; it is the key by default. In its place a function
    may come last. ``doc`` and ``of`` may also be given apart. If ``of`` is None, the value is given
    to ``Schema.json``. A type stands for its schema. An optional field is left out if its value is
    not given, if it is ``LEFT_OUT`` or an empty text, or if it is None and the schema does not
    allow null.
    """
    if not isinstance(doc, str):
        doc, of = "", doc
    key, is_optional, path, own_doc = _parsed(spec)
    get = attrgetter(of or path) if isinstance(of, str) else of
    schema = schema if isinstance(schema, Schema) else schema_of(schema)
    return Field(key, schema, doc or own_doc or schema.doc, get, optional or is_optional)


def _parsed(spec: str) -> tuple[str, bool, str, str | None]:
    """Return the key of a field, whether it is optional, the path to it and what it is."""
    names, has_doc, doc = spec.partition(":")
    key, _, path = names.partition("=")
    name = key.removesuffix("?")
    return name, name != key, path or name, doc.strip() if has_doc else None


given = partial(field, of=None)
"""Return a field whose value is given to ``Schema.json``."""
maybe = partial(given, optional=True)
"""Return a field whose value may be given to ``Schema.json``, and is left out otherwise."""


Entry: TypeAlias = "Field | str | tuple[Reader[bool], Field | str]"
"""An argument of ``record`` for one or more fields: see ``record`` and ``fields_if``."""


def fields_if(applies: Reader[bool], *fields: Field | str) -> list[Entry]:
    """Return fields that a record has only if ``applies`` is true of it."""
    return [(applies, entry) for entry in fields]


def _as_it_is(value: Any) -> Any:
    return value


class Schema(NamedTuple):
    """What a value may be, in JSON Schema's ``keywords``, and how it is written.

    The keywords may contain schemas in place of their keywords. A schema with a ``name`` is defined
    once, under that name. ``title`` is the command whose answer it describes. ``columns`` are the
    fields of a record that CSV has, in its order. A value with several columns has one for each of
    the ``ends``, which are added to the name of the column.
    """

    keywords: Mapping[str, Any]
    write: Reader[Any] = _as_it_is
    unit: str = ""
    name: str = ""
    doc: str = ""
    nullable: bool = False
    fields: tuple[Field, ...] = ()
    item: "Schema | None" = None
    title: str = ""
    columns: tuple[str, ...] = ()
    ends: tuple[str, ...] = ("",)
    cells: Reader[Sequence[Any]] | None = None

    def __hash__(self) -> int:
        return id(self)

    def values(self, value: Any) -> Sequence[Any]:
        """Return a value as the cells of CSV, one for each of ``ends``."""
        if value is None:
            return [None] * len(self.ends)
        return [self.write(value)] if self.cells is None else self.cells(value)

    def json(self, value: Any, **given: Any) -> Any:
        """Return a value as JSON data. ``given`` has the values of fields without ``get``.

        The data are the same in every language.
        """
        with i18n.plain_english():
            return self.localized(value, **given)

    def localized(self, value: Any, **given: Any) -> Any:
        """Return the same as ``json`` for people to read, its texts in the user's language."""
        if not self.fields:
            return self.write(value)
        data = {}
        for key, schema, _, get, optional, _ in self.fields:
            if get is not None:
                content = get(value)
            else:
                content = given.get(key, LEFT_OUT) if optional else given[key]
            if optional and (
                content is LEFT_OUT or content == "" or (content is None and not schema.nullable)
            ):
                continue
            data[key] = schema.write(content)
        return data


def record(
    *fields: Entry,
    of: type | None = None,
    doc: str = "",
    name: str = "",
    title: str = "",
    columns: str = "",
) -> Schema:
    """Return the schema of an object that has these fields and no other.

    ``columns`` are the keys of the fields in CSV, separated by blanks, as ``key=name`` where the
    column has another name.

    With ``of`` it becomes the schema of that class. The class declares type and documentation, so
    a text names its fields, separated by blanks: ``"key"``, ``"key=path"`` for an attribute of
    another name, ``"key?"`` for an optional one. ``"key: What it is."`` is one field with its own
    documentation, ``"key:"`` one with that of its schema. Without any fields the record has all of
    the class. The fields of a ``TypedDict`` are always added, after the others.
    """
    own_keys = _types(of) if is_typeddict(of) or not fields else ()
    entries = chain.from_iterable(
        entry.split() if isinstance(entry, str) and ":" not in entry else [entry]
        for entry in fields
    )
    names = dict(column.partition("=")[::2] for column in columns.split())
    declared = tuple(
        field._replace(column=names[field.key] or field.key) if field.key in names else field
        for field in (_declared(entry, of) for entry in (*entries, *own_keys))
    )
    missing = names.keys() - {field.key for field in declared}
    if missing:
        raise ValueError(f"columns of no field: {' '.join(sorted(missing))}")
    keywords = {
        "type": "object",
        "required": [field.key for field in declared if not field.optional],
        "properties": {field.key: field for field in declared},
        "additionalProperties": False,
    }
    schema = Schema(
        keywords, name=name, doc=doc, fields=declared, title=title, columns=tuple(names)
    )
    schema = schema._replace(write=schema.localized)
    if of is not None:
        _SCHEMAS.setdefault(of, schema)
    return schema


def _declared(entry: Entry, kind: Any) -> Field:
    """Return the field that an argument of ``record`` names, as the class ``kind`` declares it."""
    if isinstance(entry, Field):
        return entry
    if not isinstance(entry, str):
        applies, inner = entry
        declared = _declared(inner, kind)
        read = declared.get
        assert read is not None  # what is given is there or not
        return declared._replace(
            get=lambda record: read(record) if applies(record) else LEFT_OUT, optional=True
        )
    key, optional, path, written = _parsed(entry)
    ways = set[Any]()
    if is_typeddict(kind):
        kind, doc = _attribute(kind, key)
        optional = get_origin(kind) is NotRequired
        get: Any = methodcaller("get", key) if optional else itemgetter(key)
        return field(key, schema_of(kind), doc, get, optional=optional)
    for name in path.split("."):
        first, *others = get_args(kind) or (kind,)
        ways.update(others)
        kind, doc = _attribute(first, name)
    schema = schema_of(kind)
    if ... in ways:
        schema = list_of(schema)
    if optional and schema.nullable and schema.item is not None:
        schema = schema.item
    if NoneType in ways and not optional and not schema.nullable:
        schema = nullable(schema)
    get = partial(_follow_path, path.split(".")) if ways & {NoneType, ...} else path
    return field(key, schema, doc if written is None else written, get, optional=optional)


def _follow_path(path: Sequence[str], value: Any) -> Any:
    """Return the value at a path of attributes: None stays None, a tuple gives a list of values."""
    for name in path:
        if type(value) is tuple:
            value = [getattr(item, name) for item in value]
        elif value is not None:
            value = getattr(value, name)
    return value


def _attribute(kind: Any, name: str) -> tuple[Any, str]:
    """Return the type of an attribute as a class declares it, and its documentation."""
    member = getattr(kind, name, None)
    reads = getattr(member, "fget", None) or getattr(member, "func", None)
    if reads is not None:
        return _types(reads)["return"], " ".join(
            (member.__doc__ or "").partition("\n\n")[0].split()
        )
    return _types(kind)[name], _documented(kind).get(name, "")


_types = cache(partial(get_type_hints, include_extras=True))


@cache
def _documented(kind: type) -> dict[str, str]:
    """Return the documentation of attributes, from the docstrings of a class and of its bases."""
    return {
        name: " ".join(doc.split())
        for base in reversed(kind.__mro__)
        for name, doc in _ATTRIBUTE.findall(
            cleandoc(base.__doc__ or "").partition("\nAttributes:\n")[2]
        )
    }


_ATTRIBUTE = re.compile(r"^    (\w+): (.+(?:\n {8}.+)*)", re.MULTILINE)


def schema_of(kind: Any) -> Schema:
    """Return the schema of a type: that of its annotation, or one made from its arguments."""
    notes = [note for note in getattr(kind, "__metadata__", ()) if isinstance(note, Schema)]
    if notes:
        return notes[-1]
    first, *others = get_args(kind) or (kind,)
    if NoneType in others:
        return nullable(schema_of(first))
    if ... in others or get_origin(kind) in (Sequence, Iterable, list):
        return list_of(schema_of(first))
    if get_origin(kind) is dict:
        return by_name(schema_of(*others))
    if kind not in _SCHEMAS and is_typeddict(kind):
        return record(of=kind, name=kind.__name__, doc=cleandoc(kind.__doc__ or "").split("\n")[0])
    return _SCHEMAS[kind] if first is kind else schema_of(first)


def fields_at(path: str, schema: Schema) -> tuple[Field, ...]:
    """Return the fields of a schema for a record that has the value at the attribute ``path``."""
    inner = attrgetter(path)

    def get(read: Reader[Any]) -> Reader[Any]:
        return lambda outer: read(inner(outer))

    return tuple(field._replace(get=field.get and get(field.get)) for field in schema.fields)


# Kinds made of others --------------------------------------------------------------------


def number(
    least: float | None = None,
    most: float | None = None,
    unit: str = "",
    kind: str = "number",
    write: Reader[Any] = float,
) -> Schema:
    """Return the schema of numbers between two limits."""
    return Schema({"type": kind, **_given(minimum=least, maximum=most)}, write, unit)


integer = partial(number, kind="integer", write=_as_it_is)
"""Return the schema of integers between two limits."""


def _given(**keywords: float | None) -> dict[str, float]:
    return {key: value for key, value in keywords.items() if value is not None}


def one_of(*values: str) -> Schema:
    """Return the schema of a text that is one of these values."""
    return Schema({"const": values[0]} if len(values) == 1 else {"enum": list(values)}, str)


def nullable(schema: Schema) -> Schema:
    """Return a schema that also allows null, for a value that is not known."""
    keywords = schema.keywords
    if not schema.name and keywords.get("type") in ("integer", "number", "string", "boolean"):
        allowed: Mapping[str, Any] = {**keywords, "type": [keywords["type"], "null"]}
    else:
        allowed = {"oneOf": [{"type": "null"}, schema]}

    def write(value: Any) -> Any:
        return None if value is None else schema.write(value)

    return Schema(
        allowed, write, schema.unit, doc=schema.doc, nullable=True, item=schema,
        ends=schema.ends, cells=schema.cells,
    )  # fmt: skip


def list_of(schema: Schema, *, least: int | None = None, most: int | None = None) -> Schema:
    """Return the schema of lists of ``least`` to ``most`` items."""
    keywords = {"type": "array", "items": schema, **_given(minItems=least, maxItems=most)}
    return Schema(keywords, lambda value: list(map(schema.write, value)), schema.unit, item=schema)


def pair_of(schema: Schema) -> Schema:
    """Return the schema of two values, the lower one first."""
    return list_of(schema, least=2, most=2)


def by_seat(schema: Schema, *, required: bool = True, name: str = "", doc: str = "") -> Schema:
    """Return the schema of values by seat letter; without ``required`` seats may be missing.

    The letters are those of every table. The columns are those of a table of three players; see
    ``for_seats`` for others.
    """
    keywords: dict[str, Any] = {
        "type": "object",
        "properties": dict.fromkeys(SEAT_LETTERS, schema),
        "additionalProperties": False,
    }
    if required:
        keywords["required"] = [SEAT_LETTERS[0], SEAT_LETTERS[-1]]

    def write(values: Any) -> dict[str, Any]:
        return {seat: schema.write(value) for seat, value in by_letter(values).items()}

    def cells(values: Any) -> list[Any]:
        return [cell for value in values for cell in schema.values(value)]

    ends = _column_suffixes(Seat, schema)
    return Schema(keywords, write, schema.unit, name, doc, item=schema, ends=ends, cells=cells)


def _column_suffixes(seats: Iterable[Seat], schema: Schema) -> tuple[str, ...]:
    return tuple(f"_{seat.letter}{end}" for seat in seats for end in schema.ends)


def for_seats(field: Field, seats: type[Seat]) -> Field:
    """Return a field with one column for each of these seats, if its values are by seat."""
    seated = field.schema.item if field.schema.nullable else field.schema
    assert seated is not None
    if seated.item is None or seated.ends != _column_suffixes(Seat, seated.item):
        return field
    return field._replace(schema=field.schema._replace(ends=_column_suffixes(seats, seated.item)))


def by_card(schema: Schema) -> Schema:
    """Return the schema of values by card, written from pairs."""
    return by_name(schema, card_name, propertyNames=CARD)


def by_name(schema: Schema, name: Reader[str] = str, **keywords: Any) -> Schema:
    """Return the schema of an object with any names as keys. It is written from pairs."""
    keywords = {"type": "object", **keywords, "additionalProperties": schema}

    def write(pairs: Any) -> dict[str, Any]:
        return {name(key): schema.write(value) for key, value in pairs}

    return Schema(keywords, write, schema.unit, item=schema)


def either(*kinds: Schema) -> Schema:
    """Return the schema of a value that is JSON data already, of one of several kinds."""
    return Schema({"oneOf": list(kinds)}, unit=kinds[0].unit)


# The kinds of answers --------------------------------------------------------------------

_SURE = "tricks or points"
"""The unit of numbers that depend on the game: points if the answer has a ``unit``."""

ANY = Schema({})
FLAG = Schema({"type": "boolean"})
TEXT = Schema({"type": "string"})
COUNT = integer(0)
NUMBER = number()
WORLDS = integer(0, unit="worlds")
LENGTH = integer(0, unit="tricks")
"""A number of tricks in a position, a deal or a record."""
SURE = integer(0, 255, unit=_SURE)
LOSS = integer(0, unit=_SURE)
SHARE = number(unit=_SURE)
POINTS = number(unit="points")
CHANCE = number(0, 1, unit="part of 1")
SEAT = Schema(
    {"enum": SEAT_LETTERS},
    attrgetter("letter"),
    name="seat",
    doc="A seat: forehand, dealer, between them middlehand or, of more than three, a number.",
)
CARD = Schema(
    {"type": "string", "pattern": "^[SHDC][2-9TJQKA]$"},
    card_name,
    name="card",
    doc="A card, suit letter then rank: SA, HT, D7.",
)
CARDS = list_of(CARD)._replace(
    name="cards", cells=lambda cards: [" ".join(map(card_name, cards)) or None]
)
SHOWN = list_of(nullable(CARD))._replace(cells=CARDS.cells)
"""Cards of which some may lie covered."""
PUT_DOWN = either(SHOWN, integer(0, unit="cards"))._replace(
    write=lambda cards: len(cards) if {*cards} == {None} else SHOWN.write(cards)
)
"""Cards put down, or their number if nothing else is known."""
SET = CARDS._replace(
    write=lambda hand: list(map(card_name, cards_in(hand))),
    cells=lambda hand: CARDS.values(cards_in(hand)),
)
"""Cards that Python keeps as a set of bits."""
CONTRACT = Schema(
    {"enum": [contract.name for contract in Contract]},
    attrgetter("name"),
    name="contract",
    doc="A suit that is trump, no trump, or NULLO, in which tricks are to be avoided.",
)
HAND = Schema(
    {"type": "string", "pattern": r"^[2-9TJQKA]*(\.[2-9TJQKA]*){3}$"},
    lambda held: format_hand(*held) if isinstance(held, tuple) else format_hand(held),
    name="hand",
    doc="A hand, spades.hearts.diamonds.clubs, void = empty between dots.",
)
"""A hand, or a pair: a hand and the order in which its ranks are written."""


def hand_field(spec: str, rules: str = "variant.rules", kind: Schema = HAND) -> Field:
    """Return the field of a hand, or of several; ``rules`` is the path to the order of ranks."""
    hands, order = attrgetter(_parsed(spec)[2]), attrgetter(f"{rules}.written")

    def get(holder: Any) -> Any:
        if kind is HAND:
            return hands(holder), order(holder)
        return [None if hand is None else (hand, order(holder)) for hand in hands(holder)]

    return field(spec, kind, get)


TRICKS = by_seat(SURE, name="tricks", doc="Tricks by seat, or points where the unit is points.")
SHARES = by_seat(SHARE, name="numbers", doc="A number by seat.")
PILES = by_seat(
    list_of(CARDS),
    doc="There where hands lie in open piles: those of each seat, the top card of each first.",
)
SEEN_PILES = by_seat(list_of(SHOWN), doc=PILES.doc)
INTERVAL = pair_of(NUMBER)._replace(
    name="interval",
    doc="Lower and upper end of an interval at the stated confidence.",
    ends=("_low", "_high"),
    cells=tuple,
)


NAMED = TEXT._replace(write=attrgetter("name"))
"""An object that is written as its name."""


Card = Annotated[int, CARD]
CardSet = Annotated[int, SET]
CardCount = Annotated[int, integer(0, unit="cards")]
Cards = Annotated[tuple[int, ...], CARDS]
Count = Annotated[int, COUNT]
Loss = Annotated[int, LOSS]
Length = Annotated[int, LENGTH]
Worlds = Annotated[int, WORLDS]
Points = Annotated[float, POINTS]
Chance = Annotated[float, CHANCE]
Interval = Annotated[tuple[float, float], INTERVAL]

_SCHEMAS: dict[Any, Schema] = {
    bool: FLAG,
    int: integer(),
    str: TEXT,
    Seat: SEAT,
    Contract: CONTRACT,
}
"""The schemas of types. ``record`` adds those of classes."""


def bounds_text(bounds: tuple[int, int]) -> str:
    """Return a guarantee as text, or its proved bounds if they differ: ``3..5``."""
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"


def exact_value(bounds: tuple[int, int]) -> int | None:
    """Return the value that proved bounds meet in, None if they do not meet."""
    return bounds[0] if bounds[0] == bounds[1] else None


def proved(schema: Schema) -> Schema:
    """Return the schema of a value with proved bounds. If they do not meet, it is null in JSON.

    In CSV it is then ``3..5``.
    """
    return nullable(schema)._replace(
        write=lambda bounds: None if bounds is None else exact_value(bounds),
        cells=lambda bounds: [bounds_text(bounds)],
    )


GUARANTEES = by_seat(
    proved(SURE),
    required=False,
    name="guarantees",
    doc="By seat the tricks, or points, it is sure of against any play of all others: at least "
    "so many, in NULLO at most; null where only bounds are proved, left out where not asked for.",
)
"""Written from proved bounds by seat, None for a seat not asked for."""
_BOUNDS = by_seat(
    pair_of(SURE),
    required=False,
    name="bounds",
    doc="By seat the proved limits of its guarantee; there only if one is not exact.",
)


def _is_open(bounds: Any) -> bool:
    return any(pair is not None and pair[0] != pair[1] for pair in bounds)


def guarantee_fields(of: str = "bounds") -> tuple[Field, Field]:
    """Return two fields: the guarantees, and their bounds if one is not proved."""
    get = attrgetter(of)
    return (
        field("guarantee", GUARANTEES, of=of),
        field(
            "bounds",
            _BOUNDS,
            of=lambda answer: b if _is_open(b := get(answer)) else None,
            optional=True,
        ),
    )


UNIT = field("unit", one_of("points"), "What is counted.", lambda answer: "points")
"""The field of answers that are never in tricks."""

_ACE = FLAG._replace(cells=lambda is_low: ["low" if is_low else "high"])


def ace_low(of: str = "ace_low") -> Field:
    """Return the field of a low ace; in CSV it is "low" or "high"."""
    return field("ace_low", _ACE, "Whether the ace is the lowest card of its suit.", of)


def by_letter(values: Iterable[Any]) -> dict[str, Any]:
    """Return values by seat letter, leaving out seats that have none."""
    values = tuple(values)
    pairs = zip(seats_of(len(values)), values, strict=True)
    return {seat.letter: value for seat, value in pairs if value is not None}


def unit_fields(
    of: str, *, unit: str = "", worth: str = "", declarer: str = ""
) -> tuple[Field, Field, Field]:
    """Return three fields of games other than plain tricks: unit, points to be won, declarer.

    ``of`` is the path to a position. The other arguments are added to the documentation of the
    field of that name.
    """
    position = attrgetter(of) if of else _as_it_is

    def has_points(subject: Any) -> bool:
        return bool(position(subject).rules.unit != "tricks")

    def declares(subject: Any) -> Seat | None:
        subject = position(subject)
        return subject.declarer if subject.rules.partners else None

    return (
        field(
            "unit",
            one_of("points"),
            f"There where not tricks are counted but points{unit}.",
            lambda subject: "points" if has_points(subject) else None,
            optional=True,
        ),
        field(
            "worth",
            integer(0, unit="points"),
            f"With unit: the points to be won{worth}.",
            lambda subject: position(subject).worth if has_points(subject) else None,
            optional=True,
        ),
        field(
            "declarer",
            SEAT,
            "There where all others are partners: the seat that plays against them." + declarer,
            declares,
            optional=True,
        ),
    )


# What is made of a description -----------------------------------------------------------


def json_schema(schema: Schema) -> dict[str, Any]:
    """Return the JSON Schema, draft 2020-12, of an answer with a name and a title."""
    defined: dict[str, Any] = {}
    body = _resolved(dict(schema.keywords), defined)
    return {
        "$schema": _DIALECT,
        "$id": f"urn:manni:{schema.name}",
        "title": schema.title,
        "description": schema.doc,
        **body,
        "$defs": dict(sorted(defined.items())),
    }


def _resolved(part: Any, defined: dict[str, Any]) -> Any:
    """Return a part of a schema as plain JSON data, and add each named schema to ``defined``."""
    if isinstance(part, Field):
        resolved = _resolved(part.schema, defined)
        same = part.schema.name and part.doc == part.schema.doc
        return resolved if same or not part.doc else {"description": part.doc, **resolved}
    if isinstance(part, Schema):
        if not part.name:
            return _resolved(dict(part.keywords), defined)
        if part.name not in defined:
            described = {"description": part.doc} if part.doc else {}
            defined[part.name] = described | _resolved(dict(part.keywords), defined)
        return {"$ref": f"#/$defs/{part.name}"}
    if isinstance(part, dict):
        return {key: _resolved(value, defined) for key, value in part.items()}
    if isinstance(part, list):
        return [_resolved(value, defined) for value in part]
    return part


def subschemas(schema: Schema) -> Iterator[Schema]:
    """Yield all schemas inside a schema, and the schema itself last."""
    inner = (
        *schema.keywords.get("oneOf", ()),
        *(part.schema for part in schema.fields),
        schema.item,
    )
    for part in inner:
        if isinstance(part, Schema):
            yield from subschemas(part)
    yield schema


def field_paths(schema: Schema, above: str = "") -> Iterator[tuple[str, Field]]:
    """Yield each field with its path. The fields of a record inside it follow it."""
    for field in schema.fields:
        path, inside = f"{above}{field.key}", field.schema
        yield f"{path}?" if field.optional else path, field
        while inside.item is not None and not inside.fields:
            path += "[]" if inside.keywords.get("type") == "array" else ""
            inside = inside.item
        yield from field_paths(inside, f"{path}.")
