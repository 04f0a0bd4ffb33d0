# The transposition table: bounds on the points to come from the start of a trick.
#
# Legality and winners depend only on the order of the cards of each suit and on who holds them. So
# the key is, for each suit, the owners of the cards left, in order. Two starts of a trick with the
# same key have the same game tree, if the i-th card of a suit in one is taken for the i-th in the
# other. Only the points of the cards differ.
#
# *Slack*: let p be the points of a card here and q those of its counterpart there. On the same line
# of play the counted side takes at most the sum of max(0, p - q) over all cards more here than
# there. So a bound proved for one start holds for the other after adding or subtracting this sum.
#
# Top trumps of a side, above all trumps of the other, go to that side on every line of both starts
# (``trumps_sure_of``). They change the value by exactly the difference of their points. So they
# are left out of the slack, and this difference is added to the bounds of the counted side.
#
# ``_buckets.pxi`` has the memory of the table and the replacement of entries.

cdef enum:
    CODE_BITS = 24          # of a suit's owners in a key: 2 * HANDS ** RANKS codes fit


cdef inline void make_key(Context* c, Start* start) noexcept nogil:
    """Fill in the key: owners of the cards left by suit, leader, trumps or not, counted side."""
    cdef uint32_t left = start.left
    start.key[0] = (
        <uint64_t>c.owners[0][left & 255] | <uint64_t>start.leader << CODE_BITS
        | <uint64_t>c.trumps << CODE_BITS + 3 | <uint64_t>c.owners[1][left >> 8 & 255] << 32)
    start.key[1] = (
        <uint64_t>c.owners[2][left >> 16 & 255] | <uint64_t>c.counted << CODE_BITS
        | <uint64_t>c.owners[3][left >> 24] << 32)


cdef inline int sum_of_excess(uint64_t more, uint64_t less) noexcept nogil:
    """The sum of max(0, more - less) over the four-bit fields of two words, none above 7."""
    cdef uint64_t high = 0x8888888888888888ULL
    cdef uint64_t by = (more | high) - less         # 8 + more - less in each
    cdef uint64_t over = by & high
    by &= over - (over >> 3)                        # where it was not negative
    by = (by & 0x0F0F0F0F0F0F0F0FULL) + (by >> 4 & 0x0F0F0F0F0F0F0F0FULL)
    return <int>(by * 0x0101010101010101ULL >> 56)


cdef inline int slack(Context* c, uint32_t ours, uint32_t other) noexcept nogil:
    """The sum of max(0, p - q) over cards of ``ours``, worth p, and counterparts, worth q.

    In both suits points rise with rank. So the i-th dearest card is the counterpart of the i-th
    dearest. Then max(0, p - q) is, over all levels of points, the number of levels that p reaches
    and q does not. A profile has for each level how many cards reach it, four bits a level. So the
    sum over the cards is that of the excess of one profile over the other.
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
    """Narrow the bounds on a start by an entry of the same key with other cards."""
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
    """Narrow the bounds on a start by the table; return whether it has an entry of its own."""
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
    """Store the bounds on a start."""
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
