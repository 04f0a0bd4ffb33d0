"""The compiled search for points: the points a side is sure of against all others.

In these games cards have points, and play may have duties: to rise, to ruff, to overruff. The
search is alpha-beta with a zero window. The *counted side*, some of two to seven seats, wants as
many points as it can get, or as few if it ``avoids`` them. All other seats play as one against it.
A suit is a lane of eight bits, a bit for each rank, the highest at the top. In a trump contract
suit 0 is the trump suit.

The trick search (``_search.pyx``) stores patterns: there a proof rests on few comparisons of cards.
Here low cards decide who has to rise, and all cards of a trick count. So the table's keys have
the order of all cards (``_points_table.pxi``).

``look_up``  bounds the start of a trick without search: by the table and the sure points
``search``   tries the leads of a start that these leave open
``follow``   tries the cards of the seat to play; for the last card of a trick it first looks up the
             starts that all cards lead to, and only then searches any

``search`` and ``follow`` are fail-soft. They return a lower bound on the points of the counted
side from here on if it is at least ``target``, else an upper bound. ``narrow`` asks for one target
after another until the bounds meet. It leaves the targets that are costly to prove for last.

Bits of ``Context.switches`` turn each technique off; no value depends on any.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._bits cimport bits_count64, bits_low, cards_a_hand, hash_of, high_bit, low_bit, mix
from ._threads cimport peek64, poke64
from ._trick cimport OVERRUFF, RISE, RUFF, demanded, legal_of

from .errors import DealError

cdef enum:
    HANDS = 7               # at a table, at most
    RANKS = 8               # of a suit, a bit each
    SETS = 1 << RANKS       # of cards of a suit
    LOAD = 4                # entries in two buckets, on average, before their number doubles
    SERVED = 1 << 12        # entries of the table of cards that served (``_order.pxi``)

# Bounds proved for the start of a trick, which also say something of all with the same key.
cdef struct Entry:
    uint64_t key[2]         # owners, leader and kind of question: ``make_key``; 0 if empty
    uint32_t left           # the cards for which they were proved
    uint8_t lower           # bounds on the points to come
    uint8_t upper

include "_buckets.pxi"

# The cards of a trick so far.
cdef struct Trick:
    int place               # number of cards played
    int seat                # whose turn it is
    int winner              # the seat that wins so far
    uint32_t led            # all bits of the suit led
    uint32_t winning        # the card that wins so far
    int worth               # points of the cards

cdef struct Context:
    Table table
    # The rules of the game.
    int duties
    bint partners           # whether seats of one side have no duty to beat each other
    bint avoids             # the counted side wants few points
    int trick_points        # points of each trick, beside those of its cards
    int place[13]           # by rank of the pack: its place in a suit, 0 lowest, -1 not in play
    int step[RANKS]         # points of the ranks, lowest first
    uint8_t worth[SETS]     # by set of cards of a suit: their points
    uint64_t profile[SETS]  # how many cards reach each level of points above the least: ``slack``
    uint8_t sure_points[SETS][SETS]     # by a hand's trumps and the other side's: ``weigh_trumps``
    uint8_t sure_tricks[SETS][SETS]
    # The position asked about: the first trick may be in progress.
    int hands
    int counted             # the seats whose points are asked for, a bit each
    int helping             # other seats that play for the counted side, a bit each
    bint trumps             # whether there is a trump suit: suit 0
    bint side[HANDS]        # by seat: whether it is counted
    bint wants_many[HANDS]  # whether it wants the counted side to get many
    int foes[HANDS]         # by seat: a bit for each seat that it has a duty to beat
    uint32_t dealt[HANDS]
    uint32_t cards_of[2]    # by side
    uint32_t owners[4][SETS]    # by suit and cards left: their owners in order
    uint32_t left
    int tricks
    int total               # points to come
    Trick trick
    uint64_t nodes          # positions at the start of a trick, since the context was made
    uint64_t next_check     # node count at which to look at the clock and for signals
    int stop                # not 0: give up at the next check, and why
    uint32_t switches
    uint32_t given          # the switches for questions without helping seats
    uint64_t served[SERVED + (SERVED >> 6)]     # cards that served: ``served_key``
    uint64_t served_salt        # part of their keys, another after each clearing
    void* owner             # the PointsSearch this belongs to

include "_watch.pxi"

cdef enum:
    STOPPED = -1000         # the search was told to give up
    CHECK_EVERY = 4096      # positions between looks at the clock: a millisecond
    MOVES = 16              # most cards a hand
    CARD_BITS = 5           # of the number of a card
    STEP = 4                # points from a bound to the next target
    LEAN = 10               # the first guess is shifted by one point for every 10 points to come
    MOST_TO_END = 4         # most hands with which playing two tricks is faster than a lookup

cpdef enum:                 # bits of ``Context.switches``; ``Points`` names them
    USE_TABLE = 1           # bounds proved before (_points_table.pxi)
    USE_SLACK = 2           # bounds proved with other cards in the same order
    USE_ORDER = 4           # the order moves are tried in (_points_moves.pxi)
    USE_SURE_SIDE = 8       # one card of a group, if it is known which side wins the trick
    USE_SURE_POINTS = 16    # points a side is sure of (_points_bounds.pxi)
    USE_SERVED_BEFORE = 32  # the card that served last is tried first
    USE_PARTNERS = 64       # partners give the dearest they can (_points_bounds.pxi)
    USE_ENDINGS = 128       # the last two tricks are played out without the table
    # The techniques that stay valid with helping seats: these play for the counted side, although
    # their own tricks belong to the other side.
    HELPED = USE_TABLE | USE_ORDER | USE_SERVED_BEFORE | USE_ENDINGS

# The start of a trick, and the bounds known for it.
cdef struct Start:
    uint32_t left
    int leader
    int tricks
    int total               # points to come
    uint64_t key[2]
    int lower               # bounds on those of the counted side
    int upper


cdef struct Move:
    uint32_t card
    uint32_t lowest         # the card too: others of its group may not serve, as points differ
    int side                # the side that will win the trick, or OPEN
    bint serves             # whether the seat to play wants that side to win it
    int score
    # For the last card of a trick:
    int end                 # index of the start that it leads to
    int gain                # points of the trick if the counted side wins it, else 0


include "_order.pxi"
include "_points_moves.pxi"
include "_points_bounds.pxi"
include "_points_table.pxi"


cdef inline bint last_side(Context* c, uint32_t left, int leader) noexcept nogil:
    """The side that wins the last trick."""
    cdef Trick trick = new_trick(leader)
    cdef int _k
    for _k in range(c.hands):
        trick = after(c, &trick, left & c.dealt[trick.seat])
    return c.side[trick.winner]


cdef int last_two(Context* c, uint32_t left, Trick* trick, int total, int target) noexcept nogil:
    """Bound the counted side's points from a trick on that is the last but one, by playing out."""
    cdef uint32_t legal = legal_cards(c, left & c.dealt[trick.seat], trick), card
    cdef bint wants = c.wants_many[trick.seat]
    cdef int value, worth, best = -1 if wants else 10000
    cdef Trick next
    while legal:
        card = high_bit(legal)
        legal ^= card
        next = after(c, trick, card)
        if next.place < c.hands:
            value = last_two(c, left ^ card, &next, total, target)
        else:
            worth = next.worth + c.trick_points
            value = worth if c.side[next.winner] else 0
            if last_side(c, left ^ card, next.winner):
                value += total - worth
        best = max(best, value) if wants else min(best, value)
        if (value >= target) == wants:
            break
    return best


cdef inline void look_up(Context* c, Start* start, int target) noexcept nogil:
    """Bound the points to come without a search; stop as soon as ``target`` is decided."""
    cdef Trick trick
    cdef int value
    cdef bint seen
    start.lower = 0
    start.upper = start.total
    if target <= 0 or target > start.total:
        return
    if start.tricks == 1:
        if not last_side(c, start.left, start.leader):
            start.upper = 0
        start.lower = start.upper
        return
    c.nodes += 1
    if start.tricks == 2 and c.hands <= MOST_TO_END and c.switches & USE_ENDINGS:
        trick = new_trick(start.leader)
        value = last_two(c, start.left, &trick, start.total, target)
        if value >= target:
            start.lower = value
        else:
            start.upper = value
        return
    make_key(c, start)
    seen = c.switches & USE_TABLE and probe(c, start)
    if start.lower < target <= start.upper and not seen and c.switches & USE_SURE_POINTS:
        sure_points(c, start)


cdef int search(Context* c, Start* start, int target) noexcept nogil:
    """Bound the counted side's points from a start that ``look_up`` has filled in."""
    cdef Trick trick
    cdef int value
    if start.lower >= target:
        return start.lower
    if start.upper < target:
        return start.upper
    if c.nodes >= c.next_check:
        c.next_check = c.nodes + CHECK_EVERY
        if is_stopped(c):
            return STOPPED
    trick = new_trick(start.leader)
    value = follow(c, start.left, &trick, start.tricks, start.total, target)
    if value == STOPPED:
        return value
    if value >= target:
        start.lower = value
    else:
        start.upper = value = min(value, start.upper)
    if c.switches & USE_TABLE:
        store(c, start)
    return value


cdef int follow(
    Context* c, uint32_t left, Trick* trick, int tricks, int total, int target,
) noexcept nogil:
    """Bound the counted side's points from a trick on, by trying the cards of the seat to play.

    ``total`` are the points to come, those of this trick included.
    """
    cdef Move moves[MOVES]
    cdef Start ends[MOVES]
    cdef Trick next
    cdef int i, k, n, value, best, first = 0    # index from which on the moves are scored
    cdef uint64_t look = 0
    cdef bint wants = c.wants_many[trick.seat], last = trick.place == c.hands - 1
    best = -1 if wants else 10000
    n = list_moves(c, left, trick, moves)
    if last and look_ahead(c, left, trick, tricks, total, target, wants, moves, &n, ends, &best):
        return best
    if n > 1 and c.switches & USE_SERVED_BEFORE:
        look = served_key(c, left, trick)
        first = try_first(c, look, moves, n)
    for i in range(n):
        if i == first and i + 1 < n and c.switches & USE_ORDER:
            for k in range(i, n):
                moves[k].score = score_of(c, left, trick, &moves[k])
        if i >= first:
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
    Move* moves, int* n, Start* ends, int* best,
) noexcept nogil:
    """Look up the starts that the last cards of a trick lead to; whether one of them serves.

    If so ``best`` is its bound. Otherwise cards that are proved not to serve are removed from the
    moves, and ``best`` includes their bounds.
    """
    cdef Trick next
    cdef int i, worth, value, still_open = 0
    cdef Start* end
    for i in range(n[0]):
        next = after(c, trick, moves[i].card)
        worth = next.worth + c.trick_points
        moves[i].end = i
        moves[i].gain = worth if c.side[next.winner] else 0
        end = &ends[i]
        end.left = left ^ moves[i].card
        end.leader = next.winner
        end.tricks = tricks - 1
        end.total = total - worth
        look_up(c, end, target - moves[i].gain)
        value = moves[i].gain + (end.lower if wants else end.upper)
        if (value >= target) == wants:
            best[0] = value
            return True
        value = moves[i].gain + (end.upper if wants else end.lower)
        if (value >= target) == wants:
            moves[still_open] = moves[i]
            still_open += 1
        else:
            best[0] = max(best[0], value) if wants else min(best[0], value)
    n[0] = still_open
    return False


# The interface to Python.


cdef void forget(Context* c) noexcept nogil:
    """Forget all bounds and cards that served."""
    clear_buckets(&c.table)
    c.served_salt += 1
    memset(&c.served[SERVED], 0, SERVED >> 3)


cdef void weigh(Context* c) noexcept nogil:
    """Fill in the tables by set of cards of a suit: points, profiles, sure trumps."""
    cdef int cards, place, above_least
    for cards in range(SETS):
        c.worth[cards] = 0
        c.profile[cards] = 0
        for place in range(RANKS):
            if cards >> place & 1:
                c.worth[cards] += c.step[place]
                for above_least in range(c.step[place] - c.step[0]):
                    c.profile[cards] += 1ULL << 4 * above_least
        for place in range(SETS):
            weigh_trumps(c, cards, place)


cdef inline uint32_t bit_of(Context* c, int card, int trump) noexcept nogil:
    """The bit of a card of the pack; the trump suit and suit 0 are exchanged."""
    cdef int suit = card // 13
    if trump > 0:
        suit = 0 if suit == trump else trump if suit == 0 else suit
    return <uint32_t>1 << (8 * suit + c.place[card % 13])


cdef void number_owners(Context* c, int suit) noexcept nogil:
    """For all sets of cards left in a suit, encode their owners in order, in base ``hands``.

    A leading 1 makes codes of different numbers of cards different.
    """
    cdef int cards, seat, owner
    cdef uint32_t lowest
    cdef uint32_t* owners = c.owners[suit]
    owners[0] = 1
    for cards in range(1, SETS):
        lowest = <uint32_t>low_bit(cards) << 8 * suit
        owner = 0
        for seat in range(1, c.hands):
            if c.dealt[seat] & lowest:
                owner = seat
        owners[cards] = c.hands * owners[cards & (cards - 1)] + owner


cdef void take_help(Context* c, int helping) noexcept nogil:
    """Let other seats play for the counted side; their own points are not counted."""
    if helping != c.helping:
        forget(c)
    c.helping = helping
    c.switches = c.given & HELPED if helping else c.given


cdef void take_sides(Context* c, int counted) noexcept nogil:
    """Set up each seat's side, its aim, and the seats it has a duty to beat."""
    cdef int seat, other
    c.counted = counted
    c.cards_of[0] = c.cards_of[1] = 0
    for seat in range(c.hands):
        c.side[seat] = counted >> seat & 1
        c.wants_many[seat] = ((counted | c.helping) >> seat & 1) != c.avoids
        c.cards_of[c.side[seat]] |= c.dealt[seat]
    for seat in range(c.hands):
        c.foes[seat] = 0
        for other in range(c.hands):
            if other != seat and not (c.partners and c.side[other] == c.side[seat]):
                c.foes[seat] |= 1 << other


cdef bint load(
    Context* c, uint64_t* hands, int count, int trump, int leader, int counted, int* played,
    int on_table,
) noexcept nogil:
    """Set up the position, trumps as suit 0; False if it is not valid (``ALIKE``).

    Cards on the table are added to their hands first, and then played.
    """
    cdef int suit, k
    cdef uint64_t rest, held = 0
    for k in range(on_table):
        if not 0 <= played[k] < 52:
            return False
        hands[(leader + k) % count] |= 1ULL << played[k]
    for k in range(count):
        held |= hands[k]
    for k in range(13):
        if c.place[k] < 0 and held & 0x8004002001ULL << k:
            return False
    if not 0 <= cards_a_hand(hands, count) <= MOVES:
        return False
    if count != c.hands:
        forget(c)
    c.hands = count
    c.trumps = trump >= 0
    for k in range(count):
        rest = hands[k]
        c.dealt[k] = 0
        while rest:
            c.dealt[k] |= bit_of(c, bits_low(rest), trump)
            rest &= rest - 1
    take_sides(c, counted)
    c.left = c.cards_of[0] | c.cards_of[1]
    for suit in range(4):
        number_owners(c, suit)
    c.tricks = bits_count64(c.dealt[0])
    c.total = c.tricks * c.trick_points + worth_of(c, c.left)
    c.trick = new_trick(leader)
    for k in range(on_table):
        c.trick = after(c, &c.trick, bit_of(c, played[k], trump))
        c.left ^= bit_of(c, played[k], trump)
    return True


cdef int decide(Context* c, int target) noexcept nogil:
    """Bound the counted side's points of the loaded position."""
    cdef Start start
    if c.trick.place == 0:
        start.left = c.left
        start.leader = c.trick.seat
        start.tricks = c.tricks
        start.total = c.total
        look_up(c, &start, target)
        return search(c, &start, target)
    return follow(c, c.left, &c.trick, c.tricks, c.total, target)


cdef int play_by_order(Context* c) noexcept nogil:
    """The points of the counted side if everybody plays the first card in the order."""
    cdef Move moves[MOVES]
    cdef Trick trick = c.trick
    cdef uint32_t left = c.left
    cdef int k, n, points = 0
    while left:
        n = list_moves(c, left, &trick, moves)
        for k in range(n):
            moves[k].score = score_of(c, left, &trick, &moves[k])
        next_best(moves, 0, n)
        left ^= moves[0].card
        trick = after(c, &trick, moves[0].card)
        if trick.place == c.hands:
            if c.side[trick.winner]:
                points += trick.worth + c.trick_points
            trick = new_trick(trick.winner)
    return points


cdef inline int dear_bounds(Context* c) noexcept nogil:
    """Return 1 if lower bounds cost more to prove than upper ones, -1 if less, 0 if alike.

    A proof for one side has to try all cards of the other side. So proofs for the side with fewer
    hands cost more. Without trumps, bounds by cashing winners remove the difference.
    """
    cdef int seat, more = 0
    if c.trumps or c.avoids:
        for seat in range(c.hands):
            more += 1 if c.wants_many[seat] else -1
    return (more < 0) - (more > 0)


cdef int first_guess(Context* c) noexcept nogil:
    """Guess the value of the loaded position: the first target of the zero-window searches.

    It is what comes of the first cards in the order, shifted to the side where proofs are cheaper.
    """
    return max(0, min(play_by_order(c) + c.total // LEAN * dear_bounds(c), c.total))


cdef void narrow(Context* c, int target, int* lower, int* upper) noexcept nogil:
    """Close the bounds on the value of the loaded position by zero-window searches.

    If both kinds of bounds cost alike, the next target is STEP from the last bound: steps of one
    point would prove much again. Once both bounds are proved, the target is half way between them.
    If one kind is costly, targets approach the value from the other side, a point at a time. Then
    one costly proof is enough.
    """
    cdef int value, dear = dear_bounds(c)
    cdef bint below = False, above = False
    while lower[0] < upper[0]:
        target = max(lower[0] + 1, min(target, upper[0]))
        value = decide(c, target)
        if value == STOPPED:
            return
        if value >= target:
            lower[0] = value
            below = True
            target = value + (1 if dear < 0 else STEP)
        else:
            upper[0] = value
            above = True
            target = value if dear > 0 else value - STEP + 1
        if below and above and not dear:
            target = (lower[0] + upper[0] + 1) // 2


cdef str ALIKE = f"hands of the pack, of as many cards each, at most {MOVES}"


cdef int check_sides(Py_ssize_t count, int counted, int leader, int trump) except -1:
    """Raise DealError unless so many hands can sit at a table, some on each side."""
    if not 2 <= count <= HANDS:
        raise DealError(f"two to seven hands, not {count}")
    if not (0 < counted < (1 << count) - 1 and 0 <= leader < count and -1 <= trump < 4):
        raise DealError("of the seats some are counted and some are not, one leads, to a trump")
    return 0


cdef class PointsSearch(_Watched):
    """A search with a context of its own: table, counters, switches, the rules of a game."""

    cdef object game

    def __cinit__(self, size_t memory_bytes, uint32_t switches=0xFFFFFFFF):
        self.c.switches = self.c.given = switches
        self.c.hands = 3
        if not make_buckets(&self.c.table, max(memory_bytes, sizeof(Context)) - sizeof(Context)):
            raise MemoryError

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.memory)

    def play_by(
        self, ranks, points, int trick_points, int duties, bint partners, bint avoids,
    ):
        """Search by these rules from now on; if they are new, forget all that is stored.

        ``ranks`` are the eight ranks in play, lowest first. ``points`` are theirs and never fall
        from one rank to the next.
        """
        cdef int place
        game = (tuple(ranks), tuple(points), trick_points, duties, partners, avoids)
        if game == self.game:
            return
        self.c.trick_points = trick_points
        self.c.duties = duties
        self.c.partners = partners
        self.c.avoids = avoids
        if self.game is None or game[:2] != self.game[:2]:
            if len({*ranks} & {*range(13)}) != RANKS or not len(ranks) == len(points) == RANKS:
                raise ValueError(f"{RANKS} ranks and their points are wanted")
            for place in range(13):
                self.c.place[place] = -1
            for place in range(RANKS):
                self.c.place[ranks[place]] = place
                self.c.step[place] = points[place]
            weigh(self.c)
        self.clear()
        self.game = game

    def bounds(
        self, hands, int trump, int leader, int counted, table=(), int lower=0, int upper=255,
        int guess=-1, double deadline=0.0, called_off=None, int helping=0,
    ):
        """Return bounds on the points of the ``counted`` seats, narrowed from those given.

        ``hands`` are two to seven. ``counted`` has a bit for each seat of the side, ``helping`` one
        for each other seat that plays for it without being counted. ``trump`` is a suit, or -1.

        The bounds meet unless the search was stopped. It stops at ``deadline``, in seconds of the
        monotonic clock, when ``called_off``, called now and then, returns true, or when another
        thread calls ``stop``. The first target is ``guess`` + 1; if ``guess`` is below 0 the search
        makes a guess of its own.
        """
        cdef uint64_t cards[HANDS]
        cdef int played[HANDS]
        cdef int k, count = len(hands), on_table = len(table)
        check_sides(count, counted, leader, trump)
        if on_table >= count:
            raise DealError("a card of all but one hand on the table")
        for k in range(count):
            cards[k] = hands[k]
        for k in range(on_table):
            played[k] = table[k]
        take_help(self.c, helping)
        if not load(self.c, cards, count, trump, leader, counted, played, on_table):
            raise DealError(ALIKE)
        upper = min(upper, self.c.total)
        if guess < 0:
            guess = first_guess(self.c)
        self.begin(deadline, called_off)
        with nogil:
            narrow(self.c, guess + 1, &lower, &upper)
        self.end()
        return lower, upper
