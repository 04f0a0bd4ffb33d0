"""The goal of a puzzle, and as text, ``"F 4+"``."""

from __future__ import annotations

import re
from typing import NamedTuple

from solver import checks
from solver.cards import MAX_CARDS, Seat
from solver.checks import quote
from solver.errors import NotationError
from solver.notation import parse_seat

_GOAL = re.compile(r"([A-Za-z]+)[\s:]*([0-9]{1,9})\s*([+-])")


class Goal(NamedTuple):
    """What a puzzle claims: ``seat`` takes at least (or at most) ``tricks``."""

    seat: Seat
    tricks: int
    at_least: bool


def checked_goal(goal: Goal) -> Goal:
    """Return a goal whose parts are what they should be. Raises ArgumentError."""
    seat, tricks, at_least = checks.instance(goal, Goal, "goal")
    return Goal(
        checks.seat(seat),
        checks.number(tricks, "tricks", 0, MAX_CARDS),
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
    goal = checked_goal(goal)
    return f"{goal.seat.letter} {goal.tricks}{'+' if goal.at_least else '-'}"
