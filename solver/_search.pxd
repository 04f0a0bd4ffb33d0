"""Structures of the compiled search; the algorithm is told in ``_search.pyx``."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from ._book cimport Endings
from ._table cimport WORDS, Table

cdef enum:
    KINDS = 3               # of contract: trump, no trump, nullo
    ROLES = 15              # leads by seat; follows by place, seat, with the suit or not
    FEATURES = 18           # of a move: ``score_moves``
    SERVED = 1 << 14        # cards that served, remembered
    TRIED = 1 << 10         # cards being tried, noted
    MOST_TRICKS = 17
    SUBSETS = 1 << 13       # of the cards of a suit

# What a result rests on: comparisons of two cards of one suit in different hands,
# a bit each, by suit; see ``Context.pair``.
cdef struct Marks:
    uint64_t pairs[4]

# The start of a trick as the table knows it. For several questions about the same cards
# the comparisons are gathered once.
cdef struct Node:
    uint64_t key            # lengths, leader, kind of contract and target: ``node_key``
    uint32_t hash           # of the key
    int suits               # in which order: ``order_of_suits``; 0 before they are sorted
    int words               # of the comparisons; 0 before they are gathered
    uint64_t code[WORDS]    # outcomes of those left, suit by suit: ``join_suits``

# What the bounds ask of a suit, by which of its cards are still in the hands: worked out once a
# loaded position (``count_suit``). Each card in play has its owner, so it depends on nothing else.
cdef struct Suit:
    uint32_t loaded         # the load it holds for
    uint8_t run[3]          # tricks that each can cash; nullo: own cards below all of that seat's
    uint8_t most            # no fewer than both others can; nullo: how safe the counted seat is
    uint8_t sure[3]         # trumps that win whenever they are played
    uint64_t siege[2][3]    # by whether the counted seat ruffs, by leader
    uint64_t why            # nullo: what it rests on that it is safe

# A position as it was asked about.
cdef struct Asked:
    uint64_t hands[3]
    int contract
    int leader
    int seat
    int played[2]
    int on_table
    bint ace_low

# What is known of a position's value, for all threads that search for it.
cdef struct Quest:
    int lower
    int upper
    int target              # the one to decide
    int over                # not 0: nobody need know any more
    uint32_t settling       # raised by the thread that notes an answer

cdef struct Context:
    Table* table            # that of this Search, or of another it works beside
    uint64_t* tried         # [TRIED], with the table: see ``trial``
    const Endings* book         # shared by all, or NULL: not used
    uint64_t hand[3]            # the cards held, a suit a 16-bit lane; seat 0 is the counted one
    uint64_t dealt[3]           # the same before any card was played
    uint64_t left[4]            # by suit: the pairs with both cards still to be played
    uint64_t order[4]           # by suit: 1 for each pair whose first card is the higher
    uint8_t pair[4][16][16]     # number of the pair of two places of a suit
    uint64_t row[4][16][3]      # by suit, place and other seat: the pairs of that card
    uint64_t rows[4][16]        # by suit and place: of all other seats
    uint8_t place_in_hand[4][16]  # by suit and place: how many cards of its hand are above
    uint8_t stride[4][3][3]     # by suit, seat, other seat: pairs from one card to its next
    int kind                    # 0 trump (always suit 0), 1 no trump, 2 nullo
    bint nullo
    uint64_t nodes              # positions at the start of a trick, since the context was made
    uint64_t next_check         # node count at which to look at what would end the search
    uint64_t next_look          # and at the clock, and for signals
    int stop                    # not 0: give up at the next check, and why
    uint32_t switches
    void* owner                 # the Search object this belongs to
    Quest own_quest
    Quest* quest                # its own, or that of the thread it helps
    int target                  # being decided
    Node* open[MOST_TRICKS + 1]     # by tricks to come: the starts of tricks on the way here
    int unwind_to               # tricks to come where an answer has been found meanwhile, or 0
    Asked asked
    # The position asked about: the first trick may be in progress.
    uint64_t shape              # lengths by suit and seat, the cards in hand
    int tricks
    int leader
    int led                     # suit of the first of them
    uint64_t winning            # the best of them
    int winner                  # its seat
    uint64_t beaten             # the others of its suit
    # Cards that served last where another had been expected to: see ``served_key``.
    uint64_t own_served[SERVED + (SERVED >> 6)]
    uint64_t* served            # its own, or those of the thread it helps
    uint64_t served_salt        # marks what belongs to this counted seat, since the clearing
    uint64_t clearings
    uint32_t loads              # positions loaded
    Suit suits[4][SUBSETS]      # remembered, by suit and its cards in the hands
