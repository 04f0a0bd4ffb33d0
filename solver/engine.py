"""The door to the compiled search for tricks, and what it shares with that for points.

An ``Engine`` owns a transposition table, which it keeps between calls and across
deals: its patterns speak of relative ranks, so what one deal proved helps the
next. There is no state outside it. One thread at a time may ask an engine; another that
asks meanwhile gets a ``BusyError`` at once. An engine of several threads has the others
help with what takes long; ``solver.pool`` has several engines work side by side.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, NoReturn, Protocol

from lru import LRU

from solver import _search, checks
from solver.cards import CARDS, SEATS
from solver.crew import MOST_THREADS, Crew, Help
from solver.errors import BusyError, SolverError, StoppedError
from solver.notation import parse_seat
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.trick import check_plain
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _search_type() -> type[_search.Search]:
    """Return the search built for this processor.

    It is built twice: for any processor of this family, and for those with instructions
    that gather and spread bits. Both search the same nodes.
    """
    if _search.wide_processor():
        try:
            from solver import _search_v3
        except ImportError:  # not built: this compiler does not know the instructions
            pass
        else:
            return _search_v3.Search
    return _search.Search


TECHNIQUES: dict[str, int] = {
    name.removeprefix("USE_").lower().replace("_", " "): bit
    for bit, name in sorted((b, n) for n, b in vars(_search).items() if n.startswith("USE_"))
}
"""The techniques of the search and the bit of ``Engine(switches=…)`` that stands for each."""

DEFAULT_MEMORY_MB = 512
MOST_MEMORY_MB = 1 << 24
"""Sixteen terabytes: a larger number is taken for a mistake."""

_RESULTS_KEPT = 20_000

Bounds = tuple[int, int]
"""Proved bounds of a guarantee, the lower first; equal if it is known."""


class Alone:
    """Lets in one thread at a time; another that comes meanwhile gets a BusyError."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise BusyError("this engine is searching for another thread: use one engine a thread")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class AnySearch(Protocol):
    """What the compiled searches have in common, besides that they find bounds."""

    @property
    def nodes(self) -> int: ...
    def clear(self) -> None: ...
    def stop(self) -> None: ...


class AnyEngine(ABC):
    """Guarantees of positions, exact, from a compiled search with a table of its own.

    A search may be given a ``Run``, which can end it before the answer is proved; a
    ``guess`` to start from, on which no value depends; and a ``window`` (lowest, highest),
    outside which it need not tell guarantees apart.
    """

    most = CARDS
    """The largest guarantee that a guess or a window may name."""

    def __init__(self, search: AnySearch) -> None:
        self._any_search = search
        self._alone = Alone()
        # Bounds by position, a pair a seat, so that what is asked again costs no search.
        self._results: LRU[tuple[object, ...], tuple[Bounds, ...]] = LRU(_RESULTS_KEPT)

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since this engine was made."""
        return self._any_search.nodes

    def stop(self) -> None:
        """End the search of another thread soon, unproved, whatever its run."""
        self._any_search.stop()

    def clear(self) -> None:
        """Forget everything learnt; values do not change, only the work for them."""
        with self._alone:
            self._any_search.clear()
            self._results.clear()

    def value(
        self, position: Position, seat: int, *, run: Run | None = None, guess: int | None = None
    ) -> int:
        """Return the guarantee of ``seat``, from this position on.

        The most it can be sure to take against the two others; where little is wanted, the
        most it can be made to take. Raises StoppedError if the search ended unproved.
        """
        lower, upper = self.bounds(position, seat, run=run, guess=guess)
        return lower if lower == upper else unproved(run)

    def reaches(
        self, position: Position, seat: int, target: int, *, run: Run | None = None
    ) -> bool:
        """Return whether the guarantee of ``seat`` is at least ``target``.

        Raises StoppedError if the search ended unproved.
        """
        target = checks.number(target, "target", 1 - self.most, self.most)
        lower, upper = self.bounds(position, seat, run=run, window=(target - 1, target))
        return reached(lower, upper, target, run)

    def bounds(
        self,
        position: Position,
        seat: int,
        seconds: float | None = None,
        *,
        run: Run | None = None,
        window: Bounds | None = None,
        guess: int | None = None,
    ) -> Bounds:
        """Return proved bounds on the guarantee of ``seat``, of a partner on that of both.

        They are equal unless the time was up or the run over before it was proved, or it
        lies outside the window.
        """
        engine = self._engine_for(checks.instance(position, Position, "position"))
        engine._check(position)
        seat = parse_seat(seat)
        if run is not None or seconds is not None:
            run = Run.of(run, seconds)
        if window is not None:
            window = checks.bounds(window, "window", self.most)
        if guess is not None:
            guess = checks.number(guess, "guess", -self.most, self.most)
        if position.declarer in (None, seat):
            return engine._bounds(position, seat, window, guess, run)
        # Partners get what the declarer does not.
        worth = position.worth
        if window is not None:
            window = _of_the_rest((max(window[0], -1), min(window[1], worth + 1)), worth)
        if guess is not None:
            guess = max(0, worth - guess)
        return _of_the_rest(engine._bounds(position, position.declarer, window, guess, run), worth)

    def _engine_for(self, position: Position) -> AnyEngine:
        """Return the engine whose search knows the rules of a position."""
        return self

    def _bounds(
        self,
        position: Position,
        seat: int,
        window: Bounds | None,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Return what earlier answers and the search say of the guarantee of ``seat``."""
        key = (
            position.hands,
            position.table,
            position.leader,
            position.contract,
            position.rules,
            position.declarer,
        )
        worth = position.worth
        with self._alone:
            proved = self._results.get(key) or ((0, worth),) * SEATS
            known = _implied(proved, seat, worth, position.avoids)
            found = narrowed(
                known,
                window,
                run,
                lambda lower, upper: self._ask(position, seat, lower, upper, guess, run),
            )
            if found != known:
                self._results[key] = (*proved[:seat], found, *proved[seat + 1 :])
        return found

    @abstractmethod
    def _check(self, position: Position) -> None:
        """Raise SolverError if the search does not know the rules or the cards."""

    @abstractmethod
    def _ask(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Have the search narrow bounds on a guarantee."""


def _implied(proved: Sequence[Bounds], seat: int, worth: int, avoids: bool) -> Bounds:
    """Return bounds on the guarantee of ``seat`` from those proved of all three.

    All three guarantees hold in the same play: together they cannot exceed what there is to
    win, nor where little is wanted fall short of it.
    """
    lower, upper = proved[seat]
    one, other = proved[seat - 1], proved[seat - 2]
    if avoids:
        return max(lower, worth - one[1] - other[1]), upper
    return lower, min(upper, worth - one[0] - other[0])


def _of_the_rest(bounds: Bounds, worth: int) -> Bounds:
    """Return bounds on what one side gets from those on what the other does."""
    return worth - bounds[1], worth - bounds[0]


def narrowed(
    known: Bounds,
    window: Bounds | None,
    run: Run | None,
    ask: Callable[[int, int], Bounds],
) -> Bounds:
    """Return the known bounds, narrowed by a search as far as the window asks."""
    lower, upper = known
    if window is not None:
        lower, upper = max(lower, window[0]), min(upper, window[1])
    if lower >= upper or (run is not None and run.is_over()):
        # Known, or the window lies beside the known bounds, which then answer the question.
        return known
    found = ask(lower, upper)
    # An end of the window that the search did not move has not been proved.
    return (
        found[0] if found[0] > lower else known[0],
        found[1] if found[1] < upper else known[1],
    )


def reached(lower: int, upper: int, target: int, run: Run | None) -> bool:
    """Return whether a guarantee with these bounds is at least ``target``.

    Raises StoppedError where they do not say.
    """
    if lower < target <= upper:
        unproved(run)
    return lower >= target


def deadline_of(run: Run | None) -> float:
    """Return when a run ends, as the compiled searches take it: 0 for never."""
    return 0.0 if run is None or run.deadline is None else run.deadline


class Engine(AnyEngine):
    """Guarantees in tricks, exact, from a table of at most ``memory_mb`` megabytes.

    ``switches`` is the sum of the ``TECHNIQUES`` to use, and ``threads`` how many may search
    for one guarantee together where that takes long; no value depends on either. An engine
    made ``beside`` another works on its table, with its crew and switches; both may search at
    a time only while one is ``shared``.
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
        search = _search_type()
        try:
            if beside is None:
                # In a pool each thread has an engine, and may help with the search of another.
                first = search(int(memory * (1 << 20)), switches, contexts=2 * threads - 1)
                self._crew = Crew(threads, lambda: search(0, switches, beside=first))
                self._search = first
            else:
                self._crew = beside._crew
                self._search = search(0, beside._search.switches, beside=beside._search)
        except MemoryError:
            raise no_room(memory) from None
        self._nodes_of_help = 0
        super().__init__(self._search)

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since this engine was made."""
        return super().nodes + self._nodes_of_help

    def clear(self) -> None:
        """Forget everything learnt; values do not change, only the work for them."""
        if self._search.is_shared:
            raise BusyError("another engine is searching on this table")
        super().clear()

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Let the engines on this table search side by side; none may be searching yet."""
        self._search.share(True)
        try:
            yield
        finally:
            self._search.share(False)

    def set_at_work(self, threads: int) -> None:
        """Say how many threads have searches of their own on this table; the others may help."""
        self._crew.set_at_work(threads)

    def use_weights(self, weights: NDArray[np.int16]) -> None:
        """Order moves by other weights, ``int16[3, 15, 18]``; see benchmarks/tune.py."""
        import numpy as np

        array = np.asarray(weights)
        if array.shape != _WEIGHTS or array.dtype != np.int16:
            raise SolverError(
                f"weights of shape {array.shape}, {array.dtype}: int16{list(_WEIGHTS)} is wanted"
            )
        with self._alone:
            self._search.set_weights(np.ascontiguousarray(array))

    def _check(self, position: Position) -> None:
        check_plain(position.rules, "the search for tricks")

    def _ask(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        return self._search_for(
            position.hands,
            position.contract,
            position.leader,
            seat,
            position.table,
            position.ace_low,
            lower,
            upper,
            guess,
            run,
        )

    def _search_for(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        table: tuple[int, ...],
        ace_low: bool,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        help = Help(self._crew, self._search) if self._crew.threads > 1 else None
        try:
            return self._search.bounds(
                hands,
                contract,
                leader,
                seat,
                table,
                ace_low,
                lower,
                upper,
                -1 if guess is None else guess,
                deadline_of(run),
                None if run is None else run.is_cancelled,
                None if help is None else help.call_in,
            )
        finally:
            if help is not None:
                help.end()
                self._nodes_of_help += help.nodes

    def lead_bounds(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        *,
        ace_low: bool = False,
        run: Run | None = None,
        window: Bounds | None = None,
        guess: int | None = None,
    ) -> Bounds:
        """Return the bounds of hands at a first lead, with little overhead.

        The hands are not checked and no answer is kept outside the table.
        """
        known = (0, hands[0].bit_count())
        with self._alone:
            return narrowed(
                known,
                window,
                run,
                lambda lower, upper: self._search_for(
                    hands, contract, leader, seat, (), ace_low, lower, upper, guess, run
                ),
            )

    def lead_reaches(
        self,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        seat: int,
        tricks: int,
        *,
        ace_low: bool = False,
        run: Run | None = None,
    ) -> bool:
        """Return what ``reaches`` does for hands at a first lead, with little overhead."""
        lower, upper = self.lead_bounds(
            hands, contract, leader, seat, ace_low=ace_low, run=run, window=(tricks - 1, tricks)
        )
        return reached(lower, upper, tricks, run)

    def fill_rows(
        self,
        hands: NDArray[np.uint64],
        contracts: NDArray[np.int8],
        leaders: NDArray[np.int8],
        ace_low: NDArray[np.int8],
        values: NDArray[np.int8],
        rows: range,
        run: Run,
    ) -> None:
        """Write the three guarantees of the first leads in ``rows`` into ``values``.

        ``hands`` and ``values`` are ``[n, 3]``, the rest a number a row; nothing is checked.
        Raises StoppedError if the run was over first.
        """
        with self._alone:
            done = self._search.solve_rows(
                hands,
                contracts,
                leaders,
                ace_low,
                values,
                rows.start,
                rows.stop,
                run.is_over,
            )
        if not done:
            unproved(run)


_WEIGHTS = (3, 15, 18)


def checked_memory(megabytes: object) -> float:
    """Return a table's size in megabytes. Raises ArgumentError unless it can be one."""
    return checks.amount(megabytes, "memory in MB", MOST_MEMORY_MB)


def checked_threads(threads: object) -> int:
    """Return a number of threads. Raises ArgumentError unless it can be one."""
    return checks.number(threads, "threads", 1, MOST_THREADS)


def no_room(megabytes: float) -> MemoryError:
    """Return the error that says that there is no memory for a table that was asked for."""
    return MemoryError(f"no room for a table of {megabytes:.12g} MB")


def unproved(run: Run | None) -> NoReturn:
    """Raise StoppedError for a search that ended before its answer was proved."""
    if run is not None:
        run.check()
    raise StoppedError("the search was stopped before there was an answer")
