"""The run of a piece of work: its time limit, its cancellation, its progress.

Whatever can take long takes a ``Run`` and checks it on the way: the search every few
milliseconds. Once a run is over, work either raises ``StoppedError`` or returns an answer
that says it is partial.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from time import monotonic

from . import checks
from .checks import quote
from .errors import ArgumentError, SolverError, StoppedError

Progress = Callable[[int, int | None], None]
"""Told how many steps are done and how many there are, None if that is not known."""


class Run:
    """A piece of work in progress, which any thread may call off.

    >>> from manni import Position, Run, solve
    >>> run = Run(seconds=10)
    >>> run.cancel()  # most often from another thread
    >>> solve(Position("AQ... K2... 43...", "NT"), run=run).bounds  # nothing is proved
    ((0, 2), (0, 2), (0, 2))

    Args:
        seconds: The time limit, above 0. None means no limit.
        cancelled: A function that is called now and then, by whichever thread works. The work
            stops once it returns true.
        progress: A function that is called as ``progress(done, total)`` after each step.
            ``total`` is None if the number of steps is not known.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        cancelled: Callable[[], bool] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.deadline = None if seconds is None else monotonic() + _limit(seconds)
        """When the time is up on the clock of ``time.monotonic``, None for never."""
        for given in (cancelled, progress):
            if given is not None and not callable(given):
                raise ArgumentError(f"{quote(given)} is no function")
        self._asked = cancelled
        self._called_off = False
        self._progress = progress

    @classmethod
    def of(cls, run: Run | None, seconds: float | None = None) -> Run:
        """Return ``run``, or if it is None a new run that is limited to so many seconds.

        Raises SolverError where both are given.
        """
        if run is None:
            return cls(seconds)
        if seconds is not None:
            raise SolverError("seconds and a run: give one of the two")
        if not isinstance(run, Run):
            raise SolverError(f"{quote(run)} is no Run")
        return run

    def cancel(self) -> None:
        """Cancel the work. Any thread may call this."""
        self._called_off = True

    def is_cancelled(self) -> bool:
        """Return whether the work was called off."""
        return self._called_off or (self._asked is not None and self._asked())

    def is_late(self) -> bool:
        """Return whether the time is up."""
        return self.deadline is not None and monotonic() >= self.deadline

    def is_over(self) -> bool:
        """Return whether to stop, for either reason."""
        return self.is_late() or self.is_cancelled()

    def check(self) -> None:
        """Raise StoppedError if the run is over."""
        if self.is_cancelled():
            raise StoppedError("called off before there was an answer")
        if self.is_late():
            raise StoppedError("no answer in the time given: allow more")

    @property
    def seconds_left(self) -> float | None:
        """The time left, not below 0; None where there is no limit."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def within(self, seconds: float | None, *, progress: Progress | None = None) -> Run:
        """Return a run inside this one with a time limit of its own.

        The new run ends no later than this one. Cancelling the new run does not cancel this one.
        Steps of the new run are reported to its own ``progress`` alone.
        """
        inner = Run(cancelled=self.is_cancelled, progress=progress)
        inner.deadline = self.deadline
        if seconds is not None:
            end = monotonic() + _length(seconds, "seconds")
            inner.deadline = end if self.deadline is None else min(end, self.deadline)
        return inner

    def part(self, fraction: float) -> Run:
        """Return a run inside this one that may use this fraction of the time left.

        Without a time limit the new run has none either.
        """
        left = self.seconds_left
        fraction = min(_length(fraction, "fraction"), 1.0)
        return self.within(None if left is None else fraction * left)

    def report(self, done: int, total: int | None = None) -> None:
        """Report how many steps are done."""
        if self._progress is not None:
            self._progress(done, total)


def _limit(seconds: object, name: str = "seconds") -> float:
    """Return a limit of time that no clock overflows at."""
    return min(checks.amount(seconds, name), _FOREVER)


def _length(value: object, name: str) -> float:
    """Return a length of time inside a run; at 0 or below there is none left."""
    if isinstance(value, Real) and value <= 0:
        return 0.0
    return _limit(value, name)


_FOREVER = 1e9
"""Thirty years, in seconds; no clock overflows at it."""
