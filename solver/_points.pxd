"""Structures of the compiled search for points; the algorithm is told in ``_points.pyx``."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    RANKS = 8               # of a suit, a bit each
    WAYS = 4                # entries of a bucket, a cache line
    MOST_STEPS = 7          # points by which the cards of a suit may differ
    SERVED = 1 << 12        # cards that served, remembered

# What was proved of a start of a trick: of this and of all with the same owners in order.
cdef struct Entry:
    uint64_t key            # owners, leader and kind of contract: ``make_key``
    uint32_t left           # the cards it was proved with
    uint8_t lower           # bounds on the points to come
    uint8_t upper
    uint8_t generation      # of the table when it was stored, 0 for an empty entry

cdef struct Bucket:
    Entry entry[WAYS]

cdef struct Table:
    void* memory            # of the buckets, before it was aligned
    Bucket* buckets
    uint64_t used           # buckets in use, a power of two
    uint64_t limit
    uint64_t most_used      # since all were empty
    uint64_t stored
    uint8_t generation

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
    bint partners           # the others are partners, so that only the counted seat is their foe
    bint trumps             # whether there are any: always suit 0
    bint avoids             # the counted seat wants few
    int trick_points
    int place[13]           # of the ranks of the pack in a suit, 0 lowest
    int step[RANKS]         # points of the ranks, lowest first
    uint8_t worth[256]      # points of some cards of a suit
    uint64_t profile[256]   # how many of them are worth at least so much: ``slack``
    # The position asked about: the first trick may be in progress.
    uint32_t dealt[3]       # by seat, 0 the counted one
    uint16_t owners[4][256]     # by suit and cards left: their owners in order
    uint32_t left
    int tricks
    int total               # points to come
    Trick trick
    uint64_t nodes          # positions at the start of a trick, since the context was made
    uint64_t next_check     # node count at which to look at the clock and for signals
    int stop                # not 0: give up at the next check, and why
    uint32_t switches
    uint64_t served[SERVED]     # cards that served: ``served_key``
    uint64_t served_salt        # marks those of since the clearing
    void* owner             # the PointsSearch this belongs to
