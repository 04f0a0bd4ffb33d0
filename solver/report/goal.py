"""Goals of puzzles in words."""

from __future__ import annotations

from solver.goal import Goal
from solver.report.text import amount
from solver.rules.contract import Contract
from solver.rules.trick import PLAIN, TrickRules


def goal_words(goal: Goal, contract: Contract, rules: TrickRules = PLAIN) -> str:
    """Return whose task a goal is, and what: ``forehand takes at least 4 tricks``."""
    limit = "at least" if goal.at_least else "at most"
    tricks = f"{limit} {amount(goal.tricks, rules.unit)}"
    side, seat = goal.side(contract, rules), goal.seat.word
    if goal.seat in side:
        return f"{seat} takes {tricks}"
    solvers = " and ".join(each.word for each in side)
    return f"{solvers} {f'give {seat}' if goal.at_least else f'hold {seat} to'} {tricks}"
