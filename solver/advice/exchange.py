"""What to exchange for a seat that sees only its own cards.

Fitted rules choose the discards that are raced over sampled deals (``raced_discards``). Points
are what the rule that looks at deals says of many worlds and by how much it is off in those
solved; once more were solved than it has looked at, these alone.
To the order it still counts as some worlds (``compare`` says how).

A world's values are those with open cards: everybody in it knows all hands. So its points
are those of perfect play, which nobody at the table can achieve. With a time limit a world may
take only a part of it: what is not proved by then is estimated, and if that happens too often the
worse half of the discards is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from manni.solver import checks
from manni.solver.advice.answer import DiscardAdvice, ExchangeAdvice
from manni.solver.advice.asked_for import Value
from manni.solver.advice.behaviour import Belief
from manni.solver.advice.compare import SHARES, SHOWN, Comparison, Prior, best_first, stages
from manni.solver.advice.deal_worth import Evaluator, Outcome
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.question import Question, checked_pool
from manni.solver.advice.raced_discards import (
    LEAST_RACED,
    RACED,
    RULED_WORLDS,
    Discarding,
    Entrants,
    entrants_of,
)
from manni.solver.cards import cards_in
from manni.solver.engine import DEFAULT_MEMORY_MB, Engine
from manni.solver.errors import StoppedError
from manni.solver.notation import HandLike, as_put_down
from manni.solver.pool import Pool
from manni.solver.rules.exchange import check_discard
from manni.solver.run import Run

_RULE_OFF = 0.025
"""The variance of what the rule is off, on average, by a difference of one card in discards."""

_DEAL_OFF = 0.25
"""The variance in one deal around that; it does not grow beyond four cards."""

_KNOWN_AS = 8
"""How many degrees of freedom that counts as: one figure for all contracts, so fewer than the
spread of the rule in each of them."""

_ONE_WORLD = 0.1
"""The fraction of the time a world may take: what is not proved by then is estimated."""

_FIRST_WORLD = 0.05
"""The fraction of the time the first world may take: discards not reached are left out.

The discards that the fitted rule likes best come first.
"""


def advise_exchange(
    observation: Observation,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    only: Sequence[HandLike] | None = None,
    also: Sequence[HandLike] = (),
    raced: int | None = RACED,
    threads: int = 1,
    memory_mb: float = DEFAULT_MEMORY_MB,
    pool: Pool | None = None,
    run: Run | None = None,
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over, whichever is
    first. Without a limit of time the answer depends on nothing but ``worlds`` and ``seed``.
    ``belief`` says what is concluded from what the others have exchanged and called.
    ``only`` are the discards to compare, as hands, by default all that are legal; as
    many as ``raced`` says meet the worlds, None for all of them, and those of ``also`` in any
    case. A ``pool`` goes before
    ``threads`` and ``memory_mb``. Raises StoppedError where not even two worlds were
    finished.
    """
    question = Question.asked(
        Moment.EXCHANGE,
        observation,
        worlds=worlds,
        seconds=seconds,
        seed=seed,
        run=run,
        belief=belief,
    )
    discarding = Discarding(
        question.worlds,
        checks.instance(value, Value, "value"),
    )
    among = None
    if only is not None:
        among = [
            _checked_discard(observation, cards, "only") for cards in checks.several(only, "only")
        ]
    asked = [_checked_discard(observation, cards, "also") for cards in checks.several(also, "also")]
    entrants = entrants_of(observation, among, raced, asked, discarding)
    race = Race(discarding, entrants, checked_pool(pool, memory_mb, threads))
    race.run(question.wanted, question.run)
    return _answer(question, race, asked)


def _checked_discard(observation: Observation, discards: HandLike, name: str) -> int:
    """Return a discard as a hand. Raises RuleError unless the seat may put it down."""
    gone = as_put_down(discards, f"a discard of {name}")
    check_discard(observation.seat, observation.hand, tuple(cards_in(gone)), observation.sizes())
    return gone


def pairs_of(discards: Sequence[int]) -> Callable[[int], Prior]:
    """Return how far the rule is off between one of some discards and each of them.

    That is less the fewer cards they differ in.
    """

    def pairs(leader: int) -> Prior:
        best = discards[leader]
        apart = np.array(
            [max((best & ~own).bit_count(), (own & ~best).bit_count(), 1) for own in discards]
        )
        deal = _DEAL_OFF * apart.clip(max=4)
        return Prior(_RULE_OFF * apart, deal, _KNOWN_AS, whole=True)

    return pairs


class Race:
    """The discards still in, and their points over the worlds so far."""

    def __init__(self, discarding: Discarding, entrants: Entrants, pool: Pool) -> None:
        self.discarding, self.entrants, self.pool = discarding, entrants, pool
        self.evaluator = Evaluator(discarding.observation, discarding.value)
        self.order = list(entrants.field)
        self.raced = len(self.order)
        self.estimated = 0
        """The number of worlds in which some value is an estimate."""
        self.met = Comparison(
            SHARES,
            [self.evaluator.worth.possible] * self.raced,
            priors=[discarding.prior] * self.raced,
            paired=lambda leader: pairs_of(self._cards())(leader),
        )
        self._patience: float | None = None

    # The worlds ----------------------------------------------------------------------

    def run(self, worlds: int | None, run: Run) -> None:
        """Meet worlds, looking from time to time, until there are enough or the run is over."""
        seconds = run.seconds_left
        try:
            if seconds is not None:
                self._patience = _ONE_WORLD * seconds
                self._first_world(run, run.within(_FIRST_WORLD * seconds))
            self._look_by_rule(run)
            # Neighbours are alike and find much in the table.
            self._keep(sorted(range(len(self.order)), key=self._by_cards))
            for start, until in stages(worlds):
                for row in self.pool.imap(self._world, range(start, until), run):
                    self._add(row)
                    run.report(self.met.worlds, worlds)
                if until != worlds:
                    self._drop()
                    if 2 * self.estimated > until:
                        self._halve()
        except StoppedError:
            return

    def _look_by_rule(self, run: Run) -> None:
        """Let the rule look at the discards in many worlds, in fewer where the time is up."""
        if self.discarding.prior is not None:
            points = self.discarding.points(self._cards(), range(RULED_WORLDS), run)
            self.met.ruled_until = points.shape[1]
            self.met.rule(points, self.discarding.shares(points.shape[1]))

    def _add(self, row: Sequence[Outcome]) -> None:
        number, ruled = self.met.worlds, self.met.ruled
        weight = self.discarding.worlds.weight(number)
        looked = ruled is not None and number < ruled.shape[1]
        for index, each in enumerate(row):
            rule = float(ruled[index, number]) if ruled is not None and looked else 0.0
            self.met.add(
                index,
                each.between(self.evaluator.worth.possible),
                rule=rule,
                reached=each.reached_between,
                weight=weight,
            )
        self.estimated += not all(each.proved for each in row)

    def _by_cards(self, index: int) -> tuple[int, list[int]]:
        own = self.order[index].alike
        return own.size, list(cards_in(own.cards))

    def _first_world(self, run: Run, limit: Run) -> None:
        """Leave out the discards that the first world does not reach in its time."""
        proved = 0
        for outcome in self._outcomes(self.pool.engine, 0, run, lambda index: limit):
            if not outcome.proved:
                break
            proved += 1
        self._keep(
            [
                index
                for index, own in enumerate(self.order)
                if index < max(LEAST_RACED, proved) or own.guarded
            ]
        )
        self.raced = len(self.order)

    def _world(self, engine: Engine, number: int, run: Run) -> list[Outcome]:
        """Return what every discard comes to in a world.

        The first, which finds nothing in the table, is the slowest and may take half the time.
        """
        if self._patience is None:
            return list(self._outcomes(engine, number, run, lambda index: None))
        whole = run.within(self._patience)
        left = len(self.order)

        def limit(index: int) -> Run:
            return whole.part(min(1.0, 4 / (left - index)) if index else 0.5)

        return list(self._outcomes(engine, number, run, limit))

    def _outcomes(
        self, engine: Engine, number: int, run: Run, limit: Callable[[int], Run | None]
    ) -> Iterator[Outcome]:
        """Yield what each discard comes to in one world, each within its limit."""
        guess = self.evaluator.first_guess()
        for index, hands in enumerate(self.discarding.deals(number, self._cards())):
            outcome = self.evaluator.outcome(engine, hands, guess, run, limit(index))
            guess = outcome.guarantees
            yield outcome

    # Who drops out -------------------------------------------------------------------

    def best_first(self) -> list[int]:
        """Return the discards in order: worlds and rule together, then worlds alone."""
        met = self.met
        worlds, means = met.effective(), met.averages()
        together = worlds * means + self.entrants.rule_worlds * self.rule_means()
        order = best_first(together, means)
        if not met.is_ruled or not worlds:
            return order
        behind = met.behind(order[0]).means.round(9)
        leader = min(order, key=lambda index: float(behind[index]))
        behind = met.behind(leader).means.round(9)
        return sorted(order, key=lambda index: (index != leader, float(behind[index])))

    def shown(self) -> list[int]:
        """Return the discards in order, without those that are no better than the plain one.

        That a better card of a suit goes than one that stays has to be seen in the worlds: where
        chance explains it, the plain discard stands for both.
        """
        order = self.best_first()
        beside = {index: self._plain(index) for index in order if not self.order[index].guarded}
        return [
            index
            for index in order
            if (at := beside.get(index)) is None or self.met.behind(index).interval(at)[0] > 0
        ]

    def _plain(self, index: int) -> int | None:
        """Return the plain discard of one that is not, None for one that is or has none here."""
        own = self.order[index]
        if own.is_plain:
            return None
        return next((at for at, each in enumerate(self.order) if own.plain in each), None)

    def rule_means(self) -> NDArray[np.float64]:
        """Return what the rule says of the discards."""
        if self.met.ruled is not None:
            return np.asarray(self.met.ruled @ self.met.ruled_weights)
        return np.array([own.rule_points for own in self.order])

    def _cards(self) -> list[int]:
        return [own.alike.cards for own in self.order]

    def _drop(self) -> None:
        """Drop the discards that cannot win."""
        behind = self.met.behind(int(np.argmax(self.met.averages())), drops=True)
        stays = np.flatnonzero(self.met.survivors(behind, self.raced)).tolist()
        self._keep_also(self.best_first()[:SHOWN], stays)

    def _halve(self) -> None:
        """Leave out the worse half if a world has no time for so many."""
        self._keep_also(self.best_first()[: max(SHOWN, len(self.order) // 2)])

    def _keep_also(self, best: Sequence[int], others: Sequence[int] = ()) -> None:
        guarded = [index for index, own in enumerate(self.order) if own.guarded]
        plain = [at for index in best if (at := self._plain(index)) is not None]
        kept = sorted({*best, *plain, *others, *guarded})
        if len(kept) < len(self.order):
            self._keep(kept)

    def _keep(self, kept: Sequence[int]) -> None:
        self.order = [self.order[index] for index in kept]
        self.met.keep(kept)


def _answer(question: Question, race: Race, also: Sequence[int]) -> ExchangeAdvice:
    """Return what a race has come to. Raises StoppedError where it had no two worlds."""
    discarding, entrants, met = race.discarding, race.entrants, race.met
    worlds = met.worlds
    if worlds < 2:
        raise StoppedError("no two worlds were finished: allow more time")
    order = race.shown()
    best = order[0]
    behind, rule = met.behind(best), race.rule_means()

    def advised(index: int) -> list[DiscardAdvice]:
        """Return a discard, and those that it is with the suits renamed."""
        own = race.order[index]
        row, chances = met.row(index, behind, beside=best), met.chances(index)
        return [
            DiscardAdvice(
                **row,
                **chances,
                alike=alike,
                discards=tuple(cards_in(alike.cards)),
                rule=float(rule[best] - rule[index]),
            )
            for alike in (own.alike, *own.twins)
        ]

    def of(discards: int) -> DiscardAdvice:
        index = next(i for i, own in enumerate(race.order) if discards in own)
        return next(own for own in advised(index) if discards in own.alike)

    credit = question.worlds.credit(worlds)
    return ExchangeAdvice(
        **question.origin(worlds, credit),
        observation=question.observation,
        value=discarding.value,
        estimated=race.estimated,
        best=tuple(islice(chain.from_iterable(map(advised, order)), SHOWN)),
        stand=of(0),
        thumb=of(entrants.thumb),
        also=tuple(map(of, also)),
        candidates=entrants.candidates,
        classes=entrants.classes,
        raced=race.raced,
        left=len(race.order),
        rule_worlds=entrants.rule_worlds,
        marks=race.evaluator.worth.marks,
        credit=credit,
    )
