"""Tables as plain data, and their columns, which may be fields of answers.

The name, the values and the documentation of such a column are those of its field; a report
adds its head and how a value looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from manni.solver import i18n
from manni.solver.cards import SUIT_LETTERS, SUIT_SYMBOLS, Seat
from manni.solver.i18n import NP_, pgettext
from manni.solver.report.text import UNKNOWN, AnyText, Text, heading, html_text, join, pad, wrap
from manni.solver.schema import Field, Schema

Value: TypeAlias = str | int | float | None


class Cell(NamedTuple):
    """What people see in a table and the value that programs read."""

    shown: AnyText
    value: Value


AnyCell: TypeAlias = Cell | AnyText


class Column(NamedTuple):
    """A column of a table: the head people see, the name programs know it by.

    A column without a head is left out of the text, one without a name out of what
    programs read. ``over`` stands above the heads of columns that belong together.
    """

    head: str | None
    name: str | None
    left: bool = False
    over: str = ""


# The heads that ``Table.text`` says in the language spoken; names are for programs.
NP_(
    "column",
    "guarantee",
    "best case",
    "share",
    "points",
    "loss",
    "least",
    "most",
    "code",
    "game",
    "cards",
    "hand",
    "table",
    "played",
    "options",
    "deal",
    "round",
    "dealer",
    "contract",
    "declarer",
    "bid",
    "tricks",
    "marks",
    "total",
    "plus",
    "minus",
    "declared",
    "left",
    "discard",
    "draw",
    "keeping",
    "trump",
    "made",
    "balance",
    "brings",
    "declares",
    "leads",
    "own",
    "others",
    "behind",
    "later",
    "card",
    "trick",
    "gave",
    "won",
    "kept by",
    "sure of",
    "lost",
    "got",
    "target",
    "the best then",
    "put away",
    "chance of",
    "best in",
    "beaten",
    "bid made",
)


def columns(*heads: str, left: int = 1) -> list[Column]:
    """Return columns named by their heads, the first ``left`` of them left-aligned."""
    return [Column(head, head, index < left) for index, head in enumerate(heads)]


_LEAST_ROOM = 12
"""The narrowest that texts of a last column are folded to."""
_widest: int | None = None


def choose_width(width: int | None) -> None:
    """From now on fold tables that are wider than so many columns; None folds no more."""
    global _widest
    _widest = width


class Table(NamedTuple):
    """Rows of cells under columns. A plain text is its own value, suits as letters."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[AnyCell]]
    gap: int = 2

    def text(self) -> Text:
        """Return the table as aligned columns under their heads.

        One that is wider than was chosen with ``choose_width`` is folded: the texts of its last
        column, if that leaves them room, else the columns that have none stand below, after those
        that say what each row is.
        """
        own = self._visible
        heads, *rows = self.text_rows()
        rows = self._with_last_folded(own, heads, rows)
        widths = [max(map(len, cells)) for cells in zip(heads, *rows, strict=True)]
        for group in _groups(own, range(len(own))):
            widths[group[0]] += max(0, len(own[group[0]].over) - self._room(widths, group))

        def line(cells: Sequence[AnyText], part: Sequence[int]) -> Text:
            return join(
                " " * self.gap,
                (pad(cells[index], widths[index], own[index].left) for index in part),
            ).rstrip()

        def over(part: Sequence[int]) -> str:
            text = ""
            for group in _groups(own, part):
                # Centred over the columns, the odd blank before it.
                word = own[group[0]].over
                free = self._room(widths, group) - len(word)
                text += " " * (free - free // 2) + word + " " * (free // 2 + self.gap)
            return text.rstrip()

        def block(part: Sequence[int]) -> Text:
            above = [heading(over(part))] if any(own[index].over for index in part) else []
            under = heading(str(line(heads, part)))
            return join("\n", [*above, under, *(line(row, part) for row in rows)])

        return join("\n\n", map(block, self._parts(own, widths)))

    def _room(self, widths: Sequence[int], part: Sequence[int]) -> int:
        """Return how wide columns are beside each other."""
        return sum(widths[index] + self.gap for index in part) - self.gap

    def _with_last_folded(
        self, own: Sequence[Column], heads: list[AnyText], rows: list[list[AnyText]]
    ) -> list[list[AnyText]]:
        """Return the rows with texts in the last column folded over lines, where that will do."""
        if _widest is None or not own[-1].left:
            return rows
        room = _widest
        for cells in list(zip(heads, *rows, strict=True))[:-1]:
            room -= max(map(len, cells)) + self.gap
        words = [word for row in rows for word in str(row[-1]).split(" ")]
        if room < max(_LEAST_ROOM, *map(len, words), len(heads[-1])):
            return rows
        found: list[list[AnyText]] = []
        for *before, last in rows:
            first, *more = wrap(last, room).lines()
            found.append([*before, first])
            found += ([""] * len(before) + [line] for line in more)
        return found

    def _parts(self, own: Sequence[Column], widths: Sequence[int]) -> list[list[int]]:
        """Return the columns to show beside each other, those that name the rows in each part."""
        every = list(range(len(own)))
        if _widest is None or self._room(widths, every) <= _widest:
            return [every]
        named = next((index for index in every if not own[index].left), len(every))
        if self._room(widths, every[:named]) > _widest // 2:
            named = 1
        parts: list[list[int]] = [every[:named]]
        for unit in _units(own, every[named:]):
            if len(parts[-1]) > named and self._room(widths, [*parts[-1], *unit]) > _widest:
                parts.append(every[:named])
            parts[-1] = [*parts[-1], *unit]
        return parts

    def __str__(self) -> str:
        return str(self.text())

    @property
    def _visible(self) -> list[Column]:
        return [column for column in self.columns if column.head is not None]

    def text_rows(self) -> list[list[AnyText]]:
        """Return the heads and the rows of cells as people see them."""
        at = [index for index, column in enumerate(self.columns) if column.head is not None]
        rows: list[list[AnyText]] = [[_head(column) for column in self._visible]]
        return rows + [[_shown(row[index]) for index in at] for row in self.rows]

    @property
    def _named(self) -> list[int]:
        return [index for index, column in enumerate(self.columns) if column.name is not None]

    def names(self) -> list[str]:
        """Return the names of the columns that programs read."""
        return [self.columns[index].name or "" for index in self._named]

    def values(self) -> Iterator[list[Value]]:
        """Yield the values of each row in the order of ``names``, None where there is none."""
        for row in self.rows:
            yield [_value(row[index]) for index in self._named]

    def html(self, red: str) -> str:
        """Return the table as people see it in HTML; ``red`` is the attribute of red suits."""
        own, lines = self._visible, ["<table>"]
        if any(column.over for column in own):
            above = (
                f'<th colspan="{len(group)}">{html_text(own[group[0]].over, red)}</th>'
                for group in _groups(own, range(len(own)))
            )
            lines.append(f"<tr>{''.join(above)}</tr>")
        for number, row in enumerate(self.text_rows()):
            tag = "td" if number else "th"
            cells = (
                f'<{tag} style="text-align: {"left" if column.left else "right"}">'
                f"{html_text(cell, red)}</{tag}>"
                for cell, column in zip(row, own, strict=True)
            )
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return "\n".join([*lines, "</table>"])

    def markdown_head(self, before: Sequence[str] = ()) -> str:
        """Return the two lines a Markdown table begins with, other columns ``before``.

        The columns are those that programs read, the cells what people do.
        """
        heads = [name.replace("_", " ") for name in (*before, *self.names())]
        rules = ["---" if self.columns[index].left else "---:" for index in self._named]
        return f"{_markdown_row(heads)}\n{_markdown_row(['---'] * len(before) + rules)}"

    def markdown_rows(self, before: Iterable[Value] = ()) -> Iterator[str]:
        """Yield the rows of a Markdown table, each after the values of columns ``before``."""
        first = ["" if value is None else str(value) for value in before]
        for row in self.rows:
            yield _markdown_row([*first, *(str(_shown(row[index])) for index in self._named)])


def _groups(own: Sequence[Column], indices: Iterable[int]) -> list[list[int]]:
    """Return columns, those beside each other that have the same ``over`` together."""
    groups: list[list[int]] = []
    for index in indices:
        if groups and own[index].over and own[groups[-1][-1]].over == own[index].over:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _units(own: Sequence[Column], indices: Iterable[int]) -> list[list[int]]:
    """Return columns with those that belong to them: an interval, a sign, what has one head."""
    units: list[list[int]] = []
    for group in _groups(own, indices):
        head = own[group[0]].head or ""
        if units and (not head or head.startswith("95")):
            units[-1] += group
        else:
            units.append(group)
    return units


def _head(column: Column) -> str:
    return pgettext("column", column.head) if column.head else ""


def _shown(cell: AnyCell) -> AnyText:
    return cell.shown if isinstance(cell, Cell) else cell


_LETTERS = str.maketrans("".join(SUIT_SYMBOLS), "".join(SUIT_LETTERS))


def _value(cell: AnyCell) -> Value:
    if isinstance(cell, Cell):
        return cell.value
    text = str(cell).translate(_LETTERS)
    return None if text in ("", UNKNOWN) else text


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


RANK = Column("", "rank", left=True)
"""Before the other columns: 1 for the best, or a word for what is no choice of the best."""

NP_("row", "stand", "thumb", "made", "asked")


class Columns(NamedTuple):
    """Columns of a table and what makes their cells of a row."""

    columns: Sequence[Column]
    cells: Callable[[Any], Sequence[AnyCell]]

    def within(self, part: Callable[[Any], Any]) -> Columns:
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


def field_columns(
    schema: Schema,
    key: str,
    *heads: str | None,
    text: Callable[[Any], AnyText] = value_text,
    says: Callable[[Any], AnyText] | None = None,
    left: bool = False,
    name: str = "",
) -> Columns:
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

    return Columns(columns, cells)


def interval(
    schema: Schema,
    key: str,
    form: str,
    unless: Callable[[Any], bool] = lambda row: False,
) -> Columns:
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

    return Columns(columns, cells)


def column_of_seat(
    schema: Schema,
    key: str,
    head: str | None,
    got: Callable[[Any], Any],
    text: Callable[[Any], str] = value_text,
    name: str = "",
) -> Columns:
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

    return extra_column(Column(head, name or field.column), cell)


def leading_cells(schema: Schema, keys: Iterable[str], answer: Any) -> dict[str, Value]:
    """Return fields of an answer by the names of their columns, to stand before each row."""
    cells: dict[str, Value] = {}
    for field in (_field(schema, key) for key in keys):
        cells |= zip(field.columns, field.schema.values(_got(field, answer)), strict=True)
    return cells


def extra_column(column: Column, cell: Callable[[Any], AnyCell]) -> Columns:
    """Return a column that is no field."""
    return Columns([column], lambda row: [cell(row)])


def table_of(parts: Sequence[Columns], rows: Iterable[Any], labels: Sequence[str] = ()) -> Table:
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


def seat_column(seat_of: Callable[[Any], Seat], head: str | None = "") -> Columns:
    """Return the column of a seat: its letter and its word for people."""

    return extra_column(Column(head, "seat", left=True), lambda row: seat_cell(seat_of(row)))


def seat_cell(seat: Seat) -> Cell:
    """Return a seat, its letter and its word."""
    return Cell(f"{i18n.seat_letter(seat)} {i18n.seat_word(seat)}", seat.letter)


def _field(schema: Schema, key: str) -> Field:
    return next(each for each in schema.fields if each.key == key)


def _got(field: Field, row: Any) -> Any:
    assert field.get is not None
    return field.get(row)
