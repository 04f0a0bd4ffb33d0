"""``manni batch`` with Parquet to write: in parts, which a stopped run leaves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import click

from manni.cli import inputs, output
from manni.cli.options import Search
from manni.cli.outfile import check_target, out_file
from manni.cli.tally import Tally
from manni.solver.errors import SolverError
from manni.solver.files.parquet import ParquetSource, arrow
from manni.solver.frames.cluster import solve_on_cluster
from manni.solver.frames.lots import Lot, lots_of_lines, lots_of_parquet
from manni.solver.frames.parts import check_whole, parts_in, run_folder, solve_parts, write_whole

ROWS = 10_000
"""Rows a part: some seconds of work."""


def in_parts(
    source: str,
    target: str,
    resume: bool,
    rows: int,
    share: bool,
    search: Search,
    cluster: str | None,
) -> Tally:
    """Answer all rows of a source; what is under way is in the folder ``OUT.part``."""
    arrow()
    if os.path.basename(target.rstrip(os.sep)) in ("", ".", ".."):
        raise SolverError(f"{target}: a file or folder to write is called by its own name")
    if not target.endswith(os.sep):
        check_target(target, [source])
    with ExitStack() as stack:
        lots: Iterator[Lot]
        size: int | None
        if inputs.is_table(source):
            table = ParquetSource(source if cluster is None else os.path.abspath(source))
            lots, size, unit = lots_of_parquet(table, rows), table.rows, "deals"
        elif cluster is not None:
            raise click.UsageError("--cluster goes with an IN of Parquet.")
        else:
            lines, size = inputs.lines_of(source, stack)
            lots, unit = lots_of_lines(lines, rows), "bytes"
        folder = stack.enter_context(_kept(run_folder(target, resume)))
        limits = {"memory_mb": search.memory, "seconds": search.seconds, "share": share}
        if cluster is None:
            solved = solve_parts(lots, folder, threads=search.jobs, **limits)
        else:
            solved = solve_on_cluster(cluster, table, rows, folder.absolute(), **limits)
        tally, count = Tally(source), 0
        advance = stack.enter_context(output.progress("solving", size, unit=unit))
        for lot in solved:
            count += 1
            tally.add(lot.rows, lot.errors)
            advance(lot.size)
        tally.check_any()
        check_whole(folder, count)
        if target.endswith(os.sep):
            os.replace(folder, target)
        else:
            with out_file(target, keep=False) as write:
                write_whole(folder, write)
            shutil.rmtree(folder)
    return tally


@contextmanager
def _kept(folder: Path) -> Iterator[Path]:
    """Say where the parts are if Ctrl-C or an error ends the run; keep no empty folder."""
    try:
        yield folder
    except BaseException:
        count = len(parts_in(folder))
        if count:
            parts = f"{count} partition{'s' * (count > 1)}"
            output.note(f"{folder} holds what was done, {parts}: --resume goes on")
        else:
            with suppress(OSError):  # not of a run
                folder.rmdir()
        raise
