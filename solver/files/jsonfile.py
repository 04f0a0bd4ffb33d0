"""Deals as JSON: the fields of a deal file, both ways.

::

    {"variant": "laugavatn", "hands": ["AK4.T9..QJ32", "…", "…"], "manni": ["SA", "S3"],
     "cut": "H7", "contract": "H", "great": true, "declarer": "M", "leader": "F",
     "ace_low": false, "discard": {"F": ["SA", "S3"], "M": []}, "play": ["SA", "S3", "S9"],
     "result": {"F": 5, "M": 4, "D": 3}, "goal": "F 4+", "key": "HT",
     "tags": [["Event", "Sunday"]]}

Where numbers are bid there are ``"auction": ["20", "25", "pass", "pass"]`` and ``"bid":
"25"``; what lies on the table is the ``"talon"`` or ``"surprise"`` in games that call it so,
a card turned up is ``"turned"``.

Hands stand forehand first. Only ``hands`` must be there; what is unknown is left out or
null. Hands and cards may also be one text, as in a deal file. A file holds one deal or
an array of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from manni.solver import checks
from manni.solver.deal import Deal, FieldError, check_play, table_tags
from manni.solver.errors import IllegalPlayError, NotationError
from manni.solver.fields import FIELDS, DealField, each_once, echo, read_field
from manni.solver.files.dealfile import Entry, placed, tag_warning
from manni.solver.schema import field, record


def _in_order(each: DealField) -> Callable[[Deal], Any]:
    """Return what reads a field of a deal: hands with the rules that say the order of ranks."""
    if each.name != "hands":
        return each.known
    return lambda deal: [(hand, deal.order) for hand in deal.hands]


DEAL = record(
    *(
        field(each.key, each.schema, each.doc, _in_order(each), optional=each.key != "hands")
        for each in FIELDS
    ),
    doc="A deal of a file; what is unknown is left out.",
)
"""A deal in which what lies on the table has the same key in all games."""


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """Return a deal as what ``json.dumps`` takes; what is unknown is left out."""
    called = dict(zip(("manni", "cut"), map(str.lower, table_tags(deal)), strict=True))
    return {called.get(key, key): value for key, value in DEAL.json(deal).items()}


def deal_from_json(data: object) -> Deal:
    """Return the deal of a JSON object.

    Raises NotationError, which names the field, or IllegalPlayError where a play whose
    contract is known breaks the rules.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"{echo(data)} is no deal: expected an object with its hands")
    for name in data:
        if name not in _READERS:
            raise NotationError(f"no field is called {checks.quote(name)}: {_FIELDS}")
    if data.get("hands") is None:
        raise NotationError('the field "hands" is missing')
    fields: dict[str, Any] = {}
    for name in data:
        attribute, read = _READERS[name]
        if attribute in fields:
            raise NotationError(f'the field "{name}" says what another says already')
        if data[name] is not None:
            fields[attribute] = read_field(name, data[name], read)
    try:
        deal = Deal(**fields)
        check_play(deal)
    except FieldError as error:
        name = _KEYS[error.field]
        place = "" if error.seat is None else f".{error.seat.letter}"
        raise NotationError(f'field "{name}{place}": {error}', card=error.card) from None
    return deal


def format_json(deals: Iterable[Deal]) -> str:
    """Return deals as the text of a JSON file, an array with one deal per line."""
    return "".join(json_lines(checks.several(deals, "deals")))


def json_lines(deals: Iterable[Deal]) -> Iterator[str]:
    """Yield the text of a JSON file piece by piece."""
    yield "[\n"
    for index, deal in enumerate(deals):
        yield ",\n" * bool(index) + json.dumps(deal_to_json(deal), ensure_ascii=False)
    yield "\n]\n"


def json_entries(text: str, file: str | None = None, *, only: int | None = None) -> Iterator[Entry]:
    """Yield the deals of a JSON text and, in their places, the errors of bad ones.

    ``only`` is the number, from 1, of the one deal to read.
    """
    try:
        data = json.loads(text, object_pairs_hook=each_once)
    except NotationError as error:
        yield Entry(0, 1, error=NotationError(error.message, file=file))
        return
    except json.JSONDecodeError as error:
        problem = NotationError(
            f"no JSON: {error.msg}", line=error.lineno, column=error.colno, file=file
        )
        yield Entry(0, error.lineno, error=problem)
        return
    except (ValueError, RecursionError):  # figures without end, brackets without end
        yield Entry(0, 1, error=NotationError("no JSON that can be a deal", file=file))
        return
    deals = data if isinstance(data, list) else [data]
    if not deals:
        yield Entry(0, 1, error=NotationError("there is no deal in it", file=file or "the text"))
    for number, item in enumerate(deals, 1):
        if only not in (None, number):
            continue
        try:
            deal = deal_from_json(item)
            warnings = (tag_warning(name, deal=number, file=file) for name, _ in deal.tags)
            yield Entry(number, None, deal=deal, warnings=tuple(filter(None, warnings)))
        except (NotationError, IllegalPlayError) as error:
            yield Entry(number, None, error=placed(error, deal=number, file=file))


_READERS = {
    name.lower(): (each.name, each.read) for each in FIELDS for name in (each.key, *each.also)
}
_FIELDS = "there are " + " ".join(_READERS)
DEAL_KEYS = frozenset(_READERS)
"""The keys of a deal, in small letters."""

_KEYS = {each.tag: each.key for each in reversed(FIELDS)}
