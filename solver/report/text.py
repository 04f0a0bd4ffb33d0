"""Styled text as plain data, and cards, suits and contracts in it.

A style says what a piece of text is; how it looks is decided where it is shown. ``str()``
gives a text without its styles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from manni.solver.cards import (
    RANK_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    Contract,
    Seat,
    Suit,
    cards_in,
    contract_words,
    rank_of,
    suit_of,
)
from manni.solver.errors import IllegalPlayError, SolverError
from manni.solver.i18n import (
    ENGLISH,
    N_,
    _,
    contract_code,
    gettext,
    language,
    pgettext,
    rank_letter,
    seat_letter,
    seat_word,
)
from manni.solver.rules.auction import Call
from manni.solver.rules.trick import PLAIN, TrickRules, arranged

if TYPE_CHECKING:
    from manni.solver.exchange.discards import DiscardClass

UNKNOWN = "–"
"""Shown where there is no value."""


class Style(Enum):
    """What a piece of text is."""

    PLAIN = auto()
    HEADING = auto()
    RED_SUIT = auto()


class Span(NamedTuple):
    """A piece of text of one style; ``card`` is the one that it shows, if it shows one."""

    text: str
    style: Style = Style.PLAIN
    card: int | None = None


class Text:
    """Spans in order, line breaks included; ``+`` joins texts as it does strings."""

    __slots__ = ("spans",)

    def __init__(self, *parts: str | Span | Text) -> None:
        # Adjacent spans of one style are merged, so that texts that look the same are equal.
        spans: list[Span] = []
        for part in parts:
            for span in _spans(part):
                if spans and spans[-1][1:] == span[1:] == (span.style, None):
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
        for piece, style, _card in Text(text).spans
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
    great = pgettext("call", "great")
    return pgettext("call", "{great} {contract}", great=great, contract=code)


def contract_in_words(contract: Contract, great: bool = False, ace_low: bool = False) -> str:
    """Return a contract in words: ``great hearts``, ``nullo, ace low``."""
    name = contract_words(contract)
    if great:
        name = _("great {contract}", contract=name)
    return _("{contract}, ace low", contract=name) if ace_low else name


def call_in_words(call: Call | None) -> str:
    """Return a call in words: ``hearts``, ``great hearts``, ``pass``."""
    return pgettext("call", "pass") if call is None else contract_in_words(*call)


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


def cards_text(cards: Iterable[int], none: str = UNKNOWN) -> Text:
    """Return cards separated by blanks, or ``none`` if there are none."""
    return join(" ", map(card_text, cards)) or Text(none)


def equals_text(group: Sequence[int]) -> Text:
    """Return equal cards as one, the first of them: ``♦Q (or T, K)``."""
    if len(group) == 1:
        return card_text(group[0])
    others = ", ".join(map(rank_text, group[1:]))
    return fill("{card} (or {ranks})", card=card_text(group[0]), ranks=others)


def hand_text(hand: int, rules: TrickRules = PLAIN) -> Text:
    """Return a hand's suits, strongest card first, without those it is void in."""
    suits = []
    for suit in range(SUITS):
        held = arranged((card for card in cards_in(hand) if suit_of(card) == suit), rules)
        if held:
            suits.append(suit_text(suit, "".join(map(rank_text, held))))
    return join(" ", suits) or Text(UNKNOWN)


_ILLEGAL = {
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
