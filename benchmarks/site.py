"""How large the site is, how soon it shows values, what memory it takes, how fast its search is.

    python benchmarks/site.py      # after `make site`

Loads are measured in chromium with a host on this machine, from the address to the exact values of
a sample deal; memory as what the process of the page has to itself, on a telephone, each kind of
work in a page of its own (Linux only); the searches by processor time beside the native ones, the
same positions each time.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "packaging")]

from browser import started  # noqa: E402
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402
from sites import BUILT, StaticSite  # noqa: E402

from cli.board.address import address_of  # noqa: E402
from solver.cards import Seat  # noqa: E402
from solver.deal import Deal  # noqa: E402
from solver.files.dealfile import parse_deals  # noqa: E402
from solver.rules.contract import Contract  # noqa: E402

SEARCHES = '''
from importlib import import_module
from random import Random

try:
    from js import process  # of node, whose clock of the processor Python's is not
except ImportError:
    from time import process_time
else:
    def process_time():
        used = process.cpuUsage()
        return (used.user + used.system) / 1e6

def rows(tricks):
    """Return milliseconds a position, by kind, and what was found, to compare."""
    found = []
    for name, number, cards, contract in (
        ("NT, 12 cards", 40, 12, 4), ("trumps, 12 cards", 40, 12, 0),
        ("NULLO, 12 cards", 20, 12, 5), ("NT, 16 cards", 10, 16, 4), ("NULLO, 16 cards", 2, 16, 5),
    ):
        rng = Random(name)
        search = import_module("solver." + tricks).Search(32 << 20)
        values, pack, begun = [], list(range(52)), 0.0
        for turn in range(2 * number):
            if turn == number:  # the first half only has it compiled
                begun = process_time()
            rng.shuffle(pack)
            hands = [sum(1 << c for c in pack[n * cards : (n + 1) * cards]) for n in range(3)]
            search.clear()
            values.append(search.bounds(hands, contract, rng.randrange(3), rng.randrange(3)))
        found.append([name, number, 1000 * (process_time() - begun) / number, values])
    return found
'''


def sample(name: str, number: int = 1) -> Deal:
    return parse_deals((ROOT / f"data/sample_deals/{name}.manni").read_text("utf-8"))[number - 1]


def loads() -> None:
    """Print how long the first visit and later ones take to exact values."""
    deal = sample("hornafjordur")
    with sync_playwright() as playwright, started(playwright) as browser, StaticSite() as site:
        window = browser.new_context()
        taken = []
        for _ in range(6):
            page = window.new_page()
            begun = monotonic()
            page.goto(f"{site.place}#{address_of(deal)}")
            expect(page.locator(".panel")).to_contain_text("exact", timeout=120_000)
            taken.append(monotonic() - begun)
            page.close()
    print(f"first visit {taken[0]:.1f} s, later ones {median(taken[1:]):.1f} s", flush=True)


def looked_at(page: Page) -> None:
    expect(page.locator(".panel")).to_contain_text("exact", timeout=120_000)


def searched(page: Page) -> None:
    page.wait_for_timeout(20_000)


def reviewed(page: Page) -> None:
    page.get_by_role("tab", name="Review").click()
    expect(page.locator(".panel .progress")).to_have_count(0, timeout=120_000)
    expect(page.locator(".reviewed tbody tr")).to_have_count(36, timeout=120_000)


def advised(page: Page) -> None:
    page.get_by_role("tab", name="Exchange").click()
    tab = page.get_by_role("tabpanel")
    tab.get_by_role("button", name="Blind").click()
    expect(tab.locator(".ranked").first).to_be_visible(timeout=120_000)


def own_bytes(browser: Browser) -> int:
    """Return the memory that the largest process of pages has to itself."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return 1024 * max(
        sum(map(int, re.findall(r"^Private_\w+: +(\d+)", maps.read_text(), re.M)))
        for each in processes
        if each["type"] == "renderer"
        for maps in [Path(f"/proc/{each['id']}/smaps_rollup")]
    )


def memory() -> None:
    """Print what memory the page takes on a telephone, by what it is doing."""
    pack = list(range(52))
    Random(1).shuffle(pack)
    hands = [sum(1 << card for card in pack[16 * n : 16 * n + 16]) for n in range(3)]
    large = Deal(hands=hands, contract=Contract.NULLO, leader=Seat.FOREHAND)
    print("\n| | MB |\n|---|---|")
    for name, deal, work in (
        ("an empty page", None, None),
        ("values, 12 cards", sample("hornafjordur"), looked_at),
        ("values, NULLO with 16 cards", large, searched),
        ("a review", sample("played"), reviewed),
        ("an exchange, one hand seen", sample("trjamann", 2), advised),
    ):
        with sync_playwright() as playwright, started(playwright) as browser, StaticSite() as site:
            window = browser.new_context(**playwright.devices["Pixel 5"], service_workers="block")
            page = window.new_page()
            page.goto(f"{site.place}#{address_of(deal)}" if deal and work else "about:blank")
            if work:
                expect(page.locator("[data-card]").first).to_be_attached(timeout=120_000)
                work(page)
            print(f"| {name} | {own_bytes(browser) / 1e6:.0f} |", flush=True)


def searches() -> None:
    """Print rows of the search in the browser's Python and the native one."""
    with TemporaryDirectory() as place:
        with tarfile.open(BUILT / "board.tar.gz") as archive:
            archive.extractall(place, filter="data")
        program = Path(place, "searches.py")
        program.write_text(SEARCHES, encoding="utf-8")
        own: dict[str, object] = {}
        exec(SEARCHES, own)
        native = {name: own["rows"](name) for name in ("_search", "_search_v3")}  # type: ignore[operator]
        node = ["node", str(ROOT / "tests" / "in_node.mjs"), str(BUILT / "runtime"), place]
        wasm = {
            name: json.loads(
                subprocess.check_output([*node, str(program), f'rows("{name}")'], text=True)
            )
            for name in native
        }
    print("\n| | ms native | v3 | ms in the browser | wide | ratio |\n|---|---|---|---|---|---|")
    for index, (name, _, plain, values) in enumerate(native["_search"]):
        wide, there, there_wide = (
            each[index] for each in (native["_search_v3"], wasm["_search"], wasm["_search_v3"])
        )
        assert [list(value) for value in values] == there[3] == there_wide[3]
        times = (plain, wide[2], there[2], there_wide[2], there_wide[2] / wide[2])
        print(f"| {name} | {' | '.join(f'{time:.2f}' for time in times)} |")


def main() -> None:
    import static_site

    plain, packed = static_site.sizes(BUILT)
    print(f"{plain / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB")
    loads()
    memory()
    searches()


if __name__ == "__main__":
    main()
