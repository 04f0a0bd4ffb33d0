"""Exact values for the Manni games: three hands, all cards open.

The names below are imported when first used, so that ``import solver`` is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.analysis.advise_contract import advise_contract
    from solver.analysis.advise_exchange import advise_exchange
    from solver.analysis.exchange import before_exchange, best_exchange
    from solver.analysis.solve import CardValue, Solution, Solver, solve
    from solver.cards import Seat
    from solver.deal import Deal
    from solver.dealfile import format_deals, parse_deals, read_deals
    from solver.engine import solve_many
    from solver.errors import (
        DealError,
        IllegalPlayError,
        NotationError,
        RuleError,
        SolverError,
    )
    from solver.position import Position
    from solver.rules.contract import Contract

_HOMES = {
    "CardValue": "solver.analysis.solve",
    "Contract": "solver.rules.contract",
    "Deal": "solver.deal",
    "DealError": "solver.errors",
    "IllegalPlayError": "solver.errors",
    "NotationError": "solver.errors",
    "Position": "solver.position",
    "RuleError": "solver.errors",
    "Seat": "solver.cards",
    "Solution": "solver.analysis.solve",
    "Solver": "solver.analysis.solve",
    "SolverError": "solver.errors",
    "advise_contract": "solver.analysis.advise_contract",
    "advise_exchange": "solver.analysis.advise_exchange",
    "before_exchange": "solver.analysis.exchange",
    "best_exchange": "solver.analysis.exchange",
    "format_deals": "solver.dealfile",
    "parse_deals": "solver.dealfile",
    "read_deals": "solver.dealfile",
    "solve": "solver.analysis.solve",
    "solve_many": "solver.engine",
}

__all__ = [
    "CardValue",
    "Contract",
    "Deal",
    "DealError",
    "IllegalPlayError",
    "NotationError",
    "Position",
    "RuleError",
    "Seat",
    "Solution",
    "Solver",
    "SolverError",
    "advise_contract",
    "advise_exchange",
    "before_exchange",
    "best_exchange",
    "format_deals",
    "parse_deals",
    "read_deals",
    "solve",
    "solve_many",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
