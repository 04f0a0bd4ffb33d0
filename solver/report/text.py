"""Styled text and tables as plain data: what reports return.

A style says what a piece of text is; how it looks is decided where it is shown. ``str()``
gives a text without its styles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from manni.solver.cards import SUIT_LETTERS, SUIT_SYMBOLS
from manni.solver.i18n import NP_, gettext, pgettext

UNKNOWN = "–"
"""Shown where there is no value."""


class Style(Enum):
    """What a piece of text is."""

    PLAIN = auto()
    HEADING = auto()
    RED_SUIT = auto()


class Span(NamedTuple):
    """A piece of text of one style."""

    text: str
    style: Style = Style.PLAIN


class Text:
    """Spans in order, line breaks included; ``+`` joins texts as it does strings."""

    __slots__ = ("spans",)

    def __init__(self, *parts: str | Span | Text) -> None:
        # Adjacent spans of one style are merged, so that texts that look the same are equal.
        spans: list[Span] = []
        for part in parts:
            for span in _spans(part):
                if spans and spans[-1].style is span.style:
                    spans[-1] = Span(spans[-1].text + span.text, span.style)
                elif span.text:
                    spans.append(span)
        self.spans = tuple(spans)

    def __str__(self) -> str:
        return "".join(span.text for span in self.spans)

    def __repr__(self) -> str:
        return f"Text{self.spans!r}"

    def __len__(self) -> int:
        return len(str(self))

    def __eq__(self, other: object) -> bool:
        return self.spans == other.spans if isinstance(other, Text) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.spans)

    def __add__(self, other: str | Text) -> Text:
        return Text(self, other)

    def __radd__(self, other: str) -> Text:
        return Text(other, self)

    def lines(self) -> list[Text]:
        """Return the lines, without their breaks."""
        lines: list[list[Span]] = [[]]
        for span in self.spans:
            first, *rest = span.text.split("\n")
            lines[-1].append(Span(first, span.style))
            lines += ([Span(piece, span.style)] for piece in rest)
        return [Text(*spans) for spans in lines]

    def piece(self, start: int, end: int) -> Text:
        """Return the characters from ``start`` to before ``end``, in their styles."""
        spans, at = [], 0
        for text, style in self.spans:
            spans.append(Span(text[max(start - at, 0) : max(end - at, 0)], style))
            at += len(text)
        return Text(*spans)

    def removesuffix(self, suffix: str) -> Text:
        """Return the text without ``suffix``, if it ends in that."""
        return self.piece(0, len(str(self).removesuffix(suffix)))

    def rstrip(self) -> Text:
        """Return the text without trailing blanks."""
        return self.piece(0, len(str(self).rstrip()))


AnyText: TypeAlias = str | Text


def _spans(part: str | Span | Text) -> tuple[Span, ...]:
    if isinstance(part, Text):
        return part.spans
    return (part,) if isinstance(part, Span) else (Span(part),)


def html_text(text: AnyText, red: str) -> str:
    """Return a text as HTML, every sign of it shown as it is; ``red`` is for red suits."""
    from html import escape  # here: most texts are shown as text

    return "".join(
        f"<span {red}>{escape(piece)}</span>" if style is Style.RED_SUIT else escape(piece)
        for piece, style in Text(text).spans
    )


def heading(text: str) -> Text:
    """Return a text as a heading."""
    return Text(Span(text, Style.HEADING))


def join(between: str, parts: Iterable[AnyText]) -> Text:
    """Return texts joined by ``between``."""
    pieces: list[AnyText] = []
    for part in parts:
        pieces += (between, part)
    return Text(*pieces[1:])


def pad(text: AnyText, width: int, left: bool = True) -> Text:
    """Return a text padded with blanks to ``width``, aligned left or right."""
    space = " " * (width - len(text))
    return Text(text, space) if left else Text(space, text)


def indent(text: AnyText) -> Text:
    """Return a text with every line indented by two blanks."""
    return join("\n", ("  " + line for line in Text(text).lines()))


_LABEL = re.compile(r" *(?:[^ ]+(?: [^ ]+)*  +)?")
"""What a line begins with that the lines it is folded into stand under."""


def wrap(text: AnyText, width: int) -> Text:
    """Return a text with lines longer than ``width`` broken at blanks.

    What follows stands under what comes after the blanks, or a label and blanks, that the line
    begins with, unless that is far to the right. A word longer than a line stays whole.
    """
    lines: list[Text] = []
    for line in Text(text).lines():
        said = str(line)
        label = _LABEL.match(said)
        assert label is not None
        indent = label.end()
        if indent > width // 2:
            indent = len(said) - len(said.lstrip(" "))
        start, room, before = 0, width, ""
        while len(said) - start > room:
            # A blank that only blanks stand before breaks nothing; a line breaks between tricks.
            first = start + (indent if start == 0 else 0) + 1
            trick = said.rfind(" · ", first, start + room)
            end = said.rfind(" ", first, start + room + 1) if trick < 0 else trick + 2
            end = said.find(" ", start + room) if end < 0 else end
            if end < 0:
                break
            lines.append(before + line.piece(start, end).rstrip())
            start = end + 1
            before, room = " " * indent, width - indent
        lines.append(before + line.piece(start, len(said)))
    return join("\n", lines)


_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


def fill(sentence: str, **parts: object) -> Text:
    """Return a sentence in the language spoken with parts in the places that it names.

    Texts among them keep their styles.
    """
    sentence = gettext(sentence)
    pieces: list[AnyText] = []
    end = 0
    for place in _PLACE.finditer(sentence):
        part = parts[place[1]]
        told = part if isinstance(part, Text) else format(part, place[2] or "")
        pieces += (sentence[end : place.start()], told)
        end = place.end()
    return Text(*pieces, sentence[end:])


# Tables --------------------------------------------------------------------------------

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


@dataclass(frozen=True)
class Table:
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
