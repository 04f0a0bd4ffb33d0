"""Linear evaluation of a hand before the play, in tricks or in points of cards, without a search.

The value of the cards that a seat keeps is a sum: a value for the holding in each suit, looked up
in a table, one for the number of cards drawn, and one for the seat's role. Plain suits and cards
drawn are worth more or less depending on how many trumps are kept. So these tables have a row for
each ``bucket`` of numbers of trumps. The tricks taken lie around the value with a standard
deviation, ``spread``.

The tables are in ``solver/data/hand_model.npz``, made by ``tools/data/train_hands.py`` of 405514c2
(it is in the history) from deals that the policy (``solver/rollouts.py``) played. There are tables
for a trump, NT and NULLO, for hands of 12 and of 16 cards. Those of 16 cards are separate for the
declarer and for the seats ``against``. A trump game in which a seat exchanges the ``whole`` hand or
nothing has its own. Holdings are by height, bit 0 the lowest card, so that a low ace needs no table
of its own.

Where cards have points, the points of a declarer are such a sum too: a value for each trump, for
high trumps, for the tens, aces, kings and queens of the other suits, for voids and singletons. The
tables, by the number of players, are in ``solver/data/declarer_points.npz``, with the weights of
these features, which ``tools/data/fit_bids.py`` of 405514c2 fitted to deals solved with open cards.

Since the value is a sum over suits, no discard has to be tried out. For each holding and each
number of cards to go, the best value is a table too. Suits are combined by the total number of
cards, as in a knapsack (max-plus). With sums of products in place of maxima the same tables are
partition functions: they give the probability of each number of discards, and samples of them.

In an auction of numbers the same evaluation says what the rule of thumb bids, and what it concludes
from bids.

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
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from math import erf, inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..cards import (
    RANKS,
    SEATS,
    SUIT_MASK,
    SUITS,
    Contract,
    Seat,
    cards_in,
    hand_of,
    suit_ranks,
)
from ..checks import derived
from ..errors import RuleError
from ..package_data import data_path, load_json
from ..rollouts import DiscardChooser, Game, game_of
from ..rules.auction import Aim, Bid, Bidding
from ..rules.trick import arranged
from ..rules.variant import Variant, point_table
from .compare import Flags, Floats, HandArray, Ints

FILE = "hand_model.npz"

UNIT = 100
"""The tables are in hundredths of a trick."""

HOLDINGS = np.arange(1 << RANKS)
COUNTS = np.bitwise_count(HOLDINGS).astype(np.int64)

_HEIGHTS = np.asarray(sum((HOLDINGS >> bit & 1) * bit for bit in range(RANKS)))
_EVEN = 1024  # values are scaled by it: a tie discards the lower cards, in NULLO the higher ones
_NEVER = -1e18

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of a kind of hand, in hundredths of a trick.

    ``plain`` is by bucket and holding, ``trump`` by holding, ``drawn`` by bucket and number of
    cards, ``role`` by role; ``bucket`` has the bucket of each number of trumps.
    """

    plain: NDArray[np.int16]
    trump: NDArray[np.int16]
    drawn: NDArray[np.int16]
    role: NDArray[np.int16]
    bucket: NDArray[np.int16]
    spread: NDArray[np.int16]


@cache
def load_tables(file: str, name: str) -> Tables:
    """Load the tables of a kind of hand, such as ``"trump-16-against"``."""
    with np.load(data_path(file)) as stored:
        return Tables(*(stored[f"{name}/{part.name}"] for part in fields(Tables)))


def role_of(variant: Variant, seat: Seat, declarer: Seat | None) -> int:
    """Return the place of a seat in the first trick, plus the number of players if it declares."""
    players = variant.players
    return (seat - variant.leader(declarer)) % players + players * (seat is declarer)


class HandModel:
    """The evaluation of hands in a contract of a game; ``of`` returns a cached one."""

    def __init__(
        self, variant: Variant, contract: Contract, tables: Tables, against: Tables
    ) -> None:
        self.variant, self.contract = variant, contract
        self._own, self._against = tables, against
        rules = variant.rules_of(contract)
        # The holding by height of each holding by rank.
        self._by_height = np.asarray(
            sum((HOLDINGS >> rank & 1) << height for rank, height in enumerate(rules.heights))
        )
        self._game = game_of(rules, contract, frozenset(), variant.pack, variant.players)
        # The plain suits, and the trump last where there is one.
        self._suits = sorted(range(SUITS), key=lambda suit: suit == contract.trump)

    @staticmethod
    @lru_cache(maxsize=256)
    def of(variant: Variant, contract: Contract) -> HandModel:
        """Return the model of a contract; hands of other sizes use the nearest tables."""
        if variant.rules_of(contract).unit == "points":
            tables = load_tables("declarer_points.npz", str(variant.players))
            return HandModel(variant, contract, tables, tables)
        if variant.players != SEATS:
            raise RuleError(f"advice on exchanges: only where three play, not in {variant.code}")
        whole = variant.exchange.all_or_nothing and contract.trump is not None
        kind = contract.kind + ("-16" if variant.tricks > 13 else "-whole" if whole else "-12")
        against = kind + "-against" * (variant.tricks > 13)
        return HandModel(variant, contract, load_tables(FILE, kind), load_tables(FILE, against))

    def _tables(self, role: int) -> Tables:
        return self._against if self.variant.declared and role < self.variant.players else self._own

    @property
    def intercept(self) -> float:
        """The intercept: the value of the first seat before the values of its suits are added."""
        return float(self._own.role[0]) / UNIT

    def standard_deviation(self, role: int) -> float:
        """Return the standard deviation of the tricks taken about the tricks expected."""
        return float(self._tables(role).spread) / UNIT

    def tricks(self, kept: HandArray, drawn: Ints | int, role: int = 0) -> Floats:
        """Return the expected tricks of a seat that keeps these cards and draws so many.

        ``role`` is the seat's, from ``role_of``.
        """
        of = self._tables(role)
        return np.asarray((self._scores(of, kept, drawn) + of.role[role]) / UNIT)

    def _scores(self, of: Tables, kept: HandArray, drawn: Ints | int) -> Ints:
        plain, trump = self.holdings(kept)
        bucket = of.bucket[COUNTS[trump]]
        suits = of.plain[bucket, plain].sum(axis=0, dtype=np.int64) + of.trump[trump]
        return np.asarray(suits + of.drawn[bucket, drawn])

    def tricks_left_by(self, hand: int, discards: HandArray, role: int = 0) -> Floats:
        """Return the expected tricks after each of several discards of one hand."""
        return self.tricks(np.uint64(hand) & ~discards, np.bitwise_count(discards), role)

    def points(
        self, tricks: Floats, seat: Seat, declarer: Seat | None, great: bool = False
    ) -> Floats:
        """Return the expected points of a seat, from its expected tricks and their spread."""
        spread = self.standard_deviation(role_of(self.variant, seat, declarer))
        table = point_table(self.variant, self.contract, great, declarer)[seat]
        return np.interp(tricks, *_points(table, spread))

    def best(
        self, hands: HandArray, sizes: Sequence[int] | Ints, role: int = 0
    ) -> tuple[HandArray, Floats]:
        """Return the best discard of each hand, and the expected tricks after it.

        ``sizes`` are the numbers of cards that may be discarded, or an array of the greatest number
        for each hand. Ties keep the highest cards, in NULLO the lowest, by the sum of heights.
        """
        most = int(np.max(sizes, initial=0))
        number = np.arange(most + 1)[:, None]
        if not isinstance(sizes, np.ndarray):
            allowed = np.isin(number, sizes)
        elif self.variant.exchange.all_or_nothing:
            allowed = (number == 0) | (number == sizes)
        else:
            allowed = number <= sizes
        values = np.where(allowed.T, self._discard_tables(hands, most, None)[1], _NEVER)
        counts, row = values.argmax(axis=1), np.arange(len(hands))
        best = np.rint(values[row, counts] / _EVEN)
        tricks = self.contract.sign * best + self._own.role[role]
        return self._discard_tables(hands, most, None, counts)[0], tricks / UNIT

    def log_partition(self, hands: HandArray, scale: float, most: int) -> Floats:
        """Return the log partition function by hand and number of discards, 0 to ``most``.

        It is the logarithm of the sum, over all discards of so many cards, of exp(value of the
        cards kept / ``scale``), with values and ``scale`` in tricks.
        """
        with np.errstate(divide="ignore"):
            return np.log(self._discard_tables(hands, most, scale)[1])

    def log_odds(self, kept: HandArray, drawn: Ints | int, scale: float) -> Floats:
        """Return the log of the term of one discard in the sums of ``log_partition``.

        The discard keeps the cards ``kept``, and the seat draws so many.
        """
        values = self._scores(self._own, kept, drawn)
        return self.contract.sign * values / (scale * UNIT)

    def sample(
        self,
        hands: HandArray,
        counts: Ints,
        scale: float,
        rng: np.random.Generator,
        most: int,
        fixed: HandArray | None = None,
    ) -> tuple[HandArray, Floats]:
        """Draw for each hand a discard of so many cards; return also the log of the sums.

        The odds are those of ``log_partition``. Cards that are ``fixed`` are never discarded.
        """
        seeds = rng.bit_generator.random_raw(len(hands))
        gone, sums = self._discard_tables(hands, most, scale, counts, seeds, fixed)
        with np.errstate(divide="ignore"):
            return gone, np.log(sums)

    def discard_chooser(self, scale: float | None) -> DiscardChooser:
        """Return what samples discards at a temperature, or without one finds the best."""
        return _discard_chooser(self._game, self._own, self.contract.sign, scale)

    def _discard_tables(
        self,
        hands: HandArray,
        most: int,
        scale: float | None,
        counts: Ints | None = None,
        seeds: HandArray | None = None,
        fixed: HandArray | None = None,
    ) -> tuple[HandArray, Floats]:
        """Return discards of the hands, if ``counts`` are given, and values by number of cards.

        Without ``scale`` these are the best value after so many discards, else the sum of the odds.
        """
        none, values = np.zeros(len(hands), np.uint64), np.zeros((len(hands), most + 1))
        gone = none.copy() if seeds is None else seeds
        fixed = none if fixed is None else fixed
        if counts is not None:
            counts = np.asarray(counts, np.int64)  # in a browser numpy's default has 32 bits
        self.discard_chooser(scale).fill_tables(
            np.ascontiguousarray(hands), fixed, counts, gone, values
        )
        return gone, values

    def holdings(self, hands: HandArray) -> tuple[Ints, Ints]:
        """Return the holdings of the plain suits, by height, and those of trumps, if any."""
        shifts = np.array([[RANKS * suit] for suit in self._suits], np.uint64)
        by_suit = self._by_height[(hands >> shifts).astype(np.int64) & SUIT_MASK]
        if self.contract.trump is None:
            return by_suit, np.zeros(len(hands), np.int64)
        return by_suit[:-1], by_suit[-1]


@lru_cache(maxsize=256)
def _points(table: tuple[tuple[int, int], ...], spread: float) -> tuple[Floats, Floats]:
    """Return a grid of expected tricks, and the expected points at each, by a normal spread.

    ``table`` has the least and the most points for each number of tricks.
    """
    points = np.mean(table, axis=1)
    steps, tricks = np.diff(points), np.arange(-64, 8 * len(table) + 57) / 8
    if (steps == steps[0]).all():
        return tricks, points[0] + steps[0] * tricks
    ends = (np.arange(len(steps)) + 0.5 - tricks[:, None]) / (spread * sqrt(2))
    fewer = (1 + np.vectorize(erf)(ends)) / 2
    return tricks, points[-1] - (fewer * steps).sum(axis=-1)


# Discards ------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _discard_chooser(game: Game, of: Tables, sign: int, scale: float | None) -> DiscardChooser:
    """Return what samples discards by these tables at a temperature, or finds the best."""
    parts: list[Array] = [of.plain, of.trump, of.drawn.T]
    if scale is None:
        parts = [sign * (_EVEN * part.astype(np.float64)) for part in parts]
        parts[:2] = [part + sign * _HEIGHTS for part in parts[:2]]
    else:
        parts = [np.exp(sign * part / (scale * UNIT)) for part in parts]
    plain, trump, drawn = map(np.ascontiguousarray, parts)
    return DiscardChooser(game, scale is None, plain, trump, drawn, of.bucket)


# The rule of thumb --------------------------------------------------------------------


def thumb_discards(variant: Variant, contract: Contract, hand: int, sizes: Sequence[int]) -> int:
    """Return the discard of the rule of thumb as a bit mask: the best by the model.

    ``sizes`` are the numbers of cards that may be exchanged.
    """
    discards, _ = HandModel.of(variant, contract).best(np.array([hand], np.uint64), sizes)
    return int(discards[0])


def best_kept_hand(variant: Variant, held: int) -> tuple[Contract, int]:
    """Return the trump to name and the hand to keep of the cards held, surprise included."""
    trumps, kept, _ = best_kept_hands(variant, np.array([held], np.uint64))
    return Contract(int(trumps[0])), int(kept[0])


def best_kept_hands(variant: Variant, held: HandArray) -> tuple[Ints, HandArray, Floats]:
    """Return for each hand the trump to name, the hand to keep and the expected points.

    All hands have the same number of cards.
    """
    size = max(int(held[0]).bit_count() - variant.tricks, 0)
    trumps = suit_contracts(variant)
    discards = [HandModel.of(variant, trump).best(held, (size,)) for trump in trumps]
    gone, points = (np.stack(rows) for rows in zip(*discards, strict=True))
    best = points.argmax(axis=0)
    away = gone[best, np.arange(len(held))]
    return np.array(trumps)[best], held & ~away, points.max(axis=0)


def takes_all(variant: Variant, contract: Contract, hand: int) -> bool:
    """Return whether a seat claims every trick: whether it would take all of them if it led.

    Its top trumps must draw all trumps it does not hold, even if one hand has all of these. In
    every other suit the same holds, or it has nothing but top cards. Suits are those of the whole
    pack. In open piles no seat claims, since most cards of its hand are covered.
    """
    if variant.in_piles:
        return False
    rules = variant.rules
    for suit in range(SUITS):
        pack = arranged(cards_in(variant.pack & SUIT_MASK << RANKS * suit), rules)
        held = [bool(hand >> card & 1) for card in pack]
        top = [*held, False].index(False)
        draws = top >= held.count(False)
        if not draws and (suit == contract.trump or top < sum(held)):
            return False
    return True


def trump_to_name(variant: Variant, hand: int) -> Contract:
    """Return the trump that a seat names by the rule of thumb, nothing being taken up.

    Where few points are wanted it is the weakest suit, by the card points plus one for each card.
    """
    if not variant.rules.avoids:
        return best_kept_hand(variant, hand)[0]
    points = variant.rules.card_points
    return min(
        suit_contracts(variant),
        key=lambda trump: sum(1 + points[rank] for rank in cards_in(suit_ranks(hand, trump))),
    )


def suit_contracts(variant: Variant) -> list[Contract]:
    """Return the contracts with a trump suit."""
    return [contract for contract in variant.contracts if contract.trump is not None]


# The figure of a hand ------------------------------------------------------------------


def hand_figure(variant: Variant, hand: int, face_up: Sequence[int] = ()) -> float:
    """Return the figure of a hand: the points it is expected to take, if only its cards count.

    ``face_up`` are the cards of the surprise that lie face up; the hand may keep these too.
    """
    return float(best_kept_hands(variant, np.array([hand | hand_of(face_up)], np.uint64))[2][0])


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
NO_RUNG = -1
"""The final rung of an auction in which nobody declares; its declarer is -1 too."""
_NOBODY = (-1, NO_RUNG)


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


def bid_worth(variant: Variant, hand: int, face_up: Sequence[int] = ()) -> float:
    """Return the expected points of a hand if it declares, before anybody has called.

    ``face_up`` are the cards of the surprise that lie face up. Raises RuleError in a game without
    an auction of numbers.
    """
    figure = np.array([hand_figure(variant, hand, face_up)])
    return float(FigureModel.of(variant).expected_points(figure, variant.players)[0])


def bid_to_make(
    variant: Variant, bidding: Bidding, hand: int, face_up: Sequence[int] = ()
) -> Bid | None:
    """Return the bid of the seat in turn, None to pass; it never bids every trick or none.

    ``face_up`` are the cards of the surprise that lie face up. Raises RuleError if the auction is
    over, or in a game without an auction of numbers.
    """
    rung = AuctionState.of(variant, bidding).rung_to_bid(hand_figure(variant, hand, face_up))
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
    call = _PASS if last is None else bidding.ladder.index(last)
    return AuctionState.of(variant, derived(bidding, calls=tuple(before))).weights_after(call)


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
        weights: Floats,
    ) -> None:
        self._payoffs, self._waiting = pays, waiting
        self.weights = weights
        """By seat and figure the likelihood of the calls so far."""
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
        return cls(_payoffs(variant), bidding.waiting, end, call_likelihoods(variant, bidding))

    def ends_by_limit(
        self, call: Bid | None, figures: Sequence[float], up_to: Sequence[Bid]
    ) -> list[tuple[int, int]]:
        """Return the end of the auction for each limit of ``up_to``, lowest first.

        The seat in turn calls ``call`` now and later the least bid, up to the limit. The others
        follow the rule on their ``figures``.
        """
        ladder = self._payoffs.bids
        most = [ladder.index(bid) for bid in up_to]
        state = self.after(_PASS if call is None else ladder.index(call))
        ends: list[tuple[int, int]] = []
        while state.seat is not None and len(ends) < len(most):
            if state.seat is not self.seat:
                state = state.after(state.rung_to_bid(figures[state.seat]))
                continue
            passes = bisect_left(most, state.lowest_rung) - len(ends)
            if passes > 0:
                ends += [state.after(_PASS).end_by_rule(figures)] * passes
            if len(ends) < len(most):
                state = state.after(state.lowest_rung)
        return ends + [state.end_by_rule(figures)] * (len(most) - len(ends))

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

    def weights_after(self, call: int) -> Floats:
        """Return the likelihoods after the seat in turn has called a rung or ``_PASS``."""
        first = self.first if call == _PASS else call
        if call != _PASS and self._payoffs.bids[call].aim is not Aim.POINTS:
            return self.weights
        weights = self.weights.copy()
        assert self.seat is not None
        weights[self.seat] *= np.where(self.calls_by_figure(first) == call, 1.0, SLIP)
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
        at, calls = int(figure - FIGURES[0]), self.calls_by_figure(self.first)
        # The call is monotone in the figure.
        if calls[at] == calls[at + 1]:
            return int(calls[at])
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
            self._next[call] = AuctionState(self._payoffs, waiting, end, self.weights_after(call))
        return self._next[call]


def chance_to_make(variant: Variant, points: int, figures: Floats, others: Floats) -> Floats:
    """Return the probability that declarers take so many points.

    It goes by the declarer's figure and the sum of the others'.
    """
    spread = FigureModel.of(variant)
    away = (points - 0.5 - spread.points(figures, others)) / spread.error
    return np.asarray(1 - np.interp(away, _NORMAL, _BELOW))


def score_balances(
    variant: Variant, bid: Bid, points: Floats | Ints, made: Flags, declares: Flags | bool = True
) -> Floats:
    """Return by deal how much more a seat marks than the others' mean, as ``ByBid`` marks.

    ``points`` are those of the declarer, enough where ``made`` says that the bid is made;
    ``declares`` is whether the seat is the declarer.
    """
    stake, others = bid.worth, variant.players - 1
    counted = variant.scoring.marks_taken_points and bid.aim is Aim.POINTS
    marked = points if counted else stake
    lost = stake - stake * (others - 1) / others
    declarers = np.where(made, marked, -stake)
    return np.where(declares, declarers, np.where(made, -marked / others, lost))


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
    most = variant.most_points(Contract.S)
    ends = (np.arange(most) + 0.5 - _MEANS[:, None]) / spread.error
    below = np.interp(ends, _NORMAL, _BELOW)
    whole = np.ones((len(_MEANS), 1))
    chances = np.diff(np.hstack([0 * whole, below, whole]), axis=1)
    rungs = [rung for rung, bid in enumerate(variant.bids) if bid.aim is Aim.POINTS]
    won, bids = np.arange(most + 1), [variant.bids[rung] for rung in rungs]
    declarers, others = (
        np.array([score_balances(variant, bid, won, won >= bid.worth, who) for bid in bids])
        for who in (True, False)
    )
    pays = np.full((len(_MEANS), len(variant.bids) + 1), -inf)
    against = np.zeros((len(variant.bids) + 1, len(_MEANS)))
    pays[:, rungs], against[rungs] = chances @ declarers.T, others @ chances.T
    return _Payoffs(variant.bids, spread, spread.density(FIGURES), pays, against)


def _mean_index(points: Floats) -> Ints:
    """Return the indices of the nearest ``_MEANS``."""
    at = (points - (_MEANS[0] - _STEP / 2)) * (1 / _STEP)
    return np.asarray(np.clip(at, 0, len(_MEANS) - 1).astype(np.intp))
