"""Open piles: hands of which only the card on top of each pile may be played."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeAlias, TypeVar

from .cards import BySeat, Contract, Seat, check_once, hand_of, seats_of
from .checks import counted
from .errors import NotationError
from .notation import format_cards, parse_cards
from .position import Position
from .rules.trick import PLAIN, TrickRules, low_first

T = TypeVar("T")

PILES = 4
"""The piles of a seat, and the cards of a pile at first."""

SEATS = seats_of(2)

Piles: TypeAlias = tuple[tuple[int, ...], ...]
"""The piles of a seat, the top card of each first; one that is used up is empty."""


@dataclass(frozen=True, init=False, repr=False)
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
        given = parse_piles(piles) if isinstance(piles, str) else checked_piles(piles)
        vars(self)["piles"] = given
        for seat, own in zip(SEATS, self.piles, strict=True):
            check_once(chain(*own), seat.word)
        hands = [hand_of(chain(*own)) for own in self.piles]
        super().__init__(hands, contract, *more, rules=rules, **named)

    def __repr__(self) -> str:
        told = format_piles(self.piles), self.contract, self.leader, format_cards(self.table)
        return f"PilePosition{tuple(map(str, told))}"

    def open_cards(self, seat: Seat) -> int:
        """Return the cards of a seat that lie on top of its piles."""
        return hand_of(pile[0] for pile in self.piles[seat] if pile)

    def _after(self, card: int) -> Position:
        after = super()._after(card)
        vars(after)["piles"] = tuple(
            tuple(pile[pile[:1] == (card,) :] for pile in own) for own in self.piles
        )
        return after

    def equivalent_cards(self) -> tuple[tuple[int, ...], ...]:
        """Return the legal cards, lowest first, each by itself: another lies under each."""
        return tuple((card,) for card in sorted(self.legal(), key=partial(low_first, self.rules)))


def parse_piles(text: str, read: Callable[[str], tuple[int, ...]] = parse_cards) -> BySeat[Piles]:
    """Return the piles of a text, ``"F:DQ HJ, H7 CQ, SK, - / D:DA HA, SJ C7, H9, -"``.

    Forehand's are first, the top card of each is; the seats may go unsaid. Raises what
    ``checked_piles`` does.
    """
    told = [
        re.split("[,|]", own.strip().removeprefix(f"{'FD'[at : at + 1]}:"))
        for at, own in enumerate(text.split("/"))
    ]
    return checked_piles(told, lambda pile: read(pile.strip(" -–")), str.strip)


def checked_piles(
    seats: Sequence[Sequence[T]],
    read: Callable[[T], tuple[int, ...]] = tuple,  # type: ignore[assignment]
    text: Callable[[T], str] = format_cards,  # type: ignore[assignment]
) -> BySeat[Piles]:
    """Return the piles of both seats as they are ``read``, where there can be such.

    Raises NotationError, which names seat and pile, this by its ``text``.
    """
    from .rules.games.manille import THIRTY_TWO  # here: most positions need no game

    if len(seats) != len(SEATS):
        raise NotationError(f"piles of {counted(len(seats), 'seat')}: expected {len(SEATS)}")
    found: list[list[tuple[int, ...]]] = [[], []]
    for seat, piles in zip(SEATS, seats, strict=True):
        if len(piles) != PILES:
            raise NotationError(f"{seat.word}: {counted(len(piles), 'pile')}, expected {PILES}")
        for number, pile in enumerate(piles, 1):
            try:
                cards = read(pile)
                if len(cards) > PILES:
                    raise NotationError(f"more than {PILES} cards")
                if hand_of(cards) & ~THIRTY_TWO:
                    raise NotationError(f"{text(pile)}: not of the pack of 32")
            except NotationError as error:
                raise NotationError(f"{seat.word}, pile {number}: {error.message}") from None
            found[seat].append(cards)
    return tuple(map(tuple, found))


def format_piles(piles: BySeat[Piles]) -> str:
    """Return the piles of both seats as ``parse_piles`` reads them."""
    return " / ".join(
        f"{seat.letter}:{', '.join(format_cards(pile) or '-' for pile in own)}"
        for seat, own in zip(SEATS, piles, strict=True)
    )
