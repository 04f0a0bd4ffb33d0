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
partition functions: they give the probability of each number of discards, and samples of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from math import erf, sqrt
from typing import Any

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
    suit_ranks,
)
from ..errors import RuleError
from ..package_data import data_path
from ..rollouts import DiscardChooser, Game, game_of
from ..rules.trick import arranged
from ..rules.variant import Variant, point_table
from .compare import Floats, HandArray, Ints

FILE = "hand_model.npz"
POINTS_FILE = "declarer_points.npz"

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

    def __init__(self, variant: Variant, contract: Contract, own: Tables, against: Tables) -> None:
        self.variant, self.contract = variant, contract
        self._own, self._against = own, against
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
            own = load_tables(POINTS_FILE, str(variant.players))
            return HandModel(variant, contract, own, own)
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
        found = of.plain[bucket, plain].sum(axis=0, dtype=np.int64) + of.trump[trump]
        return np.asarray(found + of.drawn[bucket, drawn])

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
        worths = np.where(allowed.T, self._discard_tables(hands, most, None)[1], _NEVER)
        counts, row = worths.argmax(axis=1), np.arange(len(hands))
        best = np.rint(worths[row, counts] / _EVEN)
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
        worths = self._scores(self._own, kept, drawn)
        return self.contract.sign * worths / (scale * UNIT)

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
        gone, worths = self._discard_tables(hands, most, scale, counts, seeds, fixed)
        with np.errstate(divide="ignore"):
            return gone, np.log(worths)

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
        none, worths = np.zeros(len(hands), np.uint64), np.zeros((len(hands), most + 1))
        gone = none.copy() if seeds is None else seeds
        fixed = none if fixed is None else fixed
        if counts is not None:
            counts = np.asarray(counts, np.int64)  # in a browser numpy's default has 32 bits
        self.discard_chooser(scale).fill_tables(
            np.ascontiguousarray(hands), fixed, counts, gone, worths
        )
        return gone, worths

    def holdings(self, hands: HandArray) -> tuple[Ints, Ints]:
        """Return the holdings of the plain suits, by height, and those of trumps, if any."""
        shifts = np.array([[RANKS * suit] for suit in self._suits], np.uint64)
        found = self._by_height[(hands >> shifts).astype(np.int64) & SUIT_MASK]
        if self.contract.trump is None:
            return found, np.zeros(len(hands), np.int64)
        return found[:-1], found[-1]


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
    found, kept, _ = best_kept_hands(variant, np.array([held], np.uint64))
    return Contract(int(found[0])), int(kept[0])


def best_kept_hands(variant: Variant, held: HandArray) -> tuple[Ints, HandArray, Floats]:
    """Return for each hand the trump to name, the hand to keep and the expected points.

    All hands have the same number of cards.
    """
    size = max(int(held[0]).bit_count() - variant.tricks, 0)
    trumps = suit_contracts(variant)
    every = [HandModel.of(variant, trump).best(held, (size,)) for trump in trumps]
    gone, points = (np.stack(each) for each in zip(*every, strict=True))
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
