"""How high to bid where numbers are bid, one hand alone seen.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each the
hand declares: it takes up the surprise, puts away and names what is best with open cards, and
the points it is then sure of are what it could have bid. That says a little too much: at the
table cards are put away, trumps named and tricks played without seeing the others' hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from solver.advice.answer import BidAdvice, BiddingAdvice
from solver.advice.compare import POINTS, Comparison, in_steps
from solver.advice.question import Question
from solver.advice.seen import Moment
from solver.advice.statistics import chance_interval
from solver.advice.view import bidding
from solver.advice.worlds import World
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.exchange.surprise import TakenUp, most_points, takes_all, takes_none
from solver.pool import Pool
from solver.rules.bidding import Aim, Bid, find_bid
from solver.rules.contract import Contract
from solver.rules.marking import Marking
from solver.rules.variant import Variant
from solver.run import Run

WORLDS = 400
"""The worlds sampled where time allows and no number is asked for."""


class Outcome(NamedTuple):
    """What the hand comes to in a world: points, and whether it takes all tricks, or none."""

    points: int
    all: bool
    none: bool


def advise_bids(
    hand: int,
    variant: Variant,
    *,
    above: str | None = None,
    shown: Sequence[int] = (),
    worlds: int | None = None,
    seed: int = 0,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    seconds: float | None = None,
    run: Run | None = None,
) -> BiddingAdvice:
    """Return what each bid of a hand is worth, over sampled worlds.

    ``above`` is the bid that stands, ``shown`` the cards of the surprise that lie face up.
    After ``seconds``, or once the run is over, the worlds met until then count. Raises
    DealError or RuleError for a hand or a game that cannot be, StoppedError where fewer than
    two worlds were met.
    """
    seen = bidding(hand, variant, shown)
    standing = None if above is None else find_bid(variant.bids, above)
    question = Question.asked(
        Moment.BID,
        seen,
        worlds=WORLDS if worlds is None else worlds,
        seconds=seconds,
        seed=seed,
        run=run,
    )

    def outcome(engine: Engine, world: World, run: Run) -> Outcome:
        return _outcome(engine, world.taken_up(seen), run)

    outcomes = list(question.each(outcome, Pool(memory_mb, threads)))
    first = 0 if standing is None else variant.bids.index(standing) + 1
    every = sorted(outcome.points for outcome in outcomes)
    met = len(every)
    points = Comparison(POINTS, [(0.0, float(variant.worth((0, 0, 0), Contract.S)[1]))])
    points.extend(np.array([every], np.float64).T, np.zeros(met), np.ones(met))
    mean = points.estimate(0)
    return BiddingAdvice(
        **question.origin(met),
        variant=variant,
        hand=seen.hand,
        above=standing,
        shown=seen.shown,
        every=tuple(every),
        points=mean.mean,
        interval=mean.interval,
        bids=tuple(_advised(variant.bids[first:], variant, outcomes)),
    )


def _outcome(engine: Engine, world: TakenUp, run: Run) -> Outcome:
    ladder = {bid.aim for bid in world.variant.bids}
    points = most_points(world, engine=engine, run=run)
    every = takes_all(world, points, engine=engine, run=run)
    none = Aim.NONE in ladder and takes_none(world, engine=engine, run=run)
    return Outcome(points, every, none)


def _advised(bids: Sequence[Bid], variant: Variant, outcomes: Sequence[Outcome]) -> list[BidAdvice]:
    """Return what every bid comes to, compared with one another and with a pass, which is 0."""
    if not bids:
        return []
    marks = np.array([[_marks(bid, variant, each) for bid in bids] for each in outcomes])
    own, others = marks.mean(axis=0).T
    leader = int((own - others).argmax())
    # One world in which a bid is not made moves what is marked by twice its worth.
    most = Outcome(int(variant.worth((0, 0, 0), Contract.S)[1]), all=True, none=True)
    ends = [(-float(bid.worth), _marks(bid, variant, most)[0]) for bid in bids]
    balance = Comparison(in_steps(2 * bids[leader].worth), [*ends, (0.0, 0.0)])
    met = len(outcomes)
    balances = np.hstack([marks[..., 0] - marks[..., 1], np.zeros((met, 1))])
    balance.extend(balances, np.zeros(met), np.ones(met))
    behind = balance.behind(leader if own[leader] > others[leader] else len(bids))
    advised = []
    for index, bid in enumerate(bids):
        chance = sum(_makes(bid, outcome) for outcome in outcomes) / met
        row = balance.row(index, behind)
        row["points"] = float(own[index] - others[index])
        advised.append(
            BidAdvice(
                **row,
                bid=bid,
                chance=chance,
                chance_interval=chance_interval(chance, met),
                own=float(own[index]),
                others=float(others[index]),
            )
        )
    return advised


def _marks(bid: Bid, variant: Variant, outcome: Outcome) -> tuple[float, float]:
    """Return what the bidder and each other mark in a world."""
    if not _makes(bid, outcome):
        return 0.0, float(bid.worth)
    scoring = variant.scoring
    realised = isinstance(scoring, Marking) and scoring.realised and bid.aim is Aim.POINTS
    return float(outcome.points if realised else bid.worth), 0.0


def _makes(bid: Bid, outcome: Outcome) -> bool:
    if bid.aim is Aim.POINTS:
        return outcome.points >= bid.worth
    return outcome.all if bid.aim is Aim.ALL else outcome.none
