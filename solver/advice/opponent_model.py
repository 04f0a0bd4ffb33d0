"""What players are taken to do with a hand: the models that make some deals likelier.

All three are soft choices, with odds of e to one for every ``scale`` of what one thing is worth
more than another; ``_beliefs.pyx`` samples deals under them.

**What a seat puts down**, and so how many. Each card goes with odds by its margin over a card not
seen, in the rule of thumb, given that the rules allow so many: every set of cards that may be put
down has a chance in proportion to exp(- sum of their margins / ``DISCARD_SCALE``). Of the scales
tried, this one makes what the fitted rule (``evaluation``) puts down likeliest, in NT, trump
contracts and NULLO alike. That rule knows more than the rule of thumb, as players do.

**Whether a seat swaps its whole hand**, where it may do that or nothing: with odds by the sum of
the margins of its cards, one to one where that is 0. ``SWAP_SCALE`` was fitted to random hands of
forehand, each swapped and kept in some deals that were solved with open cards: so often the swap
that the sum speaks for is the better one.

**What a seat calls**, with the hand it was dealt and the lines it has left to declare: each call
with a chance in proportion to exp(points / ``CALL_SCALE``). Points are those of the deal and what
the lines then left are worth in later deals (``declaration``):

* **an ordinary contract**: by the line fitted to contracts of its kind;
* **a great contract**: by the tricks that the hand can be expected to take, by a rule of its
  own, with an error of ``ERROR`` tricks. The rule of thumb takes hands with many trumps for
  better than they are. Of the sixteen cards the four worst can go, if they are worth less than
  nothing; the rest count ``GREAT_PLAIN`` by rank and ``GREAT_LENGTH`` for every pair of a suit,
  and trumps ``GREAT_TRUMPS``; ``GREAT_START`` is what there is besides;
* **a pass**: the points of playing against the call that stands, a line in the rule of thumb's
  score of the hand as it is.

All of it was fitted once: the great contracts by least squares to declared deals solved with open
cards, those with great hands among them, and the lines of a pass to the same deals. The scale of
the calls is stated, not fitted: nobody's calls were there to fit it to. It says how far
a seat's judgement of its hand is from that of the rules here.

**How likely what the others did is, in each of many worlds in the play.**

That is the cards they have played, if worlds are played out: by the rule of thumb, more or less
closely, or at random. Where cards have points it is also the trump the declarer named, what he put
away and his bid. He is taken to choose by the rule of thumb (``hand_policy``), the more likely the
more points it promises: a choice that promises a scale's worth more is e times as likely. His
choices are all trumps with all the hands he could have kept. The rule's figure is a sum over suits,
so that the sum over all choices is a product of four short polynomials, whose degree counts the
cards put away. He is taken to have bid on a hand that the computer would bid on
(``hand_policy``), one that promises so much, give or take. That a better hand would have bid
higher is not concluded: its seat may have been left with the bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import erf, sqrt
from typing import NamedTuple

import numpy as np

from ..cards import (
    CARDS,
    RANKS,
    SEATS,
    SUIT_MASK,
    SUITS,
    Contract,
    Seat,
    card_of,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from ..rollouts import rollouts
from ..rules.auction import Aim, Call
from ..rules.trick import strength
from ..rules.variant import Variant, point_table
from .choices import Belief
from .compare import Floats, HandArray
from .declaration import (
    Lines,
    Names,
    auction_of,
    declarer_line,
    exchange_limit,
    set_values_of,
    used,
)
from .hand_policy import base_points, card_margins, promised, suit_points
from .observation import Observation

DISCARD_SCALE = 0.15
"""In tricks."""

SWAP_SCALE = 1.0
"""In tricks."""

CALL_SCALE = 0.4
"""In points."""


# How the compiled sampler scores a hand -----------------------------------------------

Worths = tuple[bool, list[float], list[float], list[list[float]], list[int]]
"""Whether tricks are avoided; the margin of every card alone in its suit and, by suit, what a
further card adds; in nullo the margin by height and number of lower cards held; the heights of
the ranks."""

_MOST_UNDER = 3

# By rank, two to ace.
GREAT_NT = (*[-0.3] * 6, -0.3, -0.15, 0.0, 0.15, 0.5, 0.8, 1.5)
GREAT_PLAIN = (*[-0.4] * 6, -0.4, -0.4, -0.4, -0.2, 0.05, 0.3, 0.8)
GREAT_TRUMPS = (*[0.75] * 6, 0.85, 0.9, 1.1, 1.2, 1.4, 1.7, 2.15)
GREAT_NT_LENGTH = 0.1
GREAT_LENGTH = 0.16

_GREAT = tuple(contract for contract in Contract if not contract.avoids)


@cache
def scoring_rules(ace_low: bool = False) -> tuple[Worths, ...]:
    """Return the rules that score a hand: the rule of thumb's by contract, then the great ones'."""
    return (
        *(_thumb_worths(contract, ace_low and contract.avoids) for contract in Contract),
        *map(_great_worths, _GREAT),
    )


def _thumb_worths(contract: Contract, ace_low: bool) -> Worths:
    """Return the margins of the rule of thumb, read off ``card_margins``: the two cannot differ."""
    if contract.avoids:
        ranks = sorted(range(RANKS), key=lambda rank: strength(rank, ace_low))
        burdens = [
            [_burden(contract, ranks, height, under, ace_low) for under in range(_MOST_UNDER + 1)]
            for height in range(RANKS)
        ]
        heights = [ranks.index(rank) for rank in range(RANKS)]
        return True, [0.0] * CARDS, [0.0] * SUITS, burdens, heights
    alone = [card_margins(contract, 1 << card)[card] for card in range(CARDS)]
    two = [card_margins(contract, hand_of((card_of(s, 0), card_of(s, 1)))) for s in range(SUITS)]
    further = [two[suit][card_of(suit, 0)] - alone[card_of(suit, 0)] for suit in range(SUITS)]
    return _taking(alone, further)


def _great_worths(contract: Contract) -> Worths:
    def ranks(suit: int) -> tuple[float, ...]:
        if contract.trump is None:
            return GREAT_NT
        return GREAT_TRUMPS if suit == contract.trump else GREAT_PLAIN

    length = GREAT_NT_LENGTH if contract.trump is None else GREAT_LENGTH
    alone = [ranks(suit_of(card))[rank_of(card)] for card in range(CARDS)]
    return _taking(alone, [0.0 if suit == contract.trump else length / 2 for suit in range(SUITS)])


def _taking(alone: list[float], further: list[float]) -> Worths:
    """Return the worths where tricks are wanted."""
    return False, alone, further, [[0.0] * (_MOST_UNDER + 1)] * RANKS, list(range(RANKS))


def _burden(contract: Contract, ranks: list[int], height: int, under: int, ace_low: bool) -> float:
    """Return the margin in nullo of the card of a height over so many of its suit."""
    card = card_of(0, ranks[height])
    held = [card_of(0, rank) for rank in ranks[: min(height, under)]]
    return card_margins(contract, hand_of([card, *held]), ace_low)[card]


# What is called -----------------------------------------------------------------------

ERROR = 1.3
"""The standard deviation of a great contract's tricks about those expected."""

GREAT_NT_START = 2.7
GREAT_START = 2.25

# A pass, by the kind of the contract that stands: the points at a score of 0, and what a trick
# of the score adds.
AGAINST = {"NT": (-0.77, 1.15), "trump": (-0.1, 0.46), "NULLO": (-1.41, 1.59)}
AGAINST_GREAT = {"NT": (-0.4, 0.75), "trump": (0.45, 0.5)}

_STEP = 0.25
_LOWEST, _HIGHEST = -12.0, 32.0
_SCORES = tuple(_LOWEST + _STEP * step for step in range(int((_HIGHEST - _LOWEST) / _STEP) + 1))


class CallOption(NamedTuple):
    """What a seat may say: by which rule its hand is scored, and the points by score.

    ``rule`` is an index into ``scoring_rules``, ``limit`` how many cards may be exchanged,
    ``more`` what is added for the lines then left; ``table`` has the points at scores ``step``
    apart, from ``first``.
    """

    rule: int
    limit: int
    more: float
    first: float
    step: float
    table: tuple[float, ...]


class CallMade(NamedTuple):
    """What a seat could say in its turn, and the index of what it said."""

    seat: Seat
    options: tuple[CallOption, ...]
    chosen: int


def turns(variant: Variant, left: Lines, calls: Sequence[Call | None]) -> list[CallMade]:
    """Return the turns so far, without those in which only one thing could be said.

    ``left`` are the lines that each seat had left to declare.
    """
    auction, choices = auction_of(variant, left), []
    for call in calls:
        seat, legal, standing = auction.to_call, auction.legal(), auction.standing
        auction = auction.call(call)
        if seat is not None and len(legal) > 1:
            options = tuple(_option(variant, left[seat], option, standing) for option in legal)
            choices.append(CallMade(seat, options, legal.index(call)))
    return choices


def _option(variant: Variant, lines: Names, call: Call | None, standing: Call | None) -> CallOption:
    after = lines - used(variant, lines, call)
    values = set_values_of(variant)
    more = 0.0 if values is None else values[after]
    if call is None:
        assert standing is not None  # nobody may pass before the first call
        start, slope = (AGAINST_GREAT if standing.great else AGAINST)[standing.contract.kind]
        return _straight(standing.contract, 0, more, start, slope)
    limit = exchange_limit(variant)
    if call.great:
        first = GREAT_NT_START if call.contract.trump is None else GREAT_START
        rule = len(Contract) + _GREAT.index(call.contract)
        return CallOption(rule, limit, more, _LOWEST, _STEP, _great_points(variant, first))
    return _straight(call.contract, limit, more, *declarer_line(call.contract))


def _straight(
    contract: Contract, limit: int, more: float, start: float, slope: float
) -> CallOption:
    ends = (start + slope * _LOWEST, start + slope * _HIGHEST)
    return CallOption(contract, limit, more, _LOWEST, _HIGHEST - _LOWEST, ends)


@cache
def _great_points(variant: Variant, start: float) -> tuple[float, ...]:
    """Return the declarer's points in a great contract by the score of his hand."""
    tricks = variant.tricks
    # Whichever great contract: the points are the same.
    table = point_table(variant, Contract.NT, True, Seat.FOREHAND)[Seat.FOREHAND]
    points = [guaranteed for guaranteed, _ in table]

    def below(most: float, expected: float) -> float:
        return 0.5 + 0.5 * erf((most - expected) / (ERROR * sqrt(2)))

    def expected_points(expected: float) -> float:
        total, before = 0.0, 0.0
        for number in range(tricks + 1):
            up_to = 1.0 if number == tricks else below(number + 0.5, expected)
            total += (up_to - before) * points[number]
            before = up_to
        return total

    return tuple(expected_points(start + score) for score in _SCORES)


# What was played and declared ---------------------------------------------------------


# How closely players go by the rule of thumb: so large a part of them plays like that, a card whose
# score is a scale less is e times less likely, and with the chance of a slip it is any legal card.
_PARTS = np.array([0.3, 0.3, 0.3, 0.1])
_SCALES = np.array([50.0, 100.0, 200.0, 100.0])
_SLIPS = np.array([0.05, 0.05, 0.05, 1.0])  # the last plays at random
# The power of the chances of what the others have played by which worlds count.
_POWER = 0.85
# By style, what a card counts whose score is so much below the best; none if it is farther below.
_CHANCES = np.exp(-np.arange(4096.0) / _SCALES[:, None])

_SCALE = 3.0
_BID_SCALE = 8.0  # of points promised above the least
_SHARP = 0.5  # a scale at which the best choice is almost all of the sum
_LOWEST_RANK = 5  # the seven: no lower card is in a pack of these games
_MASKS = 1 << RANKS - _LOWEST_RANK


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

    logs: Floats
    at_random: Floats


def believed(
    observation: Observation, belief: Belief, hands: HandArray, gone: HandArray
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


def by_play(observation: Observation, hands: HandArray, gone: HandArray) -> Believed:
    """Return the same by the cards played alone, of full power.

    How closely a player goes by the rule of thumb is not known. Each has one style throughout:
    what he played is as likely as it is on average over the styles, so that cards which fit none
    but chance say little, however many they are.
    """
    logs = np.zeros((len(hands), SEATS, len(_PARTS)))
    rollouts().likelihoods(
        observation.rollout_game,
        hands,
        gone,
        observation.leader,
        observation.played,
        observation.seat,
        _CHANCES,
        _SLIPS,
        logs,
    )
    logs += np.log(_PARTS)
    whole = np.logaddexp.reduce(logs, axis=2)
    at_random = np.exp(logs[:, :, _SLIPS == 1] - whole[:, :, None]).sum(axis=2)
    at_random[:, observation.seat] = 0
    return Believed(np.asarray(whole.sum(axis=1)), at_random)


def declarer_logs(observation: Observation, hands: HandArray) -> Floats:
    """Return the logarithm of how likely the declarer's choices were in each world."""
    declarer, trump = observation.declarer, observation.contract.trump
    assert declarer is not None
    assert trump is not None
    kept = hands[:, declarer]
    away = np.zeros_like(kept)
    size = 0
    if observation.exchange.picks_up:
        size = observation.variant.manni
        away = in_no_hand(observation, hands)
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


def in_no_hand(observation: Observation, hands: HandArray) -> HandArray:
    """Return the cards that are in no hand, in each world."""
    return np.asarray(np.uint64(observation.variant.pack) & ~np.bitwise_or.reduce(hands, axis=1))


def _choices(held: HandArray, trump: int, size: int, scale: float) -> Floats:
    """Return the sum over all ways to put ``size`` cards away of how likely each is."""
    sums = np.zeros((len(held), size + 1))
    sums[:, 0] = 1.0
    for suit in range(SUITS):
        lanes = (held >> np.uint64(RANKS * suit + _LOWEST_RANK)) & np.uint64(_MASKS - 1)
        of_suit = _table(suit == trump, size, scale)[lanes.astype(np.intp)]
        after = np.zeros_like(sums)
        for gone in range(size + 1):
            after[:, gone:] += sums[:, : size + 1 - gone] * of_suit[:, gone, None]
        sums = after
    return np.asarray(sums[:, size])


@lru_cache(maxsize=16)
def _table(is_trump: bool, size: int, scale: float) -> Floats:
    """Return for the cards of a suit, and how many of them go, the sum over which go."""
    sums = np.zeros((_MASKS, size + 1))
    for mask in range(_MASKS):
        cards = list(cards_in(mask << _LOWEST_RANK & SUIT_MASK))
        for gone in range(min(size, len(cards)) + 1):
            for left in combinations(cards, len(cards) - gone):
                sums[mask, gone] += np.exp(suit_points(hand_of(left), is_trump) / scale)
    return sums
