"""``manni puzzle check``: whether the puzzles of deal files are sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import click

from ...solver.deal import Deal
from ...solver.errors import DealError, SolverError, StoppedError, one_line
from ...solver.files.dealfile import Entry
from ...solver.files.reading import entries_of
from ...solver.i18n import _
from ...solver.puzzles.check import MAX_CARDS, Asked, PuzzleCheck, as_file, check_puzzles
from ...solver.puzzles.features import THEMES, themes_of
from ...solver.puzzles.verify import Puzzle, Verdict, puzzle_of
from ...solver.report.diagram import NO_INFO, DealInfo
from ...solver.report.puzzle import (
    PagePuzzle,
    check_head,
    check_json,
    check_text,
    solutions_page,
    verdict_word,
)
from ...solver.report.text import AnyText
from ...solver.run import Run
from ...solver.values.solve import Solver
from .. import inputs, options, output
from ..options import FILE, OUT, WholeRange, flag, option
from ..outfile import check_target, write_and_report

GradeOption = Annotated[
    int | None,
    option("Only puzzles of this grade.", type=WholeRange(1, 5)),
]
ThemeOption = Annotated[
    str | None,
    option("Only puzzles with this theme.", type=click.Choice(THEMES)),
]


class _Wanted(SimpleNamespace):
    """The options that say what is looked for, in which puzzles, and what is written."""

    strict: bool = options.strict(False)
    tree: bool = flag("Also the solution and what beats the wrong first cards.")
    depth: int | None = option(
        "With --tree or --page: branches up to the Nth choice of the defence.",
        type=WholeRange(min=0),
    )
    all_defences: bool = flag(
        "With --tree or --page: also what comes of replies that let the solver do better."
    )
    page: str | None = option(
        "Write the puzzles and their solutions as a page (- is stdout).",
        type=OUT,
        metavar="OUT",
    )
    sheet: bool = flag(
        "With --page: a sheet to print, problems first and solutions at the back, in "
        "brief without --depth."
    )
    proof: bool = flag(
        "--certify",
        f"Prove each verdict again by a plain walk (hands of up to {MAX_CARDS} cards).",
    )
    certificates: options.CertificatesOption
    whys: options.WhyOption
    grade: GradeOption
    theme: ThemeOption
    number: options.DealOption

    def has(self, deal: Deal) -> bool:
        """Return whether the tags of a deal say that grade and theme."""
        is_graded = self.grade is None or deal.tag("Grade").strip() == str(self.grade)
        return is_graded and (self.theme is None or self.theme in themes_of(deal))

    @property
    def no_match_text(self) -> str:
        """What is told where no deal is wanted."""
        which = "" if self.number is None else f"deal {self.number} is "
        if self.grade is None and self.theme is None:
            return f"{which or 'it holds '}no puzzle: a puzzle has a [Goal]"
        grade = "" if self.grade is None else f" of grade {self.grade}"
        theme = "" if self.theme is None else f" with the theme {self.theme}"
        return f"{which}no puzzle{grade}{theme}, by the tags Grade and Theme"

    @property
    def asked(self) -> Asked:
        """What is asked of each puzzle."""
        return Asked(
            strict=self.strict,
            certificate=self.proof or self.certificates is not None,
            solution=self.solutions,
            all_defences=self.all_defences,
            failures=self.whys,
        )

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
    *,
    files: tuple[str, ...] = options.argument(
        nargs=-1, required=True, type=FILE, metavar="FILE..."
    ),
    wanted: _Wanted,
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
    options.refuse_if(
        wanted.depth is not None and not wanted.solutions, "--depth goes with --tree or --page."
    )
    options.refuse_if(
        wanted.all_defences and not wanted.solutions, "--all-defences goes with --tree or --page."
    )
    options.refuse_if(wanted.sheet and page is None, "--sheet goes with --page.")
    if page is not None:
        check_target(page, "html", "htm", reads=files)
    if wanted.certificates is not None:
        check_target(wanted.certificates, reads=files)
    with output.working("puzzles", None, search.total, writes=True) as run:
        checker = _Checker(Solver(search.memory, search.jobs), run, wanted, as_json)
        checker.check([item for path in files for item in _items(path, wanted)])
    if page is not None:
        title = ", ".join(Path(inputs.name_of(file)).name for file in files)
        note = ". ".join(checker.missing)
        drawn = solutions_page(
            title, checker.entries, sheet=wanted.sheet, depth=wanted.depth, note=note
        )
        write_and_report(page, drawn)
    if wanted.certificates is not None:
        proofs, total = checker.certificates, checker.verdicts.total()
        summary = f": proofs of {len(proofs)} of {total} verdicts"
        write_and_report(wanted.certificates, as_file(proofs), summary)
    if wanted.prints and not as_json and checker.verdicts.total() > 1:
        output.result(checker.summary())
    if run.is_cancelled():
        output.exit_stopped()
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
    entries: list[PagePuzzle] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    certificates: list[dict[str, Any]] = field(default_factory=list)

    def check(self, items: list[_Item]) -> None:
        """Verify all puzzles, several side by side, and tell of every item in its turn."""
        puzzles = [(item.name, item.puzzle) for item in items if item.puzzle is not None]
        left = ""  # the file whose puzzles Ctrl-C has kept from being looked at
        with closing(check_puzzles(puzzles, self.solver, self.wanted.asked, self.run)) as checks:
            for item in items:
                check = item.invalid if item.puzzle is None else next(checks)
                if item.file == left:
                    continue
                for note in item.notes:
                    output.note(note)
                if check is not None:
                    self.tell(item, check)
                elif item.puzzle is not None:
                    left = item.file
                    self.missing.append(f"{left}: not looked at from deal {item.deal} on")
                    output.note(self.missing[-1])
                elif item.error is not None:
                    self.failed = True
                    self.missing.append(item.error)
                    output.note(f"Error: {item.error}", is_error=True)

    def tell(self, item: _Item, check: PuzzleCheck | SolverError) -> None:
        """Print and count what a puzzle came to, or why it could not be verified."""
        wanted, of = self.wanted, {"file": item.file, "deal": item.deal}
        data: Callable[[], Any]
        text: Callable[[], AnyText]
        if isinstance(check, SolverError):
            is_late, why, holds = isinstance(check, StoppedError), str(check), False
            verdict = Verdict.UNDECIDED if is_late else Verdict.INVALID
            sentence = _("{verdict}: {why}", verdict=verdict_word(verdict), why=one_line(why))
            entry = PagePuzzle(item.place, sentence)
            data = partial(dict, of, verdict=verdict, holds=False, why=why)
            text = partial(str, sentence)
        else:
            verdict, holds = check.verification.verdict, check.holds
            self.strictly_sound += bool(check.verification.is_strict)
            entry = PagePuzzle(item.name, check_head(check), check, item.about)
            data = partial(check_json, check, wanted.tree, wanted.depth, **of, about=item.about)
            text = partial(check_text, check, item.about, wanted.tree, wanted.depth)
            if check.certificate is not None and check.certificate.proved:
                self.certificates.append(check.certificate.data)
            if check.why_not is not None and not self.why_not:
                self.why_not = check.why_not
                output.note(f"--why: {check.why_not}")
        self.entries.append(entry)
        self.verdicts[verdict] += 1
        self.failed |= not holds
        self.run.report(self.verdicts.total())
        if wanted.prints and self.as_json:
            output.result_json(data())
        elif wanted.prints:
            output.result(f"{item.place}: " + text())

    def summary(self) -> str:
        """Return how many puzzles got which verdict."""
        counts = [f"{self.verdicts[v]} {verdict_word(v)}" for v in Verdict if self.verdicts[v]]
        if self.wanted.strict:
            counts.append(_("{number} strictly sound", number=self.strictly_sound))
        return _(
            "{number} puzzles: {verdicts}", number=self.verdicts.total(), verdicts=", ".join(counts)
        )


class _Item(NamedTuple):
    """A deal of a file, with its puzzle or why it is none, or what is wrong with the file.

    ``notes`` are told before it. A deal that claims nothing has nothing but notes.
    """

    file: str
    deal: int
    about: DealInfo = NO_INFO
    puzzle: Puzzle | None = None
    invalid: DealError | None = None
    error: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """What messages call the deal."""
        return f"{self.file}: deal {self.deal}"

    @property
    def name(self) -> str:
        """What the puzzle is called, its place if it has no name."""
        return self.about.name or self.place


def _items(path: str, wanted: _Wanted) -> Iterator[_Item]:
    """Yield the deals of a file that are asked for, and at last what is wrong with the file."""
    name, number = inputs.name_of(path), wanted.number
    is_any = is_there = False
    try:
        for entry in entries_of(inputs.text_of(path), name, only=number):
            if not entry.number and entry.error is not None:
                raise entry.error
            if number in (None, entry.number) and (entry.deal is None or wanted.has(entry.deal)):
                item = _item(name, entry)
                is_any = is_any or item.puzzle is not None or item.invalid is not None
                if is_any or number is None:  # else the error says it
                    yield item
            is_there = is_there or entry.number == number
        if number is not None and not is_there:
            raise inputs.no_deal(path, number)
        if not is_any:
            raise DealError(f"{name}: {wanted.no_match_text}")
    except SolverError as error:
        yield _Item(name, 0, error=one_line(str(error)))


def _item(file: str, entry: Entry) -> _Item:
    notes = tuple(f"Warning: {warning}" for warning in (*entry.warnings, *entry.doubts()))
    item = _Item(file, entry.number, notes=notes)
    try:
        if entry.error is not None:
            raise entry.error
        assert entry.deal is not None
        puzzle = puzzle_of(entry.deal)
    except SolverError as error:
        # File and deal are said before it.
        why = str(error).removeprefix(f"{file}: ").removeprefix(f"deal {entry.number}, ")
        return item._replace(invalid=DealError(why))
    if puzzle is None:
        return item._replace(notes=(*notes, f"{item.place}: no [Goal], passed over"))
    return item._replace(about=DealInfo.of(entry.deal), puzzle=puzzle)
