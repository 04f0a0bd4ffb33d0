"""Rummy on the board's page: a table put in by presses, played step by step, kept, and checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from board_pages import Page as Tab
from boards import RunningBoard
from browser import NARROW, accessible, click, counts, fits, goes, says, speaks, visit
from playwright.sync_api import Browser, Page, expect

from manni.cli.board.kept import Kept
from manni.cli.board.service import Board

TABLE = "S7-9 | 3HDC | HT-K | D9-Q | CA-3 | 4SHDC | SJ-K | 7HCS"


@pytest.fixture
def tab(tmp_path: object) -> Iterator[Tab]:
    board = Board(kept=Kept(tmp_path))  # type: ignore[arg-type]
    yield Tab(board)
    board.close()


def test_cards_are_read_and_parted_as_they_are_put_in(tab: Tab) -> None:
    found = tab.answer("melds", game="tahiti", cards="♠9 ♠8|♥9|♠7 ♠8 ♠9 ♥3 ♦4 ♣5")
    assert found["position"]["piles"][2:] == [["S7", "S8", "S9"], ["H3", "D4", "C5"]]
    assert found["wrong"][0] == ""
    assert "no meld of tahiti" in found["wrong"][1]
    assert (found["unseen"]["S8"], found["unseen"]["*"]) == (0, 4)
    found = tab.answer("melds", game="tahiti", cards="♠9 *|♥9|♠7 ♠8 ♠9", text="6HC *D6\nS2-5")
    melds = [["S7", "S8", "S9"], ["H6", "*D6", "C6"], ["S2", "S3", "S4", "S5"]]
    piles = [["S9", "*"], ["H9"], *melds]
    assert found["position"] == {"game": "tahiti", "players": 3, "first": False, "piles": piles}
    tab.say({"speak": "fr"})  # in which C is a heart
    saved = tab.answer("melds", game="shanghai", cards="|", text=found["text"])
    assert saved["position"] == found["position"]
    typed = tab.answer("melds", game="shanghai", cards="|", text="C7-9")["position"]["piles"]
    assert typed[2:] == [["H7", "H8", "H9"]]
    tab.error("melds", game="machiavelli", cards="♠8|", text="P8 P8", held=True)


def test_a_play_is_told_stage_by_stage(tab: Tab) -> None:
    [way, *_] = tab.answer("rummy", game="machiavelli", cards="♠8 ♥8 ♣Q||♦5 ♦6 ♦7 ♦8")["ways"]
    assert [stage["text"] for stage in way] == [
        "2 cards can be laid.",
        "S8 H8",
        "Melds that change: 1",
        "D8 from meld 1 to meld 2: D8",
        "S8 H8 from the hand to meld 2: S8 H8 D8",
    ]
    assert way[-1]["piles"] == [["CQ"], [], ["D5", "D6", "D7"], ["S8", "H8", "D8"]]
    tidy = {"game": "machiavelli", "by": "tidy"}
    [way] = tab.answer("rummy", cards="♠2||♦5 ♦6 ♦7 ♦8|♠8 ♥8", **tidy)["ways"]
    assert (way[-1]["piles"][0], way[-1]["piles"][2:]) == (
        ["S2"],
        [["D5", "D6", "D7"], ["S8", "H8", "D8"]],
    )
    assert tab.answer("rummy", cards="||♦5 ♦6 ♦7|♠8 ♥8", **tidy)["ways"] == []
    assert "hand" in tab.error("rummy", game="machiavelli", cards="|")["message"]


def press(page: Page, *cards: str) -> None:
    """Press cards of the pack."""
    for card in cards:
        page.locator(".pack").get_by_role("button", name=card).click()


def melds(page: Page) -> list[str]:
    return page.locator(".melds:not(.own) .small-cards").evaluate_all(
        "all => all.map(each => [...each.children].map(card => card.ariaLabel).join(', '))"
    )


@pytest.mark.slow
@pytest.mark.parametrize("size", [NARROW, (844, 390)])
def test_a_turn_on_a_telephone(
    board: RunningBoard, browser: Browser, size: tuple[int, int]
) -> None:
    with visit(browser, board, size=size, has_touch=True) as page:
        click(page, "Rummy")
        click(page, "New meld")
        press(page, "five of diamonds", "six of diamonds", "eight of diamonds", "seven of diamonds")
        press(page, "ten of hearts")  # which begins another meld
        counts(page, ".melds:not(.own) .small-cards .card", 5)
        says(page, ".meld.to .receiver", "2")
        click(page, "Check the table")
        says(page, ".verdict", "put them back")
        click(page, "Undo")
        click(page, "Hand", exact=True)
        press(page, "eight of spades", "eight of hearts", "queen of clubs")
        click(page, "What can I lay?")
        says(page, ".verdict", "2 cards can be laid.")
        accessible(page)
        for stage in ("Which cards?", "Which melds?", "Step 1 of 2", "Step 2 of 2"):
            click(page, stage)
        counts(page, ".melds:not(.own) .card", 6)
        fits(page)
        click(page, "This was laid")
        counts(page, ".own .card", 1)
        lain = melds(page)
        page.reload()
        counts(page, ".own .card", 1)
        assert melds(page) == lain
        page.keyboard.press("Control+z")
        counts(page, ".own .card", 3)
        page.keyboard.press("Control+y")
        counts(page, ".own .card", 1)
        page.get_by_label("Typed or pasted").fill(TABLE)
        page.keyboard.press("Enter")
        counts(page, ".melds:not(.own) .meld", 11)  # one of them for a new meld
        fits(page)
        accessible(page)
        goes(page, "Start")
        expect(page.locator(".ways")).to_be_visible()


@pytest.mark.slow
def test_rummy_in_french(browser: Browser) -> None:
    with RunningBoard(env={"MANNI_LANGUAGE": "fr"}) as board, visit(browser, board) as page:
        click(page, "Rami")
        page.get_by_label("Jeu").select_option("tahiti")
        for card in ("c7", "c8"):
            page.keyboard.type(card)
        click(page, "Joker")
        click(page, "Que puis-je poser")
        says(page, ".verdict", "3 cartes peuvent être posées.")
        click(page, "Tout d’un coup")
        speaks(page)
