"""Sample deals that agree with what a seat has seen, many at once, and what each counts.

All deals that the rules allow are equally likely, as long as nothing is believed of what the others
have done. In the play they are drawn by counting them (``_cases``), before it by shuffling. What
the others did makes some likelier (``opponent_model``). Then it is importance sampling: a few times
as many deals are proposed, each weighs how likely it makes what was seen over how often it is
proposed, and those that are met are chosen by their weights. Late in a deal a few weigh most, so
that copies are chosen: in the play each then takes steps that let copies part and keep the
posterior (resample-move).

**Proposals in play, drawn exactly**: who may hold the cards that a seat has not seen.

All ways to deal the unseen cards that agree with the counts, with what the seats have shown not
to have and with the cut card are equally likely. The cards fall into lots, by which of the
others may hold them. How many of each lot each hand holds is drawn by the number of ways, then the
cards of each; draws are independent of one another.

**In piles** the cards that nobody has seen lie covered, and all orders of them are equally likely,
whatever was played: duties bind on the open cards alone.

**What was put down.** A seat that is dealt the hand h puts down the cards g, one of the ways to
put down so many, with the chance e^v(h - g) / Z(h), v being what cards kept are worth in units of a
scale and Z(h) the sum of that over all that it may do (``HandModel``). Before the play h is dealt
at random and weighs by the chance of the number, then g is drawn by the model. In the play
(``put_down``) a deal drawn by counting says what the seat holds after it has drawn the cards d, and
what it has put down, if it did so at random; which cards are d is drawn at random too. That gives
h, with the same chance by each of the n ways to choose g of it that agree with the play: no card
that was played later, and every card that the seat has shown not to hold. Of these ways one is
drawn anew, by the model: with the chance e^v(h - g) / Z', where Z' sums over the n ways alone. So a
deal weighs Z' / (n Z(h)). The seats are taken one after the other: after each, deals are chosen by
their weights, so that the next is drawn for likely ones.

**Steps** (``Past.move``). The state of a deal is, of each seat that exchanged, what it kept k and
drew d, which is its hand, and what it put down g, so that k + g was dealt; of each other seat its
hand. Its posterior weight is that of e^v(k) / Z(k + g), a factor for each seat that exchanged,
times how likely the cards played are. Each step draws which kind it is, whatever the state:

* *swap*: two random unseen cards change places. From there the same two would as likely be drawn
  to change back, so that it is accepted by the ratio of the weights (Metropolis).
* *split*: which cards of a hand are d is drawn anew by the model, with odds of e^v(k). Proposal and
  target share this factor, so that it is accepted by Z(k + g) / Z(k' + g) (Metropolis-Hastings).
* *away*: which of the cards dealt are g is drawn anew by the model among the ways that agree with
  the play. e^v(k) cancels and Z is the same, so that the cards played decide.

A ratio is a product; each of its factors is asked in turn, the dear ones last, and the step is
taken if none refuses it. With chances of min(1, factor) back and forth are in the ratio of the
product as well (delayed acceptance), so that the weights stay those of the posterior. What was
called and declared is dearer still: several steps that leave it out are one proposal, which is as
likely to be made back as forth but for the weights that they know of, and what was said accepts it
by its own ratio.

**What a sample tells.** Copies that have parted are not yet independent. As how many each deal
counts, ``as_many``, is judged by families, the deals that come from one proposal (``independent``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import chain, combinations, permutations
from math import comb, factorial, log
from operator import and_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import checks
from ..cards import CARDS, card_name, cards_in, hand_of
from ..errors import DealError
from ..piles import PILES, PilePosition, piles_left
from ..position import Position
from .choices import Belief
from .compare import Floats, HandArray, Ints, independent, resampled
from .observation import Observation
from .opponent_model import (
    believed,
    call_logs,
    dealt_hands,
    exchanges,
    model_of,
    moved,
    number_logs,
    said_logs,
    says_something,
    says_where,
    scale_of,
)


class Block(NamedTuple):
    """Many worlds, a row each, and the logarithms of what they count.

    ``hands`` are those at the moment when the seat is to act, in the play those at the first lead,
    and ``gone`` what each seat has put down, a column each. ``pile`` are the cards left on the
    table in draw order, none in the play; to put away, those that the seat has taken up. Where
    hands lie in piles these are all cards as they lie: seat by seat, from the top of each pile.

    In their errors each counts ``as_many`` independent ones: 1 at most where they are drawn,
    ``CERTAIN`` where all are met. The lowest bits of ``at_random``, one a seat, are those that play
    on at random, the whole is what they draw from.
    """

    hands: HandArray
    gone: HandArray
    pile: NDArray[np.int8]
    logs: Floats
    as_many: Floats
    at_random: HandArray

    @classmethod
    def seen_by(cls, observation: Observation, size: int) -> Block:
        """Return so many worlds of which no more is filled in than the seat's own cards.

        All count 1, and in all the seats play on by the rule of thumb.
        """
        hands, gone = np.zeros((2, size, observation.variant.players), np.uint64)
        hands[:, observation.seat], gone[:, observation.seat] = observation.hand, observation.gone
        none, pile = np.zeros(size), np.zeros((size, 0), np.int8)
        return cls(hands, gone, pile, none, none + 1, none.astype(np.uint64))

    def of(self, rows: NDArray[np.intp] | slice) -> Block:
        """Return some of the worlds, in this order."""
        return Block._make(np.ascontiguousarray(array[rows]) for array in self)

    def rows(self) -> Iterator[Block]:
        """Yield the worlds one by one."""
        return (self.of(slice(row, row + 1)) for row in range(len(self.hands)))

    def likely(self, size: int) -> tuple[Block, Ints]:
        """Return so many of the worlds, those that count more as much more often, and which.

        All that are chosen count what these count on average, so that of several such choices the
        one from likelier worlds counts more. Errors of this choice and of one before it add up.
        """
        most = float(self.logs.max())
        weights = np.exp(self.logs - most)
        chosen, as_many = resampled(weights, size)
        before = float((1 / self.as_many - 1).mean()) / len(weights)
        counts = np.full(size, most + log(float(weights.mean())))
        many = np.full(size, 1 / (1 / as_many + before * size))
        return self.of(chosen)._replace(logs=counts, as_many=many), chosen


# All alike ----------------------------------------------------------------------------

_WAYS = np.array([[comb(n, k) for k in range(CARDS)] for n in range(CARDS)], np.float64)


def _cases(observation: Observation) -> list[_Case]:
    """Return where the cut card may be: among those of the dealer, or put down by him.

    A dealer who exchanges k of his n cards keeps the cut card with the chance (n - k) / n,
    and has not played it yet with that of the cards he still holds. Where k is not known,
    each number that the rules allow is as likely. Raises DealError where no deal agrees with what
    was seen.
    """
    dealer, tricks = observation.seats.DEALER, observation.variant.tricks
    bit = observation.unseen & _dealt(observation, dealer)
    cases = [_Case(observation, 0, 0, 1.0)]
    if bit:
        down = observation.exchanged(dealer)
        sizes = observation.sizes_of(dealer, 0) if down is None else (down,)
        mean = sum(sizes) / len(sizes)
        kept = (tricks - mean) / tricks * observation.holds(dealer) / tricks
        cases = [_Case(observation, bit, 0, kept), _Case(observation, 0, bit, mean / tricks)]
    found = [case for case in cases if case.weight > 0]
    if not found:
        raise DealError(_contradiction(observation))
    return found


class _Case:
    """All ways to deal the unseen cards, with the cut card ``in_hand`` or ``put_down``."""

    def __init__(
        self, observation: Observation, in_hand: int, put_down: int, chance: float
    ) -> None:
        self.observation, others = observation, observation.others
        self.free = free = observation.unseen & ~(in_hand | put_down)
        lacks = [_lacks(observation, seat) for seat in others]
        self.may = [free & ~each for each in lacks]
        # Who has the cut card; what nobody is known to have put down is left in the pile.
        dealer = observation.seats.DEALER
        self.known = [(in_hand, put_down) if seat is dealer else (0, 0) for seat in others]
        counts = [(observation.holds(seat), observation.exchanged(seat) or 0) for seat in others]
        self.needs, self.down = np.maximum(0, np.array(counts) - np.sign(self.known)).T.tolist()
        self._count()
        self.weight, total, every = 0.0, free.bit_count(), 1
        # The rest is put down or in the Manni, and what was put down has to come out of it.
        impossible = in_hand and in_hand & lacks[others.index(dealer)]
        if total >= sum(self.needs) + sum(self.down) and not impossible:
            for need in self.needs:
                every *= comb(total, need)
                total -= need
            self.weight = chance * self.ways / every

    def _count(self) -> None:
        """Count the ways, from the last cell to the first.

        Cards that the same seats may hold are a lot, and each of these seats has a cell of it. The
        ways from a cell on go by what each seat needs and how many cards of the lot are left. They
        are whole numbers, exact up to 2 to the power of 53.
        """
        lots: dict[int, int] = {}
        for card in cards_in(self.free):
            which = sum(1 << at for at, may in enumerate(self.may) if may >> card & 1)
            lots[which] = lots.get(which, 0) | 1 << card
        sizes = [need + 1 for need in self.needs]
        ways = np.zeros((*sizes, 1))
        ways.flat[0] = 1
        self.cells: list[tuple[int, int, Floats, Floats]] = []
        for which, lot in sorted(lots.items()):
            most = lot.bit_count() + 1
            ways = np.repeat(ways[..., -1:], most, axis=-1)
            for at, size in reversed([*enumerate(sizes)]):
                if which >> at & 1:
                    after, ways = ways, np.zeros_like(ways)
                    to, of = (each.swapaxes(at, 0) for each in (ways, after))
                    for more in range(min(most, size)):
                        parts = of[: size - more, ..., : most - more]
                        to[more:, ..., more:] += _WAYS[more:most, more] * parts
                    self.cells.append((lot, at, ways, after))
        self.cells.reverse()
        self.ways = float(ways.flat[-1])

    def every(self) -> Iterator[tuple[int, ...]]:
        """Yield what the other hands hold besides what is known, in all ways."""
        return _every(self.may, self.needs, self.free)

    def fill(self, found: Block, rows: NDArray[np.intp], held: HandArray, down: HandArray) -> None:
        """Give the others these cards in some rows, with what is known of theirs."""
        played, others = self.observation.record.played, self.observation.others
        for own, gone, known, seat in zip(held, down, self.known, others, strict=True):
            found.hands[rows, seat] = own | np.uint64(played[seat] | known[0])
            found.gone[rows, seat] = gone | np.uint64(known[1])

    def draw(self, count: int, rng: np.random.Generator) -> tuple[HandArray, HandArray]:
        """Return so many random ways to deal: what the others hold and have put down.

        A number of ways, of which it is the last but those ``before``, says how many cards go to
        each cell in turn: all ways with a number come before those with the next.
        """
        before, factor = _uniform(rng, count) * self.ways, np.ones(count)
        held, down = np.zeros((2, len(self.needs), count), np.uint64)
        needs = [np.full(count, need) for need in self.needs]
        rest = np.full(count, self.free, np.uint64)
        for lot, at, ways, after in self.cells:
            own = rest & np.uint64(lot)
            left, need = np.bitwise_count(own).astype(int), needs[at]
            goes, sums, passed = np.zeros(count, int), np.zeros(count), np.zeros(count)
            whole = ways[(*needs, left)]
            for more in range(min(int(need.max()), lot.bit_count()) + 1):
                needs[at] = np.maximum(need - more, 0)
                parts = _WAYS[left, more] * after[(*needs, np.maximum(left - more, 0))]
                sums = sums + parts * (need >= more)
                beyond = (factor * sums <= before) & (sums < whole)
                passed = np.where(beyond, factor * sums, passed)
                goes += beyond
            needs[at], before = need - goes, before - passed
            factor = factor * _WAYS[left, goes]
            cards = _some(own, goes, rng)
            held[at] |= cards
            rest &= ~cards
        for gone, number in zip(down, self.down, strict=True):
            gone |= _some(rest, np.full(count, number), rng)
            rest &= ~gone
        return held, down


def _every(may: Sequence[int], needs: Sequence[int], free: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to deal free cards to seats that may hold some and need so many."""
    if not needs:
        yield ()
        return
    for cards in combinations(cards_in(free & may[0]), needs[0]):
        own = hand_of(cards)
        yield from ((own, *more) for more in _every(may[1:], needs[1:], free & ~own))


def _some(hands: HandArray, counts: Ints, rng: np.random.Generator) -> HandArray:
    """Return so many random cards of each hand."""
    places = np.arange(CARDS, dtype=np.uint64)
    inside = hands[:, None] >> places & np.uint64(1)
    keys = np.where(inside, _uniform(rng, *inside.shape), 1)
    least = np.sort(keys, axis=1)[np.arange(len(hands)), counts]
    return np.asarray(((keys < least[:, None]) << places).sum(axis=1, dtype=np.uint64))


def _uniform(rng: np.random.Generator, *shape: int) -> Floats:
    """Return numbers that are 0 or more and below 1.

    They are of the raw stream alone, which numpy promises never to change.
    """
    raw = rng.bit_generator.random_raw(int(np.prod(shape)))
    return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53, np.float64)


def _lacks(observation: Observation, seat: int) -> int:
    """Return the cards that a seat cannot hold, by its play and by what lay face up."""
    up = 0 if seat in observation.order else hand_of(observation.shown)
    return observation.record.lacks[seat] | up


def _contradiction(observation: Observation) -> str:
    """Return why no deal agrees with a view: which seats cannot have as many cards as they must."""
    duties, dealer = bool(observation.rules.duties), observation.seats.DEALER
    if observation.cut is not None and observation.record.lacks[dealer] >> observation.cut & 1:
        return (
            f"the dealer has shown {'not to hold' if duties else 'to be void in the suit of'} the "
            f"{observation.variant.cut_card} {card_name(observation.cut)}"
        )
    for size in range(1, observation.variant.players):
        for seats in combinations(observation.others, size):
            held, can = sum(map(observation.holds, seats)), observation.unseen
            can &= ~reduce(and_, (_lacks(observation, seat) for seat in seats))
            if can.bit_count() < held:
                has, they = ("has", "it") if size == 1 else ("have", "they")
                return (
                    f"{' and '.join(seat.word for seat in seats)} still {has} {held} cards, but "
                    f"only {can.bit_count()} are unseen {'that' if duties else 'in the suits'} "
                    f"{they} may hold"
                )
    return f"no deal agrees with the cards, counts and {'duties' if duties else 'voids'} given"


# What was exchanged -------------------------------------------------------------------

_LOG_WAYS = np.log(np.maximum(_WAYS, 1))


def put_down(
    observation: Observation, found: Block, rng: np.random.Generator
) -> tuple[Block, HandArray, Ints]:
    """Return worlds in play with what the others put down, what they drew, and of which each is.

    They count by their weights, of which the mean is the chance of what was put down in deals that
    are all alike.
    """
    model, scale = model_of(observation), scale_of(observation)
    drawn, first = np.zeros_like(found.hands), np.arange(len(found.hands))
    for index, (seat, sizes, count) in enumerate(exchanges(observation)):
        if index:
            found, rows = found.likely(len(first))
            drawn, first = drawn[rows], first[rows]
        held_now, gone = found.hands[:, seat], found.gone[:, seat]
        new = drawn[:, seat] = _some(
            held_now & ~np.uint64(_dealt(observation, seat)), np.full(len(first), count), rng
        )
        hand = held_now & ~new | gone
        played = np.full(len(hand), observation.record.played[seat], np.uint64)
        must = hand & np.uint64(_lacks(observation, seat)) & ~played
        number, free = count - np.bitwise_count(must).astype(int), hand & ~must
        down, chances = model.sample(free, number, scale, rng, sizes[-1], played)
        kept = hand & ~(down | must)
        every = model.log_chances(hand, scale, sizes[-1])[:, list(sizes)]
        logs = model.log_odds(kept, count, scale) - np.logaddexp.reduce(every, axis=1)
        logs += chances[np.arange(len(hand)), number] - model.log_odds(kept, number, scale)
        logs -= _LOG_WAYS[np.bitwise_count(free & ~played), number]
        found.hands[:, seat], found.gone[:, seat] = kept | new, down | must
        found = found._replace(logs=found.logs + logs)
    return found, drawn, first


def _dealt(observation: Observation, seat: int) -> int:
    """Return the cards that a seat was dealt for certain: a dealer the cut card."""
    if observation.cut is None or seat != observation.seats.DEALER:
        return 0
    return 1 << observation.cut


# What answers ask for -----------------------------------------------------------------

# Worlds drawn for one that is met, where likely ones are met more often: before the play, in it,
# where they are moved after (one fewer in less time), and of these by calls.
_POOL, _POOL_MOVED, _POOL_CALLS = 4, 3, 2
# Steps of each world, of one in less time, and in how many rounds where somebody called; by every
# so many cards played as many more.
_STEPS, _QUICK, _ROUNDS, _MORE = 50, 14, 4, 25
_PLAYERS = 1 << 20
"""Beside the number of a block: it tells who plays at random from the deals."""
_LOOKS_RANDOM = 0.5

CERTAIN = 1e6
"""As how many independent worlds each counts where all are met: there is no chance in them."""


class Worlds:
    """The deals that agree with what a seat has seen; the ``numbers``, such as a seed, fix them.

    ``block(n, size)`` has many at once by their number, ``every`` all there are. Raises DealError
    where there are none.
    """

    quick = False
    """Whether fewer are drawn and take fewer steps, in less time: for a computer that plays."""

    def __init__(self, observation: Observation, belief: Belief, *numbers: int) -> None:
        self.observation, self.numbers = observation, numbers
        self.belief = checks.instance(belief, Belief, "belief")
        said = belief is not Belief.NONE and observation.is_named
        self.believes = said and says_where(observation)
        self._cases: Sequence[_Case] = ()  # none before the play, shuffled
        if observation.question == "card" and not observation.piles:
            self._cases = _cases(observation)

    def block(self, number: int, size: int) -> Block:
        """Return the block of a number, of so many worlds, that count by what was seen.

        Worlds are drawn in plenty, and likely ones met more often.
        """
        observation, rng = self.observation, self._stream(number)
        if observation.piles:
            return in_piles(observation, _mixed(observation.covered, rng, size))
        if observation.question != "card":
            return self._before_play(rng, size)
        if not self.believes and not says_something(observation, self.belief):
            return self._uniform(rng, size)
        found = self._uniform(rng, (_POOL_MOVED - self.quick) * size)
        drawn, first = np.zeros_like(found.hands), np.arange(len(found.hands))
        if self.believes:
            found, drawn, first = put_down(observation, found, rng)
        logs, _ = believed(observation, self.belief, found.hands, found.gone)
        found = found._replace(logs=found.logs + logs)
        if observation.calls:  # dear
            found, rows = found.likely(_POOL_CALLS * size)
            drawn, first = drawn[rows], first[rows]
            found = found._replace(
                logs=found.logs
                + call_logs(observation, dealt_hands(found.hands, found.gone, drawn))
            )
        found, rows = found.likely(size)
        found = self._moved(observation, found, drawn[rows], rng)
        _, at_random = believed(observation, self.belief, found.hands, found.gone)
        cards = found.hands[:, :, None] >> np.arange(CARDS, dtype=np.uint64) & np.uint64(1)
        many = independent(cards.reshape(size, -1).astype(np.float64), first[rows])
        return found._replace(
            as_many=np.full(size, many), at_random=self._at_random(number, at_random)
        )

    def _moved(
        self, observation: Observation, found: Block, drawn: HandArray, rng: np.random.Generator
    ) -> Block:
        """Return worlds moved about, so that copies part; ``drawn`` is what each seat drew.

        What was said is dear, so that it is asked after several steps at once.
        """
        known = np.zeros((observation.variant.players, 5), np.uint64)
        for seat in observation.others:
            played = observation.record.played[seat]
            known[seat, :3] = _lacks(observation, seat), played, _dealt(observation, seat)
        for seat, sizes, count in exchanges(observation) if self.believes else ():
            known[seat, 3:] = count, sum(1 << number for number in sizes)
        deals = np.stack([found.hands, found.gone, drawn], axis=1)
        logs = said_logs(observation, self.belief, deals)
        rounds = 1 if logs is None else _ROUNDS
        steps = _QUICK if self.quick else _STEPS
        steps = steps * (_MORE + len(observation.played)) // (_MORE * rounds)
        for _ in range(rounds):
            seeds = rng.bit_generator.random_raw(len(deals))
            to = moved(observation, deals, known, seeds, steps)
            after = said_logs(observation, self.belief, to)
            if logs is not None and after is not None:
                takes = _uniform(rng, len(deals)) < np.exp(after - logs)
                to, logs = np.where(takes[:, None, None], to, deals), np.where(takes, after, logs)
            deals = to
        hands, gone, _ = map(np.ascontiguousarray, deals.swapaxes(0, 1))
        return found._replace(hands=hands, gone=gone)

    def _uniform(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many worlds in play, all deals that agree with what was seen alike."""
        shares = np.cumsum([case.weight for case in self._cases])
        which = np.searchsorted(shares / shares[-1], _uniform(rng, size), side="right")
        found = Block.seen_by(self.observation, size)
        for index, case in enumerate(self._cases):
            rows = np.flatnonzero(which == index)
            if len(rows):
                case.fill(found, rows, *case.draw(len(rows), rng))
        return found

    def _before_play(self, rng: np.random.Generator, size: int) -> Block:
        """Return so many worlds before the play.

        Earlier seats have put down as many cards as they are known to have, where nothing is to
        be believed by the rule of thumb.
        """
        observation = self.observation
        found = shuffled(observation, rng, _POOL * size if self.believes else size)
        if not observation.is_named:
            return found
        if self.believes:
            logs = number_logs(observation, found.hands) + call_logs(observation, found.hands)
            found, _ = found._replace(logs=logs).likely(size)
        hands, gone, pile = found.hands, found.gone, found.pile
        for seat, count in zip(observation.order, observation.taken, strict=False):
            own, model = hands[:, seat], model_of(observation)
            if self.believes:
                counts = np.full(size, count)
                down, _ = model.sample(own, counts, scale_of(observation), rng, count)
            else:
                down, _ = model.best(own, (count,))
            gone[:, seat] = down
            hands[:, seat] = own & ~down | held(pile[:, :count])
            pile = pile[:, count:]
        return found._replace(pile=pile)

    def _at_random(self, number: int, chances: Floats) -> HandArray:
        """Return who plays on at random in each world of a block, and what they draw from."""
        rng = self._stream(number, _PLAYERS)
        players = chances.shape[1]
        seats = (rng.random(chances.shape) < chances) @ (1 << np.arange(players, dtype=np.uint64))
        numbers = rng.integers(0, 1 << 64 - players, len(seats), np.uint64) << np.uint64(players)
        return np.where(seats > 0, numbers | seats, np.uint64(0))

    def every(self, most: int) -> Block | None:
        """Return all worlds, by how likely they are, if two at least and ``most`` at most.

        Where partners have told each other all, or all cards that lie in piles have been seen, it
        is one. They are no sample, so that what they come to has no error but for what is believed.
        Where another seat looks as if it played at random there is no such thing: what it draws
        matters. Nor is there where it is open who has put down what: then a deal is more than
        hands.
        """
        observation = self.observation
        if observation.piles or observation.is_told:
            covered = list(cards_in(observation.covered))
            if factorial(len(covered)) > most:
                return None
            if observation.piles:
                found = in_piles(observation, np.array(list(permutations(covered)), np.int8))
            else:
                found = self.block(0, 1)
            return found._replace(as_many=np.full(len(found.hands), CERTAIN))
        if self.believes or len(self._cases) != 1:
            return None
        case = self._cases[0]
        if any(case.down) or not 2 <= case.ways <= most:
            return None
        found = Block.seen_by(observation, int(case.ways))
        hands = np.array(list(case.every()), np.uint64).T
        case.fill(found, np.arange(len(found.hands)), hands, np.zeros_like(hands))
        logs, at_random = believed(case.observation, self.belief, found.hands, found.gone)
        weights = np.exp(logs - logs.max())
        if (weights @ at_random / weights.sum()).max() > _LOOKS_RANDOM:
            return None
        return found._replace(logs=logs, as_many=np.full(len(logs), CERTAIN))

    def _stream(self, *number: int) -> np.random.Generator:
        seeds = np.random.SeedSequence((*self.numbers, *number))
        return np.random.Generator(np.random.PCG64(seeds))


def shuffled(observation: Observation, rng: np.random.Generator, size: int) -> Block:
    """Return random worlds before the play, all deals of the unseen cards alike.

    Nobody has exchanged yet. Who takes up the surprise leads, so that the seats are counted from
    him; which of the cards that he holds he was dealt does not matter.
    """
    variant, seat = observation.variant, observation.seat
    own = list(cards_in(observation.hand))[: max(0, observation.hand.bit_count() - variant.tricks)]
    found = Block.seen_by(observation, size)
    hands = found.hands
    hands[:, seat] &= ~np.uint64(hand_of(own))
    known = [
        observation.had(each) | _dealt(observation, each) if each is not seat else 0
        for each in variant.seats
    ]
    hands |= np.array(known, np.uint64)
    unseen = observation.unseen & ~sum(known)
    mixed = _mixed(unseen, rng, size)
    at = 0
    for each in observation.others:
        need = variant.tricks - int(hands[0, each]).bit_count()
        hands[:, each] |= held(mixed[:, at : at + need])
        at += need
    first, last = (
        np.tile(np.array(list(part), np.int8), (size, 1)) for part in (own, observation.shown)
    )
    return found._replace(pile=np.concatenate([first, mixed[:, at:], last], axis=1))


def _mixed(cards: int, rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Return so many rows of cards, each in random order."""
    found = np.array(list(cards_in(cards)), np.int8)
    return found[_uniform(rng, size, len(found)).argsort(axis=1)]


def held(cards: NDArray[np.int8]) -> HandArray:
    """Return rows of cards as hands."""
    return np.asarray((np.uint64(1) << cards.astype(np.uint64)).sum(axis=-1, dtype=np.uint64))


# In piles -----------------------------------------------------------------------------


def in_piles(observation: Observation, covered: NDArray[np.int8]) -> Block:
    """Return worlds of hands in piles, in which what lies ``covered`` is a row each.

    Nothing that anybody has done says anything of it: all orders are alike.
    """
    seen = [-1 if card is None else card for card in chain(*chain(*observation.piles))]
    pile = np.tile(np.array(seen, np.int8), (len(covered), 1))
    pile[:, pile[:1].ravel() < 0] = covered
    found = Block.seen_by(observation, len(covered))
    return found._replace(hands=held(pile.reshape(*found.hands.shape, -1)), pile=pile)


def start_of(
    observation: Observation, world: Block, played: Sequence[int] = ()
) -> Callable[..., Position]:
    """Return what makes a position of a single world, once these cards have been played from it."""
    if observation.piles:
        lying = world.pile.reshape(*world.hands.shape[1:], PILES, -1).tolist()
        return partial(PilePosition, piles_left(lying, played))
    gone = hand_of(played)
    return partial(Position.checked, tuple(hand & ~gone for hand in world.hands[0].tolist()))


def exchanged(observation: Observation, block: Block, size: int) -> Block:
    """Return worlds after all exchanges, the seat's own hand still whole with what it draws.

    It draws ``size`` cards. The later seats, all where it does not exchange, go by the model and
    draw from the bottom: their cards are equally likely there, and do not change when
    the seat exchanges one card more, so that less chance enters the comparison of two discards.
    """
    hands, gone = block.hands.copy(), block.gone.copy()
    pile = np.uint64(1) << block.pile[:, size:][:, ::-1].astype(np.uint64)  # from the bottom
    order, seat = observation.order, observation.seat
    model = model_of(observation)
    later = observation.later if seat in order else order[len(observation.taken) :]
    hands[:, seat] |= held(block.pile[:, :size])
    before = sum(observation.taken) + observation.discarded.bit_count() + size
    drawn, places = np.zeros(len(hands), np.intp), np.arange(pile.shape[1] + 1)
    for each in later:
        limits = [observation.sizes_of(each, before + int(more))[-1] for more in places]
        gone[:, each], _ = model.best(hands[:, each], np.array(limits)[drawn])
        count = np.bitwise_count(gone[:, each]).astype(np.intp)
        after = places[:-1] - drawn[:, None]
        new = pile * ((after >= 0) & (after < count[:, None]))
        hands[:, each] = hands[:, each] & ~gone[:, each] | new.sum(axis=1, dtype=np.uint64)
        drawn += count
    return block._replace(hands=hands, gone=gone, pile=block.pile[:, :0])
