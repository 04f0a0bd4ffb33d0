"""The board's service: every kind of request, without a server and without a browser."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from board_pages import Answer, Page, bounds_of
from positions import random_position
from test_puzzle_train import PUZZLES

from manni.cli.board.address import LONGEST, address_of, deal_of
from manni.cli.board.puzzles import listed
from manni.cli.board.service import Board
from manni.cli.board.shelf import samples
from manni.cli.board.worker import Limits
from manni.solver import reference
from manni.solver.cards import THE_SIX, Contract, Seat, card_name, hand_of
from manni.solver.deal import Deal
from manni.solver.errors import NotationError
from manni.solver.exchange.open_cards import before_exchange, best_exchange
from manni.solver.files.dealfile import format_deals, parse_deals
from manni.solver.files.jsonfile import deal_from_json, deal_to_json
from manni.solver.notation import format_hand, parse_card
from manni.solver.report.exchange import discards_table
from manni.solver.rules.games import FAMILIES, VARIANTS, get_variant
from manni.solver.rules.trick import arranged
from manni.solver.schema import bounds_text
from manni.solver.table.place import place_of
from manni.solver.table.view import figures
from manni.solver.values.solve import solve_table

LIMITS = Limits(memory_mb=64, blind_seconds=2.0)

ENDING = {"hands": ["A2.K..", "K3.A..", "Q4.Q.."], "contract": "NT", "leader": "F"}

GAMES = [*VARIANTS, "encheres-sans+miseres"]
"""Every game, and one that is played as misere."""
DECLARERS = "encheres-grande+talon-declarer"


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


def position_of(page: Page, deal: Answer, played: Iterable[str] = ()) -> Answer:
    found = page.of(page.ask("position", deal=deal, played=[*played], values=False))
    position: Answer = found[0]["position"]
    return position


def second(game: str) -> str:
    """Return the seat that plays after forehand."""
    return get_variant(game).seats(1).letter


def written(cards: Iterable[str]) -> str:
    """Return a hand in the notation."""
    return format_hand(hand_of(map(parse_card, cards)))


def small_deal(page: Page, game: str) -> Answer:
    """Return some cards of a random deal of a game, to be played in a contract and by somebody."""
    leads = second(game)
    drawn = page.answer("open", variant=game, seed=7)["deals"][0]["deal"]
    hands = [written(hand[::4]) for hand in position_of(page, drawn)["start"].values()]
    variant = get_variant(game)
    deal = {"variant": game, "hands": hands, "leader": leads}
    if piles := drawn.get("piles"):  # two are left, of two cards each
        piles = {seat: [*(pile[:2] for pile in own[:2]), [], []] for seat, own in piles.items()}
        deal |= {"piles": piles, "hands": [written(chain(*own)) for own in piles.values()]}
    deal["contract"] = drawn.get("contract", "NULLO" if "miseres" in game else "H")
    deal |= {"declarer": "D"} if variant.rules.partners and not variant.partners else {}
    adopted: Answer = page.answer("adopt", deal=deal)["deal"]["deal"]
    return adopted


# Greeting ----------------------------------------------------------------------------


def test_a_page_is_told_what_there_is(page: Page) -> None:
    hello = page.answers[0]["hello"]
    games = {variant["code"]: variant for variant in hello["variants"]}
    assert [code for code in games if "+" not in code] == list(VARIANTS)
    assert {"encheres-grande+nt", "encheres-petite+talon-declarer"} < games.keys()
    for code, game in games.items():
        assert game["seats"] == [seat.letter for seat in get_variant(code).seats]
    assert hello["language"]["seats"]["2"]["of"] == "seat 2"
    for code in {*GAMES} & {variant.code for variant in FAMILIES["manille"]}:
        told = games[code]
        hearts = [card for card in told["pack"] if card[0] == "H"]
        assert hearts == [f"H{rank}" for rank in "TAKQJ987"]
        assert "ace" not in told["setup"]
        assert ("declarer" in told["setup"]) is bool(get_variant(code).bids)
        assert ("cut" in told["setup"]) is (told["cut_card"] == "turned card")
    assert {"code": "NT", "name": "no trump"} in hello["contracts"]
    assert {sample["id"] for sample in hello["samples"]} == set(samples())
    assert hello["most_bytes"] == 1 << 20
    assert len(page.answer("puzzles")["puzzles"]) > 48


# Deals -------------------------------------------------------------------------------


def test_a_file_is_opened_its_bad_deals_told(page: Page) -> None:
    text = '[Name "One"]\n[Deal "F:A... K... Q..."]\n\n[Deal "F:A... A... Q..."]\n'
    found = page.answer("open", data=text, name="two.manni")
    assert found["name"] == "two.manni"
    assert [deal["title"] for deal in found["deals"]] == ["One"]
    [error] = found["errors"]
    assert (error["deal"], error["line"]) == (2, 4)
    assert error["message"] == ("two.manni: deal 2, line 4: forehand and middlehand both hold SA")
    assert page.answer("open", data="", name="x.manni")["errors"][0]["message"]


def test_whatever_reads_is_pasted(page: Page) -> None:
    deal = {"hands": ["A...", "K...", "Q..."]}
    own = "forehand ♠A\nmiddlehand ♠K\ndealer ♠Q"
    for text in ("A... K... Q...", '[Deal "F:A... K... Q..."]', json.dumps([deal]), own):
        found = page.answer("open", text=text)
        assert [each["deal"] for each in found["deals"]] == [deal]
        assert not found["errors"]
        assert found["deals"][0]["warnings"] == ["Understood as A... K... Q..."] * (text is own)
    for text, told in (
        ("good morning", "write them as F: ♠AK4"),
        ("A... X... Q...", "'X' is no"),
        ("F: A...\nM: X...\nD: Q...", "middlehand: 'X' is neither a suit nor a rank"),
    ):
        assert told in page.answer("open", text=text)["errors"][0]["message"]


BARE = {"hands": ["A...", "K...", "Q..."]}
OVER = ["SA", "SK", "SQ", "HK", "HA", "HQ", "S3", "S4", "S2"]
EXCHANGED = {"variant": "laugavatn", "hands": ["", "", ""], "contract": "NT"}
TWO = {"variant": "decouverte", "hands": ["A.K..", "K.A.."], "contract": "H"}
SUIT = {"hands": ["Q42...", "K73...", "A65..."], "contract": "NULLO", "leader": "F"}


@pytest.mark.parametrize(
    ("ask", "fields", "says"),
    [
        ("open", {}, "data, text, sample, file, address"),
        ("open", {"data": "x", "sample": "basic"}, "data and sample"),
        ("open", {"data": ";\n\xf6", "name": "x.manni"}, "x.manni: line 2: byte 0xf6 is not UTF-8"),
        ("open", {"data": "♠"}, "expected bytes, a letter each"),
        ("open", {"sample": "../secret"}, "there is no sample '../secret'"),
        ("open", {"file": "1"}, "there is no file '1'"),
        ("open", {"sample": "puzzles", "only": 0}, "there is no deal 0"),
        ("open", {"variant": "bridge"}, "no variant 'bridge'"),
        ("open", {"variant": "basic", "seed": -1}, "-1"),
        ("open", {"variant": "basic", "seed": 10**400}, "seed"),
        ("position", {"deal": BARE, "played": ["SA"]}, "no contract"),
        ("move", {"deal": BARE}, "no contract"),
        ("move", {"deal": TWO}, "how the hands lie in piles is not said"),
        ("move", {"deal": ENDING, "played": OVER}, "no card is left to play"),
        ("train", {"deal": BARE, "card": "SA"}, "no contract"),
        ("train", {"deal": ENDING, "card": "SA"}, "no goal"),
        ("train", {"deal": ENDING | {"goal": "M 1+"}, "card": "SA"}, "is for middlehand to solve"),
        ("exchange", {"deal": ENDING, "seat": "F"}, "no variant is recorded: give one"),
        ("review", {"deal": ENDING}, "no play is recorded"),
        ("reasons", {"deal": SUIT, "seat": "F", "says": "now"}, "exactly, at_least, at_most"),
        ("reasons", {"deal": ENDING, "played": OVER, "seat": "F"}, ""),
        ("reasons", {"deal": {"hands": ["TK..."], "variant": "manille-3"}, "seat": "F"}, ""),
        ("contracts", {"deal": {"hands": ["A...", "K...", "A..."]}}, "both hold SA"),
        ("save", {"deals": [ENDING, {"hands": ["A...", "A...", "Q..."]}]}, "both hold SA"),
    ],
)
def test_what_cannot_be_answered_says_why(page: Page, ask: str, fields: Answer, says: str) -> None:
    assert says in page.error(ask, **fields)["message"]


def test_files_of_the_command_line_are_opened() -> None:
    board = Board(LIMITS)
    assert board.shelf.add_file("some/where/a.manni", '[Deal "F:A... K... Q..."]') == "1"
    page = Page(board)
    assert page.answers[0]["hello"]["files"] == [{"id": "1", "name": "a.manni", "deals": 1}]
    assert page.answer("open", file="1")["name"] == "a.manni"
    board.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_is_a_deal_and_what_it_lacks_to_be_played_is_said(page: Page, game: str) -> None:
    found = page.answer("open", variant=game)
    assert found["deals"] == page.answer("open", variant=game, seed=found["seed"])["deals"]
    deal = found["deals"][0]["deal"]
    variant = get_variant(game)
    if not variant.cuts and game != "basic":
        position = position_of(page, deal)
        assert position["free"] == []
        assert set(position["why"].values()) == {"no contract is named: nothing can be played"}
        deal |= {"contract": "NULLO" if "miseres" in game else "H", "leader": "F"}
    if variant.rules.partners and not variant.partners:
        [reason] = set(position_of(page, deal)["why"].values())
        assert reason == "nobody is said to declare: nothing can be played"
        assert page.error("move", deal=deal)["message"].startswith("nobody is said to declare")
        deal |= {"declarer": second(game)}
    assert position_of(page, deal)["free"]


def test_a_deal_in_the_making_says_what_is_wrong_with_it(page: Page) -> None:
    hands = ["AK...", "A...", "Q..."]
    found = page.error("adopt", deal={"variant": "basic", "hands": hands})
    assert (found["message"], found["card"]) == ("forehand and middlehand both hold SA", "SA")
    assert page.error("adopt", deal={"hands": ["AA...", "...", "..."]})["seat"] == "F"
    found = page.error("adopt", deal={"hands": ["A...", "...", "..."]})
    assert "forehand 1, middlehand 0, dealer 0" in found["message"]
    wrong: Any
    for wrong in (None, [], "AKQ", [1, 2, 3], ["Z...", "...", "..."], ["...", "...", {}]):
        page.error("adopt", deal={"hands": wrong})


@pytest.mark.parametrize(
    ("fields", "seat", "card"),
    [
        ({"variant": "basic", "hands": ["2...", "3...", "4..."], "manni": None}, "F", "S2"),
        ({"manni": ["H4", "SK"]}, None, "SK"),
        ({"manni": ["H4", "H4"]}, None, "H4"),
        ({"variant": "basic", "manni": ["HA", "C3", "D2"]}, None, "D2"),
        ({"discard": {"M": ["S4", "SA"]}}, "M", "SA"),
    ],
)
def test_what_is_wrong_with_a_deal_is_said_beside_the_card(
    page: Page, fields: Answer, seat: str | None, card: str
) -> None:
    deal = {"hands": ["AK3...", "Q4..K.", "J5..Q."], "manni": ["HA", "C3", "H4"]}
    wrong = page.error("adopt", deal=deal | fields)
    assert (wrong.get("seat"), wrong["card"]) == (seat, card)


def test_a_deal_in_the_making_becomes_one(page: Page) -> None:
    found = page.answer("adopt", deal={**ENDING, "hands": ["2A.K..", "K3.A..", "Q4.Q.."]})
    assert found["deal"]["deal"]["hands"] == ENDING["hands"]


def test_a_record_that_cannot_be_followed_is_cut(page: Page) -> None:
    play = ["SA", "SK", "SQ", "HK", "S3"]
    found = page.answer("adopt", deal={**ENDING, "play": play})["deal"]
    assert [move["card"] for move in found["moves"]] == found["deal"]["play"] == play[:4]
    ends = {"number": 3, "trick": 1, "seat": "D", "card": "SQ", "wins": "F", "worth": 1}
    assert found["moves"][2] == ends
    assert (found["problem"]["seat"], found["problem"]["card"]) == ("M", "S3")
    open_contract = {**ENDING, "play": play[:3], "contract": None}
    assert "no contract" in page.answer("adopt", deal=open_contract)["deal"]["problem"]["message"]


SAID = ("auction", "bid", "declarer", "contract", "discard", "leader")


@pytest.mark.parametrize(
    ("sample", "number", "fields", "seats"),
    [
        ("trjamann", 1, {}, "F"),
        ("hornafjordur", 1, {}, "FMD"),
        ("basic", 2, {}, "F"),  # once somebody has swapped, nobody else may
        ("endings", 1, {}, ""),
        ("encheres-petite", 1, {}, "D"),
        ("encheres-petite", 1, dict.fromkeys(SAID), "FMD"),
        ("encheres-petite", 1, {"manni": None, "discard": None}, "No surprise is recorded"),
        ("encheres-petite", 4, {}, "Nothing is exchanged where petite-misere is bid."),
        ("encheres-sans", 1, {}, "."),
    ],
)
def test_who_can_exchange(page: Page, sample: str, number: int, fields: Answer, seats: str) -> None:
    deal = page.deal(sample, number)["deal"] | fields | {"play": None, "result": None}
    adopted = page.answer("adopt", deal=deal)["deal"]
    can, why_not = adopted["can_exchange"], adopted["no_exchange"]
    assert seats in why_not if why_not else "".join(can) == seats
    assert not (can and why_not)


@pytest.mark.parametrize("name", samples())
def test_sample_files_are_the_same_once_saved_or_put_into_addresses(page: Page, name: str) -> None:
    opened = page.answer("open", sample=name)
    assert not opened["errors"]
    deals = [deal["deal"] for deal in opened["deals"]]
    saved = page.answer("save", deals=deals)
    again = page.answer("open", data=saved["text"].encode().decode("latin-1"), name=saved["name"])
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


def test_hostile_names_are_text(page: Page) -> None:
    name = '</script><img src=x onerror="alert(1)">\\" {;%\u202e]'
    deal = {**ENDING, "tags": [["Name", name], ["Comment", "& <b>"]]}
    adopted = page.answer("adopt", deal=deal)["deal"]
    assert adopted["title"] == name
    text = page.answer("save", deals=[adopted["deal"]])["text"]
    assert page.answer("open", text=text)["deals"][0]["title"] == name
    svg = page.answer("picture", deal=deal)["svg"]
    assert "<img" not in svg
    assert "<script" not in svg


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
    played = ["SA", "SK", "SQ", "HK"]
    position = position_of(page, ENDING, played)
    seen = {
        "contract": "NT",
        "leader": "F",
        "of": 3,
        "hands": {"F": ["S2"], "M": ["S3", "HA"], "D": ["S4", "HQ"]},
        "start": {"F": ["SA", "S2", "HK"], "M": ["SK", "S3", "HA"], "D": ["SQ", "S4", "HQ"]},
        "sizes": {"F": 1, "M": 2, "D": 2},
        "trick": [{"seat": "F", "card": "HK"}],
        "taker": None,
        "won": {"F": 1, "M": 0, "D": 0},
        "to_play": "M",
        "free": ["HA"],
        "why": {
            "S2": "middlehand is to play",
            "S3": "middlehand must follow suit: it holds HA",
            "S4": "middlehand is to play",
            "HQ": "middlehand is to play",
        },
        "outcome": None,
        "over": False,
        "notes": {"F": "1 won", "M": "to play, 0 won", "D": "0 won"},
        "sides": [["F"], ["M"], ["D"]],
        "beside": [],
        "headline": "NT · 2 tricks · middlehand to play",
    }
    assert position | seen == position
    assert [move["card"] for move in position["moves"]] == played
    assert page.answer("open", address=position["address"])["place"] == played


@pytest.mark.parametrize(
    ("game", "sits", "sides"),
    [("manille-4", "32FD", ["F3", "2D"]), ("encheres-7", "65432FD", ["D", "F23456"])],
)
def test_a_table_of_any_size_goes_by_its_seats(
    page: Page, game: str, sits: str, sides: list[str]
) -> None:
    deal = page.deal(game)["deal"]
    played = deal["play"][: len(sits) + 2]
    last = page.answer("position", deal=deal, played=played)
    position = page.of(last["number"])[0]["position"]
    assert "".join(position["round"]) == sits
    assert ["".join(side) for side in position["sides"]] == sides
    assert [move["trick"] for move in position["moves"]] == [1] * len(sits) + [2, 2]
    assert [each["card"] for each in position["trick"]] == played[-2:]
    sure = last["values"]["guarantee"]
    assert sum({side: sure[side[0]] for side in sides}.values()) == last["values"]["worth"]
    assert all(len({sure[seat] for seat in side}) == 1 for side in sides)
    assert page.answer("open", address=position["address"])["place"] == played
    assert "Seat 2" in page.answer("picture", deal=deal, played=played, values=True)["svg"]
    held = position["start"]["2"]
    hands = ["...", written(held), written(held), *["..."] * (len(sits) - 3)]
    wrong = page.error("adopt", deal={"variant": game, "hands": hands})
    assert wrong["message"].startswith("seat 2 and seat 3 both hold ")
    assert wrong["card"] in held
    later = page.error("adopt", deal=deal | {"leader": "M"})
    assert "expected F (forehand), 2 (seat 2)" in later["message"]


def test_the_hands_are_those_after_the_exchange(page: Page) -> None:
    deal = page.deal("hornafjordur")["deal"]
    position = position_of(page, deal)
    assert "H4" in position["hands"]["F"]
    assert "S2" not in position["hands"]["F"]
    assert position["manni"] == []
    assert len(position_of(page, {**deal, "discard": None})["manni"]) == 16


def test_without_a_contract_there_is_nothing_to_play(page: Page) -> None:
    [answer] = page.of(page.ask("position", deal=BARE, played=[], values=True))
    assert answer["done"]
    position = answer["position"]
    assert (position["contract"], position["free"], position["to_play"]) == (None, [], None)
    assert "no contract" in position["why"]["SA"]


def test_a_card_that_cannot_be_played_is_named(page: Page) -> None:
    error = {"message": "trick 1, card 2: middlehand's HA revokes: it holds SK S3"}
    error |= {"seat": "M", "card": "HA"}
    assert page.error("position", deal=ENDING, played=["SA", "HA"]) == error
    assert page.error("review", deal={**ENDING, "play": ["SA", "HA"]})["card"] == "HA"
    assert page.error("move", deal=ENDING, played=["SK"])["seat"] == "F"
    puzzle = {**ENDING, "goal": "F 1+"}
    assert page.error("train", deal=puzzle, card="SK")["card"] == "SK"


@pytest.mark.parametrize("play", [["SA"], ["HA", "HA"], ["S9"]])
def test_the_play_of_the_deal_does_not_matter(page: Page, play: list[str]) -> None:
    assert position_of(page, {**ENDING, "play": play})["moves"] == []


def test_the_end_of_a_deal(page: Page) -> None:
    last = page.answer("position", deal=ENDING, played=OVER)
    position = position_of(page, ENDING, OVER)
    assert (position["over"], position["to_play"], position["of"]) == (True, None, 3)
    assert [position["taker"], len(position["trick"])] == ["D", 3]
    assert bounds_of(last["values"]) == {"F": [0, 0], "M": [0, 0], "D": [0, 0]}
    assert last["values"]["cards"] == []


def narrows(answers: list[Answer]) -> None:
    """Check that bounds only narrow from answer to answer."""
    values = [answer["values"] for answer in answers if "values" in answer]

    def bounds(each: Answer) -> list[list[int]]:
        return [pair for row in (each, *each["cards"]) for pair in bounds_of(row).values()]

    for before, after in pairwise(values):
        assert before != after
        for (low, high), (old_low, old_high) in zip(bounds(after), bounds(before), strict=True):
            assert old_low <= low <= high <= old_high


@pytest.mark.parametrize("case", [*range(40), *(game for game in GAMES if game != "decouverte")])
def test_values_are_those_of_the_plain_search(page: Page, case: int | str) -> None:
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
        deal = small_deal(page, case)
        position = place_of(deal_from_json(deal), ()).position
    asked = {"deal": deal, "played": list(map(card_name, position.table))}
    number = page.ask("position", **asked)
    found = page.last(number)["values"]
    narrows(page.of(number))
    assert found["exact"]
    seats = position.seats
    expected = {seat.letter: reference.guarantee(position, seat) for seat in seats}
    assert found["guarantee"] == expected
    assert [card["card"] for card in found["cards"]] == list(
        map(card_name, arranged(position.legal(), position.rules))
    )
    mover = position.to_play
    for card in found["cards"]:
        after = position.play(parse_card(card["card"]))
        sure = {
            seat.letter: after.side_gain(seat) + reference.guarantee(after, seat) for seat in seats
        }
        loss = position.sign * (expected[mover.letter] - sure[mover.letter])
        assert card["guarantee"] == sure
        assert (card["loss_bounds"], card["loss"]) == ([loss, loss], loss)
    assert ("share" in found["by_seat"]["heads"]) is not position.two_sided
    assert position.rules.unit in found["caption"]
    assert f"a {position.rules.unit[:-1]} of it away" in found["legend"]
    move = page.answer("move", **asked)
    assert move["exact"]
    assert not next(card["loss"] for card in found["cards"] if card["card"] == move["card"])


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_plays_a_deal_to_its_end(page: Page, game: str) -> None:
    """Nobody gives anything away, and what each has won is counted as the game counts it."""
    deal = small_deal(page, game)
    values = page.answer("position", deal=deal)["values"]
    played: list[str] = []
    while not (position := position_of(page, deal, played))["over"]:
        played.append(page.answer("move", deal=deal, played=played)["card"])
    for side in position["sides"]:
        won = sum(position["won"][seat] for seat in side)
        [sure] = {values["guarantee"][seat] for seat in side}
        assert won <= sure if position["at_most"] else won >= sure
        if len(position["sides"]) == 2:  # between two sides there is nothing to share
            assert won == sure
    unit = position["unit"]
    assert unit == get_variant(game).rules_of(Contract[position["contract"]]).unit
    moves = [move for move in position["moves"] if "wins" in move]
    for seat, won in position["won"].items():
        taken = [move["worth"] for move in moves if move["wins"] == seat]
        assert won == sum(taken)
        tricks = f"{len(taken)} trick{'s' * (len(taken) != 1)}"
        points = f"{won} point{'s' * (won != 1)} in {tricks}" if taken else "no trick"
        assert position["notes"][seat].endswith(f"{won} won" if unit == "tricks" else points)
    review = page.answer("review", deal=deal | {"play": played})["review"]
    assert not any(card["loss"] for card in review["cards"])
    letters = " ".join(seat.letter for seat in get_variant(game).seats)
    assert f"{letters}: {unit} each" in review["caption"]
    assert len(review["table"]["heads"]) == len(letters.split()) + 4
    assert ("share" in review["totals"]["heads"]) is (len(position["sides"]) > 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_is_valued_in_every_contract_whoever_leads(page: Page, game: str) -> None:
    asked = small_deal(page, game)
    found = page.answer("contracts", deal=asked)["contracts"]
    deal = deal_from_json(asked)
    played = THE_SIX if deal.rules is None else deal.rules.playable
    rules = {contract: deal.rules_in(contract) for contract in played}
    side = deal.side_declaring(None)
    truth = solve_table(deal.hands, played, rules=rules, declarers=side, piles=deal.piles)
    named = [{"contract": contract.name, "leader": leader.letter} for contract, leader in truth]
    assert found["asked"] == named
    assert [row[2:] for row in found["rows"]] == [
        [*map(bounds_text, own)] for own in truth.values()
    ]


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


def test_a_goal_is_open_reached_or_missed(page: Page) -> None:
    def goal(played: Iterable[str], **deal: Any) -> Any:
        return position_of(page, {**ENDING, **deal}, played)["goal"]

    played = ["SA", "SK", "SQ", "S2", "S3", "S4", "HQ", "HK", "HA"]
    goals = [goal(played[:count], goal="F 2+") for count in range(10)]
    assert goals[0]["text"] == "forehand takes at least 2 tricks"
    assert [each["state"] for each in goals] == ["open"] * 9 + ["missed"]
    # The tricks of a goal count from where the record stops.
    late = {"goal": "F 1+", "play": played[:3]}
    assert goal([], **late)["state"] == goal(played[:3], **late)["state"] == "open"
    assert goal(["HK"], **late) is None


# Moves, exchange, review -------------------------------------------------------------


def test_the_exchange_with_open_cards(page: Page) -> None:
    """It is what the command prints; whatever is tried out is answered from the same ranking."""
    deal = page.deal("hornafjordur", 4)["deal"]
    page.answer("exchange", deal=deal, seat="F")  # of which nothing is taken over
    number = page.ask("exchange", deal=deal, seat="M", open=True, discards=[])
    found = page.last(number)["exchange"]
    assert found["exact"]
    assert found["trial"] == found["rows"][-1]
    before = before_exchange(deal_from_json(deal), Seat.MIDDLEHAND)
    printed = discards_table(replace(best_exchange(before), recorded=None))
    names = ["rank", *found["heads"][1:]]
    assert [row["cells"] for row in found["rows"]] == figures(printed, names)["rows"]
    other = found["rows"][3]
    again = page.answer("exchange", deal=deal, seat="M", open=True, discards=other["cards"])
    assert again["exchange"]["rows"] == found["rows"]
    assert again["exchange"]["trial"] == other
    alone = page.answer("exchange", deal=deal, seat="M", open=True, discards=other["cards"][:1])
    assert alone["exchange"]["rows"] == [*found["rows"], alone["exchange"]["trial"]]
    parts = [answer["part"] for answer in page.of(number) if "part" in answer]
    assert parts == sorted(parts)


def test_a_trial_that_is_not_allowed_is_told_beside_the_ranking(page: Page) -> None:
    deal = page.deal("laugavatn")["deal"]
    gone = ["S8", "S7", "S6", "S5", "S4"]
    found = page.answer("exchange", deal=deal, seat="F", open=True, discards=gone)["exchange"]
    assert found["trial"] is None
    assert found["problem"]["message"] == "forehand exchanges 5 cards: it may exchange 0 to 4"
    assert found["problem"]["seat"] == "F"
    assert found["rows"]
    assert "only forehand may" in page.error("exchange", deal=deal, seat="M")["message"]


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


def test_a_review_says_what_each_card_cost(page: Page) -> None:
    deal = page.deal("played")["deal"]
    number = page.ask("review", deal=deal)
    found = page.last(number)["review"]
    assert (found["first_trick"], found["complete"]) == (1, True)
    assert [card["card"] for card in found["cards"]] == deal["play"]
    assert [turning["number"] for turning in found["turning_points"]] == [19, 10]
    for card in found["cards"]:
        assert (card["card"] in card["kept"]) == (not card["loss"])
    parts = [answer["part"] for answer in page.of(number) if "part" in answer]
    assert parts == sorted(parts)


def test_which_cards_matter(page: Page) -> None:
    found = page.answer("reasons", deal=SUIT, seat="F")["reason"]
    assert found["text"] == "Forehand can be made to take 1 trick, and no more."
    assert [found["suits"][seat][0] for seat in "FMD"] == ["Q 4 2", "x 7 3", "x 6 x"]
    half = page.answer("reasons", deal=SUIT, seat="F", says="at_least")["reason"]
    assert half["text"] == "Forehand can be made to take 1 trick."


# Training ----------------------------------------------------------------------------


QUICK = ("puzzles-1", "puzzles-4", "puzzles-16", "endings-3", "mid-trick-2", "manille-puzzles-1")


@pytest.mark.parametrize(
    "id",
    [pytest.param(id, marks=() if id in QUICK else pytest.mark.exhaustive) for id in listed()],
)
def test_a_puzzle_is_solved_card_by_card(page: Page, id: str) -> None:
    sample, _, number = id.rpartition("-")
    puzzle = page.answer("open", sample=sample, only=int(number))["deals"][0]
    [listed] = [each for each in page.answer("puzzles")["puzzles"] if each["id"] == id]
    check_solved(page, puzzle, listed["goal"])


@pytest.mark.parametrize(("tags", "key", "goal"), PUZZLES)
def test_a_puzzle_of_another_table_is_solved(page: Page, tags: str, key: str, goal: str) -> None:
    text = f'[{tags}]\n[Key "{key}"]\n'
    (puzzle,) = page.answer("open", data=text, name="other.manni")["deals"]
    check_solved(page, puzzle, goal)


def check_solved(page: Page, puzzle: dict[str, Any], goal: str) -> None:
    """Check that the key is right and leads, with any right cards after it, to the goal."""
    deal = puzzle["deal"]
    played = [move["card"] for move in puzzle["moves"]]
    start = position_of(page, deal, played)
    assert (start["goal"]["state"], start["goal"]["text"]) == ("open", goal)
    card = deal["key"].split()[0]
    values = page.answer("position", deal=deal, played=played)["values"]["cards"]
    key = next(group for each in values if card in (group := {each["card"], *each["equal"]}))
    assert key < {*start["free"]}
    for wrong in {*start["free"]} - key:
        found = page.answer("train", deal=deal, played=played, card=wrong)
        if not found["keeps"]:
            line = found["refutation"]
            assert line[0]["card"] == wrong
            end = position_of(page, deal, played + [move["card"] for move in line])
            assert end["goal"]["state"] == "missed" or end["over"]
            assert end["moves"][len(played) :] == line
            assert found["text"].startswith(f"{wrong} fails: ")
    assert all(page.answer("train", deal=deal, played=played, card=each)["keeps"] for each in key)
    state = "open"
    while state == "open":
        found = page.answer("train", deal=deal, played=played, card=card)
        assert found["keeps"]
        played = [*played, card, *found["replies"]]
        state = position_of(page, deal, played)["goal"]["state"]
        assert state == found["state"]
        if state == "open":
            card = page.answer("move", deal=deal, played=played)["card"]
    assert state == "reached"


# What lies beside the cards ---------------------------------------------------------


@pytest.mark.parametrize(
    ("sample", "number", "lines"),
    [
        ("hornafjordur", 1, []),
        (
            "manille-3",
            1,
            [
                ("Turned card", ["D7"], "the dealer’s, which makes diamonds trump"),
                ("Talon", ["H7", "CT"], "which nobody sees"),
            ],
        ),
        (
            "encheres-grande",
            1,
            [
                ("Bid", [], "31 by dealer"),
                (
                    "Surprise",
                    ["D8", "S9", "CQ", "HA", "CK"],
                    "the last 2 face up, taken up by dealer",
                ),
                (
                    "Put away",
                    ["H9", "DK", "DJ", "D8", "CQ"],
                    "which dealer alone has seen",
                ),
            ],
        ),
    ],
)
def test_what_lies_apart_says_who_sees_it(
    page: Page, sample: str, number: int, lines: list[Any]
) -> None:
    beside = position_of(page, page.deal(sample, number)["deal"])["beside"]
    assert [(line["head"], line["cards"], line["text"]) for line in beside] == lines


@pytest.mark.parametrize(
    ("fields", "count", "says"),
    [
        ({}, 6, "31 by dealer, 13 points to come"),
        # H9 DK DJ D8 CQ are put away: they count where the cards put away do.
        ({"variant": DECLARERS}, 6, "31 by dealer, 7 points to come"),
        ({"variant": DECLARERS, "discard": None}, 6, "31 by dealer"),
        ({}, None, "31 by dealer, made"),
        ({"bid": "50"}, None, "50 by dealer, 3 points short"),
        ({"bid": "47"}, None, "47 by dealer, made"),
        ({"bid": "48"}, None, "48 by dealer, 1 point short"),
        ({"bid": "general"}, 0, "general by dealer, to take every trick"),
        ({"bid": "general"}, None, "general by dealer, to take every trick, failed"),
    ],
)
def test_a_bid_says_how_it_stands(page: Page, fields: Answer, count: int | None, says: str) -> None:
    deal = page.deal("encheres-grande")["deal"] | {"auction": None}
    position = position_of(page, deal | fields, deal["play"][:count])
    assert position["beside"][0]["text"] == says


def test_what_to_put_away_with_open_cards(page: Page) -> None:
    deal = page.deal("encheres-petite")["deal"]
    put_away = page.answer("adopt", deal=deal)["deal"]["put_away"]
    assert (put_away["cards"], put_away["trumps"]) == (2, ["S", "H", "D", "C"])
    held = page.of(page.ask("exchange", deal=deal, seat="D"))[0]["view"]["hands"]["D"]
    assert held[:4] == ["ST", "SA", "SJ", "S9"]

    def asked(**trial: Any) -> Any:
        return page.answer("exchange", deal=deal, seat="D", **trial)["exchange"]

    found = asked(discards=[])
    assert (found["trial"], found["exact"]) == (None, True)
    best = found["rows"][0]
    assert asked(discards=best["cards"])["trial"] == best
    row = asked(discards=best["cards"], contract="H")["trial"]
    assert row["contract"] == "H"
    many = asked(discards=held[:3])
    assert "3 cards" in many["problem"]["message"]
    assert many["rows"] == found["rows"]


# Wrong messages ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("\ud800", "no JSON"),
        ("NaN", "NaN is no number"),
        ('{"number": 1e999, "ask": "puzzles"}', '"number"'),
        ("[" * 100_000, "no JSON that can be a message"),
        ("1" * 10_000, "no JSON that can be a message"),
        ("[]", "an array is no message"),
        ("{}", '"ask"'),
        ('{"number": 1, "ask": 7}', '"ask"'),
        ('{"number": 1, "ask": "_tell"}', '"ask"'),
        ('{"number": 1, "number": 2, "ask": "puzzles"}', "given twice"),
        ('{"ask": "puzzles"}', '"number"'),
        ('{"number": true, "ask": "puzzles"}', '"number"'),
        ('{"number": 0, "ask": "puzzles"}', '"number"'),
        ('{"number": 9007199254740992, "ask": "puzzles"}', '"number"'),
        ('{"number": 1, "ask": "puzzles", "self": 1}', "no field is called 'self'"),
        ('{"number": 1, "ask": "rules", "variant": null}', '"variant" is missing'),
        ('{"number": 1, "ask": "open", "text": 3}', "expected a string"),
        ('{"number": 1, "ask": "open", "variant": "basic", "seed": 1.5}', "whole number"),
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
    for text, says in (
        (" " * 2001, "more than 2,000 bytes"),
        ("♠" * 700, "more than 2,000 bytes"),
        (" " * 2000, "no JSON"),
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
