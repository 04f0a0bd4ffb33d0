# The transposition table: bounds on the points to come from the start of a trick.
#
# Which cards may be played and which win depends on the order of the cards of each suit
# and on who holds them, not on which cards they are. Two starts with the same owners in
# order (the *key*) have the same tree, the i-th card of a suit standing for the i-th; only
# what the tricks are worth differs. Whatever is played, the counted seat takes in the one
# at most the sum of max(0, p - q) more than in the other, where p and q are the points of
# cards that stand for one another. So bounds proved for one hold for the other with this
# *slack*. The trumps above all of the other side go to their own side on every line of both
# (``trumps_sure_of``): theirs differ by just what they are worth, and are left out of it.
#
# The buckets in use start few and double as entries come. In a full one the entry with the
# fewest cards left makes room. Every entry is a proved statement and nothing on the search's
# stack points into the table: no replacement can change a value.

cdef enum:
    FEWEST_BUCKETS = 1 << 6
    CODE_BITS = 24          # of the owners of a suit: two by HANDS to the power of RANKS fit


cdef int table_init(Table* table, uint64_t bytes) except -1:
    table.limit = FEWEST_BUCKETS
    while table.limit * 2 * sizeof(Bucket) <= bytes:
        table.limit *= 2
    # Fresh pages cost nothing before they are written to.
    table.buckets = <Bucket*>calloc(table.limit, sizeof(Bucket))
    if table.buckets == NULL:
        raise MemoryError(f"no room for a table of {bytes >> 20} MB")
    table.used = FEWEST_BUCKETS
    return 0


cdef void table_clear(Table* table) noexcept nogil:
    # What lies beyond the buckets in use has never been written to.
    memset(table.buckets, 0, table.used * sizeof(Bucket))
    table.used = FEWEST_BUCKETS
    table.stored = 0


cdef inline Bucket* bucket_of(Table* table, uint64_t* key) noexcept nogil:
    return &table.buckets[hash_of(key[0], key[1]) & (table.used - 1)]


cdef void table_grow(Table* table) noexcept nogil:
    """Double the buckets in use; of each, some entries move to a new one."""
    cdef uint64_t i, old = table.used
    cdef int k, way
    cdef Entry* entry
    table.used *= 2
    for i in range(old):
        way = 0
        for k in range(WAYS):
            entry = &table.buckets[i].entry[k]
            if entry.left and hash_of(entry.key[0], entry.key[1]) & old:
                table.buckets[i + old].entry[way] = entry[0]
                entry.left = 0
                way += 1


cdef inline void make_key(Context* c, Start* start) noexcept nogil:
    """The owners of the cards left, suit by suit, the leader, trumps or not, the counted side."""
    cdef uint32_t left = start.left
    start.key[0] = (
        <uint64_t>c.owners[0][left & 255] | <uint64_t>start.leader << CODE_BITS
        | <uint64_t>c.trumps << CODE_BITS + 3 | <uint64_t>c.owners[1][left >> 8 & 255] << 32)
    start.key[1] = (
        <uint64_t>c.owners[2][left >> 16 & 255] | <uint64_t>c.counted << CODE_BITS
        | <uint64_t>c.owners[3][left >> 24] << 32)


cdef inline int sum_of_excess(uint64_t more, uint64_t less) noexcept nogil:
    """Over the four-bit fields of two words, none above 7: the sum of max(0, more - less)."""
    cdef uint64_t high = 0x8888888888888888ULL
    cdef uint64_t by = (more | high) - less         # 8 + more - less in each
    cdef uint64_t over = by & high
    by &= over - (over >> 3)                        # where it was not negative
    by = (by & 0x0F0F0F0F0F0F0F0FULL) + (by >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int>(by * 0x0101010101010101ULL >> 56)


cdef inline int slack(Context* c, uint32_t ours, uint32_t other) noexcept nogil:
    """By how much the points of ``ours`` exceed, card by card, those of ``other`` at most.

    The cards of a suit stand in order in both, and their points with them. So in each suit,
    for each number of points, it counts how many more of the cards are worth so much.
    """
    return sum_of_excess(
        c.profile[ours & 255] | c.profile[ours >> 8 & 255] << 32,
        c.profile[other & 255] | c.profile[other >> 8 & 255] << 32,
    ) + sum_of_excess(
        c.profile[ours >> 16 & 255] | c.profile[ours >> 24] << 32,
        c.profile[other >> 16 & 255] | c.profile[other >> 24] << 32,
    )


cdef inline bint is_for(Entry* entry, Start* start) noexcept nogil:
    return entry.key[0] == start.key[0] and entry.key[1] == start.key[1]


cdef inline void narrow_by_other(Context* c, Start* start, Entry* entry) noexcept nogil:
    """Narrow the bounds on a start by those proved of other cards in the same order."""
    cdef uint32_t mine = start.left & c.cards_of[1] & TRUMPS
    cdef uint32_t theirs = start.left & c.cards_of[0] & TRUMPS
    cdef uint32_t here = 0, there = 0
    cdef int gain = 0
    if c.trumps:
        here = top_of(mine, theirs) | top_of(theirs, mine)      # one of these is empty
        there = dearest(entry.left & TRUMPS, bits_count64(here))
        if here & mine:
            gain = c.worth[here] - c.worth[there]
    here ^= start.left
    there ^= entry.left
    start.lower = max(start.lower, <int>entry.lower + gain - slack(c, there, here))
    start.upper = min(start.upper, <int>entry.upper + gain + slack(c, here, there))


cdef inline bint probe(Context* c, Start* start) noexcept nogil:
    """Narrow the bounds on a start by what is known of it; whether it was met itself."""
    cdef Bucket* bucket = bucket_of(&c.table, start.key)
    cdef Entry* entry
    cdef bint met = False
    cdef int k
    for k in range(WAYS):
        entry = &bucket.entry[k]
        if not is_for(entry, start):
            continue
        if entry.left == start.left:
            start.lower = max(start.lower, <int>entry.lower)
            start.upper = min(start.upper, <int>entry.upper)
            met = True
        elif entry.left and c.switches & USE_SLACK:
            narrow_by_other(c, start, entry)
    return met


cdef void store(Context* c, Start* start) noexcept nogil:
    """Keep the bounds on a start."""
    cdef Bucket* bucket
    cdef Entry* entry
    cdef Entry* room = NULL
    cdef int k, length, shortest = 64
    if c.table.stored > 2 * c.table.used and c.table.used < c.table.limit:
        table_grow(&c.table)
    bucket = bucket_of(&c.table, start.key)
    for k in range(WAYS):
        entry = &bucket.entry[k]
        if entry.left == 0:
            if shortest >= 0:
                room = entry
                shortest = -1
        elif is_for(entry, start) and entry.left == start.left:
            room = entry
            shortest = -2  # none is lost
            break
        else:
            length = bits_count64(entry.left)
            if length < shortest:
                room = entry
                shortest = length
    if shortest == -1:
        c.table.stored += 1
    room.key[0] = start.key[0]
    room.key[1] = start.key[1]
    room.left = start.left
    room.lower = <uint8_t>start.lower
    room.upper = <uint8_t>start.upper
