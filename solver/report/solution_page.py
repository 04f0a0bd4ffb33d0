"""Puzzles and their solutions as one page of HTML: no script, no other file, fit to print.

What is folded away on the screen is printed all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from manni.solver.cards import Seat
from manni.solver.i18n import N_, _, gettext, language, seat_word
from manni.solver.puzzles.check import PuzzleCheck
from manni.solver.puzzles.puzzle_solution import Branching, PuzzleSolution
from manni.solver.report.diagram import NO_INFO, DealInfo, Scene
from manni.solver.report.puzzle import tries_text
from manni.solver.report.solution import (
    GIFTS,
    branch_text,
    branching_head,
    gifts_text,
    left_out_text,
    legend,
    main_rows,
    not_text,
    numbers_text,
)
from manni.solver.report.svg import picture
from manni.solver.report.text import AnyText, Text, cards_text, hand_text, html_text

_REFERENCE = re.compile(r"\[(\d+)\]")
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1e23; --faint: #5c6068; --red: #b3102a;
  --ground: #fff; --line: #d3d0c6; --box: #f6f5f0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --faint: #a5a8ad; --red: #ff8a95;
  --ground: #191b1f; --line: #3b3e45; --box: #23262b; } }
body { max-width: 54rem; margin: 0 auto; padding: 1rem; color: var(--ink);
  background: var(--ground); font: 1rem/1.5 Georgia, "Liberation Serif", "DejaVu Serif", serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .3rem 0; } .faint { color: var(--faint); } .red { color: var(--red); }
svg { display: block; margin: .8rem 0; max-width: 100%; height: auto; }
summary { cursor: pointer; font-weight: bold; margin: .6rem 0 .2rem; }
details details { margin-left: 1rem; }
table { border-collapse: collapse; } td, th { padding: .1rem .9rem .1rem 0; text-align: left;
  font-weight: normal; white-space: nowrap; }
th { color: var(--faint); }
.hands { background: var(--box); border: 1px solid var(--line); border-radius: .4rem;
  padding: .4rem .7rem; margin: .3rem 0; display: inline-block; font-size: .9rem; }
section { margin: .8rem 0 .8rem 1rem; } section ul { margin: .2rem 0; padding-left: 1.2rem; }
.problems { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); }
.problems section { margin: 0; } .problems h2 { margin: 0; font-size: 1rem; }
a { color: inherit; } :target > p { background: var(--box); }
@media (max-width: 40rem) { td, th { padding-right: .5rem; white-space: normal; } }
@media print {
  :root { --ink: #000; --faint: #444; --ground: #fff; --box: #fff; }
  body { max-width: none; padding: 0 2px; font-size: 10pt; } a { text-decoration: none; }
  article { break-before: page; } article:first-of-type { break-before: auto; }
  .problems { grid-template-columns: repeat(2, minmax(0, 1fr)); } .solutions { break-before: page; }
  section, svg, tr { break-inside: avoid; } h2 { break-after: avoid; } svg { max-height: 9cm; }
  details::details-content { content-visibility: visible; height: auto; }
  summary { list-style: none; }
}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


class PagePuzzle(NamedTuple):
    """A puzzle on the page: its ``name``, what is ``told`` of it, and what it was found to be.

    ``check`` is None where a deal is none; ``told`` says why. The comment of ``about`` belongs to
    the solution.
    """

    name: str
    told: AnyText
    check: PuzzleCheck | None = None
    about: DealInfo = NO_INFO

    @property
    def scene(self) -> Scene | None:
        """The problem as it is drawn."""
        if self.check is None:
            return None
        puzzle = self.check.verification.puzzle
        return Scene.of(puzzle.position, goal=puzzle.goal)


def solutions_page(
    title: str, entries: Sequence[PagePuzzle], *, depth: int | None = None, note: str = ""
) -> str:
    """Return the page, branches down to a ``depth``; ``note`` stands above: what is missing."""
    body = []
    for number, entry in enumerate(entries, 1):
        body.append("<article>")
        body += _article(number, entry, depth)
        body.append("</article>")
    return _page(title, body, note)


def solutions_sheet(
    title: str, entries: Sequence[PagePuzzle], *, depth: int | None = None, note: str = ""
) -> str:
    """Return a sheet to print: the problems in black and white, their solutions at the back."""
    body = ['<div class="problems">']
    for number, entry in enumerate(entries, 1):
        if (scene := entry.scene) is None:
            continue
        body += ["<section>", f"<h2>{number}. {escape(entry.name)}</h2>"]
        if entry.about.credit:
            body.append(f"<p>{escape(entry.about.credit)}</p>")
        body += [picture(scene, grey=True, lines=True), "</section>"]
    head = _("Solutions")
    body += ["</div>", '<div class="solutions">', f"<h1>{escape(head)}</h1>"]
    for number, entry in enumerate(entries, 1):
        body.append(f"<h2>{number}. {escape(entry.name)}</h2>")
        body += _solved(number, entry, depth)
    return _page(title, [*body, "</div>"], note)


def _page(title: str, body: Sequence[str], note: str) -> str:
    """Return a page with a heading; ``note`` stands below it."""
    head = [f"<h1>{escape(title)}</h1>"]
    if note:
        head.append(f"<p><strong>{escape(note)}</strong></p>")
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            *head,
            *body,
            "</body>\n</html>\n",
        )
    )


def _article(number: int, entry: PagePuzzle, depth: int | None) -> Iterator[str]:
    yield f"<h2>{escape(entry.name)}</h2>"
    if entry.about.credit:
        yield f'<p class="faint">{escape(entry.about.credit)}</p>'
    if (scene := entry.scene) is None:
        yield f"<p>{_html(entry.told)}</p>"
        return
    yield picture(scene)
    summary = _("Solution")
    yield f"<details><summary>{escape(summary)}</summary>"
    yield from _solved(number, entry, depth)
    yield "</details>"


def _solved(number: int, entry: PagePuzzle, depth: int | None) -> Iterator[str]:
    """Yield what is told of a puzzle, its solution and what beats wrong first cards."""
    if entry.about.comment:
        yield f"<p>{escape(entry.about.comment)}</p>"
    yield from (f"<p>{_html(line)}</p>" for line in Text(entry.told).lines())
    if (check := entry.check) is None:
        return
    if check.solution is not None:
        yield from _solution(number, check.solution, depth)
    wrong = _("Wrong first cards")
    if check.tries:
        yield f"<details open><summary>{escape(wrong)}</summary>"
        for line in tries_text(check.verification.puzzle, check.tries).lines():
            yield f"<p>{_html(line)}</p>"
        yield "</details>"


def _solution(number: int, solution: PuzzleSolution, depth: int | None) -> Iterator[str]:
    head = _("Main line")
    yield f"<h3>{escape(head)}</h3>\n<table>"
    for row in main_rows(solution):
        cells = "".join(f"<td>{_linked(number, cell)}</td>" for cell in row)
        yield f"<tr>{cells}</tr>"
    yield "</table>"
    if gifts := list(gifts_text(solution)):
        yield f"<h3>{escape(gettext(GIFTS).capitalize())}</h3>"
        yield from (f"<p>{_html(line)}</p>" for gift in gifts for line in gift.lines())
    yield from (f"<p>{escape(line)}</p>" for line in numbers_text(solution))
    shown = solution.down_to(depth)
    for level, group in groupby(shown, key=lambda each: each.level):
        is_open = " open" if level == 1 else ""
        yield f"<details{is_open}><summary>{_level_words(level)}</summary>"
        for each in group:
            yield from _section(number, each)
        yield "</details>"
    left_out = left_out_text(solution, len(shown))
    yield from (
        f'<p class="faint">{escape(line)}</p>' for line in (left_out, *legend(solution)) if line
    )


def _level_words(level: int) -> str:
    ordinals = {
        1: N_("Branches at the first choice of the defence"),
        2: N_("Branches at the second choice of the defence"),
        3: N_("Branches at the third choice of the defence"),
    }
    if level in ordinals:
        return gettext(ordinals[level])
    return _("Branches at choice {number} of the defence", number=level)


def _section(number: int, branching: Branching) -> Iterator[str]:
    position, own = branching.position, branching.number
    yield f'<section id="p{number}b{own}">'
    gifts = _html(not_text(branching.gifts))
    yield f"<p>{escape(branching_head(branching))}{gifts}</p>"
    yield '<table class="hands">'
    for seat in Seat:
        hand = hand_text(position.hands[seat], position.rules)
        yield f"<tr><th>{seat_word(seat)}</th><td>{_html(hand)}</td></tr>"
    if position.table:
        head = escape(_("on the table"))
        yield f"<tr><th>{head}</th><td>{_html(cards_text(position.table))}</td></tr>"
    yield "</table>\n<ul>"
    for branch in branching.branches:
        yield f"<li>{_linked(number, branch_text(branch))}</li>"
    yield "</ul>\n</section>"


def _html(text: AnyText) -> str:
    return html_text(text, 'class="red"')


def _linked(number: int, text: AnyText) -> str:
    """Return play of a puzzle as HTML in which numbers lead to their branchings."""
    return _REFERENCE.sub(rf'<a href="#p{number}b\1">[\1]</a>', _html(text))
