"""Whether to claim every trick, one hand alone seen, where that is claimed without an auction.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each it is solved
with open cards whether the claimer is sure of every trick against the two others together, and what
each takes, by share, where nobody claims: everybody in it knows all hands. Both are marked as
the game marks them, in the same worlds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from manni.solver.advice.answer import ClaimAdvice, ClaimChoice
from manni.solver.advice.compare import Comparison, best_first, in_steps
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.play_open import open_shares
from manni.solver.advice.question import Question, checked_pool
from manni.solver.advice.statistics import Interval, chance_interval
from manni.solver.advice.thumb_hand import takes_all
from manni.solver.advice.world import World
from manni.solver.cards import Seat, by_seat, rank_of
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine
from manni.solver.pool import Pool
from manni.solver.position import Position
from manni.solver.rules.marking import Marking, Marks, Taken
from manni.solver.run import Run


class Outcome(NamedTuple):
    """What a world comes to: whether a claim is made, what is marked with it and without."""

    made: bool
    claimed: Marks
    plain: Marks


def advise_claim(
    observation: Observation,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> ClaimAdvice:
    """Return what it is worth to claim every trick, and what to play on without.

    That is what the seat marks more than each other on average, or less where marks are bad.
    Nothing is concluded from who has not claimed, and nobody claims later.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. Without a limit of
    time the answer depends on nothing but ``worlds`` and ``seed``. Raises StoppedError where not
    even two worlds were finished.
    """
    question = Question.asked(
        Moment.CLAIM, observation, worlds=worlds, seconds=seconds, seed=seed, run=run
    )
    variant, seat, contract = observation.variant, observation.seat, observation.contract
    scoring, whole = variant.scoring, variant.worth((0, 0, 0), contract)[1]
    assert isinstance(scoring, Marking)
    turned = (
        0 if observation.cut is None else observation.rules.card_points[rank_of(observation.cut)]
    )
    rules = variant.rules_of(contract, claimed=True)

    def marks(taker: Seat, claimed: bool) -> Marks:
        """Return what is marked where one seat takes everything."""
        points = by_seat(lambda each: whole if each is taker else 0)
        declarer, bid = (seat, variant.bids[0]) if claimed else (None, None)
        return scoring.marks(Taken(points, declarer, bid, turned, contract))

    made, failed = (marks(taker, claimed=True) for taker in (seat, observation.others[0]))

    def outcome(engine: Engine, world: World, run: Run) -> Outcome:
        """Return what comes of a claim in a world, and of none."""
        start = Position(world.hands, contract, observation.leader, rules=rules, declarer=seat)
        makes = engine.reaches(start, seat, start.worth, run=run)
        start = Position(world.hands, contract, observation.leader, rules=observation.rules)
        taken = Taken(open_shares(start, engine, run), turned=turned, contract=contract)
        return Outcome(makes, made if makes else failed, scoring.marks(taken))

    def balance(marks: Marks) -> float:
        """Return what the seat marks more than each other, or less where marks are bad."""
        own = marks[seat]
        more = float(own - (sum(marks) - own) / 2)
        return -more if scoring.forfeit else more

    def between(claimed: bool) -> Interval:
        """Return the least and the most that can be balanced: where one takes everything."""
        every = [balance(marks(taker, claimed)) for taker in Seat]
        return min(every), max(every)

    # One world in which the claim goes the other way moves its balance from end to end.
    ends = [between(claimed=False), between(claimed=True)]
    met = Comparison(in_steps(ends[1][1] - ends[1][0]), ends)
    outcomes = []
    for each in question.each(outcome, checked_pool(pool, memory_mb, threads)):
        outcomes.append(each)
        for index, marked in enumerate((each.plain, each.claimed)):
            met.add(index, (balance(marked), balance(marked)))
    order = best_first(met.averages())
    behind = met.behind(order[0])
    chance = sum(each.made for each in outcomes) / len(outcomes)

    def choice(claims: bool) -> ClaimChoice:
        every = np.array([each.claimed if claims else each.plain for each in outcomes], float)
        own = every.mean(axis=0)
        return ClaimChoice(
            **met.row(int(claims), behind),
            claims=claims,
            chance=chance if claims else None,
            chance_interval=chance_interval(chance, len(outcomes)) if claims else None,
            own=float(own[seat]),
            others=float(own.sum() - own[seat]) / 2,
        )

    return ClaimAdvice(
        **question.origin(met.worlds),
        observation=observation,
        thumb=takes_all(variant, contract, observation.hand),
        choices=tuple(choice(bool(index)) for index in order),
    )
