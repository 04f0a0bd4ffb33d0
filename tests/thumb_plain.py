"""The policy of the play in plain Python, to compare the compiled one with.

``solver/advice/card_policy.py`` says in words what the rows are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from manni.solver.cards import SEATS, SUITS, Contract, cards_in, rank_of, suit_of, suit_ranks
from manni.solver.rollouts import Weights
from manni.solver.rules.trick import TrickRules, legal_cards, trick_winner

# Where the rows of each fact begin, and their bases from the second on.
FACTS = {
    "lead rank": (0, 6, 6),
    "lead length": (72, 8, 10),
    "lead top": (232, 4, 4),
    "lead voids": (264, 3, 3, 2),
    "lead stage": (300, 2, 2, 2),
    "lead low": (340, 4, 4),
    "follow rank": (372, 6, 6),
    "follow own": (516, 4, 4),
    "follow choice": (580, 4, 4),
    "follow void": (644, 2, 2, 2, 2),
    "follow stage": (708, 10, 5),
    "follow winning": (908, 6, 2),
    "void rank": (956, 6, 6),
    "void length": (1172, 8, 10),
    "void own": (1652, 4, 4),
    "void top": (1700, 4, 4),
    "void stage": (1748, 5, 2),
    "void voids": (1808, 3, 3),
    "height": (1835, 2, 2, 13),
    "gaps": (1991, 2, 5, 5),
    "suit": (2141, 4, 6, 5),
    "shown": (2501, 2, 4, 4, 2),
    "beaten": (2693, 2, 4, 4, 2),
    "points": (2885, 6, 2, 5, 6),
    "hand suits": (3965, 10, 10),
    "hand tops": (4265, 4, 4, 4),
    "hand stage": (4457, 18, 5),
    "hand table": (4727, 2, 6, 4, 2),
    "hand points": (5015, 3, 11),
}


def row(name: str, first: int, *digits: int) -> int:
    """Return the row of a fact: digits in their bases, each cut to its base."""
    begin, *bases = FACTS[name]
    for digit, base in zip(digits, bases, strict=True):
        first = first * base + min(int(digit), base - 1)
    return begin + first


class Sight(NamedTuple):
    """What a seat goes by."""

    rules: TrickRules
    contract: Contract
    declarer: int | None
    seat: int
    hand: int
    unseen: int
    table: tuple[int, ...]
    not_next: int
    not_after: int

    @property
    def legal(self) -> list[int]:
        legal = legal_cards(
            self.hand, self.table, self.contract, self.rules, self.seat, (self.declarer,)
        )
        return sorted(cards_in(legal), key=lambda c: (suit_of(c), self.rules.heights[rank_of(c)]))

    def heights(self, cards: int, suit: int) -> list[int]:
        """Return how high the cards of a suit are."""
        ranks = suit_ranks(cards, suit)
        return sorted(self.rules.heights[rank_of(card)] for card in cards_in(ranks))

    def is_friend(self, seat: int) -> bool:
        both = seat % SEATS != self.declarer and self.seat != self.declarer
        return seat % SEATS == self.seat or (self.rules.partners and both)

    def shown(self, suit: int) -> int:
        lacks = (suit_ranks(cards, suit) == 0x1FFF for cards in (self.not_next, self.not_after))
        return sum(lacking << place for place, lacking in enumerate(lacks))

    @property
    def trumps_out(self) -> bool:
        trump = self.contract.trump
        return trump is not None and suit_ranks(self.unseen, trump) > 0

    @property
    def winning(self) -> int:
        return self.table[trick_winner(self.table, self.contract, self.rules)]

    @property
    def place(self) -> int:
        if not self.table:
            return 0
        return 1 if suit_ranks(self.hand, suit_of(self.table[0])) else 2

    @property
    def friends(self) -> int:
        winner = 0
        if self.table:
            first = self.seat - len(self.table)
            winner = (first + trick_winner(self.table, self.contract, self.rules)) % SEATS
        wins = bool(self.table) and self.is_friend(winner)
        if len(self.table) == SEATS - 1:
            return 3 + wins
        if self.table and wins:
            return 1
        if self.is_friend(self.seat + 1):
            return 2
        return int(not self.table and self.is_friend(self.seat + 2))

    @property
    def on_table(self) -> int:
        """The points on the table."""
        return sum(self.rules.card_points[rank_of(card)] for card in self.table)


def whole_rows(sight: Sight) -> Iterator[int]:
    """Yield the rows of the position, in the order of the compiled ones."""
    tops = []
    for suit in range(SUITS):
        own, others = sight.heights(sight.hand, suit), sight.heights(sight.unseen, suit)
        led = bool(sight.table) and suit == suit_of(sight.table[0])
        sort = 1 if suit == sight.contract.trump else 2 if led else 0
        masters = sum(height > max(others, default=-1) for height in own)
        top = sum(height > max(own) for height in others) if own else 3
        yield row("hand suits", sort, len(own), len(others))
        tops.append(row("hand tops", sort, masters, top, sight.shown(suit)))
    yield from tops
    left = sight.hand.bit_count()
    nowhere = sight.unseen.bit_count() - 2 * left + len(sight.table)
    steps = sum(nowhere >= step for step in (1, 3, 7, 12))
    yield row("hand stage", sight.place, left, steps)
    if sight.table:
        suit, height = suit_of(sight.winning), sight.rules.heights[rank_of(sight.winning)]
        above = sum(each > height for each in sight.heights(sight.unseen, suit))
        led = suit_of(sight.table[0])
        yield row(
            "hand table", len(sight.table), suit != led, above, sight.shown(led), sight.trumps_out
        )
    else:
        yield row("hand table", 0, 0, 0, 0, 0)
    yield row("hand points", sight.friends, len(sight.table), sight.on_table)


class Card:
    """What is counted of a legal card."""

    def __init__(self, sight: Sight, card: int) -> None:
        rules, trump = sight.rules, sight.contract.trump
        self.suit, self.height = suit_of(card), rules.heights[rank_of(card)]
        suit, height = self.suit, self.height
        legal = sum(1 << each for each in sight.legal)
        own, others = sight.heights(legal, suit), sight.heights(sight.unseen, suit)
        self.length, self.others = len(own), len(others)
        self.above = sum(each > height for each in others)
        self.below = self.others - self.above
        self.place = own.index(height)
        self.own_above = self.length - 1 - self.place
        self.top_above = min(sum(each > max(own) for each in others), 3)
        self.masters = sum(each > max(others, default=-1) for each in own)
        self.is_trump = suit == trump
        self.shown, self.trumps_out = sight.shown(suit), sight.trumps_out
        self.next_void, self.voids = self.shown & 1, self.shown.bit_count()
        self.stage = min((sight.hand.bit_count() - 1) // 3, 4)
        self.is_last = len(sight.table) == SEATS - 1
        self.beaters, self.winning_above = 0, 0
        if sight.table:
            won, high = suit_of(sight.winning), rules.heights[rank_of(sight.winning)]
            self.winning_above = sum(e > high for e in sight.heights(sight.unseen, won))
            if suit == won:
                self.beaters = sum(each > high for each in own)
            elif self.is_trump:
                self.beaters = self.length
        self.beats = self.own_above < self.beaters

        def gap(other: int | None) -> int:
            if other is None:
                return 4
            low, high = sorted((other, height))
            return sum(low < each < high for each in others)

        self.gap_below = gap(own[self.place - 1] if self.place else None)
        self.gap_above = gap(own[self.place + 1] if self.own_above else None)
        self.next_above = self.after_above = 0
        if len(sight.table) < SEATS - 1:
            may = sight.heights(sight.unseen & ~sight.not_next, suit)
            self.next_above = sum(each > height for each in may)
        if not sight.table:
            may = sight.heights(sight.unseen & ~sight.not_after, suit)
            self.after_above = sum(each > height for each in may)
        self.ruffed = False
        if trump is not None and not self.is_trump and not self.is_last:
            by_next = self.shown & 1 and suit_ranks(sight.unseen & ~sight.not_next, trump)
            by_last = self.shown & 2 and suit_ranks(sight.unseen & ~sight.not_after, trump)
            self.ruffed = bool(by_next or (not sight.table and by_last))
        self.worth = rules.card_points[rank_of(card)]


def card_rows(sight: Sight, card: int) -> Iterator[int]:
    """Yield the rows of a legal card, in the order of the compiled ones."""
    own, place = Card(sight, card), sight.place
    if place == 0:
        trump = int(own.is_trump)
        yield row("lead rank", trump, own.above, own.below)
        yield row("lead length", trump, own.length, own.others)
        yield row("lead top", trump, own.top_above, own.own_above)
        yield row("lead voids", trump, own.voids, own.above, own.trumps_out)
        yield row("lead stage", own.stage, trump, not own.above, not own.top_above)
        yield row("lead low", trump, own.place, own.above)
    elif place == 1:
        kind, kept = 2 * own.is_last + own.beats, own.length - own.beaters
        least = own.place == (kept if own.beats else 0)
        most = own.own_above == (0 if own.beats else own.beaters)
        yield row("follow rank", kind, own.above, own.below)
        yield row("follow own", kind, own.own_above, own.place)
        yield row("follow choice", kind, own.beaters, kept)
        yield row("follow void", kind, own.next_void, own.trumps_out, least, most)
        yield row("follow stage", kind, own.others, own.stage)
        yield row("follow winning", kind, own.winning_above, not own.above)
    else:
        sort = 1 + own.beats if own.is_trump else 0
        kind = 3 * own.is_last + sort
        yield row("void rank", kind, own.above, own.below)
        yield row("void length", kind, own.length, own.others)
        yield row("void own", sort, own.own_above, own.place)
        yield row("void top", sort, own.top_above, own.own_above)
        yield row("void stage", kind, own.stage, not own.above)
        yield row("void voids", sort, own.voids, own.place)
    yield row("height", place, own.is_trump, own.beats, own.height)
    yield row("gaps", place, own.beats, own.gap_above, own.gap_below)
    yield row("suit", place, own.masters, own.length - 1, own.others)
    yield row("shown", place, own.is_trump, own.shown, own.above, own.trumps_out)
    yield row("beaten", place, own.beats, own.next_above, own.after_above, own.ruffed)
    yield row("points", place, own.worth, own.beats, sight.friends, sight.on_table)


def plain_scores(sight: Sight, weights: Weights, kind: int) -> dict[int, int]:
    """Return the score of each legal card, worked out in plain Python."""
    own, rows, start, out = (part[kind].astype(int) for part in weights)
    base = start[sight.place] + rows[list(whole_rows(sight))].sum(axis=0)
    scores = {}
    for card in sight.legal:
        mine = list(card_rows(sight, card))
        sums = (base + rows[mine].sum(axis=0)).clip(min=0)
        scores[card] = int(own[mine].sum()) + (int(sums @ out[sight.place]) * 25 >> 10)
    return scores
