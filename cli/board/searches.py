"""A request that is searched for: its time, and what is answered as the search goes on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from math import inf
from time import monotonic
from typing import Protocol, TypeVar

from ...solver import i18n
from ...solver.engine import Engine
from ...solver.errors import SolverError, StoppedError
from ...solver.run import Run
from .requests import PART, Data, Number, Request, problem_of
from .shelf import Shelf
from .worker import BoardSearch

_Found = TypeVar("_Found")

_LEAST = 0.05
"""Seconds for what was allowed none, and cannot be done in steps."""


class Page(Protocol):
    """The tab that a search is for."""

    @property
    def shelf(self) -> Shelf:
        """What all tabs share."""

    def answer(self, search: SearchRequest, data: Data) -> None:
        """Send an answer, unless the page does not wait for this search any more."""

    def is_current(self, search: SearchRequest) -> bool:
        """Return whether the search is the newest of its kind."""


class Quick(Request):
    """A request that is answered at once; one that searches is a ``SearchRequest``."""

    @abstractmethod
    def answer(self, shelf: Shelf) -> Data:
        """Return the answer. Raises SolverError for what cannot be answered."""


class SearchRequest(Request, BoardSearch):
    """A request that is searched for; of each kind a tab has one at a time."""

    page: Page = field(init=False)
    seconds: float = field(init=False)

    _left = 0.0  # of the seconds allowed
    _brought = False  # whether anything has come of them
    _paused = False
    _stopped = False
    _done = False
    _told_at = -inf
    _part = 0.0

    def begin(self, page: Page, older: SearchRequest | None) -> bool:
        """Begin it for a page after the ``older`` of its kind; return whether there is work.

        Raises SolverError for what cannot be searched for.
        """
        self.page = page
        self.language = i18n.language()
        self.seconds = page.shelf.limits.seconds
        wanted = self.prepare()
        self.take_over(older)
        self._left = self.seconds
        return wanted

    @abstractmethod
    def prepare(self) -> bool:
        """Work out what is to be searched for, as ``begin`` has it."""

    def take_over(self, older: SearchRequest | None) -> None:
        """Take what the ``older`` has found, where that is of use."""

    def search(self, engine: Engine, run: Run) -> Data | None:
        """Search until the run is over; return the answer, None if there is more to find.

        What is found is kept for the next call, and each step towards it reported to the run.
        May raise StoppedError where nothing is.
        """
        return {}

    def result(self) -> Data:
        """Return what is found so far. May raise StoppedError where that is nothing."""
        return {}

    def is_over(self) -> bool:
        """Return whether it is answered, or nobody waits for the answer."""
        return self._done or not self.page.is_current(self)

    def is_wanted(self) -> bool:
        """Return whether it is to go on now."""
        return not (self._paused or self._stopped or self.is_over())

    def stop(self) -> None:
        """Leave it as it is until it is to go on: nobody looks at what it finds."""
        self._stopped = True

    def go_on(self) -> None:
        """Take it up again; if its seconds were over, allow as many more."""
        if self._paused:
            self._left = max(0.0, self._left) + self.seconds
            self._brought = False
        self._paused = self._stopped = False

    def work(self, engine: Engine, run: Run) -> None:
        """Search until the run or the seconds allowed are over, or all is found.

        However few the seconds are, a step of the search is brought to its end before it pauses.
        What cannot be left and taken up again begins anew, with all its time, and with more where
        that has brought nothing.
        """
        begun = monotonic()
        mine = run.within(self._left, progress=self._step)
        if self.sliced and self._left <= 0:
            mine = Run(cancelled=lambda: self._brought or run.is_cancelled(), progress=self._step)
        answer = None
        try:
            answer = self.search(engine, mine)
            self._brought = self._brought or not self.sliced
        except StoppedError:
            pass
        except MemoryError:
            raise  # which is logged
        except SolverError as error:
            self.fail(error)
            return
        seconds = monotonic() - begun
        is_late = seconds >= self._left
        if self.sliced:
            self._left -= seconds
        if answer is not None:
            self.finish(answer)
        elif is_late and self._brought:
            self.out_of_time()
        elif is_late and not self.sliced:
            self._left = max(_LEAST, 2 * self._left)

    def _step(self, done: int, total: int | None) -> None:
        self._brought = True
        self.report_progress(done, total)

    def report_progress(self, done: int, total: int | None) -> None:
        """Tell that so many steps are done, where the answers say how many."""
        if PART in self.answers:
            self.tell_part(done, total)

    def out_of_time(self) -> None:
        """Answer with what is found once the seconds are over; it goes on when it is asked to."""
        self._paused = True
        answer = {}
        with suppress(StoppedError):
            answer = self.result()
        self.answer({**answer, "done": False, "paused": True})

    def fail(self, error: Exception) -> None:
        """Tell what is wrong: of the request, of the program, or that no memory was left."""
        self._done = True
        self.answer({"error": problem_of(error)})

    def seconds_to_wait(self) -> float:
        """Return how long it is to the next answer that is not the last one."""
        return self._told_at + self.page.shelf.limits.between_answers - monotonic()

    def tell(self, data: Data) -> None:
        """Send an answer that others follow."""
        self._told_at = monotonic()
        self.answer({**data, "done": False})

    def tell_part(self, done: int, total: int | None) -> None:
        """Tell how many steps are done, unless something was told just now."""
        self._part = min(1.0, max(self._part, 0.0 if total is None else done / max(1, total)))
        if self.seconds_to_wait() <= 0:
            self.tell({"part": round(self._part, 3)})

    def within_its_time(self, advise: Callable[[Run], _Found], run: Run) -> _Found:
        """Return advice that takes all the seconds, telling meanwhile how many are over.

        Raises StoppedError if it was called off: there may be too little in it.
        """
        begun = monotonic()

        def tell_time(_done: int, _total: int | None) -> None:
            self.tell_part(round(1000 * (monotonic() - begun)), round(1000 * self.seconds))

        advice = advise(run.within(None, progress=tell_time))
        if run.is_cancelled():
            raise StoppedError("called off before the time was up")
        return advice

    def finish(self, data: Data) -> None:
        """Send the last answer."""
        self._done = True
        self.answer({**data, "done": True})

    def answer(self, data: Data) -> None:
        """Send an answer."""
        self.page.answer(self, {"number": self.number, "ask": self.ask, **data})


class Steer(Request):
    """That the search for the request with the number ``of`` goes on, or waits until it is to."""

    of: Number
