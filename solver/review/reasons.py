"""Why a card that cost its player something did so: what its player is held to after it."""

from __future__ import annotations

from dataclasses import dataclass

from manni.solver.analysis.why import Why, whys_after
from manni.solver.review.results import PlayedCard, Review
from manni.solver.run import Run


@dataclass(frozen=True)
class Reason:
    """A costly card, and why its player is sure of no more after it; None if there was no time.

    Where tricks are to be avoided: why he can be made to take so many.
    """

    played: PlayedCard
    why: Why | None


def reasons(review: Review, *, run: Run | None = None) -> list[Reason]:
    """Return why each card of a review that cost something did, in the order played.

    Cards of the last trick are left out: there is nothing left to compare after them. Raises
    RuleError in games for points.
    """
    way = review.start.follow([played.card for played in review.cards])
    costly = [
        (played, after)
        for played, after in zip(review.cards, way[1:], strict=True)
        if played.loss and after.tricks
    ]
    says = "at least" if review.start.avoids else "at most"
    whys = whys_after(((after, played.seat) for played, after in costly), says, Run.of(run))
    return [Reason(played, why) for (played, _), why in zip(costly, whys, strict=True)]
