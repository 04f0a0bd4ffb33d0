"""Scoring as data: targets, bonuses of great contracts, and when a game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Targets(NamedTuple):
    """The tricks at which the declarer and each other seat break even."""

    declarer: int
    others: int


class Bonus(NamedTuple):
    """The points of a great contract in which the declarer takes exactly so many tricks."""

    tricks: int
    declarer: int
    others: int


class Scoring(NamedTuple):
    """The targets of each kind of contract.

    Where nobody declares, only ``others`` counts. ``great`` is None where there are no
    great contracts; in these, ``bonuses`` replace the count of tricks.
    """

    plain: Targets
    nullo: Targets | None = None
    great: Targets | None = None
    bonuses: tuple[Bonus, ...] = ()


class Ending(Protocol):
    """When a game is over."""

    def over(self, totals: Sequence[int], plus: Sequence[int], deals: int) -> bool:
        """Return whether it is, given each player's total and plus points and the deals played."""


@dataclass(frozen=True)
class FirstTo:
    """Over when a player's total reaches ``points``."""

    points: int

    def over(self, totals: Sequence[int], plus: Sequence[int], deals: int) -> bool:
        """Return whether it is."""
        return max(totals) >= self.points

    def __str__(self) -> str:
        return f"until a player has +{self.points}"


@dataclass(frozen=True)
class FirstToPlus:
    """Over when the plus points of a player alone reach ``points``, whatever his minus."""

    points: int

    def over(self, totals: Sequence[int], plus: Sequence[int], deals: int) -> bool:
        """Return whether it is."""
        return max(plus) >= self.points

    def __str__(self) -> str:
        return f"until a player has {self.points} plus points"


@dataclass(frozen=True)
class AfterDeals:
    """Over after a fixed number of deals."""

    deals: int

    def over(self, totals: Sequence[int], plus: Sequence[int], deals: int) -> bool:
        """Return whether it is."""
        return deals >= self.deals

    def __str__(self) -> str:
        return f"{self.deals} deals"
