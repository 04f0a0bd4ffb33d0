"""Means, variances and intervals of values that count by weights; Student's t; normal values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, exp, lgamma, log, pi, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
"""The confidence of each interval, and of all eliminations together."""

Interval = tuple[float, float]
Weights = NDArray[np.float64] | Sequence[float]

NORMAL = 1.959964
"""The normal quantile of ``CONFIDENCE``."""

_TINY = 1e-300

_AROUND = np.array([NormalDist().inv_cdf((index + 0.5) / 15) for index in range(15)])
"""Normal values that are all equally likely to be exceeded by the next."""


# Values that count by weights --------------------------------------------------------


def shares(weights: Weights) -> NDArray[np.float64]:
    """Return weights as parts of their sum."""
    array = np.asarray(weights, np.float64)
    return np.asarray(array / array.sum(), np.float64)


def effective(weights: Weights) -> float:
    """Return how many values of equal weight say as much (Kish): their number if all are alike."""
    array = np.asarray(weights, np.float64)
    return float(array.sum() ** 2 / (array**2).sum()) if len(array) else 0.0


def resampled(weights: NDArray[np.float64], size: int) -> tuple[NDArray[np.intp], float]:
    """Return which of many values are met, likely ones more often, and as how many each counts.

    They are chosen at even steps through the weights: a value comes as often as it should, but for
    the last time. Both the choice and the pool have errors, which add up.
    """
    parts = shares(weights)
    steps = (np.arange(size) + 0.5) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(parts), steps), len(parts) - 1)
    return chosen, 1 / (1 / size + float((parts**2).sum())) / size


def average(values: NDArray[np.float64], weights: Weights) -> NDArray[np.float64]:
    """Return the weighted mean along the last axis: without rounding for a few whole numbers."""
    array = np.asarray(weights, np.float64)
    return np.asarray(values @ array / array.sum(), np.float64)


def covariance(
    one: NDArray[np.float64],
    other: NDArray[np.float64],
    weights: Weights,
    number: float | None = None,
) -> NDArray[np.float64]:
    """Return the covariance of paired values along the last axis, 0 for a single pair.

    Where a few weigh most these can be alike by chance, so part of it is that of all pairs
    whatever they weigh: a part like that of one value of the effective ``number``, by default
    Kish's. For equal weights it is the usual estimate, without bias.
    """
    values = one.shape[-1]
    if values < 2:
        return np.zeros(one.shape[:-1])
    parts = shares(weights)
    weighted = (one - (one @ parts)[..., None]) * (other - (other @ parts)[..., None]) @ parts
    apart = (one - one.mean(axis=-1, keepdims=True)) * (other - other.mean(axis=-1, keepdims=True))
    plain = apart.sum(axis=-1) / (values - 1)
    return np.asarray(weighted + plain / (number or effective(weights)), np.float64)


def mean_variance(values: NDArray[np.float64], weights: Weights) -> NDArray[np.float64]:
    """Return the variance of the weighted mean along the last axis, 0 for a single value."""
    return covariance(values, values, weights) / effective(weights)


def evened_out(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return whole points met in worlds, a row each, as several a little more and a little less.

    The part of these that reaches a mark is a chance that few worlds leave less to luck: a mark
    just missed counts nearly half. They are as far apart as is usual for so many values of such
    a spread (Scott's rule), with many worlds hardly at all.
    """
    number = len(points)
    spread = float(points.std(ddof=1)) if number > 1 else 0.0
    far = 1.06 * spread * float(number) ** -0.2
    return np.asarray(np.floor(points[:, None] + far * _AROUND + 0.5), np.int64)


def cross_fitted(looks: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each world comes to for the choice that all others look best for.

    Both have a row a world and a column a choice; of equal choices the first is taken. The best
    of several means is too high, since chance has helped to choose it. Here it has not: no world
    counts for a choice that it took part in. The mean is that of a choice made by one world less.
    """
    by_others = (looks.sum(axis=0) - looks).round(9)
    return np.asarray(values[np.arange(len(values)), by_others.argmax(axis=1)], np.float64)


# Student's t -------------------------------------------------------------------------


def tail(t: float, degrees: int) -> float:
    """Return the chance that a t of so many degrees of freedom exceeds ``t``, 0 or more."""
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2


@cache
def quantile(chance: float, degrees: int) -> float:
    """Return the t that is exceeded with a chance below one half."""
    low, high = 0.0, 1.0
    while tail(high, degrees) > chance:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, degrees) > chance else (low, middle)
    return high


def chance_interval(chance: float, number: int) -> Interval:
    """Return the interval of a chance that was met so often in ``number`` worlds (Wilson's)."""
    square = NORMAL * NORMAL / number
    middle = chance + square / 2
    wide = NORMAL * sqrt(chance * (1 - chance) / number + square / (4 * number))
    low, high = (middle - wide) / (1 + square), (middle + wide) / (1 + square)
    return max(low, 0.0), min(high, 1.0)  # a chance of 0 or 1 leaves a rounding error


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), _TINY)
    fraction = d
    for m in range(1, 300):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / max(1 + factor * d, _TINY)
            c = max(1 + factor / c, _TINY)
            fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * fraction


# Normal values -----------------------------------------------------------------------


def below(z: float) -> float:
    """Return the chance that a normal value is below ``z`` standard deviations."""
    return (1 + erf(z / sqrt(2))) / 2


def truncated(mean: float, spread: float, low: float, high: float) -> tuple[float, float]:
    """Return mean and standard deviation of a normal value known to lie within bounds."""
    a, b = (low - mean) / spread, (high - mean) / spread
    inside = below(b) - below(a)
    if inside < 1e-4:  # far out: it lies at the nearer end
        nearer = low if a > 0 else high
        return nearer, (high - low) / 4
    at = [exp(-z * z / 2) / sqrt(2 * pi) for z in (a, b)]
    shift = (at[0] - at[1]) / inside
    edges = sum(
        sign * z * density for sign, z, density in ((1, a, at[0]), (-1, b, at[1])) if abs(z) < 1e6
    )
    variance = max(1 + edges / inside - shift**2, 0.0)
    return mean + spread * shift, spread * sqrt(variance)
