"""What people type, read in the language that is chosen (``i18n.choose``); English is plain.

A card, suit first, in the language's letters is that card. Other words are read with the letters of
the language and of the notation, in both orders: what could be two cards is an error that names
both. A hand has ranks alone, where the language's letters come first. Files and JSON are read by
``notation``, in every language alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from . import i18n, notation
from .cards import (
    RANK_LETTERS,
    SUIT_LETTERS,
    SUITS,
    TABLES,
    BySeat,
    Contract,
    Seat,
    card_name,
    card_of,
    contract_words,
    hand_of,
    seats_from,
    seats_of,
)
from .checks import quote
from .errors import NotationError
from .i18n import _
from .notation import SYMBOLS, VARIATION, signs
from .rules.auction import Call


def parse_card(text: str, ranks: str = "") -> int:
    """Return the card that ``text`` names; errors list the ``ranks``, highest first."""
    return notation.parse_card(text, ranks, i18n.language())


def parse_cards(text: str, ranks: str = "") -> tuple[int, ...]:
    """Return cards separated by blanks or commas, in their order."""
    return notation.parse_cards(text, ranks, i18n.language())


def parse_hand(text: str, name: str = "the hand") -> int:
    """Return the hand that ``text`` names; errors call it ``name``."""
    return notation.parse_hand(_ranks_read(text), name)


def parse_hands(text: str) -> BySeat[int]:
    """Return the hands of a table, forehand's first."""
    before, colon, hands = text.rpartition(":")
    if colon and before.strip():
        try:
            before = parse_seat(before).letter
        except NotationError:
            return notation.parse_hands(text)  # which says what is wrong with all of it
    text = f"{before}{colon}{_ranks_read(hands)}"
    return notation.parse_hands(text, notation.table_of_hands(text))


def parse_contract(text: str) -> Contract:
    """Return the contract of a code or name."""
    name = " ".join(i18n.fold_case(text).split())
    contract = _contracts_and_seats(i18n.language())[0].get(name)
    return notation.parse_contract(text) if contract is None else contract


def parse_call(text: str) -> Call | None:
    """Return a call, None for a pass."""
    if is_of_call(text.strip(), "pass"):
        return None
    head, _blank, rest = text.strip().partition(" ")
    great = bool(rest) and i18n.fold_case(head) in _great(i18n.language())
    return Call(parse_contract(rest if great else text), great)


_FORMS = ("", "object")
"""The forms in which a contract is said, by itself and in an answer."""


@cache
def _great(language: str) -> set[str]:
    """Return what great contracts begin with in a language and in English, folded."""
    with i18n.speaking(language):
        words = [contract_words(each, True) for each in Contract if not each.avoids]
        said = [format(word, form).partition(" ")[0] for word in words for form in _FORMS]
    return {*map(i18n.fold_case, said), "great"}


def is_of_call(text: str, word: str) -> bool:
    """Return whether a text is this word of a call, in the language spoken or in English."""
    return i18n.fold_case(text) in (word, i18n.fold_case(i18n.pgettext("call", word)))


def parse_seat(text: str) -> Seat:
    """Return the seat of a letter or word, of the smallest table from three on that has it.

    At which it is meant is known to whoever knows the game: a seat is the same at all by letter.
    """
    seat = _seats_known(i18n.language()).get(i18n.fold_case(text.strip()))
    if seat is None:
        raise NotationError(f"{quote(text)} is no seat: expected {notation.SEAT_LETTERS}")
    return seat


@cache
def _rank_table(language: str) -> dict[int, str]:
    """Return what each sign of a rank of one letter is in the notation."""
    table: dict[int, str] = {}
    for sign, rank in signs(language)[1]:
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
        contracts = {
            i18n.fold_case(format(contract_words(each), form)): each
            for each in Contract
            for form in _FORMS
        }
        seats = {
            i18n.fold_case(name): each
            for count in reversed(TABLES[1:])
            for each in seats_of(count)
            for name in (i18n.seat_word(each), each.letter)
        }
    for contract in Contract:
        contracts |= {i18n.fold_case(sign): contract for sign in letters.contracts[contract.name]}
    for seat in Seat:
        seats |= {i18n.fold_case(sign): seat for sign in letters.seats[seat.letter]}
    return contracts, seats


def _seats_known(language: str) -> dict[str, Seat]:
    """Return the seats by what a language calls them, and English, folded."""
    return _contracts_and_seats(i18n.ENGLISH)[1] | _contracts_and_seats(language)[1]


# A deal in one's own notation --------------------------------------------------------------

_EXAMPLE = "F: ♠AK4 ♥T9 ♦- ♣QJ32; M: …; D: …"
_LABEL = re.compile(r"(?:^|(?<=[\s,;|/]))([^\W\d_]+)(\s*[:=)]|(?=\s))", re.MULTILINE)
_BETWEEN_HANDS = (r"\n\s*\n", "\n", ";", r"\|", "/", ",")
_SIGN = re.compile(r"10|[^\W\d_]+|\S")
_PASSED_BY = ".,:;=|/-–—"
_AS_IN_FILES = re.compile(r"(?:\w+\s*:)? *[\w.-]+ +[\w.-]+ +[\w.-]+ *")
_STEM = 4
"""Letters of a word that tell it from the others, whatever its form."""

_LONGEST = 4000
"""The most characters read as hands: in words, with seats, they have some thousand."""

_Numbers = dict[str, int]
_Place = tuple[int, int | None, int | None]
_Parts = Iterator[tuple[Sequence[Seat], Sequence[str]]]


def read_hands(text: str) -> tuple[BySeat[int], str]:
    """Return three hands as people write them, and how they were understood if not as in a file.

    Seats are named or stand in their order; suits go by letter, word, symbol or place. What can
    mean but one thing in the language that is chosen, else in any, is read. Raises NotationError.
    """
    try:
        return parse_hands(text), ""
    except NotationError as error:
        strict = error
    plain = VARIATION.sub("", text).lower().replace("\r", "\n").strip()
    wrong: dict[str, Seat] = {}
    own = _readings(plain, i18n.language(), wrong)
    every = own.union(*(_readings(plain, each, wrong) for each in i18n.languages()))
    for found in ({*filter(_are_of_a_deal, own)}, {*filter(_are_of_a_deal, every)}, own):
        understood = sorted(map(notation.format_hands, found))
        if len(found) > 1:
            raise NotationError(f"{quote(text)} could be {' or '.join(understood)}: write that")
        for hands in found:
            return hands, _("Understood as {hands}", hands=understood[0])
    if "." not in text or not _AS_IN_FILES.fullmatch(text):
        for told, seat in wrong.items():  # the first: in the language spoken, if there but one hand
            problem = NotationError(told)
            problem.seat = seat
            raise problem
    if "." in text or notation.told_of_bridge(text):
        raise strict
    raise NotationError(f"{quote(text)} is read as no three hands: write them as {_EXAMPLE}")


def _are_of_a_deal(hands: BySeat[int]) -> bool:
    """Return whether hands are of one length and share no card."""
    sizes = [hand.bit_count() for hand in hands]
    return len({*sizes}) == 1 and (hands[0] | hands[1] | hands[2]).bit_count() == sum(sizes)


def _readings(text: str, language: str, wrong: dict[str, Seat]) -> set[BySeat[int]]:
    """Return what a text can mean in the letters of a language.

    Where one hand alone is none, what is wrong with it is added to what is ``wrong``.
    """
    both = (*signs(i18n.ENGLISH)[1], *signs(language)[1])
    ranks = {sign: RANK_LETTERS.index(rank) for sign, rank in both}
    found: set[BySeat[int]] = set()
    for suits in _suit_styles(language) if len(text) <= _LONGEST else ():
        for seats, parts in _parts_of(text, language, suits, ranks):
            hands, errors = {}, {}
            for seat, part in zip(seats, parts, strict=True):
                try:
                    hands[seat] = _hand_of(part, suits, ranks)
                except NotationError as error:
                    errors[f"{seat.word}: {error}"] = seat
            if not errors:
                found.add(tuple(hands[seat] for seat in Seat))
            elif len(errors) == 1:
                wrong |= errors
    return found


@cache
def _suit_styles(language: str) -> tuple[_Numbers, ...]:
    """Return the ways to tell suits, each by its signs in small letters: none, by place."""
    with i18n.speaking(language):
        letters = [i18n.letters().suits[suit] for suit in SUIT_LETTERS]
        words = [i18n.fold_case(contract_words(Contract(suit)))[:_STEM] for suit in range(SUITS)]
    others = [own[1:] for own in letters]
    styles = (SYMBOLS, [(word,) for word in words], [own[:1] for own in letters], others)
    told = ({sign.lower(): n for n, own in enumerate(style) for sign in own} for style in styles)
    return ({}, *filter(None, told))


def _parts_of(text: str, language: str, suits: _Numbers, ranks: _Numbers) -> _Parts:
    """Yield the ways to take a text apart into hands, with the seats that these are of."""
    known = _seats_known(language)
    names = {name: seat for name, seat in known.items() if type(seat) is Seat}
    rows = [line.split(maxsplit=1) for line in text.split("\n") if line.strip()]
    named = [names[row[0]] for row in rows if len(row) > 1 and row[0] in names]
    if len(rows) == len(named) == len({*named}) == len(Seat):
        yield named, [row[1] for row in rows]
    labels, bare = [], []
    for match in _LABEL.finditer(text):
        name = i18n.fold_case(match[1])
        # A letter that is a suit, or a rank, too names a seat where a suit or a whole hand follows.
        is_card = match[1] in suits or (match[1] in ranks and not match[2])
        after = text[match.end() :].lstrip(" \t\n-–—").partition(" ")[0]
        is_card = is_card and after[:1] not in suits and "." not in after
        if name not in names or (len(name) == 1 and is_card):
            continue
        bare.append((names[name], match))
        if len(name) > 1 or match[2]:
            labels.append((names[name], match))
    for told in (bare, labels):  # those without a colon count where they are three
        seats = [seat for seat, _match in told]
        if len(seats) == len({*seats}) == len(Seat) and not told[0][1].start():
            ends = [match.start() for _seat, match in told[1:]] + [len(text)]
            yield seats, [text[m.end() : end] for (_, m), end in zip(told, ends, strict=True)]
            return
    first = Seat.FOREHAND
    if labels and not labels[0][1].start():
        first, text = labels[0][0], text[labels[0][1].end() :].strip()
    in_order = seats_from(first)
    for between in _BETWEEN_HANDS:
        parts = re.split(between, text.rstrip(",;|"))
        if len(parts) == len(Seat):
            yield in_order, parts
            return
    if suits:  # where they begin anew, so does a hand
        scanned = _scanned(text, suits, ranks, strictly=False)
        signs = [(at, suit) for at, suit, _ in scanned if suit is not None]
        cuts = [new[0] for old, new in pairwise(signs) if new[1] < old[1]]
        if len(cuts) == len(Seat) - 1:
            yield in_order, [text[a:b] for a, b in pairwise([0, *cuts, len(text)])]
    else:
        words = text.split()
        each = len(words) // len(Seat)
        if len(words) == each * len(Seat) and each in (1, SUITS):
            yield in_order, [" ".join(words[n : n + each]) for n in range(0, len(words), each)]


def _hand_of(text: str, suits: _Numbers, ranks: _Numbers) -> int:
    """Return a hand; suits go before their ranks or behind them. Raises NotationError."""
    signs = _scanned(text, suits, ranks)
    if not signs:
        raise NotationError("there is no card in it")
    if not suits:
        groups = text.strip().split(".") if "." in text else re.split(r"[\s,/]+", text.strip())
        if len(groups) != SUITS:
            raise NotationError(f"{len(groups)} suits in {quote(text.strip().upper())}")
        told = [(suit, _scanned(group, suits, ranks)) for suit, group in enumerate(groups)]
        signs = [sign for suit, own in told for sign in [(0, suit, None), *own]]
    if signs[0][1] is None:
        signs = signs[::-1]
    cards: list[int] = []
    suit = None
    for _place, new, rank in signs:
        suit = suit if new is None else new
        if suit is None:
            raise NotationError(f"no suit is named in {quote(text.strip().upper())}")
        if rank is None:
            continue
        if card_of(suit, rank) in cards:
            raise NotationError(f"{card_name(card_of(suit, rank))} stands there twice")
        cards.append(card_of(suit, rank))
    return hand_of(cards)


def _scanned(text: str, suits: _Numbers, ranks: _Numbers, *, strictly: bool = True) -> list[_Place]:
    """Return where the suits and ranks of a text stand. Raises NotationError if ``strictly``."""
    found: list[_Place] = []
    for match in _SIGN.finditer(text):
        word = match[0]
        whole = suits.get(word, suits.get(i18n.fold_case(word)[:_STEM]))
        signs = [word] if whole is not None or word in ranks else list(word)
        for place, sign in enumerate(signs, match.start()):
            suit = suits.get(sign) if whole is None else whole
            rank = ranks.get(sign) if suit is None else None
            if strictly and suit is None and rank is None and sign not in _PASSED_BY:
                raise NotationError(f"{quote(sign.upper())} is neither a suit nor a rank")
            found.append((place, suit, rank))
    return [sign for sign in found if sign[1:] != (None, None)]
