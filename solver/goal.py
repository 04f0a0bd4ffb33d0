"""The goal of a puzzle, whose task it is, whether it can be reached; as text, ``"F 4+"``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from . import checks
from .cards import Contract, Seat, seats_from
from .checks import quote
from .errors import NotationError
from .notation import parse_seat
from .position import Position
from .rules.trick import MOST_WORTH, PLAIN, TrickRules, avoids
from .run import Run
from .schema import Cards

_GOAL = r"([A-Za-z]+|[2-6])[\s:]*([0-9]{1,9})\s*([+-])"

Group = Cards
"""Equivalent cards, the lowest first."""


class Oracle(Protocol):
    """Whatever can say if a seat takes so many tricks: the engine, or the plain search."""

    def reaches(
        self, position: Position, seat: int, tricks: int, *, run: Run | None = None
    ) -> bool:
        """Return whether the guarantee of ``seat`` is ``tricks`` or more."""
        ...


class Goal(NamedTuple):
    """What a puzzle claims: ``seat`` takes at least (or at most) ``tricks`` of those to come.

    >>> parse_goal("F 2+")
    Goal(seat=<Seat.FOREHAND: 0>, tricks=2, at_least=True)

    In games for points they are points. The **solver** is the side whose task it is: the seat, or
    the others. What is left of a goal in a later position is a goal too, of which ``tricks``
    may be negative or more than are to come: then the count alone settles it.
    """

    seat: Seat
    tricks: int
    at_least: bool

    def side(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats of the solver, from the goal's seat on, see ``works_for``."""
        side = position.side(self.seat)
        solves = works_for(self, position.contract, position.rules)
        return tuple(seat for seat in seats_from(self.seat) if (seat in side) == solves)

    def is_solver(self, position: Position) -> bool:
        """Return whether the solver is to play."""
        return position.to_play in self.side(position)

    def after(self, child: Position) -> Goal:
        """Return what is needed after the card that led to ``child``."""
        won = child.side_gain(self.seat)
        return self._replace(tricks=self.tricks - won) if won else self

    def one_better(self) -> Goal:
        """Return the goal to do one trick, or point, better."""
        return self._replace(tricks=self.tricks + (1 if self.at_least else -1))

    def met_by_count(self, position: Position) -> bool | None:
        """Return whether it is met, if the count alone decides that; None if play does."""
        return met_by_count(self.tricks, position.worth, self.at_least)

    def is_reached(self, oracle: Oracle, position: Position, run: Run | None = None) -> bool:
        """Return whether the solver reaches it against any play of the other side.

        Whose task it is makes no difference: both sides play for the same
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


def works_for(goal: Goal, contract: Contract, rules: TrickRules = PLAIN) -> bool:
    """Return whether the side of its seat works for a goal, or the others against the seat.

    A goal is **for** its seat if it goes with the contract's aim: at least so many tricks,
    or where they are to be avoided at most so many. Else it is **against** the seat: to
    hold it to so few tricks, or to give it so many.
    """
    return goal.at_least != avoids(contract, rules)


def until_settled(
    position: Position, goal: Goal, line: Sequence[int], is_met: bool = False
) -> tuple[int, ...]:
    """Return the cards of a line up to the trick that settles that the goal is missed, or met."""
    for played, card in enumerate(line):
        if goal.met_by_count(position) is is_met:
            return tuple(line[:played])
        position = position.play(card)
        goal = goal.after(position)
    return tuple(line)


def met_by_count(needed: int, left: int, at_least: bool) -> bool | None:
    """Return whether a goal is met, if the count alone decides that; None if play does."""
    if at_least:
        return True if needed <= 0 else False if needed > left else None
    return False if needed < 0 else True if needed >= left else None


def checked_goal(goal: Goal | str, table: type[Seat] = Seat) -> Goal:
    """Return a goal whose parts are what they should be, or that of a text, ``"F 4+"``."""
    if isinstance(goal, str):
        return parse_goal(goal, table)
    seat, tricks, at_least = checks.instance(goal, Goal, "goal")
    return Goal(
        parse_seat(seat, table),
        checks.number(tricks, "tricks", 0, MOST_WORTH),
        checks.flag(at_least, "at_least"),
    )


def parse_goal(value: str, table: type[Seat] = Seat) -> Goal:
    """Return the goal ``"F 4+"``: forehand takes at least four; ``"F 2-"``: at most two."""
    match = re.fullmatch(_GOAL, checks.text(value, "goal").strip())
    if match is None:
        raise NotationError(f'{quote(value)} is no goal: expected one such as "F 4+" or "F 2-"')
    return Goal(parse_seat(match[1], table), int(match[2]), match[3] == "+")


def format_goal(goal: Goal) -> str:
    """Return the goal as ``parse_goal`` reads it."""
    return f"{goal.seat.letter} {goal.tricks}{'+' if goal.at_least else '-'}"
