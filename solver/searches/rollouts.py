"""The one door to the compiled rollouts, and the weights of the rule of thumb they play by.

The weights are in ``solver/data/play_weights.json``, by kind of contract and feature, made by
``benchmarks/fit_play.py``.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver import checks
from solver._rollout import KINDS, WEIGHTS, Rollouts
from solver.errors import SolverError
from solver.stored import stored

__all__ = ["FEATURE_SIZES", "FILE", "KIND_NAMES", "Rollouts", "rollouts", "rollouts_of", "weights"]

FILE = "play_weights.json"

KIND_NAMES = ("trump", "NT", "NULLO")
"""The kinds of contract, in the order of the weights."""

FEATURE_SIZES = {
    "lead rank": 72,
    "lead length": 160,
    "lead top": 32,
    "lead voids": 36,
    "lead stage": 40,
    "lead low": 32,
    "follow rank": 144,
    "follow own": 64,
    "follow choice": 64,
    "follow void": 64,
    "follow stage": 200,
    "follow winning": 48,
    "void rank": 216,
    "void length": 480,
    "void own": 48,
    "void top": 48,
    "void stage": 60,
    "void voids": 27,
}
"""How many weights each feature has, in their order."""


@cache
def weights() -> NDArray[np.int16]:
    """Return the weights of the rule of thumb, one row per kind of contract; not to be changed."""
    kinds = stored(FILE)
    rows = [[w for name in FEATURE_SIZES for w in kinds[kind][name]] for kind in KIND_NAMES]
    found = np.array(rows, np.int16)
    found.flags.writeable = False
    return found


@cache
def rollouts() -> Rollouts:
    """Return rollouts by the rule of thumb as it is stored; they keep nothing between calls."""
    return Rollouts(weights())


def rollouts_of(other: NDArray[np.int16]) -> Rollouts:
    """Return rollouts by the rule of thumb under other weights, ``int16[3, 1835]``."""
    array = checks.instance(other, np.ndarray, "weights")
    if array.shape != (KINDS, WEIGHTS) or array.dtype != np.int16:
        raise SolverError(
            f"weights of shape {array.shape}, {array.dtype}: int16[{KINDS}, {WEIGHTS}] is wanted"
        )
    return Rollouts(np.ascontiguousarray(array))
