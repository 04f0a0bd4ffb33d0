"""Walks through play on plain integers, which trust nothing but the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from manni.solver.cards import RANKS, SEATS, SUITS, BySeat, card_of, cards_in, hand_of, rank_of
from manni.solver.position import Position
from manni.solver.puzzles.need import Need, met_by_count
from manni.solver.rules.trick import after_card, legal_cards, trick_worth
from manni.solver.run import Run

State = tuple[BySeat[int], int, tuple[int, ...], int]
"""The hands, the leader, the cards on the table and the tricks, or points, still needed."""


class Walk(ABC):
    """Whether an ``outcome``, the need met (True) or missed (False), comes about.

    A subclass says in ``_search`` which cards are looked at in a state, and whether one of
    them or all must lead to the outcome. What holds in a state is found only once.
    """

    def __init__(self, position: Position, need: Need, outcome: bool, run: Run) -> None:
        self.contract = position.contract
        self.rules = position.rules
        self.declarer = position.declarer
        self.seat = need.seat
        self.at_least = need.at_least
        self.side = need.side(position)
        self.outcome = outcome
        self.run = run
        # The cards of each suit from the top down, with the bit of each.
        ranks = sorted(range(RANKS), key=lambda rank: -position.rules.heights[rank])
        self.suits = [
            [(card_of(suit, rank), 1 << card_of(suit, rank)) for rank in ranks]
            for suit in range(SUITS)
        ]
        self.known: dict[State, bool] = {}

    def holds(self, state: State) -> bool:
        """Return whether the outcome comes about from a state on. May raise StoppedError."""
        by_count = met_by_count(state[3], self._left(state), self.at_least)
        if by_count is not None:
            return by_count is self.outcome
        if state not in self.known:
            self.run.check()
            self.known[state] = self._search(state)
        return self.known[state]

    def _left(self, state: State) -> int:
        """Return what the tricks to come are worth, that in progress included."""
        hands, leader, table, _ = state
        # The seat that plays last to the trick still has all its cards.
        tricks = hands[(leader + 2) % SEATS].bit_count()
        if not self.rules.counts_cards:
            return self.rules.trick_points * tricks
        cards = hands[0] | hands[1] | hands[2] | hand_of(table)
        held = sum(self.rules.card_points[rank_of(card)] for card in cards_in(cards))
        return self.rules.trick_points * tricks + held

    def holds_after(self, state: State, card: int) -> bool:
        """Return whether the outcome comes about once ``card`` is played."""
        hands, leader, table, needed = state
        trick = (*table, card)
        hands, leader, table = after_card(hands, leader, table, card, self.contract, self.rules)
        if not table and leader == self.seat:
            needed -= trick_worth(trick, self.rules)
        return self.holds((hands, leader, table, needed))

    def cards(self, hands: BySeat[int], leader: int, table: tuple[int, ...]) -> Iterator[int]:
        """Yield the legal cards, one of each group of equals.

        Equal cards, with none of another seat between them, win and lose the same tricks, and
        are worth the same.
        """
        legal = self.legal(hands, leader, table)
        in_play = hands[0] | hands[1] | hands[2] | hand_of(table)
        for suit in self.suits:
            is_equal, worth = False, 0
            for card, bit in suit:
                if legal & bit:
                    points = self.rules.card_points[card % RANKS]
                    if not is_equal or points != worth:
                        yield card
                    is_equal, worth = True, points
                elif in_play & bit:
                    is_equal = False

    def legal(self, hands: BySeat[int], leader: int, table: tuple[int, ...]) -> int:
        """Return the legal cards of the seat to play, as a hand."""
        seat = (leader + len(table)) % SEATS
        return legal_cards(hands[seat], table, self.contract, self.rules, seat, self.declarer)

    @abstractmethod
    def _search(self, state: State) -> bool:
        """Return whether the outcome comes about from a state that the count does not settle."""


def state_of(position: Position, needed: int) -> State:
    """Return a position as a state in which so many tricks, or points, are needed."""
    return position.hands, position.leader, position.table, needed
