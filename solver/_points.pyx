"""The compiled search for points: what a seat can be sure of where cards have points and
play has duties (to rise, to ruff, to overruff).

The question is two-sided, as in ``_search.pyx``: the *counted seat* wants as many points as
it can get (where it ``avoids``, as few), the two others, playing as one, want the opposite.
Seats are numbered from the counted one, 0, in playing order; in a trump contract suit 0 is
the trump suit. A suit is a lane of eight bits, its highest rank in the highest.

What it has in common with the trick search is little more than that. A proof there rests on
a few comparisons of cards; here low cards decide who has to rise, every card of a trick
counts, and the table is by the order of all cards (``_points_table.pxi``).

``look_up``  the start of a trick: what the table and the sure points say of it
``search``   and, if they leave it open, what trying the leads does
``follow``   tries the cards of the seat whose turn it is; of a third card the start it leads
             to is looked up for all cards before any is searched

Both of the last return a bound on the points of the counted seat from here on: not below
``target`` and proved from below, or below it and proved from above (*fail-soft*). ``narrow``
asks for one target after another until the bounds meet.

Bits of ``Context.switches`` turn each technique off; no value depends on any.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from manni.solver._bits cimport bits_count64, bits_high, bits_low

include "_watch.pxi"

cdef enum:
    STOPPED = -1000         # the search was told to give up
    CHECK_EVERY = 4096      # positions between looks at the clock: a millisecond
    MOVES = 11              # most cards a hand
    STEP = 3                # points from a bound to the next target

cdef enum:                  # what the first guess weighs
    OF_TOTAL                # points to come
    OF_LEAD                 # 1 if the counted seat is to play
    OF_TOP_CARDS            # cards nobody beats
    OF_POINTS               # of its cards
    OF_OWN_TRUMPS
    OF_OTHER_TRUMPS
    GUESS_FEATURES

cpdef enum:                 # bits of ``Context.switches``; ``searches/points.py`` names them
    USE_TABLE = 1           # bounds proved before (_points_table.pxi)
    USE_SLACK = 2           # and those of other cards in the same order
    USE_ORDER = 4           # the order moves are tried in (_points_moves.pxi)
    USE_SURE_SIDE = 8       # one card of a group, where it is known who wins the trick
    USE_SURE_POINTS = 16    # points a side is sure of (_points_bounds.pxi)
    USE_SERVED_BEFORE = 32  # the card that served last is tried first

cdef extern from "_points_guess.h" nogil:
    const int16_t MANNI_POINTS_GUESS[2][2][GUESS_FEATURES]


# The start of a trick, and what is known of it.
cdef struct Start:
    uint32_t left
    int leader
    int tricks
    int total               # points to come
    uint64_t key
    int lower               # bounds on those of the counted seat
    int upper


include "_points_table.pxi"
include "_points_moves.pxi"
include "_points_bounds.pxi"


cdef inline bint wants_many(Context* c, int seat) noexcept nogil:
    """Whether the seat to play wants the counted seat to get many points."""
    return (seat == 0) != c.avoids


cdef inline void look_up(Context* c, Start* start, int target) noexcept nogil:
    """Bound the points to come without playing a card; further only if ``target`` is open."""
    cdef bint seen
    start.lower = 0
    start.upper = start.total
    if target <= 0 or target > start.total:
        return
    if start.tricks == 1:
        if last_winner(c, start.left, start.leader) == 0:
            start.lower = start.total
        else:
            start.upper = 0
        return
    c.nodes += 1
    start.key = make_key(c, start.left, start.leader)
    seen = c.switches & USE_TABLE and probe(c, start)
    if start.lower < target <= start.upper and not seen and c.switches & USE_SURE_POINTS:
        sure_points(c, start)


cdef int search(Context* c, Start* start, int target) noexcept nogil:
    """Bound the counted seat's points from the start of a trick that is looked up."""
    cdef Trick trick
    cdef int value
    if start.lower >= target:
        return start.lower
    if start.upper < target:
        return start.upper
    if c.nodes >= c.next_check:
        c.next_check = c.nodes + CHECK_EVERY
        if must_stop(c):
            return STOPPED
    trick.place = trick.worth = 0
    trick.seat = trick.winner = start.leader
    trick.led = trick.winning = 0
    value = follow(c, start.left, &trick, start.tricks, start.total, target)
    if value == STOPPED:
        return value
    if value >= target:
        start.lower = value
    elif value < start.upper:
        start.upper = value
    else:
        value = start.upper
    if c.switches & USE_TABLE:
        store(c, start)
    return value


cdef inline int last_winner(Context* c, uint32_t left, int leader) noexcept nogil:
    """Who wins the last trick."""
    cdef uint32_t winning = left & c.dealt[leader], card
    cdef uint32_t led = lane_of(winning)
    cdef int seat = leader, winner = leader, _k
    for _k in range(2):
        seat = seat + 1 if seat < 2 else 0
        card = left & c.dealt[seat]
        if card & led:
            if card > winning and winning & led:
                winning = card
                winner = seat
        elif c.trumps and card & TRUMPS:
            if winning & led or card > winning:
                winning = card
                winner = seat
    return winner


cdef int follow(
    Context* c, uint32_t left, Trick* trick, int tricks, int total, int target,
) noexcept nogil:
    """Bound the counted seat's points from a trick on, by the cards of the seat to play.

    ``total`` has the trick's points too.
    """
    cdef Move moves[MOVES]
    cdef Start ends[MOVES]
    cdef Trick next
    cdef int i, n, value, best
    cdef uint64_t look = 0
    cdef bint wants = wants_many(c, trick.seat), last = trick.place == 2
    n = list_moves(c, left, trick, moves)
    if n > 1 and c.switches & USE_SERVED_BEFORE:
        look = served_key(c, left, trick)
        prefer_served(c, look, moves, n)
    if last and look_ahead(c, left, trick, tricks, total, target, wants, moves, n, ends, &value):
        return value
    best = -1 if wants else 10000
    for i in range(n):
        if c.switches & USE_ORDER:
            next_best(moves, i, n)
        if last:
            value = search(c, &ends[moves[i].end], target - moves[i].gain)
            if value != STOPPED:
                value += moves[i].gain
        else:
            next = after(c, trick, moves[i].card)
            value = follow(c, left ^ moves[i].card, &next, tricks, total, target)
        if value == STOPPED:
            return value
        best = max(best, value) if wants else min(best, value)
        if (value >= target) == wants:
            if look and i:
                remember(c, look, moves[i].card)
            return best
    return best


cdef bint look_ahead(
    Context* c, uint32_t left, Trick* trick, int tricks, int total, int target, bint wants,
    Move* moves, int n, Start* ends, int* value,
) noexcept nogil:
    """Look up the starts that the third cards lead to; whether one serves, and its bound."""
    cdef Trick next
    cdef int i, worth
    cdef Start* end
    for i in range(n):
        next = after(c, trick, moves[i].card)
        worth = next.worth + c.trick_points
        moves[i].end = i
        moves[i].gain = worth if next.winner == 0 else 0
        end = &ends[i]
        end.left = left ^ moves[i].card
        end.leader = next.winner
        end.tricks = tricks - 1
        end.total = total - worth
        look_up(c, end, target - moves[i].gain)
        if wants:
            value[0] = moves[i].gain + end.lower
        else:
            value[0] = moves[i].gain + end.upper
        if (value[0] >= target) == wants:
            return True
    return False


# The doors from Python.


cdef bint must_stop(Context* c) noexcept nogil:
    """Whether to give up: asked to, out of time, or interrupted."""
    if c.stop == 0:
        with gil:
            (<PointsSearch>c.owner).note_why_to_stop()
    return c.stop != 0


cdef void weigh(Context* c) noexcept nogil:
    """Work out what sets of cards of a suit are worth."""
    cdef int cards, place, above_least
    for cards in range(256):
        c.worth[cards] = 0
        c.profile[cards] = 0
        for place in range(RANKS):
            if cards >> place & 1:
                c.worth[cards] += c.step[place]
                for above_least in range(c.step[place] - c.step[0]):
                    c.profile[cards] += 1ULL << 4 * above_least


cdef inline uint32_t bit_of(Context* c, int card, int trump) noexcept nogil:
    """The bit of a card of the pack; the trump suit changes places with the first."""
    cdef int suit = card // 13
    if trump > 0:
        suit = 0 if suit == trump else trump if suit == 0 else suit
    return <uint32_t>1 << (8 * suit + c.place[card % 13])


cdef void number_owners(Context* c, int suit) noexcept nogil:
    """For all sets of cards left in a suit, number their owners from the highest card down."""
    cdef int cards, lowest
    cdef uint16_t* owners = c.owners[suit]
    owners[0] = 1
    for cards in range(1, 256):
        lowest = 8 * suit + bits_low(cards)
        owners[cards] = 3 * owners[cards & (cards - 1)] + (
            (c.dealt[1] >> lowest & 1) + 2 * (c.dealt[2] >> lowest & 1))


cdef void load(
    Context* c, uint64_t* hands, int trump, int leader, int seat, int* played, int on_table,
) noexcept nogil:
    """Set up the position: seats counted from ``seat``, trumps first."""
    cdef int suit, k
    cdef uint64_t rest
    c.trumps = trump >= 0
    c.left = 0
    for k in range(3):
        rest = hands[(seat + k) % 3]
        c.dealt[k] = 0
        while rest:
            c.dealt[k] |= bit_of(c, bits_low(rest), trump)
            rest &= rest - 1
    for k in range(on_table):
        c.dealt[(leader + 3 - seat + k) % 3] |= bit_of(c, played[k], trump)
    c.left = c.dealt[0] | c.dealt[1] | c.dealt[2]
    for suit in range(4):
        number_owners(c, suit)
    c.tricks = bits_count64(c.dealt[0])
    c.total = c.tricks * c.trick_points
    for suit in range(4):
        c.total += c.worth[c.left >> 8 * suit & 255]
    c.trick.place = c.trick.worth = 0
    c.trick.led = c.trick.winning = 0
    c.trick.seat = c.trick.winner = (leader + 3 - seat) % 3
    for k in range(on_table):
        c.trick = after(c, &c.trick, bit_of(c, played[k], trump))
        c.left ^= bit_of(c, played[k], trump)


cdef int decide(Context* c, int target) noexcept nogil:
    """Bound the counted seat's points of the loaded position."""
    cdef Start start
    if c.trick.place == 0:
        start.left = c.left
        start.leader = c.trick.seat
        start.tricks = c.tricks
        start.total = c.total
        look_up(c, &start, target)
        return search(c, &start, target)
    return follow(c, c.left, &c.trick, c.tricks, c.total, target)


cdef int first_guess(Context* c) noexcept nogil:
    """Guess the value of the loaded position: where the zero windows start.

    Linear in a few features of the counted seat. A bad guess costs a search or two.
    """
    cdef const int16_t* w = &MANNI_POINTS_GUESS[c.avoids][c.trumps][0]
    cdef uint32_t own = c.dealt[0], others = c.dealt[1] | c.dealt[2], lane
    cdef int suit, guess
    guess = w[OF_TOTAL] * c.total + (w[OF_LEAD] if c.trick.seat == 0 else 0)
    for suit in range(4):
        lane = <uint32_t>0xFF << 8 * suit
        guess += w[OF_TOP_CARDS] * bits_count64(top_of(own & lane, others & lane))
        guess += w[OF_POINTS] * points_of_all(c, own & lane)
    if c.trumps:
        guess += w[OF_OWN_TRUMPS] * bits_count64(own & TRUMPS)
        guess += w[OF_OTHER_TRUMPS] * bits_count64(others & TRUMPS)
    return max(0, min(guess // 64, c.total))


cdef void narrow(Context* c, int target, int* lower, int* upper) noexcept nogil:
    """Close the bounds on the value of the loaded position by zero-window searches.

    From a bound the next target is STEP away: one point at a time proves much again. Once
    there are bounds from both sides it lies between them.
    """
    cdef int value
    cdef bint below = False, above = False
    while lower[0] < upper[0]:
        if target <= lower[0]:
            target = lower[0] + 1
        if target > upper[0]:
            target = upper[0]
        value = decide(c, target)
        if value == STOPPED:
            return
        if value >= target:
            lower[0] = value
            below = True
            target = value + STEP
        else:
            upper[0] = value
            above = True
            target = value - STEP + 1
        if below and above:
            target = (lower[0] + upper[0] + 1) // 2


cdef class PointsSearch:
    """A context of its own: table, counters, switches, the rules of a game. One per thread."""

    cdef Context* c
    cdef _Watch watch
    cdef object game

    def __cinit__(self, size_t memory_bytes, uint32_t switches=0xFFFFFFFF):
        self.c = <Context*>calloc(1, sizeof(Context))
        if self.c == NULL:
            raise MemoryError
        self.watch = _Watch()
        self.c.switches = switches
        self.c.owner = <void*>self
        table_init(&self.c.table, max(memory_bytes, sizeof(Context)) - sizeof(Context))

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.memory)
            free(self.c)

    cdef void note_why_to_stop(self) noexcept:
        """Ask whether to stop."""
        cdef int why = self.watch.why_to_stop()
        if self.c.stop == 0:    # another thread may have asked meanwhile
            self.c.stop = why

    @property
    def nodes(self):
        """Positions looked at, at the start of a trick, since this was made."""
        return self.c.nodes

    @property
    def stored(self):
        """Entries of the table in use now."""
        return self.c.table.stored

    def clear(self):
        """Forget all bounds and cards that served; the memory stays."""
        table_clear(&self.c.table)
        self.c.served_salt += 1

    def play_by(
        self, ranks, points, int trick_points, int duties, bint partners, bint avoids,
    ):
        """Search by these rules from now on; what was learnt by others is forgotten.

        ``ranks`` are the eight that hands may have, lowest first, and ``points`` theirs, none
        less than the one before.
        """
        cdef int place
        game = (tuple(ranks), tuple(points), trick_points, duties, partners, avoids)
        if game == self.game:
            return
        for place in range(RANKS):
            self.c.place[ranks[place]] = place
            self.c.step[place] = points[place]
        self.c.trick_points = trick_points
        self.c.duties = duties
        self.c.partners = partners
        self.c.avoids = avoids
        weigh(self.c)
        self.clear()
        self.game = game

    def bounds(
        self, hands, int trump, int leader, int seat, table=(), int lower=0, int upper=255,
        int guess=-1, double deadline=0.0, called_off=None,
    ):
        """Return bounds on the points of ``seat``, narrowed from those given.

        ``trump`` is a suit, or -1. The bounds meet unless ``deadline``, in seconds of the
        monotonic clock, came first, ``called_off``, asked now and then, said so, or another
        thread called ``stop``. The search begins at ``guess``, below 0 for one of its own.
        """
        cdef uint64_t cards[3]
        cdef int played[2]
        cdef int k, on_table = len(table)
        for k in range(3):
            cards[k] = hands[k]
        for k in range(on_table):
            played[k] = table[k]
        load(self.c, cards, trump, leader, seat, played, on_table)
        upper = min(upper, self.c.total)
        if guess < 0:
            guess = first_guess(self.c)
        self.begin(deadline, called_off)
        with nogil:
            narrow(self.c, guess + 1, &lower, &upper)
        self.watch.end()
        return lower, upper

    def best_row(
        self, const uint64_t[:, ::1] hands, const int16_t[::1] more, int trump, int leader,
        int seat, int least=-1, double deadline=0.0, called_off=None,
    ):
        """Return the most points of ``seat`` at any of the first leads, and the first such row.

        ``more`` is what else it gets in each. Where none gets more than ``least``, this and
        -1; None if stopped. A row that is better than the
        best before it is searched to the end, the others are only proved to be no better.
        """
        cdef uint64_t cards[3]
        cdef int64_t row, found = -1
        cdef int k, lower, upper, best = least
        self.begin(deadline, called_off)
        with nogil:
            for row in range(hands.shape[0]):
                for k in range(3):
                    cards[k] = hands[row, k]
                load(self.c, cards, trump, leader, seat, NULL, 0)
                lower = max(-1, best - more[row])
                upper = self.c.total
                if lower >= upper:
                    continue
                narrow(self.c, first_guess(self.c) if best < 0 else lower + 1, &lower, &upper)
                if self.c.stop:
                    break
                if lower + more[row] > best:
                    best = lower + more[row]
                    found = row
        self.watch.end()
        return None if self.c.stop else (best, found)

    cdef void begin(self, double deadline, called_off) noexcept:
        """Begin a search that may be stopped."""
        self.c.stop = 0
        self.c.next_check = self.c.nodes + CHECK_EVERY
        self.watch.begin(deadline, called_off)

    def stop(self):
        """Ask a running search, in another thread, to give up soon."""
        self.c.stop = ASKED
