"""The values of a position: what the searches of this room come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from manni.solver.cards import SEATS, BySeat, card_name, triple
from manni.solver.engine import Bounds
from manni.solver.position import Position
from manni.solver.reprs import Printable, by_seat_text, repr_text
from manni.solver.schema import Card, Cards, Length, Loss, bounds_text
from manni.solver.values.share import Shares, Tricks, best_case, share

SeatBounds = BySeat[Bounds | None]
SeatTricks = BySeat[int | None]


@dataclass(frozen=True, repr=False)
class CardValue:
    """What a card leads to, by seat F, M, D, in tricks or points from the position before it on.

    ``bounds`` are proved limits of the guarantees: equal where the search was
    finished, None for a seat not asked for.
    """

    card: Card
    bounds: SeatBounds
    share: Annotated[Shares | None, "The shares after the card, tricks of the position."]
    loss: Annotated[
        Loss | None,
        "Tricks of the mover's guarantee that the card costs against his best card; null if not "
        "proved.",
    ]

    def __repr__(self) -> str:
        loss = "" if self.loss is None else f"loss {self.loss}"
        values = _bounds_text(self.bounds), by_seat_text("share", self.share), loss
        return repr_text(self, card_name(self.card), *values)

    @property
    def guarantee(self) -> SeatTricks:
        """The guarantees after the card, None where not known."""
        return exact_tricks(self.bounds)


@dataclass(frozen=True, repr=False)
class WholeCardValue(CardValue):
    """What a card leads to where nothing was left out and nothing stopped the search."""

    loss: int

    @property
    def guarantee(self) -> Tricks:
        """The guarantees after the card."""
        return _known(self.bounds)


@dataclass(frozen=True, repr=False)
class Solution(Printable):
    """The values of a position, by seat F, M, D, in tricks or points from the position on.

    Seats may have been left out, or time may have run out; if not, it is a ``WholeSolution``.

    ``bounds`` are proved limits of the guarantees: equal where the search was
    finished, None for a seat not asked for. ``cards`` has every legal card in the
    order of ``position.legal()``, or is None where not asked for.
    """

    position: Position
    bounds: SeatBounds
    cards: tuple[CardValue, ...] | None = None
    line: Annotated[
        Cards | None,
        "With --line: the cards of a line in which the seat plays to its guarantee and the others "
        "to hold it there; left out if it was not found in time.",
    ] = None

    def __repr__(self) -> str:
        values = (
            _bounds_text(self.bounds),
            by_seat_text("best case", self.best_case),
            by_seat_text("share", self.share),
        )
        cards = "" if self.cards is None else f"{len(self.cards)} cards"
        line = "" if self.line is None else f"line {' '.join(map(card_name, self.line))}"
        return repr_text(self, *values, cards, line, repr(self.position))

    @property
    def tricks(self) -> Length:
        """Tricks to be played, the one in progress included."""
        return self.position.tricks

    @property
    def guarantee(self) -> SeatTricks:
        """What each seat is sure of (NULLO: at most takes), None where not known.

        Of a seat that has a partner, what the two get together.
        """
        return exact_tricks(self.bounds)

    @property
    def exact(self) -> bool:
        """Whether every guarantee asked for was found in time."""
        return all(pair is None or pair[0] == pair[1] for pair in self.bounds)

    @property
    def best_case(self) -> Tricks | None:
        """What each seat gets if the two others secure no more than their guarantees.

        None unless all three guarantees are known. Between a declarer and two partners nothing is
        open: it is the guarantee.
        """
        guarantees, position = all_known(self.bounds), self.position
        if guarantees is None or position.declarer is not None:
            return guarantees
        return best_case(guarantees, position.worth, position.contract, position.rules)

    @property
    def share(self) -> Shares | None:
        """A fair number of tricks for each seat; they add up to the tricks.

        None unless all three guarantees are known, or if two are partners.
        """
        return share_of(self.position, self.bounds)


@dataclass(frozen=True, repr=False)
class WholeSolution(Solution):
    """The values of a position where every seat was asked for and everything asked is known.

    Only ``share`` may still be None: between a declarer and two partners nothing is shared.
    """

    cards: tuple[WholeCardValue, ...] | None = None

    @property
    def guarantee(self) -> Tricks:
        """What each seat is sure of (NULLO: at most takes).

        Of a seat that has a partner, what the two get together.
        """
        return _known(self.bounds)

    @property
    def best_case(self) -> Tricks:
        """Each seat's best case; between a declarer and two partners, the guarantee."""
        best = super().best_case
        assert best is not None  # all guarantees are known
        return best


def solution_of(
    position: Position, bounds: SeatBounds, cards: tuple[CardValue, ...] | None = None
) -> Solution:
    """Return the values of a position, a ``WholeSolution`` if all of them are known."""
    if all_known(bounds) is None:
        return Solution(position, bounds, cards)
    if cards is None:
        return WholeSolution(position, bounds)
    whole = tuple(
        WholeCardValue(value.card, value.bounds, value.share, value.loss)
        for value in cards
        if value.loss is not None and all_known(value.bounds) is not None
    )
    if len(whole) < len(cards):
        return Solution(position, bounds, cards)
    return WholeSolution(position, bounds, whole)


def _known(bounds: SeatBounds) -> Tricks:
    guarantees = all_known(bounds)
    assert guarantees is not None  # else it is no whole solution
    return guarantees


def _bounds_text(bounds: SeatBounds) -> str:
    known = (None if pair is None else bounds_text(pair) for pair in bounds)
    return by_seat_text("guarantee", known)


def share_of(position: Position, bounds: SeatBounds) -> Shares | None:
    """Return the shares in a position with these guarantees, None where there are none."""
    guarantees = all_known(bounds)
    if guarantees is None or position.declarer is not None:
        return None
    return share(guarantees, position.worth, position.contract, position.rules)


def exact_tricks(bounds: SeatBounds) -> SeatTricks:
    """Return the guarantees that bounds come to, None where they do not meet."""
    return triple(None if pair is None or pair[0] != pair[1] else pair[0] for pair in bounds)


def all_known(bounds: Iterable[Bounds | None]) -> Tricks | None:
    """Return the three guarantees, None unless all are known."""
    guarantees = [pair[0] for pair in bounds if pair is not None and pair[0] == pair[1]]
    return triple(guarantees) if len(guarantees) == SEATS else None
