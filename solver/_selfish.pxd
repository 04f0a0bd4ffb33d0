"""Structures of the compiled selfish play; the recursion is told in ``_selfish.pyx``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    MOST_TRICKS = 12
    STRIDE = MOST_TRICKS + 1
    WAYS = 4                # entries of a bucket, a cache line
    LOAD = 3                # of two buckets, on average, before their number doubles

# A set of outcomes: bit ``STRIDE * forehand's tricks + middlehand's`` stands for the one in
# which the dealer has the rest. A trick won by forehand shifts a set by STRIDE, one of
# middlehand's by 1, one of the dealer's not at all.
cdef struct Outcomes:
    uint64_t low
    uint64_t middle
    uint64_t high

# A set of outcomes that is kept, with the least tricks, then the most, of forehand, of middlehand
# and of both together. How many the dealer has depends on how many there are.
cdef struct Kept:
    Outcomes all
    uint8_t ends[2][3]

# The sets there are, few beside the positions: each is kept once.
cdef struct Sets:
    Kept* sets              # from number 1 on
    uint32_t* slots         # by hash: the number of a set, 0 for none
    uint32_t mask           # slots in use, a power of two, less one
    uint32_t count          # sets, at most half as many
    uint32_t most

# A position at the start of a trick. A suit is the owners of its cards, seat + 1 in two
# bits each, from the lowest card up: ranks are closed up. Suits that are alike, which is all
# of them or all but the trump suit, number 0, are sorted.
cdef struct Start:
    uint32_t suit[4]
    int leader
    int tricks
    uint64_t key[2]         # what tells it from every other, as an entry has it: ``make_key``
    uint64_t hash

# What is stored of a start: 26 bits a suit, then its leader; in the bits that are left the
# number of its set of outcomes. All zero where there is none.
cdef struct Entry:
    uint64_t key[2]

cdef struct Table:
    void* memory            # as allocated
    Entry* entries
    uint64_t used           # buckets in use, a power of two
    uint64_t most
    uint64_t stored

# The trick in progress; what stands for several moments of it goes by the cards played. A card is
# a number, its place in the suit of ``start`` and 16 a suit.
cdef struct Trick:
    Start start             # when it was led to
    int played              # cards on the table, at most two
    uint64_t choices[3]     # of the next seat, void of the suit led: a bit a card, 16 bits a suit
    uint32_t left[3][4]     # the suits without the cards played
    int card[2]
    int best[3]             # the card that wins so far
    int winner[3]           # the seat that played it

# What a seat has made of the cards looked at so far.
cdef struct Choice:
    Outcomes all            # what any of the cards leads to
    int seat
    int tricks              # of all seats together
    int sure                # of them, what the seat is sure of with the best of the cards

cdef struct Context:
    Table table
    Sets known
    Kept nothing            # the outcome where no card is left
    Kept last[3]            # that of a last trick, by its winner
    uint64_t nodes          # starts of tricks worked out since this was made
    uint64_t next_check     # count of positions at which to look at the clock and for signals
    int stop                # not 0: give up at the next check
    int kind                # of contract: 0 trump, 1 no trump, 2 nullo; the table is of one
    void* owner             # the Selfish object this belongs to
    # With so many tricks at most, then at least: of forehand, of middlehand, of both together.
    Outcomes limited[2][3][STRIDE]
