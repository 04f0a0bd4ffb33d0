"""Open piles: hands of which only the card on top of each pile may be played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from .cards import BySeat, Contract, Seat, check_once, hand_of, seats_of
from .checks import counted, several
from .errors import NotationError
from .notation import as_cards, as_seen_cards, format_cards, parse_cards
from .position import Position
from .records import frozen
from .rules.trick import PLAIN, TrickRules, low_first

T = TypeVar("T")
Card = TypeVar("Card", bound=int | None)

PILES = 4
"""The piles of a seat, and the cards of a pile at first."""

SEATS = seats_of(2)

Piles: TypeAlias = tuple[tuple[int, ...], ...]
"""The piles of a seat, the top card of each first; one that is used up is empty."""

SeenPiles: TypeAlias = tuple[tuple[int | None, ...], ...]
"""The same with None for each card that has not been seen."""


@frozen
class PilePosition(Position):
    """A position of two seats whose hands lie in four piles each.

    Only what lies on top of a pile may be played, and the duties bind on these cards alone: what
    lies under a card that is played is turned once the trick is over. ``piles`` do not hold the
    card on the ``table``. The rules are by default those of Manille.
    """

    piles: BySeat[Piles]

    def __init__(
        self,
        piles: BySeat[Piles] | str,
        contract: Contract | str,
        *more: Any,
        rules: TrickRules = PLAIN,
        **named: Any,
    ) -> None:
        """Make a position, of piles also as ``parse_piles`` reads them.

        The rest is what ``Position`` takes. Raises what they do.
        """
        if rules.is_plain:
            from .rules.games.manille import MANILLE as rules
        vars(self)["piles"] = as_piles(piles)
        for seat, hand in zip(SEATS, self.piles, strict=True):
            check_once(chain(*hand), seat.word)
        hands = [hand_of(chain(*hand)) for hand in self.piles]
        super().__init__(hands, contract, *more, rules=rules, **named)

    def __repr__(self) -> str:
        arguments = format_piles(self.piles), self.contract, self.leader, format_cards(self.table)
        return f"PilePosition{tuple(map(str, arguments))}"

    def open_cards(self, seat: Seat) -> int:
        """Return the cards of a seat that lie on top of its piles."""
        return hand_of(pile[0] for pile in self.piles[seat] if pile)

    def _after(self, card: int) -> Position:
        after = super()._after(card)
        vars(after)["piles"] = tuple(
            tuple(pile[pile[:1] == (card,) :] for pile in hand) for hand in self.piles
        )
        return after

    def equivalent_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal cards, lowest first, each by itself: another lies under each."""
        return tuple((card,) for card in sorted(self.legal(), key=partial(low_first, self.rules)))


def _pile_text(pile: Sequence[int | None]) -> str:
    known = format_cards(card for card in pile if card is not None)
    return known + "?" * pile.count(None) or "-"


def parse_piles(
    text: str,
    read: Callable[[str], tuple[Card, ...]] = parse_cards,  # type: ignore[assignment]
) -> BySeat[tuple[tuple[Card, ...], ...]]:
    """Return the piles of a text, ``"F:DQ HJ, H7 CQ, SK, - / D:DA HA, SJ C7, H9, -"``.

    Forehand's are first, the top card of each is; the seats may go unsaid. Raises what
    ``checked_piles`` does.
    """
    seats = [
        re.split("[,|]", part.strip().removeprefix(f"{'FD'[at : at + 1]}:"))
        for at, part in enumerate(text.split("/"))
    ]
    return checked_piles(seats, lambda pile: read(pile.strip(" -–")), str.strip)


def parse_seen_piles(
    text: str, read: Callable[[str], tuple[int, ...]] = parse_cards
) -> BySeat[SeenPiles]:
    """Return the piles of a text with a question mark for each card that lies covered.

    ``"F:DQ HJ??, H7???, SK???, S9??? / D:DA HA??, SJ???, H9???, HT???"`` are piles of which one of
    each seat has been played from. Raises what ``checked_piles`` does.
    """
    return parse_piles(text, partial(_with_covered, read))


def _with_covered(read: Callable[[str], tuple[int, ...]], text: str) -> tuple[int | None, ...]:
    known = text.rstrip("? ")
    return *read(known), *[None] * text.count("?", len(known))


def checked_piles(
    seats: Sequence[Sequence[T]],
    read: Callable[[T], tuple[Card, ...]] = tuple,  # type: ignore[assignment]
    text: Callable[[T], str] = _pile_text,  # type: ignore[assignment]
) -> BySeat[tuple[tuple[Card, ...], ...]]:
    """Return the piles of both seats as they are ``read``, where there can be such.

    Raises NotationError, which names seat and pile, this by its ``text``.
    """
    from .rules.games.manille import THIRTY_TWO  # here: most positions need no game

    if len(seats) != len(SEATS):
        raise NotationError(f"piles of {counted(len(seats), 'seat')}: expected {len(SEATS)}")
    checked: list[list[tuple[Card, ...]]] = [[], []]
    for seat, piles in zip(SEATS, seats, strict=True):
        if len(piles) != PILES:
            raise NotationError(f"{seat.word}: {counted(len(piles), 'pile')}, expected {PILES}")
        for number, pile in enumerate(piles, 1):
            try:
                cards = read(pile)
                if len(cards) > PILES:
                    raise NotationError(f"more than {PILES} cards")
                if known_in([cards]) & ~THIRTY_TWO:
                    raise NotationError(f"{text(pile)}: not of the pack of 32")
            except NotationError as error:
                raise NotationError(f"{seat.word}, pile {number}: {error.message}") from None
            checked[seat].append(cards)
    return tuple(map(tuple, checked))


def as_piles(
    value: object,
    parse: Callable[[str], BySeat[tuple[tuple[Card, ...], ...]]] = parse_piles,
    read: Callable[[Any], tuple[Card, ...]] = as_cards,
) -> BySeat[tuple[tuple[Card, ...], ...]]:
    """Return piles given as text or card by card, none where there are none."""
    if isinstance(value, str):
        return parse(value) if value else ()
    seats = [several(hand, "piles", PILES) for hand in several(value, "piles", len(SEATS))]
    return checked_piles(seats, read) if seats else ()


def as_seen_piles(value: object) -> BySeat[SeenPiles]:
    """Return piles so given, with None or a question mark for each card that lies covered."""
    return as_piles(value, parse_seen_piles, partial(as_seen_cards, name="piles"))


def format_piles(piles: BySeat[SeenPiles]) -> str:
    """Return the piles of both seats as ``parse_piles`` or ``parse_seen_piles`` reads them."""

    return " / ".join(
        f"{seat.letter}:{', '.join(map(_pile_text, hand))}"
        for seat, hand in zip(SEATS, piles, strict=True)
    )


# What is seen of them -------------------------------------------------------------------


def known_in(piles: Iterable[Iterable[int | None]]) -> int:
    """Return the cards of piles that have been seen, as a hand."""
    return hand_of(card for card in chain(*piles) if card is not None)


def seen_piles(piles: BySeat[SeenPiles], played: Sequence[int]) -> BySeat[SeenPiles]:
    """Return piles with None for what has not been seen by the time these cards are played.

    What lies under a card that is played is turned once the trick is over.
    """
    over = hand_of(played[: len(played) // len(SEATS) * len(SEATS)])

    def seen(pile: Sequence[int | None]) -> Iterator[int | None]:
        above = None
        for at, card in enumerate(pile):
            yield card if not at or (above is not None and over >> above & 1) else None
            above = card

    return tuple(tuple(tuple(seen(pile)) for pile in hand) for hand in piles)


def piles_left(
    piles: BySeat[tuple[tuple[Card, ...], ...]], played: Iterable[int]
) -> BySeat[tuple[tuple[Card, ...], ...]]:
    """Return piles as they lie once these cards have been played from them."""
    gone = hand_of(played)
    return tuple(
        tuple(tuple(card for card in pile if card is None or not gone >> card & 1) for pile in hand)
        for hand in piles
    )
