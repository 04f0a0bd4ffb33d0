"""Rollouts: deals played to their end by a policy, every seat on its own knowledge.

The policy (``_policy.pxi``) gives each legal card a score and plays the card with the highest;
``solver/advice/card_policy.py`` says how in words. What a seat goes by is ``Seen``: its hand, which
cards it has not seen, the trick so far and what the others have shown not to have. The hands of the
others are used for nothing but to play their cards, each by what its own seat has seen.
"""

from libc.math cimport exp, log
from libc.stdint cimport int8_t, int16_t, int64_t, uint16_t, uint64_t
from libc.string cimport memset

from ._bits cimport cards_a_hand

include "_policy.pxi"

cdef enum:
    KINDS = 12              # of play, each with a network of its own
    STYLES = 8              # of players, at most

CARD_ROW_COUNT = HAND_ROWS
ROWS = ROW_COUNT
UNIT_COUNT = UNITS
PLACE_COUNT = PLACES


cdef class Game:
    """What does not change in a deal: trump, duties, sides, and what cards are worth.

    ``heights`` is how high each rank stands, ``worth`` what a card of it counts; ``sides`` are
    alike for partners, ``kinds`` are the networks by which the seats play.
    """

    cdef Rules rules
    cdef uint16_t lanes[8192]       # the cards of a suit in their order
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
        """The other way round."""
        cdef uint64_t found = 0
        while cards:
            found |= <uint64_t>1 << self.plain_card(bits_low(cards))
            cards &= cards - 1
        return found

    cdef int lay(self, cards, int* found, int most) except -1:
        """Fill in the cards of a list, at most so many, as they are here; return their number."""
        cdef int k
        if len(cards) > most:
            raise ValueError(f"{len(cards)} cards: at most {most}")
        for k in range(<int>len(cards)):
            if not 0 <= cards[k] < 52:
                raise ValueError(f"no card {cards[k]}")
            found[k] = LANE * (cards[k] // 13) + self.height[cards[k] % 13]
        return <int>len(cards)


def draw_some(
    const uint64_t[::1] hands, const int64_t[::1] counts, const double[:, ::1] chances,
    uint64_t[::1] some,
):
    """Fill in so many cards of each hand, by ``chances``, a row for each card that any has,
    suits in turn, highest first.

    Each goes by how many are still to go of those left.
    """
    cdef Py_ssize_t row, size = hands.shape[0]
    cdef uint64_t every = 0
    cdef int k, card, need, left, number
    for row in range(size):
        every |= hands[row]
    if not size == counts.shape[0] == some.shape[0] == chances.shape[1] or (
        bits_count64(every) != chances.shape[0]
    ):
        raise ValueError("no chance for every card")
    for row in range(size):
        need, left, some[row], number = <int>counts[row], bits_count64(hands[row]), 0, 0
        for k in range(52):
            card = k + 12 - 2 * (k % 13)
            if hands[row] >> card & 1:
                if chances[number, row] * left < need:
                    some[row] |= <uint64_t>1 << card
                    need -= 1
                left -= 1
            number += <int>(every >> card & 1)


include "_deals.pxi"


# What is to be known of each card played to say how likely it was, whatever the hands.
cdef struct Past:
    int number
    int cards[52]
    Play before[52]

# By style, what a card counts whose score is so much below the best, and how often it is any card.
cdef struct Styles:
    int number
    int last
    const double* chances       # [number][last + 1]
    const double* slips


cdef class Rollouts:
    """The policy under weights that do not change; it keeps nothing between calls."""

    cdef Nets nets
    cdef object weights         # kept for the networks, which lie in them

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
        """Return of each legal card itself, its score and its rows, and the rows of the position.

        ``lacks`` are cards that the other seats have shown not to have, in turn from the next on.
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
            put(&game.rules, &p, played[k])
        p.hands[seat], p.gone[seat] = game.spread(hand), ~game.spread(unseen)
        for k in range(<int>len(lacks)):
            p.lacks[seat_of(&game.rules, seat + 1 + k)] = game.spread(lacks[k])
        look(&game.rules, &p, seat, &seen)
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
        Py_ssize_t rows, const uint64_t[::1] at_random, int cards,
    ) except -1:
        """Raise ValueError unless so many worlds have hands of so many cards in all, or more."""
        cdef Py_ssize_t row
        cdef int seats = game.rules.seats
        cdef bint possible = (
            0 <= leader < seats and hands.shape[0] == gone.shape[0] == rows
            and hands.shape[1] == gone.shape[1] == seats
            and (at_random is None or at_random.shape[0] == rows)
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
        """Load a world as it is once so many cards have been played."""
        cdef int k
        memset(p, 0, sizeof(Play))
        for k in range(game.rules.seats):
            p.hands[k] = game.spread(hands[row, k])
            p.gone[k] = game.spread(gone[row, k])
        p.leader = leader
        for k in range(number):
            put(&game.rules, p, past[k])

    def play(
        self, Game game, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, int leader,
        history, cards, int16_t[:, :, ::1] taken, const uint64_t[::1] at_random=None,
        int8_t[:, :, ::1] courses=None,
    ):
        """Fill ``taken[world, card, seat]``: in all if each of ``cards`` is played next.

        ``courses[world, card]`` are the cards that are then played, that one the first.

        ``hands`` are those before the first lead, ``gone`` what each seat has put down,
        ``history`` what has been played, from ``leader`` on. Without any cards it is played on as
        it is. Of ``at_random`` the lowest bits are the seats that play at random in a world,
        and the whole number is what they draw from; by default all play by the policy. Whether the
        play is legal is not looked at.
        """
        cdef Play begun, p
        cdef int past[52]
        cdef int choices[MOST_LEGAL]
        cdef int course[52]
        cdef int number = game.lay(history, past, 51), many = game.lay(cards, choices, MOST_LEGAL)
        cdef int k, n, seat, length = 0 if courses is None else <int>courses.shape[2]
        cdef uint64_t drawn = 0
        cdef Py_ssize_t row
        self.check(
            game, hands, gone, leader, taken.shape[0], at_random, number + max(many > 0, length))
        if taken.shape[1] != max(many, 1) or taken.shape[2] != game.rules.seats or (
            courses is not None
            and (courses.shape[0] != taken.shape[0] or courses.shape[1] != taken.shape[1])
        ):
            raise ValueError("no room for what each seat takes")
        with nogil:
            for row in range(hands.shape[0]):
                self.load(game, &begun, hands, gone, row, leader, past, number)
                if at_random is not None:
                    drawn = at_random[row]
                for k in range(many if many else 1):
                    p = begun
                    if many:
                        course[0] = choices[k]
                        put(&game.rules, &p, course[0])
                    play_out(&self.nets, &game.rules, &p, drawn, &course[many > 0])
                    for seat in range(game.rules.seats):
                        taken[row, k, seat] = <int16_t>p.won[seat]
                    for n in range(length):
                        courses[row, k, n] = <int8_t>game.plain_card(course[n])

    cdef void weigh(
        self, Game game, Past* past, const Styles* styles, int seat, uint64_t hand, uint64_t gone,
        double* chance_of,
    ) noexcept nogil:
        """Fill in by style how likely what a seat played was, by its hand."""
        cdef Play* p
        cdef Seen seen
        cdef Choices found
        cdef int k, c, most, legal, own, style
        cdef double total, chance, slip
        cdef const double* chances
        for style in range(styles.number):
            chance_of[style] = 1
        for k in range(past.number):
            p = &past.before[k]
            if in_turn(&game.rules, p) != seat:
                continue
            p.hands[seat], p.gone[seat] = hand & ~p.played, gone
            look(&game.rules, p, seat, &seen)
            whole_rows(&game.rules, &seen, &found)
            find_choices(&game.rules, &seen, may_play(&game.rules, p), 0, &found)
            if found.count < 2:
                continue
            score_choices(&self.nets, game.rules.kind[seat], &found)
            most = found.scores[0]
            legal = own = 0
            for c in range(found.count):
                legal += found.alike[c]
                if found.scores[c] > most:
                    most = found.scores[c]
                # The last that is not above it: suits come in turn, lowest first.
                if found.cards[c] <= past.cards[k] and found.cards[c] >> 4 == past.cards[k] >> 4:
                    own = c
            for style in range(styles.number):
                chances = styles.chances + style * (styles.last + 1)
                total = 0.0
                for c in range(found.count):
                    total += chances[min(most - found.scores[c], styles.last)]
                chance = chances[min(most - found.scores[own], styles.last)]
                chance /= total * found.alike[own]
                slip = styles.slips[style]
                chance_of[style] *= (1 - slip) * chance + slip / legal

    cdef int recall(
        self, Game game, int leader, history, Past* past, const double[:, ::1] chances,
        const double[::1] slips, Styles* styles,
    ) except -1:
        """Fill in what was played, and how closely players go by the policy."""
        cdef Play p
        cdef int k
        past.number = game.lay(history, past.cards, 52)
        if chances.shape[1] < 1 or not 0 < slips.shape[0] == chances.shape[0] <= STYLES:
            raise ValueError("no room for every style")
        styles.number, styles.last = <int>slips.shape[0], <int>chances.shape[1] - 1
        styles.chances, styles.slips = &chances[0, 0], &slips[0]
        memset(&p, 0, sizeof(Play))
        p.leader = leader
        for k in range(past.number):
            past.before[k] = p
            put(&game.rules, &p, past.cards[k])
        return 0

    def likelihoods(
        self, Game game, const uint64_t[:, ::1] hands, const uint64_t[:, ::1] gone, int leader,
        history, int viewer, const double[:, ::1] chances, const double[::1] slips,
        double[:, :, ::1] logs,
    ):
        """Fill ``logs[world, seat, style]``: the logarithm of how likely a seat was to play so.

        In a style a card counts ``chances[style, n]`` if its score is ``n`` below the best, and as
        the last of them if it is lower still; with the chance ``slips[style]`` any legal card is
        played. Equal cards are as likely. What ``viewer`` played says nothing.
        """
        cdef Past past
        cdef Styles styles
        cdef Py_ssize_t row
        cdef int seat, style
        self.check(game, hands, gone, leader, logs.shape[0], None, len(history))
        self.recall(game, leader, history, &past, chances, slips, &styles)
        if logs.shape[1] != game.rules.seats or logs.shape[2] != styles.number:
            raise ValueError("no room for every style")
        logs[:] = 0.0
        with nogil:
            for row in range(hands.shape[0]):
                for seat in range(game.rules.seats):
                    if seat != viewer:
                        self.weigh(
                            game, &past, &styles, seat, game.spread(hands[row, seat]),
                            game.spread(gone[row, seat]), &logs[row, seat, 0])
                        for style in range(styles.number):
                            logs[row, seat, style] = log(logs[row, seat, style])

    def move(
        self, Game game, uint64_t[:, ::1] hands, uint64_t[:, ::1] gone, uint64_t[:, ::1] drawn,
        int leader, history, int viewer, const double[:, ::1] chances, const double[::1] slips,
        const double[::1] parts, double power, Ways ways, known, uint64_t free,
        const uint64_t[::1] seeds, int steps,
    ):
        """Move each world so many steps; worlds stay as likely as they are by what was seen.

        A step has two ``free`` cards change places, or draws anew by the model, the ``ways``, which
        cards of a hand were drawn, or what was put down of a hand dealt. It is taken by how much
        likelier that makes what the others put down and played, over the styles that so many
        ``parts`` of the players have, to a ``power``. What is ``known`` of each seat: which cards
        it lacks, has played and was dealt, how many it put down, and the numbers it might have, a
        bit each, none where it had no choice.
        """
        cdef Past past
        cdef Styles styles
        cdef Known seats[MOST_SEATS]
        cdef Dealt now, then
        cdef int choosing[MOST_SEATS]
        cdef const Model* model = NULL if ways is None else &ways.model
        cdef int count = game.rules.seats, kinds = SWAPS, step, seat, kind, changed
        cdef double odds, logs
        cdef uint64_t state, one
        cdef Py_ssize_t row
        self.check(game, hands, gone, leader, seeds.shape[0], None, len(history))
        self.recall(game, leader, history, &past, chances, slips, &styles)
        if parts.shape[0] != styles.number or len(known) != count or (
            drawn.shape[0] != hands.shape[0] or drawn.shape[1] != count or not free
        ):
            raise ValueError("nothing to move, or too little is said")
        for seat in range(count):
            lacks, played, dealt, seats[seat].count, seats[seat].sizes = known[seat]
            seats[seat].lacks, seats[seat].played = game.spread(lacks & ~played), game.spread(played)
            seats[seat].dealt = game.spread(dealt)
            if seats[seat].sizes:
                choosing[(kinds - SWAPS) >> 1] = seat
                kinds += 2
        if kinds > SWAPS and ways is None:
            raise ValueError("no model of what was put down")
        free = game.spread(free)
        with nogil:
            for row in range(hands.shape[0]):
                state = seeds[row]
                for seat in range(count):
                    now.hands[seat] = game.spread(hands[row, seat])
                    now.gone[seat] = game.spread(gone[row, seat])
                    now.drawn[seat] = game.spread(drawn[row, seat])
                    reckon(model, &seats[seat], &now, seat, 0)
                    now.logs[seat] = 0 if seat == viewer else self.weighed(
                        game, &past, &styles, &parts[0], power, &now, seat)
                for step in range(steps):
                    then = now
                    kind = <int>(next_random(&state) % <uint64_t>kinds)
                    if kind < SWAPS:
                        one = one_of(free, &state)
                        changed = exchange(&then, count, one | one_of(free, &state))
                    else:
                        seat = choosing[(kind - SWAPS) >> 1]
                        part_anew(model, &seats[seat], &now, &then, seat, kind & 1, &state)
                        changed = 1 << seat
                    if not changed:
                        continue
                    odds = 1
                    for seat in range(count):
                        if changed >> seat & 1:
                            if not reckon(
                                    model, &seats[seat], &then, seat, dealt_to(&now, seat)):
                                odds = 0
                                break
                            odds *= now.every[seat] / then.every[seat]
                            if kind < SWAPS:  # else it was drawn by these odds
                                odds *= then.kept[seat] / now.kept[seat]
                    # In two, so that what was played is asked of few.
                    if real(&state) >= odds:
                        continue
                    logs = 0
                    for seat in range(count):
                        if (then.hands[seat] != now.hands[seat] or then.gone[seat] != now.gone[seat]
                                ) and seat != viewer:
                            then.logs[seat] = self.weighed(
                                game, &past, &styles, &parts[0], power, &then, seat)
                            logs += then.logs[seat] - now.logs[seat]
                    if real(&state) < exp(logs):
                        now = then
                for seat in range(count):
                    hands[row, seat] = game.gather(now.hands[seat])
                    gone[row, seat] = game.gather(now.gone[seat])
                    drawn[row, seat] = game.gather(now.drawn[seat])

    cdef double weighed(
        self, Game game, Past* past, const Styles* styles, const double* parts, double power,
        const Dealt* d, int seat,
    ) noexcept nogil:
        """The logarithm of how likely what a seat played was, over the styles."""
        cdef double chances[STYLES]
        cdef double total = 0
        cdef int style
        if past.number == 0:
            return 0
        self.weigh(game, past, styles, seat, d.hands[seat], d.gone[seat], chances)
        for style in range(styles.number):
            total += parts[style] * chances[style]
        return power * log(total)
