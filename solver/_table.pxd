"""The transposition table: what a search proved, as patterns of comparisons.

With the lengths of the three hands in the four suits, the leader and the kind of
contract (the *shape*), a pattern stands for every position in which certain pairs
of cards compare as they did where it was proved; it carries bounds on the tricks
of the counted seat. ``_search.pyx`` says what the bits of a comparison code mean.

Patterns lie one after the other in an arena and are chained by a hash of the shape.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef struct Pattern:
    uint64_t meta           # shape << 10 | upper bound << 5 | lower bound
    uint32_t next           # index of the next pattern of the chain, 0 for none
    uint32_t hash           # low half of the hash of the shape
    uint64_t code[4]        # comparisons by suit, zero where not specified
    uint64_t mask[4]        # which bits of the code are specified

cdef struct Head:
    uint32_t first          # index of the newest pattern of the chain
    uint32_t generation     # the chain is empty unless this is the table's

cdef struct Table:
    Pattern* patterns       # index 0 is not used
    Head* heads
    uint32_t limit          # patterns there is room for, and one more
    uint32_t used           # patterns stored, and one more
    uint32_t oldest         # the next one to be overwritten when the arena is full
    uint32_t chains         # heads in use, a power of two
    uint32_t chains_limit
    uint32_t generation

cdef int table_init(Table* table, uint64_t bytes) except -1
cdef void table_free(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef uint32_t table_room(Table* table) noexcept nogil


cdef inline uint32_t table_hash(uint64_t shape) noexcept nogil:
    cdef uint64_t x = shape * 0xD6E8FEB86659FD93ULL
    x ^= x >> 32
    x *= 0xD6E8FEB86659FD93ULL
    return <uint32_t>(x >> 32)


cdef inline uint32_t table_first(Table* table, uint32_t hash) noexcept nogil:
    """Return the index of the first pattern of a chain, 0 for an empty one."""
    cdef Head* head = &table.heads[hash & (table.chains - 1)]
    return head.first if head.generation == table.generation else 0


cdef inline void table_link(Table* table, uint32_t index) noexcept nogil:
    """Put a pattern at the head of its chain."""
    cdef Pattern* pattern = &table.patterns[index]
    cdef Head* head = &table.heads[pattern.hash & (table.chains - 1)]
    pattern.next = head.first if head.generation == table.generation else 0
    head.first = index
    head.generation = table.generation
