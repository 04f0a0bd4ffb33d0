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
from solver.report.bids import bid_in_short, bids_table, bids_text
from solver.report.call_choice import contract_table, contract_text
from solver.report.card_choice import play_table, play_text
from solver.report.cards import call_said, card_text, cards_text, contract_said
from solver.report.claim import claim_table, claim_text
from solver.report.name_trump import trump_table, trump_text
from solver.report.put_away import put_away_table, put_away_text
from solver.report.text import AnyText, Table, Text, fill, join
from solver.rules.auction import Call
from solver.rules.bidding import Bid
from solver.rules.contract import Contract
from solver.table.advice import Advice, Answer, Thumb, answer_of
from solver.words import _


class Advised(NamedTuple):
    """What to do, in a sentence and as an answer; the choices as a table; what that rests on."""

    sentence: Text
    answer: Answer
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
        told = fill(_("By rule of thumb: {answer}."), answer=_answer_text(answer.answer))
        return Advised(told, answer.answer)
    text, table = _REPORTS[type(answer)]
    sentence, _title, *rest = _paragraphs(text(answer))
    rows = table(answer)
    notes = rest[1:] if rows.rows else rest
    if isinstance(answer, BiddingAdvice):  # the figures are for those who ask why
        notes, sentence = [sentence, *notes], bid_in_short(answer)
    return Advised(sentence, answer_of(answer), rows if rows.rows else None, join("\n", notes))


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
            return contract_said(answer)
        case Bid():
            return answer.name
        case Call() | None:
            return call_said(answer)
        case int():
            return card_text(answer)
        case tuple():
            if not answer:
                return _("put down nothing")
            return fill(_("put down {cards}"), cards=cards_text(answer))
    raise TypeError(answer)
