"""Allocation, clearing and growth of the transposition table.

The table starts small, so that a small search stays in the processor's cache,
and doubles as it fills up to its limit; from then on new patterns replace old
ones. Nothing on the search's stack points into it, and a pattern is a proved
statement, so neither growth nor replacement can change a value.
"""

from libc.stdlib cimport calloc, free
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    SMALLEST = 1 << 10      # buckets after clearing


cdef int table_init(Table* table, uint64_t bytes) except -1:
    table.limit = 1
    while table.limit * 2 * sizeof(Bucket) <= bytes:
        table.limit *= 2
    # The pages are touched only as the table grows into them.
    table.buckets = <Bucket*>calloc(table.limit, sizeof(Bucket))
    if table.buckets == NULL:
        raise MemoryError(f"no room for a table of {bytes >> 20} MB")
    table.generation = 0
    table.clock = 0
    table_clear(table)
    return 0


cdef void table_free(Table* table) noexcept nogil:
    free(table.buckets)
    table.buckets = NULL


cdef void table_clear(Table* table) noexcept nogil:
    cdef uint64_t i
    table.generation += 1
    if table.generation == 0:
        # Four billion clearings have come round: old stamps could look new.
        for i in range(table.limit):
            table.buckets[i].generation = 0
        table.generation = 1
    table.active = SMALLEST if SMALLEST < table.limit else table.limit
    table.filled = 0
    table.stored = 0


cdef inline void _move(Bucket* to, uint32_t i, Bucket* source, uint64_t k) noexcept nogil:
    to.meta[i] = source.meta[k]
    to.code[i][0] = source.code[k][0]
    to.code[i][1] = source.code[k][1]
    to.mask[i][0] = source.mask[k][0]
    to.mask[i][1] = source.mask[k][1]


cdef void table_grow(Table* table) noexcept nogil:
    """Double the active part, dealing each bucket's patterns to its two heirs."""
    cdef uint64_t half = table.active, i, k
    cdef uint32_t generation = table.generation, n
    cdef Bucket* old
    cdef Bucket* new
    if half >= table.limit:
        return
    for i in range(half):
        old = &table.buckets[i]
        new = &table.buckets[i + half]
        new.generation = generation
        new.used = 0
        if old.generation != generation:
            continue
        n = 0
        for k in range(old.used):
            if table_hash(old.meta[k] >> 10, old.code[k][0], old.code[k][1]) & half:
                _move(new, new.used, old, k)
                new.used += 1
            else:
                if n != k:
                    _move(old, n, old, k)
                n += 1
        old.used = n
    table.active = half * 2
