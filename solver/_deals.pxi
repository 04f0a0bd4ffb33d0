# What hands are worth by the model of them (``advice/hand_model.py``), and deals moved about so that
# they stay as likely as they are (``advice/worlds.py``). It is included in ``_rollout.pyx``, in
# whose lanes the cards lie: what a seat holds of a suit is its holding by height.
#
# What a hand keeps is worth a sum over its suits, so that the sum over all ways to put cards down is
# one of products, and goes suit by suit: of a suit all parts are tried, there are few.

cdef enum:
    HOLDING_COUNT = 8192
    BUCKETS = 6             # of how many trumps are kept
    GOING = 17              # as many numbers of cards may go
    SWAPS = 6               # steps of that kind, by the side of two for each seat that exchanged

cdef double NEVER = -1e18      # less than anything is worth

cdef struct Model:
    bint best               # whether the best of sums is looked for, or the sum of products
    int suits               # plain ones
    int suit[4]
    int trump
    const double* plain     # [BUCKETS][HOLDING_COUNT]
    const double* trumps    # [HOLDING_COUNT]
    const double* drawn     # [GOING][BUCKETS], by how many go
    const int16_t* bucket   # by number of trumps kept
    int buckets

# Ways to put cards down of a hand, by number of cards.
cdef struct Parts:
    uint64_t hand
    uint64_t fixed                          # what does not go
    int most                                # so many at most go
    double suit[BUCKETS][4][GOING]
    double sums[BUCKETS][4][GOING]          # of a suit and those before it
    double trumps[GOING]
    double worths[GOING][GOING]             # by how many of them are trumps
    double whole[GOING]


cdef inline double plus(bint best, double one, double other) noexcept nogil:
    return max(one, other) if best else one + other


cdef inline double times(bint best, double one, double other) noexcept nogil:
    return one + other if best else one * other


cdef inline double real(uint64_t* state) noexcept nogil:
    """A random number that is 0 or more and below 1."""
    return <double>(next_random(state) >> 11) * 2.0 ** -53


cdef inline double odds_kept(const Model* m, uint64_t kept, int drawn) noexcept nogil:
    """The odds of cards kept if so many more are drawn."""
    cdef int trumps = lane(kept, m.trump) if m.trump >= 0 else 0, b = m.bucket[count(trumps)], s
    cdef double found = m.trumps[trumps] * m.drawn[drawn * m.buckets + b]
    for s in range(m.suits):
        found *= m.plain[b * HOLDING_COUNT + lane(kept, m.suit[s])]
    return found


cdef inline void parts_of_suit(
    bint best, const double* table, int holding, int fixed, int most, double* out,
) noexcept nogil:
    """Fill in what is left of a holding by how many of its cards go."""
    cdef int free = holding & ~fixed, gone = free, n
    for n in range(most + 1):
        out[n] = NEVER if best else 0
    while True:
        n = count(gone)
        if n <= most:
            out[n] = plus(best, out[n], table[holding ^ gone])
        if gone == 0:
            break
        gone = gone - 1 & free


cdef inline void part(
    bint best, const Model* m, uint64_t hand, uint64_t fixed, int most, int before, Parts* out,
) noexcept nogil:
    """Fill in the ways of a hand of which ``most`` go at most, where some went ``before``."""
    cdef int own = lane(hand, m.trump) if m.trump >= 0 else 0, kept = count(own)
    cdef int last = m.suits - 1, b, s, n, k
    cdef const double* one
    cdef double none = NEVER if best else 0
    out.hand, out.fixed, out.most = hand, fixed, most
    parts_of_suit(
        best, m.trumps, own, lane(fixed, m.trump) if m.trump >= 0 else 0, most, out.trumps)
    for b in range(m.bucket[max(kept - most, 0)], m.bucket[kept] + 1):
        for s in range(m.suits):
            parts_of_suit(
                best, m.plain + b * HOLDING_COUNT, lane(hand, m.suit[s]), lane(fixed, m.suit[s]), most,
                out.suit[b][s])
            for n in range(most + 1):
                out.sums[b][s][n] = none if s else out.suit[b][s][n]
            for n in range(most + 1 if s else 0):
                one = out.suit[b][s]
                for k in range(most + 1 - n):
                    out.sums[b][s][n + k] = plus(
                        best, out.sums[b][s][n + k], times(best, one[n], out.sums[b][s - 1][k]))
    for n in range(most + 1):
        out.whole[n] = none
    for n in range(most + 1):
        for k in range(most + 1):
            out.worths[n][k] = none
        if n <= kept:
            b = m.bucket[kept - n]
            for k in range(n, most + 1):
                out.worths[n][k] = times(
                    best, times(best, out.trumps[n], m.drawn[(before + k) * m.buckets + b]),
                    out.sums[b][last][k - n])
                out.whole[k] = plus(best, out.whole[k], out.worths[n][k])


cdef inline int picked(const Model* m, const double* worths, int size, uint64_t* state) noexcept nogil:
    """Which of some is best, the first of several, or drawn by what they are worth."""
    cdef int k, best = 0
    cdef double total = 0
    if m.best:
        for k in range(1, size):
            if worths[k] > worths[best]:
                best = k
        return best
    for k in range(size):
        total += worths[k]
    total *= real(state)
    for k in range(size):
        if worths[k] > 0:
            best = k
            total -= worths[k]
            if total < 0:
                break
    return best


cdef inline int gone_of_suit(
    const Model* m, const double* table, int holding, int fixed, int number, double worth,
    uint64_t* state,
) noexcept nogil:
    """So many cards of a holding: the best, the lowest of several, or drawn; all are ``worth``."""
    cdef int free = holding & ~fixed, gone = free, found = 0, differ
    cdef double left = 0 if m.best else real(state) * worth
    while number:
        if count(gone) == number:
            if not m.best:
                found = gone
                left -= table[holding ^ gone]
                if left < 0:
                    break
            elif table[holding ^ gone] == worth:
                differ = found ^ gone
                if found == 0 or gone & differ & -differ:
                    found = gone
        if gone == 0:
            break
        gone = gone - 1 & free
    return found


cdef inline uint64_t gone_of(
    const Model* m, const Parts* p, int number, uint64_t* state,
) noexcept nogil:
    """Cards of a hand that go, so many: the best, or drawn."""
    cdef double worths[GOING]
    cdef int own = lane(p.hand, m.trump) if m.trump >= 0 else 0, k, n, s, b
    cdef uint64_t found = 0
    for k in range(number + 1):
        worths[k] = p.worths[k][number]
    k = picked(m, worths, number + 1, state)
    b = m.bucket[count(own) - k]
    if k:
        found = <uint64_t>gone_of_suit(
            m, m.trumps, own, lane(p.fixed, m.trump), k, p.trumps[k], state) << LANE * m.trump
    for s in range(m.suits - 1, -1, -1):
        number -= k
        k = number
        if s:
            for n in range(number + 1):
                worths[n] = times(m.best, p.sums[b][s - 1][number - n], p.suit[b][s][n])
            k = picked(m, worths, number + 1, state)
        found |= <uint64_t>gone_of_suit(
            m, m.plain + b * HOLDING_COUNT, lane(p.hand, m.suit[s]), lane(p.fixed, m.suit[s]), k,
            p.suit[b][s][k], state) << LANE * m.suit[s]
    return found


cdef class Ways:
    """Ways to put cards down: the best by what is kept, or all by their odds.

    What holdings are worth is by bucket; ``drawn`` by how many cards are, and bucket.
    """

    cdef Game game
    cdef Model model
    cdef object tables          # kept for the model, which lies in them

    def __cinit__(
        self, Game game, bint best, const double[:, ::1] plain, const double[::1] trumps,
        const double[:, ::1] drawn, const int16_t[::1] bucket,
    ):
        cdef int suit
        self.game, self.tables = game, (plain, trumps, drawn, bucket)
        if not (
            1 <= plain.shape[0] <= BUCKETS and plain.shape[0] == drawn.shape[1]
            and drawn.shape[0] == GOING and plain.shape[1] == trumps.shape[0] == HOLDING_COUNT
            and bucket.shape[0] > 13 and sorted(bucket) == list(bucket) and bucket[0] >= 0
            and bucket[bucket.shape[0] - 1] < plain.shape[0]
        ):
            raise ValueError("other tables than a model of hands has")
        self.model.best, self.model.buckets = best, <int>plain.shape[0]
        self.model.trump = game.rules.trump
        for suit in range(4):
            if suit != game.rules.trump:
                self.model.suit[self.model.suits] = suit
                self.model.suits += 1
        self.model.plain, self.model.trumps = &plain[0, 0], &trumps[0]
        self.model.drawn, self.model.bucket = &drawn[0, 0], &bucket[0]

    def parted(
        self, const uint64_t[::1] hands, const uint64_t[::1] fixed, const int64_t[::1] counts,
        const uint64_t[::1] seeds, uint64_t[::1] gone, double[:, ::1] worths,
    ):
        """Fill in by hand and number what is left at best, or in all, and which cards go.

        So many of each go, if ``counts`` are given, and none that is ``fixed``; those drawn are
        drawn from the ``seeds``.
        """
        cdef Parts parts
        cdef Py_ssize_t row, size = hands.shape[0]
        cdef int n, most = <int>worths.shape[1] - 1
        cdef uint64_t state, own, kept
        if not (
            0 <= most < GOING and size == worths.shape[0] == fixed.shape[0] and (
                counts is None or size == counts.shape[0] == gone.shape[0] == seeds.shape[0])
        ):
            raise ValueError("no room for what goes of each hand")
        with nogil:
            for row in range(size):
                own, kept = self.game.spread(hands[row]), self.game.spread(fixed[row])
                if self.model.best:
                    part(1, &self.model, own, kept, most, 0, &parts)
                else:
                    part(0, &self.model, own, kept, most, 0, &parts)
                for n in range(most + 1):
                    worths[row, n] = parts.whole[n]
                if counts is not None and 0 <= counts[row] <= most:
                    state = seeds[row]
                    gone[row] = self.game.gather(
                        gone_of(&self.model, &parts, <int>counts[row], &state))


# Deals moved about ---------------------------------------------------------------------

cdef struct Known:              # of a seat
    uint64_t lacks              # besides what it has played
    uint64_t played
    uint64_t dealt              # what it was dealt for certain
    int count                   # of cards put down
    int sizes                   # the numbers it might have put down, a bit each; 0 if no choice

cdef struct Dealt:
    uint64_t hands[MOST_SEATS]
    uint64_t gone[MOST_SEATS]
    uint64_t drawn[MOST_SEATS]
    double kept[MOST_SEATS]     # the odds of what was put down
    double every[MOST_SEATS]    # of all that could be put down of the hand dealt
    double logs[MOST_SEATS]     # of what was played


cdef inline bint reckon(
    const Model* m, const Known* k, Dealt* d, int seat, uint64_t before,
) noexcept nogil:
    """Fill in how likely it is what a seat put down; return whether it can be.

    The odds of all else stand if it was dealt the same hand ``before``.
    """
    cdef Parts parts
    cdef uint64_t dealt = d.hands[seat] & ~d.drawn[seat] | d.gone[seat]
    cdef int n, most = 0
    if d.hands[seat] & k.lacks or k.dealt & ~dealt:
        return False
    d.kept[seat] = 1
    if k.sizes == 0:
        d.every[seat] = 1
        return True
    d.kept[seat] = odds_kept(m, d.hands[seat] & ~d.drawn[seat], k.count)
    if dealt != before:
        while k.sizes >> most + 1:
            most += 1
        part(0, m, dealt, 0, most, 0, &parts)
        d.every[seat] = 0
        for n in range(most + 1):
            if k.sizes >> n & 1:
                d.every[seat] += parts.whole[n]
    return True


cdef inline void part_anew(
    const Model* m, const Known* k, const Dealt* now, Dealt* then, int seat, bint split,
    uint64_t* state,
) noexcept nogil:
    """Draw anew by the model which cards of a seat's hand were drawn, or what it has put down."""
    cdef Parts parts
    cdef uint64_t dealt = now.hands[seat] & ~now.drawn[seat] | now.gone[seat], must
    cdef int number
    if split:
        part(0, m, now.hands[seat], k.dealt, k.count, 0, &parts)
        then.drawn[seat] = gone_of(m, &parts, k.count, state)
        return
    must = dealt & k.lacks
    number = bits_count64(must)
    part(0, m, dealt & ~must, k.played, k.count - number, number, &parts)
    then.gone[seat] = must | gone_of(m, &parts, k.count - number, state)
    then.hands[seat] = dealt & ~then.gone[seat] | now.drawn[seat]


cdef inline int exchange(Dealt* d, int seats, uint64_t both) noexcept nogil:
    """Let two cards change places; return the seats whose cards that changes, a bit each."""
    cdef int seat, changed = 0
    cdef uint64_t own
    for seat in range(seats):
        own = d.hands[seat] & both
        if own and own != both:
            d.hands[seat] ^= both
            changed |= 1 << seat
        own = d.gone[seat] & both
        if own and own != both:
            d.gone[seat] ^= both
            changed |= 1 << seat
        own = d.drawn[seat] & both
        if own and own != both:
            d.drawn[seat] ^= both
            changed |= 1 << seat
    return changed


cdef inline uint64_t one_of(uint64_t cards, uint64_t* state) noexcept nogil:
    """A random one of some cards."""
    cdef int _skipped
    for _skipped in range(<int>(next_random(state) % <uint64_t>bits_count64(cards))):
        cards &= cards - 1
    return cards & ~cards + 1


cdef inline uint64_t dealt_to(const Dealt* d, int seat) noexcept nogil:
    return d.hands[seat] & ~d.drawn[seat] | d.gone[seat]
