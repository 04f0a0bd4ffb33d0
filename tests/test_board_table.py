"""A game at the table of the board's page: by mouse and keyboard, kept whatever is killed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, accessible, context, visit
from commands import output
from playwright.sync_api import Browser, Error, Locator, Page, expect

from cli.board.address import address_of
from solver.dealing import random_deals
from solver.rules.registry import get_variant

LONG = pytest.mark.slow
DEALT = "&" + address_of(next(random_deals(get_variant("basic"), 5)))
GAMES = ["hornafjordur", "laugavatn", "encheres-petite", "manille-3"]


def sit(
    page: Page, variant: str, deals: str = "1", seed: str = "7", strength: str = "thumb"
) -> None:
    """Sit down at a game by the sheet."""
    page.get_by_role("button", name="Sit down", exact=True).click()
    sheet = page.get_by_role("dialog")
    for place, value in enumerate((variant, "F", strength, deals)):
        sheet.locator("select").nth(place).select_option(value)
    sheet.locator("input").fill(seed)
    sheet.get_by_role("button", name="Sit down").click()
    expect(sheet).to_have_count(0)


@contextmanager
def quick(browser: Browser, board: RunningBoard, size: tuple[int, int]) -> Iterator[Page]:
    """Show the page with a clock of the test's own, so that nobody waits for cards to move."""
    with visit(browser, board, size=size) as page:
        page.get_by_role("navigation").wait_for()
        page.clock.install()
        yield page


def on(page: Page) -> str:
    """Wait until something is asked, or the deal is over; return what is to be done."""
    yours, result = page.locator(".asks.yours"), page.locator(".result")
    for _ in range(2000):
        page.clock.run_for(700)
        if result.count():
            return "over"
        if yours.count():
            if page.locator(".own.choosing").count():
                return "card"
            return "put" if page.locator(".own [aria-pressed]").count() else "say"
        page.wait_for_timeout(5)
    raise AssertionError(page.locator("main").inner_text())


def step_of(page: Page) -> str | None:
    return page.locator(".at-table").get_attribute("data-step")


def changes(page: Page, before: str | None) -> None:
    """Wait until the table has taken note of what was done."""
    for _ in range(2000):
        page.clock.run_for(20)
        if step_of(page) != before:
            return
        page.wait_for_timeout(5)
    raise AssertionError(before)


def said(page: Page) -> Locator:
    """Return the button of the lowest bid, or of the first choice."""
    bids = page.locator(".asks .main")
    return bids if bids.count() else page.locator(".asks .button").first


def by_mouse(page: Page, what: str) -> None:
    before = step_of(page)
    if what == "card":
        page.locator(".own .card.legal").last.click()
    elif what == "put" and page.get_by_role("button", name="Keep all").count():
        page.get_by_role("button", name="Keep all").click()
    elif what == "put":
        wanted = int(re.findall(r"Choose (\d)", page.locator(".asks").inner_text())[0])
        for place in range(wanted):
            page.locator(".own .card").nth(place).click()
        page.clock.run_for(50)
        page.locator(".asks .main").click()
    else:
        said(page).click()
    changes(page, before)


def tab_to(page: Page, button: Locator) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there")


def by_keyboard(page: Page, what: str) -> None:
    before = step_of(page)
    if what == "card":
        name = page.locator(".own .card.legal").last.get_attribute("data-card")
        for sign in (name or "").lower():
            page.keyboard.press(sign)
    elif what == "put" and page.get_by_role("button", name="Keep all").count():
        tab_to(page, page.get_by_role("button", name="Keep all"))
        page.keyboard.press("Enter")
    elif what == "put":
        wanted = int(re.findall(r"Choose (\d)", page.locator(".asks").inner_text())[0])
        cards = page.locator(".own .card")
        for name in [cards.nth(place).get_attribute("data-card") or "" for place in range(wanted)]:
            for sign in name.lower():
                page.keyboard.press(sign)
        page.clock.run_for(50)
        tab_to(page, page.locator(".asks .main"))
        page.keyboard.press("Enter")
    else:
        tab_to(page, said(page))
        page.keyboard.press("Enter")
    changes(page, before)


def saved(board: RunningBoard) -> Path:
    """Return the file of the only game."""
    [file] = (board.folder / "manni" / "games").glob("*.manni")
    return file


HOW = {"mouse": (by_mouse, NARROW), "keyboard": (by_keyboard, WIDE)}


def fits(page: Page) -> None:
    """Check that nothing is wider than the window."""
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], page.locator("main").inner_text()


def state_of(page: Page) -> str:
    """Return what kind of thing is asked, or the buttons of what is seen at the end."""
    asks = page.locator(".asks.yours b, .result .row")
    return re.sub(r"\d+|:.*|\(.*", "", asks.first.inner_text())


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize(
    ("variant", "deals"),
    [("encheres-petite", "3"), *(pytest.param(code, "0", marks=LONG) for code in GAMES)],
)
def test_a_game_is_played_and_its_score_is_that_of_the_record(
    variant: str, deals: str, how: str, browser: Browser
) -> None:
    play, size = HOW[how]
    with RunningBoard() as board, quick(browser, board, size) as page:
        sit(page, variant, deals)
        states: set[str] = set()
        while True:
            what = on(page)
            if (state := state_of(page)) not in states:
                states.add(state)
                if state == "Name the trump." and how == "mouse":
                    page.get_by_role("button", name="What would you advise?").click()
                    page.locator(".advised summary").click(timeout=120_000)
                accessible(page)
                fits(page)
            if what != "over":
                play(page, what)
                continue
            following = page.get_by_role("button", name="Next deal")
            if not following.count():
                break
            before = step_of(page)
            following.click() if how == "mouse" else (
                tab_to(page, following),
                page.keyboard.press("Enter"),
            )
            changes(page, before)
        # An auction: bid, more, away, trump, a card led and followed, the ends of deal and game.
        assert len(states) > 6 or not variant.startswith("encheres"), states
        sheet = json.loads(output("score", saved(board), "--json"))
        rows = page.locator(".score tbody tr")
        expect(rows).to_have_count(len(sheet["deals"]))
        totals = rows.last.locator("b").all_inner_texts()
        players = page.locator(".score thead th").all_inner_texts()[1:]
        shown = (float(total.replace("−", "-")) for total in totals)
        assert dict(zip(players, shown, strict=True)) == sheet["totals"]
        if deals == "0":
            assert re.search("won with|share the win", page.locator(".result .end").inner_text())


def test_a_bid_is_typed_and_what_is_still_needed_is_said(browser: Browser) -> None:
    with RunningBoard() as board, visit(browser, board) as page:
        sit(page, "encheres-petite")
        bid, say = page.get_by_label("Your bid"), page.locator(".asks .main")
        expect(bid).to_have_value("1")
        expect(page.get_by_role("button", name="Bid less")).to_be_disabled()
        bid.press("ControlOrMeta+a")
        page.keyboard.type("71")
        expect(say).to_be_disabled()
        bid.fill("33")
        page.get_by_role("button", name="Bid more").click()
        expect(bid).to_have_value("34")
        page.get_by_role("button", name="What would you advise?").click()
        expect(page.locator(".advised")).to_be_visible(timeout=60_000)
        if page.locator(".advised", has_text="Pass").count() == 0:
            expect(say).to_have_text(re.compile("Bid [0-9]+"))
            assert f"Bid {bid.input_value()}:" in page.locator(".advised").inner_text()
        bid.fill("60")
        bid.press("Enter")
        page.locator(".asks.yours", has_text="put away").wait_for()
        for place in range(2):
            page.locator(".own .card").nth(place).click()
        say.click()
        page.get_by_role("button", name="Clubs", exact=True).click()
        page.locator(".asks.yours", has_text="You lead").wait_for()
        headline = page.locator(".at-table .headline")
        expect(headline).to_contain_text(re.compile("you need 60 more, [0-9]+ are still out"))
        suits = page.locator(".own .card").evaluate_all(
            "all => all.map(each => each.dataset.card[0])"
        )
        assert suits[0] == "C"
        assert suits == sorted(suits, key="CSHD".index)


IN_SIGHT = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect().top;
  const places = ".own .card, .asks .button, .asks input, .asks select, .result .button";
  return [...document.querySelectorAll(places)].map((each) => each.getBoundingClientRect())
    .filter(({ top, bottom, left, right }) =>
      top < 0 || bottom > bar || left < 0 || right > innerWidth).length;
}"""


@pytest.mark.parametrize("variant", ["laugavatn", pytest.param("encheres-petite", marks=LONG)])
def test_on_a_telephone_on_its_side_the_hand_and_all_choices_are_in_sight(
    variant: str, browser: Browser
) -> None:
    with RunningBoard() as board, quick(browser, board, (844, 390)) as page:
        sit(page, variant)
        while (what := on(page)) != "over":
            assert page.evaluate(IN_SIGHT) == 0, state_of(page)
            by_mouse(page, what)
        assert page.evaluate(IN_SIGHT) == 0


def test_it_is_said_what_may_be_done_and_what_would_be_advised(browser: Browser) -> None:
    with RunningBoard() as board:
        for size, scheme in ((WIDE, "light"), ((320, 700), "dark")):
            with visit(browser, board, size=size, color_scheme=scheme) as page:
                page.get_by_role("button", name="Sit down", exact=True).click()
                accessible(page)
                page.keyboard.press("Escape")
                sit(page, "hornafjordur")
                asks, status = page.locator(".asks"), page.get_by_role("status")
                expect(asks).to_contain_text("Choose up to 7 cards to put down.")
                expect(page.locator(".own .card")).to_have_count(12)
                expect(page.locator(".covered")).to_have_count(2)
                accessible(page)
                page.get_by_text("The rules in short").click()
                expect(page.locator(".rules")).to_contain_text("tricks minus target")
                expect(page.locator(".rules")).to_contain_text("follow suit; who cannot")
                page.locator(".own .card").first.click()
                expect(page.get_by_role("button", name="Put down 1 card")).to_be_visible()
                page.get_by_role("button", name="Put down 1 card").click()
                expect(asks).to_contain_text("You lead: play any card.")
                expect(status).to_contain_text("You lead: play any card.")
                page.get_by_role("button", name="What would you advise?").click()
                expect(page.locator(".advised")).to_contain_text("Play ")
                page.get_by_text("Why?").click()
                expect(page.locator(".advised tbody tr").first).to_be_visible()
                accessible(page)
                page.locator(".own .card").last.click()
                expect(page.locator(".felt .lies").first).to_be_visible()
                # The whole trick stays until it has been looked at.
                expect(page.locator(".felt.whole .lies")).to_have_count(3)
                accessible(page)
                fits(page)
                page.locator(".asks.yours").wait_for()
                refused = page.locator(".own .card:not(.legal)")
                if refused.count():
                    refused.first.click(force=True)
                    expect(status).to_contain_text("You have to follow suit.")
                page.get_by_role("button", name="Get up").click()
                expect(page.locator(".own")).to_have_count(0)
                page.get_by_role("button", name="Sit down", exact=True).click()
                page.get_by_role("button", name=re.compile("go on · 0 of 1 deal")).first.click()
                expect(page.locator(".own")).to_have_count(1)


def test_after_a_deal_all_is_seen_and_it_is_reviewed(browser: Browser) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE) as page:
        sit(page, "basic")
        while (what := on(page)) != "over":
            by_mouse(page, what)
        expect(page.locator(".result")).to_contain_text("Points: You ")
        for _ in range(500):
            page.clock.run_for(1000)
            if (
                "In your place, after an exchange of its own, the computer takes"
                in page.locator(".result").inner_text()
            ):
                break
            page.wait_for_timeout(20)
        assert (
            "In your place, after an exchange of its own, the computer takes"
            in page.locator(".result").inner_text()
        )
        expect(page.locator(".covered")).to_have_count(0)
        expect(page.locator(".hand .card")).to_have_count(36)
        accessible(page)
        page.get_by_role("button", name="Review this deal").click()
        page.clock.run_for(1000)
        expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".heading h1")).to_have_text("Basic Manni, deal 1")
        expect(page.locator(".hand.near .name")).to_contain_text("You, forehand")
        expect(page.locator(".reviewing")).to_contain_text(
            re.compile("Your dearest card was .+: it cost [1-9]|None of your cards cost anything")
        )
        page.get_by_role("button", name="Back to the table").click()
        page.clock.run_for(100)
        page.get_by_role("button", name="Play it again in the place of Right").click()
        for _ in range(500):
            page.clock.run_for(100)
            if not page.locator(".result").count():
                break
            page.wait_for_timeout(20)
        assert on(page) in ("put", "card")
        expect(page.locator(".own .name")).to_contain_text("dealer")
        expect(page.locator(".result")).to_have_count(0)


def test_by_keyboard_the_focus_goes_to_what_is_next_and_the_hand_stays(browser: Browser) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE) as page:
        page.get_by_role("button", name="Sit down", exact=True).click()
        sheet = page.get_by_role("dialog")
        expect(sheet.locator("select").first).to_be_focused()
        for place, value in enumerate(("hornafjordur", "F", "thumb", "3")):
            sheet.locator("select").nth(place).select_option(value)
        sheet.locator("input").fill("7")
        sheet.locator("select").first.press("Enter")
        assert on(page) == "put"
        expect(page.locator(".own .card.legal").first).to_be_focused()
        page.get_by_role("button", name="What would you advise?").click()
        expect(page.locator(".own .card.best").first).to_be_visible(timeout=60_000)
        advised = page.locator(".own .card.best").count()
        before = step_of(page)
        page.get_by_role("button", name="Do that").press("Enter")
        changes(page, before)
        assert on(page) == "card"
        expect(page.locator(".own .card.new")).to_have_count(advised)
        heights = set()
        while on(page) == "card":
            expect(page.locator(".own .card.legal:focus")).to_have_count(1)
            heights.add(page.locator(".own .suits").bounding_box()["y"])  # type: ignore[index]
            before = step_of(page)
            page.keyboard.press("Enter")
            changes(page, before)
            heights.add(page.locator(".own .suits").bounding_box()["y"])  # type: ignore[index]
        assert len(heights) <= 2, heights  # there, and lower where the result stands above it
        following = page.get_by_role("button", name="Next deal")
        expect(following).to_be_focused()
        before = step_of(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        changes(page, before)
        assert on(page) == "put"
        expect(page.locator(".warning")).to_have_count(0)
        page.keyboard.press("Backspace")
        expect(page.locator(".asks .warning")).to_contain_text("stays")
        page.go_back()
        expect(page.locator(".own")).to_have_count(0)
        page.get_by_role("button", name="Back to the table").click()
        page.get_by_role("button", name="Get up").click()
        page.get_by_role("button", name="Go on: Hornafjarðarmanni").click()
        expect(page.locator(".own")).to_have_count(1)


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=LONG)])
def test_nothing_is_lost_whatever_is_killed(kills: int, browser: Browser, tmp_path: Path) -> None:
    rng = Random(kills)
    env = {"XDG_STATE_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    board = RunningBoard(env=env)
    try:
        with context(browser, WIDE) as window:
            page = window.new_page()
            page.goto(board.address)
            page.get_by_role("navigation").wait_for()
            page.clock.install()
            sit(page, "hornafjordur", "0")
            done = 0
            for turn in range(kills):
                for _ in range(rng.randrange(1, 5)):
                    if (what := on(page)) == "over":
                        break
                    by_mouse(page, what)
                    done += 1
                on(page)
                [file] = (tmp_path / "manni" / "games").glob("*.manni")
                before, hand = file.read_bytes(), page.locator(".own").inner_text()
                if turn % 2:
                    board.__exit__()  # which is a SIGKILL
                    board = RunningBoard(port=board.port, env=env)
                else:
                    with suppress(Error):
                        page.goto("chrome://crash", timeout=2000)  # the tab dies without a word
                key = file.stem
                page.close()
                page = window.new_page()
                page.goto(f"{board.address}&game={key}")
                page.wait_for_selector(".own")
                page.clock.install()
                on(page)
                assert page.locator(".own").inner_text() == hand
                assert file.read_bytes() == before
                if page.get_by_role("button", name="Next deal").count():
                    step = step_of(page)
                    page.get_by_role("button", name="Next deal").click()
                    changes(page, step)
            assert done >= kills
    finally:
        board.__exit__()


def test_a_trick_lies_on_the_board_until_the_next_is_led(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, DEALT) as page:
        page.locator(".card.legal").first.click()
        for number in (2, 3):
            expect(page.locator(".felt .lies")).to_have_count(number - 1)
            page.locator(".card.legal").first.click()
        expect(page.locator(".felt.whole .lies")).to_have_count(3)
        expect(page.locator(".felt .takes")).to_have_count(1)
        page.keyboard.press("ArrowLeft")  # a click has left the focus where it was
        expect(page.locator(".felt .lies")).to_have_count(2)
        page.keyboard.press("ArrowRight")
        page.locator(".card.legal").first.click()
        expect(page.locator(".felt .lies")).to_have_count(1)


def test_any_seat_sits_below_and_any_hand_is_covered(board: RunningBoard, browser: Browser) -> None:
    for size in (WIDE, NARROW):
        with visit(browser, board, DEALT, size=size) as page:
            expect(page.locator(".hand.near.D")).to_be_visible()
            page.get_by_role("button", name="Put middlehand at the bottom").click()
            expect(page.locator(".hand.near.M.big")).to_be_visible()
            page.locator(".card.legal").first.click()
            expect(page.locator(".hand.M.mover")).to_be_visible()
            page.locator(".card.legal").first.click()
            expect(page.locator(".hand.D.mover")).to_be_visible()
            boxes: dict[str, Any] = {
                seat: page.locator(f".hand.{seat}").bounding_box() for seat in "FMD"
            }
            assert boxes["M"]["y"] > max(boxes["F"]["y"], boxes["D"]["y"])
            page.get_by_role("button", name="Cover forehand", exact=True).click()
            expect(page.locator(".hand.F [data-card]")).to_have_count(0)
            accessible(page)


def test_games_are_listed_and_one_is_deleted_when_that_is_confirmed(browser: Browser) -> None:
    with RunningBoard() as board:
        for size in ((320, 700), WIDE):
            with visit(browser, board, size=size) as page:
                sit(page, "encheres-grande")
                file = saved(board)
                page.get_by_role("button", name="Get up").click()
                expect(page.get_by_role("status")).to_contain_text("The game is kept")
                page.get_by_role("button", name="Sit down", exact=True).click()
                page.get_by_role("button", name=re.compile("^Delete Manille")).click()
                accessible(page)
                fits(page)
                boxes = page.locator(".left-game").evaluate_all(
                    "all => all.map(one => [one.scrollWidth, one.clientWidth])"
                )
                assert all(wide <= room for wide, room in boxes)
                page.get_by_role("button", name="Keep it").click()
                assert file.exists()
                page.get_by_role("button", name=re.compile("^Delete Manille")).click()
                page.get_by_role("button", name="Delete it").click()
                expect(page.locator(".left-game")).to_have_count(0)
                assert not file.exists()


MOVES = """() => {
  window.moved = [];
  window.swept = []; // how straight each card goes to who takes it: 1 is straight, 0 athwart
  const seen = new WeakSet();
  const look = () => {
    for (const move of document.getAnimations().filter((each) => !seen.has(each))) {
      seen.add(move);
      const name = move.animationName ?? move.transitionProperty;
      window.moved.push([name, move.effect.getComputedTiming().duration]);
      const card = move.effect.target;
      if (name === "transform" && card.matches(".sweeps .lies")) {
        const middle = (place) => {
          const box = document.querySelector(place).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const place = document.querySelector(".lies.takes").classList[1];
        const [hand, felt] = [middle(`.at-table .hand.${place}`), middle(".felt")];
        const to = new DOMMatrix(move.effect.getKeyframes().at(-1).transform);
        const [x, y] = [hand[0] - felt[0], hand[1] - felt[1]];
        window.swept.push((to.e * x + to.f * y) / Math.hypot(x, y) / Math.hypot(to.e, to.f));
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_move_and_the_trick_goes_to_who_takes_it(motion: str, browser: Browser) -> None:
    with RunningBoard() as board, visit(browser, board, reduced_motion=motion) as page:
        sit(page, "hornafjordur")
        page.get_by_role("button", name=re.compile("^Keep all")).click()
        page.locator(".own.choosing").wait_for()
        page.evaluate(MOVES)
        for _ in range(2):
            page.locator(".asks.yours").wait_for()
            page.locator(".own .card.legal").last.click()
            expect(page.locator(".felt.whole .lies")).to_have_count(3)
            expect(page.locator(".felt.whole")).to_have_count(0)
        moved = {name: round(ms) for name, ms in page.evaluate("window.moved")}
        if motion == "reduce":
            assert all(ms <= 1 for ms in moved.values()), moved
        else:
            assert moved["lands"] == 200
            assert moved["transform"] in (120, 200)
            swept = page.evaluate("window.swept")
            assert len(swept) == 6
            assert min(swept) > 0.7, swept
