"""The rule of thumb for the play of the cards, which looks at nothing its seat cannot see.

Each legal card has a score, and the card with the highest is played, of several the lowest,
suits in the order S H D C. The score is the sum of six weights, which ``rollout_engine`` reads
from their file. Each is looked up by what the seat sees, numbers above a limit taken for it:

* **leading**: how many unseen cards are above the card and below it; the length of its suit
  here and unseen; whether the suit's top card stands; who has shown to be void in it, and
  whether trumps are out; how far the deal has gone; the card's place from the bottom;
* **following suit**, apart for the last seat and for cards that take the lead: the unseen cards
  above and below; the own cards above and below; the choice of cards that win and that do
  not; whether the next seat is void, and whether the card is the least or most of its kind;
  the cards of the suit unseen and how far the deal has gone; how safe the winning card is;
* **void**, apart for the last seat and for plain cards, low trumps and winning ones: much the
  same as leading.

The rollouts are compiled (``_rollout.pyx``); this says the same once more, to compare with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver import checks
from solver.cards import (
    RANKS,
    SEATS,
    SUITS,
    cards_in,
    check_disjoint,
    rank_of,
    suit_of,
    suit_ranks,
)
from solver.errors import DealError
from solver.notation import parse_contract
from solver.rollout_engine import FEATURE_SIZES, rollouts, weights
from solver.rules.contract import Contract
from solver.rules.trick import legal_cards, plain_rules, strength, trick_winner

Feature = tuple[str, int]
"""The name of a feature and which of its weights counts."""


@dataclass(frozen=True)
class Sight:
    """What a seat goes by when it is to play.

    ``unseen`` are the cards that, as far as it knows, others may hold. ``void_next`` are the
    suits, a bit each, that the next seat has shown not to have, ``void_after`` those of the
    seat after it.
    """

    hand: int
    unseen: int
    contract: Contract
    table: tuple[int, ...] = ()
    ace_low: bool = False
    void_next: int = 0
    void_after: int = 0

    def __post_init__(self) -> None:
        vars(self).update(
            hand=checks.hand(self.hand),
            unseen=checks.hand(self.unseen, "unseen"),
            contract=parse_contract(self.contract),
            table=checks.cards(self.table, "table"),
            ace_low=checks.flag(self.ace_low, "ace_low"),
            void_next=checks.number(self.void_next, "void_next", 0, (1 << SUITS) - 1),
            void_after=checks.number(self.void_after, "void_after", 0, (1 << SUITS) - 1),
        )
        check_disjoint(
            (self.hand, self.unseen, *(1 << card for card in self.table)),
            ("the hand", "the unseen", *("the table" for _ in self.table)),
        )
        if not self.hand:
            raise DealError("no card is left to play")
        if len(self.table) >= SEATS:
            raise DealError(f"{len(self.table)} cards on the table: a trick in progress has 1 or 2")


def thumb_play(sight: Sight) -> int:
    """Return the card that the rule of thumb plays."""
    checks.instance(sight, Sight, "sight")
    scored = rollouts().scores(
        sight.hand,
        sight.unseen,
        sight.contract,
        sight.table,
        sight.ace_low,
        sight.void_next,
        sight.void_after,
    )
    return min(
        scored,
        key=lambda own: (-own[1], strength(rank_of(own[0]), sight.ace_low), suit_of(own[0])),
    )[0]


def plain_scores(sight: Sight) -> dict[int, int]:
    """Return the score of each legal card, worked out in plain Python."""
    checks.instance(sight, Sight, "sight")
    kind = 0 if sight.contract.trump is not None else 2 if sight.contract.avoids else 1
    own = weights()[kind]
    begins, begin = {}, 0
    for name, size in FEATURE_SIZES.items():
        begins[name] = begin
        begin += size
    return {
        card: sum(int(own[begins[name] + index]) for name, index in card_features(sight, card))
        for card in cards_in(legal_cards(sight.hand, sight.table))
    }


def card_features(sight: Sight, card: int) -> Iterator[Feature]:
    """Yield the features of a legal card."""
    checks.instance(sight, Sight, "sight")
    seen = _Card(sight, checks.card(card))
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
