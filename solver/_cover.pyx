"""A search for the cheapest cover of cards by melds, which remembers what failed.

A state is what is left to be covered: how many there are of each card, of free jokers, of jokers
that are what they were, of melds that may be kept, of runs that may go on (``rummy/cover.py``
numbers these fields). Each count has four bits of one of seven words and is at most 7, so that the
highest bit stays free: one subtraction a word with these set shows whether there is enough of each.
The last two words are the runs that may go on: those without and with a joker where a meld may have
one, by the rank that comes next, counted from the one where the search is, and by suit. A run needs
no more than that: its first three cards are laid at once, and each card more is one that goes on.

Cards are covered one after the other, ranks from the lowest on, each a stage. At a stage ways are
taken, each any number of times, but in their order: a set of ways is met once. What is left then
stays, and is paid for. What is done there depends on the few fields that matter to the stage, so
that the moves are known for all states that are alike in these. The cost allowed grows from the
least on (iterative deepening), and a table keeps for each state a cost that is needed at least, and
one that is enough. Why nothing is lost by what is not looked at:

* Moves are in the order of their cost. Behind the first that costs more than is left none helps,
  and its cost bounds all that follow.
* Of moves that leave the same behind, the cheapest is kept, of these the one found first.
* Where a run may go on at a card none begins there: the cards go on with it as well, and leave as
  much open behind.
* What the higher ranks cost at least is found first, for each number of free jokers, in a state
  that has all that could be left to them: each card, joker and meld, three runs of each suit that
  may go on, and the other jokers where a run that has begun may have them. Three, as two copies of
  the three ranks before and four jokers make no fourth run, nor do three copies without jokers. No
  card before the rank has to be covered there, so that it bounds from the last stages of the rank
  before too: what is used and paid there makes nothing behind it cheaper.
"""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport auto_pickle, final
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memset

cdef enum:
    WORDS = 7
    POOL = 52                   # the field of free jokers, behind those of the cards
    ACES = 79                   # whether no ace has to be covered any more
    RUNS = 5                    # the words of runs that may go on, by rank from here on and suit
    SUITS = 4
    STAGES = 56
    NONE = 1 << 30              # the cost of what cannot be done
    CHECK_EVERY = 1 << 12       # states from one look for an interruption to the next

MOST = 1 << 27                  # bytes that all searches together may hold to remember

cdef uint64_t held = 0
cdef uint64_t TOPS = 0x8888888888888888
cdef uint64_t ONES = 0x1111111111111111

cdef struct State:
    uint64_t[WORDS] words

cdef struct Way:
    State uses, gives
    int kept                    # what is not to be paid
    bint begins                 # a run: where one may go on none begins, as it would be no better

cdef struct Stage:
    State matter, passed, own, lie      # what is looked at, passed by, must go; melds that begin
    Way* ways
    int count, card, run, price, spare, most, olds
    bint ace                    # a high one, which may have been covered as a low one

cdef struct Node:               # ways that were taken at a stage
    State there
    int cost, way, before

cdef struct Move:
    State after                 # of what is looked at
    int cost, node

cdef struct Entry:              # of a whole state: no two are taken for one
    State state
    int at                      # the stage, from 1, ``STAGES`` more for its moves; 0: nothing
    int least, done             # the least cost is at least, at most; or the moves from, to


cdef inline int get(const State* state, int field) noexcept:
    return <int>(state.words[field >> 4] >> 4 * (field & 15) & 7)


cdef State packed(object fields, uint64_t times=1):
    cdef State state
    cdef int field
    memset(&state, 0, sizeof(State))
    for field in fields:
        state.words[field >> 4] += times << 4 * (field & 15)
    return state


cdef inline bint enough(const State* there, const State* uses) noexcept:
    cdef int i
    for i in range(WORDS):
        if ((there.words[i] | TOPS) - uses.words[i] & TOPS) != TOPS:
            return False
    return True


cdef inline bint is_of(const Entry* entry, int at, const State* state) noexcept:
    return entry.at == at and not memcmp(&entry.state, state, sizeof(State))


cdef inline bint comes_before(const Move* one, const Move* other) noexcept:
    cdef int i
    if one.cost != other.cost:
        return one.cost < other.cost
    for i in range(WORDS - 1, -1, -1):
        if one.after.words[i] != other.after.words[i]:
            return one.after.words[i] > other.after.words[i]
    return False


cdef void* fit(void* block, int used, int* room, size_t size) except NULL:
    """Return a block with room for one more."""
    global held
    if used == room[0]:
        block = realloc(block, (2 * used + 64) * size)
        if block == NULL:
            raise MemoryError
        room[0] += used + 64
        held += (used + 64) * size
    return block


def bytes_held():
    """Return how much all searches together hold to remember."""
    return held


@final
@auto_pickle(False)
cdef class Cover:
    """A search, for one thread. Fields are numbers, a state is bytes.

    Once ``MOST`` bytes are held by all together it grows no more: a state then takes the place of
    another, and moves are found anew, kept only while they are walked.
    """

    cdef Stage[STAGES] stages
    cdef int[STAGES + 1][8] ahead
    cdef Entry* table
    cdef Node* nodes
    cdef Move* moves
    cdef int count, used, size, moved, node_room, move_room, price, jokers, spare
    cdef State there, loose
    cdef Entry fleeting         # moves that are not remembered
    cdef uint64_t most, asked
    cdef bint full

    def __cinit__(self, there, loose, stages, int price, int jokers, int spare):
        cdef Stage* stage
        cdef Way* way
        self.there, self.loose = packed(there), packed(loose)
        self.price, self.jokers, self.spare, self.most = price, jokers, spare, MOST
        self.grow(1 << 8)
        for matter, passed, own, lie, ways, card, run, price, spare, most, ace in stages:
            stage = &self.stages[self.count]
            self.count += 1
            stage.matter, stage.passed = packed(matter, 15), packed(passed, 15)
            stage.own, stage.lie, stage.olds = packed(own, 15), packed(lie), len(lie)
            stage.card, stage.run, stage.price, stage.spare = card, run, price, spare
            stage.most, stage.ace = most, ace
            stage.ways = <Way*>calloc(len(ways) + 1, sizeof(Way))
            if stage.ways == NULL:
                raise MemoryError
            for uses, gives, begins, kept, _ in ways:
                way = &stage.ways[stage.count]
                stage.count += 1
                way.uses, way.gives = packed(uses), packed(gives)
                way.begins, way.kept = begins, kept

    def __dealloc__(self):
        global held
        cdef int at
        held -= (self.size * sizeof(Entry) + self.node_room * sizeof(Node)
                 + self.move_room * sizeof(Move))
        for at in range(self.count):
            free(self.stages[at].ways)
        free(self.table)
        free(self.nodes)
        free(self.moves)

    cdef int grow(self, int size) except -1:
        """Make a table of a size, with what is in the one before."""
        global held
        cdef Entry* old = self.table
        cdef int i, before = self.size
        cdef Entry* table = <Entry*>calloc(size, sizeof(Entry))
        if table == NULL:
            raise MemoryError
        held += (size - before) * sizeof(Entry)
        self.table, self.size = table, size
        for i in range(before):
            if old[i].at:
                self.place(old[i].at, &old[i].state)[0] = old[i]
        free(old)
        return 0

    cdef Entry* place(self, int at, const State* state) noexcept:
        """Return where an entry is, or is to be; in a full table perhaps where another is."""
        cdef uint64_t mixed = at
        cdef int i
        for i in range(WORDS):
            mixed = (mixed ^ state.words[i]) * <uint64_t>0x9E3779B97F4A7C15
            mixed ^= mixed >> 32
        i = <int>(mixed & <uint64_t>(self.size - 1))
        while not self.full and self.table[i].at and not is_of(&self.table[i], at, state):
            i = (i + 1) & (self.size - 1)
        return &self.table[i]

    cdef Entry* entry(self, int at, const State* state) except NULL:
        """Return the entry of a state, perhaps a new one. It lies there until the next is asked."""
        cdef Entry* found
        if not self.full and 2 * self.used > self.size:
            self.full = held + self.size * sizeof(Entry) > self.most
            if not self.full:
                self.grow(2 * self.size)
        found = self.place(at, state)
        if not is_of(found, at, state):
            if self.full and at > STAGES:
                found = &self.fleeting
            self.used += 1
            found.state, found.at, found.least, found.done = state[0], at, 0, NONE
        return found

    cdef int expand(self, int at, const State* there) except -1:
        """Put what may be done at a stage, the cheapest first, behind the moves; return its end."""
        cdef Stage* stage = &self.stages[at]
        cdef Node* node
        cdef Move move
        cdef Way* way
        cdef uint64_t own
        cdef int i = 0, k, n, left, end = self.moved, begun = 1
        cdef bint may_stay = not get(&stage.passed, stage.card) or (stage.ace and get(there, ACES))
        self.nodes = <Node*>fit(self.nodes, 0, &self.node_room, sizeof(Node))
        self.nodes[0].cost, self.nodes[0].way = stage.olds, 0
        for k in range(WORDS):
            self.nodes[0].there.words[k] = (
                there.words[k] & stage.matter.words[k] | stage.lie.words[k])
        while i < begun:
            node = &self.nodes[i]
            left, own = get(&node.there, stage.card), 0
            move.cost, move.node = node.cost, i
            for k in range(WORDS):
                own |= node.there.words[k] & stage.own.words[k]
                move.after.words[k] = node.there.words[k] & ~stage.passed.words[k]
            if not may_stay and left > stage.spare:
                move.cost += stage.price * (left - stage.spare)
            if may_stay or left <= stage.most and not own:
                for k in range(self.moved, end):
                    if not memcmp(&self.moves[k].after, &move.after, sizeof(State)):
                        if move.cost < self.moves[k].cost:
                            self.moves[k] = move
                        break
                else:
                    self.moves = <Move*>fit(self.moves, end, &self.move_room, sizeof(Move))
                    self.moves[end] = move
                    end += 1
            n = stage.count if left or own or get(&node.there, POOL) else 0
            for n in range(node.way, n):
                way = &stage.ways[n]
                if enough(&node.there, &way.uses) and not (
                        way.begins and get(&node.there, stage.run)):
                    self.nodes = <Node*>fit(self.nodes, begun, &self.node_room, sizeof(Node))
                    node = &self.nodes[i]
                    for k in range(WORDS):
                        self.nodes[begun].there.words[k] = (
                            node.there.words[k] - way.uses.words[k] + way.gives.words[k])
                    self.nodes[begun].cost = node.cost - way.kept
                    self.nodes[begun].way, self.nodes[begun].before = n, i
                    begun += 1
            i += 1
        for i in range(self.moved + 1, end):
            move, k = self.moves[i], i
            while k > self.moved and comes_before(&move, &self.moves[k - 1]):
                self.moves[k] = self.moves[k - 1]
                k -= 1
            self.moves[k] = move
        return end

    cdef State behind(self, int at, const State* there, int move) noexcept:
        """Return the state behind a move; behind a rank the next is here."""
        cdef State then
        cdef int k, shift = 16 * (at % SUITS == SUITS - 1)
        for k in range(WORDS):
            then.words[k] = (
                there.words[k] & ~self.stages[at].matter.words[k] | self.moves[move].after.words[k])
        for k in range(RUNS, WORDS):
            then.words[k] >>= shift
        return then

    cdef int bound(self, int at, const State* there, int left) except -1:
        """Return a lower bound of what is to be paid, at most ``left`` if that is enough."""
        cdef Entry* entry
        cdef State then
        cdef int i, cost, least = NONE, back = self.moved, free_jokers = get(there, POOL)
        cdef bint fleeting
        self.asked += 1
        if self.asked % CHECK_EVERY == 0:
            with nogil:         # another thread that waits has its turn
                pass
            PyErr_CheckSignals()
        if at == self.count:
            least = max(0, free_jokers - self.spare) * (not get(there, ACES))
            return self.price * least if least <= self.jokers else NONE
        entry = self.entry(at + 1, there)
        entry.least = max(entry.least, self.ahead[at][free_jokers])
        if entry.least > left or entry.done <= left:
            return max(entry.least, left)
        for i in range(WORDS):
            then.words[i] = there.words[i] & self.stages[at].matter.words[i]
        entry = self.entry(at + 1 + STAGES, &then)
        fleeting = entry == &self.fleeting
        if entry.done == NONE:
            entry.least, entry.done = back, self.expand(at, there)
            self.moved = entry.done
        for i in range(entry.least, entry.done):
            cost = self.moves[i].cost
            if cost > left:
                least = min(least, cost)
                break
            then = self.behind(at, there, i)
            least = min(least, cost + self.bound(at + 1, &then, left - cost))
            if least <= left:
                break
        if fleeting:            # since the table is full all that lies behind these is done with
            self.moved = back
        entry = self.entry(at + 1, there)
        if least <= left:
            entry.done = left
        else:
            entry.least = least
        return max(least, left)

    cdef int deepen(self, int at, const State* there, int most) except -1:
        cdef int bound, limit = 0
        while limit <= most:
            bound = self.bound(at, there, limit)
            if bound <= limit:
                break
            limit = bound
        return limit

    def least(self, int most):
        """Return the least cost; if it is above ``most``, perhaps too little."""
        cdef State there
        cdef int at, i, k, pool, best
        for at in range(self.count - SUITS, 2 * SUITS - 1, -SUITS):
            best = NONE
            for pool in range(get(&self.there, POOL) + 1):
                there = packed([ACES, *[POOL] * pool])
                # A run of what lies before that is not yet three cards may have a joker in it.
                there.words[RUNS] = (ONES >> 48) * 3 + (ONES >> 32 << 16) * <uint64_t>min(
                    3, get(&self.there, POOL) - pool)
                for i in range(at, self.count):
                    for k in range(WORDS):
                        there.words[k] |= self.loose.words[k] & self.stages[i].passed.words[k]
                i = self.deepen(at, &there, most)
                best = min(best, i)
                for k in range(at - SUITS + 1, at + 1):
                    self.ahead[k][pool] = i
            if best > most:
                return best
        return self.deepen(0, &self.there, most)

    def begin(self):
        """Return the state before the first stage."""
        return (<char*>&self.there)[:sizeof(State)]

    def costs(self, int at, bytes there, int left):
        """Return whether no more is to pay from a state on; behind the last stage just that."""
        cdef State state = (<State*><char*>there)[0]
        cdef int cost = self.bound(at, &state, left)
        return cost == left if at == self.count else cost <= left

    def ways(self, int at, bytes there):
        """Return what may be done at a stage: the cost, the state behind it, the ways by number."""
        cdef State state = (<State*><char*>there)[0], then
        cdef int i, node
        found = []
        for i in range(self.moved, self.expand(at, &state)):
            then, taken, node = self.behind(at, &state, i), [], self.moves[i].node
            while node:
                taken.insert(0, self.nodes[node].way)
                node = self.nodes[node].before
            found.append((self.moves[i].cost, (<char*>&then)[:sizeof(State)], taken))
        return found
