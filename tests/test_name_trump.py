"""Which trump to name: worlds against every deal played out, and what the advice says."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from positions import played_out_by_rule

from manni.solver.advice.hand_policy import trump_to_name
from manni.solver.advice.observation import TrumpObservation
from manni.solver.advice.without_auction import advise_trump
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.errors import RuleError
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.rules.games import get_variant

ENVERS = get_variant("envers-3")
HAND = parse_hand("AQ9.98.KQ7.K8")
FEW = "ST SA S9 HK HJ DQ D8 CA CT"
TINY = replace(
    ENVERS, code="tiny", pack=hand_of(parse_cards(FEW)), packets=tuple((seat, 3) for seat in Seat)
)
OWN = hand_of(parse_cards("SA HK D8"))


def plain(trump: Contract) -> float:
    """Return what forehand takes on average over every deal, played by the rule of thumb."""
    others = tuple(cards_in(TINY.pack & ~OWN))
    taken = 0
    deals = list(combinations(others, 3))
    for cards in deals:
        hands = (OWN, hand_of(cards), hand_of(set(others) - set(cards)))
        position = Position(hands, trump, Seat.FOREHAND, rules=TINY.rules_of(trump))
        taken += played_out_by_rule(TINY, position)[0]
    return taken / len(deals)


def test_the_points_are_those_of_every_deal() -> None:
    found = advise_trump(TrumpObservation(TINY, Seat(0), OWN), worlds=400, seed=2)
    assert {own.contract for own in found.trumps} == set(ENVERS.contracts)
    exact = {trump: plain(trump) for trump in ENVERS.contracts}
    assert len(set(exact.values())) > 2
    for own in found.trumps:
        low, high = own.interval
        assert low <= exact[own.contract] <= high
        assert high - low < 1.5
        low, high = own.behind_interval
        assert low <= exact[own.contract] - exact[found.best.contract] <= high
    assert found.best.contract is min(exact, key=lambda trump: exact[trump])
    assert found.effective == found.worlds == 400
    assert found.thumb is trump_to_name(TINY, OWN)


def test_what_cannot_be() -> None:
    with pytest.raises(RuleError, match="no trump is named without an auction in manille-3"):
        TrumpObservation(get_variant("manille-3"), Seat(0), HAND)
    with pytest.raises(RuleError, match="forehand names the trump in envers-3"):
        TrumpObservation(ENVERS, Seat.DEALER, HAND)
