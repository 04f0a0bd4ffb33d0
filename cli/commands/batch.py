"""``manni batch``: many positions, a JSON line in and a JSON line out."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, closing
from queue import SimpleQueue
from typing import BinaryIO, NamedTuple

import click

from cli import inputs, options, output
from cli.outfile import OutFile, check_target
from cli.params import FILE
from solver.errors import NotationError, SolverError, cannot_be_read
from solver.report.values import bounds_json
from solver.values.batch import MAX_LINE, parse_line, solve_record
from solver.values.solve import Solver

_AHEAD = 16
"""Lines read ahead for each job: enough to keep all busy behind a slow one."""


class Line(NamedTuple):
    """A line of the input: its number from 1, its bytes, how long it was."""

    number: int
    text: bytes
    size: int


class Answer(NamedTuple):
    """A line of the output, the size of the line it answers, what was wrong with that."""

    text: bytes
    size: int
    error: str | None


@click.command
@click.argument("source", metavar="IN.jsonl", type=FILE)
@click.option(
    "-o",
    "--output",
    "target",
    default="-",
    type=FILE,
    metavar="OUT.jsonl",
    help="[default: stdout]",
)
@options.memory_option
@options.jobs_option
@options.seconds_option
@options.json_option
def command(
    source: str, target: str, jobs: int, memory: int, seconds: float | None, as_json: bool
) -> None:
    """Solve many positions, one JSON object a line.

    In: {"hands": ["…", "…", "…"], "contract": "NT", "leader": "F", "ace_low": false,
    "played": ["SA"], "seats": ["F"], "id": …}; only hands and contract must be there.
    Out, in the same order: the same with "guarantee", or with "error" and exit code 1
    at the end. - is stdin or stdout. The jobs share --memory. --time is for each value;
    a value not found in it is null and its "bounds" are given. --json prints the
    closing summary as JSON where the results go to a file. That file takes its place at the
    end; stopped before, by Ctrl-C say, the lines done are in OUT.jsonl.part.
    """
    check_target(target, [source])
    workers = Workers(jobs, memory, seconds)
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
        answers = stack.enter_context(closing(workers.answers(_lines(stream, name))))
        for answer in answers:
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


class Workers:
    """Solvers that answer lines, as many at once as there are solvers."""

    def __init__(self, jobs: int, memory: int, seconds: float | None) -> None:
        self.solvers = [Solver(memory / jobs) for _ in range(jobs)]
        self.free: SimpleQueue[Solver] = SimpleQueue()
        for solver in self.solvers:
            self.free.put(solver)
        self.seconds = seconds

    def answers(self, lines: Iterable[Line]) -> Generator[Answer, None, None]:
        """Yield the answers in the order of the lines, reading only a little ahead."""
        if len(self.solvers) == 1:
            # In the main thread, which Ctrl-C reaches in the midst of a search.
            yield from map(self.answer, lines)
            return
        pending: deque[Future[Answer]] = deque()
        pool = ThreadPoolExecutor(len(self.solvers))
        try:
            for line in lines:
                pending.append(pool.submit(self.answer, line))
                if len(pending) >= _AHEAD * len(self.solvers):
                    yield pending[0].result()
                    pending.popleft()
            while pending:
                yield pending[0].result()
                pending.popleft()
        finally:
            # After Ctrl-C a search of minutes must not keep its thread, and so the program.
            pool.shutdown(wait=False, cancel_futures=True)
            running = {future for future in pending if not future.done()}
            while running:
                for solver in self.solvers:
                    solver.engine.stop()
                _, running = wait(running, timeout=0.02)

    def answer(self, line: Line) -> Answer:
        """Return the line of output for a line of input."""
        record: dict[str, object] = {}
        problem = None
        try:
            record = parse_line(line.text)
            solver = self.free.get()
            try:
                solution = solve_record(record, solver, self.seconds)
            finally:
                self.free.put(solver)
            record |= bounds_json(solution.bounds)
        except SolverError as error:
            if isinstance(error, NotationError):
                placed = NotationError(error.message, line=line.number, column=error.column)
            else:
                placed = NotationError(str(error), line=line.number)
            record["error"] = problem = output.one_line(str(placed))
        # What UTF-8 cannot carry (half a surrogate pair) goes out as the escape it came in as.
        text = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace")
        return Answer(text + b"\n", line.size, problem)


def _lines(stream: BinaryIO, name: str) -> Iterator[Line]:
    """Yield the lines that are not blank; of one too long only as much as shows that it is."""
    number = 0
    while text := _read_line(stream, MAX_LINE + 2, name):
        number += 1
        size = len(text)
        while not text.endswith(b"\n") and (rest := _read_line(stream, MAX_LINE, name)):
            size += len(rest)
            if rest.endswith(b"\n"):
                break
        if number == 1 and b"\0" in text:
            raise NotationError("holds binary data, not JSON lines", file=name)
        if text.strip():
            yield Line(number, text, size)


def _read_line(stream: BinaryIO, limit: int, name: str) -> bytes:
    try:
        return stream.readline(limit)
    except OSError as error:
        raise cannot_be_read(name, error) from None


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()  # so that whatever happens later, what is there are whole lines
