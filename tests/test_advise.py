"""The blind exchange against small games whose worlds can all be counted out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from games import small
from positions import shared

from manni.solver.advice.answer import ExchangeAdvice
from manni.solver.advice.choices import Belief
from manni.solver.advice.exchange import advise_exchange, after_discards, liked_first
from manni.solver.advice.hand_model import HandModel
from manni.solver.advice.observation import ExchangeObservation, Observation
from manni.solver.advice.worlds import Block, Worlds, exchanged, held
from manni.solver.cards import SEATS, Contract, Seat, cards_in, hand_of
from manni.solver.errors import StoppedError
from manni.solver.exchange.discards import discard_classes
from manni.solver.notation import parse_card, parse_cards, parse_hand
from manni.solver.report.advice import answer_text
from manni.solver.rollouts import rollouts
from manni.solver.rules.exchange import DeclarerOnly
from manni.solver.rules.games import get_variant
from manni.solver.rules.games.manni import HORNAFJORDUR
from manni.solver.run import Run


class ForehandOnly(DeclarerOnly):
    """Forehand alone exchanges, where nobody declares."""

    def order(self, declarer: Seat | None, seats: type[Seat] = Seat) -> tuple[Seat, ...]:
        """Return forehand."""
        return (Seat.FOREHAND,)


THREE = replace(small(3, 2), exchange=ForehandOnly(2))
HAND_OF_THREE = "AQ.K.."


def three(contract: Contract = Contract.NT) -> Observation:
    return ExchangeObservation.of(parse_hand(HAND_OF_THREE), THREE, contract, Seat.FOREHAND)


def every_world(known: Observation, gone: int) -> Iterator[tuple[int, ...]]:
    """Yield the hands after a discard, once for each way to deal the cards unseen."""
    tricks = known.variant.tricks
    for drawn, *others in shared(known.unseen, (gone.bit_count(), tricks, tricks)):
        yield known.hand & ~gone | drawn, *others


def expected_points(known: Observation, gone: int) -> float:
    """Return forehand's expected points with a discard, the others standing pat.

    Every deal is counted, and played out by the rule of thumb.
    """
    hands = np.array(list(every_world(known, gone)), np.uint64)
    down, taken = np.zeros_like(hands), np.zeros((len(hands), 1, SEATS), np.int16)
    down[:, known.seat] = gone
    rollouts().play(known.rollout_game, hands, down, known.leader, (), (), taken)
    return known.contract.sign * float(taken[:, 0, known.seat].mean() - known.target)


@pytest.mark.parametrize("contract", [Contract.NT, Contract.D, Contract.NULLO])
def test_the_estimate_comes_to_the_truth(contract: Contract) -> None:
    known = three(contract)
    classes = discard_classes(known.hand, known.sizes(), lambda size: known.unseen)
    expected = {own: expected_points(known, own.cards) for own in classes}
    found = advise_exchange(known, worlds=1000)
    assert (found.worlds, found.partial, found.classes) == (1000, False, len(classes))
    best = found.best[0]
    assert found == advise_exchange(known)  # so many are met by default
    # Five standard errors each way, about two and a half times the interval.
    for own in (*found.best, found.stand, found.thumb):
        wide = 2.6 * (own.interval[1] - own.points)
        assert abs(own.points - expected[own.alike]) < wide
        apart = expected[best.alike] - expected[own.alike]
        assert abs(own.behind - apart) < 2.6 * (own.behind_interval[1] - own.behind) + 1e-9
    assert expected[best.alike] > max(expected.values()) - 0.05


def test_the_best_of_those_that_the_model_likes() -> None:
    known = ExchangeObservation.of(
        parse_hand("AKQJ.AK2.765.42"), HORNAFJORDUR, Contract.NT, Seat.FOREHAND
    )
    aces = hand_of(parse_cards("SA HA"))
    found = advise_exchange(known, worlds=60, also=[aces, parse_hand(".2.765.42")])
    assert 60 <= found.raced <= 64
    assert 12 <= found.left <= 16
    assert found.stand.discards == ()
    assert aces in found.also[0].alike
    assert parse_hand(".2.765.42") in found.also[1].alike
    points = [own.points for own in found.best]
    assert points == sorted(points, reverse=True)
    assert len({own.alike for own in found.best}) == len(found.best) == 10
    every = (*found.best, found.stand, found.thumb, *found.also)
    for own in every:
        assert own.behind == pytest.approx(points[0] - own.points)
    assert min(every, key=lambda own: own.points) is found.also[0]


def test_the_worst_cards_of_every_suit_are_thought_of_first() -> None:
    hand = parse_hand("KQ73.75.KT5.T83")
    for contract, sign in ((Contract.NT, 1), (Contract.NULLO, -1)):
        known = ExchangeObservation.of(hand, HORNAFJORDUR, contract, Seat.FOREHAND)
        order = liked_first(known)
        by_suit = [sorted(cards_in(hand & 0x1FFF << 13 * suit))[::sign] for suit in range(4)]
        plain = {
            hand_of(
                card
                for cards, number in zip(by_suit, numbers, strict=True)
                for card in cards[:number]
            )
            for numbers in product(range(5), range(3), range(4), range(4))
            if sum(numbers) <= 7
        }
        first = order[: len(plain)]
        assert all(any(cards in own for cards in plain) for own in first)
        worth = HandModel.of(HORNAFJORDUR, contract).classes(
            hand, np.array([own.cards for own in first], np.uint64)
        )
        assert (np.diff(sign * worth) <= 0).all()


def test_advice_goes_by_the_deals_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Worlds.block

    def only(row: int) -> ExchangeAdvice:
        """Return advice where one of the deals counts for all."""

        def counted(worlds: Worlds, number: int, size: int) -> Block:
            logs = np.where(np.arange(size) == row, 0.0, -40.0)
            return block(worlds, number, size)._replace(logs=logs)

        monkeypatch.setattr(Worlds, "block", counted)
        return advise_exchange(three(), worlds=6, only=[0])

    each = [only(row).stand for row in range(6)]
    monkeypatch.undo()
    alike = advise_exchange(three(), worlds=6, only=[0]).stand
    assert len({own.points for own in each}) > 1
    assert alike.points == pytest.approx(np.mean([own.points for own in each]))
    assert alike.reached == pytest.approx([np.mean([own.reached for own in each])])


def test_advice_that_is_stopped_says_so() -> None:
    def stop(done: int, _total: int | None) -> None:
        if done >= 100:
            run.cancel()

    run = Run(progress=stop)
    found = advise_exchange(three(), worlds=5000, run=run)
    assert (found.worlds, found.partial) == (100, True)
    assert "Partial" in str(answer_text(found))
    with pytest.raises(StoppedError, match="no two worlds"):
        advise_exchange(three(), run=run)


def test_only_some_discards() -> None:
    known = three()
    low = hand_of([parse_card("SQ")])
    found = advise_exchange(known, worlds=20, only=[low])
    assert {own.discards for own in found.best} >= {(), (parse_card("SQ"),)}
    assert found.raced <= 3


def test_two_worlds_that_are_alike_prove_nothing() -> None:
    known = ExchangeObservation.of(parse_hand("AQ8.Q74.J975.T6"), HORNAFJORDUR, "NT", "F")
    found = advise_exchange(known, worlds=2)
    assert found.best[0].behind_interval == (0, 0)
    for own in (*found.best[1:], found.stand):
        low, high = own.behind_interval
        assert low < own.behind < high
        assert own.interval[0] < own.interval[1]


# Worlds ------------------------------------------------------------------------------

HAND = "T875.2.8.AKT863"


@pytest.mark.parametrize(("seat", "taken"), [(Seat.FOREHAND, ()), (Seat.MIDDLEHAND, (3,))])
def test_worlds_agree_with_what_is_known(seat: Seat, taken: tuple[int, ...]) -> None:
    variant = get_variant("hornafjordur")
    cut, gone = parse_card("H7"), sum(taken)
    known = ExchangeObservation.of(parse_hand(HAND), variant, None, seat, cut=cut, taken=taken)
    assert known.contract is Contract.H
    worlds = Worlds(known, Belief.SOFT, 1)
    block = worlds.block(0, 50)
    after = exchanged(known, block, 5)
    assert all(map(np.array_equal, block, worlds.block(0, 50)))
    for row in range(50):
        hands, pile, gone_now = (
            each[row].tolist() for each in (block.hands, block.pile, block.gone)
        )
        assert hands[seat] == known.hand
        assert (hands[Seat.DEALER] | gone_now[Seat.DEALER]) >> cut & 1
        assert [hand.bit_count() for hand in hands] == [12] * SEATS
        assert len(pile) == 16 - gone
        # Forehand may have put down three.
        cards = [*pile, *(card for hand in (*hands, *gone_now) for card in cards_in(hand))]
        assert sorted(cards) == list(range(52))
        later, left = after.hands[row].tolist(), pile[5:]
        assert later[seat] == hands[seat] | hand_of(pile[:5])
        assert later[:seat] == hands[:seat]
        for each in range(seat + 1, SEATS):
            most = len(left) if each == Seat.DEALER else 5
            down = int(after.gone[row, each])
            hand = np.array([hands[each]], np.uint64)
            assert down == HandModel.of(variant, Contract.H).best(hand, range(most + 1))[0][0]
            left, new = left[: len(left) - down.bit_count()], left[len(left) - down.bit_count() :]
            assert later[each] == hands[each] & ~down | hand_of(new)


def test_cards_put_down_before_are_nowhere() -> None:
    variant = get_variant("hornafjordur")
    gone = parse_cards("CQ CJ D2")
    known = ExchangeObservation.of(
        parse_hand(HAND), variant, Contract.H, Seat.MIDDLEHAND, taken=(3,), discarded=gone
    )
    assert known.sizes() == [0, 1, 2]
    block = Worlds(known, Belief.SOFT).block(0, 50)
    assert block.pile.shape == (50, 10)
    assert not (
        (np.bitwise_or.reduce(block.hands, axis=1) | held(block.pile)) & hand_of(gone)
    ).any()
    # The dealer may have put down the cut card, and has had what there was for him.
    dealer = ExchangeObservation.of(
        parse_hand(HAND),
        variant,
        None,
        Seat.DEALER,
        cut=parse_card("H7"),
        taken=(7, 5),
        discarded=parse_cards("H7 HA HK HQ"),
    )
    assert list(dealer.sizes()) == [0]
    found = advise_exchange(dealer, worlds=3)
    assert found.classes == 1
    assert found.best[0].discards == ()


def test_each_discard_leaves_three_hands_and_is_known_to_be_gone() -> None:
    known = ExchangeObservation.of(parse_hand(HAND), HORNAFJORDUR, "C", "M", taken=(3,))
    discards = [0, hand_of(parse_cards("S5")), hand_of(parse_cards("S8 S7 S5 H2 D8"))]
    worlds = Worlds(known, Belief.SOFT, 1).block(0, 20)
    hands, gone = after_discards(known, worlds, discards)
    for world, pile in enumerate(worlds.pile.tolist()):
        for index, down in enumerate(discards):
            mine, others = hands[world, index, 1], hands[world, index, [0, 2]]
            assert mine == known.hand & ~down | hand_of(pile[: down.bit_count()])
            assert gone[world, index, 1] == down
            every = [*others.tolist(), int(mine), *gone[world, index].tolist()]
            assert sum(each.bit_count() for each in every[:3]) == 36
            assert (
                sum(each.bit_count() for each in every)
                == hand_of(card for each in every for card in cards_in(each)).bit_count()
            )
