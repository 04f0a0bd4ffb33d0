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
from typing import Any, TypeVar

from solver import checks
from solver.cards import SEATS, Seat, by_seat
from solver.checks import quote
from solver.deal import Deal, FieldError, check_play, table_tags
from solver.errors import IllegalPlayError, NotationError
from solver.files.entry import Entry, placed, tag_warning
from solver.files.fields import cards_of, each_once, echo, flag_of, hands_of, read_field, text_of
from solver.goal import format_goal, parse_goal
from solver.notation import (
    format_card,
    format_hand,
    parse_card,
    parse_contract,
    parse_seat,
)
from solver.rules.bidding import bid_name, said_name

T = TypeVar("T")

_FIELD_OF_TAG = {"Deal": "hands", "AceLow": "ace_low"}


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """Return a deal as what ``json.dumps`` takes; what is unknown is left out."""
    pile, cut = (tag.lower() for tag in table_tags(deal))
    data: dict[str, Any] = {
        "variant": deal.variant,
        "hands": list(map(format_hand, deal.hands)),
        pile: list(map(format_card, deal.manni)) or None,
        cut: None if deal.cut is None else format_card(deal.cut),
        "auction": list(deal.auction) or None,
        "bid": deal.bid,
        "contract": None if deal.contract is None else deal.contract.name,
        "great": deal.great or None,
        "declarer": None if deal.declarer is None else deal.declarer.letter,
        "leader": None if deal.leader is None else deal.leader.letter,
        "ace_low": deal.ace_low,
        "discard": {
            seat.letter: list(map(format_card, cards))
            for seat, cards in zip(Seat, deal.discards, strict=True)
            if cards is not None
        }
        or None,
        "play": list(map(format_card, deal.play)) or None,
        "result": deal.result
        and {seat.letter: tricks for seat, tricks in zip(Seat, deal.result, strict=True)},
        "goal": None if deal.goal is None else format_goal(deal.goal),
        "key": None if deal.key is None else format_card(deal.key),
        "tags": list(map(list, deal.tags)) or None,
    }
    return {name: value for name, value in data.items() if value is not None}


def deal_from_json(data: object) -> Deal:
    """Return the deal of a JSON object.

    Raises NotationError, which names the field, or IllegalPlayError where a play whose
    contract is known breaks the rules.
    """
    if not isinstance(data, Mapping):
        raise NotationError(f"{echo(data)} is no deal: expected an object with its hands")
    for name in data:
        if name not in _READERS:
            raise NotationError(f"no field is called {quote(name)}: {_FIELDS}")
    if data.get("hands") is None:
        raise NotationError('the field "hands" is missing')
    fields: dict[str, Any] = {}
    for name in data:
        attribute = _ATTRIBUTES.get(str(name), str(name))
        if attribute in fields:
            raise NotationError(f'the field "{name}" says what another says already')
        if data[name] is not None:
            fields[attribute] = read_field(name, data[name], _READERS[name])
    try:
        deal = Deal(**fields)
        check_play(deal)
    except FieldError as error:
        name = _FIELD_OF_TAG.get(error.field, error.field.lower())
        place = "" if error.seat is None else f".{error.seat.letter}"
        raise NotationError(f'field "{name}{place}": {error}', card=error.card) from None
    return deal


def format_json(deals: Iterable[Deal]) -> str:
    """Return deals as the text of a JSON file, an array with one deal a line."""
    lines = (
        json.dumps(deal_to_json(deal), ensure_ascii=False)
        for deal in checks.several(deals, "deals")
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


def json_entries(text: str, file: str | None = None) -> Iterator[Entry]:
    """Yield the deals of a JSON text and, in their places, the errors of bad ones."""
    file = None if file is None else checks.text(file, "file")
    try:
        data = json.loads(
            checks.text(text, "text").removeprefix("\ufeff"), object_pairs_hook=each_once
        )
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
        try:
            deal = deal_from_json(item)
            warnings = (tag_warning(name, deal=number, file=file) for name, _ in deal.tags)
            yield Entry(number, None, deal=deal, warnings=tuple(filter(None, warnings)))
        except NotationError as error:
            yield Entry(number, None, error=NotationError(error.message, deal=number, file=file))
        except IllegalPlayError as error:
            yield Entry(number, None, error=placed(error, deal=number, file=file))


def _each_seat(value: Any, read: Callable[[Any], T]) -> dict[Seat, T]:
    if not isinstance(value, Mapping):
        raise NotationError(f'{echo(value)}: expected an object with the seats "F", "M", "D"')
    found: dict[Seat, T] = {}
    for name in value:
        seat = parse_seat(name)
        if seat in found:
            raise NotationError(f"{seat.word} comes twice")
        found[seat] = read_field(seat.letter, value[name], read)
    return found


def _discards(value: Any) -> tuple[tuple[int, ...] | None, ...]:
    discards = _each_seat(value, cards_of)
    return by_seat(discards.get)


def _result(value: Any) -> tuple[int, int, int]:
    tricks = _each_seat(value, _count)
    if len(tricks) != SEATS:
        raise NotationError("expected the tricks of all three seats")
    return by_seat(tricks.__getitem__)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{echo(value)}: expected a number of tricks")
    return value


def _bid(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return text_of(bid_name)(value)


def _auction(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise NotationError(f'{echo(value)}: expected what was said, such as ["20", "pass"]')
    return tuple(map(text_of(said_name), value))


def _tags(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)
        for pair in value
    ):
        raise NotationError('expected pairs of strings, such as [["Event", "Sunday"]]')
    return tuple((name, text) for name, text in value)


_ATTRIBUTES = {"discard": "discards", "talon": "manni", "surprise": "manni", "turned": "cut"}
_READERS: dict[str, Callable[[Any], object]] = {
    "variant": text_of(str),
    "hands": hands_of,
    "manni": cards_of,
    "talon": cards_of,
    "surprise": cards_of,
    "cut": text_of(parse_card),
    "turned": text_of(parse_card),
    "auction": _auction,
    "bid": _bid,
    "contract": text_of(parse_contract),
    "great": flag_of,
    "declarer": text_of(parse_seat),
    "leader": text_of(parse_seat),
    "ace_low": flag_of,
    "discard": _discards,
    "play": cards_of,
    "result": _result,
    "goal": text_of(parse_goal),
    "key": text_of(parse_card),
    "tags": _tags,
}
_FIELDS = "there are " + " ".join(_READERS)
