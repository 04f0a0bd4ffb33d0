"""Laugavatnsmanni: six contracts each, and great contracts to overcall with.

A is forehand, B middlehand, C the dealer. A names a contract. B may overcall with any
great contract he has left, and A take it back with any he has; then C has no say. If A
lets B's stand, C may go higher, which ends it. If B passed, C may overcall with any and
A take it back.
"""

from __future__ import annotations

from dataclasses import replace

from solver.rules.auction import ALL_SIX, PASS, Call, Left, Legal, Steps, any_contract
from solver.rules.contract import Contract
from solver.rules.scoring import AfterDeals, Bonus, Scoring, Targets
from solver.rules.trjamann import TRJAMANN
from solver.rules.variant import Variant

DENOMINATIONS = (Contract.C, Contract.D, Contract.S, Contract.H, Contract.NT)
"""The denominations of great contracts, lowest first."""


def great(left: Left, standing: Call | None) -> Legal:
    """Any great contract left, or pass."""
    return (*(Call(c, great=True) for c in DENOMINATIONS if c in left), PASS)


def higher(left: Left, standing: Call | None) -> Legal:
    """A great contract left in a higher denomination than the call that stands, or pass."""
    assert standing is not None  # it is asked for only after an overcall
    above = DENOMINATIONS[DENOMINATIONS.index(standing.contract) + 1 :]
    return great(left.intersection(above), standing)


A, B, C = range(3)
CALLED, PASSED = True, False

STEPS: Steps = {
    (): (A, any_contract),
    (CALLED,): (B, great),
    (CALLED, CALLED): (A, great),
    (CALLED, CALLED, PASSED): (C, higher),
    (CALLED, PASSED): (C, great),
    (CALLED, PASSED, CALLED): (A, great),
}


def without_skipping(variant: Variant) -> Variant:
    """Return the game in which nobody is passed over as forehand.

    The first player from forehand on who has a contract left then opens.
    """
    return replace(variant, skips=False)


LAUGAVATN = replace(
    TRJAMANN,
    code="laugavatn",
    name="Laugavatnsmanni",
    slots=ALL_SIX,
    steps=STEPS,
    skips=True,
    scoring=Scoring(
        plain=Targets(8, 4),
        nullo=Targets(4, 6),
        great=Targets(14, 1),
        bonuses=(Bonus(15, 4, -2), Bonus(16, 8, -4)),
    ),
    ending=AfterDeals(18),
    options={"no-skip": without_skipping},
)
