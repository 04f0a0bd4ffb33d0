"""Make the book of endings, solver/data/endings.book (``solver/_book.pyx``), anew: ten minutes.

Values come from the search without any of its techniques, the book among them, in which every card
is tried; ``tests/test_book.py`` holds them against the plain search. For each shape, leader and
target the lists are found like this: an ending that fits no pattern yet is held against all endings
with the other answer; each differs from it in some comparisons, and a pattern has to ask for one of
these, whichever ending it is. Comparisons are dropped one after the other, as long as that holds,
in several orders; of what is left over, the pattern that the most endings fit is taken.

It comes out the same, byte for byte, unless this program has changed; if its patterns have, the
node total of benchmarks/signature.py has to be updated after it. What the book says of itself lies
beside it, in ``endings.json``: its format has no room for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any

import numpy as np
from provenance import ROOT, made

from manni.solver._book import CHECKSUM, FILE, HEADER, MAGIC, checksum
from manni.solver.cards import SEATS, SUITS, Contract, card_of
from manni.solver.engine import Engine
from manni.solver.run import Run

Array = np.ndarray[Any, np.dtype[Any]]
Lengths = tuple[int, int, int]
"""How many cards of a suit each seat has."""
Shape = tuple[Lengths, ...]


TRICKS = 4
TRUMP, NT, NULLO = KINDS = range(3)
"""Of contract: with a trump, the first suit; without; nullo."""
CONTRACTS = Contract.S, Contract.NT, Contract.NULLO
ENGINE = Engine(64, switches=0)
PATTERN_ORDERS = 12  # in which comparisons are dropped
CODE, ANSWER = 48, 63  # in an entry: where outcomes begin, and the answer


# Endings ------------------------------------------------------------------------------


def splits(tricks: int) -> list[tuple[int, ...]]:
    """Return the ways to split a hand among the suits, the first suit changing fastest."""
    return [
        (a, b, c, tricks - a - b - c)
        for c, b, a in product(range(tricks + 1), repeat=3)
        if a + b + c <= tricks
    ]


def shapes(tricks: int = TRICKS) -> Iterator[Shape]:
    """Yield all shapes, the suits in any order."""
    for hands in product(splits(tricks), repeat=SEATS):
        yield tuple(zip(*hands, strict=True))


def suits_in_order(shape: Shape, trump: bool) -> list[int]:
    """Return the suits of a shape in the order of the book: the trumps, then by lengths."""
    return sorted(range(SUITS), key=lambda k: (not (trump and k == 0), *(-n for n in shape[k])))


def book_shapes(trump: bool, tricks: int = TRICKS) -> list[Shape]:
    """Return one shape for all that are the same up to the order of the suits."""
    return [shape for shape in shapes(tricks) if suits_in_order(shape, trump) == [*range(SUITS)]]


@cache
def orders(lengths: Lengths) -> Array:
    """Return all orders of the cards of a suit, from the top: whose each is."""
    owners: list[tuple[int, ...]] = [()]
    for _ in range(sum(lengths)):
        owners = [
            (*order, seat)
            for order in owners
            for seat in range(SEATS)
            if order.count(seat) < lengths[seat]
        ]
    return np.array(owners, np.int64).reshape(len(owners), -1)


@cache
def outcomes(lengths: Lengths) -> list[Array]:
    """Return the comparisons of a suit, as the search numbers them, each by order."""
    at = orders(lengths).argsort(axis=1, kind="stable")  # where each card is, seat by seat
    hands = np.split(np.arange(sum(lengths)), np.cumsum(lengths)[:-1])
    pairs = (pair for two in combinations(hands, 2) for pair in product(*two))
    return [at[:, one] < at[:, other] for one, other in pairs]


def codes(shape: Shape) -> Array:
    """Return the outcomes of all comparisons in each ending of a shape, a bit each."""
    outcome_codes, shift = np.zeros(1, np.uint64), 0
    for suit in shape:
        suit_codes = np.zeros(len(orders(suit)), np.uint64)
        for outcome in outcomes(suit):
            suit_codes |= outcome.astype(np.uint64) << np.uint64(shift)
            shift += 1
        outcome_codes = (outcome_codes[:, None] | suit_codes).ravel()
    return outcome_codes


# Their values -------------------------------------------------------------------------


def hands_of(shape: Shape) -> Array:
    """Return the hands of all endings of a shape, in the order of ``codes``."""
    hands = np.zeros((1, SEATS), np.uint64)
    for suit, lengths in enumerate(shape):
        owners = orders(lengths)
        cards = np.array([1 << card_of(suit, rank) for rank in range(sum(lengths))], np.uint64)
        held = [((owners == seat) * cards[::-1]).sum(axis=1) for seat in range(SEATS)]
        hands = (hands[:, None] | np.stack(held, axis=1)).reshape(-1, SEATS)
    return hands


def values(shape: Shape, kind: int) -> Array:
    """Return the tricks of seat 0, whom both others play against, by leader and ending."""
    hands = hands_of(shape)
    contracts, high = np.full(len(hands), CONTRACTS[kind], np.int8), np.zeros(len(hands), np.int8)
    return np.stack(
        [
            ENGINE.lead_values(hands, contracts, high + np.int8(leader), high, run=Run())[:, 0]
            for leader in range(SEATS)
        ]
    )


# Their patterns -----------------------------------------------------------------------


@cache
def shuffled(number: int) -> Array:
    """Return so many numbers in several orders, at random."""
    random, order, shuffles = 1, [*range(number)], []
    for _ in range(PATTERN_ORDERS if number else 1):
        for i in range(number - 1, 0, -1):
            random = (random * 6364136223846793005 + 1442695040888963407) % 2**64
            j = (random >> 33) % (i + 1)
            order[i], order[j] = order[j], order[i]
        shuffles.append([*order])
    return np.array(shuffles, np.int64)


def least(sets: Array) -> Array:
    """Return the sets, bits each, that hold no other of them."""
    left, smallest = np.unique(sets), []
    left = left[np.bitwise_count(left).argsort(kind="stable")]
    while len(left):
        smallest.append(left[0])
        left = left[left & left[0] != left[0]]
    return np.array(smallest, np.uint64)


def widest(all_codes: Array, code: np.uint64, sets: Array) -> tuple[np.uint64, Array]:
    """Return the widest pattern found that asks for one of each of the sets, and what it fits."""
    some = np.bitwise_or.reduce(sets)
    bits = np.array([1 << bit for bit in range(CODE) if int(some) >> bit & 1], np.uint64)
    masks = np.full(len(shuffled(len(bits))), some, np.uint64)
    for bit in bits[shuffled(len(bits))].T:
        fewer = masks ^ bit
        masks = np.where((fewer[:, None] & sets != 0).all(axis=1), fewer, masks)
    fits = (all_codes ^ code) & masks[:, None] == 0
    first = fits.sum(axis=1).argmax()
    return masks[first], fits[first]


def entry_of(mask: int, code: int, answer: int) -> int:
    """Return a pattern as an entry. Raises OverflowError if there is no room for all of it."""
    bits = [bit for bit in range(CODE) if mask >> bit & 1]
    if len(bits) > ANSWER - CODE:
        raise OverflowError("a pattern of more comparisons than an entry has room for")
    gathered = sum((code >> bit & 1) << at for at, bit in enumerate(bits))
    return mask | gathered << CODE | answer << ANSWER


def cover(all_codes: Array, serves: Array) -> list[int]:
    """Return the patterns for a question with these answers, as entries, the widest first.

    Those are left out to which no ending comes: earlier ones fit it too.
    """
    patterns, left = [], np.ones(len(all_codes), bool)
    while left.any():
        row = left.argmax()
        code, answer = all_codes[row], serves[row]
        mask, fits = widest(all_codes, code, least(all_codes[serves != answer] ^ code))
        patterns.append((-int(fits.sum()), entry_of(int(mask), int(code), int(answer)), fits))
        left &= ~fits
    kept, left = [], np.ones(len(all_codes), bool)
    for _, entry, fits in sorted(patterns, key=itemgetter(0, 1)):
        if (fits & left).any():
            kept.append(entry)
            left &= ~fits
    return kept


# The file -----------------------------------------------------------------------------

SHAPE = np.dtype([("start", "<u4"), ("list", "<u2", TRICKS * SEATS), ("shift", "u1", SUITS)])
"""``Shape`` of ``_book.pxd``, as it lies in the file."""


def numbers(trump: bool) -> Array:
    """Return by all shapes where the book has them: number << 8 | order of the suits."""
    of_shape = {shape: number for number, shape in enumerate(book_shapes(trump))}
    places = []
    for shape in shapes():
        suits = suits_in_order(shape, trump)
        number = of_shape[tuple(shape[k] for k in suits)]
        places.append(number << 8 | sum(suit << 2 * k for k, suit in enumerate(suits)))
    return np.array(places, "<u4")


def lists(shape: Shape, kind: int) -> list[list[int]]:
    """Return the lists of a shape, by leader and in it by target."""
    all_codes = codes(shape)
    return [
        cover(all_codes, tricks >= target)
        for tricks in values(shape, kind)
        for target in range(1, TRICKS + 1)
    ]


def part(kind: int) -> tuple[Array, Array]:
    """Return the shapes, one more to say where the last ends, and the entries of a kind."""
    shapes_in_book = book_shapes(kind == TRUMP)
    records, entries = np.zeros(len(shapes_in_book) + 1, SHAPE), list[int]()
    for record, shape in zip(records, [*shapes_in_book, None], strict=True):
        record["start"] = len(entries)
        if shape is not None:
            record["shift"] = np.cumsum([0, *(len(outcomes(suit)) for suit in shape[:-1])])
            begins = []
            for patterns in lists(shape, kind):
                begins.append(len(entries) - record["start"])
                entries += patterns
            record["list"] = begins
    return records, np.array(entries, "<u8")


def book() -> bytes:
    """Return the file of the book."""
    records, entries = zip(*map(part, KINDS), strict=True)
    begins, data = list[int](), b""
    for piece in (numbers(True), numbers(False), *records, *entries):
        data += bytes(-len(data) % 64)
        begins.append(8 * HEADER + len(data))
        data += piece.tobytes()
    header = np.zeros(HEADER, "<u8")
    header[: 2 + len(begins)] = [MAGIC, 8 * HEADER + len(data), *begins]
    header[CHECKSUM] = checksum(header.tobytes() + data)
    return header.tobytes() + data


def main() -> None:
    """Make the book."""
    data = book()
    path = ROOT / "solver" / "data" / FILE.rpartition("/")[2]
    path.write_bytes(data)
    text = json.dumps({"made": made(), "bytes": len(data)}, indent=1)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
