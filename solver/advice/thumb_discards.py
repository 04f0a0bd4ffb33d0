"""A rule of thumb for the exchange, in plain words.

Every card of a hand has a worth in tricks, and so has a card not seen yet. Put down the
worst card as long as it is worth less than a card not seen, up to what is allowed. If
only the whole hand may go or nothing, compare the sums.

* **NT**: ace 1.5, king 0.9, queen 0.7, jack 0.4, ten 0.2, anything lower 0, and 0.02 more
  for every card of its suit. A card not seen is worth 0.3.
* **A trump suit**: of the other suits ace 1.1, king 0.6, queen 0.5, jack 0.3, anything
  lower 0. A trump: ace 1, king 0.8, queen 0.5, jack 0.3, lower 0, and for the length 0.3
  for every trump held less 0.15. A card not seen is worth 0.4.
* **NULLO**: what counts is the rank of a card and how many lower cards of its suit the
  hand holds under it. With none under it a card from the five up is a burden of more
  than a third of a trick, an ace of a whole one; with one or two under it a card from
  the eight up; anything else is worth keeping. A card not seen is a burden of a third.

The numbers are least squares over the shares of random deals that the solver found with
open cards, rounded: 280 in NT, 60 with a trump, 40 of 12 and 600 of 8 cards in NULLO.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver import checks
from solver.advice.seen import Seen
from solver.cards import RANKS, cards_in, hand_of, rank_of, suit_of, suit_ranks
from solver.errors import DealError
from solver.rules.contract import Contract
from solver.rules.trick import strength

# By rank, two to ace.
_NT = (0, 0, 0, 0, 0, 0, 0, 0, 0.2, 0.4, 0.7, 0.9, 1.5)
_NT_LENGTH = 0.02
_PLAIN = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0.3, 0.5, 0.6, 1.1)
_TRUMP = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0.3, 0.5, 0.8, 1.0)
_TRUMP_LENGTH = 0.3
_UNSEEN_NT = 0.3
_UNSEEN_TRUMP = 0.4

# What a card costs in NULLO: rows are ranks 2-4, 5-7, 8-T, J-Q, K-A, columns how many lower
# cards of the suit are held: none, one, two, more.
_BURDENS = (
    (0.0, 0.0, 0.1, 0.1),
    (0.45, 0.15, 0.25, 0.25),
    (0.75, 0.45, 0.4, 0.3),
    (0.95, 0.6, 0.35, 0.3),
    (1.0, 0.7, 0.4, 0.35),
)
_ROW = (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4)
_UNSEEN_NULLO = 1 / 3


def thumb_of(known: Seen) -> int:
    """Return the cards that a seat would put down by the rule of thumb, as a hand."""
    checks.instance(known, Seen, "view")
    return thumb_discards(
        known.contract, known.hand, known.sizes(), known.ace_low, known.exchange.all_or_nothing
    )


def thumb_discards(
    contract: Contract,
    hand: int,
    sizes: Sequence[int],
    ace_low: bool = False,
    all_or_nothing: bool = False,
) -> int:
    """Return the cards that the rule of thumb puts down, as a hand.

    ``sizes`` are the numbers that may be exchanged, smallest first; if there is only one,
    that many go, those the rule likes least. ``all_or_nothing`` says that there is no choice
    between the first size and the last. Cards that tie go lowest first.
    """
    all_or_nothing = checks.flag(all_or_nothing, "all_or_nothing")
    margins = card_margins(contract, hand, ace_low)
    least, most = _limits(sizes, len(margins))
    worst = sorted(margins, key=lambda card: (margins[card], card % RANKS, card))
    bad = sum(margin < 0 for margin in margins.values())
    if all_or_nothing and least < most:
        bad = most if sum(margins.values()) < 0 else least
    return hand_of(worst[: max(least, min(bad, most))])


def _limits(sizes: Sequence[int], cards: int) -> tuple[int, int]:
    """Return the least and the most that may be exchanged of so many cards."""
    sizes = checks.several(sizes, "sizes")
    if not sizes:
        raise DealError("sizes: none is given, expected at least one number of cards")
    least, most = (checks.number(size, "sizes", 0, cards) for size in (sizes[0], sizes[-1]))
    return least, most


def discards_near_thumb(known: Seen, number: int) -> list[int]:
    """Return ``number`` discards: the rule of thumb's, standing pat, and what comes near."""
    checks.instance(known, Seen, "view")
    number = checks.number(number, "number", 1)
    margins = card_margins(known.contract, known.hand, known.ace_low)
    worst = sorted(margins, key=lambda card: (margins[card], card))
    most = known.sizes()[-1]
    near = {thumb_of(known), 0}
    # The worst cards in order, with one of the next in place of one of the last.
    for size in range(most + 1):
        near.add(hand_of(worst[:size]))
    base = worst[:most]
    for out in reversed(base):
        for card in worst[most : most + 3]:
            near.add(hand_of(base) ^ 1 << out ^ 1 << card)
    cost = {cards: sum(margins[card] for card in cards_in(cards)) for cards in near}
    return sorted(near, key=lambda cards: (cost[cards], cards))[:number]


def card_margins(contract: Contract, hand: int, ace_low: bool = False) -> dict[int, float]:
    """Return how much more each card is worth, in tricks, than a card not seen.

    In NULLO how much less of a burden it is.
    """
    checks.instance(contract, Contract, "contract")
    ace_low = checks.flag(ace_low, "ace_low")
    margins = {}
    for card in cards_in(checks.hand(hand)):
        suit, rank = suit_of(card), rank_of(card)
        held = suit_ranks(hand, suit)
        if contract.avoids:
            height = strength(rank, ace_low)
            under = sum(
                strength(rank_of(other), ace_low) < height
                for other in cards_in(hand)
                if suit_of(other) == suit
            )
            margins[card] = _UNSEEN_NULLO - _BURDENS[_ROW[height]][min(under, 3)]
        elif contract.trump is None:
            margins[card] = _NT[rank] + _NT_LENGTH * held.bit_count() - _UNSEEN_NT
        elif suit == contract.trump:
            length = _TRUMP_LENGTH * held.bit_count() - _TRUMP_LENGTH / 2
            margins[card] = _TRUMP[rank] + length - _UNSEEN_TRUMP
        else:
            margins[card] = _PLAIN[rank] - _UNSEEN_TRUMP
    return margins


def thumb_score(
    contract: Contract, hand: int, sizes: Sequence[int], ace_low: bool = False
) -> float:
    """Return how many tricks more than unseen cards a hand is worth, exchanged by the rule.

    In NULLO how many fewer it takes.
    """
    margins = card_margins(contract, hand, ace_low)
    gone = thumb_discards(contract, hand, sizes, ace_low)
    return sum(margin for card, margin in margins.items() if not gone >> card & 1)
