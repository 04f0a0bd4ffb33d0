"""What the board's page keeps: the last work, with every record, and what can be undone."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from random import Random
from socket import create_server

import pytest
from boards import RunningBoard
from browser import accessible, context
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect

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


def open_text(page: Page, text: str) -> None:
    page.get_by_role("navigation").get_by_role("button", name="Open", exact=True).click()
    file = {"name": "two.manni", "mimeType": "text/plain", "buffer": text.encode()}
    page.get_by_role("dialog").get_by_label("Choose a file").set_input_files(files=[file])
    expect(cards(page)).to_have_count(12 if "AK.42" in text else 6)
    page.keyboard.press("Escape")  # the deals of a file of several are there to choose from
    expect(page.get_by_role("dialog")).to_have_count(0)


def cards(page: Page):  # type: ignore[no-untyped-def]
    return page.locator(".hand [data-card]")


def play(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f".hand [data-card={name}]").click()
        expect(page.locator(f".hand [data-card={name}]")).to_have_count(0)


def choose(page: Page, name: str) -> None:
    page.locator("header select").select_option(label=name)
    expect(page.locator("h1")).to_have_text(name[3:])


def rows(page: Page) -> list[str]:
    """Return what the tab Record shows, a row a line, without its buttons."""
    page.get_by_role("tab", name="Record").click()
    expect(page.locator(".table:not(.waiting)")).to_be_visible()
    shown = page.locator(".trick-list tbody tr").all_inner_texts()
    return [" ".join(row.split()).replace(" Main lineDelete", "") for row in shown]


def with_branch(page: Page) -> list[str]:
    """Open two deals and play another card than recorded in the first; return its record."""
    open_text(page, TWO)
    expect(cards(page)).to_have_count(12)
    page.keyboard.press("ArrowRight")
    expect(cards(page)).to_have_count(11)
    play(page, "SQ", "S7")
    return rows(page)


def test_a_deal_is_as_it_was_left(page: Page) -> None:
    before = with_branch(page)
    assert any("middlehand" in row for row in before)
    choose(page, "2. Second")
    play(page, "SA")
    choose(page, "1. First")
    expect(cards(page)).to_have_count(9)
    assert rows(page) == before
    choose(page, "2. Second")
    expect(cards(page)).to_have_count(5)


def test_a_page_loaded_anew_shows_what_it_did(page: Page) -> None:
    before = with_branch(page)
    page.keyboard.press("v")
    page.reload()
    expect(cards(page)).to_have_count(9)
    assert rows(page) == before
    expect(page.locator(".badge")).to_have_count(0)
    choose(page, "2. Second")


def test_a_new_tab_goes_on_where_the_last_one_was_closed(browser: Browser, tmp_path: Path) -> None:
    """Also when the board has been started again in between."""
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    env = {"XDG_RUNTIME_DIR": str(tmp_path)}
    with context(browser) as window:
        with RunningBoard(port=port, env=env) as board:
            page = window.new_page()
            page.goto(board.address)
            before = with_branch(page)
            page.close()
            assert board.stop() == 0
        with RunningBoard(port=port, env=env) as board:
            page = window.new_page()
            page.goto(board.address)
            expect(cards(page)).to_have_count(9)
            assert rows(page) == before
            choose(page, "2. Second")


def test_of_tabs_side_by_side_the_work_done_last_is_kept_whole(
    board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        one = window.new_page()
        one.goto(board.address)
        with_branch(one)
        other = window.new_page()
        other.goto(board.address)
        expect(cards(other)).to_have_count(9)  # where the first one is
        open_text(other, '[Deal "F:A2... K3... Q4..."]\n[Contract "NT"]\n')
        play(other, "SA")
        one.reload()
        expect(cards(one)).to_have_count(9)  # by its address
        other.reload()
        expect(cards(other)).to_have_count(5)
        one.bring_to_front()
        play(one, "SK")
        new = window.new_page()
        new.goto(board.address)
        expect(cards(new)).to_have_count(8)


def test_all_is_undone_and_done_again(page: Page) -> None:
    before = with_branch(page)
    page.get_by_role("button", name="Main line").click()
    promoted = rows(page)
    assert promoted != before
    page.keyboard.press("Control+z")
    assert rows(page) == before
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".branches")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(cards(page)).to_have_count(9)
    assert rows(page) == before
    choose(page, "2. Second")
    page.keyboard.press("Control+z")
    expect(page.locator("h1")).to_have_text("First")
    for left in (10, 11):  # the cards played, one after the other
        page.keyboard.press("Control+z")
        expect(cards(page)).to_have_count(left)
    expect(page.locator(".branches")).to_have_count(0)
    accessible(page)
    for left in (10, 9):
        page.get_by_role("button", name="Redo").click()
        expect(cards(page)).to_have_count(left)
    assert rows(page) == before
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("h1")).to_have_text("Second")


def test_what_lies_ahead_is_not_taken_back(page: Page) -> None:
    before = with_branch(page)
    page.get_by_role("button", name="Step back").click()
    expect(cards(page)).to_have_count(10)
    page.keyboard.press("Backspace")
    expect(cards(page)).to_have_count(11)
    assert rows(page) == before
    page.keyboard.press("End")
    expect(cards(page)).to_have_count(9)
    page.keyboard.press("Backspace")  # nothing lies ahead: the card is taken back
    expect(cards(page)).to_have_count(10)
    assert rows(page) != before


def test_a_puzzle_goes_on_with_its_values_hidden(page: Page) -> None:
    page.get_by_role("tab", name="Puzzles").click()
    page.locator(".entry", has=page.get_by_text("Puzzle 25", exact=True)).click()
    expect(page.locator(".solving.try")).to_be_visible()
    number = cards(page).count()
    page.reload()
    expect(cards(page)).to_have_count(number)
    page.get_by_role("tab", name="Puzzles").click()
    expect(page.locator(".solving.try")).to_be_visible()
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.locator(".entry[aria-current]")).to_contain_text("Puzzle 25")


def test_a_comment_being_written_stays_whatever_is_drawn(page: Page) -> None:
    with_branch(page)
    page.get_by_label("Comment").fill("Half of")
    page.get_by_role("button", name="Values", exact=True).dispatch_event(
        "click"
    )  # leaves the focus
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.get_by_label("Comment")).to_have_value("Half of")
    page.keyboard.press("Tab")
    expect(page.locator(".comment")).to_have_text(re.compile("Half of$"))


def test_branches_and_remarks_go_into_the_file_and_the_link(
    board: RunningBoard, browser: Browser
) -> None:
    with context(browser) as window:
        page = window.new_page()
        page.goto(board.address)
        with_branch(page)
        page.get_by_label("Mark").select_option("?!")
        page.get_by_label("Comment").fill('Not "high" enough')
        page.keyboard.press("Tab")
        expect(page.locator(".comment")).to_have_text(re.compile('Not "high" enough$'))
        accessible(page)
        panel = page.locator("#panel")
        assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth")
        before = rows(page)
        assert any("?!" in row for row in before)
        page.get_by_role("button", name="Save", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save this deal").click()
        text = download.value.path().read_text(encoding="utf-8")
        assert '[Variation "SA SQ S7"]' in text
        assert '[Remark "SA SQ S7: ?! Not \\"high\\" enough"]' in text
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        expect(cards(page)).to_have_count(12)
        link = page.url
    with context(browser) as window:  # one that has kept nothing
        page = window.new_page()
        page.goto(board.address)
        open_text(page, text)
        assert rows(page) == before
        other = window.new_page()
        other.goto(link)
        expect(cards(other)).to_have_count(12)
        assert rows(other) == before


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
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
    page = window.new_page()
    page.goto(board.address)
    open_text(page, TWO)
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
        page = window.new_page()
        page.goto(board.address)
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
    from browser import chromium

    return playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=["--disable-dev-shm-usage", "--no-sandbox"]
    )
