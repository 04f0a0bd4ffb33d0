"""From a deal's record to the position to solve, and to points."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from positions import random_position

from manni.solver.cards import Contract, Seat
from manni.solver.notation import parse_hands
from manni.solver.position import Position
from manni.solver.rules.games import VARIANTS
from manni.solver.values.solution import points_of
from manni.solver.values.solve import Solver

F, M, D = Seat


# Points ------------------------------------------------------------------------------


def whole(contract: Contract, cards: int) -> Position:
    return random_position(Random(2), cards, contract, ace_low=False, on_table=0)


def test_points_are_share_minus_target() -> None:
    solution = Solver(16).solve(whole(Contract.H, 12))
    assert solution.share is not None
    found = points_of(solution, VARIANTS["basic"], None)
    assert found == tuple(share - 4 for share in solution.share)
    assert sum(one for one in found if isinstance(one, Fraction)) == 0


def test_points_are_reversed_in_nullo_and_know_the_declarer() -> None:
    hands = parse_hands("AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876")
    solution = Solver(16).solve(Position(hands, Contract.NULLO))
    assert solution.share is not None
    found = points_of(solution, VARIANTS["trjamann"], M)
    first, second, third = solution.share
    assert found == (6 - first, 4 - second, 6 - third)


def test_tricks_won_before_count() -> None:
    solution = Solver(16).solve(whole(Contract.H, 10))
    assert solution.share is not None
    first, second, third = solution.share
    found = points_of(solution, VARIANTS["basic"], None, won=(2, 0, 0))
    assert found == (first - 2, second - 4, third - 4)


def test_no_points_where_they_cannot_be_told() -> None:
    one = Solver(16)
    solution = one.solve(whole(Contract.H, 10))
    assert points_of(solution, VARIANTS["basic"], None) is None  # two tricks are missing
    twelve = whole(Contract.NT, 12)
    assert points_of(one.solve(twelve), VARIANTS["basic"], None) is None  # no NT there
    assert points_of(one.solve(twelve, seats="F"), VARIANTS["hornafjordur"], None) is None
    assert points_of(one.solve(twelve), VARIANTS["hornafjordur"], None) is not None
    assert points_of(one.solve(twelve), VARIANTS["hornafjordur"], F) is None  # nobody declares


def test_great_points_of_guarantee_and_best_case() -> None:
    """Guarantees 0 12 1 of 16: three tricks are open.

    Forehand with none leaves the declarer 12 to 15, the worst of which is the bonus for
    15, -2; with 3 it has 3 - 1. Middlehand declares: 12 - 14, or the bonus for 15. The
    dealer with one leaves 15 at most; with 4 it has 4 - 1.
    """
    hands = "T98743.3.QJT4.KT762 AKQ2.AKQT986.AK52.A J.J7542.9763.QJ9853"
    solution = Solver(16).solve(Position.parse(hands, "H", "M"))
    assert solution.guarantee == (0, 12, 1)
    found = points_of(solution, VARIANTS["laugavatn"], M, great=True)
    assert found == ((-2, 2), (-2, 4), (-2, 3))
