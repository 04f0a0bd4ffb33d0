"""Worlds: whole deals that agree with what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import islice
from math import exp
from typing import TYPE_CHECKING

from solver import checks
from solver.advice.belief import Belief
from solver.advice.seen import Seen
from solver.advice.slots import Sampler, Slots, Slotted
from solver.advice.thumb_hand import thumb_discards
from solver.advice.weights import effective
from solver.cards import SEATS, Seat, cards_in, hand_of, triple
from solver.exchange.surprise import TakenUp
from solver.rules.exchange import hand_after
from solver.rules.shuffle import generator, shuffled

if TYPE_CHECKING:
    import numpy as np


class Opponents(Enum):
    """What the other seats are assumed to exchange.

    Under either, a seat that is known to have exchanged some cards has put down those that
    the rule of thumb likes least.
    """

    STAND = "stand"
    THUMB = "thumb"


_JUDGED = 100
_MISSED = -10.0  # a log-likelihood that no hand has with which a seat would have done so
_RARE = -7.0  # one in a thousand
_MOST_LOG = 300.0  # of a weight, whose square is a number then


@dataclass(frozen=True)
class World:
    """A deal that agrees with a view, at the moment when the seat is to exchange.

    ``hands`` are those after the earlier seats' exchanges; ``manni`` is what is left of the
    Manni, in draw order.
    """

    hands: tuple[int, int, int]
    manni: tuple[int, ...]

    def __post_init__(self) -> None:
        vars(self).update(hands=checks.hands(self.hands), manni=checks.cards(self.manni, "manni"))


def numbered_world(known: Seen, *numbers: int, belief: Belief = Belief.SOFT) -> World:
    """Return the world of a view that a seed and further numbers determine."""
    if _sampler(known, belief).tells:
        return _world(known, _drawn(known, belief, numbers))
    return _any_world(known, _generator(numbers))


def weight_of(known: Seen, *numbers: int, belief: Belief = Belief.SOFT) -> float:
    """Return what a numbered world counts, beside the one that has 0 for its last number.

    Draws by what was seen are not exact, and count by the weights that they leave open.
    """
    if not _sampler(known, belief).tells:
        return 1.0
    first = _drawn(known, belief, (*numbers[:-1], 0)).weight
    return exp(min(_drawn(known, belief, numbers).weight - first, _MOST_LOG))


@lru_cache(maxsize=4096)
def _drawn(known: Seen, belief: Belief, numbers: tuple[int, ...]) -> Slotted:
    """Return a numbered draw; an answer looks at the first of them more than once."""
    return _sampler(known, belief).draw(_generator(numbers))


def _generator(numbers: tuple[int, ...]) -> np.random.Generator:
    import numpy as np

    for number in numbers:
        checks.number(number, "a number of a world")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(numbers)))


def sample(known: Seen, rng: np.random.Generator, belief: Belief = Belief.SOFT) -> World:
    """Return a random world, as likely as what the others have exchanged and called makes it.

    Where that says nothing, or nothing is to be believed, all deals of the unseen cards are
    equally likely; the earlier seats have then put down as many cards as they are known to
    have, chosen by the rule of thumb.
    """
    sampler = _sampler(
        checks.instance(known, Seen, "view"), checks.instance(belief, Belief, "belief")
    )
    if sampler.tells:
        return _world(known, sampler.draw(rng))
    return _any_world(known, rng)


def _sampler(known: Seen, belief: Belief) -> Sampler:
    checks.instance(known, Seen, "view")
    return _kept_sampler(known, checks.instance(belief, Belief, "belief"))


@lru_cache(maxsize=16)
def _kept_sampler(known: Seen, belief: Belief) -> Sampler:
    return Sampler(slots_of(known), belief)


def slots_of(known: Seen) -> Slots:
    """Return the slots of the cards that a seat does not see when it is to exchange or call."""
    taken: list[int | None] = [None] * SEATS
    checks.instance(known, Seen, "view")
    for each, count in zip(known.order, known.taken, strict=False):
        taken[each] = count
    return Slots(known, triple(taken))


@dataclass(frozen=True)
class Credit:
    """How far the worlds of an answer are those that what was seen makes likely.

    ``effective`` is how many worlds drawn exactly would say as much as the ``deals`` met.
    ``rare`` is set where what was seen is unlikely by the model itself: under the strict one,
    that no deal was found with which all would have done it.
    """

    belief: Belief
    deals: int
    effective: float
    rare: bool


def credit(known: Seen, belief: Belief, worlds: int, *numbers: int) -> Credit | None:
    """Return how good the first worlds of a seed are, None where nothing was to be believed.

    It is judged by the first hundred, or so many as there are.
    """
    import numpy as np

    sampler = _sampler(
        checks.instance(known, Seen, "view"), checks.instance(belief, Belief, "belief")
    )
    if not sampler.tells:
        return None
    some = min(checks.number(worlds, "worlds", 1), _JUDGED)
    drawn = [_drawn(known, belief, (*numbers, number)) for number in range(some)]
    logs = np.array([each.weight for each in drawn])
    weights = np.exp(logs - logs.max())
    likely = float(np.median([each.likely for each in drawn]))
    return Credit(
        belief,
        worlds,
        effective(weights) * worlds / some,
        likely < (_MISSED if belief is Belief.STRICT else sampler.log_ways + _RARE),
    )


def surprises(known: Seen, seed: int) -> Iterator[TakenUp]:
    """Yield worlds of a seat that bids a number or puts cards away, without end.

    Who declares leads, so that his seat does not matter. Nor does it which of the cards that he
    holds he was dealt.
    """
    rng, variant, seat = generator(seed), known.variant, known.seat
    own = tuple(islice(cards_in(known.hand), known.hand.bit_count() - variant.tricks))
    unseen = sorted(cards_in(known.unseen))
    while True:
        mixed = iter(shuffled(unseen, rng))
        hands = [known.hand & ~hand_of(own)] * SEATS
        for each in (known.next_seat, (known.next_seat + 1) % SEATS):
            hands[each] = hand_of(islice(mixed, variant.tricks))
        yield TakenUp(variant, triple(hands), (*own, *mixed, *known.shown), seat)


def _world(known: Seen, found: Slotted) -> World:
    hands = [kept | drawn for kept, drawn in zip(found.kept, found.drawn, strict=True)]
    hands[known.seat] = known.hand
    return World(triple(hands), found.manni)


def _any_world(known: Seen, rng: np.random.Generator) -> World:
    """Return a world, all deals of the unseen cards alike."""
    variant, seat = known.variant, known.seat
    hands = [0] * SEATS
    hands[seat] = known.hand
    unseen = known.unseen
    if known.cut is not None and seat is not Seat.DEALER:
        unseen &= ~(1 << known.cut)
        hands[Seat.DEALER] = 1 << known.cut
    cards = iter(shuffled(cards_in(unseen), rng))
    for each in Seat:
        while hands[each].bit_count() < variant.tricks:
            hands[each] |= 1 << next(cards)
    manni = tuple(cards)
    for each, count in zip(known.order, known.taken, strict=False):
        gone = thumb_discards(known.contract, hands[each], (count,), known.ace_low)
        hands[each], manni = draw(hands[each], manni, gone)
    return World(triple(hands), manni)


def draw(hand: int, manni: tuple[int, ...], discards: int) -> tuple[int, tuple[int, ...]]:
    """Return the hand and the rest of the Manni after an exchange."""
    hand, discards = checks.hand(hand), checks.hand(discards, "discards")
    manni = checks.cards(manni, "manni")
    return hand_after(hand, discards, manni), manni[discards.bit_count() :]


def after_exchange(
    known: Seen, world: World, size: int, opponents: Opponents
) -> tuple[tuple[int, int, int], int]:
    """Return the hands after the exchanges, the seat's own still whole, and what it draws.

    It draws ``size`` cards, returned as a hand. The later seats draw from the bottom: their
    cards are equally likely there, and do not change when the seat exchanges one card more,
    so that less chance enters the comparison of two discards.
    """
    checks.instance(known, Seen, "view")
    checks.instance(opponents, Opponents, "opponents")
    hands = list(checks.instance(world, World, "world").hands)
    size = checks.number(size, "size", 0, len(world.manni))
    drawn = hand_of(world.manni[:size])
    manni = world.manni[size:][::-1]
    if opponents is Opponents.THUMB:
        variant = known.variant
        taken = sum(known.taken) + known.gone.bit_count() + size
        for each in known.later:
            sizes = variant.exchange.sizes(each, taken, variant.tricks, variant.manni)
            gone = thumb_discards(
                known.contract, hands[each], sizes, known.ace_low, variant.exchange.all_or_nothing
            )
            hands[each], manni = draw(hands[each], manni, gone)
            taken += gone.bit_count()
    return triple(hands), drawn
