"""Advice that was stopped before it was done says so, whatever the question, in text and JSON."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from solver.advice.bids import advise_bids
from solver.advice.claim import advise_claim
from solver.advice.contract import advise_contract
from solver.advice.exchange import advise_exchange
from solver.advice.name_trump import advise_trump
from solver.advice.play import advise_play
from solver.advice.put_away import advise_put_away
from solver.advice.seen import Moment
from solver.advice.view import holding, naming, view
from solver.described import Kind
from solver.notation import parse_hand
from solver.report.advice import EXCHANGE_ADVICE, advice_text
from solver.report.bids import BIDDING_ADVICE, bids_text
from solver.report.call_choice import CONTRACT_ADVICE, contract_text
from solver.report.card_choice import PLAY_ADVICE, play_text
from solver.report.claim import CLAIM_ADVICE, claim_text
from solver.report.name_trump import TRUMP_ADVICE, trump_text
from solver.report.put_away import PUT_AWAY_ADVICE, put_away_text
from solver.report.text import Text
from solver.rules.registry import get_variant
from solver.run import Run

PARTIAL = "Partial: stopped before all that was asked for was looked at."
TRJAMANN = get_variant("trjamann")
HAND = parse_hand("KJT.QJ9.AK8.K")
PETITE = get_variant("encheres-petite")

LONG = parse_hand("AKJ94.A652.KQ97.K63")
TO_EXCHANGE = view(parse_hand("AKJ9.A65.KQ9.K6"), get_variant("hornafjordur"), "NT", "F")
TO_PLAY = view(LONG, TRJAMANN, "H", "F", moment=Moment.PLAY)

QUESTIONS: dict[str, tuple[Callable[..., Any], Kind, Callable[[Any], Text]]] = {
    "exchange": (functools.partial(advise_exchange, TO_EXCHANGE), EXCHANGE_ADVICE, advice_text),
    "put away": (
        functools.partial(
            advise_put_away, holding(parse_hand("KJT.QJ97.AK8.K7"), PETITE), contract="H"
        ),
        PUT_AWAY_ADVICE,
        put_away_text,
    ),
    "declare": (
        functools.partial(advise_contract, LONG, TRJAMANN, left=((None, ("NT",)),)),
        CONTRACT_ADVICE,
        contract_text,
    ),
    "bid": (functools.partial(advise_bids, HAND, PETITE), BIDDING_ADVICE, bids_text),
    "name": (
        functools.partial(advise_trump, naming(HAND, get_variant("envers-3"))),
        TRUMP_ADVICE,
        trump_text,
    ),
    "claim": (
        functools.partial(
            advise_claim, view(HAND, get_variant("envers-3"), "H", "M", moment=Moment.CLAIM)
        ),
        CLAIM_ADVICE,
        claim_text,
    ),
    "play": (functools.partial(advise_play, TO_PLAY), PLAY_ADVICE, play_text),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_was_stopped_says_so(question: str) -> None:
    ask, kind, text = QUESTIONS[question]
    run = Run(progress=lambda done, wanted: run.cancel() if done >= 3 else None)
    answer = ask(worlds=100, run=run)
    assert 2 <= answer.worlds < 100
    assert PARTIAL in str(text(answer)).split("\n")
    assert kind.json(answer)["partial"] is True
    assert "Partial" not in str(text(replace(answer, partial=False)))


def test_what_was_not_searched_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """All worlds were met, but by choices that no search had found."""
    ask, _, text = QUESTIONS["put away"]
    monkeypatch.setattr("solver.advice.put_away._TO_SEARCH", 0.0)
    answer = ask(worlds=3, seconds=300.0)
    assert (answer.searched, answer.worlds, answer.partial) == (0, 3, True)
    assert PARTIAL in str(text(answer)).split("\n")
