"""``manni verify``: whether the puzzles of deal files are sound."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from cli import inputs, options, output
from cli.outfile import check_target, write_file
from cli.params import FILE
from solver.errors import DealError, SolverError, StoppedError
from solver.files.entry import Entry
from solver.puzzles.certify import Certificate, certify
from solver.puzzles.solution import PuzzleSolution, solution_of
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Try, Verdict, Verification, puzzle_of, tries, verify
from solver.report import solution_page
from solver.report.puzzle import (
    certificate_text,
    tries_json,
    tries_text,
    verdict_text,
    verification_json,
)
from solver.report.solution import solution_json, solution_text
from solver.report.text import Text, indented, join
from solver.run import Run
from solver.values.solve import Solver


@click.command
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option(
    "--strict",
    is_flag=True,
    help="One working card, up to equals, at every move of the solver.",
)
@click.option(
    "--tree",
    "with_tree",
    is_flag=True,
    help="Also the solution and what beats the wrong first cards.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="With --tree or --html: branches up to the Nth choice of the defence.",
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="OUT",
    help="Write the puzzles and their solutions as a page (- is stdout).",
)
@click.option(
    "--certify",
    "with_proof",
    is_flag=True,
    help="Prove each verdict again by a plain walk (up to 10 cards a hand).",
)
@options.deal_option
@options.whole_search_options
@options.jobs_option
@options.json_option
def command(
    files: tuple[str, ...],
    strict: bool,
    with_tree: bool,
    depth: int | None,
    page: str | None,
    with_proof: bool,
    number: int | None,
    seconds: float | None,
    memory: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Whether puzzles are sound, cooked, busted, modest or invalid.

    A puzzle is a deal of the FILEs with a [Goal "F 4+"] and perhaps a [Key "HT"]; - is
    stdin. A goal against the contract's aim ("F 3-", in NULLO "F 2+") is the task of the two
    others. Exit code 1 unless every one is sound; those that --time leaves no time for are
    undecided. --json prints a line a puzzle.
    """
    if depth is not None and not with_tree and page is None:
        raise click.UsageError("--depth goes with --tree or --html.")
    if page is not None:
        check_target(page, files)
    wanted = _Wanted(strict, with_tree, depth, with_proof, as_json, page)
    with output.working("puzzles", None, seconds, writes=True) as run:
        checker = _Checker(Solver(memory, jobs), run, wanted)
        for path in files:
            checker.file(path, number)
    if page is not None:
        checker.write_page(page, ", ".join(Path(inputs.name_of(file)).name for file in files))
    if wanted.prints and not as_json and checker.verdicts.total() > 1:
        output.result(checker.summary())
    if run.is_cancelled():
        output.stopped()
    if checker.failed:
        raise click.exceptions.Exit(1)


@dataclass(frozen=True)
class _Wanted:
    """The options of a call."""

    strict: bool
    tree: bool
    depth: int | None
    proof: bool
    as_json: bool
    page: str | None

    @property
    def solutions(self) -> bool:
        """Whether solutions are to be found."""
        return self.tree or self.page is not None

    @property
    def prints(self) -> bool:
        """Whether stdout is for results, and not for the page."""
        return self.page != "-"


@dataclass
class _Checker:
    """One call of the command: its options, and what it has found so far."""

    solver: Solver
    run: Run
    wanted: _Wanted
    failed: bool = False
    strictly_sound: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    entries: list[solution_page.Entry] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def file(self, path: str, number: int | None) -> None:
        """Verify the puzzles of a file; a file that is no deal file gives a note."""
        before = self.verdicts.total()
        name = inputs.name_of(path)
        try:
            for entry in inputs.entries_of(path, number):
                if not entry.number and entry.error is not None:
                    raise entry.error
                if self.run.is_cancelled():
                    self.missing.append(f"{name}: not looked at from deal {entry.number} on")
                    output.note(self.missing[-1])
                    return
                if number in (None, entry.number):
                    self.entry(name, entry)
            if self.verdicts.total() == before:
                which = "it holds no puzzle" if number is None else f"deal {number} is no puzzle"
                raise DealError(f"{name}: {which}: a puzzle has a [Goal]")
        except SolverError as error:
            self.failed = True
            self.missing.append(output.one_line(str(error)))
            output.note(f"Error: {self.missing[-1]}")

    def entry(self, file: str, entry: Entry) -> None:
        """Verify one deal of a file, if it is a puzzle."""
        place = _Place(file, entry.number)
        try:
            if entry.error is not None:
                raise entry.error
            assert entry.deal is not None
            puzzle = puzzle_of(entry.deal)
        except SolverError as error:
            why = str(error).removeprefix(f"{file}: ")
            # Both are said before it.
            self.without_answer(place, Verdict.INVALID, why.removeprefix(f"deal {entry.number}, "))
            return
        if puzzle is None:
            output.note(f"{place}: no [Goal], passed over")
            return
        try:
            found = verify(puzzle, self.solver, strict=self.wanted.strict, run=self.run)
        except StoppedError as error:
            self.without_answer(place, Verdict.UNDECIDED, str(error))
            return
        self.strictly_sound += found.tree is not None and found.tree.first_dual is None
        answer = self.answer(found)
        self.count(found.verdict, answer.holds)
        self.entries.append(answer.entry(entry.deal.name or str(place)))
        if not self.wanted.prints:
            return
        if self.wanted.as_json:
            output.result_json(place.json() | answer.json())
        else:
            output.result(f"{place}: " + answer.text())

    def without_answer(self, place: _Place, verdict: Verdict, why: str) -> None:
        """Print and count a deal that could not be verified."""
        self.count(verdict, False)
        why_in_words = f"{verdict}: {output.one_line(why)}"
        self.entries.append(solution_page.Entry(str(place), why_in_words))
        if not self.wanted.prints:
            return
        if self.wanted.as_json:
            output.result_json(place.json() | {"verdict": verdict, "holds": False, "why": why})
        else:
            output.result(f"{place}: {why_in_words}")

    def count(self, verdict: Verdict, holds: bool) -> None:
        """Take a verdict into account."""
        self.verdicts[verdict] += 1
        self.failed = self.failed or not holds
        self.run.report(self.verdicts.total())

    def answer(self, found: Verification) -> _Answer:
        """Return a verdict with whatever else was asked for, as far as there was time."""
        answer = _Answer(found, self.wanted)
        try:
            if self.wanted.proof:
                answer.missing = "certificate"
                answer.certificate = self.certificate(found)
            if self.wanted.solutions:
                answer.missing = "tree"
                answer.solution = self.solution(found)
                answer.tries = tries(found.puzzle, self.solver, run=self.run)
            answer.missing = None
        except StoppedError:
            pass
        return answer

    def certificate(self, found: Verification) -> Certificate:
        """Return the certificate of a verdict, an empty one if hands are too long for it."""
        try:
            return certify(found, self.solver.engine, run=self.run)
        except DealError as error:
            return Certificate((), 0, (str(error),))

    def solution(self, found: Verification) -> PuzzleSolution | None:
        """Return the solution to print, None where there is none."""
        if found.verdict not in (Verdict.SOUND, Verdict.COOKED):
            return None
        puzzle, tree = found.puzzle, found.tree
        if tree is None or tree.first_dual:
            tree = Tree(self.solver.engine, puzzle.position, puzzle.need, run=self.run)
        return solution_of(puzzle, tree, self.solver, run=self.run)

    def summary(self) -> str:
        """Return how many puzzles got which verdict."""
        counts = [f"{self.verdicts[v]} {v}" for v in Verdict if self.verdicts[v]]
        if self.wanted.strict:
            counts.append(f"{self.strictly_sound} strictly sound")
        return f"{self.verdicts.total()} puzzles: {', '.join(counts)}"

    def write_page(self, path: str, title: str) -> None:
        """Write what has been found as a page, which says what is missing."""
        page = solution_page.solutions_page(
            title, self.entries, depth=self.wanted.depth, note=". ".join(self.missing)
        )
        if path == "-":
            output.result_utf8(page)
        else:
            write_file(path, page.encode("utf-8", "backslashreplace"))
            output.note(f"wrote {path}")


@dataclass(frozen=True)
class _Place:
    """A deal of a file."""

    file: str
    deal: int

    def __str__(self) -> str:
        return f"{self.file}: deal {self.deal}"

    def json(self) -> dict[str, Any]:
        """Return what --json says of it."""
        return {"file": self.file, "deal": self.deal}


@dataclass
class _Answer:
    """A verdict and what was asked for beside it; what is ``missing`` first, and all after it."""

    found: Verification
    wanted: _Wanted
    certificate: Certificate | None = None
    solution: PuzzleSolution | None = None
    tries: list[Try] | None = None
    missing: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the claims are true, and proved where a proof was asked for."""
        is_proved = self.certificate is None or self.certificate.proved
        return self.found.holds and is_proved and self.missing is None

    def head(self) -> Text:
        """Return the verdict, and whether it is proved."""
        parts = [verdict_text(self.found)]
        if self.certificate is not None:
            parts.append(indented(certificate_text(self.certificate)))
        if self.missing is not None:
            parts.append(Text(f"  stopped before the {self.missing} was complete"))
        return join("\n", parts)

    def text(self) -> Text:
        """Return what is printed of a puzzle."""
        parts = [self.head()]
        if self.wanted.tree:
            if self.solution is not None:
                parts.append(indented(solution_text(self.solution, self.wanted.depth)))
            wrong = tries_text(self.found.puzzle, self.tries or ())
            if wrong:
                parts.append(indented("wrong first cards\n" + indented(wrong)))
        return join("\n", parts)

    def json(self) -> dict[str, Any]:
        """Return what --json prints of a puzzle."""
        tree = None if self.solution is None or not self.wanted.tree else self.solution.tree
        data = verification_json(self.found, self.certificate, tree=tree)
        if self.wanted.tree:
            if self.solution is not None:
                data["solution"] = solution_json(self.solution, self.wanted.depth)
            if self.tries is not None:
                data["wrong"] = tries_json(self.tries)
        if self.missing is not None:
            data |= {"holds": False, "missing": self.missing}
        return data

    def entry(self, name: str) -> solution_page.Entry:
        """Return what the page shows of a puzzle."""
        found = self.found
        return solution_page.Entry(
            name, self.head(), found.puzzle, self.solution, tuple(self.tries or ())
        )
