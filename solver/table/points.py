"""A deal of Manille at the table: numbers are bid, the surprise taken up, a trump named."""

from __future__ import annotations

from typing import NamedTuple

from manni.solver.cards import BySeat, Seat, cards_in, hand_of, rank_of, triple
from manni.solver.exchange.surprise import trumps_of
from manni.solver.rules.bidding import PASS, Aim, Bidding, find_bid
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.trick import cards_worth
from manni.solver.table.deal import Table
from manni.solver.table.steps import (
    AsksAway,
    AsksBid,
    AsksClaim,
    AsksTrump,
    Claims,
    Course,
    Declares,
    FaceUp,
    HasBid,
    TakesUp,
)


class Outlook(NamedTuple):
    """What a seat ``needs`` besides what it has, and what is still ``out``: least and most."""

    seat: Seat
    needs: tuple[int, int]
    out: tuple[int, int]


class PointsTable(Table):
    """A deal of a game in which cards have points."""

    def outlook(self) -> Outlook | None:
        """Return what is still needed, and by whom, as the player can tell from what he has seen.

        It goes by the bid, else by what he wants himself; None where that is no number of points.
        The least and the most differ where he has not seen all cards that were put away.
        """
        variant, position, contract, own = self.variant, self.position, self.contract, self.own
        if position is None or contract is None or own is None:
            return None
        seat: Seat = own
        wanted = variant.scoring.wanted
        if self.bid is not None and self.declarer is not None:
            bid = find_bid(variant.bids, self.bid)
            seat, wanted = self.declarer, bid.worth if bid.aim is Aim.POINTS else None
        if wanted is None:
            return None
        rules = variant.rules_of(contract)
        away = hand_of(self.record().discards[own] or ())
        seen = position.hands[own] | hand_of(self.played) | away

        def worth(cards: int) -> list[int]:
            return sorted(rules.card_points[rank_of(card)] for card in cards_in(cards))

        unseen = worth(variant.pack & ~seen)
        others = sum(hand.bit_count() for hand in position.hands) - position.hands[own].bit_count()
        aside = len(unseen) - others
        low = sum(worth(away)) + sum(unseen[:aside])
        high = sum(worth(away)) + sum(unseen[others:])
        left = sum(worth(variant.pack)) + variant.tricks * rules.trick_points - sum(self.won)
        needs = wanted - self.won[seat]
        counted = variant.pile_counts and seat is self.declarer
        least, most = (needs - high, needs - low) if counted else (needs, needs)
        return Outlook(seat, (least, most), (left - high, left - low))

    def _call(self) -> Course:
        """Bid, take up the surprise and name a trump; without a contract where all pass."""
        variant, dealing = self.variant, self.dealing
        if variant.shown:
            yield FaceUp(variant.face_up(dealing.manni))
        if variant.names_trump:
            yield from self._name(Seat.FOREHAND, dealing.hands[Seat.FOREHAND])
            return
        yield from self._auction()
        bidding = Bidding.of(variant.bids, self.said)
        if bidding.standing is None or bidding.declarer is None:
            return
        self.bid, self.declarer = bidding.standing.name, bidding.declarer
        yield Declares(self.declarer, self.bid)
        if bidding.standing.aim is Aim.NONE:
            self.contract = Contract.NULLO
            return
        if variant.exchange.picks_up:
            yield from self._take_up(self.declarer)
        state = self.exchange
        hands = dealing.hands if state is None else state.hands
        yield from self._name(self.declarer, hands[self.declarer])

    def _claim(self, contract: Contract) -> Course:
        """Ask each seat, from forehand on, whether it claims every trick; the first plays for it.

        That is asked once the trump is known, by which everybody judges his hand.
        """
        if not self.variant.claims:
            return
        name, begun = self.variant.bids[0].name, self.begun
        if begun is not None and (begun.bid or begun.play):
            self.bid, self.declarer = begun.bid, begun.declarer
            if self.declarer is not None:
                yield Claims(self.declarer, name)
            return
        for seat in Seat:
            claims, _ = yield from self._decided(AsksClaim(seat, contract, name), ())
            if claims:
                self.bid, self.declarer = name, seat
                self.changed()
                yield Claims(seat, name)
                return

    def _auction(self) -> Course:
        bidding = Bidding(self.variant.bids)
        begun = () if self.begun is None else self.begun.auction
        told = Bidding.of(self.variant.bids, begun).calls
        while (seat := bidding.to_call) is not None:
            asks = AsksBid(seat, bidding)
            bidding, known = yield from self._decided(asks, told[len(bidding.calls) :])
            self.said = tuple(PASS if call is None else call.name for call in bidding.calls)
            yield self._noted(HasBid(seat, self.said[-1], known=known))

    def _take_up(self, seat: Seat) -> Course:
        """Have the declarer put cards away."""
        dealing = self.dealing
        state = Exchange(self.variant.exchange, dealing.hands, dealing.manni, seat)
        made = self._recorded_discards(seat)
        state, known = yield from self._decided(AsksAway(seat, state), made)
        self.exchange = state
        yield self._noted(TakesUp(seat, tuple(state.discards[-1]), known=known))

    def _name(self, seat: Seat, hand: int) -> Course:
        """Have a seat name the trump."""
        if self.begun is not None and self.begun.contract is not None:
            self.contract = self.begun.contract
            return
        asks = AsksTrump(seat, trumps_of(self.variant), hand, self.bid)
        self.contract, _ = yield from self._decided(asks, ())
        self.changed()

    def _exchange(self, contract: Contract) -> Course:
        """Do nothing: who takes up a surprise does so before the trump is named."""
        if self.exchange is None:
            rule = self.variant.exchange_in(contract)
            self.exchange = Exchange(rule, self.dealing.hands, self.dealing.manni, self.declarer)
        yield from ()

    def taken(self) -> BySeat[int]:
        """Return the points each seat has taken, with the cards put away where they count."""
        state, contract = self.exchange, self.contract
        if state is None or contract is None or not self.variant.pile_counts:
            return self.won
        away = self.variant.worth(state.hands, contract)[0] - cards_worth(
            state.hands, self.variant.rules_of(contract)
        )
        return triple(
            won + away * (seat is self.declarer) for seat, won in zip(Seat, self.won, strict=True)
        )
