"""A position: hands, cards on the table, the seat to play and the contract.

Positions are values: ``play`` returns the next one and leaves this as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from solver import checks
from solver.cards import (
    CARDS,
    MAX_CARDS,
    SEAT_WORDS,
    SEATS,
    Seat,
    card_name,
    cards_in,
    check_disjoint,
    triple,
    without,
)
from solver.errors import DealError, IllegalPlayError
from solver.notation import parse_cards, parse_contract, parse_hands, parse_seat
from solver.rules.contract import Contract
from solver.rules.trick import legal_cards, winning_seat

__all__ = ["MAX_CARDS", "Position"]


@dataclass(frozen=True, init=False)
class Position:
    """Three hands, the cards on the table, the leader of the trick, the contract.

    ``hands`` do not hold the cards on the ``table``, which are in the order
    played from ``leader`` on. Every seat has the same number of cards, 0 to 17,
    once those on the table are counted. ``taken_by`` is the seat that took the trick
    which the last card played completed, None where it completed none.
    """

    hands: tuple[int, int, int]
    contract: Contract
    leader: Seat
    table: tuple[int, ...]
    ace_low: bool
    taken_by: Seat | None = field(init=False, compare=False, repr=False)

    def __init__(
        self,
        hands: Sequence[int],
        contract: Contract | str,
        leader: Seat | str | int = Seat.FOREHAND,
        table: Sequence[int] = (),
        ace_low: bool = False,
    ) -> None:
        """Make a position; contract and leader may also be given as text or number.

        Raises DealError where the cards cannot be a position, IllegalPlayError where
        the table shows a revoke, NotationError or ArgumentError for what is neither.
        """
        vars(self).update(
            hands=checks.hands(hands),
            contract=parse_contract(contract),
            leader=parse_seat(leader),
            table=checks.cards(table, "table"),
            ace_low=checks.flag(ace_low, "ace_low"),
            taken_by=None,
        )
        self._check()

    def _check(self) -> None:
        if len(self.table) >= SEATS:
            raise DealError(f"{len(self.table)} cards on the table: a trick in progress has 1 or 2")
        check_disjoint(
            (*self.hands, *(1 << card for card in self.table)),
            (*SEAT_WORDS, *(f"the table ({card_name(card)})" for card in self.table)),
        )
        sizes = [hand.bit_count() for hand in self.dealt]
        if len(set(sizes)) > 1:
            on_table = ", cards on the table counted" if self.table else ""
            raise DealError(
                "the hands differ in length: "
                + ", ".join(f"{SEAT_WORDS[s]} {sizes[s]}" for s in range(SEATS))
                + on_table
            )
        if sizes[0] > MAX_CARDS:
            raise DealError(f"{sizes[0]} cards a hand: at most {MAX_CARDS} come out of a pack")
        for index, card in enumerate(self.table):
            seat = (self.leader + index) % SEATS
            if not legal_cards(self.dealt[seat], self.table[:index]) >> card & 1:
                raise self._illegal(self.dealt[seat], self.table[:index], seat, card)

    def _illegal(self, hand: int, table: tuple[int, ...], seat: int, card: int) -> IllegalPlayError:
        """Return the error of a card that may not be played to the cards of a trick so far."""
        word, name = SEAT_WORDS[seat], card_name(card)
        if hand >> card & 1:
            kind = "revoke"
            held = " ".join(map(card_name, cards_in(legal_cards(hand, table))))
            problem = f"card {len(table) + 1}: {word}'s {name} revokes: it holds {held}"
        else:
            kind = "not held" if hand else "no card to play"
            problem = f"{word} does not hold {name}"
        return IllegalPlayError(problem, index=len(table) + 1, seat=seat, card=card, kind=kind)

    @classmethod
    def parse(
        cls,
        hands: str | Sequence[str],
        contract: str | Contract = "NT",
        leader: str | Seat = "F",
        played: str = "",
        ace_low: bool = False,
    ) -> Position:
        """Return the position of three hands in text, forehand first.

        ``played`` are the cards on the table in the order played, apart from the
        hands. Raises what the constructor does.
        """
        return cls(parse_hands(hands), contract, leader, parse_cards(played), ace_low)

    @cached_property
    def dealt(self) -> tuple[int, int, int]:
        """The hands with the cards on the table given back to their seats."""
        hands = list(self.hands)
        for index, card in enumerate(self.table):
            hands[(self.leader + index) % SEATS] |= 1 << card
        return triple(hands)

    @property
    def tricks(self) -> int:
        """The tricks still to be won, the one in progress included."""
        return self.dealt[0].bit_count()

    @property
    def to_play(self) -> Seat:
        """The seat whose turn it is (the leader where no card is left)."""
        return _SEATS[(self.leader + len(self.table)) % SEATS]

    def gain(self, seat: int) -> int:
        """Return what the last card played brought a seat: 1 for a trick it took, else 0."""
        return int(self.taken_by == seat)

    def legal(self) -> tuple[int, ...]:
        """Return the cards the seat to play may play, suits S H D C, highest first."""
        return tuple(cards_in(legal_cards(self.hands[self.to_play], self.table)))

    def play(self, card: int) -> Position:
        """Return the position after the seat to play has played ``card``.

        After the third card of a trick the table is empty and the winner leads.
        Raises IllegalPlayError where the card may not be played.
        """
        if type(card) is not int or not 0 <= card < CARDS:
            card = checks.card(card)
        seat = self.to_play
        hand = self.hands[seat]
        if not legal_cards(hand, self.table) >> card & 1:
            raise self._illegal(hand, self.table, seat, card)
        # What follows from a position is one: it is not checked again, since verifying a
        # puzzle plays hundreds of thousands of cards.
        after = object.__new__(Position)
        fields = vars(after)
        fields["hands"] = without(self.hands, card)
        fields["contract"] = self.contract
        fields["ace_low"] = self.ace_low
        table = (*self.table, card)
        if len(table) < SEATS:
            fields["leader"], fields["table"], fields["taken_by"] = self.leader, table, None
        else:
            winner = winning_seat(self.leader, table, self.contract, self.ace_low)
            fields["leader"], fields["table"], fields["taken_by"] = winner, (), winner
        return after


_SEATS = tuple(Seat)
