"""The rule of thumb for the play of the cards, which looks at nothing its seat cannot see.

**The policy** is a small network, trained by ``tools/data/train_policy.py``, which went after
b91b8186, on deals that it played by itself. Each legal card has a score, and the card with the
highest is played, of several the lowest, suits in the order S H D C. What is counted is looked up
in tables, numbers above a limit taken for it: every fact has a row of 16 numbers, the rows of the
position and of the card are added up, negative sums count as 0, the rest is weighed; and a fact of
the card adds a number by itself. Facts of a card are, where the seat leads, follows suit or is void
apart:

* **leading**: how many unseen cards are above the card and below it; the length of its suit here
  and unseen; whether the suit's top card stands; who has shown to be void in it, and whether
  trumps are out; how far the deal has gone; the card's place from the bottom;
* **following suit**, apart for the last seat and for cards that take the lead: the unseen cards
  above and below; the seat's other cards above and below; the choice of cards that win and that
  do not; whether the next seat is void, and whether the card is the least or most of its kind;
  the cards of the suit unseen and how far the deal has gone; how safe the winning card is;
* **void**, apart for the last seat and for plain cards, low trumps and winning ones: much the
  same as leading;
* **always**: its height; how many unseen cards lie between it and the seat's next ones; the top
  cards of its suit, and its length; who is void; how many cards each later seat may beat it with;
  its points and those on the table, and whether a partner wins or comes.

Those of the position are the length and the top cards of each suit here, how many of it are
unseen and who is void in it; how many cards are left and how many unseen ones nobody holds; how
high the trick is won, by whom, and the points in it. There is a network for each kind of contract
for tricks; for points one for each who plays alone, for many or for few, one for a declarer and
one for his opponents, others of all these where more than three play, and one for two pairs.

It is compiled (``_policy.pxi``), in whole numbers, for the play and for the training alike;
``tests/test_rollouts.py`` holds what it counts of random plays.

**Where no policy plays**, with a hand open on the table or in piles, in a misère or where every
trick is claimed, it is in plain words, and nothing in it is fitted:

* **leading**, a card that no other hand can beat, trumps first as long as the others may have
  some, else the one worth most; without any the lowest of the longest suit, trumps last;
* **able to win** where a foe is winning: with no foe to come the card worth most, before
  that with a card that no later one can beat, worth most, or the lowest that wins;
* **a partner winning**, or nobody to be beaten: the card worth most if the trick is safe for
  the side, else the cheapest;
* **little wanted**: lead the lowest card, go under with the highest that does, throw the
  highest, and win with the cheapest where the trick has to be taken.

The duties leave it less choice than it looks: what may be played is chosen from.
"""

from __future__ import annotations

from ..cards import rank_of, seats_from, suit_of, suit_ranks
from ..rollouts import rollouts
from ..rules.trick import low_first, takes_lead, trick_winner
from .observation import Observation


def rule_of_thumb(observation: Observation) -> int:
    """Return the card that the rule of thumb of the game plays."""
    if not observation.rolls_out:
        return PlainRule(observation).card()
    record, height = observation.record, observation.rules.height
    scored, _ = rollouts().scores(
        observation.rollout_game,
        observation.seat,
        observation.left,
        observation.unseen,
        record.table,
        [record.lacks[seat] for seat in observation.others],
    )
    *_, card = min((-score, height(card), suit_of(card), card) for card, score, _ in scored)
    return card


class PlainRule:
    """The rule in plain words: what it counts of the cards that may be played."""

    def __init__(self, observation: Observation) -> None:
        self.observation, self.rules = observation, observation.rules
        self.table, self.trump = observation.record.table, observation.contract.trump
        # Lowest first, so that of equal ones the lowest is chosen.
        self.legal = sorted(observation.legal, key=lambda card: low_first(self.rules, card))

    def card(self) -> int:
        """Return the card to play."""
        if len(self.legal) == 1:
            return self.legal[0]
        if self.observation.avoids:
            return self._low()
        return self._follow() if self.table else self._lead()

    def _points(self, card: int) -> int:
        return self.rules.card_points[rank_of(card)]

    def _cost(self, card: int) -> tuple[int, int]:
        """Return by what one card is given away before another."""
        return self._points(card), self.rules.height(card)

    def _wins(self, card: int) -> bool:
        """Whether a card takes the lead in the trick."""
        return takes_lead(card, self.table, self.observation.contract, self.rules)

    def _stands(self, card: int) -> bool:
        """Whether no card of its suit that others may hold is above."""
        return not self.observation.beyond & self.rules.higher(card)

    def _trumps_out(self) -> bool:
        return self.trump is not None and suit_ranks(self.observation.beyond, self.trump) > 0

    def _lead(self) -> int:
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
                suit_ranks(self.observation.left, suit_of(card)).bit_count(),
                -self.rules.height(card),
            ),
        )

    def _follow(self) -> int:
        observation = self.observation
        later = observation.others[: len(observation.others) - len(self.table)]
        is_last = set(later) <= set(observation.side)
        best = trick_winner(self.table, observation.contract, self.rules)
        friend = seats_from(observation.record.leader)[best] in observation.side
        winners = [] if friend else [card for card in self.legal if self._wins(card)]
        if winners:
            safe = winners if is_last else [card for card in winners if self._is_safe(card)]
            ruffs = suit_of(winners[0]) != suit_of(self.table[0])
            if not safe or ruffs:
                return winners[0]
            return max(safe, key=self._points)
        if friend and (is_last or self._is_safe(self.table[best])):
            return max(self.legal, key=self._points)
        return min(self.legal, key=self._cost)

    def _is_safe(self, card: int) -> bool:
        """Whether no later card of the suit beats a card, nor a trump as far as is known."""
        return self._stands(card) and (suit_of(card) == self.trump or not self._trumps_out())

    def _low(self) -> int:
        if not self.table:
            return self.legal[0]
        under = [card for card in self.legal if not self._wins(card)]
        if under:
            return max(under, key=self._cost)
        return min(self.legal, key=self._cost)
