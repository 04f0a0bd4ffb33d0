"""What cards come to with all hands open, where cards have points.

Worlds that agree with what was seen are solved: each card is worth
what the seat's side takes after it if everybody sees all cards. That knows too much: it takes
it that the seat will guess right later on, and that the others do: docs/internals/rejected.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.observation import Observation
from manni.solver.cards import SEATS, cards_in, hand_of, rank_of, triple
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.rules.bidding import Aim
from manni.solver.run import Run
from manni.solver.values.share import Shares, share


def open_taken(
    observation: Observation, hands: Sequence[int], cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what the seat, with its partner, takes in the whole deal after each of some cards.

    It is in tricks or points, by share where each plays for himself. ``hands`` are those at
    the first lead. Raises StoppedError once the run is over.
    """
    side, record, gone = observation.side, observation.record, hand_of(observation.played)
    position = Position(
        triple(hand & ~gone for hand in hands),
        observation.contract,
        record.leader,
        record.table,
        rules=observation.rules,
        declarer=observation.declarer,
    )
    won = sum(record.won[seat] for seat in side)
    if observation.declarer in side and pile_counts(observation):
        won += int(pile_points(observation, np.array([hands], np.uint64))[0])
    taken = []
    for card in cards:
        after = position.play(card)
        if position.rules.partners:
            worth: float = engine.value(after, observation.seat, run=run)
        else:
            worth = float(open_shares(after, engine, run)[observation.seat])
        taken.append(won + sum(after.gain(seat) for seat in side) + worth)
    return taken


def open_shares(position: Position, engine: Engine, run: Run) -> Shares:
    """Return what each seat takes from here on by share, each playing for himself.

    Raises StoppedError once the run is over.
    """
    sure = [engine.value(position, seat, run=run) for seat in range(SEATS)]
    return share(sure, position.worth, position.contract, position.rules)


def pile_counts(observation: Observation) -> bool:
    """Return whether the declarer has the points of the cards put away."""
    return observation.variant.pile_counts and observation.exchange.picks_up


def pile_points(observation: Observation, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the points of the cards that are in no hand at the first lead, by world."""
    pack, points = observation.variant.pack, np.zeros(len(hands))
    away = np.uint64(pack) & ~np.bitwise_or.reduce(hands, axis=1)
    for card in cards_in(pack):
        points += observation.rules.card_points[rank_of(card)] * (away >> np.uint64(card) & 1)
    return points


def points_wanted(observation: Observation) -> int | None:
    """Return the points that the chance is given of, None where more are simply better.

    That is the bid, the least that is marked for or, in dix-sept *au coup*, what costs nothing.
    """
    bid, scoring = observation.standing, observation.variant.scoring
    if bid is not None:
        return {Aim.POINTS: bid.worth, Aim.NONE: 0, Aim.ALL: None}[bid.aim]
    return scoring.wanted
