"""The engine of every game: it asks the search that knows the rules of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver import checks
from solver.engine import DEFAULT_MEMORY_MB, AnyEngine, Engine
from solver.position import Position
from solver.rules.trick import MOST_WORTH

if TYPE_CHECKING:
    from solver.points_engine import PointsEngine


def check_known(position: Position) -> None:
    """Raise RuleError unless one of the searches knows the rules and the cards of a position."""
    if not checks.instance(position, Position, "position").rules.is_plain:
        from solver import points_engine  # here: most positions are plain

        points_engine.check_known(position)


class GamesEngine(Engine):
    """Guarantees of positions of any game, in tricks or in points, as their rules count.

    Positions of the plain games are searched for tricks, all others for points. ``memory_mb``
    bounds the table of either search; that for points is made when it is first needed.
    """

    most = MOST_WORTH

    def __init__(
        self,
        memory_mb: float = DEFAULT_MEMORY_MB,
        *,
        threads: int = 1,
        switches: int = -1,
        beside: Engine | None = None,
    ) -> None:
        super().__init__(memory_mb, threads=threads, switches=switches, beside=beside)
        self._memory = memory_mb / threads  # each engine beside has a table of its own for points
        self._points: PointsEngine | None = None

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since this engine was made."""
        return super().nodes + (0 if self._points is None else self._points.nodes)

    def stop(self) -> None:
        """End the search of another thread soon, unproved, whatever its run."""
        super().stop()
        if self._points is not None:
            self._points.stop()

    def clear(self) -> None:
        """Forget everything learnt; values do not change, only the work for them."""
        super().clear()
        if self._points is not None:
            self._points.clear()

    def _engine_for(self, position: Position) -> AnyEngine:
        return self if position.rules.is_plain else self.for_points()

    def for_points(self) -> PointsEngine:
        """Return the engine of the search for points, which is made when first needed."""
        if self._points is None:
            from solver.points_engine import PointsEngine  # here: most positions are plain

            self._points = PointsEngine(self._memory)
        return self._points
