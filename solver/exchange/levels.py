"""A seat's guarantee after the exchange, counted so that more is better.

A **level** is a guarantee, in NULLO its negative, so that the highest level is best in
every contract.
"""

from __future__ import annotations

from manni.solver import checks
from manni.solver.cards import BySeat
from manni.solver.engine import DEFAULT_MEMORY_MB, Bounds, Engine
from manni.solver.errors import StoppedError
from manni.solver.exchange.before import Before
from manni.solver.run import Run

Hands = BySeat[int]


def checked_engine(engine: Engine | None) -> Engine:
    """Return the engine given, or a new one."""
    if engine is None:
        return Engine(DEFAULT_MEMORY_MB)
    return checks.instance(engine, Engine, "engine")


class Levels:
    """Finds the level of the seat to exchange for hands after the exchange.

    Every method raises StoppedError once the run is over, unless the answer is known.
    """

    def __init__(self, before: Before, engine: Engine, run: Run) -> None:
        self.before = before
        self.engine = engine
        self.run = run
        self.sign = before.contract.sign
        self.tricks = before.exchange.hands[0].bit_count()
        self.lowest, self.highest = self.bounds(0, self.tricks)

    def bounds(self, low: int, high: int) -> Bounds:
        """Return bounds of a level as bounds of the guarantee, or the other way round."""
        return (low, high) if self.sign > 0 else (-high, -low)

    def find(self, hands: Hands, low: int, high: int, first: int) -> int:
        """Return the level of hands, known to be at most ``high``; ``low`` where it is no higher.

        The search asks first whether they reach ``first``.
        """
        before = self.before
        window = self.bounds(low, high)
        # The search asks about the trick above its guess.
        lower, upper = self.engine.lead_bounds(
            hands,
            before.contract,
            before.leader,
            before.seat,
            ace_low=before.ace_low,
            run=self.run,
            window=window,
            guess=max(0, first - 1 if self.sign > 0 else -first),
        )
        lower, upper = max(lower, window[0]), min(upper, window[1])
        if lower < upper:
            self._stopped()
        return self.sign * lower

    def takes(self, hands: Hands, seat: int, tricks: int) -> bool:
        """Return whether the guarantee of any seat is at least ``tricks``."""
        before = self.before
        return self.engine.lead_reaches(
            hands,
            before.contract,
            before.leader,
            seat,
            tricks,
            ace_low=before.ace_low,
            run=self.run,
        )

    def guarantee(self, hands: Hands, seat: int, guess: int) -> int:
        """Return the guarantee of any seat."""
        before = self.before
        lower, upper = self.engine.lead_bounds(
            hands,
            before.contract,
            before.leader,
            seat,
            ace_low=before.ace_low,
            run=self.run,
            guess=guess,
        )
        if lower < upper:
            self._stopped()
        return lower

    def _stopped(self) -> None:
        self.run.check()
        raise StoppedError("the search was stopped before there was an answer")
