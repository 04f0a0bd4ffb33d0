"""Where people enter: what is left out is said, and a question is answered."""

from __future__ import annotations

import re

import pytest
from commands import manni
from games import SMALL, asked_at, single_deal

from manni.solver.advice.answer import Answer
from manni.solver.advice.choices import Strength
from manni.solver.advice.observation import (
    BidObservation,
    ClaimObservation,
    ExchangeObservation,
    PutAwayObservation,
    TrumpObservation,
)
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.table.advice import advise_at, is_advised
from manni.solver.table.game import SavedGame, game_course, new_game
from manni.solver.table.settings import Settings


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("laugavatn", "Your call"),
        ("encheres-sans --dealer left", "Your bid"),
        ("hornafjordur", "Put down"),
        ("hornafjordur-io", "Put down"),
        ("basic", "Put down"),
    ],
)
def test_a_question_mark_is_answered_everywhere(
    monkeypatch: pytest.MonkeyPatch, code: str, question: str
) -> None:
    """With advice that has been worked out, as the question says; never as a wrong card."""
    monkeypatch.setattr("manni.cli.terminal._SECONDS", 10.0)  # a busy machine has time for it
    ran = manni(
        *("play", "--game", "--seed", "7", "--strength", "thumb", "--variant", *code.split()),
        text="?\nquit\n",
    )
    assert question in ran.stderr
    asked, answered = ran.stderr.split(question, 1)[1].split("\n")[0].split("): ", 1)
    assert asked.endswith("? for advice")
    assert re.match("Declare|Bid|Pass|Put down|Keep", answered)
    assert "no card" not in ran.stderr.replace("no cards", "")
    assert ran.stderr.count(f"{question} (") == 2


CODES = [*VARIANTS, *(f"{code}+{option}" for code in VARIANTS for option in VARIANTS[code].options)]


@pytest.mark.parametrize("code", [*CODES, "small"])
def test_every_question_at_the_table_is_answered_with_figures(code: str) -> None:
    """In a deal by itself, and in three of a game, in which lists grow shorter."""
    variant = SMALL if code == "small" else get_variant(code)
    settings = Settings(True, 7, Strength.THUMB, deals=3)
    saved = SavedGame(lambda deals: None, at_once=False)
    for course in (single_deal(variant), game_course(new_game(variant), settings, saved)):
        moments = 0
        for table, asks in asked_at(course):
            moments += 1
            assert is_advised(table.variant, asks)
            assert isinstance(advise_at(table, asks, worlds=2, seed=2), Answer), asks
        assert moments >= variant.players


@pytest.mark.parametrize("code", VARIANTS)
def test_where_a_question_is_asked_its_command_is_not_refused(code: str) -> None:
    """And where it is refused as a whole, nobody is said to be advised."""
    variant, hand = VARIANTS[code], "S2"
    for command, kind in (
        ("bid", BidObservation),
        ("call", TrumpObservation),
        ("claim", ClaimObservation),
        ("exchange", PutAwayObservation if variant.rules.unit == "points" else ExchangeObservation),
    ):
        why = kind.why_never(variant)
        ran = manni("advise", command, "--hand", hand, "--variant", code)
        assert ran.code
        assert why is None or why in ran.stderr.replace("\n", " ") or "manni advise" in ran.stderr
