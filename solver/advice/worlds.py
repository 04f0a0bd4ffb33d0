"""Worlds: whole deals that agree with what a seat has seen, and what they count.

Where nothing that the others have done is to be believed, all deals that the rules allow are
equally likely, and are drawn so: in the play by counting them (``uniform_worlds``), before it by
shuffling. Where something is, a deal counts by how likely it makes that. What was exchanged and
called, of which most deals make nothing, leads to the likely deals, and what is left uneven is
their weights (``likely_worlds``). What was played is weighed in many deals (``evidence``), of which
the likely ones are met more often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from manni.solver.advice.behaviour import Belief
from manni.solver.advice.evidence import believed, says_something
from manni.solver.advice.likely_worlds import Sampler, Slots
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.statistics import effective
from manni.solver.advice.thumb_hand import thumb_discards
from manni.solver.advice.uniform_worlds import UniformWorlds
from manni.solver.cards import SEATS, Seat, cards_in, hand_of, triple
from manni.solver.exchange.surprise import TakenUp
from manni.solver.rules.exchange import hand_after
from manni.solver.rules.shuffle import shuffled

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Worlds drawn for one that is met, where likely ones are met more often: played out, or solved.
_POOL, _POOL_SOLVED = 4, 40
_IN_TURN = 25
"""Worlds drawn one from another, where it takes long to lead one to the likely deals."""
_PLAYERS = 1 << 20
"""Beside the number of a block: it tells who plays at random from the deals."""
_LOOKS_RANDOM = 0.5
_KEPT = 4096
_JUDGED = 100
_RARE = -7.0  # one in a thousand
_MOST_LOG = 300.0  # of a weight, whose square is a number then


CERTAIN = 1e6
"""As how many independent worlds each counts where all are met: there is no chance in them."""


class World(NamedTuple):
    """A deal that agrees with what a seat has seen.

    ``hands`` are those at the moment when the seat is to act, in the play those at the first
    lead, and ``gone`` what each seat has put down. ``manni`` are the cards left on the table, in
    draw order; to put away, those that the seat has taken up. It counts exp(``log``), and
    ``likely`` is the logarithm of how likely it makes what was seen.
    """

    hands: tuple[int, int, int]
    manni: tuple[int, ...]
    gone: tuple[int, int, int] = (0, 0, 0)
    log: float = 0.0
    likely: float = 0.0

    def taken_up(self, observation: Observation) -> TakenUp:
        """Return it as a deal whose surprise the seat that asks takes up."""
        return TakenUp(observation.variant, self.hands, self.manni, observation.seat)


class Block(NamedTuple):
    """Many worlds, a row each, and the logarithms of what they count.

    In their errors each counts ``as_many`` independent ones, which is 1 at most. The lowest three
    bits of ``at_random`` are the seats that play on at random, the whole is what they draw from.
    """

    hands: NDArray[np.uint64]
    gone: NDArray[np.uint64]
    logs: NDArray[np.float64]
    as_many: NDArray[np.float64]
    at_random: NDArray[np.uint64]

    @classmethod
    def unweighed(cls, hands: NDArray[np.uint64], gone: NDArray[np.uint64]) -> Block:
        """Return worlds that all count 1, in which all play on by the rule of thumb."""
        ones = np.ones(len(hands))
        return cls(hands, gone, np.zeros(len(hands)), ones, np.zeros(len(hands), np.uint64))

    def of(self, rows: NDArray[np.intp] | slice) -> Block:
        """Return some of the worlds, in this order."""
        hands, gone = (np.ascontiguousarray(array[rows]) for array in (self.hands, self.gone))
        return Block(hands, gone, self.logs[rows], self.as_many[rows], self.at_random[rows])

    def likely(self, logs: NDArray[np.float64], size: int) -> tuple[Block, NDArray[np.intp]]:
        """Return so many of the worlds, likely ones more often, and which they are.

        ``logs`` are the logarithms of how likely each is. They are chosen at even steps through
        the weights: a world comes as often as it should, but for the last time. Both the choice
        and the pool have errors, which add up. All that are chosen count what those drawn count
        on average, so that of several such choices the one from likelier worlds counts more.
        """
        most = float(logs.max())
        weights = np.exp(logs - most)
        mean = float(weights.mean())
        weights /= weights.sum()
        steps = (np.arange(size) + 0.5) / size
        chosen = np.minimum(np.searchsorted(np.cumsum(weights), steps), len(weights) - 1)
        independent = 1 / (1 / size + float((weights**2).sum()))
        found = self.of(chosen)._replace(
            logs=np.full(size, most + log(mean)), as_many=np.full(size, independent / size)
        )
        return found, chosen


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

    def __init__(self, observation: Observation, belief: Belief, *numbers: int) -> None:
        self.observation, self.belief, self.numbers = observation, belief, numbers
        self._sampler: Sampler | None = None
        # Of what is put away where the pile was taken up first, no slot says where it came from.
        if belief is not Belief.NONE and not observation.exchange.picks_up:
            slots = Slots.of(observation)
            self._sampler = Sampler(slots) if slots.tells else None
        by_counts = observation.moment is Moment.PLAY and self._sampler is None
        self._uniform = UniformWorlds(observation) if by_counts else None
        # Those under beliefs take long to draw, and an answer looks at the first more than once.
        kept = 1 if self._sampler is None else _KEPT
        self._numbered = lru_cache(kept)(lambda number: self.draw(self._stream(number)))

    @property
    def believes(self) -> bool:
        """Whether what the others exchanged or called counts; a world then takes longer."""
        return self._sampler is not None

    # One by one ----------------------------------------------------------------------

    def __getitem__(self, number: int) -> World:
        """Return the world of a number, the same whatever others were looked at."""
        return self._numbered(number)

    def __iter__(self) -> Iterator[World]:
        """Yield worlds without end, drawn one after the other from one stream."""
        rng = self._stream()
        while True:
            yield self.draw(rng)

    def taken_up(self) -> Iterator[TakenUp]:
        """Yield them as deals whose surprise the seat takes up."""
        for world in self:
            yield world.taken_up(self.observation)

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world; the generator alone decides."""
        if self._uniform is not None:
            one = self._uniform.draw(rng, 1)
            return World(triple(one[0][0].tolist()), (), triple(one[1][0].tolist()))
        if self._sampler is None:
            return _shuffled(self.observation, rng)
        slotted, observation = self._sampler.draw(rng), self.observation
        hands = [kept | drawn for kept, drawn in zip(slotted.kept, slotted.drawn, strict=True)]
        gone = list(slotted.down)
        hands[observation.seat], gone[observation.seat] = observation.hand, observation.gone
        return World(triple(hands), slotted.manni, triple(gone), slotted.weight, slotted.likely)

    def weight(self, number: int) -> float:
        """Return what the world of a number counts, beside the first."""
        if self._sampler is None:
            return 1.0
        return exp(min(self[number].log - self[0].log, _MOST_LOG))

    def credit(self, worlds: int) -> Credit | None:
        """Return how good the first worlds are, None where nothing was to be believed.

        It is judged by the first hundred, or so many as there are.
        """
        if self._sampler is None:
            return None
        some = [self[number] for number in range(min(worlds, _JUDGED))]
        logs = np.array([draw.log for draw in some])
        likely = float(np.median([draw.likely for draw in some]))
        return Credit(
            worlds,
            effective(np.exp(logs - logs.max())) * worlds / len(some),
            likely < self._sampler.log_ways + _RARE,
        )

    # Many at once --------------------------------------------------------------------

    def drawn(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds as they are drawn."""
        rng = self._stream(number)
        if self._uniform is not None:
            hands, gone = self._uniform.draw(rng, size)
            return Block.unweighed(hands, gone)
        if self._sampler is None:
            raise ValueError("many worlds at once are those of the play")
        hands, gone = (np.zeros((size, SEATS), np.uint64) for _ in range(2))
        logs = np.zeros(size)
        for row in range(0, size, _IN_TURN):
            rows = slice(row, min(row + _IN_TURN, size))
            hands[rows], gone[rows], logs[rows] = self._sampler.hands(rng, rows.stop - row)
        hands[:, self.observation.seat], gone[:, self.observation.seat] = (
            self.observation.hand,
            self.observation.gone,
        )
        return Block.unweighed(hands, gone)._replace(logs=logs)

    def block(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds, that count by what was played.

        Worlds that are drawn fast are drawn in plenty, and likely ones met more often. Those
        drawn by what was exchanged are met as they come.
        """
        if not says_something(self.observation, self.belief):
            return self.drawn(number, size)
        pool = 1 if self.believes else _POOL if self.observation.rolls_out else _POOL_SOLVED
        drawn = self.drawn(number, pool * size)
        found = believed(self.observation, self.belief, drawn.hands, drawn.gone)
        logs, at_random = drawn.logs + found.logs, found.at_random
        if self.believes:
            met = drawn._replace(logs=logs)
        else:
            met, rows = drawn.likely(logs, size)
            at_random = at_random[rows]
        return met._replace(at_random=self._at_random(number, at_random))

    def _at_random(self, number: int, chances: NDArray[np.float64]) -> NDArray[np.uint64]:
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
        if self._uniform is None or self._sampler is not None:
            return None
        found = self._uniform.every(most)
        if found is None:
            return None
        logs, at_random = believed(self.observation, self.belief, *found)
        weights = np.exp(logs - logs.max())
        if (weights @ at_random / weights.sum()).max() > _LOOKS_RANDOM:
            return None
        return Block.unweighed(*found)._replace(logs=logs, as_many=np.full(len(logs), CERTAIN))

    def _stream(self, *number: int) -> np.random.Generator:
        seeds = np.random.SeedSequence((*self.numbers, *number))
        return np.random.Generator(np.random.PCG64(seeds))


def _shuffled(observation: Observation, rng: np.random.Generator) -> World:
    """Return a world before the play, all deals of the unseen cards alike.

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
    if observation.moment.is_unnamed:
        pack, order = sorted(pack), order[seat:] + order[:seat]
    cards = iter(shuffled(pack, rng))
    for each in order:
        hands[each] |= hand_of(islice(cards, variant.tricks - hands[each].bit_count()))
    manni = (*own, *cards, *observation.shown)
    for each, count in zip(observation.order, observation.taken, strict=False):
        gone[each] = thumb_discards(
            observation.contract, hands[each], (count,), observation.ace_low
        )
        hands[each], manni = draw(hands[each], manni, gone[each])
    return World(triple(hands), manni, triple(gone))


def draw(hand: int, manni: tuple[int, ...], discards: int) -> tuple[int, tuple[int, ...]]:
    """Return the hand and the rest of the Manni after an exchange."""
    return hand_after(hand, discards, manni), manni[discards.bit_count() :]


def after_exchange(
    observation: Observation, world: World, size: int
) -> tuple[tuple[int, int, int], int]:
    """Return the hands after the exchanges, the seat's own still whole, and what it draws.

    It draws ``size`` cards, returned as a hand. The later seats go by the rule of thumb and
    draw from the bottom: their cards are equally likely there, and do not change when the seat
    exchanges one card more,
    so that less chance enters the comparison of two discards.
    """
    hands = list(world.hands)
    drawn = hand_of(world.manni[:size])
    manni = world.manni[size:][::-1]
    whole = observation.exchange.all_or_nothing
    taken = sum(observation.taken) + observation.discarded.bit_count() + size
    for later in observation.later:
        sizes = observation.sizes_of(later, taken)
        gone = thumb_discards(observation.contract, hands[later], sizes, observation.ace_low, whole)
        hands[later], manni = draw(hands[later], manni, gone)
        taken += gone.bit_count()
    return triple(hands), drawn
