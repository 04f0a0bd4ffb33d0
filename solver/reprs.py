"""How values write themselves: their reprs, and what ``print`` and notebooks show of them.

What draws a value lies above all values, in ``report.notebook``: a position has to know nothing
of pictures. ``manni`` sets ``Printable.render``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar


class Printable:
    """A value that ``str`` gives as the commands print it, and notebooks as a picture."""

    __slots__ = ()
    render: ClassVar[Callable[[str, object], str]]
    """Return a value as ``text`` or as ``html``."""

    def __str__(self) -> str:
        return Printable.render("text", self)

    def _repr_html_(self) -> str:
        return Printable.render("html", self)


def repr_text(value: object, *parts: str) -> str:
    """Return a repr that says what a value is and comes to: ``<CardValue SA: loss 0>``."""
    return f"<{type(value).__name__} {', '.join(filter(None, parts))}>"


def by_seat_text(name: str, values: Iterable[Any] | None) -> str:
    """Return a figure of each seat: ``share (11/3, 14/3, 11/3)``, empty if there is none."""
    if values is None:
        return ""
    return f"{name} ({', '.join('?' if value is None else str(value) for value in values)})"
