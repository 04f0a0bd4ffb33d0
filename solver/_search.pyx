"""The compiled double-dummy search: the tricks that one seat is sure of against the two others.

The *counted seat* wants as many tricks as it can get, in nullo as few. The two others play as one
and want the opposite. Seats are numbered clockwise from the counted seat, which is 0. In a trump
contract suit 0 is the trump suit. Ranks are closed up: only the order of the cards in play is kept.

The search is alpha-beta with a zero window. ``decide`` answers whether the counted seat takes at
least ``target`` of the tricks to come. ``narrow`` asks this for one target after another until the
value is known. The search goes from trick to trick:

``lead``      the start of a trick: answered without play if arithmetic, the book of endings
              (``_book.pyx``), a static bound (``_bounds.pxi``) or a pattern of the transposition
              table (``_patterns.pxi``) can; else by ``expand``
``expand``    tries the leads and stores the answer
``follow``    tries the cards of a seat, the leader's, the second hand's or the third's, in a good
              order (``_moves.pxi``); after the third hand the winner of the trick is next to
              ``lead``

A card *serves* if it gives the seat to play the answer it wants. The first one that does is enough
(a cutoff); if none does, all have failed. An answer comes with the comparisons of two cards that it
rests on (``_patterns.pxi``). After a card that served these are what its proof needed; after a
failure, what the proofs against all cards needed. At the start of a trick the answer is stored
under these comparisons. It holds for every position that shares them, in this deal and in any
other: this is partition search.

Bits of ``Context.switches`` turn each technique off; no value depends on any.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._bits cimport (
    bits_count64, bits_fitting7, bits_gather, bits_high, bits_low, bits_prefetch, bits_spread,
    bits_wide_processor, cards_a_hand, hash_of, high_bit, low_bit, mix,
)
from ._book cimport BOOK_TRICKS, Book, Endings, book_answer, the_book
from ._threads cimport (
    let_others_run, peek8, peek32, peek64, peek_int, poke8, poke32, poke64,
    poke_int, sleep_briefly, take_flag,
)

from ._book import FILE as _FILE
from .errors import DealError

include "_table.pxi"

# Structures of the search.

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
    int words               # of the comparisons; 0 before they are gathered
    uint64_t code[WORDS]    # outcomes of those left, suit by suit: ``join_suits``

# What the bounds ask of a suit, by which of its cards are still in the hands: worked out once a
# loaded position (``count_suit``). Each card in play has its owner, so it depends on nothing else.
cdef struct Suit:
    uint64_t loaded         # the load it holds for
    uint8_t run[3]          # tricks that each can cash; nullo: own cards below all of that seat's
    uint8_t most            # no fewer than both others can; nullo: how safe the counted seat is
    uint8_t sure[3]         # trumps that win whenever they are played
    uint64_t siege          # what the others can do in it
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
    uint64_t loads              # positions loaded
    Suit suits[4][SUBSETS]      # remembered, by suit and its cards in the hands

include "_watch.pxi"

cdef enum:                  # features of ``first_guess``
    OF_TRICKS               # tricks to come
    OF_STRENGTH             # sum over its cards: the fraction of the others' suit that is lower
    OF_TOP_CARDS            # its cards that are the highest of their suit
    OF_LEAD                 # 1 if the counted seat is on lead
    OF_TRUMPS               # its trumps in excess of a third of all trumps
    GUESS_FEATURES

cdef extern from "_weights.h" nogil:
    const int16_t MANNI_WEIGHTS[KINDS][ROLES][FEATURES]
    const int16_t MANNI_GUESS[KINDS][GUESS_FEATURES]

cdef enum:
    STOPPED = -1            # the search was told to give up
    UNKNOWN = -2
    CHECK_EVERY = 4096      # positions between looks at the clock: a few milliseconds
    ALONE = 8 * CHECK_EVERY     # positions to search before other threads may help
    MOVES = 17              # most cards a hand
    ASK_ONCE = 6            # from so many tricks to come on, ``may_not_matter`` asks less in nullo
    FEW_PATTERNS = 13       # tricks to come up to which also nullo stores no more than its kind
    LOOK_UP = 9             # from so many tricks to come on, ``known_lead_first`` is used

cpdef enum:                 # bits of ``Context.switches``; ``searches.TECHNIQUES`` names them
    USE_TABLE = 1           # the transposition table of patterns (_patterns.pxi)
    USE_ORDER = 2           # move ordering (_moves.pxi)
    USE_EQUALS = 4          # only one of several equal cards is tried
    USE_SHARED_FATES = 8    # a card fails by the proof by which another one failed
    USE_CASH = 16           # winners cashed at once (_bounds.pxi, as the next five)
    USE_CROSSING = 32       # winners of the partner cashed after them
    USE_HOLD_OUT = 64       # the counted seat must be let in before the end
    USE_SURE_TRUMPS = 128   # trumps that win whenever they are played
    USE_SAFE = 256          # nullo: the counted seat takes no more tricks
    USE_EXITS = 512         # nullo: tricks the counted seat can lose
    USE_ANY_WINNER = 1024   # tricks whose winner does not matter: ``beaten_that_matter``
    USE_SERVED_BEFORE = 2048    # the card that served last is tried first (_order.pxi)
    USE_BOOK = 4096         # the book answers every start of the last four tricks (_book.pyx)
    USE_KNOWN_LEADS = 8192  # a lead known to serve is tried first: ``known_lead_first``

cdef uint64_t LANE = 0xFFFFULL
cdef uint64_t FENCES = 0x8000800080008000ULL    # bit 15 of each lane, never a card

cdef struct Move:
    uint64_t card           # the highest of a group of equal cards, as a bit
    uint64_t lowest         # the lowest of the group
    int score
    bint skipped            # failed without being played: see ``shares_fate``

cdef enum:
    CARD_BITS = 6           # bits of a card's number

include "_order.pxi"

# A card is a bit of a word of four lanes (``_bits.h``). A *shape* is the lengths of the three hands
# in the four suits: twelve fields of four bits, suit by suit.


cdef inline int suit_of(uint64_t card) noexcept nogil:
    return bits_low(card) >> 4


cdef inline int place_of(uint64_t card) noexcept nogil:
    """The place of a card among those of its suit in play, 0 lowest; of a set, its lowest's."""
    return bits_low(card) & 15


cdef inline uint64_t length_of_one(uint64_t card, int seat) noexcept nogil:
    """A shape with one card, of this card's suit in this seat's hand."""
    return 1ULL << (4 * (3 * suit_of(card) + seat))


cdef inline int length(uint64_t shape, int suit, int seat) noexcept nogil:
    return <int>(shape >> (4 * (3 * suit + seat)) & 15)


cdef inline uint64_t node_key(uint64_t shape, int leader, int kind, int target) noexcept nogil:
    """The table's key: what all positions that a pattern fits have in common, in 57 bits."""
    return shape | <uint64_t>leader << 48 | <uint64_t>kind << 50 | <uint64_t>target << 52


cdef inline uint64_t lane_of(uint64_t card) noexcept nogil:
    """All the bits of a card's suit."""
    return LANE << (bits_low(card) & 48)


include "_patterns.pxi"
include "_moves.pxi"
include "_bounds.pxi"
include "_together.pxi"


cdef inline void mark_trick(
    Context* c, uint64_t winning, uint64_t beaten, Marks* marks,
) noexcept nogil:
    """Mark the comparisons by which ``winning`` beat the cards ``beaten``, all of its suit."""
    cdef int suit = suit_of(winning)
    while beaten:
        marks.pairs[suit] |= pair_bit(c, suit, winning, low_bit(beaten))
        beaten &= beaten - 1


cdef inline void take(
    Context* c, uint64_t card, int seat, uint64_t* winning, int* winner, uint64_t* beaten,
) noexcept nogil:
    """Add a card to the trick: update the best card, its seat, and the cards it beats in suit."""
    if winning[0] == 0:
        winning[0] = card
        winner[0] = seat
    elif lane_of(card) == lane_of(winning[0]):
        beaten[0] |= min(card, winning[0])  # no branch: it could not be predicted
        winner[0] = seat if card > winning[0] else winner[0]
        winning[0] = max(card, winning[0])
    elif c.kind == 0 and card & LANE:
        winning[0] = card
        beaten[0] = 0
        winner[0] = seat


cdef int lead(
    Context* c, int leader, uint64_t shape, int tricks, int target, Node* node, Marks* out,
) noexcept nogil:
    """Whether the counted seat takes at least ``target`` of the ``tricks`` to come.

    ``node`` is new. Once the position's comparisons have been gathered, it keeps them.
    """
    cdef int result
    if 0 < target <= tricks and tricks > 1:
        c.nodes += 1
    result = answer_without_play(c, leader, shape, tricks, target, UNKNOWN, node, out)
    if result != UNKNOWN:
        return result
    return expand(c, leader, shape, tricks, target, node, out)


cdef int answer_without_play(
    Context* c, int leader, uint64_t shape, int tricks, int target, int wanted, Node* node,
    Marks* out,
) noexcept nogil:
    """Answer the start of a trick without playing a card: by arithmetic, book, bound or table.

    ``wanted`` is the only answer of interest, or UNKNOWN if both are.
    """
    cdef int result
    clear_marks(out)
    if target <= 0:
        return 1
    if target > tricks:
        return 0
    if tricks == 1:
        return last_trick(c, leader, out)
    if tricks == BOOK_TRICKS and c.book != NULL:
        return book_answer(c.book, c.kind, leader, shape, target, c.order, c.left, out.pairs)
    # The target is part of the key: few patterns proved for one target answer for another.
    node.key = node_key(shape, leader, c.kind, target)
    node.hash = <uint32_t>hash_of(node.key, 0)
    bits_prefetch(head_of(c.table, node.hash))
    result = static_bound(c, leader, shape, tricks, target, wanted, out)
    if result != UNKNOWN or not c.switches & USE_TABLE:
        return result
    return probe(c, node, wanted, out)


cdef int expand(
    Context* c, int leader, uint64_t shape, int tricks, int target, Node* node, Marks* out,
) noexcept nogil:
    """Try the leads until one serves, and store the answer with what it rests on."""
    cdef int result
    if c.nodes >= c.next_check and must_stop(c, tricks):
        return STOPPED
    c.open[tricks] = node
    result = follow(c, 0, leader, 0, shape, tricks, target, 0, leader, 0, NULL, out)
    if result == STOPPED:
        if c.unwind_to != tricks:
            return STOPPED
        # Another thread has answered this position. Its pattern may have been replaced since.
        c.unwind_to = 0
        result = probe(c, node, UNKNOWN, out)
        if result != UNKNOWN:
            return result
        return expand(c, leader, shape, tricks, target, node, out)
    if c.switches & USE_TABLE:
        store(c, node, out, result)
    return result


cdef bint is_known(
    Context* c, int place, int seat, int led, uint64_t shape, int tricks, int target,
    uint64_t winning, int winner, uint64_t beaten, int wanted,
) noexcept nogil:
    """Whether the rest of a trick leads to the answer ``wanted``, without searching any start.

    A seat that wants this answer needs one card that does so. Of a seat that wants the other
    answer, all cards have to.
    """
    cdef Move moves[MOVES]
    cdef Marks marks
    cdef Node node
    cdef int i, n, won_by
    cdef uint64_t legal, others, card, best, second, left
    cdef bint serves = ((seat == 0) != c.nullo) == wanted, known = not serves
    if place == 3:
        node.words = 0
        return answer_without_play(
            c, winner, shape, tricks - 1, target - (winner == 0), wanted, &node, &marks) == wanted
    legal = c.hand[seat] & LANE << 16 * led
    if legal == 0:
        legal = c.hand[seat]
    others = c.hand[0] | c.hand[1] | c.hand[2] | winning | beaten
    n = list_moves(c, legal, others & ~c.hand[seat], moves)
    for i in range(n):
        card = moves[i].card
        best = winning
        second = beaten
        won_by = winner
        take(c, card, seat, &best, &won_by, &second)
        left = play(c, seat, card)
        known = is_known(
            c, place + 1, (seat + 1) % 3, led, shape - length_of_one(card, seat), tricks, target,
            best, won_by, second, wanted)
        take_back(c, seat, card, left)
        if known == serves:
            break
    return known


cdef bint known_lead_first(
    Context* c, Move* moves, int n, uint64_t shape, int tricks, int target, int wanted,
) noexcept nogil:
    """Bring a lead of the counted seat that is known to serve (``is_known``) to the front.

    One reply of the others is mostly enough to show that a lead is not known to serve. If one of
    the others leads, the next seat wants the same answer, and far more positions would have to be
    looked up. In trump contracts the counted seat's leads are seldom known. Both are left out.
    """
    cdef int i
    cdef uint64_t card, left
    cdef bint known = False
    for i in range(n):
        card = moves[i].card
        left = play(c, 0, card)
        known = is_known(
            c, 1, 1, suit_of(card), shape - length_of_one(card, 0), tricks, target, card, 0, 0,
            wanted)
        take_back(c, 0, card, left)
        if known:
            swap_moves(moves, 0, i)
            break
    return known


cdef uint64_t beaten_that_matter(
    Context* c, int result, uint64_t beaten, uint64_t shape, int tricks, int target, Node* node,
    Marks* marks,
) noexcept nogil:
    """Of the cards beaten in a trick, return those that had to be beaten for this answer.

    Suppose the answer is the same if a beaten card had won the trick instead. Then its comparison
    with the winner need not be marked: the mark would make the pattern fit fewer positions than it
    could. What the answer with the other winner rests on is added to ``marks`` in its place. That
    answer is only looked up, as a search for it costs more than it saves.
    """
    cdef Marks other
    cdef uint64_t card
    cdef int seat
    for seat in range(3):
        card = beaten & c.dealt[seat]
        if card and answer_without_play(
                c, seat, shape, tricks, target - (seat == 0), result, node, &other) == result:
            add_marks(marks, &other)
            beaten ^= card
    return beaten


cdef inline uint64_t may_not_matter(
    Context* c, int winner, int result, int tricks, uint64_t winning, uint64_t beaten,
    Marks* noted,
) noexcept nogil:
    """Of the cards beaten, those for which it is worth asking ``beaten_that_matter``.

    If the winner's side got the answer it wants, there are none: as a rule it needed the trick. In
    nullo no side needs a trick. But with many cards a question costs more than it saves if cards
    that failed earlier in this trick have already marked the comparison in ``noted``.
    """
    cdef int suit = suit_of(winning)
    cdef uint64_t card, left = beaten
    if not c.nullo:
        return beaten if (winner == 0) != result else 0
    if tricks >= ASK_ONCE:
        while left:
            card = low_bit(left)
            left ^= card
            if noted.pairs[suit] & pair_bit(c, suit, winning, card):
                beaten ^= card
    return beaten


cdef inline int lead_after_trick(
    Context* c, uint64_t shape, int tricks, int target, uint64_t winning, int winner,
    uint64_t beaten, Marks* noted, Marks* out,
) noexcept nogil:
    """Go on from a complete trick: count it, and mark the cards that its winner had to beat.

    ``noted`` are the comparisons that failures of other cards in this trick rest on.
    """
    cdef Node node
    cdef int result
    cdef uint64_t asked
    node.words = 0
    result = lead(c, winner, shape, tricks, target - (winner == 0), &node, out)
    if beaten and c.switches & USE_ANY_WINNER:
        asked = may_not_matter(c, winner, result, tricks, winning, beaten, noted)
        if asked:
            beaten ^= asked
            beaten |= beaten_that_matter(
                c, result, asked, shape, tricks, target, &node, out)
    mark_trick(c, winning, beaten, out)
    return result


cdef int follow(
    Context* c, int place, int seat, int led, uint64_t shape, int tricks, int target,
    uint64_t winning, int winner, uint64_t beaten, Marks* noted, Marks* out,
) noexcept nogil:
    """Try the cards of ``seat``, at ``place`` 0 (the lead), 1 or 2 of a trick.

    ``winning`` is the best card so far, ``winner`` its seat. ``beaten`` are the other cards of its
    suit in the trick. ``noted`` are the comparisons on which earlier failures in this trick rest:
    those of cards tried before, in place of the ones now on the table.
    """
    cdef Move moves[MOVES]
    cdef uint64_t failed[MOVES]
    cdef int i, n, result, won_by
    cdef uint64_t legal = c.hand[seat], others, card, best, second, left, key = 0, trying = 0
    cdef bint want = (seat == 0) != c.nullo, first_known = False
    cdef bint together = is_shared(c.table) and tricks >= APART
    cdef Marks all_marks
    cdef Marks noted_so_far
    cdef Marks* so_far = &all_marks
    if place and legal & LANE << 16 * led:
        legal &= LANE << 16 * led
    # Beaten cards separate equal cards too: if the winner does not matter, one may be the best.
    others = c.hand[0] | c.hand[1] | c.hand[2] | winning | beaten
    if legal & (legal - 1) and c.switches & USE_SERVED_BEFORE:
        key = served_key(c, seat, place, led, winning, winner)
    n = list_moves(c, legal, others & ~c.hand[seat], moves)
    if key and n > 1:
        first_known = try_first(c, key, moves, n)
    if place | seat == 0 and c.kind and tricks >= LOOK_UP and n > 1 and (
            c.switches & USE_KNOWN_LEADS):
        first_known |= known_lead_first(c, moves, n, shape, tricks, target, want)
    clear_marks(&all_marks)
    for i in range(n):
        # A card that served before is tried first: then the others may never need scores.
        if i == first_known and n - i > 1 and c.switches & USE_ORDER:
            score_moves(c, moves, n, seat, place, led, winning, winner)
        if i and together:
            choose_apart(c, moves, i, n, seat, place, target, winning)
        elif i >= first_known:
            next_best(moves, i, n)
        if i and shares_fate(c, seat, moves, i, failed, &all_marks):
            continue
        card = moves[i].card
        if together:
            trying = trial(c, seat, place, target, winning, card)
            begin_trial(c, trying)
        best = winning
        second = beaten
        won_by = winner
        take(c, card, seat, &best, &won_by, &second)
        left = play(c, seat, card)
        if place and c.nullo and tricks > ASK_ONCE:     # else ``may_not_matter`` needs no more
            noted_so_far = all_marks
            add_marks(&noted_so_far, noted)
            so_far = &noted_so_far
        if place < 2:
            result = follow(
                c, place + 1, (seat + 1) % 3, led if place else suit_of(card),
                shape - length_of_one(card, seat), tricks,
                target, best, won_by, second, so_far, out)
        else:
            result = lead_after_trick(
                c, shape - length_of_one(card, seat), tricks - 1, target, best, won_by, second,
                so_far, out)
        take_back(c, seat, card, left)
        if trying:
            end_trial(c, trying)
        if result == STOPPED:
            return result
        if result == want:
            if key and i:
                remember(c, key, card)
            return result
        failed[i] = out.pairs[suit_of(card)]
        add_marks(&all_marks, out)
    add_fates_of_equal_cards(c, seat, &all_marks, moves, n, failed)
    add_marks(out, &all_marks)      # ``out`` holds those of the last card tried, a part of these
    return not want


cdef int last_trick(Context* c, int leader, Marks* out) noexcept nogil:
    """Whether the counted seat wins the only trick left; every play is forced."""
    cdef int seat = leader, winner = leader, _k
    cdef uint64_t winning = 0, beaten = 0
    for _k in range(3):
        take(c, c.hand[seat], seat, &winning, &winner, &beaten)
        seat = (seat + 1) % 3
    mark_trick(c, winning, beaten, out)
    return winner == 0


# The interface to Python.


cdef int lay_out(
    Context* c, int lane, int suit, uint64_t* full, bint ace_low, uint64_t* bit_of,
) noexcept nogil:
    """Set up a suit from the full hands, ranks closed up; return its length in seat 0's hand.

    ``bit_of`` is filled in: by card of the pack, its bit in the context's hands.
    """
    cdef int rank, card, who, place = 0
    cdef int owner[16]
    cdef int held[3]
    held[0] = held[1] = held[2] = 0
    for rank in range(13):
        card = 13 * suit + ((rank + 12) % 13 if ace_low else rank)
        if not (full[0] | full[1] | full[2]) >> card & 1:
            continue
        who = 0 if full[0] >> card & 1 else 1 if full[1] >> card & 1 else 2
        bit_of[card] = 1ULL << (16 * lane + place)
        c.dealt[who] |= bit_of[card]
        c.shape += length_of_one(bit_of[card], who)
        owner[place] = who
        held[who] += 1
        place += 1
    number_pairs(c, lane, owner, held, place)
    return held[0]


cdef void load(Context* c, const Asked* asked) noexcept nogil:
    """Set up the position: seats counted from the one asked for, trumps first, ranks closed up."""
    cdef int suit, k, who, contract = asked.contract, trumps = contract if contract < 4 else 0
    cdef uint64_t card
    cdef uint64_t full[3]
    cdef uint64_t bit_of[52]
    c.asked = asked[0]
    c.loads += 1
    c.kind = 0 if contract < 4 else contract - 3
    c.nullo = contract == 5
    c.leader = (asked.leader + 3 - asked.seat) % 3
    c.served_salt = mix(c.clearings * 32 + contract * 4 + asked.seat)
    for k in range(3):
        full[k] = asked.hands[(asked.seat + k) % 3]
        c.dealt[k] = 0
    for k in range(asked.on_table):
        full[(c.leader + k) % 3] |= 1ULL << asked.played[k]
    c.shape = 0
    c.tricks = lay_out(c, 0, trumps, full, asked.ace_low, bit_of)
    k = 1
    for suit in range(4):
        if suit != trumps:
            c.tricks += lay_out(c, k, suit, full, asked.ace_low, bit_of)
            k += 1
    if c.nullo and c.tricks > FEW_PATTERNS:
        # Shorter lists. What the chains so far hold is found no more, but where they stay the same.
        poke32(&c.table.chains, c.table.most_chains)
    for k in range(3):
        c.hand[k] = c.dealt[k]
    c.winning = c.beaten = 0
    c.winner = c.leader
    for k in range(asked.on_table):
        who = (c.leader + k) % 3
        card = bit_of[asked.played[k]]
        play(c, who, card)
        c.shape -= length_of_one(card, who)
        if k == 0:
            c.led = suit_of(card)
        take(c, card, who, &c.winning, &c.winner, &c.beaten)


cdef bint can_be(const Asked* asked) noexcept nogil:
    """Whether the position is valid."""
    cdef uint64_t dealt[3]
    cdef int k
    if not (0 <= asked.contract < 6 and 0 <= asked.leader < 3 and 0 <= asked.seat < 3):
        return False
    for k in range(3):
        dealt[k] = asked.hands[k]
    for k in range(asked.on_table):
        if not 0 <= asked.played[k] < 52:
            return False
        dealt[(asked.leader + k) % 3] |= 1ULL << asked.played[k]
    return 0 <= cards_a_hand(dealt, 3) <= MOST_TRICKS


cdef int decide(Context* c, int target, Marks* marks) noexcept nogil:
    """Whether the counted seat takes at least ``target`` tricks of the loaded position.

    ``marks`` are the comparisons that the answer rests on.
    """
    cdef Marks none
    cdef Node node
    clear_marks(marks)
    if target <= 0:
        return 1
    if target > c.tricks:
        return 0
    c.unwind_to = 0
    c.open[c.tricks] = NULL
    if c.asked.on_table:
        clear_marks(&none)
        return follow(
            c, c.asked.on_table, (c.leader + c.asked.on_table) % 3, c.led, c.shape, c.tricks,
            target, c.winning, c.winner, c.beaten, &none, marks)
    node.words = 0
    return lead(c, c.leader, c.shape, c.tricks, target, &node, marks)


cdef int first_guess(Context* c) noexcept nogil:
    """Guess the value of the loaded position: the first target of the zero-window searches.

    The guess is linear in the features ``OF_…``. The weights, in 1/64 trick, were fitted by least
    squares on solved deals. A bad guess costs a search or two, no more.
    """
    cdef int suit, above, count, strength = 0, tops = 0, trumps = 0
    cdef uint64_t lane, mine, others, card
    cdef const int16_t* w = &MANNI_GUESS[c.kind][0]
    for suit in range(4):
        lane = LANE << 16 * suit
        mine = c.hand[0] & lane
        others = (c.hand[1] | c.hand[2]) & lane
        count = bits_count64(others)
        if suit == 0 and c.kind == 0:
            trumps = (2 * bits_count64(mine) - count) * 64 // 3
        while mine:
            card = low_bit(mine)
            above = bits_count64(others & ~(card - 1))
            strength += 64 * (count - above) // count if count else 32
            tops += above == 0
            mine ^= card
    return (
        w[OF_TRICKS] * c.tricks + w[OF_STRENGTH] * strength // 64 + w[OF_TOP_CARDS] * tops
        + (w[OF_LEAD] if c.leader == 0 else 0) + w[OF_TRUMPS] * trumps // 64
        # Round down in nullo, where a guess too low costs less than one too high.
        + (0 if c.nullo else 32)
    ) // 64


cdef void take_part(Context* c) noexcept nogil:
    """Decide targets of the quest (``_together.pxi``), until it ends or this thread stops."""
    cdef Quest* quest = c.quest
    cdef Marks marks
    cdef int result
    while not (peek_int(&quest.over) or peek_int(&c.stop)):
        if peek_int(&quest.lower) >= peek_int(&quest.upper):
            return
        c.target = peek_int(&quest.target)
        result = decide(c, c.target, &marks)
        if result != STOPPED:
            settle(quest, c.target, result)


cdef void narrow(Context* c, int target) noexcept nogil:
    """Close the bounds of the quest by zero-window searches, ``target`` first."""
    begin_settling(&c.own_quest)    # others may be at it already
    aim(&c.own_quest, target)
    poke32(&c.own_quest.settling, 0)
    take_part(c)


cdef void begin_quest(Context* c, int lower, int upper) noexcept nogil:
    """Begin a quest: the value of the loaded position, with the bounds that are known."""
    poke_int(&c.own_quest.lower, lower)
    poke_int(&c.own_quest.upper, upper)
    poke_int(&c.own_quest.over, 0)


cdef void forget(Context* c) noexcept nogil:
    """Forget all patterns and cards that served; the memory stays."""
    table_clear(c.table)
    poke32(&c.table.chains, min(<uint32_t>FEW_CHAINS, c.table.most_chains))
    c.clearings += 1
    memset(&c.own_served[SERVED], 0, SERVED >> 3)


cdef str NONE_SUCH = "no contract, seat or hands that can be a position"


cdef class Search(_Watched):
    """A search with a context of its own: counters, switches, the cards that served.

    It has a table of its own, or shares that of the search ``beside``. ``contexts`` is the number
    of searches that will share the table, this one included. Their memory counts towards
    ``memory_bytes``.
    """

    cdef Table* table           # its own, or NULL
    cdef Search host            # kept for its table
    cdef readonly uint64_t question     # the number of questions asked so far
    cdef readonly int helpers   # threads that are helping now
    cdef Book book              # kept for the context, which points into it

    def __cinit__(
        self, size_t memory_bytes, uint32_t switches=0xFFFFFFFF, Search beside=None,
        size_t contexts=1,
    ):
        cdef size_t taken = contexts * sizeof(Context)
        self.c.switches = switches
        self.c.quest = &self.c.own_quest
        self.c.served = self.c.own_served
        if beside is None:
            self.table = self.c.table = <Table*>calloc(1, sizeof(Table))
            self.c.tried = <uint64_t*>calloc(TRIED, sizeof(uint64_t))
            # The contexts, with the cards that served, count too.
            if self.table == NULL or self.c.tried == NULL or not (
                table_init(self.table, max(memory_bytes, taken) - taken)
            ):
                raise MemoryError
        else:
            self.host = beside if beside.host is None else beside.host
            self.c.table = self.host.table
            self.c.tried = self.host.c.tried
        if switches & USE_BOOK:
            self.book = the_book()
            if self.book is not None:
                self.c.book = &self.book.endings

    def __dealloc__(self):
        if self.table != NULL:      # ``host`` cannot tell: the garbage collector clears it first
            table_free(self.table)
            free(self.table)
            free(self.c.tried)

    def share(self, bint on):
        """Let other threads write to the table too, or no longer.

        While the table changes between shared and not shared, no thread may search on it. Calls
        nest: each that turns sharing on needs one that turns it off.
        """
        poke32(&self.c.table.shared, self.c.table.shared + (1 if on else -1))

    @property
    def is_shared(self):
        """Whether several threads may be at work on the table."""
        return is_shared(self.c.table)

    def call_off_help(self):
        """Ask helping threads to give up soon, and let no more begin."""
        poke_int(&self.c.own_quest.over, 1)

    def help(self, Search leader, uint64_t question):
        """Take part in another search on the same table until it has ended.

        ``question`` is the number of the question to help with. If that has ended, do nothing.
        """
        if leader.c.own_quest.over or leader.question != question:
            return
        leader.helpers += 1
        self.c.clearings = leader.c.clearings
        self.c.quest = &leader.c.own_quest
        self.c.served = leader.c.own_served
        self.begin(0.0, None)
        self.c.next_check = self.c.nodes + LOOK_TOGETHER
        with nogil:
            load(self.c, &leader.c.asked)
            take_part(self.c)
        self.c.quest = &self.c.own_quest
        self.c.served = self.c.own_served
        leader.helpers -= 1

    @property
    def switches(self):
        """The sum of the techniques in use."""
        return self.c.switches

    cdef void begin(self, double deadline, called_off) noexcept:
        """Begin a search that may be stopped."""
        _Watched.begin(self, deadline, called_off)
        self.c.next_look = self.c.next_check

    cdef int load(
        self, hands, int contract, int leader, int seat, table, bint ace_low,
    ) except -1:
        """Load a position. Raises DealError if it is not valid."""
        cdef Asked asked
        cdef int k
        asked.contract, asked.leader, asked.seat = contract, leader, seat
        asked.on_table, asked.ace_low = len(table), ace_low
        if len(hands) != 3 or asked.on_table > 2:
            raise DealError(NONE_SUCH)
        for k in range(3):
            asked.hands[k] = hands[k]
        for k in range(asked.on_table):
            asked.played[k] = table[k]
        if not can_be(&asked):
            raise DealError(NONE_SUCH)
        load(self.c, &asked)
        return 0

    cdef bint narrow_in(self, double deadline, double part, int target) noexcept:
        """Narrow the bounds in a part of the time left, ``target`` first; False if it ran out."""
        cdef double now = monotonic() if deadline else 0.0
        if self.c.stop == LATE:     # left from the part before; a request to stop is kept
            self.c.stop = 0
        self.deadline = now + part * (deadline - now) if deadline else 0.0
        self.c.next_check = self.c.next_look = self.c.nodes + CHECK_EVERY
        if self.call_in is not None and self.c.next_check > self.alone_until:
            self.c.next_check = self.c.next_look = max(self.c.nodes, self.alone_until)
        with nogil:
            narrow(self.c, target)
        return self.c.stop != LATE

    def bounds(
        self, hands, int contract, int leader, int seat, table=(), bint ace_low=False,
        int lower=0, int upper=17, int guess=-1, double deadline=0.0, called_off=None,
        call_in=None, uint64_t alone=ALONE,
    ):
        """Return bounds on the tricks of ``seat``, narrowed from those given.

        The bounds meet unless the search was stopped. It stops at ``deadline``, in seconds of the
        monotonic clock, when ``called_off``, called now and then, returns true, or when another
        thread calls ``stop`` after the search has begun.

        The first target is ``guess`` + 1; if ``guess`` is below 0 the search makes its own. With a
        deadline most of the time goes to targets near the guess. The rest goes to the lowest and
        the highest open target, which are easier, so that the bounds become useful.

        ``call_in`` is called now and then once ``alone`` positions have been searched. It may let
        other threads ``help``. The caller has to wait for these before it asks anything else.
        """
        cdef Quest* quest = &self.c.own_quest
        self.load(hands, contract, leader, seat, table, ace_low)
        upper = min(upper, self.c.tricks)
        if guess < 0:
            guess = first_guess(self.c)
        self.begin(deadline, called_off)
        self.call_in = call_in
        self.alone_until = self.c.nodes + alone
        self.question += 1
        begin_quest(self.c, lower, upper)
        if not self.narrow_in(deadline, 0.7, guess + 1):
            if not self.narrow_in(deadline, 0.5, quest.lower + 1):
                self.narrow_in(deadline, 1.0, quest.upper)
        self.call_off_help()
        self.end()
        return quest.lower, quest.upper

    def solve_rows(
        self, const uint64_t[:, ::1] hands, const int8_t[::1] contracts, const int8_t[::1] leaders,
        const int8_t[::1] ace_low, int8_t[:, ::1] values, called_off=None,
    ):
        """Fill ``values`` with the tricks of the three seats; False if stopped.

        Raises DealError, before anything is solved, for a row that is not a valid position. A row
        starts from an empty table unless two of its hands are those of the row before, as when one
        player's exchanges are compared. Patterns of an unrelated deal help little, and a small
        table is faster.
        """
        cdef Asked asked
        cdef Py_ssize_t row, rows = hands.shape[0]
        cdef int seat, lower, upper, least, alike
        memset(&asked, 0, sizeof(asked))
        if not (
            hands.shape[1] == values.shape[1] == 3 and contracts.shape[0] == leaders.shape[0]
            == ace_low.shape[0] == values.shape[0] == rows
        ):
            raise DealError("arrays of different lengths, or not of three hands")
        for row in range(rows):
            for seat in range(3):
                asked.hands[seat] = hands[row, seat]
            asked.contract, asked.leader = contracts[row], leaders[row]
            if not can_be(&asked):
                raise DealError(f"row {row}: {NONE_SUCH}")
        memset(&asked, 0, sizeof(asked))
        self.begin(0.0, called_off)
        with nogil:
            for row in range(rows):
                alike = 0
                for seat in range(3):
                    alike += asked.hands[seat] == hands[row, seat]
                    asked.hands[seat] = hands[row, seat]
                asked.contract, asked.leader = contracts[row], leaders[row]
                asked.ace_low = ace_low[row]
                if alike < 2:
                    forget(self.c)
                least = 0
                for seat in range(3):
                    asked.seat = seat
                    load(self.c, &asked)
                    lower = 0
                    upper = self.c.tricks
                    if seat == 2:
                        # Guarantees of the seats against each other add up to at most the
                        # tricks there are; in nullo, to at least that.
                        if self.c.nullo:
                            lower = max(0, self.c.tricks - least)
                        else:
                            upper = self.c.tricks - least
                    begin_quest(self.c, lower, upper)
                    narrow(self.c, first_guess(self.c) + 1)
                    if self.c.stop:
                        break
                    values[row, seat] = self.c.own_quest.lower
                    least += self.c.own_quest.lower
                if self.c.stop:
                    break
        self.call_off_help()
        self.end()
        return self.c.stop == 0

    def bound(self, hands, int contract, int leader, int seat, int target):
        """Return what the static bounds say of the start of a trick, to test each by itself.

        The result is whether ``seat`` takes ``target`` tricks, None if no bound can tell; the mask
        of the comparisons this rests on; and the outcomes of all comparisons. They must fit a word.
        """
        cdef uint64_t mask[WORDS]
        cdef uint64_t code[WORDS]
        cdef Marks marks
        cdef int answer
        self.load(hands, contract, leader, seat, (), False)
        clear_marks(&marks)
        answer = static_bound(
            self.c, self.c.leader, self.c.shape, self.c.tricks, target, UNKNOWN, &marks)
        if answer == UNKNOWN:
            clear_marks(&marks)     # some bounds mark comparisons before they can tell
        join_suits(self.c, marks.pairs, mask)
        join_suits(self.c, self.c.order, code)
        return (
            None if answer == UNKNOWN else answer == 1,
            mask[0],
            code[0],
        )

    def proof(
        self, hands, int contract, int leader, int seat, int target, table=(),
        bint ace_low=False, double deadline=0.0, called_off=None,
    ):
        """Return whether ``seat`` takes ``target`` tricks, and the comparisons the proof rests on.

        The comparisons are four masks, by suit. ``number_pairs`` numbers their bits, with seats
        counted from ``seat`` and cards on the table counted in their hands. The answer is None if
        the search was told to give up. No other thread may search on the table meanwhile.
        """
        cdef int k, answer, trumps = contract if contract < 4 else 0
        cdef Marks marks
        self.load(hands, contract, leader, seat, table, ace_low)
        self.begin(deadline, called_off)
        with nogil:
            answer = decide(self.c, target, &marks)
        self.end()
        by_suit = [marks.pairs[k + (k < trumps)] for k in range(4)]
        by_suit[trumps] = marks.pairs[0]
        return None if answer == STOPPED else answer == 1, tuple(by_suit)

    def tear(self, bint stamps, bint answers):
        """For tests: make all ``stamps`` say "just being changed"; invert all ``answers``.

        A second call with the same arguments undoes the first.
        """
        cdef uint32_t i
        if stamps:
            for i in range(<uint32_t>STAMPS):
                poke32(&self.c.table.stamps[i], self.c.table.stamps[i] ^ 1)
        if answers:
            for i in range(1, self.c.table.limit):
                poke8(&self.c.table.blocks[i].answers, self.c.table.blocks[i].answers ^ 0x7F)


def missing_book():
    """Return the path of the book if it is missing, else None; ValueError if it is damaged."""
    return _FILE if the_book() is None else None


def wide_processor():
    """Whether this processor can run the build for x86-64-v3, and is faster with it."""
    return bits_wide_processor()
