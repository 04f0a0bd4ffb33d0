"""A search for the cheapest cover of cards by melds: depth first, iterative deepening, a table.

**State.** A state says what is still to be covered, and with what. It is a list of counts, the
*fields*, which ``rummy/cover.py`` numbers:

* the copies of each card;
* free jokers (``POOL``), and bound jokers, which stand for the card they stood for before;
* old melds, which may be kept as they lay;
* fixed melds, which only grow, and runs among them that may still grow at their end;
* runs of the new table that may go on.

A field has four bits, a word sixteen fields, a state seven words. No count exceeds 7, so the top
bit of each field is 0. ``enough`` sets the top bits and subtracts a whole word: a top bit is gone
exactly where a count was too small.

The last two words count the runs that may go on, by the rank of their next card and by suit. That
rank is relative to the rank of the stage: after each rank both words are shifted by one. Where a
meld may have one joker only, the second of these words counts the runs that have theirs. A run
needs no more state. Its first three cards are laid at once, and each further card is a separate
way, which takes a run that may go on and gives one that may go on a rank later.

**Stages and moves.** Cards are covered one by one, each in a *stage*: ranks from the lowest on,
suits within a rank. A *way* uses some fields and gives others. A *move* takes ways of a stage, each
any number of times. Ways are taken in ascending order, so that no multiset of them is met twice.
The copies of the card that are then left stay in the hand and are paid for. (A low ace that may be
high is left for the stage of the high one.) Each old meld that begins at the stage costs 1 unless
it is kept. Moves depend only on the few fields in ``Stage.matter``. So they are generated once for
all states that agree in these.

**Deepening and table.** ``deepen`` searches with a limit on the cost. It raises the limit to the
lower bound that the failed search has proved, until a cover is found. For each stage and state the
table keeps a cost that is needed at least and one that is enough. Both are proved whatever the
limit was, so later passes use them too. Entries lie one behind the other; a smaller table, which
stays in the processor's cache, finds them by a hash. Whole states are compared.

**Pruning.** Each rule with the reason why no cheapest cover is lost:

* Moves are sorted by cost. The first that costs more than the limit allows ends the loop: it and
  all after it cost at least that much, and this is their lower bound.
* Of moves that leave the same state, only the cheapest is kept; of equal ones the first found.
* No run begins at a card where a run without a joker may go on. The cards of the new run could
  instead extend the old one. That uses the same cards and leaves a run that may go on at the same
  rank.
* ``ahead`` holds a lower bound for each rank and number of free jokers. It is the cost of a state
  that is at least as good as any real one with so many free jokers or fewer, as follows.

  * It has every copy, joker and meld of the question, and three runs of each suit that may go on.
    If a real meld begun below has used a card from this rank on, the card joins one of these runs.
    Three are enough. Four melds from the rank below into this one hold eight cards of both ranks.
    Three packs have six and no joker; two packs have four, with at most two bound jokers. Where
    there are four jokers none is bound, and a free one need not be laid in this state.
  * A run that has begun lower may have its second or third card covered by a joker. So as many
    further runs as jokers are gone, at most three a suit, may go on one and two ranks later.
  * Nothing is paid for free jokers and high aces that are left.

  No card below the rank has to be covered in this state. So the bound also holds at the last three
  stages of the rank below: what these use and pay makes nothing cheaper later.

  A kept meld may have used a free joker as its fourth card or later, with more cards behind it.
  Ranks above its first from which these cards cannot be reached as said have no bound
  (``Stage.bounded``).
* An old meld that has not begun cannot be kept once one of its cards is gone. ``broken`` counts
  such melds: of a card needed by more melds than it has copies left, one meld a missing copy. No
  meld is counted for two cards. What breaks before a later stage adds to the bound from there on.
"""

from cpython.exc cimport PyErr_CheckSignals
from cython cimport auto_pickle, final
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc
from libc.string cimport memcmp, memset

from ._bits cimport bits_count64, bits_low

cdef enum:
    WORDS = 7
    POOL = 52                   # the field of free jokers, behind those of the cards
    ACES = 79                   # 1 if no ace has to be covered: only in the states of ``ahead``
    RUNS = 5                    # the first of the words of runs that may go on
    SUITS = 4
    STAGES = 56
    NONE = 1 << 30              # the cost of what cannot be done
    PER_SLOT = 44               # bytes of a slot of the table, and of the entry for every second
    CHECK_EVERY = 1 << 12       # states between two checks for an interruption

FIELDS = POOL, ACES, 16 * RUNS, NONE   # what ``rummy/cover.py`` numbers likewise
MOST = 1 << 27                  # bytes of memory that all searches together may hold

cdef uint64_t held = 0
cdef uint64_t TOPS = 0x8888888888888888
cdef uint64_t ONES = 0x1111111111111111

cdef struct State:
    uint64_t[WORDS] words

cdef struct Way:
    State uses, gives
    int kept                    # what it takes off the cost; below 0 it adds to it
    bint begins                 # it begins a run: see the pruning of these above

# Masks of fields: ``matter``, which its moves depend on; ``passed``, which no later stage needs and
# which are set to 0 after it; ``own``, the bound jokers for its card, of which none may be left.
# ``lie`` has the counts of the old melds that begin here, ``olds`` their number. ``count`` is the
# number of ways. ``card`` and ``run`` are fields: of its card, and of a run without a joker that
# may go on with it. A copy that stays in the hand costs ``price``; ``spare`` copies may be left
# free of charge, ``most`` in all.
cdef struct Stage:
    State matter, passed, own, lie
    Way* ways
    int count, card, run, price, spare, most, olds
    bint ace                    # its card is a high ace, which may have been covered as a low one
    bint bounded                # whether ``ahead`` bounds what its rank and all behind it cost

cdef struct Node:               # a way more on a path of ways taken at a stage
    State there
    int cost, way, before       # ``before``: the node it continues, 0 the one without ways

cdef struct Move:
    State after                 # of the fields that matter
    int cost, node

cdef struct Entry:              # of a whole state: no two can be confused
    State state
    int at                      # stage + 1; for its moves ``STAGES`` more; 0 in an empty entry
    int least, done             # bounds on the least cost; or the first move, and the one after all


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


cdef int order(const void* one_move, const void* other_move) noexcept nogil:
    cdef const Move* one = <const Move*>one_move
    cdef const Move* other = <const Move*>other_move
    cdef int i
    if one.cost != other.cost:
        return one.cost - other.cost
    for i in range(WORDS - 1, -1, -1):
        if one.after.words[i] != other.after.words[i]:
            return 1 - 2 * (one.after.words[i] > other.after.words[i])
    return 0


cdef void* fit(void* block, int used, int* room, size_t size) except NULL:
    """Return a block of memory with room for one more item than are used."""
    global held
    if used == room[0]:
        block = realloc(block, (2 * used + 64) * size)
        if block == NULL:
            raise MemoryError
        room[0] += used + 64
        held += (used + 64) * size
    return block


def bytes_held():
    """Return how many bytes of memory all searches together hold."""
    return held


@final
@auto_pickle(False)
cdef class Cover:
    """A search, for one thread. For Python a field is its number, a state its bytes.

    Once all searches hold ``MOST`` bytes, this one grows no more. A new entry then replaces
    whatever is in its place, and moves are generated each time and kept only while they are tried.
    """

    cdef Stage[STAGES] stages
    cdef int[STAGES + 1][8] ahead
    cdef State[STAGES] needs            # the cards of the old melds that begin at a stage or later,
    cdef uint64_t[STAGES] later         # and these melds, as bits, all above them set too,
    cdef uint64_t[POOL] melds           # and those that have a card
    cdef uint64_t* slots                # a hash, and behind it the number of its entry; 0 if empty
    cdef Entry* entries                 # the first: for moves that the full table does not keep
    cdef Node* nodes
    cdef Move* moves
    cdef int count, used, size, moved, node_room, move_room, price, jokers, spare
    cdef State there, loose
    cdef uint64_t asked
    cdef bint full

    def __cinit__(self, there, loose, stages, int joker_price, int jokers, int spare_jokers):
        cdef Stage* stage
        cdef Way* way
        cdef int at, melds = 0
        self.there, self.loose = packed(there), packed(loose)
        self.price, self.jokers, self.spare = joker_price, jokers, spare_jokers
        self.used = 1
        self.grow()
        for matter, passed, own, lie, ways, card, run, price, spare, most, ace, bounded in stages:
            stage = &self.stages[self.count]
            self.count += 1
            stage.matter, stage.passed = packed(matter, 15), packed(passed, 15)
            stage.own, stage.lie, stage.olds = packed(own, 15), packed(lie), len(lie)
            stage.card, stage.run, stage.price, stage.spare = card, run, price, spare
            stage.most, stage.ace, stage.bounded = most, ace, bounded
            self.later[self.count - 1] = <uint64_t>-1 << melds
            for old in lie:
                for needed in next((uses for uses, *_ in ways if old in uses), ()):
                    if needed < POOL:
                        self.melds[needed] |= <uint64_t>1 << melds
                        for at in range(self.count):
                            self.needs[at].words[needed >> 4] += <uint64_t>1 << 4 * (needed & 15)
                melds += 1
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
        held -= (self.size * PER_SLOT + self.node_room * sizeof(Node)
                 + self.move_room * sizeof(Move))
        for at in range(self.count):
            free(self.stages[at].ways)
        free(self.slots)
        free(self.entries)
        free(self.nodes)
        free(self.moves)

    cdef int grow(self) except -1:
        """Double the slots, whose number is a power of two, and the room for entries."""
        global held
        cdef int i, k, size = max(1 << 8, 2 * self.size)
        cdef uint64_t* slots = <uint64_t*>calloc(size, sizeof(uint64_t))
        cdef Entry* entries = <Entry*>realloc(self.entries, size // 2 * sizeof(Entry))
        if entries != NULL:
            self.entries = entries
        if slots == NULL or entries == NULL:
            free(slots)
            raise MemoryError
        held += (size - self.size) * PER_SLOT
        for i in range(self.size):
            if self.slots[i]:
                k = <int>(self.slots[i] >> 32) & (size - 1)
                while slots[k]:
                    k = (k + 1) & (size - 1)
                slots[k] = self.slots[i]
        free(self.slots)
        self.slots, self.size = slots, size
        return 0

    cdef int entry(self, int at, const State* state) except -1:
        """Return the number of a state's entry, perhaps a new one.

        In a full table, which has one place for each hash, that replaces another.
        """
        cdef Entry* found
        cdef uint64_t mixed = at
        cdef int i, n
        if not self.full and 2 * self.used >= self.size:
            self.full = held + self.size * PER_SLOT > <uint64_t>MOST
            if not self.full:
                self.grow()
        for i in range(WORDS):
            mixed = (mixed ^ state.words[i]) * <uint64_t>0x9E3779B97F4A7C15
            mixed ^= mixed >> 32
        i = <int>(mixed >> 32) & (self.size - 1)
        if self.full:
            n = max(1, i >> 1)
            if is_of(&self.entries[n], at, state):
                return n
            n *= at <= STAGES
        else:
            while self.slots[i]:
                n = <int>(self.slots[i] & 0x7FFFFFFF)
                if self.slots[i] >> 32 == mixed >> 32 and is_of(&self.entries[n], at, state):
                    return n
                i = (i + 1) & (self.size - 1)
            n = self.used
            self.used += 1
            self.slots[i] = mixed >> 32 << 32 | <uint64_t>n
        found = &self.entries[n]
        found.state, found.at, found.least, found.done = state[0], at, 0, NONE
        return n

    cdef int expand(self, int at, const State* there) except -1:
        """Append the moves of a stage to ``moves``, the cheapest first; return where they end."""
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
        qsort(&self.moves[self.moved], end - self.moved, sizeof(Move), order)
        return end

    cdef State behind(self, int at, const State* there, int move) noexcept:
        """Return the state after a move; after the last suit of a rank, runs are shifted by one."""
        cdef State then
        cdef int k, shift = 16 * (at % SUITS == SUITS - 1)
        for k in range(WORDS):
            then.words[k] = (
                there.words[k] & ~self.stages[at].matter.words[k] | self.moves[move].after.words[k])
        for k in range(RUNS, WORDS):
            then.words[k] >>= shift
        return then

    cdef int broken(self, int at, const State* there, int left) noexcept:
        """Return a lower bound from old melds that lack cards, the best one if above ``left``."""
        cdef uint64_t melds, short, seen = ~self.later[at]
        cdef uint64_t[POOL] having
        cdef int[POOL] missing
        cdef int i, k, card, least = 0, cost, cards = 0, pool = get(there, POOL)
        for k in range(POOL // 16 + 1):
            # The top bit of a field stays where more copies are needed than are there.
            short = (self.needs[at].words[k] | TOPS) - there.words[k] - ONES & TOPS
            while short:
                card = 16 * k + bits_low(short) // 4
                short &= short - 1
                melds = self.melds[card] & self.later[at]
                if not melds & seen:
                    seen |= melds
                    having[cards], missing[cards] = melds, bits_count64(melds) - get(there, card)
                    least += missing[cards]
                    cards += 1
        for i in range(at, self.count, SUITS):
            cost = self.ahead[i][pool]
            if least > left or least + cost <= left:
                break
            for k in range(cards):
                cost += max(0, missing[k] - bits_count64(having[k] & self.later[i]))
            least = max(least, cost)
        return least

    cdef int bound(self, int at, const State* there, int left) except -1:
        """Return ``left`` if a cover costs no more from here on, else a lower bound above it."""
        cdef Entry* entry
        cdef State then
        cdef int i, n, kept, cost, least = NONE, back = self.moved, free_jokers = get(there, POOL)
        self.asked += 1
        if self.asked % CHECK_EVERY == 0:
            with nogil:         # let a waiting thread run
                pass
            PyErr_CheckSignals()
        if at == self.count:
            least = max(0, free_jokers - self.spare) * (not get(there, ACES))
            return self.price * least if least <= self.jokers else NONE
        least = self.broken(at, there, left)
        if least > left:
            return least
        n, least = self.entry(at + 1, there), NONE
        entry = &self.entries[n]
        if entry.least > left or entry.done <= left:
            return max(entry.least, left)
        for i in range(WORDS):
            then.words[i] = there.words[i] & self.stages[at].matter.words[i]
        kept = self.entry(at + 1 + STAGES, &then)
        entry = &self.entries[kept]
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
        if not kept:            # the table is full: no entry refers to these moves or later ones
            self.moved = back
        entry = &self.entries[n]
        if is_of(entry, at + 1, there):     # it has not been replaced
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
        """Return the least cost; if that is above ``most``, a lower bound of it above ``most``."""
        cdef State there
        cdef int at, i, k, pool, best
        for at in range(self.count - SUITS, 2 * SUITS - 1, -SUITS):
            best = NONE
            if not self.stages[at].bounded:
                continue
            for pool in range(get(&self.there, POOL) + 1):
                there = packed([ACES, *[POOL] * pool])
                # Runs that may go on here, then those whose second or third card is a joker.
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
        """Return the state before the first stage, as bytes."""
        return (<char*>&self.there)[:sizeof(State)]

    def costs(self, int at, bytes there, int left):
        """Return whether a cover from this state on costs at most ``left``.

        After the last stage: whether what is left costs exactly ``left``.
        """
        cdef State state = (<State*><char*>there)[0]
        cdef int cost = self.bound(at, &state, left)
        return cost == left if at == self.count else cost <= left

    def ways(self, int at, bytes there):
        """Return the moves of a stage, as (cost, state after it, numbers of its ways)."""
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
