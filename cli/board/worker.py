"""The engines of a board and the searches that take turns on them, within limits.

The search that has had the least time goes first: that is the newest request, and of many deep
searches each in its turn. Each engine has a thread of its own, and one of the threads takes no
search that cannot be cut into slices, so that what takes long never delays a click. Where there
are no threads, one engine is given a slice of time after the other, and messages are heard between
them.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from threading import Condition, Thread
from time import monotonic

from ...solver import i18n
from ...solver.engine import Engine, Pool
from ...solver.records import frozen
from ...solver.run import Run

_LOG = logging.getLogger("manni.board")

_AHEAD = 0.1
"""By what part of the other's time a search may get ahead of one that waits.

So slices grow with the time that has been spent, and every search comes to its end.
"""

_ALONE = 0.02
"""The same where messages wait: what part of its time a search may have in one slice."""


@frozen
class BoardLimits:
    """What a board allows and how it shares its time; seconds and megabytes.

    ``seconds`` is how long a request is searched for until the page asks to go on,
    ``move_seconds`` how long the computer thinks about a card, ``blind_seconds`` about an
    exchange with one hand seen. ``slice`` is how long a search keeps an engine at first that
    another waits for. ``memory_mb`` is for all engines together.
    """

    message_bytes: int = 1 << 20
    deals: int = 1000
    tabs: int = 32
    seconds: float = 30.0
    move_seconds: float = 5.0
    blind_seconds: float = 10.0
    engines: int = 2
    memory_mb: float = 512.0
    slice: float = 0.05
    between_answers: float = 0.05


class BoardSearch(ABC):
    """A piece of work for an engine, done in slices of time."""

    sliced = True
    """Whether it can be left after a slice and taken up again, by another engine too."""

    language = i18n.ENGLISH
    """In which is answered."""

    spent = 0.0
    """The seconds it has had an engine."""

    @abstractmethod
    def is_wanted(self) -> bool:
        """Return whether it is to go on now; asked often, from any thread."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether it will never go on."""

    @abstractmethod
    def work(self, engine: Engine, run: Run) -> None:
        """Search until the run is over, or all is found."""

    @abstractmethod
    def fail(self, error: Exception) -> None:
        """Tell that there was no memory left, or an error of the program."""


class Scheduler:
    """Searches that take turns, each for a slice of time."""

    def __init__(self, slice_seconds: float) -> None:
        self._slice = slice_seconds
        self._changed = Condition()
        self._waiting: list[BoardSearch] = []
        self._closed = False

    def add(self, search: BoardSearch) -> None:
        """Have a search worked on; it goes before older ones."""
        with self._changed:
            self._waiting.insert(0, search)
            self._look_again()

    def wake(self) -> None:
        """Look again at which searches are wanted."""
        with self._changed:
            self._look_again()

    def close(self) -> None:
        """End all searches."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _look_again(self) -> None:
        self._waiting = [search for search in self._waiting if not search.is_over()]
        self._changed.notify_all()

    def _next(self, takes_unsliced: bool) -> BoardSearch | None:
        """Return the search that has had the least time, the newest of those alike."""
        wanted = [
            search
            for search in tuple(self._waiting)
            if (search.sliced or takes_unsliced) and search.is_wanted()
        ]
        return min(wanted, key=lambda search: search.spent, default=None)

    def _is_time_up(self, search: BoardSearch, seconds: float, takes_unsliced: bool) -> bool:
        """Return whether a search has had its slice, after so many seconds of it."""
        other = self._next(takes_unsliced)
        if other is None:
            return False
        ahead = search.spent + seconds - other.spent
        return ahead > max(self._slice, _AHEAD * other.spent)

    def _give_time(self, search: BoardSearch, engine: Engine, takes_unsliced: bool) -> None:
        begun = monotonic()

        def is_to_leave() -> bool:
            if self._closed or not search.is_wanted():
                return True
            return search.sliced and self._is_time_up(search, monotonic() - begun, takes_unsliced)

        try:
            with i18n.speaking(search.language):
                search.work(engine, Run(cancelled=is_to_leave))
        except Exception as error:
            _LOG.exception("a search failed")
            search.fail(error)
        search.spent += monotonic() - begun
        with self._changed:
            self._waiting.append(search)
            self._look_again()


class Workers(Scheduler):
    """Threads with an engine each; ``memory_mb`` is for all of them."""

    def __init__(self, engines: int, memory_mb: float, slice_seconds: float) -> None:
        super().__init__(slice_seconds)
        self._threads = [
            Thread(target=self._serve, args=(engine, number > 0), daemon=True)
            for number, engine in enumerate(Pool(memory_mb, max(2, engines)).engines)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End all searches and the threads."""
        super().close()
        for thread in self._threads:
            thread.join()

    def _serve(self, engine: Engine, takes_unsliced: bool) -> None:
        while True:
            with self._changed:
                while (search := self._next(takes_unsliced)) is None and not self._closed:
                    self._changed.wait()
                if search is None or self._closed:
                    return
                self._waiting.remove(search)
            self._give_time(search, engine, takes_unsliced)


class SingleThread(Scheduler):
    """One engine and no thread: who made it calls ``run_slice`` while there is work to do."""

    def __init__(self, memory_mb: float, slice_seconds: float) -> None:
        super().__init__(slice_seconds)
        self._engine = Engine(memory_mb)

    def run_slice(self) -> bool:
        """Give one search a slice of time; return whether there was one to give it to."""
        search = None if self._closed else self._next(takes_unsliced=True)
        if search is None:
            return False
        self._waiting.remove(search)
        self._give_time(search, self._engine, takes_unsliced=True)
        return True

    def _is_time_up(self, search: BoardSearch, seconds: float, takes_unsliced: bool) -> bool:
        """Return whether it is time to hear what the page has to say."""
        return seconds > max(self._slice, _ALONE * search.spent)
