"""What a seat calls, with the hand it was dealt and the lines it has left to declare.

Of what it may say a seat says each with a chance in proportion to exp(points / SCALE): e to one
for every ``SCALE`` points that one is worth more than another. Points are those of the deal and
what the lines then left are worth in later deals (``contracts_left``):

* **an ordinary contract**: by the line fitted to contracts of its kind;
* **a great contract**: by the tricks that the hand can be expected to take, by a rule of its
  own, with an error of ``ERROR`` tricks. The rule of thumb takes hands with many trumps for
  better than they are. Of the sixteen cards the four worst can go, if they are worth less than
  nothing; the rest count ``GREAT_PLAIN`` by rank and ``GREAT_LENGTH`` for every pair of a suit,
  and trumps ``GREAT_TRUMPS``; ``GREAT_START`` is what there is besides;
* **a pass**: the points of playing against the call that stands, a line in the rule of thumb's
  score of the hand as it is.

``benchmarks/fit_beliefs.py`` fits the great contracts to declared deals solved with open cards,
those with great hands among them, and the lines of a pass to the same deals. The scale is
stated, not fitted: nobody's calls were there to fit it to. It says how far a seat's judgement
of its hand is from that of the rules here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from solver import checks
from solver.advice.behaviour.worths import Worths, worths
from solver.advice.contracts_left import (
    Names,
    contract_line,
    exchange_limit,
    has_set_values,
    kind_of,
    set_value,
    used,
)
from solver.advice.said import auction_of, checked_left
from solver.cards import CARDS, RANKS, SUITS, Seat, rank_of, suit_of
from solver.errors import ArgumentError
from solver.rules.auction import PASS, Call
from solver.rules.contract import Contract
from solver.rules.points import point_table
from solver.rules.variant import Variant

SCALE = 0.4
"""In points."""

ERROR = 1.3
"""The standard deviation of a great contract's tricks about those expected."""

# By rank, two to ace.
GREAT_NT = (*[-0.3] * 6, -0.3, -0.15, 0.0, 0.15, 0.5, 0.8, 1.5)
GREAT_PLAIN = (*[-0.4] * 6, -0.4, -0.4, -0.4, -0.2, 0.05, 0.3, 0.8)
GREAT_TRUMPS = (*[0.75] * 6, 0.85, 0.9, 1.1, 1.2, 1.4, 1.7, 2.15)
GREAT_NT_START = 2.7
GREAT_START = 2.25
GREAT_NT_LENGTH = 0.1
GREAT_LENGTH = 0.16

# The points of passing: against so much, and for every trick of the rule of thumb's score.
AGAINST = {"NT": (-0.77, 1.15), "trump": (-0.1, 0.46), "NULLO": (-1.41, 1.59)}
AGAINST_GREAT = {"NT": (-0.4, 0.75), "trump": (0.45, 0.5)}

_STEP = 0.25
_LOWEST, _HIGHEST = -12.0, 32.0
_SCORES = tuple(_LOWEST + _STEP * step for step in range(int((_HIGHEST - _LOWEST) / _STEP) + 1))

_GREAT = tuple(contract for contract in Contract if not contract.avoids)


class Option(NamedTuple):
    """What a seat may say: by which rule its hand is scored, and the points by score.

    ``rule`` is a number in ``rules``, ``limit`` how many cards may be exchanged, ``more`` what
    is added for the lines then left; ``table`` has the points at scores ``step`` apart.
    """

    rule: int
    limit: int
    more: float
    first: float
    step: float
    table: tuple[float, ...]


class Turn(NamedTuple):
    """What a seat could say in its turn, and the number of what it said."""

    seat: Seat
    options: tuple[Option, ...]
    chosen: int


def rules(ace_low: bool = False) -> tuple[Worths, ...]:
    """Return the worths of the cards of a hand under every rule that scores it."""
    return worths(ace_low) + _great_worths()


def turns(
    variant: Variant, left: tuple[Names, Names, Names], calls: Sequence[Call | None]
) -> list[Turn]:
    """Return the turns so far, without those in which only one thing could be said.

    ``left`` are the lines that each seat had left to declare.
    """
    checks.instance(variant, Variant, "variant")
    names = checked_left(left)
    if not names:
        raise ArgumentError("left: nothing, expected the lines of every seat")
    state = auction_of(variant, names)
    found = []
    for call in checks.several(calls, "calls"):
        seat, legal = state.to_call, state.legal()
        standing = state.standing
        state = state.call(call)
        if seat is not None and len(legal) > 1:
            options = tuple(_option(variant, names[seat], each, standing) for each in legal)
            found.append(Turn(seat, options, legal.index(call)))
    return found


def _option(variant: Variant, names: Names, call: Call | None, standing: Call | None) -> Option:
    after = names - used(variant, names, call)
    more = set_value(variant, after) if has_set_values(variant) else 0.0
    if call is PASS:
        assert standing is not None  # nobody may pass before the first call
        start, slope = (AGAINST_GREAT if standing.great else AGAINST)[kind_of(standing.contract)]
        return _line(standing.contract, 0, more, start, slope)
    limit = exchange_limit(variant)
    if call.great:
        first = GREAT_NT_START if call.contract.trump is None else GREAT_START
        table = _great_points(variant, first)
        return Option(_great_rule(call.contract), limit, more, _LOWEST, _STEP, table)
    line = contract_line(call.contract)
    return _line(call.contract, limit, more, line.start, line.slope)


def _great_rule(contract: Contract) -> int:
    """Return the number in ``rules`` of a great contract's."""
    return len(Contract) + _GREAT.index(contract)


def _line(contract: Contract, limit: int, more: float, start: float, slope: float) -> Option:
    ends = (start + slope * _LOWEST, start + slope * _HIGHEST)
    return Option(contract, limit, more, _LOWEST, _HIGHEST - _LOWEST, ends)


@cache
def _great_points(variant: Variant, start: float) -> tuple[float, ...]:
    """Return the declarer's points in a great contract by the score of his hand."""
    tricks = variant.tricks
    # Whichever great contract: the points are the same.
    table = point_table(variant, Contract.NT, True, Seat.FOREHAND)[Seat.FOREHAND]
    points = [pair[0] for pair in table]

    def below(most: float, expected: float) -> float:
        return 0.5 + 0.5 * erf((most - expected) / (ERROR * sqrt(2)))

    def expected_points(expected: float) -> float:
        found, before = 0.0, 0.0
        for number in range(tricks + 1):
            up_to = 1.0 if number == tricks else below(number + 0.5, expected)
            found += (up_to - before) * points[number]
            before = up_to
        return found

    return tuple(expected_points(start + score) for score in _SCORES)


@cache
def _great_worths() -> tuple[Worths, ...]:
    return tuple(map(_worths_of, _GREAT))


def _worths_of(contract: Contract) -> Worths:
    def ranks(suit: int) -> tuple[float, ...]:
        if contract.trump is None:
            return GREAT_NT
        return GREAT_TRUMPS if suit == contract.trump else GREAT_PLAIN

    length = GREAT_NT_LENGTH if contract.trump is None else GREAT_LENGTH
    alone = [ranks(suit_of(card))[rank_of(card)] for card in range(CARDS)]
    each = [0.0 if suit == contract.trump else length / 2 for suit in range(SUITS)]
    return False, alone, each, [[0.0] * 4] * RANKS, list(range(RANKS))
