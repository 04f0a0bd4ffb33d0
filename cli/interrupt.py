"""What Ctrl-C does before a command is loaded and after its end: it leaves, without a word.

An exception in the midst of an import is told of by whoever was importing, or lost.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130
"""The exit code after Ctrl-C, that of shells."""


def leaves() -> None:
    """Let Ctrl-C leave at once; where it is ignored, in a shell's background, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def raises() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, where ``leaves`` has changed that."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)
