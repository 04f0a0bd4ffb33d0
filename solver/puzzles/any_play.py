"""Whether the goal can still be missed: in any play, and in play in which the defence fights."""

from __future__ import annotations

from manni.solver.cards import BySeat, card_of, hand_of
from manni.solver.position import Position
from manni.solver.rules.equivalent_cards import equivalent_cards
from manni.solver.rules.trick import after_card, legal_cards, trick_worth
from manni.solver.run import Run
from manni.solver.values.need import Need, Oracle, met_by_count

_State = tuple[BySeat[int], int, tuple[int, ...], int, int]
"""The hands, the leader, the cards on the table, what is still needed and what is to be won."""


class AnyPlay:
    """All play from the positions of one puzzle: whether some of it misses the goal.

    If none does, all play is looked at, on plain integers: what holds in a state is found once.
    """

    def __init__(self, position: Position, need: Need, run: Run | None = None) -> None:
        self._contract, self._rules = position.contract, position.rules
        self._declarer = position.declarer
        self._seat, self._at_least = need.seat, need.at_least
        self._run = Run.of(run)
        self._known: dict[_State, bool] = {}

    def can_miss(self, position: Position, need: Need) -> bool:
        """Return whether some play from a position on misses what is needed there."""
        return self._can_miss(
            (position.hands, position.leader, position.table, need.tricks, position.worth)
        )

    def _can_miss(self, state: _State) -> bool:
        hands, _, table, needed, left = state
        by_count = met_by_count(needed, left, self._at_least)
        if by_count is not None:
            return not by_count
        if state not in self._known:
            self._run.check()
            is_sure = self._at_least and needed <= self._sure_trumps(hands, table)
            self._known[state] = not is_sure and any(
                self._can_miss(self._after(state, card)) for card in self._cards(state)
            )
        return self._known[state]

    def _cards(self, state: _State) -> list[int]:
        """Return the legal cards, one of each group of equivalent ones."""
        hands, leader, table, *_ = state
        seat = (leader + len(table)) % len(hands)
        hand = hands[seat]
        legal = legal_cards(hand, table, self._contract, self._rules, seat, self._declarer)
        others = sum(hands) - hand + hand_of(table)
        return [group[0] for group in equivalent_cards(legal, others, self._rules)]

    def _after(self, state: _State, card: int) -> _State:
        hands, leader, table, needed, left = state
        trick = (*table, card)
        hands, leader, table = after_card(hands, leader, table, card, self._contract, self._rules)
        if not table:
            worth = trick_worth(trick, self._rules)
            left -= worth
            needed -= worth if leader == self._seat else 0
        return hands, leader, table, needed, left

    def _sure_trumps(self, hands: BySeat[int], table: tuple[int, ...]) -> int:
        """Return what the highest trumps in play win that the seat holds: each takes a trick."""
        if self._contract.trump is None:
            return 0
        hand, sure = hands[self._seat], 0
        others = sum(hands) - hand + hand_of(table)
        for rank in reversed(self._rules.ranks):
            trump = card_of(self._contract.trump, rank)
            if others >> trump & 1:
                break
            if hand >> trump & 1:
                sure += trick_worth((trump,), self._rules)
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
        for card, *_ in position.equivalent_cards():
            if is_solver and not need.is_kept(self._oracle, position, card, self._run):
                return (card,)
            if is_solver or not need.one_better().is_kept(self._oracle, position, card, self._run):
                child = position.play(card)
                rest = self.miss(child, need.after(child))
                if rest is not None:
                    return (card, *rest)
        return None
