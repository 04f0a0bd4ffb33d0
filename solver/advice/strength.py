"""How strong a seat plays that the computer has."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.advice.seen import Seen


class Strength(Enum):
    """How a seat plays: by what it looks at, and in how many worlds.

    A novice takes what tricks he can with the highest card; the casual player goes by the policy,
    but does not remember what was played before the trick; ``THUMB`` does. The others play every
    card in worlds.
    """

    NOVICE = "novice"
    CASUAL = "casual"
    THUMB = "thumb"
    FAIR = "fair"
    STRONG = "strong"

    def worlds_in(self, seen: Seen) -> int:
        """Return how many worlds it plays every card in, or solves where they are solved."""
        if self not in (Strength.FAIR, Strength.STRONG):
            return 0
        if seen.rolls_out:
            return 100 if self is Strength.FAIR else 1000
        return 10 if self is Strength.FAIR else 60
