"""Which card to play, for a seat that sees only its own hand.

Worlds that agree with what was seen are sampled (``worlds``), more likely ones more often: by
what the others exchanged, and by how likely the cards they have played were under the rule of
thumb (``thumb_play``).
In each world each card is played, and the deal is played out by the rule of thumb, every seat
on its own knowledge. All cards meet the same worlds.

Some worlds may be solved with open cards besides, and the points are then the mean of the two
estimates. That is no gain by default: few worlds solved add more noise than they tell, and open
cards know too much (``docs/play.md`` has the figures). In NULLO and great contracts it is not done.

In games with points for cards there is no such rule of thumb yet: there the worlds are only
solved (``play_open``).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver import checks
from solver.advice.answer import PlayAdvice
from solver.advice.belief import Belief
from solver.advice.limits import checked_limits
from solver.advice.play_answer import Met
from solver.advice.play_open import OpenSearch, open_points, points_wanted
from solver.advice.seen import Moment, Seen, seen_at
from solver.advice.thumb_play import rule_of_thumb
from solver.advice.worlds import Block, Worlds
from solver.cards import FULL_PACK, RANKS, SEATS, card_of, hand_of, rank_of, suit_of
from solver.engine import Engine
from solver.errors import RuleError, StoppedError
from solver.rules.points import points, targets
from solver.rules.variant import Variant
from solver.run import Run
from solver.searches.rollouts import rollouts

__all__ = ["advise_play", "equal_cards", "open_points"]

BLOCK = 50
"""Worlds that are met together; the run is looked at between blocks."""
MOST_WORLDS = 10_000
"""Where only the time is limited; more would change no figure that is shown."""
MEMORY_MB = 64


def advise_play(
    known: Seen,
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
    answer depends on nothing but ``worlds``, ``seed``, ``belief`` and ``solved``. Raises
    StoppedError where not even the first worlds were finished, DealError where no deal agrees
    with what is known.
    """
    seen_at(Moment.PLAY, known)
    run, wanted = checked_limits(worlds, seconds, run)
    seed, solved = checks.number(seed, "seed"), checks.number(solved, "solved")
    checks.instance(belief, Belief, "belief")
    if engine is not None:
        checks.instance(engine, Engine, "engine")
    check_advised(known.variant)
    if not known.rules.rolls_out:
        return _by_points(known, seed, belief, engine, wanted, run)
    search = _Search(known, seed, belief)
    if known.contract.avoids or known.great or len(search.met.groups) == 1:
        solved = 0
    search.meet(MOST_WORLDS if wanted is None else wanted, run, run.part(0.5) if solved else run)
    if solved:
        search.solve(solved, engine or Engine(MEMORY_MB), run)
    return search.met.answer(
        thumb=rule_of_thumb(known),
        target=search.target,
        belief=belief,
        seed=seed,
        wanted=wanted,
        bid=False,
    )


def check_advised(variant: Variant) -> None:
    """Raise RuleError for a game in which there is no advice on the play."""
    if variant.rules.rolls_out and not variant.has_targets:
        raise RuleError(
            f"there is no advice on the play in {variant.code}: "
            "tricks are not counted against targets"
        )


def _by_points(
    seen: Seen,
    seed: int,
    belief: Belief,
    engine: Engine | None,
    wanted: int | None,
    run: Run,
) -> PlayAdvice:
    """Return the advice where cards have points, which is by open cards."""
    search = OpenSearch(seen, equal_cards(seen), seed, belief, engine or Engine(MEMORY_MB))
    search.meet(MOST_WORLDS if wanted is None else wanted, run)
    return search.met.answer(
        thumb=rule_of_thumb(seen),
        target=points_wanted(seen),
        belief=search.belief,
        seed=seed,
        wanted=wanted,
        bid=seen.standing is not None,
    )


class _Search:
    """Worlds of a plain game, met by playing every card and playing on by the rule of thumb."""

    def __init__(self, seen: Seen, seed: int, belief: Belief) -> None:
        self.seen, self.worlds = seen, Worlds(seen, belief, seed)
        self.target = targets(seen.variant, seen.contract, seen.great, seen.declarer)[seen.seat]
        self._worth = _worth(seen)
        least, most = _possible(seen, self._worth)
        trick = (most - least) / seen.left.bit_count()
        self.met = Met(seen, equal_cards(seen), (least, most), trick=trick, rolled=True)
        self._blocks: list[Block] = []

    def meet(self, wanted: int, run: Run, early: Run) -> None:
        """Play every card in ``wanted`` worlds, or until the time for it is up."""
        met = self.met
        while met.worlds < wanted and not (early.is_over() and met.points):
            if not met.points:
                run.check()
            self._meet_block(min(BLOCK, wanted - met.worlds))
            run.report(met.worlds, wanted)

    def _meet_block(self, size: int) -> None:
        drawn = self.worlds.block(len(self._blocks), size)
        seen, cards = self.seen, [group[0] for group in self.met.groups]
        tricks = np.zeros((size, len(cards), SEATS), np.int8)
        rollouts().play(
            drawn.hands,
            drawn.gone,
            FULL_PACK & ~seen.variant.pack,
            seen.contract,
            seen.leader,
            seen.played,
            cards,
            tricks,
            seen.ace_low,
        )
        taken = tricks[:, :, seen.seat]
        sign = seen.contract.sign
        self._blocks.append(drawn)
        self.met.weigh(drawn)
        self.met.points.append(self._worth[tricks[:, :, 0], tricks[:, :, 1]])
        self.met.reached.append(sign * (taken.astype(int) - self.target) >= 0)

    def solve(self, most: int, engine: Engine, run: Run) -> None:
        """Solve worlds with open cards, in the order in which they were met."""
        cards = [group[0] for group in self.met.groups]
        for index in range(min(most, self.met.worlds)):
            if run.is_over():
                return
            hands = self._blocks[index // BLOCK].hands[index % BLOCK].tolist()
            try:
                self.met.open.append(open_points(self.seen, hands, cards, engine, run))
            except StoppedError:
                return


def _worth(seen: Seen) -> NDArray[np.float64]:
    """Return the seat's points by the tricks of forehand and middlehand."""
    tricks = seen.variant.tricks
    table = np.zeros((tricks + 1, tricks + 1))
    for first in range(tricks + 1):
        for second in range(tricks + 1 - first):
            won = (first, second, tricks - first - second)
            worth = points(seen.variant, seen.contract, seen.great, seen.declarer, won)
            table[first, second] = worth[seen.seat]
    return table


def _possible(seen: Seen, worth: NDArray[np.float64]) -> tuple[float, float]:
    """Return the least and the most points that the deal can still come to."""
    first, second, third = seen.record.won
    tricks = seen.variant.tricks
    ends = [
        worth[forehand, middlehand]
        for forehand in range(first, tricks + 1)
        for middlehand in range(second, tricks + 1 - third - forehand)
    ]
    return float(min(ends)), float(max(ends))


def equal_cards(seen: Seen) -> tuple[tuple[int, ...], ...]:
    """Return the cards that may be played in groups of equals, each from the lowest up.

    Between two equal cards there is none that another seat may hold, nor one on the table, and
    they are worth the same.
    """
    checks.instance(seen, Seen, "view")
    rules = seen.rules
    between = seen.unseen | hand_of(seen.record.table)
    legal = set(seen.legal)
    ranks = sorted(range(RANKS), key=lambda rank: rules.heights[rank])
    groups: list[list[int]] = []
    for suit in sorted({suit_of(card) for card in legal}):
        before: int | None = None  # points of the last card that the next may be equal to
        for card in (card_of(suit, rank) for rank in ranks):
            if card in legal:
                worth = rules.card_points[rank_of(card)]
                if before != worth:
                    groups.append([])
                groups[-1].append(card)
                before = worth
            elif between >> card & 1:
                before = None
    lowest: Sequence[list[int]] = sorted(
        groups, key=lambda group: (rules.heights[rank_of(group[0])], suit_of(group[0]))
    )
    return tuple(map(tuple, lowest))
