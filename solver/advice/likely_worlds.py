"""Where the unseen cards may be, drawn by how likely that makes what was seen.

Every card that a seat does not see is in a **slot**: what another seat has kept of the hand it
was dealt, what it has put down, what it has drawn, or the rest of the Manni. How many cards a
slot has is seen. What each seat did is likely or not by the hand it was dealt (``behaviour``).

A ``Sampler`` draws from all ways to put the cards into slots, by their likelihood. It starts from
one drawn with all of them alike and moves cards between slots (``_beliefs``), a fixed number of
times: an unlikely history takes no longer than another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.solver._beliefs import Beliefs
from manni.solver.advice.behaviour import (
    CALL_SCALE,
    DISCARD_SCALE,
    SWAP_SCALE,
    Turn,
    scoring_rules,
    turns,
)
from manni.solver.advice.observation import Observation
from manni.solver.cards import SEATS, Seat, by_seat, card_name, cards_in, triple
from manni.solver.errors import DealError
from manni.solver.rules.shuffle import shuffled

PARTICLES = 6
"""How many deals are led to the likely ones, of which one is drawn by their weights."""

_STEPS = 800
_MIXING = 200
_APART = 160
"""Swaps between draws that follow one another."""

_KINDS = 3
_KEPT, _DOWN, _DRAWN = range(_KINDS)
_REST = _KINDS * SEATS
_NONE = (0, 0, 0)


class Slotted(NamedTuple):
    """The unseen cards in their slots, as hands by seat, nothing for the seat that sees.

    A seat was dealt ``kept`` and ``down`` and holds ``kept`` and ``drawn``; ``manni`` is what
    nobody has drawn, in draw order. Draws are exact if they count by exp(``weight``), whose mean
    over many is the chance of what was seen: under the soft model of just the cards that were put
    down, out of all ways to put down as many (``Sampler.log_ways``). ``likely`` is the logarithm of
    that chance with these hands.
    """

    kept: tuple[int, int, int]
    down: tuple[int, int, int]
    drawn: tuple[int, int, int]
    manni: tuple[int, ...]
    weight: float
    likely: float


@dataclass(frozen=True)
class Slots:
    """What a seat has seen, as far as it says where the unseen cards may be.

    ``taken`` are the cards that each seat has exchanged, None where it has not yet; the seat's
    own may be left to the cards it knows to be gone. In the play, ``held`` are for each seat
    the cards known to have been in its hand after the exchange, those it has played, and
    ``lacking`` those that were not, the other cards of a suit it has not followed.
    """

    observation: Observation
    taken: tuple[int | None, int | None, int | None] = (None, None, None)
    held: tuple[int, int, int] = _NONE
    lacking: tuple[int, int, int] = _NONE

    @classmethod
    def of(cls, observation: Observation) -> Slots:
        """Return the slots of the cards that a seat has not seen."""
        record, others = observation.record, [seat for seat in Seat if seat is not observation.seat]
        return cls(
            observation,
            by_seat(
                lambda seat: observation.exchanged(seat) if seat in observation.order else None
            ),
            by_seat(lambda seat: record.played[seat] if seat in others else 0),
            by_seat(lambda s: record.lacks[s] & ~record.played[s] if s in others else 0),
        )

    @property
    def unseen(self) -> int:
        """The cards that others have been dealt or drawn, those played since among them."""
        return self.observation.variant.pack & ~self.observation.hand & ~self.observation.gone

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The calls of the other seats that say something about their hands."""
        observation = self.observation
        if not observation.calls:
            return ()
        every = turns(observation.variant, observation.lists, observation.calls)
        return tuple(turn for turn in every if turn.seat is not observation.seat)

    @cached_property
    def tells(self) -> bool:
        """Whether anything was seen that says something about the hands dealt."""
        others = (self.taken[seat] for seat in Seat if seat is not self.observation.seat)
        return bool(self.turns) or any(taken is not None for taken in others)

    def exchanged(self) -> Iterator[tuple[Seat, Sequence[int], int]]:
        """Yield the other seats that had a choice, the numbers they had, and what they took."""
        observation, before = self.observation, 0
        for seat in observation.order:
            count = self.taken[seat]
            if count is None and seat is observation.seat:
                count = observation.gone.bit_count()
            if count is None:
                return
            sizes = observation.sizes_of(seat, before)
            if seat is not observation.seat and len(sizes) > 1:
                yield seat, sizes, count
            before += count


class Sampler:
    """Draws from the slots of one view again and again, by how likely that makes what was seen.

    For positions in the play, ``slots`` has what each seat has exchanged, ``held`` what it has
    played and ``lacking`` what it cannot hold; what it holds still is then ``kept | drawn`` without
    the cards played. Raises DealError where the cards have no room.

    Of so many ``particles`` one is drawn: the more there are, the longer it takes and the less is
    left to the ``weight`` of the result.
    """

    def __init__(self, slots: Slots, particles: int = PARTICLES) -> None:
        self.slots, self.particles = slots, particles
        self._sizes = self._slot_sizes()
        self._every = sum(1 << slot for slot, size in enumerate(self._sizes) if size)
        self._may = {card: self._slots_of(card) for card in cards_in(slots.unseen)}
        self._restricted = set(self._may.values()) != {self._every}
        self._beliefs = self._compiled()

    def draw(self, rng: np.random.Generator) -> Slotted:
        """Return the unseen cards in their slots; the generator alone decides."""
        slots, likely, weight = self._filled(rng, 1)
        hands = slots[0].tolist()
        kept, down, drawn = (triple(hands[kind:_REST:_KINDS]) for kind in range(_KINDS))
        manni = shuffled(tuple(cards_in(hands[_REST])), rng)
        return Slotted(kept, down, drawn, manni, weight, float(likely[0]))

    def hands(
        self, rng: np.random.Generator, many: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint64], float]:
        """Return the others' hands after the exchange, what they put down, and the weight of each.

        Each such deal lies a little way from the one before: that takes far less time than to
        draw every one anew.
        """
        slots, _, weight = self._filled(rng, many)
        by_seat = slots[:, :_REST].reshape(many, SEATS, _KINDS)
        return by_seat[:, :, _KEPT] | by_seat[:, :, _DRAWN], by_seat[:, :, _DOWN], weight

    def _filled(
        self, rng: np.random.Generator, many: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64], float]:
        """Return the cards of every slot and how likely each row is; what they all weigh."""
        slots, likely = np.zeros((many, _REST + 1), np.uint64), np.zeros(many)
        weight = self._beliefs.draw(
            self._start(rng),
            int(rng.bit_generator.random_raw()),
            self.particles,
            _MIXING,
            _STEPS,
            slots,
            likely,
            _APART,
        )
        return slots, likely, weight

    @property
    def log_ways(self) -> float:
        """The logarithm of the ways to put down as many cards as the seats have."""
        slots, tricks = self.slots, self.slots.observation.variant.tricks
        return -sum(log(comb(tricks, count)) for _, _, count in slots.exchanged())

    def _slot_sizes(self) -> tuple[int, ...]:
        observation = self.slots.observation
        sizes = [0] * (_REST + 1)
        for seat in Seat:
            if seat is not observation.seat:
                count = self.slots.taken[seat] or 0
                sizes[_KINDS * seat + _KEPT] = observation.variant.tricks - count
                sizes[_KINDS * seat + _DOWN] = count
                sizes[_KINDS * seat + _DRAWN] = count
        sizes[_REST] = self.slots.unseen.bit_count() - sum(sizes)
        if sizes[_REST] < 0 or min(sizes) < 0:
            raise DealError("more cards were exchanged than there are")
        return tuple(sizes)

    def _slots_of(self, card: int) -> int:
        """Return the slots that a card may be in, a bit each."""
        slots = self._every
        dealer = _KINDS * Seat.DEALER
        if card == self.slots.observation.cut:  # it is the dealer's, and the seat does not see it
            slots &= 1 << dealer + _KEPT | 1 << dealer + _DOWN
        for seat in Seat:
            kept, drawn = (1 << _KINDS * seat + kind for kind in (_KEPT, _DRAWN))
            if self.slots.held[seat] >> card & 1:
                slots &= kept | drawn
            if self.slots.lacking[seat] >> card & 1:
                slots &= ~(kept | drawn)
        if not slots:
            raise DealError(f"{card_name(card)} cannot be anywhere")
        return slots

    def _compiled(self) -> Beliefs:
        slots, observation = self.slots, self.slots.observation
        beliefs = Beliefs(scoring_rules(observation.ace_low), list(self._may.items()))
        whole = observation.exchange.all_or_nothing
        scale = SWAP_SCALE if whole else DISCARD_SCALE
        for seat, sizes, _ in slots.exchanged():
            beliefs.exchange(seat, observation.contract, sizes[0], sizes[-1], scale, whole)
        for turn in slots.turns:
            beliefs.call(turn.seat, turn.options, turn.chosen, CALL_SCALE)
        return beliefs

    def _start(self, rng: np.random.Generator) -> list[int]:
        """Return a slot for every card: all ways alike, or any where some are ruled out."""
        order = shuffled(tuple(self._may), rng)
        if not self._restricted:
            places = [slot for slot, size in enumerate(self._sizes) for _ in range(size)]
            slot_of = dict(zip(order, places, strict=True))
        else:
            slot_of = _placed(order, self._may, self._sizes)
        return [slot_of[card] for card in self._may]


def _placed(order: Sequence[int], may: Mapping[int, int], sizes: Sequence[int]) -> dict[int, int]:
    """Return a slot for every card, moving others where one finds no room (Ford-Fulkerson)."""
    inside: list[list[int]] = [[] for _ in sizes]
    slot_of: dict[int, int] = {}
    # Those with little choice first: fewer have to be moved.
    for card in sorted(order, key=lambda card: may[card].bit_count()):
        came: dict[int, tuple[int, int] | None] = {}  # by slot: the card and the slot before
        border = [slot for slot in range(len(sizes)) if may[card] >> slot & 1]
        came.update(dict.fromkeys(border))
        free = next((slot for slot in border if len(inside[slot]) < sizes[slot]), None)
        while border and free is None:
            slot = border.pop(0)
            if len(inside[slot]) < sizes[slot]:
                free = slot
                break
            for other in inside[slot]:
                for to in range(len(sizes)):
                    if to not in came and may[other] >> to & 1:
                        came[to] = other, slot
                        border.append(to)
        if free is None:
            raise DealError(f"no deal agrees with what was seen: {card_name(card)} has no room")
        while (step := came[free]) is not None:
            other, before = step
            inside[before].remove(other)
            inside[free].append(other)
            slot_of[other] = free
            free = before
        inside[free].append(card)
        slot_of[card] = free
    return slot_of
