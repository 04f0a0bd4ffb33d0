"""A position as the places of its cards: how each suit lies in the three hands.

How the cards of a suit in three hands compare, as far as it is known.

A card is known by its *place*: its hand, and how many cards of that hand and suit are above it.
That the cards of one hand lie in order goes without saying. ``Known`` adds comparisons of cards
of different hands, with all that follows from them: if F's second card is above M's first, then
so is F's first. What it leaves open is a number of *layouts*: the ways in which the three hands
can lie in the suit, written as the hands that hold its cards, from the top down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from random import Random

from ..cards import SEATS, SUITS, BySeat, cards_in, hand_of, seats_from, suit_of
from ..position import Position

Layout = tuple[int, ...]
"""The seats that hold the cards of a suit, from the highest card down."""

Comparison = tuple[int, int]
"""Two cards of a suit by number, the higher first; ``Known`` says how they are numbered."""


@dataclass(frozen=True)
class Known:
    """What is known of a suit in which the seats hold so many cards.

    Cards are numbered seat by seat, each hand from the top. ``above`` says for each card, as a
    set of bits, which are known to be above it: with two comparisons also what follows from
    both.
    """

    lengths: BySeat[int]
    above: tuple[int, ...]

    @cached_property
    def below(self) -> tuple[int, ...]:
        """For each card, as a set of bits, the cards known to be below it."""
        cards = range(len(self.above))
        return tuple(sum((self.above[y] >> x & 1) << y for y in cards) for x in cards)

    @cached_property
    def mask(self) -> int:
        """All that is known as one number, a bit for each pair of cards."""
        size = len(self.above)
        return sum(each << size * card for card, each in enumerate(self.above))

    def has(self, pair: Comparison) -> bool:
        """Return whether a comparison is known to come out like this."""
        return bool(self.above[pair[1]] >> pair[0] & 1)

    def follows_from(self, other: Known) -> bool:
        """Return whether another of the same lengths knows all this, and maybe more."""
        return not self.mask & ~other.mask

    def adding(self, pair: Comparison) -> Known:
        """Return what is known with one comparison more, which must not contradict it."""
        high, low = pair
        if self.has(pair):
            return self
        higher = self.above[high] | 1 << high
        lower = self.below[low] | 1 << low
        return Known(
            self.lengths,
            tuple(each | higher if lower >> c & 1 else each for c, each in enumerate(self.above)),
        )

    def leaving_out(self, pair: Comparison) -> Known:
        """Return all that is known but one of the ``covers``.

        What follows from it and others stays known. Nothing that is left implies it: that
        would go by a card between the two, and a cover has none.
        """
        high, low = pair
        above = list(self.above)
        above[low] &= ~(1 << high)
        return Known(self.lengths, tuple(above))

    @cached_property
    def covers(self) -> tuple[Comparison, ...]:
        """Return the comparisons of different hands from which all others follow.

        They are the pairs with no card known to lie between them.
        """
        found = []
        for low, above in enumerate(self.above):
            beyond = 0
            for high in bits(above):
                beyond |= self.above[high]
            found += [(high, low) for high in bits(above & ~beyond & ~_mates(self.lengths)[low])]
        return tuple(found)

    def agrees(self, layout: Layout) -> bool:
        """Return whether a layout of the suit comes out as all this says."""
        done = 0
        for card in numbers(self.lengths, layout):
            if self.above[card] & ~done:
                return False
            done |= 1 << card
        return True

    def nearest(self, layout: Layout) -> Layout:
        """Return a layout that agrees, as near to another as taking the highest first goes."""
        order = numbers(self.lengths, layout)
        owner = owners(self.lengths)
        done = 0
        found: list[int] = []
        while len(found) < len(order):
            card = next(c for c in order if not done >> c & 1 and not self.above[c] & ~done)
            done |= 1 << card
            found.append(owner[card])
        return tuple(found)

    @cached_property
    def layouts(self) -> int:
        """How many layouts agree."""
        return self._ways[0, 0, 0]

    @cached_property
    def _ways(self) -> dict[BySeat[int], int]:
        """How many ways there are to go on, by the cards of each seat laid down from the top."""
        a, b, c = self.lengths
        ways = {self.lengths: 1}
        for left in reversed([(i, j, k) for i in range(a + 1) for j in range(b + 1)
                              for k in range(c + 1)]):  # fmt: skip
            if left != self.lengths:
                ways[left] = sum(ways[after] for after in self._next(left))
        return ways

    def _next(self, laid: BySeat[int]) -> Iterator[BySeat[int]]:
        """Yield what is laid with the next card from the top, whosever it may be."""
        first, done = 0, 0
        firsts = []
        for seat in range(SEATS):
            done |= ((1 << laid[seat]) - 1) << first
            firsts.append(first)
            first += self.lengths[seat]
        for seat in range(SEATS):
            if laid[seat] < self.lengths[seat] and not (
                self.above[firsts[seat] + laid[seat]] & ~done
            ):
                one, two, three = (laid[each] + (each == seat) for each in range(SEATS))
                yield one, two, three

    def any(self, rng: Random) -> Layout:
        """Return a layout that agrees, drawn quickly: not each is as likely as any other."""
        above, done = self.above, 0
        card = [0, self.lengths[0], self.lengths[0] + self.lengths[1]]
        last = [card[1], card[2], len(above)]
        found = []
        for _ in above:
            seats = [s for s in (0, 1, 2) if card[s] < last[s] and not above[card[s]] & ~done]
            seat = seats[int(rng.random() * len(seats))]
            done |= 1 << card[seat]
            card[seat] += 1
            found.append(seat)
        return tuple(found)


@lru_cache(4096)
def owners(lengths: BySeat[int]) -> tuple[int, ...]:
    """Return the seat of each card by its number."""
    return tuple(seat for seat in range(SEATS) for _ in range(lengths[seat]))


@lru_cache(4096)
def _mates(lengths: BySeat[int]) -> tuple[int, ...]:
    """Return for each card the cards of its hand, as a set of bits."""
    owner = owners(lengths)
    return tuple(sum((mate == seat) << k for k, mate in enumerate(owner)) for seat in owner)


def bits(mask: int) -> list[int]:
    """Return the bits that are set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def numbers(lengths: BySeat[int], layout: Layout) -> list[int]:
    """Return the numbers of the cards of a layout, from the top down."""
    at = [0, lengths[0], lengths[0] + lengths[1]]
    found = []
    for seat in layout:
        found.append(at[seat])
        at[seat] += 1
    return found


@lru_cache(4096)
def nothing_known(lengths: BySeat[int]) -> Known:
    """Return what is known of any layout of these lengths: each hand lies in order."""
    above = tuple((1 << k) - 1 << sum(lengths[:s]) for s in range(SEATS) for k in range(lengths[s]))
    return Known(lengths, above)


def order_of(lengths: BySeat[int], layout: Layout, cards: int = -1) -> Known:
    """Return what a layout says of the order of a set of its cards, by default of all.

    ``cards`` are bits by number. What follows with the order in the hands is there too.
    """
    known = nothing_known(lengths)
    named = [card for card in numbers(lengths, layout) if cards >> card & 1]
    for pair in pairwise(named):
        known = known.adding(pair)
    return known


@lru_cache(4096)
def pair_numbers(lengths: BySeat[int], first: int) -> tuple[Comparison, ...]:
    """Return the two cards of each comparison that the compiled search numbers.

    It counts the seats from ``first`` on: ``number_pairs`` in ``_patterns.pxi``. Which of the
    two is the higher one depends on the layout.
    """
    starts = [sum(lengths[:seat]) for seat in range(SEATS)]
    return tuple(
        (starts[one] + i, starts[other] + j)
        for one, other in combinations(seats_from(first), 2)
        for i in range(lengths[one])
        for j in range(lengths[other])
    )


@lru_cache(1 << 16)
def known_from(lengths: BySeat[int], layout: Layout, first: int, mask: int) -> Known:
    """Return what comparisons, a mask of the compiled search, say in a layout."""
    order = numbers(lengths, layout)
    height = {card: at for at, card in enumerate(order)}
    above = list(nothing_known(lengths).above)
    pairs = pair_numbers(lengths, first)
    for number in bits(mask):
        one, other = pairs[number]
        if height[one] < height[other]:
            above[other] |= 1 << one
        else:
            above[one] |= 1 << other
    # From the top down: of each card above one it is known by then what is above that.
    for card in order:
        for higher in bits(above[card]):
            above[card] |= above[higher]
    return Known(lengths, tuple(above))


# Places of a position -----------------------------------------------------------------

Layouts = tuple[Layout, ...]
"""How the suits S H D C lie: a deal, up to which cards are in play."""

Region = tuple[Known, ...]
"""What is known of each suit: a set of deals."""


class Places:
    """A position as the suits of its hands lie, the cards on the table among those of their hands.

    ``lengths`` and ``layouts`` are by suit, ``cards`` by suit and number of a card, as ``Known``
    numbers them; ``table`` has suit and number of the cards on it.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        in_play, lengths, layouts, cards = [], [], [], []
        for suit in range(SUITS):
            owner = {
                card: seat
                for seat, hand in enumerate(position.dealt)
                for card in cards_in(hand)
                if suit_of(card) == suit
            }
            order = sorted(owner, key=position.rules.height, reverse=True)
            layout = tuple(owner[card] for card in order)
            length = tuple(layout.count(seat) for seat in range(SEATS))
            placed = dict(zip(numbers(length, layout), order, strict=True))
            in_play.append(order)
            layouts.append(layout)
            lengths.append(length)
            cards.append(tuple(placed[number] for number in range(len(order))))
        self.in_play = in_play
        """By suit the cards from the top down."""
        self.lengths = tuple(lengths)
        self.layouts: Layouts = tuple(layouts)
        self.cards = tuple(cards)
        self.table = tuple(map(self.number, position.table))

    def number(self, card: int) -> tuple[int, int]:
        """Return the suit of a card in play and its number there."""
        suit = suit_of(card)
        return suit, self.cards[suit].index(card)

    def numbers_in(self, cards: int) -> tuple[int, ...]:
        """Return by suit the numbers of some of the cards in play, as sets of bits."""
        return tuple(
            sum(1 << number for number, card in enumerate(own) if cards >> card & 1)
            for own in self.cards
        )

    def dealt(self, layouts: Layouts) -> BySeat[int]:
        """Return the hands, those on the table included, if the suits lay otherwise."""
        hands = [0] * SEATS
        for order, layout in zip(self.in_play, layouts, strict=True):
            for card, seat in zip(order, layout, strict=True):
                hands[seat] |= 1 << card
        return tuple(hands)

    def played(self, layouts: Layouts) -> tuple[int, ...]:
        """Return the cards that are on the table then: those in the same places."""
        return tuple(
            self.in_play[suit][numbers(self.lengths[suit], layouts[suit]).index(number)]
            for suit, number in self.table
        )

    def at(self, layouts: Layouts) -> Position:
        """Return the position if the suits lay otherwise."""
        table = self.played(layouts)
        left = ~hand_of(table)
        here = self.position
        return Position.checked(
            tuple(hand & left for hand in self.dealt(layouts)),
            here.contract,
            here.leader,
            table,
            rules=here.rules,
            declarer=here.declarer,
        )

    def is_in(self, region: Region) -> bool:
        """Return whether the deal is one of a set of its lengths, whatever is on the table."""
        return all(map(Known.agrees, region, self.layouts))
