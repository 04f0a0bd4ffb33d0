"""What people read, in their language: the one door to the catalogues.

The code says everything in English. ``_("…")`` looks a sentence up in the catalogue of the language
chosen, where there is one: a file ``LANGUAGE.mo`` of ``solver/data/languages``, made of the ``.po``
beside it. For English nothing is looked up and nothing loaded.

A sentence is translated whole. What it is about stands in it by name, ``{seat}``, and a word that
has forms takes the one that the sentence names: ``{seat:of}``, with a capital letter ``{seat:Of}``.
The forms are contexts of the catalogue: ``the`` does something, ``object`` has something done to
it, ``of`` and ``to`` follow such a word. In English all are the same.

Files, JSON and tables for programs are in English whatever is chosen (``plain_english``), and so
are errors.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    import re
    from gettext import GNUTranslations

T = TypeVar("T", str, tuple[str, str])

ENGLISH = "en"
VARIABLE = "MANNI_LANGUAGE"
"""Names the language before the locale does."""

# Without pathlib, which costs more to load than all the rest of this.
_FOLDER = os.path.join(os.path.dirname(__file__), "data", "languages")
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


class _Spoken(NamedTuple):
    """A language and its catalogue, None for English."""

    language: str
    catalogue: GNUTranslations | None


_IN_ENGLISH = _Spoken(ENGLISH, None)
_chosen = _IN_ENGLISH
"""What the process speaks, in all threads."""

_asked_for = False
"""Whether that was asked for, and is not just the locale's."""

_here: ContextVar[_Spoken | None] = ContextVar("manni_language", default=None)
"""What is spoken for a while in place of it."""


# Which language ------------------------------------------------------------------------


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    codes = (name.removesuffix(".mo") for name in os.listdir(_FOLDER) if name.endswith(".mo"))
    return (ENGLISH, *sorted(codes))


def choose(language: str, asked_for: bool = True) -> None:
    """Speak a language from now on, in all threads. It has to be one of ``languages``."""
    global _chosen, _asked_for
    _chosen, _asked_for = _spoken(language), asked_for


def language() -> str:
    """Return the code of the language spoken."""
    return _now().language


def is_asked_for() -> bool:
    """Return whether the language that the process speaks was asked for."""
    return _asked_for


def language_of(name: str) -> str | None:
    """Return the language that a name means, ``is`` for ``is_IS.UTF-8``, None if there is none."""
    code = name.strip().replace("-", "_").partition(".")[0].partition("@")[0].partition("_")[0]
    code = code.lower()
    if code == ENGLISH:
        return ENGLISH
    return code if code in languages() else None


def language_of_locale(environment: Mapping[str, str]) -> str:
    """Return the language of the locale, English where there is no catalogue of it."""
    name = next((environment[key] for key in _LOCALE if environment.get(key)), "")
    if name.partition(".")[0] in ("", "C", "POSIX"):
        return ENGLISH
    return language_of(name) or ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while, in this thread."""
    token = _here.set(_spoken(language))
    try:
        yield
    finally:
        _here.reset(token)


@contextmanager
def plain_english() -> Iterator[None]:
    """Speak English for a while, for what programs read."""
    if _chosen is _IN_ENGLISH and _here.get() is None:
        yield
        return
    with speaking(ENGLISH):
        yield


def _now() -> _Spoken:
    return _here.get() or _chosen


@cache
def _catalogue(language: str) -> _Spoken:
    from gettext import GNUTranslations

    with open(os.path.join(_FOLDER, f"{language}.mo"), "rb") as file:
        return _Spoken(language, GNUTranslations(file))


def _spoken(language: str) -> _Spoken:
    return _IN_ENGLISH if language == ENGLISH else _catalogue(language)


# Sentences -----------------------------------------------------------------------------


def gettext(text: str, /, **parts: object) -> str:
    """Return a text in the language spoken, with the parts that it names filled in, if any."""
    return pgettext("", text, **parts)


def filled(text: str, /, **parts: object) -> str:
    """Return a text that was looked up with parts filled in, numbers as they are written."""
    if not parts:
        return text
    return text.format(**{name: written(part) for name, part in parts.items()})


_ = gettext


def written(part: object) -> object:
    """Return what stands in a sentence: the word for a seat, a number as it is written."""
    if hasattr(part, "word"):
        return seat_word(part)
    return format_number(str(part)) if type(part) in (str, float) else part


def ngettext(one: str, many: str, count: float | str, /, **parts: object) -> str:
    """Return ``gettext`` of the text for a number of things, with decimals as it is shown.

    With those French has many from two on, Icelandic always, English even of ``1.0``.
    """
    return filled(npgettext("", one, many, count), **parts)


def text_if(condition: object, text: str, otherwise: str, /, **parts: object) -> str:
    """Return ``gettext`` of one of two texts, the first if a condition is true."""
    return gettext(text if condition else otherwise, **parts)


def pgettext(context: str, text: str, /, **parts: object) -> str:
    """Return ``gettext`` of a text that is as ``context`` says, if it says anything."""
    catalogue, translated = _now().catalogue, text
    if catalogue is not None and text:
        translated = catalogue.pgettext(context, text) if context else catalogue.gettext(text)
    return filled(translated, **parts)


def npgettext(context: str, one: str, many: str, count: float | str) -> str:
    """Return what ``ngettext`` fills in, in a ``context`` if it says anything."""
    catalogue, number = _now().catalogue, float(count)
    if catalogue is None:
        return one if str(count) == "1" else many
    whole = int(number) if number.is_integer() else 2 * (number >= 2)
    if not context:
        return catalogue.ngettext(one, many, whole)
    return catalogue.npgettext(context, one, many, whole)


def N_(text: str) -> str:
    """Return a text as it is: it is looked up where it is shown."""
    return text


def NP_(contexts: str, text: T, *others: T) -> T:
    """Return a text, or one and many, as it is: it is looked up where it is shown.

    It is found by the tools in each of its ``contexts``, which have commas between, an empty one
    for none; so are the ``others``, and each text of several with ``|`` between.
    """
    return text


class Word(str):
    """A word with the forms that sentences ask for: ``{seat:of}``, ``{seat:Of}``.

    They are contexts of the catalogue, in a ``context`` of its own ``contract of``.
    """

    context: str
    _parts: tuple[str, str, int]

    def __new__(cls, one: str, many: str = "", number: int = 1, context: str = "") -> Word:
        """Return a word, or the word for a number of things."""
        self = super().__new__(cls, _form(context, one, many, number))
        self.context, self._parts = context, (one, many, number)
        return self

    def __format__(self, form: str) -> str:
        """Return the word in a form."""
        if not form:
            return str(self)
        context = f"{self.context} {form.lower()}".strip()
        text = _form(context, *self._parts)
        return text[:1].upper() + text[1:] if form[:1].isupper() else text


class Name(str):
    """A name, which has no forms but a capital letter at the beginning."""

    def __format__(self, form: str) -> str:
        """Return the name."""
        return self[:1].upper() + self[1:] if form[:1].isupper() else str(self)


def _form(context: str, one: str, many: str, number: int) -> str:
    if not many:
        return pgettext(context, one)
    return npgettext(context, one, many, number).format(number=number)


def in_every_language(say: Callable[[], str]) -> dict[str, str]:
    """Return what is said, by language."""
    texts = {}
    for code in languages():
        with speaking(code):
            texts[code] = say()
    return texts


def for_the_page() -> dict[str, Any]:
    """Return the language spoken and its catalogue for the page of the board, as JSON data."""
    spoken = _now()
    if spoken.catalogue is None:
        return {"code": spoken.language, "words": {}, "plurals": []}
    # No other way leads to all that is in a catalogue.
    catalogue: dict[str | tuple[str, int], str] = vars(spoken.catalogue)["_catalog"]
    plural: Callable[[int], int] = vars(spoken.catalogue)["plural"]
    return {
        "code": spoken.language,
        "words": {
            text if isinstance(text, str) else f"{text[0]}\0{text[1]}": translation
            for text, translation in catalogue.items()
            if text
        },
        "plurals": [plural(number) for number in range(200)],
    }


# Words that are said everywhere ---------------------------------------------------------

_SEATS = ("forehand", "middlehand", "dealer")
NP_(",the,object,of,to", "forehand|middlehand|dealer")
_NUMBERED = NP_(",the,object,of,to", ("seat {number}", "seat {number}"))


def seat_word(seat: Any) -> Word:
    """Return what a seat is called; a number is one of three."""
    word = getattr(seat, "word", None) or _SEATS[seat]
    return Word(word) if word in _SEATS else Word(*_NUMBERED, seat + 1)


_AMOUNTS = {
    "tricks": NP_(",object,to", ("{number} trick", "{number} tricks")),
    "points": NP_(",object,to", ("{number} point", "{number} points")),
    "cards": NP_(",object,to", ("{number} card", "{number} cards")),
}


def amount(number: int, unit: str) -> Word:
    """Return a number of things named in the plural: ``1 trick``, ``40 points``."""
    return Word(*_AMOUNTS[unit], number)


@cache
def _numbers() -> re.Pattern[str]:
    import re

    number = r"[+-]?\d{1,3}(?:,?\d{3})*(\.\d+)?%?"
    few = rf"{number}(\.\.{number})?"
    return re.compile(rf"(?:[≤≥]\d+ )?{few}( \({few}\))?")


def format_number(number: str) -> str:
    """Return a number written in English, ``1,050.5``, with the signs of the language spoken.

    So is an interval, ``+1.5..+2.0``, one after a number, ``60% (55..65%)``, and the chance of a
    mark, ``≥4 60%``; any other text stays as it is.
    """
    if _now() is _IN_ENGLISH or not _numbers().fullmatch(number):
        return number
    parts = number.split("..")
    signs = str.maketrans({sign: pgettext("number", sign) for sign in _SIGNS})
    return "..".join(part.translate(signs) for part in parts)


_SIGNS = (NP_("number", "."), NP_("number", ","), NP_("number", "%"))


def format_list(names: Iterable[object], form: str = "") -> str:
    """Return names, or seats in a form, as a list: ``forehand, middlehand and dealer``."""
    words = [format(seat_word(name) if hasattr(name, "word") else name, form) for name in names]
    if len(words) < 2:
        return "".join(words)
    return _("{names} and {last}", names=", ".join(words[:-1]), last=words[-1])


# Letters -------------------------------------------------------------------------------


class Letters(NamedTuple):
    """The letters of a language by those of the notation, the first the one written.

    ``seats`` and ``contracts`` go by the notation's too; of a contract with a trump it is the
    letter of the suit.
    """

    ranks: Mapping[str, tuple[str, ...]]
    suits: Mapping[str, tuple[str, ...]]
    seats: Mapping[str, tuple[str, ...]]
    contracts: Mapping[str, tuple[str, ...]]


_RANKS = (NP_("rank", "A"), NP_("rank", "K"), NP_("rank", "Q"), NP_("rank", "J"), NP_("rank", "T"))
_SUITS = (NP_("suit", "S"), NP_("suit", "H"), NP_("suit", "D"), NP_("suit", "C"))
_SEAT_LETTERS = (NP_("seat", "F"), NP_("seat", "M"), NP_("seat", "D"))
_CONTRACTS = (NP_("contract", "NT"), NP_("contract", "NULLO"))


def letters() -> Letters:
    """Return the letters of the language spoken."""
    return _letters(_now())


@cache
def _letters(spoken: _Spoken) -> Letters:
    def all_of(context: str, names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        catalogue = spoken.catalogue
        texts = (
            names if catalogue is None else [catalogue.pgettext(context, name) for name in names]
        )
        return {name: tuple(text.split()) for name, text in zip(names, texts, strict=True)}

    suits = all_of("suit", _SUITS)
    ranks = all_of("rank", _RANKS) | {rank: (rank,) for rank in "98765432"}
    contracts = suits | all_of("contract", _CONTRACTS)
    return Letters(ranks, suits, all_of("seat", _SEAT_LETTERS), contracts)


def rank_letter(rank: str) -> str:
    """Return how the rank of a letter of the notation is written: ``10`` for T."""
    return letters().ranks[rank][0]


def suit_letter(suit: str) -> str:
    """Return how the suit of a letter of the notation is written."""
    return letters().suits[suit][0]


def card_written(card: str) -> str:
    """Return a card of the notation as it is written: ``TD`` for DQ in Icelandic."""
    return suit_letter(card[0]) + rank_letter(card[1])


def seat_letter(seat: int) -> str:
    """Return how a seat is written in a letter."""
    letter: str = getattr(seat, "letter", None) or "FMD"[seat]
    return letters().seats.get(letter, letter)[0]


def seat_letters(seats: Iterable[int] = range(3)) -> tuple[str, ...]:
    """Return how the seats of a table are written, forehand's first."""
    return tuple(map(seat_letter, seats))


def contract_code(contract: str) -> str:
    """Return how the contract of a code of the notation is written."""
    return letters().contracts.get(contract, (contract,))[0]


# What is read ---------------------------------------------------------------------------


def composed(text: str) -> str:
    """Return what comes in with each letter and its accent as one sign; macOS writes two."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


_OTHER_LETTERS: dict[str, str | int | None] = {
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe",
}  # fmt: skip
"""Letters that are none with an accent."""


def strip_accents(text: str) -> str:
    """Return a text without accents: ``Hornafjordur`` for ``Hornafjörður``."""
    if text.isascii():
        return text
    from unicodedata import combining, normalize

    apart = normalize("NFD", text).translate(str.maketrans(_OTHER_LETTERS))
    return "".join(sign for sign in apart if not combining(sign))


def fold_case(text: str) -> str:
    """Return a text in small letters without accents, in which names are compared."""
    return strip_accents(text.lower())
