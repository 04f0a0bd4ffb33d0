"""Which card to play, for a seat that sees only its own hand.

Worlds that agree with what was seen are sampled (``worlds``), more likely ones more often: by
what the others exchanged, and by how likely the cards they have played were under the rule of
thumb (``thumb_play``).
In each world each card is played, and the deal is played out by the policy, every seat on its own
knowledge. All cards meet the same worlds.

Where a hand lies open, in a misère and where every trick is claimed, worlds are solved instead
(``play_open``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from manni.solver import checks
from manni.solver.advice.answer import CardAdvice, Interval, PlayAdvice
from manni.solver.advice.behaviour import Belief
from manni.solver.advice.compare import (
    WHOLE,
    Comparison,
    best_first,
    holding,
    in_steps,
    judged_by,
    turned,
)
from manni.solver.advice.observation import Moment, Observation
from manni.solver.advice.play_open import OpenSearch, PointsSearch, pile_worth
from manni.solver.advice.question import Question
from manni.solver.advice.reason import WORLDS, Met, Reason, better, played_reason
from manni.solver.advice.thumb_play import policy_scores, rule_of_thumb
from manni.solver.advice.world import Block
from manni.solver.cards import SEATS, Seat
from manni.solver.engine import Engine
from manni.solver.errors import RuleError, StoppedError
from manni.solver.rules.contract import Contract
from manni.solver.rules.points import points
from manni.solver.rules.variant import Variant
from manni.solver.run import Run
from manni.solver.searches.rollouts import rollouts

BLOCK = 50
"""Worlds that are met together; the run is looked at between blocks."""
MOST_WORLDS = 10_000
"""Where only the time is limited; more would change no figure that is shown."""
MEMORY_MB = 64
MOST_EVERY = 2000
"""If no more deals agree with what was seen all are met, where so many are wanted."""
POLICY_WORLDS = 20.0
"""As so many worlds counts what the policy expects of a card: few worlds move it in part only."""
_FRESH = 1
"""Beside the seed it tells the worlds of ``card_behind`` from those of the advice."""


def advise_play(
    observation: Observation,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    belief: Belief = Belief.SOFT,
    engine: Engine | None = None,
    run: Run | None = None,
    reason: bool = True,
) -> PlayAdvice:
    """Return the expected points of every card that may be played, and a ``reason`` for the best.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. Without a limit of
    time the answer depends on nothing but ``worlds``, ``seed`` and ``belief``. ``engine`` solves
    worlds where they are solved, by default a new one. Raises StoppedError where not even the
    first worlds were finished, DealError where no deal agrees with what is known.
    """
    if engine is not None:
        checks.instance(engine, Engine, "engine")
    question = Question.asked(
        Moment.PLAY, observation, worlds=worlds, seconds=seconds, seed=seed, run=run, belief=belief
    )
    check_advised(observation.variant)
    groups = observation.equivalent_cards()
    return answered(question, groups, _met(question, groups, engine), reason)


def card_behind(
    observation: Observation,
    card: int,
    best: int,
    *,
    worlds: int,
    seed: int,
    engine: Engine,
    run: Run,
) -> tuple[float, Interval]:
    """Return how far a card is behind another, by points or by the chance of a bid.

    The worlds are others than ``advise_play`` meets with this seed: there the best of several
    averages owes its place to chance as well, here none was chosen by them. Raises StoppedError
    if the run is over before all were met.
    """
    question = Question.asked(
        Moment.PLAY, observation, worlds=worlds, seconds=None, seed=seed, run=run,
        belief=Belief.SOFT, number=(_FRESH,),
    )  # fmt: skip
    search = _met(question, [(best,), (card,)], engine)
    if search.points.worlds < worlds:
        raise StoppedError("the run was over before all worlds were met")
    judged = search.chance if search.by_bid and search.chance is not None else search.points
    row = judged.row(1, judged.behind(0))
    return row["behind"], row["behind_interval"]


def _met(question: Question, groups: Sequence[tuple[int, ...]], engine: Engine | None) -> Search:
    """Return a search in which the groups of cards have met the worlds asked for."""
    search: Search
    if question.observation.rules.is_plain:
        search = Rollouts(question, groups)
    elif question.observation.rolls_out:
        search = PointsRollouts(question, groups)
    else:
        search = OpenSearch(question, groups, engine or Engine(MEMORY_MB))
    search.meet(MOST_WORLDS if question.wanted is None else question.wanted, question.run)
    return search


def check_advised(variant: Variant) -> None:
    """Raise RuleError for a game in which there is no advice on the play."""
    if variant.rules.is_plain and not variant.has_targets:
        raise RuleError(
            f"there is no advice on the play in {variant.code}: "
            "tricks are not counted against targets"
        )


def answered(
    question: Question, groups: Sequence[tuple[int, ...]], search: Search, reason: bool = False
) -> PlayAdvice:
    """Return what the worlds have come to; where there is a bid, its chance goes first."""
    observation, met, rolls_out = question.observation, search.points, search.rolls_out
    thumb = rule_of_thumb(observation)
    is_thumb = np.array([float(thumb in group) for group in groups])
    # Rounded, so that rounding errors decide nothing.
    means = met.averages().round(9)
    chances = None if search.chance is None else search.chance.averages().round(9)
    judged = judged_by(search.chance if search.by_bid else None, met)
    totals = judged.averages().round(9)
    order = best_first(totals, means, is_thumb)
    behind, best_in = judged.behind(order[0]), met.best_in().round(9)

    def advised(index: int) -> CardAdvice:
        group, row = groups[index], turned(met.row(index, behind), search.sign)
        row["points"] = search.sign * float(means[index])
        row["behind"] = float(totals[order[0]] - totals[index])
        row["interval"] = holding(row["interval"], row["points"])
        row["behind_interval"] = holding(row["behind_interval"], row["behind"])
        return CardAdvice(
            **row,
            card=thumb if thumb in group else group[0],
            equals=group,
            reached=None if chances is None else float(chances[index]),
            best_in=float(best_in[index]),
            rollout=row["points"] if rolls_out else None,
            open_cards=None if rolls_out else row["points"],
        )

    origin = question.origin(met.worlds)
    is_every = search.is_every
    if is_every:
        origin["partial"] = False
    origin["effective"] = float(met.worlds) if is_every else round(met.effective(), 9)
    origin["belief"] = None if search.belief is Belief.NONE else search.belief
    return PlayAdvice(
        **origin,
        observation=observation,
        solved=0 if rolls_out else met.worlds,
        is_every=is_every,
        target=search.target,
        by_chance=judged is not met,
        reason=_reason(search, judged, order, groups) if reason and len(groups) > 1 else None,
        thumb=thumb,
        cards=tuple(map(advised, order)),
    )


def _reason(
    search: Search, judged: Comparison, order: Sequence[int], groups: Sequence[tuple[int, ...]]
) -> Reason:
    """Return why the best card and not the next best."""
    best, other = (groups[index][0] for index in order[:2])
    if isinstance(search, Rollouts | PointsRollouts):
        hands, gone, at_random = map(np.concatenate, zip(*search.met, strict=True))
        weights = judged.weights()[: len(hands)]
        found = played_reason(search.observation, (hands, gone, at_random), weights, best, other)
        if found is not None:
            return found
    values = judged.values()
    return better(other, values[:, order[0]], values[:, order[1]], judged.weights())


def _met_in_blocks(search: Rollouts | PointsRollouts, wanted: int, run: Run) -> None:
    """Play every card in ``wanted`` worlds, or until the run is over; in all if there are no more.

    Raises StoppedError before any is met.
    """
    run.check()
    every = search.worlds.every(min(wanted, MOST_EVERY))
    if every is not None:
        _meet(search, every)
        search.points.expect(np.zeros(len(search.cards)), 0.0)
        search.is_every = True
        return
    while (met := search.points.worlds) < wanted:
        if not met:
            run.check()
        elif run.is_over():
            return
        drawn = search.worlds.block(met // BLOCK, min(BLOCK, wanted - met))
        _meet(search, drawn)
        run.report(search.points.worlds, wanted)


def _meet(search: Rollouts | PointsRollouts, drawn: Block) -> None:
    if search.points.worlds < WORLDS:
        search.met.append((drawn.hands, known_gone(search.observation, drawn), drawn.at_random))
    search.take(drawn, played_out(search.observation, drawn, search.cards))


def played_out(observation: Observation, drawn: Block, cards: Sequence[int]) -> NDArray[np.int16]:
    """Return what each seat takes in worlds, by world and card, if that card is played next.

    It is played on by the policy, but by who plays at random in a world. Without any cards it is
    what they take with all played so.
    """
    taken = np.zeros((len(drawn.hands), len(cards) or 1, SEATS), np.int16)
    rollouts().play(
        observation.rollout_game,
        drawn.hands,
        known_gone(observation, drawn),
        observation.leader,
        observation.played,
        cards,
        taken,
        drawn.at_random,
    )
    return taken


def known_gone(observation: Observation, drawn: Block) -> NDArray[np.uint64]:
    """Return what each seat knows to be gone: a declarer what he has put away."""
    gone = drawn.gone
    if observation.declarer is not None and observation.exchange.picks_up:
        gone = gone.copy()
        gone[:, observation.declarer] = np.uint64(observation.variant.pack) & ~np.bitwise_or.reduce(
            drawn.hands, axis=1
        )
    return gone


class Rollouts:
    """Worlds of a plain game, met by playing every card and playing on by the policy.

    ``points`` and ``chance``, that of having at least as many tricks as the ``target``, compare
    the groups of cards.
    """

    sign, by_bid, rolls_out = 1, False, True
    is_every = False
    meet = _met_in_blocks

    def __init__(self, question: Question, groups: Sequence[tuple[int, ...]]) -> None:
        observation = question.observation
        self.observation, self.worlds, self.belief = (
            observation,
            question.worlds,
            question.worlds.belief,
        )
        self.target = observation.target
        self.cards = [group[0] for group in groups]
        self.met: list[Met] = []
        brought = _brought(
            observation.variant, observation.contract, observation.great, observation.declarer
        )
        self._worth = brought[:, :, observation.seat]
        least, most = _possible(observation, self._worth)
        trick = (most - least) / observation.left.bit_count()
        self.points = Comparison(in_steps(trick), [(least, most)] * len(groups))
        self.points.expect(trick * _expected(observation, self.cards), POLICY_WORLDS)
        self.chance = Comparison(in_steps(1.0), [WHOLE] * len(groups))

    def take(self, drawn: Block, tricks: NDArray[np.int16]) -> None:
        """Add worlds, and what each seat takes in them after each card."""
        observation = self.observation
        taken = tricks[:, :, observation.seat].astype(int)
        reached = observation.contract.sign * (taken - self.target) >= 0
        worth = self._worth[tricks[:, :, 0], tricks[:, :, 1]]
        self.points.extend(worth, drawn.logs, drawn.as_many)
        self.chance.extend(reached.astype(np.float64), drawn.logs, drawn.as_many)


class PointsRollouts(PointsSearch):
    """Worlds of a game with points for cards that are met so."""

    rolls_out = True
    meet = _met_in_blocks

    def __init__(self, question: Question, groups: Sequence[tuple[int, ...]]) -> None:
        super().__init__(question, groups)
        self.met: list[Met] = []
        self.points.expect(_expected(self.observation, self.cards), POLICY_WORLDS)

    def take(self, drawn: Block, points: NDArray[np.int16]) -> None:
        """Add worlds, and what each seat takes in them after each card."""
        observation, won = self.observation, points.astype(np.float64)
        if observation.declarer is not None:
            pile = [pile_worth(observation, hands) for hands in drawn.hands.tolist()]
            won[:, :, observation.declarer] += np.array(pile)[:, None]
        self._add(drawn, won[:, :, list(observation.side)].sum(axis=2))


def _expected(observation: Observation, cards: Sequence[int]) -> NDArray[np.float64]:
    """Return what the policy expects of each card."""
    scores = policy_scores(observation)
    return np.array([scores[card] for card in cards])


Search = Rollouts | PointsRollouts | OpenSearch


@cache
def _brought(
    variant: Variant, contract: Contract, great: bool, declarer: Seat | None
) -> NDArray[np.float64]:
    """Return the points of all seats by the tricks of forehand and middlehand."""
    tricks = variant.tricks
    table = np.zeros((tricks + 1, tricks + 1, SEATS))
    for first in range(tricks + 1):
        for second in range(tricks + 1 - first):
            won = (first, second, tricks - first - second)
            table[first, second] = points(variant, contract, great, declarer, won)
    return table


def _possible(observation: Observation, worth: NDArray[np.float64]) -> tuple[float, float]:
    """Return the least and the most points that the deal can still come to."""
    first, second, third = observation.record.won
    tricks = observation.variant.tricks
    ends = [
        worth[forehand, middlehand]
        for forehand in range(first, tricks + 1)
        for middlehand in range(second, tricks + 1 - third - forehand)
    ]
    return float(min(ends)), float(max(ends))
