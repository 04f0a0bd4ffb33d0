"""How high to bid: worlds against the plain search, and what the advice says."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from math import sqrt
from statistics import mean, stdev

import pytest
from test_surprise import plain, small

from manni.solver import reference
from manni.solver.advice.bids import Outcome, advise_bid, weighed
from manni.solver.cards import Contract, cards_in, hand_of
from manni.solver.exchange.surprise import PutAwaySearch, TakenUp
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.report.advice import answer_table, answer_text
from manni.solver.report.text import Cell
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import MANNI

SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
HAND = parse_hand("KJT.QJ9.AK8.K")  # as dealt by seed 7
CODES = ["encheres-petite", "encheres-petite+talon-declarer", "encheres-grande+miseres+nt"]


def trumps(taken: TakenUp) -> list[Contract]:
    return [contract for contract in taken.variant.contracts if not contract.avoids]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 8))]
)
def test_the_most_points_and_all_the_tricks(code: str, seed: int) -> None:
    taken = small(code, seed)
    search = PutAwaySearch(taken)
    most = search.most_points()
    assert most == max(plain(taken, contract) for contract in trumps(taken))
    every = any(
        reference.guarantees(position)[taken.declarer] == position.worth
        for contract in trumps(taken)
        for cards in combinations(cards_in(taken.held), len(taken.pile))
        for position in [taken.position(contract, hand_of(cards))]
    )
    assert search.takes_all(most) == every


@pytest.mark.parametrize("seed", range(12))
def test_no_trick(seed: int) -> None:
    taken = small("encheres-petite+miseres", seed)
    position = taken.position(Contract.NULLO, hand_of(taken.pile))
    assert position.hands == taken.hands
    none = PutAwaySearch(taken).takes_none()
    assert none == (reference.guarantees(position)[taken.declarer] == 0)


def test_some_hands_take_all_and_some_none() -> None:
    found = [PutAwaySearch(small("encheres-petite+miseres", seed)) for seed in range(40)]
    assert {search.takes_none() for search in found} == {True, False}
    assert {search.takes_all(search.most_points()) for search in found} == {True, False}


def test_the_advice_follows_from_the_worlds() -> None:
    found = advise_bid(HAND, SANS, worlds=12, seed=3)
    assert len(found.every) == 12
    assert [own.bid for own in found.bids] == list(SANS.bids)
    for own in found.bids[:-1]:
        made = sum(points >= own.bid.worth for points in found.every) / 12
        assert own.chance == made
        low, high = own.chance_interval
        assert 0 <= low <= made <= high <= 1
        assert own.own == pytest.approx(own.bid.worth * made)
        assert own.others == pytest.approx(own.bid.worth * (1 - made))
    assert found.best in found.bids
    for own in found.bids:
        assert own.points == pytest.approx(own.own - own.others)
        assert own.behind == pytest.approx(found.best.points - own.points)
    low, high = found.interval
    assert low < found.points < high


def test_what_is_told_is_about_what_the_bid_brings() -> None:
    off, by_count = [], []
    for seed in range(3):
        rng = random.Random(seed)
        pack = rng.sample(sorted(cards_in(PETITE.pack)), 17)
        packets = (*((seat, 5) for seat in range(3)), (MANNI, 2))
        variant, hand = replace(PETITE, pack=hand_of(pack), packets=packets), hand_of(pack[:5])
        many = advise_bid(hand, variant, worlds=250, seed=99)
        brings = {None: 0.0, **{own.bid: own.points for own in many.bids}}
        for other in range(18):
            few = advise_bid(hand, variant, worlds=12, seed=other)
            off.append(few.brings - brings[few.best and few.best.bid])
            most = max(few.bids, key=lambda own: own.points)
            by_count.append(most.points - brings[most.bid])
    assert abs(mean(off)) < 2.5 * stdev(off) / sqrt(len(off))
    assert mean(off) < 1
    assert mean(by_count) > 1.5  # the highest of all means is luck in part


def points_met(*points: int, all: bool = False) -> list[Outcome]:
    return [Outcome(each, all, False) for each in points]


def test_bids_pay_up_to_what_half_the_worlds_make() -> None:
    points = [18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 34, 38]
    found = weighed(SANS.bids, SANS, points_met(*points))
    up_to, (low, high) = found["pays_up_to"], found["pays_between"]
    assert up_to is not None
    assert low is not None
    assert high is not None
    assert low.worth < 25 <= up_to.worth <= 27 < high.worth
    pays = [own.bid.worth for own in found["bids"] if own.pays]
    assert pays == list(range(1, up_to.worth + 1))
    many = weighed(SANS.bids, SANS, points_met(*points * 20))
    assert (many["pays_up_to"] or up_to).worth in (26, 27)
    assert [bid and bid.worth for bid in many["pays_between"]] == [25, 27]
    # Where only higher numbers are left, none of them pays, and some may.
    left = weighed(SANS.bids[29:], SANS, points_met(*points))
    assert (left["best"], left["brings"], left["pays_up_to"]) == (None, 0, None)
    assert left["pays_between"][0] is None
    none = weighed(SANS.bids[45:], SANS, points_met(*points * 4))
    assert none["pays_between"] == (None, None)
    # General pays, as every trick is sure, and so does every number.
    sure = weighed(SANS.bids, SANS, points_met(*[70] * 40, all=True))
    assert sure["best"] is not None
    assert (sure["best"].bid.name, sure["brings"]) == ("70", 70)


def test_a_bid_just_made_in_every_world_is_not_sure() -> None:
    found = weighed(SANS.bids, SANS, points_met(*[30] * 6, *[31] * 6))
    assert found["best"] is not None
    assert found["best"].bid.worth < 30
    assert max(own.points for own in found["bids"]) == 30


def test_few_worlds_are_said_to_be_too_few() -> None:
    points = [18, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 34, 38]
    needed = [
        weighed(SANS.bids[22:], SANS, points_met(*points * times))["enough"] for times in (1, 8)
    ]
    assert 15 < needed[0] < 60
    assert needed[1] == pytest.approx(needed[0], rel=0.4)
    few, many = (advise_bid(HAND, SANS, above="12", worlds=worlds, seed=3) for worlds in (6, 80))
    assert (few.too_few, many.too_few) == (True, False)
    assert "\n6 deals are too few to tell: what bidding brings may be off by" in str(
        answer_text(few)
    )
    assert "too few" not in str(answer_text(many))


def test_what_may_be_as_good_and_what_pays_is_told() -> None:
    few = advise_bid(HAND, SANS, above="12", worlds=6, seed=3)
    text = str(answer_text(few))
    assert few.best is not None
    assert "so that a pass may be as good" in text
    assert f"Bidding pays up to {few.pays_up_to} (none..{few.pays_between[1]})." in text
    rows = {row[0].value: row for row in answer_table(few).rows if isinstance(row[0], Cell)}
    assert str(few.pays_up_to) in rows
    passed = advise_bid(HAND, SANS, above="40", worlds=12, seed=3)
    high_end = passed.pays_between[1]
    said = "no bid pays" if high_end is None else f"bidding may pay up to {high_end}"
    assert f"Pass: {said}. Over" in str(answer_text(passed))
    top = advise_bid(HAND, SANS, above="60", worlds=12, seed=3)
    assert "Pass: no bid pays. Over" in str(answer_text(top))


@pytest.mark.parametrize(
    ("seed", "calls"), [(7, None), (13, None), (21, None), (7, ["22"]), (7, ["pass"]), (7, [])]
)
def test_what_is_said_first_is_what_the_table_has_as_best(
    seed: int, calls: list[str] | None
) -> None:
    found = advise_bid(SANS.deal(generator(seed)).hands[0], SANS, calls=calls, worlds=12, seed=1)
    said = " ".join(str(answer_text(found)).split(" Over 12")[0].split())
    table = answer_table(found).text_rows()
    (best,) = [row for row in table if "best" in row]
    assert said.startswith(f"Bid {best[0]}")
    if calls is None:
        assert f": it brings {best[4]} ({best[5]}) on" in said
        assert ("a pass may be as good" in said) == best[5].startswith("-")
    else:
        assert "pays" not in said
        assert f"brings {best[4]}, a pass" in said


def test_a_pass_is_compared_with_too() -> None:
    found = advise_bid(HAND, SANS, above="40", worlds=12, seed=3)
    assert found.best is None
    assert found.brings == 0
    for own in found.bids:
        assert own.points < 0
        assert own.behind == pytest.approx(-own.points)
    assert found.bids[-1].told_apart


def test_a_bid_made_in_every_world_met_may_fail() -> None:
    few, many = (advise_bid(HAND, SANS, worlds=worlds, seed=3) for worlds in (4, 24))
    first = [found.bids[0] for found in (few, many)]
    assert [own.chance for own in first] == [1, 1]
    for own in first:
        low, high = own.interval
        assert low < own.points == 1 == high
    assert first[0].interval[0] < first[1].interval[0]


def test_points_realised_are_marked_where_they_are() -> None:
    variant = get_variant("encheres-sans+realised")
    found = advise_bid(HAND, variant, worlds=12, seed=3)
    one = found.bids[0]
    assert one.own == pytest.approx(sum(points for points in found.every if points >= 1) / 12)


def test_only_what_is_higher_may_be_bid() -> None:
    found = advise_bid(HAND, get_variant("encheres-sans+miseres"), above="32", worlds=2)
    assert [own.bid.name for own in found.bids[:2]] == ["petite-misere", "33"]
    top = advise_bid(HAND, SANS, above="general", worlds=2)
    assert top.bids == ()
    assert top.best is None
    answer, title = str(answer_text(top)).split("\n\n")
    assert title.endswith(", general stands")
    assert answer.startswith("Pass: nothing is bid above general. Over 2 sampled deals")


def test_cards_shown_lie_in_the_surprise() -> None:
    hand = parse_hand("AQ98..KQ7.K7")
    shown = parse_cards("CT DJ")
    found = advise_bid(hand, GRANDE, shown=shown, worlds=2)
    assert found.shown == shown
    assert "face up ♣T ♦J" in str(answer_text(found))
