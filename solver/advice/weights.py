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


def mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Return the weighted mean."""
    return float(values @ shares(weights))


def mean_variance(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the variance of the weighted mean along the last axis, 0 for a single value.

    Where a few weigh much these can be alike by chance: so the spread is as if one further
    value had that of all, whatever they weigh. For equal weights this changes nothing.
    """
    import numpy as np

    if values.shape[-1] < 2:
        return np.zeros(values.shape[:-1])
    number, parts = effective(weights), shares(weights)
    about = values @ parts
    squares = (values - about[..., None]) ** 2 @ parts
    found = (number * squares + values.var(axis=-1, ddof=1)) / number**2
    return np.asarray(found, np.float64)
