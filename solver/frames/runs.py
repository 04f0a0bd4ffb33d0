"""Running partitions through a search: those of an earlier run are passed by."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import NamedTuple

from solver.engine import Engine
from solver.frames.partitions import Partition
from solver.frames.parts import Parts
from solver.frames.questions import Answers, answer
from solver.frames.worker import row_ranges
from solver.pool import Pool
from solver.run import Run

Solved = tuple[Partition, Answers]

Solve = Callable[[Iterator[Partition]], Generator[Solved, None, None]]
"""Yields partitions with their answers, in whatever order they are done."""


class Done(NamedTuple):
    """A partition whose part is there, and whether an earlier run had written it."""

    partition: Partition
    before: bool


def solve_partitions(
    partitions: Iterable[Partition], parts: Parts, solve: Solve
) -> Generator[Done, None, None]:
    """Yield each partition once its part is there.

    However this ends, what has been yielded is on the disk.
    """
    before: deque[Partition] = deque()

    def left() -> Iterator[Partition]:
        for partition in partitions:
            if parts.has(partition):
                before.append(partition)
            else:
                yield partition

    solved = solve(left())
    try:
        for partition, answers in solved:
            while before:
                yield Done(before.popleft(), True)
            parts.write(partition, answers)
            yield Done(partition, False)
    finally:
        solved.close()
    while before:
        yield Done(before.popleft(), True)


class _Task(NamedTuple):
    """Some rows of a partition; ``last`` if no more of it are to come."""

    partition: Partition
    answers: Answers
    rows: range
    last: bool


def solve_here(pool: Pool, seconds: float | None, run: Run) -> Solve:
    """Return what solves partitions on the engines of a pool, in their order.

    The engines go on to the next partition while the last rows of one are solved.
    """

    def work(engine: Engine, task: _Task, run: Run) -> _Task:
        answer(engine, task.partition.questions, task.answers, task.rows, run, seconds)
        return task

    def solve(partitions: Iterator[Partition]) -> Generator[Solved, None, None]:
        tasks = pool.imap(work, _tasks(partitions), run)
        try:
            for task in tasks:
                if task.last:
                    yield task.partition, task.answers
        finally:
            tasks.close()

    return solve


def _tasks(partitions: Iterator[Partition]) -> Iterator[_Task]:
    for partition in partitions:
        answers, count = Answers.blank(len(partition)), len(partition)
        for rows in row_ranges(count):
            yield _Task(partition, answers, rows, rows.stop == count)
