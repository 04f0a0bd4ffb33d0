"""Random numbers for the compiled code: the same on every machine, from a state of 64 bits."""

from libc.stdint cimport uint64_t


cdef inline uint64_t next_random(uint64_t* state) noexcept nogil:
    """Steele, Lea and Flood's splitmix64."""
    cdef uint64_t z
    state[0] += <uint64_t>0x9e3779b97f4a7c15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xbf58476d1ce4e5b9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94d049bb133111ebULL
    return z ^ (z >> 31)
