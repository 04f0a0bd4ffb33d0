"""What three hands after the exchange look like, as numbers, many deals at once.

The suits of a deal are looked at one by one, then what is seen in them is added up. Each
seat gets the same features of its own cards, in suits that are no trumps:

* **all suits**: how many tricks the seat takes if all play their highest cards first, if all
  play their lowest first, and if only its own go the other way round;
* **NT and trump contracts**: cards with no, one … four higher ones elsewhere, guards, long
  cards, cards that can be cashed before somebody is void;
* **trump contracts**: the same of trumps; what short suits, long suits and top cards are
  worth with the trumps held;
* **NULLO**: of the lowest card of a suit, the second and so on how many lower and higher
  cards the others hold; suits that never take a trick they need not take; suits to get out
  with; voids.

``fitted_points`` says what each counts for. Only cards that are in play count: those put down
are in nobody's hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solver import checks
from solver.advice.contracts_left import kind_of
from solver.cards import CARDS, RANKS, SEATS, SUITS
from solver.errors import ArgumentError
from solver.rules.contract import Contract
from solver.rules.trick import strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Features = dict[str, Floats]
    """By name, a row a deal, a column a seat."""

_FAR = 99
_LOW_CARDS = 5
_LOWER = ((0, 0), (1, 1), (2, 2), (3, 4), (5, 6), (7, 12))
"""How many lower cards others may hold, in steps."""


def hand_features(hands: NDArray[np.uint64], contract: Contract, ace_low: bool = False) -> Features:
    """Return the features of deals, given as three hands a row."""
    hands = _checked(hands)
    kind, trump = kind_of(contract), contract.trump
    suits = _suits(hands, checks.flag(ace_low, "ace_low"))
    of_suit = _avoiding if kind == "NULLO" else _winning
    found = [of_suit(suits[:, :, suit]) for suit in range(SUITS)]
    if trump is not None:
        return _with_trumps(found, trump)
    return _avoiding_deal(found) if kind == "NULLO" else _notrump_deal(found)


def _checked(hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
    import numpy as np

    if not isinstance(hands, np.ndarray) or hands.dtype != np.uint64 or hands.ndim != 2:
        raise ArgumentError("hands: expected an array of uint64, a deal a row")
    if hands.shape[1] != SEATS:
        raise ArgumentError(f"hands: {hands.shape[1]} columns, expected {SEATS}, forehand first")
    return hands


def _suits(hands: NDArray[np.uint64], ace_low: bool) -> NDArray[np.int8]:
    """Return whether each card is held: deal, seat, suit, height from the lowest."""
    import numpy as np

    bits = hands[:, :, None] >> np.arange(CARDS, dtype=np.uint64) & np.uint64(1)
    held = bits.astype(np.int8).reshape(len(hands), SEATS, SUITS, RANKS)
    return held[..., sorted(range(RANKS), key=lambda rank: strength(rank, ace_low))]


class _Suit:
    """One suit of many deals: heights of the cards of each seat, and what is above and below."""

    def __init__(self, held: NDArray[np.int8]) -> None:
        import numpy as np

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

    def tricks(self, cards: NDArray[np.int64]) -> Floats:
        """Return the tricks of each seat if each plays its cards in this order."""
        import numpy as np

        best = cards.max(1, keepdims=True)
        won: Floats = ((cards == best) & (best >= 0)).sum(-1).astype(np.float64)
        return won

    def against(self, own: NDArray[np.int64], others: NDArray[np.int64]) -> Floats:
        """Return the tricks of each seat if it plays in one order and the others in another."""
        import numpy as np

        found = []
        for seat in range(SEATS):
            cards = others.copy()
            cards[:, seat] = own[:, seat]
            found.append(self.tricks(cards)[:, seat])
        return np.stack(found, 1)

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
    import numpy as np

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
    import numpy as np

    suit = _Suit(held)
    found = suit.played_out() | _lengths(suit) | {"shorter": suit.shorter}
    for place in range(_LOW_CARDS):
        card = suit.held & (suit.own_lower == place)
        has = card.any(-1)
        lower, higher = (suit.lower * card).sum(-1), (suit.higher * card).sum(-1)
        for low, high in _LOWER:
            found[f"card {place + 1}, {low} to {high} below"] = (
                has & (lower >= low) & (lower <= high)
            ).astype(float)
        found[f"card {place + 1}, above"] = has * higher / 5.0
        found[f"card {place + 1}, none above"] = (has & (higher == 0)).astype(float)
    any_card = suit.held.any(-1)
    high_by = np.where(suit.held, suit.lower - 2 * suit.own_lower, -_FAR).max(-1)
    never = np.where(suit.held, suit.lower - suit.own_lower, -_FAR).max(-1) <= 0
    lowest = np.where(suit.held, suit.lower, _FAR).min(-1)
    return found | {
        "worst card": np.maximum(0, high_by) / 3.0,
        "never taken": (never & any_card).astype(float),
        "seldom taken": ((high_by <= 0) & any_card).astype(float),
        "way out": (lowest == 0).astype(float),
        "void": (~any_card).astype(float),
    }


def _added(found: Sequence[Features]) -> Features:
    import numpy as np

    return {name: np.sum([suit[name] for suit in found], axis=0) for name in found[0]}


def _squares(total: Features, names: Sequence[str]) -> Iterator[tuple[str, Floats]]:
    for name in names:
        yield f"{name}, squared", total[name] ** 2 / 10


def _notrump_deal(found: Sequence[Features]) -> Features:
    import numpy as np

    total = _added(found)
    stopped = np.sum([suit["0 above"] > 0 for suit in found], axis=0).astype(float)
    weak = np.sum([suit["0 above"] + suit["1 above"] == 0 for suit in found], axis=0)
    squares = ("all high", "all low", "0 above", "beyond", "cashed", "own high")
    return (
        total
        | dict(_squares(total, squares))
        | {
            "longest": np.max([suit["length"] for suit in found], axis=0),
            "stopped": stopped,
            "stopped, squared": stopped**2,
            "weak": weak.astype(float),
        }
    )


def _avoiding_deal(found: Sequence[Features]) -> Features:
    import numpy as np

    total = _added(found)
    squares = ("all low", "all high", "own low", "never taken", "seldom taken", "way out", "void")
    return (
        total
        | dict(_squares(total, squares))
        | {"worst suit": np.max([suit["worst card"] for suit in found], axis=0)}
    )


def _with_trumps(found: Sequence[Features], trump: int) -> Features:
    import numpy as np

    side = _added([each for suit, each in enumerate(found) if suit != trump])
    trumps = found[trump]
    held, more = trumps["length"], trumps["length"] - trumps["longer"]
    lengths = [each["length"] for suit, each in enumerate(found) if suit != trump]
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
