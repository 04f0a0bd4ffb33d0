"""A running board and a browser, for the programs here that measure and draw its page."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from solver.deal import Deal
from solver.files.dealfile import format_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def board(deals: Sequence[Deal]) -> Iterator[str]:
    """Run a board on deals as it is installed; yield the address of its page."""
    manni = Path(sysconfig.get_path("scripts"), "manni")
    with TemporaryDirectory() as folder:
        file = Path(folder, "deals.manni")
        file.write_text(format_deals(deals), encoding="utf-8")
        process = subprocess.Popen(
            [str(manni), "board", str(file), "--port", "0", "--no-browser", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            yield f"{json.loads(process.stdout.readline())['address']}&file=1"
        finally:
            process.terminate()
            process.wait()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser that is installed."""
    from playwright.sync_api import sync_playwright

    path = which("chromium") or which("chromium-browser")
    if path is None:
        raise SystemExit("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
