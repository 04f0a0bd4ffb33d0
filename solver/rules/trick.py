"""Which cards may be played and which one wins: the same in every variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.cards import RANKS, SEATS, SUIT_MASK, Seat, rank_of, suit_of, without
from solver.rules.contract import Contract

if TYPE_CHECKING:
    from solver.rules.variant import Variant

_SEATS = tuple(Seat)


def strength(rank: int, ace_low: bool = False) -> int:
    """Return how high a rank stands in its suit, 0 lowest to 12 highest."""
    return (rank + 1) % RANKS if ace_low else rank


def ace_is_low(contract: Contract, asked: bool | None, variant: Variant | None) -> bool:
    """Return whether the ace is the lowest card of its suit, the one rule for it.

    It is what is ``asked`` for, whatever the contract; else what the variant has; else,
    where neither is there (None), the ace is high.
    """
    if asked is None:
        return variant is not None and variant.ace_low(contract)
    return asked


def legal_cards(hand: int, table: Sequence[int]) -> int:
    """Return the part of ``hand`` that may be played to the cards of a trick so far.

    A hand that has the suit led must follow it; any other may play anything: there is no
    duty to ruff or to overtake.
    """
    if table:
        following = hand & SUIT_MASK << RANKS * suit_of(table[0])
        if following:
            return following
    return hand


def trick_winner(cards: Sequence[int], contract: Contract, ace_low: bool = False) -> int:
    """Return which of the cards of a trick wins, as an index into ``cards``.

    The first card is the one led. Of fewer than three cards, the one winning so far.
    """
    trump = contract.trump
    best = 0
    for index in range(1, len(cards)):
        suit, winning_suit = suit_of(cards[index]), suit_of(cards[best])
        if suit == winning_suit:
            if strength(rank_of(cards[index]), ace_low) > strength(rank_of(cards[best]), ace_low):
                best = index
        elif trump is not None and suit == trump:
            best = index
    return best


def winning_seat(
    leader: int, cards: Sequence[int], contract: Contract, ace_low: bool = False
) -> Seat:
    """Return the seat that wins the trick ``leader`` led to; it leads to the next."""
    return _SEATS[(leader + trick_winner(cards, contract, ace_low)) % SEATS]


def after_card(
    hands: tuple[int, int, int],
    leader: int,
    table: tuple[int, ...],
    card: int,
    contract: Contract,
    ace_low: bool = False,
) -> tuple[tuple[int, int, int], int, tuple[int, ...]]:
    """Return hands, leader and table once a legal card has been played.

    An empty table says that it completed a trick, which the new leader has taken.
    """
    hands, table = without(hands, card), (*table, card)
    if len(table) < SEATS:
        return hands, leader, table
    return hands, winning_seat(leader, table, contract, ace_low), ()
