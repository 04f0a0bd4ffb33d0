"""The games that count points on the board's page: points, duties, partners, what lies apart."""

from __future__ import annotations

import re

import pytest
from boards import RunningBoard
from browser import (
    NARROW,
    WIDE,
    accessible,
    apart,
    card,
    cards,
    click,
    counts,
    exact,
    fits,
    holds,
    opened,
    said,
    says,
    tab,
    visit,
)
from playwright.sync_api import Browser, Locator, expect

from manni.cli.board.address import address_of
from manni.cli.board.shelf import samples
from manni.solver.cards import Seat, card_name
from manni.solver.deal import Deal
from manni.solver.files.dealfile import parse_deals


def sample(game: str) -> Deal:
    return parse_deals(samples()[game])[0]


@pytest.mark.parametrize(
    ("game", "played", "name", "reason"),
    [
        ("manille-3", 5, "C9", "does not rise: it holds"),  # each plays alone
        ("encheres-grande", 7, "HK", "does not ruff: it holds"),  # with partners
    ],
)
def test_points_are_counted_partners_have_one_figure_and_duties_are_named(
    board: RunningBoard, browser: Browser, game: str, played: int, name: str, reason: str
) -> None:
    deal = sample(game)
    with visit(browser, board, "&" + address_of(deal)) as page:
        exact(page)
        expect(page.locator(".seats caption")).to_have_text("From here on, in points")
        if game == "encheres-grande":
            values = "Dealer50Forehand and middlehand13"
            expect(page.locator(".seats tbody")).to_have_text(values)
            expect(page.locator(".hand.F .worth")).to_have_text("guarantee 13 with middlehand")
            says(page, ".hand.D .name", "declares, to lead")
            says(page, ".table", "which dealer alone has seen")
            tab(page, "Review")
            expect(page.locator(".totals").first).not_to_contain_text("share")
            tab(page, "Values")
        for _ in range(3):
            click(page, "Step forward")
        won = page.locator(".hand .note", has_text=re.compile("points? in 1 trick"))
        expect(won).to_have_count(1)
        said(page, re.compile(r"wins \d+ points? and leads"))
        says(page, ".felt .last", re.compile(r", \d+ points?$"))
        for _ in range(played - 3):
            click(page, "Step forward")
        left = sum(hand.bit_count() for hand in deal.hands) - played
        holds(page, left)
        exact(page)
        card(page, name).click(force=True)
        says(page, ".why", reason)
        expect(card(page, name)).to_have_count(1)


def middle_of(place: Locator) -> tuple[float, float]:
    """Return where the middle of something on the page is."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("game", ["manille-3", "played"])
def test_forehand_sits_beside_the_dealer_as_the_game_goes_round(
    board: RunningBoard, browser: Browser, game: str
) -> None:
    deal = sample(game)
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
            lies = page.get_by_role("img", name=re.compile(f"^{seat.word}: ", re.I))
            assert (middle_of(lies)[0] > middle) is on_right


COVERED = """(cards) => cards.filter((card) => {
  const { left, top } = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint(left + 18, top + 9));
}).map((card) => card.dataset.card)"""
SCROLLS = "(part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight"


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize(
    ("game", "sure", "row"),
    [
        ("manille-4", "guarantee 54 with seat 3", "Seat 2 and dealer"),
        ("encheres-7", "together", "Forehand, seat 2, seat 3, seat 4, seat 5 and seat 6"),
        ("decouverte", "guarantee 53", "Dealer23"),
    ],
)
def test_as_many_as_play_sit_round_the_table(
    board: RunningBoard, browser: Browser, size: tuple[int, int], game: str, sure: str, row: str
) -> None:
    deal = sample(game)
    seats = [seat.letter for seat in deal.seats]
    with visit(browser, board, "&" + address_of(deal), size) as page:
        exact(page)
        says(page, ".hand.F .worth", sure)
        says(page, ".seats tbody", row)
        for _ in range(len(seats) + 1):
            click(page, "Step forward")
        exact(page)
        apart(page)
        fits(page)
        accessible(page)
        if size == WIDE:
            assert not page.locator(".play").evaluate(SCROLLS)
            for seat in seats:  # what stands in the corner of a card is seen, and its value
                assert not cards(page, seat).evaluate_all(COVERED)
        counts(tab(page, "Record"), ".trick-list thead th", len(seats))
        panel = tab(page, "Review")
        click(panel, "In every contract")
        counts(panel, ".contracts tbody tr", 4 * len(seats))
        assert not panel.locator(".scrolls").last.evaluate(SCROLLS)
        opened(page, "Edit")
        expect(page.locator(f"[data-seat='{seats[1]}'] .receiver")).to_have_text(
            re.compile("Seat 2|Dealer")
        )
        accessible(page)


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_cards_are_put_away_and_a_trump_named(
    board: RunningBoard, browser: Browser, size: tuple[int, int], scheme: str
) -> None:
    deal = sample("encheres-petite")
    with visit(browser, board, "&" + address_of(deal), size, color_scheme=scheme) as page:
        panel = tab(page, "Exchange")
        rows, trial = panel.locator(".ranked tbody tr"), panel.locator(".trial")
        expect(rows).to_have_count(4)
        expect(panel.locator(".ranked th[scope=col]")).to_have_text(["trump", "put away", "points"])
        expect(panel).to_contain_text("The bid of 39 is not sure: the most that is sure is 30.")
        expect(trial).to_contain_text("0 of 2 put away")
        expect(panel.get_by_role("button", name="and play")).to_have_count(0)
        rows.nth(1).get_by_role("button").click()
        expect(trial).to_contain_text("What was put away and named cost 2 guaranteed points.")
        accessible(page)
        panel.get_by_role("group", name="Trump").get_by_role("button", name="clubs").click()
        expect(panel.get_by_role("button", name="Name clubs and play")).to_have_count(1)
        rows.nth(0).get_by_role("button").click()
        expect(trial).to_contain_text("What was put away and named was as good as the best.")
        click(panel, "Name spades and play")
        said(page, "puts 2 cards away and names spades")
        exact(page)
        says(page, ".seats tbody", "Dealer30")
