"""Looks at a race of choices over sampled deals: which of them can still win.

All choices are valued in the same worlds. From time to time, at a **look**, those are dropped
whose paired difference to the leader is too large by Student's t. The level of the test is
divided by the choices and the looks, so that the stated confidence is that of all drops
together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from solver.advice.intervals import CONFIDENCE, quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWN = 10
"""How many of the best choices are never dropped, so that they can be shown."""

_FIRST_LOOK = 8


class Behind(NamedTuple):
    """How far choices are behind a leader: means, their variances, and what is left open.

    ``most`` is as far apart as two choices can be.
    """

    means: NDArray[np.float64]
    variances: NDArray[np.float64]
    open: NDArray[np.float64]
    degrees: int
    most: float

    def interval(self, index: int) -> tuple[float, float]:
        """Return what is possible of the interval of one of them."""
        mean = float(self.means[index])
        t = quantile((1 - CONFIDENCE) / 2, self.degrees)
        wide = t * float(self.variances[index]) ** 0.5 + float(self.open[index])
        return max(mean - wide, -self.most), min(mean + wide, self.most)

    def may_win(self, raced: int, look: int) -> NDArray[np.bool_]:
        """Return which of the ``raced`` choices that are left stay in at a look, from 1."""
        import numpy as np

        share_of_looks = 1 / (look * (look + 1))  # these add up to 1
        level = (1 - CONFIDENCE) * share_of_looks / max(raced, 1)
        loses = self.means > quantile(level, self.degrees) * np.sqrt(self.variances) + self.open
        return ~loses


def looks() -> Iterator[int]:
    """Yield the numbers of worlds at which to look, ever further apart."""
    worlds = _FIRST_LOOK
    for _ in count():
        yield worlds
        worlds += max(4, worlds // 3)
