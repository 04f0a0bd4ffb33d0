"""What may be seen at a table, one record for deals and games, and tables of the library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

from ..cards import BySeat, Contract, Seat, card_name, cards_in
from ..position import Position
from ..report.text import AnyText, Table, Text
from ..rules.trick import trick_winner
from ..schema import (
    CARD,
    CARDS,
    COUNT,
    SEAT,
    TEXT,
    Count,
    by_card,
    by_seat,
    field,
    list_of,
    nullable,
    record,
    schema_of,
)

PLAYED = record(field("seat", SEAT), field("card", CARD), name="Played")


Shown = Annotated[Sequence[int], CARDS]


class Beside(NamedTuple):
    """What lies beside the hands, or was said: its name, its cards, what is to be said of it."""

    head: str
    cards: Shown = ()
    text: str = ""


BESIDE = record(of=Beside, name="Beside")


class Aim(NamedTuple):
    """What a side has won of what it wants, as the game counts: the declarer's, else the player's.

    ``name`` is what it is called.
    """

    name: str
    text: str


AIM = record(of=Aim, name="Aim")


@dataclass(frozen=True, kw_only=True)
class View:
    """What may be seen at a table. The cards of a covered hand do not exist here.

    Attributes:
        seats: in playing order
        near: who sits near, unless another is put there
        round: who sits on the dealer's left, and so on round to him
        of: all tricks of the deal
        hands: in the order in which they are shown
        covered: whose cards are not seen
        trick: that lies on the table, whole until the next is led
        taker: who takes it
        winning: whose card lies best in it
        to_play: whose turn it is
        chooses: who puts cards down; null where one is played
        free: to be played, or put down
        why: not the others
        notes: what is said beside each name
        beside: what else lies or was said
        said: what has just happened, and what comes next
        piles: in which hands lie, each from its top card down; null for a card that is not seen
    """

    contract: Contract | None
    seats: Sequence[Seat]
    names: Annotated[BySeat[str], by_seat(TEXT)]
    near: Seat | None
    round: Sequence[Seat]
    declarer: Seat | None
    of: Count
    hands: Annotated[BySeat[Shown], by_seat(CARDS)]
    sizes: Annotated[BySeat[int], by_seat(COUNT)]
    covered: Sequence[Seat]
    trick: Annotated[Sequence[Any], list_of(PLAYED)]
    taker: Seat | None
    winning: Seat | None
    to_play: Seat | None
    chooses: Seat | None
    free: Shown
    why: Annotated[Iterable[tuple[int, str]], by_card(TEXT)]
    won: Annotated[BySeat[int], by_seat(COUNT)]
    notes: Annotated[BySeat[str], by_seat(TEXT)]
    beside: Iterable[Beside]
    headline: str
    said: str
    aim: Aim | None = None
    piles: (
        Annotated[BySeat[Sequence[Sequence[int | None]]], by_seat(list_of(list_of(nullable(CARD))))]
        | None
    ) = None


VIEW = record(of=View, name="View", doc="of a table")
VIEWED = tuple(field(own.key, own.schema, own.doc, f"view.{own.key}") for own in VIEW.fields)
"""The same of what has a ``view``."""


def winning(position: Position | None, trick: Sequence[Any]) -> Seat | None:
    """Return whose card lies best in a trick, of one that is whole who has taken it."""
    if position is None or not position.table:
        return None if position is None else position.taken_by
    best = trick_winner(position.table, position.contract, position.rules)
    found: Seat = trick[best].seat
    return found


def why_not(position: Position, say: Callable[[str, str], str]) -> Iterator[tuple[int, str]]:
    """Yield each card of who is to play that may not be played, and what is said of it.

    That is of the kind of what is wrong, and a sentence of it.
    """
    for card in cards_in(position.open_cards(position.to_play)):
        if (why := position.why_illegal(card)) is not None:
            yield card, say(*why)


def capital(text: str) -> str:
    """Return a text with a capital letter first."""
    return text[:1].upper() + text[1:]


def coded(text: AnyText) -> str:
    """Return a text with its cards in the notation, which the page draws and says in words.

    After a card stands the form that its name has in the sentence: ``D7_object``.
    """
    return "".join(
        _NO_CARD.sub("\u2060", minus(span.text))
        if span.card is None
        else "_".join(filter(None, (card_name(span.card), span.form)))
        for span in Text(text).spans
    )


_NO_CARD = re.compile(r"(?<=\b[SHDC])(?=[2-9TJQKA]\b)")
"""Within what looks like a card and is none, ``SA`` for *sans-atout*."""


def minus(text: object) -> str:
    """Return a text with a minus before its numbers, and a dash between those of a range."""
    return re.sub(r"(?<=\d)\.\.(?=\d)", "–", re.sub(r"(?<!\w)-(?=\d)", "−", str(text)))


# Tables of the library as the page draws them -------------------------------------------


class Figures(TypedDict):
    """a table

    Attributes:
        over: the heads, of those that belong together; else empty
    """

    over: list[str]
    heads: list[str]
    rows: list[list[str]]


FIGURES = schema_of(Figures)


def figures(table: Table | None, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Return heads and cells as people read them, of all columns or of these in this order."""
    if table is None:
        return {"over": [], "heads": [], "rows": []}
    own = table.seen
    if names is not None:
        order = [column.name for column in own.columns]
        own = own.of(order.index(name) for name in names if name in order)
    heads, *rows = own.text_rows()
    return {
        "over": [column.over for column in own.columns],
        "heads": list(map(str, heads)),
        "rows": [[minus(str(cell)) for cell in row] for row in rows],
    }
