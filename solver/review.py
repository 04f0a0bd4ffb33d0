"""What every card of a played deal cost its player, and what it gave the others.

All tricks here are those of the whole record: already won plus guaranteed from there on.
A seat's figure changes only when a card changes it. Its own cards can only worsen it, by
their **loss**; the others' cards can only improve it, by what they **gave**. At the end
it is the seat's result:

    result = guarantee at the start - own losses + gifts     (NULLO: + losses - gifts)

The guarantees add up to the tricks only at the end. So a gift need not be a mistake; a loss
is one against others who join. Whether it is one too against others who play for themselves
is told by its **sure loss**, worked out from ``FREE_TRICKS`` tricks on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from solver import checks
from solver.cards import SEATS, Seat, by_seat, triple
from solver.deal import Deal
from solver.engine import Engine
from solver.errors import DealError, StoppedError
from solver.exchange.before import before_exchange
from solver.exchange.open_cards import OpenExchange, best_exchange
from solver.pool import Pool
from solver.position import Position
from solver.run import Run
from solver.selfish_engine import SelfishEngine
from solver.values.equals import equal_groups
from solver.values.selfish import FREE_TRICKS, SelfishCard, plus, selfish_on
from solver.values.share import Shares, Tricks, share
from solver.values.solve import Solver
from solver.values.standing import standing

_SELFISH_MB = 16
"""Eight cards fill a few megabytes of it."""

Losses = tuple[tuple[int, int], ...]
"""Each legal card, in the order of ``Position.legal()``, with what it would have cost."""


@dataclass(frozen=True)
class PlayedCard:
    """A card of the record and what it did, tricks by seat F, M, D for the whole record.

    ``number`` and ``trick`` count from 1. ``losses`` has every card that was legal.
    ``selfish`` is what selfish play makes of the card, None where it was not worked out.
    """

    number: int
    trick: int
    seat: Seat
    card: int
    before: Tricks
    after: Tricks
    losses: Losses
    selfish: SelfishCard | None = None

    @property
    def sure_loss(self) -> int | None:
        """What it costs its player whatever selfish others choose, None if not worked out."""
        return None if self.selfish is None else self.selfish.sure_loss

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
    """What a seat's exchange did for it: its guarantee at the first lead with and without.

    ``discards`` are the cards put down. ``pat`` is the guarantee if the seat had exchanged
    nothing and the others as recorded. ``best`` is there if the best exchange was asked
    for: it compares at the moment of the exchange, with the later seats standing pat.
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
    guarantee and the share there count tricks won before. Where the run was over first the
    review is ``partial``: it begins later than with ``asked_from``, the trick that was asked
    for, or the exchanges of the seats ``not_compared`` or selfish play are missing. In a
    ``great`` contract there is none of the last.
    """

    start: Position
    first_trick: int
    cards: tuple[PlayedCard, ...]
    guarantee: Tricks
    share: Shares
    exchanges: tuple[Exchange, ...] = ()
    asked_from: int = 1
    not_compared: tuple[Seat, ...] = ()
    great: bool = False

    @property
    def selfish_missing(self) -> bool:
        """Whether a card has no sure loss that should have one."""
        end = self.first_trick + self.start.tricks
        return not self.great and any(
            played.selfish is None and end - played.trick <= FREE_TRICKS for played in self.cards
        )

    @property
    def partial(self) -> bool:
        """Whether some of what was asked for has not been looked at."""
        return self.first_trick > self.asked_from or bool(self.not_compared) or self.selfish_missing

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
    seconds: float | None = None,
    run: Run | None = None,
) -> Review:
    """Return the review of a deal's play from a trick on.

    ``exchanges`` asks for the best exchange beside each recorded one, a search of its own.

    The search goes from the last card backwards; a run that is over first leaves a partial
    review, which begins with the first whole trick it got to. Raises StoppedError if it got
    to none, DealError where nothing is recorded to review, IllegalPlayError at the first
    card that could not be played, naming trick, seat and card.
    """
    run = Run.of(run, seconds)
    checks.instance(solver, Solver, "solver")
    search = ReviewSearch(deal, first_trick=first_trick, exchanges=exchanges)
    search.work(solver.pool, run)
    try:
        return search.review()
    except StoppedError:
        run.check()
        raise


class ReviewSearch:
    """A review on the way to being found; what has been found is kept between calls of ``work``.

    Raises what ``review`` does for a deal with nothing to review.
    """

    def __init__(self, deal: Deal, *, first_trick: int = 1, exchanges: bool = False) -> None:
        self.deal = checks.instance(deal, Deal, "deal")
        self.first_trick = checks.number(first_trick, "first_trick", 1)
        self._with_best = checks.flag(exchanges, "exchanges")
        if not deal.play:
            raise DealError("no play is recorded")
        self._skipped = SEATS * (self.first_trick - 1)
        if self._skipped >= len(deal.play):
            raise DealError(
                f"only {-(-len(deal.play) // SEATS)} tricks are recorded: there is no trick "
                f"{first_trick} to begin with"
            )
        begun = standing(deal, after=self._skipped)
        self._play = _Play(begun.position, begun.won, deal.play[self._skipped :])
        self._exchangers = [seat for seat in Seat if first_trick == 1 and deal.discards[seat]]
        self._compared: list[Exchange] = []

    @property
    def is_whole(self) -> bool:
        """Whether all has been looked at that was asked for."""
        return (
            not self._play.first_known
            and (self.deal.great or self._play.selfish_is_known)
            and len(self._compared) == len(self._exchangers)
        )

    def work(self, pool: Pool, run: Run) -> None:
        """Look at more of the cards, the last first, until all are or the run is over."""
        if not self.deal.great:
            self._play.look_at_selfish_play(run)  # first: it takes a moment
        self._play.look_at_all(pool, run)
        if not self._play.first_known:
            left = self._exchangers[len(self._compared) :]
            found = _exchanges(self.deal, left, self._play.totals(0), self._with_best, pool, run)
            self._compared += found

    def review(self) -> Review:
        """Return the review so far. Raises StoppedError if not one whole trick is known."""
        play, skipped = self._play, self._skipped
        tricks_left_out = -(-play.first_known // SEATS)
        start = SEATS * tricks_left_out
        if start >= len(play.cards):
            raise StoppedError("the search was stopped before it had looked at one trick")
        return Review(
            start=play.positions[start],
            first_trick=self.first_trick + tricks_left_out,
            cards=tuple(
                play.played_card(index, skipped) for index in range(start, len(play.cards))
            ),
            guarantee=play.totals(start),
            share=play.shares(start),
            exchanges=tuple(self._compared),
            asked_from=self.first_trick,
            not_compared=tuple(self._exchangers[len(self._compared) :]),
            great=self.deal.great,
        )


class _Play:
    """The cards of a play and, as far as it has been looked at, what each did.

    Lists go by the number of cards played. A ``value`` is what a seat is sure of from there
    on, found with the ``losses`` of its cards if it is to play.
    """

    def __init__(self, start: Position, won: Tricks, cards: Sequence[int]) -> None:
        self.cards = cards
        self.positions = [start]
        self.won = [won]
        for card in cards:
            position = self.positions[-1].play(card)
            self.positions.append(position)
            self.won.append(
                triple(had + position.gain(seat) for seat, had in enumerate(self.won[-1]))
            )
        self.values: dict[tuple[int, Seat], int] = {}
        self.losses: dict[int, Losses] = {}
        self.selfish: dict[int, SelfishCard] = {}
        self._short = [
            index for index in range(len(cards)) if self.positions[index].tricks <= FREE_TRICKS
        ]
        self._selfish_engine: SelfishEngine | None = None

    def look_at_all(self, pool: Pool, run: Run) -> None:
        """Find the values of all seats, the last position first, until the run is over.

        Every seat is one engine's, which goes through its positions in their order: what
        was learnt of the later ones makes the search of an earlier one short.
        """
        engines = min(len(pool.engines), SEATS)
        shares = [[seat for seat in Seat if seat % engines == number] for number in range(engines)]

        def look_at(engine: Engine, seats: list[Seat], inner: Run) -> None:
            try:
                for index in reversed(range(len(self.positions))):
                    for seat in seats:
                        if (index, seat) in self.values:
                            continue
                        self._look_at(index, seat, engine, inner)
                        run.report(len(self.values), SEATS * len(self.positions))
            except StoppedError:
                pass  # what is missing in ``values`` says how far it got

        for _ in pool.imap(look_at, shares, run):
            pass

    def _look_at(self, index: int, seat: Seat, engine: Engine, run: Run) -> None:
        position = self.positions[index]
        guess = self.values.get((index + 1, seat), 0)
        value = engine.value(position, seat, run=run, guess=guess)
        if position.to_play is seat and index < len(self.cards):
            self.losses[index] = _losses(engine, position, value, run)
        self.values[index, seat] = value

    @property
    def selfish_is_known(self) -> bool:
        """Whether selfish play has been worked out wherever it needs no limits."""
        return len(self.selfish) == len(self._short)

    def look_at_selfish_play(self, run: Run) -> None:
        """Work out selfish play where it needs no limits, until the run is over.

        It is worked out once: the engine's table then has all later positions.
        """
        if self.selfish_is_known:
            return
        if self._selfish_engine is None:
            self._selfish_engine = SelfishEngine(_SELFISH_MB)
        with suppress(StoppedError):
            for index in self._short[len(self.selfish) :]:
                found = selfish_on(self._selfish_engine, self.positions[index], run=run)
                own = next(value for value in found.cards if value.card == self.cards[index])
                self.selfish[index] = replace(own, outcomes=plus(own.outcomes, self.won[index]))

    @property
    def first_known(self) -> int:
        """How many cards were played before the first position with all values known."""
        index = len(self.positions)
        while index and all((index - 1, seat) in self.values for seat in Seat):
            index -= 1
        return index

    def guarantee(self, index: int) -> Tricks:
        """Return what each seat is sure of from a position on."""
        return by_seat(lambda seat: self.values[index, seat])

    def totals(self, index: int) -> Tricks:
        """Return what each seat has won by a position and is sure of from it on."""
        return triple(
            had + sure for had, sure in zip(self.won[index], self.guarantee(index), strict=True)
        )

    def shares(self, index: int) -> Shares:
        """Return each seat's share in a position, the tricks won before it counted."""
        position = self.positions[index]
        shares = share(self.guarantee(index), position.tricks, position.contract)
        return triple(own + had for own, had in zip(shares, self.won[index], strict=True))

    def played_card(self, index: int, skipped: int) -> PlayedCard:
        """Return a card and what it did; ``skipped`` cards of the record come before the first."""
        number = skipped + index
        return PlayedCard(
            number=number + 1,
            trick=number // SEATS + 1,
            seat=self.positions[index].to_play,
            card=self.cards[index],
            before=self.totals(index),
            after=self.totals(index + 1),
            losses=self.losses[index],
            selfish=self.selfish.get(index),
        )


def _losses(engine: Engine, position: Position, best: int, run: Run) -> Losses:
    """Return what each legal card costs the seat to play, whose guarantee is ``best``."""
    seat, sign = position.to_play, position.contract.sign
    losses = {}
    for group in equal_groups(position):
        child = position.play(group[0])
        took = child.gain(seat)
        value = engine.value(child, seat, run=run, guess=best - took) + took
        losses.update(dict.fromkeys(group, sign * (best - value)))
    return tuple((card, losses[card]) for card in position.legal())


def _exchanges(
    deal: Deal, seats: Sequence[Seat], guarantee: Tricks, with_best: bool, pool: Pool, run: Run
) -> tuple[Exchange, ...]:
    """Return what the recorded exchanges of seats did, as many as there was time for."""

    def compare(engine: Engine, seat: Seat, run: Run) -> Exchange:
        discards = deal.discards[seat] or ()
        without = tuple(
            () if other is seat else own for other, own in zip(Seat, deal.discards, strict=True)
        )
        at_lead = standing(replace(deal, discards=without, play=()), after=0).position
        pat = engine.value(at_lead, seat, run=run, guess=guarantee[seat])
        best = None
        if with_best:
            best = best_exchange(
                before_exchange(deal, seat),
                recorded=discards,
                keep=1,
                engine=engine,
                run=run,
            )
            if not best.exact:
                raise StoppedError("the best exchange was not found in the time given")
        return Exchange(seat, discards, guarantee[seat], pat, best)

    compared: list[Exchange] = []
    try:
        for exchange in pool.imap(compare, seats, run):
            compared.append(exchange)
    except StoppedError:
        pass  # the seats that are missing say so
    return tuple(compared)
