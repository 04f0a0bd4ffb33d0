"""Which trump to name: a sentence, a table, fields."""

from __future__ import annotations

from solver.advice.answer import TrumpAdvice, TrumpChoice
from solver.described import CONTRACT, HAND, SEAT, TEXT, field, list_of, one_of, record
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
from solver.report.cards import hand_text, suit_text
from solver.report.columns import shown, table_of
from solver.report.text import AnyText, Table, Text, fill
from solver.rules.contract import Contract
from solver.words import _, seat_word


def trump_sentence(answer: TrumpAdvice) -> Text:
    """Return which trump to name, what is about as good and what is clearly worse."""
    others: list[tuple[AnyText, float, bool]] = [
        (_name(choice.contract), choice.behind, choice.told_apart) for choice in answer.trumps[1:]
    ]
    what = fill(_("Name {trump}."), trump=_name(answer.best.contract))
    return verdict(what, others, least=MATTERS_OF_CARDS, close=CLOSE_OF_CARDS)


def _name(contract: Contract) -> Text:
    assert contract.trump is not None
    return suit_text(contract.trump, "")


def trump_table(answer: TrumpAdvice) -> Table:
    """Return the trumps that may be named, best first, one row each."""

    def is_best(choice: TrumpChoice) -> bool:
        return choice is answer.best

    parts = [
        shown(_TRUMP, "contract", "trump", says=lambda choice: _name(choice.contract), left=True),
        *compared(_TRUMP, is_best, sign="", digits=1, behind_sign=""),
        told_apart(_TRUMP, is_best),
    ]
    return table_of(parts, answer.trumps)


def trump_text(answer: TrumpAdvice) -> Text:
    """Return the advice: what to name, the table and what it rests on."""
    view = answer.view
    told = _("points: what {seat} takes in the deal.").format(seat=seat_word(view.seat))
    over = _(
        "Over {deals} deals of the others' cards, all equally likely, each solved as if all cards "
        "were open."
    ).format(deals=f"{answer.worlds:,}")
    notes: list[AnyText] = [
        " ".join([told, *[_("Few are wanted.")] * view.variant.rules.avoids, over]),
        *certainty_notes(answer, answer.trumps[1:]),
        fill(_("The rule of thumb names {trump}."), trump=_name(answer.thumb)),
    ]
    title = holds_text(view.variant, view.seat, hand_text(view.hand, view.variant.rules))
    return answer_text(trump_sentence(answer), title, trump_table(answer), notes)


_TRUMP = record(
    field("contract", CONTRACT, "The trump."),
    *choice_fields(
        points="Points that the seat takes, on average.",
        behind="How much worse than the best trump: points fewer, or where few are wanted more.",
    ),
    columns="contract",
)

TRUMP_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "view.variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda answer: "points"),
    field("seat", SEAT, "Who names the trump.", "view.seat"),
    field("hand", HAND, of=lambda answer: (answer.view.hand, answer.view.variant.rules.written)),
    *answer_fields(least=2),
    field("thumb", CONTRACT, "What the rule of thumb names."),
    field("trumps", list_of(_TRUMP), "The trumps that may be named, best first."),
    name="contract-trump",
    title="manni advise call --json, where a trump is named without an auction",
    doc="What the seat that names the trump takes under each, over sampled deals with open cards.",
)
