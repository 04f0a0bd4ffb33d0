"""Draw the board: a picture of every tab and sheet, wide and on a telephone, light and dark.

Without arguments those of the documents are drawn into docs/, small enough to be shown on a first
page; with --all and a folder, all of them, to be looked at.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from board_pages import board, chromium

from solver.files.reading import read_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
DEALS = ROOT / "data" / "sample_deals" / "played.manni"
SIZES: dict[str, Any] = {
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "narrow": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
HELD = ".hand [data-card]"
SETTLED = 400  # milliseconds, for the last frame

Show = Callable[["Page"], None]


def tab(name: str) -> Callable[[Page], None]:
    """Return what opens a tab."""
    return lambda page: page.get_by_role("tab", name=name).click()


def sheet(name: str) -> Callable[[Page], None]:
    """Return what opens a sheet."""
    return lambda page: page.get_by_role("banner").get_by_role("button", name=name).click()


def forward(page: Page, cards: int) -> None:
    """Follow the record by some cards."""
    held = page.locator(HELD).count()
    for _ in range(cards):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([held, n]) => document.querySelectorAll(held).length === n", arg=[HELD, held - cards]
    )
    page.wait_for_selector(".progress.exact", state="attached")


def show_values(page: Page) -> None:
    forward(page, 9)


def show_record(page: Page) -> None:
    forward(page, 7)
    # Another card than the record's makes a branch.
    page.locator("button.card.legal").first.click()
    tab("Record")(page)


def show_review(page: Page) -> None:
    tab("Review")(page)
    page.wait_for_selector(".reviewed")
    page.get_by_role("button", name="Next").last.click()


def show_exchange(page: Page) -> None:
    tab("Exchange")(page)
    page.wait_for_timeout(1500)


def show_puzzles(page: Page) -> None:
    tab("Puzzles")(page)
    page.locator(".puzzles button.entry").nth(2).click()
    page.wait_for_selector(".solving")


SHOWN: dict[str, Show] = {
    "values": show_values,
    "record": show_record,
    "review": show_review,
    "exchange": show_exchange,
    "puzzles": show_puzzles,
    "open": sheet("Open"),
    "edit": sheet("Edit"),
    "contract": sheet("Contract"),
    "save": sheet("Save"),
    "settings": sheet("Settings"),
    "help": sheet("Help"),
}


@contextmanager
def picture(
    browser: Browser, address: str, name: str, size: str, scheme: str = "light", scale: float = 2
) -> Iterator[Page]:
    """Show a tab or sheet by name on a fresh page, as many pixels a point as the scale says."""
    with browser.new_context(
        color_scheme=scheme, device_scale_factor=scale, locale="en-GB", **SIZES[size]
    ) as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("button.card")
        SHOWN[name](page)
        page.wait_for_timeout(SETTLED)
        yield page


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="draw all of them here")
    given = parser.parse_args()
    with chromium() as browser, board(read_deals(DEALS)) as address:
        if given.all is not None:
            given.all.mkdir(parents=True, exist_ok=True)
            for scheme in ("light", "dark"):
                for size, name in product(SIZES, SHOWN):
                    with picture(browser, address, name, size, scheme) as page:
                        path = given.all / f"{name}-{size}-{scheme}.png"
                        page.screenshot(path=path, full_page=size == "narrow")
                        print(path)
        else:
            for name, size in (("values", "wide"), ("puzzles", "narrow")):
                with picture(browser, address, name, size, scale=1) as page:
                    path = ROOT / "docs" / f"board-{name}.png"
                    page.screenshot(path=path)
                    print(path)


if __name__ == "__main__":
    main()
