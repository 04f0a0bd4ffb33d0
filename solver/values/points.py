"""What a deal is worth to each seat, in the points of its variant."""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver.cards import SEATS, BySeat, Seat, triple
from manni.solver.rules import points as scoring
from manni.solver.rules.variant import Variant
from manni.solver.values.share import Points
from manni.solver.values.solution import Solution


def points(
    solution: Solution,
    variant: Variant,
    declarer: Seat | None,
    great: bool = False,
    won: Sequence[int] = (0, 0, 0),
) -> BySeat[Points] | None:
    """Return what the whole deal is worth to each seat, ``won`` being its tricks so far.

    Where one seat alone may declare, it does. None if a guarantee is not known, the tricks are
    not those of a whole deal, nobody is said to declare though somebody must, or points of
    cards are marked.
    """
    contract = solution.position.contract
    if not variant.has_targets:
        return None
    if solution.share is None or solution.best_case is None:
        return None
    if solution.tricks + sum(won) != variant.tricks or contract not in variant.contracts:
        return None
    if declarer is None and variant.declared and len(variant.declaring.callers) == 1:
        (declarer,) = variant.declaring.callers
    if (declarer is None) == variant.declared:
        return None
    if great:
        return _great_points(solution, variant, declarer, won)
    targets = scoring.targets(variant, contract, great, declarer)
    return triple(
        contract.sign * (seat_share + had - target)
        for seat_share, had, target in zip(solution.share, won, targets, strict=True)
    )


def _great_points(
    solution: Solution, variant: Variant, declarer: Seat | None, won: Sequence[int]
) -> BySeat[Points]:
    """Return by seat the points of its guarantee and of its best case.

    What a seat gets depends on the declarer's tricks too. In its best case the others
    take just their guarantees; with its guarantee it gets the least that they can leave
    it without giving up theirs.
    """
    sure = [tricks or 0 for tricks in solution.guarantee]
    slack = solution.tricks - sum(sure)
    worth: list[Points] = []
    for seat in Seat:
        ends = [
            scoring.points(
                variant,
                solution.position.contract,
                True,
                declarer,
                [sure[s] + won[s] + more[(s - seat) % SEATS] for s in Seat],
            )[seat]
            for more in [(slack, 0, 0), *((0, left, slack - left) for left in range(slack + 1))]
        ]
        worth.append((min(ends[1:]), ends[0]))
    return triple(worth)
