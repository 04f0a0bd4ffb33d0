"""Basic Manni: 48 cards, trumps in rotation, one player may swap his whole hand."""

from __future__ import annotations

from solver import checks
from solver.cards import FULL_PACK, RANK_LETTERS, SUITS, Seat, card_of, hand_of
from solver.rules.contract import Contract
from solver.rules.exchange import SwapAll
from solver.rules.scoring import FirstTo, Scoring, Targets
from solver.rules.variant import MANNI, Variant

TRUMPS = (Contract.H, Contract.S, Contract.D, Contract.C)
TWOS = hand_of(card_of(suit, RANK_LETTERS.index("2")) for suit in range(SUITS))


def turn_of_trump(number: int, cut: int | None) -> Contract:
    """Return the trump of the ``number``-th deal."""
    return TRUMPS[(checks.number(number, "the number of the deal", 1) - 1) % len(TRUMPS)]


BASIC = Variant(
    code="basic",
    name="basic Manni",
    pack=FULL_PACK & ~TWOS,
    packets=3 * tuple((seat, 4) for seat in Seat) + ((MANNI, 12),),
    contracts=TRUMPS,
    fixed_contract=turn_of_trump,
    exchange=SwapAll(),
    scoring=Scoring(plain=Targets(4, 4)),
    ending=FirstTo(10),
)
