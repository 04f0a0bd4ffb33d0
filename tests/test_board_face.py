"""Where things lie on the table of the board's page: rectangles, in every state of every game."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, at, click, counts, exact, landed, sit, sized, until, visit
from playwright.sync_api import Browser, Page
from test_board_table import answer, on, quick

from manni.solver.rules.games import VARIANTS

LONG = pytest.mark.exhaustive
SIZES = [WIDE, (1024, 768), (844, 390), NARROW, (390, 664), (320, 568)]
PICTURES = os.environ.get("MANNI_PICTURES")
"""A folder in which each state is pictured, to be looked at."""

FAULTS = """(coarse) => {
  const faults = [];
  const all = (places) => [...document.querySelectorAll(places)].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.closest("#menu, #drawer"));
  const box = (each) => each.getBoundingClientRect();
  const called = (each) => each.dataset.card ?? each.ariaLabel ?? each.className;
  const whole = ".hand .card, .name, .lies, .asks .button, .asks p, .result, .bar .button";
  for (const each of all(whole)) {
    const { left, top, right, bottom } = box(each);
    const out = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
    out > 1.5 && faults.push(["outside", called(each), Math.round(out)]);
  }
  if (document.scrollingElement.scrollHeight > innerHeight + 1) {
    faults.push(["scrolls"]);
  }
  const seen = ":is([data-card], .lies) > .face > .index:first-child, .other > .name .told";
  for (const each of all(seen)) {
    const { left, top, right, bottom } = box(each);
    const card = each.closest(".card, .lies, .name");
    const there = [[0.3, 0.3], [0.6, 0.7]].map(([x, y]) =>
      document.elementFromPoint(left + x * (right - left), top + y * (bottom - top)));
    const covers = there.filter((other) =>
      other && !card.contains(other) && !other.closest(".emblem"));
    if (covers.length && !card.matches(".stack > :not(:last-child)")) {
      faults.push(["covered", called(card), covers[0].className]);
    }
  }
  for (const each of all(".other > .name :is(b, .also)")) {
    each.scrollWidth > each.clientWidth && faults.push(["cut", each.innerText]);
  }
  const least = coarse ? 44 : 24;
  for (const each of all(":is(.bar, .asks, .result, .name) button")) {
    const { width, height } = box(each);
    Math.min(width, height) < least - 0.5 && faults.push(["small", called(each), width, height]);
  }
  const cards = all(".hand.near .suits > .card");
  cards.forEach((each, at) => {
    const next = cards[at + 1] && box(cards[at + 1]);
    const own = box(each);
    const seen = next && Math.abs(next.top - own.top) < 20 ? next.left - own.left : own.width;
    seen < (coarse && innerWidth > 320 ? Math.min(44, 640 / cards.length) : 24) &&
      faults.push(["narrow", called(each), seen]);
  });
  return faults;
}"""


Tops = dict[tuple[int, int], set[float]]
"""In each size, how high the own hand has lain."""


def faults(page: Page, state: str, tops: Tops | None = None) -> list[Any]:
    """Return what is wrong in any of the sizes."""
    found = []
    for size in SIZES:
        sized(page, *size)
        landed(page)
        if tops is not None:
            height = "(near) => Math.round(near.getBoundingClientRect().y)"
            tops[size].add(page.locator(".near").evaluate(height))
        if PICTURES:
            width, height = size
            page.screenshot(path=Path(PICTURES) / f"{state}-{width}x{height}.png")
        coarse = min(size) < 500
        found += [(*size, *fault) for fault in page.evaluate(FAULTS, coarse)]
    return found


def states(page: Page, variant: str) -> Iterator[str]:
    """Play a deal; yield each kind of state, the first cards of the play among them."""
    seen = Counter()
    further = page.locator(".asks button", has_text="Go on")
    while True:
        page.locator(".result, .asks.yours").or_(further).first.wait_for()
        what = "trick" if further.count() else on(page)
        seen[what] += 1
        if seen[what] <= 2:
            yield f"{variant}-{what}{seen[what]}"
        if what == "over":
            break
        if what == "trick":
            further.click()
            counts(page, ".felt.whole", 0)
            continue
        if seen[what] == 1:
            click(page, "Advice")
            advised = page.locator(".asks .advised:not(.progress)")
            advised.wait_for()
            if what != "put" and "thumb" not in advised.inner_text():
                counts(page, ".own .card.best .badge, .asks .best .worth", 1)
            yield f"{variant}-{what}-advice"
            if what == "put":
                page.locator(".obey").click()
                counts(page, ".obey", 0)
                continue
        answer(page, what)
    click(page, "Review this deal")
    page.locator(".result .dearest").wait_for()
    yield f"{variant}-review"


SHORT = ["laugavatn", "manille-4", "encheres-7"]


@pytest.mark.parametrize(
    "variant", [*SHORT, *(pytest.param(code, marks=LONG) for code in VARIANTS if code not in SHORT)]
)
def test_nothing_is_covered_outside_or_too_small_at_the_table(
    variant: str, browser: Browser
) -> None:
    with RunningBoard() as board, quick(browser, board, WIDE, pace=0) as page:
        page.clock.resume()
        sit(page, variant)
        found = []
        tops = defaultdict(set)
        for state in states(page, variant):
            turned = variant == "decouverte" and page.locator(".result").count()  # piles, over
            found += [(state, *fault) for fault in faults(page, state, None if turned else tops)]
            sized(page, *WIDE)
        assert not found, "\n".join(map(str, found))
        assert all(len(each) == 1 for each in tops.values()), tops


@pytest.mark.parametrize("deal", ["laugavatn", "manille-4", "encheres-7", "decouverte", "played"])
def test_nothing_is_covered_outside_or_too_small_in_the_analysis(
    deal: str, board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, at(deal)) as page:
        exact(page)
        tops = defaultdict(set)
        found = faults(page, f"{deal}-first", tops)
        for _ in range(9):
            page.keyboard.press("ArrowRight")
            page.wait_for_timeout(100)
        found += faults(page, f"{deal}-tricks", tops)
        assert not found, found
        assert all(len(each) == 1 for each in tops.values()), tops


def test_the_start_and_a_puzzle_fit_every_window(board: RunningBoard, browser: Browser) -> None:
    with visit(browser, board) as page:
        page.locator(".ways .main").wait_for()
        found = faults(page, "start")
        sized(page, *WIDE)
        click(page, "A puzzle")
        page.locator(".solving").wait_for()
        found += faults(page, "puzzle")
        assert not found, found


def test_the_drawer_of_a_wide_window_is_folded_away_and_comes_back(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, at("laugavatn")) as page:
        drawer, table, near = map(page.locator, ("#drawer", ".table", ".near"))
        before, lies = table.bounding_box(), "(near) => [near.offsetTop, near.offsetWidth]"
        top, _ = near.evaluate(lies)
        for shown in (False, True):
            click(page, "Analysis")
            until(page, lambda shown=shown: drawer.is_visible() == shown)
            until(page, lambda shown=shown: (table.bounding_box() == before) == shown)
            y, width = near.evaluate(lies)
            assert y == top
            assert width > 1000 or shown


LAID = """async ([w, h, seats, open]) => {
  const { layout } = await import(new URL("geometry.js", document.baseURI).href);
  const of = [0, 0, 16, 16, 8, 10, 8, 7][seats];
  const held = (at) => ({ cards: of, of, piles: 0, covered: at > 0 && !open, opens: [4] });
  const hands = Array.from({ length: seats }, (_, at) => held(at));
  const { line, seats: [near, ...others], felt, trick } = layout({ w, h, em: 1, hands });
  const within = (box) =>
    box.x >= -1 && box.y >= -1 && box.x + box.w <= w + 1 && box.y + box.h <= h + 1;
  const beside = (a, b) => a.x + a.w <= b.x + 1 || a.y + a.h <= b.y + 1;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  const boxes = [...others, line, near];
  const rows = [0, -1].map((at) => near.spots.filter(({ y }) => y === near.spots.at(at).y));
  const step = (at) => rows[0][at].x - rows[0][at - 1].x;
  const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).map((two) => [one, two]));
  return [
    [...boxes, ...near.spots.map(({ x, y }) =>
      ({ x, y: near.y + y, w: near.width, h: near.width * 1.43 }))].every(within),
    pairs.every(([one, two]) => apart(one, two)),
    others.every((other) => apart(other, felt)),
    trick.width >= 24,
    Math.abs(rows[0].length - rows[1].length) < 2,
    step(1) >= 24 && (w < 600 || step(4) > step(1) + 1),
  ];
}"""


@pytest.mark.parametrize("seats", range(2, 8))
def test_every_table_has_room_in_every_window(seats: int, page: Page) -> None:
    rooms = [(960, 756), (704, 724), (760, 354), (390, 742), (390, 562), (320, 466)]
    for w, h in rooms:
        for is_open in (False, True):
            assert all(page.evaluate(LAID, [w, h, seats, is_open])), (w, h, is_open)
