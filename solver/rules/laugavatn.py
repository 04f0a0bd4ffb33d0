"""Laugavatnsmanni: six contracts for each player, and great ones to overcall with.

A is forehand, B middlehand, C the dealer. A names a contract. B may overcall with any
great contract B has left, and A may take it back with any A has left; then C has no
say. If A lets B's call stand, C may overcall in a higher denomination, which ends the
auction. If B passed, C may overcall with any great contract C has left, and A may take
it back.
"""

from __future__ import annotations

from dataclasses import replace

from solver.rules.auction import ALL_SIX, PASS, Call, Left, Legal, Steps, any_contract
from solver.rules.contract import Contract
from solver.rules.scoring import AfterDeals, Bonus, Scoring, Targets
from solver.rules.trjamann import TRJAMANN
from solver.rules.variant import Option, Variant

DENOMINATIONS = (Contract.C, Contract.D, Contract.S, Contract.H, Contract.NT)
"""The denominations of great contracts, lowest first."""


def great(left: Left, standing: Call | None) -> Legal:
    """Return any great contract left, or a pass."""
    return (*(Call(c, great=True) for c in DENOMINATIONS if c in left), PASS)


def higher(left: Left, standing: Call | None) -> Legal:
    """Return any great contract left above the call that stands, or a pass."""
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
    """Return the game in which a deal is played even if its forehand has nothing left.

    The first seat from forehand on that has a contract left then opens.
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
    options={
        "no-skip": Option("a deal is played even if forehand has declared all", without_skipping)
    },
)
