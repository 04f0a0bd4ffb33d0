"""Structures of the compiled search; the algorithm is told in ``_search.pyx``."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from solver._book cimport Endings
from solver._table cimport Table

cdef enum:
    KINDS = 3               # of contract: trump, no trump, nullo
    ROLES = 15              # leads by seat; follows by place, seat, with the suit or not
    FEATURES = 18           # of a move: ``score_moves``
    SERVED = 1 << 14        # cards that served, remembered

# What a result rests on: comparisons of two cards of one suit in different hands,
# a bit each, by suit; see ``Context.pair``.
cdef struct Marks:
    uint64_t pairs[4]

cdef struct Context:
    Table table
    const Endings* book         # shared by all, or NULL: not used
    uint64_t hand[3]            # the cards held, a suit a 16-bit lane; seat 0 is the counted one
    uint64_t dealt[3]           # the same before any card was played
    uint64_t left[4]            # by suit: the pairs with both cards still to be played
    uint64_t order[4]           # by suit: 1 for each pair whose first card is the higher
    uint8_t pair[4][16][16]     # number of the pair of two places of a suit
    uint64_t row[4][16][3]      # by suit, place and other seat: the pairs of that card
    uint8_t place_in_hand[4][16]  # by suit and place: how many cards of its hand are above
    uint8_t stride[4][3][3]     # by suit, seat, other seat: pairs from one card to its next
    int kind                    # 0 trump (always suit 0), 1 no trump, 2 nullo
    bint nullo
    uint64_t nodes              # positions at the start of a trick, since the context was made
    uint64_t next_check         # node count at which to look at the clock and for signals
    double deadline             # monotonic seconds, 0 for none
    int stop                    # not 0: give up at the next check, and why
    uint32_t switches
    void* owner                 # the Search object this belongs to
    # The position asked about: the first trick may be in progress.
    uint64_t shape              # lengths by suit and seat, the cards in hand
    int tricks
    int leader
    int on_table                # cards on the table, 0 to 2
    int led                     # suit of the first of them
    uint64_t winning            # the best of them
    int winner                  # its seat
    uint64_t beaten             # the others of its suit
    int16_t weights[KINDS][ROLES][FEATURES]     # of the move order
    # Cards that served last where another had been expected to: see ``served_key``.
    uint64_t served[SERVED]
    uint64_t served_salt        # marks what belongs to this counted seat, since the clearing
    uint64_t clearings
