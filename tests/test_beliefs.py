"""What the others did is believed: the models against plain counting, the sampler against them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb, exp, fsum

import numpy as np
import pytest

from solver._beliefs import Beliefs
from solver.advice.behaviour import cards, whole_hand
from solver.advice.behaviour.calls import rules
from solver.advice.belief import Belief
from solver.advice.slots import Sampler, Slots, slotted
from solver.advice.thumb_discards import thumb_discards, thumb_score
from solver.advice.view import View, view
from solver.advice.worlds import sample, slots_of
from solver.cards import SEATS, Seat, card_of, cards_in, hand_of
from solver.errors import ArgumentError, DealError, SolverError
from solver.notation import parse_card, parse_hand
from solver.rules.contract import Contract
from solver.rules.exchange import InTurn
from solver.rules.hornafjordur import HORNAFJORDUR
from solver.rules.registry import get_variant
from solver.rules.scoring import Scoring, Targets
from solver.rules.shuffle import generator, shuffled
from solver.rules.variant import MANNI, Variant

PACK = range(52)
BASIC = get_variant("basic")
BELIEVED = [Belief.SOFT, Belief.STRICT]


def small(size: int, limit: int) -> Variant:
    """Return a game with so many cards a hand and in the Manni, from the ace down."""
    return replace(
        HORNAFJORDUR,
        code="small",
        pack=hand_of(card_of(s, r) for s, r in product(range(4), range(13 - size, 13))),
        packets=(*((seat, size) for seat in Seat), (MANNI, size)),
        exchange=InTurn(limit, 0),
        cuts=False,
        scoring=Scoring(plain=Targets(1, 1), nullo=Targets(1, 1)),
    )


FIVE = small(5, 3)
SPADES = 0x1FFF
ACES, TENS = (hand_of(card_of(suit, rank) for suit in range(4)) for rank in (12, 8))


def random_hands(size: int, number: int) -> list[int]:
    rng = generator(size)
    return [hand_of(shuffled(PACK, rng)[:size]) for _ in range(number)]


# The compiled models -------------------------------------------------------------------------


def compiled(ace_low: bool = False) -> Beliefs:
    return Beliefs(rules(ace_low), [(0, 1)])


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("contract", Contract)
def test_scores_are_those_of_the_rule_of_thumb(contract: Contract, ace_low: bool) -> None:
    beliefs = compiled(ace_low)
    for hand in random_hands(12, 40) + random_hands(16, 40):
        for limit in (0, 4, 7):
            expected = thumb_score(contract, hand, range(limit + 1), ace_low)
            assert beliefs.score(contract, hand, limit) == pytest.approx(expected)


@pytest.mark.parametrize("contract", [Contract.NT, Contract.H, Contract.NULLO])
def test_what_is_put_down_is_as_likely_as_the_model_says(contract: Contract) -> None:
    for hand, gone in zip(random_hands(12, 30), random_hands(9, 30), strict=True):
        down = hand & gone
        count = down.bit_count()
        beliefs = compiled()
        beliefs.exchange(0, contract, 0, 7, count, cards.SCALE, False, 0, 0)
        expected = cards.log_chance(contract, hand, down, range(8))
        assert beliefs.likelihood(0, hand & ~down, down) == pytest.approx(expected)
        beliefs.exchange(0, contract, 0, 7, count, 0, False, 0, 0)
        by_thumb = thumb_discards(contract, hand, range(8))
        assert (beliefs.likelihood(0, hand, 0) == 0) == (by_thumb.bit_count() == count)
        assert beliefs.thumb(0, hand) == thumb_discards(contract, hand, (count,))


def test_a_swap_is_as_likely_as_the_model_says() -> None:
    for hand in random_hands(12, 40):
        beliefs = compiled()
        beliefs.exchange(0, Contract.H, 0, 12, 12, whole_hand.SCALE, True, 0, 0)
        for kept, down in ((hand, 0), (0, hand)):
            expected = whole_hand.log_chance(Contract.H, hand, swaps=bool(down))
            assert beliefs.likelihood(0, kept, down) == pytest.approx(expected)
        beliefs.exchange(0, Contract.H, 0, 12, 12, 0, True, 0, 0)
        swaps = thumb_discards(Contract.H, hand, (0, 12), all_or_nothing=True) == hand
        assert (beliefs.likelihood(0, 0, hand) == 0) == swaps
        assert (beliefs.likelihood(0, hand, 0) == 0) != swaps


def test_chances_of_what_may_be_put_down_add_up() -> None:
    hand = parse_hand("AQ3.K2.T.")
    sizes = range(4)
    chances = {
        hand_of(gone): exp(cards.log_chance(Contract.S, hand, hand_of(gone), sizes))
        for size in sizes
        for gone in combinations(cards_in(hand), size)
    }
    assert fsum(chances.values()) == pytest.approx(1)
    rng = np.random.default_rng(0)
    draws = 4000
    drawn = Counter(cards.chosen(Contract.S, hand, sizes, rng) for _ in range(draws))
    compare(drawn, chances, draws)


def compare(drawn: Counter[int], chances: dict[int, float], draws: int) -> None:
    """Check that numbers of draws are as chances say: chi-square, at four sigma."""
    expected = {each: chance * draws for each, chance in chances.items() if chance}
    assert not drawn.keys() - expected.keys()
    often = [each for each, number in expected.items() if number >= 5]
    seldom = expected.keys() - set(often)
    pairs = [(drawn[each], expected[each]) for each in often]
    if seldom:
        pairs.append((sum(drawn[e] for e in seldom), fsum(expected[e] for e in seldom)))
    square = fsum((found - wanted) ** 2 / max(wanted, 1) for found, wanted in pairs)
    freedom = len(pairs) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 4


# The sampler ----------------------------------------------------------------------------------


def asked(contract: Contract, count: int) -> View:
    """Return what middlehand knows, after forehand has exchanged so many cards."""
    return View(FIVE, contract, Seat.MIDDLEHAND, parse_hand("AK.AJ.T."), taken=(count,))


def kind(hand: int) -> int:
    """Return a number for its aces, tens and spades."""
    return sum((hand & own).bit_count() * 6**i for i, own in enumerate((ACES, TENS, SPADES)))


def truth(known: View, belief: Belief) -> dict[int, float]:
    """Return the chance of every kind of hand that forehand may have been dealt, counted out."""
    (count,) = known.taken
    weights: dict[int, float] = dict.fromkeys(range(6**3), 0.0)
    for each in combinations(cards_in(known.unseen), 5):
        hand = hand_of(each)
        if belief is Belief.STRICT:
            weights[kind(hand)] += (
                thumb_discards(known.contract, hand, range(4)).bit_count() == count
            )
        else:
            weights[kind(hand)] += fsum(
                exp(cards.log_chance(known.contract, hand, hand_of(gone), range(4)))
                for gone in combinations(each, count)
            )
    total = fsum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


@pytest.mark.parametrize("belief", BELIEVED)
@pytest.mark.parametrize(("contract", "count"), [(Contract.NT, 1), (Contract.S, 2)])
def test_worlds_are_as_likely_as_counted_out(
    contract: Contract, count: int, belief: Belief
) -> None:
    known = asked(contract, count)
    sampler = Sampler(slots_of(known), belief)
    rng = generator(7)
    draws = 2500
    found = [sampler.draw(rng) for _ in range(draws)]
    drawn = Counter(kind(each.kept[0] | each.down[0]) for each in found)
    chances = truth(known, belief)
    compare(drawn, chances, draws)
    # Of four cards put down by the rule itself nothing is left to chance.
    if belief is Belief.STRICT:
        for each in found[:50]:
            hand = each.kept[0] | each.down[0]
            assert each.down[0] == thumb_discards(contract, hand, (count,))
            assert each.likely == 0


def test_the_weights_mean_the_chance_of_what_was_seen() -> None:
    known = asked(Contract.NT, 1)
    sampler = Sampler(slots_of(known), Belief.SOFT)
    rng = generator(1)
    found = np.exp([sampler.draw(rng).weight for _ in range(400)])
    hands = list(combinations(cards_in(known.unseen), 5))
    chance = fsum(
        exp(cards.log_chance(Contract.NT, hand_of(hand), 1 << card, range(4)))
        for hand in hands
        for card in hand
    ) / len(hands)
    # A weight is that of one card put down, of the five that might be.
    assert found.mean() * 5 == pytest.approx(chance, rel=0.05)


def test_every_card_is_somewhere_once() -> None:
    known = view(
        parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "D", taken=(7, 4), cut=parse_card("SK")
    )
    for belief, number in product(Belief, range(20)):
        found = slotted(slots_of(known), belief, generator(number))
        assert [hand.bit_count() for hand in found.kept] == [5, 8, 0]
        assert [hand.bit_count() for hand in found.down] == [7, 4, 0]
        assert [hand.bit_count() for hand in found.drawn] == [7, 4, 0]
        everything = [*found.kept, *found.down, *found.drawn, hand_of(found.manni)]
        assert sum(everything) == known.unseen
        assert sum(hand.bit_count() for hand in everything) == known.unseen.bit_count()
        world = sample(known, generator(number), belief)
        assert world.hands[Seat.DEALER] == known.hand
        assert [hand.bit_count() for hand in world.hands] == [12] * SEATS
        assert len(world.manni) == 5


@pytest.mark.parametrize("belief", Belief)
def test_what_the_play_has_shown(belief: Belief) -> None:
    known = view(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F", cut=parse_card("CK"))
    played = (0, parse_hand("A.K.5.2"), parse_hand("QJ...A"))
    hearts = SPADES << 13
    # Middlehand has not followed spades, the dealer hearts.
    lacking = (0, known.unseen & SPADES & ~played[1], known.unseen & hearts)
    slots = Slots(known, (None, 5, 7), played, lacking)
    for number in range(20):
        found = slotted(slots, belief, generator(number))
        for seat in (Seat.MIDDLEHAND, Seat.DEALER):
            held = found.kept[seat] | found.drawn[seat]
            assert not played[seat] & ~held
            assert not held & lacking[seat]
        assert (found.kept[2] | found.down[2]) >> parse_card("CK") & 1


def test_restricted_cards_lie_as_counting_says() -> None:
    # Forehand kept three cards and drew two, and has no spades; nothing else is believed.
    known = asked(Contract.NT, 2)
    spades = known.unseen & SPADES
    slots = Slots(known, (2, None, None), lacking=(spades, 0, 0))
    rng = generator(2)
    sampler = Sampler(slots, Belief.NONE)
    draws = 3000
    drawn = Counter(sampler.draw(rng).down[0] & spades for _ in range(draws))
    # What it has put down may be spades, of which there are three; the five cards of its hand
    # are among the twelve others.
    pairs = list(combinations(cards_in(known.unseen), 2))
    weights = Counter[int]()
    for pair in pairs:
        others = 12 - sum(1 for card in pair if not spades >> card & 1)
        weights[hand_of(pair) & spades] += comb(others, 5)
    total = sum(weights.values())
    compare(drawn, {each: weight / total for each, weight in weights.items()}, draws)


@pytest.mark.parametrize("belief", BELIEVED)
def test_what_the_rule_of_thumb_would_never_do_has_worlds_too(belief: Belief) -> None:
    # Nobody keeps twelve cards in NULLO from a pack of which another holds all the low ones.
    known = view(
        parse_hand("432.432.432.432"), HORNAFJORDUR, Contract.NULLO, Seat.DEALER, taken=(0, 0)
    )
    found = slotted(slots_of(known), belief, generator(0))
    assert found.likely < -10
    assert sum(hand.bit_count() for hand in found.kept) == 24


def test_seeds_decide_worlds() -> None:
    known = view(parse_hand("AQ8.Q74.J975.T6"), BASIC, Contract.H, Seat.DEALER, taken=(0, 0))
    for belief in BELIEVED:
        one = slotted(slots_of(known), belief, generator(3))
        assert slotted(slots_of(known), belief, generator(3)) == one
        assert slotted(slots_of(known), belief, generator(4)) != one


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"taken": (1, None)}, "expected one a seat"),
        ({"taken": (13, None, None)}, "taken: 13, expected 0 to 12"),
        ({"held": (0, 0)}, "expected 3"),
        ({"known": 3}, "expected a View"),
    ],
)
def test_slots_that_cannot_be(changes: dict[str, object], message: str) -> None:
    known = view(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F")
    given: dict[str, object] = {"known": known, **changes}
    with pytest.raises(SolverError, match=message) as error:
        Slots(**given)  # type: ignore[arg-type]  # that is what is tested
    assert isinstance(error.value, ArgumentError)


def cannot_be(**given: tuple[int, int, int]) -> str:
    known = view(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F")
    with pytest.raises(DealError) as error:
        slotted(Slots(known, (None, 5, 4), **given), Belief.SOFT, generator(0))
    return str(error.value)


def test_what_was_seen_may_leave_no_deal() -> None:
    ace = parse_hand("A...")
    assert cannot_be(held=(0, ace, ace)) == "SA cannot be anywhere"
    # Thirteen cards in a hand of twelve.
    crowd = parse_hand("AQJT98.KQJT985..")
    assert "no deal agrees with what was seen" in cannot_be(held=(0, crowd, 0))
    everything = view(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F").unseen
    assert "no deal agrees with what was seen" in cannot_be(lacking=(0, everything, 0))


def test_more_cards_than_the_manni_has() -> None:
    known = view(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F")
    with pytest.raises(DealError, match="more cards were exchanged than there are"):
        Sampler(Slots(known, (None, 12, 12)), Belief.NONE)
