"""The door to the compiled search: one thread at a time, and nothing unproved looks exact."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest
from positions import ENDLESS, manille_position, random_position

from manni.solver import reference
from manni.solver.cards import SEATS, Contract
from manni.solver.engine import MOST_MEMORY_MB, Engine
from manni.solver.errors import BusyError, DealError, SolverError, StoppedError
from manni.solver.position import Position
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE
from manni.solver.rules.trick import TrickRules
from manni.solver.run import Run
from manni.solver.searches import TECHNIQUES
from manni.solver.values.solve import Solver

SMALL = Position.parse("AQ.3.. K2.A.. 43..5.", "NT")
HARD_POINTS = manille_position(Random(3), 10, (ENCHERES,), on_table=0)


def nullo(seed: int) -> Position:
    """Return a first lead of 16 cards in NULLO, which takes a tenth of a second or many."""
    return random_position(Random(seed), 16, Contract.NULLO, ace_low=False, on_table=0)


@contextmanager
def searching(ask: Callable[[Run], object]) -> Iterator[None]:
    """Have another thread ask something that takes long; it is called off at the end."""
    run, begun = Run(), threading.Event()
    watched = Run(cancelled=lambda: begun.set() or run.is_cancelled())
    failed = []

    def work() -> None:
        try:
            ask(watched)
        except StoppedError:
            pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        # Asked whether it is called off for the second time, it is in the midst of the search.
        assert begun.wait(30)
        begun.clear()
        assert begun.wait(30)
        yield
    finally:
        run.cancel()
        thread.join(30)
    assert not thread.is_alive()
    assert not failed


# One thread at a time -----------------------------------------------------------------


@pytest.mark.parametrize(
    "ask",
    [
        lambda engine: engine.value(SMALL, 0),
        lambda engine: engine.bounds(SMALL, 0),
        lambda engine: engine.reaches(SMALL, 0, 1),
        lambda engine: engine.clear(),
    ],
)
def test_a_busy_engine_says_so_at_once(ask: Callable[[Engine], object]) -> None:
    engine = Engine(16)
    with searching(lambda run: engine.value(ENDLESS, 0, run=run)), pytest.raises(BusyError):
        ask(engine)
    assert engine.value(SMALL, 0) == reference.guarantee(SMALL, 0)


def keep_asking(solver: Solver) -> None:
    """Solve for half a minute: two threads leave the table free as the second joins in."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        solver.solve(SMALL)


def test_a_busy_solver_says_so_at_once() -> None:
    for threads in (1, 2):
        solver = Solver(16, threads)
        ask = partial(solver.solve, ENDLESS)
        with searching(lambda run, ask=ask: ask(run=run)), pytest.raises(BusyError):
            keep_asking(solver)
        assert solver.solve(SMALL).guarantee == reference.guarantees(SMALL)


def test_threads_that_share_an_engine_never_get_a_wrong_value() -> None:
    rng = Random(5)
    positions = [random_position(rng, 7) for _ in range(60)]
    truth = [[Engine(1).value(position, seat) for seat in range(SEATS)] for position in positions]
    engine = Engine(16)
    wrong = []
    answered = threading.Barrier(4)

    def work(start: int) -> None:
        answered.wait()
        for index in [*range(start, len(positions)), *range(start)]:
            for seat in range(SEATS):
                while True:
                    try:
                        value = engine.value(positions[index], seat)
                    except BusyError:
                        continue
                    break
                if value != truth[index][seat]:
                    wrong.append((positions[index], seat, value))

    threads = [threading.Thread(target=work, args=(15 * number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert not wrong


@pytest.mark.parametrize("hard", [ENDLESS, HARD_POINTS])
def test_an_engine_asked_from_within_its_own_search_says_so(hard: Position) -> None:
    engine = Engine(16, switches=TECHNIQUES["table"])
    told = []

    def ask_again() -> bool:
        try:
            engine.value(SMALL, 0)
        except BusyError as error:
            told.append(error)
        return len(told) > 2

    with pytest.raises(StoppedError):
        engine.value(hard, 0, run=Run(cancelled=ask_again))
    assert len(told) > 2
    assert engine.value(SMALL, 0) == reference.guarantee(SMALL, 0)
    # Called off at the second time of asking, in the midst of the search.
    lower, upper = engine.bounds(hard, 0, run=Run(cancelled=iter((False, True)).__next__))
    assert lower < upper


def test_what_a_callback_raises_comes_through_and_leaves_the_engine_usable() -> None:
    engine = Engine(16)
    calls = 0

    def fails() -> bool:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise ZeroDivisionError
        return False

    with pytest.raises(ZeroDivisionError):
        engine.value(ENDLESS, 0, run=Run(cancelled=fails))
    assert engine.value(SMALL, 0) == reference.guarantee(SMALL, 0)


# Stopped ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def truth() -> dict[Position, tuple[int | None, ...]]:
    solver = Solver(128)
    return {position: solver.solve(position).guarantee for position in map(nullo, (0, 1, 9))}


@contextmanager
def stopping(engine: Engine) -> Iterator[None]:
    """Tell an engine to stop again and again."""
    over = threading.Event()

    def stop() -> None:
        while not over.wait(0.01):
            engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("moment", [0.0, 0.005, 0.02, 0.1, 0.3, None])
def test_a_search_that_was_ended_never_looks_exact(
    truth: dict[Position, tuple[int, int, int]], moment: float | None
) -> None:
    """Called off at a moment, or its engine told to stop again and again."""
    for position, values in truth.items():
        solver, run = Solver(64), Run()
        with stopping(solver.engine) if moment is None else nullcontext():
            timer = threading.Timer(moment or 0, run.cancel)
            if moment is not None:
                timer.start()
            solution = solver.solve(position, run=run)
        for pair, value in zip(solution.bounds, values, strict=True):
            assert pair[0] <= value <= pair[1]
        assert solution.exact == all(low == high for low, high in solution.bounds)
        assert (solution.share is None) is (None in solution.guarantee) is not solution.exact
        timer.cancel()


def test_a_question_an_engine_was_told_to_stop_at_has_no_answer() -> None:
    solver = Solver(64)
    with stopping(solver.engine):
        assert not solver.solve(ENDLESS).exact
        with pytest.raises(StoppedError, match="stopped before"):
            solver.engine.value(ENDLESS, 0)
        with pytest.raises(StoppedError, match="stopped before"):
            solver.engine.reaches(ENDLESS, 0, 9)


def test_a_run_that_is_over_gives_no_answer_and_asks_nothing_of_the_search() -> None:
    engine = Engine(16)
    run = Run()
    run.cancel()
    assert engine.bounds(ENDLESS, 0, run=run) == (0, 16)
    with pytest.raises(StoppedError, match="called off"):
        engine.value(ENDLESS, 0, run=run)
    for target in (8, 16):
        with pytest.raises(StoppedError, match="called off"):
            engine.reaches(ENDLESS, 0, target, run=run)
    assert engine.nodes == 0


# Windows and guesses ------------------------------------------------------------------


@pytest.mark.parametrize("rules", [None, MANILLE, ENCHERES, ENVERS, MISERE])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_windows_and_guesses_change_no_value(seed: int, rules: TrickRules | None) -> None:
    rng = Random(f"windows {seed}")
    for _ in range(60):
        cards = rng.randrange(6)
        plain = rules is None
        position = random_position(rng, cards) if plain else manille_position(rng, 4, (rules,))
        seat = rng.randrange(SEATS)
        value = reference.guarantee(position, seat)
        guess, low = rng.randrange(-2, position.worth + 3), rng.randrange(-2, position.worth + 2)
        high = low + rng.randrange(1, position.worth + 3)
        assert Engine(1).value(position, seat, guess=guess) == value
        lower, upper = Engine(1).bounds(position, seat, window=(low, high), guess=guess)
        assert lower <= value <= upper
        if low <= value <= high:
            assert max(low, lower) == min(high, upper) == value
        else:
            assert upper <= low or lower >= high
        assert Engine(1).reaches(position, seat, high) == (value >= high)


@pytest.mark.parametrize(("seed", "number"), [(8, 30), pytest.param(9, 70, marks=pytest.mark.slow)])
def test_what_a_window_left_open_is_found_later(seed: int, number: int) -> None:
    rng = Random(seed)
    engine = Engine(4)
    for _ in range(number):
        position = random_position(rng, rng.randrange(1, 6))
        seat = rng.randrange(SEATS)
        for _ in range(3):
            low = rng.randrange(6)
            engine.bounds(position, seat, window=(low, low + 1))
        assert engine.value(position, seat) == reference.guarantee(position, seat)


# What cannot be asked -----------------------------------------------------------------


NO_MEMORY = f"expected a number above 0, at most {MOST_MEMORY_MB}"
TEXT = "AQ.3.. K2.A.. 43..5."


@pytest.mark.parametrize(
    ("ask", "wrong", "message"),
    [
        *((make, each, NO_MEMORY) for make in (Engine, Solver)
          for each in (0, -5, nan, inf, 1e20, 1 << 44, "x", None, True, [1])),
        *((partial(Engine(1).value, SMALL), each, "seat")
          for each in (-1, 3, 99, None, "X", 0.5, True, [0])),
        *((ask, each, "expected a Position")
          for ask in (lambda own: Engine(1).value(own, 0), Solver(1).solve)
          for each in (None, (1, 2, 4), object())),
        (lambda own: Engine(1).value(own, 0), TEXT, "expected a Position"),
        (Solver(1).solve, TEXT, "no contract is recorded"),  # it stands for the deal it holds
        *((lambda own: Engine(1, switches=own), each, "switches")
          for each in (None, 1.5, -1 << 32, "table", [1])),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(ask: Callable[[Any], object], wrong: Any, message: str) -> None:
    with pytest.raises(SolverError, match=message):
        ask(wrong)


# Arrays -------------------------------------------------------------------------------


def lead_values(**change: Any) -> Any:
    rows = {"hands": np.array([SMALL.hands] * 2, np.uint64)}
    rows |= {name: np.zeros(2, np.int8) for name in ("contracts", "leaders", "ace_low")}
    return Engine(1).lead_values(**rows | change, run=Run())


def wrong_arrays(hands: Any) -> list[Any]:
    """Return what are no hands to a search, though each looks like some."""
    own = np.array([hands, hands], np.uint64)
    twice, uneven, outside = own.copy(), own.copy(), own.copy()
    twice[1, 1], uneven[1, 2], outside[1] = own[1, 0], 1, own[1] << np.uint64(39)
    many = [own[:, :1], own[0], own.tolist(), own.astype(np.int64), own.astype(">u8"), None]
    return [*many, np.zeros((2, 9), np.uint64), twice, uneven, outside]


@pytest.mark.parametrize(
    ("ask", "change"),
    [
        *((lead_values, {"hands": wrong}) for wrong in wrong_arrays(SMALL.hands)),
        *(
            (lead_values, {name: wrong})
            for name in ("contracts", "leaders")
            for wrong in (*(np.full(2, own, np.int8) for own in (100, -1)), np.zeros(1, np.int8), 0)
        ),
    ],
)  # fmt: skip
def test_arrays_are_what_they_should_be(ask: Callable[..., Any], change: dict[str, Any]) -> None:
    with pytest.raises(SolverError):
        ask(**change)
    assert ask() is not None


@pytest.mark.parametrize(
    "change",
    [{name: 100} for name in ("contract", "leader", "seat")]
    + [{"hands": hands} for hands in ((3, 4, 8), (1, 1, 2), (1, 2), (1 << 60, 2, 4))],
)
def test_a_lead_that_cannot_be(change: dict[str, Any]) -> None:
    asked = {"hands": SMALL.hands, "contract": 0, "leader": 0, "seat": 0} | change
    with pytest.raises(DealError):
        Engine(1).lead_proof(**asked, tricks=1)
