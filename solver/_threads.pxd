"""Declarations of ``_threads.h``: words that several threads read and write."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "_threads.h" nogil:
    uint64_t peek64(const uint64_t* word)
    uint32_t peek32(const uint32_t* word)
    uint8_t peek8(const uint8_t* word)
    int peek_int(const int* word)
    void poke64(uint64_t* word, uint64_t x)
    void poke32(uint32_t* word, uint32_t x)
    void poke8(uint8_t* word, uint8_t x)
    void poke_int(int* word, int x)
    bint take_flag(uint32_t* flag)
    void let_others_run()
    void sleep_briefly()
