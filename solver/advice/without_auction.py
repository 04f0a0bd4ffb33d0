"""A claim of every trick, without an auction, for a seat that sees its own hand.

Deals that agree with the hand, called worlds, are sampled uniformly and solved with open cards: the
shares without a claim, and whether the claimer is sure of every trick against the others together.
All seats know all hands in this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

import numpy as np

from ..cards import Seat, by_seat, rank_of
from ..engine import Engine
from ..rules.scoring import Marks
from ..run import Run
from .answer import ClaimAdvice, ClaimChoice
from .compare import Comparison, Fields, Floats, chance_interval
from .hand_model import takes_all
from .observation import Known, Observation
from .play import open_shares
from .race import Limits, Question, Race
from .worlds import DealSample, position_maker


def advise_claim(observation: Known, **limits: Unpack[Limits]) -> ClaimAdvice:
    """Return the value of claiming every trick, and of playing on without a claim.

    >>> from manni import Deal, advise_claim
    >>> deal = Deal(
    ...     [None, None, "TA.TA.TAK.TAK"], "envers-3", contract="D", tags=[("Passed", "pass pass")]
    ... )
    >>> advise_claim(deal, worlds=20).best.claims
    True

    The value is how much more the seat marks than the average of the others, or less where marks
    are bad. If the score is known and the claim would end the game, the losers play against it and
    all others for it. Nothing is concluded from seats that have not claimed, and no later claim is
    assumed.

    ``limits`` are the keyword arguments ``worlds``, ``seconds``, ``seed``, ``threads``,
    ``memory_mb``, ``pool`` and ``run``; ``worlds`` or a time limit must be given. Raises
    StoppedError if fewer than two deals were evaluated in time.
    """
    observation = Observation.at(observation, "claim")
    question = Question(observation, default=None, **limits)
    race = _ClaimRace(question, observation)
    race.run()
    return ClaimAdvice(
        **race.origin(),
        observation=observation,
        thumb=takes_all(observation.variant, observation.contract, observation.hand),
        choices=tuple(race.as_choice(claims, figures) for _, claims, figures in race.rows()),
        is_every=race.is_every,
    )


class _ClaimRace(Race[bool]):
    """A race of two choices, playing on and claiming, on deals that are solved with open cards.

    They are compared by how much more the seat then marks than the average of the others.
    """

    block = 8
    most = 1
    least_sample = 64
    """The race ends once the difference is significant, but not before so many worlds."""

    def __init__(self, question: Question, observation: Observation) -> None:
        self.observation, self.variant = observation, observation.variant
        cut = observation.cut
        self.turned = 0 if cut is None else observation.rules.card_points[rank_of(cut)]
        self.made, self.failed = (
            self._marks(seat, claimed=True) for seat in (observation.seat, observation.others[0])
        )
        self.foes = self.variant.claim_sides(observation.seat)[1]
        self.outcomes: list[tuple[Marks, Marks]] = []
        every = np.array(
            [
                [self._balance(self._marks(seat, claims)) for seat in self.variant.seats]
                for claims in (False, True)
            ]
        )
        ends = every.min(axis=1), every.max(axis=1)
        # One world in which the claim goes the other way moves its balance from end to end.
        points = Comparison(2, float(ends[1][1] - ends[0][1]), ends)
        super().__init__(question, (False, True), points)

    def _marks(self, taker: Seat, claimed: bool) -> Marks:
        """Return the marks if one seat takes everything."""
        variant, seat = self.variant, self.observation.seat
        whole = variant.most_points(self.observation.contract)
        points = by_seat(lambda each: whole if each is taker else 0, variant.seats)
        declarer, bid = (seat, variant.bids[0]) if claimed else (None, None)
        contract = self.observation.contract
        return variant.scoring.marks(variant.taken(points, contract, declarer, bid, self.turned))

    def _balance(self, marks: Marks) -> float:
        variant = self.variant
        return variant.scoring.balance(marks, self.observation.seat, variant.partners)

    def evaluate_samples(self) -> Iterator[None]:
        for _ in super().evaluate_samples():
            yield
            *_, (*_, second) = self.rows()
            if (
                self.question.wanted is None
                and self.sample_size >= self.least_sample
                and second["told_apart"]
            ):
                return

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        found = list(self.question.solve(self._solved, worlds.rows()))
        self.outcomes += found
        return (np.array([[*map(self._balance, marks)] for marks in found], np.float64),)

    def _solved(self, engine: Engine, world: DealSample, run: Run) -> tuple[Marks, Marks]:
        """Return the marks of a world without a claim and with one."""
        seen, variant = self.observation, self.variant
        contract, leader, seat = seen.contract, seen.leader, seen.seat
        begin, rules = position_maker(seen, world), variant.rules_of(contract, claimed=True)
        start = begin(contract, leader, rules=rules, declarers=variant.side_declaring(seat))
        makes = engine.takes_all(start, seat, seen.helpers, run=run)
        start = begin(contract, leader, rules=seen.rules, declarers=seen.declarers)
        plain = variant.taken(open_shares(start, engine, run), contract, turned=self.turned)
        return variant.scoring.marks(plain), self.made if makes else self.failed

    def as_choice(self, claims: bool, figures: Fields) -> ClaimChoice:
        """Return a choice with its estimates."""
        chance = sum(claimed is self.made for _, claimed in self.outcomes) / self.sample_size
        every = np.array([marks[claims] for marks in self.outcomes], float).mean(axis=0)
        own = float(every[self.observation.seat])
        return ClaimChoice(
            **figures,
            claims=claims,
            chance=chance if claims else None,
            chance_interval=chance_interval(chance, self.points.effective) if claims else None,
            own=own,
            others=float(every[[*self.foes]].mean()),
        )
