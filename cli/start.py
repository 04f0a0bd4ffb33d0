"""Where the installed command starts."""

from __future__ import annotations

import gc
import os
import sys

from . import interrupt


def start() -> None:
    """Run ``manni`` and leave Python."""
    interrupt.exit_on_interrupt()
    # Little of what a command makes is garbage: to look for it as often as Python does takes a
    # tenth of a short command's time, and once more at the end another.
    gc.set_threshold(50_000)
    # No command multiplies large matrices: numpy need not start threads for it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is closed holds its place: a write to stdout fails, what is said on stderr is lost.
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  (until Python ends)
    from .main import main

    try:
        main()
    finally:
        interrupt.exit_on_interrupt()
        gc.freeze()
