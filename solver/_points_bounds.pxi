# Bounds on the points to come that need no card played, each with its argument. They hold for any
# number of hands and any sides.
#
# Trumps. A trump of a hand that its side does not get falls to a higher trump of the other side,
# and each of these takes one trick, with one card of that hand in it. So, whoever leads, whatever
# the duties and the aim, the trumps a hand loses can be matched with higher ones of the other side.
# The sets that can be matched are a matroid, so taking cards from the highest down finds the
# dearest of them, which is also the largest: what is left is sure. Points of several hands of a
# side add up, each with a matching of its own; tricks do not, since two may fall in one.
#
# Cashing. A leader who wants points can cash, one after the other, cards that nobody can beat: his
# highest cards of a suit above all others, as long as each of the others has to follow or has no
# trump. Having led his highest trumps first, he need not fear those who had no more of them than
# he led. If his winners outlast what the others have of a suit, the rest of it is as good. Trumps
# that nobody beats stay so until they are led, so this and the matching add up; of trumps that his
# own side plays here only the matching counts.
#
# Least gifts. To these rounds a seat plays as many cards. Whatever it throws when, among them are
# at least min(rounds, length) of each suit, so they are worth at least the cheapest such set.
#
# Dearest gifts. A partner with no duty to beat the leader gives what he likes while the leader's
# winner wins. For each suit he marks his dearest min(rounds, length), below the lowest winner if he
# has others above it and that many below (else he is to be beaten like the rest), and plays those;
# void, he throws his dearest unmarked plain cards. Where he keeps a trump and has too few plain
# cards he could not help ruffing: then he is taken for one of the rest.
#
# Crossing. Nobody among the foes has a trump nor has the leader: he plays a card of a suit in which
# such a partner has cards above all others, who takes it and cashes what nobody beats: the same
# two gifts.


cdef inline uint32_t top_of(uint32_t cards, uint32_t others) noexcept nogil:
    """Of cards of a suit those above all others of the suit."""
    return cards & ~((high_bit(others) << 1) - 1) if others else cards


cdef inline uint32_t cheapest(uint32_t cards, int count) noexcept nogil:
    """So many of the cards of a suit, or all, from the lowest up."""
    cdef uint32_t rest = cards
    while count > 0 and rest:
        rest &= rest - 1
        count -= 1
    return cards ^ rest


cdef inline uint32_t dearest(uint32_t cards, int count) noexcept nogil:
    """So many of the cards of a suit, or all, from the highest down."""
    cdef uint32_t rest = cards
    while count > 0 and rest:
        rest ^= high_bit(rest)
        count -= 1
    return cards ^ rest


cdef inline int worth_of(Context* c, uint32_t cards) noexcept nogil:
    """Points of some cards."""
    return (c.worth[cards & 255] + c.worth[cards >> 8 & 255] + c.worth[cards >> 16 & 255]
            + c.worth[cards >> 24])


cdef inline int worth_of_some(Context* c, uint32_t cards, int count, bint dear) noexcept nogil:
    """Points of so many of some cards of all suits, the dearest or the cheapest."""
    cdef int place, here, k, worth = 0
    for place in range(RANKS):
        if count <= 0:
            break
        k = RANKS - 1 - place if dear else place
        here = min(count, bits_count64(cards & <uint32_t>0x01010101 << k))
        worth += here * c.step[k]
        count -= here
    return worth


cdef void weigh_trumps(Context* c, int own, int others) noexcept nogil:
    """Work out what a hand is sure of with its trumps against those of the other side."""
    cdef int place, higher = 0, lost = 0, points = 0, tricks = 0
    for place in range(RANKS - 1, -1, -1):
        higher += others >> place & 1
        if own >> place & 1:
            if higher > lost:
                lost += 1
            else:
                points += c.step[place]
                tricks += 1
    c.sure_points[own][others] = points
    c.sure_tricks[own][others] = tricks


cdef inline int trumps_sure_of(Context* c, uint32_t left, bint side) noexcept nogil:
    """The points a side is sure of with its trumps."""
    cdef uint32_t own, others = left & c.cards_of[not side] & TRUMPS
    cdef int seat, points = 0, tricks = 0
    for seat in range(c.hands):
        if c.side[seat] == side:
            own = left & c.dealt[seat] & TRUMPS
            points += c.sure_points[own][others]
            tricks = max(tricks, <int>c.sure_tricks[own][others])
    return points + tricks * c.trick_points


cdef inline bint is_free_partner(Context* c, int seat, int leader) noexcept nogil:
    """Whether a seat is the leader's partner and has no duty to beat him."""
    return (seat != leader and c.side[seat] == c.side[leader] and c.switches & USE_PARTNERS
            and not c.foes[seat] >> leader & 1)


cdef int least_given(
    Context* c, uint32_t hand, int* rounds, bint count_trumps,
) noexcept nogil:
    """The least a hand must give to so many rounds of each suit."""
    cdef uint32_t must, given = 0
    cdef int suit, left = 0
    for suit in range(4):
        must = cheapest(hand & lane(suit), rounds[suit])
        left += rounds[suit] - bits_count64(must)
        given |= must
    hand ^= given
    if not count_trumps:
        given &= ~<uint32_t>TRUMPS
        if hand & TRUMPS:
            return worth_of(c, given)
    return worth_of(c, given) + worth_of_some(c, hand, left, False)


cdef int most_given(
    Context* c, uint32_t hand, int* rounds, uint32_t* lowest, int thrown, bint plain,
) noexcept nogil:
    """The most a free partner can give to so many rounds, ``thrown`` cards beside these.

    He stays below the ``lowest`` winner of each suit where he can. ``plain`` leaves out suit 0.
    """
    cdef uint32_t own, under, given
    cdef int suit, worth = 0
    for suit in range(1 if plain else 0, 4):
        if rounds[suit] == 0:
            continue
        own = hand & lane(suit)
        if own & above(lowest[suit]):
            under = own & (lowest[suit] - 1)
            if bits_count64(under) >= rounds[suit]:
                own = under
        given = dearest(own, rounds[suit])
        worth += worth_of(c, given)
        hand ^= given
        thrown += rounds[suit] - bits_count64(given)
    return worth + worth_of_some(c, hand, thrown, True)


cdef inline uint32_t unbeaten(
    Context* c, uint32_t all_cards, int leader, bint* free,
) noexcept nogil:
    """The leader's cards of a suit that nobody beats, free partners staying below if they can."""
    cdef uint32_t own = all_cards & c.dealt[leader], winners, under
    cdef uint32_t others = all_cards & ~own, bound = others
    cdef int seat
    for seat in range(c.hands):
        if free[seat]:
            bound &= ~c.dealt[seat]
    winners = top_of(own, bound)
    if winners == 0 or bound == others:
        return winners
    under = low_bit(winners) - 1
    for seat in range(c.hands):
        if free[seat] and all_cards & c.dealt[seat] & above(low_bit(winners)) and (
                bits_count64(all_cards & c.dealt[seat] & under) < bits_count64(winners)):
            return top_of(own, others)
    return winners


cdef int cashed(Context* c, uint32_t left, int leader, bint free_partners) noexcept nogil:
    """What the leader can cash, without trumps of his own side: ``trumps_sure_of`` has those.

    -1 if a free partner could not help ruffing.
    """
    cdef int[4] rounds
    cdef uint32_t[4] lowest
    cdef bint[HANDS] free
    cdef int[HANDS] least       # rounds of a suit to which a seat with less of it cannot ruff
    cdef bint outlast
    cdef uint32_t all_cards, own, winners, hand
    cdef int suit, seat, n, worth = 0, in_all = 0, own_trumps
    for seat in range(c.hands):
        free[seat] = free_partners and is_free_partner(c, seat, leader)
        least[seat] = RANKS
    for suit in range(4):
        rounds[suit] = 0
        lowest[suit] = 0
        all_cards = left & lane(suit)
        own = all_cards & c.dealt[leader]
        if suit == 0 and c.trumps:
            rounds[0] = in_all = bits_count64(top_of(own, all_cards & ~own))
            for seat in range(c.hands):
                if bits_count64(all_cards & c.dealt[seat]) > rounds[0]:
                    least[seat] = 0
            continue
        if own == 0:
            continue
        winners = unbeaten(c, all_cards, leader, free)
        n = bits_count64(winners)
        outlast = n > 0
        for seat in range(c.hands):
            if seat != leader and bits_count64(all_cards & c.dealt[seat]) > n:
                outlast = False
        if outlast:
            winners = own
            n = bits_count64(own)
        for seat in range(c.hands):
            if seat != leader and not free[seat]:
                n = min(n, max(bits_count64(all_cards & c.dealt[seat]), least[seat]))
        if n == 0:
            continue
        winners = dearest(winners, n)
        rounds[suit] = n
        in_all += n
        lowest[suit] = low_bit(winners)
        worth += worth_of(c, winners) + n * c.trick_points
    if in_all == 0:
        return 0
    for seat in range(c.hands):
        if seat == leader:
            continue
        hand = left & c.dealt[seat]
        if not free[seat]:
            worth += least_given(
                c, hand, rounds, c.side[seat] != c.side[leader] or not c.trumps)
        elif not c.trumps:
            worth += most_given(c, hand, rounds, lowest, 0, False)
        else:
            own_trumps = bits_count64(hand & TRUMPS)
            hand &= ~<uint32_t>TRUMPS
            if own_trumps > rounds[0] and bits_count64(hand) < in_all - rounds[0]:
                return -1
            worth += most_given(c, hand, rounds, lowest, max(0, rounds[0] - own_trumps), True)
    return worth


cdef void sure_points(Context* c, Start* start) noexcept nogil:
    """Narrow the bounds on the points to come by what either side is sure of."""
    cdef int[2] sure
    cdef int more
    sure[0] = sure[1] = 0
    if c.trumps:
        sure[0] = trumps_sure_of(c, start.left, False)
        sure[1] = trumps_sure_of(c, start.left, True)
    if not c.avoids:
        more = cashed(c, start.left, start.leader, True)
        if more < 0:
            more = cashed(c, start.left, start.leader, False)
        sure[c.side[start.leader]] += more
    start.lower = max(start.lower, sure[1])
    start.upper = min(start.upper, start.total - sure[0])
