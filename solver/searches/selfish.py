"""The door to the compiled selfish play, in the plain games."""

from __future__ import annotations

from manni.solver._selfish import Selfish
from manni.solver.cards import BySeat
from manni.solver.errors import SolverError
from manni.solver.position import Position
from manni.solver.rules.trick import check_plain
from manni.solver.run import Run
from manni.solver.searches import limits_of

MOST_TRICKS = 12
"""The longest positions whose outcomes the compiled part can hold."""

Outcomes = tuple[BySeat[int], ...]
"""Trick vectors by seat F, M, D, sorted."""


class SelfishPlay:
    """All outcomes of selfish play, from a table of positions that it keeps between calls.

    The later positions of a play cost next to nothing once the first has been worked out.
    With less memory positions are worked out again.
    """

    def __init__(self, memory_mb: float) -> None:
        self.compiled = Selfish(int(memory_mb * (1 << 20)))

    @property
    def nodes(self) -> int:
        """Positions worked out at the start of a trick since it was made."""
        return self.compiled.positions

    def outcomes(self, position: Position, run: Run) -> Outcomes | None:
        """Return what ``Engine.outcomes`` does, None if the run was over first."""
        check_plain(position.rules, "selfish play")
        if position.tricks > MOST_TRICKS:
            raise SolverError(f"{position.tricks} tricks: at most {MOST_TRICKS}")
        run.check()
        found = self.compiled.outcomes(
            position.hands,
            position.contract,
            position.leader,
            position.table,
            position.ace_low,
            *limits_of(run),
        )
        return None if found is None else tuple(found)
