"""A rule of thumb for a surprise: the trump to name and the cards to put away.

Name the longest suit, of equally long ones the one with more points. Put away cards of other
suits, those without points first, of equal points those of the shortest suit.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver import checks
from solver.cards import cards_in, hand_of, rank_of, suit_of
from solver.errors import ArgumentError
from solver.rules.contract import Contract
from solver.rules.variant import Variant


def thumb_put_away(held: int, variant: Variant, trumps: Sequence[Contract]) -> tuple[Contract, int]:
    """Return the trump, one of ``trumps``, and the cards to put away, as a hand."""
    held, rules = checks.hand(held, "held"), checks.instance(variant, Variant, "variant").rules
    suits: dict[int | None, list[int]] = {}
    for card in cards_in(held):
        suits.setdefault(suit_of(card), []).append(card)

    def points(card: int) -> int:
        return rules.card_points[rank_of(card)]

    def liked(contract: Contract) -> tuple[int, int]:
        cards = suits.get(contract.trump, [])
        return len(cards), sum(map(points, cards))

    names = [checks.member(Contract, own, "a trump") for own in checks.several(trumps, "trumps")]
    if not names:
        raise ArgumentError("trumps: none to choose from")
    trump = max(names, key=liked)

    def worth(card: int) -> tuple[bool, int, int, int]:
        suit = suit_of(card)
        is_trump = suit == trump.trump
        return is_trump, points(card), len(suits[suit]), rules.heights[rank_of(card)]

    return trump, hand_of(sorted(cards_in(held), key=worth)[: variant.manni])
