"""What a hand is worth before the play, in tricks or in points of cards, with no search.

The cards a seat keeps are worth a sum: so much for what it holds of each suit, whole holdings
looked up in a table, so much for the number of cards it draws, and so much for its place. A plain
suit and a card drawn are worth more or less the more trumps are kept, so that there is a table for
each ``bucket`` of so many trumps. What comes out lies around that with a standard deviation,
``spread``.

The tables are in ``solver/data/hand_model.npz``, made by ``tools/data/train_hands.py`` of 405514c2
(it is in the history) from deals that the policy (``solver/rollouts.py``) played: for a trump, NT
and NULLO, for hands of 12 and of 16 cards, of the latter for the declarer and for those
``against`` him, and for a trump where the ``whole`` hand goes or none. Holdings are by height,
bit 0 the lowest card, so that a low ace needs no table of its own.

Where cards have points those of a declarer are such a sum too: so many for each trump and for the
high ones, for tens, aces, kings and queens beside, for suits it is void in or has one card of. The
weights, by how many play, are in ``solver/data/declarer_points.json``, made by
``tools/data/fit_bids.py`` of 405514c2 from deals solved with open cards; the tables are reckoned
from them.

As the worth is a sum over suits no discard has to be tried out: what is best kept of a holding, if
so many of its cards go, is a table too, and suits go together by the number of cards in all. With
sums of products in place of the best of sums the same says how likely so many cards are to go, or
draws which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from math import erf, sqrt
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import (
    RANK_LETTERS,
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
from ..exchange.discards import kept_hands
from ..package_data import data_path, load_json
from ..rollouts import Game, Ways, game_of
from ..rules.trick import arranged
from ..rules.variant import Variant, point_table
from .compare import Floats, HandArray, Ints

FILE = "hand_model.npz"
POINTS_FILE = "declarer_points.json"

UNIT = 100
"""The tables are in hundredths of a trick."""

HOLDINGS = np.arange(1 << RANKS)
COUNTS = np.bitwise_count(HOLDINGS).astype(np.int64)

_HEIGHTS = np.asarray(sum((HOLDINGS >> bit & 1) * bit for bit in range(RANKS)))
_EVEN = 1024  # of two discards worth the same the lower cards go
_NEVER = -1e18

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Tables:
    """What is stored, in hundredths of a trick, and the bucket of each number of trumps."""

    plain: NDArray[np.int16]
    trump: NDArray[np.int16]
    drawn: NDArray[np.int16]
    role: NDArray[np.int16]
    bucket: NDArray[np.int16]
    spread: NDArray[np.int16]


PARTS = tuple(part.name for part in fields(Tables))


@cache
def stored(name: str) -> Tables:
    """Return the tables of a name, as ``"trump-16-against"``."""
    with np.load(data_path(FILE)) as found:
        return Tables(*(found[f"{name}/{part}"] for part in PARTS))


def role_of(variant: Variant, seat: Seat, declarer: Seat | None) -> int:
    """Return how many seats after the leader a seat plays, and all more if it declares."""
    players = variant.players
    return (seat - variant.leader(declarer)) % players + players * (seat is declarer)


class HandModel:
    """What hands are worth in a contract of a game; ``of`` makes one."""

    def __init__(self, variant: Variant, contract: Contract, own: Tables, against: Tables) -> None:
        self.variant, self.contract = variant, contract
        self._own, self._against = own, against
        rules = variant.rules_of(contract)
        self._by_height, _ = orders(rules.heights)
        self._game = game_of(rules, contract, frozenset(), variant.pack, variant.players)
        # The plain suits, and the trump last where there is one.
        self._suits = sorted(range(SUITS), key=lambda suit: suit == contract.trump)

    @staticmethod
    @lru_cache(maxsize=256)
    def of(variant: Variant, contract: Contract) -> HandModel:
        """Return the model of a contract; of hands of other sizes that of about as many cards."""
        rules = variant.rules_of(contract)
        if rules.unit == "points":
            return HandModel(variant, contract, *[_of_points(rules.heights, variant.players)] * 2)
        whole = variant.exchange.all_or_nothing and contract.trump is not None
        size = "16" if variant.tricks > 13 else "whole" if whole else "12"
        own = against = stored(f"{contract.kind}-{size}")
        if variant.players != SEATS:
            raise RuleError(f"advice on exchanges: only where three play, not in {variant.code}")
        if size == "16":
            against = stored(f"{contract.kind}-{size}-against")
        return HandModel(variant, contract, own, against)

    def _tables(self, role: int) -> Tables:
        return self._against if self.variant.declared and role < self.variant.players else self._own

    @property
    def start(self) -> float:
        """What the first seat takes with no cards, to which that of its suits is added."""
        return float(self._own.role[0]) / UNIT

    def spread(self, role: int) -> float:
        """Return the standard deviation of the tricks of deals about those expected."""
        return float(self._tables(role).spread) / UNIT

    def tricks(self, kept: HandArray, drawn: Ints | int, role: int = 0) -> Floats:
        """Return about how many tricks a seat takes with the cards kept and so many drawn.

        Its ``role`` is that of ``role_of``.
        """
        of = self._tables(role)
        return np.asarray((self._worths(of, kept, drawn) + of.role[role]) / UNIT)

    def _worths(self, of: Tables, kept: HandArray, drawn: Ints | int) -> Ints:
        plain, trump = self.holdings(kept)
        bucket = of.bucket[COUNTS[trump]]
        found = of.plain[bucket, plain].sum(axis=0, dtype=np.int64) + of.trump[trump]
        return np.asarray(found + of.drawn[bucket, drawn])

    def classes(self, hand: int, discards: HandArray, role: int = 0) -> Floats:
        """Return about how many tricks each of several discards of one hand leaves."""
        return self.tricks(np.uint64(hand) & ~discards, np.bitwise_count(discards), role)

    def points(
        self, tricks: Floats, seat: Seat, declarer: Seat | None, great: bool = False
    ) -> Floats:
        """Return the points of a seat of which so many tricks are expected, give or take."""
        spread = self.spread(role_of(self.variant, seat, declarer))
        table = point_table(self.variant, self.contract, great, declarer)[seat]
        return np.interp(tricks, *_points(table, spread))

    def best(
        self, hands: HandArray, sizes: Sequence[int] | Ints, role: int = 0
    ) -> tuple[HandArray, Floats]:
        """Return the best discard of each hand, and about how many tricks it leaves.

        ``sizes`` are the numbers of cards that may go, or an array of how many may at most, hand
        by hand. Of discards worth the same that of fewer and lower cards goes.
        """
        most = int(np.max(sizes, initial=0))
        number = np.arange(most + 1)[:, None]
        if not isinstance(sizes, np.ndarray):
            allowed = np.isin(number, sizes)
        elif self.variant.exchange.all_or_nothing:
            allowed = (number == 0) | (number == sizes)
        else:
            allowed = number <= sizes
        worths = np.where(allowed.T, self._parted(hands, most, None)[1], _NEVER)
        counts, row = worths.argmax(axis=1), np.arange(len(hands))
        best = np.rint(worths[row, counts] / _EVEN)
        tricks = self.contract.sign * best + self._own.role[role]
        return self._parted(hands, most, None, counts)[0], tricks / UNIT

    def log_chances(self, hands: HandArray, scale: float, most: int) -> Floats:
        """Return by hand and number of cards up to ``most`` the logarithm of what chances it has.

        That is of the sum over all ways to put so many down of e to the power of what the rest is
        worth in tricks, divided by ``scale``.
        """
        with np.errstate(divide="ignore"):
            return np.log(self._parted(hands, most, scale)[1])

    def log_odds(self, kept: HandArray, drawn: Ints | int, scale: float) -> Floats:
        """Return what one way to put so many down, which leaves these cards, adds to these sums."""
        worths = self._worths(self._own, kept, drawn)
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
        """Return for each hand a discard of so many cards, drawn by the same odds, and these."""
        seeds = rng.bit_generator.random_raw(len(hands))
        gone, worths = self._parted(hands, most, scale, counts, seeds, fixed)
        with np.errstate(divide="ignore"):
            return gone, np.log(worths)

    def ways(self, scale: float | None) -> Ways:
        """Return the ways to put cards down, by odds of e to one for a ``scale``, or the best."""
        return _ways(self._game, self._own, self.contract.sign, scale)

    def _parted(
        self,
        hands: HandArray,
        most: int,
        scale: float | None,
        counts: Ints | None = None,
        seeds: HandArray | None = None,
        fixed: HandArray | None = None,
    ) -> tuple[HandArray, Floats]:
        """Return what goes of each hand, and what is left by number of cards."""
        none, worths = np.zeros(len(hands), np.uint64), np.zeros((len(hands), most + 1))
        gone = none.copy() if seeds is None else seeds
        fixed = none if fixed is None else fixed
        if counts is not None:
            counts = np.asarray(counts, np.int64)  # numpy's own are shorter on the site
        self.ways(scale).parted(np.ascontiguousarray(hands), fixed, counts, gone, worths)
        return gone, worths

    def holdings(self, hands: HandArray) -> tuple[Ints, Ints]:
        """Return the holdings of the plain suits, and those of trumps, empty without a trump."""
        shifts = np.array([[RANKS * suit] for suit in self._suits], np.uint64)
        found = self._by_height[(hands >> shifts).astype(np.int64) & SUIT_MASK]
        if self.contract.trump is None:
            return found, np.zeros(len(hands), np.int64)
        return found[:-1], found[-1]


@cache
def orders(heights: tuple[int, ...]) -> tuple[Ints, HandArray]:
    """Return holdings by height of those by rank, and the other way round."""
    by_height = np.asarray(sum((HOLDINGS >> rank & 1) << at for rank, at in enumerate(heights)))
    return by_height, by_height.argsort().astype(np.uint64)


@lru_cache(maxsize=256)
def _points(table: tuple[tuple[int, int], ...], spread: float) -> tuple[Floats, Floats]:
    """Return tricks expected, and what points these are on average, give or take the spread.

    The ``table`` has the least and the most points for each number of tricks.
    """
    points = np.mean(table, axis=1)
    steps, tricks = np.diff(points), np.arange(-64, 8 * len(table) + 57) / 8
    if (steps == steps[0]).all():
        return tricks, points[0] + steps[0] * tricks
    ends = (np.arange(len(steps)) + 0.5 - tricks[:, None]) / (spread * sqrt(2))
    fewer = (1 + np.vectorize(erf)(ends)) / 2
    return tricks, points[-1] - (fewer * steps).sum(axis=-1)


# Ways to put cards down ---------------------------------------------------------------


@lru_cache(maxsize=32)
def _ways(game: Game, of: Tables, sign: int, scale: float | None) -> Ways:
    """Return the ways of tables: the best, or by odds of e to one for a ``scale``."""
    parts: list[Array] = [of.plain, of.trump, of.drawn.T]
    if scale is None:
        parts = [sign * (_EVEN * part.astype(np.float64)) for part in parts]
        parts[:2] = [part + sign * _HEIGHTS for part in parts[:2]]
    else:
        parts = [np.exp(sign * part / (scale * UNIT)) for part in parts]
    plain, trump, drawn = map(np.ascontiguousarray, parts)
    return Ways(game, scale is None, plain, trump, drawn, of.bucket)


# Points of a declarer ---------------------------------------------------------------

FEATURES = (
    *("hand", "trumps", "trump T", "trump A", "trump K", "trump Q", "trump J"),
    *("T", "A with T", "A", "K", "Q", "voids", "singletons"),
)
"""What the points are a sum of, each so many times its weight; the first is 1."""

_LOW = (1 << RANK_LETTERS.index("7")) - 1
"""The cards below the seven, which are in no pack of these games."""

_T, _A, _K, _Q, _J = (1 << RANK_LETTERS.index(letter) for letter in "TAKQJ")


def suit_features(ranks: int, is_trump: bool) -> tuple[int, ...]:
    """Return what a suit adds to the features, all but the first, by its ranks."""
    high = [int(ranks & rank > 0) for rank in (_T, _A, _K, _Q, _J)]
    if is_trump:
        return (ranks.bit_count(), *high, *(0,) * 7)
    ten, ace, king, queen, _ = high
    return (
        *(0,) * 6,
        ten,
        ace & ten,
        ace & (1 - ten),
        king,
        queen,
        int(not ranks),
        int(ranks.bit_count() == 1 and not ten and not ace),
    )


@cache
def _of_points(heights: tuple[int, ...], players: int) -> Tables:
    """Return the points of a declarer by what he holds of a suit, in hundredths."""
    rule = load_json(POINTS_FILE)["weights"][str(players)]
    start, *weights = (rule[name] for name in FEATURES)
    plain, trumps = np.zeros((2, len(HOLDINGS)), np.int16)
    for height, ranks in enumerate(orders(heights)[1].tolist()):
        if not ranks & _LOW:
            plain[height], trumps[height] = (
                round(UNIT * float(sum(map(mul, weights, suit_features(ranks, is_trump)))))
                for is_trump in (False, True)
            )
    role = np.full(2 * players, round(UNIT * start), np.int16)
    none = np.zeros((1, len(heights) + 4), np.int16)
    return Tables(plain[None], trumps, none, role, none[0], none[0, 0])


# The rule of thumb --------------------------------------------------------------------


def thumb_discards(variant: Variant, contract: Contract, hand: int, sizes: Sequence[int]) -> int:
    """Return the cards that the rule of thumb puts down, as a hand: the best by the model.

    ``sizes`` are the numbers that may be exchanged.
    """
    discards, _ = HandModel.of(variant, contract).best(np.array([hand], np.uint64), sizes)
    return int(discards[0])


def kept_choices(variant: Variant, held: int) -> list[int]:
    """Return every hand that may be kept of ``held``; those of the others are not known."""
    size, others = min(variant.tricks, held.bit_count()), variant.pack & ~held
    return kept_hands(held, others, size, variant.rules, dearest=not variant.pile_counts)


def best_kept(variant: Variant, held: int) -> tuple[Contract, int]:
    """Return the trump to name and the hand to keep of the cards held, surprise included."""
    found, kept, _ = best_kept_of(variant, np.array([held], np.uint64))
    return Contract(int(found[0])), int(kept[0])


def best_kept_of(variant: Variant, held: HandArray) -> tuple[Ints, HandArray, Floats]:
    """Return of many hands the trump to name, the hand to keep, and about how many points it takes.

    All have as many cards.
    """
    size = max(int(held[0]).bit_count() - variant.tricks, 0)
    trumps = _trumps(variant)
    every = [HandModel.of(variant, trump).best(held, (size,)) for trump in trumps]
    gone, points = (np.stack(each) for each in zip(*every, strict=True))
    best = points.argmax(axis=0)
    away = gone[best, np.arange(len(held))]
    return np.array(trumps)[best], held & ~away, points.max(axis=0)


def takes_all(variant: Variant, contract: Contract, hand: int) -> bool:
    """Return whether a seat claims every trick: if it would take them all by leading.

    Its highest trumps draw all that it does not hold, even from one hand; in every other suit
    its highest cards do so, or it holds no other cards. A suit is counted with the cards of the
    pack. Where most of a hand lies covered nobody can tell.
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


def trump_to_avoid(hand: int, variant: Variant) -> Contract:
    """Return the trump that forehand names where few points are wanted: its weakest suit.

    That is by its points, and one for every card.
    """
    worth = variant.rules.card_points
    return min(
        _trumps(variant),
        key=lambda trump: sum(1 + worth[rank] for rank in cards_in(suit_ranks(hand, trump))),
    )


def trump_to_name(variant: Variant, hand: int) -> Contract:
    """Return the trump that a seat names by the rule of thumb, nothing being taken up."""
    if variant.rules.avoids:
        return trump_to_avoid(hand, variant)
    return best_kept(variant, hand)[0]


def _trumps(variant: Variant) -> list[Contract]:
    return [contract for contract in variant.contracts if contract.trump is not None]
