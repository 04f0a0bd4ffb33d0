"""The transposition table: what a search proved, as patterns of relative ranks.

A pattern says who owns the top few and the bottom few cards of each suit. With
the lengths of the three hands in the four suits, the leader and the kind of
contract (the *shape*) it stands for every position that agrees with it, in any
deal, and carries bounds on the tricks of the counted seat.

Owner codes: a suit's remaining cards from the top down, two bits a card
(0 the counted seat, 1 and 2 the seats clockwise of it), top card in bits 0-1;
suits 0 and 1 in the low and high half of one word, 2 and 3 in those of another.
"""

from libc.stdint cimport uint32_t, uint64_t

# Patterns a bucket holds.
cdef enum:
    WAYS = 6
    FILL = 3  # patterns a bucket, on average, before the table grows

cdef struct Bucket:
    uint32_t generation     # the bucket is empty unless this is the table's
    uint32_t used           # patterns in it, 0..WAYS
    uint64_t meta[WAYS]     # shape << 10 | upper bound << 5 | lower bound
    uint64_t code[WAYS][2]  # owner codes, zero where not specified
    uint64_t mask[WAYS][2]  # which bits of the code are specified

cdef struct Table:
    Bucket* buckets
    uint64_t limit          # buckets there is room for, a power of two
    uint64_t active         # buckets in use now, a power of two
    uint64_t filled         # patterns stored in the active buckets
    uint64_t stored         # patterns stored since the last clear, replaced ones too
    uint32_t generation
    uint32_t clock          # picks the pattern to replace

cdef int table_init(Table* table, uint64_t bytes) except -1
cdef void table_free(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef void table_grow(Table* table) noexcept nogil


cdef inline uint64_t table_hash(uint64_t shape, uint64_t code0, uint64_t code1) noexcept nogil:
    """Hash a shape and the owners of the top cards, which every pattern specifies."""
    cdef uint64_t anchor = code0 & 0x300000003ULL | (code1 & 0x300000003ULL) << 2
    cdef uint64_t x = (shape ^ anchor * 0x9E3779B97F4A7C15ULL) * 0xD6E8FEB86659FD93ULL
    x ^= x >> 32
    x *= 0xD6E8FEB86659FD93ULL
    return x ^ x >> 29


cdef inline Bucket* table_bucket(Table* table, uint64_t hash) noexcept nogil:
    return &table.buckets[hash & (table.active - 1)]


cdef inline void table_store(
    Table* table, Bucket* bucket, uint64_t shape, uint64_t* code, uint64_t* mask,
    int lower, int upper,
) noexcept nogil:
    """Keep a pattern, tightening an equal one's bounds or replacing an old one."""
    cdef uint32_t i
    cdef int known
    if bucket.generation != table.generation:
        bucket.generation = table.generation
        bucket.used = 0
    for i in range(bucket.used):
        if (bucket.meta[i] >> 10 == shape
                and bucket.mask[i][0] == mask[0] and bucket.mask[i][1] == mask[1]
                and bucket.code[i][0] == code[0] and bucket.code[i][1] == code[1]):
            known = bucket.meta[i] & 31
            if known > lower:
                lower = known
            known = bucket.meta[i] >> 5 & 31
            if known < upper:
                upper = known
            bucket.meta[i] = shape << 10 | <uint64_t>upper << 5 | <uint64_t>lower
            return
    if bucket.used < WAYS:
        i = bucket.used
        bucket.used += 1
        table.filled += 1
    else:
        table.clock += 1
        i = table.clock % WAYS
    table.stored += 1
    bucket.meta[i] = shape << 10 | <uint64_t>upper << 5 | <uint64_t>lower
    bucket.code[i][0] = code[0]
    bucket.code[i][1] = code[1]
    bucket.mask[i][0] = mask[0]
    bucket.mask[i][1] = mask[1]


cdef inline bint table_wants_growth(Table* table) noexcept nogil:
    return table.filled > table.active * FILL and table.active < table.limit
