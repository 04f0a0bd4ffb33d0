"""The tabs and sheets of the board's page."""

import json
from typing import Any

import pytest
from boards import RunningBoard
from browser import (
    NARROW,
    accessible,
    at,
    click,
    context,
    counts,
    fits,
    holds,
    open_text,
    opened,
    ranked,
    says,
    tab,
    until,
    visit,
)
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect

SMALL = '[Name "A & B"]\n[Deal "F:A2... K3... Q4..."]\n[Contract "NT"]\n[Leader "F"]\n'


def titled(page: Page, title: str) -> None:
    expect(page.locator(".heading h1")).to_have_text(title)


# Getting deals


@pytest.mark.server("it stands between the page and its socket")
def test_of_what_is_opened_while_the_service_is_slow_the_last_is_shown(
    browser: Browser, board: RunningBoard
) -> None:
    held = []
    heard = False

    def late(route: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if heard:
                route.send(message)
            else:
                held.append(lambda: route.send(message))

        route.connect_to_server().on_message(pass_on)

    def hear() -> None:
        nonlocal heard
        heard = True
        while held:
            held.pop(0)()

    with context(browser) as window:
        page = window.new_page()
        page.route_web_socket("**/talk", late)
        page.goto(board.address)
        until(page, lambda: held)  # the service said hello, and the page has not heard it
        open_text(page, SMALL)
        page.wait_for_function("() => !document.querySelector('[type=file]').value")
        hear()
        titled(page, "A & B")
        dialog = opened(page, "Open")
        dialog.locator("[data-game=basic] >> nth=-1").click()
        chosen = dialog.locator(".deal-list button").last
        title = chosen.locator("b").inner_text()
        heard = False
        dialog.locator("[data-game=trjamann] >> nth=-1").click()
        until(page, lambda: held)
        chosen.click()
        titled(page, title)
        hear()
        says(page, ".progress", "exact")
        expect(dialog).to_be_hidden()
        titled(page, title)


OVER = """() => {
  const boxes = [...document.querySelectorAll(".name, .hand .card, .bar")].map((part) =>
    [part.className, part.closest(".hand"), part.getBoundingClientRect()]);
  const meet = (one, two) => one.left < two.right - 1 && two.left < one.right - 1
    && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).map((two) => [one, two]));
  return pairs.filter(([[kind, hand, one], [other, own, two]]) =>
    (kind === "name" || other !== kind || hand !== own) && meet(one, two));
}"""


def test_names_and_hands_have_room_on_a_telephone_in_type_twice_as_large(page: Page) -> None:
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.evaluate("document.documentElement.style.fontSize = '30px'")
    click(opened(page, "Open"), "Endings")
    page.keyboard.press("Escape")
    titled(page, "Give up the lead")
    expect(page.locator(".hand .name")).to_have_count(3)
    assert not page.evaluate(OVER)
    fits(page)


DROPPED = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "x.manni"));
    return data;
}"""


def test_a_deal_that_is_dropped_leaves_room_for_its_cards_however_long_its_name(page: Page) -> None:
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    long = SMALL.replace("A & B", "Jónína " * 400)
    file = {"dataTransfer": page.evaluate_handle(DROPPED, long)}
    page.dispatch_event("main", "dragover", file)
    expect(page.get_by_text("Drop it to open it")).to_be_visible()
    page.dispatch_event("main", "drop", file)
    holds(page, 6)
    expect(page.get_by_text("Drop it to open it")).to_have_count(0)
    expect(page.locator(".hand.F")).to_be_in_viewport()
    fits(page)


HOSTILE = "<img src=x onerror=alert(1)><script>alert(1)</script>"


def test_names_and_comments_are_text(page: Page) -> None:
    deal = f'[Name "{HOSTILE}"]\n[Comment "{HOSTILE}"]\n[Ace_Low "{HOSTILE}"]\n'
    deal += '[Deal "F:A... K... Q..."]\n[Contract "NT"]\n[Leader "F"]\n'
    open_text(page, f'{deal}\n{deal}\n[Deal "{HOSTILE}"]\n', name=f"{HOSTILE}.manni")
    expect(page.locator(".deal-list b").first).to_have_text(HOSTILE)
    expect(page.get_by_role("dialog")).to_contain_text(f"Deals in {HOSTILE}.manni")
    says(page, ".problems", "<img")
    accessible(page)
    page.keyboard.press("Escape")
    titled(page, HOSTILE)
    for sheet in ("Edit", "Contract", "Save"):
        opened(page, sheet)
        page.keyboard.press("Escape")
    for name in ("Record", "Review", "Exchange", "Puzzles"):
        tab(page, name)
    assert page.locator("#page img, #page script").count() == 0


def test_a_file_that_is_no_utf_8_is_refused_by_line_and_byte(page: Page) -> None:
    open_text(page, '\n[Name "Bj\u00f6rn"]\n' + SMALL, encoding="latin-1")
    says(page, ".problems", "line 2: byte 0xf6 is not UTF-8")
    page.keyboard.press("Escape")
    open_text(page, '[Name "Bj\u00f6rn \ufffd"]\n' + SMALL)
    titled(page, "Bj\u00f6rn \ufffd")


# The exchange


def test_a_blind_exchange_covers_the_other_hands(browser: Browser) -> None:
    # On a board that soon pauses, so that nothing takes the whole time it may.
    with RunningBoard("--ask-after", "4") as board, visit(browser, board, at("basic")) as page:
        panel = tab(page, "Exchange")
        click(panel, "Put down all")
        counts(page, ".table .card.down", 12)
        click(panel, "Blind")
        counts(page, ".table .hand .back", 24)
        holds(page, 12)
        accessible(page)
        ranked(panel)
        accessible(page)


@pytest.mark.server("it listens to the page's socket")
def test_a_search_rests_while_its_tab_is_not_seen(board: RunningBoard, browser: Browser) -> None:
    sent = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))

    with visit(browser, board, at("basic")) as page:
        page.on("websocket", listen)
        page.reload()
        tab(page, "Exchange").get_by_role("button", name="Blind").click()
        for order, name in (("stop", "Values"), ("go_on", "Exchange")):
            tab(page, name)
            until(page, lambda: (order, "exchange") in told(sent))  # noqa: B023


def told(sent: list[Any]) -> list[tuple[str, str]]:
    """Return which searches were told to stop or to go on."""
    kinds = {message.get("number"): message["ask"] for message in sent}
    return [(each["ask"], kinds[each["of"]]) for each in sent if "of" in each]


LOOK = """(each) => {
  const { backgroundColor, color, outlineStyle } = getComputedStyle(each);
  return [backgroundColor, color, outlineStyle];
}"""


def test_in_a_theme_of_few_colours_what_is_on_looks_otherwise(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, at("laugavatn"), forced_colors="active") as page:
        tab(page, "Exchange")
        page.locator(".near [aria-pressed]").last.click()
        of_card = ".near [aria-pressed={}] .face"
        for one in ("[role=tab][aria-selected={}]", ".toggle[aria-pressed={}]", of_card):
            on, off = (page.locator(one.format(each)).first for each in ("true", "false"))
            assert on.evaluate(LOOK) != off.evaluate(LOOK), one
