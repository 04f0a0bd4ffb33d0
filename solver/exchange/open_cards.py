"""The best exchange with all cards open: every discard's guarantee, share and points.

A deal at the moment when a seat is to exchange.

The candidate discards of one seat with all cards open, compared on one table.

Each is tested against the best so far; its exact values are searched only if they matter.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from threading import Lock
from typing import Annotated, TypeVar

from .. import checks
from ..cards import (
    CARDS,
    BySeat,
    Contract,
    Seat,
    card_name,
    cards_in,
    hand_of,
    rank_of,
    suit_of,
)
from ..deal import Deal
from ..engine import Engine, unproved
from ..errors import DealError, RuleError, StoppedError
from ..files.reading import deal_of
from ..notation import CardsLike, as_cards, format_cards, parse_contract, parse_seat
from ..position import Position
from ..reprs import Printable, repr_text
from ..rules.exchange import Exchange, hand_after
from ..rules.games import get_variant, variant_of
from ..rules.trick import check_plain, plain_rules, strength
from ..rules.variant import (
    Variant,
    check_can_declare,
    check_contract,
    check_deal,
    check_may_exchange,
)
from ..run import Run
from ..schema import SET, Card, Cards, integer, list_of
from ..searches import Bounds
from ..values.solution import Points, SeatBounds, Solution, points_of, share, solution_of
from .discards import DiscardClass, discard_classes


@dataclass(frozen=True)
class ExchangeTurn:
    """A deal at the moment when a seat is to exchange: the contract and the exchange so far.

    ``unrecorded`` are earlier ones.

    Attributes:
        great: Whether the contract is a great one.
        unrecorded: Seats whose exchange is not recorded and taken as standing pat.
    """

    variant: Variant
    contract: Contract
    great: bool
    leader: Seat
    ace_low: bool
    exchange: Exchange
    unrecorded: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if self.exchange.to_exchange is None:
            raise RuleError("the exchange is over: nobody may exchange any more")

    @property
    def seat(self) -> Seat:
        """Who exchanges."""
        seat = self.exchange.to_exchange
        assert seat is not None  # it has been checked
        return seat

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after it."""
        order = self.exchange.rule.order(self.exchange.declarer)
        return order[order.index(self.seat) + 1 :]

    def position(self, hands: BySeat[int]) -> Position:
        """Return the position at the first lead, with these hands after the exchange."""
        return Position.checked(hands, self.contract, self.leader, rules=plain_rules(self.ace_low))


def before_exchange(
    deal: Deal | str,
    seat: Seat | str | None = None,
    *,
    variant: Variant | str | None = None,
    contract: Contract | str | None = None,
    declarer: Seat | str | None = None,
    ace_low: bool | None = None,
) -> ExchangeTurn:
    """Return a recorded deal at the moment when ``seat``, by default the first, exchanges.

    A text stands for the one deal it holds. Arguments override the record; a recorded leader
    counts only with the recorded declarer. Raises DealError or RuleError where the deal is not a
    whole one, the contract is impossible or the seat may not exchange.
    """
    deal = deal_of(deal)
    variant = _variant_of(deal, variant)
    check_may_exchange(variant, variant.exchange.order(Seat.FOREHAND))
    check_plain(variant.rules, "the exchange")
    if not deal.manni:
        raise DealError("no Manni is recorded: what would be drawn is not known")
    check_deal(variant, deal.hands, deal.manni, deal.cut)
    declarer = deal.declarer if declarer is None else parse_seat(declarer)
    asked = None if contract is None else parse_contract(contract)
    great = deal.great and asked in (None, deal.contract)
    played = variant.contract_of(deal.contract_played if asked is None else asked, deal.cut)
    if played is None:
        raise DealError("no contract is recorded: give one (--contract)")
    check_contract(variant, played, great, declarer)
    ace_low = None if ace_low is None else checks.flag(ace_low, "ace_low")
    rules = deal.rules_in(played, ace_low, variant)
    order = variant.exchange.order(declarer)
    check_may_exchange(variant, order)
    seat = order[0] if seat is None else parse_seat(seat)
    check_can_declare(variant, declarer)
    check_may_exchange(variant, order, seat)
    state = Exchange(variant.exchange, deal.hands, deal.manni, declarer)
    earlier = order[: order.index(seat)]
    for other in earlier:
        state = state.discard(deal.discards[other] or ())
    return ExchangeTurn(
        variant,
        played,
        great,
        deal.leader_under(declarer, variant),
        rules.ace_low,
        state,
        tuple(other for other in earlier if deal.discards[other] is None),
    )


def _variant_of(deal: Deal, variant: Variant | str | None) -> Variant:
    if variant is not None:
        return variant_of(variant)
    if deal.variant is None:
        raise DealError("no variant is recorded: give one (--variant)")
    return get_variant(deal.variant)


_TRIED_FIRST = 15
"""How many promising hands are tried first, so that the rest meet a high bar."""


def _card_worth(contract: Contract, ace_low: bool) -> list[int]:
    """Return a crude worth of each card, used only to try promising hands first."""
    return [
        contract.sign * strength(rank_of(card), ace_low) ** 2
        + (150 if suit_of(card) == contract.trump else 0)
        for card in range(CARDS)
    ]


# What is found ------------------------------------------------------------------------

Amount = TypeVar("Amount", int, Fraction)
Discards = Annotated[int, integer(0, unit="discards")]


@dataclass(frozen=True, repr=False)
class ExchangeValue:
    """What an exchange leads to: values of the position after it.

    ``points`` is None too if the hands are not those of a whole deal.

    Attributes:
        alike: Every discard that comes to the same, this one among them.
        discards: The cards put down; none for standing pat.
        drawn: The cards drawn from the Manni.
    """

    seat: Seat
    alike: Annotated[DiscardClass, list_of(SET)]
    discards: Cards
    drawn: Cards
    solution: Solution
    points: Points | None

    def __repr__(self) -> str:
        gone = f"{self.seat} puts down {format_cards(self.discards) or 'nothing'}"
        drawn = f"draws {format_cards(self.drawn)}" if self.drawn else ""
        guarantee = "" if self.guarantee is None else f"guarantee {self.guarantee}"
        share = "" if self.share is None else f"share {self.share}"
        return repr_text(self, gone, drawn, guarantee, share)

    @property
    def guarantee(self) -> int | None:
        """The tricks the seat is sure of (NULLO: at most takes), None where not known."""
        return self.solution.guarantee[self.seat]

    @property
    def share(self) -> Fraction | None:
        """The seat's share, None where not known."""
        shares = self.solution.share
        return None if shares is None else shares[self.seat]


@dataclass(frozen=True, repr=False)
class KeptCard:
    """A card of the best discard, and the best exchange that keeps it instead.

    Attributes:
        card: The card kept.
    """

    card: Card
    value: ExchangeValue

    def __repr__(self) -> str:
        return repr_text(self, card_name(self.card), repr(self.value))


@dataclass(frozen=True, repr=False)
class OpenExchange(Printable):
    """The exchanges of a seat with all cards open, the later seats standing pat.

    ``best`` are in order: the best guarantee first, of equal ones the best share, then
    the fewest cards; as many as were asked for, those that are alike counted once.
    ``recorded`` is the exchange the seat made, where the deal says so.

    Where the run was over before all this was found it is not ``exact``: ``best`` are then
    the best of what is known, ``untested`` of the classes may have a better guarantee,
    values may be bounds, and ``kept`` may lack cards.

    Attributes:
        candidates: Discards that are allowed.
        classes: Those that differ.
        best: The best exchanges, best first.
        stand: Standing pat.
        kept: For each card of the best discard the best exchange that keeps it.
        exact: Whether the ranking is proved; false where the time was up.
        untested: Discards that differ and were not tested.
    """

    before: ExchangeTurn
    candidates: Discards
    classes: Discards
    best: tuple[ExchangeValue, ...]
    stand: ExchangeValue
    kept: tuple[KeptCard, ...]
    recorded: ExchangeValue | None
    exact: bool = True
    untested: Discards = 0

    def __repr__(self) -> str:
        found = f"{self.candidates} discards", f"{self.classes} that differ"
        return repr_text(self, *found, f"best {self.best[0]!r}" if self.best else "")

    def guarantee_behind(self, value: ExchangeValue) -> int | None:
        """Return how many tricks worse than the best a guarantee is, None if unknown."""
        return self._behind(self.best[0].guarantee, value.guarantee)

    def share_behind(self, value: ExchangeValue) -> Fraction | None:
        """Return how much worse than the best a share is, negative if better, None if unknown."""
        return self._behind(self.best[0].share, value.share)

    def _behind(self, best: Amount | None, own: Amount | None) -> Amount | None:
        if not self.exact or best is None or own is None:
            return None
        return self.before.contract.sign * (best - own)

    @property
    def guarantee_lost(self) -> int | None:
        """What the recorded exchange cost in tricks of the guarantee."""
        return None if self.recorded is None else self.guarantee_behind(self.recorded)

    @property
    def share_lost(self) -> Fraction | None:
        """What the recorded exchange cost in tricks of the share, negative if it gained."""
        return None if self.recorded is None else self.share_behind(self.recorded)


def best_exchange(
    before: ExchangeTurn,
    *,
    recorded: CardsLike | None = None,
    keep: int | None = 10,
    engine: Engine | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> OpenExchange:
    """Return the best exchanges of the seat to exchange, the later seats standing pat.

    ``keep`` is how many, None for all; ``recorded`` the cards that the seat put down, to
    be valued too. After ``seconds``, or once the run is over, what is known until then is
    returned; it is not ``exact``. Raises StoppedError where no discard has been valued by
    then, RuleError for a recorded exchange that is not legal.
    """
    run = Run.of(run, seconds)
    engine = Engine() if engine is None else checks.instance(engine, Engine, "engine")
    keep = None if keep is None else checks.number(keep, "keep", 1)
    search = OpenExchangeSearch(checks.instance(before, ExchangeTurn, "before"), engine, keep)
    if recorded is not None:
        recorded = as_cards(recorded, "recorded")
        search.value(recorded)
    search.work(engine, run)
    try:
        return search.found(recorded)
    except StoppedError:
        run.check()
        raise


class OpenExchangeSearch:
    """A search for the best exchanges that can be interrupted; ``work`` resumes it.

    The discards given to ``value`` are valued first. One thread at a time works; another waits.

    A candidate, known by its index, is a class of discards that cannot differ. The later seats
    stand pat. A **level** is the seat's guarantee, in NULLO its negative, so that the highest is
    best in every contract. Methods that search raise StoppedError once the run is over; what was
    proved by then stays.
    """

    def __init__(self, before: ExchangeTurn, engine: Engine, keep: int | None = 10) -> None:
        self.before, self.engine, self.run = before, engine, Run()
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
        self._best_level = self.lowest
        # Bounds that the merits of candidates do not beat.
        self._unbeaten: dict[int, Fraction] = {}
        # The guarantees of the previous candidate, which the next mostly resembles.
        self._last = [self.tricks // len(state.hands)] * len(state.hands)
        count = len(self.classes)
        self._keep = count if keep is None else min(keep, count)
        self._shown = [self._index_of(0)]
        self.is_whole = False
        """Whether all is found."""
        # The first candidates in order, and for each card of the first the best that keeps it.
        self._best: list[int] = []
        self._keeping: dict[int, int] = {}
        self._lock = Lock()

    def value(self, discards: Sequence[int]) -> None:
        """Have discards valued too. Raises RuleError if they may not be put down."""
        self.before.exchange.discard(discards)
        index = self._index_of(hand_of(discards))
        if index not in self._shown:
            self._shown.append(index)
            self.is_whole = False

    def work(self, engine: Engine, run: Run) -> None:
        """Search until all is found or the run is over."""
        with self._lock, suppress(StoppedError):  # what is missing is found next time
            self.engine, self.run = engine, run
            self.is_whole = False
            for index in self._shown[1:]:
                self.find_guarantees(index)
            self._rank()
            for index in (*self._best, *self._shown, *self._keeping.values()):
                self.find_guarantees(index)
            self.is_whole = True

    def _rank(self) -> None:
        """Go down the levels until enough candidates are ranked."""
        self._best, self._keeping = [], {}
        not_kept: list[int] = []
        for level in range(self.find_best(), self.lowest - 1, -1):
            asked: Sequence[int] = range(len(self.classes))
            if len(self._best) == self._keep:
                asked = [
                    index
                    for index in asked
                    if any(self.classes[index].can_keep(card) for card in not_kept)
                ]
            members = self.members(level, asked)
            chosen = self.best_of(members, self._keep - len(self._best))
            if not self._best:
                not_kept = list(cards_in(self.classes[chosen[0]].cards))
            self._best += chosen
            for card in list(not_kept):
                holders = [index for index in members if self.classes[index].can_keep(card)]
                if holders:
                    shown = next((index for index in chosen if index in holders), None)
                    if shown is None:
                        (shown,) = self.best_of(holders, 1)
                    self._keeping[card] = shown
                    not_kept.remove(card)
            if len(self._best) == self._keep and not not_kept:
                return

    def value_of(self, discards: Sequence[int]) -> ExchangeValue:
        """Return what is known so far of discards that ``value`` was told of."""
        return self._value(self._index_of(hand_of(discards)), discards)

    def found(self, recorded: Sequence[int] | None = None) -> OpenExchange:
        """Return what is found so far; ``recorded`` is an exchange that ``value`` was told of.

        Raises StoppedError where no discard has been valued.
        """
        best = self._best if self.is_whole else self.valued()[: self._keep]
        return OpenExchange(
            before=self.before,
            candidates=sum(map(len, self.classes)),
            classes=len(self.classes),
            best=tuple(map(self._value, best)),
            stand=self._value(self._shown[0]),
            kept=tuple(
                KeptCard(card, self._value(self._keeping[card]))
                for card in cards_in(self.classes[best[0]].cards)
                if card in self._keeping
            ),
            recorded=None if recorded is None else self.value_of(recorded),
            exact=self.is_whole,
            untested=0 if self.is_whole else self.untested(),
        )

    def _value(self, index: int, discards: Sequence[int] | None = None) -> ExchangeValue:
        """Return what is known of a candidate, shown by the discard of its class that is given."""
        before = self.before
        alike = self.classes[index]
        position = before.position(self.hands[index])
        solution = solution_of(position, self.known_bounds(index))
        worth = points_of(solution, before.variant, before.exchange.declarer, before.great)
        return ExchangeValue(
            seat=before.seat,
            alike=alike,
            discards=tuple(cards_in(alike.cards if discards is None else hand_of(discards))),
            drawn=self.manni[: alike.size],
            solution=solution,
            points=None if worth is None else worth[before.seat],
        )

    # What is proved of candidates -------------------------------------------------------

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
        return tuple(hands)

    def _index_of(self, discards: int) -> int:
        """Return the candidate that a discard belongs to."""
        return next(i for i, discard_class in enumerate(self.classes) if discards in discard_class)

    def find_best(self) -> int:
        """Return the best level, every candidate tested against the best before it."""
        while self._tested < len(self.classes):
            index = self._order[self._tested]
            if self._reaches(index, self._best_level):
                self._best_level = self.level[index]
            self._tested += 1
            self._report()
        return self._best_level

    def _report(self) -> None:
        """Report that something more is proved."""
        self.run.report(self._tested, len(self.classes))

    @cached_property
    def _order(self) -> list[int]:
        """The candidates in the order in which they are tested, a few promising ones first."""
        worth = _card_worth(self.before.contract, self.before.ace_low)
        guess = [sum(worth[card] for card in cards_in(hands[self.seat])) for hands in self.hands]
        everyone = range(len(self.classes))
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
            if len(best) == number and self._is_no_better(index, best[-1][0]):
                continue
            insort(best, (-self.merit(index), index))
            del best[number:]
        return [index for _, index in best]

    def merit(self, index: int) -> Fraction:
        """Return the share of the seat after a candidate, in NULLO its negative."""
        return self.sign * self._share(self.find_guarantees(index))

    def _share(self, guarantees: Sequence[int]) -> Fraction:
        return share(guarantees, self.tricks, self.before.contract)[self.seat]

    def _is_no_better(self, index: int, bound: Fraction) -> bool:
        """Return whether a candidate's merit is easily proved not to beat ``-bound``.

        The more the others are sure of, the less is left for the seat. If it could not beat
        the bound with the guarantees of the previous candidate, it is enough to prove as
        much of these as keeps it from doing so.
        """
        if index in self._unbeaten and bound <= self._unbeaten[index]:
            return True
        if index in self.guarantees:
            return False
        sign = self.sign
        others = [seat for seat in Seat if seat is not self.seat]
        enough = list(self._last)
        enough[self.seat] = sign * self.level[index]

        def beaten() -> bool:
            return -sign * self._share(enough) >= bound

        def takes(seat: Seat, tricks: int) -> bool:
            return self._find(index, seat, (tricks - 1, tricks)) >= tricks

        if not beaten():
            return False
        # In NULLO guarantees are upper bounds: the lower the others', the worse for the seat.
        end = 0 if sign > 0 else self.tricks
        for seat in others:
            while beaten() and enough[seat] != end:
                enough[seat] -= sign
            if not beaten():
                enough[seat] += sign
        for seat in others:
            if enough[seat] != end and takes(seat, enough[seat] + (sign < 0)) != (sign > 0):
                return False
        self._unbeaten[index] = bound
        self._report()
        return True

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
            return tuple((tricks, tricks) for tricks in self.guarantees[index])
        bounds = [(0, self.tricks)] * len(self.hands[index])
        lower = self.level.get(index, self.lowest)
        bounds[self.seat] = self._guarantees(lower, self.level.get(index, self.upper[index]))
        return tuple(bounds)
