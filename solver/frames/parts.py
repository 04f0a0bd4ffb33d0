"""The answers of a run as a folder of part files, from which a stopped run goes on.

A Parquet file cannot be added to: its index is its end. So each lot of rows has a file of its
own, written under another name, seen on the disk and renamed: it is there as a whole or not at
all, whenever a process is killed. A run that is taken up reads its input again and solves the
lots whose file is not there. A part has the rows that it answers, so that those of another
input, or of lots of another length, are an error and not a mixture.

While a run is under way the folder is ``NAME.part``. Only when every part is there is it
renamed, or made one file and removed: a folder or file under its own name is whole.

On a cluster of dask the lots are the partitions of a bag. Each worker reads the rows of its lots
and writes their parts: input and output lie where all workers see them. Which worker has which
lot, and what becomes of those of a worker that is lost, is dask's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..checks import quote
from ..errors import NotationError, SolverError
from ..files.parquet import (
    EXTRA,
    ParquetSource,
    Write,
    read_file,
    write_beside,
    write_tables,
)
from .forms import Lot, answers_to, append_columns, lots_of_parquet, rows_of

if TYPE_CHECKING:
    import pyarrow as pa


SolvedLot = tuple[int, int, list[str]]
"""A lot whose part is there: its size, how many rows it has and what is wrong with some."""


def solve_parts(lots: Iterable[Lot], folder: Path, **limits: Any) -> Iterator[SolvedLot]:
    """Yield each lot once its part is in the folder; those that are not there are solved.

    ``limits`` are those of ``answers_to``.
    """
    for lot in lots:
        path = folder / _name(lot.number)
        if path.exists():
            part = _read_part(path, lot, limits)
        else:
            part = _solve(lot, limits)
            write_beside(path, part)
        yield lot.size, len(part), part["error"].drop_null().to_pylist()


def _solve(lot: Lot, limits: dict[str, Any]) -> pa.Table:
    return append_columns(lot.table, answers_to(lot.rows, **limits))


def _read_part(path: Path, lot: Lot, limits: dict[str, Any]) -> pa.Table:
    """Return a part that is there. Raises SolverError if it is torn or answers another lot."""
    try:
        part = read_file(str(path))
    except NotationError as error:
        again = f"{error.message}; remove it, and it is solved again"
        raise NotationError(again, file=str(path)) from None
    empty = lot.table.slice(0, 0)
    nothing = _solve(lot._replace(table=empty, rows=rows_of(empty)), limits)
    if part.schema != nothing.schema or part.select(lot.table.column_names) != lot.table:
        raise SolverError(
            f"{path} answers other rows than the input has there now, or something else "
            f"was asked of them; remove {path.parent} to start again"
        )
    return part


def run_folder(target: str, resume: bool) -> Path:
    """Return the folder ``NAME.part`` of a run, new or with what a stopped one has left."""
    whole = Path(target)
    folder = whole.with_name(f"{whole.name}.part")
    if resume and whole.exists() and not folder.exists():
        raise SolverError(f"{whole} is there as a whole: there is nothing to resume")
    if whole.is_dir():
        raise SolverError(f"{whole} is there already: remove it first")
    folder.mkdir(exist_ok=True)
    if not resume and any(folder.iterdir()):
        raise SolverError(f"{folder} holds a run that was stopped: --resume goes on with it")
    return folder


def parts_in(folder: Path) -> list[Path]:
    """Return the parts that are there, in their order."""
    return sorted(folder.glob("part-*.parquet"))


def check_whole(folder: Path, count: int) -> None:
    """Raise SolverError if there is more than so many parts; what a killed run began goes."""
    for left in folder.glob(".part-*.tmp"):
        left.unlink()
    names = {_name(number) for number in range(count)}
    for path in sorted(folder.iterdir()):
        if path.name not in names:
            raise SolverError(f"{path} is not of this run: remove it first")


def write_whole(folder: Path, write: Write) -> None:
    """Write all parts as one Parquet file."""
    write_tables(write, (read_file(str(path)) for path in parts_in(folder)))


def _name(number: int) -> str:
    return f"part-{number:07}.parquet"


_ADDRESS = re.compile(r"(tcp|tls)://(\[[^]\s]+\]|[^:/\s]+):\d{1,5}")


def solve_on_cluster(
    address: str, source: ParquetSource, rows: int, folder: Path, **limits: Any
) -> Iterator[SolvedLot]:
    """Yield the lots of a source, of so many rows each, as their parts are there.

    However it ends, what no worker has begun is called off. Raises SolverError where dask is not
    installed, no scheduler answers, or something goes wrong on the way.
    """
    try:
        import dask.bag
        import distributed
    except ImportError:
        raise SolverError(f"a cluster needs dask: {EXTRA}") from None
    if not _ADDRESS.fullmatch(address):
        raise SolverError(f"cluster {quote(address)}: expected tcp://HOST:PORT")
    if address.startswith("tls:") and not dask.config.get("distributed.comm.tls.client.cert", None):
        raise SolverError(
            f"cluster {address}: certificates are needed: name them in the configuration of "
            "dask, as distributed.comm.tls.ca-file, .client.cert and .client.key"
        )
    numbers = dask.bag.from_sequence(range(-(-source.rows // rows)), partition_size=1)
    solved = numbers.map_partitions(_solve_lots, source, rows, folder, limits).to_delayed()
    logging.disable()  # what dask has to say is told in one line
    try:
        with distributed.Client(address, timeout=10) as client:
            futures = client.compute(solved)
            try:
                for _, lots in distributed.as_completed(futures, with_results=True):
                    yield from lots
            finally:
                client.cancel(futures)
    except SolverError:
        raise
    except Exception as error:  # of dask's many kinds
        raise SolverError(
            f"cluster {address}: {type(error).__name__}: {' '.join(str(error).split())}"
        ) from None
    finally:
        logging.disable(logging.NOTSET)


def _solve_lots(
    numbers: Iterable[int], source: ParquetSource, rows: int, folder: Path, limits: dict[str, Any]
) -> list[SolvedLot]:
    """Solve lots of a source: what a worker does."""
    lots = (next(lots_of_parquet(source, rows, number)) for number in numbers)
    return [*solve_parts(lots, folder, **limits)]
