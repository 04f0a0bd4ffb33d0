# Discards by the model of hands (``advice/hand_model.py``): the best, or samples by their odds.
# Included in ``_rollout.pyx``, whose lanes it uses: the lane of a suit is the holding by height.
#
# The value of the cards kept is a sum over suits. So the best of all discards, or the sum of their
# odds, is computed suit by suit, as in a knapsack; within a suit all subsets are tried, which are
# few. The functions take ``best``: with it they work on values (max, plus), without it on odds
# (plus, times).

cdef enum:
    GOING = 17              # numbers of discards: 0 to 16

cdef double NEVER = -1e18   # below every value

# The values, or sums of odds, of the discards of a hand, by number of cards discarded. ``suit`` and
# ``sums`` are for plain suits in one bucket: the one that was filled in last.
cdef struct Parts:
    double suit[4][GOING]           # of a suit alone
    double sums[4][GOING]           # of a suit and those before it
    double worths[GOING][GOING]     # of the hand, by trumps discarded and all cards discarded
    double whole[GOING]             # of the hand


cdef inline double semiring_add(bint best, double one, double other) noexcept nogil:
    return max(one, other) if best else one + other


cdef inline double semiring_multiply(bint best, double one, double other) noexcept nogil:
    return one + other if best else one * other


cdef inline double real(uint64_t* state) noexcept nogil:
    """A random number from 0 up to, but not including, 1."""
    return <double>(next_random(state) >> 11) * 2.0 ** -53


cdef inline void parts_of_suit(
    bint best, const double* table, int holding, int fixed, int most, double* out,
) noexcept nogil:
    """Fill in the value of a holding by number of discards, none of them ``fixed``."""
    cdef int free = holding & ~fixed, gone = free, n
    for n in range(most + 1):
        out[n] = NEVER if best else 0
    while gone >= 0:
        n = count(gone)
        if n <= most:
            out[n] = semiring_add(best, out[n], table[holding ^ gone])
        gone = gone - 1 & free if gone else -1


cdef inline int choose(bint best, const double* worths, int size, uint64_t* state) noexcept nogil:
    """The index of the first of the best values, or one drawn in proportion to the odds."""
    cdef int k, found = 0
    cdef double left = 0
    for k in range(size):
        left += worths[k]
        if best and worths[k] > worths[found]:
            found = k
    if not best:
        left *= real(state)
        for k in range(size):
            if left >= 0 and worths[k] > 0:
                found = k
                left -= worths[k]
    return found


cdef inline uint64_t choose_of_suit(
    bint best, const double* table, int holding, int fixed, int number, double worth,
    uint64_t* state,
) noexcept nogil:
    """Choose so many discards of a holding: the best, ties to the lowest cards, or a sample.

    ``worth`` is the value of the best discard, or the sum of the odds.
    """
    cdef int free = holding & ~fixed, gone = free, found = 0
    cdef double left = 0 if best else real(state) * worth
    while gone and number:
        if count(gone) == number:
            if not best:
                if left >= 0:
                    found = gone
                left -= table[holding ^ gone]
            elif table[holding ^ gone] == worth and (found ^ gone) & -(found ^ gone) & ~found:
                found = gone
        gone = gone - 1 & free
    return <uint64_t>found


cdef class DiscardChooser:
    """The discards of a hand: the best one by value, or samples by odds.

    ``plain`` has the values of holdings by bucket, ``trumps`` those of trumps, ``drawn`` those of
    cards drawn by their number and bucket. ``bucket`` maps the number of trumps kept to a bucket.
    Without ``best`` all tables have odds instead: exponentials of the values.
    """

    cdef Game game
    cdef bint best
    cdef const double[:, ::1] plain
    cdef const double[::1] trumps
    cdef const double[:, ::1] drawn
    cdef const int16_t[::1] bucket

    def __cinit__(
        self, Game game, bint best, const double[:, ::1] plain, const double[::1] trumps,
        const double[:, ::1] drawn, const int16_t[::1] bucket,
    ):
        if plain.shape[1] != 8192 or trumps.shape[0] != 8192 or drawn.shape[0] != GOING or (
            bucket.shape[0] < 14 or not 0 <= min(bucket) <= max(bucket) < plain.shape[0]
            or plain.shape[0] != drawn.shape[1]
        ):
            raise ValueError("other tables than a model of hands has")
        self.game, self.best, self.plain, self.trumps = game, best, plain, trumps
        self.drawn, self.bucket = drawn, bucket

    cdef int trump(self, uint64_t hand) noexcept nogil:
        """The holding in trumps."""
        return lane(hand, self.game.rules.trump) if self.game.rules.trump >= 0 else 0

    cdef double kept(self, uint64_t hand, int drawn) noexcept nogil:
        """The odds of keeping these cards and drawing so many."""
        cdef int trumps = self.trump(hand), b = self.bucket[count(trumps)], s
        cdef double found = self.trumps[trumps] * self.drawn[drawn, b]
        for s in range(4):
            if s != self.game.rules.trump:
                found *= self.plain[b, lane(hand, s)]
        return found

    cdef void suits(
        self, bint best, int b, uint64_t hand, uint64_t fixed, int most, Parts* out,
    ) noexcept nogil:
        """Fill in the plain suits, for the bucket of the trumps kept."""
        cdef int s, n, k
        for s in range(4):
            parts_of_suit(
                best, &self.plain[b, 0], 0 if s == self.game.rules.trump else lane(hand, s),
                lane(fixed, s), most, out.suit[s])
            if s == self.game.rules.trump:  # no discards here, and no value
                out.suit[s][0] = 0 if best else 1
            for n in range(most + 1):
                out.sums[s][n] = out.suit[s][n]
                if s:
                    out.sums[s][n] = NEVER if best else 0
                    for k in range(n + 1):
                        out.sums[s][n] = semiring_add(
                            best, out.sums[s][n],
                            semiring_multiply(best, out.suit[s][k], out.sums[s - 1][n - k]))

    cdef void part(
        self, bint best, uint64_t hand, uint64_t fixed, int most, int before, Parts* out,
    ) noexcept nogil:
        """Fill in the tables of a hand for up to ``most`` discards; ``before`` more are fixed."""
        cdef int own = self.trump(hand), kept = count(own), b, n, k, last = -1
        cdef double trumps[GOING]
        parts_of_suit(best, &self.trumps[0], own, self.trump(fixed), most, trumps)
        for n in range(most + 1):
            out.whole[n] = NEVER if best else 0
        for n in range(min(most, kept) + 1):
            b = self.bucket[kept - n]
            if b != last:
                self.suits(best, b, hand, fixed, most - n, out)
                last = b
            for k in range(most + 1):
                out.worths[n][k] = NEVER if best else 0
                if k >= n:
                    out.worths[n][k] = semiring_multiply(
                        best, semiring_multiply(best, trumps[n], self.drawn[before + k, b]),
                        out.sums[3][k - n])
                out.whole[k] = semiring_add(best, out.whole[k], out.worths[n][k])

    cdef uint64_t gone(
        self, bint best, uint64_t hand, uint64_t fixed, int number, Parts* p, uint64_t* state,
    ) noexcept nogil:
        """Choose so many discards of a hand by its tables: the best, or a sample."""
        cdef double worths[GOING]
        cdef int own = self.trump(hand), k, n, s, b
        cdef uint64_t found = 0
        for n in range(min(number, count(own)) + 1):
            worths[n] = p.worths[n][number]
        k = choose(best, worths, min(number, count(own)) + 1, state)
        b = self.bucket[count(own) - k]
        self.suits(best, b, hand, fixed, number - k, p)
        if k:
            parts_of_suit(best, &self.trumps[0], own, self.trump(fixed), k, worths)
            found = choose_of_suit(
                best, &self.trumps[0], own, self.trump(fixed), k, worths[k], state
            ) << LANE * self.game.rules.trump
        for s in range(3, -1, -1):
            number -= k
            k = number
            if s:
                for n in range(number + 1):
                    worths[n] = semiring_multiply(best, p.sums[s - 1][number - n], p.suit[s][n])
                k = choose(best, worths, number + 1, state)
            found |= choose_of_suit(
                best, &self.plain[b, 0], lane(hand, s), lane(fixed, s), k, p.suit[s][k], state
            ) << LANE * s
        return found

    def fill_tables(
        self, const uint64_t[::1] hands, const uint64_t[::1] fixed, const int64_t[::1] counts,
        uint64_t[::1] gone, double[:, ::1] worths,
    ):
        """Fill in ``worths[hand, number]``, the best value or sum of odds, and the discards.

        If ``counts`` are given, ``gone`` gets so many discards of each hand, none of them
        ``fixed``. Before the call ``gone`` has the seeds of the samples.
        """
        cdef Parts parts
        cdef Py_ssize_t row
        cdef int n, most = <int>worths.shape[1] - 1
        cdef uint64_t own, kept
        if not 0 <= most < GOING or not (
            hands.shape[0] == fixed.shape[0] == gone.shape[0] == worths.shape[0]
        ) or (counts is not None and counts.shape[0] != hands.shape[0]):
            raise ValueError("no room for what goes of each hand")
        with nogil:
            for row in range(hands.shape[0]):
                own, kept = self.game.spread(hands[row]), self.game.spread(fixed[row])
                if self.best:
                    self.part(1, own, kept, most, 0, &parts)
                else:
                    self.part(0, own, kept, most, 0, &parts)
                for n in range(most + 1):
                    worths[row, n] = parts.whole[n]
                if counts is not None:
                    n = min(max(<int>counts[row], 0), most)
                    gone[row] = self.game.gather(
                        self.gone(self.best, own, kept, n, &parts, &gone[row]))
