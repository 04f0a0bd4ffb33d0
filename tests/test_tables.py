"""The tables: aligned, the same with colours and without, nothing left out."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest
from positions import random_position

from cli.output import coloured
from solver.cards import Seat
from solver.described import bounds_text
from solver.position import Position
from solver.report.columns import points_text
from solver.report.tables import (
    card_values_table,
    contracts_table,
    decimal_text,
    line_text,
    values_table,
)
from solver.report.values import POINTS, SOLUTION
from solver.rules.contract import Contract
from solver.values.solve import Solver

CODES = re.compile("\x1b\\[[0-9]+m")


@pytest.mark.parametrize(("bounds", "text"), [((3, 3), "3"), ((3, 5), "3..5"), ((0, 0), "0")])
def test_bounds(bounds: tuple[int, int], text: str) -> None:
    assert bounds_text(bounds) == text


def test_numbers() -> None:
    assert decimal_text(Fraction(11, 3)) == "3.67"
    for points, text in ((Fraction(-1, 3), "-0.33"), (Fraction(2), "+2.00"), ((-4, 8), "-4..+8")):
        assert points_text(*POINTS.values(points)) == text


@pytest.mark.parametrize("seed", range(12))
def test_colours_change_nothing_else(seed: int) -> None:
    position = random_position(Random(seed), 5)
    solution = Solver(4).solve(position, cards=True, line="F")
    assert solution.line is not None
    for text in (
        values_table(solution).text(),
        card_values_table(solution).text(),
        line_text(position, solution.line),
    ):
        assert "\x1b[" in coloured(text)
        assert CODES.sub("", coloured(text)) == str(text)
        assert "\x1b" not in str(text)


@pytest.mark.parametrize("seed", range(12))
def test_every_card_is_listed_once_and_the_best_come_first(seed: int) -> None:
    position = random_position(Random(seed), 6, on_table=0)
    solution = Solver(4).solve(position, cards=True)
    rows = str(card_values_table(solution)).splitlines()[1:]
    assert sum(len(re.findall("[♠♥♦♣]", row)) for row in rows) == 6
    losses = [int(row.split()[-1]) for row in rows]
    assert losses == sorted(losses)
    assert losses[0] == 0


def test_what_is_not_known_is_a_dash() -> None:
    solution = Solver(4).solve(Position.parse("A... K... Q...", "NT"), seats="M")
    rows = [row.split() for row in str(values_table(solution)).splitlines()]
    assert rows[1:] == [
        ["F", "forehand", "–", "–", "–"],
        ["M", "middlehand", "0", "–", "–"],
        ["D", "dealer", "–", "–", "–"],
    ]
    assert SOLUTION.json(solution, won=(0, 0, 0))["guarantee"] == {"M": 0}


def test_blocks_of_a_contract_table_are_aligned() -> None:
    values = {
        (contract, leader): [(0, 12), (5, 5), None]
        for contract in (Contract.S, Contract.NULLO)
        for leader in (Seat.FOREHAND, Seat.DEALER)
    }
    table = contracts_table(
        values, [Contract.S, Contract.NULLO], [Seat.FOREHAND, Seat.DEALER], list(Seat)
    )
    header, seats, *rows = str(table).splitlines()
    assert header.split() == ["F", "leads", "D", "leads"]
    assert seats.split() == ["F", "M", "D"] * 2
    assert [row.split() for row in rows] == [
        ["S", *["0..12", "5", "–"] * 2],
        ["NULLO", *["0..12", "5", "–"] * 2],
    ]
    assert len({row.rindex("0..12") for row in rows}) == 1
