"""Worlds in play: who may hold the cards that a seat has not seen.

All ways to deal the unseen cards that agree with the counts, with what the seats have shown not
to have and with the cut card are equally likely. The cards fall into lots of which either hand
may hold all or none: suits or, where duties say more, the cards that both others, the one, the
other or neither may hold. How many of each lot two hands hold is drawn by the number of ways,
then the cards of each; draws are independent of one another. A block of worlds depends on
nothing but the view, the seed and its number.

Where it is known how many cards the others have exchanged, or what was called, worlds are drawn by
how likely that was instead, if that is to count (``slots``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver import checks
from solver.advice.belief import Belief
from solver.advice.seen import Seen
from solver.advice.slots import Sampler, Slots
from solver.cards import (
    RANKS,
    SEATS,
    SUIT_MASK,
    SUITS,
    Seat,
    by_seat,
    card_name,
    cards_in,
    hand_of,
)
from solver.errors import DealError

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_AT_ONCE = 100_000
"""Worlds of a block, all of which are in memory."""


class Worlds(NamedTuple):
    """Worlds, a row each: the hands at the first lead and what each seat knows to be gone.

    ``logs`` are the logarithms of what they count: all alike where they are drawn exactly.
    """

    hands: NDArray[np.uint64]
    gone: NDArray[np.uint64]
    logs: NDArray[np.float64]

    def of(self, rows: NDArray[np.intp] | slice) -> Worlds:
        """Return some of the worlds, in this order."""
        return Worlds(
            np.ascontiguousarray(self.hands[rows]),
            np.ascontiguousarray(self.gone[rows]),
            self.logs[rows],
        )


class Weighted(NamedTuple):
    """Worlds and what they count: the logarithm of a weight each.

    In their errors each counts ``as_many`` independent ones, which is 1 at most.
    """

    worlds: Worlds
    logs: NDArray[np.float64]
    as_many: NDArray[np.float64]

    def of(self, rows: slice) -> Weighted:
        """Return some of them."""
        return Weighted(self.worlds.of(rows), self.logs[rows], self.as_many[rows])


def weighted(worlds: Worlds, logs: NDArray[np.float64] | None = None) -> Weighted:
    """Return independent worlds with what they count, these logarithms of weights added to it."""
    own = worlds.logs if logs is None else worlds.logs + logs
    return Weighted(worlds, own, np.ones(len(own)))


def likely(drawn: Worlds, logs: NDArray[np.float64], size: int) -> Weighted:
    """Return so many of the worlds, likely ones more often.

    ``logs`` are the logarithms of how likely each is. They are chosen at even steps through the
    weights: a world comes as often as it should, but for the last time. Both the choice and
    the pool have errors, which add up. All that are chosen count what those drawn count on
    average, so that of several such choices the one from likelier worlds counts more.
    """
    most = float(logs.max())
    weights = np.exp(logs - most)
    mean = float(weights.mean())
    weights /= weights.sum()
    steps = (np.arange(size) + 0.5) / size
    chosen = np.minimum(np.searchsorted(np.cumsum(weights), steps), len(weights) - 1)
    independent = 1 / (1 / size + float((weights**2).sum()))
    return Weighted(
        drawn.of(chosen), np.full(size, most + log(mean)), np.full(size, independent / size)
    )


class WorldSource:
    """Draws the worlds of a view. Raises DealError where no deal agrees with it.

    ``belief`` says how far what the others are known to have exchanged counts.
    """

    def __init__(self, known: Seen, belief: Belief = Belief.NONE) -> None:
        self.known = checks.instance(known, Seen, "view")
        checks.instance(belief, Belief, "belief")
        self.others = ((known.seat + 1) % SEATS, (known.seat + 2) % SEATS)
        self._cases = [case for case in self._all_cases() if case.weight > 0]
        if not self._cases:
            raise DealError(_contradiction(known))
        plain = known.rules.is_plain
        told = plain and belief is not Belief.NONE and (known.taken or known.calls)
        slots = _slots(known) if told else None
        self._sampler = Sampler(slots, belief) if slots is not None and slots.tells else None

    @property
    def believes(self) -> bool:
        """Whether what the others exchanged counts; a world then takes longer."""
        return self._sampler is not None

    def block(self, seed: int, number: int, worlds: int) -> Worlds:
        """Return the block of so many worlds that a seed and a number determine."""
        seed, number = checks.number(seed, "seed"), checks.number(number, "number")
        worlds = checks.number(worlds, "worlds", 1, MOST_AT_ONCE)
        bits = np.random.PCG64(np.random.SeedSequence((seed, number)))
        if self._sampler is not None:
            return self._likely(self._sampler, np.random.Generator(bits), worlds)
        stream = _Stream(bits)
        shares = np.cumsum([case.weight for case in self._cases])
        which = np.searchsorted(shares / shares[-1], stream.uniform(worlds), side="right")
        hands = np.zeros((worlds, SEATS), np.uint64)
        gone = np.zeros((worlds, SEATS), np.uint64)
        known = self.known
        hands[:, known.seat] = known.hand
        gone[:, known.seat] = known.gone
        for index, case in enumerate(self._cases):
            rows = np.flatnonzero(which == index)
            if len(rows):
                case.fill(self.others, hands, gone, rows, stream)
        for seat in self.others:
            hands[:, seat] |= np.uint64(known.record.played[seat])
        return Worlds(hands, gone, np.zeros(worlds))

    def _likely(self, sampler: Sampler, rng: np.random.Generator, worlds: int) -> Worlds:
        """Return worlds drawn by what the others exchanged."""
        known = self.known
        hands, gone, logs = [], [], []
        for _ in range(worlds):
            drawn = sampler.draw(rng)
            own = [kept | new for kept, new in zip(drawn.kept, drawn.drawn, strict=True)]
            down = list(drawn.down)
            own[known.seat], down[known.seat] = known.hand, known.gone
            hands.append(own)
            gone.append(down)
            logs.append(drawn.weight)
        return Worlds(np.array(hands, np.uint64), np.array(gone, np.uint64), np.array(logs))

    def _all_cases(self) -> Sequence[_Case]:
        """Return where the cut card may be: among those of the dealer, or put down by him.

        A dealer who exchanges k of his n cards keeps the cut card with the chance (n - k) / n,
        and has not played it yet with that of the cards he still holds. Where k is not known,
        each number that the rules allow is as likely.
        """
        known = self.known
        cut = known.cut
        bit = 0 if cut is None else known.unseen & 1 << cut
        if not bit:
            return [_Case(known, self.others, 0, 0, 1.0)]
        tricks, down = known.variant.tricks, float(known.exchanged(Seat.DEALER) or 0)
        if known.exchanged(Seat.DEALER) is None:
            sizes = known.exchange.sizes(Seat.DEALER, 0, tricks, known.variant.manni)
            down = sum(sizes) / len(sizes)
        kept = (tricks - down) / tricks * known.holds(Seat.DEALER) / tricks
        cases = []
        if known.holds(Seat.DEALER):
            cases.append(_Case(known, self.others, bit, 0, kept))
        if down:
            cases.append(_Case(known, self.others, 0, bit, down / tricks))
        return cases


class _Case:
    """All ways to deal the unseen cards, with the cut card in one place."""

    def __init__(
        self, known: Seen, others: tuple[int, int], in_hand: int, put_down: int, chance: float
    ) -> None:
        self.in_hand, self.put_down = in_hand, put_down
        self.free = known.unseen & ~(in_hand | put_down)
        lacks = [_lacks(known, seat) for seat in others]
        self.lots = _lots(known, self.free, lacks)
        # What nobody is known to have put down is left in the pile.
        self.down = [
            max(0, (known.exchanged(seat) or 0) - (put_down != 0 and seat == Seat.DEALER))
            for seat in others
        ]
        needs = [known.holds(seat) - (in_hand != 0 and seat == Seat.DEALER) for seat in others]
        if in_hand and _lacks(known, Seat.DEALER) & in_hand:
            self.weight = 0.0
            return
        self._count(needs, lacks)
        total = self.free.bit_count()
        every = (
            comb(total, needs[0]) * comb(total - needs[0], needs[1]) if sum(needs) <= total else 0
        )
        # The rest is put down or in the Manni, and what was put down has to come out of it.
        enough = total - sum(needs) >= sum(self.down)
        self.weight = chance * float(self._ways[-1]) / every if every and enough else 0.0

    def _count(self, needs: Sequence[int], lacks: Sequence[int]) -> None:
        """Count the ways to deal by how many cards of each lot the two hands get."""
        sizes = [len(cards) for cards in self.lots]
        masks = [hand_of(cards) for cards in self.lots]
        self.first, self.second = (
            _lengths(
                need,
                [0 if mask & lack else size for mask, size in zip(masks, sizes, strict=True)],
            )
            for need, lack in zip(needs, lacks, strict=True)
        )
        ways = np.ones((len(self.first), len(self.second)))
        for lot, size in enumerate(sizes):
            table = np.array(
                [
                    [
                        comb(size, a) * comb(size - a, b) if a + b <= size else 0
                        for b in range(size + 1)
                    ]
                    for a in range(size + 1)
                ],
                np.float64,
            )
            ways *= table[self.first[:, lot, None], self.second[None, :, lot]]
        self._ways = np.cumsum(ways.ravel()) if ways.size else np.zeros(1)

    def fill(
        self,
        others: tuple[int, int],
        hands: NDArray[np.uint64],
        gone: NDArray[np.uint64],
        rows: NDArray[np.intp],
        stream: _Stream,
    ) -> None:
        """Deal the unseen cards in some rows."""
        count = len(rows)
        drawn = np.searchsorted(self._ways, stream.uniform(count) * self._ways[-1], side="right")
        drawn = np.minimum(drawn, len(self._ways) - 1)
        lengths = (
            self.first[drawn // len(self.second)],
            self.second[drawn % len(self.second)],
        )
        rest = np.full(count, self.free, np.uint64)
        held = [np.zeros(count, np.uint64) for _ in others]
        for lot, cards in enumerate(self.lots):
            if not cards:
                continue
            bits = np.array([1 << card for card in cards], np.uint64)
            mixed = bits[stream.uniform(count, len(cards)).argsort(axis=1)]
            start = np.zeros((count, 1), int)
            for own, length in zip(held, lengths, strict=True):
                end = start + length[:, lot, None]
                place = np.arange(len(cards))
                own |= np.where((start <= place) & (place < end), mixed, np.uint64(0)).sum(axis=1)
                start = end
        for own in held:
            rest &= ~own
        downs = self._put_down(rest, stream)
        for index, seat in enumerate(others):
            is_dealer = seat == Seat.DEALER
            hands[rows, seat] = held[index] | np.uint64(self.in_hand if is_dealer else 0)
            gone[rows, seat] = downs[index] | np.uint64(self.put_down if is_dealer else 0)

    def _put_down(
        self, rest: NDArray[np.uint64], stream: _Stream
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """Return what the two others have put down, out of the cards in no hand."""
        first, second = self.down
        none = np.zeros(len(rest), np.uint64)
        if not first + second:
            return none, none
        bits = np.array([1 << card for card in cards_in(self.free)], np.uint64)
        keys = stream.uniform(len(rest), len(bits))
        keys[(rest[:, None] & bits) == 0] = 2.0
        mixed = bits[keys.argsort(axis=1)]
        return (
            mixed[:, :first].sum(axis=1, dtype=np.uint64),
            mixed[:, first : first + second].sum(axis=1, dtype=np.uint64),
        )


class _Stream:
    """Numbers from 0 to 1, of the raw stream alone, which numpy promises never to change."""

    def __init__(self, bits: np.random.PCG64) -> None:
        self._bits = bits

    def uniform(self, *shape: int) -> NDArray[np.float64]:
        """Return numbers that are 0 or more and below 1."""
        raw = self._bits.random_raw(int(np.prod(shape)))
        return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53, np.float64)


def _slots(known: Seen) -> Slots:
    """Return where the unseen cards may be, as far as the exchange and the play tell."""
    record = known.record
    others = tuple(seat is not known.seat for seat in Seat)
    void = [
        sum(SUIT_MASK << RANKS * suit for suit in range(SUITS) if record.voids[seat] >> suit & 1)
        for seat in Seat
    ]
    return Slots(
        known,
        by_seat(lambda seat: known.exchanged(seat) if seat in known.order else None),
        by_seat(lambda seat: record.played[seat] if others[seat] else 0),
        by_seat(lambda seat: void[seat] & ~record.played[seat] if others[seat] else 0),
    )


def _lacks(known: Seen, seat: int) -> int:
    """Return the cards that a seat cannot hold, by its play and by what lay face up."""
    up = 0 if seat in known.exchange.order(known.declarer) else hand_of(known.shown)
    return known.record.lacks[seat] | up


def _lots(known: Seen, free: int, lacks: Sequence[int]) -> list[list[int]]:
    """Return the cards in four lots, of each of which a hand may hold all or none."""
    if not known.rules.duties:
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


def _contradiction(known: Seen) -> str:
    """Return why no deal agrees with a view: which seat cannot have as many cards as it must."""
    duties = bool(known.rules.duties)
    for index in (1, 2):
        seat = Seat((known.seat + index) % SEATS)
        can = (known.unseen & ~_lacks(known, seat)).bit_count()
        if can < known.holds(seat):
            which = "that it may hold" if duties else "in the suits it may hold"
            return (
                f"{seat.word} still has {known.holds(seat)} cards, but only {can} are unseen "
                f"{which}"
            )
    if known.cut is not None and known.record.lacks[Seat.DEALER] >> known.cut & 1:
        name = f"{known.variant.cut_card} {card_name(known.cut)}"
        if duties:
            return f"the dealer has shown not to hold the {name}"
        return f"the dealer has shown to be void in the suit of the {name}"
    return f"no deal agrees with the cards, counts and {'duties' if duties else 'voids'} given"
