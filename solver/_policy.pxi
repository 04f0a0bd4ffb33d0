# The policy of rollouts: the features of a position and of its legal cards, and the network that
# scores the cards. It is included in ``_rollout.pyx``, where deals are played out.
#
# A set of cards has a lane of 16 bits for each suit, with the lowest card of the suit in bit 0 of
# the lane. A card is the number of its bit.
#
# The network has one hidden layer of rectified units. Each feature is one-hot: its value selects a
# **row** of weights, one for each hidden unit. The rows of the position (``whole_rows``) and of a
# card (``lead_rows`` and the like, ``any_rows``) are added up; negative sums become 0; the output
# weights make a score of the rest. To this every row of a card adds a score of its own. All numbers
# are integers, so that the policy plays the same cards on every machine.

from libc.stdint cimport int16_t, int32_t, uint64_t

from ._bits cimport bits_count64, bits_high, bits_low
from ._random cimport next_random
from ._trick cimport beats, demanded, legal_of

cdef extern from "_rollout.h" nogil:
    void policy_add(int16_t* sums, const int16_t* row, int units)
    int32_t policy_total(const int16_t* sums, const int16_t* out, int units)

cdef enum:
    MOST_SEATS = 7
    LANE = 16
    SUIT_CARDS = 0x1FFF
    MOST_LEGAL = 17
    UNITS = 16              # of the hidden layer
    PLACES = 3              # leading, following suit, void: output weights for each
    WHOLE = 11              # features of a position
    FACTS = 12              # features of a card
    # The first rows: of a card by its place, of any card, and of the position.
    LEAD_ROWS = 0
    FOLLOW_ROWS = 372
    VOID_ROWS = 956
    ANY_ROWS = 1835
    HAND_ROWS = 3965
    ROW_COUNT = 5180

# The rules of a deal, which do not change as it is played.
cdef struct Rules:
    int seats
    uint64_t pack
    int trump               # its suit, -1 where there is none
    int duties              # flags, as in solver/rules/trick.py
    int spares              # whether the duties do not bind while a partner is winning
    int side[MOST_SEATS]    # the seats of each seat's side, a bit for each
    int kind[MOST_SEATS]    # the network of each seat
    int worth[16]           # of a card, by height
    int trick               # points of a trick, besides its cards

# The observation of the seat to play. What is known of the next seat is kept separately from what
# is known of the seats after that. Only seats that still play to the trick can beat or ruff a card.
cdef struct Seen:
    uint64_t hand
    uint64_t unseen         # the cards that others may hold, as far as the seat knows
    uint64_t table          # the cards of the trick so far
    uint64_t not_next       # the cards that the next seat has shown not to have
    uint64_t not_after      # and those that every later seat of the trick has shown not to have
    # Bits 13 to 15 of a lane: the next seat is void in the suit; a later seat is void; a later
    # seat of the trick that is void may ruff.
    uint64_t void
    int on_table
    int turn                # 0 for the leader, 2 for the last seat of a trick, 1 between
    int led                 # suit led, if any
    int winning             # the card winning so far, if any
    int points              # of the cards on the table
    int friend_wins         # a partner has the winning card
    int friend_next         # the next seat is a partner
    int friend_comes        # a partner still plays to the trick
    int foe_comes           # an opponent still plays to the trick

# A deal as it is being played, all hands known.
cdef struct Play:
    uint64_t hands[MOST_SEATS]
    uint64_t gone[MOST_SEATS]   # cards that each seat knows to be in no hand, besides those played
    uint64_t lacks[MOST_SEATS]  # cards that a seat has shown not to have
    uint64_t played
    uint64_t table
    int won[MOST_SEATS]     # points taken since this was loaded, or tricks if only these count
    int leader
    int on_table
    int led
    int winning
    int winner              # the seat whose card is winning so far
    int points              # of the cards on the table

# The weights of the networks, one kind after the other.
cdef struct Nets:
    const int16_t* own      # [HAND_ROWS]: the score that a card's row adds by itself
    const int16_t* rows     # [ROW_COUNT][UNITS]
    const int16_t* start    # [PLACES][UNITS]
    const int16_t* out      # [PLACES][UNITS]

# The legal cards of a seat, with their rows and scores.
cdef struct Choices:
    int count
    int place
    int whole[WHOLE]
    int cards[MOST_LEGAL]
    int alike[MOST_LEGAL]                   # how many equivalent cards each stands for
    int facts[MOST_LEGAL][FACTS]
    int scores[MOST_LEGAL]

# The features of a card, counted in cards unless said otherwise. "Unseen" are the cards that others
# may hold.
cdef struct Counted:
    int above                       # unseen cards of the suit above it
    int below                       # unseen cards of the suit below it
    int place                       # cards of the hand in the suit below it
    int own_above                   # cards of the hand in the suit above it
    int length                      # cards of the hand in the suit
    int others                      # unseen cards of the suit
    int top_above                   # unseen cards above the hand's highest of the suit
    int masters                     # cards of the hand above all unseen ones of the suit
    int is_trump
    int shown                       # bits: 1 the next seat is void, 2 a later one is
    int voids                       # how many of these bits are set
    int trumps_out                  # whether trumps are unseen
    int stage                       # a third of the tricks to come after this one, at most 4
    int is_last                     # whether the seat plays last to the trick
    int beats                       # whether the card beats the winning one
    int beaters                     # cards of the suit in the hand that beat the winning one
    int winning_above               # unseen cards above the winning one
    int gap_above                   # unseen cards up to the next higher card of the hand
    int gap_below                   # unseen cards down to the next lower card of the hand
    int next_above                  # unseen cards above it that the next seat may hold
    int after_above                 # unseen cards above it that later seats of the trick may hold
    int ruffed                      # whether a seat that still plays may ruff it
    int worth                       # points


cdef inline int lane(uint64_t cards, int suit) noexcept nogil:
    return <int>(cards >> LANE * suit & 0xFFFF)


cdef inline uint64_t lane_of(int suit) noexcept nogil:
    """All cards of a suit; none of suit -1."""
    return <uint64_t>SUIT_CARDS << LANE * suit if suit >= 0 else 0


cdef inline int count(int ranks) noexcept nogil:
    return bits_count64(<uint64_t>ranks)


cdef inline int higher(int ranks, int rank) noexcept nogil:
    """The number of ranks above ``rank``."""
    return bits_count64(<uint64_t>(ranks >> rank + 1))


cdef inline uint64_t above(int card) noexcept nogil:
    """The cards of a card's suit above it."""
    return <uint64_t>(SUIT_CARDS << (card & 15) + 1 & SUIT_CARDS) << LANE * (card >> 4)


# The game ------------------------------------------------------------------------------


cdef inline int seat_of(const Rules* r, int number) noexcept nogil:
    """``number`` modulo the number of seats, for numbers below twice as many."""
    return number - r.seats if number >= r.seats else number


cdef inline int in_turn(const Rules* r, const Play* p) noexcept nogil:
    return seat_of(r, p.leader + p.on_table)


cdef inline uint64_t owed(const Rules* r, const Play* p, bint follows) noexcept nogil:
    """The cards that the duties demand of the seat in turn, besides following suit."""
    if r.spares and r.side[p.winner] >> in_turn(r, p) & 1:
        return 0
    return demanded(
        r.duties, follows, p.winning >> 4 == (p.led if follows else r.trump), above(p.winning),
        lane_of(r.trump))


cdef inline uint64_t may_play(const Rules* r, const Play* p) noexcept nogil:
    """The cards that the seat in turn may play."""
    cdef uint64_t hand = p.hands[in_turn(r, p)], following
    if p.on_table == 0:
        return hand
    following = hand & lane_of(p.led)
    return legal_of(hand, following, owed(r, p, following != 0))


cdef inline void play_card(const Rules* r, Play* p, int card) noexcept nogil:
    """Play a legal card of the seat whose turn it is."""
    cdef uint64_t bit = <uint64_t>1 << card
    cdef int seat = in_turn(r, p), suit = card >> 4
    p.hands[seat] &= ~bit
    p.played |= bit
    if p.on_table == 0:
        p.led = suit
        p.winning = card
        p.winner = seat
    else:
        if suit != p.led:
            p.lacks[seat] |= lane_of(p.led)
        if beats(card, p.winning, r.trump):
            p.winning = card
            p.winner = seat
        else:
            p.lacks[seat] |= owed(r, p, suit == p.led)
    p.table |= bit
    p.points += r.worth[card & 15]
    p.on_table += 1
    if p.on_table == r.seats:
        p.leader = p.winner
        p.won[p.winner] += p.points + r.trick
        p.on_table = p.points = 0
        p.table = 0


# What a seat sees ----------------------------------------------------------------------


cdef inline uint64_t void_suits(uint64_t lacks) noexcept nogil:
    """The suits in which a seat is void: bit 13 of their lanes is set."""
    return lacks + 0x0001000100010001ULL & 0x2000200020002000ULL


cdef inline void observe(const Rules* r, const Play* p, int seat, Seen* seen) noexcept nogil:
    cdef int k, other = seat_of(r, seat + 1)
    # Bit k stands for the k-th seat after this one. ``come``: seats that still play to the trick;
    # ``side``: seats of this seat's side.
    cdef int come = (1 << r.seats - p.on_table) - 2
    cdef int side = r.side[seat] >> seat | r.side[seat] << r.seats - seat
    seen.hand = p.hands[seat]
    seen.unseen = r.pack & ~(p.hands[seat] | p.played | p.gone[seat])
    seen.table = p.table
    seen.not_next = p.lacks[other]
    seen.not_after = ~<uint64_t>0
    seen.void = void_suits(p.lacks[other])
    for k in range(2, r.seats):
        other = seat_of(r, seat + k)
        seen.void |= void_suits(p.lacks[other]) << 1
        if come >> k & 1:
            if seen.unseen & lane_of(r.trump) & ~p.lacks[other]:
                seen.void |= void_suits(p.lacks[other]) << 2
            seen.not_after &= p.lacks[other]
    seen.on_table = p.on_table
    seen.turn = (p.on_table > 0) + (come == 0)
    seen.led = p.led
    seen.winning = p.winning
    seen.points = p.points
    seen.friend_wins = p.on_table and r.side[seat] >> p.winner & 1
    seen.friend_next = side >> 1 & 1
    seen.friend_comes = (side & come) != 0
    seen.foe_comes = (~side & come) != 0


cdef inline int voids_shown(const Seen* seen, int suit) noexcept nogil:
    """Which seats have shown a void in a suit, as bits: 1 the next seat, 2 a later one."""
    return lane(seen.void, suit) >> 13 & 3


cdef inline int friends(const Seen* seen) noexcept nogil:
    """How partners stand in the trick, one of five cases.

    0: no partner is winning or still to play. 1: a partner is winning and opponents are to play, or
    the seat leads and a partner plays later than next. 2: no partner is winning, one plays next or,
    unless the seat leads, later. 3: the seat is last and no partner is winning. 4: a partner is
    winning and no opponent is to play.
    """
    if seen.friend_wins:
        return 1 if seen.foe_comes else 4
    if seen.turn == 2:
        return 3
    return 2 if seen.friend_next or seen.turn and seen.friend_comes else seen.friend_comes


# A list of rows being filled in. A feature takes as many rows as it can have values.
cdef struct Facts:
    int* next               # where the next row is written
    int begin               # the first row of the next feature


cdef inline int capped(int number, int of) noexcept nogil:
    """A number cut to ``of`` values, 0 to ``of`` - 1; a flag (``of`` = 2) is never greater."""
    return number if of <= 2 else min(number, of - 1)


cdef inline void add_row(
    Facts* f, int first, int of_first, int second, int of_second, int third, int of_third,
    int fourth, int of_fourth,
) noexcept nogil:
    """Add the row of a feature that combines four numbers, each with its number of values.

    The first number is never out of range.
    """
    f.next[0] = f.begin + capped(fourth, of_fourth) + of_fourth * (
        capped(third, of_third) + of_third * (capped(second, of_second) + of_second * first))
    f.next += 1
    f.begin += of_first * of_second * of_third * of_fourth


cdef inline void whole_rows(const Rules* r, const Seen* seen, Choices* out) noexcept nogil:
    """Fill in the rows of the position, and the place: leading, following suit or void."""
    cdef int suit, own, others, top, sort, masters, trumps_out = 0, above_it = 0
    cdef int left = bits_count64(seen.hand), nowhere, ruffed = 0, voids = 0
    cdef Facts f
    out.place = 0
    if seen.on_table:
        out.place = 1 if lane(seen.hand, seen.led) else 2
        above_it = higher(lane(seen.unseen, seen.winning >> 4), seen.winning & 15)
        ruffed = seen.winning >> 4 != seen.led
        voids = voids_shown(seen, seen.led)
        trumps_out = r.trump >= 0 and lane(seen.unseen, r.trump) != 0
    for suit in range(4):
        own = lane(seen.hand, suit)
        others = lane(seen.unseen, suit)
        sort = 1 if suit == r.trump else 2 if seen.on_table and suit == seen.led else 0
        masters = higher(own, bits_high(<uint64_t>others)) if others else count(own)
        top = higher(others, bits_high(<uint64_t>own)) if own else 3
        f.next = &out.whole[suit]
        f.begin = HAND_ROWS
        add_row(&f, sort, 3, count(own), 10, count(others), 10, 0, 1)
        f.next += 3
        add_row(&f, sort, 3, masters, 4, top, 4, voids_shown(seen, suit), 4)
    # How many of the unseen cards nobody holds, in five classes.
    nowhere = bits_count64(seen.unseen) - (r.seats - 1) * left + seen.on_table
    nowhere = 0 if nowhere <= 0 else 1 if nowhere < 3 else 2 if nowhere < 7 else 3 + (nowhere > 11)
    add_row(&f, out.place, 3, left, 18, nowhere, 5, 0, 1)
    add_row(&f, 2 * seen.turn + ruffed, 6, above_it, 6, voids, 4, trumps_out, 2)
    add_row(&f, friends(seen), 5, seen.turn, 3, seen.points, 11, 0, 1)


cdef inline void lead_rows(const Counted* c, Facts* f) noexcept nogil:
    add_row(f, c.is_trump, 2, c.above, 6, c.below, 6, 0, 1)
    add_row(f, c.is_trump, 2, c.length, 8, c.others, 10, 0, 1)
    add_row(f, c.is_trump, 2, c.top_above, 4, c.own_above, 4, 0, 1)
    add_row(f, c.is_trump, 2, c.voids, 3, c.above, 3, c.trumps_out, 2)
    add_row(f, c.stage, 5, c.is_trump, 2, c.above == 0, 2, c.top_above == 0, 2)
    add_row(f, c.is_trump, 2, c.place, 4, c.above, 4, 0, 1)


cdef inline void follow_rows(const Counted* c, Facts* f) noexcept nogil:
    cdef int kind = 2 * c.is_last + c.beats, kept = c.length - c.beaters
    cdef int least = c.place == (kept if c.beats else 0)
    cdef int most = c.own_above == (0 if c.beats else c.beaters)
    add_row(f, kind, 4, c.above, 6, c.below, 6, 0, 1)
    add_row(f, kind, 4, c.own_above, 4, c.place, 4, 0, 1)
    add_row(f, kind, 4, c.beaters, 4, kept, 4, 0, 1)
    add_row(f, kind, 4, c.shown & 1, 2, c.trumps_out, 2, 2 * least + most, 4)
    add_row(f, kind, 4, c.others, 10, c.stage, 5, 0, 1)
    add_row(f, kind, 4, c.winning_above, 6, c.above == 0, 2, 0, 1)


cdef inline void void_rows(const Counted* c, Facts* f) noexcept nogil:
    cdef int sort = 1 + c.beats if c.is_trump else 0
    add_row(f, c.is_last, 2, sort, 3, c.above, 6, c.below, 6)
    add_row(f, c.is_last, 2, sort, 3, c.length, 8, c.others, 10)
    add_row(f, sort, 3, c.own_above, 4, c.place, 4, 0, 1)
    add_row(f, sort, 3, c.top_above, 4, c.own_above, 4, 0, 1)
    add_row(f, c.is_last, 2, sort, 3, c.stage, 5, c.above == 0, 2)
    add_row(f, sort, 3, c.voids, 3, c.place, 3, 0, 1)


cdef inline void any_rows(
    const Counted* c, const Seen* seen, int place, int height, Facts* f,
) noexcept nogil:
    add_row(f, place, 3, c.is_trump, 2, c.beats, 2, height, 13)
    add_row(f, place, 3, c.beats, 2, c.gap_above, 5, c.gap_below, 5)
    add_row(f, place, 3, c.masters, 4, c.length - 1, 6, c.others, 5)
    add_row(f, 2 * place + c.is_trump, 6, c.shown, 4, c.above, 4, c.trumps_out, 2)
    add_row(f, 2 * place + c.beats, 6, c.next_above, 4, c.after_above, 4, c.ruffed, 2)
    add_row(f, 6 * place + min(c.worth, 5), 18, c.beats, 2, friends(seen), 5, seen.points, 6)


cdef inline void count_suit(
    const Rules* r, const Seen* seen, int suit, int own, Counted* c,
) noexcept nogil:
    """Count the features that the cards of a suit have in common."""
    cdef int unseen = lane(seen.unseen, suit), trumps
    c.length = count(own)
    c.others = count(unseen)
    c.top_above = min(higher(unseen, bits_high(<uint64_t>own)), 3)
    c.masters = higher(own, bits_high(<uint64_t>unseen)) if unseen else c.length
    c.is_trump = suit == r.trump
    c.shown = voids_shown(seen, suit)
    c.voids = (c.shown & 1) + (c.shown >> 1)
    c.beaters = 0
    c.ruffed = 0
    if seen.on_table:
        if suit == seen.winning >> 4:
            c.beaters = higher(own, seen.winning & 15)
        elif c.is_trump:
            c.beaters = c.length
    if c.trumps_out and not c.is_trump and seen.turn < 2:
        trumps = lane(seen.unseen, r.trump)
        c.ruffed = (trumps & ~lane(seen.not_next, r.trump)) != 0 and c.shown & 1
        if lane(seen.void, suit) >> 15:
            c.ruffed = 1


cdef inline void find_choices(
    const Rules* r, const Seen* seen, uint64_t legal, int every, Choices* out,
) noexcept nogil:
    """Fill in the legal cards with their rows, suit by suit from the lowest card up.

    Equivalent cards are listed once, by the lowest of them, unless ``every`` is set. Two cards are
    equivalent if they have equal points and no card between them is unseen or on the table.
    """
    cdef Counted c
    cdef Facts f
    cdef int own, suit, rank, before, unseen, between, n = 0
    c.stage = min((bits_count64(seen.hand) - 1) // 3, 4)
    c.trumps_out = r.trump >= 0 and lane(seen.unseen, r.trump) != 0
    c.is_last = seen.turn == 2
    c.winning_above = 0
    if seen.on_table:
        c.winning_above = higher(lane(seen.unseen, seen.winning >> 4), seen.winning & 15)
    for suit in range(4):
        own = lane(legal, suit)
        if own == 0:
            continue
        unseen = lane(seen.unseen, suit)
        between = unseen | lane(seen.table, suit)
        count_suit(r, seen, suit, own, &c)
        c.place = 0
        before = -1
        while own:
            rank = bits_low(<uint64_t>own)
            own &= own - 1
            if (not every and before >= 0 and r.worth[rank] == r.worth[before]
                    and between & ((1 << rank) - 1) & ~((1 << before) - 1) == 0):
                out.alike[n - 1] += 1
                c.place += 1
                before = rank
                continue
            c.own_above = c.length - 1 - c.place
            c.above = higher(unseen, rank)
            c.below = c.others - c.above
            c.beats = c.own_above < c.beaters
            c.gap_below = count(unseen & ((1 << rank) - 1) & ~((1 << before) - 1)) if (
                before >= 0) else 4
            c.gap_above = 4
            if own:
                c.gap_above = count(
                    unseen & ((1 << bits_low(<uint64_t>own)) - 1) & ~((1 << rank) - 1))
            c.next_above = c.after_above = 0
            if seen.turn < 2:
                c.next_above = higher(unseen & ~lane(seen.not_next, suit), rank)
            if seen.on_table < r.seats - 2:
                c.after_above = higher(unseen & ~lane(seen.not_after, suit), rank)
            c.worth = r.worth[rank]
            f.next = out.facts[n]
            if out.place == 0:
                f.begin = LEAD_ROWS
                lead_rows(&c, &f)
            elif out.place == 1:
                f.begin = FOLLOW_ROWS
                follow_rows(&c, &f)
            else:
                f.begin = VOID_ROWS
                void_rows(&c, &f)
            f.begin = ANY_ROWS
            any_rows(&c, seen, out.place, rank, &f)
            out.cards[n] = LANE * suit + rank
            out.alike[n] = 1
            c.place += 1
            before = rank
            n += 1
    out.count = n


# The network ---------------------------------------------------------------------------


cdef inline void score_choices(const Nets* nets, int kind, Choices* out) noexcept nogil:
    cdef const int16_t* own_of = nets.own + HAND_ROWS * kind
    cdef const int16_t* rows = nets.rows + ROW_COUNT * UNITS * kind
    cdef int place = UNITS * (PLACES * kind + out.place)
    cdef int16_t base[16]
    cdef int16_t sums[16]
    cdef int k, f, u, own
    cdef int32_t total
    for u in range(UNITS):
        base[u] = nets.start[place + u]
    for f in range(WHOLE):
        policy_add(base, rows + UNITS * out.whole[f], UNITS)
    for k in range(out.count):
        for u in range(UNITS):
            sums[u] = base[u]
        own = 0
        for f in range(FACTS):
            own += own_of[out.facts[k][f]]
            policy_add(sums, rows + UNITS * out.facts[k][f], UNITS)
        total = policy_total(sums, nets.out + place, UNITS)
        out.scores[k] = own + (total * 25 >> 10)


cdef inline int best_of(const Choices* found) noexcept nogil:
    """The card with the highest score; ties go to the lowest card, then in the order S H D C."""
    cdef int k, best = 0
    for k in range(1, found.count):
        if found.scores[k] > found.scores[best] or (
            found.scores[k] == found.scores[best]
            and (found.cards[k] & 15) < (found.cards[best] & 15)
        ):
            best = k
    return found.cards[best]


cdef inline int policy_card(const Nets* nets, const Rules* r, const Play* p) noexcept nogil:
    """The card that the policy plays for the seat in turn."""
    cdef Seen seen
    cdef Choices found
    cdef uint64_t legal = may_play(r, p)
    cdef int seat = in_turn(r, p)
    if legal & (legal - 1) == 0:
        return bits_low(legal)
    observe(r, p, seat, &seen)
    whole_rows(r, &seen, &found)
    find_choices(r, &seen, legal, 0, &found)
    if found.count == 1:
        return found.cards[0]
    score_choices(nets, r.kind[seat], &found)
    return best_of(&found)


cdef inline uint64_t one_of(uint64_t cards, uint64_t* state) noexcept nogil:
    """A random card of a set, uniform up to a bias of 52 in 2^64."""
    cdef int _skipped
    for _skipped in range(<int>(next_random(state) % <uint64_t>bits_count64(cards))):
        cards &= cards - 1
    return cards & ~cards + 1


cdef inline int next_card(
    const Nets* nets, const Rules* r, const Play* p, uint64_t random_seats, uint64_t* state
) noexcept nogil:
    """The next card: random if its seat's bit of ``random_seats`` is set, else the policy's."""
    if not random_seats >> in_turn(r, p) & 1:
        return policy_card(nets, r, p)
    return bits_low(one_of(may_play(r, p), state))


cdef inline void play_out(
    const Nets* nets, const Rules* r, Play* p, uint64_t random_seats, int* course
) noexcept nogil:
    """Play the deal to its end and note the cards; ``random_seats`` also seeds the random cards."""
    cdef uint64_t state = random_seats
    while p.hands[in_turn(r, p)]:
        course[0] = next_card(nets, r, p, random_seats, &state)
        play_card(r, p, course[0])
        course += 1
