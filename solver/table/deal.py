"""A deal at the table: the player sits in one seat, the computer in the others.

The deal goes from the auction through the exchange to the play and the score.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..advice.choices import Strength
from ..advice.observation import Observation, observation_of
from ..cards import BySeat, Contract, Seat, by_seat, card_name, cards_in, hand_of, rank_of
from ..checks import derived
from ..deal import CALLS_TAG, PASSED_TAG, Deal
from ..errors import DealError
from ..i18n import _
from ..moments import calls_of, calls_text, tag_text
from ..piles import SeenPiles, piles_left, seen_piles
from ..position import Position
from ..rules.auction import PASS, Aim, Auction, Bidding, Call
from ..rules.exchange import Exchange, ExchangeRule
from ..rules.scoring import Taken
from ..rules.trick import TrickRules
from ..rules.variant import Variant, marks
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
    Lays,
    PassedOut,
    Plays,
    Scored,
    Step,
    Takes,
    TakesUp,
)

TAKEN_TAG = "TakenBack"
"""The tag of a record that lists the cards the player has taken back."""


def without_table(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the tags of a deal without those in which the table records how it was played."""
    return tuple(
        (name, value) for name, value in tags if name not in (TAG, CALLS_TAG, PASSED_TAG, TAKEN_TAG)
    )


# The table ----------------------------------------------------------------------------


def do_nothing() -> None:
    """Do nothing."""


class Outlook(NamedTuple):
    """The ``points_needed`` by a seat's side and those still ``points_open``, as (least, most)."""

    seat: Seat
    points_needed: tuple[int, int]
    points_open: tuple[int, int]


class Trick(NamedTuple):
    """A trick, and the seat that takes it."""

    trick: Sequence[Plays]
    taker: Seat


@dataclass
class DealTable:
    """A deal being played. ``own`` is the seat of the player, None if the computer has all seats.

    ``deal`` is the record of what has happened so far, at first of the cards dealt. Where contracts
    are called, an ``auction`` before its first call is needed, unless the record has a contract.

    ``begun`` is the record of a deal that was started before. The table first repeats all that it
    records. ``changed`` is called after each call, exchange and card that is new. ``left`` are the
    lines that each seat may still declare, where these are limited. ``totals`` are the marks of
    each seat, in games where they decide which seats play for a claim. The ``seed`` determines the
    computer's choices.
    """

    deal: Deal
    own: Seat | None
    strength: Strength
    seed: int
    auction: Auction | Bidding | None = None
    left: tuple[frozenset[str], ...] = ()
    totals: Sequence[int] = ()
    begun: Deal | None = None
    changed: Callable[[], None] = do_nothing
    variant: Variant = field(init=False)

    def __post_init__(self) -> None:
        assert self.deal.rules is not None
        self.variant = self.deal.rules
        self.position: Position | None = None
        self.trick: tuple[Plays, ...] = ()  # stays whole until the next trick is led
        self.last: Trick | None = None  # the trick before that one
        self.won: BySeat[int] = (0,) * self.variant.players
        self.score: Scored | None = None
        self._dealt = self.deal, self.auction
        self._record()

    def from_start(self) -> DealTable:
        """Return the deal as it was dealt, for the computer alone."""
        deal, auction = self._dealt
        return replace(self, deal=deal, own=None, auction=auction, begun=None, changed=do_nothing)

    # The deal --------------------------------------------------------------------------

    def course(self) -> Course:
        """Yield the steps of the deal, from the auction to the score."""
        yield Dealt()
        if self.deal.contract is None:
            yield from self._call()
        contract = self.deal.contract
        if contract is None:
            yield PassedOut()
            return
        yield ContractMade()
        yield from self._claim(contract)
        if not any(self.deal.discards):  # else the declarer took up the surprise in the auction
            rule = self.variant.exchange_in(contract)
            yield from self._put_down(Exchanged, AsksExchange, rule)
        yield from self._play()
        variant, deal = self.variant, self.deal
        assert deal.result is not None
        self.won = deal.result  # with the cards put away where they count
        points = marks(variant, contract, self.won, deal.declarer, deal.bid, deal.cut, deal.great)
        made = None
        if deal.bid is not None and deal.declarer is not None:
            made = Taken(self.won, deal.declarer, variant.bid_of(deal.bid)).made
        self.score = Scored(points, made)
        yield self.score

    @property
    def rules(self) -> TrickRules:
        """How tricks are played, as far as the contract is known."""
        variant, contract = self.variant, self.deal.contract
        if contract is None:
            return variant.rules
        return variant.rules_of(contract, self.deal.bid is not None)

    def _record(self, **changes: Any) -> None:
        """Record changes and, once the contract is known, the leader and whether the ace is low."""
        self.deal = deal = self.deal.but(**changes)
        known = deal.contract is not None
        leader = self.variant.leader(deal.declarer) if known else None
        ace_low = True if known and self.rules.ace_low else None
        self.deal = derived(deal, leader=leader, ace_low=ace_low)

    def _answered(
        self, asks: Asks, recorded: Sequence[Any]
    ) -> Generator[Step, Any, tuple[Any, bool]]:
        """Return what a question leads to, and whether the record knew it.

        The answer is the first one ``recorded``. If there is none, the player or the computer is
        asked.
        """
        if recorded:
            return asks.apply(recorded[0]), True
        if asks.seat is self.own:
            return (yield asks), False
        seed = 1000 * self.seed + len(self.deal.play)
        return (yield ComputerTurn(asks, self.strength, seed)), False

    def _saved(self, act: Act) -> Act:
        """Return an act, after calling ``changed`` if the act is new."""
        if not act.from_record:
            self.changed()
        return act

    def _call(self) -> Course:
        """Let the seats call a contract; or bid, take up the surprise and name a trump.

        If all pass, the deal gets no contract.
        """
        variant, begun, auction = self.variant, self.begun, self.auction
        recorded: Sequence[Any] = calls_of(begun)
        if auction is None:
            if variant.shown:
                yield FaceUp(variant.face_up(self.deal.manni))
            if variant.names_trump:
                yield from self._name(variant.seats.FOREHAND)
                return
            auction = variant.bidding()
            recorded = variant.bidding(() if begun is None else begun.auction).calls
        while (seat := auction.to_call) is not None:
            asks: Asks
            if isinstance(auction, Bidding):
                asks = AsksBid(seat, auction)
            else:
                asks = AsksCall(seat, auction)
            auction, known = yield from self._answered(asks, recorded[len(auction.calls) :])
            self.auction = auction
            if isinstance(auction, Bidding):
                self._record(auction=auction.bid_names)
            else:
                self._record(tags=(*self._dealt[0].tags, (CALLS_TAG, calls_text(auction.calls))))
            yield self._saved(Called(seat, auction.calls[-1], from_record=known))
        standing, declarer = auction.standing, auction.declarer
        if isinstance(standing, Call):
            self._record(contract=standing.contract, great=standing.great, declarer=declarer)
        elif standing is not None and declarer is not None:
            yield Declares(declarer, standing.name)
            if standing.aim is Aim.NONE:
                self._record(contract=Contract.NULLO)
                return
            if variant.exchange.picks_up:
                yield from self._put_down(TakesUp, AsksAway, variant.exchange)
            yield from self._name(declarer)

    def _put_down(
        self, act: type[Exchanged | TakesUp], asks: type[AsksExchange], rule: ExchangeRule
    ) -> Course:
        """Let the seats exchange in turn, or the declarer put cards away."""
        deal, begun = self.deal, self.begun
        state = Exchange(rule, deal.dealt, deal.manni, deal.declarer)
        while (seat := state.to_exchange) is not None:
            made, known = None if begun is None else begun.discards[seat], False
            if made is not None or max(state.sizes()):
                recorded = [] if made is None else [made]
                state, known = yield from self._answered(asks(seat, state), recorded)
            else:
                state = state.discard(())
            cards, before = state.discards[-1], self.deal.discards
            self._record(discards=(*before[:seat], cards, *before[seat + 1 :]))
            yield self._saved(act(seat, cards, from_record=known))

    def _name(self, seat: Seat) -> Course:
        """Let a seat name the trump."""
        if self.begun is not None and self.begun.contract is not None:
            self._record(contract=self.begun.contract)
            return
        asks = AsksTrump(seat, self.variant.trumps, self.hands[seat], self.deal.bid)
        contract, _ = yield from self._answered(asks, ())
        self._record(contract=contract)
        self.changed()

    def _claim(self, contract: Contract) -> Course:
        """Ask each seat, from forehand on, whether it claims every trick, until one does.

        The question comes after the trump is known, since a hand is judged by the trump.
        """
        if not self.variant.claims:
            return
        name, begun = self.variant.bids[0].name, self.begun
        if begun is not None and (begun.bid or begun.play):
            passes_tag = tuple(tag for tag in begun.tags if tag[0] == PASSED_TAG)
            tags = (*self._dealt[0].tags, *passes_tag)
            self._record(bid=begun.bid, declarer=begun.declarer, tags=tags)
            if begun.declarer is not None:
                yield Claims(begun.declarer, name)
            return
        passed = [False] * tag_text(begun, PASSED_TAG).count(PASS)
        for at, seat in enumerate(self.variant.seats):
            asks = AsksClaim(seat, contract, name)
            claims, known = yield from self._answered(asks, passed[at:])
            if claims:
                self._record(bid=name, declarer=seat)
            else:
                passes = " ".join([PASS] * (at + 1))
                self._record(tags=(*self._dealt[0].tags, (PASSED_TAG, passes)))
            if not known:
                self.changed()
            if claims:
                yield Claims(seat, name)
                return

    def _play(self) -> Course:
        self.position = position = self.deal.position(after=0)
        if not self.variant.spoken:  # else open hands have been seen before the play
            for owner, hand in zip(position.seats, self.laid, strict=True):
                if hand:
                    yield Lays(owner, hand)
        recorded = () if self.begun is None else self.begun.play
        if noted := tag_text(self.begun, TAKEN_TAG):
            self._record(tags=(*self.deal.tags, (TAKEN_TAG, noted)))
        while position.tricks:
            seat, played = position.to_play, self.deal.play
            card, known = yield from self._answered(
                AsksCard(seat, position), recorded[len(played) :]
            )
            plays = Plays(seat, card, from_record=known)
            if not position.table:
                self.last = Trick(self.trick, seat) if self.trick else None
                self.trick = ()
            self.trick = (*self.trick, plays)
            self.position = position = position.play(card)
            self.won = tuple(won + position.gain(owner) for owner, won in enumerate(self.won))
            self.deal = deal = derived(self.deal, play=(*played, card))
            if not position.tricks:
                taken = self.variant.with_pile(position.contract, self.won, deal.declarer)
                self._record(result=taken)
            yield self._saved(plays)
            if position.taken_by is not None:
                yield Takes(position.taken_by, self.won)

    @property
    def hands(self) -> BySeat[int]:
        """The hands as they are now."""
        return self.deal.hands_played() if self.position is None else self.position.hands

    @property
    def laid(self) -> BySeat[int]:
        """The hands that lie open, with the cards played since the first lead, 0 for the others."""
        deal, hands = self.deal, self.deal.hands_played()
        if self.position is None and not self.variant.spoken:
            return (0,) * len(hands)
        return self.variant.laid_open(deal.bid, deal.declarer, hands)

    @property
    def piles(self) -> BySeat[SeenPiles]:
        """The piles in which hands lie, as they are now, with None for a card nobody has seen."""
        return piles_left(seen_piles(self.deal.piles, self.deal.play), self.deal.play)

    def visible_hand(self, seat: Seat) -> int | None:
        """Return the cards of a seat that the player sees, None if the hand is covered."""
        if piles := self.piles:
            return hand_of(pile[0] for pile in piles[seat] if pile and pile[0] is not None)
        if seat is not self.own and not self.laid[seat]:
            return None
        return self.hands[seat]

    def with_partners(self, won: Sequence[int]) -> BySeat[int]:
        """Return by seat the sum of what the seat and its partners have won."""
        sides = self.variant.sides()
        return by_seat(
            lambda seat: sum(won[partner] for side in sides if seat in side for partner in side),
            self.variant.seats,
        )

    def observation(self, seat: Seat) -> Observation:
        """Return what a seat has seen when it is to play a card."""
        return observation_of(self.deal, seat, lines_left=self.left, score=self.totals)

    def outlook(self) -> Outlook | None:
        """Return which side needs how many more points, from what the player has seen.

        With a bid, the side is the declarer's and the points are those of the bid. Otherwise the
        side is the player's. Return None if the aim is not a number of points. The least and the
        most differ if the player has not seen all cards that were put away.
        """
        variant, position, player, deal = self.variant, self.position, self.own, self.deal
        if position is None or player is None or variant.rules.unit != "points":
            return None
        seat, wanted = player, variant.scoring.points_wanted
        if deal.bid is not None and deal.declarer is not None:
            bid = variant.bid_of(deal.bid)
            seat, wanted = deal.declarer, bid.worth if bid.aim is Aim.POINTS else None
        if wanted is None:
            return None
        rules = variant.rules_of(position.contract)
        away = hand_of(deal.discards[player] or ())
        seen = position.hands[player] | hand_of(deal.play) | away

        def sorted_points(cards: int) -> list[int]:
            return sorted(rules.card_points[rank_of(card)] for card in cards_in(cards))

        unseen = sorted_points(variant.pack & ~seen)
        others = (
            sum(hand.bit_count() for hand in position.hands) - position.hands[player].bit_count()
        )
        aside = len(unseen) - others
        low = sum(sorted_points(away)) + sum(unseen[:aside])
        high = sum(sorted_points(away)) + sum(unseen[others:])
        left = (
            sum(sorted_points(variant.pack)) + variant.tricks * rules.trick_points - sum(self.won)
        )
        needs = wanted - self.with_partners(self.won)[seat]
        counted = variant.pile_counts and seat is deal.declarer
        least, most = (needs - high, needs - low) if counted else (needs, needs)
        return Outlook(seat, (least, most), (left - high, left - low))


def before_last_choice(deal: Deal, seat: Seat) -> Deal:
    """Return the record of a deal before the last card that a seat chose, to take that card back.

    ``TAKEN_TAG`` of the record lists the card. Raises DealError if the seat had no choice yet.
    """
    for after in reversed(range(len(deal.play))):
        position = deal.position(after=after)
        if position.to_play is seat and len(position.legal()) > 1:
            taken = f"{tag_text(deal, TAKEN_TAG)} {card_name(deal.play[after])}".strip()
            tags = [tag for tag in deal.tags if tag[0] != TAKEN_TAG]
            return deal.but(play=deal.play[:after], tags=(*tags, (TAKEN_TAG, taken)))
    raise DealError(_("You have chosen no card yet that could be taken back."))
