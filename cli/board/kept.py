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
from ...solver.errors import NotationError, SolverError
from ...solver.files.dealfile import parse_deals
from ...solver.i18n import gettext
from ...solver.schema import Count
from ..outfile import take_away, write_file

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


Tell = Callable[[str, str | None, str | None], object]


class Kept:
    """The games of a folder, a file each in the format of ``manni play -o``.

    ``tell`` is called with the name of each that is written, its text and the one before, or
    deleted, then without either.
    """

    def __init__(self, folder: Path, tell: Tell = lambda *_: None) -> None:
        self._folder = folder
        self._tell = tell
        take_away(folder, "*.manni.*")  # by a board that was killed

    def path(self, key: str) -> Path:
        """Return the file of a game. Raises NotationError for what is no game's name."""
        if not _KEY.fullmatch(key):
            raise NotationError("there is no such game")
        return self._folder / f"{key}.manni"

    def text(self, key: str) -> str | None:
        """Return a game, None where there is none. Raises NotationError for no game's name."""
        with suppress(OSError):
            return self.path(key).read_text(encoding="utf-8")
        return None

    def write(self, key: str, text: str) -> None:
        """Keep a game. Raises OSError."""
        was = self.text(key)
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        write_file(str(self.path(key)), text, mode=0o600)
        self._tell(key, text, was)

    def delete(self, key: str) -> None:
        """Delete a game. Raises OSError."""
        self.path(key).unlink()
        self._tell(key, None, None)

    def listed(self) -> list[GameListed]:
        """Return the games, the one played last first."""
        files: list[tuple[float, str]] = []
        with suppress(OSError):
            for file in os.scandir(self._folder):
                key = file.name.removesuffix(".manni")
                if file.name.endswith(".manni") and _KEY.fullmatch(key):
                    files.append((file.stat().st_mtime, key))
        found = []
        for when, key in sorted(files, reverse=True)[:_MOST_LISTED]:
            with suppress(SolverError):
                deals = parse_deals(self.text(key) or "")
                found.append(_entry(key, when, deals))
        return found


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
    assert variant is not None
    return {
        "id": key,
        "game": gettext(variant.name),
        "when": round(when),
        "deals": played,
        "over": over,
        "of": settings.deals if settings.is_game else 1,
    }
