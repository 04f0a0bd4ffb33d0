"""Cards and suits as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from manni.solver.cards import (
    RANK_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    Seat,
    Suit,
    cards_in,
    rank_of,
    suit_of,
)
from manni.solver.i18n import _, contract_code, pgettext, rank_letter, seat_letter
from manni.solver.report.text import UNKNOWN, Span, Style, Text, fill, join
from manni.solver.rules.auction import Call
from manni.solver.rules.contract import Contract, contract_words
from manni.solver.rules.trick import PLAIN, TrickRules, arranged

RED_SUITS = (Suit.HEARTS, Suit.DIAMONDS)


def contract_name(contract: Contract, great: bool, ace_low: bool) -> str:
    """Return a contract as it is played: ``great H``, ``NULLO, ace low``."""
    name = great_text(contract) if great else contract_code(contract.name)
    return _("{contract}, ace low", contract=name) if ace_low else name


def great_text(contract: Contract) -> str:
    """Return a great contract: ``great H``."""
    great = pgettext("call", "great")
    return pgettext(
        "call", "{great} {contract}", great=great, contract=contract_code(contract.name)
    )


def call_text(call: Call | None) -> str:
    """Return a call as it is said: ``H``, ``great H``, ``pass``."""
    if call is None:
        return pgettext("call", "pass")
    return great_text(call.contract) if call.great else contract_code(call.contract.name)


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


def suit_text(suit: int, ranks: str) -> Text:
    """Return a suit's symbol and ``ranks`` after it, styled as a red suit if it is one."""
    style = Style.RED_SUIT if suit in RED_SUITS else Style.PLAIN
    return Text(Span(SUIT_SYMBOLS[suit] + ranks, style))


def card_text(card: int) -> Text:
    """Return a card with its suit's symbol."""
    return suit_text(suit_of(card), rank_text(card))


def played_text(seat: Seat, card: int) -> Text:
    """Return a card after the letter of the seat that plays it."""
    return Text(f"{seat_letter(seat.letter)} ", card_text(card))


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
