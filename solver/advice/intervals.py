"""Intervals: of means of few values, by Student's t distribution, and of chances."""

from __future__ import annotations

from functools import cache
from math import exp, isnan, lgamma, log, nan, sqrt
from numbers import Real
from typing import TYPE_CHECKING, TypeVar

from solver import checks
from solver.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95
"""The confidence of each interval, and of all drops together."""

T = TypeVar("T", float, "NDArray[np.float64]")

_NORMAL = 1.959964  # the normal quantile of ``CONFIDENCE``
_TINY = 1e-300


def tail(t: float, degrees: int) -> float:
    """Return the chance that a t of so many degrees of freedom exceeds ``t``, 0 or more."""
    if not _real(t, "t") >= 0:
        raise ArgumentError(f"t: {checks.quote(t)}, expected 0 or more")
    return _tail(float(t), checks.number(degrees, "degrees", 1))


def _tail(t: float, degrees: int) -> float:
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2


def quantile(chance: float, degrees: int) -> float:
    """Return the t that is exceeded with a chance below one half."""
    if not 0 < _real(chance, "chance") < 0.5:
        raise ArgumentError(f"chance: {checks.quote(chance)}, expected more than 0, less than 0.5")
    return _quantile(float(chance), checks.number(degrees, "degrees", 1))


@cache
def _quantile(chance: float, degrees: int) -> float:
    low, high = 0.0, 1.0
    while _tail(high, degrees) > chance:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(middle, degrees) > chance else (low, middle)
    return high


def _real(value: object, name: str) -> float:
    """Return a number as a float. Raises ArgumentError for nan and what is none."""
    if not isinstance(value, bool) and isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:
            number = nan
        if not isnan(number):
            return number
    raise ArgumentError(f"{name}: {checks.quote(value)} is no number")


def half_width(variance: float, number: int, confidence: float) -> float:
    """Return half the width of the interval of a mean of ``number`` values, at least two."""
    number = checks.number(number, "number", 2)
    t = quantile((1 - _real(confidence, "confidence")) / 2, number - 1)
    return t * sqrt(max(_real(variance, "variance"), 0.0) / number)


def interval(mean: float, variance: float, number: int) -> tuple[float, float]:
    """Return the interval of a mean of ``number`` values, at ``CONFIDENCE``."""
    wide = half_width(variance, number, CONFIDENCE)
    mean = _real(mean, "mean")
    return mean - wide, mean + wide


def guarded(variance: T, number: float, least: float) -> T:
    """Return a variance of ``number`` values with so much more as they are few.

    Few values can be alike by chance: as if one of them had been off by the root of ``least``.
    """
    return variance + least / number


def clipped(low: float, high: float, most: float) -> tuple[float, float]:
    """Return what of an interval is possible, where 0 to ``most`` are."""
    return max(0.0, _real(low, "low")), min(_real(most, "most"), _real(high, "high"))


def chance_interval(chance: float, number: int) -> tuple[float, float]:
    """Return the interval of a chance that was met so often in ``number`` worlds (Wilson's)."""
    number = checks.number(number, "number", 1)
    if not 0 <= _real(chance, "chance") <= 1:
        raise ArgumentError(f"chance: {checks.quote(chance)}, expected 0 to 1")
    square = _NORMAL * _NORMAL / number
    middle = chance + square / 2
    wide = _NORMAL * sqrt(chance * (1 - chance) / number + square / (4 * number))
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
