"""The book of endings: every list of it against plain values, these against the reference.

Values are those of the search without any of its techniques.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from positions import random_position

import manni
from manni.solver import _book, reference
from manni.solver.cards import SEATS, SUITS, Contract, card_of
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import TECHNIQUES

TRICKS = 4
CONTRACTS = Contract.S, Contract.NT, Contract.NULLO  # by kind, as the book numbers them
KINDS = range(len(CONTRACTS))


Array = np.ndarray[Any, np.dtype[Any]]
Lengths = tuple[int, int, int]
"""How many cards of a suit each seat has."""
Shape = tuple[Lengths, ...]
SHAPE = np.dtype([("start", "<u4"), ("list", "<u2", TRICKS * SEATS), ("shift", "u1", SUITS)])
"""``Shape`` of ``_book.pxd``, as it lies in the file."""
PLAIN = Engine(64, switches=0)
"""Every card is tried: it knows no book."""


def book_shapes(trump: bool, tricks: int = TRICKS) -> list[Shape]:
    """Return one shape for all that are the same up to the order of the suits, as in the book.

    Trumps come first, then suits by their lengths.
    """
    ways = [way[::-1] for way in product(range(tricks + 1), repeat=SUITS) if sum(way) == tricks]
    ways.sort(key=lambda way: way[2::-1])
    shapes: Iterator[Shape] = (tuple(zip(*hands, strict=True)) for hands in product(ways, repeat=3))
    return [each for each in shapes if (*each[trump:],) == (*sorted(each[trump:], reverse=True),)]


@cache
def orders(lengths: Lengths) -> Array:
    """Return all orders of the cards of a suit, from the top: whose each is."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(sum(lengths)):
        found = [
            (*order, seat)
            for order in found
            for seat in range(SEATS)
            if order.count(seat) < lengths[seat]
        ]
    return np.array(found, np.int64).reshape(len(found), -1)


@cache
def outcomes(lengths: Lengths) -> list[Array]:
    """Return the comparisons of a suit, as the search numbers them, each by order."""
    at = orders(lengths).argsort(axis=1, kind="stable")  # where each card is, seat by seat
    hands = np.split(np.arange(sum(lengths)), np.cumsum(lengths)[:-1])
    pairs = (pair for two in combinations(hands, 2) for pair in product(*two))
    return [at[:, one] < at[:, other] for one, other in pairs]


def codes(shape: Shape) -> Array:
    """Return the outcomes of all comparisons in each ending of a shape, a bit each."""
    found, shift = np.zeros(1, np.uint64), 0
    for suit in shape:
        own = np.zeros(len(orders(suit)), np.uint64)
        for outcome in outcomes(suit):
            own |= outcome.astype(np.uint64) << np.uint64(shift)
            shift += 1
        found = (found[:, None] | own).ravel()
    return found


def hands_of(shape: Shape) -> Array:
    """Return the hands of all endings of a shape, in the order of ``codes``."""
    found = np.zeros((1, SEATS), np.uint64)
    for suit, lengths in enumerate(shape):
        owners = orders(lengths)
        cards = np.array([1 << card_of(suit, rank) for rank in range(sum(lengths))], np.uint64)
        held = [((owners == seat) * cards[::-1]).sum(axis=1) for seat in range(SEATS)]
        found = (found[:, None] | np.stack(held, axis=1)).reshape(-1, SEATS)
    return found


def values(shape: Shape, kind: int) -> Array:
    """Return the tricks of seat 0, whom both others play against, by leader and ending."""
    hands = hands_of(shape)
    contracts, high = np.full(len(hands), CONTRACTS[kind], np.int8), np.zeros(len(hands), np.int8)
    return np.stack(
        [
            PLAIN.lead_values(hands, contracts, high + np.int8(leader), high, run=Run())[:, 0]
            for leader in range(SEATS)
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("tricks", "sample"), [(2, 1), (3, 0.002)])
def test_plain_values_are_those_of_the_reference(kind: int, tricks: int, sample: float) -> None:
    rng = random.Random(f"{kind} {tricks}")
    for shape in book_shapes(kind == 0, tricks):
        found = values(shape, kind)
        for number, hands in enumerate(hands_of(shape).tolist()):
            for leader in range(SEATS) if rng.random() < sample else ():
                position = Position(hands, CONTRACTS[kind], leader)
                assert found[leader, number] == reference.guarantee(position, 0), position


def lists_in_book(shape: Shape, kind: int) -> list[list[int]]:
    """Return the lists that the solver's book has of a shape, by leader and in it by target."""
    data, shapes = Path(_book.FILE).read_bytes(), book_shapes(kind == 0)
    begins = np.frombuffer(data, "<u8", _book.HEADER).tolist()
    records = np.frombuffer(data, SHAPE, len(shapes) + 1, begins[4 + kind])
    entries = np.frombuffer(data, "<u8", records[-1]["start"], begins[7 + kind])
    own, after = records[shapes.index(shape) :][:2]
    ends = [*(int(own["start"]) + own["list"].astype(int)), after["start"]]
    return [entries[begin:end].tolist() for begin, end in pairwise(ends)]


def fits(codes: np.ndarray, entry: int) -> np.ndarray:
    """Return which endings an entry fits."""
    bits = [bit for bit in range(48) if entry >> bit & 1]
    code = sum((entry >> 48 + at & 1) << bit for at, bit in enumerate(bits))
    return (codes ^ np.uint64(code)) & np.uint64(sum(1 << bit for bit in bits)) == 0


def check_shape(shape: Shape, kind: int) -> None:
    """Every ending fits an entry, and all that one fits have its answer, none of it idle."""
    every, tricks = codes(shape), values(shape, kind)
    for number, entries in enumerate(lists_in_book(shape, kind)):
        leader, below = divmod(number, TRICKS)
        serves, left = tricks[leader] > below, np.ones(len(every), bool)
        for entry in entries:
            fit = fits(every, entry)
            assert (serves[fit] == bool(entry >> 63)).all(), (shape, kind, number)
            assert (fit & left).any(), (shape, kind, number)
            left &= ~fit
        assert not left.any(), (shape, kind, number)


def some_shapes(kind: int, count: int) -> list[Shape]:
    return random.Random(kind).sample(book_shapes(kind == 0), count)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_the_book_are_right_and_whole(kind: int) -> None:
    for shape in some_shapes(kind, 20):
        check_shape(shape, kind)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_all_lists_of_the_book_are_right_and_whole(kind: int) -> None:
    for shape in book_shapes(kind == 0):
        check_shape(shape, kind)


@pytest.mark.parametrize(("seed", "number"), [(4, 30), pytest.param(5, 70, marks=pytest.mark.slow)])
def test_hands_with_the_suits_in_any_order_are_found_in_the_book(seed: int, number: int) -> None:
    rng = random.Random(seed)
    engine = Engine(16)
    for _ in range(number):
        position = random_position(rng, TRICKS, on_table=0)
        for seat in range(SEATS):
            assert engine.value(position, seat) == reference.guarantee(position, seat), position
    assert engine._tricks.compiled.stored == 0  # nothing was searched


def agree_without(seed: int, count: int, cards: int) -> None:
    """What the book's answers rest on is enough: positions above them keep their values."""
    rng = random.Random(seed)
    one, other = Engine(64), Engine(64, switches=-1 & ~TECHNIQUES["book"])
    for _ in range(count):
        position = random_position(rng, cards)
        for seat in range(SEATS):
            assert one.value(position, seat) == other.value(position, seat), (position, seat)


@pytest.mark.parametrize("cards", [5, 6, 8])
def test_the_book_changes_no_value(cards: int) -> None:
    agree_without(cards, 150, cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [5, 6, 7, 9])
def test_the_book_changes_no_value_in_thousands(cards: int) -> None:
    agree_without(10 + cards, 6000, cards)


def test_a_damaged_book_is_not_used() -> None:
    whole = Path(_book.FILE).read_bytes()
    _book.Book(whole)
    for length in (0, 64, 128, 1000, len(whole) - 8, len(whole) - 1):
        with pytest.raises(ValueError, match="cut off"):
            _book.Book(whole[:length])
    with pytest.raises(ValueError, match="cut off"):
        _book.Book(whole + bytes(8))
    rng = random.Random(5)
    places = [*range(128), len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(200))]
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match=r"damaged|cut off"):
            _book.Book(damaged)


def test_words_that_changed_places_are_seen() -> None:
    whole = bytearray(Path(_book.FILE).read_bytes())
    rng = random.Random(6)
    for _ in range(50):
        one, other = (8 * rng.randrange(_book.HEADER, len(whole) // 8) for _ in range(2))
        swapped = whole[:]
        swapped[one : one + 8], swapped[other : other + 8] = (
            whole[other : other + 8],
            whole[one : one + 8],
        )
        if swapped != whole:
            with pytest.raises(ValueError, match="checksum"):
                _book.Book(swapped)


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """The installed package copied, so that its book can be spoilt; return the book there."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(manni.__path__[0], tmp_path / "manni", ignore=ignored)
    return tmp_path / "manni" / "solver" / "data" / Path(_book.FILE).name


def solved(book: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``manni`` of the copied package, in the folder above it."""
    return subprocess.run(
        [sys.executable, "-c", "from manni.cli.start import start; start()", *arguments],
        cwd=book.parents[3],
        env=os.environ | {"PYTHONPATH": str(book.parents[3])},
        capture_output=True,
        text=True,
    )


HANDS = ("solve", "--hands", "AK4.T9.J7.KJ Q95.AK.9.Q85 J.QJ4.AK.A93", "--contract", "NT")


@pytest.mark.parametrize("spoil", [lambda data: data[:999], lambda data: data[:-9] + b"?" * 9])
def test_a_damaged_book_is_one_line(away: Path, spoil: Callable[[bytes], bytes]) -> None:
    away.write_bytes(spoil(away.read_bytes()))
    run = solved(away, *HANDS)
    assert run.returncode == 1
    assert not run.stdout
    line, *more = run.stderr.splitlines()
    assert not more
    assert line.startswith(f"Error: {away}: the book of endings is ")


def test_without_its_book_the_solver_says_so_once_and_answers_the_same(away: Path) -> None:
    whole = solved(away, *HANDS)
    assert (whole.returncode, whole.stderr) == (0, "")
    away.unlink()
    run = solved(away, *HANDS)
    assert (run.returncode, run.stdout) == (0, whole.stdout)
    line, *more = run.stderr.splitlines()
    assert not more
    assert line.startswith(f"{away}: the book of endings is missing")
