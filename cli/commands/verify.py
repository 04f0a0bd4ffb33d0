"""``manni verify``: whether the puzzles of deal files are sound."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click

from cli import inputs, options, output
from cli.params import FILE
from solver.errors import DealError, SolverError, StoppedError
from solver.files.entry import Entry
from solver.puzzles.certify import Certificate, certify
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Try, Verdict, Verification, puzzle_of, tries, verify
from solver.report.puzzle import (
    TREE_LEGEND,
    certificate_text,
    tree_text,
    tries_json,
    tries_text,
    verdict_text,
    verification_json,
)
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
    "--certify",
    "with_proof",
    is_flag=True,
    help="Prove each verdict again by a plain walk (up to 10 cards a hand).",
)
@options.deal_option
@options.whole_search_options
@options.json_option
def command(
    files: tuple[str, ...],
    strict: bool,
    with_tree: bool,
    with_proof: bool,
    number: int | None,
    seconds: float | None,
    memory: int,
    as_json: bool,
) -> None:
    """Whether puzzles are sound, cooked, busted, modest or invalid.

    A puzzle is a deal of the FILEs with a [Goal "F 4+"] and perhaps a [Key "HT"]; - is
    stdin. A goal against the contract's aim ("F 3-", in NULLO "F 2+") is the task of the two
    others. Exit code 1 unless every one is sound; those that --time leaves no time for are
    undecided. --json prints a line a puzzle.
    """
    with output.working("puzzles", None, seconds, writes=True) as run:
        checker = _Checker(Solver(memory), run, strict, with_tree, with_proof, as_json)
        for path in files:
            checker.file(path, number)
    if not as_json and checker.verdicts.total() > 1:
        output.result(checker.summary())
    if run.is_cancelled():
        output.stopped()
    if checker.failed:
        raise click.exceptions.Exit(1)


@dataclass
class _Checker:
    """One call of the command: its options, and what it has found so far."""

    solver: Solver
    run: Run
    strict: bool
    with_tree: bool
    with_proof: bool
    as_json: bool
    failed: bool = False
    strictly_sound: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)

    def file(self, path: str, number: int | None) -> None:
        """Verify the puzzles of a file; a file that is no deal file gives a note."""
        before = self.verdicts.total()
        name = inputs.name_of(path)
        try:
            for entry in inputs.entries_of(path, number):
                if not entry.number and entry.error is not None:
                    raise entry.error
                if self.run.is_cancelled():
                    output.note(f"{name}: not looked at from deal {entry.number} on")
                    return
                if number in (None, entry.number):
                    self.entry(name, entry)
            if self.verdicts.total() == before:
                which = "it holds no puzzle" if number is None else f"deal {number} is no puzzle"
                raise DealError(f"{name}: {which}: a puzzle has a [Goal]")
        except SolverError as error:
            self.failed = True
            output.note(f"Error: {output.one_line(str(error))}")

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
            found = verify(puzzle, self.solver, strict=self.strict, run=self.run)
        except StoppedError as error:
            self.without_answer(place, Verdict.UNDECIDED, str(error))
            return
        self.strictly_sound += found.tree is not None and found.tree.first_dual is None
        answer = self.answer(found)
        self.count(found.verdict, answer.holds)
        if self.as_json:
            output.result_json(place.json() | answer.json())
        else:
            output.result(f"{place}: " + answer.text())

    def without_answer(self, place: _Place, verdict: Verdict, why: str) -> None:
        """Print and count a deal that could not be verified."""
        self.count(verdict, False)
        if self.as_json:
            output.result_json(place.json() | {"verdict": verdict, "holds": False, "why": why})
        else:
            output.result(f"{place}: {verdict}: {output.one_line(why)}")

    def count(self, verdict: Verdict, holds: bool) -> None:
        """Take a verdict into account."""
        self.verdicts[verdict] += 1
        self.failed = self.failed or not holds
        self.run.report(self.verdicts.total())

    def answer(self, found: Verification) -> _Answer:
        """Return a verdict with whatever else was asked for, as far as there was time."""
        answer = _Answer(found)
        try:
            if self.with_proof:
                answer.missing = "certificate"
                answer.certificate = self.certificate(found)
            if self.with_tree:
                answer.missing = "tree"
                answer.tree = self.tree(found)
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

    def tree(self, found: Verification) -> Tree | None:
        """Return the solution to print, None where there is none."""
        if found.verdict not in (Verdict.SOUND, Verdict.COOKED):
            return None
        if found.tree is not None and not found.tree.first_dual:
            return found.tree
        puzzle = found.puzzle
        return Tree(self.solver.engine, puzzle.position, puzzle.need, run=self.run)

    def summary(self) -> str:
        """Return how many puzzles got which verdict."""
        counts = [f"{self.verdicts[v]} {v}" for v in Verdict if self.verdicts[v]]
        if self.strict:
            counts.append(f"{self.strictly_sound} strictly sound")
        return f"{self.verdicts.total()} puzzles: {', '.join(counts)}"


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
    certificate: Certificate | None = None
    tree: Tree | None = None
    tries: list[Try] | None = None
    missing: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the claims are true, and proved where a proof was asked for."""
        is_proved = self.certificate is None or self.certificate.proved
        return self.found.holds and is_proved and self.missing is None

    def text(self) -> Text:
        """Return what is printed of a puzzle."""
        parts = [verdict_text(self.found)]
        if self.certificate is not None:
            parts.append(indented(certificate_text(self.certificate)))
        if self.tree is not None:
            parts.append(indented(tree_text(self.tree) + "\n" + TREE_LEGEND))
            wrong = tries_text(self.found.puzzle, self.tries or ())
            if wrong:
                parts.append(indented("wrong first cards\n" + indented(wrong)))
        if self.missing is not None:
            parts.append(Text(f"  stopped before the {self.missing} was complete"))
        return join("\n", parts)

    def json(self) -> dict[str, Any]:
        """Return what --json prints of a puzzle."""
        data = verification_json(self.found, self.certificate, tree=self.tree)
        if self.tries is not None:
            data["wrong"] = tries_json(self.tries)
        if self.missing is not None:
            data |= {"holds": False, "missing": self.missing}
        return data
