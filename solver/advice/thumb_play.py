"""The rule of thumb for the play of the cards, which looks at nothing its seat cannot see.

**Where tricks alone count** each legal card has a score, and the card with the highest is
played, of several the lowest, suits in the order S H D C. The score is the sum of six weights,
which ``searches.rollouts`` reads from their file. Each is looked up by what the seat sees, numbers
above a limit taken for it:

* **leading**: how many unseen cards are above the card and below it; the length of its suit
  here and unseen; whether the suit's top card stands; who has shown to be void in it, and
  whether trumps are out; how far the deal has gone; the card's place from the bottom;
* **following suit**, apart for the last seat and for cards that take the lead: the unseen cards
  above and below; the seat's other cards above and below; the choice of cards that win and that
  do not; whether the next seat is void, and whether the card is the least or most of its kind;
  the cards of the suit unseen and how far the deal has gone; how safe the winning card is;
* **void**, apart for the last seat and for plain cards, low trumps and winning ones: much the
  same as leading.

It is compiled, for the rollouts (``_rollout.pyx``); ``tests/thumb_plain.py`` says it once more in
plain Python, to compare with.

**Where cards have points** it is in plain words, and nothing in it is fitted:

* **leading**, a card that no other hand can beat, trumps first as long as the others may have
  some, else the one worth most; without any the lowest of the longest suit, trumps last;
* **able to win** where a foe is winning: last of the three with the card worth most, before
  that with a card that no later one can beat, worth most, or the lowest that wins;
* **a partner winning**, or nobody to be beaten: the card worth most if the trick is safe for
  the side, else the cheapest;
* **little wanted**: lead the lowest card, go under with the highest that does, throw the
  highest, and win with the cheapest where the trick has to be taken.

The duties leave it less choice than it looks: what may be played is chosen from.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.advice.seen import Seen
from solver.cards import RANKS, SEATS, Seat, rank_of, suit_of, suit_ranks
from solver.rules.contract import Contract
from solver.rules.trick import strength, trick_winner
from solver.searches.rollouts import rollouts


class Sight(NamedTuple):
    """What a seat goes by when it is to play for tricks.

    ``unseen`` are the cards that, as far as it knows, others may hold. ``void_next`` has
    one bit for each suit that the next seat has shown to be void in, ``void_after`` those of the
    seat after it.
    """

    hand: int
    unseen: int
    contract: Contract
    table: tuple[int, ...] = ()
    ace_low: bool = False
    void_next: int = 0
    void_after: int = 0

    @classmethod
    def of(cls, seen: Seen) -> Sight:
        """Return what the seat of a view goes by."""
        voids = seen.record.voids
        return cls(
            seen.left,
            seen.unseen,
            seen.contract,
            seen.record.table,
            seen.ace_low,
            voids[(seen.seat + 1) % SEATS],
            voids[(seen.seat + 2) % SEATS],
        )


def thumb_play(sight: Sight) -> int:
    """Return the card that the rule plays for tricks, one of those in hand."""
    scored = rollouts().scores(*sight)
    return min(
        scored,
        key=lambda row: (-row[1], strength(rank_of(row[0]), sight.ace_low), suit_of(row[0])),
    )[0]


def rule_of_thumb(seen: Seen) -> int:
    """Return the card that the rule of thumb of the game plays."""
    return thumb_play(Sight.of(seen)) if seen.rules.rolls_out else _PointsPlay(seen).card()


class _PointsPlay:
    """What is counted of the cards that may be played."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.rules = seen, seen.rules
        self.table, self.trump = seen.record.table, seen.contract.trump
        # Lowest first, so that of equal ones the lowest is chosen.
        self.legal = sorted(seen.legal, key=lambda card: (self._height(card), suit_of(card)))

    def card(self) -> int:
        """Return the card to play."""
        if len(self.legal) == 1:
            return self.legal[0]
        if self.seen.avoids:
            return self._low()
        return self._follow() if self.table else self._lead()

    def _height(self, card: int) -> int:
        return self.rules.heights[rank_of(card)]

    def _points(self, card: int) -> int:
        return self.rules.card_points[rank_of(card)]

    def _wins(self, card: int) -> bool:
        """Whether a card takes the lead in the trick."""
        table = (*self.table, card)
        return trick_winner(table, self.seen.contract, self.rules) == len(self.table)

    def _stands(self, card: int) -> bool:
        """Whether no card of its suit that others may hold is above."""
        suit = suit_of(card)
        above = self.rules.above[rank_of(card)] << RANKS * suit
        return not self.seen.unseen & above

    def _trumps_out(self) -> bool:
        return self.trump is not None and suit_ranks(self.seen.unseen, self.trump) > 0

    def _lead(self) -> int:
        length = {
            suit: suit_ranks(self.seen.left, suit).bit_count()
            for suit in {suit_of(card) for card in self.legal}
        }
        masters = [card for card in self.legal if self._stands(card)]
        if masters:
            draws = self._trumps_out()
            return max(
                masters,
                key=lambda card: (draws and suit_of(card) == self.trump, self._points(card)),
            )
        return max(
            self.legal,
            key=lambda card: (
                suit_of(card) != self.trump,
                length[suit_of(card)],
                -self._height(card),
            ),
        )

    def _follow(self) -> int:
        seen, is_last = self.seen, len(self.table) == SEATS - 1
        best = trick_winner(self.table, seen.contract, self.rules)
        friend = Seat((seen.record.leader + best) % SEATS) in seen.side
        winners = [] if friend else [card for card in self.legal if self._wins(card)]
        if winners:
            safe = winners if is_last else [card for card in winners if self._is_safe(card)]
            ruffs = suit_of(winners[0]) != suit_of(self.table[0])
            if not safe or ruffs:
                return winners[0]
            return max(safe, key=self._points)
        gives = friend and (is_last or self._is_safe(self.table[best]))
        if gives:
            return max(self.legal, key=self._points)
        return min(self.legal, key=lambda card: (self._points(card), self._height(card)))

    def _is_safe(self, card: int) -> bool:
        """Whether no later card of the suit beats a card, nor a trump as far as is known."""
        return self._stands(card) and (suit_of(card) == self.trump or not self._trumps_out())

    def _low(self) -> int:
        if not self.table:
            return self.legal[0]
        under = [card for card in self.legal if not self._wins(card)]
        if under:
            return max(under, key=lambda card: (self._points(card), self._height(card)))
        return min(self.legal, key=lambda card: (self._points(card), self._height(card)))
