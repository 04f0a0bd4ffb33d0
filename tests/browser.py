"""Pages in a real browser: whatever a page complains of, or asks of another host, fails a test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from boards import RunningBoard
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect
from sites import StaticSite

WIDE = (1280, 800)
NARROW = (390, 844)

PATIENCE = 20_000  # milliseconds: a loaded machine must not fail a test
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """Return the browser's path; a test that needs it fails where there is none."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    assert found is not None, "chromium is not installed, and pages are tested in it"
    return found


@contextmanager
def started(playwright: Playwright, *arguments: str) -> Iterator[Browser]:
    """Start the browser, with more arguments for its command line."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments += ("--no-sandbox",)
    browser = playwright.chromium.launch(
        executable_path=chromium(), args=["--disable-dev-shm-usage", *arguments]
    )
    yield browser
    browser.close()


class Complaints(list[str]):
    """What a page should not have done."""

    def watch(self, page: Page, host: str) -> None:
        """Note errors of a page and requests to another host."""

        def console(message: ConsoleMessage) -> None:
            by_test = message.text.startswith("Service Worker registration blocked by Playwright")
            if message.type in ("error", "warning") and not by_test:
                self.append(f"console: {message.text} ({message.location})")

        def asks(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in ("data", "blob", "about") and parts.netloc != host:
                self.append(f"another host: {url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on("request", lambda request: asks(request.url))
        page.on("websocket", lambda connection: asks(connection.url))


@contextmanager
def context(
    browser: Browser, size: tuple[int, int] = WIDE, **options: Any
) -> Iterator[BrowserContext]:
    """Open a window that knows nothing of others; ``options`` such as color_scheme="dark"."""
    options = {"viewport": {"width": size[0], "height": size[1]}, "locale": "en-GB"} | options
    opened = browser.new_context(**options)
    opened.set_default_timeout(PATIENCE)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def visit(
    browser: Browser,
    board: RunningBoard | StaticSite,
    place: str = "",
    size: tuple[int, int] = WIDE,
    complaints: Complaints | None = None,
    **options: Any,
) -> Iterator[Page]:
    """Show the page of a board; ``place`` is added to its address (``&file=1``, ``&d=…``).

    Fails at the end if the page has complained or asked another host. A test that means that
    to happen brings a list of its own and clears it.
    """
    complaints = Complaints() if complaints is None else complaints
    if isinstance(board, StaticSite):  # each visit the first one: all from the host
        options["service_workers"] = "block"
    with context(browser, size, **options) as window:
        page = window.new_page()
        complaints.watch(page, board.host)
        page.goto(board.address + place)
        if "d=" in place:  # what is clicked is to be clicked when the deal is there
            expect(page.locator(".table .hand").first).to_be_attached()
        yield page
    assert not complaints, "\n".join(complaints)


def until(page: Page, holds: Callable[[], object]) -> None:
    """Wait until something holds that the page's events bring about."""
    for _ in range(PATIENCE // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    assert holds()


def accessible(page: Page) -> None:
    """Check that axe finds nothing wrong with a page as it is shown now."""
    found = Axe().run(page, options={"rules": {"label-content-name-mismatch": {"enabled": True}}})
    assert found.violations_count == 0, found.generate_report()
