"""The blind exchange against small games whose worlds can all be counted out."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from games import SMALL, other, small
from positions import observed, played_by_rule, shared

from manni.solver.advice.answer import Choice, ContractAdvice, ExchangeAdvice, Measure
from manni.solver.advice.choices import Belief
from manni.solver.advice.declaration import value_of_left, values_by_left
from manni.solver.advice.exchange import (
    advise_contract,
    advise_exchange,
    after_discards,
    classes_by_model,
)
from manni.solver.advice.hand_model import HandModel, thumb_discards
from manni.solver.advice.observation import Observation
from manni.solver.advice.opponent_model import informative_turns
from manni.solver.advice.worlds import DealSample, Worlds, after_exchanges, hand_masks
from manni.solver.cards import SEATS, Contract, Seat, cards_in, hand_of
from manni.solver.errors import SolverError
from manni.solver.exchange.discards import discard_classes
from manni.solver.frames.arrays import solve_many
from manni.solver.notation import parse_card, parse_cards, parse_hand
from manni.solver.position import Position, won_in
from manni.solver.report.advice import verdict
from manni.solver.rollouts import rollouts
from manni.solver.rules.auction import Call
from manni.solver.rules.exchange import ExchangeRule
from manni.solver.rules.games import FAMILIES, get_variant
from manni.solver.rules.games.manni import HORNAFJORDUR
from manni.solver.run import Run
from manni.solver.values.solution import share


class ForehandOnly(ExchangeRule):
    """Forehand alone exchanges, where nobody declares."""

    def order(self, declarer: Seat | None, seats: type[Seat] = Seat) -> tuple[Seat, ...]:
        """Return forehand."""
        return (Seat.FOREHAND,)


THREE = other(small(3, 2), exchange=ForehandOnly("", (2,)))
OF_THREE = parse_hand("AQ.K..")


def three(contract: Contract = Contract.NT) -> Observation:
    return observed("exchange", OF_THREE, THREE, contract, Seat.FOREHAND)


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
    known = observed("exchange", "AKQJ.AK2.765.42", HORNAFJORDUR, Contract.NT, Seat.FOREHAND)
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
        known = observed("exchange", hand, HORNAFJORDUR, contract, Seat.FOREHAND)
        order = classes_by_model(known)
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
        worth = HandModel.of(HORNAFJORDUR, contract).tricks_left_by(
            hand, np.array([own.cards for own in first], np.uint64)
        )
        assert (np.diff(sign * worth) <= 0).all()


def test_advice_goes_by_the_deals_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Worlds.block

    def only(row: int) -> ExchangeAdvice:
        """Return advice where one of the deals counts for all."""

        def counted(worlds: Worlds, number: int, size: int) -> DealSample:
            logs = np.where(np.arange(size) == row, 0.0, -40.0)
            return block(worlds, number, size)._replace(log_weights=logs)

        monkeypatch.setattr(Worlds, "block", counted)
        return advise_exchange(three(), worlds=6)

    each = [only(row).stand for row in range(6)]
    monkeypatch.undo()
    alike = advise_exchange(three(), worlds=6).stand
    assert len({own.points for own in each}) > 1
    assert alike.points == pytest.approx(np.mean([own.points for own in each]))
    assert alike.reached == pytest.approx([np.mean([own.reached for own in each])])


def test_some_of_the_deals_are_solved_besides() -> None:
    known, solved = three(), 5
    found = advise_exchange(known, worlds=80, solved=solved, memory_mb=16)
    worlds = Worlds(known, Belief.SOFT, 0).block(0, 50).hands[:solved]
    sure = solve_many(worlds, known.contract, known.leader, threads=1, memory_mb=16)
    shares = [float(share(row, 3, known.contract)[known.seat]) for row in sure.tolist()]
    assert found.solved == solved
    assert found.stand.open_cards == pytest.approx(np.mean(shares) - known.target)
    run = Run(progress=lambda done, _: run.cancel() if done == 80 else None)
    stopped = advise_exchange(known, worlds=80, solved=solved, run=run)
    assert (stopped.worlds, stopped.solved, stopped.partial) == (80, 0, True)


# Worlds ------------------------------------------------------------------------------

HAND = "T875.2.8.AKT863"


@pytest.mark.parametrize(("seat", "taken"), [(Seat.FOREHAND, ()), (Seat.MIDDLEHAND, (3,))])
def test_worlds_agree_with_what_is_known(seat: Seat, taken: tuple[int, ...]) -> None:
    variant = get_variant("hornafjordur")
    cut, gone = parse_card("H7"), sum(taken)
    known = observed("exchange", parse_hand(HAND), variant, None, seat, cut=cut, taken=taken)
    assert known.contract is Contract.H
    worlds = Worlds(known, Belief.SOFT, 1)
    block = worlds.block(0, 50)
    after = after_exchanges(known, block, 5)
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
    known = observed(
        "exchange",
        parse_hand(HAND),
        variant,
        Contract.H,
        Seat.MIDDLEHAND,
        taken=(3,),
        discarded=gone,
    )
    assert known.sizes() == [0, 1, 2]
    block = Worlds(known, Belief.SOFT).block(0, 50)
    assert block.pile.shape == (50, 10)
    assert not (
        (np.bitwise_or.reduce(block.hands, axis=1) | hand_masks(block.pile)) & hand_of(gone)
    ).any()
    # The dealer may have put down the cut card, and has had what there was for him.
    dealer = observed(
        "exchange",
        parse_hand(HAND),
        variant,
        None,
        Seat.DEALER,
        cut=parse_card("H7"),
        taken=(7, 5),
        discarded="H7 HA HK HQ",
    )
    assert list(dealer.sizes()) == [0]
    found = advise_exchange(dealer, worlds=3)
    assert found.classes == 1
    assert found.best[0].discards == ()


def test_each_discard_leaves_three_hands_and_is_known_to_be_gone() -> None:
    known = observed("exchange", parse_hand(HAND), HORNAFJORDUR, "C", "M", taken=(3,))
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


# Calls -------------------------------------------------------------------------------------------

S, H, NT, NULLO = Contract.S, Contract.H, Contract.NT, Contract.NULLO


@pytest.fixture(autouse=True)
def values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the small game take the values of the game whose list it has."""
    laugavatn = get_variant("laugavatn")
    monkeypatch.setattr(
        "manni.solver.advice.declaration.values_by_left",
        lambda variant: values_by_left(laugavatn if variant == SMALL else variant),
    )


def advice(worlds: int = 100, **options: object) -> ContractAdvice:
    return advise_contract(OF_THREE, SMALL, worlds=worlds, **options)


def truth(contract: Contract, discards: tuple[int, ...]) -> float:
    """Return forehand's expected points in an ordinary contract, every deal counted."""
    return expected_points(observed("exchange", OF_THREE, SMALL, contract), hand_of(discards))


def test_the_first_seat_with_something_left_opens() -> None:
    hand = parse_hand("QT83.J742.K96.J7652")
    played_on = get_variant("laugavatn+no-skip")
    left = ((Seat.FOREHAND, ()), (Seat.MIDDLEHAND, ("NT", "NULLO")))
    found = advise_contract(hand, played_on, left=left, worlds=2, memory_mb=16)
    assert found.seat is Seat.MIDDLEHAND
    assert {own.call for own in found.calls} == {Call(NT), Call(NULLO)}
    # It does not matter whether it is said whose list is one's own.
    own = (left[0], (None, left[1][1]))
    assert advise_contract(hand, played_on, left=own, worlds=2, memory_mb=16) == found
    known = observed("exchange", hand, played_on, None, calls=(Call(NT), None, None), left=own)
    assert (known.seat, known.declarer) == (Seat.MIDDLEHAND, Seat.MIDDLEHAND)
    assert (
        informative_turns(played_on, known.lines_left, known.calls)[0][0].to_call is Seat.MIDDLEHAND
    )


def test_every_call_comes_to_the_truth() -> None:
    found = advice(1000, deal_only=True)
    assert {own.call for own in found.calls} == {Call(contract) for contract in Contract}
    points = [own.points for own in found.calls]
    assert points == sorted(points, reverse=True)
    for own in found.calls:
        expected = truth(own.call.contract, own.discards)
        assert abs(own.points - expected) < 2.6 * (own.interval[1] - own.points) + 1e-9
        assert own.behind == pytest.approx(points[0] - own.points)
        assert (own.total, own.later) == (own.points, None)
        # No discard is much better.
        every = discard_classes(OF_THREE, range(2), lambda size: SMALL.pack & ~OF_THREE)
        assert (
            expected
            > max(truth(own.call.contract, tuple(cards_in(each.cards))) for each in every) - 0.1
        )


def test_passing_is_playing_against_the_call_that_stands() -> None:
    found = advice(30, calls=(Call(NULLO),), deal_only=True, seed=3, belief=Belief.NONE)
    assert (found.seat, found.declarer, found.standing) == (1, 0, Call(NULLO))
    calls = {own.call: own for own in found.calls}
    assert calls.keys() == {None, *(Call(c, great=True) for c in Contract if c is not NULLO)}
    known = observed("call", OF_THREE, SMALL, NULLO, Seat.MIDDLEHAND, declarer=Seat.FOREHAND)
    worlds, points = Worlds(known, Belief.NONE, 3).block(0, 30), []
    for hands, pile in zip(worlds.hands.tolist(), worlds.pile.tolist(), strict=True):
        gone = thumb_discards(SMALL, NULLO, hands[0], range(2))
        drawn = hand_of(pile[len(pile) - gone.bit_count() :])
        dealt = Position((hands[0] & ~gone | drawn, *hands[1:]), NULLO, Seat.FOREHAND)
        played, _ = played_by_rule(SMALL, dealt, 9, Seat.FOREHAND, (gone, 0, 0))
        tricks = won_in(dealt.follow(played))
        points.append(known.target - tricks[known.seat])
    assert calls[None].points == pytest.approx(np.mean(points))
    assert calls[None].reached == pytest.approx([np.mean(np.array(points) >= 0)])


def test_the_model_only_says_which_discards_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    found = advice()
    monkeypatch.setattr(
        "manni.solver.advice.exchange.classes_by_model", lambda seen: classes_by_model(seen)[::-1]
    )
    assert [own.discards for own in advice().calls] == [own.discards for own in found.calls]


def test_great_calls_show_the_chances_of_their_tricks() -> None:
    found = advise_contract(
        parse_hand("AKQ..."), SMALL, calls=(Call(NT),), worlds=5, memory_mb=16, deal_only=True
    )
    best = found.calls[0]
    assert best.call == Call(S, great=True)
    assert (best.points, best.marks, best.reached) == (4, (1, 2, 3), (1, 1, 1))


def test_the_auction_goes_on() -> None:
    # Forehand has let middlehand's great spades stand: the dealer may only go higher.
    calls = (Call(NULLO), Call(S, great=True), None)
    found = advice(3, calls=calls, left=((Seat.DEALER, ("NT", "S", "D")),))
    assert found.seat is Seat.DEALER
    assert {own.call for own in found.calls} == {None, Call(NT, great=True)}
    assert found.declarer is Seat.MIDDLEHAND
    with pytest.raises(SolverError, match="the auction is over: great S stands"):
        advice(
            3,
            calls=(Call(NULLO), Call(S, great=True), Call(S, great=True)),
            left=((Seat.FOREHAND, ("NULLO", "S")),),
        )


def test_what_is_left_is_counted_in() -> None:
    both = ("NT", "NULLO")
    found = advice(5, left=((None, both),))
    assert {own.call for own in found.calls} == {Call(NT), Call(NULLO)}
    for own in found.calls:
        rest = frozenset(both) - {own.call.contract.name}
        assert own.later == value_of_left(SMALL, rest)
        assert own.total == pytest.approx(own.points + own.later)
        assert own.behind == pytest.approx(found.calls[0].total - own.total)
        assert own.behind == pytest.approx(found.calls[0].total - own.total)
        assert own.behind >= 0
    passing = advice(5, calls=(Call(H),), left=((Seat.MIDDLEHAND, both),))
    later = {own.call: own.later for own in passing.calls}
    assert later == {
        None: value_of_left(SMALL, frozenset(both)),
        Call(NT, great=True): value_of_left(SMALL, frozenset(["NULLO"])),
    }


def test_sets_that_differ_in_suits_have_one_value() -> None:
    laugavatn = get_variant("laugavatn")
    for rest in ((), ("NT",), ("NT", "NULLO")):
        for size in range(5):
            found = {
                value_of_left(laugavatn, frozenset((*rest, *each)))
                for each in combinations("SHDC", size)
            }
            assert len(found) == 1


@pytest.mark.parametrize(
    "code", [variant.code for variant in FAMILIES["manni"] if variant.declared]
)
def test_every_set_has_a_value(code: str) -> None:
    variant = get_variant(code)
    names = [slot.name for slot in variant.slots]
    for size in range(len(names) + 1):
        for left in combinations(names, size):
            value = value_of_left(variant, frozenset(left))
            assert abs(value) <= 12 * size
            # More to choose from never makes the choice among one deal fewer worse.
            for name in left:
                alone = value_of_left(variant, frozenset([name]))
                assert value >= value_of_left(variant, frozenset(left) - {name}) + alone - 1e-3


# What is refused ---------------------------------------------------------------------


def test_the_sentence_tells_close_from_open_from_clear() -> None:
    figures = [("B", 0.3, False), ("C", 3.0, False), ("D", 2.0, True), ("E", 0.05, True)]
    others = [
        (
            name,
            Choice(
                points=0.0,
                interval=(0.0, 0.0),
                behind=behind,
                behind_interval=(0.0, 0.0),
                told_apart=apart,
            ),
        )
        for name, behind, apart in figures
    ]
    assert str(verdict("Declare A.", others, Measure())) == (
        "Declare A. About as good: B, E. Looks worse, but may be as good: C. "
        "Clearly worse: D (by 2.0 points)."
    )
    assert str(verdict("Play A.", others, Measure(close=5.0))).startswith(
        "Play A. About as good: B, C, E."
    )
