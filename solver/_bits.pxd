"""Declarations of ``_bits.h``: scans and counts on card sets."""

from libc.stdint cimport uint64_t

cdef extern from "_bits.h" nogil:
    void bits_prefetch(const void* address)
    int bits_low(uint64_t x)
    int bits_high(uint64_t x)
    int bits_count16(uint64_t x)
    int bits_count64(uint64_t x)
    int bits_fitting7(const uint64_t* mask, const uint64_t* code, uint64_t x)
    int bits_within7(const uint64_t* mask, uint64_t x)
    uint64_t bits_gather(uint64_t x, uint64_t mask)
    uint64_t bits_spread(uint64_t x, uint64_t mask)
    int bits_wide_processor()
