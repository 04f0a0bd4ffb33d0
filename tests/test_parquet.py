"""Parquet in and out of ``manni batch`` and ``manni deal``: the same as lines of JSON."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import error, manni, output
from positions import game_position, random_position

from solver.cards import Seat
from solver.files.dealfile import parse_deals
from solver.files.parquet import ParquetSource, write_tables
from solver.frames.columns import GUARANTEES, HANDS
from solver.notation import format_cards, format_hand, parse_cards, parse_hands
from solver.position import Position
from solver.rules.contract import Contract
from solver.rules.manille import ENCHERES, MANILLE
from solver.values.solve import solve

GOOD = parse_hands("AQ.3.. K2.A.. 43..5.")
LOW = parse_hands("AQ.J.. KJ.A.. T9..9.")
GAMES = (
    "manille-3",
    "dix-sept-3",
    "envers-3",
    "encheres-petite+nt+miseres",
    "hornafjordur+ace-low",
)


def lines(seed: int, count: int) -> list[dict[str, Any]]:
    """Return questions of all kinds and games as lines have them."""
    rng = Random(seed)
    found = []
    for number in range(count):
        code = rng.choice([None, None, *GAMES])
        if code is None:
            position = random_position(rng, rng.randrange(7))
        else:
            position = game_position(rng, code, 5)
        record: dict[str, Any] = {
            "id": f"deal {number}",
            "hands": [format_hand(hand) for hand in position.hands],
            "contract": position.contract.name,
            "leader": position.leader.letter,
            "played": format_cards(position.table).split(),
            "seats": rng.choice([["F", "M", "D"], ["M"], []]),
        }
        record |= {"ace_low": position.ace_low} if code is None else {"variant": code}
        if position.declarer is not None:
            record["declarer"] = position.declarer.letter
        found.append(record)
    return found


def write_lines(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def table(rows: int = 3, **columns: Any) -> pa.Table:
    """Return rows of a good position, with columns changed, added or (None) left out."""
    given: dict[str, Any] = {
        name: pa.array([hand] * rows, pa.uint64()) for name, hand in zip(HANDS, GOOD, strict=True)
    }
    given |= {"contract": ["NT"] * rows} | columns
    return pa.table({name: column for name, column in given.items() if column is not None})


def solved(path: Path, *rows: pa.Table, code: int = 0) -> list[dict[str, Any]]:
    """Return what becomes of a table, row by row."""
    source, target = path / "in.parquet", path / "out.parquet"
    pq.write_table(pa.concat_tables(rows), source)
    result = manni("batch", source, "-o", target, "--jobs", "1")
    assert result.exit_code == code, result.stderr
    found: list[dict[str, Any]] = pq.read_table(target).to_pylist()
    return found


def guarantee(row: dict[str, Any]) -> tuple[int | None, ...]:
    return tuple(row[name] for name in GUARANTEES)


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_parquet_and_lines_say_the_same(tmp_path: Path, jobs: str) -> None:
    source = write_lines(tmp_path / "in.jsonl", [*lines(1, 150), {"contract": "NT"}, "what?"])
    tables, back = tmp_path / "out.parquet", tmp_path / "back.jsonl"
    assert manni("batch", source, "-o", tables, "--jobs", jobs, "--partition", "40").exit_code == 1
    result = manni("batch", source, "--jobs", jobs)
    rows = pq.read_table(tables).to_pylist()
    for text, row in zip(result.stdout.splitlines(), rows, strict=True):
        line = json.loads(text)
        assert row["error"] == line.get("error")
        assert row["id"] == line.get("id")
        if "error" not in line:
            assert tuple(row[name] for name in HANDS) == parse_hands(line["hands"])
            assert guarantee(row) == tuple(line["guarantee"].get(seat.letter) for seat in Seat)
    assert [*pq.read_schema(tables).types[-4:]] == [pa.int8()] * 3 + [pa.string()]
    # What was written can be asked again, and the lines made of it are answered alike.
    spoilt = manni("batch", tables, "-o", back, "--jobs", jobs)
    assert spoilt.exit_code == 1
    assert "2 of 152 rows are wrong; the first: " in spoilt.stderr
    again = [json.loads(text) for text in back.read_text(encoding="utf-8").splitlines()]
    first = [json.loads(text) for text in result.stdout.splitlines()]
    assert [one.get("guarantee") for one in again] == [one.get("guarantee") for one in first]


def test_best_cases_and_shares(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [*lines(4, 60), "what?"])
    target, again = tmp_path / "out.parquet", tmp_path / "again.parquet"
    assert manni("batch", source, "-o", target, "--share", "--partition", "25").exit_code == 1
    told = manni("batch", source, "--share").stdout.splitlines()
    for text, row in zip(told, pq.read_table(target).to_pylist(), strict=True):
        line = json.loads(text)
        for name in ("best_case", "share"):
            found = {seat.letter: row[f"{name}_{seat.letter}"] for seat in Seat}
            assert found == (line.get(name) or dict.fromkeys("FMD")), line
    # Asked again, they are not taken for questions.
    assert manni("batch", target, "-o", again, "--share").exit_code == 1
    assert {*pq.read_schema(again).names} == {*pq.read_schema(target).names}


def test_columns_may_come_in_other_types(tmp_path: Path) -> None:
    played = ["SA"]
    hands = parse_hands("Q.3.. K2.A.. 43..5.")
    columns = {name: pa.array([hand], pa.int64()) for name, hand in zip(HANDS, hands, strict=True)}
    (row,) = solved(
        tmp_path,
        pa.table(
            {
                **columns,
                "contract": pa.array([Contract.S], pa.int8()),
                "leader": pa.array(["forehand"]).dictionary_encode(),
                "ace_low": pa.array([None], pa.bool_()),
                "played": pa.array([played]),
                "seats": pa.array([["M", "D"]]),
                "id": pa.array([{"deep": [1]}]),
                "error": ["of an earlier run"],
            }
        ),
    )
    _, *others = solve(Position(hands, "S", "F", parse_cards("SA"))).guarantee
    assert guarantee(row) == (None, *others)
    assert (row["played"], row["id"], row["error"]) == (played, {"deep": [1]}, None)


@pytest.mark.parametrize(
    ("column", "good", "bad", "message"),
    [
        ("hand_M", GOOD[1], None, "the column hand_M is empty"),
        ("hand_M", GOOD[1], -1, "column hand_M: -1 is no hand of the pack of 52"),
        ("hand_F", GOOD[0], GOOD[1], "forehand and middlehand both hold"),
        ("hand_F", GOOD[0], 1 << 52, "column hand_F: 4503599627370496 is no hand"),
        ("hand_F", GOOD[0], 1 << 12, "the hands differ in length: forehand 1, middlehand 3"),
        ("contract", "NT", None, "the column contract is empty"),
        ("contract", "NT", "X", "field \"contract\": 'X' is no contract"),
        ("contract", 4, 6, "field \"contract\": '6' is no contract"),
        ("leader", "F", "N", "field \"leader\": 'N' is no seat"),
        ("leader", 0, -1, "field \"leader\": '-1' is no seat"),
        ("ace_low", None, "yes", "field \"ace_low\": 'yes': expected true or false"),
        ("played", "", "C2 C3 C4", "3 cards on the table"),
        ("played", "", "C2", "the hands differ in length"),
        ("contract", 4.0, 1.5, "field \"contract\": '1.5' is no contract"),
        ("played", None, [1], 'field "played": 1: expected a string'),
        ("seats", "F M D", "N", "field \"seats\": 'N' is no seat"),
    ],
)
def test_a_bad_row_spoils_only_itself(
    tmp_path: Path, column: str, good: Any, bad: Any, message: str
) -> None:
    values = [good] * 3 + [bad] + [good] * 3
    rows = solved(tmp_path, table(7, **{column: values}), code=1)
    assert rows[3]["error"].startswith(f"row 4: {message}")
    assert guarantee(rows[3]) == (None, None, None)
    right = solve(Position(GOOD, Contract.NT)).guarantee
    for row in rows[:3] + rows[4:]:
        assert row["error"] is None
        assert guarantee(row) == right


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"leadr": ["F"] * 3}, "no column is called 'leadr': there are hand_F hand_M"),
        ({"contract": None}, "the column contract is missing"),
        ({"hand_D": None}, "the column hand_D is missing"),
        ({"hand_D": ["AK..."] * 3}, "column hand_D is of type string: uint64 is wanted"),
    ],
)
def test_strange_columns(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(**columns), source)
    assert error("batch", source, "-o", target).startswith(f"{source}: {message}")
    assert list(tmp_path.iterdir()) == [source]


def test_files_that_are_none(tmp_path: Path) -> None:
    torn, empty, away = (tmp_path / f"{name}.parquet" for name in ("torn", "empty", "away"))
    target = tmp_path / "out.parquet"
    pq.write_table(table(1000), torn)
    torn.write_bytes(torn.read_bytes()[:-20])
    pq.write_table(table(0), empty)
    for out in (target, tmp_path / "out.jsonl"):
        assert error("batch", torn, "-o", out).startswith(f"{torn}: no Parquet file, or torn: ")
        assert (
            error("batch", away, "-o", out) == f"{away}: cannot be read: no such file or directory"
        )
    assert error("batch", empty, "-o", target) == f"{empty}: there is no row in it"
    (tmp_path / "folder").mkdir()
    assert error("batch", f"{tmp_path / 'folder'}/", "-o", target) == (
        f"{tmp_path / 'folder'}/: there is no Parquet file in it"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "empty.parquet",
        "folder",
        "torn.parquet",
    ]


@pytest.mark.parametrize(
    ("column", "good", "bad", "message"),
    [
        ("variant", "dix-sept-3", "bridge", "field \"variant\": no variant 'bridge': there are"),
        ("variant", "dix-sept-3", "encheres-sans", "nobody is said to declare: give the seat"),
        ("declarer", None, "N", "field \"declarer\": 'N' is no seat"),
        ("ace_low", None, True, "a low ace: the ranks of dix-sept-3 have an order of their own"),
        (
            "hand_F",
            LOW[0],
            LOW[0] & LOW[0] - 1 | 1,
            "forehand holds S2, which dix-sept-3's pack does not have",
        ),
        ("played", "", "S7", "the hands differ in length"),
    ],
)
def test_a_bad_row_of_a_game_spoils_only_itself(
    tmp_path: Path, column: str, good: Any, bad: Any, message: str
) -> None:
    columns = dict(zip(HANDS, ([hand] * 5 for hand in LOW), strict=True))
    columns |= {"contract": ["H"] * 5, "variant": ["dix-sept-3"] * 5}
    columns |= {column: [good] * 2 + [bad] + [good] * 2}
    rows = solved(tmp_path, table(5, **columns), code=1)
    assert rows[2]["error"].startswith(f"row 3: {message}")
    assert guarantee(rows[2]) == (None, None, None)
    right = solve(Position(LOW, "H", rules=MANILLE)).guarantee
    for row in rows[:2] + rows[3:]:
        assert row["error"] is None
        assert guarantee(row) == right


def test_whoever_declares_leads_where_no_leader_is_given(tmp_path: Path) -> None:
    hands = dict(zip(HANDS, ([hand] * 3 for hand in parse_hands("AQ... KJ... T9...")), strict=True))
    asked = {"declarer": [None, "M", "D"], "variant": [None, "encheres-sans", "encheres-sans"]}
    rows = solved(tmp_path, table(**hands, contract=["H"] * 3, **asked))
    position = Position([row[0] for row in hands.values()], "H", "M", rules=ENCHERES, declarer="M")
    assert guarantee(rows[0]) == solve(Position(position.hands, "H", "F")).guarantee
    assert guarantee(rows[1]) == solve(position).guarantee
    dealer = Position(position.hands, "H", "D", rules=ENCHERES, declarer="D")
    assert guarantee(rows[2]) == solve(dealer).guarantee


def test_a_folder_in_and_a_folder_out(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", lines(2, 25))
    whole, folder, again = (tmp_path / name for name in ("a.parquet", "b", "c.parquet"))
    manni("batch", source, "-o", whole)
    manni("batch", source, "-o", f"{folder}/", "--partition", "10")
    assert len(list(folder.iterdir())) == 3
    assert pq.read_table(folder) == pq.read_table(whole)
    # Pieces of another length than the files have.
    manni("batch", folder, "-o", again, "--partition", "7")
    assert pq.read_table(again) == pq.read_table(whole)
    assert "is there already" in error("batch", source, "-o", f"{folder}/")
    pq.write_table(table(), folder / "z.parquet")
    assert "z.parquet: other columns than" in error("batch", folder, "-o", tmp_path / "d.parquet")


def test_rows_are_read_from_anywhere(tmp_path: Path) -> None:
    whole = table(130, id=list(range(130)))
    for name, rows in (("a", whole[:100]), ("b", whole[:0]), ("c", whole[100:])):
        pq.write_table(rows, tmp_path / f"{name}.parquet", row_group_size=7)
    source = ParquetSource(str(tmp_path))
    for first, rows in ((0, 30), (5, 1), (6, 2), (90, 20), (100, 30), (120, 30), (0, 200)):
        assert source.read(first, rows) == whole[first : first + rows]


def test_a_file_without_its_end_is_torn() -> None:
    rows, stream = table(3), BytesIO()
    with pytest.raises(ValueError, match="schema"):
        write_tables(stream.write, rows.schema, [rows, pa.table({"id": [1]})])
    with pytest.raises(pa.ArrowInvalid):
        pq.read_table(BytesIO(stream.getvalue()))


def test_a_contract_that_only_its_rows_lack_is_one_line(tmp_path: Path) -> None:
    asked = ("--contract", "NT", "--declarer", "F", "-o", tmp_path / "a.parquet")
    said = error("deal", "--variant", "encheres-petite", *asked)
    assert said == "encheres-petite has no NT: its contracts are S H D C"
    assert list(tmp_path.iterdir()) == []


def test_limited_time_leaves_values_empty_and_gives_bounds(tmp_path: Path) -> None:
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    position = random_position(Random(3), 14, on_table=0)
    hands = {name: [hand] * 3 for name, hand in zip(HANDS, position.hands, strict=True)}
    pq.write_table(table(**hands, contract=["NULLO"] * 3), source)
    output("batch", source, "-o", target, "--time", "0.000001")
    for row in pq.read_table(target).to_pylist():
        assert guarantee(row) == (None, None, None)
        assert (row["lower_M"], row["upper_M"], row["error"]) == (0, 14, None)


def test_what_goes_with_parquet_and_what_does_not(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.parquet"
    for more in (["--cards"], ["--line", "F"]):
        refused = error("batch", source, "-o", target, *more, code=2)
        assert refused.endswith(
            "go with lines of JSON: a column of Parquet has one number per row."
        )
    assert "--resume goes with" in error("batch", source, "--resume", code=2)
    assert "--partition and --cluster go" in error("batch", source, "--partition", "3", code=2)
    assert "--contract goes with" in error("deal", "--variant", "basic", "--contract", "NT", code=2)


@pytest.mark.parametrize("code", ["hornafjordur", "laugavatn"])
def test_the_deals_of_a_table_are_those_of_the_text(tmp_path: Path, code: str) -> None:
    asked = ("deal", "--variant", code, "--seed", "5", "-n", "40")
    target = tmp_path / "deals.parquet"
    output(*asked, "-o", target)
    rows = pq.read_table(target).to_pylist()
    for number, (deal, row) in enumerate(zip(parse_deals(output(*asked)), rows, strict=True), 1):
        assert (row["id"], tuple(row[name] for name in HANDS)) == (number, deal.hands)
        assert row["contract"] == (None if deal.contract is None else deal.contract.name)
        assert row["manni"] == (format_cards(deal.manni) or None)
    output(*asked, "-o", target, "--contract", "NULLO")
    rows = pq.read_table(target).to_pylist()
    assert {row["contract"] for row in rows} == {"NULLO"}
    assert {row["leader"] for row in rows} == {"F"}


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("manille-3", ()),
        ("dix-sept-3", ()),
        ("envers-3", ("--contract", "H")),
        ("encheres-grande", ("--contract", "S", "--declarer", "M")),
    ],
)
def test_deals_of_manille_come_to_what_solve_says(
    tmp_path: Path, code: str, more: tuple[str, ...]
) -> None:
    asked = ("deal", "--variant", code, "--seed", "3", "-n", "4")
    deals, rows = tmp_path / "deals.manni", tmp_path / "deals.parquet"
    values, lines = tmp_path / "values.parquet", tmp_path / "values.jsonl"
    output(*asked, "-o", deals)
    output(*asked, *more, "-o", rows)
    output("batch", rows, "-o", values, "--partition", "3")
    output("batch", rows, "-o", lines)
    found = pq.read_table(values).to_pylist()
    told = [json.loads(text) for text in lines.read_text(encoding="utf-8").splitlines()]
    solved_one_by_one = output("solve", deals, *more, "--json").splitlines()
    for row, line, text in zip(found, told, solved_one_by_one, strict=True):
        right = json.loads(text)
        assert line["guarantee"] == right["guarantee"]
        assert guarantee(row) == tuple(right["guarantee"].values())
        assert (line["unit"], right["unit"], row["variant"]) == ("points", "points", code)
        assert (row["declarer"], row["leader"]) == (right.get("declarer"), right["leader"])


def test_who_declares_the_deals_of_a_table(tmp_path: Path) -> None:
    asked = ("deal", "-o", tmp_path / "deals.parquet", "--variant")
    needed = error(*asked, "encheres-sans", "--contract", "S", code=2)
    assert needed == "--contract goes with --declarer SEAT in encheres-sans."
    nobody = error(*asked, "manille-3", "--contract", "S", "--declarer", "F")
    assert nobody == "nobody declares in manille-3"
    alone = error(*asked, "encheres-sans", "--declarer", "F", code=2)
    assert alone == "--declarer goes with --contract."
    output(*asked, "trjamann", "--contract", "NT", "--declarer", "D")
    (row,) = pq.read_table(tmp_path / "deals.parquet").to_pylist()
    assert (row["declarer"], row["leader"], row["variant"]) == ("D", "D", "trjamann")


def test_parquet_goes_wherever_it_is_asked_to(tmp_path: Path) -> None:
    asked = ("deal", "--variant", "basic", "--seed", "5", "-n", "3")
    named, bare = tmp_path / "deals.parquet", tmp_path / "deals"
    output(*asked, "-o", named)
    output(*asked, "-o", bare, "--parquet")
    result = manni(*asked, "--parquet")
    assert result.exit_code == 0
    assert bare.read_bytes() == named.read_bytes() == result.stdout_bytes
    assert "either --parquet or --json" in error(*asked, "--parquet", "--json", code=2)


def test_deals_go_to_files(tmp_path: Path) -> None:
    asked = ("deal", "--variant", "basic", "--seed", "5", "-n", "3")
    output(*asked, "-o", tmp_path / "deals.manni")
    output(*asked, "-o", tmp_path / "deals.json")
    assert (tmp_path / "deals.manni").read_text(encoding="utf-8") == output(*asked)
    assert (tmp_path / "deals.json").read_text(encoding="utf-8") == output(*asked, "--json")


def test_without_pyarrow_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    source = write_lines(tmp_path / "in.jsonl", lines(1, 2))
    wanted = "Parquet needs pyarrow: pip install 'manni[cluster]'"
    assert error("batch", source, "-o", tmp_path / "out.parquet") == wanted
    assert error("batch", tmp_path / "in.parquet") == wanted
    assert error("deal", "--variant", "basic", "-o", tmp_path / "out.parquet") == wanted
    assert list(tmp_path.iterdir()) == [source]
