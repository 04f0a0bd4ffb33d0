"""The rule of thumb for a declarer: what it bids, puts away and names."""

from __future__ import annotations

import numpy as np
import pytest

from solver.advice.thumb_hand import (
    FEATURES,
    best_kept,
    bid_to_make,
    bid_worth,
    declarer_features,
    declarer_points,
    trump_to_avoid,
)
from solver.cards import hand_of
from solver.engine import Engine
from solver.errors import RuleError
from solver.notation import parse_hand
from solver.position import Position
from solver.rules.bidding import Bidding
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.shuffle import generator

SANS = get_variant("encheres-sans")
PETITE = get_variant("encheres-petite")


def test_features_are_what_they_are_called() -> None:
    found = declarer_features(parse_hand("TAK.TA.A7.J87"), Contract.S)
    assert dict(zip(FEATURES, found, strict=True)) == {
        "hand": 1, "trumps": 3, "trump T": 1, "trump A": 1, "trump K": 1, "trump Q": 0,
        "trump J": 0, "T": 1, "A with T": 1, "A": 1, "K": 0, "Q": 0, "voids": 0, "singletons": 0,
    }  # fmt: skip
    found = declarer_features(parse_hand("Q.TAKQJ9.K87."), Contract.H)
    assert dict(zip(FEATURES, found, strict=True))["voids"] == 1
    assert dict(zip(FEATURES, found, strict=True))["singletons"] == 1


def test_the_rule_goes_with_what_open_cards_say() -> None:
    engine, said, true = Engine(4), [], []
    for seed in range(40):
        hands = SANS.deal(generator(seed)).hands
        trump, kept = best_kept(SANS, hands[0])
        assert kept == hands[0]
        said.append(bid_worth(SANS, hands[0]))
        position = Position(hands, trump, rules=SANS.rules_of(trump), declarer="F")
        true.append(engine.value(position, 0))
    assert np.corrcoef(said, true)[0, 1] > 0.8
    assert np.mean(said) == pytest.approx(np.mean(true), abs=3)


@pytest.mark.parametrize("code", ["encheres-petite", "encheres-grande"])
def test_what_is_kept_is_the_best_by_the_rule(code: str) -> None:
    variant = get_variant(code)
    hands, pile, _ = variant.deal(generator(3))
    held = hands[0] | hand_of(pile)
    trump, kept = best_kept(variant, held)
    assert kept.bit_count() == variant.tricks
    assert not kept & ~held
    for other in variant.contracts:
        assert declarer_points(kept, trump) >= declarer_points(hands[0], other)


def test_it_bids_what_it_expects_or_passes() -> None:
    strong, weak = parse_hand("TAKQ.TAK.TA.9"), parse_hand("987.987.98.98")
    bid = bid_to_make(SANS, Bidding(SANS.bids), strong)
    assert bid is not None
    assert bid.worth == int(bid_worth(SANS, strong))
    assert bid_to_make(SANS, Bidding(SANS.bids), weak) is None
    above = Bidding.of(SANS.bids, ["69"])
    assert bid_to_make(SANS, above, parse_hand("KQJ9.TA.K87.9")) is None
    miseres = get_variant("encheres-sans+miseres")
    bid = bid_to_make(miseres, Bidding(miseres.bids), strong)
    assert bid is not None
    assert bid.name.isdigit()


def test_the_weakest_suit_is_trump_where_few_points_are_wanted() -> None:
    envers = get_variant("envers-3")
    assert trump_to_avoid(parse_hand("TAK.987.QJ.A9"), envers) is Contract.H
    assert trump_to_avoid(parse_hand("TAK..QJ98.A98"), envers) is Contract.H


def test_nobody_bids_elsewhere() -> None:
    with pytest.raises(RuleError, match="no numbers are bid in envers-3"):
        bid_worth(get_variant("envers-3"), parse_hand("TAK.987.QJ.A9"))
