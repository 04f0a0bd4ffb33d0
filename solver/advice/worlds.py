"""What a seat knows before it exchanges, and deals that agree with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from solver.advice.thumb_discards import thumb_discards
from solver.cards import SEATS, Seat, card_name, cards_in, hand_of, triple
from solver.errors import DealError, RuleError
from solver.exchange.open_cards import contract_of
from solver.rules.contract import Contract
from solver.rules.exchange import hand_after
from solver.rules.points import check_contract
from solver.rules.shuffle import shuffled
from solver.rules.variant import Variant

if TYPE_CHECKING:
    import numpy as np


class Opponents(Enum):
    """What the other seats are taken to exchange.

    A seat that is known to have exchanged some cards has exchanged as many under either,
    those that the rule of thumb likes least.
    """

    STAND = "stand"
    THUMB = "thumb"


@dataclass(frozen=True)
class View:
    """All that a seat knows when it is to exchange.

    ``taken`` is how many cards each seat before it has exchanged, in turn; ``cut`` the
    card that is known to have been dealt to the dealer. ``gone`` are the cards, as a hand,
    that it has put down before itself: nobody has them, and they count against its limit.
    """

    variant: Variant
    contract: Contract
    seat: Seat
    hand: int
    cut: int | None = None
    taken: tuple[int, ...] = ()
    declarer: Seat | None = None
    great: bool = False
    gone: int = 0

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick."""
        return self.variant.leader(self.declarer)

    @property
    def ace_low(self) -> bool:
        """Whether the ace is the lowest card of its suit."""
        return self.variant.ace_low(self.contract)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats that may exchange, in turn."""
        return self.variant.exchange.order(self.declarer)

    @property
    def later(self) -> tuple[Seat, ...]:
        """The seats that exchange after this one."""
        return self.order[self.order.index(self.seat) + 1 :]

    def sizes(self) -> Sequence[int]:
        """Return how many cards the seat may exchange, besides those it already has."""
        sizes = self.variant.exchange.sizes(
            self.seat, sum(self.taken), self.variant.tricks, self.variant.manni
        )
        done = self.gone.bit_count()
        return [size - done for size in sizes if size >= done] if done else sizes

    @property
    def unseen(self) -> int:
        """The cards that others may hold, or that may still be drawn."""
        return self.variant.pack & ~self.hand & ~self.gone


def view(
    hand: int,
    variant: Variant,
    contract: Contract | None,
    seat: Seat | None = None,
    *,
    cut: int | None = None,
    taken: Sequence[int] = (),
    declarer: Seat | None = None,
    great: bool = False,
    discarded: Sequence[int] = (),
) -> View:
    """Return what a seat knows, checked against the rules of the variant.

    ``discarded`` are the cards that the seat itself has put down before. ``contract``
    may be left to the cut card; ``seat`` and ``declarer`` are by default one another or,
    if neither is given, forehand where somebody declares. Raises DealError or RuleError.
    """
    if variant.declared:
        declarer = next((each for each in (declarer, seat) if each is not None), Seat.FOREHAND)
        seat = declarer if seat is None else seat
    if seat is None:
        raise DealError("whose hand it is has to be said: forehand, middlehand or dealer")
    check_hand(hand, variant, seat)
    gone = _gone(hand, variant, seat, discarded)
    _check_cut(hand | gone, variant, seat, cut)
    contract = contract_of(variant, contract, cut)
    check_contract(variant, contract, great, declarer)
    order = variant.exchange.order(declarer)
    if seat not in order:
        words = " ".join(each.word for each in order)
        raise RuleError(f"{seat.word} may not exchange in {variant.code}: only {words} may")
    earlier = order[: order.index(seat)]
    if len(taken) != len(earlier):
        words = " and ".join(each.word for each in earlier) or "nobody"
        raise DealError(f"counts of {len(taken)} seats: {words} exchanged before {seat.word}")
    for index, (each, count) in enumerate(zip(earlier, taken, strict=True)):
        sizes = variant.exchange.sizes(each, sum(taken[:index]), variant.tricks, variant.manni)
        if count not in sizes:
            raise RuleError(f"{each.word} cannot have exchanged {count} cards: {_range(sizes)}")
    sizes = variant.exchange.sizes(seat, sum(taken), variant.tricks, variant.manni)
    if gone.bit_count() not in sizes:
        raise RuleError(
            f"{seat.word} cannot have put down {gone.bit_count()} cards: {_range(sizes)}"
        )
    return View(variant, contract, seat, hand, cut, tuple(taken), declarer, great, gone)


def check_hand(hand: int, variant: Variant, seat: Seat) -> None:
    """Raise DealError unless the variant can deal the hand."""
    for card in cards_in(hand & ~variant.pack):
        raise DealError(f"{seat.word} has {card_name(card)}, which is not in {variant.code}'s pack")
    if hand.bit_count() != variant.tricks:
        raise DealError(
            f"a hand of {hand.bit_count()} cards: {variant.code} deals {variant.tricks}"
        )


def _gone(hand: int, variant: Variant, seat: Seat, discarded: Sequence[int]) -> int:
    """Return the cards put down before, as a hand; raise DealError for those that cannot be."""
    gone = 0
    for card in discarded:
        name = card_name(card)
        if hand >> card & 1:
            raise DealError(f"{seat.word} holds {name} and has put it down")
        if gone >> card & 1:
            raise DealError(f"{seat.word} has put down {name} twice")
        if not variant.pack >> card & 1:
            raise DealError(
                f"{seat.word} has put down {name}, which is not in {variant.code}'s pack"
            )
        gone |= 1 << card
    return gone


def _check_cut(hand: int, variant: Variant, seat: Seat, cut: int | None) -> None:
    if cut is None:
        return
    name = card_name(cut)
    if not variant.cuts:
        raise DealError(f"no card is cut in {variant.code}: {name} is given")
    if seat is Seat.DEALER and not hand >> cut & 1:
        raise DealError(f"the cut card {name} is the dealer's, who does not hold it")
    if seat is not Seat.DEALER and hand >> cut & 1:
        raise DealError(f"the cut card {name} is the dealer's, but {seat.word} holds it")


def _range(sizes: Sequence[int]) -> str:
    if len(sizes) > 2:
        return f"{sizes[0]} to {sizes[-1]} are possible"
    return f"{' or '.join(map(str, sizes))} {'is' if len(sizes) == 1 else 'are'} possible"


@dataclass(frozen=True)
class World:
    """A deal that agrees with a view, when the seat is to exchange.

    ``hands`` are as they stand after the exchanges before; ``manni`` is what is left of
    the Manni, in draw order.
    """

    hands: tuple[int, int, int]
    manni: tuple[int, ...]


def sample(known: View, rng: np.random.Generator) -> World:
    """Return a world, every deal of the cards unseen as likely as any other.

    The seats before have put down as many cards as they are known to have, chosen by
    the rule of thumb.
    """
    variant, seat = known.variant, known.seat
    hands = [0] * SEATS
    hands[seat] = known.hand
    unseen = known.unseen
    if known.cut is not None and seat is not Seat.DEALER:
        unseen &= ~(1 << known.cut)
        hands[Seat.DEALER] = 1 << known.cut
    cards = iter(shuffled(cards_in(unseen), rng))
    for each in Seat:
        while hands[each].bit_count() < variant.tricks:
            hands[each] |= 1 << next(cards)
    manni = tuple(cards)
    for each, count in zip(known.order, known.taken, strict=False):
        hands[each], manni = draw(
            hands[each], manni, thumb_discards(known.contract, hands[each], (count,), known.ace_low)
        )
    return World(triple(hands), manni)


def draw(hand: int, manni: tuple[int, ...], discards: int) -> tuple[int, tuple[int, ...]]:
    """Return the hand and the rest of the Manni after an exchange."""
    return hand_after(hand, discards, manni), manni[discards.bit_count() :]


def after_exchange(
    known: View, world: World, size: int, opponents: Opponents
) -> tuple[tuple[int, int, int], int]:
    """Return the hands after everybody's exchange, the seat's with nothing put down.

    Also the cards it draws, as a hand, when it exchanges ``size``. The later seats draw
    from the bottom: their cards are as likely as from the top, and exchanging one more
    does not change what they get, so that less than chance tells two discards apart.
    """
    hands = list(world.hands)
    drawn = hand_of(world.manni[:size])
    manni = world.manni[size:][::-1]
    if opponents is Opponents.THUMB:
        taken = sum(known.taken) + known.gone.bit_count() + size
        for each in known.later:
            sizes = known.variant.exchange.sizes(
                each, taken, known.variant.tricks, known.variant.manni
            )
            discards = thumb_discards(known.contract, hands[each], sizes, known.ace_low)
            hands[each], manni = draw(hands[each], manni, discards)
            taken += discards.bit_count()
    return triple(hands), drawn
