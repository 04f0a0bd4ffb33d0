"""How likely what the others did is, in each of many worlds in the play.

That is the cards they have played, if worlds are played out: by the rule of thumb, more or less
closely, or at random. Where cards have points it is also the trump the declarer named, what he put
away and his bid. He is taken to choose by the rule of thumb (``hand_policy``), the more likely the
more points it promises: a choice that promises a scale's worth more is e times as likely. His
choices are all trumps with all the hands he could have kept. The rule's figure is a sum over suits,
so that the sum over all choices is a product of four short polynomials, whose degree counts the
cards put away. He is taken to have bid on a hand that the computer would bid on
(``bidding_policy``), one that promises so much, give or take. That a better hand would have bid
higher is not concluded: its seat may have been left with the bid.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from manni.solver.advice.bidding_policy import promised
from manni.solver.advice.choices import Belief
from manni.solver.advice.hand_policy import base_points, suit_points
from manni.solver.advice.observation import Observation
from manni.solver.cards import RANKS, SEATS, SUIT_MASK, SUITS, cards_in, hand_of
from manni.solver.rules.bidding import Aim
from manni.solver.searches.rollouts import rollouts

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PlayingStyle(NamedTuple):
    """How closely a player goes by the rule of thumb: ``part`` of the players play like that.

    A card whose score is ``scale`` less is e times less likely, and with the chance ``slip`` it is
    any legal card.
    """

    part: float
    scale: float
    slip: float


_STYLES = (
    PlayingStyle(0.3, 50.0, 0.05),
    PlayingStyle(0.3, 100.0, 0.05),
    PlayingStyle(0.3, 200.0, 0.05),
    PlayingStyle(0.1, 100.0, 1.0),  # at random
)
# The power of the chances of what the others have played by which worlds count.
_POWER = 0.85
_LAST = 4095  # a score that is so far below the best, or farther, has no chance

_SCALE = 3.0
_BID_SCALE = 8.0  # of points promised above the least
_SHARP = 0.5  # a scale at which the best choice is almost all of the sum
_LOWEST = 5  # the seven: no lower card is in a pack of these games
_MASKS = 1 << RANKS - _LOWEST


def says_something(observation: Observation, belief: Belief) -> bool:
    """Return whether anything that the others did in play, or to declare, is to be believed."""
    if belief is Belief.NONE:
        return False
    return (observation.rolls_out and bool(observation.played)) or _is_declared(observation)


def _is_declared(observation: Observation) -> bool:
    """Return whether another seat has named the trump of a game with points for cards."""
    if not observation.rules.counts_cards:
        return False
    # Where the cards put away count for the declarer, the rule does not know what he wants.
    if observation.variant.pile_counts or observation.contract.trump is None:
        return False
    return observation.declarer not in (None, observation.seat)


class Believed(NamedTuple):
    """How likely what the others did is in worlds, and who is to play on at random.

    ``logs`` are logarithms, one a world. ``at_random`` is by world and seat the chance that the
    seat plays at random, judged by the cards it has played.
    """

    logs: NDArray[np.float64]
    at_random: NDArray[np.float64]


def believed(
    observation: Observation, belief: Belief, hands: NDArray[np.uint64], gone: NDArray[np.uint64]
) -> Believed:
    """Return how likely what the others did was in each world, and who plays at random.

    ``hands`` are those at the first lead, and ``gone`` what each seat knew to be gone. All is 0
    where nothing is to be believed.
    """
    found = Believed(np.zeros(len(hands)), np.zeros((len(hands), SEATS)))
    if not says_something(observation, belief):
        return found
    if observation.rolls_out and observation.played:
        played = by_play(observation, hands, gone)
        found = played._replace(logs=_POWER * played.logs)
    if _is_declared(observation):
        found = found._replace(logs=found.logs + declarer_logs(observation, hands))
    return found


def by_play(
    observation: Observation, hands: NDArray[np.uint64], gone: NDArray[np.uint64]
) -> Believed:
    """Return the same by the cards played alone, of full power.

    How closely a player goes by the rule of thumb is not known. Each has one style throughout:
    what he played is as likely as it is on average over the styles, so that cards which fit none
    but chance say little, however many they are.
    """
    slips = np.array([style.slip for style in _STYLES])
    logs = np.zeros((len(hands), SEATS, len(_STYLES)))
    rollouts().likelihoods(
        observation.rollout_game,
        hands,
        gone,
        observation.leader,
        observation.played,
        observation.seat,
        _chances(),
        slips,
        logs,
    )
    logs += np.log([style.part for style in _STYLES])
    whole = np.logaddexp.reduce(logs, axis=2)
    at_random = np.exp(logs[:, :, slips == 1] - whole[:, :, None]).sum(axis=2)
    at_random[:, observation.seat] = 0
    return Believed(np.asarray(whole.sum(axis=1)), at_random)


@cache
def _chances() -> NDArray[np.float64]:
    """Return by style what a card counts whose score is so much below the best."""
    return np.array([np.exp(-np.arange(_LAST + 1.0) / style.scale) for style in _STYLES])


def declarer_logs(observation: Observation, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the logarithm of how likely the declarer's choices were in each world."""
    declarer, trump = observation.declarer, observation.contract.trump
    assert declarer is not None
    assert trump is not None
    kept = hands[:, declarer]
    away = np.zeros_like(kept)
    size = 0
    if observation.exchange.picks_up:
        size = observation.variant.manni
        away = np.uint64(observation.variant.pack) & ~np.bitwise_or.reduce(hands, axis=1)
    trumps = [suit.trump for suit in observation.variant.contracts if suit.trump is not None]
    every = np.stack([_choices(kept | away, suit, size, _SCALE) for suit in trumps], axis=1)
    most = np.log(every.sum(axis=1))
    logs = np.log(_choices(kept, trump, 0, _SCALE)) - most
    bid = observation.standing
    if bid is not None and bid.aim is Aim.POINTS:
        sums = np.sum([_choices(kept | away, suit, size, _SHARP) for suit in trumps], axis=0)
        best = base_points() + _SHARP * np.log(sums)
        least = promised(observation.variant, bid)
        logs = logs - np.logaddexp(0.0, (least - best) / _BID_SCALE)
    return np.asarray(logs, np.float64)


def _choices(held: NDArray[np.uint64], trump: int, size: int, scale: float) -> NDArray[np.float64]:
    """Return the sum over all ways to put ``size`` cards away of how likely each is."""
    sums = np.zeros((len(held), size + 1))
    sums[:, 0] = 1.0
    for suit in range(SUITS):
        lanes = (held >> np.uint64(RANKS * suit + _LOWEST)) & np.uint64(_MASKS - 1)
        of_suit = _table(suit == trump, size, scale)[lanes.astype(np.intp)]
        after = np.zeros_like(sums)
        for gone in range(size + 1):
            after[:, gone:] += sums[:, : size + 1 - gone] * of_suit[:, gone, None]
        sums = after
    return np.asarray(sums[:, size])


@lru_cache(maxsize=16)
def _table(is_trump: bool, size: int, scale: float) -> NDArray[np.float64]:
    """Return for the cards of a suit, and how many of them go, the sum over which go."""
    sums = np.zeros((_MASKS, size + 1))
    for mask in range(_MASKS):
        cards = list(cards_in(mask << _LOWEST & SUIT_MASK))
        for gone in range(min(size, len(cards)) + 1):
            for left in combinations(cards, len(cards) - gone):
                sums[mask, gone] += np.exp(suit_points(hand_of(left), is_trump) / scale)
    return sums
