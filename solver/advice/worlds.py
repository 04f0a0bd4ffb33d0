"""The deals that agree with what a seat has seen, and what they count.

Where nothing that the others have done is to be believed, all deals that the rules allow are
equally likely, and are drawn so: in the play by counting them (``UniformWorlds``), before it by
shuffling. Where something is, a deal counts by how likely it makes that. What was exchanged and
called, of which most deals make nothing, leads to the likely deals, and what is left uneven is
their weights (``LikelyWorlds``). What was played is weighed in many deals (``opponent_model``), of
which the likely ones are met more often.

**Worlds in play, drawn exactly**: who may hold the cards that a seat has not seen.

All ways to deal the unseen cards that agree with the counts, with what the seats have shown not
to have and with the cut card are equally likely. The cards fall into lots of which either hand
may hold all or none: suits or, where duties say more, the cards that both others, the one, the
other or neither may hold. How many of each lot two hands hold is drawn by the number of ways,
then the cards of each; draws are independent of one another.

**Where the unseen cards may be, drawn by how likely that makes what was seen.**

Every card that a seat does not see is in a **slot**: what another seat has kept of the hand it
was dealt, what it has put down, what it has drawn, or the rest of the Manni. How many cards a
slot has is seen. What each seat did is likely or not by the hand it was dealt (``opponent_model``).

``LikelyWorlds`` draws from all ways to put the cards into slots, by their likelihood. It starts
from one drawn with all of them alike and moves cards between slots (``_beliefs``), a fixed number
of times: an unlikely history takes no longer than another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from math import comb, exp, log
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import checks
from .._beliefs import Beliefs
from ..cards import (
    RANKS,
    SEATS,
    SUIT_MASK,
    SUITS,
    BySeat,
    Seat,
    card_name,
    cards_in,
    hand_of,
)
from ..errors import DealError
from ..rules.exchange import hand_after
from ..rules.shuffle import shuffled
from .choices import Belief
from .compare import Floats, HandArray, effective, resampled
from .hand_policy import thumb_discards
from .observation import ContractObservation, HandObservation, Observation
from .opponent_model import (
    CALL_SCALE,
    DISCARD_SCALE,
    SWAP_SCALE,
    CallMade,
    believed,
    says_something,
    scoring_rules,
    turns,
)


class World(NamedTuple):
    """A deal that agrees with what a seat has seen.

    ``hands`` are those at the moment when the seat is to act, in the play those at the first
    lead, and ``gone`` what each seat has put down. ``manni`` are the cards left on the table, in
    draw order; to put away, those that the seat has taken up. It counts exp(``log``), and
    ``likely`` is the logarithm of how likely it makes what was seen.
    """

    hands: BySeat[int]
    manni: tuple[int, ...]
    gone: BySeat[int] = (0, 0, 0)
    log: float = 0.0
    likely: float = 0.0


class Block(NamedTuple):
    """Many worlds, a row each, and the logarithms of what they count.

    ``hands`` are those at the moment when the seat is to act, in the play those at the first lead,
    and ``gone`` what each seat has put down, a column each. ``pile`` are the cards left on the
    table in draw order, none in the play; to put away, those that the seat has taken up.

    In their errors each counts ``as_many`` independent ones, which is 1 at most. The lowest three
    bits of ``at_random`` are the seats that play on at random, the whole is what they draw from.
    """

    hands: HandArray
    gone: HandArray
    pile: NDArray[np.int8]
    logs: Floats
    as_many: Floats
    at_random: HandArray

    @classmethod
    def seen_by(cls, observation: HandObservation, size: int) -> Block:
        """Return so many worlds of which no more is filled in than the seat's own cards.

        All count 1, and in all the seats play on by the rule of thumb.
        """
        hands, gone = (np.zeros((size, SEATS), np.uint64) for _ in range(2))
        hands[:, observation.seat], gone[:, observation.seat] = observation.hand, observation.gone
        none, pile = np.zeros(size), np.zeros((size, 0), np.int8)
        return cls(hands, gone, pile, none, none + 1, none.astype(np.uint64))

    def of(self, rows: NDArray[np.intp] | slice) -> Block:
        """Return some of the worlds, in this order."""
        return Block._make(np.ascontiguousarray(array[rows]) for array in self)

    def likely(self, logs: Floats, size: int) -> tuple[Block, NDArray[np.intp]]:
        """Return so many of the worlds, likely ones more often, and which they are.

        ``logs`` are the logarithms of how likely each is. All that are chosen count what those
        drawn count on average, so that of several such choices the one from likelier worlds counts
        more.
        """
        most = float(logs.max())
        weights = np.exp(logs - most)
        chosen, as_many = resampled(weights, size)
        counts = np.full(size, most + log(float(weights.mean())))
        return self.of(chosen)._replace(logs=counts, as_many=np.full(size, as_many)), chosen


# All alike ----------------------------------------------------------------------------


class UniformWorlds:
    """All deals that agree with what a seat has seen when it is to play.

    Raises DealError where there is none.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self._cases = [case for case in self._all_cases() if case.weight > 0]
        if not self._cases:
            raise DealError(_contradiction(observation))

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world."""
        drawn = self.block(rng, 1)
        hands, gone = (tuple(array[0].tolist()) for array in (drawn.hands, drawn.gone))
        return World(hands, (), gone)

    def block(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many random worlds."""
        shares = np.cumsum([case.weight for case in self._cases])
        which = np.searchsorted(shares / shares[-1], _uniform(rng, size), side="right")
        found = Block.seen_by(self.observation, size)
        for index, case in enumerate(self._cases):
            rows = np.flatnonzero(which == index)
            if len(rows):
                held, down = case.draw(len(rows), rng)
                case.fill(found, rows, held, down)
        return found

    def every(self, most: int) -> Block | None:
        """Return all deals, if they are alike, and two at least and ``most`` at most; else None.

        They are not alike where it is open who has put down what: then a deal is more than hands.
        """
        case = self._cases[0]
        if len(self._cases) > 1 or any(case.down) or not 2 <= case.ways <= most:
            return None
        found = Block.seen_by(self.observation, case.ways)
        held = np.array(list(case.every()), np.uint64).T
        case.fill(found, np.arange(case.ways), held, np.zeros_like(held))
        return found

    def _all_cases(self) -> Sequence[_Case]:
        """Return where the cut card may be: among those of the dealer, or put down by him.

        A dealer who exchanges k of his n cards keeps the cut card with the chance (n - k) / n,
        and has not played it yet with that of the cards he still holds. Where k is not known,
        each number that the rules allow is as likely.
        """
        observation, cut = self.observation, self.observation.cut
        bit = 0 if cut is None else observation.unseen & 1 << cut
        if not bit:
            return [_Case(observation, 0, 0, 1.0)]
        tricks, exchanged = observation.variant.tricks, observation.exchanged(Seat.DEALER)
        down = float(exchanged or 0)
        if exchanged is None:
            sizes = observation.sizes_of(Seat.DEALER, 0)
            down = sum(sizes) / len(sizes)
        holds = observation.holds(Seat.DEALER)
        kept = (tricks - down) / tricks * holds / tricks
        cases = []
        if holds:
            cases.append(_Case(observation, bit, 0, kept))
        if down:
            cases.append(_Case(observation, 0, bit, down / tricks))
        return cases


class _Case:
    """All ways to deal the unseen cards, with the cut card ``in_hand`` or ``put_down``."""

    def __init__(
        self, observation: Observation, in_hand: int, put_down: int, chance: float
    ) -> None:
        self.observation, self.in_hand, self.put_down = observation, in_hand, put_down
        self.free = observation.unseen & ~(in_hand | put_down)
        others = observation.others
        lacks = [_lacks(observation, seat) for seat in others]
        self.lots = _lots(observation, self.free, lacks)
        self.can = [self.free & ~each for each in lacks]
        # What nobody is known to have put down is left in the pile.
        self.down = [
            max(0, (observation.exchanged(seat) or 0) - (put_down != 0 and seat is Seat.DEALER))
            for seat in others
        ]
        self.needs = [
            observation.holds(seat) - (in_hand != 0 and seat is Seat.DEALER) for seat in others
        ]
        self.weight = 0.0
        if in_hand and _lacks(observation, Seat.DEALER) & in_hand:
            return
        self._count(lacks)
        total, (one, other) = self.free.bit_count(), self.needs
        # The rest is put down or in the Manni, and what was put down has to come out of it.
        if total - one - other >= sum(self.down):
            every = comb(total, one) * comb(total - one, other)
            self.weight = chance * float(self._ways[-1]) / every

    def _count(self, lacks: Sequence[int]) -> None:
        """Count the ways to deal by how many cards of each lot the two hands get."""
        self.first, self.second = (
            _lengths(need, [0 if hand_of(lot) & lack else len(lot) for lot in self.lots])
            for need, lack in zip(self.needs, lacks, strict=True)
        )
        ways = np.ones((len(self.first), len(self.second)))
        for lot, cards in enumerate(self.lots):
            size = len(cards)
            # Where two hands get more than there is, the second factor is 0.
            table = np.array(
                [
                    [comb(size, a) * comb(size - a, b) for b in range(size + 1)]
                    for a in range(size + 1)
                ],
                np.float64,
            )
            ways *= table[self.first[:, lot, None], self.second[None, :, lot]]
        self._ways = np.cumsum(ways.ravel()) if ways.size else np.zeros(1)

    @property
    def ways(self) -> int:
        """How many ways there are."""
        return int(self._ways[-1])

    def every(self) -> Iterator[tuple[int, int]]:
        """Yield what the two other hands hold besides what is known, in all ways."""
        first, second = self.can
        for cards in combinations(cards_in(first), self.needs[0]):
            one = hand_of(cards)
            for others in combinations(cards_in(second & ~one), self.needs[1]):
                yield one, hand_of(others)

    def fill(
        self,
        found: Block,
        rows: NDArray[np.intp],
        held: Sequence[HandArray] | HandArray,
        down: Sequence[HandArray] | HandArray,
    ) -> None:
        """Give the two others these cards in some rows, with what is known of theirs."""
        for index, seat in enumerate(self.observation.others):
            found.hands[rows, seat] = held[index] | np.uint64(self.observation.record.played[seat])
            found.gone[rows, seat] = down[index]
            if seat is Seat.DEALER:
                found.hands[rows, seat] |= np.uint64(self.in_hand)
                found.gone[rows, seat] |= np.uint64(self.put_down)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[list[HandArray], list[HandArray]]:
        """Return so many random ways to deal: what the two others hold and have put down."""
        drawn = np.searchsorted(self._ways, _uniform(rng, count) * self._ways[-1], side="right")
        drawn = np.minimum(drawn, len(self._ways) - 1)
        lengths = self.first[drawn // len(self.second)], self.second[drawn % len(self.second)]
        held = [np.zeros(count, np.uint64) for _ in lengths]
        for lot, cards in enumerate(self.lots):
            if not cards:
                continue
            mixed = _bits(cards)[_uniform(rng, count, len(cards)).argsort(axis=1)]
            start = np.zeros((count, 1), int)
            for own, length in zip(held, lengths, strict=True):
                end = start + length[:, lot, None]
                place = np.arange(len(cards))
                own |= np.where((start <= place) & (place < end), mixed, np.uint64(0)).sum(axis=1)
                start = end
        return held, self._put_down(np.uint64(self.free) & ~(held[0] | held[1]), rng)

    def _put_down(self, rest: HandArray, rng: np.random.Generator) -> list[HandArray]:
        """Return what the two others have put down, out of the cards in no hand."""
        first, second = self.down
        if not first + second:
            return [np.zeros_like(rest)] * 2
        bits = _bits(cards_in(self.free))
        keys = _uniform(rng, len(rest), len(bits))
        keys[(rest[:, None] & bits) == 0] = 2.0
        mixed = bits[keys.argsort(axis=1)]
        return [
            mixed[:, :first].sum(axis=1, dtype=np.uint64),
            mixed[:, first : first + second].sum(axis=1, dtype=np.uint64),
        ]


def _bits(cards: Iterable[int]) -> HandArray:
    """Return cards as hands of one card each."""
    return np.array([1 << card for card in cards], np.uint64)


def _uniform(rng: np.random.Generator, *shape: int) -> Floats:
    """Return numbers that are 0 or more and below 1.

    They are of the raw stream alone, which numpy promises never to change.
    """
    raw = rng.bit_generator.random_raw(int(np.prod(shape)))
    return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53, np.float64)


def _lacks(observation: Observation, seat: int) -> int:
    """Return the cards that a seat cannot hold, by its play and by what lay face up."""
    up = 0 if seat in observation.order else hand_of(observation.shown)
    return observation.record.lacks[seat] | up


def _lots(observation: Observation, free: int, lacks: Sequence[int]) -> list[list[int]]:
    """Return the cards in four lots, of each of which a hand may hold all or none."""
    if not observation.rules.duties and not observation.open_seats:
        return [list(cards_in(free & SUIT_MASK << RANKS * suit)) for suit in range(SUITS)]
    first, second = lacks
    return [
        list(cards_in(free & lot))
        for lot in (~first & ~second, ~first & second, first & ~second, first & second)
    ]


def _lengths(need: int, most: Sequence[int]) -> NDArray[np.intp]:
    """Return the numbers of cards of four lots that add up to ``need``, a row each."""
    rows = [
        (*three, need - sum(three))
        for three in product(*(range(min(size, need) + 1) for size in most[:3]))
        if 0 <= need - sum(three) <= most[3]
    ]
    return np.array(rows, np.intp).reshape(-1, SUITS)


def _contradiction(observation: Observation) -> str:
    """Return why no deal agrees with a view: which seat cannot have as many cards as it must."""
    duties = bool(observation.rules.duties)
    for seat in observation.others:
        can = (observation.unseen & ~_lacks(observation, seat)).bit_count()
        if can < observation.holds(seat):
            which = "that it may hold" if duties else "in the suits it may hold"
            held = observation.holds(seat)
            return f"{seat.word} still has {held} cards, but only {can} are unseen {which}"
    if observation.cut is not None and observation.record.lacks[Seat.DEALER] >> observation.cut & 1:
        name = f"{observation.variant.cut_card} {card_name(observation.cut)}"
        if duties:
            return f"the dealer has shown not to hold the {name}"
        return f"the dealer has shown to be void in the suit of the {name}"
    return f"no deal agrees with the cards, counts and {'duties' if duties else 'voids'} given"


# By how likely they make what was seen ------------------------------------------------

PARTICLES = 6
"""How many deals are led to the likely ones, of which one is drawn by their weights."""

_STEPS = 800
_MIXING = 200
_APART = 160
"""Swaps between draws that follow one another."""

_IN_TURN = 25
"""Worlds drawn one from another, where it takes long to lead one to the likely deals."""

_KINDS = 3
_KEPT, _DOWN, _DRAWN = range(_KINDS)
_REST = _KINDS * SEATS


def says_where(observation: ContractObservation) -> bool:
    """Return whether what others called or exchanged says something about where the cards are.

    Of what is put away where the pile was taken up first, no slot says where it came from.
    """
    if observation.exchange.picks_up:
        return False
    others = (seat for seat in observation.order if seat is not observation.seat)
    exchanged = any(observation.exchanged(seat) is not None for seat in others)
    return exchanged or bool(_turns(observation))


def _turns(observation: ContractObservation) -> list[CallMade]:
    """Return the calls of the other seats that say something about their hands."""
    if not observation.calls:
        return []
    every = turns(observation.variant, observation.lines_left, observation.calls)
    return [turn for turn in every if turn.seat is not observation.seat]


class LikelyWorlds:
    """The deals that agree with what a seat has seen, by how likely each makes that.

    Draws are exact if they count by exp(``World.log``), whose mean over many is the chance of what
    was seen: under the soft model of just the cards that were put down, out of all ways to put down
    as many (``log_ways``). Raises DealError where the cards have no room.
    """

    def __init__(self, observation: ContractObservation) -> None:
        self.observation = observation
        # What others have been dealt or drawn, and the cards played since among them.
        self.unseen = observation.variant.pack & ~observation.hand & ~observation.gone
        self._sizes = self._slot_sizes()
        self._every = sum(1 << slot for slot, size in enumerate(self._sizes) if size)
        self._may = {card: self._slots_of(card) for card in cards_in(self.unseen)}
        self._restricted = set(self._may.values()) != {self._every}
        self._beliefs = self._compiled()

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world; the generator alone decides."""
        observation = self.observation
        slots, likely, weight = self.slots(rng, 1)
        cards = slots[0].tolist()
        kept, gone, drawn = (cards[kind:_REST:_KINDS] for kind in range(_KINDS))
        hands = [own | more for own, more in zip(kept, drawn, strict=True)]
        hands[observation.seat], gone[observation.seat] = observation.hand, observation.gone
        manni = shuffled(tuple(cards_in(cards[_REST])), rng)
        return World(tuple(hands), manni, tuple(gone), weight, float(likely[0]))

    def block(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many random worlds.

        Most lie a little way from the one before: that takes far less time than to draw every one
        anew.
        """
        found = Block.seen_by(self.observation, size)
        others = list(self.observation.others)
        for row in range(0, size, _IN_TURN):
            rows = slice(row, min(row + _IN_TURN, size))
            slots, _, found.logs[rows] = self.slots(rng, rows.stop - row)
            by_seat = slots[:, :_REST].reshape(-1, SEATS, _KINDS)[:, others]
            found.hands[rows, others] = by_seat[:, :, _KEPT] | by_seat[:, :, _DRAWN]
            found.gone[rows, others] = by_seat[:, :, _DOWN]
        rest = np.full((size, self._sizes[_REST]), 0, np.int8)
        if not isinstance(self.observation, Observation):
            every = np.bitwise_or.reduce(found.hands | found.gone, axis=1)
            left = np.uint64(self.observation.variant.pack) & ~every
            for row, cards in enumerate(left.tolist()):
                rest[row] = shuffled(tuple(cards_in(cards)), rng)
            return found._replace(pile=rest)
        return found

    def slots(self, rng: np.random.Generator, many: int) -> tuple[HandArray, Floats, float]:
        """Return the cards of every slot and how likely each row is; what they all weigh."""
        slots, likely = np.zeros((many, _REST + 1), np.uint64), np.zeros(many)
        weight = self._beliefs.draw(
            self._start(rng),
            int(rng.bit_generator.random_raw()),
            PARTICLES,
            _MIXING,
            _STEPS,
            slots,
            likely,
            _APART,
        )
        return slots, likely, weight

    @property
    def log_ways(self) -> float:
        """The logarithm of the ways to put down as many cards as the seats have."""
        tricks = self.observation.variant.tricks
        return -sum(log(comb(tricks, count)) for _, _, count in self._exchanged())

    def _exchanged(self) -> Iterator[tuple[Seat, Sequence[int], int]]:
        """Yield the other seats that had a choice, the numbers they had, and what they took."""
        observation, before = self.observation, 0
        for seat in observation.order:
            count = observation.exchanged(seat)
            if count is None and seat is observation.seat:
                count = observation.gone.bit_count()
            if count is None:
                return
            sizes = observation.sizes_of(seat, before)
            if seat is not observation.seat and len(sizes) > 1:
                yield seat, sizes, count
            before += count

    def _slot_sizes(self) -> tuple[int, ...]:
        sizes = [0] * (_REST + 1)
        for seat in self.observation.others:
            count = self.observation.exchanged(seat) or 0
            kept = self.observation.variant.tricks - count
            sizes[_KINDS * seat : _KINDS * (seat + 1)] = kept, count, count
        sizes[_REST] = self.unseen.bit_count() - sum(sizes)
        return tuple(sizes)

    def _slots_of(self, card: int) -> int:
        """Return the slots that a card may be in, a bit each."""
        slots, record = self._every, self.observation.record
        dealer = _KINDS * Seat.DEALER
        if card == self.observation.cut:  # it is the dealer's, and the seat does not see it
            slots &= 1 << dealer + _KEPT | 1 << dealer + _DOWN
        for seat in self.observation.others:
            in_hand = 1 << _KINDS * seat + _KEPT | 1 << _KINDS * seat + _DRAWN
            if record.played[seat] >> card & 1:
                slots &= in_hand
            elif record.lacks[seat] >> card & 1:
                slots &= ~in_hand
        if not slots:
            raise DealError(f"{card_name(card)} cannot be anywhere")
        return slots

    def _compiled(self) -> Beliefs:
        observation = self.observation
        beliefs = Beliefs(scoring_rules(observation.ace_low), list(self._may.items()))
        whole = observation.exchange.all_or_nothing
        scale = SWAP_SCALE if whole else DISCARD_SCALE
        for seat, sizes, _ in self._exchanged():
            beliefs.exchange(seat, observation.contract, sizes[0], sizes[-1], scale, whole)
        for turn in _turns(observation):
            beliefs.call(turn.seat, turn.options, turn.chosen, CALL_SCALE)
        return beliefs

    def _start(self, rng: np.random.Generator) -> list[int]:
        """Return a slot for every card: all ways alike, or any where some are ruled out."""
        order = shuffled(tuple(self._may), rng)
        if not self._restricted:
            places = [slot for slot, size in enumerate(self._sizes) for _ in range(size)]
            slot_of = dict(zip(order, places, strict=True))
        else:
            slot_of = _placed(order, self._may, self._sizes)
        return [slot_of[card] for card in self._may]


def _placed(order: Sequence[int], may: Mapping[int, int], sizes: Sequence[int]) -> dict[int, int]:
    """Return a slot for every card, moving others where one finds no room (Ford-Fulkerson)."""
    inside: list[list[int]] = [[] for _ in sizes]
    slot_of: dict[int, int] = {}
    # Those with little choice first: fewer have to be moved.
    for card in sorted(order, key=lambda card: may[card].bit_count()):
        came: dict[int, tuple[int, int] | None] = {}  # by slot: the card and the slot before
        border = [slot for slot in range(len(sizes)) if may[card] >> slot & 1]
        came.update(dict.fromkeys(border))
        free = next((slot for slot in border if len(inside[slot]) < sizes[slot]), None)
        while border and free is None:
            slot = border.pop(0)
            if len(inside[slot]) < sizes[slot]:
                free = slot
                break
            for other in inside[slot]:
                for to in range(len(sizes)):
                    if to not in came and may[other] >> to & 1:
                        came[to] = other, slot
                        border.append(to)
        if free is None:
            raise DealError(f"no deal agrees with what was seen: {card_name(card)} has no room")
        while (step := came[free]) is not None:
            other, before = step
            inside[before].remove(other)
            inside[free].append(other)
            slot_of[other] = free
            free = before
        inside[free].append(card)
        slot_of[card] = free
    return slot_of


# What answers ask for -----------------------------------------------------------------

# Worlds drawn for one that is met, where likely ones are met more often: played out, or solved.
_POOL, _POOL_SOLVED = 4, 40
_PLAYERS = 1 << 20
"""Beside the number of a block: it tells who plays at random from the deals."""
_LOOKS_RANDOM = 0.5
_REMEMBERED = 4096
_JUDGED = 100
_RARE = -7.0  # one in a thousand
_MOST_LOG = 300.0  # of a weight, whose square is a number then


CERTAIN = 1e6
"""As how many independent worlds each counts where all are met: there is no chance in them."""


@dataclass(frozen=True)
class Credit:
    """How far the worlds of an answer are those that what was seen makes likely.

    ``effective`` is how many worlds drawn exactly would say as much as the ``deals`` met.
    ``rare`` is set where what was seen is unlikely by the model itself.
    """

    deals: int
    effective: float
    rare: bool


class Worlds:
    """The deals that agree with what a seat has seen; the ``numbers``, such as a seed, fix them.

    ``worlds[n]`` is one by its number, with its ``weight(n)``; iteration yields one after the
    other; ``block(n, size)`` has many at once, weighed by the cards played too, and is what the
    play asks for; ``drawn(n, size)`` is the same without the cards played. Raises DealError where
    there are none.
    """

    def __init__(self, observation: HandObservation, belief: Belief, *numbers: int) -> None:
        self.observation, self.numbers = observation, numbers
        self.belief = checks.instance(belief, Belief, "belief")
        self._source: LikelyWorlds | UniformWorlds | None = None  # before the play, shuffled
        if (
            belief is not Belief.NONE
            and isinstance(observation, ContractObservation)
            and says_where(observation)
        ):
            self._source = LikelyWorlds(observation)
        elif isinstance(observation, Observation):
            self._source = UniformWorlds(observation)
        # Those under beliefs take long to draw, and an answer looks at the first more than once.
        kept = _REMEMBERED if self.believes else 1
        self._numbered = lru_cache(kept)(lambda number: self.draw(self._stream(number)))

    @property
    def believes(self) -> bool:
        """Whether what the others exchanged or called counts; a world then takes longer."""
        return isinstance(self._source, LikelyWorlds)

    # One by one ----------------------------------------------------------------------

    def __getitem__(self, number: int) -> World:
        """Return the world of a number, the same whatever others were looked at."""
        return self._numbered(number)

    def __iter__(self) -> Iterator[World]:
        """Yield worlds without end, drawn one after the other from one stream."""
        rng = self._stream()
        while True:
            yield self.draw(rng)

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world; the generator alone decides."""
        if self._source is None:
            return shuffled_world(self.observation, rng)
        return self._source.draw(rng)

    def weight(self, number: int) -> float:
        """Return what the world of a number counts, beside the first."""
        if not self.believes:
            return 1.0
        return exp(min(self[number].log - self[0].log, _MOST_LOG))

    def credit(self, worlds: int) -> Credit | None:
        """Return how good the first worlds are, None where nothing was to be believed.

        It is judged by the first hundred, or so many as there are.
        """
        if not isinstance(self._source, LikelyWorlds):
            return None
        some = [self[number] for number in range(min(worlds, _JUDGED))]
        logs = np.array([draw.log for draw in some])
        likely = median(draw.likely for draw in some)
        return Credit(
            worlds,
            effective(np.exp(logs - logs.max())) * worlds / len(some),
            likely < self._source.log_ways + _RARE,
        )

    # Many at once --------------------------------------------------------------------

    def drawn(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds as they are drawn."""
        if self._source is None:
            return shuffled_block(self.observation, self._stream(number), size)
        return self._source.block(self._stream(number), size)

    def block(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds, that count by what was played.

        Worlds that are drawn fast are drawn in plenty, and likely ones met more often. Those
        drawn by what was exchanged are met as they come.
        """
        observation = self.observation
        if not isinstance(observation, Observation) or not says_something(observation, self.belief):
            return self.drawn(number, size)
        pool = 1 if self.believes else _POOL if observation.rolls_out else _POOL_SOLVED
        drawn = self.drawn(number, pool * size)
        found = believed(observation, self.belief, drawn.hands, drawn.gone)
        logs, at_random = drawn.logs + found.logs, found.at_random
        if self.believes:
            met = drawn._replace(logs=logs)
        else:
            met, rows = drawn.likely(logs, size)
            at_random = at_random[rows]
        return met._replace(at_random=self._at_random(number, at_random))

    def _at_random(self, number: int, chances: Floats) -> HandArray:
        """Return who plays on at random in each world of a block, and what they draw from."""
        rng = self._stream(number, _PLAYERS)
        seats = (rng.random(chances.shape) < chances) @ (1 << np.arange(SEATS, dtype=np.uint64))
        numbers = rng.integers(0, 1 << 64 - SEATS, len(seats), np.uint64) << np.uint64(SEATS)
        return np.where(seats > 0, numbers | seats, np.uint64(0))

    def every(self, most: int) -> Block | None:
        """Return all worlds, by how likely they are, if there are ``most`` at most; else None.

        They are no sample, so that what they come to has no error but for what is believed. Where
        another seat looks as if it played at random there is no such thing: what it draws matters.
        """
        if not isinstance(self._source, UniformWorlds):
            return None
        source = self._source
        found = source.every(most)
        if found is None:
            return None
        logs, at_random = believed(source.observation, self.belief, found.hands, found.gone)
        weights = np.exp(logs - logs.max())
        if (weights @ at_random / weights.sum()).max() > _LOOKS_RANDOM:
            return None
        return found._replace(logs=logs, as_many=np.full(len(logs), CERTAIN))

    def _stream(self, *number: int) -> np.random.Generator:
        seeds = np.random.SeedSequence((*self.numbers, *number))
        return np.random.Generator(np.random.PCG64(seeds))


def shuffled_block(observation: HandObservation, rng: np.random.Generator, size: int) -> Block:
    """Return random worlds before the play, all deals of the unseen cards alike.

    Earlier seats have put down as many cards as they are known to have, chosen by the rule of
    thumb. Who takes up the surprise leads, so that the seats are counted from him; which of the
    cards that he holds he was dealt does not matter.
    """
    variant, seat = observation.variant, observation.seat
    own = list(cards_in(observation.hand))[: max(0, observation.hand.bit_count() - variant.tricks)]
    found = Block.seen_by(observation, size)
    hands, gone = found.hands, found.gone
    hands[:, seat] &= ~np.uint64(hand_of(own))
    unseen = observation.unseen
    if observation.cut is not None and seat is not Seat.DEALER:
        unseen &= ~(1 << observation.cut)
        hands[:, Seat.DEALER] = 1 << observation.cut
    cards = np.array(list(cards_in(unseen)), np.int8)
    mixed = cards[_uniform(rng, size, len(cards)).argsort(axis=1)]
    at = 0
    for each in observation.others:
        need = variant.tricks - int(hands[0, each]).bit_count()
        hands[:, each] |= held(mixed[:, at : at + need])
        at += need
    known = [np.tile(np.array(list(part), np.int8), (size, 1)) for part in (own, observation.shown)]
    pile = np.concatenate([known[0], mixed[:, at:], known[1]], axis=1)
    if isinstance(observation, ContractObservation):
        for each, count in zip(observation.order, observation.taken, strict=False):
            gone[:, each] = _put_down(observation, hands[:, each], np.full(size, count), count)
            hands[:, each] = hands[:, each] & ~gone[:, each] | held(pile[:, :count])
            pile = pile[:, count:]
    return found._replace(pile=pile)


def held(cards: NDArray[np.int8]) -> HandArray:
    """Return rows of cards as hands."""
    return np.asarray((np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64))


def _put_down(
    observation: ContractObservation, hands: HandArray, most: NDArray[np.intp], least: int = 0
) -> HandArray:
    """Return what the rule of thumb puts down of hands that may exchange up to so many cards."""
    contract, ace_low = observation.contract, observation.ace_low
    whole = observation.exchange.all_or_nothing
    down = [
        thumb_discards(
            contract, hand, (least, up_to) if whole else range(least, up_to + 1), ace_low
        )
        for hand, up_to in zip(hands.tolist(), most.tolist(), strict=True)
    ]
    return np.array(down, np.uint64)


def exchanged(observation: ContractObservation, block: Block, size: int) -> Block:
    """Return worlds after all exchanges, the seat's own hand still whole with what it draws.

    It draws ``size`` cards. The later seats, all where it does not exchange, go by the rule of
    thumb and draw from the bottom: their cards are equally likely there, and do not change when
    the seat exchanges one card more, so that less chance enters the comparison of two discards.
    """
    hands, gone, pile = block.hands.copy(), block.gone.copy(), block.pile[:, size:]
    order, seat = observation.order, observation.seat
    later = observation.later if seat in order else order[len(observation.taken) :]
    hands[:, seat] |= held(block.pile[:, :size])
    before = sum(observation.taken) + observation.discarded.bit_count() + size
    drawn = np.zeros(len(hands), np.intp)
    for each in later:
        limits = [
            observation.sizes_of(each, before + more)[-1] for more in range(pile.shape[1] + 1)
        ]
        gone[:, each] = _put_down(observation, hands[:, each], np.array(limits)[drawn])
        count = np.bitwise_count(gone[:, each]).astype(np.intp)
        from_bottom = np.arange(pile.shape[1], 0, -1) - 1
        taken = (drawn[:, None] <= from_bottom) & (from_bottom < (drawn + count)[:, None])
        new = np.where(taken, np.uint64(1) << pile.astype(np.uint64), np.uint64(0))
        hands[:, each] = hands[:, each] & ~gone[:, each] | new.sum(axis=1, dtype=np.uint64)
        drawn += count
    return block._replace(hands=hands, gone=gone, pile=pile[:, :0])


def shuffled_world(observation: HandObservation, rng: np.random.Generator) -> World:
    """Return a random world before the play, all deals of the unseen cards alike.

    Earlier seats have put down as many cards as they are known to have, chosen by the rule of
    thumb. Who takes up the surprise leads, so that the seats are counted from him; which of the
    cards that he holds he was dealt does not matter.
    """
    variant, seat = observation.variant, observation.seat
    own = tuple(islice(cards_in(observation.hand), observation.hand.bit_count() - variant.tricks))
    hands, gone = [0] * SEATS, [0] * SEATS
    hands[seat], gone[seat] = observation.hand & ~hand_of(own), observation.gone
    unseen, order = observation.unseen, tuple(Seat)
    if observation.cut is not None and seat is not Seat.DEALER:
        unseen &= ~(1 << observation.cut)
        hands[Seat.DEALER] = 1 << observation.cut
    pack = list(cards_in(unseen))
    if observation.contract is None:
        pack, order = sorted(pack), order[seat:] + order[:seat]
    cards = iter(shuffled(pack, rng))
    for each in order:
        hands[each] |= hand_of(islice(cards, variant.tricks - hands[each].bit_count()))
    manni = (*own, *cards, *observation.shown)
    if isinstance(observation, ContractObservation):
        contract, ace_low = observation.contract, observation.ace_low
        for each, count in zip(observation.order, observation.taken, strict=False):
            gone[each] = thumb_discards(contract, hands[each], (count,), ace_low)
            hands[each], manni = draw(hands[each], manni, gone[each])
    return World(tuple(hands), manni, tuple(gone))


def draw(hand: int, manni: tuple[int, ...], discards: int) -> tuple[int, tuple[int, ...]]:
    """Return the hand and the rest of the Manni after an exchange."""
    return hand_after(hand, discards, manni), manni[discards.bit_count() :]


def after_exchange(
    observation: ContractObservation, world: World, size: int
) -> tuple[BySeat[int], int]:
    """Return the hands after the exchanges, the seat's own still whole, and what it draws.

    It draws ``size`` cards, returned as a hand. The later seats go by the rule of thumb and
    draw from the bottom: their cards are equally likely there, and do not change when the seat
    exchanges one card more,
    so that less chance enters the comparison of two discards.
    """
    hands = list(world.hands)
    drawn = hand_of(world.manni[:size])
    manni = world.manni[size:][::-1]
    taken = sum(observation.taken) + observation.discarded.bit_count() + size
    for later in observation.later:
        sizes = observation.sizes_of(later, taken)
        gone = thumb_discards(observation.contract, hands[later], sizes, observation.ace_low)
        hands[later], manni = draw(hands[later], manni, gone)
        taken += gone.bit_count()
    return tuple(hands), drawn
