"""Tables of other libraries with positions in them, solved in place of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from solver import checks
from solver.checks import quote
from solver.engine import DEFAULT_MEMORY_MB, checked_memory, checked_threads
from solver.errors import ArgumentError, DealError
from solver.files.parquet import arrow
from solver.frames.columns import ANSWERING, answered, asking, check_columns, questions_of
from solver.frames.worker import solve_questions
from solver.pool import processors

if TYPE_CHECKING:
    import pyarrow as pa

Frame = TypeVar("Frame")


def solve_frame(
    frame: Frame,
    *,
    share: bool = False,
    seconds: float | None = None,
    threads: int | None = None,
    memory_mb: float = DEFAULT_MEMORY_MB,
) -> Frame:
    """Return a table of pandas, pyarrow or dask with the guarantees of its rows added.

    Its columns are those of ``manni batch``: ``hand_F``, ``hand_M``, ``hand_D``, ``contract`` and
    what else a row may ask; ``guarantee_F``, ``guarantee_M``, ``guarantee_D`` and ``error`` are
    added. ``share`` adds ``best_case_F``, ``share_F`` and so on. ``seconds`` limits each row and
    adds the bounds ``lower_F``, ``upper_F`` and so on.
    ``threads`` (default: one a processor) share ``memory_mb``. A table of dask is solved when it
    is computed, each partition by one thread of whichever worker has it, with ``memory_mb``.
    Raises DealError for a column that is missing or strange; a bad row has its error.
    """
    if seconds is not None:
        seconds = checks.amount(seconds, "seconds")
    threads = processors() if threads is None else checked_threads(threads)
    limits: dict[str, Any] = {"seconds": seconds, "memory_mb": checked_memory(memory_mb)}
    limits["share"] = checks.flag(share, "share")
    kind = type(frame).__module__.partition(".")[0]
    found: Any = frame
    if kind == "pyarrow" and isinstance(frame, arrow().Table):
        found = _solve_table(found, threads=threads, **limits)
    elif kind == "pandas" and hasattr(frame, "columns"):
        found = _solve_pandas(found, threads=threads, **limits)
    elif hasattr(frame, "map_partitions") and hasattr(frame, "columns"):
        meta = _solve_pandas(found._meta, threads=1, **limits)
        found = found.map_partitions(_solve_pandas, meta=meta, threads=1, **limits)
    else:
        raise ArgumentError(f"frame: {quote(frame)}, expected a table of pandas, pyarrow or dask")
    solved: Frame = found
    return solved


def _solve_table(
    table: pa.Table, *, threads: int, share: bool, seconds: float | None, memory_mb: float
) -> pa.Table:
    check_columns(table.column_names)
    table = asking(table)
    questions, errors = questions_of(table)
    answers = solve_questions(questions, seconds=seconds, memory_mb=memory_mb, threads=threads)
    return answered(table, questions, answers, errors, bounds=seconds is not None, share=share)


def _solve_pandas(frame: Any, **limits: Any) -> Any:
    """Return a table of pandas with answers, under the index that it has."""
    import pandas

    check_columns([*map(str, frame.columns)])
    pa = arrow()
    try:
        table = pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowException, OverflowError) as error:  # a column of complex numbers, say
        reason = "; ".join(map(str, error.args)).split("\n")[0]
        raise DealError(f"the frame cannot be read as a table: {reason}") from None
    solved = _solve_table(table, **limits)
    kinds = {pa.int8(): pandas.Int8Dtype(), pa.string(): pandas.StringDtype()}
    names = [name for name in solved.column_names if name in ANSWERING]
    answers = solved.select(names).to_pandas(types_mapper=kinds.get)
    answers.index = frame.index
    kept = frame[[name for name in frame.columns if name not in ANSWERING]]
    return pandas.concat([kept, answers], axis=1)
