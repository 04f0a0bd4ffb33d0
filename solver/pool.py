"""Engines that work side by side, each in a thread."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import nullcontext
from threading import Lock
from typing import TypeVar

from manni.solver.engine import DEFAULT_MEMORY_MB, Engine, checked_memory, checked_threads, no_room
from manni.solver.run import Run
from manni.solver.searches import MOST_THREADS

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Work = Callable[[Engine, Task, Run], Answer]
"""What to do with a task, on one engine, until it is done or the run is over."""

_AHEAD = 16
"""Tasks waiting for each engine: enough to keep all busy behind a slow one."""

_MOMENT = 0.02
"""Seconds that the calling thread works alone: shorter work is not worth sharing out."""


class Pool:
    """As many engines as ``threads``, with ``memory_mb`` megabytes between them.

    Each has a table of its own, for deals that have nothing in common; those of a pool on
    ``one_table`` learn from one another, and help with what takes long where they have
    nothing else to do.
    """

    def __init__(
        self,
        memory_mb: float = DEFAULT_MEMORY_MB,
        threads: int = 1,
        *,
        one_table: bool = False,
    ) -> None:
        threads = checked_threads(threads)
        memory = checked_memory(memory_mb)
        self._one_table = one_table
        try:
            if one_table:
                first = Engine(memory, threads=threads)
                others = [Engine(memory, threads=threads, beside=first) for _ in range(threads - 1)]
                self.engines: list[Engine] = [first, *others]
            else:
                self.engines = [Engine(memory / threads) for _ in range(threads)]
        except MemoryError:
            raise no_room(memory) from None

    @classmethod
    def of(cls, *engines: Engine) -> Pool:
        """Return a pool of existing engines."""
        pool = cls.__new__(cls)
        pool._one_table = len(engines) == 1
        pool.engines = [*engines]
        return pool

    @property
    def engine(self) -> Engine:
        """The engine of the calling thread, for work that cannot be shared out."""
        return self.engines[0]

    def map(
        self,
        work: Work[Task, Answer],
        tasks: Sequence[Task],
        run: Run,
        whole: Callable[[Answer], bool],
    ) -> list[Answer]:
        """Return the answers to tasks in their order, found side by side.

        If the run has a limit of time, each task may use its share of what is left: the time
        left divided by the tasks left. ``whole`` says whether an answer is complete; if not,
        it is what was found by then. Short work is done by the calling thread, so that it
        does not wait for others to start.
        """
        answers: list[Answer] = []
        if len(tasks) == 1 and self._one_table:
            # The others help with it.
            answers.append(work(self.engine, tasks[0], run))
            run.report(1, 1)
        elif len(self.engines) > 1:
            moment = run.within(_MOMENT).part(0.1 if run.deadline is not None else 1.0)
            for task in tasks:
                answer = work(self.engine, task, moment)
                if not whole(answer):
                    break
                answers.append(answer)
                run.report(len(answers), len(tasks))
        left = list(enumerate(tasks))[len(answers) :]
        if not left:
            return answers

        def share(engine: Engine, numbered: tuple[int, Task], run: Run) -> Answer:
            number, task = numbered
            return work(engine, task, run.part(len(self.engines) / (len(tasks) - number)))

        for answer in self.imap(share, left, run):
            answers.append(answer)
            run.report(len(answers), len(tasks))
        return answers

    def imap(
        self, work: Work[Task, Answer], tasks: Iterable[Task], run: Run
    ) -> Generator[Answer, None, None]:
        """Yield the answers to tasks in their order, reading only a little ahead.

        However it ends, also by the error of a task, the other tasks are stopped first.
        """
        if len(self.engines) == 1:
            # In the calling thread, which Ctrl-C reaches in the midst of a search.
            for task in tasks:
                yield work(self.engine, task, run)
            return
        from concurrent.futures import Future, ThreadPoolExecutor
        from queue import SimpleQueue

        free: SimpleQueue[Engine] = SimpleQueue()
        for engine in self.engines:
            free.put(engine)
        inner = run.within(None)
        left = _TasksLeft(self.engine, len(self.engines))

        def answer(task: Task) -> Answer:
            engine = free.get()
            try:
                return work(engine, task, inner)
            finally:
                free.put(engine)
                left.add(-1)

        pending: deque[Future[Answer]] = deque()
        threads = ThreadPoolExecutor(len(self.engines))
        with self.engine.shared() if self._one_table else nullcontext():
            try:
                for task in tasks:
                    left.add(1)
                    pending.append(threads.submit(answer, task))
                    if len(pending) >= _AHEAD * len(self.engines):
                        yield pending[0].result()
                        pending.popleft()
                while pending:
                    yield pending[0].result()
                    pending.popleft()
            finally:
                inner.cancel()  # so that no search keeps its thread, and so the program
                threads.shutdown(cancel_futures=True)
                self.engine.set_at_work(1)


class _TasksLeft:
    """How many tasks are left: threads without one may help those at work on the table."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self._engine = engine
        self._threads = threads
        self._tasks = 0
        self._lock = Lock()

    def add(self, tasks: int) -> None:
        with self._lock:
            self._tasks += tasks
            self._engine.set_at_work(min(self._tasks, self._threads))


def processors() -> int:
    """Return how many threads this process can have run at once."""
    try:
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    except AttributeError:  # not on every system
        return min(os.cpu_count() or 1, MOST_THREADS)
