"""The calls a seat may make, valued in the same worlds.

First a discard is chosen for each call, by a short race; then all the calls, and passing,
meet the same fresh worlds, so that choosing does not flatter what was chosen. A call that
cannot win any more, at a stated confidence for all calls and looks together, meets no
further worlds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solver.advice.entrants import RACED, entrants_of
from solver.advice.evaluate import Evaluator, Outcome, Value
from solver.advice.intervals import CONFIDENCE, interval, quantile
from solver.advice.race import Question, Race
from solver.advice.thumb_discards import discards_near_thumb, thumb_discards
from solver.advice.view import View
from solver.advice.worlds import Opponents, draw, numbered_world
from solver.engine import Engine
from solver.errors import StoppedError
from solver.pool import Pool
from solver.rules.auction import PASS, Call
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DISCARDS = 6
"""How many discards are tried for a call: those the rule of thumb likes best."""

_CHOOSING = 0.25
"""The fraction of the time that goes into choosing the discards."""

_TIMES_A_CALL = 12
"""With a time limit, a call may use this part, 1/12, of its time in any one world.

Values not proved by then are estimated.
"""

_FIRST_LOOK = 4
_LEAST_VARIANCE = 0.5
"""The least variance assumed of a difference when a call is dropped: of about 0.7 points."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Way:
    """A call, what is known if it stands, its discard, and what it leaves for later deals.

    ``call`` is None for passing, and then nothing is put down; ``later`` is None if later
    deals are left out.
    """

    call: Call | None
    known: View
    later: float | None
    discards: int = 0


class Comparison:
    """The calls still in, and what each came to in the worlds it has met.

    ``ways`` are all the calls that are valued; those in ``dropped`` have met only the first
    worlds, each with the call it was dropped for. ``left_out`` are those of which nothing
    could be proved in the time of a world.
    """

    def __init__(self, ways: list[Way], value: Value, seed: int, pool: Pool) -> None:
        self.ways, self.value, self.seed, self.pool = ways, value, seed, pool
        self.worlds = 0
        self.outcomes: dict[Call | None, list[Outcome]] = {way.call: [] for way in ways}
        self.dropped: dict[Call | None, Call | None] = {}
        self.left_out: list[Call | None] = []
        self._evaluators = {way.call: Evaluator(way.known, value) for way in ways}
        self._looks = 0

    # The discard of each call --------------------------------------------------------

    def choose_discards(self, worlds: int | None, run: Run) -> None:
        """Choose the discard of each call; if time runs out, the rule of thumb's."""
        choosing = run.part(_CHOOSING)
        ways = []
        for index, way in enumerate(self.ways):
            if way.call is not PASS:
                part = choosing.part(1 / (len(self.ways) - index))
                way = replace(way, discards=self._best_discards(way.known, worlds, part))
            ways.append(way)
        self.ways = ways

    def _best_discards(self, known: View, worlds: int | None, run: Run) -> int:
        entrants = entrants_of(known, discards_near_thumb(known, _DISCARDS), RACED)
        question = Question(known, self.value, Opponents.STAND, self.seed)
        race = Race(question, entrants, self.pool)
        race.run(worlds, run)
        if race.tally.worlds < 2:
            return entrants.thumb
        return race.order[race.best_first()[0]].alike.cards

    # The worlds ----------------------------------------------------------------------

    def run(self, worlds: int | None, run: Run) -> None:
        """Let all calls meet the same worlds, not those in which their discards were chosen.

        Raises StoppedError where not even two were finished.
        """
        seconds = run.seconds_left
        try:
            for until, is_look in _stops(worlds):
                self._meet(until, worlds, seconds, run)
                if self.worlds == 2:
                    self._leave_out()
                if not self.ways or self.worlds == worlds:
                    break
                if is_look:
                    self._drop()
        except StoppedError:
            pass
        if self.worlds < 2 or not self.ways:
            raise StoppedError("no two worlds were finished: allow more time")

    def _meet(self, until: int, worlds: int | None, seconds: float | None, run: Run) -> None:
        """Let the calls that are not dropped meet further worlds."""
        ways = [way for way in self.ways if way.call not in self.dropped]
        patience = None
        if seconds is not None:
            patience = seconds / (len(ways) * _TIMES_A_CALL)
            if self.worlds < 2:  # before a call is left out
                patience *= 3

        def meet(engine: Engine, number: int, run: Run) -> list[Outcome]:
            return [
                self._outcome(
                    engine, way, number, run, None if patience is None else run.within(patience)
                )
                for way in ways
            ]

        for row in self.pool.imap(meet, range(self.worlds, until), run):
            for way, outcome in zip(ways, row, strict=True):
                self.outcomes[way.call].append(outcome)
            self.worlds += 1
            run.report(self.worlds, worlds)

    def _outcome(
        self, engine: Engine, way: Way, number: int, run: Run, limit: Run | None
    ) -> Outcome:
        """Return what a call comes to in one world, given by its number."""
        known = way.known
        # Everybody's hand but the seat's own is the same whatever is called.
        world = numbered_world(known, self.seed, 1, number)
        hands = list(world.hands)
        seat, discards = known.seat, way.discards
        if way.call is PASS:
            assert known.declarer is not None
            seat = known.declarer
            variant = known.variant
            discards = thumb_discards(
                known.contract,
                hands[seat],
                variant.exchange.sizes(seat, 0, variant.tricks, variant.manni),
                known.ace_low,
                variant.exchange.all_or_nothing,
            )
        hands[seat], _ = draw(hands[seat], world.manni, discards)
        evaluator = self._evaluators[way.call]
        return evaluator.outcome(engine, hands, evaluator.first_guess(), run, limit)

    # Who drops out -------------------------------------------------------------------

    def _leave_out(self) -> None:
        """Leave out the calls of which nothing has been proved."""
        for way in list(self.ways):
            if not any(outcome.proved for outcome in self.outcomes[way.call]):
                self.ways.remove(way)
                self.left_out.append(way.call)

    def _drop(self) -> None:
        """Let the calls that cannot win meet no more worlds."""
        self._looks += 1
        level = (1 - CONFIDENCE) / (self._looks * (self._looks + 1)) / len(self.ways)
        best = self.leader()
        for way in self.ways:
            if way.call in self.dropped:
                continue
            behind = self.points(best) - self.points(way)
            variance = max(float(behind.var(ddof=1)), _LEAST_VARIANCE)
            error = (variance / len(behind)) ** 0.5
            if float(behind.mean()) > quantile(level, len(behind) - 1) * error:
                self.dropped[way.call] = best.call

    # What it has come to -------------------------------------------------------------

    def leader(self) -> Way:
        """Return the best of the calls that have met every world."""
        still = [way for way in self.ways if way.call not in self.dropped]
        return max(still, key=lambda way: float(self.points(way).mean()))

    def points(self, way: Way) -> NDArray[np.float64]:
        """Return a call's points in each world, the value of what is left included."""
        import numpy as np

        return np.array([each.points for each in self.outcomes[way.call]]) + (way.later or 0.0)

    def behind(self, way: Way) -> tuple[float, Interval]:
        """Return how many points a call is behind the leader, with an interval.

        Points can be compared only over worlds that both have met, and over few worlds the
        leader need not lead. So a dropped call is compared with the one it was dropped for,
        and that one with the leader; the interval allows for both uncertainties.
        """
        if way.call not in self.dropped:
            return _mean_and_interval(self.points(self.leader()) - self.points(way))
        rival = next(each for each in self.ways if each.call == self.dropped[way.call])
        own = self.points(way)
        difference, (low, high) = _mean_and_interval(self.points(rival)[: len(own)] - own)
        further, (lower, higher) = self.behind(rival)
        return difference + further, (low + lower, high + higher)


def _mean_and_interval(values: NDArray[np.float64]) -> tuple[float, Interval]:
    mean = float(values.mean())
    return mean, interval(mean, float(values.var(ddof=1)), len(values))


def _stops(worlds: int | None) -> Iterator[tuple[int, bool]]:
    """Yield the numbers of worlds at which to pause, and whether calls are then dropped."""
    yield 2, False
    look = _FIRST_LOOK
    while worlds is None or look < worlds:
        yield look, True
        look += max(2, look // 2)
    assert worlds is not None
    yield worlds, False
