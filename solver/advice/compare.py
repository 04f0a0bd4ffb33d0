"""Compare choices over sampled deals, which are called worlds: means, intervals, significance.

All choices are evaluated on the same worlds. The values form a matrix with a row for each world and
a column for each choice; every world has a weight. Choices are compared by **paired differences**
from the leader, in which much of the chance cancels. There is one kind of interval: the weighted
mean, plus or minus Student's t times the standard error. A few worlds can agree by chance. So a
variance is added to each mean: that of one world whose value is off by a whole step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import pi, sqrt, tan
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
HandArray = NDArray[np.uint64]
"""Hands, many at once."""

CONFIDENCE = 0.95
"""The confidence level of each interval, and of all eliminations together."""

_TAIL = (1 - CONFIDENCE) / 2

Interval = tuple[float, float]
Fields = dict[str, Any]
"""Fields of an answer or of one of its choices, by name."""

SHOWN = 10
"""How many of the best choices are shown."""


# Weighted values ---------------------------------------------------------------------


def systematic_resample(weights: Floats, size: int) -> tuple[NDArray[np.intp], float]:
    """Resample rows by weight; return their indices, and how many independent rows each counts for.

    This is systematic resampling: rows are taken at even steps through the cumulative weights, so
    that each comes as often as its weight says, rounded up or down. The errors of the resampling
    and of the pool of proposals add up.
    """
    parts = weights / weights.sum()
    steps = (np.arange(size) + 0.5) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(parts), steps), len(parts) - 1)
    return chosen, 1 / (1 / size + float((parts**2).sum())) / size


def row_independence(values: Floats, families: Ints) -> float:
    """Return how many independent rows each row counts for, if rows of a family may be alike.

    The rows of a family, which come from one proposal, stand together. The variance between the
    sums of families is compared with the variance of single rows, as in the estimate of the
    variance of a particle filter by Chan and Lai. Copies that have moved apart count in full.
    """
    number = len(values)
    _, starts, sizes = np.unique(families, return_index=True, return_counts=True)
    around = values - values.mean(axis=0)
    whole = float((around**2).sum())
    if len(starts) < 2 or not whole:
        return len(starts) / number
    sums = (np.add.reduceat(around, starts) ** 2).sum(axis=1)
    between = float((sums / (1 - sizes / number)).sum()) * (1 - 1 / number)
    return min(1.0, whole / between)


def average(values: Floats, weights: Floats) -> Floats:
    """Return the weighted mean along the first axis, rounded to make equal means compare equal."""
    return np.asarray((weights @ values / weights.sum()).round(9), np.float64)


def variance(values: Floats, weights: Floats, number: float) -> Floats:
    """Return the weighted variance along the first axis, 0 for a single row.

    If a few rows have most of the weight, they can be equal by chance. So the unweighted variance
    of all rows is added with the share of one in the effective sample size ``number``. With equal
    weights the result is the usual unbiased estimate.
    """
    if len(values) < 2:
        return np.zeros(values.shape[1:])
    weighted = average((values - average(values, weights)) ** 2, weights)
    return np.asarray(weighted + values.var(axis=0, ddof=1) / number, np.float64)


# Quantiles ---------------------------------------------------------------------------


@cache
def upper_quantile(chance: float, degrees: int) -> float:
    """Return the value that Student's t exceeds with probability ``chance``, less than one half.

    It is exact for one and two degrees of freedom, otherwise within a hundredth unless the
    probability is tiny: an expansion about the normal quantile (Cornish and Fisher).
    """
    if degrees == 1:
        return 1 / tan(pi * chance)
    if degrees == 2:
        return (1 - 2 * chance) / sqrt(2 * chance * (1 - chance))
    z = -NormalDist().inv_cdf(chance)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, 1))


def chance_interval(chance: float, number: float) -> Interval:
    """Return Wilson's interval of a probability estimated as ``chance`` from ``number`` worlds."""
    square = upper_quantile(_TAIL, 10**9) ** 2 / number
    middle = chance + square / 2
    wide = sqrt(square * (chance * (1 - chance) + square / 4))
    low, high = (middle - wide) / (1 + square), (middle + wide) / (1 + square)
    return max(low, 0.0), min(high, 1.0)  # a chance of 0 or 1 leaves a rounding error


# Comparing ----------------------------------------------------------------------------


class Means(NamedTuple):
    """Means with standard errors of so many ``degrees`` of freedom, and the possible range."""

    means: Floats
    errors: Floats
    degrees: int
    least: Floats
    most: Floats

    def interval(self, index: int) -> Interval:
        """Return the confidence interval of a mean, cut to the values that are possible."""
        mean, error, least, most = (
            float(column[index]) for column in (self.means, self.errors, self.least, self.most)
        )
        # A single world gives no error: the interval is all that is possible.
        wide = upper_quantile(_TAIL, self.degrees) * error if self.degrees else float("inf")
        return max(mean - wide, least), min(mean + wide, most)


class Comparison:
    """Values of ``choices`` on the same worlds; higher is better.

    Values to be minimised are given with the opposite sign. ``step`` is the smallest difference
    between two values, such as a trick or a bid made: a choice that was as good in all worlds so
    far may cost a whole step in the next. ``possible`` are the lowest and highest possible values,
    of all choices or of each.
    """

    def __init__(
        self,
        choices: int,
        step: float | Floats,
        possible: tuple[float | Floats, float | Floats] = (-np.inf, np.inf),
    ) -> None:
        self.step = step
        self.least, self.most = (np.full(choices, end, np.float64) for end in possible)
        self._clear()

    def _clear(self) -> None:
        self.values = np.zeros((0, len(self.least)))
        """The values: a row for each world, a column for each choice."""
        self.log_weights, self.independence = np.zeros(0), np.zeros(0)

    def extend(
        self, values: Floats, log_weights: Floats | None = None, independence: Floats | None = None
    ) -> None:
        """Add the values of worlds, with the logarithms of their weights.

        In standard errors each world counts for ``independence`` independent ones.
        """
        number = len(values)
        self.values = np.concatenate([self.values, values])
        self.log_weights = np.append(
            self.log_weights, np.zeros(number) if log_weights is None else log_weights
        )
        self.independence = np.append(
            self.independence, np.ones(number) if independence is None else independence
        )

    def restart(self, choices: Sequence[int]) -> None:
        """Start over with some of the choices, in this order, and without worlds."""
        kept = list(choices)
        self.least, self.most = self.least[kept], self.most[kept]
        self._clear()

    @property
    def worlds(self) -> int:
        """The number of worlds."""
        return len(self.values)

    @property
    def weights(self) -> Floats:
        """The weights of the worlds; the greatest is 1."""
        return np.asarray(np.exp(self.log_weights - self.log_weights.max()))

    @property
    def effective(self) -> float:
        """Kish's effective sample size; it uses the number of independent worlds in each."""
        weights = self.weights
        return float(weights.sum() ** 2 / (weights**2 / self.independence).sum())

    # Estimates ----------------------------------------------------------------------

    def averages(self) -> Floats:
        """Return the weighted mean value of each choice."""
        return average(self.values, self.weights)

    def means(self) -> Means:
        """Return the weighted means with their errors."""
        return self._means_of(self.values, self.least, self.most)

    def behind(self, leader: int) -> Means:
        """Return by how much each choice is behind a leader: means of paired differences."""
        values, least, most = self.values, self.least, self.most
        means = self._means_of(
            values[:, [leader]] - values, least[leader] - most, most[leader] - least
        )
        means.errors[leader] = means.least[leader] = means.most[leader] = 0.0
        return means

    def _means_of(self, values: Floats, least: Floats, most: Floats) -> Means:
        number, weights = self.effective, self.weights
        around = variance(values, weights, number) + self.step**2 / number
        degrees = max(int(len(values) > 1), int(number) - 1)
        return Means(average(values, weights), np.sqrt(around / number), degrees, least, most)


def choice_figures(index: int, means: Means, behind: Means, sign: int = 1) -> Fields:
    """Return the estimates of a choice; ``behind`` are the differences from the leader.

    With ``sign`` -1 points are returned in their own sign, since they were compared with the
    opposite one.
    """
    points, interval = float(means.means[index]), means.interval(index)
    if sign < 0:
        low, high = interval
        points, interval = -points + 0.0, (-high + 0.0, -low + 0.0)
    between = behind.interval(index)
    return {
        "points": points,
        "interval": interval,
        "behind": float(behind.means[index]),
        "behind_interval": between,
        # Significant: chance alone does not explain the difference.
        "told_apart": between[0] > 0 or between[1] < 0,
    }


def best_first(*means: Floats) -> list[int]:
    """Return the indices of choices by means, highest first; ties go by the next means."""
    return [int(index) for index in np.lexsort([-column.round(9) for column in reversed(means)])]
