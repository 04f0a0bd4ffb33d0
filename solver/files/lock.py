"""Keeping two runs from writing to one place."""

from __future__ import annotations

from manni.solver.errors import SolverError


def lock(number: int, place: str) -> None:
    """Keep others from an open file until it is closed, even by the end of the process.

    Raises SolverError, which names the place, if another has it. Where a system has no such
    locks, nothing is kept from anybody.
    """
    try:
        import fcntl
    except ImportError:  # not on every system
        return
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SolverError(f"{place}: another run is writing there") from None
    except OSError:  # nor on every file system
        return
