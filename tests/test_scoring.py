"""Targets, points, great bonuses, and the course and end of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from manni.solver.cards import Contract, Seat
from manni.solver.errors import ArgumentError, RuleError
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.rules.scoring import Bonus, Marking, Scoring, SeatTargets, Shared, Targets
from manni.solver.rules.variant import Variant, point_table, points, targets
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
    seats: tuple[Seat | None, ...] = tuple(Seat) if variant.declared else (None,)
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


@pytest.mark.parametrize(
    ("code", "scoring", "told"),
    [
        ("basic", lambda: Scoring(Targets(9, 3)), "targets: 3 + 3 + 3 is not 12"),
        (
            "laugavatn",
            lambda: Scoring(Targets(8, 4), Targets(4, 5)),
            "4 + 5 + 5 is not 16",
        ),
        ("basic", lambda: Scoring(SeatTargets((5, 3, 3))), "targets: 5 + 3 + 3 is not 12"),
        (
            "basic",
            lambda: Scoring(Targets(0, 4), bonuses=(Bonus(12, 8, -3),)),
            "bonus: 8 + -3",
        ),
        ("dix-sept-3", lambda: Shared(24), "par: 3 times 24 is more than 70"),
    ],
)
def test_numbers_that_do_not_add_up_are_refused(
    code: str, scoring: Callable[[], Marking], told: str
) -> None:
    with pytest.raises(ArgumentError, match=re.escape(told)):
        replace(VARIANTS[code], scoring=scoring())


def test_point_tables() -> None:
    table = point_table(LAUGAVATN, H, True, M)
    assert table[M] == (*((t - 14, t - 14) for t in range(15)), (4, 4), (8, 8))
    # A defender with no trick loses 1, 2 or 4; with one, 0 or 2; with more it is plain.
    assert table[F] == ((-4, -1), (-2, 0), *((t - 1, t - 1) for t in range(2, 17)))
    # Of an ordinary contract it is a straight line.
    table = point_table(TRJAMANN, NULLO, False, F)
    assert table[M] == table[D] == tuple((6 - t, 6 - t) for t in range(17))


@pytest.mark.parametrize(
    ("variant", "contract", "great", "declarer", "tricks", "message"),
    [
        (BASIC, H, False, None, (4, 4, 5),
         "tricks 4 4 5 add up to 13: a deal of basic has 12"),
        (BASIC, H, False, None, (-1, 8, 5), "tricks -1 8 5 add up to 12"),
        (BASIC, NT, False, None, (4, 4, 4), "basic has no NT: its contracts are H S D C"),
        (TRJAMANN, NT, True, F, (4, 6, 6), "trjamann has no great contracts: NT is ordinary"),
        (TRJAMANN, NT, False, None, (4, 6, 6),
         "trjamann needs a declarer: forehand, middlehand or dealer"),
        (LAUGAVATN, NULLO, True, F, (4, 6, 6),
         "there is no great NULLO: a great contract is S H D C or NT"),
    ],
)  # fmt: skip
def test_scores_that_cannot_be(
    variant: Variant,
    contract: Contract,
    great: bool,
    declarer: Seat | None,
    tricks: Three,
    message: str,
) -> None:
    with pytest.raises(RuleError) as caught:
        points(variant, contract, great, declarer, tricks)
    assert message in str(caught.value)


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


SEESAW = [(8, 0, 4), (0, 8, 4)] * 2


@pytest.mark.parametrize(
    ("variant", "results", "totals", "winners"),
    [
        (BASIC, [(12, 0, 0), (5, 0, 7)], (9, -8, -1), ()),
        (BASIC, [(12, 0, 0), (6, 0, 6)], (10, -8, -2), (0,)),
        # The highest total wins when two pass ten; equal ones share the win.
        (BASIC, [*[(6, 0, 6)] * 4, (5, 3, 4), (4, 3, 5), (5, 0, 7)], (10, -22, 12), (2,)),
        (BASIC, [(6, 0, 6)] * 5, (10, -20, 10), (0, 2)),
        # Plus points alone end the game on cardgames.io, but the difference wins.
        (IO, SEESAW, (0, 0, 0), ()),
        (IO, [*SEESAW, (6, 6, 0)], (2, 2, -4), (0, 1)),
        (IO, [(8, 4, 0), (0, 6, 6), (8, 4, 0), (0, 6, 6), (6, 5, 1)], (2, 5, -7), (1,)),
        (HORNAFJORDUR, [*SEESAW, (6, 6, 0)], (2, 2, -4), ()),
    ],
)
def test_how_games_end(
    variant: Variant, results: list[Three], totals: Three, winners: tuple[int, ...]
) -> None:
    """The tricks are given by player."""
    game = Game(variant)
    for tricks in results:
        fixed = variant.fixed_contract(game.number, None)
        contract = NT if fixed is None else fixed
        game = game.record(contract, [tricks[game.player(seat)] for seat in Seat])
    assert (game.totals, game.over, game.winners) == (totals, bool(winners), winners)
    if winners:
        with pytest.raises(RuleError, match=f"over after deal .: {variant.code} is played until"):
            game.record(DI, (4, 4, 4))


def test_plus_and_minus_are_told_apart() -> None:
    game = Game(IO).record(NT, (8, 0, 4)).record(NT, (6, 5, 1))
    assert (game.plus, game.minus) == ((4, 2, 1), (3, 4, 0))


@pytest.mark.parametrize(
    ("code", "before", "contract", "declarer", "great", "cut", "message"),
    [
        ("basic", [], S, None, False, None, "deal 1 makes the contract H, not S"),
        ("hornafjordur", [], S, None, False, 13 + 5,
         "the cut card H7 makes the contract H, not S"),
        ("trjamann", [], NT, M, False, None,
         "middlehand (player 2) cannot come to declare NT: forehand opens, middlehand can "
         "declare nothing"),
        ("trjamann", [DI, S, S], H, F, False, None,
         'forehand (player 1) cannot declare H, since "other" was used up by D in deal 1: '
         "left is S NT NULLO"),
        ("laugavatn", [], NT, D, False, None,
         "dealer (player 3) cannot come to declare NT: forehand opens, dealer can declare "
         "great S great H great D great C great NT"),
        ("laugavatn", [NT, S, S], NT, F, True, None,
         "forehand (player 1) has declared NT already, in deal 1: left is S H D C NULLO"),
        # Spades twice where it was agreed.
        ("trjamann+spades-other", [S] * 6, S, F, False, None,
         "forehand (player 1) has declared S already, in deal 1 and deal 4: left is NT NULLO"),
    ],
)  # fmt: skip
def test_contracts_against_the_rules(
    code: str,
    before: list[Contract],
    contract: Contract,
    declarer: Seat | None,
    great: bool,
    cut: int | None,
    message: str,
) -> None:
    variant = get_variant(code)
    game = Game(variant)
    for earlier in before:
        game = game.record(earlier, targets(variant, earlier, False, F), F)
    with pytest.raises(RuleError) as caught:
        game.check(contract, declarer, great, cut)
    assert str(caught.value) == message
