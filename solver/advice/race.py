"""A race of discards over sampled deals, in which those that cannot win drop out.

All are valued in the same worlds. From time to time those that cannot win are dropped
(``looks``).

With a time limit a world may take only a part of it: what is not proved by then is
estimated, and if that happens too often the worse half of the discards is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from solver.advice.entrants import LEAST_RACED, Entrants
from solver.advice.estimate import Estimate, truncated
from solver.advice.evaluate import Evaluator, Outcome
from solver.advice.intervals import CONFIDENCE, guarded, quantile
from solver.advice.looks import SHOWN, Behind, looks
from solver.advice.question import Question
from solver.advice.ruled_discards import RULED_WORLDS, RuledDiscards, deals_after
from solver.advice.tally import Tally
from solver.advice.weights import mean_variance
from solver.cards import cards_in
from solver.engine import Engine
from solver.errors import StoppedError
from solver.pool import Pool
from solver.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST_VARIANCE = 0.1
"""A variance from world to world, of a third of a trick: few can be alike by chance."""

_RULE_OFF = 0.025
"""The variance of what the rule is off, on average, by a difference of one card in discards."""

_DEAL_OFF = 0.25
"""The variance in one deal around that; it does not grow beyond four cards."""

_KNOWN_AS = 8
"""How many degrees of freedom that counts as."""

_ONE_WORLD = 0.1
"""The fraction of the time a world may take: what is not proved by then is estimated."""

_FIRST_WORLD = 0.05
"""The fraction of the time the first world may take: discards not reached are left out.

The discards that the fitted rule likes best come first.
"""


class Race:
    """The discards still in, and their points over the worlds so far."""

    def __init__(
        self,
        question: Question,
        entrants: Entrants,
        pool: Pool,
        ruled: RuledDiscards | None = None,
    ) -> None:
        self.question = question
        self.pool = pool
        self.evaluator = Evaluator(question.known, question.value)
        self.rule_worlds = entrants.rule_worlds
        self.order = list(entrants.field)
        self.raced = len(self.order)
        self.estimated = 0
        """The number of worlds in which some value is an estimate."""
        self.tally = Tally(len(self.order), len(self.evaluator.worth.marks))
        """What the discards came to."""
        self.off = Tally(len(self.order), 0)
        """How far the rule was off."""
        self.rule = ruled
        self.ruled: NDArray[np.float64] | None = None
        """What the rule says of the discards, a row each, in worlds that begin with those raced."""
        self._shares: NDArray[np.float64] | None = None
        """What these worlds count, 1 in sum."""
        self._looks = 0
        self._patience: float | None = None

    # The worlds ----------------------------------------------------------------------

    def run(self, worlds: int | None, run: Run) -> None:
        """Meet worlds, looking from time to time, until there are enough or the run is over."""
        seconds = run.seconds_left
        try:
            if seconds is not None:
                self._patience = _ONE_WORLD * seconds
                self._first_world(run, run.within(_FIRST_WORLD * seconds))
            self._look_by_rule(run)
            # Neighbours are alike and find much in the table.
            self._keep(sorted(range(len(self.order)), key=self._by_cards))
            for look in looks():
                until = look if worlds is None else min(look, worlds)
                for row in self.pool.imap(self._world, range(self.tally.worlds, until), run):
                    self._add(row, self.question.worlds.weight(self.tally.worlds))
                    self.estimated += not all(each.proved for each in row)
                    run.report(self.tally.worlds, worlds)
                if until == worlds:
                    return
                self._drop()
                if 2 * self.estimated > self.tally.worlds:
                    self._halve()
        except StoppedError:
            return

    def _look_by_rule(self, run: Run) -> None:
        """Let the rule look at the discards in many worlds, in fewer where the time is up."""
        if self.rule is not None:
            self.ruled = self.rule.points(self._cards(), range(RULED_WORLDS), run)
            self._shares = self.rule.shares(self.ruled.shape[1])

    def _add(self, row: Sequence[Outcome], weight: float = 1.0) -> None:
        """Add a world, and what it counts."""
        number = self.tally.worlds
        rule: list[float] | None = None
        if self.ruled is not None and number < self.ruled.shape[1]:
            rule = self.ruled[:, number].tolist()
        points, open_by = [], []
        for index, each in enumerate(row):
            middle, by = each.points, 0.0
            if not each.proved:
                middle, by = self._open(each, None if rule is None else rule[index])
            points.append(middle)
            open_by.append(by)
        self.tally.add(points, [each.reached_between for each in row], open_by, weight)
        if rule is not None:
            off = [own - by for own, by in zip(points, rule, strict=True)]
            self.off.add(off, weight=weight)

    def _open(self, outcome: Outcome, by_rule: float | None) -> tuple[float, float]:
        """Return the points taken for a world in which not all was proved, and how far off."""
        low, high = outcome.bounds or self.evaluator.worth.possible
        middle = (low + high) / 2
        if self.rule is not None and by_rule is not None:
            off, _ = truncated(0.0, self.rule.spread.deal, low - by_rule, high - by_rule)
            middle = by_rule + off
        return middle, max(high - middle, middle - low)

    def _by_cards(self, index: int) -> tuple[int, list[int]]:
        own = self.order[index].alike
        return own.size, list(cards_in(own.cards))

    def _first_world(self, run: Run, limit: Run) -> None:
        """Leave out the discards that the first world does not reach in its time."""
        proved = 0
        for outcome in self._outcomes(self.pool.engine, 0, run, lambda index: limit):
            if not outcome.proved:
                break
            proved += 1
        self._keep(
            [
                index
                for index, own in enumerate(self.order)
                if index < max(LEAST_RACED, proved) or own.guarded
            ]
        )
        self.raced = len(self.order)

    def _world(self, engine: Engine, number: int, run: Run) -> list[Outcome]:
        """Return what every discard comes to in a world.

        The first, which finds nothing in the table, is the slowest and may take half the time.
        """
        if self._patience is None:
            return list(self._outcomes(engine, number, run, lambda index: None))
        whole = run.within(self._patience)
        left = len(self.order)

        def limit(index: int) -> Run:
            return whole.part(min(1.0, 4 / (left - index)) if index else 0.5)

        return list(self._outcomes(engine, number, run, limit))

    def _outcomes(
        self, engine: Engine, number: int, run: Run, limit: Callable[[int], Run | None]
    ) -> Iterator[Outcome]:
        """Yield what each discard comes to in one world, each within its limit."""
        world = self.question.worlds[number]
        guess = self.evaluator.first_guess()
        for index, hands in enumerate(deals_after(self.question, world, self._cards())):
            outcome = self.evaluator.outcome(engine, hands, guess, run, limit(index))
            guess = outcome.guarantees
            yield outcome

    # Who drops out -------------------------------------------------------------------

    def best_first(self) -> list[int]:
        """Return the discards in order: worlds and rule together, then worlds alone."""
        import numpy as np

        worlds = self.tally.effective
        means = self.means()
        rule = self.rule_means()
        together = worlds * means + self.rule_worlds * rule
        # Rounded, so that rounding errors decide nothing.
        order = [int(i) for i in np.lexsort((-means.round(9), -together.round(9)))]
        if not self._is_ruled or not worlds:
            return order
        behind = self.behind(order[0]).means.round(9)
        leader = min(order, key=lambda index: float(behind[index]))
        behind = self.behind(leader).means.round(9)
        return sorted(order, key=lambda index: (index != leader, float(behind[index])))

    def _drop(self) -> None:
        """Drop the discards that cannot win."""
        import numpy as np

        self._looks += 1
        found = self.behind(int(np.argmax(self.means())), _LEAST_VARIANCE)
        stays = found.may_win(self.raced, self._looks)
        self._keep_also(self.best_first()[:SHOWN], np.flatnonzero(stays).tolist())

    # What they come to ---------------------------------------------------------------

    @property
    def _is_ruled(self) -> bool:
        """Whether the rule has looked at more worlds than were solved."""
        return self.ruled is not None and self.tally.worlds < self.ruled.shape[1]

    def rule_means(self) -> NDArray[np.float64]:
        """Return what the rule says of the discards."""
        import numpy as np

        if self.ruled is not None:
            assert self._shares is not None
            means: NDArray[np.float64] = self.ruled @ self._shares
            return means
        return np.array([own.rule_points for own in self.order])

    def means(self) -> NDArray[np.float64]:
        """Return the discards' expected points: the rule's, and how far it was off."""
        if self._is_ruled:
            means: NDArray[np.float64] = self.rule_means() + self.off.sums / (self.off.total or 1.0)
            return means
        raced: NDArray[np.float64] = self.tally.sums / (self.tally.total or 1.0)
        return raced

    def behind(self, leader: int, least: float = 0.0) -> Behind:
        """Return how far each discard is behind a leader.

        ``least`` is the least variance of a difference from world to world. Few worlds tell
        near discards apart worse than the rule does, which is off by less the fewer cards
        they differ in: so what the worlds say counts in part.
        """
        import numpy as np

        worlds = self.tally.effective
        open_by = (self.tally.open + self.tally.open[leader]) / self.tally.total
        open_by[leader] = 0.0
        lowest, highest = self.evaluator.worth.possible
        most = highest - lowest
        if not self._is_ruled:
            means, variances = self.tally.behind(leader)
            variances = guarded(variances, worlds, _LEAST_VARIANCE)
            variances = np.maximum(variances, least) / worlds
            variances[leader] = 0.0
            return Behind(means, variances, open_by, max(1, int(worlds) - 1), most)
        assert self.ruled is not None
        assert self._shares is not None
        off, variances = self.off.behind(leader)
        best = self.order[leader].alike.cards
        apart = np.array(
            [max((best & ~own).bit_count(), (own & ~best).bit_count(), 1) for own in self._cards()]
        )
        before, deal = _RULE_OFF * apart, _DEAL_OFF * apart.clip(max=4)
        degrees = int(_KNOWN_AS + worlds - 1)
        variances = (_KNOWN_AS * deal + (worlds - 1) * variances) / degrees
        pull = worlds * before / (worlds * before + variances)
        rule = self.ruled[leader] - self.ruled
        about = rule @ self._shares
        chance = mean_variance(rule, self._shares)
        solved = pull * np.maximum(variances, least) / worlds + chance
        alone = before + chance
        # Where so much is open that the rule alone says more, it goes by the rule.
        t = quantile((1 - CONFIDENCE) / 2, degrees)
        better = t * np.sqrt(alone) < t * np.sqrt(solved) + open_by
        means = about + np.where(better, 0.0, pull * off)
        variances = np.where(better, alone, solved)
        variances[leader] = 0.0
        return Behind(means, variances, np.where(better, 0.0, open_by), degrees, most)

    def _cards(self) -> list[int]:
        return [own.alike.cards for own in self.order]

    def points(self, index: int) -> tuple[float, tuple[float, float]]:
        """Return the expected points of a discard, with their interval."""
        worlds, total = self.tally.effective, self.tally.total
        wide = float(self.tally.open[index]) / total
        if not self._is_ruled:
            found = Estimate(self.evaluator.worth.possible, None)
            mean = float(self.tally.sums[index]) / total
            variance = guarded(self.tally.variance(index), worlds, _LEAST_VARIANCE)
            return found.around(mean, variance / worlds, max(1, int(worlds) - 1), wide)
        assert self.ruled is not None
        assert self.rule is not None
        found = Estimate(self.evaluator.worth.possible, self.rule.spread)
        found.ruled, found.ruled_weights = self.ruled[index], self._shares
        mean = float(self.off.sums[index]) / total
        return found.with_off(mean, self.off.variance(index), worlds, wide)

    def _halve(self) -> None:
        """Leave out the worse half if a world has no time for so many."""
        self._keep_also(self.best_first()[: max(SHOWN, len(self.order) // 2)], [])

    def _keep_also(self, best: Sequence[int], others: Sequence[int]) -> None:
        guarded = [index for index, own in enumerate(self.order) if own.guarded]
        kept = sorted({*best, *others, *guarded})
        if len(kept) < len(self.order):
            self._keep(kept)

    def _keep(self, kept: Sequence[int]) -> None:
        self.order = [self.order[index] for index in kept]
        self.tally.keep(kept)
        self.off.keep(kept)
        if self.ruled is not None:
            self.ruled = self.ruled[list(kept)]
