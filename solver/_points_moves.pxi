# The moves of a seat: which are legal, which need not be tried, in what order.

cdef enum:
    RISE = 1                # duties, as ``solver.rules.trick.Duty`` numbers them
    RUFF = 2
    OVERRUFF = 4
    EVERY_DUTY = 7
    TRUMPS = 0xFF           # the cards of suit 0
    FIRST = 10000           # score of a move to be tried before all others


cdef inline uint32_t lane_of(uint32_t card) noexcept nogil:
    """All the bits of a card's suit."""
    return <uint32_t>0xFF << (bits_low(card) & 24)


cdef inline uint32_t above(uint32_t card) noexcept nogil:
    """The bits of the suit above a card."""
    return lane_of(card) & ~(card | (card - 1))


cdef inline uint32_t high_bit(uint32_t x) noexcept nogil:
    return <uint32_t>1 << bits_high(x)


cdef inline uint32_t low_bit(uint32_t x) noexcept nogil:
    return x & (~x + 1)


cdef inline int points_of(Context* c, uint32_t card) noexcept nogil:
    return c.step[bits_low(card) & 7]


cdef inline uint32_t beating(Context* c, Trick* trick) noexcept nogil:
    """The bits that beat the card winning so far."""
    cdef uint32_t bits = above(trick.winning)
    if c.trumps and not trick.winning & TRUMPS:
        bits |= TRUMPS
    return bits


cdef inline uint32_t legal_cards(Context* c, uint32_t hand, Trick* trick) noexcept nogil:
    """The cards of the seat to play that it may play."""
    cdef uint32_t following, higher
    if trick.place == 0:
        return hand
    following = hand & trick.led
    if c.partners and trick.seat and trick.winner:
        return following if following else hand     # the partner is winning
    higher = hand & above(trick.winning)
    if following:
        # Once the suit led has been ruffed, no card of it can win.
        if c.duties & RISE and trick.winning & trick.led and higher:
            return higher
        return following
    if c.trumps and trick.winning & TRUMPS:
        return higher if c.duties & OVERRUFF and higher else hand
    if c.trumps and c.duties & RUFF and hand & TRUMPS:
        return hand & TRUMPS
    return hand


cdef inline Trick after(Context* c, Trick* trick, uint32_t card) noexcept nogil:
    """The trick once the seat to play has played a card."""
    cdef Trick next = trick[0]
    next.place += 1
    next.seat = trick.seat + 1 if trick.seat < 2 else 0
    next.worth += points_of(c, card)
    if trick.place == 0:
        next.led = lane_of(card)
        next.winning = card
        next.winner = trick.seat
    elif card & beating(c, trick):
        next.winning = card
        next.winner = trick.seat
    return next


# Who wins a trick. Under every duty the third seat has to beat a foe if it can, so once two
# cards are played the side that wins is known; often it is once the first is.

cdef enum:
    OTHERS = 0              # the side that will win the trick
    COUNTED = 1
    OPEN = -1


cdef inline int side_after_two(
    Context* c, uint32_t left, int third, uint32_t led, uint32_t winning, int winner,
) noexcept nogil:
    """The side that wins a trick of which two cards are played, under every duty."""
    cdef uint32_t hand, beats
    if (third == 0) == (winner == 0):
        return winner == 0
    hand = left & c.dealt[third]
    beats = above(winning)
    if hand & led:
        hand &= led
    elif c.trumps and not winning & TRUMPS:
        beats |= TRUMPS
    return (third == 0) if hand & beats else (winner == 0)


cdef int side_of_trick(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that will win a trick in progress under every duty, or OPEN.

    With one card played, the second seat's strongest and weakest cards are held against
    the third hand: whatever lies between has the outcome they have in common.
    """
    cdef uint32_t legal, beats, strongest, weakest
    cdef int third, at_best, at_worst
    if trick.place == 3:
        return trick.winner == 0
    if trick.place == 2:
        return side_after_two(c, left, trick.seat, trick.led, trick.winning, trick.winner)
    third = trick.seat + 1 if trick.seat < 2 else 0
    legal = legal_cards(c, left & c.dealt[trick.seat], trick)
    beats = legal & beating(c, trick)
    if beats == 0:
        return side_after_two(c, left, third, trick.led, trick.winning, trick.winner)
    strongest = high_bit(beats)
    at_best = side_after_two(c, left, third, trick.led, strongest, trick.seat)
    if legal == beats:
        weakest = low_bit(beats)
        at_worst = side_after_two(c, left, third, trick.led, weakest, trick.seat)
    else:
        at_worst = side_after_two(c, left, third, trick.led, trick.winning, trick.winner)
    return at_best if at_best == at_worst else OPEN


# Groups. Cards of a hand with nobody's card between them win and lose alike and bind alike,
# so what follows after one of them follows after the other, with the two in each other's
# place; all that differs is that one of them is in this trick and one in a later one. Let d
# be what the dearer is worth more. If the side that wins this trick is known, the dearer card
# in it is worth d more to that side, and the later trick gives it back at most: that side does
# no worse with the dearer card, the other with the cheaper (*sure side*). So one of the group
# is enough. Under every duty it mostly is known, and cards of a group worth the same lead to
# starts that the table knows for one another.

cdef struct Move:
    uint32_t card
    int score
    # Of a third card: the start it leads to, by number, and what the counted seat gains.
    int end
    int gain


cdef inline int list_group(
    Context* c, uint32_t left, Trick* trick, uint32_t group, Move* moves, int n,
) noexcept nogil:
    """List and score the cards of a group that have to be tried."""
    cdef uint32_t top = high_bit(group), card
    cdef int side, score = 0
    cdef bint serves = False
    cdef Trick next = after(c, trick, top)
    side = side_of_trick(c, left ^ top, &next)
    if side != OPEN:
        # The seat's own side takes the trick, or the other, and little may be wanted.
        serves = ((trick.seat == 0) == side) != c.avoids
        if c.switches & USE_SURE_SIDE and (trick.place == 2 or c.duties == EVERY_DUTY):
            group = top if serves else low_bit(group)
    while group:
        card = high_bit(group)
        group ^= card
        if side == OPEN:
            score = 10 - points_of(c, card)
        else:
            score = 4 * (trick.worth + points_of(c, card) + c.trick_points)
            if not serves:
                score = -score
        moves[n].card = card
        moves[n].score = score
        n += 1
    return n


cdef int list_moves(Context* c, uint32_t left, Trick* trick, Move* moves) noexcept nogil:
    """List the cards to try of the seat to play, with scores: what the trick brings its side."""
    cdef uint32_t hand = left & c.dealt[trick.seat]
    cdef uint32_t legal = legal_cards(c, hand, trick)
    cdef uint32_t fence = left & ~hand, card, below, group
    cdef int n = 0
    if legal & (legal - 1) == 0:
        moves[0].card = legal
        return 1 if legal else 0
    if trick.place:
        fence |= trick.winning
    while legal:
        card = high_bit(legal)
        below = fence & lane_of(card) & (card - 1)
        group = legal & lane_of(card) & (card | (card - 1))
        if below:
            group &= ~((high_bit(below) << 1) - 1)
        n = list_group(c, left, trick, group, moves, n)
        legal &= ~group
    return n


cdef inline void swap_moves(Move* moves, int i, int j) noexcept nogil:
    cdef Move swap
    if i != j:
        swap = moves[i]
        moves[i] = moves[j]
        moves[j] = swap


cdef inline void next_best(Move* moves, int i, int n) noexcept nogil:
    """Bring the best of the moves from ``i`` on to place ``i``."""
    cdef int k, best = i
    for k in range(i + 1, n):
        if moves[k].score > moves[best].score:
            best = k
    swap_moves(moves, i, best)


# What served in one position often serves in others that look alike to the seat to play: a
# small table keeps by a coarse key the card that served last. What is forgotten or mistaken
# costs time only.


cdef inline uint64_t served_key(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """What has to be the same for a card to be worth trying again, hashed.

    The seat and its place in the trick; leading or discarding, its hand; following, all cards
    of the suit; and the card that wins so far.
    """
    cdef uint64_t hand = left & c.dealt[trick.seat], look
    if trick.place and hand & trick.led:
        look = (left & trick.led) | <uint64_t>trick.winning << 32
    else:
        look = hand | <uint64_t>trick.winning << 32
    look ^= (c.served_salt * 16 + trick.seat + 4 * trick.place) * 0x9E3779B97F4A7C15ULL
    look *= 0xD6E8FEB86659FD93ULL
    look ^= look >> 32
    look *= 0xD6E8FEB86659FD93ULL
    return (look ^ look >> 29) | 31


cdef inline void prefer_served(Context* c, uint64_t look, Move* moves, int n) noexcept nogil:
    cdef uint64_t entry = c.served[look >> 5 & (SERVED - 1)]
    cdef int k
    if (entry ^ look) >> 5:
        return
    for k in range(n):
        if moves[k].card == <uint32_t>1 << (entry & 31):
            moves[k].score = FIRST


cdef inline void remember(Context* c, uint64_t look, uint32_t card) noexcept nogil:
    c.served[look >> 5 & (SERVED - 1)] = (look ^ 31) | <uint64_t>bits_low(card)
