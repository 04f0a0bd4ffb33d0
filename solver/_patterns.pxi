# Comparisons of cards, and the patterns of them that the table keeps.
#
# Everything a position can lead to depends on the lengths of the hands and on how
# cards of one suit in different hands compare, on nothing else. A comparison has a
# number (``number_pairs``); those with both cards still to be played are
# ``Context.left``, their outcomes ``Context.order``. A search returns, with its
# answer, the comparisons the answer rests on (``Marks``): those that decided its
# tricks and its bounds. Every position with the same lengths, leader and kind of
# contract that agrees in these has the same answer, by the same proof: card for
# card, the i-th of a hand in a suit standing for the i-th.
#
# This is partition search (Ginsberg, JAIR 14, 2001) with the sets cut out by single
# comparisons. The usual sets, cut out by the owners of the top cards of each suit,
# say more than a proof needs wherever a trick is won by a middle card.


cdef inline uint64_t pair_bit(Context* c, int suit, uint64_t one, uint64_t other) noexcept nogil:
    """The bit of the comparison of two cards of a suit, of different hands."""
    return 1ULL << c.pair[suit][place_of(one)][place_of(other)]


cdef inline uint64_t pairs_of(Context* c, uint64_t card) noexcept nogil:
    """All comparisons a card takes part in."""
    cdef int suit = suit_of(card), place = place_of(card)
    return c.row[suit][place][0] | c.row[suit][place][1] | c.row[suit][place][2]


cdef inline void clear_marks(Marks* marks) noexcept nogil:
    marks.pairs[0] = marks.pairs[1] = marks.pairs[2] = marks.pairs[3] = 0


cdef inline void add_marks(Marks* marks, Marks* more) noexcept nogil:
    marks.pairs[0] |= more.pairs[0]
    marks.pairs[1] |= more.pairs[1]
    marks.pairs[2] |= more.pairs[2]
    marks.pairs[3] |= more.pairs[3]


cdef void number_places(Context* c, int suit, int* owner, int* held, int cards) noexcept nogil:
    """Number the cards of each hand in a suit from the top, and say how far apart pairs lie.

    From the pair of one card to the pair of the next in its hand, the other card the
    same, it is one number, or as many as the other hand has cards (``number_pairs``).
    """
    cdef int place, a, b
    cdef int seen[3]
    for a in range(3):
        for b in range(a + 1, 3):
            c.stride[suit][a][b] = held[b]
            c.stride[suit][b][a] = 1
    seen[0] = seen[1] = seen[2] = 0
    for place in range(cards - 1, -1, -1):
        c.place_in_hand[suit][place] = seen[owner[place]]
        seen[owner[place]] += 1


cdef void number_pairs(Context* c, int suit, int* owner, int* held, int cards) noexcept nogil:
    """Number the comparisons of a suit: by the two hands, then by the cards' places in them.

    A pair of hands 0-1, 0-2, 1-2 has a block of its own, in it the cards of the first
    hand from the top are rows and those of the second columns. However many cards
    have been played, gathering the pairs left numbers them by the same rule; so a
    gathered mask means the same in every position with these lengths. Three hands
    of at most 13 cards make at most 56 pairs.
    """
    cdef int place, other, a, b, number
    cdef int base[3][3]
    cdef uint64_t bit
    base[0][1] = 0
    base[0][2] = held[0] * held[1]
    base[1][2] = held[0] * (held[1] + held[2])
    number_places(c, suit, owner, held, cards)
    c.left[suit] = c.order[suit] = 0
    for place in range(cards):
        c.row[suit][place][0] = c.row[suit][place][1] = c.row[suit][place][2] = 0
        for other in range(place):
            a = other if owner[other] < owner[place] else place
            b = other + place - a
            if owner[a] == owner[b]:
                continue
            number = (base[owner[a]][owner[b]]
                      + c.place_in_hand[suit][a] * held[owner[b]] + c.place_in_hand[suit][b])
            bit = 1ULL << number
            c.pair[suit][a][b] = c.pair[suit][b][a] = number
            c.row[suit][a][owner[b]] |= bit
            c.row[suit][b][owner[a]] |= bit
            c.left[suit] |= bit
            if a > b:
                c.order[suit] |= bit


cdef int probe(Context* c, Node* node, int target, Marks* out) noexcept nogil:
    """Look for a pattern that fits the position and settles the question.

    One that does moves to the head of its list: the next position is likely akin.
    """
    cdef uint32_t* link
    cdef uint32_t* later[MOST_FORKS]
    cdef uint32_t index, before, here
    cdef Fork* fork
    cdef Pattern* p
    cdef int result, suit, waiting = 0
    if not c.switches & USE_TABLE:
        return UNKNOWN
    link = table_chain(&c.table, node.hash)
    while True:
        while link[0] & FORK:
            fork = &c.table.forks[link[0] ^ FORK]
            later[waiting] = &fork.branch[2]
            waiting += 1
            link = &fork.branch[node.code[fork.suit] >> fork.bit & 1]
        index = link[0]
        before = 0
        while index:
            here = index
            p = &c.table.patterns[index]
            index = p.next
            if key_of(p) == node.key:
                result = UNKNOWN
                if lower_of(p) >= target:
                    result = 1
                elif upper_of(p) < target:
                    result = 0
                if (result != UNKNOWN
                        and (node.code[0] & p.mask[0]) == p.code[0]
                        and (node.code[1] & p.mask[1]) == p.code[1]
                        and (node.code[2] & p.mask[2]) == p.code[2]
                        and (node.code[3] & p.mask[3]) == p.code[3]):
                    if before:
                        c.table.patterns[before].next = index
                        p.next = link[0]
                        link[0] = here
                    for suit in range(4):
                        out.pairs[suit] = bits_spread(p.mask[suit], c.left[suit])
                    return result
            before = here
        if waiting == 0:
            return UNKNOWN
        waiting -= 1
        link = later[waiting]


cdef inline bint includes(uint64_t* mask, uint64_t* code, Pattern* p) noexcept nogil:
    """Whether every position the pattern fits has these comparisons."""
    return (
        (p.mask[0] & mask[0]) == mask[0] and (p.code[0] & mask[0]) == code[0]
        and (p.mask[1] & mask[1]) == mask[1] and (p.code[1] & mask[1]) == code[1]
        and (p.mask[2] & mask[2]) == mask[2] and (p.code[2] & mask[2]) == code[2]
        and (p.mask[3] & mask[3]) == mask[3] and (p.code[3] & mask[3]) == code[3]
    )


cdef void store(Context* c, Node* node, Marks* marks, int lower, int upper) noexcept nogil:
    """Keep what was proved: with these comparisons, at least ``lower``, at most ``upper``.

    It takes the place of a pattern of its list that says no more, of fewer positions.
    """
    cdef uint32_t* link
    cdef uint32_t index
    cdef Pattern* p
    cdef int suit, forks, met = 0
    cdef bint is_new
    cdef uint64_t mask[4]
    cdef uint64_t code[4]
    for suit in range(4):
        mask[suit] = bits_gather(marks.pairs[suit], c.left[suit])
        code[suit] = node.code[suit] & mask[suit]
    link = table_branch(&c.table, table_chain(&c.table, node.hash), mask, code, &forks)
    index = link[0]
    while index:
        p = &c.table.patterns[index]
        if (key_of(p) == node.key and lower_of(p) <= lower and upper_of(p) >= upper
                and includes(mask, code, p)):
            break
        met += 1
        index = p.next
    is_new = index == 0
    if is_new:
        if met >= LONG_LIST and met % LONG_LIST == 0 and forks < MOST_FORKS:
            table_fork(&c.table, link)
        index = table_room(&c.table)
    p = &c.table.patterns[index]
    for suit in range(4):
        p.mask[suit] = mask[suit]
        p.code[suit] = code[suit]
    p.meta = pack_meta(node.key, lower, upper)
    p.hash = node.hash
    if is_new:
        table_link(&c.table, index)
