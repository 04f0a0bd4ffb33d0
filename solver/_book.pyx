"""The book of endings: every start of four tricks answered at once, on the widest patterns.

A search spends most of its time near the end, on positions of which there are not many:
up to the order of the suits four tricks have 1,975 shapes, with a trump suit 7,513, and
in these 0.8 and 3.0 million endings. The book has, for every shape, leader and target, a
list of patterns as the search itself finds them (``_patterns.pxi``), each a set of
comparisons that alone settles the question. They come from the values of all endings, so
none says more than it must: with any of its comparisons less, endings of both answers
would fit. Every ending fits one, and the list begins with those that the most fit.

The file is used as it lies there, mapped into memory and read where the search looks:
processes and threads share it and opening it takes no time. ``benchmarks/book_maker.pyx`` makes it.
All its numbers are little-endian:

======================  ======================================================
header                  16 × 64 bits: ``MAGIC``, size of the file, where the eight parts begin
places, trump, others   32 bits by the splits of the three hands (``number_splits``)
shapes of each kind     ``Shape``
entries of each kind    64 bits: comparisons, their outcomes gathered, the answer
======================  ======================================================
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

import mmap
from os.path import dirname, join

MAGIC = 0x3130_6B6F_6F42_346D     # "m4Book01"
HEADER = 16
FILE = "endings.book"


cdef void number_splits(uint8_t* split) noexcept nogil:
    """Number the ways to split four cards among four suits, the first suit changing fastest."""
    cdef int a, b, c, number = 0
    for c in range(BOOK_TRICKS + 1):
        for b in range(BOOK_TRICKS + 1 - c):
            for a in range(BOOK_TRICKS + 1 - b - c):
                split[a | b << 3 | c << 6] = number
                number += 1


cdef class Book:
    """A book of endings; ``data``, the bytes of its file, is kept as long as the book."""

    def __cinit__(self, data):
        cdef const uint8_t* start
        cdef const uint64_t* header
        cdef int kind
        self.data = data
        if self.data.shape[0] < HEADER * 8:
            raise ValueError("the book of endings is cut off")
        start = &self.data[0]
        header = <const uint64_t*>start
        if header[0] != <uint64_t>MAGIC or header[1] != <uint64_t>self.data.shape[0]:
            raise ValueError("the book of endings is damaged, or of another version")
        number_splits(self.endings.split)
        for kind in range(BOOK_KINDS):
            self.endings.kinds[kind].place = <const uint32_t*>(start + header[2 + (kind != 0)])
            self.endings.kinds[kind].shapes = <const Shape*>(start + header[4 + kind])
            self.endings.kinds[kind].entries = <const uint64_t*>(start + header[7 + kind])


cdef Book _the_book = None


cdef Book the_book():
    """Return the book that comes with the solver, one for all searches of the process."""
    global _the_book
    if _the_book is None:
        with open(join(dirname(__file__), "data", FILE), "rb") as file:
            _the_book = Book(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    return _the_book
