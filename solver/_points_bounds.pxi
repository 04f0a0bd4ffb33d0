# Bounds on the points to come that need no card played, each with its argument.
#
# A trump above all those of the other side wins the trick it is played in, whoever leads and
# whatever the aim: no duty and no discard can help it. So a side is sure of the points of its
# trumps above all the others hold, and of a trick for each of them; where two seats share
# them, of as many tricks as either has of them, since two may fall in one.
#
# A leader who wants points can cash, one after the other, cards that nobody can beat: his
# highest cards of a suit above all others, as long as each of the others has to follow or has
# no trump. With them he takes at least the cheapest cards of the suit that the others must
# play to these rounds. What they discard in between is at most cards of other suits: it
# makes none of his winners less so. Having led his highest trumps first, he need not fear
# those who had no more of them than he led. If his winners outlast what the others
# have of a suit, the rest of it is as good. Trumps that nobody beats stay so until they are
# led, so both arguments add up.


cdef inline int points_of_all(Context* c, uint32_t cards) noexcept nogil:
    """Points of some cards of one suit."""
    if cards == 0:
        return 0
    return c.worth[cards >> (bits_low(cards) & 24)]


cdef inline int cheapest(Context* c, uint32_t cards, int count) noexcept nogil:
    """Points of so many of some cards of one suit, the cheapest."""
    while bits_count64(cards) > count:
        cards ^= high_bit(cards)
    return points_of_all(c, cards)


cdef inline uint32_t top_of(uint32_t cards, uint32_t others) noexcept nogil:
    """Of cards of a suit those above all others of the suit."""
    return cards & ~((high_bit(others) << 1) - 1) if others else cards


cdef int cashed(Context* c, uint32_t left, int leader) noexcept nogil:
    """The points the leader can cash in the suits that are not trumps, and with trumps gifts."""
    cdef uint32_t lane, own, first, second, winners
    cdef int one = leader + 1 if leader < 2 else 0, other = one + 1 if one < 2 else 0
    cdef int suit, sure = 0, rounds, length_one, length_other, most_one = 8, most_other = 8
    for suit in range(4):
        lane = left & <uint32_t>0xFF << 8 * suit
        own = lane & c.dealt[leader]
        first = lane & c.dealt[one]
        second = lane & c.dealt[other]
        length_one = bits_count64(first)
        length_other = bits_count64(second)
        winners = top_of(own, first | second)
        rounds = bits_count64(winners)
        if suit == 0 and c.trumps:
            # Only what they throw under his trumps: these themselves count already.
            if length_one > rounds:
                most_one = 0
            if length_other > rounds:
                most_other = 0
            if leader == 0 or one == 0:
                sure += cheapest(c, first, rounds)
            if leader == 0 or other == 0:
                sure += cheapest(c, second, rounds)
            continue
        if own == 0:
            continue
        if rounds >= length_one and rounds >= length_other:
            winners = own
            rounds = bits_count64(own)
        rounds = min(rounds, max(length_one, most_one))
        rounds = min(rounds, max(length_other, most_other))
        if rounds:
            while bits_count64(winners) > rounds:
                winners &= winners - 1
            sure += points_of_all(c, winners) + rounds * c.trick_points
            sure += cheapest(c, first, rounds) + cheapest(c, second, rounds)
    return sure


cdef void sure_points(Context* c, Start* start) noexcept nogil:
    """Narrow the bounds on the points to come by what either side is sure of."""
    cdef uint32_t mine = start.left & c.dealt[0] & TRUMPS, top
    cdef uint32_t theirs = start.left & ~c.dealt[0] & TRUMPS
    cdef int lower = 0, upper = start.total, sure
    if c.trumps:
        top = top_of(mine, theirs)
        lower += c.worth[top] + bits_count64(top) * c.trick_points
        top = top_of(theirs, mine)
        upper -= c.worth[top] + c.trick_points * max(
            bits_count64(top & c.dealt[1]), bits_count64(top & c.dealt[2]))
    if not c.avoids:
        sure = cashed(c, start.left, start.leader)
        if start.leader == 0:
            lower += sure
        else:
            upper -= sure
    start.lower = max(start.lower, lower)
    start.upper = min(start.upper, upper)
