"""The one door to the compiled rollouts, and the networks by which they play.

The weights are in ``solver/data/play_policy.npz``, made by ``tools/data/train_policy.py``, which
went after b91b8186: for each kind of play what every row of a card adds to its score, what rows
add to the sums of the hidden layer, where these start and what they then count.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import SEATS, Contract
from .errors import compiled_here
from .package_data import data_path
from .rules.trick import TrickRules

with compiled_here():
    from ._rollout import (
        WIDE_PROCESSOR,
        DiscardChooser,
        Game,
        PlayHistory,
        Rollouts,
    )

if WIDE_PROCESSOR:
    # Not built where the compiler does not know the instructions.
    with suppress(ModuleNotFoundError):
        from ._rollout_v3 import DiscardChooser, Game, PlayHistory, Rollouts

__all__ = [
    "KIND_NAMES",
    "DiscardChooser",
    "Game",
    "PlayHistory",
    "Rollouts",
    "Weights",
    "game_of",
    "rollouts",
    "weights",
]

KIND_NAMES = (
    *("trump", "NT", "NULLO", "alone", "declarer", "defender", "few"),
    *("pairs", "declarer-4+", "defender-4+", "alone-4+", "few-4+"),
)
"""The kinds of play, in the order of the weights: contracts for tricks, then plays for points.

For points each plays alone, for many or for few, or a declarer against defenders, or two pairs;
where more than three play, by networks of their own.
"""


class Weights(NamedTuple):
    """Networks, the first index of each part being the kind of play."""

    own: NDArray[np.int16]
    rows: NDArray[np.int16]
    start: NDArray[np.int16]
    out: NDArray[np.int16]


@cache
def weights() -> Weights:
    """Return the weights of the policy; not to be changed."""
    with np.load(data_path("play_policy.npz")) as stored:
        return Weights(*(stored[name].astype(np.int16) for name in Weights._fields))


@cache
def rollouts() -> Rollouts:
    """Return rollouts by the policy as it is stored; they keep nothing between calls."""
    return Rollouts(*weights())


@lru_cache(maxsize=256)
def game_of(
    rules: TrickRules, contract: Contract, declarers: frozenset[int], pack: int, players: int
) -> Game:
    """Return what rollouts have to know of a game.

    ``declarers`` are one of two sides, as a position has them, nobody where there are none.
    """
    partners = rules.partners and bool(declarers)
    sides = [seat not in declarers if partners else seat for seat in range(players)]
    if rules.is_plain:
        kinds = [contract.kind] * players
    elif len(declarers) > 1:
        kinds = ["pairs"] * players
    else:
        alone = "few" if rules.avoids else "alone"
        names = ("declarer", "defender") if partners else (alone,) * players
        more = "-4+" * (players > SEATS)
        kinds = [names[side] + more for side in sides]
    return Game(
        pack,
        rules.heights,
        -1 if contract.trump is None else contract.trump,
        rules.duties,
        rules.spares_partner,
        sides,
        [*map(KIND_NAMES.index, kinds)],
        rules.card_points,
        rules.trick_points,
    )
