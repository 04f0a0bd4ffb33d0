"""One race: choices that meet the same sampled deals.

A question says its choices, what they come to in deals and what they are judged by. The rest is
the same for all: which deals agree with what was observed, how many of them and for how long, on
which engines, and where the answer comes from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from time import monotonic
from typing import Generic, TypedDict, TypeVar

from .. import checks
from ..engine import DEFAULT_MEMORY_MB, Engine, Pool
from ..errors import SolverError, StoppedError
from ..run import Run
from .choices import WORLDS, Belief
from .compare import Comparison, Floats, Row, best_first
from .observation import Observation
from .worlds import Block, Worlds

Choice = TypeVar("Choice")
Task = TypeVar("Task")
Found = TypeVar("Found")

MOST_WORLDS = 10_000_000
"""More would not be met in days."""

MOST_PLAYED = 10_000
"""Where only the time is limited; more would change no figure that is shown."""

BLOCK = 50
"""Worlds that are played out together; the run is looked at between blocks."""


FIRST_WORLDS, STAYING = 200, 12
"""In how many worlds many choices are compared at first, and how many of them go on."""

_CHOOSING = 0.3
"""The fraction of the time that comparing them may take."""

_FIRST = 1 << 21
"""Beside the seed it tells these worlds from those that count, whose blocks have lower numbers."""


class Limits(TypedDict, total=False):
    """What bounds an answer, given to every question.

    It ends after so many ``worlds`` or ``seconds``, or once the ``run`` is over, whichever is
    first. Where deals are solved, and for cards, how many worlds or how much time has to be said;
    else there are 1,000 worlds by default. Without a limit of time the answer
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

    ``number`` tells them from others. So many of them are ``wanted``, by ``default`` if no number
    is given, None for as many as the ``run`` has time for. ``pool`` returns the engines. Raises
    SolverError where neither the worlds nor the time are limited.
    """

    def __init__(
        self,
        observation: Observation,
        belief: Belief = Belief.NONE,
        number: tuple[int, ...] = (),
        *,
        default: int | None = WORLDS,
        worlds: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        threads: int = 1,
        memory_mb: float = DEFAULT_MEMORY_MB,
        pool: Pool | None = None,
        run: Run | None = None,
    ) -> None:
        self.started = monotonic()
        self.run = Run.of(run, seconds)
        worlds = default if worlds is None else worlds
        if worlds is None and self.run.deadline is None:
            raise SolverError("how many worlds or how many seconds has to be said")
        self.wanted = None if worlds is None else checks.number(worlds, "worlds", 2, MOST_WORLDS)
        self.seed = checks.number(seed, "seed")
        self.worlds = Worlds(observation, belief, self.seed, *number)

        @cache
        def engines() -> Pool:
            return Pool(memory_mb, threads) if pool is None else checks.instance(pool, Pool, "pool")

        self.pool = engines

    def blocks(self, size: int, pool: int = 1) -> Iterator[Block]:
        """Yield worlds, so many at once, as many as are wanted.

        There are ``pool`` times as many where likely ones are chosen of them. Raises StoppedError
        once the run is over.
        """
        wanted = MOST_PLAYED if self.wanted is None else self.wanted
        for number, start in enumerate(range(0, wanted, size)):
            self.run.check()
            yield self.worlds.block(number, pool * min(size, wanted - start))

    def solve(
        self, work: Callable[[Engine, Task, Run], Found], tasks: Iterable[Task]
    ) -> Iterable[Found]:
        """Yield what is found of tasks, worked on side by side, in order.

        Raises StoppedError once the run is over.
        """
        return self.pool().imap(work, tasks, self.run)


class Race(ABC, Generic[Choice]):
    """The ``choices``, and what they have come to.

    They are ``compared`` by points and, it may be, by more, all in the order of the choices.
    """

    block = BLOCK
    """So many worlds are met at once."""
    most = 0
    """If no more worlds agree with what was seen all are met."""
    is_every = False
    """Whether all worlds that there are were met."""

    def __init__(
        self, question: Question, choices: Iterable[Choice], *compared: Comparison
    ) -> None:
        self.question, self.choices, self.compared = question, list(choices), compared

    @abstractmethod
    def come_to(self, worlds: Block) -> Sequence[Floats]:
        """Return what choices come to in worlds, a row each and a column a choice.

        It is returned for each of the comparisons.
        """

    def meet(self) -> Iterator[None]:
        """Let the choices meet worlds, some at a time, as many as are wanted.

        Raises StoppedError once the run is over.
        """
        every = self.every()
        for worlds in self.question.blocks(self.block) if every is None else [every]:
            self.add(worlds, self.come_to(worlds))
            yield

    def every(self) -> Block | None:
        """Return all worlds that there are, None where these are more than ``most`` or drawn."""
        self.question.run.check()
        every = self.question.worlds.every(self.most)
        self.is_every = every is not None
        return every

    def add(self, worlds: Block, found: Sequence[Floats]) -> None:
        """Add what choices have come to in worlds."""
        for each, values in zip(self.compared, found, strict=True):
            each.extend(values, worlds.logs, worlds.as_many)

    def choose(self, guarded: Collection[Choice] = ()) -> None:
        """Keep the choices that come to most in first worlds, which do not count, and guarded ones.

        Where there is no time for any world, the first choices in their order are kept.
        """
        question = self.question
        known, part = question.worlds, question.run.part(_CHOOSING)
        worlds = Worlds(known.observation, known.belief, *known.numbers, _FIRST)
        try:
            for number in range(FIRST_WORLDS // BLOCK):
                part.check()
                block = worlds.block(number, BLOCK)
                self.add(block, self.come_to(block))
        except StoppedError:
            pass
        order = self.best_first() if self.met else range(len(self.choices))
        stay = [at for at, choice in enumerate(self.choices) if choice in guarded]
        kept = list(dict.fromkeys([*order[:STAYING], *stay]))
        self.choices = [self.choices[index] for index in kept]
        for each in self.compared:
            each.begin(kept)

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
        return self.met > 1 - self.is_every

    def run(self) -> None:
        """Go on until there are enough worlds or the run is over.

        Raises StoppedError where there is no answer then.
        """
        question = self.question
        try:
            for _ in self.meet():
                question.run.report(self.met, question.wanted)
        except StoppedError:
            pass
        if not self.is_enough:
            raise StoppedError("no two worlds were finished: allow more time")

    def best_first(self) -> list[int]:
        """Return the choices in order: by what they are judged by, then by points."""
        return best_first(self.judged.averages(), self.points.averages())

    def rows(self) -> Iterator[tuple[Choice, Row]]:
        """Yield the choices in order, and what each has come to."""
        order = self.best_first()
        behind = self.judged.behind(order[0])
        for index in order:
            yield self.choices[index], self.points.row(index, behind)

    @property
    def is_partial(self) -> bool:
        """Whether fewer worlds were met than were wanted."""
        wanted = self.question.wanted
        return not self.is_every and wanted is not None and self.met < wanted

    def origin(self) -> Origin:
        """Return where the answer comes from."""
        question, met = self.question, self.met
        effective = met if self.is_every else round(self.points.effective, 9)
        return {
            "worlds": met,
            "effective": float(effective),
            "belief": None,
            "seed": question.seed,
            "seconds": monotonic() - question.started,
            "partial": self.is_partial,
        }
