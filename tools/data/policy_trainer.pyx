"""Trains the policy of the play: deals played by itself, every card tried in the deal as it lies.

A deal is played by the policy, softly. At a decision each card is played in turn and the deal
played out by the policy as it stands: what the seat's side then takes is one sample of what the
card is worth to somebody who knows what the seat knows, for the deal is one of those that have led
there. The scores are drawn towards these samples over the temperature, cards that the policy may
choose first; a card that is worth the temperature more becomes e times as likely.
"""

from libc.math cimport expf, sqrtf
from libc.string cimport memset

include "_policy.pxi"

cdef struct Random:
    uint64_t state


cdef inline uint64_t draw(Random* rng) noexcept nogil:
    rng.state ^= rng.state >> 12
    rng.state ^= rng.state << 25
    rng.state ^= rng.state >> 27
    return rng.state * <uint64_t>2685821657736338717


cdef inline int below(Random* rng, int number) noexcept nogil:
    return <int>((draw(rng) >> 33) % <uint64_t>number)


cdef inline float uniform(Random* rng) noexcept nogil:
    return <float>(draw(rng) >> 40) / <float>16777216.0


cdef inline int rounded(float x, int most) noexcept nogil:
    cdef int k = <int>(x + <float>0.5) if x >= 0 else -<int>(<float>0.5 - x)
    return most if k > most else -most if k < -most else k


cdef inline void add(float* sums, const float* row) noexcept nogil:
    cdef int u
    for u in range(UNITS):
        sums[u] += row[u]


cdef inline void move(float* weights, float* moved, const float* slopes, float rate) noexcept nogil:
    """Move weights along their slopes, each less the more it has moved, within a byte."""
    cdef int u
    cdef float x
    for u in range(UNITS):
        moved[u] += slopes[u] * slopes[u]
        x = weights[u] + rate * slopes[u] / sqrtf(moved[u])
        x = x if x < <float>1.98 else <float>1.98
        weights[u] = x if x > <float>-1.98 else <float>-1.98


cdef class Trainer:
    """The networks of a game in numbers that can be moved a little, and what moved them so far."""

    cdef float[:, ::1] own
    cdef float[:, :, ::1] rows
    cdef float[:, :, ::1] start
    cdef float[:, :, ::1] out
    cdef float[:, ::1] own_moved
    cdef float[:, :, ::1] rows_moved
    cdef float[:, :, ::1] start_moved
    cdef float[:, :, ::1] out_moved
    cdef int16_t[:, ::1] own_whole
    cdef int16_t[:, :, ::1] rows_whole
    cdef int16_t[:, :, ::1] start_whole
    cdef int16_t[:, :, ::1] out_whole
    cdef Nets nets
    cdef Random rng
    cdef Rules rules
    cdef readonly long decisions

    def __cinit__(
        self, float[:, ::1] own, float[:, :, ::1] rows, float[:, :, ::1] start,
        float[:, :, ::1] out, moved, whole, uint64_t seed,
    ):
        """Take the networks, what moved them, and arrays for them in whole numbers."""
        self.own, self.rows, self.start, self.out = own, rows, start, out
        self.own_moved, self.rows_moved, self.start_moved, self.out_moved = moved
        self.own_whole, self.rows_whole, self.start_whole, self.out_whole = whole
        self.nets.own, self.nets.rows = &self.own_whole[0, 0], &self.rows_whole[0, 0, 0]
        self.nets.start, self.nets.out = &self.start_whole[0, 0, 0], &self.out_whole[0, 0, 0]
        self.rng.state = seed * 2 + 1
        self.decisions = 0

    cdef void take_over(self) noexcept nogil:
        """Round the networks to what the rollouts play by."""
        cdef Py_ssize_t kind
        cdef int k, u
        for kind in range(self.own.shape[0]):
            for k in range(HAND_ROWS):
                self.own_whole[kind, k] = <int16_t>rounded(self.own[kind, k] * 100, 32000)
            for u in range(UNITS):
                for k in range(ROW_COUNT):
                    self.rows_whole[kind, k, u] = <int16_t>rounded(self.rows[kind, k, u] * 64, 127)
                for k in range(PLACES):
                    self.start_whole[kind, k, u] = <int16_t>rounded(
                        self.start[kind, k, u] * 64, 127)
                    self.out_whole[kind, k, u] = <int16_t>rounded(self.out[kind, k, u] * 64, 127)

    cdef void learn(
        self, int kind, Choices* found, const float* worth, float heat, float own_rate, float rate,
        float* odds,
    ) noexcept nogil:
        """Fill in how likely the policy is to play each card, and draw it towards their worth.

        With a rate of 0 nothing is learned.
        """
        cdef float[16] base
        cdef float[17][16] sums
        cdef float[17] scores
        cdef float[17] pull
        cdef float[16] whole
        cdef float[16] slopes
        cdef float most, total, mean, weight, own
        cdef int k, f, u, row, place = found.place
        for u in range(UNITS):
            base[u] = self.start[kind, place, u]
        for f in range(WHOLE):
            add(base, &self.rows[kind, found.whole[f], 0])
        most = -1e9
        for k in range(found.count):
            own = 0
            for u in range(UNITS):
                sums[k][u] = base[u]
            for f in range(FACTS):
                row = found.facts[k][f]
                own += self.own[kind, row]
                add(sums[k], &self.rows[kind, row, 0])
            for u in range(UNITS):
                if sums[k][u] > 0:
                    own += sums[k][u] * self.out[kind, place, u]
            scores[k] = own
            if own > most:
                most = own
        total = 0
        for k in range(found.count):
            odds[k] = expf(scores[k] - most)
            total += odds[k]
        for k in range(found.count):
            odds[k] /= total
        if rate == 0:
            return
        mean = 0
        for k in range(found.count):
            weight = <float>0.8 * odds[k] + <float>0.2 / found.count
            mean += weight * (worth[k] - heat * scores[k])
        for u in range(UNITS):
            whole[u] = 0
        for k in range(found.count):
            weight = <float>0.8 * odds[k] + <float>0.2 / found.count
            pull[k] = weight * (worth[k] - heat * scores[k] - mean) / heat
            pull[k] = 3 if pull[k] > 3 else -3 if pull[k] < -3 else pull[k]
        for k in range(found.count):
            for u in range(UNITS):
                slopes[u] = pull[k] * self.out[kind, place, u] if sums[k][u] > 0 else 0
                whole[u] += slopes[u]
            for f in range(FACTS):
                row = found.facts[k][f]
                self.own_moved[kind, row] += pull[k] * pull[k]
                self.own[kind, row] += own_rate * pull[k] / sqrtf(self.own_moved[kind, row])
                move(&self.rows[kind, row, 0], &self.rows_moved[kind, row, 0], slopes, rate)
        for f in range(WHOLE):
            row = found.whole[f]
            move(&self.rows[kind, row, 0], &self.rows_moved[kind, row, 0], whole, rate)
        for u in range(UNITS):
            slopes[u] = 0
        for k in range(found.count):
            for u in range(UNITS):
                slopes[u] += pull[k] * sums[k][u] if sums[k][u] > 0 else 0
        move(&self.start[kind, place, 0], &self.start_moved[kind, place, 0], whole, rate)
        move(&self.out[kind, place, 0], &self.out_moved[kind, place, 0], slopes, rate)

    cdef void deal(self, Play* p, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone,
                   Py_ssize_t row, int trump, int size) noexcept nogil:
        """Load a deal with its suits in any order, or with a ``size`` shuffle the pack."""
        cdef int[4] order
        cdef int[64] pack
        cdef int seat, k, other, suit, number
        cdef uint64_t cards
        memset(p, 0, sizeof(Play))
        if size:
            number = 0
            cards = self.rules.pack
            for k in range(64):
                if cards >> k & 1:
                    pack[number] = k
                    number += 1
            for k in range(self.rules.seats * size):
                other = k + below(&self.rng, number - k)
                pack[k], pack[other] = pack[other], pack[k]
                p.hands[k % self.rules.seats] |= <uint64_t>1 << pack[k]
            self.rules.trump = trump
            return
        for k in range(4):
            order[k] = k
        for k in range(3):
            other = k + below(&self.rng, 4 - k)
            order[k], order[other] = order[other], order[k]
        for suit in range(4):
            for seat in range(self.rules.seats):
                p.hands[seat] |= (hands[row, seat] >> LANE * suit & 0xFFFF) << LANE * order[suit]
                p.gone[seat] |= (gone[row, seat] >> LANE * suit & 0xFFFF) << LANE * order[suit]
        self.rules.trump = order[trump] if trump >= 0 else -1

    def train(
        self, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, const long[::1] trumps,
        const long[::1] declarers, const long[::1] leaders, packs, int duties, bint partners,
        worth, int trick, int sign, sizes, float part, float heat, float own_rate,
        float rate, long deals, int refresh,
    ):
        """Play so many ``deals``, and learn from a ``part`` of the decisions.

        Deals are those given, or for one in two shuffled ones with hands of one of the ``sizes``.
        There are as many seats as have hands; the ``declarers``, a bit each, are one side and the
        others the other, with a network for each side if there are two.
        """
        cdef Play p, after
        cdef Seen seen
        cdef Choices found
        cdef int[52] course
        cdef float[17] values
        cdef float[17] odds
        cdef float left
        cdef long number
        cdef int seat, k, other, own, size
        cdef Py_ssize_t row
        cdef uint64_t legal
        cdef const uint64_t[::1] pack = packs
        cdef int[4] lengths
        cdef int shuffled = <int>len(sizes)
        for k in range(shuffled):
            lengths[k] = sizes[k]
        for k in range(16):
            self.rules.worth[k] = worth[k]
        self.rules.duties, self.rules.spares, self.rules.trick = duties, partners, trick
        with nogil:
            for number in range(deals):
                if number % refresh == 0:
                    self.take_over()
                row = below(&self.rng, <int>hands.shape[0])
                size = 0
                if shuffled and draw(&self.rng) >> 63:
                    size = lengths[below(&self.rng, shuffled)]
                self.rules.pack = pack[0] if size else pack[row]
                self.rules.seats = 0
                while self.rules.seats < hands.shape[1] and hands[row, self.rules.seats]:
                    self.rules.seats += 1
                own = <int>declarers[row]
                for k in range(self.rules.seats):
                    other = own >> k & 1
                    self.rules.side[k] = 1 << k
                    if own:
                        self.rules.side[k] = own if other else (1 << self.rules.seats) - 1 - own
                    self.rules.kind[k] = not other and self.own.shape[0] > 1
                self.deal(&p, hands, gone, row, <int>trumps[row], size)
                p.leader = <int>leaders[row]
                while True:
                    seat = in_turn(&self.rules, &p)
                    if p.hands[seat] == 0:
                        break
                    legal = may_play(&self.rules, &p)
                    look(&self.rules, &p, seat, &seen)
                    whole_rows(&self.rules, &seen, &found)
                    find_choices(&self.rules, &seen, legal, 0, &found)
                    if found.count == 1:
                        put(&self.rules, &p, found.cards[0])
                        continue
                    if uniform(&self.rng) < part:
                        for k in range(found.count):
                            after = p
                            put(&self.rules, &after, found.cards[k])
                            play_out(&self.nets, &self.rules, &after, 0, course)
                            values[k] = 0
                            for other in range(self.rules.seats):
                                if self.rules.side[seat] >> other & 1:
                                    values[k] += sign * after.won[other]
                        self.learn(
                            self.rules.kind[seat], &found, values, heat, own_rate, rate, odds)
                        self.decisions += 1
                    else:
                        self.learn(self.rules.kind[seat], &found, values, heat, 0, 0, odds)
                    if draw(&self.rng) >> 60 == 0:
                        k = below(&self.rng, found.count)
                    else:
                        left = uniform(&self.rng)
                        k = 0
                        while k < found.count - 1 and left >= odds[k]:
                            left -= odds[k]
                            k += 1
                    put(&self.rules, &p, found.cards[k])
            self.take_over()
