"""What people type, read in the language that is chosen (``i18n.choose``); English is plain.

A card, suit first, in the language's letters is that card. Other words are read with the letters of
the language and of the notation, in both orders: what could be two cards is an error that names
both. A hand has ranks alone, where the language's letters come first. Files and JSON are read by
``notation``, in every language alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise, product
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


def parse_hands(text: str, table: type[Seat] | None = None) -> BySeat[int]:
    """Return the hands of a table, forehand's first."""
    before, colon, hands = text.rpartition(":")
    if colon and before.strip():
        try:
            before = parse_seat(before).letter
        except NotationError:
            return notation.parse_hands(text, table)  # which says what is wrong with all of it
    text = f"{before}{colon}{_ranks_read(hands)}"
    return notation.parse_hands(text, notation.table_of_hands(text, table or Seat))


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
_LABEL = re.compile(r"(?:^|(?<=[\s,;|/]))([^\W_]+(?: \d)?)(\s*[:=)]|(?=\s))")
_BETWEEN_HANDS = (r"\n\s*\n", "\n", ";", r"\|", "/", ",", r"\s[-–—]\s")
_PASSED_BY = re.compile(r"[\s.,:;=|/]*")
_DASHES = re.compile(r"(?:\s*[-–—])+")
_OF = re.compile(r"\s*(?:(?:of|de|d['’])\s*)?")
_LETTERS = re.compile(r"[^\W\d_]*")
_AS_IN_FILES = re.compile(r"(?:\w+\s*:)? *(?:[\w.-]+ +[\w.-]+ +[\w.-]+|(?: *[\w-]*\.[\w.-]*)+) *")
_STEM = 4
"""Letters of a word that tell it from the others, whatever its form."""

_LONGEST = 4000
"""The most characters read as hands: in words, with seats, they have some thousand."""
_MOST_WAYS, _MOST_STEPS = 60, 20_000
"""The most ways to take a text apart, and the most steps in which a hand is read."""

_Parts = tuple[tuple[Seat, ...], tuple[str, ...]]


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
    try:
        return parse_hands(text, table), ""
    except NotationError as error:
        if notation.told_of_bridge(text):
            raise
        strict = error
    plain = (
        unicodedata.normalize("NFC", VARIATION.sub("", text)).lower().replace("\r", "\n").strip()
    )
    wrong: list[tuple[int, int, Seat, str]] = []
    found: set[BySeat[int]] = set()
    own, english = i18n.language(), i18n.ENGLISH
    stages = ([(own, own), (english, english)], [(each, english) for each in i18n.languages()])
    counts = TABLES[1:] if table is None else (len(table),)
    # Hands of different lengths are read too, for whoever says that they are no deal.
    for equal, stage in product((True, False), stages) if len(plain) <= _LONGEST else ():
        found = found or {
            *chain(*(_deals_in(plain, *each, equal, counts, wrong) for each in stage))
        }
    found = {hands for hands in found if not any(hand & ~pack for hand in hands)} or found
    understood = sorted(map(notation.format_hands, found))
    if len(found) > 1:
        raise NotationError(f"{quote(text)} could be {' or '.join(understood[:2])}: write that")
    for hands in found:
        return hands, _("Understood as {hands}", hands=understood[0])
    if "." in text and (_AS_IN_FILES.fullmatch(text) or not wrong):
        raise strict
    told = f"{quote(text)} is read as no three hands: write them as {_EXAMPLE}"
    *_far, seat, told = min(wrong, key=lambda each: each[:2], default=(None, told))
    problem = NotationError(told)  # where the fewest hands are wrong, and it came farthest
    problem.seat = seat
    raise problem


def _deals_in(
    text: str,
    language: str,
    more: str,
    equal: bool,
    counts: Sequence[int],
    wrong: list[tuple[int, int, Seat, str]],
) -> set[BySeat[int]]:
    """Return the deals that a text can mean in a language, two at most of each way to part it.

    Where one hand alone is none, or seats are named, what is wrong is added to what is ``wrong``.
    """
    deals: set[BySeat[int]] = set()
    for alphabet in _alphabets(language, more):
        ways = dict(_parts_of(text, language, alphabet, counts))
        if len(ways) > _MOST_WAYS:
            raise NotationError(f"{quote(text)} has too many readings: write {_EXAMPLE}")
        for (seats, parts), named in ways.items():
            read = {seat: alphabet.hands(part) for seat, part in zip(seats, parts, strict=True)}
            bad = [(-far, seat, told) for seat, (hands, far, told) in read.items() if not hands]
            if len(bad) == 1 or (bad and named):
                far, seat, told = min(bad)
                wrong.append((len(bad), far, seat, f"{seat.word}: {told}"))
            elif not bad:
                each = [read[seat][0] for seat in sorted(seats)]
                deals |= {*islice(_deals_of(each, equal), 2)}
    return deals


def _deals_of(
    readings: Sequence[Collection[int]], equal: bool, taken: int = 0, size: int = 0
) -> Iterator[BySeat[int]]:
    """Yield a reading of each hand, all of one length if ``equal``, and no card twice."""
    if not readings:
        yield ()
        return
    for hand in readings[0]:
        if hand and not hand & taken and (not equal or size in (0, hand.bit_count())):
            others = _deals_of(readings[1:], equal, taken | hand, hand.bit_count())
            yield from ((hand, *more) for more in others)


_What = tuple[int | None, int | None]
"""A suit or a rank; neither for a dash."""


class _Alphabet(NamedTuple):
    """The signs of suits and ranks of a language, in small letters, and words: how they begin,
    without accents, and how long they are at most.
    """

    suits: dict[str, int]
    ranks: dict[str, int]
    words: Sequence[tuple[str, int, _What]]

    def hands(self, text: str) -> tuple[set[int], int, str]:
        """Return all that a text can mean as a hand in which every sign counts; and, if it is
        none, how far a reading came and what was wrong there.
        """
        if self.by_place(text):
            groups = re.split(r"\." if "." in text else r"[\s,/]+", text.strip(" \n\t,;|/"))
            if len(groups) != SUITS:
                return set(), -1, f"{len(groups)} suits in {quote(text.strip().upper())}"
            text = "".join(chain(*zip(SUIT_SYMBOLS, groups, strict=True)))
        begin, end = _after(_PASSED_BY, text, 0), len(text)
        ahead = dict[int, list[tuple[int, _What]]]()
        back = dict[int, list[tuple[int, _What]]]()
        places = [begin]
        for place in places:
            if place not in ahead:
                ahead[place] = self._signs_at(text, place)
                for after, what in ahead[place]:
                    back.setdefault(after, []).append((place, what))
                places += [after for after, _what in ahead[place]]
        far = max(ahead)
        if begin == end:
            return set(), -1, "there is no card in it"
        if end not in ahead:
            return set(), far, f"{quote(text[far].upper())} is neither a suit nor a rank"
        wrong = {-1: f"no suit is named in {quote(text.strip().upper())}"}
        found = {*self._walked(text, ahead, begin, end, wrong)}
        found |= {*self._walked(text, back, end, begin, wrong)}
        return found, max(wrong), wrong[max(wrong)]

    def by_place(self, text: str) -> bool:
        """Return whether suits go by place where no sign tells them."""
        return SUIT_SYMBOLS[0] in self.suits and not any(sign in text for sign in self.suits)

    def _signs_at(self, text: str, place: int) -> list[tuple[int, _What]]:
        """Return what stands at a place, with where the next sign begins."""
        end = _after(_LETTERS, text, place)
        folded = i18n.fold_case(text[place:end])
        found: list[tuple[int, _What]] = [
            (end, what)
            for stem, longest, what in self.words
            if folded.startswith(stem) and len(folded) <= longest
        ]
        # In the word jack stands no ace of clubs.
        if end - place < _STEM or all(rank is None for _, (_suit, rank) in found):
            for signs, of in ((self.suits, lambda n: (n, None)), (self.ranks, lambda n: (None, n))):
                for sign, number in signs.items():
                    if text.startswith(sign, place):
                        found.append((place + len(sign), of(number)))
        if dashes := _DASHES.match(text, place):
            found.append((dashes.end(), (None, None)))
        return [
            (
                _after(_PASSED_BY, text, after if rank is None else _after(_OF, text, after)),
                (s, rank),
            )
            for after, (s, rank) in dict.fromkeys(found)
        ]

    def _walked(
        self,
        text: str,
        signs: dict[int, list[tuple[int, _What]]],
        begin: int,
        end: int,
        wrong: dict[int, str],
    ) -> Iterator[int]:
        """Yield hands of which suits stand before ranks; from the end on, behind them."""
        ahead = begin < end
        states: list[tuple[int, tuple[tuple[int, int, int], ...], int]] = [(begin, (), 0)]
        for place, groups, hand in states:
            if len(states) > _MOST_STEPS:
                raise NotationError(f"{quote(text)} has too many readings: write {_EXAMPLE}")
            bare = [at for _suit, count, at in groups if not count]
            again = len({suit for suit, *_ in groups}) < len(groups)
            if place == end and (not bare or (ahead and len(groups) == SUITS and not again)):
                yield hand
            elif place == end and ahead:
                wrong[bare[0]] = f"no card stands with {quote(text[bare[0]].upper())}"
            for after, (suit, rank) in signs.get(place, ()):
                if suit is not None:
                    # A suit stands again only where cards stand one by one.
                    if all(suit != other for other, *_ in groups) or all(
                        count == 1 for _, count, _at in groups
                    ):
                        states.append((after, (*groups, (suit, 0, place)), hand))
                    continue
                if not groups or groups[-1][1] < 0:
                    continue
                *before, (suit, count, at) = groups
                if rank is None and not count and ahead:  # a void, or it stands before the ranks
                    states += [(after, (*before, (suit, -1, at)), hand), (after, groups, hand)]
                elif rank is not None and hand >> card_of(suit, rank) & 1:
                    wrong[place] = f"{card_name(card_of(suit, rank))} stands there twice"
                elif rank is not None and (not again or not count):
                    more = hand | 1 << card_of(suit, rank)
                    states.append((after, (*before, (suit, count + 1, at)), more))


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Return where a pattern that matches nothing too ends."""
    match = pattern.match(text, place)
    return place if match is None else match.end()


@cache
def _alphabets(language: str, more: str) -> tuple[_Alphabet, ...]:
    """Return the ways to tell suits; ranks may be in one ``more`` language too."""
    ranks = {
        sign: RANK_LETTERS.index(rank)
        for each in (more, language)
        for sign, rank in signs(each)[1] | {("t", "T")}
    }
    with i18n.speaking(language):
        letters = [i18n.letters().suits[suit] for suit in SUIT_LETTERS]
        suit_words = [
            (form, suit)
            for suit in range(SUITS)
            for name in (contract_words(Contract(suit)),)
            for form in (*(format(name, form) for form in _FORMS), i18n.pgettext("card", name))
        ]
        rank_words = [i18n.pgettext("card", word) for word in RANK_WORDS]
    words: list[tuple[str, int, _What]] = [
        (i18n.fold_case(form)[:_STEM], len(form) + 1, (suit, None)) for form, suit in suit_words
    ]
    for rank, word in enumerate(map(i18n.fold_case, rank_words)):
        stem = word[: max(2, min(_STEM, len(word) - 1))]
        words.append((stem, len(word) + 2, (None, rank)))
    symbols = {sign: suit for suit, own in enumerate(SYMBOLS) for sign in own}
    first = dict(suit_words) | {own[0].lower(): suit for suit, own in enumerate(letters)}
    others = {sign.lower(): suit for suit, own in enumerate(letters) for sign in own[1:]}
    return (
        _Alphabet(symbols, ranks, ()),
        _Alphabet(first, ranks, words),
        *[_Alphabet(others, ranks, ())] * bool(others),
    )


def _parts_of(
    text: str, language: str, alphabet: _Alphabet, counts: Sequence[int]
) -> Iterator[tuple[_Parts, bool]]:
    """Yield the ways to take a text apart into hands, with the seats that these are of, and
    whether these are all named.
    """
    known = _seats_known(language)
    labels = [
        (seat.letter, match)
        for match in _LABEL.finditer(text)
        if (seat := known.get(i18n.fold_case(match[1]))) is not None
        and (match[2] or not match[1].isdigit())
    ]
    labelled = bool(labels) and not labels[0][1].start()
    for count in counts:
        table = tuple(seats_of(count))
        places = [[match for letter, match in labels if letter == seat.letter] for seat in table]
        for chosen in islice(product(*places), _MOST_WAYS) if labelled else ():
            order = sorted(zip(chosen, table, strict=True), key=lambda pair: pair[0].start())
            if not order[0][0].start():
                ends = [match.start() for match, _ in order[1:]] + [len(text)]
                hands = [text[m.end() : end] for (m, _), end in zip(order, ends, strict=True)]
                seats = tuple(seat for _, seat in order)
                yield (seats, tuple(hands)), True
                if all(_DASHES.match(hand) for hand in hands):  # between seat and hand
                    yield (seats, tuple(_DASHES.sub("", hand, 1) for hand in hands)), True
        first: Seat | None = None
        rest = text
        certain = [match for _, match in labels if match[2] or len(match[1]) > 1]
        if labelled and labels[0][1] in certain:
            letter, match = labels[0]
            first = next((seat for seat in table if seat.letter == letter), None)
            if first is None and match[1] not in alphabet.suits:
                continue  # another table's seat is no card either
            if len(certain) == 1:
                rest = text[match.end() :].strip()
        in_order = seats_from(first or table[0])
        for between in _BETWEEN_HANDS:
            parts = re.split(between, rest.rstrip(",;| "))
            if len(parts) == count:
                yield (in_order, tuple(parts)), False
        if alphabet.by_place(rest):
            words = rest.split()
            each = len(words) // count
            cuts = [*range(0, len(words), each)] if each in (1, SUITS) else []
            if len(words) == each * count and cuts:
                yield (in_order, tuple(" ".join(words[n : n + each]) for n in cuts)), False
        elif not alphabet.suits.keys() & alphabet.ranks.keys() & {*rest}:
            signs = "|".join(map(re.escape, sorted(alphabet.suits, key=len, reverse=True)))
            suits = [(m.start(), alphabet.suits[m[0]]) for m in re.finditer(signs, rest)]
            cuts = [new[0] for old, new in pairwise(suits) if new[1] < old[1]]
            if len(cuts) == count - 1:  # where suits begin anew, so does a hand
                hands = [rest[a:b] for a, b in pairwise([0, *cuts, len(rest)])]
                yield (in_order, tuple(hands)), False
