"""The calls a seat may make, valued in the same worlds.

A fitted rule (``fitted``) looks at all calls in many worlds: it chooses the discards
of each and says about what each comes to. Then worlds are solved, call by call, to find how
far the rule is off (``estimate``). With a limit of time the next world goes to the call that
leaves most in doubt which is best, so the slow ones are not starved and the clear ones not
laboured. A call that cannot win any more, at a stated confidence for all calls and looks
together, is solved no further.

Calls that differ only in the names of suits, the hand being the same in both, are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from solver.advice.belief import Belief
from solver.advice.entrants import RACED, entrants_of
from solver.advice.estimate import Estimate, Interval, below
from solver.advice.evaluate import Evaluator, Outcome, Value
from solver.advice.fitted import FittedPoints
from solver.advice.intervals import CONFIDENCE
from solver.advice.question import Question
from solver.advice.race import Race
from solver.advice.seen import Seen
from solver.advice.thumb_hand import discards_near_thumb, thumb_discards
from solver.advice.twins import Renaming, renamed, renamings
from solver.advice.weights import shares
from solver.advice.worlds import Opponents, World, Worlds, draw
from solver.engine import Engine
from solver.errors import StoppedError
from solver.pool import Pool
from solver.rules.auction import PASS, Call
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DISCARDS = 24
"""How many discards are tried for a call: those the rule of thumb likes best."""

_RACED_DISCARDS = 6
"""How many where there is no rule, and they have to be raced."""

_CHOOSING_WORLDS = 60
"""In how many worlds the rule tries the discards: not those in which calls are compared."""

_RULED_WORLDS = 400
"""In how many worlds the rule looks at all calls."""

_CHOOSING = 0.25
"""The fraction of the time that the discards may take."""

_RULING = 0.2
"""The fraction of the time left that the rule may take after that."""

_ONE_WORLD = 0.15
"""The fraction of the time that a call may use in one world; what is not proved stays open.

A call gets twice as much each time that was not enough.
"""

_FIRST_LOOK = 4

_LEAST_VARIANCE = 0.5
"""The least variance assumed of a difference when a call is dropped: of about 0.7 points."""

_ENOUGH = 0.25
"""Half the width of an interval that is narrow enough once it is clear what is best."""


@dataclass(frozen=True)
class Way:
    """A call, what is known if it stands, its discard, and what it leaves for later deals.

    ``call`` is None for passing, and then nothing is put down; ``later`` is None if later
    deals are left out.
    """

    call: Call | None
    known: Seen
    later: float | None
    discards: int = 0


class Solved:
    """What stands for one call or for several that are alike: its deals and its estimate."""

    def __init__(self, way: Way, value: Value) -> None:
        self.way = way
        self.evaluator = Evaluator(way.known, value)
        self.rule = FittedPoints.of(way.known, value)
        self.estimate = Estimate(
            self.evaluator.worth.possible, None if self.rule is None else self.rule.spread
        )
        self.seconds = 0.0
        """What its solved worlds have cost."""

    @property
    def worlds(self) -> int:
        """How many worlds were solved."""
        return len(self.estimate.outcomes)

    @property
    def unproved(self) -> int:
        """In how many of them not all was proved in time."""
        return sum(not each.proved for each in self.estimate.outcomes)

    def hands(self, world: World, discards: int) -> tuple[int, int, int]:
        """Return the hands after the exchange: everybody else's are those of the world."""
        known = self.way.known
        hands = list(world.hands)
        seat = known.seat
        if self.way.call is PASS:
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
        return hands[0], hands[1], hands[2]

    def ruled(self, deals: Sequence[tuple[int, int, int]]) -> NDArray[np.float64]:
        """Return the rule's points of deals."""
        import numpy as np

        assert self.rule is not None
        return self.rule.points(np.array(deals, dtype=np.uint64))


class Comparison:
    """The calls, and what each has come to so far.

    Those in ``dropped`` were behind too far to win before all worlds were solved for them.
    """

    def __init__(
        self, ways: list[Way], value: Value, seed: int, pool: Pool, belief: Belief = Belief.SOFT
    ) -> None:
        self.ways, self.value, self.seed, self.pool = ways, value, seed, pool
        self.belief = belief
        # The same for all calls: what is believed is so too.
        self.deals = Worlds(ways[0].known, belief, seed, 1)
        self.dropped: set[Call | None] = set()
        self._solved = {way.call: Solved(way, value) for way in ways}
        self._looks = 0

    def estimate(self, way: Way) -> Estimate:
        """Return what a call's points are estimated to be, what is left for later apart."""
        return self._solved[way.call].estimate

    @property
    def worlds(self) -> int:
        """How many worlds were solved for the call that met most."""
        return max(each.worlds for each in self._solved.values())

    # The discard of each call --------------------------------------------------------

    def choose_discards(self, worlds: int | None, run: Run) -> None:
        """Choose the discard of each call; if time runs out, the rule of thumb's.

        A call that is another with the suits renamed puts down the same, renamed.
        """
        choosing = run.part(_CHOOSING)
        ways: list[Way] = []
        for index, way in enumerate(self.ways):
            discards = 0
            alike = next(_alike(ways, way), None)
            if alike is not None:
                other, renaming = alike
                discards = renamed(other.discards, renaming)
                self._solved[way.call] = self._solved[other.call]
            elif way.call is not PASS:
                part = choosing.part(1 / (len(self.ways) - index))
                discards = self._best_discards(way, worlds, part)
            ways.append(replace(way, discards=discards))
            if alike is None:
                self._solved[way.call].way = ways[-1]
        self.ways = ways

    def _best_discards(self, way: Way, worlds: int | None, run: Run) -> int:
        solved = self._solved[way.call]
        if solved.rule is None:
            return self._raced_discards(way.known, worlds, run)
        near = discards_near_thumb(way.known, _DISCARDS)
        drawn = Worlds(way.known, self.belief, self.seed, 0)
        sampled = []
        for number in range(_CHOOSING_WORLDS):
            if number and run.is_over():
                break
            sampled.append(drawn[number])
        deals = [solved.hands(world, each) for each in near for world in sampled]
        counts = shares([drawn.weight(number) for number in range(len(sampled))])
        points = (solved.ruled(deals).reshape(len(near), -1) @ counts).round(9)
        return near[int(points.argmax())]

    def _raced_discards(self, known: Seen, worlds: int | None, run: Run) -> int:
        entrants = entrants_of(known, discards_near_thumb(known, _RACED_DISCARDS), RACED)
        question = Question(known, self.value, Opponents.STAND, self.seed, self.belief)
        race = Race(question, entrants, self.pool)
        race.run(worlds, run)
        if race.tally.worlds < 2:
            return entrants.thumb
        return race.order[race.best_first()[0]].alike.cards

    # The worlds ----------------------------------------------------------------------

    def run(self, worlds: int | None, run: Run) -> None:
        """Value all calls in the same worlds, not those in which discards were chosen.

        Raises StoppedError where nothing can be said of some call.
        """
        self._look_by_rule(run)
        try:
            if run.seconds_left is None:
                assert worlds is not None
                self._solve_all(worlds, run)
            else:
                self._solve_in_doubt(worlds, run)
        except StoppedError:
            pass
        if not all(each.estimate.is_known for each in self._each()):
            raise StoppedError("no two worlds were finished: allow more time")

    def _each(self) -> list[Solved]:
        """Return what is to be solved, alike calls once."""
        return list(dict.fromkeys(self._solved.values()))

    def _in(self) -> list[Solved]:
        """Return what is not dropped."""
        return list(
            dict.fromkeys(
                self._solved[way.call] for way in self.ways if way.call not in self.dropped
            )
        )

    def _look_by_rule(self, run: Run) -> None:
        """Let the rule look at all calls in the same worlds."""
        import numpy as np

        ruled = [each for each in self._each() if each.rule is not None]
        if not ruled:
            return
        deals: list[list[tuple[int, int, int]]] = [[] for _ in ruled]
        limit = run.part(_RULING)
        for number in range(_RULED_WORLDS):
            run.check()
            if number > 1 and limit.is_over():
                break
            for each, own in zip(ruled, deals, strict=True):
                own.append(each.hands(self.deals[number], each.way.discards))
        counts = np.array([self.deals.weight(number) for number in range(len(deals[0]))])
        for each, own in zip(ruled, deals, strict=True):
            each.estimate.ruled = each.ruled(own)
            each.estimate.ruled_weights = counts

    def _solve_all(self, worlds: int, run: Run) -> None:
        """Solve so many worlds for every call, from time to time dropping some."""
        look = _FIRST_LOOK
        done = 0
        while done < worlds:
            until = min(look, worlds)
            still = self._in()
            self._solve([(each, number) for number in range(done, until) for each in still], run)
            done = until
            if done < worlds:
                self._drop()
            look += max(2, look // 2)

    def _solve_in_doubt(self, worlds: int | None, run: Run) -> None:
        """Solve worlds where they tell most about which call is best, until time is up."""
        seconds = run.seconds_left
        assert seconds is not None
        limit = _ONE_WORLD * seconds
        threads = len(self.pool.engines)
        met = 0
        while True:
            still = [each for each in self._in() if worlds is None or each.worlds < worlds]
            if not still or self._is_clear():
                return
            own = self._most_in_doubt(still)
            most = threads if worlds is None else min(threads, worlds - own.worlds)
            tasks = [(own, own.worlds + i) for i in range(most)]
            self._solve(tasks, run, limit * 2 ** min(own.unproved, 10))
            met += most
            if met >= _FIRST_LOOK * len(self._in()) * 2 ** min(self._looks, 20):
                self._drop()

    def _solve(
        self, tasks: Sequence[tuple[Solved, int]], run: Run, limit: float | None = None
    ) -> None:
        """Solve worlds, given by call and number, each within its limit of seconds."""

        def solve(
            engine: Engine, task: tuple[Solved, int], run: Run
        ) -> tuple[Outcome, tuple[int, int, int], float]:
            own, number = task
            start = monotonic()
            hands = own.hands(self.deals[number], own.way.discards)
            guess = own.evaluator.first_guess()
            within = None if limit is None else run.within(limit)
            outcome = own.evaluator.outcome(engine, hands, guess, run, within)
            return outcome, hands, monotonic() - start

        for (own, number), (outcome, hands, seconds) in zip(
            tasks, self.pool.imap(solve, tasks, run), strict=True
        ):
            rule = 0.0 if own.rule is None else float(own.ruled([hands])[0])
            own.estimate.add(outcome, rule, self.deals.weight(number))
            own.seconds += seconds
            run.report(self.worlds, None)

    # What is in doubt ----------------------------------------------------------------

    def _most_in_doubt(self, still: Sequence[Solved]) -> Solved:
        """Return the call a further world of which tells most, for the time it costs.

        That is, which narrows most the doubt whether a call beats the leader.
        """
        unknown = [each for each in still if not each.estimate.is_known]
        if unknown:
            return unknown[0]
        leader = self.leader()
        best = self._solved[leader.call]
        doubts = dict.fromkeys(still, 0.0)
        for way in self.ways:
            own = self._solved[way.call]
            if own is best or way.call in self.dropped:
                continue
            difference = self.total(leader) - self.total(way)
            _, (low, high) = own.estimate.behind(best.estimate)
            error = max(high - low, 1e-6) / 4
            doubt = 1 - below(difference / error)
            for each in (own, best):
                if each in doubts:
                    doubts[each] = max(doubts[each], doubt)
        known = [each for each in self._each() if each.worlds]
        usual = sum(each.seconds / each.worlds for each in known) / len(known) if known else 1.0

        def gain(own: Solved) -> float:
            cost = own.seconds / own.worlds if own.worlds else usual
            variance = own.estimate.off.variance + own.estimate.off.open**2
            return (doubts[own] + 1e-4) * variance / (own.worlds + 1) / max(cost, 1e-4)

        return max(still, key=gain)

    def _is_clear(self) -> bool:
        """Return whether one call is best, and how good it is well known."""
        still = self._in()
        low, high = still[0].estimate.interval
        return len(still) == 1 and still[0].estimate.is_known and high - low < 2 * _ENOUGH

    def _drop(self) -> None:
        """Solve no more worlds of the calls that cannot win."""
        self._looks += 1
        level = (1 - CONFIDENCE) / (self._looks * (self._looks + 1)) / len(self.ways)
        leader = self.leader()
        for way in self.ways:
            if way.call not in self.dropped and way is not leader:
                _, (low, _) = self.behind(way, 1 - 2 * level, _LEAST_VARIANCE)
                if low > 0:
                    self.dropped.add(way.call)

    # What it has come to -------------------------------------------------------------

    def total(self, way: Way) -> float:
        """Return a call's expected points, the value of what is left included."""
        return self.estimate(way).mean + (way.later or 0.0)

    def leader(self) -> Way:
        """Return the best of the calls that are not dropped."""
        still = [way for way in self.ways if way.call not in self.dropped]
        return max(still, key=lambda way: round(self.total(way), 9))

    def behind(
        self, way: Way, confidence: float = CONFIDENCE, least: float = 0.0
    ) -> tuple[float, Interval]:
        """Return how many points a call is behind the leader, with an interval.

        ``least`` is as in ``Estimate.behind``.
        """
        leader = self.leader()
        later = (leader.later or 0.0) - (way.later or 0.0)
        difference, (low, high) = self.estimate(way).behind(
            self.estimate(leader), confidence, least
        )
        return difference + later, (low + later, high + later)


def _alike(ways: Sequence[Way], way: Way) -> Iterator[tuple[Way, Renaming]]:
    """Yield calls that are another with its suits renamed, and how; passing is alike to none."""
    for other in ways:
        if PASS not in (way.call, other.call):
            for renaming in renamings(other.known, way.known):
                yield other, renaming
