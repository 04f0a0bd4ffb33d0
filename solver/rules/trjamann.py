"""Trjámann: 16 cards, forehand declares, each player each of four contracts once."""

from __future__ import annotations

from dataclasses import replace

from solver.cards import Seat
from solver.rules.auction import CHOICE, Slot
from solver.rules.contract import Contract
from solver.rules.exchange import DeclarerOnly
from solver.rules.scoring import AfterDeals, Scoring, Targets
from solver.rules.variant import MANNI, Option, Variant

NAMED = (
    Slot("NULLO", (Contract.NULLO,)),
    Slot("NT", (Contract.NT,)),
    Slot("S", (Contract.S,)),
)
OTHER = Slot("other", (Contract.H, Contract.D, Contract.C))
OTHER_OR_SPADES = Slot("other", (Contract.S, *OTHER.contracts))


def with_other_spades(variant: Variant) -> Variant:
    """Return the game in which spades may be the trump of "other" too."""
    return replace(variant, slots=(*NAMED, OTHER_OR_SPADES))


TRJAMANN = Variant(
    code="trjamann",
    name="Trjámann",
    packets=4 * tuple((seat, 4) for seat in Seat) + ((MANNI, 4),),
    slots=(*NAMED, OTHER),
    steps=CHOICE,
    exchange=DeclarerOnly(4),
    scoring=Scoring(plain=Targets(8, 4), nullo=Targets(4, 6)),
    ending=AfterDeals(12),
    options={"spades-other": Option("spades may be named as other too", with_other_spades)},
)
