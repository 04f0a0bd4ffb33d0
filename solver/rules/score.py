"""The deals of a game so far, as what ends it looks at them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from manni.solver.cards import triple
from manni.solver.rules.marking import Mark, Marks, total


class Score(NamedTuple):
    """The deals of a game by player: what each took, and the points that brought him."""

    taken: tuple[tuple[int, int, int], ...]
    points: tuple[Marks, ...]

    @property
    def totals(self) -> Marks:
        """Each player's points."""
        return sums(self.points)

    def part(self, start: int, stop: int) -> Score:
        """Return the deals from ``start``, counted from 0, to before ``stop``."""
        return Score(self.taken[start:stop], self.points[start:stop])

    @property
    def before(self) -> Marks:
        """Each player's points before the last deal."""
        return sums(self.points[:-1])

    @property
    def plus(self) -> Marks:
        """Each player's plus points alone."""
        return sums(tuple((max(a, 0), max(b, 0), max(c, 0)) for a, b, c in self.points))


def sums(rows: Iterable[tuple[Mark, ...]]) -> Marks:
    """Return the sum of each player's points."""
    return triple(total(column) for column in zip((0, 0, 0), *rows, strict=True))
