"""What to exchange, and which contract to declare, for a seat that sees only its own cards.

The linear evaluation (``hand_model``) ranks all discards by the cards kept. The best are evaluated
on some sampled deals, and the survivors on many others, the same for all: a discard that luck has
chosen must prove itself again. In each deal the later seats exchange by the model, and the deal is
rolled out by the rule of thumb, every seat on its own knowledge. Points are means over the deals;
how much a discard is behind is a mean of paired differences. Some deals may also be solved with
open cards.

Before the exchange all legal calls are compared in the same way, each with its best discard.
Passing means playing against the call that stands, whose declarer exchanges by the model.
``declaration`` adds the value of the contracts that are then left to declare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import NamedTuple, Unpack

import numpy as np

from .. import checks
from ..cards import RANKS, SEATS, SUIT_MASK, SUITS, cards_in, rank_of
from ..checks import derived
from ..deal import CALLS_TAG, Deal
from ..engine import Engine
from ..errors import RuleError, StoppedError
from ..exchange.discards import DiscardClass, discard_classes
from ..moments import calls_text
from ..notation import HandLike, as_hand, as_put_down
from ..position import Position
from ..rules.auction import Call, checked_calls
from ..rules.exchange import check_discard
from ..rules.games import variant_of
from ..rules.trick import strength
from ..rules.variant import Variant, point_table
from ..run import Run
from .answer import CallChoice, ContractAdvice, DiscardChoice, ExchangeAdvice
from .choices import Belief
from .compare import SHOWN, Comparison, Fields, Floats, HandArray, average
from .declaration import Left, auction_of, line_of_call, lines_left, value_of_left
from .hand_model import role_of, thumb_discards
from .observation import Known, Observation, why_never
from .opponent_model import model_of
from .play import open_shares, points_by_tricks, roll_out_deals
from .race import STAYING, Limits, Question, Race
from .worlds import DealSample, after_exchanges

ENTERING = 60
"""How many discards enter the race: the best by the model."""

_JUDGED = 100
"""The number of worlds from which the effective sample size and the likelihood are estimated."""
_RARE = -7.0  # log-likelihood: about one in a thousand


class ContractPlan(NamedTuple):
    """A choice: a contract, the discards in it, and the value of what is left for later deals."""

    observation: Observation
    discards: int
    later: float = 0.0

    @property
    def marks(self) -> tuple[int, ...]:
        """The tricks whose probability is given: the target and, in a great contract, all above it.

        Only the declarer of a great contract has more than one.
        """
        seen, target = self.observation, self.observation.target
        most = seen.variant.tricks if seen.great and seen.seat is seen.declarer else target
        return tuple(range(target, most + 1))

    @property
    def table(self) -> Floats:
        """The points of the seat by the tricks of forehand and middlehand."""
        seen = self.observation
        return points_by_tricks(seen.variant, seen.contract, seen.great, seen.declarer)[
            :, :, seen.seat
        ]


def classes_by_model(observation: Observation) -> list[DiscardClass]:
    """Return the discards of a seat in classes of equivalent ones, best by the model first.

    Discards that give up a better card of a suit and keep a worse one come last.
    """
    unseen, ace_low = observation.unseen, observation.ace_low
    classes = discard_classes(
        observation.hand, observation.sizes(), lambda size: unseen, ace_low=ace_low
    )
    model = model_of(observation)
    role = role_of(observation.variant, observation.seat, observation.declarer)
    sign, lowest = observation.contract.sign, np.ones(len(classes), np.bool_)
    gone = np.array([group.cards for group in classes], np.uint64)
    values = sign * model.tricks_left_by(observation.hand, gone, role)
    # Whether a discard gives up the worst cards of every suit.
    worst = 0 if sign > 0 else -1
    gone = np.array([sum(cards[worst] for cards in group.choices) for group in classes], np.uint64)
    for suit in range(SUITS):
        held = sorted(
            cards_in(observation.hand & SUIT_MASK << RANKS * suit),
            key=lambda card: sign * strength(rank_of(card), ace_low),
        )
        goes = gone[:, None] >> np.array(held, np.uint64) & np.uint64(1)
        lowest &= (goes[:, 1:] <= goes[:, :-1]).all(axis=1)
    return [classes[index] for index in np.lexsort([-values, ~lowest])]


def after_discards(
    observation: Observation, worlds: DealSample, discards: Sequence[int]
) -> tuple[HandArray, HandArray]:
    """Return hands at the first lead and discards, both ``[deals, choices, seats]``."""
    seat, sizes = observation.seat, np.array([cards.bit_count() for cards in discards])
    hands, gone = np.zeros((2, len(worlds.hands), len(discards), SEATS), np.uint64)
    for size in set(sizes.tolist()):
        after = after_exchanges(observation, worlds, size)
        hands[:, sizes == size] = after.hands[:, None]
        gone[:, sizes == size] = after.gone[:, None]
    down = np.array(discards, np.uint64)
    hands[:, :, seat] &= ~down
    gone[:, :, seat] |= down
    return hands, gone


# The race -----------------------------------------------------------------------------


class ContractPlanRace(Race[ContractPlan]):
    """A race of contract plans, rolled out by the rule of thumb on the same deals.

    Plans of one contract are rolled out together. They are compared by points, by points plus the
    value left for later deals, and by tricks.
    """

    def __init__(self, question: Question, ways: Sequence[ContractPlan]) -> None:
        later, tables = np.array([way.later for way in ways]), [way.table for way in ways]
        least, most = (np.array([end(table) for table in tables]) for end in (np.min, np.max))
        step = float((most - least).max()) / (len(tables[0]) - 1)
        points = Comparison(len(ways), step, (least, most))
        total = Comparison(len(ways), step, (least + later, most + later))
        super().__init__(question, ways, points, total, Comparison(len(ways), 1.0))
        self._shares: list[list[float]] = []
        self._to_solve = 0

    @property
    def ranked_by(self) -> Comparison:
        """Points with the value of what is left for later deals."""
        return self.compared[1]

    @property
    def is_partial(self) -> bool:
        return super().is_partial or len(self._shares) < self._to_solve

    def evaluate(self, worlds: DealSample) -> Sequence[Floats]:
        points, tricks = [], []
        for way, hands, gone in self._deals(worlds):
            seen = way.observation
            deals = hands.reshape(-1, SEATS), gone.reshape(-1, SEATS)
            kind = seen.variant, seen.contract, seen.declarer
            taken = roll_out_deals(*kind, *deals).reshape(hands.shape)
            points.append(way.table[taken[:, :, 0], taken[:, :, 1]])
            tricks.append(taken[:, :, seen.seat])
        values, later = np.concatenate(points, axis=1), [way.later for way in self.choices]
        return values, values + later, np.concatenate(tricks, axis=1).astype(np.float64)

    def _deals(self, worlds: DealSample) -> Iterator[tuple[ContractPlan, HandArray, HandArray]]:
        """Yield for each contract its first choice, and hands and discards of all its choices."""
        for seen, ways in groupby(self.choices, attrgetter("observation")):
            plans = list(ways)
            yield plans[0], *after_discards(seen, worlds, [way.discards for way in plans])

    def solve(self, number: int) -> None:
        """Also solve so many of the worlds with open cards, fewer if the run is over before."""
        self._to_solve = min(number, self.sample_size)
        rows = chain.from_iterable(map(DealSample.rows, self.question.samples(self.block)))
        with suppress(StoppedError):
            if number:  # else there need be no engine
                self._shares.extend(self.question.solve(self._solved, islice(rows, self._to_solve)))

    def _solved(self, engine: Engine, world: DealSample, run: Run) -> list[float]:
        """Return the points of each choice in a world, from its share with open cards."""
        values = []
        for way, hands, _ in self._deals(world):
            seen = way.observation
            table = point_table(seen.variant, seen.contract, seen.great, seen.declarer)[seen.seat]
            kind = seen.contract, seen.leader, (), seen.rules, seen.declarer
            points = np.mean(table, axis=1)  # between its least and its most
            for dealt in map(tuple, hands[0].tolist()):
                run.check()
                taken = open_shares(Position.checked(dealt, *kind), engine, run)
                values.append(float(np.interp(float(taken[seen.seat]), range(len(points)), points)))
        return values

    def plan_figures(self) -> dict[ContractPlan, Fields]:
        """Return the estimates of the choices, best first."""
        figures: dict[ContractPlan, Fields] = {}
        weights = self.points.weights
        for index, way, row in self.rows():
            opened = None
            tricks, marks = self.compared[2].values[:, [index]], np.array(way.marks)
            made = way.observation.contract.sign * (tricks - marks) >= 0
            reached = average(made.astype(np.float64), weights)
            if self._shares:
                shares = np.array(self._shares)[:, index]
                opened = float(average(shares, weights[: len(shares)]))
            figures[way] = row | {"reached": tuple(reached.tolist()), "open_cards": opened}
        return figures

    def exchange_origin(self) -> Fields:
        """Return where the answer comes from, and the effective sample size under the model.

        ``rare`` is whether what was seen is unlikely by the model, None without one.
        """
        origin, worlds, rare = self.origin(), self.question.worlds, None
        if worlds.believes:
            some = worlds.block(0, min(self.sample_size, _JUDGED))
            origin["belief"] = Belief.SOFT
            origin["effective"] = float(some.independence[0]) * self.sample_size
            rare = bool(some.log_weights[0] < _RARE)
        return {**origin, "rare": rare, "solved": len(self._shares)}


# The advice ---------------------------------------------------------------------------


def advise_exchange(
    observation: Known,
    *,
    belief: Belief = Belief.SOFT,
    also: Sequence[HandLike] = (),
    solved: int = 0,
    **limits: Unpack[Limits],
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    >>> from manni import Deal, advise_exchange
    >>> from manni.solver.notation import format_card
    >>> deal = Deal(["72.KQ3.A854.JT2", None, None], "hornafjordur", cut="H7")
    >>> best = advise_exchange(deal, worlds=20).best[0]
    >>> " ".join(map(format_card, best.discards))
    'S7 S2 D8 D5 D4 CT C2'

    ``belief`` says what is concluded from the others' exchanges and calls. ``also`` are further
    discards, as hands, that stay in the race whatever the first round says.

    The first ``solved`` of the sampled deals are also solved with open cards, which alone uses
    threads and memory. ``limits`` are the keyword arguments ``worlds`` (default 1,000),
    ``seconds``, ``seed``, ``threads``, ``memory_mb``, ``pool`` and ``run``.

    Raises StoppedError if fewer than two deals were evaluated in time.
    """
    observation = Observation.at(observation, "exchange")
    question = Question(observation, belief, **limits)
    solved = checks.number(solved, "solved")
    asked = [as_put_down(cards) for cards in checks.several(also, "also")]
    for gone in asked:
        cards = tuple(cards_in(gone))
        check_discard(observation.seat, observation.hand, cards, observation.sizes())
    classes = classes_by_model(observation)
    kind = observation.variant, observation.contract
    guarded = [0, thumb_discards(*kind, observation.hand, observation.sizes()), *asked]
    alike = {ContractPlan(observation, group.cards): group for group in classes}
    stay = [next(way for way, group in alike.items() if cards in group) for cards in guarded]
    raced = list(dict.fromkeys([*list(alike)[:ENTERING], *stay]))
    race = ContractPlanRace(question, raced)
    race.eliminate(stay)
    race.run()
    race.solve(solved)
    figures = race.plan_figures()

    def choice(way: ContractPlan) -> DiscardChoice:
        return DiscardChoice(
            **figures[way], alike=alike[way], discards=tuple(cards_in(way.discards))
        )

    return ExchangeAdvice(
        **race.exchange_origin(),
        observation=observation,
        best=tuple(map(choice, list(figures)[:SHOWN])),
        stand=choice(stay[0]),
        thumb=choice(stay[1]),
        also=tuple(map(choice, stay[2:])),
        candidates=sum(map(len, classes)),
        classes=len(classes),
        raced=len(raced),
        left=len(figures),
        marks=stay[0].marks,
    )


# What to declare ---------------------------------------------------------------------


def advise_contract(
    hand: HandLike,
    variant: Variant | str,
    *,
    left: Left = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    belief: Belief = Belief.SOFT,
    solved: int = 0,
    **limits: Unpack[Limits],
) -> ContractAdvice:
    """Return advice to the seat to call, which sees only its own hand.

    >>> from manni import advise_contract
    >>> advice = advise_contract("AKQJ5.KQ3.A8542.JT9", "laugavatn", worlds=20, deal_only=True)
    >>> str(advice.calls[0].call)
    'D'

    ``left`` has pairs of a seat and the contracts of its list that it may still declare; by default
    all. The seat None is the seat to call. ``calls`` are the calls so far, from the seat that
    opens. ``belief`` says what is concluded from the others' calls and passes.

    A pass is valued as if the call that stands then were the last one. ``deal_only`` leaves out the
    value in later deals of the contracts that are then left.

    The first ``solved`` of the sampled deals are also solved with open cards, which alone uses
    threads and memory. ``limits`` are the keyword arguments ``worlds`` (default 1,000),
    ``seconds``, ``seed``, ``threads``, ``memory_mb``, ``pool`` and ``run``.

    Raises RuleError if nobody is to call, StoppedError if fewer than two deals were evaluated in
    time.
    """
    hand, variant = as_hand(hand), variant_of(variant)
    if (why := why_never("call", variant)) is not None:
        raise RuleError(why)
    steps = checked_calls(calls)
    # The seat to call depends on the opener and on the calls alone.
    opened = auction_of(variant, lines_left(variant, left, None))
    names = lines_left(variant, left, derived(opened, calls=steps).to_call)
    auction = auction_of(variant, names)
    if not auction.left[opened.opener]:
        raise RuleError(f"{opened.opener.word} has nothing left to declare: it cannot open")
    for step in steps:
        auction = auction.call(step)
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    counts_later = not checks.flag(deal_only, "deal_only")
    deal = Deal(
        [hand if other is seat else None for other in variant.seats],
        variant.code,
        tags=((CALLS_TAG, calls_text(auction.calls)),),
    )
    ways: list[list[ContractPlan]] = []
    for call in auction.legal():
        after = auction.call(call)
        assert after.standing is not None  # nobody may pass before the first call
        supposed = derived(deal, **after.standing._asdict(), declarer=after.declarer)
        seen = Observation.checked(question="call", deal=supposed, seat=seat, lines_left=names)
        later, liked = 0.0, [0]
        if call is not None:
            liked = [discards.cards for discards in classes_by_model(seen)[:STAYING]]
        if counts_later:
            later = value_of_left(variant, names[seat] - line_of_call(variant, names[seat], call))
        ways.append([ContractPlan(seen, discards, later) for discards in liked])
    question = Question(ways[0][0].observation, belief, **limits)
    solved = checks.number(solved, "solved")
    race = ContractPlanRace(question, [_best(question, plans) for plans in ways])
    race.run()
    race.solve(solved)

    def choice(way: ContractPlan, figures: Fields) -> CallChoice:
        seen = way.observation
        return CallChoice(
            **figures,
            call=Call(seen.contract, seen.great) if seen.declarer is seat else None,
            discards=tuple(cards_in(way.discards)),
            later=way.later if counts_later else None,
            total=figures["points"] + way.later,
            marks=way.marks,
        )

    return ContractAdvice(
        **race.exchange_origin(),
        variant=variant,
        seat=seat,
        hand=hand,
        standing=auction.standing,
        declarer=auction.declarer,
        calls=tuple(choice(*item) for item in race.plan_figures().items()),
    )


def _best(question: Question, ways: Sequence[ContractPlan]) -> ContractPlan:
    """Return the best discard of a call, by a first round of the race."""
    race = ContractPlanRace(question, ways)
    if len(ways) > 1:
        race.eliminate()
    return race.choices[0]
