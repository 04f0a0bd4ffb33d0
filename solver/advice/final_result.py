"""What the marks of a deal are worth for the game: the part of it that each seat wins in the end.

A game is won by who has most when it is over, shared if several have; where it names a loser all
others have won. How it goes on is not known: later deals are taken to bring what deals of the game
have brought at a table of three rules of thumb (``solver/data/deal_results.npz``, made by
``benchmarks/whole_games.py``), drawn at random, each seat's as the deal passes on. The same
courses are looked at for all marks that the deal may bring, so that more marks are never worth less
by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver import checks
from solver.advice.compare import PARTS, WHOLE, Comparison, Floats, Prior, Row, Unit
from solver.advice.seen import Seen
from solver.advice.statistics import average
from solver.cards import SEATS, Seat, triple
from solver.errors import DealError, RuleError
from solver.rules.marking import Marks, total
from solver.rules.score import Score
from solver.rules.scoring import AfterDeals, Decides
from solver.rules.shuffle import generator
from solver.rules.variant import Variant

FILE = "deal_results.npz"
COURSES = 4096
"""Courses of the game after the deal that are looked at."""


@cache
def _stored() -> dict[str, NDArray[np.int16]]:
    with files("solver").joinpath("data", FILE).open("rb") as file, np.load(file) as stored:
        return {name: stored[name] for name in stored.files}


_NEAR, _USUAL = 8, 3.0
"""How far from 0 the points of deals lie through which a line is laid, and how far is usual."""

_LEAST_SLOPE = 0.01
"""The least part of a game that a point counts, where it decides next to nothing."""


class Line(NamedTuple):
    """A straight line from the points of a deal to the part of the game that is won.

    ``bend`` is the variance of what it leaves out, in points: almost none with many deals to come,
    much where a point decides and another does not matter.
    """

    start: float
    slope: float
    bend: float

    def points(self, parts: Floats) -> Floats:
        """Return parts of the game in points: 0 is what a deal leaves as it was."""
        return (parts - self.start) / self.slope

    def part(self, points: float) -> float:
        """Return the part of the game that is so much."""
        return min(max(self.start + self.slope * points, 0.0), 1.0)

    def unit(self, unit: Unit) -> Unit:
        """Return the unit of parts in points, by that of points."""
        return Unit(unit.least + self.bend, unit.drops + self.bend)

    def prior(self, prior: Prior) -> Prior:
        """Return how far a rule that tells points is off from parts in points."""
        return prior._replace(mean=prior.mean + self.bend, world=prior.world + self.bend)

    def row(self, row: Row, game: Row) -> Row:
        """Return a row that is behind by the part of the game, which ``game`` has in points."""
        low, high = game["behind_interval"]
        return {
            **row,
            "behind": game["behind"] * self.slope,
            "behind_interval": (low * self.slope, high * self.slope),
            "told_apart": game["told_apart"],
        }


class FinalResult:
    """The parts of a game that its seats win, after a ``score`` that stands before the deal.

    Raises RuleError for a game that is not decided by its score, or of whose deals nothing is
    stored, DealError for one that is over.
    """

    def __init__(self, variant: Variant, score: Score) -> None:
        check_score(variant, score)
        assert isinstance(variant.ending, Decides)
        self.ending, self.score = variant.ending, score
        code = variant.code.split("+")[0]
        results, (length,) = _stored()[code], _stored()[f"{code} deals"]
        if isinstance(self.ending, AfterDeals):
            length = self.ending.deals - len(score.points) - 1
        rng, courses = generator(0), COURSES if length else 1
        deals = results[rng.integers(len(results), size=(courses, length))]
        self._lock = Lock()
        self._known: dict[tuple[float, ...], Floats] = {}
        self._coming = np.zeros((courses, length + 1, SEATS))
        for later in range(1, length + 1):  # who is forehand now deals next
            self._coming[:, later] = np.roll(deals[:, later - 1], later, axis=1)

    def parts(self, marks: Floats) -> Floats:
        """Return the part that each seat wins if the deal brings the seats so much, row by row."""
        rows, which = np.unique(marks.reshape(-1, SEATS), axis=0, return_inverse=True)
        found = np.array([self.parts_of(tuple(row)) for row in rows.tolist()])
        return found[which.reshape(-1)].reshape(marks.shape)

    def parts_of(self, marks: Sequence[float], later: Sequence[float] = (0.0, 0.0, 0.0)) -> Floats:
        """Return the same for one deal, if the next brings the seats so much more ``later``."""
        asked = (*marks, *later)
        with self._lock:  # tables of several threads ask for the same game
            if asked not in self._known:
                self._coming[:, 0] = marks
                coming = self._coming
                if any(later):
                    coming = coming.copy()
                    coming[:, 1:2] += later
                self._known[asked] = self.ending.parts(self.score, coming).mean(axis=0)
            return self._known[asked]


@lru_cache(maxsize=16)
def final_result(variant: Variant, score: Score) -> FinalResult:
    """Return what the marks of the next deal are worth after this score."""
    return FinalResult(variant, score)


@lru_cache(maxsize=48)
def line_of(variant: Variant, score: Score, seat: Seat) -> Line:
    """Return about how the part that a seat wins goes with the points of the deal."""
    steps = range(-_NEAR, _NEAR + 1)
    every = [(a, b, -a - b) for a in steps for b in steps if (a - b) % 3 == 0]
    marks = np.array([own for own in every if np.square(own).sum() <= _NEAR**2], float)
    own, parts = marks[:, seat], final_result(variant, score).parts(marks)[:, seat]
    likely = np.exp(-np.square(marks).sum(axis=1) / (2 * _USUAL**2))
    slope = average(own * parts, likely) / average(own**2, likely)  # own points are 0 on average
    found = Line(float(average(parts, likely)), max(float(slope), _LEAST_SLOPE), 0.0)
    return found._replace(bend=float(average((found.points(parts) - own) ** 2, likely)))


def parts_won(seen: Seen, marks: Floats) -> Floats:
    """Return the part of the game that a seat wins by what each seat marks, which is the last axis.

    Raises DealError where no score is known.
    """
    if seen.score is None:
        raise DealError("no score is known")
    parts: Floats = final_result(seen.variant, seen.score).parts(marks)[..., seen.seat]
    return parts


def results(seen: Seen, marks: Floats) -> Comparison | None:
    """Return a comparison of what choices bring by world, choice and seat, by the game won.

    It is None where the game's score is not known.
    """
    if seen.score is None:
        return None
    parts = parts_won(seen, marks)
    found = Comparison(PARTS, [WHOLE] * parts.shape[1])
    found.extend(parts, np.zeros(len(parts)), np.ones(len(parts)))
    return found


def check_score(variant: Variant, score: Score) -> None:
    """Raise RuleError where a score decides nothing, DealError for one that cannot be."""
    if not isinstance(variant.ending, Decides):
        raise RuleError(f"the score decides nothing in {variant.code}: {variant.ending}")
    if variant.code.split("+")[0] not in _stored():
        raise RuleError(
            f"nothing is stored of how deals of {variant.code} end: leave the score out"
        )
    if score.points and variant.ending.over(score):
        raise DealError(
            f"the game is over with this score: {variant.code} is played {variant.ending}"
        )
    if variant.has_targets and total(score.totals):
        totals = " ".join(map(str, score.totals))
        raise DealError(
            f"the score {totals} adds up to {total(score.totals)}: in {variant.code} points add up "
            "to 0"
        )


def score_counts(variant: Variant) -> bool:
    """Return whether the play can go by a game's score."""
    return isinstance(variant.ending, Decides) and variant.code.split("+")[0] in _stored()


def score_of(
    variant: Variant, totals: Sequence[tuple[int, int]], deals_left: int | None = None
) -> Score:
    """Return a score before a deal, of what each seat has won and lost.

    ``deals_left`` is how many deals are to come after this one, where the game has so many. Raises
    RuleError or DealError for a score that cannot be.
    """
    ending, net = variant.ending, triple(won - lost for won, lost in totals)
    points: tuple[Marks, ...] = (
        triple(won for won, _ in totals),
        triple(-lost for _, lost in totals),
    )
    if isinstance(ending, AfterDeals):
        if deals_left is None:
            raise DealError(
                f"how many deals are left has to be said (--deals-left): {variant.code} has "
                f"{ending.deals}"
            )
        played = ending.deals - 1 - checks.number(deals_left, "deals left", 0, ending.deals - 1)
        if not played and any(net):
            raise DealError("a score is given, but no deal has been played")
        points = (net, *[(0, 0, 0)] * (played - 1))[:played]
    elif deals_left is not None:
        raise RuleError(f"how many deals are left is not fixed: {variant.code} is played {ending}")
    score = Score((), points)
    check_score(variant, score)
    return score
