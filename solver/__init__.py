"""Exact values for the Manni games: three hands, all cards open.

The names are those of ``__init__.pyi`` beside this file, where type checkers find them. They are
imported when first used, so that ``import solver`` is cheap. ``manni`` offers them to users.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def _homes() -> dict[str, str]:
    """Return the module of every name."""
    import os.path
    import re

    stub = os.path.join(os.path.dirname(__file__), "__init__.pyi")
    with open(stub, encoding="utf-8") as lines:
        found = re.findall(r"^from (\S+) import (\w+) as \2$", lines.read(), re.MULTILINE)
    return {name: module for module, name in found}


def __getattr__(name: str) -> Any:
    if name == "__all__":
        value: Any = sorted(_homes())
    elif name.startswith("_") or name not in _homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        value = getattr(import_module(_homes()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_homes())
