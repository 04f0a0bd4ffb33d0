"""What the players give each other after a deal, before the next one is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from solver.rules.marking import Mark
from solver.words import _


class Gift(NamedTuple):
    """So many cards from one player to another, who gives as many back."""

    giver: int
    receiver: int
    cards: int


class Giving(Protocol):
    """Who gives how many cards; its ``str`` is the words for it."""

    def gifts(self, points: Sequence[Mark]) -> tuple[Gift, ...]:
        """Return what is given after a deal that brought the players these points."""


@dataclass(frozen=True)
class LowForHigh:
    """For each point won a player gives a low card and gets the highest of its suit.

    He gives it to one who has lost points. Whoever has won most gives first, to whoever has lost
    most; of those who are equal the first player.
    """

    def gifts(self, points: Sequence[Mark]) -> tuple[Gift, ...]:
        """Return what is given, as many cards as there are points."""
        players = range(len(points))
        gives = {player: int(points[player]) for player in players}
        found = []
        for giver in sorted(players, key=lambda player: -gives[player]):
            for receiver in sorted(players, key=lambda player: gives[player]):
                cards = min(gives[giver], -gives[receiver])
                if cards > 0:
                    found.append(Gift(giver, receiver, cards))
                    gives[giver] -= cards
                    gives[receiver] += cards
        return tuple(found)

    def __str__(self) -> str:
        return _("for each point won a low card to one who lost it, for his highest of the suit")
