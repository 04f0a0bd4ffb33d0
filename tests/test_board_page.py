"""The board's page in a browser: that it opens and minds its policy."""

from __future__ import annotations

from browser import accessible
from playwright.sync_api import Page


def test_the_page_opens(page: Page) -> None:
    page.wait_for_function("() => document.title !== ''")
    accessible(page)
