"""The board where Python runs in the page itself: its one tab, without a server or a thread."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from ...solver import i18n
from ...solver.errors import NotationError
from .kept import Kept, Tell, user_folder
from .service import Board
from .worker import BoardLimits, SingleThread

LIMITS = BoardLimits(tabs=1, engines=1, memory_mb=32, move_seconds=2)
"""What a telephone can bear."""


class InPage:
    """A board for the page that it runs in, which is sent answers as texts.

    ``languages`` are those of its user, the one liked best first. The page keeps the games: it
    gives those it has, each with when it was written, and is told of every change by ``keep``.
    """

    def __init__(
        self,
        send: Callable[[str], object],
        languages: Sequence[str] = (),
        games: Iterable[tuple[str, float, str]] = (),
        keep: Tell = lambda *_: None,
    ) -> None:
        known = filter(None, map(i18n.language_of, languages))
        i18n.choose(next(known, i18n.ENGLISH))
        self._scheduler = SingleThread(LIMITS.memory_mb, LIMITS.slice)
        self._kept = Kept(user_folder() / "games", keep)
        for game in games:
            with suppress(NotationError):  # no game has such a name
                self._mirror_file(*game)

        def say(data: dict[str, Any]) -> None:
            send(json.dumps(data, separators=(",", ":")))

        self._board = Board(LIMITS, self._kept, self._scheduler)
        self._tab = self._board.tab(say)

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        self._tab.receive(text)

    def take(self, key: str, when: float, text: str | None) -> None:
        """Take a game that another tab goes on with, None where it has deleted it."""
        self._mirror_file(key, when, text)
        self._board.shelf.release(key, is_there=text is not None)

    def _mirror_file(self, key: str, when: float, text: str | None) -> None:
        """Have a game in its file as the page has it."""
        path = self._kept.path(key)
        if text is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        os.utime(path, (when, when))

    def turn(self) -> bool:
        """Search for a moment; return whether there was anything to search for."""
        return self._scheduler.run_slice()
