"""Selfish play found plainly: the recursion on sets, and by trying all strategies there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from manni.solver.cards import SEATS, cards_in
from manni.solver.position import Position
from manni.solver.rules.trick import after_card, legal_cards

Vector: TypeAlias = tuple[int, ...]
Tree: TypeAlias = "Vector | Node"


class Node:
    """A decision of a seat: what each of its moves leads to."""

    def __init__(self, mover: int, children: Sequence[Tree]) -> None:
        self.mover = mover
        self.children = children


def equilibria(tree: Tree) -> set[Vector]:
    """Return the outcomes of all pure strategies from which nobody gains by departing once.

    In a finite tree these are the subgame-perfect equilibria; every seat wants much.
    """
    nodes = list(_nodes(tree))
    found = set()
    for chosen in product(*(range(len(node.children)) for node in nodes)):
        plan = dict(zip(nodes, chosen, strict=True))

        def follow(at: Tree, plan: dict[Node, int] = plan) -> Vector:
            while isinstance(at, Node):
                at = at.children[plan[at]]
            return at

        if all(
            follow(node)[node.mover] >= max(follow(child)[node.mover] for child in node.children)
            for node in nodes
        ):
            found.add(follow(tree))
    return found


def _nodes(tree: Tree) -> Iterator[Node]:
    if isinstance(tree, Node):
        yield tree
        for child in tree.children:
            yield from _nodes(child)


def combined(mover: int, sets: Sequence[frozenset[Vector]]) -> frozenset[Vector]:
    """Return the outcomes of a decision from those of its moves; the mover wants much."""
    sure = max(min(vector[mover] for vector in after) for after in sets)
    return frozenset(vector for after in sets for vector in after if vector[mover] >= sure)


def outcomes_of(tree: Tree) -> frozenset[Vector]:
    """Return the outcomes of a tree by the recursion."""
    if not isinstance(tree, Node):
        return frozenset({tree})
    return combined(tree.mover, [outcomes_of(child) for child in tree.children])


def tree_of(position: Position, won: Vector = (0, 0, 0)) -> Tree:
    """Return the whole tree of a position; in NULLO tricks count as below 0."""
    if not position.tricks:
        return tuple(position.contract.sign * tricks for tricks in won)
    children = []
    for card in position.legal():
        after = position.play(card)
        children.append(tree_of(after, tuple(won[seat] + after.gain(seat) for seat in range(3))))
    return Node(position.to_play, children) if len(children) > 1 else children[0]


class Plain:
    """The recursion on positions, every card of them, with no table but of whole positions."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.known: dict[object, frozenset[Vector]] = {}

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
