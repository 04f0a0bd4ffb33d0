"""How much a board takes on."""

from __future__ import annotations

from dataclasses import dataclass

MESSAGE_BYTES = 1 << 20
DEALS = 1000


@dataclass(frozen=True)
class Limits:
    """What a board allows and how it shares its time; seconds and megabytes.

    A tab that says nothing for ``lease`` is taken not to look: its searches wait. ``slice``
    is how long one search keeps an engine at first while others wait for it.
    """

    message_bytes: int = MESSAGE_BYTES
    deals: int = DEALS
    tabs: int = 32
    seconds: float = 30.0
    memory_mb: float = 512.0
    engines: int = 2
    lease: float = 2.0
    slice: float = 0.05
    between_values: float = 0.05
