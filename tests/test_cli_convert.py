"""manni convert: formats there and back, what is left out, hands one deal a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import error, manni, output
from deals import deals
from hypothesis import given, settings

from manni.solver.cards import Contract
from manni.solver.deal import Deal
from manni.solver.errors import NotationError
from manni.solver.files.dealfile import format_deals
from manni.solver.files.jsonfile import left_out, line_entries, record_of
from manni.solver.files.reading import entries_of, hand_line_entries, read_deals
from manni.solver.notation import parse_hands

HANDS = "AKQ.T9.432.5432 J98.AK.AK5.9876 T76.8765.T9.KQJ"
SMALL = "AQ.3.. K2.A.. 43..5."


@pytest.fixture
def samples(root: Path) -> Path:
    return root / "data" / "sample_deals"


# There and back -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["basic", "laugavatn", "mid-trick", "puzzles", "played"])
def test_deal_files_and_json_say_the_same(samples: Path, tmp_path: Path, name: str) -> None:
    source = samples / f"{name}.manni"
    there, back = tmp_path / "x.json", tmp_path / "x.manni"
    for first, second in ((source, there), (there, back)):
        result = manni("convert", first, "-o", second)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert read_deals(there) == read_deals(back) == read_deals(source)


@settings(max_examples=60)
@given(deals())
def test_a_line_is_the_position_a_deal_has_come_to(deal: Deal) -> None:
    try:
        recorded = deal.contract_played
        found = deal.standing(contract=Contract.NT if recorded is None else recorded)
    except ValueError:
        return
    record = record_of(deal, Contract.NT)
    (line,) = line_entries(json.dumps(record))
    assert line.deal is not None
    assert line.deal.position() == found.position
    whole = Deal(
        found.position.dealt,
        contract=found.position.contract,
        leader=found.position.leader,
        play=found.position.table,
        ace_low=found.position.ace_low or None,
    )
    assert left_out(whole, record) == []


def test_lines_there_and_back(tmp_path: Path) -> None:
    text = '{"hands": ["Q...", "KJ...", "T9..."], "contract": "NT", "played": ["SA"], "id": "♠"}\n'
    lines, there = tmp_path / "x.jsonl", tmp_path / "x.manni"
    lines.write_text(text, encoding="utf-8")
    output("convert", lines, "-o", there)
    assert '[Id "♠"]' in there.read_text(encoding="utf-8")
    assert json.loads(output("convert", there, "--to", "jsonl")) == {
        **json.loads(text),
        "leader": "F",
    }


# What is left out ---------------------------------------------------------------------


def test_what_a_line_cannot_say_is_told(tmp_path: Path) -> None:
    source, target = tmp_path / "in.manni", tmp_path / "out.jsonl"
    source.write_text(
        f'[Name "One"]\n[Deal "F:{SMALL}"]\n[Contract "NT"]\n[Play "M"]\nHA D5 H3\nS2\n\n'
        f'[Id "b"]\n[Deal "F:{SMALL}"]\n[Contract "S"]\n[Result "F:1 M:1 D:1"]\n',
        encoding="utf-8",
    )
    result = manni("convert", source, "-o", target, "--json")
    assert result.stderr == "left out, of so many deals: play (1), tags (1), result (1)\n"
    left = {"play": 1, "tags": 1, "result": 1}
    assert json.loads(result.stdout) == {"deals": 2, "left_out": left}
    first, second = map(json.loads, target.read_text(encoding="utf-8").splitlines())
    assert first == {
        "hands": ["AQ...", "K...", "43..."],
        "contract": "NT",
        "leader": "M",
        "played": ["S2"],
    }
    assert second["id"] == "b"
    result = manni(
        "convert",
        "-",
        "--to",
        "json",
        text='{"hands": "A... K... Q...", '
        '"contract": "NT", "seats": ["F"]}\n{"hands": "A... K... Q...", "contract": "S"}',
    )
    assert result.stderr == (
        "Warning: stdin: line 1: a deal has no seats asked for: they are left out\n"
    )
    assert len(json.loads(result.stdout)) == 2


def test_errors_name_the_place(tmp_path: Path) -> None:
    path = tmp_path / "in.manni"
    path.write_text(f'[Deal "F:{SMALL}"]\n', encoding="utf-8")
    found = error("convert", path, "-o", tmp_path / "out.jsonl")
    assert found == f"{path}: deal 1: no contract is recorded: give one (--contract)"
    assert not (tmp_path / "out.jsonl").exists()
    text = output("convert", path, "--to", "jsonl", "--contract", "nt")
    assert json.loads(text)["contract"] == "NT"
    lines = tmp_path / "in.jsonl"
    lines.write_text('{"hands": "A... K... Q...", "contract": "NT"}\n{"hands": 3}\n', "utf-8")
    found = error("convert", lines, "--to", "manni")
    assert found == f'{lines}: line 2: the field "contract" is missing'
    result = manni("convert", lines, "--to", "manni", "--keep-going")
    assert result.exit_code == 1
    assert result.stderr == f'Error: {lines}: line 2: the field "contract" is missing\n'
    assert '[Deal "F:A... K... Q..."]' in result.stdout


def test_nothing_is_written_over_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.manni"
    path.write_text(f'[Deal "F:{SMALL}"]\n', encoding="utf-8")
    assert "a file that is read" in error("convert", path, "-o", path, code=2)
    assert "Give --to" in error("convert", path, code=2)
    other = error("convert", path, "-o", tmp_path / "x.txt", code=2)
    assert "ends in .manni, .json or .jsonl" in other


# Hands one deal a line ----------------------------------------------------------------


def test_hands_one_deal_a_line() -> None:
    text = f"# three deals\n\n{SMALL}\r\n  M: K2.A.. 43..5. AQ.3..\n; and\n{HANDS}"
    found = [entry.deal for entry in entries_of(text)]
    assert found == [Deal(parse_hands(SMALL))] * 2 + [Deal(parse_hands(HANDS))]
    assert output("solve", "-", "--contract", "NT", text=text).count("♠") == 9
    assert "no contract is recorded" in error("solve", "-", text=text)
    assert output("convert", "-", "--to", "manni", text=text) == format_deals(
        deal for deal in found if deal is not None
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("AK... QJ...", "line 3, column 12: only 2 hands"),
        ("AK... AJ... T9...", "line 3: forehand and middlehand both hold SA"),
        ("hello there", "line 3"),
        ('[Deal "F:AK... QJ... T9..."]', "line 3"),
    ],
)
def test_a_bad_line_of_hands(line: str, message: str) -> None:
    text = f"{SMALL}\n\n{line}\n{SMALL}\n"
    first, bad, last = hand_line_entries(text, "hands.txt")
    assert first.deal == last.deal == Deal(parse_hands(SMALL))
    assert (last.number, last.line) == (3, 4)
    assert isinstance(bad.error, NotationError)
    assert str(bad.error).startswith(f"hands.txt: deal 2, {message}")
    (nothing,) = hand_line_entries("# nothing\n\n")
    assert nothing.number == 0
    assert "there is no deal" in str(nothing.error)


@pytest.mark.parametrize("command", ["solve", "table", "show"])
def test_keep_going_does_the_deals_that_are_fine(command: str) -> None:
    text = f"{SMALL}\nAK... AJ... T9...\n{SMALL}\n"
    args = (command, "-", "--contract" + "s" * (command == "table"), "NT")
    message = "stdin: deal 2, line 2: forehand and middlehand both hold SA"
    assert error(*args, text=text) == message
    result = manni(*args, "--keep-going", text=text)
    assert result.exit_code == 1
    assert result.stderr == f"Error: {message}\n"
    assert "Deal 1" in result.stdout
    assert "Deal 2" not in result.stdout
    assert "Deal 3" in result.stdout
    result = manni(*args, "--keep-going", "--deal", "2", text=text)
    assert (result.exit_code, result.stderr) == (1, f"Error: {message}\n")
    # What is no deal at all is nothing to pass by.
    assert "there is no deal" in error(*args, "--keep-going", text="\n")
