"""Solving a puzzle card by card: which cards are right, what refutes the others, the replies.

The need is always what the goal comes to in the position given. A card of the solver is
right if the goal can still be reached after it, whatever the puzzle's key is.
"""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver.errors import DealError
from manni.solver.position import Position
from manni.solver.puzzles.tree import Tree
from manni.solver.puzzles.tries import Try, attempt
from manni.solver.run import Run
from manni.solver.values.best import best_card
from manni.solver.values.need import Group, Need
from manni.solver.values.solve import Solver

_MOST_TRICKS = 8
"""Tricks up to which the whole tree is looked at for the reply that is hardest to meet."""


def keeping_cards(
    position: Position, need: Need, solver: Solver, run: Run | None = None
) -> set[int]:
    """Return the legal cards after which the goal can be reached, none if it is missed."""
    kept, _ = need.partition(solver.engine, position, run)
    return {card for group in kept for card in group}


def refute(
    position: Position, need: Need, card: int, solver: Solver, run: Run | None = None
) -> Try:
    """Return what comes of a card after which the goal is missed.

    Both sides do their best in the line, which ends with the trick that settles it. Raises
    DealError where the goal is not missed, IllegalPlayError, or StoppedError where the run is over
    first.
    """
    if need.is_kept(solver.engine, position, card, run):
        raise DealError("the goal is still reached: there is nothing to refute")
    return attempt(position, need, (card,), solver, Run.of(run))


def reply(position: Position, need: Need, solver: Solver, run: Run | None = None) -> int:
    """Return the card of the seat to play, not the solver's, that makes it hardest.

    It gives nothing away: after it the goal is missed if that can be brought about, else the
    solver can do no better than the goal if it could not before. Of such cards it is the one
    after which the solver may have to find the most only-moves; where that tells none apart,
    the best for its own seat. Raises StoppedError where the run is over first.
    """
    run = Run.of(run)
    if need.is_solver(position):
        raise DealError("the solver is to play: there is nothing to reply")
    groups = position.equivalent_cards()
    if len(groups) == 1:
        return groups[0][0]
    hardest = _hardest(position, need, groups, solver, run)
    if len(hardest) == 1:
        return hardest[0][0]
    solution = solver.solve(position, cards=True, run=run.within(None))
    run.check()
    return best_card(solution, {card for group in hardest for card in group})[0]


def _hardest(
    position: Position, need: Need, groups: Sequence[Group], solver: Solver, run: Run
) -> Sequence[Group]:
    """Return the groups of cards that make it hardest to reach the goal."""
    engine = solver.engine
    if need.met_by_count(position) is not None:
        return groups
    if not need.is_reached(engine, position, run):
        return need.partition(engine, position, run)[1]
    _, holding = need.one_better().partition(engine, position, run)
    if not holding:
        return groups
    if position.tricks > _MOST_TRICKS or len(holding) == 1:
        return holding
    tree = Tree(engine, position, need, run=run)
    only_moves = tree.most_only_moves()
    most = {
        group: only_moves.get(child, 0)
        for group, child in zip(tree.root.good, tree.root.children, strict=True)
    }
    # None is in the tree where the rest is plain whatever is played.
    return [group for group in holding if most.get(group, 0) == max(most.values(), default=0)]
