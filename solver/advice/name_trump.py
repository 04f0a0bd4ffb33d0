"""Which trump to name, one hand alone seen, where a seat names it without an auction.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each the points
that the seat takes under every trump are those with open cards, by share: everybody in it knows
all hands. All trumps meet the same worlds.
"""

from __future__ import annotations

from manni.solver.advice.answer import TrumpAdvice, TrumpChoice
from manni.solver.advice.compare import Comparison, best_first, in_steps, turned
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.play_open import open_shares
from manni.solver.advice.question import Question, checked_pool
from manni.solver.advice.thumb_hand import trump_to_name
from manni.solver.advice.world import World
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine
from manni.solver.exchange.surprise import trumps_of
from manni.solver.pool import Pool
from manni.solver.position import Position
from manni.solver.run import Run


def advise_trump(
    observation: Observation,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> TrumpAdvice:
    """Return the expected points of the seat under every trump that it may name.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. Without a limit of
    time the answer depends on nothing but ``worlds`` and ``seed``. Raises StoppedError where not
    even two worlds were finished.
    """
    question = Question.asked(
        Moment.NAME, observation, worlds=worlds, seconds=seconds, seed=seed, run=run
    )
    variant, seat = observation.variant, observation.seat
    trumps = trumps_of(variant)
    sign = -1 if variant.rules.avoids else 1
    most = float(variant.worth((0, 0, 0), trumps[0])[1])
    ends = (0.0, most) if sign > 0 else (-most, 0.0)
    met = Comparison(in_steps(most / variant.tricks), [ends] * len(trumps))

    def taken(engine: Engine, world: World, run: Run) -> list[float]:
        """Return what the seat takes under each trump."""
        leader = variant.leader(None)
        starts = [
            Position(world.hands, trump, leader, rules=variant.rules_of(trump)) for trump in trumps
        ]
        return [float(open_shares(start, engine, run)[seat]) for start in starts]

    for row in question.each(taken, checked_pool(pool, memory_mb, threads)):
        for index, own in enumerate(row):
            met.add(index, (sign * own, sign * own))
    order = best_first(met.averages())
    behind = met.behind(order[0])
    return TrumpAdvice(
        **question.origin(met.worlds),
        observation=observation,
        thumb=trump_to_name(variant, observation.hand),
        trumps=tuple(
            TrumpChoice(**turned(met.row(index, behind), sign), contract=trumps[index])
            for index in order
        ),
    )
