"""``manni verify``: what the puzzles of deal files are, proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click

from cli import inputs, options, output
from cli.params import FILE
from solver.errors import DealError, SolverError
from solver.files.entry import Entry
from solver.puzzles.certify import Certificate, certify
from solver.puzzles.tree import Tree
from solver.puzzles.verify import Puzzle, Verdict, Verification, puzzle_of, tries, verify
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
    help="Prove each verdict again by a plain walk (up to 8 cards a hand).",
)
@options.deal_option
@options.memory_option
@options.json_option
def command(
    files: tuple[str, ...],
    strict: bool,
    with_tree: bool,
    with_proof: bool,
    number: int | None,
    memory: int,
    as_json: bool,
) -> None:
    """Whether each puzzle of the FILEs is sound, cooked, busted, modest or invalid.

    A puzzle is a deal with a [Goal "F 4+"] and perhaps a [Key "HT"]; - is stdin.
    Exit code 1 unless every one is sound. --json prints a line a puzzle.
    """
    run = _Run(Solver(memory), strict, with_tree, with_proof, as_json)
    for path in files:
        run.file(path, number)
    if not as_json and run.verdicts.total() > 1:
        counts = [f"{run.verdicts[v]} {v}" for v in Verdict if run.verdicts[v]]
        if strict:
            counts.append(f"{run.strictly_sound} strictly sound")
        output.result(f"{run.verdicts.total()} puzzles: {', '.join(counts)}")
    if run.failed:
        raise click.exceptions.Exit(1)


@dataclass
class _Run:
    """One call of the command: what was asked for and what came of it."""

    solver: Solver
    strict: bool
    with_tree: bool
    with_proof: bool
    as_json: bool
    failed: bool = False
    strictly_sound: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)

    def file(self, path: str, number: int | None) -> None:
        """Verify the puzzles of a file; what makes it no deal file is a note."""
        before = self.verdicts.total()
        name = inputs.name_of(path)
        try:
            for entry in inputs.entries_of(path, number):
                if not entry.number and entry.error is not None:
                    raise entry.error
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
        place = {"file": file, "deal": entry.number}
        try:
            if entry.error is not None:
                raise entry.error
            assert entry.deal is not None
            puzzle = puzzle_of(entry.deal)
        except SolverError as error:
            self.count(Verdict.INVALID, False)
            why = str(error).removeprefix(f"{file}: ")
            why = why.removeprefix(f"deal {entry.number}, ")  # both are said before it
            if self.as_json:
                output.result_json(place | {"verdict": "invalid", "holds": False, "why": why})
            else:
                output.result(f"{file}: deal {entry.number}: invalid: {output.one_line(why)}")
            return
        if puzzle is None:
            output.note(f"{file}: deal {entry.number}: no [Goal], passed over")
            return
        found = verify(puzzle, self.solver, strict=self.strict)
        self.strictly_sound += found.tree is not None and found.tree.first_dual is None
        certificate = self.certificate(found) if self.with_proof else None
        self.count(found.verdict, found.holds and (certificate is None or certificate.proved))
        if self.as_json:
            output.result_json(place | self.data(puzzle, found, certificate))
        else:
            output.result(f"{file}: deal {entry.number}: " + self.text(puzzle, found, certificate))

    def count(self, verdict: Verdict, holds: bool) -> None:
        """Take a verdict into account."""
        self.verdicts[verdict] += 1
        self.failed = self.failed or not holds

    def certificate(self, found: Verification) -> Certificate:
        """Return the certificate of a verdict, an empty one where it would be too long."""
        try:
            return certify(found, self.solver.engine)
        except DealError as error:
            return Certificate((), 0, (str(error),))

    def tree(self, found: Verification) -> Tree | None:
        """Return the solution to print, None where there is none or none is asked for."""
        if not self.with_tree or found.verdict not in (Verdict.SOUND, Verdict.COOKED):
            return None
        if found.tree is not None and not found.tree.first_dual:
            return found.tree
        puzzle = found.puzzle
        return Tree(self.solver.engine, puzzle.position, puzzle.need)

    def text(self, puzzle: Puzzle, found: Verification, certificate: Certificate | None) -> Text:
        """Return what is printed of a puzzle."""
        parts = [verdict_text(found)]
        if certificate is not None:
            parts.append(indented(certificate_text(certificate)))
        tree = self.tree(found)
        if tree is not None:
            parts.append(indented(tree_text(tree) + "\n" + TREE_LEGEND))
            wrong = tries_text(puzzle, tries(puzzle, self.solver))
            if wrong:
                parts.append(indented("wrong first cards\n" + indented(wrong)))
        return join("\n", parts)

    def data(
        self, puzzle: Puzzle, found: Verification, certificate: Certificate | None
    ) -> dict[str, Any]:
        """Return what --json prints of a puzzle."""
        data = verification_json(found, certificate, tree=self.tree(found))
        if self.with_tree:
            data["wrong"] = tries_json(tries(puzzle, self.solver))
        return data
