"""The answers that wait for a tab to read them: never many, however slow it is."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from typing import Any

Answer = dict[str, Any]

MOST = 16
"""Answers waiting above which nothing more is read from the tab."""


class Outbox:
    """A queue to one tab. An answer that is not the last one gives way to a newer of its kind."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Hashable, Answer] = {}
        self._some = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def put(self, answer: Answer) -> None:
        """Add an answer; any thread may, and after the end it is dropped."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._add, answer)

    def _add(self, answer: Answer) -> None:
        key: Hashable = object()
        if answer.get("done") is False and not answer.get("paused"):
            # What it tells (values, progress) and of what kind of request; a newer number
            # ends the older.
            key = answer.get("ask"), frozenset(answer)
            self._waiting.pop(key, None)
        self._waiting[key] = answer
        self._changed()

    async def take(self) -> Answer:
        """Return the next answer, once there is one."""
        await self._some.wait()
        answer = self._waiting.pop(next(iter(self._waiting)))
        self._changed()
        return answer

    async def room(self) -> None:
        """Wait until the tab has read most of its answers."""
        await self._room.wait()

    def _changed(self) -> None:
        for event, so in (
            (self._some, len(self._waiting) > 0),
            (self._room, len(self._waiting) < MOST),
        ):
            if so:
                event.set()
            else:
                event.clear()
