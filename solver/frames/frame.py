"""Tables of other libraries with positions in them, solved in place of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .. import checks
from ..engine import DEFAULT_MEMORY_MB, checked_memory, checked_threads, processors
from ..errors import ArgumentError, DealError
from ..files.parquet import arrow
from .answers import answers_to
from .questions import (
    ANSWERING,
    ASKING,
    append_columns,
    check_columns,
    question_columns,
    whole_hands,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    """Return a table of pandas, polars, pyarrow or dask with the guarantees of its rows added.

    What is asked are the columns of ``manni batch``: ``hand_F``, ``hand_M``, ``hand_D``,
    ``contract`` and what else a row may ask, hands as whole numbers of any type. Other columns
    are the user's own and kept; answers of an earlier call are left out. ``guarantee_F``,
    ``guarantee_M``, ``guarantee_D`` and ``error`` are added. ``share`` adds ``best_case_F``,
    ``share_F`` and so on. ``seconds`` limits each row and adds the bounds ``lower_F``,
    ``upper_F`` and so on. ``threads`` (default: one per processor) share ``memory_mb``. A table of
    dask is solved when it is computed, each partition by one thread of whichever worker has it,
    with ``memory_mb``; a lazy one of polars is computed here. Raises DealError for a column that
    is missing, strange or nearly called as one that asks; a bad row has its error.
    """
    if seconds is not None:
        seconds = checks.amount(seconds, "seconds")
    threads = processors() if threads is None else checked_threads(threads)
    limits: dict[str, Any] = {"seconds": seconds, "memory_mb": checked_memory(memory_mb)}
    limits["share"] = checks.flag(share, "share")
    kinds = {each.__module__.partition(".")[0] for each in type(frame).__mro__}
    found: Any = frame
    if "pyarrow" in kinds and isinstance(frame, arrow().Table):
        found = _solve_table(found, threads=threads, **limits)
    elif "pyarrow" in kinds and isinstance(frame, arrow().RecordBatch):
        table = arrow().Table.from_batches([found])
        found = _batch(_solve_table(table, threads=threads, **limits))
    elif "pandas" in kinds and hasattr(frame, "columns"):
        found = _solve_pandas(found, threads=threads, **limits)
    elif "polars" in kinds and hasattr(frame, "collect_schema"):
        found = _solve_polars(found, threads=threads, **limits)
    elif hasattr(frame, "map_partitions") and hasattr(frame, "columns"):
        meta = _solve_pandas(found._meta, threads=1, **limits)
        found = found.map_partitions(_solve_pandas, meta=meta, threads=1, **limits)
    else:
        raise ArgumentError(
            f"frame: {checks.quote(frame)}, expected a table of pandas, polars, pyarrow or dask"
        )
    solved: Frame = found
    return solved


def _asked(names: Iterable[object]) -> list[str]:
    """Return which columns ask something. Raises DealError where one that must be is missing."""
    check_columns([*map(str, names)], others=True)
    return [name for name in ASKING if name in names]


def _solve_table(table: pa.Table, **limits: Any) -> pa.Table:
    return append_columns(
        question_columns(table), _answers(table.select(_asked(table.column_names)), **limits)
    )


def _answers(table: pa.Table, **limits: Any) -> pa.Table:
    return answers_to(whole_hands(table), **limits)


def _batch(table: pa.Table) -> pa.RecordBatch:
    """Return a table as one batch, though it have no rows."""
    columns = [column.combine_chunks() for column in table.columns]
    return arrow().RecordBatch.from_arrays(columns, schema=table.schema)


def _solve_polars(frame: Any, **limits: Any) -> Any:
    """Return a table of polars with answers, lazy if it was."""
    import polars

    if isinstance(frame, polars.LazyFrame):
        try:
            eager = frame.collect()
        except polars.exceptions.PolarsError as error:
            raise _unread(error) from None
        return _solve_polars(eager, **limits).lazy()
    names = _asked(frame.columns)
    schema = frame.collect_schema()
    strange = [name for name in names if schema[name] == polars.Object]
    if strange:
        raise DealError(f"column {strange[0]} holds objects: texts or numbers are wanted")
    long = [name for name in names if str(schema[name]).endswith("Int128")]
    try:
        asked = frame.select(names).with_columns(polars.col(long).cast(polars.Int64)).to_arrow()
    except polars.exceptions.PolarsError as error:
        raise _unread(error) from None
    answers = polars.from_arrow(_answers(asked, **limits))
    return frame.drop(polars.selectors.by_name(ANSWERING, require_all=False)).hstack(answers)


def _unread(error: Exception) -> DealError:
    reason = "; ".join(map(str, error.args)).split("\n")[0]
    return DealError(f"the frame cannot be read as a table: {reason}")


def _solve_pandas(frame: Any, **limits: Any) -> Any:
    """Return a table of pandas with answers, under the index that it has."""
    import pandas

    names = _asked(frame.columns)
    pa = arrow()
    try:
        table = pa.Table.from_pandas(frame[names], preserve_index=False)
    except (pa.ArrowException, OverflowError) as error:  # a column of complex numbers, say
        raise _unread(error) from None
    kinds = {pa.int8(): pandas.Int8Dtype(), pa.string(): pandas.StringDtype()}
    answers = _answers(table, **limits).to_pandas(types_mapper=kinds.get)
    answers.index = frame.index
    kept = frame[[name for name in frame.columns if name not in ANSWERING]]
    return pandas.concat([kept, answers], axis=1)
