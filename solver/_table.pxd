"""The transposition table: what a search proved, as patterns of comparisons.

With the lengths of the three hands in the four suits, the leader, the kind of contract
and the target (the *key*), a pattern stands for every position in which certain pairs
of cards compare as they did where it was proved; it carries the answer. ``_search.pyx``
says what the bits of a comparison code mean. All comparisons of a position lie one after
the other in one to four words, as many as the lengths call for.

Patterns of one key lie in *blocks*: seven to a block, their first words side by side in
two cache lines, so that a position is held against all seven at once; further words, if
any, in as many cache lines behind, read only where the first word fits. The blocks are
chained by a hash of the key. A list of blocks that grows long *forks* at a comparison
most of its patterns specify: a position then has to be held against those that agree
with it there and those that do not say, not against the rest.

Several threads may search on one table, once it is told so (``shared``). One at a time
writes, holding ``writing``; nobody waits to read. A reader may meet a block that is just
being changed, or that has meanwhile become something else. So each block has a *stamp*,
odd while the block is changed and another one afterwards; a pattern is read between two
looks at it and counts only if it was the same even number both times.
What else a reader follows can only lead it astray, never out of the table or in a circle:
a link always leads to some block or fork or nowhere, and a fork only to later forks.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ._bits cimport bits_prefetch, hash_of
from ._threads cimport peek8, peek32, peek64, poke8, poke32, poke64, take_flag

cdef enum:
    WORDS = 4               # most words of comparisons: four suits of at most 56
    SLOTS = 7               # patterns a block
    FORK = 0x80000000       # this bit set, a link leads to a fork
    MOST_FORKS = 16         # on the way to a pattern
    LONG_LIST = 24           # patterns in a list before it forks
    STAMPS = 1 << 12        # blocks this far apart have one in common

# 128 bytes: a block, or a further word of the patterns of the block before it.
cdef struct Block:
    uint64_t mask[SLOTS]    # which comparisons are specified; 0 where there is no pattern
    uint64_t code[SLOTS]    # their outcomes, 0 where not specified; all 1 without a pattern
    uint64_t key            # 0 in what is no block of a list
    uint32_t next           # index of the next block of the list, 0 for none
    uint8_t count           # patterns in it, 0 in one not in use
    uint8_t answers         # a bit a pattern
    uint8_t words           # of its patterns, and the units of 128 bytes it takes
    uint8_t spare           # not in use, and on a list of those of its size

cdef struct Fork:
    uint32_t branch[3]      # links: patterns with the bit 0, with it 1, without it
    uint8_t word            # the bit of the code at which they part
    uint8_t bit

cdef struct Head:
    uint32_t first          # link: the newest block of the chain, or a fork, or 0
    uint32_t generation     # the chain is empty unless this is the table's

cdef struct Table:
    Block* blocks           # a ring of units; index 0 is not used
    Fork* forks
    Head* heads
    uint32_t* stamps
    uint32_t chains         # heads in use, a power of two
    uint32_t generation
    uint32_t shared         # how many times over; from and to 0 while one searches at most
    char apart[64]          # readers keep what is above near, writers change what is below
    uint32_t writing        # raised by the thread that writes
    void* memory            # of the blocks, before it was aligned
    uint32_t limit          # units, and one more
    uint32_t front          # where the next block is written
    uint32_t cleared        # from the front to here nothing is in use
    uint32_t round          # how often the ring has come round
    uint32_t chained_in     # the round in which all blocks were last chained anew
    uint32_t spare[WORDS + 1]   # by size: blocks given back, a list both ways
    uint32_t live           # blocks in use
    uint32_t stored         # patterns
    uint32_t forked         # forks in use
    uint32_t forks_limit
    uint32_t chains_limit
    char apart_too[64]

cdef int table_init(Table* table, uint64_t bytes) except -1
cdef void table_free(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
cdef void table_add(
    Table* table, uint64_t key, uint32_t hash, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil


cdef inline bint is_shared(Table* table) noexcept nogil:
    """Whether several threads may be at work on it."""
    return peek32(&table.shared) != 0


cdef inline void table_fetch_head(Table* table, uint32_t hash) noexcept nogil:
    """Have the head of a chain brought near while something else is done."""
    bits_prefetch(&table.heads[hash & (peek32(&table.chains) - 1)])


cdef inline void table_fetch(Table* table, uint32_t link) noexcept nogil:
    """Have what a link leads to brought near."""
    cdef Block* block
    if link & FORK:
        bits_prefetch(&table.forks[link ^ FORK])
    else:
        block = &table.blocks[link]
        bits_prefetch(block)
        bits_prefetch(&block.code[1])


cdef inline uint32_t table_first(Table* table, uint32_t hash) noexcept nogil:
    """Return the link at the head of a chain; 0 if that is from before a clearing."""
    cdef Head* head = &table.heads[hash & (peek32(&table.chains) - 1)]
    if peek32(&head.generation) != peek32(&table.generation):
        return 0
    return peek32(&head.first)


cdef inline bint fits_on(Block* block, int i, uint64_t* code) noexcept nogil:
    """Whether a position fits a pattern in the words after the first."""
    cdef int word
    for word in range(1, peek8(&block.words)):
        if (code[word] & peek64(&block[word].mask[i])) != peek64(&block[word].code[i]):
            return False
    return True


cdef inline uint32_t table_stamp(Table* table, uint32_t index) noexcept nogil:
    return peek32(&table.stamps[index & (STAMPS - 1)])


cdef inline void swap_patterns(Block* one, int i, Block* other, int j) noexcept nogil:
    """Let two patterns of one list and key change places."""
    cdef int word, differ = (one.answers >> i ^ other.answers >> j) & 1
    cdef uint64_t mask, code
    for word in range(one.words):
        mask = one[word].mask[i]
        code = one[word].code[i]
        poke64(&one[word].mask[i], other[word].mask[j])
        poke64(&one[word].code[i], other[word].code[j])
        poke64(&other[word].mask[j], mask)
        poke64(&other[word].code[j], code)
    poke8(&one.answers, one.answers ^ <uint8_t>(differ << i))
    poke8(&other.answers, other.answers ^ <uint8_t>(differ << j))


cdef inline void restamp(Table* table, uint32_t index) noexcept nogil:
    """Begin or end a change of a block that others may be reading."""
    cdef uint32_t* stamp = &table.stamps[index & (STAMPS - 1)]
    if is_shared(table):
        poke32(stamp, stamp[0] + 1)


cdef inline void table_advance(
    Table* table, uint32_t index, int i, uint32_t stamp, uint32_t first, uint32_t first_stamp,
) noexcept nogil:
    """Let the newest pattern of the first block of its key make room for one that fitted.

    Only if nobody is writing and neither block has changed since these stamps.
    """
    cdef Block* front = &table.blocks[first]
    cdef bint two = (index ^ first) & (STAMPS - 1) != 0
    if is_shared(table) and not take_flag(&table.writing):
        return
    if table_stamp(table, index) == stamp and table_stamp(table, first) == first_stamp:
        restamp(table, index)
        if two:
            restamp(table, first)
        swap_patterns(&table.blocks[index], i, front, front.count - 1)
        restamp(table, index)
        if two:
            restamp(table, first)
    poke32(&table.writing, 0)
