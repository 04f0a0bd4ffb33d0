"""Whether to claim every trick: a sentence, a table, fields."""

from __future__ import annotations

from solver.advice.answer import ClaimAdvice, ClaimChoice
from solver.described import (
    CARD,
    CHANCE,
    CONTRACT,
    FLAG,
    HAND,
    INTERVAL,
    POINTS,
    SEAT,
    TEXT,
    field,
    list_of,
    nullable,
    one_of,
    record,
)
from solver.report.advice import (
    CLOSE_OF_CARDS,
    MATTERS_OF_CARDS,
    answer_fields,
    answer_text,
    certainty_notes,
    choice_fields,
    compared,
    holds_text,
    told_apart,
    verdict,
)
from solver.report.bids import made_text
from solver.report.cards import card_text, contract_name, hand_text
from solver.report.columns import shown, table_of
from solver.report.text import Table, Text, fill, join
from solver.rules.marking import Marking
from solver.words import _, seat_word


def claim_sentence(answer: ClaimAdvice) -> Text:
    """Return whether to claim, how much worse the other is, and the chance of the claim."""
    bid = answer.view.variant.bids[0]
    best, other = answer.choices
    what = _("Claim {bid}.").format(bid=bid) if best.claims else _("Play on.")
    instead = _("playing on") if best.claims else _("the claim")
    behind = (instead, other.behind, other.told_apart)
    said = verdict(what, [behind], least=MATTERS_OF_CARDS, close=CLOSE_OF_CARDS)
    made = _("With open cards {bid} is made in {percent} of the deals.")
    return join(" ", [said, made.format(bid=bid, percent=made_text(answer.claim))])


def claim_table(answer: ClaimAdvice) -> Table:
    """Return the claim and playing on, the better first, one row each."""

    def is_best(choice: ClaimChoice) -> bool:
        return choice is answer.best

    bid = answer.view.variant.bids[0]
    parts = [
        shown(
            _CHOICE,
            "choice",
            "",
            says=lambda row: f"{bid}" if row.claims else _("play on"),
            left=True,
        ),
        shown(_CHOICE, "chance", "made", says=made_text),
        *(shown(_CHOICE, key, text=lambda points: f"{points:.1f}") for key in ("own", "others")),
        *compared(_CHOICE, is_best, head="balance", digits=1),
        told_apart(_CHOICE, is_best),
    ]
    return table_of(parts, answer.choices)


def claim_text(answer: ClaimAdvice) -> Text:
    """Return the advice: whether to claim, the table and what it rests on."""
    view = answer.view
    contract = contract_name(view.contract, view.great, view.ace_low)
    hand = hand_text(view.hand, view.variant.rules)
    title = [holds_text(view.variant, view.seat, hand, contract)]
    if view.cut is not None:
        title.append(fill(_("{card} is turned up"), card=card_text(view.cut)))
    return answer_text(
        claim_sentence(answer), join(", ", title), claim_table(answer), _notes(answer)
    )


def _notes(answer: ClaimAdvice) -> list[str]:
    """Return what the numbers are, and what they take for granted."""
    scoring, seat = answer.view.variant.scoring, seat_word(answer.view.seat)
    assert isinstance(scoring, Marking)
    marked = _("own, others: what {seat} and each other mark on average; balance: the difference.")
    if scoring.forfeit:
        marked = _(
            "own, others: what {seat} and each other mark on average; balance: how much more the "
            "others mark, marks being bad."
        )
    over = _(
        "Over {deals} deals of the others' cards, all equally likely: nothing is concluded from "
        "who has not claimed, and nobody is taken to claim later."
    )
    return [
        marked.format(seat=seat),
        over.format(deals=f"{answer.worlds:,}"),
        _(
            "Each is solved as if all cards were open, the claim against the two others together; "
            "a player who plays on marks by share. With cards hidden nobody plays so well, the two "
            "others neither."
        ),
        *certainty_notes(answer, answer.choices[1:]),
        _("The rule of thumb claims.") if answer.thumb else _("The rule of thumb plays on."),
    ]


_CHOICE = record(
    field(
        "choice",
        one_of("claim", "play on"),
        "What to do.",
        lambda choice: "claim" if choice.claims else "play on",
    ),
    field(
        "chance",
        nullable(CHANCE),
        "In what part of the worlds the claim is made with open cards; null for playing on.",
    ),
    field("chance_interval", nullable(INTERVAL), "The interval of that chance."),
    field("own", POINTS, "What the seat marks on average."),
    field("others", POINTS, "What each other marks on average."),
    *choice_fields(
        "The balance: what the seat marks more than each other, or less where marks are bad.",
        "By how much the balance is less than that of the better choice.",
    ),
    columns="choice chance own others",
)

CLAIM_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "view.variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda answer: "points"),
    field("contract", CONTRACT, "The trump.", "view.contract"),
    field("cut", nullable(CARD), "The card turned up, null where none is.", "view.cut"),
    field("seat", SEAT, "Who may claim.", "view.seat"),
    field("hand", HAND, of=lambda answer: (answer.view.hand, answer.view.variant.rules.written)),
    field("bid", TEXT, "What is claimed.", lambda answer: answer.view.variant.bids[0].name),
    *answer_fields(least=2),
    field("thumb", FLAG, "Whether the rule of thumb claims."),
    field("choices", list_of(_CHOICE), "The claim and playing on, the better first."),
    name="contract-claim",
    title="manni advise claim --json, where every trick may be claimed",
    doc="What it is worth to claim every trick, and to play on without, over sampled deals with "
    "open cards. Points are those of the score sheet.",
)
