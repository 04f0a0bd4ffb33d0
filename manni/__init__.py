"""Exact values and advice for three-player card games: the Manni games, and Manille.

This is the public face of the library: what ``solver`` offers, and ``review``, which has the name
of a room there. Everything is imported when first used, so that ``import manni`` is cheap.
``python -m manni`` is the command.
"""

from __future__ import annotations

from typing import Any

import solver


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("manni")
    elif name == "__all__":
        value = sorted([*solver.__all__, "review"])
    elif name == "review":
        from solver.review.search import review as value
    elif name.startswith("_") or name not in solver.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        value = getattr(solver, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__getattr__("__all__"), "__version__"]
