"""The book of endings: every list of it against plain values, these against the reference."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import make_book
import numpy as np
import pytest
from positions import random_position

import manni
from manni.solver import _book, reference
from manni.solver.cards import SEATS
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.searches import TECHNIQUES

TRICKS = 4
KINDS = make_book.KINDS


SLOW, EXHAUSTIVE = pytest.mark.slow, pytest.mark.exhaustive


@pytest.mark.parametrize(
    ("tricks", "sample"),
    [
        *(pytest.param(*each, marks=SLOW) for each in ((2, 1.0), (3, 0.002))),
        *(pytest.param(*each, marks=EXHAUSTIVE) for each in ((3, 0.2), (4, 0.0002))),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_plain_values_are_those_of_the_reference(kind: int, tricks: int, sample: float) -> None:
    rng = random.Random(f"{kind} {tricks}")
    for shape in make_book.book_shapes(kind == 0, tricks):
        found = make_book.values(shape, kind)
        for number, hands in enumerate(make_book.hands_of(shape).tolist()):
            if sample < 1 and rng.random() >= sample:
                continue
            for leader in range(SEATS):
                position = Position(hands, make_book.CONTRACTS[kind], leader)
                assert found[leader, number] == reference.guarantee(position, 0), position


def lists_in_book(shape: make_book.Shape, kind: int) -> list[list[int]]:
    """Return the lists that the solver's book has of a shape, by leader and in it by target."""
    data, shapes = Path(_book.FILE).read_bytes(), make_book.book_shapes(kind == 0)
    begins = np.frombuffer(data, "<u8", _book.HEADER).tolist()
    records = np.frombuffer(data, make_book.SHAPE, len(shapes) + 1, begins[4 + kind])
    entries = np.frombuffer(data, "<u8", records[-1]["start"], begins[7 + kind])
    own, after = records[shapes.index(shape) :][:2]
    ends = [*(int(own["start"]) + own["list"].astype(int)), after["start"]]
    return [entries[begin:end].tolist() for begin, end in pairwise(ends)]


def fits(codes: np.ndarray, entry: int) -> np.ndarray:
    """Return which endings an entry fits."""
    bits = [bit for bit in range(48) if entry >> bit & 1]
    code = sum((entry >> 48 + at & 1) << bit for at, bit in enumerate(bits))
    return (codes ^ np.uint64(code)) & np.uint64(sum(1 << bit for bit in bits)) == 0


def check_shape(shape: make_book.Shape, kind: int) -> None:
    """Every ending fits an entry, and all that one fits have its answer, none of it idle."""
    codes, tricks = make_book.codes(shape), make_book.values(shape, kind)
    for number, entries in enumerate(lists_in_book(shape, kind)):
        leader, below = divmod(number, TRICKS)
        serves, left = tricks[leader] > below, np.ones(len(codes), bool)
        for entry in entries:
            fit = fits(codes, entry)
            assert (serves[fit] == bool(entry >> 63)).all(), (shape, kind, number)
            assert (fit & left).any(), (shape, kind, number)
            left &= ~fit
        assert not left.any(), (shape, kind, number)


def some_shapes(kind: int, count: int) -> list[make_book.Shape]:
    shapes = make_book.book_shapes(kind == 0)
    return random.Random(kind).sample(shapes, min(count, len(shapes)))


@pytest.mark.parametrize(
    "most", [pytest.param(20, marks=SLOW), pytest.param(10**6, marks=EXHAUSTIVE)]
)
@pytest.mark.parametrize("kind", KINDS)
def test_lists_of_the_book_are_right_and_whole(kind: int, most: int) -> None:
    for shape in some_shapes(kind, most):
        check_shape(shape, kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_book_is_what_its_maker_makes(kind: int) -> None:
    for shape in some_shapes(kind, 2):
        assert make_book.lists(shape, kind) == lists_in_book(shape, kind)


@pytest.mark.parametrize(("seed", "number"), [(4, 30), pytest.param(5, 70, marks=pytest.mark.slow)])
def test_hands_with_the_suits_in_any_order_are_found_in_the_book(seed: int, number: int) -> None:
    rng = random.Random(seed)
    engine = Engine(16)
    for _ in range(number):
        position = random_position(rng, TRICKS, on_table=0)
        for seat in range(SEATS):
            assert engine.value(position, seat) == reference.guarantee(position, seat), position
    assert engine._tricks.compiled.stored == 0  # nothing was searched


@pytest.mark.parametrize(
    ("seed", "count", "cards"),
    [
        *((cards, 150, cards) for cards in (5, 6, 8)),
        *(pytest.param(10 + cards, 6000, cards, marks=SLOW) for cards in (5, 6, 7, 9)),
    ],
)
def test_the_book_changes_no_value(seed: int, count: int, cards: int) -> None:
    """What the book's answers rest on is enough: positions above them keep their values."""
    rng = random.Random(seed)
    one, other = Engine(64), Engine(64, switches=-1 & ~TECHNIQUES["book"])
    for _ in range(count):
        position = random_position(rng, cards)
        for seat in range(SEATS):
            assert one.value(position, seat) == other.value(position, seat), (position, seat)


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
