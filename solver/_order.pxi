# Putting moves in order: shared by the searches, each with a ``Move`` of its own.
#
# What served in one position often serves in others that look alike to the seat to play.
# A small table keeps, by a coarse key, the card that served last where it was not the
# first tried; it is tried first the next time. An entry is a hash of the key over the
# number of the card. What is forgotten or mistaken costs time only. Threads that search for
# one value have one such table: each learns from what served another.
#
# Most keys were never met, and few values fill more than some hundred entries, each of which
# would be far in memory. So behind the entries are bits, one for each, of those filled since the
# clearing: without its bit an entry is from before, of no key there is now, and not looked at.

cdef enum:
    A_CARD = (1 << CARD_BITS) - 1


cdef inline void swap_moves(Move* moves, int i, int j) noexcept nogil:
    cdef Move swap
    if i != j:
        swap = moves[i]
        moves[i] = moves[j]
        moves[j] = swap


cdef inline void next_best(Move* moves, int i, int n) noexcept nogil:
    """Bring the best of the moves from ``i`` on to place ``i``."""
    cdef int k, best = i, most = moves[i].score
    for k in range(i + 1, n):   # without branches, which nobody could foretell
        best = k if moves[k].score > most else best
        most = max(most, moves[k].score)
    swap_moves(moves, i, best)


cdef inline bint try_first(Context* c, uint64_t key, Move* moves, int n) noexcept nogil:
    """Bring a card that served before ahead of all others; False if none is known."""
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
