"""Tables whose columns are fields of answers.

The name, the values and the documentation of a column are those of its field; a report adds its
head and how a value looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from manni.solver import i18n
from manni.solver.cards import Seat
from manni.solver.i18n import NP_, pgettext
from manni.solver.report.text import UNKNOWN, AnyCell, AnyText, Cell, Column, Table, Value
from manni.solver.schema import Field, Schema

RANK = Column("", "rank", left=True)
"""Before the other columns: 1 for the best, or a word for what is no choice of the best."""

NP_("row", "stand", "thumb", "made", "asked")


class Shown(NamedTuple):
    """Columns of a table and what makes their cells of a row."""

    columns: Sequence[Column]
    cells: Callable[[Any], Sequence[AnyCell]]

    def within(self, part: Callable[[Any], Any]) -> Shown:
        """Return the columns in a table whose rows have the records as a part, or None there."""
        blank = [Cell("", None)] * len(self.columns)
        return self._replace(
            cells=lambda row: blank if (own := part(row)) is None else self.cells(own)
        )


def value_text(value: Any) -> str:
    """Return a value as it is, a dash for none."""
    return UNKNOWN if value is None else str(value)


def decimals(value: float | Fraction | None) -> str:
    """Return a number with two decimals."""
    return UNKNOWN if value is None else f"{float(value):.2f}"


def points_text(value: str | float | None) -> str:
    """Return the points of a share, or those of guarantee and best case: ``-2..+8``."""
    return "" if value is None else value if isinstance(value, str) else f"{value:+.2f}"


def shown(
    schema: Schema,
    key: str,
    *heads: str | None,
    text: Callable[[Any], AnyText] = value_text,
    says: Callable[[Any], AnyText] | None = None,
    left: bool = False,
    name: str = "",
) -> Shown:
    """Return the columns of a field of a record, of which a row of the table is made.

    ``heads`` are what stands above each, by default its name, None for what people do not see.
    ``text`` is how a value looks; ``says`` tells it from the record. A ``name`` takes the place of
    the field's.
    """
    field = _field(schema, key)
    names = [name] if name else field.columns
    own = heads or [each.replace("_", " ") for each in names]
    columns = [Column(*both, left) for both in zip(own, names, strict=True)]

    def cells(row: Any) -> list[Cell]:
        values = field.schema.values(_got(field, row))
        return [Cell(text(value) if says is None else says(row), value) for value in values]

    return Shown(columns, cells)


def interval(
    schema: Schema,
    key: str,
    form: str,
    unless: Callable[[Any], bool] = lambda row: False,
) -> Shown:
    """Return the columns of an interval: one for people, its ends for programs.

    ``form`` is how they are written; nothing stands in the rows of ``unless``.
    """
    field = _field(schema, key)
    columns = [Column("95 %", None), *(Column(None, name) for name in field.columns)]

    def cells(row: Any) -> list[AnyCell]:
        if unless(row):
            return ["", Cell("", None), Cell("", None)]
        values = field.schema.values(_got(field, row))
        low, high = (f"{end:{form}}" for end in values)
        both = f"{low.removesuffix('%')}..{high}"
        return [both, Cell(low, values[0]), Cell(high, values[1])]

    return Shown(columns, cells)


def replaced(part: Shown, cell: Callable[[Any], AnyCell]) -> Shown:
    """Return a column with cells that show and hold something else."""
    return part._replace(cells=lambda row: [cell(row)])


def of_seat(
    schema: Schema,
    key: str,
    head: str | None,
    got: Callable[[Any], Any],
    text: Callable[[Any], str] = value_text,
    name: str = "",
) -> Shown:
    """Return a column with the value of one seat, out of a field by seat.

    ``got`` returns it for a row, None where there is none.
    """
    field = _field(schema, key)
    seats = field.schema.item if field.schema.nullable else field.schema
    assert seats is not None
    each = seats if seats.item is None or seats.nullable else seats.item

    def cell(row: Any) -> Cell:
        value = each.values(got(row))[0]
        return Cell(text(value), value)

    return made_up(Column(head, name or field.column), cell)


def leading(schema: Schema, keys: Iterable[str], answer: Any) -> dict[str, Value]:
    """Return fields of an answer by the names of their columns, to stand before each row."""
    cells: dict[str, Value] = {}
    for field in (_field(schema, key) for key in keys):
        cells |= zip(field.columns, field.schema.values(_got(field, answer)), strict=True)
    return cells


def made_up(column: Column, cell: Callable[[Any], AnyCell]) -> Shown:
    """Return a column that is no field."""
    return Shown([column], lambda row: [cell(row)])


def table_of(parts: Sequence[Shown], rows: Iterable[Any], labels: Sequence[str] = ()) -> Table:
    """Return a table; ``labels`` stand before the rows, if there are any."""
    heads = [column for part in parts for column in part.columns]
    cells: list[list[AnyCell]] = [
        [cell for part in parts for cell in part.cells(row)] for row in rows
    ]
    if labels:
        pairs = zip(labels, cells, strict=True)
        return Table(
            [RANK, *heads],
            [[Cell(pgettext("row", label), label or None), *row] for label, row in pairs],
        )
    return Table(heads, cells)


def seat_column(seat_of: Callable[[Any], Seat], head: str | None = "") -> Shown:
    """Return the column of a seat: its letter and its word for people."""

    return made_up(Column(head, "seat", left=True), lambda row: seat_cell(seat_of(row)))


def seat_cell(seat: Seat) -> Cell:
    """Return a seat, its letter and its word."""
    return Cell(f"{i18n.seat_letter(seat.letter)} {i18n.seat_word(seat)}", seat.letter)


def _field(schema: Schema, key: str) -> Field:
    return next(each for each in schema.fields if each.key == key)


def _got(field: Field, row: Any) -> Any:
    assert field.get is not None
    return field.get(row)
