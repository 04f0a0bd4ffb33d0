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
from browser import NARROW, accessible, context, until, visit
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from cli.board.address import address_of
from solver.cards import Seat
from solver.deal import Deal
from solver.files.reading import entries_of, read_deals
from solver.rules.contract import Contract

NARROW_IS_SLOW = pytest.mark.parametrize(
    "sized", ["wide", pytest.param("narrow", marks=pytest.mark.slow)], indirect=True
)
"""Long ones, which `make test` runs in the wide window alone."""

SAMPLES = Path(__file__).resolve().parent.parent / "data" / "sample_deals"
ONE = "&" + address_of(read_deals(SAMPLES / "basic.manni")[0])
"""A deal of basic Manni, whose pack has no twos, as a part of an address."""


def opened(page: Page, sheet: str) -> Locator:
    """Open a sheet by its button in the head."""
    page.get_by_role("navigation").get_by_role("button", name=sheet, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def open_text(page: Page, text: str, name: str = "some.manni") -> None:
    """Open a file of this text by the dialog."""
    dialog = opened(page, "Open")
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    dialog.get_by_label("Choose a file").set_input_files(files=[file])


def saved(page: Page, button: str) -> str:
    """Return what a button of the sheet Save downloads."""
    dialog = opened(page, "Save")
    with page.expect_download() as download:
        dialog.get_by_role("button", name=button).click()
    text = download.value.path().read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    return text


def deals_of(text: str) -> list[Deal | None]:
    return [entry.deal for entry in entries_of(text)]


def hand(page: Page, seat: str) -> list[str]:
    """Return the cards that a seat shows on the board, once a new deal has been drawn."""
    expect(page.locator(".table:not(.waiting):not(.empty)")).to_be_visible()
    cards = page.locator(f".table [data-seat={seat}] [data-card]")
    return list(cards.evaluate_all("(cards) => cards.map((card) => card.dataset.card)"))


@pytest.fixture(params=["wide", "narrow"])
def sized(request: pytest.FixtureRequest, browser: Browser, board: RunningBoard) -> Iterator[Page]:
    """The page, wide and light, or on a telephone and dark."""
    options = {} if request.param == "wide" else {"size": NARROW, "color_scheme": "dark"}
    with visit(browser, board, ONE, **options) as page:
        page.locator(".hand").first.wait_for()
        yield page


# Getting deals


class Delayed:
    """A connection whose service is not heard until `hear` lets its messages through."""

    def __init__(self, *, heard: bool) -> None:
        self.heard = heard
        self.held: list[Callable[[], None]] = []

    def route(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def late(message: str | bytes) -> None:
            if self.heard:
                route.send(message)
            else:
                self.held.append(lambda: route.send(message))

        server.on_message(late)

    def hear(self) -> None:
        self.heard = True
        for send in self.held:
            send()


@pytest.mark.server("it stands between the page and its socket")
def test_a_file_opened_before_the_service_has_answered_is_not_lost(
    browser: Browser, board: RunningBoard
) -> None:
    delayed = Delayed(heard=False)
    with context(browser) as window:
        page = window.new_page()
        page.route_web_socket("**/talk", delayed.route)
        page.goto(board.address)
        until(page, lambda: delayed.held)  # the service said hello, and the page has not heard it
        open_text(page, '[Name "Mine"]\n[Deal "F:A2... K3... Q4..."]')
        page.wait_for_function("() => !document.querySelector('[type=file]').value")
        delayed.hear()
        expect(page.locator(".heading h1")).to_have_text("Mine")
        expect(page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.server("it stands between the page and its socket")
def test_a_deal_chosen_is_not_replaced_by_a_file_asked_for_before(
    browser: Browser, board: RunningBoard
) -> None:
    delayed = Delayed(heard=True)
    with context(browser) as window:
        page = window.new_page()
        page.route_web_socket("**/talk", delayed.route)
        page.goto(board.address)
        dialog = opened(page, "Open")
        dialog.locator(".samples").get_by_role("button", name="basic").click()
        chosen = dialog.locator(".deal-list button").last
        title = chosen.locator("b").inner_text()
        delayed.heard = False
        dialog.locator(".samples").get_by_role("button", name="trjamann").first.click()
        until(page, lambda: delayed.held)
        chosen.click()
        expect(page.locator(".heading h1")).to_have_text(title)
        delayed.hear()
        expect(page.locator(".progress")).to_contain_text("exact")
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.locator(".heading h1")).to_have_text(title)


def test_the_samples_that_ship_are_listed(page: Page) -> None:
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    dialog = opened(page, "Open")
    dialog.get_by_role("button", name="endings").click()
    # The list of samples is far down: one is led up to the deals.
    expect(page.get_by_role("heading", name="Deals in endings.manni")).to_be_in_viewport()
    expect(dialog.locator(".deal-list [aria-current]")).to_be_focused()
    accessible(page)
    dialog.get_by_role("button", name="Under the jack").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".heading h1")).to_have_text("Under the jack")
    assert hand(page, "F") == ["SK", "HJ", "HT", "H6", "DT"]


def test_a_file_is_dropped_anywhere(page: Page) -> None:
    expect(page.get_by_role("heading", name="Manni")).to_be_visible()
    file = page.evaluate_handle(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(['[Name "Dropped"]\\n[Deal "F:A... K... Q..."]'], "x.manni"));
            return data;
        }"""
    )
    page.dispatch_event(".table", "dragover", {"dataTransfer": file})
    expect(page.get_by_text("Drop it to open it")).to_be_visible()
    page.dispatch_event(".table", "drop", {"dataTransfer": file})
    expect(page.locator(".heading h1")).to_have_text("Dropped")
    expect(page.get_by_text("Drop it to open it")).to_have_count(0)


def test_bad_deals_of_a_file_are_listed_and_the_others_open(page: Page) -> None:
    bad = '[Deal "F:A... A... Q..."]'
    good = '[Name "The good one"]\n[Deal "F:A... K... Q..."]'
    open_text(page, f"{bad}\n\n{good}\n")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".problems")).to_contain_text("forehand and middlehand both hold")
    expect(page.locator(".heading h1")).to_have_text("The good one")
    accessible(page)


def test_what_is_no_deal_says_so_where_it_was_given(page: Page) -> None:
    dialog = opened(page, "Open")
    dialog.get_by_role("textbox", name="Three hands").fill("AQ.3.. K2.A..")
    dialog.get_by_role("button", name="Read").click()
    section = dialog.locator("section", has=page.get_by_role("heading", name="Paste"))
    expect(section.locator(".problems")).to_be_visible()
    dialog.get_by_role("textbox", name="Three hands").fill("AQ.3.. K2.A.. 43..5.")
    dialog.get_by_role("button", name="Read").click()
    expect(dialog).to_be_hidden()
    assert hand(page, "D") == ["S4", "S3", "D5"]


def test_a_deal_is_dealt_by_game_and_seed(page: Page) -> None:
    for seed in ("7", "x7"):
        dialog = opened(page, "Open")
        dialog.get_by_role("combobox", name="Game").select_option("hornafjordur")
        dialog.get_by_role("textbox", name="Seed").fill(seed)
        dialog.get_by_role("button", name="Deal", exact=True).click()
        if seed == "7":
            expect(dialog).to_be_hidden()
    expect(dialog.locator(".problems")).to_contain_text("x7")
    page.keyboard.press("Escape")
    assert hand(page, "M")[:3] == ["SK", "S9", "S7"]  # as `manni deal` deals it


HOSTILE = "<img src=x onerror=alert(1)><script>alert(1)</script>"


def test_names_and_comments_are_text(page: Page) -> None:
    deal = f'[Name "{HOSTILE}"]\n[Comment "{HOSTILE}"]\n[Ace_Low "{HOSTILE}"]\n'
    deal += '[Deal "F:A... K... Q..."]\n[Contract "NT"]\n[Leader "F"]\n'
    open_text(page, f'{deal}\n{deal}\n[Deal "{HOSTILE}"]\n', name=f"{HOSTILE}.manni")
    expect(page.locator(".deal-list b").first).to_have_text(HOSTILE)
    expect(page.get_by_role("dialog")).to_contain_text(f"Deals in {HOSTILE}.manni")
    expect(page.locator(".problems")).to_contain_text("<img")
    page.keyboard.press("Escape")
    expect(page.locator(".heading h1")).to_have_text(HOSTILE)
    for sheet in ("Edit", "Contract", "Save"):
        opened(page, sheet)
        page.keyboard.press("Escape")
    for tab in ("Record", "Review", "Exchange", "Puzzles"):
        page.get_by_role("tab", name=tab).click()
    assert page.locator("#page img, #page script").count() == 0


# Making deals


def test_cards_are_entered_from_nothing(sized: Page) -> None:
    page = sized
    dialog = opened(page, "Edit")
    dialog.get_by_role("button", name="No cards").click()
    expect(dialog.locator(".receiver").first).to_contain_text(
        re.compile(r"(?<!\d)0( of 12)? cards")
    )
    for seat, cards in (
        ("Forehand", ("ace of spades", "nine of hearts")),
        ("Middlehand", ("king of spades", "eight of hearts")),
        ("Dealer", ("queen of spades",)),
    ):
        dialog.get_by_role("button", name=seat).click()
        for card in cards:
            dialog.get_by_role("button", name=card).click()
    expect(dialog.locator(".missing")).to_contain_text("The hands differ in length")
    use = dialog.get_by_role("button", name="Put on the board")
    expect(use).to_have_attribute("aria-disabled", "true")
    accessible(page)
    dialog.get_by_role("button", name="seven of hearts").click()
    expect(use).not_to_have_attribute("aria-disabled", "true")
    use.click()
    expect(dialog).to_be_hidden()
    assert [hand(page, seat) for seat in "FMD"] == [["SA", "H9"], ["SK", "H8"], ["SQ", "H7"]]


def test_tab_leads_to_one_card_of_a_suit_and_arrows_to_the_others(
    board: RunningBoard, browser: Browser
) -> None:
    with visit(browser, board, ONE) as page:
        page.locator(".hand").first.wait_for()
        walk_the_pack(page)


def walk_the_pack(page: Page) -> None:
    dialog = opened(page, "Edit")
    spades = dialog.get_by_role("group", name="spades")
    expect(spades.locator("button[tabindex='0']")).to_have_count(1)
    spades.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("ArrowRight")
    expect(spades.get_by_role("button", name="king of spades")).to_be_focused()
    page.keyboard.press("End")
    expect(spades.get_by_role("button", name="three of spades")).to_be_focused()
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("group", name="hearts").locator(":focus")).to_have_count(1)


def test_a_card_goes_from_hand_to_hand(page: Page) -> None:
    open_text(page, '[Deal "F:AQ... K3... 42..."]\n[Contract "NT"]\n[Leader "F"]')
    dialog = opened(page, "Edit")
    for seat, name in ((0, "king"), (1, "queen")):
        dialog.locator(".receiver button").nth(seat).click()
        dialog.get_by_role("button", name=f"{name} of spades").click()
    expect(dialog.locator(".receiver").first).to_contain_text("A K")
    dialog.get_by_role("button", name="Add as a new deal").click()
    expect(dialog).to_be_hidden()
    assert (hand(page, "F"), hand(page, "M")) == (["SA", "SK"], ["SQ", "S3"])
    assert len(deals_of(saved(page, "Save all"))) == 2


def test_a_wrong_deal_says_what_is_wrong_beside_the_card(page: Page) -> None:
    dialog = opened(page, "Open")
    dialog.get_by_role("textbox", name="Three hands").fill("A2... K3... 54...")
    dialog.get_by_role("button", name="Read").click()
    expect(dialog).to_be_hidden()
    dialog = opened(page, "Edit")
    dialog.get_by_text("Contract and leader").click()
    dialog.get_by_role("combobox", name="Game").select_option("basic")  # which has no twos
    message = "two of spades, which basic's pack does not have"
    expect(dialog.locator(".receiver").first).to_contain_text(message)
    expect(dialog.locator(".pack .card.wrong")).to_have_attribute(
        "aria-label", f"two of spades, forehand, wrong: forehand holds {message}"
    )
    accessible(page)
    dialog.get_by_role("button", name="two of spades").click()
    expect(dialog.locator(".receiver").first).not_to_contain_text(message)


def test_contract_leader_and_ace_are_chosen(sized: Page) -> None:
    page = sized
    open_text(page, "A2... K3... 54...")
    dialog = opened(page, "Contract")
    dialog.get_by_role("combobox", name="Contract").select_option("NULLO")
    dialog.get_by_role("combobox", name="Leader").select_option("M")
    dialog.get_by_role("combobox", name="Ace").select_option("low")
    accessible(page)
    dialog.get_by_role("button", name="Put on the board").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".headline")).to_contain_text("ace low")
    [deal] = deals_of(saved(page, "Save this deal"))
    assert deal is not None
    assert (deal.contract, deal.leader, deal.ace_low) == (Contract.NULLO, Seat.MIDDLEHAND, True)


def test_a_contract_against_the_cut_card_is_refused(page: Page) -> None:
    opened(page, "Open").get_by_role("button", name="played").click()
    page.get_by_role("heading", name="Deals in played.manni").wait_for()
    page.keyboard.press("Escape")
    dialog = opened(page, "Contract")
    dialog.get_by_role("combobox", name="Leader").select_option("D")
    expect(dialog.locator(".warning")).to_contain_text("The record is cut")
    dialog.get_by_role("button", name="Put on the board").click()
    expect(dialog).to_be_hidden()


# Keeping and sharing


def test_the_picture_is_svg(page: Page) -> None:
    open_text(page, '[Name "A & B"]\n[Deal "F:AQ... K3... 42..."]\n[Contract "NT"]\n[Leader "F"]')
    for button in ("Save the picture", "Save it with values"):
        root = ElementTree.fromstring(saved(page, button))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "A & B" in "".join(root.itertext())


# The exchange


def exchange_tab(page: Page, sample: str, title: str) -> Locator:
    """Open a deal of the samples; return the tab of its exchange."""
    dialog = opened(page, "Open")
    dialog.locator(".samples").get_by_role("button", name=sample).first.click()
    dialog.get_by_role("heading", name=f"Deals in {sample}.manni").wait_for()
    dialog.get_by_role("button", name=title).first.click()
    page.get_by_role("tab", name="Exchange").click()
    return page.get_by_role("tabpanel")


def test_the_exchange_is_tried_ranked_and_played(sized: Page) -> None:
    page = sized
    tab = exchange_tab(page, "laugavatn", "Clubs")
    rows = tab.locator(".ranked tbody tr")
    expect(rows.last).to_contain_text("stand pat")
    expect(tab.locator(".progress")).to_have_count(0, timeout=60_000)
    accessible(page)
    cards = tab.locator(".hand-row [aria-pressed]")
    cards.nth(0).click()
    expect(tab.locator(".trial")).to_contain_text("1 put down")
    expect(tab.locator(".trial .worth")).to_contain_text("draws")
    expect(rows.first).to_be_visible()  # the ranking stays
    down = page.locator(".table .card.down")
    expect(down).to_have_count(1)
    rows.first.get_by_role("button").click()
    expect(rows.first).to_have_class("chosen")
    expect(tab.locator(".trial .worth")).to_contain_text("as good as the best")
    number = cards.and_(tab.locator("[aria-pressed=true]")).count()
    accessible(page)
    tab.get_by_role("button", name="and play").click()
    expect(page.get_by_role("tab", name="Values")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("status")).to_contain_text("exchanges" if number else "stands pat")


@pytest.fixture
def short_page(browser: Browser) -> Iterator[Page]:
    """The page of a board that soon pauses, so that nothing takes the whole time it may."""
    with RunningBoard("--ask-after", "4") as board, visit(browser, board) as page:
        yield page


def test_a_blind_exchange_covers_the_other_hands(short_page: Page) -> None:
    page = short_page
    tab = exchange_tab(page, "basic", "First deal")
    tab.get_by_role("button", name="Blind").click()
    expect(page.locator(".table .hand .back")).to_have_count(24)
    assert (hand(page, "M"), hand(page, "D")) == ([], [])
    assert len(hand(page, "F")) == 12
    expect(page.locator(".table .manni")).to_have_count(0)
    accessible(page)
    on = tab.get_by_role("button", name="Go on")
    for _ in range(8):  # a busy machine may solve no deal in a few seconds
        expect(tab.locator(".ranked").or_(on).first).to_be_visible(timeout=60_000)
        if tab.locator(".ranked").count():
            break
        on.click()
        expect(on).to_have_count(0)
    expect(tab.locator(".ranking")).to_contain_text("sampled deals")
    expect(tab.locator(".ranked")).not_to_contain_text("≈ 0.00")  # the best is not behind
    accessible(page)


def test_the_exchange_leaves_the_board_where_it_was(page: Page) -> None:
    exchange_tab(page, "played", "Deal 1")
    tab = page.get_by_role("tab")
    cards = page.locator(".table [data-card]")
    tab.get_by_text("Record").click()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(cards).to_have_count(1)
    tab.get_by_text("Exchange").click()
    expect(cards).to_have_count(36)
    tab.get_by_text("Record").click()
    expect(cards).to_have_count(1)
    tab.get_by_text("Exchange").click()
    expect(cards).to_have_count(36)
    dealt = set(hand(page, "F"))  # as they were dealt
    page.get_by_role("button", name="Step forward").click()
    expect(cards).to_have_count(35)
    assert set(hand(page, "F")) - dealt  # what came from the Manni
    tab.get_by_text("Record").click()
    expect(page.locator(".trick-list [aria-current]")).to_have_count(1)
    expect(cards).to_have_count(35)  # one has gone elsewhere since


def test_a_hand_is_put_down_as_a_whole_where_cards_are_exchanged(page: Page) -> None:
    tab = exchange_tab(page, "basic", "First deal")
    tab.get_by_role("button", name="Put down all").click()
    expect(page.locator(".table .card.down")).to_have_count(12)
    expect(tab.locator(".trial")).to_contain_text("12 put down")
    open_text(page, '[Deal "F:AQ... K3... 42..."]\n[Contract "NT"]\n[Leader "F"]')
    page.get_by_role("tab", name="Exchange").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("is for a game to say, and none is named")
    accessible(page)


# The review


@NARROW_IS_SLOW
def test_the_review_goes_from_turning_point_to_turning_point(sized: Page) -> None:
    page = sized
    dialog = opened(page, "Open")
    dialog.get_by_role("button", name="played").click()
    dialog.get_by_role("button", name="Deal 1", exact=False).first.click()
    page.get_by_role("tab", name="Review").click()
    tab = page.get_by_role("tabpanel")
    rows = tab.locator(".reviewed tbody tr")
    expect(rows).to_have_count(36, timeout=60_000)
    expect(tab.locator(".totals")).to_contain_text("Forehand")
    tab.get_by_role("button", name="Next turning point").click()
    expect(tab.locator(".verdict")).to_contain_text("Trick 4")
    expect(tab.locator(".reviewed .here")).to_contain_text("jack of clubs")
    expect(page.locator(".headline")).to_contain_text("9 tricks")
    accessible(page)
    tab.get_by_role("button", name="Next turning point").click()
    expect(tab.locator(".verdict")).to_contain_text("costs 3: 6 to 3")
    tab.get_by_role("button", name="Previous turning point").click()
    expect(tab.locator(".verdict")).to_contain_text("Trick 4")
    # What would have kept it is a branch; the record stays.
    tab.locator(".verdict").get_by_role("button", name="queen of diamonds").click()
    expect(tab).to_contain_text("another line than the one reviewed")
    rows.last.get_by_role("button").click()
    expect(page.locator(".headline")).to_contain_text("0 tricks")
    expect(tab).not_to_contain_text("another line")
    expect(tab.locator(".verdict")).to_be_in_viewport()  # it stays above what is scrolled
    graph = page.get_by_role("img", name="What each seat was sure of, card by card")
    expect(graph.locator("path")).to_have_count(3)
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 10.5 / 36, "y": 20})  # the eleventh card
    expect(page.locator(".table [data-card]")).to_have_count(25)
    expect(page.locator(".reviewed [aria-current]")).to_have_count(1)
    expect(graph.locator(".here")).to_have_count(1)
    accessible(page)


@pytest.mark.server("it stands between the page and its socket")
def test_a_search_rests_while_its_tab_is_not_seen(browser: Browser, board: RunningBoard) -> None:
    """The last answers to these searches never come, so that they go on for ever."""
    sent: list[Any] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            sent.append(json.loads(message))
            server.send(message)

        def hold_back(message: str | bytes) -> None:
            answer = json.loads(message)
            if answer.get("ask") not in ("position", "exchange") or not answer["done"]:
                route.send(message)

        route.on_message(pass_on)
        server.on_message(hold_back)

    def told() -> list[tuple[str, str]]:
        """Return which searches were told to stop or to go on."""
        kinds = {message.get("number"): message["ask"] for message in sent}
        return [(each["ask"], kinds[each["of"]]) for each in sent if "of" in each]

    with context(browser) as window:
        page = window.new_page()
        page.route_web_socket("**/talk", between)
        page.goto(board.address)
        exchange_tab(page, "basic", "First deal")
        expected = [("stop", "position")]
        for tab, more in (
            ("Exchange", []),
            ("Values", [("go_on", "position"), ("stop", "exchange")]),
            ("Exchange", [("stop", "position"), ("go_on", "exchange")]),
        ):
            page.get_by_role("tab", name=tab).click()
            expected += more
            until(page, lambda: told() == expected)  # noqa: B023


def test_a_line_of_ones_own_is_reviewed(page: Page) -> None:
    open_text(page, '[Deal "F:A2... K3... Q4..."]\n[Contract "NT"]\n[Leader "F"]')
    page.get_by_role("tab", name="Review").click()
    tab = page.get_by_role("tabpanel")
    expect(tab).to_contain_text("Nothing has been played")
    for card in ("S2", "SK"):
        page.locator(f".table [data-card={card}]").click()
        expect(
            page.locator(f".felt [aria-label*='{'two' if card == 'S2' else 'king'}']")
        ).to_be_visible()
    tab.get_by_role("button", name="Review this line").click()
    expect(tab.locator(".reviewed tbody tr")).to_have_count(2)


# Puzzles


def begin_puzzle(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name="Puzzles").click()
    tab = page.get_by_role("tabpanel")
    tab.locator(".entry", has=page.get_by_text(name, exact=True)).click()
    expect(page.locator(".heading h1")).to_have_text(name)
    return tab


def test_a_puzzle_stays_on_the_board_while_other_tabs_are_seen(page: Page) -> None:
    begin_puzzle(page, "Puzzle 25")
    before = hand(page, "M")
    expect(page.locator(".goal")).to_be_visible()
    page.get_by_role("tab", name="Exchange").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Hidden while a puzzle is being solved")
    expect(page.locator(".goal")).to_be_visible()
    page.get_by_role("tab", name="Puzzles").click()
    assert hand(page, "M") == before
    expect(page.locator(".solving.try")).to_be_visible()


def play(page: Page, card: str) -> None:
    page.locator(f".table [data-card={card}]").click()


@NARROW_IS_SLOW
def test_a_puzzle_is_missed_refuted_taken_back_and_solved(sized: Page) -> None:
    page = sized
    tab = begin_puzzle(page, "Puzzle 25")
    expect(page.locator(".badge")).to_have_count(0)  # values are hidden
    accessible(page)
    play(page, "CA")
    expect(tab.locator(".solving")).to_contain_text("takes no more than 1 of the tricks left")
    expect(page.locator(".goal")).to_contain_text("missed", timeout=30_000)
    expect(tab.locator(".reason")).to_contain_text("Middlehand is not sure of")
    accessible(page)
    tab.locator(".solving").get_by_role("button", name="Take back").click()
    expect(page.locator(".headline")).to_contain_text("4 tricks")  # in place
    expect(page.locator(".table .hand.M .card")).to_have_count(4)
    assert hand(page, "M") == ["SJ", "DT", "CA", "C2"]
    page.reload()
    tab = begin_puzzle(page, "Puzzle 25")
    expect(tab.locator(".puzzles [aria-current]")).to_contain_text("missed")
    play(page, "DT")
    expect(tab.locator(".solving")).to_contain_text("keeps the goal")
    accessible(page)
    for _ in range(3):
        expect(tab.locator(".solving.try, .solving.over")).to_be_visible(timeout=30_000)
        if tab.locator(".solving.try").count():
            number = len(hand(page, "M"))  # once it is their turn
            legal = page.locator(".table .hand.M .card.legal")
            (legal.and_(page.locator("[data-card=C2]")) if legal.count() > 1 else legal).click()
            expect(page.locator(".table .hand.M .card")).to_have_count(number - 1)
    expect(tab.locator(".solving")).to_contain_text("The goal is reached")
    accessible(page)
    page.reload()
    page.get_by_role("tab", name="Puzzles").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("1 of ")
    expect(page.locator(".mark.solved")).to_have_count(1)


def test_puzzles_are_listed_by_grade_and_theme(page: Page) -> None:
    page.get_by_role("tab", name="Puzzles").click()
    tab = page.get_by_role("tabpanel")
    deals = [deal for deal in read_deals(SAMPLES / "puzzles.manni") if "duck" in deal.tag("Theme")]
    tab.get_by_label("Theme").select_option("duck")
    expect(tab.locator(".puzzles .entry")).to_have_count(len(deals))
    expect(tab).to_contain_text(f"0 of {len(deals)} solved")
    graded = [deal for deal in deals if deal.tag("Grade") == "4"]
    tab.get_by_label("Grade").select_option("4")
    expect(tab.locator(".puzzles .entry b")).to_have_text([deal.name for deal in graded])
    accessible(page)


def test_the_solution_of_a_puzzle_is_shown_and_does_not_count(page: Page) -> None:
    tab = begin_puzzle(page, "Puzzle 1")
    tab.get_by_role("button", name="Show the solution").click()
    expect(tab.locator(".solving.over")).to_contain_text("The goal is reached", timeout=60_000)
    expect(tab).to_contain_text("0 of ")
    tab.get_by_role("button", name="Analyse it").click()
    expect(tab.locator(".solving")).to_have_count(0)


def test_a_deal_is_shown_in_every_contract(page: Page) -> None:
    dialog = opened(page, "Open")
    dialog.locator(".samples").get_by_role("button", name="endings").click()
    dialog.get_by_role("button", name="Under the jack").click()
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="In every contract").click()
    rows = page.locator(".contracts tbody tr")
    expect(rows).to_have_count(18)
    expect(page.locator(".contracts .quiet")).to_have_count(0)  # all is proved
    expect(page.locator(".contracts .unproved")).to_have_count(0)
    accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280
    rows.last.get_by_role("button").click()
    expect(page.locator(".headline")).to_contain_text("NULLO")
    expect(page.locator(".hand.D")).to_contain_text("to lead")
    page.keyboard.press("Control+z")
    expect(page.locator(".headline")).not_to_contain_text("NULLO")
