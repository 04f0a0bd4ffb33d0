"""The solution of a puzzle as a tree: the solver's moves and every defence that still fights.

The solver is the side whose task the goal is, one seat or two; the defence is the other.
**A defence still fights** as long as each card of it has held the solver to the goal
exactly, and can still lead to a choice that matters. So it has stopped fighting

* once a card of the defence lets the solver do better than the goal against any play, and
* once the goal can no longer be missed, whatever all three play from there on, or can
  be missed only after such a gift ("the rest is plain").

A move of the solver is an **only-move** if it has two or more cards that are not equal
and exactly one, up to equal cards, still reaches the goal. It is a **dual** if more than
one does and the goal can still be missed in the play that follows while the defence fights: if
it can be missed only after such a card of the defence, the rest is plain. A puzzle is **strictly
sound** if no position that the solver, playing right, can be brought into by a defence
that still fights is a dual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from ..cards import card_of, hand_of
from ..goal import Goal, Group, Oracle
from ..position import Position
from ..rules.trick import trick_worth
from ..run import Run
from ..schema import Cards, Count

Misses = Callable[[Position, Goal], tuple[int, ...] | None]
"""What finds a line from a position on to a wrong card of the solver's, None if there is none."""


def miss_finder(
    cards: Callable[[Position, Goal], Iterable[int]], oracle: Oracle, run: Run
) -> Misses:
    """Return the misses in play of which ``cards`` says what is looked at, each found once."""

    @cache
    def line(position: Position, need: Goal) -> tuple[int, ...] | None:
        if need.met_by_count(position) is not None or _is_sure(position, need):
            return None
        run.check()
        for card in cards(position, need):
            child = position.play(card)
            after = need.after(child)
            if need.is_solver(position) and not after.is_reached(oracle, child, run):
                return (card,)
            rest = line(child, after)
            if rest is not None:
                return (card, *rest)
        return None

    return line


def _is_sure(position: Position, need: Goal) -> bool:
    """Return whether the highest trumps in play win what is needed: each takes a trick."""
    trump, rules = position.contract.trump, position.rules
    if trump is None or not need.at_least:
        return False
    hand, left = position.hands[need.seat], need.tricks
    others = sum(position.hands) - hand + hand_of(position.table)
    for card in (card_of(trump, rank) for rank in reversed(rules.ranks)):
        if others >> card & 1:
            break
        if hand >> card & 1:
            left -= trick_worth((card,), rules)
    return left <= 0


def fighting_miss_finder(oracle: Oracle, run: Run) -> Misses:
    """Return the misses in play in which no card of the defence lets the solver do better.

    Where there is none the solver can play anything, as long as the defence makes it no gift.
    """

    def cards(position: Position, need: Goal) -> Iterator[int]:
        is_solver, better = need.is_solver(position), need.one_better()
        for card, *_ in position.equivalent_cards():
            if is_solver or not better.is_kept(oracle, position, card, run):
                yield card

    return miss_finder(cards, oracle, run)


@dataclass(eq=False)
class Node:
    """A position of the tree and what the solver still needs in it.

    ``good`` are the groups of equal cards that reach the goal if the solver is to play,
    those with which a defence still holds it to the goal otherwise; ``bad`` are the
    others. ``children`` are the nodes after the followed groups: the first good one of
    the solver, every good one of the defence; none where the rest is plain. ``line`` are
    the cards that lead here, by one of the shortest ways.

    Attributes:
        good: Cards that keep the goal, in groups of equals.
        bad: Cards that lose it.
    """

    position: Position
    need: Goal
    line: Cards
    good: tuple[Group, ...] = ()
    bad: tuple[Group, ...] = ()
    children: list[Node] = field(default_factory=list)

    @property
    def is_solver(self) -> bool:
        """Whether the solver is to play."""
        return self.need.is_solver(self.position)

    @property
    def is_only(self) -> bool:
        """Whether one card reaches the goal and another does not."""
        return self.is_solver and len(self.good) == 1 and bool(self.bad)

    @property
    def is_dual(self) -> bool:
        """Whether two unequal cards reach the goal and the solver can still miss it."""
        return self.is_solver and len(self.good) > 1


class Tree:
    """The solution tree of a position whose value is exactly what is needed.

    A position that several lines lead to is one node. The nodes stand in ``nodes`` by
    the number of cards played, within one number in the order of play. Where two
    unequal cards work the tree follows the one lowest in rank, at first the ``key`` if one is
    named. With ``until_dual`` it stops growing at the first dual, and its counts are of what comes
    before.

    Raises StoppedError where the run is over before it has grown.
    """

    def __init__(
        self,
        oracle: Oracle,
        position: Position,
        need: Goal,
        *,
        key: int | None = None,
        until_dual: bool = False,
        run: Run | None = None,
    ) -> None:
        self.root = Node(position, need, ())
        self.nodes: list[Node] = []
        self._grow(oracle, key, until_dual, Run.of(run))
        self._trim()

    def _grow(self, oracle: Oracle, key: int | None, until_dual: bool, run: Run) -> None:
        """Fill ``nodes``, breadth first, with all that fighting defences lead to."""
        fighting = fighting_miss_finder(oracle, run)
        nodes = {self.root.position: self.root}
        queue = [self.root]
        for node in queue:
            self.nodes.append(node)
            if not node.position.tricks:
                continue
            if node.is_solver:
                node.good, node.bad = node.need.partition(oracle, node.position, run)
            else:
                better = node.need.one_better()
                node.bad, node.good = better.partition(oracle, node.position, run)
            if node is self.root and node.is_solver:
                node.good = tuple(sorted(node.good, key=lambda group: key not in group))
            if node.is_solver and not node.bad and not fighting(node.position, node.need):
                node.good = ()
                continue
            if until_dual and node.is_dual:
                return
            for group in node.good[:1] if node.is_solver else node.good:
                child = node.position.play(group[0])
                if child not in nodes:
                    line = (*node.line, group[0])
                    nodes[child] = Node(child, node.need.after(child), line)
                    queue.append(nodes[child])
                node.children.append(nodes[child])

    def _trim(self) -> None:
        """Cut off what follows once no choice of the solver matters any more."""
        alive: set[Node] = set()
        for node in reversed(self.nodes):
            if node.is_only or node.is_dual or not alive.isdisjoint(node.children):
                alive.add(node)
            else:
                node.good, node.bad, node.children = (), (), []
        # A node below one that was cut off may also be below another that stays.
        reached = {self.root}
        for node in self.nodes:
            if node in reached:
                reached.update(node.children)
        self.nodes = [node for node in self.nodes if node in reached]

    @property
    def first_dual(self) -> Node | None:
        """The dual after the fewest cards, None if there is none."""
        return next((node for node in self.nodes if node.is_dual), None)

    @property
    def only_moves(self) -> Count:
        """The positions of the tree in which the solver has an only-move."""
        return sum(node.is_only for node in self.nodes)

    @property
    def only_moves_in_a_line(self) -> Count:
        """The most only-moves of one line."""
        return self.most_only_moves()[self.root]

    def most_only_moves(self) -> dict[Node, int]:
        """Return for each node the most only-moves of one line from it on."""
        most: dict[Node, int] = {}
        for node in reversed(self.nodes):
            below = (most.get(child, 0) for child in node.children)
            most[node] = node.is_only + max(below, default=0)
        return most

    @cached_property
    def main_line(self) -> list[Node]:
        """The nodes of the line with the most only-moves, the first such in order."""
        most = self.most_only_moves()
        line = [self.root]
        while line[-1].children:
            line.append(max(line[-1].children, key=most.__getitem__))
        return line
