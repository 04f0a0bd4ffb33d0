"""What the declarer knows who has taken up a surprise, and the deals that agree with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from solver import checks
from solver.cards import SEATS, Seat, card_name, cards_in, hand_of, triple
from solver.errors import DealError, RuleError
from solver.exchange.surprise import TakenUp
from solver.notation import parse_seat
from solver.rules.bidding import Aim, Bid, find_bid
from solver.rules.shuffle import generator, shuffled
from solver.rules.variant import Variant


@dataclass(frozen=True)
class Holding:
    """What the declarer knows once he has taken up the surprise: ``held`` are all his cards.

    Which of them he was dealt does not matter, nor where he sits, since he leads.
    """

    variant: Variant
    held: int
    seat: Seat = Seat.FOREHAND
    bid: Bid | None = None

    def worlds(self, seed: int) -> Iterator[TakenUp]:
        """Yield worlds without end."""
        rng = generator(seed)
        variant = self.variant
        pile = tuple(islice(cards_in(self.held), variant.manni))
        unseen = sorted(cards_in(self.unseen))
        while True:
            mixed = shuffled(unseen, rng)
            hands = [0] * SEATS
            hands[self.seat] = self.held & ~hand_of(pile)
            hands[self.left] = hand_of(mixed[: variant.tricks])
            hands[(self.left + 1) % SEATS] = hand_of(mixed[variant.tricks :])
            yield TakenUp(variant, triple(hands), pile, self.seat)

    @property
    def left(self) -> Seat:
        """The seat that plays after the declarer."""
        return Seat((self.seat + 1) % SEATS)

    @property
    def unseen(self) -> int:
        """The cards of the two others."""
        return self.variant.pack & ~self.held


def holding(
    hand: int,
    variant: Variant,
    surprise: Sequence[int] = (),
    *,
    seat: Seat | str | None = None,
    bid: str | None = None,
) -> Holding:
    """Return what a declarer knows, checked against the rules of the variant.

    ``hand`` are the cards he was dealt and ``surprise`` those he has taken up, or ``hand`` is
    both. Raises DealError or RuleError.
    """
    hand = checks.hand(hand)
    if not checks.instance(variant, Variant, "variant").exchange.picks_up:
        raise RuleError(f"there is no surprise to take up in {variant.code}")
    taken = checks.cards(surprise, "surprise")
    declarer = Seat.FOREHAND if seat is None else parse_seat(seat)
    for card in cards_in((hand | hand_of(taken)) & ~variant.pack):
        raise DealError(f"{card_name(card)} is not in {variant.code}'s pack", card=card)
    for index, card in enumerate(taken):
        if card in taken[:index]:
            raise DealError(f"the surprise has {card_name(card)} twice", card=card)
        if hand >> card & 1:
            raise DealError(f"{card_name(card)} is in the hand and in the surprise", card=card)
    if taken and len(taken) != variant.manni:
        number = f"{len(taken)} card" + "s" * (len(taken) != 1)
        raise DealError(f"a surprise of {number}: {variant.code}'s has {variant.manni}")
    dealt, size = variant.tricks, hand.bit_count()
    if taken and size != dealt:
        raise DealError(f"a hand of {size} cards: {variant.code} deals {dealt} each")
    if not taken and size != dealt + variant.manni:
        raise DealError(
            f"a hand of {size} cards: with the surprise taken up it is {dealt + variant.manni} in "
            f"{variant.code}, or {dealt} and the surprise apart"
        )
    made = None if bid is None else find_bid(variant.bids, bid)
    if made is not None and made.aim is Aim.NONE:
        raise RuleError(f"nothing is exchanged where {made} is bid")
    return Holding(variant, hand | hand_of(taken), declarer, made)
