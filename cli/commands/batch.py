"""``manni batch``: many positions, a JSON line in and a JSON line out."""

from __future__ import annotations

import json
import os
import sys
from contextlib import ExitStack, closing
from typing import Any, NamedTuple

import click

from cli import inputs, options, output
from cli.outfile import OutFile, check_target
from cli.params import FILE, SEAT
from solver.cards import Seat
from solver.engine import Engine
from solver.errors import NotationError, SolverError, cannot_be_read
from solver.pool import Pool
from solver.report.values import solution_json
from solver.run import Run
from solver.values.batch import Line, parse_line, question_of, read_lines
from solver.values.solve import Solver


@click.command
@click.argument("source", metavar="IN.jsonl", type=FILE)
@click.option(
    "-o",
    "--output",
    "target",
    default="-",
    type=FILE,
    metavar="OUT.jsonl",
    help="Write there once all is done; stopped before, by Ctrl-C say, the lines done are in "
    "OUT.jsonl.part.  [default: stdout]",
)
@click.option("--share", is_flag=True, help='Also "best_case" and "share" of each seat.')
@click.option("--cards", is_flag=True, help='Also "cards": the values of every legal card.')
@click.option(
    "--line",
    type=SEAT,
    metavar="SEAT",
    help='Also "line": one in which SEAT gets its guarantee.',
)
@options.search_options
@options.json_option
def command(
    source: str,
    target: str,
    share: bool,
    cards: bool,
    line: Seat | None,
    memory: int,
    jobs: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Solve many positions, one JSON object a line.

    In: {"hands": ["…", "…", "…"], "contract": "NT", "leader": "F", "ace_low": false,
    "played": ["SA"], "seats": ["F"], "id": …}; only hands and contract must be there.
    Out, in the same order: the same with "guarantee" and what the options ask for, all as
    in `solve --json`, or with "error" and exit code 1 at the end. - is stdin or stdout.
    --time is for each line; a value not found in it is null and its "bounds" are given.
    --json prints the closing summary as JSON where the results go to a file.
    """
    check_target(target, [source])
    asked = _Asked(share, cards, line, seconds)
    lines = errors = 0
    name = inputs.name_of(source)
    with ExitStack() as stack:
        if source == "-":
            stream = inputs.stdin()
            size = None
        else:
            try:
                stream = stack.enter_context(open(source, "rb"))
            except OSError as error:
                raise cannot_be_read(name, error) from None
            size = os.fstat(stream.fileno()).st_size or None
        write = _print if target == "-" else stack.enter_context(OutFile(target)).write
        advance = stack.enter_context(output.progress("solving", size, writes=target == "-"))
        # Ctrl-C is an exception here, not the end of a run: it has to reach a read that waits.
        answers = Pool(memory, jobs).imap(asked.answer, read_lines(stream, name), Run())
        for answer in stack.enter_context(closing(answers)):
            write(answer.text)
            lines += 1
            errors += answer.error is not None
            if answer.error is not None and errors == 1:
                first = answer.error
            advance(answer.size)
        if not lines:
            raise SolverError(f"{name}: there is no line in it")
    if as_json and target != "-":
        output.result_json({"lines": lines, "errors": errors})
    if errors:
        many = f"{errors} of {lines} lines are wrong; the first: " if errors > 1 else ""
        raise SolverError(f"{name}: {many}{first}")


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

    def answer(self, engine: Engine, line: Line, run: Run) -> _Answer:
        """Return the line of output for a line of input."""
        record: dict[str, Any] = {}
        problem = None
        try:
            record = parse_line(line.text)
            record |= self._values(record, engine, run.within(self.seconds))
        except SolverError as error:
            if isinstance(error, NotationError):
                placed = NotationError(error.message, line=line.number, column=error.column)
            else:
                placed = NotationError(str(error), line=line.number)
            record["error"] = problem = output.one_line(str(placed))
        # What UTF-8 cannot carry (half a surrogate pair) goes out as the escape it came in as.
        text = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace")
        return _Answer(text + b"\n", line.size, problem)

    def _values(self, record: dict[str, Any], engine: Engine, run: Run) -> dict[str, Any]:
        position, seats = question_of(record)
        solution = Solver.on(engine).solve(
            position, cards=self.cards, line=self.line, seats=seats, run=run
        )
        keys = ["guarantee", "bounds"]
        keys += ["best_case", "share"] * self.share
        keys += ["cards", "line"]  # there where they were asked for
        found = solution_json(solution)
        return {key: found[key] for key in keys if key in found}


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()  # so that whatever happens later, what is there are whole lines
