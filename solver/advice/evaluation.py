"""What a deal is worth to a seat: its points and the marks it reaches.

**What a hand is worth without any search**: sums of features, fitted to solved deals.

There are two rules, by what they look at; both speak of tricks by share.

**A discard by itself.** ``exchange_values`` looks at the cards that are kept, suit by suit, and
at how many are drawn. What each feature counts for is in ``solver/data/exchange_values.json``,
made by ``tools/data/fit_exchange.py`` from deals solved with open cards. Only differences
between discards of one hand mean anything.

* **NT**: each honour kept, two honours together, a king, queen or jack with too few
  cards under it, the length of the suit, and again for each of its two highest honours
  from the queen up, long cards under two of the three highest.
* **A trump suit**: the same of the other suits, and of the trumps their honours and
  number; a void, a single card and the aces once more for every trump kept.
* **NULLO**: of the lowest card kept of a suit, the second, the third and the rest, how many
  cards lower than it the others may hold, and how many that are higher; the length; the
  card that has too many lower ones even if it is played late; a suit that never takes a
  trick it need not take; a single card.
* **All**: the number of cards drawn, and its square.

**A deal after the exchange.** ``FittedPoints`` sums the ``deal_features`` of all three hands,
many deals at once: the seat's own, those of the two others together, and whether it leads. What
each counts for is in ``solver/data/hand_points.json``, made by ``tools/data/fit_hands.py`` from
deals of twelve and of sixteen cards that were solved with open cards; how far the rule is off is
there too, in one deal and on average over the deals that agree with one hand. Only cards that
are in play count, so those put down are in nobody's hand. The features are of suits, added up:

* **all suits**: how many tricks the seat takes if all play their highest cards first, if all
  play their lowest first, and if only its own go the other way round;
* **NT and trump contracts**: cards with no, one … four higher ones elsewhere, guards, long
  cards, cards that can be cashed before somebody is void;
* **trump contracts**: the same of trumps; what short suits, long suits and top cards are
  worth with the trumps held;
* **NULLO**: of the lowest card of a suit, the second and so on how many lower and higher
  cards the others hold; suits that never take a trick they need not take; suits to get out
  with; voids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import CARDS, RANKS, SEATS, SUITS, Contract, Seat, suit_ranks
from ..engine import Engine, unproved
from ..exchange.discards import DiscardClass
from ..package_data import load_json
from ..rollouts import rollouts
from ..rules.trick import strength
from ..rules.variant import point_table, points
from ..run import Run
from ..values.solution import Tricks, best_case, share
from .choices import Value
from .observation import ContractObservation
from .old_compare import Floats, HandArray, Interval, Ints, Prior


class Outcome(NamedTuple):
    """What a deal comes to: points, for each mark how far it is reached, and from what.

    In a great contract a mark between guarantee and best case is reached in part. Points and marks
    lie ``between`` what is not ruled out: if not ``proved``, some of the ``guarantees`` are
    estimates.
    """

    between: Interval
    reached_between: tuple[Interval, ...]
    guarantees: Tricks
    proved: bool = True


class Evaluator:
    """Values deals that agree with an observation: the points of the seat, the marks it reaches.

    ``marks`` are numbers of tricks: the target; for the declarer of a great contract, all
    from the target up.
    """

    def __init__(self, observation: ContractObservation, value: Value) -> None:
        self.observation, self.contract = observation, observation.contract
        self.value = checks.instance(value, Value, "value")
        self.variant, self.great = observation.variant, observation.great
        self.tricks, self.target = self.variant.tricks, observation.target
        table = point_table(self.variant, self.contract, self.great, observation.declarer)
        self.least, self.most = zip(*table[observation.seat], strict=True)
        self.marks: tuple[int, ...] = (self.target,)
        if self.great and observation.seat is observation.declarer:
            self.marks = tuple(range(self.target, self.tricks + 1))
        self.possible = float(min(self.least)), float(max(self.most))
        """The least and the most points that a deal can come to."""
        self.of = cache(self._of)

    def within(self, low: Tricks, high: Tricks) -> tuple[Interval, tuple[Interval, ...]]:
        """Return between what points and marks lie if guarantees do between ``low`` and ``high``.

        A seat has most where its own guarantee is highest and the others' are lowest, but for great
        contracts, in which points jump: there all are looked at that add up to no more tricks than
        there are.
        """
        if self.great:
            every = product(*(range(sure, to + 1) for sure, to in zip(low, high, strict=True)))
            most = max(self.tricks, sum(low))
            corners = [tuple(each) for each in every if sum(each) <= most]
        else:
            corners = [
                tuple(own[seat] if seat is self.observation.seat else others[seat] for seat in Seat)
                for own, others in ((low, high), (high, low))
            ]
        points, reached = zip(*map(self.of, corners), strict=True)
        least, most_points = self.possible
        marks = (set(each) for each in zip(*reached, strict=True))
        return (max(min(points), least), min(max(points), most_points)), tuple(
            (0.0, 1.0) if len(mark) > 1 else (min(mark), min(mark)) for mark in marks
        )

    def _of(self, guarantees: Tricks) -> tuple[float, tuple[float, ...]]:
        """Return points and marks of three guarantees."""
        sign = self.contract.sign
        sure = guarantees[self.observation.seat]
        if self.value is Value.PLAYED:  # all tricks, as they were taken
            brought = points(
                self.variant, self.contract, self.great, self.observation.declarer, guarantees
            )
            reached = tuple(float(sign * (sure - mark) >= 0) for mark in self.marks)
            return float(brought[self.observation.seat]), reached
        seat_share = share(guarantees, self.tricks, self.contract)[self.observation.seat]
        if not self.great:
            reached = tuple(float(sign * (seat_share - mark) >= 0) for mark in self.marks)
            return float(sign * (seat_share - self.target)), reached
        # Points are not linear here. The share is the mean of guarantee and best case, taken at
        # some odds, and so are the points and the marks: at the same odds.
        best = best_case(guarantees, self.tricks, self.contract)[self.observation.seat]
        best = min(max(best, 0), self.tricks)  # it can be beyond only if not all was proved
        part = (
            min(max(float((seat_share - sure) / (best - sure)), 0.0), 1.0) if best != sure else 0.0
        )
        worth = self.least[sure] + part * (self.most[best] - self.least[sure])
        return worth, tuple(
            (1 - part) * (sign * (sure - mark) >= 0) + part * (sign * (best - mark) >= 0)
            for mark in self.marks
        )

    def first_guess(self) -> Tricks:
        """Return the guarantees to start from when nothing similar has been searched."""
        return (self.tricks // SEATS,) * SEATS

    def outcome(
        self,
        engine: Engine,
        hands: Sequence[int],
        guess: Tricks,
        run: Run,
        limit: Run | None = None,
    ) -> Outcome:
        """Return what hands after the exchange come to.

        ``guess`` are the guarantees to start from. If there is a ``limit`` and it is over
        before a guarantee is proved, the number of tricks nearest to the guess that is not
        ruled out is taken as the estimate. Raises StoppedError once the run is over.
        """
        if self.value is Value.PLAYED:
            run.check()
            least = most = self._played(hands)
        else:
            observation, bounds = self.observation, []
            for seat in Seat:
                run.check()
                part = None if limit is None else limit.part(1 / (SEATS - seat))
                low, high = engine.lead_bounds(
                    hands,
                    self.contract,
                    observation.leader,
                    seat,
                    ace_low=observation.ace_low,
                    run=part or run,
                    guess=guess[seat],
                )
                if low < high:
                    run.check()
                    if part is None or not part.is_over():
                        unproved(run)
                bounds.append((low, high))
            least, most = map(tuple, zip(*bounds, strict=True))
        guarantees = tuple(
            min(max(tricks, low), high)
            for tricks, low, high in zip(guess, least, most, strict=True)
        )
        return Outcome(*self.within(least, most), guarantees, least == most)

    def _played(self, hands: Sequence[int]) -> Tricks:
        """Return what each seat takes if all play by the policy."""
        observation = self.observation
        gone = np.zeros((1, SEATS), np.uint64)
        gone[0, observation.seat] = (observation.hand | observation.gone) & ~hands[observation.seat]
        taken = np.zeros((1, 1, SEATS), np.int16)
        game = observation.rollout_game
        rollouts().play(game, np.array([hands], np.uint64), gone, observation.leader, (), (), taken)
        return tuple(taken[0, 0].tolist())


# By sums of features ------------------------------------------------------------------

# A discard by itself ----------------------------------------------------------------

DISCARDS_FILE = "exchange_values.json"

Feature = tuple[str, float]
"""The name of a feature, and how often it counts."""

_HONOURS = ((12, "A"), (11, "K"), (10, "Q"), (9, "J"), (8, "T"), (7, "9"))
_PAIRS = ("AK", "AQ", "AJ", "KQ", "KJ", "QJ", "QT", "JT")
_LONGEST = 7
_FITTED_CARDS = 12
_KNOTS = (0, 1, 2, 3, 4, 6, 8, 12)
"""Numbers of lower cards that others may hold; values in between are interpolated."""


def exchange_values(
    contract: Contract, hand: int, classes: Sequence[DiscardClass], ace_low: bool = False
) -> list[float]:
    """Return what each discard is worth, in points by share; only differences count."""
    weights = load_json(DISCARDS_FILE)["weights"][contract.kind]

    @cache
    def worth(suit: int, kept: int, gone: int, trumps: int) -> float:
        features = suit_features(contract, suit, kept, gone, trumps, ace_low)
        return float(sum(weights.get(name, 0.0) * times for name, times in features))

    values = []
    for each in classes:
        kept = hand & ~each.cards
        trumps = trumps_in(contract, kept)
        total = sum(weights[name] * times for name, times in drawing_features(each.size))
        for suit in range(SUITS):
            total += worth(suit, suit_ranks(kept, suit), suit_ranks(each.cards, suit), trumps)
        values.append(total)
    return values


def trumps_in(contract: Contract, kept: int) -> int:
    """Return how many trumps a hand has."""
    return 0 if contract.trump is None else suit_ranks(kept, contract.trump).bit_count()


def is_fitted_to(observation: ContractObservation) -> bool:
    """Return whether a view is like the deals that the rule was fitted to.

    In those, hands have twelve cards, and any number up to a limit may be exchanged.
    """
    return (
        observation.variant.tricks == _FITTED_CARDS
        and not observation.variant.exchange.all_or_nothing
    )


def drawing_features(cards: int) -> Iterator[Feature]:
    """Yield the features of drawing so many cards."""
    yield "draw", cards
    yield "draw squared", cards**2 / 10


def _heights(ranks: int, ace_low: bool) -> int:
    """Return a suit's cards as bits in order of height."""
    if not ace_low:
        return ranks
    heights = 0
    for rank in range(RANKS):
        heights |= (ranks >> rank & 1) << strength(rank, ace_low)
    return heights


def suit_features(
    contract: Contract, suit: int, kept: int, gone: int, trumps: int, ace_low: bool = False
) -> Iterator[Feature]:
    """Yield the features of a suit, by the ranks kept and put down and the trumps kept."""
    kept, gone = _heights(kept, ace_low), _heights(gone, ace_low)
    if contract.avoids:
        return _kept_avoiding(kept, gone)
    if suit == contract.trump:
        return _kept_trumps(kept)
    return _kept_plain(kept, None if contract.trump is None else trumps)


def _kept_plain(kept: int, trumps: int | None) -> Iterator[Feature]:
    length, held = kept.bit_count(), _honours(kept)
    yield f"length {min(length, _LONGEST)}", 1
    yield from _honour_features(kept)
    for letter in held[:2]:
        if letter in "AKQ":
            yield f"{letter}, a card of its suit", length
    tops = sum(letter in held for letter in "AKQ")
    if tops > 1 and length > 3:
        yield f"long under {tops} tops", length - 3
    if trumps is not None:
        if length < 2:
            yield f"length {length}, a trump", trumps
        if "A" in held:
            yield "A, a trump", trumps
        if tops > 1:
            yield "tops, a trump", trumps


def _kept_trumps(kept: int) -> Iterator[Feature]:
    yield f"trumps {min(kept.bit_count(), 9)}", 1
    for name, times in _honour_features(kept):
        yield f"trump {name}", times


def _honours(kept: int) -> str:
    return "".join(letter for height, letter in _HONOURS if kept >> height & 1)


def _honour_features(kept: int) -> Iterator[Feature]:
    length, held = kept.bit_count(), _honours(kept)
    for letter in held:
        yield letter, 1
    for pair in _PAIRS:
        if pair[0] in held and pair[1] in held:
            yield pair, 1
    for letter, needed, above in (("K", 2, "A"), ("Q", 3, "AK"), ("J", 4, "AKQ")):
        if letter in held and length < needed and not set(above) & set(held):
            yield f"{letter} with {length - 1}", 1


def _kept_avoiding(kept: int, gone: int) -> Iterator[Feature]:
    yield f"length {min(kept.bit_count(), _LONGEST)}", 1
    own = kept | gone
    lower = []
    for height in range(RANKS):
        if not kept >> height & 1:
            continue
        below = height - (own & (1 << height) - 1).bit_count()
        above = RANKS - 1 - height - (own >> height + 1).bit_count()
        lower.append(below)
        place = min(len(lower), 4)
        yield from _between(f"card {place}, below", below)
        yield f"card {place}, above", above / 10
    if not kept and gone:
        yield "void made", 1
    if kept:
        # The lowest card of the suit, played first, spares the second, and so on.
        too_high = max(below - 2 * place for place, below in enumerate(lower))
        yield "worst card, below", max(0, too_high)
        if all(below <= place for place, below in enumerate(lower)):
            yield "safe suit", 1
    if len(lower) == 1:
        yield "single card, below", lower[0]


def _between(name: str, amount: int) -> Iterator[Feature]:
    """Yield the two knots that an amount lies between, weighted by nearness."""
    for low, high in pairwise(_KNOTS):
        if low <= amount <= high:
            part = (amount - low) / (high - low)
            if part < 1:
                yield f"{name} {low}", 1 - part
            if part > 0:
                yield f"{name} {high}", part
            return


# A deal after the exchange ----------------------------------------------------------

DEALS_FILE = "hand_points.json"

Features = dict[str, Floats]
"""By name, an array with one row per deal and one column per seat."""

_FAR = 99
_LOW_CARDS = 5
_LOWER = ((0, 0), (1, 1), (2, 2), (3, 4), (5, 6), (7, 12))
"""How many lower cards others may hold, in steps."""


def deal_features(hands: HandArray, contract: Contract, ace_low: bool = False) -> Features:
    """Return the features of deals, given as three hands a row."""
    suits = _suits(hands, ace_low)
    of_suit = _avoiding if contract.avoids else _winning
    by_suit = [of_suit(suits[:, :, suit]) for suit in range(SUITS)]
    if contract.trump is not None:
        return _with_trumps(by_suit, contract.trump)
    return _avoiding_deal(by_suit) if contract.avoids else _notrump_deal(by_suit)


def _suits(hands: HandArray, ace_low: bool) -> NDArray[np.int8]:
    """Return whether each card is held: deal, seat, suit, height from the lowest."""
    bits = hands[:, :, None] >> np.arange(CARDS, dtype=np.uint64) & np.uint64(1)
    held = bits.astype(np.int8).reshape(len(hands), SEATS, SUITS, RANKS)
    return held[..., sorted(range(RANKS), key=lambda rank: strength(rank, ace_low))]


class _Suit:
    """One suit of many deals: heights of the cards of each seat, and what is above and below."""

    def __init__(self, held: NDArray[np.int8]) -> None:
        self.held = held > 0
        self.length = held.sum(-1).astype(float)
        heights = np.arange(RANKS)
        self.rising = np.sort(np.where(self.held, heights, _FAR), axis=-1)
        self.rising[self.rising == _FAR] = -1
        self.falling = -np.sort(-np.where(self.held, heights, -1), axis=-1)
        others = held.sum(1, keepdims=True) - held
        self.lower = others.cumsum(-1) - others
        self.higher = others.sum(-1, keepdims=True) - others - self.lower
        self.own_lower = held.cumsum(-1) - held
        self.own_higher = held.sum(-1, keepdims=True) - held - self.own_lower
        left, right = np.roll(self.length, -1, 1), np.roll(self.length, 1, 1)
        self.longer, self.shorter = np.maximum(left, right), np.minimum(left, right)

    def tricks(self, cards: Ints) -> Floats:
        """Return the tricks of each seat if each plays its cards in this order."""
        best = cards.max(1, keepdims=True)
        won: Floats = ((cards == best) & (best >= 0)).sum(-1).astype(np.float64)
        return won

    def against(self, own: Ints, others: Ints) -> Floats:
        """Return the tricks of each seat if it plays in one order and the others in another."""
        tricks = []
        for seat in range(SEATS):
            cards = others.copy()
            cards[:, seat] = own[:, seat]
            tricks.append(self.tricks(cards)[:, seat])
        return np.stack(tricks, 1)

    def played_out(self) -> Features:
        """Return the tricks of four simple ways to play the suit out."""
        return {
            "all low": self.tricks(self.rising),
            "all high": self.tricks(self.falling),
            "own low": self.against(self.rising, self.falling),
            "own high": self.against(self.falling, self.rising),
        }


def _lengths(suit: _Suit) -> Features:
    return {f"length {n}": (suit.length.clip(max=7) == n).astype(float) for n in range(1, 8)}


def _winning(held: NDArray[np.int8]) -> Features:
    """Return the features of a suit in which tricks are to be taken."""
    suit = _Suit(held)
    length = suit.length
    above = {n: (suit.held & (suit.higher == n)).sum(-1).astype(float) for n in range(5)}
    cashed = suit.held & (suit.higher == 0) & (suit.own_higher < suit.shorter[..., None])
    return (
        suit.played_out()
        | _lengths(suit)
        | {f"{n} above": count for n, count in above.items()}
        | {
            "length": length,
            "longer": suit.longer,
            "shorter": suit.shorter,
            "beyond": np.maximum(0, length - suit.longer),
            "beyond four": np.maximum(0, length - 4),
            "long under tops": above[0] * np.maximum(0, length - 3),
            "cashed": cashed.sum(-1).astype(float),
            "guarded once": (above[1] > 0) * (length >= 2) * 1.0,
            "guarded twice": (above[2] > 0) * (length >= 3) * 1.0,
        }
    )


def _avoiding(held: NDArray[np.int8]) -> Features:
    """Return the features of a suit in which tricks are to be avoided."""
    suit = _Suit(held)
    features = suit.played_out() | _lengths(suit) | {"shorter": suit.shorter}
    for place in range(_LOW_CARDS):
        card = suit.held & (suit.own_lower == place)
        has = card.any(-1)
        lower, higher = (suit.lower * card).sum(-1), (suit.higher * card).sum(-1)
        for low, high in _LOWER:
            features[f"card {place + 1}, {low} to {high} below"] = (
                has & (lower >= low) & (lower <= high)
            ).astype(float)
        features[f"card {place + 1}, above"] = has * higher / 5.0
        features[f"card {place + 1}, none above"] = (has & (higher == 0)).astype(float)
    any_card = suit.held.any(-1)
    high_by = np.where(suit.held, suit.lower - 2 * suit.own_lower, -_FAR).max(-1)
    never = np.where(suit.held, suit.lower - suit.own_lower, -_FAR).max(-1) <= 0
    lowest = np.where(suit.held, suit.lower, _FAR).min(-1)
    return features | {
        "worst card": np.maximum(0, high_by) / 3.0,
        "never taken": (never & any_card).astype(float),
        "seldom taken": ((high_by <= 0) & any_card).astype(float),
        "way out": (lowest == 0).astype(float),
        "void": (~any_card).astype(float),
    }


def _added(by_suit: Sequence[Features]) -> Features:
    return {name: np.sum([suit[name] for suit in by_suit], axis=0) for name in by_suit[0]}


def _squares(total: Features, names: Sequence[str]) -> Iterator[tuple[str, Floats]]:
    for name in names:
        yield f"{name}, squared", total[name] ** 2 / 10


def _notrump_deal(by_suit: Sequence[Features]) -> Features:
    total = _added(by_suit)
    stopped = np.sum([suit["0 above"] > 0 for suit in by_suit], axis=0).astype(float)
    weak = np.sum([suit["0 above"] + suit["1 above"] == 0 for suit in by_suit], axis=0)
    squares = ("all high", "all low", "0 above", "beyond", "cashed", "own high")
    return (
        total
        | dict(_squares(total, squares))
        | {
            "longest": np.max([suit["length"] for suit in by_suit], axis=0),
            "stopped": stopped,
            "stopped, squared": stopped**2,
            "weak": weak.astype(float),
        }
    )


def _avoiding_deal(by_suit: Sequence[Features]) -> Features:
    total = _added(by_suit)
    squares = ("all low", "all high", "own low", "never taken", "seldom taken", "way out", "void")
    return (
        total
        | dict(_squares(total, squares))
        | {"worst suit": np.max([suit["worst card"] for suit in by_suit], axis=0)}
    )


def _with_trumps(by_suit: Sequence[Features], trump: int) -> Features:
    side = _added([each for suit, each in enumerate(by_suit) if suit != trump])
    trumps = by_suit[trump]
    held, more = trumps["length"], trumps["length"] - trumps["longer"]
    lengths = [each["length"] for suit, each in enumerate(by_suit) if suit != trump]
    short = {n: np.sum([length == n for length in lengths], axis=0) * 1.0 for n in range(3)}
    return (
        {f"trumps: {name}": values for name, values in trumps.items()}
        | side
        | {f"suits of {n}": count for n, count in short.items()}
        | {f"suits of {n}, a trump": count * held / 4 for n, count in short.items()}
        | {f"{name}, a trump": side[name] * held / 4 for name in ("cashed", "0 above", "beyond")}
        | dict(_squares(side, ("all high",)))
        | {
            "trumps, squared": held**2 / 10,
            "trumps more": more,
            "trumps more, squared": more * abs(more) / 5,
        }
    )


_KNOWN_AS = 12
"""How many degrees of freedom the spread of the rule counts as: hands differ in that, too."""

_CHOSEN = 0.2
"""How much further the rule is off where it chose the discards itself.

Its spread was measured with the rule of thumb's discards.
"""


class FittedPoints:
    """The rule for the seat of a view.

    ``prior`` is how far the rule is off: over all deals that agree with a hand, and in one of them
    around this mean. It is None where that is not known, in great contracts. There the rule goes
    the right way and no more can be said.
    """

    def __init__(self, observation: ContractObservation) -> None:
        self.observation = observation
        self.worth = Evaluator(observation, Value.SHARE)
        self._fit = load_json(DEALS_FILE)["fits"][str(observation.variant.tricks)][
            observation.contract.kind
        ]
        self.prior = None
        if not observation.great:
            hand = hypot(self._fit["hand"], _CHOSEN)
            self.prior = Prior(hand**2, self._fit["deal"] ** 2, _KNOWN_AS)

    @classmethod
    def of(cls, observation: ContractObservation) -> FittedPoints | None:
        """Return the rule for a view, None where it was not fitted to hands of its size."""
        is_fitted = str(observation.variant.tricks) in load_json(DEALS_FILE)["fits"]
        return cls(observation) if is_fitted else None

    def points(self, hands: HandArray) -> Floats:
        """Return the points of deals, given as the three hands after the exchange a row."""
        observation, fit = self.observation, self._fit
        seat = observation.seat
        shares = np.full(
            len(hands), fit["start"] + fit["leads"][(seat - observation.leader) % SEATS]
        )
        for name, counts in deal_features(hands, observation.contract, observation.ace_low).items():
            own = counts[:, seat]
            weight, others = fit["weights"][name]
            shares += weight * own + others * (counts.sum(1) - own)
        return self._worth(shares.clip(0, observation.variant.tricks))

    def _worth(self, shares: Floats) -> Floats:
        if not self.observation.great:
            worth: Floats = self.observation.contract.sign * (shares - self.worth.target)
            return worth
        middle = np.mean([self.worth.least, self.worth.most], axis=0)
        return np.interp(shares, range(len(middle)), middle)
