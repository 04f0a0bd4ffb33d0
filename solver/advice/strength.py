"""How strong a seat plays that the computer has."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manni.solver.advice.observation import Observation


class Strength(Enum):
    """How a seat plays: by what it looks at, and in how many worlds.

    A novice takes what tricks he can with the highest card, ``THUMB`` goes by the rule of thumb,
    ``FAIR`` plays every card in worlds.
    """

    NOVICE = "novice"
    THUMB = "thumb"
    FAIR = "fair"

    def worlds_in(self, observation: Observation) -> int:
        """Return how many worlds it plays every card in, or solves where they are solved."""
        if self is not Strength.FAIR:
            return 0
        return 100 if observation.rolls_out else 10
