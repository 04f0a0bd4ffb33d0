"""Styled text as plain data, cards, suits and contracts in it, and tables of it.

A style says what a piece of text is; how it looks is decided where it is shown. ``str()``
gives a text without its styles. The columns of tables may be fields of answers: the name, the
values and the documentation of such a column are those of its field; a report adds its head and
how a value looks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
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
from ..schema import Field, Schema, at_table

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
    """A piece of text of one style; ``card`` is the one that it shows, if it shows one.

    ``form`` is that in which a sentence has its name, for those who hear it.
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
            for span in _spans(part):
                if spans and spans[-1][1:] == span[1:] == (span.style, None, ""):
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
        """Return the text with its cards named in a form."""
        return Text(*(s if s.card is None else s._replace(form=form) for s in self.spans))

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
        under = label.end()
        if under > width // 2:
            under = len(said) - len(said.lstrip(" "))
        start, room, before = 0, width, ""
        while len(said) - start > room:
            # A blank that only blanks stand before breaks nothing; a line breaks between tricks.
            first = start + (under if start == 0 else 0) + 1
            trick = said.rfind(" · ", first, start + room)
            end = said.rfind(" ", first, start + room + 1) if trick < 0 else trick + 2
            end = said.find(" ", start + room) if end < 0 else end
            if end < 0:
                break
            lines.append(before + line.piece(start, end).rstrip())
            start = end + 1
            before, room = " " * under, width - under
        lines.append(before + line.piece(start, len(said)))
    return join("\n", lines)


_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


def fill(sentence: str, **parts: object) -> Text:
    """Return a sentence in the language spoken with parts in the places that it names.

    Texts among them keep their styles. Cards, trumps and seats are said as they are shown.
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
        told = part.in_form(form) if isinstance(part, Text) else format(part, form)
        pieces += (sentence[end : place.start()], told)
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
    """Return a card in words, which are those of the board's page: ``king of spades``."""
    rank = pgettext("card", RANK_WORDS[rank_of(card)])
    suit = pgettext("card", Suit(suit_of(card)).name.lower())
    return pgettext("card", "{rank} of {suit}", rank=rank, suit=suit)


def card_sign(card: int) -> str:
    """Return a card as suit symbol and rank letter: ``"♥T"``."""
    return SUIT_SYMBOLS[suit_of(card)] + rank_text(card)


def rank_text(card: int) -> str:
    """Return the rank of a card as it is written: ``T``."""
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
    """Return cards separated by blanks, ``?`` for one covered, or ``none`` if there are none."""
    told = (Text(COVERED) if card is None else card_text(card) for card in cards)
    return join(" ", told) or Text(none)


def equals_text(group: Sequence[int]) -> Text:
    """Return equal cards as one, the first of them: ``♦Q (or T, K)``."""
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
    """Return a hand's suits, strongest card first, without those it is void in."""
    suits = enumerate(by_suit(arranged(cards_in(hand), rules)))
    told = (suit_text(suit, "".join(map(rank_text, held))) for suit, held in suits if held)
    return join(" ", told) or Text(UNKNOWN)


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
"""By the kind of the error."""


def error_text(error: SolverError) -> str:
    """Return what an error says to a player, in English where its fields do not tell it."""
    if language() == ENGLISH:
        return str(error)
    if isinstance(error, IllegalPlayError) and error.kind in _ILLEGAL:
        return gettext(_ILLEGAL[error.kind], seat=seat_word(error.seat), card=card_sign(error.card))
    return error.told or str(error)


def trump_text(contract: Contract) -> AnyText:
    """Return a suit's symbol, or the name of what is no suit."""
    return contract_code(contract.name) if contract.trump is None else suit_text(contract.trump, "")


_SHOWN_AS: Mapping[str, Callable[[Any], AnyText]] = {
    **dict.fromkeys(("card", "other"), card_text),
    **dict.fromkeys(("cards", "kept", "drawn"), cards_text),
    "trump": trump_text,
}
"""By the names that parts of sentences have."""


_MOST_NAMED = 6


def discard_text(own: DiscardClass) -> Text:
    """Return a discard suit by suit: ``♠53 ♥T/9`` where either heart may go."""
    parts = []
    for suit in range(SUITS):
        choices = own.choices[suit]
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
    """What people see in a table and the value that programs read."""

    text: AnyText
    value: Value


AnyCell: TypeAlias = Cell | AnyText


INTERVAL = "95 %"
"""The head of a column of intervals, which stays beside the column before it."""


class Column(NamedTuple):
    """A column of a table: the head people see, the name programs know it by.

    A column without a head is left out of the text, one without a name out of what
    programs read. ``over`` stands above the heads of columns that belong together. The first
    columns, as long as they are aligned ``left``, say what a row is: they stand in each part of
    a folded table, or only the first of them where they are too wide.
    """

    head: str | None
    name: str | None
    left: bool = False
    over: str = ""


# The heads that ``Table.text`` says in the language spoken; names are for programs.
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
        own = self.seen.columns
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
        for unit in _groups(own, every[named:], with_signs=True):
            if len(parts[-1]) > named and self._room(widths, [*parts[-1], *unit]) > _widest:
                parts.append(every[:named])
            parts[-1] = [*parts[-1], *unit]
        return parts

    def __str__(self) -> str:
        return str(self.text())

    def of(self, at: Iterable[int]) -> Table:
        """Return the table of some of the columns, by their numbers."""
        at = tuple(at)
        rows = [[row[index] for index in at] for row in self.rows]
        return self._replace(columns=[self.columns[index] for index in at], rows=rows)

    @property
    def seen(self) -> Table:
        """What people see."""
        return self.of(at for at, own in enumerate(self.columns) if own.head is not None)

    @property
    def named(self) -> Table:
        """What programs read."""
        return self.of(at for at, own in enumerate(self.columns) if own.name is not None)

    def text_rows(self) -> list[list[AnyText]]:
        """Return the heads and the rows of cells as people see them."""
        own = self.seen
        return [[*map(_head, own.columns)], *([*map(_cell_text, row)] for row in own.rows)]

    def names(self) -> list[str]:
        """Return the names of the columns that programs read."""
        return [own.name or "" for own in self.named.columns]

    def values(self) -> Iterator[list[Value]]:
        """Yield the values of each row in the order of ``names``, None where there is none."""
        return ([*map(_value, row)] for row in self.named.rows)

    def html(self, red: str) -> str:
        """Return the table as people see it in HTML; ``red`` is the attribute of red suits."""
        own, lines = self.seen.columns, ["<table>"]
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

    def after(self, cells: Mapping[str, Value]) -> Table:
        """Return the table after columns for programs, the same in each row, by their names."""
        heads = [Column(None, name, left=True) for name in cells]
        first = [Cell("" if value is None else str(value), value) for value in cells.values()]
        rows = [[*first, *row] for row in self.rows]
        return self._replace(columns=[*heads, *self.columns], rows=rows)

    def markdown(self) -> list[str]:
        """Return the lines of a Markdown table, the first two of which are its head.

        The columns are those that programs read, the cells what people do.
        """
        own = self.named
        heads = [name.replace("_", " ") for name in own.names()]
        rules = ["---" if each.left else "---:" for each in own.columns]
        rows = ([str(_cell_text(cell)) for cell in row] for row in own.rows)
        return [
            "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
            for cells in (heads, rules, *rows)
        ]


def _groups(
    own: Sequence[Column], indices: Iterable[int], with_signs: bool = False
) -> list[list[int]]:
    """Return columns, those beside each other that have the same ``over`` together.

    With ``with_signs`` so are those without a head of their own: an interval, a sign.
    """
    groups: list[list[int]] = []
    for index in indices:
        column = own[index]
        is_sign = with_signs and (column.head in (None, "", INTERVAL))
        if groups and (is_sign or (column.over and own[groups[-1][-1]].over == column.over)):
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _head(column: Column) -> str:
    return pgettext("column", column.head) if column.head else ""


def _cell_text(cell: AnyCell) -> AnyText:
    shown = cell.text if isinstance(cell, Cell) else cell
    return format_number(shown) if isinstance(shown, str) else shown


_LETTERS = str.maketrans("".join(SUIT_SYMBOLS), "".join(SUIT_LETTERS))


def _value(cell: AnyCell) -> Value:
    if isinstance(cell, Cell):
        return cell.value
    text = str(cell).translate(_LETTERS)
    return None if text in ("", UNKNOWN) else text


RANK = Column("", "rank", left=True)
"""Before the other columns: 1 for the best, or a word for what is no choice of the best."""

NP_("row", "stand|thumb|made|asked")


class Columns(NamedTuple):
    """Columns of a table and what makes their cells of a row."""

    columns: Sequence[Column]
    cells: Callable[[Any], Sequence[Any]]

    def within(self, part: Callable[[Any], Any]) -> Columns:
        """Return the columns in a table whose rows have the records as a part, or None there."""
        blank = [Cell("", None)] * len(self.columns)
        return self._replace(
            cells=lambda row: blank if (own := part(row)) is None else self.cells(own)
        )


def value_text(value: Any, form: str = "") -> str:
    """Return a value, a number in a form; a dash for none, nothing where the form begins with ?."""
    if value is None:
        return "" if form[:1] == "?" else UNKNOWN
    form = form.removeprefix("?")
    return f"{float(value):{form}}" if form and not isinstance(value, str) else str(value)


decimals = partial(value_text, form=".2f")
"""Return a number with two decimals."""

_TOLD = re.compile(r"(<?)(\w+)(?:=([^:]*))?(?::(.*))?")


def fields(
    schema: Schema,
    told: str,
    *heads: str | None,
    name: str = "",
    seats: type[Seat] = Seat,
    of: Callable[[str], Callable[[Any], Any]] | None = None,
    unless: Callable[[Any], bool] = lambda row: False,
    **says: Callable[[Any], AnyText],
) -> list[Columns]:
    """Return the columns of fields of a record, of which a row of the table is made.

    They are ``told`` with blanks between, ``<key=head:form``. What has ``<`` is aligned left. The
    head is the name, if none is given, ``_`` in it is a blank, ``-`` alone for what people do not
    see; the form is that of ``value_text``. ``says`` tells a key from the record; nothing is told
    in rows of ``unless``. An interval is one column for people and its ends for programs.

    Of one key there may be ``heads``, for the seats of a table, and a ``name`` in place of its own.
    In rows that are seats it is the value that ``of`` the key reads.
    """
    found = []
    for each in told.split():
        match = _TOLD.fullmatch(each)
        assert match is not None
        left, key, head, form = match.groups()
        field = at_table(_field(schema, key, name), seats)
        if of is not None:
            seated = field.schema.item if field.schema.nullable else field.schema
            assert seated is not None
            assert seated.item is not None
            field = field._replace(schema=seated.item, get=of(key))
        names = [name] if name else field.columns
        columns = [
            Column(None if above in (None, "-") else above.replace("_", " "), own, left == "<")
            for above, own in zip(heads or names if head is None else [head], names, strict=False)
        ]
        if "_low" in field.schema.ends:
            columns = [_between(form), *(Column(None, own) for own in names)]
        found.append(
            Columns(columns, partial(_field_cells, field, form or "", unless, says.get(key)))
        )
    return found


def _between(form: str | None) -> Column:
    """Return the column of an interval for people: whole ones for nobody, there all is known."""
    return Column(None if form and form.endswith(".0f") else INTERVAL, None)


def _field_cells(
    field: Field,
    form: str,
    unless: Callable[[Any], bool],
    says: Callable[[Any], AnyText] | None,
    row: Any,
) -> list[AnyCell]:
    """Return the cells of a field."""
    values = field.schema.values(_field_value(field, row))
    if "_low" in field.schema.ends:
        if unless(row):
            return ["", Cell("", None), Cell("", None)]
        low, high = ends = [value_text(value, form) for value in values]
        return [f"{low.removesuffix('%')}..{high}", *map(Cell, ends, values)]
    shown = "" if unless(row) else None if says is None else says(row)
    return [Cell(value_text(each, form) if shown is None else shown, each) for each in values]


def trump_column(schema: Schema) -> Columns:
    """Return the column of the trump that is named."""
    [column] = fields(schema, "<contract=trump", contract=lambda row: trump_text(row.contract))
    return column


def leading_cells(schema: Schema, keys: Iterable[str], answer: Any) -> dict[str, Value]:
    """Return fields of an answer by the names of their columns, to stand before each row."""
    cells: dict[str, Value] = {}
    for field in (_field(schema, key) for key in keys):
        cells |= zip(field.columns, field.schema.values(_field_value(field, answer)), strict=True)
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

    def cell(row: Any) -> Cell:
        seat = seat_of(row)
        return Cell(f"{seat_letter(seat)} {seat_word(seat)}", seat.letter)

    return extra_column(Column(head, "seat", left=True), cell)


def piles_text(piles: SeenPiles) -> Text:
    """Return open piles: what lies on each, ``?`` if it has not been turned, and how many under."""
    told = [
        Text("?" if top is None else card_text(top), f" +{len(under)}" * bool(under))
        for top, *under in filter(None, piles)
    ]
    return join(", ", told)


def _field(schema: Schema, key: str, name: str = "") -> Field:
    """Return the field of a record that stands in columns, or in that of a name."""
    for field in schema.fields:
        if field.key == key and (name or field.column):
            return field
    raise ValueError(f"the field {key} of {schema.name!r} is not named in its columns")


def _field_value(field: Field, row: Any) -> Any:
    assert field.get is not None
    return field.get(row)
