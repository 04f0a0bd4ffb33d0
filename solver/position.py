"""A position: who holds what, what is on the table, who is to play, what for.

Positions are values: ``play`` returns the next one and leaves this as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from solver.cards import (
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


@dataclass(frozen=True)
class Position:
    """Three hands, the cards on the table, the leader of the trick, the contract.

    ``hands`` do not hold the cards on the ``table``, which are in the order
    played from ``leader`` on. Every seat has the same number of cards, 0 to 17,
    once those on the table are counted. Raises DealError where that fails or a
    card is held twice, IllegalPlayError where the table shows a revoke.
    """

    hands: tuple[int, int, int]
    contract: Contract
    leader: Seat = Seat.FOREHAND
    table: tuple[int, ...] = ()
    ace_low: bool = False
    previous: Position | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.table) >= SEATS:
            raise DealError(f"{len(self.table)} cards on the table: a trick in progress has 1 or 2")
        check_disjoint(
            (*self.hands, *(1 << card for card in self.table)),
            (*SEAT_WORDS, *(f"the table ({card_name(card)})" for card in self.table)),
        )
        dealt = self.dealt
        sizes = [hand.bit_count() for hand in dealt]
        if len(set(sizes)) > 1:
            on_table = ", cards on the table counted" if self.table else ""
            raise DealError(
                "the hands differ in length: "
                + ", ".join(f"{SEAT_WORDS[s]} {sizes[s]}" for s in range(SEATS))
                + on_table
            )
        if sizes[0] > MAX_CARDS:
            raise DealError(f"{sizes[0]} cards a hand: at most {MAX_CARDS} come out of a pack")
        for index in range(1, len(self.table)):
            seat = (self.leader + index) % SEATS
            self._check_follows(dealt[seat], self.table[index], seat, index + 1)

    def _check_follows(self, hand: int, card: int, seat: int, index: int) -> None:
        legal = legal_cards(hand, self.table[:1])
        if not legal >> card & 1:
            held = " ".join(card_name(c) for c in cards_in(legal))
            raise IllegalPlayError(
                f"card {index}: {SEAT_WORDS[seat]}'s {card_name(card)} revokes: it holds {held}",
                index=index,
                seat=seat,
                card=card,
                kind="revoke",
            )

    @classmethod
    def parse(
        cls,
        hands: str,
        contract: str | Contract = "NT",
        leader: str | Seat = "F",
        played: str = "",
        ace_low: bool = False,
    ) -> Position:
        """Return the position of three hands in text, forehand first.

        ``played`` are the cards on the table in the order played, apart from the
        hands. Raises NotationError, DealError or IllegalPlayError.
        """
        return cls(
            hands=parse_hands(hands),
            contract=parse_contract(contract),
            leader=parse_seat(leader),
            table=parse_cards(played),
            ace_low=ace_low,
        )

    @cached_property
    def dealt(self) -> tuple[int, int, int]:
        """The hands with each seat's card on the table back in them."""
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
        return Seat((self.leader + len(self.table)) % SEATS)

    def legal(self) -> tuple[int, ...]:
        """Return the cards the seat to play may play, suits S H D C, highest first."""
        return tuple(cards_in(legal_cards(self.hands[self.to_play], self.table)))

    def play(self, card: int) -> Position:
        """Return the position after the seat to play has played ``card``.

        After the third card of a trick the table is empty and the winner leads.
        Raises IllegalPlayError where the card may not be played.
        """
        seat = self.to_play
        hand = self.hands[seat]
        if not hand >> card & 1:
            kind = "not held" if hand else "no card to play"
            raise IllegalPlayError(
                f"{SEAT_WORDS[seat]} does not hold {card_name(card)}",
                index=len(self.table) + 1,
                seat=seat,
                card=card,
                kind=kind,
            )
        if self.table:
            self._check_follows(hand, card, seat, len(self.table) + 1)
        table = (*self.table, card)
        leader = self.leader
        if len(table) == SEATS:
            leader = winning_seat(leader, table, self.contract, self.ace_low)
            table = ()
        return replace(
            self, hands=without(self.hands, card), leader=leader, table=table, previous=self
        )

    def undo(self) -> Position:
        """Return the position before the last card played from here on.

        Raises DealError where no card was.
        """
        if self.previous is None:
            raise DealError("no card has been played from here")
        return self.previous
