"""Writes played.manni: deals exchanged and played by rules of thumb, with some slips.

python data/sample_deals/make_played.py
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

from solver.cards import cards_in, rank_of, suit_of, triple
from solver.deal import Deal
from solver.dealing import random_deals
from solver.files.dealfile import format_deals
from solver.puzzles.thumb_card import thumb_card
from solver.rules.contract import Contract
from solver.rules.registry import get_variant

# Every so many cards one is played at random.
SLIPS = 6

# Variant, the contract wanted or declared, the declarer, the cards played (None: all).
WANTED = (
    ("hornafjordur", Contract.NT, None, None),
    ("hornafjordur", Contract.H, None, None),
    ("hornafjordur", Contract.NULLO, None, None),
    ("basic", Contract.S, None, 20),
    ("hornafjordur-io", Contract.NULLO, None, None),
)


def exchanged(deal: Deal) -> Deal:
    """Return the deal with each seat's worst cards put down, as many as it may."""
    assert deal.variant is not None
    assert deal.contract is not None
    contract = deal.contract
    rule = get_variant(deal.variant).exchange
    discards: list[tuple[int, ...] | None] = [None] * 3
    taken = 0
    for seat in rule.order(deal.declarer):
        hand = deal.hands[seat]
        sizes = rule.sizes(seat, taken, hand.bit_count(), len(deal.manni))
        worst = sorted(cards_in(hand), key=lambda card: _worth(card, contract))
        bad = [card for card in worst if _worth(card, contract) < 8]
        size = max(size for size in sizes if size <= len(bad))
        discards[seat] = tuple(bad[:size])
        taken += size
    return replace(deal, discards=tuple(discards))


def _worth(card: int, contract: Contract) -> int:
    if contract.avoids:
        return 12 - rank_of(card)
    return rank_of(card) + 13 * (suit_of(card) == contract.trump)


def played(deal: Deal, cards: int | None, rng: random.Random) -> Deal:
    """Return the deal with its play, or the first ``cards`` of it, and the result."""
    position = deal.position(after=0)
    play: list[int] = []
    won = [0, 0, 0]
    while position.tricks and len(play) != cards:
        slips = rng.randrange(SLIPS) == 0
        card = rng.choice(position.legal()) if slips else thumb_card(position)
        play.append(card)
        position = position.play(card)
        if position.taken_by is not None:
            won[position.taken_by] += 1
    result = None if position.tricks else triple(won)
    return replace(deal, play=tuple(play), result=result)


def main() -> None:
    """Write the file beside this program."""
    rng = random.Random(1)
    deals = []
    for number, (code, contract, declarer, cards) in enumerate(WANTED):
        variant = get_variant(code)
        for deal in islice(random_deals(variant, number + 10), 50):
            if deal.contract in (None, contract):
                break
        deal = replace(deal, contract=contract, declarer=declarer, leader=variant.leader(declarer))
        deals.append(played(exchanged(deal), cards, rng))
    path = Path(__file__).with_name("played.manni")
    path.write_text(format_deals(deals), encoding="utf-8")


if __name__ == "__main__":
    main()
