"""What cards come to with all hands open, where cards have points.

Worlds that agree with what was seen are solved: each card is worth
what the seat's side takes after it if everybody sees all cards. That knows too much: it takes
it that the seat will guess right later on, and that the others do: docs/internals/rejected.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.behaviour import Belief
from manni.solver.advice.compare import WHOLE, Comparison, in_steps
from manni.solver.advice.evidence import says_something
from manni.solver.advice.observation import Observation
from manni.solver.advice.question import Question
from manni.solver.advice.world import Block
from manni.solver.cards import SEATS, Seat, cards_in, hand_of, rank_of, triple
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.position import Position
from manni.solver.rules.bidding import Aim
from manni.solver.run import Run
from manni.solver.values.share import Shares, share

BLOCK = 50
"""Worlds that are drawn together."""


def open_taken(
    observation: Observation, hands: Sequence[int], cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what the seat, with its partner, takes in the whole deal after each of some cards.

    It is in tricks or points, by share where each plays for himself. ``hands`` are those at
    the first lead. Raises StoppedError once the run is over.
    """
    position, side = open_position(observation, hands), observation.side
    won = sum(observation.record.won[seat] for seat in side)
    if observation.declarer in side:
        won += pile_worth(observation, hands)
    taken = []
    for card in cards:
        after = position.play(card)
        worth = open_worth(after, observation.seat, engine, run)
        taken.append(won + sum(after.gain(seat) for seat in side) + worth)
    return taken


def open_worth(position: Position, seat: Seat, engine: Engine, run: Run) -> float:
    """Return what a seat, with its partner, takes from here on: by share without partners.

    Raises StoppedError once the run is over.
    """
    if position.rules.partners:
        return engine.value(position, seat, run=run)
    return float(open_shares(position, engine, run)[seat])


def open_shares(position: Position, engine: Engine, run: Run) -> Shares:
    """Return what each seat takes from here on by share, each playing for himself.

    Raises StoppedError once the run is over.
    """
    sure = [engine.value(position, seat, run=run) for seat in range(SEATS)]
    return share(sure, position.worth, position.contract, position.rules)


def open_position(observation: Observation, hands: Sequence[int]) -> Position:
    """Return the position in which the seat is to play, if the hands at the first lead were so."""
    gone, record = hand_of(observation.played), observation.record
    left = triple(hand & ~gone for hand in hands)
    return Position(
        left,
        observation.contract,
        record.leader,
        record.table,
        rules=observation.rules,
        declarer=observation.declarer,
    )


def pile_worth(observation: Observation, hands: Sequence[int]) -> int:
    """Return what the cards put away count for the declarer."""
    if not (observation.variant.pile_counts and observation.exchange.picks_up):
        return 0
    away = observation.variant.pack & ~(hands[0] | hands[1] | hands[2])
    return sum(observation.rules.card_points[rank_of(card)] for card in cards_in(away))


def points_wanted(observation: Observation) -> int | None:
    """Return the points that the chance is given of, None where more are simply better.

    That is the bid, the least that is marked for or, in dix-sept *au coup*, what costs nothing.
    """
    bid, scoring = observation.standing, observation.variant.scoring
    if bid is not None:
        return {Aim.POINTS: bid.worth, Aim.NONE: 0, Aim.ALL: None}[bid.aim]
    return scoring.wanted


class PointsSearch:
    """Worlds of a game with points for cards, and what the cards that may be played come to.

    ``points``, with their ``sign`` turned where few are wanted, compare the groups of cards, and
    ``chance`` where there is a bid or a ``target``.
    """

    rolls_out = False
    is_every = False

    def __init__(self, question: Question, groups: Sequence[tuple[int, ...]]) -> None:
        observation, belief = question.observation, question.worlds.belief
        self.observation, self.worlds = observation, question.worlds
        self.belief = belief if says_something(observation, belief) else Belief.NONE
        self.by_bid, self.target = observation.standing is not None, points_wanted(observation)
        self.sign = -1 if observation.avoids else 1
        self.cards = [group[0] for group in groups]
        most = float(observation.variant.worth((0, 0, 0), observation.contract)[1])
        ends = (0.0, most) if self.sign > 0 else (-most, 0.0)
        self.points = Comparison(in_steps(most / observation.variant.tricks), [ends] * len(groups))
        self.chance: Comparison | None = None
        if self.by_bid or self.target is not None:
            self.chance = Comparison(in_steps(1.0), [WHOLE] * len(groups))

    def _add(self, worlds: Block, taken: NDArray[np.float64]) -> None:
        """Add worlds, a row each, in which the side takes so much in all, a column a card."""
        self.points.extend(self.sign * taken, worlds.logs, worlds.as_many)
        if self.chance is not None:
            reached = self._reached(worlds.hands, taken).astype(np.float64)
            self.chance.extend(reached, worlds.logs, worlds.as_many)

    def _reached(self, hands: NDArray[np.uint64], taken: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return whether the seat has what it wants: the bid goes its way, or the target."""
        observation, bid = self.observation, self.observation.standing
        if bid is None:
            return np.asarray(taken >= (self.target or 0))
        whole = _whole(observation, hands)[:, None]
        declares = observation.seat is observation.declarer
        own = np.round(taken if declares else whole - taken)
        if bid.aim is Aim.POINTS:
            made = own >= bid.worth
        else:
            made = own == (0 if bid.aim is Aim.NONE else whole)
        return np.asarray(made == declares)


def _whole(observation: Observation, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return what all seats take together in each world, with what is put away if that counts."""
    every = np.bitwise_or.reduce(hands, axis=1)
    if observation.variant.pile_counts and observation.exchange.picks_up:
        every = np.full(len(hands), observation.variant.pack, np.uint64)
    whole = np.full(len(hands), float(observation.rules.trick_points * observation.variant.tricks))
    for card in cards_in(observation.variant.pack):
        whole += observation.rules.card_points[rank_of(card)] * (
            every >> np.uint64(card) & np.uint64(1)
        )
    return whole


class OpenSearch(PointsSearch):
    """Worlds that are met by solving them."""

    def __init__(
        self, question: Question, groups: Sequence[tuple[int, ...]], engine: Engine
    ) -> None:
        super().__init__(question, groups)
        self.engine = engine

    def meet(self, wanted: int, run: Run) -> None:
        """Solve ``wanted`` worlds, or until the run is over. Raises StoppedError before any is."""
        while (met := self.points.worlds) < wanted:
            number, row = divmod(met, BLOCK)
            if row == 0:
                block = self.worlds.block(number, BLOCK)
                hands = block.hands.tolist()
            try:
                run.check()
                taken = open_taken(self.observation, hands[row], self.cards, self.engine, run)
            except StoppedError:
                if not met:
                    raise
                return
            self._add(block.of(slice(row, row + 1)), np.array([taken]))
            run.report(met + 1, wanted)
