"""The rule of thumb in an auction of numbers: what it bids, and what it concludes from bids.

``hand_model`` decides which trump is named, which cards are kept and which are put away.

**The figure of a hand** estimates the points that it would take with the best it can keep of the
cards it sees (``hand_figure``). The points taken in the end also depend on the hidden cards of the
surprise and on the others' hands. Given the figures they are normally distributed. The mean is a
linear function of the hand's own figure and of the sum of the others'; the standard deviation is
``error``. This function, and the joint distribution of figures, were fitted game by game by
``tools/data/fit_bids.py`` of 405514c2.

**The payoff of a bid** is what the bidder then marks more than the others do on average, by the
scoring of the game, in expectation over the points that the hand may take.

**The policy.** Of its legal bids a seat makes the one with the highest payoff, if that is more than
the payoff of a pass; otherwise it passes. So it opens below its expectation, where the bid is worth
having and fairly safe, and goes up from there by the least step, as far as that pays. The payoff of
a pass is what the standing bid brings the seat; before any bid it is nothing.

**What a call tells.** A bid is likely on the figures for which it would be best as the lowest bid
allowed, a pass on the figures for which no bid pays. On all other figures the call is ``SLIP``
times as likely. A seat knows its own figure and weighs the figures of the others by what they have
called until then; of seats that do not declare only the mean figure enters. So one function,
``_choices()``, is both the policy and the model of the others.

Nothing is concluded from misères and *général*, and the rule never bids them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from math import inf, sqrt
from statistics import NormalDist
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
from .compare import Floats, Ints
from .hand_model import best_kept_hands


def hand_figure(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return the figure of a hand: the points it is expected to take, if only its cards count.

    ``shown`` are the cards of the surprise that lie face up; the hand may keep these too.
    """
    return float(best_kept_hands(variant, np.array([hand | hand_of(shown)], np.uint64))[2][0])


# What is bid --------------------------------------------------------------------------

SLIP = 0.02
"""The relative likelihood of a call on figures on which the rule would not make it."""

FIGURES = np.arange(-30.0, 101.0)
"""The grid of figures, wider than any hand's."""

_STEP = 0.02
_MEANS = np.arange(-30.0, 100.0 + _STEP, _STEP)
"""The grid of expected points; values between are rounded to the nearest."""

_NORMAL = np.arange(-6.0, 6.01, 0.01)
_BELOW = np.array([*map(NormalDist().cdf, _NORMAL)])
_PASS = -1
_NOBODY = (-1, -1)
LikelihoodsBefore = Callable[[], Floats]


class FigureModel(NamedTuple):
    """The distribution of figures and points in a game.

    Figures are normal with mean ``mean`` and standard deviation ``spread``. The figures of two
    seats have the correlation ``together``. The points of a declarer are normal: the mean is
    ``start`` + ``own`` * (figure of the declarer) + ``others`` * (sum of the others' figures), the
    standard deviation is ``error``.
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
        """Return the model fitted to a game. The options of the game do not matter.

        Raises RuleError for a game without bids of numbers.
        """
        variant.bidding()
        return cls(**load_json("declarer_points.json")["spread"][variant.code.split("+")[0]])

    def points(self, figures: Floats, others: Floats | float) -> Floats:
        """Return the expected points, given the figures and the sum of the others' figures."""
        return self.start + self.own * figures + self.others * others

    def expected_points(self, figures: Floats, players: int) -> Floats:
        """Return the expected points given the figures alone."""
        return self.points(figures, (players - 1) * self.of_another(figures))

    def density(self, figures: Floats) -> Floats:
        """Return the density of another seat's figure on ``FIGURES``, up to a factor.

        A row is for one figure of the seat itself.
        """
        apart = self.spread * sqrt(1 - self.together**2)
        away = (FIGURES - self.of_another(figures)[:, None]) / apart
        return np.exp(-0.5 * away**2)

    def of_another(self, figures: Floats) -> Floats:
        """Return the mean figure of another seat, given that of one seat."""
        return self.mean + self.together * (figures - self.mean)


def bid_worth(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return the expected points of a hand if it declares, before anybody has called.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError in a game without
    an auction of numbers.
    """
    figure = np.array([hand_figure(variant, hand, shown)])
    return float(FigureModel.of(variant).expected_points(figure, variant.players)[0])


def bid_to_make(
    variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
) -> Bid | None:
    """Return the bid of the seat in turn, None to pass; it never bids every trick or none.

    ``shown`` are the cards of the surprise that lie face up. Raises RuleError if the auction is
    over, or in a game without an auction of numbers.
    """
    rung = AuctionState.of(variant, bidding).rung_to_bid(hand_figure(variant, hand, shown))
    return None if rung == _PASS else bidding.ladder[rung]


@lru_cache(maxsize=256)
def expectation_to_bid(variant: Variant, bid: Bid) -> float:
    """Return the least expected points of a hand with which the rule bids at least so high.

    This is before anybody has called. Raises RuleError for a bid of no points.
    """
    if bid.aim is not Aim.POINTS:
        raise RuleError(f"{bid} promises no points")
    chosen = AuctionState.of(variant, variant.bidding()).calls_by_figure(variant.bids.index(bid))
    bids = FIGURES[chosen != _PASS] if chosen.max() != _PASS else FIGURES[-1:]
    return float(FigureModel.of(variant).expected_points(bids, variant.players)[0])


@lru_cache(maxsize=1024)
def call_likelihoods(variant: Variant, bidding: Bidding) -> Floats:
    """Return by seat the relative likelihood of its calls on each of ``FIGURES``, at most 1."""
    if not bidding.calls:
        return np.ones((bidding.players, len(FIGURES)))
    *before, last = bidding.calls
    said = _PASS if last is None else bidding.ladder.index(last)
    return AuctionState.of(variant, derived(bidding, calls=tuple(before))).weights_after(said)


class AuctionState:
    """A state of an auction: the call on each figure, and the states that follow.

    Every state is computed once and shared by all sampled deals. A rung is the index of a bid in
    the ladder of bids.
    """

    def __init__(
        self,
        pays: _Payoffs,
        waiting: Sequence[Seat],
        end: tuple[int, int],
        heard: LikelihoodsBefore,
    ) -> None:
        self._payoffs, self._waiting, self._likelihoods = pays, waiting, heard
        self._next: dict[int, AuctionState] = {}
        self._calls_by_figure: dict[int, Ints] = {}
        self.end = end
        """The result if all pass now: the declarer, -1 for nobody, and the standing rung."""
        self.seat = waiting[0] if len(waiting) > (end != _NOBODY) else None
        self.first = end[1] + 1
        """The lowest rung that may be bid."""

    @classmethod
    def of(cls, variant: Variant, bidding: Bidding) -> AuctionState:
        """Return the state after the calls of an auction."""
        standing, declarer, end = bidding.standing, bidding.declarer, _NOBODY
        if standing is not None and declarer is not None:
            end = declarer, bidding.ladder.index(standing)
        return cls(
            _payoffs(variant), bidding.waiting, end, partial(call_likelihoods, variant, bidding)
        )

    def ends_by_limit(
        self, said: Bid | None, figures: Sequence[float], up_to: Sequence[Bid]
    ) -> list[tuple[int, int]]:
        """Return the end of the auction for each limit of ``up_to``, lowest first.

        The seat in turn calls ``said`` now and later the least bid, up to the limit. The others
        follow the rule on their ``figures``.
        """
        ladder = self._payoffs.bids
        most = [ladder.index(bid) for bid in up_to]
        state = self.after(_PASS if said is None else ladder.index(said))
        found: list[tuple[int, int]] = []
        while state.seat is not None and len(found) < len(most):
            if state.seat is not self.seat:
                state = state.after(state.rung_to_bid(figures[state.seat]))
                continue
            passes = bisect_left(most, state.lowest_rung) - len(found)
            if passes > 0:
                found += [state.after(_PASS).end_by_rule(figures)] * passes
            if len(found) < len(most):
                state = state.after(state.lowest_rung)
        return found + [state.end_by_rule(figures)] * (len(most) - len(found))

    def end_by_rule(self, figures: Sequence[float]) -> tuple[int, int]:
        """Return the end of the auction if all seats follow the rule."""
        state = self
        while state.seat is not None:
            state = state.after(state.rung_to_bid(figures[state.seat]))
        return state.end

    @property
    def lowest_rung(self) -> int:
        """The lowest legal rung of points; the length of the ladder if there is none."""
        bids = self._payoffs.bids
        rungs = (at for at in range(self.first, len(bids)) if bids[at].aim is Aim.POINTS)
        return next(rungs, len(bids))

    @cached_property
    def weights(self) -> Floats:
        """By seat and figure the likelihood of the calls so far."""
        return self._likelihoods()

    def weights_after(self, said: int) -> Floats:
        """Return the likelihoods after the seat in turn has called a rung or ``_PASS``."""
        first = self.first if said == _PASS else said
        if said != _PASS and self._payoffs.bids[said].aim is not Aim.POINTS:
            return self.weights
        weights = self.weights.copy()
        assert self.seat is not None
        weights[self.seat] *= np.where(self.calls_by_figure(first) == said, 1.0, SLIP)
        return weights

    def calls_by_figure(self, first: int) -> Ints:
        """Return the call on each of ``FIGURES`` if this rung is the lowest that is legal."""
        if first not in self._calls_by_figure:
            self._calls_by_figure[first] = self._choices(FIGURES, first, self._payoffs.density)
        return self._calls_by_figure[first]

    def _choices(self, figures: Floats, first: int, density: Floats) -> Ints:
        """Return the call with each figure: a rung or ``_PASS``."""
        passed, paid = self.payoffs(figures, first, density)
        return np.where(paid.max(axis=1) > passed, first + paid.argmax(axis=1), _PASS)

    def payoffs(self, figures: Floats, first: int, density: Floats) -> tuple[Floats, Floats]:
        """Return the payoffs of a pass and of each bid from rung ``first`` on.

        A row is a figure of the seat; ``density`` has the density of another seat's figure given
        it. Raises RuleError if the auction is over.
        """
        pays, seat, weights = self._payoffs, self.seat, self.weights
        if seat is None:
            raise RuleError("the auction is over: nobody may bid any more")
        chances = density @ weights.T
        means = density @ (weights * FIGURES).T / chances
        others = means.sum(axis=1) - means[:, seat]
        declarer, standing = self.end
        points = pays.spread.points
        loss = pays.against[standing][
            _mean_index(points(FIGURES, (figures + others - means[:, declarer])[:, None]))
        ]
        passed = (density * loss) @ weights[declarer] / chances[:, declarer]
        return passed, pays.bidder[_mean_index(points(figures, others)), first:]

    def rung_to_bid(self, figure: float) -> int:
        """Return the rung that the seat bids with a figure, or ``_PASS``."""
        at, said = int(figure - FIGURES[0]), self.calls_by_figure(self.first)
        # The call is monotone in the figure.
        if said[at] == said[at + 1]:
            return int(said[at])
        figures = np.array([figure])
        return int(self._choices(figures, self.first, self._payoffs.spread.density(figures))[0])

    def after(self, call: int) -> AuctionState:
        """Return the state after the seat in turn has called a rung or ``_PASS``."""
        if call not in self._next:
            seat, *waiting = self._waiting
            end = self.end
            if call != _PASS:
                waiting.append(seat)
                end = seat, call
            self._next[call] = AuctionState(
                self._payoffs, waiting, end, partial(self.weights_after, call)
            )
        return self._next[call]


def chance_to_make(variant: Variant, points: int, figures: Floats, others: Floats) -> Floats:
    """Return the probability that declarers take so many points.

    It goes by the declarer's figure and the sum of the others'.
    """
    spread = FigureModel.of(variant)
    away = (points - 0.5 - spread.points(figures, others)) / spread.error
    return np.asarray(1 - np.interp(away, _NORMAL, _BELOW))


@lru_cache(maxsize=1024)
def balances(variant: Variant, bid: Bid) -> tuple[Floats, Floats]:
    """Return how much more the declarer marks than the others' mean, and how much another seat.

    Both are arrays by the points that the declarer takes.
    """
    scoring, most = variant.scoring, variant.most_points(Contract.S)
    declarer, other, *_ = variant.seats
    idle = (0,) * (variant.players - 2)
    marks = [
        scoring.marks(Taken((won, most - won, *idle), declarer, bid)) for won in range(most + 1)
    ]
    own, others = (
        np.array([scoring.balance(each, seat) for each in marks]) for seat in (declarer, other)
    )
    return own, others


class _Payoffs(NamedTuple):
    """The tables of payoffs of a game.

    ``bidder[points, rung]`` is the payoff of a bid to its bidder, by the expected points ``_MEANS``
    of the declarer; it is -inf for bids of no points. ``against[rung, points]`` is the payoff of
    the same bid to another seat. The last rung of both stands for no bid. ``density[figure,
    other]`` is the density of another seat's figure given the seat's own.
    """

    bids: tuple[Bid, ...]
    spread: FigureModel
    density: Floats
    bidder: Floats
    against: Floats


@lru_cache(maxsize=16)
def _payoffs(variant: Variant) -> _Payoffs:
    spread = FigureModel.of(variant)
    ends = (np.arange(variant.most_points(Contract.S)) + 0.5 - _MEANS[:, None]) / spread.error
    below = np.interp(ends, _NORMAL, _BELOW)
    whole = np.ones((len(_MEANS), 1))
    chances = np.diff(np.hstack([0 * whole, below, whole]), axis=1)
    rungs = [rung for rung, bid in enumerate(variant.bids) if bid.aim is Aim.POINTS]
    every = (balances(variant, variant.bids[rung]) for rung in rungs)
    own, others = map(np.array, zip(*every, strict=True))
    pays = np.full((len(_MEANS), len(variant.bids) + 1), -inf)
    against = np.zeros((len(variant.bids) + 1, len(_MEANS)))
    pays[:, rungs], against[rungs] = chances @ own.T, others @ chances.T
    return _Payoffs(variant.bids, spread, spread.density(FIGURES), pays, against)


def _mean_index(points: Floats) -> Ints:
    """Return the indices of the nearest ``_MEANS``."""
    at = (points - (_MEANS[0] - _STEP / 2)) * (1 / _STEP)
    return np.asarray(np.clip(at, 0, len(_MEANS) - 1).astype(np.intp))
