"""Sample deals that agree with what a seat has seen: its information set.

A deal *agrees* if it matches the seat's own cards, the cards played, the voids shown, the cut card
and the number of cards each seat exchanged. Without an opponent model all deals that agree are
equally likely. In the play they are drawn exactly, by counting (``_cut_card_cases``); before the
play the unseen cards are shuffled.

With an opponent model (``opponent_model``) the deals are drawn by importance sampling. A few times
as many deals are proposed as are kept. The importance weight of a deal is the likelihood of what
was seen, divided by how often the deal is proposed. The deals kept are resampled by weight. Late in
a deal a few proposals have most of the weight, so that resampling yields copies. In the play every
copy then takes some Metropolis steps: copies become different deals again, and the posterior stays
as it is (resample-move).

**Uniform proposals in the play.** All ways to deal the unseen cards that agree with the counts, the
voids and the cut card are equally likely. The cards fall into classes, by which of the other seats
may hold them. How many cards of each class go to each hand is drawn in proportion to the number of
ways; then the cards themselves are drawn. Draws are independent of one another.

**Hands in piles.** The cards that nobody has seen lie covered. All their orders are equally likely,
whatever was played, since the duties of play bind the open cards alone.

**Discards.** A seat that is dealt the hand h discards the cards g, out of the ways to discard so
many, with probability e^v(h - g) / Z(h). Here v is the value of the cards kept, in units of a
temperature, and the partition function Z(h) is the sum of this over all discards the seat may make
(``HandModel``).

Before the play h is dealt at random and weighted by the probability of the number of cards; then g
is drawn from the model.

In the play, ``propose_discards()`` starts from a deal drawn by counting. There the seat holds its
hand after the exchange, and has discards drawn at random. Which of its cards are d, those drawn in
the exchange, is chosen at random too. The rest of the hand and the random discards make up h.

The same h comes from each of the n ways to choose g out of it that agree with the play: g contains
no card played later, and every card that the seat has shown not to hold. One of these ways is drawn
anew from the model, with probability e^v(h - g) / Z', where Z' sums over the n ways alone. The
weight of the deal is Z' / (n Z(h)). Seats are treated one after the other, with a resampling step
after each, so that the next seat's discards are drawn for likely deals.

**Metropolis steps** (``PlayHistory.move``). The state of a deal consists of three sets for each
seat that exchanged: the cards kept k, the cards drawn d and the cards discarded g. The seat was
dealt k + g and holds k + d. Of any other seat the state is its hand. The posterior weight is the
product of e^v(k) / Z(k + g) over the seats that exchanged, times the likelihood of the cards
played. Each step picks one of three kinds, with probabilities that do not depend on the state:

* *swap*: two random unseen cards change places. The reverse step is as likely to be proposed, so
  that the ratio of the weights is the acceptance ratio (Metropolis).
* *split*: which cards of a hand are d is drawn anew from the model, with odds of e^v(k). Proposal
  and target share this factor; Z(k + g) / Z(k' + g) is left as the ratio (Metropolis-Hastings).
* *away*: which of the cards dealt are g is drawn anew from the model, among the ways that agree
  with the play. e^v(k) cancels and Z does not change, so that the cards played decide.

An acceptance ratio is a product. Its factors are tested in turn, the expensive ones last, and the
step is taken if none rejects it. With acceptance probabilities of min(1, factor) forward and back
are in the ratio of the product too (delayed acceptance), so that the posterior is kept. The
likelihood of calls and declarations is more expensive still. So several steps that ignore it count
as one proposal. That proposal is as likely forward as back, up to the weights that these steps use.
The likelihood of calls and declarations then accepts or rejects the proposal as a whole.

**Effective sample size.** Copies that have moved apart are not yet independent. How many
independent deals each deal counts for, ``independence``, is estimated by families: deals that
descend from the same proposal (``row_independence()``).
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
from .compare import Floats, HandArray, Ints, row_independence, systematic_resample
from .observation import Observation
from .opponent_model import (
    announcement_log_likelihoods,
    call_log_likelihoods,
    calls_are_informative,
    dealt_hands,
    exchange_log_likelihoods,
    exchanges,
    log_likelihoods,
    metropolis_steps,
    model_of,
    play_is_informative,
    temperature_of,
)


class DealSample(NamedTuple):
    """A weighted sample of deals: arrays with a row for each deal.

    ``hands`` and ``gone``, the cards discarded, are ``uint64[deals, seats]``. Hands are those at
    the moment when the seat is to act, in the play those at the first lead. ``pile`` holds the
    cards left on the table in draw order, none in the play. When cards are to be put away, these
    are the cards that the seat has taken up. Where hands lie in piles, they are all cards as they
    lie: seat by seat, from the top of each pile.

    ``log_weights`` are the logarithms of the importance weights. ``independence`` is how many
    independent deals a deal counts for in standard errors: at most 1 where deals are sampled,
    ``CERTAIN`` where all deals are enumerated. The lowest bits of ``plays_randomly``, one for each
    seat, say which seats play on at random; the whole number seeds what they play.
    """

    hands: HandArray
    gone: HandArray
    pile: NDArray[np.int8]
    log_weights: Floats
    independence: Floats
    plays_randomly: HandArray

    @classmethod
    def unfilled(cls, observation: Observation, size: int) -> DealSample:
        """Return so many deals in which only the seat's own cards are filled in.

        All have weight 1, and all seats play on by the rule of thumb.
        """
        hands, gone = np.zeros((2, size, observation.variant.players), np.uint64)
        hands[:, observation.seat], gone[:, observation.seat] = observation.hand, observation.gone
        none, pile = np.zeros(size), np.zeros((size, 0), np.int8)
        return cls(hands, gone, pile, none, none + 1, none.astype(np.uint64))

    def of(self, rows: NDArray[np.intp] | slice) -> DealSample:
        """Return the deals of these rows, in this order."""
        return DealSample._make(np.ascontiguousarray(array[rows]) for array in self)

    def rows(self) -> Iterator[DealSample]:
        """Yield the deals one by one, each as a sample of size 1."""
        return (self.of(slice(row, row + 1)) for row in range(len(self.hands)))

    def resample(self, size: int) -> tuple[DealSample, Ints]:
        """Resample so many deals in proportion to their weights; return also which they are.

        All deals chosen get the mean weight of the sample. Therefore, of several blocks that are
        put together, one with likelier proposals still counts more. The errors of this resampling
        and of an earlier one add up.
        """
        most = float(self.log_weights.max())
        weights = np.exp(self.log_weights - most)
        chosen, independence = systematic_resample(weights, size)
        before = float((1 / self.independence - 1).mean()) / len(weights)
        counts = np.full(size, most + log(float(weights.mean())))
        many = np.full(size, 1 / (1 / independence + before * size))
        return self.of(chosen)._replace(log_weights=counts, independence=many), chosen


# Uniform sampling ---------------------------------------------------------------------

_WAYS = np.array([[comb(n, k) for k in range(CARDS)] for n in range(CARDS)], np.float64)


def _cut_card_cases(observation: Observation) -> list[_CutCardCase]:
    """Return the cases of where the cut card is: in the dealer's hand, or among its discards.

    A dealer who exchanges k of n cards keeps the cut card with probability (n - k) / n. The
    probability that it has not been played yet is the fraction of the hand still held. If k is not
    known, each number that the rules allow is equally likely. Raises DealError where no deal agrees
    with what was seen.
    """
    dealer, tricks = observation.seats.DEALER, observation.variant.tricks
    bit = observation.unseen & _certain_cards(observation, dealer)
    cases = [_CutCardCase(observation, 0, 0, 1.0)]
    if bit:
        down = observation.exchanged(dealer)
        sizes = observation.sizes_of(dealer, 0) if down is None else (down,)
        mean = sum(sizes) / len(sizes)
        kept = (tricks - mean) / tricks * observation.holds(dealer) / tricks
        cases = [
            _CutCardCase(observation, bit, 0, kept),
            _CutCardCase(observation, 0, bit, mean / tricks),
        ]
    possible = [case for case in cases if case.weight > 0]
    if not possible:
        raise DealError(_contradiction(observation))
    return possible


class _CutCardCase:
    """All ways to deal the unseen cards, with the cut card ``in_hand`` or ``put_down``.

    ``weight`` is the probability of the case, up to a common factor.
    """

    def __init__(
        self, observation: Observation, in_hand: int, put_down: int, chance: float
    ) -> None:
        self.observation, others = observation, observation.others
        self.free = free = observation.unseen & ~(in_hand | put_down)
        lacks = [_cannot_hold(observation, seat) for seat in others]
        self.may = [free & ~cards for cards in lacks]
        # The cut card by seat. Cards that nobody is known to have discarded stay in the pile.
        dealer = observation.seats.DEALER
        self.known = [(in_hand, put_down) if seat is dealer else (0, 0) for seat in others]
        counts = [(observation.holds(seat), observation.exchanged(seat) or 0) for seat in others]
        self.needs, self.down = np.maximum(0, np.array(counts) - np.sign(self.known)).T.tolist()
        self._count()
        self.weight, total, all_ways = 0.0, free.bit_count(), 1
        # The remaining cards are discards or lie in the Manni: enough for the discards known.
        impossible = in_hand and in_hand & lacks[others.index(dealer)]
        if total >= sum(self.needs) + sum(self.down) and not impossible:
            for need in self.needs:
                all_ways *= comb(total, need)
                total -= need
            self.weight = chance * self.ways / all_ways

    def _count(self) -> None:
        """Count the ways by dynamic programming, from the last cell to the first.

        The cards that the same seats may hold form a lot. Each lot has a cell for each of these
        seats. ``ways`` of a cell has the number of ways to deal from this cell on, indexed by how
        many cards each seat still needs and how many cards of the lot are left. The counts are
        whole numbers, exact up to 2 to the power of 53.
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
                    to, of = (table.swapaxes(at, 0) for table in (ways, after))
                    for more in range(min(most, size)):
                        parts = of[: size - more, ..., : most - more]
                        to[more:, ..., more:] += _WAYS[more:most, more] * parts
                    self.cells.append((lot, at, ways, after))
        self.cells.reverse()
        self.ways = float(ways.flat[-1])

    def fill(
        self, sample: DealSample, rows: NDArray[np.intp], held: HandArray, down: HandArray
    ) -> None:
        """Fill in the other seats' hands and discards in some rows, with their known cards."""
        played, others = self.observation.record.played, self.observation.others
        for hand, gone, known, seat in zip(held, down, self.known, others, strict=True):
            sample.hands[rows, seat] = hand | np.uint64(played[seat] | known[0])
            sample.gone[rows, seat] = gone | np.uint64(known[1])

    def draw(self, count: int, rng: np.random.Generator) -> tuple[HandArray, HandArray]:
        """Draw so many random ways to deal: the hands and the discards of the other seats.

        Of each deal the rank among all ways is drawn, uniformly. The rank fixes cell by cell how
        many cards go there: ways with fewer cards in a cell come first. ``before`` is the rank
        within the ways that the cells so far leave; ``factor`` is the number of ways to choose the
        cards of these cells.
        """
        before, factor = _uniform(rng, count) * self.ways, np.ones(count)
        held, down = np.zeros((2, len(self.needs), count), np.uint64)
        needs = [np.full(count, need) for need in self.needs]
        rest = np.full(count, self.free, np.uint64)
        for lot, at, ways, after in self.cells:
            free = rest & np.uint64(lot)
            left, need = np.bitwise_count(free).astype(int), needs[at]
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
            cards = _random_subset(free, goes, rng)
            held[at] |= cards
            rest &= ~cards
        for gone, number in zip(down, self.down, strict=True):
            gone |= _random_subset(rest, np.full(count, number), rng)
            rest &= ~gone
        return held, down


def _enumerate_deals(
    may: Sequence[int], needs: Sequence[int], free: int
) -> Iterator[tuple[int, ...]]:
    """Yield all ways to deal free cards: seat by seat the cards it may hold, and how many."""
    if not needs:
        yield ()
        return
    for cards in combinations(cards_in(free & may[0]), needs[0]):
        hand = hand_of(cards)
        yield from ((hand, *more) for more in _enumerate_deals(may[1:], needs[1:], free & ~hand))


def _random_subset(hands: HandArray, counts: Ints, rng: np.random.Generator) -> HandArray:
    """Return a random subset of each hand, of so many cards."""
    places = np.arange(CARDS, dtype=np.uint64)
    inside = hands[:, None] >> places & np.uint64(1)
    keys = np.where(inside, _uniform(rng, *inside.shape), 1)
    least = np.sort(keys, axis=1)[np.arange(len(hands)), counts]
    return np.asarray(((keys < least[:, None]) << places).sum(axis=1, dtype=np.uint64))


def _uniform(rng: np.random.Generator, *shape: int) -> Floats:
    """Return random numbers from 0 up to, but not including, 1.

    They use the raw stream of the generator alone, which numpy promises never to change.
    """
    raw = rng.bit_generator.random_raw(int(np.prod(shape)))
    return np.asarray((raw >> np.uint64(11)).reshape(shape) * 2.0**-53, np.float64)


def _cannot_hold(observation: Observation, seat: int) -> int:
    """Return the cards that a seat cannot hold, by its play and by the cards shown face up."""
    up = 0 if seat in observation.order else hand_of(observation.shown)
    return observation.record.lacks[seat] | up


def _contradiction(observation: Observation) -> str:
    """Say why no deal agrees with what was seen: which seats can hold too few of the cards."""
    duties, dealer = bool(observation.rules.duties), observation.seats.DEALER
    if observation.cut is not None and observation.record.lacks[dealer] >> observation.cut & 1:
        return (
            f"the dealer has shown {'not to hold' if duties else 'to be void in the suit of'} the "
            f"{observation.variant.cut_card} {card_name(observation.cut)}"
        )
    for size in range(1, observation.variant.players):
        for seats in combinations(observation.others, size):
            held, can = sum(map(observation.holds, seats)), observation.unseen
            can &= ~reduce(and_, (_cannot_hold(observation, seat) for seat in seats))
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


def propose_discards(
    observation: Observation, sample: DealSample, rng: np.random.Generator
) -> tuple[DealSample, HandArray, Ints]:
    """Propose the other seats' discards; return the deals, the cards drawn, and the families.

    The family of a deal is the row of the proposal that it comes from. The mean of the weights is
    the probability of the numbers discarded, over deals that are equally likely.
    """
    model, scale = model_of(observation), temperature_of(observation)
    drawn, first = np.zeros_like(sample.hands), np.arange(len(sample.hands))
    for index, (seat, sizes, count) in enumerate(exchanges(observation)):
        if index:
            sample, rows = sample.resample(len(first))
            drawn, first = drawn[rows], first[rows]
        held_now, gone = sample.hands[:, seat], sample.gone[:, seat]
        new = drawn[:, seat] = _random_subset(
            held_now & ~np.uint64(_certain_cards(observation, seat)),
            np.full(len(first), count),
            rng,
        )
        hand = held_now & ~new | gone
        played = np.full(len(hand), observation.record.played[seat], np.uint64)
        must = hand & np.uint64(_cannot_hold(observation, seat)) & ~played
        number, free = count - np.bitwise_count(must).astype(int), hand & ~must
        down, chances = model.sample(free, number, scale, rng, sizes[-1], played)
        kept = hand & ~(down | must)
        partitions = model.log_partition(hand, scale, sizes[-1])[:, list(sizes)]
        logs = model.log_odds(kept, count, scale) - np.logaddexp.reduce(partitions, axis=1)
        logs += chances[np.arange(len(hand)), number] - model.log_odds(kept, number, scale)
        logs -= _LOG_WAYS[np.bitwise_count(free & ~played), number]
        sample.hands[:, seat], sample.gone[:, seat] = kept | new, down | must
        sample = sample._replace(log_weights=sample.log_weights + logs)
    return sample, drawn, first


def _certain_cards(observation: Observation, seat: int) -> int:
    """Return the cards that a seat was certainly dealt: the dealer's cut card."""
    if observation.cut is None or seat != observation.seats.DEALER:
        return 0
    return 1 << observation.cut


# What answers ask for -----------------------------------------------------------------

# Deals proposed for each deal kept: before the play, and in the play, where Metropolis steps follow
# (one proposal fewer in quick play). If there were calls, only ``_POOL_CALLS`` of the latter are
# weighted by the calls, which is expensive.
_POOL, _POOL_MOVED, _POOL_CALLS = 4, 3, 2
# Metropolis steps of each deal, and those of quick play. Where calls or bids are tested, the steps
# are split into ``_ROUNDS`` rounds, with a test after each. The number of steps grows with the
# cards played: it is double after ``_MORE`` of them, triple after twice as many.
_STEPS, _QUICK, _ROUNDS, _MORE = 50, 14, 4, 25
_PLAYERS = 1 << 20
"""Appended to the seed of a block to draw which seats play at random; deals do without it."""
_LOOKS_RANDOM = 0.5

CERTAIN = 1e6
"""How many independent deals each counts for where all are enumerated: there is no error."""


class Worlds:
    """The deals that agree with what a seat has seen; ``numbers``, such as a seed, fix the sample.

    ``block(n, size)`` samples the n-th block, ``enumerate_all()`` enumerates all deals if they are
    few. Raises DealError where no deal agrees.
    """

    quick = False
    """Whether fewer deals are proposed, and take fewer steps: for the computer's own play."""

    def __init__(self, observation: Observation, belief: Belief, *numbers: int) -> None:
        self.observation, self.numbers = observation, numbers
        self.belief = checks.instance(belief, Belief, "belief")
        concludes = belief is not Belief.NONE and observation.is_named
        self.believes = concludes and calls_are_informative(observation)
        self._cut_card_cases: Sequence[_CutCardCase] = ()  # none before the play, shuffled
        if observation.question == "card" and not observation.piles:
            self._cut_card_cases = _cut_card_cases(observation)

    def block(self, number: int, size: int) -> DealSample:
        """Sample the block of a number: so many deals, weighted by the likelihood of what was seen.

        More deals are proposed than are kept; these are resampled by weight.
        """
        observation, rng = self.observation, self._generator(number)
        if observation.piles:
            return sample_in_piles(observation, _random_orders(observation.covered, rng, size))
        if observation.question != "card":
            return self._before_play(rng, size)
        if not self.believes and not play_is_informative(observation, self.belief):
            return self._sample_uniformly(rng, size)
        sample = self._sample_uniformly(rng, (_POOL_MOVED - self.quick) * size)
        drawn, first = np.zeros_like(sample.hands), np.arange(len(sample.hands))
        if self.believes:
            sample, drawn, first = propose_discards(observation, sample, rng)
        logs, _ = log_likelihoods(observation, self.belief, sample.hands, sample.gone)
        sample = sample._replace(log_weights=sample.log_weights + logs)
        if observation.calls:  # their likelihood is expensive: take it of fewer deals
            sample, rows = sample.resample(_POOL_CALLS * size)
            drawn, first = drawn[rows], first[rows]
            sample = sample._replace(
                log_weights=sample.log_weights
                + call_log_likelihoods(observation, dealt_hands(sample.hands, sample.gone, drawn))
            )
        sample, rows = sample.resample(size)
        sample = self._metropolis(observation, sample, drawn[rows], rng)
        _, at_random = log_likelihoods(observation, self.belief, sample.hands, sample.gone)
        cards = sample.hands[:, :, None] >> np.arange(CARDS, dtype=np.uint64) & np.uint64(1)
        many = row_independence(cards.reshape(size, -1).astype(np.float64), first[rows])
        return sample._replace(
            independence=np.full(size, many), plays_randomly=self._random_players(number, at_random)
        )

    def _metropolis(
        self,
        observation: Observation,
        sample: DealSample,
        drawn: HandArray,
        rng: np.random.Generator,
    ) -> DealSample:
        """Move the deals by Metropolis steps, so that copies part; ``drawn`` is what seats drew.

        The likelihood of calls and bids is expensive. It is tested once for several steps.
        """
        known = np.zeros((observation.variant.players, 5), np.uint64)
        for seat in observation.others:
            played = observation.record.played[seat]
            known[seat, :3] = (
                _cannot_hold(observation, seat),
                played,
                _certain_cards(observation, seat),
            )
        for seat, sizes, count in exchanges(observation) if self.believes else ():
            known[seat, 3:] = count, sum(1 << number for number in sizes)
        deals = np.stack([sample.hands, sample.gone, drawn], axis=1)
        logs = announcement_log_likelihoods(observation, self.belief, deals)
        rounds = 1 if logs is None else _ROUNDS
        steps = _QUICK if self.quick else _STEPS
        steps = steps * (_MORE + len(observation.played)) // (_MORE * rounds)
        for _ in range(rounds):
            seeds = rng.bit_generator.random_raw(len(deals))
            to = metropolis_steps(observation, deals, known, seeds, steps)
            after = announcement_log_likelihoods(observation, self.belief, to)
            if logs is not None and after is not None:
                takes = _uniform(rng, len(deals)) < np.exp(after - logs)
                to, logs = np.where(takes[:, None, None], to, deals), np.where(takes, after, logs)
            deals = to
        hands, gone, _ = map(np.ascontiguousarray, deals.swapaxes(0, 1))
        return sample._replace(hands=hands, gone=gone)

    def _sample_uniformly(self, rng: np.random.Generator, size: int) -> DealSample:
        """Sample so many deals in the play, each deal that agrees equally likely."""
        shares = np.cumsum([case.weight for case in self._cut_card_cases])
        which = np.searchsorted(shares / shares[-1], _uniform(rng, size), side="right")
        sample = DealSample.unfilled(self.observation, size)
        for index, case in enumerate(self._cut_card_cases):
            rows = np.flatnonzero(which == index)
            if len(rows):
                case.fill(sample, rows, *case.draw(len(rows), rng))
        return sample

    def _before_play(self, rng: np.random.Generator, size: int) -> DealSample:
        """Sample so many deals before the play.

        Seats that exchanged earlier have discarded as many cards as they are known to have. Their
        discards are drawn from the model, or without a belief chosen by the rule of thumb.
        """
        observation = self.observation
        sample = sample_before_play(observation, rng, _POOL * size if self.believes else size)
        if not observation.is_named:
            return sample
        if self.believes:
            logs = exchange_log_likelihoods(observation, sample.hands) + call_log_likelihoods(
                observation, sample.hands
            )
            sample, _ = sample._replace(log_weights=logs).resample(size)
        hands, gone, pile = sample.hands, sample.gone, sample.pile
        for seat, count in zip(observation.order, observation.taken, strict=False):
            hand, model = hands[:, seat], model_of(observation)
            if self.believes:
                counts = np.full(size, count)
                down, _ = model.sample(hand, counts, temperature_of(observation), rng, count)
            else:
                down, _ = model.best(hand, (count,))
            gone[:, seat] = down
            hands[:, seat] = hand & ~down | hand_masks(pile[:, :count])
            pile = pile[:, count:]
        return sample._replace(pile=pile)

    def _random_players(self, number: int, chances: Floats) -> HandArray:
        """Return by deal which seats play on at random, and the seed of their play."""
        rng = self._generator(number, _PLAYERS)
        players = chances.shape[1]
        seats = (rng.random(chances.shape) < chances) @ (1 << np.arange(players, dtype=np.uint64))
        numbers = rng.integers(0, 1 << 64 - players, len(seats), np.uint64) << np.uint64(players)
        return np.where(seats > 0, numbers | seats, np.uint64(0))

    def enumerate_all(self, most: int) -> DealSample | None:
        """Enumerate all deals with their weights if there are at most ``most``; else return None.

        There is a single deal if partners have told each other their hands, or if all cards in
        piles have been seen. Elsewhere two at least are needed. An enumeration has no sampling
        error, but it can be wrong where the opponent model is.

        It is not possible if another seat seems to play at random, since its random cards matter.
        Nor is it where discards are unknown: a deal is more than its hands then.
        """
        observation = self.observation
        if observation.piles or observation.is_told:
            covered = list(cards_in(observation.covered))
            if factorial(len(covered)) > most:
                return None
            if observation.piles:
                sample = sample_in_piles(
                    observation, np.array(list(permutations(covered)), np.int8)
                )
            else:
                sample = self.block(0, 1)
            return sample._replace(independence=np.full(len(sample.hands), CERTAIN))
        if self.believes or len(self._cut_card_cases) != 1:
            return None
        case = self._cut_card_cases[0]
        if any(case.down) or not 2 <= case.ways <= most:
            return None
        sample = DealSample.unfilled(observation, int(case.ways))
        hands = np.array([*_enumerate_deals(case.may, case.needs, case.free)], np.uint64).T
        case.fill(sample, np.arange(len(sample.hands)), hands, np.zeros_like(hands))
        logs, at_random = log_likelihoods(case.observation, self.belief, sample.hands, sample.gone)
        weights = np.exp(logs - logs.max())
        if (weights @ at_random / weights.sum()).max() > _LOOKS_RANDOM:
            return None
        return sample._replace(log_weights=logs, independence=np.full(len(logs), CERTAIN))

    def _generator(self, *number: int) -> np.random.Generator:
        seeds = np.random.SeedSequence((*self.numbers, *number))
        return np.random.Generator(np.random.PCG64(seeds))


def sample_before_play(observation: Observation, rng: np.random.Generator, size: int) -> DealSample:
    """Sample deals before the play, uniformly: the unseen cards are shuffled.

    Nobody has exchanged yet. The declarer who takes up the surprise leads, so that seats are
    counted from the declarer. Which of the declarer's cards were dealt does not matter.
    """
    variant, seat = observation.variant, observation.seat
    taken_up = list(cards_in(observation.hand))[
        : max(0, observation.hand.bit_count() - variant.tricks)
    ]
    sample = DealSample.unfilled(observation, size)
    hands = sample.hands
    hands[:, seat] &= ~np.uint64(hand_of(taken_up))
    known = [
        observation.had(other) | _certain_cards(observation, other) if other is not seat else 0
        for other in variant.seats
    ]
    hands |= np.array(known, np.uint64)
    unseen = observation.unseen & ~sum(known)
    mixed = _random_orders(unseen, rng, size)
    at = 0
    for other in observation.others:
        need = variant.tricks - int(hands[0, other]).bit_count()
        hands[:, other] |= hand_masks(mixed[:, at : at + need])
        at += need
    first, last = (
        np.tile(np.array(list(part), np.int8), (size, 1)) for part in (taken_up, observation.shown)
    )
    return sample._replace(pile=np.concatenate([first, mixed[:, at:], last], axis=1))


def _random_orders(cards: int, rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Return so many rows of these cards, each in random order."""
    in_order = np.array(list(cards_in(cards)), np.int8)
    return in_order[_uniform(rng, size, len(in_order)).argsort(axis=1)]


def hand_masks(cards: NDArray[np.int8]) -> HandArray:
    """Return rows of cards as bit masks."""
    return np.asarray((np.uint64(1) << cards.astype(np.uint64)).sum(axis=-1, dtype=np.uint64))


# In piles -----------------------------------------------------------------------------


def sample_in_piles(observation: Observation, covered: NDArray[np.int8]) -> DealSample:
    """Return deals of hands in piles; a row of ``covered`` has the covered cards of a deal.

    Nothing that anybody did tells anything about these: all orders are equally likely.
    """
    seen = [-1 if card is None else card for card in chain(*chain(*observation.piles))]
    pile = np.tile(np.array(seen, np.int8), (len(covered), 1))
    pile[:, pile[:1].ravel() < 0] = covered
    sample = DealSample.unfilled(observation, len(covered))
    return sample._replace(hands=hand_masks(pile.reshape(*sample.hands.shape, -1)), pile=pile)


def position_maker(
    observation: Observation, world: DealSample, played: Sequence[int] = ()
) -> Callable[..., Position]:
    """Return a maker of positions from a single deal, after these cards have been played."""
    if observation.piles:
        lying = world.pile.reshape(*world.hands.shape[1:], PILES, -1).tolist()
        return partial(PilePosition, piles_left(lying, played))
    gone = hand_of(played)
    return partial(Position.checked, tuple(hand & ~gone for hand in world.hands[0].tolist()))


def after_exchanges(observation: Observation, block: DealSample, size: int) -> DealSample:
    """Return the deals after all exchanges; the seat holds its whole hand and ``size`` drawn cards.

    The later seats exchange by the model; if this seat does not exchange, all seats do. They draw
    from the bottom of the pile, where every card is as likely as on top. So they draw the same
    cards if this seat exchanges one card more. These common random numbers make the comparison of
    two discards more precise.
    """
    hands, gone = block.hands.copy(), block.gone.copy()
    pile = np.uint64(1) << block.pile[:, size:][:, ::-1].astype(np.uint64)  # from the bottom
    order, seat = observation.order, observation.seat
    model = model_of(observation)
    later = observation.later if seat in order else order[len(observation.taken) :]
    hands[:, seat] |= hand_masks(block.pile[:, :size])
    before = sum(observation.taken) + observation.discarded.bit_count() + size
    drawn, places = np.zeros(len(hands), np.intp), np.arange(pile.shape[1] + 1)
    for other in later:
        limits = [observation.sizes_of(other, before + int(more))[-1] for more in places]
        gone[:, other], _ = model.best(hands[:, other], np.array(limits)[drawn])
        count = np.bitwise_count(gone[:, other]).astype(np.intp)
        after = places[:-1] - drawn[:, None]
        new = pile * ((after >= 0) & (after < count[:, None]))
        hands[:, other] = hands[:, other] & ~gone[:, other] | new.sum(axis=1, dtype=np.uint64)
        drawn += count
    return block._replace(hands=hands, gone=gone, pile=block.pile[:, :0])
