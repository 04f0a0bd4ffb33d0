"""One comparison of choices over worlds: what each comes to, and what is told apart.

All choices meet the same worlds: values are a matrix, a row a world and a column a choice, and a
world counts by its weight. What is compared are **paired differences** from the leader, in which
much of the chance cancels. There is one interval: a weighted mean, give or take Student's t times
its error. Few worlds can be alike by chance, so that a mean is taken to be as unsure as if one of
its worlds had been off by a whole step more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import pi, sqrt, tan
from statistics import NormalDist
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
HandArray = NDArray[np.uint64]
"""Hands, many at once."""

CONFIDENCE = 0.95
"""The confidence of each interval, and of all eliminations together."""

_TAIL = (1 - CONFIDENCE) / 2

Interval = tuple[float, float]
Weights = Floats | Sequence[float]

SHOWN = 10
"""How many of the best choices are shown."""

_STANDARD = NormalDist()


# Values that count by weights --------------------------------------------------------


def resampled(weights: Floats, size: int) -> tuple[NDArray[np.intp], float]:
    """Return which of many values are met, likely ones more often, and as how many each counts.

    They are chosen at even steps through the weights: a value comes as often as it should, but for
    the last time. Both the choice and the pool have errors, which add up.
    """
    parts = weights / weights.sum()
    steps = (np.arange(size) + 0.5) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(parts), steps), len(parts) - 1)
    return chosen, 1 / (1 / size + float((parts**2).sum())) / size


def independent(values: Floats, families: Ints) -> float:
    """Return as how many independent rows each counts, of which those of a family may be alike.

    Families are in order. How far apart the sums of families are says it, as an estimate of the
    variance of a particle filter does (Chan and Lai): copies that have parted count in full.
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


def average(values: Floats, weights: Weights) -> Floats:
    """Return the weighted mean along the first axis, rounded, so that no rounding error counts."""
    array = np.asarray(weights, np.float64)
    return np.asarray((array @ values / array.sum()).round(9), np.float64)


def variance(values: Floats, weights: Weights, number: float) -> Floats:
    """Return the variance of values along the first axis, 0 for a single one.

    Where a few weigh most these can be alike by chance, so part of it is that of all values
    whatever they weigh: a part like that of one of the effective ``number``. For equal weights it
    is the usual estimate, without bias.
    """
    if len(values) < 2:
        return np.zeros(values.shape[1:])
    weighted = average((values - average(values, weights)) ** 2, weights)
    return np.asarray(weighted + values.var(axis=0, ddof=1) / number, np.float64)


# Quantiles ---------------------------------------------------------------------------


@cache
def quantile(chance: float, degrees: int) -> float:
    """Return the t of so many degrees of freedom that is exceeded with a chance below one half.

    It is exact for one degree and for two, and else within a hundredth where the chance is not
    tiny: an expansion about the normal value (Cornish and Fisher).
    """
    if degrees == 1:
        return 1 / tan(pi * chance)
    if degrees == 2:
        return (1 - 2 * chance) / sqrt(2 * chance * (1 - chance))
    z = -_STANDARD.inv_cdf(chance)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(degrees) ** power for power, term in enumerate(terms, 1))


def chance_interval(chance: float, number: float) -> Interval:
    """Return the interval of a chance that was met so often in ``number`` worlds (Wilson's)."""
    square = quantile(_TAIL, 10**9) ** 2 / number
    middle = chance + square / 2
    wide = sqrt(square * (chance * (1 - chance) + square / 4))
    low, high = (middle - wide) / (1 + square), (middle + wide) / (1 + square)
    return max(low, 0.0), min(high, 1.0)  # a chance of 0 or 1 leaves a rounding error


def below(z: float) -> float:
    """Return the chance that a normal value is below ``z`` standard deviations."""
    return _STANDARD.cdf(z)


# Comparing ----------------------------------------------------------------------------


class Row(TypedDict):
    """What a choice came to, as the fields of a ``Choice`` of the answer."""

    points: float
    interval: Interval
    behind: float
    behind_interval: Interval
    told_apart: bool


class Means(NamedTuple):
    """Means with their errors, which have so many ``degrees``, between what is possible."""

    means: Floats
    errors: Floats
    degrees: int
    least: Floats
    most: Floats

    def interval(self, index: int) -> Interval:
        """Return what is possible of an interval."""
        mean, error, least, most = (
            float(each[index]) for each in (self.means, self.errors, self.least, self.most)
        )
        # Of a single world nothing is known but what is possible.
        wide = quantile(_TAIL, self.degrees) * error if self.degrees else float("inf")
        return max(mean - wide, least), min(mean + wide, most)


class Comparison:
    """Choices over the same worlds, so many at first; more is better.

    What is to be avoided is given with its sign turned. Values come in steps so large, as tricks,
    or a bid that is made or not: a choice that is as good in all worlds met may cost a whole
    ``step`` in the next one. They lie within the ends of ``possible``, for all or for each.
    """

    def __init__(
        self,
        choices: int,
        step: float | Floats,
        possible: tuple[float | Floats, float | Floats] = (-np.inf, np.inf),
    ) -> None:
        self.step = step
        self.least, self.most = (np.full(choices, end, np.float64) for end in possible)
        self._begin()

    def _begin(self) -> None:
        self.values = np.zeros((0, len(self.least)))
        """What each choice came to, a row a world and a column a choice."""
        self.logs, self.as_many = np.zeros(0), np.zeros(0)

    def extend(
        self, values: Floats, logs: Floats | None = None, as_many: Floats | None = None
    ) -> None:
        """Add worlds, a row each and a column a choice, and the logarithms of what they count.

        In the errors each counts ``as_many`` independent ones.
        """
        number = len(values)
        self.values = np.concatenate([self.values, values])
        self.logs = np.append(self.logs, np.zeros(number) if logs is None else logs)
        self.as_many = np.append(self.as_many, np.ones(number) if as_many is None else as_many)

    def begin(self, choices: Sequence[int]) -> None:
        """Begin again with these of the choices, in this order."""
        kept = list(choices)
        self.least, self.most = self.least[kept], self.most[kept]
        self._begin()

    @property
    def worlds(self) -> int:
        """How many worlds were met."""
        return len(self.values)

    @property
    def weights(self) -> Floats:
        """What the worlds count, the likeliest 1."""
        return np.exp(self.logs - self.logs.max()) if len(self.logs) else self.logs

    @property
    def effective(self) -> float:
        """How many worlds of equal weight say as much (Kish): their number if all are alike."""
        weights = self.weights
        return (
            float(weights.sum() ** 2 / (weights**2 / self.as_many).sum()) if len(weights) else 0.0
        )

    # What each comes to --------------------------------------------------------------

    def averages(self) -> Floats:
        """Return what the choices come to."""
        return average(self.values, self.weights)

    def means(self) -> Means:
        """Return the same with how sure that is."""
        return self._of(self.values, self.least, self.most)

    def behind(self, leader: int) -> Means:
        """Return how far choices are behind a leader."""
        values, least, most = self.values, self.least, self.most
        found = self._of(values[:, [leader]] - values, least[leader] - most, most[leader] - least)
        found.errors[leader] = found.least[leader] = found.most[leader] = 0.0
        return found

    def _of(self, values: Floats, least: Floats, most: Floats) -> Means:
        number, weights = self.effective, self.weights
        around = variance(values, weights, number) + self.step**2 / number
        degrees = max(int(len(values) > 1), int(number) - 1)
        return Means(average(values, weights), np.sqrt(around / number), degrees, least, most)

    def best_in(self) -> Floats:
        """Return in what part of the worlds none does better than each choice."""
        best = self.values >= self.values.max(axis=1, keepdims=True) - 1e-9
        return average(best.astype(np.float64), self.weights)

    def row(self, choice: int, behind: Means) -> Row:
        """Return what a choice came to, and how far it is behind."""
        found, between = self.means(), behind.interval(choice)
        return {
            "points": float(found.means[choice]),
            "interval": found.interval(choice),
            "behind": float(behind.means[choice]),
            "behind_interval": between,
            # Chance alone does not explain how far it is behind.
            "told_apart": between[0] > 0 or between[1] < 0,
        }


def turned(row: Row, sign: int) -> Row:
    """Return a row whose values were given with their ``sign`` turned.

    Another figure in points of the score is turned by who adds it.
    """
    if sign < 0:
        low, high = row["interval"]
        row["points"], row["interval"] = -row["points"] + 0.0, (-high + 0.0, -low + 0.0)
    return row


def best_first(*means: Floats) -> list[int]:
    """Return choices in order of means, the highest first, those alike by the next means."""
    return [int(index) for index in np.lexsort([-each.round(9) for each in reversed(means)])]
