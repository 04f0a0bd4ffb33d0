"""Walks on the board's page, as transcripts: ``golden/page/NAME.txt``, a paragraph for each.

Its first line, ``# TITLE | DEAL | WAYS``, says what it shows, the deal to begin with, written with
``\\n`` for a new line or one of a sample file such as "basic 2", and the ways in which the page is
seen: those of ``WAYS``, ``fr`` or ``is`` for a language, ``alone`` for a server of its own. A line
``> WHAT WITH`` does something: one of ``DOES``, or a button of that name is clicked, in the sheet
that is open or in a PLACE after ``@``. Any other line says what is seen then: a place, as
Playwright's ``locator`` takes it, or ``address`` for that of the page, and after ``=`` its text, or
its texts with bars between, after ``~`` a part of it, after ``!~`` what is no part, after ``#`` how
many there are, after ``is`` how it is, such as "focused". ``PLACE@NAME`` is an attribute of each.
``$NAME`` stands for the text of a line ``NAME: TEXT`` above.
"""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from boards import RunningBoard
from browser import (
    NARROW,
    WIDE,
    accessible,
    apart,
    at,
    card,
    cards,
    click,
    fits,
    goes,
    open_text,
    opened,
    saved,
    sit,
    sized,
    speaks,
    tab,
    until,
    visit,
)
from playwright.sync_api import Browser, Page, expect
from test_golden import FOLDER

WAYS = {
    "narrow": {"size": NARROW},
    "short": {"size": (390, 664)},
    "touch": {"has_touch": True},
}
SITE = ("keep", "manille", "play")
"""The files that go through the static site too."""
SEEN = re.compile(r"^(.+?)(?:@([\w-]+))? (=|~|!~|#|is) (.*)$")

COVERED = """(cards) => cards.filter((card) => {
  const { left, top } = card.querySelector(".index").getBoundingClientRect();
  return !card.contains(document.elementFromPoint(left + 3, top + 5));
}).map((card) => card.dataset.card)"""
SCROLLS = "(part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight"


def walks() -> list[Any]:
    """Return the walks of all files, the names in them filled in."""
    found = []
    for file in sorted(FOLDER.glob("page/*.txt")):
        text = file.read_text(encoding="utf-8")
        for name, stands in reversed(re.findall(r"^([A-Z]+): (.*)\n", text, re.M)):
            text = text.replace(f"${name}", stands)
        for walk in re.findall(r"^# (?:.+\n)+", text, re.M):
            title = re.split(r" [|]|\n", walk[2:])[0]
            marks = () if file.stem in SITE else pytest.mark.server("its walks are the board's")
            found.append(pytest.param(walk, id=f"{file.stem}: {title}", marks=marks))
    return found


def sizes(page: Page) -> Iterator[tuple[int, int]]:
    """Show the page in several sizes, one after the other."""
    before = page.viewport_size
    for width, height in ((320, 664), (640, 400), (844, 390), NARROW, WIDE):
        sized(page, width, height)
        yield width, height
    sized(page, **(before or {}))


def looks(page: Page, _: str) -> None:
    """Look whether all fits and is accessible, on a dark telephone and on a wide page."""
    for size in sizes(page):
        fits(page)
        if size in (NARROW, WIDE):
            page.emulate_media(color_scheme="dark" if size == NARROW else "light")
            accessible(page)


def corners(page: Page, _: str) -> None:
    """Look whether every card shows its corner, and nothing is to be scrolled."""
    assert not cards(page).evaluate_all(COVERED)
    assert not page.locator(".play").evaluate(SCROLLS)


def plays(page: Page, text: str) -> None:
    """Click cards, each once the one before has been played."""
    for name in text.split():
        page.wait_for_timeout(400)  # a press so soon would belong to the one before
        card(page, name).click()
        expect(page.locator(f".hand [data-card={name}]")).to_have_count(0)


def refused(page: Page, place: str) -> None:
    """Click what may not be done."""
    page.wait_for_timeout(400)  # as for those that are played
    page.locator(place).click(force=True)


def saves(page: Page, text: str) -> None:
    """Save something, which has to hold some texts."""
    name, _, parts = text.partition(" ~ ")
    told = saved(page, name)
    assert all(part in told for part in parts.split(" | ")), told


def fills(page: Page, text: str) -> None:
    """Fill in a field, or choose in it."""
    label, _, value = text.partition(" = ")
    field = page.get_by_role("combobox", name=label).or_(page.get_by_role("textbox", name=label))
    chosen = field.evaluate("(field) => field.matches('select')")
    field.select_option(value) if chosen else field.fill(value)


def drags(page: Page, text: str) -> None:
    """Drag what is at a place to another, with a finger where there is one: it rests first."""
    source, _, target = text.partition(" to ")
    places = [page.locator(place) for place in (source, target or ".felt")]
    places[0].hover(position={"x": 9, "y": 9})  # it lies still
    if not page.evaluate("navigator.maxTouchPoints"):
        page.mouse.down()
        places[1].hover()
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    boxes = [*(place.bounding_box() for place in places), None]
    for kind, box in zip(("touchStart", "touchMove", "touchEnd"), boxes, strict=True):
        at = [{"x": box["x"] + 9, "y": box["y"] + 9}] if box else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})
        page.wait_for_timeout(600)  # more than a press takes


DOES = {
    "press": lambda page, keys: [page.keyboard.press(key) for key in keys.split()],
    "at": lambda page, place: page.locator(place).click(),
    "focus": lambda page, place: page.locator(place).focus(),
    "drags": drags,
    "refused": refused,
    "check": lambda page, label: page.get_by_label(label).click(),
    "plays": plays,
    "fills": fills,
    "saves": saves,
    "tab": tab,
    "sheet": opened,
    "sits": sit,
    "file": open_text,
    "reload": lambda page, _: page.reload(),
    "back": lambda page, _: page.go_back(),
    "speaks": lambda page, _: speaks(page),
    "looks": looks,
    "apart": lambda page, _: [apart(page) for _ in sizes(page)],
    "corners": corners,
    "fits": lambda page, _: [fits(page) for _ in sizes(page)],
}


def done(page: Page, line: str) -> None:
    """Do what a line says."""
    what, _, text = line.partition(" ")
    if what in DOES:
        DOES[what](page, text)
        return
    name, _, place = line.partition(" @ ")
    if place == "nav":
        goes(page, name)
        return
    dialog = page.get_by_role("dialog")
    click(page.locator(place) if place else dialog if dialog.count() else page, name)


def seen(page: Page, line: str) -> None:
    """Wait until what a line says is seen."""
    [(place, name, how, text)] = SEEN.findall(line)
    where = page.locator(place)
    if place == "address":
        assert how in ("~", "!~")
        until(page, lambda: (text in page.url) is (how == "~"))
    elif name:
        assert how in ("=", "~")
        each = "(all, name) => all.map((each) => each.getAttribute(name) ?? each[name]).join(' | ')"

        def holds() -> bool:
            told = where.evaluate_all(each, name)
            return told == text if how == "=" else text in told

        until(page, holds)
    elif how == "=":
        expect(where).to_have_text(text.split(" | "))
    elif how == "~":
        expect(where).to_contain_text(text)
    elif how == "!~":
        expect(where).not_to_contain_text(text)
    elif how == "#":
        expect(where).to_have_count(int(text))
    else:
        getattr(expect(where), f"to_be_{text.replace(' ', '_')}")()


@pytest.mark.parametrize("walk", walks())
def test_a_walk(walk: str, browser: Browser, board: RunningBoard) -> None:
    head, *lines = (line.replace(r"\n", "\n") for line in walk.splitlines())
    _, deal, ways = [*re.split(r" *[|] *", head), "", ""][:3]
    options = {name: value for way in ways.split() for name, value in WAYS.get(way, {}).items()}
    language = [each for way in re.findall("fr|is", ways) for each in ("--language", way)]
    own = RunningBoard(*language) if language or "alone" in ways else nullcontext(board)
    with own as here, visit(browser, here, at(deal) if deal else "", **options) as page:
        for line in lines:
            try:
                done(page, line[2:]) if line.startswith("> ") else seen(page, line)
            except Exception as error:
                error.add_note(line)
                raise
