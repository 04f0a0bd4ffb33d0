"""The rule of thumb for tricks in plain Python, to compare the compiled one with.

``solver/advice/thumb_play.py`` says in words what the features are.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.advice.thumb_play import Sight
from solver.cards import RANKS, SEATS, cards_in, rank_of, suit_of, suit_ranks
from solver.rules.trick import legal_cards, plain_rules, strength, trick_winner
from solver.searches.rollouts import FEATURE_SIZES, KIND_NAMES, weights

Feature = tuple[str, int]
"""The name of a feature and which of its weights counts."""


def plain_scores(sight: Sight) -> dict[int, int]:
    """Return the score of each legal card, worked out in plain Python."""
    row = weights()[KIND_NAMES.index(sight.contract.kind)]
    begins, begin = {}, 0
    for name, size in FEATURE_SIZES.items():
        begins[name] = begin
        begin += size
    return {
        card: sum(int(row[begins[name] + index]) for name, index in card_features(sight, card))
        for card in cards_in(legal_cards(sight.hand, sight.table))
    }


def card_features(sight: Sight, card: int) -> Iterator[Feature]:
    """Yield the features of a legal card."""
    seen = _Card(sight, card)
    if not sight.table:
        yield from _leading(seen)
    elif seen.suit == suit_of(sight.table[0]):
        yield from _following(seen)
    else:
        yield from _void(seen)


class _Card:
    """What is counted of a card."""

    def __init__(self, sight: Sight, card: int) -> None:
        low = sight.ace_low
        self.suit = suit_of(card)
        self.height = strength(rank_of(card), low)
        own = _heights(sight.hand, self.suit, low)
        unseen = _heights(sight.unseen, self.suit, low)
        self.length, self.others = len(own), len(unseen)
        self.above = sum(height > self.height for height in unseen)
        self.below = self.others - self.above
        self.own_above = sum(height > self.height for height in own)
        self.own_below = self.length - 1 - self.own_above
        self.top_above = min(sum(height > max(own) for height in unseen), 3)
        trump = sight.contract.trump
        self.is_trump = self.suit == trump
        self.trumps_out = trump is not None and suit_ranks(sight.unseen, trump) > 0
        self.next_void = sight.void_next >> self.suit & 1
        self.voids = self.next_void + (sight.void_after >> self.suit & 1)
        self.stage = min((sight.hand.bit_count() - 1) // 3, 4)
        self.is_last = len(sight.table) == SEATS - 1
        self.beats, self.beaters, self.winning_above = False, 0, 0
        if sight.table:
            self._compare(sight, own)

    def _compare(self, sight: Sight, own: list[int]) -> None:
        """Count the cards that take the lead in the trick, and what is above the winning one."""
        rules = plain_rules(sight.ace_low)
        winning = sight.table[trick_winner(sight.table, sight.contract, rules)]
        suit, height = suit_of(winning), strength(rank_of(winning), sight.ace_low)
        unseen = _heights(sight.unseen, suit, sight.ace_low)
        self.winning_above = sum(each > height for each in unseen)
        if self.suit == suit:
            self.beaters = sum(each > height for each in own)
        elif self.is_trump:
            self.beaters = self.length
        self.beats = self.own_above < self.beaters


def _heights(cards: int, suit: int, ace_low: bool) -> list[int]:
    ranks = suit_ranks(cards, suit)
    return [strength(rank, ace_low) for rank in range(RANKS) if ranks >> rank & 1]


def _place(*digits: tuple[int, int]) -> int:
    """Return the number that digits of these bases make, each cut to its base."""
    number = 0
    for digit, base in digits:
        number = number * base + min(int(digit), base - 1)
    return number


def _leading(own: _Card) -> Iterator[Feature]:
    trump = (own.is_trump, 2)
    yield "lead rank", _place(trump, (own.above, 6), (own.below, 6))
    yield "lead length", _place(trump, (own.length, 8), (own.others, 10))
    yield "lead top", _place(trump, (own.top_above, 4), (own.own_above, 4))
    yield "lead voids", _place(trump, (own.voids, 3), (own.above, 3), (own.trumps_out, 2))
    stands = (not own.above, 2), (not own.top_above, 2)
    yield "lead stage", _place((own.stage, 5), trump, *stands)
    yield "lead low", _place(trump, (own.own_below, 4), (own.above, 4))


def _following(own: _Card) -> Iterator[Feature]:
    kind = (own.is_last, 2), (own.beats, 2)
    kept = own.length - own.beaters
    least = own.own_below == (kept if own.beats else 0)
    most = own.own_above == (0 if own.beats else own.beaters)
    yield "follow rank", _place(*kind, (own.above, 6), (own.below, 6))
    yield "follow own", _place(*kind, (own.own_above, 4), (own.own_below, 4))
    yield "follow choice", _place(*kind, (own.beaters, 4), (kept, 4))
    yield (
        "follow void",
        _place(*kind, (own.next_void, 2), (own.trumps_out, 2), (least, 2), (most, 2)),
    )
    yield "follow stage", _place(*kind, (own.others, 10), (own.stage, 5))
    yield "follow winning", _place(*kind, (own.winning_above, 6), (not own.above, 2))


def _void(own: _Card) -> Iterator[Feature]:
    kind = (1 + own.beats if own.is_trump else 0, 3)
    last = (own.is_last, 2)
    yield "void rank", _place(last, kind, (own.above, 6), (own.below, 6))
    yield "void length", _place(last, kind, (own.length, 8), (own.others, 10))
    yield "void own", _place(kind, (own.own_above, 4), (own.own_below, 4))
    yield "void top", _place(kind, (own.top_above, 4), (own.own_above, 4))
    yield "void stage", _place(last, kind, (own.stage, 5), (not own.above, 2))
    yield "void voids", _place(kind, (own.voids, 3), (own.own_below, 3))
