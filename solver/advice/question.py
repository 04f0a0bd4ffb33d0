"""What advice on an exchange is asked, and the worlds in which it is answered."""

from __future__ import annotations

from dataclasses import dataclass

from solver.advice.belief import Belief
from solver.advice.evaluate import Value
from solver.advice.seen import Seen
from solver.advice.worlds import Opponents, World, numbered_world, weight_of


@dataclass(frozen=True)
class Question:
    """Whose exchange is asked about, by which value, over which worlds."""

    known: Seen
    value: Value = Value.SHARE
    opponents: Opponents = Opponents.THUMB
    seed: int = 0
    belief: Belief = Belief.SOFT

    def world(self, number: int) -> World:
        """Return one of its worlds."""
        return numbered_world(self.known, self.seed, number, belief=self.belief)

    def weight(self, number: int) -> float:
        """Return what that world counts beside the first."""
        return weight_of(self.known, self.seed, number, belief=self.belief)
