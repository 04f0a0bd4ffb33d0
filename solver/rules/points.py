"""What a deal is worth in a variant: targets and points, or what is marked for cards taken."""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver.cards import SEATS, BySeat, Seat, rank_of, triple
from manni.solver.errors import RuleError
from manni.solver.rules.contract import Contract
from manni.solver.rules.legality import check_bid, check_contract, check_taken
from manni.solver.rules.marking import Marks, Taken
from manni.solver.rules.scoring import Scoring
from manni.solver.rules.variant import Variant


def targets(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> BySeat[int]:
    """Return the tricks at which each seat neither wins nor loses a point.

    Raises RuleError if the variant has no such contract, needs a declarer or has no targets.
    """
    check_contract(variant, contract, great, declarer)
    if not isinstance(variant.scoring, Scoring):
        raise RuleError(f"{variant.code} has no targets: {variant.scoring}")
    return variant.scoring.targets(contract, great).by_seat(declarer)


def points(
    variant: Variant,
    contract: Contract,
    great: bool,
    declarer: Seat | None,
    tricks: Sequence[int],
) -> BySeat[int]:
    """Return each seat's points for the tricks taken in a whole deal; they add up to zero.

    Raises RuleError if the tricks do not add up to those of a deal or the variant has
    no such contract.
    """
    return triple(map(int, marks(variant, contract, tricks, declarer, great=great)))


PointTable = tuple[tuple[tuple[int, int], ...], ...]


def point_table(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> PointTable:
    """Return by seat, then by the tricks it takes, its least and its most points.

    The two differ only in great contracts, for a seat that does not declare: its points
    depend on how many of the other tricks the declarer takes. A guarantee is worth the
    least points of its tricks, a best case the most.
    """
    total = variant.tricks
    found: list[list[list[int]]] = [[[] for _ in range(total + 1)] for _ in range(SEATS)]
    for first in range(total + 1):
        for second in range(total + 1 - first):
            tricks = (first, second, total - first - second)
            worth = points(variant, contract, great, declarer, tricks)
            for seat in range(SEATS):
                found[seat][tricks[seat]].append(worth[seat])
    return tuple(tuple((min(worth), max(worth)) for worth in seat) for seat in found)


def marks(
    variant: Variant,
    contract: Contract,
    taken: Sequence[int],
    declarer: Seat | None = None,
    bid: str | None = None,
    cut: int | None = None,
    great: bool = False,
) -> Marks:
    """Return what each seat marks for what was taken in a whole deal: its points, or marks.

    Raises RuleError if that cannot be taken in a deal, the bid cannot be or, where the dealer
    marks it, the turned card is not known.
    """
    made = check_bid(variant, contract, declarer, bid, great)
    counted = check_taken(variant, contract, taken)
    turned = 0
    if variant.scoring.turned:
        if cut is None:
            raise RuleError(f"no {variant.cut_card} is recorded: the dealer marks its points")
        turned = variant.rules_of(contract).card_points[rank_of(cut)]
    return variant.scoring.marks(Taken(counted, declarer, made, turned, contract, great))
