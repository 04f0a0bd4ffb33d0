"""What a process that solves partitions for others keeps and does.

It keeps its engines: making one clears a large table, which would cost more than many a
partition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from solver.engine import Engine, checked_memory, checked_threads, no_room
from solver.frames.questions import Answers, Questions, answer
from solver.pool import Pool
from solver.run import Run

ROWS_A_TASK = 16
"""Rows that an engine solves at a time: few, so that several are done together."""

_idle: list[tuple[float, Engine]] = []
_lock = Lock()


@contextmanager
def kept_engines(count: int, memory_mb: float) -> Iterator[Pool]:
    """Lend engines that share ``memory_mb``, those of an earlier call where they fit."""
    memory = checked_memory(memory_mb)
    share = memory / checked_threads(count)
    with _lock:
        engines = [engine for size, engine in _idle if size == share][:count]
        # Those of another size are let go: there is memory for one lot.
        _idle[:] = [entry for entry in _idle if entry[0] == share and entry[1] not in engines]
    try:
        engines += [Engine(share) for _ in range(count - len(engines))]
    except MemoryError:
        raise no_room(memory) from None
    try:
        yield Pool.of(*engines)
    finally:
        with _lock:
            _idle.extend((share, engine) for engine in engines)


def solve_questions(
    questions: Questions,
    *,
    seconds: float | None = None,
    memory_mb: float,
    threads: int = 1,
    run: Run | None = None,
) -> Answers:
    """Return the answers to questions; ``seconds`` limits each of them."""
    answers = Answers.blank(len(questions))

    def work(engine: Engine, rows: range, run: Run) -> None:
        answer(engine, questions, answers, rows, run, seconds)

    with kept_engines(threads, memory_mb) as pool:
        for _ in pool.imap(work, row_ranges(len(questions)), Run.of(run)):
            pass
    return answers


def row_ranges(rows: int) -> Iterator[range]:
    """Yield the rows in lots of ``ROWS_A_TASK``."""
    for start in range(0, rows, ROWS_A_TASK):
        yield range(start, min(start + ROWS_A_TASK, rows))


def on_cluster(questions: Questions, seconds: float | None, memory_mb: float) -> Answers:
    """Solve a partition in a worker of dask, with an engine for each of its threads.

    It ends early, and answers nothing, where the task has been called off.
    """
    from distributed import get_worker

    worker = get_worker()
    return solve_questions(
        questions,
        seconds=seconds,
        memory_mb=memory_mb,
        threads=worker.state.nthreads,
        run=Run(cancelled=_called_off(worker)),
    )


def _called_off(worker: object) -> Callable[[], bool]:
    """Return what tells whether the task that asks has been called off.

    dask does not tell a running task; the state in which its worker keeps it does.
    """
    key = worker.get_current_task()  # type: ignore[attr-defined]
    tasks = worker.state.tasks  # type: ignore[attr-defined]

    def called_off() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    return called_off
