"""What a deal is worth in a variant: targets and points, or what is marked for cards taken."""

from __future__ import annotations

from collections.abc import Sequence

from manni.solver.cards import SEATS, Seat, by_seat, rank_of, triple
from manni.solver.checks import quote
from manni.solver.errors import RuleError
from manni.solver.rules.bidding import Aim, Bid, find_bid, rungs_text
from manni.solver.rules.contract import Contract
from manni.solver.rules.marking import Marking, Marks, Taken
from manni.solver.rules.scoring import Scoring
from manni.solver.rules.variant import Variant


def targets(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> tuple[int, int, int]:
    """Return the tricks at which each seat neither wins nor loses a point.

    Raises RuleError if the variant has no such contract, needs a declarer or has no targets.
    """
    check_contract(variant, contract, great, declarer)
    return _targets_of(variant).targets(contract, great).by_seat(declarer)


def points(
    variant: Variant,
    contract: Contract,
    great: bool,
    declarer: Seat | None,
    tricks: Sequence[int],
) -> tuple[int, int, int]:
    """Return each seat's points for the tricks taken in a whole deal; they add up to zero.

    Raises RuleError if the tricks do not add up to those of a deal or the variant has
    no such contract.
    """
    goal = targets(variant, contract, great, declarer)
    check_taken(variant, contract, tricks)
    if great and declarer is not None:
        for bonus in _targets_of(variant).bonuses:
            if tricks[declarer] == bonus.tricks:
                return bonus.by_seat(declarer)
    return by_seat(lambda seat: contract.sign * (tricks[seat] - goal[seat]))


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


def check_contract(
    variant: Variant, contract: Contract, great: bool, declarer: Seat | None
) -> None:
    """Raise RuleError unless the variant has the contract and it is declared as it must be."""
    variant.check_contract(contract)
    scoring = variant.scoring
    if great and (isinstance(scoring, Marking) or scoring.great is None):
        raise RuleError(f"{variant.code} has no great contracts: {contract.name} is ordinary")
    if great and contract.avoids:
        raise RuleError(f"there is no great {contract.name}: a great contract is S H D C or NT")
    if variant.declared and declarer is None:
        raise RuleError(f"{variant.code} needs a declarer: forehand, middlehand or dealer")
    if not variant.claims:
        variant.check_declarer(declarer, None)


def check_bid(
    variant: Variant, contract: Contract, declarer: Seat | None, bid: str | None
) -> Bid | None:
    """Return the bid of a name, None where there is none and need not be.

    Raises RuleError unless it can be made in the variant and goes with contract and declarer.
    """
    check_contract(variant, contract, False, declarer)
    variant.check_declarer(declarer, bid)
    if bid is None:
        if variant.bids and not variant.claims:
            raise RuleError(f"no bid is recorded: there is {rungs_text(variant.bids)}")
        return None
    if not variant.bids:
        raise RuleError(f"nobody bids in {variant.code}: {quote(bid)} is given")
    found = find_bid(variant.bids, bid)
    if declarer is None:
        raise RuleError(f"nobody is said to declare: who bids {found}?")
    if contract.avoids != (found.aim is Aim.NONE):
        wanted = "NULLO" if found.aim is Aim.NONE else "a trump"
        raise RuleError(f"{found} is played in {wanted}, not in {contract.name}")
    return found


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
    scoring = variant.scoring
    if isinstance(scoring, Scoring):
        return points(variant, contract, great, declarer, taken)
    made = check_bid(variant, contract, declarer, bid)
    counted = check_taken(variant, contract, taken)
    turned = 0
    if scoring.turned:
        if cut is None:
            raise RuleError(f"no {variant.cut_card} is recorded: the dealer marks its points")
        rank = rank_of(cut)
        turned = variant.rules_of(contract).card_points[rank]
    return scoring.marks(Taken(counted, declarer, made, turned, contract))


def check_taken(
    variant: Variant,
    contract: Contract,
    taken: Sequence[int],
    hands: Sequence[int] = (0, 0, 0),
) -> tuple[int, int, int]:
    """Return the points that each seat took. Raises RuleError unless they add up.

    ``hands`` are those after the exchange, empty if they are not known.
    """
    unit = variant.rules_of(contract).unit
    whole = sum(taken)
    least, most = variant.worth(hands, contract)
    if len(taken) != SEATS or min(taken) < 0 or not least <= whole <= most:
        there = f"{least}" if least == most else f"{least} to {most}"
        which = "this deal" if any(hands) else f"a deal of {variant.code}"
        raise RuleError(
            f"{unit} {' '.join(map(str, taken))} add up to {whole}: {which} has {there}"
        )
    return triple(taken)


def _targets_of(variant: Variant) -> Scoring:
    if isinstance(variant.scoring, Marking):
        raise RuleError(f"{variant.code} has no targets: {variant.scoring}")
    return variant.scoring
