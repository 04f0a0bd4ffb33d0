"""The games of this user as they are kept, each by itself: what the list of them is made of."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

from ...solver.deal import Deal
from ...solver.errors import NotationError, SolverError, one_line
from ...solver.files.dealfile import parse_deals, read_text
from ...solver.i18n import gettext
from ...solver.schema import Count
from ..outfile import delete_leftovers, write_file

_KEY = re.compile("[0-9a-f]{10}")
_MOST_LISTED = 30


class GameListed(TypedDict):
    """kept

    Attributes:
        when: it was played last, in seconds since 1970
        deals: played to their end
        of: deals; null if it goes on to its end
    """

    id: str
    game: str
    when: Count
    deals: Count
    of: Count | None
    over: bool


def user_folder() -> Path:
    """Return where what is this user's is kept."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return folder / "manni"


class KeptGames(TypedDict):
    """kept

    Attributes:
        unread: what is wrong with each that is left out
    """

    games: list[GameListed]
    unread: list[str]


Tell = Callable[[str, str | None, str | None], object]


class Kept:
    """The games of a folder, a file each in the format of ``manni play -o``.

    ``tell`` is called with the name of each that is written, its text and the one before, or
    deleted, then without either.
    """

    def __init__(self, folder: Path, tell: Tell = lambda *_: None) -> None:
        self._folder = folder
        self._tell = tell
        delete_leftovers(folder, "*.manni.*")  # by a board that was killed

    def path(self, key: str) -> Path:
        """Return the file of a game. Raises NotationError for what is no game's name."""
        if not _KEY.fullmatch(key):
            raise NotationError("there is no such game")
        return self._folder / f"{key}.manni"

    def text(self, key: str) -> str | None:
        """Return a game, None where there is none.

        Raises NotationError for no game's name, or for a file that cannot be read.
        """
        path = self.path(key)
        return read_text(path) if path.exists() else None

    def write(self, key: str, text: str) -> None:
        """Keep a game. Raises OSError."""
        was = None
        with suppress(NotationError):  # what cannot be read is written over
            was = self.text(key)
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        write_file(str(self.path(key)), text, mode=0o600)
        self._tell(key, text, was)

    def delete(self, key: str) -> None:
        """Delete a game. Raises OSError."""
        self.path(key).unlink()
        self._tell(key, None, None)

    def listed(self) -> KeptGames:
        """Return the games, the one played last first, and what is wrong with those left out."""
        files: list[tuple[float, str]] = []
        with suppress(FileNotFoundError):  # no game has been kept yet
            for file in os.scandir(self._folder):
                key = file.name.removesuffix(".manni")
                if file.name.endswith(".manni") and _KEY.fullmatch(key):
                    with suppress(FileNotFoundError):  # deleted meanwhile, or a link to nothing
                        files.append((file.stat().st_mtime, key))
        games: list[GameListed] = []
        unread = []
        for when, key in sorted(files, reverse=True):
            try:
                text = self.text(key)
                if text is not None and len(games) < _MOST_LISTED:
                    games.append(_entry(key, when, parse_deals(text, str(self.path(key)))))
            except SolverError as error:
                unread.append(one_line(str(error)))
        return {"games": games, "unread": unread}


def _entry(key: str, when: float, deals: list[Deal]) -> GameListed:
    """Return what the list says of a game."""
    from ...solver.scoresheet import record_deal, start_game
    from ...solver.table.settings import Settings

    settings, last = Settings.of(deals[0]), deals[-1]
    over, played = last.result is not None, sum(deal.result is not None for deal in deals)
    if settings.is_game and over:
        game = start_game(deals[0])
        for deal in deals:
            game = record_deal(game, deal)
        over = game.over or played == settings.deals
    variant = last.rules
    if variant is None:
        raise NotationError("it does not say which game it is", file=f"{key}.manni")
    return {
        "id": key,
        "game": gettext(variant.name),
        "when": round(when),
        "deals": played,
        "over": over,
        "of": settings.deals if settings.is_game else 1,
    }
