"""Which trump to name: worlds against every deal played out, and what the advice says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from positions import played_out_by_rule, shared

from manni.solver.advice.hand_policy import trump_to_name
from manni.solver.advice.observation import TrumpObservation
from manni.solver.advice.without_auction import advise_trump
from manni.solver.cards import Contract, Seat, hand_of
from manni.solver.errors import RuleError
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.variant import Variant

ENVERS = get_variant("envers-3")
HAND = parse_hand("AQ9.98.KQ7.K8")
TINY = {"envers-3": "ST SA S9 HK HJ DQ D8 CA CT", "envers-4": "ST SA HK HJ DQ D8 CA CT"}


def plain(variant: Variant, hand: int, trump: Contract) -> float:
    """Return what forehand takes on average over every deal, played by the rule of thumb."""
    rules, others = variant.rules_of(trump), variant.pack & ~hand
    taken = [
        played_out_by_rule(variant, Position((hand, *rest), trump, "F", rules=rules))[0]
        for rest in shared(others, (variant.players - 1) * [variant.tricks])
    ]
    return sum(taken) / len(taken)


@pytest.mark.parametrize(("code", "cards"), [("envers-3", "SA HK D8"), ("envers-4", "SA DQ")])
def test_the_points_are_those_of_every_deal(code: str, cards: str) -> None:
    hand, game = hand_of(parse_cards(cards)), get_variant(code)
    packets = tuple((seat, hand.bit_count()) for seat in game.seats)
    variant = replace(game, code="tiny", pack=hand_of(parse_cards(TINY[code])), packets=packets)
    found = advise_trump(TrumpObservation(variant, variant.seats(0), hand), worlds=400, seed=2)
    assert {own.contract for own in found.trumps} == set(game.contracts)
    exact = {trump: plain(variant, hand, trump) for trump in game.contracts}
    assert len(set(exact.values())) > 2
    for own in found.trumps:
        low, high = own.interval
        assert low <= exact[own.contract] <= high
        assert high - low < 1.5
        low, high = own.behind_interval
        assert low <= exact[own.contract] - exact[found.best.contract] <= high
    assert exact[found.best.contract] == pytest.approx(min(exact.values()))
    assert found.effective == found.worlds == 400
    assert found.thumb is trump_to_name(variant, hand)


def test_what_cannot_be() -> None:
    with pytest.raises(RuleError, match="no trump is named without an auction in manille-3"):
        TrumpObservation(get_variant("manille-3"), Seat(0), HAND)
    with pytest.raises(RuleError, match="forehand names the trump in envers-3"):
        TrumpObservation(ENVERS, Seat.DEALER, HAND)
