"""From the three guarantees to best cases and shares.

All numbers are tricks from the position on, or points, by seat F, M, D.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from manni.solver.cards import BySeat, triple
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import PLAIN, TrickRules, avoids
from manni.solver.schema import SHARES, TRICKS

Tricks = Annotated[BySeat[int], TRICKS]
Shares = Annotated[BySeat[Fraction], SHARES]
Points = Fraction | tuple[int, int]
"""What a deal is worth to a seat: the points of its share; in a great contract, whose
points are not linear in tricks, those of its guarantee and of its best case."""


def best_case(
    guarantee: Sequence[int], tricks: int, contract: Contract, rules: TrickRules = PLAIN
) -> Tricks:
    """Return what each seat gets if the two others secure no more than their guarantees.

    ``tricks`` is the number to be played, or what the rules count instead. Where it is to be
    avoided, as in NULLO, no best case is below 0.
    """
    avoided = avoids(contract, rules)
    slack = tricks - sum(guarantee)
    return triple(max(0, sure + slack) if avoided else sure + slack for sure in guarantee)


def share(
    guarantee: Sequence[int], tricks: int, contract: Contract, rules: TrickRules = PLAIN
) -> Shares:
    """Return one fair number for each seat, ``tricks`` in sum: Tijs's compromise value.

    Every seat stands at the same fraction of its way from its lower to its higher
    number. In S H D C NT that is a third of the way from guarantee to best case.
    """
    best = best_case(guarantee, tricks, contract, rules)
    lower, higher = (best, guarantee) if avoids(contract, rules) else (guarantee, best)
    width = sum(higher) - sum(lower)
    fraction = Fraction(tricks - sum(lower), width) if width else Fraction(0)
    return triple(low + fraction * (high - low) for low, high in zip(lower, higher, strict=True))
