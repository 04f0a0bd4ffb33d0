"""Advice at a moment of a deal, from what the seat has seen of it and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import checks
from ..cards import BySeat, Contract, Seat, cards_in, check_disjoint, check_once, hand_of
from ..deal import CALLS_TAG, Deal
from ..errors import DealError, RuleError
from ..moments import calls_text, moment_of
from ..notation import parse_seat
from ..piles import SeenPiles
from ..rules.auction import Call
from ..rules.variant import Variant, check_can_declare, check_may_exchange, check_pile
from .answer import Answer
from .bids import advise_bid
from .contract import advise_contract
from .declaration import Left, Lines, declaration_of, lines_left
from .exchange import advise_exchange
from .observation import Known, Observation, check_size, pile_as_seen, why_never
from .play import advise_play
from .put_away import advise_put_away
from .without_auction import advise_claim, advise_trump

_ADVISE: dict[str, Callable[..., Answer]] = {
    "exchange": advise_exchange,
    "away": advise_put_away,
    "trump": advise_trump,
    "claim": advise_claim,
    "card": advise_play,
}


def advise(
    known: Known,
    *,
    at: str | None = None,
    after: int | None = None,
    seat: Seat | str | None = None,
    left: Left = (),
    score: Sequence[int] = (),
    **asked: Any,
) -> Answer:
    """Return advice for the seat that is asked at a moment of a deal, from what it has seen.

    >>> from manni import Deal, advise
    >>> hands = [None, None, "AQ5.K84.J962.T7"]
    >>> deal = Deal(hands, "hornafjordur", contract="NT", leader="F", play="C8 C9")
    >>> advise(deal, worlds=100).best.points
    1.31

    Without further arguments the next question of a deal is answered. Three arguments choose
    another one. ``at`` is the kind of question: an exchange, a call, a bid, a claim or a card.
    ``after`` is the number of questions of that kind to pass over. ``seat`` chooses the first
    question to that seat.

    ``left`` has the contracts of each seat's list that were still to be declared before the calls,
    by default all. ``score`` has the points that each seat has marked before this deal. All further
    arguments go to the function that advises on the question. Raises SolverError if the seat's
    hand is unknown, or if too little is known of the calls, exchanges and plays before.
    """
    if isinstance(known, Deal):
        lines = lines_left(known.rules, left, None) if known.rules else ()
        known = moment_of(known, at, after, seat, lines)
    seen = Observation.at(known, left=left, score=score)
    if seen.question == "bid":
        said = {"calls": seen.deal.auction, "shown": seen.shown} | asked
        return advise_bid(seen.hand, seen.variant, **said)
    if seen.question == "call":
        return advise_contract(seen.hand, seen.variant, left=left, calls=seen.calls, **asked)
    return _ADVISE[seen.question](seen, **asked)


def observation_from(
    question: str,
    hand: int,
    variant: Variant,
    contract: Contract | None = None,
    seat: Seat | None = None,
    *,
    declarer: Seat | None = None,
    great: bool = False,
    cut: int | None = None,
    taken: Sequence[int] = (),
    discarded: Sequence[int] = (),
    surprise: Sequence[int] = (),
    shown: Sequence[int] = (),
    calls: Sequence[Call | None] = (),
    left: Left = (),
    played: Sequence[int] = (),
    laid: Sequence[tuple[Seat, int]] = (),
    piles: BySeat[SeenPiles] = (),
    score: Sequence[int] = (),
    **said: Any,
) -> Observation:
    """Return what a seat has seen, from facts that a player at the table can name.

    ``discarded`` are the cards that the seat itself has already put down. ``taken`` has how many
    cards each seat has exchanged so far, in turn. ``laid`` are the hands that lie open, each with
    its seat. Further arguments are fields of a deal.

    Some arguments may be left out. The cut card can stand for ``contract``, and ``calls`` for
    ``contract``, ``declarer`` and ``great``. Where contracts are declared and no declarer is given,
    the seat that is to exchange is taken for the declarer; in the play it is the seat that opens.
    The default of ``seat`` is the declarer.

    To put away, ``hand`` has the cards dealt and ``surprise`` those taken up; or ``hand`` has both.
    Raises DealError or RuleError.
    """
    if (why := why_never(question, variant)) is not None:
        raise RuleError(why)
    seats = variant.seats
    lines: Lines = ()
    seat, declarer = (
        None if each is None else parse_seat(each, seats) for each in (seat, declarer)
    )
    if question == "away":
        declarer = next(each for each in (declarer, seat, variant.opener) if each is not None)
        if seat not in (None, declarer):
            raise RuleError(f"only the declarer exchanges in {variant.code}: {declarer.word}")
        seat = declarer
        hand, surprise = _hand_and_surprise(hand, surprise, variant)
    elif question in ("bid", "call", "trump"):
        if question == "bid":
            variant.bidding(said.get("auction", ()))
        if question != "call" or seat is None:
            seat = variant.leader(None)
    else:
        if variant.in_piles and not piles:
            raise DealError(f"the hands of {variant.code} lie in piles: say how (--piles)")
        if piles and cut is None:
            cut = next(iter(piles[-1][-1]), None)
        declarer, contract, great, lines = declaration_of(
            variant, calls, left, seat, declarer, contract, great
        )
        if declarer is None and variant.slots:
            declarer = seat if question == "exchange" and seat is not None else variant.opener
        seat = declarer if seat is None else seat
        if seat is None:
            *most, last = (each.letter for each in seats)
            raise DealError(f"no seat: say whose hand it is, {', '.join(most)} or {last} (--seat)")
        contract = variant.contract_of(contract, cut)
        if contract is None:
            cut_card = f" or the {variant.cut_card} (--cut)" * variant.cuts
            raise DealError(f"no contract: give one (--contract){cut_card}")
        if not calls:  # else these say who declares
            check_can_declare(variant, declarer, contract, great)
    hands: list[int | None] = [None] * variant.players
    for one, own in [(seat, hand), *laid]:
        each = parse_seat(one, seats)
        if hands[each] not in (None, own if each is seat else None):
            raise DealError(f"{each.word}'s open hand is given twice")
        if not piles:
            check_size(own, variant, each if question == "card" else None)
        hands[each] = own or None
    exchange = variant.exchange if contract is None else variant.exchange_in(contract)
    order, before = exchange.order(declarer, seats), ""
    if question == "exchange":
        check_may_exchange(variant, order, seat)
        order, before = order[: order.index(seat)], f" before {seat.word}"
    if len(taken) != len(order) and (taken or before):
        words = ", ".join(each.word for each in order)
        told = f"how many cards {words} exchanged" if order else "nobody exchanges"
        number = checks.counted(len(taken), "number")
        raise DealError(f"taken: {number}, expected {len(order)}: {told}{before}")
    discards: dict[Seat, Sequence[int | None]] = {
        each: (None,) * count for each, count in zip(order, taken, strict=False)
    }
    if discarded:
        count = len(discards.get(seat, discarded))
        if count != len(discarded):
            told = f"{seat.word} exchanged {checks.counted(count, 'card')}"
            raise DealError(f"{told}, but has put down {len(discarded)}")
        discards[seat] = discarded
    deal = Deal(
        hands,
        variant.code,
        surprise or pile_as_seen(variant, shown),
        cut,
        contract=contract,
        great=great,
        declarer=declarer,
        leader=variant.leader(declarer) if played else None,
        discards=[discards.get(each) for each in seats],
        play=played,
        tags=((CALLS_TAG, calls_text(calls)),) if calls else (),
        piles=piles,
        **said,
    )
    return Observation.checked(
        question=question, deal=deal, seat=seat, lines_left=lines, score=tuple(score)
    )


def _hand_and_surprise(
    hand: int, taken: Sequence[int], variant: Variant
) -> tuple[int, Sequence[int]]:
    """Return the hand dealt and the surprise taken up. Raises DealError if either is not possible.

    Without ``taken`` all cards are in ``hand``. Then any of them count as the surprise: the advice
    does not depend on which cards were taken up.
    """
    size = variant.taken_up
    if not taken:
        check_size(hand, variant, more=size)
        taken = tuple(cards_in(hand))[:size]
        return hand & ~hand_of(taken), taken
    pile = f"the {variant.pile}"
    check_once(taken, pile)
    check_disjoint(("the hand", hand), (pile, hand_of(taken)))
    check_pile(variant, taken)
    return hand, taken
