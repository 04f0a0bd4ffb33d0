"""A race of discards over sampled deals, in which those that cannot win drop out.

All are valued in the same worlds. From time to time, at a **look**, discards are dropped
whose paired difference to the leader is too large by Student's t. The level of the test is
divided by the discards and the looks, so that the stated confidence is that of all drops
together.

With a time limit a world may take only a part of it: what is not proved by then is
estimated, and if that happens too often the worse half of the discards is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from solver.advice.belief import Belief
from solver.advice.entrants import LEAST_RACED, Entrants
from solver.advice.evaluate import Evaluator, Outcome, Value
from solver.advice.intervals import CONFIDENCE, quantile
from solver.advice.tally import Tally
from solver.advice.view import View
from solver.advice.worlds import Opponents, after_exchange, numbered_world
from solver.cards import cards_in
from solver.engine import Engine
from solver.errors import StoppedError
from solver.pool import Pool
from solver.run import Run

SHOWN = 10
"""How many of the best discards are never dropped, so that they can be shown."""

_FIRST_LOOK = 8
_LEAST_VARIANCE = 0.1
"""The least variance assumed of a difference at a look: of about a third of a trick."""

_ONE_WORLD = 0.1
"""The fraction of the time a world may take: what is not proved by then is estimated."""

_FIRST_WORLD = 0.05
"""The fraction of the time the first world may take: discards not reached are left out.

The discards that the fitted rule likes best come first.
"""


@dataclass(frozen=True)
class Question:
    """Whose exchange is asked about, by which value, over which worlds."""

    known: View
    value: Value = Value.SHARE
    opponents: Opponents = Opponents.THUMB
    seed: int = 0
    belief: Belief = Belief.SOFT


class Race:
    """The discards still in, and their points over the worlds so far."""

    def __init__(self, question: Question, entrants: Entrants, pool: Pool) -> None:
        self.question = question
        self.pool = pool
        self.evaluator = Evaluator(question.known, question.value)
        self.rule_worlds = entrants.rule_worlds
        self.order = list(entrants.field)
        self.raced = len(self.order)
        self.estimated = 0
        """The number of worlds in which some value is an estimate."""
        self.tally = Tally(len(self.order), len(self.evaluator.worth.marks))
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
            # Neighbours are alike and find much in the table.
            self._keep(sorted(range(len(self.order)), key=self._by_cards))
            for look in _looks():
                until = look if worlds is None else min(look, worlds)
                for row in self.pool.imap(self._world, range(self.tally.worlds, until), run):
                    self.tally.add([each.points for each in row], [each.reached for each in row])
                    self.estimated += not all(each.proved for each in row)
                    run.report(self.tally.worlds, worlds)
                if until == worlds:
                    return
                self._drop()
                if 2 * self.estimated > self.tally.worlds:
                    self._halve()
        except StoppedError:
            return

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
        question, known = self.question, self.question.known
        world = numbered_world(known, question.seed, number, belief=question.belief)
        after: dict[int, tuple[tuple[int, int, int], int]] = {}
        guess = self.evaluator.first_guess()
        for index, own in enumerate(self.order):
            size = own.alike.size
            if size not in after:
                after[size] = after_exchange(known, world, size, question.opponents)
            others, drawn = after[size]
            hands = list(others)
            hands[known.seat] = known.hand & ~own.alike.cards | drawn
            outcome = self.evaluator.outcome(engine, hands, guess, run, limit(index))
            guess = outcome.guarantees
            yield outcome

    # Who drops out -------------------------------------------------------------------

    def best_first(self) -> list[int]:
        """Return the discards in order: worlds and rule together, then worlds alone."""
        import numpy as np

        sums = self.tally.sums
        rule = np.array([own.rule_points for own in self.order])
        together = sums + self.rule_worlds * rule
        # Rounded, so that rounding errors decide nothing.
        return [int(i) for i in np.lexsort((-sums.round(9), -together.round(9)))]

    def _drop(self) -> None:
        """Drop the discards that cannot win."""
        import numpy as np

        self._looks += 1
        share_of_looks = 1 / (self._looks * (self._looks + 1))  # these add up to 1
        level = (1 - CONFIDENCE) * share_of_looks / max(self.raced, 1)
        means, variances = self.tally.behind(int(np.argmax(self.tally.sums)))
        error = np.sqrt(np.maximum(variances, _LEAST_VARIANCE) / self.tally.worlds)
        loses = means > quantile(level, self.tally.worlds - 1) * error
        self._keep_also(self.best_first()[:SHOWN], np.flatnonzero(~loses).tolist())

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


def _looks() -> Iterator[int]:
    """Yield the numbers of worlds at which to look, ever further apart."""
    worlds = _FIRST_LOOK
    for _ in count():
        yield worlds
        worlds += max(4, worlds // 3)
