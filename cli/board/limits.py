"""How much a board takes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a board allows and how it shares its time; seconds and megabytes.

    ``seconds`` is how long a request is searched for until the page asks to go on,
    ``move_seconds`` how long the computer thinks about a card, ``blind_seconds`` about an
    exchange with one hand seen. ``slice`` is how long a search keeps an engine at first that
    another waits for. ``memory_mb`` is for all engines together.
    """

    message_bytes: int = 1 << 20
    deals: int = 1000
    tabs: int = 32
    seconds: float = 30.0
    move_seconds: float = 5.0
    blind_seconds: float = 10.0
    engines: int = 2
    memory_mb: float = 512.0
    slice: float = 0.05
    between_answers: float = 0.05
