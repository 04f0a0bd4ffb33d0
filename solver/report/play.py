"""Advice on the card to play: a sentence, a table, fields."""

from __future__ import annotations

from operator import attrgetter

from solver.advice.answer import CardAdvice, PlayAdvice
from solver.cards import hand_of
from solver.described import (
    CARD,
    CARDS,
    CHANCE,
    COUNT,
    FLAG,
    HAND,
    LEFT_OUT,
    POINTS,
    TEXT,
    WORLDS,
    Field,
    Kind,
    by_seat,
    field,
    list_of,
    nullable,
    one_of,
    record,
    within,
)
from solver.report.advice import (
    answer_fields,
    choice_fields,
    compared,
    told_apart,
    verdict,
)
from solver.report.cards import card_text, cards_text, contract_name, hand_text
from solver.report.columns import Shown, shown, table_of
from solver.report.known import KNOWN
from solver.report.text import AnyText, Table, Text, join

_MATTERS = 0.5
"""The least difference in points of cards that a sentence calls clearly worse."""

_CLOSE = 2.0
"""The most points of cards behind that it calls about as good, if chance may explain them."""


def play_sentence(found: PlayAdvice) -> Text:
    """Return which card to play, what is about as good and what is clearly worse."""
    what = Text("Play ", card_text(found.best.card), ".")
    if len(found.cards) == 1:
        return Text(what, " Nothing else may be played." if len(found.best.equals) == 1 else "")
    others = found.cards[1:]
    if found.view.variant.has_targets:
        return verdict(what, [(card_text(own.card), own.behind, own.told_apart) for own in others])
    if found.by_chance:
        what = Text(what, f" {_made(found)} in {found.best.reached:.0%} of the deals.")
        behind = [(card_text(own.card), 100 * own.behind, own.told_apart) for own in others]
        return verdict(what, behind, unit="%", least=1, close=5)
    behind = [(card_text(own.card), own.behind, own.told_apart) for own in others]
    return verdict(what, behind, least=_MATTERS, close=_CLOSE)


def _made(found: PlayAdvice) -> str:
    return f"The bid is {'made' if found.view.seat is found.view.declarer else 'beaten'}"


def play_table(found: PlayAdvice) -> Table:
    """Return the cards that may be played, best first, one row each."""

    def is_best(own: CardAdvice) -> bool:
        return own is found.best

    in_points = found.view.variant.has_targets
    parts = [
        shown(
            _CARD,
            "equals",
            "card",
            says=lambda own: cards_text((own.card, *_others(own))),
            left=True,
        ),
        *compared(
            _CARD,
            is_best,
            head="points" if in_points else found.view.rules.unit,
            sign="+" * in_points,
            digits=2 if in_points else 1,
            behind_sign="+" * in_points,
            percent=found.by_chance,
        ),
        *_chance(found),
        shown(_CARD, "best_in", "best in", text=lambda part: f"{part:.0%}"),
        told_apart(_CARD, is_best),
    ]
    return table_of(parts, found.cards)


def _chance(found: PlayAdvice) -> list[Shown]:
    """Return the column of the chance of what is wanted, none where that is only points."""
    if found.best.reached is None:
        return []
    few = found.view.avoids
    head = f"{'≤' if few else '≥'}{found.target}"
    name = "at_most_target" if few else "at_least_target"
    if found.view.standing is not None:
        made = found.view.seat is found.view.declarer
        head, name = ("bid made", "bid_made") if made else ("beaten", "bid_beaten")
    return [shown(_CARD, "reached", head, text=lambda part: f"{part:.0%}", name=name)]


def _others(own: CardAdvice) -> tuple[int, ...]:
    return tuple(card for card in own.equals if card != own.card)


def play_text(found: PlayAdvice) -> Text:
    """Return the advice: what to play, what was seen, the table and how sure it is."""
    return join(
        "\n",
        [play_sentence(found), "", _title(found), "", play_table(found).text(), "", *_notes(found)],
    )


def _title(found: PlayAdvice) -> Text:
    known = found.view
    contract = contract_name(known.contract, known.great, known.ace_low)
    if known.bid is not None and known.declarer is not None:
        contract += f", {known.declarer.word} has bid {known.bid}"
    parts: list[AnyText] = [
        f"{known.variant.name}, {contract}: {known.seat.word} holds ",
        hand_text(known.left, known.rules),
    ]
    for seat in known.open_seats:
        left = known.laid[seat] & ~hand_of(known.played)
        parts += [f", {seat.word} openly ", hand_text(left, known.rules)]
    if known.record.table:
        parts += [", on the table ", cards_text(known.record.table)]
    return Text(*parts)


def _notes(found: PlayAdvice) -> list[AnyText]:
    lines: list[AnyText] = []
    if found.partial:
        lines.append("Stopped before as many worlds were met as asked for.")
    lines += _told(found) if found.view.rules.rolls_out else _told_of_points(found)
    if any(not own.told_apart for own in found.cards[1:]):
        lines.append("≈ cannot be told from the best yet.")
    lines.append(Text("The rule of thumb plays ", card_text(found.thumb), "."))
    return lines


def _told(found: PlayAdvice) -> list[str]:
    """Return what the figures of a plain game rest on."""
    text = f"Over {found.worlds:,} deals that agree with what was seen"
    if found.effective < 0.95 * found.worlds:
        text += f", as sure as {_independent(found)}"
    return [text + ", played out by the rule of thumb."]


def _independent(found: PlayAdvice) -> str:
    number = f"{found.effective:,.0f}"
    return f"{number} independent one{'s' * (number != '1')}"


def _told_of_points(found: PlayAdvice) -> list[str]:
    """Return whose points are given, and what the figures rest on."""
    known = found.view
    whose = "the seat takes" if len(known.side) == 1 else "it takes with its partner"
    few = ": few are wanted" if known.avoids else ""
    likely = "all equally likely"
    if found.belief is not None:
        likely = "likelier where the declarer would have named this trump"
        if found.effective < 0.95 * found.worlds:
            likely += f" (as sure as {_independent(found)})"
    counted = f"{known.rules.unit}: what {whose} in the whole deal{few}."
    if known.knows_all:
        return [counted, "All hands are known: this is what each card is worth, solved."]
    return [
        counted,
        f"Over {found.worlds:,} deals that agree with what was seen, {likely}, each "
        "solved as if all cards were open.",
    ]


_CARD = record(
    field("card", CARD),
    field("equals", CARDS, "The card and those equal to it."),
    *choice_fields(
        behind="How much less than the best card: points, or the chance of the bid if by_chance."
    ),
    field(
        "reached",
        nullable(CHANCE),
        "The chance that the seat makes the target, or that the bid goes its way; null where more "
        "is simply better.",
    ),
    field("best_in", CHANCE, "The part of the worlds in which no card does better."),
    field(
        "rollout",
        nullable(POINTS),
        "The points by play to the end by the rule of thumb; null in games with points for cards.",
    ),
    field(
        "open_cards", nullable(POINTS), "The points with open cards; null if no world was solved."
    ),
    columns="equals=card reached=at_least_target best_in",
)


def _with_points(key: str, kind: Kind, doc: str, of: str) -> Field:
    """Return a field that is there only where cards have points."""
    get = attrgetter(of)
    return field(
        key,
        kind,
        doc,
        lambda found: LEFT_OUT if found.view.variant.has_targets else get(found),
        optional=True,
    )


PLAY_ADVICE = record(
    _with_points(
        "unit",
        one_of("points", "tricks"),
        "What points are where cards have points; absent in the plain games.",
        "view.rules.unit",
    ),
    _with_points(
        "bid",
        nullable(TEXT),
        "What the declarer is to make, null if not known. Given with unit.",
        "view.bid",
    ),
    _with_points(
        "shown", CARDS, "The cards of the surprise that lay face up. Given with unit.", "view.shown"
    ),
    _with_points(
        "laid",
        by_seat(HAND, every=False),
        "The hands of the others that lie open on the table, as they were at the first lead. Given "
        "with unit.",
        "view.open_hands",
    ),
    _with_points(
        "by_chance",
        FLAG,
        "Whether cards are ranked by the chance of the bid, which behind is then in. Given with "
        "unit.",
        "by_chance",
    ),
    *within("view", KNOWN),
    field("held", HAND, "What is left of the hand.", "view.left"),
    field("played", CARDS, "The cards played so far, in order.", "view.played"),
    *answer_fields(),
    field(
        "belief",
        nullable(one_of("soft", "strict")),
        "How strictly the others are taken to have gone by the rule of thumb; null where nothing "
        "is believed.",
        lambda found: None if found.belief is None else found.belief.value,
    ),
    field("solved", WORLDS, "Of the worlds, those that were solved with open cards."),
    field(
        "target",
        nullable(COUNT),
        "The tricks or points whose chance is given: so many or more, where few are wanted or "
        "fewer; null where there is no such number.",
    ),
    field("thumb", CARD, "What the rule of thumb plays."),
    field("cards", list_of(_CARD), "The cards that may be played, best first."),
    name="play",
    title="manni play --hand … --json",
    doc="Advice on the card to play to a seat that sees its own hand and the play so far, over "
    "sampled worlds. Points are the seat's, for the whole deal: in plain games those of the score, "
    'in games with points for cards ("unit") what it takes with its partner.',
)
