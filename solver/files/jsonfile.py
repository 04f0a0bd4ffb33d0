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
null. Hands and cards may also be one text, as in a deal file, and a hand an array of cards. A file
holds one deal or an array of them.

A line of JSON asks for a position, as ``manni batch`` reads and answers it; it may be read as a
deal too, and so may what any command answers of a position.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from .. import checks
from ..cards import Contract, Seat, card_name
from ..checks import quote
from ..deal import Deal, FieldError, check_play, table_tags
from ..errors import NotationError, RuleError, SolverError
from ..fields import (
    FIELDS,
    DealField,
    echo,
    read_field,
    table_of,
    unique_fields,
)
from ..notation import format_hand
from ..schema import field, record
from .dealfile import (
    Entry,
    entries_of_unread,
    placed,
    tag_warning,
)
from .questions import ANSWERED, ASKED, WHOLE, Record, hands_and_rest, parse_line, question_of


def _in_order(deal_field: DealField) -> Callable[[Deal], Any]:
    """Return what reads a field of a deal: hands with the rules that say the order of ranks."""
    if deal_field.name != "hands":
        return deal_field.known
    return lambda deal: [None if hand is None else (hand, deal.order) for hand in deal.hands]


DEAL = record(
    *(
        field(entry.key, entry.schema, entry.doc, _in_order(entry), optional=entry.key != "hands")
        for entry in FIELDS
    ),
    doc="A deal of a file; what is unknown is left out.",
)
"""A deal in which what lies on the table has the same key in all games."""


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """Return a deal as what ``json.dumps`` takes; what is unknown is left out."""
    called = dict(zip(("manni", "cut"), map(str.lower, table_tags(deal)), strict=True))
    return {called.get(key, key): value for key, value in DEAL.json(deal).items()}


def deal_from_json(data: object) -> Deal:
    """Return the deal of a JSON object, or of what a command answers of a position.

    Raises NotationError, which names the field, or another SolverError where a position cannot
    be, or where a play whose contract is known breaks the rules.
    """
    if not isinstance(data, Mapping):
        raise NotationError(
            f"{echo(data)} is no deal: expected an object with its hands{_HAVE_HANDS}"
        )
    fields: dict[str, Any] = {}
    hands, more = data.get("hands"), data.keys() - _DEAL_FIELDS.keys()
    # What a command answers of a position, or a line for batch.
    is_answer = _is_whole(data) or (bool(more) and more <= _OF_LINES)
    if isinstance(hands, Mapping) or (hands is not None and is_answer):
        fields, data = _deal_answered(data)
    for name in data:
        if name not in _DEAL_FIELDS:
            there = _FIELDS if hands is not None else _FIELDS + _HAVE_HANDS
            raise NotationError(f"no field is called {quote(name)}: {there}")
    if hands is None:
        raise NotationError(f'the field "hands" is missing{_HAVE_HANDS}')
    table = table_of(data.get("variant"))
    for name in data:
        deal_field = _DEAL_FIELDS[name]
        if deal_field.name in fields:
            raise NotationError(f'the field "{name}" says what another says already')
        if data[name] is not None:
            fields[deal_field.name] = read_field(
                name, data[name], partial(deal_field.read, table=table)
            )
    try:
        deal = Deal.checked(**fields)
        check_play(deal)
    except FieldError as error:
        name = _KEYS[error.field]
        place = "" if error.seat is None else f".{error.seat.letter}"
        raise NotationError(f'field "{name}{place}": {error}', card=error.card) from None
    return deal


def _is_whole(data: Mapping[str, Any]) -> bool:
    """Return whether an object is what ``solve``, ``show``, ``batch`` or ``puzzle find`` answers.

    No slip of a typist is in it: what a deal has no field for is passed over, whatever it is.
    """
    return ANSWERED in data or not WHOLE.isdisjoint(data)


def _deal_answered(answer: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a deal that has come to the position of an answer, and those to read."""
    given = {key: value for key, value in answer.items() if value is not None}
    hands, bid = given["hands"], given.get("bid")
    if isinstance(hands, Mapping):
        letters = [seat.letter for seat in table_of(given.get("variant"))]
        if {*hands} != {*letters}:
            raise NotationError(f'field "hands": expected one each of {" ".join(letters)}')
        given["hands"] = [hands[letter] for letter in letters]
    if isinstance(bid, Mapping):
        given["bid"] = bid.get("name")
    if "unit" in given and "variant" not in given:
        raise NotationError("it counts points and does not say of which game: give the deal")
    tags = []
    for key, tag in _TAGS.items():
        if value := given.pop(key, None):
            several = isinstance(value, list)
            value = ", ".join(map(str, value)) if several else value
            tags.append([tag, str(value) if isinstance(value, int) else value])
    fields: dict[str, Any] = {}
    if "contract" in given:
        given["played"] = given.pop("table", given.get("played", []))
        deal = _deal_of({key: given.pop(key) for key in ASKED if key in given})
        fields = {
            deal_field.name: value
            for deal_field in FIELDS
            if (value := deal_field.known(deal)) is not None
        }
        tags += map(list, fields.pop("tags", ()))
    else:
        given.pop("leader", None)  # nobody's: no contract is named
    given["tags"] = [*given.get("tags", ()), *tags]
    beside = given.keys() if _is_whole(answer) else _OF_LINES
    return fields, {key: given[key] for key in given if key in _DEAL_FIELDS or key not in beside}


def format_json(deals: Iterable[Deal]) -> str:
    """Return deals as the text of a JSON file, an array with one deal per line.

    >>> from manni import Deal
    >>> print(format_json([Deal("AQ... K2... 43...", contract="NT")]), end="")
    [
    {"hands": ["AQ...", "K2...", "43..."], "contract": "NT"}
    ]
    """
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
        data = json.loads(text, object_pairs_hook=unique_fields)
    except NotationError as error:
        problem = error
    except json.JSONDecodeError as error:
        problem = NotationError(f"no JSON: {error.msg}", line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):  # figures without end, brackets without end
        problem = NotationError("no JSON that can be a deal")
    else:
        unread = (
            (number, {"deal": number}, partial(deal_from_json, item))
            for number, item in enumerate(data if isinstance(data, list) else [data], 1)
        )
        yield from entries_of_unread(unread, file, only)
        return
    yield Entry(0, problem.line or 1, error=placed(problem, file=file))


_DEAL_FIELDS = {
    name.lower(): deal_field
    for deal_field in FIELDS
    for name in (deal_field.key, *deal_field.other_tags)
}
_FIELDS = "there are " + " ".join(_DEAL_FIELDS)
_HAVE_HANDS = "; manni deal, convert, show, solve, batch and puzzle find write deals as JSON"
_TAGS = {
    "name": "Name",
    "author": "Author",
    "source": "Source",
    "comment": "Comment",
    "grade": "Grade",
    "themes": "Theme",
}
"""What answers say of a deal and in a file its tags do."""
_OF_LINES = frozenset((*_DEAL_FIELDS, *ASKED, *_TAGS, "unit", "error"))
_KEYS = {deal_field.tag: deal_field.key for deal_field in reversed(FIELDS)}


# Lines as deals, and back --------------------------------------------------------------


def line_entries(text: str, file: str | None = None, *, only: int | None = None) -> Iterator[Entry]:
    """Yield the lines of a text as deals, numbered by their lines, and the errors of bad ones.

    A line asks as one of ``manni batch`` does, or is an object as in a file of JSON. An ``id``
    becomes the tag Id; ``seats`` are told of in a warning. ``only`` is the number of the one line
    to read.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or only not in (None, number):
            continue
        try:
            record = parse_line(line.encode("utf-8", "backslashreplace"))
            asks = record.keys() <= ASKED.keys() or not record.keys() <= _OF_LINES
            is_line = asks and "hands" in record and not _is_whole(record)
            deal = _deal_of(record) if is_line else deal_from_json(json.loads(line))
        except SolverError as error:
            yield Entry(number, number, error=placed(error, line=number, file=file))
        else:
            warnings = [tag_warning(name, line=number, file=file) for name, _ in deal.tags]
            if "seats" in record:
                message = "a deal has no seats asked for: they are left out"
                warnings.append(str(NotationError(message, line=number, file=file)))
            yield Entry(number, number, deal, warnings=tuple(filter(None, warnings)))


def _deal_of(record: Record) -> Deal:
    """Return the position of a record as a deal whose play has come to it."""
    hands, asked = hands_and_rest(record)
    question, name = question_of(asked, len(hands)), record.get("id", "")
    position = question.position(hands)
    return Deal.checked(
        hands=position.dealt,
        variant=record.get("variant"),
        bid=question.bid,
        contract=position.contract,
        ace_low=True if record.get("ace_low") else None,
        declarer=position.declarer,
        leader=position.leader,
        play=position.table,
        tags=(("Id", name if isinstance(name, str) else json.dumps(name)),) * bool(name != ""),
    )


def record_of(
    deal: Deal,
    contract: Contract | str | None = None,
    declarer: Seat | str | None = None,
) -> Record:
    """Return the record of the position a deal has come to.

    ``contract`` and ``declarer`` are for a deal that records none. Raises SolverError.
    """
    if deal.piles:
        raise RuleError("a line of JSON does not say how the piles lie: convert to json")
    position = deal.position(
        contract=contract if deal.contract_played is None else None,
        declarer=declarer if deal.declarer is None else None,
    )
    declares = position.declarer
    record: Record = {
        "hands": [format_hand(hand, position.rules.written) for hand in position.hands],
        "contract": position.contract.name,
        "leader": position.leader.letter,
        "variant": None if position.is_plain else deal.variant,
        "ace_low": (position.is_plain and position.ace_low) or None,
        "declarer": declares and declares.letter,
        "bid": None if declares is None else deal.bid,
        "played": [*map(card_name, position.table)] or None,
        "id": {name.lower(): value for name, value in deal.tags}.get("id"),
    }
    return {name: value for name, value in record.items() if value is not None}


def left_out(deal: Deal, record: Record) -> list[str]:
    """Return the fields of a deal that its record says nothing of."""
    names = {"variant", "manni", "cut", "great", "declarer", "result", "goal", "key"}
    names |= {"auction", "bid"}
    unsaid = [
        deal_field.key
        for deal_field in FIELDS
        if deal_field.key in names - record.keys() and deal_field.known(deal) is not None
    ]
    if any(deal.discards):
        unsaid.append("discards")
    if list(map(card_name, deal.play)) != record.get("played", []):
        unsaid.append("play")
    return unsaid + ["tags"] * any(name.lower() != "id" for name, _ in deal.tags)
