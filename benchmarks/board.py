"""How soon the board shows exact values: the program's own page, and the static site.

    python benchmarks/board.py                # --site after `make site`
    python benchmarks/board.py --pictures     # those of the docs, drawn anew

In chromium, by way of Playwright, in milliseconds of wall time: from a click on a card to the exact
values of the next position, in random deals of 12 cards played through; with ``--site``, from the
address of the site to the values of a sample deal, on a line of 10 MB a second, and what each visit
asks for. A telephone is as small as a Pixel 5 and draws four times as slowly; no browser slows down
a search.
Browser, page and search share the processors of this machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from measuring import TIMES, heads, line, run, times

from manni.solver.cards import Contract, Seat
from manni.solver.deal import Deal
from manni.solver.dealing import random_deals
from manni.solver.files.dealfile import format_deals
from manni.solver.files.reading import read_deals
from manni.solver.rules.games import get_variant

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "packaging")]

from boards import RunningBoard  # noqa: E402
from browser import started  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

SAMPLES = ROOT / "data" / "sample_deals"
HELD = ".hand [data-card]"


@contextmanager
def board(deals: Sequence[Deal]) -> Iterator[str]:
    """Run a board on deals as it is installed; yield the address of its page."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "deals.manni")
        file.write_text(format_deals(deals), encoding="utf-8")
        with RunningBoard(file) as running:
            yield f"{running.address}&file=1"


def shown(page: Page, begun: float, held: int | None = None) -> float:
    """Wait for exact values, with so many cards held; return the milliseconds since."""
    if held is not None:
        page.wait_for_function(
            "([held, n]) => document.querySelectorAll(held).length === n", arg=[HELD, held]
        )
    page.wait_for_selector(".progress.exact", state="attached", timeout=180_000)
    return 1000 * (perf_counter() - begun)


def clicks(browser: Browser, deal: Deal) -> Iterator[float]:
    """Play a deal by clicks, all but the last card; yield the times to the values that follow."""
    page = browser.new_page()
    with board([deal]) as address:
        page.goto(address)
        shown(page, 0)
        for held in range(page.locator(HELD).count() - 1, 0, -1):
            card = page.locator("button.card.legal").last
            page.wait_for_timeout(500)  # a press that comes too soon is the second of a double one
            begun = perf_counter()
            card.click()
            yield shown(page, begun, held)
    page.close()


def visit(browser: Browser, devices: dict[str, Any]) -> None:
    """Print how large the site is, and what its first visit and later ones take."""
    from sites import BUILT, Habits, StaticSite

    from manni.cli.board.address import address_of

    deal = read_deals(SAMPLES / "hornafjordur.manni")[0]
    plain = sum(path.stat().st_size for path in BUILT.rglob("*") if path.is_file())
    packed = BUILT.with_suffix(".zip").stat().st_size
    lines = [f"The site has {plain / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB."]
    for name, slower in (("desktop", 1), ("Pixel 5", 4)):
        visits, asked = [], [(0, 0)]
        habits = Habits(seconds_per_mb=0.1)
        with (
            StaticSite(habits=habits) as host,
            browser.new_context(**devices.get(name, {})) as window,
        ):
            for _ in range(6):
                page = window.new_page()
                begun = perf_counter()
                page.goto(f"{host.place}#{address_of(deal)}", wait_until="commit")
                cpu = window.new_cdp_session(page)
                cpu.send("Emulation.setCPUThrottlingRate", {"rate": slower})
                visits.append(shown(page, begun))
                page.wait_for_timeout(6000)  # for what is kept meanwhile, compiled code too
                asked.append((len(host.asked), host.sent))
                page.close()
        for which, ms, (before, after) in (
            ("first visit", visits[:1], asked[:2]),
            ("later visits", visits[1:], asked[1::5]),
        ):
            line(f"{which} to the site, {name}", *times(ms))
            files, sent = (now - was for now, was in zip(after, before, strict=True))
            visit = f"{files / len(ms):.0f} files, {sent / len(ms) / 1e6:.1f} MB"
            lines.append(f"{which.capitalize()}, {name}: {visit}.")
    print("\n" + "\n".join(lines))


def draw(browser: Browser) -> None:
    """Draw the pictures of the docs."""
    with board(read_deals(SAMPLES / "played.manni")) as address:
        for name, width, height in (("values", 1280, 800), ("puzzles", 390, 844)):
            page = browser.new_page(
                viewport={"width": width, "height": height},
                has_touch=width < height,
                color_scheme="light",
                locale="en-GB",
            )
            page.goto(address)
            page.wait_for_selector("button.card")
            if name == "values":
                held = page.locator(HELD).count()
                for _ in range(9):
                    page.keyboard.press("ArrowRight")
                shown(page, 0, held - 9)
            else:
                page.get_by_role("tab", name="Puzzles").click()
                page.locator(".puzzles button.entry").nth(2).click()
                page.wait_for_selector(".solving")
            page.wait_for_timeout(400)  # for the last frame
            page.screenshot(path=ROOT / "docs" / f"board-{name}.png")
            page.close()


def main(*, deals: int = 2, seed: int = 11, site: bool = False, pictures: bool = False) -> None:
    """Play through so many deals of each contract, or draw ``pictures`` and measure nothing."""
    drawn = [
        replace(deal, contract=contract, leader=Seat.FOREHAND, ace_low=None, cut=None)
        for contract in (Contract.NT, Contract.H, Contract.NULLO)
        for deal in islice(random_deals(get_variant("hornafjordur"), seed), deals)
    ]
    with sync_playwright() as playwright, started(playwright) as browser:
        if pictures:
            draw(browser)
            return
        heads("to exact values, ms", *TIMES)
        line("from a click", *times([ms for deal in drawn for ms in clicks(browser, deal)]))
        if site:
            visit(browser, playwright.devices)


if __name__ == "__main__":
    run(main)
