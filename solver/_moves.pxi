# The moves of a seat: which there are, which need not be tried, in what order.

cdef enum:                  # features of a move that its score weighs
    P_ABOVE                 # cards of the next seat above it in its suit
    P_BELOW
    Q_ABOVE                 # of the seat after that
    Q_BELOW
    OWN_LENGTH              # cards of the suit in its own hand
    OWN_BELOW               # of these, below it
    OWN_LOWEST              # 1 for the lowest of them
    OWN_HIGHEST
    TOP_OF_SUIT             # nobody can beat it in the suit
    P_ONLY_ABOVE            # the next seat has the suit and must beat it
    Q_ONLY_ABOVE
    P_VOID
    Q_VOID
    IS_TRUMP
    TAKES_LEAD              # it beats the best card so far
    TAKES_FROM_P            # and the next seat cannot beat it in the suit
    WINNERS                 # of a lead: own cards of the suit that nobody beats
    LOW                     # ``OWN_BELOW`` of a lead, or where the partner wins so far
    BEATS_PARTNER = WINNERS  # of a follower: it takes the trick from the partner

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


cdef inline uint64_t shift(uint64_t x, int by) noexcept nogil:
    """Shift up, or down where ``by`` is negative: round, since none of the bits falls out."""
    return x << (by & 63) | x >> (-by & 63)


cdef inline bint compares_alike(
    Context* c, int seat, int suit, int place, int to, uint64_t* rest, uint64_t* moved,
) noexcept nogil:
    """Whether the comparisons of one card turn out the same for another of its hand.

    Those among ``rest`` that the card at ``place`` takes part in are taken out of it;
    the same of the card at ``to`` are added to ``moved``.
    """
    cdef int other, by
    cdef int step = <int>c.place_in_hand[suit][to] - <int>c.place_in_hand[suit][place]
    cdef uint64_t part, images, differing = 0
    if not rest[0] & c.rows[suit][place]:
        return True
    for other in range(3):      # of its own hand there are none
        part = rest[0] & c.row[suit][place][other]
        by = step * c.stride[suit][seat][other]
        images = shift(part, by)
        differing |= (shift(part & c.order[suit], by) ^ c.order[suit]) & images
        moved[0] |= images
    rest[0] &= ~c.rows[suit][place]
    return differing == 0


cdef inline bint proof_carries_over(
    Context* c, int seat, uint64_t failed, uint64_t card, uint64_t* pairs,
) noexcept nogil:
    """Whether ``card`` fails by the proof by which ``failed``, of its suit and hand, did.

    Playing ``card`` instead leaves the same hand up to a shift: it stands for ``failed``,
    and each card from it towards ``failed`` for its neighbour on that side. Where every
    comparison among ``pairs`` turns out alike for the cards put in their place, the proof
    holds word for word; ``pairs`` becomes what it rests on then.
    """
    cdef int suit = suit_of(card), to = place_of(card)
    cdef uint64_t at = failed, rest = pairs[0], moved = 0
    while compares_alike(c, seat, suit, place_of(at), to, &rest, &moved):
        if at == card:
            pairs[0] = rest | moved
            return True
        # On to the next card of the hand towards the new one.
        to = place_of(at)
        if card < at:
            at = high_bit(c.hand[seat] & (at - 1))
        else:
            at = low_bit(c.hand[seat] & ~((at << 1) - 1))
    return False


cdef bint shares_fate(
    Context* c, int seat, Move* moves, int i, uint64_t* failed, Marks* all_marks,
) noexcept nogil:
    """Whether move ``i`` fails as an earlier one of its suit did, and by the same proof.

    If so it need not be played, and what its failure rests on is added to ``all_marks``: in
    other suits than its own they have it from the earlier one. ``failed`` is that, in the suit
    of each move.
    """
    cdef int k, suit = suit_of(moves[i].card)
    cdef uint64_t pairs
    if not c.switches & USE_SHARED_FATES:
        return False
    for k in range(i):
        if suit_of(moves[k].card) != suit or moves[k].skipped:
            continue
        pairs = failed[k]
        if proof_carries_over(c, seat, moves[k].card, moves[i].card, &pairs):
            failed[i] = pairs
            all_marks.pairs[suit] |= pairs
            moves[i].skipped = True
            return True
    return False


cdef inline void add_fates_of_equal_cards(
    Context* c, int seat, Marks* marks, Move* moves, int n, uint64_t* failed,
) noexcept nogil:
    """After all groups failed: add to ``marks`` what the failures of their other cards rest on.

    Only the top card of each group was tried. In another deal with the same comparisons its
    equals may have other hands' cards between them, and have to fail there too. Each does by
    the proof by which the top card did: here all comparisons turn out alike for equal cards.
    """
    cdef int i, suit
    cdef uint64_t card, following, pairs
    for i in range(n):
        card = moves[i].card
        if card == moves[i].lowest:
            continue
        suit = suit_of(card)
        pairs = failed[i]
        while pairs and card != moves[i].lowest:
            following = high_bit(c.hand[seat] & (card - 1))
            proof_carries_over(c, seat, card, following, &pairs)
            marks.pairs[suit] |= pairs
            card = following


# What is the same for all cards of a suit in a hand.
cdef struct Holding:
    uint64_t own            # cards of the seat to play, of the next seat p and of q after it
    uint64_t p
    uint64_t q
    uint64_t to_beat        # a higher card takes the lead
    int own_length
    int p_length
    int q_length
    int below               # what each own card below one adds to its score
    int taking              # and that it takes the lead
    int score               # its part of the score of each of the cards


cdef inline int role_of(int seat, int place, int led, uint64_t card) noexcept nogil:
    """The row of weights for who leads, or who follows at which place, with the suit or not."""
    if place == 0:
        return seat
    return 3 + 6 * (place - 1) + 2 * seat + (0 if suit_of(card) == led else 1)


cdef inline void look_at_suit(
    Context* c, const int16_t* w, int seat, int place, int suit, uint64_t winning, bint partners,
    Holding* held,
) noexcept nogil:
    """Take in a suit of the hands, and score what does not depend on the card.

    ``partners``: the partner wins the trick so far.
    """
    cdef uint64_t lane = LANE << 16 * suit, others
    held.own = c.hand[seat] & lane
    held.p = c.hand[(seat + 1) % 3] & lane
    held.q = c.hand[(seat + 2) % 3] & lane
    held.own_length = bits_count64(held.own)
    held.p_length = bits_count64(held.p)
    held.q_length = bits_count64(held.q)
    held.score = (
        w[P_BELOW] * held.p_length + w[Q_BELOW] * held.q_length + w[OWN_LENGTH] * held.own_length
        + w[P_VOID] * (held.p == 0) + w[Q_VOID] * (held.q == 0)
        + w[IS_TRUMP] * (suit == c.kind == 0)
    )
    if place == 0:
        others = held.p | held.q | 1ULL << 16 * suit
        held.score += w[WINNERS] * bits_count64(held.own & ~(high_bit(others) - 1))
    held.below = w[OWN_BELOW] + w[LOW] * (place == 0 or partners)
    held.taking = w[TAKES_LEAD] + w[BEATS_PARTNER] * partners
    if winning & lane:
        held.to_beat = winning
    else:
        held.to_beat = 0 if winning and suit == c.kind == 0 else FENCES


cdef inline int score_of(const int16_t* w, uint64_t card, Holding* held) noexcept nogil:
    """Score a card of the suit held: by products, since nobody could foretell the branches."""
    cdef int p_above = bits_count64(held.p & ~(card - 1))
    cdef int q_above = bits_count64(held.q & ~(card - 1))
    cdef int own_below = bits_count64(held.own & (card - 1))
    return (
        held.score + (w[P_ABOVE] - w[P_BELOW]) * p_above + (w[Q_ABOVE] - w[Q_BELOW]) * q_above
        + held.below * own_below
        + w[OWN_LOWEST] * (own_below == 0)
        + w[OWN_HIGHEST] * (own_below == held.own_length - 1)
        + w[TOP_OF_SUIT] * (p_above | q_above == 0)
        + w[P_ONLY_ABOVE] * (p_above == held.p_length != 0)
        + w[Q_ONLY_ABOVE] * (q_above == held.q_length != 0)
        + (held.taking + w[TAKES_FROM_P] * (p_above == 0)) * (card > held.to_beat)
    )


cdef void score_moves(
    Context* c, Move* moves, int n, int seat, int place, int led, uint64_t winning, int winner,
) noexcept nogil:
    """Score moves by weighted features; ``place`` 0 leads, 1 and 2 follow.

    There is a row of weights for each kind of contract and role. They were found by trying
    each up and down on node counts. The order cannot change an answer. The two other seats
    are ``p``, the next to play, and ``q``.
    """
    cdef int i = 0, suit
    cdef bint partners = place and seat and winner
    cdef Holding held
    cdef const int16_t* w = &MANNI_WEIGHTS[c.kind][role_of(seat, place, led, moves[0].card)][0]
    while i < n:    # they come suit by suit
        suit = suit_of(moves[i].card)
        look_at_suit(c, w, seat, place, suit, winning, partners, &held)
        while i < n and suit_of(moves[i].card) == suit:
            moves[i].score = score_of(w, moves[i].card, &held)
            i += 1


cdef inline uint64_t served_key(
    Context* c, int seat, int place, int led, uint64_t winning, int winner,
) noexcept nogil:
    """What has to be the same for a card to be worth trying again.

    The seat and its place in the trick; leading or discarding, its hand; following, all
    cards of the suit and the best on the table. Finer keys meet too seldom.
    """
    cdef uint64_t look = c.hand[seat]
    if place and c.hand[seat] & LANE << 16 * led:
        look = ((c.hand[0] | c.hand[1] | c.hand[2]) & LANE << 16 * led) ^ mix(winning)
    return mix(look ^ mix(c.served_salt + (seat + 4 * place))) | A_CARD


cdef inline uint64_t play(Context* c, int seat, uint64_t card) noexcept nogil:
    """Take a card out of a hand; the result gives it back."""
    cdef int suit = suit_of(card)
    cdef uint64_t left = c.left[suit]
    c.hand[seat] ^= card
    c.left[suit] = left & ~pairs_of(c, card)
    return left


cdef inline void take_back(Context* c, int seat, uint64_t card, uint64_t left) noexcept nogil:
    c.hand[seat] ^= card
    c.left[suit_of(card)] = left
