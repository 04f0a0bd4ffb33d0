"""The best exchange with all cards open: every discard's guarantee, share and points.

One table serves all candidates: each is tested against the best so far, and only where
it matters is the rest found out.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest
from typing import TYPE_CHECKING

from solver.cards import SEATS, Seat, card_name, cards_in, hand_of, rank_of, suit_of, triple
from solver.deal import Deal
from solver.engine import DEFAULT_MEMORY_MB, Engine
from solver.errors import DealError, RuleError
from solver.exchange.discards import DiscardClass, discard_classes
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.exchange import Exchange, hand_after
from solver.rules.points import check_contract
from solver.rules.registry import get_variant
from solver.rules.trick import strength
from solver.rules.variant import Variant
from solver.values.points import Points, points
from solver.values.share import share
from solver.values.solve import Solution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Progress = Callable[[int, int], None]
"""Called with how many candidates are done and how many there are."""

_TRIED_FIRST = 15
"""Promising hands that are tried first, so that the others meet a good best."""


@dataclass(frozen=True)
class Before:
    """A deal when a seat is to exchange: what is played, and the exchange so far.

    ``unrecorded`` are the seats before it of which no exchange is recorded: they are
    taken to have stood pat.
    """

    variant: Variant
    contract: Contract
    great: bool
    leader: Seat
    ace_low: bool
    exchange: Exchange
    unrecorded: tuple[Seat, ...] = ()

    @property
    def seat(self) -> Seat:
        """The seat to exchange."""
        seat = self.exchange.to_exchange
        assert seat is not None  # as before_exchange makes it
        return seat

    def position(self, hands: tuple[int, int, int]) -> Position:
        """Return the first lead of hands after the exchange."""
        return Position(hands, self.contract, self.leader, ace_low=self.ace_low)


@dataclass(frozen=True)
class ExchangeValue:
    """What an exchange leads to: values of the position after it.

    ``alike`` are all the discards that come to the same; ``points`` is None where the
    hands are not those of a whole deal.
    """

    seat: Seat
    alike: DiscardClass
    discards: tuple[int, ...]
    drawn: tuple[int, ...]
    solution: Solution
    points: Points | None

    @property
    def guarantee(self) -> int:
        """The tricks the seat is sure of (NULLO: at most takes)."""
        own = self.solution.guarantee[self.seat]
        assert own is not None  # all three have been searched
        return own

    @property
    def share(self) -> Fraction:
        """The seat's share."""
        shares = self.solution.share
        assert shares is not None
        return shares[self.seat]


@dataclass(frozen=True)
class KeptCard:
    """A card of the best discard, and the best exchange that keeps it instead."""

    card: int
    value: ExchangeValue


@dataclass(frozen=True)
class OpenExchange:
    """The exchanges of a seat with all cards open, the later seats standing pat.

    ``best`` are in order: the best guarantee first, of equal ones the best share, then
    the fewest cards; as many as were asked for, those that are alike counted once.
    ``candidates`` is the number of all discards, ``classes`` of those that differ.
    ``kept`` says of each card of the best discard what keeping it would come to.
    ``recorded`` is the exchange the seat made, where the deal says so.
    """

    before: Before
    candidates: int
    classes: int
    best: tuple[ExchangeValue, ...]
    stand: ExchangeValue
    kept: tuple[KeptCard, ...]
    recorded: ExchangeValue | None

    @property
    def guarantee_lost(self) -> int | None:
        """What the recorded exchange cost in tricks of the guarantee."""
        if self.recorded is None:
            return None
        sign = self.before.contract.sign
        return sign * (self.best[0].guarantee - self.recorded.guarantee)

    @property
    def share_lost(self) -> Fraction | None:
        """What the recorded exchange cost in tricks of the share, below 0 where it has more."""
        if self.recorded is None:
            return None
        return self.before.contract.sign * (self.best[0].share - self.recorded.share)

    def arrays(self) -> tuple[NDArray[np.uint64], NDArray[np.int8]]:
        """Return the discards of ``best`` as hands and the three guarantees after each."""
        import numpy as np

        discards = [hand_of(value.discards) for value in self.best]
        guarantees = [value.solution.guarantee for value in self.best]
        return np.array(discards, dtype=np.uint64), np.array(guarantees, dtype=np.int8)


def before_exchange(
    deal: Deal,
    seat: Seat | None = None,
    *,
    variant: Variant | None = None,
    contract: Contract | None = None,
    declarer: Seat | None = None,
    ace_low: bool | None = None,
) -> Before:
    """Return a recorded deal when ``seat``, by default the first, is to exchange.

    What is given goes before what is recorded. Raises DealError or RuleError where the
    deal is not a whole one, the contract cannot be or the seat may not exchange.
    """
    if variant is None:
        if deal.variant is None:
            raise DealError("no variant is recorded and none is given")
        variant = get_variant(deal.variant)
    if not deal.manni:
        raise DealError("no Manni is recorded: what would be drawn is not known")
    variant.check_deal(deal.hands, deal.manni, deal.cut)
    declarer = deal.declarer if declarer is None else declarer
    great = deal.great and contract in (None, deal.contract)
    if contract is None:
        contract = deal.contract_played
    contract = contract_of(variant, contract, deal.cut)
    check_contract(variant, contract, great, declarer)
    order = variant.exchange.order(declarer)
    seat = order[0] if seat is None else seat
    if seat not in order:
        words = " ".join(each.word for each in order)
        raise RuleError(f"{seat.word} may not exchange in {variant.code}: only {words} may")
    state = Exchange(variant.exchange, deal.hands, deal.manni, declarer)
    earlier = order[: order.index(seat)]
    for each in earlier:
        state = state.discard(deal.discards[each] or ())
    return Before(
        variant,
        contract,
        great,
        variant.leader(declarer) if deal.leader is None else deal.leader,
        deal.ace_low_in(contract, ace_low, variant),
        state,
        tuple(each for each in earlier if deal.discards[each] is None),
    )


def contract_of(variant: Variant, contract: Contract | None, cut: int | None) -> Contract:
    """Return the contract to be played, which must not contradict the cut card."""
    fixed = variant.fixed_contract(1, cut) if variant.cuts else None
    if contract is None:
        contract = fixed
    if contract is None:
        raise DealError("no contract is recorded and none is given")
    if fixed is not None and cut is not None and fixed is not contract:
        raise RuleError(
            f"the cut card {card_name(cut)} makes the contract {fixed.name}, not {contract.name}"
        )
    return contract


def best_exchange(
    before: Before,
    *,
    recorded: Sequence[int] | None = None,
    keep: int | None = 10,
    engine: Engine | None = None,
    progress: Progress | None = None,
) -> OpenExchange:
    """Return the best exchanges of the seat to exchange, the later seats standing pat.

    ``keep`` is how many, None for all; ``recorded`` the cards that the seat put down, to
    be valued too. ``progress`` may raise to give up. Raises RuleError for a recorded
    exchange that is not legal.
    """
    if recorded is not None:
        before.exchange.discard(recorded)
    search = _Search(engine or Engine(DEFAULT_MEMORY_MB), before, progress)
    wanted = len(search.classes) if keep is None else min(max(keep, 1), len(search.classes))
    best: list[int] = []
    kept: dict[int, int] = {}
    to_keep: list[int] = []
    everyone = range(len(search.classes))
    for level in range(search.find_best(), search.lowest - 1, -1):
        members = search.members(
            level,
            everyone
            if len(best) < wanted
            else [
                index
                for index in everyone
                if any(search.classes[index].can_keep(card) for card in to_keep)
            ],
        )
        found = search.best_of(members, wanted - len(best))
        if not best:
            to_keep = list(search.cards(found[0]))
        best += found
        for card in list(to_keep):
            holders = [index for index in members if search.classes[index].can_keep(card)]
            if holders:
                shown = next((index for index in found if index in holders), None)
                kept[card] = search.best_of(holders, 1)[0] if shown is None else shown
                to_keep.remove(card)
        if len(best) >= wanted and not to_keep:
            break
    return OpenExchange(
        before=before,
        candidates=sum(map(len, search.classes)),
        classes=len(search.classes),
        best=tuple(map(search.result, best)),
        stand=search.result(search.find(0)),
        kept=tuple(KeptCard(card, search.result(kept[card])) for card in search.cards(best[0])),
        recorded=None
        if recorded is None
        else search.result(search.find(hand_of(recorded)), hand_of(recorded)),
    )


def best_guarantee(before: Before, engine: Engine | None = None) -> int:
    """Return the best guarantee that an exchange leads to, the later seats standing pat."""
    search = _Search(engine or Engine(DEFAULT_MEMORY_MB), before, None)
    return search.sign * search.find_best()


class _Search:
    """The candidates of one seat on one table.

    Levels are guarantees with the better the higher: their negative in NULLO.
    """

    def __init__(self, engine: Engine, before: Before, progress: Progress | None) -> None:
        self.engine = engine
        self.before = before
        self.seat = before.seat
        self.progress = progress
        state = before.exchange
        self.sign = before.contract.sign
        tricks = state.hands[0].bit_count()
        self.lowest, self.highest = (-tricks, 0) if self.sign < 0 else (0, tricks)
        self.manni = state.manni[state.taken :]
        rest = 0
        for seat, hand in enumerate(state.hands):
            rest |= hand if seat != self.seat else 0
        classes = discard_classes(
            state.hands[self.seat],
            state.sizes(),
            lambda size: rest,
            lambda size: hand_of(self.manni[:size]),
            before.ace_low,
        )
        self.classes = sorted(classes, key=lambda each: (each.size, list(cards_in(each.cards))))
        self.hands = [self.deal_with(self.hand_after(each.cards)) for each in self.classes]
        # What is known of each candidate: its level, an upper bound of it, all guarantees.
        self.level: dict[int, int] = {}
        self.upper = [self.highest] * len(classes)
        self.guarantees: dict[int, list[int]] = {}
        self.last = [tricks // SEATS] * SEATS

    def hand_after(self, discards: int) -> int:
        """Return the seat's hand after a discard."""
        return hand_after(self.before.exchange.hands[self.seat], discards, self.manni)

    def deal_with(self, hand: int) -> tuple[int, int, int]:
        """Return the three hands with this one in the seat's place."""
        hands = list(self.before.exchange.hands)
        hands[self.seat] = hand
        return triple(hands)

    def cards(self, index: int) -> tuple[int, ...]:
        """Return the cards of a candidate, suits S H D C, highest first."""
        return tuple(cards_in(self.classes[index].cards))

    def find(self, discards: int) -> int:
        """Return the candidate that a discard belongs to."""
        return next(i for i, each in enumerate(self.classes) if discards in each)

    def reaches(self, index: int, level: int) -> bool:
        """Return whether a candidate's level is at least ``level``."""
        if self.sign > 0:
            return self._at_least(index, self.seat, level)
        return not self._at_least(index, self.seat, 1 - level)

    def _at_least(self, index: int, seat: int, tricks: int) -> bool:
        before = self.before
        return self.engine.lead_reaches(
            self.hands[index],
            before.contract,
            before.leader,
            seat,
            tricks,
            ace_low=before.ace_low,
        )

    def members(self, level: int, indices: Sequence[int]) -> list[int]:
        """Return which of the candidates have a level; none has a better unknown one."""
        for index in indices:
            if index not in self.level and self.upper[index] >= level:
                if self.reaches(index, level):
                    self.level[index] = level
                else:
                    self.upper[index] = level - 1
        return [index for index in indices if self.level.get(index) == level]

    def find_best(self) -> int:
        """Return the best level, every candidate tested against the best before it."""
        worth = card_worth(self.before.contract, self.before.ace_low)
        guess = [sum(worth[card] for card in cards_in(hands[self.seat])) for hands in self.hands]
        everyone = range(len(self.classes))
        promising = nlargest(_TRIED_FIRST, everyone, key=lambda index: guess[index])
        best = self.lowest
        # The rest in their order: neighbours are alike and find much in the table.
        for done, index in enumerate(dict.fromkeys([*promising, *everyone]), 1):
            if self.reaches(index, best):
                level = best
                while level < self.highest and self.reaches(index, level + 1):
                    level += 1
                self.level[index] = best = level
            else:
                self.upper[index] = best - 1
            if self.progress is not None:
                self.progress(done, len(self.classes))
        return best

    def best_of(self, members: Sequence[int], number: int) -> list[int]:
        """Return the first of candidates of one level: the best share, then in order.

        The best so far bound the others: what is proved not to be better is not found out.
        """
        best: list[tuple[Fraction, int]] = []
        for index in members if number else ():
            if len(best) == number and self.no_better(index, best[-1][0]):
                continue
            shares = self.solution(index).share
            assert shares is not None
            insort(best, (-self.sign * shares[self.seat], index))
            del best[number:]
        return [index for _, index in best]

    def no_better(self, index: int, bound: Fraction) -> bool:
        """Return whether it is plain that a candidate's share does not beat a bound.

        The more the others are sure of the less is left: where the guarantees of the
        candidate before would not beat the bound, as much is looked for as suffices.
        """
        if index in self.guarantees:
            return False
        first, second = (seat for seat in range(SEATS) if seat != self.seat)
        tricks = abs(self.lowest) + abs(self.highest)
        enough = [0, 0, 0]
        enough[self.seat] = self.sign * self.level[index]
        enough[first], enough[second] = self.last[first], self.last[second]

        def beaten() -> bool:
            own = share(enough, tricks, self.before.contract)[self.seat]
            return -self.sign * own >= bound

        if not beaten():
            return False
        # In NULLO the others' guarantees are upper bounds, and the fewer the worse for us.
        end = 0 if self.sign > 0 else tricks
        for seat in (first, second):
            while beaten() and enough[seat] != end:
                enough[seat] -= self.sign
            if not beaten():
                enough[seat] += self.sign
        return all(
            enough[seat] == end
            or self._at_least(index, seat, enough[seat] + (self.sign < 0)) == (self.sign > 0)
            for seat in (first, second)
        )

    def solution(self, index: int) -> Solution:
        """Return the values after a candidate, all three guarantees."""
        if index not in self.guarantees:
            self.guarantees[index] = self.last = [self._value(index, s) for s in range(SEATS)]
        first, second, third = self.guarantees[index]
        return Solution(
            self.before.position(self.hands[index]),
            ((first, first), (second, second), (third, third)),
        )

    def _value(self, index: int, seat: int) -> int:
        if seat == self.seat and index in self.level:
            return self.sign * self.level[index]
        # Candidates in a row are much alike: look outward from the one before.
        value = self.last[seat]
        while value > 0 and not self._at_least(index, seat, value):
            value -= 1
        if value == self.last[seat]:
            while self._at_least(index, seat, value + 1):
                value += 1
        return value

    def result(self, index: int, discards: int | None = None) -> ExchangeValue:
        """Return a candidate's values, as the discard of its class that is named."""
        own = self.classes[index]
        if discards is None:
            discards = own.cards
        solution = self.solution(index)
        before = self.before
        worth = points(solution, before.variant, before.exchange.declarer, before.great)
        return ExchangeValue(
            seat=self.seat,
            alike=own,
            discards=tuple(cards_in(discards)),
            drawn=self.manni[: own.size],
            solution=solution,
            points=None if worth is None else worth[self.seat],
        )


def card_worth(contract: Contract, ace_low: bool = False) -> list[int]:
    """Return by card a crude worth, only to try promising hands first."""
    return [
        contract.sign * strength(rank_of(card), ace_low) ** 2
        + (150 if suit_of(card) == contract.trump else 0)
        for card in range(52)
    ]
