"""Whether the goal can still be missed: in any play, and in play in which the defence fights."""

from __future__ import annotations

from manni.solver.cards import BySeat, hand_of
from manni.solver.position import Position
from manni.solver.puzzles.need import Need, Oracle
from manni.solver.puzzles.walk import State, Walk, state_of
from manni.solver.rules.trick import trick_worth
from manni.solver.run import Run


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

    def _sure_trumps(self, hands: BySeat[int], table: tuple[int, ...]) -> int:
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


class FightingPlay:
    """Play in which no card of the defence lets the solver do better than the goal."""

    def __init__(self, oracle: Oracle, run: Run) -> None:
        self._oracle, self._run = oracle, run
        self._known: dict[tuple[Position, Need], tuple[int, ...] | None] = {}

    def miss(self, position: Position, need: Need) -> tuple[int, ...] | None:
        """Return a line from a position that reaches the goal, to the solver's wrong card.

        None if there is none: from there on the solver can play anything, as long as the
        defence makes it no gift.
        """
        if need.met_by_count(position) is not None:
            return None
        if (position, need) not in self._known:
            self._known[position, need] = self._search(position, need)
        return self._known[position, need]

    def _search(self, position: Position, need: Need) -> tuple[int, ...] | None:
        is_solver = need.is_solver(position)
        for group in position.equivalent_cards():
            child = position.play(group[0])
            after = need.after(child)
            if is_solver and not after.is_reached(self._oracle, child, self._run):
                return (group[0],)
            if is_solver or not after.one_better().is_reached(self._oracle, child, self._run):
                rest = self.miss(child, after)
                if rest is not None:
                    return (group[0], *rest)
        return None
