"""Cards and suits as people read them."""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import RANK_LETTERS, SUIT_SYMBOLS, Suit, rank_of, suit_of
from solver.report.text import UNKNOWN, Span, Style, Text, join

RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)


def card_sign(card: int) -> str:
    """Return a card as suit symbol and rank letter: ``"♥T"``."""
    return SUIT_SYMBOLS[suit_of(card)] + RANK_LETTERS[rank_of(card)]


def suit_text(suit: int, ranks: str) -> Text:
    """Return a suit's symbol and ``ranks`` after it, styled as a red suit if it is one."""
    style = Style.RED_SUIT if suit in RED_SUITS else Style.PLAIN
    return Text(Span(SUIT_SYMBOLS[suit] + ranks, style))


def card_text(card: int) -> Text:
    """Return a card with its suit's symbol."""
    return suit_text(suit_of(card), RANK_LETTERS[rank_of(card)])


def cards_text(cards: Iterable[int], none: str = UNKNOWN) -> Text:
    """Return cards separated by blanks, or ``none`` if there are none."""
    return join(" ", map(card_text, cards)) or Text(none)
