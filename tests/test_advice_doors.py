"""What the public functions of exchange and advice make of arguments that cannot be.

Whatever is given, an answer or a SolverError of one line comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from games import SMALL
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advice.asked_for import Value
from solver.advice.behaviour import Belief
from solver.advice.claim import advise_claim
from solver.advice.contract import advise_contract
from solver.advice.exchange import advise_exchange
from solver.advice.name_trump import advise_trump
from solver.advice.play import advise_play
from solver.advice.seen import Moment, Seen
from solver.advice.view import naming, view
from solver.advice.worlds import World, Worlds
from solver.cards import Seat, cards_in
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import SolverError, StoppedError
from solver.exchange.before import before_exchange
from solver.exchange.discards import discard_classes
from solver.exchange.open_cards import best_exchange
from solver.notation import parse_hand
from solver.pool import Pool
from solver.rules.auction import Call
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.run import Run

HAND = parse_hand("AQ.K..")
HANDS = (HAND, parse_hand("K.AQ.."), parse_hand("..AKQ."))
DEAL = Deal(
    hands=HANDS, manni=tuple(cards_in(parse_hand("...AKQ"))), contract=Contract.NT, declarer=Seat(0)
)
KNOWN = view(HAND, SMALL, Contract.NT, Seat.FOREHAND)
BEFORE = before_exchange(DEAL, variant=SMALL)
CLASSES = discard_classes(HAND, range(2), lambda size: KNOWN.unseen)
WORLD = Worlds(KNOWN, Belief.SOFT, 0)[0]
TO_PLAY = Seen(SMALL, Contract.NT, Seat.FOREHAND, HAND, declarer=Seat.FOREHAND)

TO_NAME = naming(parse_hand("AQ9.98.KQ7.K8"), get_variant("envers-3"))
TO_CLAIM = replace(TO_NAME, contract=Contract.S, moment=Moment.CLAIM)

Arguments = dict[str, Any]
DOORS: dict[str, tuple[Callable[..., Any], Arguments]] = {
    "before_exchange": (
        before_exchange,
        {
            "deal": DEAL,
            "seat": Seat.FOREHAND,
            "variant": SMALL,
            "contract": Contract.H,
            "declarer": Seat.FOREHAND,
            "ace_low": False,
        },
    ),
    "best_exchange": (
        best_exchange,
        {"before": BEFORE, "recorded": (), "keep": 3, "engine": Engine(4), "run": Run()},
    ),
    "best_exchange in seconds": (best_exchange, {"before": BEFORE, "seconds": 5}),
    "view": (
        view,
        {
            "hand": HAND,
            "variant": SMALL,
            "contract": Contract.NT,
            "seat": Seat.FOREHAND,
            "cut": None,
            "taken": (),
            "declarer": Seat.FOREHAND,
            "great": False,
            "discarded": (),
            "calls": (),
            "left": (),
        },
    ),
    "Seen to exchange": (
        Seen,
        {
            "variant": SMALL,
            "contract": Contract.NT,
            "seat": Seat.FOREHAND,
            "hand": HAND,
            "cut": None,
            "taken": (),
            "declarer": Seat.FOREHAND,
            "great": False,
            "discarded": 0,
            "calls": (),
            "lines_left": (),
            "moment": Moment.EXCHANGE,
        },
    ),
    "advise_exchange": (
        advise_exchange,
        {
            "known": KNOWN,
            "worlds": 2,
            "seed": 0,
            "value": Value.SHARE,
            "belief": Belief.SOFT,
            "only": (0,),
            "raced": 4,
            "threads": 1,
            "memory_mb": 4,
        },
    ),
    "advise_exchange in a run": (
        advise_exchange,
        {"known": KNOWN, "worlds": 2, "pool": Pool(4), "run": Run()},
    ),
    "advise_exchange in seconds": (
        advise_exchange,
        {"known": KNOWN, "worlds": 2, "pool": Pool(4), "seconds": 0.5},
    ),
    "advise_contract": (
        advise_contract,
        {
            "hand": HAND,
            "variant": SMALL,
            "left": ((None, ("S", "NT")),),
            "calls": (),
            "belief": Belief.SOFT,
            "deal_only": True,
            "worlds": 2,
            "seed": 0,
            "value": Value.SHARE,
            "threads": 1,
            "memory_mb": 4,
        },
    ),
    "advise_contract after calls": (
        advise_contract,
        {
            "hand": HAND,
            "variant": SMALL,
            "left": ((Seat.MIDDLEHAND, ("S", "NT")),),
            "calls": (Call(Contract.NULLO),),
            "deal_only": True,
            "worlds": 2,
            "pool": Pool(4),
            "run": Run(),
        },
    ),
    "Seen": (
        Seen,
        {
            "variant": SMALL,
            "contract": Contract.NT,
            "seat": Seat.FOREHAND,
            "hand": HAND,
            "played": (),
            "declarer": Seat.FOREHAND,
            "great": False,
            "cut": None,
            "taken": (1,),
            "discarded": 0,
            "calls": (),
            "lines_left": (),
            "bid": None,
            "shown": (),
        },
    ),
    "naming": (naming, {"hand": TO_NAME.hand, "variant": TO_NAME.variant}),
    "advise_trump": (
        advise_trump,
        {"known": TO_NAME, "worlds": 2, "seed": 0, "threads": 1, "memory_mb": 4},
    ),
    "advise_trump in a run": (
        partial(advise_trump, worlds=2),
        {"known": TO_NAME, "pool": Pool(4), "run": Run()},
    ),
    "advise_claim": (
        advise_claim,
        {"known": TO_CLAIM, "worlds": 2, "seed": 0, "threads": 1, "memory_mb": 4},
    ),
    "advise_claim in a run": (
        partial(advise_claim, worlds=2),
        {"known": TO_CLAIM, "pool": Pool(4), "run": Run()},
    ),
    "advise_play": (
        partial(advise_play, worlds=2),
        {"known": TO_PLAY, "seed": 0, "belief": Belief.SOFT},
    ),
    "advise_play in a run": (partial(advise_play, worlds=2), {"known": TO_PLAY, "run": Run()}),
}

JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 53, 2**52, 2**70, -(2**70), 1.5, 0.0, -2.0, nan, inf, 1e300,
    "", "x", "S", "NT", "F", b"S", [], [None], [-1], [99], ["x"], [[]], {}, {"a": 1}, set(),
    object(), Ellipsis, lambda *given: "x", np.int64(2), np.float64(nan), np.zeros(3), np.array([]),
    Contract.NULLO, Seat.DEALER, Value.PLAYED, get_variant("basic"),
    get_variant("hornafjordur"), parse_hand("AK..."), HAND, parse_hand("2..."), (0, 1, 2), (5, 6),
    (HAND, HAND), (None, ("S",)), ((None,),), ((None, ("S",), 3),), ((None, "S"),), ((7, ("S",)),),
    (Call(Contract.NT),), (Call(Contract.NT), None), (None, None), (Call(9),),
    (Call(Contract.NT, 2),),
    frozenset(["X"]), frozenset([1]), Run, Run(1e-9), Run(cancelled=lambda: True), Engine, Pool,
    replace(DEAL, manni=()), replace(DEAL, contract=None), BEFORE, KNOWN,
    replace(KNOWN, contract=Contract.S), WORLD, World((0, 0, 0), ()), CLASSES[:1],
]  # fmt: skip


@settings(deadline=None, max_examples=300, derandomize=True)
@given(st.data())
def test_an_answer_or_an_error_of_one_line(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(DOORS)))
    door, right = DOORS[name]
    arguments = dict(right)
    for wrong in data.draw(st.lists(st.sampled_from(list(right)), min_size=1, max_size=2)):
        arguments[wrong] = data.draw(
            st.sampled_from(JUNK)
            | st.integers(-100, 100)
            | st.floats()
            | st.text(max_size=5)
            | st.lists(st.integers(-60, 60) | st.text(max_size=2), max_size=4)
        )
        if wrong in ("threads", "worlds") and type(arguments[wrong]) is int:
            arguments[wrong] = min(arguments[wrong], 8)  # more may be right, and takes long
    message = complaint(door, arguments)
    assert message is None or 0 < len(message) < 400
    assert message is None or "\n" not in message


def complaint(door: Callable[..., Any], arguments: Arguments) -> str | None:
    """Return what a door says of its arguments, None where it takes them."""
    try:
        door(**arguments)
    except SolverError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", DOORS)
def test_the_right_arguments_are_taken(name: str) -> None:
    door, right = DOORS[name]
    door(**right)


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("advise_exchange", {"threads": 0}, "threads: 0, expected 1 to 1024"),
        ("advise_exchange", {"threads": 1.0}, "threads: 1.0"),
        ("advise_exchange", {"seed": -1}, "seed: -1, expected at least 0"),
        ("advise_exchange", {"seed": 0.5}, "seed: 0.5 is no whole number"),
        ("advise_exchange", {"worlds": 2.0}, "worlds: 2.0 is no whole number"),
        ("advise_exchange", {"worlds": True}, "worlds: True is no whole number"),
        ("advise_exchange", {"worlds": 1}, "worlds: 1, expected 2 to 10000000"),
        ("advise_exchange", {"worlds": None}, "how many worlds or how many seconds"),
        ("advise_exchange", {"raced": 0}, "raced: 0, expected at least 1"),
        ("advise_exchange", {"memory_mb": -1}, "memory in MB: -1, expected"),
        ("advise_exchange", {"seconds": nan}, "seconds: nan, expected"),
        ("advise_exchange", {"seconds": True}, "seconds: True"),
        ("advise_exchange", {"value": "share"}, "value: 'share', expected a Value"),
        ("advise_exchange", {"known": BEFORE}, "expected a Seen"),
        ("advise_exchange", {"known": TO_PLAY}, "of a seat that is to play, expected one that"),
        ("advise_play", {"known": KNOWN}, "of a seat that is to exchange, expected one that"),
        ("advise_exchange", {"only": [parse_hand("K...")]}, "forehand discards SK, which it"),
        ("advise_exchange", {"only": [HAND]}, "forehand exchanges 3 cards: it may"),
        ("advise_exchange", {"only": 3}, "only: 3, expected several"),
        ("advise_exchange in a run", {"pool": Engine(4)}, "expected a Pool"),
        ("advise_exchange in a run", {"run": Run}, "is no Run"),
        ("advise_exchange in a run", {"seconds": 3}, "seconds and a run"),
        ("advise_contract", {"hand": -1}, "hand"),
        ("advise_contract", {"hand": 1 << 60}, "outside the pack of 52"),
        ("advise_contract", {"left": "S"}, "left: 'S', expected several"),
        ("advise_contract", {"left": ("S",)}, "left: 'S', expected several"),
        ("advise_contract", {"left": ((None, "S"),)}, "expected several"),
        ("advise_contract", {"calls": ("NT",)}, "call: 'NT', expected a Call"),
        ("advise_contract", {"variant": "small"}, "no variant 'small'"),
        ("advise_contract", {"variant": 1}, "expected a Variant"),
        ("best_exchange", {"keep": -1}, "keep: -1, expected at least 1"),
        ("best_exchange", {"keep": 0}, "keep: 0, expected at least 1"),
        ("best_exchange", {"before": DEAL}, "expected a Before"),
        ("best_exchange", {"recorded": (99,)}, "recorded"),
        ("best_exchange", {"recorded": (0,)}, "forehand discards S2, which it does not hold"),
        ("best_exchange", {"engine": Pool(4)}, "expected a Engine"),
        ("best_exchange in seconds", {"seconds": -1}, "seconds: -1, expected"),
        ("view", {"hand": "AX.K.."}, "hand: 'X' is no rank"),
        ("view", {"taken": (1,)}, "taken: 1 number, expected 0: nobody exchanged before"),
        ("view", {"contract": "X"}, "'X' is no contract"),
        ("Seen to exchange", {"hand": parse_hand("2.3.4.")}, "which is not in small's pack"),
        ("Seen to exchange", {"discarded": HAND}, "forehand holds SA and has put it down"),
    ],
)
def test_what_is_wrong_is_named(name: str, wrong: Arguments, message: str) -> None:
    door, right = DOORS[name]
    with pytest.raises(SolverError) as error:
        door(**right | wrong)
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["advise_exchange", "advise_contract"])
def test_a_run_that_is_over_has_no_answer(name: str) -> None:
    door, right = DOORS[name]
    for run in (Run(1e-9), Run(cancelled=lambda: True)):
        with pytest.raises(StoppedError, match="no two worlds"):
            door(**right, run=run)


def test_nobody_is_to_exchange_once_all_have() -> None:
    with pytest.raises(SolverError, match="the exchange is over"):
        replace(BEFORE, exchange=BEFORE.exchange.discard(()))
