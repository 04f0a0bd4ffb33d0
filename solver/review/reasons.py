"""Why a card that cost its player something did so: what its player is held to after it."""

from __future__ import annotations

from dataclasses import dataclass

from manni.solver.analysis.why import Why, why_after
from manni.solver.engine import Engine
from manni.solver.position import Position
from manni.solver.review.results import PlayedCard, Review
from manni.solver.run import Run

SEARCHES = 4_000
"""How many deals are searched at most for one card where there is no limit of time."""

_MEMORY_MB = 64


@dataclass(frozen=True)
class Reason:
    """A costly card, and why its player is sure of no more after it; None if there was no time.

    Where tricks are to be avoided: why he can be made to take so many.
    """

    played: PlayedCard
    why: Why | None


def reasons(
    review: Review, *, engine: Engine | None = None, run: Run | None = None
) -> list[Reason]:
    """Return why each card of a review that cost something did, in the order played.

    Cards of the last trick are left out: there is nothing left to compare after them. Raises
    RuleError in games for points.
    """
    engine = Engine(_MEMORY_MB) if engine is None else engine
    run = Run.of(run)
    way = review.start.follow([played.card for played in review.cards])
    costly = [
        (played, after)
        for played, after in zip(review.cards, way[1:], strict=True)
        if played.loss and after.tricks
    ]
    found = []
    for done, (played, after) in enumerate(costly):
        part = run.part(1 / (len(costly) - done))
        found.append(Reason(played, _reason(played, after, engine, part)))
    return found


def _reason(played: PlayedCard, after: Position, engine: Engine, run: Run) -> Why | None:
    says = "at least" if after.avoids else "at most"
    return why_after(after, played.seat, says, engine, run)
