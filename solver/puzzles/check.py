"""The verdict on a puzzle with what else is asked for: a proof, the solution, why cards fail."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from manni.solver.analysis.why import Why
from manni.solver.engine import Engine
from manni.solver.errors import DealError, RuleError, SolverError, StoppedError
from manni.solver.puzzles.certify import Certificate, certify
from manni.solver.puzzles.puzzle_solution import PuzzleSolution, solution_of
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.tries import Try
from manni.solver.puzzles.verify import Puzzle, Verdict, Verification, failures, tries, verify
from manni.solver.run import Run
from manni.solver.values.need import Group
from manni.solver.values.solve import Solver


@dataclass(frozen=True)
class Asked:
    """What is asked of a puzzle besides its verdict."""

    strict: bool = False
    certificate: bool = False
    solution: bool = False
    all_defences: bool = False
    failures: bool = False


@dataclass
class PuzzleCheck:
    """A verdict and what was asked for beside it.

    What is ``missing``, first of certificate, tree and reasons, there was no time for, nor for what
    comes after it. ``failures`` is None where they were not asked for or, as ``why_not`` says,
    cannot be told.
    """

    verification: Verification
    certificate: Certificate | None = None
    solution: PuzzleSolution | None = None
    tries: Sequence[Try] | None = None
    failures: Mapping[Group, Why | None] | None = None
    why_not: str | None = None
    missing: str | None = None

    @property
    def stopped(self) -> str:
        """What is said where something is missing."""
        was = "were" if self.missing == "reasons" else "was"
        return f"stopped before the {self.missing} {was} complete"

    @property
    def holds(self) -> bool:
        """Whether the claims are true, and proved where a proof was asked for."""
        is_proved = self.certificate is None or self.certificate.proved
        return self.verification.holds and is_proved and self.missing is None


def check_puzzle(
    puzzle: Puzzle, solver: Solver, asked: Asked, *, name: str | None = None, run: Run | None = None
) -> PuzzleCheck:
    """Return the verdict on a puzzle with what is asked for, as far as there is time.

    ``name`` is what its certificate calls it. Raises StoppedError where there is no verdict.
    """
    run = Run.of(run)
    check = PuzzleCheck(verify(puzzle, solver, strict=asked.strict, run=run))
    try:
        if asked.certificate:
            check.missing = "certificate"
            check.certificate = _certificate(check.verification, name, solver, run)
        if asked.solution:
            check.missing = "tree"
            check.solution = _solution(check.verification, asked.all_defences, solver, run)
            check.tries = tries(puzzle, solver, run=run)
        if asked.failures:
            check.missing, check.failures = "reasons", {}
            if check.tries is None:
                check.tries = tries(puzzle, solver, run=run)
            try:
                check.failures = failures(puzzle, check.tries, run)
                run.check()
            except RuleError as error:
                check.failures, check.why_not = None, str(error)
        check.missing = None
    except StoppedError:
        pass
    return check


def check_puzzles(
    puzzles: Sequence[tuple[str, Puzzle]], solver: Solver, asked: Asked, run: Run
) -> Generator[PuzzleCheck | SolverError | None, None, None]:
    """Yield what each of some named puzzles comes to, or why to nothing; None once cancelled.

    Several are looked at side by side; a single one has all threads.
    """

    def look(
        engine: Engine, named: tuple[str, Puzzle], run: Run
    ) -> PuzzleCheck | SolverError | None:
        if run.is_cancelled():
            return None
        name, puzzle = named
        on = solver if len(puzzles) == 1 else Solver.on(engine)
        try:
            return check_puzzle(puzzle, on, asked, name=name, run=run)
        except SolverError as error:
            return error

    if len(puzzles) == 1:
        yield look(solver.engine, puzzles[0], run)
        return
    with closing(solver.pool.imap(look, puzzles, run)) as checks:
        yield from checks


def _certificate(
    verification: Verification, name: str | None, solver: Solver, run: Run
) -> Certificate:
    """Return the certificate of a verdict, an empty one if hands are too long for it."""
    try:
        return certify(verification, solver.engine, name=name, run=run)
    except DealError as error:
        return Certificate({}, 0, (str(error),))


def _solution(
    verification: Verification, all_defences: bool, solver: Solver, run: Run
) -> PuzzleSolution | None:
    """Return the solution of a puzzle, None where there is none."""
    if verification.verdict not in (Verdict.SOUND, Verdict.COOKED):
        return None
    puzzle, tree = verification.puzzle, verification.tree
    if tree is None or tree.first_dual:
        tree = Tree(solver.engine, puzzle.position, puzzle.need, key=puzzle.key, run=run)
    return solution_of(puzzle, tree, solver, all_defences=all_defences, run=run)
