"""What people type, read in the language that is chosen (``i18n.choose``); English is plain.

A card, suit first, in the language's letters is that card. Other words are read with the letters of
the language and of the notation, in both orders: what could be two cards is an error that names
both. A hand has ranks alone, where the language's letters come first. Files and JSON are read by
``notation``, in every language alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise, product
from typing import NamedTuple

from . import i18n, notation
from .cards import (
    FULL_PACK,
    RANK_LETTERS,
    RANK_WORDS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
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
from .notation import SYMBOLS, VARIATION
from .rules.auction import PASS, Call


def parse_card(text: str, ranks: str = "") -> int:
    """Return the card that ``text`` names; errors list the ``ranks``, highest first."""
    return notation.parse_card(text, ranks, i18n.language())


def parse_cards(text: str, ranks: str = "") -> tuple[int, ...]:
    """Return cards separated by blanks or commas, in their order."""
    return notation.parse_cards(text, ranks, i18n.language())


def parse_hand(text: str, name: str = "the hand") -> int:
    """Return the hand that ``text`` names; errors call it ``name``."""
    return notation.parse_hand(_ranks_read(text), name)


def parse_contract(text: str) -> Contract:
    """Return the contract of a code or name."""
    name = " ".join(i18n.fold_case(text).split())
    contract = _contracts_and_seats(i18n.language())[0].get(name)
    return notation.parse_contract(text) if contract is None else contract


def parse_call(text: str) -> Call | None:
    """Return a call, None for a pass."""
    if i18n.fold_case(text.strip()) in (PASS, i18n.fold_case(i18n.pgettext("call", PASS))):
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
        words = [contract_words(contract, True) for contract in Contract if not contract.avoids]
        phrases = [format(word, form).partition(" ")[0] for word in words for form in _FORMS]
    return {*map(i18n.fold_case, phrases), "great"}


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
    ranks = [pair for pair in notation.signs(language)[1] if len(pair[0]) == 1]
    return str.maketrans({sign.upper(): rank for sign, rank in ranks} | dict(ranks))


def _ranks_read(text: str) -> str:
    """Return hands with the ranks in the letters of the notation; columns stay as they are."""
    return text.translate(_rank_table(i18n.language()))


@cache
def _contracts_and_seats(language: str) -> tuple[dict[str, Contract], dict[str, Seat]]:
    """Return the contracts and the seats by what a language calls them, folded."""
    with i18n.speaking(language):
        letters = i18n.letters()
        contracts = {
            i18n.fold_case(format(contract_words(contract), form)): contract
            for contract in Contract
            for form in _FORMS
        }
        seats = {
            i18n.fold_case(name): seat
            for count in reversed(TABLES[1:])
            for seat in seats_of(count)
            for name in (i18n.seat_word(seat), seat.letter)
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
_LABEL = re.compile(r"(?:^|(?<=[\s,;|/]))([^\W_]+(?: \d)?)(\s*[:=)]|(?=\s))")
_BETWEEN_HANDS = (r"\n\s*\n", "\n", ";", r"\|", "/", ",", r"\s[-–—]\s", r"\s+")
_BETWEEN_SUITS = re.compile(r"\.|[\s,;|/]+")
_PASSED_BY = r"[\s.,:;=|/]*"
_OF = r"\s*(?:(?:of|de|d['’])\s*)?"
_LETTER = r"[^\W\d_]"
_AS_IN_FILES = re.compile(r"(?:\w+\s*:)? *(?:[\w.-]+ +[\w.-]+ +[\w.-]+|(?: *[\w-]*\.[\w.-]*)+) *")
_STEM = 4
"""Letters of a word that tell it from the others, whatever its form."""

_LONGEST = 4000
"""The most characters read as hands: in words, with seats, they have some thousand."""
_MOST_WAYS, _MOST_STEPS = 60, 20_000
"""The most ways to take a text apart, and the most steps in which a hand is read."""


def read_hands(
    text: str, table: type[Seat] | None = None, pack: int = FULL_PACK
) -> tuple[BySeat[int], str]:
    """Return the hands of a table as people write them, and how they were understood if not as in
    a file.

    Seats are named or stand in their order; suits go by letter, word, symbol or place. Every
    reading counts in which each sign typed is a card, a suit with cards, a void written as one or
    a seat, all hands have as many cards and none stands twice; with cards of the ``pack`` alone
    where there are such. If there are two, the error names both. Where neither the language spoken
    nor English gives one, all are tried, also with ranks in English. Raises NotationError.
    """
    label, colon, rest = text.rpartition(":")
    first = _seats_known(i18n.language()).get(i18n.fold_case(label.strip()))
    in_files = f"{label if first is None else first.letter}{colon}{_ranks_read(rest)}"
    try:
        return notation.parse_hands(in_files, notation.table_of_hands(in_files, table or Seat)), ""
    except NotationError as error:
        if notation.bridge_error(text):
            raise
        strict = error
    plain = i18n.composed(VARIATION.sub("", text)).lower().replace("\r", "\n").strip()
    wrong: list[tuple[int, int, Seat, str]] = []
    deals: set[BySeat[int]] = set()
    spoken, english = i18n.language(), i18n.ENGLISH
    stages = (
        [(spoken, spoken), (english, english)],
        [(other, english) for other in i18n.languages()],
    )
    counts = TABLES[1:] if table is None else (len(table),)

    def deals_in(language: str, more: str, equal: bool) -> Iterator[BySeat[int]]:
        """Yield the deals that the text can mean in a language, two at most of each way to part it.

        Where one hand alone is none, or seats are named, what is wrong is added to what is
        ``wrong``.
        """
        for alphabet in _alphabets(language, more):
            ways = dict(_parts_of(plain, _seats_known(language), alphabet, counts))
            if len(ways) > _MOST_WAYS:
                raise NotationError(f"{quote(plain)} has too many readings: write {_EXAMPLE}")
            for parts, named in ways.items():
                read = [(seat, *_hands_in(part, alphabet)) for seat, part in sorted(parts)]
                bad = [
                    (-far, seat, f"{seat.word}: {problem}")
                    for seat, hands, far, problem in read
                    if not hands
                ]
                if not bad:
                    yield from islice(_deals_of([hands for _, hands, *_ in read], equal), 2)
                elif named or len(bad) == 1:
                    wrong.append((len(bad), *min(bad)))

    # Hands of different lengths are read too, for whoever says that they are no deal.
    for equal, stage in product((True, False), stages) if len(plain) <= _LONGEST else ():
        for languages in () if deals else stage:
            deals.update(deals_in(*languages, equal))
    deals = {hands for hands in deals if not any(hand & ~pack for hand in hands)} or deals
    understood = sorted(map(notation.format_hands, deals))
    if len(deals) > 1:
        raise NotationError(
            f"{quote(text)} could be {' or '.join(understood[:2])}: write one of them"
        )
    for hands in deals:
        return hands, _("Understood as {hands}", hands=understood[0])
    if "." in text and (_AS_IN_FILES.fullmatch(text) or not wrong):
        raise strict
    message = f"{quote(text)} is read as no three hands: write them as {_EXAMPLE}"
    # Where the fewest hands are wrong, and it came farthest.
    *_far, seat, message = min(wrong, key=lambda entry: entry[:2], default=(0, 0, None, message))
    problem = NotationError(message)
    problem.seat = seat
    raise problem


def _deals_of(
    readings: Sequence[Collection[int]], equal: bool, deal: BySeat[int] = ()
) -> Iterator[BySeat[int]]:
    """Yield a reading of each hand, all of one length if ``equal``, and no card twice."""
    if len(deal) == len(readings):
        yield deal
        return
    for hand in filter(None, readings[len(deal)]):
        if not any(
            hand & other or (equal and hand.bit_count() != other.bit_count()) for other in deal
        ):
            yield from _deals_of(readings, equal, (*deal, hand))


_Parts = tuple[tuple[Seat, str], ...]


class _Alphabet(NamedTuple):
    """How suits are told: their signs, in small letters, with their letters in the notation; and
    every way to write a letter of it, words included, by the sign that it begins with.
    """

    suits: dict[str, str]
    written: dict[str, list[tuple[re.Pattern[str], str]]]


_SUIT, _RANK = f"[{SUIT_LETTERS}]", f"[{RANK_LETTERS}]"
_EACH_ONCE = f"(?!.*({_SUIT}).*\\1)"
_BEGUN = re.compile(
    # A dash stands behind a suit, for a void or before its ranks, or around a hand.
    f"-?(?:(?:{_SUIT}-?{_RANK})*{_SUIT}?|(?:{_RANK}{_SUIT})*{_RANK}?"
    f"|{_EACH_ONCE}(?:(?:{_SUIT}-?{_RANK}*)*|(?:{_RANK}+{_SUIT})*{_RANK}*))-?"
)
"""How a hand, or what it begins with, is spelled in the notation, suits before their ranks or
behind them: a suit stands again only where cards stand one by one.
"""
_WHOLE = re.compile(
    f"-?(?:(?:{_SUIT}(?:-|-?{_RANK}+))+|(?:{_RANK}+{_SUIT})+|{_EACH_ONCE}(?:{_SUIT}-?{_RANK}*){{4}})-?"
)
_DASH = re.compile(r"(?:\s*[-–—])+" + _PASSED_BY), "-"
_BARE = re.compile(f"{_SUIT}(?={_SUIT}|$)")


def _hands_in(text: str, alphabet: _Alphabet) -> tuple[set[int], int, str]:
    """Return all that a text can mean as a hand in which every sign counts; and, if it is
    none, how far a reading came and what was wrong there.
    """
    signs = [
        dict.fromkeys(
            (match.end(), sign)
            for pattern, sign in (_DASH, *alphabet.written.get(text[place : place + 1], ()))
            if (match := pattern.match(text, place))
        )
        for place in range(len(text) + 1)
    ]
    hands, wrong = set[int](), {-1: f"no suit is named in {quote(text.strip().upper())}"}
    begin = len(text) - len(text.lstrip(" \n\t.,:;=|/"))
    states: list[tuple[int, str, tuple[int, ...]]] = [(begin, "", ())]
    for place, spelled, path in states:
        if len(states) > _MOST_STEPS:
            raise NotationError(f"{quote(text)} has too many readings: write {_EXAMPLE}")
        states += [
            (after, spelled + sign, (*path, place))
            for after, sign in signs[place]
            if _BEGUN.fullmatch(spelled + sign)
        ]
        if place < len(text):
            continue
        if _WHOLE.fullmatch(spelled):
            forward = spelled if spelled.strip("-")[0] in SUIT_LETTERS else spelled[::-1]
            cards = [
                card_of(SUIT_LETTERS.index(suit), RANK_LETTERS.index(rank))
                for suit, ranks in re.findall(f"({_SUIT})-?({_RANK}+)", forward)
                for rank in ranks
            ]
            twice = [card for card in cards if cards.count(card) > 1]
            if twice:
                wrong[place] = f"{card_name(twice[0])} stands there twice"
            else:
                hands.add(hand_of(cards))
        elif bare := _BARE.search(spelled):
            at = path[bare.start()]
            wrong[at] = f"no card stands with {quote(text[at].upper())}"
    far = max(place for place, *_ in states)
    if far < len(text):
        problem = "cannot stand there" if signs[far] else "is neither a suit nor a rank"
        wrong = {far: f"{quote(text[far].upper())} {problem}"}
    return hands, max(wrong), wrong[max(wrong)]


def _word(word: str, least: int, more: int) -> str:
    """Return the pattern of a whole word in whatever form, also typed without accents."""
    stem = _loosely(word[:least])
    return rf"{stem}{_LETTER}{{0,{len(word) + more - least}}}(?!{_LETTER})"


def _loosely(text: str) -> str:
    """Return the pattern of a text that may be typed without accents."""
    return "".join(f"(?:{sign}|{i18n.fold_case(sign)})" for sign in text)


@cache
def _alphabets(language: str, more: str) -> tuple[_Alphabet, ...]:
    """Return the ways to tell suits; ranks may be in one ``more`` language too."""
    ranks = {sign: rank for code in (more, language) for sign, rank in notation.signs(code)[1]} | {
        "t": "T"
    }
    with i18n.speaking(language):
        letters = i18n.letters().suits
        suit_words = {
            form.lower(): suit
            for suit in SUIT_LETTERS
            for name in (contract_words(Contract[suit]),)
            for form in (*(format(name, form) for form in _FORMS), i18n.pgettext("card", name))
        }
        rank_words = [
            (word, _word(word, max(2, min(_STEM, len(word) - 1)), 2), rank)
            for rank, name in zip(RANK_LETTERS, RANK_WORDS, strict=True)
            for word in (i18n.pgettext("card", name).lower(),)
        ]
    # In the word jack stands no ace of clubs.
    no_word = f"(?!{_LETTER}{{{_STEM}}})|(?!{'|'.join(pattern for _, pattern, _ in rank_words)})"
    alphabets = []
    for style in (
        dict(zip(SUIT_LETTERS, SYMBOLS, strict=True)),
        {suit: signs[:1] for suit, signs in letters.items()},
        {suit: signs[1:] for suit, signs in letters.items()},
    ):
        suits = {sign.lower(): suit for suit, signs in style.items() for sign in signs} | suit_words
        written = [
            *[(sign, f"(?:{no_word}){_loosely(sign)}", suit) for sign, suit in suits.items()],
            *[(word, _word(word, _STEM, 1), suit) for word, suit in suit_words.items()],
            *[(sign, f"(?:{no_word}){sign}{_OF}", rank) for sign, rank in ranks.items()],
            *[(word, f"{pattern}{_OF}", rank) for word, pattern, rank in rank_words],
        ]
        by_first: dict[str, list[tuple[re.Pattern[str], str]]] = {}
        for text, pattern, letter in written:
            for first in {text[0], i18n.fold_case(text[0])[0]}:
                by_first.setdefault(first, []).append((re.compile(pattern + _PASSED_BY), letter))
        alphabets.append(_Alphabet(suits, by_first))
    return tuple(alphabets)


def _parts_of(
    text: str, known: dict[str, Seat], alphabet: _Alphabet, counts: Sequence[int]
) -> Iterator[tuple[_Parts, bool]]:
    """Yield the ways to take a text apart into hands, each with its seat, and whether the seats
    are all named.
    """
    labels = [
        (seat.letter, match)
        for match in _LABEL.finditer(text)
        if (seat := known.get(i18n.fold_case(match[1]))) is not None
        and (match[2] or not match[1].isdigit())
    ]
    certain = [label for label in labels if label[1][2] or len(label[1][1]) > 1]
    suit_signs = "|".join(map(re.escape, sorted(alphabet.suits, key=len, reverse=True)))
    by_place = SUIT_SYMBOLS[0] in alphabet.suits and not re.search(suit_signs, text)
    for count in counts:
        table = tuple(seats_of(count))
        places = [[match for letter, match in labels if letter == seat.letter] for seat in table]
        for chosen in islice(product(*places), _MOST_WAYS):
            order = sorted(zip(chosen, table, strict=True), key=lambda pair: pair[0].start())
            ends = [match.start() for match, _ in order[1:]] + [len(text)]
            if not order[0][0].start():
                yield (
                    tuple(
                        (seat, _placed(text[match.end() : end], by_place))
                        for (match, seat), end in zip(order, ends, strict=True)
                    ),
                    True,
                )
        starts = [(table[0], text)] + [
            (seat, text[match.end() :])
            for letter, match in certain
            for seat in table
            if letter == seat.letter and not match.start() and len(certain) == 1
        ]
        for first, hands in starts:
            rest = _placed(hands, by_place, count)
            ways = [re.split(between, rest.rstrip(",;| ")) for between in _BETWEEN_HANDS]
            suits = [
                (match.start(), SUIT_LETTERS.index(alphabet.suits[match[0]]))
                for match in re.finditer(suit_signs, rest)
            ]
            # Where suits begin anew, so does a hand.
            cuts = [new[0] for old, new in pairwise(suits) if new[1] < old[1]]
            ways.append([rest[a:b] for a, b in pairwise([0, *cuts, len(rest)])])
            for parts in ways:
                if len(parts) == count:
                    yield tuple(zip(seats_from(first), parts, strict=True)), False


def _placed(text: str, by_place: bool, hands: int = 1) -> str:
    """Return so many hands with the suits' symbols where suits go ``by_place``."""
    groups = _BETWEEN_SUITS.split(text.strip(" \n\t,;|/")) if by_place else []
    if len(groups) != SUITS * hands:
        return text
    return " ".join(map("".join, zip(SUIT_SYMBOLS * hands, groups, strict=True)))
