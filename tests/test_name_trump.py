"""Which trump to name: worlds against the plain search, and what the advice says."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from commands import error, manni, output
from test_schemas import strict

from solver import reference
from solver.advice.behaviour import Belief
from solver.advice.name_trump import advise_trump
from solver.advice.seen import Moment, Seen
from solver.advice.thumb_hand import trump_to_name
from solver.advice.view import naming
from solver.advice.worlds import Worlds
from solver.cards import Seat, cards_in, hand_of
from solver.errors import ArgumentError, DealError, RuleError, StoppedError
from solver.notation import parse_cards, parse_hand
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.run import Run
from solver.values.share import share

ENVERS = get_variant("envers-3")
HAND = parse_hand("AQ9.98.KQ7.K8")
ASKED = ("advise", "call", "--variant", "envers-3", "--hand", "AQ9.98.KQ7.K8")
FEW = "ST SA S9 HK HJ DQ D8 CA CT"
TINY = replace(
    ENVERS, code="tiny", pack=hand_of(parse_cards(FEW)), packets=tuple((seat, 3) for seat in Seat)
)
OWN = hand_of(parse_cards("SA HK D8"))


def plain(trump: Contract) -> float:
    """Return what forehand takes on average over every deal of the others' cards."""
    others = tuple(cards_in(TINY.pack & ~OWN))
    taken = Fraction(0)
    deals = list(combinations(others, 3))
    for cards in deals:
        hands = (OWN, hand_of(cards), hand_of(set(others) - set(cards)))
        position = Position(hands, trump, Seat.FOREHAND, rules=TINY.rules_of(trump))
        sure = reference.guarantees(position)
        taken += share(sure, position.worth, trump, position.rules)[0]
    return float(taken / len(deals))


def test_the_points_are_those_of_every_deal() -> None:
    found = advise_trump(naming(OWN, TINY), worlds=400, seed=2)
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


def test_few_points_are_wanted() -> None:
    found = advise_trump(naming(HAND, ENVERS), worlds=12, seed=1)
    points = [own.points for own in found.trumps]
    assert points == sorted(points)
    assert found.best.behind == 0
    assert found.best.behind_interval == (0, 0)
    for own in found.trumps:
        assert own.behind == pytest.approx(own.points - found.best.points)
        assert 0 <= own.interval[0] <= own.points <= own.interval[1] <= 70
        assert own.behind_interval[0] <= own.behind <= own.behind_interval[1]
    assert found.thumb is trump_to_name(ENVERS, HAND)
    assert found == advise_trump(naming(HAND, ENVERS), worlds=12, seed=1, threads=2)
    assert found != advise_trump(naming(HAND, ENVERS), worlds=12, seed=2)


def test_the_worlds_are_deals() -> None:
    worlds = Worlds(naming(HAND, ENVERS), Belief.NONE, 3)
    for number in range(20):
        world = worlds[number]
        assert world.hands[0] == HAND
        assert sum(world.hands) == ENVERS.pack
        assert [hand.bit_count() for hand in world.hands] == [10, 10, 10]
        assert not world.manni


def test_a_run_that_is_over_ends_it() -> None:
    known = naming(HAND, ENVERS)
    run = Run(progress=lambda done, wanted: run.cancel() if done == 3 else None)
    found = advise_trump(known, worlds=50, seed=4, run=run)
    assert found.worlds == 3
    assert found.partial
    assert found.trumps == advise_trump(known, worlds=3, seed=4).trumps
    with pytest.raises(StoppedError, match="no two worlds"):
        advise_trump(known, worlds=5, run=Run(cancelled=lambda: True))
    plays = Seen(ENVERS, Contract.S, Seat.FOREHAND, HAND)
    with pytest.raises(ArgumentError, match="to play, expected one that is to name trump"):
        advise_trump(plays, worlds=2)


def test_what_cannot_be() -> None:
    with pytest.raises(RuleError, match="no trump is named without an auction in manille-3"):
        naming(HAND, get_variant("manille-3"))
    with pytest.raises(DealError, match="a hand of 9 cards: envers-3 deals 10 each"):
        naming(parse_hand("AQ9.98.KQ7.K"), ENVERS)
    with pytest.raises(DealError, match="the hand has C7, which is not in envers-3's pack"):
        naming(parse_hand("AQ9.98.KQ7.K7"), ENVERS)
    with pytest.raises(RuleError, match="forehand names the trump in envers-3"):
        Seen(ENVERS, Contract.S, Seat.DEALER, HAND, moment=Moment.NAME)


def test_the_command() -> None:
    text = output(*ASKED, "--worlds", "12")
    assert text.startswith("Name ♥.")
    assert "Few are wanted." in text
    assert "The rule of thumb names ♥." in text
    data = json.loads(output(*ASKED, "--worlds", "12", "--json"))
    strict("contract-trump").validate(data)
    assert data["trumps"][0]["contract"] == data["thumb"] == "H"
    assert data["seat"] == "F"
    head, *rows = output(*ASKED, "--worlds", "12", "--format", "csv").splitlines()
    assert head.startswith("contract,points,")
    assert len(rows) == 4
    message = error(*ASKED, "--belief", "none", code=2)
    assert "--belief does not go with envers-3." in message


def test_advice_at_the_table() -> None:
    result = manni("play", "--seed", "4", "--variant", "envers-3", text="?\nquit\n")
    assert "Your trump (S H D C; ? for advice): Name ♦." in result.stderr
