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
from solver.report.text import AnyText, Text, heading, indented, join, padded
from solver.rules.trick import arranged
from solver.words import seat_letter

if TYPE_CHECKING:
    from solver.analysis.changes import Exchange
    from solver.analysis.why import Compared, Diagram, Why
    from solver.position import Position
    from solver.puzzles.tree import Group
    from solver.review.reasons import Reason

NOT_FOUND = "What it rests on: stopped before it was worked out."

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
    blocks = [
        _after(
            Text(
                heading(f"After {each.played.seat.word}'s "),
                card_text(each.played.card),
                heading(f" in trick {each.played.trick}"),
            ),
            each.why,
            each.played.seat,
        )
        for each in reasons
    ]
    return join("\n\n", [*blocks, _legend(each.why for each in reasons)])


def failures_text(seat: Seat, failures: Mapping[Group, Why | None]) -> Text:
    """Return why first cards of a puzzle fail: what its seat is held to, or made to take."""
    blocks = [
        _after(Text(heading("After "), equals_text(group)), why, seat)
        for group, why in failures.items()
    ]
    return join("\n\n", [*blocks, _legend(failures.values())])


def _after(card: Text, why: Why | None, seat: Seat) -> Text:
    return Text(card, ", of the tricks from there on: ", _told(why, seat))


def whys_text(found: Mapping[Seat, Why | None]) -> Text:
    """Return what the guarantees of seats rest on; None is what was stopped."""
    told = (_told(why, seat) for seat, why in found.items())
    return join("\n\n", [*told, _legend(found.values())])


def _told(why: Why | None, seat: Seat) -> Text:
    title = heading(f"Why {seat.word}")
    if why is None:
        return Text(title, "\n", NOT_FOUND)
    blocks: list[AnyText] = [
        Text(title, f" {does_text(why)}", "\n\n", indented(_hands(why.diagram))),
        _named(why),
        _comparisons(why),
        _what_it_takes(why),
    ]
    return join("\n\n", filter(None, blocks))


_X = (
    "x: some other card of its suit that keeps its hand in order, below the cards to its left, "
    "above those to its right. Whatever they are, the line above the diagram is true."
)


def _legend(whys: Iterable[Why | None]) -> str:
    """Return what the signs of diagrams mean."""
    table = any(why is not None and why.position.table for why in whys)
    return f"{_X} In brackets: cards on the table." if table else _X


def _amount(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def does_text(why: Why) -> str:
    """Return what is claimed of a seat: ``is sure of 3 tricks, and of no more``."""
    tricks, claim = _amount(why.value, "trick"), why.claim
    if not why.value and claim.most is not None:
        return "cannot be made to take a trick" if why.position.avoids else "is not sure of a trick"
    can = "can be made to take" if why.position.avoids else "is sure of"
    if claim.most is None:
        return f"{can} {tricks}"
    if claim.least is None:
        cannot = "cannot be made to take" if why.position.avoids else "is not sure of"
        return f"{cannot} more than {tricks}"
    return f"{can} {tricks}, and {'' if why.position.avoids else 'of '}no more"


def _hands(diagram: Diagram) -> Text:
    rows: list[list[AnyText]] = [[heading(seat.word.capitalize()) for seat in Seat]]
    for suit in range(SUITS):
        ranks = (
            " ".join(_rank(card, diagram.position) for card in _shown(diagram, seat, suit))
            for seat in Seat
        )
        rows.append([suit_text(suit, f" {each or '–'}") for each in ranks])
    widths = [max(map(len, row)) for row in rows]
    return join(
        "\n",
        (join("  ", map(padded, cells, widths)).rstrip() for cells in zip(*rows, strict=True)),
    )


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
        some = cards_text(cards_in(not_known))
        return Text("Of these it is not known whether they could be an x as well: ", some)
    if not why.diagram.needed:
        return Text()
    but = ", but for those on the table," if why.position.table else ""
    return Text(
        f"Each card named{but} is needed: with an x in its place the line above the diagram is "
        "false of some deals."
    )


def _comparisons(why: Why) -> Text:
    """Return the comparisons suit by suit, those not shown to be needed with a question mark."""
    count = len(why.comparisons)
    if not count:
        return Text("It rests on no comparison of cards, only on how long the suits are.")
    lines: list[AnyText] = [
        f"It rests on {_amount(count, 'comparison')} of cards; a card stands for its place in its "
        "hand:"
    ]
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
            "Minimal: leave out any of them, and some deal that agrees in the others has another "
            "value."
        )
    else:
        lines.append(
            f"It is not known if those marked ? ({not_known} of {count}) can be left out; more "
            "time may tell."
        )
    lines.append(
        f"With what follows {why.rests_on} of all {why.pairs} comparisons are settled; the first "
        f"proof used {why.used}."
    )
    lines.append(
        f"Among the deals of these cards with suits as long as here {large(why.deals)} of "
        f"{large(why.deals_alike)} agree in them; among all deals of these cards one in "
        f"{large(round(1 / why.chance))} does."
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
        same = f"Still {_amount(why.value, 'trick')} " if exact else "Still so "
        lines.append(Text(same, _change(why.same, why.seat), "."))
    changes = why.changes
    for word, found, possible in (
        ("more", changes.more, why.claim.most is not None and why.value < why.position.tricks),
        ("fewer", changes.fewer, why.claim.least is not None and why.value > 0),
    ):
        for each in found:
            lines.append(Text(f"{_amount(each.value, 'trick')} ", _change(each, why.seat), "."))
        if possible and not found and changes.complete:
            lines.append(f"No exchange of two cards of a suit makes it {word}.")
    if not changes.complete:
        lines.append(
            f"Exchanges of two cards were tried up to {_amount(changes.steps, 'step')} in rank."
        )
    return join("\n", lines)


def _change(each: Exchange, seat: Seat) -> Text:
    """Return an exchange in words: ``with ♠J in place of ♠T (exchanged with dealer)``."""
    high, low = card_text(each.high), card_text(each.low)
    if each.low_seat is seat:
        other = each.high_seat.word
        return Text("with ", high, " in place of ", low, f" (exchanged with {other})")
    if each.high_seat is seat:
        other = each.low_seat.word
        return Text("with ", low, " in place of ", high, f" (exchanged with {other})")
    return Text(
        "if ", high, f" ({each.high_seat.word}) and ", low, f" ({each.low_seat.word}) change hands"
    )


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def large(number: int) -> str:
    """Return a number as it is up to a million, then to two digits: ``1.9·10¹²``."""
    if number < 10**6:
        return f"{number:,}"
    digits, _, power = f"{number:.1e}".partition("e")
    return f"{digits}·10{str(int(power)).translate(_RAISED)}"
