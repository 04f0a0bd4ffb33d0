"""DDS, the yardstick, in tests: skipped where it is not."""

from __future__ import annotations

import pytest

from cli.bench import dds
from solver.errors import SolverError


def _is_here() -> bool:
    try:
        dds.require()
    except SolverError:
        return False
    return True


needs_dds = pytest.mark.skipif(
    not _is_here(), reason="DDS is not here: pip install endplay to run this"
)
