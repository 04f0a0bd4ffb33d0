"""Which contract to declare, or whether to overcall, before the Manni is seen.

All the calls a seat may make are valued in the same worlds. A fitted rule (``evaluation``)
looks at them in many: it chooses the discards of each and says about what each comes to. Then
worlds are solved, call by call, to find how far the rule is off (``compare``). With a limit of
time the next world goes to the call that leaves most in doubt which is best, so the slow ones are
not starved and the clear ones not laboured. A call that cannot win any more is solved no further.

Calls that differ only in the names of suits, the hand being the same in both, are one. What a call
uses up of the contracts left to declare is added from ``declaration``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import monotonic
from typing import Unpack

import numpy as np

from .. import checks
from ..cards import cards_in
from ..checks import derived
from ..engine import Engine
from ..errors import RuleError
from ..notation import HandLike, as_hand
from ..rules.auction import Auction, Call, checked_calls
from ..rules.trick import check_plain
from ..rules.variant import Variant
from ..run import Run
from .answer import CallChoice, ContractAdvice
from .choices import Belief, Value
from .declaration import Left, Lines, auction_of, lines_left, set_value, used
from .evaluation import Evaluator, FittedPoints, Outcome
from .exchange import (
    Discarding,
    Hands,
    renamed,
    renamings,
)
from .hand_policy import discards_near_thumb, thumb_discards, thumb_of
from .observation import CallObservation, game_for_three
from .old_compare import (
    EARLY_SHARES,
    Behind,
    Comparison,
    Floats,
    below,
    doubt,
)
from .old_race import Limits, Question, Race, stages
from .worlds import World, Worlds, draw

_DISCARDS = 24
"""How many discards are tried for a call: those the rule of thumb likes best."""

_CHOOSING_WORLDS = 60
"""In how many worlds the rule tries the discards: not those in which calls are compared."""

_RULED_WORLDS = 400
"""In how many worlds the rule looks at all calls."""

_CHOOSING = 0.25
"""The fraction of the time that the discards may take."""

_RULING = 0.2
"""The fraction of the time left that the rule may take after that."""

_ONE_WORLD = 0.15
"""The fraction of the time that a call may use in one world; what is not proved stays open.

A call gets twice as much each time that was not enough.
"""

_FIRST_LOOK = 4
_LATER_LOOKS = 2

_ENOUGH = 0.25
"""Half the width of an interval that is narrow enough once it is clear what is best."""


class Solved:
    """What stands for one call or for several that are alike: its deals.

    ``call`` is None for passing, and then nothing is put down.
    """

    def __init__(self, call: Call | None, observation: CallObservation, value: Value) -> None:
        self.call, self.observation = call, observation
        self.evaluator = Evaluator(observation, value)
        self.rule = FittedPoints.of(observation)
        self.prior = None if self.rule is None else self.rule.prior
        self.discards = self.row = 0
        """What is put down, and its row of the comparison."""
        self.worlds = self.unproved = 0
        """How many worlds were solved, and how many of them not to the end."""
        self.seconds = 0.0
        """What they have cost."""

    @property
    def is_known(self) -> bool:
        """Whether anything can be said: there is a rule, or two worlds were solved."""
        return self.worlds > 1 or self.prior is not None

    def hands(self, world: World, discards: int) -> Hands:
        """Return the hands after the exchange: everybody else's are those of the world."""
        observation = self.observation
        hands, seat = list(world.hands), observation.seat
        if self.call is None:
            assert observation.declarer is not None
            seat = observation.declarer
            sizes = observation.sizes_of(seat, 0)
            discards = thumb_discards(observation.contract, hands[seat], sizes, observation.ace_low)
        hands[seat], _ = draw(hands[seat], world.manni, discards)
        return tuple(hands)

    def ruled(self, deals: Sequence[Hands]) -> Floats:
        """Return the rule's points of deals."""
        assert self.rule is not None
        return self.rule.points(np.array(deals, dtype=np.uint64))


@dataclass
class Way:
    """A call, its discard, what it leaves for later deals, and what stands for its deals.

    ``later`` is None where later deals are left out. It is ``dropped`` once it cannot win any more.
    """

    call: Call | None
    discards: int
    later: float | None
    solved: Solved
    dropped: bool = False

    @property
    def more(self) -> float:
        """What it is worth besides the deal."""
        return 0.0 if self.later is None else self.later


def advise_contract(
    hand: HandLike,
    variant: Variant | str,
    *,
    left: Left = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    **limits: Unpack[Limits],
) -> ContractAdvice:
    """Return advice to the seat to call, which sees only its own hand.

    ``left`` are the lines of a seat's list still to be declared, of the seat to call
    where the seat is None, by default all; ``calls`` what has been called, from the seat
    that opens. Passing is valued as if the call that stands then stood for good;
    ``belief`` says what is concluded from the others' calls and passes.
    ``deal_only`` leaves out what the contracts then left are worth. Raises RuleError where there
    is nothing to call, StoppedError where nothing can be said of some call.
    """
    hand, variant = as_hand(hand), game_for_three(variant)
    check_plain(variant.rules, "advice on the contract")
    if not variant.declared:
        raise RuleError(f"nobody declares in {variant.code}: what to exchange is the only question")
    auction, names = _auction(variant, left, checked_calls(calls))
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    counts_later = not checks.flag(deal_only, "deal_only") and variant.declaring.once
    legal: list[Solved] = []
    later: dict[Call | None, float] = {}
    for call in auction.legal():
        stands, declarer = (auction.standing, auction.declarer) if call is None else (call, seat)
        assert stands is not None  # nobody may pass before the first call
        observation = CallObservation.checked(
            variant=variant,
            contract=stands.contract,
            seat=seat,
            hand=hand,
            declarer=declarer,
            great=stands.great,
            calls=auction.calls,
            lines_left=names,
        )
        legal.append(Solved(call, observation, value))
        if counts_later:
            later[call] = set_value(variant, names[seat] - used(variant, names[seat], call))
    # The same worlds for all calls, not those in which discards were chosen: what is believed is
    # the same, too.
    question = Question(CallObservation, legal[0].observation, belief, (1,), **limits)
    race = _Calls(question, _ways(question, legal, later))
    race.look_by_rule()
    race.run()
    leader = race.leader()
    behind = race.behind(leader)
    advised = [race.advised(index, behind) for index in range(race.raced)]
    advised.sort(key=lambda choice: (choice.call != leader.call, round(choice.behind, 9)))
    met = max(max(choice.ruled, choice.worlds) for choice in advised)
    credit = question.worlds.credit(met)
    origin = race.origin(credit)
    origin["partial"] &= question.run.is_over()
    if credit is None:
        origin["effective"] = float(met)
    return ContractAdvice(
        **origin,
        variant=variant,
        seat=seat,
        hand=hand,
        standing=auction.standing,
        declarer=auction.declarer,
        value=value,
        calls=tuple(advised),
        credit=credit,
    )


# The discard of each call ------------------------------------------------------------


def _ways(
    question: Question, legal: Sequence[Solved], later: Mapping[Call | None, float]
) -> list[Way]:
    """Return the calls with the discard of each; if time runs out, the rule of thumb's.

    A call that is another with the suits renamed puts down the same, renamed; passing is alike to
    none.
    """
    choosing = question.run.part(_CHOOSING)
    ways: list[Way] = []
    every: list[Solved] = []
    for index, own in enumerate(legal):
        solved, discards = own, 0
        if own.call is not None:
            alike = (
                (other, renamed(other.discards, renaming))
                for other in every
                if other.call is not None
                for renaming in renamings(other.observation, own.observation)
            )
            solved, discards = next(alike, (own, 0))
            if solved is own:
                part = choosing.part(1 / (len(legal) - index))
                discards = own.discards = chosen_discards(question, own, part)
        if solved is own:
            own.row = len(every)
            every.append(own)
        ways.append(Way(own.call, discards, later.get(own.call), solved))
    return ways


def chosen_discards(question: Question, solved: Solved, run: Run) -> int:
    """Return what to put down in a call, by the fitted rule; where there is none, of thumb."""
    observation = solved.observation
    if solved.rule is None:
        return thumb_of(observation)
    near = discards_near_thumb(observation, _DISCARDS)
    worlds = Worlds(observation, question.worlds.belief, question.seed, 0)
    points, counts = Discarding(observation, worlds).look(near, _CHOOSING_WORLDS, run)
    return near[int((points @ counts).round(9).argmax())]


def _auction(variant: Variant, left: Left, calls: Sequence[Call | None]) -> tuple[Auction, Lines]:
    """Return the auction after the calls, and the lines that each seat has left."""
    # Who is to call depends on who opens and on the calls alone.
    opened = auction_of(variant, lines_left(variant, left, None))
    names = lines_left(variant, left, derived(opened, calls=tuple(calls)).to_call)
    auction = auction_of(variant, names)
    if not auction.left[opened.opener]:
        raise RuleError(f"{opened.opener.word} has nothing left to declare: it cannot open")
    for call in calls:
        auction = auction.call(call)
    return auction, names


# The race ----------------------------------------------------------------------------

Task = tuple[Solved, int, float | None]
"""What is to be solved in the world of a number, within so many seconds."""


class _Calls(Race[Way, Task, tuple[Solved, int, Outcome, Hands, float]]):
    """The calls, those that are alike solved once, and what each has come to so far."""

    def __init__(self, question: Question, ways: Sequence[Way]) -> None:
        self.every = every = list(dict.fromkeys(way.solved for way in ways))
        possible = [solved.evaluator.possible for solved in every]
        priors = [solved.prior for solved in every]
        points = Comparison(EARLY_SHARES, possible, priors=priors, paired=False)
        super().__init__(question, ways, points)

    @property
    def is_enough(self) -> bool:
        return all(solved.is_known for solved in self.every)

    def look_by_rule(self) -> None:
        """Let the rule look at all calls in the same worlds.

        Raises StoppedError if the run is over before it has.
        """
        if any(solved.rule is None for solved in self.every):
            return  # it was not fitted to hands of this size
        worlds, run = self.question.worlds, self.question.run
        deals: list[list[Hands]] = [[] for _ in self.every]
        limit = run.part(_RULING)
        for number in range(_RULED_WORLDS):
            run.check()
            if number > 1 and limit.is_over():
                break
            for solved, after in zip(self.every, deals, strict=True):
                after.append(solved.hands(worlds[number], solved.discards))
        counts = np.array([worlds.weight(number) for number in range(len(deals[0]))])
        points = [solved.ruled(after) for solved, after in zip(self.every, deals, strict=True)]
        self.points.rule(np.stack(points), counts)

    def rounds(self) -> Iterator[list[Task]]:
        """Yield what is to be solved, the same worlds for all or where it is in doubt."""
        worlds, seconds = self.question.wanted, self.question.run.seconds_left
        if seconds is not None:
            yield from self._rounds_in_doubt(worlds, seconds)
            return
        for start, until in stages(worlds, _FIRST_LOOK, _LATER_LOOKS):
            still = self._in()
            yield [(solved, number, None) for number in range(start, until) for solved in still]
            if until != worlds:
                self.drop()

    def _rounds_in_doubt(self, worlds: int | None, seconds: float) -> Iterator[list[Task]]:
        """Yield worlds that tell most about which call is best, until time is up."""
        threads = len(self.question.pool().engines)
        met = 0
        while not self._is_clear():
            still = [solved for solved in self._in() if worlds is None or solved.worlds < worlds]
            if not still:
                return
            doubtful = self._most_in_doubt(still)
            start = doubtful.worlds
            most = threads if worlds is None else min(threads, worlds - start)
            limit = _ONE_WORLD * seconds * 2 ** min(doubtful.unproved, 10)
            yield [(doubtful, number, limit) for number in range(start, start + most)]
            met += most
            if met >= _FIRST_LOOK * len(self._in()) * 2 ** min(self.points.looks, 20):
                self.drop()

    def value(
        self, engine: Engine, task: Task, run: Run
    ) -> tuple[Solved, int, Outcome, Hands, float]:
        solved, number, limit = task
        start = monotonic()
        hands = solved.hands(self.question.worlds[number], solved.discards)
        guess = solved.evaluator.first_guess()
        within = None if limit is None else run.within(limit)
        outcome = solved.evaluator.outcome(engine, hands, guess, run, within)
        return solved, number, outcome, hands, monotonic() - start

    def take(self, found: tuple[Solved, int, Outcome, Hands, float]) -> None:
        solved, number, outcome, hands, seconds = found
        self.points.add(
            solved.row,
            outcome.between,
            rule=0.0 if solved.rule is None else float(solved.ruled([hands])[0]),
            reached=outcome.reached_between,
            weight=self.question.worlds.weight(number),
        )
        solved.worlds += 1
        solved.unproved += not outcome.proved
        solved.seconds += seconds

    # What is in doubt ----------------------------------------------------------------

    def _in(self) -> list[Solved]:
        """Return what is not dropped."""
        return list(dict.fromkeys(way.solved for way in self.choices if not way.dropped))

    def _most_in_doubt(self, still: Sequence[Solved]) -> Solved:
        """Return the call a further world of which tells most, for the time it costs.

        That is, which narrows most the doubt whether a call beats the leader.
        """
        for solved in still:
            if not solved.is_known:
                return solved
        leader = self.leader()
        best, behind = leader.solved, self.behind(leader)
        doubts = dict.fromkeys(still, 0.0)
        for index, way in enumerate(self.choices):
            if way.solved is not best and not way.dropped:
                for candidate in doubts.keys() & {way.solved, best}:
                    doubts[candidate] = max(doubts[candidate], doubt(behind, index))
        costs = [solved.seconds / solved.worlds for solved in self.every if solved.worlds]
        usual = sum(costs) / len(costs) if costs else 1.0

        def gain(solved: Solved) -> float:
            cost = solved.seconds / solved.worlds if solved.worlds else usual
            estimate = self.points.estimate(solved.row)
            variance = estimate.variance + estimate.open**2
            return (doubts[solved] + 1e-4) * variance / (solved.worlds + 1) / max(cost, 1e-4)

        return max(still, key=gain)

    def _is_clear(self) -> bool:
        """Return whether one call is best, and how good it is well known."""
        still = self._in()
        if len(still) > 1 or not still[0].is_known:
            return False
        low, high = self.points.estimate(still[0].row).interval
        return high - low < 2 * _ENOUGH

    def drop(self) -> None:
        """Solve no more worlds of the calls that cannot win."""
        behind = self.behind(self.leader(), drops=True)
        stays = self.points.survivors(behind, self.raced)
        for way, stay in zip(self.choices, stays, strict=True):
            way.dropped |= not stay

    # What it has come to -------------------------------------------------------------

    def total(self, way: Way) -> float:
        """Return a call's expected points, the value of what is left included."""
        return self.points.estimate(way.solved.row).mean + way.more

    def leader(self) -> Way:
        """Return the best of the calls that are not dropped."""
        still = (way for way in self.choices if not way.dropped)
        return max(still, key=lambda way: round(self.total(way), 9))

    def behind(self, leader: Way, *, drops: bool = False) -> Behind:
        """Return how far each call is behind the leader, by its total."""
        behind = self.points.behind(leader.solved.row, drops=drops)
        behind = behind.of([way.solved.row for way in self.choices])
        return behind.plus([leader.more - way.more for way in self.choices])

    def advised(self, index: int, behind: Behind) -> CallChoice:
        """Return what a call has come to."""
        way, met = self.choices[index], self.points
        solved, ruled = way.solved, met.ruled
        prior, worth = solved.prior, solved.evaluator
        rule: list[float] = []
        if prior is not None and ruled is not None:
            wide = sqrt(float(prior.mean + prior.world))
            off = met.estimate(solved.row).correction
            for mark in worth.marks:
                short = worth.contract.sign * (mark - worth.target) - ruled[solved.row] - off
                reached = [1 - below(distance / wide) for distance in short.tolist()]
                rule.append(float(np.average(reached, weights=met.ruled_weights)))
        row = met.row(solved.row, behind, index)
        row["told_apart"] |= way.dropped
        return CallChoice(
            **row,
            **met.chances(solved.row, rule, prior.degrees if rule and prior else 0),
            call=way.call,
            discards=tuple(cards_in(way.discards)),
            later=way.later,
            total=self.total(way),
            marks=worth.marks,
            worlds=solved.worlds,
            ruled=0 if ruled is None else ruled.shape[1],
            estimated=solved.unproved,
            dropped=way.dropped,
        )
