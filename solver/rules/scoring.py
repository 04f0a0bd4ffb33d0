"""What is marked for a deal, and when a game is over.

Tricks are counted against targets, with bonuses of great contracts; or points of cards are marked,
which need not add up to zero.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from ..cards import SEATS, BySeat, Contract, Seat, by_seat, seats_of
from ..i18n import N_, _, gettext, ngettext, text_if
from ..records import frozen
from .auction import Aim, Bid

Mark = int | Fraction
"""Points of the score sheet: whole, except where a sum is shared out."""
Marks = BySeat[Mark]
Sides = tuple[tuple[int, ...], ...]
"""Seats that play together, side by side."""


class Taken(NamedTuple):
    """What came of a deal: what each seat took, the bid, the worth of the turned card.

    The points are whole where they were played for, and may be shares where they are expected.
    ``partners`` are the sides of the game where they are the same in every deal: what is taken,
    and marked, is the side's. Who takes every trick counts ``slam_points``, whatever lies in a
    talon.
    """

    points: Marks
    declarer: Seat | None = None
    bid: Bid | None = None
    turned: int = 0
    contract: Contract | None = None
    great: bool = False
    partners: Sides = ()
    slam_points: int = 0

    @property
    def seats(self) -> type[Seat]:
        """The seats of the table."""
        return seats_of(len(self.points))

    def side(self, seat: Seat) -> tuple[int, ...]:
        """Return the seats whose score is that of one: its own, and those of its partners."""
        return next((side for side in self.partners if seat in side), (seat,))

    def of(self, seat: Seat) -> Mark:
        """Return what the side of a seat took."""
        return sum(self.points[member] for member in self.side(seat))

    @property
    def declarers(self) -> tuple[int, ...]:
        """The seats on the side that declares; nobody where nobody does."""
        return () if self.declarer is None else self.side(self.declarer)

    def award(self, mark: Mark, made: bool) -> Marks:
        """Return so much for who declares where it is made, otherwise for each of the others."""
        declarers = self.declarers
        return by_seat(lambda seat: mark if (seat in declarers) == made else 0, self.seats)

    @property
    def made(self) -> bool:
        """Whether the declarer did what he bid.

        Every trick is worth a point by itself: who has no point has no trick.
        """
        assert self.declarer is not None
        assert self.bid is not None
        points = self.of(self.declarer)
        if self.bid.aim is Aim.NONE:
            return points == 0
        if self.bid.aim is Aim.ALL:
            return points == sum(self.points)
        return points >= self.bid.worth


def claimed(taken: Taken, marks_are_bad: bool = False) -> Marks | None:
    """Return what a claim of every trick brings, None where nobody has claimed.

    It is the worth of the claim: for the claimer who makes it, else for each of the others;
    the other way round where ``marks_are_bad``.
    """
    if taken.bid is None:
        return None
    return taken.award(taken.bid.worth, taken.made != marks_are_bad)


class Marking(ABC):
    """How a deal is marked; its ``str`` is the words for it.

    ``worth`` is what a deal brings a player. ``signed`` says that marks may be below zero,
    ``sides`` that a side marks as one, ``turned`` that the dealer marks the worth of the card
    turned up, ``marks_taken_points`` that who makes a bid marks the points he took,
    ``marks_are_bad`` that marks are bad.
    """

    signed: ClassVar[bool] = False
    worth: ClassVar[str] = "marks"
    turned: bool = False
    sides: bool = False
    marks_taken_points: bool = False
    marks_are_bad: bool = False

    @property
    def points_wanted(self) -> int | None:
        """The points that a seat wants to have, None where more are simply better."""
        return None

    @abstractmethod
    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""

    def balance(self, marks: Marks, seat: Seat, partners: Sides = ()) -> float:
        """Return what a seat marks more than each other side, or less where marks are bad."""
        side = next((side for side in partners if seat in side), (seat,))
        others = [mark for other, mark in enumerate(marks) if other not in side]
        more = float(marks[seat] - sum(others) / len(others))
        return -more if self.marks_are_bad else more

    def claim(self, bid: Bid) -> str:
        """Return what a claim of every trick brings where it can be made: ``claimed`` in words."""
        how = N_("{bid}: who makes it marks {number}, otherwise each of the others does")
        if self.signed:
            how = N_(
                "{bid}: who makes it gets {number} from each of the others, "
                "else he pays each {number}"
            )
        elif self.marks_are_bad:
            how = N_(
                "{bid}: if it is made each of the others marks {number}, otherwise the claimer does"
            )
        elif self.sides:
            how = N_("{bid}: the side that makes it marks {number}, otherwise the other does")
        return gettext(how, bid=bid, number=self.points_wanted if self.signed else bid.worth)

    def words(self, declared: bool, nullo: bool) -> Mapping[str, str]:
        """Return how a deal is marked."""
        return {"marks": str(self)}


@frozen
class Above(Marking):
    """Each marks his points above ``par``; the dealer the worth of the turned card besides."""

    par: int
    turned: bool = True
    sides: bool = False

    @property
    def points_wanted(self) -> int:
        """The least points that are marked for."""
        return self.par + 1

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        bonus = taken.turned if self.turned else 0
        dealers, all_points = taken.side(taken.seats.DEALER), sum(taken.points)

        def mark(seat: Seat) -> Mark:
            points = taken.of(seat)
            counted = max(points, taken.slam_points) if points == all_points else points
            return max(0, counted - self.par) + bonus * (seat in dealers)

        return claimed(taken) or by_seat(mark, taken.seats)

    def __str__(self) -> str:
        return gettext(_ABOVE[2 * self.sides + self.turned], number=self.par)


_ABOVE = (
    N_("each marks his points above {number}"),
    N_("each marks his points above {number}; the dealer also those of the turned card"),
    N_("each side marks its points above {number}"),
    N_("each side marks its points above {number}; the dealer's also those of the turned card"),
)


@frozen
class AllPoints(Marking):
    """Each marks all his points; ``marks_are_bad`` where few are wanted."""

    marks_are_bad: bool = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        return claimed(taken, self.marks_are_bad) or by_seat(taken.of, taken.seats)

    def __str__(self) -> str:
        return _("each marks his points")


@frozen
class Shared(Marking):
    """Who is short of ``par`` pays what he lacks; the others share it by what they have above."""

    signed: ClassVar[bool] = True
    par: int

    @property
    def points_wanted(self) -> int:
        """The points that cost nothing."""
        return self.par

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat wins or pays; it adds up to zero.

        Who has claimed every trick and fails pays each other what he would have had from him.
        """
        if taken.bid is not None:
            pays = self.par if taken.made else -self.par
            all_others = (len(taken.points) - 1) * pays
            return by_seat(
                lambda seat: all_others if seat is taken.declarer else -pays, taken.seats
            )
        above = [points - self.par for points in taken.points]
        paid = -sum(min(excess, 0) for excess in above)
        most = sum(max(excess, 0) for excess in above)
        return tuple(
            excess if excess <= 0 else total([Fraction(paid * excess, most)]) for excess in above
        )

    def __str__(self) -> str:
        return _(
            "who is short of {number} points pays what he lacks; the others share it in "
            "proportion to what they have above {number}",
            number=self.par,
        )


@frozen
class ByBid(Marking):
    """The declarer marks his bid if he makes it, otherwise each other marks it.

    ``marks_taken_points`` has him mark the points he took.
    """

    marks_taken_points: bool = False

    def marks(self, taken: Taken) -> Marks:
        """Return what each seat marks."""
        assert taken.bid is not None
        assert taken.declarer is not None
        made = taken.made
        if made and self.marks_taken_points and taken.bid.aim is Aim.POINTS:
            return taken.award(taken.of(taken.declarer), made)
        return taken.award(taken.bid.worth, made)

    def __str__(self) -> str:
        if self.marks_taken_points:
            return _(
                "who makes his bid marks the points he took, otherwise the others mark the bid each"
            )
        return _("who makes his bid marks it, otherwise each of the others does")


def total(marks: Iterable[Mark]) -> Mark:
    """Return a sum of marks, whole if it is."""
    whole = Fraction(sum(marks))
    return whole.numerator if whole.denominator == 1 else whole


def totals(deals: Sequence[Marks], plus: bool = False, players: int = SEATS) -> Marks:
    """Return the sum of each player's points in deals, or of his ``plus`` points alone.

    With no deal nothing says how many ``players`` there are.
    """
    columns = zip(*deals, strict=True) if deals else ((),) * players
    return tuple(total(max(mark, 0) if plus else mark for mark in column) for column in columns)


Declarers = Collection[int]
"""The seats on the side that declares, none where nobody does."""


class Targets(NamedTuple):
    """The tricks at which the declarer and each other seat break even, or their sides."""

    declarer: int
    others: int

    def by_seat(self, declarers: Declarers, seats: type[Seat] = Seat) -> BySeat[int]:
        """Return the target of each seat."""
        return by_seat(lambda seat: self.declarer if seat in declarers else self.others, seats)

    def words(self, declared: bool) -> str:
        """Return the targets in words, in a game in which somebody declares or nobody does."""
        if not declared:
            return _("{number} each", number=self.others)
        return _("declarer {declarer}, others {others}", declarer=self.declarer, others=self.others)


class Bonus(NamedTuple):
    """The points of a great contract in which the declarer takes exactly so many tricks."""

    tricks: int
    declarer: int
    others: int


@frozen
class Scoring(Marking):
    """Points around the targets of each kind of contract.

    Where nobody declares, only ``others`` counts. ``great`` is None where there are no
    great contracts; in these, ``bonuses`` replace the count of tricks.
    """

    signed: ClassVar[bool] = True
    worth: ClassVar[str] = "points"
    plain: Targets
    nullo: Targets | None = None
    great: Targets | None = None
    bonuses: tuple[Bonus, ...] = ()

    def targets(self, contract: Contract, great: bool) -> Targets:
        """Return the targets of a contract that the game has."""
        kind = self.great if great else self.nullo if contract.avoids else self.plain
        assert kind is not None
        return kind

    def marks(self, taken: Taken) -> Marks:
        """Return each seat's points, which add up to zero."""
        seats, declarer, contract = taken.seats, taken.declarer, taken.contract
        assert contract is not None
        if taken.great and declarer is not None:
            for bonus in self.bonuses:
                if taken.of(declarer) == bonus.tricks:
                    return Targets(*bonus[1:]).by_seat(taken.declarers, seats)
        targets = self.targets(contract, taken.great).by_seat(taken.declarers, seats)
        return by_seat(lambda seat: contract.sign * (taken.of(seat) - targets[seat]), seats)

    def words(self, declared: bool, nullo: bool) -> Mapping[str, str]:
        """Return targets, points and bonuses, for a game with or without NULLO."""
        parts = [self.plain.words(declared)]
        if self.nullo is not None and self.nullo != self.plain:
            parts.append(_("in NULLO {targets}", targets=self.nullo.words(declared)))
        if self.great is not None:
            parts.append(_("in great contracts {targets}", targets=self.great.words(declared)))
        points = _("tricks minus target")
        if nullo:
            points = _("tricks minus target, in NULLO target minus tricks")
        return {
            "targets": _("; ").join(parts),
            "points": points,
            "bonuses": ", ".join(
                _(
                    "great contract with {number} tricks {declarer}, the others {others}",
                    number=bonus.tricks,
                    declarer=f"{bonus.declarer:+d}",
                    others=f"{bonus.others:+d}",
                )
                for bonus in self.bonuses
            ),
        }


Deals = tuple[Marks, ...]
"""The points of each deal of a game, by player."""


class Ending(ABC):
    """When a game is over, and who has won it; its ``str`` is the words for it.

    ``names_loser`` says that somebody loses rather than wins, ``plus`` that plus points are counted
    by themselves.
    """

    names_loser: ClassVar[bool] = False
    plus: bool = False

    @abstractmethod
    def over(self, deals: Deals) -> bool:
        """Return whether it is, after the last of these deals."""

    def winners(self, deals: Deals) -> tuple[int, ...]:
        """Return the players who have won: those with the highest total."""
        points = totals(deals)
        return tuple(player for player, total in enumerate(points) if total == max(points))

    def marks_to_add(self, deals: Deals, marks: Marks) -> Marks:
        """Return what is added after these deals for one that brings ``marks``, by player.

        Every player adds his to the last deal, whatever his total.
        """
        return marks

    def rounds(self, deals: Deals, players: int = SEATS) -> tuple[Round, ...]:
        """Return the rounds of a match of so many players so far, none of another game."""
        return ()


@frozen
class FirstTo(Ending):
    """Over when the total of a player, or of a side, reaches ``points``, written with ``sign``.

    With ``plus`` his plus points alone count, whatever his minus.
    """

    points: int
    sign: str = "+"
    sides: bool = False
    plus: bool = False

    def over(self, deals: Deals) -> bool:
        """Return whether it is."""
        return max(totals(deals, self.plus)) >= self.points

    def __str__(self) -> str:
        if self.plus:
            return _("until a player has {number} plus points", number=self.points)
        return text_if(
            self.sides,
            "until a side has {number}",
            "until a player has {number}",
            number=f"{self.sign}{self.points}",
        )


class Round(NamedTuple):
    """A round of a match: the points of its deals so far, and what ends it."""

    deals: Deals
    ending: FirstTo
    players: int = SEATS

    @property
    def totals(self) -> Marks:
        """Each player's points."""
        return totals(self.deals, players=self.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won it; empty until it is over."""
        return self.ending.winners(self.deals) if self.ending.over(self.deals) else ()


@frozen
class Match(Ending):
    """Two rounds and, unless a player has won both, a decider; each begins at nothing.

    The decider is between those who have won a round: another plays on but marks nothing. Who
    shares the highest total of a round has won it too.
    """

    to: FirstTo
    decider: FirstTo

    def rounds(self, deals: Deals, players: int = SEATS) -> tuple[Round, ...]:
        """Return the rounds, of which the last may be under way; before any deal it is empty."""
        endings = (self.to, self.to, self.decider)
        so_far = [Round((), self.to, players)]
        for points in deals:
            if so_far[-1].winners and len(so_far) < len(endings):
                so_far.append(Round((), endings[len(so_far)]))
            so_far[-1] = Round((*so_far[-1].deals, points), so_far[-1].ending, len(points))
        return tuple(so_far)

    def marks_to_add(self, deals: Deals, marks: Marks) -> Marks:
        """Return the marks, in a decider nothing for who has won no round."""
        *before, _now = (match_round.winners for match_round in self.rounds((*deals, marks)))
        if len(before) < 2:
            return marks
        return tuple(
            mark if any(player in winners for winners in before) else 0
            for player, mark in enumerate(marks)
        )

    def over(self, deals: Deals) -> bool:
        """Return whether it is."""
        return bool(self.winners(deals))

    def winners(self, deals: Deals) -> tuple[int, ...]:
        """Return who has won both rounds, or else the decider."""
        won = [match_round.winners for match_round in self.rounds(deals)]
        first, second, last, *_ = (*won, (), ())
        return tuple(player for player in first if player in second) or last

    def __str__(self) -> str:
        return text_if(
            self.to.sides,
            "two rounds to {number}, and a decider to {decider} unless one side has won both",
            "two rounds to {number}, and a decider to {decider} unless one player has won both",
            number=self.to.points,
            decider=self.decider.points,
        )


@frozen
class AfterDeals(Ending):
    """Over after a fixed number of deals."""

    deals: int

    def over(self, deals: Deals) -> bool:
        """Return whether it is."""
        return len(deals) >= self.deals

    def __str__(self) -> str:
        return ngettext("{number} deal", "{number} deals", self.deals, number=self.deals)


@frozen
class Endless(Ending):
    """Never over: every deal is settled by itself."""

    def over(self, deals: Deals) -> bool:
        """Return that it is not."""
        return False

    def __str__(self) -> str:
        return _("deal by deal, without an end")


@frozen
class FirstLoses(FirstTo):
    """Over when a player's total reaches ``points``: the highest total loses."""

    names_loser: ClassVar[bool] = True

    def winners(self, deals: Deals) -> tuple[int, ...]:
        """Return who has less than the highest total."""
        highest = super().winners(deals)
        return tuple(player for player in range(len(deals[0])) if player not in highest)

    def __str__(self) -> str:
        return _("until a player has {number}, who loses", number=self.points)


@frozen
class LastLoses(Ending):
    """Over when all but one have reached ``points``: the one left loses.

    Who has reached them plays on but marks nothing more (*il est hors de coups*).
    If the last two get there in the same deal, the lower total of the two loses.
    """

    names_loser: ClassVar[bool] = True
    points: int

    def over(self, deals: Deals) -> bool:
        """Return whether it is."""
        points = totals(deals)
        return sum(total >= self.points for total in points) >= len(points) - 1

    def winners(self, deals: Deals) -> tuple[int, ...]:
        """Return who was there before the last deal, or has more than the lowest of the others."""
        had = totals(deals[:-1], players=len(deals[0]))
        players = [*zip(totals(deals), had, strict=True)]
        last = min(total for total, had in players if had < self.points)
        return tuple(
            player
            for player, (total, had) in enumerate(players)
            if had >= self.points or total > last
        )

    def marks_to_add(self, deals: Deals, marks: Marks) -> Marks:
        """Return the marks, nothing for who has reached the total."""
        had = totals(deals, players=len(marks))
        return tuple(
            0 if total >= self.points else mark for total, mark in zip(had, marks, strict=True)
        )

    def __str__(self) -> str:
        return _("until all but one have {number}; the one left loses", number=self.points)
