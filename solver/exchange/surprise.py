"""What to put away and which trump to name with the surprise taken up, all cards open.

For every trump it finds the cards to put away with which the declarer is sure of most points.
Each choice that may be the best is asked one question, whether it is better than the best so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Annotated

from ..cards import BySeat, Contract, Seat, by_seat, cards_in, hand_of, rank_of, suit_of
from ..deal import Deal
from ..engine import Engine
from ..errors import DealError, RuleError, StoppedError
from ..notation import parse_contract, parse_seat
from ..position import Position
from ..rules.auction import Aim, find_bid
from ..rules.exchange import check_discard
from ..rules.games import get_variant
from ..rules.trick import arranged
from ..rules.variant import Variant, check_can_declare, check_deal
from ..run import Run
from ..schema import Cards, integer
from ..searches import Bounds
from .discards import kept_hands

if TYPE_CHECKING:
    import numpy as np

_AT_ONCE = 64
"""Choices between looks at what has been found."""


@dataclass(frozen=True)
class PutAway:
    """Cards put away, the trump named and bounds on the points the declarer is then sure of.

    Attributes:
        cards: The cards put away.
    """

    contract: Contract
    cards: Cards
    bounds: Bounds

    @property
    def points(self) -> int | None:
        """The points the declarer is sure of, None where they are not known."""
        low, high = self.bounds
        return low if low == high else None


@dataclass(frozen=True)
class TakenUp:
    """A deal whose declarer has taken up the surprise: ``held`` are his cards with it.

    Attributes:
        pile: The surprise.
        declarer: Who declares.
        bid: What was bid, null where it is not recorded.
    """

    variant: Variant
    hands: BySeat[int]
    pile: Cards
    declarer: Seat
    bid: str | None = None

    @property
    def held(self) -> int:
        """The declarer's cards, the surprise among them."""
        return self.hands[self.declarer] | hand_of(self.pile)

    def points_put_away(self, away: int) -> int:
        """Return the points that the cards put away count for the declarer."""
        points = self.variant.rules.card_points
        return sum(points[rank_of(card)] for card in cards_in(away)) * self.variant.pile_counts

    def position(self, contract: Contract, away: int) -> Position:
        """Return the position at the first lead, with the cards ``away`` put away."""
        kept = self.held & ~away
        return Position.checked(
            by_seat(
                lambda seat: kept if seat is self.declarer else self.hands[seat],
                self.variant.seats,
            ),
            contract,
            self.variant.leader(self.declarer),
            rules=self.variant.rules_of(contract),
            declarer=self.declarer,
        )


@dataclass(frozen=True)
class SurpriseExchange:
    """The best cards to put away for every trump.

    Choices differ unless only cards with nobody's card between them do, of which only how many
    go matters to the play. Where the run was over before all was found ``best`` are the best found
    so far, of the trumps looked at.

    Attributes:
        candidates: Choices of cards to put away.
        classes: Those that differ.
        best: The best of every trump, the best trump first.
        recorded: What the deal records, null where it does not.
        exact: Whether all was found; false where the time was up.
    """

    taken_up: TakenUp
    candidates: Annotated[int, integer(1)]
    classes: Annotated[int, integer(1)]
    best: tuple[PutAway, ...]
    recorded: PutAway | None
    exact: bool

    @property
    def lost(self) -> Annotated[int, integer(unit="points")] | None:
        """The points that it gave up, null where that is not known."""
        if self.recorded is None or not self.exact:
            return None
        best, recorded = self.best[0].points, self.recorded.points
        return None if best is None or recorded is None else best - recorded


def taken_up(
    deal: Deal, *, variant: Variant | None = None, declarer: Seat | str | None = None
) -> TakenUp:
    """Return a recorded deal after its declarer has taken up the surprise.

    Arguments override the record. Raises DealError or RuleError.
    """
    if variant is None:
        if deal.variant is None:
            raise DealError("no variant is recorded: give one (--variant)")
        variant = get_variant(str(deal.variant))
    if not variant.exchange.picks_up:
        raise RuleError(f"there is no surprise to take up in {variant.code}")
    if not deal.manni:
        raise DealError(f"no {variant.pile} is recorded: what is taken up is not known")
    check_deal(variant, deal.hands, deal.manni, deal.cut)
    seat = deal.declarer if declarer is None else parse_seat(declarer)
    if seat is None:
        raise DealError("nobody is said to declare: give the seat (--declarer)")
    check_can_declare(variant, seat)
    contract, bid = deal.contract_played, deal.bid if seat is deal.declarer else None
    no_trick = bid is not None and find_bid(variant.bids, bid).aim is Aim.NONE
    if no_trick or (contract is not None and contract.avoids):
        if variant.bids:
            raise RuleError(f"nothing is exchanged where {deal.bid or 'no trick'} is bid")
        raise RuleError("what to put away is looked for where tricks are wanted, not in NULLO")
    return TakenUp(variant, deal.hands, deal.manni, seat, bid)


def recorded_in(deal: Deal, taken: TakenUp) -> tuple[Contract, Sequence[int]] | None:
    """Return the trump and what was put away as a deal records them, None where it does not."""
    away = deal.discards[taken.declarer] if taken.declarer is deal.declarer else None
    return None if deal.contract is None or away is None else (deal.contract, away)


def best_put_away(
    taken: TakenUp,
    *,
    contract: Contract | str | None = None,
    recorded: tuple[Contract, Sequence[int]] | None = None,
    engine: Engine | None = None,
    run: Run | None = None,
) -> SurpriseExchange:
    """Return the best cards to put away, for every trump or for the ``contract`` given.

    ``recorded`` is what the declarer named and put away, to be valued too. Once the
    run is over what is known until then is returned; it is not ``exact``. Raises
    StoppedError where nothing is known, RuleError for a recorded exchange that is not legal.
    """
    search = PutAwaySearch(taken, engine, run)
    trumps = taken.variant.trumps
    if contract is not None:
        trumps = (parse_contract(contract),)
        check_trump(taken.variant, trumps[0])
    valued = None
    if recorded is not None:
        valued = search.value_of(*recorded)
    best = [choice for choice in map(search.best, trumps) if choice is not None]
    if not best:
        raise StoppedError("nothing was found in the time given: allow more")
    best.sort(key=lambda choice: (-choice.bounds[0], choice.contract))
    return SurpriseExchange(
        taken, search.candidates, len(search.classes), tuple(best), valued, search.exact
    )


def check_trump(variant: Variant, contract: Contract) -> None:
    """Raise RuleError unless a declarer may name the trump."""
    if contract not in variant.trumps:
        raise RuleError(f"the declarer may not name {contract.name} in {variant.code}")


class PutAwaySearch:
    """A search for the best cards to put away, a trump at a time.

    What is asked for in one number raises StoppedError where the run was over before it was known.
    """

    def __init__(
        self, taken: TakenUp, engine: Engine | None = None, run: Run | None = None
    ) -> None:
        import numpy as np  # here and below: most exchanges are without a surprise

        self.taken, self.engine, self.run = taken, engine or Engine(), Run.of(run)
        self.exact = True
        held, variant = taken.held, taken.variant
        self.candidates = comb(held.bit_count(), len(taken.pile))
        kept = kept_hands(
            held,
            sum(hand for seat, hand in enumerate(taken.hands) if seat != taken.declarer),
            held.bit_count() - len(taken.pile),
            variant.rules,
            dearest=not variant.pile_counts,
        )
        self.classes = np.array([held & ~hand for hand in kept], dtype=np.uint64)
        self._cards = [*cards_in(held)]
        self._has = (self.classes[:, None] >> np.array(self._cards, np.uint64) & 1).astype(np.int64)
        points = variant.rules.card_points
        self._counted = self._sums([points[rank_of(card)] for card in self._cards])
        self._counted *= variant.pile_counts

    def _sums(self, worths: Sequence[int]) -> np.ndarray:
        """Return what the cards of each class come to, by the worth of every card held."""
        return self._has @ worths

    def _order(self, contract: Contract) -> np.ndarray:
        """Return the numbers of the classes: those likely to be the best to put away first."""
        import numpy as np

        height = self.taken.variant.rules_of(contract).height
        lost = self._sums(
            [height(card) ** 2 + 100 * (suit_of(card) == contract.trump) for card in self._cards]
        )
        return np.lexsort((self.classes, lost))

    def value_of(self, contract: Contract, cards: Sequence[int]) -> PutAway:
        """Return what a recorded exchange comes to. Raises RuleError unless it is legal."""
        taken = self.taken
        check_trump(taken.variant, contract)
        size = len(taken.pile)
        pile, hand = hand_of(taken.pile), taken.hands[taken.declarer]
        check_discard(taken.declarer, hand, cards, (0, size), pile, taken.variant.pile)
        cards = cards or taken.pile
        away = hand_of(cards)
        more = taken.points_put_away(away)
        low, high = self.engine.bounds(taken.position(contract, away), taken.declarer, run=self.run)
        self.exact = self.exact and low == high
        return self._put_away(contract, away, (low + more, high + more))

    def best(self, contract: Contract, beyond: int = -1) -> PutAway | None:
        """Return the best with a trump that is more than ``beyond``, None if there is none.

        Nor is there one where the run was over before any was known; it is then not ``exact``.
        """
        import numpy as np

        order = self._order(contract)
        classes, counted = self.classes[order], self._counted[order]
        sure = beyond
        taken, best, rules = self.taken, None, self.taken.variant.rules_of(contract)
        hands = np.tile(np.array(taken.hands, dtype=np.uint64), (len(classes), 1))
        hands[:, taken.declarer] = np.uint64(taken.held) & ~classes
        more = counted.astype(np.int16)
        try:
            for start in range(0, len(classes), _AT_ONCE):  # what is found till the end stays
                rows = slice(start, start + _AT_ONCE)
                sure, row = self.engine.best_row(
                    hands[rows],
                    contract,
                    taken.variant.leader(taken.declarer),
                    taken.declarer,
                    rules,
                    more=more[rows],
                    least=sure,
                    run=self.run,
                )
                if row >= 0:
                    best = int(classes[start + row])
        except StoppedError:
            self.exact = False
        return None if best is None else self._put_away(contract, best, (sure, sure))

    def _put_away(self, contract: Contract, away: int, bounds: Bounds) -> PutAway:
        cards = arranged(cards_in(away), self.taken.variant.rules)
        return PutAway(contract, cards, bounds)

    def most_points(self) -> int:
        """Return the most points that the declarer can be sure of, with any trump."""
        sure = -1
        for contract in self.taken.variant.trumps:
            best = self.best(contract, beyond=sure)
            if not self.exact:
                raise StoppedError("no answer in the time given: allow more")
            sure = sure if best is None else best.bounds[0]
        return sure
