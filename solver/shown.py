"""Values that ``print`` and notebooks draw, and how reprs write cards.

What draws them lies above them all, in ``report.notebook``, which is found by its name when
something is drawn: a position has to know nothing of pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any


class Shown:
    """A value that ``str`` gives as the commands print it, and notebooks as a picture."""

    __slots__ = ()

    def __str__(self) -> str:
        return _drawn("text", self)

    def _repr_html_(self) -> str:
        return _drawn("html", self)


def _drawn(how: str, value: object) -> str:
    found: str = getattr(import_module("solver.report.notebook"), how)(value)
    return found


def angled(value: object, *parts: str) -> str:
    """Return a repr that says what a value is and comes to: ``<CardValue SA: loss 0>``."""
    return f"<{type(value).__name__} {', '.join(filter(None, parts))}>"


def by_seat_text(name: str, values: Iterable[Any] | None) -> str:
    """Return a figure of each seat: ``share (11/3, 14/3, 11/3)``, empty if there is none."""
    if values is None:
        return ""
    return f"{name} ({', '.join('?' if value is None else str(value) for value in values)})"
