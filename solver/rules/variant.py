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
    rank_of,
)
from solver.errors import DealError, RuleError
from solver.rules.auction import Slot, Steps
from solver.rules.bidding import Aim, Bid
from solver.rules.contract import THE_SIX, Contract
from solver.rules.exchange import ExchangeRule, NoExchange
from solver.rules.marking import Marking
from solver.rules.scoring import Ending, Scoring
from solver.rules.shuffle import shuffled
from solver.rules.trick import PLAIN, TrickRules, cards_worth

if TYPE_CHECKING:
    import numpy as np

MANNI = SEATS
"""The receiver of packets that go to the table: the Manni, a talon or a surprise.

The others are the seats 0, 1 and 2.
"""


def called(number: int, cut: int | None) -> Contract | None:
    """Return None: only a call makes the contract."""
    return None


class Dealing(NamedTuple):
    """What was dealt: hands, the Manni in draw order, the card cut or turned up if there is one."""

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
    None if it is called or the cut card is not known; ``cuts`` says whether a card is cut,
    ``cut_card`` what it is called. Where players declare, ``slots`` is what each declares in
    a game and ``steps`` the auction; ``skips`` leaves out deals whose forehand has nothing
    left to declare. Or ``bids`` are what may be bid, lowest first, by whoever wants to
    declare; ``claims`` says that they are made without an auction and without declaring.
    ``pile`` is what the cards on the table are called, of which ``shown`` lie face up; they
    count for nobody, or, where ``pile_counts``, for the declarer. ``rules`` say how tricks
    are played, ``nullo_rules`` how in NULLO where that is otherwise. ``tallies`` keeps plus
    and minus points apart on the score sheet. ``options`` are other ways to play the game,
    by name.
    """

    code: str
    name: str
    packets: tuple[tuple[int, int], ...]
    exchange: ExchangeRule
    scoring: Scoring | Marking
    ending: Ending
    pack: int = FULL_PACK
    contracts: tuple[Contract, ...] = THE_SIX
    fixed_contract: Callable[[int, int | None], Contract | None] = called
    cuts: bool = False
    cut_card: str = "cut card"
    pile: str = "Manni"
    shown: int = 0
    pile_counts: bool = False
    bids: tuple[Bid, ...] = ()
    claims: bool = False
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
        return bool(self.slots or (self.bids and not self.claims))

    @property
    def callers(self) -> frozenset[Seat]:
        """The seats that may call where forehand opens."""
        return frozenset(Seat(caller) for caller, _ in self.steps.values())

    def face_up(self, manni: Sequence[int]) -> tuple[int, ...]:
        """Return the cards on the table that lie face up, which are dealt last."""
        cards = checks.cards(manni, "manni")
        return cards[len(cards) - self.shown :] if len(cards) == self.manni else ()

    def leader(self, declarer: Seat | None) -> Seat:
        """Return who leads to the first trick: the declarer, or forehand if there is none."""
        declarer = None if declarer is None else checks.seat(declarer, "declarer")
        return Seat.FOREHAND if declarer is None or self.claims else declarer

    def exchange_in(self, contract: Contract) -> ExchangeRule:
        """Return who exchanges in a contract: nobody where no trick is bid, on the hand dealt."""
        avoids = checks.member(Contract, contract, "contract").avoids
        if avoids and any(bid.aim is Aim.NONE for bid in self.bids):
            return NoExchange()
        return self.exchange

    def worth(self, hands: Sequence[int], contract: Contract) -> tuple[int, int]:
        """Return the least and the most that can be counted in a deal, by all three together.

        That is one number if the hands after the exchange are known; empty ones are not.
        """
        hands, rules = checks.hands(hands), self.rules_of(contract)
        if any(hands) and not self.pile_counts:
            worth = cards_worth(hands, rules)
            return worth, worth
        cards = sorted(rules.card_points[rank_of(card)] for card in cards_in(self.pack))
        whole = self.tricks * rules.trick_points + sum(cards)
        if self.pile_counts or not self.manni:
            return whole, whole
        return whole - sum(cards[-self.manni :]), whole - sum(cards[: self.manni])

    def rules_of(self, contract: Contract) -> TrickRules:
        """Return how tricks are played in a contract.

        The Manni games play a contract alike, so that each may be asked of any of them. Raises
        RuleError for one that a game with rules of its own does not have.
        """
        contract = checks.member(Contract, contract, "contract")
        if not self.rules.is_plain:
            self.check_contract(contract)
        if contract is Contract.NULLO:
            return self.nullo_rules or self.rules
        return self.rules

    def check_contract(self, contract: Contract) -> None:
        """Raise RuleError unless this is a contract of the game."""
        if contract not in self.contracts:
            names = " ".join(each.name for each in self.contracts)
            raise RuleError(f"{self.code} has no {contract.name}: its contracts are {names}")

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
        pile = f"the {self.pile}"
        check_once(manni, pile)
        held = (*hands, hand_of(manni))
        names = (*SEAT_WORDS, pile)
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
            size = f"{len(manni)} card" + "s" * (len(manni) != 1)
            raise DealError(f"a {self.pile} of {size}: {self.code}'s has {self.manni}")
        if cut is None:
            return
        cut = checks.card(cut, f"the {self.cut_card}")
        if not self.cuts:
            raise DealError(f"no card is cut in {self.code}: {card_name(cut)} is given", card=cut)
        if not hands[Seat.DEALER] >> cut & 1:
            message = f"the {self.cut_card} {card_name(cut)} is the dealer's, who does not hold it"
            raise DealError(message, card=cut)
