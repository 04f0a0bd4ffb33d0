"""Memory of the transposition table: its cap, clearing, growth and replacement.

The arena fills from the front, so that a small search touches little memory; when
it is full the oldest pattern makes room for the newest. The heads of the chains
start few and double as patterns come. Nothing on the search's stack points into
the table and a pattern is a proved statement: no replacement can change a value.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

cdef enum:
    FEWEST_CHAINS = 1 << 10     # after clearing
    FEWEST_PATTERNS = 64


cdef int table_init(Table* table, uint64_t bytes) except -1:
    cdef uint64_t limit, chains = 1
    # Two patterns a head where there is room for no more heads.
    limit = bytes // (sizeof(Pattern) + sizeof(Head))
    if limit < FEWEST_PATTERNS:
        limit = FEWEST_PATTERNS
    if limit > 0xFFFFFFFE:
        limit = 0xFFFFFFFE
    while chains * 2 <= limit:
        chains *= 2
    # Fresh pages cost nothing before they are written to.
    table.patterns = <Pattern*>calloc(limit, sizeof(Pattern))
    table.heads = <Head*>calloc(chains, sizeof(Head))
    if table.patterns == NULL or table.heads == NULL:
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
    table.patterns = NULL
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


cdef void more_chains(Table* table) noexcept nogil:
    """Double the heads and chain every pattern anew, the oldest first."""
    cdef uint32_t i
    table.chains *= 2
    table.generation += 1
    if table.generation == 0:
        for i in range(table.chains_limit):
            table.heads[i].generation = 0
        table.generation = 1
    for i in range(1, table.used):
        table_link(table, i)


cdef void unlink(Table* table, uint32_t index) noexcept nogil:
    cdef Head* head = &table.heads[table.patterns[index].hash & (table.chains - 1)]
    cdef uint32_t i = head.first
    if i == index:
        head.first = table.patterns[index].next
        return
    while table.patterns[i].next != index:
        i = table.patterns[i].next
    table.patterns[i].next = table.patterns[index].next


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
