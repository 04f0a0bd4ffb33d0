"""La manille à trois: each for himself, the dealer's last card makes the trump."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver import checks
from solver.cards import FULL_PACK, RANK_LETTERS, SUITS, Seat, Suit, card_of, hand_of, suit_of
from solver.rules.contract import Contract
from solver.rules.exchange import NoExchange
from solver.rules.manille import MANILLE
from solver.rules.marking import Above
from solver.rules.scoring import FirstTo
from solver.rules.variant import MANNI, Option, Variant

LOW = "23456"
THIRTY_TWO = FULL_PACK & ~hand_of(
    card_of(suit, RANK_LETTERS.index(rank)) for suit in range(SUITS) for rank in LOW
)
"""Sevens to aces."""
THIRTY = THIRTY_TWO & ~hand_of(
    card_of(suit, RANK_LETTERS.index("7")) for suit in (Suit.SPADES, Suit.CLUBS)
)
"""Where nothing is to be left over: without the sevens of the black suits."""
TRUMPS = (Contract.S, Contract.H, Contract.D, Contract.C)

THREES = 3 * tuple((seat, 3) for seat in Seat)
ONES = tuple((seat, 1) for seat in Seat)
"""Ten cards each: three times three, then one."""


@dataclass(frozen=True)
class ByTurned:
    """The contract that a card turned up makes: its suit is trump."""

    def __call__(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract, None if the turned card is not known."""
        return None if cut is None else Contract(suit_of(checks.card(cut, "the turned card")))


def to_44(variant: Variant) -> Variant:
    """Return the game that is played to 44."""
    return replace(variant, ending=FirstTo(44, sign=""))


def without_tourne(variant: Variant) -> Variant:
    """Return the game in which the turned card is worth nothing to the dealer."""
    return replace(variant, scoring=Above(17, turned=False))


MANILLE_3 = Variant(
    code="manille-3",
    name="manille à trois",
    pack=THIRTY_TWO,
    packets=(*THREES, (MANNI, 2), *ONES),
    pile="talon",
    contracts=TRUMPS,
    fixed_contract=ByTurned(),
    cuts=True,
    cut_card="turned card",
    rules=MANILLE,
    exchange=NoExchange(),
    scoring=Above(17),
    ending=FirstTo(34, sign=""),
    options={
        "44": Option("played until a player has 44", to_44),
        "no-tourne": Option("the dealer marks nothing for the turned card", without_tourne),
    },
)
