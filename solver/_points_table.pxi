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
# What becomes of entries is told in ``_buckets.pxi``.

cdef enum:
    CODE_BITS = 24          # of the owners of a suit: two by HANDS to the power of RANKS fit


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
    cdef Entry* entry = bucket_of(&c.table, hash_of(start.key[0], start.key[1]))
    cdef bint met = False
    cdef int _k
    for _k in range(WAYS):
        if is_for(entry, start):
            if entry.left == start.left:
                start.lower = max(start.lower, <int>entry.lower)
                start.upper = min(start.upper, <int>entry.upper)
                met = True
            elif c.switches & USE_SLACK:
                narrow_by_other(c, start, entry)
        entry += 1
    return met


cdef void store(Context* c, Start* start) noexcept nogil:
    """Keep the bounds on a start."""
    cdef uint64_t hash = hash_of(start.key[0], start.key[1])
    cdef Entry* entry = bucket_of(&c.table, hash)
    cdef int _k
    for _k in range(WAYS):
        if is_for(entry, start) and entry.left == start.left:
            break
        entry += 1
    else:
        entry = room_for(&c.table, hash)
    entry.key[0] = start.key[0]
    entry.key[1] = start.key[1]
    entry.left = start.left
    entry.lower = <uint8_t>start.lower
    entry.upper = <uint8_t>start.upper
