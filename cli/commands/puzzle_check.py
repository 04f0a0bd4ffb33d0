"""``manni puzzle check``: whether the puzzles of deal files are sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import click

from manni.cli import inputs, options, output
from manni.cli.options import flag, option
from manni.cli.outfile import check_target, ending, write_file
from manni.cli.params import FILE, OUT
from manni.cli.puzzles import Chosen
from manni.solver.analysis.why import Why
from manni.solver.engine import Engine
from manni.solver.errors import DealError, RuleError, SolverError, StoppedError, one_line
from manni.solver.files.entry import Entry
from manni.solver.files.reading import entries_of
from manni.solver.i18n import _
from manni.solver.puzzles.certify import MAX_CARDS, Certificate, as_file, certify
from manni.solver.puzzles.puzzle_solution import PuzzleSolution, solution_of
from manni.solver.puzzles.tree import Group, Tree
from manni.solver.puzzles.tries import Try
from manni.solver.puzzles.verify import (
    Puzzle,
    Verdict,
    Verification,
    failures,
    puzzle_of,
    tries,
    verify,
)
from manni.solver.report import solution_page
from manni.solver.report.deal_info import NO_INFO, DealInfo
from manni.solver.report.puzzle import (
    VERIFICATION,
    Printed,
    certificate_text,
    failures_text,
    tries_text,
    verdict_text,
    verdict_word,
)
from manni.solver.report.solution import solution_text
from manni.solver.report.text import AnyText, Text, indent, join
from manni.solver.run import Run
from manni.solver.values.solve import Solver


class _Wanted(SimpleNamespace):
    """What is asked of each puzzle."""

    strict: Annotated[bool, options.strict(False)]
    tree: Annotated[
        bool, flag("--tree", help="Also the solution and what beats the wrong first cards.")
    ]
    depth: Annotated[
        int | None,
        option(
            "--depth",
            type=click.IntRange(min=0),
            metavar="N",
            help="With --tree or --page: branches up to the Nth choice of the defence.",
        ),
    ]
    all_defences: Annotated[
        bool,
        flag(
            "--all-defences",
            help="With --tree or --page: also what comes of replies that let the solver do better.",
        ),
    ]
    page: Annotated[
        str | None,
        option(
            "--page",
            type=OUT,
            metavar="OUT",
            help="Write the puzzles and their solutions as a page (- is stdout).",
        ),
    ]
    sheet: Annotated[
        bool,
        flag(
            "--sheet",
            help="With --page: a sheet to print, problems first and solutions at the back.",
        ),
    ]
    proof: Annotated[
        bool,
        flag(
            "--certify",
            help=f"Prove each verdict again by a plain walk (hands of up to {MAX_CARDS} cards).",
        ),
    ]
    certificates: options.CertificatesOption
    whys: options.WhyOption

    @property
    def certifies(self) -> bool:
        """Whether verdicts are to be proved."""
        return self.proof or self.certificates is not None

    @property
    def solutions(self) -> bool:
        """Whether solutions are to be found."""
        return self.tree or self.page is not None

    @property
    def prints(self) -> bool:
        """Whether stdout is for results, and not for the page."""
        return self.page != "-"


@options.command
def command(
    files: Annotated[
        tuple[str, ...],
        options.argument(nargs=-1, required=True, type=FILE, metavar="FILE..."),
    ],
    wanted: _Wanted,
    chosen: Chosen,
    search: options.WholeSearch,
    as_json: options.JsonOption,
) -> None:
    """Whether puzzles are sound, cooked, busted, modest or invalid.

    A puzzle is a deal of the FILEs with a [Goal "F 4+"] and perhaps a [Key "HT"]; - is
    stdin. A goal against the contract's aim ("F 3-", in NULLO "F 2+") is the task of the two
    others. Exit code 1 unless every one is sound; those that --total-time leaves no time for are
    undecided. --json prints one line per puzzle. --jobs looks at several puzzles side by side.
    """
    page = wanted.page
    if wanted.depth is not None and not wanted.solutions:
        raise click.UsageError("--depth goes with --tree or --page.")
    if wanted.all_defences and not wanted.solutions:
        raise click.UsageError("--all-defences goes with --tree or --page.")
    if wanted.sheet and page is None:
        raise click.UsageError("--sheet goes with --page.")
    for path in (page, wanted.certificates):
        if path is not None:
            check_target(path, files)
    if page is not None:
        ending(page, "html", "htm")
    with output.working("puzzles", None, search.seconds, writes=True) as run:
        checker = _Checker(Solver(search.memory, search.jobs), run, wanted, as_json)
        checker.check([item for path in files for item in _items(path, chosen)])
    if page is not None:
        checker.write_page(page, ", ".join(Path(inputs.name_of(file)).name for file in files))
    if wanted.certificates is not None:
        checker.write_certificates(wanted.certificates)
    if wanted.prints and not as_json and checker.verdicts.total() > 1:
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
    wanted: _Wanted
    as_json: bool
    failed: bool = False
    strictly_sound: int = 0
    why_not: str = ""
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    entries: list[solution_page.Entry] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    certificates: list[dict[str, Any]] = field(default_factory=list)

    def check(self, items: list[_Item]) -> None:
        """Verify all puzzles, several side by side, and tell of every item in its turn."""
        puzzles = [item for item in items if item.puzzle is not None]
        left = ""  # the file whose puzzles Ctrl-C has kept from being looked at
        with closing(self.answers(puzzles)) as answers:
            for item in items:
                answer = None if item.puzzle is None else next(answers)
                if item.place.file == left:
                    continue
                for note in item.notes:
                    output.note(note)
                if answer is not None:
                    self.tell(item, answer)
                elif item.puzzle is not None:
                    left = item.place.file
                    self.missing.append(f"{left}: not looked at from deal {item.place.deal} on")
                    output.note(self.missing[-1])
                elif item.invalid is not None:
                    self.without_answer(item.place, Verdict.INVALID, item.invalid)
                elif item.error is not None:
                    self.failed = True
                    self.missing.append(item.error)
                    output.note(f"Error: {item.error}")

    def answers(self, puzzles: list[_Item]) -> Generator[_Answer | SolverError | None, None, None]:
        """Yield what each puzzle comes to, in their order; a single one has all threads."""

        def look(engine: Engine, item: _Item, run: Run) -> _Answer | SolverError | None:
            return self.look(item, Solver.on(engine), run)

        if len(puzzles) == 1:
            yield self.look(puzzles[0], self.solver, self.run)
            return
        with closing(self.solver.pool.imap(look, puzzles, self.run)) as answers:
            yield from answers

    def look(self, item: _Item, solver: Solver, run: Run) -> _Answer | SolverError | None:
        """Return what a puzzle comes to, or why it came to nothing; None after Ctrl-C."""
        if run.is_cancelled():
            return None
        assert item.puzzle is not None
        try:
            verification = verify(item.puzzle, solver, strict=self.wanted.strict, run=run)
        except SolverError as error:
            return error
        return self.answer(verification, item, solver, run)

    def tell(self, item: _Item, answer: _Answer | SolverError) -> None:
        """Print and count what a puzzle came to."""
        if isinstance(answer, SolverError):
            stopped = isinstance(answer, StoppedError)
            verdict = Verdict.UNDECIDED if stopped else Verdict.INVALID
            self.without_answer(item.place, verdict, str(answer))
            return
        verification = answer.verification
        self.strictly_sound += bool(verification.is_strict)
        self.count(verification.verdict, answer.holds)
        self.entries.append(answer.entry(item.name))
        if answer.certificate is not None and answer.certificate.proved:
            self.certificates.append(answer.certificate.data)
        if answer.why_not is not None and not self.why_not:
            self.why_not = answer.why_not
            output.note(f"--why: {answer.why_not}")
        if not self.wanted.prints:
            return
        if self.as_json:
            output.result_json(answer.json(item.place))
        else:
            output.result(f"{item.place}: " + answer.text())

    def without_answer(self, place: _Place, verdict: Verdict, why: str) -> None:
        """Print and count a deal that could not be verified."""
        self.count(verdict, False)
        told = _("{verdict}: {why}")
        why_in_words = told.format(verdict=verdict_word(verdict), why=one_line(why))
        self.entries.append(solution_page.Entry(str(place), why_in_words))
        if not self.wanted.prints:
            return
        if self.as_json:
            data = {"file": place.file, "deal": place.deal, "verdict": verdict, "holds": False}
            output.result_json(data | {"why": why})
        else:
            output.result(f"{place}: {why_in_words}")

    def count(self, verdict: Verdict, holds: bool) -> None:
        """Take a verdict into account."""
        self.verdicts[verdict] += 1
        self.failed = self.failed or not holds
        self.run.report(self.verdicts.total())

    def answer(self, verification: Verification, item: _Item, solver: Solver, run: Run) -> _Answer:
        """Return a verdict with whatever else was asked for, as far as there was time."""
        answer = _Answer(verification, self.wanted, item.about)
        try:
            if self.wanted.certifies:
                answer.missing = "certificate"
                answer.certificate = _certificate(verification, item.name, solver, run)
            if self.wanted.solutions:
                answer.missing = "tree"
                answer.solution = _solution(verification, self.wanted.all_defences, solver, run)
                answer.tries = tries(verification.puzzle, solver, run=run)
            if self.wanted.whys:
                answer.missing = "reasons"
                if answer.tries is None:
                    answer.tries = tries(verification.puzzle, solver, run=run)
                try:
                    answer.whys = failures(verification.puzzle, answer.tries, run)
                    run.check()
                except RuleError as error:
                    answer.why_not = str(error)
            answer.missing = None
        except StoppedError:
            pass
        return answer

    def summary(self) -> str:
        """Return how many puzzles got which verdict."""
        counts = [f"{self.verdicts[v]} {verdict_word(v)}" for v in Verdict if self.verdicts[v]]
        if self.wanted.strict:
            counts.append(_("{number} strictly sound").format(number=self.strictly_sound))
        told = _("{number} puzzles: {verdicts}")
        return told.format(number=self.verdicts.total(), verdicts=", ".join(counts))

    def write_page(self, path: str, title: str) -> None:
        """Write what has been found as a page, which says what is missing."""
        write = solution_page.solutions_page
        if self.wanted.sheet:
            write = solution_page.solutions_sheet
        page = write(title, self.entries, depth=self.wanted.depth, note=". ".join(self.missing))
        if path == "-":
            output.result_utf8(page)
        else:
            write_file(path, page.encode("utf-8", "backslashreplace"))
            output.note(f"wrote {path}")

    def write_certificates(self, path: str) -> None:
        """Write the proofs of all verdicts that were proved."""
        write_file(path, as_file(self.certificates))
        proved, total = len(self.certificates), self.verdicts.total()
        output.note(f"wrote {path}: proofs of {proved} of {total} verdicts")


def _certificate(verification: Verification, name: str, solver: Solver, run: Run) -> Certificate:
    """Return the certificate of a verdict, an empty one if hands are too long for it."""
    try:
        return certify(verification, solver.engine, name=name, run=run)
    except DealError as error:
        return Certificate({}, 0, (str(error),))


def _solution(
    verification: Verification, all_defences: bool, solver: Solver, run: Run
) -> PuzzleSolution | None:
    """Return the solution to print, None where there is none."""
    if verification.verdict not in (Verdict.SOUND, Verdict.COOKED):
        return None
    puzzle, tree = verification.puzzle, verification.tree
    if tree is None or tree.first_dual:
        tree = Tree(solver.engine, puzzle.position, puzzle.need, key=puzzle.key, run=run)
    return solution_of(puzzle, tree, solver, all_defences=all_defences, run=run)


@dataclass(frozen=True)
class _Place:
    """A deal of a file."""

    file: str
    deal: int

    def __str__(self) -> str:
        return f"{self.file}: deal {self.deal}"


class _Item(NamedTuple):
    """A deal of a file, with its puzzle or why it is none, or what is wrong with the file.

    ``notes`` are told before it. A deal that claims nothing has nothing but notes.
    """

    place: _Place
    about: DealInfo = NO_INFO
    puzzle: Puzzle | None = None
    invalid: str | None = None
    error: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the puzzle is called, its place if it has no name."""
        return self.about.name or str(self.place)


def _items(path: str, chosen: Chosen) -> Iterator[_Item]:
    """Yield the deals of a file that are asked for, and at last what is wrong with the file."""
    name, number = inputs.name_of(path), chosen.number
    is_any = is_there = False
    try:
        for entry in entries_of(inputs.text_of(path), name, only=number):
            if not entry.number and entry.error is not None:
                raise entry.error
            if number in (None, entry.number) and (entry.deal is None or chosen.has(entry.deal)):
                item = _item(name, entry)
                is_any = is_any or item.puzzle is not None or item.invalid is not None
                if is_any or number is None:  # else the error says it
                    yield item
            is_there = is_there or entry.number == number
        if number is not None and not is_there:
            raise inputs.no_deal(path, number)
        if not is_any:
            raise DealError(f"{name}: {chosen.none_told}")
    except SolverError as error:
        yield _Item(_Place(name, 0), error=one_line(str(error)))


def _item(file: str, entry: Entry) -> _Item:
    place = _Place(file, entry.number)
    notes = tuple(f"Warning: {warning}" for warning in entry.warnings)
    try:
        if entry.error is not None:
            raise entry.error
        assert entry.deal is not None
        puzzle = puzzle_of(entry.deal)
    except SolverError as error:
        # File and deal are said before it.
        why = str(error).removeprefix(f"{file}: ").removeprefix(f"deal {entry.number}, ")
        return _Item(place, invalid=why, notes=notes)
    if puzzle is None:
        return _Item(place, notes=(*notes, f"{place}: no [Goal], passed over"))
    return _Item(place, DealInfo.of(entry.deal), puzzle, notes=notes)


@dataclass
class _Answer:
    """A verdict and what was asked for beside it; what is ``missing`` first, and all after it."""

    verification: Verification
    wanted: _Wanted
    about: DealInfo
    certificate: Certificate | None = None
    solution: PuzzleSolution | None = None
    tries: list[Try] | None = None
    whys: dict[Group, Why | None] = field(default_factory=dict)
    why_not: str | None = None
    missing: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the claims are true, and proved where a proof was asked for."""
        is_proved = self.certificate is None or self.certificate.proved
        return self.verification.holds and is_proved and self.missing is None

    def head(self) -> Text:
        """Return the verdict, and whether it is proved."""
        parts: list[AnyText] = [verdict_text(self.verification)]
        if self.certificate is not None:
            parts.append(indent(certificate_text(self.certificate)))
        if self.missing is not None:
            was = "were" if self.missing == "reasons" else "was"
            parts.append(Text(f"  stopped before the {self.missing} {was} complete"))
        return join("\n", parts)

    def text(self) -> Text:
        """Return what is printed of a puzzle."""
        parts: list[AnyText] = [self.head(), *map(indent, self.about.lines)]
        if self.whys:
            puzzle, tried = self.verification.puzzle, self.tries or ()
            told = indent(failures_text(puzzle.position, puzzle.goal.seat, tried, self.whys))
            parts.append(join("\n", ("", *(line.rstrip() for line in told.lines()), "")))
        if self.wanted.tree:
            if self.solution is not None:
                parts.append(indent(solution_text(self.solution, self.wanted.depth)))
            wrong = tries_text(self.verification.puzzle, self.tries or ())
            if wrong:
                parts.append(indent(_("wrong first cards") + "\n" + indent(wrong)))
        return join("\n", parts)

    def json(self, place: _Place) -> Any:
        """Return what --json prints of a puzzle."""
        given: dict[str, Any] = {"missing": self.missing}
        if self.certificate is not None:
            given["certified"] = self.certificate.proved
            given["positions_walked"] = self.certificate.positions
            given["not_proved"] = self.certificate.failed or None
        if self.wanted.tree and self.solution is not None:
            given["tree"] = self.solution.tree.nodes
            given["solution"] = Printed(self.solution, self.wanted.depth)
        if self.wanted.tree:
            given["wrong"] = self.tries
        if self.wanted.whys:
            found = [(group, why) for group, why in self.whys.items() if why is not None]
            given["failures"] = None if self.why_not else found
        holds = self.verification.holds and self.missing is None
        return VERIFICATION.json(
            self.verification,
            file=place.file,
            deal=place.deal,
            about=self.about,
            holds=holds,
            **given,
        )

    def entry(self, name: str) -> solution_page.Entry:
        """Return what the page shows of a puzzle."""
        verification = self.verification
        return solution_page.Entry(
            name,
            self.head(),
            verification.puzzle,
            self.solution,
            tuple(self.tries or ()),
            self.about,
        )
