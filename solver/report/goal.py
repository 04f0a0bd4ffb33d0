"""Goals of puzzles in words."""

from __future__ import annotations

from manni.solver.goal import Goal
from manni.solver.i18n import _, amount, format_list, seat_word
from manni.solver.rules.contract import Contract
from manni.solver.rules.trick import PLAIN, TrickRules


def goal_words(goal: Goal, contract: Contract, rules: TrickRules = PLAIN) -> str:
    """Return whose task a goal is, and what: ``forehand takes at least 4 tricks``."""
    side = goal.side(contract, rules)
    if goal.seat in side:
        if goal.at_least:
            words = _("{seat} takes at least {tricks}")
        else:
            words = _("{seat} takes at most {tricks}")
    elif goal.at_least:
        words = _("{solvers} give {seat} at least {tricks}")
    else:
        words = _("{solvers} hold {seat} to at most {tricks}")
    return words.format(
        seat=seat_word(goal.seat),
        tricks=amount(goal.tricks, rules.unit),
        solvers=format_list([f"{seat_word(each):the}" for each in side]),
    )
