"""What a seat knew when it asked for advice, as JSON."""

from __future__ import annotations

from typing import Any

from solver.advice.seen import Seen
from solver.cards import SEATS, cards_in
from solver.notation import format_card, format_hand
from solver.report.cards import call_text
from solver.report.exchange import names


def known_json(known: Seen) -> dict[str, Any]:
    """Return what was known: the hand, and what was said and done before.

    ``lines_left`` is null where no calls are given.
    """
    slots = [slot.name for slot in known.variant.slots]
    left = known.lines_left or [slots] * SEATS
    return {
        "variant": known.variant.code,
        "contract": known.contract.name,
        "great": known.great,
        "declarer": None if known.declarer is None else known.declarer.letter,
        "ace_low": known.ace_low,
        "seat": known.seat.letter,
        "hand": format_hand(known.hand),
        "cut": None if known.cut is None else format_card(known.cut),
        "taken": list(known.taken),
        "discarded": names(tuple(cards_in(known.discarded))),
        "calls": [call_text(call) for call in known.calls],
        "lines_left": (
            [[name for name in slots if name in own] for own in left] if known.calls else None
        ),
    }
