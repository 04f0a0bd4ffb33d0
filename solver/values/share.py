"""From the three guarantees to best cases and shares.

All numbers are tricks from the position on, or points, by seat F, M, D.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver import checks
from solver.cards import SEATS, triple
from solver.errors import ArgumentError
from solver.notation import parse_contract
from solver.rules.contract import Contract
from solver.rules.trick import PLAIN, TrickRules, avoids

Tricks = tuple[int, int, int]
Shares = tuple[Fraction, Fraction, Fraction]


def best_case(
    guarantee: Sequence[int], tricks: int, contract: Contract | str, rules: TrickRules = PLAIN
) -> Tricks:
    """Return what each seat gets if the two others secure no more than their guarantees.

    ``tricks`` is the number to be played, or what the rules count instead. Where it is to be
    avoided, as in NULLO, no best case is below 0.
    """
    avoided = avoids(parse_contract(contract), checks.instance(rules, TrickRules, "rules"))
    guarantee, tricks = _numbers(guarantee, tricks)
    slack = tricks - sum(guarantee)
    return triple(max(0, own + slack) if avoided else own + slack for own in guarantee)


def share(
    guarantee: Sequence[int], tricks: int, contract: Contract | str, rules: TrickRules = PLAIN
) -> Shares:
    """Return one fair number for each seat, ``tricks`` in sum: Tijs's compromise value.

    Every seat stands at the same fraction of its way from its lower to its higher
    number. In S H D C NT that is a third of the way from guarantee to best case.
    """
    contract = parse_contract(contract)
    guarantee, tricks = _numbers(guarantee, tricks)
    best = best_case(guarantee, tricks, contract, rules)
    lower, higher = (best, guarantee) if avoids(contract, rules) else (guarantee, best)
    width = sum(higher) - sum(lower)
    fraction = Fraction(tricks - sum(lower), width) if width else Fraction(0)
    return triple(low + fraction * (high - low) for low, high in zip(lower, higher, strict=True))


def _numbers(guarantee: Sequence[int], tricks: int) -> tuple[Tricks, int]:
    tricks = checks.number(tricks, "tricks")
    each = checks.several(guarantee, "guarantee", SEATS)
    if len(each) != SEATS:
        raise ArgumentError(f"guarantee: {checks.quote(guarantee)}, expected {SEATS} numbers")
    return triple(checks.number(own, "guarantee", 0, tricks) for own in each), tricks
