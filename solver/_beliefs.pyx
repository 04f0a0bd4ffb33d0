"""Moves cards between slots until a deal is as likely as what was seen makes it.

Every unseen card is in a slot: what a seat has kept, has put down, has drawn, or the rest of
the Manni. Slots keep their sizes. A deal's likelihood is that of what the seats did with the
hands they were dealt, which are what they kept and what they put down.

Some deals, the **particles**, start from anywhere; each is led by Metropolis swaps of cards
from all deals alike (heat 0) to the deals as likely as they are (heat 1), and carries the
weight of annealed importance sampling (Neal, Statistics and Computing 11, 2001), whose mean
is the chance of what was seen. One of them is drawn by these weights.

``swap``      proposes a swap of two cards, or of three in turn
``anneal``    leads one particle from heat 0 to heat 1
``likely``    the log-likelihood of what one seat did
"""

from libc.math cimport exp, log, log1p
from libc.stdint cimport uint64_t
from libc.string cimport memset

from ._bits cimport bits_count16, bits_low
from ._random cimport next_random

cdef enum:
    SEATS = 3
    RANKS = 13
    CARDS = 52
    RULES = 16              # by which hands are scored
    SLOTS = 10              # kept, put down and drawn of each seat, and the rest of the Manni
    REST = 9
    NOTHING = 0             # what is known of a seat's exchange
    CARD_BY_CARD = 1
    WHOLE_HAND = 2
    PARTICLES = 32
    TABLE = 256
    CALLS = 8               # calls of an auction
    OPTIONS = 8             # what a seat may say in its turn

cdef uint64_t SUIT = 0x1fff


cdef struct Worths:         # of the cards of a hand under one rule
    bint avoids
    double margin[CARDS][RANKS]  # by the cards beside it
    uint64_t under[RANKS]   # in NULLO: the ranks of a suit that are lower


cdef struct Option:         # what a seat may say, and what that is worth to it
    int rule                # by which its hand is scored
    int limit               # the cards it may exchange
    double more             # added to what the table says
    double first, step      # the score of the table's first entry, and between two
    int size
    double table[TABLE]


cdef struct Said:
    int seat
    int options
    int chosen
    double scale
    Option option[OPTIONS]


cdef struct Exchanged:      # what is known of a seat's exchange
    int kind
    int contract
    int least, most
    double scale
    double log_odds[CARDS][RANKS]  # that a card goes, by those beside it
    double odds[CARDS][RANKS]


cdef struct Deal:
    int slot[CARDS]
    uint64_t cards[SLOTS]
    double likely[SEATS]
    double weight           # a logarithm


cdef class Beliefs:
    """What the seats did, and the slots that every unseen card may be in."""

    cdef Worths worths[RULES]
    cdef Exchanged exchanged[SEATS]
    cdef Said said[CALLS]
    cdef int calls, rules
    cdef bint told[SEATS]       # whether anything is known of what the seat did
    cdef int unseen[CARDS]
    cdef int may[CARDS]         # the slots of a card, a bit each
    cdef int number
    cdef bint restricted

    def __cinit__(self, worths, places):
        """Take the worths of the cards under each rule, and (card, slots) of the unseen.

        The first rules are those of the contracts. ``worths`` has for each whether it avoids
        tricks, ``alone``, ``each``, ``burden``, and the heights of the ranks.
        """
        cdef int k, card, rank, other, seat, count
        cdef double own, more
        if len(places) > CARDS or len(worths) > RULES:
            raise ValueError("more cards than a pack has, or more rules than there is room for")
        self.rules = len(worths)
        for k, (avoids, alone, each, burden, height) in enumerate(worths):
            self.worths[k].avoids = avoids
            for rank in range(RANKS):
                self.worths[k].under[rank] = 0
                for other in range(RANKS):
                    if height[other] < height[rank]:
                        self.worths[k].under[rank] |= <uint64_t> 1 << other
            for card in range(CARDS):
                own, more = alone[card], each[card // RANKS]
                for count in range(RANKS):
                    self.worths[k].margin[card][count] = own + more * count
                for count in range(RANKS if avoids else 0):
                    own = burden[height[card % RANKS]][min(count, 3)]
                    self.worths[k].margin[card][count] = own
        for seat in range(SEATS):
            self.exchanged[seat].kind = NOTHING
            self.told[seat] = False
        self.calls = 0
        self.number = 0
        self.restricted = False
        for card, slots in places:
            if not 0 <= card < CARDS or not 0 < slots < 1 << SLOTS:
                raise ValueError(f"card {card}, slots {slots}: no such thing")
            self.unseen[self.number] = card
            self.may[card] = slots
            self.restricted |= slots != places[0][1]
            self.number += 1

    def exchange(
        self, int seat, int contract, int least, int most, double scale, bint whole,
    ):
        """Say by what rule a seat has exchanged."""
        if not (0 <= seat < SEATS and 0 <= contract < self.rules and 0 <= least <= most < CARDS):
            raise ValueError("no such seat, contract or sizes")
        cdef Exchanged* e = &self.exchanged[seat]
        cdef int card, others
        e.kind = WHOLE_HAND if whole else CARD_BY_CARD
        e.contract, e.least, e.most, e.scale = contract, least, most, scale
        for card in range(CARDS):
            for others in range(RANKS):
                e.log_odds[card][others] = -self.worths[contract].margin[card][others] / scale
                e.odds[card][others] = exp(e.log_odds[card][others])
        self.told[seat] = True

    def call(self, int seat, options, int chosen, double scale):
        """Say what a seat could have called, and what it did.

        An option is (rule, limit, more, first score, step, table).
        """
        cdef Said* said
        cdef int i, j
        if self.calls == CALLS or len(options) > OPTIONS:
            raise ValueError("too many calls")
        if not (0 <= seat < SEATS and 0 <= chosen < len(options)):
            raise ValueError("no such seat or option")
        said = &self.said[self.calls]
        said.seat, said.options, said.chosen, said.scale = seat, len(options), chosen, scale
        for i, (rule, limit, more, first, step, table) in enumerate(options):
            if not (0 <= rule < self.rules and 0 <= limit < CARDS and 1 < len(table) <= TABLE):
                raise ValueError("no such option")
            said.option[i].rule, said.option[i].limit = rule, limit
            said.option[i].more = more
            said.option[i].first, said.option[i].step = first, step
            said.option[i].size = len(table)
            for j in range(len(table)):
                said.option[i].table[j] = table[j]
        self.calls += 1
        self.told[seat] = True

    def score(self, int rule, uint64_t hand, int limit):
        """Return the score by a rule of a hand that may exchange up to ``limit`` cards."""
        if not 0 <= rule < self.rules or hand >> CARDS:
            raise ValueError("no such rule or hand")
        return score_of(&self.worths[rule], hand, limit)

    def likelihood(self, int seat, uint64_t kept, uint64_t down):
        """Return the log-likelihood of what a seat did."""
        if not 0 <= seat < SEATS or (kept | down) >> CARDS:
            raise ValueError("no such seat or hand")
        return likely(self, seat, kept, down)

    def draw(
        self, start, uint64_t seed, int particles, int mixing, int steps,
        uint64_t[:, ::1] drawn, double[::1] likely, int apart,
    ):
        """Fill in the cards of every slot and the likelihood of deals; the log of their weight.

        ``start`` are the slots to start from, in the order of the unseen cards. Where not all
        cards may be everywhere, ``mixing`` swaps make all deals alike before the ``steps``. The
        first row is the particle that was drawn, each further one as many swaps on as are
        ``apart``; all count the mean of the particles' weights.
        """
        cdef Deal deal[PARTICLES]
        cdef uint64_t random = seed
        cdef double top, total, at
        cdef int i, _, chosen, p, slot
        cdef Py_ssize_t row
        if not 0 < particles <= PARTICLES or len(start) != self.number:
            raise ValueError("too many particles, or not a slot for every card")
        if drawn.shape[1] != SLOTS or likely.shape[0] != drawn.shape[0]:
            raise ValueError("no room for every slot and likelihood")
        for i in range(self.number):
            slot = start[i]
            if not 0 <= slot < SLOTS or not self.may[self.unseen[i]] >> slot & 1:
                raise ValueError(f"card {self.unseen[i]} may not be in slot {start[i]}")
            deal[0].slot[self.unseen[i]] = start[i]
        with nogil:
            for p in range(1, particles):
                deal[p] = deal[0]
            for p in range(particles):
                anneal(self, &deal[p], &random, mixing if p or self.restricted else 0, steps)
            top = deal[0].weight
            for p in range(1, particles):
                top = max(top, deal[p].weight)
            total = 0
            for p in range(particles):
                total += exp(deal[p].weight - top)
            at = uniform(&random) * total
            chosen = 0
            for p in range(particles):
                at -= exp(deal[p].weight - top)
                chosen = p
                if at < 0:
                    break
            for row in range(drawn.shape[0]):
                for _ in range(apart if row else 0):
                    swap(self, &deal[chosen], 1 if steps else 0, &random)
                for slot in range(SLOTS):
                    drawn[row, slot] = deal[chosen].cards[slot]
                likely[row] = (
                    deal[chosen].likely[0] + deal[chosen].likely[1] + deal[chosen].likely[2])
        return top + log(total / particles)


cdef double uniform(uint64_t* state) noexcept nogil:
    return (next_random(state) >> 11) * (1.0 / 9007199254740992.0)


cdef int below(uint64_t* state, int bound) noexcept nogil:
    return <int> (((next_random(state) >> 32) * <uint64_t> bound) >> 32)


# What the seats do ----------------------------------------------------------------------

cdef inline int beside(const Worths* w, uint64_t hand, int card) noexcept nogil:
    """The cards of its suit beside a card of a hand, in NULLO those under it."""
    cdef uint64_t held = hand >> (card - card % RANKS) & SUIT
    return bits_count16(held & w.under[card % RANKS]) if w.avoids else bits_count16(held) - 1


cdef double margin(const Worths* w, uint64_t hand, int card) noexcept nogil:
    return w.margin[card][beside(w, hand, card)]


cdef double score_of(const Worths* w, uint64_t hand, int limit) noexcept nogil:
    """The sum of the margins without the worst, up to ``limit``, that are below zero."""
    cdef double worst[CARDS]
    cdef double total = 0, own
    cdef uint64_t cards = hand
    cdef int found = 0, i
    while cards:
        own = margin(w, hand, bits_low(cards))
        cards &= cards - 1
        total += own
        if own < 0 and limit > 0:
            if found < limit:
                found += 1
            elif own >= worst[limit - 1]:
                continue
            i = found - 1
            while i > 0 and worst[i - 1] > own:
                worst[i] = worst[i - 1]
                i -= 1
            worst[i] = own
    for i in range(found):
        total -= worst[i]
    return total


cdef double by_cards(const Exchanged* e, const Worths* w, uint64_t hand,
                     uint64_t down) noexcept nogil:
    """Each card goes with odds by its margin, given that so many may go."""
    cdef double ways[CARDS + 1]     # ways[k]: the odds of all choices of k cards added up
    cdef double odds, own, fewer, total = 0, chosen = 0
    cdef uint64_t cards = hand
    cdef int card, by, k, most = e.most
    ways[0] = 1
    for k in range(1, most + 1):
        ways[k] = 0
    while cards:
        card = bits_low(cards)
        cards &= cards - 1
        by = beside(w, hand, card)
        if down >> card & 1:
            chosen += e.log_odds[card][by]
        odds, fewer = e.odds[card][by], ways[0]
        # Read where it was written, and not beside it: a processor waits for less.
        for k in range(1, most + 1):
            own = ways[k]
            ways[k] = own + odds * fewer
            fewer = own
    for k in range(e.least, most + 1):
        total += ways[k]
    return chosen - log(total)


cdef double by_hand(const Exchanged* e, const Worths* w, uint64_t hand,
                    uint64_t down) noexcept nogil:
    """The whole hand goes or stays by the sum of its margins."""
    cdef double total = 0, other
    cdef uint64_t cards = hand
    while cards:
        total += margin(w, hand, bits_low(cards))
        cards &= cards - 1
    other = (total if down else -total) / e.scale
    return -log1p(exp(other)) if other < 500 else -other


cdef double worth(const Option* option, const Worths* w, uint64_t hand) noexcept nogil:
    """What an option is worth to a hand: the table at its score, in between on a line."""
    cdef double at = (score_of(w, hand, option.limit) - option.first) / option.step
    cdef int i
    at = max(0.0, min(at, option.size - 1.0))
    i = min(<int> at, option.size - 2)
    return (
        option.more + option.table[i] + (at - i) * (option.table[i + 1] - option.table[i])
    )


cdef double by_call(const Said* said, const Worths* worths, uint64_t hand) noexcept nogil:
    """A call is the likelier the more it is worth beside what else could be said."""
    cdef double value[OPTIONS]
    cdef double top = -1e300, total = 0
    cdef int i
    for i in range(said.options):
        value[i] = worth(&said.option[i], &worths[said.option[i].rule], hand)
        top = max(top, value[i])
    for i in range(said.options):
        total += exp((value[i] - top) / said.scale)
    return (value[said.chosen] - top) / said.scale - log(total)


cdef double likely(Beliefs b, int seat, uint64_t kept, uint64_t down) noexcept nogil:
    """The log-likelihood of what a seat did, of the hand it was dealt."""
    cdef const Exchanged* e = &b.exchanged[seat]
    cdef const Worths* w = &b.worths[e.contract if e.kind else 0]
    cdef uint64_t hand = kept | down
    cdef double total = 0
    cdef int i
    if not b.told[seat]:
        return 0
    if e.kind == WHOLE_HAND:
        total = by_hand(e, w, hand, down)
    elif e.kind == CARD_BY_CARD:
        total = by_cards(e, w, hand, down)
    for i in range(b.calls):
        if b.said[i].seat == seat:
            total += by_call(&b.said[i], b.worths, hand)
    return total


# The chain ------------------------------------------------------------------------------

cdef void measure(Beliefs b, Deal* d, int seat) noexcept nogil:
    d.likely[seat] = likely(b, seat, d.cards[3 * seat], d.cards[3 * seat + 1])


cdef void put(Deal* d, int card, int slot) noexcept nogil:
    d.cards[d.slot[card]] &= ~(<uint64_t> 1 << card)
    d.slot[card] = slot
    d.cards[slot] |= <uint64_t> 1 << card


cdef void swap(Beliefs b, Deal* d, double heat, uint64_t* random) noexcept nogil:
    """Swap two cards, or three in turn, if the deal that results is likely enough."""
    cdef int card[3]
    cdef int slot[3]
    cdef double before[SEATS]
    cdef double gain = 0
    cdef bint changed[SEATS]
    cdef int i, seat
    cdef int size = 3 if b.restricted and next_random(random) >> 62 == 0 else 2
    for i in range(size):
        card[i] = b.unseen[below(random, b.number)]
        slot[i] = d.slot[card[i]]
    if slot[0] == slot[1] or (size == 3 and (slot[1] == slot[2] or slot[0] == slot[2])):
        return
    for i in range(size):
        if not b.may[card[i]] >> slot[(i + 1) % size] & 1:
            return
    for i in range(size):
        put(d, card[i], slot[(i + 1) % size])
    if heat == 0:
        return
    for seat in range(SEATS):
        before[seat] = d.likely[seat]
        changed[seat] = False
    for i in range(size):
        if slot[i] < REST and slot[i] % 3 < 2:
            changed[slot[i] // 3] = b.told[slot[i] // 3]
    for seat in range(SEATS):
        if changed[seat]:
            measure(b, d, seat)
            gain += d.likely[seat] - before[seat]
    if gain < 0 and uniform(random) >= exp(heat * gain):
        for i in range(size):
            put(d, card[i], slot[i])
        for seat in range(SEATS):
            d.likely[seat] = before[seat]


cdef void shuffle(Beliefs b, Deal* d, uint64_t* random) noexcept nogil:
    """Deal the unseen cards anew, all deals alike (Fisher-Yates)."""
    cdef int last, other, held
    for last in range(b.number - 1, 0, -1):
        other = below(random, last + 1)
        held = d.slot[b.unseen[last]]
        d.slot[b.unseen[last]] = d.slot[b.unseen[other]]
        d.slot[b.unseen[other]] = held


cdef void anneal(Beliefs b, Deal* d, uint64_t* random, int mixing, int steps) noexcept nogil:
    """Lead a deal from heat 0 to heat 1, slowly at first."""
    cdef double heat = 0, then
    cdef int i, _, seat
    if mixing and not b.restricted:
        shuffle(b, d, random)
    memset(&d.cards[0], 0, sizeof(d.cards))
    for i in range(b.number):
        d.cards[d.slot[b.unseen[i]]] |= <uint64_t> 1 << b.unseen[i]
    if b.restricted:
        for _ in range(mixing):
            swap(b, d, 0, random)
    for seat in range(SEATS):
        measure(b, d, seat)
    d.weight = 0
    for i in range(steps):
        then = <double> (i + 1) / steps
        then *= then
        d.weight += (then - heat) * (d.likely[0] + d.likely[1] + d.likely[2])
        heat = then
        swap(b, d, heat, random)
