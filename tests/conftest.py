"""Settings every test shares: where the repository's files are, and a repeatable hypothesis."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and no deadline: a loaded machine must not fail a test.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

# A shell's background jobs start with Ctrl-C ignored, and pass that on to the programs
# they start: the tests of an interrupt would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds tests/, data/ and README.md (no source, when a wheel is tested)."""
    return Path(__file__).resolve().parent.parent
