"""What three selfish players may come to: all outcomes of pure subgame-perfect play.

An outcome is a trick vector, the tricks of the three seats. If the seat to play is i and
its cards lead to the sets S_c of outcomes, it is sure of

    t = max over c of the least v_i in S_c

since it may choose that card; and of the outcomes in any S_c there remain those in which it
has at least t. (An outcome of S_c comes about exactly if for every other card an equilibrium
can be found after which the seat has no more: positions after different cards share no
decision, so that their equilibria combine freely. The least of a sibling's set serves.) In
nullo t is the least of the most, and what is more than t goes.

Nothing is pruned: below a seat that would refuse an outcome another seat's choice may rest on
it, and bounds as in alpha-beta are unsound here (Korf, Artificial Intelligence 48, 1991).
What saves work is exact: a start of a trick is worked out once, whatever its suits are called
and however far apart its ranks lie, and of equal cards one is played.

``at_start``   the start of a trick: its outcomes are worked out and stored
``lead``       the choice of the leader, for each of whose cards
``follow``     makes that of the second seat, for each of whose cards
``settle``     makes that of the last, whose cards lead to starts, stored or not
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from ._bits cimport (
    bits_count64, bits_high, bits_low, bits_prefetch, cards_a_hand, hash_of, sort_suits,
)
from ._trick cimport beats

from .errors import DealError

cdef enum:
    MOST_TRICKS = 12
    STRIDE = MOST_TRICKS + 1
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

include "_buckets.pxi"

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

include "_watch.pxi"

cdef enum:
    TRUMP = 0               # kinds of contract
    NULLO = 2
    STOPPED = -1            # told to give up; anything else is no error
    CHECK_EVERY = 1024      # positions between looks at the clock: about a millisecond
    SUIT_BITS = 26
    NUMBER_AT = 42          # bits of an entry's second word: the number of a set
    MOST_SETS = 1 << 20
    FEWEST_SLOTS = 256
    BYTES_A_SLOT = 20       # itself and half a set

cdef uint64_t KEY = (1ULL << NUMBER_AT) - 1
cdef uint64_t EVEN = 0x5555555555555555     # the lower of each two bits


# Sets of outcomes.


cdef inline bint meet(const Outcomes* a, const Outcomes* b) noexcept nogil:
    """Whether two sets have an outcome in common."""
    return (a.low & b.low | a.middle & b.middle | a.high & b.high) != 0


cdef inline void won_by(Outcomes* a, int seat) noexcept nogil:
    """Give a seat one trick more in every outcome."""
    cdef int by = STRIDE if seat == 0 else 2 - seat
    # In two steps: by 64 bits at once no word may be shifted.
    a.high = a.high << by | a.middle >> 1 >> 63 - by
    a.middle = a.middle << by | a.low >> 1 >> 63 - by
    a.low <<= by


cdef void add_vector(Outcomes* a, int forehand, int middlehand) noexcept nogil:
    cdef int bit = STRIDE * forehand + middlehand
    cdef uint64_t one = 1ULL << (bit & 63)
    if bit < 64:
        a.low |= one
    elif bit < 128:
        a.middle |= one
    else:
        a.high |= one


cdef void number_outcomes(Context* c) noexcept nogil:
    """Fill the sets of outcomes by how many tricks they give."""
    cdef int forehand, middlehand, m, k
    cdef int measure[3]
    cdef Outcomes one
    for forehand in range(STRIDE):
        for middlehand in range(STRIDE - forehand):
            measure[0] = forehand
            measure[1] = middlehand
            measure[2] = forehand + middlehand
            for m in range(3):
                for k in range(STRIDE):
                    if measure[m] <= k:
                        add_vector(&c.limited[0][m][k], forehand, middlehand)
                    if measure[m] >= k:
                        add_vector(&c.limited[1][m][k], forehand, middlehand)
    add_vector(&c.nothing.all, 0, 0)
    for k in range(3):
        memset(&one, 0, sizeof(Outcomes))
        add_vector(&one, k == 0, k == 1)
        keep(c, &c.last[k], &one)


# The choice of a seat.


cdef inline const Outcomes* limited(Context* c, const Choice* choice, bint least) noexcept nogil:
    """All outcomes in which the seat has what it is sure of: at ``least`` that, or at most."""
    # The dealer's tricks are those that the two others do not have.
    if choice.seat == 2:
        return &c.limited[not least][2][choice.tricks - choice.sure]
    return &c.limited[least][choice.seat][choice.sure]


cdef inline void begin(Context* c, Choice* choice, int seat, int tricks) noexcept nogil:
    """Begin a choice: as yet the seat is sure of the worst."""
    memset(&choice.all, 0, sizeof(Outcomes))
    choice.seat = seat
    choice.tricks = tricks
    choice.sure = tricks if c.kind == NULLO else 0


cdef inline void add(Outcomes* all, const Outcomes* more) noexcept nogil:
    all.low |= more.low
    all.middle |= more.middle
    all.high |= more.high


cdef inline void consider(Context* c, Choice* choice, const Outcomes* after) noexcept nogil:
    """Take in the outcomes, at least one, that a card leads to."""
    cdef bint nullo = c.kind == NULLO
    add(&choice.all, after)
    while not meet(after, limited(c, choice, nullo)):
        choice.sure += -1 if nullo else 1


cdef inline void consider_kept(
    Context* c, Choice* choice, const Kept* after, int winner,
) noexcept nogil:
    """Take in the outcomes of a start to which a card leads; ``winner`` took the trick."""
    cdef bint nullo = c.kind == NULLO
    cdef int own
    cdef Outcomes all = after.all
    won_by(&all, winner)
    add(&choice.all, &all)
    if choice.seat == 2:
        own = choice.tricks - 1 - after.ends[not nullo][2]
    else:
        own = after.ends[nullo][choice.seat]
    own += winner == choice.seat
    choice.sure = min(own, choice.sure) if nullo else max(own, choice.sure)


cdef inline void decide(Context* c, const Choice* choice, Outcomes* out) noexcept nogil:
    """Keep the outcomes in which the seat has what it is sure of."""
    cdef const Outcomes* kept = limited(c, choice, c.kind != NULLO)
    out.low = choice.all.low & kept.low
    out.middle = choice.all.middle & kept.middle
    out.high = choice.all.high & kept.high


# The table.


cdef inline void make_key(Start* start) noexcept nogil:
    cdef uint64_t third = start.suit[2]
    start.key[0] = (
        <uint64_t>start.suit[0] | <uint64_t>start.suit[1] << SUIT_BITS | third << 2 * SUIT_BITS)
    start.key[1] = (
        third >> 64 - 2 * SUIT_BITS | <uint64_t>start.suit[3] << 3 * SUIT_BITS - 64
        | <uint64_t>start.leader << 4 * SUIT_BITS - 64)
    start.hash = hash_of(start.key[0], start.key[1])


cdef inline uint64_t hash_in(const Entry* entry) noexcept nogil:
    return hash_of(entry.key[0], entry.key[1] & KEY)


cdef inline int cards_in(const Entry* entry) noexcept nogil:
    """The cards of an entry's position, one more where forehand does not lead."""
    return (
        bits_count64((entry.key[0] | entry.key[0] >> 1) & EVEN)
        + bits_count64((entry.key[1] | entry.key[1] >> 1) & EVEN & KEY))


cdef inline const Kept* look_up(Context* c, const Start* start) noexcept nogil:
    """The outcomes of a start, NULL if they are not stored; good until the next is stored."""
    cdef const Entry* entry = bucket_of(&c.table, start.hash)
    cdef int k, found = 0
    # No branch: which of the entries it is cannot be foreseen.
    for k in range(WAYS):
        found |= (
            ((entry[k].key[0] ^ start.key[0]) | ((entry[k].key[1] ^ start.key[1]) & KEY)) == 0) << k
    if not found:
        return NULL
    return &c.known.sets[entry[bits_low(found)].key[1] >> NUMBER_AT]


cdef inline uint32_t slot_of(const Sets* known, const Outcomes* found) noexcept nogil:
    """The slot of a set of outcomes, or the free one where it belongs."""
    cdef uint32_t slot = <uint32_t>hash_of(found.low + found.high, found.middle) & known.mask
    cdef const Outcomes* other
    while known.slots[slot]:
        other = &known.sets[known.slots[slot]].all
        if other.low == found.low and other.middle == found.middle and other.high == found.high:
            break
        slot = slot + 1 & known.mask
    return slot


cdef uint64_t number_of(Context* c, const Outcomes* found) noexcept nogil:
    """The number of a set of outcomes, a new one if need be, 0 if there is no room for it."""
    cdef Sets* known = &c.known
    cdef uint32_t slot = slot_of(known, found)
    if known.slots[slot] == 0 and known.count < known.most:
        if 2 * known.count > known.mask:
            number_anew(known, 2 * known.mask + 1)
            slot = slot_of(known, found)
        known.count += 1
        known.slots[slot] = known.count
        keep(c, &known.sets[known.count], found)
    return known.slots[slot]


cdef void keep(Context* c, Kept* kept, const Outcomes* found) noexcept nogil:
    cdef int m
    kept.all = found[0]
    for m in range(3):
        kept.ends[0][m] = 0
        while not meet(found, &c.limited[0][m][kept.ends[0][m]]):
            kept.ends[0][m] += 1
        kept.ends[1][m] = MOST_TRICKS
        while not meet(found, &c.limited[1][m][kept.ends[1][m]]):
            kept.ends[1][m] -= 1


cdef void number_anew(Sets* known, uint32_t mask) noexcept nogil:
    """Give the sets there are as many slots as ``mask`` says."""
    cdef uint32_t k
    known.mask = mask
    memset(known.slots, 0, (<size_t>mask + 1) * sizeof(uint32_t))
    for k in range(1, known.count + 1):
        known.slots[slot_of(known, &known.sets[k].all)] = k


cdef const Kept* store(Context* c, const Start* start, const Outcomes* found) noexcept nogil:
    """Store the outcomes of a start that is not stored.

    Where there are too many sets, everything gives way.
    """
    cdef Entry* entry
    cdef uint64_t number = number_of(c, found)
    if number == 0:
        forget(c)
        number = number_of(c, found)
    entry = room_for(&c.table, start.hash)
    entry.key[0] = start.key[0]
    entry.key[1] = start.key[1] | number << NUMBER_AT
    return &c.known.sets[number]


cdef void forget(Context* c) noexcept nogil:
    """Forget all positions."""
    clear_buckets(&c.table)
    c.known.count = 0
    number_anew(&c.known, FEWEST_SLOTS - 1)


cdef bint make_table(Context* c, uint64_t bytes) noexcept nogil:
    """Make a table of at most so many bytes, or of a few thousand; False if there is no room."""
    cdef uint64_t slots = FEWEST_SLOTS
    # A sixteenth for the sets.
    while slots < 2 * MOST_SETS and 32 * slots * BYTES_A_SLOT <= bytes:
        slots *= 2
    c.known.sets = <Kept*>calloc(slots, BYTES_A_SLOT)
    if c.known.sets == NULL or not make_buckets(
            &c.table, max(bytes, slots * BYTES_A_SLOT) - slots * BYTES_A_SLOT):
        return False
    c.known.slots = <uint32_t*>(c.known.sets + slots // 2)
    c.known.most = <uint32_t>(slots // 2 - 1)       # number 0 is none
    forget(c)
    return True


# The play.


cdef inline uint64_t pack(uint64_t x) noexcept nogil:
    """Move every second bit of each 32, from the lowest on, to the lowest 16."""
    x = (x | x >> 1) & <uint64_t>0x3333333333333333
    x = (x | x >> 2) & <uint64_t>0x0F0F0F0F0F0F0F0F
    x = (x | x >> 4) & <uint64_t>0x00FF00FF00FF00FF
    return (x | x >> 8) & <uint64_t>0x0000FFFF0000FFFF


cdef inline uint64_t cards_of(uint64_t suits, int seat) noexcept nogil:
    """A seat's cards of one suit or two, as a start has them: a bit each of their two."""
    cdef uint64_t same = ~(suits ^ <uint64_t>(seat + 1) * EVEN)
    return same & same >> 1 & EVEN


cdef inline uint64_t choices(uint64_t suits, int seat) noexcept nogil:
    """One card of each group of equal ones: no other seat has one between them.

    Of two suits, each in 32 bits as a start has it, to two suits of 16 bits, a bit a card.
    """
    cdef uint64_t cards = pack(cards_of(suits, seat))
    cards &= ~(cards << 1)
    return (cards | cards >> 16) & <uint64_t>0xFFFFFFFF


cdef void lead_to(Trick* trick, const Start* start) noexcept nogil:
    """Begin a trick."""
    cdef int k
    cdef uint64_t first = start.suit[0] | <uint64_t>start.suit[1] << 32
    cdef uint64_t second = start.suit[2] | <uint64_t>start.suit[3] << 32
    memset(trick, 0, sizeof(Trick))
    trick.start = start[0]
    memcpy(trick.left[0], start.suit, sizeof(start.suit))
    for k in range(3):
        trick.choices[k] = (
            choices(first, (start.leader + k) % 3)
            | choices(second, (start.leader + k) % 3) << 32)


cdef inline uint64_t legal(const Trick* trick) noexcept nogil:
    """The cards the next seat may play, one of each group of equal ones."""
    cdef uint64_t cards = trick.choices[trick.played]
    cdef uint64_t following = 0
    if trick.played:
        following = cards & <uint64_t>0xFFFF << (trick.card[0] & 48)
    return following if following else cards


cdef inline void take_out(const Trick* trick, uint32_t* suits, int card) noexcept nogil:
    """Take the next card of a trick out of the suits; the ranks above it close up."""
    cdef int k, place = card & 15
    cdef uint32_t* suit = &suits[card >> 4]
    cdef uint32_t below
    # The cards played before it may have closed up the ranks below it.
    for k in range(trick.played):
        place -= (trick.card[k] >> 4 == card >> 4) & (trick.card[k] < card)
    below = (1U << 2 * place) - 1
    suit[0] = suit[0] & below | suit[0] >> 2 & ~below


cdef inline bint wins(Context* c, const Trick* trick, int card) noexcept nogil:
    """Whether a card beats the best of a trick so far."""
    return trick.played == 0 or beats(
        card, trick.best[trick.played], 0 if c.kind == TRUMP else -1)


cdef inline void play(Context* c, Trick* trick, int card) noexcept nogil:
    """Play the first or second card to a trick."""
    cdef int k = trick.played
    cdef bint better = wins(c, trick, card)
    trick.best[k + 1] = card if better else trick.best[k]
    trick.winner[k + 1] = (trick.start.leader + k) % 3 if better else trick.winner[k]
    memcpy(trick.left[k + 1], trick.left[k], sizeof(trick.left[k]))
    take_out(trick, trick.left[k + 1], card)
    trick.card[k] = card
    trick.played = k + 1


cdef inline void next_start(
    Context* c, const Trick* trick, int seat, int card, Start* start,
) noexcept nogil:
    """The start of the trick after one to which ``seat`` plays the last card."""
    memcpy(start.suit, trick.left[2], sizeof(start.suit))
    take_out(trick, start.suit, card)
    # Which of the suits that are alike is which makes no difference.
    sort_suits(start.suit, c.kind == TRUMP)
    start.leader = seat if wins(c, trick, card) else trick.winner[2]
    start.tricks = trick.start.tricks - 1


cdef const Kept* last_trick(Context* c, const Start* start) noexcept nogil:
    """The one outcome of a last trick, in which every play is forced."""
    cdef int k
    cdef uint32_t suit
    for k in range(4):
        suit = start.suit[k]
        if suit and (cards_of(suit, start.leader) or (k == 0 and c.kind == TRUMP)):
            # The highest card of the trump suit, if any is there, else of the suit led.
            return &c.last[<int>(suit >> (bits_high(suit) & ~1)) - 1]
    return NULL


cdef const Kept* at_start(Context* c, const Start* start) noexcept nogil:
    """Work out the start of a trick that is not stored; NULL if told to give up."""
    cdef Trick trick
    cdef Outcomes found
    c.nodes += 1
    if c.nodes >= c.next_check:
        c.next_check = c.nodes + CHECK_EVERY
        if is_stopped(c):
            return NULL
    lead_to(&trick, start)
    if lead(c, &trick, &found) == STOPPED:
        return NULL
    return store(c, start, &found)


cdef int lead(Context* c, Trick* trick, Outcomes* out) noexcept nogil:
    """Find the outcomes of a trick to which the leader has yet to play."""
    cdef uint64_t cards = legal(trick)
    cdef Choice choice
    cdef Outcomes found
    begin(c, &choice, trick.start.leader, trick.start.tricks)
    while cards:
        trick.played = 0
        play(c, trick, bits_low(cards))
        cards &= cards - 1
        if follow(c, trick, &found) == STOPPED:
            return STOPPED
        consider(c, &choice, &found)
    decide(c, &choice, out)
    return 0


cdef int follow(Context* c, Trick* trick, Outcomes* out) noexcept nogil:
    """Find the outcomes of a trick to which the leader alone has played."""
    cdef Start ends[MOST_TRICKS * MOST_TRICKS]
    cdef int counts[MOST_TRICKS]
    cdef uint64_t cards = legal(trick)
    cdef int k, first = 0, seconds = 0
    cdef Choice choice
    cdef Outcomes found
    # Everything is called for before the first is looked at: each may be far away in memory.
    while cards:
        trick.played = 1
        play(c, trick, bits_low(cards))
        cards &= cards - 1
        counts[seconds] = all_ends(c, trick, ends + first)
        first += counts[seconds]
        seconds += 1
    begin(c, &choice, (trick.start.leader + 1) % 3, trick.start.tricks)
    first = 0
    for k in range(seconds):
        if settle(c, trick, ends + first, counts[k], &found) == STOPPED:
            return STOPPED
        first += counts[k]
        consider(c, &choice, &found)
    decide(c, &choice, out)
    return 0


cdef inline int all_ends(Context* c, const Trick* trick, Start* ends) noexcept nogil:
    """List the starts to which the last seat's cards lead; return how many."""
    cdef int seat = (trick.start.leader + 2) % 3
    cdef uint64_t cards = legal(trick)
    cdef int count = 0
    while cards:
        next_start(c, trick, seat, bits_low(cards), &ends[count])
        cards &= cards - 1
        make_key(&ends[count])
        bits_prefetch(bucket_of(&c.table, ends[count].hash))
        count += 1
    return count


cdef inline int settle(
    Context* c, const Trick* trick, const Start* ends, int count, Outcomes* out,
) noexcept nogil:
    """Find what the last seat makes of the starts its cards lead to."""
    cdef int k, tricks = trick.start.tricks
    cdef Choice choice
    cdef const Kept* found
    begin(c, &choice, (trick.start.leader + 2) % 3, tricks)
    for k in range(count):
        if tricks > 2:
            found = look_up(c, &ends[k])
            if found == NULL:
                found = at_start(c, &ends[k])
                if found == NULL:
                    return STOPPED
        elif tricks == 2:
            found = last_trick(c, &ends[k])
        else:
            found = &c.nothing
        consider_kept(c, &choice, found, ends[k].leader)
    decide(c, &choice, out)
    return 0


# The door from Python.


cdef int load(
    Context* c, hands, int trumps, int leader, table, bint ace_low, Trick* trick,
) except -1:
    """Set up a position as the trick in progress: trumps first, ranks closed up."""
    cdef uint64_t dealt[3]
    cdef int number[52]
    cdef int k, suit, lane, rank, card, seat, places
    cdef Start start
    memset(&start, 0, sizeof(Start))
    start.leader = leader
    possible = len(hands) == 3 > len(table) and 0 <= leader < 3 and 0 <= trumps < 4
    for k in range(3 if possible else 0):
        dealt[k] = hands[k]
    for k, card in enumerate(table if possible else ()):
        dealt[(leader + k) % 3] |= 1ULL << (card if 0 <= card < 52 else 63)
    if not possible or not 0 <= cards_a_hand(dealt, 3) <= MOST_TRICKS:
        raise DealError(f"three hands of as many cards each are wanted, at most {MOST_TRICKS}")
    for suit in range(4):
        # The trump suit changes places with the first.
        lane = trumps if suit == 0 else 0 if suit == trumps else suit
        places = 0
        for rank in range(13):
            card = 13 * suit + ((rank + 12) % 13 if ace_low else rank)
            for seat in range(3):
                if dealt[seat] >> card & 1:
                    start.suit[lane] |= <uint32_t>(seat + 1) << 2 * places
                    start.tricks += seat == 0
                    number[card] = 16 * lane + places
                    places += 1
    lead_to(trick, &start)
    for card in table:
        play(c, trick, number[card])
    return 0


cdef int work_out(Context* c, Trick* trick, Outcomes* out) noexcept nogil:
    """Find the outcomes of a loaded position."""
    cdef Start start = trick.start
    cdef const Kept* found
    cdef Start ends[MOST_TRICKS]
    if start.tricks == 0:
        out[0] = c.nothing.all
        return 0
    if trick.played == 1:
        return follow(c, trick, out)
    if trick.played:
        return settle(c, trick, ends, all_ends(c, trick, ends), out)
    sort_suits(start.suit, c.kind == TRUMP)
    make_key(&start)
    found = look_up(c, &start)
    if found == NULL:
        found = at_start(c, &start)
    if found == NULL:
        return STOPPED
    out[0] = found.all
    return 0


cdef class Selfish(_Watched):
    """A table of its own and the selfish play of positions from it."""

    def __cinit__(self, size_t memory_bytes):
        number_outcomes(self.c)
        if not make_table(self.c, max(memory_bytes, sizeof(Context)) - sizeof(Context)):
            raise MemoryError

    def __dealloc__(self):
        if self.c != NULL:
            free(self.c.table.memory)
            free(self.c.known.sets)

    @property
    def stored(self):
        """Positions in the table now."""
        return self.c.table.stored

    def clear(self):
        """Forget all positions; the memory stays."""
        forget(self.c)

    def outcomes(
        self, hands, int contract, int leader, table=(), bint ace_low=False,
        double deadline=0.0, called_off=None,
    ):
        """Return the outcomes as trick vectors by seat, sorted.

        None if ``deadline``, in seconds of the monotonic clock, came first or ``called_off``,
        asked now and then, said so. A hand has at most 12 cards, those on the table counted.
        """
        cdef int k, kind = 0 if contract < 4 else contract - 3
        cdef Trick trick
        cdef Outcomes found
        if not 0 <= kind < 3:
            raise DealError(f"no contract {contract}")
        if kind != self.c.kind:
            forget(self.c)
            self.c.kind = kind
        load(self.c, hands, contract if kind == 0 else 0, leader, table, ace_low, &trick)
        self.begin(deadline, called_off)
        with nogil:
            k = work_out(self.c, &trick, &found)
        self.end()
        return None if k == STOPPED else listed(&found, trick.start.tricks)


cdef list listed(const Outcomes* found, int tricks):
    """Return a set of outcomes as a sorted list."""
    cdef int forehand, middlehand
    cdef Outcomes one
    vectors = []
    for forehand in range(tricks + 1):
        for middlehand in range(tricks - forehand + 1):
            memset(&one, 0, sizeof(Outcomes))
            add_vector(&one, forehand, middlehand)
            if meet(&one, found):
                vectors.append((forehand, middlehand, tricks - forehand - middlehand))
    return vectors
