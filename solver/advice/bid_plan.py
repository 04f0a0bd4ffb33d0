"""What to bid now, in an auction of numbers: what the others say to it, and what then stands.

In each world the others bid on their hands as the rule of thumb does (``bidding_policy``), whatever
the seat says now; it goes on by the least bid that is allowed, up to a number that is tried out, or
has passed. If its bid stands in the end, it is made or not as the world was solved; if another's
does, that is made as often as the rule expects with such hands. What is marked then is worth what
the seat marks more than each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.bidding_policy import FIGURES, FigureModel, Rest, bid_worth, heard, made_by
from manni.solver.advice.compare import Comparison, in_steps
from manni.solver.advice.hand_policy import hand_figure
from manni.solver.advice.statistics import Interval, cross_fitted, resampled
from manni.solver.advice.world import World
from manni.solver.advice.worlds import Worlds
from manni.solver.cards import SEATS, BySeat, Seat
from manni.solver.rules.bidding import Aim, Bid, Bidding
from manni.solver.rules.marking import Taken
from manni.solver.rules.variant import Variant
from manni.solver.run import Run

_BLOCK, _POOL = 40, 4
"""Worlds that are chosen together, and how many are drawn for one that is."""

_MOST = 6
"""How many bids now are tried beside the least: each takes an auction in every world."""

_ERRORS = 2.0
"""Bids are tried within so many errors of the points that the rule of thumb expects."""

Floats = NDArray[np.float64]
Ends = NDArray[np.int16]


class Heard(NamedTuple):
    """A world, the hands by the seats of the auction, and what its block counts as."""

    world: World
    figures: BySeat[float]
    as_many: float


def heard_worlds(worlds: Worlds, bidding: Bidding) -> Iterator[Heard]:
    """Yield worlds, those in which the others would have bid as they have more often.

    Worlds have the seat that asks as forehand, whatever seat it has in the auction.
    """
    variant, shown, seat = worlds.observation.variant, worlds.observation.shown, bidding.to_call
    assert seat is not None
    said = heard(variant, bidding)
    number = 0
    while True:
        rng = np.random.Generator(np.random.PCG64([*worlds.numbers, 1, number]))
        drawn = [worlds.draw(rng) for _ in range(_BLOCK * _POOL)]
        own = hand_figure(variant, worlds.observation.hand, shown)
        figures = np.full((len(drawn), SEATS), own)
        weights = np.ones(len(drawn))
        for step in (1, 2):
            other = (seat + step) % SEATS
            each = [hand_figure(variant, world.hands[step], shown) for world in drawn]
            figures[:, other] = each
            weights *= np.interp(each, FIGURES, said[other])
        chosen, as_many = resampled(weights, _BLOCK)
        for row in rng.permutation(chosen).tolist():
            one, two, three = figures[row].tolist()
            yield Heard(drawn[row], (one, two, three), as_many)
        number += 1


class BidPlan(NamedTuple):
    """What is to be said now, None to pass, and up to what number to go on if others bid.

    ``bids`` has what each bid that was tried brings, and how often the seat then declares;
    ``passing`` is what a pass brings, and what is said is ``ahead`` of it by so much.
    """

    now: Bid | None
    up_to: Bid | None
    bids: dict[Bid, tuple[float, float]]
    passing: float
    ahead: float
    ahead_interval: Interval


class Auctions:
    """The auctions that what a seat says now may lead to, bid to their ends in one world each.

    Of the ``numbers`` that the hand may make each is one to go up to. Of ``bids`` to be said now
    the least is tried, and some near what the hand is expected to make.
    """

    def __init__(
        self, variant: Variant, bidding: Bidding, hand: int, shown: Sequence[int] = ()
    ) -> None:
        expected = bid_worth(variant, hand, shown)
        near = _ERRORS * FigureModel.of(variant).error
        legal = (bid for bid in bidding.legal() if bid is not None and bid.aim is Aim.POINTS)
        self.variant, self.bidding = variant, bidding
        self.numbers = [bid for bid in legal if bid.worth <= expected + near]
        above = [bid for bid in self.numbers[1:] if expected - near <= bid.worth <= expected]
        self.bids = [*self.numbers[:1], *_some(above)]
        self._rest = Rest(variant, bidding)

    def ends(self, figures: Sequence[float], run: Run) -> Ends:
        """Return who declares and what stands, a row for a pass and then for each bid said now.

        A column is how far the seat goes on; after a pass it does not. Raises StoppedError once
        the run is over.
        """
        rows = []
        for said in (None, *self.bids):
            run.check()
            rows.append(self._rest.ends(said, figures, self.numbers or self.variant.bids[:1]))
        return np.array(rows, np.int16)


class Bidder(NamedTuple):
    """Who is in turn in an auction, and what that seat knows of worlds, a row each.

    ``figures`` are those of the hands by seat, ``points`` what the seat takes if it declares, each
    counting ``as_many`` independent worlds; ``ends`` are those of the ``auctions``.
    """

    auctions: Auctions
    figures: Floats
    points: NDArray[np.int64]
    as_many: Floats
    ends: Ends

    @property
    def seat(self) -> Seat:
        """The seat."""
        seat = self.auctions.bidding.to_call
        assert seat is not None
        return seat

    def worth(self, marks: Floats) -> Floats:
        """Return what marks by seat are worth to the seat, a row each."""
        return np.asarray(marks[:, self.seat] * 1.5 - marks.sum(axis=1) / 2)

    def brings(self, said: Bid | None, up_to: Bid | None) -> tuple[Floats, Floats]:
        """Return what it brings in each world to say this and go on up to a number.

        Besides it is returned whether the seat then declares.
        """
        variant, seat, figures = self.auctions.variant, self.seat, self.figures
        row = 0 if said is None else self.auctions.bids.index(said) + 1
        column = 0 if up_to is None else self.auctions.numbers.index(up_to)
        declarers, rungs = self.ends[:, row, column].T
        value = self.worth(np.zeros_like(figures))
        for declarer in Seat:
            mine = declarers == declarer
            for rung in np.unique(rungs[mine]):
                rows, bid = np.flatnonzero(mine & (rungs == rung)), variant.bids[rung]
                taken = np.full(len(rows), bid.worth)
                if declarer is seat:
                    taken = self.points[rows]
                    chance = (taken >= bid.worth).astype(np.float64)
                else:
                    his = figures[rows, declarer]
                    chance = made_by(variant, bid.worth, his, figures[rows].sum(axis=1) - his)
                made, failed = (
                    self.worth(_marked(variant, declarer, bid, does, taken))
                    for does in (True, False)
                )
                value[rows] = chance * made + (1 - chance) * failed
        return value, (declarers == seat).astype(np.float64)

    def plan(self) -> BidPlan:
        """Return what to say now: of ends of the bidding the best, of bids then the best."""
        auctions = self.auctions
        passed, _ = self.brings(None, None)
        up_to, ways = None, []
        if auctions.numbers:
            least = auctions.bids[0]
            ends = [self.brings(least, most)[0].mean().round(9) for most in auctions.numbers]
            up_to = auctions.numbers[int(np.argmax(ends))]
            ways = [bid for bid in auctions.bids if bid.worth <= up_to.worth]
        found = [self.brings(bid, up_to) for bid in ways]
        values = np.stack([passed, *(value for value, _ in found)], axis=1)
        means = values.mean(axis=0).round(9)
        chosen = int(means.argmax())
        # The luck of the choice is left out: no world counts for what it has helped to choose.
        ahead = cross_fitted(values, values) - passed
        step = 2.0 * (ways[chosen - 1].worth if chosen else 1)
        end = 2.0 * auctions.variant.bids[-1].worth
        compared = Comparison(in_steps(step), [(-end, end)])
        compared.extend(ahead[:, None], np.zeros(len(ahead)), self.as_many)
        told = compared.estimate(0)
        return BidPlan(
            ways[chosen - 1] if chosen else None,
            up_to if chosen else None,
            {
                bid: (float(mean), float(declares.mean()))
                for bid, mean, (_, declares) in zip(ways, means[1:], found, strict=True)
            },
            float(means[0]),
            told.mean,
            told.interval,
        )


def _some(bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids, at even steps where they are many, from the lowest."""
    steps = np.linspace(0, len(bids) - 1, min(len(bids), _MOST))
    return [bids[at] for at in dict.fromkeys(steps.astype(int).tolist())]


def _marked(
    variant: Variant, declarer: Seat, bid: Bid, made: bool, taken: NDArray[np.int64]
) -> Floats:
    """Return what the seats mark in each world, where the declarer makes his bid or does not."""
    scoring = variant.scoring
    rows = np.empty((len(taken), SEATS))
    for points in np.unique(taken):
        got = max(int(points), bid.worth) if made else 0
        others = bid.worth + 1  # whatever they have then
        won = tuple(got if each is declarer else others for each in Seat)
        one, two, three = scoring.marks(Taken((won[0], won[1], won[2]), declarer, bid))
        rows[taken == points] = float(one), float(two), float(three)
    return rows
