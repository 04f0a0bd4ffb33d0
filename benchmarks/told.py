"""A player who is told the true deal and thinks ahead: more than one who sees his own hand can do.

Each card is tried in the deal as it lies, all others playing by the policy. At the seat's next
choice the cards that the policy likes best are tried in turn, and so on for so many choices; then
the policy plays for it too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.advice.play import equal_cards
from solver.advice.seen import Seen
from solver.advice.thumb_play import policy_scores
from solver.cards import SEATS, triple
from solver.position import Position
from solver.searches.rollouts import Game, game_of, rollouts

AHEAD = 3
"""Choices of its own that it looks at after the card it is to play."""
WIDE = 4
"""Cards that are tried at each."""


class Told:
    """A seat that knows the hands at the first lead, and what each seat has put down."""

    def __init__(self, hands: Sequence[int], gone: Sequence[int]) -> None:
        self.hands, self.gone = np.array([hands], np.uint64), np.array([gone], np.uint64)

    def card(self, seen: Seen) -> int:
        """Return the card with which the side takes most; of several the one the policy likes best.

        The others may not play by the policy: that one is the safest.
        """
        cards = self._cards(seen)
        worth = [self._after(seen, card, AHEAD) for card in cards]
        return cards[worth.index(max(worth))]

    def _cards(self, seen: Seen) -> list[int]:
        """Return one of each group of equal cards, those that the policy likes best first."""
        scores = policy_scores(seen)
        best = [max(group, key=lambda card: scores[card]) for group in equal_cards(seen)]
        return sorted(best, key=lambda card: -scores[card])

    def _after(self, seen: Seen, card: int, ahead: int) -> int:
        """Return what the side takes in all if a card is played; fewer are more if few count."""
        game = game_of(seen.rules, seen.contract, seen.declarer, seen.variant.pack)
        past = seen.leader, seen.played
        then = self._next_choice(seen, card, game) if ahead else None
        if then is not None:
            return max(self._after(then, each, ahead - 1) for each in self._cards(then)[:WIDE])
        taken = np.zeros((1, 1, SEATS), np.int16)
        rollouts().play(game, self.hands, self.gone, *past, (card,), taken)
        ours = int(taken[0, 0, list(seen.side)].sum())
        return -ours if seen.avoids else ours

    def _next_choice(self, seen: Seen, card: int, game: Game) -> Seen | None:
        """Return what the seat has seen at its next choice if it plays a card, if it has any."""
        course = np.zeros((1, SEATS * seen.variant.tricks - len(seen.played)), np.int8)
        rollouts().courses(game, self.hands, self.gone, seen.leader, seen.played, card, course)
        position = Position(
            triple(self.hands[0].tolist()), seen.contract, seen.leader,
            rules=seen.rules, declarer=seen.declarer,
        )  # fmt: skip
        played = (*seen.played, *course[0].tolist())
        for number, each in enumerate(played):
            if number > len(seen.played) and position.to_play is seen.seat:
                then = replace(seen, played=played[:number])
                if len(equal_cards(then)) > 1:
                    return then
            position = position.play(each)
        return None
