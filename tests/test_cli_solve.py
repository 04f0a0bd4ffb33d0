"""manni solve and manni table: what they print, as text and as JSON."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import error, json_of, manni, output
from positions import random_position

from manni.cli.options import JOBS, MEGABYTES
from manni.solver import reference
from manni.solver.cards import Contract, Seat
from manni.solver.engine import MOST_MEMORY_MB, Engine
from manni.solver.notation import parse_card
from manni.solver.position import Position
from manni.solver.run import Run
from manni.solver.searches import MOST_THREADS
from manni.solver.values.solve import Solver, all_exact, solve_table

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


def solve(*args: str | Path) -> dict[str, Any]:
    """Return the one line of JSON about the deal asked for."""
    (line,) = output("solve", *args, "--json").splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def by_seat(values: Any) -> dict[str, Any]:
    return dict(zip("FMD", values, strict=True))


# solve -------------------------------------------------------------------------------


def test_json_has_what_the_library_finds() -> None:
    asked = ("--hands", "AKQ2.3.. JT9.46.. 873.5..6", "--contract", "nt", "--leader", "F")
    data = solve(*asked, "--cards", "--line", "F")
    position = Position.parse(asked[1], "NT")
    expected = Solver(1).solve(position, cards=True, line="F")
    assert (data["contract"], data["leader"], data["to_play"]) == ("NT", "F", "F")
    assert data["guarantee"] == by_seat(reference.guarantees(position))
    assert data["best_case"] == by_seat(expected.best_case)
    assert data["share"] == by_seat(map(float, expected.share or ()))
    truth = reference.card_values(position)
    for card in data["cards"]:
        assert card["guarantee"] == by_seat(truth[parse_card(card["card"])])
    assert tuple(map(parse_card, data["line"])) == expected.line


def test_json_leaves_out_what_is_not_asked_for() -> None:
    data = solve("--hands", HANDS, "--contract", "NT", "--seats", "M")
    assert (data["guarantee"], data["share"]) == ({"M": 5}, None)
    assert not {"cards", "line", "bounds"} & data.keys()


def test_cards_on_the_table_leaders_and_low_aces_are_heard() -> None:
    table = ("--hands", "2... K3... 4..5.", "--trick", "SA", "--contract")
    data = solve(*table, "NT")
    assert (data["leader"], data["to_play"], data["tricks"]) == ("F", "M", 2)
    assert (data["table"], data["guarantee"]) == (["SA"], {"F": 1, "M": 1, "D": 0})
    assert solve(*table, "NULLO", "--ace-low")["ace_low"] is True
    assert solve("--hands", SMALL, "--contract", "NT", "--leader", "D")["to_play"] == "D"


def test_a_line_of_nothing() -> None:
    empty = output("solve", "--hands", "... ... ...", "--contract", "NT", "--line", "F")
    assert "no card is left" in empty


def test_every_deal_of_a_file_with_its_points(game: Path) -> None:
    text = output("solve", game)
    assert text.startswith("Deal 1: Whole\nNobody has played yet\n\n♥ trumps")
    assert "\nDeal 2\n\nNT · 2 tricks · dealer to play\n" in text
    assert "Middlehand 1 won" in text
    first, second = (json.loads(line) for line in output("solve", game, "--json").splitlines())
    assert (first["deal"], second["deal"], second["leader"]) == (1, 2, "M")
    assert second["won"] == {"F": 0, "M": 1, "D": 0}
    for seat in "FMD":
        assert first["points"][seat] == pytest.approx(first["share"][seat] - 4)
    assert "points" not in second


@pytest.mark.parametrize(
    ("given", "contract", "tricks", "to_play"),
    [
        ((), "NT", 2, "D"),
        # In another contract the recorded play is followed where it is legal.
        (("--contract", "C"), "C", 2, "D"),
        (("--leader", "D"), "NT", 3, "D"),
        (("--after", "2"), "NT", 3, "F"),
    ],
)
def test_one_deal_of_a_file_and_what_goes_before_the_record(
    game: Path, given: tuple[str, ...], contract: str, tricks: int, to_play: str
) -> None:
    data = solve(game, "--deal", "2", *given)
    assert (data["contract"], data["tricks"], data["to_play"]) == (contract, tricks, to_play)


def test_a_play_left_aside_is_told(game: Path) -> None:
    found = manni("solve", game, "--deal", "2", "--contract", "D", "--json")
    assert json.loads(found.stdout)["tricks"] == 3
    assert found.stderr == (
        f"{game}: deal 2: the recorded play is not followed in D: "
        "trick 2, card 4: middlehand's S2 is out of turn: dealer is to play\n"
    )


def test_a_bad_deal_does_not_spoil_another_one_asked_for() -> None:
    text = GAME.replace("F:J5", "F:AA5")
    assert output("solve", "-", "--deal", "2", text=text).startswith("Deal 2\n")
    assert "deal 1" in error("solve", "-", text=text)


def test_a_variant_named_gives_points() -> None:
    args = ("--hands", HANDS, "--contract", "NT", "--variant", "hornafjordur")
    assert solve(*args)["points"] == {"F": -1.0, "M": 1.0, "D": 0.0}


def test_a_declarer_named_leads_and_gives_points() -> None:
    hands = "AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876"
    args = ("--hands", hands, "--contract", "S", "--variant", "trjamann")
    data = solve(*args, "--declarer", "M")
    assert (data["leader"], data["points"]) == ("M", {"F": 12.0, "M": -8.0, "D": -4.0})
    assert solve(*args)["points"] == solve(*args, "--declarer", "F")["points"]  # as always
    assert "points" not in solve(*args[:-1], "laugavatn")  # nobody is said to declare


def test_limited_time_gives_bounds() -> None:
    args = ("--hands", HANDS, "--contract", "NULLO", "--time", "0.000001", "--cards", "--line", "F")
    data = solve(*args)
    assert data["guarantee"] == {"F": None, "M": None, "D": None}
    assert data["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}
    assert "Time is up" in output("solve", *args)


NT = ("--hands", HANDS, "--contract", "NT")


@pytest.mark.parametrize(
    "hands",
    [
        ["-.AQ.. K3... J2..."],
        ["-.AQ..", "K3...", "J2..."],
        ["- AQ - - / K3 - - - / J2 - - -"],
        ["-,AQ,-,-; K3,-,-,-; J2,-,-,-"],
    ],
)
@pytest.mark.parametrize("before", [(), ("--leader", "F"), ("--",)])
def test_the_first_hand_may_begin_with_a_void(hands: list[str], before: tuple[str, ...]) -> None:
    plain = output("solve", "--hands", ".AQ.. K3... J2...", "--contract", "NT", "--json")
    assert output("solve", "--json", "--contract", "NT", *before, *hands) == plain


def test_a_column_counts_from_where_the_hands_begin() -> None:
    for given in (["-.AX.. K3... J2..."], ["--hands", "-.AX.. K3... J2..."]):
        message = error("solve", "--contract", "NT", *given, code=2)
        assert "column 4: forehand: 'X' is no rank" in message
    assert error("solve", "-x", code=2) == "No such option '-x'."


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Give a FILE of deals or --hands"),
        (("x.manni", "--hands", HANDS), "Give a FILE of deals or --hands"),
        (("--hands", HANDS), "--hands needs --contract"),
        (("x.manni", "--trick", "SA"), "--trick goes with --hands"),
        ((*NT, "--time", "0"), "0"),
        ((*NT, "--after", "3"), "--after goes with a FILE"),
        ((*NT, "--deal", "1"), "--deal goes with a FILE"),
        (("-", "--deal", "0"), "'0': deals are numbered from 1"),
        (("-", "--deal", "one"), "'one': deals are numbered from 1"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], message: str) -> None:
    assert message in error("solve", *args, code=2)


@pytest.mark.parametrize(
    ("text", "args", "message"),
    [
        (f'[Deal "F:{HANDS}"]', (), "deal 1: no contract is recorded: give one (--contract)"),
        (GAME, ("--deal", "3"), "there is no deal 3 in it"),
        (GAME, ("--deal", "2", "--after", "9"), "only 4 cards of the play"),
        (f'[Deal "F:{HANDS}"]', ("--variant", "basic", "--contract", "S"),
         "forehand holds D2, which basic's pack does not have"),
    ],
)  # fmt: skip
def test_what_a_file_does_not_have(text: str, args: tuple[str, ...], message: str) -> None:
    assert message in error("solve", "-", *args, text=text)


@pytest.mark.parametrize("option", ["--memory", "--jobs"])
@pytest.mark.parametrize("command", ["solve", "table", "show", "batch"])
def test_numbers_out_of_range_are_wrong_usage(option: str, command: str) -> None:
    for number in ("17592186044416", "0", "x", "1e20", "nan"):
        message = error(command, "x.manni", option, number, code=2)
        assert message.startswith(f"Invalid value for '{option}': ")
    assert (MEGABYTES.max, JOBS.max) == (MOST_MEMORY_MB, MOST_THREADS)


# table -------------------------------------------------------------------------------


def test_part_of_a_table() -> None:
    args = ("--contracts", "S", "--contracts", "NULLO", "--leaders", "D", "--seats", "M")
    data = json_of("table", "--hands", HANDS, *args)
    found = [(each["contract"], each["leader"], [*each["guarantee"]]) for each in data["table"]]
    assert found == [("S", "D", ["M"]), ("NULLO", "D", ["M"])]


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
    data = json_of("table", "--hands", LOW_ACES, "--leaders", "F", *args)
    for entry in data["table"]:
        contract = Contract[entry["contract"]]
        position = Position.parse(LOW_ACES, contract, "F", ace_low=contract in low)
        assert entry["ace_low"] == position.ace_low
        assert entry["guarantee"] == by_seat(reference.guarantees(position))
        found = solve("--hands", LOW_ACES, "--contract", contract.name, *args)
        assert found["guarantee"] == entry["guarantee"]
    text = output("table", "--hands", LOW_ACES, "--leaders", "F", *args)
    assert text.count("ace low") == len(low)


def test_the_ace_of_a_record_is_that_of_its_contract(tmp_path: Path) -> None:
    path = tmp_path / "low.manni"
    path.write_text(f'[Deal "F:{LOW_ACES}"]\n[Contract "NULLO"]\n[AceLow "yes"]\n')
    data = json_of("table", path, "--leaders", "F")
    assert [entry["contract"] for entry in data["table"] if entry["ace_low"]] == ["NULLO"]
    high = solve("--hands", LOW_ACES, "--contract", "NT")
    assert solve(path, "--contract", "NT")["guarantee"] == high["guarantee"]


def test_the_table_of_a_file_starts_before_the_play(game: Path) -> None:
    lines = output("table", game, "--contracts", "H", "--json").splitlines()
    found = [json.loads(line) for line in lines]
    assert [(data["deal"], data["tricks"]) for data in found] == [(1, 12), (2, 3)]
    assert "Deal 2\n" in output("table", game, "--contracts", "H")


def test_every_entry_of_a_table_is_what_the_solver_says() -> None:
    rng = Random(3)
    solver, shared = Solver(16), Solver(16, 3)
    for _ in range(12):
        hands = random_position(rng, rng.randrange(8), on_table=0).hands
        values = solve_table(hands, ace_low=[Contract.NULLO, Contract.S], solver=shared)
        assert list(values) == [(contract, leader) for contract in Contract for leader in Seat]
        for (contract, leader), bounds in values.items():
            low = contract in (Contract.NULLO, Contract.S)
            assert bounds == solver.solve(Position(hands, contract, leader, ace_low=low)).bounds


def test_a_table_out_of_time_has_bounds_everywhere() -> None:
    hands = random_position(Random(4), 16, on_table=0).hands
    values = solve_table(hands, ["NULLO"], ["F"], ["M", "D"], seconds=1e-6)
    assert values == {(Contract.NULLO, Seat.FOREHAND): (None, (0, 16), (0, 16))}
    assert not all_exact(values)


# Side by side, and Ctrl-C --------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "5"])
def test_jobs_change_nothing_that_is_printed(game: Path, jobs: str) -> None:
    for args in (
        ("solve", game, "--cards", "--line", "M"),
        ("solve", "--hands", HANDS, "--contract", "NULLO", "--cards", "--json"),
        ("table", game, "--json"),
    ):
        assert output(*args, "--jobs", jobs) == output(*args, "--jobs", "2")


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
@pytest.mark.parametrize(
    ("call", "shown"),
    [
        (("solve", "--cards", "--line", "M"), ("0..12", "not found in time")),
        (("table",), ("0..12 0..12 0..12",)),
    ],
)
def test_ctrl_c_shows_what_is_proved_and_says_so(
    game: Path, call: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    result = manni(call[0], game, "--jobs", "1", *call[1:])
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == "stopped at deal 1"
    for said in (*shown, "Stopped: 3..5 means"):
        assert said in result.stdout
    assert "Deal 2" not in result.stdout


@pytest.mark.usefixtures("pressed")
def test_ctrl_c_leaves_json_whole() -> None:
    result = manni("solve", *NT, "--json", "--jobs", "1")
    assert (result.exit_code, result.stderr) == (130, "stopped\n")
    assert json.loads(result.stdout)["bounds"] == {"F": [0, 12], "M": [0, 12], "D": [0, 12]}
