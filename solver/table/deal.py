"""A deal at the table: somebody sits in one seat, the computer in the others.

Contracts are called, or numbers bid, the surprise taken up and a trump named.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..advice.choices import Strength
from ..advice.observation import Observation, observation_of
from ..cards import BySeat, Contract, Seat, by_seat, cards_in, hand_of, rank_of
from ..deal import Deal
from ..notation import parse_call
from ..piles import SeenPiles, piles_left, seen_piles
from ..position import Position
from ..rules.auction import PASS, Aim, Auction, Call, find_bid
from ..rules.exchange import Exchange
from ..rules.scoring import Taken
from ..rules.trick import TrickRules, cards_worth
from ..rules.variant import Dealing, Variant, marks
from .settings import TAG
from .steps import (
    Act,
    Asks,
    AsksAway,
    AsksBid,
    AsksCall,
    AsksCard,
    AsksClaim,
    AsksExchange,
    AsksTrump,
    Called,
    Claims,
    ComputerTurn,
    ContractMade,
    Course,
    Dealt,
    Declares,
    Exchanged,
    FaceUp,
    HasBid,
    Lays,
    PassedOut,
    Plays,
    Scored,
    Step,
    Takes,
    TakesUp,
)

CALLS_TAG = "Calls"
"""The tag of a record with what was called, for which files have no field."""


def without_table(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the tags of a deal but those that tell how it was played at the table."""
    return tuple((name, value) for name, value in tags if name not in (TAG, CALLS_TAG))


# The table ----------------------------------------------------------------------------


def nothing() -> None:
    """Do nothing."""


class Outlook(NamedTuple):
    """What the side of a seat ``needs`` besides what it has, what is still ``out``: least, most."""

    seat: Seat
    needs: tuple[int, int]
    out: tuple[int, int]


@dataclass
class DealTable:
    """A deal being played: ``own`` is the seat of the player who answers, None if nobody does.

    Without a ``contract`` there has to be an ``auction``, before its first call. ``bid`` is what
    stands where numbers are bid, ``said`` their auction.

    ``begun`` is the record of the deal so far, which is followed before anybody decides
    anything. ``changed`` is called after each call, exchange and card that is new.
    """

    variant: Variant
    dealing: Dealing
    own: Seat | None
    strength: Strength
    seed: int
    contract: Contract | None = None
    great: bool = False
    declarer: Seat | None = None
    auction: Auction | None = None
    left: tuple[frozenset[str], ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    begun: Deal | None = None
    changed: Callable[[], None] = nothing

    def __post_init__(self) -> None:
        self.exchange: Exchange | None = None
        self.calls: tuple[Call | None, ...] = ()
        self.played: list[int] = []
        self.position: Position | None = None
        self.won: BySeat[int] = (0,) * self.variant.players
        self.bid: str | None = None
        self.said: tuple[str, ...] = ()
        self.score: Scored | None = None
        self._dealt = (self.contract, self.great, self.declarer)

    def again(self, own: Seat | None) -> DealTable:
        """Return the deal as it was at first, for another player, or the computer alone."""
        contract, great, declarer = self._dealt
        return replace(
            self,
            own=own,
            contract=contract,
            great=great,
            declarer=declarer,
            begun=None,
            changed=nothing,
        )

    # The deal --------------------------------------------------------------------------

    def course(self) -> Course:
        """Call, exchange and play, step by step."""
        yield Dealt()
        if self.contract is None:
            yield from self._call()
        if self.contract is None:
            yield PassedOut()
            return
        yield ContractMade(self.contract)
        yield from self._claim(self.contract)
        yield from self._exchange(self.contract)
        yield from self._play(self.contract)
        self.score = self._score(self.contract)
        yield self.score

    @property
    def rules(self) -> TrickRules:
        """How tricks are played, as far as that is known."""
        variant, contract = self.variant, self.contract
        if contract is None:
            return variant.rules
        return variant.rules_of(contract, self.bid is not None)

    def _decided(
        self, asks: Asks, recorded: Sequence[Any]
    ) -> Generator[Step, Any, tuple[Any, bool]]:
        """Return what a question leads to, and whether that is known.

        It is as ``recorded``, else as the seat answers, the player or the computer.
        """
        if recorded:
            return asks.take(recorded[0]), True
        if asks.seat is self.own:
            return (yield asks), False
        return (yield ComputerTurn(asks, self.strength, 1000 * self.seed + len(self.played))), False

    def _noted(self, act: Act) -> Act:
        """Return what a seat has done, of which note is taken where it is new."""
        if not act.known:
            self.changed()
        return act

    def _recorded_discards(self, seat: Seat) -> Sequence[tuple[int, ...]]:
        """Return what a seat is recorded to have put down, nothing where it is not."""
        made = None if self.begun is None else self.begun.discards[seat]
        return [] if made is None else [made]

    def _call(self) -> Course:
        """Call a contract, or bid, take up the surprise and name a trump.

        There is none where all pass.
        """
        variant, dealing, auction = self.variant, self.dealing, self.auction
        if auction is not None:
            yield from self._auction(auction)
            return
        if variant.shown:
            yield FaceUp(variant.face_up(dealing.manni))
        if variant.names_trump:
            yield from self._name(variant.seats.FOREHAND, dealing.hands[0])
            return
        yield from self._bid()
        bidding = variant.bidding(self.said)
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

    def _auction(self, auction: Auction) -> Course:
        told = calls_of(self.begun)
        while (seat := auction.to_call) is not None:
            asks = AsksCall(seat, auction)
            auction, known = yield from self._decided(asks, told[len(auction.calls) :])
            self.calls = auction.calls
            yield self._noted(Called(seat, auction.calls[-1], known=known))
        standing = auction.standing
        assert standing is not None
        self.contract, self.great, self.declarer = (
            standing.contract,
            standing.great,
            auction.declarer,
        )

    def _bid(self) -> Course:
        bidding = self.variant.bidding()
        told = self.variant.bidding(() if self.begun is None else self.begun.auction).calls
        while (seat := bidding.to_call) is not None:
            asks = AsksBid(seat, bidding)
            bidding, known = yield from self._decided(asks, told[len(bidding.calls) :])
            self.said = bidding.said
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
        asks = AsksTrump(seat, self.variant.trumps, hand, self.bid)
        self.contract, _ = yield from self._decided(asks, ())
        self.changed()

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
        for seat in self.variant.seats:
            claims, _ = yield from self._decided(AsksClaim(seat, contract, name), ())
            if claims:
                self.bid, self.declarer = name, seat
                self.changed()
                yield Claims(seat, name)
                return

    def _exchange(self, contract: Contract) -> Course:
        if self.exchange is not None:
            return  # who takes up a surprise does so before the trump is named
        rule = self.variant.exchange_in(contract)
        state = Exchange(rule, self.dealing.hands, self.dealing.manni, self.declarer)
        while (seat := state.to_exchange) is not None:
            self.exchange, known = state, False
            made = self._recorded_discards(seat)
            if made or max(state.sizes()):
                state, known = yield from self._decided(AsksExchange(seat, state), made)
            else:
                state = state.discard(())
            self.exchange = state
            yield self._noted(Exchanged(seat, tuple(state.discards[-1]), known=known))
        self.exchange = state

    def _play(self, contract: Contract) -> Course:
        leader = self.variant.leader(self.declarer)
        self.position = position = self.record().start(contract, leader, self.rules, self.declarer)
        if not self.variant.spoken:  # else they have been seen
            for each, hand in zip(position.seats, self.laid, strict=True):
                if hand:
                    yield Lays(each, hand)
        told = () if self.begun is None else self.begun.play
        while position.tricks:
            seat = position.to_play
            asks = AsksCard(seat, position)
            card, known = yield from self._decided(asks, told[len(self.played) :])
            self.position = position = position.play(card)
            self.played.append(card)
            taken_by = position.taken_by
            if taken_by is not None:
                self.won = tuple(won + position.gain(each) for each, won in enumerate(self.won))
            yield self._noted(Plays(seat, card, known=known))
            if taken_by is not None:
                yield Takes(taken_by, self.won)

    def _score(self, contract: Contract) -> Scored:
        """Return what the deal is worth to each."""
        variant, declarer = self.variant, self.declarer
        found = marks(
            variant, contract, self.taken(), declarer, self.bid, self.dealing.cut, self.great
        )
        if self.bid is None or declarer is None:
            return Scored(found)
        return Scored(found, Taken(self.taken(), declarer, find_bid(variant.bids, self.bid)).made)

    @property
    def laid(self) -> BySeat[int]:
        """The hands that lie open, with the cards played since the first lead, 0 for the others."""
        hands, state = self.dealing.hands, self.exchange
        if self.position is None and not self.variant.spoken:
            return (0,) * len(hands)
        return self.variant.laid_open(
            self.bid, self.declarer, hands if state is None else state.hands
        )

    @property
    def piles(self) -> BySeat[SeenPiles]:
        """The piles in which hands lie, as they are now; None for a card that is not seen."""
        return piles_left(seen_piles(self.dealing.piles, self.played), self.played)

    def seen(self, seat: Seat) -> int | None:
        """Return the cards of a seat that the player sees, None where they are covered."""
        if piles := self.piles:
            return hand_of(pile[0] for pile in piles[seat] if pile and pile[0] is not None)
        if seat is not self.own and not self.laid[seat]:
            return None
        now = self.position or self.exchange or self.dealing
        return now.hands[seat]

    def together(self, won: Sequence[int]) -> BySeat[int]:
        """Return what each seat has with its partners, of what each has won."""
        sides = self.variant.sides()
        return by_seat(
            lambda seat: sum(won[each] for side in sides if seat in side for each in side),
            self.variant.seats,
        )

    def observation(self, seat: Seat) -> Observation:
        """Return what a seat knows when it is to play."""
        return observation_of(self.record(), seat, calls=self.calls, lines_left=self.left)

    # The record ------------------------------------------------------------------------

    @property
    def is_passed_out(self) -> bool:
        """Whether all have passed, so that nothing is played."""
        return self.contract is None and self.said == (PASS,) * self.variant.players

    @property
    def is_over(self) -> bool:
        """Whether the deal was played to its end."""
        return len(self.played) == self.variant.players * self.variant.tricks

    def taken(self) -> BySeat[int]:
        """Return the points each seat has taken, with the cards put away where they count."""
        state, contract = self.exchange, self.contract
        if state is None or contract is None or not self.variant.pile_counts:
            return self.won
        away = self.variant.worth(state.hands, contract)[0] - cards_worth(
            state.hands, self.variant.rules_of(contract)
        )
        return by_seat(
            lambda seat: self.won[seat] + away * (seat is self.declarer), self.variant.seats
        )

    def outlook(self) -> Outlook | None:
        """Return what is still needed, and by whom, as the player can tell from what he has seen.

        It goes by the bid, else by what he wants himself; None where that is no number of points.
        The least and the most differ where he has not seen all cards that were put away.
        """
        variant, position, contract, own = self.variant, self.position, self.contract, self.own
        if position is None or contract is None or own is None or variant.rules.unit != "points":
            return None
        seat, wanted = own, variant.scoring.wanted
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
        needs = wanted - self.together(self.won)[seat]
        counted = variant.pile_counts and seat is self.declarer
        least, most = (needs - high, needs - low) if counted else (needs, needs)
        return Outlook(seat, (least, most), (left - high, left - low))

    def record(self) -> Deal:
        """Return what has happened so far."""
        state = self.exchange
        discards: list[tuple[int, ...] | None] = [None] * self.variant.players
        if state is not None:
            order = state.rule.order(self.declarer, state.seats)
            for seat, cards in zip(order, state.discards, strict=False):
                discards[seat] = cards
        known = self.contract is not None
        calls = ((CALLS_TAG, ", ".join(map(_written, self.calls))),) * bool(self.calls)
        return Deal.checked(
            hands=self.dealing.hands,
            variant=self.variant.code,
            manni=self.dealing.manni,
            cut=self.dealing.cut,
            piles=self.dealing.piles,
            auction=self.said,
            bid=self.bid,
            contract=self.contract,
            great=self.great,
            ace_low=True if known and self.rules.ace_low else None,
            declarer=self.declarer,
            leader=self.variant.leader(self.declarer) if known else None,
            discards=tuple(discards),
            play=tuple(self.played),
            result=self.taken() if self.is_over else None,
            tags=(*self.tags, *calls),
        )


def _written(call: Call | None) -> str:
    """Return a call as records have it."""
    return PASS if call is None else str(call)


def calls_of(deal: Deal | None) -> tuple[Call | None, ...]:
    """Return what was called in a deal that was recorded at the table.

    Raises NotationError where its tag is not what the table writes.
    """
    tags: Sequence[tuple[str, str]] = () if deal is None else deal.tags
    said = next((value for name, value in tags if name == CALLS_TAG), "")
    return tuple(
        None if text == PASS else Call(*parse_call(text))
        for text in (said.split(", ") if said else ())
    )
