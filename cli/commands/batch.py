"""``manni batch``: many positions, a JSON line or a row in and one out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import click

from ... import Run, Solver, SolverError
from ...solver.cards import BySeat
from ...solver.engine import Engine, Pool
from ...solver.errors import cannot_be_read, one_line
from ...solver.files.dealfile import placed
from ...solver.files.jsonfile import (
    OUTPUT,
    Line,
    SolveRequest,
    done_lines,
    json_line,
)
from ...solver.files.parquet import ParquetSource, arrow, is_parquet
from ...solver.frames.questions import Question, lead_guarantees, parts_of, read_question
from ...solver.position import Position
from ...solver.report.schemas import TALLY
from ...solver.report.values import SOLUTION
from ...solver.values.solution import solution_of
from .. import inputs, options, output
from ..outfile import check_target, ending, left_beside, out_file

_ROWS = 10_000
"""Rows a part: some seconds of work."""


class _Asked(SimpleNamespace):
    """The positions, what is asked of each, and where the answers go."""

    source: options.InArgument
    target: options.OutOption
    resume: options.ResumeOption
    share: Annotated[
        bool, options.flag("--share", help='Also "best_case" and "share" of each seat.')
    ]
    cards: options.CardsOption
    line: options.LineOption
    partition: Annotated[
        int | None,
        options.option(
            "--partition",
            type=options.COUNT,
            metavar="ROWS",
            help="Write Parquet in parts of so many rows: a run that is killed loses at most one "
            "part.  [default: 10000]",
        ),
    ]
    cluster: Annotated[
        str | None,
        options.option(
            "--cluster",
            metavar="ADDRESS",
            help="Have the workers of a dask.distributed scheduler, tcp://HOST:8786, solve the "
            "partitions, with --memory for each of their threads; they read IN and write OUT "
            "themselves.",
        ),
    ]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of an answer."""
        shares = ["best_case", "share"] * self.share
        return frozenset(
            ["guarantee", *shares, *["cards"] * self.cards, *["line"] * (self.line is not None)]
        )


@options.command
def command(asked: _Asked, search: options.Search, as_json: options.JsonOption) -> None:
    """Solve many positions: lines of JSON or rows of Parquet.

    A line in: {"hands": ["…", "…", "…"], "contract": "NT", "leader": "F", "ace_low": false,
    "played": ["SA"], "seats": ["F"], "id": …}; only hands and contract must be there. In a
    game of Manille also "variant", "declarer" where the two others are partners, and "bid",
    which has to be there where every trick is claimed: "general".
    Out, in the same order: the same with "guarantee" and what the options ask for, all as
    in `solve --json`, or with "error" and exit code 1 at the end. - is stdin or stdout.

    A file is Parquet if its name ends in .parquet. Its columns are hand_F, hand_M and hand_D
    (uint64, one bit per card) and those of a line; answers are guarantee_F, guarantee_M,
    guarantee_D (int8, in points where the game of the row counts them; empty where not known
    or not asked for) and error, which a row that has one keeps, with --share best_case_F,
    share_F (float64) and so on. An OUT that ends in / becomes a folder of Parquet files, and a
    folder of them can be IN.

    OUT is written once all is done; stopped before, by Ctrl-C say, what is done is in OUT.part,
    from which --resume goes on.

    --time is for each position; a value not found in it is null and its "bounds" (lower_F,
    upper_F, …) are given. --json prints the closing summary as JSON where the results go to a
    file.
    """
    options.refuse_if(asked.resume and asked.target == "-", "--resume goes with -o OUT.")
    with ExitStack() as stack:
        if is_parquet(asked.target):
            options.refuse_if(
                asked.cards or asked.line is not None,
                "--cards and --line go with lines of JSON: a column of Parquet has one number per "
                "row.",
            )
            tally = _in_parts(asked, search, stack)
        elif asked.partition is not None or asked.cluster is not None:
            raise click.UsageError("--partition and --cluster go with an OUT of Parquet.")
        else:
            tally = _in_lines(asked, search, stack)
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
        if self.first is None and errors:
            self.first = errors[0]
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


# Lines of JSON -------------------------------------------------------------------------


def _in_lines(asked: _Asked, search: options.Search, stack: ExitStack) -> _Tally:
    """Write one answer per line, in the order of the lines."""
    target = asked.target
    check_target(target, [asked.source])
    ending(target, "jsonl", "ndjson", "json")
    lines, size = _lines_of(asked.source, stack)
    advance = stack.enter_context(output.progress("solving", size, writes=target == "-"))
    tally = _Tally(asked.source, advance)
    done = _taken_up(asked, lines, tally) if asked.resume else None
    write = stack.enter_context(out_file(target, done=done))
    solver = _LineSolver(asked, search.seconds)
    # Ctrl-C is an exception here, not the end of a run: it has to reach a read that waits.
    answers = Pool(search.memory, search.jobs).imap(solver.answer, solver.parts(lines), Run())
    try:
        for texts, read, errors in stack.enter_context(closing(answers)):
            for text in texts:  # each is there as a whole or not at all
                write(text)
            tally.add(read, len(texts), *errors)
    except KeyboardInterrupt:
        if target == "-":
            output.note(f"stopped: {tally.lines} {tally.unit} are answered")
        raise
    tally.check_any()
    return tally


def _lines_of(source: str, stack: ExitStack) -> tuple[Iterator[Line], int | None]:
    """Return the lines of a file (``-``: stdin) and how much they are, if known."""
    if not inputs.is_table(source):
        return inputs.lines_of(source, stack)
    from ...solver.frames.questions import lines_of_parquet

    rows = ParquetSource(source)
    return lines_of_parquet(rows), rows.rows


def _taken_up(asked: _Asked, lines: Iterator[Line], tally: _Tally) -> int | None:
    """Pass by the lines that a stopped run has answered; return how many bytes these are.

    None if there is no file of it.
    """
    beside = left_beside(asked.target)
    if not os.path.exists(beside):
        if os.path.exists(asked.target):
            raise SolverError(f"{asked.target} is there as a whole: there is nothing to resume")
        return None
    length = 0
    try:
        with open(beside, "rb") as stream:
            for before in done_lines(stream, lines, asked.keys, beside):
                length += before.length
                tally.add(before.line.size, 1, *filter(None, [before.error]))
    except OSError as error:
        raise cannot_be_read(beside, error) from None
    return length


class _LineSolver:
    """Solves what lines ask, and writes no more of a solution than is asked for."""

    def __init__(self, asked: _Asked, seconds: float | None) -> None:
        self._asked, self._seconds = asked, seconds
        keys = {"unit", "bounds"} | asked.keys
        there = {own.key: own for own in SOLUTION.fields if own.key in keys}
        self._schema = SOLUTION._replace(fields=tuple(there[key] for key in OUTPUT if key in there))
        self._at_leads: dict[tuple[int, ...], dict[str, Any]] = {}

    def parts(self, lines: Iterable[Line]) -> Iterator[list[Question]]:
        """Yield the questions of lines in parts."""
        leads: dict[str, SolveRequest] | None = {}
        if self._asked.cards or self._asked.line is not None or self._seconds is not None:
            leads = None
        return parts_of(read_question(line, leads) for line in lines)

    def answer(
        self, engine: Engine, part: list[Question], run: Run
    ) -> tuple[list[bytes], int, list[str]]:
        """Return lines of output, the size of those they answer, what was wrong with some."""
        guarantees = iter(lead_guarantees(engine, part, run))
        texts, errors = [], []
        for question in part:
            answer: dict[str, Any] = {}
            problem, request = question.error, question.request
            try:
                if question.lead is not None:
                    answer = self._at_lead(question.hands, question.lead, next(guarantees))
                elif request is not None:
                    solution = Solver.on(engine).solve(
                        request.position,
                        cards=self._asked.cards,
                        line=self._asked.line,
                        seats=request.seats,
                        run=run.within(self._seconds),
                    )
                    answer = self._schema.json(solution)
            except SolverError as error:
                problem = one_line(str(placed(error, line=question.line.number)))
            if problem is not None:
                answer = {"error": problem}
                errors.append(problem)
            texts.append(json_line(question.record | answer))
        return texts, sum(each.line.size for each in part), errors

    def _at_lead(self, hands: BySeat[int], lead: Position, values: list[int]) -> dict[str, Any]:
        """Return the answer at a lead, which is the same at any of as many cards."""
        key = (lead.contract, hands[0].bit_count(), *values)
        if key not in self._at_leads:
            position = Position.checked(hands, lead.contract, lead.leader, rules=lead.rules)
            solution = solution_of(position, tuple((value, value) for value in values))
            self._at_leads[key] = self._schema.json(solution)
        return self._at_leads[key]


# Parquet: in parts, which a stopped run leaves -----------------------------------------


def _in_parts(asked: _Asked, search: options.Search, stack: ExitStack) -> _Tally:
    """Answer all rows of a source; what is under way is in the folder ``OUT.part``."""
    arrow()
    from ...solver.frames.parts import (
        check_whole,
        run_folder,
        solve_on_cluster,
        solve_parts,
        write_whole,
    )
    from ...solver.frames.questions import lots_of_lines, lots_of_parquet

    source, target, cluster = asked.source, asked.target, asked.cluster
    rows = _ROWS if asked.partition is None else asked.partition
    if os.path.basename(target.rstrip(os.sep)) in ("", ".", ".."):
        raise SolverError(f"{target}: a file or folder to write is called by its own name")
    if not target.endswith(os.sep):
        check_target(target, [source])
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
    count = 0
    tally = _Tally(source, stack.enter_context(output.progress("solving", size, unit=unit)))
    for lot in solved:
        count += 1
        tally.add(lot.size, lot.rows, *lot.errors)
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
