"""What holds of every question to the advice: seeds, threads, time, figures, and what is refused.

Whatever is given to a door, an answer or a SolverError of one line comes back.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import nan
from typing import Any, NamedTuple

import pytest
from commands import json_of
from games import asked_at, single_deal
from positions import observed

from manni.solver.advice.bids import advise_bid, advise_claim
from manni.solver.advice.choices import Strength
from manni.solver.advice.exchange import advise_contract, advise_exchange
from manni.solver.advice.play import advise_play
from manni.solver.advice.put_away import advise_put_away, advise_trump
from manni.solver.cards import Contract, Seat
from manni.solver.engine import Engine
from manni.solver.errors import SolverError, StoppedError
from manni.solver.files.dealfile import format_deals
from manni.solver.notation import parse_hand
from manni.solver.report.advice import (
    answer_json,
    answer_text,
)
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.run import Run
from manni.solver.table import steps
from manni.solver.table.advice import RuleAnswer, advise_at
from manni.solver.table.game import SavedGame, game_course, new_game
from manni.solver.table.settings import Settings

# What holds of every question ------------------------------------------------------------

PETITE, ENVERS = get_variant("encheres-petite"), get_variant("envers-3")
TEN = parse_hand("KJT.QJ9.AK8.K")
SIXTEEN = parse_hand("AKJ94.A652.KQ97.K63")
TAKEN_UP = observed("away", "KJT.QJ97.AK8.K7", PETITE)
TO_EXCHANGE = observed("exchange", "KQ8.Q74.J975.T6", "basic", "H", Seat.DEALER, taken=(0, 0))
CLAIMS = observed("claim", TEN, ENVERS, "H", "M")
PLAYS = observed("card", SIXTEEN, "trjamann", "H", "F")
MISERE = observed(
    "card",
    TEN,
    "encheres-sans+miseres",
    Contract.NULLO,
    Seat.DEALER,
    played="S8 S9",
    declarer=Seat.FOREHAND,
    bid="misere",
)


class Question(NamedTuple):
    """A question, and the key of the choices of its answer.

    It ``solves`` worlds, on threads, or they are played out.
    """

    ask: Callable[..., Any]
    choices: str
    solves: bool = False


QUESTIONS = {
    "exchange": Question(partial(advise_exchange, TO_EXCHANGE), "best"),
    "put away": Question(
        partial(advise_put_away, TAKEN_UP, contract="H"),
        "best",
    ),
    "declare": Question(
        partial(advise_contract, SIXTEEN, "trjamann", left=((None, ("NT",)),)),
        "calls",
    ),
    "bid": Question(partial(advise_bid, TEN, PETITE), "bids"),
    "bid on": Question(partial(advise_bid, TEN, PETITE, calls=["20"]), "bids"),
    "name": Question(
        partial(advise_trump, observed("trump", TEN, ENVERS)),
        "trumps",
    ),
    "claim": Question(partial(advise_claim, CLAIMS), "choices", solves=True),
    "play": Question(partial(advise_play, PLAYS), "cards", solves=False),
    "play on open cards": Question(partial(advise_play, MISERE), "cards", solves=True),
}
PARTIAL = "Partial: stopped before the answer was complete."

every_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=list(QUESTIONS))


@every_question
def test_worlds_and_seed_fix_the_answer_for_any_number_of_threads(question: Question) -> None:
    found = question.ask(worlds=12, seed=3)
    assert question.ask(worlds=12, seed=3) == found
    assert question.ask(worlds=12, seed=3, threads=3) == found
    other = question.ask(worlds=12, seed=4)
    points = [[own.points for own in getattr(each, question.choices)] for each in (found, other)]
    assert points[0] != points[1]
    assert (found.worlds, found.seed, found.partial) == (12, 3, False)


@every_question
def test_figures_fit(question: Question) -> None:
    found = question.ask(worlds=12, seed=3)
    assert 0 < found.effective <= 12
    choices = getattr(found, question.choices)
    for own in choices:
        assert own.interval[0] <= own.points <= own.interval[1]
        assert own.behind_interval[0] <= own.behind <= own.behind_interval[1]
        assert own.told_apart <= (own.behind > 0)
    best = found.best if question.choices == "bids" else choices[0]
    assert (best.behind, best.behind_interval, best.told_apart) == (0, (0, 0), False)
    if question.choices != "bids":
        assert [own.behind for own in choices] == sorted(own.behind for own in choices)


@every_question
def test_what_was_stopped_says_so_and_is_true_of_what_was_met(question: Question) -> None:
    run = Run(progress=lambda done, wanted: run.cancel() if done >= 3 else None)
    found = question.ask(worlds=600, seed=5, run=run)
    assert 2 <= found.worlds < 600
    assert PARTIAL in str(answer_text(found)).split("\n")
    assert answer_json(found)["partial"] is found.partial is True
    whole = replace(found, partial=False)
    assert "Partial" not in str(answer_text(whole))
    assert question.ask(worlds=found.worlds, seed=5) == whole


@every_question
def test_a_run_that_is_over_has_no_answer(question: Question) -> None:
    for ends in ({"run": Run(1e-9)}, {"run": Run(cancelled=lambda: True)}, {"seconds": 1e-9}):
        with pytest.raises(StoppedError):
            question.ask(worlds=10, **ends)


WRONG = [
    ({"worlds": None}, "how many worlds or how many seconds"),
    ({"worlds": 1}, "worlds: 1, expected 2 to 10000000"),
    ({"worlds": 2.0}, "worlds: 2.0 is no whole number"),
    ({"worlds": True}, "worlds: True is no whole number"),
    ({"seed": -1}, "seed: -1, expected at least 0"),
    ({"seed": 0.5}, "seed: 0.5 is no whole number"),
    ({"seconds": nan}, "seconds: nan, expected"),
    ({"seconds": True}, "seconds: True"),
    ({"run": Run}, "is no Run"),
    ({"seconds": 3, "run": Run()}, "seconds and a run"),
    ({"threads": 0}, "threads: 0, expected 1 to 1024"),
    ({"threads": 1.0}, "threads: 1.0"),
    ({"memory_mb": -1}, "memory in MB: -1, expected"),
    ({"pool": Engine(4)}, "expected a Pool"),
]
"""What no question takes; what is played out needs no thread, some know how many worlds to meet."""


@every_question
def test_what_cannot_be_is_named(question: Question) -> None:
    for wrong, message in WRONG:
        if not question.solves and wrong.keys() & {"threads", "memory_mb", "pool"}:
            continue
        if question.ask.func is not advise_claim and wrong == {"worlds": None}:
            continue
        with pytest.raises(SolverError, match=message):
            question.ask(**({"worlds": 2} | wrong))


SEEN = {
    "exchange": (advise_exchange, TO_EXCHANGE),
    "put away": (advise_put_away, TAKEN_UP),
    "name trump": (advise_trump, observed("trump", TEN, ENVERS)),
    "claim": (advise_claim, CLAIMS),
    "play": (advise_play, PLAYS),
}


@pytest.mark.parametrize("wanted", SEEN)
def test_what_was_seen_at_another_moment_is_refused(wanted: str) -> None:
    ask, _ = SEEN[wanted]
    others = {moment: known for moment, (_, known) in SEEN.items() if moment != wanted}
    for moment, other in (others | {"bid": observed("bid", TEN, PETITE)}).items():
        said = f"of a seat that is to {moment}, expected one that is to {wanted}"
        with pytest.raises(SolverError, match=said):
            ask(other, worlds=2)
    for other in (TEN, None):
        with pytest.raises(SolverError, match=r"observation: .*, expected a Deal"):
            ask(other, worlds=2)


@pytest.mark.parametrize("code", [*VARIANTS, "manille-4+muette"])
def test_the_table_advises_what_the_command_does(code: str) -> None:
    kinds = set()
    variant, course = get_variant(code), single_deal(get_variant(code))
    if variant.scoring.marks_are_bad:  # the score says who has an interest in a claim
        settings = Settings(True, 7, Strength.THUMB, deals=2)
        course = game_course(
            new_game(variant), settings, SavedGame(lambda deals: None, at_once=False)
        )
    for table, asks in asked_at(course):
        told = advise_at(table, asks, worlds=2, seed=2)
        assert not isinstance(told, RuleAnswer)
        seen = format_deals([table.deal.seen_by(asks.seat)])
        asked = ["advise", "-", "--worlds", "2", "--seed", "2"]
        if table.totals and not isinstance(asks, steps.AsksTrump):
            asked += ["--score", ",".join(map(str, table.totals))]
        assert answer_json(told) == json_of(*asked, text=seen)
        kinds.add(type(asks))
    assert any(table.totals) is variant.scoring.marks_are_bad
    assert kinds >= {steps.AsksCard, *[steps.AsksTrump] * code.startswith("en")}
