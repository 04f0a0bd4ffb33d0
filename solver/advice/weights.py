"""Means of values that count by weights, and how many independent ones they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def shares(weights: NDArray[np.float64] | Sequence[float]) -> NDArray[np.float64]:
    """Return weights as parts of their sum."""
    import numpy as np

    found = np.asarray(weights, np.float64)
    return np.asarray(found / found.sum(), np.float64)


def effective(weights: NDArray[np.float64] | Sequence[float]) -> float:
    """Return how many values of equal weight say as much (Kish): their number if all are alike."""
    import numpy as np

    found = np.asarray(weights, np.float64)
    return float(found.sum() ** 2 / (found**2).sum()) if len(found) else 0.0


def mean(values: NDArray[np.float64], weights: NDArray[np.float64] | Sequence[float]) -> float:
    """Return the weighted mean."""
    return float(values @ shares(weights))


def covariance(
    one: NDArray[np.float64],
    other: NDArray[np.float64],
    weights: NDArray[np.float64] | Sequence[float],
) -> NDArray[np.float64]:
    """Return the covariance of paired values along the last axis, 0 for a single pair.

    Where a few weigh most these can be alike by chance, so part of it is that of all pairs
    whatever they weigh: a part like that of one value of the ``effective`` ones. For equal
    weights it is the usual estimate, without bias.
    """
    import numpy as np

    values = one.shape[-1]
    if values < 2:
        return np.zeros(one.shape[:-1])
    parts = shares(weights)
    weighted = (one - (one @ parts)[..., None]) * (other - (other @ parts)[..., None]) @ parts
    apart = (one - one.mean(axis=-1, keepdims=True)) * (other - other.mean(axis=-1, keepdims=True))
    plain = apart.sum(axis=-1) / (values - 1)
    return np.asarray(weighted + plain / effective(weights), np.float64)


def mean_variance(
    values: NDArray[np.float64], weights: NDArray[np.float64] | Sequence[float]
) -> NDArray[np.float64]:
    """Return the variance of the weighted mean along the last axis, 0 for a single value."""
    return covariance(values, values, weights) / effective(weights)
