"""Where the installed command starts."""

from __future__ import annotations

from . import interrupt


def start() -> None:
    """Run ``manni`` and leave Python."""
    interrupt.leaves()
    from .main import main

    try:
        main()
    finally:
        interrupt.leaves()
