"""The rule of thumb where numbers are bid in turn: what a seat says, and what its calls say of it.

**The figure of a hand** is ``hand_figure`` of ``thumb_hand``: about how many points it would take
with what it can keep of the cards it sees. The points that it takes in the end, with what lies
hidden in the surprise and in the others' hands, are normal about a sum of its own figure and of
the others', with an ``error``. The sum, and how figures are spread and go together, is fitted by
``benchmarks/fit_bids.py``, game by game.

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

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver.advice.thumb_hand import hand_figure
from solver.cards import SEATS, Seat
from solver.errors import RuleError
from solver.rules.bidding import Aim, Bid, Bidding
from solver.rules.contract import Contract
from solver.rules.marking import Marking, Taken
from solver.rules.variant import Variant
from solver.stored import stored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

SLIP = 0.02
"""How likely a call is on a hand that the rule would not make it on, one that it would being 1."""

FIGURES = np.arange(-30.0, 101.0)
"""Figures that hands are taken to have, wider than any hand's."""

_MEANS = np.arange(-30.0, 100.5, 0.5)  # of the points that a hand may be expected to take
_NORMAL = np.arange(-6.0, 6.01, 0.01)
_BELOW = np.array([0.5 + 0.5 * erf(value / sqrt(2)) for value in _NORMAL])
_PASS = -1


class Spread(NamedTuple):
    """How figures and points are spread in a game.

    Figures have the mean ``mean`` and the standard deviation ``spread``, those of two seats of a
    deal the correlation ``together``. The points of a declarer are ``start``, with ``own`` for
    each of his figure and ``others`` for each of the two others', give or take ``error``.
    """

    mean: float
    spread: float
    together: float
    start: float
    own: float
    others: float
    error: float

    @classmethod
    def of(cls, variant: Variant) -> Spread:
        """Return what was fitted to a game, whatever its options.

        Raises RuleError where no numbers are bid.
        """
        if not variant.bids or variant.claims:
            raise RuleError(f"no numbers are bid in {variant.code}")
        return cls(**stored("declarer_points.json")["spread"][variant.code.split("+")[0]])

    def points(self, figures: Array, others: Array | float) -> Array:
        """Return the points that figures promise, if those of the two others add up to this."""
        return self.start + self.own * figures + self.others * others

    def of_another(self, figures: Array) -> Array:
        """Return the figure that another seat has on average, by that of one seat."""
        return self.mean + self.together * (figures - self.mean)


class Call(NamedTuple):
    """What a seat may say, None to pass, and what it pays: its marks less the others' mean."""

    bid: Bid | None
    pays: float


def bid_worth(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return about how many points a hand takes if it declares, before anything is said.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError in a game without
    an auction of numbers.
    """
    spread = Spread.of(variant)
    figure = np.array([hand_figure(variant, hand, shown)])
    return float(spread.points(figure, 2 * spread.of_another(figure))[0])


def bid_to_make(
    variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
) -> Bid | None:
    """Return what the seat in turn bids, None to pass; it never bids every trick or none.

    ``shown`` are the cards of the surprise that lie face up.
    """
    return max(calls(variant, bidding, hand, shown), key=lambda call: call.pays).bid


def calls(
    variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
) -> tuple[Call, ...]:
    """Return what the seat in turn may say, a pass first, then bids of points, lowest first.

    Raises RuleError if nobody is in turn, or in a game without an auction of numbers.
    """
    figure = np.array([hand_figure(variant, hand, shown)])
    first = 0 if bidding.standing is None else bidding.ladder.index(bidding.standing) + 1
    passed, rungs, paid = _paid(variant, bidding, figure, first, heard(variant, bidding))
    bids = [
        Call(bidding.ladder[rung], float(pays)) for rung, pays in zip(rungs, paid[0], strict=True)
    ]
    return (Call(None, float(passed[0])), *bids)


@lru_cache(maxsize=256)
def promised(variant: Variant, bid: Bid) -> float:
    """Return the least points that a hand expects which goes up to a bid, all else unknown.

    Raises RuleError where no points are bid.
    """
    if bid.aim is not Aim.POINTS:
        raise RuleError(f"{bid} promises no points")
    nothing = np.ones((SEATS, len(FIGURES)))
    first = variant.bids.index(bid)
    chosen = _choices(variant, Bidding(variant.bids), FIGURES, first, nothing)
    bids = FIGURES[chosen != _PASS] if chosen.max() != _PASS else FIGURES[-1:]
    spread = Spread.of(variant)
    return float(spread.points(bids, 2 * spread.of_another(bids))[0])


@lru_cache(maxsize=1024)
def heard(variant: Variant, bidding: Bidding) -> Array:
    """Return by seat how likely what it has said is on each of the ``FIGURES``, the likeliest 1."""
    weights = np.ones((SEATS, len(FIGURES)))
    if not bidding.calls:
        return weights
    *before, last = bidding.calls
    state = Bidding(bidding.ladder, tuple(before))
    weights = heard(variant, state).copy()
    if last is not None and last.aim is not Aim.POINTS:
        return weights
    standing = state.standing
    first = 0 if standing is None else state.ladder.index(standing) + 1
    call = _PASS
    if last is not None:
        call = first = state.ladder.index(last)
    said = _choices(variant, state, FIGURES, first, weights) == call
    assert state.to_call is not None
    weights[state.to_call] *= np.where(said, 1.0, SLIP)
    return weights


def _choices(
    variant: Variant, bidding: Bidding, figures: Array, first: int, weights: Array
) -> NDArray[np.int64]:
    """Return the rung that the seat in turn bids with each figure, or ``_PASS``.

    ``first`` is the lowest rung that it may bid, ``weights`` what was ``heard``.
    """
    passed, rungs, paid = _paid(variant, bidding, figures, first, weights)
    if not rungs:
        return np.full(len(figures), _PASS)
    best = np.array(rungs)[paid.argmax(axis=1)]
    return np.where(paid.max(axis=1) > passed, best, _PASS)


def _paid(
    variant: Variant, bidding: Bidding, figures: Array, first: int, weights: Array
) -> tuple[Array, list[int], Array]:
    """Return what a pass pays the seat in turn, the rungs of points from one on, what they pay.

    A row is a figure.
    """
    spread, (own, against) = Spread.of(variant), _pays(variant)
    seat = bidding.to_call
    if seat is None:
        raise RuleError("the auction is over: nobody may bid any more")
    apart = spread.spread * sqrt(1 - spread.together**2)
    away = (FIGURES - spread.of_another(figures)[:, None]) / apart
    usual = np.exp(-0.5 * away**2)
    chances = {other: usual * weights[other] for other in Seat if other is not seat}
    for each in chances.values():
        each /= each.sum(axis=1, keepdims=True)
    means = {other: each @ FIGURES for other, each in chances.items()}
    expected = spread.points(figures, sum(means.values()))
    ladder = enumerate(bidding.ladder)
    rungs = [rung for rung, bid in ladder if rung >= first and bid.aim is Aim.POINTS]
    columns = [np.interp(expected, _MEANS, own[:, rung]) for rung in rungs]
    paid = np.array(columns).reshape(-1, len(figures)).T
    standing, declarer = bidding.standing, bidding.declarer
    if standing is None or declarer is None or standing.aim is not Aim.POINTS:
        return np.zeros(len(figures)), rungs, paid
    third = next(other for other in chances if other is not declarer)
    his = spread.points(FIGURES, (figures + means[third])[:, None])
    loss = np.interp(his, _MEANS, against[:, bidding.ladder.index(standing)])
    return (chances[declarer] * loss).sum(axis=1), rungs, paid


class Ends(NamedTuple):
    """How an auction ends in worlds: who declares, -1 for nobody, and the rung that stands."""

    declarers: NDArray[np.int64]
    rungs: NDArray[np.int64]


def rest_of(
    variant: Variant, bidding: Bidding, figures: Array, own: Seat, most: Bid | None
) -> Ends:
    """Return how an auction ends in worlds, where the seats have ``figures``, a row each.

    The others say what the rule says; ``own`` makes the least bid that it may, up to ``most``.
    """
    ladder, worlds = bidding.ladder, np.arange(len(figures))
    ends = Ends(np.full(len(figures), -1), np.full(len(figures), -1))

    def go_on(state: Bidding, rows: NDArray[np.int64]) -> None:
        seat, standing = state.to_call, state.standing
        first = 0 if standing is None else ladder.index(standing) + 1
        if seat is None:
            if state.declarer is not None:
                ends.declarers[rows], ends.rungs[rows] = state.declarer, first - 1
            return
        if seat is own:
            numbers = (bid for bid in ladder[first:] if bid.aim is Aim.POINTS)
            bid = next(numbers, None)
            pays = bid is not None and most is not None and bid.worth <= most.worth
            go_on(state.call(bid if pays else None), rows)
            return
        weights = heard(variant, state)
        chosen = _choices(variant, state, figures[rows, seat], first, weights)
        for rung in np.unique(chosen):
            go_on(state.call(None if rung == _PASS else ladder[rung]), rows[chosen == rung])

    go_on(bidding, worlds)
    return ends


def made_by(variant: Variant, points: int, figures: Array, others: Array) -> Array:
    """Return how likely declarers take so many points, by their figure and the others' sum."""
    spread = Spread.of(variant)
    away = (points - 0.5 - spread.points(figures, others)) / spread.error
    return np.asarray(1 - np.interp(away, _NORMAL, _BELOW))


@lru_cache(maxsize=16)
def _pays(variant: Variant) -> tuple[Array, Array]:
    """Return what every bid pays who makes it, and what it pays another seat.

    Rows are the points that the declarer is expected to take, ``_MEANS``, columns the bids; those
    that are not of points pay nothing.
    """
    spread, scoring = Spread.of(variant), variant.scoring
    assert isinstance(scoring, Marking)
    most = int(variant.worth((0, 0, 0), Contract.S)[1])
    ends = (np.arange(most) + 0.5 - _MEANS[:, None]) / spread.error
    below = np.interp(ends, _NORMAL, _BELOW)
    whole = np.ones((len(_MEANS), 1))
    chances = np.diff(np.hstack([0 * whole, below, whole]), axis=1)
    own, against = [], []
    for bid in variant.bids:
        ahead = np.zeros((most + 1, 2))
        if bid.aim is Aim.POINTS:
            for points in range(most + 1):
                taken = Taken((points, most - points, 0), Seat.FOREHAND, bid)
                first, second, third = map(float, scoring.marks(taken))
                ahead[points] = first - (second + third) / 2, second - (first + third) / 2
        own.append(ahead[:, 0])
        against.append(ahead[:, 1])
    return chances @ np.array(own).T, chances @ np.array(against).T
