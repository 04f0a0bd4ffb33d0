# Bounds: answers at the start of a trick that need no card played.
#
# Each returns 1 where the counted seat takes at least ``target`` tricks, 0 where it
# does not, UNKNOWN where it cannot tell, and with an answer the comparisons it rests
# on. ``goal`` is the number of tricks of the two others that makes the answer 0.
# None rests on a small card being no better than a smaller one: that is false for a
# third player and in nullo. "Whenever it could be forced" is met by counting: a seat
# keeps the cards a bound needs as long as it has others to part with, and each
# docstring says why it has.


cdef int static_bound(
    Context* c, int leader, uint64_t shape, int tricks, int target, int wanted, Marks* out,
) noexcept nogil:
    """Try the bounds there are for this kind of contract and this leader.

    Those that cannot give the answer ``wanted``, unless that is UNKNOWN, are left out.
    """
    cdef int result = UNKNOWN
    if c.nullo:
        if wanted == 1:
            return UNKNOWN
        if c.switches & USE_SAFE:
            result = safe(c, leader, out)
        if result == UNKNOWN and c.switches & USE_EXITS:
            result = exits(c, leader, shape, tricks, target, out)
        return result
    if c.kind == 0 and c.switches & USE_SURE_TRUMPS:
        result = sure_trumps(c, tricks, target, out)
    if result == UNKNOWN and c.switches & USE_CASH:
        if leader == 0 and wanted != 0:
            result = own_lead(c, shape, target, out)
        elif leader != 0 and wanted != 1:
            result = their_lead(c, leader, shape, tricks, target, out)
    if result == UNKNOWN and leader != 0 and c.switches & USE_HOLD_OUT and wanted != 0:
        result = hold_out(c, leader, shape, tricks, target, out)
    return result


# Runs are counted often and only noted, with what they rest on, where they have settled
# something.


cdef inline int own_run(Context* c, uint64_t shape, int suit) noexcept nogil:
    """Tricks the counted seat can cash in a suit from the top.

    Its i-th card wins for sure when each of the others either is void after i - 1
    rounds or has no higher card, and only then: they follow from the bottom.
    """
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[0] & lane, theirs
    cdef int run = length(shape, suit, 0), seat, over
    for seat in range(1, 3):
        theirs = c.hand[seat] & lane
        if theirs:
            over = bits_count64(mine & ~(high_bit(theirs) - 1))
            if over < run and over < length(shape, suit, seat):
                run = over
    return run


cdef inline void mark_own_run(
    Context* c, uint64_t shape, int suit, int run, Marks* marks,
) noexcept nogil:
    """Note why a run of the counted seat is no shorter."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[0] & lane, card = 0
    cdef int seat, i = 0, last
    for seat in range(1, 3):
        last = min(run, length(shape, suit, seat))
        if last == 0:
            continue
        if i > last:
            i = 0
            mine = c.hand[0] & lane
        while i < last:
            card = high_bit(mine)
            mine ^= card
            i += 1
        marks.pairs[suit] |= pair_bit(c, suit, card, high_bit(c.hand[seat] & lane))


cdef inline int their_run(
    Context* c, uint64_t shape, int seat, int suit, int cap, int rounds, Marks* marks,
) noexcept nogil:
    """Tricks one of the others can cash in a suit from the top, at most ``cap``.

    The partner follows from the bottom; where that would overtake, the run ends.
    ``rounds`` of the suit have gone before, led by the partner from the top. With
    ``marks`` it notes why the run is no shorter.
    """
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[seat] & lane, t0 = c.hand[0] & lane
    cdef uint64_t theirs = c.hand[3 - seat] & lane, card, low, last = 0
    cdef int l0 = length(shape, suit, 0) - rounds, run = 0
    while rounds:
        mine &= mine - 1 if mine else 0
        theirs ^= high_bit(theirs)
        rounds -= 1
    if t0:
        t0 = high_bit(t0)
    while mine and run < cap:
        card = high_bit(mine)
        if run < l0 and card < t0:
            break
        if theirs:
            low = low_bit(theirs)
            if low > card:
                break
            theirs ^= low
            if marks:
                marks.pairs[suit] |= pair_bit(c, suit, card, low)
        if run < l0:
            last = card
        run += 1
        mine ^= card
    if last and marks:
        marks.pairs[suit] |= pair_bit(c, suit, last, t0)
    return run


cdef inline bint forced_to_ruff(Context* c, uint64_t shape, int seat, int rounds) noexcept nogil:
    """Whether a seat could run out of plain cards within some rounds and have to ruff."""
    return (c.kind == 0 and c.hand[seat] & LANE
            and length(shape, 1, seat) + length(shape, 2, seat) + length(shape, 3, seat) < rounds)


cdef inline bint sure_of_trumps(
    Context* c, int seat, uint64_t against, int wanted, uint64_t* lowest,
) noexcept nogil:
    """Whether at least ``wanted`` of a seat's trumps win, whenever they are played.

    Every trump is played some time, and one that does not win falls to a higher one of
    ``against``. Only the k above the ``lowest`` of a seat's i highest can beat any of
    these, so at least i - k of them win.
    """
    cdef uint64_t mine = c.hand[seat] & LANE
    cdef int i = 0
    while mine:
        lowest[0] = high_bit(mine)
        mine ^= lowest[0]
        i += 1
        if i - bits_count64(against & ~(lowest[0] - 1)) >= wanted:
            return True
    return False


cdef inline void mark_below(
    Context* c, int suit, uint64_t card, uint64_t others, Marks* marks,
) noexcept nogil:
    """Note which of another hand's cards of the suit are below a card: the highest tells."""
    others &= card - 1
    if others:
        marks.pairs[suit] |= pair_bit(c, suit, card, high_bit(others))


cdef int sure_trumps(Context* c, int tricks, int target, Marks* out) noexcept nogil:
    """Trumps that win whenever they are played, against all the trumps of the other side.

    Those of the counted seat; and those of one of the others, whose partner's may fall
    with them, but then the trick is theirs all the same.
    """
    cdef uint64_t t0 = c.hand[0] & LANE, t1 = c.hand[1] & LANE, t2 = c.hand[2] & LANE, card
    cdef int seat
    if sure_of_trumps(c, 0, t1 | t2, target, &card):
        clear_marks(out)
        mark_below(c, 0, card, t1, out)
        mark_below(c, 0, card, t2, out)
        return 1
    for seat in range(1, 3):
        if sure_of_trumps(c, seat, t0, tricks - target + 1, &card):
            clear_marks(out)
            mark_below(c, 0, card, t0, out)
            return 0
    return UNKNOWN


cdef int own_lead(Context* c, uint64_t shape, int target, Marks* out) noexcept nogil:
    """The counted seat leads and can cash ``target`` winners.

    Side suits are cashed only as far as those who could ruff must follow, unless its
    trumps draw theirs first.
    """
    cdef int suit, done, won = 0, cap
    cdef int l1, l2
    cdef int cashed[4]
    cdef bint trumped1 = c.kind == 0 and c.hand[1] & LANE
    cdef bint trumped2 = c.kind == 0 and c.hand[2] & LANE
    for suit in range(4):
        l1 = length(shape, suit, 1)
        l2 = length(shape, suit, 2)
        cap = target - won
        if trumped1 and suit > 0:
            cap = min(cap, l1)
        if trumped2 and suit > 0:
            cap = min(cap, l2)
        cashed[suit] = min(own_run(c, shape, suit), cap)
        if suit == 0 and cashed[0] >= l1 and cashed[0] >= l2:
            trumped1 = trumped2 = False
        won += cashed[suit]
        if won >= target:
            clear_marks(out)
            for done in range(suit + 1):
                mark_own_run(c, shape, done, cashed[done], out)
            return 1
    return UNKNOWN


cdef inline int most_winners(Context* c, uint64_t shape, int seat, int suit) noexcept nogil:
    """The most ``their_run`` of a seat can be: quickly counted, the partner left out."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[seat] & lane, t0 = c.hand[0] & lane
    cdef int above
    if t0 == 0:
        return length(shape, suit, seat)
    above = bits_count64(mine & ~(high_bit(t0) - 1))
    return above if above < length(shape, suit, 0) else length(shape, suit, seat)


cdef inline int cash_in_turn(
    Context* c, uint64_t shape, int seat, int goal, int* before, int* runs,
) noexcept nogil:
    """Count what one of the others, on lead, can cash by suit, until it is ``goal``.

    ``before`` are the rounds his partner cashed first. While the counted seat could ruff,
    a suit is cashed only as far as it must follow.
    """
    cdef int suit, cap, won = 0
    cdef bint trumped = c.kind == 0 and c.hand[0] & LANE and before[0] < length(shape, 0, 0)
    for suit in range(4):
        cap = goal - won
        if trumped and suit > 0:
            cap = min(cap, length(shape, suit, 0) - before[suit])
        runs[suit] = 0
        if cap > 0:
            runs[suit] = their_run(c, shape, seat, suit, cap, before[suit], NULL)
        won += runs[suit]
        if suit == 0 and before[0] + runs[0] >= length(shape, 0, 0):
            trumped = False
    return won


cdef inline int crossing_suit(
    Context* c, uint64_t shape, int leader, int* runs,
) noexcept nogil:
    """A suit in which the leader, his ``runs`` cashed, has a card his partner wins; or -1."""
    cdef int suit
    cdef bint trumped = c.kind == 0 and c.hand[0] & LANE and runs[0] < length(shape, 0, 0)
    for suit in range(4):
        if runs[suit] >= length(shape, suit, leader):
            continue
        if suit > 0 and trumped and runs[suit] >= length(shape, suit, 0):
            continue
        if their_run(c, shape, 3 - leader, suit, 1, runs[suit], NULL):
            return suit
    return -1


cdef int their_lead(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """One of the others leads: what he can cash, and what his partner can after him.

    After his winners the leader crosses with a card his partner wins, and the partner
    cashes; cards for which he has no room by then are winners all the same.
    """
    cdef int suit, partner = 3 - leader, crossing = -1
    cdef int none[4]
    cdef int runs[4]
    cdef int more[4]
    cdef int won, goal = tricks - target + 1, most = 0
    for suit in range(4):
        most += most_winners(c, shape, leader, suit) + most_winners(c, shape, partner, suit)
    if most < goal or forced_to_ruff(c, shape, partner, goal):
        return UNKNOWN
    for suit in range(4):
        none[suit] = more[suit] = 0
    won = cash_in_turn(c, shape, leader, goal, none, runs)
    if won < goal:
        if not c.switches & USE_CROSSING or forced_to_ruff(c, shape, leader, goal):
            return UNKNOWN
        # The leader's winners first, then across to the partner's.
        crossing = crossing_suit(c, shape, leader, runs)
        if crossing < 0 or won + cash_in_turn(c, shape, partner, goal - won, runs, more) < goal:
            return UNKNOWN
    clear_marks(out)
    for suit in range(4):
        their_run(c, shape, leader, suit, runs[suit], 0, out)
        if crossing >= 0:
            their_run(
                c, shape, partner, suit, max(more[suit], <int>(suit == crossing)), runs[suit], out)
    return 0


# How the others can spend rounds while they keep the counted seat off its winners.
cdef struct Siege:
    int heads               # suits it heads and they could lead
    int guards              # cards that guard suits
    int guarded             # rounds they win of these
    int open                # rounds of the other suits
    int rounds[4]           # by suit, unless it heads it: the most there can be
    int guard[4]            # by suit: rounds they win if it is guarded, else 0
    uint64_t lowest[4]      # of the cards that guard it


cdef inline int guard_of(Context* c, int suit, int rounds, uint64_t* lowest) noexcept nogil:
    """The rounds h < ``rounds`` of a suit after which the counted seat wins one; 0: not guarded.

    Its h + 1 highest cards have at most h of the others' above the ``lowest`` of them.
    """
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[0] & lane
    cdef int h = 0
    while mine and h < rounds:
        lowest[0] = high_bit(mine)
        if bits_count64((c.hand[1] | c.hand[2]) & lane & ~(lowest[0] - 1)) <= h:
            return h
        mine ^= lowest[0]
        h += 1
    return 0


cdef inline bint wins_alone(Context* c, int leader, int suit, Marks* marks) noexcept nogil:
    """Whether the partner of one who leads a suit beats none of his cards."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t his = c.hand[leader] & lane, partners = c.hand[3 - leader] & lane
    if his == 0 or partners == 0:
        return True
    if high_bit(partners) > low_bit(his):
        return False
    marks.pairs[suit] |= pair_bit(c, suit, low_bit(his), high_bit(partners))
    return True


cdef inline void besiege(
    Context* c, uint64_t shape, int run, int suit, int most, Siege* siege,
) noexcept nogil:
    """Add a suit that they could lead ``most`` times, the counted seat having a run of it."""
    siege.guard[suit] = siege.rounds[suit] = 0
    if run:
        siege.heads += most > 0
        return
    if c.kind == 0 and c.hand[0] & LANE:    # once void it ruffs
        most = min(most, length(shape, suit, 0))
    siege.rounds[suit] = most
    siege.guard[suit] = guard_of(c, suit, most, &siege.lowest[suit])
    if siege.guard[suit]:
        siege.guarded += siege.guard[suit]
        siege.guards += siege.guard[suit] + 1
    else:
        siege.open += most


cdef inline void lay_siege(Context* c, uint64_t shape, int* runs, Siege* siege) noexcept nogil:
    """Work out the rounds of each suit, with both of the others to lead it."""
    cdef int suit
    siege.heads = siege.guards = siege.guarded = siege.open = 0
    for suit in range(4):
        besiege(
            c, shape, runs[suit], suit, max(length(shape, suit, 1), length(shape, suit, 2)), siege)


cdef inline bint lay_siege_alone(
    Context* c, uint64_t shape, int* runs, int leader, Siege* siege, Marks* marks,
) noexcept nogil:
    """Work out the rounds of each suit if the leader's cards count alone.

    False if he cannot keep his partner from the lead: if in a suit he could lead, but
    those the counted seat heads, his partner beats his lowest card.
    """
    cdef int suit
    siege.heads = siege.guards = siege.guarded = siege.open = 0
    for suit in range(4):
        if runs[suit] == 0 and not wins_alone(c, leader, suit, marks):
            return False
        besiege(c, shape, runs[suit], suit, length(shape, suit, leader), siege)
    return True


cdef bint held_off(
    Context* c, uint64_t shape, int tricks, int target, int won, int* runs, Siege* siege,
    Marks* out,
) noexcept nogil:
    """Whether the counted seat, with ``won`` winners, is let in while it can take ``target``.

    In a suit it heads, where it has a run, the others cannot win a trick. In one where its
    h + 1 highest cards have at most h others above the lowest of them they can win h
    rounds (it is guarded: each such round costs them one of the h); in any other, as many
    as they can lead it, or the seat itself has cards if it then ruffs. The seat keeps its
    guards, ``target`` winners and the head of every suit they could lead, for which there
    must be room beside the cards that it plays to the open suits.
    """
    cdef int suit, reserved
    won = min(won, target)
    if won < target and not siege.guards:
        return False
    reserved = max(won, siege.heads)
    if siege.guards and reserved + siege.guards + siege.open > tricks:
        # Not room for the guards: count their suits as open ones.
        if won < target:
            return False
        siege.guards = siege.guarded = 0
        siege.open = siege.rounds[0] + siege.rounds[1] + siege.rounds[2] + siege.rounds[3]
    if reserved + siege.guards + siege.open > tricks:
        return False
    if tricks - siege.guarded - siege.open < target:
        return False
    for suit in range(4):
        mark_own_run(c, shape, suit, runs[suit], out)
    if siege.guards:
        for suit in range(4):
            if siege.guard[suit]:
                mark_below(c, suit, siege.lowest[suit], c.hand[1] & LANE << 16 * suit, out)
                mark_below(c, suit, siege.lowest[suit], c.hand[2] & LANE << 16 * suit, out)
    return True


cdef int hold_out(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """One of the others leads: how long can they, or he alone, keep the seat from its winners?"""
    cdef int suit, won = 0
    cdef int runs[4]
    cdef Siege siege
    if c.kind == 0 and (c.hand[1] | c.hand[2]) & LANE:
        return UNKNOWN      # they could ruff its winners
    for suit in range(4):
        runs[suit] = own_run(c, shape, suit)
        won += runs[suit]
    if won < target and target > 1:
        return UNKNOWN
    clear_marks(out)
    lay_siege(c, shape, runs, &siege)
    if held_off(c, shape, tricks, target, won, runs, &siege, out):
        return 1
    if (lay_siege_alone(c, shape, runs, leader, &siege, out)
            and held_off(c, shape, tricks, target, won, runs, &siege, out)):
        return 1
    return UNKNOWN


cdef int safe(Context* c, int leader, Marks* out) noexcept nogil:
    """Nullo: the counted seat takes no more tricks.

    In every suit it holds and the others hold, at most i - 1 of their cards are below
    its i-th lowest. While it is not on lead it follows with its highest card below the
    best played so far, which exists by i = 1, and discards from the top; either way
    each card above has one of theirs fewer below it, and the condition stays. On lead
    it needs an exit: a suit the others hold, where even without the lowest card, which
    one of them must beat, the condition stays.
    """
    cdef int suit, i, below
    cdef uint64_t mine, t1, t2, card, why, lane
    cdef bint slack, exit = leader != 0
    cdef Marks marks
    clear_marks(&marks)
    for suit in range(4):
        lane = LANE << 16 * suit
        mine = c.hand[0] & lane
        if mine == 0:
            continue
        t1 = c.hand[1] & lane
        t2 = c.hand[2] & lane
        i = 0
        slack = (t1 | t2) != 0
        while mine and (t1 or t2):
            card = low_bit(mine)
            below = bits_count64((t1 | t2) & (card - 1))
            if below > i:
                break
            if i > 0 and below == i:
                slack = False
            why = t1 & ~(card - 1)
            if why:
                marks.pairs[suit] |= pair_bit(c, suit, card, low_bit(why))
            why = t2 & ~(card - 1)
            if why:
                marks.pairs[suit] |= pair_bit(c, suit, card, low_bit(why))
            i += 1
            mine ^= card
        if mine and (t1 or t2):
            return UNKNOWN
        exit = exit or slack
    if not exit:
        return UNKNOWN
    out[0] = marks
    return 0


cdef int exits(
    Context* c, int leader, uint64_t shape, int tricks, int target, Marks* out,
) noexcept nogil:
    """Nullo: the counted seat loses so many tricks that it takes fewer than ``target``.

    One of the others is the *catcher*: where the counted seat has n cards below all of
    his in a suit, it loses n rounds of it, whoever leads them, as long as he has cards
    there. So it loses the next trick after each one it wins, or at once if on lead, and
    before its n-th loss wins n - 1 more, or n. In as many tricks as that the catcher
    must have parted with all his cards in all such suits; on the first trick he cannot
    if he leads it, but by leading one.
    """
    cdef int losses = tricks - target + 1, catcher, suit, k, cards
    cdef uint64_t lane, mine, theirs
    if losses > (target if leader == 0 else target - 1):
        return UNKNOWN
    for catcher in range(1, 3):
        cards = 2 * losses - (leader == 0 or leader == catcher)
        clear_marks(out)
        for suit in range(4):
            lane = LANE << 16 * suit
            mine = c.hand[0] & lane
            theirs = c.hand[catcher] & lane
            if theirs == 0:
                continue
            theirs = low_bit(theirs)
            mine &= theirs - 1
            for k in range(losses - 1):
                mine &= mine - 1
            if mine == 0:
                continue
            out.pairs[suit] |= pair_bit(c, suit, low_bit(mine), theirs)
            cards -= length(shape, suit, catcher)
            if cards <= 0:
                return 0
    return UNKNOWN
