"""The schema of a view and of tables, as the board's page receives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypedDict

from ..cards import card_name, cards_in
from ..position import Position
from ..report.diagram import Aim, Beside, View
from ..report.text import AnyText, Table, Text, join
from ..schema import (
    CARD,
    CARDS,
    COUNT,
    SEAT,
    TEXT,
    by_card,
    by_seat,
    field,
    fields_at,
    list_of,
    nullable,
    record,
    schema_of,
)

PLAYED = record(field("seat", SEAT), field("card", CARD), name="Played")


record(of=Beside, name="Beside")
record(of=Aim, name="Aim")

VIEW = record(
    "contract:",
    field("seats", list_of(SEAT), "in playing order"),
    field("names", by_seat(TEXT)),
    "near",
    "round: who sits on the dealer's left, and so on round to him",
    "declarer:",
    "of=all_tricks: all tricks of the deal",
    field(
        "hands",
        by_seat(CARDS),
        "in the order in which they are shown",
        lambda view: map(view.cards, view.seats),
    ),
    field("sizes", by_seat(COUNT)),
    "covered: whose cards are not seen",
    field("trick", list_of(PLAYED), "that lies on the table, whole until the next is led"),
    "taker: who takes it",
    "winning: whose card lies best in it",
    "to_play: whose turn it is",
    "chooses free",
    field("why", by_card(TEXT), "not the others"),
    field("won", by_seat(COUNT)),
    field("notes", by_seat(TEXT), "what is said beside each name"),
    "beside: what else lies or was said",
    field("headline", TEXT, of=lambda view: str(join(" · ", view.headline()))),
    "said",
    "aim:",
    field(
        "piles",
        nullable(by_seat(list_of(list_of(nullable(CARD))))),
        "in which hands lie, each from its top card down; null for a card that is not seen",
    ),
    of=View,
    name="View",
    doc="of a table",
)
VIEWED = fields_at("view", VIEW)
"""``VIEW`` for a record with a field ``view``."""


def illegal_reasons(
    position: Position, say: Callable[[str, str], str]
) -> Iterator[tuple[int, str]]:
    """Yield each card that the seat to play holds and may not play, with the reason.

    ``say`` turns the kind of mistake and the sentence about it into the text.
    """
    for card in cards_in(position.open_cards(position.to_play)):
        if (why := position.why_illegal(card)) is not None:
            yield card, say(*why)


def capitalized(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def with_card_codes(text: AnyText) -> str:
    """Return a text with its cards in the notation, such as ``D7``.

    The page draws them, and reads them out in words. If the name of a card is inflected in the
    sentence, its form follows: ``D7_object``.
    """
    return "".join(
        _NO_CARD.sub("\u2060", with_minus_signs(span.text))
        if span.card is None
        else "_".join(filter(None, (card_name(span.card), span.form)))
        for span in Text(text).spans
    )


_NO_CARD = re.compile(r"(?<=\b[SHDC])(?=[2-9TJQKA]\b)")
"""The place within a word that looks like a card and is none: ``SA`` for *sans-atout*."""


def with_minus_signs(text: object) -> str:
    """Return a text with minus signs for hyphens before numbers and dashes for ``..`` in ranges."""
    return re.sub(r"(?<=\d)\.\.(?=\d)", "–", re.sub(r"(?<!\w)-(?=\d)", "−", str(text)))


# Tables of the library as the page draws them -------------------------------------------


class Figures(TypedDict):
    """a table

    Attributes:
        over: for each column the head of its group, empty without one
    """

    over: list[str]
    heads: list[str]
    rows: list[list[str]]


FIGURES = schema_of(Figures)


def figures(table: Table | None, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the heads and cells of a table as text, of all columns or of ``names`` in order."""
    if table is None:
        return {"over": [], "heads": [], "rows": []}
    columns = table.for_people
    if names is not None:
        order = [column.name for column in columns.columns]
        columns = columns.columns_at(order.index(name) for name in names if name in order)
    heads, *rows = columns.text_rows()
    return {
        "over": [column.over for column in columns.columns],
        "heads": list(map(str, heads)),
        "rows": [[with_minus_signs(str(cell)) for cell in row] for row in rows],
    }
