"""How high to bid: worlds against deals played out, and what the advice says."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import mean

import pytest
from positions import played_out_by_rule

from manni.solver import reference
from manni.solver.advice.bids import advise_bid
from manni.solver.advice.choices import WORLDS, Belief
from manni.solver.advice.hand_policy import best_kept
from manni.solver.advice.observation import BidObservation
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.exchange.surprise import TakenUp
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_table, answer_text
from manni.solver.report.text import Cell
from manni.solver.rules.auction import Aim
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import MANNI

SANS, PETITE, GRANDE = (VARIANTS[f"encheres-{size}"] for size in ("sans", "petite", "grande"))
HAND = parse_hand("KJT.QJ9.AK8.K")  # as dealt by seed 7


def taken_up(seen: BidObservation, number: int, seed: int) -> list[TakenUp]:
    """Return so many of the worlds of the advice."""
    worlds = Worlds(seen, Belief.NONE, seed).block(0, number)
    rows = zip(worlds.hands.tolist(), worlds.pile.tolist(), strict=True)
    return [TakenUp(seen.variant, tuple(own), tuple(pile), Seat(0)) for own, pile in rows]


def declared(taken: TakenUp) -> tuple[Position, int]:
    """Return the position as the rule of thumb puts away, and what it takes."""
    trump, kept = best_kept(taken.variant, taken.held)
    away = taken.held & ~kept
    start = taken.position(trump, away)
    points = played_out_by_rule(taken.variant, start, Seat(0), away)[0] + taken.points_put_away(
        away
    )
    return start, points


@pytest.mark.parametrize("code", ["encheres-sans", "encheres-petite+talon-declarer+realised"])
def test_the_advice_follows_from_deals_played_out(code: str) -> None:
    variant = get_variant(code)
    found = advise_bid(HAND, variant, worlds=12, seed=3)
    worlds = taken_up(BidObservation(variant, Seat(0), HAND), 12, 3)
    every = [declared(taken)[1] for taken in worlds]
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
    for seed in range(8):
        rng = random.Random(seed)
        pack = rng.sample(sorted(cards_in(PETITE.pack)), 11)
        variant = replace(
            get_variant("encheres-petite+miseres"), pack=hand_of(pack),
            packets=(*((seat, 3) for seat in Seat), (MANNI, 2)),
        )  # fmt: skip
        hand = hand_of(pack[:3])
        found = advise_bid(hand, variant, worlds=6, seed=seed)
        worlds = taken_up(BidObservation(variant, Seat(0), hand), 6, seed)
        sure = dict.fromkeys((Aim.ALL, Aim.NONE), 0)
        for taken in worlds:
            start, _ = declared(taken)
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


def test_what_may_be_as_good_and_what_pays_is_told() -> None:
    few = advise_bid(HAND, SANS, above="12", worlds=6, seed=3)
    text = str(answer_text(few))
    assert few.best is not None
    assert "so that a pass may be as good" in text
    assert f"Bidding pays up to {few.pays_up_to} (none..{few.pays_between[1]})." in text
    rows = {row[0].value: row for row in answer_table(few).rows if isinstance(row[0], Cell)}
    assert str(few.pays_up_to) in rows
    passed = advise_bid(HAND, SANS, above="30", worlds=12, seed=3)
    high_end = passed.pays_between[1]
    said = "no bid pays" if high_end is None else f"bidding may pay up to {high_end}"
    assert f"Pass: {said}. Over" in str(answer_text(passed))


@pytest.mark.parametrize(
    ("seed", "calls"), [(7, None), (13, None), (21, None), (7, ["22"]), (7, ["pass"]), (7, [])]
)
def test_what_is_said_first_is_what_the_table_has_as_best(
    seed: int, calls: list[str] | None
) -> None:
    found = advise_bid(SANS.deal(generator(seed)).hands[0], SANS, calls=calls, worlds=12, seed=1)
    said = " ".join(str(answer_text(found)).split(" Over 12")[0].split())
    table = answer_table(found).text_rows()
    best = [row for row in table if "best" in row]
    if not best:
        assert said.startswith("Pass")
        return
    assert said.startswith(f"Bid {best[0][0]}")
    if calls is None:
        assert f": it brings {best[0][4]} ({best[0][5]}) on" in said
        assert ("a pass may be as good" in said) == best[0][5].startswith("-")
    else:
        assert "pays" not in said
        assert f"brings {best[0][4]}, a pass" in said


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


def test_cards_shown_lie_in_the_surprise() -> None:
    hand = parse_hand("AQ98..KQ7.K7")
    shown = parse_cards("CT DJ")
    found = advise_bid(hand, GRANDE, shown=shown, worlds=2)
    assert found.shown == shown
    assert "face up ♣T ♦J" in str(answer_text(found))
