"""Measure the board as its user does: from a click to what the page then shows.

Each question is asked of a board of its own in a real browser (chromium, by way of Playwright),
in milliseconds of wall time:

* the program started, to the first exact values on a page that was never opened before;

and from the click to the frame that shows it:

* a deal of 12 cards played through, every click to the exact values of the next position, also
  taken apart: to the message sent, the position there, the exact values there, the frame drawn;
* the same with many more deals in the file;
* a deal of 16 cards under NULLO opened, the click on "next" to the first bounds of its hands;
* a click while such a deal is being searched, to the new position on the page.

The deals are random and seeded. Everything runs on this machine at the same time: the
browser, the page and the search share its processors.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice, pairwise
from queue import SimpleQueue
from statistics import fmean, median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from board_pages import board, chromium

from cli.board.service import Board
from solver.cards import Seat
from solver.deal import Deal
from solver.dealing import random_deals
from solver.files.jsonfile import deal_to_json
from solver.rules.contract import Contract
from solver.rules.registry import get_variant

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Marks what comes and goes between the page and its service: [what, ms].
MARKS = """
window.marks = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({data}) => {
      const {ask, position, values} = JSON.parse(data);
      if (ask === "position") {
        position && window.marks.push(["position", performance.now()]);
        values?.exact && window.marks.push(["exact", performance.now()]);
      }
    });
  }
  send(text) {
    text.includes('"ask":"position"') && window.marks.push(["sent", performance.now()]);
    super.send(text);
  }
};
"""
# Does something, then waits until the page shows something: an element, no element, and a heading.
# Returns milliseconds to the end of the frame that does, and to each mark before.
ACT_AND_WAIT = """
([deal, button, gone, there, heading]) => new Promise((resolve, reject) => {
  window.marks.length = 0;
  const start = performance.now();
  const shown = () =>
    (!gone || !document.querySelector(gone)) &&
    document.querySelector(there) &&
    (!heading || document.querySelector("h1").textContent === heading);
  const channel = new MessageChannel();
  channel.port1.onmessage = () => resolve({
    shown: performance.now() - start,
    ...Object.fromEntries(window.marks.toReversed().map(([what, at]) => [what, at - start])),
  });
  const watch = new MutationObserver(() => {
    if (shown()) {
      watch.disconnect();
      channel.port2.postMessage(0); // heard once the frame is drawn
    }
  });
  watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  setTimeout(() => reject(new Error(`two minutes, and no ${there}`)), 120000);
  if (deal === null) {
    document.querySelector(button).click();
  } else {
    const choice = document.querySelector(button);
    choice.selectedIndex = deal;
    choice.dispatchEvent(new Event("change", {bubbles: true}));
  }
})
"""
EXACT = ".progress.exact"
BOUNDS = ".worths table.seats"
SEARCHING = ".progress.busy"
CHOICE = "header select"
ANY_CARD = "button.card"

Times = dict[str, float]
"""Milliseconds since the click, by what there is then."""


def deals_of(variant: str, contract: Contract, count: int, seed: int) -> list[Deal]:
    """Return random deals of a variant to be played in a contract, forehand leading, named."""
    return [
        replace(
            deal,
            contract=contract,
            leader=Seat.FOREHAND,
            ace_low=None,
            cut=None,
            tags=(*deal.tags, ("Name", f"Deal {number} in {contract.name}")),
        )
        for number, deal in enumerate(islice(random_deals(get_variant(variant), seed), count), 1)
    ]


def name_of(deal: Deal) -> str:
    """Return the name under which the page shows a deal."""
    return dict(deal.tags)["Name"]


def click(page: Page, button: str, *, gone: str = "", there: str = ANY_CARD) -> Times:
    """Click; return the milliseconds until ``gone`` is gone and ``there`` is there."""
    return dict(page.evaluate(ACT_AND_WAIT, [None, button, gone, there, ""]))


def choose(page: Page, deal: int, heading: str, there: str) -> float:
    """Choose a deal of the file; return the milliseconds until it and ``there`` are there."""
    return float(page.evaluate(ACT_AND_WAIT, [deal, CHOICE, "", there, heading])["shown"])


def lowest_legal(page: Page) -> str:
    """Return the selector of a card that may be played."""
    name = page.locator("button.card.legal").last.get_attribute("data-card")
    assert name is not None
    return f'button.card[data-card="{name}"]'


def starts(browser: Browser, deals: Sequence[Deal], number: int) -> Iterator[float]:
    """Start a board and look at it; yield the milliseconds to the first exact values."""
    for _ in range(number):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        begun = perf_counter()
        with board(deals) as address:
            page.goto(address)
            page.wait_for_selector(EXACT)
            yield 1000 * (perf_counter() - begun)
        page.close()


def play_through(page: Page, deals: Sequence[Deal]) -> Iterator[Times]:
    """Play deals by clicks, all but the last card; yield the times to the values that follow."""
    for number, deal in enumerate(deals):
        choose(page, number, name_of(deal), EXACT)
        for _ in range(sum(hand.bit_count() for hand in deal.hands) - 1):
            card = lowest_legal(page)
            yield click(page, card, gone=card, there=EXACT)


def service_alone(deals: Sequence[Deal]) -> Iterator[Times]:
    """Yield the times of the same clicks without a page or a connection."""
    answers: SimpleQueue[Any] = SimpleQueue()
    service = Board()
    tab, number = service.tab(answers.put), count(1)

    def ask(played: Sequence[str], deal: Deal) -> tuple[Times, Any]:
        message = {"ask": "position", "deal": deal_to_json(deal), "played": played}
        begun, times, position = perf_counter(), {}, None
        mine = next(number)
        tab.receive(json.dumps({"number": mine, **message}))
        while "exact" not in times:
            answer = answers.get()
            if answer["number"] != mine:
                continue  # selfish play of the position before
            if "position" in answer:
                times["position"], position = 1000 * (perf_counter() - begun), answer["position"]
            if answer.get("values", {}).get("exact"):
                times["exact"] = 1000 * (perf_counter() - begun)
        return times, position

    answers.get()
    for deal in deals:
        played: list[str] = []
        position = ask(played, deal)[1]
        for _ in range(sum(hand.bit_count() for hand in deal.hands) - 1):
            played.append(position["legal"][-1])
            times, position = ask(played, deal)
            yield times
    service.close()


def apart(clicks: Sequence[Times], alone: Sequence[Times]) -> Iterator[str]:
    """Yield rows: what a click waits for, one thing after the other."""
    steps = ("sent", "position", "exact", "shown")
    for before, step in pairwise(("", *steps)):
        mine = [each[step] - each.get(before, 0.0) for each in clicks]
        own = [each[step] - each.get(before, 0.0) for each in alone if step in each]
        cells = [f"{fmean(mine):.1f}", f"{median(mine):.1f}", f"{fmean(own):.1f}" if own else ""]
        yield f"| {step} | " + " | ".join(cells) + " |"


def open_deep(page: Page, deals: Sequence[Deal]) -> Iterator[tuple[float, float | None]]:
    """Yield the time to a deal's first bounds, and to the next position after a click.

    The click comes a fifth of a second later; its time is None where the search was over.
    """
    for number, deal in enumerate(deals):
        bounds = choose(page, number, name_of(deal), BOUNDS)
        page.wait_for_timeout(200)
        if page.query_selector(SEARCHING) is None:
            yield bounds, None
        else:
            card = lowest_legal(page)
            yield bounds, click(page, card, gone=card)["shown"]


def line(name: str, times: Sequence[float]) -> str:
    """Return a row of the table: mean, median, 95th percentile and worst, in milliseconds."""
    ranked = sorted(times)
    ninety_fifth = ranked[min(len(ranked) - 1, len(ranked) * 95 // 100)]
    figures = (fmean(ranked), median(ranked), ninety_fifth, ranked[-1])
    return f"| {name} | {len(ranked)} | " + " | ".join(f"{ms:.0f}" for ms in figures) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--deals", type=int, default=6, help="deals of each contract played through"
    )
    parser.add_argument("--deep", type=int, default=20, help="deals of 16 cards opened")
    parser.add_argument("--loaded", type=int, default=1000, help="deals of a long file")
    parser.add_argument("--starts", type=int, default=10, help="boards started")
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    played = [
        deal
        for contract in (Contract.NT, Contract.H, Contract.NULLO)
        for deal in deals_of("hornafjordur", contract, given.deals, given.seed)
    ]
    deep = deals_of("trjamann", Contract.NULLO, given.deep + 1, given.seed)
    more = deals_of("hornafjordur", Contract.NT, given.loaded - len(played), given.seed + 1)
    print("| from the click, ms | clicks | mean | median | 95 % | worst |")
    print("|---|---|---|---|---|---|")
    with chromium() as browser:
        print(line("from the start to exact values", list(starts(browser, played, given.starts))))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.add_init_script(MARKS)
        for loaded in ([*played, *more], played):
            with board(loaded) as address:
                page.goto(address)
                page.wait_for_selector(ANY_CARD)
                shallow = list(play_through(page, played))
                name = f"12 cards, {len(loaded):,} deals in the file: to exact values"
                print(line(name, [each["shown"] for each in shallow]))
        with board(deep) as address:
            page.goto(address)
            page.wait_for_selector(ANY_CARD)
            # The first deal warms the search up.
            deep_pages = list(open_deep(page, deep))[1:]
            print(
                line("16 cards, NULLO: to the first bounds", [bounds for bounds, _ in deep_pages])
            )
            clicks = [ms for _, ms in deep_pages if ms is not None]
            print(line("16 cards, NULLO, in the midst of a search: to the next position", clicks))
    print("\n| 12 cards, step by step, ms | mean | median | the service alone, mean |")
    print("|---|---|---|---|")
    print("\n".join(apart(shallow, list(service_alone(played)))))


if __name__ == "__main__":
    main()
