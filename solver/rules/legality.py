"""What can be in a game: a deal, a contract, who declares and bids it, what the seats take.

Each function raises RuleError, or DealError for cards, and says what would be possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from manni.solver.cards import (
    SEAT_WORDS,
    SEATS,
    BySeat,
    Seat,
    card_name,
    cards_in,
    check_disjoint,
    check_once,
    hand_of,
    lengths_text,
    triple,
)
from manni.solver.checks import counted, quote
from manni.solver.errors import DealError, RuleError
from manni.solver.rules.auction import Call, contracts_left
from manni.solver.rules.bidding import Aim, Bid, find_bid, rungs_text
from manni.solver.rules.contract import Contract
from manni.solver.rules.scoring import Scoring
from manni.solver.rules.variant import Variant


def check_pack(variant: Variant, cards: int, which: str) -> None:
    """Raise DealError for a card outside the pack; ``which`` says of it ``{}`` whose it is."""
    for card in cards_in(cards & ~variant.pack):
        raise DealError(f"{which.format(card_name(card))} not in {variant.code}'s pack", card=card)


def check_cut(variant: Variant, cut: int, held: bool, elsewhere: str = "") -> None:
    """Raise DealError unless a card is cut in the game and the dealer ``held`` it.

    ``elsewhere`` says who has it instead.
    """
    if not variant.cuts:
        raise DealError(f"no card is cut in {variant.code}: {card_name(cut)} is given", card=cut)
    if not held:
        which = f"{variant.cut_text(cut)} is the dealer's, who does not hold it"
        raise DealError(f"{which}{elsewhere}", card=cut)


def check_deal(
    variant: Variant, hands: Sequence[int], manni: Sequence[int] = (), cut: int | None = None
) -> None:
    """Raise DealError unless these can be a whole deal before any exchange.

    An empty Manni, or no cut card, counts as not known.
    """
    pile = f"the {variant.pile}"
    check_once(manni, pile)
    piles = [*zip(SEAT_WORDS, hands, strict=True), (pile, hand_of(manni))]
    check_disjoint(*piles)
    for name, cards in piles:
        check_pack(variant, cards, f"{name} has {{}}, which is")
    if any(hand.bit_count() != variant.tricks for hand in hands):
        raise DealError(
            f"hands of {lengths_text(hands)} cards: {variant.code} deals {variant.tricks} each"
        )
    if manni and len(manni) != variant.manni:
        size = counted(len(manni), "card")
        raise DealError(f"a {variant.pile} of {size}: {variant.code}'s has {variant.manni}")
    if cut is not None:
        check_cut(variant, cut, bool(hands[Seat.DEALER] >> cut & 1))


def check_contract(
    variant: Variant, contract: Contract, great: bool, declarer: Seat | None
) -> None:
    """Raise RuleError unless the variant has the contract and it is declared as it must be."""
    variant.check_contract(contract)
    scoring = variant.scoring
    if great and not (isinstance(scoring, Scoring) and scoring.great):
        raise RuleError(f"{variant.code} has no great contracts: {contract.name} is ordinary")
    if great and contract.avoids:
        raise RuleError(f"there is no great {contract.name}: a great contract is S H D C or NT")
    if variant.declared and declarer is None:
        raise RuleError(f"{variant.code} needs a declarer: forehand, middlehand or dealer")
    if not variant.claims:
        variant.check_declarer(declarer, None)


def check_bid(
    variant: Variant,
    contract: Contract,
    declarer: Seat | None,
    bid: str | None,
    great: bool = False,
) -> Bid | None:
    """Return the bid of a name, None where there is none and need not be.

    Raises RuleError unless it can be made in the variant and goes with contract and declarer.
    """
    check_contract(variant, contract, great, declarer)
    variant.check_declarer(declarer, bid)
    if bid is None:
        if variant.bids and not variant.claims:
            raise RuleError(f"no bid is recorded: there is {rungs_text(variant.bids)}")
        return None
    if not variant.bids:
        raise RuleError(f"nobody bids in {variant.code}: {quote(bid)} is given")
    found = find_bid(variant.bids, bid)
    if declarer is None:
        raise RuleError(f"nobody is said to declare: who bids {found}?")
    if contract.avoids != (found.aim is Aim.NONE):
        wanted = "NULLO" if found.aim is Aim.NONE else "a trump"
        raise RuleError(f"{found} is played in {wanted}, not in {contract.name}")
    return found


def check_can_declare(
    variant: Variant,
    declarer: Seat | None,
    contract: Contract | None = None,
    great: bool = False,
) -> None:
    """Raise RuleError for a declarer, or a declarer with this call, that no auction leads to."""
    callers = variant.declaring.callers
    if declarer is None or not callers:
        return
    if declarer not in callers:
        words = " ".join(caller.word for caller in sorted(callers))
        raise RuleError(f"{declarer.word} may not declare in {variant.code}: only {words} may")
    if contract is None:
        return
    call = Call(contract, great)
    possible = [outcome for seat, outcome in _outcomes(variant) if seat is declarer]
    if call not in possible:
        words = ", ".join(map(str, sorted(possible)))
        raise RuleError(
            f"{declarer.word} cannot come to declare {call} in {variant.code}: "
            f"it can declare {words}"
        )


@lru_cache(maxsize=32)
def _outcomes(variant: Variant) -> frozenset[tuple[Seat, Call]]:
    """Return every declarer and call that an auction can end with, from any lists of lines left."""
    every = contracts_left(variant.slots, frozenset())
    # A seat with no line left passes the opening on, unless its deal is skipped.
    outcomes: set[tuple[Seat, Call]] = set()
    opens = variant.declaring.opens
    for passed in range(SEATS if variant.declaring.opening_passes_on else 1):
        # So many seats from the one that opens have nothing left.
        left = [every if (seat - opens) % SEATS >= passed else frozenset() for seat in Seat]
        outcomes |= variant.auction(triple(left)).outcomes()
    return frozenset(outcomes)


def check_may_exchange(variant: Variant, order: Sequence[Seat], seat: Seat | None = None) -> None:
    """Raise RuleError where nobody is in the ``order`` of the exchange, or a seat is not."""
    if not order:
        raise RuleError(f"nobody exchanges cards with the table in {variant.code}")
    if seat is not None and seat not in order:
        words = " ".join(exchanger.word for exchanger in order)
        raise RuleError(f"{seat.word} may not exchange in {variant.code}: only {words} may")


def check_taken(
    variant: Variant,
    contract: Contract,
    taken: Sequence[int],
    hands: Sequence[int] = (0, 0, 0),
) -> BySeat[int]:
    """Return the points that each seat took. Raises RuleError unless they add up.

    ``hands`` are those after the exchange, empty if they are not known.
    """
    unit = variant.rules_of(contract).unit
    whole = sum(taken)
    least, most = variant.worth(hands, contract)
    if len(taken) != SEATS or min(taken) < 0 or not least <= whole <= most:
        there = f"{least}" if least == most else f"{least} to {most}"
        which = "this deal" if any(hands) else f"a deal of {variant.code}"
        raise RuleError(
            f"{unit} {' '.join(map(str, taken))} add up to {whole}: {which} has {there}"
        )
    return triple(taken)
