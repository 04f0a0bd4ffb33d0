"""What a seat has seen, made of what somebody at the table would say of it, or of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from manni.solver import checks
from manni.solver.advice.declaration import Left, declaration_of
from manni.solver.advice.observation import Moment, Observation
from manni.solver.cards import SEATS, BySeat, Contract, Seat, card_name, hand_of, triple
from manni.solver.deal import Deal, hands_played
from manni.solver.errors import DealError
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
from manni.solver.rules.auction import Call, checked_calls, find_bid
from manni.solver.rules.games import variant_of
from manni.solver.rules.variant import Variant, check_can_declare

_UNNAMED = cast(Contract, None)  # nothing that is asked of a seat before it names one looks at it


def observe(
    hand: HandLike,
    variant: Variant | str,
    contract: Contract | str | None = None,
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
    surprise: CardsLike = (),
) -> Observation:
    """Return what a seat has seen that is to exchange or, at that ``moment``, to do something else.

    ``discarded`` are the cards that the seat itself has already put down. ``contract`` may
    be left to the cut card, and with ``declarer`` and ``great`` to the ``calls``; to bid, to name
    the trump and to put away there is none. In games in which contracts are declared, a seat that
    is to exchange is taken for the declarer where none is given, in the play the seat that opens;
    with no seat given either it is the declarer's. ``left`` is what was left to declare before the
    calls, where that is not everything. ``laid`` are the hands that lie open on the table, each
    with its seat. To put away, ``hand`` are the cards dealt and ``surprise`` those taken up, or
    ``hand`` is both: which of them were dealt does not matter. Raises DealError or RuleError.
    """
    variant = variant_of(variant)
    seat = None if seat is None else parse_seat(seat)
    if moment.is_unnamed:
        seat = _in_turn(variant, moment) if seat is None else seat
        return Observation(
            variant,
            _UNNAMED,
            seat,
            _with_surprise(as_hand(hand), as_cards(surprise, "surprise"), variant),
            declarer=seat if moment is Moment.PUT_AWAY else None,
            bid=None if bid is None else find_bid(variant.bids, bid).name,
            shown=as_cards(shown, "shown"),
            moment=moment,
        )
    cut = None if cut is None else as_card(cut, "cut")
    calls = checked_calls(calls)
    declarer, contract, great, names = declaration_of(
        variant, calls, left, seat, declarer, contract, great
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
        check_can_declare(variant, declarer, chosen, great)
    return Observation(
        variant,
        chosen,
        seat,
        as_hand(hand),
        played=as_cards(played, "played"),
        declarer=declarer,
        great=great,
        cut=cut,
        taken=checks.several(taken, "taken", SEATS),
        discarded=gone,
        calls=calls,
        lines_left=names,
        bid=bid,
        shown=as_cards(shown, "shown"),
        moment=moment,
        laid=_hands_laid(laid),
    )


def _in_turn(variant: Variant, moment: Moment) -> Seat:
    """Return which seat acts where no contract is named yet.

    Who bids leads if he declares, so that his seat does not matter: he is taken for forehand.
    """
    if moment is Moment.NAME:
        return variant.leader(None)
    return variant.declaring.opens if moment is Moment.PUT_AWAY else Seat.FOREHAND


def _hands_laid(laid: Sequence[tuple[Seat | str, HandLike]]) -> BySeat[int]:
    """Return open hands by seat. Raises DealError where a seat has two."""
    hands = [0] * SEATS
    for one, hand in laid:
        seat = parse_seat(one)
        if hands[seat]:
            raise DealError(f"{seat.word}'s open hand is given twice")
        hands[seat] = as_hand(hand, "laid")
    return triple(hands)


def _with_surprise(hand: int, taken: Sequence[int], variant: Variant) -> int:
    """Return a hand with the cards taken up. Raises DealError unless both can be."""
    if not taken or not variant.exchange.picks_up:
        return hand | hand_of(taken)
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
    return hand | hand_of(taken)


def observation_of(
    deal: Deal,
    seat: Seat,
    played: int | None = None,
    *,
    calls: Sequence[Call | None] = (),
    lines_left: Sequence[frozenset[str]] = (),
) -> Observation:
    """Return what a seat knows of a deal when it is to play, by default after all cards played.

    Raises SolverError where the record is not one of a whole deal of its game.
    """
    rules, contract = deal.rules, deal.contract_played
    if rules is None or contract is None:
        raise DealError("what a seat could see depends on the game: no variant is recorded")
    exchange = rules.exchange_in(contract)
    order = exchange.order(deal.declarer)
    put_down = [
        # A declarer who leaves the surprise where it is has seen it.
        deal.manni if cards == () and exchange.picks_up and seat in order else cards
        for seat, cards in zip(Seat, deal.discards, strict=True)
    ]
    exchanged = [cards for exchanger in order if (cards := put_down[exchanger]) is not None]
    hands = hands_played(deal)
    observation = Observation(
        rules,
        contract,
        seat,
        hands[seat],
        played=deal.play[:played],
        declarer=deal.declarer,
        great=deal.great,
        cut=deal.cut,
        taken=tuple(map(len, exchanged)) if len(exchanged) == len(order) else (),
        discarded=hand_of(put_down[seat] or ()),
        calls=tuple(calls),
        lines_left=tuple(lines_left),
        bid=deal.bid,
        shown=rules.face_up(deal.manni),
        laid=rules.laid_open(deal.bid, deal.declarer, hands),
    )
    if (observation.leader, observation.ace_low) != (deal.leader_played, deal.rules_played.ace_low):
        raise DealError(
            f"what a seat could see depends on the game: leader and ace are not {rules.code}'s"
        )
    return observation
