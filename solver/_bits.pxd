"""Declarations of ``_bits.h``: scans and counts on card sets."""

from libc.stdint cimport uint64_t

cdef extern from "_bits.h" nogil:
    int bits_low(uint64_t x)
    int bits_high(uint64_t x)
    int bits_count16(uint64_t x)
    void MANNI_PREFETCH(void* p)
