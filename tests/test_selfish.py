"""Selfish play against a plain search, and its laws."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from positions import random_position
from selfish_plain import Plain, combined

from manni.solver.cards import Contract, by_seat
from manni.solver.engine import Engine
from manni.solver.errors import BusyError, DealError, SolverError, StoppedError
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import SelfishPlay
from manni.solver.values.selfish import plus, selfish_on, solve_selfish
from manni.solver.values.solve import Solver

ONE_SUIT = [
    pytest.param(contract, marks=pytest.mark.slow if 0 < contract < 4 else ())
    for contract in Contract
]
"""All contracts; of the four suits that may be trump the first alone is in the fast suite."""


@pytest.mark.parametrize("contract", ONE_SUIT)
def test_up_to_five_cards_as_the_plain_search_has_it(contract: Contract) -> None:
    """One engine for all: what it keeps of one position must not mislead it in another."""
    rng = Random(f"plain {contract.name}")
    engine = Engine(1)
    for number in range(90):
        position = random_position(rng, (0, 1, 2, 2, 3, 3, 4, 4, 5)[number % 9], contract)
        plain = Plain(position)
        found = selfish_on(engine, position)
        assert list(found.outcomes) == plain.outcomes(), position
        assert [card.card for card in found.cards] == list(position.legal())
        for card in found.cards:
            assert list(card.outcomes) == plain.after(card.card), position


def test_the_kinds_of_contract_do_not_share_a_table() -> None:
    rng = Random("kinds")
    engine = Engine(1)
    for _ in range(40):
        position = random_position(rng, 3, on_table=0)
        for contract in rng.sample(list(Contract), 3):
            asked = Position(position.hands, contract, position.leader)
            assert list(engine.outcomes(asked)) == Plain(asked).outcomes(), asked


def test_the_sure_loss_is_what_a_card_costs_whatever_the_others_choose() -> None:
    rng = Random("sure loss")
    engine = Engine(1)
    losing = 0
    for _ in range(150):
        position = random_position(rng, 4)
        seat, sign = position.to_play, position.contract.sign
        found = selfish_on(engine, position)
        for card in found.cards:
            costs = [
                sign * (before[seat] - after[seat])
                for before in found.outcomes
                for after in card.outcomes
            ]
            assert card.sure_loss == max(0, min(costs)), (position, card)
            permitted = not set(card.outcomes).isdisjoint(found.outcomes)
            assert (card.sure_loss == 0) is permitted
            losing += card.sure_loss > 0
        assert any(not card.sure_loss for card in found.cards)
    assert losing > 20


@pytest.mark.parametrize("contract", list(Contract))
def test_outcomes_lie_between_guarantee_and_best_case(contract: Contract) -> None:
    rng = Random(f"laws {contract.name}")
    solver, engine = Solver(16), Engine(16)
    points = 0
    for cards in (3, 4, 5, 6, 7) * 4:
        position = random_position(rng, cards, contract)
        solution = solver.solve(position)
        best = solution.best_case
        assert best is not None
        outcomes = engine.outcomes(position)
        assert outcomes == tuple(sorted(set(outcomes)))
        for outcome in outcomes:
            assert sum(outcome) == position.tricks
            for sure, own, most in zip(solution.guarantee, outcome, best, strict=True):
                assert sure is not None
                assert min(sure, most) <= own <= max(sure, most), position
        if sum(tricks or 0 for tricks in solution.guarantee) == position.tricks:
            assert outcomes == (solution.guarantee,)
            points += 1
    assert points


def test_the_dealer_always_takes_exactly_one() -> None:
    """His share, two thirds as everybody's, does not say so."""
    found = solve_selfish(Position.parse("Q2... K3... A4...", "NULLO"))
    assert found.outcomes == ((0, 1, 1), (1, 0, 1))
    assert (found.least, found.most) == ((0, 0, 1), (1, 1, 1))
    assert [card.sure_loss for card in found.cards] == [0, 0]


@pytest.mark.parametrize("contract", [Contract.NT, Contract.C, Contract.NULLO])
def test_more_cards_are_what_their_cards_lead_to(contract: Contract) -> None:
    """Each position of a play from those after it, by the plain recursion."""
    rng = Random(f"long {contract.name}")
    position = random_position(rng, 9, contract, on_table=0)
    engine = Engine(64)
    sign = contract.sign
    while position.tricks > 6:
        found = selfish_on(engine, position)
        sets = [
            frozenset(tuple(sign * tricks for tricks in vector) for vector in card.outcomes)
            for card in found.cards
        ]
        expected = combined(position.to_play, sets)
        assert {tuple(sign * tricks for tricks in vector) for vector in found.outcomes} == expected
        for card in found.cards[:2]:
            child = position.play(card.card)
            anew = Engine(64).outcomes(child)
            assert plus(anew, by_seat(child.gain)) == card.outcomes, position
        position = position.play(rng.choice(position.legal()))


@pytest.mark.parametrize("memory", [0.001, 0.1, 1])
def test_outcomes_do_not_depend_on_memory(memory: float) -> None:
    """The smallest table forgets everything again and again: it has room for 127 sets."""
    rng = Random("memory")
    small, large = Engine(memory), Engine(64)
    for contract in (Contract.NT, Contract.S, Contract.NULLO):
        for _ in range(3):
            position = random_position(rng, 7, contract)
            assert small.outcomes(position) == large.outcomes(position), position
    assert small.nodes >= large.nodes


def test_the_later_positions_of_a_play_are_known() -> None:
    rng = Random("later")
    position = random_position(rng, 8, Contract.NT, on_table=0)
    engine = Engine(16)
    engine.outcomes(position)
    before = engine.nodes
    while position.tricks:
        selfish_on(engine, position)
        position = position.play(rng.choice(position.legal()))
    assert engine.nodes - before < before // 20


READ_PEAK = """
import re, sys
from itertools import pairwise
from pathlib import Path
from random import Random
sys.path.insert(0, sys.argv[2])
from positions import random_position
from manni.solver.cards import Contract
from manni.solver._search import missing_book
from manni.solver.engine import Engine
def peak():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\\s*([0-9]+) kB", status)[1]) << 10
missing_book()  # it is mapped, and read whole once, by any engine
# So that the code is there already: 2 MB where an emulator translates it.
Engine(0.25).outcomes(random_position(Random("first"), 6, Contract.NT, False, 0))
before = peak()
engine = Engine(float(sys.argv[1]))
engine.outcomes(random_position(Random("full"), 10, Contract.NT, False, 0))
print(peak() - before, engine.nodes)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is in /proc")
def test_the_memory_cap_holds() -> None:
    def taken(memory: float) -> tuple[int, int]:
        done = subprocess.run(
            [sys.executable, "-P", "-c", READ_PEAK, str(memory), str(Path(__file__).parent)],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        peak, positions = map(int, done.stdout.split())
        return peak, positions

    megabyte = 1 << 20
    small, worked_out_small = taken(1)
    large, worked_out_large = taken(256)
    assert small <= 1.5 * megabyte
    assert large > 2 * megabyte, "the same work takes more: the test above can fail"
    assert worked_out_small > worked_out_large


LONG = random_position(Random("long"), 12, Contract.NULLO, False, 0)


def test_time_and_cancellation_end_the_work_and_leave_the_engine_right() -> None:
    engine = Engine(64)
    with pytest.raises(StoppedError, match="allow more"):
        engine.outcomes(LONG, run=Run(0.05))
    asked = []

    def soon() -> bool:
        asked.append(engine.nodes)
        return len(asked) > 3

    with pytest.raises(StoppedError, match="called off"):
        engine.outcomes(LONG, run=Run(cancelled=soon))
    steps = [later - earlier for earlier, later in pairwise(asked[1:])]
    assert all(step <= 1024 for step in steps), "asked every millisecond or so"
    position = random_position(Random("after"), 4, Contract.NULLO)
    assert list(engine.outcomes(position)) == Plain(position).outcomes()
    over = Run()
    over.cancel()
    with pytest.raises(StoppedError, match="called off"):
        engine.outcomes(position, run=over)


def test_what_is_raised_while_it_works_comes_out_and_nobody_else_comes_in() -> None:
    engine = Engine(64)
    asked = []

    def meddle() -> bool:
        asked.append(True)
        if len(asked) > 1:  # before the first time it has not begun
            engine.outcomes(LONG)
        return False

    with pytest.raises(BusyError):
        engine.outcomes(LONG, run=Run(cancelled=meddle))


def _limited(position: Position) -> Any:
    return solve_selfish(position, seconds=60, memory_mb=64)


def test_longer_positions_want_limits() -> None:
    nine, thirteen = (random_position(Random("n"), n, Contract.NT) for n in (9, 13))
    for named in ({}, {"seconds": 60}, {"memory_mb": 64}, {"run": Run()}):
        with pytest.raises(SolverError, match="9 cards a hand: selfish play of more than 8"):
            solve_selfish(nine, **named)
    found = _limited(nine)
    assert found == solve_selfish(nine, run=Run(60), memory_mb=32)
    with pytest.raises(SolverError, match=r"13 cards a hand: .* at most 12"):
        _limited(thirteen)
    with pytest.raises(SolverError, match="13 tricks: at most 12"):
        Engine(1).outcomes(thirteen)
    with pytest.raises(StoppedError):
        solve_selfish(LONG, seconds=0.01, memory_mb=64)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("Q2... K3... A4...",), {}),
        ((LONG,), {"seconds": 0}),
        ((LONG,), {"seconds": "2"}),
        ((LONG,), {"seconds": 2, "memory_mb": -1}),
        ((LONG,), {"seconds": 2, "memory_mb": "much"}),
        ((LONG,), {"run": 5}),
    ],
)
def test_wrong_arguments(arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(SolverError):
        solve_selfish(*arguments, **named)


@pytest.mark.parametrize(
    "asked",
    [((1, 1, 2), 0, 0), ((1, 2), 0, 0), ((1 << 60, 1, 2), 0, 0), ((1, 2, 4), 9, 0)]
    + [((1, 2, 4), 0, 3)]
    + [((1, 2, 4), 0, 0, table) for table in ((52,), (-1,), (5, 6, 7))],
)  # fmt: skip
def test_what_cannot_be_a_position_is_refused_by_the_search_itself(asked: Any) -> None:
    with pytest.raises(DealError):
        SelfishPlay(1).compiled.outcomes(*asked)
