"""The answer to which card to play: what each came to in the worlds met, and how sure that is."""

from __future__ import annotations

from math import sqrt
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver.advice.answer import CardAdvice, PlayAdvice
from solver.advice.belief import Belief
from solver.advice.intervals import CONFIDENCE, guarded, quantile
from solver.advice.seen import Seen
from solver.advice.weights import shares
from solver.advice.worlds import Block

if TYPE_CHECKING:
    from numpy.typing import NDArray


class _Figures(NamedTuple):
    """What each group of equal cards came to, all worlds taken together.

    ``points`` are the mean of the ``means`` and of those with open cards, where there are both.
    The advice goes by ``total``, the mean of ``worth``: higher is better.
    """

    met: NDArray[np.float64]
    means: NDArray[np.float64]
    solved: NDArray[np.float64] | None
    open_means: NDArray[np.float64] | None
    points: NDArray[np.float64]
    chances: NDArray[np.float64] | None
    by_chance: bool
    worth: NDArray[np.float64]
    total: NDArray[np.float64]


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
        known: Seen,
        groups: tuple[tuple[int, ...], ...],
        possible: tuple[float, float],
        *,
        trick: float,
        rolled: bool,
        sign: int = 1,
    ) -> None:
        self.known, self.groups, self.possible, self.trick = known, groups, possible, trick
        self.rolled, self.sign = rolled, sign
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

    def answer(
        self,
        *,
        thumb: int,
        target: int | None,
        belief: Belief,
        seed: int,
        wanted: int | None,
        bid: bool,
        started: float,
    ) -> PlayAdvice:
        """Return what the worlds have come to; where there is a ``bid``, its chance goes first."""
        figures = self._figures(bid)
        order = self._order(figures, thumb)
        weights, effective = self._weights()
        best_in = self._best_in(weights, np.concatenate(self.points))
        solved = figures.solved

        def advised(index: int) -> CardAdvice:
            group, chances = self.groups[index], figures.chances
            means, opens = figures.means, figures.open_means
            apart = self._behind_by(figures, order[0], index)
            return CardAdvice(
                card=thumb if thumb in group else group[0],
                equals=group,
                points=float(figures.points[index]),
                interval=self._interval(
                    figures.met[:, index],
                    None if solved is None else solved[:, index],
                    self.possible,
                    self.trick,
                ),
                behind=float(figures.total[order[0]] - figures.total[index]),
                behind_interval=apart,
                told_apart=apart[0] > 0,
                reached=None if chances is None else float(chances[index]),
                best_in=float(best_in[index]),
                rollout=float(means[index]) if self.rolled else None,
                open_cards=None if opens is None else float(opens[index]),
            )

        return PlayAdvice(
            view=self.known,
            belief=belief,
            worlds=self.worlds,
            effective=effective,
            seed=seed,
            seconds=monotonic() - started,
            solved=self.worlds if not self.rolled else 0 if solved is None else len(solved),
            target=target,
            by_chance=figures.by_chance,
            thumb=thumb,
            partial=wanted is not None and self.worlds < wanted,
            cards=tuple(map(advised, order)),
        )

    def _figures(self, bid: bool) -> _Figures:
        """Return what each group came to on average, and what the advice goes by."""
        met, (weights, _) = np.concatenate(self.points), self._weights()
        means = (weights @ met).round(9)
        solved, open_means, points = None, None if self.rolled else means, means
        if len(self.open) > 1:
            solved = np.array(self.open)
            open_means = shares(weights[: len(solved)]) @ solved
            points = (means + open_means) / 2
        chances, by_chance = None, False
        worth, total = self.sign * met, self.sign * points
        if self.reached:
            reached = np.concatenate(self.reached).astype(np.float64)
            chances = (weights @ reached).round(9)
            by_chance = bid and bool(np.ptp(chances) > 0)
            if by_chance:
                worth, total = reached, chances
        return _Figures(met, means, solved, open_means, points, chances, by_chance, worth, total)

    def _order(self, figures: _Figures, thumb: int) -> list[int]:
        """Return the groups, best first; rounded, so that rounding errors decide nothing."""
        return sorted(
            range(len(self.groups)),
            key=lambda index: (
                -round(float(figures.total[index]), 9),
                -round(self.sign * float(figures.points[index]), 9),
                thumb not in self.groups[index],
                index,
            ),
        )

    def _behind_by(self, figures: _Figures, best: int, index: int) -> tuple[float, float]:
        worth, solved = figures.worth, figures.solved
        most = 1.0 if figures.by_chance else self.possible[1] - self.possible[0]
        return self._interval(
            worth[:, best] - worth[:, index],
            None if solved is None else solved[:, best] - solved[:, index],
            (-most, most),
            1.0 if figures.by_chance else self.trick,
        )

    def _best_in(
        self, weights: NDArray[np.float64], met: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        worth = self.sign * met
        return np.asarray((weights @ (worth >= worth.max(axis=1, keepdims=True) - 1e-9)).round(9))

    def _weights(self) -> tuple[NDArray[np.float64], float]:
        """Return the weights of the worlds, 1 in sum, and how many independent ones they are."""
        logs = np.concatenate(self.logs)
        weights = shares(np.exp(logs - logs.max()))
        squares = float((weights**2 / np.concatenate(self.as_many)).sum())
        return weights, round(1 / squares, 9)

    def _interval(
        self,
        met: NDArray[np.float64],
        solved: NDArray[np.float64] | None,
        possible: tuple[float, float],
        step: float,
    ) -> tuple[float, float]:
        """Return what of the interval of a mean is possible.

        The errors of the two estimates are taken to agree. Few worlds can be alike by chance: the
        interval is as wide as if one of them had been off by a ``step`` more.
        """
        weights, effective = self._weights()
        mean, wide = _mean(met, weights, effective, step)
        if solved is not None:
            part = weights[: len(solved)]
            other, other_wide = _mean(solved, shares(part), effective * float(part.sum()), step)
            mean, wide = (mean + other) / 2, (wide + other_wide) / 2
        least, most = possible
        return max(mean - wide, least), min(mean + wide, most)


def _mean(
    values: NDArray[np.float64], weights: NDArray[np.float64], number: float, step: float
) -> tuple[float, float]:
    """Return a weighted mean and half the width of its interval, as of so many values."""
    mean = round(float(weights @ values), 9)
    number = max(number, 2.0)
    variance = float(weights @ (values - mean) ** 2) * number / (number - 1)
    variance = guarded(variance, number, step**2)
    level = (1 - CONFIDENCE) / 2
    return mean, quantile(level, int(number) - 1) * sqrt(variance / number)
