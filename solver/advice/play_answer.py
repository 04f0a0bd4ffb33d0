"""The answer to which card to play: what each came to in the worlds met, and how sure that is."""

from __future__ import annotations

from time import monotonic

import numpy as np
from numpy.typing import NDArray

from solver.advice.answer import CardAdvice, PlayAdvice
from solver.advice.belief import Belief
from solver.advice.compare import Comparison, differs, in_steps
from solver.advice.seen import Seen
from solver.advice.statistics import Interval
from solver.advice.worlds import Block


class Met:
    """What each group of equal cards came to in the worlds met so far.

    ``points`` and ``reached`` have a row a world and a column a group, in blocks; ``logs`` and
    ``as_many`` are what the worlds count (``worlds.Block``). ``possible`` are the least
    and the most points of the deal, ``trick`` those of a trick on average. ``rolled`` says whether
    points are of rollouts; ``open`` are then those of the first worlds with open cards. Points are
    better if higher, or lower where ``sign`` is -1.
    """

    def __init__(
        self,
        seen: Seen,
        groups: tuple[tuple[int, ...], ...],
        possible: Interval,
        *,
        trick: float,
        rolled: bool,
        sign: int = 1,
    ) -> None:
        self.seen, self.groups, self.possible, self.trick = seen, groups, possible, trick
        self.rolled, self.sign = rolled, sign
        self.started = monotonic()
        self.logs: list[NDArray[np.float64]] = []
        self.as_many: list[NDArray[np.float64]] = []
        self.points: list[NDArray[np.float64]] = []
        self.reached: list[NDArray[np.bool_]] = []
        self.open: list[list[float]] = []

    @property
    def worlds(self) -> int:
        """How many have been met."""
        return sum(map(len, self.points))

    def weigh(self, worlds: Block) -> None:
        """Take in what the next worlds count."""
        self.logs.append(worlds.logs)
        self.as_many.append(worlds.as_many)

    def _compared(self, values: NDArray[np.float64], possible: Interval, step: float) -> Comparison:
        """Return a comparison of the groups, which have such values in the first worlds."""
        comparison = Comparison(in_steps(step), [possible] * len(self.groups))
        logs, first = np.concatenate(self.logs), slice(len(values))
        as_many = np.concatenate(self.as_many)[first]
        comparison.extend(values, np.exp(logs - logs.max())[first], as_many)
        return comparison

    def answer(
        self,
        *,
        thumb: int,
        target: int | None,
        belief: Belief,
        seed: int,
        wanted: int | None,
        bid: bool,
    ) -> PlayAdvice:
        """Return what the worlds have come to; where there is a ``bid``, its chance goes first."""
        met = np.concatenate(self.points)
        ways = [self._compared(met, self.possible, self.trick)]
        # Rounded, so that rounding errors decide nothing.
        means = [ways[0].averages().round(9)]
        if len(self.open) > 1:
            ways.append(self._compared(np.array(self.open), self.possible, self.trick))
            means.append(ways[1].averages())
        points = np.mean(means, axis=0)
        judged, total, better = ways, self.sign * points, self.sign
        chances, by_chance = None, False
        if self.reached:
            reached = np.concatenate(self.reached).astype(np.float64)
            chance = self._compared(reached, (0.0, 1.0), 1.0)
            chances = chance.averages().round(9)
            by_chance = bid and bool(np.ptp(chances) > 0)
            if by_chance:
                judged, total, better = [chance], chances, 1
        order = sorted(
            range(len(self.groups)),
            key=lambda index: (
                -round(float(total[index]), 9),
                -round(self.sign * float(points[index]), 9),
                thumb not in self.groups[index],
                index,
            ),
        )
        behind = [comparison.behind(order[0]) for comparison in judged]
        weights = ways[0].weights()
        worth = self.sign * met
        best = worth >= worth.max(axis=1, keepdims=True) - 1e-9
        best_in = (weights @ best / weights.sum()).round(9)

        def advised(index: int) -> CardAdvice:
            group = self.groups[index]
            ends = [behind_by.interval(index) for behind_by in behind]
            apart = _together([(low, high) if better > 0 else (-high, -low) for low, high in ends])
            return CardAdvice(
                points=float(points[index]),
                interval=_together([comparison.estimate(index).interval for comparison in ways]),
                behind=float(total[order[0]] - total[index]),
                behind_interval=apart,
                told_apart=differs(apart),
                card=thumb if thumb in group else group[0],
                equals=group,
                reached=None if chances is None else float(chances[index]),
                best_in=float(best_in[index]),
                rollout=float(means[0][index]) if self.rolled else None,
                open_cards=None if self.rolled and len(ways) == 1 else float(means[-1][index]),
            )

        return PlayAdvice(
            worlds=self.worlds,
            effective=round(ways[0].effective(), 9),
            seed=seed,
            seconds=monotonic() - self.started,
            partial=wanted is not None and self.worlds < wanted,
            view=self.seen,
            belief=belief,
            solved=len(self.open) if len(ways) > 1 else 0 if self.rolled else self.worlds,
            target=target,
            by_chance=by_chance,
            thumb=thumb,
            cards=tuple(map(advised, order)),
        )


def _together(intervals: list[Interval]) -> Interval:
    """Return the interval of the mean of estimates whose errors are taken to agree."""
    lows, highs = zip(*intervals, strict=True)
    return sum(lows) / len(lows), sum(highs) / len(highs)
