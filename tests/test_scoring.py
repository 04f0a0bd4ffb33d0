"""Targets, points, great bonuses, and the course and end of a game."""

from __future__ import annotations

from itertools import product

import pytest

from solver.cards import Seat
from solver.errors import RuleError
from solver.rules.contract import Contract
from solver.rules.game import Game
from solver.rules.points import point_table, points, targets
from solver.rules.registry import VARIANTS, get_variant
from solver.rules.variant import Variant

F, M, D = Seat
S, H, DI, C, NT, NULLO = Contract
BASIC, TRJAMANN, LAUGAVATN = (VARIANTS[code] for code in ("basic", "trjamann", "laugavatn"))
HORNAFJORDUR, IO, OLD = (
    VARIANTS[code] for code in ("hornafjordur", "hornafjordur-io", "hornafjordur-old")
)


def deals_of(variant: Variant) -> list[tuple[Contract, bool, Seat | None]]:
    """Return every contract and declarer there can be."""
    greats = [False, True] if variant.scoring.great else [False]
    seats: list[Seat | None] = list(Seat) if variant.declared else [None]
    return [
        (contract, great, seat)
        for contract, great, seat in product(variant.contracts, greats, seats)
        if not (great and contract is NULLO)
    ]


@pytest.mark.parametrize("code", [code for code in VARIANTS if VARIANTS[code].has_targets])
def test_targets_and_points_of_every_result(code: str) -> None:
    variant = VARIANTS[code]
    total = variant.tricks
    for contract, great, declarer in deals_of(variant):
        assert sum(targets(variant, contract, great, declarer)) == total
        for first in range(total + 1):
            for second in range(total + 1 - first):
                tricks = (first, second, total - first - second)
                assert sum(points(variant, contract, great, declarer, tricks)) == 0


@pytest.mark.parametrize(
    ("variant", "contract", "declarer", "tricks", "expected"),
    [
        (BASIC, H, None, (4, 4, 4), (0, 0, 0)),
        (BASIC, C, None, (12, 0, 0), (8, -4, -4)),
        (HORNAFJORDUR, NT, None, (3, 4, 5), (-1, 0, 1)),
        (HORNAFJORDUR, NULLO, None, (3, 4, 5), (1, 0, -1)),
        (IO, NULLO, None, (0, 0, 12), (4, 4, -8)),
        (TRJAMANN, NT, F, (8, 4, 4), (0, 0, 0)),
        (TRJAMANN, DI, F, (10, 6, 0), (2, 2, -4)),
        (TRJAMANN, NULLO, F, (4, 6, 6), (0, 0, 0)),
        (TRJAMANN, NULLO, F, (0, 10, 6), (4, -4, 0)),
        (OLD, NULLO, F, (6, 6, 4), (-2, 0, 2)),
        (LAUGAVATN, S, M, (4, 9, 3), (0, 1, -1)),
        (LAUGAVATN, NULLO, D, (6, 7, 3), (0, -1, 1)),
    ],
)
def test_points(
    variant: Variant,
    contract: Contract,
    declarer: Seat | None,
    tricks: tuple[int, int, int],
    expected: tuple[int, int, int],
) -> None:
    assert points(variant, contract, False, declarer, tricks) == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ((16, 0, 0), (8, -4, -4)),
        ((15, 1, 0), (4, -2, -2)),
        ((15, 0, 1), (4, -2, -2)),
        ((14, 1, 1), (0, 0, 0)),
        ((14, 2, 0), (0, 1, -1)),
        ((13, 2, 1), (-1, 1, 0)),
        ((0, 16, 0), (-14, 15, -1)),
    ],
)
def test_great_contracts(tricks: tuple[int, int, int], expected: tuple[int, int, int]) -> None:
    for seat in Seat:
        turned = tuple(tricks[(other - seat) % 3] for other in Seat)
        found = points(LAUGAVATN, NT, True, seat, turned)
        assert found == tuple(expected[(other - seat) % 3] for other in Seat)


def test_the_point_table_of_a_great_contract() -> None:
    table = point_table(LAUGAVATN, H, True, M)
    assert [len(row) for row in table] == [17, 17, 17]
    assert table[M] == (*((t - 14, t - 14) for t in range(15)), (4, 4), (8, 8))
    # A defender with no trick loses 1, 2 or 4; with one, 0 or 2; with more it is plain.
    assert table[F] == ((-4, -1), (-2, 0), *((t - 1, t - 1) for t in range(2, 17)))
    assert table[F] == table[D]


def test_the_point_table_of_an_ordinary_contract_is_a_straight_line() -> None:
    table = point_table(TRJAMANN, NULLO, False, F)
    assert table[F] == tuple((4 - t, 4 - t) for t in range(17))
    assert table[M] == table[D] == tuple((6 - t, 6 - t) for t in range(17))


@pytest.mark.parametrize(
    ("variant", "contract", "great", "declarer", "tricks", "message"),
    [
        (BASIC, H, False, None, (4, 4, 5),
         "tricks 4 4 5 add up to 13: a deal of basic has 12"),
        (BASIC, H, False, None, (-1, 8, 5), "tricks -1 8 5 add up to 12"),
        (BASIC, NT, False, None, (4, 4, 4),
         "basic has no NT: its contracts are H S D C"),
        (BASIC, H, False, M, (4, 4, 4), "nobody declares in basic: middlehand cannot"),
        (TRJAMANN, NT, True, F, (4, 6, 6),
         "trjamann has no great contracts: NT is ordinary"),
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
    tricks: tuple[int, int, int],
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
    assert game.deals[1].taken == (3, 5, 4)
    assert game.deals[1].points == (-1, 1, 0)
    assert game.totals == (0, 1, -1)
    assert game.dealer == 1


def test_another_player_may_deal_first() -> None:
    game = Game(BASIC, first_dealer=0)
    assert [game.player(seat) for seat in Seat] == [1, 2, 0]
    assert game.record(H, (12, 0, 0)).totals == (-4, 8, -4)


def play_basic(*results: tuple[int, int, int], variant: Variant = BASIC) -> Game:
    """Return a game after deals whose tricks are given by player."""
    game = Game(variant)
    for tricks in results:
        fixed = variant.fixed_contract(game.number, None)
        contract = NT if fixed is None else fixed
        game = game.record(contract, [tricks[game.player(seat)] for seat in Seat])
    return game


def test_first_to_ten() -> None:
    assert not play_basic((12, 0, 0), (5, 0, 7)).over  # +9 -8 -1
    game = play_basic((12, 0, 0), (6, 0, 6))
    assert game.totals == (10, -8, -2)
    assert game.over
    assert game.winners == (0,)
    with pytest.raises(RuleError, match=r"over after deal 2: basic is played until a player has"):
        game.record(DI, (4, 4, 4))


def test_the_highest_total_wins_when_two_pass_ten() -> None:
    game = play_basic(*[(6, 0, 6)] * 4, (5, 3, 4), (4, 3, 5), (5, 0, 7))
    assert game.totals == (10, -22, 12)
    assert game.winners == (2,)


def test_equal_totals_share_the_win() -> None:
    game = play_basic((6, 0, 6), (6, 0, 6), (6, 0, 6), (6, 0, 6), (6, 0, 6))
    assert game.totals == (10, -20, 10)
    assert game.winners == (0, 2)


def test_plus_points_alone_end_the_game_on_cardgames_io() -> None:
    seesaw = [(8, 0, 4), (0, 8, 4)] * 2
    game = play_basic(*seesaw, variant=IO)
    assert game.totals == (0, 0, 0)
    assert game.plus == (8, 8, 0)
    assert game.minus == (8, 8, 0)
    assert not game.over
    game = play_basic(*seesaw, (6, 6, 0), variant=IO)
    assert game.over
    assert game.plus == (10, 10, 0)
    assert game.totals == (2, 2, -4)
    assert game.winners == (0, 1)
    plain = play_basic(*seesaw, (6, 6, 0), variant=HORNAFJORDUR)
    assert not plain.over


def test_the_plus_tally_ends_it_but_the_difference_wins() -> None:
    rows = [(8, 4, 0), (0, 6, 6), (8, 4, 0), (0, 6, 6), (6, 5, 1)]
    game = play_basic(*rows, variant=IO)
    assert game.plus[0] == 10
    assert game.totals == (2, 5, -7)
    assert game.winners == (1,)


@pytest.mark.parametrize(("code", "deals"), [("trjamann", 12), ("hornafjordur-old", 18)])
def test_each_player_declares_each_contract_once(code: str, deals: int) -> None:
    variant = VARIANTS[code]
    game = Game(variant)
    for number in range(deals):
        assert not game.over
        assert game.player(F) == number % 3
        contract = min(game.left(game.player(F)))
        game = game.record(contract, targets(variant, contract, False, F), F)
    assert game.over
    assert game.winners == (0, 1, 2)
    assert [game.left(player) for player in range(3)] == [frozenset()] * 3
    with pytest.raises(RuleError, match="every player has declared every contract"):
        game.auction()


@pytest.mark.parametrize(
    ("variant", "before", "contract", "declarer", "great", "cut", "message"),
    [
        (BASIC, [], S, None, False, None, "deal 1 makes the contract H, not S"),
        (HORNAFJORDUR, [], S, None, False, 13 + 5,
         "the cut card H7 makes the contract H, not S"),
        (HORNAFJORDUR, [], S, None, False, 0,
         "the cut card S2 makes the contract NULLO, not S"),
        (TRJAMANN, [], NT, M, False, None,
         "middlehand (player 2) cannot come to declare NT: forehand opens, middlehand can "
         "declare nothing"),
        (TRJAMANN, [DI, S, S], H, F, False, None,
         'forehand (player 1) cannot declare H, since "other" was used up by D in deal 1: '
         "left is S NT NULLO"),
        (TRJAMANN, [S, S, S], S, F, False, None,
         "forehand (player 1) has declared S already, in deal 1: left is H D C NT NULLO"),
        (LAUGAVATN, [], NT, D, False, None,
         "dealer (player 3) cannot come to declare NT: forehand opens, dealer can declare "
         "great S great H great D great C great NT"),
        (LAUGAVATN, [NT, S, S], NT, F, True, None,
         "forehand (player 1) has declared NT already, in deal 1: left is S H D C NULLO"),
    ],
)  # fmt: skip
def test_contracts_against_the_rules(
    variant: Variant,
    before: list[Contract],
    contract: Contract,
    declarer: Seat | None,
    great: bool,
    cut: int | None,
    message: str,
) -> None:
    game = Game(variant)
    for earlier in before:
        game = game.record(earlier, targets(variant, earlier, False, F), F)
    with pytest.raises(RuleError) as caught:
        game.check(contract, declarer, great, cut)
    assert str(caught.value) == message


def test_spades_twice_where_it_was_agreed() -> None:
    game = Game(get_variant("trjamann+spades-other"))
    for _ in range(6):
        game = game.record(S, (8, 4, 4), F)
    assert [deal.slot for deal in game.deals] == ["S"] * 3 + ["other"] * 3
    with pytest.raises(
        RuleError, match=r"has declared S already, in deal 1 and deal 4: left is NT NULLO"
    ):
        game.check(S, F)
