"""The doors to the compiled searches, a file each, and here what they have in common.

``solver.engine`` asks the one that knows the rules of a position. Nothing is checked here but
whether it does.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Protocol

from manni.solver.position import Position
from manni.solver.run import Run

Bounds = tuple[int, int]
"""Proved bounds of a guarantee, the lower first; equal if it is known."""


class Search(Protocol):
    """A search for guarantees, with a table that it keeps between calls."""

    @property
    def nodes(self) -> int:
        """Positions searched at the start of a trick since it was made."""
        ...

    def bounds(
        self,
        position: Position,
        seat: int,
        lower: int,
        upper: int,
        guess: int | None,
        run: Run | None,
    ) -> Bounds:
        """Return proved bounds of a seat's guarantee within those given, from a ``guess`` on.

        An end that is not moved has not been proved.
        """
        ...


def limits_of(run: Run | None) -> tuple[float, Callable[[], bool] | None]:
    """Return when a run ends, 0 for never, and what says whether it is called off."""
    if run is None:
        return 0.0, None
    return 0.0 if run.deadline is None else run.deadline, run.is_cancelled


def techniques_of(compiled: ModuleType) -> dict[str, int]:
    """Return the techniques of a search and the bit that stands for each."""
    return {
        name.removeprefix("USE_").lower().replace("_", " "): bit
        for bit, name in sorted((b, n) for n, b in vars(compiled).items() if n.startswith("USE_"))
    }
