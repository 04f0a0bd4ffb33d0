"""What makes a variant: data and small functions, one ``Variant`` for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from solver import checks
from solver.cards import (
    FULL_PACK,
    SEAT_WORDS,
    SEATS,
    Seat,
    by_seat,
    card_name,
    cards_in,
    check_disjoint,
    check_once,
    hand_of,
)
from solver.errors import DealError
from solver.rules.auction import Slot, Steps
from solver.rules.contract import THE_SIX, Contract
from solver.rules.exchange import ExchangeRule
from solver.rules.scoring import Ending, Scoring
from solver.rules.shuffle import shuffled
from solver.rules.trick import PLAIN, TrickRules

if TYPE_CHECKING:
    import numpy as np

MANNI = SEATS
"""The receiver of packets that go to the Manni; the others are the seats 0, 1 and 2."""


def called(number: int, cut: int | None) -> Contract | None:
    """Return None: only a call makes the contract."""
    return None


class Dealing(NamedTuple):
    """What was dealt: hands, the Manni in draw order, the cut card if one was cut."""

    hands: tuple[int, int, int]
    manni: tuple[int, ...]
    cut: int | None = None


class Option(NamedTuple):
    """Another way to play a game: what is different, and the game made of the usual one."""

    meaning: str
    change: Callable[[Variant], Variant]


@dataclass(frozen=True)
class Variant:
    """One game.

    ``packets`` says who is dealt how many cards, packet by packet: a seat or ``MANNI``.
    ``fixed_contract`` is the contract of a game's n-th deal (from 1) with its cut card,
    None if it is called or the cut card is not known; ``cuts`` says whether a card is cut.
    Where players declare, ``slots`` is what each declares in a game and ``steps`` the
    auction; ``skips`` leaves out deals whose forehand has nothing left to declare.
    ``rules`` say how tricks are played, ``nullo_rules`` how in NULLO where that is otherwise.
    ``tallies`` keeps plus and minus points apart on the score sheet. ``options`` are
    other ways to play the game, by name.
    """

    code: str
    name: str
    packets: tuple[tuple[int, int], ...]
    exchange: ExchangeRule
    scoring: Scoring
    ending: Ending
    pack: int = FULL_PACK
    contracts: tuple[Contract, ...] = THE_SIX
    fixed_contract: Callable[[int, int | None], Contract | None] = called
    cuts: bool = False
    slots: tuple[Slot, ...] = ()
    steps: Steps = field(default_factory=dict, hash=False)
    skips: bool = False
    rules: TrickRules = PLAIN
    nullo_rules: TrickRules | None = None
    tallies: bool = False
    options: Mapping[str, Option] = field(default_factory=dict, hash=False)

    def _dealt_to(self, receiver: int) -> int:
        return sum(number for to, number in self.packets if to == receiver)

    @property
    def tricks(self) -> int:
        """The cards of a hand, which are the tricks of a deal."""
        return self._dealt_to(Seat.FOREHAND)

    @property
    def manni(self) -> int:
        """The cards of the Manni."""
        return self._dealt_to(MANNI)

    @property
    def declared(self) -> bool:
        """Whether somebody declares."""
        return bool(self.slots)

    def leader(self, declarer: Seat | None) -> Seat:
        """Return who leads to the first trick: the declarer, or forehand if there is none."""
        return Seat.FOREHAND if declarer is None else checks.seat(declarer, "declarer")

    def rules_of(self, contract: Contract) -> TrickRules:
        """Return how tricks are played in a contract."""
        if checks.member(Contract, contract, "contract") is Contract.NULLO:
            return self.nullo_rules or self.rules
        return self.rules

    def ace_low(self, contract: Contract) -> bool:
        """Return whether the ace is the lowest card of its suit."""
        return self.rules_of(contract).ace_low

    def deal(self, rng: np.random.Generator) -> Dealing:
        """Return a random deal, all equally likely."""
        return self.deal_pack(shuffled(sorted(cards_in(self.pack)), rng))

    def deal_pack(self, pack: Sequence[int]) -> Dealing:
        """Return the deal of a pack in this order.

        The Manni is drawn from in the order in which it is dealt; the cut card, if there
        is one, is the last of the pack. Raises DealError unless the pack is the variant's.
        """
        pack = checks.cards(pack, "pack")
        if sorted(pack) != sorted(cards_in(self.pack)):
            raise DealError(f"not the pack of {self.code}: {self.pack.bit_count()} different cards")
        piles: list[list[int]] = [[] for _ in range(SEATS + 1)]
        rest = iter(pack)
        for receiver, number in self.packets:
            piles[receiver] += (next(rest) for _ in range(number))
        return Dealing(
            hands=by_seat(lambda seat: hand_of(piles[seat])),
            manni=tuple(piles[MANNI]),
            cut=pack[-1] if self.cuts else None,
        )

    def check_deal(
        self, hands: Sequence[int], manni: Sequence[int] = (), cut: int | None = None
    ) -> None:
        """Raise DealError unless these can be a whole deal before any exchange.

        An empty Manni, or no cut card, counts as not known.
        """
        hands, manni = checks.hands(hands), checks.cards(manni, "manni")
        check_once(manni, "the Manni")
        held = (*hands, hand_of(manni))
        names = (*SEAT_WORDS, "the Manni")
        check_disjoint(held, names)
        for name, cards in zip(names, held, strict=True):
            for card in cards_in(cards & ~self.pack):
                raise DealError(f"{name} has {card_name(card)}, which is not in {self.code}'s pack")
        sizes = [hand.bit_count() for hand in hands]
        if sizes != [self.tricks] * SEATS:
            raise DealError(
                "hands of "
                + ", ".join(f"{seat.word} {sizes[seat]}" for seat in Seat)
                + f" cards: {self.code} deals {self.tricks} each"
            )
        if manni and len(manni) != self.manni:
            raise DealError(f"a Manni of {len(manni)} cards: {self.code}'s has {self.manni}")
        if cut is None:
            return
        cut = checks.card(cut, "the cut card")
        if not self.cuts:
            raise DealError(f"no card is cut in {self.code}: {card_name(cut)} is given", card=cut)
        if not hands[Seat.DEALER] >> cut & 1:
            message = f"the cut card {card_name(cut)} is the dealer's, who does not hold it"
            raise DealError(message, card=cut)
