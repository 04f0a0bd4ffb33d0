"""The fitted rule that looks at every discard before any world is met."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from manni.solver.advice.evaluation import (
    drawing_features,
    exchange_values,
    is_fitted_to,
    suit_features,
    trumps_in,
)
from manni.solver.advice.observation import ExchangeObservation
from manni.solver.cards import FULL_PACK, Contract, Seat, hand_of, suit_ranks
from manni.solver.exchange.discards import discard_classes
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.rules.games import get_variant

HAND = parse_hand("AQ72.K93.T85.J6")
WEIGHTS = json.loads(
    files("manni.solver").joinpath("data", "exchange_values.json").read_text(encoding="utf-8")
)["weights"]


def values(contract: Contract, hand: int = HAND, ace_low: bool = False) -> dict[int, float]:
    """Return by discard what the rule says."""
    classes = discard_classes(hand, range(8), lambda size: FULL_PACK & ~hand, ace_low=ace_low)
    found = exchange_values(contract, hand, classes, ace_low)
    return {each.cards: value for each, value in zip(classes, found, strict=True)}


def best(contract: Contract, hand: str) -> int:
    own = values(contract, parse_hand(hand))
    return max(own, key=own.__getitem__)


@pytest.mark.parametrize(
    ("contract", "kind"), [("NT", "NT"), ("S", "trump"), ("D", "trump"), ("NULLO", "NULLO")]
)
def test_a_value_is_the_sum_of_what_is_counted(contract: str, kind: str) -> None:
    for gone, value in list(values(Contract[contract]).items())[::40]:
        kept, named = HAND & ~gone, Contract[contract]
        counted = list(drawing_features(gone.bit_count()))
        for suit in range(4):
            ranks = suit_ranks(kept, suit), suit_ranks(gone, suit)
            counted += suit_features(named, suit, *ranks, trumps_in(named, kept))
        told = sum(WEIGHTS[kind].get(name, 0) * times for name, times in counted)
        assert value == pytest.approx(told)


@pytest.mark.parametrize("contract", ["NT", "NULLO"])
def test_suits_are_alike(contract: str) -> None:
    turned = parse_hand("K93.T85.J6.AQ72")
    own, other = values(Contract[contract]), values(Contract[contract], turned)
    assert sorted(own.values()) == pytest.approx(sorted(other.values()))
    assert own[0] == pytest.approx(other[0])


def test_a_suit_is_the_trump_whichever_it_is() -> None:
    turned = parse_hand("J6.AQ72.K93.T85")
    own, other = values(Contract.S), values(Contract.H, turned)
    assert sorted(own.values()) == pytest.approx(sorted(other.values()))


def test_a_low_ace_is_the_lowest_card() -> None:
    high, low = parse_hand("K.T98.765.QJ985"), parse_hand("A.T98.765.QJ985")
    kings, aces = values(Contract.NULLO, high), values(Contract.NULLO, low, ace_low=True)
    king, ace = (hand_of(parse_cards(card)) for card in ("SK", "SA"))
    assert kings[king] - kings[0] > aces[ace] - aces[0] + 0.2


@pytest.mark.parametrize(
    ("contract", "hand", "kept"),
    [
        (Contract.NT, "AKQ2.432.432.43", "AKQ..."),
        (Contract.H, "432.AKJT.432.43", ".AKJT.."),
        (Contract.NULLO, "432.432.AKQ.AK2", "432.432.."),
    ],
)
def test_what_is_kept(contract: Contract, hand: str, kept: str) -> None:
    left = parse_hand(hand) & ~best(contract, hand)
    for suit in range(4):
        wanted = suit_ranks(parse_hand(kept), suit)
        assert suit_ranks(left, suit) & wanted == wanted


def test_where_the_rule_applies() -> None:
    variant = get_variant("hornafjordur")
    assert is_fitted_to(ExchangeObservation.of(HAND, variant, Contract.NT, Seat.FOREHAND))
    basic = get_variant("basic")
    assert not is_fitted_to(
        ExchangeObservation.of(parse_hand("AQ73.K93.T85.J6"), basic, Contract.H, Seat.FOREHAND)
    )
