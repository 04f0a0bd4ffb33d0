"""Advice on the play of the cards: what a seat knows, worlds that agree with it, the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from positions import played_by_rule, played_on

from manni.solver.advice.card_policy import rule_of_thumb
from manni.solver.advice.choices import Belief
from manni.solver.advice.observation import Observation
from manni.solver.advice.opponent_model import believed
from manni.solver.advice.play import advise_play
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import SEATS, Contract, Seat, card_name, cards_in, hand_of
from manni.solver.notation import parse_card, parse_cards, parse_hand
from manni.solver.position import Position
from manni.solver.rollouts import rollouts
from manni.solver.rules.games import get_variant
from manni.solver.rules.shuffle import generator
from manni.solver.rules.variant import Dealing

HORNAFJORDUR = get_variant("hornafjordur")
HAND = parse_hand("AQ5.K84.J962.T7")


def begun(
    seed: int, contract: Contract, cards: int, put_down: tuple[int, int, int] = (0, 0, 0)
) -> tuple[Observation, Dealing]:
    """Return what the seat to play sees after some random cards of a random deal."""
    rng = generator(seed)
    dealing = HORNAFJORDUR.deal(rng)
    down = [hand_of(list(cards_in(dealing.hands[seat]))[: put_down[seat]]) for seat in range(3)]
    manni = list(dealing.manni)
    hands = [dealing.hands[seat] & ~down[seat] for seat in range(SEATS)]
    for seat in range(SEATS):
        hands[seat] |= hand_of(manni.pop(0) for _ in range(put_down[seat]))
    position = Position(hands, contract)
    played, position = played_on(rng, position, cards)
    seat = position.to_play
    known = Observation(
        HORNAFJORDUR,
        contract,
        seat,
        hands[seat],
        played=played,
        taken=put_down,
        discarded=down[seat],
    )
    return known, Dealing((hands[0], hands[1], hands[2]), tuple(manni))


def position_of(known: Observation, hands: Sequence[int]) -> Position:
    """Return where the play stands; raises where a world does not fit it."""
    position = Position(hands, known.contract)
    for card in known.played:
        position = position.play(card)
    return position


@pytest.mark.parametrize("belief", Belief)
@pytest.mark.parametrize("cards", [0, 7, 20, 31])
def test_worlds_agree_with_what_was_seen(cards: int, belief: Belief) -> None:
    known, _ = begun(cards, Contract.H, cards, (7, 3, 4))
    worlds = Worlds(known, belief, 1).block(0, 30)
    for hands, gone in zip(worlds.hands.tolist(), worlds.gone.tolist(), strict=True):
        assert hands[known.seat] == known.hand
        assert gone[known.seat] == known.discarded
        assert [each.bit_count() for each in hands] == [12, 12, 12]
        assert [each.bit_count() for each in gone] == [7, 3, 4]
        everything = [*hands, *gone]
        assert (
            sum(each.bit_count() for each in everything)
            == np.bitwise_or.reduce(np.array(everything, np.uint64)).item().bit_count()
        )
        assert position_of(known, hands).to_play is known.seat


@pytest.mark.parametrize(("taken", "part"), [((0, 5, 4), 8 / 12), ((), 6 / 12), ((0, 5, 0), 1)])
def test_the_cut_card_is_the_dealers_or_put_down(taken: tuple[int, ...], part: float) -> None:
    """Where it is not known how many the dealer put down, six of twelve on average."""
    cut = parse_card("SK")
    known = Observation(HORNAFJORDUR, Contract.NT, Seat.FOREHAND, HAND, cut=cut, taken=taken)
    worlds = Worlds(known, Belief.NONE, 1).block(0, 4000)
    held, down = (
        (own[:, Seat.DEALER] >> np.uint64(cut) & np.uint64(1)).mean()
        for own in (worlds.hands, worlds.gone)
    )
    assert held + down == pytest.approx(1)
    assert held == pytest.approx(part, abs=0.03 * (part < 1))


@pytest.mark.parametrize("belief", Belief)
@pytest.mark.parametrize("taken", [(), (7, 5, 4)])
def test_a_dealer_who_has_not_the_cut_card_has_put_it_down(
    taken: tuple[int, ...], belief: Belief
) -> None:
    cut, played = parse_card("HA"), parse_cards("C8 C9")
    known = Observation(
        HORNAFJORDUR, Contract.NT, Seat.DEALER, HAND, played=played, cut=cut, taken=taken
    )
    worlds = Worlds(known, belief, 1).block(0, 50)
    bit = np.uint64(1 << cut)
    assert not (worlds.hands & bit).any()
    assert ((worlds.gone & bit) > 0).tolist() == [[False, False, True]] * 50
    assert advise_play(known, worlds=20, belief=belief).worlds == 20


@pytest.mark.parametrize("contract", [Contract.NT, Contract.H, Contract.NULLO])
def test_who_plays_at_random_is_found_out(contract: Contract) -> None:
    chances = []
    for play in (by_rule, by_chance):
        found = []
        for seed in range(12):
            hands = HORNAFJORDUR.deal(generator(seed)).hands
            played, position = play(Position(hands, contract), 24, seed)
            seat = position.to_play
            known = Observation(HORNAFJORDUR, contract, seat, hands[seat], played=played)
            worlds = Worlds(known, Belief.SOFT, 1).block(0, 400)
            # Who plays at random in a world is drawn; the seat itself is not among them.
            masks = worlds.at_random & np.uint64(7)
            assert not (masks >> np.uint64(seat) & np.uint64(1)).any()
            found.append(np.mean([mask.bit_count() / 2 for mask in masks.tolist()]))
        chances.append(np.mean(found))
    assert chances[0] < 0.05
    assert chances[1] > 0.3


def by_rule(dealt: Position, cards: int, seed: int) -> tuple[tuple[int, ...], Position]:
    return played_by_rule(HORNAFJORDUR, dealt, cards)


def by_chance(dealt: Position, cards: int, seed: int) -> tuple[tuple[int, ...], Position]:
    return played_on(generator(seed), dealt, cards)


def test_where_one_plays_at_random_no_worlds_are_all() -> None:
    envers = get_variant("envers-3")
    hands = envers.deal(generator(2)).hands
    rules = envers.rules_of(Contract.D)
    dealt = Position(hands, Contract.D, Seat.FOREHAND, rules=rules)
    whole = []
    for played, position in (played_by_rule(envers, dealt, 21), played_on(generator(1), dealt, 21)):
        seat = position.to_play
        known = Observation(envers, Contract.D, seat, hands[seat], played=played)
        assert Worlds(known, Belief.NONE, 1).every(2000) is not None
        whole.append(Worlds(known, Belief.SOFT, 1).every(2000) is not None)
        assert advise_play(known, worlds=2000).is_every == whole[-1]
    assert whole == [True, False]


def test_styles_count_by_their_parts_and_players_by_themselves() -> None:
    known, _ = begun(3, Contract.NT, 20)
    drawn = Worlds(known, Belief.NONE, 1).block(0, 40)
    soft = believed(known, Belief.SOFT, drawn.hands, drawn.gone)
    styles = [(0.3, 50.0, 0.05), (0.3, 100.0, 0.05), (0.3, 200.0, 0.05), (0.1, 100.0, 1.0)]
    chances = np.array([np.exp(-np.arange(4096) / scale) for _, scale, _ in styles])
    slips = np.array([slip for _, _, slip in styles])
    logs = np.zeros((40, SEATS, len(styles)))
    game = known.rollout_game
    rollouts().likelihoods(
        game, drawn.hands, drawn.gone, known.leader, known.played, known.seat,
        chances, slips, logs,
    )  # fmt: skip
    parts = np.array([part for part, _, _ in styles]) * np.exp(logs)
    whole = parts.sum(axis=2)
    assert soft.logs == pytest.approx(0.85 * np.log(whole).sum(axis=1))
    at_random = parts[:, :, 3] / whole
    at_random[:, known.seat] = 0
    assert soft.at_random == pytest.approx(at_random)


def test_likelier_blocks_count_more() -> None:
    worlds = Worlds(begun(3, Contract.NT, 3)[0], Belief.NONE, 1).block(0, 100)
    rng = np.random.default_rng(1)
    high, low = (worlds._replace(logs=rng.normal(mean, 1, 100)).likely(50)[0] for mean in (3, 0))
    assert len(high.hands) == len(low.hands) == 50
    ratio = np.exp(high.logs - low.logs)
    assert ratio == pytest.approx(np.exp(3), rel=0.5)
    assert 0 < high.as_many.sum() < 50
    # Of the same worlds again: all count alike, and the error of the first choice stays.
    assert (1 / high.likely(50)[0].as_many.sum()) == pytest.approx(1 / high.as_many.sum() + 1 / 50)


def test_intervals_stay_inside_what_the_deal_can_still_bring() -> None:
    for contract, played, possible in (
        (Contract.NT, "", (-4, 8)),
        (Contract.NULLO, "", (-8, 4)),
        (Contract.NT, "DK D4 D2 CK CQ", (-4, 7)),
    ):
        hand = parse_hand("A32.A32.A32.A32")
        seat = Seat.DEALER if played else Seat.FOREHAND
        known = Observation(HORNAFJORDUR, contract, seat, hand, played=parse_cards(played))
        for own in advise_play(known, worlds=2).cards:
            low, high = own.interval
            assert possible[0] <= low <= own.points <= high <= possible[1]
            most = possible[1] - possible[0]
            assert -most <= own.behind_interval[0] <= own.behind <= own.behind_interval[1] <= most


@pytest.mark.parametrize("contract", Contract)
def test_two_deals_that_look_alike_get_the_same_card(contract: Contract) -> None:
    known, dealing = begun(contract + 20, contract, 14, (2, 1, 3))
    # Another deal: the others' cards that nobody has seen are dealt anew.
    other = Worlds(known, Belief.NONE, 9).block(9, 1).hands[0].tolist()
    assert tuple(other) != dealing.hands
    seat = position_of(known, other).to_play
    again = replace(known, seat=seat, hand=other[seat])
    assert rule_of_thumb(again) == rule_of_thumb(known)
    assert advise_play(again, worlds=30).cards == advise_play(known, worlds=30).cards


@pytest.mark.parametrize(
    ("contract", "played", "best"), [("NT", "C8 C9", "CT"), ("NULLO", "SK SJ", "SQ")]
)
def test_the_last_seat_wins_what_is_cheap_and_keeps_an_ace_off(
    contract: str, played: str, best: str
) -> None:
    known = Observation(HORNAFJORDUR, contract, Seat.DEALER, HAND, played=parse_cards(played))
    found = advise_play(known, worlds=100, belief=Belief.NONE)
    assert card_name(found.best.card) == best
    assert sorted(card for own in found.cards for card in own.equals) == sorted(known.legal)
    assert found.effective == found.worlds == 100
    assert sum(own.best_in for own in found.cards) >= 1


def test_a_target_that_is_just_reached_is_reached() -> None:
    """With a trick to come, whoever has three reaches four as often as he takes it."""
    met = 0.0
    for seed in range(20):
        known, _ = begun(seed, Contract.NT, 33)
        if known.record.won[known.seat] == 3:
            (own,) = advise_play(known, worlds=20).cards
            assert own.reached == pytest.approx(own.points + 1)
            met += own.reached or 0
    assert met


def test_great_contracts_are_worth_their_bonuses() -> None:
    laugavatn = get_variant("laugavatn")
    hand = parse_hand("AKQJT98.AKQ.AKQ.AKQ")
    known = Observation(laugavatn, Contract.S, Seat.FOREHAND, hand, declarer=Seat(0), great=True)
    found = advise_play(known, worlds=30)
    assert found.solved == 0
    assert found.target == 14
    assert 7 < found.best.points <= 8  # as many as the bonus for all tricks
    assert found.best.reached == 1


def test_cards_between_which_nobody_can_have_one_are_equal() -> None:
    hand = parse_hand("AKQ75.K84.J9.T7")
    for seat, played, apart in (
        (Seat.FOREHAND, "SK S2 S3 SA S4 S6", ["S5 S7", "H8"]),  # the six lies on no table any more
        (Seat.MIDDLEHAND, "S6", ["S5", "S7"]),
    ):
        known = Observation(HORNAFJORDUR, Contract.NT, seat, hand, played=parse_cards(played))
        names = [" ".join(map(card_name, group)) for group in known.equivalent_cards()]
        assert {*apart} <= {*names}


def test_time_alone_may_end_it() -> None:
    known, _ = begun(2, Contract.NT, 4)
    found = advise_play(known, seconds=1)
    assert found.worlds >= 2
    assert not found.partial
