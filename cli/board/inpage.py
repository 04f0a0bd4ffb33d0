"""The board where Python runs in the page itself: its one tab, without a server or a thread."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from manni.cli.board.limits import Limits
from manni.cli.board.service import Board
from manni.cli.board.worker import Alone
from manni.solver import i18n

LIMITS = Limits(tabs=1, engines=1, memory_mb=32, move_seconds=2)
"""What a telephone can bear."""


class InPage:
    """A board for the page that it runs in, which is sent answers as texts.

    ``languages`` are those of its user, the one liked best first.
    """

    def __init__(self, send: Callable[[str], object], languages: Sequence[str] = ()) -> None:
        known = filter(None, map(i18n.language_of, languages))
        i18n.choose(next(known, i18n.ENGLISH))
        self._turns = Alone(LIMITS.memory_mb, LIMITS.slice)

        def say(data: dict[str, Any]) -> None:
            send(json.dumps(data, separators=(",", ":")))

        self._tab = Board(LIMITS, workers=self._turns).tab(say)

    def receive(self, text: str) -> None:
        """Take a message of the page."""
        self._tab.receive(text)

    def turn(self) -> bool:
        """Search for a moment; return whether there was anything to search for."""
        return self._turns.turn()
