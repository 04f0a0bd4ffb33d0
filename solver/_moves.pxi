# Move generation: the legal cards, those that need not be tried, and move ordering.

cdef enum:                  # features of a move; its score is their weighted sum
    P_ABOVE                 # cards of its suit above it in the hand of p, the next seat
    P_BELOW
    Q_ABOVE                 # the same of q, the seat after p
    Q_BELOW
    OWN_LENGTH              # cards of its suit in the hand of the seat to play
    OWN_BELOW               # how many of these are below it
    OWN_LOWEST              # 1 if it is the lowest of these
    OWN_HIGHEST
    TOP_OF_SUIT             # neither p nor q has a higher card of the suit
    P_ONLY_ABOVE            # p has the suit, and only higher cards of it
    Q_ONLY_ABOVE
    P_VOID
    Q_VOID
    IS_TRUMP
    TAKES_LEAD              # it beats the best card of the trick so far
    TAKES_FROM_P            # TAKES_LEAD, and p has no higher card of the suit
    WINNERS                 # of a lead: own cards of the suit above all of p's and q's
    LOW                     # OWN_BELOW again, if it is a lead or the partner is winning
    BEATS_PARTNER = WINNERS  # of a follower: it takes the trick from the partner

cdef int list_moves(Context* c, uint64_t legal, uint64_t others, Move* moves) noexcept nogil:
    """List one move for each group of equal cards among ``legal``; return how many there are.

    Cards of a hand are equal if none of ``others`` ranks between them.
    """
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
    """Shift up by ``by``, down if it is negative.

    This is a rotation, which needs no branch. Callers lose no bit by it.
    """
    return x << (by & 63) | x >> (-by & 63)


cdef inline bint compares_alike(
    Context* c, int seat, int suit, int place, int to, uint64_t* rest, uint64_t* moved,
) noexcept nogil:
    """Whether the card at ``to`` has the same outcomes in comparisons as the one at ``place``.

    Both cards are in one hand. Only the comparisons among ``rest`` that the card at ``place``
    takes part in are looked at. They are removed from ``rest``, and the same comparisons of the
    card at ``to`` are added to ``moved``.
    """
    cdef int other, by
    cdef int step = <int>c.place_in_hand[suit][to] - <int>c.place_in_hand[suit][place]
    cdef uint64_t part, images, differing = 0
    if not rest[0] & c.rows[suit][place]:
        return True
    for other in range(3):      # there are no comparisons within the seat's own hand
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
    """Whether the proof that ``failed`` fails also proves that ``card`` of its suit and hand does.

    ``pairs`` are the comparisons that the proof rests on. Now ``card`` replaces ``failed``. Each
    card of the hand from ``failed`` on, up to the one before ``card``, replaces its neighbour on
    the side of ``card``: it has that one's number in the hand that is left. If every comparison in
    ``pairs`` has the same outcome after these replacements, each step of the proof holds as it
    stands. ``pairs`` is then set to the comparisons after the replacements.
    """
    cdef int suit = suit_of(card), to = place_of(card)
    cdef uint64_t at = failed, rest = pairs[0], moved = 0
    while compares_alike(c, seat, suit, place_of(at), to, &rest, &moved):
        if at == card:
            pairs[0] = rest | moved
            return True
        # The next card of the hand, going from ``failed`` to ``card``.
        to = place_of(at)
        if card < at:
            at = high_bit(c.hand[seat] & (at - 1))
        else:
            at = low_bit(c.hand[seat] & ~((at << 1) - 1))
    return False


cdef bint shares_fate(
    Context* c, int seat, Move* moves, int i, uint64_t* failed, Marks* all_marks,
) noexcept nogil:
    """Whether move ``i`` fails by the proof by which an earlier move of its suit failed.

    If so it need not be played. The comparisons that its failure rests on are added to
    ``all_marks``. Only those of its own suit are new: in the other suits the proof is the same, so
    the earlier move has added them. ``failed[k]`` holds those of move ``k`` in its own suit.
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

    Only the top card of each group was tried. The pattern to be stored also fits positions in
    which cards of other hands rank between the cards of a group. There each card of the group must
    fail as well. It fails by the proof of the top card, if the comparisons of that proof hold for
    it. Here they do, since equal cards have the same outcomes; so the pattern must include them.
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


# What scoring needs of a suit, the same for all its cards in the hand of the seat to play.
cdef struct Holding:
    uint64_t own            # cards of the seat to play, of the next seat p and of q after it
    uint64_t p
    uint64_t q
    uint64_t to_beat        # a card above this becomes the best of the trick
    int own_length
    int p_length
    int q_length
    int below               # weight of each own card below the one scored
    int taking              # weight of becoming the best of the trick
    int score               # the part of the score that all cards of the suit have in common


cdef inline int role_of(int seat, int place, int led, uint64_t card) noexcept nogil:
    """The row of weights: by seat for a lead, else by place, seat and whether it follows suit."""
    if place == 0:
        return seat
    return 3 + 6 * (place - 1) + 2 * seat + (0 if suit_of(card) == led else 1)


cdef inline void look_at_suit(
    Context* c, const int16_t* w, int seat, int place, int suit, uint64_t winning, bint partners,
    Holding* held,
) noexcept nogil:
    """Fill in ``held`` for a suit, with the part of the score that does not depend on the card.

    ``partners`` is true if the partner of the seat to play is winning the trick.
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
    """Score a card of the suit. Products stand for branches, which could not be predicted."""
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

    There is a row of weights for each kind of contract and role. The weights were tuned by hill
    climbing on node counts. The order of moves cannot change an answer.
    """
    cdef int i = 0, suit
    cdef bint partners = place and seat and winner
    cdef Holding held
    cdef const int16_t* w = &MANNI_WEIGHTS[c.kind][role_of(seat, place, led, moves[0].card)][0]
    while i < n:    # the moves are grouped by suit
        suit = suit_of(moves[i].card)
        look_at_suit(c, w, seat, place, suit, winning, partners, &held)
        while i < n and suit_of(moves[i].card) == suit:
            moves[i].score = score_of(w, moves[i].card, &held)
            i += 1


cdef inline uint64_t served_key(
    Context* c, int seat, int place, int led, uint64_t winning, int winner,
) noexcept nogil:
    """The key of the table of cards that served (``_order.pxi``), hashed.

    It has the seat and its place in the trick. For a lead or a discard it also has the seat's hand;
    for a card that follows suit, all cards of the suit left and the best card on the table. Finer
    keys are found again too seldom.
    """
    cdef uint64_t look = c.hand[seat]
    if place and c.hand[seat] & LANE << 16 * led:
        look = ((c.hand[0] | c.hand[1] | c.hand[2]) & LANE << 16 * led) ^ mix(winning)
    return mix(look ^ mix(c.served_salt + (seat + 4 * place))) | A_CARD


cdef inline uint64_t play(Context* c, int seat, uint64_t card) noexcept nogil:
    """Take a card out of a hand; return what ``take_back`` needs to undo this."""
    cdef int suit = suit_of(card)
    cdef uint64_t left = c.left[suit]
    c.hand[seat] ^= card
    c.left[suit] = left & ~pairs_of(c, card)
    return left


cdef inline void take_back(Context* c, int seat, uint64_t card, uint64_t left) noexcept nogil:
    c.hand[seat] ^= card
    c.left[suit_of(card)] = left
