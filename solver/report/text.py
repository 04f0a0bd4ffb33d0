"""Styled text as plain data: cards, suits and contracts as text, and tables of text.

A style says what a piece of text is; terminal or page decide how it looks. ``str()`` gives a text
without its styles. A column of a table may be a field of an answer. Name, values and documentation
of the column are then those of the field, and a report adds its head and the form of its values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..cards import (
    RANK_LETTERS,
    RANK_WORDS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    Contract,
    Seat,
    Suit,
    cards_in,
    contract_words,
    great_word,
    rank_of,
    suit_of,
)
from ..errors import IllegalPlayError, SolverError
from ..i18n import (
    ENGLISH,
    N_,
    NP_,
    _,
    contract_code,
    format_number,
    gettext,
    language,
    pgettext,
    rank_letter,
    seat_letter,
    seat_word,
    written,
)
from ..notation import COVERED
from ..rules.auction import Call
from ..rules.trick import PLAIN, TrickRules, arranged
from ..schema import Field, Reader, Schema, for_seats

if TYPE_CHECKING:
    from ..exchange.discards import DiscardClass
    from ..piles import SeenPiles


UNKNOWN = "–"
"""Shown where there is no value."""


class Style(Enum):
    """What a piece of text is."""

    PLAIN = auto()
    HEADING = auto()
    RED_SUIT = auto()


class Span(NamedTuple):
    """A piece of text of one style. ``card`` is the card that it shows, if it shows one.

    ``form`` is the grammatical form of the card's name in its sentence, for screen readers.
    """

    text: str
    style: Style = Style.PLAIN
    card: int | None = None
    form: str = ""


class Text:
    """Spans in order, line breaks included; ``+`` joins texts as it does strings."""

    __slots__ = ("spans",)

    def __init__(self, *parts: str | Span | Text) -> None:
        # Adjacent spans of one style are merged, so that texts that look the same are equal.
        spans: list[Span] = []
        for part in parts:
            pieces = part.spans if isinstance(part, Text) else (part,)
            for span in (Span(piece) if isinstance(piece, str) else piece for piece in pieces):
                if spans and spans[-1][1:] == span[1:] == (span.style, None, ""):
                    spans[-1] = Span(spans[-1].text + span.text, span.style)
                elif span.text:
                    spans.append(span)
        self.spans: tuple[Span, ...] = tuple(spans)

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
            lines[-1].append(span._replace(text=first))
            lines += ([span._replace(text=piece)] for piece in rest)
        return [Text(*spans) for spans in lines]

    def piece(self, start: int, end: int) -> Text:
        """Return the characters from ``start`` to before ``end``, in their styles."""
        spans, at = [], 0
        for span in self.spans:
            text = span.text[max(start - at, 0) : max(end - at, 0)]
            spans.append(span._replace(text=text))
            at += len(span.text)
        return Text(*spans)

    def in_form(self, form: str) -> Text:
        """Return the text with its cards named in a grammatical form."""
        return Text(*(s if s.card is None else s._replace(form=form) for s in self.spans))

    def removesuffix(self, suffix: str) -> Text:
        """Return the text without ``suffix``, if it ends in that."""
        return self.piece(0, len(str(self).removesuffix(suffix)))

    def rstrip(self) -> Text:
        """Return the text without trailing blanks."""
        return self.piece(0, len(str(self).rstrip()))


AnyText: TypeAlias = str | Text


def html_text(text: AnyText, red: str) -> str:
    """Return a text as HTML, escaped. ``red`` is the attribute of red suits."""
    from html import escape  # here: most texts are shown as text

    return "".join(
        f"<span {red}>{escape(piece)}</span>" if style is Style.RED_SUIT else escape(piece)
        for piece, style, *_ in Text(text).spans
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


def paragraphs(*parts: AnyText) -> Text:
    """Return texts with a blank line between, without the empty ones."""
    return join("\n\n", filter(None, parts))


def pad(text: AnyText, width: int, left: bool = True) -> Text:
    """Return a text padded with blanks to ``width``, aligned left or right."""
    space = " " * (width - len(text))
    return Text(text, space) if left else Text(space, text)


def indent(text: AnyText) -> Text:
    """Return a text with every line indented by two blanks."""
    return join("\n", ("  " + line for line in Text(text).lines()))


_LABEL = re.compile(r" *(?:[^ ]+(?: [^ ]+)*  +)?")
"""Leading blanks of a line, or a label. When the line is folded, its further lines are indented
as far."""


def wrap(text: AnyText, width: int) -> Text:
    """Return a text with lines longer than ``width`` broken at blanks.

    The further lines are indented as the text of the first, which comes after blanks or a label. If
    a label takes more than half of the width, only its leading blanks count. A word longer than a
    line stays whole.
    """
    lines: list[Text] = []
    for line in Text(text).lines():
        plain = str(line)
        label = _LABEL.match(plain)
        assert label is not None
        under = label.end()
        if under > width // 2:
            under = len(plain) - len(plain.lstrip(" "))
        start, room, before = 0, width, ""
        while len(plain) - start > room:
            # Leading blanks are no place to break. A line of tricks breaks between two tricks.
            first = start + (under if start == 0 else 0) + 1
            trick = plain.rfind(" · ", first, start + room)
            end = plain.rfind(" ", first, start + room + 1) if trick < 0 else trick + 2
            end = plain.find(" ", start + room) if end < 0 else end
            if end < 0:
                break
            lines.append(before + line.piece(start, end).rstrip())
            start = end + 1
            before, room = " " * under, width - under
        lines.append(before + line.piece(start, len(plain)))
    return join("\n", lines)


_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


def fill(sentence: str, **parts: object) -> Text:
    """Return a sentence in the user's language with its parts filled in by name.

    Texts keep their styles. The names in ``_SHOWN_AS`` take cards or trumps as numbers.
    """
    sentence = gettext(sentence)
    pieces: list[AnyText] = []
    end = 0
    for place in _PLACE.finditer(sentence):
        part = parts[place[1]]
        if place[1] in _SHOWN_AS and not isinstance(part, str | Text):
            part = _SHOWN_AS[place[1]](part)
        part = written(part)
        form = place[2] or ""
        inserted = part.in_form(form) if isinstance(part, Text) else format(part, form)
        pieces += (sentence[end : place.start()], inserted)
        end = place.end()
    return Text(*pieces, sentence[end:])


RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)


def contract_name(contract: Contract, great: bool, ace_low: bool) -> str:
    """Return a contract as it is played: ``great H``, ``NULLO, ace low``."""
    name = call_text(Call(contract, great))
    return _("{contract}, ace low", contract=name) if ace_low else name


def call_text(call: Call | None) -> str:
    """Return a call as it is said: ``H``, ``great H``, ``pass``."""
    if call is None:
        return pgettext("call", "pass")
    code = contract_code(call.contract.name)
    if not call.great:
        return code
    great = great_word(call.contract)
    return pgettext("call", "{great} {contract}", great=great, contract=code)


def contract_in_words(contract: Contract, great: bool = False, ace_low: bool = False) -> str:
    """Return a contract in words: ``great hearts``, ``nullo, ace low``."""
    name = contract_words(contract, great)
    return _("{contract}, ace low", contract=name) if ace_low else name


def call_in_words(call: Call | None) -> str:
    """Return a call in words: ``hearts``, ``great hearts``, ``pass``."""
    return pgettext("call", "pass") if call is None else contract_words(*call)


def card_in_words(card: int) -> str:
    """Return a card in the words of the board's page: ``king of spades``."""
    rank = pgettext("card", RANK_WORDS[rank_of(card)])
    suit = pgettext("card", Suit(suit_of(card)).name.lower())
    return pgettext("card", "{rank} of {suit}", rank=rank, suit=suit)


def card_sign(card: int) -> str:
    """Return a card as suit symbol and rank letter: ``"♥T"``."""
    return SUIT_SYMBOLS[suit_of(card)] + rank_text(card)


def rank_text(card: int) -> str:
    """Return the rank letter of a card in the user's language: ``T``."""
    return rank_letter(RANK_LETTERS[rank_of(card)])


def suit_text(suit: int, ranks: str, card: int | None = None) -> Text:
    """Return a suit's symbol and ``ranks`` after it, styled as a red suit if it is one."""
    style = Style.RED_SUIT if suit in RED_SUITS else Style.PLAIN
    return Text(Span(SUIT_SYMBOLS[suit] + ranks, style, card))


def card_text(card: int) -> Text:
    """Return a card with its suit's symbol."""
    return suit_text(suit_of(card), rank_text(card), card)


def played_text(seat: Seat, card: int) -> Text:
    """Return a card after the letter of the seat that plays it."""
    return Text(f"{seat_letter(seat)} ", card_text(card))


def cards_text(cards: Iterable[int | None], none: str = UNKNOWN) -> Text:
    """Return cards separated by blanks, with ``?`` for a covered one; ``none`` for no cards."""
    texts = (Text(COVERED) if card is None else card_text(card) for card in cards)
    return join(" ", texts) or Text(none)


def equals_text(group: Sequence[int]) -> Text:
    """Return a group of equal cards as its first card: ``♦Q (or T, K)``."""
    if len(group) == 1:
        return card_text(group[0])
    others = ", ".join(map(rank_text, group[1:]))
    return fill("{card} (or {ranks})", card=group[0], ranks=others)


def by_suit(cards: Iterable[int]) -> list[list[int]]:
    """Return the cards of each suit, S H D C, in the order given."""
    suits: list[list[int]] = [[] for _suit in range(SUITS)]
    for card in cards:
        suits[suit_of(card)].append(card)
    return suits


def hand_text(hand: int, rules: TrickRules = PLAIN) -> Text:
    """Return the suits of a hand, the strongest card first, without voids."""
    suits = enumerate(by_suit(arranged(cards_in(hand), rules)))
    texts = (suit_text(suit, "".join(map(rank_text, held))) for suit, held in suits if held)
    return join(" ", texts) or Text(UNKNOWN)


_ILLEGAL = {
    "covered": N_("{card} does not lie open"),
    "not held": N_("{seat} does not hold {card}"),
    "no card to play": N_("{seat} does not hold {card}"),
    "revoke": N_("{seat} must follow suit: {card} may not be played"),
    "rise": N_("{seat} must rise: {card} may not be played"),
    "ruff": N_("{seat} must ruff: {card} may not be played"),
    "overruff": N_("{seat} must overruff: {card} may not be played"),
    "out of turn": N_("{card} is out of turn"),
    "played twice": N_("{card} has been played already"),
}
"""The texts of illegal plays, by the kind of the error."""


def error_text(error: SolverError) -> str:
    """Return an error in the user's language, or in English if it has no text in that."""
    if language() == ENGLISH:
        return str(error)
    if isinstance(error, IllegalPlayError) and error.kind in _ILLEGAL:
        return gettext(_ILLEGAL[error.kind], seat=seat_word(error.seat), card=card_sign(error.card))
    return error.told or str(error)


def trump_text(contract: Contract) -> AnyText:
    """Return the symbol of the trump suit, or the name of a contract without one."""
    return contract_code(contract.name) if contract.trump is None else suit_text(contract.trump, "")


_SHOWN_AS: Mapping[str, Reader[AnyText]] = {
    **dict.fromkeys(("card", "other"), card_text),
    **dict.fromkeys(("cards", "kept", "drawn"), cards_text),
    "trump": trump_text,
}
"""How ``fill`` writes a part of a sentence, by the name of the part."""


_MOST_NAMED = 6


def discard_text(discard: DiscardClass) -> Text:
    """Return a discard suit by suit: ``♠53 ♥T/9`` where either heart may go."""
    parts = []
    for suit in range(SUITS):
        choices = discard.choices[suit]
        if not choices[0]:
            continue
        ranks = ["".join(map(rank_text, cards_in(cards))) for cards in choices]
        more = len(ranks) - _MOST_NAMED
        if more > 1:
            ranks[_MOST_NAMED:] = [_("… ({number} more)", number=more)]
        parts.append(suit_text(suit, "/".join(ranks)))
    return join(" ", parts) or Text(UNKNOWN)


Value: TypeAlias = str | int | float | None


class Cell(NamedTuple):
    """A cell of a table: the text for people, and the value for programs."""

    text: AnyText
    value: Value


AnyCell: TypeAlias = Cell | AnyText


INTERVAL = "95 %"
"""The head of a column of intervals. Folding keeps it beside the column before it."""


class Column(NamedTuple):
    """A column of a table: a head for people, a name for programs.

    A column without a head is left out for people, a column without a name for programs. ``over``
    stands above the heads of columns that belong together. The leading columns aligned ``left`` say
    what a row is. Each part of a folded table repeats them, or only the first if they are too wide.
    """

    head: str | None
    name: str | None
    left: bool = False
    over: str = ""


# Heads and names for the catalogue: ``Table.text`` translates heads, names stay as they are.
NP_(
    "column",
    "guarantee|best case|share|points|loss|least|most|code|game|cards|players|hand|table|played|"
    "options|deal|round|dealer|contract|declarer|bid|tricks|marks|total|plus|minus|declared|"
    "left|discard|draw|keeping|trump|made|balance|brings|declares|leads|own|others|behind|later|"
    "card|trick|gave|won|kept by|sure of|lost|got|target|the best then|put away|chance of|"
    "best in|open|beaten|bid made|laid|drawn",
)


def columns(*heads: str, left: int = 1) -> list[Column]:
    """Return columns named by their heads, the first ``left`` of them left-aligned."""
    return [Column(head, head, index < left) for index, head in enumerate(heads)]


_LEAST_ROOM = 12
"""The least width to which the texts of a last column are folded."""
_widest: float = inf


def choose_width(width: int | None) -> None:
    """From now on, fold tables wider than so many characters; None ends folding."""
    global _widest
    _widest = inf if width is None else width


class Table(NamedTuple):
    """Rows of cells under columns. The value of a plain text is itself, with letters for suits."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[AnyCell]]
    gap: int = 2

    def text(self) -> Text:
        """Return the table as aligned columns under their heads.

        A table wider than ``choose_width`` allows is folded. If the last column has room for it,
        its texts go over several lines. Otherwise the columns that do not fit go into further parts
        below, which begin with the columns that say what a row is.
        """
        columns, rows = self.for_people.columns, self.text_rows()
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
        room = _widest - self._room(widths, range(len(columns) - 1)) - self.gap
        words = [word for row in rows[1:] for word in str(row[-1]).split(" ")]
        least = max(_LEAST_ROOM, len(rows[0][-1]), *map(len, words))
        if columns[-1].left and least <= room < widths[-1]:
            rows = [[*before, wrap(last, int(room))] for *before, last in rows]
            widths[-1] = max(len(line) for row in rows for line in Text(row[-1]).lines())
        for group in _groups(columns, range(len(columns))):
            widths[group[0]] += max(0, len(columns[group[0]].over) - self._room(widths, group))
        blocks = []
        for part in self._parts(columns, widths):
            over = ""
            for group in _groups(columns, part):
                # Centred over the columns, the odd blank before it.
                word = columns[group[0]].over
                free = self._room(widths, group) - len(word)
                over += " " * (free - free // 2) + word + " " * (free // 2 + self.gap)
            over = over.rstrip()
            head, *lines = (
                join(
                    " " * self.gap,
                    (
                        pad(cell, widths[index], columns[index].left)
                        for cell, index in zip(cells, part, strict=True)
                    ),
                ).rstrip()
                for row in rows
                for cells in zip_longest(
                    *(Text(row[index]).lines() for index in part), fillvalue=Text()
                )
            )
            heads = [heading(over)] * bool(over) + [heading(str(head))]
            blocks.append(join("\n", heads + lines))
        return paragraphs(*blocks)

    def _room(self, widths: Sequence[int], part: Sequence[int]) -> int:
        """Return the width of some columns beside each other."""
        return sum(widths[index] + self.gap for index in part) - self.gap

    def _parts(self, columns: Sequence[Column], widths: Sequence[int]) -> list[list[int]]:
        """Return the columns of each part of the table, those that name the rows in every part."""
        indices = list(range(len(columns)))
        named = next((index for index in indices if not columns[index].left), len(indices))
        if self._room(widths, indices[:named]) > _widest / 2:
            named = 1
        parts: list[list[int]] = [indices[:named]]
        for unit in _groups(columns, indices[named:], with_signs=True):
            if len(parts[-1]) > named and self._room(widths, [*parts[-1], *unit]) > _widest:
                parts.append(indices[:named])
            parts[-1] = [*parts[-1], *unit]
        return parts

    def __str__(self) -> str:
        return str(self.text())

    def columns_at(self, at: Iterable[int]) -> Table:
        """Return the table of some of the columns, by their numbers."""
        at = tuple(at)
        rows = [[row[index] for index in at] for row in self.rows]
        return self._replace(columns=[self.columns[index] for index in at], rows=rows)

    @property
    def for_people(self) -> Table:
        """The table for people: the columns with a head."""
        return self.columns_at(
            at for at, column in enumerate(self.columns) if column.head is not None
        )

    @property
    def for_programs(self) -> Table:
        """The table for programs: the columns with a name."""
        return self.columns_at(
            at for at, column in enumerate(self.columns) if column.name is not None
        )

    def text_rows(self) -> list[list[AnyText]]:
        """Return the heads and the rows of cells as people see them."""
        table = self.for_people
        return [[*map(_head, table.columns)], *([*map(_cell_text, row)] for row in table.rows)]

    def names(self) -> list[str]:
        """Return the names of the columns that programs read."""
        return [column.name or "" for column in self.for_programs.columns]

    def values(self) -> Iterator[list[Value]]:
        """Yield the values of each row in the order of ``names``, None where there is none."""
        return ([*map(_value, row)] for row in self.for_programs.rows)

    def html(self, red: str) -> str:
        """Return the table as people see it in HTML; ``red`` is the attribute of red suits."""
        columns, lines = self.for_people.columns, ["<table>"]
        if any(column.over for column in columns):
            above = (
                f'<th colspan="{len(group)}">{html_text(columns[group[0]].over, red)}</th>'
                for group in _groups(columns, range(len(columns)))
            )
            lines.append(f"<tr>{''.join(above)}</tr>")
        for number, row in enumerate(self.text_rows()):
            tag = "td" if number else "th"
            cells = (
                f'<{tag} style="text-align: {"left" if column.left else "right"}">'
                f"{html_text(cell, red)}</{tag}>"
                for cell, column in zip(row, columns, strict=True)
            )
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return "\n".join([*lines, "</table>"])

    def after(self, cells: Mapping[str, Value]) -> Table:
        """Return the table with columns for programs before it, the same cells in each row."""
        heads = [Column(None, name, left=True) for name in cells]
        first = [Cell("" if value is None else str(value), value) for value in cells.values()]
        rows = [[*first, *row] for row in self.rows]
        return self._replace(columns=[*heads, *self.columns], rows=rows)

    def markdown(self) -> list[str]:
        """Return the lines of a Markdown table, the first two of which are its head.

        The columns are those for programs, the cells have the texts for people.
        """
        table = self.for_programs
        heads = [name.replace("_", " ") for name in table.names()]
        rules = ["---" if column.left else "---:" for column in table.columns]
        rows = ([str(_cell_text(cell)) for cell in row] for row in table.rows)
        return [
            "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
            for cells in (heads, rules, *rows)
        ]


def _groups(
    columns: Sequence[Column], indices: Iterable[int], with_signs: bool = False
) -> list[list[int]]:
    """Return columns in groups: neighbours with the same ``over`` are one group.

    With ``with_signs`` a column without a head of its own, an interval or a sign, joins the group
    before it.
    """
    groups: list[list[int]] = []
    for index in indices:
        column = columns[index]
        is_sign = with_signs and (column.head in (None, "", INTERVAL))
        if groups and (is_sign or (column.over and columns[groups[-1][-1]].over == column.over)):
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _head(column: Column) -> str:
    return pgettext("column", column.head) if column.head else ""


def _cell_text(cell: AnyCell) -> AnyText:
    text = cell.text if isinstance(cell, Cell) else cell
    return format_number(text) if isinstance(text, str) else text


_LETTERS = str.maketrans("".join(SUIT_SYMBOLS), "".join(SUIT_LETTERS))


def _value(cell: AnyCell) -> Value:
    if isinstance(cell, Cell):
        return cell.value
    text = str(cell).translate(_LETTERS)
    return None if text in ("", UNKNOWN) else text


RANK = Column("", "rank", left=True)
"""The first column of choices: 1 for the best, or a word for a choice outside the ranking."""

NP_("row", "stand|thumb|made|asked")


class Columns(NamedTuple):
    """Columns of a table, and the function that returns their cells for a row."""

    columns: Sequence[Column]
    cells: Reader[Sequence[Any]]

    def within(self, part: Reader[Any]) -> Columns:
        """Return the columns for rows that contain a record as ``part``; None gives blank cells."""
        blank = [Cell("", None)] * len(self.columns)
        return self._replace(
            cells=lambda row: blank if (inner := part(row)) is None else self.cells(inner)
        )


def value_text(value: Any, form: str = "") -> str:
    """Return a value as text, a number in a format. None is a dash, or "" if the format has ``?``.

    The ``?`` comes first in the format.
    """
    if value is None:
        return "" if form[:1] == "?" else UNKNOWN
    form = form.removeprefix("?")
    return f"{float(value):{form}}" if form and not isinstance(value, str) else str(value)


decimals = partial(value_text, form=".2f")
"""Return a number with two decimals."""

_FIELD_SPEC = re.compile(r"(<?)(\w+)(=[^:\s]*)?(?::(\S*))?")


def fields(
    schema: Schema,
    spec: str,
    *heads: str | None,
    name: str = "",
    seats: type[Seat] = Seat,
    of: Callable[[str], Reader[Any]] | None = None,
    unless: Reader[bool] = lambda row: False,
    **texts: Reader[AnyText],
) -> list[Columns]:
    """Return the columns of fields of a record; each row of the table is a record.

    ``spec`` names the fields, separated by blanks, as ``<key=head:form``. ``<`` aligns the column
    left. The default head is the name; ``_`` in a head is a blank, and the head ``-`` hides the
    column from people. The form is that of ``value_text``. A function in ``texts`` gives a key's
    text for people. Rows for which ``unless`` is true show no texts. An interval is one column for
    people and two for programs.

    A single key may have several ``heads``, for the seats of a table, and a ``name`` in place of
    its own. If the rows are seats, ``of`` returns the function that reads a key's value for a seat.
    """
    parts = []
    for left, key, head, form in _FIELD_SPEC.findall(spec):
        field = for_seats(_field(schema, key, name), seats)
        if of is not None:
            seated = field.schema.item if field.schema.nullable else field.schema
            assert seated is not None
            assert seated.item is not None
            field = field._replace(schema=seated.item, get=of(key))
        names = [name] if name else field.columns
        columns = [
            Column(
                None if above in (None, "-") else above.replace("_", " "), column_name, left == "<"
            )
            for above, column_name in zip(
                [head[1:]] if head else heads or names, names, strict=False
            )
        ]
        if "_low" in field.schema.ends:
            # Points that are whole are exact.
            between = Column(None if form.endswith(".0f") else INTERVAL, None)
            columns = [between, *(Column(None, column_name) for column_name in names)]
        parts.append(Columns(columns, partial(_field_cells, field, form, unless, texts.get(key))))
    return parts


def _field_cells(
    field: Field,
    form: str,
    unless: Reader[bool],
    says: Reader[AnyText] | None,
    row: Any,
) -> list[AnyCell]:
    """Return the cells of a field."""
    values = field.schema.values(_field_value(field, row))
    if "_low" in field.schema.ends:
        if unless(row):
            return ["", Cell("", None), Cell("", None)]
        low, high = ends = [value_text(value, form) for value in values]
        return [f"{low.removesuffix('%')}..{high}", *map(Cell, ends, values)]
    text = "" if unless(row) else None if says is None else says(row)
    return [Cell(value_text(value, form) if text is None else text, value) for value in values]


def named_trump(choice: Any) -> AnyText:
    """Return the trump that a choice names."""
    return trump_text(choice.contract)


def leading_cells(schema: Schema, keys: Iterable[str], answer: Any) -> dict[str, Value]:
    """Return fields of an answer by column name, to be put before each row."""
    cells: dict[str, Value] = {}
    for field in (_field(schema, key) for key in keys):
        cells |= zip(field.columns, field.schema.values(_field_value(field, answer)), strict=True)
    return cells


def extra_column(column: Column, cell: Reader[AnyCell]) -> Columns:
    """Return a column that is not a field."""
    return Columns([column], lambda row: [cell(row)])


def table_of(parts: Sequence[Columns], rows: Iterable[Any], labels: Sequence[str] = ()) -> Table:
    """Return a table of rows. ``labels``, if there are any, fill a first column."""
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


def seat_column(seat_of: Reader[Seat], head: str | None = "") -> Columns:
    """Return the column of a seat: letter and word for people, the letter for programs."""

    def cell(row: Any) -> Cell:
        seat = seat_of(row)
        return Cell(f"{seat_letter(seat)} {seat_word(seat)}", seat.letter)

    return extra_column(Column(head, "seat", left=True), cell)


def piles_text(piles: SeenPiles) -> Text:
    """Return open piles: the top card of each, ``?`` if covered, and how many lie under it."""
    tops = [
        Text("?" if top is None else card_text(top), f" +{len(under)}" * bool(under))
        for top, *under in filter(None, piles)
    ]
    return join(", ", tops)


def _field(schema: Schema, key: str, name: str = "") -> Field:
    """Return the field with a key. Raises ValueError if it has neither a column nor a ``name``."""
    for field in schema.fields:
        if field.key == key and (name or field.column):
            return field
    raise ValueError(f"the field {key} of {schema.name!r} is not named in its columns")


def _field_value(field: Field, row: Any) -> Any:
    assert field.get is not None
    return field.get(row)
