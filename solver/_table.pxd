"""The transposition table of the trick search.

An entry is a *pattern*, not a position. Its *key* holds the lengths of the three hands in
the four suits, the leader, the kind of contract and the target. Its *mask* and *code* say
how certain pairs of cards compare; ``_search.pyx`` defines the bits. The stored answer
holds for every position with that key whose comparisons agree with the code under the
mask. The comparisons of a position take one to four words, depending on the lengths.

Patterns of one key lie in *blocks* of seven. Their first words stand side by side in two
cache lines, so that a position is tested against all seven at once. Each further word has
another two cache lines, which are read only if the first word fits. The blocks of a key
form a list; the lists are chained by a hash of the key. A list that grows long *forks* at
a comparison that most of its patterns specify. A position is then tested against the
patterns that agree with it there and those that do not specify it, not against the rest.

Several threads may share a table (``shared``). Only the thread that holds ``writing`` may
write; reading takes no lock. A reader may therefore see a block that is half written, or
that is reused for another key. Each block has a *stamp* (a sequence lock): it is odd while
the block is being written and changes with every write. A reader takes the stamp, reads
the pattern, and takes the stamp again; the pattern counts only if both are the same even
number. Links are safe to follow without a stamp: they always lead to a block, a fork or 0,
and from a fork only to later forks, so that no reader leaves the table or goes in circles.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from ._bits cimport bits_prefetch, hash_of
from ._threads cimport peek8, peek32, peek64, poke8, poke32, poke64, take_flag

cdef enum:
    WORDS = 4               # most words of comparisons: four suits of at most 56 bits
    SLOTS = 7               # patterns in a block
    FORK = 0x80000000       # set in a link that leads to a fork
    MOST_FORKS = 16         # depth of forks above a list
    LONG_LIST = 24          # a list with more patterns forks
    STAMPS = 1 << 12        # blocks whose indices differ by this share a stamp

# A unit of 128 bytes: a block, or one further word of the patterns of the block before it.
cdef struct Block:
    uint64_t mask[SLOTS]    # comparisons that are specified; 0 in an empty slot
    uint64_t code[SLOTS]    # their outcomes, 0 where unspecified; all bits set in an empty slot
    uint64_t key            # 0 in a unit that is no block of a list
    uint32_t next           # index of the next block of the list, or 0
    uint8_t count           # patterns in the block, 0 if it is free
    uint8_t answers         # one bit for each pattern
    uint8_t words           # words of each pattern, and units that the block takes
    uint8_t spare           # whether it is on a list of free blocks of its size

cdef struct Fork:
    uint32_t branch[3]      # links to the patterns with the bit 0, with it 1, without it
    uint8_t word            # the bit of the code at which the list forks
    uint8_t bit

cdef struct Head:
    uint32_t first          # link to the newest block of the chain, or to a fork, or 0
    uint32_t generation     # the chain is empty unless the table has the same

cdef struct Table:
    Block* blocks           # a ring of units; index 0 is unused
    Fork* forks
    Head* heads
    uint32_t* stamps
    uint32_t chains         # heads in use, a power of two
    uint32_t generation     # counts clearings
    uint32_t shared         # searches that share it; set and reset while at most one runs
    char apart[64]          # padding: fields above are read often, those below written often
    uint32_t writing        # set while a thread writes
    void* memory            # the allocation of the blocks, before alignment
    uint32_t limit          # number of units plus one
    uint32_t front          # index at which the next block is written
    uint32_t cleared        # units from the front to here are free
    uint32_t round          # how often the ring has been filled
    uint32_t chained_in     # the round in which the blocks were last rehashed
    uint32_t spare[WORDS + 1]   # free blocks by size: heads of doubly linked lists
    uint32_t live           # blocks in use
    uint32_t stored         # patterns in the table
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
    """Return whether several threads may use the table."""
    return peek32(&table.shared) != 0


cdef inline void table_fetch_head(Table* table, uint32_t hash) noexcept nogil:
    """Prefetch the head of a chain."""
    bits_prefetch(&table.heads[hash & (peek32(&table.chains) - 1)])


cdef inline void table_fetch(Table* table, uint32_t link) noexcept nogil:
    """Prefetch the block or fork that a link leads to."""
    cdef Block* block
    if link & FORK:
        bits_prefetch(&table.forks[link ^ FORK])
    else:
        block = &table.blocks[link]
        bits_prefetch(block)
        bits_prefetch(&block.code[1])


cdef inline uint32_t table_first(Table* table, uint32_t hash) noexcept nogil:
    """Return the link at the head of a chain, 0 if the chain is empty since a clearing."""
    cdef Head* head = &table.heads[hash & (peek32(&table.chains) - 1)]
    if peek32(&head.generation) != peek32(&table.generation):
        return 0
    return peek32(&head.first)


cdef inline bint fits_on(Block* block, int i, uint64_t* code) noexcept nogil:
    """Return whether a position fits a pattern in all words but the first."""
    cdef int word
    for word in range(1, peek8(&block.words)):
        if (code[word] & peek64(&block[word].mask[i])) != peek64(&block[word].code[i]):
            return False
    return True


cdef inline uint32_t table_stamp(Table* table, uint32_t index) noexcept nogil:
    return peek32(&table.stamps[index & (STAMPS - 1)])


cdef inline void swap_patterns(Block* one, int i, Block* other, int j) noexcept nogil:
    """Swap two patterns of the same key and list."""
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
    """Begin or end the writing of a block: change its stamp, if the table is shared."""
    cdef uint32_t* stamp = &table.stamps[index & (STAMPS - 1)]
    if is_shared(table):
        poke32(stamp, stamp[0] + 1)


cdef inline void table_advance(
    Table* table, uint32_t index, int i, uint32_t stamp, uint32_t first, uint32_t first_stamp,
) noexcept nogil:
    """Move a pattern that fitted to the front: swap it with the newest of the key's first block.

    Nothing is done if another thread is writing, or if either block has changed since its stamp
    was taken.
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
