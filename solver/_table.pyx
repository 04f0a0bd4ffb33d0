"""Memory of the transposition table: its limit, clearing, growth and replacement.

``_table.pxd`` has the layout: blocks of patterns, in lists, under heads that hash the key. All
blocks lie in a ring, which fills from the front, so that a small search touches little memory. Once
the ring is full, a new block replaces the oldest. There are few heads at first; their number
doubles as blocks are added. Nothing on the search's stack points into the table, and each pattern
is a proved statement. So no replacement can change a value.

Several threads may share the table; readers take no lock. What a reader may look at is written with
``poke`` (a release store). A block's key and patterns are written only between two calls of
``restamp``. A block that leaves its list loses its key first. So a reader does not take what is
written over it for its patterns.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ._bits cimport bits_low
from ._threads cimport (
    let_others_run, pause_briefly, peek32, poke8, poke32, poke64, sleep_briefly, take_flag,
)

cdef extern from "<assert.h>" nogil:
    void check "assert" (bint holds)    # in the debug build only

cdef enum:
    FEWEST_CHAINS = 1 << 10     # heads in use after a clearing
    FEWEST_UNITS = 256          # a unit is 128 bytes of the ring: the size of ``Block``
    UNITS_A_FORK = 4            # there is memory for a fork for so many units
    MOST_UNITS = 1 << 30        # the top bit of a link says that it leads to a fork
    PATIENCE = 50               # looks at a raised flag before the thread yields


cdef int table_init(Table* table, uint64_t bytes) except -1:
    cdef uint64_t limit, chains = 1
    # The number of heads is a power of two: that of the units, or down to half of it.
    limit = bytes // (sizeof(Block) + sizeof(Head) + sizeof(Fork) // UNITS_A_FORK)
    if limit < FEWEST_UNITS:
        limit = FEWEST_UNITS
    if limit > MOST_UNITS:
        limit = MOST_UNITS
    while chains * 2 <= limit:
        chains *= 2
    # Pages from ``calloc`` cost nothing before they are written to.
    table.memory = calloc(limit + 1, sizeof(Block))
    table.heads = <Head*>calloc(chains, sizeof(Head))
    table.forks_limit = <uint32_t>(limit // UNITS_A_FORK)
    table.forks = <Fork*>calloc(table.forks_limit, sizeof(Fork))
    table.stamps = <uint32_t*>calloc(STAMPS, sizeof(uint32_t))
    if (table.memory == NULL or table.heads == NULL or table.forks == NULL
            or table.stamps == NULL):
        table_free(table)
        raise MemoryError(f"no room for a table of {bytes >> 20} MB")
    table.blocks = <Block*>((<size_t>table.memory + sizeof(Block) - 1) & ~(sizeof(Block) - 1))
    table.limit = <uint32_t>limit
    table.chains_limit = <uint32_t>chains
    table.generation = 0
    table_clear(table)
    return 0


cdef void table_free(Table* table) noexcept nogil:
    free(table.memory)
    free(table.heads)
    free(table.forks)
    free(table.stamps)
    table.memory = NULL
    table.stamps = NULL
    table.forks = NULL
    table.heads = NULL


cdef void empty_chains(Table* table) noexcept nogil:
    cdef uint64_t i
    table.forked = 0
    poke32(&table.generation, table.generation + 1)
    if table.generation == 0:
        # The counter has wrapped: heads of an old generation could look new.
        for i in range(table.chains_limit):
            poke32(&table.heads[i].generation, 0)
        poke32(&table.generation, 1)


cdef void table_clear(Table* table) noexcept nogil:
    cdef int words
    empty_chains(table)
    poke32(
        &table.chains,
        FEWEST_CHAINS if FEWEST_CHAINS < table.chains_limit else table.chains_limit)
    table.front = 1
    table.cleared = table.limit
    table.round = table.chained_in = 0
    table.live = table.stored = 0
    for words in range(WORDS + 1):
        table.spare[words] = 0


# The ring of blocks.


cdef inline void leave_list(Table* table, uint32_t index) noexcept nogil:
    """Mark a block as in no list any more, for threads that still read it."""
    restamp(table, index)
    poke64(&table.blocks[index].key, 0)
    restamp(table, index)


cdef inline uint32_t spare_before(Block* block) noexcept nogil:
    """The block before a spare one in the list of spare blocks of its size."""
    return <uint32_t>block.mask[0]


cdef void give_back(Table* table, uint32_t index) noexcept nogil:
    """Put a block that is in no chain on the list of spare blocks of its size."""
    cdef Block* block = &table.blocks[index]
    cdef uint32_t first = table.spare[block.words]
    leave_list(table, index)
    table.live -= 1
    poke8(&block.count, 0)
    block.spare = True
    poke32(&block.next, first)
    poke64(&block.mask[0], 0)
    if first:
        poke64(&table.blocks[first].mask[0], index)
    table.spare[block.words] = index


cdef void take_spare(Table* table, uint32_t index) noexcept nogil:
    """Take a block off its list of spare blocks."""
    cdef Block* block = &table.blocks[index]
    cdef uint32_t before = spare_before(block)
    block.spare = False
    if before:
        poke32(&table.blocks[before].next, block.next)
    else:
        table.spare[block.words] = block.next
    if block.next:
        poke64(&table.blocks[block.next].mask[0], before)


cdef void drop_oldest(Table* table) noexcept nogil:
    """Free the oldest block, where the cleared part of the ring ends."""
    cdef Block* block = &table.blocks[table.cleared]
    if block.count:
        unlink(table, table.cleared)
        leave_list(table, table.cleared)
        table.stored -= block.count
        table.live -= 1
    elif block.spare:
        take_spare(table, table.cleared)
    table.cleared += block.words


cdef void make_room(Table* table, uint32_t units) noexcept nogil:
    """Clear ``units`` units from the front on; if the ring ends before, start at its beginning."""
    cdef Block* rest
    if table.front + units > table.limit:
        while table.cleared < table.limit:
            drop_oldest(table)
        if table.front < table.limit:
            # The rest of the ring is no block, but the next round has to know its length.
            rest = &table.blocks[table.front]
            poke8(&rest.count, 0)
            rest.spare = False
            poke8(&rest.words, <uint8_t>(table.limit - table.front))
        table.front = table.cleared = 1
        table.round += 1
    while table.cleared < table.front + units:
        drop_oldest(table)


cdef uint32_t new_block(Table* table, uint64_t key, int words) noexcept nogil:
    """Return an empty block: a spare one, or one at the front, where the oldest makes room."""
    cdef uint32_t index = table.spare[words]
    cdef Block* block
    cdef int i
    if index:
        take_spare(table, index)
    else:
        make_room(table, words)
        index = table.front
        table.front += words
    block = &table.blocks[index]
    restamp(table, index)
    for i in range(SLOTS):
        poke64(&block.mask[i], 0)
        poke64(&block.code[i], ~(<uint64_t>0))
    poke64(&block.key, key)
    poke32(&block.next, 0)
    poke8(&block.count, 0)
    poke8(&block.answers, 0)
    poke8(&block.words, words)
    block.spare = False
    for i in range(1, words):
        poke64(&block[i].key, 0)    # this unit may have been a block of its own
    restamp(table, index)
    table.live += 1
    return index


# Chains, their forks and lists.


cdef inline uint32_t* table_chain(Table* table, uint32_t hash) noexcept nogil:
    """Return the link at the head of a chain, emptied if it is from before the last clearing."""
    cdef Head* head = &table.heads[hash & (table.chains - 1)]
    if head.generation != table.generation:
        poke32(&head.first, 0)
        poke32(&head.generation, table.generation)
    return &head.first


cdef inline int branch_of(Fork* fork, int words, uint64_t* mask, uint64_t* code) noexcept nogil:
    """Return the branch of a fork for a pattern: its bit of the code, or 2 if not specified."""
    if fork.word < words and mask[fork.word] >> fork.bit & 1:
        return <int>(code[fork.word] >> fork.bit & 1)
    return 2


cdef inline uint32_t* list_of(
    Table* table, uint32_t hash, int words, uint64_t* mask, uint64_t* code, int* forks,
) noexcept nogil:
    """Follow a chain to the list that a pattern belongs in; count the ``forks`` on the way."""
    cdef uint32_t* link = table_chain(table, hash)
    cdef Fork* fork
    forks[0] = 0
    while link[0] & FORK:
        fork = &table.forks[link[0] ^ FORK]
        link = &fork.branch[branch_of(fork, words, mask, code)]
        forks[0] += 1
    return link


cdef inline void read_pattern(Block* block, int i, uint64_t* mask, uint64_t* code) noexcept nogil:
    cdef int word
    for word in range(block.words):
        mask[word] = block[word].mask[i]
        code[word] = block[word].code[i]


cdef inline void write_pattern(
    Block* block, int i, uint64_t* mask, uint64_t* code, int answer,
) noexcept nogil:
    cdef int word
    for word in range(block.words):
        poke64(&block[word].mask[i], mask[word])
        poke64(&block[word].code[i], code[word])
    poke8(&block.answers, <uint8_t>(block.answers & ~(1 << i) | answer << i))


cdef void unlink(Table* table, uint32_t index) noexcept nogil:
    """Take a block out of its list, found by its key and its first pattern."""
    cdef Block* block = &table.blocks[index]
    cdef uint64_t mask[WORDS]
    cdef uint64_t code[WORDS]
    cdef int forks
    cdef uint32_t* link
    read_pattern(block, 0, mask, code)
    link = list_of(table, <uint32_t>hash_of(block.key, 0), block.words, mask, code, &forks)
    while link[0] != index:
        check(link[0] != 0)
        link = &table.blocks[link[0]].next
    poke32(link, block.next)


cdef void put(
    Table* table, uint32_t* link, uint64_t key, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil:
    """Add a pattern to a list: to a block of its key that is not full, else to a new first block.

    The caller has made room for a block, so that none is dropped here.
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
    """Split a list by a fork, if that spares enough and there is room; whether it was split."""
    cdef uint32_t index = link[0], following
    cdef uint32_t units = 0
    cdef Fork* fork
    cdef Block* block
    cdef uint64_t mask[WORDS]
    cdef uint64_t code[WORDS]
    cdef int i
    if table.forked == table.forks_limit:
        return False
    while index:
        units += 3 * table.blocks[index].words     # its patterns may go to all three branches
        index = table.blocks[index].next
    if units > table.limit // 8:
        return False
    make_room(table, units)     # first: it may drop blocks of this very list
    fork = &table.forks[table.forked]
    if not best_fork(table, link[0], fork):
        return False
    index = link[0]
    # Empty the fork before it can be reached: its old branches may lead to forks before it.
    for i in range(3):
        poke32(&fork.branch[i], 0)
    poke32(link, table.forked | FORK)
    table.forked += 1
    while index:
        block = &table.blocks[index]
        following = block.next
        for i in range(block.count):
            read_pattern(block, i, mask, code)
            put(table, &fork.branch[branch_of(fork, block.words, mask, code)], block.key,
                block.words, mask, code, block.answers >> i & 1)
        give_back(table, index)
        index = following
    return True


cdef int patterns_in(Table* table, uint32_t index) noexcept nogil:
    """The number of patterns in the list that begins with this block."""
    cdef int met = 0
    while index:
        met += table.blocks[index].count
        index = table.blocks[index].next
    return met


cdef void part_all(Table* table, uint32_t* link, int forks) noexcept nogil:
    """Split a list, and the lists it is split into, until none is long."""
    cdef int i
    cdef uint32_t fork
    if forks == MOST_FORKS or patterns_in(table, link[0]) <= LONG_LIST or not part(table, link):
        return
    fork = link[0] ^ FORK
    for i in range(3):
        part_all(table, &table.forks[fork].branch[i], forks + 1)


cdef void chain_anew(Table* table) noexcept nogil:
    """Rehash every block into the heads now in use, and split the long lists."""
    cdef uint32_t index = 1, i
    cdef uint32_t* link
    cdef Block* block
    empty_chains(table)
    while True:
        if index == table.front:
            index = table.cleared
        if index >= table.limit:
            break
        block = &table.blocks[index]
        if block.count:
            link = table_chain(table, <uint32_t>hash_of(block.key, 0))
            poke32(&block.next, link[0])
            poke32(link, index)
        index += block.words
    for i in range(table.chains):
        part_all(table, table_chain(table, i), 0)


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
    cdef int forks, i, met = 0
    cdef uint32_t* link
    cdef uint32_t index
    cdef Block* block
    if table.live >= table.chains and table.chains < table.chains_limit:
        poke32(&table.chains, table.chains * 2)
        chain_anew(table)
    elif table.forked > table.forks_limit // 2 and table.round != table.chained_in:
        # Since the ring has come round, many forks may have few patterns left to split.
        table.chained_in = table.round
        chain_anew(table)
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
        met += block.count
        index = block.next
    if met >= LONG_LIST and met % LONG_LIST == 0 and forks < MOST_FORKS:
        part(table, link)
    if table.spare[words] == 0:
        make_room(table, words)
    link = list_of(table, hash, words, mask, code, &forks)
    put(table, link, key, words, mask, code, answer)
    table.stored += 1


cdef void table_add(
    Table* table, uint64_t key, uint32_t hash, int words, uint64_t* mask, uint64_t* code,
    int answer,
) noexcept nogil:
    """Store a pattern. It replaces a pattern of its list that is less general, if there is one."""
    if is_shared(table):
        begin_writing(table)
    add(table, key, hash, words, mask, code, answer)
    poke32(&table.writing, 0)


cdef void begin_writing(Table* table) noexcept nogil:
    """Wait until no other thread writes, mostly for a fraction of a microsecond.

    If it takes longer, the writing thread has most likely been descheduled: then yield, and later
    sleep.
    """
    cdef int looks = 0
    while not take_flag(&table.writing):
        while peek32(&table.writing):
            looks += 1
            if looks <= PATIENCE:
                pause_briefly()
            elif looks <= 2 * PATIENCE:
                let_others_run()
            else:
                sleep_briefly()
