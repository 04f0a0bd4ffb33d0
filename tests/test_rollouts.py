"""The rule of thumb for the play, compiled and plain, and rollouts by it."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random

import numpy as np
import pytest
from thumb_plain import plain_scores

from solver.advice.thumb_play import Sight, thumb_play
from solver.cards import FULL_PACK, SEATS, card_name, cards_in, hand_of
from solver.errors import SolverError
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.registry import get_variant
from solver.rules.trick import legal_cards
from solver.searches.rollouts import FEATURE_SIZES, KIND_NAMES, rollouts, rollouts_of, weights


class Table:
    """A deal being played, with what each seat has put down and shown not to have."""

    def __init__(self, rng: Random, length: int, contract: Contract, ace_low: bool) -> None:
        pack = list(range(52))
        rng.shuffle(pack)
        hands = [hand_of(pack[length * seat : length * (seat + 1)]) for seat in range(SEATS)]
        rest = pack[SEATS * length :]
        self.gone = [hand_of(rest[seat::4]) for seat in range(SEATS)]
        self.dealt = hands
        self.leader = rng.randrange(SEATS)
        self.position = Position(hands, contract, self.leader, ace_low=ace_low)
        self.played: list[int] = []
        self.voids = [0] * SEATS
        self.won = [0] * SEATS

    @property
    def sight(self) -> Sight:
        """What the seat to play goes by."""
        position, seat = self.position, self.position.to_play
        seen = position.hands[seat] | self.gone[seat] | hand_of(self.played)
        return Sight(
            position.hands[seat],
            FULL_PACK & ~seen,
            position.contract,
            position.table,
            position.ace_low,
            self.voids[(seat + 1) % SEATS],
            self.voids[(seat + 2) % SEATS],
        )

    def play(self, card: int) -> None:
        seat, table = self.position.to_play, self.position.table
        if table and card // 13 != table[0] // 13:
            self.voids[seat] |= 1 << table[0] // 13
        self.position = self.position.play(card)
        self.played.append(card)
        if self.position.taken_by is not None:
            self.won[self.position.taken_by] += 1


def test_the_compiled_rule_is_the_plain_one() -> None:
    rng = Random(5)
    for number in range(60):
        contract = Contract(number % 6)
        table = Table(rng, rng.choice([3, 8, 12, 16]), contract, ace_low=number % 12 == 5)
        while table.position.tricks:
            sight = table.sight
            scores = plain_scores(sight)
            found = rollouts().scores(
                sight.hand, sight.unseen, sight.contract, sight.table, sight.ace_low,
                sight.void_next, sight.void_after,
            )  # fmt: skip
            assert {card: score for card, score, _ in found} == scores, sight
            assert scores[thumb_play(sight)] == max(scores.values())
            table.play(rng.choice(list(scores)))


@pytest.mark.parametrize("contract", Contract)
def test_a_rollout_is_the_rule_played_card_by_card(contract: Contract) -> None:
    rng = Random(contract)
    for number in range(4):
        table = Table(
            rng, rng.choice([5, 12, 16]), contract, ace_low=contract.avoids and number == 1
        )
        for _ in range(rng.randrange(SEATS * table.position.tricks)):
            table.play(rng.choice(table.position.legal()))
        history, cards = tuple(table.played), table.position.legal()
        tricks = np.zeros((1, len(cards), SEATS), np.int8)
        rollouts().play(
            np.array([table.dealt], np.uint64), np.array([table.gone], np.uint64), 0, contract,
            table.leader, history, cards, tricks, table.position.ace_low,
        )  # fmt: skip
        card = rng.randrange(len(cards))
        table.play(cards[card])
        while table.position.tricks:
            table.play(thumb_play(table.sight))
        assert tricks[0, card].tolist() == table.won


def test_how_likely_cards_were_is_by_the_scores() -> None:
    rng = Random(8)
    table = Table(rng, 12, Contract.H, ace_low=False)
    expected = 0.0
    for _ in range(20):
        scores = plain_scores(table.sight)
        card = rng.choice(table.position.legal())
        if table.position.to_play != 1:
            total = sum(np.exp(score / 100) for score in scores.values())
            chance = 0.95 * np.exp(scores[card] / 100) / total + 0.05 / len(scores)
            expected += float(np.log(chance))
        table.play(card)
    logs = np.zeros(1)
    rollouts().likelihoods(
        np.array([table.dealt], np.uint64), np.array([table.gone], np.uint64), 0, Contract.H,
        table.leader, table.played, 1, logs, 100.0, 0.05,
    )  # fmt: skip
    assert logs[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("hand", "table", "contract", "card"),
    [
        ("A.2.3.4", "SK SQ", "NT", "SA"),  # the last seat wins what it can
        ("A2...", "HK HQ", "S", "S2"),  # and ruffs as low as it can
        ("J5.2.3.4", "SK SQ", "NULLO", "SJ"),  # in NULLO a high card goes under a higher one
        ("2..A.3", "HK", "NULLO", "DA"),
    ],
)
def test_what_every_player_knows(hand: str, table: str, contract: str, card: str) -> None:
    from solver.notation import parse_cards, parse_hand

    own, on_table = parse_hand(hand), parse_cards(table)
    unseen = FULL_PACK & ~own & ~hand_of(on_table)
    assert card_name(thumb_play(Sight(own, unseen, Contract[contract], on_table))) == card


def test_the_file_has_every_weight() -> None:
    assert weights().shape == (len(KIND_NAMES), sum(FEATURE_SIZES.values()))
    path = files("solver").joinpath("data", "play_weights.json")
    stored = json.loads(path.read_text(encoding="utf-8"))
    for kind in KIND_NAMES:
        assert {name: len(own) for name, own in stored[kind].items()} == FEATURE_SIZES
    with pytest.raises(SolverError, match=r"int16\[3, 1835\] is wanted"):
        rollouts_of(np.zeros((3, 4), np.int16))


def test_the_pack_of_every_game_is_played() -> None:
    basic = get_variant("basic")
    pack = list(cards_in(basic.pack))
    hands = np.array([[hand_of(pack[seat::4]) for seat in range(SEATS)]], np.uint64)
    cards = tuple(cards_in(legal_cards(int(hands[0, 0]), ())))
    tricks = np.zeros((1, len(cards), SEATS), np.int8)
    rollouts().play(
        hands, np.zeros_like(hands), FULL_PACK & ~basic.pack, Contract.S, 0, (), cards, tricks
    )
    assert (tricks.sum(axis=2) == basic.tricks).all()
