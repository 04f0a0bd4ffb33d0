# Comparisons of cards, and the patterns of comparisons that are kept in the transposition table.
#
# The value of a position depends on two things alone: the lengths of the suits in the hands, and
# which of two cards of a suit in different hands is higher. Each such comparison has a number
# (``number_pairs``). ``Context.left`` are the comparisons of which both cards are still to be
# played, ``Context.order`` their outcomes. A search returns with its answer the comparisons that
# the answer rests on (``Marks``): those that decided its tricks and its bounds. Every position with
# the same lengths, leader and kind of contract that agrees in these comparisons has the same
# answer, by the same proof. In this proof the i-th card of a hand in a suit takes the place of the
# i-th.
#
# This is partition search (Ginsberg, JAIR 14, 2001), with sets of positions defined by single
# comparisons. Usually the sets are defined by the owners of the top cards of each suit. That says
# more than a proof needs wherever a trick is won by a middle card.


cdef inline uint64_t pair_bit(Context* c, int suit, uint64_t one, uint64_t other) noexcept nogil:
    """The bit of the comparison of two cards of a suit, of different hands."""
    return 1ULL << c.pair[suit][place_of(one)][place_of(other)]


cdef inline uint64_t pairs_of(Context* c, uint64_t card) noexcept nogil:
    """All comparisons a card takes part in."""
    return c.rows[suit_of(card)][place_of(card)]


cdef inline void clear_marks(Marks* marks) noexcept nogil:
    marks.pairs[0] = marks.pairs[1] = marks.pairs[2] = marks.pairs[3] = 0


cdef inline void add_marks(Marks* marks, Marks* more) noexcept nogil:
    marks.pairs[0] |= more.pairs[0]
    marks.pairs[1] |= more.pairs[1]
    marks.pairs[2] |= more.pairs[2]
    marks.pairs[3] |= more.pairs[3]


cdef void number_places(Context* c, int suit, int* owner, int* held, int cards) noexcept nogil:
    """Number the cards of each hand in a suit from the top, and fill in the strides of pairs.

    The stride is the difference between the numbers of two pairs: of one card and of the next in
    its hand, with the same other card. It is 1, or the length of the other hand (``number_pairs``).
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

    Each pair of hands 0-1, 0-2, 1-2 has a block of numbers. In the block the cards of the first
    hand, from the top, are rows and those of the second hand are columns. However many cards have
    been played, gathering the bits of the pairs left numbers these by the same rule. So a gathered
    mask means the same in every position with these lengths. Three hands with at most 13 cards of a
    suit make at most 56 pairs.
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
        c.rows[suit][place] = 0
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
            c.rows[suit][a] |= bit
            c.rows[suit][b] |= bit
            c.left[suit] |= bit
            if a > b:
                c.order[suit] |= bit


cdef inline int join_suits(Context* c, uint64_t* pairs, uint64_t* joined) noexcept nogil:
    """Pack the comparisons left, given by suit, into consecutive bits; return the words used.

    There is at least one word.
    """
    cdef int suit, at = 0, count
    cdef uint64_t bits
    joined[0] = joined[1] = joined[2] = joined[3] = 0
    for suit in range(4):
        bits = bits_gather(pairs[suit], c.left[suit])
        count = bits_count64(c.left[suit])
        joined[at >> 6] |= bits << (at & 63)
        if (at & 63) + count > 64:
            joined[(at >> 6) + 1] |= bits >> (64 - (at & 63))
        at += count
    return max((at + 63) >> 6, 1)


cdef inline void part_suits(Context* c, uint64_t* joined, Marks* marks) noexcept nogil:
    """Undo ``join_suits``."""
    cdef int suit, at = 0, count
    cdef uint64_t bits
    for suit in range(4):
        count = bits_count64(c.left[suit])
        bits = joined[at >> 6] >> (at & 63)
        if (at & 63) + count > 64:
            bits |= joined[(at >> 6) + 1] << (64 - (at & 63))
        marks.pairs[suit] = bits_spread(bits, c.left[suit])
        at += count


cdef int read_answer(
    Context* c, Node* node, uint32_t index, int i, uint32_t first, uint32_t first_stamp,
    int wanted, Marks* out,
) noexcept nogil:
    """Return the answer of a pattern that seemed to match, and with ``out`` what it rests on.

    With ``out`` the pattern also becomes the newest of the ``first`` block of its key and list,
    which is tried first. The result is UNKNOWN if another thread was writing.
    """
    cdef Table* table = c.table
    cdef Block* block = &table.blocks[index]
    cdef uint32_t stamp = table_stamp(table, index)
    cdef int word, answer = peek8(&block.answers) >> i & 1
    cdef uint64_t mask[WORDS]
    if stamp & 1 or peek64(&block.key) != node.key or answer == 1 - wanted:
        return UNKNOWN
    mask[1] = mask[2] = mask[3] = 0
    for word in range(node.words):
        mask[word] = peek64(&block[word].mask[i])
        if node.code[word] & mask[word] != peek64(&block[word].code[i]):
            return UNKNOWN
    if table_stamp(table, index) != stamp:
        return UNKNOWN
    if out != NULL:
        part_suits(c, mask, out)
        if index != first or i != peek8(&block.count) - 1:
            table_advance(table, index, i, stamp, first, first_stamp)
    return answer


cdef int probe(Context* c, Node* node, int wanted, Marks* out) noexcept nogil:
    """Look for a pattern that matches the position; return its answer, or UNKNOWN.

    ``wanted`` is the only answer of interest, or UNKNOWN for either. Without ``out`` the table does
    not change.
    """
    cdef Table* table = c.table
    cdef uint32_t link = table_first(table, node.hash)
    cdef uint32_t later[MOST_FORKS]
    cdef uint32_t index, first, first_stamp = 0
    cdef Fork* fork
    cdef Block* block
    cdef int waiting = 0, found, i, answer
    cdef uint64_t key
    if link == 0:
        return UNKNOWN
    table_fetch(table, link)
    if node.words == 0:
        node.words = join_suits(c, c.order, node.code)
    while True:
        while link & FORK:
            if waiting == MOST_FORKS:
                return UNKNOWN      # led astray by another thread that writes
            fork = &table.forks[link ^ FORK]
            if peek8(&fork.word) == BY_KEY:
                link = peek32(&fork.branch[node.hash >> peek8(&fork.bit) & 3])
                continue
            later[waiting] = peek32(&fork.branch[2])
            waiting += 1
            link = peek32(&fork.branch[node.code[peek8(&fork.word)] >> peek8(&fork.bit) & 1])
        first = 0
        while link:
            index = link
            block = &table.blocks[index]
            link = peek32(&block.next)
            key = peek64(&block.key)
            if key != node.key:
                if key == 0:
                    break           # no longer in this list
                continue
            if first == 0:
                first = index
                first_stamp = table_stamp(table, first)
            found = bits_fitting7(block.mask, block.code, node.code[0])
            if wanted != UNKNOWN:
                answer = peek8(&block.answers)
                found &= answer if wanted else ~answer
            while found:
                i = bits_high(found)    # the newest
                found ^= 1 << i
                answer = read_answer(c, node, index, i, first, first_stamp, wanted, out)
                if answer != UNKNOWN:
                    return answer
        if waiting == 0:
            return UNKNOWN
        waiting -= 1
        link = later[waiting]


cdef void store(Context* c, Node* node, Marks* marks, int answer) noexcept nogil:
    """Store a proof: any position that agrees in these comparisons has this answer."""
    cdef int word
    cdef uint64_t mask[WORDS]
    cdef uint64_t code[WORDS]
    if node.words == 0:
        node.words = join_suits(c, c.order, node.code)
    join_suits(c, marks.pairs, mask)
    for word in range(WORDS):
        code[word] = node.code[word] & mask[word]
    table_add(c.table, node.key, node.hash, node.words, mask, code, answer)
