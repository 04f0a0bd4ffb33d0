"""Targets, points, great bonuses, and the course and end of a game."""

from collections.abc import Callable
from itertools import product

import pytest

from manni.solver.cards import Contract, Seat
from manni.solver.errors import RuleError
from manni.solver.rules.games import FAMILIES, VARIANTS
from manni.solver.rules.variant import point_table, points, targets
from manni.solver.scoresheet import Game

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
BASIC, TRJAMANN, LAUGAVATN = (VARIANTS[code] for code in ("basic", "trjamann", "laugavatn"))
HORNAFJORDUR, IO = VARIANTS["hornafjordur"], VARIANTS["hornafjordur-io"]
Three = tuple[int, int, int]
Points = Callable[[Seat, Three], int]


FOUR_EACH = {"basic", "hornafjordur", "hornafjordur-io"}
PAID = {16: (8, -4), 15: (4, -2)}
"""What 16 and 15 tricks in a great contract bring the declarer and each other."""


def reckoned(code: str, contract: Contract, great: bool, declarer: Seat | None) -> Points:
    """Return a reckoning of points apart from the library's."""

    def of(seat: Seat, tricks: Three) -> int:
        if great and declarer is not None and tricks[declarer] in PAID:
            return PAID[tricks[declarer]][seat is not declarer]
        if code in FOUR_EACH:
            return (4 - tricks[seat]) if contract is NULLO else tricks[seat] - 4
        if contract is NULLO:
            return (4 if seat is declarer else 6) - tricks[seat]
        if great:
            return tricks[seat] - (14 if seat is declarer else 1)
        return tricks[seat] - (8 if seat is declarer else 4)

    return of


@pytest.mark.parametrize("code", [variant.code for variant in FAMILIES["manni"]])
def test_points_of_every_result(code: str) -> None:
    variant = VARIANTS[code]
    total = variant.tricks
    greats = (False, True) if variant.scoring.great else (False,)
    seats = tuple(Seat) if variant.declared else (None,)
    for contract, great, declarer in product(variant.contracts, greats, seats):
        if great and contract is NULLO:
            continue
        assert sum(targets(variant, contract, great, declarer)) == total
        expected = reckoned(code, contract, great, declarer)
        for first, second in product(range(total + 1), repeat=2):
            if (third := total - first - second) < 0:
                continue
            tricks = (first, second, third)
            found = points(variant, contract, great, declarer, tricks)
            assert found == tuple(expected(seat, tricks) for seat in Seat)
            assert sum(found) == 0
    assert (code == "laugavatn") is bool(variant.scoring.great)


def test_point_tables() -> None:
    table = point_table(LAUGAVATN, H, True, M)
    assert table[M] == (*((t - 14, t - 14) for t in range(15)), (4, 4), (8, 8))
    # A defender with no trick loses 1, 2 or 4; with one, 0 or 2; with more it is plain.
    assert table[F] == ((-4, -1), (-2, 0), *((t - 1, t - 1) for t in range(2, 17)))
    # Of an ordinary contract it is a straight line.
    table = point_table(TRJAMANN, NULLO, False, F)
    assert table[M] == table[D] == tuple((6 - t, 6 - t) for t in range(17))


def test_scores_that_cannot_be() -> None:
    for variant, tricks, message in (
        (BASIC, (-1, 8, 5), "tricks -1 8 5 add up to 12"),
        (TRJAMANN, (4, 6, 6), "trjamann needs a declarer: forehand, middlehand or dealer"),
    ):
        with pytest.raises(RuleError, match=message):
            points(variant, H, False, None, tricks)


# The course of a game ----------------------------------------------------------------


def test_the_deal_passes_and_the_seats_go_round() -> None:
    game = Game(BASIC)
    assert [game.player(seat) for seat in Seat] == [0, 1, 2]
    game = game.record(H, (5, 4, 3))
    assert game.dealer == 0
    assert [game.player(seat) for seat in Seat] == [1, 2, 0]
    assert [game.seat(player) for player in range(3)] == [D, F, M]
    game = game.record(S, (5, 4, 3))
    assert (game.deals[1].taken, game.deals[1].points) == ((3, 5, 4), (-1, 1, 0))
    assert (game.totals, game.dealer) == ((0, 1, -1), 1)
    other = Game(BASIC, first_dealer=0)
    assert [other.player(seat) for seat in Seat] == [1, 2, 0]
    assert other.record(H, (12, 0, 0)).totals == (-4, 8, -4)
