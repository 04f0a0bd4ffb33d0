"""A fitted rule for what a discard is worth, without any search.

It looks at the cards that are kept, suit by suit, and at how many are drawn. What each of
these counts for, in tricks by share, is in ``solver/data/exchange_values.json``, made by
``benchmarks/fit_exchange.py`` from deals solved with open cards. Only differences between
discards of one hand mean anything.

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
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

from solver import checks
from solver.advice.contracts_left import kind_of
from solver.advice.seen import Seen
from solver.cards import RANKS, SUITS, suit_ranks
from solver.exchange.discards import DiscardClass
from solver.rules.contract import Contract
from solver.rules.trick import strength

FILE = "exchange_values.json"

Feature = tuple[str, float]
"""The name of what is counted, and how often."""

_HONOURS = ((12, "A"), (11, "K"), (10, "Q"), (9, "J"), (8, "T"), (7, "9"))
_PAIRS = ("AK", "AQ", "AJ", "KQ", "KJ", "QJ", "QT", "JT")
_LONGEST = 7
_FITTED_CARDS = 12
_KNOTS = (0, 1, 2, 3, 4, 6, 8, 12)
"""Numbers of lower cards that others may hold; values in between are interpolated."""


def features(contract: Contract, kept: int, gone: int, ace_low: bool = False) -> Iterator[Feature]:
    """Yield the features of a hand of which ``kept`` stays and ``gone`` is put down."""
    yield from _drawing(gone.bit_count())
    trump = contract.trump
    trumps = 0 if trump is None else suit_ranks(kept, trump).bit_count()
    for suit in range(SUITS):
        yield from _of_suit(
            kind_of(contract),
            suit == trump,
            trumps,
            _by_height(suit_ranks(kept, suit), ace_low),
            _by_height(suit_ranks(gone, suit), ace_low),
        )


def exchange_values(
    contract: Contract, hand: int, classes: Sequence[DiscardClass], ace_low: bool = False
) -> list[float]:
    """Return what each discard is worth, in points by share; only differences count."""
    weights = _stored()[kind_of(contract)]
    hand, ace_low = checks.hand(hand), checks.flag(ace_low, "ace_low")
    suits: dict[tuple[int, int, int, int], float] = {}
    trump, kind = contract.trump, kind_of(contract)
    values = []
    for each in checks.several(classes, "classes"):
        checks.instance(each, DiscardClass, "classes")
        gone = each.cards
        kept = hand & ~gone
        trumps = 0 if trump is None else suit_ranks(kept, trump).bit_count()
        total = sum(weights[name] * times for name, times in _drawing(each.size))
        for suit in range(SUITS):
            key = suit, suit_ranks(kept, suit), suit_ranks(gone, suit), trumps
            if key not in suits:
                suits[key] = sum(
                    weights.get(name, 0.0) * times
                    for name, times in _of_suit(
                        kind,
                        suit == trump,
                        trumps,
                        _by_height(key[1], ace_low),
                        _by_height(key[2], ace_low),
                    )
                )
            total += suits[key]
        values.append(total)
    return values


def is_fitted_to(known: Seen) -> bool:
    """Return whether a view is like the deals that the rule was fitted to.

    In those, hands have twelve cards, and any number up to a limit may be exchanged.
    """
    checks.instance(known, Seen, "view")
    return known.variant.tricks == _FITTED_CARDS and not known.variant.exchange.all_or_nothing


@cache
def _stored() -> dict[str, dict[str, float]]:
    text = files("solver").joinpath("data", FILE).read_text(encoding="utf-8")
    weights: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return weights


def _drawing(cards: int) -> Iterator[Feature]:
    yield "draw", cards
    yield "draw squared", cards**2 / 10


def _by_height(ranks: int, ace_low: bool) -> int:
    """Return a suit's cards as bits in order of height."""
    if not ace_low:
        return ranks
    heights = 0
    for rank in range(RANKS):
        heights |= (ranks >> rank & 1) << strength(rank, ace_low)
    return heights


def _of_suit(kind: str, is_trump: bool, trumps: int, kept: int, gone: int) -> Iterator[Feature]:
    if kind == "NULLO":
        return _avoiding(kept, gone)
    if is_trump:
        return _trumps(kept)
    return _plain(kept, trumps if kind == "trump" else None)


def _plain(kept: int, trumps: int | None) -> Iterator[Feature]:
    length = kept.bit_count()
    held = "".join(letter for height, letter in _HONOURS if kept >> height & 1)
    yield f"length {min(length, _LONGEST)}", 1
    for letter in held:
        yield letter, 1
    for pair in _PAIRS:
        if pair[0] in held and pair[1] in held:
            yield pair, 1
    for letter, needed, above in (("K", 2, "A"), ("Q", 3, "AK"), ("J", 4, "AKQ")):
        if letter in held and length < needed and not set(above) & set(held):
            yield f"{letter} with {length - 1}", 1
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


def _trumps(kept: int) -> Iterator[Feature]:
    yield f"trumps {min(kept.bit_count(), 9)}", 1
    held = "".join(letter for height, letter in _HONOURS if kept >> height & 1)
    for letter in held:
        yield f"trump {letter}", 1
    for pair in _PAIRS:
        if pair[0] in held and pair[1] in held:
            yield f"trump {pair}", 1
    for letter, needed, above in (("K", 2, "A"), ("Q", 3, "AK"), ("J", 4, "AKQ")):
        if letter in held and kept.bit_count() < needed and not set(above) & set(held):
            yield f"trump {letter} with {kept.bit_count() - 1}", 1


def _avoiding(kept: int, gone: int) -> Iterator[Feature]:
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
