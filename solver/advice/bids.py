"""How high to bid where numbers are bid, one hand alone seen.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each the
hand declares: it takes up the surprise, puts away and names what is best with open cards, and
the points it is then sure of are what it could have bid. That says a little too much: at the
table cards are put away, trumps named and tricks played without seeing the others' hands.

**What to bid now, in an auction of numbers**: what the others say to it, and what then stands.

In each world the others bid on their hands as the rule of thumb does (``hand_policy``), whatever
the seat says now; it goes on by the least bid that is allowed, up to a number that is tried out, or
has passed. If its bid stands in the end, it is made or not as the world was solved; if another's
does, that is made as often as the rule expects with such hands. What is marked then is worth what
the seat marks more than each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import ceil
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import SEATS, BySeat, Contract, Seat, seats_from
from ..engine import Engine
from ..errors import DealError, RuleError
from ..exchange.surprise import PutAwaySearch, TakenUp
from ..notation import CardsLike, HandLike, as_cards, as_hand
from ..rules.auction import Aim, Bid, Bidding, find_bid
from ..rules.scoring import Taken
from ..rules.variant import Variant
from ..run import Run
from .answer import TOLD_WITHIN, BidChoice, BiddingAdvice, BidPlan
from .compare import (
    NORMAL,
    POINTS,
    Comparison,
    Flags,
    Floats,
    Ints,
    chance_interval,
    cross_fitted,
    evened_out,
    in_steps,
    resampled,
)
from .hand_policy import (
    FIGURES,
    FigureModel,
    Rest,
    bid_worth,
    hand_figure,
    heard,
    made_by,
)
from .observation import BidObservation, game_for_three
from .race import Limits, Question, Race
from .worlds import World, Worlds

_BLOCK, _POOL = 40, 4
"""Worlds that are chosen together, and how many are drawn for one that is."""

_MOST = 6
"""How many bids now are tried beside the least: each takes an auction in every world."""

_ERRORS = 2.0
"""Bids are tried within so many errors of the points that the rule of thumb expects."""

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
    said, own = heard(variant, bidding), hand_figure(variant, worlds.observation.hand, shown)
    for number in count():
        rng = np.random.Generator(np.random.PCG64([*worlds.numbers, 1, number]))
        drawn = [worlds.draw(rng) for _ in range(_BLOCK * _POOL)]
        figures, weights = np.full((len(drawn), SEATS), own), np.ones(len(drawn))
        for step, other in enumerate(seats_from(seat)[1:], 1):
            each = [hand_figure(variant, world.hands[step], shown) for world in drawn]
            figures[:, other] = each
            weights *= np.interp(each, FIGURES, said[other])
        chosen, as_many = resampled(weights, _BLOCK)
        for row in rng.permutation(chosen).tolist():
            yield Heard(drawn[row], tuple(figures[row].tolist()), as_many)


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
    points: Ints
    as_many: Floats
    ends: Ends

    @property
    def seat(self) -> Seat:
        """The seat."""
        seat = self.auctions.bidding.to_call
        assert seat is not None
        return seat

    def balances(self, declarer: Seat, bid: Bid, made: bool, taken: Ints) -> Floats:
        """Return the seat's balance in each world, where a declarer makes his bid or does not."""
        scoring, found = self.auctions.variant.scoring, np.empty(len(taken))
        for points in np.unique(taken):
            got = max(int(points), bid.worth) if made else 0
            # Whatever the others have then.
            won = tuple(got if each is declarer else bid.worth + 1 for each in Seat)
            marks = scoring.marks(Taken(won, declarer, bid))
            found[taken == points] = scoring.balance(marks, self.seat)
        return found

    def brings(self, said: Bid | None, up_to: Bid | None) -> tuple[Floats, Floats]:
        """Return what it brings in each world to say this and go on up to a number.

        Besides it is returned whether the seat then declares.
        """
        variant, seat, figures = self.auctions.variant, self.seat, self.figures
        row = 0 if said is None else self.auctions.bids.index(said) + 1
        column = 0 if up_to is None else self.auctions.numbers.index(up_to)
        declarers, rungs = self.ends[:, row, column].T
        value = np.zeros(len(figures))
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
                made, failed = (self.balances(declarer, bid, does, taken) for does in (True, False))
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


# What every bid is worth --------------------------------------------------------------

WORLDS = 400
"""The worlds sampled where time allows and no number is asked for."""


class Outcome(NamedTuple):
    """What the hand comes to in a world: points, and whether it takes all tricks, or none."""

    points: int
    all: bool
    none: bool


class Outcomes(NamedTuple):
    """What the hand comes to in all worlds, a row each; points may be several a world."""

    points: Ints
    all: Flags
    none: Flags


class _Sampled(Race[Bid, Heard, tuple[Outcome, Heard, Ends | None]]):
    """What the hand comes to, and how the ``auctions`` end if there are any."""

    def __init__(
        self, question: Question, worlds: Iterable[Heard], auctions: Auctions | None
    ) -> None:
        super().__init__(question, ())
        self.worlds, self.auctions = worlds, auctions
        self.sampled: list[tuple[Outcome, Heard, Ends | None]] = []

    @property
    def met(self) -> int:
        return len(self.sampled)

    def rounds(self) -> Iterable[Iterable[Heard]]:
        return self.at_once(self.worlds)

    def value(self, engine: Engine, task: Heard, run: Run) -> tuple[Outcome, Heard, Ends | None]:
        observation, world = self.question.worlds.observation, task.world
        taken = TakenUp(observation.variant, world.hands, world.manni, observation.seat)
        outcome = outcome_of(engine, taken, run)
        ends = None if self.auctions is None else self.auctions.ends(task.figures, run)
        return outcome, task, ends

    def take(self, found: tuple[Outcome, Heard, Ends | None]) -> None:
        self.sampled.append(found)


def advise_bid(
    hand: HandLike,
    variant: Variant | str,
    *,
    above: str | None = None,
    calls: Sequence[str] | None = None,
    shown: CardsLike = (),
    **limits: Unpack[Limits],
) -> BiddingAdvice:
    """Return what each bid of a hand is worth, over sampled worlds, ``WORLDS`` by default.

    ``above`` is the bid that stands, ``shown`` the cards of the surprise that lie face up. With
    ``calls``, what has been said so far, forehand first (a bid or ``pass``), deals count by how
    the others would have bid on them, and it is advised what to say now. Raises
    DealError or RuleError for a hand or a game that cannot be, StoppedError where fewer than
    two worlds were met.
    """
    variant = game_for_three(variant)
    observation = BidObservation.checked(
        variant=variant, seat=Seat.FOREHAND, hand=as_hand(hand), shown=as_cards(shown, "shown")
    )
    auction = None
    if calls is not None:
        auction = Bidding.of(variant.bids, checks.several(calls, "calls"))
        if auction.over:
            raise RuleError(f"the auction is over: {auction.standing or 'nothing'} stands")
    standing = None if above is None else find_bid(variant.bids, above)
    if auction is not None:
        if above is not None and standing != auction.standing:
            raise DealError(f"{auction.standing or 'no bid'} stands by the auction, not {standing}")
        standing = auction.standing
    if limits.get("worlds") is None:
        limits["worlds"] = WORLDS
    question = Question(BidObservation, observation, **limits)
    auctions, said = None, None
    worlds: Iterable[Heard] = (Heard(world, (0.0, 0.0, 0.0), 1.0) for world in question.worlds)
    if auction is not None:
        auctions = Auctions(variant, auction, observation.hand, observation.shown)
        worlds = heard_worlds(question.worlds, auction)
    race = _Sampled(question, worlds, auctions)
    race.run()
    outcomes, heard, ends = zip(*race.sampled, strict=True)
    as_many = np.array([each.as_many for each in heard])
    won = [outcome.points for outcome in outcomes]
    if auctions is not None:
        figures = np.array([each.figures for each in heard])
        said = Bidder(auctions, figures, np.array(won), as_many, np.stack(ends)).plan()
    first = 0 if standing is None else variant.bids.index(standing) + 1
    every = sorted(won)
    points = Comparison(POINTS, [(0.0, float(variant.most_points(Contract.S)))])
    points.extend(np.array([every], np.float64).T, 0 * as_many, as_many)
    mean = points.estimate(0)
    origin = race.origin()
    origin["effective"] = float(as_many.sum())
    return BiddingAdvice(
        **origin,
        variant=variant,
        hand=observation.hand,
        above=standing,
        shown=observation.shown,
        every=tuple(every),
        points=mean.mean,
        interval=mean.interval,
        calls=None if auction is None else auction.said,
        said=said,
        **weighed(variant.bids[first:], variant, outcomes, as_many, said),
    )


def outcome_of(engine: Engine, world: TakenUp, run: Run) -> Outcome:
    """Return what the hand comes to in a world. May raise StoppedError."""
    ladder = {bid.aim for bid in world.variant.bids}
    search = PutAwaySearch(world, engine, run)
    points = search.most_points()
    every, none = search.takes_all(points), Aim.NONE in ladder and search.takes_none()
    return Outcome(points, every, none)


def weighed(
    bids: Sequence[Bid],
    variant: Variant,
    outcomes: Sequence[Outcome],
    as_many: Floats | None = None,
    said: BidPlan | None = None,
) -> dict[str, Any]:
    """Return what every bid comes to, compared with one another and with a pass, which is 0.

    These are fields of a ``BiddingAdvice``.

    Where a bid is just made or just missed a few worlds are luck. So it is chosen as if each
    world's points had been a little more or less. What it brings is then counted in worlds that
    did not choose it.
    """
    met = len(outcomes)
    points, every, none = (np.array(column)[:, None] for column in zip(*outcomes, strict=True))
    exact = Outcomes(points, every, none)
    around = Outcomes(evened_out(points[:, 0]), every, none)
    passing = np.zeros((met, 1))
    marks = [_marks(bid, variant, exact) for bid in bids]
    balances = np.hstack([passing, *(own - others for own, others in marks)])
    near = (_marks(bid, variant, around) for bid in bids)
    looks = np.hstack([passing, *((own - others).mean(1, keepdims=True) for own, others in near)])
    seem = looks.mean(axis=0).round(9)
    chosen = int(seem.argmax())  # 0 is to pass; of equal bids the lowest

    # One world in which a bid is not made moves what is marked by twice its worth.
    most = Outcomes(*map(np.array, (variant.most_points(Contract.S), True, True)))
    ends = [
        (0.0, 0.0),
        *((-float(bid.worth), float(_marks(bid, variant, most)[0])) for bid in bids),
    ]
    step = 2.0 * bids[int(seem[1:].argmax())].worth if bids else 1.0
    balance = Comparison(in_steps(step), [*ends, ends[chosen]])
    told = cross_fitted(looks, balances)[:, None]
    as_many = np.ones(met) if as_many is None else as_many
    balance.extend(np.hstack([balances, told]), np.zeros(met), as_many)
    behind = balance.behind(chosen)
    advised, tried = [], {} if said is None else said.bids
    for index, (bid, (own, others)) in enumerate(zip(bids, marks, strict=True), 1):
        chance = float(_makes(bid, exact).mean())
        after, declares = tried.get(bid, (None, None))
        advised.append(
            BidChoice(
                **balance.row(index, behind),
                bid=bid,
                chance=chance,
                chance_interval=chance_interval(chance, met),
                own=float(own.mean()),
                others=float(others.mean()),
                pays=bool(seem[index] > 0),
                brings=after,
                declares=declares,
            )
        )
    brings = balance.estimate(len(ends))
    doubted = brings if chosen or not bids else balance.estimate(int(seem[1:].argmax()) + 1)
    return {
        "bids": tuple(advised),
        "best": advised[chosen - 1] if chosen else None,
        "brings": brings.mean,
        "brings_interval": brings.interval,
        **_ceiling(advised),
        # The error goes with the root of the worlds.
        "enough": ceil(met * doubted.variance * (NORMAL / TOLD_WITHIN) ** 2),
    }


def _ceiling(advised: Sequence[BidChoice]) -> dict[str, Any]:
    """Return up to what number bids pay: the higher one is, the less often it is made.

    It lies between the highest that surely pays, as do all lower ones, and the highest that may.
    """
    numbers = [own for own in advised if own.bid.aim is Aim.POINTS]
    pays = sum(own.pays for own in numbers)
    surely = max((at for at, own in enumerate(numbers, 1) if own.interval[0] > 0), default=0)
    may = max((at for at, own in enumerate(numbers, 1) if own.interval[1] > 0), default=0)

    def of(number: int) -> Bid | None:
        return numbers[number - 1].bid if number else None

    return {
        "pays_up_to": of(pays),
        "pays_between": (of(min(surely, pays)), of(max(may, pays))),
    }


def _marks(bid: Bid, variant: Variant, met: Outcomes) -> tuple[Floats, Floats]:
    """Return what the bidder and each other mark."""
    made, scoring = _makes(bid, met), variant.scoring
    realised = scoring.realised and bid.aim is Aim.POINTS
    own = np.where(made, met.points if realised else bid.worth, 0)
    return own.astype(np.float64), np.where(made, 0.0, float(bid.worth))


def _makes(bid: Bid, met: Outcomes) -> Flags:
    if bid.aim is Aim.POINTS:
        return met.points >= bid.worth
    return met.all if bid.aim is Aim.ALL else met.none
