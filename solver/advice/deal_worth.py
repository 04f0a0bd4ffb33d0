"""What a deal is worth to a seat: its points and the marks it reaches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from manni.solver import checks
from manni.solver.advice.choices import Value
from manni.solver.advice.observation import Observation
from manni.solver.advice.statistics import Interval
from manni.solver.cards import SEATS, Seat, triple
from manni.solver.engine import Bounds, Engine, unproved
from manni.solver.rules.points import point_table, points
from manni.solver.run import Run
from manni.solver.searches.rollouts import rollouts
from manni.solver.values.share import Tricks, best_case, share


class Outcome(NamedTuple):
    """What a deal comes to: points, for each mark how far it is reached, and from what.

    In a great contract a mark between guarantee and best case is reached in part. Points and marks
    lie ``between`` what is not ruled out: if not ``proved``, some of the ``guarantees`` are
    estimates.
    """

    between: Interval
    reached_between: tuple[Interval, ...]
    guarantees: Tricks
    proved: bool = True

    @property
    def points(self) -> float:
        """The points, where they are proved."""
        return self.between[0]


class Evaluator:
    """Values deals that agree with an observation: the points of the seat, the marks it reaches.

    ``marks`` are numbers of tricks: the target; for the declarer of a great contract, all
    from the target up.
    """

    def __init__(self, observation: Observation, value: Value) -> None:
        checks.instance(observation, Observation, "observation")
        self.observation, self.contract = observation, observation.contract
        self.by_play = checks.instance(value, Value, "value") is Value.PLAYED
        self.variant, self.great = observation.variant, observation.great
        self.tricks, self.target = self.variant.tricks, observation.target
        table = point_table(self.variant, self.contract, self.great, observation.declarer)
        self.least, self.most = zip(*table[observation.seat], strict=True)
        self.marks: tuple[int, ...] = (self.target,)
        if self.great and observation.seat is observation.declarer:
            self.marks = tuple(range(self.target, self.tricks + 1))
        self.possible = float(min(self.least)), float(max(self.most))
        """The least and the most points that a deal can come to."""
        self._known: dict[Tricks, tuple[float, tuple[float, ...]]] = {}

    def of(self, guarantees: Tricks) -> tuple[float, tuple[float, ...]]:
        """Return points and marks of three guarantees."""
        if guarantees not in self._known:
            self._known[guarantees] = self._of(guarantees)
        return self._known[guarantees]

    def proved(self, guarantees: Tricks) -> Outcome:
        """Return what a deal comes to of which the guarantees are proved."""
        points, reached = self.of(guarantees)
        return Outcome((points, points), tuple((mark, mark) for mark in reached), guarantees)

    def within(self, low: Tricks, high: Tricks) -> tuple[Interval, tuple[Interval, ...]]:
        """Return between what points and marks lie if guarantees do between ``low`` and ``high``.

        A seat has most where its own guarantee is highest and the others' are lowest, but for great
        contracts, in which points jump: there all are looked at that add up to no more tricks than
        there are.
        """
        if self.great:
            every = product(*(range(sure, to + 1) for sure, to in zip(low, high, strict=True)))
            most = max(self.tricks, sum(low))
            corners = [triple(each) for each in every if sum(each) <= most]
        else:
            corners = [
                triple(
                    own[seat] if seat is self.observation.seat else others[seat] for seat in Seat
                )
                for own, others in ((low, high), (high, low))
            ]
        points, reached = zip(*map(self.of, corners), strict=True)
        least, most_points = self.possible
        marks = (set(each) for each in zip(*reached, strict=True))
        return (max(min(points), least), min(max(points), most_points)), tuple(
            (0.0, 1.0) if len(mark) > 1 else (min(mark), min(mark)) for mark in marks
        )

    def _of(self, guarantees: Tricks) -> tuple[float, tuple[float, ...]]:
        sign = self.contract.sign
        sure = guarantees[self.observation.seat]
        if self.by_play:  # all tricks, as they were taken
            brought = points(
                self.variant, self.contract, self.great, self.observation.declarer, guarantees
            )
            reached = tuple(float(sign * (sure - mark) >= 0) for mark in self.marks)
            return float(brought[self.observation.seat]), reached
        seat_share = share(guarantees, self.tricks, self.contract)[self.observation.seat]
        if not self.great:
            reached = tuple(float(sign * (seat_share - mark) >= 0) for mark in self.marks)
            return float(sign * (seat_share - self.target)), reached
        # Points are not linear here. The share is the mean of guarantee and best case, taken at
        # some odds, and so are the points and the marks: at the same odds.
        best = best_case(guarantees, self.tricks, self.contract)[self.observation.seat]
        best = min(max(best, 0), self.tricks)  # it can be beyond only if not all was proved
        part = (
            min(max(float((seat_share - sure) / (best - sure)), 0.0), 1.0) if best != sure else 0.0
        )
        worth = self.least[sure] + part * (self.most[best] - self.least[sure])
        return worth, tuple(
            (1 - part) * (sign * (sure - mark) >= 0) + part * (sign * (best - mark) >= 0)
            for mark in self.marks
        )

    def first_guess(self) -> Tricks:
        """Return the guarantees to start from when nothing similar has been searched."""
        return triple([self.observation.variant.tricks // SEATS] * SEATS)

    def outcome(
        self,
        engine: Engine,
        hands: Sequence[int],
        guess: Tricks,
        run: Run,
        limit: Run | None = None,
    ) -> Outcome:
        """Return what hands after the exchange come to.

        ``guess`` are the guarantees to start from. If there is a ``limit`` and it is over
        before a guarantee is proved, the number of tricks nearest to the guess that is not
        ruled out is taken as the estimate. Raises StoppedError once the run is over.
        """
        if self.by_play:
            run.check()
            tricks = self._played(hands)
            return self.proved(tricks)
        lowest, highest = list(guess), list(guess)
        for seat in Seat:
            part = None if limit is None else limit.part(1 / (SEATS - seat))
            low, high = self._bounds(engine, hands, seat, guess[seat], run, part)
            lowest[seat], highest[seat] = low, high
        least, most = triple(lowest), triple(highest)
        if least == most:
            return self.proved(least)
        guarantees = triple(
            min(max(tricks, low), high)
            for tricks, low, high in zip(guess, least, most, strict=True)
        )
        return Outcome(*self.within(least, most), guarantees, proved=False)

    def _played(self, hands: Sequence[int]) -> Tricks:
        """Return what each seat takes if all play by the policy."""
        observation = self.observation
        gone = np.zeros((1, SEATS), np.uint64)
        gone[0, observation.seat] = (observation.hand | observation.gone) & ~hands[observation.seat]
        taken = np.zeros((1, 1, SEATS), np.int16)
        game = observation.rollout_game
        rollouts().play(game, np.array([hands], np.uint64), gone, observation.leader, (), (), taken)
        return triple(taken[0, 0].tolist())

    def _bounds(
        self,
        engine: Engine,
        hands: Sequence[int],
        seat: Seat,
        guess: int,
        run: Run,
        limit: Run | None,
    ) -> Bounds:
        run.check()
        observation = self.observation
        low, high = engine.lead_bounds(
            hands,
            observation.contract,
            observation.leader,
            seat,
            ace_low=observation.ace_low,
            run=limit or run,
            guess=guess,
        )
        if low < high:
            run.check()
            if limit is None or not limit.is_over():
                unproved(run)
        return low, high
