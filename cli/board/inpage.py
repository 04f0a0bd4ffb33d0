"""The board where Python runs in the page itself: its one tab, without a server or a thread."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from time import time
from typing import Any

from manni.cli.board.kept import Kept
from manni.cli.board.limits import Limits
from manni.cli.board.service import Board
from manni.cli.board.worker import Alone
from manni.solver import i18n

LIMITS = Limits(tabs=1, engines=1, memory_mb=32, move_seconds=2)
"""What a telephone can bear."""


Games = Sequence[tuple[str, float, str]]
"""Games by name, with when each was written."""


class InBrowser(Kept):
    """Games that the browser keeps: it gives those it has, and is told of each that changes.

    ``keep`` is called with the name of a game, its text and the one before; None for no game.
    """

    def __init__(self, games: Games, keep: Callable[[str, str | None, str | None], object]) -> None:
        self._games = {key: (when, text) for key, when, text in games}
        self._keep = keep

    def stamps(self) -> Iterator[tuple[float, str]]:
        """Yield when each game was written, in seconds since 1970, and its name."""
        return ((when, key) for key, (when, _) in self._games.items())

    def text(self, key: str) -> str | None:
        """Return a game, None where there is none."""
        return self._games.get(key, (0.0, None))[1]

    def write(self, key: str, text: str) -> None:
        """Keep a game."""
        self._keep(key, text, self.text(key))
        self._games[key] = time(), text

    def take(self, key: str, when: float, text: str | None) -> None:
        """Take a game as another tab has kept it."""
        if text is None:
            self._games.pop(key, None)
        else:
            self._games[key] = when, text

    def delete(self, key: str) -> None:
        """Delete a game. Raises FileNotFoundError."""
        if key not in self._games:
            raise FileNotFoundError
        self._keep(key, None, self._games.pop(key)[1])


class InPage:
    """A board for the page that it runs in, which is sent answers as texts.

    ``languages`` are those of its user, the one liked best first; ``games`` and ``keep`` are for
    ``InBrowser``.
    """

    def __init__(
        self,
        send: Callable[[str], object],
        languages: Sequence[str] = (),
        games: Games = (),
        keep: Callable[[str, str | None, str | None], object] = lambda *_: None,
    ) -> None:
        known = filter(None, map(i18n.language_of, languages))
        i18n.choose(next(known, i18n.ENGLISH))
        self._turns = Alone(LIMITS.memory_mb, LIMITS.slice)
        self._kept = InBrowser(games, keep)

        def say(data: dict[str, Any]) -> None:
            send(json.dumps(data, separators=(",", ":")))

        self._board = Board(LIMITS, self._kept, self._turns)
        self._tab = self._board.tab(say)

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        self._tab.receive(text)

    def take(self, key: str, when: float, text: str | None) -> None:
        """Take a game that another tab goes on with, None where it has deleted it."""
        self._kept.take(key, when, text)
        if text is not None:
            self._board.shelf.games.lose(key)

    def turn(self) -> bool:
        """Search for a moment; return whether there was anything to search for."""
        return self._turns.turn()
