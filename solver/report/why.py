"""What a guarantee rests on, as text and described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise, product
from typing import TYPE_CHECKING

from ..cards import RANK_LETTERS, RANKS, SUITS, Seat, cards_in, hand_of, rank_of, suit_of
from ..i18n import (
    N_,
    _,
    amount,
    format_number,
    gettext,
    ngettext,
    seat_letter,
    seat_word,
    text_if,
)
from ..rules.trick import arranged
from ..schema import (
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
from .text import (
    AnyText,
    Text,
    card_text,
    cards_text,
    fill,
    heading,
    indent,
    join,
    pad,
    rank_text,
    suit_text,
)

if TYPE_CHECKING:
    from ..analysis.why import Compared, Diagram, Swap, Why
    from ..position import Position

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


def whys_text(found: Mapping[Seat, Why | None]) -> Text:
    """Return what the guarantees of seats rest on; None is what was stopped."""
    blocks: list[AnyText] = []
    for seat, why in found.items():
        value = 0 if why is None else why.value
        sentence = _("What {seat:of}'s guarantee rests on")
        if value:
            sentence = ngettext(
                "What {seat:of}'s {tricks} rests on", "What {seat:of}'s {tricks} rest on", value
            )
        head = sentence.format(seat=seat_word(seat), tricks=amount(value, "tricks"))
        blocks.append(why_text(head, why, seat))
        if value:
            blocks.append(
                text_if(
                    value == 1,
                    "How it is taken: --line {seat}",
                    "How they are taken: --line {seat}",
                    seat=seat_letter(seat),
                )
            )
    return join("\n\n", [*blocks, whys_legend(found.values())])


def why_text(head: str, why: Why | None, seat: Seat, won: int = 0) -> Text:
    """Return what is claimed of a seat, which has ``won`` tricks before, and what it rests on."""
    if why is None:
        return Text(heading(head), "\n", gettext(NOT_FOUND))
    claim = claim_of(why, seat, won)
    if won:
        claim = _("{claim} Won already: {number}.", claim=claim, number=won)
    shown = named_cards(why.diagram)
    blocks: list[AnyText] = [
        Text(heading(head), "\n", claim, "\n\n", indent(_hands(why.position, shown))),
        _not_settled(why),
        _comparisons(why),
        _what_it_takes(why, won),
    ]
    return join("\n\n", filter(None, blocks))


_X = N_(
    "x: any other card of its suit that keeps its hand in order, below the cards to its left, "
    "above those to its right. Whatever the x are, the line above the diagram is true. A card is "
    "named where it matters or no other fits."
)


def whys_legend(whys: Iterable[Why | None]) -> str:
    """Return what the signs of diagrams and comparisons mean."""
    several = [why for why in whys if why is not None]
    parts = [gettext(_X)]
    if any(why.position.table for why in several):
        parts.append(_("In brackets: cards on the table, always named."))
    if any(why.comparisons for why in several):
        parts.append(
            _(
                "A card compared stands for its place, the highest of its hand in the suit, say, "
                "whatever lies there: the comparisons may allow deals that the diagram does not."
            )
        )
    if any(why.changes.more or why.changes.fewer for why in several):
        parts.append(
            _(
                "Swaps: two cards of a suit change hands. Those that change it are all of the "
                "nearest in rank that make it more, then of the nearest that make it fewer; others "
                "farther apart may too."
            )
        )
    return " ".join(parts)


def claim_of(why: Why, seat: Seat, won: int = 0) -> str:
    """Return what is claimed of a seat: ``Dealer is sure of 3 tricks, and of no more.``"""
    avoids, claim = why.position.avoids, why.claim
    value = why.value + won
    if not value and claim.most is not None:
        sentence = text_if(
            avoids,
            "{seat:The} cannot be made to take a trick.",
            "{seat:The} is not sure of a trick.",
        )
    elif claim.most is None:
        sentence = text_if(
            avoids, "{seat:The} can be made to take {tricks}.", "{seat:The} is sure of {tricks}."
        )
    elif claim.least is None:
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
    return sentence.format(seat=seat_word(seat), tricks=amount(value, "tricks"))


def dealt_text(position: Position) -> Text:
    """Return the hands of a position as diagrams have them, every card named."""
    return indent(_hands(position, ~0))


def named_cards(diagram: Diagram) -> int:
    """Return the cards to print, as a set: those named and those in whose place no other fits."""
    position = diagram.position
    height = position.rules.height
    shown = hand_of(position.table)
    for hand in diagram.named:
        shown |= hand
    while True:
        before = shown
        for hand, suit in product(position.dealt, range(SUITS)):
            held = [card for card in cards_in(hand) if suit_of(card) == suit]
            pack = range(RANKS * suit, RANKS * suit + RANKS)
            ends = [height(card) for card in held if shown >> card & 1]
            for low, high in pairwise(sorted({-1, *ends, RANKS})):
                run = [card for card in held if low < height(card) < high]
                fit = [card for card in pack if low < height(card) < high and not shown >> card & 1]
                if len(fit) == len(run):
                    shown |= hand_of(run)
        if shown == before:
            return shown


def _hands(position: Position, named: int) -> Text:
    rows: list[list[AnyText]] = [[heading(f"{seat_word(seat):The}") for seat in Seat]]
    for suit in range(SUITS):
        ranks = (suit_pattern(position, named, seat, suit) for seat in Seat)
        rows.append([suit_text(suit, f" {each or '–'}") for each in ranks])
    widths = [max(map(len, row)) for row in rows]
    return join(
        "\n",
        (join("  ", map(pad, cells, widths)).rstrip() for cells in zip(*rows, strict=True)),
    )


def suit_pattern(position: Position, named: int, seat: Seat, suit: int) -> str:
    """Return a hand's cards of a suit, ``A J x``, those on the table in brackets."""
    return " ".join(_rank(card, position) for card in _cards_or_x(position, named, seat, suit))


def _cards_or_x(position: Position, named: int, seat: Seat, suit: int) -> list[int | None]:
    """Return a hand's cards of a suit from the top, None for an x."""
    held = (card for card in cards_in(position.dealt[seat]) if suit_of(card) == suit)
    return [card if named >> card & 1 else None for card in arranged(held, position.rules)]


def _rank(card: int | None, position: Position) -> str:
    """Return a card of the diagram, in brackets if it is on the table."""
    if card is None:
        return "x"
    return f"({rank_text(card)})" if card in position.table else rank_text(card)


def _pattern(diagram: Diagram, seat: Seat) -> str:
    """Return a hand of the diagram as files write hands."""
    named = named_cards(diagram)
    return ".".join(
        "".join(
            "x" if card is None else RANK_LETTERS[rank_of(card)]
            for card in _cards_or_x(diagram.position, named, seat, suit)
        )
        for suit in range(SUITS)
    )


def _not_settled(why: Why) -> Text:
    """Return how close the diagram is to the cards that must be named."""
    not_known = why.diagram.not_known
    if not_known:
        return fill(
            "Not settled in the time: whether {cards} may be an x as well.",
            cards=cards_text(cards_in(not_known)),
        )
    return Text()


def _comparisons(why: Why) -> Text:
    """Return the comparisons suit by suit, those not shown to be needed with a question mark."""
    count = len(why.comparisons)
    if not count:
        return Text(_("It rests on no comparison of cards, only on how long the suits are."))
    lines: list[AnyText] = [
        ngettext(
            "It rests on {number} comparison, a card above one in another hand:",
            "It rests on {number} comparisons, a card above one in another hand:",
            count,
            number=count,
        )
    ]
    for suit in range(SUITS):
        own = [each for each in why.comparisons if suit_of(each.above) == suit]
        if own:
            lines.append(Text("  ", join(", ", (_comparison(why.position, each) for each in own))))
    not_known = sum(each.otherwise is None for each in why.comparisons)
    if not not_known:
        lines.append(
            ngettext(
                "It is needed: reverse it and some deal has another value.",
                "Each is needed: reverse it alone and some deal has another value.",
                count,
            )
        )
    else:
        lines.append(
            _(
                "It is not known if those marked ? ({number} of {all}) can be left out; more time "
                "may tell.",
                number=not_known,
                all=count,
            )
        )
    if why.pairs > 1:
        lines.append(
            ngettext(
                "There are {all} such pairs of cards here; {number} matters, {rest} may be either "
                "way.",
                "There are {all} such pairs of cards here; {number} matter, {rest} may be either "
                "way.",
                why.rests_on,
                number=why.rests_on,
                all=why.pairs,
                rest=why.pairs - why.rests_on,
            )
        )
    lines.append(
        _(
            "Deal these cards again with every hand's suit lengths kept: {number} of {all} deals "
            "meet the comparisons.",
            number=large(why.deals),
            all=large(why.deals_alike),
        )
    )
    return join("\n", lines)


def _comparison(position: Position, each: Compared) -> Text:
    mark = "" if each.otherwise is not None else "?"
    above, below = _card_of_owner(position, each.above), _card_of_owner(position, each.below)
    return Text(above, " > ", below, mark)


def _card_of_owner(position: Position, card: int) -> Text:
    """Return a card and whose it is: ``♥D (donneur)`` is not told from letters alone."""
    holder = next(seat for seat in Seat if position.dealt[seat] >> card & 1)
    return Text(card_text(card), f" ({seat_word(holder)})")


def _what_it_takes(why: Why, won: int) -> Text:
    changes, most, least = why.changes, why.claim.most, why.claim.least
    lines: list[AnyText] = []
    if changes.more or changes.fewer:
        lines.append(_("What would change it:"))
    lines += [_swap(why, each, won) for each in (*changes.more, *changes.fewer)]
    if changes.complete:
        if most is not None and why.value < why.position.tricks and not changes.more:
            lines.append(_("No swap of two cards of a suit makes it more."))
        if least is not None and why.value and not changes.fewer:
            lines.append(_("No swap of two cards of a suit makes it fewer."))
    elif changes.steps:
        lines.append(
            ngettext(
                "Time ran out: swaps were tried up to {number} step in rank.",
                "Time ran out: swaps were tried up to {number} steps in rank.",
                changes.steps,
                number=changes.steps,
            )
        )
    else:
        lines.append(_("Time ran out: no swaps were tried."))
    if why.same is not None:
        lines += [_("What would not, for one:"), _swap(why, why.same, won, same=True)]
    return join("\n", lines)


def _swap(why: Why, each: Swap, won: int, *, same: bool = False) -> Text:
    """Return what an exchange makes of it: ``Swap ♠J (dealer) and ♠T (forehand): 4 tricks``."""
    sentence = N_("Swap {card} and {other}: {tricks}")
    if same and why.claim.least != why.claim.most:
        sentence = N_("Swap {card} and {other}: still so")
    elif won:
        sentence = N_("Swap {card} and {other}: {tricks} in all")
    card, other = (_card_of_owner(why.position, one) for one in (each.high, each.low))
    tricks = amount(each.value + won, "tricks")
    return Text("  ", fill(sentence, card=card, other=other, tricks=tricks))


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def large(number: int) -> str:
    """Return a number as it is up to a million, then to two digits: ``1.9·10¹²``."""
    if number < 10**6:
        return format_number(f"{number:,}")
    digits, _, power = f"{number:.1e}".partition("e")
    return f"{format_number(digits)}·10{str(int(power)).translate(_RAISED)}"
