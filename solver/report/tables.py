"""Values, cards, lines and whole tables as aligned text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.cards import SUIT_SYMBOLS, Seat, card_name, suit_of
from solver.position import Position
from solver.rules.contract import Contract
from solver.values.equals import equal_groups
from solver.values.solve import Bounds, CardValue, Solution

if TYPE_CHECKING:
    from solver.values.points import Points

UNKNOWN = "–"

_BOLD, _RED, _PLAIN = "\033[1m", "\033[31m", "\033[0m"
_RED_SUITS = (1, 2)


def grid(rows: Sequence[Sequence[str]], left: int = 1, gap: int = 2, colour: bool = False) -> str:
    """Return rows as aligned columns, the first row bold; ``left`` columns stand left-aligned."""
    widths = [max(_width(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        cells = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - _width(cell))
            cells.append(cell + space if index < left else space + cell)
        line = (" " * gap).join(cells).rstrip()
        lines.append(f"{_BOLD}{line}{_PLAIN}" if colour and not number and line else line)
    return "\n".join(lines)


def card_text(card: int, colour: bool = False) -> str:
    """Return a card with its suit's symbol."""
    text = SUIT_SYMBOLS[suit_of(card)] + card_name(card)[1]
    return f"{_RED}{text}{_PLAIN}" if colour and suit_of(card) in _RED_SUITS else text


def bounds_text(bounds: Bounds | None) -> str:
    """Return a guarantee, ``3..5`` where only limits are proved."""
    if bounds is None:
        return UNKNOWN
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"


def decimal_text(number: Fraction, sign: bool = False) -> str:
    """Return a number with two decimals."""
    return f"{float(number):+.2f}" if sign else f"{float(number):.2f}"


def points_text(points: Points) -> str:
    """Return the points of a share, or those of guarantee and best case: ``-2..+8``."""
    if isinstance(points, Fraction):
        return decimal_text(points, sign=True)
    return f"{points[0]:+d}..{points[1]:+d}"


def values_text(
    solution: Solution, points: Sequence[Points] | None = None, colour: bool = False
) -> str:
    """Return guarantee, best case, share and, where given, points, a row a seat."""
    header = ["", "guarantee", "best case", "share"]
    rows = [header if points is None else [*header, "points"]]
    for seat in Seat:
        best = UNKNOWN if solution.best_case is None else str(solution.best_case[seat])
        share = UNKNOWN if solution.share is None else decimal_text(solution.share[seat])
        row = [f"{seat.letter} {seat.word}", bounds_text(solution.bounds[seat]), best, share]
        if points is not None:
            row.append(points_text(points[seat]))
        rows.append(row)
    return grid(rows, colour=colour)


def legend(contract: Contract, points: Sequence[Points] | None = None) -> str:
    """Return how to read the values: a line, and another where there are points."""
    sure = "at most" if contract.avoids else "at least"
    text = (
        f"guarantee: {sure} this against any play; best case: the others get just theirs; "
        "share: between"
    )
    if points is None:
        return text
    if isinstance(points[0], tuple):
        return f"{text}\npoints: those of the guarantee and of the best case"
    aim = "target minus share" if contract.avoids else "share minus target"
    return f"{text}\npoints: {aim}"


def cards_text(solution: Solution, colour: bool = False) -> str:
    """Return every legal card's values, best first, equal cards on one row."""
    assert solution.cards is not None
    mover = solution.position.to_play
    values = {value.card: value for value in solution.cards}
    groups = [sorted(group, reverse=True) for group in equal_groups(solution.position)]
    groups.sort(key=lambda group: (suit_of(group[0]), -group[0]))
    groups.sort(key=lambda group: _best_first(values[group[0]], mover, solution))
    rows = [
        [
            f"{mover.letter} plays",
            *(seat.letter for seat in Seat),
            *(f"share {seat.letter}" for seat in Seat),
            "loss",
        ]
    ]
    for group in groups:
        value = values[group[0]]
        rows.append(
            [
                " ".join(card_text(card, colour) for card in group),
                *(bounds_text(bounds) for bounds in value.bounds),
                *([UNKNOWN] * 3 if value.share is None else map(decimal_text, value.share)),
                UNKNOWN if value.loss is None else str(value.loss),
            ]
        )
    return grid(rows, colour=colour)


def _best_first(value: CardValue, mover: Seat, solution: Solution) -> tuple[bool, int, Fraction]:
    sign = solution.position.contract.sign
    share = Fraction(0) if value.share is None else value.share[mover]
    return value.loss is None, value.loss or 0, -sign * share


def line_text(position: Position, line: Sequence[int], colour: bool = False) -> str:
    """Return a line trick by trick, each card after the letter of its seat."""
    number = 1
    lines = []
    played = [
        f"{Seat((position.leader + index) % 3).letter} {card_text(card, colour)}"
        for index, card in enumerate(position.table)
    ]
    for card in line:
        played.append(f"{position.to_play.letter} {card_text(card, colour)}")
        position = position.play(card)
        if not position.table:
            lines.append(f"{number:>2}  {'  '.join(played)}  {position.leader.letter} wins")
            number += 1
            played = []
    return "\n".join(lines)


def contracts_text(
    values: Mapping[tuple[Contract, Seat], Sequence[Bounds | None]],
    contracts: Sequence[Contract],
    leaders: Sequence[Seat],
    seats: Sequence[Seat],
    colour: bool = False,
) -> str:
    """Return the guarantees of ``seats``, a row a contract, a block of columns a leader."""
    cells = {
        (contract, leader): [bounds_text(values[contract, leader][seat]) for seat in seats]
        for contract in contracts
        for leader in leaders
    }
    width = max(len(text) for block in cells.values() for text in block)

    def block(texts: Iterable[str]) -> str:
        return " ".join(text.rjust(width) for text in texts)

    rows = [
        ["", *(f"{leader.letter} leads" for leader in leaders)],
        ["", *(block(seat.letter for seat in seats) for _ in leaders)],
    ]
    rows += [[c.name, *(block(cells[c, leader]) for leader in leaders)] for c in contracts]
    return grid(rows, left=len(rows[0]), gap=4, colour=colour)


def _width(text: str) -> int:
    """Return the columns a text takes on a terminal."""
    for code in (_BOLD, _RED, _PLAIN):
        text = text.replace(code, "")
    return len(text)
