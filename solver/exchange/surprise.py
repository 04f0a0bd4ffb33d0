"""What to put away and which trump to name, all cards open: the surprise has been taken up.

For every trump it finds the cards to put away with which the declarer is sure of most points.
Each choice is asked one question, whether it is better than the best so far; what it cannot be,
because too many points would be put away, is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver import checks
from solver.cards import Seat, cards_in, hand_of, rank_of, suit_of, triple
from solver.deal import Deal
from solver.engine import Bounds, Engine
from solver.errors import DealError, RuleError, StoppedError
from solver.games_engine import GamesEngine
from solver.notation import parse_contract, parse_seat
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.exchange import check_discard
from solver.rules.registry import get_variant
from solver.rules.trick import TrickRules
from solver.rules.variant import Variant
from solver.run import Run


@dataclass(frozen=True)
class PutAway:
    """Cards put away, the trump named and bounds on the points the declarer is then sure of."""

    contract: Contract
    cards: tuple[int, ...]
    bounds: Bounds

    @property
    def points(self) -> int | None:
        """The points the declarer is sure of, None where they are not known."""
        low, high = self.bounds
        return low if low == high else None


@dataclass(frozen=True)
class TakenUp:
    """A deal whose declarer has taken up the surprise: ``held`` are his cards with it."""

    variant: Variant
    hands: tuple[int, int, int]
    pile: tuple[int, ...]
    declarer: Seat
    bid: str | None = None

    @property
    def held(self) -> int:
        """The declarer's cards, the surprise among them."""
        return self.hands[self.declarer] | hand_of(self.pile)

    def position(self, contract: Contract, away: int) -> Position:
        """Return the position at the first lead, with the cards ``away`` put away."""
        kept = self.held & ~away
        return Position(
            triple(kept if seat is self.declarer else self.hands[seat] for seat in Seat),
            contract,
            self.variant.leader(self.declarer),
            rules=self.variant.rules_of(contract),
            declarer=self.declarer,
        )


@dataclass(frozen=True)
class SurpriseExchange:
    """The best cards to put away for every trump, the best trump first.

    ``candidates`` is the number of choices, ``classes`` of those that differ. ``recorded`` is
    what the deal says that the declarer did. Where the run was over before all was found it is
    not ``exact``: ``best`` are then the best found so far, of the trumps looked at.
    """

    taken_up: TakenUp
    candidates: int
    classes: int
    best: tuple[PutAway, ...]
    recorded: PutAway | None
    exact: bool

    @property
    def lost(self) -> int | None:
        """The points that the recorded exchange gives up, None where that is not known."""
        if self.recorded is None or not self.exact:
            return None
        best, own = self.best[0].points, self.recorded.points
        return None if best is None or own is None else best - own


def taken_up(
    deal: Deal, *, variant: Variant | None = None, declarer: Seat | str | None = None
) -> TakenUp:
    """Return a recorded deal after its declarer has taken up the surprise.

    What is given goes before what is recorded. Raises DealError or RuleError.
    """
    if variant is None:
        if checks.instance(deal, Deal, "deal").variant is None:
            raise DealError("no variant is recorded: give one (--variant)")
        variant = get_variant(str(deal.variant))
    checks.instance(variant, Variant, "variant")
    if not variant.exchange.picks_up:
        raise RuleError(f"there is no surprise to take up in {variant.code}")
    checks.instance(deal, Deal, "deal")
    if not deal.manni:
        raise DealError("no surprise is recorded: what is taken up is not known")
    variant.check_deal(deal.hands, deal.manni, deal.cut)
    seat = deal.declarer if declarer is None else parse_seat(declarer)
    if seat is None:
        raise DealError("nobody is said to declare: give the seat (--declarer)")
    if deal.contract_played is not None and deal.contract_played.avoids:
        raise RuleError(f"nothing is exchanged where {deal.bid or 'no trick'} is bid")
    bid = deal.bid if seat is deal.declarer else None
    return TakenUp(variant, deal.hands, deal.manni, seat, bid)


def best_put_away(
    taken: TakenUp,
    *,
    contract: Contract | str | None = None,
    recorded: tuple[Contract, Sequence[int]] | None = None,
    engine: Engine | None = None,
    seconds: float | None = None,
    run: Run | None = None,
) -> SurpriseExchange:
    """Return the best cards to put away, for every trump or for the ``contract`` given.

    ``recorded`` is what the declarer named and put away, to be valued too. After ``seconds``,
    or once the run is over, what is known until then is returned; it is not ``exact``. Raises
    StoppedError where nothing is known, RuleError for a recorded exchange that is not legal.
    """
    checks.instance(taken, TakenUp, "taken")
    run = Run.of(run, seconds)
    engine = GamesEngine() if engine is None else checks.instance(engine, Engine, "engine")
    trumps = [each for each in taken.variant.contracts if not each.avoids]
    if contract is not None:
        trumps = [parse_contract(contract)]
        if trumps[0] not in taken.variant.contracts or trumps[0].avoids:
            raise RuleError(f"the declarer may not name {trumps[0].name} in {taken.variant.code}")
    search = _Search(taken, engine, run)
    made = None if recorded is None else search.made(*recorded)
    best = [found for found in map(search.best, trumps) if found is not None]
    if not best:
        raise StoppedError("nothing was found in the time given: allow more")
    best.sort(key=lambda found: (-found.bounds[0], found.contract))
    return SurpriseExchange(
        taken, search.candidates, len(search.classes), tuple(best), made, search.exact
    )


class _Search:
    """Finds the best cards to put away, a trump at a time."""

    def __init__(self, taken: TakenUp, engine: Engine, run: Run) -> None:
        self.taken, self.engine, self.run = taken, engine, run
        self.exact = True
        choices = [hand_of(c) for c in combinations(cards_in(taken.held), len(taken.pile))]
        pairs = list(_equal_pairs(taken.held, taken.variant.rules))
        self.candidates = len(choices)
        # Of cards that are equal the lower goes first: the others come to the same.
        self.classes = [
            away
            for away in choices
            if not any(away & high and not away & low for high, low in pairs)
        ]

    def made(self, contract: Contract, cards: Sequence[int]) -> PutAway:
        """Return what a recorded exchange comes to. Raises RuleError unless it is legal."""
        taken = self.taken
        size = len(taken.pile)
        pile = hand_of(taken.pile)
        cards = checks.cards(cards, "recorded")
        check_discard(taken.declarer, taken.hands[taken.declarer], cards, (0, size), pile)
        cards = cards or taken.pile
        away = hand_of(cards)
        more = self._points(cards, taken.variant.rules) * taken.variant.pile_counts
        low, high = self.engine.bounds(taken.position(contract, away), taken.declarer, run=self.run)
        self.exact = self.exact and low == high
        return PutAway(contract, tuple(cards_in(away)), (low + more, high + more))

    @staticmethod
    def _points(cards: Iterable[int], rules: TrickRules) -> int:
        return sum(rules.card_points[rank_of(card)] for card in cards)

    def best(self, contract: Contract) -> PutAway | None:
        """Return the best with a trump, None if the run was over before any was known."""
        taken, best, sure = self.taken, None, -1
        rules = taken.variant.rules_of(contract)
        whole = taken.position(contract, hand_of(taken.pile)).worth + self._points(
            taken.pile, rules
        )
        order = sorted(self.classes, key=lambda away: _regret(away, contract, rules.heights))
        for away in order:
            lost = self._points(cards_in(away), rules)
            more = lost * taken.variant.pile_counts
            least = sure - more
            if whole - lost <= least:
                continue  # not even all the tricks would be better
            better = self._better(taken.position(contract, away), least)
            if better is None:
                self.exact = False
                break
            if better > least:
                best, sure = away, better + more
        if best is None:
            return None
        return PutAway(contract, tuple(cards_in(best)), (sure, sure))

    def _better(self, position: Position, least: int) -> int | None:
        """Return the declarer's points if they are more than ``least``, else something lower.

        None if the run was over before that was known.
        """
        declarer = self.taken.declarer
        if least >= 0:
            window = (least, least + 1)
            low, high = self.engine.bounds(position, declarer, run=self.run, window=window)
            if high <= least:
                return high
            if low <= least:
                return None
        low, high = self.engine.bounds(position, declarer, run=self.run, guess=max(least, 0))
        return low if low == high else None


def _equal_pairs(held: int, rules: TrickRules) -> Iterator[tuple[int, int]]:
    """Yield neighbours in rank of one hand that are worth the same, the higher first, as bits."""
    for card in cards_in(held):
        height = rules.heights[rank_of(card)]
        for other in cards_in(held):
            if (
                suit_of(other) == suit_of(card)
                and rules.heights[rank_of(other)] == height - 1
                and rules.card_points[rank_of(other)] == rules.card_points[rank_of(card)]
            ):
                yield 1 << card, 1 << other


def _regret(away: int, contract: Contract, heights: Sequence[int]) -> tuple[int, int]:
    """Return how little cards are likely to be the best to put away: the best come first."""
    lost = sum(
        heights[rank_of(card)] ** 2 + 100 * (suit_of(card) == contract.trump)
        for card in cards_in(away)
    )
    return lost, away
