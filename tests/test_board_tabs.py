"""The tabs and sheets of the board's page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

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
    fits,
    holds,
    open_text,
    opened,
    said,
    saved,
    says,
    tab,
    until,
    visit,
)
from playwright.sync_api import Browser, Locator, Page, WebSocket, WebSocketRoute, expect

from manni.cli.board.address import address_of
from manni.solver.cards import Contract, Seat
from manni.solver.files.reading import entries_of, read_deals

NARROW_IS_LONG = pytest.mark.parametrize(
    "sized", ["wide", pytest.param("narrow", marks=pytest.mark.exhaustive)], indirect=True
)
"""Long ones, which `make slow` runs in the wide window alone."""

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
ONE = "&" + address_of(read_deals(SAMPLES / "basic.manni")[0])
BARE = '[Name "A & B"]\n[Deal "F:A2... K3... Q4..."]\n'
SMALL = BARE + '[Contract "NT"]\n[Leader "F"]\n'


def hand(page: Page, seat: str) -> list[str]:
    """Return the cards that a seat shows on the board, once a new deal has been drawn."""
    expect(page.locator(".table:not(.waiting):not(.empty)")).to_be_visible()
    held = cards(page, seat)
    return list(held.evaluate_all("(cards) => cards.map((card) => card.dataset.card)"))


def titled(page: Page, title: str) -> None:
    expect(page.locator(".heading h1")).to_have_text(title)


def sample(page: Page, file: str, title: str) -> None:
    """Open a deal of the samples."""
    dialog = opened(page, "Open")
    dialog.locator(f".samples [data-game={file}]").click()
    dialog.get_by_role("heading", name=f"Deals in {file}.manni").wait_for()
    dialog.get_by_role("button", name=title).first.click()
    expect(dialog).to_be_hidden()


@pytest.fixture(params=["wide", "narrow"])
def sized(request: pytest.FixtureRequest, browser: Browser, board: RunningBoard) -> Iterator[Page]:
    """The page, wide and light, or on a telephone and dark."""
    size, scheme = (WIDE, "light") if request.param == "wide" else (NARROW, "dark")
    with visit(browser, board, ONE, size, color_scheme=scheme) as page:
        page.locator(".hand").first.wait_for()
        yield page


# Getting deals


@pytest.mark.server("it stands between the page and its socket")
def test_of_what_is_opened_while_the_service_is_slow_the_last_is_shown(
    browser: Browser, board: RunningBoard
) -> None:
    held: list[Callable[[], None]] = []
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
        dialog.locator(".samples [data-game=basic]").click()
        chosen = dialog.locator(".deal-list button").last
        title = chosen.locator("b").inner_text()
        heard = False
        dialog.locator(".samples [data-game=trjamann]").click()
        until(page, lambda: held)
        chosen.click()
        titled(page, title)
        hear()
        says(page, ".progress", "exact")
        expect(dialog).to_be_hidden()
        titled(page, title)


def test_names_and_hands_have_room_on_a_telephone_in_type_twice_as_large(page: Page) -> None:
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.evaluate("document.documentElement.style.fontSize = '30px'")
    click(opened(page, "Open"), "Endings")
    page.keyboard.press("Escape")
    titled(page, "Give up the lead")
    expect(page.locator(".hand .name")).to_have_count(3)
    over = page.evaluate("""() => {
        const parts = [...document.querySelectorAll(".name, .suits, .felt, .bar")];
        const boxes = parts.map((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return [part.className, range.getBoundingClientRect()];
        });
        const meet = (one, two) => one.left < two.right && two.left < one.right
            && one.top < two.bottom && two.top < one.bottom;
        const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).map((two) => [one, two]));
        return pairs.filter(([one, two]) => meet(one[1], two[1])).map(([a, b]) => a[0] + b[0]);
    }""")
    assert not over
    fits(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).position") == "static"


DROPPED = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "x.manni"));
    return data;
}"""


def test_deals_are_chosen_dropped_pasted_and_dealt(page: Page) -> None:
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    dialog = opened(page, "Open")
    click(dialog, "Endings")
    # The list of samples is far down: one is led up to the deals.
    expect(page.get_by_role("heading", name="Deals in endings.manni")).to_be_in_viewport()
    expect(dialog.locator(".deal-list [aria-current]")).to_be_focused()
    accessible(page)
    click(dialog, "Under the jack")
    expect(dialog).to_be_hidden()
    titled(page, "Under the jack")
    # A name as long as may be leaves room for the cards.
    long = SMALL.replace("A & B", "Jónína " * 400)
    file = {"dataTransfer": page.evaluate_handle(DROPPED, long)}
    page.dispatch_event(".table", "dragover", file)
    expect(page.get_by_text("Drop it to open it")).to_be_visible()
    page.dispatch_event(".table", "drop", file)
    holds(page, 6)
    expect(page.get_by_text("Drop it to open it")).to_have_count(0)
    box = page.locator(".hand.F").bounding_box()
    assert box is not None
    assert box["y"] < 700
    fits(page)
    dialog = opened(page, "Open")
    for text in ("AQ.3.. K2.A..", "AQ.3.. K2.A.. 43..5."):
        dialog.get_by_role("textbox", name="Hands, or").fill(text)
        click(dialog, "Read")
        if "5" not in text:
            section = dialog.locator("section", has=page.get_by_role("heading", name="Paste"))
            expect(section.locator(".problems")).to_be_visible()
    expect(dialog).to_be_hidden()
    assert hand(page, "D") == ["S4", "S3", "D5"]
    dialog = opened(page, "Open")
    dialog.get_by_role("textbox", name="Seed").fill("7")
    dialog.locator("ul:not(.samples) > * > [data-game=hornafjordur]").click()
    expect(dialog).to_be_hidden()
    assert hand(page, "M")[:3] == ["D9", "D3", "SK"]  # as `manni deal` deals it, trumps first


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


# Making deals


def test_a_deal_is_made_from_nothing_mended_and_saved(sized: Page) -> None:
    page = sized
    dialog = opened(page, "Edit")
    click(dialog, "No cards")
    spades = dialog.get_by_role("group", name="spades")
    counts(spades, "button[tabindex='0']", 1)
    spades.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("ArrowRight")
    expect(spades.get_by_role("button", name="king of spades")).to_be_focused()
    page.keyboard.press("End")
    expect(spades.get_by_role("button", name="three of spades")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("group", name="hearts").locator(":focus")).to_have_count(1)

    def give(seat: str, *names: str) -> None:
        page.locator(f".hand.{seat} .receiver").click()
        for name in names:
            click(dialog, name)

    give("F", "ace of spades", "nine of hearts")
    give("M", "king of spades", "eight of hearts")
    give("D", "queen of spades")
    says(dialog, ".problems", "The hands differ in length")
    use = dialog.get_by_role("button", name="Put on the board")
    expect(use).to_have_attribute("aria-disabled", "true")
    accessible(page)
    page.keyboard.press("h")  # a card can be typed too
    page.keyboard.press("7")
    use.click()
    expect(dialog).to_be_hidden()
    assert [hand(page, seat) for seat in "FMD"] == [["H9", "SA"], ["H8", "SK"], ["H7", "SQ"]]
    opened(page, "Edit")
    page.locator(".hand.M [data-card=SK]").focus()
    page.keyboard.press("Enter")  # back to the pack
    expect(page.locator(".hand.M [data-card=H8]")).to_be_focused()
    give("F", "king of spades")
    page.locator(".hand.F [data-card=SA]").click()
    give("M", "ace of spades")
    click(dialog, "Add as a new deal")
    expect(dialog).to_be_hidden()
    assert (hand(page, "F"), hand(page, "M")) == (["H9", "SK"], ["H8", "SA"])
    counts(page, "header select option", 2)
    open_text(page, BARE)
    titled(page, "A & B")
    opened(page, "Contract")
    for name, value in (("Contract", "NULLO"), ("Leader", "M"), ("Ace", "low")):
        dialog.get_by_role("combobox", name=name).select_option(value)
    accessible(page)
    use.click()
    says(page, ".headline", "ace low")
    [deal] = (entry.deal for entry in entries_of(saved(page, "Save this deal")))
    assert deal is not None
    assert (deal.contract, deal.leader, deal.ace_low) == (Contract.NULLO, Seat.MIDDLEHAND, True)
    for button in ("Save the picture", "Save it with values"):
        root = ElementTree.fromstring(saved(page, button))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_the_game_says_for_whom_cards_are_entered(page: Page) -> None:
    """Who sits in another game too keeps his cards; those of the others are in the pack again."""
    open_text(page, BARE)
    titled(page, "A & B")
    dialog = opened(page, "Edit")
    dialog.get_by_text("Contract and leader").click()
    receivers = page.locator(".hand .receiver")
    fields = dialog.get_by_role("combobox", name=re.compile("Game|Contract|Leader"))
    game, contract, leader = fields.all()

    def give(seat: str, name: str) -> None:
        receivers.get_by_text(seat).click()
        click(dialog, name)

    click(dialog, "No cards")
    for seat, name in (
        ("Forehand", "ace of spades"),
        ("Middlehand", "king of hearts"),
        ("Dealer", "queen of clubs"),
    ):
        give(seat, name)
    for code, names, lengths in (
        ("encheres-5", ["Forehand", "Seat 2", "Seat 3", "Seat 4", "Dealer"], "seat 4 0, dealer 1"),
        ("manille-4", ["Forehand", "Seat 2", "Seat 3", "Dealer"], "seat 2 1, seat 3 0, dealer 1"),
    ):
        game.select_option(code)
        expect(receivers).to_have_count(len(names))
        assert {*receivers.all_inner_texts()} == {*names}
        expect(leader.locator("option")).to_have_text(["not said", *names])
        if code == "encheres-5":
            give("Seat 2", "king of hearts, in the pack")
        says(dialog, ".problems", lengths)
    give("Seat 3", "ten of diamonds")
    contract.select_option("H")
    click(dialog, "Put on the board")
    expect(dialog).to_be_hidden()
    assert [hand(page, seat) for seat in "F23D"] == [["SA"], ["HK"], ["DT"], ["CQ"]]
    says(page, ".seats tbody", "Forehand and seat 3")
    [deal] = (entry.deal for entry in entries_of(saved(page, "Save this deal")))
    assert deal is not None
    assert (deal.variant, len(deal.hands)) == ("manille-4", 4)
    assert "Seat 2" in saved(page, "Save it with values")


def test_a_wrong_deal_says_what_is_wrong_beside_the_card(page: Page) -> None:
    open_text(page, SMALL + '[Play "F"]\nSA S3 S4\n')
    titled(page, "A & B")
    dialog = opened(page, "Edit")
    dialog.get_by_text("Contract and leader").click()
    dialog.get_by_role("combobox", name="Game").select_option("basic")  # which has no twos
    message = "two of spades, which basic's pack does not have"
    says(page, ".hand.F .why", message)
    said(page, message)
    counts(page, ".refused[data-card=S2]", 1)
    accessible(page)
    page.keyboard.press("Escape")
    opened(page, "Contract").get_by_role("combobox", name="Leader").select_option("D")
    says(dialog, ".warning", "The record is cut")


# The exchange


def test_the_exchange_is_tried_ranked_and_played(sized: Page) -> None:
    page = sized
    sample(page, "laugavatn", "Clubs")
    panel = tab(page, "Exchange")
    rows, trial = panel.locator(".ranked tbody tr"), panel.locator(".trial")
    expect(rows.last).to_contain_text("stand pat")
    expect(panel.locator(".progress")).to_have_count(0, timeout=60_000)
    accessible(page)
    held = panel.locator(".hand-row [aria-pressed]")
    held.nth(0).click()
    expect(trial).to_contain_text("1 put down")
    says(trial, ".worth", "draw")
    expect(rows.first).to_be_visible()  # the ranking stays
    counts(page, ".table .card.down", 1)
    rows.first.get_by_role("button").click()
    expect(rows.first).to_have_class("here")
    says(trial, ".worth", "the best one")
    number = held.and_(panel.locator("[aria-pressed=true]")).count()
    accessible(page)
    click(panel, "and play")
    expect(page.get_by_role("tab", name="Values")).to_have_attribute("aria-selected", "true")
    said(page, "exchanges" if number else "stands pat")


def test_a_blind_exchange_covers_the_other_hands(browser: Browser) -> None:
    # On a board that soon pauses, so that nothing takes the whole time it may.
    with RunningBoard("--ask-after", "4") as board, visit(browser, board) as page:
        sample(page, "basic", "First deal")
        panel = tab(page, "Exchange")
        click(panel, "Put down all")
        counts(page, ".table .card.down", 12)
        click(panel, "Blind")
        counts(page, ".table .hand .back", 24)
        assert (hand(page, "M"), hand(page, "D")) == ([], [])
        assert len(hand(page, "F")) == 12
        counts(page, ".table .beside dt", 0)
        accessible(page)
        on = panel.get_by_role("button", name="Go on")
        for _ in range(8):  # a busy machine may solve no deal in a few seconds
            expect(panel.locator(".ranked").or_(on).first).to_be_visible(timeout=60_000)
            if panel.locator(".ranked").count():
                break
            on.click()
            expect(on).to_have_count(0)
        says(panel, ".ranking", "sampled deals")
        accessible(page)


def test_the_exchange_leaves_the_board_where_it_was(page: Page) -> None:
    sample(page, "played", "Deal 1")
    tab(page, "Record")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    holds(page, 1)
    tab(page, "Exchange")
    holds(page, 36)
    tab(page, "Record")
    counts(page, ".trick-list [aria-current]", 1)
    holds(page, 1)
    tab(page, "Exchange")
    holds(page, 36)
    dealt = set(hand(page, "F"))  # as they were dealt
    page.keyboard.press("Home")
    click(page, "Step forward")
    holds(page, 35)
    assert set(hand(page, "F")) - dealt  # what came from the Manni
    tab(page, "Record")
    counts(page, ".trick-list [aria-current]", 1)
    holds(page, 35)  # one has gone elsewhere since


# The review


@NARROW_IS_LONG
def test_the_review_goes_from_turning_point_to_turning_point(sized: Page) -> None:
    page = sized
    sample(page, "played", "Deal 1")
    panel = tab(page, "Review")
    rows, verdict = panel.locator(".reviewed tbody tr"), panel.locator(".verdict")
    expect(rows).to_have_count(37, timeout=60_000)  # the start before them
    expect(panel.locator(".graph .scale")).to_have_text([re.compile("^[4-9]0$"), "trick 1trick 12"])
    click(panel, "Next turning point")
    expect(verdict).to_contain_text("Trick 4")
    says(panel, ".reviewed .here", "jack of clubs")
    says(page, ".headline", "9 tricks")
    accessible(page)
    click(panel, "Next turning point")
    expect(verdict).to_contain_text("costs 3: 6 to 3")
    click(panel, "Previous turning point")
    expect(verdict).to_contain_text("Trick 4")
    # What would have kept it is a branch; the record stays.
    click(verdict, "queen of diamonds")
    expect(panel).to_contain_text("another line than the one reviewed")
    rows.last.get_by_role("button").click()
    says(page, ".headline", "0 tricks")
    expect(panel).not_to_contain_text("another line")
    expect(verdict).to_be_in_viewport()  # it stays above what is scrolled
    graph = page.get_by_role("img", name="What each seat was sure of, card by card")
    counts(graph, "path", 3)
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 10.5 / 36, "y": 20})  # the eleventh card
    holds(page, 25)
    counts(page, ".reviewed [aria-current]", 1)
    counts(graph, ".here", 1)
    accessible(page)
    # A line of one's own
    open_text(page, SMALL)
    expect(panel).to_contain_text("Nothing has been played")
    for name in ("S2", "SK"):
        card(page, name).click()
        expect(card(page, name)).to_have_count(0)
    click(panel, "Review this line")
    expect(rows).to_have_count(3)


def test_a_deal_is_shown_in_every_contract(page: Page) -> None:
    sample(page, "endings", "Under the jack")
    tab(page, "Review")
    click(page, "In every contract")
    rows = page.locator(".contracts tbody tr")
    expect(rows).to_have_count(18)
    counts(page, ".contracts .quiet, .contracts .unproved", 0)
    accessible(page)
    fits(page)
    rows.last.get_by_role("button").click()
    says(page, ".headline", "NULLO")
    says(page, ".hand.D", "to lead")
    page.keyboard.press("Control+z")
    expect(page.locator(".headline")).not_to_contain_text("NULLO")


@pytest.mark.server("it listens to the page's socket")
def test_a_search_rests_while_its_tab_is_not_seen(page: Page) -> None:
    sent: list[Any] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: sent.append(json.loads(text)))

    page.on("websocket", listen)
    page.reload()
    sample(page, "basic", "First deal")
    tab(page, "Exchange").get_by_role("button", name="Blind").click()
    for order, name in (("stop", "Values"), ("go_on", "Exchange")):
        tab(page, name)
        until(page, lambda: (order, "exchange") in told(sent))  # noqa: B023


def told(sent: list[Any]) -> list[tuple[str, str]]:
    """Return which searches were told to stop or to go on."""
    kinds = {message.get("number"): message["ask"] for message in sent}
    return [(each["ask"], kinds[each["of"]]) for each in sent if "of" in each]


# Puzzles


def begin_puzzle(page: Page, name: str) -> Locator:
    panel = tab(page, "Puzzles")
    panel.locator(".entry", has=page.get_by_text(name, exact=True)).click()
    titled(page, name)
    return panel


@NARROW_IS_LONG
def test_a_puzzle_is_missed_refuted_taken_back_and_solved(sized: Page) -> None:
    page = sized
    panel = begin_puzzle(page, "Puzzle 25")
    solving = page.locator(".play .solving")
    expect(solving).to_be_in_viewport(ratio=1)
    counts(page, ".badge", 0)  # values are hidden
    accessible(page)
    expect(tab(page, "Exchange")).to_contain_text("Hidden while a puzzle is being solved")
    expect(page.locator(".goal")).to_be_visible()
    page.reload()
    tab(page, "Puzzles")
    expect(page.locator(".solving.try")).to_be_visible()  # it goes on
    counts(page, ".badge", 0)
    card(page, "CA").click()
    expect(solving).to_contain_text("takes no more than 1 of the tricks left")
    says(page, ".goal", "missed", timeout=30_000)
    click(solving, "Why?")
    says(page, "dialog .reason", "Middlehand is not sure of")
    accessible(page)
    page.keyboard.press("Escape")
    click(solving, "Take back")
    own = page.locator(".table .hand.M .card")
    expect(own).to_have_count(4)
    assert hand(page, "M") == ["CA", "C2", "SJ", "DT"]
    page.reload()
    begin_puzzle(page, "Puzzle 25")
    says(panel, ".puzzles [aria-current]", "missed")
    card(page, "DT").click()
    expect(solving).to_contain_text("keeps the goal")
    over, legal = page.locator(".solving.over"), page.locator(".table .hand.M .card.legal")
    for left in (3, 2, 1):
        expect(own).to_have_count(left)
        expect(legal.or_(over).first).to_be_visible()
        if over.count():
            break
        page.wait_for_timeout(400)  # a press so soon would belong to the one before
        (legal.and_(page.locator("[data-card=C2]")) if legal.count() > 1 else legal).click()
    expect(solving).to_contain_text("The goal is reached")
    accessible(page)
    page.reload()
    expect(tab(page, "Puzzles")).to_contain_text("1 of ")
    counts(page, ".mark.solved", 1)


def test_a_reason_is_shown_with_the_cards_it_is_about(page: Page) -> None:
    click(page, "A puzzle")
    begin_puzzle(page, "Puzzle 25")
    card(page, "CA").click()
    click(page.locator(".solving"), "Take back")
    click(page, "Analyse it")
    matters = tab(page, "Values").locator(".matters")
    counts(matters, "[aria-pressed=false]", 3)
    card(page, "CA").click()
    counts(page, ".table .hand [data-card=CA]", 0)
    click(matters, "Middlehand")
    says(matters, ".reason", "Middlehand")
    page.keyboard.press("Control+z")
    card(page, "DT").click()
    counts(page, ".table .hand [data-card=DT]", 0)
    counts(matters, "[aria-pressed=false]", 3)


def test_puzzles_are_listed_and_a_solution_that_is_shown_does_not_count(page: Page) -> None:
    click(page, "A puzzle")
    panel = tab(page, "Puzzles")
    deals = [
        deal
        for deal in read_deals(SAMPLES / "puzzles.manni")
        if "duck" in deal.tag("Theme") and deal.tag("Grade") == "4"
    ]
    panel.get_by_label("Theme").select_option("duck")
    panel.get_by_label("Grade").select_option("4")
    expect(panel.locator(".puzzles .entry b")).to_have_text([deal.name for deal in deals])
    accessible(page)
    begin_puzzle(page, deals[0].name)
    click(page, "Show the solution")
    says(page, ".solving.over", "The goal is reached", timeout=60_000)
    expect(panel).to_contain_text(f"0 of {len(deals)} solved")
    click(page, "Analyse it")
    counts(page, ".solving", 0)


LOOK = """(each) => {
  const { backgroundColor, color, outlineStyle } = getComputedStyle(each);
  return [backgroundColor, color, outlineStyle];
}"""


def test_in_a_theme_of_few_colours_what_is_on_looks_otherwise(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, forced_colors="active") as page:
        sample(page, "laugavatn", "Clubs")
        panel = tab(page, "Exchange")
        panel.locator(".hand-row .card").first.click()
        for one in ("[role=tab][aria-selected={}]", ".toggle[aria-pressed={}]"):
            on, off = (page.locator(one.format(each)).first for each in ("true", "false"))
            assert on.evaluate(LOOK) != off.evaluate(LOOK), one
        faces = panel.locator(".hand-row .face")
        assert faces.nth(0).evaluate(LOOK) != faces.nth(1).evaluate(LOOK)
