"""``manni batch`` with Parquet to write: in partitions, which a stopped run leaves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

from cli import inputs, output
from cli.options import Search
from cli.outfile import OutFile, check_target
from cli.tally import Tally
from solver.errors import SolverError
from solver.files.parquet import ParquetSource, arrow
from solver.frames.partitions import Partition, partitions_of_lines, partitions_of_parquet
from solver.frames.parts import Parts, Settings
from solver.frames.runs import Solve, solve_here, solve_partitions
from solver.pool import Pool
from solver.run import Run

ROWS = 10_000
"""Rows a partition: some seconds of work."""


def in_parts(
    source: str, target: str, resume: bool, settings: Settings, search: Search, cluster: str | None
) -> Tally:
    """Answer all rows of a source; what is under way is in the folder ``OUT.part``."""
    arrow()
    if os.path.basename(target.rstrip(os.sep)) in ("", ".", ".."):
        raise SolverError(f"{target}: a file or folder to write is called by its own name")
    if not target.endswith(os.sep):
        check_target(target, [source])
    with ExitStack() as stack:
        partitions, size, unit = _partitions(source, settings.rows, stack)
        parts = stack.enter_context(_kept(Parts(target, settings, resume)))
        solve = stack.enter_context(_solver(search, cluster))
        tally, count = Tally(source), 0
        advance = stack.enter_context(output.progress("solving", size, unit=unit))
        for done in stack.enter_context(closing(solve_partitions(partitions, parts, solve))):
            count += 1
            tally.add(len(done.partition), [*done.partition.errors.values()])
            advance(done.partition.size)
        tally.check_any()
        parts.check_whole(count)
        _put_together(parts, target)
    return tally


def _put_together(parts: Parts, target: str) -> None:
    if target.endswith(os.sep):
        parts.become_folder()
        return
    with OutFile(target, keep=False) as file:
        parts.become_file(file)
    parts.remove()


@contextmanager
def _solver(search: Search, address: str | None) -> Iterator[Solve]:
    """Yield what solves partitions: threads here or the workers of a cluster."""
    if address is None:
        # Ctrl-C is an exception here, as it is where lines are answered.
        yield solve_here(Pool(search.memory, search.jobs), search.seconds, Run())
        return
    from solver.frames.cluster import Cluster, connected, disconnect

    memory, processes = search.memory, 1
    if address == "local":
        memory, processes = max(1, memory // search.jobs), search.jobs
    client = connected(address, processes)
    try:
        cluster = Cluster(client, memory, search.seconds, output.note)
        cluster.check_versions()
        yield cluster.solve
    finally:
        disconnect(client)


def _partitions(
    source: str, rows: int, stack: ExitStack
) -> tuple[Iterator[Partition], int | None, str]:
    """Return the partitions of a source, the sum of their sizes, if known, and its unit."""
    if inputs.is_table(source):
        table = ParquetSource(source)
        return partitions_of_parquet(table, rows), table.rows, "deals"
    lines, size = inputs.lines_of(source, stack)
    return partitions_of_lines(lines, rows), size, "bytes"


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
