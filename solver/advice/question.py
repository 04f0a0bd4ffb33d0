"""What advice on an exchange is asked, and the worlds in which it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from solver.advice.belief import Belief
from solver.advice.evaluate import Value
from solver.advice.seen import Seen
from solver.advice.worlds import Opponents, Worlds


@dataclass(frozen=True)
class Question:
    """Whose exchange is asked about, by which value, over which worlds."""

    seen: Seen
    value: Value = Value.SHARE
    opponents: Opponents = Opponents.THUMB
    seed: int = 0
    belief: Belief = Belief.SOFT

    @cached_property
    def worlds(self) -> Worlds:
        """The worlds in which it is answered."""
        return Worlds(self.seen, self.belief, self.seed)
