"""Selfish play against a plain search, and its laws."""

import csv
from io import StringIO
from operator import add
from random import Random

import pytest
from commands import json_of, output
from positions import random_position
from selfish_plain import Plain, combined

from manni.solver.cards import Contract, by_seat
from manni.solver.errors import StoppedError
from manni.solver.notation import format_hands
from manni.solver.position import Position
from manni.solver.report.selfish import NOT_FOUND
from manni.solver.run import Run
from manni.solver.values.selfish import solve_selfish

EIGHT = random_position(Random("eight"), 8, Contract.NULLO, False, 0)


@pytest.mark.parametrize("contract", list(Contract))
def test_up_to_five_cards_as_the_plain_search_has_it(contract: Contract) -> None:
    rng = Random(f"plain {contract.name}")
    for number in range(45):
        position = random_position(rng, (0, 1, 2, 2, 3, 3, 4, 4, 5)[number % 9], contract)
        plain = Plain(position)
        found = solve_selfish(position)
        assert list(found.outcomes) == plain.outcomes(), position
        assert [card.card for card in found.cards] == list(position.legal())
        for card in found.cards:
            assert list(card.outcomes) == plain.after(card.card), position


def test_the_sure_loss_is_what_a_card_costs_whatever_the_others_choose() -> None:
    rng = Random("sure loss")
    losing = 0
    for _ in range(150):
        position = random_position(rng, 4)
        seat, sign = position.to_play, position.contract.sign
        found = solve_selfish(position)
        for card in found.cards:
            costs = [
                sign * (before[seat] - after[seat])
                for before in found.outcomes
                for after in card.outcomes
            ]
            assert card.sure_loss == max(0, min(costs)), (position, card)
            permitted = not set(card.outcomes).isdisjoint(found.outcomes)
            assert (card.sure_loss == 0) is permitted
            losing += card.sure_loss > 0
        assert any(not card.sure_loss for card in found.cards)
    assert losing > 20


def test_the_dealer_always_takes_exactly_one() -> None:
    """His share, two thirds as everybody's, does not say so."""
    found = solve_selfish(Position.parse("Q2... K3... A4...", "NULLO"))
    assert found.outcomes == ((0, 1, 1), (1, 0, 1))
    assert (found.least, found.most) == ((0, 0, 1), (1, 1, 1))
    assert [card.sure_loss for card in found.cards] == [0, 0]


@pytest.mark.parametrize("contract", [Contract.NT, Contract.C, Contract.NULLO])
def test_seven_cards_are_what_their_cards_lead_to(contract: Contract) -> None:
    """Each position of a first trick from those after it, by the plain recursion."""
    rng = Random(f"long {contract.name}")
    position = random_position(rng, 7, contract, on_table=0)
    sign = contract.sign
    after = None
    while position.tricks > 6:
        found = solve_selfish(position)
        assert after in (None, found.outcomes)
        sets = [
            frozenset(tuple(sign * tricks for tricks in vector) for vector in card.outcomes)
            for card in found.cards
        ]
        expected = combined(position.to_play, sets)
        assert {tuple(sign * tricks for tricks in vector) for vector in found.outcomes} == expected
        chosen = rng.choice(found.cards)
        after = chosen.outcomes
        position = position.play(chosen.card)
    won = by_seat(position.gain)
    outcomes = solve_selfish(position).outcomes
    assert after == tuple(tuple(map(add, vector, won)) for vector in outcomes)


def test_time_and_cancellation_end_the_work() -> None:
    with pytest.raises(StoppedError, match="allow more"):
        solve_selfish(EIGHT, seconds=0.01)
    asked = []

    def soon() -> bool:
        asked.append(True)
        return len(asked) > 3

    with pytest.raises(StoppedError, match="called off"):
        solve_selfish(EIGHT, run=Run(cancelled=soon))
    assert len(asked) == 4


def test_what_is_stopped_does_not_look_found() -> None:
    hands = format_hands(EIGHT.hands)
    given = ("solve", "--hands", hands, "--contract", "NULLO", "--selfish", "--time", "0.02")
    assert json_of(*given)["selfish"] is None
    text = output(*given)
    assert NOT_FOUND in text
    assert "sure loss" not in text
    for cards, names in (([], ["selfish_most"]), (["--cards"], ["selfish_most_F", "sure_loss"])):
        table = output(*given, *cards, "--format", "csv")
        for row in csv.DictReader(StringIO(table)):
            assert [row[name] for name in names] == [""] * len(names)
