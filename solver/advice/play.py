"""Which card to play, for a seat that sees only its own hand.

Worlds that agree with what was seen are sampled (``play_worlds``), more likely ones more often: by
what the others exchanged, and by how likely the cards they have played were under the rule of
thumb (``thumb_play``).
In each world each card is played, and the deal is played out by the rule of thumb, every seat
on its own knowledge. All cards meet the same worlds.

Some worlds may be solved with open cards besides, and the points are then the mean of the two
estimates. That is no gain by default: few worlds solved add more noise than they tell, and open
cards know too much (``docs/play.md`` has the figures). In NULLO and great contracts it is not done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from solver import checks
from solver.advice.belief import Belief
from solver.advice.intervals import CONFIDENCE, quantile
from solver.advice.limits import checked_limits
from solver.advice.play_view import PlayView
from solver.advice.play_worlds import Worlds, WorldSource
from solver.advice.thumb_play import thumb_play
from solver.cards import FULL_PACK, RANKS, SEATS, card_of, hand_of, rank_of, suit_of, triple
from solver.engine import Engine
from solver.errors import StoppedError
from solver.position import Position
from solver.rollout_engine import rollouts
from solver.rules.points import points, targets
from solver.rules.trick import strength
from solver.run import Run
from solver.values.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 50
"""Worlds that are met together; the run is looked at between blocks."""
MOST_WORLDS = 10_000
"""Where only the time is limited; more would change no figure that is shown."""
MEMORY_MB = 64

_POOL = 4  # worlds drawn for one that is met, where likely worlds are met more often
# The power of the chances of what the others have played by which worlds count.
_POWERS = {Belief.NONE: 0.0, Belief.SOFT: 0.5, Belief.STRICT: 1.0}
_SCALE = 100.0  # of the rule's scores, as benchmarks/fit_play.py makes them
_SLIP = 0.05


@dataclass(frozen=True)
class CardAdvice:
    """A card, with those equal to it, and its expected points for the deal.

    ``behind`` is how many points fewer than the best card's, with its interval ``behind_by``;
    ``reached`` the chance that the seat makes its target, ``best_in`` the part of the worlds
    in which no card does better. ``rollout`` and ``open_cards`` are the two estimates whose
    mean the points are, the second None where no world was solved.
    """

    card: int
    equals: tuple[int, ...]
    points: float
    interval: tuple[float, float]
    behind: float
    behind_by: tuple[float, float]
    reached: float
    best_in: float
    rollout: float
    open_cards: float | None

    @property
    def is_worse(self) -> bool:
        """Whether it is worse than the best card at the stated confidence."""
        return self.behind_by[0] > 0


@dataclass(frozen=True)
class PlayAdvice:
    """The cards a seat may play, best first.

    They met ``worlds`` worlds, which count as the ``effective`` number of independent ones,
    and ``solved`` of them were solved with open cards. ``target`` is what the seat's chance of
    is given: so many tricks or more, in NULLO or fewer. ``thumb`` is what the rule of thumb
    plays. It is ``partial`` if the run was over before as many worlds were met as asked for.
    """

    view: PlayView
    belief: Belief
    worlds: int
    effective: float
    solved: int
    target: int
    thumb: int
    partial: bool
    cards: tuple[CardAdvice, ...]

    @property
    def best(self) -> CardAdvice:
        """The card to play."""
        return self.cards[0]


def advise_play(
    known: PlayView,
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    belief: Belief = Belief.SOFT,
    solved: int = 0,
    engine: Engine | None = None,
    run: Run | None = None,
) -> PlayAdvice:
    """Return the expected points of every card that may be played.

    Ends after so many ``worlds`` or ``seconds``, or once the run is over. ``solved`` is how many
    of the worlds are solved with open cards too, if there is time. Without a limit of time the
    answer depends on nothing but ``worlds``, ``seed`` and ``solved``. Raises StoppedError where
    not even the first worlds were finished, DealError where no deal agrees with what is known.
    """
    checks.instance(known, PlayView, "view")
    run, wanted = checked_limits(worlds, seconds, run)
    search = _Search(known, checks.number(seed, "seed"), checks.instance(belief, Belief, "belief"))
    solved = checks.number(solved, "solved")
    if engine is not None:
        checks.instance(engine, Engine, "engine")
    if known.contract.avoids or known.great or len(search.groups) == 1:
        solved = 0
    search.meet(MOST_WORLDS if wanted is None else wanted, run, run.part(0.5) if solved else run)
    if solved:
        search.solve(solved, engine or Engine(MEMORY_MB), run)
    return search.advice(wanted)


class _Search:
    """The worlds met so far and what each card came to in them."""

    def __init__(self, known: PlayView, seed: int, belief: Belief) -> None:
        self.known, self.seed, self.belief = known, seed, belief
        self.groups = equal_cards(known)
        self.source = WorldSource(known, belief)
        self.target = targets(known.variant, known.contract, known.great, known.declarer)[
            known.seat
        ]
        self._worth = _worth(known)
        self._blocks: list[Worlds] = []
        self._logs: list[NDArray[np.float64]] = []
        self._independent = 0.0
        self._points: list[NDArray[np.float64]] = []
        self._reached: list[NDArray[np.bool_]] = []
        self._solved: list[list[float]] = []

    @property
    def worlds(self) -> int:
        """How many have been met."""
        return sum(map(len, self._points))

    def meet(self, wanted: int, run: Run, early: Run) -> None:
        """Play every card in ``wanted`` worlds, or until the time for it is up."""
        while self.worlds < wanted and not (early.is_over() and self._points):
            if not self._points:
                run.check()
            self._meet_block(min(BLOCK, wanted - self.worlds))
            run.report(self.worlds, wanted)

    def _meet_block(self, size: int) -> None:
        drawn, logs = self._likely(len(self._blocks), size)
        known, cards = self.known, [group[0] for group in self.groups]
        tricks = np.zeros((size, len(cards), SEATS), np.int8)
        rollouts().play(
            drawn.hands,
            drawn.gone,
            FULL_PACK & ~known.variant.pack,
            known.contract,
            known.leader,
            known.played,
            cards,
            tricks,
            known.ace_low,
        )
        own = tricks[:, :, known.seat]
        sign = known.contract.sign
        self._blocks.append(drawn)
        self._logs.append(logs)
        self._points.append(self._worth[tricks[:, :, 0], tricks[:, :, 1]])
        self._reached.append(sign * (own.astype(int) - self.target) >= 0)

    def _likely(self, number: int, size: int) -> tuple[Worlds, NDArray[np.float64]]:
        """Return a block of worlds and the logarithms of the weights they count by.

        Worlds that are drawn fast are drawn in plenty, and likely ones met more often: they
        count alike then. Those drawn by what was exchanged are met as they come.
        """
        power, fast = _POWERS[self.belief], not self.source.believes
        if not power or not self.known.played:
            self._independent += size
            return self.source.block(self.seed, number, size), np.zeros(size)
        drawn = self.source.block(self.seed, number, _POOL * size if fast else size)
        logs = power * self._past_play(drawn)
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        if not fast:
            return drawn, logs
        # Chosen at even steps through the weights: a world comes as often as it should, but
        # for the last time. Both the choice and the pool have errors, which add up.
        steps = (np.arange(size) + 0.5) / size
        chosen = np.minimum(np.searchsorted(np.cumsum(weights), steps), len(weights) - 1)
        self._independent += 1 / (1 / size + float((weights**2).sum()))
        return drawn.of(chosen), np.zeros(size)

    def _past_play(self, drawn: Worlds) -> NDArray[np.float64]:
        """Return the logarithm of how likely the cards of the others were in each world."""
        known = self.known
        logs = np.zeros(len(drawn.hands))
        rollouts().likelihoods(
            drawn.hands,
            drawn.gone,
            FULL_PACK & ~known.variant.pack,
            known.contract,
            known.leader,
            known.played,
            known.seat,
            logs,
            _SCALE,
            _SLIP,
            known.ace_low,
        )
        return logs

    def solve(self, most: int, engine: Engine, run: Run) -> None:
        """Solve worlds with open cards, in the order in which they were met."""
        cards = [group[0] for group in self.groups]
        for index in range(min(most, self.worlds)):
            if run.is_over():
                return
            hands = self._blocks[index // BLOCK].hands[index % BLOCK].tolist()
            try:
                self._solved.append(open_points(self.known, hands, cards, engine, run))
            except StoppedError:
                return

    # The answer ------------------------------------------------------------------------

    def advice(self, wanted: int | None) -> PlayAdvice:
        """Return what the worlds have come to."""
        thumb = thumb_play(self.known.sight)
        met = np.concatenate(self._points)
        weights, effective = self._weights()
        reached = (weights @ np.concatenate(self._reached)).round(9)
        best_in = (weights @ (met >= met.max(axis=1, keepdims=True) - 1e-9)).round(9)
        solved = np.array(self._solved) if len(self._solved) > 1 else None
        means = (weights @ met).round(9)
        open_means = None if solved is None else _shares(weights[: len(solved)]) @ solved
        together = means if open_means is None else (means + open_means) / 2
        # Rounded, so that rounding errors decide nothing.
        order = sorted(
            range(len(self.groups)),
            key=lambda index: (
                -round(float(together[index]), 9),
                thumb not in self.groups[index],
                index,
            ),
        )
        best = order[0]

        def advised(index: int) -> CardAdvice:
            group = self.groups[index]
            points_by = self._interval(met[:, index], None if solved is None else solved[:, index])
            behind_by = self._interval(
                met[:, best] - met[:, index],
                None if solved is None else solved[:, best] - solved[:, index],
            )
            return CardAdvice(
                card=thumb if thumb in group else group[0],
                equals=group,
                points=float(together[index]),
                interval=points_by,
                behind=float(together[best] - together[index]),
                behind_by=behind_by,
                reached=float(reached[index]),
                best_in=float(best_in[index]),
                rollout=float(means[index]),
                open_cards=None if open_means is None else float(open_means[index]),
            )

        return PlayAdvice(
            view=self.known,
            belief=self.belief,
            worlds=self.worlds,
            effective=effective,
            solved=0 if solved is None else len(solved),
            target=self.target,
            thumb=thumb,
            partial=wanted is not None and self.worlds < wanted,
            cards=tuple(map(advised, order)),
        )

    def _weights(self) -> tuple[NDArray[np.float64], float]:
        """Return the weights of the worlds, 1 in sum, and how many independent ones they are."""
        logs = np.concatenate(self._logs)
        weights = _shares(np.exp(logs - logs.max()))
        if not logs.any():
            return weights, self._independent
        return weights, 1 / float((weights**2).sum())

    def _interval(
        self, met: NDArray[np.float64], solved: NDArray[np.float64] | None
    ) -> tuple[float, float]:
        """Return the interval of a mean; the errors of the two estimates are taken to agree."""
        weights, effective = self._weights()
        mean, wide = _mean(met, weights, effective)
        if solved is not None:
            part = weights[: len(solved)]
            other, other_wide = _mean(solved, _shares(part), effective * float(part.sum()))
            mean, wide = (mean + other) / 2, (wide + other_wide) / 2
        return mean - wide, mean + wide


def _shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(weights / weights.sum(), np.float64)


def _mean(
    values: NDArray[np.float64], weights: NDArray[np.float64], number: float
) -> tuple[float, float]:
    """Return a weighted mean and half the width of its interval, as of so many values."""
    mean = round(float(weights @ values), 9)
    number = max(number, 2.0)
    variance = float(weights @ (values - mean) ** 2) * number / (number - 1)
    level = (1 - CONFIDENCE) / 2
    return mean, quantile(level, int(number) - 1) * sqrt(variance / number)


def open_points(
    known: PlayView, hands: Sequence[int], cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what each card is worth by share if all hands, those at the first lead, are open.

    Raises StoppedError once the run is over.
    """
    seat, record = known.seat, known.record
    target = targets(known.variant, known.contract, known.great, known.declarer)[seat]
    gone = hand_of(known.played)
    left = triple(hand & ~gone for hand in hands)
    position = Position(left, known.contract, record.leader, record.table, known.ace_low)
    found = []
    for card in cards:
        after = position.play(card)
        sure = [engine.value(after, each, run=run) for each in range(SEATS)]
        own = record.won[seat] + after.gain(seat) + share(sure, after.tricks, after.contract)[seat]
        found.append(float(known.contract.sign * (own - target)))
    return found


def _worth(known: PlayView) -> NDArray[np.float64]:
    """Return the seat's points by the tricks of forehand and middlehand."""
    tricks = known.variant.tricks
    found = np.zeros((tricks + 1, tricks + 1))
    for first in range(tricks + 1):
        for second in range(tricks + 1 - first):
            won = (first, second, tricks - first - second)
            worth = points(known.variant, known.contract, known.great, known.declarer, won)
            found[first, second] = worth[known.seat]
    return found


def equal_cards(known: PlayView) -> tuple[tuple[int, ...], ...]:
    """Return the cards that may be played in groups of equals, each from the lowest up.

    Between two equal cards there is none that another seat may hold, nor one on the table.
    """
    checks.instance(known, PlayView, "view")
    between = known.unseen | hand_of(known.record.table)
    legal = set(known.legal)
    ranks = sorted(range(RANKS), key=lambda rank: strength(rank, known.ace_low))
    groups: list[list[int]] = []
    for suit in sorted({suit_of(card) for card in legal}):
        begin = True
        for card in (card_of(suit, rank) for rank in ranks):
            if card in legal:
                if begin:
                    groups.append([])
                groups[-1].append(card)
                begin = False
            elif between >> card & 1:
                begin = True
    lowest: Sequence[list[int]] = sorted(
        groups, key=lambda group: (strength(rank_of(group[0]), known.ace_low), suit_of(group[0]))
    )
    return tuple(map(tuple, lowest))
