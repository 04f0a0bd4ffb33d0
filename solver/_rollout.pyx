"""Rollouts: deals played to their end by a policy, every seat on its own knowledge.

The policy (``_policy.pxi``) gives each legal card a score and plays the card with the highest;
``solver/advice/card_policy.py`` says how in words. A seat's observation is ``Seen``: its hand, the
cards it has not seen, the trick so far and the cards that the others have shown not to have. No
seat uses the hands of the others.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint16_t, uint64_t
from libc.string cimport memset

from ._bits cimport bits_wide_processor, cards_a_hand

include "_policy.pxi"

cdef enum:
    KINDS = 12              # kinds of play, each with its network
    STYLES = 8              # the most styles of players

CARD_ROW_COUNT = HAND_ROWS
ROWS = ROW_COUNT
UNIT_COUNT = UNITS
PLACE_COUNT = PLACES
# Whether this processor runs the build for wider instructions.
WIDE_PROCESSOR = bits_wide_processor() != 0


cdef class Game:
    """The rules of a deal: trump, duties, sides and card points.

    ``heights`` has the height of each rank, ``worth`` its points. ``sides`` has a number for each
    seat, equal for partners. ``kinds`` has for each seat the number of its network.
    """

    cdef Rules rules
    cdef uint16_t lanes[8192]       # the lane, by height, of each set of ranks
    cdef int height[13]
    cdef int rank[13]

    def __cinit__(
        self, uint64_t pack, heights, int trump, int duties, bint spares, sides, kinds, worth,
        int trick,
    ):
        cdef int k, cards, other, seats = <int>len(sides)
        if not (
            sorted(heights) == [*range(13)] and len(worth) == 13 and seats == len(kinds)
            and 2 <= seats <= MOST_SEATS and {*kinds} <= {*range(KINDS)} and -1 <= trump < 4
        ):
            raise ValueError("no game for two to seven")
        for k in range(13):
            self.height[k] = heights[k]
            self.rank[self.height[k]] = k
            self.rules.worth[self.height[k]] = worth[k]
        for cards in range(8192):
            self.lanes[cards] = 0
            for k in range(13):
                if cards >> k & 1:
                    self.lanes[cards] |= 1 << self.height[k]
        self.rules.seats = seats
        for k in range(seats):
            self.rules.side[k] = 0
            for other in range(seats):
                self.rules.side[k] |= (sides[k] == sides[other]) << other
            self.rules.kind[k] = kinds[k]
        self.rules.pack = self.spread(pack)
        self.rules.trump = trump
        self.rules.duties = duties
        self.rules.spares = spares
        self.rules.trick = trick

    cdef uint64_t spread(self, uint64_t hand) noexcept nogil:
        cdef uint64_t found = 0
        cdef int suit
        for suit in range(4):
            found |= <uint64_t>self.lanes[hand >> 13 * suit & SUIT_CARDS] << LANE * suit
        return found

    cdef int plain_card(self, int card) noexcept nogil:
        return 13 * (card >> 4) + self.rank[card & 15]

    cdef uint64_t gather(self, uint64_t cards) noexcept nogil:
        """Undo ``spread``."""
        cdef uint64_t found = 0
        while cards:
            found |= <uint64_t>1 << self.plain_card(bits_low(cards))
            cards &= cards - 1
        return found

    cdef int lay(self, cards, int* found, int most) except -1:
        """Convert a list of at most so many cards to cards by lane; return their number."""
        cdef int k
        if len(cards) > most:
            raise ValueError(f"{len(cards)} cards: at most {most}")
        for k in range(<int>len(cards)):
            if not 0 <= cards[k] < 52:
                raise ValueError(f"no card {cards[k]}")
            found[k] = LANE * (cards[k] // 13) + self.height[cards[k] % 13]
        return <int>len(cards)


include "_deals.pxi"


cdef class Rollouts:
    """The policy with fixed weights; it keeps no state between calls."""

    cdef Nets nets
    cdef object weights         # keeps the arrays alive that the networks point into

    def __cinit__(
        self, const int16_t[:, ::1] own, const int16_t[:, :, ::1] rows,
        const int16_t[:, :, ::1] start, const int16_t[:, :, ::1] out,
    ):
        self.weights = own, rows, start, out
        if (
            own.nbytes != 2 * KINDS * HAND_ROWS or rows.nbytes != 2 * KINDS * ROW_COUNT * UNITS
            or not start.nbytes == out.nbytes == 2 * KINDS * PLACES * UNITS
        ):
            raise ValueError("other numbers of weights than the networks have")
        self.nets.own, self.nets.rows = &own[0, 0], &rows[0, 0, 0]
        self.nets.start, self.nets.out = &start[0, 0, 0], &out[0, 0, 0]

    def scores(self, Game game, int seat, uint64_t hand, uint64_t unseen, table=(), lacks=()):
        """Return (card, score, rows) of each legal card, and the rows of the position.

        ``lacks`` are the cards that the other seats have shown not to have, from the next seat on.
        """
        cdef Play p
        cdef Seen seen
        cdef Choices found
        cdef int played[MOST_SEATS]
        cdef int seats = game.rules.seats, k, number = game.lay(table, played, seats - 1)
        if not 0 <= seat < seats or bits_count64(hand) > MOST_LEGAL or len(lacks) >= seats:
            raise ValueError("no seat, or too many cards")
        memset(&p, 0, sizeof(Play))
        p.leader = seat_of(&game.rules, seat + seats - number)
        for k in range(number):
            play_card(&game.rules, &p, played[k])
        p.hands[seat], p.gone[seat] = game.spread(hand), ~game.spread(unseen)
        for k in range(<int>len(lacks)):
            p.lacks[seat_of(&game.rules, seat + 1 + k)] = game.spread(lacks[k])
        observe(&game.rules, &p, seat, &seen)
        whole_rows(&game.rules, &seen, &found)
        find_choices(&game.rules, &seen, may_play(&game.rules, &p), 1, &found)
        score_choices(&self.nets, game.rules.kind[seat], &found)
        return [
            (game.plain_card(found.cards[k]), found.scores[k],
             tuple([found.facts[k][f] for f in range(FACTS)]))
            for k in range(found.count)
        ], tuple([found.whole[k] for k in range(WHOLE)])

    cdef int check(
        self, Game game, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, int leader,
        Py_ssize_t rows, const uint64_t[::1] random_seats, int cards,
    ) except -1:
        """Raise ValueError unless the arrays fit and each deal has at least so many cards."""
        cdef Py_ssize_t row
        cdef int seats = game.rules.seats
        cdef bint possible = (
            0 <= leader < seats and hands.shape[0] == gone.shape[0] == rows
            and hands.shape[1] == gone.shape[1] == seats
            and (random_seats is None or random_seats.shape[0] == rows)
        )
        for row in range(rows if possible else 0):
            if not cards <= seats * cards_a_hand(&hands[row, 0], seats) <= seats * MOST_LEGAL:
                possible = False
        if not possible:
            raise ValueError(f"{rows} worlds of {seats} hands for {cards} cards are wanted")
        return 0

    cdef void load(
        self, Game game, Play* p, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone,
        Py_ssize_t row, int leader, const int* past, int number,
    ) noexcept nogil:
        """Load a deal after so many cards of its play."""
        cdef int k
        memset(p, 0, sizeof(Play))
        for k in range(game.rules.seats):
            p.hands[k] = game.spread(hands[row, k])
            p.gone[k] = game.spread(gone[row, k])
        p.leader = leader
        for k in range(number):
            play_card(&game.rules, p, past[k])

    def play(
        self, Game game, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, int leader,
        history, cards, int16_t[:, :, ::1] taken, const uint64_t[::1] random_seats=None,
        int8_t[:, :, ::1] playouts=None,
    ):
        """Roll deals out after each of ``cards``; fill in the totals ``taken[deal, card, seat]``.

        ``playouts[deal, card]`` gets the cards played from there on, ``card`` first.

        ``hands`` are those before the first lead, ``gone`` the discards of each seat, ``history``
        the cards played so far, from ``leader`` on. Without ``cards`` the policy plays on at once.
        The lowest bits of ``random_seats`` are the seats that play at random in a deal, and the
        whole number seeds their cards; by default all seats follow the policy. That the play is
        legal is not checked.
        """
        cdef Play begun, p
        cdef int past[52]
        cdef int choices[MOST_LEGAL]
        cdef int course[52]
        cdef int number = game.lay(history, past, 51), many = game.lay(cards, choices, MOST_LEGAL)
        cdef int k, n, seat, length = 0 if playouts is None else <int>playouts.shape[2]
        cdef uint64_t drawn = 0
        cdef Py_ssize_t row
        self.check(
            game, hands, gone, leader, taken.shape[0], random_seats, number + max(many > 0, length))
        if taken.shape[1] != max(many, 1) or taken.shape[2] != game.rules.seats or (
            playouts is not None
            and (playouts.shape[0] != taken.shape[0] or playouts.shape[1] != taken.shape[1])
        ):
            raise ValueError("no room for what each seat takes")
        with nogil:
            for row in range(hands.shape[0]):
                self.load(game, &begun, hands, gone, row, leader, past, number)
                if random_seats is not None:
                    drawn = random_seats[row]
                for k in range(many if many else 1):
                    p = begun
                    if many:
                        course[0] = choices[k]
                        play_card(&game.rules, &p, course[0])
                    play_out(&self.nets, &game.rules, &p, drawn, &course[many > 0])
                    for seat in range(game.rules.seats):
                        taken[row, k, seat] = <int16_t>p.won[seat]
                    for n in range(length):
                        playouts[row, k, n] = <int8_t>game.plain_card(course[n])


# What is known of a seat.
cdef struct Known:
    uint64_t lacks              # cards that it cannot hold, besides those it has played
    uint64_t played             # cards that it has played
    uint64_t dealt              # cards that it was certainly dealt
    uint64_t count              # how many cards it discarded
    uint64_t sizes              # how many it could have discarded, a bit for each number

cdef enum:
    HANDS, GONE, DRAWN
    SWAPS = 12                  # weight of a swap; a seat that exchanged adds 2 steps of weight 1

# The state of a Metropolis chain, with the factors of its posterior weight.
cdef struct Dealt:
    uint64_t cards[3][MOST_SEATS]
    double kept[MOST_SEATS]     # the odds of the discards, e^v(k)
    double every[MOST_SEATS]    # the sum of the odds over all discards of the hand dealt, Z
    double played[MOST_SEATS]   # the likelihood of the cards played


cdef inline uint64_t dealt_to(const Dealt* d, int seat) noexcept nogil:
    return d.cards[HANDS][seat] & ~d.cards[DRAWN][seat] | d.cards[GONE][seat]


cdef class PlayHistory:
    """The cards played so far, and a model of how closely players follow the policy.

    It gives the likelihood of the play in a deal. ``parts`` are the prior probabilities of the
    styles of players. In a style the relative probability of a card whose score is ``n`` below the
    best is ``chances[n, style]``; for greater n the last row of the table counts. With probability
    ``slips[style]`` any legal card is played instead. Equivalent cards are equally likely. The
    plays of ``viewer`` are ignored, as it knows its own hand.
    """

    cdef Rollouts rollouts
    cdef Game game
    cdef int leader, viewer, number
    cdef int cards[52]
    cdef Play before[52]
    cdef const double[::1] parts
    cdef const double[:, ::1] chances
    cdef const double[::1] slips

    def __cinit__(
        self, Rollouts rollouts, Game game, int leader, history, int viewer,
        const double[::1] parts, const double[:, ::1] chances, const double[::1] slips,
    ):
        cdef Play p
        cdef int k
        if not 0 <= leader < game.rules.seats or chances.shape[0] < 1 or not (
            0 < parts.shape[0] == slips.shape[0] == chances.shape[1] <= STYLES
        ):
            raise ValueError("no room for every style")
        self.rollouts, self.game, self.leader, self.viewer = rollouts, game, leader, viewer
        self.parts, self.chances, self.slips = parts, chances, slips
        self.number = game.lay(history, self.cards, 52)
        memset(&p, 0, sizeof(Play))
        p.leader = leader
        for k in range(self.number):
            self.before[k] = p
            play_card(&game.rules, &p, self.cards[k])

    cdef double weigh(
        self, int seat, uint64_t hand, uint64_t gone, double least, double* styles,
    ) noexcept nogil:
        """Return the likelihood of a seat's plays from a hand; fill it in by style too.

        The computation stops once the likelihood is at most ``least``.
        """
        cdef Play* p
        cdef Seen seen
        cdef Choices found
        cdef const Rules* rules = &self.game.rules
        cdef const double* chance
        cdef uint64_t may
        cdef int k, c, most, legal, own, style, count = <int>self.parts.shape[0]
        cdef double totals[STYLES]
        cdef double whole = 1, slip
        for style in range(count):
            styles[style] = self.parts[style]
        for k in range(self.number if seat != self.viewer else 0):
            p = &self.before[k]
            if in_turn(rules, p) != seat:
                continue
            p.hands[seat], p.gone[seat] = hand & ~p.played, gone
            may = may_play(rules, p)
            if may & (may - 1) == 0:
                continue
            observe(rules, p, seat, &seen)
            whole_rows(rules, &seen, &found)
            find_choices(rules, &seen, may, 0, &found)
            if found.count < 2:
                continue
            score_choices(&self.rollouts.nets, rules.kind[seat], &found)
            most = found.scores[0]
            legal = own = 0
            for c in range(found.count):
                legal += found.alike[c]
                most = max(most, found.scores[c])
                # The group of the card played: the last in its suit that does not begin above it.
                if found.cards[c] <= self.cards[k] and found.cards[c] >> 4 == self.cards[k] >> 4:
                    own = c
            for style in range(count):
                totals[style] = 0
            for c in range(found.count):
                chance = self.chance(most - found.scores[c])
                for style in range(count):
                    totals[style] += chance[style]
            chance = self.chance(most - found.scores[own])
            whole = 0
            for style in range(count):
                slip = self.slips[style]
                styles[style] *= slip / legal + (1 - slip) * chance[style] / (
                    totals[style] * found.alike[own])
                whole += styles[style]
            if whole <= least:
                break
        return whole

    cdef const double* chance(self, int below) noexcept nogil:
        """The relative probabilities by style of a card whose score is so far below the best."""
        return &self.chances[min(below, <int>self.chances.shape[0] - 1), 0]

    def likelihoods(
        self, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, double[:, :, ::1] found
    ):
        """Fill in ``found[deal, seat, style]``: the prior of the style times the likelihood."""
        cdef Py_ssize_t row
        cdef int seat
        self.rollouts.check(
            self.game, hands, gone, self.leader, found.shape[0], None, self.number)
        if found.shape[1] != self.game.rules.seats or found.shape[2] != self.parts.shape[0]:
            raise ValueError("no room for every style")
        with nogil:
            for row in range(hands.shape[0]):
                for seat in range(self.game.rules.seats):
                    self.weigh(
                        seat, self.game.spread(hands[row, seat]),
                        self.game.spread(gone[row, seat]), 0, &found[row, seat, 0])

    cdef bint discard_factors(
        self, DiscardChooser ways, const Known* known, Dealt* d, int seat, uint64_t before
    ) noexcept nogil:
        """Fill in the factors of a seat's discards; return whether the state is possible.

        ``every`` is computed anew only if the seat was dealt another hand than ``before``.
        """
        cdef Parts parts
        cdef uint64_t dealt = dealt_to(d, seat)
        cdef int n
        d.kept[seat] = d.every[seat] = 1 if known.sizes == 0 else d.every[seat]
        if d.cards[HANDS][seat] & known.lacks or known.dealt & ~dealt:
            return False
        if known.sizes:
            d.kept[seat] = ways.kept(
                d.cards[HANDS][seat] & ~d.cards[DRAWN][seat], <int>known.count)
        if known.sizes and dealt != before:
            ways.part(0, dealt, 0, bits_high(known.sizes), 0, &parts)
            d.every[seat] = 0
            for n in range(bits_high(known.sizes) + 1):
                if known.sizes >> n & 1:
                    d.every[seat] += parts.whole[n]
        return True

    cdef void propose(
        self, DiscardChooser ways, const Known* known, Dealt* d, int seat, bint split,
        uint64_t* state,
    ) noexcept nogil:
        """Draw anew from the model the seat's cards drawn (``split``), or its discards."""
        cdef Parts parts
        cdef uint64_t own = d.cards[HANDS][seat], fixed = known.dealt, must = 0
        cdef int number = <int>known.count, before
        if not split:
            own, fixed = dealt_to(d, seat), known.played
            must = own & known.lacks
            own ^= must
        before = bits_count64(must)
        number -= before
        ways.part(0, own, fixed, number, before, &parts)
        own = ways.gone(0, own, fixed, number, &parts, state) | must
        if split:
            d.cards[DRAWN][seat] = own
        else:
            d.cards[HANDS][seat] = dealt_to(d, seat) & ~own | d.cards[DRAWN][seat]
            d.cards[GONE][seat] = own

    def move(
        self, uint64_t[:, :, ::1] deals, const uint64_t[:, ::1] known, uint64_t free,
        DiscardChooser ways, double power, const uint64_t[::1] seeds, int steps,
    ):
        """Move each deal so many Metropolis steps, in place: hands, discards and cards drawn.

        ``deals`` is ``uint64[deals, 3, seats]``. A step swaps two ``free`` cards, or draws anew
        from the model of ``ways`` which cards of a hand were drawn, or which cards of a hand dealt
        were discarded (``solver/advice/worlds.py``). The target is the product of the
        probabilities of the discards and of the likelihood of the play to the power ``power``.

        ``known`` is ``uint64[seats, 5]``: the cards that a seat lacks, has played and was certainly
        dealt, how many it discarded, and how many it could have, a bit for each number; none if it
        had no choice. ``free`` are the unseen cards. Each deal has a seed.
        """
        cdef Known seats[MOST_SEATS]
        cdef Dealt now, then
        cdef int choosing[MOST_SEATS]
        cdef int count = self.game.rules.seats, kinds = SWAPS, _step, seat, kind, changed, k
        cdef double odds
        cdef double styles[STYLES]
        cdef uint64_t state, own, both
        cdef Py_ssize_t row
        if not (
            known.shape[0] == count and known.shape[1] == 5 and deals.shape[1] == 3 and free
            and max(known[:, 3]) < GOING
            and (ways is not None and max(known[:, 4]) >> GOING == 0 or not any(known[:, 4]))
        ):
            raise ValueError("nothing to move, or too little is said")
        self.rollouts.check(
            self.game, deals[:, 0], deals[:, 1], self.leader, seeds.shape[0], None, self.number)
        for seat in range(count):
            seats[seat] = Known(
                self.game.spread(known[seat, 0] & ~known[seat, 1]),
                self.game.spread(known[seat, 1]), self.game.spread(known[seat, 2]),
                known[seat, 3], known[seat, 4])
            if known[seat, 4]:
                choosing[(kinds - SWAPS) >> 1] = seat
                kinds += 2
        free = self.game.spread(free)
        with nogil:
            for row in range(deals.shape[0]):
                state = seeds[row]
                for k in range(3):
                    for seat in range(count):
                        now.cards[k][seat] = self.game.spread(deals[row, k, seat])
                for seat in range(count):
                    self.discard_factors(ways, &seats[seat], &now, seat, 0)
                    now.played[seat] = self.weigh(
                        seat, now.cards[HANDS][seat], now.cards[GONE][seat], 0, styles)
                for _step in range(steps):
                    then = now
                    kind = <int>(next_random(&state) % <uint64_t>kinds)
                    changed = 0
                    if kind < SWAPS:
                        both = one_of(free, &state)
                        both |= one_of(free, &state)
                        for k in range(3):
                            for seat in range(count):
                                own = then.cards[k][seat] & both
                                if own and own != both:
                                    then.cards[k][seat] ^= both
                                    changed |= 1 << seat
                    else:
                        seat = choosing[(kind - SWAPS) >> 1]
                        self.propose(ways, &seats[seat], &then, seat, kind & 1, &state)
                        changed = 1 << seat
                    # Delayed acceptance: the play, which is expensive, is tested last.
                    for seat in range(count):
                        if changed >> seat & 1:
                            if not self.discard_factors(
                                ways, &seats[seat], &then, seat, dealt_to(&now, seat)
                            ):
                                break
                            odds = now.every[seat] / then.every[seat]
                            if kind < SWAPS:  # else the proposal was drawn by these odds
                                odds *= then.kept[seat] / now.kept[seat]
                            if real(&state) >= odds:
                                break
                    else:
                        for seat in range(count):
                            if changed >> seat & 1 and (kind < SWAPS or kind & 1 == 0):
                                odds = now.played[seat] * real(&state) ** (1 / power)
                                then.played[seat] = self.weigh(
                                    seat, then.cards[HANDS][seat], then.cards[GONE][seat], odds,
                                    styles)
                                if then.played[seat] <= odds:
                                    break
                        else:
                            now = then
                for k in range(3):
                    for seat in range(count):
                        deals[row, k, seat] = self.game.gather(now.cards[k][seat])
