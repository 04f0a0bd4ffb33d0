"""``manni batch``: many positions, a JSON line or a row in and one out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Annotated, Any, NamedTuple

import click

from manni import Run, Seat, Solver, SolverError
from manni.cli import inputs, options, output
from manni.cli.options import flag, option
from manni.cli.outfile import check_target, ending, left_beside, out_file
from manni.cli.params import COUNT
from manni.cli.tally import Tally
from manni.solver.engine import Engine
from manni.solver.errors import cannot_be_read, one_line
from manni.solver.files.parquet import is_parquet
from manni.solver.pool import Pool
from manni.solver.report.values import SOLUTION
from manni.solver.values.batch import OUTPUT, Line, at_line, parse_line, solve_request
from manni.solver.values.resume import done_lines, json_line


@options.command
def command(
    source: options.InArgument,
    target: options.OutOption,
    resume: options.ResumeOption,
    share: Annotated[bool, flag("--share", help='Also "best_case" and "share" of each seat.')],
    cards: options.CardsOption,
    line: options.LineOption,
    partition: Annotated[
        int | None,
        option(
            "--partition",
            type=COUNT,
            metavar="ROWS",
            help="Write Parquet in parts of so many rows: a run that is killed loses at most one "
            "part.  [default: 10000]",
        ),
    ],
    cluster: Annotated[
        str | None,
        option(
            "--cluster",
            metavar="ADDRESS",
            help="Have the workers of a dask.distributed scheduler, tcp://HOST:8786, solve the "
            "partitions, with --memory for each of their threads; they read IN and write OUT "
            "themselves.",
        ),
    ],
    search: options.Search,
    as_json: options.JsonOption,
) -> None:
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
    or not asked for) and error, with --share best_case_F, share_F (float64) and so on. An
    OUT that ends in / becomes a folder of Parquet files, and a folder of them can be IN.

    OUT is written once all is done; stopped before, by Ctrl-C say, what is done is in OUT.part,
    from which --resume goes on.

    --time is for each position; a value not found in it is null and its "bounds" (lower_F,
    upper_F, …) are given. --json prints the closing summary as JSON where the results go to a
    file.
    """
    options.refuse_if(resume and target == "-", "--resume goes with -o OUT.")
    asked = _Asked(share, cards, line, search.seconds)
    if is_parquet(target):
        options.refuse_if(
            cards or line is not None,
            "--cards and --line go with lines of JSON: a column of Parquet has one number per row.",
        )
        from manni.cli.commands.batch_parts import ROWS, in_parts

        tally = in_parts(
            source, target, resume, ROWS if partition is None else partition, share, search, cluster
        )
    elif partition is not None or cluster is not None:
        raise click.UsageError("--partition and --cluster go with an OUT of Parquet.")
    else:
        tally = _in_lines(source, target, resume, asked, Pool(search.memory, search.jobs))
    tally.finish(as_json and target != "-")


def _in_lines(source: str, target: str, resume: bool, asked: _Asked, pool: Pool) -> Tally:
    """Write one answer per line, in the order of the lines."""
    check_target(target, [source])
    ending(target, "jsonl", "ndjson", "json")
    tally = Tally(source)
    with ExitStack() as stack:
        lines, size = _lines_of(source, stack)
        advance = stack.enter_context(output.progress("solving", size, writes=target == "-"))
        done = _taken_up(target, lines, asked, tally, advance) if resume else None
        write = stack.enter_context(out_file(target, done=done))
        # Ctrl-C is an exception here, not the end of a run: it has to reach a read that waits.
        answers = pool.imap(asked.answer, lines, Run())
        for answer in stack.enter_context(closing(answers)):
            write(answer.text)
            tally.add(1, [] if answer.error is None else [answer.error])
            advance(answer.size)
        tally.check_any()
    return tally


def _lines_of(source: str, stack: ExitStack) -> tuple[Iterator[Line], int | None]:
    """Return the lines of a file (``-``: stdin) and how much they are, if known."""
    if not inputs.is_table(source):
        return inputs.lines_of(source, stack)
    from manni.solver.files.parquet import ParquetSource
    from manni.solver.frames.lots import lines_of_parquet

    rows = ParquetSource(source)
    return lines_of_parquet(rows), rows.rows


def _taken_up(
    target: str,
    lines: Iterator[Line],
    asked: _Asked,
    tally: Tally,
    advance: Callable[[int], None],
) -> int | None:
    """Pass by the lines that a stopped run has answered; return how many bytes these are.

    None if there is no file of it.
    """
    beside = left_beside(target)
    if not os.path.exists(beside):
        if os.path.exists(target):
            raise SolverError(f"{target} is there as a whole: there is nothing to resume")
        return None
    length = 0
    try:
        with open(beside, "rb") as stream:
            for before in done_lines(stream, lines, asked.keys, beside):
                length += before.length
                tally.add(1, [] if before.error is None else [before.error])
                advance(before.line.size)
    except OSError as error:
        raise cannot_be_read(beside, error) from None
    return length


class _Answer(NamedTuple):
    """A line of the output, the size of the line it answers, what was wrong with that."""

    text: bytes
    size: int
    error: str | None


class _Asked(NamedTuple):
    """What is asked of every line besides the guarantees, and how long each may take."""

    share: bool
    cards: bool
    line: Seat | None
    seconds: float | None

    @property
    def keys(self) -> frozenset[str]:
        """The keys of an answer."""
        shares = ["best_case", "share"] * self.share
        return frozenset(
            ["guarantee", *shares, *["cards"] * self.cards, *["line"] * (self.line is not None)]
        )

    def answer(self, engine: Engine, line: Line, run: Run) -> _Answer:
        """Return the line of output for a line of input."""
        record: dict[str, Any] = {}
        problem = None
        try:
            record = parse_line(line.text)
            record |= self._values(record, engine, run.within(self.seconds))
        except SolverError as error:
            record["error"] = problem = one_line(str(at_line(error, line.number)))
        return _Answer(json_line(record), line.size, problem)

    def _values(self, record: dict[str, Any], engine: Engine, run: Run) -> dict[str, Any]:
        position, seats = solve_request(record)
        solution = Solver.on(engine).solve(
            position, cards=self.cards, line=self.line, seats=seats, run=run
        )
        values = SOLUTION.json(solution, won=(0, 0, 0))
        keys = {"unit", "bounds"} | self.keys
        return {key: values[key] for key in OUTPUT if key in values and key in keys}
