"""Advice at the table in a few words: what to do, the choices, what that rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from solver.advice.answer import (
    BiddingAdvice,
    ClaimAdvice,
    ContractAdvice,
    ExchangeAdvice,
    PlayAdvice,
    PutAwayAdvice,
    TrumpAdvice,
)
from solver.report.advice import advice_table, advice_text
from solver.report.bids import bids_table, bids_text
from solver.report.call_choice import contract_table, contract_text
from solver.report.card_choice import play_table, play_text
from solver.report.cards import call_text, card_text, cards_text
from solver.report.claim import claim_table, claim_text
from solver.report.name_trump import trump_table, trump_text
from solver.report.put_away import put_away_table, put_away_text
from solver.report.text import AnyText, Table, Text, fill, join
from solver.rules.auction import Call
from solver.rules.bidding import Bid
from solver.rules.contract import Contract
from solver.table.advice import Advice, Thumb
from solver.words import _, contract_code


class Advised(NamedTuple):
    """What to do, in a sentence; the choices as a table; what that rests on."""

    sentence: Text
    table: Table | None = None
    notes: Text = Text()


_REPORTS: dict[type, tuple[Callable[[Any], Text], Callable[[Any], Table]]] = {
    BiddingAdvice: (bids_text, bids_table),
    ClaimAdvice: (claim_text, claim_table),
    ContractAdvice: (contract_text, contract_table),
    ExchangeAdvice: (advice_text, advice_table),
    PlayAdvice: (play_text, play_table),
    PutAwayAdvice: (put_away_text, put_away_table),
    TrumpAdvice: (trump_text, trump_table),
}


def advised(answer: Advice) -> Advised:
    """Return advice, or what the rule of thumb does, for somebody who sits at the table."""
    if isinstance(answer, Thumb):
        return Advised(fill(_("By rule of thumb: {answer}."), answer=_answer_text(answer.answer)))
    text, table = _REPORTS[type(answer)]
    sentence, _title, *rest = _paragraphs(text(answer))
    rows = table(answer)
    return Advised(
        sentence, rows if rows.rows else None, join("\n", rest[1:] if rows.rows else rest)
    )


def _paragraphs(text: Text) -> list[Text]:
    """Return what blank lines part."""
    parts: list[list[Text]] = [[]]
    for line in text.lines():
        if line:
            parts[-1].append(line)
        else:
            parts.append([])
    return [join("\n", part) for part in parts if part]


def _answer_text(answer: object) -> AnyText:
    match answer:
        case bool():
            return _("claim every trick") if answer else _("no claim")
        case Contract():
            return contract_code(answer.name)
        case Bid():
            return answer.name
        case Call() | None:
            return call_text(answer)
        case int():
            return card_text(answer)
        case tuple():
            if not answer:
                return _("put down nothing")
            return fill(_("put down {cards}"), cards=cards_text(answer))
    raise TypeError(answer)
