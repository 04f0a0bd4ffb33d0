"""The discards of a hand in classes of equivalent ones; the hands worth keeping.

Two discards of the same size are *equivalent* if they leave the hand with equally many cards in
every gap between the cards that others hold or may come to hold. Suits are independent in this, so
that a class of discards is a choice for each suit.

``kept_hands()`` has the hands worth keeping out of more cards, in games where cards have points.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from ..cards import RANKS, SUIT_MASK, SUITS, card_of, hand_of, rank_of
from ..records import frozen
from ..rules.trick import TrickRules, strength, touching_cards

SuitChoices = tuple[int, ...]
"""Equivalent sets of cards of one suit, as bit masks, those of low cards first."""


@frozen
class DiscardClass:
    """A class of equivalent discards: for each suit, sets of cards of which any may go."""

    choices: tuple[SuitChoices, ...]

    @classmethod
    def alone(cls, cards: int) -> DiscardClass:
        """Return the class of one discard."""
        return cls(tuple((cards & SUIT_MASK << RANKS * suit,) for suit in range(SUITS)))

    @property
    def cards(self) -> int:
        """The discard of the lowest cards in the class, as a bit mask."""
        first = 0
        for choices in self.choices:
            first |= choices[0]
        return first

    @property
    def size(self) -> int:
        """The number of cards discarded."""
        return self.cards.bit_count()

    def __len__(self) -> int:
        return prod(map(len, self.choices))

    def __contains__(self, cards: int) -> bool:
        return all(
            cards & SUIT_MASK << RANKS * suit in choices
            for suit, choices in enumerate(self.choices)
        )

    def __iter__(self) -> Iterator[int]:
        for parts in product(*self.choices):
            yield sum(parts)

    def can_keep(self, card: int) -> bool:
        """Return whether a discard of the class keeps a card."""
        return any(not cards >> card & 1 for cards in self.choices[card // RANKS])


def discard_classes(
    hand: int,
    sizes: Sequence[int],
    others: Callable[[int], int],
    drawn: Callable[[int], int] = lambda size: 0,
    ace_low: bool = False,
) -> list[DiscardClass]:
    """Return the classes of discards of any of the ``sizes``.

    For a size, ``others`` returns the cards that others may hold then, and ``drawn`` the cards
    drawn into the hand, as far as they are known.
    """
    order = sorted(range(RANKS), key=lambda rank: strength(rank, ace_low))
    classes: list[DiscardClass] = []
    for size in sizes:
        elsewhere, coming = others(size), drawn(size)
        suits = [_suit_choices(hand, elsewhere, coming, suit, size, order) for suit in range(SUITS)]
        classes.extend(map(DiscardClass, _combine(suits, size)))
    return classes


def _suit_choices(
    hand: int, others: int, drawn: int, suit: int, most: int, order: Sequence[int]
) -> dict[int, list[SuitChoices]]:
    """Return by size the sets of one suit's cards, grouped by the cards they leave in each gap."""
    gap = [0] * RANKS
    gaps = 0
    for rank in order:
        gaps += others >> card_of(suit, rank) & 1
        gap[rank] = gaps
    held = [card_of(suit, rank) for rank in order if hand >> card_of(suit, rank) & 1]
    # One number for each set: its digits, in base 16, are the cards it leaves in each gap.
    everything = sum(
        1 << 4 * gap[rank] for rank in range(RANKS) if (hand | drawn) >> card_of(suit, rank) & 1
    )
    sets = [(0, everything)]
    for card in held:
        weight = 1 << 4 * gap[card % RANKS]
        sets += [
            (cards | 1 << card, code - weight) for cards, code in sets if cards.bit_count() < most
        ]
    groups: dict[int, list[int]] = defaultdict(list)
    for cards, code in sets:
        groups[code].append(cards)
    by_size: dict[int, list[SuitChoices]] = defaultdict(list)
    for group in groups.values():
        by_size[group[0].bit_count()].append(tuple(group))
    return by_size


def _combine(
    suits: Sequence[dict[int, list[SuitChoices]]], size: int
) -> Iterator[tuple[SuitChoices, ...]]:
    """Yield the choices, one for each suit, that make up ``size`` cards."""
    if len(suits) == 1:
        for group in suits[0].get(size, ()):
            yield (group,)
        return
    for part, groups in suits[0].items():
        if part <= size:
            rests = list(_combine(suits[1:], size - part))
            for group in groups:
                for rest in rests:
                    yield (group, *rest)


# Hands worth keeping ------------------------------------------------------------------


def kept_hands(
    held: int, others: int, size: int, rules: TrickRules, *, dearest: bool = True
) -> list[int]:
    """Return the hands of ``size`` cards that may be the best to keep of the cards ``held``.

    If none of the ``others`` lies between two cards, the play does not depend on which of them is
    kept, only the points do. It is best to keep the dearest: they add points to the tricks that the
    seat takes, and lose nothing in the rest. If the cards put away count for the seat, it is best
    to keep the cheapest (``dearest`` False), since the points of the others are certain then.
    """
    groups = [
        sorted(group, key=lambda card: rules.card_points[rank_of(card)], reverse=dearest)
        for group in touching_cards(held, others, rules)
    ]
    hands: dict[int, list[int]] = {0: [0]}  # by number of cards
    left = held.bit_count()  # in the groups to come
    for group in groups:
        left -= len(group)
        parts = [hand_of(group[:count]) for count in range(len(group) + 1)]
        further: dict[int, list[int]] = {}
        for already, smaller in hands.items():
            for count, part in enumerate(parts):
                if already + count <= size <= already + count + left:
                    further.setdefault(already + count, []).extend(hand | part for hand in smaller)
        hands = further
    return hands[size]
