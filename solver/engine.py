"""What a position of any game is worth, exactly, by the searches of ``searches``.

An ``Engine`` owns the tables of its searches, which it keeps between calls and across deals.
There is no state outside it. One thread at a time may ask an engine; another that asks
meanwhile gets a ``BusyError`` at once. An engine of several threads has the others help with
what takes long; in a ``Pool`` several engines work side by side.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, NoReturn, TypeVar

from lru import LRU

from . import checks
from .cards import SEATS, Contract, Seat
from .claim import is_decided_by_leads, takes_all
from .errors import BusyError, OutOfMemoryError, StoppedError
from .piles import PilePosition
from .position import Position
from .rules.trick import MOST_WORTH
from .run import Run
from .searches import (
    MOST_THREADS,
    Bounds,
    OpenPiles,
    Points,
    Tricks,
    check_known,
    limits_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_MEMORY_MB = 512
MOST_MEMORY_MB = 1 << 24
"""Sixteen terabytes: a larger number is taken for a mistake."""

_PROVED_KEPT = 20_000

T = TypeVar("T")


class _OneAtATime:
    """Lets in one thread at a time; another that comes meanwhile gets a BusyError."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise BusyError("this engine is searching for another thread: use one engine a thread")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Engine:
    """Exact answers about positions of any game, in tricks or in points, as their rules count.

    >>> from manni import Position, Seat
    >>> Engine(memory_mb=64).value(Position("AQ... K2... 43...", "NT"), Seat.FOREHAND)
    1

    Each search has a table of at most ``memory_mb`` megabytes; those that most positions do not
    need are made when one does. ``switches`` is the sum of the techniques that searches for
    guarantees use, and ``threads`` how many may search for one guarantee together where that
    takes long; no value depends on either. An engine made ``beside`` another works on its table
    of the search for tricks, with its crew and switches; both may search at a time only while
    one is ``shared``.

    A search may be given a ``Run``, which can end it before the answer is proved; a ``guess`` to
    start from, on which no value depends; and a ``window`` (lowest, highest), outside which it
    need not tell guarantees apart.
    """

    def __init__(
        self,
        memory_mb: float = DEFAULT_MEMORY_MB,
        *,
        threads: int = 1,
        switches: int = -1,
        beside: Engine | None = None,
    ) -> None:
        memory = checked_memory(memory_mb)
        threads = checked_threads(threads)
        switches = checks.number(switches, "switches", -1 << 31) & 0xFFFFFFFF
        if beside is not None:
            checks.instance(beside, Engine, "beside")
        self._memory = memory / threads  # for points: each engine of a pool has a table of its own
        self._switches: int = switches if beside is None else beside._switches
        table: Tricks | None = None if beside is None else beside._tricks
        self._tricks: Tricks = _make(lambda: Tricks(memory, threads, switches, table), memory)
        self._points: Points | None = None
        self._piles: OpenPiles | None = None
        self._alone = _OneAtATime()
        # Bounds by position and seat, so that what is asked again costs no search.
        self._proved: LRU[tuple[Position, int], Bounds] = LRU(_PROVED_KEPT)

    # The searches ----------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since this engine was made."""
        return sum(search.nodes for search in self._searches())

    def _searches(self) -> Iterator[Tricks | Points | OpenPiles]:
        made = (self._tricks, self._points, self._piles)
        return (search for search in made if search is not None)

    def stop(self) -> None:
        """End the search of another thread soon, unproved, whatever its run."""
        for search in self._searches():
            if not isinstance(search, OpenPiles):  # which takes milliseconds at the most
                search.compiled.stop()

    def clear(self) -> None:
        """Forget everything learnt; values do not change, only the work for them."""
        if self._tricks.compiled.is_shared:
            raise BusyError("another engine is searching on this table")
        with self._alone:
            for search in self._searches():
                search.compiled.clear()
            self._proved.clear()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Let the engines on this table search side by side; none may be searching yet."""
        self._tricks.compiled.share(True)
        try:
            yield
        finally:
            self._tricks.compiled.share(False)

    def set_at_work(self, threads: int) -> None:
        """Say how many threads have searches of their own on this table; the others may help."""
        self._tricks.crew.set_at_work(threads)

    def _for_points(self) -> Points:
        if self._points is None:
            self._points = _make(lambda: Points(self._memory, self._switches), self._memory)
        return self._points

    # Guarantees ------------------------------------------------------------------------

    def value(
        self, position: Position, seat: int, *, run: Run | None = None, guess: int | None = None
    ) -> int:
        """Return the guarantee of ``seat``, from this position on.

        The most it can be sure to take against all others; where little is wanted, the
        most it can be made to take. Raises StoppedError if the search ended unproved.
        """
        lower, upper = self.bounds(position, seat, run=run, guess=guess)
        return lower if lower == upper else raise_unproved(run)

    def reaches(
        self, position: Position, seat: int, target: int, *, run: Run | None = None
    ) -> bool:
        """Return whether the guarantee of ``seat`` is at least ``target``.

        Raises StoppedError if the search ended unproved.
        """
        target = checks.number(target, "target", 1 - MOST_WORTH, MOST_WORTH)
        return _is_reached(
            self.bounds(position, seat, run=run, window=(target - 1, target)), target, run
        )

    def takes_all(
        self,
        position: Position,
        seat: int,
        helpers: Collection[Seat] = (),
        *,
        run: Run | None = None,
    ) -> bool:
        """Return whether a seat is sure of every trick of a game for points.

        Some of the others may be ``helpers``, who play for it, as partners do. Where every duty
        binds the answer takes milliseconds (``claim``). Raises StoppedError if the search ended
        unproved.
        """
        if is_decided_by_leads(position, seat):
            check_known(position)
            return takes_all(position, position.seat(seat), helpers)
        if not {*helpers}.difference(position.side(seat)):
            return self.reaches(position, seat, position.worth, run=run)
        check_known(position)
        total = position.worth
        with self._alone:
            bounds = self._for_points().bounds(
                position, position.seat(seat), total - 1, total, total - 1, run, helpers
            )
        return _is_reached(bounds, total, run)

    def bounds(
        self,
        position: Position,
        seat: int,
        *,
        run: Run | None = None,
        window: Bounds | None = None,
        guess: int | None = None,
    ) -> Bounds:
        """Return proved bounds on the guarantee of ``seat``, of a partner on that of its side.

        They are equal unless the time was up or the run over before it was proved, or it
        lies outside the window.
        """
        seat = checks.instance(position, Position, "position").seat(seat)
        check_known(position)
        if isinstance(position, PilePosition):  # no table of the search for points is made
            with self._alone:
                self._piles = self._piles or OpenPiles()
                value = self._piles.value(position, seat)
            return value, value
        search = self._tricks if position.is_plain else self._for_points()
        run = None if run is None else Run.of(run)
        if window is not None:
            window = checks.bounds(window, "window", MOST_WORTH)
        if guess is not None:
            guess = checks.number(guess, "guess", -MOST_WORTH, MOST_WORTH)
        total, counted = position.worth, min(position.declarers, default=seat)
        is_rest = counted not in position.side(seat)
        if is_rest:  # partners get what the declarer does not
            window = None if window is None else _complement(window, total)
            guess = None if guess is None else max(0, total - guess)
        with self._alone:
            bounds = known = self._proved.get((position, counted), (0, total))
            lower, upper = known
            if window is not None:
                lower, upper = max(lower, window[0]), min(upper, window[1])
            # Where the window lies beside the known bounds these answer the question.
            if lower < upper and not (run is not None and run.is_over()):
                low, high = search.bounds(position, counted, lower, upper, guess, run)
                # An end of the window that the search did not move has not been proved.
                bounds = low if low > lower else known[0], high if high < upper else known[1]
                self._proved[position, counted] = bounds
        return _complement(bounds, total) if is_rest else bounds

    # Many first leads, with little overhead.

    def lead_proof(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        tricks: int,
        *,
        table: tuple[int, ...] = (),
        ace_low: bool = False,
        run: Run | None = None,
    ) -> tuple[bool, tuple[int, int, int, int]]:
        """Return whether a seat's guarantee is ``tricks`` at least, and what the proof rests on.

        That is a mask a suit of the comparisons of cards it used, in the numbers of the search;
        ``analysis.why`` reads them. Raises StoppedError if the search ended unproved.
        """
        if self._tricks.compiled.is_shared:
            raise BusyError("another engine is searching on this table")
        with self._alone:
            answer, masks = self._tricks.compiled.proof(
                hands, contract, leader, seat, tricks, table, ace_low, *limits_of(run)
            )
        return raise_unproved(run) if answer is None else answer, masks

    def lead_values(
        self,
        hands: NDArray[np.uint64],
        contracts: NDArray[np.int8],
        leaders: NDArray[np.int8],
        ace_low: NDArray[np.int8],
        *,
        run: Run,
    ) -> NDArray[np.int8]:
        """Return the three guarantees in tricks of first leads, ``int8[n, 3]``.

        ``hands`` are ``[n, 3]``, the rest a number a row. Raises DealError naming a row that is
        none, StoppedError if the run was over first.
        """
        import numpy as np

        hands = checks.array(hands, "hands", "uint64", None, SEATS)
        columns = {"contracts": contracts, "leaders": leaders, "ace_low": ace_low}
        contracts, leaders, ace_low = (
            checks.array(column, name, "int8", len(hands)) for name, column in columns.items()
        )
        values = np.zeros(hands.shape, np.int8)
        with self._alone:
            done = self._tricks.compiled.solve_rows(
                hands, contracts, leaders, ace_low, values, run.is_over
            )
        return values if done else raise_unproved(run)


def _complement(bounds: Bounds, total: int) -> Bounds:
    """Return bounds on what one side gets from those on what the other does."""
    return total - bounds[1], total - bounds[0]


def _is_reached(bounds: Bounds, target: int, run: Run | None) -> bool:
    """Return whether a guarantee with these bounds is at least ``target``.

    Raises StoppedError where they do not say.
    """
    lower, upper = bounds
    if lower < target <= upper:
        raise_unproved(run)
    return lower >= target


def checked_memory(megabytes: object) -> float:
    """Return a table's size in megabytes. Raises ArgumentError unless it can be one."""
    return checks.amount(megabytes, "memory in MB", MOST_MEMORY_MB)


def checked_threads(threads: object) -> int:
    """Return a number of threads. Raises ArgumentError unless it can be one."""
    return checks.number(threads, "threads", 1, MOST_THREADS)


def memory_error(megabytes: float) -> OutOfMemoryError:
    """Return the error that says that there is no memory for a table that was asked for."""
    return OutOfMemoryError(f"no room for a table of {megabytes:.12g} MB")


def _make(make: Callable[[], T], megabytes: float) -> T:
    try:
        return make()
    except MemoryError:
        raise memory_error(megabytes) from None


def raise_unproved(run: Run | None) -> NoReturn:
    """Raise StoppedError for a search that ended before its answer was proved."""
    if run is not None:
        run.check()
    raise StoppedError("the search was stopped before there was an answer")


# Engines that work side by side, each in a thread -----

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
            raise memory_error(memory) from None

    @classmethod
    def of(cls, *engines: Engine) -> Pool:
        """Return a pool of existing engines."""
        pool = cls.__new__(cls)
        pool._one_table = len(engines) == 1
        pool.engines = [*engines]
        return pool

    def __reduce__(self) -> tuple[Callable[[], Pool], tuple[()]]:
        """Pickle the settings alone: another process begins with empty tables."""
        memory = sum(engine._memory for engine in self.engines)
        return partial(Pool, memory, len(self.engines), one_table=self._one_table), ()

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
        from concurrent.futures import Future, ThreadPoolExecutor, wait
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

        def awaited() -> Answer:
            # A signal is handled in this thread, which one that reaches another does not wake.
            first = pending.popleft()
            while not first.done():
                wait([first], _MOMENT)
            return first.result()

        threads = ThreadPoolExecutor(len(self.engines))
        with self.engine.shared() if self._one_table else nullcontext():
            try:
                for task in tasks:
                    left.add(1)
                    pending.append(threads.submit(answer, task))
                    if len(pending) >= _AHEAD * len(self.engines):
                        yield awaited()
                while pending:
                    yield awaited()
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
