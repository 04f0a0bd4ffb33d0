"""What is marked on the score sheet where cards count points; it need not add up to zero."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from manni.solver.cards import BySeat, Seat, by_seat, triple
from manni.solver.i18n import _
from manni.solver.rules.bidding import Aim, Bid
from manni.solver.rules.contract import Contract

Mark = int | Fraction
"""Points of the score sheet: whole, except where a sum is shared out."""
Marks = BySeat[Mark]


class Taken(NamedTuple):
    """What came of a deal: what each seat took, the bid, the worth of the turned card.

    The points are whole where they were played for, and may be shares where they are expected.
    """

    points: Marks
    declarer: Seat | None = None
    bid: Bid | None = None
    turned: int = 0
    contract: Contract | None = None
    great: bool = False

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


def claimed(taken: Taken, forfeit: bool = False) -> Marks | None:
    """Return what a claim of every trick brings, None where nobody has claimed.

    It is the worth of the claim: for the claimer who makes it, else for each of the others;
    the other way round where marks are a ``forfeit``.
    """
    if taken.bid is None:
        return None
    claimer, worth = taken.declarer, taken.bid.worth
    return by_seat(lambda seat: worth if (seat is claimer) == (taken.made != forfeit) else 0)


class Marking(ABC):
    """How a deal is marked; its ``str`` is the words for it.

    ``worth`` is what a deal brings a player. ``signed`` says that marks may be below zero,
    ``turned`` that the dealer marks the worth of the card turned up, ``realised`` that who makes
    a bid marks the points he took, ``forfeit`` that marks are bad.
    """

    signed: ClassVar[bool] = False
    worth: ClassVar[str] = "marks"
    turned: bool = False
    realised: bool = False
    forfeit: bool = False

    @property
    def wanted(self) -> int | None:
        """The points that a seat wants to have, None where more are simply better."""
        return None

    @abstractmethod
    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""

    def balance(self, marks: Marks, seat: Seat) -> float:
        """Return what a seat marks more than each other, or less where marks are bad."""
        own = marks[seat]
        more = float(own - (sum(marks) - own) / (len(marks) - 1))
        return -more if self.forfeit else more

    def claim(self, bid: Bid) -> str:
        """Return what a claim of every trick brings, in a game in which it can be made."""
        return _("{bid}: who makes it marks {number}, otherwise each other marks {number}").format(
            bid=bid, number=bid.worth
        )

    def words(self, declared: bool, nullo: bool) -> Mapping[str, str]:
        """Return how a deal is marked."""
        return {"marks": str(self)}

    def data(self, declared: bool) -> dict[str, Any]:
        """Return the same for JSON."""
        return {"marks": str(self)}


@dataclass(frozen=True)
class Above(Marking):
    """Each marks his points above ``par``; the dealer the worth of the turned card besides."""

    par: int
    turned: bool = True

    @property
    def wanted(self) -> int:
        """The least points that are marked for."""
        return self.par + 1

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        bonus = taken.turned if self.turned else 0
        return claimed(taken) or by_seat(
            lambda seat: max(0, taken.points[seat] - self.par) + bonus * (seat is Seat.DEALER)
        )

    def __str__(self) -> str:
        text = _("each marks his points above {number}")
        if self.turned:
            text = _(
                "each marks his points above {number}; the dealer also those of the turned card"
            )
        return text.format(number=self.par)


@dataclass(frozen=True)
class AllPoints(Marking):
    """Each marks all his points, which are a ``forfeit`` where few are wanted."""

    forfeit: bool = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        return claimed(taken, self.forfeit) or taken.points

    def claim(self, bid: Bid) -> str:
        """Return what a claim of every trick brings: ``claimed`` in words."""
        if not self.forfeit:
            return super().claim(bid)
        return _(
            "{bid}: where it is made each other marks {number}, otherwise the claimer does"
        ).format(bid=bid, number=bid.worth)

    def __str__(self) -> str:
        return _("each marks his points")


@dataclass(frozen=True)
class Shared(Marking):
    """Who is short of ``par`` pays what he lacks; the others share it by what they have above."""

    signed: ClassVar[bool] = True
    par: int

    @property
    def wanted(self) -> int:
        """The points that cost nothing."""
        return self.par

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat wins or pays; it adds up to zero.

        Who has claimed every trick and fails pays each other what he would have had from him.
        """
        if taken.bid is not None:
            sign = 1 if taken.made else -1
            return by_seat(lambda seat: sign * self.par * (2 if seat is taken.declarer else -1))
        above = [points - self.par for points in taken.points]
        paid = -sum(min(own, 0) for own in above)
        most = sum(max(own, 0) for own in above)
        return triple(own if own <= 0 else _whole(Fraction(paid * own, most)) for own in above)

    def claim(self, bid: Bid) -> str:
        """Return what a claim of every trick brings."""
        return _(
            "{bid}: who makes it gets {number} from each other, otherwise he pays each {number}"
        ).format(bid=bid, number=self.par)

    def __str__(self) -> str:
        return _(
            "who is short of {number} points pays what he lacks; the others share it in "
            "proportion to what they have above {number}"
        ).format(number=self.par)


@dataclass(frozen=True)
class ByBid(Marking):
    """The declarer marks his bid if he makes it, otherwise each other marks it.

    ``realised`` has him mark the points he took.
    """

    realised: bool = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        assert taken.bid is not None
        assert taken.declarer is not None
        worth: Mark = taken.bid.worth
        if not taken.made:
            return by_seat(lambda seat: 0 if seat is taken.declarer else worth)
        if self.realised and taken.bid.aim is Aim.POINTS:
            worth = taken.points[taken.declarer]
        return by_seat(lambda seat: worth if seat is taken.declarer else 0)

    def __str__(self) -> str:
        if self.realised:
            return _("who makes his bid marks the points he took, otherwise each other marks it")
        return _("who makes his bid marks it, otherwise each other marks it")


def _whole(value: Fraction) -> Mark:
    return value.numerator if value.denominator == 1 else value


def total(marks: Iterable[Mark]) -> Mark:
    """Return a sum of marks, whole if it is."""
    return _whole(Fraction(sum(marks)))


def totals(deals: Iterable[Marks], plus: bool = False) -> Marks:
    """Return the sum of each player's points in deals, or of his ``plus`` points alone."""
    columns = zip((0, 0, 0), *deals, strict=True)
    return triple(total(max(mark, 0) if plus else mark for mark in column) for column in columns)
