"""Exact values for the Manni games: three hands, all cards open.

The names below are imported when first used, so that ``import solver`` is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.advice.contract import advise_contract
    from solver.advice.exchange import advise_exchange
    from solver.advice.play import CardAdvice, PlayAdvice, advise_play
    from solver.advice.play_view import PlayView
    from solver.cards import Seat
    from solver.deal import Deal
    from solver.errors import (
        ArgumentError,
        BusyError,
        DealError,
        IllegalPlayError,
        NotationError,
        RuleError,
        SolverError,
        StoppedError,
    )
    from solver.exchange.before import before_exchange
    from solver.exchange.open_cards import best_exchange
    from solver.files.dealfile import format_deals, parse_deals
    from solver.files.reading import read_deals
    from solver.frames.frame import solve_frame
    from solver.position import Position
    from solver.rules.contract import Contract
    from solver.run import Run
    from solver.values.contracts import solve_table
    from solver.values.many import ArrayValues, solve_arrays, solve_many
    from solver.values.selfish import SelfishCard, SelfishSolution, solve_selfish
    from solver.values.solution import CardValue, Solution
    from solver.values.solve import Solver, solve

_HOMES = {
    "ArrayValues": "solver.values.many",
    "ArgumentError": "solver.errors",
    "BusyError": "solver.errors",
    "CardAdvice": "solver.advice.play",
    "CardValue": "solver.values.solution",
    "Contract": "solver.rules.contract",
    "Deal": "solver.deal",
    "DealError": "solver.errors",
    "IllegalPlayError": "solver.errors",
    "NotationError": "solver.errors",
    "PlayAdvice": "solver.advice.play",
    "PlayView": "solver.advice.play_view",
    "Position": "solver.position",
    "RuleError": "solver.errors",
    "Run": "solver.run",
    "Seat": "solver.cards",
    "SelfishCard": "solver.values.selfish",
    "SelfishSolution": "solver.values.selfish",
    "Solution": "solver.values.solution",
    "Solver": "solver.values.solve",
    "SolverError": "solver.errors",
    "StoppedError": "solver.errors",
    "advise_contract": "solver.advice.contract",
    "advise_exchange": "solver.advice.exchange",
    "advise_play": "solver.advice.play",
    "before_exchange": "solver.exchange.before",
    "best_exchange": "solver.exchange.open_cards",
    "format_deals": "solver.files.dealfile",
    "parse_deals": "solver.files.dealfile",
    "read_deals": "solver.files.reading",
    "solve": "solver.values.solve",
    "solve_arrays": "solver.values.many",
    "solve_frame": "solver.frames.frame",
    "solve_many": "solver.values.many",
    "solve_selfish": "solver.values.selfish",
    "solve_table": "solver.values.contracts",
}

__all__ = [
    "ArgumentError",
    "ArrayValues",
    "BusyError",
    "CardAdvice",
    "CardValue",
    "Contract",
    "Deal",
    "DealError",
    "IllegalPlayError",
    "NotationError",
    "PlayAdvice",
    "PlayView",
    "Position",
    "RuleError",
    "Run",
    "Seat",
    "SelfishCard",
    "SelfishSolution",
    "Solution",
    "Solver",
    "SolverError",
    "StoppedError",
    "advise_contract",
    "advise_exchange",
    "advise_play",
    "before_exchange",
    "best_exchange",
    "format_deals",
    "parse_deals",
    "read_deals",
    "solve",
    "solve_arrays",
    "solve_frame",
    "solve_many",
    "solve_selfish",
    "solve_table",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
