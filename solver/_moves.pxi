# The moves of a seat: which there are, which need not be tried, in what order.


cdef int list_moves(Context* c, uint64_t legal, uint64_t others, Move* moves) noexcept nogil:
    """List the groups of equal cards among ``legal``; ``others`` stand between groups."""
    cdef uint64_t fence = others | FENCES, card, below, group
    cdef int n = 0
    cdef bint equals = c.switches & USE_EQUALS != 0
    while legal:
        card = high_bit(legal)
        below = fence & (card - 1)
        if not equals:
            group = card
        elif below:
            group = legal & ~((high_bit(below) << 1) - 1)
        else:
            group = legal
        moves[n].card = card
        moves[n].lowest = low_bit(group)
        moves[n].score = 0
        moves[n].skipped = False
        n += 1
        legal &= ~group
    return n


cdef inline void widen(Context* c, int seat, Marks* marks, Move* moves, int n) noexcept nogil:
    """After all groups were tried: what holds for one card of a group must for all.

    In another deal with the same comparisons the cards of the group may be no longer
    equal, and only the top one was tried. If all of them compare alike with every
    card that matters, the try stands for each.
    """
    cdef int i, suit, other, stride, first, place
    cdef uint64_t pairs, group, card, rest
    for i in range(n):
        if moves[i].card == moves[i].lowest:
            continue
        suit = bits_low(moves[i].card) >> 4
        if marks.pairs[suit] == 0:
            continue
        # Cards of the group: those of the hand from the lowest to the top one.
        group = c.hand[seat] & ((moves[i].card << 1) - 1) & ~(moves[i].lowest - 1)
        first = c.place_in_hand[suit][bits_low(moves[i].card) & 15]
        for other in range(3):
            if other == seat:
                continue
            stride = c.stride[suit][seat][other]
            pairs = 0
            rest = group
            while rest:
                place = bits_low(rest) & 15
                rest &= rest - 1
                pairs |= (marks.pairs[suit] & c.row[suit][place][other]) >> (
                    stride * (c.place_in_hand[suit][place] - first))
            if pairs == 0:
                continue
            rest = group
            while rest:
                place = bits_low(rest) & 15
                rest &= rest - 1
                marks.pairs[suit] |= pairs << (stride * (c.place_in_hand[suit][place] - first))


cdef inline uint64_t shift(uint64_t x, int by) noexcept nogil:
    return x << by if by >= 0 else x >> -by


cdef bint shares_fate(
    Context* c, int seat, Move* moves, int i, Marks* failed, Marks* all_marks,
) noexcept nogil:
    """Whether move ``i`` fails as an earlier one of its suit did, and by the same proof.

    Playing y instead of x leaves the same hand up to a shift: y stands for x, and each
    card from y towards x for its neighbour on that side. Where every comparison that
    the failure of x rests on turns out alike for the cards put in their place, the
    proof holds word for word. Adds the comparisons so shifted to ``all_marks``.
    """
    cdef int k, suit = bits_low(moves[i].card) >> 4, place, to, other, step
    cdef uint64_t hand = c.hand[seat], card, pairs, rest, moved, part, images
    if not c.switches & USE_FATES:
        return False
    for k in range(i):
        if bits_low(moves[k].card) >> 4 != suit or moves[k].skipped:
            continue
        pairs = failed[k].pairs[suit]
        rest = pairs
        moved = 0
        card = moves[k].card
        to = bits_low(moves[i].card) & 15
        while True:
            place = bits_low(card) & 15
            step = <int>c.place_in_hand[suit][to] - <int>c.place_in_hand[suit][place]
            for other in range(3):
                part = pairs & c.row[suit][place][other]
                if part == 0 or other == seat:
                    continue
                rest &= ~part
                images = shift(part, step * c.stride[suit][seat][other])
                if (shift(part & c.order[suit], step * c.stride[suit][seat][other])
                        != images & c.order[suit]):
                    break
                moved |= images
            else:
                if card == moves[i].card:
                    # Every comparison holds.
                    all_marks.pairs[suit] |= rest | moved
                    for other in range(4):
                        if other != suit:
                            all_marks.pairs[other] |= failed[k].pairs[other]
                    moves[i].skipped = True
                    return True
                # On to the next card of the hand towards the new one.
                to = place
                if moves[i].card < card:
                    card = high_bit(hand & (card - 1))
                else:
                    card = low_bit(hand & ~((card << 1) - 1))
                continue
            break
    return False


cdef void score_moves(
    Context* c, Move* moves, int n, int seat, int place, int led, uint64_t winning, int winner,
) noexcept nogil:
    """Score moves by weighted features; ``place`` 0 leads, 1 and 2 follow.

    There is a row of weights for each kind of contract and role: who leads, or who
    follows at which place and whether with the suit. ``benchmarks/tune.py`` found
    them by hill-climbing on node counts. The order cannot change an answer.
    """
    cdef int i, suit, role, p = (seat + 1) % 3, q = (seat + 2) % 3
    cdef int p_above, p_below, q_above, q_below, own, own_below, wins
    cdef uint64_t card, lane, above, hp, hq, hm
    cdef int16_t* w
    if place == 0:
        role = seat
    else:
        role = 3 + 6 * (place - 1) + 2 * seat + (0 if bits_low(moves[0].card) >> 4 == led else 1)
    w = &c.weights[c.kind][role][0]
    for i in range(n):
        card = moves[i].card
        suit = bits_low(card) >> 4
        lane = LANE << 16 * suit
        above = lane & ~((card << 1) - 1)
        hm = c.hand[seat] & lane
        hp = c.hand[p] & lane
        hq = c.hand[q] & lane
        own = count_lane(hm, suit)
        p_above = count_lane(hp & above, suit)
        p_below = count_lane(hp, suit) - p_above
        q_above = count_lane(hq & above, suit)
        q_below = count_lane(hq, suit) - q_above
        own_below = count_lane(hm & (card - 1), suit)
        wins = 0
        if winning:
            if winning & lane:
                wins = card > winning
            else:
                wins = suit == 0 and c.kind == 0
        moves[i].score = (
            w[0] * p_above + w[1] * p_below + w[2] * q_above + w[3] * q_below + w[4] * own
            + w[5] * own_below
            + (w[6] if own_below == 0 else 0)
            + (w[7] if own_below == own - 1 else 0)
            + (w[8] if p_above == 0 and q_above == 0 else 0)
            + (w[9] if p_below == 0 and p_above else 0)
            + (w[10] if q_below == 0 and q_above else 0)
            + (w[11] if p_above == 0 and p_below == 0 else 0)
            + (w[12] if q_above == 0 and q_below == 0 else 0)
            + (w[13] if suit == 0 and c.kind == 0 else 0)
            + (w[14] if wins else 0)
            + (w[15] if wins and p_above == 0 else 0)
            + (w[16] if winner == 0 and wins else 0)
            + (w[17] if winner == 0 else 0) * own_below
        )


cdef inline void next_best(Move* moves, int i, int n) noexcept nogil:
    """Bring the best of the moves from ``i`` on to place ``i``."""
    cdef int k, best = i
    cdef Move swap
    for k in range(i + 1, n):
        if moves[k].score > moves[best].score:
            best = k
    if best != i:
        swap = moves[i]
        moves[i] = moves[best]
        moves[best] = swap


cdef inline uint64_t play(Context* c, int seat, uint64_t card) noexcept nogil:
    """Take a card out of a hand; the result gives it back."""
    cdef int suit = bits_low(card) >> 4
    cdef uint64_t left = c.left[suit]
    c.hand[seat] ^= card
    c.left[suit] = left & ~pairs_of(c, card)
    return left


cdef inline void take_back(Context* c, int seat, uint64_t card, uint64_t left) noexcept nogil:
    c.hand[seat] ^= card
    c.left[bits_low(card) >> 4] = left
