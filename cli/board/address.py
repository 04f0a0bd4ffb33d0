"""A deal and a place in it as the text of an address.

The text is ``d=`` and base64 of compressed JSON. What comes in an address may come from
anybody: no more is unpacked than a deal can need.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ...solver.deal import Deal
from ...solver.errors import NotationError
from ...solver.fields import cards_of, read_field, unique_fields
from ...solver.files.jsonfile import deal_from_json, deal_to_json
from ...solver.notation import format_cards

LONGEST = 1900
"""The most characters: the rest of an address has a hundred left of 2,000."""

_MOST_UNPACKED = 1 << 14
_NAMES = ("name", "event")


def address_of(deal: Deal, played: Sequence[int] = ()) -> str:
    """Return the text for a deal after the cards ``played``.

    Where it would be too long, what is not needed to play is left out: the comments first,
    then all tags, then the record and how the hands came about.
    """
    for less in _shortened(deal):
        text = _packed(less, played)
        if len(text) <= LONGEST:
            break
    return text


def deal_of(address: str) -> tuple[Deal, tuple[int, ...]]:
    """Return the deal of an address and the cards played. Raises NotationError."""
    data = _unpacked(address.strip().removeprefix("#").removeprefix("d="))
    if not isinstance(data, dict) or not data.keys() <= {"deal", "played"}:
        raise NotationError("the address holds no deal")
    return deal_from_json(data.get("deal")), read_field("played", data.get("played", ""), cards_of)


def _packed(deal: Deal, played: Sequence[int]) -> str:
    data: dict[str, Any] = {"deal": deal_to_json(deal)}
    data["deal"] |= {
        name: " ".join(data["deal"][name])
        for name in ("hands", "manni", "play")
        if name in data["deal"]
    }
    if played:
        data["played"] = format_cards(played)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    return "d=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _unpacked(text: str) -> Any:
    try:
        packed = base64.b64decode(text.encode("ascii") + b"===", altchars=b"-_", validate=False)
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, _MOST_UNPACKED)
        if not reader.eof or reader.unused_data:
            raise NotationError("the address holds no deal: it is cut off, or far too long")
        return json.loads(plain.decode(), object_pairs_hook=unique_fields)
    except (UnicodeError, binascii.Error, zlib.error, json.JSONDecodeError, RecursionError):
        raise NotationError("the address holds no deal: a part of it is missing or wrong") from None


def _shortened(deal: Deal) -> Iterator[Deal]:
    """Yield a deal with less and less in it, at last what is played from its first lead on."""
    yield deal
    yield deal.but(tags=tuple(tag for tag in deal.tags if tag[0].lower() in _NAMES))
    yield deal.but(tags=())
    yield replace(
        deal,
        hands=deal.hands_played(),
        manni=(),
        cut=None,
        contract=deal.contract_played,
        ace_low=deal.rules_played.ace_low,
        leader=deal.leader_played,
        discards=(None,) * len(deal.hands),
        tags=(),
    )
