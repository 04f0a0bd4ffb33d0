"""The list of the puzzles that come with the program; make_docs.py writes it."""

from __future__ import annotations

from pathlib import Path

from manni.solver.cards import SEATS
from manni.solver.files.reading import read_deals
from manni.solver.goal import format_goal
from manni.solver.puzzles.plain_player import where_he_fails
from manni.solver.puzzles.verify import Puzzle, puzzle_of
from manni.solver.report.text import card_sign
from manni.solver.run import Run
from manni.solver.values.solve import Solver

PUZZLES = Path(__file__).parent.parent / "data" / "sample_deals" / "puzzles.manni"

HEAD = """\
# The puzzles that come with the program

Those of `data/sample_deals/puzzles.manni` in their order, by which `--deal` picks one. What the
plain player plays is the card with which he first goes wrong against some defence; so the last two
columns give something away.

| | goal | cards | grade | themes | the plain player plays |
|---:|---|---:|---:|---|---|
"""


def page() -> str:
    """Return the whole page."""
    solver = Solver(64)
    rows = []
    for number, deal in enumerate(read_deals(PUZZLES), 1):
        puzzle = puzzle_of(deal)
        assert puzzle is not None
        goal = f"{format_goal(puzzle.goal)} in {puzzle.position.contract}"
        themes = deal.tag("Theme") or "–"
        cells = (goal, puzzle.position.tricks, deal.tag("Grade"), themes, _fails(puzzle, solver))
        rows.append(f"| {number} | {' | '.join(map(str, cells))} |\n")
    return HEAD + "".join(rows)


def _fails(puzzle: Puzzle, solver: Solver) -> str:
    """Return the card with which the plain player goes wrong, and in which trick."""
    line = where_he_fails(puzzle.position, puzzle.goal, solver.engine, Run())
    if line is None:
        return "solved throughout"
    trick = 1 + (len(puzzle.position.table) + len(line) - 1) // SEATS
    return card_sign(line[-1]) + (f" in trick {trick}" if trick > 1 else "")
