"""The rule of thumb for the declarer of an auction of numbers: bid, put away, name a trump.

What a hand will take with a trump is a sum: so many points for each trump and for the high ones,
for tens, aces, kings and queens beside, for suits it is void in or has one card of. The weights
are in ``solver/data/declarer_points.json``, made by ``benchmarks/fit_bids.py`` from deals solved
with open cards; ``before`` is what the hand dealt says of what it will be with a surprise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from solver import checks
from solver.cards import RANK_LETTERS, SUITS, cards_in, suit_ranks
from solver.errors import ArgumentError, RuleError
from solver.exchange.kept import kept_hands
from solver.rules.bidding import Aim, Bid, Bidding
from solver.rules.contract import Contract
from solver.rules.variant import Variant

FILE = "declarer_points.json"

FEATURES = (
    *("hand", "trumps", "trump T", "trump A", "trump K", "trump Q", "trump J"),
    *("T", "A with T", "A", "K", "Q", "voids", "singletons"),
)
"""What the points are a sum of, each so many times its weight; the first is 1."""

_T, _A, _K, _Q, _J = (1 << RANK_LETTERS.index(letter) for letter in "TAKQJ")


@cache
def _weights() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(
        files("solver").joinpath("data", FILE).read_text(encoding="utf-8")
    )
    return stored


def declarer_features(hand: int, trump: Contract) -> tuple[int, ...]:
    """Return how often each of the ``FEATURES`` is found in a hand."""
    hand = checks.hand(hand)
    trump = checks.member(Contract, trump, "trump")
    suits = [suit_features(suit_ranks(hand, suit), suit == trump.trump) for suit in range(SUITS)]
    return (1, *map(sum, zip(*suits, strict=True)))


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


def base_points() -> float:
    """Return the points of a declarer to which those of his suits are added."""
    return float(_weights()["weights"][FEATURES[0]])


def suit_points(ranks: int, is_trump: bool) -> float:
    """Return what a suit adds to the points of a declarer, by its ranks."""
    weights = _weights()["weights"]
    found = suit_features(ranks, is_trump)
    return float(sum(weights[name] * many for name, many in zip(FEATURES[1:], found, strict=True)))


def declarer_points(
    hand: int, trump: Contract, weights: Mapping[str, float] | None = None
) -> float:
    """Return about how many points a declarer takes who begins to play with a hand.

    ``weights`` are by name of the ``FEATURES``, by default those stored.
    """
    if weights is None:
        weights = _weights()["weights"]
    found = declarer_features(hand, trump)
    return float(sum(weights[name] * many for name, many in zip(FEATURES, found, strict=True)))


def best_kept(
    variant: Variant, held: int, trumps: Sequence[Contract] | None = None
) -> tuple[Contract, int]:
    """Return the trump to name and the hand to keep of the cards held, surprise included.

    ``trumps`` are those to choose from, by default all suits.
    """
    checks.instance(variant, Variant, "variant")
    suits = _trumps(variant) if trumps is None else checks.several(trumps, "trumps")
    if not suits:
        raise ArgumentError("trumps: none to choose from")
    held = checks.hand(held, "held")
    hands = kept_hands(
        held,
        variant.pack & ~held,
        min(variant.tricks, held.bit_count()),
        variant.rules,
        dearest=not variant.pile_counts,
    )
    choices = [(trump, kept) for trump in suits for kept in hands]
    return max(choices, key=lambda choice: declarer_points(choice[1], choice[0]))


def bid_worth(variant: Variant, hand: int) -> float:
    """Return about how many points a hand takes if it declares, the surprise not seen."""
    checks.instance(variant, Variant, "variant")
    if not variant.bids or variant.claims:
        raise RuleError(f"no numbers are bid in {variant.code}")
    before = _weights()["before"].get(variant.code.split("+")[0])
    best = max(declarer_points(hand, trump) for trump in _trumps(variant))
    return best if before is None else float(before[0] + before[1] * best)


def bid_to_make(variant: Variant, bidding: Bidding, hand: int) -> Bid | None:
    """Return what the seat in turn bids: at once all that it expects to take, None to pass.

    It never bids to take every trick or none.
    """
    checks.instance(bidding, Bidding, "bidding")
    most = bid_worth(variant, hand)
    legal = [
        bid
        for bid in bidding.legal()
        if bid is not None and bid.aim is Aim.POINTS and bid.worth <= most
    ]
    return legal[-1] if legal else None


def trump_to_avoid(hand: int, variant: Variant) -> Contract:
    """Return the trump that forehand names where few points are wanted: its weakest suit.

    That is by its points, and one for every card.
    """
    hand = checks.hand(hand)
    worth = checks.instance(variant, Variant, "variant").rules.card_points

    def strength(trump: Contract) -> int:
        return sum(1 + worth[rank] for rank in cards_in(suit_ranks(hand, trump)))

    return min(_trumps(variant), key=strength)


def _trumps(variant: Variant) -> list[Contract]:
    return [contract for contract in variant.contracts if contract.trump is not None]
