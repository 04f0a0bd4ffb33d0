"""Zero-window alpha-beta search over patterns of relative ranks."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from solver._bits cimport bits_count16, bits_high, bits_low
from solver._table cimport (
    Bucket, table_bucket, table_clear, table_free, table_grow, table_hash, table_init, table_store,
    table_wants_growth,
)

from time import monotonic

cdef enum:
    STOPPED = -1
    UNKNOWN = -2
    CHECK_EVERY = 16384

    USE_TABLE = 1
    USE_BOUNDS = 2
    USE_ORDER = 4
    USE_EQUALS = 8
    USE_TWO_SIDED = 16
    USE_NULLO_BOUNDS = 32

cdef uint64_t FENCES = 0x8000800080008000ULL
cdef uint64_t LANE = 0xFFFFULL

cdef struct Move:
    uint64_t card       # the highest of a group of equal cards, as a bit
    uint64_t lowest     # the lowest of the group
    int score


cdef inline uint64_t length_of_one(uint64_t card, int seat) noexcept nogil:
    """The shape's unit of one card of this suit in this hand."""
    return 1ULL << (4 * (3 * (bits_low(card) >> 4) + seat))


cdef inline int length(uint64_t shape, int suit, int seat) noexcept nogil:
    return <int>(shape >> (4 * (3 * suit + seat)) & 15)


cdef inline uint64_t high_bit(uint64_t x) noexcept nogil:
    return 1ULL << bits_high(x)


cdef inline uint64_t low_bit(uint64_t x) noexcept nogil:
    return x & (~x + 1)


cdef inline int count_lane(uint64_t x, int suit) noexcept nogil:
    return bits_count16(x >> 16 * suit & LANE)


cdef inline uint64_t lane_of(uint64_t card) noexcept nogil:
    """All the bits of a card's suit."""
    return LANE << (bits_low(card) & 48)


# ---------------------------------------------------------------- moves

cdef int list_moves(Context* c, uint64_t legal, uint64_t others, Move* moves) noexcept nogil:
    """List the groups of equal cards among ``legal``; ``others`` stand between groups."""
    cdef uint64_t fence = others | FENCES, card, below, group
    cdef int n = 0, low
    cdef bint equals = c.switches & USE_EQUALS
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
        n += 1
        legal &= ~group
    return n


cdef inline void widen(Marks* marks, Move* moves, int n) noexcept nogil:
    """After all groups were tried: a group in the pattern must be in it whole.

    In another deal with the same pattern the group's lower cards may be no longer
    equal to its top one, and were not tried.
    """
    cdef int i
    cdef uint64_t lane, part
    for i in range(n):
        if moves[i].card == moves[i].lowest:
            continue
        lane = lane_of(moves[i].card)
        part = marks.top & lane
        if part and low_bit(part) <= moves[i].card:
            marks.top |= moves[i].lowest
        part = marks.bottom & lane
        if part and high_bit(part) >= moves[i].lowest:
            marks.bottom |= moves[i].card


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


cdef void score_moves(
    Context* c, Move* moves, int n, int seat, int place, int led, uint64_t winning, int winner,
) noexcept nogil:
    """Score moves by weighted features; ``place`` 0 leads, 1 and 2 follow."""
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


# ---------------------------------------------------------------- the trick

cdef inline void mark_trick(
    Context* c, uint64_t everything, uint64_t winning, uint64_t beaten, Marks* marks,
) noexcept nogil:
    """Note why ``winning`` beat ``beaten``, the next best card of its suit (0 for none).

    Either the winner and all above it are fixed, or the beaten card and all below
    it; what needs fewer cards that are not fixed already is taken.
    """
    cdef uint64_t lane, part
    cdef int suit, tops, bottoms
    if beaten == 0:
        return
    if not c.switches & USE_TWO_SIDED:
        marks.top |= winning
        return
    lane = lane_of(winning)
    part = marks.top & lane
    if part and low_bit(part) <= winning:
        return
    part = marks.bottom & lane
    if part and high_bit(part) >= beaten:
        return
    suit = bits_low(winning) >> 4
    tops = count_lane(everything & lane & ~(winning - 1), suit)
    bottoms = count_lane(everything & lane & ((beaten << 1) - 1), suit)
    if tops <= bottoms:
        marks.top |= winning
    else:
        marks.bottom |= beaten


cdef inline void take(
    Context* c, uint64_t card, int seat, uint64_t* winning, int* winner, uint64_t* beaten,
) noexcept nogil:
    """Add a card to the trick: who wins it so far, and the next best card of the winning suit."""
    if lane_of(card) == lane_of(winning[0]):
        if card > winning[0]:
            beaten[0] = winning[0]
            winning[0] = card
            winner[0] = seat
        elif card > beaten[0]:
            beaten[0] = card
    elif c.kind == 0 and card & LANE:
        winning[0] = card
        beaten[0] = 0
        winner[0] = seat


cdef int follow(
    Context* c, int place, int seat, int led, uint64_t everything, uint64_t shape, int tricks, int target,
    uint64_t winning, int winner, uint64_t beaten, Marks* out,
) noexcept nogil:
    """Play the second or third card of a trick.

    ``winning`` is the best card so far, ``winner`` its seat, ``beaten`` the best
    of the other cards of its suit.
    """
    cdef Move moves[16]
    cdef int i, n, result, won_by
    cdef uint64_t legal = c.hand[seat] & LANE << 16 * led, others, card, best, second
    cdef bint want = (seat == 0) != c.nullo
    cdef Marks marks, all_marks
    if legal == 0:
        legal = c.hand[seat]
    others = c.hand[0] | c.hand[1] | c.hand[2] | winning
    n = list_moves(c, legal, others & ~c.hand[seat], moves)
    if n > 1 and c.switches & USE_ORDER:
        score_moves(c, moves, n, seat, place, led, winning, (winner + 3 - seat) % 3)
    all_marks.top = all_marks.bottom = 0
    for i in range(n):
        next_best(moves, i, n)
        card = moves[i].card
        best = winning
        second = beaten
        won_by = winner
        take(c, card, seat, &best, &won_by, &second)
        c.hand[seat] ^= card
        if place == 1:
            result = follow(
                c, 2, (seat + 1) % 3, led, everything, shape - length_of_one(card, seat), tricks,
                target, best, won_by, second, &marks)
        else:
            result = lead(
                c, won_by, shape - length_of_one(card, seat), tricks - 1,
                target - (1 if won_by == 0 else 0), &marks)
            if result >= 0:
                mark_trick(c, everything, best, second, &marks)
        c.hand[seat] ^= card
        if result < 0:
            return result
        if result == want:
            out[0] = marks
            return result
        all_marks.top |= marks.top
        all_marks.bottom |= marks.bottom
    widen(&all_marks, moves, n)
    out[0] = all_marks
    return not want


cdef int lead(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """Whether the counted seat takes at least ``target`` of the ``tricks`` to come."""
    cdef Move moves[16]
    cdef int i, n, result
    cdef uint64_t everything, key, hash, card
    cdef uint64_t code[2]
    cdef Bucket* bucket
    cdef bint want = (leader == 0) != c.nullo
    cdef Marks marks, all_marks
    out.top = out.bottom = 0
    if target <= 0:
        return 1
    if target > tricks:
        return 0
    if tricks == 1:
        return last_trick(c, leader, out)
    c.nodes += 1
    if c.nodes >= c.next_check:
        c.next_check = c.nodes + CHECK_EVERY
        if check(c):
            return STOPPED
    if c.switches & USE_BOUNDS:
        result = static_bound(c, leader, shape, tricks, target, out)
        if result >= 0:
            return result
    everything = c.hand[0] | c.hand[1] | c.hand[2]
    if c.switches & USE_TABLE:
        code[0] = (c.owners[0][everything & 0x1FFF]
                   | <uint64_t>c.owners[1][everything >> 16 & 0x1FFF] << 32)
        code[1] = (c.owners[2][everything >> 32 & 0x1FFF]
                   | <uint64_t>c.owners[3][everything >> 48 & 0x1FFF] << 32)
        key = shape | <uint64_t>leader << 48 | <uint64_t>c.kind << 50
        hash = table_hash(key, code[0], code[1])
        bucket = table_bucket(&c.table, hash)
        if bucket.generation == c.table.generation:
            result = probe(c, bucket, key, code, everything, target, out)
            if result >= 0:
                return result
    n = list_moves(c, c.hand[leader], everything & ~c.hand[leader], moves)
    if n > 1 and c.switches & USE_ORDER:
        score_moves(c, moves, n, leader, 0, 0, 0, 0)
    all_marks.top = all_marks.bottom = 0
    result = not want
    for i in range(n):
        next_best(moves, i, n)
        card = moves[i].card
        c.hand[leader] ^= card
        result = follow(
            c, 1, (leader + 1) % 3, bits_low(card) >> 4, everything, shape - length_of_one(card, leader), tricks,
            target, card, leader, 0, &marks)
        c.hand[leader] ^= card
        if result < 0:
            return result
        if result == want:
            all_marks = marks
            break
        all_marks.top |= marks.top
        all_marks.bottom |= marks.bottom
    if result != want:
        widen(&all_marks, moves, n)
    if c.switches & USE_TABLE:
        store(c, key, hash, code, everything, &all_marks,
              target if result else 0, tricks if result else target - 1)
    out[0] = all_marks
    return result


cdef int last_trick(Context* c, int leader, Marks* out) noexcept nogil:
    """Whether the counted seat wins the only trick left; every play is forced."""
    cdef int seat = leader, winner = leader, k
    cdef uint64_t winning = c.hand[leader], beaten = 0
    cdef uint64_t everything = c.hand[0] | c.hand[1] | c.hand[2]
    for k in range(2):
        seat = (seat + 1) % 3
        take(c, c.hand[seat], seat, &winning, &winner, &beaten)
    mark_trick(c, everything, winning, beaten, out)
    return winner == 0


# ---------------------------------------------------------------- the table

cdef int probe(
    Context* c, Bucket* bucket, uint64_t key, uint64_t* code, uint64_t everything, int target,
    Marks* out,
) noexcept nogil:
    cdef uint32_t i
    cdef int result
    for i in range(bucket.used):
        if bucket.meta[i] >> 10 != key:
            continue
        if <int>(bucket.meta[i] & 31) >= target:
            result = 1
        elif <int>(bucket.meta[i] >> 5 & 31) < target:
            result = 0
        else:
            continue
        if ((bucket.code[i][0] ^ code[0]) & bucket.mask[i][0]
                or (bucket.code[i][1] ^ code[1]) & bucket.mask[i][1]):
            continue
        out.top = out.bottom = 0
        unmask(bucket.mask[i][0] & 0xFFFFFFFFULL, everything, 0, out)
        unmask(bucket.mask[i][0] >> 32, everything, 1, out)
        unmask(bucket.mask[i][1] & 0xFFFFFFFFULL, everything, 2, out)
        unmask(bucket.mask[i][1] >> 32, everything, 3, out)
        return result
    return UNKNOWN


cdef inline void unmask(uint64_t mask, uint64_t everything, int suit, Marks* out) noexcept nogil:
    """Turn a suit's mask back into marks on the cards of this position."""
    cdef uint64_t lane = everything >> 16 * suit & LANE
    cdef int tops, i
    if mask == 0:
        return
    tops = bits_low(~mask) >> 1
    mask >>= 2 * tops
    for i in range(tops - 1):
        lane ^= high_bit(lane)
    if tops:
        lane = high_bit(lane)
        out.top |= lane << 16 * suit
    if mask:
        # The bottom part: its first place is that of its highest card.
        lane = everything >> 16 * suit & LANE
        tops += bits_low(mask) >> 1
        for i in range(tops):
            lane ^= high_bit(lane)
        out.bottom |= high_bit(lane) << 16 * suit


cdef inline uint64_t mask_of(Marks* marks, uint64_t everything, int suit) noexcept nogil:
    """Turn the marks in a suit into a mask of its owner code; the top card is always in."""
    cdef uint64_t lane = everything >> 16 * suit & LANE
    cdef uint64_t part
    cdef int total, tops = 1, bottoms = 0
    if lane == 0:
        return 0
    total = bits_count16(lane)
    part = marks.top >> 16 * suit & LANE
    if part:
        tops = bits_count16(lane & ~(low_bit(part) - 1))
    part = marks.bottom >> 16 * suit & LANE
    if part:
        bottoms = bits_count16(lane & ((high_bit(part) << 1) - 1))
    if tops + bottoms >= total:
        return (1ULL << 2 * total) - 1
    return ((1ULL << 2 * tops) - 1) | ((1ULL << 2 * bottoms) - 1) << 2 * (total - bottoms)


cdef void store(
    Context* c, uint64_t key, uint64_t hash, uint64_t* code, uint64_t everything, Marks* marks,
    int lower, int upper,
) noexcept nogil:
    cdef uint64_t mask[2]
    cdef uint64_t owners[2]
    mask[0] = mask_of(marks, everything, 0) | mask_of(marks, everything, 1) << 32
    mask[1] = mask_of(marks, everything, 2) | mask_of(marks, everything, 3) << 32
    owners[0] = code[0] & mask[0]
    owners[1] = code[1] & mask[1]
    if table_wants_growth(&c.table):
        table_grow(&c.table)
    table_store(&c.table, table_bucket(&c.table, hash), key, owners, mask, lower, upper)


# ---------------------------------------------------------------- bounds

cdef int static_bound(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    if c.nullo:
        if c.switches & USE_NULLO_BOUNDS:
            return nullo_bound(c, leader, shape, tricks, target, out)
        return UNKNOWN
    if leader == 0:
        return cash_own(c, shape, tricks, target, out)
    return cash_theirs(c, leader, shape, tricks, target, out)


cdef int cash_own(Context* c, uint64_t shape, int tricks, int target, Marks* out) noexcept nogil:
    """The counted seat leads: what it can cash at once."""
    cdef int suit, won = 0, here, cap, l1, l2, need
    cdef uint64_t mine, t1, t2, card, last, mark
    cdef bint trumped1 = c.kind == 0 and c.hand[1] & LANE
    cdef bint trumped2 = c.kind == 0 and c.hand[2] & LANE
    cdef Marks marks
    marks.top = marks.bottom = 0
    for suit in range(4):
        mine = c.hand[0] & (LANE << 16 * suit)
        if mine == 0:
            continue
        t1 = c.hand[1] & (LANE << 16 * suit)
        t2 = c.hand[2] & (LANE << 16 * suit)
        l1 = length(shape, suit, 1)
        l2 = length(shape, suit, 2)
        cap = 16
        if suit > 0:
            if trumped1:
                cap = l1
            if trumped2 and l2 < cap:
                cap = l2
        need = target - won
        if cap > need:
            cap = need
        if t1:
            t1 = high_bit(t1)
        if t2:
            t2 = high_bit(t2)
        here = 0
        mark = 0
        while mine and here < cap:
            card = high_bit(mine)
            if here < l1:
                if card < t1:
                    break
                mark = card
            if here < l2:
                if card < t2:
                    break
                mark = card
            here += 1
            mine ^= card
        if suit == 0 and c.kind == 0 and here >= l1 and here >= l2:
            trumped1 = trumped2 = False
        won += here
        marks.top |= mark
        if won >= target:
            out[0] = marks
            return 1
    return UNKNOWN


cdef int cash_theirs(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """One of the others leads: what he can cash at once."""
    cdef int suit, won = 0, here, cap, l0, need, partner = 3 - leader
    cdef uint64_t mine, t0, low, card, mark, theirs
    cdef bint trumped = c.kind == 0 and c.hand[0] & LANE
    cdef Marks marks
    cdef int goal = tricks - target + 1     # tricks of theirs that settle it
    marks.top = marks.bottom = 0
    for suit in range(4):
        mine = c.hand[leader] & (LANE << 16 * suit)
        if mine == 0:
            continue
        t0 = c.hand[0] & (LANE << 16 * suit)
        theirs = c.hand[partner] & (LANE << 16 * suit)
        l0 = length(shape, suit, 0)
        cap = 16
        if suit > 0 and trumped:
            cap = l0
        need = goal - won
        if cap > need:
            cap = need
        if t0:
            t0 = high_bit(t0)
        here = 0
        mark = 0
        while mine and here < cap:
            card = high_bit(mine)
            if here < l0:
                if card < t0:
                    break
                mark = card
            if theirs:
                low = low_bit(theirs)
                if low > card:
                    break
                mark = card
                theirs ^= low
            here += 1
            mine ^= card
        if suit == 0 and c.kind == 0 and here >= l0:
            trumped = False
        won += here
        marks.top |= mark
        if won >= goal:
            out[0] = marks
            return 0
    return UNKNOWN


cdef int nullo_bound(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """NULLO: the counted seat, not on lead, is safe in every suit it holds."""
    cdef int suit, i
    cdef uint64_t mine, others, card
    cdef Marks marks
    marks.top = marks.bottom = 0
    if leader == 0:
        return UNKNOWN
    for suit in range(4):
        mine = c.hand[0] & (LANE << 16 * suit)
        if mine == 0:
            continue
        others = (c.hand[1] | c.hand[2]) & (LANE << 16 * suit)
        i = 0
        marks.bottom |= high_bit(mine)
        while mine:
            card = low_bit(mine)
            if count_lane(others & (card - 1), suit) > i:
                return UNKNOWN
            i += 1
            mine ^= card
    out[0] = marks
    return 0


# ---------------------------------------------------------------- the doors

cdef bint check(Context* c) noexcept nogil:
    """Whether to give up: asked to, out of time, or interrupted."""
    if c.stop == 0:
        with gil:
            (<Search>c.owner).look_up()
    return c.stop != 0


cdef void load(
    Context* c, uint64_t* hands, int contract, int leader, int seat, int* played, int on_table,
    bint ace_low,
) noexcept nogil:
    """Set up the position: seats counted from ``seat``, trumps first, ranks closed up."""
    cdef int order[4]
    cdef int suit, rank, k, who, place, card
    cdef uint64_t every, bit
    cdef uint32_t mask
    cdef uint32_t* owners
    cdef uint32_t owner[16]
    cdef uint64_t full[3]
    cdef uint64_t bits[2]
    c.kind = 0 if contract < 4 else contract - 3
    c.nullo = contract == 5
    order[0] = contract if contract < 4 else 0
    k = 1
    for suit in range(4):
        if suit != order[0]:
            order[k] = suit
            k += 1
    for k in range(3):
        full[k] = hands[(seat + k) % 3]
        c.hand[k] = 0
    c.leader = (leader + 3 - seat) % 3
    for k in range(on_table):
        full[(c.leader + k) % 3] |= 1ULL << played[k]
    every = full[0] | full[1] | full[2]
    c.shape = 0
    c.tricks = 0
    for k in range(4):
        suit = order[k]
        place = 0
        owners = c.owners[k]
        owners[0] = 0
        for rank in range(13):
            card = 13 * suit + ((rank + 12) % 13 if ace_low else rank)
            bit = 1ULL << card
            if not every & bit:
                continue
            who = 0 if full[0] & bit else 1 if full[1] & bit else 2
            c.hand[who] |= 1ULL << (16 * k + place)
            c.shape += 1ULL << (4 * (3 * k + who))
            c.tricks += who == 0
            if on_table > 0 and played[0] == card:
                bits[0] = 1ULL << (16 * k + place)
            if on_table > 1 and played[1] == card:
                bits[1] = 1ULL << (16 * k + place)
            owner[place] = who
            place += 1
        for rank in range(place):
            for mask in range(1U << rank, 2U << rank):
                owners[mask] = owner[rank] | owners[mask ^ (1U << rank)] << 2
    c.everything = c.hand[0] | c.hand[1] | c.hand[2]
    c.on_table = on_table
    c.winning = c.beaten = 0
    c.winner = c.leader
    for k in range(on_table):
        who = (c.leader + k) % 3
        c.hand[who] ^= bits[k]
        c.shape -= length_of_one(bits[k], who)
        if k == 0:
            c.winning = bits[0]
            c.led = bits_low(bits[0]) >> 4
        else:
            take(c, bits[k], who, &c.winning, &c.winner, &c.beaten)


cdef int decide(Context* c, int target) noexcept nogil:
    """Whether the counted seat takes at least ``target`` tricks of the loaded position."""
    cdef Marks marks
    if target <= 0:
        return 1
    if target > c.tricks:
        return 0
    if c.on_table:
        return follow(
            c, c.on_table, (c.leader + c.on_table) % 3, c.led, c.everything, c.shape, c.tricks,
            target, c.winning, c.winner, c.beaten, &marks)
    return lead(c, c.leader, c.shape, c.tricks, target, &marks)


cdef int first_guess(Context* c) noexcept nogil:
    return c.tricks // 3 if c.kind != 2 else c.tricks // 4


cdef void narrow(Context* c, int* lower, int* upper, int guess) noexcept nogil:
    """Close the bounds on the value by zero-window searches, starting at the guess."""
    cdef int result
    while lower[0] < upper[0]:
        if guess < lower[0]:
            guess = lower[0]
        if guess >= upper[0]:
            guess = upper[0] - 1
        result = decide(c, guess + 1)
        if result < 0:
            return
        if result:
            lower[0] = guess + 1
            guess += 1
        else:
            upper[0] = guess
            guess -= 1


cdef class Search:
    """A context of its own: table, counters, switches. One per thread."""

    cdef Context* c
    cdef object error

    def __cinit__(self, size_t memory_bytes, uint32_t switches=0xFFFFFFFF):
        self.c = <Context*>calloc(1, sizeof(Context))
        if self.c == NULL:
            raise MemoryError
        self.c.switches = switches
        self.c.owner = <void*>self
        table_init(&self.c.table, memory_bytes)

    def __dealloc__(self):
        if self.c != NULL:
            table_free(&self.c.table)
            free(self.c)

    cdef void look_up(self) noexcept:
        """Ask for signals and the time; keep what a signal handler raised."""
        try:
            PyErr_CheckSignals()
        except BaseException as error:
            self.error = error
            self.c.stop = 1
            return
        if self.c.deadline and monotonic() >= self.c.deadline:
            self.c.stop = 1

    @property
    def nodes(self):
        return self.c.nodes

    @property
    def stored(self):
        return self.c.table.stored, self.c.table.filled, self.c.table.active

    def clear(self):
        table_clear(&self.c.table)

    def set_weights(self, const int16_t[:, :, ::1] weights):
        cdef int i, j, k
        for i in range(KINDS):
            for j in range(ROLES):
                for k in range(FEATURES):
                    self.c.weights[i][j][k] = weights[i, j, k]

    def bounds(
        self, hands, int contract, int leader, int seat, table=(), bint ace_low=False,
        int lower=0, int upper=17, double deadline=0.0,
    ):
        """Return proved bounds on the tricks of ``seat``, equal unless time ran out."""
        cdef uint64_t cards[3]
        cdef int played[2]
        cdef int k, on_table = len(table)
        for k in range(3):
            cards[k] = hands[k]
        for k in range(on_table):
            played[k] = table[k]
        self.c.stop = 0
        self.c.deadline = deadline
        self.c.next_check = self.c.nodes + CHECK_EVERY
        with nogil:
            load(self.c, cards, contract, leader, seat, played, on_table, ace_low)
            if upper > self.c.tricks:
                upper = self.c.tricks
            narrow(self.c, &lower, &upper, first_guess(self.c))
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return lower, upper

    def stop(self):
        """Ask a running search, in another thread, to give up soon."""
        self.c.stop = 1

    def solve_rows(
        self, const uint64_t[:, ::1] hands, const int8_t[::1] contracts, const int8_t[::1] leaders,
        bint ace_low, int8_t[:, ::1] values, int64_t first, int64_t end,
    ):
        """Fill ``values[first:end]`` with the tricks of the three seats; False if stopped."""
        cdef uint64_t cards[3]
        cdef int64_t row
        cdef int seat, lower, upper
        self.c.deadline = 0.0
        self.c.next_check = self.c.nodes + CHECK_EVERY
        with nogil:
            for row in range(first, end):
                for seat in range(3):
                    cards[seat] = hands[row, seat]
                for seat in range(3):
                    if self.c.stop:
                        break
                    load(self.c, cards, contracts[row], leaders[row], seat, NULL, 0, ace_low)
                    lower = 0
                    upper = self.c.tricks
                    narrow(self.c, &lower, &upper, first_guess(self.c))
                    values[row, seat] = lower
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return self.c.stop == 0
