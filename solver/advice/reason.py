"""Why a card and not the next best: what differs most where both are played out in the same worlds.

In each world the deal goes on after either card. Some facts are counted over the worlds, by what
these count: who takes the trick, what becomes of the card that is kept back, whether the seat
ruffs. Of those that speak for the best card the one is told that differs most between the two;
where none differs enough, or worlds are solved, in how many worlds the card does better.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.observation import Observation
from manni.solver.advice.statistics import average
from manni.solver.cards import RANKS, SEATS, suit_of
from manni.solver.searches.rollouts import rollouts

WORLDS = 1000
"""More are not looked at for a reason."""

_ENOUGH = 0.1
"""The least difference, as a part of the worlds, that is a reason."""

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Hands = NDArray[np.uint64]
Met = tuple[Hands, Hands, Hands]
"""Worlds: the hands at the first lead, what each seat knows to be gone, who plays at random."""


class Fact(Enum):
    """What is so in a world after a card: of two that differ as much the earlier is told."""

    RUFFED = "ruffed"
    TAKES = "takes"
    OTHER_TAKES = "other takes"
    RUFFS = "ruffs"
    TRICK = "trick"
    BETTER = "better"


class Reason(NamedTuple):
    """A fact, in what part of the worlds it is so after the best card and after the ``other``.

    ``RUFFED`` and ``TAKES`` are of the best card, whenever it is played: an opponent ruffs it, it
    takes the trick; ``OTHER_TAKES`` is of the other. ``RUFFS``: the seat takes a trick with a trump
    that was not led. ``TRICK``: the seat or its partner takes this trick. ``BETTER`` has the parts
    in which the best card does better and in which the other does.
    """

    fact: Fact
    other: int
    now: float
    instead: float


def better(other: int, best: Floats, others: Floats, weights: Floats) -> Reason:
    """Return in what part of the worlds a card does better, and worse, than another."""
    ahead = best - others
    now, instead = (_part(more > 1e-9, weights) for more in (ahead, -ahead))
    return Reason(Fact.BETTER, other, now, instead)


def _part(so: Flags, weights: Floats) -> float:
    return round(float(average(so.astype(np.float64), weights)), 9)


def played_reason(
    observation: Observation, met: Met, weights: Floats, best: int, other: int
) -> Reason | None:
    """Return the fact that differs most between two cards, None where none differs enough."""
    after = [_facts(observation, met, card, best, other) for card in (best, other)]
    found: list[tuple[float, Reason]] = []
    for fact in Fact:
        if fact in after[0]:
            now, instead = (_part(each[fact], weights) for each in after)
            # To be ruffed is bad where tricks are wanted, all else is good.
            gain = (now - instead) * (-1 if (fact is Fact.RUFFED) != observation.avoids else 1)
            found.append((gain, Reason(fact, other, now, instead)))
    gain, reason = max(found, key=lambda pair: round(pair[0], 2))
    return reason if gain >= _ENOUGH else None


def _facts(
    observation: Observation, met: Met, card: int, best: int, other: int
) -> dict[Fact, Flags]:
    """Return what is so in each world if a card is played and the rest by the policy."""
    hands, gone, at_random = met
    trump, table = observation.contract.trump, np.array(observation.record.table, np.int64)
    worlds = np.arange(len(hands))
    played = np.zeros(
        (len(hands), SEATS * observation.variant.tricks - len(observation.played)), np.int8
    )
    game = observation.rollout_game
    rollouts().courses(
        game, hands, gone, observation.leader, observation.played, card, played, at_random
    )
    cards = np.hstack([np.tile(table, (len(hands), 1)), played]).reshape(len(hands), -1, SEATS)
    suits = cards // RANKS
    led = suits[:, :, 0]
    power = np.array(observation.rules.heights)[cards % RANKS] + 20 * (suits == led[:, :, None])
    if trump is not None:
        power += 40 * (suits == trump)
    place = power.argmax(axis=2)
    # Who leads is who has taken the trick before.
    first = np.full((len(hands), 1), int(observation.record.leader))
    takers = (first + place.cumsum(axis=1)) % SEATS
    winning = np.take_along_axis(cards, place[:, :, None], axis=2)[:, :, 0]
    ours = np.isin(takers, list(observation.side))

    def trick_of(one: int) -> NDArray[np.intp]:
        found: NDArray[np.intp] = (cards == one).any(axis=2).argmax(axis=1)
        return found

    facts = {
        Fact.TAKES: winning[worlds, trick_of(best)] == best,
        Fact.OTHER_TAKES: winning[worlds, trick_of(other)] == other,
        Fact.TRICK: ours[:, 0],
    }
    if trump is not None:
        ruffed = (winning // RANKS == trump) & (led != trump)
        facts[Fact.RUFFS] = (ruffed & (takers == observation.seat)).any(axis=1)
        if suit_of(best) != trump:
            at = worlds, trick_of(best)
            facts[Fact.RUFFED] = ruffed[at] & ~ours[at] & (led[at] == suit_of(best))
    return facts
