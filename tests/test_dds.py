"""The compiled search against DDS, a program of other people.

Needs the package endplay, which brings the DDS library.
"""

import random

import dds
import pytest

from manni.solver.cards import CARDS, SEATS, Contract, Seat, hand_of
from manni.solver.engine import Engine
from manni.solver.errors import SolverError
from manni.solver.position import Position
from manni.solver.reference import guarantee

pytestmark = pytest.mark.usefixtures("dds_library")

SIDES = [Contract.NT, Contract.S, Contract.H, Contract.D, Contract.C]


def random_position(rng: random.Random, cards: int, contract: Contract) -> Position:
    """Return a random position in which DDS has room for its dummy."""
    while True:
        dealt = rng.sample(range(CARDS), SEATS * cards)
        hands = tuple(hand_of(dealt[seat::SEATS]) for seat in range(SEATS))
        position = Position((hands[0], hands[1], hands[2]), contract, Seat(rng.randrange(SEATS)))
        try:
            dds.Board(position.hands, contract, position.leader, 0)
        except SolverError:
            continue
        return position


def guarantee_of_dds(position: Position, seat: int) -> int:
    board = dds.Board(
        position.hands, position.contract, position.leader, seat, ace_low=position.ace_low
    )
    return board.guarantee()


def check(engine: Engine, position: Position, seat: int) -> None:
    assert engine.value(position, seat) == guarantee_of_dds(position, seat), (position, seat)


@pytest.mark.parametrize("contract", SIDES)
def test_the_door_agrees_with_the_plain_search(contract: Contract) -> None:
    rng = random.Random(f"door {contract.name}")
    for cards in (0, 1, 2, 3, 3, 4, 4, 4):
        position = random_position(rng, cards, contract)
        for seat in range(SEATS):
            found = guarantee_of_dds(position, seat)
            assert found == guarantee(position, seat), (position, seat)


def test_the_door_knows_a_low_ace() -> None:
    # Forehand's ace of spades is its highest card or its lowest.
    hands = (1 << 12, 1 << 0, 1 << 1)
    for ace_low, tricks in ((False, 1), (True, 0)):
        position = Position(hands, Contract.NT, Seat.FOREHAND, ace_low=ace_low)
        assert guarantee_of_dds(position, 0) == tricks


def test_the_door_refuses_what_dds_cannot_play() -> None:
    rng = random.Random(1)
    dealt = rng.sample(range(CARDS), 48)
    hands = [hand_of(dealt[seat::SEATS]) for seat in range(SEATS)]
    with pytest.raises(SolverError, match="NULLO"):
        dds.Board((1, 2, 4), Contract.NULLO, 0, 0)
    with pytest.raises(SolverError, match="no room for the dummy's 16 cards in NT: only 4 fit"):
        dds.Board(hands, Contract.NT, 0, 0)


@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("contract", SIDES)
def test_values_are_those_of_dds(contract: Contract, number: int) -> None:
    rng, engine = random.Random(f"values {contract.name}"), Engine(memory_mb=16)
    for cards in range(8, 13 + (contract is Contract.NT)):
        for _ in range(number):
            position = random_position(rng, cards, contract)
            for seat in range(SEATS):
                check(engine, position, seat)
