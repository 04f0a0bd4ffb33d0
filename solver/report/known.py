"""What a seat knew when it asked for advice, described."""

from __future__ import annotations

from solver.advice.seen import Seen
from solver.cards import SEATS
from solver.described import (
    CARD,
    CONTRACT,
    FLAG,
    HAND,
    SEAT,
    SET,
    TEXT,
    field,
    integer,
    list_of,
    nullable,
    record,
)
from solver.report.cards import call_text
from solver.report.values import ace_low


def _lines_left(known: Seen) -> list[list[str]] | None:
    if not known.calls:
        return None
    slots = [slot.name for slot in known.variant.slots]
    left = known.lines_left or [slots] * SEATS
    return [[name for name in slots if name in own] for own in left]


KNOWN = record(
    field("variant", TEXT, "The code of the game.", "variant.code"),
    field("contract", CONTRACT),
    field("great", FLAG, "Whether the contract is a great one."),
    field("declarer", nullable(SEAT), "Who declares, null if nobody does."),
    ace_low(),
    field("seat", SEAT, "Who is to exchange, or to play."),
    field(
        "hand",
        HAND,
        "Its hand: in the play, as it was when the play began.",
        lambda known: (known.hand, known.variant.rules.written),
    ),
    field("cut", nullable(CARD), "The cut card, null if there is none or it is not known."),
    field(
        "taken",
        list_of(integer(0, unit="cards")),
        "How many cards the seats exchanged, in the order of the exchange: before an exchange "
        "those that came before; empty if not known.",
    ),
    field(
        "discarded",
        SET,
        "The cards that the seat itself has put down before, as far as they are known.",
    ),
    field(
        "calls",
        list_of(TEXT),
        "What was called, from the seat that opens; empty if not known.",
        lambda known: map(call_text, known.calls),
    ),
    field(
        "lines_left",
        nullable(list_of(list_of(TEXT), least=SEATS, most=SEATS)),
        "The lines that each seat had left to declare before the calls, forehand first; null "
        "without calls.",
        _lines_left,
    ),
)
