"""What the board's page keeps: the last work, with every record, and what can be undone."""

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from socket import create_server

import pytest
from boards import RunningBoard
from browser import (
    accessible,
    card,
    cards,
    chromium,
    context,
    counts,
    holds,
    open_text,
    saved,
    says,
    status,
    tab,
    until,
)
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect

from manni.cli.board.address import address_of
from manni.solver.deal import Deal

TWO = """\
[Name "First"]
[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]
[Contract "H"]
[Leader "F"]
[Play "F"]
SA S3 S7
SK SQ HA

[Name "Second"]
[Deal "F:A2... K3... Q4..."]
[Contract "NT"]
[Leader "F"]
"""


def open_deals(page: Page, text: str) -> None:
    open_text(page, text)
    holds(page, 12 if "AK.42" in text else 6)
    page.keyboard.press("Escape")  # the deals of a file of several are there to choose from
    expect(page.get_by_role("dialog")).to_have_count(0)


def play(page: Page, *names: str) -> None:
    for name in names:
        card(page, name).click()
        expect(card(page, name)).to_have_count(0)


def choose(page: Page, name: str) -> None:
    page.locator(".deals select").select_option(label=name)
    expect(page.locator("h1")).to_have_text(name[3:])


def rows(page: Page) -> list[str]:
    """Return what the tab Record shows, a row a line, without its buttons."""
    tab(page, "Record")
    expect(page.locator(".table:not(.waiting)")).to_be_visible()
    shown = page.locator(".trick-list tbody tr").all_inner_texts()
    return [" ".join(row.split()).replace(" Main lineDelete", "") for row in shown]


def one_more(window: BrowserContext, board: RunningBoard) -> Page:
    """Open one more tab with the board."""
    page = window.new_page()
    page.goto(board.address)
    return page


def with_branch(page: Page) -> list[str]:
    """Open two deals and play another card than recorded in the first; return its record."""
    open_deals(page, TWO)
    page.keyboard.press("ArrowRight")
    holds(page, 11)
    play(page, "SQ", "S7")
    return rows(page)


def test_settings_of_an_older_page_are_taken_up(page: Page) -> None:
    page.evaluate("""localStorage.setItem('manni.settings', '{"theme": "dark"}')""")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_of_tabs_side_by_side_the_work_done_last_is_kept_whole(
    board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        one = one_more(window, board)
        with_branch(one)
        other = one_more(window, board)
        holds(other, 9)  # where the first one is
        open_deals(other, '[Deal "F:A2... K3... Q4..."]\n[Contract "NT"]\n')
        play(other, "SA")
        one.reload()
        holds(one, 9)  # by its address
        other.reload()
        holds(other, 5)
        one.bring_to_front()
        play(one, "SK")
        new = one_more(window, board)
        holds(new, 8)


@pytest.mark.server("its modules lie in the folder of a version")
def test_a_tab_that_loads_slowly_takes_nothing_from_another(
    board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        one = one_more(window, board)
        with_branch(one)
        slow = window.new_page()
        slow.add_init_script(
            "const greeted = new Promise((go) => (window.greet = go));"
            "const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');"
            + prototype(
                "WebSocket.prototype",
                "onmessage",
                "set(hear) { set.call(this, (event) => greeted.then(() => hear(event))); }",
            )
        )
        slow.goto(board.address)
        counts(slow, "header", 1)
        one.bring_to_front()
        play(one, "SK")
        says(one, ".status", "to play")
        slow.bring_to_front()
        slow.evaluate("greet()")
        holds(slow, 8)
        says(slow, ".status", "to play")
        whose = "import('/kept.js').then(({ mine }) => mine)"
        assert [each.evaluate(whose) for each in (one, slow)] == [True, False]


@pytest.mark.server("its modules lie in the folder of a version")
@pytest.mark.parametrize("silent", [1, 2])
def test_what_is_not_read_at_first_is_not_written_over(
    silent: int, board: RunningBoard, page: Page
) -> None:
    page.evaluate("import('/kept.js').then((kept) => kept.remember('settings', {theme: 'dark'}))")
    other = page.context.new_page()
    other.add_init_script(
        f"let silent = {silent}; const open = IDBFactory.prototype.open;"
        "IDBFactory.prototype.open = function (...given) {"
        "  return silent-- > 0 ? {} : open.apply(this, given);"
        "};"
    )
    other.goto(board.address)
    open_deals(other, TWO)
    other.keyboard.press("v")
    counts(other, ".badge", 0)
    other.wait_for_timeout(4000)  # whatever was asked has not been answered
    play(other, "SK")
    kept = "[kept.rows.has('now'), kept.settings().hideValues, kept.settings().theme]"
    read = f"import('/kept.js').then(async (kept) => {{ await kept.begin(); return {kept}; }})"
    until(page, lambda: page.evaluate(read) == [True, True, "dark"])


def test_what_is_opened_as_soon_as_it_can_be_stays_open(page: Page) -> None:
    page.add_init_script(
        "const open = 'nav [aria-haspopup]', first = new MutationObserver(() => {"
        "  const button = document.querySelector(open);"
        "  button && (first.disconnect(), button.click());"
        "});"
        "first.observe(document, { childList: true, subtree: true });"
    )
    page.reload()
    page.locator(".start .main").wait_for()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_what_the_address_newly_says_is_opened_and_can_be_undone(page: Page) -> None:
    before = with_branch(page)
    first = page.url
    other = "#" + address_of(Deal("A2... K3... Q4...", contract="NT", leader="F"))
    page.evaluate("(other) => (location.hash = other)", other)
    holds(page, 6)
    play(page, "SA")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    holds(page, 9)
    assert rows(page) == before
    page.evaluate("(other) => (location.hash = other)", other)
    holds(page, 6)
    page.reload()
    holds(page, 6)
    page.evaluate("(other) => (location.href = other)", first)
    holds(page, 9)
    page.go_back()
    holds(page, 6)


CHOSEN_AND_UNDONE = """(select) => {
  select.value = "1";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  const key = { key: "z", ctrlKey: true, bubbles: true };
  document.body.dispatchEvent(new KeyboardEvent("keydown", key));
}"""


def test_an_undo_before_the_next_frame_takes_one_step_back(page: Page) -> None:
    open_deals(page, TWO)
    play(page, "SK")
    holds(page, 11)
    page.get_by_role("combobox", name="Deal of").evaluate(CHOSEN_AND_UNDONE)
    page.keyboard.press("Control+z")
    holds(page, 12)
    page.keyboard.press("Control+y")
    holds(page, 11)
    page.keyboard.press("Control+y")
    expect(page.locator("h1")).to_have_text("Second")


def test_branches_and_remarks_go_into_the_file_and_the_link(
    board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        page = one_more(window, board)
        with_branch(page)
        page.get_by_label("Mark").select_option("?!")
        comment = page.get_by_label("Comment")
        comment.fill('Not "high" enough')
        # What is being written stays whatever is drawn.
        page.get_by_role("button", name="Values", exact=True).dispatch_event("click")
        counts(page, ".badge", 0)
        expect(comment).to_have_value('Not "high" enough')
        page.keyboard.press("Tab")
        expect(page.locator(".comment")).to_have_text(re.compile('Not "high" enough$'))
        accessible(page)
        panel = page.locator("#panel")
        assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
        before = rows(page)
        assert any("?!" in row for row in before)
        text = saved(page, "Save this deal")
        assert '[Variation "SA SQ S7"]' in text
        assert '[Remark "SA SQ S7: ?! Not \\"high\\" enough"]' in text
        page.keyboard.press("Home")
        holds(page, 12)
        link = page.url
    with context(browser) as window:  # one that has kept nothing
        page = one_more(window, board)
        open_deals(page, text)
        assert rows(page) == before
        other = window.new_page()
        other.goto(link)
        holds(other, 12)
        assert rows(other) == before


def prototype(owner: str, name: str, does: str) -> str:
    """Return a script that has what a browser offers do something else."""
    return f"Object.defineProperty({owner}, '{name}', {{{does}, configurable: true}});"


BLOCKED = "get() { throw new DOMException('blocked', 'SecurityError'); }"
FULL = "value() { throw new DOMException('full', 'QuotaExceededError'); }"
WITHOUT = {
    "blocked": "".join(
        prototype("window", name, BLOCKED)
        for name in ("localStorage", "sessionStorage", "indexedDB")
    ),
    "absent": prototype("window", "localStorage", "value: undefined")
    + prototype("window", "indexedDB", "value: undefined"),
    "silent": prototype("IDBFactory.prototype", "open", "value: () => ({})"),
    "full": prototype("Storage.prototype", "setItem", FULL)
    + prototype("IDBObjectStore.prototype", "put", FULL),
}
SAID = """
    window.told = [];
    const listen = () => told.push(document.querySelector(".status")?.textContent ?? "");
    const every = { subtree: true, childList: true, characterData: true };
    new MutationObserver(listen).observe(document, every);
"""
NOT_KEPT = "The browser keeps nothing here: save what is to stay."


@pytest.mark.parametrize("how", WITHOUT)
def test_where_nothing_can_be_kept_the_board_says_so_once_and_works(
    how: str, board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        page = window.new_page()
        page.add_init_script("delete Crypto.prototype.randomUUID;" + WITHOUT[how] + SAID)
        page.goto(board.address)
        with suppress(AssertionError):
            open_deals(page, TWO)
        page.wait_for_function("text => told.some((each) => each.includes(text))", arg=NOT_KEPT)
        play(page, "SK", "S3")
        says(page, ".status", "to play")
        expect(status(page)).not_to_contain_text(NOT_KEPT)
        page.keyboard.press("Control+z")
        holds(page, 11)
        page.reload()  # by its address: nothing older goes before it
        holds(page, 11)


@pytest.mark.parametrize("how", ["closed", "cleared"])
def test_what_the_browser_closes_is_opened_again(
    how: str, board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        page = window.new_page()
        page.add_init_script(
            "const open = IDBFactory.prototype.open;"
            "IDBFactory.prototype.open = function (...given) {"
            "  const asked = open.apply(this, given);"
            "  asked.addEventListener('success', () => (window.base = asked.result));"
            "  return asked;"
            "};"
        )
        page.goto(board.address)
        open_deals(page, TWO)
        if how == "closed":
            page.evaluate("base.close()")
        else:
            window.new_cdp_session(page).send(
                "Storage.clearDataForOrigin", {"origin": board.origin, "storageTypes": "indexeddb"}
            )
        play(page, "SA", "S3")
        page.wait_for_timeout(500)
        page.reload()
        holds(page, 10)
        choose(page, "2. Second")
        holds(page, 6)


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_a_record_is_whole_after_any_kill(
    kills: int, playwright: Playwright, tmp_path: Path
) -> None:
    """The tab, the browser or the board is killed at any moment: what was played is there."""
    random = Random(20)
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    board = RunningBoard(port=port, env=env)
    profile = tmp_path / "profile"
    window = opened(playwright, profile)
    page = one_more(window, board)
    open_deals(page, TWO)
    for kill in range(kills):
        page.keyboard.press(random.choice(["Home", "End"]))
        for _ in range(random.randrange(1, 4)):
            page.keyboard.press(random.choice(["ArrowLeft", "b", "b", "Backspace"]))
            page.wait_for_timeout(random.randrange(300))
        page.wait_for_timeout(1000)  # what has been seen for so long is kept
        before = rows(page), cards(page).count()
        page.keyboard.press(random.choice(["ArrowLeft", "v"]))
        page.keyboard.press("v" if kill % 2 else "ArrowRight")
        if kill % 3 == 0:
            with suppress(Error):
                page.goto("chrome://crash", timeout=2000)
        elif kill % 3 == 1:
            board.process.kill()
            board.__exit__()
            board = RunningBoard(port=port, env=env)
        else:
            kill_browser(profile)
        with suppress(Error):  # of a browser that is gone
            window.close()
        window = opened(playwright, profile)
        page = one_more(window, board)
        expect(cards(page)).not_to_have_count(0)
        assert rows(page) == before[0]
    window.close()
    board.__exit__()


def kill_browser(profile: Path) -> None:
    """Kill the browser of a profile by SIGKILL, its tabs with it."""
    killed = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(profile).encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
                killed += 1
    assert killed


def opened(playwright: Playwright, profile: Path) -> BrowserContext:
    """Return a window of a browser that remembers what the last one has kept."""
    return playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=["--disable-dev-shm-usage", "--no-sandbox"]
    )
