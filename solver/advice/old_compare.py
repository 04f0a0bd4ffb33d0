"""One comparison of choices over worlds: what each comes to, and what is told apart.

Values are kept as a matrix, a row a choice and a column a world, with the weights of worlds. A
value may be known but for bounds. All choices meet the same worlds, so that what is compared are
**paired differences**, in which much of the chance cancels.

A rule that is cheap may look at the choices in the same worlds and in many more. It is off, but
by much the same everywhere: its mean over the many is corrected by how far it is off, on
average, in those that were solved (a **control variate**). Before any was solved it is known
from other hands how far that is, and few solved worlds move the estimate in part only
(**shrinkage**). So an interval has three parts: the chance in the rule's worlds, the chance in the
solved ones, and what is open in those in which not all was proved. The last is not chance, and is
added in full.

From time to time, at a **look**, choices are dropped that are behind the leader by too much for
chance (**successive elimination**). The level of the test is divided by the choices and the
looks, so that the stated confidence is that of all drops together.

Means, variances and intervals of values that count by weights; Student's t; normal values.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cache
from math import erf, exp, inf, lgamma, log, pi, sqrt
from statistics import NormalDist
from typing import NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
HandArray = NDArray[np.uint64]
"""Hands, many at once."""

CONFIDENCE = 0.95
"""The confidence of each interval, and of all eliminations together."""

_TAIL = (1 - CONFIDENCE) / 2

Interval = tuple[float, float]
Weights = Floats | Sequence[float]

NORMAL = 1.959964
"""The normal quantile of ``CONFIDENCE``."""

_TINY = 1e-300

_AROUND = np.array([NormalDist().inv_cdf((index + 0.5) / 15) for index in range(15)])
"""Normal values that are all equally likely to be exceeded by the next."""


# Values that count by weights --------------------------------------------------------


def normalized(weights: Weights) -> Floats:
    """Return weights as parts of their sum."""
    array = np.asarray(weights, np.float64)
    return np.asarray(array / array.sum(), np.float64)


def effective(weights: Weights) -> float:
    """Return how many values of equal weight say as much (Kish): their number if all are alike."""
    array = np.asarray(weights, np.float64)
    return float(array.sum() ** 2 / (array**2).sum()) if len(array) else 0.0


def resampled(weights: Floats, size: int) -> tuple[NDArray[np.intp], float]:
    """Return which of many values are met, likely ones more often, and as how many each counts.

    They are chosen at even steps through the weights: a value comes as often as it should, but for
    the last time. Both the choice and the pool have errors, which add up.
    """
    parts = normalized(weights)
    steps = (np.arange(size) + 0.5) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(parts), steps), len(parts) - 1)
    return chosen, 1 / (1 / size + float((parts**2).sum())) / size


def average(values: Floats, weights: Weights) -> Floats:
    """Return the weighted mean along the last axis: without rounding for a few whole numbers."""
    array = np.asarray(weights, np.float64)
    return np.asarray(values @ array / array.sum(), np.float64)


def covariance(
    one: Floats,
    other: Floats,
    weights: Weights,
    number: float | None = None,
) -> Floats:
    """Return the covariance of paired values along the last axis, 0 for a single pair.

    Where a few weigh most these can be alike by chance, so part of it is that of all pairs
    whatever they weigh: a part like that of one value of the effective ``number``, by default
    Kish's. For equal weights it is the usual estimate, without bias.
    """
    values = one.shape[-1]
    if values < 2:
        return np.zeros(one.shape[:-1])
    parts = normalized(weights)
    weighted = (one - (one @ parts)[..., None]) * (other - (other @ parts)[..., None]) @ parts
    apart = (one - one.mean(axis=-1, keepdims=True)) * (other - other.mean(axis=-1, keepdims=True))
    plain = apart.sum(axis=-1) / (values - 1)
    return np.asarray(weighted + plain / (number or effective(weights)), np.float64)


def mean_variance(values: Floats, weights: Weights) -> Floats:
    """Return the variance of the weighted mean along the last axis, 0 for a single value."""
    return covariance(values, values, weights) / effective(weights)


def evened_out(points: Ints) -> Ints:
    """Return whole points met in worlds, a row each, as several a little more and a little less.

    The part of these that reaches a mark is a chance that few worlds leave less to luck: a mark
    just missed counts nearly half. They are as far apart as is usual for so many values of such
    a spread (Scott's rule), with many worlds hardly at all.
    """
    number = len(points)
    spread = float(points.std(ddof=1)) if number > 1 else 0.0
    far = 1.06 * spread * float(number) ** -0.2
    return np.asarray(np.floor(points[:, None] + far * _AROUND + 0.5), np.int64)


def cross_fitted(looks: Floats, values: Floats) -> Floats:
    """Return what each world comes to for the choice that all others look best for.

    Both have a row a world and a column a choice; of equal choices the first is taken. The best
    of several means is too high, since chance has helped to choose it. Here it has not: no world
    counts for a choice that it took part in. The mean is that of a choice made by one world less.
    """
    by_others = (looks.sum(axis=0) - looks).round(9)
    return np.asarray(values[np.arange(len(values)), by_others.argmax(axis=1)], np.float64)


# Student's t -------------------------------------------------------------------------


def tail(t: float, degrees: int) -> float:
    """Return the chance that a t of so many degrees of freedom exceeds ``t``, 0 or more."""
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2


@cache
def quantile(chance: float, degrees: int) -> float:
    """Return the t that is exceeded with a chance below one half."""
    low, high = 0.0, 1.0
    while tail(high, degrees) > chance:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, degrees) > chance else (low, middle)
    return high


def chance_interval(chance: float, number: int) -> Interval:
    """Return the interval of a chance that was met so often in ``number`` worlds (Wilson's)."""
    square = NORMAL * NORMAL / number
    middle = chance + square / 2
    wide = NORMAL * sqrt(chance * (1 - chance) / number + square / (4 * number))
    low, high = (middle - wide) / (1 + square), (middle + wide) / (1 + square)
    return max(low, 0.0), min(high, 1.0)  # a chance of 0 or 1 leaves a rounding error


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), _TINY)
    fraction = d
    for m in range(1, 300):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / max(1 + factor * d, _TINY)
            c = max(1 + factor / c, _TINY)
            fraction *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * fraction


# Normal values -----------------------------------------------------------------------


def below(z: float) -> float:
    """Return the chance that a normal value is below ``z`` standard deviations."""
    return (1 + erf(z / sqrt(2))) / 2


def truncated(mean: float, spread: float, low: float, high: float) -> float:
    """Return the mean of a normal value known to lie within bounds."""
    a, b = (low - mean) / spread, (high - mean) / spread
    inside = below(b) - below(a)
    if inside < 1e-4:  # far out: it lies at the nearer end
        return low if a > 0 else high
    at = [exp(-z * z / 2) / sqrt(2 * pi) for z in (a, b)]
    return mean + spread * ((at[0] - at[1]) / inside)


# Comparing ----------------------------------------------------------------------------


SHOWN = 10
"""How many of the best choices are never dropped, so that they can be shown."""

_FEW = 6
"""The covariance of two rows beside a rule counts half over so many worlds, over few hardly."""


class Unit(NamedTuple):
    """What values are counted in: how far apart they are where chance hides that.

    Few worlds can be alike by chance: a mean is taken to be as unsure as if one of its worlds had
    been off by the root of ``least`` more. Nothing is dropped as if differences varied by less than
    ``drops`` from world to world.
    """

    least: float
    drops: float


SHARES = Unit(0.1, 0.1)
"""Points by share: a third of a trick, the step in which shares of tricks come, squared."""

EARLY_SHARES = SHARES._replace(drops=0.5)
"""The same where the first look is at four worlds, not eight: of about 0.7 points."""

POINTS = Unit(1.0, 1.0)
"""Points of cards that a seat is sure of: one point."""


def in_steps(step: float) -> Unit:
    """Return the unit of what comes in steps so large, as tricks, or a bid that is made or not.

    A choice that is as good in all worlds met may cost a whole step in the next one.
    """
    return Unit(step**2, POINTS.drops)


WHOLE: Interval = (0.0, 1.0)
"""What is possible of a chance."""


class Prior(NamedTuple):
    """How far a rule is off before a world is solved, as variances known by so many ``degrees``.

    ``mean`` is that of its average over all worlds, ``world`` that of one world around it. With
    ``whole`` what it is pooled with counts by whole degrees.
    """

    mean: float | Floats
    world: float | Floats
    degrees: int
    whole: bool = False


class Posterior(NamedTuple):
    """How far a rule is off by some worlds: a mean, the variance of that and its degrees.

    ``pull`` is the part of the worlds' mean that counts.
    """

    mean: Floats
    variance: Floats
    degrees: int
    pull: Floats


def posterior(
    mean: float | Floats,
    variance: float | Floats,
    number: float,
    prior: Prior | None,
    unit: Unit,
    floor: float = 0.0,
) -> Posterior:
    """Return what the mean and the variance of so many worlds say, few shrunk to the prior.

    ``floor`` is the least variance from world to world.
    """
    pull: float | Floats = 1.0
    if prior is None:
        degrees = float(max(1, int(number) - 1))
        variance = variance + unit.least / number
    else:
        degrees = prior.degrees + number - 1
        if prior.whole:
            degrees = int(degrees)
        variance = (prior.degrees * prior.world + (number - 1) * variance) / degrees
        pull = number * prior.mean / (number * prior.mean + variance)
    error = pull * np.maximum(variance, floor) / number
    return Posterior(np.asarray(pull * mean), error, int(degrees), np.asarray(pull))


class Estimate(NamedTuple):
    """The expected value of one choice, within what is ``possible``.

    ``off`` are its values less what the rule says, likely ones where not all was proved, which
    leaves them ``unproved`` by so much on average. ``correction`` is what of their mean counts, and
    has ``variance``; that of the rule's worlds is ``chance``. ``open`` is half the width that is
    added for what is not proved.
    """

    off: Floats
    unproved: float
    correction: float
    mean: float
    variance: float
    chance: float
    degrees: int
    open: float
    pull: float
    possible: Interval

    @property
    def interval(self) -> Interval:
        """The interval of the expected value."""
        return _interval(
            self.mean, self.variance + self.chance, self.degrees, self.open, self.possible
        )


def _interval(
    mean: float,
    variance: float,
    degrees: int,
    open_by: float,
    possible: Interval,
    level: float = _TAIL,
) -> Interval:
    """Return what is possible of an interval, left at either end with so small a chance."""
    wide = quantile(level, degrees) * sqrt(max(variance, 0.0)) + open_by
    least, most = possible
    return max(mean - wide, least), min(mean + wide, most)


class Behind(NamedTuple):
    """How far choices are behind a leader: means, their variances, and what is left open.

    Differences lie within the ends of ``possible``.
    """

    means: Floats
    variances: Floats
    open: Floats
    degrees: Sequence[int]
    possible: Sequence[Interval]

    def interval(self, index: int, level: float = _TAIL) -> Interval:
        """Return what is possible of an interval, left at either end with so small a chance."""
        mean, variance, open_by = (
            float(each[index]) for each in (self.means, self.variances, self.open)
        )
        return _interval(mean, variance, self.degrees[index], open_by, self.possible[index], level)

    def of(self, choices: Sequence[int]) -> Behind:
        """Return the same for these choices."""
        rows = list(choices)
        degrees = [self.degrees[row] for row in rows]
        possible = [self.possible[row] for row in rows]
        return Behind(self.means[rows], self.variances[rows], self.open[rows], degrees, possible)

    def plus(self, worth: Sequence[float]) -> Behind:
        """Return the same with what each is behind besides, for certain."""
        ends = zip(self.possible, worth, strict=True)
        possible = [(low + own, high + own) for (low, high), own in ends]
        return self._replace(means=self.means + np.array(worth), possible=possible)


def holding(interval: Interval, value: float) -> Interval:
    """Return an interval that has a value in it."""
    return min(interval[0], value), max(interval[1], value)


class Row(TypedDict):
    """What a choice came to, as the fields of a ``Choice`` of the answer."""

    points: float
    interval: Interval
    behind: float
    behind_interval: Interval
    told_apart: bool


class Reached(TypedDict):
    """The chance of reaching each mark, and between what it lies."""

    reached: tuple[float, ...]
    reached_between: tuple[Interval, ...]


class _Met:
    """What a choice came to in the worlds it met.

    That is the least and the most that is not ruled out, what the rule says, and how far each mark
    is reached at least and at most.
    """

    def __init__(self) -> None:
        self.low, self.high, self.rule, self.reached = (array("d") for _ in range(4))


class Comparison:
    """Choices over the same worlds, each value within what is ``possible`` for its choice.

    More is better: what is to be avoided is given with its sign turned.

    ``priors`` say how far the rule is off for each choice. Where all meet every world they are
    ``paired``, by what is known of how far the rule is off in a difference: a function from a
    leader to variances for all; without it a choice is compared by its own estimate and that of
    the leader, and may have met fewer worlds.
    """

    def __init__(
        self,
        unit: Unit,
        possible: Sequence[Interval],
        *,
        priors: Sequence[Prior | None] = (),
        paired: bool | Callable[[int], Prior] = True,
    ) -> None:
        self.unit, self.possible, self.paired = unit, list(possible), paired
        self.priors = list(priors) or [None] * len(self.possible)
        self.ruled: Floats | None = None
        """What the rule says of each choice, a row each, in worlds that begin with those met."""
        self.ruled_weights: Floats = np.zeros(0)
        self.ruled_until = float("inf")
        """The rule is not looked at any more once so many worlds were met."""
        self._rows = [_Met() for _ in self.possible]
        self._weights, self._as_many = array("d"), array("d")
        self._most_log = -inf
        self._expected, self._counts = np.zeros(len(self.possible)), 0.0
        self._estimates: dict[int, Estimate] = {}
        self.looks = 0
        """After how many rounds choices were eliminated."""

    # The worlds ----------------------------------------------------------------------

    def rule(self, points: Floats, weights: Floats) -> None:
        """Take in what the rule says of each choice, a row each, in so many weighted worlds."""
        self.ruled, self.ruled_weights = points, weights
        self._estimates.clear()

    def expect(self, values: Floats, worlds: float) -> None:
        """Take in what choices are thought to come to, beside one another, before any world is met.

        In averages it counts as much as so many worlds; intervals are those of the worlds alone.
        """
        self._expected, self._counts = values, worlds

    def add(
        self,
        choice: int,
        between: Interval,
        *,
        rule: float = 0.0,
        reached: Sequence[Interval] = (),
        weight: float = 1.0,
    ) -> None:
        """Add what a choice came to in its next world, and what that world counts.

        ``reached`` is how far each mark is reached at least and at most.
        """
        row = self._rows[choice]
        row.low.append(between[0])
        row.high.append(between[1])
        row.rule.append(rule)
        for mark in reached:
            row.reached.extend(mark)
        if len(row.low) > len(self._weights):
            self._weights.append(weight)
            self._as_many.append(1.0)
        self._estimates.pop(choice, None)

    def extend(self, values: Floats, logs: Floats, as_many: Floats) -> None:
        """Add worlds, a row each and a column a choice, and the logarithms of what they count.

        In the errors each counts ``as_many`` independent ones. The likeliest so far counts 1.
        """
        most = max(self._most_log, float(logs.max()))
        weights = np.exp(logs - most)
        if most > self._most_log:
            scale = exp(self._most_log - most)
            self._weights = array("d", (weight * scale for weight in self._weights))
            self._most_log = most
        for row, own in zip(self._rows, values.T.tolist(), strict=True):
            row.low.extend(own)
            row.high.extend(own)
            row.rule.extend([0.0] * len(own))
        self._weights.extend(weights.tolist())
        self._as_many.extend(as_many.tolist())
        self._estimates.clear()

    def keep(self, choices: Sequence[int]) -> None:
        """Keep these choices, in this order."""
        self._rows = [self._rows[index] for index in choices]
        self.possible = [self.possible[index] for index in choices]
        self.priors = [self.priors[index] for index in choices]
        if self.ruled is not None:
            self.ruled = self.ruled[list(choices)]
        self._estimates.clear()

    @property
    def worlds(self) -> int:
        """How many worlds the choice met that met most."""
        return len(self._weights)

    def met(self, choice: int) -> int:
        """Return how many worlds a choice met."""
        return len(self._rows[choice].low)

    def weights(self, worlds: int | None = None) -> Floats:
        """Return what the first worlds count, by default all."""
        return np.array(self._weights[:worlds])

    def effective(self, worlds: int | None = None) -> float:
        """Return how many worlds of equal weight say as much as the first, by default all."""
        weights = self.weights(worlds)
        as_many = np.array(self._as_many[:worlds])
        return float(weights.sum() ** 2 / (weights**2 / as_many).sum()) if len(weights) else 0.0

    # What each comes to --------------------------------------------------------------

    @property
    def by_rule(self) -> Floats | None:
        """What the rule says, None where it has not looked, or at no more worlds than were met."""
        return self.ruled if self.worlds < self.ruled_until else None

    def estimate(self, choice: int) -> Estimate:
        """Return what a choice comes to.

        A world in which not all was proved counts as its likely value within the bounds. These
        values differ from world to world by chance, as the proved ones do; besides, they may
        all be off to one side, which is ``open``.
        """
        if choice not in self._estimates:
            self._estimates[choice] = self._estimate(choice)
        return self._estimates[choice]

    def _estimate(self, choice: int) -> Estimate:
        row, prior, (least, most) = self._rows[choice], self.priors[choice], self.possible[choice]
        met = len(row.low)
        ruled, rule = self.by_rule, np.array(row.rule)
        if ruled is None:
            prior, rule = None, np.zeros(met)
        low, high = np.array(row.low) - rule, np.array(row.high) - rule
        weights, number = self.weights(met), self.effective(met)
        off, unproved, further = low, 0.0, 0.0
        proved = np.array(row.low) == np.array(row.high)
        if not proved.all():
            off, unproved, further = self._likely(low, high, proved, weights, prior)
        found = self._off(off, weights, prior, number)
        if prior is None and met < 2:
            further = most - least  # nothing is known: the interval is all that is possible
        chance = middle = 0.0
        if ruled is not None:
            middle = float(average(ruled[choice], self.ruled_weights))
            chance = float(mean_variance(ruled[choice], self.ruled_weights))
        pull = float(found.pull)
        return Estimate(
            off,
            unproved,
            float(found.mean),
            min(max(middle + float(found.mean), least), most),
            float(found.variance),
            chance,
            found.degrees,
            pull * further,
            pull,
            (least, most),
        )

    def _likely(
        self,
        low: Floats,
        high: Floats,
        proved: Flags,
        weights: Floats,
        prior: Prior | None,
    ) -> tuple[Floats, float, float]:
        """Return likely values within bounds, and how far they are off on average at most.

        That is by the bounds, and by what is known of the rule beside them.
        """
        off, left, among = low.copy(), weights[~proved], weights.sum()
        if prior is None:
            off[~proved] = (low + high)[~proved] / 2
        else:
            around = self._off(off[proved], weights[proved], prior)
            ends = zip(low[~proved].tolist(), high[~proved].tolist(), strict=True)
            spread = sqrt(float(prior.world))
            off[~proved] = [truncated(float(around.mean), spread, *each) for each in ends]
        unproved = float(np.maximum(high - off, off - low)[~proved] @ left / among)
        if prior is None:
            return off, unproved, unproved
        t = quantile(_TAIL, prior.degrees)
        wide = t * sqrt(float(prior.mean + prior.world / effective(left)))
        return off, unproved, min(unproved, wide * float(left.sum() / among))

    def _off(
        self, off: Floats, weights: Floats, prior: Prior | None, number: float | None = None
    ) -> Posterior:
        """Return how far the rule is off on average if it is by so much in some worlds."""
        if not len(off) and prior is not None:
            zero = np.zeros(())
            return Posterior(zero, np.asarray(prior.mean), prior.degrees, zero)
        if len(off) < 2 and prior is None:
            return Posterior(np.asarray(off.sum()), np.zeros(()), 1, np.ones(()))
        number = number or effective(weights)
        variance = covariance(off, off, weights, number)
        return posterior(average(off, weights), variance, number, prior, self.unit)

    def averages(self) -> Floats:
        """Return what choices that all met the same worlds come to, with what was expected."""
        off = np.stack([self.estimate(index).off for index in range(len(self._rows))])
        found = average(off, self.weights())
        if (ruled := self.by_rule) is not None:
            found += average(ruled, self.ruled_weights)
        if self._counts:
            part = self._counts / (self._counts + self.effective())
            apart = self._expected - self._expected.mean() - (found - found.mean())
            found = np.clip(found + part * apart, *np.array(self.possible).T)
        return found

    def best_in(self) -> Floats:
        """Return of choices that all met every world in what part of them none does better."""
        values = self.values().T
        best = values >= values.max(axis=0) - 1e-9
        return average(best.astype(np.float64), self.weights())

    def values(self) -> Floats:
        """Return what choices that all met every world came to at least, a row a world."""
        return np.stack([np.array(row.low) for row in self._rows], axis=1)

    def reached(self) -> Floats:
        """Return how far such choices reached the first mark at least, a row a world."""
        worlds = self.worlds
        rows = [np.array(row.reached).reshape(worlds, -1)[:, 0] for row in self._rows]
        return np.stack(rows, axis=1)

    def chances(self, choice: int, rule: Sequence[float] = (), known_as: int = 0) -> Reached:
        """Return the chance of reaching each mark, and between what it lies.

        A ``rule`` says what these are and is ``known_as`` many worlds. A world that leaves a mark
        open counts as the rule says, by default as half, and within the bounds as either.
        """
        row = self._rows[choice]
        met = len(row.low)
        marks = len(row.reached) // (2 * met) if met else len(rule)
        weights = self.weights(met)
        ends = weights @ np.array(row.reached).reshape(met, 2 * marks) / (weights.sum() or 1.0)
        part = known_as / ((known_as + effective(weights)) or 1.0)
        reached, between = [], []
        for by, pair in zip(rule or [0.5] * marks, ends.reshape(marks, 2).tolist(), strict=True):
            least, most = (by * part + each * (1 - part) for each in pair)
            reached.append(least + by * (most - least))
            between.append((least, most))
        return {"reached": tuple(reached), "reached_between": tuple(between)}

    def row(
        self, choice: int, behind: Behind, at: int | None = None, *, beside: int | None = None
    ) -> Row:
        """Return what a choice came to, which ``behind`` has ``at`` a place, by default its own.

        ``beside`` a leader its points are the leader's less what it is behind, which is known
        better than they are.
        """
        found, (least, most) = self.estimate(choice), self.possible[choice]
        at = choice if at is None else at
        shift, by = 0.0, float(behind.means[at])
        if beside is not None:
            shift = self.estimate(beside).mean - by - found.mean
        low, high = found.interval
        behind_interval = behind.interval(at)
        return {
            "points": min(max(found.mean + shift, least), most),
            "interval": (max(low + shift, least), min(high + shift, most)),
            "behind": by,
            "behind_interval": behind_interval,
            # Chance alone does not explain how far it is behind.
            "told_apart": behind_interval[0] > 0 or behind_interval[1] < 0,
        }

    # How far they are behind ---------------------------------------------------------

    def behind(self, leader: int, *, drops: bool = False) -> Behind:
        """Return how far choices are behind a leader; where it ``drops`` some, with caution."""
        floor = self.unit.drops if drops else 0.0
        return (self._paired if self.paired else self._apart)(leader, floor)

    def _differences(self, leader: int) -> list[Interval]:
        least, most = self.possible[leader]
        return [(least - high, most - low) for low, high in self.possible]

    def _paired(self, leader: int, floor: float) -> Behind:
        """Return paired differences in the worlds that all have met.

        Few worlds tell near choices apart worse than the rule does, which is off by less the nearer
        they are: so what the worlds say counts in part.
        """
        every = [self.estimate(index) for index in range(len(self._rows))]
        off = np.stack([each.off for each in every])
        off = off[leader] - off
        number, weights = self.effective(), self.weights()
        open_by = np.array([each.unproved for each in every])
        open_by += open_by[leader]
        ruled = self.by_rule
        prior = self.paired(leader) if ruled is not None and callable(self.paired) else None
        variance = covariance(off, off, weights, number)
        found = posterior(average(off, weights), variance, number, prior, self.unit, floor)
        means, variances = found.mean, found.variance
        if ruled is not None:
            rule = ruled[leader] - ruled
            chance = mean_variance(rule, self.ruled_weights)
            means, variances = average(rule, self.ruled_weights), variances + chance
            by_worlds: Flags | bool = True
            if prior is not None:
                # Where so much is open that the rule alone says more, it goes by the rule.
                alone = prior.mean + chance
                t = quantile(_TAIL, found.degrees)
                by_worlds = t * np.sqrt(alone) >= t * np.sqrt(variances) + open_by
                variances = np.where(by_worlds, variances, alone)
                open_by = np.where(by_worlds, open_by, 0.0)
            means = means + np.where(by_worlds, found.mean, 0.0)
        variances[leader] = open_by[leader] = 0.0
        degrees = [found.degrees] * len(every)
        return Behind(means, variances, open_by, degrees, self._differences(leader))

    def _apart(self, leader: int, floor: float) -> Behind:
        """Return differences of estimates; worlds that both have met are the same for both."""
        best, possible = self.estimate(leader), self._differences(leader)
        rows = [
            (0.0, 0.0, 0.0, best.degrees) if index == leader else self._from(index, leader, floor)
            for index in range(len(self._rows))
        ]
        possible[leader] = (0.0, 0.0)
        means, variances, open_by, degrees = zip(*rows, strict=True)
        return Behind(np.array(means), np.array(variances), np.array(open_by), degrees, possible)

    def _from(self, choice: int, leader: int, floor: float) -> tuple[float, float, float, int]:
        own, best = self.estimate(choice), self.estimate(leader)
        variance = own.variance + best.variance - 2 * self._covariance(choice, leader)
        variance = max(variance, 0.0)
        if (ruled := self.by_rule) is not None:
            rule = ruled[leader] - ruled[choice]
            variance += float(mean_variance(rule, self.ruled_weights))
        met = min(self.effective(self.met(choice)), self.effective(self.met(leader)))
        variance = max(variance, floor / met if met else 0.0)
        return best.mean - own.mean, variance, own.open + best.open, _degrees_together(own, best)

    def _covariance(self, choice: int, leader: int) -> float:
        """Return the covariance of what two choices are off by, from the worlds both met."""
        own, best = self.estimate(choice), self.estimate(leader)
        pulls = own.pull * best.pull  # before what they are off by is looked at
        both = min(len(own.off), len(best.off))
        if both < 2:
            return 0.0
        weights = self.weights(both)
        found = float(covariance(own.off[:both], best.off[:both], weights))
        if self.by_rule is not None and (self.priors[choice] or self.priors[leader]):
            number = effective(weights)
            found *= number / (number + _FEW)
        # What a world shares of one mean times what it shares of the other: for equal weights
        # one part in the larger number of worlds.
        totals = [float(self.weights(len(each.off)).sum()) for each in (own, best)]
        return found * float((weights**2).sum()) / (totals[0] * totals[1]) * pulls

    def survivors(self, behind: Behind, raced: int) -> Flags:
        """Return which of the ``raced`` choices that are left stay in after a further look."""
        self.looks += 1
        share_of_looks = 1 / (self.looks * (self.looks + 1))  # these add up to 1
        level = (1 - CONFIDENCE) * share_of_looks / max(raced, 1)
        return np.array(
            [behind.interval(index, level)[0] <= 0 for index in range(len(behind.means))]
        )


def turned(row: Row, sign: int) -> Row:
    """Return a row whose values were given with their ``sign`` turned."""
    if sign < 0:
        low, high = row["interval"]
        row["points"], row["interval"] = -row["points"] + 0.0, (-high + 0.0, -low + 0.0)
    return row


def best_first(*means: Floats) -> list[int]:
    """Return choices in order of means, the highest first, those alike by the next means.

    Rounded, so that rounding errors decide nothing.
    """
    return [int(index) for index in np.lexsort([-each.round(9) for each in reversed(means)])]


def doubt(behind: Behind, index: int) -> float:
    """Return about the chance that a choice is better than the leader."""
    low, high = behind.interval(index)
    error = max(high - low, 1e-6) / 4
    return 1 - below(float(behind.means[index]) / error)


def _degrees_together(one: Estimate, other: Estimate) -> int:
    """Return the degrees of freedom of a difference (Welch and Satterthwaite)."""
    least = min(one.degrees, other.degrees)
    squares = one.variance**2 / one.degrees + other.variance**2 / other.degrees
    if not squares:
        return least
    return max(least, int((one.variance + other.variance) ** 2 / squares + 1e-9))
