"""How high to bid, or whether to claim every trick, for a seat that sees its own hand alone.

Deals that agree with the hand, called worlds, are sampled. Where numbers are bid, they are equally
likely if no auction is given. In each world the hand declares: it picks up the surprise, discards
and names a trump by the rule of thumb, and the deal is rolled out by that rule, every seat on its
own knowledge. Whether the hand can take every trick, or none, is solved with open cards.

**What to call now, in an auction**: the others' answers to it, and the bid that stands in the end.

In the first worlds (``_BID_OUT``) the auction is bid to its end. The others bid on their hands by
the rule of thumb (``hand_model``), whatever the seat calls now. The seat goes on by the least
legal bid, up to a limit that is tried out, or has passed. If its bid stands in the end, it is made
or not as the world was rolled out. If another seat's bid stands, it is made with the probability
that the rule expects with these hands. The value of a call is what the seat then marks more than
each other.

**A claim of every trick** is made without an auction. Worlds are sampled uniformly and solved with
open cards: the shares without a claim, and whether the claimer is sure of every trick against the
others together. All seats know all hands in this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import Contract, Seat, by_seat, hand_of, rank_of, seats_from
from ..deal import Deal
from ..engine import Engine
from ..errors import DealError, RuleError
from ..notation import CardsLike, HandLike, as_cards, as_hand
from ..position import Position
from ..rules.auction import Aim, Bid, Bidding, find_bid
from ..rules.games import variant_of
from ..rules.scoring import Marks
from ..rules.variant import Variant
from ..run import Run
from .answer import BidChoice, BiddingAdvice, BidPlan, ClaimAdvice, ClaimChoice
from .compare import Comparison, Fields, Floats, HandArray, average, best_first, chance_interval
from .hand_model import (
    FIGURES,
    NO_RUNG,
    AuctionState,
    FigureModel,
    HandModel,
    best_kept_hands,
    bid_worth,
    call_likelihoods,
    chance_to_make,
    score_balances,
    takes_all,
)
from .observation import Known, Observation, pile_as_seen
from .play import open_shares
from .put_away import roll_out_named
from .race import Limits, Question, Race
from .worlds import DealSample, hand_masks, position_maker

_POOL = 20
"""Proposals for each world kept, where others have bid and worlds are resampled."""

_MOST = 4
"""How many bids are tried as the call now besides the least; each takes an auction a deal."""

_BID_OUT = 100
"""The worlds in which auctions are bid to the end, which takes far longer than a rollout."""

_ERRORS = 2.0
"""Bids are tried within so many standard deviations of the expected points."""

Ends = NDArray[np.int16]


class Auctions:
    """The auctions that can follow a seat's call, bid to their ends in some worlds.

    ``numbers`` are the legal bids within reach; each is tried as a limit up to which to go on.
    ``bids`` are those tried as the call now: the least, and some at even steps up to the points
    that the hand is expected to make. ``figures`` has the figures of the hands by deal and seat.
    ``ends`` has an array for each of the first deals, with the declarer and the final rung in each
    row. Row 0 is the auction after a pass; the other rows follow the least bid, one a limit.
    """

    def __init__(
        self, variant: Variant, bidding: Bidding, hand: int, face_up: Sequence[int] = ()
    ) -> None:
        expected = bid_worth(variant, hand, face_up)
        near = _ERRORS * FigureModel.of(variant).error
        legal = (bid for bid in bidding.legal() if bid is not None and bid.aim is Aim.POINTS)
        seat = bidding.to_call
        assert seat is not None
        self.variant, self.bidding, self.seat, self.face_up = variant, bidding, seat, face_up
        self.numbers = [bid for bid in legal if bid.worth <= expected + near]
        above = [bid for bid in self.numbers[1:] if expected - near <= bid.worth <= expected]
        steps = np.linspace(0, len(above) - 1, min(len(above), _MOST)).astype(int)
        self.bids = [*self.numbers[:1], *(above[at] for at in dict.fromkeys(steps.tolist()))]
        self.figures: Floats = np.zeros((0, variant.players))
        self.ends: list[Ends] = []
        self._rest = AuctionState.of(variant, bidding)

    def weigh_hands(self, hands: HandArray) -> tuple[Floats, Floats]:
        """Return by world the figures of the seats, and the log-likelihood of the calls so far.

        In worlds the seat that asks is forehand, whatever its seat in the auction.
        """
        face_up = np.uint64(hand_of(self.face_up))
        likelihoods, logs = call_likelihoods(self.variant, self.bidding), np.zeros(len(hands))
        figures = np.zeros(hands.shape)
        for step, seat in enumerate(seats_from(self.seat)):
            _, _, figures[:, seat] = best_kept_hands(self.variant, hands[:, step] | face_up)
            if step:
                logs += np.log(np.interp(figures[:, seat], FIGURES, likelihoods[seat]))
        return figures, logs

    def bid_out(self, figures: Floats, run: Run) -> None:
        """Bid worlds with these figures to the end. Raises StoppedError once the run is over."""
        self.figures = np.concatenate([self.figures, figures])
        for row in figures[: _BID_OUT - len(self.ends)].tolist():
            run.check()
            passed = self._rest.ends_by_limit(None, row, self.variant.bids[:1])
            least = self.bids[:1] and self._rest.ends_by_limit(self.bids[0], row, self.numbers)
            self.ends.append(np.array([*passed, *least], np.int16))

    def evaluate_plan(
        self, points: Floats, call: Bid | None, up_to: Bid | None
    ) -> tuple[Floats, Floats]:
        """Return by world the value of a call with a limit, and whether the seat then declares.

        ``points`` are what the seat takes in each world if it declares.
        """
        variant, figures = self.variant, self.figures[: len(points)]
        if call is None or up_to is None:
            ends = np.stack(self.ends)[:, 0]
        elif call == self.bids[0]:
            ends = np.stack(self.ends)[:, 1 + self.numbers.index(up_to)]
        else:
            rows = self.figures[: len(self.ends)].tolist()
            by_row = [self._rest.ends_by_limit(call, row, [up_to])[0] for row in rows]
            ends = np.array(by_row, np.int16)
        declarers, rungs = ends.T
        mine, value = declarers == self.seat, np.zeros(len(figures))
        theirs = figures[np.arange(len(figures)), declarers]
        others = figures.sum(axis=1) - theirs
        for rung in {*rungs.tolist()} - {NO_RUNG}:
            bid = variant.bids[rung]
            made = chance_to_make(variant, bid.worth, theirs, others)
            chance = np.where(mine, points >= bid.worth, made)
            taken = np.where(mine, points, bid.worth)
            marked, lost = (
                score_balances(variant, bid, taken, np.full(len(figures), does), mine)
                for does in (True, False)
            )
            value = np.where(rungs == rung, chance * marked + (1 - chance) * lost, value)
        return value, mine.astype(np.float64)

    def best_plan(self, taken: Comparison) -> BidPlan:
        """Return the best plan: first the best limit is found, then the best call now.

        ``taken`` has what the seat takes in the worlds, and their weights.
        """
        number = len(self.ends)
        points, logs = taken.values[:number, 0], taken.log_weights[:number]
        passed, _ = self.evaluate_plan(points, None, None)
        up_to, ways, weights = None, [], np.exp(logs)
        if self.numbers:
            least = self.bids[0]
            ends = [self.evaluate_plan(points, least, most)[0] for most in self.numbers]
            means = average(np.stack(ends, axis=1), weights)
            up_to = self.numbers[best_first(means)[0]]
            ways = [bid for bid in self.bids if bid.worth <= up_to.worth]
        plans = [self.evaluate_plan(points, bid, up_to) for bid in ways]
        step, end = 2.0 * (ways[-1].worth if ways else 1), 2.0 * self.variant.bids[-1].worth
        compared = Comparison(len(plans) + 1, step, (-end, end))
        values = np.stack([passed, *(value for value, _ in plans)], axis=1)
        compared.extend(values, logs, taken.independence[:number])
        means = compared.averages()
        chosen = int(means.argmax())
        ahead = compared.behind(chosen)
        return BidPlan(
            ways[chosen - 1] if chosen else None,
            up_to if chosen else None,
            {
                bid: (float(mean), float(average(declares, weights)))
                for bid, mean, (_, declares) in zip(ways, means[1:], plans, strict=True)
            },
            float(means[0]),
            float(ahead.means[0]),
            ahead.interval(0),
        )


# The race of bids ----------------------------------------------------------------------


class BidRace(Race[Bid | None]):
    """A pass, whose value is 0, and bids: by what the hand then marks more than each other.

    ``made`` compares whether bids are made, ``taken`` has the points taken. With ``auctions``
    worlds are weighted by the likelihood of the others' calls, and the first are bid to the end.
    """

    def __init__(
        self,
        question: Question,
        observation: Observation,
        bids: Sequence[Bid],
        auctions: Auctions | None,
    ) -> None:
        self.observation, self.variant = observation, observation.variant
        self.bids, self.auctions = bids, auctions
        most = float(self.variant.most_points(Contract.S))
        # A failed bid costs what a made one brings: one deal moves the balance by twice its worth.
        least = np.array([0.0, *(-bid.worth for bid in bids)])
        made = np.full(1, True)
        ends = [float(score_balances(self.variant, bid, made * most, made)[0]) for bid in bids]
        balance = Comparison(len(least), -2 * least, (least, np.array([0.0, *ends])))
        self.made = Comparison(len(bids), 1.0, (0.0, 1.0))
        self.taken = Comparison(1, 1.0, (0.0, most))
        super().__init__(question, [None, *bids], balance, self.made, self.taken)

    def evaluate_samples(self) -> Iterator[None]:
        if self.auctions is None:
            yield from super().evaluate_samples()
            return
        for drawn in self.question.samples(self.block, _POOL):
            figures, logs = self.auctions.weigh_hands(drawn.hands)
            worlds, rows = drawn._replace(log_weights=logs).resample(len(logs) // _POOL)
            self.add(worlds, self.evaluate(worlds))
            self.auctions.bid_out(figures[rows], self.question.run)
            yield

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        variant, seat, hands = self.variant, self.observation.seat, worlds.hands.copy()
        has = hands[:, seat] | hand_masks(worlds.pile[:, : variant.taken_up])
        trumps, hands[:, seat], _ = best_kept_hands(variant, has)
        points, can_take = np.zeros(len(hands)), np.full(len(hands), True)
        for trump in {*trumps.tolist()}:
            rows, contract = trumps == trump, Contract(trump)
            away = (has & ~hands[:, seat])[rows]
            points[rows], _ = roll_out_named(variant, contract, seat, seat, hands[rows], away)
            # The highest trump takes a trick, whoever has it.
            _, held = HandModel.of(variant, contract).holdings(hands[rows].ravel())
            held = held.reshape(-1, variant.players)
            can_take[rows] = held[:, seat] == held.max(axis=1)
        left = zip(trumps[can_take].tolist(), hands[can_take].tolist(), strict=True)
        can_take[can_take] = list(self.question.solve(self._can_make, left))
        sure = {Aim.ALL: can_take}
        if any(bid.aim is Aim.NONE for bid in self.bids):
            deals = zip(repeat(Contract.NULLO), worlds.hands.tolist())
            sure[Aim.NONE] = np.array(list(self.question.solve(self._can_make, deals)))
        made = [sure.get(bid.aim, points >= bid.worth) for bid in self.bids]
        balance = [
            score_balances(variant, bid, points, does)
            for bid, does in zip(self.bids, made, strict=True)
        ]
        return (
            np.stack([0 * points, *balance], axis=1),
            np.array(made, np.float64).reshape(len(self.bids), len(points)).T,
            points[:, None],
        )

    @property
    def has_answer(self) -> bool:
        return super().has_answer and (self.auctions is None or len(self.auctions.ends) > 1)

    @cached_property
    def bid_plan(self) -> BidPlan | None:
        """What to call now, if the auction is known."""
        return None if self.auctions is None else self.auctions.best_plan(self.taken)

    def as_choices(self) -> tuple[BidChoice, ...]:
        """Return the bids with their estimates, lowest first."""
        rows = {bid: figures for _, bid, figures in self.rows()}
        tried = {} if self.bid_plan is None else self.bid_plan.bids
        choices = []
        for bid, made in zip(self.bids, self.made.averages(), strict=True):
            row, chance = rows[bid], float(made)
            brings, declares = tried.get(bid, (None, None))
            lost = bid.worth * (1 - chance)
            choices.append(
                BidChoice(
                    **row,
                    bid=bid,
                    chance=chance,
                    chance_interval=chance_interval(chance, self.made.effective),
                    own=row["points"] + lost,
                    others=lost,
                    pays=row["points"] > 1e-9,
                    brings=brings,
                    declares=declares,
                )
            )
        return tuple(choices)

    def _can_make(self, engine: Engine, deal: tuple[int, list[int]], run: Run) -> bool:
        """Return whether the hand can take every trick, in NULLO none, with open cards."""
        contract, seat = Contract(deal[0]), self.observation.seat
        rules, leader = self.variant.rules_of(contract), self.variant.leader(seat)
        start = Position.checked(tuple(deal[1]), contract, leader, rules=rules, declarer=seat)
        if contract.avoids:
            return not engine.reaches(start, seat, 1, run=run)
        return engine.takes_all(start, seat, run=run)


def advise_bid(
    hand: HandLike,
    variant: Variant | str,
    *,
    above: str | None = None,
    calls: Sequence[str] | None = None,
    shown: CardsLike = (),
    **limits: Unpack[Limits],
) -> BiddingAdvice:
    """Return what each bid of a hand is worth, over sampled worlds, 1,000 by default.

    >>> from manni import advise_bid
    >>> advice = advise_bid("AJ.TA.Q87.AQ9", "encheres-petite", calls=["20", "pass"], worlds=20)
    >>> advice.said.now.name, advice.said.up_to.name
    ('21', '36')

    ``above`` is the bid that stands, ``shown`` the cards of the surprise that lie face up.

    ``calls`` are the calls so far, forehand's first, each a bid or ``pass``. With them each deal is
    weighted by how likely the others' calls are, and the answer says what to call now.

    ``limits`` are the keyword arguments ``worlds`` (default 1,000), ``seconds``, ``seed``,
    ``threads``, ``memory_mb``, ``pool`` and ``run``.

    Raises DealError or RuleError for a hand or a game that is not possible. Raises StoppedError if
    fewer than two deals were evaluated in time.
    """
    variant = variant_of(variant)
    shown = as_cards(shown, "shown")
    observation = Observation.checked(
        question="bid",
        deal=Deal(
            (as_hand(hand), *(None,) * (variant.players - 1)),
            variant.code,
            manni=pile_as_seen(variant, shown),
        ),
        seat=variant.seats.FOREHAND,
    )
    auction = None
    if calls is not None:
        auction = variant.bidding(checks.several(calls, "calls"))
        if auction.over:
            raise RuleError(f"the auction is over: {auction.standing or 'nothing'} stands")
    standing = None if above is None else find_bid(variant.bids, above)
    if auction is not None:
        if standing not in (None, auction.standing):
            raise DealError(f"{auction.standing or 'no bid'} stands by the auction, not {standing}")
        standing = auction.standing
    question = Question(observation, **limits)
    auctions = None
    if auction is not None:
        auctions = Auctions(variant, auction, observation.hand, observation.shown)
    first = 0 if standing is None else variant.bids.index(standing) + 1
    race = BidRace(question, observation, variant.bids[first:], auctions)
    race.run()
    points = race.taken.means()
    advised = race.as_choices()
    best = race.choices[race.best_first()[0]]
    # The higher a bid, the less often it is made. The highest that pays lies between the highest
    # that surely does, as do all lower ones, and the highest that may.
    of_points = [choice for choice in advised if choice.bid.aim is Aim.POINTS]
    pays = sum(choice.pays for choice in of_points)
    surely, may = (
        max((at for at, choice in enumerate(of_points, 1) if choice.interval[end] > 0), default=0)
        for end in (0, 1)
    )
    numbers = [None, *(choice.bid for choice in of_points)]
    return BiddingAdvice(
        **race.origin(),
        variant=variant,
        hand=observation.hand,
        above=standing,
        shown=observation.shown,
        points=float(points.means[0]),
        interval=points.interval(0),
        bids=advised,
        best=next((choice for choice in advised if choice.bid == best), None),
        calls=None if auction is None else auction.bid_names,
        said=race.bid_plan,
        pays_up_to=numbers[pays],
        pays_between=(numbers[min(surely, pays)], numbers[max(may, pays)]),
    )


# A claim of every trick ----------------------------------------------------------------


def advise_claim(observation: Known, **limits: Unpack[Limits]) -> ClaimAdvice:
    """Return the value of claiming every trick, and of playing on without a claim.

    >>> from manni import Deal, advise_claim
    >>> deal = Deal(
    ...     [None, None, "TA.TA.TAK.TAK"], "envers-3", contract="D", tags=[("Passed", "pass pass")]
    ... )
    >>> advise_claim(deal, worlds=20).best.claims
    True

    The value is how much more the seat marks than the average of the others, or less where marks
    are bad. If the score is known and the claim would end the game, the losers play against it and
    all others for it. Nothing is concluded from seats that have not claimed, and no later claim is
    assumed.

    ``limits`` are the keyword arguments ``worlds``, ``seconds``, ``seed``, ``threads``,
    ``memory_mb``, ``pool`` and ``run``; ``worlds`` or a time limit must be given. Raises
    StoppedError if fewer than two deals were evaluated in time.
    """
    observation = Observation.at(observation, "claim")
    question = Question(observation, default=None, **limits)
    race = _ClaimRace(question, observation)
    race.run()
    return ClaimAdvice(
        **race.origin(),
        observation=observation,
        thumb=takes_all(observation.variant, observation.contract, observation.hand),
        choices=tuple(race.as_choice(claims, figures) for _, claims, figures in race.rows()),
        is_every=race.is_every,
    )


class _ClaimRace(Race[bool]):
    """A race of two choices, playing on and claiming, on deals that are solved with open cards.

    They are compared by how much more the seat then marks than the average of the others.
    """

    block = 8
    most = 1
    least_sample = 64
    """The race ends once the difference is significant, but not before so many worlds."""

    def __init__(self, question: Question, observation: Observation) -> None:
        self.observation, self.variant = observation, observation.variant
        cut = observation.cut
        self.turned = 0 if cut is None else observation.rules.card_points[rank_of(cut)]
        self.made, self.failed = (
            self._marks(seat, claimed=True) for seat in (observation.seat, observation.others[0])
        )
        self.foes = self.variant.claim_sides(observation.seat)[1]
        self.outcomes: list[tuple[Marks, Marks]] = []
        balances = np.array(
            [
                [self._balance(self._marks(seat, claims)) for seat in self.variant.seats]
                for claims in (False, True)
            ]
        )
        ends = balances.min(axis=1), balances.max(axis=1)
        # One world in which the claim goes the other way moves its balance from end to end.
        points = Comparison(2, float(ends[1][1] - ends[0][1]), ends)
        super().__init__(question, (False, True), points)

    def _marks(self, taker: Seat, claimed: bool) -> Marks:
        """Return the marks if one seat takes everything."""
        variant, seat = self.variant, self.observation.seat
        whole = variant.most_points(self.observation.contract)
        points = by_seat(lambda other: whole if other is taker else 0, variant.seats)
        declarer, bid = (seat, variant.bids[0]) if claimed else (None, None)
        contract = self.observation.contract
        return variant.scoring.marks(variant.taken(points, contract, declarer, bid, self.turned))

    def _balance(self, marks: Marks) -> float:
        variant = self.variant
        return variant.scoring.balance(marks, self.observation.seat, variant.partners)

    def evaluate_samples(self) -> Iterator[None]:
        for _ in super().evaluate_samples():
            yield
            *_, (*_, second) = self.rows()
            if (
                self.question.wanted is None
                and self.sample_size >= self.least_sample
                and second["told_apart"]
            ):
                return

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        outcomes = list(self.question.solve(self._solved, worlds.rows()))
        self.outcomes += outcomes
        return (np.array([[*map(self._balance, marks)] for marks in outcomes], np.float64),)

    def _solved(self, engine: Engine, world: DealSample, run: Run) -> tuple[Marks, Marks]:
        """Return the marks of a world without a claim and with one."""
        seen, variant = self.observation, self.variant
        contract, leader, seat = seen.contract, seen.leader, seen.seat
        begin, rules = position_maker(seen, world), variant.rules_of(contract, claimed=True)
        start = begin(contract, leader, rules=rules, declarers=variant.side_declaring(seat))
        makes = engine.takes_all(start, seat, seen.helpers, run=run)
        start = begin(contract, leader, rules=seen.rules, declarers=seen.declarers)
        plain = variant.taken(open_shares(start, engine, run), contract, turned=self.turned)
        return variant.scoring.marks(plain), self.made if makes else self.failed

    def as_choice(self, claims: bool, figures: Fields) -> ClaimChoice:
        """Return a choice with its estimates."""
        chance = sum(claimed is self.made for _, claimed in self.outcomes) / self.sample_size
        means = np.array([marks[claims] for marks in self.outcomes], float).mean(axis=0)
        mine = float(means[self.observation.seat])
        return ClaimChoice(
            **figures,
            claims=claims,
            chance=chance if claims else None,
            chance_interval=chance_interval(chance, self.points.effective) if claims else None,
            own=mine,
            others=float(means[[*self.foes]].mean()),
        )
