"""The board's service: every kind of request, without a server and without a browser."""

import base64
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from board_pages import Answer, Page, bounds_of
from positions import random_position
from test_board_told import TOLD

from manni.cli.board.address import LONGEST, address_of, deal_of
from manni.cli.board.service import Board
from manni.cli.board.shelf import samples
from manni.cli.board.worker import BoardLimits
from manni.solver.cards import card_name
from manni.solver.deal import Deal
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.table.place import place_of
from manni.solver.values.solve import Solver

LIMITS = BoardLimits(memory_mb=64, blind_seconds=2.0)

"""Every game, and one that is played as misere."""


@pytest.fixture(scope="module")
def board() -> Iterator[Board]:
    """A board for the tests of this module, which leave it as it was."""
    board = Board(LIMITS)
    yield board
    board.close()


@pytest.fixture
def page(board: Board, caplog: pytest.LogCaptureFixture) -> Iterator[Page]:
    """A page of it. Whatever it asks, there must be no internal error."""
    page = Page(board)
    yield page
    page.tab.close()
    assert not caplog.records
    assert not page.misfits


# Deals -------------------------------------------------------------------------------


BARE = {"hands": ["A...", "K...", "Q..."]}


def test_files_of_the_command_line_are_opened() -> None:
    board = Board(LIMITS)
    assert board.shelf.add_file("some/where/a.manni", '[Deal "F:A... K... Q..."]') == "1"
    page = Page(board)
    assert page.answers[0]["hello"]["files"] == [{"id": "1", "name": "a.manni", "deals": 1}]
    assert page.answer("open", file="1")["name"] == "a.manni"
    board.close()


def test_a_deal_at_random_is_that_of_its_seed(page: Page) -> None:
    found = page.answer("open", variant="basic")
    assert found["deals"] == page.answer("open", variant="basic", seed=found["seed"])["deals"]


@pytest.mark.parametrize("name", samples())
def test_sample_files_are_the_same_once_saved_or_put_into_addresses(page: Page, name: str) -> None:
    opened = page.answer("open", sample=name)
    assert not opened["errors"]
    deals = [deal["deal"] for deal in opened["deals"]]
    saved = page.answer("save", deals=deals)
    again = page.answer("open", data=saved["text"].encode().decode("latin-1"), name="deals.manni")
    assert [deal["deal"] for deal in again["deals"]] == deals
    read = parse_deals(samples()[name])
    assert saved["text"] == format_deals(read)
    for deal in read:
        played = deal.play[:5] if deal.contract_played is not None else ()
        address = address_of(deal, played)
        assert len(address) <= LONGEST
        assert deal_of(address) == (deal, played)
    found = page.answer("open", address="#" + address)
    assert deal_from_json(found["deals"][0]["deal"]) == deal
    assert found["place"] == list(map(card_name, played))


def test_a_picture_shows_the_values_known_by_now(page: Page) -> None:
    deal = page.deal("endings", 3)["deal"]
    assert "On each card" not in page.answer("picture", deal=deal)["svg"]
    page.answer("position", deal=deal)
    assert "On each card" in page.answer("picture", deal=deal, values=True)["svg"]
    assert page.answer("picture", deal=BARE, values=True)["svg"]


# Addresses ---------------------------------------------------------------------------


def test_an_address_that_would_be_too_long_lacks_what_play_does_not_need() -> None:
    [deal] = parse_deals('[Deal "F:A... K... Q..."]')
    rng = Random(1)
    comment = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(3000))
    for name, kept in ("A name", (("Name", "A name"),)), (comment, ()):
        address = address_of(replace(deal, tags=(("Comment", comment), ("Name", name))))
        assert len(address) <= LONGEST
        assert deal_of(address)[0] == replace(deal, tags=kept)


def test_an_address_that_unpacks_to_far_too_much_is_refused(page: Page) -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(b" " * 100_000_000, 9)).decode()
    for address in ("d=" + packed, "d=" + "A" * 100_000):
        assert "no deal" in page.error("open", address=address)["message"]


# Positions ---------------------------------------------------------------------------


def narrows(answers: list[Answer]) -> None:
    """Check that bounds only narrow from answer to answer."""
    values = [answer["values"] for answer in answers if "values" in answer]

    def bounds(each: Answer) -> list[list[int]]:
        return [pair for row in (each, *each["cards"]) for pair in bounds_of(row).values()]

    for before, after in pairwise(values):
        assert before != after
        for (low, high), (old_low, old_high) in zip(bounds(after), bounds(before), strict=True):
            assert old_low <= low <= high <= old_high


LISTED = TOLD["games"].read_text(encoding="utf-8")
SMALL = {
    game: json.loads(deal)
    for deal, game in re.findall('> contracts {"deal": ({"variant": "(.*?)".*})} [|]', LISTED)
}
"""A few cards of a deal of every game."""


@pytest.mark.parametrize("case", [*range(12), *(game for game in SMALL if game != "decouverte")])
def test_values_are_those_of_the_library(page: Page, solver: Solver, case: int | str) -> None:
    """In any position of a few tricks, and with a few cards of a deal of every game."""
    if isinstance(case, int):
        rng = Random(case)
        position = random_position(rng, rng.randrange(1, 5))
        deal = deal_to_json(
            Deal(
                position.dealt,
                contract=position.contract,
                ace_low=position.ace_low,
                leader=position.leader,
            )
        )
    else:
        deal = SMALL[case]
        position = place_of(deal_from_json(deal), ()).position
    asked = {"deal": deal, "played": list(map(card_name, position.table))}
    number = page.ask("position", **asked)
    found = page.last(number)["values"]
    narrows(page.of(number))
    assert found["exact"]
    solution = solver.solve(position, cards=True)
    assert tuple(found["guarantee"].values()) == solution.guarantee
    for card, own in zip(found["cards"], solution.cards, strict=True):
        assert (card["card"], card["loss"]) == (card_name(own.card), own.loss)
        assert tuple(card["guarantee"].values()) == own.guarantee
        assert card["loss_bounds"] == [own.loss] * 2
    assert ("share" in found["by_seat"]["heads"]) is not position.two_sided
    assert position.rules.unit in found["caption"]
    assert f"a {position.rules.unit[:-1]} of it away" in found["legend"]
    move = page.answer("move", **asked)
    assert move["exact"]
    assert not next(card["loss"] for card in found["cards"] if card["card"] == move["card"])


def test_values_narrow_until_they_are_proved(page: Page) -> None:
    deal = page.deal("trjamann", 2)["deal"]
    number = page.ask("position", deal=deal, played=[])
    last = page.last(number)
    answers = page.of(number)
    assert len(answers) > 3
    assert [answer["done"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert "position" in answers[0]
    narrows(answers)
    values = last["values"]
    # What is known is known for the next page too, and for the positions after it.
    other = page.ask("position", deal=deal, played=[])
    assert page.last(other)["values"] == values
    best = next(card for card in values["cards"] if not card["loss"])
    child = page.ask("position", deal=deal, played=[best["card"]])
    page.until(lambda: len(page.of(child)) > 1)
    assert bounds_of(page.of(child)[1]["values"]) == bounds_of(best)


KEPT = re.findall("> train (.*) [|].*\nkeeps: true", TOLD["puzzles"].read_text(encoding="utf-8"))
"""Cards that keep the goal of a puzzle."""


@pytest.mark.parametrize("number", range(0, len(KEPT), 4))
def test_the_best_card_of_a_puzzle_keeps_its_goal(page: Page, number: int) -> None:
    asked = json.loads(KEPT[number])
    card = page.answer("move", deal=asked["deal"], played=asked["played"])["card"]
    assert page.answer("train", **asked | {"card": card})["keeps"]


# Exchange, limits --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sample", "seat", "gone", "hidden"),
    [("hornafjordur", "M", ["S6"], "H4 ♥4"), ("encheres-petite", "D", ["CJ", "C7"], "CT ♣T")],
)
def test_the_exchange_with_one_hand_seen(
    sample: str, seat: str, gone: list[str], hidden: str
) -> None:
    """Sampled until something is found, and nothing of the others' cards is told."""
    board = Board(replace(LIMITS, blind_seconds=0.0))
    page = Page(board)
    asked = {"deal": page.deal(sample)["deal"], "seat": seat, "open": False}
    number = page.ask("exchange", **asked, discards=gone)
    found = page.last(number)["exchange"]
    assert found["exact"] is False
    assert {*found["trial"]["cards"]} == {*gone}
    assert not {"draw", "guarantee"} & {*found["heads"]}
    told = json.dumps(page.of(number), ensure_ascii=False)
    assert not any(card in told for card in hidden.split())
    again = page.answer("exchange", **asked, discards=found["rows"][0]["cards"])["exchange"]
    assert again["trial"] == found["rows"][0]
    assert again["text"] == found["text"]
    board.close()


def test_limits_of_messages_and_deals() -> None:
    board = Board(replace(LIMITS, message_bytes=2000, deals=3, tabs=2))
    page = Page(board)
    for text, says in (
        (" " * 2001, "more than 2,000 bytes"),
        ("♠" * 700, "more than 2,000 bytes"),
        (" " * 2000, "no JSON"),
        ("[" * 2000, "no JSON that can be a message"),
    ):
        assert says in page.say(text)[0]["error"]["message"]
    hands = "A... K... Q...\n"
    assert len(page.answer("open", text=hands * 3)["deals"]) == 3
    assert "more than 3 deals" in page.error("open", text=hands * 4)["message"]
    assert page.answer("save", deals=[BARE] * 3)["text"]
    assert "more than 3 deals" in page.error("save", deals=[BARE] * 4)["message"]
    other = Page(board)
    with pytest.raises(ValueError, match="2 tabs are open: close one of them"):
        Page(board)
    other.tab.close()
    Page(board).tab.close()
    board.close()


FIRST_VALUES = """
import json, sys
from manni.cli.board.inpage import InPage
answers = []
page = InPage(lambda text: answers.append(json.loads(text)))
page.receive(json.dumps({"number": 1, "ask": "position", "deal": json.loads(sys.argv[1])}))
while page.turn():
    pass
assert answers[-1]["done"] and answers[-1]["values"]["exact"], answers[-1]
print(*sys.modules)
"""


def test_what_the_first_values_need_not_is_not_loaded() -> None:
    deal = json.dumps(deal_to_json(Deal("AK... Q.A.. .K2..", contract="NT", leader="F")))
    done = subprocess.run(
        [sys.executable, "-c", FIRST_VALUES, deal], stdout=subprocess.PIPE, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "manni.cli.board.look" in loaded
    slow = {
        "numpy",
        "http.client",
        "manni.cli.board.games",
        "manni.solver.advice.worlds",
        "manni.solver.review",
    }
    assert not loaded & slow
