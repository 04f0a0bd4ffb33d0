"""Exact values and advice for card games: the Manni games for three, and Manille.

This is the public face of the library: names of ``manni.solver``, each imported when it is first
used, so that ``import manni`` is cheap. ``python -m manni`` is the command.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .solver.reprs import Printable

# What each module offers; __init__.pyi tells type checkers the same.
_OFFERED = {
    "advice.answer": "BidChoice BiddingAdvice CallChoice CardChoice ClaimAdvice ClaimChoice "
    "ContractAdvice DiscardChoice ExchangeAdvice PlayAdvice PutAwayAdvice PutAwayChoice "
    "TrumpAdvice TrumpChoice",
    "advice.bids": "advise_bid",
    "advice.contract": "advise_contract",
    "advice.exchange": "advise_exchange",
    "advice.play": "advise_play",
    "advice.put_away": "advise_put_away",
    "advice.observation": "ClaimObservation ExchangeObservation Observation PutAwayObservation "
    "TrumpObservation",
    "advice.without_auction": "advise_claim advise_trump",
    "analysis.why": "Why why",
    "cards": "Contract Seat",
    "deal": "Deal",
    "errors": "ArgumentError BusyError DealError IllegalPlayError NotationError RuleError "
    "SolverError StoppedError",
    "exchange.open_cards": "before_exchange best_exchange",
    "files.dealfile": "format_deals parse_deals",
    "files.reading": "read_deals",
    "frames.frame": "solve_frame",
    "position": "Position",
    "review": "review",
    "rummy.play": "RummyDraws RummyPlay best_rummy_play rummy_draws",
    "rummy.score": "RummySheet score_rummy",
    "rummy.turn": "RummyTurn",
    "run": "Run",
    "frames.arrays": "ArrayValues solve_arrays solve_many",
    "values.selfish": "SelfishCard SelfishSolution solve_selfish",
    "values.solution": "CardValue Solution WholeCardValue WholeSolution",
    "values.solve": "Solver solve solve_table",
}
_MODULES = {name: module for module, names in _OFFERED.items() for name in names.split()}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("manni")
    elif name in _MODULES:
        value = getattr(import_module(f".solver.{_MODULES[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def _render(how: str, value: object) -> str:
    from .solver.report import notebook

    return notebook.render(how, value)


Printable.render = staticmethod(_render)
