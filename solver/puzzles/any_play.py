"""Whether the goal can still be missed if all three, the solver too, play anything."""

from __future__ import annotations

from solver.cards import hand_of
from solver.position import Position
from solver.puzzles.need import Need
from solver.puzzles.walk import State, Walk, state_of
from solver.rules.trick import trick_worth
from solver.run import Run


class AnyPlay(Walk):
    """All play from the positions of one puzzle: whether some of it misses the goal.

    If none does, all play is looked at.
    """

    def __init__(self, position: Position, need: Need, run: Run | None = None) -> None:
        super().__init__(position, need, False, Run.of(run))

    def can_miss(self, position: Position, need: Need) -> bool:
        """Return whether some play from a position on misses what is needed there."""
        return self.holds(state_of(position, need.tricks))

    def _search(self, state: State) -> bool:
        hands, leader, table, needed = state
        if self.at_least and needed <= self._sure_trumps(hands, table):
            return False
        return any(self.holds_after(state, card) for card in self.cards(hands, leader, table))

    def _sure_trumps(self, hands: tuple[int, int, int], table: tuple[int, ...]) -> int:
        """Return what the highest trumps in play win that the seat holds: each takes a trick."""
        trump = self.contract.trump
        if trump is None:
            return 0
        hand, sure = hands[self.seat], 0
        others = (hands[0] | hands[1] | hands[2]) & ~hand | hand_of(table)
        for card, bit in self.suits[trump]:
            if others & bit:
                break
            if hand & bit:
                sure += trick_worth((card,), self.rules)
        return sure
