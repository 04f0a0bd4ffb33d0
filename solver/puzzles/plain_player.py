"""A plain player, for whom a puzzle has to be too hard.

He sees all hands, as every reader does, and three things in them:

* **what can be cashed**: he wins the trick and leads masters (cards that no other seat beats) one
  after another, trumps too, if in some order that reaches the goal whatever the others play;
* **what the next two tricks settle**: he looks through the rest of this trick and the whole next
  one, or through two tricks if he is to lead. He plays a card after which the goal is sure by the
  count, and none after which it is missed;
* of what is left, what the **rule of thumb** says.

Nothing that he cannot see in two tricks is planned: no duck, no throw-in, no squeeze.

The rule of thumb (``thumb_card``), whose card a puzzle's key should not be, sees all hands too. At
a table, where they are hidden, it is ``solver/advice/card_policy.py``. Neither weighs hands: what
one is worth before the play (``hand_model``) is a mean over cards that are hidden.

Where tricks are wanted:

* leading: a master (no other seat holds a higher card of the suit) from the longest suit
  that has one, the highest; without one the lowest card of the longest suit;
* second to the trick: low; last: win as cheaply as possible, else low;
* void: ruff as low as takes the lead in the trick, else the lowest card of the longest
  suit that is not trump.

In NULLO:

* leading: the lowest card of all;
* following: the highest card that stays below the one that is winning; where there is
  none, the last seat plays its highest and the second its lowest;
* void: the highest card of all.

Lengths and ranks that tie go to the first suit in the order S H D C.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ..cards import suit_of, suit_ranks
from ..errors import DealError
from ..goal import Goal, Oracle
from ..position import Position
from ..rules.trick import low_first
from ..run import Run
from .tree import miss_finder

_LOOK = 2
"""Tricks that he looks through."""


class PlainPlayer:
    """The plain player in the positions of one puzzle; what he has seen is remembered."""

    def __init__(self) -> None:
        self._cashed_with = cache(self._cash)

    def card(self, position: Position, need: Goal) -> int:
        """Return the card he plays, as the solver, who is to play."""
        cash = self._cashed_with(position, need)
        if cash is not None:
            return cash
        last = position.tricks - _LOOK
        seen = {
            card: settled
            for group in position.equivalent_cards()
            for settled in [_settled(position.play(group[0]), need, last)]
            for card in group
        }
        thumb = thumb_card(position)
        best = max(seen.values())
        left = [card for card, settled in seen.items() if settled == best]
        if thumb in left:
            return thumb
        return min(left, key=lambda card: (position.rules.height(card), suit_of(card)))

    def _cash(self, position: Position, need: Goal) -> int | None:
        """Return a card that wins its trick, so that masters led from then on reach the goal.

        None where there is none, or the solver is not one seat that wants tricks.
        """
        if position.to_play is not need.seat or not need.at_least or position.avoids:
            return None
        cards = _any_card(position) if position.table else _masters(position)
        return next((card for card in cards if self._wins_on(position.play(card), need)), None)

    def _wins_on(self, position: Position, need: Goal) -> bool:
        """Return whether the trick is the solver's whatever is played, and the goal cashed then."""
        if need.met_by_count(position) is True:
            return True
        if not position.table:
            return self._cashed_with(position, need) is not None
        return all(
            self._wins_on(child, need.after(child))
            for group in position.equivalent_cards()
            for child in [position.play(group[0])]
        )


def _settled(child: Position, before: Goal, last: int) -> int:
    """Return what play settles about the goal until ``last`` tricks are left.

    That is 2 if it is sure, 0 if it is missed, 1 if neither. Both sides play for it; ``before`` is
    what was needed before the card that led to ``child``.
    """
    need = before.after(child)
    by_count = need.met_by_count(child)
    if by_count is not None:
        return 2 * by_count
    if child.tricks <= last and not child.table:
        return 1
    best = max if need.is_solver(child) else min
    return best(_settled(child.play(card), need, last) for card, *_ in child.equivalent_cards())


def _any_card(position: Position) -> list[int]:
    return [card for card, *_ in position.equivalent_cards()]


def _masters(position: Position) -> list[int]:
    """Return the highest card of every suit that no other seat beats, trumps first."""
    highest: dict[int, int] = {}
    for card in position.legal():
        other = highest.get(suit_of(card))
        if position.is_master(card) and (
            other is None or position.rules.height(card) > position.rules.height(other)
        ):
            highest[suit_of(card)] = card
    trump = position.contract.trump
    return sorted(highest.values(), key=lambda card: (suit_of(card) != trump, suit_of(card)))


def line_that_fails(
    position: Position, need: Goal, oracle: Oracle, run: Run
) -> tuple[int, ...] | None:
    """Return a line that ends with a wrong card of the plain player's, None if he never errs.

    The goal can be reached from ``position``. The defence plays anything. Raises StoppedError
    if the run is over first.
    """
    player = PlainPlayer()

    def cards(position: Position, need: Goal) -> list[int]:
        is_his = need.is_solver(position)
        return [player.card(position, need)] if is_his else _any_card(position)

    return miss_finder(cards, oracle, run)(position, need)


def thumb_card(position: Position) -> int:
    """Return the card the rule of thumb plays. Raises DealError where no card is left."""
    legal = position.legal()
    if not legal:
        raise DealError("no card is left to play")
    if position.avoids:
        return _avoiding(position, legal)
    if not position.table:
        masters = _masters(position)
        if not masters:
            return _from_longest(position, legal)
        return max(masters, key=lambda card: (_length(position, card), -suit_of(card)))
    follows = suit_of(legal[0]) == suit_of(position.table[0])
    winners = [card for card in legal if position.takes_lead(card)]
    is_last = len(position.table) == len(position.hands) - 1
    if winners and (is_last or not follows):
        return _lowest(position, winners)
    if follows:
        return _lowest(position, legal)
    plain = [card for card in legal if suit_of(card) != position.contract.trump]
    return _from_longest(position, plain or legal)


def _avoiding(position: Position, legal: Sequence[int]) -> int:
    if not position.table:
        return _lowest(position, legal)
    highest = max(legal, key=lambda card: (position.rules.height(card), -suit_of(card)))
    if suit_of(legal[0]) != suit_of(position.table[0]):
        return highest
    below = [card for card in legal if not position.takes_lead(card)]
    if below:
        return max(below, key=lambda card: position.rules.height(card))
    return highest if len(position.table) == len(position.hands) - 1 else _lowest(position, legal)


def _from_longest(position: Position, cards: Sequence[int]) -> int:
    longest = max(cards, key=lambda card: (_length(position, card), -suit_of(card)))
    return _lowest(position, [card for card in cards if suit_of(card) == suit_of(longest)])


def _lowest(position: Position, cards: Sequence[int]) -> int:
    return min(cards, key=lambda card: low_first(position.rules, card))


def _length(position: Position, card: int) -> int:
    return suit_ranks(position.hands[position.to_play], suit_of(card)).bit_count()
