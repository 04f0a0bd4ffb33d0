"""What to put away and name with one hand seen: against deals played out, and what it says."""

import random

import pytest
from games import few
from positions import declared, observed, played_out_by_rule, shared, taken_up

from manni.solver.advice.hand_model import best_kept_hand, trump_to_name
from manni.solver.advice.observation import Observation
from manni.solver.advice.put_away import advise_put_away, advise_trump
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.checks import derived
from manni.solver.errors import RuleError
from manni.solver.exchange.open_cards import ExchangeTurn
from manni.solver.notation import parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_table, answer_text, report_of
from manni.solver.rules.games import VARIANTS, get_variant
from manni.solver.rules.variant import Variant

F, M, D = Seat
C = Contract.C
PETITE = VARIANTS["encheres-petite"]
HAND = parse_hand("KJT.QJ97.AK8.K7")  # with the surprise, H7 and C7


def tiny(code: str, seed: int, bid: str | None = None, size: int = 3) -> Observation:
    """Return what a declarer holds in a game of few cards a hand, with two on the table."""
    rng = random.Random(seed)
    game = get_variant(code)
    pack = rng.sample(sorted(cards_in(game.pack)), game.players * size + 2)
    variant = few(code, hand_of(pack), size)
    held = hand_of(rng.sample(pack, size + variant.taken_up))
    seat = variant.seats(rng.randrange(variant.players))
    return observed("away", held, variant, seat=seat, bid=bid)


def plain(worlds: list[ExchangeTurn], contract: Contract, away: int) -> list[int]:
    """Return what is taken in each world, by the rule of thumb."""
    return [declared(world, contract, away)[1] for world in worlds]


@pytest.mark.parametrize(
    "code", ["encheres-petite+nt", "encheres-petite+talon-declarer", "encheres-5+nt"]
)
def test_points_are_those_of_deals_played_out(code: str) -> None:
    known = tiny(code, 0)
    found = advise_put_away(known, worlds=6)
    worlds = taken_up(known, 6)
    for own in (*found.best, *found.trumps, found.thumb):
        points = plain(worlds, own.contract, hand_of(own.cards))
        assert own.points == pytest.approx(sum(points) / 6)
        assert own.behind == pytest.approx(found.best[0].points - own.points)
    assert found.trumps[0] == found.best[0]
    assert sorted(own.contract for own in found.trumps) == list(known.variant.trumps)


def test_with_a_bid_it_is_what_is_marked_that_counts() -> None:
    known = tiny("encheres-petite", 1, "8")
    found = advise_put_away(known, worlds=6)
    worlds = taken_up(known, 6)
    for own in found.best:
        points = plain(worlds, own.contract, hand_of(own.cards))
        assert own.chance == pytest.approx(sum(each >= 8 for each in points) / 6)
        assert own.balance == pytest.approx(8 * (2 * own.chance - 1))
        assert own.chance_interval[0] <= own.chance <= own.chance_interval[1]
    # Most points on average, and the bid made most often, are not the same.
    known = tiny("encheres-petite", 5, "22", size=6)
    found = advise_put_away(known, worlds=8, seed=5)
    score_balances = [own.balance for own in found.best]
    assert score_balances == sorted(score_balances, reverse=True)
    assert found.best[0].points < max(own.points for own in found.best)


def test_points_realised_and_all_the_tricks_are_marked_as_the_sheet_has_it() -> None:
    known = tiny("encheres-petite+realised", 3, "5")
    found = advise_put_away(known, worlds=8)
    worlds = taken_up(known, 8)
    best = found.best[0]
    points = plain(worlds, best.contract, hand_of(best.cards))
    assert best.balance == pytest.approx(sum(own if own >= 5 else -5 for own in points) / 8)

    chances = set()
    for seed in (7, 8):
        known = tiny("encheres-petite", seed, "general")
        found = advise_put_away(known, worlds=4, seed=seed)
        worlds = taken_up(known, 4, seed)
        best = found.best[0]
        away = hand_of(best.cards)
        points = plain(worlds, best.contract, away)
        every = [world.position(best.contract, away).worth for world in worlds]
        assert best.chance == sum(map(int.__eq__, points, every)) / 4
        chances.add(best.chance > 0)
    assert chances == {True, False}


def test_where_nobody_makes_the_bid_points_count() -> None:
    known = tiny("encheres-petite", 0, "60")
    found = advise_put_away(known, worlds=4)
    without = advise_put_away(known.but(deal=derived(known.deal, bid=None)), worlds=4)
    assert found.best[0].chance == 0
    assert [own.cards for own in found.best] == [own.cards for own in without.best]
    assert [own.behind for own in found.best] == [own.behind for own in without.best]
    text = str(answer_text(found))
    assert "Choices are ordered and compared by points: none makes the bid." in text


def test_the_surprise_may_be_given_apart() -> None:
    apart = observed("away", "KJT.QJ9.AK8.K", PETITE, surprise="H7 C7")
    known = observed("away", HAND, PETITE)
    assert apart.hand == known.hand
    assert advise_put_away(apart, worlds=3).best == advise_put_away(known, worlds=3).best


def test_cards_asked_about_are_judged() -> None:
    known = observed("away", HAND, PETITE)
    away = parse_cards("ST HQ")
    found = advise_put_away(known, also=[away], worlds=9)
    assert sorted(own.contract for own in found.also) == list(PETITE.trumps)
    assert all(hand_of(own.cards) == hand_of(away) and own.told_apart for own in found.also)
    assert [row[0].value for row in answer_table(found).rows[-4:]] == ["asked"] * 4
    assert found.left <= found.raced < found.classes <= found.candidates == 66 * 4


def test_once_cards_are_put_away_only_the_trump_is_looked_for() -> None:
    known = observed("away", HAND, "encheres-petite+nt", bid="25")
    away = parse_cards("SJ H7")
    done = observed("away", HAND, known.variant, bid="25", discarded=away)
    found = advise_put_away(done, worlds=50)
    assert found.is_done
    asked = advise_put_away(known, also=[away], worlds=50).also
    assert [(own.contract, own.points, own.balance) for own in found.best] == [
        (own.contract, own.points, own.balance) for own in asked
    ]
    assert report_of(found).done is found.best[0].contract
    with pytest.raises(RuleError, match="the cards have been put away"):
        advise_put_away(done, also=[away], worlds=6)
    done = observed("away", HAND, known.variant, bid="25", discarded=away[:1])
    with pytest.raises(RuleError, match="2 different cards have to be"):
        advise_put_away(done, worlds=6)


def test_the_rule_of_thumb_is_compared() -> None:
    known = observed("away", HAND, PETITE)
    thumb = advise_put_away(known, worlds=3).thumb
    assert (thumb.contract, HAND & ~hand_of(thumb.cards)) == best_kept_hand(PETITE, HAND)
    found = advise_put_away(known, contract="C", worlds=3)
    assert {own.contract for own in (*found.best, found.thumb)} == {C}
    assert found.candidates == 66


# Which trump to name without an auction ----------------------------------------------------------

TINY = {"envers-3": "ST SA S9 HK HJ DQ D8 CA CT", "envers-4": "ST SA HK HJ DQ D8 CA CT"}


def over_every_deal(variant: Variant, hand: int, trump: Contract) -> float:
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
    variant = few(code, hand_of(parse_cards(TINY[code])), hand.bit_count(), code="tiny")
    found = advise_trump(observed("trump", hand, variant), worlds=400, seed=2)
    assert {own.contract for own in found.trumps} == set(game.contracts)
    exact = {trump: over_every_deal(variant, hand, trump) for trump in game.contracts}
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
        observed("trump", "AQ9.98.KQ7.K8", "manille-3")
