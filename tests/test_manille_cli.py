"""The commands in games for points: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import error, manni, output
from test_schemas import strict

from solver import reference
from solver.cards import Seat, card_name, rank_of
from solver.deal import Deal
from solver.files.reading import read_deals
from solver.position import Position
from solver.puzzles.verify import puzzle_of
from solver.review.search import review
from solver.rules.manille import ENCHERES, ENVERS, MANILLE, MISERE
from solver.values.solve import Solver

RUFF = ("--hands", "K.K.J. ..TA7. T.98..", "--contract", "S")
THREE = ("--variant", "manille-3", *RUFF)
BIDS = ("--variant", "encheres-sans", *RUFF)

DEAL = """[Variant "encheres-petite"]
[Deal "F:KQ87.9.KQJ.A9 .K87.T987.QT8 JT.AQJT.A.KJ7"]
[Surprise "SA S9"]
[Auction "20 25 30 pass pass"]
[Contract "H"]
[Discard "D: SJ S9"]
[Play "D"]
HT H9 H7 HA DJ H8 SA S7 HK
"""


_CARD = "[♠♥♦♣SHDC] ?(?:10|[TAKQJ987])"
_SUIT_LINE = re.compile("[♠♥♦♣] ?((?:10|[TAKQJ987])(?: ?(?:10|[TAKQJ987])(?![a-z0-9]))+)")
_LIST = re.compile(f"{_CARD}(?:[ ,]+{_CARD})+")


def out_of_order(text: str) -> list[str]:
    """Return what stands in a text that has the cards of a suit in another order than a hand."""
    found = []
    for line in text.splitlines():
        runs = [match[1].replace("10", "T").replace(" ", "") for match in _SUIT_LINE.finditer(line)]
        for match in _LIST.finditer(line):
            by_suit: dict[str, str] = {}
            for card in re.findall(_CARD, match[0].replace("10", "T")):
                by_suit[card[0]] = by_suit.get(card[0], "") + card[-1]
            runs += by_suit.values()
        found += [line for ranks in runs if sorted(ranks, key="TAKQJ987".index) != list(ranks)]
    return found


def test_the_order_is_looked_at() -> None:
    assert not out_of_order("♠T A 7 ♥- ♦K Q  ♣T9 ♠A ♥T, it holds ST SA HT H8")
    for wrong in ("♠A T 7", "♠A10", "♦KQT", "♣A ♣T", "it holds SA HT ST"):
        assert out_of_order(wrong), wrong


HELD = ("--variant", "encheres-petite", "--hand", "AT7.TK9.A.KT7", "--worlds", "8")
OPEN = ("--variant", "manille-3", "--contract", "S", "--hands")
SHOWN = [
    ("show", *OPEN, "AKT... QJ9... ..AKT."),
    ("solve", *OPEN, "AKT... ..AKT. .AKT..", "--cards"),
    ("advise", "bid", *HELD),
    ("advise", "exchange", *HELD, "--surprise", "SK CA"),
    ("exchange", "data/sample_deals/encheres-petite.manni", "--deal", "1"),
    ("review", "data/sample_deals/envers-3.manni", "--deal", "1"),
]  # fmt: skip


@pytest.mark.parametrize("call", SHOWN, ids=lambda call: call[0])
def test_the_ten_stands_first_wherever_cards_are_shown(
    call: tuple[str, ...], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    text = output(*call)
    assert "T" in text
    assert not out_of_order(text)


def test_the_ten_stands_first_in_a_hand_that_asks_what_to_play() -> None:
    call = ("--variant", "dix-sept-3", "--seat", "F", "--contract", "S", "--worlds", "4")
    text = output("advise", "card", *call, "--hand", "ATKJ.TK9.A.T9")
    assert "♠TAKJ ♥TK9 ♦A ♣T9" in text


def test_the_ten_stands_first_before_a_contract_is_named_too() -> None:
    ran = manni("play", "--seed", "9", "--variant", "encheres-petite", text="quit\n")
    assert "You are forehand: " in ran.stderr
    assert "T" in ran.stderr.split("You are forehand: ")[1].splitlines()[0]
    assert not out_of_order(ran.stderr.split("Your bid")[0])


def test_legal_cards_come_as_a_hand_shows_them() -> None:
    position = Position.parse("7AT8.QT.. ..AKQJT9. ...TKQJ98", "S", rules=MANILLE)
    assert " ".join(map(card_name, position.legal())) == "ST SA S8 S7 HT HQ"


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    path = tmp_path / "deal.manni"
    path.write_text(DEAL, encoding="utf-8")
    return path


def test_solve_counts_points() -> None:
    text = output("solve", *THREE, "--cards", "--line", "F")
    assert "3 tricks with 24 points" in text
    assert "F forehand           12         15  13.00" in text
    assert "♠K        4  7   9     5.33     8.33    10.33     8" in text
    assert "D wins 12" in text
    assert "guarantee: at least so many points" in text


def test_solve_with_partners_has_one_number_a_side() -> None:
    text = output("solve", *BIDS, "--declarer", "D", "--leader", "F", "--cards")
    assert "D dealer              7" in text
    assert "of forehand and middlehand: what the two get together" in text
    assert "share" not in text


def test_json_says_the_unit_and_the_declarer() -> None:
    data = json.loads(output("solve", *BIDS, "--declarer", "F", "--cards", "--line", "M", "--json"))
    strict("solve").validate(data)
    assert (data["unit"], data["worth"], data["declarer"]) == ("points", 24, "F")
    assert data["guarantee"] == {"F": 4, "M": 20, "D": 20}
    assert data["share"] is None
    own = json.loads(output("solve", *THREE, "--json"))
    assert "declarer" not in own
    assert sum(own["share"].values()) == pytest.approx(24)
    assert "unit" not in json.loads(output("solve", *RUFF, "--json"))


def test_a_play_that_breaks_a_duty_is_named() -> None:
    hands = ("--hands", "K.K.. ..TA. T.98..", "--contract", "S", "--trick")
    assert error("solve", "--variant", "manille-3", *hands, "DJ D7") == (
        "card 2: middlehand's D7 does not rise: it holds DT DA"
    )


@pytest.mark.parametrize(
    ("play", "mistake"),
    [
        ("HT H9 S7", "trick 1, card 3: forehand's S7 is out of turn"),
        ("CK C9", "trick 1, card 2: forehand's C9 does not rise: it holds CA"),
        ("DA DJ D9", "trick 1, card 3: middlehand's D9 does not rise: it holds DT"),
        ("HT H9 H7 HA DJ H8 SA S7 D7", "card 9: middlehand's D7 does not ruff: it holds HK"),
        ("HT H9 H7 HA DJ H8 HJ S7 D7", "card 9: middlehand's D7 revokes: it holds HK"),
    ],
)
def test_a_recorded_play_that_breaks_a_duty(tmp_path: Path, play: str, mistake: str) -> None:
    path = tmp_path / "bad.manni"
    path.write_text(DEAL[: DEAL.index("HT")] + play + "\n", encoding="utf-8")
    problem = error("solve", path)
    assert mistake in problem


def test_partners_need_a_declarer() -> None:
    assert error("solve", *BIDS) == (
        "nobody is said to declare: give the seat that plays against two partners"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *THREE, "--ace-low"), "a low ace: the ranks of manille-3 have an order"),
        (("solve", *THREE, "--selfish"), "selfish play: not for games with duties"),
        (("puzzle", "find", "--variant", "manille-3", "--contracts", "NT"), "does not have NT"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in error(*arguments, code=2 if arguments[0] == "puzzle" else 1)


def test_the_table_has_the_games_contracts_and_each_seat_declare() -> None:
    text = output("table", *BIDS[:4])
    assert [line.split()[0] for line in text.splitlines()[2:6]] == ["S", "H", "D", "C"]
    assert "F declares    M declares    D declares" in text
    assert "NULLO" not in text
    data = json.loads(output("table", *THREE[:4], "--json"))
    rows = {(row["contract"], row["leader"]): row for row in data["table"]}
    hands = "K.K.J. ..TA7. T.98.."
    for leader in Seat:
        position = Position.parse(hands, "S", leader, rules=MANILLE)
        found = rows["S", leader.letter]["guarantee"]
        assert tuple(found.values()) == reference.guarantees(position)
        assert rows["S", leader.letter]["unit"] == "points"


def test_batch_counts_points(tmp_path: Path) -> None:
    lines = [
        {"hands": "K.K.J. ..TA7. T.98..", "contract": "S", "variant": "manille-3"},
        {"hands": "K.K.J. ..TA7. T.98..", "contract": "S", "variant": "encheres-sans",
         "declarer": "D", "leader": "F"},
        {"hands": "K.K.J. ..TA7. T.98..", "contract": "S"},
    ]  # fmt: skip
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = [json.loads(line) for line in output("batch", path, "-o", "-").splitlines()]
    assert found[0]["guarantee"] == {"F": 12, "M": 0, "D": 9}
    assert found[1]["guarantee"] == {"F": 17, "M": 17, "D": 7}
    assert [line.get("unit") for line in found] == ["points", "points", None]
    # What was answered may be asked again.
    again = tmp_path / "again.jsonl"
    again.write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    assert [json.loads(line) for line in output("batch", again, "-o", "-").splitlines()] == found


def test_lines_of_a_batch_carry_the_rules(tmp_path: Path, deal: Path) -> None:
    line = output("convert", deal, "--to", "jsonl")
    record = json.loads(line)
    assert (record["variant"], record["declarer"]) == ("encheres-petite", "D")
    path = tmp_path / "one.jsonl"
    path.write_text(line, encoding="utf-8")
    solved = json.loads(output("batch", path, "-o", "-"))
    assert solved["guarantee"] == json.loads(output("solve", deal, "--json"))["guarantee"]


def test_show_says_who_declares_and_how_many_points(deal: Path, tmp_path: Path) -> None:
    text = output("show", deal)
    assert "♥ trumps · 7 tricks with" in text
    assert "Dealer declares" in text
    assert "12 points" in text
    data = json.loads(output("show", deal, "--json"))
    assert (data["unit"], data["declarer"], data["won"]["D"]) == ("points", "D", 12)
    picture = output("show", deal, "--picture", "-", "--values")
    assert "the points the partners are sure of after it" in picture


def test_show_takes_hands_of_a_game(deal: Path) -> None:
    text = output("show", *BIDS, "--declarer", "M")
    assert "Middlehand declares, to lead" in text
    assert "♦ T A 7" in text
    unnamed = output("show", *BIDS[:4])
    assert "no contract named · 3 tricks with 24 points" in unnamed
    assert "declares" not in unnamed
    assert "go with --hands" in error("show", deal, "--variant", "manille-3", code=2)


def test_review_counts_points_for_both_partners(deal: Path) -> None:
    text = output("review", deal)
    assert "guarantee: points each seat takes at least" in text
    assert "forehand and middlehand are partners" in text
    data = json.loads(output("review", deal, "--json"))
    strict("review").validate(data)
    assert (data["unit"], data["declarer"]) == ("points", "D")
    for card in data["cards"]:
        assert card["after"]["F"] == card["after"]["M"] == data["worth"] - card["after"]["D"]
        assert card["sure_loss"] is None
        own = card["seat"] == "D"
        lost = card["before"]["D"] - card["after"]["D"]
        assert lost == (card["loss"] if own else -card["loss"])
        assert card["gave"]["D"] == (0 if own else card["loss"])


def test_review_each_for_himself(tmp_path: Path) -> None:
    path = tmp_path / "three.manni"
    text = '[Variant "manille-3"]\n[Deal "F:K.K.J. ..TA7. T.98.."]\n[Contract "S"]\n[Play "F"]\n'
    path.write_text(text + "SK DA ST H9 HK D7\n", encoding="utf-8")
    data = json.loads(output("review", path, "--json"))
    strict("review").validate(data)
    start = Position.parse("K.K.J. ..TA7. T.98..", "S", rules=MANILLE)
    assert tuple(data["guarantee"].values()) == reference.guarantees(start)
    assert data["cards"][0]["loss"] == 8
    assert sum(data["cards"][-1]["share"].values()) == pytest.approx(24)


@pytest.mark.parametrize(
    "variant", ["manille-3", "envers-3", "encheres-sans", "encheres-sans+miseres"]
)
def test_a_puzzle_that_is_found_is_sound(variant: str, tmp_path: Path) -> None:
    found = output("puzzle", "find", "--variant", variant, "--length", "4", "--seed", "5")
    path = tmp_path / "puzzle.manni"
    path.write_text(found, encoding="utf-8")
    (line,) = output(
        "puzzle", "check", path, "--strict", "--certify", "--tree", "--json"
    ).splitlines()
    data = json.loads(line)
    strict("verify").validate(data)
    assert data["verdict"] == "sound"
    assert data["certified"]
    assert ("declarer" in data) == variant.startswith("encheres")
    output("puzzle", "check", path, "--tree")


@pytest.mark.parametrize(("more", "goal"), [((), "F 0-"), (("--against", "F"), "F 1+")])
def test_one_trick_loses_a_misere_in_a_puzzle(more: tuple[str, ...], goal: str) -> None:
    asked = ("--variant", "encheres-sans+miseres", "--contracts", "NULLO", "--length", "4", *more)
    found = output("puzzle", "find", *asked, "-n", "2", "--seed", "1")
    assert re.findall(r'Goal "(.*)"', found) == [goal] * 2
    told = manni("puzzle", "find", *asked, "--goal", "2")
    assert told.exit_code == 2
    assert "tricks: 2 is no goal in NULLO: one trick loses a misère." in told.stderr


def test_the_sample_puzzles_are_sound_and_of_every_kind() -> None:
    path = Path(__file__).parent.parent / "data" / "sample_deals" / "manille-puzzles.manni"
    assert "17 puzzles: 17 sound, 17 strictly sound" in output("puzzle", "check", path, "--strict")
    puzzles = [puzzle_of(deal) for deal in read_deals(path)]
    kinds = {
        (puzzle.position.rules, puzzle.need.seat in puzzle.side)
        for puzzle in puzzles
        if puzzle is not None
    }
    both = {(rules, own) for rules in (ENCHERES, MISERE) for own in (True, False)}
    assert kinds == {(MANILLE, True), (ENVERS, True)} | both
    of_miseres = {
        (puzzle.goal.tricks, puzzle.goal.at_least)
        for puzzle in puzzles
        if puzzle is not None and puzzle.position.rules == MISERE
    }
    assert of_miseres == {(0, False), (1, True)}, "one trick loses a misère"


def test_nothing_is_better_than_one_trick_against_a_misere(tmp_path: Path) -> None:
    path = tmp_path / "misere.manni"
    deal = (
        '[Variant "encheres-petite+miseres"]\n[Deal "F:7.9.. 8.8.. A.A.."]\n'
        '[Contract "NULLO"]\n[Declarer "D"]\n[Leader "F"]\n[Goal "D 1+"]\n'
    )
    path.write_text(deal, encoding="utf-8")
    assert "sound: D 1+ in NULLO is reached" in output("puzzle", "check", path, "--certify")
    path.write_text(deal.replace("1+", "0+"), encoding="utf-8")
    assert "modest" in manni("puzzle", "check", path).stdout


def test_a_goal_is_the_declarers(tmp_path: Path) -> None:
    path = tmp_path / "goal.manni"
    path.write_text(
        '[Variant "encheres-sans"]\n[Deal "F:K.K.J. ..TA7. T.98.."]\n[Contract "S"]\n'
        '[Declarer "F"]\n[Leader "F"]\n[Goal "M 20+"]\n',
        encoding="utf-8",
    )
    problem = manni("puzzle", "check", path).stdout
    assert "the goal is middlehand's, who has a partner: name forehand's, who declares" in problem


def test_the_goal_cannot_ask_for_more_than_there_is(tmp_path: Path) -> None:
    path = tmp_path / "goal.manni"
    path.write_text(
        '[Variant "manille-3"]\n[Deal "F:K.K.J. ..TA7. T.98.."]\n[Contract "S"]\n'
        '[Leader "F"]\n[Goal "F 25+"]\n',
        encoding="utf-8",
    )
    problem = manni("puzzle", "check", path).stdout
    assert "the goal speaks of 25 points: only 24 are to come" in problem


def test_positions_are_those_of_the_rules() -> None:
    """The example by hand, with partners, as the table of a seat that declares."""
    position = Position.parse("K.K.J. ..TA7. T.98..", "S", rules=ENCHERES, declarer="F")
    assert reference.guarantees(position) == (4, 20, 20)


@pytest.mark.parametrize(
    ("auction", "contract", "sentence", "made"),
    [
        ("20 25 30 pass pass", "H", "30 is bid: dealer is sure of 26, 4 short", False),
        ("20 25 26 pass pass", "H", "26 is bid: dealer is sure of 26", True),
        ("pass pass general", "H", "general is bid: dealer is not sure of every trick", False),
    ],
)
def test_solve_says_whether_the_bid_is_made(
    tmp_path: Path, auction: str, contract: str, sentence: str, made: bool
) -> None:
    path = tmp_path / "bid.manni"
    text = DEAL[: DEAL.index("[Play")].replace("20 25 30 pass pass", auction)
    path.write_text(text, encoding="utf-8")
    assert sentence in output("solve", path).splitlines()
    data = json.loads(output("solve", path, "--json"))
    strict("solve").validate(data)
    bid = next(said for said in reversed(auction.split()) if said != "pass")
    assert data["bid"] == {"name": bid, "sure": data["guarantee"]["D"], "made": made}
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
    tmp_path: Path, hands: str, sentence: str, made: bool
) -> None:
    path = tmp_path / "misere.manni"
    path.write_text(
        f'[Variant "encheres-sans+miseres"]\n[Deal "F:{hands}"]\n'
        '[Auction "petite-misere pass pass"]\n',
        encoding="utf-8",
    )
    text = output("solve", path).splitlines()[-1]
    assert text == f"petite-misere is bid: forehand can be made to take {sentence}"
    data = json.loads(output("solve", path, "--json"))
    strict("solve").validate(data)
    assert data["bid"] == {"name": "petite-misere", "sure": int(not made), "made": made}
    assert "unit" not in data


@pytest.fixture
def open_deal(tmp_path: Path) -> Path:
    """Return a deal that names no contract."""
    path = tmp_path / "open.manni"
    path.write_text('[Variant "manille-3"]\n[Deal "F:K.K.J. ..TA7. T.98.."]\n', encoding="utf-8")
    return path


NO_NULLO = "manille-3 has no NULLO: its contracts are S H D C"


@pytest.mark.parametrize("name", ["solve", "table", "show"])
def test_a_contract_that_the_game_does_not_have_is_refused(name: str, open_deal: Path) -> None:
    hands = ("--hands", RUFF[1])
    contract = "--contract" + "s" * (name == "table")
    asked = ("--variant", "manille-3", contract, "NULLO")
    assert error(name, *hands, *asked) == NO_NULLO
    told = error(name, *hands, "--variant", "encheres-sans+miseres", contract, "NT")
    assert told == "encheres-sans+miseres has no NT: its contracts are S H D C NULLO"
    assert error(name, open_deal, contract, "NULLO") == f"{open_deal}: deal 1: {NO_NULLO}"


@pytest.mark.parametrize(
    "asked", [["solve"], ["table"], ["show"], ["review"], ["exchange"], ["convert", "--to", "json"]]
)
def test_a_record_of_a_contract_that_the_game_does_not_have(
    asked: list[str], open_deal: Path
) -> None:
    with open(open_deal, "a", encoding="utf-8") as file:
        file.write('[Contract "NULLO"]\n[Play "F"]\nDJ\n')
    assert error(*asked, open_deal) == f"{open_deal}: deal 1, line 3: {NO_NULLO}"


def test_rows_and_deals_of_a_contract_that_the_game_does_not_have(tmp_path: Path) -> None:
    record = {"hands": RUFF[1].split(), "contract": "NULLO", "variant": "manille-3"}
    source, target = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    source.write_text(json.dumps(record), encoding="utf-8")
    for more in ([], ["-o", target]):
        assert error("batch", source, *more) == f"{source}: line 1: {NO_NULLO}"
    asked = ("--variant", "manille-3", "--contract", "NULLO", "-o", target)
    assert error("deal", *asked) == NO_NULLO


def test_a_game_is_shown_without_a_contract(open_deal: Path) -> None:
    assert "no contract named" in output("show", "--hands", RUFF[1], "--variant", "manille-3")
    assert "no contract named" in output("show", open_deal)


@pytest.mark.parametrize("code", ["encheres-sans", "encheres-petite", "encheres-grande"])
def test_a_review_says_which_cards_turned_the_bid(code: str) -> None:
    path = Path(__file__).parent.parent / "data" / "sample_games" / f"{code}.manni"
    deals, solver = read_deals(path)[:3], Solver(16)
    told = output("review", path, "--json").splitlines()
    for deal, text in zip(deals, told, strict=False):
        data = json.loads(text)
        strict("review").validate(data)
        assert deal.declarer is not None
        assert deal.bid is not None
        position, had = deal.position(after=0), 0
        made = [solver.engine.value(position, deal.declarer) >= int(deal.bid)]
        for card in deal.play:
            position = position.play(card)
            had += position.gain(deal.declarer)
            made.append(had + solver.engine.value(position, deal.declarer) >= int(deal.bid))
        turned = [number for number in range(1, len(made)) if made[number - 1] != made[number]]
        assert data["bid"] == {"name": deal.bid, "made": made[-1], "turned_by": turned}
        targets = data["targets"]
        assert targets[deal.declarer.letter] == int(deal.bid)
        others = {seat: targets[seat.letter] for seat in Seat if seat is not deal.declarer}
        assert {*others.values()} == {data["worth"] - int(deal.bid) + 1}


def test_a_review_of_a_bid_in_text(tmp_path: Path) -> None:
    path = Path(__file__).parent.parent / "data" / "sample_games" / "encheres-petite.manni"
    lost = output("review", path, "--deal", "2")
    assert (
        "35 is bid: after this exchange it could be made against any play; "
        "dealer's ♣T in trick 1 loses it; "
        "forehand's ♥A in trick 6 lets it be made; it is made." in lost
    )
    assert "dealer gets 3 fewer, which loses the bid" in lost
    assert "with ♥7, the two others against dealer:" in lost
    assert "with ♦8, dealer against the two others:" in lost
    assert "is not made." in output("review", path, "--deal", "1")


@pytest.mark.parametrize(("code", "names"), [("encheres-petite", True), ("manille-3", False)])
def test_worlds_count_by_the_trump_named_where_one_is(code: str, names: bool) -> None:
    path = Path(__file__).parent.parent / "data" / "sample_games" / f"{code}.manni"
    text = output("review", path, "--deal", "2", "--seen", "--worlds", "5")
    assert "what the others' cards say that they do not hold" in " ".join(text.split())
    assert ("would have named his trump" in " ".join(text.split())) == names


def test_no_interval_has_more_points_than_the_deal() -> None:
    found = json.loads(
        output(
            "advise", "card", "--hand", "AJ.TA7.Q87.A9", "--variant", "encheres-sans",
            "--seat", "D", "--declarer", "F", "--contract", "S", "--worlds", "3",
            "--played", "HK SQ", "--json",
        )
    )  # fmt: skip
    lows, highs = zip(*(card["interval"] for card in found["cards"]), strict=True)
    assert min(lows) >= 0
    assert max(highs) == 70
    asked = ("--variant", "encheres-petite", "--worlds", "2", "--hand")
    found = json.loads(output("advise", "exchange", *asked, "TAKQ9.TA7.TA.K8", "--json"))
    assert max(each["interval"][1] for each in found["best"]) == 70
    assert "(25.4..70.0)" in output("advise", "bid", *asked, "TAKQ9.TA7.T.K")


def sample_game(code: str) -> list[Deal]:
    return read_deals(Path(__file__).parent.parent / "data" / "sample_games" / f"{code}.manni")


def test_cards_put_away_count_for_a_bid_where_the_game_says_so() -> None:
    def put_away_in(deal: Deal) -> int:
        cards = deal.discards[deal.declarer or Seat.FOREHAND] or ()
        return sum(MANILLE.card_points[rank_of(card)] for card in cards)

    deal = next(filter(put_away_in, sample_game("encheres-petite")))
    declarer, put_away, solver = deal.declarer, put_away_in(deal), Solver(16)
    assert declarer is not None
    plain = review(deal, solver)
    counted = review(replace(deal, variant="encheres-petite+talon-declarer"), solver)
    assert plain.targets is not None
    assert counted.targets is not None
    assert counted.targets[declarer] == plain.targets[declarer] - put_away
    assert (counted.bid, counted.points) == (deal.bid, None)


def test_bids_of_every_trick_and_of_none() -> None:
    deal = sample_game("encheres-sans")[0]
    declarer, solver = deal.declarer, Solver(16)
    assert declarer is not None
    others = [seat for seat in Seat if seat is not declarer]
    every = review(replace(deal, bid="general", auction=()), solver)
    assert every.targets is not None
    assert (every.targets[declarer], every.targets[others[0]]) == (every.start.worth, 1)
    assert not every.bid_makes(every.sure)
    bid = {"bid": "misere-supreme", "variant": "encheres-sans+miseres", "contract": "NULLO"}
    open_deal = replace(deal, play=(), result=None, auction=(), **bid)
    start = open_deal.position()
    play = []
    while start.tricks:
        play.append(start.legal()[-1])
        start = start.play(play[-1])
    none = review(replace(open_deal, play=tuple(play)), solver)
    assert none.targets is not None
    assert (none.targets[declarer], none.targets[others[0]]) == (0, 9)
    assert none.bid_makes(none.sure) == (none.sure[declarer] == 0)
    assert none.bid_makes(none.guarantee) == (none.guarantee[declarer] == 0)
