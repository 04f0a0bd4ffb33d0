"""The best discards with all cards open, and with a surprise taken up the best trump to name.

The choices of a seat that is to exchange are classes of equivalent discards, with each trump that
may be named. The search is best-first with zero windows: a choice is tested against the best so
far, and its exact values are searched only if they matter.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from itertools import accumulate, compress, count
from math import comb
from operator import attrgetter
from threading import Lock
from typing import Annotated, NamedTuple, TypeVar

from .. import checks
from ..cards import CARDS, BySeat, Contract, Seat, card_name, cards_in, hand_of, rank_of, suit_of
from ..deal import Deal
from ..engine import Engine, raise_unproved
from ..errors import DealError, RuleError, StoppedError
from ..files.reading import deal_of
from ..notation import CardsLike, as_cards, format_cards, parse_contract, parse_seat
from ..position import Position, rules_for
from ..records import frozen
from ..reprs import Printable, repr_text
from ..rules.auction import Aim, find_bid
from ..rules.exchange import PICK_UP, Exchange, hand_after
from ..rules.games import variant_of
from ..rules.trick import TrickRules, arranged, cards_worth, check_plain
from ..rules.variant import (
    Variant,
    check_can_declare,
    check_contract,
    check_may_exchange,
)
from ..run import Run
from ..schema import SET, Card, Cards, integer, list_of
from ..searches import Bounds, check_known
from ..values.solution import Points, SeatBounds, Solution, points_of, share, solution_of
from .discards import DiscardClass, discard_classes, kept_hands


@frozen
class ExchangeTurn:
    """A deal at the moment when a seat is to exchange: the contract and the exchange so far.

    A declarer who picks up the surprise names one of ``trumps`` while discarding; in every other
    exchange the contract is fixed, and ``trumps`` has one element. ``named`` is the trump that the
    deal records. ``unrecorded`` are seats that exchanged earlier.

    Attributes:
        great: Whether the contract is a great one.
        unrecorded: Seats whose exchange is not recorded and taken as standing pat.
        bid: What was bid, null where it is not recorded.
    """

    variant: Variant
    trumps: tuple[Contract, ...]
    named: Contract | None
    great: bool
    leader: Seat
    ace_low: bool
    exchange: Exchange
    unrecorded: tuple[Seat, ...] = ()
    bid: str | None = None

    def __post_init__(self) -> None:
        if self.exchange.to_exchange is None:
            raise RuleError("the exchange is over: nobody may exchange any more")

    @classmethod
    def taking_up(
        cls,
        variant: Variant,
        hands: BySeat[int],
        pile: Sequence[int],
        declarer: Seat,
        named: Contract | None = None,
        bid: str | None = None,
    ) -> ExchangeTurn:
        """Return the moment when a declarer has taken up the surprise."""
        exchange = Exchange(PICK_UP, hands, tuple(pile), declarer)
        leader = variant.leader(declarer)
        return cls(variant, variant.trumps, named, False, leader, False, exchange, bid=bid)

    @property
    def contract(self) -> Contract:
        """The contract, or the first of those that may be named."""
        return self.trumps[0]

    @property
    def seat(self) -> Seat:
        """The seat that exchanges."""
        seat = self.exchange.to_exchange
        assert seat is not None  # it has been checked
        return seat

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange later."""
        order = self.exchange.rule.order(self.exchange.declarer)
        return order[order.index(self.seat) + 1 :]

    @property
    def takes_up(self) -> bool:
        """Whether the seat takes up all that lies on the table before it puts cards away."""
        return self.exchange.rule.picks_up

    @property
    def pile(self) -> tuple[int, ...]:
        """What lies on the table."""
        return self.exchange.manni[self.exchange.drawn :]

    @property
    def held(self) -> int:
        """The cards to choose from: the seat's, with a surprise that it takes up."""
        return self.exchange.hands[self.seat] | self.takes_up * hand_of(self.pile)

    @property
    def sizes(self) -> Sequence[int]:
        """The legal numbers of discards; leaving the surprise untouched counts as discarding it."""
        return self.exchange.sizes()[self.takes_up :]

    def recorded_in(self, deal: Deal) -> tuple[int, ...] | None:
        """Return what a deal records that was put down, None where it does not say so."""
        return None if self.named is None else deal.discards[self.seat]

    def rules(self, contract: Contract) -> TrickRules:
        """Return how tricks are played in a contract."""
        return rules_for(contract, self.ace_low, self.variant)

    def hands_after(self, discards: int) -> BySeat[int]:
        """Return the hands after an exchange, the later seats standing pat."""
        hands, seat = self.exchange.hands, self.seat
        after = hand_after(hands[seat], discards, self.pile, self.takes_up)
        return (*hands[:seat], after, *hands[seat + 1 :])

    def position(self, contract: Contract, discards: int) -> Position:
        """Return the position at the first lead, after an exchange."""
        return Position.checked(
            self.hands_after(discards),
            contract,
            self.leader,
            rules=self.rules(contract),
            declarer=self.exchange.declarer,
        )

    def classes(self) -> list[DiscardClass]:
        """Return the discards to choose from, one class of those that cannot differ."""
        state, hand, held = self.exchange, self.exchange.hands[self.seat], self.held
        others = sum(state.hands) & ~hand
        if not self.takes_up:
            classes = discard_classes(
                hand,
                self.sizes,
                lambda size: others,
                lambda size: hand_of(self.pile[:size]),
                self.ace_low,
            )
            return sorted(classes, key=lambda alike: (alike.size, list(cards_in(alike.cards))))
        size, variant = hand.bit_count(), self.variant
        kept = kept_hands(held, others, size, variant.rules, dearest=not variant.pile_counts)
        return [DiscardClass.alone(held & ~hand) for hand in kept]


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

    >>> from manni import before_exchange, read_deals
    >>> turn = before_exchange(read_deals("data/sample_deals/hornafjordur.manni")[2], "M")
    >>> turn.variant.code, turn.trumps
    ('hornafjordur', (<Contract.H: 1>,))

    A text stands for the one deal it holds. ``variant``, ``contract``, ``declarer`` and
    ``ace_low`` override the record; a recorded leader counts only with the recorded declarer.
    Raises DealError or RuleError where the deal is not a whole one, the contract is impossible or
    the seat may not exchange.
    """
    deal = deal_of(deal)
    variant = _variant_of(deal, variant)
    takes_up = variant.exchange.picks_up
    check_may_exchange(variant, variant.exchange.order(Seat.FOREHAND))
    if not takes_up:
        check_plain(variant.rules, "the exchange")
    if not deal.manni:
        what = "what is taken up" if takes_up else "what would be drawn"
        raise DealError(f"no {variant.pile} is recorded: {what} is not known")
    deal.check_dealt(variant)
    declarer = None if declarer is None else parse_seat(declarer)
    asked = None if contract is None else parse_contract(contract)
    if takes_up:
        seat = None if seat is None else parse_seat(seat)
        return _taking_up(deal, variant, seat, declarer, asked)
    declarer = deal.declarer if declarer is None else declarer
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
    state = Exchange(variant.exchange, deal.dealt, deal.manni, declarer)
    earlier = order[: order.index(seat)]
    for other in earlier:
        state = state.discard(deal.discards[other] or ())
    return ExchangeTurn(
        variant,
        (played,),
        played,
        great,
        deal.leader_under(declarer, variant),
        rules.ace_low,
        state,
        tuple(other for other in earlier if deal.discards[other] is None),
    )


def _taking_up(
    deal: Deal,
    variant: Variant,
    seat: Seat | None,
    declarer: Seat | None,
    trump: Contract | None,
) -> ExchangeTurn:
    """Return a recorded deal after a declarer has taken up the surprise."""
    if seat is not None and declarer not in (None, seat):
        raise RuleError(
            f"only the declarer exchanges in {variant.code}: {declarer.word}, not {seat.word}"
        )
    declarer = next((given for given in (declarer, seat, deal.declarer) if given is not None), None)
    if declarer is None:
        raise DealError("no declarer is named: give the seat (--declarer)")
    check_can_declare(variant, declarer)
    contract, bid = deal.contract_played, deal.bid if declarer is deal.declarer else None
    no_trick = bid is not None and find_bid(variant.bids, bid).aim is Aim.NONE
    if no_trick or (contract is not None and contract.avoids):
        if variant.bids:
            raise RuleError(f"nothing is exchanged where {deal.bid or 'no trick'} is bid")
        raise RuleError("what to put away is looked for where tricks are wanted, not in NULLO")
    if trump is not None:
        check_trump(variant, trump)
    named = deal.contract if declarer is deal.declarer else None
    turn = ExchangeTurn.taking_up(variant, deal.dealt, deal.manni, declarer, named, bid)
    return turn if trump is None else replace(turn, trumps=(trump,))


def check_trump(variant: Variant, contract: Contract) -> None:
    """Raise RuleError unless a declarer may name the trump."""
    if contract not in variant.trumps:
        raise RuleError(f"the declarer may not name {contract.name} in {variant.code}")


def _variant_of(deal: Deal, variant: Variant | str | None) -> Variant:
    variant = deal.variant if variant is None else variant
    if variant is None:
        raise DealError("no variant is recorded: give one (--variant)")
    return variant_of(variant)


# What is found ------------------------------------------------------------------------

Amount = TypeVar("Amount", int, Fraction)
Discards = Annotated[int, integer(0, unit="discards")]


@frozen
class ExchangeValue:
    """What an exchange leads to: values of the position after it.

    ``points`` is None if they are not known, or if the hands are not those of a whole deal.
    ``counted`` are the points of cards put away, which count for the seat.

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
    counted: int = 0

    def __repr__(self) -> str:
        gone = f"{self.seat} puts down {format_cards(self.discards) or 'nothing'}"
        drawn = f"draws {format_cards(self.drawn)}" if self.drawn else ""
        guarantee = "" if self.guarantee is None else f"guarantee {self.guarantee}"
        share = "" if self.share is None else f"share {self.share}"
        return repr_text(self, gone, drawn, guarantee, share)

    @property
    def contract(self) -> Contract:
        """The contract it is played in."""
        return self.solution.position.contract

    @property
    def bounds(self) -> Bounds:
        """Proved bounds of what the seat is sure of (NULLO: at most takes)."""
        low, high = self.solution.bounds[self.seat] or (0, self.solution.position.worth)
        return low + self.counted, high + self.counted

    @property
    def guarantee(self) -> int | None:
        """What the seat is sure of (NULLO: at most takes), None where not known."""
        low, high = self.bounds
        return low if low == high else None

    @property
    def share(self) -> Fraction | None:
        """The seat's share, None where not known."""
        shares = self.solution.share
        return None if shares is None else shares[self.seat]


@frozen
class KeptCard:
    """A card of the best discard, and the best exchange that keeps it instead.

    Attributes:
        card: The card kept.
    """

    card: Card
    value: ExchangeValue

    def __repr__(self) -> str:
        return repr_text(self, card_name(self.card), repr(self.value))


@frozen
class OpenExchange(Printable):
    """The exchanges of a seat with all cards open, the later seats standing pat.

    ``best`` are in order: the best guarantee first, of equal ones the best share, then the fewest
    cards. There are as many as were asked for; equivalent discards count once. ``recorded`` is the
    exchange that the seat made, if the deal records it.

    If a surprise is taken up, ``best`` has the best choice for each trump, and ``stand`` is None.
    There cards with no other hand's card between them are equivalent: the play depends only on
    how many of them go.

    If the run was over first, the answer is not ``exact``. Then ``best`` is the best of what is
    known, and ``untested`` classes may have a better guarantee. Values may be bounds, and ``kept``
    may not be the best.

    Attributes:
        candidates: Discards that are allowed.
        classes: Those that differ.
        best: The best exchanges, best first.
        kept: For each card of the best discard the best exchange that keeps it.
        exact: Whether the ranking is proved; false where the time was up.
        untested: Discards that differ and were not tested.
    """

    before: ExchangeTurn
    candidates: Discards
    classes: Discards
    best: tuple[ExchangeValue, ...]
    stand: ExchangeValue | None
    kept: tuple[KeptCard, ...]
    recorded: ExchangeValue | None
    exact: bool = True
    untested: Discards = 0

    def __repr__(self) -> str:
        counts = f"{self.candidates} discards", f"{self.classes} that differ"
        return repr_text(self, *counts, f"best {self.best[0]!r}" if self.best else "")

    @property
    def rows(self) -> list[ExchangeValue]:
        """The exchanges as a table has them: the best, standing pat, the recorded one."""
        return [*self.best, *(value for value in (self.stand, self.recorded) if value is not None)]

    def guarantee_behind(self, value: ExchangeValue) -> int | None:
        """Return how many tricks worse than the best a guarantee is, None if unknown."""
        return self._behind(self.best[0].guarantee, value.guarantee)

    def share_behind(self, value: ExchangeValue) -> Fraction | None:
        """Return how much worse than the best a share is, negative if better, None if unknown."""
        return self._behind(self.best[0].share, value.share)

    def _behind(self, best: Amount | None, amount: Amount | None) -> Amount | None:
        if not self.exact or best is None or amount is None:
            return None
        return self.best[0].contract.sign * (best - amount)

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
    """Return the best exchanges of the seat to exchange with all cards open.

    The later seats stand pat.

    >>> from manni import before_exchange, best_exchange, read_deals
    >>> deal = read_deals("data/sample_deals/hornafjordur.manni")[2]
    >>> best_exchange(before_exchange(deal, "M"), keep=1).best[0]
    <ExchangeValue M puts down S6 D2 CQ, draws HA CJ H4, guarantee 6, share 7>

    ``keep`` is the number of exchanges to return, None for all. ``recorded`` are the cards that the
    seat put down; they are valued too. If a surprise is taken up, the best choice for each trump
    is returned. After ``seconds``, or once the run is over, the answer has what is known by then
    and is not ``exact``.

    Raises StoppedError if no discard was valued in time, RuleError if the recorded exchange is not
    legal.
    """
    run = Run.of(run, seconds)
    engine = Engine() if engine is None else checks.instance(engine, Engine, "engine")
    keep = None if keep is None else checks.number(keep, "keep", 1)
    search = OpenExchangeSearch(checks.instance(before, ExchangeTurn, "before"), engine, keep)
    if recorded is not None:
        recorded = as_cards(recorded, "recorded")
        search.value(recorded, before.named)
    search.work(engine, run)
    try:
        return search.result(recorded, before.named)
    except StoppedError:
        run.check()
        raise


_TRIED_FIRST = 15
"""How many promising candidates are tried first, so that the rest are tested against a good one."""


class Candidate(NamedTuple):
    """A class of equivalent discards with a contract, and the hands after it.

    ``points_away`` are the points of the cards discarded, ``heuristic`` is a score for ordering.
    """

    contract: Contract
    alike: DiscardClass
    hands: BySeat[int]
    points_away: int
    heuristic: int


class OpenExchangeSearch:
    """An interruptible search for the best exchanges; ``work`` starts and resumes it.

    The discards given to ``value`` are valued first. One thread works at a time; others wait.

    A candidate is a contract and a class of equivalent discards; methods take its index. The later
    seats stand pat. The **level** of a candidate is the seat's guarantee plus the points of the
    cards put away that count for the seat. In NULLO it is negated, so that the highest level is
    best in every contract. The **merit** is the same of the share. Methods that search raise
    StoppedError once the run is over; what was proved by then stays.
    """

    def __init__(self, before: ExchangeTurn, engine: Engine, keep: int | None = 10) -> None:
        self.before, self.engine, self.run = before, engine, Run()
        self.seat, self.sign = before.seat, before.contract.sign
        classes = before.classes()
        self.classes = len(classes)
        self.candidates: list[Candidate] = []
        # What is proved of each candidate: its level, an upper bound of it, all guarantees.
        self.level: dict[int, int] = {}
        self.upper: list[int] = []
        self.guarantees: dict[int, list[int]] = {}
        for trump in before.trumps:
            self._add(trump, classes)
        self.count = len(self.candidates)
        position = before.position(before.contract, classes[0].cards)
        check_known(position)
        self.tricks = position.tricks
        self.lowest = min(0, self.sign * self.tricks)
        # The candidates that have been tested, and the best level of all.
        self._tested: set[int] = set()
        self._best_level = self.lowest
        # By candidate a bound that its merit is proved not to exceed.
        self._unbeaten: dict[int, Fraction] = {}
        # The guarantees of the previous candidate; those of the next are mostly similar.
        self._last = [self.tricks // len(position.hands)] * len(position.hands)
        self._keep = self.count if keep is None else keep
        self._requested: list[int] = []
        self._stand = [] if before.takes_up else self._candidates_of(0)
        self.is_whole = False
        """Whether the search is complete."""
        self._lock = Lock()

    def _add(self, trump: Contract, classes: Iterable[DiscardClass]) -> None:
        """Add candidates; where a surprise is taken up, the most promising first."""
        before, rules = self.before, self.before.rules(trump)
        scores = [
            trump.sign * rules.heights[rank_of(card)] ** 2 + 100 * (suit_of(card) == trump.trump)
            for card in range(CARDS)
        ]
        drawn = [0, *accumulate(scores[card] for card in before.pile)]
        candidates = []
        for alike in classes:
            cards = tuple(cards_in(alike.cards))
            heuristic = drawn[len(cards)] - sum(map(scores.__getitem__, cards))
            points_away = sum(rules.card_points[rank_of(card)] for card in cards)
            candidates.append(
                Candidate(trump, alike, before.hands_after(alike.cards), points_away, heuristic)
            )
        if before.takes_up:
            candidates.sort(key=lambda candidate: (-candidate.heuristic, candidate.alike.cards))
        whole = cards_worth(candidates[0].hands, rules) + candidates[0].points_away
        self.candidates += candidates
        self.upper += [
            max(0, trump.sign * (whole - candidate.points_away)) + self._points_put_away(candidate)
            for candidate in candidates
        ]

    def _points_put_away(self, candidate: Candidate) -> int:
        """Return the points of the cards put away that count for the seat."""
        return candidate.points_away * self.before.variant.pile_counts

    def _candidates_of(self, discards: int, contract: Contract | None = None) -> list[int]:
        """Return the candidates of a discard, with one contract or with each."""
        indices = []
        for trump in self.before.trumps if contract is None else (contract,):
            matches = (
                trump is candidate.contract and discards in candidate.alike
                for candidate in self.candidates
            )
            index = next(compress(count(), matches), len(self.candidates))
            if index == len(self.candidates):  # left out: it puts away dearer cards than needed
                self._add(trump, [DiscardClass.alone(discards)])
            indices.append(index)
        return indices

    def _discard_mask(self, discards: Sequence[int]) -> int:
        """Return discards as a bit mask; a surprise left untouched counts as discarded."""
        return hand_of(discards or self.before.takes_up * self.before.pile)

    def value(self, discards: Sequence[int], contract: Contract | None = None) -> None:
        """Add discards to be valued, with a given trump or the best.

        Raises RuleError if they are not legal.
        """
        self.before.exchange.discard(discards)
        if contract is not None and self.before.takes_up:
            check_trump(self.before.variant, contract)
        for index in self._candidates_of(self._discard_mask(discards), contract):
            if index not in self._requested:
                self._requested.append(index)
                self.is_whole = False

    def work(self, engine: Engine, run: Run) -> None:
        """Search until everything is found or the run is over."""
        with self._lock, suppress(StoppedError):  # what is missing is found next time
            self.engine, self.run = engine, run
            self.is_whole = False
            for index in self._requested:
                self.find_guarantees(index)
            everyone = range(self.count)
            if self.before.takes_up:
                for start in range(0, self.count, self.classes):
                    self.find_best(everyone[start : start + self.classes], beyond=1)
            else:
                self._best_level = self.find_best(self._test_order)
                best = [self.candidates[index].alike for index in self.rank(everyone, self._keep)]
                for card in cards_in(best[0].cards):
                    if not any(alike.can_keep(card) for alike in best):
                        self.rank(self._candidates_keeping(card, everyone), 1)
            for index in self._stand:
                self.find_guarantees(index)
            self.is_whole = True

    def _candidates_keeping(self, card: int, indices: Iterable[int]) -> list[int]:
        return [index for index in indices if self.candidates[index].alike.can_keep(card)]

    def rank(self, indices: Sequence[int], number: int) -> list[int]:
        """Return the best ``number`` of candidates in order, fewer if there are fewer."""
        best: list[int] = []
        for level in range(self._best_level, self.lowest - 1, -1):
            best += self.best_of(self.candidates_at(level, indices), number - len(best))
            if len(best) == number:
                break
        return best

    def value_of(self, discards: Sequence[int], contract: Contract | None = None) -> ExchangeValue:
        """Return what is known so far of discards that were given to ``value``."""
        gone = self._discard_mask(discards)
        values = [self._value(index, gone) for index in self._candidates_of(gone, contract)]
        return max(values, key=attrgetter("bounds"))

    def result(
        self, recorded: Sequence[int] | None = None, contract: Contract | None = None
    ) -> OpenExchange:
        """Return the results so far; ``recorded`` is an exchange that was given to ``value``.

        Raises StoppedError where no discard has been valued.
        """
        order, before, cards = self.valued(), self.before, 0
        if before.takes_up:
            first = {self.candidates[index].contract: index for index in reversed(order)}
            order = sorted(first.values(), key=order.index)
        else:
            cards = self.candidates[order[0]].alike.cards
        held = before.held.bit_count()
        kept = {card: self._candidates_keeping(card, order)[:1] for card in cards_in(cards)}
        return OpenExchange(
            before=before,
            candidates=sum(comb(held, size) for size in before.sizes),
            classes=self.classes,
            best=tuple(map(self._value, order[: self._keep])),
            stand=next(map(self._value, self._stand), None),
            kept=tuple(
                KeptCard(card, self._value(at)) for card, indices in kept.items() for at in indices
            ),
            recorded=None if recorded is None else self.value_of(recorded, contract),
            exact=self.is_whole,
            untested=0 if self.is_whole else self.untested(),
        )

    def _value(self, index: int, discards: int | None = None) -> ExchangeValue:
        """Return what is known of a candidate, named by ``discards`` if this member is given."""
        before, candidate = self.before, self.candidates[index]
        position = before.position(candidate.contract, candidate.alike.cards)
        solution = solution_of(position, self.known_bounds(index))
        points = points_of(solution, before.variant, before.exchange.declarer, before.great)
        cards = cards_in(candidate.alike.cards if discards is None else discards)
        return ExchangeValue(
            seat=before.seat,
            alike=candidate.alike,
            discards=arranged(cards, position.rules) if before.takes_up else tuple(cards),
            drawn=before.pile[: candidate.alike.size],
            solution=solution,
            points=None if points is None else points[before.seat],
            counted=self._points_put_away(candidate),
        )

    # Proofs -----------------------------------------------------------------------------

    def _guarantees(self, low: int, high: int) -> Bounds:
        """Convert bounds of a level to bounds of the guarantee, or back."""
        return (low, high) if self.sign > 0 else (-high, -low)

    def _search_guarantee(
        self, index: int, seat: int, window: Bounds, guess: int | None = None
    ) -> int:
        """Search the guarantee of a seat after a candidate, cut to a window."""
        candidate = self.candidates[index]
        lower, upper = self.engine.bounds(
            self.before.position(candidate.contract, candidate.alike.cards),
            seat,
            run=self.run,
            window=window,
            guess=guess,
        )
        lower, upper = (min(max(bound, window[0]), window[1]) for bound in (lower, upper))
        return lower if lower == upper else raise_unproved(self.run)

    def find_best(self, indices: Sequence[int], beyond: int = 0) -> int:
        """Return the best level, testing every candidate against the best before it.

        A candidate must be better by ``beyond``; otherwise its exact level is not searched.
        """
        best = self.lowest - beyond
        for index in indices:
            if self._reaches(index, best + beyond):
                best = self.level[index]
        return best

    def _report(self) -> None:
        """Report progress."""
        self.run.report(len(self._tested), len(self.candidates))

    @cached_property
    def _test_order(self) -> list[int]:
        """The candidates in the order in which they are tested, a few promising ones first."""
        everyone = range(self.count)
        promising = nlargest(_TRIED_FIRST, everyone, key=lambda at: self.candidates[at].heuristic)
        # The rest in order: neighbours share entries of the transposition table.
        return list(dict.fromkeys([*promising, *everyone]))

    def _reaches(self, index: int, level: int) -> bool:
        """Return whether a candidate's level is at least ``level``; keep what was proved."""
        if index in self.level or self.upper[index] < level:
            return self.level.get(index, self.upper[index]) >= level
        more = self._points_put_away(self.candidates[index])
        window = self._guarantees(level - 1 - more, self.upper[index] - more)
        # The first zero window lies just above the guess.
        guess = max(0, window[0] if self.sign > 0 else window[1] - 1) if self.level else None
        proved = self.sign * self._search_guarantee(index, self.seat, window, guess) + more
        reached = proved >= level
        (self.level if reached else self.upper)[index] = proved
        self._tested.add(index)
        self._report()
        return reached

    def candidates_at(self, level: int, indices: Sequence[int]) -> list[int]:
        """Return the candidates at this level; none of the ``indices`` may have a higher one."""
        return [
            index for index in indices if self._reaches(index, level) and self.level[index] == level
        ]

    def untested(self) -> int:
        """Return how many candidates may have a better level than the best that is known."""
        best = max(self.level.values(), default=self.lowest)
        uppers = enumerate(self.upper[: self.count])
        return sum(upper > best for index, upper in uppers if index not in self.level)

    def valued(self) -> list[int]:
        """Return the candidates of known level, best first; ties by share where it is known.

        Raises StoppedError if there is none.
        """
        known = [index for index in self.level if index < self.count]
        if not known:
            raise StoppedError("no discard was valued in the time given: allow more")
        return sorted(
            known,
            key=lambda index: (
                -self.level[index],
                index not in self.guarantees,
                -self.merit(index) if index in self.guarantees else 0,
                index,
            ),
        )

    def best_of(self, members: Sequence[int], number: int) -> list[int]:
        """Return the best candidates of one level: by share, then by index.

        A candidate that is proved to be no better than the best so far is not searched further.
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
        """Return whether it is easily proved that a candidate's merit is at most ``-bound``.

        The higher the guarantees of the others, the lower the share of the seat. If the guarantees
        of the previous candidate would keep the merit within the bound, only as much of them is
        proved for this candidate as is needed for that.
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
            return self._search_guarantee(index, seat, (tricks - 1, tricks)) >= tricks

        if not beaten():
            return False
        # In NULLO guarantees are limits: the lower those of the others, the worse for the seat.
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
        """Search the guarantees of all three seats after a candidate.

        Where a surprise is taken up, the level comes first.
        """
        if self.before.takes_up:
            self._reaches(index, self.lowest)
        elif index not in self.guarantees:
            self.guarantees[index] = self._last = [
                self.sign * self.level[index]
                if seat is self.seat and index in self.level
                else self._search_guarantee(index, seat, (0, self.tricks), self._last[seat])
                for seat in Seat
            ]
            self._report()
        return self.guarantees.get(index, [])

    def known_bounds(self, index: int) -> SeatBounds:
        """Return proved bounds of the three guarantees after a candidate."""
        if index in self.guarantees:
            return tuple((tricks, tricks) for tricks in self.guarantees[index])
        candidate, lower = self.candidates[index], self.level.get(index, self.lowest)
        anything = None if self.before.takes_up else (0, self.tricks)
        bounds: list[Bounds | None] = [anything] * len(candidate.hands)
        more, upper = self._points_put_away(candidate), self.level.get(index, self.upper[index])
        bounds[self.seat] = self._guarantees(max(lower - more, self.lowest), upper - more)
        return tuple(bounds)
