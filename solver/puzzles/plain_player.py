"""A plain player, for whom a puzzle has to be too hard.

He sees all hands, as every reader does, and three things in them:

* **what can be cashed**: he wins the trick and leads masters (cards that no other seat beats) one
  after another, trumps too, if in some order that reaches the goal whatever the others play;
* **what the next two tricks settle**: he looks through the rest of this trick and the whole next
  one, or through two tricks if he is to lead. He plays a card after which the goal is sure by the
  count, and none after which it is missed;
* of what is left, what the **rule of thumb** says (``thumb_card``).

Nothing that he cannot see in two tricks is planned: no duck, no throw-in, no squeeze.
"""

from __future__ import annotations

from manni.solver.cards import suit_of
from manni.solver.position import Position
from manni.solver.puzzles.thumb_card import thumb_card
from manni.solver.run import Run
from manni.solver.values.need import Need, Oracle

_LOOK = 2
"""Tricks that he looks through."""

_State = tuple[Position, Need]


class PlainPlayer:
    """The plain player in the positions of one puzzle; what he has seen is remembered."""

    def __init__(self) -> None:
        self._cashed: dict[_State, int | None] = {}

    def card(self, position: Position, need: Need) -> int:
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
        best = max(_RANKS[settled] for settled in seen.values())
        left = [card for card, settled in seen.items() if _RANKS[settled] == best]
        if thumb in left:
            return thumb
        return min(left, key=lambda card: (position.rules.height(card), suit_of(card)))

    def _cashed_with(self, position: Position, need: Need) -> int | None:
        """Return a card that wins its trick, so that masters led from then on reach the goal.

        None where there is none, or the solver is not one seat that wants tricks.
        """
        if position.to_play is not need.seat or not need.at_least or position.avoids:
            return None
        state = (position, need)
        if state not in self._cashed:
            self._cashed[state] = next(
                (
                    card
                    for card in (_any_card(position) if position.table else _masters(position))
                    if self._wins_on(position.play(card), need)
                ),
                None,
            )
        return self._cashed[state]

    def _wins_on(self, position: Position, need: Need) -> bool:
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


_RANKS = {True: 2, None: 1, False: 0}
"""Goal sure, not settled, missed: the more the better for the solver."""


def _settled(child: Position, before: Need, last: int) -> bool | None:
    """Return what play settles about the goal until ``last`` tricks are left, None if nothing.

    Both sides play for it; ``before`` is what was needed before the card that led to ``child``.
    """
    need = before.after(child)
    by_count = need.met_by_count(child)
    if by_count is not None:
        return by_count
    if child.tricks <= last and not child.table:
        return None
    is_solver = need.is_solver(child)
    found = [_settled(child.play(group[0]), need, last) for group in child.equivalent_cards()]
    ranked = max if is_solver else min
    return ranked(found, key=lambda settled: _RANKS[settled])


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


def where_he_fails(
    position: Position, need: Need, oracle: Oracle, run: Run
) -> tuple[int, ...] | None:
    """Return a line that ends with a wrong card of the plain player's, None if he never errs.

    The goal can be reached from ``position``. The defence plays anything. Raises StoppedError
    if the run is over first.
    """
    player, sound = PlainPlayer(), set[_State]()

    def search(position: Position, need: Need) -> tuple[int, ...] | None:
        run.check()
        state = (position, need)
        if need.met_by_count(position) is True or state in sound:
            return None
        if need.is_solver(position):
            cards = [player.card(position, need)]
        else:
            cards = [group[0] for group in position.equivalent_cards()]
        for card in cards:
            child = position.play(card)
            after = need.after(child)
            if not after.is_reached(oracle, child, run):
                return (card,)
            rest = search(child, after)
            if rest is not None:
                return (card, *rest)
        sound.add(state)
        return None

    return search(position, need)
