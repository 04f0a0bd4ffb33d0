"""What a board has to show: sample deals, puzzles, files it was given, values found by now.

The samples lie in ``data/sample_deals``; the build copies them beside this module.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from cli.board.deals import title_of
from cli.board.games import Games
from cli.board.limits import Limits
from cli.board.place import Place
from solver.checks import quote
from solver.deal import Deal
from solver.described import CONTRACT, COUNT, SEAT, TEXT, field, list_of, record
from solver.errors import NotationError, SolverError
from solver.files.entry import Entry
from solver.files.reading import entries_of
from solver.position import Position
from solver.puzzles.themes import themes_of
from solver.puzzles.verify import Puzzle, puzzle_of
from solver.report.about import About
from solver.report.goal import goal_words
from solver.values.gradual import Gradual
from solver.words import gettext

T = TypeVar("T")

FOLDER = "sample_deals"

_MOST_KNOWN = 500
"""Positions whose values are remembered; the oldest are forgotten."""


def sample_files() -> dict[str, Traversable]:
    """Return the sample files by their names without ``.manni``, sorted."""
    folder: Traversable = resources.files("cli.board") / FOLDER
    if not folder.is_dir():  # run from the repository
        folder = Path(__file__).resolve().parents[2] / "data" / FOLDER
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".manni"))
    return {name.removesuffix(".manni"): folder / name for name in names}


class Sheet(NamedTuple):
    """A file to show: its name and what is in it."""

    name: str
    entries: tuple[Entry, ...]


class _Puzzle(NamedTuple):
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
    field("credit", TEXT, "author and source", lambda own: About.of(own.deal).credit),
    field("comment", TEXT, "may give it away", lambda own: About.of(own.deal).comment),
    js="PuzzleEntry",
    doc="of the list",
)


def _goal_text(puzzle: Puzzle) -> str:
    return goal_words(puzzle.goal, puzzle.position.contract, puzzle.position.rules)


class Shelf:
    """Sample files and their puzzles, files of the command line, what is known, the games."""

    def __init__(self, limits: Limits, games: Games) -> None:
        self.limits = limits
        self.games = games
        self._known: OrderedDict[Position, Gradual] = OrderedDict()
        self._lock = Lock()
        self._samples: dict[str, Sheet] = {}
        for name, file in sample_files().items():
            text = file.read_text(encoding="utf-8")
            self._samples[name] = Sheet(f"{name}.manni", tuple(entries_of(text, f"{name}.manni")))
        self._files: dict[str, Sheet] = {}
        self._puzzles = dict(_puzzles(self._samples))

    def add_file(self, name: str, text: str) -> str:
        """Add a file; return its number, by which ``file`` finds it."""
        number = str(len(self._files) + 1)
        self._files[number] = Sheet(Path(name).name, tuple(entries_of(text, name)))
        return number

    def sample(self, name: str) -> Sheet:
        """Return a sample file. Raises NotationError."""
        return _of(self._samples, name, "sample")

    def file(self, number: str) -> Sheet:
        """Return a file of the command line, by its place in it from 1. Raises NotationError."""
        return _of(self._files, number, "file")

    def puzzle(self, name: str) -> Deal:
        """Return a puzzle's deal. Raises NotationError."""
        return _of(self._puzzles, name, "puzzle").deal

    def known(self, place: Place) -> Gradual:
        """Return what is known of a place, found for any tab here or on the card before."""
        position = place.position
        with self._lock:
            known = self._known.get(position)
            if known is None:
                known = self._known[position] = Gradual(position)
                if place.moves and (before := self._known.get(place.positions[-2])) is not None:
                    known.take_up(before.after(place.moves[-1].card))
            self._known.move_to_end(position)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        return known

    @property
    def samples_json(self) -> list[dict[str, Any]]:
        """The sample files with their numbers of deals."""
        return [
            {"id": name, "name": name.replace("-", " "), "deals": len(sheet.entries)}
            for name, sheet in self._samples.items()
        ]

    @property
    def files_json(self) -> list[dict[str, Any]]:
        """The files of the command line with their numbers of deals."""
        return [
            {"id": number, "name": sheet.name, "deals": len(sheet.entries)}
            for number, sheet in self._files.items()
        ]

    @property
    def number_of_puzzles(self) -> int:
        """How many puzzles there are."""
        return len(self._puzzles)

    @cached_property
    def puzzles_json(self) -> list[dict[str, Any]]:
        """The puzzles: what is asked of whom."""
        return [PUZZLE_ENTRY.told(each, id=name) for name, each in self._puzzles.items()]


def _of(shelf: Mapping[str, T], name: str, what: str) -> T:
    if name not in shelf:
        raise NotationError(f"there is no {what} {quote(name)}")
    return shelf[name]


def _puzzles(samples: Mapping[str, Sheet]) -> list[tuple[str, _Puzzle]]:
    """Return the deals with a goal and a key, those of the suite of puzzles first."""
    puzzles = []
    for name, sheet in sorted(samples.items(), key=lambda item: item[0] != "puzzles"):
        for entry in sheet.entries:
            try:
                puzzle = None if entry.deal is None else puzzle_of(entry.deal)
            except SolverError:
                continue
            if entry.deal is None or puzzle is None or puzzle.key is None:
                continue
            title, game = title_of(entry.deal, entry.number), entry.deal.rules
            if game is not None and game.rules.unit == "points":
                title += f", {gettext(game.name)}"
            puzzles.append((f"{name}-{entry.number}", _Puzzle(title, entry.deal, puzzle)))
    return puzzles
