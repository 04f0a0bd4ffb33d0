"""A game at the table of the board's page: by mouse and keyboard, kept whatever is killed."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from boards import RunningBoard
from browser import (
    NARROW,
    WIDE,
    accessible,
    apart,
    at,
    click,
    context,
    counts,
    fits,
    says,
    sit,
    started_at,
    visit,
)
from commands import json_of
from playwright.sync_api import Browser, Error, Locator, Page, expect

from manni.cli.board.address import address_of
from manni.solver.files.dealfile import parse_deals
from manni.solver.rules.games import VARIANTS

LONG = pytest.mark.exhaustive
GAMES = ["hornafjordur", "laugavatn", "encheres-petite", "manille-3"]
OTHERS = ["manille-4", "encheres-5", "decouverte"]
UNFORCED = """(pace) =>
  localStorage.setItem("manni.settings", JSON.stringify({ forced: false, pace }))"""


@contextmanager
def quick(
    browser: Browser, board: RunningBoard, size: tuple[int, int], pace: int = 1
) -> Iterator[Page]:
    """Show the page with a clock of the test's own, so that nobody waits for cards to move.

    No card plays itself, which a test would have to be quicker than.
    """
    with visit(browser, board, size=size, has_touch=True) as page:
        page.evaluate(UNFORCED, pace)
        page.reload()
        page.locator(".ways").wait_for()
        page.clock.install()
        yield page


def sooner(page: Page, holds: Callable[[], object], step: int = 500) -> None:
    """Wait until something holds, the clock of the page going faster."""
    for _ in range(2000):
        page.clock.run_for(step)
        if holds():
            return
        page.wait_for_timeout(5)
    raise AssertionError(page.locator("main").inner_text())


def on(page: Page) -> str:
    """Wait until something is asked, or the deal is over; return what is to be done."""
    yours, result = page.locator(".asks.yours"), page.locator(".result")
    sooner(page, lambda: result.count() or yours.count(), 700)
    if result.count():
        return "over"
    if page.locator(".own .legal:not([aria-pressed])").count():
        return "card"
    return "put" if page.locator(".own [aria-pressed]").count() else "say"


def step_of(page: Page) -> str | None:
    return page.locator(".at-table").get_attribute("data-step")


def changes(page: Page, before: str | None) -> None:
    """Wait until the table has taken note of what was done."""
    sooner(page, lambda: step_of(page) != before, 20)


def tab_to(page: Page, button: Locator) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError("Tab does not lead there")


def press(page: Page, button: Locator, how: str = "mouse") -> None:
    """Press a button, or play or choose a card, by mouse, finger or keyboard."""
    name = button.get_attribute("data-card")
    seen = {"x": 8, "y": 30} if name else None  # of a card another lies on
    if how == "mouse":
        button.click(position=seen)
    elif how == "touch":
        button.tap(position=seen)
    elif name:
        for sign in name.lower():
            page.keyboard.press(sign)
    else:
        tab_to(page, button)
        page.keyboard.press("Enter")


def answer(page: Page, what: str, how: str = "mouse") -> None:
    """Do what is to be done: keep all, choose the first cards, bid the least."""
    before = step_of(page)
    cards, keep = page.locator(".own .card"), page.get_by_role("button", name="Keep all")
    button = page.locator(".asks .row .main")
    if what == "card":
        button = page.locator(".own .card.legal").last
    elif what == "put" and keep.count():
        button = keep
    elif what == "put":
        wanted = int(re.findall(r"Choose (\d)", page.locator(".asks").inner_text())[0])
        names = [cards.nth(place).get_attribute("data-card") for place in range(wanted)]
        for name in names:
            press(page, page.locator(f".own [data-card={name}]"), how)
        page.clock.run_for(50)
    elif not button.count():
        button = page.locator(".asks .row .button").first
    press(page, button, how)
    changes(page, before)


def following(page: Page, how: str = "mouse") -> bool:
    """Go on to the next deal, if there is one."""
    button, before = page.get_by_role("button", name="Next deal"), step_of(page)
    if not button.count():
        return False
    press(page, button, how)
    changes(page, before)
    return True


def saved(board: RunningBoard) -> Path:
    """Return the file of the only game."""
    [file] = (board.folder / "manni" / "games").glob("*.manni")
    return file


def state_of(page: Page) -> str:
    """Return what kind of thing is asked, or the buttons of what is seen at the end."""
    asks = page.locator(".asks.yours b, .result .row")
    return re.sub(r"\d+|:.*|\(.*", "", asks.first.inner_text())


@pytest.mark.parametrize(
    ("how", "size"),
    [
        ("mouse", NARROW),
        *(
            pytest.param(*way, marks=LONG)
            for way in [("keyboard", WIDE), ("mouse", WIDE), ("touch", NARROW), ("touch", WIDE)]
        ),
    ],
)
@pytest.mark.parametrize(
    ("variant", "deals"),
    [
        *(("encheres-petite", "3"), ("manille-4", "3")),
        *(pytest.param(code, "0", marks=LONG) for code in [*GAMES, *OTHERS]),
    ],
)
def test_a_game_is_played_and_its_score_is_that_of_the_record(
    variant: str, deals: str, how: str, size: tuple[int, int], browser: Browser
) -> None:
    with RunningBoard() as board, quick(browser, board, size) as page:
        sit(page, variant, deals)
        states = set()
        game = VARIANTS[variant]
        while True:
            what = on(page)
            if (state := state_of(page)) not in states:
                states.add(state)
                if state == "Name the trump." and how == "mouse":
                    advised(page)
                accessible(page)
                fits(page)
                apart(page)
                before = page.locator(".own").inner_text()
                page.reload()
                assert on(page) == what
                assert page.locator(".own").inner_text() == before
            if what != "over":
                seen = page.locator(".at-table .hand:not(.own) [data-card]").count()
                assert seen <= 4 * game.in_piles or game.spoken
                answer(page, what, how)
            elif not following(page, how):
                break
        # An auction: bid, more, away, trump, a card led and followed, the ends of deal and game.
        assert len(states) > 6 or not variant.startswith("encheres"), states
        sheet = json_of("score", saved(board))
        rows = page.locator(".score tbody tr")
        expect(rows).to_have_count(len(sheet["deals"]))
        players = page.locator(".score thead tr").first.locator("th").all_inner_texts()
        totals = rows.last.locator("td").all_inner_texts()[1 - 2 * len(players) :: 2]
        shown = (float(total.replace("−", "-")) for total in totals)
        sides = zip(players, shown, strict=True)
        each = {name: total for side, total in sides for name in side.split(" and ")}
        assert each == sheet["totals"]
        sooner(page, lambda: page.locator(".costly li").count())
        if deals == "0":
            assert re.search("won with|share the win", page.locator(".result .end").inner_text())


def twice(page: Page, card: Locator, how: str) -> None:
    """Press a card twice as a finger does that slips, or hold Enter on it."""
    box = card.bounding_box()
    x, y = box["x"] + (box["width"] / 2 if how == "mouse" else 8), box["y"] + box["height"] / 2
    presses = {
        "mouse": lambda: page.mouse.click(x, y),
        "touch": lambda: page.touchscreen.tap(x, y),
        "Enter": lambda: page.keyboard.down("Enter"),
    }
    card.focus()
    for _ in range(2):
        presses[how]()
        page.wait_for_timeout(60)  # in which the others play
        page.clock.run_for(170)
    page.keyboard.up("Enter")


@pytest.mark.parametrize(("how", "size"), [("mouse", WIDE), ("touch", NARROW), ("Enter", WIDE)])
def test_a_press_plays_one_card(how: str, size: tuple[int, int], browser: Browser) -> None:
    deal = parse_deals('[Deal "F:AKQ.A.. 432.K.. T98.2.."]\n[Contract "NT"]\n[Leader "F"]\n')[0]
    with RunningBoard() as board, visit(browser, board, size=size, has_touch=True) as page:
        page.locator(".ways").wait_for()
        page.clock.install()
        sit(page, "hornafjordur")
        answer(page, on(page))
        page.clock.pause_at(datetime.now() + timedelta(minutes=10))
        own = page.locator(".own .card")
        left = own.count()
        while on(page) != "over":
            assert own.count() == left
            before, left = step_of(page), left - 1
            twice(page, page.locator(".own .card.legal").first, how)
            changes(page, before)
        assert left == 0
        page.goto(f"{board.address}&{address_of(deal)}")
        page.reload()
        cards, legal = page.locator(".hand .card"), page.locator(":not(.waiting) > .mover .legal")
        for left in range(12, 0, -1):
            sooner(page, lambda left=left: (cards.count(), legal.count() > 0) == (left, True), 20)
            page.clock.run_for(400)
            twice(page, legal.first, how)
        sooner(page, lambda: not cards.count(), 20)


def test_a_press_soon_after_another_counts_where_its_button_lay_then(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, at("played"), NARROW, has_touch=True) as page:
        corner = "(each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y + 9]"
        x, y = page.locator(".controls .forward").evaluate(corner)
        for by in (-4, 4):  # the edge of the button before, which does nothing, and its own
            page.touchscreen.tap(x + by, y)
        counts(page, ".lies", 1)


def test_a_card_is_taken_back_before_it_has_been_answered(browser: Browser) -> None:
    both = "(back) => [document.querySelector('.own .legal'), back].forEach((each) => each.click())"
    with RunningBoard() as board, quick(browser, board, WIDE, 0) as page:
        sit(page, "manille-4")
        answer(page, on(page))
        on(page)
        page.get_by_role("button", name="Take back").evaluate(both)
        expect(page.locator(".log")).to_contain_text("Taken back:")


def test_a_bid_is_chosen_and_what_is_still_needed_is_said(browser: Browser) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE, 6) as page:
        sit(page, "encheres-petite")
        bid, say = page.get_by_label("Your bid"), page.locator(".asks .row .main")
        expect(bid).to_have_value("24")
        expect(bid.locator("option")).to_have_count(71)
        bid.select_option("34")
        expect(page.locator(".asks .row .button")).to_have_text(["Pass", "Bid 34", "35", "36"])
        told = advised(page)
        if "pass" not in told.lower():
            expect(say).to_have_text(re.compile("Bid [0-9]+"))
            assert re.search(rf"(Bid|thumb:) {bid.input_value()}\b", told)
        bid.select_option("60")
        expect(say).to_have_text("Bid 60")
        say.click()
        page.locator(".asks.yours", has_text="put away").wait_for()
        for place in range(2):
            page.locator(".own .card").nth(place).click()
        page.clock.pause_at(datetime.now() + timedelta(minutes=10))
        twice(page, say, "mouse")  # the first of the trumps comes under the pointer
        page.clock.resume()
        click(page, "Clubs", exact=True)
        page.locator(".asks.yours", has_text="You lead").wait_for()
        headline = page.locator(".headline")
        expect(headline).to_contain_text(re.compile("you need 60 more, [0-9]+ are still out"))
        aim = page.locator(".aim")
        expect(aim).to_have_text("You 0 of 60 points")
        suits = page.locator(".own .card").evaluate_all(
            "all => all.map(each => each.dataset.card[0])"
        )
        assert suits[0] == "C"
        assert suits == sorted(suits, key="CSHD".index)


def advised(page: Page) -> str:
    """Ask for advice, look at what it rests on and return the text."""
    click(page, "Advice")
    found = page.locator(".asks .advised")
    found.wait_for(timeout=120_000)
    told = found.inner_text()
    for why in found.get_by_role("button", name="Why?").all():
        why.click()
        expect(page.locator("dialog tbody tr").first).to_be_visible()
        page.keyboard.press("Escape")
    return told


def test_after_a_deal_all_is_seen_and_it_is_reviewed(browser: Browser) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE) as page:
        sit(page, "basic")
        while (what := on(page)) != "over":
            answer(page, what)
        says(page, ".result", "Points: You ")
        computer = "In your place, with its own exchange, the computer takes"
        sooner(page, lambda: computer in page.locator(".panel").inner_text())
        counts(page, ".covered", 0)
        counts(page, ".hand .card", 36)
        accessible(page)
        click(page, "Review this deal")
        dearest = re.compile("your costliest card was .+: it cost [1-9]|None of your cards cost")
        sooner(page, lambda: page.locator(".result .dearest").count())
        says(page, ".result .dearest", dearest)
        accessible(page)
        click(page, "Card by card")
        page.clock.run_for(1000)
        expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".heading h1")).to_have_text("Basic Manni, deal 1")
        says(page, ".hand.near .name", "You, forehand")
        says(page, ".reviewing", dearest)
        click(page, "Back to the table")
        page.clock.run_for(100)
        click(page, "Play it again in the place of Right")
        sooner(page, lambda: not page.locator(".result").count())
        assert on(page) in ("put", "card")
        says(page, ".own .name", "dealer")


def test_from_the_second_deal_on_the_only_card_plays_itself_and_a_costly_one_is_tried_again(
    browser: Browser,
) -> None:
    with RunningBoard() as board, visit(browser, board) as page:
        page.locator(".ways").wait_for()
        page.clock.install()
        sit(page, "basic")
        while (what := on(page)) != "over":
            answer(page, what)
        click(page, "Review this deal")
        sooner(page, lambda: page.locator(".costly button").count())
        counts(page, ".graph", 1)
        accessible(page)
        before = page.locator(".own .card").count()
        page.locator(".costly button").first.click()
        sooner(page, lambda: 0 < page.locator(".own .card").count() < before)
        own, result = page.locator(".own .card.legal"), page.locator(".result")
        while not result.count():
            if own.count() > 1:
                step = step_of(page)
                own.last.click()
                changes(page, step)
            page.clock.run_for(100)


def test_by_keyboard_the_focus_goes_to_what_is_next_and_the_hand_stays(browser: Browser) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE) as page:
        start = started_at(page)
        for place, value in enumerate(("F", "thumb", "3")):
            start.locator("select").nth(place).select_option(value)
        start.locator("input").fill("7")
        page.keyboard.press("Escape")
        page.locator(".ways .main").press("Enter")
        assert on(page) == "put"
        expect(page.locator(".own .card.legal").first).to_be_focused()
        click(page, "Advice")
        expect(page.locator(".own .card.best").first).to_be_visible(timeout=60_000)
        advised = page.locator(".own .card.best").count()
        before = step_of(page)
        page.locator(".obey").press("Enter")
        changes(page, before)
        assert on(page) == "card"
        counts(page, ".own .card.new", advised)
        heights = set()
        while on(page) == "card":
            counts(page, ".own .card.legal:focus", 1)
            heights.add(page.locator(".own").bounding_box()["y"])
            before = step_of(page)
            page.keyboard.press("Enter")
            changes(page, before)
            heights.add(page.locator(".own").bounding_box()["y"])
        assert len(heights) == 1, heights
        expect(page.get_by_role("button", name="Next deal")).to_be_focused()
        before = step_of(page)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        changes(page, before)
        assert on(page) == "put"
        counts(page, ".warning", 0)
        page.keyboard.press("Backspace")
        says(page, ".asks .warning", "no card yet")
        page.go_back()
        counts(page, ".own", 0)
        click(page, "Back to the table")
        click(page, "Get up")
        click(page, "Go on: Hornafjarðarmanni")
        counts(page, ".own", 1)


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=LONG)])
def test_nothing_is_lost_whatever_is_killed(kills: int, browser: Browser, tmp_path: Path) -> None:
    rng = Random(kills)
    env = {"XDG_STATE_HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    board = RunningBoard(env=env)
    try:
        with context(browser, WIDE) as window:
            page = window.new_page()
            page.goto(board.address)
            page.evaluate(UNFORCED, 1)
            page.reload()
            page.locator(".ways").wait_for()
            page.clock.install()
            sit(page, "hornafjordur", "0")
            done = 0
            for turn in range(kills):
                for _ in range(rng.randrange(1, 5)):
                    if (what := on(page)) == "over":
                        break
                    answer(page, what)
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
                following(page)
            assert done >= kills
    finally:
        board.__exit__()


MOVES = """() => {
  window.moved = [];
  window.swept = []; // how straight each card goes to who takes it: 1 is straight, 0 athwart
  const seen = new WeakSet();
  const look = () => {
    for (const move of document.getAnimations().filter((each) => !seen.has(each))) {
      seen.add(move);
      const name = move.id || move.transitionProperty;
      window.moved.push([name, move.effect.getComputedTiming().duration]);
      const card = move.effect.target;
      if (name === "sweeps") {
        const middle = (place) => {
          const box = document.querySelector(place).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const seat = document.querySelector(".lies.takes").dataset.seat;
        const [hand, felt] = [middle(`.hand[data-seat="${seat}"] .name`), middle(".felt")];
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
        click(page, re.compile("^Keep all"))
        page.locator(".own .legal:not([aria-pressed])").first.wait_for()
        page.evaluate(MOVES)
        for _ in range(2):
            page.locator(".asks.yours").wait_for()
            page.locator(".own .card.legal").last.click()
            counts(page, ".felt.whole .lies", 3)
            counts(page, ".felt.whole", 0)
        moved = {name: round(ms) for name, ms in page.evaluate("window.moved")}
        if motion == "reduce":
            assert all(ms <= 1 for ms in moved.values()), moved
        else:
            assert moved["flies"] == moved["sweeps"] == 220
            swept = page.evaluate("window.swept")
            assert len(swept) == 6
            assert min(swept) > 0.7, swept
