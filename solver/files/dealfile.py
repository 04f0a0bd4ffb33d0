r"""Deal files (``.manni``): tag pairs and a play section, in the manner of PBN 2.1.

::

    % a line that begins with a per cent sign is skipped
    [Variant "laugavatn"]               ; a comment, to the end of the line
    [Deal "F:AK4.T9..QJ32 ... ..."]     {a comment, over as
    [Manni "SA S3"]                     many lines as it likes}
    [Cut "H7"]
    [Contract "great H"]
    [Declarer "M"]
    [Leader "F"]
    [AceLow "no"]
    [Discard "F: SA S3"]
    [Discard "M: -"]
    [Play "F"]
    SA S3 S9
    HT
    [Result "F:5 M:4 D:3"]
    [Goal "F 4+"]
    [Key "HT"]

Where numbers are bid, ``[Auction "20 25 pass pass"]`` is what was said from forehand on,
and ``[Bid "25"]`` the last bid alone. What lies on the table is the ``Manni``, a ``Talon`` or
the ``Surprise``, a card turned up is ``Turned``. Hands that lie in open piles are told again as
``[Piles "F:DQ HJ, H7 / D:DA, -"]``, four of each seat.

Only ``Deal`` must be there, with the ``Variant`` of a game that is not for three. A blank line
ends a deal, and so does the next ``Deal``.
``Discard`` comes once a seat, ``-`` for standing pat. The cards of ``Play`` stand in
the order played, on however many lines; its value is the seat that leads first, as is
``Leader``'s. One or two cards are a trick in progress. Any other tag is kept, in order.
In a value ``\"`` is a quotation mark and ``\\`` a backslash. Comments are not kept.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from os import PathLike
from typing import Any, NamedTuple

from .. import checks
from ..cards import CARDS, Seat, by_seat
from ..checks import derived, quote
from ..deal import Deal, FieldError, check_play, check_result, check_tag, meant_tag, table_tags
from ..errors import (
    ArgumentError,
    IllegalPlayError,
    NotationError,
    SolverError,
    cannot_be_read,
)
from ..fields import FIELDS, KNOWN_TAGS, Shown, put_down, put_down_text, table_of
from ..i18n import composed
from ..notation import (
    as_seen_cards,
    bridge_error,
    format_cards,
    format_contract,
    format_hands,
    parse_call,
    parse_cards,
    parse_seat,
)

_LONGEST_VALUE = 1000  # of a tag with a meaning: six times what its cards can need

_CANONICAL = {name.lower(): name for name in KNOWN_TAGS}
_FIELD_OF = {name: field for field in reversed(FIELDS) for name in (field.tag, *field.other_tags)}

_COMMENT = r";[^\n]*+|\{[^}]*+\}|^%[^\n]*+"
_BLANK = r"[^\S\n]*+(?:\n|\Z)"
_WORD = r"[^\s\[\]{};]++"
# What a file is made of, in as few pieces as there can be: blank lines with all that follows and
# says nothing, else what says nothing, a tag, words, a comment without an end, what is none of it.
_OVER = rf"(?:[^\S\n]++|\n(?!{_BLANK})|{_COMMENT})"
_TOKEN = re.compile(
    rf"(?P<end>\n?(?:^{_BLANK})(?:\s++|{_COMMENT})*+)"
    rf"|(?P<over>{_OVER}++)"
    r'|(?P<tag>\[[^\S\n]*+(?P<name>[A-Za-z0-9_]++)[^\S\n]*+"'
    r'(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[^\S\n]*+\])'
    rf"{_OVER}*+|(?P<words>{_WORD}(?:(?:[^\S\n]*+\n(?!%))?+[^\S\n]*+{_WORD})*+)"
    rf"|(?P<open>\{{(?s:.*))|(?P<none>[^\n]++)",
    re.MULTILINE,
)
_PREFIX = re.compile(r"\s*+(\w*+)\s*+:")

MAX_BYTES = 256 << 20
"""The largest file read: a larger one is taken for a mistake."""

UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
"""How a file in UTF-16 begins."""

# A deal file begins with a tag or a comment in words, neither with [ { or { ".
_JSON = re.compile(r'\s*(\[\s*[{\]]|\{\s*["}])')
_BEGINS_TAG = re.compile(r'^[^\S\n]*\[\s*\w+\s*"', re.MULTILINE)  # a line is looked at once
# An object on the first line and another after it, or one with what only lines have.
_LINES = r'\s*\{(?=[^\n]*\}[ \t]*\n\s*\S|[^\n]*"(?:id|played|seats)"\s*:[^\n]*\}\s*$)'
_LINE = r"\s*\{[^\n]*\}\s*$"
_PASSED_OVER = re.compile(r"(?:\s++|[#;%][^\n]*+)*+")
# At least one dot tells a hand from the words and brackets a deal file may begin with.
_HAND = re.compile(
    r"[ \t]*+(?:[A-Za-z]++[ \t]*+:)?[ \t]*+[AKQJTakqjt0-9-]*+\.[AKQJTakqjt0-9.-]*+(?!\S)"
)
_MARK = re.compile(r"^\ufeff+", re.MULTILINE)


class Entry(NamedTuple):
    """An entry of a file: a deal, or the error that made it none.

    ``number`` and ``line``, where it begins, count from 1; no line is known in JSON.
    ``warnings`` are sentences about what may be a slip: tags that are nearly known ones.
    """

    number: int
    line: int | None
    deal: Deal | None = None
    error: SolverError | None = None
    warnings: tuple[str, ...] = ()

    def doubts(self) -> Iterator[str]:
        """Yield what is told of the deal where its result is carried on and cannot be right."""
        try:
            if self.deal is not None:
                check_result(self.deal)
        except SolverError as error:
            yield str(error)


def placed(
    error: SolverError,
    *,
    deal: int | None = None,
    file: str | None = None,
    line: int | None = None,
) -> NotationError | IllegalPlayError:
    """Return an error with its place in a file in its message; a line that it names stays."""
    problem, column = str(error), None
    if isinstance(error, NotationError):
        problem, column, line = error.message, error.column, error.line or line
    located = NotationError(problem, line=line, column=column, deal=deal, file=file)
    if not isinstance(error, IllegalPlayError):
        return located
    return IllegalPlayError(
        str(located), index=error.index, seat=error.seat, card=error.card, kind=error.kind
    )


def tag_warning(
    name: str, *, deal: int | None = None, file: str | None, line: int | None = None
) -> str | None:
    """Return the warning about a tag that is nearly a known one, None where it is not."""
    meant = meant_tag(name)
    if meant is None:
        return None
    message = f"the tag {name} has no meaning: is {meant} meant?"
    return str(NotationError(message, line=line, deal=deal, file=file))


def all_deals(entries: Iterable[Entry]) -> list[Deal]:
    """Return the deals. Raises the first error among the entries."""
    deals = []
    for entry in entries:
        if entry.error is not None:
            raise entry.error
        if entry.deal is not None:
            deals.append(entry.deal)
    return deals


def parse_deals(text: str, file: str | None = None) -> list[Deal]:
    """Return the deals of a text, at least one; errors name ``file``.

    >>> from manni import parse_deals
    >>> parse_deals('[Deal "F:AQ... K2... 43..."] [Contract "NT"]')
    [Deal('AQ... K2... 43...', contract='NT')]

    Raises NotationError with deal and line, or IllegalPlayError where a play whose
    contract is recorded breaks the rules.
    """
    file = None if file is None else checks.text(file, "file")
    return all_deals(iter_entries(plain_text(checks.text(text, "text")), file))


def iter_entries(text: str, file: str | None = None, *, only: int | None = None) -> Iterator[Entry]:
    """Yield the deals of a text and, in their places, the errors of bad ones.

    After an error, reading goes on with the next deal. A text without any deal is
    one error, of number 0. ``only`` is the number, from 1, of the one deal to read: of those
    before it no more is looked at than where they end.
    """

    def sections() -> Iterator[_Section]:
        """Yield what may be a deal, one after the other; ``only`` one of them is looked into."""
        section: _Section | None = None
        begin = 0  # of the line
        line = count = 1
        for match in _TOKEN.finditer(text):
            kind, place, end = match.lastgroup, match.start(), match.end()
            begins = kind == "tag" and match["name"].lower() == "deal"
            if section and (kind == "end" or (begins and section.has_deal)):
                yield section
                section = None
                count += 1
            if kind not in ("end", "over"):
                section = section or _Section(count, line, file)
                section.has_deal |= begins
                if only in (None, count):
                    section.tokens.append((match, line, place - begin + 1))
            if ends := text.count("\n", place, end):
                line += ends
                begin = text.rindex("\n", place, end) + 1
        if section:
            yield section

    number = 0
    for section in sections():
        number = section.number
        if only in (None, number):
            yield section.entry()
        if only == number:
            return
    if not number:
        yield no_deal(file)


Unread = tuple[int, dict[str, int], Callable[[], Deal]]
"""The number of what may be a deal, its place in words of errors, and what reads it."""


def entries_of_unread(
    unread: Iterable[Unread], file: str | None, only: int | None
) -> Iterator[Entry]:
    """Yield what can be read, if one alone is wanted ``only`` that, and the errors of the rest."""
    number = 0
    for number, place, read in unread:
        if only not in (None, number):
            continue
        try:
            deal = read()
            doubts = (tag_warning(name, file=file, **place) for name, _ in deal.tags)
            yield Entry(number, place.get("line"), deal, warnings=tuple(filter(None, doubts)))
        except SolverError as error:
            yield Entry(number, place.get("line"), error=placed(error, file=file, **place))
    if not number:
        yield no_deal(file)


def no_deal(file: str | None) -> Entry:
    """Return the error of a text without any deal."""
    return Entry(0, 1, error=NotationError("there is no deal in it", file=file or "the text"))


class _Section:
    """One deal as far as it has been read."""

    def __init__(self, number: int, line: int, file: str | None) -> None:
        self.number, self.line, self.file = number, line, file
        self.has_deal = self.in_play = False
        self.tokens: list[tuple[re.Match[str], int, int]] = []  # each with line and column
        self.lines: dict[str, int] = {}
        self.fields: dict[str, Any] = {}
        self.table = Seat
        self.discards: dict[Seat, Shown] = {}
        self.tags: list[tuple[str, str]] = []
        self.play: list[tuple[int, int]] = []  # each card with its line
        self.play_leader: Seat | None = None
        self.warnings: list[str] = []

    def take_in(self, token: re.Match[str], line: int, column: int) -> None:
        """Take in a tag, words or what is neither."""
        match token.lastgroup:
            case "tag":
                column += token.start("value") - token.start()
                self.tag(token["name"], token["value"], line, column)
            case "words" if not self.in_play and (bridge := bridge_error(token[0])):
                raise NotationError(bridge, line=line, column=column)
            case "words":
                for number, part in enumerate(token[0].split("\n"), line):
                    for word in re.finditer(_WORD, part):
                        self.word(word[0], number, word.start() + column)
                    column = 1
            case "open":
                problem = "this comment is never closed: expected }"
                raise NotationError(problem, line=line, column=column)
            case _:
                problem = f'{quote(token[0][:100])} is no tag: expected [Name "value"]'
                raise NotationError(problem, line=line, column=column)

    def tag(self, name: str, value: str, line: int, column: int) -> None:
        """Take in a tag whose value, escapes and all, begins at ``column``."""
        canonical = _CANONICAL.get(name.lower())
        self.in_play = canonical == "Play"
        escaped = "\\" in value
        if escaped:
            value = "\\".join(part.replace('\\"', '"') for part in value.split("\\\\"))
        if canonical is None:
            self.lines["tags"] = line
            check_tag(name, value)
            self.tags.append((name, value))
            warning = tag_warning(name, deal=self.number, file=self.file, line=line)
            if warning is not None:
                self.warnings.append(warning)
            return
        try:
            if len(value) > _LONGEST_VALUE:
                problem = f"[{canonical}] is too long: {quote(value)}"
                raise NotationError(problem, column=1)
            self._take(canonical, value, line)
        except NotationError as error:
            offset = None if escaped or error.column is None else column + error.column - 1
            raise NotationError(error.message, line=line, column=offset) from None

    def _take(self, name: str, value: str, line: int) -> None:
        field = _FIELD_OF[name]
        key = field.tag
        if name == "Discard":
            seat, self.discards[seat] = _parse_discard(value, self.table)
            key += f" {seat.letter}"
        if key in self.lines:
            raise NotationError(f"a second [{name}]: the first is on line {self.lines[key]}")
        self.lines[key] = line
        if name == "Play":
            self.play_leader = parse_seat(value, self.table)
        elif name == "Contract":
            self.fields["contract"], self.fields["great"] = parse_call(value)
        elif name != "Discard":
            self.fields[field.name] = field.parse(value, self.table)

    def word(self, word: str, line: int, column: int) -> None:
        """Take in a word that stands outside tags: a card of the play."""
        if not self.in_play:
            problem = f'{quote(word)} stands outside a tag and a play: expected [Name "value"]'
            if self.number == 1 and not self.tags and not self.fields:
                csv = "hand_" in word.lower()
                problem += "; manni batch reads CSV" if csv else "; is this a file of deals?"
            raise NotationError(problem, line=line, column=column)
        if word == "*":  # PBN's end of a play
            self.in_play = False
            return
        try:
            self.play += [(card, line) for card in parse_cards(word)]
            most = CARDS // len(self.table) * len(self.table)
            if len(self.play) > most:
                raise NotationError(f"more than {most} cards played")
        except NotationError as error:
            raise NotationError(error.message, line=line, column=column) from None

    def entry(self) -> Entry:
        for token, *_ in self.tokens:  # the game says who sits at the table, wherever it stands
            if (token["name"] or "").lower() == "variant":
                self.table = table_of(token["value"])
        deal = failure = None
        try:
            for place in self.tokens:
                self.take_in(*place)
            deal = self._deal()
        except SolverError as error:
            line = None
            if isinstance(error, FieldError):
                key = error.field if error.seat is None else f"{error.field} {error.seat.letter}"
                line = self.lines[key]
            elif isinstance(error, IllegalPlayError):
                _card, line = self.play[error.index - 1]
            failure = placed(error, line=line, deal=self.number, file=self.file)
        return Entry(self.number, self.line, deal, failure, tuple(self.warnings))

    def _deal(self) -> Deal:
        if "Deal" not in self.lines:
            problem = "no [Deal] before the blank line that ends the deal"
            raise NotationError(problem, line=self.line)
        leader: Any = self.fields.setdefault("leader", self.play_leader)
        if self.play_leader is not None and self.play_leader is not leader:
            raise NotationError(
                f"[Play] says that {self.play_leader.word} leads, [Leader] that {leader.word} does",
                line=self.lines["Play"],
            )
        deal = Deal.checked(
            **self.fields,
            discards=by_seat(self.discards.get, self.table),
            play=tuple(card for card, _ in self.play),
        )
        deal = derived(deal, tags=tuple(self.tags))  # each has been checked
        check_play(deal)
        return deal


def _parse_discard(value: str, table: type[Seat]) -> tuple[Seat, Shown]:
    match = _PREFIX.match(value)
    if match is None:
        raise NotationError(f'{quote(value)}: expected a seat and its cards, such as "F: SA S3"')
    seat = parse_seat(match[1], table)
    rest = value[match.end() :]
    if rest.strip() == "-":
        return seat, ()
    # Blanks in the seat's place keep the columns of errors right.
    return seat, put_down(" " * match.end() + rest, as_seen_cards)


def format_deals(deals: Iterable[Deal], *, tags_last: bool = False) -> str:
    """Return deals as the text of a deal file.

    ``tags_last`` puts the tags that the solver does not read after the others, not before them.

    >>> from manni import Deal, format_deals
    >>> print(format_deals([Deal("AQ... K2... 43...", contract="NT", leader="F")]), end="")
    [Deal "F:AQ... K2... 43..."]
    [Contract "NT"]
    [Leader "F"]
    """
    texts = (format_deal(deal, tags_last=tags_last) for deal in checks.several(deals, "deals"))
    return "\n".join(texts)


def format_deal(deal: Deal, *, tags_last: bool = False) -> str:
    """Return one deal as ``parse_deals`` reads it, tags without a meaning first or last.

    What begins with [Deal] can be put after another deal file as it is.
    """
    lines = list(_lines(checks.instance(deal, Deal, "deal")))
    tags = [_tag(name, value) for name, value in deal.tags]
    lines = lines + tags if checks.flag(tags_last, "tags_last") else tags + lines
    return "".join(f"{line}\n" for line in lines)


def _lines(deal: Deal) -> Iterator[str]:
    called = dict(zip(("Manni", "Cut"), table_tags(deal), strict=True))
    for field in FIELDS:
        value = field.known(deal)
        if value is None:
            continue
        tag = called.get(field.tag, field.tag)
        match field.name:
            case "great" | "tags":
                continue
            case "hands":
                yield _tag(tag, "F:" + format_hands(value, deal.order))
            case "contract":
                yield _tag(tag, format_contract(value, deal.great))
            case "discards":
                for seat, cards in zip(deal.seats, value, strict=True):
                    if cards is not None:
                        yield _tag(tag, f"{seat.letter}: {put_down_text(cards)}")
            case "play":
                yield _tag(tag, deal.leader_played.letter)  # as recorded: there is none without
                size = len(deal.hands)
                for first in range(0, len(value), size):
                    yield format_cards(value[first : first + size])
            case _:
                yield _tag(tag, field.write(value))


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


# Files as text, with one line of error for what is unreadable, no text or far too long -----


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file. Raises NotationError naming it if it cannot be read."""
    if not isinstance(path, str | PathLike):
        raise ArgumentError(f"path: {quote(path)}, expected a text or a Path")
    try:
        with open(path, "rb") as stream:
            # Piece by piece: a read of all that is allowed takes as much memory for a short file.
            pieces = iter(partial(stream.read, 1 << 16), b"")
            head = next(pieces, b"")
            binary = 0 in head and not head.startswith(UTF_16)
            data = head if binary else head + b"".join(islice(pieces, MAX_BYTES >> 16))
    except OSError as error:
        raise cannot_be_read(str(path), error) from None
    except ValueError as error:  # a NUL in the name
        raise NotationError(f"cannot be read: {error}", file=quote(str(path))) from None
    if len(data) > MAX_BYTES:
        raise NotationError(f"is longer than {MAX_BYTES >> 20} MB", file=str(path))
    return decode(data, str(path))


def decode(data: bytes, file: str) -> str:
    """Return UTF-8, or UTF-16 that says so, as text with plain ends of lines.

    Raises NotationError naming ``file``, the line and the byte.
    """
    wide = checks.instance(data, bytes, "data").startswith(UTF_16)
    try:
        text = data.decode("utf-16" if wide else "utf-8") if wide or 0 not in data else "\0"
    except UnicodeDecodeError as error:
        before = plain_text(data[: error.start].decode("utf-16" if wide else "latin-1"))
        raise NotationError(
            f"byte {data[error.start]:#04x} is not UTF-{16 if wide else 8}",
            line=before.count("\n") + 1,
            file=file,
        ) from None
    if "\0" in text:
        raise NotationError(not_text(data, "text"), file=file)
    return plain_text(text)


def not_text(data: bytes, wanted: str) -> str:
    """Return what data are that are not the text ``wanted``."""
    if data.startswith(b"PAR1"):
        return "is Parquet, which manni batch reads, by a name that ends in .parquet"
    return f"holds binary data, not {wanted}"


def plain_text(text: str) -> str:
    """Return a composed text, ``\\n`` alone at the ends of lines, no byte order mark before them.

    Where files were put together there is a mark in the middle.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return composed(_MARK.sub("", text) if "\ufeff" in text else text)


def format_of(text: str, file: str | None = None) -> str:
    """Return what a text is: ``json``, ``jsonl`` (lines), ``hands`` or a ``manni`` deal file.

    What looks like none of them is what the name of its ``file`` says, else a deal file.
    """
    named = next((end for end in ("json", "jsonl") if (file or "").lower().endswith(f".{end}")), "")
    if _JSON.match(text):
        lines = re.match(_LINES, text) or (named == "jsonl" and re.match(_LINE, text))
        return "jsonl" if lines else "json"
    passed_over = _PASSED_OVER.match(text)
    assert passed_over is not None
    if _HAND.match(text, passed_over.end()):
        return "hands"
    return named if named and text.strip() and not _BEGINS_TAG.search(text) else "manni"
