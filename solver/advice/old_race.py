"""One race: choices that meet the same sampled deals, and drop out once they cannot win.

A question says its choices, what they come to in a deal and what they are judged by. The rest is
the same for all: which deals agree with what was observed, how many of them and for how long, on
which engines, in rounds after which choices are eliminated (``Comparison`` says which), and where
the answer comes from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from time import monotonic
from typing import Generic, TypedDict, TypeVar

import numpy as np

from .. import checks
from ..engine import DEFAULT_MEMORY_MB, Engine, Pool
from ..errors import ArgumentError, SolverError, StoppedError
from ..run import Run
from .choices import Belief
from .observation import HandObservation
from .old_compare import Comparison, Row, best_first
from .worlds import Credit, Worlds

Choice = TypeVar("Choice")
Task = TypeVar("Task")
Found = TypeVar("Found")

MOST_WORLDS = 10_000_000
"""More would not be met in days."""


class Limits(TypedDict, total=False):
    """What bounds an answer, given to every question.

    It ends after so many ``worlds`` or ``seconds``, or once the ``run`` is over, whichever is
    first; how many worlds or how much time has to be said. Without a limit of time the answer
    depends on nothing but ``worlds`` and ``seed``, by default 0. A ``pool`` works on it, or
    ``threads`` with ``memory_mb`` between them.
    """

    worlds: int | None
    seconds: float | None
    seed: int
    threads: int
    memory_mb: float
    pool: Pool | None
    run: Run | None


class Origin(TypedDict):
    """Where an answer comes from, as the fields of an ``Answer``."""

    worlds: int
    effective: float
    belief: Belief | None
    seed: int
    seconds: float
    partial: bool


class Question:
    """What was observed by a seat at a moment, and the ``worlds`` in which the answer is found.

    ``number`` tells them from others. So many of them are ``wanted``, None for as many as the
    ``run`` has time for. ``pool`` returns the engines. Raises SolverError where neither the worlds
    nor the time are limited.
    """

    def __init__(
        self,
        kind: type[HandObservation],
        observation: HandObservation,
        belief: Belief = Belief.NONE,
        number: tuple[int, ...] = (),
        *,
        worlds: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        threads: int = 1,
        memory_mb: float = DEFAULT_MEMORY_MB,
        pool: Pool | None = None,
        run: Run | None = None,
    ) -> None:
        self.started = monotonic()
        if not isinstance(observation, kind):
            at: type[HandObservation] = HandObservation  # type: ignore[type-abstract]
            told = f"of a seat that is to {checks.instance(observation, at, 'observation').moment}"
            raise ArgumentError(f"observation: {told}, expected one that is to {kind.moment}")
        self.run = Run.of(run, seconds)
        if worlds is None and self.run.deadline is None:
            raise SolverError("how many worlds or how many seconds has to be said")
        self.wanted = None if worlds is None else checks.number(worlds, "worlds", 2, MOST_WORLDS)
        self.seed = checks.number(seed, "seed")
        self.worlds = Worlds(observation, belief, self.seed, *number)

        @cache
        def engines() -> Pool:
            return Pool(memory_mb, threads) if pool is None else checks.instance(pool, Pool, "pool")

        self.pool = engines


def stages(worlds: int | None, first: int = 8, part: int = 3) -> Iterator[tuple[int, int]]:
    """Yield from and up to which world each round goes, ever further; None for no end.

    The ``first`` round has so many worlds, each later one ends at a ``part`` more.
    """
    start, until = 0, first
    while worlds is None or start < worlds:
        end = until if worlds is None else min(until, worlds)
        yield start, end
        start = end
        until += max(first // 2, until // part)


class Race(ABC, Generic[Choice, Task, Found]):
    """The ``choices`` still in, and what they have come to.

    They are ``compared`` by points and, it may be, by more, all in the order of the choices. There
    were ``raced`` of them at first.
    """

    def __init__(
        self, question: Question, choices: Iterable[Choice], *compared: Comparison
    ) -> None:
        self.question, self.choices, self.compared = question, list(choices), compared
        self.raced = len(self.choices)

    # What a question says --------------------------------------------------------------

    @abstractmethod
    def value(self, engine: Engine, task: Task, run: Run) -> Found:
        """Return what choices come to in a deal. Raises StoppedError once the run is over."""

    @abstractmethod
    def take(self, found: Found) -> None:
        """Add what choices have come to in a deal."""

    @abstractmethod
    def rounds(self) -> Iterable[Iterable[Task]]:
        """Return the deals of each round."""

    def drop(self) -> None:
        """Eliminate choices between rounds."""

    @property
    def points(self) -> Comparison:
        """The choices by points."""
        return self.compared[0]

    @property
    def judged(self) -> Comparison:
        """What the choices are judged by."""
        return self.points

    @property
    def met(self) -> int:
        """How many worlds were met."""
        return self.points.worlds

    @property
    def is_enough(self) -> bool:
        """Whether there is an answer."""
        return self.met > 1

    # What is the same for all ----------------------------------------------------------

    def at_once(self, deals: Iterable[Task]) -> Iterable[Iterable[Task]]:
        """Return one round of all the deals that are wanted."""
        return [islice(deals, self.question.wanted)]

    def growing(self, deals: Iterable[Task]) -> Iterator[Iterable[Task]]:
        """Yield rounds that grow, between which choices are dropped."""
        wanted, deals = self.question.wanted, iter(deals)
        for start, until in stages(wanted):
            yield islice(deals, until - start)
            if until != wanted:
                self.drop()

    def found(self, tasks: Iterable[Task]) -> Iterable[Found]:
        """Yield what choices come to in some deals, in order."""
        return self.question.pool().imap(self.value, tasks, self.question.run)

    def run(self) -> None:
        """Go on until there are enough worlds or the run is over.

        Raises StoppedError where there is no answer then.
        """
        question = self.question
        try:
            for tasks in self.rounds():
                for found in self.found(tasks):
                    self.take(found)
                    question.run.report(self.met, question.wanted)
        except StoppedError:
            pass
        if not self.is_enough:
            raise StoppedError("no two worlds were finished: allow more time")

    def best_first(self) -> list[int]:
        """Return the choices in order: by what they are judged by, then by points."""
        return best_first(self.judged.averages(), self.points.averages())

    def eliminate(self, leader: int, also: Iterable[int]) -> None:
        """Drop the choices that cannot win any more, but not those of ``also``."""
        judged = self.judged
        stays = judged.survivors(judged.behind(leader, drops=True), self.raced)
        self.keep(sorted({*np.flatnonzero(stays).tolist(), *also}))

    def keep(self, kept: Sequence[int]) -> None:
        """Keep these choices, in this order."""
        self.choices = [self.choices[index] for index in kept]
        for each in self.compared:
            each.keep(kept)

    def rows(self) -> Iterator[tuple[Choice, Row]]:
        """Yield the choices in order, and what each has come to."""
        order = self.best_first()
        behind = self.judged.behind(order[0])
        for index in order:
            yield self.choices[index], self.points.row(index, behind)

    @property
    def is_partial(self) -> bool:
        """Whether fewer worlds were met than were wanted."""
        return self.question.wanted is not None and self.met < self.question.wanted

    def origin(self, credit: Credit | None = None) -> Origin:
        """Return where the answer comes from."""
        question, met = self.question, self.met
        return {
            "worlds": met,
            "effective": float(met) if credit is None else credit.effective,
            "belief": None if credit is None else Belief.SOFT,
            "seed": question.seed,
            "seconds": monotonic() - question.started,
            "partial": self.is_partial,
        }
