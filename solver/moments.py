"""What is asked in a deal, of which seat, in turn: what the rules say comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .cards import Contract, Seat, seats_from
from .checks import derived
from .deal import CALLS_TAG, PASSED_TAG, Deal
from .errors import DealError
from .notation import parse_call
from .rules.auction import PASS, Auction, Call, contracts_left
from .rules.trick import trick_winner
from .rules.variant import Variant

KINDS = ("exchange", "call", "bid", "claim", "card")
"""What a seat is asked. To name a trump is a call, after a bid part of the exchange."""


class Moment(NamedTuple):
    """A seat is asked something, for the ``number``-th time that this is asked in the deal, from 0.

    ``deal`` is the record as far as that. What the record says in answer is ``known`` or not.
    """

    kind: str
    seat: Seat
    number: int
    deal: Deal
    known: bool

    @property
    def variant(self) -> Variant:
        """The game."""
        assert self.deal.rules is not None  # else nothing is asked
        return self.deal.rules


def moments(deal: Deal, lines: Sequence[frozenset[str]] = ()) -> Iterator[Moment]:
    """Yield what is asked in a deal, in turn, as far as the record says what comes of it.

    ``lines`` are those that each seat has left to declare, by default all. Raises SolverError where
    the record names no game or is none of it.
    """
    variant = deal.rules
    if variant is None:
        raise DealError("what a seat is asked depends on the game: no variant is recorded")
    made = None if variant.names_trump or variant.declared else deal.contract_played
    calls, passed = calls_of(deal), said_at(deal, PASSED_TAG).count(PASS)
    nothing: dict[str, Any] = dict.fromkeys(("leader", "ace_low", "declarer", "bid", "result"))
    nothing |= {"discards": (None,) * len(deal.hands), "play": (), "great": False}
    now = derived(deal, **nothing, contract=made, auction=(), goal=None, keys=())
    contract = deal.contract if made is None else made
    declarer, great = deal.declarer, deal.great
    if variant.bids and not variant.claims:
        for number in range(len(deal.auction) + 1):
            seat = variant.bidding(deal.auction[:number]).to_call
            if seat is not None:
                at = derived(now, auction=deal.auction[:number])
                known = number < len(deal.auction) or deal.declarer is not None
                yield Moment("bid", seat, number, at, known)
        contract = deal.contract_played
        now = derived(now, auction=deal.auction, bid=deal.bid, declarer=declarer)
        if declarer is None:
            return
        if contract is None or not contract.avoids:
            yield from _trump(variant, deal, now, declarer)
        else:
            now = derived(now, contract=contract)
    elif variant.names_trump:
        seat = variant.leader(None)
        yield Moment("call", seat, 0, now, deal.contract is not None)
    elif variant.slots:
        auction = _auction(variant, lines)
        for number in range(len(calls) + 1):
            if (caller := auction.to_call) is not None:
                known = number < len(calls) or contract is not None
                yield Moment("call", caller, number, saying(now, calls[:number]), known)
            if number < len(calls):
                auction = auction.call(calls[number])
        if auction.to_call is None and contract is None and auction.standing is not None:
            contract, great = auction.standing
            declarer = auction.declarer
        now = saying(now, calls)
    if contract is None:
        return
    now = derived(now, contract=contract, great=great, ace_low=deal.ace_low)
    if variant.claims:
        for seat in variant.seats:
            known = seat < passed or deal.bid is not None or bool(deal.play)
            yield Moment("claim", seat, int(seat), _passed(now, seat), known)
            if not known or seat is declarer:
                break
        now = derived(now, tags=deal.tags)
    now = derived(now, bid=deal.bid, declarer=declarer)
    if not variant.exchange.picks_up:
        yield from _exchange(variant, deal, now, contract)
    now = derived(now, discards=deal.discards, leader=deal.leader)
    yield from _cards(variant, deal, now, contract)


def moment_of(
    deal: Deal,
    kind: str | None = None,
    number: int | None = None,
    seat: Seat | None = None,
    lines: Sequence[frozenset[str]] = (),
) -> Moment:
    """Return what is asked next, in a deal that is over what was asked first in the play.

    With a ``kind``, a ``number`` or a ``seat`` it is the first of what is asked that has these; a
    number alone is that of a card. Raises DealError where there is none, and what ``moments`` does.
    """
    every = list(moments(deal, lines))
    cards = [each for each in every if each.kind == "card"]
    following = next((each for each in [*(each for each in every if not each.known), *cards]), None)
    if (kind, number, seat) != (None,) * 3:
        if kind is None:
            kind = "card" if number is not None or following is None else following.kind
        for each in every:
            has = each.kind, each.number, each.seat
            if all(
                own in (None, as_is) for own, as_is in zip((kind, number, seat), has, strict=True)
            ):
                return each
        of = "" if seat is None else f" of {seat.word}"
        after = "" if number is None else f" after {number}"
        raise DealError(f"there is no {kind}{of}{after} to advise on in the deal")
    if following is None:
        raise DealError("nothing is asked any more: the deal is passed out")
    return following


def _trump(variant: Variant, deal: Deal, now: Deal, declarer: Seat) -> Iterator[Moment]:
    """Yield what a declarer is asked who puts cards away, if there are any, and names a trump."""
    away, named, number = deal.discards, deal.contract is not None, 0
    if variant.exchange.picks_up:
        yield Moment("exchange", declarer, 0, now, away[declarer] is not None or named)
        number = 1
    if away[declarer] is not None or not number:
        yield Moment("exchange", declarer, number, derived(now, discards=away), named)


def _exchange(variant: Variant, deal: Deal, now: Deal, contract: Contract) -> Iterator[Moment]:
    """Yield what the seats are asked that may exchange."""
    rule, drawn = variant.exchange_in(contract), 0
    for number, seat in enumerate(rule.order(now.declarer, variant.seats)):
        cards, before = deal.discards[seat], now.discards
        if cards is not None or max(rule.sizes(seat, drawn, variant.tricks, variant.manni)):
            yield Moment("exchange", seat, number, now, cards is not None or bool(deal.play))
            if cards is None:
                return
        now = derived(now, discards=(*before[:seat], cards or (), *before[seat + 1 :]))
        drawn += len(cards or ())


def _cards(variant: Variant, deal: Deal, now: Deal, contract: Contract) -> Iterator[Moment]:
    """Yield who is asked for each card."""
    leader, trick = deal.leader_played, deal.play[:0]
    rules = variant.rules_of(contract, deal.bid is not None)
    for number in range(min(len(deal.play) + 1, variant.tricks * variant.players)):
        if len(trick) == variant.players:
            leader = seats_from(leader)[trick_winner(trick, contract, rules)]
            trick = ()
        at = derived(now, play=deal.play[:number], leader=deal.leader)
        yield Moment("card", seats_from(leader)[len(trick)], number, at, number < len(deal.play))
        trick += deal.play[number : number + 1]


def _auction(variant: Variant, lines: Sequence[frozenset[str]]) -> Auction:
    every = frozenset(slot.name for slot in variant.slots)
    lines = lines or (every,) * variant.players
    return variant.auction(tuple(contracts_left(variant.slots, every - own) for own in lines))


# What tags of the table say --------------------------------------------------------------


def said_at(deal: Deal | None, tag: str) -> str:
    """Return the value of a tag of the table, nothing where it is not there."""
    return "" if deal is None else dict(deal.tags).get(tag, "")


def calls_of(deal: Deal | None) -> tuple[Call | None, ...]:
    """Return what was called in a deal that was recorded at the table.

    Raises NotationError where its tag is not what the table writes.
    """
    said = said_at(deal, CALLS_TAG)
    return tuple(
        None if text == PASS else Call(*parse_call(text))
        for text in (said.split(", ") if said else ())
    )


def saying(deal: Deal, calls: Sequence[Call | None]) -> Deal:
    """Return the record of a deal in which this has been called."""
    said = ", ".join(PASS if call is None else str(call) for call in calls)
    return _tagged(deal, CALLS_TAG, said)


def _passed(deal: Deal, number: int) -> Deal:
    return _tagged(deal, PASSED_TAG, " ".join([PASS] * number))


def _tagged(deal: Deal, name: str, value: str) -> Deal:
    others = [tag for tag in deal.tags if tag[0] != name]
    return derived(deal, tags=(*others, *[(name, value)] * bool(value)))
