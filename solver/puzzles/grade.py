"""How hard a puzzle is, from what its solver has to see.

Along the main line (``tree.main_line``) the solver has to find each only-move among cards
that fail. A card whose failure is plain within the trick tempts nobody; the more tricks its
refutation takes, the better it looks. So a failing card **lures** by the tricks, beyond its
own, that pass in best play until the count settles that the goal is missed.

The **effort** of a puzzle is, in doublings of what there is to look at,

* for each only-move of the main line log2(1 + its lures), a quarter of that where a plain
  player (``plain_player``) plays it, who cashes what he can and sees two tricks;
* for the defence log2(1 + the branchings of the solution): what else must be foreseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import Annotated

from manni.solver.cards import SEATS
from manni.solver.errors import DealError
from manni.solver.position import Position
from manni.solver.puzzles.plain_player import PlainPlayer
from manni.solver.puzzles.puzzle_solution import branchings_of
from manni.solver.puzzles.tree import Node, Tree, main_line
from manni.solver.puzzles.verify import Puzzle
from manni.solver.run import Run
from manni.solver.schema import Count, number
from manni.solver.values.need import Need, until_settled
from manni.solver.values.solve import Solver, best_line

_NATURAL = 0.25
LIMITS = (5.0, 6.5, 8.5, 12.0)
"""The effort up to which a puzzle is of grade 1, 2, 3 and 4."""


@dataclass(frozen=True)
class Features:
    """What a puzzle's grade is made of.

    The ``grade`` is 1 to 5, by ``LIMITS``: of each is about a fifth of what is found of 4 to 8
    cards.
    """

    choices: Annotated[Count, "The first cards that differ."]
    only_moves: Annotated[Count, "Only moves of the main line."]
    lures: Annotated[Count, "Wrong cards at the only moves of the main line."]
    branchings: Annotated[Count, "Branchings of the solution."]
    effort: Annotated[float, number(0), "What the grade goes by, rounded to tenths."]

    @property
    def grade(self) -> Count:
        """How hard it is, the more the harder."""
        return 1 + sum(self.effort > limit for limit in LIMITS)

    def __str__(self) -> str:
        """Return the features as a tag shows them."""
        return (
            f"choices {self.choices}, only-moves {self.only_moves}, lures {self.lures}, "
            f"branchings {self.branchings}, effort {self.effort}"
        )


def features(
    puzzle: Puzzle,
    tree: Tree,
    solver: Solver,
    *,
    run: Run | None = None,
) -> Features:
    """Return what the grade of a sound puzzle with a key is made of.

    Raises DealError where it has no key, StoppedError where the run is over first.
    """
    run = Run.of(run)
    if puzzle.key is None:
        raise DealError("a puzzle without a key has no grade")
    moves = [node for node in main_line(tree) if node.is_only]
    lures = [sum(lures_of(node, solver, run)) for node in moves]
    branchings = len(branchings_of(tree))
    effort, plain = log2(1 + branchings), PlainPlayer()
    for node, count in zip(moves, lures, strict=True):
        is_natural = plain.card(node.position, node.need) in node.good[0]
        effort += log2(1 + count) * (_NATURAL if is_natural else 1)
    return Features(
        choices=len(tree.root.good) + len(tree.root.bad),
        only_moves=len(moves),
        lures=sum(lures),
        branchings=branchings,
        effort=round(effort, 1),
    )


def lures_of(node: Node, solver: Solver, run: Run) -> list[int]:
    """Return how much each group of failing cards of an only-move lures."""
    return [_refutation(node.position, group[0], node.need, solver, run) - 1 for group in node.bad]


def _refutation(position: Position, card: int, need: Need, solver: Solver, run: Run) -> int:
    """Return in which trick, its own the first, it is settled that a card misses the goal."""
    child = position.play(card)
    line = (card, *best_line(child, need.seat, solver, run)) if child.tricks else (card,)
    shown = until_settled(position, need, line)
    return -(-(len(position.table) + len(shown)) // SEATS)
