"""The deals a command is given: from a file, from stdin, from ``--hands``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BufferedIOBase
from itertools import repeat
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..solver.errors import (
    DealError,
    NotationError,
    SolverError,
    StoppedError,
    cannot_be_read,
    one_line,
)
from . import output

if TYPE_CHECKING:
    from .. import Run, Solver
    from ..solver.deal import Deal
    from ..solver.engine import Engine
    from ..solver.files.dealfile import Entry
    from ..solver.files.questions import Line

Result = TypeVar("Result")
Numbered = tuple[int | None, str, Result]
"""The number in a file, the place as messages name it, and a deal or what comes of it."""


class DealLoop:
    """A command over deals: what is done with each, and what becomes of those that are bad.

    The first bad one ends the command. With ``keep_going`` each is told on stderr, the others are
    done, and the exit code is 1 at the end; so it is in any case with one that there was no time
    for. Results are printed in the format ``form``.
    """

    def __init__(self, keep_going: bool = False, form: str = "text") -> None:
        self.keep_going = keep_going
        self.printer = output.Printer(form)
        self.failed = False

    @contextmanager
    def errors_at(self, place: str) -> Iterator[None]:
        """Name the place in an error raised within; raise it, or tell it and go on.

        What there was no time for is told in any case: the next deal has its own.
        """
        try:
            yield
        except SolverError as error:
            named = DealError(f"{place}: {error}") if place else error
            if not self.keep_going and not isinstance(error, StoppedError):
                raise named from error
            self.report_error(named)

    def map(
        self, deals: Iterable[Numbered[Deal]], work: Callable[[Any, str, Deal], Result]
    ) -> Sequence[Numbered[Result]]:
        """Return what comes of each deal, with its number and place, but for the bad ones."""
        results = []
        for number, place, deal in deals:
            with self.errors_at(place):
                results.append((number, place, work(number, place, deal)))
        return results

    def run(
        self,
        tasks: Sequence[Numbered[Result]],
        look: Callable[[Any, Result, Solver, Run], output.Report],
        search: SimpleNamespace,
        label: str = "",
        *,
        side_by_side: bool = False,
    ) -> None:
        """Print what ``look`` finds of each task, a result of ``map``, given its number.

        ``search`` has the ``seconds`` of each, or the ``total`` of which each has its part of what
        is left. Ctrl-C ends the command once what is known of the task at work is printed.
        """
        from .. import Run, Solver
        from ..solver.engine import Pool

        means, jobs, count = vars(search), search.jobs, len(tasks)
        whole, seconds = Run(means.get("total")), means.get("seconds")

        def attempt(
            engine: Engine, task: Numbered[Result], run: Run
        ) -> output.Report | SolverError:
            try:
                return look(task[0], task[2], Solver.on(engine), run.within(seconds))
            except SolverError as error:
                if isinstance(error, StoppedError) and run.is_cancelled():
                    raise
                return error

        with ExitStack() as stack:
            reports: Iterable[output.Report | SolverError | None] = repeat(None)
            if side_by_side and min(jobs, count) > 1:
                pool = Pool(search.memory, min(jobs, count))
                run = stack.enter_context(output.working("deals", count, writes=True))
                reports = pool.imap(attempt, tasks, run)
            else:
                solver = Solver(search.memory, jobs)
            numbered = zip(tasks, reports, strict=False)
            for done, ((number, place, task), report) in enumerate(numbered):
                if report is not None:
                    run.report(done + 1, count)
                with self.errors_at(place):
                    if report is None:  # then how far each is can be shown
                        part = whole.part(1 / (count - done))
                        with output.working(label, None, seconds, within=part) as run:
                            report = look(number, task, solver, run)
                    if isinstance(report, SolverError):
                        raise report
                    self.printer.show(*report, number)
                if run.is_cancelled():
                    output.exit_stopped(number, count)

    def reject(self, entry: Entry) -> None:
        """Raise the error of an entry, or tell it and go on."""
        assert entry.error is not None
        if not self.keep_going or not entry.number:  # what is no deal at all is nothing to pass by
            raise entry.error
        self.report_error(entry.error)

    def report_error(self, error: SolverError) -> None:
        """Print an error, which the command goes on after."""
        self.failed = True
        output.note(f"Error: {one_line(str(error))}", is_error=True)

    def finish(self) -> None:
        """End the command with exit code 1 if any deal was bad."""
        if self.failed:
            raise click.exceptions.Exit(1)


def deals_of(
    path: str,
    number: int | None = None,
    bad: DealLoop | None = None,
    *,
    players: bool = False,
    text: str | None = None,
) -> list[tuple[int, str, Deal]]:
    """Return the deals of a file (``-``: stdin), or only its ``number``-th.

    Each with its number and its place as messages name it. Raises the first error among
    the deals asked for, unless ``bad`` has the command go on without those. With ``players``
    the deals of a game have the names that its first one gives, and results that cannot be right
    are errors; else they are noted. A ``text`` is that of the file.
    """
    entries = entries_of(path, number, before=players, text=text)
    if players:
        from ..solver.scoresheet import with_players  # here: few commands name the players

        entries = with_players(entries)
    deals, bad = [], bad or DealLoop()
    for entry in entries:
        if number not in (None, entry.number) and entry.number:
            continue
        if entry.error is None:
            assert entry.deal is not None
            place = f"{name_of(path)}: deal {entry.number}"
            deals.append((entry.number, place, entry.deal))
            for doubt in () if players else entry.doubts():
                output.note(f"Warning: {place}: {doubt}")
        else:
            bad.reject(entry)
        if number == entry.number:
            break
    if not deals and number is not None and not bad.failed:
        raise no_deal(path, number)
    return deals


def no_deal(path: str, number: int) -> DealError:
    """Return the error of a deal that a file does not have; how many it has, if it can be read."""
    message = f"{name_of(path)}: there is no deal {number} in it"
    if path != "-":
        from ..solver.files import reading  # here: --hands needs none

        count = sum(entry.number > 0 for entry in reading.entries_of(text_of(path), path))
        message += f" ({count} {'deal' if count == 1 else 'deals'})"
    return DealError(message)


def name_of(path: str) -> str:
    """Return what messages call a file (``-``: stdin); a name may give orders to a terminal."""
    return "stdin" if path == "-" else path if path.isprintable() else repr(path)


def is_table(path: str) -> bool:
    """Return whether a path (``-``: stdin) is that of Parquet, a file or a folder."""
    from ..solver.files.parquet import is_parquet

    return path != "-" and is_parquet(path)


def stdin() -> BufferedIOBase:
    """Return standard input. Raises NotationError where it is closed."""
    if sys.stdin is None:
        raise NotationError("cannot be read: it is closed", file=name_of("-"))
    return cast("BufferedIOBase", sys.stdin.buffer)


def entries_of(
    path: str, number: int | None = None, *, before: bool = False, text: str | None = None
) -> Iterator[Entry]:
    """Yield the deals of a file (``-``: stdin) and the errors of bad ones.

    ``number`` is that of the one deal wanted, None for all; with ``before``, the others are
    read too. What may be a slip in what is wanted is noted. A ``text`` is that of the file.
    """
    from ..solver.files import reading  # here: --hands needs none

    only, text = None if before else number, text_of(path) if text is None else text
    for entry in reading.entries_of(text, name_of(path), only=only):
        if number in (None, entry.number):
            for warning in entry.warnings:
                output.note(f"Warning: {warning}")
        yield entry


def text_of(path: str) -> str:
    """Return the text of a file (``-``: stdin)."""
    from ..solver.files.dealfile import decode, read_text

    if path != "-":
        return read_text(path)
    name = name_of(path)
    try:
        return decode(stdin().read(), name)
    except OSError as error:
        raise cannot_be_read(name, error) from None


def lines_of(
    path: str, stack: ExitStack, *, others: bool = False
) -> tuple[Iterator[Line], int | None]:
    """Return the lines of a file (``-``: stdin), open until the stack ends, and its size.

    Those of CSV may have ``others`` beside the columns that ask.
    """
    from ..solver.files.questions import read_lines

    if path == "-":
        return read_lines(stdin(), name_of(path), others=others), None
    try:
        stream = stack.enter_context(open(path, "rb"))  # noqa: SIM115
    except OSError as error:
        raise cannot_be_read(path, error) from None
    return read_lines(stream, path, others=others), os.fstat(stream.fileno()).st_size or None
