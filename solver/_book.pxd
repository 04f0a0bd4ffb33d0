"""The book of endings in memory, and the look-up; ``_book.pyx`` tells what it is."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from ._bits cimport bits_gather, bits_spread

cdef enum:
    BOOK_TRICKS = 4
    BOOK_KINDS = 3          # of contract: trump, no trump, nullo
    BOOK_LISTS = 12         # of a shape: a leader, and in it a target, after the other
    SPLITS = 35             # ways to split four cards among four suits
    CODE = 48               # entries: comparisons below, then their outcomes, then the answer
    ANSWER = 63

cdef struct Shape:          # of a kind of contract: suit lengths up to the order of the suits
    uint32_t start          # its first entry
    uint16_t list[BOOK_LISTS]   # where its lists begin, counted from there
    uint8_t shift[4]        # number of the first comparison of each suit

cdef struct Kind:
    const uint32_t* place   # by the splits of the three hands: shape << 8 | order of the suits
    const Shape* shapes
    const uint64_t* entries

cdef struct Endings:
    Kind kinds[BOOK_KINDS]
    uint8_t split[1 << 9]   # number of a split by the cards in the first three suits, 3 bits each


cdef inline int split_at(const Endings* book, uint64_t lengths) noexcept nogil:
    """The split of a hand among the suits, from its lengths, every third of a shape."""
    return book.split[lengths & 7 | lengths >> 9 & 7 << 3 | lengths >> 18 & 7 << 6]


cdef inline uint32_t place_in_book(const Endings* book, int kind, uint64_t shape) noexcept nogil:
    return book.kinds[kind].place[
        (split_at(book, shape) * SPLITS + split_at(book, shape >> 4)) * SPLITS
        + split_at(book, shape >> 8)]


cdef inline int book_answer(
    const Endings* book, int kind, int leader, uint64_t shape, int target,
    const uint64_t* order, const uint64_t* left, uint64_t* pairs,
) noexcept nogil:
    """Whether the counted seat takes ``target`` of four tricks; ``pairs`` is what it rests on.

    ``order`` and ``left`` are those of the search: the outcomes of all comparisons, and
    those still there, by suit. Every list has an entry for every ending.
    """
    cdef uint32_t place = place_in_book(book, kind, shape)
    cdef const Shape* listed = &book.kinds[kind].shapes[place >> 8]
    cdef const uint64_t* entry = (
        book.kinds[kind].entries + listed.start
        + listed.list[leader * BOOK_TRICKS + target - 1])
    cdef uint64_t code = 0, mask
    cdef int k, suit
    for k in range(4):
        suit = place >> 2 * k & 3
        code |= bits_gather(order[suit], left[suit]) << listed.shift[k]
    mask = entry[0] & (1ULL << CODE) - 1
    while bits_gather(code, mask) != (entry[0] >> CODE & (1ULL << ANSWER - CODE) - 1):
        entry += 1
        mask = entry[0] & (1ULL << CODE) - 1
    for k in range(4):
        suit = place >> 2 * k & 3
        pairs[suit] = bits_spread(mask >> listed.shift[k], left[suit])
    return <int>(entry[0] >> ANSWER)


cdef void number_splits(uint8_t* split) noexcept nogil


cdef class Book:
    cdef Endings endings
    cdef const uint8_t[::1] data


cdef Book the_book()
