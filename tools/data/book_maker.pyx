# cython: language_level=3, boundscheck=False, initializedcheck=False
# cython: wraparound=False, cdivision=True
"""Makes the book of endings (``_book.pyx``) from nothing, and takes one apart to check it.

Values come from a plain alpha-beta search with no other technique, so the book does not
rest on the search it is used in. For each shape, leader and target the lists are found
like this: an ending that fits no pattern yet is held against all endings with the other
answer; each differs from it in some comparisons, and a pattern has to ask for one of
these, whichever ending it is. Comparisons are dropped one after the other, as long as that
holds, in several orders; of what is left over, the pattern that the most endings fit is
taken.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from itertools import product

import numpy as np

from manni.solver._bits cimport bits_count64, bits_gather, bits_low, low_bit
from manni.solver._book cimport (
    ANSWER, BOOK_KINDS, BOOK_TRICKS, CODE, Book, Shape, place_in_book, the_book,
)

from manni.solver._book import CHECKSUM, HEADER, MAGIC, checksum

cdef enum:
    ORDERS = 12             # in which comparisons are dropped
    MOST_BITS = 48          # comparisons of an ending: 4 × 4 for each two hands

cdef uint64_t LANE = 0xFFFFULL
SUITS = 4
SEATS = 3

# A shape here is a tuple of suits, a suit the lengths of the three hands in it.


def splits(int tricks=BOOK_TRICKS):
    """Return the ways to split a hand among the suits, in the order of ``number_splits``."""
    return [
        (a, b, c, tricks - a - b - c)
        for c in range(tricks + 1)
        for b in range(tricks + 1 - c)
        for a in range(tricks + 1 - b - c)
    ]


def shapes(int tricks=BOOK_TRICKS):
    """Return all shapes, the suits in any order."""
    return [
        tuple(zip(*hands, strict=True)) for hands in product(splits(tricks), repeat=SEATS)
    ]


def suits_in_order(shape, bint trump):
    """Return the suits of a shape in the order of the book: the trumps, then by lengths."""
    return sorted(range(SUITS), key=lambda k: (not (trump and k == 0), *(-n for n in shape[k])))


def book_shapes(bint trump, int tricks=BOOK_TRICKS):
    """Return one shape for all that are the same up to the order of the suits."""
    return [
        shape for shape in shapes(tricks)
        if suits_in_order(shape, trump) == list(range(SUITS))
    ]


cdef dict _suits = {}


def suit_endings(lengths):
    """Return the codes and the hands, a bit a card, of all orders of the cards of a suit."""
    if lengths not in _suits:
        orders = [[]]
        for _ in range(sum(lengths)):
            orders = [
                [*order, seat] for order in orders for seat in range(SEATS)
                if order.count(seat) < lengths[seat]
            ]
        places = [[[i for i, s in enumerate(order) if s == seat] for seat in range(SEATS)]
                  for order in orders]
        codes = []
        for hands in places:
            # As the search numbers them: two hands, then the cards of each from the top.
            outcomes = [
                one < other for a, b in ((0, 1), (0, 2), (1, 2))
                for one in hands[a] for other in hands[b]
            ]
            codes.append(sum(1 << i for i, higher in enumerate(outcomes) if higher))
        _suits[lengths] = (
            np.array(codes, np.uint64),
            np.array([[sum(1 << 14 - i for i in hand) for hand in hands] for hands in places],
                     np.uint64),
        )
    return _suits[lengths]


def comparisons(lengths):
    """Return how many comparisons there are in a suit."""
    a, b, c = lengths
    return a * b + a * c + b * c


def endings(shape):
    """Return the codes and the three hands, a suit a lane of 16 bits, of all of a shape."""
    found = [suit_endings(suit) for suit in shape]
    rows = np.indices([len(codes) for codes, _ in found]).reshape(SUITS, -1)
    codes = np.zeros(rows.shape[1], np.uint64)
    hands = np.zeros((rows.shape[1], SEATS), np.uint64)
    shift = 0
    for k in range(SUITS):
        codes |= found[k][0][rows[k]] << np.uint64(shift)
        hands |= found[k][1][rows[k]] << np.uint64(16 * k)
        shift += comparisons(shape[k])
    return codes, hands


cdef int play_on(
    uint64_t* hand, int kind, int tricks, int leader, int place, uint64_t winning, int winner,
    int led, int low, int high,
) noexcept nogil:
    """The tricks seat 0 gets from here on, if between ``low`` and ``high``; else a bound there.

    Every card is tried, in no order, until the value is known not to lie between them.
    """
    cdef int seat = (leader + place) % 3, suit, best_suit, value
    cdef uint64_t legal, card
    cdef bint beats, wants_most = (seat == 0) != (kind == 2)
    if place == 3:
        value = winner == 0
        tricks -= 1
        low = max(low - value, 0)
        high = min(high - value, tricks)
        if low >= high:
            return value + (tricks if low >= tricks else 0)
        return value + play_on(hand, kind, tricks, winner, 0, 0, 0, 0, low, high)
    legal = hand[seat] & LANE << 16 * led if place else hand[seat]
    if legal == 0:
        legal = hand[seat]
    best_suit = bits_low(winning) >> 4 if place else 0
    while legal and low < high:
        card = low_bit(legal)
        legal ^= card
        suit = bits_low(card) >> 4
        beats = place == 0 or (
            card > winning if suit == best_suit else kind == 0 and suit == 0)
        hand[seat] ^= card
        value = play_on(
            hand, kind, tricks, leader, place + 1, card if beats else winning,
            seat if beats else winner, led if place else suit, low, high)
        hand[seat] ^= card
        if wants_most:
            low = max(low, value)
        else:
            high = min(high, value)
    return low if wants_most else high


def values(const uint64_t[:, ::1] hands, int kind, int leader):
    """Return the tricks of seat 0 in each ending, ``int8[n]``."""
    cdef Py_ssize_t i
    cdef int tricks = bits_count64(hands[0, 0]) if hands.shape[0] else 0
    cdef uint64_t hand[3]
    found = np.empty(hands.shape[0], np.int8)
    cdef int8_t[::1] out = found
    with nogil:
        for i in range(hands.shape[0]):
            hand[0] = hands[i, 0]
            hand[1] = hands[i, 1]
            hand[2] = hands[i, 2]
            out[i] = play_on(hand, kind, tricks, leader, 0, 0, 0, 0, 0, tricks)
    return found


cdef int least_differences(
    const uint64_t[::1] codes, const uint8_t[::1] serves, Py_ssize_t row, uint64_t* sorted_,
    uint64_t* least,
) noexcept nogil:
    """How an ending differs from those with the other answer; the sets that hold another left out.

    ``sorted_`` is room for as many as there are endings, ``least`` for the result.
    """
    cdef Py_ssize_t i, k, n = codes.shape[0], count = 0
    cdef Py_ssize_t starts[MOST_BITS + 2]
    for i in range(MOST_BITS + 2):
        starts[i] = 0
    for i in range(n):
        if serves[i] != serves[row]:
            starts[bits_count64(codes[i] ^ codes[row]) + 1] += 1
    for i in range(MOST_BITS + 1):
        starts[i + 1] += starts[i]
    for i in range(n):
        if serves[i] != serves[row]:
            k = bits_count64(codes[i] ^ codes[row])
            sorted_[starts[k]] = codes[i] ^ codes[row]
            starts[k] += 1
    for i in range(starts[MOST_BITS + 1]):
        for k in range(count):
            if least[k] & ~sorted_[i] == 0:
                break
        else:
            least[count] = sorted_[i]
            count += 1
    return count


cdef inline bint hits_all(uint64_t mask, const uint64_t* sets, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if sets[i] & mask == 0:
            return False
    return True


cdef inline uint32_t fitting(
    const uint64_t[::1] codes, uint64_t mask, uint64_t code,
) noexcept nogil:
    """How many endings a pattern fits."""
    cdef Py_ssize_t i
    cdef uint32_t n = 0
    for i in range(codes.shape[0]):
        n += (codes[i] ^ code) & mask == 0
    return n


cdef uint64_t widest(
    const uint64_t[::1] codes, uint64_t code, const uint64_t* least, int count, uint32_t* width,
) noexcept nogil:
    """The comparisons of the widest pattern found for an ending, from its least differences."""
    cdef uint64_t some = 0, mask, best = 0, random = 1
    cdef int bits[MOST_BITS]
    cdef int order, i, j, n = 0
    cdef uint32_t fits
    width[0] = 0
    for i in range(count):
        some |= least[i]
    mask = some
    while mask:
        bits[n] = bits_low(mask)
        mask &= mask - 1
        n += 1
    for order in range(ORDERS if n else 1):
        for i in range(n - 1, 0, -1):
            random = random * 6364136223846793005ULL + 1442695040888963407ULL
            j = (random >> 33) % (i + 1)
            bits[i], bits[j] = bits[j], bits[i]
        mask = some
        for i in range(n):
            if hits_all(mask ^ 1ULL << bits[i], least, count):
                mask ^= 1ULL << bits[i]
        fits = fitting(codes, mask, code) if order == 0 or mask != best else 0
        if fits > width[0]:
            width[0] = fits
            best = mask
    return best


def cover(const uint64_t[::1] codes, const uint8_t[::1] serves):
    """Return the patterns for a question with these answers, as entries, the widest first."""
    cdef Py_ssize_t i, j, n = codes.shape[0]
    cdef uint64_t mask
    cdef uint32_t width
    cdef int count
    cdef uint64_t* room = <uint64_t*>calloc(n, 8)
    cdef uint64_t* least = <uint64_t*>calloc(n, 8)
    cdef uint8_t* done = <uint8_t*>calloc(n, 1)
    found = []
    for i in range(n):
        if done[i]:
            continue
        count = least_differences(codes, serves, i, room, least)
        mask = widest(codes, codes[i], least, count, &width)
        found.append((-<int>width, entry_of(mask, codes[i], serves[i])))
        for j in range(n):
            if (codes[j] ^ codes[i]) & mask == 0:
                done[j] = True
    free(room)
    free(least)
    free(done)
    found.sort()
    return without_idle(codes, [entry for _, entry in found])


cdef uint64_t entry_of(uint64_t mask, uint64_t code, bint answer) except? 0:
    cdef uint64_t outcomes = bits_gather(code, mask)
    if outcomes >> ANSWER - CODE:
        raise OverflowError("a pattern of more comparisons than an entry has room for")
    return mask | outcomes << CODE | <uint64_t>answer << ANSWER


def fits(const uint64_t[::1] codes, uint64_t entry):
    """Return which endings an entry fits, ``bool[n]``."""
    cdef uint64_t mask = entry & (1ULL << CODE) - 1
    cdef uint64_t outcomes = entry >> CODE & (1ULL << ANSWER - CODE) - 1
    cdef Py_ssize_t i
    found = np.empty(codes.shape[0], np.uint8)
    cdef uint8_t[::1] out = found
    for i in range(codes.shape[0]):
        out[i] = bits_gather(codes[i], mask) == outcomes
    return found.view(bool)


def without_idle(codes, entries):
    """Return the entries without those that no ending comes to: earlier ones fit it too."""
    left = np.ones(len(codes), bool)
    kept = []
    for entry in entries:
        new = fits(codes, entry) & left
        if new.any():
            kept.append(entry)
            left &= ~new
    return kept


SHAPE = np.dtype([
    ("start", "<u4"), ("list", "<u2", BOOK_TRICKS * SEATS), ("shift", "u1", SUITS),
])
"""``Shape`` of ``_book.pxd``, as it lies in the file."""


def places(bint trump):
    """Return by all shapes where the book has them: number << 8 | order of the suits."""
    numbers = {shape: number for number, shape in enumerate(book_shapes(trump))}
    found = []
    for shape in shapes():
        suits = suits_in_order(shape, trump)
        number = numbers[tuple(shape[k] for k in suits)]
        found.append(number << 8 | sum(suit << 2 * k for k, suit in enumerate(suits)))
    return np.array(found, "<u4")


def lists(shape, int kind):
    """Return the lists of a shape, by leader and in it by target."""
    codes, hands = endings(shape)
    found = []
    for leader in range(SEATS):
        tricks = values(hands, kind, leader)
        for target in range(1, BOOK_TRICKS + 1):
            found.append(cover(codes, (tricks >= target).view(np.uint8)))
    return found


def part(int kind):
    """Return the shapes, one more to say where the last ends, and the entries of a kind."""
    found = book_shapes(kind == 0)
    records = np.zeros(len(found) + 1, SHAPE)
    entries = []
    for record, shape in zip(records, found):
        record["start"] = len(entries)
        record["shift"] = [sum(map(comparisons, shape[:k])) for k in range(SUITS)]
        begins = []
        for entries_of_list in lists(shape, kind):
            begins.append(len(entries) - record["start"])
            entries += entries_of_list
        record["list"] = begins
    records[len(found)]["start"] = len(entries)
    return records, np.array(entries, "<u8")


def make():
    """Return the file of the book."""
    parts = (places(True), places(False))
    records, entries = zip(*map(part, range(BOOK_KINDS)))
    parts += records + entries
    begins, data = [], b""
    for piece in parts:
        data += bytes(63 - (len(data) + 63) % 64)
        begins.append(8 * HEADER + len(data))
        data += piece.tobytes()
    header = np.zeros(HEADER, "<u8")
    header[:2 + len(begins)] = [MAGIC, 8 * HEADER + len(data), *begins]
    header[CHECKSUM] = checksum(header.tobytes() + data)
    return header.tobytes() + data


def list_in_book(shape, int kind, int leader, int target):
    """Return the entries the solver's book has in one list, to its last, for a shape of it."""
    cdef Book book = the_book()
    cdef uint64_t lengths = 0
    cdef int k, seat
    cdef const Shape* listed
    for k in range(SUITS):
        for seat in range(SEATS):
            lengths |= <uint64_t>shape[k][seat] << 4 * (3 * k + seat)
    cdef uint32_t place = place_in_book(&book.endings, kind, lengths)
    listed = &book.endings.kinds[kind].shapes[place >> 8]
    k = leader * BOOK_TRICKS + target - 1
    cdef uint32_t first = listed.start + listed.list[k]
    cdef uint32_t end = (
        listed.start + listed.list[k + 1] if k + 1 < BOOK_TRICKS * SEATS else listed[1].start)
    return [book.endings.kinds[kind].entries[i] for i in range(first, end)]
