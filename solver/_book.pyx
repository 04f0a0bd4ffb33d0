"""The book of endings: an endgame table that answers every start of the last four tricks.

A search spends most of its time near the end, where there are few different positions. Up to the
order of the suits, four tricks have 1,975 shapes, or 7,513 with a trump suit. These have 0.8 and
3.0 million endings. For every shape, leader and target the book has a list of patterns like those
of the search (``_patterns.pxi``): sets of comparisons, each of which alone proves an answer.

The patterns are made from the values of all endings. Each is as general as can be: without any one
of its comparisons, endings with both answers would fit. Every ending fits some pattern. Patterns
that most endings fit come first.

The file is mapped into memory as it is, so that processes and threads share it. Its checksum is
tested when it is opened, which takes a millisecond. ``tools/data/make_book.py`` makes the file. All
numbers in it are little-endian:

======================  ======================================================
header                  16 × 64 bits: ``MAGIC``, size, where the eight parts begin, checksum
places, trump, others   32 bits by the splits of the three hands (``number_splits``)
shapes of each kind     ``Shape``
entries of each kind    64 bits: comparisons, their outcomes gathered, the answer
======================  ======================================================
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

import mmap
from os import fstat
from os.path import dirname, join

MAGIC = 0x3230_6B6F_6F42_346D     # "m4Book02"
HEADER = 16
CHECKSUM = 10               # the word of the header that holds it
FILE = join(dirname(__file__), "data", "endings.book")

cdef enum:
    SUMS = 4                # independent sums, computed side by side


cdef inline uint64_t stirred(uint64_t sum, uint64_t word) noexcept nogil:
    """Mix a word into a sum. A different word, or a different sum before, gives a different sum."""
    sum ^= word
    return (sum << 29 | sum >> 35) * <uint64_t>0x9E3779B97F4A7C15ULL


def checksum(const uint8_t[::1] data):
    """Return the checksum of a whole book; the checksum in its header, if any, is left out.

    Every step is invertible. So a change of one word always changes the sum, and any other change
    does but for one in 2**64. This detects accidents, not forgery.
    """
    cdef const uint64_t* words
    cdef uint64_t[SUMS] sums
    cdef uint64_t all = 0
    cdef Py_ssize_t i, count = data.shape[0] // 8, own = CHECKSUM
    if count < HEADER or data.shape[0] % 8:
        raise ValueError("cut off")
    words = <const uint64_t*>&data[0]
    for i in range(SUMS):
        sums[i] = i
    for i in range(count):
        if i != own:
            sums[i % SUMS] = stirred(sums[i % SUMS], words[i])
    for i in range(SUMS):
        all = stirred(all, sums[i])
    return all


cdef void number_splits(uint8_t* split) noexcept nogil:
    """Number the ways to split four cards among four suits, the first suit changing fastest."""
    cdef int a, b, c, number = 0
    for c in range(BOOK_TRICKS + 1):
        for b in range(BOOK_TRICKS + 1 - c):
            for a in range(BOOK_TRICKS + 1 - b - c):
                split[a | b << 3 | c << 6] = number
                number += 1


cdef class Book:
    """A book of endings. It keeps ``data``, the bytes of its file, as it points into them."""

    def __cinit__(self, data):
        cdef const uint8_t* start
        cdef const uint64_t* header
        cdef int kind
        self.data = data
        if self.data.shape[0] < HEADER * 8:
            raise ValueError("cut off")
        start = &self.data[0]
        header = <const uint64_t*>start
        if header[0] != <uint64_t>MAGIC:
            raise ValueError("damaged, or of another version")
        if header[1] != <uint64_t>self.data.shape[0]:
            raise ValueError("cut off")
        if header[<int>CHECKSUM] != <uint64_t>checksum(self.data):
            raise ValueError("damaged: its checksum is wrong")
        number_splits(self.endings.split)
        for kind in range(BOOK_KINDS):
            self.endings.kinds[kind].place = <const uint32_t*>(start + header[2 + (kind != 0)])
            self.endings.kinds[kind].shapes = <const Shape*>(start + header[4 + kind])
            self.endings.kinds[kind].entries = <const uint64_t*>(start + header[7 + kind])


cdef Book _the_book = None


cdef Book the_book():
    """Return the book that comes with the solver, the same one for all searches of the process.

    Return None if the file is missing; raise ValueError if it is damaged.
    """
    global _the_book
    if _the_book is None:
        try:
            with open(FILE, "rb") as file:
                empty = fstat(file.fileno()).st_size == 0   # which cannot be mapped
                data = b"" if empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            _the_book = Book(data)
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise ValueError(f"{FILE}: the book of endings is {error}") from None
    return _the_book
