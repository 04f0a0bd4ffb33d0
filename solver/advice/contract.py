"""Which contract to declare, or whether to overcall, before the Manni is seen.

All the calls a seat may make are valued in the same worlds. A fitted rule (``fitted``)
looks at them in many: it chooses the discards of each and says about what each comes to. Then
worlds are solved, call by call, to find how far the rule is off (``compare``). With a limit of
time the next world goes to the call that leaves most in doubt which is best, so the slow ones are
not starved and the clear ones not laboured. A call that cannot win any more is solved no further.

Calls that differ only in the names of suits, the hand being the same in both, are one. What a call
uses up of the contracts left to declare is added from ``contracts_left``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from manni.solver import checks
from manni.solver.advice.answer import CallAdvice, ContractAdvice
from manni.solver.advice.asked_for import Value
from manni.solver.advice.behaviour import Belief
from manni.solver.advice.compare import EARLY_SHARES, Behind, Comparison, doubt, stages
from manni.solver.advice.contracts_left import set_value, used
from manni.solver.advice.deal_worth import Evaluator, Outcome
from manni.solver.advice.declaration import Left, Lines, auction_of, lines_left
from manni.solver.advice.exchange import Race
from manni.solver.advice.fitted import FittedPoints
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.question import Question, checked_pool
from manni.solver.advice.raced_discards import RACED, Discarding, entrants_of
from manni.solver.advice.statistics import below, shares
from manni.solver.advice.thumb_hand import discards_near_thumb, thumb_discards
from manni.solver.advice.twins import Renaming, renamed, renamings
from manni.solver.advice.world import World
from manni.solver.advice.worlds import Worlds, draw
from manni.solver.cards import SEATS, Seat, cards_in
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine
from manni.solver.errors import RuleError, StoppedError
from manni.solver.notation import HandLike, as_hand
from manni.solver.pool import Pool
from manni.solver.rules.auction import PASS, Auction, Call, checked_calls
from manni.solver.rules.registry import variant_of
from manni.solver.rules.trick import check_plain
from manni.solver.rules.variant import Variant
from manni.solver.run import Run

_DISCARDS = 24
"""How many discards are tried for a call: those the rule of thumb likes best."""

_RACED_DISCARDS = 6
"""How many where there is no rule, and they have to be raced."""

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


@dataclass(frozen=True)
class Way:
    """A call, what is known if it stands, its discard, and what it leaves for later deals.

    ``call`` is None for passing, and then nothing is put down; ``later`` is None if later
    deals are left out.
    """

    call: Call | None
    observation: Observation
    later: float | None
    discards: int = 0


def advise_contract(
    hand: HandLike,
    variant: Variant | str,
    *,
    left: Left = (),
    calls: Sequence[Call | None] = (),
    deal_only: bool = False,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> ContractAdvice:
    """Return advice to the seat to call, which sees only its own hand.

    ``left`` are the lines of a seat's list still to be declared, of the seat to call
    where the seat is None, by default all; ``calls`` what has been called, from the seat
    that opens. Passing is valued as if the call that stands then stood for good;
    ``belief`` says what is concluded from the others' calls and passes.
    ``deal_only`` leaves out what the contracts then left are worth.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. Without a limit of
    time the answer depends on nothing but ``worlds`` and ``seed``. A ``pool`` goes before
    ``threads`` and ``memory_mb``. Raises RuleError where there is nothing to call,
    StoppedError where nothing can be said of some call.
    """
    hand, variant = as_hand(hand), variant_of(variant)
    ways, auction = _ways(hand, variant, left, calls, deal_only)
    # The same worlds for all calls, not those in which discards were chosen: what is believed is
    # the same, too.
    question = Question.asked(
        Moment.CALL,
        ways[0].observation,
        worlds=worlds,
        seconds=seconds,
        seed=seed,
        run=run,
        belief=belief,
        number=(1,),
    )
    checks.instance(value, Value, "value")
    asked = Calls(ways, value, question, checked_pool(pool, memory_mb, threads))
    asked.choose_discards()
    asked.run()
    seat = auction.to_call
    assert seat is not None  # there are calls to make
    leader = asked.leader()
    behind = asked.behind(leader)
    advised = [_advised(asked, index, behind) for index in range(len(asked.ways))]
    advised.sort(key=lambda choice: (choice.call != leader.call, round(choice.behind, 9)))
    met = max(max(choice.ruled, choice.worlds) for choice in advised)
    credit, solved = question.worlds.credit(met), asked.met.worlds
    partial = worlds is not None and solved < worlds and question.run.is_over()
    origin = question.origin(solved, credit, partial=partial)
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


def _ways(
    hand: int,
    variant: Variant,
    left: Left,
    calls: Sequence[Call | None],
    deal_only: bool,
) -> tuple[list[Way], Auction]:
    """Return the calls to choose from, and the auction after those made."""
    check_plain(variant.rules, "advice on the contract")
    if not variant.declared:
        raise RuleError(f"nobody declares in {variant.code}: what to exchange is the only question")
    auction, names = _auction(variant, left, checked_calls(calls))
    seat = auction.to_call
    if seat is None:
        raise RuleError(f"the auction is over: {auction.standing} stands")
    deal_only = checks.flag(deal_only, "deal_only")
    return [
        Way(
            call,
            _view_of(call, hand, variant, seat, auction, names),
            None
            if deal_only or not variant.declaring.once
            else set_value(variant, names[seat] - used(variant, names[seat], call)),
        )
        for call in auction.legal()
    ], auction


def _advised(calls: Calls, index: int, behind: Behind) -> CallAdvice:
    """Return what a call has come to."""
    way = calls.ways[index]
    solved, met = calls.solved(way), calls.met
    estimate, worth = met.estimate(solved.row), solved.evaluator.worth
    rule: list[float] = []
    spread = None if solved.rule is None else solved.rule.spread
    if spread is not None and met.ruled is not None:
        wide, off = sqrt(spread.hand**2 + spread.deal**2), estimate.correction
        for mark in worth.marks:
            short = (
                way.observation.contract.sign * (mark - worth.target) - met.ruled[solved.row] - off
            )
            reached = [1 - below(distance / wide) for distance in short.tolist()]
            rule.append(float(np.average(reached, weights=met.ruled_weights)))
    dropped = way.call in calls.dropped
    row = met.row(solved.row, behind, index)
    row["told_apart"] |= dropped
    return CallAdvice(
        **row,
        **met.chances(solved.row, rule, spread.prior.degrees if rule and spread else 0),
        call=way.call,
        discards=tuple(cards_in(way.discards)),
        later=way.later,
        total=calls.total(way),
        marks=worth.marks,
        worlds=solved.worlds,
        ruled=0 if met.ruled is None else met.ruled.shape[1],
        estimated=solved.unproved,
        dropped=dropped,
    )


def _auction(variant: Variant, left: Left, calls: Sequence[Call | None]) -> tuple[Auction, Lines]:
    """Return the auction after the calls, and the lines that each seat has left."""
    # Who is to call depends on who opens and on the calls alone.
    opener = auction_of(variant, lines_left(variant, left, None)).opener
    declares = tuple(call is not PASS for call in calls)
    steps = variant.declaring.steps
    to_call = Seat((opener + steps[declares][0]) % SEATS) if declares in steps else None
    names = lines_left(variant, left, to_call)
    auction = auction_of(variant, names)
    if not auction.left[opener]:
        raise RuleError(f"{opener.word} has nothing left to declare: it cannot open")
    for call in calls:
        auction = auction.call(call)
    return auction, names


def _view_of(
    call: Call | None,
    hand: int,
    variant: Variant,
    seat: Seat,
    auction: Auction,
    names: Lines,
) -> Observation:
    """Return what the seat knows if a call stands, or on passing the call that does."""
    declarer = seat
    if call is PASS:
        assert auction.standing is not None
        assert auction.declarer is not None
        call, declarer = auction.standing, auction.declarer
    return Observation(
        variant,
        call.contract,
        seat,
        hand,
        declarer=declarer,
        great=call.great,
        calls=auction.calls,
        lines_left=names,
        moment=Moment.CALL,
    )


class Solved:
    """What stands for one call or for several that are alike: its deals."""

    def __init__(self, way: Way, value: Value) -> None:
        self.way = way
        self.evaluator = Evaluator(way.observation, value)
        self.rule = FittedPoints.of(way.observation)
        self.row = 0
        """Its row of the comparison."""
        self.worlds = self.unproved = 0
        """How many worlds were solved, and how many of them not to the end."""
        self.seconds = 0.0
        """What they have cost."""

    def hands(self, world: World, discards: int) -> tuple[int, int, int]:
        """Return the hands after the exchange: everybody else's are those of the world."""
        observation = self.way.observation
        hands = list(world.hands)
        seat = observation.seat
        if self.way.call is PASS:
            assert observation.declarer is not None
            seat = observation.declarer
            variant = observation.variant
            discards = thumb_discards(
                observation.contract,
                hands[seat],
                variant.exchange.sizes(seat, 0, variant.tricks, variant.manni),
                observation.ace_low,
                variant.exchange.all_or_nothing,
            )
        hands[seat], _ = draw(hands[seat], world.manni, discards)
        return hands[0], hands[1], hands[2]

    def ruled(self, deals: Sequence[tuple[int, int, int]]) -> NDArray[np.float64]:
        """Return the rule's points of deals."""
        assert self.rule is not None
        return self.rule.points(np.array(deals, dtype=np.uint64))


class Calls:
    """The calls, and what each has come to so far.

    Those in ``dropped`` were behind too far to win before all worlds were solved for them.
    """

    def __init__(self, ways: list[Way], value: Value, question: Question, pool: Pool) -> None:
        self.ways, self.value, self.question, self.pool = ways, value, question, pool
        self.deals = question.worlds
        self.dropped: set[Call | None] = set()
        self._solved = {way.call: Solved(way, value) for way in ways}
        self._compare()

    def _compare(self) -> None:
        """Begin the comparisons of what is to be solved, alike calls once."""
        every = self._each()
        for row, solved in enumerate(every):
            solved.row = row
        spreads = [None if solved.rule is None else solved.rule.spread for solved in every]
        priors = [None if spread is None else spread.prior for spread in spreads]
        possible = [solved.evaluator.worth.possible for solved in every]
        self.met = Comparison(EARLY_SHARES, possible, priors=priors, paired=False)

    def solved(self, way: Way) -> Solved:
        """Return what stands for a call."""
        return self._solved[way.call]

    # The discard of each call --------------------------------------------------------

    def choose_discards(self) -> None:
        """Choose the discard of each call; if time runs out, the rule of thumb's.

        A call that is another with the suits renamed puts down the same, renamed.
        """
        choosing = self.question.run.part(_CHOOSING)
        ways: list[Way] = []
        for index, way in enumerate(self.ways):
            discards = 0
            alike = next(_alike(ways, way), None)
            if alike is not None:
                other, renaming = alike
                discards = renamed(other.discards, renaming)
                self._solved[way.call] = self._solved[other.call]
            elif way.call is not PASS:
                part = choosing.part(1 / (len(self.ways) - index))
                discards = self._best_discards(way, part)
            ways.append(replace(way, discards=discards))
            if alike is None:
                self._solved[way.call].way = ways[-1]
        self.ways = ways
        self._compare()

    def _best_discards(self, way: Way, run: Run) -> int:
        solved = self._solved[way.call]
        if solved.rule is None:
            return self._raced_discards(way.observation, run)
        near = discards_near_thumb(way.observation, _DISCARDS)
        drawn = self._worlds(way.observation, 0)
        sampled = []
        for number in range(_CHOOSING_WORLDS):
            if number and run.is_over():
                break
            sampled.append(drawn[number])
        deals = [solved.hands(world, discards) for discards in near for world in sampled]
        counts = shares([drawn.weight(number) for number in range(len(sampled))])
        points = (solved.ruled(deals).reshape(len(near), -1) @ counts).round(9)
        return near[int(points.argmax())]

    def _raced_discards(self, observation: Observation, run: Run) -> int:
        entrants = entrants_of(
            observation, discards_near_thumb(observation, _RACED_DISCARDS), RACED
        )
        discarding = Discarding(self._worlds(observation), self.value)
        race = Race(discarding, entrants, self.pool)
        race.run(self.question.wanted, run)
        if race.met.worlds < 2:
            return entrants.thumb
        return race.order[race.best_first()[0]].alike.cards

    def _worlds(self, observation: Observation, *number: int) -> Worlds:
        """Return worlds in which discards are chosen."""
        return Worlds(observation, self.deals.belief, self.question.seed, *number)

    # The worlds ----------------------------------------------------------------------

    def run(self) -> None:
        """Value all calls in the same worlds.

        Raises StoppedError where nothing can be said of some call.
        """
        worlds, run = self.question.wanted, self.question.run
        self._look_by_rule(run)
        try:
            if run.seconds_left is None:
                assert worlds is not None
                self._solve_all(worlds, run)
            else:
                self._solve_in_doubt(worlds, run)
        except StoppedError:
            pass
        if not all(map(self._is_known, self._each())):
            raise StoppedError("no two worlds were finished: allow more time")

    def _each(self) -> list[Solved]:
        """Return what is to be solved, alike calls once."""
        return list(dict.fromkeys(self._solved.values()))

    def _in(self) -> list[Solved]:
        """Return what is not dropped."""
        return list(
            dict.fromkeys(
                self._solved[way.call] for way in self.ways if way.call not in self.dropped
            )
        )

    def _is_known(self, solved: Solved) -> bool:
        """Return whether anything can be said: there is a rule, or two worlds were solved."""
        return solved.worlds > 1 or (solved.rule is not None and solved.rule.spread is not None)

    def _look_by_rule(self, run: Run) -> None:
        """Let the rule look at all calls in the same worlds."""
        every = self._each()
        if any(solved.rule is None for solved in every):
            return  # it was not fitted to hands of this size
        deals: list[list[tuple[int, int, int]]] = [[] for _ in every]
        limit = run.part(_RULING)
        for number in range(_RULED_WORLDS):
            run.check()
            if number > 1 and limit.is_over():
                break
            for solved, hands_after in zip(every, deals, strict=True):
                hands_after.append(solved.hands(self.deals[number], solved.way.discards))
        counts = np.array([self.deals.weight(number) for number in range(len(deals[0]))])
        points = [
            solved.ruled(hands_after) for solved, hands_after in zip(every, deals, strict=True)
        ]
        self.met.rule(np.stack(points), counts)

    def _solve_all(self, worlds: int, run: Run) -> None:
        """Solve so many worlds for every call, from time to time dropping some."""
        for start, until in stages(worlds, _FIRST_LOOK, _LATER_LOOKS):
            still = self._in()
            self._solve(
                [(solved, number) for number in range(start, until) for solved in still], run
            )
            if until < worlds:
                self._drop()

    def _solve_in_doubt(self, worlds: int | None, run: Run) -> None:
        """Solve worlds where they tell most about which call is best, until time is up."""
        seconds = run.seconds_left
        assert seconds is not None
        limit = _ONE_WORLD * seconds
        threads = len(self.pool.engines)
        met = 0
        while True:
            still = [solved for solved in self._in() if worlds is None or solved.worlds < worlds]
            if not still or self._is_clear():
                return
            doubtful = self._most_in_doubt(still)
            most = threads if worlds is None else min(threads, worlds - doubtful.worlds)
            tasks = [(doubtful, doubtful.worlds + i) for i in range(most)]
            self._solve(tasks, run, limit * 2 ** min(doubtful.unproved, 10))
            met += most
            if met >= _FIRST_LOOK * len(self._in()) * 2 ** min(self.met.looks, 20):
                self._drop()

    def _solve(
        self, tasks: Sequence[tuple[Solved, int]], run: Run, limit: float | None = None
    ) -> None:
        """Solve worlds, given by call and number, each within its limit of seconds."""

        def solve(
            engine: Engine, task: tuple[Solved, int], run: Run
        ) -> tuple[Outcome, tuple[int, int, int], float]:
            solved, number = task
            start = monotonic()
            hands = solved.hands(self.deals[number], solved.way.discards)
            guess = solved.evaluator.first_guess()
            within = None if limit is None else run.within(limit)
            outcome = solved.evaluator.outcome(engine, hands, guess, run, within)
            return outcome, hands, monotonic() - start

        for (solved, number), (outcome, hands, seconds) in zip(
            tasks, self.pool.imap(solve, tasks, run), strict=True
        ):
            rule = 0.0 if solved.rule is None else float(solved.ruled([hands])[0])
            self.met.add(
                solved.row,
                outcome.between(solved.evaluator.worth.possible),
                rule=rule,
                reached=outcome.reached_between,
                weight=self.deals.weight(number),
            )
            solved.worlds += 1
            solved.unproved += not outcome.proved
            solved.seconds += seconds
            run.report(self.met.worlds, None)

    # What is in doubt ----------------------------------------------------------------

    def _most_in_doubt(self, still: Sequence[Solved]) -> Solved:
        """Return the call a further world of which tells most, for the time it costs.

        That is, which narrows most the doubt whether a call beats the leader.
        """
        unknown = [candidate for candidate in still if not self._is_known(candidate)]
        if unknown:
            return unknown[0]
        leader = self.leader()
        best, behind = self.solved(leader), self.behind(leader)
        doubts = dict.fromkeys(still, 0.0)
        for index, way in enumerate(self.ways):
            solved = self.solved(way)
            if solved is best or way.call in self.dropped:
                continue
            for candidate in (solved, best):
                if candidate in doubts:
                    doubts[candidate] = max(doubts[candidate], doubt(behind, index))
        timed = [candidate for candidate in self._each() if candidate.worlds]
        usual = (
            sum(candidate.seconds / candidate.worlds for candidate in timed) / len(timed)
            if timed
            else 1.0
        )

        def gain(solved: Solved) -> float:
            cost = solved.seconds / solved.worlds if solved.worlds else usual
            estimate = self.met.estimate(solved.row)
            variance = estimate.variance + estimate.open**2
            return (doubts[solved] + 1e-4) * variance / (solved.worlds + 1) / max(cost, 1e-4)

        return max(still, key=gain)

    def _is_clear(self) -> bool:
        """Return whether one call is best, and how good it is well known."""
        still = self._in()
        if len(still) > 1 or not self._is_known(still[0]):
            return False
        low, high = self.met.estimate(still[0].row).interval
        return high - low < 2 * _ENOUGH

    def _drop(self) -> None:
        """Solve no more worlds of the calls that cannot win."""
        behind = self.behind(self.leader(), drops=True)
        stays = zip(self.ways, self.met.survivors(behind, len(self.ways)), strict=True)
        self.dropped |= {way.call for way, stay in stays if not stay}

    # What it has come to -------------------------------------------------------------

    def total(self, way: Way) -> float:
        """Return a call's expected points, the value of what is left included."""
        return self.met.estimate(self.solved(way).row).mean + (way.later or 0.0)

    def leader(self) -> Way:
        """Return the best of the calls that are not dropped."""
        still = [way for way in self.ways if way.call not in self.dropped]
        return max(still, key=lambda way: round(self.total(way), 9))

    def behind(self, leader: Way, *, drops: bool = False) -> Behind:
        """Return how far each call is behind the leader, by its total."""
        behind = self.met.behind(self.solved(leader).row, drops=drops)
        behind = behind.of([self.solved(way).row for way in self.ways])
        return behind.plus([(leader.later or 0.0) - (way.later or 0.0) for way in self.ways])


def _alike(ways: Sequence[Way], way: Way) -> Iterator[tuple[Way, Renaming]]:
    """Yield calls that are another with its suits renamed, and how; passing is alike to none."""
    for other in ways:
        if PASS not in (way.call, other.call):
            for renaming in renamings(other.observation, way.observation):
                yield other, renaming
