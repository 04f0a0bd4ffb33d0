"""Misères in which hands lie open on the table: who sees what, and what is made of it."""

from dataclasses import replace

import pytest
from positions import played_on

from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.choices import Belief, Strength
from manni.solver.advice.observation import observation_of
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat
from manni.solver.deal import Deal
from manni.solver.position import Position
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.table.advice import card_to_play
from manni.solver.values.solve import Solver

F, M, D = Seat
OPEN = {
    "petite-misere": (),
    "misere-sur-table": (M,),
    "grande-misere": (M,),
    "misere-supreme": (F, M, D),
    "general": (),
    "35": (),
}
CODES = ["encheres-sans+miseres", "encheres-petite+miseres", "encheres-grande+miseres"]


def test_which_misere_opens_which_hand_is_said_by_the_bid() -> None:
    variant = get_variant(CODES[1])
    hands = (1, 2, 4)
    for bid, seats in OPEN.items():
        laid = variant.laid_open(bid, M, hands)
        assert tuple(seat for seat in Seat if laid[seat]) == seats, bid
        assert all(laid[seat] == hands[seat] for seat in seats)
    assert variant.laid_open(None, M, hands) == (0, 0, 0)
    assert get_variant("basic").laid_open(None, None, hands) == (0, 0, 0)


def a_deal(code: str, bid: str, seed: int, cards: int) -> tuple[Deal, Position]:
    """Return a random deal in which middlehand has bid, and where it stands."""
    variant, rng = get_variant(code), generator(seed)
    dealing = variant.deal(rng)
    start = Position(
        dealing.hands, Contract.NULLO, M, rules=variant.rules_of(Contract.NULLO), declarer=M
    )
    played, position = played_on(rng, start, cards)
    deal = Deal(
        hands=dealing.hands,
        variant=code,
        manni=dealing.manni,
        bid=bid,
        contract=Contract.NULLO,
        declarer=M,
        leader=M,
        play=tuple(played),
    )
    return deal, position


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("bid", ["petite-misere", "misere-sur-table", "misere-supreme"])
@pytest.mark.parametrize("cards", [0, 1, 2, 13, 23])
def test_worlds_keep_the_hands_that_were_shown(code: str, bid: str, cards: int) -> None:
    deal, position = a_deal(code, bid, 10 * cards + len(bid), cards)
    seat = position.to_play
    seen = observation_of(deal, seat, cards)
    shown = [each for each in OPEN[bid] if each is not seat]
    assert list(seen.open_seats) == shown
    # With 30 cards the hand that is left over is known from the open one.
    knows_all = len(shown) == 2 or (len(shown) == 1 and code == CODES[0])
    assert seen.knows_all is knows_all
    drawn = Worlds(seen, Belief.SOFT, 7).block(0, 40).hands.tolist()
    for each in Seat:
        hands = {row[each] for row in drawn}
        if each is seat or knows_all or each in shown:
            assert hands == {deal.hands[each]}
        elif cards < 13:
            assert len(hands) > 1
    for row in drawn:
        assert not row[0] & row[1] | row[0] & row[2] | row[1] & row[2]
        replayed = Position(
            row, Contract.NULLO, M, rules=position.rules, declarer=M
        ).follow(deal.play)  # fmt: skip
        assert replayed[-1].to_play is seat


@pytest.mark.parametrize("strength", Strength)
@pytest.mark.parametrize("seed", range(12))
def test_who_sees_everything_plays_a_best_card(strength: Strength, seed: int) -> None:
    cards = (0, 4, 8, 9, 13, 14, 15, 17, 19, 20, 22, 24)[seed]
    deal, position = a_deal(CODES[seed % 3], "misere-supreme", 40 + seed, cards)
    card = card_to_play(observation_of(deal, position.to_play, cards), strength)
    values = Solver(32).solve(position, cards=True).cards
    assert {value.card: value.loss for value in values}[card] == 0


def test_who_sees_an_open_hand_plays_no_rule_of_thumb() -> None:
    """Of a petite misère nothing lies open; else worlds are solved, whatever the strength."""
    differ = 0
    for seed, cards in enumerate((3, 4, 6, 7, 9, 10, 12, 13)):
        deal, position = a_deal(CODES[1], "petite-misere", 70 + seed, cards)
        seen = observation_of(deal, position.to_play, cards)
        thumb = rule_of_thumb(seen)
        assert card_to_play(seen, Strength.THUMB, seed=seed) == thumb
        seen = observation_of(replace(deal, bid="misere-sur-table"), position.to_play, cards)
        card = card_to_play(seen, Strength.THUMB, seed=seed)
        if seen.open_seats:
            assert card == card_to_play(seen, Strength.FAIR, seed=seed)
            differ += card != thumb
        else:  # the declarer's own hand is the one that lies open
            assert position.to_play is M
            assert card == thumb
    assert differ > 1


# At the table and in the shell
