"""Many first leads at once, from numpy arrays of hands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from manni.solver.cards import CARDS, MAX_CARDS, SEATS, Seat
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine, checked_threads
from manni.solver.errors import StoppedError
from manni.solver.pool import Pool, processors
from manni.solver.rules.contract import Contract
from manni.solver.run import Run
from manni.solver.values.solution import SeatBounds, Solution
from manni.solver.values.solve import Solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from manni.solver.values.rows import Rows

_ROWS_A_TASK = 16

_NONE = -1
"""Stands in an array where there is no value."""


@dataclass(frozen=True)
class ArrayValues:
    """The values of many positions, one row per position, by seat F, M, D.

    ``guarantee`` and ``best_case`` are ``int8[n, 3]``, ``share`` is ``float64[n, 3]``, each
    the number nearest to the exact fraction. ``cards`` is ``int8[n, 52, 3]``: by the card
    led, numbered as in ``solver.cards``, the guarantees after it, -1 where it is not legal.
    ``line`` is ``int8[n, 51]``: the cards of a line in the order played, -1 after its end.
    Both are None where not asked for.
    """

    guarantee: NDArray[np.int8]
    best_case: NDArray[np.int8]
    share: NDArray[np.float64]
    cards: NDArray[np.int8] | None = None
    line: NDArray[np.int8] | None = None


def solve_many(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike = Seat.FOREHAND,
    *,
    ace_low: ArrayLike = False,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> NDArray[np.int8]:
    """Return the guarantees of many positions, ``int8[n, 3]`` by seat F M D.

    ``hands`` is ``uint64[n, 3]``, hands as in ``solver.cards``. ``contract``,
    ``leader`` and ``ace_low`` are one for all rows or one for each; contracts and seats may be
    numbers or names. ``threads`` (default: one per processor) share ``memory_mb`` between
    them and give the same values as one would. Raises DealError naming the first bad row
    before anything is solved, StoppedError if the run was over first.
    """
    import numpy as np

    from manni.solver.values.rows import Rows  # here: numpy is loaded for those who use it

    rows = Rows.of(hands, contract, leader, ace_low)
    values = np.zeros((len(rows), SEATS), dtype=np.int8)
    _fill(len(rows), partial(_fill_guarantees, rows, values), threads, memory_mb, run)
    return values


def solve_arrays(
    hands: ArrayLike,
    contract: ArrayLike,
    leader: ArrayLike = Seat.FOREHAND,
    *,
    ace_low: ArrayLike = False,
    cards: bool = False,
    line: ArrayLike | None = None,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
    run: Run | None = None,
) -> ArrayValues:
    """Return all values of many positions, asked for as in ``solve_many``.

    ``cards`` asks for those of every card too, ``line`` for a line in which this seat, one
    for all or one per row, plays to its guarantee.
    """
    import numpy as np

    from manni.solver import checks
    from manni.solver.values.rows import Rows

    rows = Rows.of(hands, contract, leader, ace_low)
    lines = None if line is None else rows.seats(line, "line")
    arrays = _Found(
        rows,
        np.zeros((len(rows), SEATS), dtype=np.int8),
        np.full((len(rows), CARDS, SEATS), _NONE, np.int8) if checks.flag(cards, "cards") else None,
        None if lines is None else np.full((len(rows), SEATS * MAX_CARDS), _NONE, dtype=np.int8),
        lines,
    )
    simple = arrays.cards is None and arrays.line is None
    fill = partial(_fill_guarantees, rows, arrays.guarantee) if simple else arrays.fill
    _fill(len(rows), fill, threads, memory_mb, run)
    tricks = np.bitwise_count(rows.hands[:, 0])
    avoids = np.isin(rows.contracts, [contract for contract in Contract if contract.avoids])
    best, share = best_and_share(arrays.guarantee, tricks, avoids)
    return ArrayValues(arrays.guarantee, best, share, arrays.cards, arrays.line)


def _fill(
    rows: int,
    fill: Callable[[Engine, range, Run], None],
    threads: int | None,
    memory_mb: float,
    run: Run | None,
) -> None:
    """Have every row filled, by several threads at once."""
    threads = processors() if threads is None else checked_threads(threads)
    pool = Pool(memory_mb, min(threads, max(1, rows // _ROWS_A_TASK)))
    run = Run.of(run)
    parts = (
        range(start, min(start + _ROWS_A_TASK, rows)) for start in range(0, rows, _ROWS_A_TASK)
    )
    for done, _ in enumerate(pool.imap(fill, parts, run), 1):
        run.report(min(done * _ROWS_A_TASK, rows), rows)


def _fill_guarantees(
    rows: Rows, values: NDArray[np.int8], engine: Engine, part: range, run: Run
) -> None:
    engine.fill_rows(rows.hands, rows.contracts, rows.leaders, rows.ace_low, values, part, run)


@dataclass(frozen=True)
class _Found:
    """The arrays to be filled; ``lines`` has the seat of each row's line."""

    rows: Rows
    guarantee: NDArray[np.int8]
    cards: NDArray[np.int8] | None
    line: NDArray[np.int8] | None
    lines: NDArray[np.int8] | None

    def fill(self, engine: Engine, part: range, run: Run) -> None:
        """Write the values of some rows. Raises StoppedError if the run was over first."""
        solver = Solver.on(engine)
        for row in part:
            seat = None if self.lines is None else Seat(int(self.lines[row]))
            solution = solver.solve(
                self.rows.position(row), cards=self.cards is not None, line=seat, run=run
            )
            if not _is_whole(solution, seat):
                run.check()
                # Its guarantees have but half of the time where more is to come.
                raise StoppedError("no answer in the time given: allow more")
            self.guarantee[row] = _proved(solution.bounds)
            if self.cards is not None:
                for value in solution.cards or ():
                    self.cards[row, value.card] = _proved(value.bounds)
            if self.line is not None and solution.line is not None:
                self.line[row, : len(solution.line)] = solution.line


def _proved(bounds: SeatBounds) -> list[int]:
    """Return guarantees all of which are known."""
    return [pair[0] for pair in bounds if pair is not None]


def _is_whole(solution: Solution, line: Seat | None) -> bool:
    """Return whether all that was asked for has been found."""
    if not solution.exact or (line is not None and solution.line is None):
        return False
    return all(None not in value.guarantee for value in solution.cards or ())


def best_and_share(
    guarantee: NDArray[np.int8], worth: NDArray[np.integer[Any]], avoids: NDArray[np.bool_]
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return what ``solver.values.share`` says of each row, all at once.

    ``worth`` is what there is to win in a row, ``avoids`` whether little is wanted.
    """
    import numpy as np

    sure, whole, few = guarantee.astype(np.int64), worth.astype(np.int64)[:, None], avoids[:, None]
    best = sure + whole - sure.sum(axis=1, keepdims=True)
    best = np.where(few, np.maximum(best, 0), best)
    lower, higher = np.where(few, best, sure), np.where(few, sure, best)
    width = (higher - lower).sum(axis=1, keepdims=True)
    above = whole - lower.sum(axis=1, keepdims=True)
    # Whole numbers until one division at the end, which rounds once.
    share = (lower * width + above * (higher - lower)) / np.maximum(width, 1)
    return best.astype(np.int8), np.where(width, share, lower)
