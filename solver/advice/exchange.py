"""What to exchange when only one's own cards are seen: a race over sampled deals.

All discards are looked at by a fitted rule (``exchange_value``), and those it likes best
are raced: valued in the same worlds, deals that agree with what the seat knows. Discards
that cannot win are dropped as evidence comes in: after a number of worlds, one whose
paired difference to the leader is too large by Student's t, at a level divided by the
number of discards and of looks, so that all drops together are as sure as is stated.

The order at the end is that of the worlds and the rule together: few worlds tell near
discards apart worse than the rule does, so it counts as much as some worlds would. Points
and intervals are those of the worlds alone.

A world's values are those with open cards: the hands are known to everybody in it. Its
points are therefore what perfect play would make, which nobody at the table can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING

from solver.advice.contracts_left import kind_of
from solver.advice.evaluate import Evaluator, Outcome, Stopped, Value
from solver.advice.fitted_discards import exchange_values, fits
from solver.advice.intervals import half_width, quantile
from solver.advice.thumb_discards import card_margins, thumb_discards
from solver.advice.worlds import Opponents, View, World, after_exchange, sample
from solver.cards import cards_in
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.errors import SolverError
from solver.exchange.discards import DiscardClass, discard_classes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE = 0.95
"""Of each interval, and of all that is dropped together."""

RACED = 40
"""How many discards are raced if nothing else is said: those the fitted rule likes best."""

RULE_WORLDS = {"NT": 20, "trump": 10, "NULLO": 20}
"""As many worlds as the rule counts for, by kind of contract, in games it was fitted to.

About what chose best in a study of some dozens of hands, and the ratio of two variances,
that of a difference in one world and that of the rule's error, about 0.7² and 0.15².
"""

_KEEP = 10
_FIRST_LOOK = 8
_LEAST_VARIANCE = 0.1
"""Differences are taken to vary by at least a third of a trick when something is dropped."""

_LEAST = 4
"""The discards that are looked at however long a world takes."""

_ONE_WORLD = 0.1
"""The part of the time that a world may take: what is not proved by then is estimated."""

_FIRST_WORLD = 0.05
"""The part of the time that the first world may take: what it does not reach is left out.

The discards that the fitted rule likes best come first.
"""

Progress = Callable[[int, int], None]
"""Called with how many worlds are done and how many discards are still in the race."""


@dataclass(frozen=True)
class Advised:
    """A discard with its expected points, over the worlds of the advice.

    ``interval`` is of the points, ``behind`` of how much fewer they are than the best
    discard's, ``apart`` whether that leaves no doubt that they are. ``rule`` is how many
    points fewer the fitted rule gives it, 0 where the rule does not apply. ``reached`` is
    the chance of each of the advice's ``marks``.
    """

    alike: DiscardClass
    discards: tuple[int, ...]
    points: float
    interval: tuple[float, float]
    difference: float
    behind: tuple[float, float]
    rule: float
    reached: tuple[float, ...]

    @property
    def apart(self) -> bool:
        """Whether the interval of the difference leaves out 0."""
        return self.behind[0] > 0 or self.behind[1] < 0


@dataclass(frozen=True)
class ExchangeAdvice:
    """The best discards of a view, best first, over the same ``worlds`` for all.

    Of ``candidates`` discards ``classes`` differ. The fitted rule looked at all of these;
    ``raced`` of them met worlds, ``left`` all of the ``worlds``: the others could not win,
    or, where time is limited, looked worse and a world had no time for so many. They are in
    the order of the points and the rule together, which counts as ``rule_worlds`` worlds. In
    ``rough`` worlds some values took too long and are estimates, with a limit of time only.
    ``marks`` are the tricks whose chances are given: the target, in a great contract 14, 15
    and 16 (NULLO: at most so many).
    """

    view: View
    value: Value
    opponents: Opponents
    worlds: int
    rough: int
    best: tuple[Advised, ...]
    stand: Advised
    thumb: Advised
    candidates: int
    classes: int
    raced: int
    left: int
    rule_worlds: int
    marks: tuple[int, ...]


def advise_exchange(
    known: View,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    opponents: Opponents = Opponents.THUMB,
    only: Sequence[int] | None = None,
    raced: int | None = RACED,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    engines: Sequence[Engine] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    Ends after so many ``worlds`` or ``seconds``, whichever is first, or once ``cancelled``
    says so. Without ``seconds`` the answer depends on nothing but ``worlds`` and ``seed``.
    ``only`` are the discards to compare, as hands, by default all that are legal; as
    many as ``raced`` says meet the worlds, None for all of them. ``engines``, one a thread,
    go before ``threads`` and ``memory_mb``. Raises SolverError where not even two worlds
    were finished.
    """
    if worlds is None and seconds is None:
        raise SolverError("how many worlds or how many seconds has to be said")
    if worlds is not None and worlds < 2:
        raise SolverError(f"{worlds} worlds: at least 2 are needed")
    if engines is None:
        engines = [Engine(memory_mb / threads) for _ in range(threads)]
    deadline = 0.0 if seconds is None else monotonic() + seconds
    race = Race(known, value, opponents, seed, only, engines, deadline, cancelled, raced)
    race.run(worlds, seconds, progress)
    return race.advice()


class Race:
    """The candidates still in, their values added up over the worlds so far."""

    def __init__(
        self,
        known: View,
        value: Value,
        opponents: Opponents,
        seed: int,
        only: Sequence[int] | None,
        engines: Sequence[Engine],
        deadline: float,
        cancelled: Callable[[], bool] | None,
        raced: int | None = RACED,
    ) -> None:
        import numpy as np

        self.known, self.value, self.opponents = known, value, opponents
        self.seed, self.engines = seed, engines
        self.evaluator = Evaluator(known, value, deadline, cancelled)
        self.thumb = thumb_discards(known.contract, known.hand, known.sizes(), known.ace_low)
        everything = discard_classes(
            known.hand, known.sizes(), lambda size: known.unseen, ace_low=known.ace_low
        )
        self.candidates = sum(map(len, everything))
        self.classes = len(everything)
        wanted = {0, self.thumb, *(only or ())}
        order = [each for each in everything if only is None or any(w in each for w in wanted)]
        self.rule_worlds = RULE_WORLDS[kind_of(known.contract)] if fits(known) else 0
        rule = exchange_values(known.contract, known.hand, order, known.ace_low)
        liked = self._liked(order, rule)
        if raced is not None:
            guarded = [i for i in liked[raced:] if 0 in order[i] or self.thumb in order[i]]
            liked = liked[: max(raced, _LEAST)] + guarded
        self.order = [order[i] for i in liked]
        self.rule = np.array([rule[i] if self.rule_worlds else 0.0 for i in liked])
        self.guarded = [self._index(0), self._index(self.thumb)]
        self.raced = len(self.order)
        self.worlds = self.looks = self.number = self.rough = 0
        size = len(self.order)
        self.sums = np.zeros(size)
        self.products = np.zeros((size, size))
        self.reached = np.zeros((size, len(self.evaluator.worth.marks)))

    def _index(self, discards: int) -> int:
        return next(i for i, each in enumerate(self.order) if discards in each)

    def _liked(self, order: Sequence[DiscardClass], rule: Sequence[float]) -> list[int]:
        """Return the discards by the fitted rule, the best first.

        In games that it was not fitted to, by turns with the rule of thumb's choice.
        """
        everything = range(len(order))
        by_rule = sorted(everything, key=lambda i: (-rule[i], order[i].cards))
        if self.rule_worlds:
            return by_rule
        margins = card_margins(self.known.contract, self.known.hand, self.known.ace_low)
        cost = [sum(margins[card] for card in cards_in(each.cards)) for each in order]
        by_thumb = sorted(
            everything, key=lambda i: (round(cost[i], 9), self.thumb not in order[i], i)
        )
        turns = zip(by_thumb, by_rule, strict=True)
        return list(dict.fromkeys(i for turn in turns for i in turn))

    # The worlds ----------------------------------------------------------------------

    def run(self, worlds: int | None, seconds: float | None, progress: Progress | None) -> None:
        """Add worlds, by looks, until there are enough or it is time."""
        patience = 0.0 if seconds is None else _ONE_WORLD * seconds
        try:
            if seconds is not None:
                self._first_world(_FIRST_WORLD * seconds)
            # Neighbours are alike and find much in the table.
            self._narrow(sorted(range(len(self.order)), key=lambda i: _by_cards(self.order[i])))
            for look in _looks():
                until = look if worlds is None else min(look, worlds)
                while self.worlds < until:
                    for row, proved in self._batch(until - self.worlds, patience):
                        self._add(row)
                        self.rough += not proved
                        if progress is not None:
                            progress(self.worlds, len(self.order))
                if worlds is not None and self.worlds >= worlds:
                    return
                self.look()
                if 2 * self.rough > self.worlds:
                    self._halve()
        except Stopped:
            return

    def _first_world(self, seconds: float) -> None:
        """Leave out of the race what the first world does not come to in its time."""
        row, _ = self._values(self.engines[0], 0, end=monotonic() + seconds)
        keep = max(_LEAST, len(row))
        if keep < len(self.order):
            kept = sorted({*range(keep), *self.guarded})
            self._narrow(kept)
            self.raced = len(kept)

    def _batch(self, most: int, patience: float) -> list[tuple[list[Outcome], bool]]:
        """Return the outcomes of the next worlds, as many at a time as there are engines."""
        numbers = range(self.number, self.number + min(most, len(self.engines)))
        self.number = numbers.stop
        if len(numbers) == 1:
            return [self._values(self.engines[0], numbers[0], patience)]
        with ThreadPoolExecutor(len(numbers)) as pool:
            values = partial(self._values, patience=patience)
            return list(pool.map(values, self.engines, numbers))

    def _values(
        self, engine: Engine, number: int, patience: float = 0.0, end: float = 0.0
    ) -> tuple[list[Outcome], bool]:
        """Return what every candidate comes to in a world, and whether all was proved.

        It may take about ``patience`` seconds, 0 for any. What is not proved at ``end``,
        where it is not 0, is left, and so are the candidates after it.
        """
        world, known = self.world(number), self.known
        by_size: dict[int, tuple[tuple[int, int, int], int]] = {}
        near = self.evaluator.first_guess()
        found: list[Outcome] = []
        all_proved = True
        stop = monotonic() + patience
        for index, each in enumerate(self.order):
            cards = each.cards
            size = cards.bit_count()
            if size not in by_size:
                by_size[size] = after_exchange(known, world, size, self.opponents)
            hands, drawn = by_size[size]
            dealt = list(hands)
            dealt[known.seat] = known.hand & ~cards | drawn
            until = end
            if patience:
                now = monotonic()
                # The first in a world, which finds nothing in the table, is the slowest.
                part = min(1.0, 4 / (len(self.order) - index)) if index else 0.5
                until = now + max(0.0, stop - now) * part
            outcome, proved = self.evaluator.outcome_by(engine, dealt, near, until)
            if end and not proved:
                break
            found.append(outcome)
            all_proved = all_proved and proved
        return found, all_proved

    def world(self, number: int) -> World:
        """Return the world of a number; the seed and the number fix it."""
        import numpy as np

        sequence = np.random.SeedSequence([self.seed, number])
        return sample(self.known, np.random.Generator(np.random.PCG64(sequence)))

    # The race ------------------------------------------------------------------------

    def _add(self, row: list[Outcome]) -> None:
        import numpy as np

        values = np.array([points for points, _ in row])
        self.sums += values
        self.products += np.multiply.outer(values, values)
        self.reached += np.array([marks for _, marks in row])
        self.worlds += 1

    def look(self) -> None:
        """Drop the candidates that cannot win."""
        import numpy as np

        self.looks += 1
        share_of_looks = 1 / (self.looks * (self.looks + 1))  # all looks together: 1
        level = (1 - CONFIDENCE) * share_of_looks / max(self.raced, 1)
        means, variances = self.differences(int(np.argmax(self.sums)))
        error = np.sqrt(np.maximum(variances, _LEAST_VARIANCE) / self.worlds)
        loses = means > quantile(level, self.worlds - 1) * error
        loses[[*self.best_first()[:_KEEP], *self.guarded]] = False
        if loses.any():
            self._narrow([int(index) for index in np.flatnonzero(~loses)])

    def _halve(self) -> None:
        """Leave out the worse half where a world has no time for so many."""
        half = self.best_first()[: max(_KEEP, len(self.order) // 2)]
        self._narrow(sorted({*half, *self.guarded}))

    def _narrow(self, kept: Sequence[int]) -> None:
        import numpy as np

        self.guarded = [list(kept).index(index) for index in self.guarded]
        self.order = [self.order[index] for index in kept]
        self.rule = self.rule[kept]
        self.sums = self.sums[kept]
        self.products = self.products[np.ix_(kept, kept)]
        self.reached = self.reached[kept]

    def best_first(self) -> list[int]:
        """Return the candidates in order: worlds and rule together, then worlds alone."""
        import numpy as np

        together = self.sums + self.rule_worlds * self.rule
        # Not told apart by a rounding error.
        return [int(i) for i in np.lexsort((-self.sums.round(9), -together.round(9)))]

    def differences(self, leader: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return means and variances of how much fewer points than the leader's there are."""
        import numpy as np

        number = self.worlds
        squares = np.diagonal(self.products)
        means = (self.sums[leader] - self.sums) / number
        total = squares[leader] + squares - 2 * self.products[leader]
        return means, np.maximum(0, total - number * means**2) / (number - 1)

    def advice(self) -> ExchangeAdvice:
        """Return what the race has come to."""
        if self.worlds < 2:
            raise SolverError("no two worlds were finished: allow more time")
        order = self.best_first()
        means, variances = self.differences(order[0])

        def advised(index: int) -> Advised:
            own = self.order[index]
            points = float(self.sums[index]) / self.worlds
            spread = float(self.products[index, index]) - self.worlds * points**2
            wide = half_width(spread / (self.worlds - 1), self.worlds, CONFIDENCE)
            apart = half_width(float(variances[index]), self.worlds, CONFIDENCE)
            difference = float(means[index])
            return Advised(
                alike=own,
                discards=tuple(cards_in(own.cards)),
                points=points,
                interval=(points - wide, points + wide),
                difference=difference,
                behind=(difference - apart, difference + apart),
                rule=float(self.rule[order[0]] - self.rule[index]),
                reached=tuple(float(number) / self.worlds for number in self.reached[index]),
            )

        stand, thumb = map(advised, self.guarded)
        return ExchangeAdvice(
            view=self.known,
            value=self.value,
            opponents=self.opponents,
            worlds=self.worlds,
            rough=self.rough,
            best=tuple(map(advised, order[:_KEEP])),
            stand=stand,
            thumb=thumb,
            candidates=self.candidates,
            classes=self.classes,
            raced=self.raced,
            left=len(self.order),
            rule_worlds=self.rule_worlds,
            marks=self.evaluator.worth.marks,
        )


def _by_cards(own: DiscardClass) -> tuple[int, list[int]]:
    return own.size, list(cards_in(own.cards))


def _looks() -> Iterator[int]:
    """Yield after how many worlds to look: some more each time."""
    worlds = _FIRST_LOOK
    for _ in count():
        yield worlds
        worlds += max(4, worlds // 3)
