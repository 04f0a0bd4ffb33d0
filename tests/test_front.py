"""Where people enter: what is left out is said, and a question is answered."""

import re
from dataclasses import fields

import pytest
from commands import manni
from games import asked_at, single_deal
from positions import observed

from manni.solver.advice.answer import Answer, ContractAdvice
from manni.solver.advice.choices import Strength
from manni.solver.advice.play import advise_play
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.table import steps
from manni.solver.table.advice import advise_at, is_advised
from manni.solver.table.commentary import advice_view
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


@pytest.mark.parametrize("code", CODES)
def test_every_question_at_the_table_is_answered_with_figures(code: str) -> None:
    """In three deals of a game, in which lists grow shorter."""
    variant, moments = get_variant(code), 0
    settings = Settings(True, 7, Strength.THUMB, deals=3)
    saved = SavedGame(lambda deals: None, at_once=False)
    for table, asks in asked_at(game_course(new_game(variant), settings, saved)):
        moments += 1
        assert is_advised(table.variant, asks)
        assert isinstance(advise_at(table, asks, worlds=2, seed=2), Answer), asks
    assert moments >= 3 * variant.players


@pytest.mark.parametrize("code", VARIANTS)
def test_whether_there_is_advice_is_asked_of_the_game(code: str) -> None:
    variant = get_variant(code)
    bids = bool(variant.bids) and not variant.claims
    for kind, there_is in {
        steps.AsksAway: bids,
        steps.AsksBid: bids,
        steps.AsksCall: variant.rules.is_plain and variant.declared,
        steps.AsksCard: True,
        steps.AsksClaim: variant.claims,
        steps.AsksExchange: variant.rules.is_plain,
        steps.AsksTrump: bids or variant.names_trump,
    }.items():
        asks = kind(variant.seats(0), *[None] * (len(fields(kind)) - 1))
        assert is_advised(variant, asks) is there_is, kind


def test_what_stands_on_cards_is_what_they_are_ranked_by() -> None:
    """The chance of the bid where that decides; points are whole where all hands are open."""
    known = observed("card", "Q.Q.9.A", "encheres-7", "S", "F", declarer="F", bid="30", played=())
    advised = advise_play(known, worlds=1000)
    assert advised.by_chance
    assert [choice.points for choice in advised.cards][:2] == sorted(
        choice.points for choice in advised.cards[:2]
    )
    seen = advice_view(advised)
    assert [worth for _, worth in seen.worths] == ["0.1%", "0.0%", "0.0%", "0.0%"]
    assert "made in 0.1% of" in str(seen.sentence)
    for table, asks in asked_at(single_deal(get_variant("manille-4"))):
        told = advice_view(advise_at(table, asks))
        assert all(re.fullmatch(r"[-+]?[0-9]+", worth) for _, worth in told.worths)
        said = f"{told.sentence} {told.table.text()}"
        assert not re.search(r"\d\.\d|\.\.", said), said


def test_a_game_whose_lists_have_no_values_is_advised_by_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("manni.solver.table.advice.values_by_left", lambda variant: None)
    table, asks = next(asked_at(single_deal(get_variant("trjamann"))))
    assert isinstance(asks, steps.AsksCall)
    advised = advise_at(table, asks, worlds=2)
    assert isinstance(advised, ContractAdvice)
    assert {choice.later for choice in advised.calls} == {None}
