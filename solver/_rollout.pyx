"""Rollouts: deals played to their end by a policy, every seat on its own knowledge.

The policy (``_policy.pxi``) gives each legal card a score and plays the card with the highest;
``solver/advice/card_policy.py`` says how in words. What a seat goes by is ``Seen``: its hand, which
cards it has not seen, the trick so far and what the others have shown not to have. The hands of the
others are used for nothing but to play their cards, each by what its own seat has seen.
"""

from libc.math cimport log
from libc.stdint cimport int8_t, int16_t, uint16_t, uint64_t
from libc.string cimport memset

from ._bits cimport cards_a_hand

include "_policy.pxi"

cdef enum:
    KINDS = 12              # of play, each with a network of its own

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
        cdef Play p
        cdef Seen seen
        cdef Choices found
        cdef int past[52]
        cdef int number = game.lay(history, past, 52), k, c, seat, most, legal, own
        cdef Py_ssize_t row, style
        cdef Py_ssize_t last = chances.shape[1] - 1
        cdef double total, chance, slip
        self.check(game, hands, gone, leader, logs.shape[0], None, number)
        if last < 0 or logs.shape[1] != game.rules.seats or (
            not logs.shape[2] == slips.shape[0] == chances.shape[0]
        ):
            raise ValueError("no room for every style")
        with nogil:
            for row in range(hands.shape[0]):
                self.load(game, &p, hands, gone, row, leader, past, 0)
                logs[row] = 0.0
                for k in range(number):
                    seat = in_turn(&game.rules, &p)
                    if seat != viewer:
                        look(&game.rules, &p, seat, &seen)
                        whole_rows(&game.rules, &seen, &found)
                        find_choices(
                            &game.rules, &seen, may_play(&game.rules, &p), 0, &found)
                        if found.count > 1:
                            score_choices(&self.nets, game.rules.kind[seat], &found)
                            most = found.scores[0]
                            legal = own = 0
                            for c in range(found.count):
                                legal += found.alike[c]
                                if found.scores[c] > most:
                                    most = found.scores[c]
                                # The last that is not above it: suits come in turn, lowest first.
                                if found.cards[c] <= past[k] and (
                                        found.cards[c] >> 4 == past[k] >> 4):
                                    own = c
                            for style in range(slips.shape[0]):
                                total = 0.0
                                for c in range(found.count):
                                    total += chances[style, min(most - found.scores[c], last)]
                                chance = chances[style, min(most - found.scores[own], last)]
                                chance /= total * found.alike[own]
                                slip = slips[style]
                                logs[row, seat, style] += log((1 - slip) * chance + slip / legal)
                    put(&game.rules, &p, past[k])
