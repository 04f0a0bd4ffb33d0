"""Pages in a real browser: whatever a page complains of, or asks of another host, fails a test."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import needs
from axe_playwright_python.sync_playwright import Axe
from boards import RunningBoard
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    FrameLocator,
    Locator,
    Page,
    Playwright,
    expect,
)
from sites import StaticSite

from manni.cli.board.address import address_of
from manni.cli.board.shelf import samples
from manni.solver.deal import Deal
from manni.solver.files.dealfile import parse_deals

WIDE = (1280, 800)
NARROW = (390, 844)

PATIENCE = 60_000  # milliseconds: a loaded machine must not fail a test
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """Return the browser's path."""
    return needs.program("chromium", "chromium-browser")


def headless(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Have the browser do something without a window, with a profile in a folder."""
    options = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    return subprocess.run(
        [chromium(), "--headless", *options, f"--user-data-dir={folder / 'profile'}", *arguments],
        capture_output=True, encoding="utf-8", timeout=120, check=True,
    )  # fmt: skip


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


def deal_of(text: str) -> Deal:
    """Return a deal that is written here, or one of a sample file such as "basic 2"."""
    name, _, number = text.partition(" ")
    deals = parse_deals(samples().get(name, text))
    return deals[int(number or 1) - 1] if name in samples() else deals[0]


def at(text: str, played: Sequence[int] = ()) -> str:
    """Return what the address of the page has for a deal after some cards."""
    return f"&{address_of(deal_of(text), played)}"


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


def sized(page: Page, width: int, height: int) -> None:
    """Give the window another size, and wait until all lies where it belongs then."""
    page.set_viewport_size({"width": width, "height": height})
    frames = "requestAnimationFrame(() => requestAnimationFrame(then))"
    page.evaluate(f"() => new Promise((then) => setTimeout(() => {frames}, 150))")


def landed(page: Page) -> None:
    """Wait until no card is on its way."""
    flies = "() => document.getAnimations().some(({ id }) => id === 'flies')"
    until(page, lambda: not page.evaluate(flies))


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


# What a page shows, and what is done with it


def cards(page: Page, seat: str = "") -> Locator:
    """Return the cards in the hands, or in one."""
    seated = f'[data-seat="{seat}"]' if seat else ""
    return page.locator(f".hand{seated} [data-card]")


def card(page: Page, name: str) -> Locator:
    return page.locator(f".table [data-card={name}]")


def status(page: Page) -> Locator:
    return page.get_by_role("status")


def holds(page: Page, number: int, timeout: float = PATIENCE) -> None:
    """Wait until the hands hold so many cards."""
    expect(cards(page)).to_have_count(number, timeout=timeout)


def said(page: Page, text: str | re.Pattern[str]) -> None:
    """Wait until the line of status says this."""
    expect(status(page)).to_contain_text(text)


def says(
    within: Page | Locator | FrameLocator,
    place: str,
    text: str | re.Pattern[str],
    timeout: float = PATIENCE,
) -> None:
    """Wait until a place, given as in a stylesheet, has this text in it."""
    expect(within.locator(place)).to_contain_text(text, timeout=timeout)


def counts(within: Page | Locator, place: str, number: int) -> None:
    """Wait until there are so many of what is given as in a stylesheet."""
    expect(within.locator(place)).to_have_count(number)


def click(within: Page | Locator, name: str | re.Pattern[str], *, exact: bool = False) -> None:
    """Click a button."""
    within.get_by_role("button", name=name, exact=exact).click()


def exact(page: Page, patience: float = PATIENCE) -> None:
    """Wait until the values of the position are exact."""
    expect(page.locator(".panel .progress")).to_contain_text("exact", timeout=patience)


def fits(page: Page) -> None:
    """Check that nothing is wider than the window."""
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], page.locator("main").inner_text()


BOXES = """() => [...document.querySelectorAll(".hand, .lies, .asks, .result")].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [left, top, right, bottom, each.matches(".lies")];
}).filter(([, top, , bottom]) => top < bottom)"""


def apart(page: Page) -> None:
    """Check that no hand lies over another, the trick or what is asked: those of a trick may."""
    landed(page)

    def covered() -> list[Any]:
        return [
            (one, other)
            for one, other in combinations(page.evaluate(BOXES), 2)
            if not (one[4] and other[4])
            and all(
                min(one[at + 2], other[at + 2]) > max(one[at], other[at]) + 1 for at in range(2)
            )
        ]

    until(page, lambda: not covered())


ENGLISH = re.compile(
    r"\b(forehand|middlehand|dealer|guarantee|share|tricks?|best case|trumps?|leads|to play|record"
    r"|review|exchange|puzzles|open|edit|save|settings|help|spades|hearts|diamonds|clubs|ace|king"
    r"|queen|jack|loses|keeps|card|at least|at most|step|take back|hand)\b",
    re.I,
)


def speaks(page: Page) -> None:
    """Check that nothing English is shown or said, but for the title and comment of the deal."""
    texts = page.locator("body *:not(script, style, option, h1)").evaluate_all(
        """all => all.filter(
            each => !each.matches(".puzzles b, .file-name, [lang=en]")
        ).flatMap(each => [
            ...[...each.childNodes].filter(node => node.nodeType === 3).map(node => node.data),
            each.getAttribute("aria-label"), each.title, each.placeholder,
        ]).filter(Boolean)"""
    )
    english = [text for text in texts if ENGLISH.search(text)]
    assert not english, english


def tab(page: Page, name: str) -> Locator:
    """Open a tab; return what it shows."""
    unfolded(page, "drawer")
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel")


def unfolded(page: Page, name: str) -> None:
    """Have the menu or the drawer come, where it does not stand open."""
    expect(page.locator(".folds[popovertarget=menu]")).to_be_attached()  # the page has come
    button = page.locator(f".folds[popovertarget={name}]")
    if button.count() and button.is_visible() and not page.locator(f"#{name}").is_visible():
        button.click()


def goes(page: Page, name: str) -> None:
    """Click a button of the menu."""
    unfolded(page, "menu")
    page.get_by_role("navigation").get_by_role("button", name=name, exact=True).click()


def opened(page: Page, sheet: str) -> Locator:
    """Open a sheet by its button in the menu."""
    goes(page, sheet)
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def started_at(page: Page) -> Locator:
    """Go to the start; return what is to be chosen there, all of it."""
    goes(page, "Start")
    click(page, "Another game …")
    start = page.locator(".games")
    start.wait_for()
    start.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
    return start


def sit(
    page: Page, variant: str, deals: str = "1", seed: str = "7", strength: str = "thumb"
) -> None:
    """Sit down at a game from the start."""
    start = started_at(page)
    for place, value in enumerate(("F", strength, deals)):
        start.locator("select").nth(place).select_option(value)
    start.locator("input").fill(seed)
    start.locator(f"[data-game='{variant}']").click()
    page.locator(".own").wait_for()


def ranked(panel: Locator) -> None:
    """Have an exchange looked into until something is ranked."""
    on = panel.get_by_role("button", name="Go on")
    for _ in range(8):  # a busy machine may solve no deal in a few seconds
        expect(panel.locator(".ranked").or_(on).first).to_be_visible(timeout=90_000)
        if panel.locator(".ranked").count():
            break
        on.click()
        expect(on).to_have_count(0)
    expect(panel.locator(".ranking")).to_contain_text("sampled deals")


def open_text(page: Page, text: str, name: str = "some.manni", encoding: str = "utf-8") -> None:
    """Open a file of this text by the sheet."""
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode(encoding)}
    opened(page, "Open").get_by_label("Choose a file").set_input_files(files=[file])


def saved(page: Page, name: str) -> str:
    """Return what a button of the sheet Save downloads."""
    dialog = opened(page, "Save")
    with page.expect_download() as download:
        dialog.get_by_role("button", name=name).click()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # Only then does the page know it: until then keys are the sheet's.
    button = page.get_by_role("navigation").get_by_role("button", name="Save", expanded=False)
    expect(button).to_be_visible()
    return download.value.path().read_text(encoding="utf-8")
