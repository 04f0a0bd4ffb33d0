"""Whether an aim can still be missed by any play of all three, the solver's worst included."""

from __future__ import annotations

from collections.abc import Iterator

from solver.cards import RANKS, SEATS, SUITS, card_of, hand_of, without
from solver.position import Position
from solver.puzzles.aim import Aim
from solver.rules.trick import legal_cards, strength, winning_seat

_State = tuple[tuple[int, int, int], int, tuple[int, ...], int]


class Missable:
    """Answers for one aim's positions, remembered.

    Plain integers instead of positions: where the answer is no, all play is looked at.
    """

    def __init__(self, position: Position, aim: Aim) -> None:
        self._contract = position.contract
        self._ace_low = position.ace_low
        self._seat = aim.seat
        self._at_least = aim.at_least
        self._known: dict[_State, bool] = {}
        # For each suit its cards from the top down, with the bit of each.
        ranks = sorted(range(RANKS), key=lambda rank: -strength(rank, position.ace_low))
        self._suits = [
            [(card_of(suit, rank), 1 << card_of(suit, rank)) for rank in ranks]
            for suit in range(SUITS)
        ]

    def __call__(self, position: Position, aim: Aim) -> bool:
        """Return whether some play from ``position`` on misses ``aim``."""
        return self._search(position.hands, position.leader, position.table, aim.tricks)

    def _search(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...], needed: int
    ) -> bool:
        left = hands[(leader + 2) % SEATS].bit_count()  # the last to play has all its cards
        if self._at_least:
            if needed <= 0 or needed > left:
                return needed > 0
        elif needed < 0 or needed >= left:
            return needed < 0
        if self._at_least and needed <= self._sure_trumps(hands, table):
            return False
        state = hands, leader, table, needed
        if state not in self._known:
            self._known[state] = any(
                self._after(*state, card) for card in self._cards(hands, leader, table)
            )
        return self._known[state]

    def _sure_trumps(self, hands: tuple[int, int, int], table: tuple[int, ...]) -> int:
        """Return how many of the highest trumps in play the seat holds: each wins a trick."""
        trump = self._contract.trump
        if trump is None:
            return 0
        own, count = hands[self._seat], 0
        others = (hands[0] | hands[1] | hands[2]) & ~own | hand_of(table)
        for _, bit in self._suits[trump]:
            if others & bit:
                break
            count += own & bit != 0
        return count

    def _after(
        self,
        hands: tuple[int, int, int],
        leader: int,
        table: tuple[int, ...],
        needed: int,
        card: int,
    ) -> bool:
        hands = without(hands, card)
        table = (*table, card)
        if len(table) < SEATS:
            return self._search(hands, leader, table, needed)
        winner = winning_seat(leader, table, self._contract, self._ace_low)
        return self._search(hands, winner, (), needed - (winner == self._seat))

    def _cards(
        self, hands: tuple[int, int, int], leader: int, table: tuple[int, ...]
    ) -> Iterator[int]:
        """Yield the legal cards, of equal ones one."""
        own = hands[(leader + len(table)) % SEATS]
        legal = legal_cards(own, table)
        in_play = hands[0] | hands[1] | hands[2]
        for card in table:
            in_play |= 1 << card
        for suit in self._suits:
            is_equal = False
            for card, bit in suit:
                if legal & bit:
                    if not is_equal:
                        yield card
                    is_equal = True
                elif in_play & bit:
                    is_equal = False
