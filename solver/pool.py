"""Engines that work side by side, a thread each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from solver.engine import DEFAULT_MEMORY_MB, Engine, checked_memory
from solver.errors import SolverError
from solver.run import Run

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Work = Callable[[Engine, Task, Run], Answer]
"""What to do with a task, on one engine, until it is done or the run is over."""

MOST_THREADS = 1024

_AHEAD = 16
"""Tasks waiting for each engine: enough to keep all busy behind a slow one."""

_MOMENT = 0.02
"""Seconds in which work is done by the calling thread: less is not worth sharing out."""


class Pool:
    """As many engines as ``threads``, with ``memory_mb`` megabytes between them."""

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB, threads: int = 1) -> None:
        memory = checked_memory(memory_mb) / checked_threads(threads)
        self.engines = [Engine(memory) for _ in range(threads)]

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

        Where the run has a limit each task gets a like part of the time left; ``whole`` says
        whether an answer is one, or what was found till then. What is done in a moment is
        done by the calling thread, so that small work does not wait for threads.
        """
        answers: list[Answer] = []
        if len(self.engines) > 1:
            moment = run.within(_MOMENT).part(0.1 if run.deadline is not None else 1.0)
            for task in tasks:
                answer = work(self.engine, task, moment)
                if not whole(answer):
                    break
                answers.append(answer)
        left = list(enumerate(tasks))[len(answers) :]

        def share(engine: Engine, numbered: tuple[int, Task], run: Run) -> Answer:
            number, task = numbered
            return work(engine, task, run.part(len(self.engines) / (len(tasks) - number)))

        answers.extend(self.imap(share, left, run))
        return answers

    def imap(
        self, work: Work[Task, Answer], tasks: Iterable[Task], run: Run
    ) -> Generator[Answer, None, None]:
        """Yield the answers to tasks in their order, reading only a little ahead.

        Whatever ends it, an error of a task among them, stops the other tasks first.
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

        def answer(task: Task) -> Answer:
            engine = free.get()
            try:
                return work(engine, task, inner)
            finally:
                free.put(engine)

        pending: deque[Future[Answer]] = deque()
        threads = ThreadPoolExecutor(len(self.engines))
        try:
            for task in tasks:
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


def checked_threads(threads: Any) -> int:
    """Return a number of threads. Raises SolverError unless it can be one."""
    if isinstance(threads, bool) or not isinstance(threads, int):
        raise SolverError(f"{threads!r} threads: expected a whole number")
    if not 1 <= threads <= MOST_THREADS:
        raise SolverError(f"{threads} threads: expected 1 to {MOST_THREADS}")
    return threads
