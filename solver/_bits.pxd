"""Sets of cards as bit masks: scans and counts (``_bits.h``), hashes, sorting of suits.

There are three layouts of a set:

13 bits a suit      the pack, as in Python: bit 13 * suit + rank
16 bits a suit      the trick search and the book of endings: cards still in play have adjacent
                    ranks, so that a proof holds for all cards in the same order. The policy of
                    rollouts has this layout with the true ranks, since it counts cards.
8 bits a suit       the search for points, which looks a suit's cards up in tables
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "_bits.h" nogil:
    void bits_prefetch(const void* address)
    int bits_low(uint64_t x)
    int bits_high(uint64_t x)
    int bits_count64(uint64_t x)
    int bits_fitting7(const uint64_t* mask, const uint64_t* code, uint64_t x)
    uint64_t bits_gather(uint64_t x, uint64_t mask)
    uint64_t bits_spread(uint64_t x, uint64_t mask)
    int bits_wide_processor()


cdef inline uint64_t high_bit(uint64_t x) noexcept nogil:
    return 1ULL << bits_high(x)


cdef inline uint64_t low_bit(uint64_t x) noexcept nogil:
    return x & (~x + 1)


cdef inline uint64_t stir(uint64_t x) noexcept nogil:
    return (x ^ x >> 32) * 0xD6E8FEB86659FD93ULL


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    x = stir(x * 0xD6E8FEB86659FD93ULL)
    return x ^ x >> 29


cdef inline uint64_t hash_of(uint64_t one, uint64_t other) noexcept nogil:
    """Return a 32-bit hash of two words."""
    return stir(one * 0xD6E8FEB86659FD93ULL ^ other * 0x9E3779B97F4A7C15ULL) >> 32


cdef inline int cards_a_hand(const uint64_t* hands, int count) noexcept nogil:
    """Return the number of cards in each hand, -1 if these differ or a card is held twice."""
    cdef uint64_t held = 0
    cdef int k, length = bits_count64(hands[0])
    for k in range(count):
        held |= hands[k]
        if bits_count64(hands[k]) != length:
            return -1
    return length if held >> 52 == 0 and bits_count64(held) == count * length else -1
