"""The transposition table: what a search proved, as patterns of comparisons.

With the lengths of the three hands in the four suits, the leader and the kind of
contract (the *shape*), a pattern stands for every position in which certain pairs
of cards compare as they did where it was proved; it carries bounds on the tricks
of the counted seat. ``_search.pyx`` says what the bits of a comparison code mean.

Patterns lie one after the other in an arena and are chained by a hash of the shape and
the target. A chain that grows long *forks* at a comparison most of its patterns specify:
a position then has to be held against those that agree with it there and those that do
not say, not against the rest.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    FORK = 0x80000000       # this bit set, a link leads to a fork
    MOST_FORKS = 16         # on the way to a pattern

cdef struct Pattern:
    uint64_t meta           # key and bounds: ``pack_meta``
    uint32_t next           # index of the next pattern of the list, 0 for none
    uint32_t hash           # of the key and the target, for the chain
    uint64_t code[4]        # comparisons by suit, zero where not specified
    uint64_t mask[4]        # which bits of the code are specified

cdef struct Fork:
    uint32_t branch[3]      # links: patterns with the bit 0, with it 1, without it
    uint8_t suit            # the bit of the code at which they part
    uint8_t bit

cdef struct Head:
    uint32_t first          # link: the newest pattern of the chain, or a fork, or 0
    uint32_t generation     # the chain is empty unless this is the table's

cdef struct Table:
    Pattern* patterns       # index 0 is not used
    Fork* forks
    Head* heads
    uint32_t limit          # patterns there is room for, and one more
    uint32_t used           # patterns stored, and one more
    uint32_t oldest         # the next one to be overwritten when the arena is full
    uint32_t forked         # forks in use
    uint32_t forks_limit
    uint32_t chains         # heads in use, a power of two
    uint32_t chains_limit
    uint32_t generation

cdef int table_init(Table* table, uint64_t bytes) except -1
cdef void table_free(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef uint32_t table_room(Table* table) noexcept nogil


cdef inline uint64_t pack_meta(uint64_t key, int lower, int upper) noexcept nogil:
    """The key of a pattern, at most 54 bits, above its bounds, five bits each."""
    return key << 10 | <uint64_t>upper << 5 | <uint64_t>lower


cdef inline uint64_t key_of(Pattern* pattern) noexcept nogil:
    return pattern.meta >> 10


cdef inline int lower_of(Pattern* pattern) noexcept nogil:
    return <int>(pattern.meta & 31)


cdef inline int upper_of(Pattern* pattern) noexcept nogil:
    return <int>(pattern.meta >> 5 & 31)


cdef inline uint32_t table_hash(uint64_t key) noexcept nogil:
    cdef uint64_t x = key * 0xD6E8FEB86659FD93ULL
    x ^= x >> 32
    x *= 0xD6E8FEB86659FD93ULL
    return <uint32_t>(x >> 32)


cdef inline uint32_t* table_chain(Table* table, uint32_t hash) noexcept nogil:
    """Return the link at the head of a chain, made empty if it is from before a clearing."""
    cdef Head* head = &table.heads[hash & (table.chains - 1)]
    if head.generation != table.generation:
        head.first = 0
        head.generation = table.generation
    return &head.first


cdef inline int branch_of(Fork* fork, uint64_t* mask, uint64_t* code) noexcept nogil:
    """Return the branch of a fork where a pattern with this mask and code belongs."""
    if mask[fork.suit] >> fork.bit & 1:
        return <int>(code[fork.suit] >> fork.bit & 1)
    return 2


cdef inline uint32_t* table_branch(
    Table* table, uint32_t* link, uint64_t* mask, uint64_t* code, int* forks,
) noexcept nogil:
    """Follow a chain to the list where a pattern with this mask and code belongs."""
    cdef Fork* fork
    forks[0] = 0
    while link[0] & FORK:
        fork = &table.forks[link[0] ^ FORK]
        link = &fork.branch[branch_of(fork, mask, code)]
        forks[0] += 1
    return link


cdef void table_link(Table* table, uint32_t index) noexcept nogil
cdef void table_fork(Table* table, uint32_t* link) noexcept nogil
