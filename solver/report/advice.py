"""Advice on the exchange for a seat that sees only its own hand: text, fields, a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from solver.advice.answer import Answer, Choice, DiscardAdvice, ExchangeAdvice
from solver.advice.asked_for import Value
from solver.advice.statistics import CONFIDENCE
from solver.cards import Seat
from solver.described import (
    CARDS,
    CHANCE,
    FLAG,
    INTERVAL,
    POINTS,
    SET,
    WORLDS,
    Field,
    Kind,
    field,
    in_columns,
    integer,
    list_of,
    number,
    one_of,
    record,
    within,
)
from solver.report.cards import card_text, contract_name, hand_text
from solver.report.columns import Shown, interval, made_up, replaced, shown, table_of
from solver.report.credit import CREDIT, credit_sentences
from solver.report.known import KNOWN
from solver.report.open_exchange import discard_text
from solver.report.plots import plot_behind
from solver.report.text import AnyText, Cell, Column, Table, Text, fill, join
from solver.rules.variant import Variant
from solver.words import N_, _, gettext, ngettext, seat_word


def advice_table(answer: ExchangeAdvice) -> Table:
    """Return the best discards, standing pat and the rule of thumb, one row each."""

    is_best = partial(_is_best, answer)
    aim = "at_most" if answer.view.contract.avoids else "at_least"
    parts = [
        shown(
            DISCARD,
            "discards",
            "discard",
            says=lambda choice: discard_text(choice.alike),
            left=True,
        ),
        *compared(DISCARD, is_best),
        *(
            reached(index, head, f"{aim}_{mark}")
            for index, (head, mark) in enumerate(zip(mark_heads(answer), answer.marks, strict=True))
        ),
        told_apart(DISCARD, is_best),
    ]
    labels = [*map(str, range(1, len(answer.best) + 1)), "stand", "thumb"]
    return table_of(parts, _rows(answer), labels)


def _rows(answer: ExchangeAdvice) -> list[DiscardAdvice]:
    return [*answer.best, answer.stand, answer.thumb]


def _is_best(answer: ExchangeAdvice, choice: DiscardAdvice) -> bool:
    return choice.discards == answer.best[0].discards


def told_apart(kind: Kind, is_best: Callable[[Any], bool]) -> Shown:
    """Return the column with the sign of what may be as good as the best."""

    def cell(choice: Choice) -> Cell:
        if is_best(choice):
            return Cell("", "")
        return Cell("", "yes") if choice.told_apart else Cell("≈", "no")

    return replaced(shown(kind, "told_apart", ""), cell)


def reached(index: int, head: str | None, name: str) -> Shown:
    """Return the column of the chance of a mark, by its index among the marks."""
    return made_up(
        Column(head, name),
        lambda choice: Cell(chance_text(choice.reached_between[index]), choice.reached[index]),
    )


def compared(
    kind: Kind,
    is_best: Callable[[Any], bool],
    *between: Shown,
    head: str = "points",
    sign: str = "+",
    digits: int = 2,
    behind_sign: str = "+",
    percent: bool = False,
) -> list[Shown]:
    """Return the columns of what choices came to and how far each is behind the best.

    ``between`` stand before the second half. With ``percent`` what is behind is a chance.
    """

    def behind(choice: Choice) -> str:
        if is_best(choice):
            return ""
        return f"{choice.behind:.0%}" if percent else f"{choice.behind:.{digits}f}"

    return [
        shown(kind, "points", head, text=lambda points: f"{points:{sign}.{digits}f}"),
        interval(kind, "interval", lambda ends: _ends(ends, sign, digits)),
        *between,
        shown(kind, "behind", says=behind),
        interval(
            kind,
            "behind_interval",
            lambda ends: _percent(ends) if percent else _ends(ends, behind_sign, digits),
            unless=is_best,
        ),
    ]


def _ends(ends: Sequence[float], sign: str, digits: int) -> list[str]:
    return [_end(end, sign, digits) for end in ends]


def _percent(ends: Sequence[float]) -> list[str]:
    return [f"{_end(100 * end, '', 0)}%" for end in ends]


def advice_text(answer: ExchangeAdvice) -> Text:
    """Return the best discards, what they are compared with and how sure it is."""
    return answer_text(
        advice_sentence(answer), _title(answer), advice_table(answer), advice_notes(answer)
    )


def answer_text(sentence: AnyText, title: AnyText, table: Table, notes: Sequence[AnyText]) -> Text:
    """Return an answer: what to do, what was seen, the choices if there are any, how sure it is."""
    parts = [sentence, title, *[table.text()] * bool(table.rows)]
    return join("\n\n", [*parts, *[join("\n", notes)] * bool(notes)])


def certainty_notes(answer: Answer, others: Iterable[Choice]) -> list[str]:
    """Return whether an answer is partial, and what the sign of a row means if one has it.

    ``others`` are the rows but for the best.
    """
    lines = []
    if answer.partial:
        lines.append(_("Partial: stopped before all that was asked for was looked at."))
    if any(not choice.told_apart for choice in others):
        lines.append(_("≈ may be as good as the best."))
    return lines


OPEN_CARDS = N_("Points are those of open cards in each deal, more than can be known in play.")
"""What the points of advice assume."""

_NAMED = 3
"""How many of what is as good, or clearly worse, a sentence names."""

_MATTERS = 0.1
"""The least difference in points that a sentence calls clearly worse."""

_CLOSE = 0.5
"""The most points behind that a sentence calls about as good, if chance may explain them."""


MATTERS_OF_CARDS, CLOSE_OF_CARDS = 0.5, 2.0
"""The same in points of cards."""


def verdict(
    what: AnyText,
    others: Sequence[tuple[AnyText, float, bool]],
    *,
    percent: bool = False,
    least: float = _MATTERS,
    close: float = _CLOSE,
) -> Text:
    """Return what to do, what is about as good and what is clearly worse, one sentence each.

    ``others`` are what else there is, how many points, or percent, each is behind and whether that
    is told apart from chance; what is, but by too little to matter at the table, counts as good.
    What is not, but looks worse by more than what is ``close``, has a sentence of its own.
    """
    told = _("{choice} (by {number}%)") if percent else _("{choice} (by {number} points)")
    worse = [
        fill(told, choice=name, number=f"{by:.0f}" if percent else f"{by:.1f}")
        for name, by, apart in others
        if apart and by >= least
    ]
    alike = [name for name, by, apart in others if by < least or (by <= close and not apart)]
    open_yet = [name for name, by, apart in others if by > close and not apart]
    parts: list[AnyText] = [what]
    if alike:
        parts.append(fill(_("About as good: {choices}."), choices=_named(alike)))
    if open_yet:
        told = _("Looks worse, but may be as good: {choices}.")
        parts.append(fill(told, choices=_named(open_yet)))
    if worse:
        parts.append(fill(_("Clearly worse: {choices}."), choices=_named(worse)))
    return join(" ", parts)


def _named(texts: Sequence[AnyText]) -> Text:
    """Return the first few of a list and how many more there are."""
    more = len(texts) - _NAMED
    if more <= 1:
        return join(", ", texts)
    told = ngettext("{choices} and {number} more", "{choices} and {number} more", more)
    return fill(told, choices=join(", ", texts[:_NAMED]), number=more)


def advice_sentence(answer: ExchangeAdvice) -> Text:
    """Return what to put down as one would say it, what is as good and what is clearly worse."""
    best = answer.best[0]

    def name(choice: DiscardAdvice) -> AnyText:
        if not choice.discards:
            return _("keeping all cards")
        if answer.view.exchange.all_or_nothing:
            return _("the whole hand")
        return discard_text(choice.alike)

    what = Text(_("Keep all cards."))
    if best.discards:
        what = fill(_("Put down {cards}."), cards=name(best))
    others: list[tuple[AnyText, float, bool]] = [
        (name(choice), choice.behind, choice.told_apart)
        for choice in answer.best[1:]
        if not choice.told_apart and choice.discards
    ]
    if best.discards:
        others.append((_("keeping all cards"), answer.stand.behind, answer.stand.told_apart))
    if answer.thumb.told_apart and answer.thumb.alike not in (best.alike, answer.stand.alike):
        thumb = fill(_("{cards} by rule of thumb"), cards=name(answer.thumb))
        others.append((thumb, answer.thumb.behind, answer.thumb.told_apart))
    return verdict(what, others)


def advice_notes(answer: ExchangeAdvice) -> list[str]:
    """Return how the advice was found and how sure it is, one sentence each."""
    by_play = answer.value is Value.PLAYED
    told = _(
        "Over {worlds} sampled deals, played out with open cards: {raced} of {all} discards, those "
        "a fitted rule likes best."
    )
    if by_play:
        told = _(
            "Over {worlds} sampled deals, played out by the rule of thumb: {raced} of {all} "
            "discards, those a fitted rule likes best."
        )
    lines = [
        told.format(
            worlds=f"{answer.worlds:,}", raced=f"{answer.raced:,}", all=f"{answer.candidates:,}"
        )
    ]
    lines += credit_sentences(answer.credit, called=bool(answer.view.calls))
    if answer.credit is None and any(answer.view.taken):
        lines.append(
            _(
                "Nothing is concluded from what was exchanged: any hand may have been dealt, and "
                "its worst cards by the rule of thumb put down."
            )
        )
    if answer.rule_worlds:
        lines.append(_("The order goes by these deals and the rule together."))
    if answer.estimated:
        told = _("Deals that took too long and are estimated in part: {number}.")
        lines.append(told.format(number=f"{answer.estimated:,}"))
    others = (choice for choice in _rows(answer) if not _is_best(answer, choice))
    return [*lines, *certainty_notes(answer, others), *[gettext(OPEN_CARDS)] * (not by_play)]


def mark_heads(answer: ExchangeAdvice) -> list[str]:
    """Return the heads of the columns of chances: ``≥4`` for at least four tricks."""
    sign = "≤" if answer.view.contract.avoids else "≥"
    return [f"{sign}{mark}" for mark in answer.marks]


def span(interval: tuple[float, float], sign: str = "+") -> str:
    """Return an interval of points as text: ``+1.18..+6.15``."""
    return "..".join(_end(end, sign, 2) for end in interval)


def _end(number: float, sign: str, digits: int) -> str:
    if not sign:
        number = round(number, digits) + 0.0  # no "-0"; with signs -0.00 says that 0 is inside
    return f"{number:{sign}.{digits}f}"


def chance_text(between: tuple[float, float]) -> str:
    """Return a chance as text: ``85%``, ``70..95%`` where deals not proved leave it open."""
    low, high = (f"{each:.0%}" for each in between)
    return low if low == high else f"{low.removesuffix('%')}..{high}"


def _title(answer: ExchangeAdvice) -> Text:
    view = answer.view
    contract = contract_name(view.contract, view.great, view.ace_low)
    hand = hand_text(view.hand, view.variant.rules_of(view.contract))
    parts = [holds_text(view.variant, view.seat, hand, contract)]
    if view.cut is not None:
        parts.append(fill(_("{card} is cut"), card=card_text(view.cut)))
    for seat, count in zip(view.order, view.taken, strict=False):
        parts.append(fill(_("{seat} exchanged {number}"), seat=seat_word(seat), number=count))
    lines: list[AnyText] = [join(", ", parts)]
    if view.later:
        lines.append(_("The later seats go by the rule of thumb."))
    lines.append(expected_text(answer.value) if view.later else gettext(_BY[answer.value]))
    return join("\n", lines)


_BY = {
    Value.SHARE: N_("By share:"),
    Value.PLAYED: N_("Played out:"),
}
_EXPECTED = {
    Value.SHARE: N_("Expected points by share:"),
    Value.PLAYED: N_("Expected points, played out:"),
}


def expected_text(value: Value) -> str:
    """Return what stands above expected points."""
    return gettext(_EXPECTED[value])


def holds_text(variant: Variant, seat: Seat, hand: Text, contract: str = "") -> Text:
    """Return who holds what in which game."""
    told = _("{game}: {seat} holds {hand}")
    if contract:
        told = _("{game}, {contract}: {seat} holds {hand}")
    game = gettext(variant.name)
    return fill(told, game=game, contract=contract, seat=seat_word(seat), hand=hand)


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


_MARKS = list_of(integer(0, unit="tricks"))
REACHED = (
    field("reached", list_of(CHANCE), "The chance of each of the marks."),
    field(
        "reached_between",
        list_of(INTERVAL),
        "Between what each of these chances lies, whatever is true of deals not proved.",
    ),
)

_CHOICES = integer(0, unit="choices")

RACE = (
    field("candidates", _CHOICES, "Choices that are allowed."),
    field("classes", _CHOICES, "Those that differ."),
    field("raced", _CHOICES, "Those that met worlds."),
    field("survived", _CHOICES, "Those that met all of them.", "left"),
)
"""The fields of an answer whose choices were raced: how many were left out when."""

VALUE = field(
    "value", one_of(*(each.value for each in Value)), "What a world is worth.", "value.value"
)

DISCARD = record(
    field("discards", CARDS, "The cards put down; none for standing pat."),
    field("alike", list_of(SET), "Every discard that comes to the same."),
    *choice_fields(),
    field("rule", POINTS, "Points fewer by the fitted rule alone."),
    *REACHED,
    columns="discards=discard",
    name="advised",
)

EXCHANGE_ADVICE = record(
    *within("view", KNOWN),
    VALUE,
    *answer_fields(),
    *CREDIT,
    field("estimated", WORLDS, "Worlds with values that are estimates."),
    *RACE,
    field("rule_worlds", WORLDS, "How many worlds the fitted rule counts as in the order."),
    field(
        "marks",
        _MARKS,
        "The tricks whose chances are given: the target; in a great contract 14, 15 and 16.",
    ),
    field("best", list_of(DISCARD), "The best discards, best first."),
    field("stand", DISCARD, "Standing pat."),
    field("thumb", DISCARD, "What the rule of thumb puts down."),
    name="exchange-hand",
    title="manni advise exchange --json",
    doc="Advice on an exchange to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's, for the whole deal.",
)


def plot_advice(answer: ExchangeAdvice, kind: str) -> bytes:
    """Return a picture of how far discards are behind the best, with intervals."""
    best = answer.best[0]
    others = [(str(discard_text(choice.alike)), choice) for choice in answer.best[1:]]
    for name, choice in ((_("stand pat"), answer.stand), (_("rule of thumb"), answer.thumb)):
        if choice not in answer.best:
            others.append((name, choice))
    return plot_behind(
        str(discard_text(best.alike)) if best.discards else _("stand pat"),
        [name for name, _ in others],
        [choice.behind for _, choice in others],
        [choice.behind_interval for _, choice in others],
        kind,
        title=str(advice_sentence(answer)),
    )
