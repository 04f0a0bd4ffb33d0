"""Exact values for the Manni games: three hands, all cards open.

The names below are imported when first used, so that ``import solver`` is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names once more, for type checkers
    from solver.advice.answer import CardAdvice as CardAdvice
    from solver.advice.answer import PlayAdvice as PlayAdvice
    from solver.advice.contract import advise_contract as advise_contract
    from solver.advice.exchange import advise_exchange as advise_exchange
    from solver.advice.play import advise_play as advise_play
    from solver.advice.seen import PlayView as PlayView
    from solver.cards import Seat as Seat
    from solver.deal import Deal as Deal
    from solver.errors import ArgumentError as ArgumentError
    from solver.errors import BusyError as BusyError
    from solver.errors import DealError as DealError
    from solver.errors import IllegalPlayError as IllegalPlayError
    from solver.errors import NotationError as NotationError
    from solver.errors import RuleError as RuleError
    from solver.errors import SolverError as SolverError
    from solver.errors import StoppedError as StoppedError
    from solver.exchange.before import before_exchange as before_exchange
    from solver.exchange.open_cards import best_exchange as best_exchange
    from solver.files.dealfile import format_deals as format_deals
    from solver.files.dealfile import parse_deals as parse_deals
    from solver.files.reading import read_deals as read_deals
    from solver.frames.frame import solve_frame as solve_frame
    from solver.position import Position as Position
    from solver.rules.contract import Contract as Contract
    from solver.run import Run as Run
    from solver.values.contracts import solve_table as solve_table
    from solver.values.many import ArrayValues as ArrayValues
    from solver.values.many import solve_arrays as solve_arrays
    from solver.values.many import solve_many as solve_many
    from solver.values.selfish import SelfishCard as SelfishCard
    from solver.values.selfish import SelfishSolution as SelfishSolution
    from solver.values.selfish import solve_selfish as solve_selfish
    from solver.values.solution import CardValue as CardValue
    from solver.values.solution import Solution as Solution
    from solver.values.solve import Solver as Solver
    from solver.values.solve import solve as solve

_NAMES = {
    "solver.advice.answer": "CardAdvice PlayAdvice",
    "solver.advice.contract": "advise_contract",
    "solver.advice.exchange": "advise_exchange",
    "solver.advice.play": "advise_play",
    "solver.advice.seen": "PlayView",
    "solver.cards": "Seat",
    "solver.deal": "Deal",
    "solver.errors": "ArgumentError BusyError DealError IllegalPlayError NotationError RuleError"
    " SolverError StoppedError",
    "solver.exchange.before": "before_exchange",
    "solver.exchange.open_cards": "best_exchange",
    "solver.files.dealfile": "format_deals parse_deals",
    "solver.files.reading": "read_deals",
    "solver.frames.frame": "solve_frame",
    "solver.position": "Position",
    "solver.rules.contract": "Contract",
    "solver.run": "Run",
    "solver.values.contracts": "solve_table",
    "solver.values.many": "ArrayValues solve_arrays solve_many",
    "solver.values.selfish": "SelfishCard SelfishSolution solve_selfish",
    "solver.values.solution": "CardValue Solution",
    "solver.values.solve": "Solver solve",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return __all__
