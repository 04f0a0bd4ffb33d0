"""Exact values and advice for card games: the Manni games for three, and Manille.

This is the public face of the library: names of ``manni.solver``, each imported when it is first
used, so that ``import manni`` is cheap. ``python -m manni`` is the command.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .solver.reprs import Printable

# The one list of what is offered, by module: type checkers read it too. No ``re``, no ``pathlib``,
# which take longer than all else here.
with open(f"{__file__.removesuffix('c')}i", encoding="utf-8") as _stub:  # compiled, in the site
    _MODULES = {line.split()[3]: line.split()[1] for line in _stub if line.startswith("from")}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("manni")
    elif name in _MODULES:
        value = getattr(import_module(_MODULES[name], __name__), name)
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
