"""Threads that help a long search, on the table it works with.

Most searches are over before another thread could have begun: help is called in by the
search itself, some milliseconds on, if threads have nothing of their own to do.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from time import sleep
from typing import Any, Protocol

MOST_THREADS = 1024

_MOMENT = 0.0002
"""Seconds between looks at whether a thread that never quite began is out of the way."""


class Searcher(Protocol):
    """What a crew needs of a search; see ``solver/_search.pyi``."""

    @property
    def nodes(self) -> int: ...
    @property
    def question(self) -> int: ...
    @property
    def helpers(self) -> int: ...
    def share(self, on: bool) -> None: ...
    def call_off_help(self) -> None: ...
    def help(self, leader: Any, question: int) -> None: ...


class Crew:
    """As many ``threads`` as may search on one table at a time.

    ``recruit`` makes a search on that table for one more thread.
    """

    def __init__(self, threads: int, recruit: Callable[[], Searcher]) -> None:
        self.threads = threads
        self._recruit = recruit
        self._resting: list[Searcher] = []
        self._helping = 0
        self._at_work = 1
        self._lock = Lock()

    def set_at_work(self, threads: int) -> None:
        """Say how many threads have searches of their own; the others may help."""
        with self._lock:
            self._at_work = threads

    def take(self) -> Searcher | None:
        """Return a search for a thread that is free to help, None if there is none."""
        with self._lock:
            if self._at_work + self._helping >= self.threads:
                return None
            helper = self._resting.pop() if self._resting else self._recruit()
            self._helping += 1
            return helper

    def give_back(self, helper: Searcher) -> None:
        """Take back what ``take`` gave."""
        with self._lock:
            self._helping -= 1
            self._resting.append(helper)


class Help:
    """The threads of a crew that help one search; none is left after ``end``."""

    def __init__(self, crew: Crew, leader: Searcher) -> None:
        self.nodes = 0
        """Positions searched by those who helped."""
        self._crew = crew
        self._leader = leader
        self._threads: list[Thread] = []
        self._refused = False

    def call_in(self) -> None:
        """Have every thread that is free help; called by the search, between two positions."""
        for _ in range(self._crew.threads - 1):  # some may be done before the last has begun
            helper = None if self._refused else self._crew.take()
            if helper is None:
                return
            if not self._threads:
                self._leader.share(True)
            thread = Thread(target=self._work, args=(helper, self._leader.question), daemon=True)
            self._threads.append(thread)
            try:
                thread.start()
            except RuntimeError:  # the system has no thread to give
                self._crew.give_back(helper)
                self._refused = True

    def _work(self, helper: Searcher, question: int) -> None:
        before = helper.nodes
        try:
            helper.help(self._leader, question)
        finally:
            self.nodes += helper.nodes - before
            self._crew.give_back(helper)

    def end(self) -> None:
        """Stop the helping threads and wait for them, even through an exception."""
        self._leader.call_off_help()
        interrupted: BaseException | None = None
        waiting = bool(self._threads)
        while waiting:
            try:
                for thread in self._threads:
                    if thread.ident is not None:
                        thread.join()
                while self._leader.helpers:
                    sleep(_MOMENT)
                waiting = False
            except BaseException as error:  # Ctrl-C: they are about to stop
                interrupted = error
        if self._threads:
            self._leader.share(False)
            self._threads.clear()
        if interrupted is not None:
            raise interrupted
