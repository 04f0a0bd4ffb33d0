"""Advice to a seat that sees its own hand alone: what all questions have of text and fields."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import attrgetter, eq
from typing import TypeAlias

from ..advice.answer import (
    BidChoice,
    Choice,
    ClaimChoice,
    ContractAdvice,
    ExchangeAdvice,
    Measure,
    PutAwayChoice,
)
from ..advice.compare import CONFIDENCE
from ..advice.observation import ContractObservation
from ..advice.worlds import Credit
from ..cards import SEATS, Seat
from ..i18n import N_, _, gettext, ngettext, seat_word, text_if
from ..rules.variant import Variant
from ..schema import (
    CARD,
    CHANCE,
    CONTRACT,
    FLAG,
    INTERVAL,
    POINTS,
    SEAT,
    SET,
    TEXT,
    Field,
    Schema,
    ace_low,
    field,
    held,
    in_columns,
    integer,
    list_of,
    nullable,
    number,
    one_of,
    record,
)
from .text import (
    AnyText,
    Cell,
    Column,
    Columns,
    Text,
    call_text,
    contract_name,
    extra_column,
    field_columns,
    fill,
    hand_text,
    interval,
    join,
)

# Sentences -------------------------------------------------------------------------------

NO_BELIEF = N_("Nothing is assumed of the others' bids: all deals of their cards are alike.")
"""What is concluded from an auction."""

Named: TypeAlias = tuple[AnyText, Choice]
"""A choice after its name."""

_NAMED = 3
"""How many of what is as good, or clearly worse, a sentence names."""


def verdict(what: AnyText, others: Sequence[Named], measure: Measure) -> Text:
    """Return what to do, what is about as good and what is clearly worse, one sentence each.

    ``others`` are what else there is, by its name. What looks worse by more than what is close, but
    is not told apart from chance, has a sentence of its own.
    """
    sentence = text_if(
        measure.is_chance, "{choice} (by {number}%)", "{choice} (by {number} points)"
    )
    alike, open_yet, worse = [], [], []
    for name, choice in others:
        behind = choice.behind
        if behind < measure.least or (behind <= measure.close and not choice.told_apart):
            alike.append(name)
        elif not choice.told_apart:
            open_yet.append(name)
        else:
            number = f"{100 * behind:.0f}" if measure.is_chance else f"{behind:.1f}"
            worse.append(fill(sentence, choice=name, number=number))
    lists = (
        (_("About as good: {choices}."), alike),
        (_("Looks worse, but may be as good: {choices}."), open_yet),
        (_("Clearly worse: {choices}."), worse),
    )
    named = (fill(sentence, choices=_first_few(choices)) for sentence, choices in lists if choices)
    return join(" ", [what, *named])


def _first_few(texts: Sequence[AnyText]) -> Text:
    """Return the first few of a list and how many more there are."""
    more = len(texts) - _NAMED
    if more <= 1:
        return join(", ", texts)
    return fill(
        ngettext("{choices} and {number} more", "{choices} and {number} more", more),
        choices=join(", ", texts[:_NAMED]),
        number=more,
    )


def holds_text(variant: Variant, hand: int, seat: Seat | None = None) -> Text:
    """Return what is held in which game, and who holds it."""
    sentence, word = _("{game}: {hand}"), ""
    if seat is not None:
        sentence, word = _("{game}: {seat} holds {hand}"), seat_word(seat)
    held = hand_text(hand, variant.rules)
    return fill(sentence, game=gettext(variant.name), seat=word, hand=held)


def holds_in_play(observation: ContractObservation, hand: int, bid: str = "") -> Text:
    """Return who holds what in which game and contract, with the ``bid`` that is to be made."""
    return fill(
        "{game}, {contract}: {seat} holds {hand}",
        game=gettext(observation.variant.name),
        contract=contract_name(observation.contract, observation.great, observation.ace_low) + bid,
        seat=seat_word(observation.seat),
        hand=hand_text(hand, observation.rules),
    )


def span(interval: tuple[float, float], form: str = "+.2f") -> str:
    """Return an interval of points as text: ``+1.18..+6.15``."""
    return "..".join(f"{end:{form}}" for end in interval)


def made_text(choice: BidChoice | PutAwayChoice | ClaimChoice) -> str:
    """Return how often a bid is made, and the interval of that."""
    if choice.chance is None or choice.chance_interval is None:
        return ""
    return f"{choice.chance:.0%} ({span(choice.chance_interval, '.0%')})"


_MODEL = {
    False: N_(
        "The others are taken to have exchanged much as the rule of thumb does (soft): {deals} "
        "deals count as {effective}."
    ),
    True: N_(
        "The others are taken to have called much as the rule of thumb does (soft): {deals} deals "
        "count as {effective}."
    ),
}
"""The model, by whether the others have called, or else exchanged."""


def credit_sentences(credit: Credit | None, *, called: bool) -> list[str]:
    """Return which model the worlds follow, nothing where there was nothing to believe."""
    if credit is None:
        return []
    sentences = [
        gettext(_MODEL[called], deals=f"{credit.deals:,}", effective=f"{credit.effective:,.0f}")
    ]
    if credit.rare:
        sentences.append(_("By that, what they did is rare: all the more depends on the model."))
    return sentences


# Columns ---------------------------------------------------------------------------------


def comparison(
    schema: Schema,
    best: Choice,
    measure: Measure,
    *between: Columns,
    after: Sequence[Columns] = (),
) -> list[Columns]:
    """Return the columns of what choices came to and how far each is behind the best.

    ``between`` stand before the second half, ``after`` before the sign of what may be as good.
    """
    less = measure.behind.lstrip("+z")

    def sign(choice: Choice) -> Cell:
        if choice == best:
            return Cell("", "")
        return Cell("", "yes") if choice.told_apart else Cell("≈", "no")

    return [
        field_columns(
            schema, "points", measure.head, text=lambda points: f"{points:{measure.points}}"
        ),
        interval(schema, "interval", measure.points),
        *between,
        field_columns(
            schema,
            "behind",
            says=lambda choice: "" if choice == best else f"{choice.behind:{less}}",
        ),
        interval(schema, "behind_interval", measure.behind, unless=partial(eq, best)),
        *after,
        extra_column(Column("", "told_apart"), sign),
    ]


def chance_column(index: int, head: str | None, name: str) -> Columns:
    """Return the column of the chance of a mark, by its index among the marks."""
    return extra_column(
        Column(head, name),
        lambda choice: Cell(f"{choice.reached[index]:.0%}", choice.reached[index]),
    )


def open_column(schema: Schema, answer: ExchangeAdvice | ContractAdvice) -> list[Columns]:
    """Return the column of what open cards say, none where no world was solved."""
    column = field_columns(schema, "open_cards", "open", text=lambda points: f"{points or 0:+.2f}")
    return [column] * (answer.solved > 0)


def open_sentence(answer: ExchangeAdvice | ContractAdvice) -> list[str]:
    """Return what that column is, nothing where it is not there."""
    sentence = _(
        "open: points by share with open cards in {deals} of the deals, more than can be had.",
        deals=f"{answer.solved:,}",
    )
    return [sentence] * (answer.solved > 0)


# Fields ----------------------------------------------------------------------------------

GAME = field("variant", TEXT._replace(write=attrgetter("code")), "The code of the game.")
NAMED = TEXT._replace(write=attrgetter("name"))


def answer_fields(
    worlds: str = "Worlds that the best choice met.", *, least: int = 0
) -> tuple[Field, ...]:
    """Return the fields of every answer: the ``worlds`` that it rests on, at least so many."""
    return (
        field("worlds", integer(least, unit="worlds"), worlds),
        field(
            "effective_worlds",
            number(0, unit="worlds"),
            "As how many independent worlds of equal weight all that were met count.",
            "effective",
        ),
        field("seed", integer(), "What the worlds follow from: the same seed gives the same."),
        field("partial", FLAG, "Whether the time was up before all asked for was looked at."),
        field("confidence", CHANCE, "Of all intervals.", lambda answer: CONFIDENCE),
    )


def choice_fields(
    points: str = "Expected points of the deal, over the worlds.",
    behind: str = "Points fewer than the best choice.",
) -> tuple[Field, ...]:
    """Return the fields of every choice: what it came to, as ``points`` and ``behind`` say."""
    return in_columns(
        "points interval=points behind behind_interval=behind told_apart",
        field("points", POINTS, points),
        field("interval", INTERVAL, "The interval of the points."),
        field("behind", POINTS, behind),
        field("behind_interval", INTERVAL, "The interval of that difference."),
        field("told_apart", FLAG, "Whether it differs from the best at the stated confidence."),
    )


RACE = "candidates", "classes", "raced", "survived=left"
"""The fields of an answer whose choices were raced."""

BELIEF = field(
    "belief",
    nullable(one_of("soft")._replace(write=attrgetter("value"))),
    "How the others are taken to have gone by the rule of thumb; null where nothing was seen, or "
    "nothing is believed.",
)

CREDIT = (
    BELIEF,
    field(
        "rare",
        nullable(FLAG),
        "Whether what was seen is unlikely by the model itself; null as before.",
        lambda answer: None if answer.credit is None else answer.credit.rare,
    ),
)


def _lines_left(observation: ContractObservation) -> list[list[str]] | None:
    if not observation.calls:
        return None
    slots = [slot.name for slot in observation.variant.slots]
    return [[name for name in slots if name in left] for left in observation.lines_left]


KNOWN = record(
    GAME,
    field("contract", CONTRACT),
    field("great", FLAG, "Whether the contract is a great one."),
    field("declarer", nullable(SEAT), "Who declares, null if nobody does."),
    ace_low(),
    field("seat", SEAT, "Who is to exchange, or to play."),
    held("hand", "Its hand: in the play, as it was when the play began."),
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
        lambda observation: map(call_text, observation.calls),
    ),
    field(
        "lines_left",
        nullable(list_of(list_of(TEXT), least=SEATS, most=SEATS)),
        "The lines that each seat had left to declare before the calls, forehand first; null "
        "without calls.",
        _lines_left,
    ),
)
