"""Engines side by side: order, errors, Ctrl-C, and the same values for any number."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from positions import ENDLESS, random_position

from manni.solver.engine import Engine, Pool
from manni.solver.errors import BusyError, OutOfMemoryError, SolverError, StoppedError
from manni.solver.run import Run
from manni.solver.searches import MOST_THREADS
from manni.solver.values.solve import Solver


def square(engine: Engine, task: int, run: Run) -> int:
    return task * task


def found(answer: int) -> bool:
    return True


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_the_same_values_for_any_number_of_threads(threads: int) -> None:
    rng = Random(9)
    one, many = Solver(16), Solver(16, threads)
    for _ in range(100):
        position = random_position(rng, rng.randrange(7))
        assert many.solve(position, cards=True) == one.solve(position, cards=True)
    # Long enough that threads take part.
    for _ in range(2):
        position = random_position(rng, 13, on_table=0)
        seat = position.to_play
        assert many.solve(position, cards=True, line=seat) == one.solve(
            position, cards=True, line=seat
        )


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("tasks", [0, 1, 2, 500])
def test_answers_come_in_the_order_of_the_tasks(threads: int, tasks: int) -> None:
    pool = Pool(16, threads)
    expected = [task * task for task in range(tasks)]
    assert pool.map(square, range(tasks), Run(), found) == expected
    assert pool.map(square, range(tasks), Run(), lambda answer: answer < 100) == expected
    assert list(pool.imap(square, range(tasks), Run())) == expected


def test_no_room_for_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError("no room for a share of it")

    monkeypatch.setattr("manni.solver.searches.search_type", lambda: full)
    for make in (partial(Pool, threads=2), partial(Solver, threads=1), Engine):
        with pytest.raises(OutOfMemoryError, match=r"^no room for a table of 16777216 MB$"):
            make(16777216)


@pytest.mark.parametrize("threads", [2, 3])
def test_each_engine_works_for_one_task_at_a_time(threads: int) -> None:
    pool = Pool(16, threads)
    busy = {engine: threading.Lock() for engine in pool.engines}

    def work(engine: Engine, task: int, run: Run) -> int:
        assert busy[engine].acquire(blocking=False)
        engine.value(random_position(Random(task), 5), 0)
        busy[engine].release()
        return task

    assert list(pool.imap(work, range(200), Run())) == list(range(200))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_error_in_one_task_stops_the_others(threads: int) -> None:
    pool = Pool(16, threads)

    def work(engine: Engine, task: int, run: Run) -> int:
        if task == 3:
            raise ZeroDivisionError
        if task > 3:
            return engine.value(ENDLESS, 0, run=run)
        return task

    answers = pool.imap(work, range(50), Run())
    with pytest.raises(ZeroDivisionError):
        list(answers)
    assert list(pool.imap(square, range(5), Run())) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("threads", [2, 3])
def test_an_interrupt_stops_the_searches_of_all_threads(threads: int) -> None:
    pool = Pool(16, threads)
    run = Run()

    def tasks() -> Iterator[int]:
        yield from range(threads)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(pool.imap(lambda engine, task, run: engine.bounds(ENDLESS, 0, run=run), tasks(), run))
    assert not run.is_over()  # it was not the run that was called off
    for engine in pool.engines:
        engine.clear()  # raises BusyError if it still searched


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send here")
def test_a_signal_that_reaches_another_thread_is_heard() -> None:
    heard = threading.Event()

    def work(engine: Engine, task: int, run: Run) -> bool:
        time.sleep(0.1)  # until the answers are waited for
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
        return heard.wait(20)

    before = signal.signal(signal.SIGUSR1, lambda *_: heard.set())
    try:
        assert all(Pool(2, 2).imap(work, range(2), Run()))
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_called_off_ends_all_tasks(threads: int) -> None:
    pool = Pool(16, threads)
    run = Run()
    threading.Timer(0.05, run.cancel).start()
    answers = pool.imap(lambda engine, task, run: engine.value(ENDLESS, 0, run=run), range(9), run)
    with pytest.raises(StoppedError, match="called off"):
        list(answers)


def test_answers_left_unread_stop_the_work() -> None:
    pool = Pool(16, 2)
    answers = pool.imap(
        lambda engine, task, run: task if not task else engine.bounds(ENDLESS, 0, run=run),
        range(100),
        Run(),
    )
    assert next(answers) == 0
    answers.close()
    for engine in pool.engines:
        engine.clear()


def test_only_a_little_is_read_ahead() -> None:
    read = 0

    def tasks() -> Iterator[int]:
        nonlocal read
        while True:
            read += 1
            yield read

    answers = Pool(16, 2).imap(square, tasks(), Run())
    for number in range(1, 40):
        next(answers)
        assert read < number + 40
    answers.close()


def test_a_limit_is_shared_between_the_tasks() -> None:
    pool = Pool(16, 2)
    ended = []

    def work(engine: Engine, task: int, run: Run) -> int:
        assert run.seconds_left is not None
        ended.append(run.seconds_left)
        return task

    # None is ever whole, so that all are shared out.
    assert pool.map(work, range(4), Run(1000), lambda answer: False) == [0, 1, 2, 3]
    first, *shared = ended
    assert first < 1  # the moment of the calling thread
    assert all(seconds > 400 for seconds in shared)


def test_two_that_share_a_pool_are_told() -> None:
    pool = Pool(16, 1)

    def work(engine: Engine, task: int, run: Run) -> int:
        if task:
            return engine.value(ENDLESS, 0, run=Run(cancelled=lambda: engine.value(ENDLESS, 1) > 0))
        return task

    with pytest.raises(BusyError):
        list(pool.imap(work, range(2), Run()))


@pytest.mark.parametrize("threads", [0, -1, MOST_THREADS + 1, True, 1.5, "2", None, 10**30])
def test_numbers_of_threads_that_cannot_be(threads: Any) -> None:
    with pytest.raises(SolverError, match="threads"):
        Pool(16, threads)
    with pytest.raises(SolverError, match="threads"):
        Solver(16, threads)
