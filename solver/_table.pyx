"""Memory of the transposition table: its cap, clearing, growth and replacement.

The arena fills from the front, so that a small search touches little memory; when
it is full the oldest pattern makes room for the newest. The heads of the chains
start few and double as patterns come. Nothing on the search's stack points into
the table and a pattern is a proved statement: no replacement can change a value.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from solver._bits cimport bits_low

cdef extern from "<assert.h>" nogil:
    void check "assert" (bint holds)    # in the debug build only

cdef enum:
    FEWEST_CHAINS = 1 << 10     # after clearing
    FEWEST_PATTERNS = 64
    PATTERNS_A_FORK = 16


cdef int table_init(Table* table, uint64_t bytes) except -1:
    cdef uint64_t limit, chains = 1
    # A head a pattern or half as many, a fork for sixteen.
    limit = bytes // (sizeof(Pattern) + sizeof(Head) + sizeof(Fork) // PATTERNS_A_FORK)
    if limit < FEWEST_PATTERNS:
        limit = FEWEST_PATTERNS
    if limit > FORK - 1:
        limit = FORK - 1
    while chains * 2 <= limit:
        chains *= 2
    # Fresh pages cost nothing before they are written to.
    table.patterns = <Pattern*>calloc(limit, sizeof(Pattern))
    table.heads = <Head*>calloc(chains, sizeof(Head))
    table.forks_limit = <uint32_t>(limit // PATTERNS_A_FORK)
    table.forks = <Fork*>calloc(table.forks_limit, sizeof(Fork))
    if table.patterns == NULL or table.heads == NULL or table.forks == NULL:
        table_free(table)
        raise MemoryError(f"no room for a table of {bytes >> 20} MB")
    table.limit = <uint32_t>limit
    table.chains_limit = <uint32_t>chains
    table.generation = 0
    table_clear(table)
    return 0


cdef void table_free(Table* table) noexcept nogil:
    free(table.patterns)
    free(table.heads)
    free(table.forks)
    table.patterns = NULL
    table.forks = NULL
    table.heads = NULL


cdef void table_clear(Table* table) noexcept nogil:
    cdef uint64_t i
    table.generation += 1
    if table.generation == 0:
        # Four billion clearings have come round: old stamps could look new.
        for i in range(table.chains_limit):
            table.heads[i].generation = 0
        table.generation = 1
    table.chains = FEWEST_CHAINS if FEWEST_CHAINS < table.chains_limit else table.chains_limit
    table.used = 1
    table.oldest = 1
    table.forked = 0


cdef void more_chains(Table* table) noexcept nogil:
    """Double the heads and chain every pattern anew, the oldest first, without forks."""
    cdef uint32_t i
    table.chains *= 2
    table.forked = 0
    table.generation += 1
    if table.generation == 0:
        for i in range(table.chains_limit):
            table.heads[i].generation = 0
        table.generation = 1
    for i in range(1, table.used):
        table_link(table, i)


cdef inline uint32_t* list_of(Table* table, Pattern* pattern) noexcept nogil:
    cdef int forks
    return table_branch(
        table, table_chain(table, pattern.hash), pattern.mask, pattern.code, &forks)


cdef void table_link(Table* table, uint32_t index) noexcept nogil:
    """Put a pattern at the head of the list where it belongs."""
    cdef Pattern* pattern = &table.patterns[index]
    cdef uint32_t* link = list_of(table, pattern)
    pattern.next = link[0]
    link[0] = index


cdef void unlink(Table* table, uint32_t index) noexcept nogil:
    cdef Pattern* pattern = &table.patterns[index]
    cdef uint32_t* link = list_of(table, pattern)
    while link[0] != index:
        check(link[0] != 0)     # its hash, mask and code still lead to its list
        link = &table.patterns[link[0]].next
    link[0] = pattern.next


cdef void table_fork(Table* table, uint32_t* link) noexcept nogil:
    """Part a list at the comparison that leaves a position the fewest patterns to try.

    Nothing happens where that would be more than three quarters of them, or no forks
    are left.
    """
    cdef int suit, bit, ones, zeros, all = 0, fewest
    cdef uint64_t bits
    cdef uint32_t index = link[0], following
    cdef uint64_t some[4]
    cdef Fork* fork
    cdef Pattern* pattern
    if table.forked == table.forks_limit:
        return
    fork = &table.forks[table.forked]
    some[0] = some[1] = some[2] = some[3] = 0
    while index:
        pattern = &table.patterns[index]
        for suit in range(4):
            some[suit] |= pattern.mask[suit]
        all += 1
        index = pattern.next
    fewest = all * 3 // 4 + 1
    for suit in range(4):
        bits = some[suit]
        while bits:
            bit = bits_low(bits)
            bits &= bits - 1
            zeros = ones = 0
            index = link[0]
            while index:
                pattern = &table.patterns[index]
                index = pattern.next
                if pattern.mask[suit] >> bit & 1:
                    if pattern.code[suit] >> bit & 1:
                        ones += 1
                    else:
                        zeros += 1
            if all - (ones if ones < zeros else zeros) < fewest:
                fewest = all - (ones if ones < zeros else zeros)
                fork.suit = suit
                fork.bit = bit
    if fewest > all * 3 // 4:
        return
    index = link[0]
    link[0] = table.forked | FORK
    table.forked += 1
    fork.branch[0] = fork.branch[1] = fork.branch[2] = 0
    while index:
        pattern = &table.patterns[index]
        following = pattern.next
        bit = branch_of(fork, pattern.mask, pattern.code)
        pattern.next = fork.branch[bit]
        fork.branch[bit] = index
        index = following


cdef uint32_t table_room(Table* table) noexcept nogil:
    """Return the index of a pattern to write: a fresh one, or the oldest, out of its chain."""
    cdef uint32_t index
    if table.used < table.limit:
        if table.used > table.chains and table.chains < table.chains_limit:
            more_chains(table)
        index = table.used
        table.used += 1
        return index
    index = table.oldest
    table.oldest = index + 1 if index + 1 < table.limit else 1
    unlink(table, index)
    return index
