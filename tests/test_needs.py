"""Tests that need what is not installed are skipped, and the last line says so; or they fail."""

import os
import subprocess
import sys
from pathlib import Path

import needs
import pytest


@pytest.mark.parametrize("complete", ["", "1"])
def test_no_test_is_lost_unseen(complete: str, root: Path, tmp_path: Path) -> None:
    """A run without a browser, and without anything else on the path."""
    asked = ["tests/test_show.py", "-k", "in_a_browser or colours_change", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=root,
        env=os.environ | {"PATH": str(tmp_path), needs.COMPLETE: complete},
        capture_output=True,
        text=True,
    )
    last = ran.stdout.splitlines()[-1]
    if complete:
        assert ran.returncode == 1
        assert "1 failed" in last
    else:
        assert ran.returncode == 0
        assert last == "Not run: 1 test looking at pages (install chromium)"
