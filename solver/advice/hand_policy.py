"""The rule of thumb for a hand: what to put down and to name, with no search.

**The exchange.** Every card of a hand has a worth in tricks, and so has a card not seen yet.
Put down the worst card as long as it is worth less than a card not seen, up to what is
allowed. If only the whole hand may go or nothing, compare the sums.

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

**An auction of numbers.** The card points of a declarer are a sum: so many for each trump and
for the high ones, for tens, aces, kings and queens beside, for suits it is void in or has one
card of. The weights are in ``solver/data/declarer_points.json``, made by
``tools/data/fit_bids.py`` from deals solved with open cards. What is bid is in ``bidding_policy``.
"""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver.advice.observation import Observation
from manni.solver.cards import (
    RANK_LETTERS,
    RANKS,
    SUIT_MASK,
    SUITS,
    Contract,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
    suit_ranks,
)
from manni.solver.exchange.discards import kept_hands
from manni.solver.package_data import load_json
from manni.solver.rules.trick import arranged, strength
from manni.solver.rules.variant import Variant

# The exchange -----------------------------------------------------------------------

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


def card_margins(contract: Contract, hand: int, ace_low: bool = False) -> dict[int, float]:
    """Return by card how many tricks more it is worth than a card not seen.

    In NULLO how much less of a burden it is.
    """
    margins = {}
    for card in cards_in(hand):
        suit, rank = suit_of(card), rank_of(card)
        length = suit_ranks(hand, suit).bit_count()
        if contract.avoids:
            height = strength(rank, ace_low)
            under = sum(
                strength(rank_of(other), ace_low) < height
                for other in cards_in(hand)
                if suit_of(other) == suit
            )
            margins[card] = _UNSEEN_NULLO - _BURDENS[_ROW[height]][min(under, 3)]
        elif contract.trump is None:
            margins[card] = _NT[rank] + _NT_LENGTH * length - _UNSEEN_NT
        elif suit == contract.trump:
            margins[card] = (
                _TRUMP[rank] + (_TRUMP_LENGTH * length - _TRUMP_LENGTH / 2) - _UNSEEN_TRUMP
            )
        else:
            margins[card] = _PLAIN[rank] - _UNSEEN_TRUMP
    return margins


def thumb_discards(
    contract: Contract,
    hand: int,
    sizes: Sequence[int],
    ace_low: bool = False,
    all_or_nothing: bool = False,
) -> int:
    """Return the cards that the rule puts down, as a hand.

    ``sizes`` are the numbers that may be exchanged, smallest first; if there is only one,
    that many go, those the rule likes least. ``all_or_nothing`` says that there is no choice
    between the first size and the last. Cards that tie go lowest first.
    """
    margins = card_margins(contract, hand, ace_low)
    least, most = sizes[0], sizes[-1]
    worst = sorted(margins, key=lambda card: (margins[card], card % RANKS, card))
    bad = sum(margin < 0 for margin in margins.values())
    if all_or_nothing and least < most:
        bad = most if sum(margins.values()) < 0 else least
    return hand_of(worst[: max(least, min(bad, most))])


def thumb_of(observation: Observation) -> int:
    """Return the cards that a seat puts down by the rule, as a hand."""
    return thumb_discards(
        observation.contract,
        observation.hand,
        observation.sizes(),
        observation.ace_low,
        observation.exchange.all_or_nothing,
    )


def discards_near_thumb(observation: Observation, number: int) -> list[int]:
    """Return ``number`` discards: the rule's own, standing pat, and what comes near."""
    margins = card_margins(observation.contract, observation.hand, observation.ace_low)
    worst = sorted(margins, key=lambda card: (margins[card], card))
    most = observation.sizes()[-1]
    near = {thumb_of(observation), 0}
    # The worst cards in order, with one of the next in place of one of the last.
    for size in range(most + 1):
        near.add(hand_of(worst[:size]))
    base = worst[:most]
    for out in reversed(base):
        for card in worst[most : most + 3]:
            near.add(hand_of(base) ^ 1 << out ^ 1 << card)
    cost = {cards: sum(margins[card] for card in cards_in(cards)) for cards in near}
    return sorted(near, key=lambda cards: (cost[cards], cards))[:number]


def thumb_score(
    contract: Contract, hand: int, sizes: Sequence[int], ace_low: bool = False
) -> float:
    """Return how many tricks more than unseen cards a hand is worth, exchanged by the rule.

    In NULLO how many fewer it takes.
    """
    margins = card_margins(contract, hand, ace_low)
    gone = thumb_discards(contract, hand, sizes, ace_low)
    return sum(margin for card, margin in margins.items() if not gone >> card & 1)


# An auction of numbers --------------------------------------------------------------

_FILE = "declarer_points.json"

FEATURES = (
    *("hand", "trumps", "trump T", "trump A", "trump K", "trump Q", "trump J"),
    *("T", "A with T", "A", "K", "Q", "voids", "singletons"),
)
"""What the points are a sum of, each so many times its weight; the first is 1."""

_T, _A, _K, _Q, _J = (1 << RANK_LETTERS.index(letter) for letter in "TAKQJ")


def declarer_features(hand: int, trump: Contract) -> tuple[int, ...]:
    """Return how often a hand has each of the ``FEATURES``."""
    suits = [_suit_features(suit_ranks(hand, suit), suit == trump.trump) for suit in range(SUITS)]
    return (1, *map(sum, zip(*suits, strict=True)))


def _suit_features(ranks: int, is_trump: bool) -> tuple[int, ...]:
    """Return what a suit adds to the features, all but the first, by its ranks."""
    high = [int(ranks & rank > 0) for rank in (_T, _A, _K, _Q, _J)]
    if is_trump:
        return (ranks.bit_count(), *high, *(0,) * 7)
    ten, ace, king, queen, _ = high
    return (
        *(0,) * 6,
        ten,
        ace & ten,
        ace & (1 - ten),
        king,
        queen,
        int(not ranks),
        int(ranks.bit_count() == 1 and not ten and not ace),
    )


def base_points() -> float:
    """Return the points of a declarer to which those of his suits are added."""
    return float(load_json(_FILE)["weights"][FEATURES[0]])


def suit_points(ranks: int, is_trump: bool) -> float:
    """Return what a suit adds to the points of a declarer, by its ranks."""
    weights = load_json(_FILE)["weights"]
    features = zip(FEATURES[1:], _suit_features(ranks, is_trump), strict=True)
    return float(sum(weights[name] * many for name, many in features))


def declarer_points(hand: int, trump: Contract) -> float:
    """Return about how many points a declarer takes who begins to play with a hand."""
    weights = load_json(_FILE)["weights"]
    features = zip(FEATURES, declarer_features(hand, trump), strict=True)
    return float(sum(weights[name] * many for name, many in features))


def kept_choices(
    variant: Variant, held: int, trumps: Sequence[Contract] | None = None
) -> list[tuple[Contract, int]]:
    """Return the trumps that may be named, each with every hand that may be kept of ``held``.

    ``trumps`` are those to choose from, by default all suits.
    """
    hands = hands_to_keep(variant, held)
    suits = _trumps(variant) if trumps is None else trumps
    return [(trump, kept) for trump in suits for kept in hands]


def hands_to_keep(variant: Variant, held: int) -> list[int]:
    """Return every hand that may be kept of the cards held, those of the others not known."""
    size = min(variant.tricks, held.bit_count())
    others, dearest = variant.pack & ~held, not variant.pile_counts
    return kept_hands(held, others, size, variant.rules, dearest=dearest)


def best_kept(
    variant: Variant, held: int, trumps: Sequence[Contract] | None = None
) -> tuple[Contract, int]:
    """Return the trump to name and the hand to keep of the cards held, surprise included."""
    choices = kept_choices(variant, held, trumps)
    return max(choices, key=lambda choice: declarer_points(choice[1], choice[0]))


def hand_figure(variant: Variant, hand: int, shown: Sequence[int] = ()) -> float:
    """Return the points that the rule promises a hand dealt, with what it may keep of ``shown``.

    These are the cards on the table that lie face up.
    """
    trump, kept = best_kept(variant, hand | hand_of(shown))
    return declarer_points(kept, trump)


def takes_all(variant: Variant, contract: Contract, hand: int) -> bool:
    """Return whether a seat claims every trick: if it would take them all by leading.

    Its highest trumps draw all that it does not hold, even from one hand; in every other suit
    its highest cards do so, or it holds no other cards. A suit is counted with the cards of the
    pack.
    """
    rules = variant.rules
    for suit in range(SUITS):
        pack = arranged(cards_in(variant.pack & SUIT_MASK << RANKS * suit), rules)
        held = [bool(hand >> card & 1) for card in pack]
        top = held.index(False) if False in held else len(held)
        draws = top >= held.count(False)
        if not draws and (suit == contract.trump or top < sum(held)):
            return False
    return True


def trump_to_avoid(hand: int, variant: Variant) -> Contract:
    """Return the trump that forehand names where few points are wanted: its weakest suit.

    That is by its points, and one for every card.
    """
    worth = variant.rules.card_points

    def strength_of(trump: Contract) -> int:
        return sum(1 + worth[rank] for rank in cards_in(suit_ranks(hand, trump)))

    return min(_trumps(variant), key=strength_of)


def trump_to_name(variant: Variant, hand: int) -> Contract:
    """Return the trump that a seat names by the rule of thumb, nothing being taken up."""
    if variant.rules.avoids:
        return trump_to_avoid(hand, variant)
    return best_kept(variant, hand)[0]


def _trumps(variant: Variant) -> list[Contract]:
    return [contract for contract in variant.contracts if contract.trump is not None]
