"""Advice on which contract to declare: text, fields, a picture."""

from __future__ import annotations

from functools import partial

from solver.advice.answer import CallAdvice, ContractAdvice
from solver.advice.asked_for import Value
from solver.cards import hand_of
from solver.described import (
    CARDS,
    CONTRACT,
    FLAG,
    HAND,
    POINTS,
    SEAT,
    TEXT,
    WORLDS,
    field,
    integer,
    list_of,
    nullable,
    record,
)
from solver.report.advice import (
    OPEN_CARDS,
    REACHED,
    VALUE,
    answer_fields,
    answer_text,
    certainty_notes,
    chance_text,
    choice_fields,
    compared,
    expected_text,
    holds_text,
    reached,
    told_apart,
    verdict,
)
from solver.report.cards import call_said, call_text, hand_text
from solver.report.columns import made_up, shown, table_of
from solver.report.credit import CREDIT, credit_sentences
from solver.report.plots import plot_behind
from solver.report.text import AnyText, Cell, Column, Table, Text, join
from solver.rules.contract import Contract
from solver.words import NP_, _, contract_code, gettext, seat_word


def contract_table(answer: ContractAdvice) -> Table:
    """Return the calls, best first, one row each.

    Programs get the chance of the first mark, and those of 15 and 16 tricks in great contracts.
    """
    further = sorted({mark for choice in answer.calls for mark in choice.marks[1:]})

    def is_best(choice: CallAdvice) -> bool:
        return choice is answer.calls[0]

    def discard(choice: CallAdvice) -> AnyText:
        return (
            "" if choice.call is None else hand_text(hand_of(choice.discards), answer.variant.rules)
        )

    later = [
        shown(_CALL, key, key, text=lambda points: f"{points or 0:+.2f}")
        for key in ("later", "total")
    ]
    parts = [
        shown(_CALL, "call", "", left=True),
        shown(_CALL, "discards", "discard", says=discard, left=True),
        *compared(_CALL, is_best, *later * _counts_later(answer)),
        made_up(Column(NP_("column", "chance of"), None), lambda choice: _chances(choice, answer)),
        made_up(Column(None, "tricks"), lambda choice: f"{_sign(choice, answer)}{choice.marks[0]}"),
        reached(0, None, "chance"),
        *(made_up(Column(None, f"chance_{mark}"), partial(_chance_cell, mark)) for mark in further),
        told_apart(_CALL, is_best),
    ]
    return table_of(parts, answer.calls)


def _chance_cell(mark: int, choice: CallAdvice) -> Cell:
    """Return the chance of a number of tricks, nothing where the call has no such mark."""
    if mark not in choice.marks:
        return Cell("", None)
    index = choice.marks.index(mark)
    return Cell(chance_text(choice.reached_between[index]), choice.reached[index])


def _counts_later(answer: ContractAdvice) -> bool:
    return any(choice.later is not None for choice in answer.calls)


def contract_text(answer: ContractAdvice) -> Text:
    """Return what to call in a sentence, the calls, best first, and how they were valued."""
    return answer_text(
        contract_sentence(answer), _title(answer), contract_table(answer), _notes(answer)
    )


def contract_sentence(answer: ContractAdvice) -> Text:
    """Return what to call as one would say it, what is as good and what is clearly worse."""
    best, others = answer.calls[0], answer.calls[1:]
    what = _("Pass.")
    if best.call is not None:
        what = _("Declare {call}.").format(call=call_said(best.call))
    behind: list[tuple[AnyText, float, bool]] = [
        (call_said(choice.call), choice.behind, choice.told_apart) for choice in others
    ]
    return verdict(what, behind)


def _notes(answer: ContractAdvice) -> list[str]:
    """Return how the calls were valued, one sentence each."""
    solved = ", ".join(f"{call_text(choice.call)} {choice.worlds:,}" for choice in answer.calls)
    ruled = max(choice.ruled for choice in answer.calls)
    by_play = answer.value is Value.PLAYED
    told = _("Sampled deals played out with open cards: {solved}.")
    if by_play:
        told = _("Sampled deals played out by the rule of thumb: {solved}.")
    lines = [told.format(solved=solved)]
    if ruled:
        told = _("Before that a fitted rule looked at {deals} deals, the same for all.")
        lines.append(told.format(deals=f"{ruled:,}"))
    lines += credit_sentences(answer.credit, called=True)
    if any(choice.estimated for choice in answer.calls):
        calls = ", ".join(
            f"{call_text(choice.call)} {choice.estimated:,}"
            for choice in answer.calls
            if choice.estimated
        )
        told = _("Deals that took too long, which widens the interval: {calls}.")
        lines.append(told.format(calls=calls))
    lines += certainty_notes(answer, answer.calls[1:])
    if _counts_later(answer):
        lines.append(_("later: what the contracts still left then are worth in later deals."))
    if not by_play:
        lines.append(gettext(OPEN_CARDS))
    return lines


def _title(answer: ContractAdvice) -> Text:
    held = hand_text(answer.hand, answer.variant.rules)
    head = holds_text(answer.variant, answer.seat, held)
    if answer.standing is not None and answer.declarer is not None:
        told = _("{seat} has called {call}")
        seat, call = seat_word(answer.declarer), call_text(answer.standing)
        head += ", " + told.format(seat=seat, call=call)
    lines: list[AnyText] = [head]
    if low := _low_aces(answer):
        names = " ".join(contract_code(each.name) for each in low)
        lines.append(_("The ace is low in {contracts}.").format(contracts=names))
    return join("\n", [*lines, expected_text(answer.value)])


def _low_aces(answer: ContractAdvice) -> list[Contract]:
    """Return the contracts in which the ace is the lowest card."""
    return [each for each in answer.variant.contracts if answer.variant.ace_low(each)]


def _sign(choice: CallAdvice, answer: ContractAdvice) -> str:
    call = answer.standing if choice.call is None else choice.call
    return "≤" if call is not None and call.contract.avoids else "≥"


def _chances(choice: CallAdvice, answer: ContractAdvice) -> str:
    sign = _sign(choice, answer)
    pairs = zip(choice.marks, choice.reached_between, strict=True)
    return " ".join(f"{sign}{mark} {chance_text(between)}" for mark, between in pairs)


_CALL = record(
    field("call", TEXT, 'The call; "pass" for passing.', lambda choice: call_text(choice.call)),
    field("discards", CARDS, "What to put down then."),
    *choice_fields(behind="Total fewer than the best call's."),
    field(
        "later",
        nullable(POINTS),
        "What the contracts then left are worth; null where that is left out.",
    ),
    field("total", POINTS, "Points and what is left, together."),
    field("marks", list_of(integer(0, unit="tricks")), "The tricks whose chances are given."),
    *REACHED,
    field("ruled", WORLDS, "Worlds in which a fitted rule looked at it."),
    field("worlds", WORLDS, "The first of them, which were solved."),
    field("estimated", WORLDS, "Of these, those that were not solved to the end."),
    field("dropped", FLAG, "Whether no more worlds were solved for it because it could not win."),
    columns="call discards=discard later total",
)

CONTRACT_ADVICE = record(
    field("variant", TEXT, "The code of the game.", "variant.code"),
    field("seat", SEAT, "Who is to call."),
    field("hand", HAND),
    field(
        "standing",
        nullable(TEXT),
        "The call that stands, null if there is none.",
        lambda answer: None if answer.standing is None else str(answer.standing),
    ),
    field("declarer", nullable(SEAT), "Who made it."),
    field("ace_low", list_of(CONTRACT), "The contracts in which the ace is low.", _low_aces),
    VALUE,
    *answer_fields("Worlds solved for the best call; a fitted rule may have met more."),
    *CREDIT,
    field("calls", list_of(_CALL), "The calls, best first, the dropped ones last."),
    name="contract",
    title="manni advise call --json",
    doc="Advice on what to call to a seat that sees its own hand only, over sampled worlds. Points "
    "are the seat's.",
)


def plot_contract(answer: ContractAdvice, kind: str) -> bytes:
    """Return a picture of how far the calls are behind the best, with intervals."""
    best, *others = answer.calls
    return plot_behind(
        call_text(best.call),
        [call_text(choice.call) for choice in others],
        [choice.behind for choice in others],
        [choice.behind_interval for choice in others],
        kind,
        title=str(contract_sentence(answer)),
    )
