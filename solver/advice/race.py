"""The race that every question of advice runs: choices evaluated on the same sampled deals.

A question defines its choices, how they are evaluated on deals, and which value ranks them. The
rest is the same for all questions: sampling the deals that agree with what was observed, limits of
their number and of time, the engines, and the record of where the answer comes from. Sampled deals
are called worlds.
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
from .compare import Comparison, Fields, Floats, best_first, choice_figures
from .observation import Observation
from .worlds import DealSample, Worlds

Choice = TypeVar("Choice")
Task = TypeVar("Task")
Found = TypeVar("Found")

MOST_WORLDS = 10_000_000
"""More would take days."""

MOST_PLAYED = 10_000
"""The most worlds where only the time is limited; more would change no figure shown."""

BLOCK = 50
"""Worlds that are evaluated together. The time is checked between blocks."""


FIRST_WORLDS, STAYING = 200, 12
"""The number of worlds of the first round, and how many choices survive it."""

_CHOOSING = 0.3
"""The fraction of the time that the first round may take."""

_FIRST = 1 << 21
"""Added to the seed in the first round, so that its deals are not those of the answer."""


class Limits(TypedDict, total=False):
    """The limits of a question.

    The answer is complete after so many ``worlds`` or ``seconds``, or once the ``run`` is over,
    whichever comes first. Where deals are solved, worlds or time must be given; otherwise 1,000
    worlds are the default. Without a limit of time the answer depends on ``worlds`` and ``seed``
    (default 0) alone. A ``pool`` of engines works on it, or ``threads`` that share ``memory_mb``
    megabytes.
    """

    worlds: int | None
    seconds: float | None
    seed: int
    threads: int
    memory_mb: float
    pool: Pool | None
    run: Run | None


class Question:
    """What a seat observed at a moment, the ``worlds`` to sample, and the limits.

    ``number`` is appended to the seed, so that another question can sample other deals. ``wanted``
    is the number of deals to evaluate. If none is given, ``default`` applies; if that is None too,
    deals are evaluated as long as the ``run`` has time. ``pool`` is a function that returns the
    engines, made when first needed. Raises SolverError if neither deals nor time are limited.
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

    def samples(self, size: int, pool: int = 1) -> Iterator[DealSample]:
        """Yield blocks of ``size`` worlds, until there are as many as are wanted.

        Blocks have ``pool`` times as many worlds where the caller resamples them by weight. Raises
        StoppedError once the run is over.
        """
        wanted = MOST_PLAYED if self.wanted is None else self.wanted
        for number, start in enumerate(range(0, wanted, size)):
            self.run.check()
            yield self.worlds.block(number, pool * min(size, wanted - start))

    def solve(
        self, work: Callable[[Engine, Task, Run], Found], tasks: Iterable[Task]
    ) -> Iterable[Found]:
        """Yield the results of tasks, done in parallel, in the order of the tasks.

        Raises StoppedError once the run is over.
        """
        return self.pool().imap(work, tasks, self.run)


class Race(ABC, Generic[Choice]):
    """The ``choices`` of a question and their values on the worlds so far.

    ``compared`` has a comparison by points and maybe others; their columns are the choices in
    order.
    """

    block = BLOCK
    """The number of worlds evaluated at once."""
    most = 0
    """If there are no more worlds than this, all are enumerated instead of sampled."""
    is_every = False
    """Whether all worlds were enumerated."""
    sign = 1
    """-1 where few points are wanted: they are compared with the opposite sign."""

    def __init__(
        self, question: Question, choices: Iterable[Choice], *compared: Comparison
    ) -> None:
        self.question, self.choices, self.compared = question, list(choices), compared

    @abstractmethod
    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        """Evaluate the choices on worlds: one matrix for each comparison.

        A matrix has a row for each world and a column for each choice.
        """

    def evaluate_samples(self) -> Iterator[None]:
        """Evaluate the choices on worlds, block by block, until there are as many as are wanted.

        Raises StoppedError once the run is over.
        """
        whole = self.enumerate_all()
        for worlds in self.question.samples(self.block) if whole is None else [whole]:
            self.add(worlds, self.evaluate(worlds))
            yield

    def enumerate_all(self) -> DealSample | None:
        """Return all worlds, or None if there are more than ``most`` or they must be sampled."""
        self.question.run.check()
        whole = self.question.worlds.enumerate_all(self.most)
        self.is_every = whole is not None
        return whole

    def add(self, worlds: DealSample, matrices: Sequence[Floats]) -> None:
        """Add the values of worlds to the comparisons."""
        for comparison, values in zip(self.compared, matrices, strict=True):
            comparison.extend(values, worlds.log_weights, worlds.independence)

    def eliminate(self, guarded: Collection[Choice] = ()) -> None:
        """Run a first round and eliminate all but its best choices and the guarded ones.

        The worlds of this round do not enter the answer, since the survivors owe their place to
        chance in them. If there is no time for any world, the first choices in their order stay.
        """
        question = self.question
        known, part = question.worlds, question.run.part(_CHOOSING)
        worlds = Worlds(known.observation, known.belief, *known.numbers, _FIRST)
        try:
            for number in range(FIRST_WORLDS // BLOCK):
                part.check()
                block = worlds.block(number, BLOCK)
                self.add(block, self.evaluate(block))
        except StoppedError:
            pass
        order = self.best_first() if self.sample_size else range(len(self.choices))
        stay = [at for at, choice in enumerate(self.choices) if choice in guarded]
        kept = list(dict.fromkeys([*order[:STAYING], *stay]))
        self.choices = [self.choices[index] for index in kept]
        for comparison in self.compared:
            comparison.restart(kept)

    @property
    def points(self) -> Comparison:
        """The comparison by points."""
        return self.compared[0]

    @property
    def ranked_by(self) -> Comparison:
        """The comparison that ranks the choices."""
        return self.points

    @property
    def sample_size(self) -> int:
        """The number of worlds so far."""
        return self.points.worlds

    @property
    def has_answer(self) -> bool:
        """Whether there are worlds enough for an answer: two, or all."""
        return self.sample_size > 1 - self.is_every

    def run(self) -> None:
        """Evaluate worlds until there are as many as are wanted or the run is over.

        Raises StoppedError if there is no answer then.
        """
        question = self.question
        try:
            for _ in self.evaluate_samples():
                question.run.report(self.sample_size, question.wanted)
        except StoppedError:
            pass
        if not self.has_answer:
            raise StoppedError("no two worlds were finished: allow more time")

    def best_first(self) -> list[int]:
        """Return the indices of the choices, best first; ties go by points."""
        return best_first(self.ranked_by.averages(), self.points.averages())

    def rows(self) -> Iterator[tuple[int, Choice, Fields]]:
        """Yield the choices, each with its index and its estimates, best first."""
        order = self.best_first()
        means, behind = self.points.means(), self.ranked_by.behind(order[0])
        for index in order:
            yield index, self.choices[index], choice_figures(index, means, behind, self.sign)

    @property
    def is_partial(self) -> bool:
        """Whether there are fewer worlds than were wanted."""
        wanted = self.question.wanted
        return not self.is_every and wanted is not None and self.sample_size < wanted

    def origin(self) -> Fields:
        """Return how many worlds the answer rests on, their effective number, seed and time."""
        question, met = self.question, self.sample_size
        effective = met if self.is_every else round(self.points.effective, 9)
        return {
            "worlds": met,
            "effective": float(effective),
            "belief": None,
            "seed": question.seed,
            "seconds": monotonic() - question.started,
            "partial": self.is_partial,
        }
