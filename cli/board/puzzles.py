"""The puzzles that a board has to offer: the sample deals with a goal and a key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from manni.cli.board.deals import title_of
from manni.solver.deal import Deal
from manni.solver.errors import SolverError
from manni.solver.files.dealfile import Entry
from manni.solver.i18n import gettext
from manni.solver.puzzles.themes import themes_of
from manni.solver.puzzles.verify import Puzzle, puzzle_of
from manni.solver.report.diagram import DealInfo, goal_words
from manni.solver.schema import CONTRACT, COUNT, SEAT, TEXT, field, list_of, record


class Listed(NamedTuple):
    """A puzzle of the list."""

    title: str
    deal: Deal
    puzzle: Puzzle


PUZZLE_ENTRY = record(
    field("id", TEXT, of=None),
    field("title", TEXT),
    field("contract", CONTRACT, of="puzzle.position.contract"),
    field("cards", COUNT, of="puzzle.position.tricks"),
    field("goal", TEXT, of=lambda own: _goal_text(own.puzzle)),
    field("seat", SEAT, of="puzzle.goal.seat"),
    field("grade", TEXT, "by its tag, empty without one", lambda own: own.deal.tag("Grade")),
    field("themes", list_of(TEXT), "by its tag", lambda own: themes_of(own.deal)),
    field("credit", TEXT, "author and source", lambda own: DealInfo.of(own.deal).credit),
    field("comment", TEXT, "may give it away", lambda own: DealInfo.of(own.deal).comment),
    name="PuzzleEntry",
    doc="of the list",
)


def _goal_text(puzzle: Puzzle) -> str:
    return goal_words(puzzle.goal, puzzle.position.contract, puzzle.position.rules)


def listed(samples: Mapping[str, Iterable[Entry]]) -> dict[str, Listed]:
    """Return the deals with a goal and a key, those of the suite of puzzles first."""
    puzzles = {}
    for name, entries in sorted(samples.items(), key=lambda item: item[0] != "puzzles"):
        for entry in entries:
            try:
                puzzle = None if entry.deal is None else puzzle_of(entry.deal)
            except SolverError:
                continue
            if entry.deal is None or puzzle is None or puzzle.key is None:
                continue
            title, game = title_of(entry.deal, entry.number), entry.deal.rules
            if game is not None and game.rules.unit == "points":
                title += f", {gettext(game.name)}"
            puzzles[f"{name}-{entry.number}"] = Listed(title, entry.deal, puzzle)
    return puzzles
