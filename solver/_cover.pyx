"""A search for the cheapest cover of cards by melds, which remembers what failed.

A state counts things in fields of four bits, the highest of which stays free: one subtraction with
these set shows whether there is enough of each. Cards are covered one after the other, ranks from
the lowest on, each a stage: ways are taken, each any number of times, in their order, and what is
left then is paid for. The cost allowed grows from the least on (iterative deepening with a table of
lower bounds), so that little is looked at where little is paid; what the higher ranks cost at
least, whatever lies before, is found first. ``rummy/cover.py`` says what there is, and what the ways are.
"""

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

cdef struct Entry:              # of a state at a stage, known by a number of 128 bits
    uint64_t[2] key             # 0 where nothing is
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
    if used == room[0]:
        room[0] += used + 64
        block = realloc(block, room[0] * size)
        if block == NULL:
            raise MemoryError
    return block


@final
@auto_pickle(False)
cdef class Cover:
    """A search. Fields are numbers, a state is bytes."""

    cdef Stage[STAGES] stages
    cdef int[STAGES + 1][8] ahead
    cdef Entry* table
    cdef Node* nodes
    cdef Move* moves
    cdef int count, used, size, moved, node_room, move_room, price, jokers, spare
    cdef State there, loose

    def __init__(self, there, loose, stages, int price, int jokers, int spare):
        cdef Stage* stage
        cdef Way* way
        self.there, self.loose = packed(there), packed(loose)
        self.price, self.jokers, self.spare = price, jokers, spare
        self.size = 1 << 12
        self.table = <Entry*>calloc(self.size, sizeof(Entry))
        for matter, passed, own, lie, ways, card, run, price, spare, most, ace in stages:
            stage = &self.stages[self.count]
            self.count += 1
            stage.matter, stage.passed = packed(matter, 15), packed(passed, 15)
            stage.own, stage.lie, stage.olds = packed(own, 15), packed(lie), len(lie)
            stage.card, stage.run, stage.price, stage.spare = card, run, price, spare
            stage.most, stage.ace = most, ace
            stage.ways = <Way*>calloc(len(ways) + 1, sizeof(Way))
            if self.table == NULL or stage.ways == NULL:
                raise MemoryError
            for uses, gives, begins, kept, _ in ways:
                way = &stage.ways[stage.count]
                stage.count += 1
                way.uses, way.gives, way.begins, way.kept = packed(uses), packed(gives), begins, kept

    def __dealloc__(self):
        cdef int at
        for at in range(self.count):
            free(self.stages[at].ways)
        free(self.table)
        free(self.nodes)
        free(self.moves)

    cdef Entry* place(self, uint64_t first, uint64_t second) noexcept:
        """Return where an entry is, or is to be."""
        cdef int i = <int>(second & <uint64_t>(self.size - 1))
        while self.table[i].key[0] and (
                self.table[i].key[0] != first or self.table[i].key[1] != second):
            i = (i + 1) & (self.size - 1)
        return &self.table[i]

    cdef Entry* entry(self, uint64_t first, const State* state) except NULL:
        """Return the entry of a state, perhaps a new one, where it is until the next is asked for."""
        cdef Entry* old = self.table
        cdef uint64_t second = first << 56
        cdef int i
        first *= <uint64_t>0xBF58476D1CE4E5B9
        for i in range(WORDS):
            first = (first ^ state.words[i]) * <uint64_t>0x9E3779B97F4A7C15
            first ^= first >> 32
            second = (second + state.words[i]) * <uint64_t>0xD6E8FEB86659FD93
            second ^= second >> 29
        if 2 * self.used > self.size:
            self.table = <Entry*>calloc(2 * self.size, sizeof(Entry))
            if self.table == NULL:
                self.table = old
                raise MemoryError
            self.size *= 2
            for i in range(self.size // 2):
                if old[i].key[0]:
                    self.place(old[i].key[0], old[i].key[1])[0] = old[i]
            free(old)
        old = self.place(first | 1, second)
        if not old.key[0]:
            self.used += 1
            old.key[0], old.key[1], old.done = first | 1, second, NONE
        return old

    cdef int expand(self, int at, const State* there) except -1:
        """Put what may be done at a stage, the cheapest first, behind the moves; return its end."""
        cdef Stage* stage = &self.stages[at]
        cdef Node* node
        cdef Move move
        cdef Way* way
        cdef uint64_t own
        cdef int i = 0, k, n, left, end = self.moved, begun = 1
        cdef bint free_to_stay = not get(&stage.passed, stage.card) or (stage.ace and get(there, ACES))
        self.nodes = <Node*>fit(self.nodes, 0, &self.node_room, sizeof(Node))
        self.nodes[0].cost, self.nodes[0].way = stage.olds, 0
        for k in range(WORDS):
            self.nodes[0].there.words[k] = there.words[k] & stage.matter.words[k] | stage.lie.words[k]
        while i < begun:
            node = &self.nodes[i]
            left, own = get(&node.there, stage.card), 0
            move.cost, move.node = node.cost, i
            for k in range(WORDS):
                own |= node.there.words[k] & stage.own.words[k]
                move.after.words[k] = node.there.words[k] & ~stage.passed.words[k]
            if not free_to_stay and left > stage.spare:
                move.cost += stage.price * (left - stage.spare)
            if free_to_stay or left <= stage.most and not own:
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
        cdef int i, end, cost, rest, least = NONE, free_jokers = get(there, POOL)
        if at == self.count:
            least = max(0, free_jokers - self.spare) * (not get(there, ACES))
            return self.price * least if least <= self.jokers else NONE
        entry = self.entry(at, there)
        entry.least = max(entry.least, self.ahead[at][free_jokers])
        if entry.least > left or entry.done <= left:
            return max(entry.least, left)
        for i in range(WORDS):
            then.words[i] = there.words[i] & self.stages[at].matter.words[i]
        entry = self.entry(at + STAGES, &then)
        if entry.done == NONE:
            end = self.expand(at, there)
            entry.least, entry.done, self.moved = self.moved, end, end
        i, end = entry.least, entry.done
        while i < end:
            cost = self.moves[i].cost
            if cost > left:
                least = min(least, cost)
                break
            then = self.behind(at, there, i)
            rest = self.bound(at + 1, &then, left - cost)
            if rest <= left - cost:
                self.entry(at, there).done = left
                return left
            least = min(least, cost + rest)
            i += 1
        self.entry(at, there).least = least
        return least

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
                there.words[RUNS] = (ONES & 0xFFFF) * 3 + (ONES & 0xFFFFFFFF0000) * min(
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
        """Return whether no more has to be paid from a state on; behind the last stage, just that."""
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
