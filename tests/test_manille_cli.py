"""The commands in games for points: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import error, json_of, manni, output
from test_schemas import strict

from manni.solver import reference
from manni.solver.cards import Seat
from manni.solver.files.reading import read_deals
from manni.solver.position import Position
from manni.solver.puzzles.verify import puzzle_of
from manni.solver.rules.games.manille import ENCHERES, ENVERS, MANILLE, MISERE

HANDS = "K.K.J. ..TA7. T.98.."
THREE = ("--variant", "manille-3", "--hands", HANDS, "--contract", "S")
BIDS = ("--variant", "encheres-sans", *THREE[2:])

DEAL = """[Variant "encheres-petite"]
[Deal "F:KQ87.9.KQJ.A9 .K87.T987.QT8 JT.AQJT.A.KJ7"]
[Surprise "SA S9"]
[Auction "20 25 30 pass pass"]
[Contract "H"]
[Discard "D: SJ S9"]
[Play "D"]
HT H9 H7 HA DJ H8 SA S7 HK
"""


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    path = tmp_path / "deal.manni"
    path.write_text(DEAL, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *BIDS), "nobody is said to declare: give the seat that does, or its"),
        (("solve", *THREE, "--ace-low"), "a low ace: the ranks of manille-3 have an order"),
        (("solve", *THREE, "--selfish"), "selfish play: not for games with duties"),
        (
            ("solve", "--hands", "K.K.. ..TA. T.98..", "--trick", "DJ D7", *THREE[:2], *THREE[4:]),
            "card 2: middlehand's D7 does not rise: it holds DT DA",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments: tuple[str, ...], message: str) -> None:
    assert error(*arguments).startswith(message)


@pytest.mark.parametrize(
    ("play", "mistake"),
    [
        ("HT H9 S7", "trick 1, card 3: forehand's S7 is out of turn"),
        ("CK C9", "trick 1, card 2: forehand's C9 does not rise: it holds CA"),
        ("HT H9 H7 HA DJ H8 SA S7 D7", "card 9: middlehand's D7 does not ruff: it holds HK"),
    ],
)
def test_a_recorded_play_that_breaks_a_duty(play: str, mistake: str) -> None:
    assert mistake in error("solve", "-", text=DEAL[: DEAL.index("HT")] + play + "\n")


def test_the_table_has_the_games_contracts_and_each_seat_declare() -> None:
    text = output("table", *BIDS[:4])
    assert [line.split()[0] for line in text.splitlines()[2:6]] == ["S", "H", "D", "C"]
    assert "F declares    M declares    D declares" in text
    data = json_of("table", *THREE[:4])
    rows = {(row["contract"], row["leader"]): row for row in data["table"]}
    for leader in Seat:
        position = Position.parse(HANDS, "S", leader, rules=MANILLE)
        row = rows["S", leader.letter]
        assert tuple(row["guarantee"].values()) == reference.guarantees(position)
        assert row["unit"] == "points"


def test_batch_counts_points(tmp_path: Path, deal: Path) -> None:
    line = {"hands": HANDS, "contract": "S"}
    of_three = line | {"variant": "manille-3"}
    of_bids = line | {"variant": "encheres-sans", "declarer": "D", "leader": "F"}
    recorded = json.loads(output("convert", deal, "--to", "jsonl"))
    assert (recorded["variant"], recorded["declarer"]) == ("encheres-petite", "D")
    asked = "\n".join(map(json.dumps, (of_three, of_bids, line, recorded)))
    answers = output("batch", "-", "-o", "-", text=asked)
    found = [json.loads(answer) for answer in answers.splitlines()]
    assert found[0]["guarantee"] == {"F": 12, "M": 0, "D": 9}
    assert found[1]["guarantee"] == {"F": 17, "M": 17, "D": 7}
    assert [answer.get("unit") for answer in found[:3]] == ["points", "points", None]
    assert found[3]["guarantee"] == json_of("solve", deal)["guarantee"]
    # What was answered may be asked again.
    assert output("batch", "-", "-o", "-", text=answers) == answers


def test_show_says_who_declares_and_how_many_points(deal: Path) -> None:
    text = output("show", deal)
    for said in ("♥ trumps · 7 tricks with", "Dealer declares", "12 points"):
        assert said in text
    data = json_of("show", deal)
    assert (data["unit"], data["declarer"], data["won"]["D"]) == ("points", "D", 12)
    picture = output("show", deal, "--picture", "-", "--values")
    assert "the points the partners are sure of after it" in picture
    unnamed = output("show", *BIDS[:4])
    assert "no contract named · 3 tricks with 24 points" in unnamed
    assert "declares" not in unnamed
    assert "Middlehand declares, to lead" in output("show", *BIDS, "--declarer", "M")
    assert "go with --hands" in error("show", deal, "--variant", "manille-3", code=2)


def test_review_counts_points_for_both_partners(deal: Path) -> None:
    assert "forehand and middlehand are partners" in output("review", deal)
    data = json_of("review", deal)
    strict("review").validate(data)
    assert (data["unit"], data["declarer"]) == ("points", "D")
    for card in data["cards"]:
        assert card["after"]["F"] == card["after"]["M"] == data["worth"] - card["after"]["D"]
        own = card["seat"] == "D"
        lost = card["before"]["D"] - card["after"]["D"]
        assert lost == (card["loss"] if own else -card["loss"])
        assert card["gave"]["D"] == (0 if own else card["loss"])


def test_review_each_for_himself() -> None:
    text = f'[Variant "manille-3"]\n[Deal "F:{HANDS}"]\n[Contract "S"]\n[Play "F"]\n'
    data = json_of("review", "-", text=text + "SK DA ST H9 HK D7\n")
    strict("review").validate(data)
    start = Position.parse(HANDS, "S", rules=MANILLE)
    assert tuple(data["guarantee"].values()) == reference.guarantees(start)
    assert data["cards"][0]["loss"] == 8
    assert sum(data["cards"][-1]["share"].values()) == pytest.approx(24)


# Puzzles -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variant", ["manille-3", "envers-3", "encheres-sans", "encheres-sans+miseres"]
)
def test_a_puzzle_that_is_found_is_sound(variant: str) -> None:
    found = output("puzzle", "find", "--variant", variant, "--length", "4", "--seed", "5")
    check = ("puzzle", "check", "-", "--strict", "--certify", "--tree")
    data = json_of(*check, text=found)
    strict("verify").validate(data)
    assert (data["verdict"], data["certified"]) == ("sound", True)
    assert ("declarer" in data) == variant.startswith("encheres")
    output(*check, text=found)


@pytest.mark.parametrize(("more", "goal"), [((), "F 0-"), (("--against", "F"), "F 1+")])
def test_one_trick_loses_a_misere_in_a_puzzle(more: tuple[str, ...], goal: str) -> None:
    asked = ("--variant", "encheres-sans+miseres", "--contracts", "NULLO", "--length", "4", *more)
    found = output("puzzle", "find", *asked, "-n", "2", "--seed", "1")
    assert re.findall(r'Goal "(.*)"', found) == [goal] * 2
    told = error("puzzle", "find", *asked, "--goal", "2", code=2)
    assert told.endswith("tricks: 2 is no goal in NULLO: one trick loses a misère.")


def test_the_sample_puzzles_are_sound_and_of_every_kind(root: Path) -> None:
    path = root / "data" / "sample_deals" / "manille-puzzles.manni"
    assert "17 puzzles: 17 sound, 17 strictly sound" in output("puzzle", "check", path, "--strict")
    puzzles = [puzzle for deal in read_deals(path) if (puzzle := puzzle_of(deal)) is not None]
    kinds = {(puzzle.position.rules, puzzle.goal.seat in puzzle.side) for puzzle in puzzles}
    both = {(rules, own) for rules in (ENCHERES, MISERE) for own in (True, False)}
    assert kinds == {(MANILLE, True), (ENVERS, True)} | both
    of_miseres = {
        (puzzle.goal.tricks, puzzle.goal.at_least)
        for puzzle in puzzles
        if puzzle.position.rules == MISERE
    }
    assert of_miseres == {(0, False), (1, True)}, "one trick loses a misère"


MISERE_DEAL = """[Variant "encheres-petite+miseres"]
[Deal "F:7.9.. 8.8.. A.A.."]
[Contract "NULLO"]
[Declarer "D"]
[Leader "F"]
"""
OPEN = '[Deal "F:K.K.J. ..TA7. T.98.."]\n[Contract "S"]\n[Declarer "F"]\n[Leader "F"]\n'


@pytest.mark.parametrize(
    ("start", "goal", "said"),
    [
        (MISERE_DEAL, "D 1+", "sound: D 1+ in NULLO is reached"),
        (MISERE_DEAL, "D 0+", "modest"),  # nothing is better than one trick against a misère
        (f'[Variant "encheres-sans"]\n{OPEN}', "M 20+",
         "the goal is middlehand's, who has a partner: name forehand's, who declares"),
        (f'[Variant "manille-3"]\n{OPEN.replace("Declarer", "By")}', "F 25+",
         "the goal speaks of 25 points: only 24 are to come"),
    ],
)  # fmt: skip
def test_goals(start: str, goal: str, said: str) -> None:
    ran = manni("puzzle", "check", "-", "--certify", text=f'{start}[Goal "{goal}"]\n')
    assert said in ran.stdout


# What becomes of a bid -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("auction", "sentence", "made"),
    [
        ("20 25 30 pass pass", "30 is bid: dealer is sure of 26, 4 short", False),
        ("20 25 26 pass pass", "26 is bid: dealer is sure of 26", True),
        ("pass pass general", "general is bid: dealer is not sure of every trick", False),
    ],
)
def test_solve_says_whether_the_bid_is_made(
    tmp_path: Path, auction: str, sentence: str, made: bool
) -> None:
    path = tmp_path / "bid.manni"
    text = DEAL[: DEAL.index("[Play")].replace("20 25 30 pass pass", auction)
    path.write_text(text, encoding="utf-8")
    assert sentence in output("solve", path).splitlines()
    data = json_of("solve", path)
    strict("solve").validate(data)
    assert data["bid"] == {
        "name": sentence.split()[0],
        "sure": data["guarantee"]["D"],
        "made": made,
    }
    # Points taken before count, too.
    path.write_text(text + '[Play "D"]\nHT H9 H7', encoding="utf-8")
    assert output("solve", path).splitlines()[-1].startswith(sentence.split(" sure of")[0])
    # Of another declarer nothing was bid.
    assert "is bid" not in output("solve", path, "--declarer", "F", "--after", "0")


@pytest.mark.parametrize(
    ("hands", "sentence", "made"),
    [
        ("98.987.987.98 AJKQT.AJKQT.. ..AJKQT.AJKQT", "no trick", True),
        ("T8.987.987.98 AJK.AJ.AKJ.KJ Q9.KQT.QT.AQT", "1", False),
    ],
)
def test_a_misere_is_made_if_no_trick_can_be_forced_on_it(
    hands: str, sentence: str, made: bool
) -> None:
    text = f'[Variant "encheres-sans+miseres"]\n[Deal "F:{hands}"]\n'
    text += '[Auction "petite-misere pass pass"]\n'
    assert output("solve", "-", text=text).endswith(
        f"petite-misere is bid: forehand can be made to take {sentence}\n"
    )
    data = json_of("solve", "-", text=text)
    strict("solve").validate(data)
    assert data["bid"] == {"name": "petite-misere", "sure": int(not made), "made": made}
    assert "unit" not in data


@pytest.mark.parametrize(
    "asked",
    [
        ("solve", "--hands", "J.K.. 98... 7.9..", "--declarer", "M"),
        ("show", "--hands", "J.K.. 98... 7.9..", "--declarer", "M"),
        ("solve", "-", "--cards"),
        ("advise", "card", "--hand", "987.987.87.98", "--seat", "F", "--declarer", "F",
         "--worlds", "3"),
    ],
)  # fmt: skip
def test_a_misere_says_its_contract(asked: tuple[str, ...]) -> None:
    text = DEAL[: DEAL.index("[Auction")] + '[Contract "H"]\n[Declarer "F"]\n'
    asked = (*asked, "--variant", "encheres-petite+miseres", "--json")
    said = output(*asked, "--bid", "misère", text=text)
    assert '"contract": "NULLO"' in said
    assert said == output(*asked, "--bid", "misère", "--contract", "NULLO", text=text)
    message = error(*asked, "--bid", "misère", "--contract", "S", text=text)
    assert message.endswith("petite-misere is played in NULLO, not in S")


# Contracts that a game does not have -----------------------------------------------------

UNNAMED = f'[Variant "manille-3"]\n[Deal "F:{HANDS}"]\n'
NO_NULLO = "manille-3 has no NULLO: its contracts are S H D C"


@pytest.mark.parametrize("name", ["solve", "table", "show"])
def test_a_contract_that_the_game_does_not_have_is_refused(name: str) -> None:
    contract = "--contract" + "s" * (name == "table")
    assert error(name, *THREE[:4], contract, "NULLO") == NO_NULLO
    told = error(name, "--variant", "encheres-sans+miseres", *THREE[2:4], contract, "NT")
    assert told == "encheres-sans+miseres has no NT: its contracts are S H D C NULLO"
    assert error(name, "-", contract, "NULLO", text=UNNAMED) == f"stdin: deal 1: {NO_NULLO}"


@pytest.mark.parametrize(
    "asked", ["solve", "table", "show", "review", "exchange", "convert --to json"]
)
def test_a_record_of_a_contract_that_the_game_does_not_have(asked: str) -> None:
    text = UNNAMED + '[Contract "NULLO"]\n[Play "F"]\nDJ\n'
    name, *more = asked.split()
    assert error(name, "-", *more, text=text) == f"stdin: deal 1, line 3: {NO_NULLO}"


def test_rows_and_deals_of_a_contract_that_the_game_does_not_have(tmp_path: Path) -> None:
    record = {"hands": HANDS.split(), "contract": "NULLO", "variant": "manille-3"}
    source, target = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_text(json.dumps(record), encoding="utf-8")
    for more in ([], ["-o", target]):
        assert error("batch", source, *more) == f"{source}: line 1: {NO_NULLO}"
    asked = ("--variant", "manille-3", "--contract", "NULLO", "-o", target)
    assert error("deal", *asked) == NO_NULLO
    assert error("puzzle", "find", *asked[:2], "--contracts", "NT", code=2).endswith("have NT.")
