# Parallel search: several threads decide one question on one transposition table.
#
# The thread that was asked *leads*; others help it while it searches. All threads decide the same
# target from the root, each with hands and marks of its own. They divide the work without a
# master: a thread puts off a card other than the first while another thread is searching it
# (``choose_apart``). They share results through the table and the cards that served. A thread
# inside a position that another thread has answered leaves it at its next check
# (``solved_above``). The thread that answers the target notes this in the ``Quest``. All go on with
# the next target.
#
# This is the scheme of ABDADA (Weill, 1996) in Kerrigan's simplified form. Here every result is a
# proof. So results of different threads for one position never contradict each other.
#
# What is shared, who writes it, and why any thread may read it:
#
# * Patterns, key, number of words and answers of a block: the thread that holds ``writing``,
#   between two ``restamp`` of the block. A read counts only if the stamp was the same even number
#   before and after (``read_answer``).
# * Links, forks, heads of chains: the thread that holds ``writing``. They are read one word at a
#   time. A link is one word and always leads to some block or fork. A fork only leads to forks with
#   higher numbers, and is emptied before it can be reached again.
# * The number of chains: whoever loads a position. What is in a chain no longer looked at is lost.
# * Front of the ring, spare blocks, counts: read and written with ``writing`` held.
# * ``writing`` and ``settling``: an atomic exchange.
# * Cards that served: any thread that searches for the value. Key and card are one word. A loss or
#   a confusion changes only the order of moves.
# * Cards being tried: any thread. An entry is a hash in one word; the same holds.
# * Bounds and target of the quest: the thread that holds ``settling``. They are read one word at a
#   time: each bound is proved by itself and only narrows.
# * The count of calls that share the table: Python, one thread at a time. It is 0 before the first
#   helper begins and after the last has ended. Readers only ask whether it is 0.
#
# All are written with release and read with acquire order. So a reader that sees any word of a
# change sees its first stamp too, and rejects the copy. A block that leaves its list loses its
# key, under its stamp, before anything is written over it.

cdef enum:
    APART = 9               # least tricks to come at which cards are put off
    LOOK_TOGETHER = 512     # positions between two checks of what other threads have done
    PUT_OFF = 1 << 24       # subtracted from the score of a card that another thread is searching


cdef inline void aim(Quest* quest, int target) noexcept nogil:
    """Set the target to decide next: the open one nearest to ``target``."""
    if target <= quest.lower:
        target = quest.lower + 1
    if target > quest.upper:
        target = quest.upper
    poke_int(&quest.target, target)


cdef inline void begin_settling(Quest* quest) noexcept nogil:
    while not take_flag(&quest.settling):
        let_others_run()


cdef void settle(Quest* quest, int target, int answer) noexcept nogil:
    """Narrow the bounds by the answer for a target; aim at the next open one beyond it."""
    begin_settling(quest)
    if answer and target > quest.lower:
        poke_int(&quest.lower, target)
    elif not answer and target <= quest.upper:
        poke_int(&quest.upper, target - 1)
    if quest.target == target:
        aim(quest, target + 1 if answer else target - 1)
    poke32(&quest.settling, 0)


cdef inline bint is_moot(Context* c) noexcept nogil:
    """Whether the quest no longer needs the target that this thread is deciding."""
    cdef Quest* quest = c.quest
    return peek_int(&quest.over) or peek_int(&quest.target) != c.target or (
        peek_int(&quest.lower) >= peek_int(&quest.upper))


cdef bint solved_above(Context* c, int tricks) noexcept nogil:
    """Whether another thread has answered a start of a trick above the one with ``tricks`` to come.

    If so the search unwinds to the highest of these, with ``Context.unwind_to`` tricks to come.
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
    """Whether to give up: asked to, out of time, interrupted, or answered by another thread."""
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


# The cards that threads on one table are trying now: a small hash table of words. An entry is the
# hash of position and card, whose low bits are its index. A lost or confused entry costs time only.


cdef inline uint64_t trial(
    Context* c, int seat, int place, int target, uint64_t winning, uint64_t card,
) noexcept nogil:
    """Return the hash of trying a card, of all that its answer depends on."""
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
    """Bring to place ``i`` the best move that no other thread is searching.

    A move that was put off and is no longer searched goes first: it has been answered. If all moves
    left are being searched, take the best of them.
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
