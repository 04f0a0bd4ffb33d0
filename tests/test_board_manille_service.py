"""The board's service in the games that count points: every kind of request in each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from board_pages import Answer, Page

from cli.board.limits import Limits
from cli.board.place import place_of
from cli.board.service import Board
from solver import reference
from solver.cards import Seat
from solver.files.jsonfile import deal_from_json
from solver.notation import parse_card
from solver.rules.contract import Contract
from solver.rules.registry import FAMILIES, get_variant

MANILLE = [variant.code for variant in FAMILIES["manille"]]
GAMES = {code: (code, 1) for code in MANILLE} | {"encheres-sans+miseres": ("encheres-sans", 4)}
"""The seven games: the sample file and the number of a deal of each."""

LAST = 3
"""Tricks that the plain search can look through."""


@pytest.fixture(scope="module")
def board() -> Iterator[Board]:
    board = Board(Limits(memory_mb=64, blind_seconds=2.0))
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


def deal_of(page: Page, game: str) -> Answer:
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


@pytest.mark.parametrize("game", GAMES)
def test_the_computer_plays_a_deal_to_its_end(page: Page, game: str) -> None:
    deal = deal_of(page, game)
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
def test_values_are_those_of_the_plain_search(page: Page, game: str) -> None:
    deal = deal_of(page, game)
    played = played_out(page, deal, LAST)
    position = place_of(deal_from_json(deal), tuple(map(parse_card, played))).position
    found = page.answer("position", deal=deal, played=played)["values"]
    assert found["exact"]
    for seat in Seat:
        assert found["guarantee"][seat.letter] == reference.guarantee(position, seat)
    mover = position.to_play
    for value in found["cards"]:
        after = position.play(parse_card(value["card"]))
        sure = after.gain(mover) + reference.guarantee(after, mover)
        assert value["guarantee"][mover.letter] == sure
        loss = position.sign * (found["guarantee"][mover.letter] - sure)
        assert value["loss_bounds"] == [loss] * 2
    partners = position.declarer is not None
    assert ("share" in found["columns"]) is not partners
    assert (found["share"] is None) is partners
    assert position.rules.unit in found["caption"]
    assert f"gives a {position.rules.unit[:-1]} of it away" in found["legend"]


@pytest.mark.parametrize("game", GAMES)
def test_points_are_counted_where_tricks_stood(page: Page, game: str) -> None:
    deal = deal_of(page, game)
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
    deal = deal_of(page, game)
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
    deal = deal_of(page, "envers-3")
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
    deal = deal_of(page, game)
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
