"""The rule of thumb where numbers are bid in turn: what a seat says, and what its calls say of it.

**The figure of a hand** is ``hand_figure`` of ``hand_policy``: about how many points it would take
with what it can keep of the cards it sees. The points that it takes in the end, with what lies
hidden in the surprise and in the others' hands, are normal about a sum of its own figure and of
the others', with an ``error``. The sum, and how figures are spread and go together, is fitted by
``tools/data/fit_bids.py``, game by game.

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
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import erf, sqrt
from typing import NamedTuple

import numpy as np

from manni.solver.advice.compare import Floats, Ints
from manni.solver.advice.hand_policy import hand_figure
from manni.solver.cards import SEATS, Contract, Seat
from manni.solver.errors import RuleError
from manni.solver.package_data import load_json
from manni.solver.rules.auction import Aim, Bid, Bidding
from manni.solver.rules.scoring import Taken
from manni.solver.rules.variant import Variant

SLIP = 0.02
"""How likely a call is on a hand that the rule would not make it on, one that it would being 1."""

FIGURES = np.arange(-30.0, 101.0)
"""Figures that hands are taken to have, wider than any hand's."""
_APART = 10  # of the first that are looked at; the last is one of them

_MEANS = np.arange(-30.0, 100.5, 0.5)  # of the points that a hand may be expected to take
_NORMAL = np.arange(-6.0, 6.01, 0.01)
_BELOW = np.array([0.5 + 0.5 * erf(value / sqrt(2)) for value in _NORMAL])
_PASS = -1


class FigureModel(NamedTuple):
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
    def of(cls, variant: Variant) -> FigureModel:
        """Return what was fitted to a game, whatever its options.

        Raises RuleError where no numbers are bid.
        """
        if not variant.bids or variant.claims:
            raise RuleError(f"no numbers are bid in {variant.code}")
        return cls(**load_json("declarer_points.json")["spread"][variant.code.split("+")[0]])

    def points(self, figures: Floats, others: Floats | float) -> Floats:
        """Return the points that figures promise, if those of the two others add up to this."""
        return self.start + self.own * figures + self.others * others

    def of_another(self, figures: Floats) -> Floats:
        """Return the figure that another seat has on average, by that of one seat."""
        return self.mean + self.together * (figures - self.mean)


def bid_worth(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return about how many points a hand takes if it declares, before anything is said.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError in a game without
    an auction of numbers.
    """
    spread = FigureModel.of(variant)
    figure = np.array([hand_figure(variant, hand, shown)])
    return float(spread.points(figure, 2 * spread.of_another(figure))[0])


def bid_to_make(
    variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
) -> Bid | None:
    """Return what the seat in turn bids, None to pass; it never bids every trick or none.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError if nobody is in turn,
    or in a game without an auction of numbers.
    """
    figure = np.array([hand_figure(variant, hand, shown)])
    weights = heard(variant, bidding)
    rung = int(_choices(variant, bidding, figure, lowest_rung(bidding), weights)[0])
    return None if rung == _PASS else bidding.ladder[rung]


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
    spread = FigureModel.of(variant)
    return float(spread.points(bids, 2 * spread.of_another(bids))[0])


@lru_cache(maxsize=1024)
def heard(variant: Variant, bidding: Bidding) -> Floats:
    """Return by seat how likely what it has said is on each of the ``FIGURES``, the likeliest 1."""
    if not bidding.calls:
        return np.ones((SEATS, len(FIGURES)))
    *before, last = bidding.calls
    state = Bidding(bidding.ladder, tuple(before))
    weights = heard(variant, state)
    if last is not None and last.aim is not Aim.POINTS:
        return weights
    call = _PASS if last is None else state.ladder.index(last)
    return _heard_too(weights, state, call, _said_on_all(variant, state, call, weights))


def _heard_too(weights: Floats, state: Bidding, call: int, said: Ints) -> Floats:
    """Return what was heard, with this call of the seat in turn, where it would say ``said``."""
    weights = weights.copy()
    assert state.to_call is not None
    weights[state.to_call] *= np.where(said == call, 1.0, SLIP)
    return weights


def _said_on_all(variant: Variant, state: Bidding, call: int, weights: Floats) -> Ints:
    """Return what the seat in turn says on each of the ``FIGURES``, a bid being the lowest.

    The higher a figure, the higher what is said: between two figures of one call there is no other.
    """
    first = lowest_rung(state) if call == _PASS else call
    said = np.repeat(_choices(variant, state, FIGURES[::_APART], first, weights), _APART)
    differs = np.flatnonzero(said[:-_APART] != said[_APART:])
    rows = differs[differs % _APART > 0]
    if len(rows):
        said[rows] = _choices(variant, state, FIGURES[rows], first, weights)
    return said[: len(FIGURES)]


def lowest_rung(state: Bidding) -> int:
    """Return the lowest rung that may be bid."""
    return 0 if state.standing is None else state.ladder.index(state.standing) + 1


def _choices(
    variant: Variant, bidding: Bidding, figures: Floats, first: int, weights: Floats
) -> Ints:
    """Return the rung that the seat in turn bids with each figure, or ``_PASS``.

    ``first`` is the lowest rung that it may bid, ``weights`` what was ``heard``.
    """
    passed, rungs, paid = payoffs(variant, bidding, figures, first, weights)
    if not rungs:
        return np.full(len(figures), _PASS)
    best = np.array(rungs)[paid.argmax(axis=1)]
    return np.where(paid.max(axis=1) > passed, best, _PASS)


def payoffs(
    variant: Variant, bidding: Bidding, figures: Floats, first: int, weights: Floats
) -> tuple[Floats, list[int], Floats]:
    """Return what a pass pays the seat in turn, the rungs of points from one on, what they pay.

    A row is a figure.
    """
    pays, seat = _pays(variant), bidding.to_call
    if seat is None:
        raise RuleError("the auction is over: nobody may bid any more")
    spread = pays.spread
    apart = spread.spread * sqrt(1 - spread.together**2)
    away = (FIGURES - spread.of_another(figures)[:, None]) / apart
    usual = np.exp(-0.5 * away**2)
    chances = {other: usual * weights[other] for other in Seat if other is not seat}
    for each in chances.values():
        each /= each.sum(axis=1, keepdims=True)
    means = {other: (each * FIGURES).sum(axis=1) for other, each in chances.items()}
    expected = spread.points(figures, sum(means.values()))
    skipped = bisect_left(pays.rungs, first)
    rungs, paid = pays.rungs[skipped:], _between(expected, pays.own[:, skipped:])
    standing, declarer = bidding.standing, bidding.declarer
    if standing is None or declarer is None or standing.aim is not Aim.POINTS:
        return np.zeros(len(figures)), rungs, paid
    third = next(other for other in chances if other is not declarer)
    his = spread.points(FIGURES, (figures + means[third])[:, None])
    loss = _between(his, pays.against[:, pays.rungs.index(bidding.ladder.index(standing))])
    return (chances[declarer] * loss).sum(axis=1), rungs, paid


def _between(means: Floats, table: Floats) -> Floats:
    """Return what a table, whose rows are those of ``_MEANS``, has at means between them."""
    at = np.clip((means - _MEANS[0]) / (_MEANS[1] - _MEANS[0]), 0, len(_MEANS) - 1)
    low = np.minimum(at.astype(np.int64), len(_MEANS) - 2)
    part = (at - low).reshape(at.shape + (1,) * (table.ndim - 1))
    below = table[low]
    return np.asarray(below + part * (table[low + 1] - below))


class Rest:
    """How an auction goes on, in one world after the other: states are looked at once.

    The others say what the rule says; ``own``, the seat in turn, goes on by the least bid that it
    may, as far as it does.
    """

    def __init__(self, variant: Variant, bidding: Bidding) -> None:
        assert bidding.to_call is not None
        self._variant, self.own = variant, bidding.to_call
        self._root = _State(variant, bidding, heard(variant, bidding))

    def ends(
        self, said: Bid | None, figures: Sequence[float], up_to: Sequence[Bid]
    ) -> list[tuple[int, int]]:
        """Return how it ends if this is said now, by how far the seat goes on, lowest first.

        ``figures`` are those of the hands. An end is who declares, -1 for nobody, and the rung
        that stands.
        """
        ladder = self._variant.bids
        most = [ladder.index(bid) for bid in up_to]
        state = self._root.after(_PASS if said is None else ladder.index(said))
        found: list[tuple[int, int]] = []
        while state.seat is not None and len(found) < len(most):
            if state.seat is not self.own:
                state = state.after(state.says(figures[state.seat]))
                continue
            passes = bisect_left(most, state.least) - len(found)
            if passes > 0:
                found += [self._last(state.after(_PASS), figures)] * passes
            if len(found) < len(most):
                state = state.after(state.least)
        return found + [self._last(state, figures)] * (len(most) - len(found))

    def _last(self, state: _State, figures: Sequence[float]) -> tuple[int, int]:
        """Return how it ends with the seat out of it."""
        while state.seat is not None:
            state = state.after(state.says(figures[state.seat]))
        return state.end


class _State:
    """A state of an auction, with what is said in it on each figure, and those that follow."""

    def __init__(self, variant: Variant, bidding: Bidding, weights: Floats) -> None:
        self._variant, self._bidding, self._weights = variant, bidding, weights
        self._next: dict[int, _State] = {}
        self.seat = bidding.to_call
        self.first = lowest_rung(bidding)

    @property
    def end(self) -> tuple[int, int]:
        """Who declares, -1 for nobody, and the rung that stands."""
        declarer = self._bidding.declarer
        return (-1, -1) if declarer is None else (declarer, self.first - 1)

    @property
    def least(self) -> int:
        """The lowest rung of points that may be bid, past the ladder where there is none."""
        rungs = _pays(self._variant).rungs
        at = bisect_left(rungs, self.first)
        return rungs[at] if at < len(rungs) else len(self._bidding.ladder)

    @cached_property
    def _said(self) -> Ints:
        return _said_on_all(self._variant, self._bidding, _PASS, self._weights)

    def says(self, figure: float) -> int:
        """Return the rung that the seat bids with a figure, or ``_PASS``."""
        at = int(figure - FIGURES[0])
        # The higher a figure, the higher what is said.
        if self._said[at] == self._said[at + 1]:
            return int(self._said[at])
        one = np.array([figure])
        return int(_choices(self._variant, self._bidding, one, self.first, self._weights)[0])

    def after(self, call: int) -> _State:
        """Return the state after the seat has said this."""
        if call in self._next:
            return self._next[call]
        variant, state, weights = self._variant, self._bidding, self._weights
        then = state.call(None if call == _PASS else state.ladder[call])
        if not then.over:
            same = call in (_PASS, self.least)
            said = self._said if same else _said_on_all(variant, state, call, weights)
            weights = _heard_too(weights, state, call, said)
        return self._next.setdefault(call, _State(variant, then, weights))


def made_by(variant: Variant, points: int, figures: Floats, others: Floats) -> Floats:
    """Return how likely declarers take so many points, by their figure and the others' sum."""
    spread = FigureModel.of(variant)
    away = (points - 0.5 - spread.points(figures, others)) / spread.error
    return np.asarray(1 - np.interp(away, _NORMAL, _BELOW))


class _Pays(NamedTuple):
    """What is reckoned once for a game.

    Of the ``rungs`` of points, a column each, it has what the bid pays who makes it, ``own``, and
    what ``against`` another seat; rows are the points that the declarer is expected to take,
    ``_MEANS``.
    """

    spread: FigureModel
    rungs: list[int]
    own: Floats
    against: Floats


@lru_cache(maxsize=16)
def _pays(variant: Variant) -> _Pays:
    spread, scoring = FigureModel.of(variant), variant.scoring
    most = variant.most_points(Contract.S)
    ends = (np.arange(most) + 0.5 - _MEANS[:, None]) / spread.error
    below = np.interp(ends, _NORMAL, _BELOW)
    whole = np.ones((len(_MEANS), 1))
    chances = np.diff(np.hstack([0 * whole, below, whole]), axis=1)
    rungs = [rung for rung, bid in enumerate(variant.bids) if bid.aim is Aim.POINTS]
    own, against = [], []
    for rung in rungs:
        bid = variant.bids[rung]
        taken = [Taken((won, most - won, 0), Seat.FOREHAND, bid) for won in range(most + 1)]
        marks = list(map(scoring.marks, taken))
        own.append([scoring.balance(each, Seat.FOREHAND) for each in marks])
        against.append([scoring.balance(each, Seat.MIDDLEHAND) for each in marks])
    own_pays, against_pays = (chances @ np.array(each).T for each in (own, against))
    return _Pays(spread, rungs, own_pays, against_pays)
