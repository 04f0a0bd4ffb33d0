"""Runs: time limits, calling off, runs inside runs."""

import sys
import threading
from math import inf, nan
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from manni.solver.errors import SolverError, StoppedError
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.values.solve import Solver, solve

SMALL = Position.parse("AQ.3.. K2.A.. 43..5.", "NT")


@pytest.mark.parametrize(
    "seconds", [0, -1, -inf, nan, "2", True, [1], 1j, pytest.param(-(10**400), id="huge")]
)
def test_a_time_limit_is_a_number_above_0(seconds: Any) -> None:
    with pytest.raises(SolverError, match="expected a number above 0"):
        Run(seconds)
    with pytest.raises(SolverError, match="expected a number above 0"):
        solve(SMALL, seconds=seconds)


def test_a_limit_is_read_while_another_thread_loads_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))  # as it is until it is whole
    assert Run().within(0.5) is not None
    with pytest.raises(SolverError):
        Run(np.True_)


@pytest.mark.parametrize("seconds", [inf, 1e300, pytest.param(10**400, id="huge")])
def test_a_limit_beyond_all_clocks_is_none_to_speak_of(seconds: float) -> None:
    run = Run(seconds)
    assert not run.is_over()
    assert solve(SMALL, run=run).exact


def test_a_run_without_a_limit_never_ends_by_itself() -> None:
    run = Run()
    run.check()
    assert run.deadline is None
    assert run.seconds_left is None
    assert run.part(0.5).deadline is None


def test_a_run_and_seconds_are_one_too_many() -> None:
    with pytest.raises(SolverError, match="one of the two"):
        Run.of(Run(), 1)
    with pytest.raises(SolverError, match="one of the two"):
        solve(SMALL, run=Run(), seconds=1)
    with pytest.raises(SolverError, match="is no Run"):
        Run.of(5)
    with pytest.raises(SolverError, match="is no Run"):
        Solver(1).solve(SMALL, run="fast")


def test_what_was_given_is_taken() -> None:
    run = Run()
    assert Run.of(run) is run
    assert Run.of(None).deadline is None
    assert Run.of(None, 5).deadline is not None


def test_the_reason_is_told() -> None:
    late = Run(1e-9)
    while not late.is_late():
        pass
    with pytest.raises(StoppedError, match="allow more"):
        late.check()
    assert late.seconds_left == 0
    late.cancel()
    with pytest.raises(StoppedError, match="called off"):
        late.check()


def test_called_off_from_another_thread() -> None:
    run = Run()
    thread = threading.Thread(target=run.cancel)
    thread.start()
    thread.join()
    assert run.is_cancelled()
    assert run.is_over()
    assert not run.is_late()


def test_called_off_by_what_is_asked() -> None:
    answers = [False, True]
    run = Run(cancelled=lambda: answers[0])
    assert not run.is_over()
    answers.reverse()
    assert run.is_over()


def test_a_run_inside_another_ends_with_it_and_not_the_other_way() -> None:
    outer = Run()
    first, second = outer.within(None), outer.within(100)
    first.cancel()
    assert first.is_over()
    assert not outer.is_over()
    assert not second.is_over()
    outer.cancel()
    assert second.is_over()
    assert second.within(5).part(0.5).is_cancelled()


def test_no_run_inside_another_outlasts_it() -> None:
    outer = Run(50)
    for inner in (outer.within(1000), outer.within(None), outer.part(1), outer.part(7)):
        assert inner.deadline <= outer.deadline
    half = outer.part(0.5)
    assert half.deadline < outer.deadline
    assert outer.within(0).is_late()
    assert outer.within(-5).is_late()


def test_progress_is_told_of_this_run_only() -> None:
    told = []
    run = Run(progress=lambda done, total: told.append((done, total)))
    run.report(1, 3)
    run.within(None).report(2, 3)
    run.report(3)
    assert told == [(1, 3), (3, None)]
    Run().report(1)
