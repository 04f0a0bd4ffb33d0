"""What a seat has seen, made of what somebody at the table would say of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from manni.solver import checks
from manni.solver.advice.declaration import Left, declaration_of
from manni.solver.advice.observation import Moment, Observation
from manni.solver.cards import SEATS, Seat, card_name, hand_of, triple
from manni.solver.errors import DealError
from manni.solver.exchange.before import check_declarer
from manni.solver.notation import (
    CardLike,
    CardsLike,
    HandLike,
    as_card,
    as_cards,
    as_hand,
    parse_contract,
    parse_seat,
)
from manni.solver.rules.auction import Call, checked_calls
from manni.solver.rules.bidding import find_bid
from manni.solver.rules.contract import Contract
from manni.solver.rules.registry import variant_of
from manni.solver.rules.variant import Variant

_UNNAMED = cast(Contract, None)  # nothing that is asked of a seat before it names one looks at it


def observe(
    hand: HandLike,
    variant: Variant | str,
    contract: Contract | str | None,
    seat: Seat | str | None = None,
    *,
    moment: Moment = Moment.EXCHANGE,
    cut: CardLike | None = None,
    taken: Sequence[int] = (),
    declarer: Seat | str | None = None,
    great: bool = False,
    discarded: CardsLike = (),
    calls: Sequence[Call | None] = (),
    left: Left = (),
    played: CardsLike = (),
    bid: str | None = None,
    shown: CardsLike = (),
    laid: Sequence[tuple[Seat | str, HandLike]] = (),
) -> Observation:
    """Return what a seat has seen that is to exchange or, at that ``moment``, to claim or play.

    ``discarded`` are the cards that the seat itself has already put down. ``contract`` may
    be left to the cut card, and with ``declarer`` and ``great`` to the ``calls``. In games in
    which contracts are declared, a seat that is to exchange is taken for the declarer where none
    is given, in the play the seat that opens; with no seat given either it is the declarer's.
    ``left`` is what was left to declare before the calls, where that is not everything. ``laid``
    are the hands that lie open on the table, each with its seat. Raises DealError or RuleError.
    """
    variant = variant_of(variant)
    seat = None if seat is None else parse_seat(seat)
    cut = None if cut is None else as_card(cut, "cut")
    calls = checked_calls(calls)
    declarer, contract, great, names = declaration_of(
        variant, calls, left, seat=seat, declarer=declarer, contract=contract, great=great
    )
    if declarer is None and variant.slots:
        exchanges = moment is Moment.EXCHANGE and seat is not None
        declarer = seat if exchanges else variant.declaring.opens
    seat = declarer if seat is None else seat
    if seat is None:
        raise DealError("no seat: say whose hand it is, F, M or D (--seat)")
    gone = 0
    for card in as_cards(discarded, "discarded"):
        if gone >> card & 1:
            raise DealError(f"{seat.word} has put down {card_name(card)} twice")
        gone |= 1 << card
    chosen = variant.contract_of(None if contract is None else parse_contract(contract), cut)
    if chosen is None and moment is Moment.CLAIM:
        it = f"the {variant.cut_card} (--cut)" if variant.cuts else "it (--contract)"
        raise DealError(f"a claim waits until the trump is known: give {it}")
    if chosen is None:
        or_cut = f" or the {variant.cut_card} (--cut)" if variant.cuts else ""
        raise DealError(f"no contract: give one (--contract){or_cut}")
    if moment is Moment.PLAY and not calls:  # else these say who declares
        check_declarer(variant, declarer, chosen, great)
    return Observation(
        variant,
        chosen,
        seat,
        as_hand(hand),
        as_cards(played, "played"),
        declarer,
        great,
        cut,
        checks.several(taken, "taken", SEATS),
        gone,
        calls,
        names,
        bid,
        as_cards(shown, "shown"),
        moment,
        _hands_laid(laid),
    )


def _hands_laid(laid: Sequence[tuple[Seat | str, HandLike]]) -> tuple[int, int, int]:
    """Return open hands by seat. Raises DealError where a seat has two."""
    hands = [0] * SEATS
    for one, hand in laid:
        seat = parse_seat(one)
        if hands[seat]:
            raise DealError(f"{seat.word}'s open hand is given twice")
        hands[seat] = as_hand(hand, "laid")
    return triple(hands)


def holding(
    hand: HandLike,
    variant: Variant | str,
    surprise: CardsLike = (),
    *,
    seat: Seat | str | None = None,
    bid: str | None = None,
) -> Observation:
    """Return what a declarer has seen who has taken up the surprise and is to put cards away.

    ``hand`` are the cards he was dealt and ``surprise`` those he has taken up, or ``hand`` is
    both: which of them he was dealt does not matter. Raises DealError or RuleError.
    """
    hand, taken = as_hand(hand), as_cards(surprise, "surprise")
    variant = variant_of(variant)
    declarer = variant.declaring.opens if seat is None else parse_seat(seat)
    if taken and variant.exchange.picks_up:
        _check_surprise(hand, taken, variant)
    return Observation(
        variant,
        _UNNAMED,
        declarer,
        hand | hand_of(taken),
        declarer=declarer,
        bid=None if bid is None else find_bid(variant.bids, bid).name,
        moment=Moment.PUT_AWAY,
    )


def _check_surprise(hand: int, taken: Sequence[int], variant: Variant) -> None:
    """Raise DealError unless a hand and the cards taken up can both be."""
    for index, card in enumerate(taken):
        if card in taken[:index]:
            raise DealError(f"the surprise has {card_name(card)} twice", card=card)
        if hand >> card & 1:
            raise DealError(f"{card_name(card)} is in the hand and in the surprise", card=card)
    if len(taken) != variant.manni:
        number = checks.counted(len(taken), "card")
        raise DealError(f"a {variant.pile} of {number}: {variant.code}'s has {variant.manni}")
    if hand.bit_count() != variant.tricks:
        raise DealError(
            f"a hand of {hand.bit_count()} cards: {variant.code} deals {variant.tricks} each"
        )


def naming(hand: HandLike, variant: Variant | str) -> Observation:
    """Return what the seat has seen that is to name the trump, where there is no auction."""
    variant = variant_of(variant)
    leader = variant.leader(None)
    return Observation(variant, _UNNAMED, leader, as_hand(hand), moment=Moment.NAME)


def bidding(hand: HandLike, variant: Variant | str, shown: CardsLike = ()) -> Observation:
    """Return what a seat has seen that is to bid a number; ``shown`` lies face up.

    Who declares leads, so that the seat does not matter: it is taken for forehand.
    """
    return Observation(
        variant_of(variant),
        _UNNAMED,
        Seat.FOREHAND,
        as_hand(hand),
        shown=as_cards(shown, "shown"),
        moment=Moment.BID,
    )
