# Static bounds: answers at the start of a trick for which no card need be played.
#
# Each bound returns 1 if it proves that the counted seat takes at least ``target`` tricks, 0 if it
# proves that it does not, else UNKNOWN. An answer comes with the comparisons it rests on. ``goal``
# is the number of tricks of the two others that makes the answer 0.
#
# No bound assumes that a small card is as good as a smaller one: with three players, and in nullo,
# that is false. A bound may need a seat to keep certain cards. Each docstring shows by counting
# that the seat has enough other cards to play until then, whatever it can be forced to.


# A *siege* counts what the others can do in a suit (``hold_out``). It packs a byte for each field
# below, named by its shift; the sieges of the suits are added up.
cdef enum:
    HEADS = 0               # suits that the counted seat heads and the others could lead
    GUARDS = 8              # cards of the counted seat that guard suits
    GUARDED = 16            # rounds of guarded suits that the others win
    OPEN = 24               # rounds of open suits
    ROUNDS = 32             # rounds of guarded and open suits, all counted as open

# Nullo: how safe the counted seat is in a suit (``safe``); 0 is safe, but no exit.
cdef enum:
    UNSAFE = 1
    AN_EXIT = 2


cdef inline int count_of(uint64_t siege, int field) noexcept nogil:
    return <int>(siege >> field & 0xFF)


cdef inline int rounds_of(uint64_t shape, int suit) noexcept nogil:
    """The rounds of a suit that one of the two others could lead."""
    return max(length(shape, suit, 1), length(shape, suit, 2))


cdef inline uint64_t siege_of(Context* c, uint64_t shape, int suit, int run) noexcept nogil:
    """The siege of a suit in which the counted seat has ``run`` winners."""
    cdef int most = rounds_of(shape, suit), guard
    cdef uint64_t lowest
    if run:
        return <uint64_t>(most > 0) << HEADS
    guard = guard_of(c, suit, most, &lowest)
    if guard == 0:
        return <uint64_t>most << OPEN | <uint64_t>most << ROUNDS
    return (
        <uint64_t>(guard + 1) << GUARDS | <uint64_t>guard << GUARDED
        | <uint64_t>most << ROUNDS)


cdef void count_suit(Context* c, uint64_t shape, int suit, Suit* known) noexcept nogil:
    """Fill in what the bounds need of a suit, from its cards that are still in the hands."""
    cdef uint64_t theirs
    cdef uint64_t lane = LANE << 16 * suit
    cdef int seat
    known.loaded = c.loads
    if c.nullo:
        known.most = safety_of(c, suit, &known.why)
        for seat in range(1, 3):
            theirs = c.hand[seat] & lane
            known.run[seat] = 0
            if theirs:
                known.run[seat] = bits_count64(c.hand[0] & lane & (low_bit(theirs) - 1))
        return
    known.run[0] = own_run(c, shape, suit)
    if c.kind == suit == 0:
        known.sure[0] = sure_of_trumps(c, 0, (c.hand[1] | c.hand[2]) & LANE, MOST_TRICKS, &theirs)
        for seat in range(1, 3):
            known.sure[seat] = sure_of_trumps(c, seat, c.hand[0] & LANE, MOST_TRICKS, &theirs)
    known.most = most_winners(c, shape, 1, suit) + most_winners(c, shape, 2, suit)
    for seat in range(1, 3):
        known.run[seat] = their_run(c, shape, seat, suit, MOST_TRICKS, 0, NULL)
    known.siege = siege_of(c, shape, suit, known.run[0])


cdef inline void know_suits(Context* c, uint64_t shape, Suit** suits) noexcept nogil:
    """Look up the four suits by their cards still in the hands; fill in those that are missing."""
    cdef uint64_t cards = c.hand[0] | c.hand[1] | c.hand[2]
    cdef int suit
    for suit in range(4):
        suits[suit] = &c.suits[suit][cards >> 16 * suit & (SUBSETS - 1)]
        if suits[suit].loaded != c.loads:
            count_suit(c, shape, suit, suits[suit])


cdef int static_bound(
    Context* c, int leader, uint64_t shape, int tricks, int target, int wanted, Marks* out,
) noexcept nogil:
    """Try the bounds that apply to this kind of contract and this leader.

    If ``wanted`` is not UNKNOWN, bounds that cannot give this answer are skipped.
    """
    cdef int result = UNKNOWN
    cdef Suit* suits[4]
    if c.nullo:
        if wanted == 1:
            return UNKNOWN
        know_suits(c, shape, suits)
        if c.switches & USE_SAFE:
            result = safe(c, leader, suits, out)
        if result == UNKNOWN and c.switches & USE_EXITS:
            result = exits(c, leader, shape, tricks, target, suits, out)
        return result
    know_suits(c, shape, suits)
    if c.kind == 0 and c.switches & USE_SURE_TRUMPS:
        result = sure_trumps(c, tricks, target, suits[0], out)
    if result != UNKNOWN or wanted == leader == 0:      # no bound answers 0 when 0 leads
        return result
    if c.switches & USE_CASH:
        if leader == 0:
            result = own_lead(c, shape, target, suits, out)
        elif wanted != 1 and not (c.kind == 0 and (c.hand[0] | c.hand[3 - leader]) & LANE):
            result = their_lead(c, leader, shape, tricks, target, suits, out)
    if result == UNKNOWN and leader != 0 and c.switches & USE_HOLD_OUT and wanted != 0:
        result = hold_out(c, shape, tricks, target, suits, out)
    return result


# Runs are counted often. The comparisons they rest on are marked only once a run has given an
# answer.


cdef inline int own_run(Context* c, uint64_t shape, int suit) noexcept nogil:
    """Tricks that the counted seat can cash in a suit from the top.

    Its i-th card wins for certain if and only if each of the others is void after i - 1 rounds or
    has no higher card: the others follow from the bottom.
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
    """Mark the comparisons by which a run of the counted seat is this long."""
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
    """Tricks that one of the others can cash in a suit from the top, at most ``cap``.

    The partner follows from the bottom; the run ends where that would overtake. The partner has led
    ``rounds`` of the suit before, from the top. With ``marks`` the comparisons are marked.
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


cdef inline int sure_of_trumps(
    Context* c, int seat, uint64_t against, int wanted, uint64_t* lowest,
) noexcept nogil:
    """How many of a seat's trumps win, whenever they are played; at most ``wanted``.

    Every trump is played at some time. If it does not win, a higher trump of ``against`` beats it.
    Let k cards of ``against`` be above the ``lowest`` of the seat's i highest trumps. Only these
    can beat any of the i, each of them one, so that at least i - k win.
    """
    cdef uint64_t mine = c.hand[seat] & LANE
    cdef int i = 0, sure = 0
    while mine and sure < wanted:
        lowest[0] = high_bit(mine)
        mine ^= lowest[0]
        i += 1
        sure = max(sure, i - bits_count64(against & ~(lowest[0] - 1)))
    return sure


cdef inline void mark_below(
    Context* c, int suit, uint64_t card, uint64_t others, Marks* marks,
) noexcept nogil:
    """Mark that a card is above the cards of another hand that are below it: the highest does."""
    others &= card - 1
    if others:
        marks.pairs[suit] |= pair_bit(c, suit, card, high_bit(others))


cdef int sure_trumps(Context* c, int tricks, int target, Suit* trumps, Marks* out) noexcept nogil:
    """Answer by trumps that win whenever they are played, against all trumps of the other side.

    They are the counted seat's, or those of one of the others. The partner of that seat may play
    trumps to the same tricks, but then the side wins these all the same.
    """
    cdef uint64_t t0 = c.hand[0] & LANE, t1 = c.hand[1] & LANE, t2 = c.hand[2] & LANE, card = 0
    cdef int seat
    if trumps.sure[0] >= target:
        sure_of_trumps(c, 0, t1 | t2, target, &card)
        clear_marks(out)
        mark_below(c, 0, card, t1, out)
        mark_below(c, 0, card, t2, out)
        return 1
    for seat in range(1, 3):
        if trumps.sure[seat] > tricks - target:
            sure_of_trumps(c, seat, t0, tricks - target + 1, &card)
            clear_marks(out)
            mark_below(c, 0, card, t0, out)
            return 0
    return UNKNOWN


cdef int own_lead(
    Context* c, uint64_t shape, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """Answer 1 if the counted seat leads and can cash ``target`` winners.

    Side suits are cashed only as far as the seats that hold trumps must follow suit, unless the
    counted seat draws their trumps first.
    """
    cdef int suit, done, won = 0, cap
    cdef int l1, l2
    cdef int cashed[4]
    cdef bint trumped1 = c.kind == 0 and c.hand[1] & LANE
    cdef bint trumped2 = c.kind == 0 and c.hand[2] & LANE
    if suits[0].run[0] + suits[1].run[0] + suits[2].run[0] + suits[3].run[0] < target:
        return UNKNOWN
    for suit in range(4):
        l1 = length(shape, suit, 1)
        l2 = length(shape, suit, 2)
        cap = target - won
        if trumped1 and suit > 0:
            cap = min(cap, l1)
        if trumped2 and suit > 0:
            cap = min(cap, l2)
        cashed[suit] = min(<int>suits[suit].run[0], cap)
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
    """An upper bound of ``their_run`` that is cheap: it ignores the partner."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[seat] & lane, t0 = c.hand[0] & lane
    cdef int above
    if t0 == 0:
        return length(shape, suit, seat)
    above = bits_count64(mine & ~(high_bit(t0) - 1))
    return above if above < length(shape, suit, 0) else length(shape, suit, seat)


cdef inline int cash_in_turn(
    Context* c, uint64_t shape, int seat, int goal, int* before, Suit** suits, int* runs,
) noexcept nogil:
    """Count by suit what one of the others can cash when on lead, until the sum is ``goal``.

    ``before`` are the rounds of each suit that the partner has cashed first.
    """
    cdef int suit, cap, won = 0
    for suit in range(4):
        cap = goal - won
        runs[suit] = 0
        if cap > 0:
            if before[suit] == 0:
                runs[suit] = min(<int>suits[suit].run[seat], cap)
            else:
                runs[suit] = their_run(c, shape, seat, suit, cap, before[suit], NULL)
        won += runs[suit]
    return won


cdef inline int crossing_suit(
    Context* c, uint64_t shape, int leader, Suit** suits, int* runs,
) noexcept nogil:
    """A suit in which the leader can cross to the partner after cashing ``runs``; -1 for none.

    The leader has a card of the suit left, and the partner's highest wins the trick.
    """
    cdef int suit
    for suit in range(4):
        if runs[suit] >= length(shape, suit, leader):
            continue
        if (suits[suit].run[3 - leader] if runs[suit] == 0 else
                their_run(c, shape, 3 - leader, suit, 1, runs[suit], NULL)):
            return suit
    return -1


cdef int their_lead(
    Context* c, int leader, uint64_t shape, int tricks, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """One of the others leads: answer by what that seat can cash, and then its partner.

    Nobody else has a trump. After cashing, the leader crosses with a card that the partner wins,
    and the partner cashes; cards for which the partner has no room by then are winners all the
    same. If the leader has trumps, he might have to ruff these.
    """
    cdef int suit, partner = 3 - leader, crossing = -1
    cdef int none[4]
    cdef int runs[4]
    cdef int more[4]
    cdef int won, goal = tricks - target + 1
    if suits[0].most + suits[1].most + suits[2].most + suits[3].most < goal:
        return UNKNOWN
    for suit in range(4):
        none[suit] = more[suit] = 0
    won = cash_in_turn(c, shape, leader, goal, none, suits, runs)
    if won < goal:
        if not c.switches & USE_CROSSING or (c.kind == 0 and c.hand[leader] & LANE):
            return UNKNOWN
        # The leader cashes first, then crosses to the partner.
        crossing = crossing_suit(c, shape, leader, suits, runs)
        if crossing < 0 or (
                won + cash_in_turn(c, shape, partner, goal - won, runs, suits, more) < goal):
            return UNKNOWN
    clear_marks(out)
    for suit in range(4):
        their_run(c, shape, leader, suit, runs[suit], 0, out)
        if crossing >= 0:
            their_run(
                c, shape, partner, suit, max(more[suit], <int>(suit == crossing)), runs[suit], out)
    return 0


cdef inline int guard_of(Context* c, int suit, int rounds, uint64_t* lowest) noexcept nogil:
    """The rounds h < ``rounds`` of a suit after which the counted seat wins one; 0: not guarded.

    At most h cards of the others are above the ``lowest`` of the seat's h + 1 highest cards.
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


# A lemma for ``hold_out``: the others run out of leads. C is the counted seat, L and P are the
# others, T is the number of tricks left. L leads; L and P have no trumps. Count C's cards of a
# suit from the top: the i-th is in C's *run* if each of the others is void after i - 1 rounds or
# has no card above it.
#
# * A suit of which C has a run is *headed*.
# * In any other suit let m be the larger of L's and P's length.
# * Such a suit is *guarded* by the h + 1 highest cards of C if h < m and at most h cards of L and
#   P are above the lowest of them. Otherwise it is *open*.
# * G is the number of cards that guard, H the sum of these h, O the sum of m over the open suits.
#   R is the larger of target and the number of headed suits they could lead.
#
# If C's runs have target winners, R + G + O <= T and T - H - O >= target, C takes target tricks:
#
# 1. C keeps R winners, among them the top of each headed suit they could lead, and the G cards
#    that guard. A round of an open suit costs it one of the other cards, of which there are at
#    least O. If that is a trump, it has won a trick.
# 2. In a guarded suit C plays its lowest card, or wins if it can. If it cannot, the best card
#    played is above all it has there: one of the h is gone. After h such rounds one card that
#    guards is left, and nothing of theirs is above it.
# 3. So L and P win at most H + O tricks before C is in: in a headed suit they win none. At least
#    target tricks remain. C cashes its winners, which nobody can ruff.
#
# If the guards have no room, their suits count as open. In the example of docs/internals/search.md
# spades are open (O = 1), QJ of diamonds guard against the king (G = 2, H = 1), AK of hearts are
# the winners: 2 + 2 + 1 <= 5 and 5 - 1 - 1 >= 2.


cdef int hold_out(
    Context* c, uint64_t shape, int tricks, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """Answer 1 if the others, one of whom leads, cannot keep the counted seat from its winners.

    This is the lemma above. In a suit that the seat heads, the others win no trick. In a guarded
    suit they win at most h rounds, each of which costs them one of the h cards above the guards. In
    an open suit they win as many rounds as they can lead. The seat keeps its guards, ``target``
    winners and the head of every suit that the others could lead. There must be room for these
    besides the cards that it plays to the open suits.
    """
    cdef int won = suits[0].run[0] + suits[1].run[0] + suits[2].run[0] + suits[3].run[0]
    cdef int suit, reserved, guards, lost, rounds
    cdef uint64_t siege, lowest
    if c.kind == 0 and (c.hand[1] | c.hand[2]) & LANE:
        return UNKNOWN      # they could ruff its winners
    siege = suits[0].siege + suits[1].siege + suits[2].siege + suits[3].siege
    guards = count_of(siege, GUARDS)
    if won < target and (target > 1 or not guards):
        return UNKNOWN
    reserved = max(min(won, target), count_of(siege, HEADS))
    rounds = count_of(siege, OPEN)
    lost = count_of(siege, GUARDED) + rounds
    if guards and reserved + guards + rounds > tricks:
        # Not room for the guards: count their suits as open ones.
        if won < target:
            return UNKNOWN
        guards = 0
        rounds = lost = count_of(siege, ROUNDS)
    if reserved + guards + rounds > tricks or tricks - lost < target:
        return UNKNOWN
    clear_marks(out)
    for suit in range(4):
        mark_own_run(c, shape, suit, suits[suit].run[0], out)
        if guards and suits[suit].run[0] == 0 and guard_of(
                c, suit, rounds_of(shape, suit), &lowest):
            mark_below(c, suit, lowest, c.hand[1] & LANE << 16 * suit, out)
            mark_below(c, suit, lowest, c.hand[2] & LANE << 16 * suit, out)
    return 1


cdef inline int safety_of(Context* c, int suit, uint64_t* why) noexcept nogil:
    """How safe the counted seat is in a suit (``safe``), and the comparisons this rests on."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t mine = c.hand[0] & lane, t1 = c.hand[1] & lane, t2 = c.hand[2] & lane, card
    cdef int i = 0, below
    cdef bint slack = (t1 | t2) != 0
    why[0] = 0
    if mine == 0:
        return 0
    while mine and (t1 or t2):
        card = low_bit(mine)
        below = bits_count64((t1 | t2) & (card - 1))
        if below > i:
            return UNSAFE
        if i > 0 and below == i:
            slack = False
        if t1 & ~(card - 1):
            why[0] |= pair_bit(c, suit, card, low_bit(t1 & ~(card - 1)))
        if t2 & ~(card - 1):
            why[0] |= pair_bit(c, suit, card, low_bit(t2 & ~(card - 1)))
        i += 1
        mine ^= card
    return AN_EXIT if slack else 0


cdef inline int safe(Context* c, int leader, Suit** suits, Marks* out) noexcept nogil:
    """Nullo: answer 0 if the counted seat takes no more tricks.

    The condition: in every suit that it and the others hold, at most i - 1 of their cards are below
    its i-th lowest card. When not on lead, the seat follows suit with its highest card below the
    best one played so far, which exists by the case i = 1, and discards from the top. Either way
    each card above has one card of the others fewer below it, so that the condition still holds. On
    lead it needs an exit: a suit that the others hold, in which the condition holds even without
    its lowest card. It leads this card, and one of the others must beat it.
    """
    cdef int suit, safety = suits[0].most | suits[1].most | suits[2].most | suits[3].most
    if safety & UNSAFE or not (leader or safety & AN_EXIT):
        return UNKNOWN
    for suit in range(4):
        out.pairs[suit] = suits[suit].why
    return 0


cdef int exits(
    Context* c, int leader, uint64_t shape, int tricks, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """Nullo: answer 0 if the counted seat loses so many tricks that it takes fewer than ``target``.

    One of the others is the *catcher*. In a suit where the counted seat has n cards below all of
    the catcher's, it loses n rounds, whichever seat leads them, as long as the catcher holds cards
    of the suit. So the seat loses the trick after each one it wins, or at once if it is on lead.
    Before its n-th loss it wins at most n - 1 more tricks, or n. To prevent this the catcher would
    have to play all cards of all such suits within that many tricks. If the catcher leads the first
    trick, it can get rid of one of them there only by leading it.
    """
    cdef int losses = tricks - target + 1, catcher, suit, k, cards
    cdef uint64_t lane, mine, theirs
    if losses > (target if leader == 0 else target - 1):
        return UNKNOWN
    for catcher in range(1, 3):
        cards = 2 * losses - (leader == 0 or leader == catcher)
        clear_marks(out)
        for suit in range(4):
            if suits[suit].run[catcher] < losses:
                continue
            lane = LANE << 16 * suit
            mine = c.hand[0] & lane
            theirs = low_bit(c.hand[catcher] & lane)
            for k in range(losses - 1):
                mine &= mine - 1
            out.pairs[suit] |= pair_bit(c, suit, low_bit(mine), theirs)
            cards -= length(shape, suit, catcher)
            if cards <= 0:
                return 0
    return UNKNOWN
