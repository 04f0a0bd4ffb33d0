"""Where the unseen cards may be, drawn by how likely that makes what was seen.

Every card that a seat does not see is in a **slot**: what another seat has kept of the hand it
was dealt, what it has put down, what it has drawn, or the rest of the Manni. How many cards a
slot has is seen. What each seat did is likely or not by the hand it was dealt (``opponent_model``).

``LikelyWorlds`` draws from all ways to put the cards into slots, by their likelihood. It starts
from one drawn with all of them alike and moves cards between slots (``_beliefs``), a fixed number
of times: an unlikely history takes no longer than another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manni.solver._beliefs import Beliefs
from manni.solver.advice.observation import Observation
from manni.solver.advice.opponent_model import (
    CALL_SCALE,
    DISCARD_SCALE,
    SWAP_SCALE,
    CallMade,
    scoring_rules,
    turns,
)
from manni.solver.advice.world import Block, World
from manni.solver.cards import SEATS, BySeat, Seat, card_name, cards_in, triple
from manni.solver.errors import DealError
from manni.solver.rules.shuffle import shuffled

PARTICLES = 6
"""How many deals are led to the likely ones, of which one is drawn by their weights."""

_STEPS = 800
_MIXING = 200
_APART = 160
"""Swaps between draws that follow one another."""

_IN_TURN = 25
"""Worlds drawn one from another, where it takes long to lead one to the likely deals."""

_KINDS = 3
_KEPT, _DOWN, _DRAWN = range(_KINDS)
_REST = _KINDS * SEATS


class Slotted(NamedTuple):
    """The unseen cards in their slots, as hands by seat, nothing for the seat that sees.

    A seat was dealt ``kept`` and ``down`` and holds ``kept`` and ``drawn``; ``manni`` is what
    nobody has drawn, in draw order. Draws are exact if they count by exp(``weight``), whose mean
    over many is the chance of what was seen: under the soft model of just the cards that were put
    down, out of all ways to put down as many (``LikelyWorlds.log_ways``). ``likely`` is the
    logarithm of that chance with these hands.
    """

    kept: BySeat[int]
    down: BySeat[int]
    drawn: BySeat[int]
    manni: tuple[int, ...]
    weight: float
    likely: float


def says_where(observation: Observation) -> bool:
    """Return whether what others called or exchanged says something about where the cards are.

    Of what is put away where the pile was taken up first, no slot says where it came from.
    """
    if observation.exchange.picks_up:
        return False
    others = (seat for seat in observation.order if seat is not observation.seat)
    exchanged = any(observation.exchanged(seat) is not None for seat in others)
    return exchanged or bool(_turns(observation))


def _turns(observation: Observation) -> list[CallMade]:
    """Return the calls of the other seats that say something about their hands."""
    if not observation.calls:
        return []
    every = turns(observation.variant, observation.lists, observation.calls)
    return [turn for turn in every if turn.seat is not observation.seat]


class LikelyWorlds:
    """The deals that agree with what a seat has seen, by how likely each makes that.

    Raises DealError where the cards have no room.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        # What others have been dealt or drawn, and the cards played since among them.
        self.unseen = observation.variant.pack & ~observation.hand & ~observation.gone
        self._sizes = self._slot_sizes()
        self._every = sum(1 << slot for slot, size in enumerate(self._sizes) if size)
        self._may = {card: self._slots_of(card) for card in cards_in(self.unseen)}
        self._restricted = set(self._may.values()) != {self._every}
        self._beliefs = self._compiled()

    def slotted(self, rng: np.random.Generator) -> Slotted:
        """Return the unseen cards in their slots; the generator alone decides."""
        slots, likely, weight = self._filled(rng, 1)
        hands = slots[0].tolist()
        kept, down, drawn = (triple(hands[kind:_REST:_KINDS]) for kind in range(_KINDS))
        manni = shuffled(tuple(cards_in(hands[_REST])), rng)
        return Slotted(kept, down, drawn, manni, weight, float(likely[0]))

    def draw(self, rng: np.random.Generator) -> World:
        """Return a random world."""
        slotted, observation = self.slotted(rng), self.observation
        hands = [kept | drawn for kept, drawn in zip(slotted.kept, slotted.drawn, strict=True)]
        gone = list(slotted.down)
        hands[observation.seat], gone[observation.seat] = observation.hand, observation.gone
        return World(triple(hands), slotted.manni, triple(gone), slotted.weight, slotted.likely)

    def block(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many random worlds.

        Most lie a little way from the one before: that takes far less time than to draw every one
        anew.
        """
        found = Block.seen_by(self.observation, size)
        others = list(self.observation.others)
        for row in range(0, size, _IN_TURN):
            rows = slice(row, min(row + _IN_TURN, size))
            slots, _, found.logs[rows] = self._filled(rng, rows.stop - row)
            by_seat = slots[:, :_REST].reshape(-1, SEATS, _KINDS)[:, others]
            found.hands[rows, others] = by_seat[:, :, _KEPT] | by_seat[:, :, _DRAWN]
            found.gone[rows, others] = by_seat[:, :, _DOWN]
        return found

    def _filled(
        self, rng: np.random.Generator, many: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.float64], float]:
        """Return the cards of every slot and how likely each row is; what they all weigh."""
        slots, likely = np.zeros((many, _REST + 1), np.uint64), np.zeros(many)
        weight = self._beliefs.draw(
            self._start(rng),
            int(rng.bit_generator.random_raw()),
            PARTICLES,
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
        tricks = self.observation.variant.tricks
        return -sum(log(comb(tricks, count)) for _, _, count in self._exchanged())

    def _exchanged(self) -> Iterator[tuple[Seat, Sequence[int], int]]:
        """Yield the other seats that had a choice, the numbers they had, and what they took."""
        observation, before = self.observation, 0
        for seat in observation.order:
            count = observation.exchanged(seat)
            if count is None and seat is observation.seat:
                count = observation.gone.bit_count()
            if count is None:
                return
            sizes = observation.sizes_of(seat, before)
            if seat is not observation.seat and len(sizes) > 1:
                yield seat, sizes, count
            before += count

    def _slot_sizes(self) -> tuple[int, ...]:
        sizes = [0] * (_REST + 1)
        for seat in self.observation.others:
            count = self.observation.exchanged(seat) or 0
            kept = self.observation.variant.tricks - count
            sizes[_KINDS * seat : _KINDS * (seat + 1)] = kept, count, count
        sizes[_REST] = self.unseen.bit_count() - sum(sizes)
        return tuple(sizes)

    def _slots_of(self, card: int) -> int:
        """Return the slots that a card may be in, a bit each."""
        slots, record = self._every, self.observation.record
        dealer = _KINDS * Seat.DEALER
        if card == self.observation.cut:  # it is the dealer's, and the seat does not see it
            slots &= 1 << dealer + _KEPT | 1 << dealer + _DOWN
        for seat in self.observation.others:
            in_hand = 1 << _KINDS * seat + _KEPT | 1 << _KINDS * seat + _DRAWN
            if record.played[seat] >> card & 1:
                slots &= in_hand
            elif record.lacks[seat] >> card & 1:
                slots &= ~in_hand
        if not slots:
            raise DealError(f"{card_name(card)} cannot be anywhere")
        return slots

    def _compiled(self) -> Beliefs:
        observation = self.observation
        beliefs = Beliefs(scoring_rules(observation.ace_low), list(self._may.items()))
        whole = observation.exchange.all_or_nothing
        scale = SWAP_SCALE if whole else DISCARD_SCALE
        for seat, sizes, _ in self._exchanged():
            beliefs.exchange(seat, observation.contract, sizes[0], sizes[-1], scale, whole)
        for turn in _turns(observation):
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
