# Bounds: answers at the start of a trick that need no card played.
#
# Each returns 1 where the counted seat takes at least ``target`` tricks, 0 where it
# does not, UNKNOWN where it cannot tell, and with an answer the comparisons it rests
# on. ``goal`` is the number of tricks of the two others that makes the answer 0.
# None rests on a small card being no better than a smaller one: that is false for a
# third player and in nullo. "Whenever it could be forced" is met by counting: a seat
# keeps the cards a bound needs as long as it has others to part with, and each
# docstring says why it has.


# Counts of the rounds of a suit, a byte each, added up over the suits: a *siege* (``held_off``).
cdef enum:
    HEADS = 0               # suits that the counted seat heads and the others could lead
    PARTNER_WINS = 16       # added to these: the leader's partner beats one of his cards
    GUARDS = 8              # cards that guard suits
    GUARDED = 16            # rounds that the others win of these
    OPEN = 24               # rounds of the other suits
    ROUNDS = 32             # of all but those it heads

# How safe the counted seat is in a suit in nullo.
cdef enum:
    UNSAFE = 1
    AN_EXIT = 2


cdef inline int count_of(uint64_t siege, int field) noexcept nogil:
    return <int>(siege >> field & 0xFF)


cdef inline int rounds_of(
    Context* c, uint64_t shape, int suit, int leader, bint ruffs,
) noexcept nogil:
    """How often one of the others, or with 0 for the ``leader`` either, could lead a suit.

    A counted seat that ``ruffs`` once it is void lets them no further.
    """
    cdef int most = length(shape, suit, leader)
    if leader == 0:
        most = max(length(shape, suit, 1), length(shape, suit, 2))
    return min(most, length(shape, suit, 0)) if ruffs else most


cdef inline uint64_t siege_of(
    Context* c, uint64_t shape, int suit, int run, int leader, bint ruffs,
) noexcept nogil:
    """Count the rounds of a suit of which the counted seat has a run."""
    cdef int most = rounds_of(c, shape, suit, leader, ruffs), guard
    cdef uint64_t lowest
    cdef uint64_t alone = <uint64_t>(
        PARTNER_WINS if leader and run == 0 and partner_wins(c, leader, suit) else 0) << HEADS
    if run:
        return <uint64_t>(most > 0) << HEADS
    guard = guard_of(c, suit, most, &lowest)
    if guard == 0:
        return alone | <uint64_t>most << OPEN | <uint64_t>most << ROUNDS
    return (
        alone | <uint64_t>(guard + 1) << GUARDS | <uint64_t>guard << GUARDED
        | <uint64_t>most << ROUNDS)


cdef void count_suit(Context* c, uint64_t shape, int suit, Suit* known) noexcept nogil:
    """Work out what the bounds ask of a suit, from which of its cards are in the hands now."""
    cdef uint64_t theirs
    cdef uint64_t lane = LANE << 16 * suit
    cdef int seat, ruffs
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
    for ruffs in range(2 if c.kind == 0 else 1):
        for seat in range(3):
            known.siege[ruffs][seat] = siege_of(c, shape, suit, known.run[0], seat, ruffs)


cdef inline void know_suits(Context* c, uint64_t shape, Suit** suits) noexcept nogil:
    """Look up the suits as they are in the hands now."""
    cdef uint64_t cards = c.hand[0] | c.hand[1] | c.hand[2]
    cdef int suit
    for suit in range(4):
        suits[suit] = &c.suits[suit][cards >> 16 * suit & (SUBSETS - 1)]
        if suits[suit].loaded != c.loads:
            count_suit(c, shape, suit, suits[suit])


cdef int static_bound(
    Context* c, int leader, uint64_t shape, int tricks, int target, int wanted, Marks* out,
) noexcept nogil:
    """Try the bounds there are for this kind of contract and this leader.

    Those that cannot give the answer ``wanted``, unless that is UNKNOWN, are left out.
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
    if result != UNKNOWN or wanted == leader == 0:      # nothing says no to the leader
        return result
    if c.switches & USE_CASH:
        if leader == 0:
            result = own_lead(c, shape, target, suits, out)
        elif wanted != 1:
            result = their_lead(c, leader, shape, tricks, target, suits, out)
    if result == UNKNOWN and leader != 0 and c.switches & USE_HOLD_OUT and wanted != 0:
        result = hold_out(c, leader, shape, tricks, target, suits, out)
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


cdef inline int sure_of_trumps(
    Context* c, int seat, uint64_t against, int wanted, uint64_t* lowest,
) noexcept nogil:
    """How many of a seat's trumps win, whenever they are played; no more than ``wanted``.

    Every trump is played some time, and one that does not win falls to a higher one of
    ``against``. Only the k above the ``lowest`` of a seat's i highest can beat any of
    these, so at least i - k of them win.
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
    """Note which of another hand's cards of the suit are below a card: the highest tells."""
    others &= card - 1
    if others:
        marks.pairs[suit] |= pair_bit(c, suit, card, high_bit(others))


cdef int sure_trumps(Context* c, int tricks, int target, Suit* trumps, Marks* out) noexcept nogil:
    """Trumps that win whenever they are played, against all the trumps of the other side.

    Those of the counted seat; and those of one of the others, whose partner's may fall
    with them, but then the trick is theirs all the same.
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
    """The counted seat leads and can cash ``target`` winners.

    Side suits are cashed only as far as those who could ruff must follow, unless its
    trumps draw theirs first.
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
    """The most ``their_run`` of a seat can be: quickly counted, the partner left out."""
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
            if before[suit] == 0:
                runs[suit] = min(<int>suits[suit].run[seat], cap)
            else:
                runs[suit] = their_run(c, shape, seat, suit, cap, before[suit], NULL)
        won += runs[suit]
        if suit == 0 and before[0] + runs[0] >= length(shape, 0, 0):
            trumped = False
    return won


cdef inline int crossing_suit(
    Context* c, uint64_t shape, int leader, Suit** suits, int* runs,
) noexcept nogil:
    """A suit in which the leader, his ``runs`` cashed, has a card his partner wins; or -1."""
    cdef int suit
    cdef bint trumped = c.kind == 0 and c.hand[0] & LANE and runs[0] < length(shape, 0, 0)
    for suit in range(4):
        if runs[suit] >= length(shape, suit, leader):
            continue
        if suit > 0 and trumped and runs[suit] >= length(shape, suit, 0):
            continue
        if (suits[suit].run[3 - leader] if runs[suit] == 0 else
                their_run(c, shape, 3 - leader, suit, 1, runs[suit], NULL)):
            return suit
    return -1


cdef int their_lead(
    Context* c, int leader, uint64_t shape, int tricks, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """One of the others leads: what he can cash, and what his partner can after him.

    After his winners the leader crosses with a card his partner wins, and the partner
    cashes; cards for which he has no room by then are winners all the same.
    """
    cdef int suit, partner = 3 - leader, crossing = -1
    cdef int none[4]
    cdef int runs[4]
    cdef int more[4]
    cdef int won, goal = tricks - target + 1
    if (suits[0].most + suits[1].most + suits[2].most + suits[3].most < goal
            or forced_to_ruff(c, shape, partner, goal)):
        return UNKNOWN
    for suit in range(4):
        none[suit] = more[suit] = 0
    won = cash_in_turn(c, shape, leader, goal, none, suits, runs)
    if won < goal:
        if not c.switches & USE_CROSSING or forced_to_ruff(c, shape, leader, goal):
            return UNKNOWN
        # The leader's winners first, then across to the partner's.
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


cdef inline bint partner_wins(Context* c, int leader, int suit) noexcept nogil:
    """Whether the partner of one who leads a suit beats one of his cards."""
    cdef uint64_t lane = LANE << 16 * suit
    cdef uint64_t his = c.hand[leader] & lane, partners = c.hand[3 - leader] & lane
    return his != 0 and partners != 0 and high_bit(partners) > low_bit(his)


# THE OTHERS RUN OUT OF LEADS (``held_off``), a lemma. C is the counted seat, L and P are the
# others, T is the number of tricks left. L leads; L and P have no trumps. Count C's cards of a
# suit from the top: the i-th is in C's *run* if each of the others is void after i - 1 rounds or
# has no card above it.
#
# * A suit of which C has a run is *headed*.
# * In any other suit let m be the larger of L's and P's length. If C's length is less and C could
#   then ruff, m is C's length.
# * Such a suit is *guarded* by the h + 1 highest cards of C if h < m and at most h cards of L and
#   P are above the lowest of them. Otherwise it is *open*.
# * G is the number of cards that guard, H the sum of these h, O the sum of m over the open suits.
#   R is the larger of target and the number of headed suits they could lead.
#
# If C's runs have target winners, R + G + O <= T and T - H - O >= target, C takes target tricks:
#
# 1. C keeps R winners, among them the top of each headed suit they could lead, and the G cards
#    that guard. A round of an open suit costs it one of the other cards, of which there are at
#    least O, until it ruffs. A ruff is a trick, even if it takes one of the R winners.
# 2. In a guarded suit C plays its lowest card, or wins if it can. If it cannot, the best card
#    played is above all it has there: one of the h is gone. After h such rounds one card that
#    guards is left, and nothing of theirs is above it.
# 3. So L and P win at most H + O tricks before C is in: in a headed suit they win none. At least
#    target tricks remain. C cashes its winners, which nobody can ruff.
#
# If the guards have no room, their suits count as open. In the example of docs/internals/search.md
# spades are open (O = 1), QJ of diamonds guard against the king (G = 2, H = 1), AK of hearts are
# the winners: 2 + 2 + 1 <= 5 and 5 - 1 - 1 >= 2.


cdef bint held_off(
    Context* c, uint64_t shape, int tricks, int target, int won, int leader, bint ruffs,
    Suit** suits, Marks* out,
) noexcept nogil:
    """Whether the counted seat, with ``won`` winners, is let in while it can take ``target``.

    In a suit it heads, where it has a run, the others cannot win a trick. In one where its
    h + 1 highest cards have at most h others above the lowest of them they can win h
    rounds (it is guarded: each such round costs them one of the h); in any other, as many
    as they can lead it, or the seat itself has cards if it then ruffs. The seat keeps its
    guards, ``target`` winners and the head of every suit they could lead, for which there
    must be room beside the cards that it plays to the open suits.

    The rounds are those that both can lead or, given a ``leader``, those that he can: that
    holds where he keeps his partner from the lead, whatever he leads of the suits that the
    counted seat does not head.
    """
    cdef int suit, reserved, guards, lost, rounds
    cdef uint64_t siege = 0, lowest
    for suit in range(4):
        siege += suits[suit].siege[ruffs][leader]
    guards = count_of(siege, GUARDS)
    if count_of(siege, HEADS) >= PARTNER_WINS or won < target and not guards:
        return False
    reserved = max(min(won, target), count_of(siege, HEADS))
    rounds = count_of(siege, OPEN)
    lost = count_of(siege, GUARDED) + rounds
    if guards and reserved + guards + rounds > tricks:
        # Not room for the guards: count their suits as open ones.
        if won < target:
            return False
        guards = 0
        rounds = lost = count_of(siege, ROUNDS)
    if reserved + guards + rounds > tricks or tricks - lost < target:
        return False
    clear_marks(out)
    for suit in range(4):
        mark_own_run(c, shape, suit, suits[suit].run[0], out)
        if suits[suit].run[0]:
            continue
        if leader and c.hand[leader] & LANE << 16 * suit:
            mark_below(
                c, suit, low_bit(c.hand[leader] & LANE << 16 * suit),
                c.hand[3 - leader] & LANE << 16 * suit, out)
        if guards and guard_of(
                c, suit, rounds_of(c, shape, suit, leader, ruffs), &lowest):
            mark_below(c, suit, lowest, c.hand[1] & LANE << 16 * suit, out)
            mark_below(c, suit, lowest, c.hand[2] & LANE << 16 * suit, out)
    return True


cdef int hold_out(
    Context* c, int leader, uint64_t shape, int tricks, int target, Suit** suits, Marks* out,
) noexcept nogil:
    """One of the others leads: how long can they, or he alone, keep the seat from its winners?"""
    cdef int won = suits[0].run[0] + suits[1].run[0] + suits[2].run[0] + suits[3].run[0]
    cdef bint ruffs = c.kind == 0 and c.hand[0] & LANE
    if c.kind == 0 and (c.hand[1] | c.hand[2]) & LANE:
        return UNKNOWN      # they could ruff its winners
    if won < target and target > 1:
        return UNKNOWN
    if (held_off(c, shape, tricks, target, won, 0, ruffs, suits, out)
            or held_off(c, shape, tricks, target, won, leader, ruffs, suits, out)):
        return 1
    return UNKNOWN


cdef inline int safety_of(Context* c, int suit, uint64_t* why) noexcept nogil:
    """How ``safe`` the counted seat is in a suit, and the comparisons that this rests on."""
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
    """Nullo: the counted seat takes no more tricks.

    In every suit it holds and the others hold, at most i - 1 of their cards are below
    its i-th lowest. While it is not on lead it follows with its highest card below the
    best played so far, which exists by i = 1, and discards from the top; either way
    each card above has one of theirs fewer below it, and the condition stays. On lead
    it needs an exit: a suit the others hold, where even without the lowest card, which
    one of them must beat, the condition stays.
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
