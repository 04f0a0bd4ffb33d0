"""What a board has to show: sample deals, puzzles, files it was given, values found by now.

The samples are those of ``data/sample_deals``, to which a link beside this module leads.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...solver.checks import quote
from ...solver.errors import NotationError
from ...solver.files.dealfile import Entry
from ...solver.files.reading import entries_of
from ...solver.i18n import N_, gettext
from ...solver.position import Position
from ...solver.rules.games import VARIANTS
from ...solver.table.place import Place
from ...solver.values.iterative_bounds import IterativeBounds
from .kept import Kept
from .worker import BoardLimits

if TYPE_CHECKING:
    from .games import Games
    from .worker import BoardSearch

T = TypeVar("T")

_MOST_KNOWN = 500
"""Positions whose values are remembered; the oldest are forgotten."""


@cache
def samples() -> dict[str, str]:
    """Return the texts of the sample files by their names without ``.manni``, sorted."""
    files = sorted(Path(__file__).with_name("sample_deals").glob("*.manni"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


_NAMES = {
    "endings": N_("Endings of a few cards"),
    "freaks": N_("Hands one never sees"),
    "manille-puzzles": N_("Puzzles of Manille"),
    "mid-trick": N_("In the middle of a trick"),
    "misere": N_("Problems by chess players"),
    "played": N_("Deals played to the end"),
    "puzzles": N_("Puzzles of Manni"),
}
"""What the samples are called that are of no one game."""


def sample_name(name: str) -> str:
    """Return what people call a sample: its game, or what it shows."""
    return gettext(_NAMES[name] if name in _NAMES else VARIANTS[name].name)


class DealFile(NamedTuple):
    """A file to show: its name and what is in it."""

    name: str
    entries: tuple[Entry, ...]


class Shelf:
    """Sample files and their puzzles, files of the command line, what is known, the games.

    ``add`` has the computer search.
    """

    def __init__(self, limits: BoardLimits, add: Callable[[BoardSearch], None], kept: Kept) -> None:
        self.limits = limits
        self._add = add
        self.kept = kept
        self._games: Games | None = None
        self._known: OrderedDict[Position, IterativeBounds] = OrderedDict()
        self._lock = Lock()
        self._files: dict[str, DealFile] = {}

    @property
    def games(self) -> Games:
        """The games that are played here; as they are ``kept`` they are listed without these."""
        from .games import Games

        with self._lock:
            self._games = self._games or Games(self.kept, self._add)
        return self._games

    def release(self, key: str, *, is_there: bool) -> None:
        """Let a game go with which another tab goes on, or which it has deleted."""
        if self._games is not None:
            self._games.release(key, is_there=is_there)

    def add_file(self, name: str, text: str) -> str:
        """Add a file; return its number, by which ``file`` finds it."""
        number = str(len(self._files) + 1)
        self._files[number] = _read(name, text)
        return number

    def sample(self, name: str) -> DealFile:
        """Return a sample file. Raises NotationError."""
        return _read(f"{name}.manni", _find(samples(), name, "sample"))

    def file(self, number: str) -> DealFile:
        """Return a file of the command line, by its place in it from 1. Raises NotationError."""
        return _find(self._files, number, "file")

    def known(self, place: Place) -> IterativeBounds:
        """Return what is known of a place, found for any tab here or on the card before."""
        position = place.position
        with self._lock:
            known = self._known.get(position)
            if known is None:
                known = self._known[position] = IterativeBounds(position)
                if place.moves and (before := self._known.get(place.positions[-2])) is not None:
                    known.take_up(before.after(place.moves[-1].card))
            self._known.move_to_end(position)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        return known

    @property
    def files_json(self) -> list[dict[str, Any]]:
        """The files of the command line with their numbers of deals."""
        return [
            {"id": number, "name": sheet.name, "deals": len(sheet.entries)}
            for number, sheet in self._files.items()
        ]


def _find(shelf: Mapping[str, T], name: str, what: str) -> T:
    """Return what a shelf has under a name. Raises NotationError."""
    if name not in shelf:
        raise NotationError(f"there is no {what} {quote(name)}")
    return shelf[name]


def _read(name: str, text: str) -> DealFile:
    return DealFile(Path(name).name, tuple(entries_of(text, name)))
