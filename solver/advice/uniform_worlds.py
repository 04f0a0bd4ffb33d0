"""Worlds in play, drawn exactly: who may hold the cards that a seat has not seen.

All ways to deal the unseen cards that agree with the counts, with what the seats have shown not
to have and with the cut card are equally likely. The cards fall into lots of which either hand
may hold all or none: suits or, where duties say more, the cards that both others, the one, the
other or neither may hold. How many of each lot two hands hold is drawn by the number of ways,
then the cards of each; draws are independent of one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from manni.solver.advice.observation import Observation
from manni.solver.advice.world import Block, World
from manni.solver.cards import RANKS, SUIT_MASK, SUITS, Seat, card_name, cards_in, hand_of
from manni.solver.errors import DealError


class UniformWorlds:
    """All deals that agree with what a seat has seen when it is to play.

    Raises DealError where there is none.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self._cases = [case for case in self._all_cases() if case.weight > 0]
        if not self._cases:
            raise DealError(_contradiction(observation))

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world."""
        return self.block(rng, 1).world(0)

    def block(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many random worlds."""
        stream = _Stream(rng)
        shares = np.cumsum([case.weight for case in self._cases])
        which = np.searchsorted(shares / shares[-1], stream.uniform(size), side="right")
        found = Block.seen_by(self.observation, size)
        for index, case in enumerate(self._cases):
            rows = np.flatnonzero(which == index)
            if len(rows):
                held, down = case.draw(len(rows), stream)
                case.fill(found, rows, held, down)
        return found

    def every(self, most: int) -> Block | None:
        """Return all deals, if they are alike, and two at least and ``most`` at most; else None.

        They are not alike where it is open who has put down what: then a deal is more than hands.
        """
        case = self._cases[0]
        if len(self._cases) > 1 or any(case.down) or not 2 <= case.ways <= most:
            return None
        found = Block.seen_by(self.observation, case.ways)
        held = np.array(list(case.every()), np.uint64).T
        case.fill(found, np.arange(case.ways), held, np.zeros_like(held))
        return found

    def _all_cases(self) -> Sequence[_Case]:
        """Return where the cut card may be: among those of the dealer, or put down by him.

        A dealer who exchanges k of his n cards keeps the cut card with the chance (n - k) / n,
        and has not played it yet with that of the cards he still holds. Where k is not known,
        each number that the rules allow is as likely.
        """
        observation, cut = self.observation, self.observation.cut
        bit = 0 if cut is None else observation.unseen & 1 << cut
        if not bit:
            return [_Case(observation, 0, 0, 1.0)]
        tricks, exchanged = observation.variant.tricks, observation.exchanged(Seat.DEALER)
        down = float(exchanged or 0)
        if exchanged is None:
            sizes = observation.sizes_of(Seat.DEALER, 0)
            down = sum(sizes) / len(sizes)
        holds = observation.holds(Seat.DEALER)
        kept = (tricks - down) / tricks * holds / tricks
        cases = []
        if holds:
            cases.append(_Case(observation, bit, 0, kept))
        if down:
            cases.append(_Case(observation, 0, bit, down / tricks))
        return cases


class _Case:
    """All ways to deal the unseen cards, with the cut card ``in_hand`` or ``put_down``."""

    def __init__(
        self, observation: Observation, in_hand: int, put_down: int, chance: float
    ) -> None:
        self.observation, self.in_hand, self.put_down = observation, in_hand, put_down
        self.free = observation.unseen & ~(in_hand | put_down)
        others = observation.others
        lacks = [_lacks(observation, seat) for seat in others]
        self.lots = _lots(observation, self.free, lacks)
        self.can = [self.free & ~each for each in lacks]
        # What nobody is known to have put down is left in the pile.
        self.down = [
            max(0, (observation.exchanged(seat) or 0) - (put_down != 0 and seat is Seat.DEALER))
            for seat in others
        ]
        self.needs = [
            observation.holds(seat) - (in_hand != 0 and seat is Seat.DEALER) for seat in others
        ]
        self.weight = 0.0
        if in_hand and _lacks(observation, Seat.DEALER) & in_hand:
            return
        self._count(lacks)
        total, (one, other) = self.free.bit_count(), self.needs
        # The rest is put down or in the Manni, and what was put down has to come out of it.
        if total - one - other >= sum(self.down):
            every = comb(total, one) * comb(total - one, other)
            self.weight = chance * float(self._ways[-1]) / every

    def _count(self, lacks: Sequence[int]) -> None:
        """Count the ways to deal by how many cards of each lot the two hands get."""
        self.first, self.second = (
            _lengths(need, [0 if hand_of(lot) & lack else len(lot) for lot in self.lots])
            for need, lack in zip(self.needs, lacks, strict=True)
        )
        ways = np.ones((len(self.first), len(self.second)))
        for lot, cards in enumerate(self.lots):
            size = len(cards)
            # Where two hands get more than there is, the second factor is 0.
            table = np.array(
                [
                    [comb(size, a) * comb(size - a, b) for b in range(size + 1)]
                    for a in range(size + 1)
                ],
                np.float64,
            )
            ways *= table[self.first[:, lot, None], self.second[None, :, lot]]
        self._ways = np.cumsum(ways.ravel()) if ways.size else np.zeros(1)

    @property
    def ways(self) -> int:
        """How many ways there are."""
        return int(self._ways[-1])

    def every(self) -> Iterator[tuple[int, int]]:
        """Yield what the two other hands hold besides what is known, in all ways."""
        first, second = self.can
        for cards in combinations(cards_in(first), self.needs[0]):
            one = hand_of(cards)
            for others in combinations(cards_in(second & ~one), self.needs[1]):
                yield one, hand_of(others)

    def fill(
        self,
        found: Block,
        rows: NDArray[np.intp],
        held: Sequence[NDArray[np.uint64]] | NDArray[np.uint64],
        down: Sequence[NDArray[np.uint64]] | NDArray[np.uint64],
    ) -> None:
        """Give the two others these cards in some rows, with what is known of theirs."""
        for index, seat in enumerate(self.observation.others):
            found.hands[rows, seat] = held[index] | np.uint64(self.observation.record.played[seat])
            found.gone[rows, seat] = down[index]
            if seat is Seat.DEALER:
                found.hands[rows, seat] |= np.uint64(self.in_hand)
                found.gone[rows, seat] |= np.uint64(self.put_down)

    def draw(
        self, count: int, stream: _Stream
    ) -> tuple[list[NDArray[np.uint64]], list[NDArray[np.uint64]]]:
        """Return so many random ways to deal: what the two others hold and have put down."""
        drawn = np.searchsorted(self._ways, stream.uniform(count) * self._ways[-1], side="right")
        drawn = np.minimum(drawn, len(self._ways) - 1)
        lengths = self.first[drawn // len(self.second)], self.second[drawn % len(self.second)]
        held = [np.zeros(count, np.uint64) for _ in lengths]
        for lot, cards in enumerate(self.lots):
            if not cards:
                continue
            mixed = _bits(cards)[stream.uniform(count, len(cards)).argsort(axis=1)]
            start = np.zeros((count, 1), int)
            for own, length in zip(held, lengths, strict=True):
                end = start + length[:, lot, None]
                place = np.arange(len(cards))
                own |= np.where((start <= place) & (place < end), mixed, np.uint64(0)).sum(axis=1)
                start = end
        return held, self._put_down(np.uint64(self.free) & ~(held[0] | held[1]), stream)

    def _put_down(self, rest: NDArray[np.uint64], stream: _Stream) -> list[NDArray[np.uint64]]:
        """Return what the two others have put down, out of the cards in no hand."""
        first, second = self.down
        if not first + second:
            return [np.zeros_like(rest)] * 2
        bits = _bits(cards_in(self.free))
        keys = stream.uniform(len(rest), len(bits))
        keys[(rest[:, None] & bits) == 0] = 2.0
        mixed = bits[keys.argsort(axis=1)]
        return [
            mixed[:, :first].sum(axis=1, dtype=np.uint64),
            mixed[:, first : first + second].sum(axis=1, dtype=np.uint64),
        ]


def _bits(cards: Iterable[int]) -> NDArray[np.uint64]:
    """Return cards as hands of one card each."""
    return np.array([1 << card for card in cards], np.uint64)


class _Stream:
    """Numbers from 0 to 1, of the raw stream alone, which numpy promises never to change."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._bits = rng.bit_generator

    def uniform(self, *shape: int) -> NDArray[np.float64]:
        """Return numbers that are 0 or more and below 1."""
        raw = self._bits.random_raw(int(np.prod(shape)))
        return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53, np.float64)


def _lacks(observation: Observation, seat: int) -> int:
    """Return the cards that a seat cannot hold, by its play and by what lay face up."""
    up = 0 if seat in observation.order else hand_of(observation.shown)
    return observation.record.lacks[seat] | up


def _lots(observation: Observation, free: int, lacks: Sequence[int]) -> list[list[int]]:
    """Return the cards in four lots, of each of which a hand may hold all or none."""
    if not observation.rules.duties and not observation.open_seats:
        return [list(cards_in(free & SUIT_MASK << RANKS * suit)) for suit in range(SUITS)]
    first, second = lacks
    return [
        list(cards_in(free & lot))
        for lot in (~first & ~second, ~first & second, first & ~second, first & second)
    ]


def _lengths(need: int, most: Sequence[int]) -> NDArray[np.intp]:
    """Return the numbers of cards of four lots that add up to ``need``, a row each."""
    rows = [
        (*three, need - sum(three))
        for three in product(*(range(min(size, need) + 1) for size in most[:3]))
        if 0 <= need - sum(three) <= most[3]
    ]
    return np.array(rows, np.intp).reshape(-1, SUITS)


def _contradiction(observation: Observation) -> str:
    """Return why no deal agrees with a view: which seat cannot have as many cards as it must."""
    duties = bool(observation.rules.duties)
    for seat in observation.others:
        can = (observation.unseen & ~_lacks(observation, seat)).bit_count()
        if can < observation.holds(seat):
            which = "that it may hold" if duties else "in the suits it may hold"
            held = observation.holds(seat)
            return f"{seat.word} still has {held} cards, but only {can} are unseen {which}"
    if observation.cut is not None and observation.record.lacks[Seat.DEALER] >> observation.cut & 1:
        name = f"{observation.variant.cut_card} {card_name(observation.cut)}"
        if duties:
            return f"the dealer has shown not to hold the {name}"
        return f"the dealer has shown to be void in the suit of the {name}"
    return f"no deal agrees with the cards, counts and {'duties' if duties else 'voids'} given"
