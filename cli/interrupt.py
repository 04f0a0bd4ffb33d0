"""What Ctrl-C does before a command is loaded and after its end: it leaves quietly.

While a command runs SIGTERM does what Ctrl-C does, so that no half-written file is left. An
exception in the middle of an import would be reported by the importer, or be lost.
"""

from __future__ import annotations

import os
import signal

INTERRUPTED = 130
"""The exit code after Ctrl-C, that of shells."""

READER_LEFT = 141
"""The exit code where the reader of a pipe has left, as of programs that SIGPIPE ends."""


def exit_on_interrupt() -> None:
    """Let Ctrl-C leave at once, unless it is ignored, as in the background of a shell."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL):
            signal.signal(number, _leave)


def raise_on_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, if ``exit_on_interrupt`` has changed that."""
    global _was_exiting
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is _leave:
            signal.signal(number, signal.default_int_handler)
            _was_exiting = True


def exit_on_interrupt_again() -> None:
    """Let Ctrl-C leave at once, if it did so before ``raise_on_interrupt``."""
    if _was_exiting:
        exit_on_interrupt()


_was_exiting = False


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)
