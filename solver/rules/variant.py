"""What makes a variant: data and small functions, one ``Variant`` for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from manni.solver.cards import (
    FULL_PACK,
    RANK_LETTERS,
    SEATS,
    BySeat,
    Seat,
    by_seat,
    card_name,
    cards_in,
    hand_of,
    rank_of,
)
from manni.solver.errors import DealError, RuleError
from manni.solver.i18n import N_
from manni.solver.rules.auction import Auction, ContractsLeft, Slot, opener_of
from manni.solver.rules.bidding import Aim, Bid, find_bid
from manni.solver.rules.contract import THE_SIX, Contract
from manni.solver.rules.declaring import DECLARER_LEADS, Declaring, Leading
from manni.solver.rules.exchange import ExchangeRule, NoExchange
from manni.solver.rules.marking import Marking
from manni.solver.rules.scoring import Ending, Scoring
from manni.solver.rules.shuffle import shuffled
from manni.solver.rules.trick import PLAIN, TrickRules, cards_worth, once_claimed

if TYPE_CHECKING:
    import numpy as np


MANNI = SEATS
"""The receiver of packets that go to the table: the Manni, a talon or a surprise.

The others are the seats 0, 1 and 2.
"""


class Dealing(NamedTuple):
    """What was dealt: hands, the Manni in draw order, the card cut or turned up if there is one."""

    hands: BySeat[int]
    manni: tuple[int, ...]
    cut: int | None = None


class Option(NamedTuple):
    """Another way to play a game: what is different, and the game made of the usual one.

    ``offered`` are words for the game played that way where it is offered beside the usual
    one, for an option that changes the play. Where the option is a number, ``numbered`` makes
    the game of any other number that stands in its place.
    """

    meaning: str
    change: Callable[[Variant], Variant]
    offered: str = ""
    numbered: Callable[[Variant, int], Variant] | None = None


@dataclass(frozen=True)
class Variant:
    """One game.

    ``packets`` says who is dealt how many cards, packet by packet: a seat or ``MANNI``.
    ``declaring`` is where the contract comes from and who declares, ``leads`` who leads to the
    first trick. ``pile`` is what the cards on the table are called, of
    which ``shown`` lie face up; they count for nobody, or, where ``pile_counts``, for the
    declarer. ``rules`` say how tricks are played, ``nullo_rules`` how in NULLO where that is
    otherwise. ``tallies`` keeps plus and minus points apart on the score sheet. ``options``
    are other ways to play the game, by name.
    """

    code: str
    name: str
    packets: tuple[tuple[int, int], ...]
    declaring: Declaring
    exchange: ExchangeRule
    scoring: Marking
    ending: Ending
    leads: Leading = DECLARER_LEADS
    pack: int = FULL_PACK
    contracts: tuple[Contract, ...] = THE_SIX
    pile: str = N_("Manni")
    shown: int = 0
    pile_counts: bool = False
    rules: TrickRules = PLAIN
    nullo_rules: TrickRules | None = None
    tallies: bool = False
    options: Mapping[str, Option] = field(default_factory=dict, hash=False)

    def _dealt_to(self, receiver: int) -> int:
        return sum(number for to, number in self.packets if to == receiver)

    @property
    def receivers(self) -> tuple[int, ...]:
        """Who is dealt each card of the pack in turn: a seat, or ``MANNI``."""
        return tuple(to for to, number in self.packets for _ in range(number))

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
        return self.declaring.declared

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The lines of each player's list of contracts to declare."""
        return self.declaring.slots

    @property
    def bids(self) -> tuple[Bid, ...]:
        """What may be bid, lowest first."""
        return self.declaring.bids

    @property
    def claims(self) -> bool:
        """Whether a bid is made without an auction, once the contract is known."""
        return self.declaring.claims

    @property
    def names_trump(self) -> bool:
        """Whether the seat that leads names the contract and does not declare for that."""
        return self.declaring.names

    @property
    def ranks(self) -> str:
        """The ranks in the pack, the highest first."""
        held = {RANK_LETTERS[rank_of(card)] for card in cards_in(self.pack)}
        return "".join(rank for rank in reversed(self.rules.order) if rank in held)

    @property
    def ranks_told(self) -> str:
        """The ranks that errors list: of a pack with an order of its own, else the usual ones."""
        return "" if self.rules.in_order else self.ranks

    @property
    def cuts(self) -> bool:
        """Whether a card of the dealer's makes the contract."""
        return bool(self.declaring.card)

    @property
    def cut_card(self) -> str:
        """What that card is called."""
        return self.declaring.card or "cut card"

    def cut_text(self, cut: int) -> str:
        """Return what that card is called, and which it is."""
        return f"the {self.cut_card} {card_name(cut)}"

    @property
    def has_targets(self) -> bool:
        """Whether tricks are counted against targets, so that the points add up to zero."""
        return isinstance(self.scoring, Scoring)

    @property
    def playable(self) -> tuple[Contract, ...]:
        """The contracts that may be asked about: of a Manni game all, since each plays them alike.

        Those of the game are ``contracts``; one with rules of its own has only these.
        """
        return THE_SIX if self.rules.is_plain else self.contracts

    def fixed_contract(self, number: int, cut: int | None) -> Contract | None:
        """Return the contract of a game's ``number``-th deal (from 1) with this card.

        None where it is called, or the card is not known.
        """
        return self.declaring.contract(number, cut)

    def contract_of(self, contract: Contract | None, cut: int | None) -> Contract | None:
        """Return the contract given or made by the cut card, None if neither says it.

        Raises RuleError where the two contradict each other.
        """
        made = self.fixed_contract(1, cut) if self.cuts else None
        if cut is not None and contract is not None and made not in (None, contract):
            raise RuleError(
                f"{self.cut_text(cut)} makes the contract {made.name}, not {contract.name}"
            )
        return made if contract is None else contract

    def auction(self, left: BySeat[ContractsLeft]) -> Auction:
        """Return the auction before the first call, of seats with these contracts left.

        Raises RuleError if nobody declares from a list or nothing is left of it.
        """
        if not self.slots:
            why = "numbers are bid" if self.declared else "nobody declares"
            raise RuleError(f"{why} in {self.code}: there is no auction of contracts")
        opener = opener_of(left, self.declaring.opens)
        if opener is None:
            raise RuleError("every player has declared every contract")
        return Auction(left, self.declaring.steps, opener)

    def face_up(self, manni: Sequence[int]) -> tuple[int, ...]:
        """Return the cards on the table that lie face up, which are dealt last."""
        return tuple(manni[len(manni) - self.shown :]) if len(manni) == self.manni else ()

    def leader(self, declarer: Seat | None) -> Seat:
        """Return who leads to the first trick: as the game says, forehand if that is not known."""
        return self.leads.seat(declarer)

    def laid_open(
        self, bid: str | None, declarer: Seat | None, hands: Sequence[int]
    ) -> BySeat[int]:
        """Return the hands that lie open on the table where a bid stands, 0 for the others."""
        seats = () if bid is None else find_bid(self.bids, bid).lays_open(declarer)
        return by_seat(lambda seat: hands[seat] if seat in seats else 0)

    def exchange_in(self, contract: Contract) -> ExchangeRule:
        """Return who exchanges in a contract: nobody where no trick is bid, on the hand dealt."""
        if contract.avoids and any(bid.aim is Aim.NONE for bid in self.bids):
            return NoExchange()
        return self.exchange

    def most_points(self, contract: Contract) -> int:
        """Return the most that can be counted in a deal, by all three together."""
        return self.worth((), contract)[1]

    def worth(self, hands: Sequence[int], contract: Contract) -> tuple[int, int]:
        """Return the least and the most that can be counted in a deal, by all three together.

        That is one number if the hands after the exchange are known; empty ones are not.
        """
        rules = self.rules_of(contract)
        if any(hands) and not self.pile_counts:
            worth = cards_worth(hands, rules)
            return worth, worth
        if not rules.counts_cards:
            return self.tricks * rules.trick_points, self.tricks * rules.trick_points
        cards = sorted(rules.card_points[rank_of(card)] for card in cards_in(self.pack))
        whole = self.tricks * rules.trick_points + sum(cards)
        if self.pile_counts or not self.manni:
            return whole, whole
        return whole - sum(cards[-self.manni :]), whole - sum(cards[: self.manni])

    def rules_of(self, contract: Contract, claimed: bool = False) -> TrickRules:
        """Return how tricks are played in a contract.

        Where every trick has been ``claimed`` many points are wanted, whatever the game, and
        the two others are one side against the claim. The Manni games play a contract alike, so
        that each may be asked of any of them. Raises RuleError for one that a game with rules of
        its own does not have.
        """
        if contract not in self.playable:
            self.check_contract(contract)
        if contract is Contract.NULLO:
            return self.nullo_rules or self.rules
        if claimed and self.claims:
            return once_claimed(self.rules)
        return self.rules

    def check_contract(self, contract: Contract) -> None:
        """Raise RuleError unless this is a contract of the game."""
        if contract not in self.contracts:
            names = " ".join(each.name for each in self.contracts)
            raise RuleError(f"{self.code} has no {contract.name}: its contracts are {names}")

    def check_declarer(self, declarer: Seat | None, bid: str | None) -> None:
        """Raise RuleError for a declarer where nobody declares, or only who claims every trick."""
        if declarer is None or self.declared:
            return
        if not self.claims:
            raise RuleError(f"nobody declares in {self.code}: {declarer.word} cannot")
        if bid is None:
            raise RuleError(
                f"only who bids {self.bids[0]} declares in {self.code}: "
                f"no bid of {declarer.word} is recorded"
            )

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
        if sorted(pack) != sorted(cards_in(self.pack)):
            raise DealError(f"not the pack of {self.code}: {self.pack.bit_count()} different cards")
        piles: list[list[int]] = [[] for _ in range(SEATS + 1)]
        for receiver, card in zip(self.receivers, pack, strict=True):
            piles[receiver].append(card)
        return Dealing(
            hands=by_seat(lambda seat: hand_of(piles[seat])),
            manni=tuple(piles[MANNI]),
            cut=pack[-1] if self.cuts else None,
        )
