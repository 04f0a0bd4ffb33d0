"""The rule of thumb in an auction of numbers: what to bid, and what was said means.

What hands are worth, and what is named, kept and put away for it, says ``hand_model``.

**The figure of a hand** is about how many points it would take with what it can keep of the cards
it sees (``hand_figure``). The points that it takes in the end, with what lies
hidden in the surprise and in the others' hands, are normal about a sum of its own figure and of
the others', with an ``error``. The sum, and how figures are spread and go together, is fitted by
``tools/data/fit_bids.py`` of 405514c2, game by game.

**What a bid pays** is what the bidder then marks more than the others do on average, by the marks
of the game, over all points that it may take.

**What is said.** Of the bids that it may make a seat makes the one that pays most, if that is more
than a pass pays; else it passes. So it opens below what it expects, where the bid is worth having
and fairly sure, and goes up from there by the least step, as far as it pays. A pass pays what the
bid that stands brings it: if nobody has bid, nothing.

**What a call says.** A bid is made on the figures for which it would be the best if it were the
lowest allowed, a pass on those for which nothing pays; others are ``SLIP`` times as likely. A seat
knows its own figure and weighs those of the others by what they have said until then; of those who
do not declare only the mean counts. So one function, ``_choices``, is both what is said and what is
heard.

Of misères and *général* nothing is concluded, and none is ever bid.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from ..cards import (
    Contract,
    Seat,
    hand_of,
)
from ..checks import derived
from ..errors import RuleError
from ..package_data import load_json
from ..rules.auction import Aim, Bid, Bidding
from ..rules.scoring import Taken
from ..rules.variant import Variant
from .compare import Floats, Ints, below
from .hand_model import POINTS_FILE, best_kept_of


def hand_figure(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return the points that the rule promises a hand dealt, with what it may keep of ``shown``.

    These are the cards on the table that lie face up.
    """
    return float(best_kept_of(variant, np.array([hand | hand_of(shown)], np.uint64))[2][0])


# What is bid --------------------------------------------------------------------------

SLIP = 0.02
"""How likely a call is on a hand that the rule would not make it on, one that it would being 1."""

FIGURES = np.arange(-30.0, 101.0)
"""Figures that hands are taken to have, wider than any hand's."""

_STEP = 0.02
_MEANS = np.arange(-30.0, 100.0 + _STEP, _STEP)
"""Of the points that a hand may be expected to take; what lies between counts as the nearest."""

_NORMAL = np.arange(-6.0, 6.01, 0.01)
_BELOW = np.array([below(value) for value in _NORMAL])
_PASS = -1
_NOBODY = (-1, -1)
HeardBefore = Callable[[], Floats]


class FigureModel(NamedTuple):
    """How figures and points are spread in a game.

    Figures have the mean ``mean`` and the standard deviation ``spread``, those of two seats of a
    deal the correlation ``together``. The points of a declarer are ``start``, with ``own`` for
    each of his figure and ``others`` for each of all the others', give or take ``error``.
    """

    mean: float
    spread: float
    together: float
    start: float
    own: float
    others: float
    error: float

    @classmethod
    def of(cls, variant: Variant) -> FigureModel:
        """Return what was fitted to a game, whatever its options.

        Raises RuleError where no numbers are bid.
        """
        variant.bidding()
        return cls(**load_json(POINTS_FILE)["spread"][variant.code.split("+")[0]])

    def points(self, figures: Floats, others: Floats | float) -> Floats:
        """Return the points that figures promise, if those of all others add up to this."""
        return self.start + self.own * figures + self.others * others

    def alone(self, figures: Floats, players: int) -> Floats:
        """Return the points that figures promise, the others' being what they are on average."""
        return self.points(figures, (players - 1) * self.of_another(figures))

    def usual(self, figures: Floats) -> Floats:
        """Return how usual each of the ``FIGURES`` is for another seat, by that of one seat."""
        apart = self.spread * sqrt(1 - self.together**2)
        away = (FIGURES - self.of_another(figures)[:, None]) / apart
        return np.exp(-0.5 * away**2)

    def of_another(self, figures: Floats) -> Floats:
        """Return the figure that another seat has on average, by that of one seat."""
        return self.mean + self.together * (figures - self.mean)


def bid_worth(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return about how many points a hand takes if it declares, before anything is said.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError in a game without
    an auction of numbers.
    """
    figure = np.array([hand_figure(variant, hand, shown)])
    return float(FigureModel.of(variant).alone(figure, variant.players)[0])


def bid_to_make(
    variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
) -> Bid | None:
    """Return what the seat in turn bids, None to pass; it never bids every trick or none.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError if nobody is in turn,
    or in a game without an auction of numbers.
    """
    rung = Rest.of(variant, bidding).says(hand_figure(variant, hand, shown))
    return None if rung == _PASS else bidding.ladder[rung]


@lru_cache(maxsize=256)
def promised(variant: Variant, bid: Bid) -> float:
    """Return the least points that a hand expects which goes up to a bid, all else unknown.

    Raises RuleError where no points are bid.
    """
    if bid.aim is not Aim.POINTS:
        raise RuleError(f"{bid} promises no points")
    chosen = Rest.of(variant, variant.bidding()).on_all(variant.bids.index(bid))
    bids = FIGURES[chosen != _PASS] if chosen.max() != _PASS else FIGURES[-1:]
    return float(FigureModel.of(variant).alone(bids, variant.players)[0])


@lru_cache(maxsize=1024)
def heard(variant: Variant, bidding: Bidding) -> Floats:
    """Return by seat how likely what it has said is on each of the ``FIGURES``, the likeliest 1."""
    if not bidding.calls:
        return np.ones((bidding.players, len(FIGURES)))
    *before, last = bidding.calls
    said = _PASS if last is None else bidding.ladder.index(last)
    return Rest.of(variant, derived(bidding, calls=tuple(before))).heard_with(said)


class Rest:
    """How an auction goes on: what is said on each figure, and the states that follow.

    The others say what the rule says; the seat in turn goes on by the least bid that it may, as far
    as it does. States are looked at once, whatever the world.
    """

    def __init__(
        self, pays: _Pays, waiting: Sequence[Seat], end: tuple[int, int], heard: HeardBefore
    ) -> None:
        self._pays, self._waiting, self._heard = pays, waiting, heard
        self._next: dict[int, Rest] = {}
        self._on_all: dict[int, Ints] = {}
        self.end = end
        """Who declares, -1 for nobody, and the rung that stands."""
        self.seat = waiting[0] if len(waiting) > (end != _NOBODY) else None
        self.first = end[1] + 1
        """The lowest rung that may be bid."""

    @classmethod
    def of(cls, variant: Variant, bidding: Bidding) -> Rest:
        """Return what follows an auction."""
        standing, declarer, end = bidding.standing, bidding.declarer, _NOBODY
        if standing is not None and declarer is not None:
            end = declarer, bidding.ladder.index(standing)
        return cls(_pays(variant), bidding.waiting, end, partial(heard, variant, bidding))

    def ends(
        self, said: Bid | None, figures: Sequence[float], up_to: Sequence[Bid]
    ) -> list[tuple[int, int]]:
        """Return how it ends if this is said now, by how far the seat goes on, lowest first.

        ``figures`` are those of the hands.
        """
        ladder = self._pays.bids
        most = [ladder.index(bid) for bid in up_to]
        state = self.after(_PASS if said is None else ladder.index(said))
        found: list[tuple[int, int]] = []
        while state.seat is not None and len(found) < len(most):
            if state.seat is not self.seat:
                state = state.after(state.says(figures[state.seat]))
                continue
            passes = bisect_left(most, state.least) - len(found)
            if passes > 0:
                found += [state.after(_PASS).last(figures)] * passes
            if len(found) < len(most):
                state = state.after(state.least)
        return found + [state.last(figures)] * (len(most) - len(found))

    def last(self, figures: Sequence[float]) -> tuple[int, int]:
        """Return how it ends where all say what the rule says."""
        state = self
        while state.seat is not None:
            state = state.after(state.says(figures[state.seat]))
        return state.end

    @property
    def least(self) -> int:
        """The lowest rung of points that may be bid, past the ladder where there is none."""
        bids = self._pays.bids
        rungs = (at for at in range(self.first, len(bids)) if bids[at].aim is Aim.POINTS)
        return next(rungs, len(bids))

    @cached_property
    def weights(self) -> Floats:
        """What was ``heard``."""
        return self._heard()

    def heard_with(self, said: int) -> Floats:
        """Return what was heard with what the seat in turn then says, a rung or ``_PASS``."""
        first = self.first if said == _PASS else said
        if said != _PASS and self._pays.bids[said].aim is not Aim.POINTS:
            return self.weights
        weights = self.weights.copy()
        assert self.seat is not None
        weights[self.seat] *= np.where(self.on_all(first) == said, 1.0, SLIP)
        return weights

    def on_all(self, first: int) -> Ints:
        """Return what the seat says on each of the ``FIGURES``, this bid being the lowest."""
        if first not in self._on_all:
            self._on_all[first] = self._choices(FIGURES, first, self._pays.usual)
        return self._on_all[first]

    def _choices(self, figures: Floats, first: int, usual: Floats) -> Ints:
        """Return the rung that the seat bids with each figure, or ``_PASS``."""
        passed, paid = self.payoffs(figures, first, usual)
        return np.where(paid.max(axis=1) > passed, first + paid.argmax(axis=1), _PASS)

    def payoffs(self, figures: Floats, first: int, usual: Floats) -> tuple[Floats, Floats]:
        """Return what a pass pays the seat, and each bid from a rung on.

        A row is a figure, by which others are so ``usual``. Raises RuleError if nobody is in turn.
        """
        pays, seat, weights = self._pays, self.seat, self.weights
        if seat is None:
            raise RuleError("the auction is over: nobody may bid any more")
        chances = usual @ weights.T
        means = usual @ (weights * FIGURES).T / chances
        others = means.sum(axis=1) - means[:, seat]
        declarer, standing = self.end
        points = pays.spread.points
        loss = pays.against[standing][
            _row(points(FIGURES, (figures + others - means[:, declarer])[:, None]))
        ]
        passed = (usual * loss) @ weights[declarer] / chances[:, declarer]
        return passed, pays.own[_row(points(figures, others)), first:]

    def says(self, figure: float) -> int:
        """Return the rung that the seat bids with a figure, or ``_PASS``."""
        at, said = int(figure - FIGURES[0]), self.on_all(self.first)
        # The higher a figure, the higher what is said.
        if said[at] == said[at + 1]:
            return int(said[at])
        figures = np.array([figure])
        return int(self._choices(figures, self.first, self._pays.spread.usual(figures))[0])

    def after(self, call: int) -> Rest:
        """Return the state after the seat has said this, a rung or ``_PASS``."""
        if call not in self._next:
            seat, *waiting = self._waiting
            end = self.end
            if call != _PASS:
                waiting.append(seat)
                end = seat, call
            self._next[call] = Rest(self._pays, waiting, end, partial(self.heard_with, call))
        return self._next[call]


def made_by(variant: Variant, points: int, figures: Floats, others: Floats) -> Floats:
    """Return how likely declarers take so many points, by their figure and the others' sum."""
    spread = FigureModel.of(variant)
    away = (points - 0.5 - spread.points(figures, others)) / spread.error
    return np.asarray(1 - np.interp(away, _NORMAL, _BELOW))


class _Pays(NamedTuple):
    """What is reckoned once for a game.

    Of each rung, a column, it has what the bid pays who makes it, ``own``, of those for which no
    points are bid none; rows are the points that the declarer is expected to take, ``_MEANS``. What
    it pays ``against`` another seat has a row a rung. Last in both is what is no bid. How ``usual``
    figures are has a row for each of the seat's own.
    """

    bids: tuple[Bid, ...]
    spread: FigureModel
    usual: Floats
    own: Floats
    against: Floats


@lru_cache(maxsize=16)
def _pays(variant: Variant) -> _Pays:
    spread, scoring = FigureModel.of(variant), variant.scoring
    declarer, other, *_ = variant.seats
    idle = (0,) * (variant.players - 2)
    most = variant.most_points(Contract.S)
    ends = (np.arange(most) + 0.5 - _MEANS[:, None]) / spread.error
    below = np.interp(ends, _NORMAL, _BELOW)
    whole = np.ones((len(_MEANS), 1))
    chances = np.diff(np.hstack([0 * whole, below, whole]), axis=1)
    rungs = [rung for rung, bid in enumerate(variant.bids) if bid.aim is Aim.POINTS]
    marks = [
        [
            scoring.marks(Taken((won, most - won, *idle), declarer, variant.bids[rung]))
            for won in range(most + 1)
        ]
        for rung in rungs
    ]
    own, others = (
        np.array([[scoring.balance(each, seat) for each in row] for row in marks])
        for seat in (declarer, other)
    )
    pays = np.full((len(_MEANS), len(variant.bids) + 1), -inf)
    against = np.zeros((len(variant.bids) + 1, len(_MEANS)))
    pays[:, rungs], against[rungs] = chances @ own.T, others @ chances.T
    return _Pays(variant.bids, spread, spread.usual(FIGURES), pays, against)


def _row(points: Floats) -> Ints:
    """Return the rows of ``_MEANS`` that are nearest."""
    at = (points - (_MEANS[0] - _STEP / 2)) * (1 / _STEP)
    return np.asarray(np.clip(at, 0, len(_MEANS) - 1).astype(np.intp))
