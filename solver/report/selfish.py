"""Selfish play as text and as columns beside other values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.cards import Seat, suit_of
from solver.report.cards import cards_text
from solver.report.tables import seat_cell
from solver.report.text import AnyCell, AnyText, Cell, Column, Table, Text, columns, join
from solver.values.equals import equal_groups
from solver.values.selfish import SelfishCard, SelfishSolution

OUTCOMES_SHOWN = 8
NOT_FOUND = "Selfish play: stopped before it was worked out."


def range_text(least: int, most: int) -> str:
    """Return the fewest and the most tricks: ``1–2``, or ``1`` where they are the same."""
    return str(least) if least == most else f"{least}–{most}"


def selfish_text(found: SelfishSolution | None) -> Text:
    """Return outcomes, seats and cards; None is what was stopped."""
    if found is None:
        return Text(NOT_FOUND)
    blocks: list[AnyText] = [_outcomes_text(found), _seats_table(found).text()]
    if found.cards:
        blocks.append(_cards_table(found).text())
    blocks.append(
        "least, most: if each plays for his own tricks alone and all foresee it; no forecast\n"
        "sure loss: what the card costs its player then, whatever the others choose"
    )
    return join("\n\n", blocks)


def _outcomes_text(found: SelfishSolution) -> str:
    count = len(found.outcomes)
    several = f"{count} outcomes" if count > 1 else "one outcome"
    if count > OUTCOMES_SHOWN:
        return f"Selfish play: {several}."
    shown = ", ".join(" ".join(map(str, outcome)) for outcome in found.outcomes)
    return f"Selfish play: {several}, F M D: {shown}"


def _seats_table(found: SelfishSolution) -> Table:
    rows: list[list[AnyCell]] = [
        [seat_cell(seat), str(found.least[seat]), str(found.most[seat])] for seat in Seat
    ]
    return Table(columns("", "least", "most"), rows)


def _cards_table(found: SelfishSolution) -> Table:
    """Return a row a group of equal cards, those that cost least first."""
    values = {value.card: value for value in found.cards}
    groups = [sorted(group, reverse=True) for group in equal_groups(found.position)]
    groups.sort(key=lambda group: (values[group[0]].sure_loss, suit_of(group[0]), -group[0]))
    rows: list[list[AnyCell]] = []
    for group in groups:
        value = values[group[0]]
        ranges = map(range_text, value.least, value.most)
        rows.append([cards_text(group), *ranges, str(value.sure_loss)])
    return Table(columns(f"{found.position.to_play.letter} plays", *"FMD", "sure loss"), rows)


def beside_seats(table: Table, found: SelfishSolution | None) -> Table:
    """Return a table with a row a seat, with the columns of selfish play added."""
    names = ["selfish_least", "selfish_most"]
    rows = [(found.least[seat], found.most[seat]) if found else None for seat in Seat]
    return _beside(table, names, rows)


def beside_cards(
    table: Table, groups: Sequence[Sequence[int]], found: SelfishSolution | None
) -> Table:
    """Return a table with a row a group of cards, with the columns of selfish play added."""
    names = [f"selfish_{name}_{seat.letter}" for seat in Seat for name in ("least", "most")]
    names.append("sure_loss")
    values = {value.card: _numbers(value) for value in found.cards} if found else {}
    return _beside(table, names, [values.get(group[0]) for group in groups])


def _numbers(value: SelfishCard) -> list[int]:
    ranges = zip(value.least, value.most, strict=True)
    return [number for both in ranges for number in both] + [value.sure_loss]


def _beside(table: Table, names: Sequence[str], numbers: Iterable[Sequence[int] | None]) -> Table:
    """Return a table with columns of numbers added, empty where there are none."""
    rows: list[list[AnyCell]] = []
    for row, own in zip(table.rows, numbers, strict=True):
        cells = [""] * len(names) if own is None else [Cell(str(each), each) for each in own]
        rows.append([*row, *cells])
    heads = [Column(name.replace("_", " "), name) for name in names]
    return Table([*table.columns, *heads], rows, table.gap)
