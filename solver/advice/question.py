"""What every question to the advice hands over, and where its answer comes from.

Choices, what they are worth in a world and what bounds that differ from question to question:
those go to a ``Comparison``. What a question has besides is the same for all: what was seen, the
worlds that agree with it, how many of them and for how long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import TypedDict, TypeVar, cast

from manni.solver import checks
from manni.solver.advice.behaviour import Belief
from manni.solver.advice.observation import Moment, Observation, observation_at
from manni.solver.advice.worlds import Credit, Worlds
from manni.solver.errors import SolverError, StoppedError
from manni.solver.pool import Pool, Work
from manni.solver.run import Run

Found = TypeVar("Found")
Met = TypeVar("Met")

MOST_WORLDS = 10_000_000
"""More would not be met in days."""


class Origin(TypedDict):
    """Where an answer comes from, as the fields of an ``Answer``."""

    worlds: int
    effective: float
    belief: Belief | None
    seed: int
    seconds: float
    partial: bool


@dataclass(frozen=True)
class Question:
    """What was ``seen``, and the ``worlds`` in which the answer is found.

    So many of them are ``wanted``, None for as many as the ``run`` has time for.
    """

    observation: Observation
    worlds: Worlds
    seed: int
    wanted: int | None
    run: Run
    started: float

    @classmethod
    def asked(
        cls,
        moment: Moment,
        observation: Observation,
        *,
        worlds: int | None,
        seconds: float | None,
        seed: int,
        run: Run | None,
        belief: Belief = Belief.NONE,
        number: tuple[int, ...] = (),
    ) -> Question:
        """Return the question of a seat at a moment; ``number`` tells its worlds from others.

        Raises SolverError where neither the worlds nor the time are limited.
        """
        started = monotonic()
        observation = observation_at(moment, observation)
        run = Run.of(run, seconds)
        if worlds is None and run.deadline is None:
            raise SolverError("how many worlds or how many seconds has to be said")
        wanted = None if worlds is None else checks.number(worlds, "worlds", 2, MOST_WORLDS)
        seed = checks.number(seed, "seed")
        drawn = Worlds(observation, checks.instance(belief, Belief, "belief"), seed, *number)
        return cls(observation, drawn, seed, wanted, run, started)

    def each(
        self, work: Work[Met, Found], pool: Pool, worlds: Iterable[Met] | None = None
    ) -> Iterator[Found]:
        """Yield what is found in each world, in order: in all that are wanted or have time.

        They are the question's, if no other ``worlds`` are given.
        Raises StoppedError where not even two worlds were finished.
        """
        met = 0
        met_in = cast("Iterable[Met]", self.worlds if worlds is None else worlds)
        try:
            for found in pool.imap(work, islice(met_in, self.wanted), self.run):
                met += 1
                yield found
                self.run.report(met, self.wanted)
        except StoppedError:
            pass
        if met < 2:
            raise StoppedError("no two worlds were finished: allow more time")

    def origin(
        self, met: int, credit: Credit | None = None, *, partial: bool | None = None
    ) -> Origin:
        """Return where an answer comes from that met so many worlds.

        It is ``partial``, if nothing else is said, where these are fewer than were wanted.
        """
        if partial is None:
            partial = self.wanted is not None and met < self.wanted
        return {
            "worlds": met,
            "effective": float(met) if credit is None else credit.effective,
            "belief": None if credit is None else Belief.SOFT,
            "seed": self.seed,
            "seconds": monotonic() - self.started,
            "partial": partial,
        }


def checked_pool(pool: Pool | None, memory_mb: float, threads: int) -> Pool:
    """Return the engines to work with: those given, or ``threads`` new ones."""
    return Pool(memory_mb, threads) if pool is None else checks.instance(pool, Pool, "pool")
