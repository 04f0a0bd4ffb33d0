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

from manni.cli.board.address import LONGEST, address_of, deal_of
from manni.cli.board.puzzles import listed
from manni.cli.board.service import Board
from manni.cli.board.shelf import samples
from manni.cli.board.worker import BoardLimits
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

LIMITS = BoardLimits(memory_mb=64, blind_seconds=2.0)

ENDING = {"hands": ["A2.K..", "K3.A..", "Q4.Q.."], "contract": "NT", "leader": "F"}

GAMES = [*VARIANTS, "encheres-sans+miseres"]
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


BARE = {"hands": ["A...", "K...", "Q..."]}


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


PUZZLES = [
    (
        'Variant "manille-4"]\n[Deal "F:.9.8.J TA8... KQ...7 .J7.9."]\n[Contract "C"]\n'
        '[Leader "F"]\n[Goal "F 12+"',
        "D8",
        "forehand and seat 3 take at least 12 points",
    ),
    (
        'Variant "encheres-5"]\n[Deal "F:T.Q.J. 9..A7. J.K..8 AK...J ..8.Q7"]\n'
        '[Contract "D"]\n[Declarer "F"]\n[Goal "F 7+"',
        "DJ",
        "forehand takes at least 7 points",
    ),
    (
        'Variant "decouverte"]\n[Deal "F:A7...T K..J.9"]\n'
        '[Piles "SA CT, S7, -, - / SK C9, DJ, -, -"]\n[Contract "S"]\n[Goal "F 13+"',
        "SA",
        "forehand takes at least 13 points",
    ),
]
"""Puzzles of other tables: their tags, their key, and what they ask for."""


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


# Wrong messages ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("\ud800", "no JSON"),
        ("[" * 100_000, "no JSON that can be a message"),
        ("1" * 10_000, "no JSON that can be a message"),
    ],
)
def test_wrong_messages_get_an_error(page: Page, message: str, says: str) -> None:
    [answer] = page.say(message)
    assert says in answer["error"]["message"]
    assert "internal" not in answer["error"]["message"]
    assert page.say({"number": 100, "ask": "puzzles"})[0]["done"]


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
