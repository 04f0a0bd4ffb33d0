"""Cards, suits, seats, contracts and hands as numbers: the one place that says how.

* A **suit** is 0 spades, 1 hearts, 2 diamonds, 3 clubs, the order of notation.
* A **rank** is 0 for the two up to 12 for the ace.
* A **card** is ``13 * suit + rank``, 0 to 51.
* A **hand** is an ``int`` whose bit ``card`` is set for each card held.
* A **seat** is 0 forehand, 1 middlehand, 2 dealer, in playing order; ``seats_of`` has those of
  other tables.

The compiled search lays hands out in its own way (``_bits.h``); a test compares every card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar

from .errors import DealError
from .i18n import NP_, Word

T = TypeVar("T")

SUITS = 4
RANKS = 13
CARDS = SUITS * RANKS
SEATS = 3
MAX_CARDS = CARDS // SEATS
"""The most cards a hand can have."""

SUIT_LETTERS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"
RANK_LETTERS = "23456789TJQKA"
RANK_WORDS = NP_(
    "card,card object,card to",
    "two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace",
).split("|")
NP_("card", "spades|hearts|diamonds|clubs")

SUIT_MASK = (1 << RANKS) - 1
FULL_PACK = (1 << CARDS) - 1


class Written(IntEnum):
    """A number with a text of its own, which ``str`` gives and so do f-strings.

    Asked for as a number, ``f"{seat:d}"``, it is one; JSON has the number too. Each is true, that
    of 0 too, so that only None is taken for one not given.
    """

    @property
    def _text(self) -> str:
        raise NotImplementedError

    def __bool__(self) -> Literal[True]:
        return True

    def __str__(self) -> str:
        return self._text

    def __format__(self, form: str) -> str:
        return format(int(self) if form[-1:] in _NUMBER_FORMS else self._text, form)


_NUMBER_FORMS = tuple("bcdoxXneEfFgG%")


class Suit(Written):
    """The four suits in the order of notation; as text ``S``, ``H``, ``D`` and ``C``."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def _text(self) -> str:
        return SUIT_LETTERS[self]


class TableSeat(Written):
    """The seats of a table, in playing order."""

    letter: str
    """F, M or D; where several sit between F and D, the number of each."""
    word: str
    """The seat as messages name it: ``forehand``."""

    def __init__(self, _number: int) -> None:
        self.word = self.name.lower().replace("_", " ")
        self.letter = self.word.rpartition(" ")[2][0].upper()

    @property
    def _text(self) -> str:
        return self.letter

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return _seat_of, (len(type(self)), int(self))


class Seat(TableSeat):
    """The three seats in playing order. The rules say on which side of the dealer forehand sits.

    >>> from manni import Seat, solve
    >>> [str(seat) for seat in Seat], Seat.DEALER.word
    (['F', 'M', 'D'], 'dealer')
    >>> solve('[Deal "F:AQ... K2... 43..."] [Contract "NT"]').guarantee[Seat.FOREHAND]
    1
    """

    FOREHAND = 0
    MIDDLEHAND = 1
    DEALER = 2


TABLES = range(2, 8)
"""The numbers of hands there can be."""


def _made_seats(count: int) -> type[Seat]:
    if count == SEATS:
        return Seat
    between = (f"SEAT_{number}" for number in range(2, count))
    names = enumerate(("FOREHAND", *between, "DEALER"))
    members = [(name, place) for place, name in names]
    return TableSeat(f"Seat{count}", members)  # type: ignore  # as an enum is made of names


_SEATS = {count: _made_seats(count) for count in TABLES}  # once: seats of two makings are not alike


def seats_of(count: int) -> type[Seat]:
    """Return the seats of a table of two to seven, in playing order.

    They are ``Seat`` for three, else an enum of its own that is used alike: ``F 2 3 D``.
    """
    return _SEATS[count]


def _seat_of(count: int, place: int) -> Seat:
    return seats_of(count)(place)


BySeat: TypeAlias = tuple[T, ...]
"""A value for each seat, in playing order: of three F M D."""


def by_seat(of: Callable[[Seat], T], seats: Iterable[Seat] = Seat) -> BySeat[T]:
    """Return what a function gives for each seat of a table, in playing order."""
    return tuple([of(seat) for seat in seats])


def move_to_front(first: T, others: Iterable[T]) -> tuple[T, ...]:
    """Return one of several things and then the others."""
    return (first, *(other for other in others if other != first))


def card_of(suit: int, rank: int) -> int:
    """Return the card of a suit and a rank."""
    return RANKS * suit + rank


def suit_of(card: int) -> int:
    """Return the suit of a card."""
    return card // RANKS


def rank_of(card: int) -> int:
    """Return the rank of a card, 0 for a two to 12 for an ace."""
    return card % RANKS


def card_name(card: int) -> str:
    """Return suit letter then rank letter: ``"HT"``."""
    return SUIT_LETTERS[card // RANKS] + RANK_LETTERS[card % RANKS]


def cards_in(hand: int) -> Iterator[int]:
    """Yield the cards of a hand: suits in the order S H D C, highest rank first."""
    for suit in range(SUITS):
        ranks = hand >> (RANKS * suit) & SUIT_MASK
        while ranks:
            rank = ranks.bit_length() - 1
            yield RANKS * suit + rank
            ranks ^= 1 << rank


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand that holds the given cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def known_cards(cards: Iterable[int | None]) -> tuple[int, ...]:
    """Return those of several cards that are known: None is one that lies covered."""
    return tuple(card for card in cards if card is not None)


def without(hands: BySeat[int], card: int) -> BySeat[int]:
    """Return the hands once the seat that holds ``card`` has played it."""
    kept = ~(1 << card)
    return tuple([hand & kept for hand in hands])


def suit_ranks(hand: int, suit: int) -> int:
    """Return the 13-bit set of ranks a hand holds in a suit."""
    return hand >> (RANKS * suit) & SUIT_MASK


def check_once(cards: Iterable[int], name: str) -> None:
    """Raise DealError if a card comes twice, naming the first that does."""
    seen = 0
    for card in cards:
        if seen >> card & 1:
            raise DealError(f"{name} holds {card_name(card)} twice", card=card)
        seen |= 1 << card


def check_disjoint(*piles: tuple[str, int]) -> None:
    """Raise DealError if two piles, each with its name, share a card; it names the first such."""
    held = 0
    for name, cards in piles:
        if cards & ~FULL_PACK:
            raise DealError(f"{name} holds a card outside the pack of 52")
        if held & cards:
            card = next(cards_in(held & cards))
            other = next(other for other, pile in piles if pile >> card & 1)
            raise DealError(f"{other} and {name} both hold {card_name(card)}", card=card)
        held |= cards


def check_count(hands: int, variant: Any) -> None:
    """Raise DealError for hands of another number than their game's, three where it is None."""
    if variant is None and hands != SEATS:
        raise DealError(f"{hands} hands: name their game (variant), else there are three")
    if variant is not None and hands != variant.players:
        raise DealError(f"{hands} hands: {variant.code} is dealt to {variant.players}")


def lengths_text(hands: Sequence[int]) -> str:
    """Return how many cards each seat has: ``forehand 4, middlehand 4, dealer 3``."""
    named = zip(seats_of(len(hands)), hands, strict=True)
    return ", ".join(f"{seat.word} {hand.bit_count()}" for seat, hand in named)


def check_lengths(hands: Sequence[int], counted: str = "") -> None:
    """Raise DealError unless the hands are of one length; ``counted`` says what else is in them."""
    if len({hand.bit_count() for hand in hands}) > 1:
        raise DealError(f"the hands differ in length: {lengths_text(hands)}{counted}")


@lru_cache(maxsize=None, typed=True)  # seats of different tables are equal as numbers
def seats_from(first: int) -> tuple[Seat, ...]:
    """Return all seats of the table of a seat in playing order, beginning with it.

    A number is one of three.
    """
    table = seats_of(len(type(first)) if isinstance(first, TableSeat) else SEATS)
    seats, first = tuple(table), table(first)
    return (*seats[first:], *seats[:first])


class Contract(Written):
    """A contract. Those with a trump have the number of its suit: S 0, H 1, D 2, C 3.

    ``str()`` gives its name, such as ``"NT"``.

    >>> from manni import Contract
    >>> Contract.H.name, int(Contract.H), Contract.NULLO.avoids
    ('H', 1, True)
    """

    S = 0
    H = 1
    D = 2
    C = 3
    NT = 4
    NULLO = 5

    @property
    def _text(self) -> str:
        return self.name

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None in NT and NULLO."""
        return _TRUMPS[self]

    @property
    def avoids(self) -> bool:
        """Whether tricks are to be avoided."""
        return self is Contract.NULLO

    @property
    def sign(self) -> int:
        """+1 where a trick is worth having, -1 where it is not."""
        return -1 if self.avoids else 1

    @property
    def kind(self) -> str:
        """Its kind: ``trump``, ``NT`` or ``NULLO``. Fitted tables are stored by kind."""
        return self.name if self.trump is None else "trump"


_TRUMPS: tuple[Suit | None, ...] = (*Suit, None, None)

THE_SIX = (Contract.S, Contract.H, Contract.D, Contract.C, Contract.NT, Contract.NULLO)
"""The contracts of the Manni games; a new one enters only the games that name it."""

_WORDS = NP_("contract,contract object", "spades|hearts|diamonds|clubs|no trump|nullo").split("|")
NP_("contract,contract object", "great spades|great hearts|great diamonds|great clubs")
NP_("contract,contract object", "great no trump|great nullo")


def contract_words(contract: Contract, great: bool = False) -> Word:
    """Return a contract in words: ``hearts``, ``great no trump``, ``nullo``."""
    return Word(f"great {_WORDS[contract]}" if great else _WORDS[contract], context="contract")


def great_word(contract: Contract) -> str:
    """Return ``great`` as it is said of a contract."""
    return contract_words(contract, great=True).partition(" ")[0]
