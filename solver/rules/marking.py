"""What is marked on the score sheet where cards count points; it need not add up to zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from solver.cards import Seat, by_seat, triple
from solver.rules.bidding import Aim, Bid

Mark = int | Fraction
"""Points of the score sheet: whole, except where a sum is shared out."""
Marks = tuple[Mark, Mark, Mark]


class Taken(NamedTuple):
    """What came of a deal: the points each seat took, the bid, the worth of the turned card."""

    points: tuple[int, int, int]
    declarer: Seat | None = None
    bid: Bid | None = None
    turned: int = 0

    @property
    def made(self) -> bool:
        """Whether the declarer did what he bid.

        Every trick is worth a point by itself: who has no point has no trick.
        """
        assert self.declarer is not None
        assert self.bid is not None
        own = self.points[self.declarer]
        if self.bid.aim is Aim.NONE:
            return own == 0
        if self.bid.aim is Aim.ALL:
            return own == sum(self.points)
        return own >= self.bid.worth


@runtime_checkable
class Marking(Protocol):
    """How a deal is marked."""

    @property
    def signed(self) -> bool:
        """Whether marks may be below zero."""

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""


@dataclass(frozen=True)
class Above:
    """Each marks his points above ``par``; the dealer the worth of the turned card besides."""

    signed: ClassVar[bool] = False
    par: int
    turned: bool = True

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        bonus = taken.turned if self.turned else 0
        return by_seat(
            lambda seat: max(0, taken.points[seat] - self.par) + bonus * (seat is Seat.DEALER)
        )

    def __str__(self) -> str:
        card = "; the dealer also those of the turned card" * self.turned
        return f"each marks his points above {self.par}{card}"


@dataclass(frozen=True)
class AllPoints:
    """Each marks all his points, unless somebody has claimed all the tricks."""

    signed: ClassVar[bool] = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        if taken.bid is None:
            return taken.points
        worth, made = taken.bid.worth, taken.made
        return by_seat(lambda seat: worth if (seat is taken.declarer) != made else 0)

    def __str__(self) -> str:
        return "each marks his points"


@dataclass(frozen=True)
class Shared:
    """Who is short of ``par`` pays what he lacks; the others share it by what they have above."""

    signed: ClassVar[bool] = True
    par: int

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat wins or pays; it adds up to zero."""
        above = [points - self.par for points in taken.points]
        paid = -sum(min(own, 0) for own in above)
        most = sum(max(own, 0) for own in above)
        return triple(own if own <= 0 else _whole(Fraction(paid * own, most)) for own in above)

    def __str__(self) -> str:
        return (
            f"who is short of {self.par} points pays what he lacks; the others share it in "
            f"proportion to what they have above {self.par}"
        )


@dataclass(frozen=True)
class ByBid:
    """The declarer marks his bid if he makes it, otherwise each other marks it.

    ``realised`` has him mark the points he took.
    """

    signed: ClassVar[bool] = False
    realised: bool = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        assert taken.bid is not None
        assert taken.declarer is not None
        worth = taken.bid.worth
        if not taken.made:
            return by_seat(lambda seat: 0 if seat is taken.declarer else worth)
        if self.realised and taken.bid.aim is Aim.POINTS:
            worth = taken.points[taken.declarer]
        return by_seat(lambda seat: worth if seat is taken.declarer else 0)

    def __str__(self) -> str:
        made = "the points he took" if self.realised else "it"
        return f"who makes his bid marks {made}, otherwise each other marks it"


def _whole(value: Fraction) -> Mark:
    return value.numerator if value.denominator == 1 else value


def total(marks: Sequence[Mark]) -> Mark:
    """Return a sum of marks, whole if it is."""
    return _whole(Fraction(sum(marks)))
