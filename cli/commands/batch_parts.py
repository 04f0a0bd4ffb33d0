"""``manni batch`` with Parquet to write: in partitions, which a stopped run leaves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from cli import inputs, output
from cli.outfile import OutFile, check_target
from cli.tally import Tally
from solver.errors import SolverError
from solver.files.parquet import ParquetSource, arrow, is_parquet
from solver.frames.partitions import Partition, partitions_of_lines, partitions_of_parquet
from solver.frames.parts import Parts, Settings
from solver.frames.runs import Solve, solve_here, solve_partitions
from solver.pool import Pool
from solver.run import Run

ROWS = 10_000
"""Rows a partition: some seconds of work."""


def in_parts(
    source: str,
    target: str,
    resume: bool,
    rows: int | None,
    memory: int,
    jobs: int,
    seconds: float | None,
) -> Tally:
    """Answer all rows of a source; what is under way is in the folder ``OUT.part``."""
    arrow()
    if not target.endswith(os.sep):
        check_target(target, [source])
    settings = Settings(rows or ROWS, seconds)
    with ExitStack() as stack:
        partitions, size = _partitions(source, settings.rows, stack)
        parts = stack.enter_context(_kept(Parts(target, settings, resume)))
        # Ctrl-C is an exception here, as it is where lines are answered.
        solve = solve_here(Pool(memory, jobs), seconds, Run())
        tally = _solve(partitions, size, parts, solve)
        if not tally.lines:
            raise SolverError(f"{inputs.name_of(source)}: there is no row in it")
        if target.endswith(os.sep):
            parts.become_folder()
        else:
            with OutFile(target, keep=False) as file:
                parts.become_file(file)
            parts.remove()
    return tally


def _solve(partitions: Iterator[Partition], size: int | None, parts: Parts, solve: Solve) -> Tally:
    """Have a part of every partition written."""
    tally, count = Tally(), 0
    with output.progress("solving", size) as advance:
        runs = solve_partitions(partitions, parts, solve)
        with closing(runs):
            for done in runs:
                count += 1
                tally.add(len(done.partition), [*done.partition.errors.values()])
                advance(done.partition.size)
    parts.check_whole(count)
    return tally


def _partitions(source: str, rows: int, stack: ExitStack) -> tuple[Iterator[Partition], int | None]:
    """Return the partitions of a source and the sum of their sizes, if known."""
    if source != "-" and is_parquet(source):
        table = ParquetSource(source)
        return partitions_of_parquet(table, rows), table.rows
    lines, size = inputs.lines_of(source, stack)
    return partitions_of_lines(lines, rows), size


@contextmanager
def _kept(parts: Parts) -> Iterator[Parts]:
    """Say where the parts are if Ctrl-C or an error ends the run; keep no empty folder."""
    try:
        yield parts
    except BaseException as error:
        if not len(parts):
            parts.remove()
        elif parts.written or not isinstance(error, SolverError):
            count = f"{len(parts)} partition{'s' * (len(parts) > 1)}"
            output.note(f"{parts.folder} holds what was done, {count}: --resume goes on")
        raise
    finally:
        parts.close()
