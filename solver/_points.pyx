"""The compiled search for points: what a seat can be sure of where cards have points and
play has duties (to rise, to ruff, to overruff).

The question is two-sided, as in ``_search.pyx``: the *counted seat* wants as many points as
it can get (where it ``avoids``, as few), the two others, playing as one, want the opposite.
Seats are numbered from the counted one, 0, in playing order; in a trump contract suit 0 is
the trump suit. A suit is a lane of eight bits, its highest rank in the highest.

What it has in common with the trick search is little more than that. A proof there rests on
a few comparisons of cards; here low cards decide who has to rise, every card of a trick
counts, and the table is by the order of all cards (``_points_table.pxi``).

``search``   the start of a trick: answered from the table or by trying the leads
``follow``   tries the cards of the seat whose turn it is

Both return a bound on the points of the counted seat from here on: not below ``target`` and
proved from below, or below it and proved from above (*fail-soft*). Of the zero windows that
``narrow`` asks, each begins where the bound before it ended.

Bits of ``Context.switches`` turn each technique off; no value depends on any.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from cpython.exc cimport PyErr_CheckSignals

from solver._bits cimport bits_count64, bits_high, bits_low

from time import monotonic

cdef enum:
    STOPPED = -1000         # the search was told to give up
    ASKED = 1               # why to stop: asked to from outside, or interrupted
    LATE = 2                # the time is up
    CHECK_EVERY = 4096      # positions between looks at the clock: a millisecond
    MOVES = 11              # most cards a hand
    NO_LEAD = 255

cpdef enum:                 # bits of ``Context.switches``; ``points_engine`` names them
    USE_TABLE = 1           # bounds proved before (_points_table.pxi)
    USE_SLACK = 2           # and those of other cards in the same order
    USE_ORDER = 4           # the order moves are tried in (_points_moves.pxi)
    USE_EQUALS = 8          # one of several equal cards stands for all
    USE_NEAR_EQUALS = 16    # a card fails if one worth almost as much failed by more
    USE_SURE_SIDE = 32      # one card of a group, where it is known who wins the trick
    USE_BEST_LEAD = 64      # the lead that served is tried first

include "_points_table.pxi"
include "_points_moves.pxi"


cdef inline bint wants_many(Context* c, int seat) noexcept nogil:
    """Whether the seat to play wants the counted seat to get many points."""
    return (seat == 0) != c.avoids


cdef int search(
    Context* c, uint32_t left, int leader, int tricks, int total, int target,
) noexcept nogil:
    """Bound the counted seat's points of the ``total`` to come from the start of a trick."""
    cdef Trick trick
    cdef uint64_t key = 0
    cdef int lower = 0, upper = total, value, best = -1, serving = -1
    if target <= 0:
        return 0
    if target > total or tricks == 0:
        return total
    c.nodes += 1
    trick.place = trick.worth = 0
    trick.seat = trick.winner = leader
    trick.led = trick.winning = 0
    if tricks > 1 and c.switches & USE_TABLE:
        key = make_key(c, left, leader)
        best = probe(c, key, left, &lower, &upper)
        if lower >= target:
            return lower
        if upper < target:
            return upper
    if c.nodes >= c.next_check:
        c.next_check = c.nodes + CHECK_EVERY
        if must_stop(c):
            return STOPPED
    value = follow(c, left, &trick, tricks, total, target, best, &serving)
    if value == STOPPED:
        return value
    if value >= target:
        lower = value
    elif value < upper:
        upper = value
    else:
        value = upper
    if tricks > 1 and c.switches & USE_TABLE:
        store(c, key, left, lower, upper, serving)
    return value


cdef inline int place_in_suit(uint32_t left, uint32_t card) noexcept nogil:
    """A card by its suit and how many of those left in it are above."""
    return (bits_low(card) & 24) | bits_count64(left & above(card))


cdef int follow(
    Context* c, uint32_t left, Trick* trick, int tricks, int total, int target, int known,
    int* serving,
) noexcept nogil:
    """Bound the counted seat's points from a trick on, by the cards of the seat to play.

    ``total`` has the trick's points too. ``known`` is the lead to try first, or -1;
    ``serving`` becomes the one that served.
    """
    cdef Move moves[MOVES]
    cdef Trick next
    cdef int i, k, n, value, gain, best
    cdef bint wants = wants_many(c, trick.seat)
    n = list_moves(c, left, trick, moves)
    if n > 1 and c.switches & USE_ORDER:
        score_moves(c, left, trick, moves, n)
    if known >= 0 and c.switches & USE_BEST_LEAD:
        for k in range(n):
            if place_in_suit(left, moves[k].card) == known:
                moves[k].score = 10000
    best = -1 if wants else 10000
    for i in range(n):
        if c.switches & USE_ORDER:
            next_best(moves, i, n)
        if i and near_equal_failed(c, moves, i, wants, target, &best):
            continue
        next = after(c, trick, moves[i].card)
        if next.place < 3:
            value = follow(
                c, left ^ moves[i].card, &next, tricks, total, target, -1, serving)
        else:
            next.worth += c.trick_points
            gain = next.worth if next.winner == 0 else 0
            value = search(
                c, left ^ moves[i].card, next.winner, tricks - 1, total - next.worth,
                target - gain)
            if value != STOPPED:
                value += gain
        if value == STOPPED:
            return value
        moves[i].value = value
        best = max(best, value) if wants else min(best, value)
        if (value >= target) == wants:
            if trick.place == 0:
                serving[0] = place_in_suit(left, moves[i].card)
            return best
    return best


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


cdef void load(
    Context* c, uint64_t* hands, int trump, int leader, int seat, int* played, int on_table,
) noexcept nogil:
    """Set up the position: seats counted from ``seat``, trumps first."""
    cdef int suit, k, who, place, cards
    cdef uint32_t code
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
        for cards in range(256):
            code = 1
            for place in range(RANKS):
                if cards >> (RANKS - 1 - place) & 1:
                    who = 0
                    for k in range(1, 3):
                        if c.dealt[k] >> (8 * suit + RANKS - 1 - place) & 1:
                            who = k
                    code = 3 * code + who
            c.owners[suit][cards] = <uint16_t>code
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
    cdef int serving
    if c.trick.place == 0:
        return search(c, c.left, c.trick.seat, c.tricks, c.total, target)
    return follow(c, c.left, &c.trick, c.tricks, c.total, target, -1, &serving)


cdef void narrow(Context* c, int target, int* lower, int* upper) noexcept nogil:
    """Close the bounds on the value of the loaded position by zero-window searches."""
    cdef int value
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
            target = value + 1
        else:
            upper[0] = value
            target = value


cdef class PointsSearch:
    """A context of its own: table, counters, switches, the rules of a game. One per thread."""

    cdef Context* c
    cdef object error
    cdef object called_off
    cdef object game

    def __cinit__(self, size_t memory_bytes, uint32_t switches=0xFFFFFFFF):
        self.c = <Context*>calloc(1, sizeof(Context))
        if self.c == NULL:
            raise MemoryError
        self.c.switches = switches
        self.c.owner = <void*>self
        table_init(&self.c.table, max(memory_bytes, sizeof(Context)) - sizeof(Context))

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.memory)
            free(self.c)

    cdef void note_why_to_stop(self) noexcept:
        """Ask for signals, whether it is called off, and the time; keep what that raised."""
        try:
            PyErr_CheckSignals()
            if self.called_off is not None and self.called_off():
                self.c.stop = ASKED
        except BaseException as error:
            self.error = error
            self.c.stop = ASKED
            return
        if self.c.stop == 0 and self.c.deadline and monotonic() >= self.c.deadline:
            self.c.stop = LATE

    @property
    def nodes(self):
        """Positions looked at, at the start of a trick, since this was made."""
        return self.c.nodes

    @property
    def stored(self):
        """Entries of the table in use now."""
        return self.c.table.stored

    def clear(self):
        """Forget all bounds; the memory stays."""
        table_clear(&self.c.table)

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
            guess = self.c.total // 3
        self.c.stop = 0
        self.c.deadline = deadline
        self.c.next_check = self.c.nodes + CHECK_EVERY
        self.called_off = called_off
        with nogil:
            narrow(self.c, guess, &lower, &upper)
        self.called_off = None
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return lower, upper

    def stop(self):
        """Ask a running search, in another thread, to give up soon."""
        self.c.stop = ASKED
