"""What a seat decides without an auction, one hand alone seen: a trump, a claim of every trick.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each it is solved
with open cards what the seats take by share, under every trump that may be named or where nobody
claims, and whether a claimer is sure of every trick against the others together: everybody in it
knows all hands. All choices meet the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Unpack

import numpy as np

from ..cards import Seat, by_seat, rank_of
from ..engine import Engine
from ..position import Position
from ..rules.scoring import Marks
from ..run import Run
from .answer import ClaimAdvice, ClaimChoice, TrumpAdvice, TrumpChoice
from .compare import Comparison, Interval, Row, chance_interval, in_steps, turned
from .hand_policy import takes_all, trump_to_name
from .observation import ClaimObservation, TrumpObservation
from .play import open_shares
from .race import Choice, Limits, Question, Race
from .worlds import World

Work = Callable[[Engine, World, Run], list[Marks]]


class _Decision(Race[Choice, World, list[Marks]]):
    """Choices that come to points or marks by seat, in each deal the same ``work`` for all.

    They are ``worth`` something to the seat that decides.
    """

    def __init__(
        self,
        question: Question,
        choices: Iterable[Choice],
        points: Comparison,
        work: Work,
        worth: Callable[[Marks], float],
    ) -> None:
        super().__init__(question, choices, points)
        self.work, self.worth = work, worth
        self.outcomes: list[list[Marks]] = []

    def rounds(self) -> Iterable[Iterable[World]]:
        return self.at_once(self.question.worlds)

    def value(self, engine: Engine, task: World, run: Run) -> list[Marks]:
        return self.work(engine, task, run)

    def take(self, found: list[Marks]) -> None:
        self.outcomes.append(found)
        for index, marks in enumerate(found):
            worth = self.worth(marks)
            self.points.add(index, (worth, worth))


def advise_trump(observation: TrumpObservation, **limits: Unpack[Limits]) -> TrumpAdvice:
    """Return the expected points of the seat under every trump that it may name.

    Raises StoppedError where not even two worlds were finished.
    """
    question = Question(TrumpObservation, observation, **limits)
    variant, seat = observation.variant, observation.seat
    trumps = variant.trumps
    sign = -1 if variant.rules.avoids else 1
    most = float(variant.most_points(trumps[0]))
    ends = (0.0, most) if sign > 0 else (-most, 0.0)

    def shares(engine: Engine, world: World, run: Run) -> list[Marks]:
        leader = variant.leader(None)
        starts = [
            Position.checked(world.hands, trump, leader, rules=variant.rules_of(trump))
            for trump in trumps
        ]
        return [open_shares(start, engine, run) for start in starts]

    points = Comparison(in_steps(most / variant.tricks), [ends] * len(trumps))
    race = _Decision(question, trumps, points, shares, lambda points: sign * float(points[seat]))
    race.run()
    return TrumpAdvice(
        **race.origin(),
        observation=observation,
        thumb=trump_to_name(variant, observation.hand),
        trumps=tuple(
            TrumpChoice(**turned(row, sign), contract=contract) for contract, row in race.rows()
        ),
    )


def advise_claim(observation: ClaimObservation, **limits: Unpack[Limits]) -> ClaimAdvice:
    """Return what it is worth to claim every trick, and what to play on without.

    That is what the seat marks more than each other on average, or less where marks are bad.
    Where the score is known those play for the claim who gain by it. Nothing is concluded from
    who has not claimed, and nobody claims later. Raises StoppedError where not even two worlds
    were finished.
    """
    question = Question(ClaimObservation, observation, **limits)
    variant, seat, contract = observation.variant, observation.seat, observation.contract
    scoring, whole = variant.scoring, variant.most_points(contract)
    cut = observation.cut
    bonus = 0 if cut is None else observation.rules.card_points[rank_of(cut)]
    rules = variant.rules_of(contract, claimed=True)

    def marks(taker: Seat, claimed: bool) -> Marks:
        """Return what is marked where one seat takes everything."""
        points = by_seat(lambda each: whole if each is taker else 0)
        declarer, bid = (seat, variant.bids[0]) if claimed else (None, None)
        return scoring.marks(variant.taken(points, contract, declarer, bid, bonus))

    made, failed = (marks(taker, claimed=True) for taker in (seat, observation.others[0]))

    def outcomes(engine: Engine, world: World, run: Run) -> list[Marks]:
        """Return what is marked without a claim and with one."""
        leader = observation.leader
        start = Position.checked(world.hands, contract, leader, rules=rules, declarer=seat)
        makes = engine.takes_all(start, seat, observation.helpers, run=run)
        start = Position.checked(world.hands, contract, leader, rules=observation.rules)
        plain = variant.taken(open_shares(start, engine, run), contract, turned=bonus)
        return [scoring.marks(plain), made if makes else failed]

    def between(claimed: bool) -> Interval:
        """Return the least and the most that can be balanced: where one takes everything."""
        every = [scoring.balance(marks(taker, claimed), seat) for taker in Seat]
        return min(every), max(every)

    # One world in which the claim goes the other way moves its balance from end to end.
    ends = [between(claimed=False), between(claimed=True)]
    points = Comparison(in_steps(ends[1][1] - ends[1][0]), ends)
    race = _Decision(
        question, (False, True), points, outcomes, lambda marks: scoring.balance(marks, seat)
    )
    race.run()
    chance = sum(claimed is made for _, claimed in race.outcomes) / race.met

    def choice(claims: bool, row: Row) -> ClaimChoice:
        every = np.array([marks[claims] for marks in race.outcomes], float).mean(axis=0)
        return ClaimChoice(
            **row,
            claims=claims,
            chance=chance if claims else None,
            chance_interval=chance_interval(chance, race.met) if claims else None,
            own=float(every[seat]),
            others=float(every.sum() - every[seat]) / 2,
        )

    return ClaimAdvice(
        **race.origin(),
        observation=observation,
        thumb=takes_all(variant, contract, observation.hand),
        choices=tuple(choice(*each) for each in race.rows()),
    )
