"""What cards come to with all hands open, where cards have points.

Worlds that agree with what was seen are solved: each card is worth
what the seat's side takes after it if everybody sees all cards. That knows too much: it takes
it that the seat will guess right later on, and that the others do: docs/internals/rejected.md.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    if observation.declarer in side:
        won += pile_worth(observation, hands)
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
