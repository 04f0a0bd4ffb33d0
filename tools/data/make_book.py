"""Make the book of endings, solver/data/endings.book (``solver/_book.pyx``), anew: some minutes.

Values come from every card tried, with no technique of the search, so the book does not rest on
the search it is used in. For each shape, leader and target the lists are found like this: an
ending that fits no pattern yet is held against all endings with the other answer; each differs
from it in some comparisons, and a pattern has to ask for one of these, whichever ending it is.
Comparisons are dropped one after the other, as long as that holds, in several orders; of what is
left over, the pattern that the most endings fit is taken.

It comes out the same, byte for byte, unless this program has changed; if its patterns have, the
node total of benchmarks/signature.py has to be updated after it. What the book says of itself lies
beside it, in ``endings.json``: its format has no room for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from provenance import DATA, made, write_json

from manni.solver._book import CHECKSUM, FILE, HEADER, MAGIC, checksum
from manni.solver.cards import SEATS, SUITS

Array = np.ndarray[Any, np.dtype[Any]]
Lengths = tuple[int, int, int]
"""How many cards of a suit each seat has."""
Shape = tuple[Lengths, ...]


class Card(NamedTuple):
    """A card of a shape: whose, of which suit, and in which column of ``places``."""

    seat: int
    suit: int
    column: int


TRICKS = 4
TRUMP, NT, NULLO = KINDS = range(3)
"""Of contract: with a trump, the first suit; without; nullo."""
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
    return [each for each in shapes(tricks) if suits_in_order(each, trump) == [*range(SUITS)]]


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
def places(lengths: Lengths) -> Array:
    """Return by order where each card is, seat by seat and the highest first."""
    return orders(lengths).argsort(axis=1, kind="stable")


def columns(lengths: Lengths, seat: int) -> range:
    """Return the columns of ``places`` that are a seat's cards."""
    return range(sum(lengths[:seat]), sum(lengths[: seat + 1]))


@cache
def outcomes(lengths: Lengths) -> list[Array]:
    """Return the comparisons of a suit, as the search numbers them, each by order."""
    hands = [columns(lengths, seat) for seat in range(SEATS)]
    at = places(lengths)
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


# Their values -------------------------------------------------------------------------


@cache
def without(lengths: Lengths, gone: tuple[int, ...]) -> tuple[Lengths, Array]:
    """Return the lengths of a suit without some cards, and which order each order becomes."""
    owners = np.delete(np.repeat(range(SEATS), lengths), gone)
    left = owners[np.delete(places(lengths), gone, axis=1).argsort(axis=1)]
    rest = tuple(np.bincount(owners, minlength=SEATS).tolist())
    power = SEATS ** np.arange(len(owners))[::-1]
    return rest, np.searchsorted(orders(rest) @ power, left @ power)


@cache
def values(shape: Shape, kind: int) -> Array:
    """Return the tricks of seat 0, whom both others play against.

    There is an axis for the leader, and for each suit one for its orders.
    """
    if not any(map(any, shape)):
        return np.zeros((SEATS, *[1] * SUITS), np.int8)
    return np.stack([played(shape, kind, leader) for leader in range(SEATS)])


def played(shape: Shape, kind: int, seat: int, *trick: Card) -> Array:
    """Return the same where a seat is to play to a trick, seat 0 or one of those against it."""
    if len(trick) == SEATS:
        return after(shape, kind, trick)
    follows = trick and shape[trick[0].suit][seat]
    suits = [trick[0].suit] if follows else range(SUITS)
    tried = [
        played(shape, kind, (seat + 1) % SEATS, *trick, Card(seat, suit, column))
        for suit in suits
        for column in columns(shape[suit], seat)
    ]
    return np.max(tried, axis=0) if (seat == 0) != (kind == NULLO) else np.min(tried, axis=0)


def after(shape: Shape, kind: int, trick: Sequence[Card]) -> Array:
    """Return the same at the end of a trick, which seat 0 may have won."""
    best = 0 if kind == TRUMP and any(card.suit == 0 for card in trick) else trick[0].suit
    may_win = [card for card in trick if card.suit == best]
    highest = places(shape[best])[:, [card.column for card in may_win]].argmin(axis=1)
    winner = np.array([card.seat for card in may_win])[highest]
    winner = winner.reshape([-1 if suit == best else 1 for suit in range(SUITS)])
    gone = (tuple(card.column for card in trick if card.suit == suit) for suit in range(SUITS))
    rest, at = zip(*map(without, shape, gone), strict=True)
    return np.asarray(values(rest, kind)[(winner, *np.ix_(*at))] + (winner == 0).astype(np.int8))


# Their patterns -----------------------------------------------------------------------


@cache
def shuffled(number: int) -> Array:
    """Return so many numbers in several orders, at random."""
    random, order, found = 1, [*range(number)], []
    for _ in range(PATTERN_ORDERS if number else 1):
        for i in range(number - 1, 0, -1):
            random = (random * 6364136223846793005 + 1442695040888963407) % 2**64
            j = (random >> 33) % (i + 1)
            order[i], order[j] = order[j], order[i]
        found.append([*order])
    return np.array(found, np.int64)


def least(sets: Array) -> Array:
    """Return the sets, bits each, that hold no other of them."""
    left, found = np.unique(sets), []
    left = left[np.bitwise_count(left).argsort(kind="stable")]
    while len(left):
        found.append(left[0])
        left = left[left & left[0] != left[0]]
    return np.array(found, np.uint64)


def widest(every: Array, code: np.uint64, sets: Array) -> tuple[np.uint64, Array]:
    """Return the widest pattern found that asks for one of each of the sets, and what it fits."""
    some = np.bitwise_or.reduce(sets)
    bits = np.array([1 << bit for bit in range(CODE) if int(some) >> bit & 1], np.uint64)
    masks = np.full(len(shuffled(len(bits))), some, np.uint64)
    for bit in bits[shuffled(len(bits))].T:
        fewer = masks ^ bit
        masks = np.where((fewer[:, None] & sets != 0).all(axis=1), fewer, masks)
    fits = (every ^ code) & masks[:, None] == 0
    first = fits.sum(axis=1).argmax()
    return masks[first], fits[first]


def entry_of(mask: int, code: int, answer: int) -> int:
    """Return a pattern as an entry. Raises OverflowError if there is no room for all of it."""
    bits = [bit for bit in range(CODE) if mask >> bit & 1]
    if len(bits) > ANSWER - CODE:
        raise OverflowError("a pattern of more comparisons than an entry has room for")
    gathered = sum((code >> bit & 1) << at for at, bit in enumerate(bits))
    return mask | gathered << CODE | answer << ANSWER


def cover(every: Array, serves: Array) -> list[int]:
    """Return the patterns for a question with these answers, as entries, the widest first.

    Those are left out to which no ending comes: earlier ones fit it too.
    """
    found, left = [], np.ones(len(every), bool)
    while left.any():
        row = left.argmax()
        code, answer = every[row], serves[row]
        mask, fits = widest(every, code, least(every[serves != answer] ^ code))
        found.append((-int(fits.sum()), entry_of(int(mask), int(code), int(answer)), fits))
        left &= ~fits
    kept, left = [], np.ones(len(every), bool)
    for _, entry, fits in sorted(found, key=itemgetter(0, 1)):
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
    found = []
    for shape in shapes():
        suits = suits_in_order(shape, trump)
        number = of_shape[tuple(shape[k] for k in suits)]
        found.append(number << 8 | sum(suit << 2 * k for k, suit in enumerate(suits)))
    return np.array(found, "<u4")


def lists(shape: Shape, kind: int) -> list[list[int]]:
    """Return the lists of a shape, by leader and in it by target."""
    every = codes(shape)
    return [
        cover(every, tricks.ravel() >= target)
        for tricks in values(shape, kind)
        for target in range(1, TRICKS + 1)
    ]


def part(kind: int) -> tuple[Array, Array]:
    """Return the shapes, one more to say where the last ends, and the entries of a kind."""
    found = book_shapes(kind == TRUMP)
    records, entries = np.zeros(len(found) + 1, SHAPE), list[int]()
    for record, shape in zip(records, [*found, None], strict=True):
        record["start"] = len(entries)
        if shape is not None:
            record["shift"] = np.cumsum([0, *(len(outcomes(suit)) for suit in shape[:-1])])
            begins = []
            for own in lists(shape, kind):
                begins.append(len(entries) - record["start"])
                entries += own
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
    found = book()
    path = DATA / FILE.rpartition("/")[2]
    path.write_bytes(found)
    write_json(path.with_suffix(".json"), made(), {"bytes": len(found)})


if __name__ == "__main__":
    main()
