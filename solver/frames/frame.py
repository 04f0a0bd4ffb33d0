"""Tables of other libraries with positions in them, solved in place of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .. import checks
from ..engine import DEFAULT_MEMORY_MB, checked_memory, checked_threads, processors
from ..errors import ArgumentError, DealError
from ..files.parquet import arrow
from ..files.questions import ANSWERING, BESIDES, column_meant, columns_of, hand_count
from .forms import answers_to, append_columns, rows_of, without_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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

    >>> import polars
    >>> from manni import solve_frame
    >>> hands = {"hand_F": ["AQ..."], "hand_M": ["K2..."], "hand_D": ["43..."]}
    >>> table = polars.DataFrame({"night": ["Monday"], **hands, "contract": ["NT"]})
    >>> solve_frame(table, memory_mb=64)["night", "guarantee_F", "guarantee_M"].rows()
    [('Monday', 1, 1)]

    Args:
        frame: A table with the columns of ``manni batch``: ``hand_F``, ``hand_M``, ``hand_D``,
            ``contract`` and further questions. Hands are text, or whole numbers of any type. Games
            for other numbers of players have the letters of their own seats.
        share: Whether to add ``best_case_F``, ``share_F`` and so on.
        seconds: The time limit of each row. Adds the bounds ``lower_F``, ``upper_F`` and so on.
        threads: By default one per processor. They share ``memory_mb``.

    The columns ``guarantee_F``, ``guarantee_M``, ``guarantee_D`` and ``error`` are added. Answers
    of an earlier call are dropped; all other columns are kept. A dask table is solved when it is
    computed: one thread a partition, each with ``memory_mb``. A lazy polars table is computed at
    once.

    Raises DealError if a column is missing, unreadable, or nearly named like one of these. A row
    that is wrong has the reason in ``error``.
    """
    if seconds is not None:
        seconds = checks.amount(seconds, "seconds")
    limits: dict[str, Any] = {"seconds": seconds, "memory_mb": checked_memory(memory_mb)}
    limits["threads"] = processors() if threads is None else checked_threads(threads)
    limits["share"] = checks.flag(share, "share")
    kinds = {base.__module__.partition(".")[0] for base in type(frame).__mro__}
    table: Any = frame
    if "pyarrow" in kinds and isinstance(frame, arrow().Table):
        answers = _answers(table.column_names, table.select, **limits)
        table = append_columns(without_answers(table), answers)
    elif "pandas" in kinds and hasattr(frame, "columns"):
        table = _solve_pandas(table, **limits)
    elif "polars" in kinds and hasattr(frame, "collect_schema"):
        table = _solve_polars(table, **limits)
    elif hasattr(frame, "map_partitions") and hasattr(frame, "columns"):
        limits["threads"] = 1
        meta = _solve_pandas(table._meta, **limits)
        table = table.map_partitions(_solve_pandas, meta=meta, **limits)
    else:
        raise ArgumentError(
            f"frame: {checks.quote(frame)}, expected a table of pandas, polars, pyarrow or dask"
        )
    solved: Frame = table
    return solved


def _answers(
    names: Iterable[object], select: Callable[[list[Any]], pa.Table], **limits: Any
) -> pa.Table:
    """Return the answers to the columns that ask, as ``select`` gives them.

    Raises DealError where one that must be is missing or cannot be had.
    """
    meant = {column_meant(str(name)): name for name in names}
    count = hand_count(tuple(column_meant(str(name)) for name in names), others=True)
    asking = *columns_of("hand", count), *BESIDES
    table = _read(select, [meant[name] for name in asking if name in meant])
    return answers_to(rows_of(table), **limits)


def _read(read: Callable[..., Any], *arguments: Any) -> Any:
    """Return what another library reads. Raises DealError where it cannot."""
    try:
        return read(*arguments)
    except DealError:
        raise
    except Exception as error:  # a column of complex numbers, say
        reason = "; ".join(map(str, error.args)).split("\n")[0]
        raise DealError(f"the frame cannot be read as a table: {reason}") from None


def _solve_polars(frame: Any, **limits: Any) -> Any:
    """Return a table of polars with answers, lazy if it was."""
    import polars

    if isinstance(frame, polars.LazyFrame):
        return _solve_polars(_read(frame.collect), **limits).lazy()
    schema = frame.collect_schema()

    def select(names: list[str]) -> pa.Table:
        for name in names:
            if schema[name] == polars.Object:
                raise DealError(f"column {name} holds objects: texts or numbers are wanted")
        long = [name for name in names if str(schema[name]).endswith("Int128")]
        return frame.select(names).with_columns(polars.col(long).cast(polars.Int64)).to_arrow()

    answers = polars.from_arrow(_answers(frame.columns, select, **limits))
    return frame.drop(polars.selectors.by_name(ANSWERING, require_all=False)).hstack(answers)


def _solve_pandas(frame: Any, **limits: Any) -> Any:
    """Return a table of pandas with answers, under the index and with what else it has."""
    import pandas

    pa = arrow()
    table = _answers(
        frame.columns,
        lambda names: pa.Table.from_pandas(frame[names], preserve_index=False),
        **limits,
    )
    kinds = {pa.int8(): pandas.Int8Dtype(), pa.string(): pandas.StringDtype()}
    answers = table.to_pandas(types_mapper=kinds.get)
    answers.index = frame.index
    kept = frame[[name for name in frame.columns if name not in ANSWERING]]
    joined = pandas.concat([kept, answers], axis=1).__finalize__(frame)
    joined.columns.names = frame.columns.names
    return joined
