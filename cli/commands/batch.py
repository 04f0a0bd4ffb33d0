"""``manni batch``: many positions, a line or a row in and one out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from operator import or_
from pathlib import Path
from types import SimpleNamespace

import click

from ... import Run, SolverError
from ...solver.engine import Pool
from ...solver.errors import cannot_be_read
from ...solver.files.parquet import ParquetSource, arrow, is_parquet
from ...solver.files.questions import Line, done_lines, json_line
from ...solver.report.schemas import TALLY
from ...solver.report.values import SOLUTION
from .. import inputs, options, output
from ..outfile import check_target, out_file, partial_path

_ROWS = 10_000
"""Rows a part: some seconds of work."""


class _Asked(SimpleNamespace):
    """The positions, what is asked of each, and where the answers go."""

    source: options.InArgument
    target: options.OutOption
    resume: options.ResumeOption
    share: bool = options.flag('Also "best_case" and "share" of each seat.')
    cards: options.CardsOption
    line: options.LineOption
    partition: int | None = options.option(
        "Write Parquet in parts of so many rows: a run that is killed loses at most one "
        "part.  [default: 10000]",
        type=options.COUNT,
        metavar="ROWS",
    )
    cluster: str | None = options.option(
        "Have the workers of a dask.distributed scheduler, tcp://HOST:8786, solve the "
        "partitions, with --memory for each of their threads; they read IN and write OUT "
        "themselves.",
        metavar="ADDRESS",
    )

    @property
    def keys(self) -> frozenset[str]:
        """The keys of an answer."""
        shares = ["best_case", "share"] * self.share
        return frozenset(
            ["guarantee", *shares, *["cards"] * self.cards, *["line"] * (self.line is not None)]
        )


@options.command
def command(asked: _Asked, search: options.SearchOptions, as_json: options.JsonOption) -> None:
    """Solve many positions: lines of JSON, rows of CSV or of Parquet.

    A line in: {"hands": ["…", "…", "…"], "contract": "NT", "leader": "F", "ace_low": false,
    "played": ["SA"], "seats": ["F"], "id": …}; only hands and contract must be there. In a
    game of Manille also "variant", "declarer" where all others are partners, and "bid",
    which has to be there where every trick is claimed: "general".
    Out, in the same order: the same with "guarantee" and what the options ask for, all as
    in `solve --json`, or with "error" and exit code 1 at the end. - is stdin or stdout.

    CSV is told by its header, with commas, semicolons or tabs between the columns: hand_F, hand_M
    and hand_D, of a game for four hand_F, hand_2, hand_3 and hand_D, the hands as in a line, and
    what else a line says. An OUT of it, which ends in .csv or .tsv, has the columns of IN, your
    own too, and then the answers.

    A file is Parquet if its name ends in .parquet. Its columns are the same (hands uint64, one bit
    per card, or text); answers are guarantee_F, guarantee_M, guarantee_D (int8, in points where
    the game of the row counts them; empty where not known or not asked for) and error, which a
    row that has one keeps, with --share best_case_F, share_F (float64) and so on. An OUT that
    ends in / becomes a folder of Parquet files, and a folder of them can be IN.

    OUT is written once all is done; stopped before, by Ctrl-C say, what is done is in OUT.part,
    from which --resume goes on.

    --time is for each position; a value not found in it is null and its "bounds" (lower_F,
    upper_F, …) are given. --json prints the closing summary as JSON where the results go to a
    file.
    """
    options.refuse_if(asked.resume and asked.target == "-", "--resume goes with -o OUT.")
    tables, forms = is_parquet(asked.target), ("jsonl", "ndjson", "json", "csv", "tsv")
    as_csv = not tables and check_target(asked.target, *forms, reads=[asked.source]) in forms[-2:]
    options.refuse_if(
        (as_csv or tables) and (asked.cards or asked.line is not None),
        f"--cards and --line go with lines of JSON: a column of {'CSV' if as_csv else 'Parquet'} "
        "has one number per row.",
    )
    options.refuse_if(asked.resume and as_csv, "--resume goes with lines of JSON and Parquet.")
    with ExitStack() as stack:
        if tables:
            tally = _in_parts(asked, search, stack)
        elif asked.partition is not None or asked.cluster is not None:
            raise click.UsageError("--partition and --cluster go with an OUT of Parquet.")
        else:
            tally = _in_lines(asked, search, stack, as_csv)
    tally.finish(as_json and asked.target != "-")


class _Tally:
    """How many lines or rows a source had, how many were wrong, and the first of these."""

    def __init__(self, source: str, advance: Callable[[int], None]) -> None:
        self.name = inputs.name_of(source)
        self.unit = "rows" if inputs.is_table(source) else "lines"
        self.advance = advance
        self.lines = self.errors = 0
        self.first: str | None = None

    def add(self, size: int, lines: int, *errors: str) -> None:
        """Count lines of so much of the source, some of them with errors."""
        self.lines += lines
        self.errors += len(errors)
        self.first = self.first or next(iter(errors), None)
        self.advance(size)

    def check_any(self) -> None:
        """Raise SolverError if there was no line."""
        if not self.lines:
            raise SolverError(f"{self.name}: there is no {self.unit[:-1]} in it")

    def finish(self, as_json: bool) -> None:
        """Print the summary if it is wanted. Raises SolverError if any line was wrong."""
        if as_json:
            output.result_json(TALLY.json(self))
        if self.errors:
            several = f"{self.errors} of {self.lines} {self.unit} are wrong; the first: "
            raise SolverError(f"{self.name}: {several if self.errors > 1 else ''}{self.first}")


# Lines of JSON or CSV --------------------------------------------------------------------


def _in_lines(
    asked: _Asked, search: options.SearchOptions, stack: ExitStack, as_csv: bool
) -> _Tally:
    """Write one answer per line, in the order of the lines, as JSON or as CSV."""
    from ...solver.frames.arrays import Values
    from ...solver.frames.forms import (
        answers_in,
        batches_of,
        csv_texts,
        lines_of_parquet,
        rows_of_lines,
    )

    target = asked.target
    lines: Iterator[Line]
    size: int | None
    if inputs.is_table(asked.source):
        table = ParquetSource(asked.source)
        lines, size = lines_of_parquet(table), table.rows
    else:
        lines, size = inputs.lines_of(asked.source, stack, others=as_csv)
    advance = stack.enter_context(output.progress("solving", size, writes=target == "-"))
    tally = _Tally(asked.source, advance)
    kept = _bytes_done(asked, lines, tally) if asked.resume else None
    write = stack.enter_context(out_file(target, done=kept))
    pool, wanted = Pool(search.memory, search.jobs), (asked.share, search.seconds is not None)
    fields = tuple(
        field for field in SOLUTION.fields if field.key in asked.keys & {"cards", "line"}
    )
    more = SOLUTION._replace(fields=fields).json
    try:
        for lot in batches_of(lines):
            if as_csv and lot[0].cells is None:
                raise click.UsageError("an OUT of CSV goes with an IN of CSV.")
            rows = rows_of_lines(lot, len(lot[0].hands))
            seats = [] if asked.line is None else [asked.line] * len(lot)
            values = Values(rows, search.seconds, asked.cards, seats)
            # Ctrl-C is an exception here, not the end of a run: it has to reach a read that waits.
            with closing(values.solve(pool, Run())) as done:
                for part in done:
                    answers = [*answers_in(values, part, asked.share, more)]
                    records = (line.record for line in lot[part])
                    texts: Iterable[bytes] = map(json_line, map(or_, records, answers))
                    if as_csv:
                        texts = csv_texts(values, part, lot, not tally.lines, *wanted)
                    for text in texts:  # each is there as a whole or not at all
                        write(text)
                    errors = (answer["error"] for answer in answers if "error" in answer)
                    tally.add(sum(line.size for line in lot[part]), len(answers), *errors)
    except KeyboardInterrupt:
        if target == "-":
            output.note(f"stopped: {tally.lines} {tally.unit} are answered")
        raise
    tally.check_any()
    return tally


def _bytes_done(asked: _Asked, lines: Iterator[Line], tally: _Tally) -> int | None:
    """Pass by the lines that a stopped run has answered; return how many bytes these are.

    None if there is no file of it.
    """
    beside = partial_path(asked.target)
    if not os.path.exists(beside):
        if os.path.exists(asked.target):
            raise SolverError(f"{asked.target} is there as a whole: there is nothing to resume")
        return None
    length = 0
    try:
        with open(beside, "rb") as stream:
            for written, read, error in done_lines(stream, lines, asked.keys, beside):
                length += written
                tally.add(read, 1, *filter(None, [error]))
    except OSError as error:
        raise cannot_be_read(beside, error) from None
    return length


# Parquet: in parts, which a stopped run leaves -----------------------------------------


def _in_parts(asked: _Asked, search: options.SearchOptions, stack: ExitStack) -> _Tally:
    """Answer all rows of a source; what is under way is in the folder ``OUT.part``."""
    arrow()
    from ...solver.frames.forms import lots_of_lines, lots_of_parquet
    from ...solver.frames.parts import (
        check_whole,
        run_folder,
        solve_on_cluster,
        solve_parts,
        write_whole,
    )

    source, target, cluster = asked.source, asked.target, asked.cluster
    rows = asked.partition or _ROWS
    if os.path.basename(target.rstrip(os.sep)) in ("", ".", ".."):
        raise SolverError(f"{target}: a file or folder to write is called by its own name")
    if not target.endswith(os.sep):
        check_target(target, reads=[source])
    if inputs.is_table(source):
        table = ParquetSource(source if cluster is None else os.path.abspath(source))
        lots, unit = lots_of_parquet(table, rows), "deals"
        size: int | None = table.rows
    elif cluster is not None:
        raise click.UsageError("--cluster goes with an IN of Parquet.")
    else:
        lines, size = inputs.lines_of(source, stack)
        lots, unit = lots_of_lines(lines, rows), "bytes"
    folder = stack.enter_context(_kept(run_folder(target, asked.resume)))
    limits = {"memory_mb": search.memory, "seconds": search.seconds, "share": asked.share}
    if cluster is None:
        solved = solve_parts(lots, folder, threads=search.jobs, **limits)
    else:
        solved = solve_on_cluster(cluster, table, rows, folder.absolute(), **limits)
    tally = _Tally(source, stack.enter_context(output.progress("solving", size, unit=unit)))
    count = 0
    for read, answered, errors in solved:
        tally.add(read, answered, *errors)
        count += 1
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
    from ...solver.frames.parts import parts_in

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
