"""Advice on which contract to declare: text, JSON, a picture."""

from __future__ import annotations

from typing import Any

from solver.advice.answer import CallAdvice, ContractAdvice
from solver.advice.intervals import CONFIDENCE
from solver.cards import hand_of
from solver.notation import format_hand
from solver.report.advice import (
    OPEN_CARDS,
    chance_text,
    interval_cells,
    interval_columns,
    told_apart_cell,
    verdict,
)
from solver.report.cards import call_text, hand_text
from solver.report.credit import credit_json, credit_sentences
from solver.report.exchange import names
from solver.report.plots import plot_behind
from solver.report.text import AnyCell, Cell, Column, Table, Text, join


def contract_table(found: ContractAdvice) -> Table:
    """Return the calls, best first, a row each.

    Programs get the chance of the first mark, and those of 15 and 16 tricks in great contracts.
    """
    counted = _counts_later(found)
    further = sorted({mark for own in found.calls for mark in own.marks[1:]})
    heads = [
        Column("", "call", left=True),
        Column("discard", "discard", left=True),
        Column("points", "points"),
        *interval_columns("points"),
        *[Column("later", "later"), Column("total", "total")] * counted,
        Column("behind", "behind"),
        *interval_columns("behind"),
        Column("chance of", None),
        Column(None, "tricks"),
        Column(None, "chance"),
        *(Column(None, f"chance_{mark}") for mark in further),
        Column("", "worse"),
    ]

    def row(own: CallAdvice) -> list[AnyCell]:
        best = own is found.calls[0]
        later = [Cell(f"{each:+.2f}", each) for each in (own.later or 0.0, own.total)]
        passes = own.call is None
        return [
            call_text(own.call),
            Cell(
                "" if passes else hand_text(hand_of(own.discards)),
                " ".join(names(own.discards)) or None,
            ),
            Cell(f"{own.points:+.2f}", own.points),
            *interval_cells(own.interval),
            *later * counted,
            Cell("" if best else f"{own.behind:.2f}", own.behind),
            *interval_cells(own.behind_interval, shown=not best),
            _chances(own, found),
            f"{_sign(own, found)}{own.marks[0]}",
            Cell(chance_text(own.reached_between[0]), own.reached[0]),
            *(_chance_cell(own, mark) for mark in further),
            told_apart_cell(own.told_apart, best),
        ]

    return Table(heads, [row(own) for own in found.calls])


def _chance_cell(own: CallAdvice, mark: int) -> Cell:
    """Return the chance of a number of tricks, nothing where the call has no such mark."""
    if mark not in own.marks:
        return Cell("", None)
    index = own.marks.index(mark)
    return Cell(chance_text(own.reached_between[index]), own.reached[index])


def _counts_later(found: ContractAdvice) -> bool:
    return any(own.later is not None for own in found.calls)


def contract_text(found: ContractAdvice) -> Text:
    """Return what to call in a sentence, the calls, best first, and how they were valued."""
    return join(
        "\n",
        [
            contract_sentence(found),
            "",
            _title(found),
            "",
            contract_table(found).text(),
            "",
            *_notes(found, _counts_later(found)),
        ],
    )


def contract_sentence(found: ContractAdvice) -> Text:
    """Return what to call as one would say it, what is as good and what is clearly worse."""
    best, others = found.calls[0], found.calls[1:]
    what = "Pass." if best.call is None else f"Declare {best.call}."
    return verdict(what, [(call_text(own.call), own.behind, own.told_apart) for own in others])


def _notes(found: ContractAdvice, counted: bool) -> list[str]:
    """Return how the calls were valued, a sentence each."""
    solved = ", ".join(f"{call_text(own.call)} {own.worlds:,}" for own in found.calls)
    ruled = max(own.ruled for own in found.calls)
    lines = [f"Sampled deals played out with open cards: {solved}."]
    if ruled:
        lines.append(f"Before that a fitted rule looked at {ruled:,} deals, the same for all.")
    lines += credit_sentences(found.credit, "called")
    if any(own.estimated for own in found.calls):
        calls = ", ".join(
            f"{call_text(own.call)} {own.estimated:,}" for own in found.calls if own.estimated
        )
        lines.append(f"Deals that took too long, which widens the interval: {calls}.")
    if any(not own.told_apart for own in found.calls[1:]):
        lines.append("≈ may be as good as the best.")
    if counted:
        lines.append("later: what the contracts still left then are worth in later deals.")
    lines.append(OPEN_CARDS)
    return lines


def _title(found: ContractAdvice) -> Text:
    head = Text(f"{found.variant.name}: {found.seat.word} holds ", hand_text(found.hand))
    text = ""
    if found.standing is not None and found.declarer is not None:
        text += f", {found.declarer.word} has called {found.standing}"
    if low := _low_aces(found):
        text += f"\nThe ace is low in {' '.join(low)}."
    return head + f"{text}\nExpected points by {found.value.value}:"


def _low_aces(found: ContractAdvice) -> list[str]:
    """Return the contracts in which the ace is the lowest card."""
    return [
        contract.name for contract in found.variant.contracts if found.variant.ace_low(contract)
    ]


def _sign(own: CallAdvice, found: ContractAdvice) -> str:
    call = found.standing if own.call is None else own.call
    return "≤" if call is not None and call.contract.avoids else "≥"


def _chances(own: CallAdvice, found: ContractAdvice) -> str:
    sign = _sign(own, found)
    pairs = zip(own.marks, own.reached_between, strict=True)
    return " ".join(f"{sign}{mark} {chance_text(between)}" for mark, between in pairs)


def contract_json(found: ContractAdvice) -> dict[str, Any]:
    """Return the advice as ``manni contract --json`` prints it."""
    return {
        "variant": found.variant.code,
        "seat": found.seat.letter,
        "hand": format_hand(found.hand),
        "standing": None if found.standing is None else str(found.standing),
        "declarer": None if found.declarer is None else found.declarer.letter,
        "ace_low": _low_aces(found),
        "value": found.value.value,
        "worlds": found.worlds,
        **credit_json(found.credit),
        "confidence": CONFIDENCE,
        "calls": [
            {
                "call": call_text(own.call),
                "discards": names(own.discards),
                "points": own.points,
                "interval": list(own.interval),
                "left": own.later,
                "total": own.total,
                "difference": own.behind,
                "behind": list(own.behind_interval),
                "told_apart": own.told_apart,
                "marks": list(own.marks),
                "reached": list(own.reached),
                "reached_between": [list(between) for between in own.reached_between],
                "worlds": own.worlds,
                "ruled": own.ruled,
                "estimated": own.estimated,
                "dropped": own.dropped,
            }
            for own in found.calls
        ],
    }


def plot_contract(found: ContractAdvice, kind: str) -> bytes:
    """Return a picture of how far the calls are behind the best, with intervals."""
    best, *others = found.calls
    return plot_behind(
        call_text(best.call),
        [call_text(own.call) for own in others],
        [own.behind for own in others],
        [own.behind_interval for own in others],
        kind,
        title=str(contract_sentence(found)),
    )
