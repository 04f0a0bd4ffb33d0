"""What some tests need besides Python, a C compiler and make; where it is missing they are skipped.

The last line of a run then says how many, and what to install. With ``MANNI_TESTS_COMPLETE`` set
they fail instead, so that none is lost unseen.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

import pytest

COMPLETE = "MANNI_TESTS_COMPLETE"

NEEDS = {
    "chromium": "looking at pages",
    "firefox-esr": "looking at the site in a second browser",
    "groff": "printing the man page",
    "the library cairo": "drawing PDF and PNG",
    "endplay": "asking DDS, an outside solver",
}
"""What is to be installed, and what is done with it."""

NEVER_COMPLETE = {"firefox-esr"}
"""What not every system has as a package."""


def program(*names: str) -> str:
    """Return the path of a program, of whose names the first stands in ``NEEDS``."""
    return next(filter(None, map(shutil.which, names)), None) or missing(names[0])


def missing(need: str) -> NoReturn:
    """Skip a test, or fail it where none is to be skipped."""
    reason = f"{need} is not installed"
    if os.environ.get(COMPLETE) and need not in NEVER_COMPLETE:
        pytest.fail(f"{reason}, and {COMPLETE} is set")
    pytest.skip(reason)


def not_run(reasons: Iterable[str]) -> str:
    """Return what was skipped for these needs and how to get it run, empty if nothing was."""
    counted = Counter(reasons)
    ways = [
        f"{number} test{'s' * (number > 1)} {doing} (install {need})"
        for need, doing in NEEDS.items()
        if (number := counted[f"{need} is not installed"])
    ]
    return f"Not run: {', '.join(ways)}" * bool(ways)
