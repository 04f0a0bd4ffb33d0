"""What aces, guarded kings, voids and long suits are worth in tricks: least squares.

The tricks that forehand is sure of are explained by what its hand holds, all at once. The
intervals allow for tricks that vary more with some hands than with others, and for several
rows of one deal (White's and Liang and Zeger's errors).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from deal_rows import FEWEST, SIGMAS, Array, Mean, Rows, held

from solver.cards import RANK_LETTERS, SUIT_LETTERS, Seat

Features = dict[str, Array]

TWO, SIX, TEN, JACK, QUEEN, KING, ACE = (RANK_LETTERS.index(rank) for rank in "26TJQKA")


@dataclass(frozen=True)
class Fit:
    """What each feature is worth, and how much of the differences all explain."""

    rows: int
    deals: int
    start: Mean
    worth: dict[str, Mean | None]
    """None for what is the same in nearly all rows: too few tell of it."""
    explained: float
    """The share of the variance that is explained."""
    left: float
    """The standard deviation of what is not explained, in tricks."""


def fit(features: Features, values: Array, numbers: Array) -> Fit:
    """Return the least squares of values on features; rows of one number belong together."""
    names = [name for name, values in features.items() if np.ptp(values.astype(float))]
    matrix = np.column_stack([np.ones(len(values)), *(features[name] for name in names)])
    inverse = np.linalg.pinv(matrix.T @ matrix)
    weights = inverse @ (matrix.T @ values)
    off = values - matrix @ weights
    _, places = np.unique(numbers, return_inverse=True)
    deals = int(places.max()) + 1
    pulls = np.column_stack([np.bincount(places, column * off) for column in matrix.T])
    spread = inverse @ (pulls.T @ pulls) @ inverse * deals / (deals - 1)
    worth = [
        Mean(float(each), SIGMAS * float(error))
        for each, error in zip(weights, np.sqrt(np.diag(spread)), strict=True)
    ]
    told = {
        name: each for name, each in zip(names, worth[1:], strict=True) if others(features[name])
    }
    return Fit(
        len(values),
        deals,
        worth[0],
        {name: told.get(name) for name in features},
        float(1 - off.var() / values.var()),
        float(off.std()),
    )


def others(values: Array) -> bool:
    """Return whether enough rows have another value than the most common one."""
    _, counts = np.unique(values, return_counts=True)
    return int(len(values) - counts.max()) >= FEWEST


def worth(rows: Rows, values: Array | None = None) -> Fit:
    """Return what the cards of forehand's hand are worth in rows of one kind of contract.

    They explain ``values``, by default what forehand is sure of.
    """
    cards = held(rows["hands"][:, Seat.FOREHAND])
    contract = rows["contract"][0]
    if rows.avoids:
        features = avoiding(cards)
    elif contract == "NT":
        features = without_trumps(cards)
    else:
        suits = np.array([SUIT_LETTERS.index(each) for each in rows["contract"]])
        features = with_trumps(cards, suits)
    values = rows.own.astype(float) if values is None else values
    return fit(features, values, rows["number"])


def _tops(cards: Array) -> Features:
    """Return the high cards of suits, counted: hand, suit, rank in, numbers of each hand out."""
    length = cards.sum(2)
    ace, king, queen, jack = (cards[:, :, rank] for rank in (ACE, KING, QUEEN, JACK))
    over_queen = ace | king
    return {
        "ace": ace.sum(1),
        "king with its ace": (king & ace).sum(1),
        "guarded king": (king & ~ace & (length >= 2)).sum(1),
        "bare king": (king & (length == 1)).sum(1),
        "queen with ace or king": (queen & over_queen).sum(1),
        "queen, two guards": (queen & ~over_queen & (length >= 3)).sum(1),
        "queen, one guard or none": (queen & ~over_queen & (length < 3)).sum(1),
        "jack": jack.sum(1),
        "ten": cards[:, :, TEN].sum(1),
    }


def _long(cards: Array, first: int, last: int) -> Features:
    """Return the cards of suits beyond a number, the later ones together."""
    length = cards.sum(2)
    words = {5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth"}
    features = {f"{words[n]} card of a suit": (length >= n).sum(1) for n in range(first, last)}
    return features | {f"{words[last]} and each further": (length - last + 1).clip(0).sum(1)}


def _short(cards: Array) -> Features:
    length = cards.sum(2)
    return {"void": (length == 0).sum(1), "singleton": (length == 1).sum(1)}


def without_trumps(cards: Array) -> Features:
    """Return the features of hands in NT."""
    return _tops(cards) | _long(cards, 5, 8) | _short(cards)


def with_trumps(cards: Array, suits: Array) -> Features:
    """Return the features of hands with a trump suit each."""
    every = np.arange(len(cards))
    trumps = cards[every, suits]
    length = trumps.sum(1)
    rest = np.ones(cards.shape[:2], bool)
    rest[every, suits] = False
    side = cards[rest].reshape(len(cards), -1, cards.shape[2])
    ranks = {"ace": ACE, "king": KING, "queen": QUEEN, "jack": JACK, "ten": TEN}
    words = ("third", "fourth", "fifth", "sixth", "seventh")
    short = _short(side)
    some = length >= 4
    return (
        {f"{name} of trumps": trumps[:, rank] for name, rank in ranks.items()}
        | {f"{word} trump": length >= n for n, word in enumerate(words, 3)}
        | {"eighth and each further trump": (length - 7).clip(0)}
        | {f"{name}, side suit": values for name, values in _tops(side).items() if name != "ten"}
        | {f"{name}, side": values for name, values in _long(side, 5, 6).items()}
        | {
            "void, four trumps or more": short["void"] * some,
            "void, fewer trumps": short["void"] * ~some,
            "singleton, four trumps or more": short["singleton"] * some,
            "singleton, fewer trumps": short["singleton"] * ~some,
        }
    )


def avoiding(cards: Array) -> Features:
    """Return the features of hands in NULLO."""
    length = cards.sum(2)
    low = cards[:, :, : RANK_LETTERS.index("5")].any(2)
    lowest = np.where(length > 0, cards.argmax(2), TWO)
    features: Features = {
        name: cards[:, :, rank].sum(1)
        for name, rank in (("ace", ACE), ("king", KING), ("queen", QUEEN), ("jack", JACK))
    }
    return (
        features
        | {name: cards[:, :, rank].sum(1) for rank, name in enumerate(("two", "three", "four"))}
        | {
            "suit without a two, three or four": (~low & (length > 0)).sum(1),
            "suit with nothing below the nine": (lowest >= RANK_LETTERS.index("9")).sum(1),
        }
        | _long(cards, 5, 7)
        | _short(cards)
    )


def described(fits: dict[str, Fit]) -> list[list[Any]]:
    """Return a row a feature, its worth in each fit, and what is to be said of the fits."""
    names = list(dict.fromkeys(name for each in fits.values() for name in each.worth))
    lines: list[list[Any]] = [
        [name, *(_text(each.worth.get(name)) for each in fits.values())] for name in names
    ]
    lines.append(["with none of these", *(each.start.text() for each in fits.values())])
    lines.append(["explained", *(f"{each.explained:.0%}" for each in fits.values())])
    lines.append(["left over", *(f"{each.left:.2f}" for each in fits.values())])
    lines.append(["deals", *(f"{each.deals:,}" for each in fits.values())])
    return lines


def _text(worth: Mean | None) -> str:
    return "" if worth is None else worth.text(sign="+")
