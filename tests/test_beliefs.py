"""What the others did is believed: worlds as drawn against all that there are, counted out."""

from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from games import SMALL, SeatTargets, other
from positions import observed, played_by_rule, shared

from manni.solver.advice.choices import Belief
from manni.solver.advice.compare import Floats, HandArray, row_independence
from manni.solver.advice.declaration import auction_of, value_of_left
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.hand_model import HandModel
from manni.solver.advice.observation import Observation
from manni.solver.advice.opponent_model import (
    CALL_SCALE,
    call_log_likelihoods,
    call_points,
    informative_turns,
    log_likelihoods,
    temperature_of,
)
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.notation import parse_hand
from manni.solver.position import Position
from manni.solver.report.advice import answer_text
from manni.solver.rules.auction import Call
from manni.solver.rules.exchange import SWAP_ALL, in_turn
from manni.solver.rules.games import get_variant
from manni.solver.rules.games.manni import HORNAFJORDUR
from manni.solver.rules.scoring import Scoring
from manni.solver.rules.shuffle import generator

PASS, NULLO, GREAT_H = None, Call(Contract.NULLO), Call(Contract.H, great=True)
BASIC, LAUGAVATN = get_variant("basic"), get_variant("laugavatn")
EVERY = frozenset(slot.name for slot in LAUGAVATN.slots)

# Queens to aces, three cards each and in the Manni.
ONES = SeatTargets((1, 1, 1))
IN_TURN = other(
    HORNAFJORDUR,
    pack=SMALL.pack,
    packets=SMALL.packets,
    exchange=in_turn(2, 1),
    scoring=Scoring(ONES, ONES),
)
SWAPS = other(IN_TURN, exchange=SWAP_ALL)


# Against all deals ----------------------------------------------------------------------------


@cache
def chance(known: Observation, hand: int, down: int, sizes: tuple[int, ...]) -> float:
    """Return how likely this is put down of a hand dealt, one way by the side of all others."""
    model, scale = HandModel.of(known.variant, known.contract), temperature_of(known)
    ways = [hand_of(gone) for size in sizes for gone in combinations(cards_in(hand), size)]
    kept = np.array([hand & ~gone for gone in ways], np.uint64)
    odds = np.exp(model.log_odds(kept, np.array([gone.bit_count() for gone in ways]), scale))
    return float(odds[ways.index(down)] / odds.sum())


def counted(known: Observation) -> tuple[Floats, float]:
    """Return how likely each card is held and put down by each other seat, by all deals.

    And the mean chance of what the others did, in all deals that agree with the rest.
    """
    lengths, may, before = [], [], 0
    for seat in Seat:
        count = known.exchanged(seat) or 0
        may.append(
            (
                tuple(known.sizes_of(seat, before)),
                seat in known.order and known.exchanged(seat) is not None,
            )
        )
        before += count
        lengths += [3 - count, count, count] if seat is not known.seat else [0, 0, 0]
    hands, gone, dealt, weights = [], [], [], []
    for parts in shared(known.variant.pack & ~known.hand & ~known.gone, lengths):
        kept, down, drawn = parts[::3], parts[1::3], parts[2::3]
        held = [one | two for one, two in zip(kept, drawn, strict=True)]
        was = [one | two for one, two in zip(kept, down, strict=True)]
        played, lacks = known.record[-2:] if known.question == "card" else [(0, 0, 0)] * 2
        fits = (
            own.bit_count() == 0 or (not cards & ~own and not own & none & ~cards)
            for own, cards, none in zip(held, played, lacks, strict=True)
        )
        cut = 0 if known.cut is None or known.seat is Seat.DEALER else 1 << known.cut
        if all(fits) and not cut & ~was[Seat.DEALER]:
            likely = (
                chance(known, was[seat], down[seat], sizes)
                for seat, (sizes, told) in enumerate(may)
                if told and seat != known.seat
            )
            weights.append(prod(likely))
            held[known.seat], was[known.seat] = known.hand, known.hand
            hands.append(held), gone.append(down), dealt.append(was)
    arrays = [np.array(each, np.uint64) for each in (hands, gone, dealt)]
    logs = call_log_likelihoods(known, arrays[2])
    if known.question == "card":
        logs += log_likelihoods(known, Belief.SOFT, arrays[0], arrays[1])[0]
    counts = np.array(weights) * np.exp(logs)
    return places(known, arrays[0], arrays[1], counts), float(counts.mean())


def places(known: Observation, hands: HandArray, gone: HandArray, counts: Floats) -> Floats:
    """Return how often each card is held, and put down, by each of the others."""
    cards = np.uint64(1) << np.array(list(cards_in(known.variant.pack)), np.uint64)
    others = list(known.others)
    both = np.concatenate([hands[:, others], gone[:, others]], axis=1)
    return np.asarray(counts @ (both[:, :, None] & cards > 0).reshape(len(both), -1) / counts.sum())


def after(played: str, *taken: int, contract: str = "NT", **seen: Any) -> Observation:
    hand, variant = parse_hand("A.A.Q."), seen.pop("variant", IN_TURN)
    return observed("card", hand, variant, contract, "F", played=played, taken=taken, **seen)


KNOWN = {
    "dealer": observed("exchange", "A.Q.K.", IN_TURN, "S", "D", taken=(2, 1)),
    "cut": observed("exchange", "A.Q.K.", IN_TURN, "NT", "M", taken=(1,), cut="CQ"),
    "swap": observed("exchange", "A.Q.K.", SWAPS, "H", "D", taken=(0, 0)),
    "call": observed("exchange", "AQ.Q..", SMALL, calls=(NULLO, GREAT_H, PASS, PASS), seat="M"),
    "called": observed(
        "card",
        "AQ.Q..",
        SMALL,
        calls=(NULLO, GREAT_H, PASS, PASS),
        taken=(1,),
        seat="F",
        played="HA HK HQ DA DK",
    ),
    "lead": after("", 2, 1, 0, contract="H"),
    "cut card": after("", 1, 1, 1, cut="CQ"),
    "void": after("SA SK DK HA HQ HK", 1, 1, 1, cut="HK"),
    "swapped": after("SA SK DK", 0, 3, 0, variant=SWAPS, contract="H"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_worlds_are_as_likely_as_counted_out(name: str) -> None:
    known = KNOWN[name]
    expected, mean = counted(known)
    for blocks, size in ((50, 200), (600, 2)):
        check_drawn(known, expected, mean, blocks, size)


def check_drawn(known: Observation, expected: Floats, mean: float, blocks: int, size: int) -> None:
    """Check that so many blocks of worlds come to what was counted out."""
    worlds = Worlds(known, Belief.SOFT, 1)
    found = [worlds.block(number, size) for number in range(blocks)]
    weights = np.exp([block.log_weights[0] for block in found])
    if known.question != "card":  # of which cards were put down nothing is weighed
        mean *= prod(comb(3, known.exchanged(seat) or 0) for seat in known.others)
    error = weights.std() / blocks**0.5
    assert abs(weights.mean() - mean) < 4 * error
    rows = np.array([places(known, each.hands, each.gone, np.ones(size)) for each in found])
    parts = weights / weights.sum()
    errors = np.sqrt(parts**2 @ (rows - expected) ** 2)
    assert (abs(parts @ rows - expected) < 5 * errors + 0.01).all()
    assert worlds.believes


@pytest.mark.parametrize(
    ("code", "contract", "taken"),
    [
        ("hornafjordur", "NULLO", (7, 5, 3)),
        ("hornafjordur", "H", (6, 4, 4)),
        ("basic", "S", (0,) * 3),
    ],
)
def test_late_in_a_deal_deals_are_still_many(
    code: str, contract: str, taken: tuple[int, ...]
) -> None:
    variant = get_variant(code)
    dealing = variant.deal(generator(3))
    hands, gone, manni = list(dealing.hands), [], list(dealing.manni)
    for seat, count in zip(Seat, taken, strict=True):
        down, _ = HandModel.of(variant, Contract[contract]).best(
            np.array([hands[seat]], np.uint64), (count,)
        )
        gone.append(int(down[0]))
        hands[seat] = hands[seat] & ~gone[seat] | hand_of([manni.pop(0) for _ in range(count)])
    played, position = played_by_rule(variant, Position(hands, Contract[contract]), 20)
    seat = position.to_play
    known = observed(
        "card",
        hands[seat],
        variant,
        Contract[contract],
        seat,
        played=played,
        taken=taken,
        discarded=gone[seat],
    )
    found = Worlds(known, Belief.SOFT, 0).block(0, 100)
    assert len(np.unique(found.hands, axis=0)) >= 60
    assert 25 <= found.independence.sum() <= 100


def test_copies_count_in_full_once_they_have_parted() -> None:
    rng = np.random.default_rng(1)
    first, families = rng.normal(size=(50, 200)), np.repeat(np.arange(50), 4)
    copies, parted = first[families], rng.normal(size=(200, 200))
    assert row_independence(copies, families) == pytest.approx(1 / 4, rel=0.1)
    assert row_independence(parted, families) == pytest.approx(1, abs=0.1)
    assert row_independence(parted, np.zeros(200, int)) == 1 / 200
    assert (
        0.4 < row_independence(np.where(rng.random((200, 1)) < 0.5, copies, parted), families) < 0.8
    )


def test_what_the_rule_of_thumb_would_never_do_has_worlds_too() -> None:
    # Nobody keeps twelve cards in NULLO from a pack of which another holds all the low ones.
    hand = parse_hand("432.432.432.432")
    before = observed("exchange", hand, HORNAFJORDUR, "NULLO", "D", taken=(0, 0))
    played = "SA SK S4 HA HK H4 DA DK D4 CA CK C4 SQ SJ"
    later = observed("card", hand, HORNAFJORDUR, "NULLO", "D", taken=(0, 0, 0), played=played)
    for known in (before, later):
        found = Worlds(known, Belief.SOFT, 0).block(0, 10)
        assert np.isfinite(found.log_weights).all()
        assert (np.bitwise_count(found.hands) == 12).all()


# Calls ----------------------------------------------------------------------------------------


def test_calls_are_the_likelier_the_more_points_they_promise() -> None:
    made = [NULLO, PASS, GREAT_H]
    known = observed(
        "call",
        "Q832.J.K7632.QT9764",
        LAUGAVATN,
        Contract.H,
        Seat.FOREHAND,
        declarer=Seat.DEALER,
        great=True,
        calls=(*made, PASS),
    )
    found = informative_turns(LAUGAVATN, (EVERY, EVERY, EVERY), made)
    assert [auction.to_call for auction, _ in found] == list(Seat)
    dealt = Worlds(known, Belief.NONE, 0).block(0, 20).hands
    expected = np.zeros(20)
    for auction, said in found[1:]:
        points = call_points(LAUGAVATN, auction, known.lines_left, dealt)
        odds = np.exp(points / CALL_SCALE)
        expected += np.log(odds[auction.legal().index(said)] / odds.sum(axis=0))
    assert call_log_likelihoods(known, dealt) == pytest.approx(expected)
    # What is called is no longer left.
    opens, names = auction_of(LAUGAVATN, (frozenset(["NULLO"]),) * 3), {"NULLO", "NT"}
    more, last = (
        call_points(LAUGAVATN, opens, (frozenset(left),) * 3, dealt) for left in (names, ["NULLO"])
    )
    assert more - last == pytest.approx(value_of_left(LAUGAVATN, frozenset(["NT"])))


def test_what_there_is_no_choice_about_tells_nothing() -> None:
    left = (frozenset(["NT"]), frozenset(["NULLO"]), EVERY)
    ((auction, _),) = informative_turns(LAUGAVATN, left, [Call(Contract.NT), PASS, PASS])
    assert auction.to_call is Seat.DEALER


def test_who_has_nothing_left_to_overcall_with_says_nothing_by_a_pass() -> None:
    hand, calls = parse_hand("AKQJ2.J9.K732.QT976"), (Call(Contract.S), PASS, PASS)
    left = ((Seat.MIDDLEHAND, ()), (None, ("S", "NULLO")))
    known = observed("exchange", hand, LAUGAVATN, None, calls=calls, left=left)
    assert known.lines_left[:2] == ({"S", "NULLO"}, set())
    everything = observed("exchange", hand, LAUGAVATN, None, calls=calls)
    for each, seats in ((everything, [*Seat]), (known, [Seat.FOREHAND, Seat.DEALER])):
        found = informative_turns(LAUGAVATN, each.lines_left, calls)
        assert [auction.to_call for auction, _ in found] == seats


# What the advice makes of it --------------------------------------------------------------------


def test_after_two_passes_the_dealer_keeps() -> None:
    hand = parse_hand("AQ8.Q74.J975.T6")
    known = observed("exchange", hand, BASIC, Contract.H, Seat.DEALER, taken=(0, 0))
    found = {belief: advise_exchange(known, belief=belief, worlds=600, seed=1) for belief in Belief}
    less = {belief: own.thumb.points - own.stand.points for belief, own in found.items()}
    assert less[Belief.SOFT] < less[Belief.NONE]
    good = found[Belief.SOFT]
    assert (found[Belief.NONE].rare, good.rare) == (None, False)
    assert 300 < good.effective <= 600
    assert "exchanged roughly by the rule of thumb" in str(answer_text(good))


def test_what_is_rare_is_said() -> None:
    hand = parse_hand("K4.A76.AQ973.J9")
    known = observed("exchange", hand, HORNAFJORDUR, Contract.NT, Seat.MIDDLEHAND, taken=(0,))
    found = advise_exchange(known, worlds=40)
    assert found.rare
    assert "is rare" in str(answer_text(found))
    known = observed("exchange", hand, HORNAFJORDUR, "NT", "M", taken=(7,))
    assert not advise_exchange(known, worlds=40).rare
