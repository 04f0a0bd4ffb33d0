# The moves of a seat: which are legal, which need not be tried, in what order.

cdef enum:
    EVERY_DUTY = RISE | RUFF | OVERRUFF
    TRUMPS = 0xFF           # the cards of suit 0

cdef enum:                  # features of a move that its score weighs
    OPEN_TRICK              # 1 if it is not known which side will win the trick
    OPEN_WORTH              # points of the trick so far, if not
    SERVES                  # 1 if it will go where the seat to play wants it
    SERVES_WORTH
    HARMS                   # 1 if not
    HARMS_WORTH
    TRUMP
    TRUMP_RANK
    PLAIN_RANK
    OWN_LENGTH              # cards of the suit in its own hand
    ALONE                   # it is the only one
    OWN_HIGHEST             # it is the highest of them
    TOP_OF_SUIT             # nobody can beat it in the suit
    FOES_LENGTH             # cards of the suit on the other side
    RANK_AGAINST            # its rank, where the seat wants the counted side to get few
    FOES_HIGHEST            # points of the highest of these
    PARTNERS_HIGHEST        # and of its partners'
    # Of a lead:
    PARTNERS_LENGTH
    PARTNER_ABOVE           # 1 if a partner has the highest card of all others
    NOBODY_ELSE             # 1 if nobody else has the suit
    FOES_RUFF               # 1 if one of them can
    ABOVE_FOES              # 1 if the highest own one is, and this one is beaten
    # Of a card that follows:
    BEATS_RANK = PARTNERS_LENGTH
    DISCARD
    DISCARD_RANK
    DISCARD_TOP
    OWN_TRICK_POINTS        # the card's, if its side wins the trick then
    FOES_TRICK_POINTS
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
    """The bits that beat the card winning so far."""
    cdef uint32_t bits = above(trick.winning)
    if c.trumps and not trick.winning & TRUMPS:
        bits |= TRUMPS
    return bits


cdef inline uint32_t legal_cards(Context* c, uint32_t hand, Trick* trick) noexcept nogil:
    """The cards of the seat to play that it may play."""
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
    """The trick once the seat to play has played a card."""
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


# Who wins a trick. Under every duty a seat that can beat a foe has to, and one of the other side
# than the winner's is his foe in every game. So the side that wins is known once one seat is to
# play; with two to play where all ways of the first to beat, and not to, come to the same; with
# more, where nobody of the other side can beat, or it can and nobody of the winner's side.

cdef enum:
    OPEN = -1               # beside 0, the others, and 1, the counted side


cdef inline uint32_t can_beat(Context* c, uint32_t left, int seat, Trick* trick) noexcept nogil:
    cdef uint32_t hand = left & c.dealt[seat]
    return (hand & trick.led if hand & trick.led else hand) & beating(c, trick)


cdef inline int side_after_last(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that wins a trick to which one seat is yet to play, under every duty."""
    cdef bint winning = c.side[trick.winner]
    if c.side[trick.seat] != winning and can_beat(c, left, trick.seat, trick):
        return not winning
    return winning


cdef inline int side_after_two(Context* c, uint32_t left, Trick* trick) noexcept nogil:
    """The side that wins a trick to which two seats are yet to play, or OPEN.

    The first one's highest and lowest cards that beat are tried: what lies between comes to what
    they have in common.
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
    """The side that will win a trick in progress under every duty, or OPEN."""
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


# Groups. Cards of a hand with nobody's card between them win and lose alike and bind alike,
# so what follows after one of them follows after the other, with the two in each other's
# place; all that differs is that one of them is in this trick and one in a later one. Let d
# be what the dearer is worth more. So the values of the two differ by at most d (*group slack*).
# If the side that wins this trick is known, the dearer card in it is worth d more to that side,
# and the later trick gives it back at most: that side does no worse with the dearer card, the
# other with the cheaper (*sure side*), and one of the group is enough. Under every duty it mostly
# is known, and cards of a group worth the same lead to starts that the table knows for one another.

cdef int list_moves(Context* c, uint32_t left, Trick* trick, Move* moves) noexcept nogil:
    """List the cards to try of the seat to play."""
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
            moves[n].group = group
            moves[n].side = side
            moves[n].serves = serves
            moves[n].score = 0
            n += 1
    return n


cdef inline int score_of_lead(
    Context* c, const int16_t* w, uint32_t left, Trick* trick, uint32_t card, uint32_t opposed,
    uint32_t partners,
) noexcept nogil:
    """Score what matters of a lead alone."""
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
    """Score what matters of a card that follows alone."""
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
    """Score a move by weighted features; the order cannot change a value."""
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
    """What has to be the same for a card to be worth trying again, hashed.

    The seat and its place in the trick; leading or discarding, its hand; following, all cards
    of the suit; and the card that wins so far.
    """
    cdef uint64_t hand = left & c.dealt[trick.seat]
    cdef uint64_t look = left & trick.led if hand & trick.led else hand
    look ^= <uint64_t>trick.winning << 32
    look ^= (c.served_salt * 64 + trick.seat + 8 * trick.place) * 0x9E3779B97F4A7C15ULL
    return mix(look) | A_CARD
