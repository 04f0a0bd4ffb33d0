"""Playing on the board's page: by mouse and keyboard, forwards, backwards and in branches."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, Complaints, accessible, context, visit
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from cli.board.address import address_of
from solver import Solution, solve
from solver.cards import Seat, by_seat, card_name, hand_of
from solver.deal import Deal
from solver.dealing import random_deals
from solver.files.dealfile import parse_deals
from solver.notation import parse_cards
from solver.rules.contract import Contract
from solver.rules.registry import get_variant

# Four tricks in hearts: exact at once, and every reason why a card may not be played.
SHORT = """\
[Name "Four tricks"]
[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]
[Contract "H"]
[Leader "F"]
"""
RECORDED = SHORT + '[Play "F"]\nSA S3 S7\nSK SQ HA\nDK H2 DA\nH4 C2 CA\n'


def place(text: str, played: str = "") -> str:
    """Return the part of an address that shows a deal after these cards."""
    [deal] = parse_deals(text)
    return "&" + address_of(deal, parse_cards(played))


def cards(page: Page, seat: str = "") -> Locator:
    """Return the cards in the hands, or in one."""
    return page.locator(f".hand{'.' * bool(seat)}{seat} [data-card]")


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card={name}]")


def refused(page: Page, name: str) -> None:
    """Click a card that may not be played, which is not what Playwright waits for by itself."""
    card(page, name).click(force=True)


def status(page: Page) -> Locator:
    return page.get_by_role("status")


def type_card(page: Page, name: str) -> None:
    for sign in name.lower():
        page.keyboard.press(sign)


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def recorded(page: Page) -> list[str]:
    """Return what the Record tab shows, a row a line, without what is only said."""
    rows = page.locator(".trick-list tbody tr")
    return [" ".join(row.split()) for row in rows.all_inner_texts()]


def test_a_card_is_played_by_click_and_by_name(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT)) as page:
        expect(status(page)).to_be_empty()
        card(page, "SA").click()
        expect(status(page)).to_have_text("Forehand: ace of spades. Middlehand to play.")
        expect(page.get_by_role("img", name="forehand: ace of spades")).to_be_visible()
        type_card(page, "sq")
        expect(status(page)).to_have_text("Middlehand: queen of spades. Dealer to play.")
        type_card(page, "S7")
        expect(status(page)).to_have_text("Dealer: seven of spades. Forehand wins and leads.")
        expect(cards(page)).to_have_count(9)


def test_a_card_that_may_not_be_played_says_why(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT, "SA")) as page:
        expect(cards(page)).to_have_count(11)
        for name, reason in {
            "DA": "Middlehand must follow suit",
            "HA": "Middlehand is to play",
            "SA": "The ace of spades is not held any more",
        }.items():
            type_card(page, name)
            expect(status(page)).to_contain_text(reason)
            expect(cards(page)).to_have_count(11)
        refused(page, "DA")
        expect(page.locator(".hand.M .why")).to_contain_text("must follow suit")
        expect(card(page, "DA")).to_be_visible()
        accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator(".why")).to_have_count(0)


def test_values_stand_on_the_cards_and_in_words(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT)) as page:
        expect(page.locator(".progress")).to_contain_text("exact")
        [deal] = parse_deals(SHORT)
        truth = solve(deal.position(), cards=True)
        words = ["zero", "one", "two", "three", "four"]
        for value in truth.cards or ():
            tricks = value.guarantee[Seat.FOREHAND]
            verdict = f"keeps {words[tricks]}" if not value.loss else f"loses {words[value.loss]}"
            held = card(page, card_name(value.card))
            expect(held).to_have_attribute("aria-label", re.compile(f", {verdict}$"))
            shown = held.locator(".badge [data-text]")
            loss = f"−{value.loss}" if value.loss else "✓"
            expect(shown.first).to_have_attribute("data-text", loss)
            expect(shown.last).to_have_attribute("data-text", f"{tricks}")
        page.keyboard.press("v")
        expect(page.locator(".badge")).to_have_count(0)
        expect(card(page, "SA")).to_have_attribute("aria-label", "ace of spades")
        page.keyboard.press("v")
        expect(page.locator(".badge")).to_have_count(4)


def test_in_nullo_a_guarantee_is_the_most(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT.replace('"H"', '"NULLO"'))) as page:
        expect(page.locator(".hand.F .worth")).to_contain_text("at most")
        expect(page.locator(".seats thead")).to_contain_text("at most")
        expect(card(page, "H2")).to_have_attribute("aria-label", re.compile("keeps at most|loses"))


def test_a_branch_leaves_the_record_as_it_is(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(RECORDED)) as page:
        open_tab(page, "Record")
        expect(page.locator(".trick-list tbody tr")).to_have_count(4)
        rows = recorded(page)
        page.keyboard.press("End")
        expect(cards(page)).to_have_count(0)
        expect(status(page)).to_contain_text("The end: forehand")
        page.keyboard.press("b")
        expect(status(page)).to_have_text("All cards have been played.")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(cards(page)).to_have_count(11)
        type_card(page, "sq")  # not what was recorded
        expect(cards(page)).to_have_count(10)
        assert [row for row in recorded(page) if "middlehand" not in row] == rows
        expect(page.locator(".branches")).to_contain_text("Q")
        page.get_by_role("button", name="Main line").click()
        expect(page.locator(".trick-list tbody tr").first).to_contain_text("Q")
        page.keyboard.press("Backspace")  # the branch goes, what came with the deal stays
        expect(page.locator(".branches")).to_have_count(0)
        assert recorded(page) == rows
        page.locator(".trick-list").get_by_role("button", name="king of diamonds").click()
        expect(cards(page)).to_have_count(5)


def test_a_deal_is_played_by_keyboard_alone(board: RunningBoard, browser: Browser) -> None:
    deal = next(random_deals(get_variant("basic"), 5))
    with visit(browser, board, "&" + address_of(deal)) as page:
        expect(cards(page)).to_have_count(36)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("() => Boolean(document.activeElement.dataset.card)"):
                break
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")  # there is nothing further left: it stays
        focused = page.locator(":focus")
        for left in range(35, -1, -1):
            page.keyboard.press("Enter")
            expect(cards(page)).to_have_count(left)
            if left:
                # The focus goes to the hand that is to play, to a card that may be played.
                expect(focused).to_have_class(re.compile("legal"))
        expect(status(page)).to_contain_text("The end")
        expect(focused).to_have_attribute("aria-label", "Take back")
        page.keyboard.press("Enter")
        expect(cards(page)).to_have_count(1)


def test_keys_are_not_taken_from_fields(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(RECORDED)) as page:
        page.get_by_role("button", name="Open", exact=True).click()
        field = page.get_by_role("dialog").locator("textarea")
        field.fill("x")
        field.press("v")
        field.press("ArrowLeft")
        field.press("Backspace")
        expect(field).to_have_value("v")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Open", exact=True)).to_be_focused()
        expect(cards(page)).to_have_count(12)
        page.keyboard.press("Control+ArrowRight")
        page.keyboard.press("Alt+Home")
        page.keyboard.press("ArrowRight")
        expect(cards(page)).to_have_count(11)


def test_letters_can_be_switched_off(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT)) as page:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Single letters are keys").uncheck()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        type_card(page, "sa")
        page.keyboard.press("v")
        page.keyboard.press("?")
        expect(page.locator(".badge")).to_have_count(4)
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.reload()  # which remembers settings and the deal
        expect(cards(page)).to_have_count(12)
        type_card(page, "sa")
        card(page, "SK").click()
        expect(cards(page)).to_have_count(11)


def test_the_place_is_in_the_address(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(RECORDED)) as page:
        for name in ("SA", "SQ", "S7"):
            card(page, name).click()
            expect(card(page, name)).to_have_count(0)
        assert "token" not in page.url
        page.reload()
        expect(cards(page)).to_have_count(9)
        expect(card(page, "SQ")).to_have_count(0)
        expect(page.get_by_role("heading", name="Four tricks")).to_be_visible()


def random_ending(seed: int, tricks: int) -> Deal:
    """Return an ending with a record in which every card is picked at random."""
    random = Random(seed)
    dealt = random.sample(range(52), 3 * tricks)
    hands = by_seat(lambda seat: hand_of(dealt[seat::3]))
    deal = Deal(hands=hands, contract=Contract.NT, leader=Seat.FOREHAND)
    position = deal.position()
    play: list[int] = []
    while position.tricks:
        play.append(random.choice(position.legal()))
        position = position.play(play[-1])
    return replace(deal, play=tuple(play))


DEALS = Path(__file__).parent.parent / "data" / "sample_deals"

WEIGHTS = (20, 25, 1, 1)  # of the steps: most go to a neighbour

SAMPLE = """() => {
  window.samples = [];
  let last = "";
  const look = () => {
    const hands = {};
    for (const hand of document.querySelectorAll(".hand")) {
      const held = [...hand.querySelectorAll("[data-card]")];
      hands[hand.dataset.seat] = {
        cards: held.map((card) => card.dataset.card),
        tricks: Object.fromEntries(
          held.filter((card) => card.querySelector(".badge"))
            .map((card) => [card.dataset.card,
              [...card.querySelectorAll(".badge [data-text]:not(.loss)")]
                .map((part) => part.dataset.text).join("")])),
        worth: hand.querySelector(".worth").textContent,
      };
    }
    const now = JSON.stringify(hands);
    if (now !== last) {
      window.samples.push(hands);
      last = now;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_values_are_never_those_of_another_position(board: RunningBoard, browser: Browser) -> None:
    tricks = 7
    deal = random_ending(3, tricks)
    solutions: dict[int, Solution] = {
        after: solve(deal.position(after=after), cards=True) for after in range(3 * tricks + 1)
    }
    random = Random(1)
    with visit(browser, board, "&" + address_of(deal)) as page:
        expect(cards(page)).to_have_count(3 * tricks)
        page.evaluate(SAMPLE)
        for _ in range(500):
            page.keyboard.press(
                random.choices(["ArrowLeft", "ArrowRight", "Home", "End"], WEIGHTS)[0]
            )
            if not random.randrange(4):
                page.wait_for_timeout(random.randrange(40))
        # How many values those steps leave time for is the machine's affair: see some of each here.
        page.keyboard.press("Home")
        for after in range(3 * (tricks - 1)):
            expect(cards(page)).to_have_count(3 * tricks - after)
            expect(page.locator(".badge").first).to_be_visible()
            page.evaluate("() => new Promise(requestAnimationFrame)")
            page.keyboard.press("ArrowRight")
        samples: list[dict[str, Any]] = page.evaluate("() => window.samples")
    seen = set()
    for hands in samples:
        after = 3 * tricks - sum(len(hand["cards"]) for hand in hands.values())
        solution = solutions[after]
        for seat in Seat:
            hand = hands[seat.letter]
            held = solution.position.hands[seat]
            assert hand_of(parse_cards(" ".join(hand["cards"]))) == held
            if found := re.search(r"guarantee (\d+)(?:–(\d+))?", hand["worth"]):
                low, high = int(found[1]), int(found[2] or found[1])
                assert low <= solution.guarantee[seat] <= high
            values = {card_name(each.card): each for each in solution.cards or ()}
            for name, text in hand["tricks"].items():
                low, *more = map(int, text.split("–"))
                assert low <= values[name].guarantee[seat] <= (more or [low])[0]
                seen.add(after)
    assert seen >= set(range(3 * (tricks - 1)))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_accessible(
    board: RunningBoard, browser: Browser, size: tuple[int, int], scheme: str
) -> None:
    with visit(browser, board, place(RECORDED), size, color_scheme=scheme) as page:
        expect(page.locator(".progress")).to_contain_text("exact")
        accessible(page)
        card(page, "SK").click()
        expect(cards(page)).to_have_count(11)
        refused(page, "DA")
        expect(page.locator(".why")).to_be_visible()
        open_tab(page, "Record")
        accessible(page)
        page.keyboard.press("End")
        accessible(page)
        for name in ("Settings", "Help"):
            page.get_by_role("button", name=name, exact=True).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            accessible(page)
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_have_count(0)


ZOOMED = (WIDE[0] // 2, WIDE[1] // 2)  # what is left of the wide page at 200 %


@pytest.mark.parametrize("size", [WIDE, NARROW, ZOOMED], ids=["wide", "narrow", "zoomed"])
def test_nothing_is_wider_than_the_page(
    board: RunningBoard, browser: Browser, size: tuple[int, int]
) -> None:
    deal = next(random_deals(get_variant("laugavatn"), 1))
    with visit(browser, board, "&" + address_of(deal), size) as page:
        expect(cards(page)).to_have_count(48)
        for tab in ("Record", "Review", "Exchange", "Puzzles", "Values"):
            open_tab(page, tab)
            expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= size[0], tab


def test_nothing_moves_for_whoever_asked_for_that(board: RunningBoard, browser: Browser) -> None:
    moving = """() => [...document.querySelectorAll("*")].flatMap((element) => {
        const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element);
        const longest = [animationDuration, transitionDuration]
            .flatMap((each) => each.split(", ")).map(parseFloat);
        return Math.max(...longest) > 0.01 || scrollBehavior === "smooth" ? [element.tagName] : [];
    })"""
    with visit(browser, board, place(SHORT), reduced_motion="reduce") as page:
        expect(cards(page)).to_have_count(12)
        assert page.evaluate(moving) == []


def test_cards_can_be_hit_on_a_telephone(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(SHORT), NARROW, has_touch=True) as page:
        expect(cards(page)).to_have_count(12)
        for held in cards(page, "F").all():
            box = held.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        card(page, "SA").tap()
        expect(cards(page)).to_have_count(11)


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
        expect(page.locator(".progress")).to_contain_text("exact")
        gone = True
        connections[-1].close()
        expect(status(page)).to_contain_text("The connection to the board is gone")
        card(page, "SA").click()
        gone = False
        expect(status(page)).to_have_text("Forehand: ace of spades. Middlehand to play.")
        expect(page.locator(".progress")).to_contain_text("exact")
        assert len(connections) > 1


@pytest.mark.server("there is no token")
def test_a_wrong_token_is_explained(board: RunningBoard, browser: Browser) -> None:
    complaints = Complaints()
    address = f"{board.origin}/#token=wrong"
    with context(browser) as window:
        page = window.new_page()
        complaints.watch(page, board.host)
        page.goto(address)
        expect(status(page)).to_contain_text("open the address that it printed")
        accessible(page)
    assert all("WebSocket" in complaint for complaint in complaints)


def test_the_best_card_is_played_even_with_values_hidden(
    board: RunningBoard, browser: Browser
) -> None:
    [deal] = parse_deals(SHORT)
    values = solve(deal.position(), cards=True).cards or ()
    best = {card_name(value.card) for value in values if value.loss == 0}
    with visit(browser, board, place(SHORT)) as page:
        expect(page.locator(".progress")).to_contain_text("exact")
        page.keyboard.press("v")
        page.keyboard.press("b")
        expect(cards(page)).to_have_count(11)
        assert [name for name in best if not card(page, name).count()]


UNNAMED = '[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]\n'
"""Four tricks of which nobody says what is played."""


def test_what_is_said_goes_with_the_place(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(UNNAMED)) as page:
        refused(page, "SA")
        expect(status(page)).to_contain_text("No contract is named")
        page.keyboard.press("b")
        expect(status(page)).to_have_text("Name a contract first.")
        page.get_by_role("tabpanel").get_by_role("button", name="Name a contract").click()
        dialog = page.get_by_role("dialog")
        dialog.locator("label:has-text('Contract') select").select_option("H")
        dialog.get_by_role("button", name="Put on the board").click()
        expect(status(page)).to_be_empty()
        expect(page.locator(".progress")).to_contain_text("exact")
        card(page, "SA").click()
        expect(status(page)).to_contain_text("Middlehand to play")
        page.keyboard.press("Home")
        expect(status(page)).to_have_text("Forehand leads.")
        page.keyboard.press("v")
        expect(status(page)).to_have_text("Values hidden.")


def test_at_the_end_stands_the_score(board: RunningBoard, browser: Browser) -> None:
    deal = parse_deals((DEALS / "played.manni").read_text(encoding="utf-8"))[0]
    with visit(browser, board, "&" + address_of(deal, deal.play)) as page:
        expect(page.locator(".hand.F .worth")).to_have_text("+4 points")
        rows = page.locator(".seats tbody tr")
        expect(rows).to_have_text(["Forehand8+4", "Middlehand1−3", "Dealer3−1"])
        expect(page.locator(".worth", has_text="guarantee")).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".hand.F .worth")).to_contain_text("guarantee")


def test_cards_are_edited_as_they_lie(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board, place(RECORDED, "SA S3 S7")) as page:
        expect(cards(page)).to_have_count(9)
        page.get_by_role("button", name="Edit").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator(".receiver").first).to_contain_text("3 cards")
        for seat, name in ((1, "king"), (0, "queen")):
            dialog.locator(".receiver button").nth(seat).click()
            dialog.get_by_role("button", name=f"{name} of spades").click()
        dialog.get_by_role("button", name="Put on the board").click()
        expect(cards(page, "M")).to_have_count(3)
        expect(page.locator(".hand.M [data-card=SK]")).to_have_count(1)


def test_a_long_name_leaves_room_for_the_cards(board: RunningBoard, browser: Browser) -> None:
    named = SHORT.replace("Four tricks", "Jónína " * 400)
    page_of = f"""() => {{
        const text = {named!r};
        const file = new File([text], "long.manni");
        const transfer = new DataTransfer();
        transfer.items.add(file);
        dispatchEvent(new DragEvent("drop", {{ dataTransfer: transfer, cancelable: true }}));
    }}"""
    for size in (WIDE, NARROW):
        with visit(browser, board, size=size) as page:
            expect(page.get_by_text("No deal yet").first).to_be_visible()
            page.evaluate(page_of)
            expect(cards(page)).to_have_count(12)
            box = page.locator(".hand.F").bounding_box()
            assert box is not None
            assert box["y"] < 700
            assert page.evaluate("() => document.documentElement.scrollWidth") <= size[0]
