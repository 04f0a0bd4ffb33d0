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

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, islice
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from manni.solver import checks
from manni.solver.advice.answer import DiscardChoice, ExchangeAdvice
from manni.solver.advice.choices import Belief, Value
from manni.solver.advice.compare import SHARES, SHOWN, Comparison, Prior, best_first
from manni.solver.advice.deal_worth import Evaluator, Outcome
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.race import Limits, Question, Race
from manni.solver.advice.raced_discards import (
    LEAST_RACED,
    RACED,
    RULED_WORLDS,
    Discarding,
    Entrant,
    Entrants,
    entrants_of,
)
from manni.solver.cards import cards_in
from manni.solver.engine import Engine
from manni.solver.notation import HandLike, as_put_down
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
    value: Value = Value.SHARE,
    belief: Belief = Belief.SOFT,
    only: Sequence[HandLike] | None = None,
    also: Sequence[HandLike] = (),
    raced: int | None = RACED,
    **limits: Unpack[Limits],
) -> ExchangeAdvice:
    """Return the discards with the most expected points.

    ``belief`` says what is concluded from what the others have exchanged and called.
    ``only`` are the discards to compare, as hands, by default all that are legal; as
    many as ``raced`` says meet the worlds, None for all of them, and those of ``also`` in any
    case. Raises StoppedError where not even two worlds were finished.
    """
    question = Question.asked(Moment.EXCHANGE, observation, belief, **limits)
    discarding = Discarding(question.worlds, checks.instance(value, Value, "value"))
    among = None
    if only is not None:
        among = [
            _checked_discard(observation, cards, "only") for cards in checks.several(only, "only")
        ]
    asked = [_checked_discard(observation, cards, "also") for cards in checks.several(also, "also")]
    race = Discards(question, discarding, entrants_of(observation, among, raced, asked, discarding))
    race.run()
    return race.advice(asked)


def _checked_discard(observation: Observation, discards: HandLike, name: str) -> int:
    """Return a discard as a hand. Raises RuleError unless the seat may put it down."""
    gone = as_put_down(discards, f"a discard of {name}")
    check_discard(observation.seat, observation.hand, tuple(cards_in(gone)), observation.sizes())
    return gone


def pair_prior(discards: Sequence[int], leader: int) -> Prior:
    """Return how far the rule is off between one of some discards and each of them.

    That is less the fewer cards they differ in.
    """
    best = discards[leader]
    apart = np.array(
        [max((best & ~own).bit_count(), (own & ~best).bit_count(), 1) for own in discards]
    )
    return Prior(_RULE_OFF * apart, _DEAL_OFF * apart.clip(max=4), _KNOWN_AS, whole=True)


class Discards(Race[Entrant, int, list[Outcome]]):
    """The discards still in, and what they come to in numbered worlds.

    In ``estimated`` worlds some value is an estimate.
    """

    def __init__(self, question: Question, discarding: Discarding, entrants: Entrants) -> None:
        self.discarding, self.entrants = discarding, entrants
        self.evaluator = Evaluator(discarding.observation, discarding.value)
        self.estimated = 0
        self._patience: float | None = None
        number = len(entrants.field)
        points = Comparison(
            SHARES,
            [self.evaluator.possible] * number,
            priors=[discarding.prior] * number,
            paired=lambda leader: pair_prior(self._cards(), leader),
        )
        super().__init__(question, entrants.field, points)

    # The worlds ----------------------------------------------------------------------

    def rounds(self) -> Iterable[Iterable[int]]:
        run = self.question.run
        seconds = run.seconds_left
        if seconds is not None:
            self._patience = _ONE_WORLD * seconds
            self._first_world(run.within(_FIRST_WORLD * seconds))
        if self.discarding.prior is not None:
            points, counts = self.discarding.look(self._cards(), RULED_WORLDS, run)
            self.points.ruled_until = len(counts)
            self.points.rule(points, counts)
        # Neighbours are alike and find much in the table.
        cards = [(own.alike.size, list(cards_in(own.alike.cards))) for own in self.choices]
        self.keep(sorted(range(len(cards)), key=cards.__getitem__))
        return self.growing(count())

    def _first_world(self, limit: Run) -> None:
        """Leave out the discards that the first world does not reach in its time."""
        proved, engine, run = 0, self.question.pool().engine, self.question.run
        for outcome in self._outcomes(engine, 0, run, lambda index: limit):
            if not outcome.proved:
                break
            proved += 1
        self.keep(
            [
                index
                for index, own in enumerate(self.choices)
                if index < max(LEAST_RACED, proved) or own.guarded
            ]
        )
        self.raced = len(self.choices)

    def value(self, engine: Engine, task: int, run: Run) -> list[Outcome]:
        """Return what every discard comes to in a world.

        The first, which finds nothing in the table, is the slowest and may take half the time.
        """
        if self._patience is None:
            return list(self._outcomes(engine, task, run, lambda index: None))
        whole = run.within(self._patience)
        left = len(self.choices)

        def limit(index: int) -> Run:
            return whole.part(min(1.0, 4 / (left - index)) if index else 0.5)

        return list(self._outcomes(engine, task, run, limit))

    def _outcomes(
        self, engine: Engine, number: int, run: Run, limit: Callable[[int], Run | None]
    ) -> Iterator[Outcome]:
        """Yield what each discard comes to in one world, each within its limit."""
        guess = self.evaluator.first_guess()
        for index, hands in enumerate(self.discarding.deals(number, self._cards())):
            outcome = self.evaluator.outcome(engine, hands, guess, run, limit(index))
            guess = outcome.guarantees
            yield outcome

    def take(self, found: list[Outcome]) -> None:
        number, ruled = self.met, self.points.ruled
        weight = self.discarding.worlds.weight(number)
        looked = ruled is not None and number < ruled.shape[1]
        for index, each in enumerate(found):
            rule = float(ruled[index, number]) if ruled is not None and looked else 0.0
            self.points.add(
                index, each.between, rule=rule, reached=each.reached_between, weight=weight
            )
        self.estimated += not all(each.proved for each in found)

    def _cards(self) -> list[int]:
        return [own.alike.cards for own in self.choices]

    # Who drops out -------------------------------------------------------------------

    def best_first(self) -> list[int]:
        """Return the discards in order: worlds and rule together, then worlds alone."""
        points = self.points
        worlds, means = points.effective(), points.averages()
        together = worlds * means + self.entrants.rule_worlds * self._rule_means()
        order = best_first(together, means)
        if points.by_rule is None or not worlds:
            return order
        behind = points.behind(order[0]).means.round(9)
        leader = min(order, key=lambda index: float(behind[index]))
        behind = points.behind(leader).means.round(9)
        return sorted(order, key=lambda index: (index != leader, float(behind[index])))

    def _rule_means(self) -> NDArray[np.float64]:
        """Return what the rule says of the discards."""
        if self.points.ruled is not None:
            return np.asarray(self.points.ruled @ self.points.ruled_weights)
        return np.array([own.rule_points for own in self.choices])

    def _plain(self, index: int) -> int | None:
        """Return the plain discard of one that is not, None for one that is or has none here."""
        own = self.choices[index]
        if own.is_plain:
            return None
        return next((at for at, each in enumerate(self.choices) if own.plain in each), None)

    def _staying(self, number: int) -> set[int]:
        """Return the best discards and the plain ones of them, and those that always stay."""
        best = self.best_first()[:number]
        plain = {at for at in map(self._plain, best) if at is not None}
        return {*best, *plain, *(at for at, own in enumerate(self.choices) if own.guarded)}

    def drop(self) -> None:
        """Eliminate discards; the worse half too if a world has no time for so many."""
        self.eliminate(int(np.argmax(self.points.averages())), self._staying(SHOWN))
        if 2 * self.estimated > self.met:
            self.keep(sorted(self._staying(max(SHOWN, len(self.choices) // 2))))

    # What they come to ---------------------------------------------------------------

    def _shown(self) -> list[int]:
        """Return the discards in order, without those that are no better than the plain one.

        That a better card of a suit goes than one that stays has to be seen in the worlds: where
        chance explains it, the plain discard stands for both.
        """

        def is_better(index: int) -> bool:
            plain = None if self.choices[index].guarded else self._plain(index)
            return plain is None or self.points.behind(index).interval(plain)[0] > 0

        return list(filter(is_better, self.best_first()))

    def advice(self, also: Sequence[int]) -> ExchangeAdvice:
        """Return what the race has come to."""
        question, entrants, points = self.question, self.entrants, self.points
        order = self._shown()
        best = order[0]
        behind, rule = points.behind(best), self._rule_means()

        def advised(index: int) -> list[DiscardChoice]:
            """Return a discard, and those that it is with the suits renamed."""
            own = self.choices[index]
            row, chances = points.row(index, behind, beside=best), points.chances(index)
            return [
                DiscardChoice(
                    **row,
                    **chances,
                    alike=alike,
                    discards=tuple(cards_in(alike.cards)),
                    rule=float(rule[best] - rule[index]),
                )
                for alike in (own.alike, *own.twins)
            ]

        def of(discards: int) -> DiscardChoice:
            index = next(at for at, own in enumerate(self.choices) if discards in own)
            return next(own for own in advised(index) if discards in own.alike)

        credit = question.worlds.credit(self.met)
        return ExchangeAdvice(
            **self.origin(credit),
            observation=question.observation,
            value=self.discarding.value,
            estimated=self.estimated,
            best=tuple(islice(chain.from_iterable(map(advised, order)), SHOWN)),
            stand=of(0),
            thumb=of(entrants.thumb),
            also=tuple(map(of, also)),
            candidates=entrants.candidates,
            classes=entrants.classes,
            raced=self.raced,
            left=len(self.choices),
            rule_worlds=entrants.rule_worlds,
            marks=self.evaluator.marks,
            credit=credit,
        )
