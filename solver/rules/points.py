"""What tricks are worth in a variant: targets and points."""

from __future__ import annotations

from collections.abc import Sequence

from solver import checks
from solver.cards import CARDS, SEATS, Seat, by_seat
from solver.errors import RuleError
from solver.rules.contract import Contract
from solver.rules.scoring import Bonus, Targets
from solver.rules.variant import Variant


def targets(
    variant: Variant, contract: Contract, great: bool = False, declarer: Seat | None = None
) -> tuple[int, int, int]:
    """Return the tricks at which each seat neither wins nor loses a point.

    Raises RuleError if the variant has no such contract or needs a declarer.
    """
    contract, great, declarer = check_contract(variant, contract, great, declarer)
    scoring = variant.scoring
    kind = scoring.great if great else scoring.nullo if contract.avoids else scoring.plain
    assert kind is not None  # the contract has been checked
    return _by_role(declarer, kind)


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
    contract, great, declarer = check_contract(variant, contract, great, declarer)
    goal = targets(variant, contract, great, declarer)
    tricks = checks.several(tricks, "tricks", SEATS)
    tricks = [checks.number(won, "tricks", -CARDS, CARDS) for won in tricks]
    if len(tricks) != SEATS or sum(tricks) != variant.tricks or min(tricks) < 0:
        raise RuleError(
            f"tricks {' '.join(map(str, tricks))} add up to {sum(tricks)}: "
            f"a deal of {variant.code} has {variant.tricks}"
        )
    if great and declarer is not None:
        for bonus in variant.scoring.bonuses:
            if tricks[declarer] == bonus.tricks:
                return _by_role(declarer, bonus)
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
    contract, great, declarer = check_contract(variant, contract, great, declarer)
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
) -> tuple[Contract, bool, Seat | None]:
    """Return contract, whether it is great and declarer, each as what it stands for.

    Raises RuleError unless the variant has the contract and it is declared as it must be.
    """
    checks.instance(variant, Variant, "variant")
    contract = checks.member(Contract, contract, "contract")
    great = checks.flag(great, "great")
    declarer = None if declarer is None else checks.seat(declarer, "declarer")
    possible = variant.contracts
    if contract not in possible:
        raise RuleError(
            f"{variant.code} has no {contract.name}: its contracts are "
            + " ".join(c.name for c in possible)
        )
    if great and variant.scoring.great is None:
        raise RuleError(f"{variant.code} has no great contracts: {contract.name} is ordinary")
    if great and contract.avoids:
        raise RuleError(f"there is no great {contract.name}: a great contract is S H D C or NT")
    if variant.declared and declarer is None:
        raise RuleError(f"{variant.code} needs a declarer: forehand, middlehand or dealer")
    if not variant.declared and declarer is not None:
        raise RuleError(f"nobody declares in {variant.code}: {declarer.word} cannot")
    return contract, great, declarer


def _by_role(declarer: Seat | None, numbers: Targets | Bonus) -> tuple[int, int, int]:
    return by_seat(lambda seat: numbers.declarer if seat is declarer else numbers.others)
