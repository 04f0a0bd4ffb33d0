"""Advice on a surprise to a declarer who sees his own hand alone: text, fields, a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from solver.advice.answer import PutAwayAdvice, PutAwayChoice
from solver.cards import hand_of
from solver.described import (
    CARDS,
    CHANCE,
    CONTRACT,
    HAND,
    INTERVAL,
    POINTS,
    TEXT,
    WORLDS,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from solver.report.advice import (
    OPEN_CARDS,
    RACE,
    answer_fields,
    answer_text,
    certainty_notes,
    choice_fields,
    compared,
    told_apart,
    verdict,
)
from solver.report.bids import NO_BELIEF, game_text, made_text
from solver.report.cards import hand_text
from solver.report.columns import shown, table_of
from solver.report.plots import plot_behind
from solver.report.surprise import trump_text
from solver.report.text import AnyText, Table, Text, fill, join
from solver.words import N_, NP_, _, gettext

_CLOSE = 5.0
"""The most points behind that a sentence calls about as good, if chance may explain them."""

_COUNTED = N_(
    "In the first sentence each deal counts with what is best in all others, so that the "
    "choice has no luck in it."
)
"""What the part of bids made in the sentence is."""


def put_away_table(answer: PutAwayAdvice) -> Table:
    """Return the best choices, the best of the other trumps, the rule of thumb's, those asked."""

    is_best = partial(eq, answer.best[0])
    bid = [
        shown(CHOICE, "chance", "made", says=made_text),
        shown(CHOICE, "balance", text=lambda points: f"{points:+.1f}"),
    ]
    with_bid = answer.holding.standing is not None
    parts = [
        shown(
            CHOICE, "contract", "trump", says=lambda choice: trump_text(choice.contract), left=True
        ),
        shown(
            CHOICE,
            "put_away",
            NP_("column", "put away"),
            says=lambda choice: _cards(answer, choice),
            left=True,
        ),
        *compared(CHOICE, is_best, *bid * with_bid, sign=""),
        told_apart(CHOICE, is_best),
    ]
    numbers = map(str, range(1, len(answer.best) + 1))
    labels = [*numbers, *[""] * len(_others(answer)), "thumb", *["asked"] * len(answer.also)]
    return table_of(parts, _rows(answer), labels)


def _others(answer: PutAwayAdvice) -> list[PutAwayChoice]:
    """Return the best choices of the trumps that none of the best names."""
    trumps = {choice.contract for choice in answer.best}
    return [choice for choice in answer.trumps if choice.contract not in trumps]


def _rows(answer: PutAwayAdvice) -> list[PutAwayChoice]:
    return [*answer.best, *_others(answer), answer.thumb, *answer.also]


def put_away_text(answer: PutAwayAdvice) -> Text:
    """Return the best choices, what they are compared with and how sure it is."""
    holding = answer.holding
    head = [game_text(holding.variant, hand_text(holding.hand, holding.variant.rules))]
    if holding.standing is not None:
        head.append(fill(_("{bid} is bid"), bid=holding.standing))
    notes = [*put_away_notes(answer), *[gettext(_COUNTED)] * (answer.made is not None)]
    return answer_text(put_away_sentence(answer), join(", ", head), put_away_table(answer), notes)


def put_away_sentence(answer: PutAwayAdvice) -> Text:
    """Return what to do as one would say it, what is as good and what is clearly worse."""
    best = answer.best[0]
    told = _("Put away {cards} and name {trump}.")
    what = fill(told, cards=_cards(answer, best), trump=trump_text(best.contract))
    others: list[tuple[AnyText, float, bool]] = [
        (_name(answer, choice), choice.behind, False)
        for choice in answer.best[1:]
        if not choice.told_apart
    ]
    others += [
        (fill(_("naming {trump}"), trump=trump_text(choice.contract)), choice.behind, True)
        for choice in answer.trumps[1:]
        if choice.told_apart
    ]
    if answer.thumb.told_apart and answer.thumb not in answer.trumps:
        others.append((_("the rule of thumb's choice"), answer.thumb.behind, True))
    others.sort(key=lambda choice: (choice[2], choice[1]))
    said = verdict(what, others, close=_CLOSE)
    if answer.made is None:
        return said
    made = _("The bid of {bid} is made in {percent} of the deals.")
    bid, percent = answer.holding.standing, f"{answer.made:.0%}"
    return join(" ", [said, made.format(bid=bid, percent=percent)])


def put_away_notes(answer: PutAwayAdvice) -> list[str]:
    """Return how the advice was found and how sure it is, one sentence each."""
    holding = answer.holding
    over = _(
        "Over {deals} sampled deals, played out with open cards: {raced} of {all} choices."
    ).format(deals=f"{answer.worlds:,}", raced=f"{answer.raced:,}", all=f"{answer.candidates:,}")
    found = _("They are what is best in some of {deals} other deals, and what is near that.")
    lines = [over, found.format(deals=f"{answer.searched:,}"), gettext(NO_BELIEF)]
    if holding.standing is not None:
        lines.append(
            _(
                "made: how often the points bid are sure; balance: what the declarer marks more "
                "than each other on average."
            )
        )
        goes_by = _("The order and what is behind go by points: none makes the bid.")
        if answer.best[0].chance:
            goes_by = _("The order and what is behind go by balance.")
        lines[-1] += " " + goes_by
    others = (choice for choice in _rows(answer) if choice != answer.best[0])
    return [*lines, *certainty_notes(answer, others), gettext(OPEN_CARDS)]


def _cards(answer: PutAwayAdvice, choice: PutAwayChoice) -> Text:
    return hand_text(hand_of(choice.cards), answer.holding.variant.rules)


def _name(answer: PutAwayAdvice, choice: PutAwayChoice) -> Text:
    """Return a choice in a few words, with its trump where that is not the best one's."""
    cards = _cards(answer, choice)
    if choice.contract is answer.best[0].contract:
        return cards
    return fill(_("{cards} with {trump}"), cards=cards, trump=trump_text(choice.contract))


CHOICE = record(
    field("contract", CONTRACT),
    field("put_away", CARDS, "The cards put away.", "cards"),
    *choice_fields(
        "Points that the declarer is sure of with open cards, on average over the worlds.",
        "How much less than the best choice: in balance; in points where no bid is given, and "
        "where no choice makes the bid in any world.",
    ),
    field(
        "chance",
        nullable(CHANCE),
        "In what part of the worlds the bid is made; null without a bid.",
    ),
    field("chance_interval", nullable(INTERVAL), "The interval of that chance."),
    field(
        "balance",
        nullable(POINTS),
        "What the declarer marks more than each other, on average; null without a bid.",
    ),
    columns="contract=trump put_away chance balance",
    name="choice",
)

PUT_AWAY_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "holding.variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda answer: "points"),
    field(
        "hand",
        HAND,
        "All cards the declarer holds, the surprise among them.",
        lambda answer: (answer.holding.hand, answer.holding.variant.rules.written),
    ),
    field(
        "bid",
        nullable(TEXT),
        "What was bid, null where it is not given.",
        lambda answer: None if answer.holding.standing is None else answer.holding.standing.name,
    ),
    *answer_fields(least=2),
    field("searched", WORLDS, "Other worlds, in which the best choices were looked for."),
    *RACE,
    field(
        "made",
        nullable(CHANCE),
        "In what part of the worlds what is best makes the bid: each world counts for the choice "
        "that the others make, so that the luck of the choice is left out; null without a bid.",
    ),
    field("made_interval", nullable(INTERVAL), "The interval of that part."),
    field("best", list_of(CHOICE), "The best choices, best first."),
    field(
        "trumps",
        list_of(CHOICE),
        "The best choice of every trump that was looked at, the best first.",
    ),
    field("thumb", CHOICE, "The rule of thumb's choice."),
    field(
        "also",
        list_of(CHOICE),
        "What was asked about with every trump that was looked at, the best first.",
    ),
    name="exchange-surprise-hand",
    title="manni advise exchange --json, where a surprise is taken up",
    doc="Advice to a declarer who sees his own hand and the surprise only, over sampled worlds. "
    "Points are his, for the whole deal.",
)


def plot_put_away(answer: PutAwayAdvice, kind: str) -> bytes:
    """Return a picture of how far choices are behind the best, with intervals."""
    others = [(_labelled(answer, choice), choice) for choice in answer.best[1:]]
    if answer.thumb not in answer.best:
        others.append((_("rule of thumb"), answer.thumb))
    return plot_behind(
        _labelled(answer, answer.best[0]),
        [name for name, _ in others],
        [choice.behind for _, choice in others],
        [choice.behind_interval for _, choice in others],
        kind,
        title=str(put_away_sentence(answer)),
    )


def _labelled(answer: PutAwayAdvice, choice: PutAwayChoice) -> str:
    return f"{trump_text(choice.contract)}: {_cards(answer, choice)}"
