# The memory of the transposition table of the search for points: buckets of four entries.
#
# Few buckets are in use at first; their number doubles as entries are added. A new entry in a full
# bucket replaces the one with the fewest cards left, which is the cheapest to search again. Every
# entry is a proved statement, and nothing on the search's stack points into the table. So no
# replacement can change a value.

cdef enum:
    WAYS = 4                # entries of a bucket
    FEWEST_BUCKETS = 1 << 6
    LINE = 64               # bytes of a cache line

cdef struct Table:
    void* memory            # as allocated
    Entry* entries          # in ``memory``, aligned to a cache line
    uint64_t used           # buckets in use, a power of two
    uint64_t most           # buckets allocated
    uint64_t stored         # entries


cdef bint make_buckets(Table* table, uint64_t bytes) noexcept nogil:
    """Allocate a table of at most ``bytes``, or the smallest; False if there is no memory."""
    table.used = table.most = FEWEST_BUCKETS
    while 2 * WAYS * table.most * sizeof(Entry) <= bytes:
        table.most *= 2
    # Pages from ``calloc`` cost nothing before they are written to.
    table.memory = calloc(WAYS * table.most * sizeof(Entry) + LINE, 1)
    table.entries = <Entry*>((<size_t>table.memory + LINE - 1) & ~<size_t>(LINE - 1))
    return table.memory != NULL


cdef void clear_buckets(Table* table) noexcept nogil:
    # Buckets beyond those in use have never been written to.
    memset(table.entries, 0, WAYS * table.used * sizeof(Entry))
    table.used = FEWEST_BUCKETS
    table.stored = 0


cdef inline Entry* bucket_of(Table* table, uint64_t hash) noexcept nogil:
    return table.entries + WAYS * (hash & table.used - 1)


cdef void double_buckets(Table* table) noexcept nogil:
    """Double the buckets in use: entries whose hash has the new bit move to the new bucket."""
    cdef uint64_t i, old = table.used
    cdef Entry* entry = table.entries
    cdef Entry* moved
    cdef int _k
    for i in range(old):
        moved = table.entries + WAYS * (old + i)
        for _k in range(WAYS):
            if entry.key[1] and hash_of(entry.key[0], entry.key[1]) & old:
                moved[0] = entry[0]
                moved += 1
                memset(entry, 0, sizeof(Entry))
            entry += 1
    table.used = 2 * old


cdef Entry* room_for(Table* table, uint64_t hash) noexcept nogil:
    """The place for a new entry: a free one, else that of the entry with the fewest cards left."""
    cdef Entry* entry
    cdef Entry* room
    cdef int k
    if 2 * table.stored > LOAD * table.used and table.used < table.most:
        double_buckets(table)
    entry = room = bucket_of(table, hash)
    for k in range(WAYS):
        if entry[k].key[1] == 0:
            table.stored += 1
            return entry + k
        if bits_count64(entry[k].left) < bits_count64(room.left):
            room = entry + k
    return room
