"""manni solve and manni table: what they print, as text and as JSON."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import error, manni, output
from positions import finish, random_position

from cli.params import JOBS, MEGABYTES
from solver import reference
from solver.cards import Seat
from solver.engine import MOST_MEMORY_MB, Engine
from solver.notation import parse_card, parse_hands
from solver.position import Position
from solver.rules.contract import Contract
from solver.run import Run
from solver.searches.crew import MOST_THREADS
from solver.values.contracts import all_exact, solve_table
from solver.values.solve import Solver

HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"
SMALL = "AQ.3.. K2.A.. 43..5."

GAME = """\
; two deals of a game
[Name "Whole"]
[Comment "Nobody has played yet"]
[Variant "basic"]
[Deal "F:J5.86.J98.AT864 QT76.K3.Q5.KQ53 AK83.AJ5.AT64.7"]
[Manni "HT D7 S4 HQ H7 DK H9 H4 C9 S9 CJ D3"]
[Contract "H"]
[Leader "F"]

[Deal "F:AQ.3.. K2.A.. 43..5."]
[Contract "NT"]
[Play "M"]
HA D5 H3
S2
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.manni"
    path.write_text(GAME, encoding="utf-8")
    return path


def solve(*args: str | Path) -> dict[str, object]:
    lines = output("solve", *args, "--json").splitlines()
    assert len(lines) == 1
    data = json.loads(lines[0])
    assert isinstance(data, dict)
    return data


# solve -------------------------------------------------------------------------------


def test_json_has_the_promised_keys() -> None:
    data = solve("--hands", SMALL, "--contract", "nt", "--leader", "F", "--cards", "--line", "F")
    position = Position.parse(SMALL, "NT")
    expected = Solver(1).solve(position, cards=True, line="F")
    assert list(data) == [
        "contract",
        "ace_low",
        "leader",
        "to_play",
        "tricks",
        "hands",
        "table",
        "won",
        "guarantee",
        "best_case",
        "share",
        "cards",
        "line",
    ]
    assert (data["contract"], data["leader"], data["to_play"], data["tricks"]) == (
        "NT",
        "F",
        "F",
        3,
    )
    letters = [seat.letter for seat in Seat]
    assert data["guarantee"] == dict(zip(letters, reference.guarantees(position), strict=True))
    assert expected.best_case is not None
    assert data["best_case"] == dict(zip(letters, expected.best_case, strict=True))
    assert expected.share is not None
    assert data["share"] == dict(zip(letters, map(float, expected.share), strict=True))
    cards = data["cards"]
    assert isinstance(cards, list)
    assert [list(card) for card in cards] == [["card", "equal", "guarantee", "share", "loss"]] * 3
    truth = reference.card_values(position)
    for card in cards:
        assert card["guarantee"] == dict(zip(letters, truth[parse_card(card["card"])], strict=True))
    line = data["line"]
    assert isinstance(line, list)
    won = finish(position, tuple(map(parse_card, line)))
    assert won[0] == reference.guarantee(position, 0)


def test_json_says_what_was_solved() -> None:
    data = solve("--hands", "2... K3... 4..5.", "--contract", "NULLO", "--trick", "SA", "--ace-low")
    assert data["hands"] == {"F": "2...", "M": "K3...", "D": "4..5."}
    assert data["table"] == ["SA"]
    assert data["won"] == {"F": 0, "M": 0, "D": 0}
    assert data["ace_low"] is True


def test_json_counts_the_tricks_won(tmp_path: Path) -> None:
    path = tmp_path / "played.manni"
    path.write_text(
        '[Deal "F:A2... K3... Q4..."] [Contract "NT"] [Leader "F"] [Play "F"]\nSA SK SQ\n',
        encoding="utf-8",
    )
    assert solve(path, "--after", "3")["won"] == {"F": 1, "M": 0, "D": 0}


def test_json_names_equal_cards() -> None:
    data = solve("--hands", "AKQ2.3.. JT9.46.. 873.5..6", "--contract", "NT", "--cards")
    cards = data["cards"]
    assert isinstance(cards, list)
    assert {card["card"]: card["equal"] for card in cards} == {
        "SA": ["SK", "SQ"],
        "SK": ["SA", "SQ"],
        "SQ": ["SA", "SK"],
        "S2": [],
        "H3": [],
    }


def test_json_leaves_out_what_is_not_asked_for() -> None:
    data = solve("--hands", HANDS, "--contract", "NT", "--seats", "M")
    assert data["guarantee"] == {"M": 5}
    assert data["share"] is None
    assert "cards" not in data
    assert "line" not in data
    assert "bounds" not in data


def test_cards_on_the_table_leaders_and_low_aces_are_heard() -> None:
    data = solve("--hands", "2... K3... 4..5.", "--contract", "NT", "--trick", "SA")
    assert (data["leader"], data["to_play"], data["tricks"]) == ("F", "M", 2)
    assert data["guarantee"] == {"F": 1, "M": 1, "D": 0}
    assert solve("--hands", SMALL, "--contract", "NT", "--leader", "D")["to_play"] == "D"
    low = solve("--hands", "A... K... Q...", "--contract", "NULLO", "--ace-low")
    assert low["guarantee"] == {"F": 0, "M": 1, "D": 0}


def test_the_drawing_and_the_values() -> None:
    text = output("solve", "--hands", HANDS, "--contract", "NT")
    assert text.startswith("NT · 12 tricks · forehand leads\n")
    assert "♠ A K Q " in text
    rows = [line.split() for line in text.splitlines()]
    assert ["F", "forehand", "3", "3", "3.00"] in rows
    assert ["M", "middlehand", "5", "5", "5.00"] in rows
    assert ["D", "dealer", "4", "4", "4.00"] in rows
    assert "guarantee: at least this against any play" in text
    assert "at most this" in output("solve", "--hands", HANDS, "--contract", "NULLO")


def test_cards_are_listed_best_first_equal_ones_together() -> None:
    text = output("solve", "--hands", HANDS, "--contract", "NT", "--cards")
    table = text[text.index("F plays") :].splitlines()
    assert [line.split("  ")[0] for line in table] == [
        "F plays",
        "♠A ♠K ♠Q",
        "♥T ♥9",
        "♦4 ♦3 ♦2",
        "♣5 ♣4 ♣3 ♣2",
    ]
    assert [line.split()[-1] for line in table] == ["loss", "0", "2", "2", "2"]


def test_the_line_trick_by_trick() -> None:
    text = output("solve", "--hands", SMALL, "--contract", "NT", "--line", "M")
    lines = text[text.index("Line in which middlehand") :].splitlines()
    assert len(lines) == 4
    assert all(line.split()[1] in "FMD" and line.endswith("wins") for line in lines[1:])
    empty = output("solve", "--hands", "... ... ...", "--contract", "NT", "--line", "F")
    assert "no card is left" in empty


def test_every_deal_of_a_file_with_its_points(game: Path) -> None:
    text = output("solve", game)
    assert text.startswith("Deal 1: Whole\nNobody has played yet\n\n♥ trumps")
    assert "\nDeal 2\n\nNT · 2 tricks · dealer to play\n" in text
    assert "Middlehand 1 won" in text
    first, second = (json.loads(line) for line in output("solve", game, "--json").splitlines())
    assert (first["deal"], second["deal"]) == (1, 2)
    for seat in "FMD":
        assert first["points"][seat] == pytest.approx(first["share"][seat] - 4)
    assert "points" not in second
    assert second["leader"] == "M"


def test_one_deal_of_a_file_and_what_goes_before_the_record(game: Path) -> None:
    assert solve(game, "--deal", "2")["to_play"] == "D"
    # In another contract the recorded play is followed where it is legal.
    data = solve(game, "--deal", "2", "--contract", "C")
    assert (data["contract"], data["tricks"], data["to_play"]) == ("C", 2, "D")
    data = solve(game, "--deal", "2", "--leader", "D")
    assert (data["tricks"], data["to_play"]) == (3, "D")
    assert solve(game, "--deal", "2", "--after", "2")["to_play"] == "F"
    assert "only 4 cards of the play" in error("solve", game, "--deal", "2", "--after", "9")
    assert error("solve", game, "--deal", "3") == f"{game}: there is no deal 3 in it (2 deals)"
    for wrong in ("0", "one"):
        told = error("solve", game, "--deal", wrong, code=2)
        assert f"'{wrong}': deals are numbered from 1" in told


def test_a_play_left_aside_is_told(game: Path) -> None:
    found = manni("solve", game, "--deal", "2", "--contract", "D", "--json")
    assert json.loads(found.stdout)["tricks"] == 3
    assert found.stderr == (
        f"{game}: deal 2: the recorded play is not followed in D: "
        "trick 2, card 4: middlehand's S2 is out of turn: dealer is to play\n"
    )


def test_deals_from_standard_input() -> None:
    assert output("solve", "-", "--deal", "2", text=GAME).startswith("Deal 2\n")


def test_a_bad_deal_does_not_spoil_another_one_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "bad.manni"
    path.write_text(GAME.replace("F:J5", "F:AA5"), encoding="utf-8")
    assert solve(path, "--deal", "2")["deal"] == 2
    assert "deal 1" in error("solve", path)


def test_a_variant_named_gives_points_and_the_rank_of_the_ace() -> None:
    args = ("--hands", HANDS, "--contract", "NT", "--variant", "hornafjordur")
    assert solve(*args)["points"] == {"F": -1.0, "M": 1.0, "D": 0.0}
    args = ("--hands", "A... K... Q...", "--contract", "NULLO", "--variant")
    assert solve(*args, "hornafjordur")["guarantee"] == {"F": 1, "M": 0, "D": 0}
    assert solve(*args, "hornafjordur-io")["guarantee"] == {"F": 0, "M": 1, "D": 0}
    assert solve(*args, "hornafjordur-io", "--ace-high")["guarantee"] == {"F": 1, "M": 0, "D": 0}
    found = error("solve", "--hands", HANDS, "--contract", "S", "--variant", "basic")
    assert found == "forehand holds D2, which basic's pack does not have"


def test_a_declarer_named_leads_and_gives_points() -> None:
    hands = "AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876"
    args = ("--hands", hands, "--contract", "S", "--variant", "trjamann")
    data = solve(*args, "--declarer", "M")
    assert data["leader"] == "M"
    assert data["points"] == {"F": 12.0, "M": -8.0, "D": -4.0}
    assert solve(*args)["points"] == solve(*args, "--declarer", "F")["points"]  # as always
    of_anybody = (*args[:-1], "laugavatn")
    assert "points" not in solve(*of_anybody)  # nobody is said to declare


def test_a_great_contract_shows_both_points(tmp_path: Path) -> None:
    path = tmp_path / "great.manni"
    hands = "T987.T987.T987.T987 AKQJ.AKQJ.AKQJ.AKQJ 6543.6543.6543.6543"
    path.write_text(
        f'[Variant "laugavatn"]\n[Deal "F:{hands}"]\n[Contract "great S"]\n[Declarer "M"]\n',
        encoding="utf-8",
    )
    data = solve(path)
    assert data["leader"] == "M"
    assert data["guarantee"] == {"F": 0, "M": 16, "D": 0}
    assert data["points"] == {
        "F": {"guarantee": -4, "best_case": -4},
        "M": {"guarantee": 8, "best_case": 8},
        "D": {"guarantee": -4, "best_case": -4},
    }
    assert "Middlehand declares great S" in output("solve", path)


def test_limited_time_gives_bounds() -> None:
    args = ("--hands", HANDS, "--contract", "NULLO", "--time", "0.000001", "--cards", "--line", "F")
    data = solve(*args)
    assert data["guarantee"] == {"F": None, "M": None, "D": None}
    assert data["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}
    text = output("solve", *args)
    assert "0..12" in text
    assert "Time is up" in text
    assert "not found in time" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Give a FILE of deals or --hands"),
        (("x.manni", "--hands", HANDS), "Give a FILE of deals or --hands"),
        (("--hands", HANDS), "--hands needs --contract"),
        (("x.manni", "--trick", "SA"), "--trick goes with --hands"),
        (("--hands", HANDS, "--contract", "NT", "--memory", "0"), "0 is not in the range"),
        (("--hands", HANDS, "--contract", "NT", "--time", "0"), "0"),
        (("--hands", HANDS, "--contract", "NT", "--after", "3"), "--after goes with a FILE"),
        (("--hands", HANDS, "--contract", "NT", "--deal", "1"), "--deal goes with a FILE"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], message: str) -> None:
    assert message in error("solve", *args, code=2)


def test_a_file_without_a_contract(tmp_path: Path) -> None:
    path = tmp_path / "open.manni"
    path.write_text(f'[Deal "F:{HANDS}"]\n', encoding="utf-8")
    message = error("solve", path)
    assert message == f"{path}: deal 1: no contract is recorded: give one (--contract)"
    assert solve(path, "--contract", "NT")["guarantee"] == {"F": 3, "M": 5, "D": 4}


# table -------------------------------------------------------------------------------


def test_a_whole_table_is_what_solve_says() -> None:
    data = json.loads(output("table", "--hands", SMALL, "--json"))
    assert list(data) == ["tricks", "table"]
    assert len(data["table"]) == 18
    for entry in data["table"]:
        position = Position.parse(SMALL, entry["contract"], entry["leader"])
        assert tuple(entry["guarantee"].values()) == reference.guarantees(position)


def test_part_of_a_table() -> None:
    args = ("--contracts", "S", "--contracts", "NULLO", "--leaders", "D", "--seats", "M")
    data = json.loads(output("table", "--hands", HANDS, *args, "--json"))
    assert [(entry["contract"], entry["leader"]) for entry in data["table"]] == [
        ("S", "D"),
        ("NULLO", "D"),
    ]
    assert all(list(entry["guarantee"]) == ["M"] for entry in data["table"])


def test_the_table_as_text() -> None:
    lines = output("table", "--hands", HANDS).splitlines()
    assert lines[0].split() == ["F", "leads", "M", "leads", "D", "leads"]
    assert lines[1].split() == ["F", "M", "D"] * 3
    assert lines[2].split() == ["S", "3", "4", "3", "3", "5", "3", "3", "4", "3"]
    assert [line.split()[0] for line in lines[2:8]] == ["S", "H", "D", "C", "NT", "NULLO"]


LOW_ACES = "AQ... K2... 43..."
TOOK_THE_ACE = {
    # What is asked for holds in every contract, what a game has in NULLO alone.
    (): set(),
    ("--ace-low",): set(Contract),
    ("--variant", "hornafjordur-io"): {Contract.NULLO},
    ("--variant", "hornafjordur"): set(),
    ("--variant", "hornafjordur+ace-low", "--ace-high"): set(),
}


@pytest.mark.parametrize(("args", "low"), TOOK_THE_ACE.items())
def test_table_and_solve_agree_on_the_ace(args: tuple[str, ...], low: set[Contract]) -> None:
    data = json.loads(output("table", "--hands", LOW_ACES, "--leaders", "F", *args, "--json"))
    for entry in data["table"]:
        contract = Contract[entry["contract"]]
        position = Position.parse(LOW_ACES, contract, "F", ace_low=contract in low)
        assert entry["ace_low"] == position.ace_low
        assert tuple(entry["guarantee"].values()) == reference.guarantees(position)
        found = solve("--hands", LOW_ACES, "--contract", contract.name, *args)
        assert found["guarantee"] == entry["guarantee"]
    text = output("table", "--hands", LOW_ACES, "--leaders", "F", *args)
    assert text.count("ace low") == len(low)


def test_the_ace_of_a_record_is_that_of_its_contract(tmp_path: Path) -> None:
    path = tmp_path / "low.manni"
    path.write_text(f'[Deal "F:{LOW_ACES}"]\n[Contract "NULLO"]\n[AceLow "yes"]\n')
    data = json.loads(output("table", path, "--leaders", "F", "--json"))
    assert [entry["contract"] for entry in data["table"] if entry["ace_low"]] == ["NULLO"]
    high = solve("--hands", LOW_ACES, "--contract", "NT")
    assert solve(path, "--contract", "NT")["guarantee"] == high["guarantee"]


def test_the_table_of_a_file_starts_before_the_play(game: Path) -> None:
    lines = output("table", game, "--contracts", "H", "--json").splitlines()
    assert [json.loads(line)["deal"] for line in lines] == [1, 2]
    assert [json.loads(line)["tricks"] for line in lines] == [12, 3]
    assert "Deal 2\n" in output("table", game, "--contracts", "H")


def test_bounds_in_a_table() -> None:
    args = ("--hands", HANDS, "--contracts", "NULLO", "--time", "0.000001")
    assert "0..12 0..12 0..12" in output("table", *args)


# Side by side, and Ctrl-C --------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_jobs_change_nothing_that_is_printed(game: Path, jobs: str) -> None:
    for args in (
        ("solve", game, "--cards", "--line", "M"),
        ("solve", "--hands", HANDS, "--contract", "NULLO", "--cards", "--json"),
        ("table", game, "--json"),
        ("table", "--hands", HANDS, "--leaders", "M", "--seats", "D", "--seats", "F"),
    ):
        assert output(*args, "--jobs", jobs) == output(*args)


def test_every_entry_of_a_table_is_what_solve_says() -> None:
    rng = Random(3)
    solver, shared = Solver(16), Solver(16, 3)
    for _ in range(12):
        hands = random_position(rng, rng.randrange(8), on_table=0).hands
        values = solve_table(hands, ace_low=[Contract.NULLO, Contract.S], solver=shared)
        assert list(values) == [(contract, leader) for contract in Contract for leader in Seat]
        for (contract, leader), bounds in values.items():
            low = contract in (Contract.NULLO, Contract.S)
            assert bounds == solver.solve(Position(hands, contract, leader, ace_low=low)).bounds


def test_a_table_takes_the_names_of_contracts_and_seats() -> None:
    hands = parse_hands("A... K... Q...")
    named = solve_table(hands, ["NULLO"], ["F"], ["F"], ace_low=["NULLO"])
    assert named == solve_table(hands, ["nolo"], ["F"], [0], ace_low=[Contract.NULLO])
    assert named == {(Contract.NULLO, Seat.FOREHAND): ((0, 0), None, None)}


def test_a_table_out_of_time_has_bounds_everywhere() -> None:
    hands = random_position(Random(4), 16, on_table=0).hands
    values = solve_table(hands, ["NULLO"], ["F"], ["M", "D"], seconds=1e-6)
    assert values == {(Contract.NULLO, Seat.FOREHAND): (None, (0, 16), (0, 16))}
    assert not all_exact(values)


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed as soon as a search begins."""
    whole = Engine.bounds

    def bounds(self: Engine, *args: Any, run: Run, **more: Any) -> Any:
        if not run.is_cancelled():
            signal.raise_signal(signal.SIGINT)
        return whole(self, *args, run=run, **more)

    monkeypatch.setattr(Engine, "bounds", bounds)


@pytest.mark.usefixtures("pressed")
def test_ctrl_c_shows_what_is_proved_and_says_so(game: Path) -> None:
    result = manni("solve", game, "--jobs", "1", "--cards", "--line", "M")
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "stopped at deal 1"
    assert "0..12" in result.stdout
    assert "Stopped: 3..5 means" in result.stdout
    assert "not found in time" in result.stdout
    assert "Deal 2" not in result.stdout
    result = manni("solve", "--hands", HANDS, "--contract", "NT", "--json", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (130, "stopped\n")
    data = json.loads(result.stdout)
    assert data["guarantee"] == {"F": None, "M": None, "D": None}
    assert data["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}


@pytest.mark.usefixtures("pressed")
def test_ctrl_c_in_a_table(game: Path) -> None:
    result = manni("table", game, "--jobs", "1")
    assert (result.exit_code, result.stderr) == (130, "stopped at deal 1\n")
    assert "0..12 0..12 0..12" in result.stdout
    assert "Stopped: 3..5 means" in result.stdout
    assert "Deal 2" not in result.stdout


@pytest.mark.parametrize("option", ["--memory", "--jobs"])
@pytest.mark.parametrize("command", ["solve", "table", "show", "batch"])
def test_numbers_out_of_range_are_wrong_usage(option: str, command: str) -> None:
    for number in ("17592186044416", "0", "-1", "x", "1e20", "nan"):
        message = error(command, "x.manni", option, number, code=2)
        assert message.startswith(f"Invalid value for '{option}': ")


def test_the_bounds_of_options_are_the_library_s() -> None:
    assert MEGABYTES.max == MOST_MEMORY_MB
    assert JOBS.max == MOST_THREADS
