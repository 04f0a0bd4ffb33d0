"""The answers of a run as a folder of part files, from which a stopped run goes on.

A Parquet file cannot be added to: its index is its end. So each lot of rows has a file of its
own, written under another name, seen on the disk and renamed: it is there as a whole or not at
all, whenever a process is killed. A run that is taken up reads its input again and solves the
lots whose file is not there. A part has the rows that it answers, so that those of another
input, or of lots of another length, are an error and not a mixture.

While a run is under way the folder is ``NAME.part``. Only when every part is there is it
renamed, or made one file and removed: a folder or file under its own name is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from manni.solver.errors import NotationError, SolverError
from manni.solver.files.parquet import Write, read_file, write_beside, write_tables
from manni.solver.frames.answers import answers_to
from manni.solver.frames.columns import append_columns
from manni.solver.frames.lots import Lot

if TYPE_CHECKING:
    import pyarrow as pa


class SolvedLot(NamedTuple):
    """A lot whose part is there: its size, how many rows it has and what is wrong with some."""

    size: int
    rows: int
    errors: list[str]


def solve_parts(lots: Iterable[Lot], folder: Path, **limits: Any) -> Iterator[SolvedLot]:
    """Yield each lot once its part is in the folder; those that are not there are solved.

    ``limits`` are those of ``answers_to``.
    """
    for lot in lots:
        path = folder / _name(lot.number)
        if path.exists():
            part = _part(path, lot, limits)
        else:
            part = _solve(lot, limits)
            write_beside(path, part)
        yield SolvedLot(lot.size, len(part), part["error"].drop_null().to_pylist())


def _solve(lot: Lot, limits: dict[str, Any]) -> pa.Table:
    return append_columns(
        lot.table, answers_to(lot.table, wrong=lot.errors, first=lot.first, **limits)
    )


def _part(path: Path, lot: Lot, limits: dict[str, Any]) -> pa.Table:
    """Return a part that is there. Raises SolverError if it is torn or answers another lot."""
    try:
        part = read_file(str(path))
    except NotationError as error:
        again = f"{error.message}; remove it, and it is solved again"
        raise NotationError(again, file=str(path)) from None
    nothing = _solve(lot._replace(table=lot.table.slice(0, 0), errors={}), limits)
    if part.schema != nothing.schema or part.select(lot.table.column_names) != lot.table:
        raise SolverError(
            f"{path} answers other rows than the input has there now, or something else "
            f"was asked of them; remove {path.parent} to start again"
        )
    return part


def run_folder(target: str, resume: bool) -> Path:
    """Return the folder ``NAME.part`` of a run, new or with what a stopped one has left."""
    whole = Path(target)
    folder = whole.with_name(whole.name + ".part")
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
    tables = (read_file(str(path)) for path in parts_in(folder))
    first = next(tables)
    write_tables(write, first.schema, chain([first], tables))


def _name(number: int) -> str:
    return f"part-{number:07}.parquet"
