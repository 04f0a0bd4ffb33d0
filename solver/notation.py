"""Cards, hands, contracts and seats as text, both ways.

Several forms are read, one is written:

* a card is suit then rank, ``SA``, ``HT``; also ``♠A``, ``h10``, and the rank first,
  ``AS`` (no letter is both a suit and a rank);
* a hand is ``AK4.T9..QJ32``, spades.hearts.diamonds.clubs, a void empty or ``-``, or as it is
  shown, ``♠AK4 ♥T9 ♣QJ32``;
* hands stand in playing order from forehand, or from the seat a prefix such as ``M:`` names,
  with blanks between, or commas where they are as shown.

Columns in errors count characters of the text handed in, from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, TypeAlias

from . import checks, i18n
from .cards import (
    CARDS,
    RANK_LETTERS,
    RANKS,
    SUIT_LETTERS,
    SUIT_SYMBOLS,
    SUITS,
    TABLES,
    BySeat,
    Contract,
    Seat,
    card_name,
    card_of,
    check_once,
    hand_of,
    seats_from,
    seats_of,
    suit_ranks,
)
from .checks import ECHO, counted, quote
from .errors import ArgumentError, NotationError
from .i18n import _, fold_case, text_if

CardLike: TypeAlias = int | str
CardsLike: TypeAlias = str | Sequence[int] | Sequence[str]
HandLike: TypeAlias = int | str
HandsLike: TypeAlias = str | Sequence[int] | Sequence[str]
SeenHands: TypeAlias = str | Sequence[HandLike | None]
SeenCards: TypeAlias = str | Sequence[CardLike | None]
SeatLike: TypeAlias = Seat | str | int
"""What public functions may be given for a card, cards in order, a hand, hands, a seat.

Of hands and cards that are ``Seen`` some may lie covered: those are None, in a text question marks.
"""

COVERED = "?"

_CONTRACT_NAMES = (
    "s|spades|spade|♠|♤",
    "h|hearts|heart|♥|♡",
    "d|diamonds|diamond|♦|♢",
    "c|clubs|club|♣|♧",
    "nt|notrump|notrumps|no trump|no trumps|no-trump|grand",
    "nullo|nolo|null",
)
_CONTRACTS = {name: code for code in Contract for name in _CONTRACT_NAMES[code].split("|")}
_CONTRACT_CODES = " ".join(contract.name for contract in Contract)


SYMBOLS = [*zip(SUIT_SYMBOLS, "♤♡♢♧", strict=True)]
"""The symbols of each suit."""

_SUIT_OF_SIGN = {sign: suit for suit, signs in enumerate(SYMBOLS) for sign in signs}
_RANK_OF_SIGN = {
    sign: rank for rank, letter in enumerate(RANK_LETTERS) for sign in {letter, letter.lower()}
}
_RANK_OF_SIGN["10"] = RANK_LETTERS.index("T")


VARIATION = re.compile("[\ufe0e\ufe0f]")
""" "Show as text" or "as emoji", which keyboards append to symbols."""

_RANK_SIGN = re.compile("10|.", re.DOTALL)
_LONGEST_CARD = 8
_SYMBOLS = "".join(_SUIT_OF_SIGN)
_SHOWN_SUIT = re.compile(rf"([{_SYMBOLS}]){VARIATION.pattern}?\s*([^{_SYMBOLS}]*)")
_BEGINS_SHOWN = re.compile(rf"\s*[{_SYMBOLS}]")
_WORD = re.compile(r"[^\s,]+")
_TOKEN = re.compile(r"\S+")
_BETWEEN_COMMAS = re.compile(r"[^\s,][^,]*")
_BRIDGE = {
    "LIN": r"\s*(?:pn|md|st|vg|qx|rs)\|",
    "DDS": r"\s*(?:NUMBER|PBN)\s+[0-9]",
    "RBN": r"(?:[A-Z] [^\n]*\n)*H [NESW]:",
}
"""How files of bridge begin."""
_SEAT_PREFIX = re.compile(r"\s*+([^\s.:]*+)\s*+:")


_EXPECTED_HAND = "expected spades.hearts.diamonds.clubs, such as AK4.T9..QJ32"


@cache
def signs(*languages: str) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the signs of suits and of ranks in languages, in small letters, each with its own."""
    suits = {
        (sign, letter)
        for written, letter in zip(SYMBOLS, SUIT_LETTERS, strict=True)
        for sign in written
    }
    ranks = {("10", "T")}
    for language in languages:
        with i18n.speaking(language):
            letters = i18n.letters()
        for named, known in ((suits, letters.suits), (ranks, letters.ranks)):
            named |= {
                (sign.lower(), letter) for letter, written in known.items() for sign in written
            }
    return suits, ranks


@cache
def _card_words(*languages: str) -> tuple[dict[str, set[int]], dict[str, set[int]]]:
    """Return the cards that a word may be, by the letters of languages: suit or rank first."""
    suit_first: dict[str, set[int]] = {}
    rank_first: dict[str, set[int]] = {}
    for (suit_sign, suit), (rank_sign, rank) in product(*signs(*languages)):
        card = card_of(SUIT_LETTERS.index(suit), RANK_LETTERS.index(rank))
        suit_first.setdefault(suit_sign + rank_sign, set()).add(card)
        rank_first.setdefault(rank_sign + suit_sign, set()).add(card)
    return suit_first, rank_first


@lru_cache(maxsize=1024)
def _cards_named(word: str, language: str) -> Collection[int]:
    """Return what a word may name: one card if it is one in the letters of a language."""
    typed = VARIATION.sub("", word.lower())
    suit_first, rank_first = _card_words(language)
    cards = suit_first.get(typed, set())
    if len(cards) == 1:
        return cards
    cards = rank_first.get(typed, set())
    others = _card_words(i18n.ENGLISH) if cards else _card_words(language, i18n.ENGLISH)
    return cards.union(*(words.get(typed, ()) for words in others))


def _card_at(word: str, column: int | None, ranks: str, language: str) -> int:
    """Return the card that a word names. Raises NotationError."""
    cards = _cards_named(word, language) if len(word) <= _LONGEST_CARD else ()
    if len(cards) == 1:
        (card,) = cards
        return card
    with i18n.speaking(language):
        order = ranks or f"{RANK_LETTERS[:-6:-1]}9…2"
        parts = {
            "word": quote(word),
            "suits": " ".join(map(i18n.suit_letter, SUIT_LETTERS)),
            "ranks": " ".join(rank if rank == "…" else i18n.rank_letter(rank) for rank in order),
            "card": i18n.card_written("HT"),
        }
        names = sorted(i18n.card_written(card_name(card)) for card in cards)
        raise NotationError.translated(
            lambda: text_if(
                names,
                "{word} could be {names}: write one of them",
                "{word} is no card: expected a suit {suits} and a rank {ranks}, such as {card}",
                **parts,
                names=_(" or ").join(names),
            ),
            column=column,
        )


def parse_card(text: str, ranks: str = "", language: str = i18n.ENGLISH) -> int:
    """Return the card that ``text`` names, in the letters of a language too. Raises NotationError.

    >>> parse_card("SA"), parse_card("♠2"), parse_card("h10")
    (12, 0, 21)

    The error lists the ``ranks`` of the game, highest first, where they are given.
    """
    return _card_at(checks.text(text, "card").strip(), None, ranks, language)


def parse_cards(text: str, ranks: str = "", language: str = i18n.ENGLISH) -> tuple[int, ...]:
    """Return cards separated by blanks or commas, in their order, none for a blank text.

    Errors list the ``ranks`` of the game as in ``parse_card``. The same card may come twice; more
    than a pack of them raises NotationError.
    """
    cards: list[int] = []
    for match in _WORD.finditer(checks.text(text, "cards")):
        if len(cards) == CARDS:
            raise NotationError.translated(
                lambda: _("more than {number} cards, which is the whole pack", number=CARDS),
                column=match.start() + 1,
            )
        cards.append(_card_at(match[0], match.start() + 1, ranks, language))
    return tuple(cards)


def as_card(value: CardLike, name: str = "card") -> int:
    """Return a card given as text or number. Raises NotationError or ArgumentError."""
    return parse_card(value) if isinstance(value, str) else checks.card(value, name)


def as_cards(values: SeenCards, name: str = "cards", *, covered: bool = False) -> tuple[Any, ...]:
    """Return cards given as one text, or each as text or number.

    If some may be ``covered``, None stands for each that is.
    """
    if isinstance(values, str):
        if not covered or COVERED not in values:
            return parse_cards(values)
        words = values.replace(",", " ").split()
        values = [card for word in words for card in (word if word[0] == COVERED else [word])]
    cards = checks.several(values, name, CARDS)
    return tuple(None if covered and is_covered(card) else as_card(card, name) for card in cards)


as_seen_cards = partial(as_cards, covered=True)
"""Return cards as ``as_cards`` does, None for one that is covered."""


def is_covered(value: object) -> bool:
    """Return whether a hand or a card is given as one that is not known."""
    return value is None or (isinstance(value, str) and value == COVERED)


def as_keys(value: CardLike | CardsLike | None) -> tuple[int, ...]:
    """Return the keys of a puzzle, given as one card or several."""
    if value is None:
        return ()
    return (as_card(value, "key"),) if isinstance(value, int) else as_cards(value, "key")


def as_hand(value: HandLike | CardsLike, name: str = "hand") -> int:
    """Return a hand given as text, number or cards; errors call it ``name``."""
    if isinstance(value, list | tuple):
        try:
            return _hand_of_cards(as_cards(value, name), name)
        except NotationError as error:
            raise NotationError(f"{name}: {error.message}") from None
    return parse_hand(value, name) if isinstance(value, str) else checks.hand(value, name)


def _hand_of_cards(cards: Collection[int], name: str) -> int:
    check_once(cards, name)
    return hand_of(cards)


def as_put_down(value: HandLike) -> int:
    """Return cards put down, as a hand is given or as a text of cards, ``"SA S3"``."""
    if not isinstance(value, str) or "." in value:
        return as_hand(value, "a discard of also")
    return _hand_of_cards(parse_cards(value), "a discard of also")


def as_hands(
    text: SeenHands, table: type[Seat] | None = None, *, covered: bool = False
) -> BySeat[Any]:
    """Return the hands of a table, forehand's first; without one those of two to seven seats.

    They are one text, or each a text or a number, forehand first. In one text they stand with
    blanks between, or commas where suits have their symbols, forehand first or in that order from
    the seat that a prefix names (``"M: … … …"``). If some may be ``covered``, None stands for each
    that is. Whether two hands share a card is not looked at. Raises NotationError or
    ArgumentError.
    """
    if isinstance(text, str):
        try:
            return _hands_in(text, table or table_of_hands(text), covered)
        except NotationError:
            of_bridge = bridge_error(text)
            if of_bridge is None:
                raise
            raise NotationError(of_bridge) from None
    hands = checks.several(text, "hands", CARDS)
    if len(hands) not in (TABLES if table is None else (len(table),)):
        raise ArgumentError(_miscounted(len(hands), table))
    return tuple(
        None if covered and is_covered(hand) else as_hand(hand, seat.word)
        for hand, seat in zip(hands, seats_of(len(hands)), strict=True)
    )


parse_hands = as_hands
as_seen_hands = partial(as_hands, covered=True)
"""Return hands as ``as_hands`` does, None for one that is not known."""


def _miscounted(count: int, table: type[Seat] | None, where: str = "") -> str:
    """Return what is wrong with so many hands, and ``where`` they are."""
    many = f"{TABLES[0]} to {TABLES[-1]}" if table is None else str(len(table))
    many += " (or as many as the variant named has)" * (table is Seat)
    return f"{counted(count, 'hand')}{where}: expected {many}, forehand first"


def parse_hand(text: str, name: str = "the hand") -> int:
    """Return the hand that ``text`` names; errors call it ``name``. Raises NotationError."""
    start = len(checks.text(text, name)) - len(text.lstrip())
    if _SHOWN_SUIT.match(text, start):
        return _shown_hand(text, name)
    prefix = _SEAT_PREFIX.match(text)
    if prefix is not None and _seat_named(prefix[1], Seat) is not None:
        raise NotationError(f"{name}: {quote(prefix[0].strip())} names a seat: give the hand alone")
    return _hand_at(text.strip(), name, start)


def _shown_hand(text: str, name: str, start: int = 0, end: int | None = None) -> int:
    """Return the hand in that part of ``text``, the symbol of each suit before its ranks."""
    hand, seen, bare = 0, set(), []
    for part in _SHOWN_SUIT.finditer(text, start, len(text) if end is None else end):
        suit = _SUIT_OF_SIGN[part[1]]
        if suit in seen:
            problem = f"{name}: {quote(part[1])} stands there twice"
            raise NotationError(problem, column=part.start() + 1)
        seen.add(suit)
        ranks = part[2].rstrip()
        if not ranks:
            bare.append(part)
        elif ranks not in ("-", "–"):
            hand |= _ranks_at(ranks, suit, name, part.start(2))
    if bare and len(seen) < SUITS:
        problem = f"{name}: no card stands with {quote(bare[0][1])}"
        raise NotationError(problem, column=bare[0].start() + 1)
    return hand


def _hand_at(text: str, name: str, start: int) -> int:
    """Return the hand in ``text``, which begins ``start`` characters into what is read."""
    dots = text.count(".")
    if dots != SUITS - 1:
        if text in ("-", COVERED):
            problem = f"{quote(text)}, a hand not known: every hand is needed"
        elif dots:
            problem = f"{dots + 1} suits in {quote(text)}: {_EXPECTED_HAND}"
        else:
            problem = f"{quote(text)} is no hand: {_EXPECTED_HAND}"
        raise NotationError(f"{name}: {problem}", column=start + 1)
    hand = 0
    place = start
    for suit, ranks in enumerate(text.split(".")):
        if ranks != "-":
            hand |= _ranks_at(ranks, suit, name, place)
        place += len(ranks) + 1
    return hand


def _ranks_at(ranks: str, suit: int, name: str, start: int) -> int:
    """Return the part of a hand that ``ranks`` names, as ``_hand_at`` does."""
    held, wrong = _rank_set(ranks)
    if wrong is None:
        return held << RANKS * suit
    rank = _RANK_OF_SIGN.get(wrong[0])
    if rank is not None:
        raise NotationError(f"{name} holds {card_name(card_of(suit, rank))} twice")
    raise NotationError(
        f"{name}: {quote(wrong[0])} is no rank: expected A K Q J T 9 … 2",
        column=start + wrong.start() + 1,
    )


@lru_cache(maxsize=1 << 14)
def _rank_set(ranks: str) -> tuple[int, re.Match[str] | None]:
    """Return the set of ranks named up to the first sign that is no rank or is named twice."""
    held = 0
    for match in _RANK_SIGN.finditer(ranks):
        rank = _RANK_OF_SIGN.get(match[0], RANKS)
        if rank == RANKS or held >> rank & 1:
            return held, match
        held |= 1 << rank
    return held, None


def table_of_hands(text: str, otherwise: type[Seat] = Seat) -> type[Seat]:
    """Return the seats of as many hands as a text has, those of a table if it is written
    ``otherwise``.
    """
    _prefix, has_symbols, hands = _apart(text)
    as_in_files = has_symbols or all("." in hand[0] or hand[0] == COVERED for hand in hands)
    known = as_in_files and len(hands) in TABLES and bridge_error(text) is None
    return seats_of(len(hands)) if known else otherwise


def bridge_error(text: str) -> str | None:
    """Return what is to be said of deals of bridge, of one or of a file; None for another text."""
    form = next((form for form, begins in _BRIDGE.items() if re.match(begins, text)), "")
    if not form:
        prefix = _SEAT_PREFIX.match(text)
        hands, tricks, _ = text[0 if prefix is None else prefix.end() :].partition(":")
        unknown = "-" if prefix is not None and prefix[1].upper() in ("N", "E", "S", "W") else ""
        whole = [
            hand == unknown or (len(hand), hand.count(".")) == (16, 3)
            for hand in hands.split(None, 4)
        ]
        if whole != [True] * 4:
            return None
        form = "GIB" if tricks else "PBN"
    return f"a deal of bridge ({form}), N E S W: no game here deals all 52 cards in hands of 13"


def _apart(text: str) -> tuple[re.Match[str] | None, bool, list[re.Match[str]]]:
    """Return the seat before hands, whether suits have their symbols, and what may be hands."""
    prefix = _SEAT_PREFIX.match(text)
    begin = 0 if prefix is None else prefix.end()
    has_symbols = _BEGINS_SHOWN.match(text, begin) is not None
    hands = (_BETWEEN_COMMAS if has_symbols else _TOKEN).finditer(text, begin)
    return prefix, has_symbols, [*hands]


def _hands_in(text: str, table: type[Seat], covered: bool) -> BySeat[Any]:
    """Return the hands of a text, as ``parse_hands`` does, None for those ``covered``."""
    first = table.FOREHAND
    count = len(table)
    prefix, has_symbols, matches = _apart(text)
    if prefix:
        first = _seat_at(prefix[1], prefix.start(1) + 1, table)
    if len(matches) != count:
        where = f" in {quote(text.strip())} with {'commas' if has_symbols else 'blanks'} between"
        raise NotationError(
            _miscounted(len(matches), table, where),
            column=(matches[count].start() if count < len(matches) else len(text.rstrip())) + 1,
        )
    hands: list[int | None] = [None] * count
    for seat, match in zip(seats_from(first), matches, strict=True):
        if covered and match[0].strip() == COVERED:
            continue
        if _BEGINS_SHOWN.match(match[0]):
            hands[seat] = _shown_hand(text, seat.word, match.start(), match.end())
        else:
            hands[seat] = _hand_at(match[0].rstrip(), seat.word, match.start())
    return tuple(hands)


def parse_contract(text: str | Contract) -> Contract:
    """Return the contract of a code or name, ``"NT"``, ``"grand"``, ``"hearts"``.

    A contract, or its number, is taken as it is.
    """
    if not isinstance(text, str):
        return checks.member(Contract, text, "contract")
    name = " ".join(fold_case(text[:ECHO]).split())
    contract = _CONTRACTS.get(name)
    if contract is None or len(text) > ECHO:
        if name.startswith("great "):
            raise NotationError(
                f"{quote(text.strip())}: name the contract alone; that it is great is for a "
                "deal file to say"
            )
        raise NotationError(
            f"{quote(text.strip())} is no contract: expected one of {_CONTRACT_CODES}"
        )
    return contract


def parse_call(text: str) -> tuple[Contract, bool]:
    """Return a contract and whether it is great, ``"great H"``."""
    head, _, rest = checks.text(text, "call").strip().partition(" ")
    if head.lower() == "great":
        return parse_contract(rest), True
    return parse_contract(text), False


SEAT_LETTERS = "F, D, between them M or 2 to 6"
"""The letters of seats, of whatever table."""


def parse_seat(text: SeatLike, table: type[Seat] = Seat) -> Seat:
    """Return the seat of a letter or word, ``"F"``, ``"forehand"``, one of those of a table.

    A seat, also one of another table, or its number stands for the seat here.
    """
    text = getattr(text, "letter", text)
    if isinstance(text, str):
        return _seat_at(text.strip(), None, table)
    return checks.member(table, text, "seat")


def _seat_at(text: str, column: int | None, table: type[Seat]) -> Seat:
    seat = _seat_named(text, table)
    if seat is None:
        *most, last = (f"{seat.letter} ({seat.word})" for seat in table)
        expected = f"expected {', '.join(most)} or {last}"
        raise NotationError(f"{quote(text)} is no seat: {expected}", column=column)
    return seat


def _seat_named(text: str, table: type[Seat]) -> Seat | None:
    name = text.lower()
    return next((seat for seat in table if name in (seat.letter.lower(), seat.word)), None)


format_card = card_name


def format_cards(cards: Iterable[int | None]) -> str:
    """Return cards in their order, a blank between them: ``"SA S3"``, ``?`` for one covered."""
    return " ".join([COVERED if card is None else card_name(card) for card in cards])


@cache
def _ranks_text(ranks: int, order: str) -> str:
    return "".join(rank for rank in reversed(order) if ranks >> RANK_LETTERS.index(rank) & 1)


def format_hand(hand: int, order: str = RANK_LETTERS) -> str:
    """Return the hand, suits S H D C, highest first.

    >>> format_hand(parse_hand("AK4.109..QJ32"))
    'AK4.T9..QJ32'

    ``order`` has the ranks, lowest first, where they have one of their own
    (``TrickRules.written``).
    """
    return ".".join(_ranks_text(suit_ranks(hand, suit), order) for suit in range(SUITS))


def format_hands(hands: Iterable[int | None], order: str = RANK_LETTERS) -> str:
    """Return the hands in playing order, a blank between them, ``?`` for one not known."""
    return " ".join([COVERED if hand is None else format_hand(hand, order) for hand in hands])


def format_contract(contract: Contract, great: bool = False) -> str:
    """Return the contract's code, after ``great`` for a great one."""
    name = contract.name
    return f"great {name}" if great else name
