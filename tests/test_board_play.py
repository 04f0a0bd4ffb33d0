"""Playing on the board's page: by mouse and keyboard, forwards, backwards and in branches."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from boards import RunningBoard
from browser import (
    NARROW,
    WIDE,
    accessible,
    card,
    cards,
    click,
    context,
    counts,
    exact,
    fits,
    holds,
    opened,
    said,
    says,
    status,
    tab,
    visit,
)
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from manni import solve
from manni.cli.board.address import address_of
from manni.cli.board.shelf import samples
from manni.solver.cards import Seat, card_name
from manni.solver.dealing import random_deals
from manni.solver.files.dealfile import parse_deals
from manni.solver.notation import parse_cards
from manni.solver.rules.games import get_variant

# Four tricks in hearts: exact at once, and every reason why a card may not be played.
UNNAMED = '[Name "Four tricks"]\n[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]\n'
SHORT = UNNAMED + '[Contract "H"]\n[Leader "F"]\n'
RECORDED = SHORT + '[Play "F"]\nSA S3 S7\nSK SQ HA\nDK H2 DA\nH4 C2 CA\n'


def place(text: str, played: str = "") -> str:
    """Return the part of an address that shows a deal after these cards."""
    [deal] = parse_deals(text)
    return "&" + address_of(deal, parse_cards(played))


def refused(page: Page, name: str) -> None:
    """Click a card that may not be played, which is not what Playwright waits for by itself."""
    card(page, name).click(force=True)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def recorded(page: Page) -> list[str]:
    """Return what the Record tab shows, a row a line, without what is only said."""
    rows = page.locator(".trick-list tbody tr")
    return [" ".join(row.split()) for row in rows.all_inner_texts()]


def test_cards_with_their_values_are_played_by_click_and_by_name(
    board: RunningBoard, browser: Browser
) -> None:
    [deal] = parse_deals(SHORT)
    values = solve(deal.position(), cards=True).cards or ()
    with visit(browser, board, place(SHORT)) as page:
        exact(page)
        for value in values:
            tricks = value.guarantee[Seat.FOREHAND]
            verdict = f"loses {value.loss}" if value.loss else f"keeps {tricks}"
            held = card(page, card_name(value.card))
            expect(held).to_have_attribute("aria-label", re.compile(f", {verdict}$"))
            shown = held.locator(".badge [data-text]")
            loss = f"−{value.loss}" if value.loss else "✓"
            expect(shown.first).to_have_attribute("data-text", loss)
            expect(shown.last).to_have_attribute("data-text", f"{tricks}")
        press(page, "v")
        counts(page, ".badge", 0)
        expect(card(page, "SA")).to_have_attribute("aria-label", "ace of spades")
        press(page, "b")  # the best card, also with values hidden
        holds(page, 11)
        assert any(not card(page, card_name(each.card)).count() for each in values if not each.loss)
        press(page, "Backspace", "v")
        counts(page, ".badge", 4)
        card(page, "SA").click()
        said(page, "Forehand: ace of spades. Middlehand to play.")
        expect(page.get_by_role("img", name="forehand: ace of spades")).to_be_visible()
        for name, reason in {
            "da": "Middlehand must follow suit",
            "ha": "Middlehand is to play",
            "sa": "The ace of spades is not held any more",
        }.items():
            press(page, *name)
            said(page, reason)
        refused(page, "DA")
        says(page, ".hand.M .why", "must follow suit")
        holds(page, 11)
        press(page, "Escape")
        counts(page, ".why", 0)
        press(page, *"sqS7")
        said(page, "Dealer: seven of spades. Forehand wins and leads.")
        counts(page, ".felt.whole .lies", 3)  # until the next is led
        counts(page, ".felt .takes", 1)
        press(page, "ArrowLeft")
        counts(page, ".felt .lies", 2)
        press(page, "ArrowRight")
        holds(page, 9)
        press(page, *"sk")
        counts(page, ".felt .lies", 1)
        # The cards are edited as they lie: the first trick is over.
        press(page, "ArrowLeft")
        opened(page, "Edit")
        expect(page.locator(".hand.F .note")).to_have_text("3 cards")


def test_a_branch_leaves_the_record_as_it_is(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(RECORDED)) as page:
        tab(page, "Record")
        counts(page, ".trick-list tbody tr", 4)
        rows = recorded(page)
        press(page, "End")
        holds(page, 0)
        said(page, "The end: forehand")
        press(page, "b")
        said(page, "All cards have been played.")
        press(page, "Home", "ArrowRight")
        holds(page, 11)
        press(page, *"sq")  # not what was recorded
        holds(page, 10)
        assert [row for row in recorded(page) if "middlehand" not in row] == rows
        says(page, ".branches", "Q")
        click(page, "Main line")
        expect(page.locator(".trick-list tbody tr").first).to_contain_text("Q")
        press(page, "Backspace")  # the branch goes, what came with the deal stays
        counts(page, ".branches", 0)
        assert recorded(page) == rows
        page.locator(".trick-list").get_by_role("button", name="king of diamonds").click()
        holds(page, 5)


def test_a_deal_is_played_by_keyboard_alone(board: RunningBoard, browser: Browser) -> None:
    deal = next(random_deals(get_variant("basic"), 5))
    with visit(browser, board, "&" + address_of(deal)) as page:
        holds(page, 36)
        for _ in range(40):
            press(page, "Tab")
            if page.evaluate("() => Boolean(document.activeElement.dataset.card)"):
                break
        press(page, "ArrowRight", "ArrowLeft", "ArrowLeft")  # nothing is further left: it stays
        focused = page.locator(":focus")
        for left in range(35, -1, -1):
            press(page, "Enter")
            holds(page, left)
            if left:
                # The focus goes to the hand that is to play, to a card that may be played.
                expect(focused).to_have_class(re.compile("legal"))
        said(page, "The end")
        expect(focused).to_have_attribute("aria-label", "Take back")
        press(page, "Enter")
        holds(page, 1)


def test_keys_are_not_taken_from_fields_and_letters_can_be_switched_off(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, place(RECORDED)) as page:
        dialog = opened(page, "Open")
        field = dialog.locator("textarea")
        field.fill("x")
        press(page, "v", "ArrowLeft", "Backspace")
        expect(field).to_have_value("v")
        press(page, "Escape")
        expect(page.get_by_role("button", name="Open", exact=True)).to_be_focused()
        press(page, "Control+ArrowRight", "Alt+Home", "ArrowRight")
        holds(page, 11)
        opened(page, "Settings").get_by_label("Single letters are keys").uncheck()
        press(page, "Escape", *"sqv?")
        expect(dialog).to_have_count(0)
        expect(page.locator(".badge")).not_to_have_count(0)
        page.reload()  # which remembers settings, the deal and the place
        holds(page, 11)
        press(page, *"sq")
        card(page, "S3").click()
        holds(page, 10)


SAMPLE = """() => {
  window.samples = new Set();
  const look = () => {
    const held = [...document.querySelectorAll(".hand [data-card]")];
    const told = held.map((card) => [card.dataset.card,
      [...card.querySelectorAll(".badge [data-text]:not(.loss)")]
        .map((part) => part.dataset.text).join("")]);
    window.samples.add(JSON.stringify([held.length, told.filter(([, text]) => text)]));
    requestAnimationFrame(look);
  };
  look();
}"""


def test_values_are_never_those_of_another_position(board: RunningBoard, browser: Browser) -> None:
    [deal] = parse_deals(RECORDED)
    random = Random(1)
    number = len(deal.play)
    true = {}
    for after in range(number):
        position = deal.position(after=after)
        true[number - after] = {
            card_name(each.card): each.guarantee[position.to_play]
            for each in solve(position, cards=True).cards or ()
        }
    with visit(browser, board, "&" + address_of(deal)) as page:
        exact(page)
        page.evaluate(SAMPLE)
        for _ in range(300):
            keys = ["ArrowLeft", "ArrowRight", "Home", "End"]
            press(page, *random.choices(keys, (20, 25, 1, 1)))
            if not random.randrange(4):
                page.wait_for_timeout(random.randrange(40))
        # How many values those steps leave time for is the machine's affair: see some of each here.
        press(page, "Home")
        for left in range(number, 3, -1):
            holds(page, left)
            expect(page.locator(".badge").first).to_be_visible()
            page.evaluate("() => new Promise(requestAnimationFrame)")
            press(page, "ArrowRight")
        samples = page.evaluate("() => [...window.samples].map(JSON.parse)")
    for left, told in samples:
        for name, text in told:
            low, *more = map(int, text.split("–"))
            assert low <= true[left][name] <= (more or [low])[0]
    assert {left for left, told in samples if told} >= set(range(4, number + 1))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_state_is_accessible_and_fits(
    board: RunningBoard, browser: Browser, size: tuple[int, int], scheme: str
) -> None:
    with visit(browser, board, place(RECORDED), size, color_scheme=scheme, has_touch=True) as page:
        exact(page)
        accessible(page)
        for held in cards(page, "F").all():
            box = held.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44 or size == WIDE
        card(page, "SK").tap()
        holds(page, 11)
        refused(page, "DA")
        expect(page.locator(".why")).to_be_visible()
        tab(page, "Record")
        accessible(page)
        press(page, "End")
        accessible(page)
        for name in ("Settings", "Help"):
            dialog = opened(page, name)
            accessible(page)
            press(page, "Escape")
            expect(dialog).to_have_count(0)
    deal = next(random_deals(get_variant("laugavatn"), 1))
    with visit(browser, board, "&" + address_of(deal), size, color_scheme=scheme) as page:
        holds(page, 48)
        for width in (size[0], 640):  # which is left of the wide page at 200 %
            page.set_viewport_size({"width": width, "height": size[1]})
            for name in ("Record", "Review", "Exchange", "Puzzles", "Values"):
                expect(tab(page, name)).to_be_visible()
                fits(page)


@pytest.mark.server("it stands between the page and its socket")
def test_a_lost_connection_is_told_and_taken_up_again(
    board: RunningBoard, browser: Browser
) -> None:
    """The page asks again for what it was waiting for; until then it shows what it had."""
    connections: list[WebSocketRoute] = []
    gone = False

    def pass_on(route: WebSocketRoute) -> None:
        connections.append(route)
        if gone:
            route.close()
        else:
            route.connect_to_server()

    with context(browser) as window:
        page = window.new_page()
        page.route_web_socket("**/talk", pass_on)
        page.goto(board.address + place(SHORT))
        exact(page)
        gone = True
        connections[-1].close()
        said(page, "The connection to the board is gone")
        card(page, "SA").click()
        gone = False
        said(page, "Forehand: ace of spades. Middlehand to play.")
        exact(page)
        assert len(connections) > 1


def test_what_is_said_goes_with_the_place(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(UNNAMED)) as page:
        refused(page, "SA")
        said(page, "No contract is named")
        press(page, "b")
        said(page, "Name a contract first.")
        page.get_by_role("tabpanel").get_by_role("button", name="Name a contract").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label(re.compile("^Contract")).select_option("NULLO")
        click(dialog, "Put on the board")
        expect(status(page)).to_be_empty()
        exact(page)
        says(page, ".hand.F .worth", "at most")  # as Nullo counts
        expect(card(page, "H2")).to_have_attribute("aria-label", re.compile("keeps at most|loses"))
        card(page, "SA").click()
        said(page, "Middlehand to play")
        press(page, "Home")
        said(page, "Forehand leads.")


def test_at_the_end_stands_the_score(board: RunningBoard, browser: Browser) -> None:
    deal = parse_deals(samples()["played"])[0]
    with visit(browser, board, "&" + address_of(deal, deal.play)) as page:
        rows = page.locator(".seats tbody tr")
        expect(rows).to_have_text(["Forehand8+4", "Middlehand1−3", "Dealer3−1"])
        expect(page.locator(".hand.F .worth")).to_have_text("+4 points")
        press(page, "ArrowLeft")
        says(page, ".hand.F .worth", "guarantee")


ROWS = """(cards) => {
  const boxes = cards.map((card) => [card.dataset.card[0], card.getBoundingClientRect()]);
  const rows = Map.groupBy(boxes, ([, { top }]) => top);
  return [...rows.values()].map((row) => row.map(([suit, { left, right, top, bottom }]) =>
    [suit, left, top, document.elementFromPoint(left + 12, top + 9)?.closest("button") !== null,
      right, bottom]));
}"""


@pytest.mark.parametrize(("size", "rows"), [(NARROW, [8, 8]), ((320, 844), [8, 8]), (WIDE, [16])])
def test_every_card_of_a_hand_shows_its_corner_and_suits_lie_apart(
    board: RunningBoard, browser: Browser, size: tuple[int, int], rows: list[int]
) -> None:
    [deal, *_] = parse_deals(samples()["laugavatn"])
    with visit(browser, board, "&" + address_of(deal), size) as page:
        hand = cards(page, "F")
        expect(hand).to_have_count(16)
        hand.first.scroll_into_view_if_needed()
        found = hand.evaluate_all(ROWS)
        assert [len(row) for row in found] == rows
        for row in found:
            inner, apart = [], []
            for (suit, left, *_), (after, right, *_) in pairwise(row):
                (inner if suit == after else apart).append(right - left)
            assert min(inner) >= 20
            assert min(apart) > max(inner) + 2
            assert all(seen for _, _, _, seen, _, _ in row)
            assert row[-1][4] <= size[0]
        suits = [each[0] for row in found for each in row]
        assert suits == sorted(suits, key="CSHD".index)
        felt = page.locator(".felt").bounding_box()
        table = page.locator(".table").bounding_box()
        assert felt is not None
        assert table is not None
        assert felt["width"] > 0.85 * table["width"]
        sheet = opened(page, "Settings")
        sheet.get_by_label("Trumps before the other suits").uncheck()
        page.keyboard.press("Escape")
        expect(hand.first).to_have_attribute("data-card", re.compile("^S"))


def test_any_seat_sits_below_and_any_hand_is_covered(board: RunningBoard, browser: Browser) -> None:
    for size in (WIDE, NARROW):
        with visit(browser, board, place(SHORT), size=size) as page:
            expect(page.locator(".hand.near.D")).to_be_visible()
            click(page, "Put middlehand at the bottom")
            expect(page.locator(".hand.near.M.big")).to_be_visible()
            heights = {}
            for seat in "FMD":
                box = page.locator(f".hand.{seat}").bounding_box()
                assert box is not None
                heights[seat] = box["y"]
            assert max(heights, key=heights.__getitem__) == "M"
            click(page, "Cover forehand", exact=True)
            expect(cards(page, "F")).to_have_count(0)
            accessible(page)
