"""Draw the pictures of the board that the documents show, small enough for a first page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from board_pages import board, chromium

from solver.files.reading import read_deals

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
DEALS = ROOT / "data" / "sample_deals" / "played.manni"
HELD = ".hand [data-card]"
CARDS = 9  # of the record, played before the values are shown
SETTLED = 400  # milliseconds, for the last frame


def show_values(page: Page) -> None:
    held = page.locator(HELD).count()
    for _ in range(CARDS):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([held, n]) => document.querySelectorAll(held).length === n", arg=[HELD, held - CARDS]
    )
    page.wait_for_selector(".progress.exact", state="attached")


def show_puzzles(page: Page) -> None:
    page.get_by_role("tab", name="Puzzles").click()
    page.locator(".puzzles button.entry").nth(2).click()
    page.wait_for_selector(".solving")


def main() -> None:
    with chromium() as browser, board(read_deals(DEALS)) as address:
        for name, show, width, height in (
            ("values", show_values, 1280, 800),
            ("puzzles", show_puzzles, 390, 844),
        ):
            with browser.new_context(
                viewport={"width": width, "height": height},
                has_touch=width < 1280,
                color_scheme="light",
                locale="en-GB",
            ) as context:
                page = context.new_page()
                page.goto(address)
                page.wait_for_selector("button.card")
                show(page)
                page.wait_for_timeout(SETTLED)
                path = ROOT / "docs" / f"board-{name}.png"
                page.screenshot(path=path)
                print(path)


if __name__ == "__main__":
    main()
