"""The exact value of a two-hand game whose hands lie in four open piles each.

Only the top card of a pile may be played. So the start of a trick is given by the number of cards
left in each pile and the leader. For four piles of four there are 76,330 such positions, of which
a search meets about half. Each is searched once and its exact value kept. A lead is refuted, and
its other replies are skipped, as soon as a reply makes it no better than an earlier lead.

The *code* of a seat has a digit for each of its piles in base 5, the first pile lowest: the number
of cards left in it. A card is its suit times 16 plus its height in the suit.
"""

from cython cimport auto_pickle, final
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memset

from ._trick cimport beats, demanded, legal_of

cdef enum:
    PILES = 4
    BASE = 5                # heights a pile can have
    CODES = 625
    RANKS = 13
    NONE = 64               # where a pile is used up: no card
    KNOWN = 1 << 14         # added to a value in the table, so that 0 is an empty entry
    MUCH = 1 << 13          # more than any value

cdef int[PILES] STEP = [1, 5, 25, 125]      # by pile: what a card in it adds to a code


@final
@auto_pickle(False)
cdef class PileSearch:
    """A table of values for one deal, its rules, and all positions that it leads to."""

    cdef int16_t known[2][CODES][CODES]     # by leader, his code and the other's; 0 if not known
    cdef uint8_t top[2][CODES][PILES]       # by seat and code: the top card of each pile
    cdef uint64_t open[2][CODES]            # by seat and code: the top cards as a set
    cdef int worth[16]                      # by height of a card: its points
    cdef int trick
    cdef int trump
    cdef int duties
    cdef object game
    cdef object deal                        # the eight piles, those of the first seat first
    cdef readonly uint64_t nodes

    def clear(self):
        """Forget the deal."""
        self.deal = None

    cdef int lead(self, int leader, int own, int other) noexcept nogil:
        """The leader's points less the other seat's, from the start of a trick on."""
        cdef int16_t* known = &self.known[leader][own][other]
        cdef int pile, card, best = -MUCH
        if known[0]:
            return known[0] - KNOWN
        if own == 0:
            return 0
        self.nodes += 1
        for pile in range(PILES):
            card = self.top[leader][own][pile]
            if card < NONE:
                best = max(best, self.answered(leader, card, own - STEP[pile], other, best))
        known[0] = <int16_t>(best + KNOWN)
        return best

    cdef int answered(self, int leader, int card, int own, int other, int enough) noexcept nogil:
        """The same after the lead of a card; if at most ``enough``, only an upper bound of it."""
        cdef int seat = 1 - leader, pile, answer, left, value, least = MUCH
        cdef uint64_t hand = self.open[seat][other], lane = 0xFFFF
        cdef uint64_t following = hand & lane << (card & 48)
        cdef uint64_t legal = legal_of(hand, following, demanded(
            self.duties, following != 0, following != 0 or card >> 4 == self.trump,
            following & ~0ULL << card, 0 if self.trump < 0 else lane << 16 * self.trump))
        for pile in range(PILES):
            answer = self.top[seat][other][pile]
            if answer >= NONE or not legal >> answer & 1:
                continue
            left = other - STEP[pile]
            value = self.trick + self.worth[card & 15] + self.worth[answer & 15]
            if beats(answer, card, self.trump):
                value = -value - self.lead(seat, left, own)
            else:
                value += self.lead(leader, own, left)
            least = min(least, value)
            if least <= enough:
                break
        return least

    cdef int load(self, piles, game) except -1:
        """Load a deal and its rules, and forget what was known."""
        cdef int k, code
        cdef uint8_t card
        worth, self.trick, self.trump, self.duties = game
        memset(self.known, 0, sizeof(self.known))
        memset(self.open, 0, sizeof(self.open))
        for k in range(RANKS):
            self.worth[k] = worth[k]
        for k in range(2 * PILES):
            cards = [NONE, *reversed(piles[k]), NONE, NONE, NONE, NONE]
            for code in range(CODES):
                card = cards[code // STEP[k % PILES] % BASE]
                self.top[k // PILES][code][k % PILES] = card
                if card < NONE:
                    self.open[k // PILES][code] |= 1ULL << card
        self.deal, self.game = piles, game
        return 0

    def value(self, piles, worth, int trick, int trump, int duties, int leader, int led=NONE):
        """Return the leader's points less the other seat's; ``led`` is the card on the table.

        ``piles`` are the four piles of one seat, then those of the other, the top card of each
        first. ``worth`` has the points of a card, by its height.
        """
        cdef int k, more
        cdef int code[2]
        game = worth, trick, trump, duties
        if max(map(len, piles)) >= BASE or leader >> 1:
            raise ValueError("four piles of each of two seats, of up to four cards, are wanted")
        if self.game != game or self.deal is None or any(
            [pile != of[len(of) - len(pile):] for pile, of in zip(piles, self.deal)]
        ):
            self.load(piles, game)
        code[0] = code[1] = 0
        for k in range(2 * PILES):
            code[k // PILES] += STEP[k % PILES] * <int>len(piles[k])
        with nogil:
            if led == NONE:
                more = self.lead(leader, code[leader], code[1 - leader])
            else:
                more = self.answered(leader, led & 63, code[leader], code[1 - leader], -MUCH)
        return more
