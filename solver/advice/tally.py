"""Points of several choices over the same worlds: sums, means and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T", float, "NDArray[np.float64]")


class Tally:
    """Sums over worlds that all choices have met, so that memory does not grow with them.

    Because every choice meets every world, any two may be compared: a choice that is to
    meet no further worlds has to leave (``keep``). Worlds may count by weights.
    """

    def __init__(self, choices: int, marks: int) -> None:
        import numpy as np

        self.worlds = 0
        self.open = np.zeros(choices)
        """How far the points may be off where not all was proved, added up."""
        self.reached = np.zeros((choices, marks, 2))
        """In how many worlds each mark is reached: at least, and at most."""
        self._weighted, self._plain = _Moments(choices), _Moments(choices)
        self._squares = 0.0

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
        self._weighted.add(values, weight)
        self._plain.add(values, 1.0)
        if len(reached):
            self.reached += weight * np.array(reached)
        if len(open_by):
            self.open += weight * np.array(open_by)
        self.worlds += 1
        self._squares += weight**2

    @property
    def total(self) -> float:
        """What the worlds count together."""
        return self._weighted.total

    @property
    def sums(self) -> NDArray[np.float64]:
        """The points of each choice, added up by weight."""
        return self._weighted.sums

    @property
    def effective(self) -> float:
        """How many worlds of equal weight say as much."""
        return self.total**2 / self._squares if self.worlds else 0.0

    def keep(self, choices: Sequence[int]) -> None:
        """Keep these choices, in this order."""
        index = list(choices)
        for each in (self._weighted, self._plain):
            each.keep(index)
        self.open = self.open[index]
        self.reached = self.reached[index]

    def variance(self, choice: int) -> float:
        """Return the variance of a choice's points from world to world."""
        weighted, plain = (each.spread(choice) for each in (self._weighted, self._plain))
        return self._pooled(weighted, plain)

    def behind(self, leader: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return means and variances of how many points each choice is behind a leader."""
        means = (self.sums[leader] - self.sums) / self.total
        weighted, plain = (each.behind(leader) for each in (self._weighted, self._plain))
        return means, self._pooled(weighted, plain)

    def _pooled(self, weighted: T, plain: T) -> T:
        """Return a variance from sums of squares, as ``weights.covariance`` does."""
        return weighted / self.total + plain / (max(self.worlds - 1, 1) * self.effective)


class _Moments:
    """Sums of points and of their products, by weight."""

    def __init__(self, choices: int) -> None:
        import numpy as np

        self.total = 0.0
        self.sums = np.zeros(choices)
        self._products = np.zeros((choices, choices))

    def add(self, values: NDArray[np.float64], weight: float) -> None:
        import numpy as np

        self.total += weight
        self.sums += weight * values
        self._products += weight * np.multiply.outer(values, values)

    def keep(self, index: list[int]) -> None:
        self.sums = self.sums[index]
        self._products = self._products[index][:, index]

    def spread(self, choice: int) -> float:
        """Return the sum of squares around a choice's mean."""
        mean = float(self.sums[choice]) / self.total
        return float(self._products[choice, choice]) - self.total * mean**2

    def behind(self, leader: int) -> NDArray[np.float64]:
        """Return the sums of squares of how many points each is behind a leader."""
        import numpy as np

        squares = np.diagonal(self._products)
        means = (self.sums[leader] - self.sums) / self.total
        total = squares[leader] + squares - 2 * self._products[leader]
        return np.asarray(np.maximum(0, total - self.total * means**2), np.float64)
