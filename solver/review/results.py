"""What every card of a played deal cost its player, and what it gave the others.

All tricks here are those of the whole record: already won plus guaranteed from there on.
A seat's figure changes only when a card changes it. Its own cards can only worsen it, by
their **loss**; the others' cards can only improve it, by what they **gave**. At the end
it is the seat's result:

    result = guarantee at the start - own losses + gifts     (NULLO: + losses - gifts)

In games for points they are points, and partners have one figure: what the two get together.

The guarantees add up to the tricks only at the end. So a gift need not be a mistake; a loss
is one against others who join. What a card moved from seat to seat is told by the shares before
and after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from manni.solver.cards import SEATS, Contract, Seat, card_name, triple
from manni.solver.position import Position
from manni.solver.reprs import Printable, by_seat_text, repr_text
from manni.solver.schema import (
    LOSS,
    SHARE,
    TEXT,
    Card,
    Cards,
    Count,
    Interval,
    Loss,
    Points,
    Worlds,
    by_card,
    by_seat,
    integer,
    nullable,
)
from manni.solver.scoresheet import Names
from manni.solver.values.solution import Shares, Tricks

Losses = Annotated[tuple[tuple[int, int], ...], by_card(LOSS)]
"""Each legal card, in the order of ``Position.legal()``, with what it would have cost."""


@dataclass(frozen=True)
class SeenCard:
    """How a card did over worlds that its player could not tell from the deal.

    In a misère ``behind`` is how much less of a chance it had.
    """

    best: Annotated[Card, "The best card on average."]
    behind: Annotated[Points, "Points fewer than that card made."]
    interval: Interval
    worlds: Annotated[Worlds, "Worlds met, and as many others to choose the best card."]
    least: Annotated[Points, "How far behind a card has to be to be a mistake."]

    @property
    def is_mistake(self) -> bool | None:
        """Whether it was worse beyond chance, and by `least` at least; null where the worlds cannot
        tell.

        It is no mistake where the card is the best, or less than that behind whatever chance has
        done.
        """
        low, high = self.interval
        if low > 0 and self.behind >= self.least:
            return True
        return None if high >= self.least else False


@dataclass(frozen=True, repr=False)
class PlayedCard:
    """A card of the record and what it did, tricks or points by seat for the whole record.

    ``side`` is the player's seat and its partner's.
    """

    number: Annotated[Count, "From 1, in the whole record."]
    trick: Annotated[Count, "From 1."]
    seat: Seat
    side: tuple[Seat, ...]
    card: Card
    before: Annotated[Tricks, "What each seat is sure of before the card, won tricks counted."]
    after: Annotated[Tricks, "The same after it."]
    share_before: Shares
    share_after: Annotated[Shares, "The shares after it, won tricks counted."]
    losses: Annotated[Losses, "What every legal card would have cost."]
    taken_by: Annotated[
        Seat | None, "Who took the trick that it completed, null if it completed none."
    ] = None
    seen: Annotated[
        SeenCard | None,
        "With --seen, of cards that cost something: how it did over worlds its player could not "
        "tell from the deal.",
    ] = None

    def __repr__(self) -> str:
        place = f"trick {self.trick}: {self.seat} {card_name(self.card)}"
        return repr_text(self, place, f"loss {self.loss}", by_seat_text("after", self.after))

    @property
    def loss(self) -> Loss:
        """Tricks of its player's guarantee that it cost."""
        return dict(self.losses)[self.card]

    @property
    def kept(self) -> Cards:
        """The cards that keep the player's guarantee."""
        return tuple(card for card, loss in self.losses if not loss)

    @property
    def gave(self) -> Tricks:
        """Tricks of their guarantees that it gave the others."""
        return triple(
            0 if seat in self.side else abs(after - before)
            for seat, before, after in zip(Seat, self.before, self.after, strict=True)
        )

    @property
    def moved(self) -> Shares:
        """By how many tricks each seat's share changed; they add up to 0."""
        return triple(
            after - before
            for before, after in zip(self.share_before, self.share_after, strict=True)
        )


@dataclass(frozen=True, repr=False)
class TurningPoint:
    """A card that decided something, and what the right one would have led to.

    ``line`` goes on from ``position``, in which the card was played: its player plays to his
    guarantee there, the others hold him to it.
    """

    played: PlayedCard
    position: Position
    cost: Annotated[Fraction, SHARE, "Tricks of its player's share that it cost."]
    missed_target: Annotated[
        bool,
        "Whether the share (in a great contract the guarantee) reached the target before and not "
        "after it.",
    ]
    line: Annotated[
        Cards | None,
        "The line from the right card on, its player against the two others; null if there was no "
        "time.",
    ] = None
    tricks: Annotated[
        Tricks | None, "What each seat has at its end, tricks won before counted."
    ] = None

    def __repr__(self) -> str:
        line = "" if self.line is None else f"line {' '.join(map(card_name, self.line))}"
        return repr_text(self, repr(self.played), f"cost {self.cost}", line)


@dataclass(frozen=True)
class BestExchange:
    """The best exchange beside a recorded one: guarantees at that moment, and their difference.

    ``others_follow`` says that seats may exchange after this one.
    """

    discards: Cards
    guarantee: Annotated[Loss, "With the best exchange, before the later seats exchange."]
    recorded: Annotated[Loss, "With the recorded one, at the same moment."]
    lost: Annotated[Loss, "How much worse that is."]
    contract: Annotated[
        Contract | None, "The trump to name with it, where it is named after the exchange."
    ] = None
    others_follow: bool = False


@dataclass(frozen=True)
class ReviewedExchange:
    """What a seat's exchange did for it: its guarantee at the first lead with and without.

    ``best`` compares at the moment of the exchange, with the later seats standing pat, or where a
    trump is named after it, with any trump.
    """

    seat: Seat
    discards: Annotated[Cards, "The cards put down."]
    guarantee: Annotated[Loss, "What the seat was sure of at the first lead."]
    pat: Annotated[
        Loss, "What it would have been sure of without its exchange, the others as recorded."
    ]
    best: Annotated[BestExchange | None, "With --exchange."] = None


@dataclass(frozen=True, repr=False)
class Review(Printable):
    """A play record looked at card by card, tricks by seat F, M, D.

    ``start`` is the position before ``first_trick``, with which the review begins. Where the run
    was over first the review is ``partial``: it begins later than with ``asked_from``, or the
    exchanges of the seats ``not_compared``, the line of a turning point or a card as it was seen
    are missing.
    """

    start: Position
    first_trick: Annotated[Count, "The first trick reviewed, from 1."]
    cards: Annotated[tuple[PlayedCard, ...], "Every card reviewed."]
    guarantee: Annotated[Tricks, "What each seat was sure of at first, won tricks counted."]
    share: Annotated[Shares, "Its share there, won tricks counted."]
    exchanges: Annotated[tuple[ReviewedExchange, ...], "What each recorded exchange did."] = ()
    asked_from: Annotated[Count, "The first one asked for."] = 1
    not_compared: Annotated[tuple[Seat, ...], "Seats whose exchange there was no time for."] = ()
    turning_points: Annotated[
        tuple[TurningPoint, ...],
        "The cards that decided the deal, the dearest first, at most three.",
    ] = ()
    names: Annotated[
        Names | None,
        nullable(by_seat(TEXT)),
        "The players' names by seat, null if the record does not tell.",
    ] = None
    targets: Annotated[
        Tricks | None,
        "The tricks at which each seat breaks even, with a bid the points that the declarer needs "
        "to make it and the others to defeat it; null if the game does not tell.",
    ] = None
    bid: Annotated[str | None, "The bid: a number of points, general, or a misère."] = None
    points: Annotated[
        Tricks | None,
        nullable(by_seat(integer(unit="points"))),
        "The points of the deal, null unless it is complete and its game known.",
    ] = None
    seen_worlds: Annotated[
        int | None,
        nullable(integer(unit="worlds")),
        "With --seen: how many worlds each card was to meet; else null.",
    ] = None

    def __repr__(self) -> str:
        told = by_seat_text("guarantee", self.guarantee), by_seat_text("share", self.share)
        return repr_text(self, f"{len(self.cards)} cards", *told, repr(self.start))

    @property
    def seen_missing(self) -> bool:
        """Whether a card that cost something was not looked at as its player saw it."""
        return self.seen_worlds is not None and any(played.seen is None for played in self.costly)

    @property
    def mistakes(self) -> tuple[PlayedCard, ...]:
        """The costly cards that were wrong on what their players could see."""
        return tuple(
            played for played in self.costly if played.seen is not None and played.seen.is_mistake
        )

    @property
    def partial(self) -> bool:
        """Whether some of what was asked for has not been looked at."""
        return (
            self.first_trick > self.asked_from
            or bool(self.not_compared)
            or self.lines_missing
            or self.seen_missing
        )

    @property
    def lines_missing(self) -> bool:
        """Whether a turning point has no line."""
        return any(turning.line is None for turning in self.turning_points)

    def bid_makes(self, figures: Tricks) -> bool | None:
        """Return whether the bid is made where the seats are sure of this, None without a bid."""
        declarer = self.start.declarer
        if self.bid is None or self.targets is None or declarer is None:
            return None
        return self.start.sign * (figures[declarer] - self.targets[declarer]) >= 0

    @property
    def bid_turned(self) -> tuple[PlayedCard, ...]:
        """The cards after which a bid that was sure to be made is not, or the other way round."""
        return tuple(
            played
            for played in self.cards
            if self.bid_makes(played.before) is not self.bid_makes(played.after)
        )

    @property
    def complete(self) -> bool:
        """Whether the deal was played to its end."""
        return len(self.cards) + len(self.start.table) == SEATS * self.start.tricks

    @property
    def sure(self) -> Tricks:
        """What each seat is sure of where the record stops: its result if complete."""
        return self.cards[-1].after

    def lost(self, seat: Seat) -> int:
        """Return what the seat's own cards cost it."""
        return sum(played.loss for played in self.cards if played.seat is seat)

    def got(self, seat: Seat) -> int:
        """Return what the others' cards gave the seat."""
        return sum(played.gave[seat] for played in self.cards)

    @property
    def costly(self) -> tuple[PlayedCard, ...]:
        """The cards that cost their player some of his guarantee, in the order played."""
        return tuple(played for played in self.cards if played.loss)
