"""What every card of a played deal cost its player, and what it gave the others.

All tricks here are those of the whole record: already won plus guaranteed from there on.
So a seat's figure changes only where a card changes it. Its own cards can only worsen
it, by their **loss**; the others' cards can only better it, by what they **gave**. At the
end it is the seat's result:

    result = guarantee at the start - own losses + gifts     (NULLO: + losses - gifts)

The guarantees add up to the tricks only at the end, so gifts are nobody's mistake as such;
losses are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from solver.cards import SEATS, Seat, triple
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import DealError
from solver.exchange.open_cards import OpenExchange, before_exchange, best_exchange
from solver.position import Position
from solver.values.equals import equal_groups
from solver.values.share import Shares, Tricks, share
from solver.values.solve import Solver
from solver.values.standing import Standing, standing

Losses = tuple[tuple[int, int], ...]
"""Each legal card, in the order of ``Position.legal()``, with what it would have cost."""


@dataclass(frozen=True)
class PlayedCard:
    """A card of the record and what it did, tricks by seat F, M, D for the whole record.

    ``number`` and ``trick`` count from 1. ``losses`` has every card that was legal.
    """

    number: int
    trick: int
    seat: Seat
    card: int
    before: Tricks
    after: Tricks
    losses: Losses

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
        """How much better the others' guarantees are after it; none for the player."""
        return triple(
            0 if seat == self.seat else abs(after - before)
            for seat, before, after in zip(Seat, self.before, self.after, strict=True)
        )


@dataclass(frozen=True)
class Exchange:
    """What a seat's exchange did for it: its guarantee at the lead with it and without.

    ``discards`` are the cards put down. ``pat`` is the guarantee if the seat had exchanged
    nothing and the others as recorded. ``best`` is there if the best exchange was asked
    for: it compares at the moment of the exchange, the later seats standing pat.
    """

    seat: Seat
    discards: tuple[int, ...]
    guarantee: int
    pat: int
    best: OpenExchange | None = None


@dataclass(frozen=True)
class Review:
    """A play record looked at card by card, tricks by seat F, M, D.

    ``start`` is the position before ``first_trick``, with which the review begins. The
    guarantee and the share there count tricks won before.
    """

    start: Position
    first_trick: int
    cards: tuple[PlayedCard, ...]
    guarantee: Tricks
    share: Shares
    exchanges: tuple[Exchange, ...] = ()

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
    def turning_points(self) -> tuple[PlayedCard, ...]:
        """The cards that cost their player something, in the order played."""
        return tuple(played for played in self.cards if played.loss)


def review(
    deal: Deal,
    solver: Solver,
    *,
    first_trick: int = 1,
    exchanges: bool = False,
    done: Callable[[int], None] = lambda cards: None,
) -> Review:
    """Return the review of a deal's play from a trick on.

    ``exchanges`` asks for the best exchange beside each recorded one, a search of its own.
    The search goes from the last card backwards; ``done`` is told of each card it has done
    with. Ctrl-C ends it: the review then begins with the first whole trick it got to.
    Raises DealError where nothing is recorded to review, IllegalPlayError at the first
    card that could not be played, naming trick, seat and card.
    """
    if not deal.play:
        raise DealError("no play is recorded")
    skipped = SEATS * (first_trick - 1)
    if skipped >= len(deal.play):
        raise DealError(
            f"only {-(-len(deal.play) // SEATS)} tricks are recorded: there is no trick "
            f"{first_trick} to begin with"
        )
    begun = standing(deal, after=skipped)
    search = _Search(solver.engine, begun, deal.play[skipped:])
    try:
        for _ in search.backwards():
            done(1)
    except KeyboardInterrupt:
        reached = first_trick + -(-search.undone // SEATS)
        if SEATS * (reached - 1) >= len(deal.play):
            raise
        return review(deal, solver, first_trick=reached)
    guarantee = search.totals(0)
    shares = share(search.values[0], begun.position.tricks, begun.position.contract)
    return Review(
        start=begun.position,
        first_trick=first_trick,
        cards=tuple(
            PlayedCard(
                number=skipped + index + 1,
                trick=first_trick + index // SEATS,
                seat=search.positions[index].to_play,
                card=card,
                before=search.totals(index),
                after=search.totals(index + 1),
                losses=search.losses[index],
            )
            for index, card in enumerate(deal.play[skipped:])
        ),
        guarantee=guarantee,
        share=triple(own + had for own, had in zip(shares, begun.won, strict=True)),
        exchanges=_exchanges(deal, solver.engine, guarantee, exchanges) if first_trick == 1 else (),
    )


class _Search:
    """The values of each position of a play and of each card that was legal in it.

    ``values`` count from each position on. Lists go by the number of cards played.
    """

    def __init__(self, engine: Engine, begun: Standing, cards: Sequence[int]) -> None:
        self._engine = engine
        self.positions = [begun.position]
        self.won = [begun.won]
        for card in cards:
            position = self.positions[-1].play(card)
            self.positions.append(position)
            self.won.append(_won_after(self.won[-1], position))
        self.values: list[Tricks] = [(0, 0, 0)] * len(self.positions)
        self.losses: list[Losses] = [()] * len(self.positions)
        self.undone = len(self.positions)

    def backwards(self) -> Iterator[int]:
        """Search each position, the last one first: what is learnt makes the next short."""
        later = (0, 0, 0)
        for index in reversed(range(len(self.positions))):
            position = self.positions[index]
            first, second, third = (
                _value_near(self._engine, position, seat, later[seat]) for seat in Seat
            )
            later = self.values[index] = first, second, third
            if index < len(self.positions) - 1:
                best = later[position.to_play]
                self.losses[index] = _losses(self._engine, position, best)
            self.undone = index
            yield index

    def totals(self, index: int) -> Tricks:
        """Return what each seat has won by a position and is sure of from it on."""
        return triple(
            had + sure for had, sure in zip(self.won[index], self.values[index], strict=True)
        )


def _won_after(won: Tricks, position: Position) -> Tricks:
    if position.table:
        return won
    return triple(had + (seat == position.leader) for seat, had in enumerate(won))


def _value_near(engine: Engine, position: Position, seat: Seat, guess: int) -> int:
    """Return a guarantee by tests outward from a guess."""
    return engine.value(position, seat, guess=guess)


def _losses(engine: Engine, position: Position, best: int) -> Losses:
    """Return what each legal card costs the seat to play, whose guarantee is ``best``."""
    seat, sign = position.to_play, position.contract.sign
    losses = {}
    for group in equal_groups(position):
        child = position.play(group[0])
        won = int(not child.table and child.leader == seat)
        value = _value_near(engine, child, seat, best - won) + won
        losses.update(dict.fromkeys(group, sign * (best - value)))
    return tuple((card, losses[card]) for card in position.legal())


def _exchanges(
    deal: Deal, engine: Engine, guarantee: Tricks, with_best: bool
) -> tuple[Exchange, ...]:
    """Return what each recorded exchange did, in the order of the seats."""
    exchanges = []
    for seat in Seat:
        discards = deal.discards[seat]
        if not discards:
            continue
        others = tuple(
            () if other is seat else own for other, own in zip(Seat, deal.discards, strict=True)
        )
        without = standing(replace(deal, discards=others, play=()), after=0).position
        pat = _value_near(engine, without, seat, guarantee[seat])
        best = None
        if with_best:
            before = before_exchange(deal, seat)
            best = best_exchange(before, recorded=discards, keep=1, engine=engine)
        exchanges.append(Exchange(seat, discards, guarantee[seat], pat, best))
    return tuple(exchanges)
