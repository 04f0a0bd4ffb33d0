"""The answers to a table whose rows ask for guarantees.

First leads of the plain games, nearly all rows of nearly all tables, are solved from arrays and
never become positions. Every other row is read as the line of JSON that asks the same, which
also says what is wrong with it.
"""

from __future__ import annotations

from contextlib import suppress
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cards import SEATS
from ..engine import Engine, Pool
from ..errors import SolverError
from ..files.jsonfile import SolveRequest, solve_request
from ..files.parquet import arrow
from ..run import Run
from ..values.many import (
    NO_VALUE,
    Rows,
    best_and_share,
    guarantees_of,
    in_parts,
    wrong_hands,
)
from ..values.solve import Solver
from . import questions

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

_BLANK = "... ... ..."

_kept = local()


def answers_to(
    table: pa.Table,
    *,
    memory_mb: float,
    threads: int = 1,
    seconds: float | None = None,
    share: bool = False,
    wrong: dict[int, str] | None = None,
    first: int | None = None,
) -> pa.Table:
    """Return the columns of answers to a table; ``seconds`` limits each row and adds bounds.

    ``wrong`` has, by row, what is known to be wrong; other errors name their row, where the
    number of the ``first`` is given. Hands are whole numbers, as ``whole_hands`` makes them.
    """
    found = _Answers(table, seconds, first, {**(wrong or {})})
    pool = _kept_pool(memory_mb, threads)
    left = np.array([row not in found.errors for row in range(len(table))], dtype=np.bool_)
    if seconds is None:
        hands = np.stack([_numbers(table.column(name)) for name in questions.HANDS], axis=1)
        kinds = _kinds(table)
        # Any other row is looked at by itself.
        packs = kinds[:, 3].astype(np.uint64)
        outside, double, uneven = wrong_hands(hands, packs)
        leads = left & ~(outside | double | uneven) & (packs != 0)
        contracts, leaders, ace_low = kinds[leads, :3].astype(np.int8).T.copy()
        found.fill_leads(pool, leads, Rows(hands[leads], contracts, leaders, ace_low))
        left &= ~leads
    found.fill_rows(pool, np.flatnonzero(left))
    return found.table_of(share)


class _Answers:
    """Guarantees as proved bounds, best cases and shares of the rows of a table, by seat."""

    def __init__(
        self, table: pa.Table, seconds: float | None, first: int | None, errors: dict[int, str]
    ) -> None:
        self.table, self.seconds, self.first, self.errors = table, seconds, first, errors
        self.lower = np.full((len(table), SEATS), NO_VALUE, dtype=np.int8)
        self.upper, self.best = self.lower.copy(), self.lower.copy()
        self.share = np.full((len(table), SEATS), np.nan)

    def fill_leads(self, pool: Pool, places: NDArray[np.bool_], rows: Rows) -> None:
        """Fill in the rows that are first leads of the plain games."""
        values = guarantees_of(rows, pool, Run())
        self.lower[places] = self.upper[places] = values
        self.best[places], self.share[places] = best_and_share(rows, values)

    def fill_rows(self, pool: Pool, rows: NDArray[np.int64]) -> None:
        """Fill in any rows, one by one."""

        def work(engine: Engine, part: range, run: Run) -> None:
            chosen = rows[part.start : part.stop]
            for row, asked in zip(chosen, self.table.take(chosen).to_pylist(), strict=True):
                try:
                    self._fill_row(
                        engine, row, questions.request_in(asked), run.within(self.seconds)
                    )
                except SolverError as error:
                    place = "" if self.first is None else f"row {self.first + row}: "
                    self.errors[int(row)] = f"{place}{error}"

        in_parts(pool, work, len(rows), Run())

    def _fill_row(self, engine: Engine, row: int, question: SolveRequest, run: Run) -> None:
        solution = Solver.on(engine).solve(question.position, seats=question.seats, run=run)
        for seat, bounds in enumerate(solution.bounds):
            if bounds is not None:
                self.lower[row, seat], self.upper[row, seat] = bounds
        if solution.best_case is not None:
            self.best[row] = solution.best_case
        if solution.share is not None:
            self.share[row] = [*map(float, solution.share)]

    def table_of(self, share: bool) -> pa.Table:
        """Return the answers as columns."""
        lower, upper, best, shares = self.lower, self.upper, self.best, self.share
        told = [(questions.GUARANTEES, lower, (lower == upper) & (lower != NO_VALUE))]
        if self.seconds is not None:
            told += [
                (questions.LOWER, lower, lower != NO_VALUE),
                (questions.UPPER, upper, upper != NO_VALUE),
            ]
        if share:
            told += [
                (questions.BEST_CASES, best, best != NO_VALUE),
                (questions.SHARES, shares, ~np.isnan(shares)),
            ]
        found = {
            name: _column(values[:, seat], known[:, seat])
            for names, values, known in told
            for seat, name in enumerate(names)
        }
        errors = arrow().nulls(len(self.table), "string")
        if self.errors:
            texts = [self.errors.get(row) for row in range(len(self.table))]
            errors = arrow().array(texts, "string")
        return arrow().table(found | {"error": errors})


# ``pyarrow.array`` loads pandas, which takes longer than the search of some thousand rows.


def _column(values: NDArray[Any], known: NDArray[np.bool_]) -> pa.Array:
    """Return numbers as a column, empty where they are not known."""
    pa = arrow()
    buffers = [np.packbits(known, bitorder="little"), values.copy()]
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [*map(pa.py_buffer, buffers)])


def _numbers(column: pa.ChunkedArray) -> NDArray[np.uint64]:
    """Return hands; what is empty or below 0 is outside every pack."""
    if not column.null_count:
        return np.from_dlpack(column.combine_chunks()).astype(np.uint64)
    numbers: NDArray[np.uint64] = column.fill_null(0).to_numpy().astype(np.uint64)
    numbers[column.is_null().to_numpy()] = ~np.uint64(0)
    return numbers


def _kinds(table: pa.Table) -> NDArray[np.int64]:
    """Return, by row, contract, leader, whether the ace is low and the pack of a first lead.

    The pack is empty where what a row asks besides its hands is no first lead of a plain game.
    """
    names = [name for name in questions.BESIDES if name in table.column_names]
    known: dict[str, int] = {}
    kinds: list[tuple[int, int, int, int]] = []
    places = np.empty(len(table), dtype=np.int64)
    told = (table.column(name).to_pylist() for name in names)
    for row, values in enumerate(zip(*told, strict=True)):
        place = known.setdefault(repr(values), len(kinds))
        if place == len(kinds):
            kinds.append(_kind(dict(zip(names, values, strict=True))))
        places[row] = place
    return np.array(kinds, dtype=np.int64).reshape(-1, 4)[places]


def _kind(row: dict[str, Any]) -> tuple[int, int, int, int]:
    record = questions.fields_beside_hands(row)
    request = None
    with suppress(SolverError):
        request = solve_request({"hands": _BLANK, **record})
    if request is None or not request.is_lead:
        return (0, 0, 0, 0)
    position = request.position
    return (position.contract, position.leader, position.ace_low, request.pack)


def _kept_pool(memory_mb: float, threads: int) -> Pool:
    """Return engines that share ``memory_mb``; a thread keeps those that it has last asked for.

    Making one clears a large table, which would cost more than many a partition.
    """
    if getattr(_kept, "asked", None) != (memory_mb, threads):
        _kept.asked = _kept.pool = None  # there is memory for one lot of them
        _kept.pool = Pool(memory_mb, threads)
        _kept.asked = (memory_mb, threads)
    pool: Pool = _kept.pool
    return pool
