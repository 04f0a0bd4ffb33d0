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

from manni.solver.cards import SEATS, Seat, card_name, triple
from manni.solver.position import Position
from manni.solver.reprs import Printable, by_seat_text, repr_text
from manni.solver.rules.contract import Contract
from manni.solver.rules.game import Names
from manni.solver.values.share import Shares, Tricks

Losses = tuple[tuple[int, int], ...]
"""Each legal card, in the order of ``Position.legal()``, with what it would have cost."""


@dataclass(frozen=True)
class SeenCard:
    """How a card did over ``worlds`` that its player could not tell from the deal.

    ``best`` is the card that was best on average over as many other worlds. ``behind`` is how
    many points worse than that the card did, with a 95 % ``interval``; in a misère how much less
    of a chance. It is a mistake from ``least`` on.
    """

    best: int
    behind: float
    interval: tuple[float, float]
    worlds: int
    least: float

    @property
    def is_mistake(self) -> bool | None:
        """Whether it did worse than the best card; None where the worlds cannot tell.

        A mistake is worse beyond chance, and by ``least`` at least. It is none where the card is
        the best, or less than that behind whatever chance has done.
        """
        low, high = self.interval
        if low > 0 and self.behind >= self.least:
            return True
        return None if high >= self.least else False


@dataclass(frozen=True, repr=False)
class PlayedCard:
    """A card of the record and what it did, tricks or points by seat for the whole record.

    ``number`` and ``trick`` count from 1. ``side`` is the player's seat and its partner's.
    ``losses`` has every card that was legal. ``taken_by`` is the seat that took the trick which
    the card completed, None where it completed none. ``seen`` is how it did in the worlds
    that its player thought possible, None where that was not worked out, as for cards that cost
    nothing.
    """

    number: int
    trick: int
    seat: Seat
    side: tuple[Seat, ...]
    card: int
    before: Tricks
    after: Tricks
    share_before: Shares
    share_after: Shares
    losses: Losses
    taken_by: Seat | None = None
    seen: SeenCard | None = None

    def __repr__(self) -> str:
        place = f"trick {self.trick}: {self.seat} {card_name(self.card)}"
        return repr_text(self, place, f"loss {self.loss}", by_seat_text("after", self.after))

    @property
    def loss(self) -> int:
        """How much worse the player's guarantee is than with the best card."""
        return dict(self.losses)[self.card]

    @property
    def kept(self) -> tuple[int, ...]:
        """The cards that keep the player's guarantee."""
        return tuple(card for card, loss in self.losses if not loss)

    @property
    def gave(self) -> Tricks:
        """How much better the others' guarantees are after it; none for the player's side."""
        return triple(
            0 if seat in self.side else abs(after - before)
            for seat, before, after in zip(Seat, self.before, self.after, strict=True)
        )

    @property
    def moved(self) -> Shares:
        """By how many tricks each seat's share changed; they add up to nothing."""
        return triple(
            after - before
            for before, after in zip(self.share_before, self.share_after, strict=True)
        )


@dataclass(frozen=True, repr=False)
class TurningPoint:
    """A card that decided something, and what the right one would have led to.

    ``cost`` is how many tricks its player's share got worse, ``missed_target`` whether that
    reached the target of the contract before the card and not after it (in a great contract
    the guarantee). ``line`` goes on from ``position``, in which the card was played: its player
    plays to his guarantee there, the others hold him to it. ``tricks`` is what each seat has
    at the end of it, tricks won before counted. Both are None where there was no time to find
    them.
    """

    played: PlayedCard
    position: Position
    cost: Fraction
    missed_target: bool
    line: tuple[int, ...] | None = None
    tricks: Tricks | None = None

    def __repr__(self) -> str:
        line = "" if self.line is None else f"line {' '.join(map(card_name, self.line))}"
        return repr_text(self, repr(self.played), f"cost {self.cost}", line)


@dataclass(frozen=True)
class BestExchange:
    """The best exchange beside a recorded one: guarantees at that moment, and their difference.

    ``contract`` is the trump to name with it, where it is named after the exchange, and
    ``others_follow`` says that seats may exchange after this one.
    """

    discards: tuple[int, ...]
    guarantee: int
    recorded: int
    lost: int
    contract: Contract | None = None
    others_follow: bool = False


@dataclass(frozen=True)
class Exchange:
    """What a seat's exchange did for it: its guarantee at the first lead with and without.

    ``discards`` are the cards put down. ``pat`` is the guarantee if the seat had exchanged
    nothing and the others as recorded. ``best`` is there if the best exchange was asked
    for: it compares at the moment of the exchange, with the later seats standing pat, or where
    a trump is named after it, with any trump.
    """

    seat: Seat
    discards: tuple[int, ...]
    guarantee: int
    pat: int
    best: BestExchange | None = None


@dataclass(frozen=True, repr=False)
class Review(Printable):
    """A play record looked at card by card, tricks by seat F, M, D.

    ``start`` is the position before ``first_trick``, with which the review begins. The
    guarantee and the share there count tricks won before. Where the run was over first the
    review is ``partial``: it begins later than with ``asked_from``, the trick that was asked
    for, or the exchanges of the seats ``not_compared``, the line of a turning point
    or a card as it was seen are missing.
    ``seen_worlds`` is how many worlds a card was to meet, None if that was not asked for.

    ``turning_points`` are those of the cards looked at, the dearest first. ``names`` are the
    players' by seat, ``targets`` the tricks at which each seat breaks even, ``points`` those of
    the deal, each None where the record does not tell. Where a ``bid`` is recorded the targets
    are what the declarer needs to make it, and the two others together to defeat it.
    """

    start: Position
    first_trick: int
    cards: tuple[PlayedCard, ...]
    guarantee: Tricks
    share: Shares
    exchanges: tuple[Exchange, ...] = ()
    asked_from: int = 1
    not_compared: tuple[Seat, ...] = ()
    turning_points: tuple[TurningPoint, ...] = ()
    names: Names | None = None
    targets: Tricks | None = None
    bid: str | None = None
    points: Tricks | None = None
    seen_worlds: int | None = None

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
