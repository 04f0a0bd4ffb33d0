"""The limits and engines of advice: arguments that its functions share."""

from __future__ import annotations

from solver import checks
from solver.errors import SolverError
from solver.pool import Pool
from solver.run import Run


def checked_limits(
    worlds: int | None, seconds: float | None, run: Run | None
) -> tuple[Run, int | None]:
    """Return the run and the number of worlds. Raises SolverError if neither is limited."""
    run = Run.of(run, seconds)
    if worlds is None and run.deadline is None:
        raise SolverError("how many worlds or how many seconds has to be said")
    return run, None if worlds is None else checks.number(worlds, "worlds", 2)


def checked_pool(pool: Pool | None, memory_mb: float, threads: int) -> Pool:
    """Return the engines to work with: those given, or ``threads`` new ones."""
    return Pool(memory_mb, threads) if pool is None else checks.instance(pool, Pool, "pool")
