"""Playing on the board's page: by mouse and keyboard, forwards, backwards and in branches."""

import re
from random import Random

import pytest
from boards import RunningBoard
from browser import (
    at,
    card,
    context,
    deal_of,
    exact,
    holds,
    landed,
    said,
    visit,
)
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from manni import solve
from manni.cli.board.address import address_of
from manni.solver.cards import Seat, card_name
from manni.solver.dealing import random_deals
from manni.solver.files.dealfile import parse_deals
from manni.solver.rules.games import get_variant

SHORT = '[Deal "F:AK.42.. Q3..A.2 7.A.K.A"]\n[Contract "H"]\n[Leader "F"]\n'
RECORDED = SHORT + '[Play "F"]\nSA S3 S7\nSK SQ HA\nDK H2 DA\nH4 C2 CA\n'


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


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


SAMPLE = """() => {
  window.samples = new Set();
  const look = () => {
    const held = [...document.querySelectorAll(".hand [data-card]")];
    const told = held.map((card) => [card.dataset.card,
      card.querySelector(".badge")?.dataset.text ?? ""]);
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
            for each in solve(position, cards=True).cards
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


@pytest.mark.server("it stands between the page and its socket")
def test_a_lost_connection_is_told_and_taken_up_again(
    board: RunningBoard, browser: Browser
) -> None:
    """The page asks again for what it was waiting for; until then it shows what it had."""
    connections = []
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
        page.goto(board.address + at(SHORT))
        exact(page)
        gone = True
        connections[-1].close()
        said(page, "The connection to the board is lost")
        card(page, "SA").click()
        gone = False
        said(page, "Forehand: ace of spades. Middlehand to play.")
        exact(page)
        assert len(connections) > 1


def middle_of(place: Locator) -> tuple[float, float]:
    """Return where the middle of something on the page is."""
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["manille-3", "played"])
def test_forehand_sits_beside_the_dealer_as_the_game_goes_round(
    board: RunningBoard, browser: Browser, game: str
) -> None:
    deal = deal_of(game)
    right = game == "manille-3"
    with visit(browser, board, at(game)) as page:
        exact(page)
        order = [Seat.FOREHAND, Seat.MIDDLEHAND, Seat.DEALER]
        for seat, after, played in zip(order, order[1:], deal.play, strict=False):
            expect(page.locator(f".hand.near.{seat.letter}")).to_be_visible()
            near = middle_of(page.locator(f".hand.{seat.letter}"))
            beside = middle_of(page.locator(f".hand.{after.letter} .name"))
            assert near[1] > beside[1]
            assert (beside[0] > near[0]) is right
            card(page, card_name(played)).click()
            expect(page.locator(f".hand.near.{after.letter}")).to_be_visible()
            lies = page.get_by_role("img", name=re.compile(f"^{seat.word}: ", re.I))
            landed(page)
            assert (middle_of(lies)[0] > near[0]) is not right
