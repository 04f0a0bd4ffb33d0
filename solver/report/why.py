"""What a guarantee rests on, as text and described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from solver.cards import RANK_LETTERS, SUITS, Seat, cards_in, rank_of, suit_of
from solver.described import (
    CARD,
    COUNT,
    FLAG,
    HAND,
    LENGTH,
    SEAT,
    SET,
    TEXT,
    by_seat,
    field,
    integer,
    list_of,
    nullable,
    number,
    record,
    within,
)
from solver.report.cards import card_text, cards_text, equals_text, rank_text, suit_text
from solver.report.text import AnyText, Text, fill, heading, indented, join, padded
from solver.rules.trick import arranged
from solver.words import N_, _, amount, gettext, ngettext, seat_letter, seat_word

if TYPE_CHECKING:
    from solver.analysis.changes import Exchange
    from solver.analysis.why import Compared, Diagram, Why
    from solver.position import Position
    from solver.puzzles.tree import Group
    from solver.review.reasons import Reason

NOT_FOUND = N_("What it rests on: stopped before it was worked out.")

_OTHERWISE = record(
    field(
        "hands",
        by_seat(HAND),
        "The hands, the cards on the table among them.",
        lambda own: list(own.otherwise),
    ),
    field("guarantee", LENGTH, "The guarantee then.", "value"),
    doc="A deal that agrees in all other comparisons and has another guarantee.",
)

_COMPARED = record(
    field("above", CARD, "The card that is the higher one, for its place in its hand."),
    field("below", CARD, "The card of another hand, for its place there."),
    field(
        "otherwise",
        nullable(_OTHERWISE),
        "Why this one is needed: a deal that agrees in all other comparisons and has another "
        "guarantee; null if none was found.",
        lambda own: own if own.otherwise is not None else None,
    ),
)

_EXCHANGE = record(
    field("high", CARD, "The higher of the two cards."),
    field("low", CARD, "The lower one."),
    field("high_seat", SEAT, "Who holds the higher one now."),
    field("low_seat", SEAT, "Who holds the lower one now."),
    field("steps", COUNT, "1 if no card in play lies between them, and so on."),
    field("guarantee", LENGTH, "The guarantee once they have changed hands.", "value"),
)

WHY = record(
    field("guarantee", LENGTH, "The guarantee.", "value"),
    field(
        "diagram",
        by_seat(TEXT),
        "Every hand, spades.hearts.diamonds.clubs, the cards on the table among them, with x for "
        "cards that may be any other card of the suit as long as the hand stays in order.",
        lambda own: [_pattern(own.diagram, seat) for seat in Seat],
    ),
    field(
        "named_needed",
        SET,
        "The named cards that cannot be an x as well: some such deal has another guarantee.",
        "diagram.needed",
    ),
    field(
        "named_not_known",
        SET,
        "The named cards of which that is not known, but for those on the table.",
        "diagram.not_known",
    ),
    field(
        "comparisons",
        list_of(_COMPARED),
        "Every deal with as many cards of each suit in each hand in which these come out alike "
        "has the same guarantee.",
    ),
    field("minimal", FLAG, "Whether each of them is shown to be needed beside the others."),
    field("rests_on", COUNT, "How many comparisons these are with all that follow from them."),
    field("used", COUNT, "How many the search's own proof used."),
    field("pairs", COUNT, "How many comparisons there are of two cards in different hands."),
    field("deals", integer(1), "The deals of the same cards that agree, with lengths as they are."),
    field("deals_alike", integer(1), "All deals of the same cards with these lengths."),
    field(
        "chance",
        number(0, 1, unit="part of 1"),
        "The chance of a deal that agrees if the cards in play were dealt anew.",
    ),
    field(
        "same",
        nullable(_EXCHANGE),
        "The largest exchange of two cards to the seat's disadvantage that changes nothing by "
        "this proof; null if there is none.",
    ),
    field(
        "more",
        list_of(_EXCHANGE),
        "The exchanges of two cards of a suit, of the fewest steps, after which it is more.",
        "changes.more",
    ),
    field(
        "fewer",
        list_of(_EXCHANGE),
        "Those after which it is less.",
        "changes.fewer",
    ),
    field(
        "steps",
        COUNT,
        "All exchanges of up to so many steps were tried.",
        "changes.steps",
    ),
    field(
        "complete",
        FLAG,
        "Whether that was enough: where more or fewer are empty, no exchange makes it so.",
        "changes.complete",
    ),
    doc="What the guarantee of a seat rests on.",
)


COSTLY = record(
    field("number", COUNT, "The number of the card in the review.", "played.number"),
    *within("why", WHY),
    doc="What the player of a costly card is held to after it rests on.",
)


def reasons_text(reasons: Sequence[Reason]) -> Text:
    """Return why the costly cards of a review were costly."""
    told = _("After {seat}'s {card} in trick {trick}; tricks are counted from there on.")
    blocks: list[AnyText] = []
    for each in reasons:
        seat, card = seat_word(each.played.seat), card_text(each.played.card)
        head = fill(told, seat=seat, card=card, trick=each.played.trick)
        blocks.append(join("\n", [head, _told(each.why, each.played.seat)]))
    return join("\n\n", [*blocks, _legend(each.why for each in reasons)])


def failures_text(seat: Seat, failures: Mapping[Group, Why | None]) -> Text:
    """Return why first cards of a puzzle fail: what its seat is held to, or made to take."""
    told = _("After {card}; tricks are counted from there on.")
    blocks = [
        join("\n", [fill(told, card=equals_text(group)), _told(why, seat)])
        for group, why in failures.items()
    ]
    return join("\n\n", [*blocks, _legend(failures.values())])


def whys_text(found: Mapping[Seat, Why | None]) -> Text:
    """Return what the guarantees of seats rest on; None is what was stopped."""
    told = (_told(why, seat) for seat, why in found.items())
    return join("\n\n", [*told, _legend(found.values())])


def _told(why: Why | None, seat: Seat) -> Text:
    if why is None:
        title = heading(_("Why {seat}").format(seat=seat_word(seat)))
        return Text(title, "\n", gettext(NOT_FOUND))
    blocks: list[AnyText] = [
        Text(heading(title_of(why, seat)), "\n\n", indented(_hands(why.diagram))),
        _named(why),
        _comparisons(why),
        _what_it_takes(why),
    ]
    return join("\n\n", filter(None, blocks))


_X = N_(
    "x: any other card of its suit that keeps its hand in order, below the cards to its left, "
    "above those to its right. Whatever the x are, the line above the diagram is true; with an x "
    "in place of a card named it would not always be."
)


def _legend(whys: Iterable[Why | None]) -> str:
    """Return what the signs of diagrams and comparisons mean."""
    several = [why for why in whys if why is not None]
    parts = [gettext(_X)]
    if any(why.position.table for why in several):
        parts.append(_("In brackets: cards on the table, always named."))
    if any(why.comparisons for why in several):
        parts.append(_("A card compared stands for its place in its hand."))
    return " ".join(parts)


def title_of(why: Why, seat: Seat) -> str:
    """Return what is claimed of a seat: ``Why dealer is sure of 3 tricks, and of no more``."""
    avoids, claim = why.position.avoids, why.claim
    if not why.value and claim.most is not None:
        told = _("Why {seat} is not sure of a trick")
        if avoids:
            told = _("Why {seat} cannot be made to take a trick")
    elif claim.most is None:
        told = _("Why {seat} is sure of {tricks}")
        if avoids:
            told = _("Why {seat} can be made to take {tricks}")
    elif claim.least is None:
        told = _("Why {seat} is not sure of more than {tricks}")
        if avoids:
            told = _("Why {seat} cannot be made to take more than {tricks}")
    else:
        told = _("Why {seat} is sure of {tricks}, and of no more")
        if avoids:
            told = _("Why {seat} can be made to take {tricks}, and no more")
    return told.format(seat=seat_word(seat), tricks=amount(why.value, "tricks"))


def _hands(diagram: Diagram) -> Text:
    rows: list[list[AnyText]] = [[heading(f"{seat_word(seat):The}") for seat in Seat]]
    for suit in range(SUITS):
        ranks = (suit_pattern(diagram, seat, suit) for seat in Seat)
        rows.append([suit_text(suit, f" {each or '–'}") for each in ranks])
    widths = [max(map(len, row)) for row in rows]
    return join(
        "\n",
        (join("  ", map(padded, cells, widths)).rstrip() for cells in zip(*rows, strict=True)),
    )


def suit_pattern(diagram: Diagram, seat: Seat, suit: int) -> str:
    """Return a hand's cards of a suit, ``A J x``, those on the table in brackets."""
    return " ".join(_rank(card, diagram.position) for card in _shown(diagram, seat, suit))


def _shown(diagram: Diagram, seat: Seat, suit: int) -> list[int | None]:
    """Return a hand's cards of a suit from the top, None for an x."""
    position, named = diagram.position, diagram.named[seat]
    held = (card for card in cards_in(position.dealt[seat]) if suit_of(card) == suit)
    return [card if named >> card & 1 else None for card in arranged(held, position.rules)]


def _rank(card: int | None, position: Position) -> str:
    """Return a card of the diagram, in brackets if it is on the table."""
    if card is None:
        return "x"
    return f"({rank_text(card)})" if card in position.table else rank_text(card)


def _pattern(diagram: Diagram, seat: Seat) -> str:
    """Return a hand of the diagram as files write hands."""
    return ".".join(
        "".join(
            "x" if card is None else RANK_LETTERS[rank_of(card)]
            for card in _shown(diagram, seat, suit)
        )
        for suit in range(SUITS)
    )


def _named(why: Why) -> Text:
    """Return how close the diagram is to the cards that must be named."""
    not_known = why.diagram.not_known
    if not_known:
        told = _("Of these it is not known whether they could be an x as well: {cards}")
        return fill(told, cards=cards_text(cards_in(not_known)))
    return Text()


def _comparisons(why: Why) -> Text:
    """Return the comparisons suit by suit, those not shown to be needed with a question mark."""
    count = len(why.comparisons)
    if not count:
        return Text(_("It rests on no comparison of cards, only on how long the suits are."))
    told = ngettext(
        "It rests on {number} comparison, a card above one in another hand:",
        "It rests on {number} comparisons, a card above one in another hand:",
        count,
    )
    lines: list[AnyText] = [told.format(number=count)]
    for suit in range(SUITS):
        own = [each for each in why.comparisons if suit_of(each.above) == suit]
        if own:
            lines.append(
                Text(
                    "  ",
                    suit_text(suit, "  "),
                    join(", ", (_compared(why.position, each) for each in own)),
                )
            )
    not_known = sum(each.otherwise is None for each in why.comparisons)
    if not not_known:
        lines.append(
            _(
                "None can be left out: for each some deal agrees in all the others and has another "
                "value."
            )
        )
    else:
        told = _(
            "It is not known if those marked ? ({number} of {all}) can be left out; more time may "
            "tell."
        )
        lines.append(told.format(number=not_known, all=count))
    told = _(
        "With those that follow they settle {number} of all {all}; the search's first proof used "
        "{used}."
    )
    lines.append(told.format(number=why.rests_on, all=why.pairs, used=why.used))
    told = _(
        "{number} of the {all} deals of these cards with suits as long as here agree in them; of "
        "all deals of these cards one in {every} does."
    )
    lines.append(
        told.format(
            number=large(why.deals),
            all=large(why.deals_alike),
            every=large(round(1 / why.chance)),
        )
    )
    return join("\n", lines)


def _compared(position: Position, each: Compared) -> str:
    mark = "" if each.otherwise is not None else "?"
    return f"{_owned(position, each.above)} > {_owned(position, each.below)}{mark}"


def _owned(position: Position, card: int) -> str:
    holder = next(seat for seat in Seat if position.dealt[seat] >> card & 1)
    return f"{seat_letter(holder.letter)} {rank_text(card)}"


def _what_it_takes(why: Why) -> Text:
    lines: list[AnyText] = []
    if why.same is not None:
        exact = why.claim.least == why.claim.most
        told = _("Still {tricks} {change}.") if exact else _("Still so {change}.")
        tricks = amount(why.value, "tricks")
        lines.append(fill(told, tricks=tricks, change=_change(why.same, why.seat)))
    changes, most, least = why.changes, why.claim.most, why.claim.least
    for each in changes.more:
        lines.append(_changed(each, why.seat))
    if most is not None and why.value < why.position.tricks and changes.complete:
        lines += [_("No exchange of two cards of a suit makes it more.")] * (not changes.more)
    for each in changes.fewer:
        lines.append(_changed(each, why.seat))
    if least is not None and why.value and changes.complete:
        lines += [_("No exchange of two cards of a suit makes it fewer.")] * (not changes.fewer)
    if not changes.complete:
        told = ngettext(
            "Exchanges of two cards were tried up to {number} step in rank.",
            "Exchanges of two cards were tried up to {number} steps in rank.",
            changes.steps,
        )
        lines.append(told.format(number=changes.steps))
    return join("\n", lines)


def _changed(each: Exchange, seat: Seat) -> Text:
    """Return what an exchange makes of the value."""
    tricks = amount(each.value, "tricks")
    return fill(_("{tricks} {change}."), tricks=tricks, change=_change(each, seat))


def _change(each: Exchange, seat: Seat) -> Text:
    """Return an exchange in words: ``with ♠J in place of ♠T (exchanged with dealer)``."""
    high, low = card_text(each.high), card_text(each.low)
    if seat in (each.low_seat, each.high_seat):
        told = _("with {card} in place of {other} (exchanged with {seat})")
        if each.low_seat is seat:
            return fill(told, card=high, other=low, seat=seat_word(each.high_seat))
        return fill(told, card=low, other=high, seat=seat_word(each.low_seat))
    return fill(
        _("if {card} ({seat}) and {other} ({holder}) change hands"),
        card=high,
        seat=seat_word(each.high_seat),
        other=low,
        holder=seat_word(each.low_seat),
    )


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def large(number: int) -> str:
    """Return a number as it is up to a million, then to two digits: ``1.9·10¹²``."""
    if number < 10**6:
        return f"{number:,}"
    digits, _, power = f"{number:.1e}".partition("e")
    return f"{digits}·10{str(int(power)).translate(_RAISED)}"
