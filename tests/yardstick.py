"""DDS, the yardstick, in tests: skipped where it is not."""

from __future__ import annotations

import dds
import pytest

needs_dds = pytest.mark.skipif(
    not dds.is_here(), reason="DDS is not here: pip install endplay to run this"
)
