"""A puzzle's solution in the order in which one reads it: the main line, then its branches.

The solution tree says everything at once. Here it is taken apart: first one line of play to
the end of the goal; then, breadth first, each **branching**, a position in which the defence
has replies that lead to different play. Positions from which everything that follows is the
same are one branching, to which others refer by its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..cards import Seat, move_to_front
from ..goal import Group, until_settled
from ..position import Position
from ..records import frozen
from ..run import Run
from ..schema import Card, Cards, Count
from ..values.solve import Solver, best_line
from .tree import Node, Tree
from .verify import Puzzle, Try, attempt

_Drawn = tuple[tuple["Turn", int], ...]


@frozen
class Step:
    """A card of the main line, played in ``position``, and others that lead to the same play.

    ``groups`` are these cards, equal ones together, the card of the line first.
    ``good`` counts those too that, played by the defence, still fight, and ``bad`` the others;
    both are 0 once the rest is plain.

    Attributes:
        good: Groups of cards that keep the goal.
        bad: Groups that lose it.
        branching: The branching there, null if none.
        gifts: What comes of cards that let the solver do better.
    """

    position: Position
    groups: tuple[Group, ...]
    is_solver: bool
    good: Count = 0
    bad: Count = 0
    branching: int | None = None
    gifts: tuple[Try, ...] = ()

    @property
    def card(self) -> Card:
        """The card of the line."""
        return self.groups[0][0]

    @property
    def cards(self) -> tuple[int, ...]:
        """The card of the line and one of each other group."""
        return tuple(group[0] for group in self.groups)

    @property
    def seat(self) -> Seat:
        """The seat that plays the card."""
        return self.position.to_play

    @property
    def is_only(self) -> bool:
        """Whether it is an only move."""
        return self.is_solver and self.good == 1 and self.bad > 0

    @property
    def winner(self) -> Seat | None:
        """Who wins the trick, null if it is not over."""
        return self.position.play(self.card).taken_by


@frozen
class Turn:
    """What a seat plays at one point of a branch: a card of one of the ``groups`` of equal ones.

    ``is_any`` is a turn of the defence at which every card leads to the same play; it names none.
    There are ``gifts`` only where the defence has no other choice.

    Attributes:
        groups: The same, equal cards together.
        is_only: Whether it is an only move.
        is_any: Whether any card will do.
        gifts: With --all-defences: other cards, which let the solver do better.
    """

    seat: Seat
    groups: tuple[Group, ...]
    is_solver: bool
    is_only: bool
    is_any: bool
    ends_trick: bool
    gifts: tuple[Group, ...] = ()

    @property
    def cards(self) -> Cards:
        """What is played there, of equal cards the lowest."""
        return tuple(group[0] for group in self.groups)


@frozen
class Branch:
    """A reply of the defence and what follows up to the next branching, ``to``, or the end.

    Attributes:
        to: The branching it leads to, null if to the end.
    """

    turns: tuple[Turn, ...]
    to: int | None


@frozen
class Branching:
    """A position with replies that lead to different play.

    It is in the ``level``-th choice of the defence, in a trick counted from the puzzle's
    position on.

    Attributes:
        trick: The number of the trick, from 1.
        line: The cards before it.
        gifts: As in a turn.
    """

    number: Count
    level: Count
    trick: Count
    line: Cards
    position: Position
    branches: tuple[Branch, ...]
    gifts: tuple[Group, ...] = ()


@frozen
class PuzzleSolution:
    """The solution of a puzzle: ``main`` ends where the count settles that the goal is met.

    With ``all_defences`` branches tell of the gifts of the defence too.

    Attributes:
        main: Card by card.
    """

    puzzle: Puzzle
    tree: Tree
    main: tuple[Step, ...]
    branchings: tuple[Branching, ...]
    all_defences: bool = False

    @property
    def levels(self) -> Count:
        """How deep branchings go."""
        return max((branching.level for branching in self.branchings), default=0)

    @property
    def forks(self) -> Count:
        """Positions in which the defence has a choice.

        That is two unequal cards that fight.
        """
        return sum(not node.is_solver and len(node.good) > 1 for node in self.tree.nodes)

    def down_to(self, depth: int | None) -> tuple[Branching, ...]:
        """Return the branchings up to a level, None for all."""
        return tuple(
            branching for branching in self.branchings if depth is None or branching.level <= depth
        )


def solution_of(
    puzzle: Puzzle,
    tree: Tree,
    solver: Solver,
    *,
    all_defences: bool = False,
    run: Run,
) -> PuzzleSolution:
    """Return the solution of a puzzle whose goal is reached and whose tree is fully grown.

    Raises StoppedError where the run is over first.
    """
    shapes = _Shapes(tree, all_defences)
    steps = tuple(_steps(shapes, solver, run))
    return PuzzleSolution(puzzle, tree, steps, shapes.branchings, all_defences)


def branchings_of(tree: Tree) -> tuple[Branching, ...]:
    """Return the branchings of a tree, breadth first; of equal cards the lowest stands for all."""
    return _Shapes(tree, with_equals=False).branchings


def _steps(shapes: _Shapes, solver: Solver, run: Run) -> Iterator[Step]:
    """Yield the cards of the main line, those of the tree and those that end the goal."""
    line, wanted = shapes.tree.main_line, shapes.tree.root.need.tricks
    for node, after in pairwise(line):
        played = node.good[node.children.index(after)]
        below = shapes.below[node]
        turn = next(turn for turn, _ in below if turn.is_any or played in turn.groups)
        alike = node.good if turn.is_any else turn.groups
        better, won = node.need.one_better(), wanted - node.need.tricks
        yield Step(
            node.position,
            move_to_front(played, alike),
            node.is_solver,
            len(node.good),
            len(node.bad),
            shapes.numbers.get(shapes.of[node]) if len(below) > 1 else None,
            ()
            if node.is_solver
            else tuple(
                attempt(node.position, better, group, solver, run, won=won) for group in node.bad
            ),
        )
    position, need = line[-1].position, line[-1].need
    if need.met_by_count(position) is None:
        for card in until_settled(
            position, need, best_line(position, need.seat, solver, run), True
        ):
            group = next(group for group in position.equivalent_cards() if card in group)
            yield Step(position, (move_to_front(card, group),), need.is_solver(position))
            position = position.play(card)


class _Shapes:
    """What is drawn below each node of a tree.

    Replies of the defence from which the same play follows are one turn. ``of`` is a number
    for each node: equal numbers, equal drawings; ``below`` the turns and where they lead. Gifts
    of the defence are drawn if they are asked for, the equals of a card unless they are not.
    ``branchings`` stand breadth first; ``numbers`` has the number of each by its shape.
    """

    def __init__(self, tree: Tree, with_gifts: bool = False, with_equals: bool = True) -> None:
        self.tree = tree
        self.of: dict[Node, int] = {}
        self.below: dict[Node, list[tuple[Turn, Node]]] = {}
        self._with_gifts, self._with_equals = with_gifts, with_equals
        shapes: dict[tuple[_Drawn, tuple[Group, ...]], int] = {}
        for node in reversed(tree.nodes):
            turns = self._turns(node)
            self.below[node] = turns
            drawn = tuple((turn, self.of[child]) for turn, child in turns)
            self.of[node] = shapes.setdefault((drawn, self.gifts(node)), len(shapes))
        self.numbers: dict[int, int] = {}
        self.branchings = tuple(self._number())

    def _number(self) -> Iterator[Branching]:
        """Yield the branchings breadth first, and number each by its shape."""
        tree, numbers = self.tree, self.numbers
        queue: list[tuple[Node, int]] = []

        def number_of(node: Node, level: int) -> int | None:
            """Return the number of what begins at the end of a chain, None if nothing does."""
            if not self.below[node]:
                return None
            shape = self.of[node]
            if shape not in numbers:
                numbers[shape] = len(numbers) + 1
                queue.append((node, level))
            return numbers[shape]

        number_of(self.chain(tree.root)[1], 1)
        for node, level in queue:
            branches = []
            for turn, child in self.below[node]:
                turns, end = self.chain(child)
                branches.append(Branch((turn, *turns), number_of(end, level + 1)))
            number = numbers[self.of[node]]
            trick = tree.root.position.tricks - node.position.tricks + 1
            line, position = node.line, node.position
            gifts = self.gifts(node)
            yield Branching(number, level, trick, line, position, tuple(branches), gifts)

    def gifts(self, node: Node) -> tuple[Group, ...]:
        """Return the gifts of the defence in a node that are drawn."""
        return node.bad if self._with_gifts and not node.is_solver else ()

    def chain(self, node: Node) -> tuple[tuple[Turn, ...], Node]:
        """Return the turns from a node on up to a branching or the end, and the node there."""
        turns = []
        while len(below := self.below[node]) == 1:
            turn, node = below[0]
            turns.append(turn)
        return tuple(turns), node

    def _turns(self, node: Node) -> list[tuple[Turn, Node]]:
        good = node.good if self._with_equals else tuple(group[:1] for group in node.good)
        merged: dict[int, tuple[list[Group], Node]] = {}
        for number, child in enumerate(node.children):
            groups = good if node.is_solver else good[number : number + 1]
            merged.setdefault(self.of[child], ([], child))[0].extend(groups)
        is_one = len(merged) == 1
        is_any = is_one and not node.is_solver and len(good) > 1 and not node.bad
        return [
            (
                Turn(
                    node.position.to_play,
                    () if is_any else tuple(groups),
                    node.is_solver,
                    node.is_only,
                    is_any,
                    not child.position.table,
                    self.gifts(node) if is_one else (),
                ),
                child,
            )
            for groups, child in merged.values()
        ]
