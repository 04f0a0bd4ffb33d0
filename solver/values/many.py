"""Many first leads at once, from numpy arrays of hands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from manni.solver import checks
from manni.solver.cards import CARDS, MAX_CARDS, SEATS, Seat
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine, checked_threads
from manni.solver.errors import StoppedError
from manni.solver.pool import Pool, processors
from manni.solver.rules.contract import Contract
from manni.solver.run import Run
from manni.solver.values.rows import Rows
from manni.solver.values.solution import WholeSolution
from manni.solver.values.solve import Solver

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_ROWS_A_TASK = 16
"""Rows that an engine solves at a time: few, so that several are done together."""

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
    rows = Rows.of(hands, contract, leader, ace_low)
    return guarantees_of(rows, _pool_for(rows, threads, memory_mb), Run.of(run))


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
    rows = Rows.of(hands, contract, leader, ace_low)
    lines = None if line is None else rows.seats(line, "line")
    count, with_cards = len(rows), checks.flag(cards, "cards")
    pool, run = _pool_for(rows, threads, memory_mb), Run.of(run)
    if lines is None and not with_cards:
        guarantee = guarantees_of(rows, pool, run)
        return ArrayValues(guarantee, *best_and_share(rows, guarantee))
    guarantee = np.zeros((count, SEATS), dtype=np.int8)
    after = np.full((count, CARDS, SEATS), _NONE, np.int8) if with_cards else None
    played = None if lines is None else np.full((count, SEATS * MAX_CARDS), _NONE, dtype=np.int8)

    def fill(engine: Engine, part: range, run: Run) -> None:
        for row in part:
            seat = None if lines is None else Seat(int(lines[row]))
            solution = Solver.on(engine).solve(
                rows.position(row), cards=with_cards, line=seat, run=run
            )
            if not isinstance(solution, WholeSolution) or (
                seat is not None and solution.line is None
            ):
                run.check()
                # Its guarantees have but half of the time where more is to come.
                raise StoppedError("no answer in the time given: allow more")
            guarantee[row] = solution.guarantee
            if after is not None:
                for value in solution.cards or ():
                    after[row, value.card] = value.guarantee
            if played is not None and solution.line is not None:
                played[row, : len(solution.line)] = solution.line

    in_parts(pool, fill, count, run)
    return ArrayValues(guarantee, *best_and_share(rows, guarantee), after, played)


def _pool_for(rows: Rows, threads: int | None, memory_mb: float) -> Pool:
    threads = processors() if threads is None else checked_threads(threads)
    return Pool(memory_mb, min(threads, max(1, len(rows) // _ROWS_A_TASK)))


def in_parts(pool: Pool, work: Callable[[Engine, range, Run], None], rows: int, run: Run) -> None:
    """Have parts of so many rows worked on side by side, to the last."""
    parts = (
        range(start, min(start + _ROWS_A_TASK, rows)) for start in range(0, rows, _ROWS_A_TASK)
    )
    with closing(pool.imap(work, parts, run)) as done:
        for number, _ in enumerate(done, 1):
            run.report(min(number * _ROWS_A_TASK, rows), rows)


def guarantees_of(rows: Rows, pool: Pool, run: Run) -> NDArray[np.int8]:
    """Return the guarantees of rows that are sure to be first leads. May raise StoppedError."""
    values = np.zeros((len(rows), SEATS), dtype=np.int8)

    def work(engine: Engine, part: range, run: Run) -> None:
        engine.fill_rows(rows.hands, rows.contracts, rows.leaders, rows.ace_low, values, part, run)

    in_parts(pool, work, len(rows), run)
    return values


def best_and_share(
    rows: Rows, guarantee: NDArray[np.int8]
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Return what ``solver.values.share`` says of each row, all at once."""
    avoids = [contract for contract in Contract if contract.avoids]
    few = np.isin(rows.contracts, avoids)[:, None]
    sure = guarantee.astype(np.int64)
    whole = np.bitwise_count(rows.hands[:, :1]).astype(np.int64)
    best = sure + whole - sure.sum(axis=1, keepdims=True)
    best = np.where(few, np.maximum(best, 0), best)
    lower, higher = np.where(few, best, sure), np.where(few, sure, best)
    width = (higher - lower).sum(axis=1, keepdims=True)
    above = whole - lower.sum(axis=1, keepdims=True)
    # Whole numbers until one division at the end, which rounds once.
    share = (lower * width + above * (higher - lower)) / np.maximum(width, 1)
    return best.astype(np.int8), np.where(width, share, lower)
