"""Points of several choices over the same worlds: sums, means and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_TINY = 1e-12


class Tally:
    """Sums over worlds that all choices have met, so that memory does not grow with them.

    Because every choice meets every world, any two may be compared: a choice that is to
    meet no further worlds has to leave (``keep``).
    """

    def __init__(self, choices: int, marks: int) -> None:
        import numpy as np

        self.worlds = 0
        self.total = 0.0
        """What the worlds count together."""
        self._squares = 0.0
        self.sums = np.zeros(choices)
        self.open = np.zeros(choices)
        """How far the points may be off where not all was proved, added up."""
        self.reached = np.zeros((choices, marks, 2))
        """In how many worlds each mark is reached: at least, and at most."""
        self._products = np.zeros((choices, choices))

    def add(
        self,
        points: Sequence[float],
        reached: Sequence[Sequence[tuple[float, float]]] = (),
        open_by: Sequence[float] = (),
        weight: float = 1.0,
    ) -> None:
        """Add a world: what each choice comes to in it, and how far that may be off.

        The sums take it as often as its ``weight`` says.
        """
        import numpy as np

        values = np.array(points)
        self.sums += weight * values
        self._products += weight * np.multiply.outer(values, values)
        if len(reached):
            self.reached += weight * np.array(reached)
        if len(open_by):
            self.open += weight * np.array(open_by)
        self.worlds += 1
        self.total += weight
        self._squares += weight**2

    @property
    def effective(self) -> float:
        """How many worlds of equal weight say as much."""
        return self.total**2 / self._squares if self.worlds else 0.0

    def keep(self, choices: Sequence[int]) -> None:
        """Keep these choices, in this order."""
        import numpy as np

        self.sums = self.sums[choices]
        self.open = self.open[choices]
        self.reached = self.reached[choices]
        self._products = self._products[np.ix_(choices, choices)]

    def variance(self, choice: int) -> float:
        """Return the variance of a choice's points from world to world."""
        mean = float(self.sums[choice]) / self.total
        spread = float(self._products[choice, choice]) - self.total * mean**2
        return spread / self._free

    def behind(self, leader: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return means and variances of how many points each choice is behind a leader."""
        import numpy as np

        squares = np.diagonal(self._products)
        means = (self.sums[leader] - self.sums) / self.total
        total = squares[leader] + squares - 2 * self._products[leader]
        return means, np.maximum(0, total - self.total * means**2) / self._free

    @property
    def _free(self) -> float:
        """What a sum of squares is divided by: for worlds that count alike one less than these."""
        return max(self.total - self._squares / self.total, _TINY)
