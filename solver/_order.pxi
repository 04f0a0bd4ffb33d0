# Putting moves in order, and mixing a key of what served: shared by the searches, each with a
# ``Move`` of its own.


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    x *= 0xD6E8FEB86659FD93ULL
    x ^= x >> 32
    x *= 0xD6E8FEB86659FD93ULL
    return x ^ x >> 29


cdef inline void swap_moves(Move* moves, int i, int j) noexcept nogil:
    cdef Move swap
    if i != j:
        swap = moves[i]
        moves[i] = moves[j]
        moves[j] = swap


cdef inline void next_best(Move* moves, int i, int n) noexcept nogil:
    """Bring the best of the moves from ``i`` on to place ``i``."""
    cdef int k, best = i
    for k in range(i + 1, n):
        if moves[k].score > moves[best].score:
            best = k
    swap_moves(moves, i, best)
