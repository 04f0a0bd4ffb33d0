"""From the three guarantees to best cases, shares and points.

Everything here is arithmetic on tricks counted from the position on, by seat F, M, D.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from solver.cards import SEATS
from solver.rules.contract import Contract

Tricks = tuple[int, int, int]
Shares = tuple[Fraction, Fraction, Fraction]


def best_case(guarantee: Sequence[int], tricks: int, contract: Contract) -> Tricks:
    """Return what each seat gets if the two others secure only their own guarantees.

    In NULLO the others take all they may have to, and the seat what is left, if any.
    """
    first, second, third = (
        max(0, tricks - sum(guarantee) + own) if contract.avoids else tricks - sum(guarantee) + own
        for own in guarantee
    )
    return first, second, third


def share(guarantee: Sequence[int], tricks: int, contract: Contract) -> Shares:
    """Return one fair number a seat, adding up to ``tricks``: Tijs's compromise value.

    Every seat stands at the same fraction of its way from its lower to its higher
    number. In S H D C NT that is a third of the way from guarantee to best case.
    """
    best = best_case(guarantee, tricks, contract)
    lower, higher = (best, guarantee) if contract.avoids else (guarantee, best)
    width = sum(higher) - sum(lower)
    fraction = Fraction(tricks - sum(lower), width) if width else Fraction(0)
    first, second, third = (
        low + fraction * (high - low) for low, high in zip(lower, higher, strict=True)
    )
    return first, second, third


def points(shares: Sequence[Fraction], targets: Sequence[int], contract: Contract) -> Shares:
    """Return what a whole deal is worth to each seat: share minus target, reversed in NULLO.

    Not for great contracts, whose points are not linear in tricks.
    """
    first, second, third = (
        contract.sign * (own - target) for own, target in zip(shares, targets, strict=True)
    )
    return first, second, third


def splits(seat: int, tricks: int, guarantee: Sequence[int]) -> list[Tricks]:
    """Return the results in which ``seat`` takes its guarantee and no other less than its own.

    ``tricks`` is their sum. For contracts in which tricks are wanted.
    """
    left, right = (seat + 1) % SEATS, (seat + 2) % SEATS
    rest = tricks - guarantee[seat]
    results = []
    for taken in range(guarantee[left], rest - guarantee[right] + 1):
        result = [0, 0, 0]
        result[seat], result[left], result[right] = guarantee[seat], taken, rest - taken
        results.append((result[0], result[1], result[2]))
    return results
