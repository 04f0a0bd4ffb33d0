"""The board's service: every kind of request, without a server and without a browser."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from board_pages import Answer, Page, bounds_of
from positions import random_position

from cli.board.address import LONGEST, address_of, deal_of
from cli.board.limits import Limits
from cli.board.place import place_of
from cli.board.service import Board
from cli.board.shelf import sample_files
from solver import reference
from solver.cards import Seat, card_name
from solver.deal import Deal
from solver.errors import NotationError
from solver.exchange.before import before_exchange
from solver.exchange.open_cards import best_exchange
from solver.files.dealfile import format_deals, parse_deals
from solver.files.jsonfile import deal_from_json, deal_to_json
from solver.notation import parse_card
from solver.position import Position
from solver.report.open_exchange import OPEN_EXCHANGE
from solver.rules.contract import Contract
from solver.rules.registry import FAMILIES, VARIANTS, get_variant
from solver.rules.shuffle import generator
from solver.rules.trick import arranged
from solver.values.solve import Solver

LIMITS = Limits(memory_mb=64, blind_seconds=2.0)

SIXTEEN = {
    "hands": ["T9863.K52.Q7643.J854", "AQ52.A9763.T982.K732", "KJ74.QJT84.AKJ5.AT96"],
    "contract": "NULLO",
}
"""A position that is searched for long."""

ENDING = {"hands": ["A2.K..", "K3.A..", "Q4.Q.."], "contract": "NT", "leader": "F"}


MANILLE = [variant.code for variant in FAMILIES["manille"]]
GAMES = {code: (code, 1) for code in MANILLE} | {"encheres-sans+miseres": ("encheres-sans", 4)}
"""The games that count points: the sample file and the number of a deal of each."""

LAST = 3
"""Tricks that the plain search can look through."""


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


def names(cards: tuple[int, ...]) -> list[str]:
    return list(map(card_name, cards))


def deal_json(position: Position, **more: Any) -> Answer:
    """Return a position as a deal and the cards on its table as its play."""
    deal = Deal(
        position.dealt,
        contract=position.contract,
        ace_low=position.ace_low,
        leader=position.leader,
        play=position.table,
    )
    return deal_to_json(deal) | more


def deal_in(page: Page, game: str) -> Answer:
    """Return the deal of a game, without what is recorded of its play."""
    deal: Answer = page.deal(*GAMES[game])["deal"]
    assert deal["variant"] == game
    return {name: value for name, value in deal.items() if name not in ("play", "result")}


def position_of(page: Page, deal: Answer, played: list[str]) -> Answer:
    number = page.ask("position", deal=deal, played=played, values=False)
    page.last(number)
    position: Answer = page.of(number)[0]["position"]
    return position


def played_out(page: Page, deal: Answer, left: int = 0) -> list[str]:
    """Return the cards that the computer plays, to the lead to the last so many tricks."""
    played: list[str] = []
    while (position := position_of(page, deal, played))["tricks"] > left:
        found = page.answer("move", deal=deal, played=played)
        assert found["exact"]
        assert found["card"] in position["legal"]
        played.append(found["card"])
    return played


# Greeting ----------------------------------------------------------------------------


def test_a_page_is_told_what_there_is(page: Page) -> None:
    hello = page.answers[0]["hello"]
    games = [variant["code"] for variant in hello["variants"]]
    assert [code for code in games if "+" not in code] == list(VARIANTS)
    assert {"encheres-grande+nt", "encheres-petite+talon-declarer"} < set(games)
    assert hello["variants"][games.index("basic")]["cards"] == 12
    assert {"code": "NT", "name": "no trump"} in hello["contracts"]
    assert {sample["id"] for sample in hello["samples"]} == set(sample_files())
    assert all(sample["deals"] for sample in hello["samples"])
    assert hello["limits"] == {"message": 1 << 20, "deals": 1000, "seconds": 30.0}
    for sample in hello["samples"]:
        opened = page.answer("open", sample=sample["id"])
        assert (len(opened["deals"]), opened["errors"]) == (sample["deals"], [])
    assert len(page.answer("puzzles")["puzzles"]) > 48


# Deals -------------------------------------------------------------------------------


def test_a_file_is_opened_its_bad_deals_told(page: Page) -> None:
    text = '[Name "One"]\n[Deal "F:A... K... Q..."]\n\n[Deal "F:A... A... Q..."]\n'
    found = page.answer("open", text=text, name="two.manni")
    assert found["name"] == "two.manni"
    assert [deal["title"] for deal in found["deals"]] == ["One"]
    [error] = found["errors"]
    assert (error["deal"], error["line"]) == (2, 4)
    assert error["message"] == ("two.manni: deal 2, line 4: forehand and middlehand both hold SA")
    assert page.answer("open", text="", name="x.manni")["errors"][0]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "A... K... Q...",
        '[Deal "F:A... K... Q..."]',
        json.dumps({"hands": ["A...", "K...", "Q..."]}),
        json.dumps([{"hands": ["A...", "K...", "Q..."]}]),
    ],
)
def test_whatever_reads_is_pasted(page: Page, text: str) -> None:
    found = page.answer("paste", text=text)
    assert [deal["deal"] for deal in found["deals"]] == [{"hands": ["A...", "K...", "Q..."]}]
    assert not found["errors"]


def test_what_is_opened_is_one_thing_that_there_is(page: Page) -> None:
    assert "text, sample, file, address" in page.error("open")["message"]
    assert "text and sample" in page.error("open", text="x", sample="basic")["message"]
    assert page.error("open", sample="../secret")["message"] == "there is no sample '../secret'"
    assert page.error("open", file="1")["message"] == "there is no file '1'"
    assert page.error("puzzle", id="puzzles-0")["message"] == "there is no puzzle 'puzzles-0'"


def test_files_of_the_command_line_are_opened() -> None:
    board = Board(LIMITS)
    assert board.add_file("some/where/a.manni", '[Deal "F:A... K... Q..."]') == "1"
    page = Page(board)
    assert page.answers[0]["hello"]["files"] == [{"id": "1", "name": "a.manni", "deals": 1}]
    assert page.answer("open", file="1")["name"] == "a.manni"
    board.close()


@pytest.mark.parametrize("code", VARIANTS)
def test_a_seed_is_a_deal(page: Page, code: str) -> None:
    found = page.answer("random", variant=code, seed=7)
    assert found["seed"] == 7
    assert found["deals"] == page.answer("random", variant=code, seed=7)["deals"]
    again = page.answer("random", variant=code)
    assert again["deals"] == page.answer("random", variant=code, seed=again["seed"])["deals"]


def test_a_game_and_a_seed_that_are_none(page: Page) -> None:
    assert "no variant 'bridge'" in page.error("random", variant="bridge")["message"]
    assert page.error("random", variant="basic", seed=-1)
    assert page.error("random", variant="basic", seed=10**400)


def test_a_deal_in_the_making_says_what_is_wrong_beside_the_card(page: Page) -> None:
    hands = [["SA", "SK", "SA"], ["SA"], "Q..."]
    found = page.answer("adopt", deal={"variant": "basic", "hands": hands})
    assert found["deal"] is None
    assert found["sizes"] == {"F": 2, "M": 1, "D": 1}
    assert found["wanted"] == 12
    assert [(each["seat"], each["card"]) for each in found["problems"]] == [
        ("F", "SA"),
        ("M", "SA"),
    ]
    assert found["problems"][1]["message"] == "forehand and middlehand both hold SA"
    found = page.answer("adopt", deal={"variant": "basic", "hands": [["S2"], ["S3"], ["S4"]]})
    assert (found["problems"][0]["seat"], found["problems"][0]["card"]) == ("F", "S2")
    deal = {"hands": ["AK3...", "Q4..K.", "J5..Q."], "manni": ["HA", "C3", "H4"]}
    for fields, seat, card in (
        ({"manni": ["H4", "SK"]}, None, "SK"),
        ({"manni": ["H4", "H4"]}, None, "H4"),
        ({"variant": "basic", "manni": ["HA", "C3", "D2"]}, None, "D2"),
        ({"discard": {"M": ["S4", "SA"]}}, "M", "SA"),
    ):
        [wrong] = page.answer("adopt", deal=deal | fields)["problems"]
        assert (wrong.get("seat"), wrong["card"]) == (seat, card), wrong
    found = page.answer("adopt", deal={"hands": [["SA"], [], "..."]})
    assert "forehand 1, middlehand 0, dealer 0" in found["problems"][0]["message"]
    for wrong in (None, [], "AKQ", [1, 2, 3], [["ZZ"], [], []], [[], [], {}]):
        assert page.answer("adopt", deal={"hands": wrong})["problems"]
    assert (
        page.answer("adopt", deal={"hands": [[], [], []]})["deal"]["deal"]["hands"] == ["..."] * 3
    )


def test_a_deal_in_the_making_becomes_one(page: Page) -> None:
    found = page.answer("adopt", deal={**ENDING, "hands": [["S2", "SA", "HK"], "K3.A..", "Q4.Q.."]})
    assert found["problems"] == []
    assert found["deal"]["deal"]["hands"] == ENDING["hands"]


def test_a_record_that_cannot_be_followed_is_cut(page: Page) -> None:
    play = ["SA", "SK", "SQ", "HK", "S3"]
    found = page.answer("adopt", deal={**ENDING, "play": play})
    assert found["deal"]["deal"]["play"] == play[:4]
    assert [move["card"] for move in found["deal"]["moves"]] == play[:4]
    assert found["deal"]["moves"][2] == {
        "number": 3,
        "trick": 1,
        "seat": "D",
        "card": "SQ",
        "wins": "F",
        "worth": 1,
    }
    assert found["deal"]["problem"]["seat"] == "M"
    assert found["deal"]["problem"]["card"] == "S3"
    open_contract = {**ENDING, "play": play[:3]} | {"contract": None}
    assert "no contract" in page.answer("adopt", deal=open_contract)["deal"]["problem"]["message"]


def test_who_can_exchange(page: Page) -> None:
    assert page.deal("trjamann")["can_exchange"] == ["F"]
    assert page.deal("hornafjordur")["can_exchange"] == ["F", "M", "D"]
    assert page.deal("endings")["can_exchange"] == []
    swapped = page.deal("basic", 2)
    assert swapped["title"] == "Forehand swaps"
    assert swapped["can_exchange"] == ["F"]  # once somebody has swapped, nobody else may


@pytest.mark.parametrize("name", sample_files())
def test_sample_files_are_the_same_once_saved(page: Page, name: str) -> None:
    opened = page.answer("open", sample=name)
    assert not opened["errors"]
    deals = [deal["deal"] for deal in opened["deals"]]
    saved = page.answer("save", deals=deals)
    again = page.answer("open", text=saved["text"], name=saved["name"])
    assert [deal["deal"] for deal in again["deals"]] == deals
    assert saved["text"] == format_deals(
        parse_deals(sample_files()[name].read_text(encoding="utf-8"))
    )


def test_only_what_is_a_deal_is_saved(page: Page) -> None:
    error = page.error("save", deals=[ENDING, {"hands": ["A...", "A...", "Q..."]}])
    assert error["deal"] == 2
    assert "both hold SA" in error["message"]


def test_hostile_names_are_text(page: Page) -> None:
    name = '</script><img src=x onerror="alert(1)">\\" {;%\u202e]'
    deal = {**ENDING, "tags": [["Name", name], ["Comment", "& <b>"]]}
    adopted = page.answer("adopt", deal=deal)["deal"]
    assert adopted["title"] == name
    text = page.answer("save", deals=[adopted["deal"]])["text"]
    assert page.answer("paste", text=text)["deals"][0]["title"] == name
    svg = page.answer("picture", deal=deal)["svg"]
    assert "<img" not in svg
    assert "<script" not in svg


def test_a_picture_shows_the_values_known_by_now(page: Page) -> None:
    deal = page.deal("endings", 3)["deal"]
    assert "On each card" not in page.answer("picture", deal=deal, played=[])["svg"]
    page.answer("position", deal=deal, played=[], values=True)
    assert "On each card" in page.answer("picture", deal=deal, played=[], values=True)["svg"]
    assert page.answer("picture", deal={"hands": ["A...", "K...", "Q..."]}, values=True)["svg"]


# Addresses ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sample_files())
def test_a_deal_and_a_place_go_into_an_address(page: Page, name: str) -> None:
    for deal in parse_deals(sample_files()[name].read_text(encoding="utf-8")):
        played = deal.play[:5] if deal.contract_played is not None else ()
        address = address_of(deal, played)
        assert len(address) <= LONGEST
        assert deal_of(address) == (deal, played)
    found = page.answer("open", address="#" + address)
    assert deal_from_json(found["deals"][0]["deal"]) == deal
    assert found["place"] == names(played)


def test_an_address_that_would_be_too_long_lacks_what_play_does_not_need() -> None:
    rng = Random(1)
    for code, variant in VARIANTS.items():
        dealing = variant.deal(generator(3))
        comment = "".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(3000))
        deal = Deal(
            dealing.hands,
            variant=code,
            manni=dealing.manni,
            contract=variant.contracts[0],
            leader=Seat.FOREHAND,
            tags=(("Comment", comment), ("Name", "A name")),
        )
        address = address_of(deal)
        assert len(address) <= LONGEST
        assert deal_of(address)[0] == replace(deal, tags=(("Name", "A name"),))
        named = replace(deal, tags=(("Name", comment),))
        assert deal_of(address_of(named))[0] == replace(deal, tags=())


def test_addresses_of_strangers(page: Page) -> None:
    def pack(data: bytes) -> str:
        return "d=" + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode()

    whole = address_of(parse_deals('[Deal "F:A... K... Q..."]')[0])
    wrong = [
        "",
        "d=",
        "d=%%%",
        "d=\ud800",
        "d=ä",
        whole[:-8],
        whole + "AAAA" * 9,
        pack(b"[]"),
        pack(b"{}"),
        pack(b'{"deal": 3}'),
        pack(b'{"deal": {"hands": ["A...", "K...", "Q..."]}, "played": 7}'),
        pack(b'{"deal": {"hands": ["A...", "K...", "Q..."]}, "played": "SA"}'),
        pack(b"[" * 10_000),
        pack(b"\xff\xfe"),
        pack(b" " * 100_000_000),  # a few hundred bytes that would be a hundred megabytes
    ]
    for address in wrong:
        assert page.error("open", address=address)["message"]
    with pytest.raises(NotationError):
        deal_of("d=" + "A" * 100_000)


# Positions ---------------------------------------------------------------------------


def test_a_position_says_all_that_is_seen(page: Page) -> None:
    number = page.ask("position", deal=ENDING, played=["SA", "SK", "SQ", "HK"], values=False)
    [answer] = page.of(number)
    assert answer["done"]
    position = answer["position"]
    assert position == {
        "contract": "NT",
        "contract_name": "no trump",
        "great": False,
        "ace_low": False,
        "clockwise": True,
        "declarer": None,
        "declares": "declares",
        "leader": "F",
        "variant": None,
        "tricks": 2,
        "of": 3,
        "trick": 2,
        "hands": {"F": ["S2"], "M": ["S3", "HA"], "D": ["S4", "HQ"]},
        "start": {"F": ["SA", "S2", "HK"], "M": ["SK", "S3", "HA"], "D": ["SQ", "S4", "HQ"]},
        "table": [{"seat": "F", "card": "HK"}],
        "last_trick": [
            {"seat": "F", "card": "SA"},
            {"seat": "M", "card": "SK"},
            {"seat": "D", "card": "SQ"},
        ],
        "last_winner": "F",
        "last_worth": None,
        "won": {"F": 1, "M": 0, "D": 0},
        "to_play": "M",
        "legal": ["HA"],
        "why": {
            "S2": "middlehand is to play",
            "S3": "middlehand must follow suit: it holds HA",
            "S4": "middlehand is to play",
            "HQ": "middlehand is to play",
        },
        "score": None,
        "over": False,
        "unit": "tricks",
        "won_text": {"F": "1 won", "M": "0 won", "D": "0 won"},
        "at_most": False,
        "sides": [["F"], ["M"], ["D"]],
        "beside": [],
        "manni": [],
        "moves": position["moves"],
        "goal": None,
        "headline": "NT · 2 tricks · middlehand to play",
        "address": position["address"],
    }
    assert [move["card"] for move in position["moves"]] == ["SA", "SK", "SQ", "HK"]
    opened = page.answer("open", address=position["address"])
    assert opened["place"] == ["SA", "SK", "SQ", "HK"]


def test_the_hands_are_those_after_the_exchange(page: Page) -> None:
    deal = page.deal("hornafjordur")["deal"]
    position = page.answer("position", deal=deal, played=[], values=False)["position"]
    assert "H4" in position["hands"]["F"]
    assert "S2" not in position["hands"]["F"]
    assert position["manni"] == []
    stood = {**deal, "discard": None}
    assert (
        len(page.answer("position", deal=stood, played=[], values=False)["position"]["manni"]) == 16
    )


def test_without_a_contract_there_is_nothing_to_play(page: Page) -> None:
    deal = {"hands": ["A...", "K...", "Q..."]}
    number = page.ask("position", deal=deal, played=[], values=True)
    [answer] = page.of(number)
    assert answer["done"]
    assert answer["position"]["contract"] is None
    assert answer["position"]["legal"] == []
    assert answer["position"]["to_play"] is None
    assert "no contract" in answer["position"]["why"]["SA"]
    for kind in ("position", "move"):
        assert "no contract" in page.error(kind, deal=deal, played=["SA"])["message"]
    assert "no contract" in page.error("train", deal=deal, played=[], card="SA")["message"]


def test_a_card_that_cannot_be_played_is_named(page: Page) -> None:
    error = page.error("position", deal=ENDING, played=["SA", "HA"])
    assert error == {
        "message": "trick 1, card 2: middlehand's HA revokes: it holds SK S3",
        "seat": "M",
        "card": "HA",
    }
    error = page.error("move", deal=ENDING, played=["SK"])
    assert (error["seat"], error["card"]) == ("F", "SK")


def test_the_play_of_the_deal_does_not_matter(page: Page) -> None:
    for play in (["SA"], ["HA", "HA"], ["S9"]):
        deal = {**ENDING, "play": play}
        found = page.answer("position", deal=deal, played=[], values=False)
        assert found["position"]["moves"] == []


def test_the_end_of_a_deal(page: Page) -> None:
    played = ["SA", "SK", "SQ", "HK", "HA", "HQ", "S3", "S4", "S2"]
    answers = page.of(page.ask("position", deal=ENDING, played=played))
    position = answers[0]["position"]
    assert (position["over"], position["to_play"], position["tricks"]) == (True, None, 0)
    assert (position["trick"], position["of"]) == (3, 3)
    last = page.last(answers[0]["number"])
    assert bounds_of(last["values"]) == {"F": [0, 0], "M": [0, 0], "D": [0, 0]}
    assert last["values"]["cards"] == []
    assert page.error("move", deal=ENDING, played=played)["message"] == "no card is left to play"


def narrows(answers: list[Answer]) -> None:
    """Check that bounds only narrow from answer to answer."""
    values = [answer["values"] for answer in answers if "values" in answer]

    def bounds(each: Answer) -> list[list[int]]:
        return [bounds_of(row)[seat] for row in (each, *each["cards"]) for seat in "FMD"]

    for before, after in pairwise(values):
        assert before != after
        for (low, high), (old_low, old_high) in zip(bounds(after), bounds(before), strict=True):
            assert old_low <= low <= high <= old_high


@pytest.mark.parametrize("case", [*range(40), *GAMES])
def test_values_are_those_of_the_plain_search(page: Page, case: int | str) -> None:
    """In any position of a few tricks, and in the last ones of a deal of every game."""
    if isinstance(case, int):
        rng = Random(case)
        position = random_position(rng, rng.randrange(1, 5))
        deal, played = deal_json(position), names(position.table)
    else:
        deal = deal_in(page, case)
        played = played_out(page, deal, LAST)
        position = place_of(deal_from_json(deal), tuple(map(parse_card, played))).position
    number = page.ask("position", deal=deal, played=played)
    found = page.last(number)["values"]
    narrows(page.of(number))
    assert found["exact"]
    expected = {seat.letter: reference.guarantee(position, seat) for seat in Seat}
    assert found["guarantee"] == expected
    assert [card["card"] for card in found["cards"]] == names(
        tuple(arranged(position.legal(), position.rules))
    )
    mover = position.to_play
    for card in found["cards"]:
        after = position.play(parse_card(card["card"]))
        sure = {seat.letter: after.gain(seat) + reference.guarantee(after, seat) for seat in Seat}
        loss = position.sign * (expected[mover.letter] - sure[mover.letter])
        assert card["guarantee"] == sure
        assert (card["loss_bounds"], card["loss"]) == ([loss, loss], loss)
    share = Solver(1).solve(position).share
    assert ("share" in found["columns"]) is (position.declarer is None)
    assert found["share"] == (share and {seat.letter: float(share[seat]) for seat in Seat})
    assert position.rules.unit in found["caption"]
    assert f"a {position.rules.unit[:-1]} of it away" in found["legend"]


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
    assert values["legend"].startswith("guarantee: at most")
    assert set(values["points"]) == {"F", "M", "D"}
    # What is known is known for the next page too, and for the positions after it.
    other = page.ask("position", deal=deal, played=[])
    assert page.last(other)["values"] == values
    best = next(card for card in values["cards"] if not card["loss"])
    child = page.ask("position", deal=deal, played=[best["card"]])
    page.until(lambda: len(page.of(child)) > 1)
    assert bounds_of(page.of(child)[1]["values"]) == bounds_of(best)


def test_equal_cards_are_one_group(page: Page) -> None:
    deal = {"hands": ["AKQ.2..", "432.3..", "765.4.."], "contract": "NT", "leader": "F"}
    cards = page.answer("position", deal=deal, played=[])["values"]["cards"]
    groups = [{card["card"], *card["equal"]} for card in cards]
    assert groups == [{"SA", "SK", "SQ"}] * 3 + [{"H2"}]


def test_a_goal_is_open_reached_or_missed(page: Page) -> None:
    deal = {**ENDING, "goal": "F 2+"}
    played: list[str] = []
    states = []
    for card in ["", "SA", "SK", "SQ", "S2", "S3", "S4", "HQ", "HK", "HA"]:
        played += [card] * bool(card)
        goal = page.answer("position", deal=deal, played=played, values=False)["position"]["goal"]
        states.append(goal["state"])
    assert goal["text"] == "forehand takes at least 2 tricks"
    assert (goal["seat"], goal["tricks"], goal["at_least"]) == ("F", 2, True)
    assert states == ["open"] * 9 + ["missed"]
    # The tricks of a goal count from where the record stops.
    late = {**ENDING, "goal": "F 1+", "play": ["SA", "SK", "SQ"]}
    at_start = page.answer("position", deal=late, played=[], values=False)["position"]
    assert at_start["goal"]["state"] == "open"
    on_record = page.answer("position", deal=late, played=["SA", "SK", "SQ"], values=False)
    assert on_record["position"]["goal"]["state"] == "open"
    beside = page.answer("position", deal=late, played=["HK"], values=False)["position"]
    assert beside["goal"] is None


# Moves, exchange, review -------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_the_computer_plays_the_best_card(page: Page, seed: int) -> None:
    rng = Random(seed)
    position = random_position(rng, rng.randrange(1, 6))
    deal = deal_json(position)
    found = page.answer("move", deal=deal, played=names(position.table))
    assert found["exact"]
    mover, sign = position.to_play, position.contract.sign
    solution = Solver(1).solve(position, cards=True)

    def merit(card: int) -> tuple[int, Fraction, int, int]:
        value = next(each for each in solution.cards or () if each.card == card)
        assert value.loss is not None
        assert value.share is not None
        strength = (card % 13 + 1) % 13 if position.ace_low else card % 13
        return value.loss, -sign * value.share[mover], strength, card // 13

    assert found["card"] == card_name(min(position.legal(), key=merit))


def test_the_exchange_with_open_cards(page: Page) -> None:
    deal = page.deal("hornafjordur", 4)["deal"]
    assert deal["contract"] == "NULLO"
    page.answer("exchange", deal=deal, seat="F")  # of which nothing is taken over
    number = page.ask("exchange", deal=deal, seat="M", open=True, discards=[])
    found = page.last(number)["exchange"]
    assert found["exact"]
    assert found["covered"] == []
    assert "middlehand takes at most" in found["text"]
    assert found["trial"]["discards"] == found["stand"]["discards"] == []
    best = found["best"][0]
    assert len(best["drawn"]) == len(best["discards"])
    behind = [each["guarantee"]["M"] for each in found["best"]]
    assert behind == sorted(behind)  # in nullo few is good
    # It is what the command line prints.
    before = before_exchange(deal_from_json(deal), Seat.MIDDLEHAND)
    printed = OPEN_EXCHANGE.json(best_exchange(before), deal=1)
    assert [{**each, "text": None} for each in found["best"]] == [
        {**each, "text": None} for each in printed["best"]
    ]
    # Another trial for the same exchange is answered from the same ranking.
    other = found["best"][3]
    again = page.answer("exchange", deal=deal, seat="M", open=True, discards=other["discards"])
    assert again["exchange"]["best"] == found["best"]
    assert again["exchange"]["trial"] == other
    parts = [answer["part"] for answer in page.of(number) if "part" in answer]
    assert parts == sorted(parts)


def test_the_exchange_is_worth_what_the_position_after_it_is(page: Page) -> None:
    deal = page.deal("hornafjordur")["deal"] | {"discard": None}
    gone = ["S2", "H2", "D6"]
    found = page.answer("exchange", deal=deal, seat="F", open=True, discards=gone)["exchange"]
    after = deal | {"discard": {"F": gone}}
    values = page.answer("position", deal=after, played=[])["values"]
    assert found["trial"]["discards"] == gone
    assert found["trial"]["guarantee"] == values["guarantee"]
    assert found["trial"]["share"] == values["share"]
    assert found["trial"]["points"] == values["points"]["F"]


def test_a_trial_that_is_not_allowed_is_told_beside_the_ranking(page: Page) -> None:
    deal = page.deal("laugavatn")["deal"]
    gone = ["S8", "S7", "S6", "S5", "S4"]
    found = page.answer("exchange", deal=deal, seat="F", open=True, discards=gone)["exchange"]
    assert found["trial"] is None
    assert found["problem"]["message"] == ("forehand exchanges 5 cards: it may exchange 0 to 4")
    assert found["problem"]["seat"] == "F"
    assert found["best"]
    assert "only forehand may" in page.error("exchange", deal=deal, seat="M")["message"]
    ending = page.deal("endings")["deal"]
    assert page.error("exchange", deal=ending, seat="F")["message"] == (
        "no variant is recorded: give one"
    )


def test_the_exchange_with_one_hand_seen() -> None:
    for seconds in (2, 8, 32):  # a busy machine may solve no deal in a few seconds
        board = Board(replace(LIMITS, blind_seconds=seconds))
        page = Page(board)
        deal = page.deal("hornafjordur")["deal"]
        number = page.ask("exchange", deal=deal, seat="M", open=False, discards=["S6"])
        last = page.last(number)
        if "exchange" in last:
            break
        board.close()
    found = last["exchange"]
    assert found["covered"] == ["F", "D"]
    assert found["exact"] is False
    assert found["trial"]["discards"]
    assert found["best"][0]["interval"]
    assert not any({"drawn", "guarantee"} & each.keys() for each in found["best"])
    assert "sampled deals" in found["text"]
    # Nothing of the others' cards is told.
    told = json.dumps([answer for answer in page.of(number)])
    own = {*page.deal("hornafjordur")["deal"]["hands"][1]}
    assert own
    assert "H4" not in told  # of the Manni
    # A trial that the advice speaks of is answered from it.
    best = found["best"][0]["discards"]
    again = page.answer("exchange", deal=deal, seat="M", open=False, discards=best)["exchange"]
    assert again["trial"] == found["best"][0]
    assert again["text"] == found["text"]
    board.close()


def test_a_review_says_what_each_card_cost(page: Page) -> None:
    deal = page.deal("played")["deal"]
    number = page.ask("review", deal=deal)
    found = page.last(number)["review"]
    assert (found["first_trick"], found["partial"], found["complete"]) == (1, False, True)
    assert [card["card"] for card in found["cards"]] == deal["play"]
    assert [turning["number"] for turning in found["turning_points"]] == [19, 10]
    for card in found["cards"]:
        assert (card["card"] in card["kept"]) == (not card["loss"])
    for seat in "FMD":
        assert found["lost"][seat] == sum(
            card["loss"] for card in found["cards"] if card["seat"] == seat
        )
    assert found["text"]
    parts = [answer["part"] for answer in page.of(number) if "part" in answer]
    assert parts == sorted(parts)
    assert page.error("review", deal=ENDING)["message"] == "no play is recorded"
    revoke = {**ENDING, "play": ["SA", "HA"]}
    assert page.error("review", deal=revoke)["card"] == "HA"


def test_which_cards_matter(page: Page) -> None:
    """The diagram is that of the command; what cannot be asked says why."""
    deal = {"hands": ["Q42...", "K73...", "A65..."], "contract": "NULLO", "leader": "F"}
    found = page.answer("reasons", deal=deal, seat="F")["reason"]
    assert found["text"] == "Forehand can be made to take 1 trick, and no more."
    assert [found["suits"][seat][0] for seat in "FMD"] == ["Q 4 x", "x 7 x", "x 6 5"]
    half = page.answer("reasons", deal=deal, seat="F", says="at_least")["reason"]
    assert half["text"] == "Forehand can be made to take 1 trick."
    told = page.error("reasons", deal=deal, seat="F", says="now")["message"]
    assert "expected one of exactly, at_least, at_most" in told
    over = ["S4", "SK", "S6", "S7", "S5", "S2", "S3", "SA", "SQ"]
    assert page.error("reasons", deal=deal, played=over, seat="F")["message"]
    manille = {"hands": ["TK..."], "variant": "manille-3"}
    assert page.error("reasons", deal=manille, seat="F")["message"]


# Training ----------------------------------------------------------------------------


def check_puzzle(page: Page, id: str) -> None:
    """The key is right and leads, with any right cards after it, to the goal; others are not."""
    puzzle = page.answer("puzzle", id=id)["deals"][0]
    deal = puzzle["deal"]
    played = [move["card"] for move in puzzle["moves"]]
    start = page.answer("position", deal=deal, played=played, values=False)["position"]
    assert start["goal"]["state"] == "open"
    groups = _groups(page, deal, played)
    [key] = [group for group in groups if deal["key"].split()[0] in group]
    for card in start["legal"]:
        found = page.answer("train", deal=deal, played=played, card=card)
        if card in key:
            assert found["keeps"]
        elif not found["keeps"]:
            check_refutation(page, deal, played, card, found)
    wrong = [card for card in start["legal"] if card not in key]
    assert wrong
    card = deal["key"].split()[0]
    for _ in range(20):
        found = page.answer("train", deal=deal, played=played, card=card)
        assert found["keeps"]
        played = [*played, card, *found["replies"]]
        position = page.answer("position", deal=deal, played=played, values=False)["position"]
        assert position["goal"]["state"] == found["state"]
        if found["state"] != "open":
            assert found["state"] == "reached"
            return
        move = page.answer("move", deal=deal, played=played)
        card = move["card"]
    raise AssertionError("it does not end")


def _groups(page: Page, deal: Answer, played: list[str]) -> list[list[str]]:
    cards = page.answer("position", deal=deal, played=played)["values"]["cards"]
    return [list(group) for group in {tuple(sorted([c["card"], *c["equal"]])) for c in cards}]


def check_refutation(page: Page, deal: Answer, played: list[str], card: str, found: Answer) -> None:
    """The line begins with the card and ends with the goal missed."""
    line = [move["card"] for move in found["refutation"]]
    assert line[0] == card
    position = page.answer("position", deal=deal, played=played + line, values=False)["position"]
    assert position["goal"]["state"] == "missed" or position["over"]
    assert position["moves"][len(played) :] == found["refutation"]
    assert found["text"].startswith(f"after {card} ")


QUICK = ("puzzles-1", "puzzles-4", "puzzles-16", "puzzles-47", "endings-3", "mid-trick-2")
IDS = list(Board(Limits(memory_mb=1)).shelf.puzzles)


@pytest.mark.parametrize("id", QUICK)
def test_a_puzzle_is_solved_card_by_card(page: Page, id: str) -> None:
    check_puzzle(page, id)


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id in IDS if id not in QUICK])
def test_every_puzzle_is_solved_card_by_card(page: Page, id: str) -> None:
    check_puzzle(page, id)


def test_what_cannot_be_trained(page: Page) -> None:
    assert "no goal" in page.error("train", deal=ENDING, played=[], card="SA")["message"]
    deal = {**ENDING, "goal": "M 1+"}
    assert page.error("train", deal=deal, played=[], card="SA")["message"] == (
        "forehand is to play: the puzzle is for middlehand to solve"
    )
    assert page.error("train", deal=deal, played=[], card="SK")["card"] == "SK"


# Games that count points -----------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_plays_a_deal_to_its_end(page: Page, game: str) -> None:
    deal = deal_in(page, game)
    start = position_of(page, deal, [])
    values = page.answer("position", deal=deal, played=[])["values"]
    position = position_of(page, deal, played_out(page, deal))
    assert position["over"]
    # Nobody gives anything away: whoever is sure of so much has no less in the end.
    sides = [(side, sum(position["won"][seat] for seat in side)) for side in start["sides"]]
    for side, won in sides:
        [sure] = {values["guarantee"][seat] for seat in side}
        assert won <= sure if start["at_most"] else won >= sure
    if len(sides) == 2:  # between two sides there is nothing to share
        assert all(won == values["guarantee"][side[0]] for side, won in sides)


@pytest.mark.parametrize("game", GAMES)
def test_points_are_counted_where_tricks_stood(page: Page, game: str) -> None:
    deal = deal_in(page, game)
    played = played_out(page, deal, LAST)
    position = position_of(page, deal, played)
    unit = get_variant(game).rules_of(Contract[position["contract"]]).unit
    assert position["unit"] == unit
    moves = [move for move in position["moves"] if "wins" in move]
    for seat, won in position["won"].items():
        taken = [move["worth"] for move in moves if move["wins"] == seat]
        assert won == sum(taken)
        tricks = f"{len(taken)} trick{'s' * (len(taken) != 1)}"
        points = f"{won} point{'s' * (won != 1)} in {tricks}" if taken else "no trick"
        assert position["won_text"][seat] == (f"{won} won" if unit == "tricks" else points)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_counts_what_the_game_counts(page: Page, game: str) -> None:
    deal = deal_in(page, game)
    position = position_of(page, deal, [])
    record = {"play": played_out(page, deal), "leader": position["leader"]}
    found = page.answer("review", deal=deal | record)["review"]
    assert not any(card["loss"] for card in found["cards"])
    assert f"F M D: {position['unit']} each" in found["caption"]
    assert (found["share"] is None) is (len(position["sides"]) == 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_random_deal_can_be_given_what_it_lacks_and_played(page: Page, game: str) -> None:
    deal = page.answer("random", variant=game, seed=5)["deals"][0]["deal"]
    variant = get_variant(game)
    ranks = [card[1] for card in position_of(page, deal, [])["hands"]["F"] if card[0] == "H"]
    assert ranks == sorted(ranks, key="TAKQJ987".index)
    if variant.bids and not variant.cuts:
        position = position_of(page, deal, [])
        assert position["legal"] == []
        assert set(position["why"].values()) == {"no contract is named: nothing can be played"}
        wrong = page.error("move", deal=deal)["message"]
        assert wrong.startswith("no contract is named")
        deal |= {"contract": "NULLO" if "miseres" in game else "H"}
    if variant.rules.partners:
        adopted = page.answer("adopt", deal=deal)["deal"]
        [reason] = set(position_of(page, adopted["deal"], [])["why"].values())
        assert reason == "nobody is said to declare: nothing can be played"
        assert page.error("move", deal=deal)["message"].startswith("nobody is said to declare")
        deal |= {"declarer": "M"}
    adopted = page.answer("adopt", deal=deal)["deal"]
    assert "problem" not in adopted
    assert position_of(page, adopted["deal"], [])["legal"]
    assert "svg" in page.answer("picture", deal=adopted["deal"], played=[], values=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_described_for_the_editor(page: Page, game: str) -> None:
    [told] = [each for each in page.answers[0]["hello"]["variants"] if each["code"] == game]
    assert [card for card in told["pack"] if card[0] == "H"] == [f"H{rank}" for rank in "TAKQJ987"]
    assert "ace" not in told["setup"]
    assert ("declarer" in told["setup"]) is bool(get_variant(game).bids)
    assert ("cut" in told["setup"]) is (told["cut_card"] == "turned card")
    assert ("petite-misere" in told["bids"]) is ("NULLO" in told["contracts"])


def test_who_claims_all_tricks_does_not_lead_for_that(page: Page) -> None:
    deal = deal_in(page, "envers-3")
    deal = {name: value for name, value in deal.items() if name != "leader"}
    position = position_of(page, deal | {"bid": "general", "declarer": "M"}, [])
    assert position["leader"] == "F"
    assert position["beside"][0]["text"] == "general by middlehand, to take every trick"


def test_what_lies_apart_says_who_sees_it(page: Page) -> None:
    def beside(sample: str, number: int) -> list[tuple[str, list[str], str]]:
        deal = page.deal(sample, number)["deal"]
        lines = position_of(page, deal, [])["beside"]
        return [(line["head"], line["cards"], line["text"]) for line in lines]

    assert beside("manille-3", 1) == [
        ("Turned card", ["D7"], "the dealer’s, which makes diamonds trump"),
        ("Talon", ["H7", "CT"], "which nobody sees"),
    ]
    bid, surprise, away = beside("encheres-grande", 1)
    assert bid == ("Bid", [], "31 by dealer")
    assert surprise[1:] == (
        ["D8", "S9", "CQ", "HA", "CK"],
        "the last 2 face up, taken up by dealer",
    )
    assert away == ("Put away", ["H9", "DK", "DJ", "D8", "CQ"], "which dealer alone has seen")
    assert beside("encheres-petite", 4)[0] == (
        "Bid", [], "petite-misere by forehand, to take no trick"
    )  # fmt: skip
    assert beside("basic", 1) == []


def test_a_bid_says_how_it_stands(page: Page) -> None:
    deal = page.deal("encheres-grande")["deal"]
    play = deal["play"]

    def bid(played: list[str], **other: str | None) -> str:
        position = position_of(page, {**deal, "auction": None, **other}, played)
        text: str = position["beside"][0]["text"]
        return text

    assert bid(play[:6]) == "31 by dealer, 13 points to come"
    # H9 DK DJ D8 CQ are put away: they count where the cards put away do.
    counted = {"variant": "encheres-grande+talon-declarer"}
    assert bid(play[:6], **counted) == "31 by dealer, 7 points to come"
    assert bid(play[:6], **counted, discard=None) == "31 by dealer"
    assert bid(play) == "31 by dealer, made"
    assert bid(play, bid="50") == "50 by dealer, 3 points short"
    assert bid(play, bid="47") == "47 by dealer, made"
    assert bid(play, bid="48") == "48 by dealer, 1 point short"
    assert bid(play, bid="general") == "general by dealer, to take every trick, failed"
    misere = page.deal("encheres-sans", 4)["deal"]
    play = played_out(page, misere)
    assert position_of(page, misere, play)["beside"][0]["text"].endswith("no trick, failed")


def test_a_card_against_a_duty_says_which(page: Page) -> None:
    def why(declarer: str | None, middlehand: str, led: str, card: str) -> str:
        game = "manille-3" if declarer is None else "encheres-sans"
        deal = {"variant": game, "hands": [f".{led}.AK.", middlehand, "T..T9."], "contract": "S"}
        if declarer is not None:
            deal["declarer"] = declarer
        position = position_of(page, deal | {"leader": "F"}, [f"H{led}"])
        reason: str = position["why"].get(card, "")
        return reason

    assert why(None, "K.A9..", "J", "H9") == "middlehand's H9 does not rise: it holds HA"
    assert why(None, "K.A9..", "J", "SK") == "middlehand must follow suit: it holds HA"
    assert why(None, "K..J.A", "J", "CA") == "middlehand's CA does not ruff: it holds SK"
    assert why("D", "K.A9..", "J", "H9") == ""  # forehand, who leads, is his partner
    assert why("M", "K.A9..", "J", "H9") == "middlehand's H9 does not rise: it holds HA"


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_done_says_so_in_a_sentence(page: Page, game: str) -> None:
    deal = deal_in(page, game)
    adopted = page.answer("adopt", deal=deal)["deal"]
    if adopted["no_exchange"] is not None:
        assert adopted["can_exchange"] == []
        assert adopted["no_exchange"].endswith(".")
    assert (adopted["no_exchange"] is None) == ("petite" in game or "grande" in game)
    for error in (
        page.error("exchange", deal=deal, seat="F", contract="NULLO"),
        page.error("train", deal=deal, card=position_of(page, deal, [])["legal"][0]),
    ):
        assert error["message"]
        assert "internal" not in error["message"]


def test_what_to_put_away_with_open_cards(page: Page) -> None:
    deal = page.deal("encheres-petite")["deal"]
    adopted = page.answer("adopt", deal=deal)["deal"]
    assert adopted["can_exchange"] == ["D"]
    assert adopted["put_away"]["cards"] == 2
    assert adopted["put_away"]["trumps"] == ["S", "H", "D", "C"]
    held = adopted["put_away"]["held"]["D"]
    assert held[:4] == ["ST", "SA", "SJ", "S9"]
    found = page.answer("exchange", deal=deal, seat="D", discards=[])["exchange"]
    assert found["trial"] is None
    assert found["exact"]
    ranked = [(row["contract"], row["points"]) for row in found["best"]]
    assert ranked == [("S", 30), ("H", 28), ("C", 24), ("D", 9)]
    assert "The bid of 39 is not sure" in found["text"]
    best = found["best"][0]
    trial = page.answer("exchange", deal=deal, seat="D", discards=best["put_away"])["exchange"]
    assert trial["trial"] == best
    hearts = {"deal": deal, "seat": "D", "discards": best["put_away"], "contract": "H"}
    row = page.answer("exchange", **hearts)["exchange"]["trial"]
    assert row["contract"] == "H"
    assert row["points"] <= 28
    many = page.answer("exchange", deal=deal, seat="D", discards=held[:3])["exchange"]
    assert "3 cards" in many["problem"]["message"]
    assert many["best"] == found["best"]


def test_what_to_put_away_from_one_hand(page: Page) -> None:
    deal = page.deal("encheres-petite")["deal"]
    away = page.answer("adopt", deal=deal)["deal"]["put_away"]["held"]["D"][-2:]
    asked = {"deal": deal, "seat": "D", "open": False, "discards": away, "contract": "C"}
    found = page.answer("exchange", **asked)["exchange"]
    assert found["trial"]["contract"] == "C"
    assert sorted(found["trial"]["put_away"]) == sorted(away)
    assert {row["contract"] for row in found["best"]} == {"S", "H", "D", "C"}
    assert all(0 <= row["chance"] <= 1 for row in found["best"])
    assert found["covered"] == ["F", "M"]


def test_who_may_take_up_the_surprise(page: Page) -> None:
    deal = page.deal("encheres-petite")["deal"]
    bare = {name: deal[name] for name in ("variant", "hands", "manni")}
    assert page.answer("adopt", deal=bare)["deal"]["can_exchange"] == ["F", "M", "D"]
    assert page.answer("exchange", deal=bare, seat="M")["exchange"]["exact"]
    misere = bare | {"variant": "encheres-petite+miseres", "bid": "petite-misere", "declarer": "F"}
    adopted = page.answer("adopt", deal=misere)["deal"]
    assert adopted["no_exchange"] == "Nothing is exchanged where petite-misere is bid."
    hidden = {name: bare[name] for name in ("variant", "hands")}
    said = page.answer("adopt", deal=hidden)["deal"]["no_exchange"]
    assert said == "No surprise is recorded: what is taken up is not known."


def test_the_plain_games_are_as_they_were(page: Page) -> None:
    position = position_of(page, page.deal("basic")["deal"], [])
    assert position["unit"] == "tricks"
    assert position["sides"] == [["F"], ["M"], ["D"]]
    assert page.deal("basic")["no_exchange"] is None


def test_puzzles_of_points_are_solved_and_refuted(page: Page) -> None:
    puzzles = [
        puzzle
        for puzzle in page.answer("puzzles")["puzzles"]
        if puzzle["id"].startswith("manille-puzzles")
    ]
    assert len(puzzles) == 17
    games = {variant.name for variant in FAMILIES["manille"]}
    assert {puzzle["title"].partition(", ")[2] for puzzle in puzzles} <= games
    for puzzle in puzzles:
        deal = page.answer("puzzle", id=puzzle["id"])["deals"][0]["deal"]
        position = position_of(page, deal, deal.get("play", []))
        assert position["goal"]["text"] == puzzle["goal"]
        unit = position["unit"].removesuffix("s")
        assert puzzle["goal"].removesuffix("s").endswith(unit)
        for card in position["legal"]:
            found = page.answer("train", deal=deal, played=deal.get("play", []), card=card)
            assert found["keeps"] or unit in found["text"]
            assert found["keeps"] or card != deal["key"]


# Wrong messages ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("\ud800", "no JSON"),
        ("NaN", "NaN is no number"),
        ('{"number": 1e999, "ask": "puzzles"}', '"number"'),
        ('{"number": -Infinity}', "is no number"),
        ("[" * 100_000, "no JSON that can be a message"),
        ("1" * 10_000, "no JSON that can be a message"),
        ("[]", "an array is no message"),
        ("null", "null is no message"),
        ("3", "is no message"),
        ("{}", '"ask"'),
        ('{"number": 1}', '"ask"'),
        ('{"number": 1, "ask": 7}', '"ask"'),
        ('{"number": 1, "ask": ["position"]}', '"ask"'),
        ('{"number": 1, "ask": "_tell"}', '"ask"'),
        ('{"number": 1, "number": 2, "ask": "puzzles"}', "given twice"),
        ('{"ask": "puzzles"}', '"number"'),
        ('{"number": true, "ask": "puzzles"}', '"number"'),
        ('{"number": 0, "ask": "puzzles"}', '"number"'),
        ('{"number": 9007199254740992, "ask": "puzzles"}', '"number"'),
        ('{"number": "1", "ask": "puzzles"}', '"number"'),
        ('{"number": 1, "ask": "puzzles", "self": 1}', "no field is called 'self'"),
        ('{"number": 1, "ask": "paste"}', '"text" is missing'),
        ('{"number": 1, "ask": "paste", "text": null}', '"text" is missing'),
        ('{"number": 1, "ask": "paste", "text": 3}', "expected a string"),
        ('{"number": 1, "ask": "random", "variant": "basic", "seed": 1.5}', "whole number"),
        ('{"number": 1, "ask": "position", "deal": {}}', '"hands" is missing'),
        ('{"number": 1, "ask": "position", "deal": []}', "an array is no deal"),
        ('{"number": 1, "ask": "adopt", "deal": 3}', "expected an object"),
        ('{"number": 1, "ask": "save", "deals": {}}', "expected an array"),
        ('{"number": 1, "ask": "go_on", "of": 12}', "no search goes on for the request 12"),
    ],
)
def test_wrong_messages_get_an_error(page: Page, message: str, says: str) -> None:
    [answer] = page.say(message)
    assert says in answer["error"]["message"]
    assert "internal" not in answer["error"]["message"]
    assert page.say({"number": 100, "ask": "puzzles"})[0]["done"]


def test_numbers_rise(page: Page) -> None:
    page.say({"number": 5, "ask": "puzzles"})
    [answer] = page.say({"number": 5, "ask": "puzzles"})
    assert answer["number"] is None
    assert answer["error"]["message"] == 'field "number": 5 after 5, expected a higher one'
    assert page.say({"number": 6, "ask": "puzzles"})[0]["done"]


def test_limits_of_messages_and_deals() -> None:
    board = Board(replace(LIMITS, message_bytes=2000, deals=3, tabs=2))
    page = Page(board)
    assert "more than 2,000 bytes" in page.say(" " * 2001)[0]["error"]["message"]
    assert "more than 2,000 bytes" in page.say("♠" * 700)[0]["error"]["message"]
    assert "no JSON" in page.say(" " * 2000)[0]["error"]["message"]
    hands = "A... K... Q...\n"
    assert len(page.answer("paste", text=hands * 3)["deals"]) == 3
    assert "more than 3 deals" in page.error("paste", text=hands * 4)["message"]
    small = {"hands": ["A...", "K...", "Q..."]}
    assert page.answer("save", deals=[small] * 3)["text"]
    assert "more than 3 deals" in page.error("save", deals=[small] * 4)["message"]
    other = Page(board)
    with pytest.raises(ValueError, match="2 tabs are open: close one of them"):
        Page(board)
    other.tab.close()
    Page(board).tab.close()
    board.close()


FIRST_VALUES = """
import json, sys
from cli.board.inpage import InPage
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
    assert "cli.board.look" in loaded
    slow = {"numpy", "http.client", "cli.board.games", "solver.advice.worlds", "solver.review"}
    assert not loaded & slow
