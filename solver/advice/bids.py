"""How high to bid where numbers are bid, one hand alone seen.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In each the hand
declares: it takes up the surprise, puts away and names what the rule of thumb likes best, and the
deal is played out by that rule, every seat on its own knowledge. Whether it can take every trick,
or none, is solved with open cards.

**What to bid now, in an auction of numbers**: what the others say to it, and what then stands.

In each world the others bid on their hands as the rule of thumb does (``hand_policy``), whatever
the seat says now; it goes on by the least bid that is allowed, up to a number that is tried out, or
has passed. If its bid stands in the end, it is made or not as the world was played; if another's
does, that is made as often as the rule expects with such hands. What is marked then is worth what
the seat marks more than each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Unpack

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import SEATS, Contract, Seat, seats_from
from ..engine import Engine
from ..errors import DealError, RuleError
from ..notation import CardsLike, HandLike, as_cards, as_hand
from ..position import Position
from ..rules.auction import Aim, Bid, Bidding, find_bid
from ..rules.variant import Variant
from ..run import Run
from .answer import BidChoice, BiddingAdvice, BidPlan
from .compare import Comparison, Flags, Floats, Ints, chance_interval
from .hand_policy import (
    FIGURES,
    FigureModel,
    Rest,
    best_kept_of,
    bid_worth,
    hand_figure,
    heard,
    made_by,
)
from .observation import BidObservation, game_for_three
from .put_away import balances, declared
from .race import Limits, Question, Race
from .worlds import Block, held

WORLDS = 1000
"""The worlds sampled where time allows and no number is asked for."""

_POOL = 4
"""How many worlds are drawn for one that is met, where others have bid."""

_MOST = 6
"""How many bids now are tried beside the least: each takes an auction in every world."""

_ERRORS = 2.0
"""Bids are tried within so many errors of the points that the rule of thumb expects."""

Ends = NDArray[np.int16]


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
                made, failed = (
                    balances(variant, bid, declarer, taken, np.full(len(rows), does), seat)
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
        step, end = 2.0 * (ways[-1].worth if ways else 1), 2.0 * auctions.variant.bids[-1].worth
        compared = Comparison(len(found) + 1, step, (-end, end))
        values = np.stack([passed, *(value for value, _ in found)], axis=1)
        compared.extend(values, as_many=self.as_many)
        means = compared.averages().round(9)
        chosen = int(means.argmax())
        ahead = compared.behind(chosen)
        return BidPlan(
            ways[chosen - 1] if chosen else None,
            up_to if chosen else None,
            {
                bid: (float(mean), float(declares.mean()))
                for bid, mean, (_, declares) in zip(ways, means[1:], found, strict=True)
            },
            float(means[0]),
            float(ahead.means[0]),
            ahead.interval(0),
        )


def _some(bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids, at even steps where they are many, from the lowest."""
    steps = np.linspace(0, len(bids) - 1, min(len(bids), _MOST))
    return [bids[at] for at in dict.fromkeys(steps.astype(int).tolist())]


# What every bid is worth --------------------------------------------------------------

class _Bids(Race[Bid | None]):
    """A pass, which counts as 0, and bids: what the hand then marks more than each other.

    ``made`` is whether it makes them. With ``auctions`` worlds count by what the others have said.
    """

    def __init__(
        self,
        question: Question,
        observation: BidObservation,
        bids: Sequence[Bid],
        auctions: Auctions | None,
    ) -> None:
        self.observation, self.auctions = observation, auctions
        self.variant, self.bids = observation.variant, bids
        most = float(self.variant.most_points(Contract.S))
        # One world in which a bid is not made moves what is marked by twice its worth.
        step = 2.0 * np.array([0.0, *(bid.worth for bid in bids)])
        own = np.full(1, most)
        ends = [float(self._balances(bid, own, own > 0)[0]) for bid in bids]
        balance = Comparison(len(bids) + 1, step, (-step / 2, np.array([0.0, *ends])))
        self.made = Comparison(len(bids), 1.0, (0.0, 1.0))
        self.taken = Comparison(1, 1.0, (0.0, most))
        self.figures, self.ends = np.zeros((0, SEATS)), np.zeros((0, 0), np.int16)
        super().__init__(question, [None, *bids], balance, self.made, self.taken)

    def _balances(self, bid: Bid, own: Floats, made: Flags) -> Floats:
        return balances(self.variant, bid, self.observation.seat, own, made)

    def add(self, worlds: Block, found: Sequence[Floats]) -> None:
        super().add(worlds, found)

    def come_to(self, worlds: Block) -> Sequence[Floats]:
        variant, seat, hands = self.variant, self.observation.seat, worlds.hands.copy()
        whole_hands = hands[:, seat] | held(worlds.pile)
        trumps, kept, _ = best_kept_of(variant, whole_hands)
        hands[:, seat] = kept
        own, whole = np.zeros(len(hands)), np.zeros(len(hands))
        for trump in np.unique(trumps).tolist():
            rows = trumps == trump
            away = (whole_hands & ~kept)[rows]
            own[rows], whole[rows] = declared(variant, Contract(trump), seat, hands[rows], away)
        made = [self._makes(bid, own, trumps, hands, worlds.hands) for bid in self.bids]
        balance = [self._balances(bid, own, does) for bid, does in zip(self.bids, made, strict=True)]
        return (
            np.stack([0 * own, *balance], axis=1),
            np.stack(made, axis=1).astype(np.float64) if made else np.zeros((len(own), 0)),
            own[:, None],
        )


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
