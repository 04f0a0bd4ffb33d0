"""La manille aux enchères: the highest bidder plays against the two others.

Without a *surprise*, with a small one of two cards or with a great one of five, which the
declarer may take cards from.
"""

from __future__ import annotations

from dataclasses import replace

from solver.rules.bidding import GENERAL, MISERES, Aim, Bid, numbers
from solver.rules.contract import Contract
from solver.rules.exchange import NoExchange, PickUp
from solver.rules.manille import ENCHERES, MISERE
from solver.rules.manille_3 import ONES, THIRTY, THIRTY_TWO, THREES, TRUMPS
from solver.rules.marking import ByBid
from solver.rules.scoring import FirstTo
from solver.rules.variant import MANNI, Option, Variant

MISERES_AFTER = {32: MISERES[0], 42: MISERES[1], 52: MISERES[2]}
"""The misère that overcalls a number and is worth as much; the last is above all else."""


def ladder(most: int) -> tuple[Bid, ...]:
    """Return the bids of a game whose tricks are worth so much: numbers, then all of them."""
    return (*numbers(1, most), Bid(GENERAL, most, Aim.ALL))


def with_miseres(variant: Variant) -> Variant:
    """Return the game in which a player may bid to take no trick, with the hand as dealt."""
    bids: list[Bid] = []
    for bid in variant.bids:
        bids.append(bid)
        if bid.worth in MISERES_AFTER and bid.aim is Aim.POINTS:
            bids.append(Bid(MISERES_AFTER[bid.worth], bid.worth, Aim.NONE))
    bids.append(Bid(MISERES[3], bids[-1].worth, Aim.NONE))
    contracts = (*variant.contracts, Contract.NULLO)
    return replace(variant, bids=tuple(bids), contracts=contracts, nullo_rules=MISERE)


def with_no_trump(variant: Variant) -> Variant:
    """Return the game in which the declarer may play without trump."""
    return replace(variant, contracts=(*TRUMPS, Contract.NT, *variant.contracts[len(TRUMPS) :]))


def with_talon_counted(variant: Variant) -> Variant:
    """Return the game in which the cards put away count for the declarer."""
    return replace(variant, pile_counts=True)


def with_points_realised(variant: Variant) -> Variant:
    """Return the game in which a declarer who makes his bid marks what he took."""
    return replace(variant, scoring=ByBid(realised=True))


OPTIONS = {
    "miseres": Option("to take no trick may be bid too", with_miseres),
    "nt": Option("the declarer may play without trump", with_no_trump),
    "realised": Option("who makes his bid marks the points he took", with_points_realised),
}
WITH_SURPRISE = OPTIONS | {
    "talon-declarer": Option("cards put away count for the declarer", with_talon_counted)
}

ENCHERES_SANS = Variant(
    code="encheres-sans",
    name="manille aux enchères, without a surprise",
    pack=THIRTY,
    packets=(*THREES, *ONES),
    pile="surprise",
    contracts=TRUMPS,
    bids=ladder(70),
    rules=ENCHERES,
    exchange=NoExchange(),
    scoring=ByBid(),
    ending=FirstTo(150, sign=""),
    options=OPTIONS,
)

ENCHERES_PETITE = replace(
    ENCHERES_SANS,
    code="encheres-petite",
    name="manille aux enchères, small surprise",
    pack=THIRTY_TWO,
    packets=(*THREES, *ONES, (MANNI, 2)),
    exchange=PickUp(),
    options=WITH_SURPRISE,
)

ENCHERES_GRANDE = replace(
    ENCHERES_PETITE,
    code="encheres-grande",
    name="manille aux enchères, great surprise",
    packets=(*THREES, (MANNI, 5)),
    shown=2,
    bids=ladder(69),
)
