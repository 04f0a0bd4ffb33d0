"""The model of a hand against every discard tried out, and what every card player knows."""

from itertools import combinations

import numpy as np
import pytest

from manni.solver.advice.hand_model import HandModel, thumb_discards
from manni.solver.cards import Contract, Seat, cards_in, hand_of
from manni.solver.notation import format_hand, parse_hand
from manni.solver.rules.games import get_variant

GAMES = [
    *(("hornafjordur", contract) for contract in ("NT", "D", "NULLO")),
    *(("trjamann", contract) for contract in ("NT", "C", "NULLO")),
    ("hornafjordur-io", "NULLO"),
    ("basic", "S"),
]


def dealt(code: str, contract: str, number: int = 2) -> tuple[HandModel, np.ndarray, int]:
    """Return the model of a contract, hands of the game, and the role of who exchanges first."""
    variant, rng = get_variant(code), np.random.default_rng(7)
    hands = [hand for _ in range(number) for hand in variant.deal(rng).hands]
    model = HandModel.of(variant, Contract[contract])
    return model, np.array(hands, np.uint64), 3 * variant.declared


def every_discard(hand: int, most: int) -> list[np.ndarray]:
    """Return all discards of a hand by number of cards."""
    return [
        np.array([hand_of(cards) for cards in combinations(cards_in(hand), number)], np.uint64)
        for number in range(most + 1)
    ]


@pytest.mark.parametrize(("code", "contract"), GAMES)
def test_the_best_and_the_odds_are_those_of_all_discards_tried_out(
    code: str, contract: str
) -> None:
    model, hands, role = dealt(code, contract)
    scale, most, sign = 0.2, 4, Contract[contract].sign
    counts = np.random.default_rng(1).integers(0, most + 1, len(hands))
    best, tricks = model.best(hands, range(1, most + 1), role)
    short, fewer = model.best(hands, counts, role)
    chances = model.log_partition(hands, scale, most)
    whole, rules = model.variant.exchange.all_or_nothing, model.variant.rules_of(model.contract)

    def height(cards: int) -> int:
        return sign * sum(map(rules.height, cards_in(cards)))

    for row, hand in enumerate(hands.tolist()):
        discards = every_discard(hand, most)
        worths = [sign * model.tricks_left_by(hand, each, role) for each in discards]
        assert sign * tricks[row] == pytest.approx(max(map(max, worths[1:])))
        number = int(best[row]).bit_count()
        tied = discards[number][worths[number] > worths[number].max() - 1e-9].tolist()
        assert height(int(best[row])) == min(map(height, tied))
        count = counts[row]
        sizes = (0, count) if whole else range(count + 1)
        assert sign * fewer[row] == pytest.approx(max(worths[size].max() for size in sizes))
        logs = np.array([np.logaddexp.reduce(each / scale) for each in worths])
        assert chances[row] - chances[row, 0] == pytest.approx(logs - logs[0])
    for down, size in ((best, np.ones(len(hands)) * most), (short, counts)):
        assert not (down & ~hands).any()
        assert (np.bitwise_count(down) <= size).all()
    for down, told in ((best, tricks), (short, fewer)):
        assert told == pytest.approx(model.tricks(hands & ~down, np.bitwise_count(down), role))


@pytest.mark.parametrize(("code", "contract"), GAMES)
def test_discards_are_drawn_by_their_odds(code: str, contract: str) -> None:
    model, hands, role = dealt(code, contract, 1)
    number, scale, drawn = 3, 0.3, 4000
    hand = int(hands[0])
    [*_, discards] = every_discard(hand, number)
    odds = np.exp(Contract[contract].sign * model.tricks_left_by(hand, discards, role) / scale)
    rng = np.random.default_rng(3)
    rows = np.full(drawn, hand, np.uint64)
    found, _ = model.sample(rows, np.full(drawn, number), scale, rng, number)
    assert (np.bitwise_count(found) == number).all()
    for card in cards_in(hand):
        bit = np.uint64(1 << card)
        expected = odds[(discards & bit) > 0].sum() / odds.sum()
        assert ((found & bit) > 0).mean() == pytest.approx(expected, abs=0.035)
    counts = np.arange(drawn) % 4
    assert (np.bitwise_count(model.sample(rows, counts, scale, rng, 7)[0]) == counts).all()


@pytest.mark.parametrize(
    ("code", "contract", "hand", "sizes", "expected"),
    [
        ("hornafjordur", "NT", "AKQJ2.AKQJ2.2.2", range(8), "..2.2"),
        ("hornafjordur", "NT", "AKQJ.AKQJ.AKQJ.", range(8), "..."),
        ("hornafjordur", "H", "T9.AKQJ82.84.73", range(8), "T9..84.73"),
        ("hornafjordur", "NULLO", "A.5432.5432.543", (1,), "A..."),
        ("hornafjordur-io", "NULLO", "A.5432.5432.K43", (1,), "...K"),
        ("basic", "S", ".T987.T987.T987", (0, 12), ".T987.T987.T987"),
        ("basic", "S", "AKQJT98.AKQ.AK.", (0, 12), "..."),
        ("basic", "S", ".T987.T987.T987", (0,), "..."),
    ],
)
def test_thumb(code: str, contract: str, hand: str, sizes: range, expected: str) -> None:
    found = thumb_discards(get_variant(code), Contract[contract], parse_hand(hand), sizes)
    assert format_hand(found) == expected
    if len(sizes) > 1:  # as many at most, of each of many hands
        model, most = HandModel.of(get_variant(code), Contract[contract]), np.array(sizes[-1:])
        assert model.best(np.array([parse_hand(hand)], np.uint64), most)[0] == found


@pytest.mark.parametrize(
    ("code", "contract", "better", "worse"),
    [
        ("hornafjordur", "NT", "AKQ.K32.432.32", "AK2.K32.432.32"),
        ("hornafjordur", "H", "A2.AKQ32.43.32", "A2.KQ432.43.32"),
        ("hornafjordur", "H", "K2.AKQ432.43.2", "K2.AKQ2.43.432"),
        ("hornafjordur", "NULLO", "432.5432.432.32", "432.5432.432.A2"),
        ("trjamann", "NULLO", "5432.5432.5432.5432", "5432.5432.5432.AKQJ"),
    ],
)
def test_better_hands_are_worth_more(code: str, contract: str, better: str, worse: str) -> None:
    model = HandModel.of(get_variant(code), Contract[contract])
    hands = np.array([parse_hand(better), parse_hand(worse)], np.uint64)
    for role in range(6):
        more, less = Contract[contract].sign * model.tricks(hands, 0, role)
        assert more > less


@pytest.mark.parametrize("contract", [Contract.S, Contract.NT, Contract.NULLO])
def test_the_tricks_of_a_declarer_and_his_foes_add_up(contract: Contract) -> None:
    laugavatn, rng = get_variant("laugavatn"), np.random.default_rng(1)
    hands = np.array([laugavatn.deal(rng).hands for _ in range(300)], np.uint64).T
    model = HandModel.of(laugavatn, contract)
    foes = (model.tricks(hands[seat], 0, seat) for seat in (1, 2))
    assert (model.best(hands[0], range(5), 3)[1] + sum(foes)).mean() == pytest.approx(16, abs=0.6)


def test_points_are_those_of_tricks_give_or_take() -> None:
    laugavatn = get_variant("laugavatn")
    model = HandModel.of(laugavatn, Contract.S)
    tricks = np.array([6.0, 9.0, 13.0, 15.5])
    plain, great = (
        model.points(tricks, Seat.MIDDLEHAND, Seat.MIDDLEHAND, great) for great in (False, True)
    )
    assert plain == pytest.approx(tricks - 8)
    rng = np.random.default_rng(1)
    taken = np.clip(
        np.rint(tricks + model.standard_deviation(3) * rng.normal(size=(200_000, 4))), 0, 16
    )
    expected = np.where(taken < 15, taken - 14, 4 * (taken - 14)).mean(axis=0)
    assert great == pytest.approx(expected, abs=0.05)
