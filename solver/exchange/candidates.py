"""The candidate discards of one seat with all cards open, compared on one table.

Each is tested against the best so far; its exact values are searched only if they matter.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from heapq import nlargest

from manni.solver.cards import CARDS, BySeat, Seat, cards_in, hand_of, rank_of, suit_of, triple
from manni.solver.engine import Bounds, Engine, unproved
from manni.solver.errors import StoppedError
from manni.solver.exchange.discards import discard_classes
from manni.solver.exchange.turn import ExchangeTurn
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import hand_after
from manni.solver.rules.trick import strength
from manni.solver.run import Run
from manni.solver.values.share import share
from manni.solver.values.solution import SeatBounds

_TRIED_FIRST = 15
"""How many promising hands are tried first, so that the rest meet a high bar."""


class Candidates:
    """The candidates of the seat to exchange, by index, and what has been proved of each.

    A candidate is a class of discards that cannot differ. The later seats stand pat. A **level** is
    the seat's guarantee, in NULLO its negative, so that the highest is best in every contract.
    Methods that search raise StoppedError once the run is over; what was proved by then stays.
    """

    def __init__(self, before: ExchangeTurn, engine: Engine, run: Run) -> None:
        self.before, self.engine, self.run = before, engine, run
        self.seat, self.sign = before.seat, before.contract.sign
        state = before.exchange
        self.manni = state.manni[state.drawn :]
        hand = state.hands[self.seat]
        self.tricks = hand.bit_count()
        self.lowest, self.highest = self._guarantees(0, self.tricks)
        classes = discard_classes(
            hand,
            state.sizes(),
            lambda size: sum(state.hands) & ~hand,
            lambda size: hand_of(self.manni[:size]),
            before.ace_low,
        )
        self.classes = sorted(
            classes, key=lambda discards: (discards.size, list(cards_in(discards.cards)))
        )
        self.hands = [self._hands_after(discards.cards) for discards in self.classes]
        # Proved of each candidate: its level, an upper bound of it, all three guarantees.
        self.level: dict[int, int] = {}
        self.upper = [self.highest] * len(classes)
        self.guarantees: dict[int, list[int]] = {}
        # How many have been tested, in ``_order``, and the best level of these.
        self._tested = 0
        self._best = self.lowest
        # Bounds that the merits of candidates do not beat.
        self._unbeaten: dict[int, Fraction] = {}
        # The guarantees of the previous candidate, which the next mostly resembles.
        self._last = [self.tricks // len(state.hands)] * len(state.hands)

    def __len__(self) -> int:
        return len(self.classes)

    def _guarantees(self, low: int, high: int) -> Bounds:
        """Return bounds of a level as bounds of the guarantee, or the other way round."""
        return (low, high) if self.sign > 0 else (-high, -low)

    def _find(self, index: int, seat: int, window: Bounds, guess: int | None = None) -> int:
        """Return the guarantee of any seat after a candidate, as near as a window tells it."""
        before = self.before
        lower, upper = self.engine.lead_bounds(
            self.hands[index],
            before.contract,
            before.leader,
            seat,
            ace_low=before.ace_low,
            run=self.run,
            window=window,
            guess=guess,
        )
        lower, upper = max(lower, window[0]), min(upper, window[1])
        return lower if lower == upper else unproved(self.run)

    def _hands_after(self, discards: int) -> BySeat[int]:
        hands = list(self.before.exchange.hands)
        hands[self.seat] = hand_after(hands[self.seat], discards, self.manni)
        return triple(hands)

    def cards(self, index: int) -> tuple[int, ...]:
        """Return the cards of a candidate, suits S H D C, highest first."""
        return tuple(cards_in(self.classes[index].cards))

    def find(self, discards: int) -> int:
        """Return the candidate that a discard belongs to."""
        return next(i for i, discard_class in enumerate(self.classes) if discards in discard_class)

    def can_keep(self, index: int, card: int) -> bool:
        """Return whether one of the discards of a candidate keeps a card."""
        return self.classes[index].can_keep(card)

    def find_best(self) -> int:
        """Return the best level, every candidate tested against the best before it."""
        while self._tested < len(self):
            index = self._order[self._tested]
            if self._reaches(index, self._best):
                self._best = self.level[index]
            self._tested += 1
            self._report()
        return self._best

    def _report(self) -> None:
        """Report that something more is proved."""
        self.run.report(self._tested, len(self))

    @cached_property
    def _order(self) -> list[int]:
        """The candidates in the order in which they are tested, a few promising ones first."""
        worth = _card_worth(self.before.contract, self.before.ace_low)
        guess = [sum(worth[card] for card in cards_in(hands[self.seat])) for hands in self.hands]
        everyone = range(len(self))
        promising = nlargest(_TRIED_FIRST, everyone, key=lambda index: guess[index])
        # The rest in order: the search of a neighbour has left much in the table.
        return list(dict.fromkeys([*promising, *everyone]))

    def _reaches(self, index: int, level: int) -> bool:
        """Return whether a candidate's level is at least ``level``, and note what was learnt."""
        if index in self.level or self.upper[index] < level:
            return self.level.get(index, self.upper[index]) >= level
        window = self._guarantees(level - 1, self.upper[index])
        # The search asks about the trick above its guess.
        guess = max(0, level - 1 if self.sign > 0 else -level)
        proved = self.sign * self._find(index, self.seat, window, guess)
        reached = proved >= level
        (self.level if reached else self.upper)[index] = proved
        self._report()
        return reached

    def members(self, level: int, indices: Sequence[int]) -> list[int]:
        """Return the candidates whose level is ``level``; none may have a better one."""
        return [
            index for index in indices if self._reaches(index, level) and self.level[index] == level
        ]

    def untested(self) -> int:
        """Return how many candidates may have a better level than the best that is known."""
        best = max(self.level.values(), default=self.lowest)
        return sum(
            upper > best for index, upper in enumerate(self.upper) if index not in self.level
        )

    def valued(self) -> list[int]:
        """Return those whose level is known in order, by share as far as that is known.

        Raises StoppedError where there is none.
        """
        if not self.level:
            raise StoppedError("no discard was valued in the time given: allow more")
        return sorted(
            self.level,
            key=lambda index: (
                -self.level[index],
                index not in self.guarantees,
                -self.merit(index) if index in self.guarantees else 0,
                index,
            ),
        )

    def best_of(self, members: Sequence[int], number: int) -> list[int]:
        """Return the best of candidates of one level: by share, then in order.

        A candidate proved to be no better than the best so far is searched no further.
        """
        best: list[tuple[Fraction, int]] = []
        for index in members if number else ():
            if len(best) == number and self._is_known_no_better(index, best[-1][0]):
                continue
            insort(best, (-self.merit(index), index))
            del best[number:]
        return [index for _, index in best]

    def merit(self, index: int) -> Fraction:
        """Return the share of the seat after a candidate, in NULLO its negative."""
        return self.sign * self._share(self.find_guarantees(index))

    def _share(self, guarantees: Sequence[int]) -> Fraction:
        return share(guarantees, self.tricks, self.before.contract)[self.seat]

    def _is_known_no_better(self, index: int, bound: Fraction) -> bool:
        """Return what ``_is_no_better`` does, and keep it."""
        if index in self._unbeaten and bound <= self._unbeaten[index]:
            return True
        if not self._is_no_better(index, bound):
            return False
        self._unbeaten[index] = bound
        self._report()
        return True

    def _is_no_better(self, index: int, bound: Fraction) -> bool:
        """Return whether a candidate's merit is easily proved not to beat ``-bound``.

        The more the others are sure of, the less is left for the seat. If it could not beat
        the bound with the guarantees of the previous candidate, it is enough to prove as
        much of these as keeps it from doing so.
        """
        if index in self.guarantees:
            return False
        sign = self.sign
        others = [seat for seat in Seat if seat is not self.seat]
        enough = list(self._last)
        enough[self.seat] = sign * self.level[index]

        def beaten() -> bool:
            return -sign * self._share(enough) >= bound

        if not beaten():
            return False
        # In NULLO guarantees are upper bounds: the lower the others', the worse for the seat.
        end = 0 if sign > 0 else self.tricks
        for seat in others:
            while beaten() and enough[seat] != end:
                enough[seat] -= sign
            if not beaten():
                enough[seat] += sign
        return all(
            enough[seat] == end or self._takes(index, seat, enough[seat] + (sign < 0)) == (sign > 0)
            for seat in others
        )

    def _takes(self, index: int, seat: Seat, tricks: int) -> bool:
        return self._find(index, seat, (tricks - 1, tricks)) >= tricks

    def find_guarantees(self, index: int) -> list[int]:
        """Return the guarantees of all three seats after a candidate."""
        if index not in self.guarantees:
            self.guarantees[index] = self._last = [
                self.sign * self.level[index]
                if seat is self.seat and index in self.level
                else self._find(index, seat, (0, self.tricks), self._last[seat])
                for seat in Seat
            ]
            self._report()
        return self.guarantees[index]

    def known_bounds(self, index: int) -> SeatBounds:
        """Return proved bounds of the three guarantees after a candidate."""
        if index in self.guarantees:
            return triple((tricks, tricks) for tricks in self.guarantees[index])
        bounds = [(0, self.tricks)] * len(self.hands[index])
        lower = self.level.get(index, self.lowest)
        bounds[self.seat] = self._guarantees(lower, self.level.get(index, self.upper[index]))
        return triple(bounds)


def _card_worth(contract: Contract, ace_low: bool) -> list[int]:
    """Return a crude worth of each card, used only to try promising hands first."""
    return [
        contract.sign * strength(rank_of(card), ace_low) ** 2
        + (150 if suit_of(card) == contract.trump else 0)
        for card in range(CARDS)
    ]
