"""What people type, read in the language that is chosen (``i18n.choose``); English is plain.

A card, suit first, in the language's letters is that card. Other words are read with the letters of
the language and of the notation, in both orders: what could be two cards is an error that names
both. A hand has ranks alone, where the language's letters come first. Files and JSON are read by
``notation``, in every language alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from manni.solver import i18n, notation
from manni.solver.cards import SUIT_LETTERS, Seat
from manni.solver.checks import quote
from manni.solver.errors import NotationError
from manni.solver.i18n import N_, gettext
from manni.solver.rules.contract import Contract, contract_words

_WORD = re.compile(r"[^\s,]+")
_VARIATION = re.compile("[\ufe0e\ufe0f]")


def parse_card(text: str, ranks: str = "") -> int:
    """Return the card that ``text`` names; errors list the ``ranks``, highest first."""
    if i18n.language() == i18n.ENGLISH:
        return notation.parse_card(text, ranks)
    return notation.parse_card(_card_name(text.strip(), None, ranks))


def parse_cards(text: str, ranks: str = "") -> tuple[int, ...]:
    """Return cards separated by blanks or commas, in their order."""
    if i18n.language() == i18n.ENGLISH:
        return notation.parse_cards(text, ranks)
    names = (_card_name(found[0], found.start() + 1, ranks) for found in _WORD.finditer(text))
    return notation.parse_cards(" ".join(names))


def parse_hand(text: str, name: str = "the hand") -> int:
    """Return the hand that ``text`` names; errors call it ``name``."""
    return notation.parse_hand(_ranks_read(text), name)


def parse_hands(text: str) -> tuple[int, int, int]:
    """Return the hands of forehand, middlehand and dealer."""
    before, colon, hands = text.rpartition(":")
    if colon and before.strip():
        try:
            before = parse_seat(before).letter
        except NotationError:
            return notation.parse_hands(text)  # which says what is wrong with all of it
    return notation.parse_hands(f"{before}{colon}{_ranks_read(hands)}")


def parse_contract(text: str) -> Contract:
    """Return the contract of a code or name."""
    name = _contracts(i18n.language()).get(" ".join(i18n.folded(text).split()))
    return notation.parse_contract(text) if name is None else Contract[name]


def parse_call(text: str) -> tuple[Contract, bool]:
    """Return a contract and whether it is great."""
    head, _blank, rest = text.strip().partition(" ")
    great = (i18n.folded(i18n.pgettext("call", "great")), "great")
    if rest and i18n.folded(head) in great:
        return parse_contract(rest), True
    return parse_contract(text), False


def parse_seat(text: str) -> Seat:
    """Return the seat of a letter or word."""
    seat = _seats(i18n.language()).get(i18n.folded(text.strip()))
    return notation.parse_seat(text) if seat is None else Seat(seat)


def card_written(card: str) -> str:
    """Return a card of the notation as it is written: ``TD`` for DQ in Icelandic."""
    return i18n.suit_letter(card[0]) + i18n.rank_letter(card[1])


def _card_name(word: str, column: int | None, ranks: str) -> str:
    """Return the card that a word names, in the notation. Raises NotationError."""
    typed = _VARIATION.sub("", word.lower())
    own, plain = _signs(i18n.language()), _signs(i18n.ENGLISH)
    found = set(own.suit_first(typed))
    if len(found) != 1:
        found = {*own.rank_first(typed)}
        if found:
            found |= {*plain.suit_first(typed), *plain.rank_first(typed)}
        else:
            both = _both(i18n.language())
            found = {*both.suit_first(typed), *both.rank_first(typed)}
    if len(found) > 1:
        told = N_("{word} could be {names}: write that")
        names = sorted(map(card_written, found))
        raise _told(told, column, word=quote(word), names=names)
    if not found:
        told = N_("{word} is no card: expected a suit {suits} and a rank {ranks}, such as {card}")
        raise _told(
            told,
            column,
            word=quote(word),
            suits=" ".join(map(i18n.suit_letter, SUIT_LETTERS)),
            ranks=notation.ranks_text(ranks, i18n.rank_letter),
            card=card_written("HT"),
        )
    return found.pop()


def _told(sentence: str, column: int | None, **parts: str | list[str]) -> NotationError:
    """Return an error whose message is in English, and also told in the language spoken."""

    def filled(sentence: str, either: str) -> str:
        texts = {n: p if isinstance(p, str) else either.join(p) for n, p in parts.items()}
        return sentence.format(**texts)

    error = NotationError(filled(sentence, " or "), column=column)
    error.told = filled(gettext(sentence), gettext(" or "))
    return error


class _Signs(NamedTuple):
    """What stands for a suit and for a rank, in small letters, each with what it may mean."""

    suits: dict[str, frozenset[str]]
    ranks: dict[str, frozenset[str]]

    def suit_first(self, word: str) -> Iterator[str]:
        """Yield the cards that a word is read as with the suit before the rank."""
        for end in range(1, len(word)):
            for suit in self.suits.get(word[:end], ()):
                for rank in self.ranks.get(word[end:], ()):
                    yield suit + rank

    def rank_first(self, word: str) -> Iterator[str]:
        """Yield those with the rank before the suit."""
        for end in range(1, len(word)):
            for rank in self.ranks.get(word[:end], ()):
                for suit in self.suits.get(word[end:], ()):
                    yield suit + rank


@cache
def _signs(language: str) -> _Signs:
    with i18n.speaking(language):
        letters = i18n.letters()
    suits, ranks = _meanings(letters.suits), _meanings(letters.ranks)
    for suit, symbols in zip(SUIT_LETTERS, ("♠♤", "♥♡", "♦♢", "♣♧"), strict=True):
        suits |= {symbol: frozenset(suit) for symbol in symbols}
    return _Signs(suits, ranks | {"10": frozenset("T")})


@cache
def _both(language: str) -> _Signs:
    own, plain = _signs(language), _signs(i18n.ENGLISH)

    def together(
        one: dict[str, frozenset[str]], other: dict[str, frozenset[str]]
    ) -> dict[str, frozenset[str]]:
        none: frozenset[str] = frozenset()
        return {sign: one.get(sign, none) | other.get(sign, none) for sign in one | other}

    return _Signs(together(own.suits, plain.suits), together(own.ranks, plain.ranks))


def _meanings(letters: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for letter, signs in letters.items():
        for sign in signs:
            found.setdefault(sign.lower(), set()).add(letter)
    return {sign: frozenset(meant) for sign, meant in found.items()}


@cache
def _rank_table(language: str) -> dict[int, str]:
    """Return what each sign of a rank of one letter is in the notation."""
    table: dict[int, str] = {}
    for sign, meant in _signs(language).ranks.items():
        if len(sign) == 1:
            (rank,) = meant
            table |= {ord(sign): rank, ord(sign.upper()): rank}
    return table


def _ranks_read(text: str) -> str:
    """Return hands with the ranks in the letters of the notation; columns stay as they are."""
    if i18n.language() == i18n.ENGLISH:
        return text
    return text.translate(_rank_table(i18n.language()))


@cache
def _contracts(language: str) -> dict[str, str]:
    """Return the codes of the contracts by what a language calls them, folded."""
    if language == i18n.ENGLISH:
        return {}
    with i18n.speaking(language):
        own = i18n.letters().contracts.items()
        names = {code: contract_words(Contract[code]) for code, _signs_of in own}
    found = {i18n.folded(name): code for code, name in names.items()}
    return found | {i18n.folded(sign): code for code, signs in own for sign in signs}


@cache
def _seats(language: str) -> dict[str, int]:
    if language == i18n.ENGLISH:
        return {}
    with i18n.speaking(language):
        own = i18n.letters().seats
        found = {i18n.folded(i18n.seat_word(seat)): int(seat) for seat in Seat}
    for seat in Seat:
        found |= {i18n.folded(sign): int(seat) for sign in own[seat.letter]}
    return found
