# One question, several threads on one table.
#
# The thread that was asked *leads*; others come to its help while it searches. All of them
# decide the same target from the first card on, each with hands and marks of its own. What
# keeps them apart is that a card of another than the first is put off while another thread is
# at it (``choose_apart``); what brings them together are the table and the cards that served.
# A thread that is inside something another has answered leaves it at its next look
# (``solved_above``). Whoever answers the target notes it in the ``Quest``, and all go on to
# the next.
#
# Others have been put to work this way with far less agreement about what a result is
# (Weill, ABDADA, 1996; Kerrigan's shorter form of it): here each is a proof, and whatever
# two threads find out about one position agrees.
#
# What is shared, who writes it, and why anybody may read it:
#
# * Patterns, key, number of words and answers of a block: the thread that holds ``writing``,
#   between two ``restamp`` of the block. A read counts only if the stamp was the same even number
#   before and after (``read_answer``).
# * Links, forks, heads of chains, the number of chains: the thread that holds ``writing``. They
#   are read one word at a time. A link is one word and always leads to some block or fork. A fork
#   only leads to forks with higher numbers, and is emptied before it can be reached again.
# * Front of the ring, spare blocks, counts: read and written with ``writing`` held.
# * ``writing`` and ``settling``: an atomic exchange.
# * Cards that served: any thread that searches for the value. Key and card are one word; a loss or
#   mistake changes only the order of cards.
# * Cards being tried: anybody. A hash in one word; the same.
# * Bounds and target of the quest: the thread that holds ``settling``. They are read one word at a
#   time: each bound is proved by itself and only narrows.
# * How many times over the table is shared: Python, one thread at a time, from 0 before the first
#   helper begins to 0 after the last has ended. Only whether it is 0 counts.
#
# All are written with release and read with acquire order. So a reader who sees any word of a
# change sees its first stamp too, and rejects the copy. A block that leaves its list loses its
# key, under its stamp, before anything is written over it.

cdef enum:
    APART = 9               # tricks to come at least, for a card to be put off
    LOOK_TOGETHER = 512     # positions between looks at what the others have done
    PUT_OFF = 1 << 24       # taken off the score of a card that another thread is at


cdef inline void aim(Quest* quest, int target) noexcept nogil:
    """Note the target to decide next: the nearest to this that is open."""
    if target <= quest.lower:
        target = quest.lower + 1
    if target > quest.upper:
        target = quest.upper
    poke_int(&quest.target, target)


cdef inline void begin_settling(Quest* quest) noexcept nogil:
    while not take_flag(&quest.settling):
        let_others_run()


cdef void settle(Quest* quest, int target, int answer) noexcept nogil:
    """Note the answer for a target; the next is the nearest open on the side of the answer."""
    begin_settling(quest)
    if answer and target > quest.lower:
        poke_int(&quest.lower, target)
    elif not answer and target <= quest.upper:
        poke_int(&quest.upper, target - 1)
    if quest.target == target:
        aim(quest, target + 1 if answer else target - 1)
    poke32(&quest.settling, 0)


cdef inline bint is_moot(Context* c) noexcept nogil:
    """Whether the target this thread is deciding is no longer the one to decide."""
    cdef Quest* quest = c.quest
    return peek_int(&quest.over) or peek_int(&quest.target) != c.target or (
        peek_int(&quest.lower) >= peek_int(&quest.upper))


cdef bint solved_above(Context* c, int tricks) noexcept nogil:
    """Whether another thread has solved a start of a trick on the way to one of ``tricks``.

    If so the search gives up to the one with the most tricks to come, ``Context.unwind_to``.
    """
    cdef int k
    cdef Node* node
    for k in range(c.tricks, tricks, -1):
        node = c.open[k]
        if node != NULL and node.words and probe(c, node, UNKNOWN, NULL) != UNKNOWN:
            c.unwind_to = k
            return True
    return False


cdef bint must_stop(Context* c, int tricks) noexcept nogil:
    """Whether to give up: asked to, out of time, interrupted, or another has the answer."""
    if is_shared(c.table):
        c.next_check = c.nodes + LOOK_TOGETHER
        if is_moot(c) or solved_above(c, tricks):
            return True
        if c.quest != &c.own_quest or c.nodes < c.next_look:
            return peek_int(&c.stop) != 0
    is_stopped(c)
    c.next_look = c.nodes + CHECK_EVERY
    c.next_check = c.nodes + (LOOK_TOGETHER if is_shared(c.table) else CHECK_EVERY)
    return c.stop != 0


# Which cards are being tried, for all threads on one table: a hash of the position and the
# card in the place it gives. What is overwritten or mistaken costs time only.


cdef inline uint64_t trial(
    Context* c, int seat, int place, int target, uint64_t winning, uint64_t card,
) noexcept nogil:
    """Return the hash of trying a card: of all that the answer depends on."""
    return mix(c.hand[0] ^ mix(c.hand[1] ^ mix(c.hand[2] ^ mix(winning ^ mix(
        card ^ c.served_salt ^ <uint64_t>(seat + 4 * place + 16 * target))))))


cdef inline bint is_tried(Context* c, uint64_t trying) noexcept nogil:
    return peek64(&c.tried[trying & (TRIED - 1)]) == trying


cdef inline void begin_trial(Context* c, uint64_t trying) noexcept nogil:
    poke64(&c.tried[trying & (TRIED - 1)], trying)


cdef inline void end_trial(Context* c, uint64_t trying) noexcept nogil:
    if is_tried(c, trying):
        poke64(&c.tried[trying & (TRIED - 1)], 0)


cdef void choose_apart(
    Context* c, Move* moves, int i, int n, int seat, int place, int target, uint64_t winning,
) noexcept nogil:
    """Bring to place ``i`` the best move that no other thread is at.

    One that was put off and is not tried any more goes first: it has been answered. If
    others are at all that are left, it is the best of these.
    """
    cdef int k
    for k in range(i, n):
        if moves[k].score < -(PUT_OFF >> 1) and not is_tried(
                c, trial(c, seat, place, target, winning, moves[k].card)):
            swap_moves(moves, i, k)
            return
    while True:
        next_best(moves, i, n)
        if moves[i].score < -(PUT_OFF >> 1) or not is_tried(
                c, trial(c, seat, place, target, winning, moves[i].card)):
            return
        moves[i].score -= PUT_OFF
