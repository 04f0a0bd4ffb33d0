"""The goal of a puzzle, whose task it is, and as text, ``"F 4+"``."""

from __future__ import annotations

import re
from typing import NamedTuple

from manni.solver import checks
from manni.solver.cards import Seat, seats_from
from manni.solver.checks import quote
from manni.solver.errors import NotationError
from manni.solver.notation import parse_seat
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import MOST_WORTH, PLAIN, TrickRules, avoids

_GOAL = re.compile(r"([A-Za-z]+)[\s:]*([0-9]{1,9})\s*([+-])")


class Goal(NamedTuple):
    """What a puzzle claims: ``seat`` takes at least (or at most) ``tricks``.

    In games for points they are points.
    """

    seat: Seat
    tricks: int
    at_least: bool

    def side(self, contract: Contract, rules: TrickRules = PLAIN) -> tuple[Seat, ...]:
        """Return the seats whose task it is, see ``side_of``."""
        return side_of(self.seat, self.at_least, contract, rules)


def side_of(
    seat: Seat, at_least: bool, contract: Contract, rules: TrickRules = PLAIN
) -> tuple[Seat, ...]:
    """Return the seats that work for a goal: its seat, or the two others as one side.

    A goal is **for** its seat if it goes with the contract's aim: at least so many tricks,
    or where they are to be avoided at most so many. Else it is **against** the seat: to
    hold it to so few tricks, or to give it so many.
    """
    if at_least != avoids(contract, rules):
        return (seat,)
    return seats_from(seat)[1:]


def checked_goal(goal: Goal | str) -> Goal:
    """Return a goal whose parts are what they should be, or that of a text, ``"F 4+"``."""
    if isinstance(goal, str):
        return parse_goal(goal)
    seat, tricks, at_least = checks.instance(goal, Goal, "goal")
    return Goal(
        parse_seat(seat),
        checks.number(tricks, "tricks", 0, MOST_WORTH),
        checks.flag(at_least, "at_least"),
    )


def parse_goal(value: str) -> Goal:
    """Return the goal ``"F 4+"``: forehand takes at least four; ``"F 2-"``: at most two."""
    match = _GOAL.fullmatch(checks.text(value, "goal").strip())
    if match is None:
        raise NotationError(f'{quote(value)} is no goal: expected one such as "F 4+" or "F 2-"')
    return Goal(parse_seat(match[1]), int(match[2]), match[3] == "+")


def format_goal(goal: Goal) -> str:
    """Return the goal as ``parse_goal`` reads it."""
    return f"{goal.seat.letter} {goal.tricks}{'+' if goal.at_least else '-'}"
