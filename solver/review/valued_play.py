"""The values of every position of a recorded play, searched from the last card backwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from manni.solver.cards import SEATS, Seat, by_seat, triple
from manni.solver.engine import Engine
from manni.solver.errors import StoppedError
from manni.solver.pool import Pool
from manni.solver.position import Position
from manni.solver.review.results import Losses, PlayedCard
from manni.solver.run import Run
from manni.solver.values.share import Shares, Tricks, share


class Play:
    """The cards of a play and, as far as the search has come, what each did.

    Lists are indexed by the number of cards played. ``values`` are what a seat is sure of from
    there on; ``losses`` are those of the cards of the seat to play.
    """

    def __init__(self, start: Position, won: Tricks, cards: Sequence[int]) -> None:
        self.cards = cards
        self.positions = start.follow(cards)
        self.won = [*accumulate(self.positions[1:], won_after, initial=won)]
        self.values: dict[tuple[int, Seat], int] = {}
        self.losses: dict[int, Losses] = {}

    def look_at_all(self, pool: Pool, run: Run) -> None:
        """Find the values of all seats, the last position first, until the run is over.

        One engine values all positions of a seat: its table from later positions makes the
        search of an earlier one short.
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
                pass  # what is missing from ``values`` says how far it got

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
        """Return what each seat, with its partner, has won by a position and is sure of from it."""
        position, won = self.positions[index], self.won[index]
        return triple(
            sum(won[partner] for partner in position.side(seat)) + sure
            for seat, sure in zip(Seat, self.guarantee(index), strict=True)
        )

    def shares(self, index: int) -> Shares:
        """Return each seat's share in a position, what was won before it counted.

        Between a declarer and partners nothing is open: it is what each side is sure of.
        """
        position = self.positions[index]
        if position.declarer is not None:
            return triple(map(Fraction, self.totals(index)))
        guarantee = self.guarantee(index)
        shares = share(guarantee, position.worth, position.contract, position.rules)
        return triple(
            seat_share + had for seat_share, had in zip(shares, self.won[index], strict=True)
        )

    def loss(self, index: int) -> int:
        """Return how much worse a card makes its player's guarantee than the best card."""
        return dict(self.losses[index])[self.cards[index]]

    def cost(self, index: int) -> Fraction:
        """Return how many tricks, or points, worse a card makes its player's share."""
        position = self.positions[index]
        seat = position.to_play
        return position.sign * (self.shares(index)[seat] - self.shares(index + 1)[seat])

    def played_card(self, index: int, skipped: int) -> PlayedCard:
        """Return a card and what it did; ``skipped`` cards of the record come before the first."""
        number = skipped + index
        return PlayedCard(
            number=number + 1,
            trick=number // SEATS + 1,
            seat=self.positions[index].to_play,
            side=self.positions[index].side(self.positions[index].to_play),
            card=self.cards[index],
            before=self.totals(index),
            after=self.totals(index + 1),
            share_before=self.shares(index),
            share_after=self.shares(index + 1),
            taken_by=self.positions[index + 1].taken_by,
            losses=self.losses[index],
        )


def won_after(won: Tricks, position: Position) -> Tricks:
    """Return what each seat has won once the card that led to a position is played."""
    return triple(had + position.gain(seat) for seat, had in enumerate(won))


def _losses(engine: Engine, position: Position, best: int, run: Run) -> Losses:
    """Return what each legal card costs the seat to play, whose guarantee is ``best``."""
    seat, sign = position.to_play, position.sign
    side, losses = position.side(seat), {}
    for group in position.equivalent_cards():
        child = position.play(group[0])
        took = sum(map(child.gain, side))
        value = engine.value(child, seat, run=run, guess=best - took) + took
        losses.update(dict.fromkeys(group, sign * (best - value)))
    return tuple((card, losses[card]) for card in position.legal())
