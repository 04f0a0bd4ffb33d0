# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Trains the policy of the play: deals played by itself, every card tried in the deal as it lies.

A deal is played by the policy, softly. At a decision each card is played in turn and the deal
played out by the policy as it stands: what the seat's side then takes is one sample of what the
card is worth to somebody who knows what the seat knows, for the deal is one of those that have led
there. The scores are drawn towards these samples over the temperature, cards that the policy may
choose first; a card that is worth the temperature more becomes e times as likely.
"""

from libc.math cimport expf, sqrtf
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

include "_policy.pxi"

cdef enum:
    REFRESH = 200           # deals between two roundings of the networks
    GONE = MOST_SEATS       # of a deal's numbers, where what the seats put away begins
    PACK = 2 * MOST_SEATS
    TRUMP
    DECLARERS
    LEADER


cdef inline uint64_t draw(uint64_t* state) noexcept nogil:
    """Marsaglia's xorshift, as Vigna multiplies it."""
    state[0] ^= state[0] >> 12
    state[0] ^= state[0] << 25
    state[0] ^= state[0] >> 27
    return state[0] * <uint64_t>2685821657736338717


cdef inline int below(uint64_t* state, int number) noexcept nogil:
    return <int>((draw(state) >> 33) % <uint64_t>number)


cdef inline float uniform(uint64_t* state) noexcept nogil:
    return <float>(draw(state) >> 40) / <float>16777216.0


cdef class Trainer:
    """The networks of a game in numbers that can be moved a little, and what moved them so far.

    One after the other lie the four parts of ``Nets``, each for as many kinds as there are sides.
    """

    cdef float[::1] weights
    cdef float[::1] moved
    cdef int16_t[::1] whole     # the weights as the rollouts play by them
    cdef Py_ssize_t kinds, rows, start, out
    cdef Nets nets
    cdef Rules rules
    cdef int sign
    cdef bint shuffles
    cdef float heat, own_rate, rate
    cdef uint64_t state
    cdef readonly long decisions

    def __cinit__(
        self, float[::1] weights, float[::1] moved, int16_t[::1] whole, int kinds, uint64_t seed,
        worth, int duties, bint partners, int trick, int sign, bint shuffles, float heat,
    ):
        """Train networks in a game; ``heat`` is the temperature.

        If it ``shuffles`` one deal in two is a shuffled one, with hands of 12 or of 16 cards.
        """
        self.weights, self.moved, self.whole, self.kinds = weights, moved, whole, kinds
        self.rows = kinds * HAND_ROWS
        self.start = self.rows + kinds * ROW_COUNT * UNITS
        self.out = self.start + kinds * PLACES * UNITS
        self.nets.own, self.nets.rows = &whole[0], &whole[self.rows]
        self.nets.start, self.nets.out = &whole[self.start], &whole[self.out]
        self.state = seed * 2 + 1
        self.rules.duties, self.rules.spares, self.rules.trick = duties, partners, trick
        for k in range(<int>len(worth)):
            self.rules.worth[k] = worth[k]
        self.sign, self.heat, self.shuffles = sign, heat, shuffles

    cdef void take_over(self) noexcept nogil:
        """Round the networks to what the rollouts play by."""
        cdef Py_ssize_t i
        cdef int most
        cdef float x
        for i in range(self.weights.shape[0]):
            most = 32000 if i < self.rows else 127
            x = self.weights[i] * (100 if i < self.rows else 64)
            x += <float>0.5 if x >= 0 else <float>-0.5
            self.whole[i] = <int16_t>max(-most, min(most, <int>x))

    cdef void add(self, float* sums, Py_ssize_t at) noexcept nogil:
        cdef int u
        for u in range(UNITS):
            sums[u] += self.weights[at + u]

    cdef void move(self, Py_ssize_t at, const float* slopes) noexcept nogil:
        """Move weights along their slopes, each less the more it has moved, within a byte."""
        cdef Py_ssize_t u
        cdef float x
        for u in range(UNITS):
            self.moved[at + u] += slopes[u] * slopes[u]
            x = self.weights[at + u] + self.rate * slopes[u] / sqrtf(self.moved[at + u])
            self.weights[at + u] = min(max(x, <float>-1.98), <float>1.98)

    cdef void learn(
        self, int kind, Choices* found, const float* worth, float* odds, bint moves,
    ) noexcept nogil:
        """Fill in how likely the policy is to play each card, and draw it towards their worth.

        Unless it ``moves`` nothing is learned.
        """
        cdef float[16] base
        cdef float[17][16] sums
        cdef float[17] scores
        cdef float[17] pull
        cdef float[16] whole
        cdef float[16] slopes
        cdef float[16] last
        cdef float most = -1e9, total = 0, mean = 0, weight
        cdef int k, f, u, net = PLACES * kind + found.place
        cdef Py_ssize_t own, rows = self.rows + UNITS * ROW_COUNT * kind
        cdef Py_ssize_t start = self.start + UNITS * net, out = self.out + UNITS * net
        memset(base, 0, sizeof(base))
        self.add(base, start)
        for f in range(WHOLE):
            self.add(base, rows + UNITS * found.whole[f])
        for k in range(found.count):
            memcpy(sums[k], base, sizeof(base))
            scores[k] = 0
            for f in range(FACTS):
                scores[k] += self.weights[HAND_ROWS * kind + found.facts[k][f]]
                self.add(sums[k], rows + UNITS * found.facts[k][f])
            for u in range(UNITS):
                sums[k][u] = max(sums[k][u], <float>0)
                scores[k] += sums[k][u] * self.weights[out + u]
            most = max(most, scores[k])
        for k in range(found.count):
            odds[k] = expf(scores[k] - most)
            total += odds[k]
        for k in range(found.count):
            odds[k] /= total
        if not moves:
            return
        for k in range(found.count):
            pull[k] = worth[k] - self.heat * scores[k]
            mean += (<float>0.8 * odds[k] + <float>0.2 / found.count) * pull[k]
        memset(whole, 0, sizeof(whole))
        memset(last, 0, sizeof(last))
        for k in range(found.count):
            weight = <float>0.8 * odds[k] + <float>0.2 / found.count
            pull[k] = weight * (pull[k] - mean) / self.heat
            pull[k] = max(<float>-3, min(<float>3, pull[k]))
            for u in range(UNITS):
                slopes[u] = pull[k] * self.weights[out + u] if sums[k][u] > 0 else 0
                whole[u] += slopes[u]
                last[u] += pull[k] * sums[k][u]
            for f in range(FACTS):
                own = HAND_ROWS * kind + found.facts[k][f]
                self.moved[own] += pull[k] * pull[k]
                self.weights[own] += self.own_rate * pull[k] / sqrtf(self.moved[own])
                self.move(rows + UNITS * found.facts[k][f], slopes)
        for f in range(WHOLE):
            self.move(rows + UNITS * found.whole[f], whole)
        self.move(start, whole)
        self.move(out, last)

    cdef void load(self, Play* p, const int64_t* deal, int size) noexcept nogil:
        """Load a deal with its suits in any order, or with a ``size`` shuffle the pack."""
        cdef int[4] order
        cdef int[64] pack
        cdef int seat, k, other, suit, number = 0
        memset(p, 0, sizeof(Play))
        p.leader = <int>deal[LEADER]
        if size:
            self.rules.trump = <int>deal[TRUMP]
            for k in range(64):
                if self.rules.pack >> k & 1:
                    pack[number] = k
                    number += 1
            for k in range(self.rules.seats * size):
                other = k + below(&self.state, number - k)
                pack[k], pack[other] = pack[other], pack[k]
                p.hands[k % self.rules.seats] |= <uint64_t>1 << pack[k]
            return
        for k in range(4):
            order[k] = k
        for k in range(3):
            other = k + below(&self.state, 4 - k)
            order[k], order[other] = order[other], order[k]
        for suit in range(4):
            for seat in range(self.rules.seats):
                p.hands[seat] |= <uint64_t>lane(deal[seat], suit) << LANE * order[suit]
                p.gone[seat] |= <uint64_t>lane(deal[GONE + seat], suit) << LANE * order[suit]
        self.rules.trump = order[deal[TRUMP]] if deal[TRUMP] >= 0 else -1

    cdef void begin(self, Play* p, const int64_t[:, ::1] deals) noexcept nogil:
        """Load one of the deals, or a shuffled one."""
        cdef const int64_t* deal = &deals[below(&self.state, <int>deals.shape[0]), 0]
        cdef int seat, side, others, size = 0, own = <int>deal[DECLARERS]
        if self.shuffles and draw(&self.state) >> 63:
            size = 12 + 4 * below(&self.state, 2)
        self.rules.pack = deals[0, PACK] if size else deal[PACK]
        self.rules.seats = 0
        while self.rules.seats < MOST_SEATS and deal[self.rules.seats]:
            self.rules.seats += 1
        others = (1 << self.rules.seats) - 1 - own
        for seat in range(self.rules.seats):
            side = own >> seat & 1
            self.rules.side[seat] = 1 << seat if own == 0 else own if side else others
            self.rules.kind[seat] = not side and self.kinds > 1
        self.load(p, deal, size)

    def train(self, const int64_t[:, ::1] deals, long number, double rate):
        """Play so many of the deals, and learn from one in two of the decisions.

        Declarers, a bit each, are one side and the others the other, with a network for each side
        if there are two. The rate says how far each moves the weights.
        """
        cdef Play p, after
        cdef Seen seen
        cdef Choices found
        cdef int[52] course
        cdef float[17] values
        cdef float[17] odds
        cdef float left
        cdef long played
        cdef int seat, k, other
        cdef bint moves
        self.rate, self.own_rate = <float>rate, <float>(3 * rate)
        with nogil:
            for played in range(number):
                if played % REFRESH == 0:
                    self.take_over()
                self.begin(&p, deals)
                while p.hands[in_turn(&self.rules, &p)]:
                    seat = in_turn(&self.rules, &p)
                    look(&self.rules, &p, seat, &seen)
                    whole_rows(&self.rules, &seen, &found)
                    find_choices(&self.rules, &seen, may_play(&self.rules, &p), 0, &found)
                    k = 0
                    if found.count > 1:
                        moves = uniform(&self.state) < <float>0.5
                        for k in range(found.count if moves else 0):
                            after = p
                            put(&self.rules, &after, found.cards[k])
                            play_out(&self.nets, &self.rules, &after, 0, course)
                            values[k] = 0
                            for other in range(self.rules.seats):
                                if self.rules.side[seat] >> other & 1:
                                    values[k] += self.sign * after.won[other]
                        self.learn(self.rules.kind[seat], &found, values, odds, moves)
                        self.decisions += moves
                        if draw(&self.state) >> 60 == 0:
                            k = below(&self.state, found.count)
                        else:
                            left = uniform(&self.state)
                            k = 0
                            while k < found.count - 1 and left >= odds[k]:
                                left -= odds[k]
                                k += 1
                    put(&self.rules, &p, found.cards[k])
            self.take_over()
