"""Which trump to name: a sentence, a table, fields."""

from __future__ import annotations

from solver.advice.answer import TrumpAdvice, TrumpChoice
from solver.described import CONTRACT, HAND, SEAT, TEXT, field, list_of, one_of, record
from solver.report.advice import answer_fields, choice_fields, compared, told_apart, verdict
from solver.report.cards import hand_text, suit_text
from solver.report.columns import shown, table_of
from solver.report.text import Table, Text, join
from solver.rules.contract import Contract

_MATTERS = 0.5
"""The least difference in points that a sentence calls clearly worse."""

_CLOSE = 2.0
"""The most points behind that it calls about as good, if chance may explain them."""


def trump_sentence(found: TrumpAdvice) -> Text:
    """Return which trump to name, what is about as good and what is clearly worse."""
    others = [(_name(own.contract), own.behind, own.told_apart) for own in found.trumps[1:]]
    what = Text("Name ", _name(found.best.contract), ".")
    return verdict(what, others, least=_MATTERS, close=_CLOSE)


def _name(contract: Contract) -> Text:
    assert contract.trump is not None
    return suit_text(contract.trump, "")


def trump_table(found: TrumpAdvice) -> Table:
    """Return the trumps that may be named, best first, one row each."""

    def is_best(own: TrumpChoice) -> bool:
        return own is found.best

    parts = [
        shown(_TRUMP, "contract", "trump", says=lambda own: _name(own.contract), left=True),
        *compared(_TRUMP, is_best, head="points", sign="", digits=1, behind_sign=""),
        told_apart(_TRUMP, is_best),
    ]
    return table_of(parts, found.trumps)


def trump_text(found: TrumpAdvice) -> Text:
    """Return the advice: what to name, the table and what it rests on."""
    known = found.view
    few = ": few are wanted" if known.variant.rules.avoids else ""
    notes: list[Text | str] = []
    if found.partial:
        notes.append("Stopped before as many worlds were met as asked for.")
    notes.append(
        f"points: what {known.seat.word} takes in the deal{few}. Over {found.worlds:,} deals "
        "of the others' cards, all equally likely, each solved as if all cards were open."
    )
    if any(not own.told_apart for own in found.trumps[1:]):
        notes.append("≈ cannot be told from the best yet.")
    notes.append(Text("The rule of thumb names ", _name(found.thumb), "."))
    hand = hand_text(known.hand, known.variant.rules)
    head = Text(f"{known.variant.name}: {known.seat.word} holds ", hand)
    table = trump_table(found).text()
    return join("\n", [trump_sentence(found), "", head, "", table, "", *notes])


_TRUMP = record(
    field("contract", CONTRACT, "The trump."),
    *choice_fields(
        points="Points that the seat takes, on average.",
        behind="How much worse than the best trump: points fewer, or more where few are wanted.",
    ),
    columns="contract",
)

TRUMP_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "view.variant.code"),
    field("unit", one_of("points"), "What is counted.", lambda found: "points"),
    field("seat", SEAT, "Who names the trump.", "view.seat"),
    field("hand", HAND, of="view.hand"),
    *answer_fields(least=2),
    field("thumb", CONTRACT, "What the rule of thumb names."),
    field("trumps", list_of(_TRUMP), "The trumps that may be named, best first."),
    name="contract-trump",
    title="manni contract --json, where a trump is named without an auction",
    doc="What the seat that names the trump takes under each, over sampled deals with open cards.",
)
