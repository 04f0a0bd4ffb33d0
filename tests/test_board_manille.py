"""The games that count points on the board's page: points, duties, partners, what lies apart."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from boards import RunningBoard
from browser import NARROW, WIDE, accessible, visit
from playwright.sync_api import Browser, Locator, Page, expect

from cli.board.address import address_of
from cli.board.shelf import sample_files
from solver.cards import Seat, card_name
from solver.deal import Deal
from solver.files.dealfile import parse_deals


class Broken(NamedTuple):
    """A card against a duty, in a deal of a sample file after so many cards of its record."""

    number: int
    played: int
    card: str
    reason: str


GAMES = {
    "manille-3": Broken(1, 5, "C9", "does not rise: it holds"),
    "encheres-grande": Broken(1, 7, "HK", "does not ruff: it holds"),
}
"""One in which each plays alone, and one with partners."""


def sample(game: str, number: int) -> Deal:
    return parse_deals(sample_files()[game].read_text(encoding="utf-8"))[number - 1]


def show(page: Page, game: str, number: int) -> None:
    """Open a sample file, and one of its deals."""
    page.get_by_role("button", name="Open", exact=True).click()
    name = re.compile(f"^{game.replace('-', ' ')}\\b")
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(page.locator(".in h3")).to_have_text(f"Deals in {game}.manni")
    page.locator(".deal-list button").nth(number - 1).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text(sample(game, number).name)


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card={name}]")


def status(page: Page) -> Locator:
    return page.get_by_role("status")


def exact(page: Page) -> None:
    expect(page.locator(".progress")).to_contain_text("exact")


@pytest.mark.parametrize("game", GAMES)
def test_points_are_counted_and_duties_named(
    board: RunningBoard, browser: Browser, game: str
) -> None:
    number, played, name, reason = GAMES[game]
    deal = sample(game, number)
    with visit(browser, board) as page:
        show(page, game, number)
        exact(page)
        expect(page.locator(".seats caption")).to_have_text("From here on, in points")
        expect(page.locator(".seats tbody tr")).to_have_count(2 if "encheres" in game else 3)
        first = card_name(deal.play[0])
        card(page, first).click()
        forward = page.get_by_role("button", name="Step forward")
        for _ in range(2):
            forward.click()
        won = page.locator(".hand .beside", has_text=re.compile("points? in 1 trick"))
        expect(won).to_have_count(1)
        expect(status(page)).to_contain_text(re.compile(r"wins \d+ points? and leads"))
        expect(page.locator(".felt .last")).to_contain_text(re.compile(r", \d+ points?$"))
        for _ in range(played - 3):
            forward.click()
        left = sum(hand.bit_count() for hand in deal.hands) - played
        expect(page.locator(".hand [data-card]")).to_have_count(left)
        exact(page)
        card(page, name).click(force=True)
        expect(page.locator(".why")).to_contain_text(reason)
        expect(card(page, name)).to_have_count(1)


def test_two_partners_have_one_figure(board: RunningBoard, browser: Browser) -> None:
    deal = sample("encheres-grande", 1)
    with visit(browser, board, "&" + address_of(deal)) as page:
        exact(page)
        expect(page.locator(".seats tbody")).to_have_text("Dealer50Forehand and middlehand13")
        expect(page.locator(".hand.F .worth")).to_have_text("guarantee 13 with middlehand")
        expect(page.locator(".hand.D .name")).to_contain_text("declares, to lead")
        expect(page.locator(".table")).to_contain_text("which dealer alone has seen")
        page.get_by_role("tab", name="Review").click()
        expect(page.locator(".totals th[scope=col]").last).to_have_text("sure of")
        expect(page.locator(".reviewed caption")).to_contain_text("what the two get together")
        page.get_by_role("tab", name="Exchange").click()
        expect(page.locator(".ranked tbody tr")).to_have_count(4)


def middle_of(place: Locator) -> tuple[float, float]:
    """Return where the middle of something on the page is."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["manille-3", "played"])
def test_forehand_sits_beside_the_dealer_as_the_game_goes_round(
    board: RunningBoard, browser: Browser, game: str
) -> None:
    deal = sample(game, 1)
    right = game == "manille-3"
    with visit(browser, board, "&" + address_of(deal)) as page:
        exact(page)
        forehand, middlehand, dealer = (
            middle_of(page.locator(f".hand.{seat.letter} .name")) for seat in Seat
        )
        assert (forehand[0] > middlehand[0]) is right
        assert forehand[1] == middlehand[1] < dealer[1]
        middle = middle_of(page.locator(".felt"))[0]
        for seat, played in zip((Seat.FOREHAND, Seat.MIDDLEHAND), deal.play, strict=False):
            on_right = right is (seat is Seat.FOREHAND)
            assert (middle_of(page.locator(".turn"))[0] > middle) is on_right
            card(page, card_name(played)).click()
            lies = page.get_by_role("img", name=re.compile(f"^{seat.word}: "))
            assert (middle_of(lies)[0] > middle) is on_right


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_cards_are_put_away_and_a_trump_named(
    board: RunningBoard, browser: Browser, size: tuple[int, int], scheme: str
) -> None:
    deal = sample("encheres-petite", 1)
    with visit(browser, board, "&" + address_of(deal), size, color_scheme=scheme) as page:
        page.get_by_role("tab", name="Exchange").click()
        tab = page.get_by_role("tabpanel")
        rows = tab.locator(".ranked tbody tr")
        expect(rows).to_have_count(4)
        expect(tab.locator(".ranked th[scope=col]")).to_have_text(["put away", "trump", "points"])
        expect(tab.locator(".hand-row .card")).to_have_count(12)
        expect(tab).to_contain_text("The bid of 39 is not sure: the most that is sure is 30.")
        expect(tab.locator(".trial")).to_contain_text("0 of 2 put away")
        expect(tab.get_by_role("button", name="and play")).to_have_count(0)
        rows.nth(1).get_by_role("button").click()
        expect(rows.nth(1)).to_have_class("chosen")
        expect(tab.locator(".trial")).to_contain_text("hearts named · guarantee 28 points")
        accessible(page)
        tab.get_by_role("group", name="Trump").get_by_role("button", name="clubs").click()
        expect(tab.locator(".trial")).to_contain_text("clubs named")
        expect(tab.get_by_role("button", name="Name clubs and play")).to_have_count(1)
        rows.nth(0).get_by_role("button").click()
        expect(tab.locator(".trial")).to_contain_text("spades named · guarantee 30 points")
        tab.get_by_role("button", name="Name spades and play").click()
        expect(page.get_by_role("status")).to_contain_text("puts 2 cards away and names spades")
        exact(page)
        expect(page.locator(".seats tbody")).to_contain_text("Dealer30")
