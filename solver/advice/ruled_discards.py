"""What the fitted rule says of discards, in many worlds and without any search.

The rule (``fitted``) looks at the three hands after the exchange, so that it sees what
a discard does in each world. It chooses the discards that are raced, and is the first stage of
what they come to: the race finds how far it is off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from solver.advice.fitted import FittedPoints, Spread
from solver.advice.question import Question
from solver.advice.statistics import shares
from solver.advice.worlds import World, after_exchange
from solver.run import Run

LOOKED_AT = 150
"""How many discards the rule looks at: those that look best by their cards alone."""

FIRST_WORLDS = 20
"""In how many worlds it looks at them."""

RULED_WORLDS = 150
"""In how many worlds it looks at those that are raced."""

Hands = tuple[int, int, int]


def deals_after(question: Question, world: World, discards: Iterable[int]) -> Iterator[Hands]:
    """Yield the hands after the exchanges for each of some discards."""
    seen = question.seen
    after: dict[int, tuple[Hands, int]] = {}
    for discard in discards:
        size = discard.bit_count()
        if size not in after:
            after[size] = after_exchange(seen, world, size, question.opponents)
        others, drawn = after[size]
        hands = list(others)
        hands[seen.seat] = seen.hand & ~discard | drawn
        yield hands[0], hands[1], hands[2]


class RuledDiscards:
    """The rule for the discards of a question."""

    def __init__(self, question: Question, rule: FittedPoints, spread: Spread) -> None:
        self.question, self.rule, self.spread = question, rule, spread

    @classmethod
    def of(cls, question: Question) -> RuledDiscards | None:
        """Return the rule, None where it is not known how far it is off."""
        rule = FittedPoints.of(question.seen, question.value)
        if rule is None or rule.spread is None:
            return None
        return cls(question, rule, rule.spread)

    def points(
        self, discards: Sequence[int], worlds: Iterable[int], run: Run | None = None
    ) -> NDArray[np.float64]:
        """Return the points of discards, a row each, in numbered worlds, a column each.

        If the ``run`` is over before, it is fewer worlds, but two at least.
        """
        columns: list[NDArray[np.float64]] = []
        for number in worlds:
            if run is not None and len(columns) > 1 and run.is_over():
                break
            deals = deals_after(self.question, self.question.worlds[number], discards)
            columns.append(self.of_deals(list(deals)))
        return np.stack(columns, axis=1)

    def of_deals(self, deals: Sequence[Hands]) -> NDArray[np.float64]:
        """Return the points of deals after the exchange."""
        return self.rule.points(np.array(deals, dtype=np.uint64))

    def first_look(self, discards: Sequence[int]) -> list[float]:
        """Return about what discards come to, to choose those that are raced."""
        means: list[float] = (
            self.points(discards, range(FIRST_WORLDS)) @ self.shares(FIRST_WORLDS)
        ).tolist()
        return means

    def shares(self, worlds: int) -> NDArray[np.float64]:
        """Return what the first worlds count, 1 in sum."""
        return shares([self.question.worlds.weight(number) for number in range(worlds)])
