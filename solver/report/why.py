"""What a guarantee rests on, as text and described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from ..cards import Seat, card_name, cards_in
from ..i18n import N_, _, amount, filled, gettext, seat_word, text_if
from ..rules.trick import arranged
from ..schema import COUNT, LENGTH, SET, TEXT, by_seat, field, fields_at, record
from .diagram import suit_lines
from .text import (
    AnyText,
    Text,
    by_suit,
    cards_text,
    fill,
    heading,
    indent,
    join,
    pad,
    paragraphs,
    rank_text,
)

if TYPE_CHECKING:
    from ..analysis.why import Why
    from ..position import Position

NOT_FOUND = N_("What it rests on: stopped before it was worked out.")

WHY = record(
    field("guarantee=value: The guarantee.", LENGTH),
    field(
        "diagram: Every hand, spades.hearts.diamonds.clubs, the cards on the table among them, "
        "with x for cards that may be any other card of the suit as long as the hand stays in "
        "order.",
        by_seat(TEXT),
        lambda why: [
            ".".join(
                map(
                    "".join,
                    suits_of(why.position, why.named, seat, lambda card: card_name(card)[1], "{}"),
                )
            )
            for seat in Seat
        ],
    ),
    field(
        "unsettled: The named cards of which it is not known if they may be an x as well. The "
        "others matter, but for those on the table: were the place of one in the order of the "
        "named cards open too, what is said of the guarantee would be false in some deal.",
        SET,
    ),
    doc="The cards that the guarantee of a seat rests on.",
)


COSTLY = record(
    field("number=played.number: The number of the card in the review.", COUNT),
    *fields_at("why", WHY),
    doc="What the player of a costly card is held to after it rests on.",
)


_X = N_(
    "x: any other card of its suit that keeps its hand in order, below the cards to its left, "
    "above those to its right. Whatever the x are, the line above the diagram is true. Of the "
    "cards shown only the order counts. Each that is settled matters: were it open too, the line "
    "would be false in some deal. In brackets: cards on the table, always shown."
)


def whys_text(reasons: Mapping[Seat, Why | None]) -> Text:
    """Return what the guarantees of seats rest on; None is what was stopped."""
    head = N_("What {seat:of}'s guarantee rests on")
    return with_legend(why_text(fill(head, seat=seat), why) for seat, why in reasons.items())


def with_legend(blocks: Iterable[AnyText]) -> Text:
    """Return diagrams and other paragraphs, followed by an explanation of the signs."""
    return paragraphs(*blocks, gettext(_X))


def why_text(head: Text, why: Why | None, won: int = 0) -> Text:
    """Return the claim about a seat and the diagram; the seat has ``won`` tricks before."""
    title = heading(str(head))
    if why is None:
        return Text(title, "\n", gettext(NOT_FOUND))
    claim = claim_of(why, won)
    if won:
        claim = _("{claim} Won already: {number}.", claim=claim, number=won)
    diagram = hands_text(why.position, why.named)
    return paragraphs(Text(title, "\n", claim), diagram, unsettled_text(why))


def unsettled_text(why: Why) -> Text:
    """Return a sentence on the cards that may or may not matter; empty if there are none."""
    cards = cards_text(cards_in(why.unsettled))
    sentence = N_("Not settled: whether {cards} may be an x as well.")
    return fill(sentence, cards=cards) if why.unsettled else Text()


def claim_of(why: Why, won: int = 0) -> str:
    """Return what is claimed: ``Dealer is sure of 3 tricks, and of no more.``"""
    avoids, value = why.position.avoids, why.value + won
    if not value and why.at_most:
        sentence = text_if(
            avoids,
            "{seat:The} cannot be made to take a trick.",
            "{seat:The} is not sure of a trick.",
        )
    elif not why.at_most:
        sentence = text_if(
            avoids, "{seat:The} can be made to take {tricks}.", "{seat:The} is sure of {tricks}."
        )
    elif not why.at_least:
        sentence = text_if(
            avoids,
            "{seat:The} cannot be made to take more than {tricks}.",
            "{seat:The} is not sure of more than {tricks}.",
        )
    else:
        sentence = text_if(
            avoids,
            "{seat:The} can be made to take {tricks}, and no more.",
            "{seat:The} is sure of {tricks}, and of no more.",
        )
    return filled(sentence, seat=why.seat, tricks=amount(value, "tricks"))


def hands_text(position: Position, named: int = ~0) -> Text:
    """Return the hands, with x for cards that are not named."""
    lines = []
    for seat in Seat:
        suits = suit_lines(suits_of(position, named, seat))
        lines.append([heading(f"{seat_word(seat):The}"), *suits])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return indent(join("\n", (join("  ", map(pad, line, widths)).rstrip() for line in lines)))


def suits_of(
    position: Position,
    named: int,
    seat: Seat,
    rank: Callable[[int], str] = rank_text,
    on_table: str = "({})",
) -> list[list[str]]:
    """Return the ranks of a hand by suit from the top, x for those that are not named."""

    def rank_or_x(card: int) -> str:
        if not named >> card & 1:
            return "x"
        return (on_table if card in position.table else "{}").format(rank(card))

    cards = arranged(cards_in(position.dealt[seat]), position.rules)
    return [[*map(rank_or_x, suit)] for suit in by_suit(cards)]
