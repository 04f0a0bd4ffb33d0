"""Expected points from a rule on many deals, corrected by some that were solved.

The rule (``fitted``) is cheap: its mean over hundreds of worlds is known well, but it
is off. How far it is off on average is estimated from the worlds that were solved as well (a
**control variate**), and before any was solved from how far it was off for other hands. So the
interval has three parts: the chance in the rule's worlds, the chance in the solved ones, and
what is open in those in which not all was proved in time. The last is not chance, and is added
in full.

Where there is no rule this is the plain mean of the solved worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

from solver.advice import weights as by_weight
from solver.advice.evaluate import Outcome
from solver.advice.fitted import Spread
from solver.advice.intervals import CONFIDENCE, guarded, quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval = tuple[float, float]

_KNOWN_AS = 12
"""How many degrees of freedom the stored spread of the rule counts as."""

_LEAST_VARIANCE = 0.1
"""A variance from world to world where there is no rule: few can be alike by chance."""

_FEW = 6
"""The covariance of two choices over so many worlds counts half, over few hardly."""


class _Off(NamedTuple):
    """How far the rule is off on average: an estimate, its error and how well that is known."""

    mean: float
    variance: float
    degrees: int
    open: float
    """Half the width that is added for worlds in which not all was proved."""
    pull: float
    """The part of a solved world's deviation that counts."""


class Estimate:
    """The expected points of one choice, within what is ``possible``."""

    def __init__(self, possible: Interval, spread: Spread | None) -> None:
        import numpy as np

        self.possible, self.spread = possible, spread
        self.ruled: NDArray[np.float64] = np.zeros(0)
        """The rule's points in all worlds it looked at; none if there is no rule."""
        self.ruled_weights: NDArray[np.float64] | None = None
        """What these worlds count; None if all count alike."""
        self.outcomes: list[Outcome] = []
        """What the first of these worlds came to when they were solved."""
        self._rule: list[float] = []
        self._weights: list[float] = []
        self._by: list[float] = []
        """How far the rule is off in each of them: where not all was proved, what is likely."""
        self._off: _Off | None = None

    def add(self, outcome: Outcome, rule: float = 0.0, weight: float = 1.0) -> None:
        """Add a solved world, in which the rule gives some points, and what it counts."""
        self.outcomes.append(outcome)
        self._rule.append(rule)
        self._weights.append(weight)
        self._off = None

    @property
    def is_known(self) -> bool:
        """Whether anything can be said: there is a rule, or two worlds were solved."""
        return self.spread is not None or len(self.outcomes) > 1

    # How far the rule is off ---------------------------------------------------------

    @property
    def off(self) -> _Off:
        """How far the rule is off; where there is none, the points themselves."""
        if self._off is None:
            self._off = self._average_off()
        return self._off

    def _average_off(self) -> _Off:
        """Return how far the rule is off on average.

        A world in which not all was proved counts as its likely value within the bounds. These
        values differ from world to world by chance, as the proved ones do; besides, they may
        all be off to one side, which is ``open``.
        """
        ruled = list(zip(self.outcomes, self._rule, self._weights, strict=True))
        proved = self._of_worlds(
            [each.points - rule for each, rule, _ in ruled if each.proved],
            [weight for each, _, weight in ruled if each.proved],
        )
        self._by, ends, left = [], 0.0, []
        for each, rule, weight in ruled:
            by = each.points - rule
            if not each.proved:
                low, high = (end - rule for end in each.bounds or self.possible)
                by = (low + high) / 2
                if self.spread is not None:
                    by, _ = truncated(proved.mean, self.spread.deal, low, high)
                ends += weight * max(high - by, by - low)
                left.append(weight)
            self._by.append(by)
        found = self._of_worlds(self._by, self._weights)
        if not left or found.open:
            return found
        width = ends / sum(left)
        if self.spread is not None:
            t = quantile((1 - CONFIDENCE) / 2, _KNOWN_AS)
            chance = self.spread.hand**2 + self.spread.deal**2 / by_weight.effective(left)
            width = min(width, t * sqrt(chance))
        return found._replace(open=found.pull * width * sum(left) / sum(self._weights))

    def _of_worlds(self, off: Sequence[float], weights: Sequence[float]) -> _Off:
        """Return how far the rule is off on average if it is by so much in some worlds."""
        import numpy as np

        values, number = np.array(off), by_weight.effective(weights)
        mean = by_weight.mean(values, weights) if off else 0.0
        if self.spread is None:
            if len(off) < 2:
                # Nothing is known: the interval is all that is possible.
                return _Off(mean, 0.0, 1, self.possible[1] - self.possible[0], 1.0)
            spread = float(by_weight.covariance(values, values, weights))
            variance = guarded(spread, number, _LEAST_VARIANCE)
            return _Off(mean, variance / number, max(1, int(number) - 1), 0.0, 1.0)
        before = self.spread.hand**2
        if not off:
            return _Off(0.0, before, _KNOWN_AS, 0.0, 0.0)
        squares = (number - 1) * float(by_weight.covariance(values, values, weights))
        degrees = _KNOWN_AS + number - 1
        variance = (_KNOWN_AS * self.spread.deal**2 + squares) / degrees
        pull = number * before / (number * before + variance)
        return _Off(pull * mean, pull * variance / number, int(degrees), 0.0, pull)

    # What it comes to ----------------------------------------------------------------

    @property
    def mean(self) -> float:
        """The expected points."""
        least, most = self.possible
        return min(max(self._rule_mean + self.off.mean, least), most)

    @property
    def _counts(self) -> NDArray[np.float64]:
        import numpy as np

        return np.ones(len(self.ruled)) if self.ruled_weights is None else self.ruled_weights

    @property
    def _rule_mean(self) -> float:
        return by_weight.mean(self.ruled, self._counts) if len(self.ruled) else 0.0

    def _chance(self, ruled: NDArray[np.float64]) -> float:
        """Return the variance of the mean of what the rule says in the worlds it looked at."""
        return float(by_weight.mean_variance(ruled, self._counts)) if len(ruled) else 0.0

    @property
    def interval(self) -> Interval:
        """The interval of the expected points."""
        off = self.off
        variance = off.variance + self._chance(self.ruled)
        return _within(self.mean, variance, off.degrees, off.open, self.possible)

    def around(
        self, mean: float, variance: float, degrees: int, further: float
    ) -> tuple[float, Interval]:
        """Return a mean and its interval, within what is possible."""
        least, most = self.possible
        mean = min(max(mean, least), most)
        return mean, _within(mean, variance, degrees, further, self.possible)

    def with_off(
        self, mean: float, variance: float, worlds: float, further: float
    ) -> tuple[float, Interval]:
        """Return points and interval if the rule was off by so much in some worlds.

        ``further`` is what these leave open; where that is too much, it goes by the rule.
        """
        assert self.spread is not None
        chance = self._chance(self.ruled)
        rule = self._rule_mean
        none = self._of_worlds([], [])
        degrees = int(_KNOWN_AS + worlds - 1)
        pooled = (_KNOWN_AS * self.spread.deal**2 + (worlds - 1) * variance) / degrees
        pull = worlds * none.variance / (worlds * none.variance + pooled)
        solved = self.around(rule + pull * mean, pull * pooled / worlds + chance, degrees, further)
        alone = self.around(rule, none.variance + chance, none.degrees, 0.0)
        return min(solved, alone, key=lambda found: found[1][1] - found[1][0])

    def behind(
        self, best: Estimate, confidence: float = CONFIDENCE, least: float = 0.0
    ) -> tuple[float, Interval]:
        """Return how many points fewer than ``best`` it has, with an interval.

        Worlds that both have met are the same for both. ``least`` is the least variance of
        a difference from world to world: few worlds can be alike by chance.
        """
        if self is best:
            return 0.0, (0.0, 0.0)
        own, other = self.off, best.off
        variance = own.variance + other.variance - 2 * self._covariance(best)
        if len(self.ruled) == len(best.ruled):
            variance = max(variance, 0.0) + self._chance(best.ruled - self.ruled)
        else:
            variance += self._chance(self.ruled) + best._chance(best.ruled)
        solved = min(by_weight.effective(self._weights), by_weight.effective(best._weights))
        variance = max(variance, least / solved if solved else 0.0)
        low = best.possible[0] - self.possible[1]
        high = best.possible[1] - self.possible[0]
        degrees = _degrees_together(own, other)
        mean = best.mean - self.mean
        return mean, _within(
            mean, variance, degrees, own.open + other.open, (low, high), confidence
        )

    def _covariance(self, other: Estimate) -> float:
        """Return the covariance of what two choices are off by, from the worlds both met."""
        import numpy as np

        pulls = self.off.pull * other.off.pull  # before what they are off by is looked at
        both = min(len(self._by), len(other._by))
        if both < 2:
            return 0.0
        weights = self._weights[:both]
        pairs = np.array(self._by[:both]), np.array(other._by[:both])
        found = float(by_weight.covariance(*pairs, weights))
        if self.spread is not None or other.spread is not None:
            number = by_weight.effective(weights)
            found *= number / (number + _FEW)
        # What a world shares of one mean times what it shares of the other: for equal weights
        # one part in the larger number of worlds.
        squares = sum(each**2 for each in weights)
        return found * squares / (sum(self._weights) * sum(other._weights)) * pulls

    def chances(self, marks: Sequence[int], target: int, sign: int) -> list[tuple[float, Interval]]:
        """Return the chance of reaching each of ``marks`` tricks, and between what it lies.

        Without a solved world it is what the rule and its spread say; each solved world
        counts as one of so many that the spread is known by. One that leaves a mark open
        counts as the rule says, and within the bounds as either.
        """
        import numpy as np

        number, counts = by_weight.effective(self._weights), self._weights
        found = []
        for index, mark in enumerate(marks):
            ends = [each.reached_between[index] for each in self.outcomes]
            sure, possible = (
                sum(end[which] * count for end, count in zip(ends, counts, strict=True))
                / (sum(counts) or 1.0)
                for which in (0, 1)
            )
            ruled, weight = 0.5, 0
            if self.spread is not None and len(self.ruled):
                weight = _KNOWN_AS
                wide = sqrt(self.spread.hand**2 + self.spread.deal**2)
                short = sign * (mark - target) - self.ruled - self.off.mean
                ruled = float(
                    np.average(
                        [1 - below(each / wide) for each in short.tolist()],
                        weights=self.ruled_weights,
                    )
                )
            least, most = (
                (ruled * weight + each * number) / (weight + number) for each in (sure, possible)
            )
            found.append((least + ruled * (most - least), (least, most)))
        return found


def _degrees_together(one: _Off, other: _Off) -> int:
    """Return the degrees of freedom of a difference (Welch and Satterthwaite)."""
    least = min(one.degrees, other.degrees)
    squares = one.variance**2 / one.degrees + other.variance**2 / other.degrees
    if not squares:
        return least
    return max(least, int((one.variance + other.variance) ** 2 / squares + 1e-9))


def _within(
    mean: float,
    variance: float,
    degrees: int,
    further: float,
    possible: Interval,
    confidence: float = CONFIDENCE,
) -> Interval:
    wide = quantile((1 - confidence) / 2, degrees) * sqrt(max(variance, 0.0)) + further
    least, most = possible
    return max(mean - wide, least), min(mean + wide, most)


def below(z: float) -> float:
    """Return the chance that a normal value is below ``z`` standard deviations."""
    return (1 + erf(z / sqrt(2))) / 2


def truncated(mean: float, spread: float, low: float, high: float) -> tuple[float, float]:
    """Return mean and standard deviation of a normal value known to lie within bounds."""
    a, b = (low - mean) / spread, (high - mean) / spread
    inside = below(b) - below(a)
    if inside < 1e-4:  # far out: it lies at the nearer end
        nearer = low if a > 0 else high
        return nearer, (high - low) / 4
    at = [exp(-z * z / 2) / sqrt(2 * pi) for z in (a, b)]
    shift = (at[0] - at[1]) / inside
    edges = sum(
        sign * z * density for sign, z, density in ((1, a, at[0]), (-1, b, at[1])) if abs(z) < 1e6
    )
    variance = max(1 + edges / inside - shift**2, 0.0)
    return mean + spread * shift, spread * sqrt(variance)
