# Move generation: the legal cards, those that need not be tried, and move ordering.

cdef enum:
    EVERY_DUTY = RISE | RUFF | OVERRUFF
    TRUMPS = 0xFF           # the cards of suit 0

cdef enum:                  # features of a move; its score is their weighted sum
    OPEN_TRICK              # 1 if it is not known which side will win the trick
    OPEN_WORTH              # if so, the points of the trick with this card
    SERVES                  # 1 if the side that the seat to play wants to win the trick will win it
    SERVES_WORTH
    HARMS                   # 1 if the other side will
    HARMS_WORTH
    TRUMP
    TRUMP_RANK
    PLAIN_RANK
    OWN_LENGTH              # cards of its suit in the hand of the seat to play
    ALONE                   # 1 if it is the only one of these
    OWN_HIGHEST             # 1 if it is the highest of these
    TOP_OF_SUIT             # 1 if no other hand has a higher card of the suit
    FOES_LENGTH             # cards of its suit on the other side
    RANK_AGAINST            # its rank, if the seat wants the counted side to get few points
    FOES_HIGHEST            # points of the other side's highest card of the suit
    PARTNERS_HIGHEST        # points of its partners' highest card of the suit
    # Of a lead:
    PARTNERS_LENGTH         # cards of its suit in its partners' hands
    PARTNER_ABOVE           # 1 if a partner has the highest card of all other hands
    NOBODY_ELSE             # 1 if no other hand has the suit
    FOES_RUFF               # 1 if a seat of the other side can ruff
    ABOVE_FOES              # 1 if not top, but the seat has a card above the other side's
    # Of a card that follows:
    BEATS_RANK = PARTNERS_LENGTH  # its rank, if it becomes the best of the trick
    DISCARD
    DISCARD_RANK
    DISCARD_TOP
    OWN_TRICK_POINTS        # its points, if its side is winning the trick with it
    FOES_TRICK_POINTS       # its points, if the other side is
    FEATURES

cdef extern from "_points_weights.h" nogil:
    const int16_t MANNI_POINTS_WEIGHTS[3][4][FEATURES]


cdef inline uint32_t lane(int suit) noexcept nogil:
    """All the bits of a suit."""
    return <uint32_t>0xFF << 8 * suit


cdef inline uint32_t lane_of(uint32_t card) noexcept nogil:
    """All the bits of a card's suit."""
    return <uint32_t>0xFF << (bits_low(card) & 24)


cdef inline uint32_t above(uint32_t card) noexcept nogil:
    """The bits of the suit above a card."""
    return lane_of(card) & ~(card | (card - 1))


cdef inline int points_of(Context* c, uint32_t card) noexcept nogil:
    return c.step[bits_low(card) & 7]


cdef inline uint32_t beating(Context* c, Trick* trick) noexcept nogil:
    """A mask of the cards that beat the card winning so far."""
    cdef uint32_t bits = above(trick.winning)
    if c.trumps and not trick.winning & TRUMPS:
        bits |= TRUMPS
    return bits


cdef inline uint32_t legal_cards(Context* c, uint32_t hand, Trick* trick) noexcept nogil:
    """The legal cards of the seat to play."""
    cdef uint32_t following = hand & trick.led, trumps = TRUMPS if c.trumps else 0, better = 0
    if trick.place and c.foes[trick.seat] >> trick.winner & 1:
        better = demanded(
            c.duties, following != 0, trick.winning & (trick.led if following else trumps) != 0,
            above(trick.winning), trumps)
    return legal_of(hand, following, better)


cdef inline int next_seat(Context* c, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < c.hands else 0


cdef inline Trick new_trick(int leader) noexcept nogil:
    cdef Trick trick
    trick.place = trick.worth = 0
    trick.seat = trick.winner = leader
    trick.led = trick.winning = 0
    return trick


cdef inline Trick after(Context* c, Trick* trick, uint32_t card) noexcept nogil:
    """The trick after the seat to play has played a card."""
    cdef Trick next = trick[0]
    next.place += 1
    next.seat = next_seat(c, trick.seat)
    next.worth += points_of(c, card)
    if trick.place == 0:
        next.led = lane_of(card)
    if trick.place == 0 or card & beating(c, trick):
        next.winning = card
        next.winner = trick.seat
    return next


# Which side wins a trick that is not complete. Here all duties hold (to rise, to ruff, to
# overruff): a seat that can beat an opponent must. Seats of different sides are opponents in every
# game. So the side that will win is known
#
# * with one seat to play: the other side, if that seat belongs to it and can beat the winner;
# * with two: if the first one's cards that beat, and those that do not, lead to the same side;
# * with more: if no seat of the other side can beat the winner, or one can and no seat of the
#   winner's side can.

cdef enum:
    OPEN = -1               # not known; else 0, the others, or 1, the counted side


cdef inline uint32_t can_beat(Context* c, uint32_t left, int seat, Trick* trick) noexcept nogil:
    cdef uint32_t hand = left & c.dealt[seat]
    return (hand & trick.led if hand & trick.led else hand) & beating(c, trick)


cdef inline int side_after_last(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that wins a trick with one seat to play, if all duties hold."""
    cdef bint winning = c.side[trick.winner]
    if c.side[trick.seat] != winning and can_beat(c, left, trick.seat, trick):
        return not winning
    return winning


cdef inline int side_after_two(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that wins a trick with two seats to play, or OPEN.

    Two plays of the first seat are tried: its highest card that beats the winner, and one that does
    not, or else its lowest. If both lead to the same side, so do all between: whoever beats the
    highest beats these too, and whoever cannot beat the trick after the lower one cannot either.
    """
    cdef uint32_t legal = legal_cards(c, left & c.dealt[trick.seat], trick)
    cdef uint32_t beats = legal & beating(c, trick)
    cdef Trick next = trick[0]
    cdef int at_best, at_worst = OPEN
    next.seat = next_seat(c, trick.seat)
    if legal != beats:
        at_worst = side_after_last(c, left, &next)
    if beats == 0:
        return at_worst
    next.winner = trick.seat
    if at_worst == OPEN:
        next.winning = low_bit(beats)
        at_worst = side_after_last(c, left, &next)
    next.winning = high_bit(beats)
    at_best = side_after_last(c, left, &next)
    return at_best if at_best == at_worst else OPEN


cdef int side_of_trick(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that will win a trick if all duties hold, or OPEN."""
    cdef int to_play = c.hands - trick.place, seat = trick.seat, _k
    cdef bint winning = c.side[trick.winner]
    cdef bint[2] can
    if to_play == 0:
        return winning
    if to_play == 1:
        return side_after_last(c, left, trick)
    if to_play == 2:
        return side_after_two(c, left, trick)
    can[0] = can[1] = False
    for _k in range(to_play):
        if can_beat(c, left, seat, trick):
            can[c.side[seat]] = True
        seat = next_seat(c, seat)
    if not can[not winning]:
        return winning
    return OPEN if can[winning] else not winning


# Groups. A *group* is cards of a hand with no card of another hand between them. They win and lose
# against the same cards, and put the same duties on others. So after either of two such cards the
# rest of the play can be the same, with the two exchanged. All that differs is which of them is in
# this trick and which in a later one. Let d be the difference of their points.
#
# *Sure side*: suppose it is known which side wins this trick. With the dearer card in it that side
# gets d more now, and loses at most d in the later trick. So for this side the dearer card is at
# least as good, and for the other side the cheaper. One card of the group is enough.
#
# With all duties the side is mostly known. Otherwise all cards of a group are listed. Those worth
# the same lead to starts that have the same bounds in the table.

cdef int list_moves(Context* c, uint32_t left, Trick* trick, Move* moves) noexcept nogil:
    """List the cards that the seat to play has to try; return how many there are."""
    cdef uint32_t hand = left & c.dealt[trick.seat]
    cdef uint32_t legal = legal_cards(c, hand, trick)
    cdef uint32_t fence = left & ~hand, card, below, group, listed
    cdef Trick next
    cdef int n = 0, side
    cdef bint serves
    cdef bint sure = c.switches & USE_SURE_SIDE and (
        trick.place == c.hands - 1 or c.duties == EVERY_DUTY)
    if trick.place:
        fence |= trick.winning
    while legal:
        card = high_bit(legal)
        below = fence & lane_of(card) & (card - 1)
        group = legal & lane_of(card) & (card | (card - 1))
        if below:
            group &= ~((high_bit(below) << 1) - 1)
        legal ^= group
        next = after(c, trick, card)
        side = side_of_trick(c, left ^ card, &next)
        serves = side != OPEN and side == c.wants_many[trick.seat]
        listed = group
        if sure and side != OPEN:
            listed = card if serves else low_bit(group)
        while listed:
            card = low_bit(listed)
            listed ^= card
            moves[n].card = moves[n].lowest = card
            moves[n].side = side
            moves[n].serves = serves
            moves[n].score = 0
            n += 1
    return n


cdef inline int score_of_lead(
    Context* c, const int16_t* w, uint32_t left, Trick* trick, uint32_t card, uint32_t opposed,
    uint32_t partners,
) noexcept nogil:
    """The part of a score that only leads have."""
    cdef uint32_t suit = lane_of(card), theirs, others = opposed | partners
    cdef int seat, score = w[PARTNERS_LENGTH] * bits_count64(partners)
    if others == 0:
        score += w[NOBODY_ELSE]
    if partners > opposed:
        score += w[PARTNER_ABOVE]
    if c.trumps and not card & TRUMPS:
        for seat in range(c.hands):
            theirs = left & c.dealt[seat]
            if c.side[seat] != c.side[trick.seat] and not theirs & suit and theirs & TRUMPS:
                score += w[FOES_RUFF]
                break
    if opposed and left & c.dealt[trick.seat] & suit > opposed and others & above(card):
        score += w[ABOVE_FOES]
    return score


cdef inline int score_of_follower(
    Context* c, const int16_t* w, Trick* trick, Move* move, bint top,
) noexcept nogil:
    """The part of a score that only cards after the lead have."""
    cdef Trick next = after(c, trick, move.card)
    cdef int place = bits_low(move.card) & 7, score = 0
    if next.winner == trick.seat:
        score = w[BEATS_RANK] * place
    if not move.card & trick.led and not (c.trumps and move.card & TRUMPS):
        score += w[DISCARD] + w[DISCARD_RANK] * place
        if top:
            score += w[DISCARD_TOP]
    return score + points_of(c, move.card) * w[
        OWN_TRICK_POINTS if c.side[next.winner] == c.side[trick.seat] else FOES_TRICK_POINTS]


cdef int score_of(Context* c, uint32_t left, Trick* trick, Move* move) noexcept nogil:
    """Score a move by weighted features. The order of moves cannot change a value."""
    cdef const int16_t* w
    cdef uint32_t card = move.card, suit = lane_of(card), hand = left & c.dealt[trick.seat]
    cdef uint32_t own = hand & suit, others = left & suit & ~hand, opposed, partners
    cdef bint mine = c.side[trick.seat], top = not others & above(card)
    cdef int worth = trick.worth + points_of(c, card), place = bits_low(card) & 7, score
    w = &MANNI_POINTS_WEIGHTS[2 if c.avoids else c.trumps][2 * mine + (trick.place > 0)][0]
    opposed = others & c.cards_of[not mine]
    partners = others ^ opposed
    if move.side == OPEN:
        score = w[OPEN_TRICK] + w[OPEN_WORTH] * worth
    elif move.serves:
        score = w[SERVES] + w[SERVES_WORTH] * worth
    else:
        score = w[HARMS] + w[HARMS_WORTH] * worth
    if c.trumps and card & TRUMPS:
        score += w[TRUMP] + w[TRUMP_RANK] * place
    else:
        score += w[PLAIN_RANK] * place
    score += w[OWN_LENGTH] * bits_count64(own) + w[FOES_LENGTH] * bits_count64(opposed)
    if own == card:
        score += w[ALONE]
    if card == high_bit(own):
        score += w[OWN_HIGHEST]
    if top:
        score += w[TOP_OF_SUIT]
    if not c.wants_many[trick.seat]:
        score += w[RANK_AGAINST] * place
    if opposed:
        score += w[FOES_HIGHEST] * points_of(c, high_bit(opposed))
    if partners:
        score += w[PARTNERS_HIGHEST] * points_of(c, high_bit(partners))
    if trick.place:
        return score + score_of_follower(c, w, trick, move, top)
    return score + score_of_lead(c, w, left, trick, card, opposed, partners)


cdef inline uint64_t served_key(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The key of the table of cards that served (``_order.pxi``), hashed.

    It has the seat, its place in the trick and the card that wins so far. For a lead or a discard
    it also has the seat's hand; for a card that follows suit, all cards of the suit left.
    """
    cdef uint64_t hand = left & c.dealt[trick.seat]
    cdef uint64_t look = left & trick.led if hand & trick.led else hand
    look ^= <uint64_t>trick.winning << 32
    look ^= (c.served_salt * 64 + trick.seat + 8 * trick.place) * 0x9E3779B97F4A7C15ULL
    return mix(look) | A_CARD
