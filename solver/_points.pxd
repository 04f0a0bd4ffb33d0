"""Structures of the compiled search for points; the algorithm is told in ``_points.pyx``."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

cdef enum:
    HANDS = 7               # at a table, at most
    RANKS = 8               # of a suit, a bit each
    SETS = 1 << RANKS       # of cards of a suit
    WAYS = 4                # entries of a bucket
    LOAD = 4                # of two buckets, on average, before their number doubles
    SERVED = 1 << 12        # cards that served, remembered

# What was proved of a start of a trick: of this and of all with the same owners in order.
cdef struct Entry:
    uint64_t key[2]         # owners, leader and kind of question: ``make_key``; 0 if empty
    uint32_t left           # the cards it was proved with
    uint8_t lower           # bounds on the points to come
    uint8_t upper

cdef struct Table:
    void* memory            # as allocated
    Entry* entries
    uint64_t used           # buckets in use, a power of two
    uint64_t most
    uint64_t stored

# The cards of a trick so far.
cdef struct Trick:
    int place               # how many
    int seat                # whose turn it is
    int winner              # the seat that wins so far
    uint32_t led            # all bits of the suit led
    uint32_t winning        # the card that wins so far
    int worth               # points of the cards

cdef struct Context:
    Table table
    # The rules of the game.
    int duties
    bint partners           # whether one side's seats owe each other no duty
    bint avoids             # the counted side wants few
    int trick_points
    int place[13]           # of the ranks of the pack in a suit, 0 lowest
    int step[RANKS]         # points of the ranks, lowest first
    uint8_t worth[SETS]     # points of some cards of a suit
    uint64_t profile[SETS]  # how many are worth so much above the least, up to 7: ``slack``
    uint8_t sure_points[SETS][SETS]     # of a hand's trumps, by the other side's: ``weigh_trumps``
    uint8_t sure_tricks[SETS][SETS]
    # The position asked about: the first trick may be in progress.
    int hands
    int counted             # the seats whose points are asked for, a bit each
    bint trumps             # whether there are any: always suit 0
    bint side[HANDS]        # by seat: whether it is counted
    bint wants_many[HANDS]  # whether it wants the counted side to get many
    int foes[HANDS]         # a bit for each seat that it has a duty to beat
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
    int16_t weights[3][4][23]   # of the order: by kind, side and lead or not, feature
    uint64_t served[SERVED + (SERVED >> 6)]     # cards that served: ``served_key``
    uint64_t served_salt        # marks those of since the clearing
    void* owner             # the PointsSearch this belongs to
