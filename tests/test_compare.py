"""Choices compared by a rule and solved worlds: that intervals tell the truth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from manni.solver.advice.choices import Belief, Value
from manni.solver.advice.compare import SHARES, Behind, Comparison, Prior, quantile
from manni.solver.advice.contract import advise_contract
from manni.solver.advice.evaluation import Evaluator, FittedPoints, Outcome, deal_features
from manni.solver.advice.exchange import pair_prior, renamed, renamings
from manni.solver.advice.observation import CallObservation, ExchangeObservation
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.engine import Engine
from manni.solver.notation import parse_hand
from manni.solver.rules.auction import Call
from manni.solver.rules.games import get_variant
from manni.solver.run import Run

TRJAMANN = get_variant("trjamann")
POSSIBLE = (-12.0, 4.0)
HAND_OFF, DEAL_OFF = 0.4, 1.0
PRIOR = Prior(HAND_OFF**2, DEAL_OFF**2, 12)


def solved(points: float) -> Outcome:
    reached = float(points >= 0)
    return Outcome((points, points), ((reached, reached),), (1, 1, 1))


def unproved(low: float, high: float) -> Outcome:
    reached = float(low >= 0), float(high >= 0)
    return Outcome((low, high), (reached,), (1, 1, 1), proved=False)


def compared(
    prior: Prior | None,
    choices: int = 1,
    possible: tuple[float, float] = POSSIBLE,
    *,
    paired: bool = False,
) -> Comparison:
    """Return a comparison of choices, with a rule if it is known how far it is off."""
    return Comparison(SHARES, [possible] * choices, priors=[prior] * choices, paired=paired)


def add(
    found: Comparison, choice: int, outcome: Outcome, rule: float = 0.0, weight: float = 1.0
) -> None:
    found.add(choice, outcome.between, rule=rule, reached=outcome.reached_between, weight=weight)


def width(interval: tuple[float, float]) -> float:
    return interval[1] - interval[0]


OPEN = [(part, width, 0.0, 0.0) for part in (0.3, 0.9, 1.0) for width in (0.3, 1.0, 4.0, 16.0)]
WEIGHED = [(0.0, 0.0, *own) for own in ((0.5, 0.0), (0.0, 1.0), (0.0, 2.0), (0.5, 1.0), (0.5, 2.0))]
COVERED = [
    pytest.param(
        number, *own, marks=() if number == 2 or own[:2] == (0, 0) else pytest.mark.exhaustive
    )
    for number in (0, 1, 2, 5, 20, 60)
    for own in ((0.0,) * 4, *OPEN, *WEIGHED)
    if number > 1 or own not in WEIGHED
]


@pytest.mark.parametrize("prior", [PRIOR, None])
@pytest.mark.parametrize(("number", "open_part", "width", "tilt", "uneven"), COVERED)
def test_intervals_cover_the_truth(
    number: int, open_part: float, width: float, tilt: float, uneven: float, prior: Prior | None
) -> None:
    """Two choices, made from the same deals, of which a part is known but for bounds so far apart.

    Good deals weigh more by ``tilt``, and some more than others by ``uneven``, by chance.
    """
    rng = np.random.default_rng(
        [number, *(int(10 * each) for each in (open_part, width, tilt, uneven))]
    )
    inside, apart, pairs = [], [], []
    for _ in range(400):
        rules, off = rng.normal(0, 1.5, 2), rng.normal(0, HAND_OFF, 2)
        found = compared(prior, 2, (-40.0, 40.0))
        paired = compared(None, 2, (-40.0, 40.0), paired=True)
        if prior is not None:
            deals = rng.normal(0, 1, 400)
            counts = np.exp(tilt * deals + uneven * rng.normal(0, 1, 400))
            ruled = [rule + 1.5 * deals + rng.normal(0, 0.5, 400) for rule in rules]
            found.rule(np.array(ruled), counts)
        for _ in range(number):
            deal = rng.normal()
            weight = float(np.exp(tilt * deal + uneven * rng.normal()))
            own = rules + 1.5 * deal + rng.normal(0, 0.5, 2)
            points = own + off + rng.normal(0, 0.7) + rng.normal(0, 0.7, 2)
            for choice, (rule, point) in enumerate(zip(own, points, strict=True)):
                outcome = solved(point)
                if rng.random() < open_part:
                    low = point - rng.uniform(0, width)
                    outcome = unproved(low, low + width)
                add(found, choice, outcome, rule if prior else 0.0, weight)
                add(paired, choice, outcome, 0.0, weight)
        # A normal value that counts by exp(tilt * value) has the mean ``tilt``.
        truth, other = rules + off + 1.5 * tilt
        low, high = found.estimate(0).interval
        inside.append(low <= truth <= high)
        for each, covers in ((found, apart), (paired if number else found, pairs)):
            low, high = each.behind(1).interval(0)
            covers.append(low <= other - truth <= high)
    # Binomial: 0.95 less four standard errors; too wide is allowed where much is open.
    for covers in (inside, apart, pairs):
        assert np.mean(covers) > 0.905
    if not any((open_part, tilt, uneven)) and (prior is not None or number > 2):
        assert np.mean(inside) < 0.99


def test_a_world_counts_as_often_as_it_weighs() -> None:
    rows = np.random.default_rng(5).normal(0, 1, (4, 3)).tolist()
    often = [3, 1, 1, 2]
    weighted, repeated, plain = (compared(None, 3, (-9.0, 9.0), paired=True) for _ in range(3))
    for row, number in zip(rows, often, strict=True):
        for choice, points in enumerate(row):
            between, reached = (points, points + 1), [(row[0], row[1])]
            weighted.add(choice, between, reached=reached, weight=float(number))
            for _ in range(number):
                repeated.add(choice, between, reached=reached)
            plain.add(choice, (points, points), weight=0.1)
    assert weighted.worlds == 4
    assert weighted.weights().sum() == repeated.weights().sum() == 7
    assert weighted.averages() == pytest.approx(repeated.averages())
    for choice in range(3):
        own, other = (each.chances(choice)["reached_between"] for each in (weighted, repeated))
        assert own[0] == pytest.approx(other[0])
        assert weighted.estimate(choice).unproved == pytest.approx(0.5)
    # But it is met once: what counts three times is no more sure than that.
    assert weighted.effective() == pytest.approx(49 / 15)
    assert weighted.estimate(0).variance > repeated.estimate(0).variance
    assert weighted.behind(1).means == pytest.approx(repeated.behind(1).means)
    # Equal weights are none.
    assert plain.effective() == pytest.approx(4)
    variance = np.var([row[0] for row in rows], ddof=1) + SHARES.least / 4
    assert plain.estimate(0).variance == pytest.approx(variance / 4)
    apart = np.var([row[1] - row[0] for row in rows], ddof=1) + SHARES.least / 4
    assert plain.behind(1).variances[0] == pytest.approx(apart / 4)


def test_worlds_added_as_a_block_are_worlds() -> None:
    rng = np.random.default_rng(7)
    values, logs = rng.normal(0, 1, (20, 3)), rng.uniform(-700, -699, 20)
    logs[12] = -698.5  # in the second block: what was met before counts less beside it
    block, single = (compared(None, 3, (-9.0, 9.0), paired=True) for _ in range(2))
    block.extend(values[:8], logs[:8], np.ones(8))
    block.extend(values[8:], logs[8:], np.ones(12))
    for row, weight in zip(values.tolist(), np.exp(logs + 698.5).tolist(), strict=True):
        for choice, points in enumerate(row):
            single.add(choice, (points, points), weight=weight)
    for choice in range(3):
        assert block.estimate(choice).interval == pytest.approx(single.estimate(choice).interval)
        between = single.behind(0).interval(choice)
        assert block.behind(0).interval(choice) == pytest.approx(between)
    # What counts as half a world says half as much, and is as far off.
    half = compared(None, 3, (-9.0, 9.0), paired=True)
    half.extend(values, logs, np.full(20, 0.5))
    assert half.averages() == pytest.approx(block.averages())
    assert half.effective() == pytest.approx(block.effective() / 2)
    assert half.estimate(0).variance > 1.8 * block.estimate(0).variance


def test_what_was_expected_counts_as_so_many_worlds() -> None:
    rng = np.random.default_rng(3)
    values, expected = rng.normal(0, 1, (9, 3)), np.array([5.0, 2.0, -1.0])
    told, plain = (compared(None, 3, (-9.0, 9.0), paired=True) for _ in range(2))
    told.expect(expected, 3.0)
    for each in (told, plain):
        each.extend(values, np.zeros(9), np.ones(9))
    means = values.mean(axis=0)
    level = means.mean() - expected.mean()
    assert told.averages() == pytest.approx((9 * means + 3 * (expected + level)) / 12)
    assert told.averages().mean() == pytest.approx(plain.averages().mean())
    # It may be wrong: intervals are those of the worlds alone.
    for choice in range(3):
        assert told.estimate(choice).interval == plain.estimate(choice).interval
        assert told.behind(1).interval(choice) == plain.behind(1).interval(choice)
    # It moves nothing out of what is possible.
    near = compared(None, 3, (-9.0, float(means.max())), paired=True)
    near.expect(100 * expected, 3.0)
    near.extend(values, np.zeros(9), np.ones(9))
    assert near.averages().max() <= means.max() + 1e-9


@pytest.mark.parametrize("prior", [PRIOR, None])
def test_a_choice_that_met_a_world_more_is_not_told_apart_by_it(prior: Prior | None) -> None:
    points = np.random.default_rng(6).normal(0, 3, 10).tolist()
    for heavy in (1.0, 2.2, 20.0):
        found = compared(prior, 2)
        if prior is not None:
            found.rule(np.zeros((2, 400)), np.ones(400))
        for own in points:
            add(found, 0, solved(own))
            add(found, 1, solved(own + 1))
        # Both would have met a world like the others, in which one is not a point ahead.
        add(found, 1, solved(float(np.mean(points)) + 1), 0.0, heavy)
        share = heavy / (10 + heavy)
        assert width(found.behind(1).interval(0)) > 2 * 3 * share / 11**0.5


@pytest.mark.parametrize("paired", [False, True])
def test_the_interval_does_not_narrow_as_one_world_outweighs_all(paired: bool) -> None:
    wide, apart = [], []
    for light in (0.3, 0.1, 0.01, 1e-3, 1e-6, 1e-12, 1e-18):
        found = compared(None, 2, (-99.0, 99.0), paired=paired)
        for points, weight in zip((0.0, 5.0, -5.0, 8.0), (1.0, light, light, light), strict=True):
            add(found, 0, solved(points), 0.0, weight)
            add(found, 1, solved(0.0), 0.0, weight)
        wide.append(width(found.estimate(0).interval))
        apart.append(width(found.behind(1).interval(0)))
        assert found.behind(0).interval(0) == (0, 0)
    assert wide == sorted(wide)
    assert apart == sorted(apart)


@pytest.mark.parametrize("apart", [1, pytest.param(3, marks=pytest.mark.slow), 5])
@pytest.mark.parametrize(
    ("worlds", "uneven", "open_part"),
    [
        *((worlds, 0.0, 0.0) for worlds in (2, 12, 60)),
        *((worlds, 1.5, 0.0) for worlds in (12, 60)),
        *((12, uneven, part) for uneven in (0.0, 1.5) for part in (0.3, 1.0)),
    ],
)
def test_a_race_with_a_rule_covers_the_truth(
    worlds: int, uneven: float, apart: int, open_part: float
) -> None:
    """Two discards that differ in so many cards, in deals made up as the race takes them to be."""
    rng = np.random.default_rng([worlds, apart])
    cards = list(cards_in(parse_hand("QT83.J74.K96.J7")))
    pairs = partial(pair_prior, [hand_of(own) for own in (cards[:apart], cards[6 : 6 + apart])])
    behind, points = [], []
    for _ in range(300):
        found = Comparison(SHARES, [POSSIBLE] * 2, priors=[PRIOR] * 2, paired=pairs)
        deals, ahead = rng.normal(0, 1.2, 150), rng.normal(0, 1.0)
        ruled = np.array([deals + ahead + rng.normal(0, 0.5, 150), deals + rng.normal(0, 0.5, 150)])
        counts = np.exp(uneven * rng.normal(0, 1, 150))
        found.rule(ruled, counts)
        # The two are off by as much together as one hand's deals are, and apart by less.
        both, between = rng.normal(0, HAND_OFF), rng.normal(0, (0.025 * apart) ** 0.5)
        for index in range(worlds):
            off = both + rng.normal(0, DEAL_OFF)
            half = (between + rng.normal(0, (0.25 * min(apart, 4)) ** 0.5)) / 2
            for choice, sign in ((0, 1), (1, -1)):
                rule = float(ruled[choice, index])
                truth = rule + off + sign * half
                outcome = solved(truth)
                if rng.random() < open_part:
                    low = truth - rng.uniform(0, 2)
                    outcome = unproved(low, low + 2)
                add(found, choice, outcome, rule, float(counts[index]))
        low, high = found.behind(0).interval(1)
        behind.append(low <= ahead + between <= high)
        low, high = found.estimate(0).interval
        points.append(low <= ahead + both + between / 2 <= high)
    assert np.mean(behind) > 0.905
    assert np.mean(points) > 0.905


@pytest.mark.parametrize(("spread", "degrees"), [(4.0, 16), (0.0, 8)])
def test_a_difference_has_the_degrees_of_what_varies_in_it(spread: float, degrees: int) -> None:
    """Two that vary alike have those of both; beside one that does not, one has its own."""
    found = compared(None, 2, (-99.0, 99.0))
    for index in range(9):
        for choice, own in enumerate((4.0, spread)):
            add(found, choice, solved(own if index % 2 else -own))
    assert [found.estimate(choice).degrees for choice in range(2)] == [8, 8]
    assert found.behind(0).degrees[1] == degrees


# Elimination -------------------------------------------------------------------------


def test_a_choice_is_dropped_at_its_level_and_no_sooner() -> None:
    for raced, look in ((1, 1), (8, 1), (8, 3)):
        level = 0.05 / (look * (look + 1)) / raced
        edge = quantile(level, 9)
        found = Behind(
            np.array([0.0, edge * 0.999, edge * 1.001, edge * 1.001]),
            np.array([0.0, 1.0, 1.0, 1.0]),
            np.array([0.0, 0.0, 0.0, 0.1]),
            [9] * 4,
            [(-99.0, 99.0)] * 4,
        )
        compared = Comparison(SHARES, found.possible)
        compared.looks = look - 1
        assert compared.survivors(found, raced).tolist() == [True, True, False, True]


# What is not proved ------------------------------------------------------------------


@pytest.mark.parametrize("known_as", [12, 0])
def test_what_is_open_is_neither_a_chance_nor_none(known_as: int) -> None:
    found = compared(None)
    rule = [0.5] if known_as else []
    for outcome in (solved(1.0), solved(-1.0), unproved(1.0, 3.0)):
        add(found, 0, outcome)
    (decided,), ((low, high),) = found.chances(0, rule, known_as).values()
    assert low == decided == high
    add(found, 0, unproved(-9.0, 1.0))
    (chance,), ((low, high),) = found.chances(0, rule, known_as).values()
    assert high - low == pytest.approx(1 / (4 + known_as))
    assert low < chance < high


def test_intervals_stay_inside_what_is_possible() -> None:
    found = compared(None, 2)
    for first, second in ((3.0, -12.0), (-8.0, 4.0)):
        add(found, 0, solved(first))
        add(found, 1, solved(second))
    assert found.estimate(0).interval == POSSIBLE
    assert found.behind(1).interval(0) == (-16.0, 16.0)


# The rule ----------------------------------------------------------------------------

HAND = parse_hand("QT83.J742.K96.J7652")


@pytest.mark.parametrize(("contract", "most"), [("NT", 1.4), ("C", 0.9), ("NULLO", 1.4)])
def test_the_rule_is_off_by_as_much_as_it_says(contract: str, most: float) -> None:
    variant = get_variant("hornafjordur")
    known = ExchangeObservation.of(parse_hand("QT83.J74.K96.J7"), variant, contract, "F")
    rule = FittedPoints(known)
    assert rule.prior is not None
    evaluator, engine = Evaluator(known, Value.SHARE), Engine(32)
    hands = [Worlds(known, Belief.SOFT, 5)[number].hands for number in range(40)]
    truth = [evaluator.outcome(engine, each, (4, 4, 4), Run()).between[0] for each in hands]
    off = np.array(truth) - rule.points(np.array(hands, dtype=np.uint64))
    assert np.sqrt((off**2).mean()) < most
    assert np.corrcoef(truth, np.array(truth) - off)[0, 1] > 0.7


@pytest.mark.parametrize("contract", ["NT", "H", "NULLO"])
def test_the_rule_knows_no_names_of_suits(contract: str) -> None:
    known = ExchangeObservation.of(HAND, TRJAMANN, contract, "F")
    hands = [Worlds(known, Belief.SOFT, 1)[number].hands for number in range(5)]
    # Spades, diamonds and clubs change places; hearts, the trump suit, stay.
    turned = [tuple(renamed(hand, (2, 1, 3, 0)) for hand in each) for each in hands]
    rule = FittedPoints(known)
    expected = rule.points(np.array(hands, dtype=np.uint64))
    assert rule.points(np.array(turned, dtype=np.uint64)) == pytest.approx(expected)


def test_a_suit_played_out() -> None:
    hands = np.array([[parse_hand(h) for h in ("A32...", "K4...", "Q...")]], dtype=np.uint64)
    found = deal_features(hands, Contract.NT)
    assert found["all high"].tolist() == [[2, 1, 0]]
    assert found["all low"].tolist() == [[1, 1, 1]]
    assert found["0 above"].tolist() == [[1, 0, 0]]
    # With the ace low there is nothing above the king.
    assert deal_features(hands, Contract.NT, ace_low=True)["0 above"].tolist() == [[0, 1, 0]]


# Bounds ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "great", "seat"),
    [
        ("NT", False, "F"),
        ("H", False, "F"),
        ("NULLO", False, "F"),
        *(("NT", True, s) for s in "FMD"),
    ],
)
def test_bounds_of_points_hold(contract: str, great: bool, seat: str) -> None:
    variant = get_variant("laugavatn" if great else "trjamann")
    known = CallObservation(
        variant, contract, seat, HAND, declarer="F", great=great
    )  # fmt: skip
    worth = Evaluator(known, Value.SHARE)
    rng = np.random.default_rng(3)
    for _ in range(600):
        own = int(rng.integers(11 * great, 17))
        other = int(rng.integers(0, 17 - own))
        truth = (own, other, int(rng.integers(0, 17 - own - other)) if great else 16 - own - other)
        low = tuple(max(0, each - int(rng.integers(3))) for each in truth)
        high = tuple(min(16, each + int(rng.integers(3))) for each in truth)
        (least, most), between = worth.within(low, high)
        points, reached = worth.of(truth)
        assert worth.possible[0] <= least <= most <= worth.possible[1]
        assert least - 1e-9 <= points <= most + 1e-9
        assert all(low <= part <= high for part, (low, high) in zip(reached, between, strict=True))


def test_points_of_a_great_contract_are_those_of_its_chances() -> None:
    hand = parse_hand("AKQJT98765432.A.A.A")
    worth = Evaluator(
        ExchangeObservation.of(hand, get_variant("laugavatn"), "S", "M", great=True), Value.SHARE
    )
    assert worth.marks == (14, 15, 16)
    table = [worth.of((0, own, 16 - own))[0] for own in worth.marks]
    for others in range(3):
        for sure in (14, 15, 16):
            points, reached = worth.of((0, sure, others))
            steps = zip(reached[1:], table[1:], table, strict=False)
            assert reached[0] == 1
            assert points == pytest.approx(
                table[0] + sum(part * (more - less) for part, more, less in steps)
            )
    # Sure of 14, and the two others of none: up to 16 may be taken, and the share is in between.
    points, reached = worth.of((0, 14, 0))
    assert 0 < reached[2] == reached[1] < 1
    assert table[0] < points < table[2]


# Suits that change places ------------------------------------------------------------


def test_renamings_of_a_hand() -> None:
    known = ExchangeObservation.of(parse_hand("AQ83.AQ83.K96.J7652"), TRJAMANN, "NT", "F")
    assert sorted(renamings(known, known)) == [(0, 1, 2, 3), (1, 0, 2, 3)]
    assert [renamed(parse_hand("3..6."), each) for each in sorted(renamings(known, known))] == [
        parse_hand("3..6."),
        parse_hand(".3.6."),
    ]
    spades = ExchangeObservation.of(known.hand, TRJAMANN, "S", "F")
    assert list(renamings(spades, spades)) == [(0, 1, 2, 3)]
    hearts = ExchangeObservation.of(known.hand, TRJAMANN, "H", "F")
    assert list(renamings(spades, hearts)) == [(1, 0, 2, 3)]
    assert not list(renamings(spades, known))


def test_an_overcall_that_has_to_be_higher_tells_suits_apart() -> None:
    laugavatn = get_variant("laugavatn")
    calls = (Call(Contract.NT), Call(Contract.D, great=True))
    known = CallObservation(
        laugavatn, Contract.D, Seat.MIDDLEHAND, parse_hand("AQ83.K96.J7652.AQ83"),
        declarer=Seat.MIDDLEHAND, great=True, calls=calls,
    )  # fmt: skip
    spades_for_clubs = (3, 1, 2, 0)
    assert spades_for_clubs in renamings(known, known)
    # The dealer could have called great spades, but not great clubs, which are lower.
    passed = replace(known, calls=(*calls, None, None))
    assert list(renamings(passed, passed)) == [(0, 1, 2, 3)]


def test_alike_trumps_come_out_equal() -> None:
    found = advise_contract(
        parse_hand("AQ83.AQ83.AJ6.J7652"),
        TRJAMANN,
        left=((None, ("S", "other")),),
        worlds=2,
        deal_only=True,
        memory_mb=64,
    )
    calls = {own.call: own for own in found.calls}
    spades, hearts = calls[Call(Contract.S)], calls[Call(Contract.H)]
    assert (spades.points, spades.interval) == (hearts.points, hearts.interval)
    assert spades.discards != calls[Call(Contract.D)].discards
