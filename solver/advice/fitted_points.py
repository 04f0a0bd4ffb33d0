"""What a deal after the exchange is worth to a seat, without any search.

Tricks by share are a sum of ``hand_features``, each so many times what it counts for: the
seat's own features, those of the two others together, and whether it leads. What each counts
for is in ``solver/data/hand_points.json``, made by ``benchmarks/fit_hands.py`` from deals of
twelve and of sixteen cards that were solved with open cards. How far the rule is off there
too: in one deal, and on average over the deals that agree with one hand.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import hypot
from typing import TYPE_CHECKING, Any

from solver import checks
from solver.advice.contracts_left import kind_of
from solver.advice.evaluate import Value, Worth
from solver.advice.hand_features import hand_features
from solver.advice.seen import Seen
from solver.cards import SEATS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "hand_points.json"

_CHOSEN = 0.2
"""How much further the rule is off where it chose the discards itself.

Its spread was measured with the rule of thumb's discards.
"""


@dataclass(frozen=True)
class Spread:
    """How far the rule is off, as standard deviations in points.

    ``hand`` is that of its mean over all deals that agree with a hand, ``deal`` that of a
    deal around this mean.
    """

    hand: float
    deal: float


class FittedPoints:
    """The rule for the seat of a view.

    ``spread`` is None where it is not known how far the rule is off: if worlds are valued by
    guarantee, and in great contracts. There it goes the right way and no more can be said.
    """

    def __init__(self, known: Seen, value: Value) -> None:
        self.known = checks.instance(known, Seen, "view")
        self.worth = Worth(known, value)
        self._fit = _fits()[str(known.variant.tricks)][kind_of(known.contract)]
        self.spread = None
        if self.worth.by_share and not known.great:
            self.spread = Spread(hypot(self._fit["hand"], _CHOSEN), self._fit["deal"])

    @classmethod
    def of(cls, known: Seen, value: Value) -> FittedPoints | None:
        """Return the rule for a view, None where it was not fitted to hands of its size."""
        checks.instance(known, Seen, "view")
        return cls(known, value) if str(known.variant.tricks) in _fits() else None

    def points(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Return the points of deals, given as the three hands after the exchange a row."""
        import numpy as np

        known, fit = self.known, self._fit
        found = hand_features(hands, known.contract, known.ace_low)
        seat = known.seat
        shares = np.full(len(hands), fit["start"] + fit["leads"][(seat - known.leader) % SEATS])
        for name, values in found.items():
            own = values[:, seat]
            weight, others = fit["weights"][name]
            shares += weight * own + others * (values.sum(1) - own)
        return self._worth(shares.clip(0, known.variant.tricks))

    def _worth(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        import numpy as np

        if not self.known.great:
            worth: NDArray[np.float64] = self.known.contract.sign * (shares - self.worth.target)
            return worth
        middle = np.mean([self.worth.least, self.worth.most], axis=0)
        return np.interp(shares, range(len(middle)), middle)


@cache
def _fits() -> dict[str, Any]:
    text = files("solver").joinpath("data", FILE).read_text(encoding="utf-8")
    fits: dict[str, Any] = json.loads(text)["fits"]
    return fits
