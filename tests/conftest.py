"""Settings every test shares: where the repository's files are, and a repeatable hypothesis."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and no deadline: a loaded machine must not fail a test.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds tests/, data/ and README.md (no source, when a wheel is tested)."""
    return Path(__file__).resolve().parent.parent
