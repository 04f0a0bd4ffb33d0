"""Advice at a moment of a deal, by no more than the seat that is asked has seen of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import DealError
from ..moments import Moment, calls_of
from ..rules.variant import Variant
from .answer import Answer
from .bids import advise_bid
from .contract import advise_contract
from .declaration import Left, lines_left
from .exchange import advise_exchange
from .observation import (
    BidObservation,
    CallObservation,
    ClaimObservation,
    ExchangeObservation,
    Observation,
    PutAwayObservation,
    TrumpObservation,
    held_by,
    observation_of,
)
from .play import advise_play
from .put_away import advise_put_away
from .without_auction import advise_claim, advise_trump

OBSERVED: dict[str, Any] = {
    "exchange": ExchangeObservation,
    "away": PutAwayObservation,
    "call": CallObservation,
    "trump": TrumpObservation,
    "bid": BidObservation,
    "claim": ClaimObservation,
    "card": Observation,
}
"""What the advice on a question goes by: a kind of ``HandObservation``."""

ADVISE: dict[str, Callable[..., Answer]] = {
    "exchange": advise_exchange,
    "away": advise_put_away,
    "call": advise_contract,
    "trump": advise_trump,
    "bid": advise_bid,
    "claim": advise_claim,
    "card": advise_play,
}


def question_of(kind: str, variant: Variant) -> str:
    """Return which question it is: what to put ``away``, which ``trump`` to name, else the kind."""
    if kind == "exchange" and (variant.exchange.picks_up or not variant.rules.is_plain):
        return "away"
    return "trump" if kind == "call" and variant.names_trump else kind


def advise(moment: Moment, *, left: Left = (), score: Sequence[int] = (), **asked: Any) -> Answer:
    """Return advice to the seat that is asked at a moment of a deal.

    Of the deal it is made of what that seat has seen. ``left`` is what was left to declare
    before the calls, by default all, ``score`` what each seat has marked before. What else is
    ``asked`` is what the advice on such a question takes. Raises SolverError where its hand is not
    known, or too little of what was said and done before.
    """
    seat, deal = moment.seat, moment.deal.seen_by(moment.seat)
    variant, calls = moment.variant, calls_of(deal)
    if moment.kind == "card":
        lines = lines_left(variant, left, seat)
        return advise_play(
            observation_of(deal, seat, calls=calls, lines_left=lines, score=score), **asked
        )
    hand = 0 if deal.piles else held_by(seat, deal.hands[seat])
    if moment.kind == "bid":
        shown = variant.face_up(deal.manni)
        return advise_bid(hand, variant, calls=deal.auction, shown=shown, **asked)
    if moment.kind == "claim":
        open_hands = deal.hands if variant.spoken else ()
        known = ClaimObservation.of(
            hand,
            variant,
            deal.contract_played,
            seat,
            cut=deal.cut,
            laid=[(each, own) for each, own in zip(variant.seats, open_hands, strict=False) if own],
            piles=deal.piles,
            score=score,
        )
        return advise_claim(known, **asked)
    question = question_of(moment.kind, variant)
    if question == "trump":
        return advise_trump(TrumpObservation(variant, seat, hand), **asked)
    if question == "call":
        return advise_contract(hand, variant, left=left, calls=calls, **asked)
    if question == "away":
        taken_up = deal.manni if variant.exchange.picks_up else ()
        if None in taken_up or len(taken_up) != variant.taken_up:
            raise DealError(f"the {variant.pile} is not recorded: the declarer takes it up")
        away = deal.discards[seat]
        held = PutAwayObservation.of(hand, variant, seat, taken_up, deal.bid)
        gone = () if away is None else away or taken_up
        return advise_put_away(held, discarded=gone, **asked)
    order = variant.exchange.order(deal.declarer, variant.seats)
    earlier = [deal.discards[each] or () for each in order[: order.index(seat)]]
    before = ExchangeObservation.of(
        hand,
        variant,
        deal.contract_played,
        seat,
        declarer=deal.declarer,
        great=deal.great,
        cut=deal.cut,
        taken=tuple(map(len, earlier)),
        calls=calls,
        left=left,
    )
    return advise_exchange(before, **asked)
