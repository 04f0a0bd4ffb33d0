"""The deals that agree with what a seat has seen, and what they count.

Where nothing that the others have done is to be believed, all deals that the rules allow are
equally likely, and are drawn so: in the play by counting them (``uniform_worlds``), before it by
shuffling. Where something is, a deal counts by how likely it makes that. What was exchanged and
called, of which most deals make nothing, leads to the likely deals, and what is left uneven is
their weights (``likely_worlds``). What was played is weighed in many deals (``likelihood``), of
which the likely ones are met more often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import exp

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.choices import Belief
from manni.solver.advice.hand_policy import thumb_discards
from manni.solver.advice.likelihood import believed, says_something
from manni.solver.advice.likely_worlds import LikelyWorlds, says_where
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.statistics import effective
from manni.solver.advice.uniform_worlds import UniformWorlds
from manni.solver.advice.world import Block, World
from manni.solver.cards import SEATS, BySeat, Seat, cards_in, hand_of, triple
from manni.solver.exchange.surprise import TakenUp
from manni.solver.rules.exchange import hand_after
from manni.solver.rules.shuffle import shuffled

# Worlds drawn for one that is met, where likely ones are met more often: played out, or solved.
_POOL, _POOL_SOLVED = 4, 40
_PLAYERS = 1 << 20
"""Beside the number of a block: it tells who plays at random from the deals."""
_LOOKS_RANDOM = 0.5
_KEPT = 4096
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

    def __init__(self, observation: Observation, belief: Belief, *numbers: int) -> None:
        self.observation, self.belief, self.numbers = observation, belief, numbers
        self._source: LikelyWorlds | UniformWorlds | ShuffledWorlds
        if belief is not Belief.NONE and says_where(observation):
            self._source = LikelyWorlds(observation)
        elif observation.moment is Moment.PLAY:
            self._source = UniformWorlds(observation)
        else:
            self._source = ShuffledWorlds(observation)
        # Those under beliefs take long to draw, and an answer looks at the first more than once.
        kept = _KEPT if self.believes else 1
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

    def taken_up(self) -> Iterator[TakenUp]:
        """Yield them as deals whose surprise the seat takes up."""
        for world in self:
            yield world.taken_up(self.observation)

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world; the generator alone decides."""
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
        likely = float(np.median([draw.likely for draw in some]))
        return Credit(
            worlds,
            effective(np.exp(logs - logs.max())) * worlds / len(some),
            likely < self._source.log_ways + _RARE,
        )

    # Many at once --------------------------------------------------------------------

    def drawn(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds as they are drawn."""
        assert not isinstance(self._source, ShuffledWorlds)  # many at once are those of the play
        return self._source.block(self._stream(number), size)

    def block(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds, that count by what was played.

        Worlds that are drawn fast are drawn in plenty, and likely ones met more often. Those
        drawn by what was exchanged are met as they come.
        """
        observation = self.observation
        if not says_something(observation, self.belief):
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
        if not isinstance(self._source, UniformWorlds):
            return None
        found = self._source.every(most)
        if found is None:
            return None
        logs, at_random = believed(self.observation, self.belief, found.hands, found.gone)
        weights = np.exp(logs - logs.max())
        if (weights @ at_random / weights.sum()).max() > _LOOKS_RANDOM:
            return None
        return found._replace(logs=logs, as_many=np.full(len(logs), CERTAIN))

    def _stream(self, *number: int) -> np.random.Generator:
        seeds = np.random.SeedSequence((*self.numbers, *number))
        return np.random.Generator(np.random.PCG64(seeds))


class ShuffledWorlds:
    """Worlds before the play, all deals of the unseen cards alike.

    Earlier seats have put down as many cards as they are known to have, chosen by the rule of
    thumb. Who takes up the surprise leads, so that the seats are counted from him; which of the
    cards that he holds he was dealt does not matter.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world."""
        observation = self.observation
        variant, seat = observation.variant, observation.seat
        own = tuple(
            islice(cards_in(observation.hand), observation.hand.bit_count() - variant.tricks)
        )
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


def after_exchange(observation: Observation, world: World, size: int) -> tuple[BySeat[int], int]:
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
