"""Values of seats and cards, lines of play and tables of contracts, as text and tables."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.cards import Seat, suit_of
from solver.engine import Bounds
from solver.position import Position
from solver.report.cards import card_text, cards_text
from solver.report.text import UNKNOWN, AnyCell, Cell, Column, Table, Text, join
from solver.rules.contract import Contract
from solver.values.equals import equal_groups
from solver.values.solution import CardValue, Solution

if TYPE_CHECKING:
    from solver.values.points import Points


def bounds_text(bounds: Bounds | None) -> str:
    """Return a guarantee, or its bounds, ``3..5``, if it is not proved."""
    if bounds is None:
        return UNKNOWN
    return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"


def decimal_text(number: Fraction, sign: bool = False) -> str:
    """Return a number with two decimals; ``sign`` shows a plus too."""
    return f"{float(number):+.2f}" if sign else f"{float(number):.2f}"


def points_text(points: Points) -> str:
    """Return the points of a share, or those of guarantee and best case: ``-2..+8``.

    The second is for great contracts, where points are not linear in tricks.
    """
    if isinstance(points, Fraction):
        return decimal_text(points, sign=True)
    return f"{points[0]:+d}..{points[1]:+d}"


def seat_cell(seat: Seat) -> Cell:
    """Return a seat, its letter and its word."""
    return Cell(f"{seat.letter} {seat.word}", seat.letter)


def decimal_cell(number: Fraction | None, sign: bool = False) -> Cell:
    """Return a number shown with two decimals."""
    if number is None:
        return Cell(UNKNOWN, None)
    return Cell(decimal_text(number, sign), float(number))


def points_cell(points: Points | None) -> Cell | str:
    """Return the points of a share, or those of guarantee and best case: ``-2..+8``."""
    if isinstance(points, Fraction):
        return decimal_cell(points, sign=True)
    return "" if points is None else points_text(points)


def values_table(solution: Solution, points: Sequence[Points] | None = None) -> Table:
    """Return a row a seat: guarantee, best case, share and, if given, points.

    Between a declarer and two partners the guarantee says it all.
    """
    partners = solution.position.declarer is not None
    heads = [
        Column("", "seat", left=True),
        Column("guarantee", "guarantee"),
        Column(None if partners else "best case", "best_case"),
        Column(None if partners else "share", "share"),
        Column(None if points is None else "points", "points"),
    ]
    rows = [
        [
            seat_cell(seat),
            bounds_text(solution.bounds[seat]),
            UNKNOWN if solution.best_case is None else str(solution.best_case[seat]),
            decimal_cell(None if solution.share is None else solution.share[seat]),
            points_cell(None if points is None else points[seat]),
        ]
        for seat in Seat
    ]
    return Table(heads, rows)


def legend(position: Position, points: Sequence[Points] | None = None) -> str:
    """Return how to read the values, with a second line if there are points."""
    sure = "at most" if position.avoids else "at least"
    unit = "this" if position.rules.unit == "tricks" else f"so many {position.rules.unit}"
    text = f"guarantee: {sure} {unit} against any play"
    if position.declarer is None:
        text += "; best case: the others get just theirs; share: between"
    else:
        pair = " and ".join(s.word for s in Seat if s is not position.declarer)
        text += f"; of {pair}: what the two get together"
    if points is None:
        return text
    if isinstance(points[0], tuple):
        return f"{text}\npoints: those of the guarantee and of the best case"
    aim = "target minus share" if position.avoids else "share minus target"
    return f"{text}\npoints: {aim}"


def card_groups(solution: Solution) -> list[list[int]]:
    """Return the legal cards in groups of equals, those with the best values first."""
    assert solution.cards is not None
    mover = solution.position.to_play
    values = {value.card: value for value in solution.cards}
    groups = [sorted(group, reverse=True) for group in equal_groups(solution.position)]
    groups.sort(key=lambda group: (suit_of(group[0]), -group[0]))
    groups.sort(key=lambda group: _best_first(values[group[0]], mover, solution))
    return groups


def card_values_table(solution: Solution) -> Table:
    """Return every legal card's values, best first, equal cards on one row."""
    assert solution.cards is not None
    mover = solution.position.to_play
    values = {value.card: value for value in solution.cards}
    heads = [Column(None, "seat", left=True), Column(f"{mover.letter} plays", "cards", left=True)]
    heads += (Column(seat.letter, f"guarantee_{seat.letter}") for seat in Seat)
    partners = solution.position.declarer is not None
    heads += (
        Column(None if partners else f"share {seat.letter}", f"share_{seat.letter}")
        for seat in Seat
    )
    heads.append(Column("loss", "loss"))
    rows: list[list[AnyCell]] = []
    for group in card_groups(solution):
        value = values[group[0]]
        rows.append(
            [
                seat_cell(mover),
                cards_text(group),
                *(bounds_text(bounds) for bounds in value.bounds),
                *map(decimal_cell, value.share or (None,) * len(Seat)),
                UNKNOWN if value.loss is None else str(value.loss),
            ]
        )
    return Table(heads, rows)


def _best_first(value: CardValue, mover: Seat, solution: Solution) -> tuple[bool, int, Fraction]:
    sign = solution.position.sign
    share = Fraction(0) if value.share is None else value.share[mover]
    return value.loss is None, value.loss or 0, -sign * share


def line_text(position: Position, line: Sequence[int], first: int = 1) -> Text:
    """Return a line trick by trick from trick ``first`` on, each card after its seat's letter."""
    lines: list[Text] = []
    played = [
        Text(f"{Seat((position.leader + index) % 3).letter} ", card_text(card))
        for index, card in enumerate(position.table)
    ]
    for card in line:
        played.append(Text(f"{position.to_play.letter} ", card_text(card)))
        position = position.play(card)
        if position.taken_by is not None:
            trick = join("  ", played)
            taken = "" if position.rules.unit == "tricks" else f" {position.taken}"
            wins = f"  {position.taken_by.letter} wins{taken}"
            lines.append(Text(f"{len(lines) + first:>2}  ", trick, wins))
            played = []
    return join("\n", lines)


def contracts_table(
    values: Mapping[tuple[Contract, Seat], Sequence[Bounds | None]],
    contracts: Sequence[Contract],
    leaders: Sequence[Seat],
    seats: Sequence[Seat],
    ace_low: Container[Contract] = (),
    does: str = "leads",
) -> Table:
    """Return the guarantees of ``seats``: a row a contract, a block of columns a leader.

    A contract is marked if the ace is low in it; ``does`` is what a leader does.
    """
    cells = {
        (contract, leader): [bounds_text(values[contract, leader][seat]) for seat in seats]
        for contract in contracts
        for leader in leaders
    }
    width = max(len(text) for block in cells.values() for text in block)

    def block(texts: Iterable[str]) -> str:
        return " ".join(text.rjust(width) for text in texts)

    letters = block(seat.letter for seat in seats)
    own = [Column(letters, letters, True, f"{leader.letter} {does}") for leader in leaders]
    names = {c: f"{c.name}, ace low" if c in ace_low else c.name for c in contracts}
    rows = [[names[c], *(block(cells[c, leader]) for leader in leaders)] for c in contracts]
    return Table([Column("", "contract", True), *own], rows, gap=4)


def guarantees_table(
    values: Mapping[tuple[Contract, Seat], Sequence[Bounds | None]], low: Container[Contract]
) -> Table:
    """Return what ``contracts_table`` shows with a row for each contract and leader."""
    heads = [Column(name, name, left=True) for name in ("contract", "leader", "ace")]
    heads += (Column(seat.letter, f"guarantee_{seat.letter}") for seat in Seat)
    rows = [
        [contract.name, leader.letter, ace_text(contract in low), *map(bounds_text, bounds)]
        for (contract, leader), bounds in values.items()
    ]
    return Table(heads, rows)


def ace_text(is_low: bool) -> str:
    """Return which end of a suit the ace is."""
    return "low" if is_low else "high"
