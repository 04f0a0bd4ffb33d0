"""Rummy on the board's page: a table put in by presses, played step by step, kept, and checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_pages import Page as Tab
from boards import RunningBoard
from browser import click, counts, goes, says, visit
from playwright.sync_api import Browser

from manni.cli.board.kept import Kept
from manni.cli.board.service import Board


@pytest.fixture
def tab(tmp_path: object) -> Iterator[Tab]:
    board = Board(kept=Kept(tmp_path))
    yield Tab(board)
    board.close()


def test_cards_are_read_and_parted_as_they_are_put_in(tab: Tab) -> None:
    found = tab.answer("melds", game="tahiti", cards="♠9 ♠8|♥9|♠7 ♠8 ♠9 ♥3 ♦4 ♣5")
    [position] = found["steps"]
    assert position["piles"][2:] == [["S7", "S8", "S9"], ["H3", "D4", "C5"]]
    right, wrong = found["wrong"]
    assert right is None
    assert "no meld of tahiti" in wrong["message"]
    assert (found["unseen"]["S8"], found["unseen"]["*"]) == (0, 4)
    deals = {"game": "tahiti", "players": "Anna, Ás, Óla", "deals": "left: S7 C2 | | *\n"}
    over = tab.answer("melds", cards="|", **deals)["sheet"]
    assert over["heads"] == ["deal", "Anna", "Ás", "Óla"]
    assert over["rows"] == [["1", "9", "0 ★", "30"], ["total", "9", "0", "30"]]
    deals["seat"] = 2
    found = tab.answer("melds", cards="♠9 *|♥9|♠7 ♠8 ♠9", text="6HC *D6\nS2-5", **deals)
    melds = [["S7", "S8", "S9"], ["H6", "*D6", "C6"], ["S2", "S3", "S4", "S5"]]
    assert found["steps"] == [deals | {"piles": [["S9", "*"], ["H9"], *melds]}]
    tab.say({"speak": "fr"})  # in which C is a heart
    [why] = tab.answer("melds", game="shanghai", cards="||♥7 ♥8 ♣8")["wrong"]
    assert why["message"].startswith(
        "H7 H8 C8 : pas une combinaison de shanghai : trois cartes ou plus"
    )
    assert (
        "joueurs de shanghai : 9"
        in tab.error("melds", game="shanghai", cards="|", players="9")["message"]
    )
    saved = tab.answer("melds", game="shanghai", cards="|", text=found["text"])
    assert saved["steps"][0]["piles"] == found["steps"][0]["piles"]
    assert (saved["text"], saved["sheet"]["rows"]) == (found["text"], over["rows"])
    lines = "rummy 1\ngame: shanghai\nhand: ♠7 ♠8 ♠9\nlaid: ♠7 ♠8 ♠9\ndrew: H2\nundone: 1"
    read = tab.answer("melds", game="shanghai", cards="|", text=lines)
    ways = [[*map(len, position["piles"])] for position in read["steps"]]
    assert (read["undone"], ways) == (1, [[1, 0, 3], [0, 0, 3], [3, 0], [0, 0]])
    position = read["steps"][1]
    assert position["deals"] == "hand: ♠7 ♠8 ♠9\nlaid: ♠7 ♠8 ♠9\n"
    again = tab.answer("melds", game="shanghai", cards="|", text=read["text"])
    assert (again["steps"][0], again["text"]) == (position, read["text"])
    typed = tab.answer("melds", game="shanghai", cards="♠8||♥7", to=2, text="C8-9")["steps"][0]
    assert typed["piles"][2:] == [["H7", "H8", "H9"]]
    tab.error("melds", game="machiavelli", cards="♠8|", text="P8 P8")
    tab.error("melds", game="machiavelli", cards="|", deals="left: | | D2")


def test_a_table_is_put_in_order_stage_by_stage(tab: Tab) -> None:
    tidy = {"game": "machiavelli", "by": "tidy"}
    [way] = tab.answer("rummy", cards="♠2||♦5 ♦6 ♦7 ♦8|♠8 ♥8", **tidy)["ways"]
    assert (way[-1]["piles"][0], way[-1]["piles"][2:]) == (
        ["S2"],
        [["D5", "D6", "D7"], ["S8", "H8", "D8"]],
    )
    [[none]] = tab.answer("rummy", cards="||♦5 ♦6 ♦7|♠8 ♥8", **tidy)["ways"]
    assert none["text"] == "These cards do not make melds: put them back."


FLOWN = """() => {
  window.flown = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    flown.push(this.dataset.melded.slice(0, 2));
    return animate.apply(this, how);
  };
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("motion", "flown"), [("no-preference", "D8 S8 H8"), ("reduce", "")])
def test_cards_fly_to_their_melds_and_another_tab_follows(
    browser: Browser, motion: Any, flown: str
) -> None:
    with RunningBoard() as board, visit(browser, board, reduced_motion=motion) as page:
        click(page, "Rummy")
        page.get_by_label("Typed or pasted").fill("S8 H8")
        page.keyboard.press("Enter")
        counts(page, ".own .card", 2)
        page.get_by_label("Typed or pasted").fill("|D5-8")
        page.keyboard.press("Enter")
        click(page, "What can I lay?")
        says(page, ".verdict", "2 cards can be laid.")
        page.evaluate(FLOWN)
        for stage in ("Which cards?", "Which melds?", "Step 1 of 2", "Step 2 of 2"):
            click(page, stage)
        counts(page, ".own .card", 0)
        assert page.evaluate("flown") == flown.split()
        click(page, "This was laid")
        other = page.context.new_page()
        other.goto(board.address)
        goes(other, "Start")
        click(other, "Rummy")
        counts(other, ".melds .card", 6)
        page.keyboard.press("Control+z")
        counts(other, ".own .card", 2)
