"""What players are taken to do with a hand: the models that make some deals likelier.

All three are soft choices, with odds of e to one for every ``scale`` of what one thing is worth
more than another; ``_beliefs.pyx`` samples deals under them.

**What a seat puts down**, and so how many. Each card goes with odds by its margin over a card not
seen, in the rule of thumb, given that the rules allow so many: every set of cards that may be put
down has a chance in proportion to exp(- sum of their margins / ``DISCARD_SCALE``). Of the scales
tried, this one makes what the fitted rule (``linear_evaluation``) puts down likeliest, in NT, trump
contracts and NULLO alike. That rule knows more than the rule of thumb, as players do.

**Whether a seat swaps its whole hand**, where it may do that or nothing: with odds by the sum of
the margins of its cards, one to one where that is 0. ``SWAP_SCALE`` was fitted to random hands of
forehand, each swapped and kept in some deals that were solved with open cards: so often the swap
that the sum speaks for is the better one.

**What a seat calls**, with the hand it was dealt and the lines it has left to declare: each call
with a chance in proportion to exp(points / ``CALL_SCALE``). Points are those of the deal and what
the lines then left are worth in later deals (``contracts_left``):

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
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from manni.solver.advice.contracts_left import (
    Names,
    declarer_line,
    exchange_limit,
    has_set_values,
    set_value,
    used,
)
from manni.solver.advice.declaration import Lines, auction_of
from manni.solver.advice.hand_policy import card_margins
from manni.solver.cards import CARDS, RANKS, SUITS, Seat, card_of, hand_of, rank_of, suit_of
from manni.solver.rules.auction import PASS, Call
from manni.solver.rules.contract import Contract
from manni.solver.rules.points import point_table
from manni.solver.rules.trick import strength
from manni.solver.rules.variant import Variant

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
    more = set_value(variant, after) if has_set_values(variant) else 0.0
    if call is PASS:
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
