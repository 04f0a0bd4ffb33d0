"""Scoring as data: targets, bonuses of great contracts, and when a game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol

from solver.rules.marking import Mark


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
    """When a game is over, and who has won it."""

    @property
    def names_loser(self) -> bool:
        """Whether somebody loses rather than wins."""

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is, given each player's total and plus points and the deals played."""

    def winners(self, totals: Sequence[Mark], before: Sequence[Mark]) -> tuple[int, ...]:
        """Return who has won, given the totals at the end and before the last deal."""


class _HighestWins:
    names_loser: ClassVar[bool] = False

    def winners(self, totals: Sequence[Mark], before: Sequence[Mark]) -> tuple[int, ...]:
        """Return who has the highest total."""
        return tuple(player for player, own in enumerate(totals) if own == max(totals))


@dataclass(frozen=True)
class FirstTo(_HighestWins):
    """Over when a player's total reaches ``points``, written with ``sign``."""

    points: int
    sign: str = "+"

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is."""
        return max(totals) >= self.points

    def __str__(self) -> str:
        return f"until a player has {self.sign}{self.points}"


@dataclass(frozen=True)
class FirstToPlus(_HighestWins):
    """Over when the plus points of a player alone reach ``points``, whatever his minus."""

    points: int

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is."""
        return max(plus) >= self.points

    def __str__(self) -> str:
        return f"until a player has {self.points} plus points"


@dataclass(frozen=True)
class AfterDeals(_HighestWins):
    """Over after a fixed number of deals."""

    deals: int

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is."""
        return deals >= self.deals

    def __str__(self) -> str:
        return f"{self.deals} deals"


@dataclass(frozen=True)
class Endless(_HighestWins):
    """Never over: every deal is settled by itself."""

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return that it is not."""
        return False

    def __str__(self) -> str:
        return "deal by deal, without an end"


@dataclass(frozen=True)
class FirstLoses:
    """Over when a player's total reaches ``points``: the highest total loses."""

    names_loser: ClassVar[bool] = True
    points: int

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is."""
        return max(totals) >= self.points

    def winners(self, totals: Sequence[Mark], before: Sequence[Mark]) -> tuple[int, ...]:
        """Return who has less than the highest total."""
        return tuple(player for player, own in enumerate(totals) if own < max(totals))

    def __str__(self) -> str:
        return f"until a player has {self.points}, who loses"


@dataclass(frozen=True)
class LastLoses:
    """Over when all but one have reached ``points``: the one left loses.

    If the last two get there in the same deal, the lower total of the two loses.
    """

    names_loser: ClassVar[bool] = True
    points: int

    def over(self, totals: Sequence[Mark], plus: Sequence[Mark], deals: int) -> bool:
        """Return whether it is."""
        return sum(own >= self.points for own in totals) >= len(totals) - 1

    def winners(self, totals: Sequence[Mark], before: Sequence[Mark]) -> tuple[int, ...]:
        """Return who was there before the last deal, or has more than the lowest of the others."""
        last = min(own for own, had in zip(totals, before, strict=True) if had < self.points)
        return tuple(
            player
            for player, (own, had) in enumerate(zip(totals, before, strict=True))
            if had >= self.points or own > last
        )

    def __str__(self) -> str:
        return f"until all but one have {self.points}; the one left loses"
