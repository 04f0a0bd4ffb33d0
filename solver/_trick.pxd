"""The rules of a trick, for the compiled code: what has to be played, and what wins.

For any number of hands, and in whatever way cards are laid out (``_bits.pxd``).
"""

from libc.stdint cimport uint64_t

cdef enum:                  # duties, as ``solver.rules.trick.Duty`` numbers them
    RISE = 1
    RUFF = 2
    OVERRUFF = 4


cdef inline uint64_t demanded(
    int duties, bint follows, bint in_suit, uint64_t higher, uint64_t trumps,
) noexcept nogil:
    """The cards of which one is to be played, if it can be, where a foe wins so far.

    That is beside following suit. ``in_suit`` says whether the card that wins is of the suit led
    or, for one who does not follow, a trump; ``higher`` are the cards of its suit above it.
    """
    if in_suit:
        return higher if duties & (RISE if follows else OVERRUFF) else 0
    return trumps if not follows and duties & RUFF else 0


cdef inline uint64_t legal_of(uint64_t hand, uint64_t following, uint64_t better) noexcept nogil:
    """The cards of a hand that may be played: of those demanded, else of the suit led, else any."""
    better &= hand
    return better if better else following if following else hand


cdef inline bint beats(int card, int winning, int trump) noexcept nogil:
    """Whether a card beats the one that wins so far: numbers in lanes of 16 bits."""
    return card > winning if card >> 4 == winning >> 4 else card >> 4 == trump
