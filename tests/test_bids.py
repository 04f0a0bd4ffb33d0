"""How high to bid: worlds against deals played out, and what the advice says."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import mean

import pytest
from positions import declared, taken_up

from manni.solver import reference
from manni.solver.advice.bids import advise_bid
from manni.solver.advice.hand_policy import best_kept
from manni.solver.advice.observation import BidObservation
from manni.solver.cards import Contract, cards_in, hand_of
from manni.solver.exchange.open_cards import ExchangeTurn
from manni.solver.notation import parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_text
from manni.solver.rules.auction import Aim
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.variant import MANNI

SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
HAND = parse_hand("KJT.QJ9.AK8.K")  # as dealt by seed 7


def by_thumb(taken: ExchangeTurn) -> tuple[Position, int]:
    """Return the position as the rule of thumb puts away, and what it takes."""
    trump, kept = best_kept(taken.variant, taken.held)
    return declared(taken, trump, taken.held & ~kept)


HANDS = {
    "encheres-sans": HAND,
    "encheres-petite+talon-declarer+realised": HAND,
    "encheres-4+realised": parse_hand("KJT.QJ9.A.K"),
    "encheres-7": parse_hand("KT.J9.."),  # four cards are left over
}


@pytest.mark.parametrize("code", HANDS)
def test_the_advice_follows_from_deals_played_out(code: str) -> None:
    variant, hand = get_variant(code), HANDS[code]
    found = advise_bid(hand, variant, worlds=12, seed=3)
    worlds = taken_up(BidObservation(variant, variant.seats(0), hand), 12, 3)
    every = [by_thumb(taken)[1] for taken in worlds]
    assert found.points == pytest.approx(mean(every))
    low, high = found.interval
    assert low < found.points < high
    assert [own.bid for own in found.bids] == list(variant.bids)
    for own in found.bids[:-1]:
        made = [points for points in every if points >= own.bid.worth]
        assert own.chance == pytest.approx(len(made) / 12)
        low, high = own.chance_interval
        assert 0 <= low <= own.chance + 1e-9
        assert own.chance <= high + 1e-9
        marked = sum(made) / 12 if "realised" in code else own.bid.worth * own.chance
        assert own.own == pytest.approx(marked)
        assert own.others == pytest.approx(own.bid.worth * (1 - own.chance))
        assert own.points == pytest.approx(own.own - own.others)
    best = max(found.bids, key=lambda own: own.points)
    assert found.best == best
    for own in found.bids:
        assert own.behind == pytest.approx(best.points - own.points)
        assert own.pays == (own.points > 0)


def test_every_trick_or_none_is_solved() -> None:
    """Hands of three cards, in which either is often sure."""
    chances: dict[Aim, set[float]] = {Aim.ALL: set(), Aim.NONE: set()}
    for seed in range(10):
        rng = random.Random(seed)
        game = get_variant(("encheres-petite+miseres", "encheres-4+miseres")[seed > 7])
        pack = rng.sample(sorted(cards_in(PETITE.pack)), 3 * game.players + 2)
        packets = (*((seat, 3) for seat in game.seats), (MANNI, 2))
        variant = replace(game, pack=hand_of(pack), packets=packets)
        hand = hand_of(pack[:3])
        found = advise_bid(hand, variant, worlds=6, seed=seed)
        worlds = taken_up(BidObservation(variant, variant.seats(0), hand), 6, seed)
        sure = dict.fromkeys((Aim.ALL, Aim.NONE), 0)
        for taken in worlds:
            start, _ = by_thumb(taken)
            sure[Aim.ALL] += reference.guarantees(start)[0] == start.worth
            misere = taken.position(Contract.NULLO, hand_of(taken.pile))
            sure[Aim.NONE] += reference.guarantees(misere)[0] == 0
        for own in found.bids:
            if own.bid.aim is not Aim.POINTS:
                assert own.chance == pytest.approx(sure[own.bid.aim] / 6)
                chances[own.bid.aim].add(own.chance)
    assert all(len(each) > 2 for each in chances.values())


def test_bids_pay_up_to_a_number() -> None:
    found = advise_bid(HAND, SANS, worlds=200, seed=3)
    assert found.pays_up_to is not None
    pays = [own.bid.worth for own in found.bids if own.pays]
    assert pays == list(range(1, found.pays_up_to.worth + 1))
    low, high = (bid.worth for bid in found.pays_between if bid is not None)
    assert low < found.pays_up_to.worth < high
    # Where only higher numbers are left, none of them pays.
    left = advise_bid(HAND, SANS, above="50", worlds=200, seed=3)
    assert (left.best, left.pays_up_to, left.pays_between[0]) == (None, None, None)
    assert all(own.points < 0 and own.behind == -own.points for own in left.bids)
    assert left.bids[-1].told_apart
    assert "Pass: no bid pays. Over" in str(answer_text(left))


def test_a_bid_made_in_every_world_met_may_fail() -> None:
    few, many = (advise_bid(HAND, SANS, worlds=worlds, seed=3) for worlds in (4, 24))
    first = [found.bids[0] for found in (few, many)]
    assert [own.chance for own in first] == [1, 1]
    for own in first:
        low, high = own.interval
        assert low < own.points == 1 == high
    assert first[0].interval[0] < first[1].interval[0]


def test_only_what_is_higher_may_be_bid() -> None:
    found = advise_bid(HAND, get_variant("encheres-sans+miseres"), above="32", worlds=2)
    assert [own.bid.name for own in found.bids[:2]] == ["petite-misere", "33"]
    top = advise_bid(HAND, SANS, above="general", worlds=2)
    assert top.bids == ()
    assert top.best is None
    answer, title = str(answer_text(top)).split("\n\n")
    assert title.endswith(", general stands")
    assert answer.startswith("Pass: nothing is bid above general. Over 2 sampled deals")
