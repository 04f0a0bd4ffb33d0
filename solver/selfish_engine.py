"""The one door to the compiled selfish play.

A ``SelfishEngine`` owns a table of positions, which it keeps between calls: the later
positions of a play cost next to nothing once the first has been worked out.
"""

from __future__ import annotations

from solver import checks
from solver._selfish import Selfish
from solver.engine import DEFAULT_MEMORY_MB, Alone, checked_memory, no_room
from solver.errors import SolverError, StoppedError
from solver.position import Position
from solver.rules.trick import check_plain
from solver.run import Run

MOST_TRICKS = 12
"""The longest positions whose outcomes the compiled part can hold."""

Outcomes = tuple[tuple[int, int, int], ...]
"""Trick vectors by seat F, M, D, sorted."""


class SelfishEngine:
    """Outcomes of selfish play, all of them, from a table of at most ``memory_mb`` megabytes.

    They are the same under any memory; with less of it positions are worked out again. One
    thread at a time may ask an engine: another gets a BusyError.
    """

    def __init__(self, memory_mb: float = DEFAULT_MEMORY_MB) -> None:
        memory = checked_memory(memory_mb)
        try:
            self._selfish = Selfish(int(memory * (1 << 20)))
        except MemoryError:
            raise no_room(memory) from None
        self._alone = Alone()

    @property
    def positions(self) -> int:
        """Positions worked out at the start of a trick since this engine was made."""
        return self._selfish.positions

    def outcomes(self, position: Position, *, run: Run | None = None) -> Outcomes:
        """Return the outcomes of a position, in tricks from it on.

        Raises StoppedError if the run was over first, SolverError for more tricks than
        ``MOST_TRICKS``.
        """
        check_plain(checks.instance(position, Position, "position").rules, "selfish play")
        run = Run.of(run)
        if position.tricks > MOST_TRICKS:
            raise SolverError(f"{position.tricks} tricks: at most {MOST_TRICKS}")
        run.check()
        with self._alone:
            found = self._selfish.outcomes(
                position.hands,
                position.contract,
                position.leader,
                position.table,
                position.ace_low,
                run.deadline or 0.0,
                run.is_cancelled,
            )
        if found is None:
            run.check()
            raise StoppedError("the work was stopped before there was an answer")
        return tuple(found)
