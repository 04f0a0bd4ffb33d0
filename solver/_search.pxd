"""Structures of the compiled search; the algorithm is told in ``_search.pyx``."""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from solver._table cimport Table

cdef enum:
    ROLES = 15
    FEATURES = 18
    KINDS = 3

# What a result rests on: cards whose place among the remaining ones matters.
# ``top`` means this card and all above it in its suit, ``bottom`` this card and
# all below it; the closure is taken when a pattern is stored.
cdef struct Marks:
    uint64_t top
    uint64_t bottom

cdef struct Context:
    Table table
    uint64_t hand[3]            # the cards held, a suit a 16-bit lane; seat 0 is the counted one
    uint32_t owners[4][8192]    # owner code of a suit by the mask of its remaining cards
    int kind                    # 0 trump (always suit 0), 1 no trump, 2 nullo
    bint nullo
    uint64_t nodes              # positions at the start of a trick, since the context was made
    uint64_t next_check         # node count at which to look at the clock and for signals
    double deadline             # monotonic seconds, 0 for none
    int stop                    # set from outside: give up at the next check
    uint32_t switches
    void* owner                 # the Search object this belongs to
    # The position asked about: the first trick may be in progress.
    uint64_t shape              # lengths by suit and seat, the cards in hand
    uint64_t everything         # all cards, those on the table included
    int tricks
    int leader
    int on_table                # cards on the table, 0 to 2
    int led                     # suit of the first of them
    uint64_t winning            # the best of them
    int winner                  # its seat
    uint64_t beaten             # the next best of its suit, 0 for none
    int16_t weights[KINDS][ROLES][FEATURES]
