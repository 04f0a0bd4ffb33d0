"""Worlds: whole deals that agree with what a seat has seen, one by one or many at once."""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.observation import Observation
from manni.solver.advice.statistics import resampled
from manni.solver.cards import SEATS, BySeat, triple
from manni.solver.exchange.surprise import TakenUp


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
    def seen_by(cls, observation: Observation, size: int) -> Block:
        """Return so many worlds of which no more is filled in than the seat's own cards.

        All count 1, and in all the seats play on by the rule of thumb.
        """
        hands, gone = (np.zeros((size, SEATS), np.uint64) for _ in range(2))
        hands[:, observation.seat], gone[:, observation.seat] = observation.hand, observation.gone
        return cls(hands, gone, np.zeros(size), np.ones(size), np.zeros(size, np.uint64))

    def world(self, row: int) -> World:
        """Return one of them."""
        hands, gone = (triple(array[row].tolist()) for array in (self.hands, self.gone))
        return World(hands, (), gone, float(self.logs[row]))

    def of(self, rows: NDArray[np.intp] | slice) -> Block:
        """Return some of the worlds, in this order."""
        hands, gone = (np.ascontiguousarray(array[rows]) for array in (self.hands, self.gone))
        return Block(hands, gone, self.logs[rows], self.as_many[rows], self.at_random[rows])

    def likely(self, logs: NDArray[np.float64], size: int) -> tuple[Block, NDArray[np.intp]]:
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
