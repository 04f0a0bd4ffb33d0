# Static bounds on the points to come: no card is played. Each has its argument here. They hold for
# any number of hands and any sides.
#
# Sure trumps. If a side loses a trump of one of its hands, a higher trump of the other side has won
# that trick. Such a winner takes one trick, with only one card of that hand in it. So the trumps
# that a hand loses can be matched with higher trumps of the other side, one to one. This holds
# whoever leads, for all duties and aims. The sets of trumps that can be matched are a matroid. So
# the greedy choice, from the highest trump down, finds the set with most points, which also has
# most cards. The side is sure of all trumps outside that set. The points of several hands of a side
# add up, as each hand has a matching of its own. Their tricks do not, since two hands may play
# their trumps to one trick: only the hand with most is counted.
#
# Cashing. A leader who wants points can cash winners one after the other. A winner is a card of the
# leader above all others of its suit, as long as every other seat has to follow or has no trump.
# The leader leads top trumps first: a seat with no more trumps than were led cannot ruff later. If
# the leader has at least as many winners in a suit as any other hand has cards there, the rest of
# the leader's cards in the suit win too. Top trumps stay top trumps until they are led. So the
# points of cashing and of sure trumps add up; but trumps of the leader's side count only as sure
# trumps.
#
# Least gifts. Every other seat plays one card to each of these rounds. In any order, these cards
# include at least min(rounds, length) cards of each suit. So they are worth at least as much as the
# cheapest set that does.
#
# Dearest gifts. A partner with no duty to beat the leader is free to give him points, all of them
# under the leader's winners. In each suit he chooses his dearest min(rounds, length) cards, and
# plays them when the suit is led. When he is void he throws his dearest plain cards that are not
# chosen. With a trump left and too few plain cards he would have to ruff: then he is treated like
# the other seats.


cdef inline uint32_t top_of(uint32_t cards, uint32_t others) noexcept nogil:
    """The cards that are above all ``others``, all of one suit."""
    return cards & ~((high_bit(others) << 1) - 1) if others else cards


cdef inline uint32_t cheapest(uint32_t cards, int count) noexcept nogil:
    """The ``count`` lowest cards of a suit, or all if there are fewer."""
    cdef uint32_t rest = cards
    while count > 0 and rest:
        rest &= rest - 1
        count -= 1
    return cards ^ rest


cdef inline uint32_t dearest(uint32_t cards, int count) noexcept nogil:
    """The ``count`` highest cards of a suit, or all if there are fewer."""
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
    """Points of ``count`` of these cards of all suits, the dearest or the cheapest."""
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
    """Fill in the points and tricks that a hand's trumps are sure of against the other side's."""
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
    """The points that a side is sure of with its trumps, and for the tricks these win."""
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
    """The fewest points that a hand can play to so many rounds of each suit."""
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


cdef int most_given(Context* c, uint32_t hand, int* rounds, int thrown) noexcept nogil:
    """The most points that a free partner can give to so many rounds, with ``thrown`` more cards.

    Trumps that he plays are no part of his hand: as many are ``thrown`` fewer.
    """
    cdef uint32_t given
    cdef int suit, worth = 0
    for suit in range(4):
        given = dearest(hand & lane(suit), rounds[suit])
        worth += worth_of(c, given)
        hand ^= given
        thrown += rounds[suit] - bits_count64(given)
    return worth + worth_of_some(c, hand, thrown, True)


cdef int cashed(Context* c, uint32_t left, int leader, bint free_partners) noexcept nogil:
    """The points that the leader can cash, trumps of his own side left out (``trumps_sure_of``).

    Return -1 if a free partner would have to ruff.
    """
    cdef int[4] rounds
    cdef bint[HANDS] free
    cdef int[HANDS] least       # RANKS if a seat has no trump left to ruff with, else 0
    cdef bint outlast
    cdef uint32_t all_cards, own, winners, hand, trumps
    cdef int suit, seat, n, worth = 0, in_all = 0, own_trumps
    for seat in range(c.hands):
        free[seat] = free_partners and is_free_partner(c, seat, leader)
        least[seat] = RANKS
    for suit in range(4):
        rounds[suit] = 0
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
        winners = top_of(own, all_cards & ~own)
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
        else:
            trumps = hand & TRUMPS if c.trumps else 0
            own_trumps = bits_count64(trumps)
            hand ^= trumps
            if own_trumps > rounds[0] and bits_count64(hand) < in_all - rounds[0]:
                return -1
            worth += most_given(c, hand, rounds, -min(rounds[0], own_trumps))
    return worth


cdef void sure_points(Context* c, Start* start) noexcept nogil:
    """Narrow the bounds on the points to come by what each side is sure of."""
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
