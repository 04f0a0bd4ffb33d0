"""Playing on the board's page: by mouse and keyboard, forwards, backwards and in branches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, accessible, visit
from playwright.sync_api import Browser, Page, expect

# Four tricks in hearts: short enough to be exact at once, with every case of following suit.
DEAL = """\
[Name "Four tricks"]
[Deal "F:AK.42..  Q3..A.2 7.A.K.A"]
[Contract "H"]
[Leader "F"]
"""
