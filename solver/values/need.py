"""What is still needed, of a goal or of what a seat is sure of, and whether it can be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from manni.solver.cards import Seat
from manni.solver.checks import derived
from manni.solver.goal import side_of
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.schema import Cards

Group = Cards
"""Equivalent cards, the lowest first."""


class Oracle(Protocol):
    """Whatever can say if a seat takes so many tricks: the engine, or the plain search."""

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        """Return whether the guarantee of ``seat`` is ``tricks`` or more."""
        ...


@dataclass(frozen=True)
class Need:
    """At least, or at most, ``tricks`` of those still to come for ``seat``, or points.

    It is what a goal comes to in a later position. The **solver** is the side whose task it
    is: the seat, or the two others. ``tricks`` may be negative, or more than are left; then
    the need is settled.
    """

    seat: Seat
    tricks: int
    at_least: bool

    def side(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats of the solver, as ``goal.side_of`` has it."""
        return side_of(self.seat, self.at_least, position.contract, position.rules)

    def is_solver(self, position: Position) -> bool:
        """Return whether the solver is to play."""
        return position.to_play in self.side(position)

    def after(self, child: Position) -> Need:
        """Return what is needed after the card that led to ``child``."""
        won = sum(map(child.gain, child.side(self.seat)))
        return derived(self, tricks=self.tricks - won) if won else self

    def one_better(self) -> Need:
        """Return the need to do one trick, or point, better."""
        return derived(self, tricks=self.tricks + (1 if self.at_least else -1))

    def met_by_count(self, position: Position) -> bool | None:
        """Return whether it is met, if the count alone decides that; None if play does."""
        return met_by_count(self.tricks, position.worth, self.at_least)

    def is_reached(self, oracle: Oracle, position: Position, run: Run | None = None) -> bool:
        """Return whether the solver reaches it against any play of the other side.

        Whose task it is makes no difference: the seat and the two others play for the same
        tricks, and what one side cannot be sure of the other can.
        """
        by_count = self.met_by_count(position)
        if by_count is not None:
            return by_count
        if self.at_least:
            return oracle.reaches(position, self.seat, self.tricks, run=run)
        return not oracle.reaches(position, self.seat, self.tricks + 1, run=run)

    def is_kept(
        self, oracle: Oracle, position: Position, card: int, run: Run | None = None
    ) -> bool:
        """Return whether the solver still reaches it after a card. Raises IllegalPlayError."""
        child = position.play(card)
        return self.after(child).is_reached(oracle, child, run)

    def partition(
        self, oracle: Oracle, position: Position, run: Run | None = None
    ) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
        """Return the groups of equivalent cards after which it is still reached, and the others."""
        kept: dict[bool, list[Group]] = {True: [], False: []}
        for group in position.equivalent_cards():
            kept[self.is_kept(oracle, position, group[0], run)].append(group)
        return tuple(kept[True]), tuple(kept[False])


def until_settled(
    position: Position, need: Need, line: Sequence[int], is_met: bool = False
) -> tuple[int, ...]:
    """Return the cards of a line up to the trick that settles that the need is missed, or met."""
    for shown, card in enumerate(line):
        if need.met_by_count(position) is is_met:
            return tuple(line[:shown])
        position = position.play(card)
        need = need.after(position)
    return tuple(line)


def met_by_count(needed: int, left: int, at_least: bool) -> bool | None:
    """Return whether a need is met, if the count alone decides that; None if play does."""
    if at_least:
        return True if needed <= 0 else False if needed > left else None
    return False if needed < 0 else True if needed >= left else None
