# Move ordering, included by both searches; each has a ``Move`` of its own.
#
# A card *serves* if it proves what the seat to play wants: it causes a cutoff. A card that served
# in one position often serves in others that look alike to that seat. So there is a table of such
# cards, much like killer moves or a countermove table, by a coarse key of the position. It keeps
# the card that served last where it was not the first tried. That card is tried first the next
# time. An entry is one word: the upper bits of the key's hash, and the number of the card in the
# lowest bits. A lost or confused entry costs time only, never a value. Threads that search for the
# same value share one table.
#
# Most lookups miss, and most searches fill only a few hundred entries, so that an entry is seldom
# in the cache. Therefore a bitmap behind the entries marks those filled since the last clearing.
# An entry without its bit is stale. It is never read, and a clearing resets only the bitmap.

cdef enum:
    A_CARD = (1 << CARD_BITS) - 1


cdef inline void swap_moves(Move* moves, int i, int j) noexcept nogil:
    cdef Move swap
    if i != j:
        swap = moves[i]
        moves[i] = moves[j]
        moves[j] = swap


cdef inline void next_best(Move* moves, int i, int n) noexcept nogil:
    """Bring the move with the highest score among those from ``i`` on to place ``i``."""
    cdef int k, best = i, most = moves[i].score
    for k in range(i + 1, n):   # without branches, which could not be predicted
        best = k if moves[k].score > most else best
        most = max(most, moves[k].score)
    swap_moves(moves, i, best)


cdef inline bint try_first(Context* c, uint64_t key, Move* moves, int n) noexcept nogil:
    """Bring the card that served last for this key to the front; False if none is known."""
    cdef uint64_t at = key >> CARD_BITS & (SERVED - 1), entry, card
    cdef int k
    if not peek64(&c.served[SERVED + (at >> 6)]) >> (at & 63) & 1:
        return False
    entry = peek64(&c.served[at])
    if (entry ^ key) >> CARD_BITS:
        return False
    card = 1ULL << (entry & A_CARD)
    for k in range(n):
        if moves[k].lowest <= card <= moves[k].card:
            swap_moves(moves, 0, k)
            return True
    return False


cdef inline void remember(Context* c, uint64_t key, uint64_t card) noexcept nogil:
    cdef uint64_t at = key >> CARD_BITS & (SERVED - 1)
    cdef uint64_t* filled = &c.served[SERVED + (at >> 6)]
    poke64(&c.served[at], (key ^ A_CARD) | <uint64_t>bits_low(card))
    poke64(filled, peek64(filled) | 1ULL << (at & 63))
