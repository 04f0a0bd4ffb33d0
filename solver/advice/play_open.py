"""What cards come to with all hands open, and the advice that rests on this alone.

Where cards have points, worlds that agree with what was seen are solved: each card is worth
what the seat's side takes after it if everybody sees all cards. That knows too much: it takes
it that the seat will guess right later on, and that the others do. ``docs/play.md`` tells what
the advice is worth nevertheless.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.advice.belief import Belief
from solver.advice.evidence import says_something
from solver.advice.play_answer import Met
from solver.advice.seen import Seen
from solver.advice.worlds import Worlds
from solver.cards import SEATS, Seat, by_seat, cards_in, hand_of, rank_of, triple
from solver.engine import Engine
from solver.errors import StoppedError
from solver.position import Position
from solver.rules.bidding import Aim
from solver.rules.marking import Taken
from solver.rules.points import targets
from solver.run import Run
from solver.values.share import share

BLOCK = 50
"""Worlds that are drawn together."""


def open_points(
    known: Seen, hands: Sequence[int], cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what each card is worth by share if all hands, those at the first lead, are open.

    That is in points of a plain game. Raises StoppedError once the run is over.
    """
    target = targets(known.variant, known.contract, known.great, known.declarer)[known.seat]
    sign = known.contract.sign
    return [sign * (own - target) for own in open_taken(known, hands, cards, engine, run)]


def open_taken(
    known: Seen, hands: Sequence[int], cards: Sequence[int], engine: Engine, run: Run
) -> list[float]:
    """Return what the seat, with its partner, takes in the whole deal after each of some cards.

    It is in tricks or points, by share where each plays for himself. ``hands`` are those at
    the first lead. Raises StoppedError once the run is over.
    """
    position, side = open_position(known, hands), known.side
    won = sum(known.record.won[seat] for seat in side)
    if known.declarer in side:
        won += pile_worth(known, hands)
    found = []
    for card in cards:
        after = position.play(card)
        if after.rules.partners:
            own: float = engine.value(after, known.seat, run=run)
        else:
            sure = [engine.value(after, each, run=run) for each in range(SEATS)]
            own = float(share(sure, after.worth, after.contract, after.rules)[known.seat])
        found.append(won + sum(after.gain(seat) for seat in side) + own)
    return found


def open_position(known: Seen, hands: Sequence[int]) -> Position:
    """Return the position in which the seat is to play, if the hands at the first lead were so."""
    gone, record = hand_of(known.played), known.record
    left = triple(hand & ~gone for hand in hands)
    return Position(
        left,
        known.contract,
        record.leader,
        record.table,
        rules=known.rules,
        declarer=known.declarer,
    )


def pile_worth(known: Seen, hands: Sequence[int]) -> int:
    """Return what the cards put away count for the declarer."""
    if not (known.variant.pile_counts and known.exchange.picks_up):
        return 0
    away = known.variant.pack & ~(hands[0] | hands[1] | hands[2])
    return sum(known.rules.card_points[rank_of(card)] for card in cards_in(away))


def points_wanted(known: Seen) -> int | None:
    """Return the points that the chance is given of, None where more are simply better.

    That is the bid, the least that is marked for or, in dix-sept *au coup*, what costs nothing.
    """
    bid, scoring = known.standing, known.variant.scoring
    if bid is not None:
        return {Aim.POINTS: bid.worth, Aim.NONE: 0, Aim.ALL: None}[bid.aim]
    return scoring.wanted


class OpenSearch:
    """Worlds of a game with points for cards, met by solving them."""

    def __init__(
        self,
        known: Seen,
        groups: tuple[tuple[int, ...], ...],
        seed: int,
        belief: Belief,
        engine: Engine,
    ) -> None:
        self.known, self.engine = known, engine
        self.belief = belief if says_something(known, belief) else Belief.NONE
        self.worlds = Worlds(known, belief, seed)
        most = float(known.variant.worth((0, 0, 0), known.contract)[1])
        sign = -1 if known.avoids else 1
        trick = most / known.variant.tricks
        self.met = Met(known, groups, (0.0, most), trick=trick, rolled=False, sign=sign)
        self._cards = [group[0] for group in groups]

    def meet(self, wanted: int, run: Run) -> None:
        """Solve ``wanted`` worlds, or until the run is over. Raises StoppedError before any is."""
        while self.met.worlds < wanted:
            number, row = divmod(self.met.worlds, BLOCK)
            if row == 0:
                block = self.worlds.block(number, BLOCK)
                hands = block.hands.tolist()
            try:
                run.check()
                self._solve(hands[row], run)
                self.met.weigh(block.of(slice(row, row + 1)))
            except StoppedError:
                if not self.met.worlds:
                    raise
                return
            run.report(self.met.worlds, wanted)

    def _solve(self, hands: Sequence[int], run: Run) -> None:
        met, taken = self.met, open_taken(self.known, hands, self._cards, self.engine, run)
        met.points.append(np.array([taken]))
        if self.known.standing is not None:
            met.reached.append(np.array([[self._goes_well(hands, own) for own in taken]]))
        elif (least := points_wanted(self.known)) is not None:
            met.reached.append(np.array([taken]) >= least)

    def _goes_well(self, hands: Sequence[int], own: float) -> bool:
        """Return whether the declarer makes his bid, or for the others that he does not."""
        known, bid = self.known, self.known.standing
        whole = sum(known.record.won) + open_position(known, hands).worth + pile_worth(known, hands)
        declares = known.seat is known.declarer
        points = round(own if declares else whole - own)
        # Who of the others has taken what makes no difference to the bid.
        other = next(seat for seat in Seat if seat is not known.declarer)
        taken = by_seat(
            lambda seat: (
                points if seat is known.declarer else whole - points if seat is other else 0
            )
        )
        return Taken(taken, known.declarer, bid).made == declares
