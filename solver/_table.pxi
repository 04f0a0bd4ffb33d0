# The transposition table of the trick search, included by ``_search.pyx``.
#
# An entry is a *pattern*, not a position. Its *key* holds the lengths of the three hands in
# the four suits, the leader, the kind of contract and the target. Its *mask* and *code* say
# how certain pairs of cards compare; ``_patterns.pxi`` defines the bits. The stored answer
# holds for every position with that key whose comparisons agree with the code under the
# mask. The comparisons of a position take one to four words, depending on the lengths.
#
# Patterns of one key lie in *blocks* of seven. Their first words stand side by side in two
# cache lines, so that a position is tested against all seven at once. Each further word has
# another two cache lines, which are read only if the first word fits. The blocks of a key
# form a list; the lists are chained by a hash of the key. A list that grows long *forks*: by
# two more bits of the hash if it has several keys, so that a large search meets its own. Else at
# a comparison that most of its patterns specify. A position is then tested against the
# patterns that agree with it there and those that do not specify it, not against the rest.
#
# Blocks are taken from the front on, so that a small search touches little memory. Once none is
# left, everything is forgotten and the front begins anew: a table that is full has mostly patterns
# of questions long past. Nothing on the search's stack points into the table, and each pattern is a
# proved statement. So no replacement can change a value.
#
# Several threads may share a table (``shared``). Only the thread that holds ``writing`` may
# write; reading takes no lock. A reader may therefore see a block that is half written, or
# that is reused for another key. Each unit has a *stamp* (a sequence lock): it is odd while
# a block is being written there and changes with every write. A reader takes the stamp, reads
# the pattern, and takes the stamp again; the pattern counts only if both are the same even
# number. Units are taken in order. So whoever writes over a further word of a block has written
# over its first unit before, under the stamp that its readers look at. Links are safe to follow
# without a stamp: they always lead to a unit, a fork or 0, and from a fork only to later forks, so
# that no reader leaves the table or goes in circles. What a reader may look at is written with
# ``poke`` (a release store).

cdef enum:
    WORDS = 4               # most words of comparisons: four suits of at most 56 bits
    SLOTS = 7               # patterns in a block
    FORK = 0x80000000       # set in a link that leads to a fork
    MOST_FORKS = 16         # depth of forks above a list
    BY_KEY = 255            # the word of a fork by bits of the hash
    STRANGERS = 2           # a list with so many blocks of other keys forks by key
    LONG_LIST = 24          # a list with more patterns forks
    STAMPS = 1 << 12        # units whose indices differ by this share a stamp
    FEW_CHAINS = 1 << 14    # in use at first: more are slower, as they fit no cache
    MOST_CHAINS = 1 << 18   # in use for what stores most patterns: see ``load``
    FEWEST_UNITS = 256      # a unit is 128 bytes: the size of ``Block``
    UNITS_A_FORK = 4        # there is memory for a fork for so many units
    MOST_UNITS = 1 << 30    # the top bit of a link says that it leads to a fork
    LARGE_PAGE = 1 << 21    # bytes
    PATIENCE = 50           # looks at a raised flag before the thread sleeps

# A unit of 128 bytes: a block, or one further word of the patterns of the block before it.
cdef struct Block:
    uint64_t mask[SLOTS]    # comparisons that are specified; 0 in an empty slot
    uint64_t code[SLOTS]    # their outcomes, 0 where unspecified; all bits set in an empty slot
    uint64_t key            # 0 in a unit that is no block
    uint32_t next           # index of the next block of the list, or 0
    uint8_t count           # patterns in the block
    uint8_t answers         # one bit for each pattern
    uint8_t words           # words of each pattern, and units that the block takes

cdef struct Fork:
    uint32_t branch[4]      # links to the patterns with the bit 0, with it 1, without it
    uint8_t word            # the bit of the code at which the list forks, or of the hash
    uint8_t bit

cdef struct Head:
    uint32_t first          # link to the newest block of the chain, or to a fork, or 0
    uint32_t generation     # the chain is empty unless the table has the same

cdef struct Table:
    Block* blocks           # index 0 is unused
    Fork* forks
    Head* heads
    uint32_t* stamps
    uint32_t chains         # in use, a power of two
    uint32_t generation     # counts clearings
    uint32_t shared         # searches that share it; set and reset while at most one runs
    char apart[64]          # padding: fields above are read often, those below written often
    uint32_t writing        # set while a thread writes
    void* memory            # the allocation of the blocks, before alignment
    uint32_t limit          # number of units plus one
    uint32_t most_chains    # as many as there is memory for
    uint32_t front          # index at which the next block is written
    uint32_t stored         # patterns added since the last clearing
    uint32_t forked         # forks in use
    uint32_t forks_limit
    char apart_too[64]


cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define MANNI_LARGE_PAGES(start, bytes) madvise(start, bytes, MADV_HUGEPAGE)
    #else
    #define MANNI_LARGE_PAGES(start, bytes) ((void)(start))
    #endif
    """
    void use_large_pages "MANNI_LARGE_PAGES" (void* start, size_t bytes) nogil


cdef void table_free(Table* table) noexcept nogil:
    free(table.memory)
    free(table.heads)
    free(table.forks)
    free(table.stamps)


cdef void table_clear(Table* table) noexcept nogil:
    cdef uint32_t i
    table.front = 1
    table.forked = table.stored = 0
    poke32(&table.generation, table.generation + 1)
    if table.generation == 0:
        # The counter has wrapped: heads of an old generation could look new.
        for i in range(table.most_chains):
            poke32(&table.heads[i].generation, 0)
        poke32(&table.generation, 1)


cdef bint table_init(Table* table, uint64_t bytes) noexcept nogil:
    """Allocate a table of at most so many bytes, or the smallest; False if there is no memory."""
    cdef size_t start, end
    cdef uint64_t limit = bytes // (sizeof(Block) + sizeof(Head) + sizeof(Fork) // UNITS_A_FORK)
    limit = max(<uint64_t>FEWEST_UNITS, min(limit, <uint64_t>MOST_UNITS))
    table.limit = <uint32_t>limit
    table.forks_limit = table.limit // UNITS_A_FORK
    table.most_chains = FEWEST_UNITS
    while table.most_chains < MOST_CHAINS and table.most_chains * 2 <= limit:
        table.most_chains *= 2
    table.chains = min(<uint32_t>FEW_CHAINS, table.most_chains)
    # Pages from ``calloc`` cost nothing before they are written to.
    table.memory = calloc(limit + 1, sizeof(Block))
    table.heads = <Head*>calloc(table.most_chains, sizeof(Head))
    table.forks = <Fork*>calloc(table.forks_limit, sizeof(Fork))
    table.stamps = <uint32_t*>calloc(STAMPS, sizeof(uint32_t))
    table.blocks = <Block*>((<size_t>table.memory + sizeof(Block) - 1) & ~(sizeof(Block) - 1))
    # A large search meets its blocks in no order, and looks up fewer pages if they are large. A
    # small one stays within the first of them, which cost no more than what is written to.
    start = (<size_t>table.memory + 2 * LARGE_PAGE) & ~<size_t>(LARGE_PAGE - 1)
    end = <size_t>table.memory + limit * sizeof(Block)
    if table.memory and end > start:
        use_large_pages(<void*>start, end - start)
    table_clear(table)
    return table.memory and table.heads and table.forks and table.stamps


cdef inline bint is_shared(Table* table) noexcept nogil:
    """Return whether several threads may use the table."""
    return peek32(&table.shared) != 0


cdef inline Head* head_of(Table* table, uint32_t hash) noexcept nogil:
    return &table.heads[hash & (peek32(&table.chains) - 1)]


cdef inline void table_fetch(Table* table, uint32_t link) noexcept nogil:
    """Prefetch the block or fork that a link leads to."""
    cdef Block* block
    if link & FORK:
        bits_prefetch(&table.forks[link ^ FORK])
    else:
        block = &table.blocks[link]
        bits_prefetch(block)
        bits_prefetch(&block.code[1])


cdef inline uint32_t table_first(Table* table, uint32_t hash) noexcept nogil:
    """Return the link at the head of a chain, 0 if the chain is empty since a clearing."""
    cdef Head* head = head_of(table, hash)
    return peek32(&head.first) if peek32(&head.generation) == peek32(&table.generation) else 0


cdef inline uint32_t table_stamp(Table* table, uint32_t index) noexcept nogil:
    return peek32(&table.stamps[index & (STAMPS - 1)])


cdef inline void swap_patterns(Block* one, int i, Block* other, int j) noexcept nogil:
    """Swap two patterns of the same key and list."""
    cdef int word, differ = (one.answers >> i ^ other.answers >> j) & 1
    cdef uint64_t mask, code
    for word in range(one.words):
        mask = one[word].mask[i]
        code = one[word].code[i]
        poke64(&one[word].mask[i], other[word].mask[j])
        poke64(&one[word].code[i], other[word].code[j])
        poke64(&other[word].mask[j], mask)
        poke64(&other[word].code[j], code)
    poke8(&one.answers, one.answers ^ <uint8_t>(differ << i))
    poke8(&other.answers, other.answers ^ <uint8_t>(differ << j))


cdef inline void restamp(Table* table, uint32_t index) noexcept nogil:
    """Begin or end the writing of a block: change its stamp, if the table is shared."""
    cdef uint32_t* stamp = &table.stamps[index & (STAMPS - 1)]
    if is_shared(table):
        poke32(stamp, stamp[0] + 1)


cdef inline void table_advance(
    Table* table, uint32_t index, int i, uint32_t stamp, uint32_t first, uint32_t first_stamp,
) noexcept nogil:
    """Move a pattern that fitted to the front: swap it with the newest of the key's first block.

    Nothing is done if another thread is writing, or if either block has changed since its stamp
    was taken.
    """
    cdef Block* front = &table.blocks[first]
    cdef bint two = (index ^ first) & (STAMPS - 1) != 0
    if is_shared(table) and not take_flag(&table.writing):
        return
    if table_stamp(table, index) == stamp and table_stamp(table, first) == first_stamp:
        restamp(table, index)
        if two:
            restamp(table, first)
        swap_patterns(&table.blocks[index], i, front, front.count - 1)
        restamp(table, index)
        if two:
            restamp(table, first)
    poke32(&table.writing, 0)


cdef uint32_t new_block(Table* table, uint64_t key, int words) noexcept nogil:
    """Return an empty block at the front. The caller has looked whether there is room."""
    cdef uint32_t index = table.front
    cdef Block* block = &table.blocks[index]
    cdef int i
    table.front += words
    for i in range(words):
        restamp(table, index + i)
        poke64(&block[i].key, 0)
    for i in range(SLOTS):
        poke64(&block.mask[i], 0)
        poke64(&block.code[i], ~(<uint64_t>0))
    poke64(&block.key, key)
    poke8(&block.count, 0)
    poke8(&block.answers, 0)
    poke8(&block.words, words)
    for i in range(words):
        restamp(table, index + i)
    return index


cdef inline int branch_of(Fork* fork, int words, uint64_t* mask, uint64_t* code) noexcept nogil:
    """Return the branch of a fork for a pattern: its bit of the code, or 2 if not specified."""
    if fork.word < words and mask[fork.word] >> fork.bit & 1:
        return <int>(code[fork.word] >> fork.bit & 1)
    return 2


cdef inline uint32_t* list_of(
    Table* table, uint32_t hash, int words, uint64_t* mask, uint64_t* code, int* forks,
) noexcept nogil:
    """Follow a chain to the list that a pattern belongs in; count the ``forks`` on the way."""
    cdef Head* head = head_of(table, hash)
    cdef uint32_t* link = &head.first
    cdef Fork* fork
    if head.generation != table.generation:
        poke32(&head.first, 0)
        poke32(&head.generation, table.generation)
    forks[0] = 0
    while link[0] & FORK:
        fork = &table.forks[link[0] ^ FORK]
        link = &fork.branch[
            hash >> fork.bit & 3 if fork.word == BY_KEY else branch_of(fork, words, mask, code)]
        forks[0] += 1
    return link


cdef inline void write_pattern(
    Block* block, int i, uint64_t* mask, uint64_t* code, int answer,
) noexcept nogil:
    cdef int word
    for word in range(block.words):
        poke64(&block[word].mask[i], mask[word])
        poke64(&block[word].code[i], code[word])
    poke8(&block.answers, <uint8_t>(block.answers & ~(1 << i) | answer << i))


cdef void put(
    Table* table, uint32_t* link, uint64_t key, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil:
    """Add a pattern to a list: to a block of its key that is not full, else to a new first block.

    The caller has looked whether there is room for a block.
    """
    cdef uint32_t index = link[0]
    cdef Block* block
    while index and (table.blocks[index].key != key or table.blocks[index].count == SLOTS):
        index = table.blocks[index].next
    if index == 0:
        index = new_block(table, key, words)
        poke32(&table.blocks[index].next, link[0])
        poke32(link, index)
    block = &table.blocks[index]
    restamp(table, index)
    write_pattern(block, block.count, mask, code, answer)
    poke8(&block.count, block.count + 1)
    restamp(table, index)


cdef bint best_fork(Table* table, uint32_t index, Fork* fork) noexcept nogil:
    """Find the comparison by which to split a list, so that lookups try the fewest patterns.

    Let n patterns specify a comparison, a of them with one outcome and b with the other. Assume
    that the outcomes of positions have these frequencies. Then a split spares a lookup b patterns
    in a/n of the cases and a patterns in b/n: 2ab/n on average. Return False if the best split
    spares less than about a block.
    """
    cdef int ones[64 * WORDS]
    cdef int specified[64 * WORDS]
    cdef int i, word, bit, spared, most = SLOTS - 2
    cdef uint64_t mask, code
    cdef Block* block
    memset(ones, 0, sizeof(ones))
    memset(specified, 0, sizeof(specified))
    while index:
        block = &table.blocks[index]
        index = block.next
        for i in range(block.count):
            for word in range(block.words):
                mask = block[word].mask[i]
                code = block[word].code[i]
                while mask:
                    bit = bits_low(mask)
                    mask &= mask - 1
                    specified[64 * word + bit] += 1
                    ones[64 * word + bit] += <int>(code >> bit & 1)
    for bit in range(64 * WORDS):
        if ones[bit]:
            spared = 2 * ones[bit] * (specified[bit] - ones[bit]) // specified[bit]
            if spared > most:
                most = spared
                poke8(&fork.word, bit // 64)
                poke8(&fork.bit, bit % 64)
    return most >= SLOTS - 1


cdef bint part(Table* table, uint32_t* link) noexcept nogil:
    """Split a list by a fork, if that spares enough and there is room; whether it was split.

    The old blocks stay as they are, for those who are reading them.
    """
    cdef uint32_t index = link[0], units = 0
    cdef Fork* fork = &table.forks[table.forked]
    cdef Block* block
    cdef uint64_t mask[WORDS]
    cdef uint64_t code[WORDS]
    cdef int i, word
    while index:
        units += 3 * table.blocks[index].words     # its patterns may go to all three branches
        index = table.blocks[index].next
    index = link[0]
    if (table.forked == table.forks_limit or table.front + units + WORDS > table.limit
            or not best_fork(table, index, fork)):
        return False
    # Empty the fork before it can be reached: its old branches may lead to forks before it.
    for i in range(3):
        poke32(&fork.branch[i], 0)
    poke32(link, table.forked | FORK)
    table.forked += 1
    while index:
        block = &table.blocks[index]
        for i in range(block.count):
            for word in range(block.words):
                mask[word] = block[word].mask[i]
                code[word] = block[word].code[i]
            put(table, &fork.branch[branch_of(fork, block.words, mask, code)], block.key,
                block.words, mask, code, block.answers >> i & 1)
        index = block.next
    return True


cdef bint part_keys(Table* table, uint32_t* link, uint8_t bit) noexcept nogil:
    """Split a list by the bits of the keys' hashes from ``bit`` on, if there is room; whether so.

    The blocks move. One that is being read leads to a later one of the old list, never back.
    """
    cdef Fork* fork = &table.forks[table.forked]
    cdef uint32_t* ends[4]
    cdef uint32_t index = link[0]
    cdef Block* block
    cdef int i
    if table.forked == table.forks_limit:
        return False
    poke8(&fork.word, BY_KEY)
    poke8(&fork.bit, bit)
    for i in range(4):
        ends[i] = &fork.branch[i]
    while index:
        block = &table.blocks[index]
        i = <uint32_t>hash_of(block.key, 0) >> bit & 3
        poke32(ends[i], index)
        ends[i] = &block.next
        index = block.next
    for i in range(4):
        poke32(ends[i], 0)
    poke32(link, table.forked | FORK)
    table.forked += 1
    return True


cdef inline bint includes(
    Block* block, int i, uint64_t* mask, uint64_t* code,
) noexcept nogil:
    """Whether the pattern given is more general: it fits all positions that pattern ``i`` fits."""
    cdef int word
    for word in range(block.words):
        if block[word].mask[i] & mask[word] != mask[word]:
            return False
        if block[word].code[i] & mask[word] != code[word]:
            return False
    return True


cdef void add(
    Table* table, uint64_t key, uint32_t hash, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil:
    cdef int forks, i, met = 0, strangers = 0
    cdef uint32_t* link
    cdef uint32_t index, differing = 0
    cdef Block* block
    if table.front + words > table.limit:
        table_clear(table)
    link = list_of(table, hash, words, mask, code, &forks)
    index = link[0]
    while index:
        block = &table.blocks[index]
        if block.key == key:
            for i in range(block.count):
                if block.answers >> i & 1 == answer and includes(block, i, mask, code):
                    restamp(table, index)
                    write_pattern(block, i, mask, code, answer)
                    restamp(table, index)
                    return
        else:
            strangers += 1
            differing |= hash ^ <uint32_t>hash_of(block.key, 0)
        met += block.count
        index = block.next
    if forks < MOST_FORKS and (
            part_keys(table, link, bits_low(differing)) if strangers >= STRANGERS and differing else
            met >= LONG_LIST and met % LONG_LIST == 0 and part(table, link)):
        link = list_of(table, hash, words, mask, code, &forks)
    put(table, link, key, words, mask, code, answer)
    table.stored += 1


cdef void begin_writing(Table* table) noexcept nogil:
    """Wait until no other thread writes, mostly for a fraction of a microsecond.

    If it takes longer, the writing thread has most likely been descheduled: then sleep.
    """
    cdef int looks = 0
    while not take_flag(&table.writing):
        looks += 1
        if looks <= PATIENCE:
            let_others_run()
        else:
            sleep_briefly()


cdef void table_add(
    Table* table, uint64_t key, uint32_t hash, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil:
    """Store a pattern. It replaces a pattern of its list that is less general, if there is one."""
    if is_shared(table):
        begin_writing(table)
    add(table, key, hash, words, mask, code, answer)
    poke32(&table.writing, 0)
