"""What the others did is believed: the models against plain counting, the sampler against them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb, exp, fsum, log
from typing import NamedTuple

import numpy as np
import pytest
from behaviour_plain import discard_log_chance, swap_log_chance
from games import small

from manni.solver._beliefs import Beliefs
from manni.solver.advice.answer import ExchangeAdvice
from manni.solver.advice.choices import Belief
from manni.solver.advice.compare import effective, normalized
from manni.solver.advice.exchange import advise_exchange
from manni.solver.advice.hand_policy import thumb_score
from manni.solver.advice.observation import CallObservation, ExchangeObservation, Observation
from manni.solver.advice.opponent_model import (
    CALL_SCALE,
    DISCARD_SCALE,
    GREAT_START,
    SWAP_SCALE,
    CallMade,
    CallOption,
    scoring_rules,
    turns,
)
from manni.solver.advice.worlds import LikelyWorlds, Worlds
from manni.solver.cards import SEATS, Contract, Seat, card_of, cards_in, hand_of
from manni.solver.errors import DealError, SolverError
from manni.solver.notation import parse_card, parse_hand
from manni.solver.report.advice import EXCHANGE_ADVICE, answer_text
from manni.solver.report.advice_parts import credit_sentences
from manni.solver.rules.auction import Call
from manni.solver.rules.games import get_variant
from manni.solver.rules.games.manni import HORNAFJORDUR
from manni.solver.rules.shuffle import generator, shuffled
from manni.solver.rules.variant import Variant

PASS = None
PACK = range(52)
BASIC, LAUGAVATN = get_variant("basic"), get_variant("laugavatn")


FIVE = small(5, 3)
SPADES = 0x1FFF
ACES, TENS = (hand_of(card_of(suit, rank) for suit in range(4)) for rank in (12, 8))


def random_hands(size: int, number: int) -> list[int]:
    rng = generator(size)
    return [hand_of(shuffled(PACK, rng)[:size]) for _ in range(number)]


Three = tuple[int, int, int]


# The compiled models -------------------------------------------------------------------------


def compiled(ace_low: bool = False) -> Beliefs:
    return Beliefs(scoring_rules(ace_low), [(0, 1)])


def test_what_would_be_read_past_its_end_is_refused() -> None:
    room = np.zeros((1, 10), np.uint64), np.zeros(1), 0
    for ask in (
        lambda: compiled().likelihood(3, 0, 0),
        lambda: compiled().likelihood(0, 1 << 52, 0),
        lambda: compiled().score(0, 1 << 52, 0),
        lambda: compiled().draw([32], 0, 1, 0, 0, *room),
    ):
        with pytest.raises(ValueError, match=r"no such|may not be in"):
            ask()


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
        beliefs = compiled()
        beliefs.exchange(0, contract, 0, 7, DISCARD_SCALE, False)
        expected = discard_log_chance(contract, hand, down, range(8))
        assert beliefs.likelihood(0, hand & ~down, down) == pytest.approx(expected)


def test_a_swap_is_as_likely_as_the_model_says() -> None:
    for hand in random_hands(12, 40):
        beliefs = compiled()
        beliefs.exchange(0, Contract.H, 0, 12, SWAP_SCALE, True)
        for kept, down in ((hand, 0), (0, hand)):
            expected = swap_log_chance(Contract.H, hand, swaps=bool(down))
            assert beliefs.likelihood(0, kept, down) == pytest.approx(expected)


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


def to_exchange(
    variant: Variant, contract: Contract, seat: Seat, hand: int | str, taken: tuple[int, ...]
) -> ExchangeObservation:
    hand = parse_hand(hand) if isinstance(hand, str) else hand
    return ExchangeObservation(variant, contract, seat, hand, taken=taken)


def asked(contract: Contract, count: int) -> ExchangeObservation:
    """Return what middlehand knows, after forehand has exchanged so many cards."""
    return to_exchange(FIVE, contract, Seat.MIDDLEHAND, "AK.AJ.T.", (count,))


def shown(known: ExchangeObservation, played: Three, lacks: Three) -> ExchangeObservation:
    """Return what is known if the cards played have shown this besides."""
    known = replace(known)
    vars(known)["record"] = known.record._replace(played=played, lacks=lacks)
    return known


class Slotted(NamedTuple):
    """The unseen cards in their slots: by seat what it kept, put down and drew, then the rest."""

    kept: list[int]
    down: list[int]
    drawn: list[int]
    rest: int
    weight: float
    likely: float


def slotted(sampler: LikelyWorlds, rng: np.random.Generator) -> Slotted:
    slots, likely, weight = sampler.slots(rng, 1)
    *hands, rest = slots[0].tolist()
    return Slotted(*(hands[kind::3] for kind in range(3)), rest, weight, likely[0])


def kind(hand: int) -> int:
    """Return a number for its aces, tens and spades."""
    return sum((hand & own).bit_count() * 6**i for i, own in enumerate((ACES, TENS, SPADES)))


def truth(known: Observation, put_down: bool = False) -> dict[int, float]:
    """Return the chance of every kind of hand that forehand may have been dealt, counted out.

    Or that of what it has ``put_down``.
    """
    (count,) = known.taken
    weights: dict[int, float] = dict.fromkeys(range(6**3), 0.0)
    for each in combinations(cards_in(known.unseen), 5):
        hand = hand_of(each)
        for gone in map(hand_of, combinations(each, count)):
            chance = exp(discard_log_chance(known.contract, hand, gone, range(4)))
            weights[kind(gone if put_down else hand)] += chance
    total = fsum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def test_hands_drawn_from_one_another_are_as_likely_as_those_drawn_anew() -> None:
    known = asked(Contract.S, 2)
    sampler, rng, turns, many = LikelyWorlds(known), generator(9), 120, 25
    drawn: Counter[int] = Counter()
    for _ in range(turns):
        hands, gone, *_ = sampler.block(rng, many)
        assert hands.shape == gone.shape == (many, SEATS)
        for hand, down in zip(hands[:, 0].tolist(), gone[:, 0].tolist(), strict=True):
            assert not hand & down
            assert (hand | down) & ~known.unseen == 0
            assert down.bit_count() == 2
            drawn[kind(down)] += 1
    compare(drawn, truth(known, put_down=True), turns * many)


def test_uneven_draws_are_exact_by_their_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single particle leaves much to the weights."""
    monkeypatch.setattr("manni.solver.advice.worlds.PARTICLES", 1)
    known = to_exchange(small(6, 4), Contract.S, Seat.MIDDLEHAND, "AT.K9.QJ.", (0,))
    sampler = LikelyWorlds(known)
    rng, draws = generator(3), 1500
    found = [slotted(sampler, rng) for _ in range(draws)]
    counts = np.exp([each.weight for each in found])
    assert effective(counts) < 0.9 * draws
    hands = [hand_of(each) for each in combinations(cards_in(known.unseen), 6)]
    chances = np.exp([discard_log_chance(Contract.S, hand, 0, range(5)) for hand in hands])
    error = float(counts.std()) / draws**0.5
    assert abs(counts.mean() - chances.mean()) < 4 * error
    spades = np.array([(each.kept[0] & SPADES).bit_count() for each in found])
    parts = normalized(counts)
    mean = float(parts @ spades)
    error = float(parts**2 @ (spades - mean) ** 2) ** 0.5
    meant = np.average([(hand & SPADES).bit_count() for hand in hands], weights=chances)
    assert abs(mean - meant) < 4 * error


def test_every_card_is_somewhere_once() -> None:
    known = ExchangeObservation.of(
        parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "D", taken=(7, 4), cut=parse_card("SK")
    )
    for number in range(20):
        found = slotted(LikelyWorlds(known), generator(number))
        assert [hand.bit_count() for hand in found.kept] == [5, 8, 0]
        assert [hand.bit_count() for hand in found.down] == [7, 4, 0]
        assert [hand.bit_count() for hand in found.drawn] == [7, 4, 0]
        everything = [*found.kept, *found.down, *found.drawn, found.rest]
        assert sum(everything) == known.unseen
        assert sum(hand.bit_count() for hand in everything) == known.unseen.bit_count()
        world = Worlds(known, Belief.SOFT).draw(generator(number))
        assert world.hands[Seat.DEALER] == known.hand
        assert [hand.bit_count() for hand in world.hands] == [12] * SEATS
        assert len(world.manni) == 5


@pytest.mark.parametrize(
    ("contract", "count"), [(Contract.NT, 1), pytest.param(Contract.S, 2, marks=pytest.mark.slow)]
)
def test_what_was_seen_of_the_play_is_believed_as_counted_out(
    contract: Contract, count: int
) -> None:
    """Forehand has played a card and not followed suit: every way to that, by its likelihood."""
    known = asked(contract, count)
    played = parse_hand("...K")
    hearts = hand_of(card_of(1, rank) for rank in range(13)) & known.unseen
    lacking = hearts & ~parse_hand(".T..")
    expected: dict[int, float] = dict.fromkeys(range(6**3), 0.0)
    for each in combinations(cards_in(known.unseen), 5):
        dealt = hand_of(each)
        for down in combinations(each, count):
            gone = hand_of(down)
            kept = dealt & ~gone
            if kept & lacking or gone & played:
                continue
            free = (known.unseen & ~dealt & ~lacking & ~played).bit_count()
            # The card played was kept or drawn, in so many ways with the others.
            drawn = comb(free, count) if kept & played else comb(free, count - 1)
            likely = exp(discard_log_chance(contract, dealt, gone, range(4)))
            expected[kind(dealt)] += drawn * likely
    total = fsum(expected.values())
    sampler = LikelyWorlds(shown(known, (played, 0, 0), (lacking, 0, 0)))
    rng, draws = generator(8), 1500
    found = [slotted(sampler, rng) for _ in range(draws)]
    for each_found in found:
        after = each_found.kept[0] | each_found.drawn[0]
        assert played & after
        assert not lacking & after
    dealt_kinds = Counter(kind(each_found.kept[0] | each_found.down[0]) for each_found in found)
    compare(dealt_kinds, {each: chance / total for each, chance in expected.items()}, draws)


def test_what_the_rule_of_thumb_would_never_do_has_worlds_too() -> None:
    # Nobody keeps twelve cards in NULLO from a pack of which another holds all the low ones.
    known = ExchangeObservation.of(
        parse_hand("432.432.432.432"), HORNAFJORDUR, Contract.NULLO, Seat.DEALER, taken=(0, 0)
    )
    found = slotted(LikelyWorlds(known), generator(0))
    assert found.likely < -10
    assert sum(hand.bit_count() for hand in found.kept) == 24


def cannot_be(played: Three = (0, 0, 0), lacks: Three = (0, 0, 0)) -> str:
    known = Observation.of(parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F", taken=(0, 5, 4))
    with pytest.raises(DealError) as error:
        slotted(LikelyWorlds(shown(known, played, lacks)), generator(0))
    return str(error.value)


def test_what_was_seen_may_leave_no_deal() -> None:
    ace = parse_hand("A...")
    assert cannot_be(played=(0, ace, ace)) == "SA cannot be anywhere"
    # Thirteen cards in a hand of twelve.
    crowd = parse_hand("AQJT98.KQJT985..")
    assert "no deal agrees with what was seen" in cannot_be(played=(0, crowd, 0))
    everything = ExchangeObservation.of(
        parse_hand("K4.A76.AQ973.J9"), HORNAFJORDUR, "NT", "F"
    ).unseen
    assert "no deal agrees with what was seen" in cannot_be(lacks=(0, everything, 0))


# Calls ----------------------------------------------------------------------------------------

EVERY = frozenset(slot.name for slot in LAUGAVATN.slots)
NULLO, GREAT_H = Call(Contract.NULLO), Call(Contract.H, great=True)


def worth(option: CallOption, hand: int) -> float:
    """Return what an option is worth to a hand, in plain Python."""
    score = compiled().score(option.rule, hand, option.limit)
    at = min(max((score - option.first) / option.step, 0), len(option.table) - 1)
    low = min(int(at), len(option.table) - 2)
    return option.more + float(np.interp(at, [low, low + 1], option.table[low : low + 2]))


def chances(turn: CallMade, hand: int) -> list[float]:
    """Return how likely a seat is to say each thing."""
    odds = [exp(worth(option, hand) / CALL_SCALE) for option in turn.options]
    return [own / fsum(odds) for own in odds]


def test_a_call_is_as_likely_as_the_model_says() -> None:
    made = [NULLO, PASS, GREAT_H]
    found = turns(LAUGAVATN, (EVERY, EVERY, EVERY), made)
    assert [turn.seat for turn in found] == list(Seat)
    for turn, hand in zip(found * 10, random_hands(16, 30), strict=True):
        beliefs = compiled()
        beliefs.call(turn.seat, turn.options, turn.chosen, CALL_SCALE)
        expected = log(chances(turn, hand)[turn.chosen])
        assert beliefs.likelihood(turn.seat, hand, 0) == pytest.approx(expected)


def test_what_there_is_no_choice_about_tells_nothing() -> None:
    left = (frozenset(["NT"]), frozenset(["NULLO"]), EVERY)
    (dealer,) = turns(LAUGAVATN, left, [Call(Contract.NT), PASS, PASS])
    assert dealer.seat is Seat.DEALER


def test_who_calls_great_hearts_holds_great_hearts() -> None:
    hand = parse_hand("Q832.J.K7632.QT9764")
    known = CallObservation(
        LAUGAVATN, Contract.H, Seat.FOREHAND, hand, declarer=Seat.MIDDLEHAND, great=True,
        calls=(NULLO, GREAT_H),
    )  # fmt: skip
    rule = turns(LAUGAVATN, (EVERY, EVERY, EVERY), [NULLO, GREAT_H])[1].options[3].rule
    tricks = dict.fromkeys(Belief, 0.0)
    for belief, number in product(Belief, range(40)):
        world = Worlds(known, belief)[number]
        tricks[belief] += (GREAT_START + compiled().score(rule, world.hands[1], 4)) / 40
    assert tricks[Belief.NONE] < 10
    assert tricks[Belief.SOFT] > 11.5


def test_who_has_nothing_left_to_overcall_with_says_nothing_by_a_pass() -> None:
    hand, calls = parse_hand("AKQJ2.J9.K732.QT976"), (Call(Contract.S), PASS, PASS)
    left = ((Seat.MIDDLEHAND, ()), (None, ("S", "NULLO")))
    known = ExchangeObservation.of(hand, LAUGAVATN, None, calls=calls, left=left)
    assert known.lines_left[:2] == ({"S", "NULLO"}, set())
    everything = ExchangeObservation.of(hand, LAUGAVATN, None, calls=calls)
    for each, seats in ((everything, [*Seat]), (known, [Seat.FOREHAND, Seat.DEALER])):
        assert [turn.seat for turn in turns(LAUGAVATN, each.lines_left, calls)] == seats


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"contract": "H"}, "forehand declares S by the calls, not H"),
        ({"great": True, "contract": "S"}, "forehand declares S by the calls, not great S"),
        ({"declarer": "M"}, "forehand declares by the calls, not middlehand"),
        ({"calls": (PASS,)}, "forehand may not pass"),
        ({"calls": (Call(Contract.S), PASS)}, "calls do not end there: dealer is to call"),
        ({"variant": BASIC}, "nobody calls in basic"),
        ({"left": ((None, ("NT",)),)}, "forehand may not call S"),
        ({"left": ((Seat.MIDDLEHAND, ("X",)),)}, "middlehand cannot have X left: laugavatn has"),
        ({"left": (("N", ("S",)),)}, "'N' is no seat"),
        ({"left": ((None, ("S",)),), "calls": (), "contract": "S"}, "only says what calls"),
    ],
)
def test_calls_that_do_not_fit(given: dict[str, object], message: str) -> None:
    options: dict[str, object] = {
        "hand": parse_hand("AKQJ2.J9.K732.QT976"),
        "variant": LAUGAVATN,
        "contract": None,
        "calls": (Call(Contract.S), PASS, PASS),
    }
    with pytest.raises(SolverError, match=message):
        ExchangeObservation.of(**options | given)  # type: ignore[arg-type]  # that is what is tested


# Calibration: deals in which the seats act by the models ----------------------------------------


# What the advice makes of it --------------------------------------------------------------------


def after_two_passes(hand: str, belief: Belief, **options: int) -> ExchangeAdvice:
    known = ExchangeObservation.of(parse_hand(hand), BASIC, Contract.H, Seat.DEALER, taken=(0, 0))
    return advise_exchange(known, belief=belief, **options)  # type: ignore[typeddict-item]


def test_after_two_passes_the_dealer_keeps() -> None:
    found = {
        belief: after_two_passes("AQ8.Q74.J975.T6", belief, worlds=60, seed=1) for belief in Belief
    }
    less = {belief: own.thumb.points - own.stand.points for belief, own in found.items()}
    assert found[Belief.NONE].best[0].discards
    assert less[Belief.SOFT] < less[Belief.NONE]
    assert found[Belief.NONE].credit is None
    soft = found[Belief.SOFT]
    good = soft.credit
    assert good is not None
    assert not good.rare
    assert 40 < good.effective <= 60
    assert good.effective == pytest.approx(EXCHANGE_ADVICE.json(soft)["effective_worlds"])
    assert "(soft)" in str(answer_text(soft))


def test_what_is_rare_is_said() -> None:
    hand = parse_hand("K4.A76.AQ973.J9")
    known = ExchangeObservation.of(hand, HORNAFJORDUR, Contract.NT, Seat.MIDDLEHAND, taken=(0,))
    found = Worlds(known, Belief.SOFT, 0).credit(40)
    assert found is not None
    assert found.rare
    assert "is rare" in " ".join(credit_sentences(found, called=False))
    usual = Worlds(replace(known, taken=(7,)), Belief.SOFT, 0).credit(40)
    assert usual is not None
    assert not usual.rare
