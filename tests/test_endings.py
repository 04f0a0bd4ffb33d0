"""Every ending of a few cards, up to the names of the suits, with every leader and seat."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from manni.solver import _search, reference
from manni.solver.cards import RANKS, SEATS, SUITS, Contract
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.searches import TECHNIQUES, search_type

Hands = NDArray[np.uint64]
Lengths = tuple[int, int, int]

KINDS = (Contract.S, Contract.NT, Contract.NULLO)
BOUNDS = ("cash", "crossing", "hold out", "sure trumps", "safe", "exits")
PLAIN = TECHNIQUES["table"] | TECHNIQUES["order"]
A_STEP = 100_000  # endings solved at once


@cache
def arrangements(lengths: Lengths) -> Hands:
    """Return every way to share out the top cards of a suit, three hands a row."""
    total = sum(lengths)
    rows = []
    for first in combinations(range(total), lengths[0]):
        rest = [place for place in range(total) if place not in first]
        for second in combinations(rest, lengths[1]):
            third = [place for place in rest if place not in second]
            rows.append([sum(1 << RANKS - total + p for p in h) for h in (first, second, third)])
    return np.array(rows, dtype=np.uint64)


def shapes(cards: int, trumps: bool) -> Iterator[tuple[Lengths, ...]]:
    """Yield the lengths in the four suits, interchangeable suits in falling order."""
    every = [one for one in product(range(cards + 1), repeat=SEATS) if sum(one) <= RANKS]

    def after(chosen: tuple[Lengths, ...], left: Lengths) -> Iterator[tuple[Lengths, ...]]:
        if len(chosen) == SUITS:
            if left == (0, 0, 0):
                yield chosen
            return
        for one in every:
            if len(chosen) > trumps and one > chosen[-1]:
                continue
            if all(taken <= had for taken, had in zip(one, left, strict=True)):
                rest = (left[0] - one[0], left[1] - one[1], left[2] - one[2])
                yield from after((*chosen, one), rest)

    yield from after((), (cards, cards, cards))


def endings(cards: int, trumps: bool) -> Iterator[Hands]:
    """Yield all endings shape by shape; of suits with equal lengths one order only."""
    for shape in shapes(cards, trumps):
        suits = [arrangements(lengths) for lengths in shape]
        chosen = np.indices([len(suit) for suit in suits]).reshape(SUITS, -1)
        for one in range(1 if trumps else 0, SUITS - 1):
            if shape[one] == shape[one + 1]:
                chosen = chosen[:, chosen[one] <= chosen[one + 1]]
        hands = np.zeros((chosen.shape[1], SEATS), dtype=np.uint64)
        for suit in range(SUITS):
            hands |= suits[suit][chosen[suit]] << np.uint64(RANKS * suit)
        yield hands


def in_steps(parts: Iterator[Hands]) -> Iterator[Hands]:
    """Yield the same rows in larger arrays."""
    kept = []
    for part in parts:
        kept.append(part)
        if sum(map(len, kept)) >= A_STEP:
            yield np.concatenate(kept)
            kept = []
    if kept:
        yield np.concatenate(kept)


def values(
    search: _search.Search, hands: Hands, contract: Contract, leader: int
) -> NDArray[np.int8]:
    """Return the guarantees of the rows, by seat."""
    rows = len(hands)
    found = np.zeros((rows, SEATS), dtype=np.int8)
    contracts, leaders, no = (np.full(rows, x, dtype=np.int8) for x in (int(contract), leader, 0))
    assert search.solve_rows(hands, contracts, leaders, no, found)
    return found


def compare(cards: int, contract: Contract, switches: int) -> int:
    """Compare the search with itself under other switches; return the values compared."""
    new_search = search_type()
    one, other = new_search(256 << 20), new_search(256 << 20, switches)
    compared = 0
    for hands in in_steps(endings(cards, contract.trump is not None)):
        for leader in range(SEATS):
            found = values(one, hands, contract, leader)
            wrong = np.flatnonzero((found != values(other, hands, contract, leader)).any(axis=1))
            assert not len(wrong), (contract, leader, [hex(int(hand)) for hand in hands[wrong[0]]])
            compared += found.size
    return compared


def test_the_endings_are_as_many_as_there_are() -> None:
    # One card each: all of one suit, two of one, or three suits.
    assert sum(map(len, endings(1, trumps=False))) == 6 + 3 * 2 + 1
    assert sum(map(len, endings(3, trumps=False))) == 21_240
    assert sum(map(len, endings(3, trumps=True))) == 72_696


@pytest.mark.parametrize("contract", KINDS)
def test_endings_of_two_cards_are_those_of_the_reference(contract: Contract) -> None:
    search = search_type()(64 << 20)
    for hands in in_steps(endings(2, contract.trump is not None)):
        for leader in range(SEATS):
            found = values(search, hands, contract, leader)
            for row in range(len(hands)):
                position = Position(tuple(map(int, hands[row])), contract, leader)
                assert tuple(found[row]) == reference.guarantees(position), position


@pytest.mark.slow
@pytest.mark.parametrize("contract", KINDS)
def test_endings_of_three_cards_without_any_technique(contract: Contract) -> None:
    assert compare(3, contract, 0) == 9 * (72_696 if contract.trump is not None else 21_240)


@pytest.mark.exhaustive
@pytest.mark.parametrize("contract", KINDS)
def test_endings_of_four_cards_with_table_and_order_only(contract: Contract) -> None:
    assert compare(4, contract, PLAIN) >= 7_342_029


@pytest.mark.slow
@pytest.mark.parametrize("contract", KINDS)
def test_endings_of_three_cards_are_those_of_the_reference(contract: Contract) -> None:
    search = search_type()(64 << 20)
    step = 150 if contract.trump is not None else 50
    for hands in in_steps(endings(3, contract.trump is not None)):
        for leader in range(SEATS):
            found = values(search, hands, contract, leader)
            for row in range(leader, len(hands), step):
                position = Position(tuple(map(int, hands[row])), contract, leader)
                assert tuple(found[row]) == reference.guarantees(position), position


def agree_with_the_bounds(cards: int, contract: Contract, name: str) -> int:
    """Hold one bound, alone, against all endings; return how often it answered.

    Its answer must be that of the ending, and of every ending with the same lengths in
    which the comparisons that it says the answer rests on come out alike.
    """
    switches = TECHNIQUES[name] | (TECHNIQUES["cash"] if name == "crossing" else 0)
    bound, plain = _search.Search(1 << 20, switches), search_type()(64 << 20, PLAIN)
    answered = 0
    for hands in endings(cards, contract.trump is not None):
        rows = [tuple(map(int, row)) for row in hands]
        for leader in range(SEATS):
            tricks = values(plain, hands, contract, leader)[:, 0]
            for target in range(1, cards + 1):
                found = [bound.bound(row, contract, leader, 0, target) for row in rows]
                code = np.array([one[2] for one in found], dtype=np.uint64)
                takes = tricks >= target
                for answer, mask, own in {(a, m, c & m) for a, m, c in found if a is not None}:
                    alike = (code & np.uint64(mask)) == np.uint64(own)
                    assert (takes[alike] == answer).all(), (rows[0], leader, target, mask, own)
                    answered += 1
    return answered


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("cards", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_each_bound_is_right_in_all_it_says(name: str, cards: int) -> None:
    nullo = name in ("safe", "exits")
    contracts = (Contract.NULLO,) if nullo else (Contract.NT, Contract.S)
    counts = [agree_with_the_bounds(cards, contract, name) for contract in contracts]
    assert counts[-1] > 0


def test_the_example_of_the_lemma_and_what_it_needs() -> None:
    """The deal of docs/internals/search.md: with less, the bound is silent."""
    search = _search.Search(1 << 20, TECHNIQUES["hold out"])

    def says(hands: str, target: int) -> bool | None:
        return search.bound(parse_hands(hands), Contract.NT, 1, 0, target)[0]

    assert says("2.AK.QJ. A.43.KT. 8.987.5.", 2) is True
    assert says(".AKQ.QJ. A2.4.KT. 83.97.5.", 3) is None  # no room: 3 + 2 + 2 > 5
