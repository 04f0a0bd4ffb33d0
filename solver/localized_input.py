"""What people type, read in the language that is chosen (``i18n.choose``); English is plain.

A card, suit first, in the language's letters is that card. Other words are read with the letters of
the language and of the notation, in both orders: what could be two cards is an error that names
both. A hand has ranks alone, where the language's letters come first. Files and JSON are read by
``notation``, in every language alike.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from manni.solver import i18n, notation
from manni.solver.cards import SUIT_LETTERS, SUIT_SYMBOLS, BySeat, Seat
from manni.solver.checks import quote
from manni.solver.errors import NotationError
from manni.solver.i18n import N_, gettext
from manni.solver.rules.contract import Contract, contract_words

_WORD = re.compile(r"[^\s,]+")
_VARIATION = re.compile("[\ufe0e\ufe0f]")

_Signs = set[tuple[str, str]]
_Words = dict[str, set[str]]


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


def parse_hands(text: str) -> BySeat[int]:
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
    name = " ".join(i18n.fold_case(text).split())
    contract = _contracts_and_seats(i18n.language())[0].get(name)
    return notation.parse_contract(text) if contract is None else contract


def parse_call(text: str) -> tuple[Contract, bool]:
    """Return a contract and whether it is great."""
    head, _blank, rest = text.strip().partition(" ")
    great = (i18n.fold_case(i18n.pgettext("call", "great")), "great")
    if rest and i18n.fold_case(head) in great:
        return parse_contract(rest), True
    return parse_contract(text), False


def parse_seat(text: str) -> Seat:
    """Return the seat of a letter or word."""
    seat = _contracts_and_seats(i18n.language())[1].get(i18n.fold_case(text.strip()))
    return notation.parse_seat(text) if seat is None else seat


def card_written(card: str) -> str:
    """Return a card of the notation as it is written: ``TD`` for DQ in Icelandic."""
    return i18n.suit_letter(card[0]) + i18n.rank_letter(card[1])


def _card_name(word: str, column: int | None, ranks: str) -> str:
    """Return the card that a word names, in the notation. Raises NotationError."""
    typed, language = _VARIATION.sub("", word.lower()), i18n.language()
    suit_first, rank_first = _card_words(language)
    found = suit_first.get(typed, set())
    if len(found) != 1:
        found = rank_first.get(typed, set())
        others = _card_words(i18n.ENGLISH) if found else _card_words(language, i18n.ENGLISH)
        found = found.union(*(words.get(typed, ()) for words in others))
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
    (card,) = found
    return card


def _told(sentence: str, column: int | None, **parts: str | list[str]) -> NotationError:
    """Return an error whose message is in English, and also told in the language spoken."""

    def filled(sentence: str, either: str) -> str:
        texts = {n: p if isinstance(p, str) else either.join(p) for n, p in parts.items()}
        return sentence.format(**texts)

    error = NotationError(filled(sentence, " or "), column=column)
    error.told = filled(gettext(sentence), gettext(" or "))
    return error


@cache
def _signs(*languages: str) -> tuple[_Signs, _Signs]:
    """Return the signs of suits and of ranks in languages, in small letters, each with its own."""
    suits = {*zip(SUIT_SYMBOLS, SUIT_LETTERS, strict=True), *zip("♤♡♢♧", SUIT_LETTERS, strict=True)}
    ranks = {("10", "T")}
    for language in languages:
        with i18n.speaking(language):
            letters = i18n.letters()
        for found, known in ((suits, letters.suits), (ranks, letters.ranks)):
            found |= {(sign.lower(), letter) for letter, signs in known.items() for sign in signs}
    return suits, ranks


@cache
def _card_words(*languages: str) -> tuple[_Words, _Words]:
    """Return the cards that a word may be, by the letters of languages: suit or rank first."""
    suit_first: _Words = {}
    rank_first: _Words = {}
    for (suit_sign, suit), (rank_sign, rank) in product(*_signs(*languages)):
        suit_first.setdefault(suit_sign + rank_sign, set()).add(suit + rank)
        rank_first.setdefault(rank_sign + suit_sign, set()).add(suit + rank)
    return suit_first, rank_first


@cache
def _rank_table(language: str) -> dict[int, str]:
    """Return what each sign of a rank of one letter is in the notation."""
    table: dict[int, str] = {}
    for sign, rank in _signs(language)[1]:
        if len(sign) == 1:
            table |= {ord(sign): rank, ord(sign.upper()): rank}
    return table


def _ranks_read(text: str) -> str:
    """Return hands with the ranks in the letters of the notation; columns stay as they are."""
    if i18n.language() == i18n.ENGLISH:
        return text
    return text.translate(_rank_table(i18n.language()))


@cache
def _contracts_and_seats(language: str) -> tuple[dict[str, Contract], dict[str, Seat]]:
    """Return the contracts and the seats by what a language calls them, folded."""
    with i18n.speaking(language):
        letters = i18n.letters()
        contracts = {i18n.fold_case(contract_words(each)): each for each in Contract}
        seats = {i18n.fold_case(i18n.seat_word(each)): each for each in Seat}
    for contract in Contract:
        contracts |= {i18n.fold_case(sign): contract for sign in letters.contracts[contract.name]}
    for seat in Seat:
        seats |= {i18n.fold_case(sign): seat for sign in letters.seats[seat.letter]}
    return contracts, seats
