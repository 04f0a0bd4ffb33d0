"""A deal at the table: somebody sits in one seat, the computer in the others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from manni.solver.advice.observation import Observation
from manni.solver.advice.observe import observation_of
from manni.solver.advice.strength import Strength
from manni.solver.cards import SEATS, BySeat, Seat, triple
from manni.solver.deal import Deal
from manni.solver.notation import parse_call
from manni.solver.position import Position
from manni.solver.rules.auction import Auction, Call
from manni.solver.rules.bidding import PASS, find_bid
from manni.solver.rules.contract import Contract
from manni.solver.rules.exchange import Exchange
from manni.solver.rules.marking import Taken
from manni.solver.rules.points import marks
from manni.solver.rules.trick import TrickRules
from manni.solver.rules.variant import Dealing, Variant
from manni.solver.table.settings import CALLS_TAG
from manni.solver.table.steps import (
    Act,
    Asks,
    AsksCall,
    AsksCard,
    AsksExchange,
    Called,
    ComputerTurn,
    ContractMade,
    Course,
    Dealt,
    Exchanged,
    Lays,
    PassedOut,
    Plays,
    Scored,
    Step,
    Takes,
)


def nothing() -> None:
    """Do nothing."""


@dataclass
class Table:
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
        self.won = (0, 0, 0)
        self.bid: str | None = None
        self.said: tuple[str, ...] = ()
        self.score: Scored | None = None
        self._dealt = (self.contract, self.great, self.declarer)

    def again(self, own: Seat | None) -> Table:
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
        assert self.auction is not None  # nothing else makes the contract
        auction, told = self.auction, calls_of(self.begun)
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

    def _claim(self, contract: Contract) -> Course:
        """Ask who claims every trick, in games in which that can be claimed."""
        yield from ()

    def _exchange(self, contract: Contract) -> Course:
        state = Exchange(
            self.variant.exchange, self.dealing.hands, self.dealing.manni, self.declarer
        )
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
        assert self.exchange is not None
        leader = self.variant.leader(self.declarer)
        position = Position(
            self.exchange.hands, contract, leader, rules=self.rules, declarer=self.declarer
        )
        self.position = position
        laid = self.variant.laid_open(self.bid, self.declarer, position.hands)
        for each in Seat:
            if laid[each]:
                yield Lays(each, laid[each])
        told = () if self.begun is None else self.begun.play
        while position.tricks:
            seat = position.to_play
            asks = AsksCard(seat, position)
            card, known = yield from self._decided(asks, told[len(self.played) :])
            self.position = position = position.play(card)
            self.played.append(card)
            taken_by = position.taken_by
            if taken_by is not None:
                self.won = triple(won + position.gain(each) for each, won in enumerate(self.won))
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

    def observation(self, seat: Seat) -> Observation:
        """Return what a seat knows when it is to play."""
        left = self.left if self.calls else ()
        return observation_of(self.record(), seat, calls=self.calls, lines_left=left)

    # The record ------------------------------------------------------------------------

    @property
    def is_passed_out(self) -> bool:
        """Whether all have passed, so that nothing is played."""
        return self.contract is None and self.said == (PASS,) * SEATS

    @property
    def is_over(self) -> bool:
        """Whether the deal was played to its end."""
        return len(self.played) == SEATS * self.variant.tricks

    def taken(self) -> BySeat[int]:
        """Return what each seat has taken in all."""
        return self.won

    def record(self) -> Deal:
        """Return what has happened so far."""
        state = self.exchange
        discards: list[tuple[int, ...] | None] = [None, None, None]
        if state is not None:
            order = state.rule.order(self.declarer)
            for seat, cards in zip(order, state.discards, strict=False):
                discards[seat] = cards
        known = self.contract is not None
        calls = ((CALLS_TAG, ", ".join(map(_written, self.calls))),) * bool(self.calls)
        return Deal(
            hands=self.dealing.hands,
            variant=self.variant.code,
            manni=self.dealing.manni,
            cut=self.dealing.cut,
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
