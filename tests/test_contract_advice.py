"""Contract advice on a small game whose worlds can be counted out; the value of sets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from games import SMALL
from positions import played_by_rule
from set_values import alike_lines, set_values
from test_advise import expected_points

from manni.solver.advice import contract, declaration
from manni.solver.advice.answer import Choice, ContractAdvice, Measure
from manni.solver.advice.choices import Belief
from manni.solver.advice.contract import advise_contract
from manni.solver.advice.declaration import set_value
from manni.solver.advice.exchange import liked_first
from manni.solver.advice.hand_model import thumb_discards
from manni.solver.advice.observation import CallObservation, ExchangeObservation
from manni.solver.advice.opponent_model import turns
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.errors import SolverError
from manni.solver.exchange.discards import discard_classes
from manni.solver.notation import parse_hand
from manni.solver.position import Position, won_in
from manni.solver.report.advice import verdict
from manni.solver.rules.auction import Call
from manni.solver.rules.games import FAMILIES, get_variant

HAND = parse_hand("AQ.K..")
S, H, NT, NULLO = Contract.S, Contract.H, Contract.NT, Contract.NULLO


@pytest.fixture(autouse=True)
def values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the small game take the values of the game whose list it has."""
    stored = declaration.set_values_of
    laugavatn = get_variant("laugavatn")
    monkeypatch.setattr(
        declaration,
        "set_values_of",
        lambda variant: stored(laugavatn if variant == SMALL else variant),
    )


def advice(worlds: int = 100, **options: object) -> ContractAdvice:
    return advise_contract(HAND, SMALL, worlds=worlds, **options)  # type: ignore[arg-type]


def truth(contract: Contract, discards: tuple[int, ...]) -> float:
    """Return forehand's expected points in an ordinary contract, every deal counted."""
    return expected_points(ExchangeObservation.of(HAND, SMALL, contract), hand_of(discards))


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
    known = ExchangeObservation.of(hand, played_on, None, calls=(Call(NT), None, None), left=own)
    assert (known.seat, known.declarer) == (Seat.MIDDLEHAND, Seat.MIDDLEHAND)
    assert turns(played_on, known.lines_left, known.calls)[0].seat is Seat.MIDDLEHAND


def test_every_call_comes_to_the_truth() -> None:
    found = advice(1000, deal_only=True)
    assert {own.call for own in found.calls} == {Call(contract) for contract in Contract}
    points = [own.points for own in found.calls]
    assert points == sorted(points, reverse=True)
    for own in found.calls:
        assert own.call is not None
        expected = truth(own.call.contract, own.discards)
        assert abs(own.points - expected) < 2.6 * (own.interval[1] - own.points) + 1e-9
        assert own.behind == pytest.approx(points[0] - own.points)
        assert (own.total, own.later) == (own.points, None)
        # No discard is much better.
        every = discard_classes(HAND, range(2), lambda size: SMALL.pack & ~HAND)
        assert (
            expected
            > max(truth(own.call.contract, tuple(cards_in(each.cards))) for each in every) - 0.1
        )


def test_passing_is_playing_against_the_call_that_stands() -> None:
    found = advice(30, calls=(Call(NULLO),), deal_only=True, seed=3, belief=Belief.NONE)
    assert (found.seat, found.declarer, found.standing) == (1, 0, Call(NULLO))
    calls = {own.call: own for own in found.calls}
    assert calls.keys() == {None, *(Call(c, great=True) for c in Contract if c is not NULLO)}
    known = CallObservation(SMALL, NULLO, Seat.MIDDLEHAND, HAND, declarer=Seat.FOREHAND)
    worlds, points = Worlds(known, Belief.NONE, 3).block(0, 30), []
    for hands, pile in zip(worlds.hands.tolist(), worlds.pile.tolist(), strict=True):
        gone = thumb_discards(SMALL, NULLO, hands[0], range(2))
        drawn = hand_of(pile[len(pile) - gone.bit_count() :])
        dealt = Position((hands[0] & ~gone | drawn, *hands[1:]), NULLO, Seat.FOREHAND)
        tricks = won_in(
            dealt.follow(played_by_rule(SMALL, dealt, 9, Seat.FOREHAND, (gone, 0, 0))[0])
        )
        points.append(known.target - tricks[known.seat])
    assert calls[None].points == pytest.approx(np.mean(points))
    assert calls[None].reached == pytest.approx([np.mean(np.array(points) >= 0)])


def test_the_model_only_says_which_discards_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    found = advice()
    monkeypatch.setattr(contract, "liked_first", lambda seen: liked_first(seen)[::-1])
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
        assert own.call is not None
        rest = frozenset(both) - {own.call.contract.name}
        assert own.later == set_value(SMALL, rest)
        assert own.total == pytest.approx(own.points + own.later)
        assert own.behind == pytest.approx(found.calls[0].total - own.total)
        assert own.behind == pytest.approx(found.calls[0].total - own.total)
        assert own.behind >= 0
    passing = advice(5, calls=(Call(H),), left=((Seat.MIDDLEHAND, both),))
    later = {own.call: own.later for own in passing.calls}
    assert later == {
        None: set_value(SMALL, frozenset(both)),
        Call(NT, great=True): set_value(SMALL, frozenset(["NULLO"])),
    }


# The value of what is left -----------------------------------------------------------


def test_sets_by_hand() -> None:
    points = np.array([[3.0, 1.0], [-1.0, 1.0]])
    values = set_values(["a", "b"], points)
    assert values[frozenset()] == 0
    assert values[frozenset("a")] == 1
    assert values[frozenset("b")] == 1
    # The first hand takes a and keeps b, the second the other way: 3 + 1 and 1 + 1.
    assert values[frozenset("ab")] == 3


def test_sets_that_differ_in_suits_have_one_value() -> None:
    points = np.array([[3.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
    values = set_values(["a", "b", "c"], points, alike=frozenset("ab"))
    assert values[frozenset("a")] == values[frozenset("b")] == 1
    # Of a and c the hands take 3 + 0 and 0 + 1, of b and c 1 + 0 each: 2 and 1 on average.
    assert values[frozenset("ac")] == values[frozenset("bc")] == 1.5
    laugavatn = get_variant("laugavatn")
    assert alike_lines(laugavatn.slots) == frozenset("SHDC")
    for rest in ((), ("NT",), ("NT", "NULLO")):
        for size in range(5):
            found = {
                set_value(laugavatn, frozenset((*rest, *each)))
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
            value = set_value(variant, frozenset(left))
            assert abs(value) <= 12 * size
            # More to choose from never makes the choice among one deal fewer worse.
            for name in left:
                alone = set_value(variant, frozenset([name]))
                assert value >= set_value(variant, frozenset(left) - {name}) + alone - 1e-3


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
