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

from . import i18n, notation
from .cards import (
    RANK_LETTERS,
    RANK_WORDS,
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
_LABEL = re.compile(r"(?:^|(?<=[\s,;|/]))([^\W_]+(?: \d)?)(\s*[:=)]|(?=\s))")
_BETWEEN_HANDS = (r"\n\s*\n", "\n", ";", r"\|", "/", ",", r"\s[-–—]\s")
_PASSED_BY = re.compile(r"[\s.,:;=|/]*")
_DASH = re.compile(r"\s*[-–—]")
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


def read_hands(text: str) -> tuple[BySeat[int], str]:
    """Return the hands of a table as people write them, and how they were understood if not as in
    a file.

    Seats are named or stand in their order; suits go by letter, word, symbol or place. Every
    reading counts in which each sign typed is a card, a suit with cards, a void written as one or
    a seat, all hands have as many cards and none stands twice. If there are two, the error names
    both. Where neither the language spoken nor English gives one, all are tried, also with ranks in
    English. Raises NotationError.
    """
    unread = NotationError(f"{quote(text)} is read as no three hands: write them as {_EXAMPLE}")
    strict = unread
    try:
        hands = parse_hands(text)
        if any(hands) or re.search(r"[-.]", text):
            return hands, ""
    except NotationError as error:
        if notation.told_of_bridge(text):
            raise
        strict = error
    plain = (
        unicodedata.normalize("NFC", VARIATION.sub("", text)).lower().replace("\r", "\n").strip()
    )
    wrong: dict[str, Seat] = {}
    found: set[BySeat[int]] = set()
    own, english = i18n.language(), i18n.ENGLISH
    stages = ([(own, own), (english, english)], [(each, english) for each in i18n.languages()])
    # Hands of different lengths are read too, for whoever says that they are no deal.
    for equal, stage in product((True, False), stages) if len(plain) <= _LONGEST else ():
        found = found or {*chain(*(_deals_in(plain, *each, equal, wrong) for each in stage))}
    understood = sorted(map(notation.format_hands, found))
    if len(found) > 1:
        raise NotationError(f"{quote(text)} could be {' or '.join(understood[:2])}: write that")
    for hands in found:
        return hands, _("Understood as {hands}", hands=understood[0])
    if "." not in text or not _AS_IN_FILES.fullmatch(text):
        for told, seat in wrong.items():  # the first: in the language spoken
            problem = NotationError(told)
            problem.seat = seat
            raise problem
    raise strict if "." in text else unread


def _deals_in(
    text: str, language: str, more: str, equal: bool, wrong: dict[str, Seat]
) -> set[BySeat[int]]:
    """Return the deals that a text can mean in a language, two at most of each way to part it.

    Where one hand alone is none, what is wrong with it is added to what is ``wrong``.
    """
    deals: set[BySeat[int]] = set()
    for alphabet in _alphabets(language, more):
        if not alphabet.suits or any(sign in text for sign in alphabet.suits):
            ways = dict.fromkeys(_parts_of(text, language, alphabet))
            if len(ways) > _MOST_WAYS:
                raise NotationError(f"{quote(text)} has too many readings: write {_EXAMPLE}")
            for seats, parts in ways:
                read = {seat: alphabet.hands(part) for seat, part in zip(seats, parts, strict=True)}
                bad = [
                    (seat, part) for seat, part in zip(seats, parts, strict=True) if not read[seat]
                ]
                if len(bad) == 1:
                    seat, part = bad[0]
                    wrong.setdefault(f"{seat.word}: {alphabet.problem(part)}", seat)
                elif not bad:
                    deals |= {*islice(_deals_of([read[seat] for seat in sorted(seats)], equal), 2)}
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


class _Alphabet:
    """The signs of suits and ranks of a language, in small letters, and hands written with them.

    Without ``suits`` these go by place.
    """

    def __init__(self, suits: dict[str, int], ranks: dict[str, int], words: _Words) -> None:
        self.suits, self.ranks, self.words = suits, ranks, words
        self.suit_sign = re.compile("|".join(map(re.escape, sorted(suits, key=len, reverse=True))))
        self._farthest: tuple[int, str] = 0, ""
        self._steps = 0

    def hands(self, text: str) -> set[int]:
        """Return all that a text can mean as a hand in which every sign counts."""
        self._farthest, self._steps = (-1, "there is no card in it"), 0
        if not self.suits:
            return self._by_place(text)
        return {*self._suit_first(text, 0, (), 0), *self._rank_first(text, 0, (), (), 0)}

    def problem(self, text: str) -> str:
        """Return what is wrong with a text that is no hand: the farthest that a reading came."""
        self.hands(text)
        return self._farthest[1]

    def _blame(self, place: int, told: str) -> None:
        self._farthest = max(self._farthest, (place, told), key=lambda at: at[0])

    def _signs_at(self, text: str, place: int) -> Collection[_Sign]:
        """Return what stands at a place, a suit or a rank, with where it ends."""
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise NotationError(f"{quote(text)} has too many readings: write {_EXAMPLE}")
        end = _after(_LETTERS, text, place)
        folded = i18n.fold_case(text[place:end])
        found: list[_Sign] = [
            (end, *what)
            for stem, longest, what in self.words
            if folded.startswith(stem) and len(folded) <= longest
        ]
        # In the word jack stands no ace of clubs.
        if end - place < _STEM or all(rank is None for _, _suit, rank in found):
            for sign, suit in self.suits.items():
                if text.startswith(sign, place):
                    found.append((place + len(sign), suit, None))
            for sign, rank in self.ranks.items():
                if text.startswith(sign, place):
                    found.append((place + len(sign), None, rank))
        if not found and place < len(text):
            self._blame(place, f"{quote(text[place].upper())} is neither a suit nor a rank")
        return dict.fromkeys(found)

    def _add(self, text: str, place: int, card: int, hand: int) -> bool:
        """Return whether a card is not in a hand yet; blame its place if it is."""
        if hand >> card & 1:
            self._blame(place, f"{card_name(card)} stands there twice")
        return not hand >> card & 1

    def _suit_first(
        self, text: str, place: int, groups: tuple[tuple[int, int], ...], hand: int
    ) -> Iterator[int]:
        """Yield hands of which suits stand before ranks; ``groups`` are suits, numbers of ranks."""
        place = _after(_PASSED_BY, text, place)
        if place == len(text):
            if groups and _are_whole(groups):
                yield hand
            elif groups:
                self._blame(place - 1, f"no card of a suit stands in {quote(text.strip().upper())}")
            return
        for end, suit, _rank in self._signs_at(text, place):
            if suit is not None and (not groups or _may_go_on(groups, suit)):
                yield from self._ranks_of(text, end, suit, 0, groups, hand)

    def _ranks_of(
        self,
        text: str,
        place: int,
        suit: int,
        count: int,
        groups: tuple[tuple[int, int], ...],
        hand: int,
    ) -> Iterator[int]:
        """Yield the same within a suit of which so many ranks have been read."""
        yield from self._suit_first(text, place, (*groups, (suit, count)), hand)
        place = _after(_PASSED_BY, text, place)
        if not count and (dash := _DASH.match(text, place)):
            place = _after(_PASSED_BY, text, dash.end())
            yield from self._suit_first(text, place, (*groups, (suit, -1)), hand)
        if place < len(text):
            for end, _suit, rank in self._signs_at(text, place):
                if rank is not None and self._add(text, place, card_of(suit, rank), hand):
                    more = hand | 1 << card_of(suit, rank)
                    yield from self._ranks_of(text, end, suit, count + 1, groups, more)

    def _rank_first(
        self,
        text: str,
        place: int,
        ranks: tuple[int, ...],
        groups: tuple[tuple[int, int], ...],
        hand: int,
    ) -> Iterator[int]:
        """Yield hands of which suits stand behind their ``ranks``."""
        place = _after(_PASSED_BY, text, place)
        if place == len(text):
            if groups and not ranks and _are_whole(groups):
                yield hand
            elif ranks:
                self._blame(place, f"no suit is named in {quote(text.strip().upper())}")
            return
        for end, suit, rank in self._signs_at(text, place):
            if rank is not None:
                yield from self._rank_first(
                    text, _after(_OF, text, end), (*ranks, rank), groups, hand
                )
            elif ranks and suit is not None and (not groups or _may_go_on(groups, suit)):
                cards = [card_of(suit, each) for each in ranks]
                if len({*cards}) == len(cards) and all(
                    self._add(text, place, card, hand) for card in cards
                ):
                    after = (*groups, (suit, len(cards)))
                    yield from self._rank_first(text, end, (), after, hand | hand_of(cards))

    def _by_place(self, text: str) -> set[int]:
        """Return the hand of ranks in four groups, dots or blanks between, if it is one."""
        text = text.strip(" \n\t,;|/")
        groups = text.split(".") if "." in text else re.split(r"[\s,/]+", text)
        if len(groups) != SUITS:
            self._blame(0, f"{len(groups)} suits in {quote(text.strip().upper())}")
            return set()
        hand = 0
        for suit, group in enumerate(groups):
            for sign in re.findall(r"10|\S", group) if not _DASH.fullmatch(group) else ():
                if sign not in self.ranks:
                    self._blame(0, f"{quote(sign.upper())} is neither a suit nor a rank")
                    return set()
                card = card_of(suit, self.ranks[sign])
                if not self._add(text, 0, card, hand):
                    return set()
                hand |= 1 << card
        return {hand}


_Sign = tuple[int, int | None, int | None]
_Words = Sequence[tuple[str, int, tuple[int | None, int | None]]]
"""Words by how they begin, without accents, the longest form, and the suit or the rank."""


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Return where a pattern that matches nothing too ends."""
    match = pattern.match(text, place)
    return place if match is None else match.end()


def _may_go_on(groups: tuple[tuple[int, int], ...], suit: int) -> bool:
    """Return whether a suit may stand after others: again only where cards stand one by one."""
    return all(count == 1 for _, count in groups) or all(suit != other for other, _ in groups)


def _are_whole(groups: tuple[tuple[int, int], ...]) -> bool:
    """Return whether no suit lacks its cards; where all four stand it may be void."""
    suits, counts = zip(*groups, strict=True)
    if len({*suits}) < len(suits):
        return {*counts} == {1}
    return len(suits) == SUITS or 0 not in counts


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
        forms = [
            (
                *(format(contract_words(Contract(suit)), form) for form in _FORMS),
                i18n.pgettext("card", contract_words(Contract(suit))),
            )
            for suit in range(SUITS)
        ]
        rank_words = [i18n.pgettext("card", word) for word in RANK_WORDS]
    words: _Words = [
        (i18n.fold_case(form)[:_STEM], len(form) + 1, (suit, None))
        for suit in range(SUITS)
        for form in forms[suit]
    ]
    words = [
        *words,
        *((_stem(word), len(word) + 2, (None, rank)) for rank, word in enumerate(rank_words)),
    ]
    in_words = {form: suit for suit in range(SUITS) for form in forms[suit]}
    symbols = {sign: suit for suit, own in enumerate(SYMBOLS) for sign in own}
    first = in_words | {own[0].lower(): suit for suit, own in enumerate(letters)}
    others = {sign.lower(): suit for suit, own in enumerate(letters) for sign in own[1:]}
    styles: tuple[dict[str, int], ...] = ({}, symbols, first, others)
    return tuple(
        _Alphabet(style, ranks, words if style is first else ())
        for style in styles[: 3 + bool(others)]
    )


def _stem(word: str) -> str:
    """Return what all forms of the name of a rank begin with."""
    folded = i18n.fold_case(word)
    return folded[: max(2, min(_STEM, len(folded) - 1))]


def _parts_of(text: str, language: str, alphabet: _Alphabet) -> Iterator[_Parts]:
    """Yield the ways to take a text apart into hands, with the seats that these are of."""
    known = _seats_known(language)
    labels = [
        (seat.letter, bool(match[2]) or len(match[1]) > 1, match)
        for match in _LABEL.finditer(text)
        if (seat := known.get(i18n.fold_case(match[1]))) is not None
        and (match[2] or not match[1].isdigit())
    ]
    for count in TABLES[1:]:
        table = tuple(seats_of(count))
        places = [[match for letter, _, match in labels if letter == seat.letter] for seat in table]
        if all(places) and not labels[0][2].start():
            for chosen in islice(product(*places), _MOST_WAYS):
                order = sorted(zip(chosen, table, strict=True), key=lambda pair: pair[0].start())
                if not order[0][0].start():
                    ends = [match.start() for match, _ in order[1:]] + [len(text)]
                    texts = (text[m.end() : end] for (m, _), end in zip(order, ends, strict=True))
                    seats, hands = tuple(seat for _, seat in order), tuple(texts)
                    yield seats, hands
                    if all(_DASH.match(hand) for hand in hands):  # it stands between seat and hand
                        yield seats, tuple(hand[_after(_DASH, hand, 0) :] for hand in hands)
        first, rest = table[0], text
        if labels and labels[0][1] and not labels[0][2].start():
            letter, _, match = labels[0]
            first = next((seat for seat in table if seat.letter == letter), first)
            if sum(certain for _, certain, _ in labels) == 1:
                rest = text[match.end() :].strip()
        in_order = seats_from(first)
        for between in _BETWEEN_HANDS:
            parts = re.split(between, rest.rstrip(",;| "))
            if len(parts) == count:
                yield in_order, tuple(parts)
        if not alphabet.suits:
            words = rest.split()
            each = len(words) // count
            if len(words) == each * count and each in (1, SUITS):
                yield (
                    in_order,
                    tuple(" ".join(words[n : n + each]) for n in range(0, len(words), each)),
                )
        elif not alphabet.suits.keys() & alphabet.ranks.keys() & {*rest}:
            suits = [
                (match.start(), alphabet.suits[match[0]])
                for match in alphabet.suit_sign.finditer(rest)
            ]
            cuts = [new[0] for old, new in pairwise(suits) if new[1] < old[1]]
            if len(cuts) == count - 1:  # where suits begin anew, so does a hand
                yield in_order, tuple(rest[a:b] for a, b in pairwise([0, *cuts, len(rest)]))
