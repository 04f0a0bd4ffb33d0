"""Selfish play found plainly: the recursion on sets."""

from collections.abc import Sequence

from manni.solver.cards import SEATS, cards_in
from manni.solver.position import Position
from manni.solver.rules.trick import after_card, legal_cards

Vector = tuple[int, ...]


def combined(mover: int, sets: Sequence[frozenset[Vector]]) -> frozenset[Vector]:
    """Return the outcomes of a decision from those of its moves; the mover wants much."""
    sure = max(min(vector[mover] for vector in after) for after in sets)
    return frozenset(vector for after in sets for vector in after if vector[mover] >= sure)


class Plain:
    """The recursion on positions, every card of them, with no table but of whole positions."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.known = {}

    def outcomes(self) -> list[Vector]:
        """Return the outcomes of the position, sorted."""
        at = self.position
        return sorted(map(self._counted, self._set(at.hands, at.leader, at.table)))

    def after(self, card: int) -> list[Vector]:
        """Return the outcomes after a card, its own trick counted, sorted."""
        at = self.position
        return sorted(map(self._counted, self._after(at.hands, at.leader, at.table, card)))

    def _counted(self, vector: Vector) -> Vector:
        return tuple(self.position.contract.sign * tricks for tricks in vector)

    def _set(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...]
    ) -> frozenset[Vector]:
        key = hands, leader, table
        if key not in self.known:
            mover = (leader + len(table)) % SEATS
            legal = legal_cards(hands[mover], table)
            sets = [self._after(hands, leader, table, card) for card in cards_in(legal)]
            self.known[key] = combined(mover, sets) if sets else frozenset({(0, 0, 0)})
        return self.known[key]

    def _after(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...], card: int
    ) -> frozenset[Vector]:
        at = self.position
        left = after_card(hands, leader, table, card, at.contract, at.rules)
        found = self._set(*left)
        if left[2]:
            return found
        sign, winner = at.contract.sign, left[1]
        return frozenset(
            tuple(tricks + sign * (seat == winner) for seat, tricks in enumerate(vector))
            for vector in found
        )
