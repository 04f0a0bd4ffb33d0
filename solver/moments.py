"""The moments of a deal: each question that the rules put to a seat, in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from . import checks
from .cards import Seat, seats_from
from .checks import derived
from .deal import CALLS_TAG, PASSED_TAG, Deal
from .errors import ArgumentError, DealError
from .notation import parse_call, parse_seat
from .rules.auction import PASS, Auction, Call, contracts_left
from .rules.trick import winning_seat
from .rules.variant import Variant

KINDS = ("exchange", "call", "bid", "claim", "card")
"""The kinds of questions. Naming a trump is a call, or part of the exchange after a bid."""


class Moment(NamedTuple):
    """A question to a seat. ``number`` is its place among those of its ``kind``, from 0.

    ``deal`` is the record up to the question. ``known`` says whether the whole record answers it.
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
    """Yield the questions of a deal, in turn, up to the first that the record does not answer.

    ``lines`` are those that each seat has left to declare, by default all. Raises SolverError if
    the record names no game, or is impossible in its game.
    """
    variant, contract, declarer = deal.rules, deal.contract_played, deal.declarer
    if variant is None:
        raise DealError("what a seat is asked depends on the game: no variant is recorded")
    calls, tags, named = calls_of(deal), dict(deal.tags), deal.contract is not None
    bids = variant.bids and not variant.claims
    so_far: dict[str, Any] = {
        **dict.fromkeys(("contract", "declarer", "bid", "leader", "ace_low", "result", "goal")),
        **dict.fromkeys(("auction", "play", "keys"), ()),
        "discards": (None,) * len(deal.hands),
        "great": False,
    }

    def at(kind: str, seat: Seat, number: int, known: bool, **changes: Any) -> Moment:
        return Moment(kind, seat, number, derived(deal, **so_far | changes), known)

    def tagged(name: str, value: str) -> tuple[tuple[str, str], ...]:
        return tuple((tags | {name: value}).items())

    if bids:
        for number in range(len(deal.auction) + 1):
            calls_so_far = deal.auction[:number]
            if (seat := variant.bidding(calls_so_far).to_call) is not None:
                known = number < len(deal.auction) or declarer is not None
                yield at("bid", seat, number, known, auction=calls_so_far)
        if declarer is None:
            return
        so_far |= {"auction": deal.auction, "bid": deal.bid, "declarer": declarer}
        takes_up, away = variant.exchange.picks_up, deal.discards[declarer]
        if contract is None or not contract.avoids:
            if takes_up:
                yield at("exchange", declarer, 0, away is not None or named)
            if away is not None or not takes_up:
                yield at("exchange", declarer, int(takes_up), named, discards=deal.discards)
    elif variant.names_trump:
        yield at("call", variant.leader(None), 0, named)
    elif variant.slots:
        auction = auction_left(variant, lines)
        for number in range(len(calls) + 1):
            if (seat := auction.to_call) is not None:
                known = number < len(calls) or named
                yield at(
                    "call", seat, number, known, tags=tagged(CALLS_TAG, calls_text(calls[:number]))
                )
            auction = auction.call(calls[number]) if number < len(calls) else auction
    if contract is None:
        return
    so_far |= {"contract": contract, "great": deal.great, "ace_low": deal.ace_low}
    if variant.claims:
        passed = tag_text(deal, PASSED_TAG).count(PASS)
        for seat in variant.seats:
            known = seat < passed or deal.bid is not None or bool(deal.play)
            passes = " ".join([PASS] * seat)
            yield at("claim", seat, int(seat), known, tags=tagged(PASSED_TAG, passes))
            if not known or seat is declarer:
                break
    so_far |= {"bid": deal.bid, "declarer": declarer}
    if not variant.exchange.picks_up:
        rule, drawn = variant.exchange_in(contract), 0
        for number, seat in enumerate(rule.order(declarer, variant.seats)):
            cards, before = deal.discards[seat], so_far["discards"]
            if cards is not None or max(rule.sizes(seat, drawn, variant.tricks, variant.manni)):
                yield at("exchange", seat, number, cards is not None or bool(deal.play))
                if cards is None:
                    break
            so_far["discards"] = (*before[:seat], cards or (), *before[seat + 1 :])
            drawn += len(cards or ())
    so_far |= {"discards": deal.discards, "leader": deal.leader}
    leader, rules = deal.leader_played, variant.rules_of(contract, deal.bid is not None)
    players = variant.players
    for number in range(min(len(deal.play) + 1, variant.tricks * players)):
        trick = deal.play[number - number % players : number]
        if number and not trick:
            whole = deal.play[number - players : number]
            leader = winning_seat(leader, whole, contract, rules)
        seat = seats_from(leader)[len(trick)]
        yield at("card", seat, number, number < len(deal.play), play=deal.play[:number])


def moment_of(
    deal: Deal,
    kind: str | None = None,
    number: int | None = None,
    seat: Seat | str | None = None,
    lines: Sequence[frozenset[str]] = (),
) -> Moment:
    """Return the next question of a deal, or the first of the play if the deal is over.

    With a ``kind``, a ``number`` or a ``seat`` it is the first question that has all of these. A
    number alone counts cards. Raises DealError if there is no such question, and the errors of
    ``moments``.
    """
    if kind is not None and checks.text(kind, "at") not in KINDS:
        raise ArgumentError(f"at: {checks.quote(kind)}, expected {', '.join(KINDS)}")
    number = None if number is None else checks.number(number, "after")
    asked_seat = None if seat is None else parse_seat(seat, deal.seats)
    asked = list(moments(deal, lines))
    following = next((moment for moment in asked if not moment.known), None)
    following = following or next((moment for moment in asked if moment.kind == "card"), None)
    if following is None:
        why = "all have passed" if deal.auction else "no contract is named"
        raise DealError(f"nothing is asked: {why}")
    if (kind, number, asked_seat) == (None,) * 3:
        return following
    wanted = kind or (following.kind if number is None else "card"), asked_seat, number
    for moment in asked:
        if all(one in (None, has) for one, has in zip(wanted, moment, strict=False)):
            return moment
    of = "" if asked_seat is None else f" of {asked_seat.word}"
    after = "" if number is None else f" after {number}"
    raise DealError(f"there is no {wanted[0]}{of}{after} to advise on in the deal")


def auction_left(variant: Variant, left: Sequence[frozenset[str]]) -> Auction:
    """Return the auction before the first call, of seats with these lines left, by default all."""
    lines = frozenset(slot.name for slot in variant.slots)
    used = [lines - seat_lines for seat_lines in left] or [frozenset[str]()] * variant.players
    return variant.auction(tuple(contracts_left(variant.slots, names) for names in used))


# What tags of the table say --------------------------------------------------------------


def tag_text(deal: Deal | None, tag: str) -> str:
    """Return the value of a tag of the table, "" if the deal does not have it."""
    return "" if deal is None else dict(deal.tags).get(tag, "")


def calls_of(deal: Deal | None) -> tuple[Call | None, ...]:
    """Return the calls of a deal that was recorded at the table, None for each pass.

    Raises NotationError if its tag is not in the form that the table writes.
    """
    calls = tag_text(deal, CALLS_TAG)
    return tuple(
        None if text == PASS else Call(*parse_call(text))
        for text in (calls.split(", ") if calls else ())
    )


def calls_text(calls: Sequence[Call | None]) -> str:
    """Return calls as the tag of the table has them."""
    return ", ".join(PASS if call is None else str(call) for call in calls)
