"""What to put away and which trump to name, one hand alone seen, the surprise among it.

Deals that agree with the hand, called worlds, are sampled, all equally likely. In the first of
them the best choice with every trump is found with open cards, and what is best in some of them
enters a race: all choices are valued in further worlds, the same ones for all, and those that
cannot win drop out. A value is what the declarer is sure of with open cards, more than he can be
at the table, where he would have to know the others' hands to play for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import comb
from typing import NamedTuple

from manni.solver import checks
from manni.solver.advice.answer import PutAwayAdvice, PutAwayChoice
from manni.solver.advice.compare import (
    POINTS,
    SHOWN,
    Behind,
    Comparison,
    best_first,
    in_steps,
    stages,
)
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.question import Question, checked_pool
from manni.solver.advice.statistics import chance_interval, cross_fitted
from manni.solver.advice.thumb_hand import best_kept
from manni.solver.cards import card_name, cards_in, hand_of, triple
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine
from manni.solver.errors import RuleError, StoppedError
from manni.solver.exchange.kept import kept_hands
from manni.solver.exchange.surprise import TakenUp, best_put_away, check_trump, trumps_of
from manni.solver.notation import CardsLike, as_cards, parse_contract
from manni.solver.pool import Pool
from manni.solver.rules.contract import Contract
from manni.solver.rules.marking import Marking, Taken
from manni.solver.rules.trick import arranged
from manni.solver.run import Run

SEARCHED = 40
"""In so many worlds the best choices are looked for."""

_TO_SEARCH = 0.3
"""The fraction of the time that this may take."""


class Named(NamedTuple):
    """A trump to name and the cards to put away, as a hand."""

    contract: Contract
    away: int


class Outcome(NamedTuple):
    """What a choice comes to in a world.

    ``points`` are what the declarer is sure of; ``balance`` is what he then marks more than each
    other, and ``made`` whether he makes his bid, where it is known.
    """

    points: int
    made: bool
    balance: float


def advise_put_away(
    observation: Observation,
    *,
    contract: Contract | str | None = None,
    also: Sequence[CardsLike] = (),
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> PutAwayAdvice:
    """Return what to put away and which trump to name for most points on average.

    With a bid the declarer plays for what he marks. ``contract`` is the one trump to look at,
    ``also`` are cards to put away that are to be judged in any case. Ends after so many
    ``worlds`` or ``seconds``, or once the run is over. Without a limit of time the answer
    depends on nothing but ``worlds`` and ``seed``. Raises RuleError for what is not allowed,
    StoppedError where not even two worlds were finished.
    """
    question = Question.asked(
        Moment.PUT_AWAY, observation, worlds=worlds, seconds=seconds, seed=seed, run=run
    )
    trumps = trumps_of(observation.variant)
    if contract is not None:
        trumps = (parse_contract(contract),)
        check_trump(observation.variant, trumps[0])
    asked = [_asked(observation, cards) for cards in checks.several(also, "also")]
    race = _Race(question, trumps, asked, checked_pool(pool, memory_mb, threads))
    race.run()
    return race.advice()


def _asked(observation: Observation, cards: CardsLike) -> int:
    """Return cards asked about as a hand. Raises RuleError unless they can be put away."""
    away, size = as_cards(cards, "cards of also"), observation.variant.manni
    for card in away:
        if not observation.hand >> card & 1:
            raise RuleError(f"{card_name(card)} cannot be put away: it is not held")
    if len(set(away)) != len(away) or len(away) != size:
        names = " ".join(map(card_name, away))
        raise RuleError(f"{names or 'nothing'} put away: {size} different cards have to be")
    return hand_of(away)


class _Race:
    """The choices still in, and what they came to over the worlds so far."""

    def __init__(
        self,
        question: Question,
        trumps: Sequence[Contract],
        asked: Sequence[int],
        pool: Pool,
    ) -> None:
        self.question, self.trumps, self.asked, self.pool = question, trumps, asked, pool
        self.observation, self.worlds = question.observation, question.worlds.taken_up()
        observation, variant = self.observation, self.observation.variant
        kept = kept_hands(
            observation.hand,
            observation.unseen,
            variant.tricks,
            variant.rules,
            dearest=not variant.pile_counts,
        )
        self.classes = [observation.hand & ~hand for hand in kept]
        trump, hand = best_kept(variant, observation.hand, trumps)
        self.thumb = Named(trump, observation.hand & ~hand)
        self.guarded = {self.thumb, *(Named(trump, away) for trump in trumps for away in asked)}
        self.searched = self._to_search = 0
        self.order: list[Named] = []
        self.raced = 0

    def run(self) -> None:
        """Find the choices to compare and meet worlds until there are enough or the run is over."""
        worlds, run = self.question.wanted, self.question.run
        self._to_search = SEARCHED if worlds is None else min(SEARCHED, worlds)
        chosen = self._found(self._to_search, run.part(_TO_SEARCH))
        self.order = sorted({*self.guarded, *chosen})
        self.raced = len(self.order)
        most = [float(self._every(choice)) for choice in self.order]
        self.points = Comparison(POINTS, [(0.0, worth) for worth in most])
        ends = [self._balances(choice) for choice in self.order]
        # One world in which a bid is made after all moves what is marked by all that there is
        # between the two.
        between = max(high - low for low, high in ends)
        self.balance = Comparison(in_steps(between), ends)
        try:
            for start, until in stages(worlds):
                tasks = islice(self.worlds, until - start)
                for row in self.pool.imap(self._world, tasks, run):
                    self._add(row)
                    run.report(self.points.worlds, worlds)
                if until != worlds:
                    self._drop()
        except StoppedError:
            return

    def _every(self, choice: Named) -> int:
        """Return all points there are."""
        return self.observation.variant.worth((0, 0, 0), choice.contract)[1]

    def _balances(self, choice: Named) -> tuple[float, float]:
        """Return the least and the most that the declarer may mark more than each other."""
        every = self._every(choice)
        none, most = (_outcome(self.observation, made, every - made).balance for made in (0, every))
        return min(none, most), max(none, most)

    # The choices ---------------------------------------------------------------------

    def _found(self, wanted: int, run: Run) -> set[Named]:
        """Return what is best with some trump in some of the worlds, and what is near that."""
        often: Counter[Named] = Counter()
        sums: Counter[Contract] = Counter()
        try:
            for chosen in self.pool.imap(self._best, islice(self.worlds, wanted), run):
                self.searched += 1
                for choice, points in chosen:
                    often[choice] += 1
                    sums[choice.contract] += points
        except StoppedError:
            pass
        if not often:
            return set()
        trump = max(sums, key=lambda named: (sums[named], -named))
        most = max(
            (named for named in often if named.contract is trump),
            key=lambda named: (often[named], named),
        )
        near = [away for away in self.classes if (away & ~most.away).bit_count() == 1]
        return {*often, *(Named(trump, away) for away in near)}

    def _best(self, engine: Engine, world: TakenUp, run: Run) -> list[tuple[Named, int]]:
        """Return the best choice with every trump in a world, and its points."""
        only = self.trumps[0] if len(self.trumps) == 1 else None
        exchange = best_put_away(world, contract=only, engine=engine, run=run)
        if not exchange.exact:
            raise StoppedError("the search was stopped before there was an answer")
        return [
            (Named(choice.contract, hand_of(choice.cards)), choice.bounds[0])
            for choice in exchange.best
        ]

    # The worlds ----------------------------------------------------------------------

    def _world(self, engine: Engine, world: TakenUp, run: Run) -> list[Outcome]:
        """Return what every choice comes to in a world."""
        observation, guess = self.observation, None
        outcomes: list[Outcome] = []
        for choice in self.order:
            position = world.position(*choice)
            low, high = engine.bounds(position, observation.seat, run=run, guess=guess)
            if low < high:
                run.check()
                raise StoppedError("the search was stopped before there was an answer")
            guess = low
            outcomes.append(
                _outcome(observation, low + world.counted(choice.away), position.worth - low)
            )
        return outcomes

    def _add(self, row: Sequence[Outcome]) -> None:
        for index, outcome in enumerate(row):
            made = float(outcome.made)
            self.points.add(index, (outcome.points, outcome.points), reached=[(made, made)])
            self.balance.add(index, (outcome.balance, outcome.balance))

    # Who drops out -------------------------------------------------------------------

    @property
    def _judged(self) -> Comparison:
        """What choices are compared by: what is marked, points while none is made."""
        made = any(self.points.chances(index)["reached"][0] for index in range(len(self.order)))
        return self.balance if made else self.points

    def _best_first(self, judged: Comparison) -> list[int]:
        """Return the choices in order: by what they are judged by, then by points."""
        return best_first(judged.averages(), self.points.averages())

    def _drop(self) -> None:
        """Drop the choices that cannot win; with a bid, once one of them has made it."""
        judged = self._judged
        if self.observation.standing is not None and judged is self.points:
            return
        order = self._best_first(judged)
        stays = judged.survivors(judged.behind(order[0], drops=True), self.raced)
        first = self._first_of_trumps(order)
        kept = [
            index
            for index, choice in enumerate(self.order)
            if stays[index] or index in {*first, *order[:SHOWN]} or choice in self.guarded
        ]
        self.order = [self.order[index] for index in kept]
        self.points.keep(kept)
        self.balance.keep(kept)

    def _first_of_trumps(self, order: Sequence[int]) -> list[int]:
        """Return the best choice of every trump, the best first."""
        first: dict[Contract, int] = {}
        for index in order:
            first.setdefault(self.order[index].contract, index)
        return list(first.values())

    # What they come to ---------------------------------------------------------------

    def advice(self) -> PutAwayAdvice:
        """Return what the race has come to. Raises StoppedError where it had no two worlds."""
        met, wanted = self.points.worlds, self.question.wanted
        if met < 2:
            raise StoppedError("no two worlds were finished: allow more time")
        judged = self._judged
        order = self._best_first(judged)
        behind = judged.behind(order[0])
        observation, names = self.observation, self.order

        def of(index: int) -> PutAwayChoice:
            return self._advised(index, behind)

        size = observation.variant.manni
        made = self._made()
        partial = self.searched < self._to_search or (wanted is not None and met < wanted)
        return PutAwayAdvice(
            **self.question.origin(met, partial=partial),
            observation=observation,
            searched=self.searched,
            made=made,
            made_interval=None if made is None else chance_interval(made, met),
            best=tuple(map(of, order[:SHOWN])),
            trumps=tuple(map(of, self._first_of_trumps(order))),
            thumb=of(names.index(self.thumb)),
            also=tuple(of(index) for index in order if names[index].away in self.asked),
            candidates=comb(observation.hand.bit_count(), size) * len(self.trumps),
            classes=len(self.classes) * len(self.trumps),
            raced=self.raced,
            left=len(self.order),
        )

    def _made(self) -> float | None:
        """Return how often what is best makes the bid, in worlds that did not choose it."""
        if self.observation.standing is None:
            return None
        # Points decide between what is alike, and nothing else.
        looks = self._judged.values() + 1e-6 * self.points.values()
        return float(cross_fitted(looks, self.points.reached()).mean())

    def _advised(self, index: int, behind: Behind) -> PutAwayChoice:
        """Return a choice with what it came to."""
        met, choice = self.points.worlds, self.order[index]
        chance = balance = None
        if self.observation.standing is not None:
            chance = self.points.chances(index)["reached"][0]
            balance = self.balance.estimate(index).mean
        return PutAwayChoice(
            **self.points.row(index, behind),
            contract=choice.contract,
            cards=arranged(cards_in(choice.away), self.observation.variant.rules),
            chance=chance,
            chance_interval=None if chance is None else chance_interval(chance, met),
            balance=balance,
        )


def _outcome(observation: Observation, own: int, others: int) -> Outcome:
    """Return what the points of the declarer and of the two others come to."""
    if observation.standing is None:
        return Outcome(own, False, 0.0)
    points = [0, 0, 0]
    points[observation.seat], points[observation.others[0]] = own, others
    taken = Taken(triple(points), observation.seat, observation.standing)
    scoring = observation.variant.scoring
    assert isinstance(scoring, Marking)
    marks = scoring.marks(taken)
    return Outcome(own, taken.made, float(marks[observation.seat] - marks[observation.others[0]]))
