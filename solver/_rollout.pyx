"""Rollouts: deals played to their end by a rule of thumb, every seat on its own knowledge.

The rule gives each legal card a score, the sum of ``FEATURES`` weights, and plays the card
with the highest; ``solver/advice/thumb_play.py`` says what they stand for, and
``tests/thumb_plain.py`` is the same in plain Python, to compare with. What a seat goes by is
``Seen``: its hand, which cards it has not seen, the trick so far and the suits that the others
have shown not to have. The hands of the others are used for nothing but to play their cards,
each by what its own seat has seen.

``look``        what the seat to play knows
``score_cards`` the legal cards and their scores
``put``         a card is played
``play_out``    all cards that are left
"""

from libc.math cimport exp, log
from libc.stdint cimport int8_t, int16_t, uint64_t

from solver._bits cimport bits_count16, bits_high, bits_low

cdef enum:
    LANE = 16
    SUIT_CARDS = 0x1FFF
    MOST_LEGAL = 17
    # Where the weights of each feature begin.
    LEAD_RANK = 0
    LEAD_LENGTH = 72
    LEAD_TOP = 232
    LEAD_VOIDS = 264
    LEAD_STAGE = 300
    LEAD_LOW = 340
    FOLLOW_RANK = 372
    FOLLOW_OWN = 516
    FOLLOW_CHOICE = 580
    FOLLOW_VOID = 644
    FOLLOW_STAGE = 708
    FOLLOW_WINNING = 908
    VOID_RANK = 956
    VOID_LENGTH = 1172
    VOID_OWN = 1652
    VOID_TOP = 1700
    VOID_STAGE = 1748
    VOID_VOIDS = 1808

KINDS = 3
FEATURES = 6
WEIGHTS = 1835

cdef struct Scores:
    int cards[17]
    int scores[17]
    int features[17][6]


cdef struct Counted:            # what is counted of a card, as ``thumb_play.py`` explains it
    int above
    int below
    int place                   # own cards of the suit below it
    int own_above
    int length
    int others
    int top_above
    int is_trump
    int next_void
    int voids
    int trumps_out
    int stage
    int is_last
    int beats
    int beaters
    int winning_above


cdef inline int cut(int number, int most) noexcept nogil:
    return number if number < most else most


cdef inline int lane(uint64_t cards, int suit) noexcept nogil:
    return <int>(cards >> LANE * suit & 0xFFFF)


cdef inline int higher(int ranks, int rank) noexcept nogil:
    """How many of the ranks are above one."""
    return bits_count16(<uint64_t>(ranks >> rank + 1))


cdef inline void lead_features(const Counted* c, int* f) noexcept nogil:
    f[0] = LEAD_RANK + (c.is_trump * 6 + cut(c.above, 5)) * 6 + cut(c.below, 5)
    f[1] = LEAD_LENGTH + (c.is_trump * 8 + cut(c.length, 7)) * 10 + cut(c.others, 9)
    f[2] = LEAD_TOP + (c.is_trump * 4 + c.top_above) * 4 + cut(c.own_above, 3)
    f[3] = LEAD_VOIDS + ((c.is_trump * 3 + c.voids) * 3 + cut(c.above, 2)) * 2 + c.trumps_out
    f[4] = (LEAD_STAGE + ((c.stage * 2 + c.is_trump) * 2 + (c.above == 0)) * 2
            + (c.top_above == 0))
    f[5] = LEAD_LOW + (c.is_trump * 4 + cut(c.place, 3)) * 4 + cut(c.above, 3)


cdef inline void follow_features(const Counted* c, int* f) noexcept nogil:
    cdef int kind = 2 * c.is_last + c.beats, kept = c.length - c.beaters
    cdef int least = c.place == (kept if c.beats else 0)
    cdef int most = c.own_above == (0 if c.beats else c.beaters)
    f[0] = FOLLOW_RANK + (kind * 6 + cut(c.above, 5)) * 6 + cut(c.below, 5)
    f[1] = FOLLOW_OWN + (kind * 4 + cut(c.own_above, 3)) * 4 + cut(c.place, 3)
    f[2] = FOLLOW_CHOICE + (kind * 4 + cut(c.beaters, 3)) * 4 + cut(kept, 3)
    f[3] = FOLLOW_VOID + ((kind * 2 + c.next_void) * 2 + c.trumps_out) * 4 + 2 * least + most
    f[4] = FOLLOW_STAGE + (kind * 10 + cut(c.others, 9)) * 5 + c.stage
    f[5] = FOLLOW_WINNING + (kind * 6 + cut(c.winning_above, 5)) * 2 + (c.above == 0)


cdef inline void void_features(const Counted* c, int* f) noexcept nogil:
    cdef int sort = 1 + c.beats if c.is_trump else 0
    cdef int kind = 3 * c.is_last + sort
    f[0] = VOID_RANK + (kind * 6 + cut(c.above, 5)) * 6 + cut(c.below, 5)
    f[1] = VOID_LENGTH + (kind * 8 + cut(c.length, 7)) * 10 + cut(c.others, 9)
    f[2] = VOID_OWN + (sort * 4 + cut(c.own_above, 3)) * 4 + cut(c.place, 3)
    f[3] = VOID_TOP + (sort * 4 + c.top_above) * 4 + cut(c.own_above, 3)
    f[4] = VOID_STAGE + (kind * 5 + c.stage) * 2 + (c.above == 0)
    f[5] = VOID_VOIDS + (sort * 3 + c.voids) * 3 + cut(c.place, 2)


cdef inline void count_suit(const Seen* seen, int suit, int own, Counted* c) noexcept nogil:
    """Count what the cards of a suit have in common."""
    cdef int unseen = lane(seen.unseen, suit)
    c.length = bits_count16(<uint64_t>own)
    c.others = bits_count16(<uint64_t>unseen)
    c.top_above = cut(higher(unseen, bits_high(<uint64_t>own)), 3)
    c.is_trump = suit == seen.trump
    c.next_void = seen.void_next >> suit & 1
    c.voids = c.next_void + (seen.void_after >> suit & 1)
    c.beaters = 0
    if seen.on_table:
        if suit == seen.winning >> 4:
            c.beaters = higher(own, seen.winning & 15)
        elif c.is_trump:
            c.beaters = c.length


cdef int score_cards(const int16_t* weights, const Seen* seen, Scores* out) noexcept nogil:
    """Fill in the legal cards, suit by suit from the lowest up; return how many there are."""
    cdef uint64_t legal = seen.hand
    cdef Counted c
    cdef int own, suit, rank, follows = 0, left = 0, count = 0
    cdef int* f
    for suit in range(4):
        left += bits_count16(<uint64_t>lane(seen.hand, suit))
    c.stage = cut((left - 1) // 3, 4)
    c.trumps_out = seen.trump >= 0 and lane(seen.unseen, seen.trump) != 0
    c.is_last = seen.on_table == 2
    if seen.on_table:
        c.winning_above = higher(lane(seen.unseen, seen.winning >> 4), seen.winning & 15)
        if lane(seen.hand, seen.led):
            legal = seen.hand & <uint64_t>0xFFFF << LANE * seen.led
            follows = 1
    for suit in range(4):
        own = lane(legal, suit)
        if own == 0:
            continue
        count_suit(seen, suit, own, &c)
        c.place = 0
        while own:
            rank = bits_low(<uint64_t>own)
            own &= own - 1
            c.own_above = c.length - 1 - c.place
            c.above = higher(lane(seen.unseen, suit), rank)
            c.below = c.others - c.above
            c.beats = c.own_above < c.beaters
            f = out.features[count]
            if seen.on_table == 0:
                lead_features(&c, f)
            elif follows:
                follow_features(&c, f)
            else:
                void_features(&c, f)
            out.cards[count] = LANE * suit + rank
            out.scores[count] = (
                weights[f[0]] + weights[f[1]] + weights[f[2]]
                + weights[f[3]] + weights[f[4]] + weights[f[5]])
            c.place += 1
            count += 1
    return count


cdef inline int best_of(const Scores* found, int count) noexcept nogil:
    """The card with the highest score; of several the lowest, suits in the order S H D C."""
    cdef int k, best = 0
    for k in range(1, count):
        if found.scores[k] > found.scores[best] or (
            found.scores[k] == found.scores[best]
            and (found.cards[k] & 15) < (found.cards[best] & 15)
        ):
            best = k
    return found.cards[best]


cdef inline void look(const Play* p, int seat, Seen* seen) noexcept nogil:
    cdef uint64_t pack = SUIT_CARDS * <uint64_t>0x0001000100010001
    seen.hand = p.hands[seat]
    seen.unseen = pack & ~(p.hands[seat] | p.played | p.gone[seat])
    seen.kind = p.kind
    seen.trump = p.trump
    seen.on_table = p.on_table
    seen.led = p.led
    seen.winning = p.winning
    seen.void_next = p.voids[(seat + 1) % 3]
    seen.void_after = p.voids[(seat + 2) % 3]


cdef inline void put(Play* p, int seat, int card) noexcept nogil:
    """Play a legal card of the seat whose turn it is."""
    cdef uint64_t bit = <uint64_t>1 << card
    cdef int suit = card >> 4
    p.hands[seat] &= ~bit
    p.played |= bit
    if p.on_table == 0:
        p.led = suit
        p.winning = card
        p.winner = seat
    else:
        if suit != p.led:
            p.voids[seat] |= 1 << p.led
        if card > p.winning if suit == p.winning >> 4 else suit == p.trump:
            p.winning = card
            p.winner = seat
    p.on_table += 1
    if p.on_table == 3:
        p.on_table = 0
        p.leader = p.winner
        p.won[p.winner] += 1


cdef void play_out(const int16_t* weights, Play* p) noexcept nogil:
    cdef Seen seen
    cdef Scores found
    cdef int seat, count
    while True:
        seat = (p.leader + p.on_table) % 3
        if p.hands[seat] == 0:
            return
        look(p, seat, &seen)
        count = score_cards(weights, &seen, &found)
        put(p, seat, best_of(&found, count))


# In and out. The cards of ``solver.cards`` come in 13 bits a suit, the ace as its highest.


cdef uint64_t spread(uint64_t hand, bint ace_low) noexcept nogil:
    cdef uint64_t lanes = 0, ranks
    cdef int suit
    for suit in range(4):
        ranks = hand >> 13 * suit & SUIT_CARDS
        if ace_low:
            ranks = (ranks << 1 | ranks >> 12) & SUIT_CARDS
        lanes |= ranks << LANE * suit
    return lanes


cdef int lane_card(int card, bint ace_low) noexcept nogil:
    cdef int rank = card % 13
    return LANE * (card // 13) + ((rank + 1) % 13 if ace_low else rank)


cdef int plain_card(int card, bint ace_low) noexcept nogil:
    cdef int rank = card & 15
    return 13 * (card >> 4) + ((rank + 12) % 13 if ace_low else rank)


cdef void set_contract(Play* p, int contract) noexcept nogil:
    p.kind = 0 if contract < 4 else contract - 3
    p.trump = contract if contract < 4 else -1


cdef class Rollouts:
    """The rule of thumb under weights of its own; it keeps nothing between calls."""

    cdef int16_t weights[3][1835]

    def __cinit__(self, const int16_t[:, ::1] weights):
        cdef int kind, k
        if weights.shape[0] != KINDS or weights.shape[1] != WEIGHTS:
            raise ValueError(f"weights: expected [{KINDS}, {WEIGHTS}]")
        for kind in range(KINDS):
            for k in range(WEIGHTS):
                self.weights[kind][k] = weights[kind, k]

    def scores(
        self, uint64_t hand, uint64_t unseen, int contract, table=(), bint ace_low=False,
        int void_next=0, int void_after=0,
    ):
        """Return of each legal card itself, its score and its features.

        ``void_next`` are the suits, a bit each, that the next seat has shown not to have.
        """
        cdef Play p
        cdef Seen seen
        cdef Scores found
        cdef int k, count
        set_contract(&p, contract)
        p.on_table = p.led = p.winning = p.leader = p.winner = 0
        p.hands[0] = p.hands[1] = p.hands[2] = p.played = 0
        p.voids[0] = p.voids[1] = p.voids[2] = 0
        for k in range(len(table)):
            put(&p, k, lane_card(table[k], ace_low))
        seen.hand = spread(hand, ace_low)
        seen.unseen = spread(unseen, ace_low)
        seen.kind, seen.trump, seen.on_table = p.kind, p.trump, p.on_table
        seen.led, seen.winning = p.led, p.winning
        seen.void_next, seen.void_after = void_next, void_after
        count = score_cards(self.weights[p.kind], &seen, &found)
        return [
            (plain_card(found.cards[k], ace_low), found.scores[k],
             tuple([found.features[k][f] for f in range(FEATURES)]))
            for k in range(count)
        ]

    cdef void load(
        self, Play* p, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, Py_ssize_t row,
        uint64_t out, bint ace_low,
    ) noexcept nogil:
        """Load a world as it was before the first lead."""
        cdef int seat
        for seat in range(3):
            p.hands[seat] = spread(hands[row, seat], ace_low)
            p.gone[seat] = spread(gone[row, seat] | out, ace_low)
            p.voids[seat] = p.won[seat] = 0
        p.played = 0
        p.on_table = p.led = p.winning = p.winner = 0

    def play(
        self, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, uint64_t out,
        int contract, int leader, history, cards, int8_t[:, :, ::1] tricks, bint ace_low=False,
    ):
        """Fill ``tricks[world, card, seat]``: won in all if each of ``cards`` is played next.

        ``hands`` are those before the first lead, ``gone`` what each seat has put down,
        ``out`` the cards that are not in the pack, ``history`` what has been played, from
        ``leader`` on. Nothing is checked.
        """
        cdef Play begun, p
        cdef int past[52]
        cdef int choices[17]
        cdef int number = len(history), many = len(cards), k, seat
        cdef Py_ssize_t row
        for k in range(number):
            past[k] = lane_card(history[k], ace_low)
        for k in range(many):
            choices[k] = lane_card(cards[k], ace_low)
        set_contract(&begun, contract)
        with nogil:
            for row in range(hands.shape[0]):
                self.load(&begun, hands, gone, row, out, ace_low)
                begun.leader = leader
                for k in range(number):
                    put(&begun, (begun.leader + begun.on_table) % 3, past[k])
                for k in range(many):
                    p = begun
                    put(&p, (p.leader + p.on_table) % 3, choices[k])
                    play_out(self.weights[p.kind], &p)
                    for seat in range(3):
                        tricks[row, k, seat] = <int8_t>p.won[seat]

    def likelihoods(
        self, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, uint64_t out,
        int contract, int leader, history, int viewer, double[::1] logs, double scale,
        double slip, bint ace_low=False,
    ):
        """Fill in the logarithm of how likely the others were to play as they have.

        A card's chance is by the scores, ``scale`` apart for a factor of e, and with the chance
        ``slip`` any legal card's. What ``viewer`` played says nothing.
        """
        cdef Play p
        cdef Seen seen
        cdef Scores found
        cdef int past[52]
        cdef int number = len(history), k, c, seat, count, most
        cdef Py_ssize_t row
        cdef double total, own, chance, sum_of_logs
        for k in range(number):
            past[k] = lane_card(history[k], ace_low)
        set_contract(&p, contract)
        with nogil:
            for row in range(hands.shape[0]):
                self.load(&p, hands, gone, row, out, ace_low)
                p.leader = leader
                sum_of_logs = 0.0
                for k in range(number):
                    seat = (p.leader + p.on_table) % 3
                    if seat != viewer:
                        look(&p, seat, &seen)
                        count = score_cards(self.weights[p.kind], &seen, &found)
                        if count > 1:
                            most = found.scores[0]
                            for c in range(1, count):
                                if found.scores[c] > most:
                                    most = found.scores[c]
                            total = own = 0.0
                            for c in range(count):
                                chance = exp((found.scores[c] - most) / scale)
                                total += chance
                                if found.cards[c] == past[k]:
                                    own = chance
                            sum_of_logs += log((1 - slip) * own / total + slip / count)
                    put(&p, seat, past[k])
                logs[row] = sum_of_logs
