"""The book of endings: every list of it against plain values, these against the reference.

What needs the maker of the book is among the slow tests: it has to be compiled first.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from positions import random_position

import manni
from manni.solver import _book, reference
from manni.solver.cards import SEATS, Contract
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.searches import TECHNIQUES

CONTRACTS = (Contract.S, Contract.NT, Contract.NULLO)  # by kind, as the book numbers them
TRICKS = 4
KINDS = range(len(CONTRACTS))


@pytest.fixture(scope="session")
def maker(root: Path) -> ModuleType:
    """The maker of the book, compiled by one process however many run the tests."""
    if not (root / "solver" / "_book.pxd").exists():
        pytest.skip("installed without the sources of the compiled modules")
    fcntl = pytest.importorskip("fcntl")
    from make_book import compiled

    folder = root / "build" / "book_maker"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return compiled("book_maker")


def as_hands(lanes: np.ndarray) -> tuple[int, int, int]:
    """Return hands of 13 bits a suit from lanes of 16, of which the two highest are free."""
    hands = [
        sum((int(hand) >> 16 * suit & 0x7FFF) >> 2 << 13 * suit for suit in range(4))
        for hand in lanes
    ]
    return hands[0], hands[1], hands[2]


def agree_with_reference(maker: ModuleType, kind: int, tricks: int, sample: float = 1.0) -> None:
    rng = random.Random(f"{kind} {tricks}")
    for shape in maker.book_shapes(kind == 0, tricks):
        _, hands = maker.endings(shape)
        rows = [row for row in range(len(hands)) if sample == 1 or rng.random() < sample]
        if not rows:
            continue
        for leader in range(SEATS):
            found = maker.values(hands[rows], kind, leader)
            for lanes, value in zip(hands[rows], found, strict=True):
                position = Position(as_hands(lanes), CONTRACTS[kind], leader)
                assert value == reference.guarantee(position, 0), position


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_plain_values_are_those_of_the_reference(maker: ModuleType, kind: int) -> None:
    agree_with_reference(maker, kind, 2)
    agree_with_reference(maker, kind, 3, 0.002)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_plain_values_are_those_of_the_reference_in_thousands(maker: ModuleType, kind: int) -> None:
    agree_with_reference(maker, kind, 3, 0.2)
    agree_with_reference(maker, kind, 4, 0.0002)


def check_shape(maker: ModuleType, shape: tuple[tuple[int, int, int], ...], kind: int) -> None:
    """Every ending fits an entry, and all that one fits have its answer, none of it idle."""
    codes, hands = maker.endings(shape)
    for leader in range(SEATS):
        tricks = maker.values(hands, kind, leader)
        for target in range(1, TRICKS + 1):
            serves = tricks >= target
            left = np.ones(len(codes), bool)
            for entry in maker.list_in_book(shape, kind, leader, target):
                fits = maker.fits(codes, entry)
                assert (serves[fits] == bool(entry >> 63)).all(), (shape, kind, leader, target)
                assert (fits & left).any(), (shape, kind, leader, target)
                left &= ~fits
            assert not left.any(), (shape, kind, leader, target)


def some_shapes(
    maker: ModuleType, kind: int, count: int
) -> Iterator[tuple[tuple[int, int, int], ...]]:
    yield from random.Random(kind).sample(maker.book_shapes(kind == 0), count)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_the_book_are_right_and_whole(maker: ModuleType, kind: int) -> None:
    for shape in some_shapes(maker, kind, 20):
        check_shape(maker, shape, kind)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_all_lists_of_the_book_are_right_and_whole(maker: ModuleType, kind: int) -> None:
    for shape in maker.book_shapes(kind == 0):
        check_shape(maker, shape, kind)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_no_comparison_of_an_entry_can_be_left_out(maker: ModuleType, kind: int) -> None:
    suits = ((2, 1, 1), (1, 1, 2), (1, 1, 1), (0, 1, 0))
    shape = suits if kind else (suits[3], *suits[:3])
    codes, hands = maker.endings(shape)
    serves = maker.values(hands, kind, 1) >= 2
    for entry in maker.list_in_book(shape, kind, 1, 2):
        mask = entry & (1 << 48) - 1
        inside = codes[maker.fits(codes, entry)][0]
        for bit in range(48):
            if mask >> bit & 1:
                wider = np.uint64(mask ^ 1 << bit)
                assert len(set(serves[(codes ^ inside) & wider == 0])) == 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_book_is_what_its_maker_makes(maker: ModuleType, kind: int) -> None:
    for shape in some_shapes(maker, kind, 2):
        made = maker.lists(shape, kind)
        for leader in range(SEATS):
            for target in range(1, TRICKS + 1):
                expected = made[TRICKS * leader + target - 1]
                assert maker.list_in_book(shape, kind, leader, target) == expected


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
